#!/bin/sh
# usage: red_team.sh GRIDSTRIDE LESSONS
# A class of cheats, accidents and attacks beside some honest students: each is told what the first
# line of its file says and gets less than full marks, the honest ones are graded as if they were
# alone, nothing outside of the folder of marks has changed, and nothing goes on running.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/../cli/lib.sh"
lessons=$2

# Each of them has attacks of its own.
exercises=
for folder in "$tests"/red_team/*/; do
    folder=${folder%/}
    exercises=${exercises:+$exercises,}${folder##*/}
done
# The tests of each exercise try its solution; these have arrays on the device, on the host, none.
honest='vecadd pulse_pipeline monte_carlo_pi'
solutions() {
    mkdir -p "$1"
    for exercise in $honest; do
        cp "$lessons"/*/exercises/solutions/"$exercise".cu "$1"
    done
}

# Attacks are held off by a sandbox of namespaces; containers may have none.
mkdir -p alone/student
"$gridstride" grade alone --out alone_marks --exercises vecadd --seed 5 >stdout 2>stderr
if grep 'no sandbox of namespaces' stderr; then
    echo "skipped: there is no sandbox to attack"
    exit 77
fi
rm -r alone alone_marks

# In the file `expected`: NAME EXERCISE KIND PART OF THE SENTENCE
expect_of() { # FILE EXERCISE: by its first line
    name=${1##*/} name=${name%.cu}
    sed -n "1s|^/\\* says: \\([^:]*\\): \\(.*\\) \\*/\$|$name $2 \\1 \\2|p" "$1"
}
hand_in() { # NAME KIND WORDS: as vecadd.cu, what comes from standard input
    mkdir -p "submissions/$1"
    cat >"submissions/$1/vecadd.cu"
    echo "$1 vecadd $2 $3" >>expected
}

# ---- those that are files of their own
for file in "$tests"/red_team/*/*.cu; do
    exercise=${file%/*} exercise=${exercise##*/} name=${file##*/} name=${name%.cu}
    case $name in
    x86_64_*) [ "$(uname -m)" = x86_64 ] || continue ;;
    esac
    mkdir -p "submissions/$name"
    cp "$file" "submissions/$name/$exercise.cu"
    expect_of "$file" "$exercise" >>expected
done
for file in "$tests"/red_team_text/*.cu; do
    name=${file##*/} name=${name%.cu}
    mkdir -p "texts/$name"
    cp "$file" "texts/$name/vecadd.cu"
    expect_of "$file" vecadd >>expected_of_texts
done

