#!/bin/sh
# usage: make_class.sh LESSONS OUT STUDENTS SEED [LESSON...]
# Makes a class from the solutions, right variants and mutants in the folder LESSONS, the same one
# for the same seed: OUT/submissions, and OUT/expected.csv with what each student is to be told.
# LESSON: 3, say; none: the whole course.
#
# Students hand in as students do: a folder, folders in it, one file, files with names of their own
# and old copies beside them; with Windows' line ends, byte order marks and comments in Latin-1.
set -eu
export LC_ALL=C
lessons=$1 out=$2 students=$3 seed=$4
shift 4
[ $# -gt 0 ] || set -- 1 2 3 4 5 6

# One line a source: LESSON EXERCISE stub|solution|right|mutant KIND FILE
sources() {
    for lesson; do
        for file in "$lessons"/0"$lesson"_*/exercises/*.cu \
            "$lessons"/0"$lesson"_*/exercises/solutions/*.cu \
            "$lessons"/0"$lesson"_*/exercises/right/*/*.cu \
            "$lessons"/0"$lesson"_*/exercises/mutants/*/*.cu; do
            [ -e "$file" ] || continue
            # How much processor time a call takes depends on what else the machine does.
            [ "${file##*/}" != processor_time.cu ] || continue
            folder=${file%/*} kind=passed
            case $folder in
            */exercises) what=stub name=${file##*/} kind=failed ;;
            */solutions) what=solution name=${file##*/} ;;
            */right/*) what=right name=${folder##*/} ;;
            *) what=mutant name=${folder##*/} kind=$(sed -n '1s|^/\* says: \([^:]*\):.*|\1|p' "$file") ;;
            esac
            folder=${file%/exercises/*}
            echo "${folder##*/} ${name%.cu} $what $kind $file"
        done
    done
}

# Who hands in what, and how; tab-separated, for everybody first a line with "-":
# STUDENT FORM EXERCISE LESSON KIND TWIST FILE OLD_FILE
plan() {
    awk -v students="$students" -v seed="$seed" '
        function any(count) { # from 0 to count - 1
            state = state * 16807 % 2147483647
            return int(state / 2147483647 * count)
        }
        function pick(exercise, what) {
            return found[exercise, what, any(count[exercise, what])]
        }
        {
            if (!($2 in lesson))
                exercises[total++] = $2
            lesson[$2] = $1
            found[$2, $3, count[$2, $3]++] = $5
            kind[$5] = $4
        }
        END {
            state = 1 + seed % 2147483646
            for (s = 1; s <= students; s++) {
                name = sprintf("student_%03d", s)
                if (s % 5 == 0)
                    name = sprintf("M\303\274ller, J\303\266rg %03d", s)
                form = any(6)
                form = form == 0 ? "flat" : form == 1 ? "nested" : form == 2 ? "deep" \
                    : form == 3 ? "renamed" : form == 4 ? "old_copies" : "file"
                only = form == "file" ? any(total) : -1
                printf "%s\t%s\t-\t-\t-\t-\t-\t-\n", name, form
                for (e = 0; e < total; e++) {
                    x = exercises[e]
                    chance = any(100)
                    what = chance < 10 ? "" : chance < 15 ? "stub" : chance < 35 ? "solution" \
                        : chance < 50 ? "right" : "mutant"
                    if (only >= 0)
                        what = e != only ? "" : what == "" ? "solution" : what
                    file = what == "" ? "-" : pick(x, what)
                    chance = any(10)
                    twist = chance < 5 ? "none" : chance < 6 ? "crlf" : chance < 7 ? "latin1" \
                        : chance < 8 ? "bom" : chance < 9 ? "crlf_latin1" : "crlf_bom"
                    old = form == "old_copies" ? pick(x, "mutant") : "-"
                    if (what == "")
                        old = "-"
                    printf "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", name, form, x, lesson[x],
                        what == "" ? "missing" : kind[file], twist, file, old
                }
            }
        }'
}

# twisted FILE TWIST: its text as another editor would have left it, every line where it was.
twisted() {
    case $2 in *bom) printf '\357\273\277' ;; esac
    case $2 in
    crlf | crlf_bom) sed 's/$/\r/' "$1" ;;
    latin1) sed "s|/\\* here|/* h\\xe9r|" "$1" && printf '// gr\374\337e\n' ;;
    crlf_latin1) sed "s|/\\* here|/* h\\xe9r|; s/\$/\\r/" "$1" && printf '// gr\374\337e\r\n' ;;
    *) cat "$1" ;;
    esac
}

# Answers to lesson 3's questions: all, the first one wrong, or none.
answer() {
    second=passed
    case $(($1 % 3)) in
    0) first=passed blocks=65537 ;;
    1) first=wrong-answer blocks=65536 ;;
    2) first=not-answered second=not-answered ;;
    esac
    printf '"%s",blocks,%s\n"%s",spare_threads,%s\n' "$3" "$first" "$3" "$second" >>"$out/expected.csv"
    [ $second = passed ] || return 0
    mkdir -p "$2/03_vecadd"
    printf '# answers\r\nblocks = %d # (2^24 + 11) / 256\r\nspare_threads = 2^10 - 11\r\n' "$blocks" \
        >"$2/03_vecadd/questions.txt"
}

mkdir -p "$out/submissions"
echo student,name,kind >"$out/expected.csv"
tab=$(printf '\t')
number=0 graded_3=0
case " $* " in *" 3 "*) graded_3=1 ;; esac
sources "$@" | plan | while IFS=$tab read -r student form exercise lesson kind twist file old; do
    folder=$out/submissions/$student
    if [ "$exercise" = - ]; then
        number=$((number + 1))
        [ "$form" = file ] || mkdir -p "$folder"
        [ "$form" = file ] || [ $graded_3 -eq 0 ] || answer $number "$folder" "$student"
        continue
    fi
    printf '"%s",%s,%s\n' "$student" "$exercise" "$kind" >>"$out/expected.csv"
    [ "$file" != - ] || continue
    case $form in
    file) target=$folder.cu ;;
    nested) target=$folder/$lesson/$exercise.cu ;;
    deep) target="$folder/home work/final (2)/$lesson/$exercise.cu" ;;
    renamed) target="$folder/my $exercise.cu" ;;
    *) target=$folder/$exercise.cu ;;
    esac
    mkdir -p "${target%/*}"
    twisted "$file" "$twist" >"$target"
    if [ "$old" != - ]; then
        mkdir -p "$folder/old"
        cat "$old" >"$folder/old/$exercise.cu"
    fi
done
