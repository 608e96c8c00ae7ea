. ./liberty.sh
printf 'module inv(input a, output y);\n  assign y = ~a;\nendmodule\n' >"$TMP/a.lib"
check
