#!/bin/sh
# usage: bad_input.sh GRIDSTRIDE
# What cannot be meant is refused in one line that says what can, before anything runs.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

expect_error 'gridstride --help'
expect_error 'unknown command "lsit"; did you mean "list"? There are: list, run' lsit
expect_error 'unknown command "frobnicate"; there are: list, run' frobnicate
expect 0 'usage: gridstride COMMAND [OPTIONS]' help
expect_error 'for the help of one command write: gridstride run --help' help run
expect_error 'unknown exercise "0.9"; lesson 0 has 0.1 to 0.' check 0.9
expect_error 'unknown exercise "99.9"; there are lessons 0 to 14' check 99.9
expect_error '"rase" is no exercise and no lesson; did you mean "race_add"?' check rase
expect_error '"frobnicate" is no exercise and no lesson; `' check frobnicate
expect_error 'new: "a\x1bb" is no name for a file' new "a$(printf '\033')b"
# Two devices are asked for, and there is one.
SIMT_DEVICES=1
export SIMT_DEVICES
expect 77 'all 1 points were skipped: needs 2 devices, has 1' run 14 --workload spread_sum \
    --variant peer_copies --dtype f32 --sizes 33 --blocks 32 --device sim --out one_device
unset SIMT_DEVICES
# Options: those of other commands, repeated ones, missing and empty values, in any order.
expect_error 'run: unknown option "--sices"; did you mean "--sizes"?' run 3 --sices 33
expect_error 'run: unknown option "--sices"; did you mean "--sizes"?' run 3 --sices=33
expect_error 'unknown option "-s"' run 3 -s
expect_error 'a block has 1 to 1024 threads, not 2048' occupancy 2048
expect_error 'a block has 1 to 1024 threads, not 0' occupancy 32,0
expect_error 'unknown GPU "H10"; did you mean' occupancy 256 --gpu H10
expect_error 'a block can have 65536 bytes of shared memory at most, on a GPU of compute capability 7.5' \
    occupancy 256 --shared 65Ki --gpu T4
# Profiles: of a GPU, or of a file that is one.
expect_error 'a simulated device has no times' profile
expect_error 'nowhere.json' profile nowhere.json
echo '{"profile_version": 1}' >profile.json
expect_error 'profile.json: it has no table "numbers"' profile profile.json
expect_error '--out is for a profile that is measured' profile profile.json --out somewhere
expect_error 'list: unknown option "--threshold"; it is an option of compare' list --threshold banana
expect_error 'info: unknown option "--shard"; it is an option of run, verify, peers' info --shard 9/2
expect_error 'run: unknown option "--threshold"; it is an option of compare' run 3 --threshold 5
expect_error 'did you mean "--block"? It is an option of run, verify, peers' inspect 3 --blocks 32
expect_error 'run: unknown option "--threshold"' --threshold 5 run 3
expect_error 'run: --lesson stands twice' run --lesson 3 --lesson 4
expect_error 'run: --shard stands twice' run 3 --shard 1/2 --shard=2/2
expect_error 'run: --quiet stands twice' --quiet run 3 --quiet
expect_error '"vecadd" stands twice' run 3 --workload vecadd,vecadd
expect_error '"serial" stands twice' run 3 --variant serial,threads,serial
expect_error '"f32" stands twice' inspect 3 --dtype f32,f32
expect_error '"3.1" stands twice' grade . --out x --exercises 3.1,3.1
expect_error '--sizes needs a value' run 3 --sizes
expect_error '--out needs a value' run 3 --out --quiet
expect_error '--out needs a value' run 3 --out=
expect_error '--device needs a value' --device --quiet run 3
expect_error '--quiet takes no value' run 3 --quiet=1
expect_error '"--" means nothing here' run 3 --
expect_error '"--" means nothing here' list -- 3
expect_error 'a lesson takes no arguments behind --' inspect 3 --
expect_error 'name a lesson or a program' inspect -- 3
expect_error '"--sizes" is no command' --sizes 33
expect_error '"--version" is no command' --version --version
expect_error 'unknown command "3"' --device run 3
expect_error 'unknown command "lsit"; did you mean "list"?' --seed 5 lsit
expect_error 'unknown command "a\nb"' "$(printf 'a\nb')"
expect_error 'unknown lesson "\x1b[31m3"' run "$(printf '\033[31m3')"
expect_error 'unknown variant "a\u202eb\xff"' run 3 --variant "$(printf 'a\342\200\256b\377')"
expect_error 'cannot read x\ny.json: No such file' table "$(printf 'x\ny.json')"
for seconds in -1 nan inf 0x10 5s 1e 1,5 +1 ' 1'; do
    expect_error "--time-limit: \"$seconds\" is no number of seconds; write one from 0.001 to" \
        run 3 --time-limit="$seconds"
