. ./liberty.sh
printf '\177ELF\002\001\000\000' >"$TMP/a.lib"
check
good | sed 's/1.8;/\x01;/' >"$TMP/a.lib"
check
