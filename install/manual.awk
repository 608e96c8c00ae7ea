# SPDX-License-Identifier: Apache-2.0
# manual.awk -- makes documentation of option tables (gen/cli_dump.h); manual.sh runs it.
#
#   -v form=man        a man page: one program, its subcommands as sections
#   -v form=markdown   the program's part of docs/reference/programs.md
#   -v form=names      the program in the list of tlut(7)
#   -v form=parameters the architecture's parameters in tlut(7)
#   -v date=           on a man page
#   -v examples=FILE   program TAB run|show TAB text TAB command
#
# Standard input: the dump of a program, then those of its subcommands.
BEGIN { FS = "\t"; n = 0 }

# Every record is kept under its section; the first section is the program itself.
$1 == "program" { s++; title[s] = $2; version = $3; next }
$1 == "usage" { usage[s, ++usages[s]] = $2; next }
$1 == "before" || $1 == "after" { text[s, $1, ++texts[s, $1]] = $2; next }
$1 == "group" { header[s, $2] = $3; seen(s, $2); next }
$1 == "option" {
    seen(s, $2)
    i = ++options[s, $2]
    short[s, $2, i] = $3; names[s, $2, i] = $4; arg[s, $2, i] = $5; param[s, $2, i] = $6; doc[s, $2, i] = $8
}

function seen(s, g) {
    if (!((s, g) in known)) {
        known[s, g] = 1
        group[s, ++groups[s]] = g
    }
}

# The first sentence, as the name line of a man page has it.
function summary(t) {
    t = text[1, "before", 1]
    sub(/[.:;]( .*)?$/, "", t)
    return tolower(substr(t, 1, 1)) substr(t, 2)
}

# ---- man

