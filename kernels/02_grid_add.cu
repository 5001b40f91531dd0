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
 * 16 bytes an access, in strides of the whole grid. The `head` elements before the first 16-byte
 * boundary and the tail behind the last whole chunk are fewer than a chunk each: the first thread
 * adds to them one by one.
 */
template <typename T>
static __global__ void add_vector4(T *a, size_t n, size_t head, size_t chunks, T step)
{
    typedef struct chunk<T> chunk;
    chunk *whole = (chunk *)(a + head);
    size_t stride = (size_t)gridDim.x * blockDim.x;
    size_t first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (size_t i = first; i < chunks; i += stride) {
        chunk x = whole[i];
        for (int k = 0; k < chunk::count; k++)
            x.element[k] += step;
        whole[i] = x;
    }

    if (first != 0)
        return;
    for (size_t i = 0; i < head; i++)
        a[i] += step;
    for (size_t i = head + chunks * chunk::count; i < n; i++)
        a[i] += step;
}

/* ---- double_2d ------------------------------------------------------------------------------ */

/* A matrix stored row by row. Only its last row may be shorter than `width`. */
struct matrix {
    size_t width, height;
    size_t elements;
};

/*
 * threadIdx.x runs along a row, so neighbouring threads touch neighbouring addresses and a warp's
 * access is a few contiguous pieces. The grid strides both ways: any grid covers any matrix.
 */
template <typename T> static __global__ void double_row_major(T *a, struct matrix m)
{
    size_t down = (size_t)gridDim.y * blockDim.y, across = (size_t)gridDim.x * blockDim.x;
    for (size_t row = (size_t)blockIdx.y * blockDim.y + threadIdx.y; row < m.height; row += down) {
        for (size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x; column < m.width;
             column += across) {
            size_t i = row * m.width + column;
            if (i < m.elements)
                a[i] *= 2;
        }
    }
}

/*
 * Where the part of row `row` begins, in chunks: at the first line of 128 bytes that begins in the
 * row. Such parts are whole lines, and each of them begins where the one before ends.
 */
template <typename T> static __host__ __device__ size_t part_begin(struct matrix m, size_t row)
{
    size_t line = 128 / sizeof(T), in_line = line / chunk<T>::count;
    return (row * m.width + line - 1) / line * in_line;
}

/*
 * As row_major, 16 bytes an access. A row may begin anywhere, but an access of 16 bytes only at a
 * multiple of 16: so threadIdx.y chooses not the row itself but the lines that begin in it, of
 * which the last one reaches into the next row. What lies before the first 16-byte boundary of the
 * array (`head` elements) and behind the last whole chunk is the first thread's.
 */
template <typename T>
static __global__ void double_vector4(T *a, struct matrix m, size_t head, size_t chunks)
{
    typedef struct chunk<T> chunk;
    chunk *whole = (chunk *)(a + head);
    size_t down = (size_t)gridDim.y * blockDim.y, across = (size_t)gridDim.x * blockDim.x;
    size_t first_row = (size_t)blockIdx.y * blockDim.y + threadIdx.y;
    size_t first_column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (size_t row = first_row; row < m.height; row += down) {
        size_t end = min(part_begin<T>(m, row + 1), chunks);
        for (size_t i = part_begin<T>(m, row) + first_column; i < end; i += across) {
            chunk x = whole[i];
            for (int k = 0; k < chunk::count; k++)
                x.element[k] *= 2;
            whole[i] = x;
        }
    }

    if (first_row != 0 || first_column != 0)
        return;
    for (size_t i = 0; i < head; i++)
        a[i] *= 2;
    for (size_t i = head + chunks * chunk::count; i < m.elements; i++)
        a[i] *= 2;
}

/*
 * The same with x and y exchanged: threadIdx.x runs down a column, so neighbouring threads are
 * `width` elements apart, and a warp touches as many pieces of memory as its threads have rows.
 */
template <typename T> static __global__ void double_column_major(T *a, struct matrix m)
{
    size_t down = (size_t)gridDim.x * blockDim.x, across = (size_t)gridDim.y * blockDim.y;
    for (size_t column = (size_t)blockIdx.y * blockDim.y + threadIdx.y; column < m.width;
         column += across) {
        for (size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x; row < m.height;
             row += down) {
            size_t i = row * m.width + column;
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

/* Elements of the array before its first 16-byte boundary. */
template <typename T> static size_t head_of(const T *a, size_t n)
{
    size_t head = (16 - (uintptr_t)a % 16) % 16 / sizeof(T);
    return head < n ? head : n;
}

template <typename T> static int launch_add_vector4(const struct gs_call *call)
{
    T *a = (T *)call->arrays[0];
    size_t head = head_of(a, call->n);
    if (call->n == 0)
        return cudaSuccess;
    size_t chunks = (call->n - head) / chunk<T>::count;
    unsigned needed = gs_blocks_for(chunks > 0 ? chunks : 1, call->block);
    add_vector4<<<call->grid != 0 ? call->grid : needed, call->block, 0,
                  (cudaStream_t)call->stream>>>(a, call->n, head, chunks, step_of<T>());
    return cudaGetLastError();
}

/* ---- launchers of double_2d ----------------------------------------------------------------- */

/* n elements as a matrix as square as can be: ceil(sqrt(n)) elements a row. */
static struct matrix matrix_of(size_t n)
{
    size_t width = (size_t)sqrt((double)n); /* may be off by one where n > 2^53 */
    while (width * width > n)
        width--;
    while (width * width < n)
        width++;
    return {width, width == 0 ? 0 : (n + width - 1) / width, n};
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

template <typename T> static int launch_row_major(const struct gs_call *call)
{
    struct matrix m = matrix_of(call->n);
    dim3 block = block_of(call->block);
    if (call->n == 0)
        return cudaSuccess;
    double_row_major<<<grid_of(m.width, m.height, block, call->grid), block, 0,
                       (cudaStream_t)call->stream>>>((T *)call->arrays[0], m);
    return cudaGetLastError();
}

template <typename T> static int launch_column_major(const struct gs_call *call)
{
    struct matrix m = matrix_of(call->n);
    dim3 block = block_of(call->block);
    if (call->n == 0)
        return cudaSuccess;
    double_column_major<<<grid_of(m.height, m.width, block, call->grid), block, 0,
                          (cudaStream_t)call->stream>>>((T *)call->arrays[0], m);
    return cudaGetLastError();
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

template <typename T> static int launch_double_vector4(const struct gs_call *call)
{
    T *a = (T *)call->arrays[0];
    struct matrix m = matrix_of(call->n);
    size_t head = head_of(a, call->n);
    if (call->n == 0)
        return cudaSuccess;
    size_t across = part_begin<T>(m, 1); /* no row's part is longer than that of row 0 */
    dim3 block = wide_block_of(call->block, across);
    double_vector4<<<grid_of(across, m.height, block, call->grid), block, 0,
                     (cudaStream_t)call->stream>>>(a, m, head, (call->n - head) / chunk<T>::count);
    return cudaGetLastError();
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
