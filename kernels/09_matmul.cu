/*
 * Lesson 9, matmul: c[row][column] = the sum of a[row][k] * b[k][column] over k.
 *
 * Every kernel makes the same multiplications. They differ in how many of them an element serves
 * that was loaded: one from global memory; 32 from a tile in shared memory; and from there into
 * registers, 8 more.
 *
 * All but the first have a block of a fixed shape, for the tiles are as large as the block.
 */
#include "09_matmul.h"
#include "common.cuh"

#include <cuda_pipeline.h>

/* ---- one element a thread -------------------------------------------------------------------- */

/*
 * A warp has 32 neighbours of a row of c (or the end of one row and the start of the next). Each
 * turn loads one element of a, the same for all of them, and 32 neighbours of a row of b.
 */
template <typename T>
static __global__ void multiply_naive(const T *a, const T *b, T *c, struct product m)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= m.rows * m.columns)
        return;
    size_t row = i / m.columns, column = i % m.columns;
    T sum = 0;
    for (size_t k = 0; k < m.inner; k++)
        sum += a[row * m.inner + k] * b[k * m.columns + column];
    c[i] = sum;
}

/* ---- a tile of c for a block ----------------------------------------------------------------- */

enum { TILE = 32 };

/*
 * A block has 32 x 32 elements of c, one for each thread. It goes along its rows of a and down its
 * columns of b, a pair of tiles at a time. Where a matrix has ended, a tile holds 0.
 */
template <typename T>
static __global__ void __launch_bounds__(TILE *TILE)
    multiply_tile(const T *a, const T *b, T *c, struct product m)
{
    __shared__ T of_a[TILE][TILE], of_b[TILE][TILE];
    const unsigned x = threadIdx.x % TILE, y = threadIdx.x / TILE;
    const size_t row = (size_t)blockIdx.y * TILE + y, column = (size_t)blockIdx.x * TILE + x;
    T sum = 0;
    for (size_t first = 0; first < m.inner; first += TILE) {
        of_a[y][x] = row < m.rows && first + x < m.inner ? a[row * m.inner + first + x] : T(0);
        of_b[y][x] =
            first + y < m.inner && column < m.columns ? b[(first + y) * m.columns + column] : T(0);
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += of_a[y][k] * of_b[k][x];
        __syncthreads();
    }
    if (row < m.rows && column < m.columns)
        c[row * m.columns + column] = sum;
}

/* ---- a tile of c for a thread ---------------------------------------------------------------- */

/*
 * A block of 256 threads has SIDE x SIDE elements of c, and a thread 8 x 8 of them, in registers.
 * What the block needs of a and b comes a slab at a time: DEPTH elements of each row of a, and as
 * many rows of b.
 *
 * of_a is turned: it has a line for each k, so that the elements of a column of a are neighbours.
 * Its lines are PAD longer, and then those who store a slab never meet in a bank.
 */
enum { THREADS = 256, SIDE = 128, EACH = 8, PAD = 4, SECTOR_BYTES = 32 };

template <typename T, int COLUMNS = SIDE> struct slab {
    enum { DEPTH = 2 * SECTOR_BYTES / (int)sizeof(T) };
    alignas(16) T of_a[DEPTH][SIDE + PAD];
    alignas(16) T of_b[DEPTH][COLUMNS];
};

/* The block's tile of c. */
struct place {
    size_t row, column;     /* the first */
    unsigned rows, columns; /* that there are of it */
    struct product m;
};

/* How much there is of `left`, up to `most`. */
static __device__ unsigned at_most(size_t left, unsigned most)
{
    return left < most ? (unsigned)left : most;
}

/* The tiles have SIDE rows, and as many columns or more. */
static __device__ place tile_of_block(struct product m, unsigned columns = SIDE)
{
    place at = {(size_t)blockIdx.y * SIDE, (size_t)blockIdx.x * columns, 0, 0, m};
    at.rows = at_most(m.rows - at.row, SIDE);
    at.columns = at_most(m.columns - at.column, columns);
    return at;
}

