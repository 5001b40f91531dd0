/*
 * Lesson 2, grid_add: a[i] += 0.5 (1 for integers), and double_2d: every element of a matrix
 * doubled. One thread for each element; the question is which thread takes which. The same question
 * in two_branches: elements with an even index go another way than those with an odd one.
 *
 * Every kernel of the first two reads n elements and writes them back in place. In double_2d the
 * two mappings do the same work, and only differ in which threads are neighbours.
 */
#include "02_grid_add.h"
#include "common.cuh"

#include <math.h>

/* ---- grid_add -------------------------------------------------------------------------------- */

/* What is added to every element: 0.5, or 1 where there are no halves. */
template <typename T> static T step_of()
{
    return (T)0.5 > 0 ? (T)0.5 : (T)1;
}

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

template <typename T> static cudaError_t launch_one_per_thread(const struct gs_call *call)
{
    add_one_per_thread<<<grid_for(call, call->n), call->block, 0, stream_of(call)>>>(
        array<T>(call, 0), call->n, step_of<T>());
    return cudaGetLastError();
}

/* The classic mistake: n / block rounds down, and the last n % block elements get no thread. */
template <typename T> static cudaError_t launch_short_grid(const struct gs_call *call)
{
    size_t rest = call->block == 0 ? 0 : call->n % call->block;
    add_one_per_thread<<<grid_for(call, call->n - rest), call->block, 0, stream_of(call)>>>(
        array<T>(call, 0), call->n, step_of<T>());
    return cudaGetLastError();
}

/* A thread goes on to the element one whole grid further, so that any grid covers any array. */
template <typename T> static __global__ void add_grid_stride(T *a, size_t n, T step)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        a[i] += step;
}

template <typename T> static cudaError_t launch_grid_stride(const struct gs_call *call)
{
    unsigned grid;
    cudaError_t error = full_grid(call, add_grid_stride<T>, &grid);
    if (error != cudaSuccess)
        return error;
    add_grid_stride<<<grid, call->block, 0, stream_of(call)>>>(array<T>(call, 0), call->n,
                                                               step_of<T>());
    return cudaGetLastError();
}

/*
 * 16 bytes an access, in strides of the whole grid; `chunks` are those of `a`. What is in no chunk
 * is less than two of them: the first block adds to that element by element.
 */
template <typename T>
static __global__ void add_vector4(T *a, chunk<T> *chunks, chunked<T> cut, T step)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    size_t first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (size_t i = first; i < cut.chunks; i += stride) {
        chunk<T> x = chunks[i];
        for (int k = 0; k < chunk<T>::count; k++)
            x.element[k] += step;
        chunks[i] = x;
    }

    if (blockIdx.x != 0)
        return;
    for (size_t i = threadIdx.x; i < cut.remainder(); i += blockDim.x)
        a[cut.remainder_index(i)] += step;
}

