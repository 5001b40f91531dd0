#include "probe.h"

#include "fingerprint.h"

#include <cuda_runtime.h>

__global__ void empty()
{
}

__global__ void flush(const uint4 *memory, size_t count, unsigned *sink)
{
    unsigned sum = 0;
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) {
        uint4 value = memory[i];
        sum |= value.x | value.y | value.z | value.w;
    }
    if (sum != 0) /* the memory holds zeros */
        *sink = sum;
}

template <int DEPTH> __global__ void copy(uint4 *to, const uint4 *from, size_t count)
{
    size_t first = (size_t)blockIdx.x * blockDim.x * DEPTH + threadIdx.x;
    uint4 value[DEPTH];
    for (int k = 0; k < DEPTH; k++) {
        if (first + k * (size_t)blockDim.x < count)
            value[k] = from[first + k * (size_t)blockDim.x];
    }
    for (int k = 0; k < DEPTH; k++) {
        if (first + k * (size_t)blockDim.x < count)
            to[first + k * (size_t)blockDim.x] = value[k];
    }
}

/* Only what is measured needs these, and nothing is measured on the simulator. */
__device__ gs_clock_stamp stamp_now()
{
    gs_clock_stamp now = {};
#ifdef __NVCC__
    asm volatile("mov.u32 %0, %%smid;" : "=r"(now.multiprocessor));
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now.nanoseconds));
#endif
    now.cycles = clock64();
    return now;
}

__global__ void hold(const volatile int *open, long long cycles, gs_clock_stamp *begin)
{
    long long start = clock64();
    *begin = stamp_now();
    while (*open == 0 && clock64() - start < cycles)
        ;
}

__global__ void stamp(const gs_clock_stamp *begin, gs_clock_stamp *end)
{
    gs_clock_stamp now = stamp_now();
    if (now.multiprocessor != begin->multiprocessor)
        return;
    end->cycles = now.cycles - begin->cycles;
    end->nanoseconds = now.nanoseconds - begin->nanoseconds;
}

/* Which words a thread takes: from `first`, every `step`-th one below `end`. On a GPU neighbouring
 * threads read neighbouring words. On the simulator each thread runs to its end before the next one
 * begins, so it reads neighbouring words itself. */
struct share {
    size_t first, end, step;
};

__device__ share share_of(size_t count)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;
    size_t me = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
#ifdef __NVCC__
    return {me, count, threads};
#else
    size_t each = count / threads + 1, first = me * each;
    return {first, first + each < count ? first + each : count, 1};
#endif
}

/* A sum does not depend on its order, so any thread may take any word. */
__global__ void fingerprint(const unsigned char *bytes, size_t size, unsigned long long *sum)
{
    const unsigned long long *words = (const unsigned long long *)bytes;
    size_t count = size / sizeof *words, whole = count * sizeof *words;
    unsigned long long mine = 0;
    share of_words = share_of(count), of_rest = share_of(size - whole);
    for (size_t i = of_words.first; i < of_words.end; i += of_words.step)
        mine += gs_fingerprint_of(words[i], i);
    for (size_t i = of_rest.first; i < of_rest.end; i += of_rest.step)
        mine += gs_fingerprint_of(bytes[whole + i], whole + i);
    atomicAdd(sum, mine);
}

/* Threads a block, and independent chains of operations a thread, that arithmetic is measured by.
 */
enum { ARITHMETIC_BLOCK = 256, CHAINS = 8 };

/* `count`: so many of them stand side by side that the loop around them does not count. */
template <typename T> struct multiply_add {
    enum { count = 32 };
    T factor, addend;

    __device__ T operator()(T x) const
    {
        return x * factor + addend;
    }
};

/* As accurate as kernels have it by default; x = exp(-x) stays within [0, 1]. */
template <typename T> struct exponential {
    enum { count = 1 };

    __device__ T operator()(T x) const
    {
        return exp(-x);
    }
};

/* x = a / x stays where it is; integers never become 0. */
template <typename T> struct division {
    enum { count = 4 };
    T dividend;

    __device__ T operator()(T x) const
    {
        return dividend / x;
    }
};

template <typename T> struct integer_division {
    enum { count = 4 };
    T dividend;

    __device__ T operator()(T x) const
    {
        return dividend / (x | 1);
    }
};

template <typename T> struct square_root {
    enum { count = 4 };

    __device__ T operator()(T x) const
    {
        return sqrt(x + 1);
    }
};

template <typename T, typename Step>
__global__ void arithmetic(T *sink, int rounds, T unlikely, Step step)
{
    T x[CHAINS];
    for (int k = 0; k < CHAINS; k++)
        x[k] = (T)(threadIdx.x + k);
    for (int r = 0; r < rounds; r++) {
#pragma unroll
        for (int i = 0; i < Step::count; i++) {
            for (int k = 0; k < CHAINS; k++)
                x[k] = step(x[k]);
        }
    }
    T sum = 0;
    for (int k = 0; k < CHAINS; k++)
        sum += x[k];
    if (sum == unlikely) /* or nothing would have to be computed */
        *sink = sum;
}

