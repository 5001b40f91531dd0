// What the device says of itself: properties agree with attributes, limits are those of compute
// capability 9.0, and occupancy follows from them.
#include "check.h"

__global__ void tiny(int *out)
{
    out[threadIdx.x] = 1;
}

template <typename T> __global__ void with_shared(T *out)
{
    extern __shared__ int words[];
    words[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = (T)words[0];
}

#ifndef __CUDACC__
#error "a CUDA compiler defines __CUDACC__, on which headers shared with C depend"
#endif

static int attribute(enum cudaDeviceAttr name)
{
    int value = -1;
    CHECK_CUDA(cudaDeviceGetAttribute(&value, name, 0));
    return value;
}

static void check_properties(const struct cudaDeviceProp *p)
{
    CHECK(strlen(p->name) > 0 && strlen(p->name) < sizeof(p->name));
    CHECK_EQ(p->major, 9);
    CHECK_EQ(p->minor, 0);
    CHECK_EQ(p->warpSize, 32);
    CHECK_EQ(p->maxThreadsPerBlock, 1024);
    CHECK_EQ(p->maxThreadsDim[0], 1024);
    CHECK_EQ(p->maxThreadsDim[1], 1024);
    CHECK_EQ(p->maxThreadsDim[2], 64);
    CHECK_EQ(p->maxGridSize[0], INT32_MAX);
    CHECK_EQ(p->maxGridSize[1], 65535);
    CHECK_EQ(p->maxGridSize[2], 65535);
    CHECK_EQ(p->sharedMemPerBlock, (size_t)48 * 1024);
    CHECK_EQ(p->sharedMemPerBlockOptin, (size_t)227 * 1024);
    CHECK_EQ(p->sharedMemPerMultiprocessor, (size_t)228 * 1024);
    CHECK_EQ(p->totalConstMem, (size_t)64 * 1024);
    CHECK_EQ(p->regsPerBlock, 65536);
    CHECK_EQ(p->maxThreadsPerMultiProcessor, 2048);
    CHECK_EQ(p->maxBlocksPerMultiProcessor, 32);
    CHECK(p->multiProcessorCount >= 1);
    CHECK(p->totalGlobalMem >= (size_t)64 << 20);
    CHECK(p->l2CacheSize > 0);
    CHECK(p->textureAlignment > 0);
    CHECK_EQ(p->unifiedAddressing, 1);
    CHECK_EQ(p->managedMemory, 1);
    CHECK_EQ(p->canMapHostMemory, 1);
}

static void check_attributes(const struct cudaDeviceProp *p)
{
    CHECK_EQ(attribute(cudaDevAttrMaxThreadsPerBlock), p->maxThreadsPerBlock);
    CHECK_EQ(attribute(cudaDevAttrMaxBlockDimX), p->maxThreadsDim[0]);
    CHECK_EQ(attribute(cudaDevAttrMaxBlockDimY), p->maxThreadsDim[1]);
    CHECK_EQ(attribute(cudaDevAttrMaxBlockDimZ), p->maxThreadsDim[2]);
    CHECK_EQ(attribute(cudaDevAttrMaxGridDimX), p->maxGridSize[0]);
    CHECK_EQ(attribute(cudaDevAttrMaxGridDimY), p->maxGridSize[1]);
    CHECK_EQ(attribute(cudaDevAttrMaxGridDimZ), p->maxGridSize[2]);
    CHECK_EQ((size_t)attribute(cudaDevAttrMaxSharedMemoryPerBlock), p->sharedMemPerBlock);
    CHECK_EQ((size_t)attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin), p->sharedMemPerBlockOptin);
    CHECK_EQ((size_t)attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor),
             p->sharedMemPerMultiprocessor);
    CHECK_EQ((size_t)attribute(cudaDevAttrTotalConstantMemory), p->totalConstMem);
    CHECK_EQ(attribute(cudaDevAttrWarpSize), p->warpSize);
    CHECK_EQ(attribute(cudaDevAttrMaxRegistersPerBlock), p->regsPerBlock);
    CHECK_EQ(attribute(cudaDevAttrMultiProcessorCount), p->multiProcessorCount);
    CHECK_EQ(attribute(cudaDevAttrMaxThreadsPerMultiProcessor), p->maxThreadsPerMultiProcessor);
    CHECK_EQ(attribute(cudaDevAttrMaxBlocksPerMultiprocessor), p->maxBlocksPerMultiProcessor);
    CHECK_EQ(attribute(cudaDevAttrComputeCapabilityMajor), p->major);
    CHECK_EQ(attribute(cudaDevAttrComputeCapabilityMinor), p->minor);
    CHECK_EQ(attribute(cudaDevAttrL2CacheSize), p->l2CacheSize);
    CHECK_EQ(attribute(cudaDevAttrGlobalMemoryBusWidth), p->memoryBusWidth);
    CHECK_EQ(attribute(cudaDevAttrUnifiedAddressing), 1);
    CHECK_EQ(attribute(cudaDevAttrMemoryPoolsSupported), 1);
    CHECK(attribute(cudaDevAttrClockRate) >= 0);
    CHECK(attribute(cudaDevAttrMemoryClockRate) >= 0);
}