# Backslashes first; a minus is typed as one; a line must not begin with a request.
function roff(t) {
    gsub(/\\/, "\\e", t)
    gsub(/-/, "\\-", t)
    if (t ~ /^[.']/)
        t = "\\&" t
    return t
}

# The same as a paragraph, in lines of up to 79 characters.
function fill(t,    word, n, i, w, line, out) {
    n = split(t, word, " ")
    for (i = 1; i <= n; i++) {
        w = roff(word[i])
        if (line != "" && length(line) + 1 + length(w) > 79) {
            out = out line "\n"
            line = ""
        }
        line = line == "" ? w : line " " w
    }
    return out line
}

function man_option(s, g, i,    list, k, m, out, value) {
    m = split(names[s, g, i], list, ",")
    value = arg[s, g, i] == "" ? "" : "=\\fI" roff(arg[s, g, i]) "\\fR"
    out = short[s, g, i] == "" ? "" : "\\fB\\-" roff(short[s, g, i]) "\\fR, "
    for (k = 1; k <= m; k++)
        out = out (k > 1 ? ", " : "") "\\fB\\-\\-" roff(list[k]) "\\fR" value
    print ".TP\n" out "\n" fill(doc[s, g, i])
}

function man_paragraphs(s, which,    i, code) {
    for (i = 1; i <= texts[s, which]; i++) {
        if (text[s, which, i] ~ /^  /) {
            print (code ? "" : ".PP\n.nf\n.RS 4\n") roff(substr(text[s, which, i], 3))
            code = 1
        } else if (text[s, which, i] != "") {
            print (code ? ".RE\n.fi\n" : "") (i > 1 || which == "after" ? ".PP\n" : "") fill(text[s, which, i])
            code = 0
        }
    }
    if (code)
        print ".RE\n.fi"
}

function man_synopsis(s,    i, u) {
    for (i = 1; i <= usages[s]; i++) {
        if (s == 1 && i > 1) # the subcommand's own section has its options
            u = "\\fB" roff(usage[s, i]) "\\fR"
        else
            u = "[\\fIOPTION\\fR]..." (usage[s, i] == "" ? "" : " " roff(usage[s, i]))
        print (i > 1 ? ".br\n" : "") ".B " roff(title[s]) "\n" u
    }
}

# A header is "Heading:" or "Heading: and a sentence:".
function man_options(s,    k, g, i, h) {
    for (k = 1; k <= groups[s]; k++) {
        g = group[s, k]
        h = g == -1 ? "General:" : header[s, g]
        sub(/:$/, "", h)
        if (h != "")
            print ".SS " roff(h ~ /:/ ? substr(h, 1, index(h, ":") - 1) : h)
        if (h ~ /: /)
            print fill(substr(h, index(h, ": ") + 2) ".")
        for (i = 1; i <= options[s, g]; i++)
            man_option(s, g, i)
    }
}

function man_examples(    line, f, any) {
    while ((getline line < examples) > 0) {
        split(line, f, "\t")
        if (f[1] != title[1])
            continue
        print (any++ ? ".PP" : ".SH EXAMPLES") "\n" fill(f[3] ":") "\n.PP\n.nf\n.RS 4\n" roff(f[4]) "\n.RE\n.fi"
    }
    close(examples)
}

function man(    i) {
    print ".\\\" Made from the program's option tables by install/manual.awk."
    print ".TH " toupper(roff(title[1])) " 1 " date " \"tlut " version "\" \"tlut manual\""
    print ".SH NAME\n" fill(title[1] " - " summary())
    print ".SH SYNOPSIS"
    man_synopsis(1)
    print ".SH DESCRIPTION"
    man_paragraphs(1, "before")
    man_paragraphs(1, "after")
    print ".SH OPTIONS"
    man_options(1)
    for (i = 2; i <= s; i++) {
        print ".SH " toupper(roff(title[i]))
        man_synopsis(i)
        man_paragraphs(i, "before")
        man_paragraphs(i, "after")
        man_options(i)
    }
    man_examples()
    print ".SH EXIT STATUS\n" fill("0: good. 1: an error in the input, or a check that failed. " \
        "2: a bad command line. 3: output could not be written.")
    print ".SH SEE ALSO\n.BR tlut (7)"
}

# ---- Markdown

function cell(t) {
    gsub(/\|/, "\\|", t)
    gsub(/</, "\\&lt;", t)
    return t
}

function markdown_option(s, g, i,    list, k, m, out) {
    m = split(names[s, g, i], list, ",")
    out = short[s, g, i] == "" ? "" : "`-" short[s, g, i] "`, "
    for (k = 1; k <= m; k++)
        out = out (k > 1 ? ", " : "") "`--" list[k] (arg[s, g, i] == "" ? "" : "=" cell(arg[s, g, i])) "`"
    print "| " out " | " cell(doc[s, g, i]) " |"
}

function markdown_section(s,    i, k, g, params) {
    print (s == 1 ? "\n## " : "\n### ") title[s] "\n\n```text"
    for (i = 1; i <= usages[s]; i++)
        print title[s] (s == 1 && i > 1 ? " " : " [OPTION]... ") usage[s, i]
    print "```"
    for (i = 1; i <= texts[s, "before"]; i++)
        print "\n" cell(text[s, "before", i])
    for (i = 1; i <= texts[s, "after"]; i++)
        if (text[s, "after", i] != "")
            print "\n" (text[s, "after", i] ~ /^  / ? "    " : "") cell(text[s, "after", i])
    for (k = 1; k <= groups[s]; k++) {
        g = group[s, k]
        params = 0
        if (g != -1 && (k == 1 || header[s, g] != "")) # groups without a header go on; the last has the same three everywhere
            print "\n" (header[s, g] == "" ? "Options:" : header[s, g]) "\n\n| option | does |\n|---|---|"
        for (i = 1; i <= options[s, g]; i++)
            if (param[s, g, i] != "")
                params++
            else if (g != -1)
                markdown_option(s, g, i)
        if (params)
            print "| a flag for each parameter | " params " flags: [parameters.md](parameters.md) |"
    }
}

function markdown(    i, line, f, any) {
    for (i = 1; i <= s; i++)
        markdown_section(i)
    while ((getline line < examples) > 0) {
        split(line, f, "\t")
        if (f[1] == title[1])
            print (any++ ? "" : "\nExamples:\n\n```sh\n") "# " f[3] "\n" f[4]
    }
    if (any)
        print "```"
}

# ---- the rest

function parameters(    k, g, i) {
    for (k = 1; k <= groups[1]; k++)
        for (i = 1; i <= options[1, g = group[1, k]]; i++)
            if (param[1, g, i] != "")
                print ".TP\n\\fB" roff(param[1, g, i]) "\\fR, \\fB\\-\\-" roff(names[1, g, i]) "\\fR\n" fill(doc[1, g, i])
}

END {
    if (form == "man")
        man()
    else if (form == "markdown")
        markdown()
    else if (form == "names")
        print ".TP\n.BR " roff(title[1]) " (1)\n" fill(summary())
    else
        parameters()
}
