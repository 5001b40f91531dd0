// The part of CUB that simt-cc has: reductions and scans of blocks, warps and arrays, and what
// loads and stores the values of a block.
#include "check.h"

#include <cub/cub.cuh>

enum { THREADS = 96, ITEMS = 3 };
static const int N = 1000;

// Joins in order: which of two comes first can be told from the result.
struct later {
    __host__ __device__ int operator()(int a, int b) const
    {
        return b >= 0 ? b : a;
    }
};

// 12 bytes, which no shuffle moves at once.
struct wide {
    int a, b, c;
};

struct add_wide {
    __host__ __device__ wide operator()(const wide &x, const wide &y) const
    {
        return {x.a + y.a, x.b + y.b, x.c + y.c};
    }
};

__global__ void reduce_blocks(const int *in, int *out)
{
    typedef cub::BlockReduce<int, THREADS> reduce;
    __shared__ typename reduce::TempStorage storage;
    int value = in[blockIdx.x * THREADS + threadIdx.x];
    int items[ITEMS] = {value, 1, 2};

    int sum = reduce(storage).Sum(value);
    __syncthreads();
    int first = reduce(storage).Sum(value, 41);
    __syncthreads();
    int of_items = reduce(storage).Sum(items);
    __syncthreads();
    int last = reduce(storage).Reduce(threadIdx.x == 50 ? 7 : -1, later());
    if (threadIdx.x == 0) {
        int *own = out + blockIdx.x * 4;
        own[0] = sum;
        own[1] = first;
        own[2] = of_items;
        own[3] = last;
    }
}

static void blocks_are_reduced()
{
    static int in[5 * THREADS], out[5 * 4];
    for (int i = 0; i < 5 * THREADS; i++)
        in[i] = i * i % 37;
    int *d_in = check_upload(in, 5 * THREADS), *d_out = check_device<int>(5 * 4);
    reduce_blocks<<<5, THREADS>>>(d_in, d_out);
    CHECK_LAUNCH();
    check_take(out, d_out, 5 * 4);
    for (int b = 0; b < 5; b++) {
        int sum = 0, first = 0;
        for (int t = 0; t < THREADS; t++) {
            sum += in[b * THREADS + t];
            first += t < 41 ? in[b * THREADS + t] : 0;
        }
        CHECK_EQ_AT(out[b * 4], sum, b);
        CHECK_EQ_AT(out[b * 4 + 1], first, b);
        CHECK_EQ_AT(out[b * 4 + 2], sum + 3 * THREADS, b);
        CHECK_EQ_AT(out[b * 4 + 3], 7, b);
    }
    CHECK_CUDA(cudaFree(d_in));
}

// A block of two dimensions, and both kinds of scan, of one value and of several.
__global__ void scan_block(const int *in, int *out)
{
    typedef cub::BlockScan<int, 32, cub::BLOCK_SCAN_RAKING, 3> scan;
    __shared__ typename scan::TempStorage storage;
    int t = threadIdx.x + 32 * threadIdx.y, total, items[ITEMS];

    scan(storage).InclusiveSum(in[t], out[t]);
    __syncthreads();
    scan(storage).ExclusiveSum(in[t], out[THREADS + t], total);
    out[2 * THREADS + t] = total;
    __syncthreads();
    for (int i = 0; i < ITEMS; i++)
        items[i] = in[t * ITEMS + i];
    scan(storage).ExclusiveSum(items, items);
    for (int i = 0; i < ITEMS; i++)
        out[3 * THREADS + t * ITEMS + i] = items[i];
    __syncthreads();
    scan(storage).InclusiveScan(t % 10 == 0 ? t : -1, out[6 * THREADS + t], later());
}

