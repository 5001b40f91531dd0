#!/bin/sh
# usage: record_test.sh RECORD GRIDSTRIDE
# The script that records a machine, in parts: without a GPU, at one small size.
record=$1
export GRIDSTRIDE="$2"
here=$(mktemp -d) || exit 2
trap 'rm -rf "$here"' EXIT
cd "$here" || exit 2
export XDG_CACHE_HOME="$here/cache"
failures=0

fail() {
    echo "FAILED: $1"
    sed 's/^/    /' said
    failures=$((failures + 1))
}

# record STATUS ARGUMENTS...: what is said is in `said`
record() {
    wanted=$1
    shift
    sh "$record" "$@" >said 2>&1
    status=$?
    [ $status -eq "$wanted" ] || fail "record.sh $*: exit status $status, not $wanted"
}

# is NAME STATE: what --list says of a part
is() {
    sh "$record" --out mine --list >list
    grep -q "^$1 $2" list || fail "$1 is not $2 but: $(grep "^$1 " list)"
}

# ---- what cannot be meant
record 2 --bogus
grep -q 'knows no --bogus' said || fail "nothing is said of an unknown option"
record 2 --part nothing
grep -q 'there is no part nothing' said || fail "nothing is said of an unknown part"
record 2 --time-limit soon
grep -q 'takes whole seconds' said || fail "nothing is said of a limit that is none"
record 2 --out
grep -q 'wants a value' said || fail "nothing is said of a value that is missing"
record 2 --part ''
grep -q 'wants a value' said || fail "no name stands for all parts"
[ ! -e results ] || fail "what was refused left results"
GRIDSTRIDE=nowhere record 2 --part run3
grep -q 'there is no program' said || fail "nothing is said of a program that is missing"

# ---- the parts of the course
is run3 'to do'
for name in profile run0 run14 verify6 peers3 goals exercises12 assess1 assess2; do
    is "$name" 'to do'
done

# ---- one part after the other; one that fails does not lose the others
set -- --device sim --sizes 33 --dtype f32
record 1 --out mine --part profile --part run3 --part verify3 -- "$@"
is profile 'failed: '
is run3 right
is verify3 right
grep -q '^\$ .* run 3 ' mine/parts/run3.txt || fail "the command is not beside what it printed"
[ -s "$(echo mine/*/lesson3.json)" ] || fail "a part left no result"
[ -s "$(echo mine/*/verify3.json)" ] || fail "the next part left no result"
record 2 --out mine -- "$@"
grep -q 'has parts already' said || fail "a second call is not refused"

# ---- what is done is left as it is
before=$(cksum mine/*/lesson3.json)
record 0 --out mine --resume --part run3 --part run2 -- "$@"
is run2 right
grep -q '^\$ .* --resume ' mine/parts/run2.txt || fail "--resume does not go on behind the last point"
[ "$(cksum mine/*/lesson3.json)" = "$before" ] || fail "--resume runs a part again"
record 0 --out mine --part run3 -- "$@"
[ "$(cksum mine/*/lesson3.json)" != "$before" ] || fail "--part without --resume does not run it again"
! grep -q '^\$ .* --resume ' mine/parts/run3.txt || fail "--part without --resume does not begin anew"
record 1 --out mine --part goals
is goals 'failed: there are no results of peers'

# ---- what a machine or its libraries cannot do is no failure
printf '#!/bin/sh\nexit 77\n' >skips
chmod +x skips
GRIDSTRIDE=$here/skips record 0 --out mine --part run14 --part peers0
is run14 skipped
is peers0 skipped

# ---- the time is up: with no result lost, and the next call goes on behind the last point
printf '#!/bin/sh\n[ -e "%s/go" ] || exec sleep 1000\n' "$here" >slow # a program that goes on when it may
chmod +x slow
GRIDSTRIDE=$here/slow record 130 --out mine --part run4 --part run5 --time-limit 1
grep -q 'stopped at run4' said || fail "nothing says where it was stopped"
is run4 'to do'
touch go
GRIDSTRIDE=$here/slow record 0 --out mine --resume --part run4 --part run5 --time-limit 60
is run4 right
is run5 right

# ---- a part that never ends in that time, and cannot go on, is a failure, and not tried for ever
rm go
GRIDSTRIDE=$here/slow record 130 --out other --part assess1 --time-limit 1
sh "$record" --out other --list >list
grep -q '^assess1 failed: it takes longer than 1 s' list || fail "a part is tried for ever"
[ $failures -eq 0 ]