/*
 * What a thread brings of a slab that begins with column `first` of a, N elements at a time:
 * move(from, inside, line, k) is called for each such piece, which belongs to of_a[k][line] (and
 * with N > 1 to of_a[k + 1][line], ...). Neighbouring lanes have neighbours of a row, as many as
 * fill a sector; the next lanes have the next row.
 */
template <int N, typename T, typename Move>
static __device__ void my_part_of_a(const T *a, const place &at, size_t first, Move move)
{
    enum { LANES = SECTOR_BYTES / (N * (int)sizeof(T)), LINES = THREADS / LANES };
    const unsigned line = threadIdx.x / LANES, k = threadIdx.x % LANES * N;
    const unsigned depth = at_most(at.m.inner - first, slab<T>::DEPTH);
    const T *from = a + (at.row + line) * at.m.inner + first + k;
    for (int i = 0; i < SIDE; i += LINES) {
        for (int j = 0; j < slab<T>::DEPTH; j += LANES * N)
            move(from + i * at.m.inner + j, line + i < at.rows && k + j < depth, line + i, k + j);
    }
}

/* The same of b, of which a slab has COLUMNS: such a piece belongs to of_b[k][line],
 * of_b[k][line + 1], ... Lanes have neighbours of a row. */
template <int N, int COLUMNS, typename T, typename Move>
static __device__ void my_part_of_b(const T *b, const place &at, size_t first, Move move)
{
    enum { LANES = COLUMNS / N, LINES = THREADS / LANES };
    const unsigned k = threadIdx.x / LANES, line = threadIdx.x % LANES * N;
    const unsigned depth = at_most(at.m.inner - first, slab<T>::DEPTH);
    const T *from = b + (first + k) * at.m.columns + at.column + line;
    for (int i = 0; i < slab<T>::DEPTH; i += LINES)
        move(from + i * at.m.columns, k + i < depth && line < at.columns, line, k + i);
}

/* Loads a slab. Where a matrix has ended it holds 0. */
template <typename T>
static __device__ void load_slab(const T *a, const T *b, const place &at, size_t first, slab<T> *to)
{
    my_part_of_a<1>(a, at, first, [=](const T *from, bool inside, unsigned line, unsigned k) {
        to->of_a[k][line] = inside ? *from : T(0);
    });
    my_part_of_b<1, SIDE>(b, at, first, [=](const T *from, bool inside, unsigned line, unsigned k) {
        to->of_b[k][line] = inside ? *from : T(0);
    });
}

/*
 * Thread (x, y) of 16 x 16 has the rows y, y + 16, ... and the columns x, x + 16, ... of the tile:
 * the lanes of a warp read neighbours of a line of of_b, and two elements of of_a.
 */
template <typename T>
static __global__ void __launch_bounds__(THREADS)
    multiply_registers(const T *a, const T *b, T *c, struct product m)
{
    enum { WIDTH = SIDE / EACH };
    __shared__ slab<T> now;
    const place at = tile_of_block(m);
    const unsigned x = threadIdx.x % WIDTH, y = threadIdx.x / WIDTH;
    const bool any = y < at.rows && x < at.columns; /* of its elements is there */
    T sums[EACH][EACH] = {};
    for (size_t first = 0; first < m.inner; first += slab<T>::DEPTH) {
        load_slab(a, b, at, first, &now);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < slab<T>::DEPTH && any; k++) {
            T mine_of_a[EACH], mine_of_b[EACH];
            for (int i = 0; i < EACH; i++) {
                mine_of_a[i] = now.of_a[k][y + i * WIDTH];
                mine_of_b[i] = now.of_b[k][x + i * WIDTH];
            }
            for (int i = 0; i < EACH; i++) {
                for (int j = 0; j < EACH; j++)
                    sums[i][j] += mine_of_a[i] * mine_of_b[j];
            }
        }
        __syncthreads();
    }
    for (int i = 0; i < EACH; i++) {
        for (int j = 0; j < EACH; j++) {
            size_t row = at.row + y + i * WIDTH, column = at.column + x + j * WIDTH;
            if (row < m.rows && column < m.columns)
                c[row * m.columns + column] = sums[i][j];
        }
    }
}

