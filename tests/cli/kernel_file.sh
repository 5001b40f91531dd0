#!/bin/sh
# A kernel file of a user's own: run, verified, inspected, resumed, in parts, and what is wrong in one.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"
examples=$tests/../../examples
XDG_CACHE_HOME=$here/cache
export XDG_CACHE_HOME

# ---- what works on a lesson works on a file ------------------------------------------------------
cp "$examples/saxpy.cu" saxpy.cu
[ "$(wc -l <saxpy.cu)" -le 40 ] || fail "saxpy.cu has more than 40 lines"
expect 0 'y[i] = a x[i] + y[i]' run saxpy.cu --device sim --dtype f32 --sizes 33,1000 --blocks 64 --out results
result=$(echo results/*/kernel-saxpy.json)
[ -s "$result" ] || fail "run wrote no kernel-saxpy.json"
[ "$(rows 'f["verdict"] == "right"' "${result%.json}.csv")" -eq 4 ] || fail "not 4 rows are right"
expect 0 'grid_stride' table "$result"
expect 0 '' compare "$result" "$result"
expect 0 'report.html' report "$result"
grep -q 'id="kernel-saxpy"' results/report.html || fail "the report has no part of saxpy"
expect 0 'verdicts: ' verify saxpy.cu --device sim --sizes 0,31 --blocks 32
expect 0 'saxpy: y[i] = a x[i] + y[i]' list saxpy.cu
expect 0 'one_per_thread, 1 launch' inspect saxpy.cu --variant one_per_thread
for part in 1 2; do
    expect 0 'results: ' run saxpy.cu --device sim --sizes 33,1000 --dtype f32 --shard $part/2 --out parts
done
expect 0 'kernel-saxpy.json' merge parts/*/kernel-saxpy.shard*of2.json

# ---- a compiled file is kept, and made again when it or what it includes has changed -------------
expect 0 'verdicts: ' verify saxpy.cu --device sim --sizes 33 --blocks 32
objects=$(find cache -name '*.so' | sort)
expect 0 'verdicts: ' verify saxpy.cu --device sim --sizes 33 --blocks 32
[ "$(find cache -name '*.so' | sort)" = "$objects" ] || fail "an unchanged file was compiled again"
echo '#define FACTOR 1' >factor.h
sed 's/#include <gridstride.cuh>/&\n#include "factor.h"/; s/y\[i\] = a \* x/y[i] = FACTOR * a * x/' saxpy.cu >with.cu
expect 0 'verdicts: ' verify with.cu --device sim --sizes 33 --blocks 32
echo '#define FACTOR 2' >factor.h
expect 1 'records are not right' verify with.cu --device sim --sizes 33 --blocks 32
find cache -name '*.so' -exec truncate -s 100 {} +
expect 0 'verdicts: ' verify saxpy.cu --device sim --sizes 33 --blocks 32
cp saxpy.cu two.points.cu
expect 0 'verify-two_points.json' verify two.points.cu --device sim --sizes 33 --blocks 32
mkdir closed
chmod a-w closed
(
    XDG_CACHE_HOME=$here/closed/there
    export XDG_CACHE_HOME
    failures=0
    expect 0 'verdicts: ' verify saxpy.cu --device sim --sizes 33 --blocks 32
    exit $failures
) || fail "nothing runs without a folder to keep it in"

# ---- kernels of many kinds -----------------------------------------------------------------------
for name in dot gemv layer_norm gather scan histogram; do
    expect 0 'verdicts: ' verify "$examples/$name.cu" --device sim --sizes 1,65 --blocks 64 --out many
done

# An array of n * n * n elements: what is usual for vectors would need more than there is.
cat >cube.cu <<'EOF'
#include <gridstride.cuh>
size_t cube(size_t n) { return n * n * n; }
__global__ void twice(size_t count, const float *x, float *y)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        y[i] = 2 * x[i];
}
void launch_twice(gs_launch at, const float *x, float *y)
{
    twice<<<at.blocks(cube(at.n)), at.block, 0, at.stream>>>(cube(at.n), x, y);
}
double reference(size_t i, size_t, const float *x) { return 2.0 * x[i]; }
GRIDSTRIDE("y[i] = 2 x[i]", gs_input("x", gs_length(cube)), gs_output("y", gs_length(cube)), gs_sizes("8:64:*2"),
           gs_reference(reference), gs_variant(launch_twice));
