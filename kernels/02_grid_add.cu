/*
 * Lesson 2, grid_add: a[i] += 0.5 (1 for integers), and double_2d: every element of a matrix
 * doubled. One thread for each element; the question is which thread takes which.
 *
 * Every kernel reads n elements and writes them back in place. In double_2d the two mappings do the
 * same work, and only differ in which threads are neighbours.
 */
#include "call.h"

#include <cuda_runtime.h>
#include <math.h>
#include <stdint.h>

/* ---- grid_add ------------------------------------------------------------------------------- */

/*
 * Element i belongs to thread i of the whole grid. Elements beyond the last thread are nobody's:
 * a grid that is too small changes the first gridDim.x * blockDim.x elements and leaves the rest.
 */
template <typename T> static __global__ void add_one_per_thread(T *a, size_t n, T step)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] += step;
}

/* A thread goes on to the element one whole grid further, so that any grid covers any array. */
template <typename T> static __global__ void add_grid_stride(T *a, size_t n, T step)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        a[i] += step;
}

/* 16 bytes that travel as one access. */
template <typename T> struct alignas(16) chunk {
    enum { count = 16 / sizeof(T) };
    T element[count];
};

/*
 * An array of n elements in chunks: `head` elements before the first 16-byte boundary, whole chunks
 * from there on, and a tail of less than one.
 */
template <typename T> struct span {
    T *a;
    size_t n, head, chunks;
    struct chunk<T> *whole;
};

/* Element i of those that are in no chunk: first the head's, then the tail's. */
template <typename T> static __device__ T *outside_chunks(struct span<T> s, size_t i)
{
    return s.a + (i < s.head ? i : i + s.chunks * chunk<T>::count);
}

/* How many those are. */
template <typename T> static __device__ size_t count_outside_chunks(struct span<T> s)
{
    return s.n - s.chunks * chunk<T>::count;
}

/*
 * 16 bytes an access, in strides of the whole grid. What is in no chunk is less than two of them:
 * the first block adds to that element by element.
 */
template <typename T> static __global__ void add_vector4(struct span<T> s, T step)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    size_t first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (size_t i = first; i < s.chunks; i += stride) {
        struct chunk<T> x = s.whole[i];
        for (int k = 0; k < chunk<T>::count; k++)
            x.element[k] += step;
        s.whole[i] = x;
    }

    if (blockIdx.x != 0)
        return;
    for (size_t i = threadIdx.x; i < count_outside_chunks(s); i += blockDim.x)
        *outside_chunks(s, i) += step;
}

/* ---- double_2d ------------------------------------------------------------------------------ */

/*
 * A matrix stored row by row. Only its last row may be shorter than `width`. An index is a number
 * of 32 bits where that is enough, for then its arithmetic is half as many instructions, and all of
 * them come before the first access to memory.
 */
template <typename Index> struct matrix {
    Index width, height;
    Index elements;
};

/*
 * threadIdx.x runs along a row, so neighbouring threads touch neighbouring addresses and a warp's
 * access is a few contiguous pieces. The grid strides both ways: any grid covers any matrix.
 */
template <typename T, typename Index>
static __global__ void double_row_major(T *a, struct matrix<Index> m)
{
    Index down = (Index)gridDim.y * blockDim.y, across = (Index)gridDim.x * blockDim.x;
    for (Index row = (Index)blockIdx.y * blockDim.y + threadIdx.y; row < m.height; row += down) {
        for (Index column = (Index)blockIdx.x * blockDim.x + threadIdx.x; column < m.width;
             column += across) {
            Index i = row * m.width + column;
            if (i < m.elements)
                a[i] *= 2;
        }
    }
}

/*
 * The first chunk of the row's part whose first element is `element`: that of the first line of 128
 * bytes that begins there or later. Parts are whole lines, and each begins where the one before
 * ends.
 */