/* ---- 16 bytes an access ---------------------------------------------------------------------- */

/*
 * Where a thread's 8 x ACROSS elements lie, so that it reads 16 bytes of a line at a time. With 8 x
 * 8, a warp has 32 x 64 elements of the tile, and its lanes stand 4 x 8. A lane has chunks: its
 * first rows follow those of the lane above, and its next ones come when all four lanes had theirs.
 * So the four chunks of of_a that a warp reads are neighbours, and the eight of of_b too: no bank
 * has two.
 */
template <typename T, int ACROSS = EACH> struct warp_place {
    enum { COUNT = chunk<T>::count, LANES_DOWN = 4, LANES_ACROSS = 8, WARPS_ACROSS = 2 };
    unsigned row, column; /* of the thread's first element, within the tile */

    __device__ warp_place()
    {
        const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
        row = warp / WARPS_ACROSS * (LANES_DOWN * EACH) + lane / LANES_ACROSS * COUNT;
        column = warp % WARPS_ACROSS * (LANES_ACROSS * ACROSS) + lane % LANES_ACROSS * COUNT;
    }

    /* Whether any of its elements is there: at the edges of c some threads have none. */
    __device__ bool has_any(const place &at) const
    {
        return row < at.rows && column < at.columns;
    }

    /* The row of element i of a column, and the column of element j of a row. */
    __device__ unsigned row_of(int i) const
    {
        return row + i / COUNT * (LANES_DOWN * COUNT) + i % COUNT;
    }
    __device__ unsigned column_of(int j) const
    {
        return column + j / COUNT * (LANES_ACROSS * COUNT) + j % COUNT;
    }
};

/* Adds up the products of a slab: with 8 x 8 elements of c, for each k 16 elements are read, and 64
 * products made. */
template <typename T, int COLUMNS, int ACROSS>
static __device__ void add_products(const slab<T, COLUMNS> &now, const warp_place<T, ACROSS> &mine,
                                    T (&sums)[EACH][ACROSS])
{
    enum { COUNT = chunk<T>::count };
#pragma unroll
    for (int k = 0; k < slab<T>::DEPTH; k++) {
        chunk<T> of_a[EACH / COUNT], of_b[ACROSS / COUNT];
        for (int i = 0; i < EACH / COUNT; i++)
            of_a[i] = *(const chunk<T> *)&now.of_a[k][mine.row_of(i * COUNT)];
        for (int j = 0; j < ACROSS / COUNT; j++)
            of_b[j] = *(const chunk<T> *)&now.of_b[k][mine.column_of(j * COUNT)];
        for (int i = 0; i < EACH; i++) {
            for (int j = 0; j < ACROSS; j++)
                sums[i][j] +=
                    of_a[i / COUNT].element[i % COUNT] * of_b[j / COUNT].element[j % COUNT];
        }
    }
}

/* Stores a thread's elements of c, a chunk of N of them at a time: all of 16 bytes, or one. */
template <int N, typename T, int ACROSS>
static __device__ void store_sums(T *c, const place &at, const warp_place<T, ACROSS> &mine,
                                  const T (&sums)[EACH][ACROSS])
{
    for (int i = 0; i < EACH; i++) {
        size_t row = at.row + mine.row_of(i);
        for (int j = 0; j < ACROSS; j += N) {
            size_t column = at.column + mine.column_of(j);
            chunk<T, N> out;
            for (int n = 0; n < N; n++)
                out.element[n] = sums[i][j + n];
            if (row < at.m.rows && column < at.m.columns)
                store_streaming((chunk<T, N> *)&c[row * at.m.columns + column], out);
        }
    }
}