done
for seconds in 0 1e-7 1e7 1e999; do
    expect_error "--time-limit: $seconds is not from 0.001 to 1000000 seconds" \
        run 3 --time-limit "$seconds"
done
for percent in -1 nan inf 0x5 5% 5x 1e; do
    expect_error "--threshold: \"$percent\" is no number of percent; write one from 0 to 1000000" \
        compare a b --threshold="$percent"
done
expect_error '--threshold: 1e999 is not from 0 to 1000000 percent' compare a b --threshold 1e999
expect_error '--seed: cannot read "1x"' run 3 --seed 1x
expect_error '--shard: "9/2" is no part of a whole' run 3 --shard 9/2

# What does not go together, or means nothing without what it is for.
expect_error '"3" is too many; --lesson names the lesson' run 3 --lesson 3
expect_error '--lesson and --out say which results' plot out/lesson3.json --lesson 3
expect_error '--json is for an exercise' check --json
expect_error '--hint does not go with --reset' check 3.1 --reset --hint
expect_error '--solution does not go with --seed' check 3.1 --solution --seed 3
expect_error '--reset puts back the file in exercises' check 3.1 other.cu --reset
expect_error '--solution is for exercises, not for questions' check 3.q1 --solution
expect_error '"4.1" is too many' check 3.1 file.cu 4.1
expect_error '--watch needs a terminal for its keys' check 3.1 --watch
expect_error 'the solution of vecadd is shown once yours has passed' check 3.1 --solution
[ ! -e exercises ] || fail "a refused check made files"

# Options before the command, and values that are called like commands.
expect 0 'hint 1 of 3' --hint check 3.1
expect 0 'simulator' --device sim info
expect 0 'simulator' info --device=sim
SIMT_CAPABILITY=T4
export SIMT_CAPABILITY
expect 0 'compute capability 7.5' info --device sim
unset SIMT_CAPABILITY
expect_error 'unknown lesson "list"' --out run run list
rm -rf exercises

expect_error 'name a lesson' run
expect_error 'unknown lesson "vecad"; did you mean "vecadd"?' run vecad
expect_error 'unknown lesson 99; there are: 0 (hello), 1 (race_add)' run 99
expect_error 'name a lesson' run ''
expect_error '"4" is too many' run 3 4
expect_error '"extra" is too many' list 3 extra
expect_error 'unknown workload "vecdad"; did you mean "vecadd"?' run 3 --workload vecdad
expect_error 'unknown variant "serail"; did you mean "serial"?' run 3 --variant serail
expect_error 'unknown variant "threds"; did you mean "threads"?' run 3 --variant serial,threds
expect_error '--variant: a name is missing in "serial,"' run 3 --variant serial,
expect_error 'unknown dtype "f23"; did you mean "f32"? There are: f32, f64, i32, i64' \
    run 3 --dtype f23
expect_error 'unknown dtype "f16"' run 3 --dtype f32,f16
expect_error 'unknown device "cudda"; did you mean "cuda"? There are: auto, cuda, sim' \
    run 3 --device cudda
expect_error 'unknown device "gpu"' run 3 --device gpu

# Sizes, grids and blocks: malformed, negative, over what a number holds, nothing, over memory's addresses.
for option in --sizes --grids --blocks; do
    expect_error "$option: cannot read \"abc\": not a number" run 3 $option abc
    expect_error "$option needs a value" run 3 $option ''
    expect_error "$option: cannot read \"33,\"" run 3 $option 33,
    expect_error "$option: cannot read \"1.5\"" run 3 $option 1.5
    expect_error "$option: cannot read \"1:8\": a range needs its step" run 3 $option 1:8
    expect_error "$option: cannot read \"8:1:*2\": a range ends before it starts" \
        run 3 $option '8:1:*2'
    expect_error "$option: cannot read \"-33\": a number is negative" run 3 $option -33
    expect_error "$option: cannot read \"-33\": a number is negative" run 3 $option=-33
    expect_error "$option: cannot read \"2^64\": a number is over 2^64 - 1" run 3 $option 2^64
done
expect_error '--sizes: 0 elements' run 3 --sizes 0
expect_error '--sizes: 0 elements' run 3 --sizes 33,0
expect_error '--sizes: 9223372036854775808 elements are more than memory can address' \
    run 3 --sizes 2^63
expect_error '--grids: 2147483648 blocks are too many; a grid ends at 2^31-1' run 3 --grids 2^31
expect_error '--blocks: 4294967296 threads a block' run 3 --blocks 4Gi
expect_error '--seed: cannot read "x"' run 3 --seed x

