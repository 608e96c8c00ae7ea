. ./liberty.sh
good | sed '/leakage_power_unit/d' >"$TMP/a.lib"
check
