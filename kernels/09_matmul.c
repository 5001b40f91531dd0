/*
 * Lesson 9 on the CPU: a product of two matrices, as three plain loops and as fast as we know how
 * to write it, on one thread and on all.
 *
 * The fast one has the order of Goto and van de Geijn. A block of b, DEPTH rows of it, is packed so
 * that it can be read from the second or third cache in one go; a block of a likewise, for the
 * second; and a tile of c stays in registers while DEPTH products are added to each of its
 * elements.
 */
#include "09_matmul.h"
#include "common.h"

/* Rows of b and columns of a in a block; columns of b in one; rows of a in one, at most. */
enum { DEPTH = 256, BLOCK_COLUMNS = 2048, BLOCK_ROWS = 192 };

/* A tile of c in registers: rows of it at most, and bytes of a row of it at most. */
enum { MOST_ROWS = 12, MOST_BYTES = 128 };

/* Up to so many products one thread is faster than all. */
enum { ALONE_PRODUCTS = 1 << 17 };

/* Adds up a tile of c, or the left half of one; its packed rows of b are whole ones. */
typedef void tile_fn(size_t depth, const void *a, const void *b, void *c, size_t pitch, bool add);

/* What a block is computed with, for the SIMD of this machine. */
struct tile_kernel {
    size_t rows, row_bytes; /* of the tile */
    tile_fn *whole, *half;
};

/*
 * A tile of ROWS x 2 vectors of so many bytes, or of its left vectors alone: for each k ROWS
 * elements of packed a, and a row of packed b. With `add` it is added to what c holds.
 */
#define DEFINE_TILE(T, name, target, bytes, ROWS, VECTORS)                                         \
    target static void tile_##T##_##name##_##VECTORS(size_t depth, const void *packed_a,           \
                                                     const void *packed_b, void *to, size_t pitch, \
                                                     bool add)                                     \
    {                                                                                              \
        typedef T vector __attribute__((vector_size(bytes), aligned(sizeof(T)), may_alias));       \
        const T *a = packed_a;                                                                     \
        const vector *b = packed_b;                                                                \
        T *row = to;                                                                               \
        vector sums[ROWS][VECTORS] = {0};                                                          \
        for (size_t k = 0; k < depth; k++, a += (ROWS), b += 2) {                                  \
            for (size_t i = 0; i < (ROWS); i++) {                                                  \
                for (size_t j = 0; j < (VECTORS); j++)                                             \
                    sums[i][j] += a[i] * b[j];                                                     \
            }                                                                                      \
        }                                                                                          \
        for (size_t i = 0; i < (ROWS); i++, row += pitch) {                                        \
            vector *c = (vector *)row;                                                             \
            for (size_t j = 0; j < (VECTORS); j++) {                                               \
                if (add)                                                                           \
                    sums[i][j] += c[j];                                                            \
                c[j] = sums[i][j];                                                                 \
            }                                                                                      \
        }                                                                                          \
    }

#define DEFINE_TILES(name, target, bytes, ROWS)                                                    \
    DEFINE_TILE(float, name, target, bytes, ROWS, 2)                                               \
    DEFINE_TILE(float, name, target, bytes, ROWS, 1)                                               \
    DEFINE_TILE(double, name, target, bytes, ROWS, 2)                                              \
    DEFINE_TILE(double, name, target, bytes, ROWS, 1)

/* So many vectors of sums, two of b and one of a fill the registers that there are. */
DEFINE_TILES(narrow, , 16, 6)
#if defined(__x86_64__)
DEFINE_TILES(avx2, __attribute__((target("avx2,fma"))), 32, 6)
DEFINE_TILES(avx512, __attribute__((target("avx512f"))), 64, 12)
#endif

#define TILES(T, name, bytes, ROWS)                                                                \
    (struct tile_kernel)                                                                           \
    {                                                                                              \
        (ROWS), (size_t)2 * (bytes), tile_##T##_##name##_2, tile_##T##_##name##_1                  \
    }

/* The widest that this machine can run. */
#if defined(__x86_64__)
#define TILES_HERE(T)                                                                              \
    (__builtin_cpu_supports("avx512f")                                 ? TILES(T, avx512, 64, 12)  \
     : __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? TILES(T, avx2, 32, 6)     \
                                                                       : TILES(T, narrow, 16, 6))
