#!/bin/sh
# usage: class.sh GRIDSTRIDE LESSONS
# A class of eight is told what each of them did wrong, and nothing else. (cli.grade kills a class.)
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/../cli/lib.sh"
lessons=$2

options='grade submissions --exercises 3 --seed 11 --jobs 2 --unsafe'
grade() {
    # shellcheck disable=SC2086 # words, on purpose
    "$gridstride" $options --out "$@"
}

# What class.csv says, in the form of expected.csv: "STUDENT",NAME,KIND
told() {
    awk -F, '
        { sub(/,("([^"]|"")*"|[^,"]*)$/, "") } # the note
        NR == 1 {
            columns = split($0, name)
            for (i = 7; i <= columns; i += 2) {
                sub(/^[^_]*_/, "", name[i])
                sub(/_mistake$/, "", name[i])
            }
            next
        }
        {
            student = $0
            if (sub(/^"/, "", student))
                sub(/",.*/, "", student)
            else
                sub(/,.*/, "", student)
            for (i = 7; i <= columns; i += 2) {
                at = NF - columns + i # a name may have commas; no other column has
                kind = $at == "" && $(at - 1) != "" ? "passed" : $at
                print "\"" student "\"," name[i] "," kind
            }
        }' "$1"
}

sh "$tests/make_class.sh" "$lessons" . 8 7 3 || fail "no class was made"

# ---- everybody is told what is wrong
grade whole >stdout 2>stderr || fail "the class cannot be graded: exit status $?"
told whole/class.csv >told.csv
awk -F, '
    { kind = $NF; who = $0; sub(/,[^,]*$/, "", who) }
    FNR == NR { told[who] = kind; next }
    FNR == 1 { next }
    {
        right = kind == "failed" ? told[who] != "" && told[who] != "passed" && told[who] != "missing" \
            : told[who] == kind
        if (!right)
            print who ": is to be told " kind ", and is told " told[who]
    }' told.csv expected.csv >wrong
[ ! -s wrong ] || fail "$(cat wrong)"
[ "$(wc -l <expected.csv)" -gt 32 ] || fail "the class handed in too little"
if command -v xmllint >where; then
    xmllint --noout whole/junit.xml 2>stderr || fail "junit.xml is no XML"
fi

# ---- other weights: no more is judged, and what all together give is the total
cp -r whole weighted
printf '# of the course\n3.1 2\n3 1\ntotal 100\n' >weights
grade weighted --points weights >stdout 2>stderr || fail "with weights: exit status $?"
grep -q '^8 of 8 were graded before and are kept$' stdout || fail "with other weights all are judged again"
expect_rows 8 'f["max_score"] == 100' weighted/class.csv "weights do not give the total"
told weighted/class.csv | cmp -s - told.csv || fail "with other weights others are told something else"

finish
