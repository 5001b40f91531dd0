// Atomics on every type they come in, in global and shared memory, at block, device and system
// scope: the final value is right, and the values returned are those of some order of the
// operations.
#include "check.h"

enum { BLOCKS = 40, BLOCK = 128, N = BLOCKS * BLOCK };

// Adding 1 each time, the values returned are a permutation of first..first+N-1.
template <typename T> __global__ void add_ones(T *cell, T *returned)
{
    returned[blockIdx.x * blockDim.x + threadIdx.x] = atomicAdd(cell, (T)1);
}

template <typename T> __global__ void subtract_ones(T *cell, T *returned)
{
    returned[blockIdx.x * blockDim.x + threadIdx.x] = atomicSub(cell, (T)1);
}

// A chain: each thread leaves its number and takes its predecessor's.
template <typename T> __global__ void exchange(T *cell, T *returned)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    returned[i] = atomicExch(cell, (T)(i + 1));
}

static int seen[N + 1];

// returned must hold each of first..first+N-1 once.
template <typename T> static void check_permutation(T *device_returned, long long first)
{
    static T returned[N];
    check_take(returned, device_returned, N);
    memset(seen, 0, sizeof(seen));
    for (int i = 0; i < N; i++) {
        long long place = (long long)returned[i] - first;
        CHECK(place >= 0 && place < N);
        if (place >= 0 && place < N) {
            seen[place]++;
        }
    }
    for (int i = 0; i < N; i++) {
        CHECK_EQ_AT(seen[i], 1, i);
    }
}

template <typename T> static void check_add(T first)
{
    T *cell = check_upload(&first, 1), *returned = check_device<T>(N), last;
    add_ones<<<BLOCKS, BLOCK>>>(cell, returned);
    CHECK_LAUNCH();
    check_take(&last, cell, 1);
    CHECK_EQ(last, (T)(first + N));
    check_permutation(returned, (long long)first);
}

template <typename T> static void check_subtract(T first)
{
    T *cell = check_upload(&first, 1), *returned = check_device<T>(N), last;
    subtract_ones<<<BLOCKS, BLOCK>>>(cell, returned);
    CHECK_LAUNCH();
    check_take(&last, cell, 1);
    CHECK_EQ(last, (T)(first - N));
    check_permutation(returned, (long long)first - N + 1);
}

template <typename T> static void check_exchange(void)
{
    T first = 0, last, *cell = check_upload(&first, 1), *returned = check_device<T>(N + 1);
    exchange<<<BLOCKS, BLOCK>>>(cell, returned);
    CHECK_LAUNCH();
    static T got[N + 1];
    check_take(&last, cell, 1);
    check_take(got, returned, N);
    got[N] = last; // with what remained in the cell, all of 0..N were handed on once
    memset(seen, 0, sizeof(seen));
    for (int i = 0; i <= N; i++) {
        seen[(int)got[i]]++;
    }
    for (int i = 0; i <= N; i++) {
        CHECK_EQ_AT(seen[i], 1, i);
    }
}

template <typename T> struct range {
    T min, max;
};

template <typename T> __global__ void extremes(struct range<T> *out, const T *in)
{
    __shared__ struct range<T> local;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) {
        local.min = local.max = in[i];
    }
    __syncthreads();
    atomicMin(&local.min, in[i]);
    atomicMax(&local.max, in[i]);
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicMin(&out->min, local.min);
        atomicMax(&out->max, local.max);
    }
}

template <typename T> static void check_extremes(void)
{
    static T in[N];
    uint64_t seed = sizeof(T);
    for (int i = 0; i < N; i++) {
        in[i] = (T)check_random(&seed);
    }
    struct range<T> expected = {in[0], in[0]}, got;
    T *device = check_upload(in, N);
    struct range<T> *out = check_upload(&expected, 1);
    for (int i = 0; i < N; i++) {
        expected.min = in[i] < expected.min ? in[i] : expected.min;
        expected.max = in[i] > expected.max ? in[i] : expected.max;
    }
    extremes<<<BLOCKS, BLOCK>>>(out, device);
    CHECK_LAUNCH();
    check_take(&got, out, 1);
    CHECK_CUDA(cudaFree(device));
    CHECK_EQ(got.min, expected.min);
    CHECK_EQ(got.max, expected.max);
}

