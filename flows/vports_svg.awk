# SPDX-License-Identifier: Apache-2.0
# vports_svg.awk -- the port figure of a module, from the lines of vports.awk: inputs left, outputs right, parameters below
#
# Widths of text are those of a monospaced font, so the box is as wide as its words need. Colours follow the reader's scheme.
function escape(s) { gsub(/&/, "\\&amp;", s); gsub(/</, "\\&lt;", s); return s }
function bits(range) {  # "Width-1:0" is Width bits
    if (range == "") return ""
    if (range ~ /^[0-9]+:0$/) { sub(/:0$/, "", range); return range + 1 }
    if (!sub(/-1:0$/, "", range) && !sub(/\+1:0$/, "+2", range)) sub(/:0$/, "+1", range)
    return range
}
function max(a, b) { return a > b ? a : b }
function text(x, y, anchor, class, s) {
    printf "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\" class=\"%s\">%s</text>\n", x, y, anchor, class, escape(s)
}
function pin(way, x, y, name,    tip) {
    printf "<path class=\"wire\" d=\"M%d %dh%d\"/>\n", x, y, PIN
    tip = x + PIN
    printf "<path class=\"tip\" d=\"M%d %dl-7 -4v8z\"/>\n", tip, y
    if (name ~ /^(clk_i|aclk)$/) printf "<path class=\"box\" d=\"M%d %dl9 5l-9 5\"/>\n", tip, y - 5
}
BEGIN { CHAR = 7.3; SMALL = 6.2; ROW = 22; PIN = 34; EDGE = 10 }
$1 == "module" { module = $2 }
$1 == "param" { sub(/^param /, ""); name = $1; sub(/^[^ ]+ /, ""); parameter[++np] = name " = " $0 }
$1 == "port" && $2 == "in" { in_name[++ni] = $3; in_bits[ni] = bits($4) }
$1 == "port" && $2 == "out" { out_name[++no] = $3; out_bits[no] = bits($4) }
END {
    for (i = 1; i <= ni; i++) { wi = max(wi, length(in_name[i]) * CHAR); bi = max(bi, length(in_bits[i]) * SMALL) }
    for (i = 1; i <= no; i++) { wo = max(wo, length(out_name[i]) * CHAR); bo = max(bo, length(out_bits[i]) * SMALL) }
    for (i = 1; i <= np; i++) wp = max(wp, length(parameter[i]) * SMALL)
    box = max(max(wi + wo + 52, length(module) * 8.4 + 24), wp + 24)
    left = EDGE + bi + 4 + PIN
    rows = max(ni, no)
    below = np ? np * 17 + 12 : 0
    height = 40 + rows * ROW + below
    width = left + box + PIN + 6 + bo + EDGE
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"ports of %s\">\n", \
        width, height + 12, width, height + 12, module
    print "<style>"
    print "text{font-family:'DejaVu Sans Mono',Menlo,Consolas,monospace;font-size:12px;fill:#1f2328}"
    print ".title{font-size:14px;font-weight:bold}.bits,.param{font-size:10px;fill:#59636e}"
    print ".box{fill:#f6f8fa;stroke:#57606a;stroke-width:1.5}.wire{stroke:#57606a;stroke-width:1.3}.tip{fill:#57606a}"
    print "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.bits,.param{fill:#9198a1}.box{fill:#161b22;stroke:#8b949e}"
    print ".wire{stroke:#8b949e}.tip{fill:#8b949e}}"
    print "</style>"
    printf "<rect class=\"box\" x=\"%d\" y=\"6\" width=\"%d\" height=\"%d\" rx=\"4\"/>\n", left, box, height
    text(left + box / 2, 28, "middle", "title", module)
    for (i = 1; i <= ni; i++) {
        y = 40 + i * ROW - 6
        pin("in", left - PIN, y, in_name[i])
        text(left + (in_name[i] ~ /^(clk_i|aclk)$/ ? 14 : 8), y + 4, "start", "name", in_name[i])
        if (in_bits[i] != "") text(left - PIN - 4, y + 4, "end", "bits", in_bits[i])
    }
    for (i = 1; i <= no; i++) {
        y = 40 + i * ROW - 6
        pin("out", left + box, y, "")
        text(left + box - 8, y + 4, "end", "name", out_name[i])
        if (out_bits[i] != "") text(left + box + PIN + 5, y + 4, "start", "bits", out_bits[i])
    }
    if (np) printf "<path class=\"wire\" stroke-dasharray=\"2 3\" d=\"M%d %dh%d\"/>\n", left, 48 + rows * ROW, box
    for (i = 1; i <= np; i++) text(left + box / 2, 50 + rows * ROW + i * 17 - 3, "middle", "param", parameter[i])
    print "</svg>"
}
