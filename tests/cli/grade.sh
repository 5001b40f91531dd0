#!/bin/sh
# usage: grade.sh GRIDSTRIDE
# A class is graded: right and wrong submissions, odd and empty ones; killed, it goes on.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"
exercises=$tests/../../lessons/03_vecadd/exercises

mkdir -p all/alice/03_vecadd all/bob all/carol all/dave 'all/<script>"=x'
cp "$exercises/solutions/vecadd.cu" all/alice/03_vecadd/
cp "$exercises/mutants/vecadd/no_bounds_check.cu" all/bob/mine.cu # known by its header
echo 'int x = ;' >all/carol/vecadd.cu
ln -s /etc/passwd all/dave/vecadd.cu
cp "$exercises/solutions/vecadd.cu" 'all/<script>"=x/'
cp "$exercises/solutions/vecadd.cu" all/=erin.cu

# A runner of tests may have no namespaces.
options='grade all --exercises 3.1 --seed 7 --unsafe'
grade() {
    # shellcheck disable=SC2086 # words, on purpose
    "$gridstride" $options "$@"
}

# Marks are the same of the same seed; how long it took is not.
without_times() {
    sed 's/ time="[^"]*"//; s/"seconds": *[0-9.e+-]*//g' "$1"
}

# expect_row STUDENT STATUS SCORE MISTAKE
expect_row() {
    expect_rows 1 "f[\"student\"] == \"$1\" && f[\"status\"] == \"$2\" && f[\"score\"] == $3 &&
        f[\"3.1_vecadd_mistake\"] == \"$4\"" marks/class.csv "the row of $1 is not as it should be"
}

grade --out marks >stdout 2>stderr || fail "a class cannot be graded: exit status $?"
expect_rows 6 1 marks/class.csv "not one row for each student"
expect_row alice graded 10 ""
expect_row "'=erin" graded 10 ""
expect_row carol graded 0 does-not-compile
expect_row dave graded 0 missing
expect_rows 1 'f["student"] == "bob" && f["3.1_vecadd_mistake"] == "no-bounds-check" &&
    f["score"] > 0 && f["score"] < 5' marks/class.csv "a missing bounds check is not told"
grep -q '^[1-6]/6 bob [0-9.]*/10 (3.1 no-bounds-check at vecadd.cu:[0-9]*)$' stdout || fail "no line of progress for bob"
grep -q '^[1-6]/6 dave 0.0/10 (not handed in: 3.1)$' stdout || fail "dave's line says not what is missing"
grep -q 'was not followed' marks/students/dave/results.json || fail "dave is not told that links are not followed"
! grep -q root: -r marks || fail "somebody else's file was read"
! grep -q '<script>"' marks/index.html || fail "a name is mark-up in the page"
if command -v xmllint >where; then
    xmllint --noout marks/junit.xml 2>stderr || fail "junit.xml is no XML"
fi
[ "$(stat -c %a marks/seed marks/students/bob/marks.json | tr '\n' ' ')" = "600 600 " ] || fail "seeds are not kept secret"

# ---- once more, and killed in between
grade --out marks --quiet >stdout 2>stderr || fail "graded once more: exit status $?"
grep -q '^6 of 6 were graded before and are kept$' stdout || fail "what did not change was graded again"
for count in 2 4; do # at the second of the students that are left
    rm -f progress # which a process of the one that was killed may still hold open
    mkfifo progress
    # shellcheck disable=SC2086
    "$gridstride" $options --out killed --jobs 2 >progress 2>stderr & # itself, no shell that runs it
    pid=$!
    head -n 2 <progress >lines
    if ! kill -KILL $pid 2>where; then # the last marks were quicker; there is nothing to lose then
        [ "$(find killed/students -name marks.json | wc -l)" -eq 6 ] || fail "it ended before it was killed"
    fi
    wait $pid 2>where
    until_free killed/gridstride-grade.lock
    [ "$(find killed/students -name marks.json | wc -l)" -ge $count ] || fail "killed, it lost what was finished"
done
grade --out killed >stdout 2>stderr || fail "killed, it does not go on: exit status $?"
grep -q '^[4-6] of 6 were graded before and are kept$' stdout || fail "killed, it begins anew: $(cat stdout)"
(cd marks && find . -type f) | sort >files
(cd killed && find . -type f) | sort | cmp -s - files || fail "killed, it has other files"
while read -r file; do
    case $file in
    *.lock) continue ;;
    */marks.json | */junit.xml)
        without_times "marks/$file" >plainly
        without_times "killed/$file" | cmp -s - plainly || fail "killed, $file differs in more than times"
        ;;
    *) cmp -s "marks/$file" "killed/$file" || fail "killed, $file differs: $(diff "marks/$file" "killed/$file")" ;;
    esac