expect_error 'name result files' table
expect_error 'missing.json: No such file' table missing.json
mkdir a_folder
echo '{' >damaged.json
expect_error 'damaged.json:2: ' table damaged.json
! grep -q -e --out stderr || fail "table advises an option that it does not have"
expect_error '--sizes: 100 stands twice in "100,7,100"; give it once' run 3 --device sim --sizes 100,7,100
expect_error '--blocks: 64 stands twice' run 3 --device sim --blocks 32:128:*2,64

# What is no file, or none that could be meant: at once, and for whoever reads it.
mkfifo a_pipe
: >empty.json
: >empty.cu
truncate -s 10G sparse.json
for name in jsonl cu txt csv; do ln -s sparse.json "sparse.$name"; done
limited() {
    echo '#!/bin/sh' >limited_gridstride
    echo "exec timeout 20 '$gridstride' \"\$@\"" >>limited_gridstride
    chmod +x limited_gridstride
    unlimited=$gridstride gridstride=$here/limited_gridstride
}
recorded=$tests/../../results/recorded/nvidia-h200/lesson3.json
sed 's/"machine": "[^"]*"/&, "shard": "1\/1", "points": 252, "result": "lesson3"/' "$recorded" >shard.json
expect 0 'merged/nvidia-h200/lesson3.json' merge shard.json --out merged
rm -r merged
mkdir -p class/somebody
echo 'nothing' >class/somebody/vecadd.cu
limited
for other in a_pipe:pipe a_folder:folder /dev/zero:device; do
    path=${other%:*} what="cannot read ${other%:*}: it is a ${other#*:}, not a file"
    for reader in table goals merge report 'check 3.1'; do
        # shellcheck disable=SC2086 # a command and its exercise
        expect_error "$what" $reader "$path"
    done
    expect_error "$what" compare "$path" "$recorded"
    expect_error "$what" compare "$recorded" "$path"
    expect_error "$what" grade class --out marks --roster "$path"
    expect_error "$what" grade class --out marks --points "$path"
    ln -sfn "$path" lesson3.json
    ln -sfn "$path" unfinished.jsonl
    expect_error "cannot read lesson3.json: it is a ${other#*:}" plot lesson3.json
    expect_error "cannot read unfinished.jsonl: it is a ${other#*:}" table unfinished.jsonl
done
for reader in table goals merge report; do
    expect_error 'empty.json:1: it is empty' $reader empty.json
    expect_error 'cannot read sparse.json: it has 10GiB' $reader sparse.json
done
expect_error 'cannot read sparse.jsonl: it has 10GiB' table sparse.jsonl
expect_error 'cannot read sparse.cu: it has 10GiB' check 3.1 sparse.cu
expect_error 'cannot read sparse.cu: it has 10GiB' inspect sparse.cu
expect_error 'cannot read ./sparse.json: it has 10GiB' inspect ./sparse.json
expect_error 'cannot read ./a_pipe: it is a pipe' inspect ./a_pipe
expect_error '--json: cannot write a_pipe' inspect 1 --json a_pipe
expect_error 'check: empty.cu is empty: write the function' check 3.1 empty.cu
expect_error 'cannot read sparse.txt: it has 10GiB' grade class --out marks --points sparse.txt
expect_error 'cannot read sparse.csv: it has 10GiB' grade class --out marks --roster sparse.csv
for folder in a_pipe empty.json /dev/null; do
    expect_error "cannot make the results folder $folder/nvidia-h200" merge shard.json --out "$folder"
    expect_error 'cannot make the results folder' run 3 --device sim --sizes 2 --quiet --out "$folder"
    expect_error "$folder is no folder" grade class --unsafe --exercises 3.1 --out "$folder"
done
expect_error 'cannot make the results folder' \
    run 3 --device sim --sizes 2 --quiet --out "new/folder/$(printf '%0300d' 0)"
expect_error 'No such file' report missing.json --out new
[ ! -e new ] || fail "a folder is left where a result could not be written"
[ ! -e marks ] || fail "a refused roster made the folder for marks"
gridstride=$unlimited
rm -rf lesson3.json class exercises

# Names that a file gives are held against their rules, and its other text is made visible.
while IFS='|' read -r sentence edit; do
    sed "$edit" "$recorded" >edited.json
    expect_error "$sentence" table edited.json
    expect_error "$sentence" merge edited.json --out merged/here
