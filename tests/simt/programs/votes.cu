// Votes, ballots, matches, warp reductions, and masks that name some lanes of a warp only.
#include "check.h"

#define FULL 0xffffffffu

struct vote {
    int all, any;
    unsigned ballot, active;
};

__global__ void vote(struct vote *out, const int *in)
{
    int i = threadIdx.x, mine = in[i];
    struct vote v;
    v.all = __all_sync(FULL, mine) != 0;
    v.any = __any_sync(FULL, mine) != 0;
    v.ballot = __ballot_sync(FULL, mine);
    v.active = __activemask();
    out[i] = v;
}

static void check_votes(int kind)
{
    enum { N = 96 };
    int in[N];
    struct vote got[N];
    uint64_t seed = (uint64_t)kind;
    for (int i = 0; i < N; i++) {
        in[i] = kind == 0 ? 0 : kind == 1 ? 256 : (int)(check_random(&seed) % 2) * -2;
    }
    int *device = check_upload(in, N);
    struct vote *out = check_device<struct vote>(N);
    vote<<<1, N>>>(out, device);
    CHECK_LAUNCH();
    check_take(got, out, N);
    CHECK_CUDA(cudaFree(device));
    for (int i = 0; i < N; i++) {
        unsigned ballot = 0;
        for (int lane = 0; lane < 32; lane++) {
            ballot |= (unsigned)(in[i / 32 * 32 + lane] != 0) << lane;
        }
        CHECK_EQ_AT(got[i].ballot, ballot, i);
        CHECK_EQ_AT(got[i].all, (int)(ballot == FULL), i);
        CHECK_EQ_AT(got[i].any, (int)(ballot != 0), i);
        CHECK_EQ_AT(got[i].active >> i % 32 & 1, 1u,
                    i); // all that is promised: the caller's own bit
    }
}

// The two halves of a warp go different ways, and each speaks among its own lanes only.
__global__ void halves(int *out)
{
    __shared__ int cells[64];
    int i = threadIdx.x, lane = i % 32, base = i - lane;
    int result;
    if (lane < 16) {
        cells[i] = i;
        __syncwarp(0x0000ffff);
        result = cells[base + (lane + 1) % 16];
        __syncwarp(0x0000ffff);
        result += __shfl_sync(0x0000ffff, 1000 * lane, 15 - lane);
        result += __popc(__ballot_sync(0x0000ffff, lane % 4 == 0)) * 100000;
    } else {
        result = __shfl_xor_sync(0xffff0000, 3 * lane, 1);
        cells[i] = result;
        __syncwarp(0xffff0000);
        result = cells[base + 31 - (lane - 16)];
        __syncwarp(0xffff0000);
    }
    __syncwarp();
    out[i] = result + (__all_sync(FULL, result > 0) ? 0 : 1000000);
}

static void check_halves(void)
{
    int got[64], *out = check_device<int>(64);
    halves<<<1, 64>>>(out);
    CHECK_LAUNCH();
    check_take(got, out, 64);
    for (int i = 0; i < 64; i++) {
        int lane = i % 32, base = i - lane;
        int low = base + (lane + 1) % 16 + 1000 * (15 - lane) + 400000;
        int high = 3 * ((31 - (lane - 16)) ^ 1);
        CHECK_EQ_AT(got[i], lane < 16 ? low : high, i);
    }
}

// Lanes of an odd pattern, in a loop whose length differs between the patterns.
__global__ void patterns(int *out)
{
    int lane = threadIdx.x, sum = 0;
    unsigned odd = 0xaaaaaaaau;
    unsigned mine = lane % 2 ? odd : ~odd;
    for (int round = 0; round < (lane % 2 ? 5 : 9); round++) {
        sum += __shfl_sync(mine, lane * round, (lane + 2) % 32);
    }
    out[lane] = sum;
}

static void check_patterns(void)
{
    int got[32], *out = check_device<int>(32);
    patterns<<<1, 32>>>(out);
    CHECK_LAUNCH();
    check_take(got, out, 32);
    for (int lane = 0; lane < 32; lane++) {
        CHECK_EQ_AT(got[lane], (lane + 2) % 32 * (lane % 2 ? 10 : 36), lane);
    }
}

// Lanes that have returned count as arrived; so do those a short last warp never had.
__global__ void returned_lanes(unsigned *out, int n)
{
    int i = threadIdx.x;
    if (i >= n) {
        return;
    }
    unsigned ballot = __ballot_sync(FULL, 1);
    __syncwarp();
    out[i] = ballot;
}

