/*
 * Lesson 8, stencils: each new value is a weighted sum of an old one and its neighbours.
 *
 * heat_1d has four neighbours on each side, heat_2d four around, heat_3d six around; heat_steps is
 * four steps of heat_2d. What has no element counts as 0. Every kernel has to read n elements and
 * to write n. They differ in how often they read an element again, and from where: from global
 * memory, from a tile in shared memory, or from a thread's registers.
 *
 * In heat_2d and heat_3d a block has a fixed piece of the body. Its threads stride over it, so any
 * number of them does.
 */
#include "08_stencil.h"
#include "common.cuh"

/* Of a block. Kernels with many registers say so: the compiler then uses no more than such a block
 * leaves to each thread. */
enum { MOST_THREADS = 1024 };

/* ---- one dimension --------------------------------------------------------------------------- */

/* Constant memory: what all threads of a warp read at once comes in one access, from a cache of its
 * own. */
static __constant__ float weights_f32[WEIGHTS] = HEAT_WEIGHTS;
static __constant__ double weights_f64[WEIGHTS] = HEAT_WEIGHTS;

template <typename T> static __device__ T weight(int j);
template <> __device__ float weight<float>(int j)
{
    return weights_f32[j];
}
template <> __device__ double weight<double>(int j)
{
    return weights_f64[j];
}

/* Element i, or 0 where there is none. Before element 0 an index wraps around, and is no index. */
template <typename T> static __device__ T rod_at(const T *a, size_t n, size_t i)
{
    return i < n ? a[i] : 0;
}

/* Reads nine elements and nine weights from global memory. */
template <typename T> static __global__ void rod_naive(const T *a, T *b, const T *weights, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    T sum = 0;
    for (int j = 0; j < WEIGHTS; j++)
        sum += weights[j] * rod_at(a, n, i + j - RADIUS);
    b[i] = sum;
}

/* One element, with weights from constant memory. */
template <typename T> static __device__ T weigh(const T *a, size_t n, size_t i)
{
    T sum = 0;
    for (int j = 0; j < WEIGHTS; j++)
        sum += weight<T>(j) * rod_at(a, n, i + j - RADIUS);
    return sum;
}

template <typename T> static __global__ void rod_constant(const T *a, T *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        b[i] = weigh(a, n, i);
}

/* A block loads its elements, and a halo of four on each side, once. */
template <typename T> static __global__ void rod_tile(const T *a, T *b, size_t n)
{
    __shared__ T tile[MOST_THREADS + 2 * RADIUS];
    size_t first = (size_t)blockIdx.x * blockDim.x;
    for (unsigned k = threadIdx.x; k < blockDim.x + 2 * RADIUS; k += blockDim.x)
        tile[k] = rod_at(a, n, first + k - RADIUS);
    __syncthreads();
    if (first + threadIdx.x >= n)
        return;
    T sum = 0;
    for (int j = 0; j < WEIGHTS; j++)
        sum += weight<T>(j) * tile[threadIdx.x + j];
    b[first + threadIdx.x] = sum;
}

/*
 * A thread has a chunk of 16 bytes: four elements, or two in f64. It loads what they need into
 * registers, chunk by chunk. `head` elements lie before the first boundary of 16 bytes, and are
 * thread 0's.
 */
template <typename T> static __global__ void rod_vector4(const T *a, T *b, size_t n, size_t head)
{
    enum { COUNT = chunk<T>::count, WINDOW = COUNT + 2 * RADIUS };
    size_t end = head + COUNT * ((size_t)blockIdx.x * blockDim.x + threadIdx.x);
    if (end < COUNT + RADIUS || end + RADIUS > n) { /* near an end, or behind it: one by one */
        for (size_t i = end < COUNT ? 0 : end - COUNT; i < end && i < n; i++)
            b[i] = weigh(a, n, i);
        return;
    }
    size_t first = end - COUNT;
    T window[WINDOW];
    for (int k = 0; k < WINDOW / COUNT; k++) {
        chunk<T> x = ((const chunk<T> *)(a + first - RADIUS))[k];
        for (int j = 0; j < COUNT; j++)
            window[k * COUNT + j] = x.element[j];
    }
    chunk<T> x;
    for (int j = 0; j < COUNT; j++) {
        T sum = 0;
        for (int w = 0; w < WEIGHTS; w++)
            sum += weight<T>(w) * window[j + w];
        x.element[j] = sum;
    }
    *(chunk<T> *)(b + first) = x;
}