template <typename T, typename Index> static __host__ __device__ Index part_begin(Index element)
{
    const Index line = 128 / sizeof(T), in_line = line / chunk<T>::count;
    return (element + line - 1) / line * in_line;
}

/*
 * As row_major, 16 bytes an access. A row may begin anywhere, but an access of 16 bytes only at a
 * multiple of 16: so threadIdx.y chooses not the row itself but the lines that begin in it, of
 * which the last one reaches into the next row. The first row of threads of the first block does
 * what is in no chunk.
 *
 * The loops ask for a second turn only: each access asks for itself whether there is such a chunk,
 * and no part of a row behind the last has any. So nothing branches before the first load.
 */
template <typename T, typename Index>
static __global__ void double_vector4(struct span<T> s, struct matrix<Index> m)
{
    Index down = (Index)gridDim.y * blockDim.y, across = (Index)gridDim.x * blockDim.x;
    Index column = (Index)blockIdx.x * blockDim.x + threadIdx.x;
    Index row = (Index)blockIdx.y * blockDim.y + threadIdx.y;
    do {
        Index begin = row * m.width;
        Index end = min(part_begin<T>(begin + m.width), (Index)s.chunks);
        Index i = part_begin<T>(begin) + column;
        do {
            if (i < end) {
                struct chunk<T> x = s.whole[i];
                for (int k = 0; k < chunk<T>::count; k++)
                    x.element[k] *= 2;
                s.whole[i] = x;
            }
            i += across;
        } while (i < end);
        row += down;
    } while (row < m.height);

    if (blockIdx.x != 0 || blockIdx.y != 0 || threadIdx.y != 0)
        return;
    for (size_t i = threadIdx.x; i < count_outside_chunks(s); i += blockDim.x)
        *outside_chunks(s, i) *= 2;
}

/*
 * The same with x and y exchanged: threadIdx.x runs down a column, so neighbouring threads are
 * `width` elements apart, and a warp touches as many pieces of memory as its threads have rows.
 */
template <typename T, typename Index>
static __global__ void double_column_major(T *a, struct matrix<Index> m)
{
    Index down = (Index)gridDim.x * blockDim.x, across = (Index)gridDim.y * blockDim.y;
    for (Index column = (Index)blockIdx.y * blockDim.y + threadIdx.y; column < m.width;
         column += across) {
        for (Index row = (Index)blockIdx.x * blockDim.x + threadIdx.x; row < m.height;
             row += down) {
            Index i = row * m.width + column;
            if (i < m.elements)
                a[i] *= 2;
        }
    }
}

/* ---- launchers of grid_add ------------------------------------------------------------------ */

/* What is added to every element: 0.5, or 1 where there are no halves. */
template <typename T> static T step_of()
{
    return (T)0.5 > 0 ? (T)0.5 : (T)1;
}

template <typename T> static int launch_one_per_thread_on(const struct gs_call *call, unsigned grid)
{
    if (call->n == 0)
        return cudaSuccess;
    add_one_per_thread<<<grid, call->block, 0, (cudaStream_t)call->stream>>>((T *)call->arrays[0],
                                                                             call->n, step_of<T>());
    return cudaGetLastError();
}

template <typename T> static int launch_one_per_thread(const struct gs_call *call)
{
    unsigned grid = call->grid != 0 ? call->grid : gs_blocks_for(call->n, call->block);
    return launch_one_per_thread_on<T>(call, grid);
}

/* The classic mistake: n / block rounds down, and the last n % block elements get no thread. */
template <typename T> static int launch_short_grid(const struct gs_call *call)
{
    size_t rest = call->block == 0 ? 0 : call->n % call->block;
    unsigned grid = gs_blocks_for(call->n - rest, call->block);
    if (call->grid != 0)
        grid = call->grid;
    return launch_one_per_thread_on<T>(call, grid == 0 ? 1 : grid);
}

