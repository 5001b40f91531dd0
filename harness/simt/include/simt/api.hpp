/* The parts of the API that are templates in CUDA: typed allocation, symbols, kernels by name. */
#ifndef SIMT_API_HPP
#define SIMT_API_HPP

#pragma GCC system_header

#include <simt/runtime.h>

/* Under the inspector, typed allocation tells the type of the elements, and is compiled into the
 * caller's own code, so that the allocation is known by the caller's line. */
#if defined(SIMT_INSPECT)
#include <simt/typed.hpp>
#define SIMT_TYPED inline __attribute__((always_inline))
#define SIMT_TELL_TYPE(error, pointer) simt_cpp::detail::tell_type(error, pointer)
#else
#define SIMT_TYPED inline
#define SIMT_TELL_TYPE(error, pointer) (error)
#endif

template <class T> SIMT_TYPED cudaError_t cudaMalloc(T **dev_ptr, size_t size)
{
    return SIMT_TELL_TYPE(::cudaMalloc((void **)dev_ptr, size), dev_ptr);
}

template <class T>
SIMT_TYPED cudaError_t cudaMallocAsync(T **dev_ptr, size_t size, cudaStream_t stream)
{
    return SIMT_TELL_TYPE(::cudaMallocAsync((void **)dev_ptr, size, stream), dev_ptr);
}

template <class T>
SIMT_TYPED cudaError_t cudaMallocPitch(T **dev_ptr, size_t *pitch, size_t width, size_t height)
{
    return SIMT_TELL_TYPE(::cudaMallocPitch((void **)dev_ptr, pitch, width, height), dev_ptr);
}

template <class T>
SIMT_TYPED cudaError_t cudaMallocManaged(T **dev_ptr, size_t size,
                                         unsigned flags = cudaMemAttachGlobal)
{
    return SIMT_TELL_TYPE(::cudaMallocManaged((void **)dev_ptr, size, flags), dev_ptr);
}

template <class T>
SIMT_TYPED cudaError_t cudaMallocHost(T **ptr, size_t size, unsigned flags = cudaHostAllocDefault)
{
    return SIMT_TELL_TYPE(::cudaHostAlloc((void **)ptr, size, flags), ptr);
}

SIMT_TYPED cudaError_t cudaMallocHost(void **ptr, size_t size, unsigned flags)
{
    return ::cudaHostAlloc(ptr, size, flags);
}

template <class T> SIMT_TYPED cudaError_t cudaHostAlloc(T **ptr, size_t size, unsigned flags)
{
    return SIMT_TELL_TYPE(::cudaHostAlloc((void **)ptr, size, flags), ptr);
}

template <class T>
inline cudaError_t cudaHostGetDevicePointer(T **dev_ptr, void *host_ptr, unsigned flags)
{
    return ::cudaHostGetDevicePointer((void **)dev_ptr, host_ptr, flags);
}

template <class T>
inline cudaError_t cudaMallocAsync(T **dev_ptr, size_t size, cudaMemPool_t pool,
                                   cudaStream_t stream)
{
    return ::cudaMallocFromPoolAsync((void **)dev_ptr, size, pool, stream);
}

template <class T>
inline cudaError_t cudaMallocFromPoolAsync(T **dev_ptr, size_t size, cudaMemPool_t pool,
                                           cudaStream_t stream)
{
    return ::cudaMallocFromPoolAsync((void **)dev_ptr, size, pool, stream);
}

inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags)
{
    return ::cudaEventCreateWithFlags(event, flags);
}

/* ---- __device__ and __constant__ variables ---- */

namespace simt_cpp
{

/* What simt-cc has called for each, as each device has its own. */
template <class T> SIMT_TYPED void note_variable(T &variable)
{
    simt_variable_note(const_cast<void *>(static_cast<const volatile void *>(&variable)),
                       sizeof(variable));
}

/* Nobody can write it: it is the same on all devices. */
template <class T> SIMT_TYPED void note_variable(const T &)
{
}

} // namespace simt_cpp

template <class T>
inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *src, size_t count,
                                      size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    void *address = const_cast<void *>(static_cast<const volatile void *>(&symbol));

    return simt_copy_to_symbol(address, sizeof(symbol), src, count, offset, kind, nullptr);
}

template <class T>
inline cudaError_t
cudaMemcpyToSymbolAsync(const T &symbol, const void *src, size_t count, size_t offset = 0,
                        cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = nullptr)
{
    void *address = const_cast<void *>(static_cast<const volatile void *>(&symbol));

    return simt_copy_to_symbol(address, sizeof(symbol), src, count, offset, kind, stream);
}

template <class T>
inline cudaError_t cudaMemcpyFromSymbol(void *dst, const T &symbol, size_t count, size_t offset = 0,
                                        cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    const void *address = const_cast<const void *>(static_cast<const volatile void *>(&symbol));

    return simt_copy_from_symbol(dst, address, sizeof(symbol), count, offset, kind, nullptr);
}

