. ./tools.sh
# A technology whose accumulators cost next to nothing is found out.
sed 's/name="acc-store-bit" um2="[^"]*"/name="acc-store-bit" um2="1"/' ../../tech/osu018.xml >"$TMP/wrong.xml"
designs "--mu 1 --luts 1 --fetchers 1 --act int2 --reuse 4" "--mu 1 --luts 2 --fetchers 1 --act int2 --reuse 4"
filtered 's/: [0-9.]*, the bound/: X, the bound/' measure --tech ./wrong.xml
