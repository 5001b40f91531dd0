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

__global__ void hold(const volatile int *open, long long cycles)
{
    long long start = clock64();
    while (*open == 0 && clock64() - start < cycles)
        ;
}

/* A sum does not depend on its order, so any thread may take any word. */
__global__ void fingerprint(const unsigned char *bytes, size_t size, unsigned long long *sum)
{
    const unsigned long long *words = (const unsigned long long *)bytes;
    size_t count = size / sizeof *words, stride = (size_t)gridDim.x * blockDim.x;
    size_t first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long mine = 0;
    for (size_t i = first; i < count; i += stride)
        mine += gs_fingerprint_of(words[i], i);
    for (size_t i = count * sizeof *words + first; i < size; i += stride)
        mine += gs_fingerprint_of(bytes[i], i);
    atomicAdd(sum, mine);
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

extern "C" int gs_probe_hold(const volatile int *open, long long cycles, void *stream)
{
    hold<<<1, 1, 0, (cudaStream_t)stream>>>(open, cycles);
    return cudaGetLastError();
}

extern "C" int gs_probe_fingerprint(const void *memory, size_t bytes, uint64_t *sum, void *stream)
{
    cudaError_t code = cudaMemsetAsync(sum, 0, sizeof *sum, (cudaStream_t)stream);
    if (code != cudaSuccess)
        return code;
    fingerprint<<<512, 256, 0, (cudaStream_t)stream>>>((const unsigned char *)memory, bytes,
                                                       (unsigned long long *)sum);
    return cudaGetLastError();
}
