/*
 * What every kernel file needs around its kernels: a call's element type, arrays and stream, the
 * blocks of its launch, and arrays cut into chunks of 16 bytes.
 *
 * Kernels and the functions that launch them are templates over the element type T. What the
 * harness calls is a C function for each variant, which chooses T.
 */
#ifndef GS_COMMON_CUH
#define GS_COMMON_CUH

#include "call.h"

#include <cuda_runtime.h>
#include <stdint.h>
#include <string.h>

/* ---- the call: element type, arrays, stream -------------------------------------------------- */

/*
 * The body of such a C function: returns the value of an expression in which T is the element type
 * of the call.
 *
 *     extern "C" int vecadd_grid_stride(const struct gs_call *call)
 *     {
 *         DISPATCH_ALL_TYPES(call, launch_grid_stride<T>(call))
 *     }
 *
 * Integers are unsigned: the sums are the same bits as with a sign, and where they overflow they
 * wrap around, which C++ allows only without one.
 */
#define DISPATCH_ALL_TYPES(call, ...)                                                              \
    switch ((call)->dtype) {                                                                       \
        DISPATCH_CASE(GS_F32, float, __VA_ARGS__)                                                  \
        DISPATCH_CASE(GS_F64, double, __VA_ARGS__)                                                 \
        DISPATCH_CASE(GS_I32, uint32_t, __VA_ARGS__)                                               \
        DISPATCH_CASE(GS_I64, uint64_t, __VA_ARGS__)                                               \
    default:                                                                                       \
        return cudaErrorInvalidValue;                                                              \
    }

/* The same for workloads that have no integers. */
#define DISPATCH_FLOATING_TYPES(call, ...)                                                         \
    switch ((call)->dtype) {                                                                       \
        DISPATCH_CASE(GS_F32, float, __VA_ARGS__)                                                  \
        DISPATCH_CASE(GS_F64, double, __VA_ARGS__)                                                 \
    default:                                                                                       \
        return cudaErrorInvalidValue;                                                              \
    }

#define DISPATCH_CASE(name, type, ...)                                                             \
    case name: {                                                                                   \
        typedef type T;                                                                            \
        return __VA_ARGS__;                                                                        \
    }

/* The call's array of that number, which counts as the workload's table of arrays does. */
template <typename T> T *array(const struct gs_call *call, size_t number)
{
    return (T *)call->arrays[number];
}

inline cudaStream_t stream_of(const struct gs_call *call)
{
    return (cudaStream_t)call->stream;
}

/* ---- the grid of a launch -------------------------------------------------------------------- */

/* Blocks of a launch: as many as the call asks for, or as many as have so many threads. */
inline unsigned grid_for(const struct gs_call *call, size_t threads)
{
    return call->grid != 0 ? call->grid : gs_blocks_for(threads, call->block);
}

/*
 * How many blocks of this kernel the device can hold at once. 0: not even one, because the block is
 * too large; the launch is then the one to say so.
 */
template <typename Kernel>
cudaError_t resident_blocks(Kernel *kernel, unsigned block, unsigned *blocks)
{
    int device, multiprocessors, each;
    cudaError_t error = cudaGetDevice(&device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    if (error == cudaSuccess)
        error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, (int)block, 0);
    if (error == cudaSuccess)
        *blocks = (unsigned)multiprocessors * (unsigned)each;
    return error;
}

/*
 * A full grid, for a kernel whose threads stride over the elements: as many blocks as the device
 * can hold at once, or fewer where there are fewer elements than threads.
 */
template <typename Kernel>
cudaError_t full_grid(const struct gs_call *call, Kernel *kernel, unsigned *grid)
{
    unsigned resident = 0;
    *grid = grid_for(call, call->n);
    if (call->grid != 0)
        return cudaSuccess;
    cudaError_t error = resident_blocks(kernel, call->block, &resident);
    if (resident > 0 && resident < *grid)
        *grid = resident;
    return error;
}

/* ---- 16 bytes an access ---------------------------------------------------------------------- */

/*
 * Elements that a thread reads or writes in one access: 16 bytes of them, the most that there is,
 * unless a count is given. The alignment tells the compiler that one access will do.
 */
template <typename T, int COUNT = 16 / (int)sizeof(T)> struct alignas(COUNT * sizeof(T)) chunk {
    enum { count = COUNT };
    T element[COUNT];
};

/* Stores a chunk that nobody reads in this launch: one of 16 bytes is marked as the first to leave
 * the cache, so that what is about to be read stays. */
template <typename T, int COUNT>
static __device__ void store_streaming(chunk<T, COUNT> *to, chunk<T, COUNT> x)
{
    if constexpr (sizeof x == sizeof(uint4)) {
        uint4 bits;
        memcpy(&bits, &x, sizeof bits);
        __stcs((uint4 *)to, bits);
    } else {
        *to = x;
    }
}

/* Elements from p to the next address that 16 divides, where an access of 16 bytes may begin. */
template <typename T> __host__ __device__ size_t elements_to_boundary(const T *p)
{
    return (16 - (uintptr_t)p % 16) % 16 / sizeof(T);
}

/* Whether all arrays come to such a boundary at the same element: then the chunks of one are those
 * of the others. */
template <typename T, typename... More> bool aligned_alike(const T *first, const More *...more)
{
    return ((elements_to_boundary(more) == elements_to_boundary(first)) && ...);
}

/*
 * n elements cut into chunks, which begin at a boundary: a head of elements before the first chunk,
 * the chunks, and a tail of elements behind the last. Head and tail are each less than a chunk.
 */
template <typename T, int COUNT = 16 / (int)sizeof(T)> struct chunked {
    size_t n, head, chunks;

    /* The chunks of an array that is cut so. */
    __host__ __device__ const chunk<T, COUNT> *of(const T *array) const
    {
        return (const chunk<T, COUNT> *)(array + head);
    }
    __host__ __device__ chunk<T, COUNT> *of(T *array) const
    {
        return (chunk<T, COUNT> *)(array + head);
    }

    /* How many elements are in no chunk, head and tail together; and the index of the k-th. There
     * are none where a chunk is one element, and the compiler then leaves their code out. */
    __host__ __device__ size_t remainder() const
    {
        return COUNT == 1 ? 0 : n - chunks * COUNT;
    }
    __host__ __device__ size_t remainder_index(size_t k) const
    {
        return k < head ? k : k + chunks * COUNT;
    }

    /* Threads for a launch where each takes some chunks, and the first ones an element of the
     * remainder beside them. */
    size_t threads(unsigned chunks_each = 1) const
    {
        size_t for_chunks = (chunks + chunks_each - 1) / chunks_each;
        return for_chunks > remainder() ? for_chunks : remainder();
    }
};

/* n elements from `first` on, cut at 16-byte boundaries. */
template <typename T> __host__ __device__ chunked<T> cut_into_chunks(const T *first, size_t n)
{
    size_t head = elements_to_boundary(first);
    head = head < n ? head : n;
    return {n, head, (n - head) / chunk<T>::count};
}

#endif