static void check_returned(void)
{
    for (int n : {1, 5, 31, 32, 33, 50, 64}) {
        for (int block : {64, n}) {
            unsigned got[64], *out = check_device<unsigned>(64);
            returned_lanes<<<1, block>>>(out, n);
            CHECK_LAUNCH();
            check_take(got, out, 64);
            for (int i = 0; i < n; i++) {
                int live = n - i / 32 * 32;
                CHECK_EQ_AT(got[i], live >= 32 ? FULL : (1u << live) - 1, i);
            }
        }
    }
}

struct match {
    unsigned any, all;
    int same;
};

template <typename T> __global__ void match(struct match *out, const T *in, T common)
{
    int i = threadIdx.x;
    struct match m = {};
    m.any = __match_any_sync(FULL, in[i]);
    m.all = __match_all_sync(FULL, i < 32 ? common : in[i], &m.same);
    out[i] = m;
}

template <typename T> static void check_match(void)
{
    T in[64];
    struct match got[64];
    uint64_t seed = sizeof(T);
    for (int i = 0; i < 64; i++) {
        in[i] = (T)(check_random(&seed) % 5) - (T)2;
    }
    T *device = check_upload(in, 64);
    struct match *out = check_device<struct match>(64);
    match<<<1, 64>>>(out, device, (T)7);
    CHECK_LAUNCH();
    check_take(got, out, 64);
    CHECK_CUDA(cudaFree(device));
    for (int i = 0; i < 64; i++) {
        unsigned any = 0;
        for (int lane = 0; lane < 32; lane++) {
            any |= (unsigned)(in[i / 32 * 32 + lane] == in[i]) << lane;
        }
        CHECK_EQ_AT(got[i].any, any, i);
        CHECK_EQ_AT(got[i].all, i < 32 ? FULL : 0u, i);
        CHECK_EQ_AT(got[i].same != 0, i < 32, i);
    }
}

struct reduced {
    unsigned add, min, max, and_, or_, xor_;
    int signed_add, signed_min, signed_max;
};

// Low and high lanes reduce apart.
__global__ void reduce(struct reduced *out, const unsigned *in)
{
    int i = threadIdx.x;
    unsigned mask = i % 32 < 11 ? 0x7ffu : ~0x7ffu;
    struct reduced r;
    r.add = __reduce_add_sync(mask, in[i]);
    r.min = __reduce_min_sync(mask, in[i]);
    r.max = __reduce_max_sync(mask, in[i]);
    r.and_ = __reduce_and_sync(mask, in[i]);
    r.or_ = __reduce_or_sync(mask, in[i]);
    r.xor_ = __reduce_xor_sync(mask, in[i]);
    r.signed_add = __reduce_add_sync(mask, (int)in[i]);
    r.signed_min = __reduce_min_sync(mask, (int)in[i]);
    r.signed_max = __reduce_max_sync(mask, (int)in[i]);
    out[i] = r;
}

static struct reduced reduce_by_host(const unsigned *in, int first, int end)
{
    struct reduced r = {0, ~0u, 0, ~0u, 0, 0, 0, INT32_MAX, INT32_MIN};
    for (int i = first; i < end; i++) {
        int value = (int)in[i];
        r.add += in[i];
        r.min = in[i] < r.min ? in[i] : r.min;
        r.max = in[i] > r.max ? in[i] : r.max;
        r.and_ &= in[i];
        r.or_ |= in[i];
        r.xor_ ^= in[i];
        r.signed_min = value < r.signed_min ? value : r.signed_min;
        r.signed_max = value > r.signed_max ? value : r.signed_max;
    }
    r.signed_add = (int)r.add;
    return r;
}

