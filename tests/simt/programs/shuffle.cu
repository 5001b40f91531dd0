// Warp shuffles: four kinds, every width, every type, blocks of one and of several warps; and what
// is built of them: reductions, scans, broadcasts.
#include "check.h"

enum kind { IDX, UP, DOWN, XOR, KINDS };

template <typename T> __global__ void shuffle(T *out, const T *in, int kind, int operand, int width)
{
    int i = threadIdx.x;
    T value = in[i];
    switch (kind) {
    case IDX:
        value = __shfl_sync(0xffffffffu, value, operand, width);
        break;
    case UP:
        value = __shfl_up_sync(0xffffffffu, value, operand, width);
        break;
    case DOWN:
        value = __shfl_down_sync(0xffffffffu, value, operand, width);
        break;
    default:
        value = __shfl_xor_sync(0xffffffffu, value, operand, width);
    }
    out[i] = value;
}

// The lane a lane reads from, as the CUDA guide defines it.
static int source_lane(int lane, int kind, int operand, int width)
{
    int first = lane & ~(width - 1), last = first + width - 1, source = lane;
    switch (kind) {
    case IDX:
        return first + (operand & (width - 1));
    case UP:
        source = lane - operand;
        return source < first ? lane : source;
    case DOWN:
        source = lane + operand;
        return source > last ? lane : source;
    default:
        source = lane ^ operand;
        return source > last ? lane : source;
    }
}

template <typename T> static void check_shuffle(int kind, int operand, int width)
{
    enum { N = 96 };
    T in[N], got[N];
    uint64_t seed = (uint64_t)(kind * 32 + operand);
    for (int i = 0; i < N; i++) {
        in[i] = (T)(int64_t)check_random(&seed);
    }
    T *device = check_upload(in, N), *out = check_device<T>(N);
    shuffle<<<1, N>>>(out, device, kind, operand, width);
    CHECK_LAUNCH();
    check_take(got, out, N);
    CHECK_CUDA(cudaFree(device));
    for (int i = 0; i < N; i++) {
        int lane = i % 32;
        CHECK_EQ_AT(got[i], in[i - lane + source_lane(lane, kind, operand, width)], i);
    }
}

template <typename T> static void check_type(void)
{
    for (int kind = 0; kind < KINDS; kind++) {
        for (int width = 2; width <= 32; width *= 2) {
            for (int operand : {0, 1, 2, 5, 16, 31}) {
                check_shuffle<T>(kind, operand, width);
            }
        }
    }
}

// Lanes ask for lanes of their own choice; a negative or large lane wraps.
__global__ void permute(int *out, const int *sources)
{
    int i = threadIdx.x;
    out[i] = __shfl_sync(~0u, 100 * (i / 32) + i % 32, sources[i]);
}

static void check_permute(void)
{
    int sources[64], got[64];
    uint64_t seed = 3;
    for (int i = 0; i < 64; i++) {
        sources[i] = (int)(check_random(&seed) % 200) - 100;
    }
    int *device = check_upload(sources, 64), *out = check_device<int>(64);
    permute<<<1, 64>>>(out, device);
    CHECK_LAUNCH();
    check_take(got, out, 64);
    CHECK_CUDA(cudaFree(device));
    for (int i = 0; i < 64; i++) {
        CHECK_EQ_AT(got[i], 100 * (i / 32) + (sources[i] & 31), i);
    }
}

template <typename T> __device__ T warp_sum(T value)
{
#pragma unroll
    for (int offset = 16; offset > 0; offset /= 2) {
        value += __shfl_down_sync(0xffffffff, value, offset);
    }
    return value;
}

template <typename T> __device__ T warp_sum_all(T value)
{
    for (int mask = 1; mask < 32; mask <<= 1) {
        value += __shfl_xor_sync(0xffffffff, value, mask);
    }
    return value;
}

template <typename T> __device__ T warp_scan(T value)
{
    unsigned lane = threadIdx.x % 32;
    for (unsigned step = 1; step < 32; step *= 2) {
        T left = __shfl_up_sync(0xffffffff, value, step);
        if (lane >= step) {
            value += left;
        }
    }
    return value;
}