template <typename T, typename Step>
static int launch_arithmetic(unsigned blocks, int rounds, void *sink, void *stream, Step step)
{
    arithmetic<<<blocks, ARITHMETIC_BLOCK, 0, (cudaStream_t)stream>>>((T *)sink, rounds, (T)-1,
                                                                      step);
    return cudaGetLastError();
}

template <typename T>
static int launch_floats(enum gs_operation operation, unsigned blocks, int rounds, void *sink,
                         void *stream)
{
    switch (operation) {
    case GS_OPERATION_MAD:
        return launch_arithmetic<T>(blocks, rounds, sink, stream,
                                    multiply_add<T>{(T)0.75, (T)0.125});
    case GS_OPERATION_EXP:
        return launch_arithmetic<T>(blocks, rounds, sink, stream, exponential<T>{});
    case GS_OPERATION_DIVISION:
        return launch_arithmetic<T>(blocks, rounds, sink, stream, division<T>{(T)1.5});
    case GS_OPERATION_ROOT:
        return launch_arithmetic<T>(blocks, rounds, sink, stream, square_root<T>{});
    }
    return cudaErrorInvalidValue;
}

/* The factors are those of linear congruential generators; the dividends have all bits. */
template <typename T>
static int launch_integers(enum gs_operation operation, unsigned blocks, int rounds, void *sink,
                           void *stream, T factor, T addend)
{
    if (operation == GS_OPERATION_MAD)
        return launch_arithmetic<T>(blocks, rounds, sink, stream, multiply_add<T>{factor, addend});
    if (operation == GS_OPERATION_DIVISION)
        return launch_arithmetic<T>(blocks, rounds, sink, stream, integer_division<T>{factor});
    return cudaErrorInvalidValue;
}

extern "C" int gs_probe_arithmetic(enum gs_operation operation, enum gs_dtype dtype,
                                   unsigned blocks, int rounds, void *sink, void *stream)
{
    switch (dtype) {
    case GS_F32:
        return launch_floats<float>(operation, blocks, rounds, sink, stream);
    case GS_F64:
        return launch_floats<double>(operation, blocks, rounds, sink, stream);
    case GS_I32:
        return launch_integers<uint32_t>(operation, blocks, rounds, sink, stream, 1664525,
                                         1013904223);
    case GS_I64:
        return launch_integers<uint64_t>(operation, blocks, rounds, sink, stream,
                                         6364136223846793005, 1442695040888963407);
    default:
        return cudaErrorInvalidValue;
    }
}

extern "C" double gs_probe_operations(enum gs_operation operation, unsigned blocks, int rounds)
{
    static const int counts[] = {multiply_add<float>::count, exponential<float>::count,
                                 division<float>::count, square_root<float>::count};
    return (double)blocks * ARITHMETIC_BLOCK * CHAINS * counts[operation] * rounds;
}

extern "C" int gs_probe_empty(void *stream)
{
    empty<<<1, 1, 0, (cudaStream_t)stream>>>();
    return cudaGetLastError();
}

extern "C" int gs_probe_flush(const void *memory, size_t bytes, void *stream)
{
    size_t count = bytes / sizeof(uint4);
    flush<<<1024, 256, 0, (cudaStream_t)stream>>>((const uint4 *)memory, count, (unsigned *)memory);
    return cudaGetLastError();
}

extern "C" int gs_probe_copy(void *to, const void *from, size_t bytes, int depth, void *stream)
{
    const unsigned block = 256;
    size_t count = bytes / sizeof(uint4), per_block = (size_t)block * (depth == 4 ? 4 : 1);
    unsigned grid = (unsigned)((count + per_block - 1) / per_block);
    if (depth == 4)
        copy<4><<<grid, block, 0, (cudaStream_t)stream>>>((uint4 *)to, (const uint4 *)from, count);
    else
        copy<1><<<grid, block, 0, (cudaStream_t)stream>>>((uint4 *)to, (const uint4 *)from, count);
    return cudaGetLastError();
}

extern "C" int gs_probe_hold(const volatile int *open, long long cycles,
                             struct gs_clock_stamp *begin, void *stream)
{
    hold<<<1, 1, 0, (cudaStream_t)stream>>>(open, cycles, begin);
    return cudaGetLastError();
}

extern "C" int gs_probe_stamp(const struct gs_clock_stamp *begin, struct gs_clock_stamp *end,
                              int multiprocessors, void *stream)
{
    stamp<<<(unsigned)multiprocessors, 1, 0, (cudaStream_t)stream>>>(begin, end);
    return cudaGetLastError();
}

extern "C" int gs_probe_fingerprint(const void *memory, size_t bytes, uint64_t *sum, void *stream)
{
    cudaError_t code = cudaMemsetAsync(sum, 0, sizeof *sum, (cudaStream_t)stream);
    if (code != cudaSuccess)
        return code;
    /* No more threads than there are words: on the simulator each of them takes its time. */
    size_t blocks = bytes / sizeof(unsigned long long) / 256 + 1;
    fingerprint<<<(unsigned)(blocks < 512 ? blocks : 512), 256, 0, (cudaStream_t)stream>>>(
        (const unsigned char *)memory, bytes, (unsigned long long *)sum);
    return cudaGetLastError();
}
