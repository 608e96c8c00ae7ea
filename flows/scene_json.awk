# SPDX-License-Identifier: Apache-2.0
# scene_json.awk -- what a scene's bench has printed, as WaveDrom JSON5
function quote(s) { gsub(/'/, "\\'", s); return "'" s "'" }
$1 == "title" { sub(/^title /, ""); title = $0 }
$1 == "lane" { lanes++; name[lanes] = $2; form[lanes] = $3; if ($3 == "clock") clock = 1 }
$1 == "step" {
    steps++
    for (i = 1; i <= lanes; i++) {
        if (form[i] == "-") continue
        if (form[i] == "clock") { wave[i] = wave[i] (steps == 1 ? "p" : "."); continue }
        v = $(i + 1 - clock)
        if (steps > 1 && v == last[i]) { wave[i] = wave[i] "."; continue }
        last[i] = v
        if (v ~ /[xXzZ]/) wave[i] = wave[i] "x"
        else if (form[i] == "b" && length(v) == 1) wave[i] = wave[i] v
        else {
            wave[i] = wave[i] "="
            data[i] = data[i] (data[i] == "" ? "" : ", ") quote(v)
            if (length(v) > longest) longest = length(v)
        }
    }
}
END {
    if (!steps) exit 1
    print "// SPDX-License-Identifier: Apache-2.0"
    print "// " title
    print "{"
    print "  signal: ["
    for (i = 1; i <= lanes; i++) {
        if (form[i] == "-") { print "    {},"; continue }
        printf "    {name: %s, wave: %s", quote(name[i]), quote(wave[i])
        if (data[i] != "") printf ", data: [%s]", data[i]
        print "},"
    }
    print "  ],"
    # A cycle is 40 pixels wide, 8 of them slanted; a digit takes 9.
    printf "  config: {hscale: %d},\n  head: {tick: 0},\n}\n", longest <= 3 ? 1 : longest <= 7 ? 2 : longest <= 11 ? 3 : 4
}