EOF
expect 0 'n:65/block:256: right' inspect cube.cu --no-margin
sed 's/y\[i\] = 2/y[i] = 0 * y[i] + 2/' cube.cu >reads.cu
expect 1 'not clean' inspect reads.cu --no-margin
grep -q 'reads.cu:7: uninitialised: ' stdout || fail "a read of an output is not told with its line"

# ---- what is wrong is said with its line ---------------------------------------------------------
# wrong WORDS SCRIPT: saxpy.cu changed by a sed script says so, with a line of the file.
wrong() {
    sed "$2" saxpy.cu >wrong.cu
    cmp -s wrong.cu saxpy.cu && fail "the script $2 changes nothing"
    expect_error "$1" verify wrong.cu --device sim --sizes 33 --blocks 32
    grep -q 'wrong\.cu:[0-9]*: ' stderr || fail "no line is named for $2"
}
wrong 'the reference is missing' 's/gs_reference(saxpy), //'
wrong 'there is no array' 's/ gs_input("x"),//; s/gs_updated("y"), //'
wrong 'two variants have the name "grid_stride"' 's/gs_variant(launch_one_per_thread)/gs_variant(launch_grid_stride)/'
wrong 'two arrays or scalars have the name "x"' 's/gs_updated("y")/gs_updated("x")/'
wrong 'to be (gs_launch at, float a, const float *x, float *y)' \
    's/launch_grid_stride(gs_launch at, T a, const T \*x, T \*y)/launch_grid_stride(gs_launch at, const T *x, T *y, T a)/'
wrong 'the array "x" has no elements' 's/gs_input("x")/gs_input("x", gs_length([](size_t) -> size_t { return 0; }))/'
wrong 'the reference is not deterministic' 's/return gs_wide<T>(a) \* x\[i\]/static int calls; return calls++ + gs_wide<T>(a) * x[i]/'
# A sanitizer is not to tell of the crash before us.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}handle_segv=0"
wrong 'the reference crashed' 's/return gs_wide<T>(a) \* x\[i\]/return *(volatile T *)8 + gs_wide<T>(a) * x[i]/'
wrong 'there is no GRIDSTRIDE(...)' 's/^GRIDSTRIDE(/\/\/ (/'
wrong 'the array "y" has no elements' 's/gs_updated("y")/gs_updated("y", gs_length(0))/'
wrong 'or returns no number' 's/gs_wide<T> saxpy/void saxpy/; s/return gs_wide<T>(a).*/(void)i;/'
wrong 'the reference ended the program at element 0' 's/return gs_wide<T>(a) \* x\[i\]/_Exit(0); &/'
wrong 'gs_scalar takes a number' 's/"a", 2.5/"a", "2.5"/'
wrong 'gs_length takes a whole number' 's/gs_input("x")/gs_input("x", gs_length(2.5))/'
wrong 'the array "x" has no elements' 's/gs_input("x")/gs_input("x", gs_length(-3))/'
wrong 'gs_fill takes a function' 's/gs_input("x")/gs_input("x", gs_fill([](size_t i) { return i; }))/'
wrong 'gs_type takes float, double' 's/gs_input("x")/gs_input("x", gs_type(unsigned char))/'
wrong 'is to be gs_length(...), gs_fill(...) or gs_type(...)' 's/gs_input("x")/gs_input("x", 256)/'
wrong 'gs_traffic takes a function' 's/gs_reference(saxpy)/gs_traffic([](size_t n) { return n; }), &/'
wrong 'gs_tolerance: write a number from 0 to less than 1' 's/gs_reference(saxpy)/gs_tolerance(-1), &/'
wrong 'a block has from 1 to 1024 threads' 's/gs_reference(saxpy)/gs_blocks(0), &/'
wrong 'gs_blocks has 0; each is to be from 1 to' 's/gs_reference(saxpy)/gs_blocks("0,32"), &/'
wrong 'is to be one line of text' 's/^GRIDSTRIDE("/&\\033[31m/'
wrong 'the first entry of GRIDSTRIDE is to be one line of text' 's/^GRIDSTRIDE("[^"]*", */GRIDSTRIDE(/'
wrong '"" is no name for an array' 's/gs_input("x")/gs_input(nullptr)/'
wrong 'there is a second GRIDSTRIDE(...) here, and a file has one (line 34)' \
    '$s/$/\nGRIDSTRIDE("again", gs_output("y"), gs_reference(saxpy), gs_variant(launch_grid_stride));/'
