# SPDX-License-Identifier: Apache-2.0
# report.awk EQUIVALENT TABLE -- the tables of docs/mutation.md. The texts of a mutant may hold commas and quotes; what stands
# before and behind them does not.
function percent(killed, survived) {
    return killed + survived == 0 ? "-" : sprintf("%.1f %%", 100 * killed / (killed + survived))
}
function line(name, key) {
    printf "| %s | %d | %d | %d | %d | %s |\n", name, count[key, "killed"], count[key, "survived"], count[key, "equivalent"],
        count[key, "same"] + count[key, "refused"], percent(count[key, "killed"], count[key, "survived"])
}
function tally(key) {
    if (!(key in seen)) {
        seen[key] = 1
        order[++keys] = key
    }
    count[key, verdict]++
}
FNR == 1 { file++ }
file == 1 {
    split($0, field, "\t")
    if ($1 !~ /^#/) reason[field[1]] = field[3]
    next
}
/^#/ { if (FNR == 1) head = substr($0, 3); next }
/^number,/ { next }
{
    n = split($0, f, ",")
    verdict = f[n - 1]
    killer = f[n]
    tally("total")
    tally(f[3])
    tally("kind " f[6])
    if (verdict == "killed") {
        sub(/^core .*/, "small cores in Icarus", killer)
        by[killer]++
    } else if (verdict == "survived" || verdict == "equivalent") {
        text = $0
        sub("^" f[1] "," f[2] "," f[3] "," f[4] "," f[5] "," f[6] ",", "", text)
        sub("," verdict "," killer "$", "", text)
        gsub(/\|/, "\\|", text)
        gsub(/""/, "\001", text)
        split(text, part, "\"")
        gsub("\001", "\"", part[2])
        gsub("\001", "\"", part[4])
        left[++lefts] = sprintf("| %s | `%s:%s:%s` | `%s` | `%s` | %s |", f[2], f[3], f[4], f[5], part[2], part[4] == "" ? " " : part[4],
            f[2] in reason ? reason[f[2]] : "**survives**")
    }
}
END {
    print ""
    print head "."
    print ""
    print "| file | killed | survived | equivalent | no mutant | killed of those that differ |"
    print "|---|---|---|---|---|---|"
    for (i = 1; i <= keys; i++) if (order[i] != "total" && order[i] !~ /^kind /) line("`" order[i] "`", order[i])
    line("**all**", "total")
    print ""
    print "| kind of edit | killed | survived | equivalent | no mutant | killed of those that differ |"
    print "|---|---|---|---|---|---|"
    for (i = 1; i <= keys; i++) if (order[i] ~ /^kind /) line(substr(order[i], 6), order[i])
    print ""
    print "| first killer | mutants |"
    print "|---|---|"
    for (k in by) sorted[++m] = sprintf("%06d\t%s", by[k], k)
    for (i = 1; i <= m; i++)
        for (j = i + 1; j <= m; j++)
            if (sorted[j] > sorted[i]) { t = sorted[i]; sorted[i] = sorted[j]; sorted[j] = t }
    for (i = 1; i <= m; i++) {
        split(sorted[i], t2, "\t")
        printf "| %s | %d |\n", t2[2], t2[1]
    }
    print ""
    if (lefts) {
        print "| mutant | place | before | after | why it is not found |"
        print "|---|---|---|---|---|"
    }
    for (i = 1; i <= lefts; i++) print left[i]
    if (lefts) print ""
}
