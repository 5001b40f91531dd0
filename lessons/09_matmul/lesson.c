/* Lesson 9: a product of two matrices, which is as fast as each element that is loaded is used. */
#include "lesson.h"

#include "../../kernels/09_matmul.h"
#include "cpu.h"
#include "dtype.h"
#include "goals.h"
#include "random.h"

gs_run_fn matmul_serial, matmul_blocked, matmul_threads;
gs_run_fn matmul_naive, matmul_tile, matmul_registers, matmul_vector4, matmul_pipelined;

enum { A, B, C };

static const struct gs_array arrays[] = {[A] = {.name = "a", .role = GS_INPUT},
                                         [B] = {.name = "b", .role = GS_INPUT},
                                         [C] = {.name = "c", .role = GS_OUTPUT}};

/* ---- the shape of n products ----------------------------------------------------------------- */

/* The largest divisor of n whose square or cube (power 2 or 3) is not above n; 0 of 0. */
static size_t divisor_below_root(size_t n, int power)
{
    double root = power == 2 ? sqrt((double)n) : cbrt((double)n);
    size_t divisor = (size_t)(root + 0x1p-20);
    while (divisor > 1 && (divisor > n || n % divisor != 0))
        divisor--;
    return n > 0 && divisor == 0 ? 1 : divisor;
}

/*
 * n multiplications as a cube that is as even as the divisors of n allow: the rows of c are the
 * largest divisor of n that is not above its third root, and the terms of each sum the largest
 * divisor of what is left that is not above the root of that. 2^36 is 4096 x 4096 x 4096, 999 999
 * is 99 x 91 times 91 x 111, and a prime is one row and sums of one term.
 */
static struct product shape_of(size_t n)
{
    struct product m;
    m.rows = divisor_below_root(n, 3);
    const size_t rest = m.rows > 0 ? n / m.rows : 0;
    m.inner = divisor_below_root(rest, 2);
    m.columns = m.inner > 0 ? rest / m.inner : 0;
    return m;
}

static void shape_at(size_t n, double *out)
{
    const struct product m = shape_of(n);
    out[PRODUCT_ROWS] = (double)m.rows;
    out[PRODUCT_COLUMNS] = (double)m.columns;
    out[PRODUCT_INNER] = (double)m.inner;
}

static size_t length(size_t array, size_t n)
{
    const struct product m = shape_of(n);
    return array == A ? m.rows * m.inner : array == B ? m.inner * m.columns : m.rows * m.columns;
}

static size_t results(size_t n)
{
    return length(C, n);
}

/* Reads a and b, writes c. */
static size_t traffic(enum gs_dtype dtype, size_t n)
{
    return (length(A, n) + length(B, n) + length(C, n)) * gs_dtype_bytes(dtype);
}

/* ---- what is right --------------------------------------------------------------------------- */

/* Those of f32 in f64 too: a product then has 46 binary digits, and double adds up thousands of
 * them without an error, so that it is the reference for both. */
static void fill(const struct gs_data *data, size_t array, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        gs_dtype_set(data->dtype, data->arrays[array], i,
                     (double)gs_random_f32(data->seed, (unsigned)array, i));
}

/* So many elements of a row of c are computed at a time. */
enum { PIECE = 512 };

#define DEFINE_REFERENCE(T)                                                                        \
    GS_SIMD_CLONES static void add_row_##T(double *sums, double x, const T *b, size_t count)       \
    {                                                                                              \
        for (size_t j = 0; j < count; j++)                                                         \
            sums[j] += x * (double)b[j];                                                           \
    }                                                                                              \
                                                                                                   \
    static void piece_##T(const struct gs_data *data, const struct product *m, size_t row,         \
                          size_t column, size_t count, double *sums)                               \
    {                                                                                              \
        const T *a = (const T *)data->arrays[A] + row * m->inner;                                  \
        const T *b = (const T *)data->arrays[B] + column;                                          \
        for (size_t k = 0; k < m->inner; k++)                                                      \
            add_row_##T(sums, (double)a[k], b + k * m->columns, count);                            \
    }

DEFINE_REFERENCE(float)
DEFINE_REFERENCE(double)

/*
 * A sum of k products, each below 1, is below k, and each of its additions is off by at most 2^-24
 * of what the sum is then; so is each product where no fused multiply-add makes it. That alone is
 * less than 4 k 2^-24 up to five terms. Longer sums grow as the root of k, and their errors, of
 * either sign, come to 2^-24 k / 7 or so: the same bound is far from them, and half an error in the
 * eleventh digit, which tensor cores make of f32, is far above it.
 *
 * It is told relative to what a sum typically is, for some are 0 by chance.
 */