template <typename T> static cudaError_t launch_add_vector4(const struct gs_call *call)
{
    T *a = array<T>(call, 0);
    chunked<T> cut = cut_into_chunks(a, call->n);
    unsigned grid = grid_for(call, cut.chunks);
    add_vector4<<<grid, call->block, 0, stream_of(call)>>>(a, cut.of(a), cut, step_of<T>());
    return cudaGetLastError();
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
template <typename T, typename Index> static __global__ void double_row_major(T *a, matrix<Index> m)
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
static __global__ void double_vector4(T *a, chunk<T> *chunks, chunked<T> cut, matrix<Index> m)
{
    Index down = (Index)gridDim.y * blockDim.y, across = (Index)gridDim.x * blockDim.x;
    Index column = (Index)blockIdx.x * blockDim.x + threadIdx.x;
    Index row = (Index)blockIdx.y * blockDim.y + threadIdx.y;
    do {
        Index begin = row * m.width;
        Index end = min(part_begin<T>(begin + m.width), (Index)cut.chunks);
        Index i = part_begin<T>(begin) + column;
        do {
            if (i < end) {
                chunk<T> x = chunks[i];
                for (int k = 0; k < chunk<T>::count; k++)
                    x.element[k] *= 2;
                chunks[i] = x;
            }
            i += across;
        } while (i < end);
        row += down;
    } while (row < m.height);

    if (blockIdx.x != 0 || blockIdx.y != 0 || threadIdx.y != 0)
        return;
    for (size_t i = threadIdx.x; i < cut.remainder(); i += blockDim.x)
        a[cut.remainder_index(i)] *= 2;
}

/*
 * The same with x and y exchanged: threadIdx.x runs down a column, so neighbouring threads are
 * `width` elements apart, and a warp touches as many pieces of memory as its threads have rows.
 */
template <typename T, typename Index>
static __global__ void double_column_major(T *a, matrix<Index> m)
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

/* ---- launching double_2d --------------------------------------------------------------------- */

/* n elements as a matrix as square as can be: ceil(sqrt(n)) elements a row. */
template <typename Index> static matrix<Index> matrix_of(size_t n)
{
    size_t width = (size_t)sqrt((double)n); /* may be off by one where n > 2^53 */
    while (width * width > n)
        width--;
    while (width * width < n)
        width++;
    size_t height = width == 0 ? 0 : (n + width - 1) / width;
    return {(Index)width, (Index)height, (Index)n};
}

/*
 * `threads` as a block that is as square as can be and at least as wide as high: 256 is 16 x 16,
 * 512 is 32 x 16, and a prime has one row. 0 and too many are for the launch to refuse.
 */
static dim3 square_block(unsigned threads)
{
    if (threads == 0 || threads > 1024)
        return dim3(threads, 1);
    unsigned x = 1;
    while (x * x < threads || threads % x != 0)
        x++;
    return dim3(x, threads / x);
}

/*
 * `threads` as a block that covers `across` elements in x with as few to spare as halves of a block
 * allow; the rest are rows. 0 and too many are for the launch to refuse.
 */
static dim3 wide_block(unsigned threads, size_t across)
{
    unsigned x = threads;
    while (x > 0 && x <= 1024 && x % 2 == 0 && x / 2 >= across)
        x /= 2;
    return dim3(x, x == 0 ? 1 : threads / x);
}

enum { MOST_BLOCKS_IN_Y = 65535 };

/* So many blocks, of which not more than `x` side by side where that can be divided. */
static dim3 grid_as_asked(unsigned blocks, unsigned x)
{
    x = x < blocks ? x : blocks;
    while (blocks % x != 0)
        x--;
    return blocks / x <= MOST_BLOCKS_IN_Y ? dim3(x, blocks / x) : dim3(blocks, 1);
}

/*
 * Blocks that cover `across` elements in x and `down` in y; or, where `asked` is not 0, as many as
 * that. CUDA takes 65535 in y: the kernels' strides do the rest.
 */
static dim3 grid_of(size_t across, size_t down, dim3 block, unsigned asked)
{
    unsigned x = gs_blocks_for(across, block.x), y = gs_blocks_for(down, block.y);
    if (asked != 0)
        return grid_as_asked(asked, x);
    return dim3(x, y > MOST_BLOCKS_IN_Y ? MOST_BLOCKS_IN_Y : y);
}

template <typename T, typename Index>
static cudaError_t launch_row_major(const struct gs_call *call)
{
    matrix<Index> m = matrix_of<Index>(call->n);
    dim3 block = square_block(call->block), grid = grid_of(m.width, m.height, block, call->grid);
    double_row_major<<<grid, block, 0, stream_of(call)>>>(array<T>(call, 0), m);
    return cudaGetLastError();
}

template <typename T, typename Index>
static cudaError_t launch_column_major(const struct gs_call *call)
{
    matrix<Index> m = matrix_of<Index>(call->n);
    dim3 block = square_block(call->block), grid = grid_of(m.height, m.width, block, call->grid);
    double_column_major<<<grid, block, 0, stream_of(call)>>>(array<T>(call, 0), m);
    return cudaGetLastError();
}

/* In x, threads for the part of row 0: no other row's is longer. */
template <typename T, typename Index>
static cudaError_t launch_double_vector4(const struct gs_call *call)
{
    T *a = array<T>(call, 0);
    chunked<T> cut = cut_into_chunks(a, call->n);
    matrix<Index> m = matrix_of<Index>(call->n);
    size_t across = part_begin<T>(m.width);
    dim3 block = wide_block(call->block, across);
    dim3 grid = grid_of(across, m.height, block, call->grid);
    double_vector4<<<grid, block, 0, stream_of(call)>>>(a, cut.of(a), cut, m);
    return cudaGetLastError();
}

/* ---- two_branches ---------------------------------------------------------------------------- */

/*
 * A polynomial by Horner's rule, the coefficient of the highest power first. All threads that are
 * here together read the same coefficient, which is one request for all of them.
 */
template <typename T> static __device__ T polynomial(const T *coefficients, T x)
{
    T y = coefficients[0];
    for (int k = 1; k < BRANCH_COEFFICIENTS; k++)
        y = y * x + coefficients[k];
    return y;
}

/*
 * Thread i takes element i: in each warp every second thread goes one way, and the others go the
 * other. A warp has one instruction at a time, so it goes both ways, one after the other, and half
 * of its threads wait each time.
 */
template <typename T>
static __global__ void branch_by_lane(const T *a, T *b, const T *even, const T *odd, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (i % 2 == 0)
        b[i] = polynomial(even, a[i]);
    else
        b[i] = polynomial(odd, a[i]);
}

/*
 * The same branch and the same elements, handed out otherwise: of 64 neighbours one warp takes
 * those with an even index and the next warp the others, so that all threads of a warp go the same
 * way. They touch every second element, and the two warps share their sectors.
 */
template <typename T>
static __global__ void branch_by_warp(const T *a, T *b, const T *even, const T *odd, size_t n)
{
    size_t thread = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t i = thread / 64 * 64 + thread % 32 * 2 + thread / 32 % 2;
    if (i >= n)
        return;
    if (i % 2 == 0)
        b[i] = polynomial(even, a[i]);
    else
        b[i] = polynomial(odd, a[i]);
}

/*
 * No branch: what differs is an address. All threads go through one loop, and half of them read
 * other coefficients there.
 */
template <typename T>
static __global__ void branch_by_address(const T *a, T *b, const T *even, const T *odd, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        b[i] = polynomial(i % 2 == 0 ? even : odd, a[i]);
}

template <typename T>
using branch_kernel = void(const T *a, T *b, const T *even, const T *odd, size_t n);

/* A thread for each element of whole groups of 64, of which branch_by_warp needs all. */
template <typename T>
static cudaError_t launch_branches(const struct gs_call *call, branch_kernel<T> *kernel)
{
    unsigned grid = gs_blocks_for((call->n + 63) / 64 * 64, call->block);
    kernel<<<grid, call->block, 0, stream_of(call)>>>(
        array<T>(call, 0), array<T>(call, 1), array<T>(call, 2), array<T>(call, 3), call->n);
    return cudaGetLastError();
}

/* ---- what the harness calls ------------------------------------------------------------------ */

extern "C" int grid_add_one_per_thread(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, launch_one_per_thread<T>(call))
}

