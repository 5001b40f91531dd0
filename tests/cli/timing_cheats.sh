#!/bin/sh
# Kernel files whose variants look faster than they are: what they do in their first runs, or with the
# first inputs, they do not do again. None of them has a time.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"
XDG_CACHE_HOME=$here/cache
export XDG_CACHE_HOME

# write BODY: cheat.cu doubles x into y, on the CPU as BODY says, and honestly in another variant.
write() {
    cat >cheat.cu <<END
#include <gridstride.cuh>
#include <cstring>
#include <map>
#include <vector>
static void twice(size_t n, const float *x, float *y)
{
    for (size_t i = 0; i < n; i++)
        y[i] = 2 * x[i];
}
void honest(size_t n, const float *x, float *y)
{
    twice(n, x, y);
}
void cheat(size_t n, const float *x, float *y)
{
    $1
}
double reference(size_t i, size_t n, const float *x) { return 2.0 * x[i]; }
GRIDSTRIDE("y[i] = 2 x[i]", gs_input("x"), gs_output("y"), gs_reference(reference), gs_cpu_variant(honest),
           gs_cpu_variant(cheat));
END
}

# told WORDS [N]: the honest variant has a time, and the other one none but these words.
told() {
    rm -rf results
    expect 1 'records are not right' run cheat.cu --device sim --sizes "${2:-1000}" --variant honest,cheat --out results
    csv=$(echo results/*/kernel-cheat.csv)
    expect_rows 1 'f["variant"] == "honest" && f["verdict"] == "right" && f["median_s"] > 0' "$csv" \
        "the honest variant has no time"
    expect_rows 1 'f["variant"] == "cheat" && f["verdict"] != "right" && f["median_s"] == ""' "$csv" \
        "a variant that cheats has a time"
    grep -q -F -e "$1" "$csv" || fail "nothing is said of '$1': $(cat "$csv")"
}

# Works in its first calls, and leaves the output as it is then.
write 'static int calls; if (calls++ < 4) twice(n, x, y);'
told 'right at first, and no longer once it was timed'

# Works in every second call only.
write 'static int calls; if (calls++ < 4 || calls % 2) twice(n, x, y);'
told 'right at first, and no longer once it was timed'

# Computes each answer once, and has it ready when it is asked again: by the address of its input, or by n.
again='right at first, and not with other values in its inputs'
keep='kept.assign(n, 0), twice(n, x, kept.data()); std::memcpy(y, kept.data(), n * sizeof *y);'
write "static std::map<const float *, std::vector<float>> all; auto &kept = all[x]; if (kept.empty()) $keep"
told "$again"
write "static std::map<size_t, std::vector<float>> all; auto &kept = all[n]; if (kept.empty()) $keep"
told "$again"
told "$again" 100000

# A clock that goes at half of its speed, as one that a library has put in the place of the system's.
cat >slow.c <<'END'
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int clock_gettime(clockid_t clock, struct timespec *now)
{
    int result = (int)syscall(SYS_clock_gettime, clock, now);
    long long ns = (now->tv_sec * 1000000000LL + now->tv_nsec) / 2;
    *now = (struct timespec){ns / 1000000000, ns % 1000000000};
    return result;
}
END
if nm -D "$(dirname "$gridstride")/gridstride-sim" | grep -q __asan_init; then
    echo "not tested: a clock that was changed (no library can come before the sanitizer's)"
elif cc -shared -fPIC slow.c -o slow.so; then
    write 'twice(n, x, y);'
    rm -rf results
    LD_PRELOAD=$here/slow.so "$gridstride" run cheat.cu --device sim --sizes 1000 --out results >stdout 2>stderr
    [ $? -eq 77 ] || fail "a run by a clock that was changed does not end with 77"
    csv=$(echo results/*/kernel-cheat.csv)
    expect_rows 2 'f["median_s"] == "" && index(f["detail"], "the clock was changed: ")' "$csv" \
        "there are times by a clock that was changed"
fi

# The same of a kernel.
cat >kept.cu <<'EOF2'
#include <gridstride.cuh>
__global__ void twice(size_t n, const float *x, float *y)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = 2 * x[i];
}
void launch_honest(gs_launch at, const float *x, float *y)
{
    twice<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, x, y);
}
void launch_kept(gs_launch at, const float *x, float *y)
{
    static float *kept;
    if (kept == nullptr) {
        cudaMalloc(&kept, at.n * sizeof *kept);
        twice<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, x, kept);
    }
    cudaMemcpyAsync(y, kept, at.n * sizeof *y, cudaMemcpyDeviceToDevice, at.stream);
}
double reference(size_t i, size_t n, const float *x) { return 2.0 * x[i]; }
GRIDSTRIDE("y[i] = 2 x[i]", gs_input("x"), gs_output("y"), gs_reference(reference), gs_variant(launch_honest),
           gs_variant(launch_kept));
EOF2
expect 1 "$again" verify kept.cu --device sim --sizes 33 --blocks 32 --variant kept
expect 1 "$again" verify kept.cu --device sim --sizes 100000 --blocks 32 --variant kept
expect 0 '2 of 2 right' verify kept.cu --device sim --sizes 33,100000 --blocks 32 --variant honest

# Right in its first run; then a thread goes on with the work when the variant has returned.
later='std::this_thread::sleep_for(std::chrono::milliseconds(1));'
write "static int calls; if (calls++ != 1) return twice(n, x, y); std::thread([=] { $later twice(n, x, y); }).detach();"
sed -i 's/#include <cstring>/&\n#include <chrono>\n#include <thread>/' cheat.cu
told 'a thread of the program goes on with its work after the variant has returned'
launch='twice<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, x, y);'
sed "s/static float \*kept;/static int calls;/; /if (kept == nullptr)/,/cudaMemcpyAsync/c\\
    if (calls++ != 2) { $launch return; }\\
    std::thread([=] { $later $launch }).detach();" kept.cu >later.cu
sed -i 's/#include <gridstride.cuh>/&\n#include <chrono>\n#include <thread>/' later.cu
expect 1 'a thread of the program goes on with its work' verify later.cu --device sim --sizes 1000 --blocks 32 --variant kept
sed "s/}).detach()/}).join()/" later.cu >joined.cu
expect 0 '1 of 1 right' verify joined.cu --device sim --sizes 1000 --blocks 32 --variant kept

# An answer that is the same for all inputs is no answer that was kept.
sed 's/= 2 \* x\[i\]/= x[i] > 2/; s/return 2.0 \* x\[i\]/return x[i] > 2/' kept.cu >same.cu
expect 0 '2 of 2 right' verify same.cu --device sim --sizes 33,100000 --blocks 32 --variant honest

# Work in other streams is told, with the line of its launch, unless events order it behind what
# at.stream was given before, and before what comes next.
cp "$tests/../bench/streams/honest.cu" "$tests/../bench/streams/astray.cu" .
expect 0 '12 of 12 right' verify honest.cu --device sim --sizes 1,1000 --blocks 64
expect 1 '8 of 8 records are not right' verify astray.cu --device sim --sizes 1000 --blocks 64 --out astray
csv=$(echo astray/*/verify-astray.csv)
expect_rows 7 'index(f["detail"], "it works in another stream than at.stream (astray.cu:")' "$csv" \
    "not all work elsewhere is told"
expect_rows 1 'f["variant"] == "left" && index(f["detail"], "at.stream does not wait for its work")' "$csv" \
    "work that is left is not told"
[ "$failures" -eq 0 ]