done <files

# ---- interrupted
# shellcheck disable=SC2086
"$gridstride" $options --out interrupted --jobs 1 >stdout 2>stderr &
pid=$!
while kill -0 $pid 2>/dev/null; do
    [ ! -e interrupted/scratch ] || kill -INT $pid 2>/dev/null
done
wait $pid
[ $? -eq 130 ] || fail "interrupted, the exit status is not 130"
grep -q 'interrupted: [0-5] of 6 are done; the same command goes on' stderr || fail "nothing is said of an interruption"

# ---- what is said depends on the lines around, which a program in a sandbox does not find
of_1=$tests/../../lessons/01_race_add/exercises
mkdir one
cp "$of_1/mutants/block_histogram/barrier_in_branch.cu" one/frank.cu
"$gridstride" grade one --unsafe --exercises block_histogram --out apart >stdout 2>stderr || fail "one file cannot be graded: exit status $?"
grep -q 'divergent-barrier at block_histogram.cu:' stdout || fail "graded, it is explained in another way: $(cat stdout)"
for round in first second; do # the second one finds it compiled
    XDG_CACHE_HOME=$here/cache "$gridstride" check block_histogram one/frank.cu --seed 7 --json --device sim 2>stderr |
        grep -v '"seconds"' >$round
    grep -q divergent-barrier $round || fail "checked, it is explained in another way"
done
cmp -s first second || fail "checked once more, it is explained in another way"