/* ---- two dimensions -------------------------------------------------------------------------- */

enum { TILE = 32 }; /* rows and columns: a warp has a row of it */

/* The five-point stencil: a cell keeps what it does not give to its four neighbours, and gets as
 * large a part of each of them. */
template <typename T> static __device__ T five_point(T here, T up, T down, T left, T right, T rate)
{
    return (1 - 4 * rate) * here + rate * (up + down + left + right);
}

/* The cell of a plate, or 0 outside. Row -1 wraps around to a row that there is not. */
template <typename T> static __device__ T plate_at(const T *a, body m, size_t row, size_t column)
{
    return row < m.rows && column < m.columns ? a[row * m.columns + column] : 0;
}

/* Five loads for each cell: of these four are of cells that other threads load too. */
template <typename T> static __global__ void plate_naive(const T *a, T *b, body m, T rate)
{
    for (unsigned k = threadIdx.x; k < TILE * TILE; k += blockDim.x) {
        size_t row = (size_t)blockIdx.y * TILE + k / TILE;
        size_t column = (size_t)blockIdx.x * TILE + k % TILE;
        if (row < m.rows && column < m.columns)
            b[row * m.columns + column] =
                five_point(plate_at(a, m, row, column), plate_at(a, m, row - 1, column),
                           plate_at(a, m, row + 1, column), plate_at(a, m, row, column - 1),
                           plate_at(a, m, row, column + 1), rate);
    }
}

/* A block loads its tile and a halo of one cell around it once, into shared memory. */
template <typename T> static __global__ void plate_tile(const T *a, T *b, body m, T rate)
{
    enum { SIDE = TILE + 2 };
    __shared__ T tile[SIDE][SIDE];
    size_t row0 = (size_t)blockIdx.y * TILE, column0 = (size_t)blockIdx.x * TILE;
    for (unsigned k = threadIdx.x; k < SIDE * SIDE; k += blockDim.x)
        tile[k / SIDE][k % SIDE] = plate_at(a, m, row0 + k / SIDE - 1, column0 + k % SIDE - 1);
    __syncthreads();
    for (unsigned k = threadIdx.x; k < TILE * TILE; k += blockDim.x) {
        unsigned y = k / TILE + 1, x = k % TILE + 1;
        size_t row = row0 + y - 1, column = column0 + x - 1;
        if (row < m.rows && column < m.columns)
            b[row * m.columns + column] = five_point(tile[y][x], tile[y - 1][x], tile[y + 1][x],
                                                     tile[y][x - 1], tile[y][x + 1], rate);
    }
}

/* What a thread has of a plate: a chunk of columns, and a strip of rows. A block has 32 chunks side
 * by side and 8 strips below each other. */
enum { STRIP = 4, STRIPS = 8, LANES = 32 };

/* The chunk at a place of a, or zeros where it lies outside. */
template <typename T, int COUNT>
static __device__ chunk<T, COUNT> chunk_or_zeros(bool inside, const T *at)
{
    chunk<T, COUNT> x = {};
    if (inside)
        x = *(const chunk<T, COUNT> *)at;
    return x;
}

/*
 * The cells to the left and to the right of a thread's chunk, which lies at `at`. The lanes beside
 * it have them in registers; the first and the last lane load theirs, and all do in a block that is
 * not made of whole warps. What lies outside is 0.
 */
template <typename T> struct sides {
    T left, right;
};

