. ./dse.sh
mkdir "$TMP/out.partial"
: >"$TMP/out.partial/journal"
(
    flock 9
    small -o "$TMP/out"
) 9>>"$TMP/out.partial/journal"
