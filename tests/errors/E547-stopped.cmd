. ./dse.sh
{
    timeout -s TERM 1 "$BIN/tlut-dse" --tech "$TMP/tech.xml" --mu 1..6 --luts 1..256 --fetchers 1..512 --reuse 1..256 --minimize area \
        --maximize gmacs --no-points -o "$TMP/out" 2>&1 >"$TMP/stdout"
    echo "status $?"
} | sed 's/ [0-9]* of [0-9]* blocks/ N of M blocks/' >&2
