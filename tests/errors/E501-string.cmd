. ./liberty.sh
good | sed '29s/"!(A & B)"/"!(A \& B)/' >"$TMP/a.lib"
check
