#!/bin/sh
# All that is measured on a machine, part by part: what its GPU can do, each lesson timed, verified
# and beside other libraries, what is promised of the latter, the solutions of the exercises, the
# assessments. docs/results.md says more.
#
#   record.sh --list                          the parts, and what has become of them
#   record.sh --out mine                      all parts; what each printed is in mine/parts
#   record.sh --out mine --resume --time-limit 520    goes on, for 520 seconds at most
#   record.sh --out mine --part run3          this one again
#
# The program is $GRIDSTRIDE, or that of the tree or the installation in which this file lies.
set -u

usage='record.sh [--out FOLDER] [--list] [--resume] [--part NAME]... [--time-limit S] [-- OPTIONS OF RUN]'

refuse() {
    echo "record.sh: $1" >&2
    exit 2
}

[ "${1:-}" != --help ] || {
    echo "usage: $usage"
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0"
    exit 0
}

# ---- what was asked for
out=results resume=false list=false wanted='' limit=0
while [ $# -gt 0 ]; do
    case $1 in
    --resume) resume=true ;;
    --list) list=true ;;
    --)
        shift
        break
        ;;
    --out | --part | --time-limit)
        [ -n "${2:-}" ] || refuse "$1 wants a value: $usage"
        case $1 in
        --out) out=$2 ;;
        --part) wanted="$wanted $2" ;;
        --time-limit) limit=$2 ;;
        esac
        shift
        ;;
    *) refuse "it knows no $1: $usage" ;;
    esac
    shift
done
case $limit in
*[!0-9]* | '') refuse "--time-limit takes whole seconds, not $limit" ;;
esac

# ---- where things are
root=$(cd "$(dirname "$0")/.." && pwd) || exit 2
lessons=$root/lessons
if [ -z "${GRIDSTRIDE:-}" ]; then
    GRIDSTRIDE=$root/build/bin/gridstride
    [ -x "$GRIDSTRIDE" ] || GRIDSTRIDE=$root/../../bin/gridstride
fi
GRIDSTRIDE=$(command -v "$GRIDSTRIDE") ||
    refuse "there is no program gridstride; build it, or say where it is: GRIDSTRIDE=FILE record.sh"
case $GRIDSTRIDE in
/*) ;;
*) GRIDSTRIDE=$PWD/$GRIDSTRIDE ;;
esac
[ -f "$lessons/lessons.def" ] || refuse "cannot read $lessons/lessons.def, which this file needs beside it"
numbers=$(sed -n 's/^GS_LESSON(\([0-9]*\),.*/\1/p' "$lessons/lessons.def")

# ---- the parts, in their order
all=profile
for kind in run verify peers; do
    for number in $numbers; do
        all="$all $kind$number"
    done
done
all="$all goals"
for number in $numbers; do
    all="$all exercises$number"
done
all="$all assess1 assess2"

for name in $wanted; do
    case " $all " in
    *" $name "*) ;;
    *) refuse "there is no part $name; --list shows them" ;;
    esac
done

# FOLDER/parts/state has a line for each part that ended: its name, and what became of it.
state=$out/parts/state
state_of() {
    [ ! -f "$state" ] || sed -n "s/^$1 //p" "$state" | tail -n 1
}

if $list; then
    for name in $all; do
        became=$(state_of "$name")
        echo "$name ${became:-to do}"
    done
    exit 0
fi
if [ -z "$wanted" ] && ! $resume && [ -f "$state" ]; then
    refuse "$out has parts already: --resume goes on with the others, --out FOLDER begins elsewhere"
fi
mkdir -p "$out/parts" || refuse "cannot make the folder $out/parts; choose another with --out"
out=$(cd "$out" && pwd)
state=$out/parts/state

# ---- one part
# begin NAME SECONDS OPTIONS...: starts it, and waits for it, for so long at most where that is not 0.
# With --resume runs go on behind their last point.
begin() {
    name=$1 seconds=$2
    number=${name##*[a-z]}
    shift 2
    case $name in
    profile) set -- "$GRIDSTRIDE" profile --out "$out" ;;
    run* | verify* | peers*)
        ! $resume || set -- --resume "$@"
        set -- "$GRIDSTRIDE" "${name%"$number"}" "$number" --quiet --out "$out" "$@"
        ;;
    goals)
        set -- "$GRIDSTRIDE" goals "$out"/*/peers*.json
        [ -f "$3" ] || {
            echo "there are no results of peers in $out yet: the parts peers0, peers1, ... make them" >"$name.txt"
            return 2
        }
        ;;
    exercises*)
        set -- sh "$root/cluster/exercises.sh" "$GRIDSTRIDE" \
            "$lessons/$(printf '%02d' "$number")"_*/exercises/solutions/*.cu
        ;;
    assess1) set -- "$GRIDSTRIDE" assess 1 "$lessons"/*/exercises/solutions/create_hidden_layer.cu --name Reference --seed 1 ;;
    assess2) set -- "$GRIDSTRIDE" assess 2 "$lessons"/*/exercises/solutions/attention_weights.cu --name Reference --seed 1 ;;
    esac
    echo "\$ $*" >"$name.txt"
    if [ "$seconds" -gt 0 ]; then
        # One signal to the program alone: it ends behind the point that it is at.
        set -- timeout --foreground --signal=INT --kill-after=60 "$seconds" "$@"
    fi
    "$@" >>"$name.txt" 2>&1
}

# Whether a part goes on where it was stopped.
goes_on() {
    case $1 in
    run* | verify* | peers*) true ;;
    *) false ;;
    esac
}

# A part that was stopped with all of the time for itself will never end in so much.
stop() {
    if [ "$1" -eq 124 ] && $is_first && ! goes_on "$name"; then
        echo "$name failed: it takes longer than $limit s" >>"$state"
    fi
    echo "stopped at $name; go on with --resume"
    exit 130
}

# ---- all of them
trap : INT # the program gets it too, and ends behind the point that it is at
cd "$out/parts" || exit 2
began=$(date +%s)
is_first=true
for name in ${wanted:-$all}; do
    if $resume && [ -n "$(state_of "$name")" ]; then
        continue
    fi
    left=$limit # the first one has all of the time
    $is_first || [ "$limit" -eq 0 ] || left=$((began + limit - $(date +%s)))
    [ "$limit" -eq 0 ] || [ "$left" -gt 0 ] || stop 0
    echo "$name"
    begin "$name" "$left" "$@"
    status=$?
    case $status in
    0) became=right ;;
    1) [ "$name" = goals ] && became=short || became=wrong ;;
    77) became=skipped ;;
    124 | 130 | 137) stop "$status" ;;
    *) became="failed: $(tail -n 1 "$name.txt")" ;;
    esac
    [ "$status" -eq 0 ] || echo "    $became ($out/parts/$name.txt)"
    echo "$name $became" >>"$state"
    is_first=false
done

bad=0
for name in ${wanted:-$all}; do
    case $(state_of "$name") in
    wrong* | failed*) bad=$((bad + 1)) ;;
    esac
done
[ $bad -eq 0 ] || {
    echo "$bad parts are wrong or failed: --list names them"
    exit 1
}
