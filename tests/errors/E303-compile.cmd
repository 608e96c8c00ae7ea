. ./npy.sh
good_pair
mkdir "$TMP/bin"
cat >"$TMP/bin/verilator" <<'END'
#!/bin/sh
case "$*" in *--version*) echo "Verilator 5.006 2023-01-22" && exit 0 ;; esac
echo "%Error: no space left" >&2
exit 1
END
chmod +x "$TMP/bin/verilator"
PATH=$TMP/bin:$PATH sim 2>"$TMP/all"
status=$?
grep -A 9 '^tlut-sim' "$TMP/all" >&2 # not the lines of make, whose order varies
exit $status