template <typename T> __global__ void bits(T *cells)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, bit = i % (8 * sizeof(T));
    atomicOr(&cells[0], (T)1 << bit);
    atomicAnd(&cells[1], ~((T)1 << bit));
    atomicXor(&cells[2], (T)1 << bit);
}

template <typename T> static void check_bits(void)
{
    T cells[3] = {0, (T) ~(T)0, 5}, *device = check_upload(cells, 3);
    bits<<<1, 31>>>(device);
    CHECK_LAUNCH();
    check_take(cells, device, 3);
    T low = (T)0x7fffffff;
    CHECK_EQ(cells[0], low);
    CHECK_EQ(cells[1], (T)~low);
    CHECK_EQ(cells[2], (T)(5 ^ low));
}

struct wrapped {
    unsigned up, down, old_up, old_down;
};

// inc wraps to 0 past the limit; dec wraps to the limit below 0 and from above the limit.
__global__ void wrap(struct wrapped *cells, unsigned limit)
{
    cells->old_up = atomicInc(&cells->up, limit);
    cells->old_down = atomicDec(&cells->down, limit);
}

static void check_wrap(unsigned up, unsigned down, unsigned limit)
{
    struct wrapped cells = {up, down, 0, 0}, *device = check_upload(&cells, 1);
    wrap<<<1, 1>>>(device, limit);
    CHECK_LAUNCH();
    check_take(&cells, device, 1);
    CHECK_EQ(cells.old_up, up);
    CHECK_EQ(cells.old_down, down);
    CHECK_EQ(cells.up, up >= limit ? 0 : up + 1);
    CHECK_EQ(cells.down, down == 0 || down > limit ? limit : down - 1);
}

// Each thread adds 3 through a CAS loop: nothing lost, nothing twice.
template <typename T> __global__ void cas_loop(T *cell)
{
    T old = *cell, assumed;
    do {
        assumed = old;
        old = atomicCAS(cell, assumed, (T)(assumed + 3));
    } while (old != assumed);
}

template <typename T> static void check_cas(void)
{
    T cell = 5, *device = check_upload(&cell, 1);
    cas_loop<<<4, 96>>>(device);
    CHECK_LAUNCH();
    check_take(&cell, device, 1);
    CHECK_EQ(cell, (T)(5 + 3 * 4 * 96));
}

__device__ float atomic_max_float(float *cell, float value)
{
    int *bits = (int *)cell, old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __float_as_int(fmaxf(value, __int_as_float(assumed))));
    } while (old != assumed);
    return __int_as_float(old);
}

__global__ void largest(float *out, const float *in)
{
    atomic_max_float(out, in[blockIdx.x * blockDim.x + threadIdx.x]);
}

static void check_float_max(void)
{
    static float in[N];
    float expected = -1e30f, got = -1e30f;
    uint64_t seed = 8;
    for (int i = 0; i < N; i++) {
        in[i] = (float)check_uniform(&seed, -1e6, 1e6);
        expected = in[i] > expected ? in[i] : expected;
    }
    float *device = check_upload(in, N), *out = check_upload(&got, 1);
    largest<<<BLOCKS, BLOCK>>>(out, device);
    CHECK_LAUNCH();
    check_take(&got, out, 1);
    CHECK_CUDA(cudaFree(device));
    CHECK_EQ(got, expected);
}

// The scopes: block on shared memory, device by name, system on global memory.
template <typename T> __global__ void scopes(T *total)
{
    __shared__ T local;
    if (threadIdx.x == 0) {
        local = 0;
    }
    __syncthreads();
    atomicAdd_block(&local, (T)2);
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd_system(total, local);
    }
}