/* Blocks that can be resident at once, or fewer where n needs fewer. */
template <typename T> static cudaError_t full_grid(const struct gs_call *call, unsigned *grid)
{
    int device, sms, blocks_per_sm;
    cudaError_t error = cudaGetDevice(&device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
    if (error == cudaSuccess)
        error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_per_sm, add_grid_stride<T>,
                                                              (int)call->block, 0);
    if (error != cudaSuccess)
        return error;
    unsigned needed = gs_blocks_for(call->n, call->block);
    unsigned resident = (unsigned)sms * (unsigned)blocks_per_sm;
    *grid = resident > 0 && resident < needed ? resident : needed;
    return cudaSuccess;
}

template <typename T> static int launch_grid_stride(const struct gs_call *call)
{
    unsigned grid = call->grid;
    cudaError_t error = cudaSuccess;
    if (grid == 0)
        error = full_grid<T>(call, &grid);
    if (error != cudaSuccess || call->n == 0)
        return error;
    add_grid_stride<<<grid, call->block, 0, (cudaStream_t)call->stream>>>((T *)call->arrays[0],
                                                                          call->n, step_of<T>());
    return cudaGetLastError();
}

/* The call's array. What lies before its first 16-byte boundary is its head. */
template <typename T> static struct span<T> span_of(const struct gs_call *call) {
    T *a = (T *)call->arrays[0];
    size_t head = (16 - (uintptr_t)a % 16) % 16 / sizeof(T);
    head = head < call->n ? head : call->n;
    return {a, call->n, head, (call->n - head) / chunk<T>::count, (chunk<T> *)(a + head)};
}

template <typename T>
static int launch_add_vector4(const struct gs_call *call)
{
    struct span<T> s = span_of<T>(call);
    if (call->n == 0)
        return cudaSuccess;
    unsigned needed = gs_blocks_for(s.chunks > 0 ? s.chunks : 1, call->block);
    add_vector4<<<call->grid != 0 ? call->grid : needed, call->block, 0,
                  (cudaStream_t)call->stream>>>(s, step_of<T>());
    return cudaGetLastError();
}

/* ---- launchers of double_2d ----------------------------------------------------------------- */

/* n elements as a matrix as square as can be: ceil(sqrt(n)) elements a row. */
template <typename Index> static struct matrix<Index> matrix_of(size_t n) {
    size_t width = (size_t)sqrt((double)n); /* may be off by one where n > 2^53 */
    while (width * width > n)
        width--;
    while (width * width < n)
        width++;
    size_t height = width == 0 ? 0 : (n + width - 1) / width;
    return {(Index)width, (Index)height, (Index)n};
}

/* Indices of 32 bits: also of what is a row, a block or a line behind the last element. */
static bool
is_small(size_t n)
{
    return n < (size_t)1 << 31;
}

/*
 * `threads` as a block that is as square as can be and at least as wide as high: 256 is 16 x 16,
 * 512 is 32 x 16, and a prime has one row. 0 and too many are for the launch to refuse.
 */
static dim3 block_of(unsigned threads)
{
    if (threads == 0 || threads > 1024)
        return dim3(threads, 1);
    unsigned x = 1;
    while (x * x < threads || threads % x != 0)
        x++;
    return dim3(x, threads / x);
}

/*
 * Blocks that cover `across` elements in x and `down` in y; where `most` is not 0, as many of them
 * as that allows. CUDA takes 65535 in y: the kernels' strides do the rest.
 */
static dim3 grid_of(size_t across, size_t down, dim3 block, unsigned most)
{
    unsigned x = gs_blocks_for(across, block.x), y = gs_blocks_for(down, block.y);
    if (most != 0 && x > most)
        x = most;
    if (most != 0 && y > most / x)
        y = most / x;
    return dim3(x, y > 65535 ? 65535 : y);
}

