. ./liberty.sh
good | sed 's/"1ns"/"1 fortnight"/; s/"1V"/"0V"/' >"$TMP/a.lib"
check