template <typename T, int COUNT>
static __device__ sides<T> beside(chunk<T, COUNT> own, const T *at, bool any_left, bool any_right)
{
    const bool whole_warps = blockDim.x % LANES == 0;
    const unsigned lane = threadIdx.x % LANES;
    sides<T> found = {};
    if (whole_warps) {
        found.left = __shfl_up_sync(0xffffffffu, own.element[COUNT - 1], 1);
        found.right = __shfl_down_sync(0xffffffffu, own.element[0], 1);
    }
    if (!whole_warps || lane == 0)
        found.left = any_left ? at[-1] : 0;
    if (!whole_warps || lane == LANES - 1)
        found.right = any_right ? at[COUNT] : 0;
    return found;
}

/*
 * A thread loads its strip, and the rows above and below it, into registers: six loads that do not
 * wait for each other. Up and down are then in registers of its own, left and right in its own or
 * in those of the lanes beside it. A chunk is one element, or 16 bytes.
 */
template <typename T, int COUNT>
static __global__ void __launch_bounds__(MOST_THREADS)
    plate_column(const T *a, T *b, body m, T rate)
{
    for (unsigned k = threadIdx.x; k < LANES * STRIPS; k += blockDim.x) {
        size_t column = ((size_t)blockIdx.x * LANES + k % LANES) * COUNT;
        size_t row0 = ((size_t)blockIdx.y * STRIPS + k / LANES) * STRIP;
        if (row0 >= m.rows)
            continue; /* with its whole warp */
        bool in_columns = column < m.columns;
        const T *first = a + row0 * m.columns + column;
        chunk<T, COUNT> line[STRIP + 2];
        for (int y = 0; y < STRIP + 2; y++) {
            size_t row = row0 + y - 1; /* before row 0 it wraps around: there is none */
            line[y] = chunk_or_zeros<T, COUNT>(in_columns && row < m.rows,
                                               first + (y - 1) * (ptrdiff_t)m.columns);
        }
        sides<T> side[STRIP];
        for (int y = 0; y < STRIP; y++) {
            bool in_plate = in_columns && row0 + y < m.rows;
            side[y] = beside(line[y + 1], first + y * m.columns, in_plate && column > 0,
                             in_plate && column + COUNT < m.columns);
        }
        for (int y = 0; y < STRIP; y++) {
            chunk<T, COUNT> here = line[y + 1], x;
            for (int j = 0; j < COUNT; j++)
                x.element[j] =
                    five_point(here.element[j], line[y].element[j], line[y + 2].element[j],
                               j > 0 ? here.element[j - 1] : side[y].left,
                               j + 1 < COUNT ? here.element[j + 1] : side[y].right, rate);
            if (in_columns && row0 + y < m.rows)
                store_streaming((chunk<T, COUNT> *)(b + (row0 + y) * m.columns + column), x);
        }
    }
}

/* ---- several steps in one kernel ------------------------------------------------------------- */

/*
 * A block loads a square with a halo of as many cells as there are steps, and takes all steps
 * before it stores. In each step the outermost cells that were right become wrong, for they miss a
 * neighbour: after four steps what lies inside of the halo is right, and is stored. The cells of
 * the halo are computed by two blocks or more; that is the price of three trips to memory.
 *
 * A thread has 16 cells of a column in registers. It shows them to the others through shared
 * memory.
 */
enum {
    REGION = 64,
    DEPTH = 16,
    REGION_THREADS = REGION * REGION / DEPTH,
    KEPT = REGION - 2 * STEPS
};