static void blocks_are_scanned()
{
    static int in[THREADS * ITEMS], out[7 * THREADS];
    for (int i = 0; i < THREADS * ITEMS; i++)
        in[i] = i % 11 - 3;
    int *d_in = check_upload(in, THREADS * ITEMS), *d_out = check_device<int>(7 * THREADS);
    scan_block<<<1, dim3(32, 3)>>>(d_in, d_out);
    CHECK_LAUNCH();
    check_take(out, d_out, 7 * THREADS);
    int sum = 0, total = 0, before = 0;
    for (int t = 0; t < THREADS; t++)
        total += in[t];
    for (int t = 0; t < THREADS; t++) {
        CHECK_EQ_AT(out[THREADS + t], sum, t);
        sum += in[t];
        CHECK_EQ_AT(out[t], sum, t);
        CHECK_EQ_AT(out[2 * THREADS + t], total, t);
        CHECK_EQ_AT(out[6 * THREADS + t], t / 10 * 10, t);
    }
    for (int i = 0; i < THREADS * ITEMS; i++) {
        CHECK_EQ_AT(out[3 * THREADS + i], before, i);
        before += in[i];
    }
    CHECK_CUDA(cudaFree(d_in));
}

__global__ void join_warps(int *out, wide *sums)
{
    typedef cub::WarpReduce<wide> reduce;
    typedef cub::WarpReduce<int, 8> reduce_eights;
    typedef cub::WarpScan<int, 16> scan;
    __shared__ typename reduce::TempStorage a[2];
    __shared__ typename reduce_eights::TempStorage b[8];
    __shared__ typename scan::TempStorage c[4];
    int t = threadIdx.x;

    wide sum = reduce(a[t / 32]).Reduce(wide{t, 1, -t}, add_wide());
    int eight = reduce_eights(b[t / 8]).Sum(t);
    scan(c[t / 16]).InclusiveSum(t, out[64 + t]);
    scan(c[t / 16]).ExclusiveSum(t, out[128 + t]);
    if (t % 32 == 0)
        sums[t / 32] = sum;
    if (t % 8 == 0)
        out[t / 8] = eight;
}

static void warps_are_joined()
{
    int out[192];
    wide sums[2];
    int *d_out = check_device<int>(192);
    wide *d_sums = check_device<wide>(2);
    join_warps<<<1, 64>>>(d_out, d_sums);
    CHECK_LAUNCH();
    check_take(out, d_out, 192);
    check_take(sums, d_sums, 2);
    for (int w = 0; w < 2; w++) {
        CHECK_EQ_AT(sums[w].a, w * 1024 + 496, w);
        CHECK_EQ_AT(sums[w].b, 32, w);
        CHECK_EQ_AT(sums[w].c, -(w * 1024 + 496), w);
    }
    for (int g = 0; g < 8; g++)
        CHECK_EQ_AT(out[g], g * 64 + 28, g);
    for (int t = 0, sum = 0; t < 64; t++) {
        sum = t % 16 == 0 ? 0 : sum;
        CHECK_EQ_AT(out[128 + t], sum, t);
        sum += t;
        CHECK_EQ_AT(out[64 + t], sum, t);
    }
}

// In: through shared memory, the last thread short of values; out: directly, and striped.
__global__ void move_block(const int *in, int *out, int valid)
{
    typedef cub::BlockLoad<int, 32, ITEMS, cub::BLOCK_LOAD_WARP_TRANSPOSE> load;
    typedef cub::BlockStore<int, 32, ITEMS, cub::BLOCK_STORE_TRANSPOSE> store;
    typedef cub::BlockLoad<int, 32, ITEMS, cub::BLOCK_LOAD_STRIPED> load_striped;
    typedef cub::BlockStore<int, 32, ITEMS> store_directly;
    __shared__ union {
        typename load::TempStorage in;
        typename store::TempStorage out;
        typename load_striped::TempStorage striped;
        typename store_directly::TempStorage direct;
    } storage;
    int items[ITEMS];

    load(storage.in).Load(in, items, valid, -1);
    __syncthreads();
    for (int i = 0; i < ITEMS; i++)
        out[threadIdx.x * ITEMS + i] = items[i];
    store(storage.out).Store(out + THREADS, items, valid);
    __syncthreads();
    load_striped(storage.striped).Load(in, items);
    __syncthreads();
    store_directly(storage.direct).Store(out + 2 * THREADS, items);
}

