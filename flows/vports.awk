# SPDX-License-Identifier: Apache-2.0
# vports.awk -- the head of a Verilog module as lines, one a parameter or port
#
#   param NAME DEFAULT          a parameter; "derived NAME DEFAULT" if users must not override it
#   port in|out NAME RANGE      RANGE is what stands between the brackets, without blanks; empty for one bit
#
# For the style of templates/rtl and of emitted modules: one parameter or port a line.
/^module / { inside = 1; name = $2; print "module", name; next }
!inside { next }
/^ *\/\/ *Derived/ { derived = 1 }
{ sub(/ *\/\/.*/, "") }
/^ *parameter / {
    equals = index($0, "=")
    n = split(substr($0, 1, equals - 1), word, " ")
    value = substr($0, equals + 1)
    gsub(/^ +| +$/, "", value)
    sub(/,$/, "", value)
    print derived ? "derived" : "param", word[n], value
    next
}
/^ *(input|output) / {
    way = $1 == "input" ? "in" : "out"
    range = ""
    if (match($0, /\[.*\]/)) {
        range = substr($0, RSTART + 1, RLENGTH - 2)
        gsub(/ /, "", range)
        $0 = substr($0, RSTART + RLENGTH)
    }
    gsub(/,/, "")
    print "port", way, $NF, range
    next
}
/\);/ { exit }
