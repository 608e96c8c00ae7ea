# SPDX-License-Identifier: Apache-2.0
# scene_tb.awk -- a bench that plays a scene: awk -f scene_tb.awk PORTS SCENE >tb.v, PORTS from vports.awk
#
# A scene is a text file, one statement a line:
#   title TEXT                    what the figure shows
#   set NAME=VALUE ...            parameters of the module
#   in PORT FORMAT VALUE...       drives an input, one value a cycle ("." keeps the one before), and shows it
#   drive PORT VALUE...           the same, not shown
#   show LABEL [FORMAT [EXPR]]    shows an output, or an expression of ports and inner signals (dut.NAME)
#   gap                           an empty row
# FORMAT: b bits, u unsigned, d signed, x hexadecimal. Inputs that nothing drives are 0; a reset that nothing drives is given
# before the first cycle. Inputs change after the rising edge, all values are read just before the next one: what a
# register samples at that edge. Prints "title", "lane LABEL FORMAT CLOCK?" and "step VALUE..." lines.
function lane(label, format, expression) { lanes++; name[lanes] = label; form[lanes] = format; expr[lanes] = expression }
FNR == NR {
    if ($1 == "module") module = $2
    if ($1 == "param") { parameter[++np] = $2; $1 = $2 = ""; value[parameter[np]] = $0 }
    if ($1 == "derived") { parameter[++np] = $2; derived[$2] = 1; $1 = $2 = ""; value[parameter[np]] = $0 }
    if ($1 == "port") { port[++n] = $3; way[$3] = $2; range[$3] = $4 }
    next
}
/^#/ || NF == 0 { next }
$1 == "title" { sub(/^title +/, ""); title = $0; next }
$1 == "package" { next }
$1 == "set" { for (i = 2; i <= NF; i++) { at = index($i, "="); value[substr($i, 1, at - 1)] = substr($i, at + 1) } next }
$1 == "gap" { lane("-", "-", ""); next }
$1 == "show" { lane($2, NF > 2 ? $3 : "b", NF > 3 ? $4 : $2); next }
$1 == "in" || $1 == "drive" {
    first = $1 == "in" ? 4 : 3
    if (way[$2] != "in") { print FILENAME ":" FNR ": no input " $2 > "/dev/stderr"; failed = 1; exit 1 }
    if ($1 == "in") lane($2, $3, $2)
    if (NF - first + 1 > steps) steps = NF - first + 1
    for (i = first; i <= NF; i++) drive[$2, i - first + 1] = $i
    driven[$2] = 1
    next
}
{ print FILENAME ":" FNR ": unknown statement " $1 > "/dev/stderr"; failed = 1; exit 1 }
END {
    if (failed) exit 1
    clock = way["clk_i"] == "in" ? "clk_i" : way["aclk"] == "in" ? "aclk" : ""
    reset = way["rst_ni"] == "in" ? "rst_ni" : way["aresetn"] == "in" ? "aresetn" : ""
    print "`timescale 1ns/1ns\nmodule tb;"
    for (i = 1; i <= np; i++) print "  localparam", parameter[i], "=", value[parameter[i]] ";"
    for (i = 1; i <= n; i++) {
        kind = way[port[i]] == "in" ? "reg" : "wire"
        if (range[port[i]] != "") kind = kind " [" range[port[i]] "]"
        print "  " kind " " port[i] ";"
    }
    printf "  %s ", module
    separator = "#("
    for (i = 1; i <= np; i++) if (!derived[parameter[i]]) { printf "%s.%s(%s)", separator, parameter[i], parameter[i]; separator = ", " }
    printf "%sdut (", (separator == ", " ? ") " : "")
    for (i = 1; i <= n; i++) printf "%s.%s(%s)", (i > 1 ? ", " : ""), port[i], port[i]
    print ");\n  initial begin"
    for (i = 1; i <= n; i++) if (way[port[i]] == "in") print "    " port[i] " = 0;"
    if (reset != "" && !driven[reset]) {
        for (i = 0; i < 2; i++) print "    #5 " clock " = 1; #5 " clock " = 0;"
        print "    #5 " clock " = 1; #1 " reset " = 1;"
    }
    print "    $display(\"title " title "\");"
    if (clock != "") print "    $display(\"lane " clock " clock\");"
    for (i = 1; i <= lanes; i++) print "    $display(\"lane " name[i] " " form[i] "\");"
    for (s = 1; s <= steps; s++) {
        for (i = 1; i <= n; i++) {
            p = port[i]
            if ((p, s) in drive && drive[p, s] != ".") print "    " p " = " drive[p, s] ";"
        }
        print "    #4;" (clock != "" ? " " clock " = 0;" : "") " #4 $write(\"step\");"
        for (i = 1; i <= lanes; i++) {
            if (form[i] == "-") printf "    $write(\" -\");\n"
            else if (form[i] == "d") printf "    $write(\" %%0d\", $signed(%s));\n", expr[i]
            else printf "    $write(\" %%%s\", %s);\n", (form[i] == "u" ? "0d" : form[i] == "x" ? "h" : "b"), expr[i]
        }
        print "    $write(\"\\n\"); #1;" (clock != "" ? " " clock " = 1;" : "") " #1;"
    }
    print "    $finish(0);\n  end\nendmodule"
}