static void check_active(int block, size_t shared, int expected)
{
    int active = -1;
    CHECK_CUDA(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&active, with_shared<int>, block, shared));
    CHECK_EQ_AT(active, expected, block);
}

static void check_occupancy(const struct cudaDeviceProp *p)
{
    check_active(1024, 0, 2);
    check_active(256, 0, 8);
    check_active(100, 0, 16); // four warps each, 64 a multiprocessor
    check_active(32, 0, 32);
    check_active(1, 0, 32);
    check_active(256, 48 * 1024, 4); // 1 KiB a block is the system's
    check_active(64, 20 * 1024, 10);
    int active = -1, grid = 0, block = 0;
    CHECK_CUDA(cudaOccupancyMaxPotentialBlockSize(&grid, &block, tiny, 0, 0));
    CHECK(block >= 32 && block <= 1024 && block % 32 == 0);
    CHECK_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&active, tiny, block, 0));
    CHECK_EQ(active * block, 2048);
    CHECK_EQ(grid, active * p->multiProcessorCount);
    CHECK_CUDA(cudaOccupancyMaxPotentialBlockSize(&grid, &block, tiny, 0, 128));
    CHECK(block >= 32 && block <= 128);
}

static void check_function_attributes(void)
{
    struct cudaFuncAttributes attributes;
    CHECK_CUDA(cudaFuncGetAttributes(&attributes, tiny));
    CHECK_EQ(attributes.maxThreadsPerBlock, 1024);
    CHECK_EQ(attributes.maxDynamicSharedSizeBytes, 48 * 1024);
    CHECK_CUDA(cudaFuncSetAttribute(with_shared<float>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    100 * 1024));
    CHECK_CUDA(cudaFuncGetAttributes(&attributes, with_shared<float>));
    CHECK_EQ(attributes.maxDynamicSharedSizeBytes, 100 * 1024);
    CHECK_CUDA(cudaFuncSetCacheConfig(tiny, cudaFuncCachePreferShared));
}

static void check_versions(void)
{
    int runtime = 0, driver = 0;
    CHECK_CUDA(cudaRuntimeGetVersion(&runtime));
    CHECK_CUDA(cudaDriverGetVersion(&driver));
    CHECK_EQ(runtime, CUDART_VERSION);
    CHECK(driver >= runtime / 1000 * 1000);
}

int main(void)
{
    struct cudaDeviceProp prop;
    memset(&prop, 0xFF, sizeof(prop));
    CHECK_CUDA(cudaGetDeviceProperties(&prop, 0));
    check_properties(&prop);
    check_attributes(&prop);
    check_occupancy(&prop);
    check_function_attributes();
    check_versions();
    CHECK_CUDA(cudaDeviceReset());
    return check_end();
}
