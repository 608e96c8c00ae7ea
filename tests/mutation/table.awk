# SPDX-License-Identifier: Apache-2.0
# table.awk EQUIVALENT JOURNAL PLAN -- docs/figures/mutation.csv: the mutants that were run, in the order of the plan.
function quoted(text) {
    gsub(/"/, "\"\"", text)
    return "\"" text "\""
}
FNR == 1 { file++ }
file == 1 { if ($1 !~ /^#/) equivalent[$1] = 1; next }
file == 2 {
    verdict[$1] = $2
    killer[$1] = $3
    for (i = 4; i <= NF; i++) killer[$1] = killer[$1] " " $i
    FS = " "
    next
}
FNR == 1 {
    FS = "\t"
    $0 = $0
    print "number,id,file,line,column,kind,before,after,verdict,killer"
}
{
    split($0, field, "\t")
    id = field[1]
    number++
    if (!(id in verdict)) next
    v = verdict[id]
    if (v == "survived" && id in equivalent) v = "equivalent"
    if (v == "killed" && id in equivalent) {
        print "error: " id " of " field[2] " is listed as equivalent, but " killer[id] " kills it" >"/dev/stderr"
        wrong = 1
    }
    print number "," id "," field[2] "," field[3] "," field[4] "," field[5] "," quoted(field[6]) "," quoted(field[7]) "," v "," killer[id]
}
END { exit wrong }