template <typename T> static __global__ void plate_blocked(const T *a, T *b, body m, T rate)
{
    __shared__ T region[REGION][REGION];
    unsigned x = threadIdx.x % REGION, top = threadIdx.x / REGION * DEPTH;
    size_t column = (size_t)blockIdx.x * KEPT + x - STEPS;
    size_t row0 = (size_t)blockIdx.y * KEPT + top - STEPS;
    T cell[DEPTH];
    for (int y = 0; y < DEPTH; y++)
        cell[y] = plate_at(a, m, row0 + y, column);
    for (int step = 0; step < STEPS; step++) {
        for (int y = 0; y < DEPTH; y++)
            region[top + y][x] = cell[y];
        __syncthreads();
        T up = top > 0 ? region[top - 1][x] : 0;
        T below = top + DEPTH < REGION ? region[top + DEPTH][x] : 0;
        for (int y = 0; y < DEPTH; y++) {
            T here = cell[y], down = y + 1 < DEPTH ? cell[y + 1] : below;
            T left = x > 0 ? region[top + y][x - 1] : 0;
            T right = x + 1 < REGION ? region[top + y][x + 1] : 0;
            bool inside = row0 + y < m.rows && column < m.columns;
            cell[y] = inside ? five_point(here, up, down, left, right, rate) : 0;
            up = here;
        }
        __syncthreads();
    }
    for (int y = 0; y < DEPTH; y++) {
        bool kept = top + y >= STEPS && top + y < STEPS + KEPT && x >= STEPS && x < STEPS + KEPT;
        if (kept && row0 + y < m.rows && column < m.columns)
            b[(row0 + y) * m.columns + column] = cell[y];
    }
}

/* ---- three dimensions ------------------------------------------------------------------------ */

/* A block has 32 columns, 8 rows and 8 planes. */
enum { BLOCK_ROWS = 8, BLOCK_PLANES = 8 };

template <typename T>
static __device__ T seven_point(T here, T front, T back, T up, T down, T left, T right, T rate)
{
    return (1 - 6 * rate) * here + rate * (front + back + up + down + left + right);
}

template <typename T>
static __device__ T body_at(const T *a, body m, size_t plane, size_t row, size_t column)
{
    return plane < m.planes ? plate_at(a + plane * m.rows * m.columns, m, row, column) : 0;
}

/* Seven loads for each cell. */
template <typename T> static __global__ void body_naive(const T *a, T *b, body m, T rate)
{
    for (unsigned k = threadIdx.x; k < LANES * BLOCK_ROWS * BLOCK_PLANES; k += blockDim.x) {
        size_t column = (size_t)blockIdx.x * LANES + k % LANES;
        size_t row = (size_t)blockIdx.y * BLOCK_ROWS + k / LANES % BLOCK_ROWS;
        size_t plane = (size_t)blockIdx.z * BLOCK_PLANES + k / (LANES * BLOCK_ROWS);
        if (plane < m.planes && row < m.rows && column < m.columns)
            b[(plane * m.rows + row) * m.columns + column] = seven_point(
                body_at(a, m, plane, row, column), body_at(a, m, plane - 1, row, column),
                body_at(a, m, plane + 1, row, column), body_at(a, m, plane, row - 1, column),
                body_at(a, m, plane, row + 1, column), body_at(a, m, plane, row, column - 1),
                body_at(a, m, plane, row, column + 1), rate);
    }
}

/*
 * A thread goes through the planes, with a chunk of the one before, its own and the next in
 * registers: of each plane it loads its chunk once. Up and down come from the nearest cache, for
 * the threads of the rows beside it load them too.
 */