template <class T>
inline cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const T &symbol, size_t count,
                                             size_t offset = 0,
                                             cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                             cudaStream_t stream = nullptr)
{
    const void *address = const_cast<const void *>(static_cast<const volatile void *>(&symbol));

    return simt_copy_from_symbol(dst, address, sizeof(symbol), count, offset, kind, stream);
}

template <class T> inline cudaError_t cudaGetSymbolAddress(void **dev_ptr, const T &symbol)
{
    const void *address = const_cast<const void *>(static_cast<const volatile void *>(&symbol));

    return simt_symbol_address(dev_ptr, address, sizeof(symbol));
}

template <class P, class T> inline cudaError_t cudaGetSymbolAddress(P **dev_ptr, const T &symbol)
{
    return cudaGetSymbolAddress((void **)dev_ptr, symbol);
}

template <class T> inline cudaError_t cudaGetSymbolSize(size_t *size, const T &symbol)
{
    *size = sizeof(symbol);
    return ::cudaPeekAtLastError() == cudaSuccess ? cudaSuccess : ::cudaDeviceSynchronize();
}

/* ---- kernels ---- */

template <class T> inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, T *func)
{
    return ::cudaFuncGetAttributes(attributes, reinterpret_cast<const void *>(func));
}

template <class T>
inline cudaError_t cudaFuncSetAttribute(T *func, cudaFuncAttribute attr, int value)
{
    return ::cudaFuncSetAttribute(reinterpret_cast<const void *>(func), attr, value);
}

template <class T> inline cudaError_t cudaFuncSetCacheConfig(T *func, cudaFuncCache config)
{
    return ::cudaFuncSetCacheConfig(reinterpret_cast<const void *>(func), config);
}

template <class T>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *num_blocks, T func,
                                                                 int block_size,
                                                                 size_t dynamic_bytes)
{
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        num_blocks, reinterpret_cast<const void *>(func), block_size, dynamic_bytes);
}

template <class T>
inline cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *num_blocks, T func, int block_size,
                                                       size_t dynamic_bytes, unsigned flags)
{
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        num_blocks, reinterpret_cast<const void *>(func), block_size, dynamic_bytes, flags);
}

template <class T>
inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamic_bytes, T func,
                                                             int num_blocks, int block_size)
{
    return ::cudaOccupancyAvailableDynamicSMemPerBlock(
        dynamic_bytes, reinterpret_cast<const void *>(func), num_blocks, block_size);
}

/* The block size, in whole warps, that keeps most threads resident; the larger one of equals.
 * `shared_of(block_size)` gives a block's dynamic shared memory; a limit of 0 is no limit. */
template <class SharedOf, class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *min_grid, int *block_size,
                                                                  T func, SharedOf shared_of,
                                                                  int limit = 0)
{
    int best = 0;
    int processors = 0;
    cudaFuncAttributes attributes = {};
    cudaError_t error = ::cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);

    *block_size = *min_grid = 0;
    if (error == cudaSuccess)
        error = cudaFuncGetAttributes(&attributes, func);
    const int most = attributes.maxThreadsPerBlock; /* __launch_bounds__ */
    for (int size = limit > 0 && limit < most ? limit : most; error == cudaSuccess && size > 0;
         size = (size - 1) / 32 * 32) {
        int blocks = 0;

        error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, func, size, shared_of(size));
        if (error == cudaSuccess && blocks * size > best) {
            best = blocks * size;
            *block_size = size;
            *min_grid = blocks * processors;
        }
    }
    return error;
}

template <class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *min_grid, int *block_size, T func,
                                                      size_t dynamic_bytes = 0, int limit = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
        min_grid, block_size, func, [dynamic_bytes](int) { return dynamic_bytes; }, limit);
}

template <class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *min_grid, int *block_size,
                                                               T func, size_t dynamic_bytes = 0,
                                                               int limit = 0, unsigned = 0)
{
    return cudaOccupancyMaxPotentialBlockSize(min_grid, block_size, func, dynamic_bytes, limit);
}

/* ---- what CUDA 12 had and CUDA 13 has not, for programs written for it ---- */

namespace simt_cpp
{

inline cudaMemLocation location_of(int device)
{
    return {device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice,
            device == cudaCpuDeviceId ? 0 : device};
}

} // namespace simt_cpp

inline cudaError_t cudaMemPrefetchAsync(const void *ptr, size_t count, int device,
                                        cudaStream_t stream = nullptr)
{
    return ::cudaMemPrefetchAsync(ptr, count, simt_cpp::location_of(device), 0U, stream);
}

inline cudaError_t cudaMemAdvise(const void *ptr, size_t count, cudaMemoryAdvise advice, int device)
{
    return ::cudaMemAdvise(ptr, count, advice, simt_cpp::location_of(device));
}

inline cudaError_t cudaThreadSynchronize()
{
    return ::cudaDeviceSynchronize();
}

inline cudaError_t cudaThreadExit()
{
    return ::cudaDeviceReset();
}

#endif
