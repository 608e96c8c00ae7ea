. ./dse.sh
"$BIN/tlut-dse" --tech "$TMP/tech.xml" --mu 1..6 --luts 1..256 --fetchers 1..512 --reuse 1..256 --minimize area \
    --maximize gmacs --no-points -o "$TMP/out" >"$TMP/stdout" 2>"$TMP/stderr" &
pid=$!
# once the journal holds something, the signal cannot come too early
while [ "$(wc -c 2>/dev/null <"$TMP/out.partial/journal" || echo 0)" -lt 1000 ]; do sleep 0.05; done
kill -TERM $pid
wait $pid
status=$?
sed 's/ [0-9]* of [0-9]* blocks/ N of M blocks/' "$TMP/stderr" >&2
exit $status