static void check_reduce(void)
{
    unsigned in[64];
    struct reduced got[64];
    uint64_t seed = 11;
    for (int i = 0; i < 64; i++) {
        in[i] = (unsigned)check_random(&seed) | 0x00010000u;
    }
    unsigned *device = check_upload(in, 64);
    struct reduced *out = check_device<struct reduced>(64);
    reduce<<<1, 64>>>(out, device);
    CHECK_LAUNCH();
    check_take(got, out, 64);
    CHECK_CUDA(cudaFree(device));
    for (int i = 0; i < 64; i++) {
        int base = i / 32 * 32, low = i % 32 < 11;
        struct reduced r = reduce_by_host(in, base + (low ? 0 : 11), base + (low ? 11 : 32));
        CHECK_EQ_AT(got[i].add, r.add, i);
        CHECK_EQ_AT(got[i].min, r.min, i);
        CHECK_EQ_AT(got[i].max, r.max, i);
        CHECK_EQ_AT(got[i].and_, r.and_, i);
        CHECK_EQ_AT(got[i].or_, r.or_, i);
        CHECK_EQ_AT(got[i].xor_, r.xor_, i);
        CHECK_EQ_AT(got[i].signed_add, r.signed_add, i);
        CHECK_EQ_AT(got[i].signed_min, r.signed_min, i);
        CHECK_EQ_AT(got[i].signed_max, r.signed_max, i);
    }
}

// Compaction: each lane that keeps its value finds its place from the ballot; one atomic a warp.
__global__ void compact(int *out, int *count, const int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    bool keep = i < n && in[i] % 3 == 0;
    unsigned ballot = __ballot_sync(FULL, keep);
    int leader = __ffs(ballot) - 1, start = 0;
    if (lane == leader) {
        start = atomicAdd(count, __popc(ballot));
    }
    start = __shfl_sync(FULL, start, leader & 31);
    if (keep) {
        out[start + __popc(ballot & ((1u << lane) - 1))] = in[i];
    }
}

// The same in divergent code: whichever lanes happen to be together share one atomic.
__device__ int aggregated_add(int *count)
{
    unsigned mask = __activemask();
    int lane = threadIdx.x % 32, leader = __ffs(mask) - 1, start = 0;
    if (lane == leader) {
        start = atomicAdd(count, __popc(mask));
    }
    return __shfl_sync(mask, start, leader) + __popc(mask & ((1u << lane) - 1));
}

__global__ void compact_divergent(int *out, int *count, const int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] % 3 == 0) {
        out[aggregated_add(count)] = in[i];
    }
}

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void check_compact(int n, bool divergent)
{
    static int in[CHECK_SIZE_MAX + 1], got[CHECK_SIZE_MAX + 1];
    int zero = 0, count;
    for (int i = 0; i < n; i++) {
        in[i] = i;
    }
    int *device = check_upload(in, (size_t)n + 1), *out = check_device<int>((size_t)n + 1);
    int *device_count = check_upload(&zero, 1);
    if (divergent) {
        compact_divergent<<<n / 256 + 1, 256>>>(out, device_count, device, n);
    } else {
        compact<<<n / 256 + 1, 256>>>(out, device_count, device, n);
    }
    CHECK_LAUNCH();
    check_take(got, out, (size_t)n);
    check_take(&count, device_count, 1);
    CHECK_CUDA(cudaFree(device));
    CHECK_EQ(count, (n + 2) / 3);
    qsort(got, (size_t)count, sizeof(*got), compare);
    for (int i = 0; i < count; i++) {
        CHECK_EQ_AT(got[i], 3 * i, i);
    }
}

// Lanes 2 to 31 go a way of their own; the others of the block have nothing to wait for. Must be
// the first kernel of the process: its first threads end before any thread has waited.
__global__ void some_of_one_warp(int *out, const int *in)
{
    if (in[threadIdx.x] != 0) {
        unsigned active = __activemask();
        out[threadIdx.x] = __shfl_sync(active, (int)threadIdx.x, __ffs((int)active) - 1);
    }
}

static void check_first_kernel(void)
{
    int in[64] = {0}, got[64];
    for (int i = 2; i < 32; i++) {
        in[i] = 1;
    }
    int *device = check_upload(in, 64), *out = check_device<int>(64);
    some_of_one_warp<<<1, 64>>>(out, device);
    CHECK_LAUNCH();
    check_take(got, out, 64);
    CHECK_CUDA(cudaFree(device));
    for (int i = 0; i < 64; i++) {
        CHECK_EQ_AT(got[i] == -1, in[i] == 0, i);
    }
}

int main(void)
{
    check_first_kernel();
    for (int kind = 0; kind < 6; kind++) {
        check_votes(kind);
    }
    check_halves();
    check_patterns();
    check_returned();
    check_match<int>();
    check_match<unsigned>();
    check_match<long long>();
    check_match<unsigned long long>();
    check_match<float>();
    check_match<double>();
    check_reduce();
    for (int n : check_sizes) {
        check_compact(n, false);
        check_compact(n, true);
    }
    return check_end();
}
