/*
 * Lesson 7, transpose: b[column][row] = a[row][column], and copy_2d: b = a by the same blocks.
 *
 * Both matrices are stored row by row, so a warp that reads along a row of a has elements that lie
 * a whole row of b apart. Every kernel reads n elements and writes n. They differ in how the warps
 * come to whole sectors on both sides: not at all, or through a tile in shared memory.
 *
 * A block has one tile of a. Its threads stride over the tile's elements, so any number of them
 * does.
 */
#include "07_transpose.h"
#include "common.cuh"

enum { TILE = 32 }; /* rows and columns: a warp has a row of it */

/* ---- element by element ---------------------------------------------------------------------- */

/*
 * A warp reads 32 neighbours of a row: in f32 four sectors, all of whose bytes it uses. It writes
 * them into 32 rows of b: 32 sectors, and one element in each.
 */
template <typename T> static __global__ void turn_naive(const T *a, T *b, shape m)
{
    for (unsigned k = threadIdx.x; k < TILE * TILE; k += blockDim.x) {
        size_t row = (size_t)blockIdx.y * TILE + k / TILE;
        size_t column = (size_t)blockIdx.x * TILE + k % TILE;
        if (row < m.rows && column < m.columns)
            b[column * m.rows + row] = a[row * m.columns + column];
    }
}

/* The same, and each element stays where it is: what moving so many bytes takes. */
template <typename T> static __global__ void copy_tile(const T *a, T *b, shape m)
{
    for (unsigned k = threadIdx.x; k < TILE * TILE; k += blockDim.x) {
        size_t row = (size_t)blockIdx.y * TILE + k / TILE;
        size_t column = (size_t)blockIdx.x * TILE + k % TILE;
        if (row < m.rows && column < m.columns)
            b[row * m.columns + column] = a[row * m.columns + column];
    }
}

/* ---- a tile in shared memory ----------------------------------------------------------------- */

/*
 * Where a tile keeps its element (line, column): in line `line`, at place(line, column) of so many
 * as `pitch` says. Shared memory has 32 banks of 4 bytes; word w lies in bank w % 32.
 */

/* As it comes: the 32 elements of a column all lie in one bank, and are read one by one. */
struct as_it_comes {
    enum { pitch = TILE };
    static __device__ unsigned place(unsigned, unsigned column)
    {
        return column;
    }
};

/* A place more in each line, which stays empty: the next element of a column is one bank further.
 */
struct with_padding {
    enum { pitch = TILE + 1 };
    static __device__ unsigned place(unsigned, unsigned column)
    {
        return column;
    }
};

/* Line l has its elements in the order 0 ^ l, 1 ^ l, 2 ^ l, ...: no two lines have the same element
 * of their own at one place, and nothing is left empty. */
struct with_swizzle {
    enum { pitch = TILE };
    static __device__ unsigned place(unsigned line, unsigned column)
    {
        return column ^ line;
    }
};

/*
 * A block reads its tile along the rows of a and, when all of it is there, writes it along the rows
 * of b: tile (y, x) of a becomes tile (x, y) of b. Both sides touch whole sectors. It is the tile
 * that is read down its columns.
 */
template <typename T, typename Layout> static __global__ void turn_tile(const T *a, T *b, shape m)
{
    __shared__ T tile[TILE][Layout::pitch];
    for (unsigned k = threadIdx.x; k < TILE * TILE; k += blockDim.x) {
        unsigned line = k / TILE, lane = k % TILE;
        size_t row = (size_t)blockIdx.y * TILE + line, column = (size_t)blockIdx.x * TILE + lane;
        if (row < m.rows && column < m.columns)
            tile[line][Layout::place(line, lane)] = a[row * m.columns + column];
    }
    __syncthreads();
    for (unsigned k = threadIdx.x; k < TILE * TILE; k += blockDim.x) {
        unsigned line = k / TILE, lane = k % TILE;
        size_t row = (size_t)blockIdx.y * TILE + lane, column = (size_t)blockIdx.x * TILE + line;
        if (row < m.rows && column < m.columns)
            b[column * m.rows + row] = tile[lane][Layout::place(lane, line)];
    }
}

/* ---- 16 bytes an access ---------------------------------------------------------------------- */

/*
 * A square of whole lines of 256 bytes: 64 x 64 elements of 4 bytes, 32 x 32 of 8. Each line is 16
 * chunks of 16 bytes. With lines of 128 bytes a block has less under way, and was slower.
 */
template <typename T> struct square {
    enum { count = chunk<T>::count, chunks = 16, side = chunks * count };
};

/*
 * turn_tile with padding, a chunk at a time on both sides. A thread takes its chunk apart into one
 * line of the tile, and puts the other together out of one column. A warp has two lines of 16
 * chunks: with the padding, two of their k-th elements share a bank, both times.
 */