template <typename T, int COUNT>
static __global__ void __launch_bounds__(MOST_THREADS) body_column(const T *a, T *b, body m, T rate)
{
    size_t plane_cells = m.rows * m.columns;
    for (unsigned k = threadIdx.x; k < LANES * BLOCK_ROWS; k += blockDim.x) {
        size_t column = ((size_t)blockIdx.x * LANES + k % LANES) * COUNT;
        size_t row = (size_t)blockIdx.y * BLOCK_ROWS + k / LANES;
        size_t plane = (size_t)blockIdx.z * BLOCK_PLANES;
        if (plane >= m.planes || row >= m.rows)
            continue; /* with its whole warp */
        bool in_columns = column < m.columns;
        const T *at = a + plane * plane_cells + row * m.columns + column;
        T *to = b + (at - a);
        chunk<T, COUNT> front = chunk_or_zeros<T, COUNT>(in_columns && plane > 0, at - plane_cells);
        chunk<T, COUNT> here = chunk_or_zeros<T, COUNT>(in_columns, at);
        for (int z = 0; z < BLOCK_PLANES && plane < m.planes; z++, plane++) {
            chunk<T, COUNT> back =
                chunk_or_zeros<T, COUNT>(in_columns && plane + 1 < m.planes, at + plane_cells);
            chunk<T, COUNT> up = chunk_or_zeros<T, COUNT>(in_columns && row > 0, at - m.columns);
            chunk<T, COUNT> down =
                chunk_or_zeros<T, COUNT>(in_columns && row + 1 < m.rows, at + m.columns);
            sides<T> side = beside(here, at, in_columns && column > 0,
                                   in_columns && column + COUNT < m.columns);
            chunk<T, COUNT> x;
            for (int j = 0; j < COUNT; j++)
                x.element[j] =
                    seven_point(here.element[j], front.element[j], back.element[j], up.element[j],
                                down.element[j], j > 0 ? here.element[j - 1] : side.left,
                                j + 1 < COUNT ? here.element[j + 1] : side.right, rate);
            if (in_columns)
                store_streaming((chunk<T, COUNT> *)to, x);
            at += plane_cells;
            to += plane_cells;
            front = here;
            here = back;
        }
    }
}

/* ---- launching ------------------------------------------------------------------------------- */

template <typename T> static cudaError_t launch_rod_naive(const struct gs_call *call)
{
    rod_naive<<<grid_for(call, call->n), call->block, 0, stream_of(call)>>>(
        array<T>(call, 0), array<T>(call, 1), array<T>(call, 2), call->n);
    return cudaGetLastError();
}

template <typename T>
static cudaError_t launch_rod(const struct gs_call *call, void (*kernel)(const T *, T *, size_t))
{
    kernel<<<grid_for(call, call->n), call->block, 0, stream_of(call)>>>(
        array<T>(call, 0), array<T>(call, 1), call->n);
    return cudaGetLastError();
}

/* Where chunks of a are none of b, a tile does it. */
template <typename T> static cudaError_t launch_rod_vector4(const struct gs_call *call)
{
    const T *a = array<T>(call, 0);
    T *b = array<T>(call, 1);
    if (!aligned_alike(a, b))
        return launch_rod<T>(call, rod_tile<T>);
    enum { COUNT = chunk<T>::count };
    size_t head = elements_to_boundary(a), threads = (call->n + COUNT - 1) / COUNT + 1;
    rod_vector4<<<grid_for(call, threads), call->block, 0, stream_of(call)>>>(a, b, call->n, head);
    return cudaGetLastError();
}

/* Blocks for pieces of so many columns, rows and planes. There are never more planes than the third
 * root of n, nor more rows than columns, so that CUDA takes the grid of every n. */
static dim3 pieces(body m, unsigned columns, unsigned rows, unsigned planes)
{
    return dim3(gs_blocks_for(m.columns, columns), gs_blocks_for(m.rows, rows),
                gs_blocks_for(m.planes, planes));
}

template <typename T> using step_kernel = void (*)(const T *, T *, body, T);

/* One step from a to b, by a kernel whose blocks have such pieces. */
template <typename T>
static cudaError_t launch_step(const struct gs_call *call, step_kernel<T> kernel, const T *a, T *b,
                               dim3 grid)
{
    body m = body_of(call->scalars);
    kernel<<<grid, call->block, 0, stream_of(call)>>>(a, b, m, (T)m.rate);
    return cudaGetLastError();
}

template <typename T>
static cudaError_t launch_tiles(const struct gs_call *call, step_kernel<T> kernel)
{
    return launch_step<T>(call, kernel, array<T>(call, 0), array<T>(call, 1),
                          pieces(body_of(call->scalars), TILE, TILE, 1));
}

