#!/bin/sh
# usage: completion.sh GRIDSTRIDE
# What describe prints: bash completes commands, options and their values by it, the other shells read it
# where they are here, and the page of man is one that groff takes.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

for form in bash zsh fish man; do
    "$gridstride" describe $form >$form 2>stderr || fail "describe $form fails"
    [ -s $form ] || fail "describe $form prints nothing"
done
expect_error 'unknown form "csh"' describe csh
expect_error "name a shell, or man" describe

# complete WORD...: what bash offers behind these words, on one line; the last is begun.
complete_words() {
    # shellcheck disable=SC2016 # for that bash
    bash -c '. ./bash
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _gridstride
        echo "${COMPREPLY[*]}"' bash "$@"
}

# offers WANTED WORD...
offers() {
    wanted=$1
    shift
    found=$(complete_words "$@")
    [ "$found" = "$wanted" ] || fail "$*: bash offers '$found', not '$wanted'"
}

if command -v bash >where; then
    bash -n ./bash 2>stderr || fail "bash does not read its completion"
    offers "check" gridstride che
    offers "check" ./gridstride che
    offers "--sarif" gridstride check 3.1 --sa
    offers "--hint --help" gridstride check --h
    offers "auto cuda sim" gridstride run 3 --device ""
    offers "cuda" gridstride run 3 --device c
    offers "" gridstride check 3.1 ""  # names of files, by bash itself
    offers "" gridstride inspect x.cu --json --  # the name of a file comes here
    offers "bash zsh fish man" gridstride describe ""
    offers "fish" gridstride describe f
    offers "test hand-out" gridstride course ""
    offers "--mutants" gridstride course test x --mu
    offers "" gridstride course test ""  # a folder comes here
    # Every command and every option of its help is there.
    "$gridstride" --help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p' | grep -v '^gridstride$' >commands
    while read -r command; do
        offers "$command" gridstride "$command"
        "$gridstride" "$command" --help | sed -n 's/^  \(--[a-z-]*\).*/\1/p' | sort >wanted
        complete_words gridstride "$command" -- | tr ' ' '\n' | sort | cmp -s - wanted ||
            fail "$command: the options that bash offers are not those of its help"
    done <commands
fi
grep -q "'1:word:(test hand-out)'" zsh || fail "zsh does not complete the words of course"
grep -q "__fish_seen_subcommand_from describe; .* -a 'bash zsh fish man'" fish ||
    fail "fish does not complete the words of describe"
grep -q '^gridstride check LESSON ' man || fail "the page's usage does not begin with the program"
grep -q '^gridstride describe bash|zsh' man || fail "the page's usage does not begin with the program"
if command -v zsh >where; then
    zsh -n zsh 2>stderr || fail "zsh does not read its completion"
fi
if command -v fish >where; then
    fish --no-execute fish 2>stderr || fail "fish does not read its completion"
fi
if command -v groff >where; then
    groff -man -ww -Tutf8 man >page 2>stderr || fail "groff does not take the page"
    [ ! -s stderr ] || fail "groff warns of the page"
    grep -q 'SARIF' page || fail "the page has no options"
fi
finish