/*
 * The same slab by chunks: rows of a and of b begin at multiples of 16 bytes, so that a chunk is
 * inside of its matrix or outside of it. A chunk of a is taken apart into a column of of_a.
 */
template <typename T>
static __device__ void load_chunks(const T *a, const T *b, const place &at, size_t first,
                                   slab<T> *to)
{
    enum { COUNT = chunk<T>::count };
    my_part_of_a<COUNT>(a, at, first, [=](const T *from, bool inside, unsigned line, unsigned k) {
        chunk<T> x = inside ? *(const chunk<T> *)from : chunk<T>();
        for (int j = 0; j < COUNT; j++)
            to->of_a[k + j][line] = x.element[j];
    });
    my_part_of_b<COUNT, SIDE>(
        b, at, first, [=](const T *from, bool inside, unsigned line, unsigned k) {
            *(chunk<T> *)&to->of_b[k][line] = inside ? *(const chunk<T> *)from : chunk<T>();
        });
}

template <typename T>
static __global__ void __launch_bounds__(THREADS, sizeof(T) == 4 ? 2 : 1)
    multiply_vector4(const T *a, const T *b, T *c, struct product m)
{
    __shared__ slab<T> now;
    const place at = tile_of_block(m);
    const warp_place<T> mine;
    T sums[EACH][EACH] = {};
    for (size_t first = 0; first < m.inner; first += slab<T>::DEPTH) {
        load_chunks(a, b, at, first, &now);
        __syncthreads();
        if (mine.has_any(at))
            add_products(now, mine, sums);
        __syncthreads();
    }
    store_sums<chunk<T>::count>(c, at, mine, sums);
}

/* ---- two slabs, in turns --------------------------------------------------------------------- */

/*
 * Asks for copies from global to shared memory, past the registers: the thread goes on, and waits
 * later. Outside of a matrix it asks for as many zeros, and `from` is not read. Of a it copies one
 * element at a time, each to its place in of_a, which is turned; of b N elements at a time.
 */
template <int N, typename T, int COLUMNS>
static __device__ void copy_slab(const T *a, const T *b, const place &at, size_t first,
                                 slab<T, COLUMNS> *to)
{
    my_part_of_a<1>(a, at, first, [=](const T *from, bool inside, unsigned line, unsigned k) {
        __pipeline_memcpy_async(&to->of_a[k][line], from, sizeof(T), inside ? 0 : sizeof(T));
    });
    my_part_of_b<N, COLUMNS>(b, at, first,
                             [=](const T *from, bool inside, unsigned line, unsigned k) {
                                 __pipeline_memcpy_async(&to->of_b[k][line], from, N * sizeof(T),
                                                         inside ? 0 : N * sizeof(T));
                             });
    __pipeline_commit();
}

/*
 * A tile of c that is twice as wide in f32, and a thread has 8 x 16 elements: what it reads of
 * shared memory serves more products. So many sums of f64 would find no room in the registers.
 */
template <typename T> struct wide {
    enum { ACROSS = sizeof(T) == 4 ? 2 * EACH : EACH, COLUMNS = SIDE / EACH * ACROSS };
};

/*
 * While a slab is worked on, the next one is on its way into the other. One barrier a turn does:
 * behind it the slab of this turn is there, from all threads, and none still reads the other.
 */
template <typename T, int N>
static __global__ void __launch_bounds__(THREADS)
    multiply_pipelined(const T *a, const T *b, T *c, struct product m)
{
    enum { COLUMNS = wide<T>::COLUMNS, ACROSS = wide<T>::ACROSS };
    extern __shared__ float4 shared[]; /* slabs are at boundaries of 16 bytes */
    slab<T, COLUMNS> *const slabs = (slab<T, COLUMNS> *)shared;
    const place at = tile_of_block(m, COLUMNS);
    const warp_place<T, ACROSS> mine;
    T sums[EACH][ACROSS] = {};
    unsigned now = 0;
    copy_slab<N>(a, b, at, 0, &slabs[now]);
    for (size_t first = 0; first < m.inner; first += slab<T>::DEPTH) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (first + slab<T>::DEPTH < m.inner)
            copy_slab<N>(a, b, at, first + slab<T>::DEPTH, &slabs[1 - now]);
        if (mine.has_any(at))
            add_products(slabs[now], mine, sums);
        now = 1 - now;
    }
    store_sums<N>(c, at, mine, sums);
}