template <typename T> static __global__ void turn_vector4(const chunk<T> *a, chunk<T> *b, shape m)
{
    enum { COUNT = square<T>::count, CHUNKS = square<T>::chunks, SIDE = square<T>::side };
    __shared__ T tile[SIDE][SIDE + 1];
    for (unsigned k = threadIdx.x; k < SIDE * CHUNKS; k += blockDim.x) {
        unsigned line = k / CHUNKS, first = k % CHUNKS * COUNT;
        size_t row = (size_t)blockIdx.y * SIDE + line, column = (size_t)blockIdx.x * SIDE + first;
        if (row < m.rows && column < m.columns) {
            chunk<T> x = a[(row * m.columns + column) / COUNT];
            for (int j = 0; j < COUNT; j++)
                tile[line][first + j] = x.element[j];
        }
    }
    __syncthreads();
    for (unsigned k = threadIdx.x; k < SIDE * CHUNKS; k += blockDim.x) {
        unsigned line = k / CHUNKS, first = k % CHUNKS * COUNT;
        size_t row = (size_t)blockIdx.y * SIDE + first, column = (size_t)blockIdx.x * SIDE + line;
        if (row < m.rows && column < m.columns) {
            chunk<T> x;
            for (int j = 0; j < COUNT; j++)
                x.element[j] = tile[first + j][line];
            b[(column * m.rows + row) / COUNT] = x;
        }
    }
}

template <typename T> static __global__ void copy_vector4(const chunk<T> *a, chunk<T> *b, shape m)
{
    enum { COUNT = square<T>::count, CHUNKS = square<T>::chunks, SIDE = square<T>::side };
    for (unsigned k = threadIdx.x; k < SIDE * CHUNKS; k += blockDim.x) {
        size_t row = (size_t)blockIdx.y * SIDE + k / CHUNKS;
        size_t column = (size_t)blockIdx.x * SIDE + k % CHUNKS * COUNT;
        size_t i = (row * m.columns + column) / COUNT;
        if (row < m.rows && column < m.columns)
            b[i] = a[i];
    }
}

/* ---- launching ------------------------------------------------------------------------------- */

/* A block for each tile of so many rows and columns. There are never more rows than columns, so
 * that no n has as many tiles in y as CUDA does not take. */
static dim3 grid_of(shape m, unsigned side)
{
    return dim3(gs_blocks_for(m.columns, side), gs_blocks_for(m.rows, side));
}

/* Launches a kernel of elements. */
template <typename T>
static cudaError_t launch(const struct gs_call *call, void (*kernel)(const T *, T *, shape))
{
    shape m = shape_of(call->scalars);
    kernel<<<grid_of(m, TILE), call->block, 0, stream_of(call)>>>(array<T>(call, 0),
                                                                  array<T>(call, 1), m);
    return cudaGetLastError();
}

template <typename T> static bool starts_at_boundary(const T *array)
{
    return elements_to_boundary(array) == 0;
}

/* Whether all rows of a and of b, which has the columns of a for rows, begin at multiples of 16. */
template <typename T> static bool in_chunks(const struct gs_call *call, shape m)
{
    return starts_at_boundary(array<T>(call, 0)) && starts_at_boundary(array<T>(call, 1)) &&
           m.rows % chunk<T>::count == 0 && m.columns % chunk<T>::count == 0;
}

/* Launches a kernel of chunks, or where rows begin anywhere one of elements. */
template <typename T>
static cudaError_t launch_chunks(const struct gs_call *call,
                                 void (*kernel)(const chunk<T> *, chunk<T> *, shape),
                                 void (*otherwise)(const T *, T *, shape))
{
    shape m = shape_of(call->scalars);
    if (!in_chunks<T>(call, m))
        return launch<T>(call, otherwise);
    kernel<<<grid_of(m, square<T>::side), call->block, 0, stream_of(call)>>>(
        (const chunk<T> *)array<T>(call, 0), (chunk<T> *)array<T>(call, 1), m);
    return cudaGetLastError();
}

/* ---- what the harness calls ------------------------------------------------------------------ */

extern "C" int transpose_naive(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, launch<T>(call, turn_naive<T>))
}

extern "C" int transpose_tile(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, launch<T>(call, turn_tile<T, as_it_comes>))
}

extern "C" int transpose_padded(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, launch<T>(call, turn_tile<T, with_padding>))
}

extern "C" int transpose_swizzled(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, launch<T>(call, turn_tile<T, with_swizzle>))
}

extern "C" int transpose_vector4(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, launch_chunks<T>(call, turn_vector4<T>, turn_tile<T, with_padding>))
}

extern "C" int copy_2d_tile(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, launch<T>(call, copy_tile<T>))
}

extern "C" int copy_2d_vector4(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, launch_chunks<T>(call, copy_vector4<T>, copy_tile<T>))
}
