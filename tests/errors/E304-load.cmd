. ./npy.sh
good_pair
mkdir "$TMP/bin"
# Tools that succeed and make files that are no models.
cat >"$TMP/bin/verilator" <<'END'
#!/bin/sh
case "$*" in *--version*) echo "Verilator 5.006 2023-01-22" && exit 0 ;; esac
while [ $# -gt 0 ]; do
    if [ "$1" = -Mdir ]; then echo >"$2/core.cpp"; fi
    shift
done
END
cat >"$TMP/bin/g++" <<'END'
#!/bin/sh
while [ $# -gt 0 ]; do
    if [ "$1" = -o ]; then echo none >"$2"; fi
    shift
done
END
cp "$TMP/bin/g++" "$TMP/bin/ld"
chmod +x "$TMP/bin/"*
PATH=$TMP/bin:$PATH sim 2>"$TMP/all"
status=$?
sed 's/[0-9a-f]\{32\}/KEY/g' "$TMP/all" >&2
exit $status