done <<'EOF'
context.gridstride.machine is "../../x"|s/"machine": "[^"]*"/"machine": "..\/..\/x", "shard": "1\/1"/
context.gridstride.machine is "a\x1bb"|s/"machine": "[^"]*"/"machine": "a\\u001bb"/
context.gridstride.slug is "../../vecadd"|s/"slug": "[^"]*"/"slug": "..\/..\/vecadd"/
context.gridstride.device.name is "\u202eA"|s/"name": "NVIDIA[^"]*"/"name": "\\u202eA"/
record 1 has no valid "variant"|s/"variant":"[^"]*"/"variant":"a\\nb"/
record 1 has no valid "workload"|s/"workload":"[^"]*"/"workload":"..\/x"/
record 1 has no valid "device"|s/"device":"[^"]*"/"device":"a\\u009bb"/
edited.json:1: |1s/.*/\x1b[31m\xe2\x80\xae{/
EOF
[ ! -e x ] && [ ! -e merged ] || fail "a refused result was merged"
sed 's/"cpu": "[^"]*"/"cpu": "A\\u001b[31m\\nB\\u202e"/; s/"detail":""/"detail":"a\\u0007b"/' "$recorded" >edited.json
for command in 'table edited.json' "compare edited.json $recorded"; do
    # shellcheck disable=SC2086 # a command and its files
    "$gridstride" $command >stdout 2>stderr
    ! tr -d '\n' <stdout | grep -q -a '[[:cntrl:]]' || fail "$command prints control characters"
    ! grep -q "$(printf '\342\200\256')" stdout || fail "$command prints what turns the direction"
done
grep -q -F 'A\x1b[31m\nB\u202e, 16 threads' stdout || fail "compare does not show the name of the CPU"

# A number that a file gives twice, a time that is none, and names that are too long.
sed 's/"verdict":"right"/"verdict":"wrong",&/' "$recorded" >edited.json
expect_error 'duplicate object key near' table edited.json
sed 's/"date": "[^"]*"/"date": "yesterday"/' "$recorded" >edited.json
expect_error 'edited.json was started at "yesterday", which is no time' history edited.json "$recorded"
sed "s/\"machine\": \"[^\"]*\"/\"machine\": \"$(printf '%0200d' 0)\"/" "$recorded" >edited.json
expect_error 'made of a-z, 0-9 and -, at most 127 of them' table edited.json

# What is written to: a device stays one, a folder is no picture, and what is lost is told.
if [ -w /dev/full ] && mknod full c 1 7 2>where; then
    expect 2 'cannot write full: it is a device, not a file; choose another --json' \
        predict 3 --variant one_per_thread --sizes 1Ki --json full
    [ -c full ] || fail "predict --json has replaced a device"
fi
mkfifo predictions
expect 2 'cannot write predictions: it is a pipe, not a file' \
    predict 3 --variant one_per_thread --sizes 1Ki --json predictions
[ -p predictions ] || fail "predict --json has replaced a pipe"
expect_error '--plot a_folder/ is a folder; name the picture in it' history "$recorded" "$recorded" --plot a_folder/
"$gridstride" goals "$recorded" >/dev/full 2>stderr
[ $? -eq 2 ] || fail "goals that are lost are not told"
grep -q -x 'gridstride: cannot write to standard output' stderr || fail "goals: $(cat stderr)"
"$gridstride" check 3.1 --json --device sim >&- 2>stderr
grep -q -x 'gridstride: cannot write to standard output' stderr || fail "check --json: $(cat stderr)"
rm -rf exercises
(ulimit -f 1 && "$gridstride" report "$recorded" --out limited) >stdout 2>stderr
[ $? -eq 2 ] || fail "a file over the limit of sizes ends a report in another way than with 2"
grep -q 'cannot write limited/report.html: File too large' stderr || fail "report: $(cat stderr)"
[ ! -e limited ] || fail "half a report is left behind"

expect_error 'is not a result file (lessonN.json, kernel-NAME.json)' plot out
expect_error 'no results under nowhere' plot --out nowhere
expect_error 'missing/lesson3.json' plot missing/lesson3.json

# A name longer than any message.
long=$(printf '%05000d' 0)
expect_error 'unknown lesson' run "$long"
expect_error 'unknown option' run "--$long"
expect_error 'is no command' "--$long"
expect_error 'is too long' run 3 --device sim --out "$long"

# What the simulator is told by the environment.
for setting in SIMT_SEED=abc SIMT_SEED=4294967296 SIMT_RESIDENT_BLOCKS=0 SIMT_MULTIPROCESSORS=none SIMT_CAPABILITY=1.0 SIMT_TIMEOUT=soon SIMT_MEMORY=lots; do
    export "${setting?}"
    for command in 'run 1 --device sim --sizes 2' 'inspect 1' 'inspect x.cu' 'info --device sim'; do
        # shellcheck disable=SC2086 # a command and its options
        expect_error "the simulator's $setting" $command
    done
    unset "${setting%=*}"
done

[ ! -e results ] || fail "a refused run made a results folder"

# CUDA asked for where it is not: nothing is run in its place.
if "$gridstride" info 2>/dev/null | grep -q '^chosen: '; then
    expect_error '--device cuda: ' --device cuda run 3
    grep -q 'or choose --device sim$' stderr || fail "--device cuda does not say what to do"
    expect_error '--device cuda: ' run 3 --device=cuda
else
    echo "not tested: --device cuda without a device (this machine has one)"
fi
finish