static void compare(const struct gs_data *data, size_t begin, size_t end, struct gs_match *found)
{
    const struct product m = product_of(data->scalars);
    const double unit = data->dtype == GS_F32 ? 0x1p-24 : 0x1p-53, terms = (double)m.inner,
                 typical = sqrt(terms) / 3;
    for (size_t i = begin, count; i < end; i += count) {
        const size_t row = i / m.columns, column = i % m.columns, left = m.columns - column;
        double want[PIECE] = {0};
        count = left < PIECE ? left : PIECE;
        count = count < end - i ? count : end - i;
        if (data->dtype == GS_F32)
            piece_float(data, &m, row, column, count, want);
        else
            piece_double(data, &m, row, column, count, want);
        for (size_t j = 0; j < count; j++)
            gs_match_scaled(found, data->dtype, i + j,
                            gs_dtype_get(data->dtype, data->arrays[C], i + j), (long double)want[j],
                            typical, 4 * terms * unit / typical);
    }
}

/* ---- variants -------------------------------------------------------------------------------- */

static const char *refuse(const struct gs_variant *variant, size_t n, unsigned grid, unsigned block)
{
    (void)grid, (void)block;
    return variant->run == matmul_serial && n >> 32 != 0 ? "one thread would take minutes" : NULL;
}

static const struct gs_variant variants[] = {
    {.name = "serial",
     .place = GS_CPU_SERIAL,
     .run = matmul_serial,
     .about = "one CPU thread, three plain loops, the inner one along a row"},
    {.name = "blocked",
     .place = GS_CPU_SERIAL,
     .run = matmul_blocked,
     .about = "one CPU thread: blocks that stay in the caches, sums that stay in SIMD registers"},
    {.name = "threads",
     .place = GS_CPU_PARALLEL,
     .run = matmul_threads,
     .about = "blocked on all CPU threads, which share the blocks of b"},
    {.name = "naive",
     .place = GS_DEVICE,
     .run = matmul_naive,
     .about = "one element a thread: two loads from global memory for a multiplication"},
    {.name = "tile",
     .place = GS_DEVICE,
     .run = matmul_tile,
     .about = "a block has 32 x 32 elements, and loads tiles of a and b into shared memory",
     .traits = GS_ANY_BLOCK},
    {.name = "registers",
     .place = GS_DEVICE,
     .run = matmul_registers,
     .about = "a block has 128 x 128 elements, and a thread 8 x 8 of them in registers",
     .traits = GS_ANY_BLOCK},
    {.name = "vector4",
     .place = GS_DEVICE,
     .run = matmul_vector4,
     .about = "registers with 16 bytes an access, where the rows begin at multiples of 16",
     .traits = GS_ANY_BLOCK},
    {.name = "pipelined",
     .place = GS_DEVICE,
     .run = matmul_pipelined,
     .about = "the next tiles are copied, past the registers, while these are multiplied; in f32 a "
              "thread has 8 x 16 elements",
     .traits = GS_ANY_BLOCK},
};

/* 4096 x 4096 near cuBLAS, at a size that is measured in f32 alone: in f64 cuBLAS may take the
 * tensor cores. On the CPU near OpenBLAS. */
static const struct gs_goal goals[] = {
    {.rival = GS_BEST_PEER,
     .residency = GS_RESIDENCY_DEVICE,
     .cache = GS_CACHE_COLD,
     .least_n = (size_t)1 << 36,
     .most_n = (size_t)1 << 36,
     .at_least = 0.85},
    {.rival = GS_BEST_PEER,
     .residency = GS_RESIDENCY_HOST,
     .cache = GS_CACHE_WARM,
     .least_n = 1000000,
     .at_least = 0.7},
};

static const struct gs_workload workloads[] = {{
    .name = "matmul",
    .formula = "c[row][column] = the sum of a[row][k] b[k][column] over k",
    .arrays = arrays,
    .array_count = GS_COUNT(arrays),
    .dtypes = GS_DTYPE_BIT(GS_F32) | GS_DTYPE_BIT(GS_F64),
    .sizes = "4Ki:2Mi:*8,999999",
    .blocks = "32:1024:*2",
    .block = 256,
    .scalars = shape_at,
    .length = length,
    .fill = fill,
    .results = results,
    .compare = compare,
    .traffic = traffic,
    .arithmetic = {.mads = 1},
    .refuse = refuse,
    .variants = variants,
    .variant_count = GS_COUNT(variants),
    .contenders = "threads,pipelined",
    .goals = goals,
    .goal_count = GS_COUNT(goals),
}};

const struct gs_lesson gs_lesson_matmul = {
    .number = 9,
    .slug = "matmul",
    .title = "a product of matrices",
    .workloads = workloads,
    .workload_count = GS_COUNT(workloads),
};
