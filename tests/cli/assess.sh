#!/bin/sh
# usage: assess.sh GRIDSTRIDE LESSONS
# The assessments without a GPU: three verdicts, each of which can fail alone, and a certificate
# whose seal fits until somebody changes a byte.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"
export XDG_CACHE_HOME="$here/cache"
lessons=$2
exercises=$lessons/05_pipelines/exercises
solution=$exercises/solutions/create_hidden_layer.cu

# assess STATUS ARGUMENTS...: what is said is in `said`
assess() {
    wanted=$1
    shift
    "$gridstride" assess "$@" >said 2>stderr
    status=$?
    [ $status -eq "$wanted" ] || fail "assess $*: exit status $status, not $wanted: $(cat said)"
}

# verdicts WORDS: yes, no and ? of the three, in their order.
verdicts() {
    got=$(sed -n 's/^\(yes\|no\|?\)  *[HFR].*/\1/p' said | tr '\n' ' ')
    [ "$got" = "$1 " ] || fail "the verdicts are $got, not $1: $(cat said)"
}

# ---- a certificate
assess 0 1 "$solution" --device sim --seed 1 --name 'Ada <b>Lovelace</b>'
verdicts 'yes yes yes'
grep -q 'so no time was measured' said || fail "nothing says that no time was measured: $(cat said)"
tr '\n' ' ' <said | grep -q '6 copies move 8388696 bytes to the device and 4194348 back' ||
    fail "copies and bytes are not told: $(cat said)"
grep -q '"name": "Ada <b>Lovelace</b>"' certificate1.json || fail "the certificate has no name"
grep -q '"gpu": null' certificate1.json || fail "a certificate of the simulator has a GPU"
sum=$(sha256sum "$solution" | cut -d' ' -f1)
grep -q "\"sha256\": \"$sum\"" certificate1.json || fail "the certificate does not say which source it is of"
grep -q 'Ada &#60;b&#62;Lovelace' certificate1.html || fail "the page does not show the name as it is"

# Its checksum is what another program makes of it.
python=$(command -v python3 || true)
if [ -n "$python" ]; then
    $python -c '