__global__ void more_scopes(int *cells)
{
    atomicMax_block(&cells[0], (int)threadIdx.x);
    atomicMin_system(&cells[1], -(int)threadIdx.x);
    atomicOr_system(&cells[2], 1 << threadIdx.x % 31);
    atomicCAS_system(&cells[3], 0, 9);
    atomicExch_block(&cells[4], 7);
    atomicXor_block(&cells[5], 1 << threadIdx.x);
    atomicAnd_system(&cells[6], 12);
    atomicSub_block(&cells[7], 2);
}

template <typename T> static void check_scopes(void)
{
    T total = 0, *device = check_upload(&total, 1);
    scopes<<<BLOCKS, BLOCK>>>(device);
    CHECK_LAUNCH();
    check_take(&total, device, 1);
    CHECK_EQ(total, (T)(2 * N));
}

static void check_more_scopes(void)
{
    int cells[8] = {0, 0, 0, 0, 0, 0, 15, 0}, *device = check_upload(cells, 8);
    int expected[8] = {31, -31, 0x7fffffff, 9, 7, -1, 12, -64};
    more_scopes<<<1, 32>>>(device);
    CHECK_LAUNCH();
    check_take(cells, device, 8);
    for (int i = 0; i < 8; i++) {
        CHECK_EQ_AT(cells[i], expected[i], i);
    }
}

// Shared and global histogram: the everyday use.
__global__ void histogram(unsigned *bins, const unsigned char *in, int n)
{
    __shared__ unsigned local[256];
    for (int b = threadIdx.x; b < 256; b += blockDim.x) {
        local[b] = 0;
    }
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        atomicAdd(&local[in[i]], 1);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x) {
        atomicAdd(&bins[b], local[b]);
    }
}

static void check_histogram(int n)
{
    static unsigned char in[CHECK_SIZE_MAX + 1];
    unsigned expected[256] = {0}, got[256];
    uint64_t seed = (uint64_t)n;
    unsigned *bins = check_upload(expected, 256);
    for (int i = 0; i < n; i++) {
        in[i] = (unsigned char)(check_random(&seed) & check_random(&seed));
        expected[in[i]]++;
    }
    unsigned char *device = check_upload(in, (size_t)n + 1);
    histogram<<<6, 192>>>(bins, device, n);
    CHECK_LAUNCH();
    check_take(got, bins, 256);
    CHECK_CUDA(cudaFree(device));
    for (int b = 0; b < 256; b++) {
        CHECK_EQ_AT(got[b], expected[b], b);
    }
}

int main(void)
{
    check_add<int>(-100);
    check_add<unsigned>(1u << 31);
    check_add<unsigned long long>((1ull << 40) + 7);
    check_add<float>(16);
    check_add<double>(-3);
    check_subtract<int>(5);
    check_subtract<unsigned>(3000000000u);
    check_exchange<int>();
    check_exchange<unsigned>();
    check_exchange<unsigned long long>();
    check_exchange<float>();
    check_extremes<int>();
    check_extremes<unsigned>();
    check_extremes<long long>();
    check_extremes<unsigned long long>();
    check_bits<int>();
    check_bits<unsigned>();
    check_bits<unsigned long long>();
    for (unsigned limit : {0u, 1u, 7u, ~0u}) {
        for (unsigned value : {0u, 1u, 6u, 7u, 8u, ~0u}) {
            check_wrap(value, value, limit);
        }
    }
    check_cas<int>();
    check_cas<unsigned>();
    check_cas<unsigned long long>();
    check_cas<unsigned short>();
    check_float_max();
    check_scopes<int>();
    check_scopes<unsigned>();
    check_scopes<unsigned long long>();
    check_scopes<float>();
    check_scopes<double>();
    check_more_scopes();
    for (int n : check_sizes) {
        check_histogram(n);
    }
    return check_end();
}