wrong 'the reference crashed at element 516 of "y", n = 1024' \
    's/gs_input("x")/gs_input("x", gs_length([](size_t n) { return n \/ 2 + 1; }))/'
for ends in 'abort()' 'exit(0)'; do
    { cat saxpy.cu && printf '#include <stdlib.h>\nstruct at_once { at_once() { %s; } } now;\n' "$ends"; } >wrong.cu
    expect_error 'a constructor of a global variable' verify wrong.cu --device sim --sizes 33 --blocks 32
done
expect_error 'missing.cu' verify missing.cu --device sim
sed 's/float/flaot/; s/size_t i = /size_t i = unknown_name + /' saxpy.cu >broken.cu
expect 2 'broken.cu does not compile' verify broken.cu --device sim
grep -q 'broken\.cu:6:.*unknown_name' stderr || fail "the compiler's message does not pass through"

sed 's/gs_dtypes(f32, f64)/gs_dtypes(f16)/' saxpy.cu >broken.cu
expect 2 'broken.cu does not compile' verify broken.cu --device sim
grep -q 'broken\.cu:.*gs_dtypes_takes_f32_f64_i32_i64' stderr || fail "the dtypes there are, are not told"

# What may be written in more than one way.
sed 's/gs_dtypes(f32, f64)/gs_dtypes(float, double), gs_blocks("32:64:*2")/; s/"a", 2.5/"a", 0/' saxpy.cu |
    sed 's/gs_updated("y")/gs_updated("y", gs_fill([](size_t i, size_t, gs_random) { return i; }))/; $s/;$//' >ways.cu
[ "$(tail -c 2 ways.cu)" = ')' ] || fail "GRIDSTRIDE(...) is not tried without a semicolon"
expect 0 '4 of 4 right' verify ways.cu --device sim --sizes 33 --blocks 32

# A variant that writes where it may not: behind its output, before it, and to its input.
# writes WORDS CODE: the first kernel of saxpy.cu, which does that too, is wrong.
writes() {
    sed "8s|.*|&, $2;|; 8s|;, |, |" "$examples/saxpy.cu" >writes.cu
    expect 1 "$1" verify writes.cu --device sim --sizes 33 --blocks 32 --dtype f32 --variant one_per_thread
}
writes 'wrote y[33], outside of the array: y has 33 elements' 'y[n] = 1'
writes 'wrote y[-2], outside of the array: y has 33 elements' 'y[-2] = 1'
writes 'changed its input x' 'const_cast<T *>(x)[i] = 1'

# A variant that reads an output before it has written it.
sed 's/gs_updated("y")/gs_output("y")/; s/, const T \*x, const T \*y)$/, const T *x)/; s/ + y\[i\];$/;/' saxpy.cu |
    sed '0,/y\[i\] = a \* x\[i\];/s//y[i] = a * x[i] + y[i];/' >reads.cu
expect 1 'it reads y before it has written it' verify reads.cu --device sim --sizes 33 --blocks 32 --variant one_per_thread

# The answers of one that adds in another order in every run differ too, and it reads no output.
cat >order.cu <<'EOF'
#include <gridstride.cuh>
__global__ void last_bit(size_t n, const float *x, float *y, float bit)
{
    size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] * (1 + bit);
}
void launch_last_bit(gs_launch at, const float *x, float *y)
{
    static unsigned random = 1;
    random = random * 1103515245 + 12345;
    last_bit<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, x, y, (random >> 16 & 1) * 2e-7f);
}
void launch_in_turns(gs_launch at, const float *x, float *y)
{
    static unsigned calls;
    last_bit<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, x, y, (calls++ & 1) * 2e-7f);
}
double reference(size_t i, size_t n, const float *x) { return x[i]; }
GRIDSTRIDE("y[i] = x[i]", gs_input("x"), gs_output("y"), gs_reference(reference), gs_variant(launch_last_bit),
           gs_variant(launch_in_turns));
EOF
expect 0 '240 of 240 right' verify order.cu --device sim --sizes 1:20:+1 --blocks 32:192:+32

# A file with a main() and without GRIDSTRIDE(...) stays a program.
printf '#include <cstdio>\nint main()\n{\n    puts("a program");\n}\n' >program.cu
expect 0 'a program' inspect program.cu

# ---- a new one -----------------------------------------------------------------------------------
expect 0 'mine.cu' new mine
expect_error 'is there already' new mine
expect 0 'verdicts: ' verify mine.cu --device sim --sizes 33 --blocks 32
[ "$failures" -eq 0 ]
