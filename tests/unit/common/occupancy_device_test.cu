// The calculator and cudaOccupancyMaxActiveBlocksPerMultiprocessor(), of kernels with few and with
// many registers, over block sizes and shared memory. 77: no device, or one that is not known.
extern "C" {
#include "occupancy.h"
}

#include <cstdio>
#include <cuda_runtime.h>

__global__ void copy(const float *in, float *out)
{
    out[threadIdx.x] = in[threadIdx.x];
}

// Every element is needed at the end, so each has a register of its own.
template <int COUNT> __global__ void hold(const float *in, float *out)
{
    float values[COUNT];
#pragma unroll
    for (int i = 0; i < COUNT; i++)
        values[i] = in[i * blockDim.x + threadIdx.x];
#pragma unroll
    for (int i = 0; i < COUNT; i++)
        out[i * blockDim.x + threadIdx.x] = values[i] * values[(i + COUNT / 2) % COUNT];
}

static int wrong = 0, tried = 0;

static bool holds(cudaError_t error)
{
    wrong += error != cudaSuccess;
    if (error != cudaSuccess)
        fprintf(stderr, "%s\n", cudaGetErrorString(error));
    return error == cudaSuccess;
}

template <typename Kernel>
static void compare(const gs_multiprocessor *sm, const char *name, Kernel kernel)
{
    const size_t most = gs_multiprocessor_block_shared_bytes(sm);
    cudaFuncAttributes attributes;
    if (!holds(cudaFuncGetAttributes(&attributes, kernel)) ||
        !holds(
            cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)most)))
        return;
    printf("%s: %d registers\n", name, attributes.numRegs);
    for (unsigned threads = 1; threads <= 1024; threads += threads < 32 ? 31 : 32) {
        for (size_t shared = 0; shared <= most; shared += 7 * 512) {
            const gs_block_needs needs = {threads, (unsigned)attributes.numRegs, shared};
            int blocks = -1;
            if (!holds(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, (int)threads,
                                                                     shared)))
                return;
            const int computed = (int)gs_occupancy_of(sm, &needs).blocks;
            tried++;
            if (computed == blocks)
                continue;
            wrong++;
            fprintf(stderr, "%s, %u threads, %zu bytes: %d blocks, and CUDA says %d\n", name,
                    threads, shared, computed, blocks);
        }
    }
}

int main()
{
    int major = 0, minor = 0;
    char capability[16];
    if (cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0) != cudaSuccess ||
        cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0) != cudaSuccess)
        return puts("no device"), 77;
    snprintf(capability, sizeof capability, "%d.%d", major, minor);
    const gs_multiprocessor *sm = gs_multiprocessor_find(capability);
    if (sm == nullptr)
        return printf("compute capability %s is not known\n", capability), 77;
    compare(sm, "copy", copy);
    compare(sm, "hold<16>", hold<16>);
    compare(sm, "hold<48>", hold<48>);
    compare(sm, "hold<96>", hold<96>);
    printf("compute capability %s: %d launches, %d wrong\n", capability, tried, wrong);
    return wrong > 0;
}