/* Whether all rows of both arrays begin at multiples of 16 bytes. */
template <typename T> static bool in_chunks(body m, const T *a, const T *b)
{
    return elements_to_boundary(a) == 0 && elements_to_boundary(b) == 0 &&
           m.columns % chunk<T>::count == 0;
}

template <typename T, int COUNT>
static cudaError_t launch_plate_column(const struct gs_call *call, const T *a, T *b)
{
    return launch_step<T>(call, plate_column<T, COUNT>, a, b,
                          pieces(body_of(call->scalars), LANES * COUNT, STRIP * STRIPS, 1));
}

/* In chunks of 16 bytes, or where rows begin anywhere by elements. */
template <typename T>
static cudaError_t launch_plate_vector4(const struct gs_call *call, const T *a, T *b)
{
    return in_chunks(body_of(call->scalars), a, b)
               ? launch_plate_column<T, chunk<T>::count>(call, a, b)
               : launch_plate_column<T, 1>(call, a, b);
}

/* Four launches, to and fro between b and the scratch array. */
template <typename T> static cudaError_t launch_each_step(const struct gs_call *call)
{
    T *b = array<T>(call, 1), *between = array<T>(call, 2);
    const T *from = array<T>(call, 0);
    cudaError_t error = cudaSuccess;
    for (int step = 1; step <= STEPS && error == cudaSuccess; step++) {
        T *to = (STEPS - step) % 2 == 0 ? b : between;
        error = launch_plate_vector4<T>(call, from, to);
        from = to;
    }
    return error;
}

template <typename T> static cudaError_t launch_blocked(const struct gs_call *call)
{
    body m = body_of(call->scalars);
    plate_blocked<<<pieces(m, KEPT, KEPT, 1), REGION_THREADS, 0, stream_of(call)>>>(
        array<T>(call, 0), array<T>(call, 1), m, (T)m.rate);
    return cudaGetLastError();
}

template <typename T>
static cudaError_t launch_body(const struct gs_call *call, step_kernel<T> kernel, unsigned count)
{
    return launch_step<T>(call, kernel, array<T>(call, 0), array<T>(call, 1),
                          pieces(body_of(call->scalars), LANES * count, BLOCK_ROWS, BLOCK_PLANES));
}

template <typename T> static cudaError_t launch_body_vector4(const struct gs_call *call)
{
    enum { COUNT = chunk<T>::count };
    return in_chunks(body_of(call->scalars), array<T>(call, 0), array<T>(call, 1))
               ? launch_body<T>(call, body_column<T, COUNT>, COUNT)
               : launch_body<T>(call, body_column<T, 1>, 1);
}

/* ---- what the harness calls ------------------------------------------------------------------ */

extern "C" int heat_1d_naive(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, launch_rod_naive<T>(call))
}

extern "C" int heat_1d_constant(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, launch_rod<T>(call, rod_constant<T>))
}

extern "C" int heat_1d_tile(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, launch_rod<T>(call, rod_tile<T>))
}

extern "C" int heat_1d_vector4(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, launch_rod_vector4<T>(call))
}

extern "C" int heat_2d_naive(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, launch_tiles<T>(call, plate_naive<T>))
}

extern "C" int heat_2d_tile(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, launch_tiles<T>(call, plate_tile<T>))
}

extern "C" int heat_2d_column(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call,
                            launch_plate_column<T, 1>(call, array<T>(call, 0), array<T>(call, 1)))
}

extern "C" int heat_2d_vector4(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call,
                            launch_plate_vector4<T>(call, array<T>(call, 0), array<T>(call, 1)))
}

extern "C" int heat_3d_naive(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, launch_body<T>(call, body_naive<T>, 1))
}

extern "C" int heat_3d_column(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, launch_body<T>(call, body_column<T, 1>, 1))
}

extern "C" int heat_3d_vector4(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, launch_body_vector4<T>(call))
}

extern "C" int heat_steps_launches(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, launch_each_step<T>(call))
}

extern "C" int heat_steps_blocked(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, launch_blocked<T>(call))
}
