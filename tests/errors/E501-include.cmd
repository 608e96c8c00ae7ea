. ./liberty.sh
good | sed 's/  nom_voltage/  include_file (more.lib);\n&/' >"$TMP/a.lib"
check