static void blocks_move_values()
{
    int in[THREADS], out[3 * THREADS], valid = THREADS - 2;
    for (int i = 0; i < THREADS; i++)
        in[i] = 5 * i;
    int *d_in = check_upload(in, THREADS), *d_out = check_device<int>(3 * THREADS);
    move_block<<<1, 32>>>(d_in, d_out, valid);
    CHECK_LAUNCH();
    check_take(out, d_out, 3 * THREADS);
    for (int i = 0; i < THREADS; i++) {
        CHECK_EQ_AT(out[i], i < valid ? in[i] : -1, i);
        CHECK_EQ_AT(out[THREADS + i], i < valid ? in[i] : -1, i);
        CHECK_EQ_AT(out[2 * THREADS + i], in[i % ITEMS * 32 + i / ITEMS], i);
    }
    CHECK_CUDA(cudaFree(d_in));
}

// Calls a function of CUB twice: for the size of its storage, and with it.
#define TWICE(function, ...)                                                                       \
    do {                                                                                           \
        void *storage = NULL;                                                                      \
        size_t bytes = 0;                                                                          \
        CHECK_CUDA(function(storage, bytes, __VA_ARGS__));                                         \
        CHECK_CUDA(cudaMalloc(&storage, bytes));                                                   \
        CHECK_CUDA(function(storage, bytes, __VA_ARGS__));                                         \
        CHECK_CUDA(cudaFree(storage));                                                             \
    } while (0)

static void arrays_are_reduced()
{
    static float in[N];
    float out[4];
    double sum = 0;
    for (int i = 0; i < N; i++) {
        in[i] = (float)((i * 7919) % 1009) - 500;
        sum += in[i];
    }
    float *d_in = check_upload(in, N), *d_out = check_device<float>(4);
    TWICE(cub::DeviceReduce::Sum, d_in, d_out, N);
    TWICE(cub::DeviceReduce::Min, d_in, d_out + 1, N);
    TWICE(cub::DeviceReduce::Max, d_in, d_out + 2, N);
    TWICE(cub::DeviceReduce::Sum, d_in, d_out + 3, 0);
    check_take(out, d_out, 4);
    CHECK_CLOSE(out[0], sum, 1e-4 * N);
    CHECK_EQ(out[1], -500.0f);
    CHECK_EQ(out[2], 508.0f);
    CHECK_EQ(out[3], 0.0f);
    CHECK_CUDA(cudaFree(d_in));
}

static void orders_are_kept()
{
    static int in[N], out[2 * N];
    for (int i = 0; i < N; i++)
        in[i] = i % 13 == 4 ? i : -1;
    int *d_in = check_upload(in, N), *d_out = check_device<int>(2 * N);
    TWICE(cub::DeviceScan::InclusiveScan, d_in, d_out, later(), N);
    TWICE(cub::DeviceScan::ExclusiveSum, d_in, d_out + N, N);
    TWICE(cub::DeviceScan::InclusiveSum, d_in, d_in, N);
    check_take(out, d_out, 2 * N);
    int sum = 0, latest = -1;
    for (int i = 0; i < N; i++) {
        latest = in[i] >= 0 ? in[i] : latest;
        CHECK_EQ_AT(out[i], latest, i);
        CHECK_EQ_AT(out[N + i], sum, i);
        sum += in[i];
    }
    check_take(in, d_in, N);
    CHECK_EQ(in[N - 1], sum);
}

int main()
{
    blocks_are_reduced();
    blocks_are_scanned();
    warps_are_joined();
    blocks_move_values();
    arrays_are_reduced();
    orders_are_kept();
    return check_end();
}