# ---- without bubblewrap there is a warning, and marks are the same
mkdir without
ln -s /usr/bin/* without
rm -f without/bwrap
PATH=$here/without grade --out plain --quiet >stdout 2>stderr || fail "without bubblewrap: exit status $?"
[ "$(grep -c 'no bwrap on PATH.*install bubblewrap' stderr)" -eq 1 ] || fail "without bubblewrap there is no warning"
cmp -s marks/class.csv plain/class.csv || fail "without bubblewrap the marks differ: $(diff marks/class.csv plain/class.csv)"

# ---- as oneself nobody is graded by accident
if [ "$(id -u)" -ne 0 ] || setpriv --reuid=65534 --regid=65534 --clear-groups test -r "$gridstride"; then
    as_somebody() {
        if [ "$(id -u)" -eq 0 ]; then
            setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
        else
            "$@"
        fi
    }
    mkdir ours && chmod 777 ours && chmod 755 . # made by mktemp for us alone
    status=0
    PATH=$here/without as_somebody "$gridstride" grade all --out ours/marks --exercises 3.1 >stdout 2>stderr || status=$?
    [ $status -eq 2 ] || fail "without a sandbox the exit status is $status"
    grep -q 'as you.*--unsafe if you trust everybody' stderr || fail "it is not told why nobody is graded: $(cat stderr)"
    [ ! -e ours/marks ] || fail "a class that is not graded has a folder of marks"
fi

# ---- started by root, programs run as another user: where he cannot enter, all goes on as well
if [ "$(id -u)" -eq 0 ]; then
    installed=$(dirname "$gridstride")/..
    mkdir -p private/bin private/lib private/include/gridstride private/tmp
    cp "$installed"/bin/gridstride "$installed"/bin/gridstride-sim "$installed"/bin/simt-cc private/bin
    cp -RL "$installed"/lib/gridstride private/lib
    cp -RL "$installed"/include/gridstride/simt private/include/gridstride
    cp -RL "$installed"/share private
    chmod -R go-rwx private
    for path in "$here/without" "$PATH"; do # as another user alone, and in bubblewrap
        rm -rf moved
        PATH=$path TMPDIR=$here/private/tmp private/bin/gridstride $options --out moved --quiet >stdout 2>stderr ||
            fail "in a folder that nobody else may enter: exit status $?"
        cmp -s marks/class.csv moved/class.csv || fail "in a folder that nobody else may enter the marks differ"
        [ -z "$(ls private/tmp)" ] || fail "it leaves something behind: $(ls private/tmp)"
    done
fi

# ---- what a teacher says: points, other points for one, one student more, a list for Moodle
mkdir -p 'class/Ann Bee_17_assignsubmission_file_' class/cid class/.hidden
cp "$exercises/solutions/vecadd.cu" 'class/Ann Bee_17_assignsubmission_file_/VecAdd.CU'
cp "$exercises/mutants/vecadd/no_bounds_check.cu" class/cid/vecadd.cu
printf 'vecadd 40 # points\n' >points
printf 'Identifier,Full name,Grade\r\nParticipant 17,Ann Bee,\r\nParticipant 18,cid,\r\n' >roster
"$gridstride" grade class --unsafe --out of_class --points points --roster roster --seed 7 >stdout 2>stderr ||
    fail "a class with points and a roster: exit status $?"
grep -q '^not graded, for nobody handed it in: lesson 0, lesson 1, .*3.2, .*lesson 6\(, lesson [0-9]*\)*$' stdout || fail "what nobody handed in is not listed"
[ "$(grep -c missing stdout)" -eq 0 ] || fail "what nobody handed in is missing for each"
grep -q 'left out: .hidden (begins with a dot)' stderr || fail "a hidden folder is left out in silence"
grep -q '^Participant 17,Ann Bee,40.0,3.1 vecadd: 40.0 of 40$' of_class/moodle.csv || fail "moodle.csv has no grade: $(cat of_class/moodle.csv)"
[ -s 'of_class/moodle/Ann Bee_17_assignsubmission_file_feedback.txt' ] || fail "no feedback for Moodle"
grep -q 'VecAdd.CU is taken for vecadd.cu' of_class/class.csv || fail "a name in capitals is taken in silence"
echo 'cid 3.1 30.5 The idea is right.' >>of_class/overrides.txt
"$gridstride" grade class --unsafe --out of_class --student cid >stdout 2>stderr || fail "one student: exit status $?"
grep -q '^1 of 2 were graded before and are kept$' stdout || fail "more than one student was judged"
expect_rows 1 'f["student"] == "cid" && f["score"] == 30.5 && f["max_score"] == 40 && f["note"] ~ /The idea is right/' \
    of_class/class.csv "points of the teacher's are not there"
grep -q '^Participant 18,cid,30.5,' of_class/moodle.csv || fail "the roster is forgotten in a second run"

# ---- what cannot be meant
printf 'vecadd much\n' >points
printf 'name\n"bob\n' >roster
expect_error 'points:1: "much" is no number of points' grade all --out x --points points
expect_error 'roster:2: a quote (") is not closed' grade all --out x --roster roster
expect_error 'nobody is called "zoe" in all' grade all --out x --student zoe
mkdir mine nobody
echo diary >mine/diary
expect_error 'name one folder of submissions' grade --out x
expect_error 'with --out' grade all
expect_error 'cannot read none: No such file' grade none --out x
expect_error 'nobody handed in' grade nobody --out x
expect_error 'mine has files that are not of a graded class' grade all --unsafe --out mine
expect_error 'mine/diary is no folder' grade all --unsafe --out mine/diary
expect_error 'lies among the submissions' grade all --unsafe --out all/marks
expect_error '--jobs: 0 is not from 1' grade all --out x --jobs 0
expect_error '--seed: cannot read "x"' grade all --out x --seed x
expect_error 'lesson 99 has no exercises' grade all --out x --exercises 99
expect_error 'unknown option "--exercise"; did you mean "--exercises"' grade all --out x --exercise 3
[ ! -e x ] || fail "a command that is refused makes a folder"
expect 0 'Exit status: 0 everybody was graded' grade --help
finish