# ---- those that are made here
good=$(echo "$lessons"/*/exercises/solutions/vecadd.cu)
hand_in empty does-not-compile 'is empty' </dev/null
printf '\n \t\n' | hand_in blank does-not-compile 'is empty'
{ cat "$good" && printf '\0'; } | hand_in byte_of_0 does-not-compile 'is no text'
iconv -t UTF-16 "$good" | hand_in utf_16 does-not-compile 'is no text'
head -c 4096 /dev/urandom | hand_in noise does-not-compile ''
sed 's|^/|// \r__attribute__((no_sanitize_thread))\r/|' "$good" |
    hand_in carriage_return does-not-compile 'carriage return in the middle of a line'
{ cat "$good" && head -c 104857600 /dev/zero | tr '\0' ' '; } |
    hand_in file_of_100_mb too-large 'over 1 MiB and was not read'
{ cat "$good" && printf 'int x = 0' && yes '+ 1' | head -n 200000 | tr -d '\n' && echo ';'; } |
    hand_in long_line compiler-limit 'asks too much'
{ cat "$good" && printf 'int x = ' && yes '(' | head -n 200000 | tr -d '\n'; } |
    hand_in deep_brackets compiler-limit 'asks too much'
{ cat "$good" && yes 'asm' | head -n 200000 | tr '\n' ' '; } | hand_in many_words compiler-limit 'asks too much: it has'
{ cat "$good" && yes 'using t = int;' | head -n 60000; } | hand_in many_lines compiler-limit 'asks too much: it has'
{ cat "$good" && echo 'int x = ;'; } | hand_in does_not_compile does-not-compile ''

mkdir -p submissions/link submissions/link_to_a_folder submissions/pipe submissions/folder/vecadd.cu
ln -s "$good" submissions/link/vecadd.cu
ln -s "${good%/*}" submissions/link_to_a_folder/solutions
ln -s /dev/zero submissions/pipe/zero.cu
mkfifo submissions/pipe/vecadd.cu
mkdir -p submissions/deep submissions/many
folder=submissions/deep
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do folder=$folder/deeper; done
mkdir -p "$folder" && cp "$good" "$folder"
(cd submissions/many && seq -f 'copy_%.0f.cu' 1 5000 | xargs touch)
for name in link link_to_a_folder pipe folder deep many; do
    echo "$name vecadd missing Nothing was handed in" >>expected
done

# Names that are something else to a shell, a browser, a spreadsheet or a terminal.
odd=0
# shellcheck disable=SC2016 # nothing is to be expanded
for name in '-rf' '$(touch owned)' '`touch owned`' "'; touch owned; '" '<script>alert(1)<' \
    '=HYPERLINK("http:x")' '@SUM(1)' '+1' 'a,b"c' "line
end" "$(printf 'colour\033[31m')" "$(printf 'bytes\377\376')" "$(printf 'turned\342\200\256')" "$(printf '\357\274\235wide')" "$(printf '%0250d' 1)" ' '; do
    mkdir "submissions/$name" && cp "$good" "submissions/$name/not ours.txt" && odd=$((odd + 1))
done

# The page names what nobody reads.
mkdir submissions/odd_files
# shellcheck disable=SC2016 # nothing is to be expanded
for name in '"><script>alert(1)<.txt' '=HYPERLINK("x").txt' '$(touch owned).txt' "$(printf 'a\033[31mb\342\200\256.txt')"; do
    touch "submissions/odd_files/$name"
done
echo "odd_files vecadd missing Nothing was handed in" >>expected

# ---- those that are honest
solutions submissions/honest
mkdir submissions/honest_with_windows_lines submissions/honest_with_marks submissions/honest_mistake
sed 's/$/\r/' "$good" >submissions/honest_with_windows_lines/vecadd.cu
{ printf '\357\273\277/* caf\351 */\n' && cat "$good"; } >submissions/honest_with_marks/vecadd.cu
for file in "$lessons"/*/exercises/mutants/vecadd/no_bounds_check.cu; do
    cp "$file" submissions/honest_mistake/vecadd.cu
    sed -n '1s|^/\* says: \([^:]*\): \(.*\) \*/$|honest_mistake vecadd \1 \2|p' "$file" >>expected
done

# ---- what must not change
mkdir results tmp
echo "of the teacher" >results/lesson3.json
chmod -R go+w results
state() {
    find submissions texts results "$lessons"/*/exercises/solutions -printf '%p %y %m %U %s %T@ %l\n' | LC_ALL=C sort
}
state >before

# ---- all of them
TMPDIR=$here/tmp "$gridstride" grade submissions --out marks --exercises $exercises --seed 5 --jobs 2 \
    >stdout 2>stderr </dev/null
status=$?
[ $status -eq 0 ] || fail "the class cannot be graded: exit status $status"
# What a rule on the text refuses is told whatever the compiler says of it: this one refuses all,
# after the preprocessor, for the two sanitizers do not go together. It is much quicker.
TMPDIR=$here/tmp SIMT_CXX='g++ -fsanitize=address' "$gridstride" grade texts --out marks_of_texts \
    --exercises vecadd --seed 5 --jobs 2 >stdout 2>stderr </dev/null
status=$?
[ $status -eq 0 ] || fail "what the text tells needs a compiler: exit status $status"

# ---- what they were told
students=$(find submissions -mindepth 1 -maxdepth 1 -type d -printf . | wc -c)
[ "$(wc -l <marks/class.csv)" -eq $((students + 1)) ] || fail "class.csv does not have a line for each of $students"
column() { # of an exercise, in class.csv
    head -n 1 marks/class.csv | tr , '\n' | grep "^[0-9.]*_$1_$2\$"
}
# MARKS EXPECTED: each of them is told that kind, in those words, and has no full marks
are_told() {
    cut -d ' ' -f 2 "$2" | sort -u | while read -r exercise; do
        fields "$1/class.csv" student "$(column "$exercise" mistake)" "$(column "$exercise" score)" |
            awk -F '\t' -v exercise="$exercise" '$3 < 10 { print $1, exercise, $2 }'
    done >told
    while read -r name exercise kind words; do
        if ! grep -q -x -F "$name $exercise $kind" told ||
            ! grep -q -F -e "$words" "$1/students/$name/marks.json"; then
            fail "$name is not told $kind: $words: $(grep -e '"kind"' -e '^  *"sentence"' "$1/students/$name/marks.json")"
        fi
    done <"$2"
}
are_told marks expected
are_told marks_of_texts expected_of_texts
expect_rows $odd 'f["score"] == 0 && f["3.1_vecadd_mistake"] == "missing" && f["folder"] ~ /[^a-z0-9_]|^0+1/' \
    marks/class.csv "students with odd names do not all have nothing"
expect_rows 2 'f["folder"] ~ /^honest_with/ && f["3.1_vecadd_score"] >= 10' marks/class.csv \
    "the honest with odd bytes do not have full marks"
for exercise in $(echo "$exercises" | tr , ' '); do
    full=0
    case " $honest " in *" $exercise "*) full=1 ;; esac
    [ "$exercise" = vecadd ] && full=3
    expect_rows $full 'f["'"$(column "$exercise" score)"'"] >= 10' marks/class.csv \
        "not the honest alone has the marks of $exercise"
done

# ---- what they may not have done
state | cmp -s before - || fail "something else than marks has changed: $(state | diff before - | head)"
[ -z "$(find "$here" -name owned)" ] || fail "somebody owns this: $(find "$here" -name owned)"
[ -z "$(find tmp -mindepth 1)" ] || fail "left behind: $(find tmp -mindepth 1 | head)"
find marks -type f ! -path 'marks/students/*/marks.json' ! -path 'marks/students/*/results.json' \
    ! -path 'marks/students/*/feedback.txt' ! -path marks/overrides.txt \
    ! -path marks/index.html ! -path marks/class.csv ! -path marks/junit.xml ! -path marks/seed \
    ! -path marks/gridstride-grade.lock >foreign
find marks ! -type f ! -type d >>foreign
[ ! -s foreign ] || fail "this is nothing of marks: $(cat foreign)"
for process in /proc/[0-9]*/cmdline; do
    { tr '\0' ' ' <"$process"; } >running 2>where
    ! grep -q -F "$here/tmp" running || fail "this goes on running: $(cat running)"
done

# ---- what is shown of them is text
# Escape and delete, a control of two bytes, and three that turn the direction of writing.
for character in '\033' '\177' '\302\233' '\342\200\256' '\342\200\217' '\342\201\246'; do
    ! grep -r -l -F -e "$(printf "$character")" marks stdout stderr >files ||
        fail "the character $character of a student in $(cat files)"
done
! grep -r -l -i '<script>alert' marks/index.html marks/junit.xml >files || fail "a student's script in $(cat files)"
! grep -E -l "(^|,)\"?([=+@-]|$(printf '\357\274\235'))" marks/class.csv >files || fail "a student's formula in $(cat files)"
if command -v xmllint >where; then
    xmllint --noout marks/junit.xml 2>stderr || fail "junit.xml is no XML"
fi
finish
