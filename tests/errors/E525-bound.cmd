. ./tools.sh
# A technology whose adders cost twice as much as they do is found out.
sed 's/name="acc-store-bit" um2="[^"]*"/name="acc-store-bit" um2="1"/' ../../tech/osu018.xml >"$TMP/wrong.xml"
designs "--mu 1 --luts 1 --fetchers 1 --act int2 --reuse 4" "--mu 1 --luts 2 --fetchers 1 --act int2 --reuse 4"
measure --tech ./wrong.xml 2>&1 | sed 's/: [0-9.]*, the bound/: X, the bound/' >&2