#else
#define TILES_HERE(T) TILES(T, narrow, 16, 6)
#endif

/* A block of b, packed; all threads read it. One call at a time runs. */
static _Alignas(64) char packed_b[(size_t)DEPTH * BLOCK_COLUMNS * sizeof(double)];

/* One block of b, and what is to become of it. */
struct block {
    const struct product *m;
    struct tile_kernel kernel;
    size_t k, depth, column, columns; /* the block's rows and columns of b */
    size_t rows;                      /* of a block of a */
    size_t parts;                     /* of the columns, for as many threads */
};

static size_t least(size_t x, size_t y)
{
    return x < y ? x : y;
}

static size_t up_to_multiple(size_t n, size_t of)
{
    return (n + of - 1) / of * of;
}

/*
 * matmul_serial_T: three plain loops.
 * pack_b_T:        a strip of b, as wide as a tile: row after row, and 0 where b has ended.
 * pack_a_T:        rows of a, in strips as high as a tile: column after column, and 0 likewise.
 * run_tile_T:      a tile of c; at the edges of c by way of a whole one.
 * run_item_T:      the tiles of so many rows of a and of one part of the block's columns.
 * run_block_T:     a block of b, on the threads that call it.
 * multiply_T:      all blocks, on so many threads.
 */
#define DEFINE_MATMUL(T)                                                                           \
    static void matmul_serial_##T(const struct product *m, const T *a, const T *b, T *c)           \
    {                                                                                              \
        for (size_t row = 0; row < m->rows; row++) {                                               \
            T *to = c + row * m->columns;                                                          \
            for (size_t column = 0; column < m->columns; column++)                                 \
                to[column] = 0;                                                                    \
            for (size_t k = 0; k < m->inner; k++) {                                                \
                for (size_t column = 0; column < m->columns; column++)                             \
                    to[column] += a[row * m->inner + k] * b[k * m->columns + column];              \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static void pack_b_##T(const struct block *at, size_t strip, const T *b)                       \
    {                                                                                              \
        const size_t width = at->kernel.row_bytes / sizeof(T), first = strip * width,              \
                     count = least(width, at->columns - first);                                    \
        T *to = (T *)packed_b + strip * width * at->depth;                                         \
        const T *from = b + at->k * at->m->columns + at->column + first;                           \
        for (size_t k = 0; k < at->depth; k++, to += width, from += at->m->columns) {              \
            memcpy(to, from, count * sizeof(T));                                                   \
            memset(to + count, 0, (width - count) * sizeof(T));                                    \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static void pack_a_##T(const struct block *at, size_t row, size_t rows, const T *a, T *to)     \
    {                                                                                              \
        const size_t height = at->kernel.rows, pitch = at->m->inner;                               \
        for (size_t first = 0; first < rows; first += height, to += height * at->depth) {          \
            for (size_t i = 0; i < height; i++) {                                                  \
                const T *from = a + (row + first + i) * pitch + at->k;                             \
                for (size_t k = 0; k < at->depth; k++)                                             \
                    to[k * height + i] = first + i < rows ? from[k] : 0;                           \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static void run_tile_##T(const struct block *at, const T *a, const T *b, T *c, size_t rows,    \
                             size_t columns)                                                       \
    {                                                                                              \
        const size_t height = at->kernel.rows, width = at->kernel.row_bytes / sizeof(T),           \
                     pitch = at->m->columns;                                                       \
        const bool add = at->k > 0;                                                                \
        if (rows >= height && columns >= width) {                                                  \
            at->kernel.whole(at->depth, a, b, c, pitch, add);                                      \
            return;                                                                                \
        }                                                                                          \
        _Alignas(64) T whole[(size_t)MOST_ROWS * MOST_BYTES / sizeof(T)];                          \
        tile_fn *run = columns > width / 2 ? at->kernel.whole : at->kernel.half;                   \
        run(at->depth, a, b, whole, width, false);                                                 \
        for (size_t i = 0; i < least(rows, height); i++) {                                         \
            for (size_t j = 0; j < least(columns, width); j++)                                     \
                c[i * pitch + j] = whole[i * width + j] + (add ? c[i * pitch + j] : 0);            \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static void run_item_##T(const struct block *at, size_t item, const T *a, T *c)                \
    {                                                                                              \
        _Alignas(64) T packed_a[BLOCK_ROWS * DEPTH];                                               \
        const size_t height = at->kernel.rows, width = at->kernel.row_bytes / sizeof(T),           \
                     strips = up_to_multiple(at->columns, width) / width;                          \
        const size_t row = item / at->parts * at->rows, part = item % at->parts,                   \
                     rows = least(at->rows, at->m->rows - row);                                    \
        pack_a_##T(at, row, rows, a, packed_a);                                                    \
        for (size_t s = part * strips / at->parts; s < (part + 1) * strips / at->parts; s++) {     \
            const T *b = (const T *)packed_b + s * width * at->depth;                              \
            T *to = c + row * at->m->columns + at->column + s * width;                             \
            for (size_t i = 0; i < rows; i += height)                                              \
                run_tile_##T(at, packed_a + i * at->depth, b, to + i * at->m->columns, rows - i,   \
                             at->columns - s * width);                                             \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static void run_block_##T(const struct block *at, const T *a, const T *b, T *c)                \
    {                                                                                              \
        const size_t width = at->kernel.row_bytes / sizeof(T),                                     \
                     strips = up_to_multiple(at->columns, width) / width,                          \
                     items = up_to_multiple(at->m->rows, at->rows) / at->rows * at->parts;         \
        _Pragma("omp for schedule(static)") for (size_t strip = 0; strip < strips; strip++)        \
            pack_b_##T(at, strip, b);                                                              \
        _Pragma("omp for schedule(dynamic)") for (size_t item = 0; item < items; item++)           \
            run_item_##T(at, item, a, c);                                                          \
    }                                                                                              \
                                                                                                   \
    static void multiply_##T(const struct product *m, const T *a, const T *b, T *c, int threads)   \
    {                                                                                              \
        struct block at = {.m = m, .kernel = TILES_HERE(T)};                                       \
        const size_t height = at.kernel.rows,                                                      \
                     share = (m->rows + (size_t)threads - 1) / (size_t)threads;                    \
        at.rows = least(BLOCK_ROWS, up_to_multiple(share > 0 ? share : 1, height));                \
        const size_t down = up_to_multiple(m->rows, at.rows) / at.rows;                            \
        at.parts = down < (size_t)threads && down > 0 ? (size_t)threads / down : 1;                \
        _Pragma("omp parallel num_threads(threads) firstprivate(at)") for (at.column = 0;          \
                                                                           at.column < m->columns; \
                                                                           at.column +=            \
                                                                           BLOCK_COLUMNS)          \
        {                                                                                          \
            at.columns = least(BLOCK_COLUMNS, m->columns - at.column);                             \
            for (at.k = 0; at.k < m->inner; at.k += DEPTH) {                                       \
                at.depth = least(DEPTH, m->inner - at.k);                                          \
                run_block_##T(&at, a, b, c);                                                       \
            }                                                                                      \
        }                                                                                          \
    }

DEFINE_MATMUL(float)
DEFINE_MATMUL(double)

gs_run_fn matmul_serial, matmul_blocked, matmul_threads;

int matmul_serial(const struct gs_call *call)
{
    const struct product m = product_of(call->scalars);
    DISPATCH_FLOATING_TYPES(call, matmul_serial, &m, call->arrays[0], call->arrays[1],
                            call->arrays[2]);
    return 0;
}

static void multiply(const struct gs_call *call, int threads)
{
    const struct product m = product_of(call->scalars);
    DISPATCH_FLOATING_TYPES(call, multiply, &m, call->arrays[0], call->arrays[1], call->arrays[2],
                            threads);
}

int matmul_blocked(const struct gs_call *call)
{
    multiply(call, 1);
    return 0;
}

int matmul_threads(const struct gs_call *call)
{
    multiply(call, call->n <= ALONE_PRODUCTS ? 1 : gs_cpu_threads());
    return 0;
}