/* ---- launching ------------------------------------------------------------------------------- */

template <typename T> static cudaError_t launch_naive(const struct gs_call *call)
{
    struct product m = product_of(call->scalars);
    multiply_naive<<<gs_blocks_for(m.rows * m.columns, call->block), call->block, 0,
                     stream_of(call)>>>(array<T>(call, 0), array<T>(call, 1), array<T>(call, 2), m);
    return cudaGetLastError();
}

/* The grid of blocks that have `rows` x `columns` elements of c. There are never more rows than
 * columns, so that no n has as many tiles in y as CUDA does not take. */
static dim3 tiles(struct product m, unsigned rows, unsigned columns)
{
    return dim3(gs_blocks_for(m.columns, columns), gs_blocks_for(m.rows, rows));
}

template <typename T>
static cudaError_t launch(const struct gs_call *call, unsigned side, unsigned block,
                          void (*kernel)(const T *, const T *, T *, struct product))
{
    struct product m = product_of(call->scalars);
    kernel<<<tiles(m, side, side), block, 0, stream_of(call)>>>(
        array<T>(call, 0), array<T>(call, 1), array<T>(call, 2), m);
    return cudaGetLastError();
}

/* Two slabs of f32 are over 48 KiB. So much of shared memory is had by a size that is given at the
 * launch, and not before it is asked for. */
template <typename T, int N> static cudaError_t launch_pipelined(const struct gs_call *call)
{
    struct product m = product_of(call->scalars);
    const size_t bytes = 2 * sizeof(slab<T, wide<T>::COLUMNS>);
    cudaError_t error = cudaFuncSetAttribute(
        multiply_pipelined<T, N>, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
    if (error != cudaSuccess)
        return error;
    multiply_pipelined<T, N><<<tiles(m, SIDE, wide<T>::COLUMNS), THREADS, bytes, stream_of(call)>>>(
        array<T>(call, 0), array<T>(call, 1), array<T>(call, 2), m);
    return cudaGetLastError();
}

template <typename T> static bool starts_at_boundary(const T *array)
{
    return elements_to_boundary(array) == 0;
}

/* Whether all rows of b and of c begin at multiples of 16 bytes. */
template <typename T> static bool columns_in_chunks(const struct gs_call *call)
{
    return product_of(call->scalars).columns % chunk<T>::count == 0 &&
           starts_at_boundary(array<T>(call, 1)) && starts_at_boundary(array<T>(call, 2));
}

/* And those of a. */
template <typename T> static bool all_in_chunks(const struct gs_call *call)
{
    return columns_in_chunks<T>(call) && starts_at_boundary(array<T>(call, 0)) &&
           product_of(call->scalars).inner % chunk<T>::count == 0;
}

/* ---- what the harness calls ------------------------------------------------------------------ */

extern "C" int matmul_naive(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, launch_naive<T>(call))
}

extern "C" int matmul_tile(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, launch<T>(call, TILE, TILE * TILE, multiply_tile<T>))
}

extern "C" int matmul_registers(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, launch<T>(call, SIDE, THREADS, multiply_registers<T>))
}

extern "C" int matmul_vector4(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(
        call, launch<T>(call, SIDE, THREADS,
                        all_in_chunks<T>(call) ? multiply_vector4<T> : multiply_registers<T>))
}

extern "C" int matmul_pipelined(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, columns_in_chunks<T>(call)
                                      ? launch_pipelined<T, chunk<T>::count>(call)
                                      : launch_pipelined<T, 1>(call))
}
