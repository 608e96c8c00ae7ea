# SPDX-License-Identifier: Apache-2.0
# completion.awk -- a program's completion for bash, out of its option tables (gen/cli_dump.h); manual.sh runs it.
#
# What an argument is follows from its name in the tables: a list of lower-case words with bars between is those words, a
# parameter has its words, DIR is a folder; FILE or a name with a dot is a file, NAME|FILE a shipped technology too; FIGURE is one of
# the figures; anything else is free. -v technologies=... -v figures=... are the words of the last two.
BEGIN { FS = "\t" }

$1 == "program" { s++; program = program == "" ? $2 : program; command[s] = s == 1 ? "" : substr($2, length(program) + 2); next }
$1 == "usage" && s == 1 && ++forms > 1 { sub(/ .*/, "", $2); first = first " " $2; next }
$1 == "usage" && s == 1 { # what stands first: "info|npy FILE", or a file
    sub(/ .*/, "", $2)
    if ($2 ~ /^[a-z]+\|/) {
        gsub(/\|/, " ", $2)
        first = first " " $2
    }
    next
}
$1 == "option" {
    n = split($4, name, ",")
    words = $7 != "" ? $7 : $5 ~ /^[a-z0-9]+(\|[a-z0-9]+)+$/ ? $5 : ""
    if ($5 == "FIGURE")
        words = figures
    gsub(/\|/, " ", words)
    kind = $5 == "NAME|FILE" ? "_tlut_words_files '" technologies "'" : words != "" ? "_tlut_words '" words "'" : $5 ~ /^DIR/ ? "_tlut_folders" : $5 ~ /FILE|\./ ? "_tlut_files" : ""
    pattern = $3 ~ /[a-zA-Z]/ ? "'" command[s] " -" $3 "'" : ""
    for (i = 1; i <= n; i++) {
        all[s] = all[s] " --" name[i] ($5 == "" ? "" : "=")
        pattern = pattern (pattern == "" ? "" : " | ") "'" command[s] " --" name[i] "'"
    }
    if (kind == "" && $5 != "")
        free = free (free == "" ? "" : " | ") pattern
    if (kind != "")
        cases = cases "    " pattern ") " kind " ;;\n"
}

END {
    f = "_" program
    gsub(/-/, "_", f)
    print "# bash completion for " program "; made from its option tables by install/completion.awk"
    print "_tlut_words() { mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$cur\"); }"
    print "_tlut_words_files() {"
    print "    compopt -o filenames 2>/dev/null"
    print "    mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$cur\" || true; compgen -f -- \"$cur\")"
    print "}"
    print "_tlut_files() { compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- \"$cur\"); }"
    print "_tlut_folders() { compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- \"$cur\"); }"
    print f "() {"
    print "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command=''"
    print "    # bash cuts words at '=': --act=int is three of them"
    print "    if [[ $cur == = ]]; then"
    print "        cur=''"
    print "    elif [[ $prev == = ]]; then"
    print "        prev=${COMP_WORDS[COMP_CWORD - 2]}"
    print "    fi"
    for (i = 2; i <= s; i++)
        print "    [[ $COMP_CWORD -gt 1 && ${COMP_WORDS[1]} == " command[i] " ]] && command=" command[i]
    print "    case \"$command $prev\" in"
    printf "%s", cases
    print "    " free ") COMPREPLY=() ;;"
    print "    *)"
    print "        if [[ $cur != -* ]]; then"
    if (first != "") {
        print "            if [[ $COMP_CWORD -eq 1 ]]; then"
        print "                mapfile -t COMPREPLY < <(compgen -W '" substr(first, 2) "' -- \"$cur\"; compgen -f -- \"$cur\")"
        print "                compopt -o filenames 2>/dev/null"
        print "            else"
        print "                _tlut_files"
        print "            fi"
    } else
        print "            _tlut_files"
    print "        else"
    print "            case $command in"
    for (i = 2; i <= s; i++)
        print "            " command[i] ") _tlut_words '" substr(all[i], 2) "' ;;"
    print "            *) _tlut_words '" substr(all[1], 2) "' ;;"
    print "            esac"
    print "            [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace 2>/dev/null"
    print "        fi"
    print "        ;;"
    print "    esac"
    print "    return 0"
    print "}"
    print "complete -F " f " " program
}