// Sum of each block: shuffles in the warps, shared memory between them.
template <typename T> __global__ void block_sum(T *sums, const T *in, int n)
{
    __shared__ T partial[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
    T sum = warp_sum(i < n ? in[i] : (T)0);
    if (lane == 0) {
        partial[warp] = sum;
    }
    __syncthreads();
    if (warp == 0) {
        sum = warp_sum(lane < (int)blockDim.x / 32 ? partial[lane] : (T)0);
        if (lane == 0) {
            sums[blockIdx.x] = sum;
        }
    }
}

template <typename T> __global__ void block_scan(T *out, const T *in, int n)
{
    __shared__ T totals[32];
    int i = threadIdx.x, warp = i / 32, lane = i % 32;
    T value = warp_scan(i < n ? in[i] : (T)0);
    if (lane == 31) {
        totals[warp] = value;
    }
    __syncthreads();
    if (warp == 0) {
        totals[lane] = warp_scan(lane < (int)blockDim.x / 32 ? totals[lane] : (T)0);
    }
    __syncthreads();
    if (warp > 0) {
        value += totals[warp - 1];
    }
    if (i < n) {
        out[i] = value;
    }
}

template <typename T> __global__ void same_in_all_lanes(int *wrong, const T *in)
{
    T sum = warp_sum_all(in[threadIdx.x]);
    T first = __shfl_sync(0xffffffff, sum, 0);
    if (sum != first) {
        atomicAdd(wrong, 1);
    }
}

template <typename T> static void check_sums(int n, int block)
{
    static T in[CHECK_SIZE_MAX + 1], got[CHECK_SIZE_MAX + 1];
    int blocks = (n + block - 1) / block, zero = 0, wrong;
    uint64_t seed = (uint64_t)n;
    for (int i = 0; i <= n; i++) {
        in[i] = (T)(check_random(&seed) % 500);
    }
    T *device = check_upload(in, (size_t)n + 1), *sums = check_device<T>((size_t)blocks + 1);
    int *device_wrong = check_upload(&zero, 1);
    if (blocks > 0) {
        block_sum<<<blocks, block>>>(sums, device, n);
    }
    if (n >= 32) {
        same_in_all_lanes<<<1, 32>>>(device_wrong, device);
    }
    CHECK_LAUNCH();
    check_take(got, sums, (size_t)blocks);
    check_take(&wrong, device_wrong, 1);
    CHECK_CUDA(cudaFree(device));
    CHECK_EQ(wrong, 0);
    for (int b = 0; b < blocks; b++) {
        T sum = 0;
        for (int i = b * block; i < (b + 1) * block && i < n; i++) {
            sum += in[i];
        }
        CHECK_EQ_AT(got[b], sum, b);
    }
}

template <typename T> static void check_scan(int n, int block)
{
    T in[1024], got[1024], sum = 0;
    for (int i = 0; i < n; i++) {
        in[i] = (T)(i * 37 % 101);
    }
    T *device = check_upload(in, (size_t)n), *out = check_device<T>((size_t)n);
    block_scan<<<1, block>>>(out, device, n);
    CHECK_LAUNCH();
    check_take(got, out, (size_t)n);
    CHECK_CUDA(cudaFree(device));
    for (int i = 0; i < n; i++) {
        sum += in[i];
        CHECK_EQ_AT(got[i], sum, i);
    }
}

int main(void)
{
    check_type<int>();
    check_type<unsigned>();
    check_type<long>();
    check_type<unsigned long>();
    check_type<long long>();
    check_type<unsigned long long>();
    check_type<float>();
    check_type<double>();
    check_permute();
    for (int n : check_sizes) {
        check_sums<int>(n, 256);
        check_sums<float>(n, 32);
        check_sums<double>(n, 1024);
    }
    for (int n : {1, 31, 32, 33, 1000, 1024}) {
        check_scan<int>(n, 1024);
        check_scan<double>(n, 1024);
    }
    return check_end();
}
