// Barriers: in loops, in functions, with a count, an and, an or, and among threads of which some
// have returned already.
#include "check.h"

// A prefix sum by doubling: two barriers a round, wrong at once if any thread slips through one.
__global__ void scan(int *data)
{
    __shared__ int values[1024];
    int i = threadIdx.x;
    int *row = data + blockIdx.x * blockDim.x;
    values[i] = row[i];
    __syncthreads();
    for (unsigned step = 1; step < blockDim.x; step *= 2) {
        int left = i >= (int)step ? values[i - step] : 0;
        __syncthreads();
        values[i] += left;
        __syncthreads();
    }
    row[i] = values[i];
}

// One writes, all read, many times over: 200 barriers a thread.
__global__ void broadcast(int *wrong)
{
    __shared__ int said;
    int bad = 0;
    for (int round = 0; round < 100; round++) {
        if (threadIdx.x == round % blockDim.x) {
            said = 7 * round;
        }
        __syncthreads();
        bad += said != 7 * round;
        __syncthreads();
    }
    if (bad) {
        atomicAdd(wrong, bad);
    }
}

struct votes {
    int count, all, any;
};

__global__ void count_votes(struct votes *out, const int *in)
{
    int mine = in[threadIdx.x];
    struct votes v;
    v.count = __syncthreads_count(mine);
    v.all = __syncthreads_and(mine) != 0;
    v.any = __syncthreads_or(mine) != 0;
    out[threadIdx.x] = v;
}

// Threads past n return before the barrier, as bounds checks make them do; the rest go on without.
__global__ void early_exit(int *out, int n)
{
    __shared__ int values[256];
    int i = threadIdx.x;
    if (i >= n) {
        return;
    }
    values[i] = i;
    __syncthreads();
    int right = values[(i + 1) % n];
    int live = __syncthreads_count(1), all = __syncthreads_and(1) != 0;
    int none = __syncthreads_or(0) == 0;
    out[i] = right + 1000 * live + 1000000 * all * none;
}

// Each round one more thread leaves.
__global__ void leave_one_by_one(int *out)
{
    __shared__ int last;
    for (int round = 0; round < (int)blockDim.x; round++) {
        if ((int)threadIdx.x == (int)blockDim.x - 1 - round) {
            last = round;
        }
        __syncthreads();
        if ((int)threadIdx.x == (int)blockDim.x - 1 - round) {
            out[threadIdx.x] = last;
            return;
        }
        __syncthreads();
    }
}

__device__ void meet(bool twice)
{
    __syncthreads();
    if (twice) {
        __syncthreads();
    }
}

// A branch the whole block takes alike may hold a barrier; so may a device function.
__global__ void uniform_branches(int *out)
{
    __shared__ int left[64], right[64];
    int i = threadIdx.x;
    if (blockIdx.x % 2 == 0) {
        left[i] = i;
        __syncthreads();
        right[i] = left[63 - i];
    } else {
        right[63 - i] = 2 * i;
        meet(blockIdx.x % 3 == 0);
    }
    __syncthreads();
    out[blockIdx.x * 64 + i] = right[i];
}

static void check_scan(int blocks, int block)
{
    static int data[32 * 1024], got[32 * 1024];
    size_t n = (size_t)blocks * block;
    uint64_t seed = n;
    for (size_t i = 0; i < n; i++) {
        data[i] = (int)(check_random(&seed) % 100);
    }
    int *device = check_upload(data, n);
    scan<<<blocks, block>>>(device);
    CHECK_LAUNCH();
    check_take(got, device, n);
    for (size_t i = 0, sum = 0; i < n; i++) {
        sum = i % block == 0 ? data[i] : sum + data[i];
        CHECK_EQ_AT(got[i], (int)sum, i);
    }
}

static void check_votes(int block, int kind)
{
    int in[1024], count = 0;
    struct votes got[1024];
    uint64_t seed = (uint64_t)block;
    for (int i = 0; i < block; i++) {
        int random = (int)(check_random(&seed) % 3) * 256;
        in[i] = kind == 0 ? 0 : kind == 1 ? -1 : kind == 2 ? i == block - 1 : random;
        count += in[i] != 0;
    }
    int *device = check_upload(in, (size_t)block);
    struct votes *out = check_device<struct votes>((size_t)block);
    count_votes<<<1, block>>>(out, device);
    CHECK_LAUNCH();
    check_take(got, out, (size_t)block);
    CHECK_CUDA(cudaFree(device));
    for (int i = 0; i < block; i++) {
        CHECK_EQ_AT(got[i].count, count, i);
        CHECK_EQ_AT(got[i].all, (int)(count == block), i);
        CHECK_EQ_AT(got[i].any, (int)(count > 0), i);
    }
}

static void check_exits(void)
{
    int got[256];
    for (int n : {1, 31, 32, 33, 100, 255, 256}) {
        int *out = check_device<int>(256);
        early_exit<<<1, 256>>>(out, n);
        CHECK_LAUNCH();
        check_take(got, out, 256);
        for (int i = 0; i < 256; i++) {
            CHECK_EQ_AT(got[i], i < n ? (i + 1) % n + 1000 * n + 1000000 : -1, i);
        }
    }
    int *out = check_device<int>(100);
    leave_one_by_one<<<1, 100>>>(out);
    CHECK_LAUNCH();
    check_take(got, out, 100);
    for (int i = 0; i < 100; i++) {
        CHECK_EQ_AT(got[i], 99 - i, i);
    }
}

static void check_branches(void)
{
    int got[12 * 64], zero = 0, *out = check_device<int>(12 * 64);
    uniform_branches<<<12, 64>>>(out);
    CHECK_LAUNCH();
    check_take(got, out, 12 * 64);
    for (int i = 0; i < 12 * 64; i++) {
        CHECK_EQ_AT(got[i], (i / 64 % 2 == 0 ? 1 : 2) * (63 - i % 64), i);
    }
    int *wrong = check_upload(&zero, 1);
    broadcast<<<7, 97>>>(wrong);
    CHECK_LAUNCH();
    check_take(got, wrong, 1);
    CHECK_EQ(got[0], 0);
}

int main(void)
{
    for (int block : {1, 2, 31, 32, 33, 255, 256, 257, 1023, 1024}) {
        check_scan(9, block);
        for (int kind = 0; kind < 4; kind++) {
            check_votes(block, kind);
        }
    }
    check_exits();
    check_branches();
    return check_end();
}
