#!/bin/sh
# usage: inspect.sh GRIDSTRIDE
# inspect: lessons are clean but for the one that races on purpose; a program's mistakes are told.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

# valid_json FILE
valid_json() {
    if command -v python3 >where; then
        python3 -m json.tool "$1" >formatted 2>stderr || fail "$1 is no JSON"
    fi
    [ "$(tail -c 2 "$1")" = "}" ] || fail "$1 is not whole"
}

# ---- lessons
for lesson in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do
    "$gridstride" inspect $lesson --n 129 --block 64 --no-margin >lesson$lesson 2>stderr ||
        fail "lesson $lesson is not clean: $(grep -v ': right' lesson$lesson)"
    [ ! -s stderr ] || fail "lesson $lesson says more than its findings"
done
cat lesson2 lesson3 lesson4 lesson5 lesson6 lesson7 lesson8 lesson9 lesson1? >clean
! grep -q '^kernels/' clean || fail "something was found where nothing is: $(grep '^kernels/' clean)"
[ "$(grep -c '^kernels/' lesson1)" -eq 1 ] || fail "lesson 1 has other than one finding"
grep -q '^== .*: \(crashed\|hung\|launch_failed\|wrong\)' lesson? lesson1? && fail "a kernel did not come to its end"
grep -q '^sum/shared_tree/f32  *right  *0  *[1-9][0-9]*  *[0-9.]* ([0-9.]*)  *0$' lesson6 ||
    fail "lesson 6's table has no row for shared_tree"

# The race: its line, both threads, and that it takes no more than two warps.
racy=$(awk '/void racy\(/ { racy = 1 } racy && /a\[i\] \+= step/ { print NR; exit }' \
    "$tests/../../kernels/01_race_add.cu")
"$gridstride" inspect race_add --variant racy --json racy.json >told 2>stderr || fail "racy fails the command"
grep -q "^kernels/01_race_add.cu:$racy: race-global: " told || fail "the race is not told with its line $racy"
grep -q 'thread [0-9]* of block [0-9]* .*a\[[01]\] (2 floats)' told || fail "the race does not name the array"
grep -q 'expected: this variant races on purpose' told || fail "the race is not said to be expected"
grep -q "smallest launch that shows it: n = 1, grid [12], block [0-9]*: thread .* and thread .*, line $racy\$" told ||
    fail "no smallest launch: $(grep smallest told)"
grep -q 'ld+st .*a\[i\] += step' told || fail "the source has no margin"
valid_json racy.json
grep -q '"expected": true' racy.json || fail "racy.json does not say that the race is expected"
grep -q '"smallest": {' racy.json || fail "racy.json has no smallest launch"

"$gridstride" inspect 1 --variant racy,atomic --seeds 3 --no-margin >seeds 2>stderr || fail "--seeds fails"
[ "$(grep -c 'race-global' seeds)" -eq 1 ] || fail "one race is told several times"
grep -q 'seen with 3 of 3 seeds' seeds || fail "--seeds does not count"
"$gridstride" inspect 3 --variant one_per_thread --dtype f32,i64 --n 65 --block 32 --draw >drawn 2>stderr ||
    fail "--draw fails"
grep -q 'load of a, 8 bytes each' drawn || fail "--draw draws nothing"
[ "$(grep -c '^== vecadd/one_per_thread/.*/n:65/block:32: right$' drawn)" -eq 2 ] || fail "--dtype, --n or --block has no effect"

# ---- a program with three mistakes
cat >three.cu <<'CU'
__global__ void count(int *total)
{
    *total += 1; // no atomicAdd()
}

__global__ void reverse(int *out, const int *in)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = in[threadIdx.x]; // no __syncthreads() behind it
    out[threadIdx.x] = tile[63 - threadIdx.x];
}

__global__ void add(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        a[i] += 1; // for i == n too
}

int main(int argc, char **)
{
    int *total, *a, *b;
    cudaMalloc(&total, sizeof *total);
    cudaMalloc(&a, 64 * sizeof *a);
    cudaMalloc(&b, 64 * sizeof *b);
    cudaMemset(total, 0, sizeof *total);
    cudaMemset(a, 0, 64 * sizeof *a);
    count<<<2, 64>>>(total);
    reverse<<<1, 64>>>(b, a);
    if (argc < 2)
        add<<<3, 32>>>(a, 64);
    return cudaDeviceSynchronize() == cudaSuccess || argc < 2 ? 0 : 3;
}
CU
"$gridstride" inspect three.cu --json three.json >stdout 2>three.txt
[ $? -eq 1 ] || fail "three mistakes and a good exit status"
grep -q '^three.cu:3: race-global: ' three.txt || fail "the missing atomicAdd() was not found"
grep -q '^three.cu:\(9\|10\): race-shared: ' three.txt || fail "the missing __syncthreads() was not found"
grep -q '^three.cu:17: out-of-bounds: ' three.txt || fail "the index out of bounds was not found"
grep -q '^gridstride: inspect: [3-9] findings in three.cu$' three.txt || fail "the findings are not counted"
valid_json three.json
for kind in race-global race-shared out-of-bounds; do
    grep -q "\"kind\": \"$kind\"" three.json || fail "three.json has no $kind"
