. ./liberty.sh
good | sed 's/"!A"/"!(A"/; s/"!(A & B)"/"A \& \& B"/' >"$TMP/a.lib"
check