extern "C" int grid_add_grid_stride(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, launch_grid_stride<T>(call))
}

extern "C" int grid_add_short_grid(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, launch_short_grid<T>(call))
}

extern "C" int grid_add_vector4(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, launch_add_vector4<T>(call))
}

/* Calls launch<T, Index>: 32 bits are enough for an index below 2^31, also for that of what is a
 * row, a block or a line behind the last element. A grid that was asked for may be any number of
 * rows too large. */
#define DISPATCH_TYPE_AND_INDEX(call, launch)                                                      \
    DISPATCH_ALL_TYPES(call, (call)->n < (size_t)1 << 31 && (call)->grid == 0                      \
                                 ? launch<T, unsigned>(call)                                       \
                                 : launch<T, size_t>(call))

extern "C" int double_2d_row_major(const struct gs_call *call)
{
    DISPATCH_TYPE_AND_INDEX(call, launch_row_major)
}

extern "C" int double_2d_column_major(const struct gs_call *call)
{
    DISPATCH_TYPE_AND_INDEX(call, launch_column_major)
}

extern "C" int double_2d_vector4(const struct gs_call *call)
{
    DISPATCH_TYPE_AND_INDEX(call, launch_double_vector4)
}

extern "C" int two_branches_by_lane(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, launch_branches<T>(call, branch_by_lane<T>))
}

extern "C" int two_branches_by_warp(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, launch_branches<T>(call, branch_by_warp<T>))
}

extern "C" int two_branches_by_address(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, launch_branches<T>(call, branch_by_address<T>))
}