import hashlib, json
c = json.load(open("certificate1.json"))
seal = c.pop("seal")
text = json.dumps(c, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
assert seal == {"kind": "sha256", "value": hashlib.sha256(text.encode()).hexdigest()}' 2>stderr ||
        fail "python makes another checksum"
fi

# ---- verified
assess 0 --verify certificate1.json
grep -q '^name: *Ada <b>Lovelace</b>$' said || fail "nothing is said of whose it is: $(cat said)"
grep -q 'does not show who did' said || fail "a checksum is taken for more than it is: $(cat said)"
sed 's/Ada/Eve/' certificate1.json >changed.json
assess 1 --verify changed.json
grep -q 'does not fit: the file was changed' stderr || fail "nothing is said of a change"
[ ! -s said ] || fail "a changed certificate is shown"

# Anyone can put that seal on what says nothing of the kind.
for change in 'c["verdicts"][1]["passed"] = False' 'c["verdicts"] = []' 'c["assessment"] = 99' 'c["name"] = ""'; do
    [ -n "$python" ] || break
    $python -c '
import hashlib, json, sys
c = json.load(open("certificate1.json"))
del c["seal"]
exec(sys.argv[1])
text = json.dumps(c, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
c["seal"] = {"kind": "sha256", "value": hashlib.sha256(text.encode()).hexdigest()}
json.dump(c, open("changed.json", "w"))' "$change"
    assess 1 --verify changed.json
    grep -q 'does not say that somebody passed' stderr || fail "nothing is said of: $change"
    [ ! -s said ] || fail "what is no certificate is shown: $change"
done

# ---- with a teacher's key: by whoever may run it in a sandbox
(umask 077 && printf '%s\n' 0123456789abcdef0123456789abcdef >key && printf '%s\n' another-key-of-a-teacher >other)
assess 1 --verify certificate1.json --key key
grep -q 'not sealed with a key' stderr || fail "a checksum passes for a seal by key"
if "$gridstride" assess 1 "$solution" --device sim --seed 1 --name Ada --key key >said 2>stderr; then
    grep -q '"kind": "hmac-sha256"' certificate1.json || fail "a key makes no HMAC"
    [ -z "$python" ] || $python -c '
import hashlib, hmac, json
c = json.load(open("certificate1.json"))
seal = c.pop("seal")
text = json.dumps(c, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
wanted = hmac.new(open("key", "rb").read(), text.encode(), hashlib.sha256).hexdigest()
assert seal == {"kind": "hmac-sha256", "value": wanted}' 2>stderr || fail "python makes another HMAC"
    assess 0 --verify certificate1.json --key key
    assess 1 --verify certificate1.json --key other
    assess 2 --verify certificate1.json
    sed 's/Ada/Eve/' certificate1.json >changed.json
    assess 1 --verify changed.json --key key
else
    grep -q 'could read the key' stderr || fail "a key is refused without saying why"
    echo "not tested: sealing with a key (there is no sandbox)"
fi
chmod 644 key
expect_error 'chmod 600' assess --verify certificate1.json --key key
printf 'short' >key && chmod 600 key
expect_error 'are the least' assess --verify certificate1.json --key key

# ---- each verdict fails alone
rm -f certificate1.*
for row in 'not_copied_back no ? ?' 'copies_not_waited_for no ? ?' 'too_few_bytes no ? ?' 'round_trip yes no yes' 'not_normalized ? ? no'; do
    assess 1 1 "$exercises/mutants/create_hidden_layer/${row%% *}.cu" --device sim --seed 1
    verdicts "${row#* }"
done
tr -s '\n ' '  ' <said | grep -q '(n = 31)' || fail "nothing says at which n it is wrong: $(cat said)"
assess 1 1 --device sim --seed 1
verdicts 'yes no yes'
[ -f exercises/05_pipelines/create_hidden_layer.cu ] || fail "no working copy was made"
echo 'void' >mine.cu
assess 1 1 mine.cu --device sim
verdicts '? ? no'
grep -q ' mine\.cu:1: ' said || fail "the file is not named as it was given: $(cat said)"
grep -q 'check create_hidden_layer mine\.cu' stderr || fail "another file would be checked: $(cat stderr)"
[ ! -e certificate1.json ] && [ ! -e certificate1.html ] || fail "a certificate for what did not pass"

# ---- the second one: the same, with its own exercise, sizes and certificate
exercises=$lessons/12_softmax/exercises
assess 0 2 "$exercises/solutions/attention_weights.cu" --device sim --seed 1 --name Ada
verdicts 'yes yes yes'
tr -s '\n ' '  ' <said >line
grep -q '3 copies move 65536 bytes to the device and 65536 back at words = 128, features = 64' line ||
    fail "copies and bytes are not told: $(cat said)"
assess 0 --verify certificate2.json
grep -q 'assessment 2' said || fail "nothing is said of which assessment it is: $(cat said)"
rm certificate2.*
for row in 'not_copied_back no ? ?' 'copy_not_waited_for no ? ?' 'too_few_bytes no ? ?' 'no_tiles yes no yes' 'not_scaled ? ? no'; do
    assess 1 2 "$exercises/mutants/attention_weights/${row%% *}.cu" --device sim --seed 1
    verdicts "${row#* }"
done
tr -s '\n ' '  ' <said | grep -q '(words = 17, features = 40)' || fail "nothing says at which size it is wrong: $(cat said)"
sed '/on_keys, keys/s/\(.*\)inputs,/cudaMemset(on_keys, 0, inputs); \1words * features,/' "$exercises/solutions/attention_weights.cu" >few.cu
assess 1 2 few.cu --device sim --seed 1
verdicts '? ? no'
grep -q 'counts bytes' said || fail "a copy of too few bytes to the device is not told: $(cat said)"
assess 1 2 --device sim --seed 1
verdicts 'yes no yes'
[ ! -e certificate2.json ] || fail "a certificate for what did not pass"

# ---- what cannot be meant
assess 0
[ "$(grep -c '^[12]  .*(lessons ' said)" -eq 2 ] || fail "the list has not both of them: $(cat said)"
expect_error 'there is no assessment "3"' assess 3
expect_error 'there is no assessment "one"' assess one
expect_error 'which one?' assess --name Ada
expect_error '--verify goes with --key alone' assess 1 --verify certificate1.json
expect_error 'without control characters' assess 1 "$solution" --name "$(printf 'A\033[2J')"
expect_error 'who is it for?' assess 1 "$solution" --name ' '
expect_error 'is no certificate of gridstride' assess --verify "$lessons/../results/recorded/nvidia-h200/peers3.json"
echo '{"format": ' >bad.json
expect_error 'bad.json:' assess --verify bad.json
finish