template <typename T, typename Index> static int launch_row_major_by(const struct gs_call *call)
{
    struct matrix<Index> m = matrix_of<Index>(call->n);
    dim3 block = block_of(call->block);
    if (call->n == 0)
        return cudaSuccess;
    double_row_major<<<grid_of(m.width, m.height, block, call->grid), block, 0,
                       (cudaStream_t)call->stream>>>((T *)call->arrays[0], m);
    return cudaGetLastError();
}

template <typename T> static int launch_row_major(const struct gs_call *call)
{
    return is_small(call->n) ? launch_row_major_by<T, unsigned>(call)
                             : launch_row_major_by<T, size_t>(call);
}

template <typename T, typename Index> static int launch_column_major_by(const struct gs_call *call)
{
    struct matrix<Index> m = matrix_of<Index>(call->n);
    dim3 block = block_of(call->block);
    if (call->n == 0)
        return cudaSuccess;
    double_column_major<<<grid_of(m.height, m.width, block, call->grid), block, 0,
                          (cudaStream_t)call->stream>>>((T *)call->arrays[0], m);
    return cudaGetLastError();
}

template <typename T> static int launch_column_major(const struct gs_call *call)
{
    return is_small(call->n) ? launch_column_major_by<T, unsigned>(call)
                             : launch_column_major_by<T, size_t>(call);
}

/*
 * `threads` as a block that covers `across` elements in x with as few to spare as halves of a block
 * allow; the rest are rows. 0 and too many are for the launch to refuse.
 */
static dim3 wide_block_of(unsigned threads, size_t across)
{
    unsigned x = threads;
    while (x <= 1024 && x % 2 == 0 && x / 2 >= across)
        x /= 2;
    return dim3(x, x == 0 ? 1 : threads / x);
}

template <typename T, typename Index>
static int launch_double_vector4_by(const struct gs_call *call)
{
    struct matrix<Index> m = matrix_of<Index>(call->n);
    struct span<T> s = span_of<T>(call);
    if (call->n == 0)
        return cudaSuccess;
    /* Threads for the part of row 0: no other row's is longer. */
    size_t across = part_begin<T>(m.width);
    dim3 block = wide_block_of(call->block, across);
    double_vector4<<<grid_of(across, m.height, block, call->grid), block, 0,
                     (cudaStream_t)call->stream>>>(s, m);
    return cudaGetLastError();
}

template <typename T> static int launch_double_vector4(const struct gs_call *call)
{
    return is_small(call->n) ? launch_double_vector4_by<T, unsigned>(call)
                             : launch_double_vector4_by<T, size_t>(call);
}

/* Calls launch<T> with the T of call->dtype; unsigned for integers, so that overflow wraps. */
#define DISPATCH(launch, call)                                                                     \
    switch ((call)->dtype) {                                                                       \
    case GS_F32:                                                                                   \
        return launch<float>(call);                                                                \
    case GS_F64:                                                                                   \
        return launch<double>(call);                                                               \
    case GS_I32:                                                                                   \
        return launch<uint32_t>(call);                                                             \
    case GS_I64:                                                                                   \
        return launch<uint64_t>(call);                                                             \
    default:                                                                                       \
        return cudaErrorInvalidValue;                                                              \
    }

extern "C" int grid_add_one_per_thread(const struct gs_call *call)
{
    DISPATCH(launch_one_per_thread, call)
}

extern "C" int grid_add_grid_stride(const struct gs_call *call)
{
    DISPATCH(launch_grid_stride, call)
}

extern "C" int grid_add_short_grid(const struct gs_call *call)
{
    DISPATCH(launch_short_grid, call)
}

extern "C" int grid_add_vector4(const struct gs_call *call)
{
    DISPATCH(launch_add_vector4, call)
}

extern "C" int double_2d_row_major(const struct gs_call *call)
{
    DISPATCH(launch_row_major, call)
}

extern "C" int double_2d_column_major(const struct gs_call *call)
{
    DISPATCH(launch_column_major, call)
}

extern "C" int double_2d_vector4(const struct gs_call *call)
{
    DISPATCH(launch_double_vector4, call)
}
