# shellcheck shell=sh
# What the command line tests share: . "$(dirname "$0")/lib.sh"
# Each test is started with the path of gridstride, and runs in an empty folder of its own.
gridstride=$1
# shellcheck disable=SC2034 # for those who source this
tests=$(cd "$(dirname "$0")" && pwd)
here=$(mktemp -d) || exit 2
trap 'rm -rf "$here"' EXIT
cd "$here" || exit 2
export LC_ALL=C
unset GRIDSTRIDE_DEVICE_REASON
export GRIDSTRIDE_CALLED=gridstride # what is printed to be typed begins with it
failures=0

fail() {
    echo "FAILED: $1"
    [ -s stderr ] && sed 's/^/    /' stderr
    failures=$((failures + 1))
}

# expect STATUS WORDS ARGUMENTS...: gridstride ends with this status, and says these words on
# standard output, or on standard error where the status is not 0.
expect() {
    wanted=$1 words=$2
    shift 2
    "$gridstride" "$@" >stdout 2>stderr
    status=$?
    [ $status -eq "$wanted" ] || fail "gridstride $*: exit status $status, not $wanted"
    said=stdout
    [ "$wanted" -eq 0 ] || said=stderr
    grep -q -F -e "$words" $said || fail "gridstride $*: says nothing of '$words'"
}

# expect_error WORDS ARGUMENTS...: one line that names the program, nothing on standard output, 2.
expect_error() {
    expect 2 "$@"
    shift
    [ "$(wc -l <stderr)" -eq 1 ] || fail "gridstride $*: says more or less than one line"
    grep -q '^gridstride: ' stderr || fail "gridstride $*: does not begin with its name"
    [ ! -s stdout ] || fail "gridstride $*: writes to standard output"
}

# In awk, of each row of a CSV but the first: f["NAME"], its fields by their columns' names. Quoted
# fields may hold commas, and no line ends.
# shellcheck disable=SC2016 # nothing is to be expanded
read_csv='
    function read_fields(line, at, count, quoted, value, c, one) {
        count = quoted = 0
        value = ""
        for (at = 1; at <= length(line) + 1; at++) {
            c = substr(line, at, 1)
            if (c == "\"") {
                quoted = !quoted
            } else if (c == "" || (c == "," && !quoted)) {
                split(value, one, "\001") # what split() finds may be compared as a number
                f[names[++count]] = value == "" ? "" : one[1]
                value = ""
            } else {
                value = value c
            }
        }
    }
    NR == 1 { split($0, names, ","); next }
    { read_fields($0) }'

# rows CONDITION FILE: how many rows of a CSV meet an awk condition on f["NAME"].
rows() {
    awk "$read_csv"'
        '"$1"' { found++ }
        END { print found + 0 }' "$2"
}

# fields FILE NAME...: those of each row of a CSV, with tabs between them.
fields() {
    csv=$1
    shift
    awk -v wanted="$*" "$read_csv"'
        {
            count = split(wanted, column, " ")
            for (i = 1; i <= count; i++)
                printf "%s%s", f[column[i]], i < count ? "\t" : "\n"
        }' "$csv"
}

# expect_rows COUNT CONDITION FILE WORDS: the words say what is wrong with any other count.
expect_rows() {
    found=$(rows "$2" "$3")
    [ "$found" = "$1" ] || fail "$4 ($found rows, not $1)"
}

# until_free FILE: a process that was killed leaves others, which end soon and hold its lock until then.
until_free() {
    flock "$1" true
}

# A run that takes a moment: OPTIONS... come behind.
small_run() {
    "$gridstride" run 3 --device sim --sizes 33 --dtype f32 --variant one_per_thread --blocks 32 "$@"
}

finish() {
    [ "$failures" -eq 0 ]
    exit
}