done

# Other schedules, and arguments of the program: the second one has no index out of bounds.
"$gridstride" inspect three.cu --seeds 4 --no-margin -- leave add out >stdout 2>stderr
[ $? -eq 1 ] || fail "two mistakes and a good exit status"
[ "$(grep -c '^three.cu:3: race-' stdout)" -eq 1 ] || fail "--seeds tells one race several times"
grep -q 'seen with [1-4] of 4 seeds' stdout || fail "--seeds does not count a program's findings"
! grep -q out-of-bounds stdout || fail "the program did not get its arguments"

# ---- built for inspection or not
simt_cc=$(dirname "$gridstride")/simt-cc
"$simt_cc" three.cu -o plain || fail "simt-cc fails"
expect_error 'plain is not built for inspection: build it with simt-cc --inspect' inspect ./plain
echo 'int main() { int *p; return cudaMalloc(&p, 4) + cudaFree(p); }' >good.cu
"$simt_cc" --inspect good.cu -o good || fail "simt-cc --inspect fails"
"$gridstride" inspect ./good >stdout 2>stderr || fail "a good program is no good: exit status $?"

# ---- what never ends
cat >endless.cu <<'CU'
#include <unistd.h>

__global__ void wait(volatile int *flag)
{
    while (*flag == 0)
        ;
}

int main(int argc, char **)
{
    int *flag;
    cudaMalloc(&flag, sizeof *flag);
    cudaMemset(flag, 0, sizeof *flag);
    if (argc == 1)
        wait<<<1, 32>>>(flag);
    else
        pause();
    return 0;
}
CU
"$simt_cc" --inspect endless.cu -o endless || fail "simt-cc --inspect fails"
"$gridstride" inspect endless --timeout 0.1 >stdout 2>stderr
[ $? -eq 1 ] || fail "an endless kernel and a good exit status"
grep -q '^endless.cu:5: never-ends: ' stderr || fail "an endless kernel is not told with its line"
"$gridstride" inspect endless --timeout 0.1 --json endless.json -- host >stdout 2>stderr
[ $? -eq 1 ] || fail "an endless program and a good exit status"
grep -q 'did not end within 10.4 s and was killed (--timeout)' stderr || fail "an endless program is not said to be one"

# ---- what cannot be meant
expect_error 'inspect: name a lesson or a program' inspect
expect_error 'cannot read none.cu: No such file' inspect none.cu
expect_error 'cannot read ./none: No such file' inspect ./none
expect_error 'unknown lesson 99' inspect 99
expect_error '"4" is too many' inspect 3 4
expect_error 'unknown option "--sedes"; did you mean "--seeds"' inspect 3 --sedes 3
expect_error 'unknown option "--sizes"' inspect 3 --sizes 5
expect_error '--n: cannot read "many": not a number' inspect 3 --n many
expect_error '--n: 0 is not from 1' inspect 3 --n 0
expect_error '--block: cannot read "x"' inspect 3 --block x
expect_error '--seeds: 0 is not from 1' inspect 3 --seeds 0
expect_error '--timeout: "soon" is no number of seconds' inspect 3 --timeout soon
expect_error 'unknown workload "vecdad"; did you mean "vecadd"?' inspect 3 --workload vecdad
expect_error 'unknown variant "vector5"; did you mean "vector4"?' inspect 3 --variant vector5
expect_error 'unknown dtype "f16"; did you mean "f32"?' inspect 3 --dtype f16
expect_error 'only variants that run on the device have kernels' inspect 3 --variant serial
expect_error '--n is for lessons' inspect three.cu --n 5
expect_error '--json: cannot write none/x.json' inspect 3 --json none/x.json
expect_error '--json: cannot write .: Is a directory' inspect three.cu --json .
echo 'int main() { return undeclared; }' >bad.cu
echo before >kept.json
"$gridstride" inspect bad.cu --json kept.json >stdout 2>stderr
[ $? -eq 2 ] || fail "a program that does not compile and another exit status than 2"
grep -q '^gridstride: bad.cu does not compile$' stderr || fail "it is not said that bad.cu does not compile"
[ "$(cat kept.json)" = before ] || fail "without anything to write the file was changed"
[ -z "$(find . -name '*.tmp')" ] || fail "files are left behind: $(find . -name '*.tmp')"
expect 0 'It is no timing model' inspect --help
finish
