/* Lesson 12: softmax of rows, where each result depends on all elements of its row. */
#include "lesson.h"

#include "../../kernels/12_softmax.h"
#include "dtype.h"
#include "goals.h"
#include "random.h"

gs_run_fn softmax_serial, softmax_threads;
gs_run_fn softmax_three_passes, softmax_online, softmax_warp, softmax_block, softmax_registers;
gs_run_fn softmax_vector4;

enum { X, Y };

static const struct gs_array arrays[] = {
    [X] = {.name = "x", .role = GS_INPUT},
    [Y] = {.name = "y", .role = GS_OUTPUT},
};

/* ---- the shape of n elements ----------------------------------------------------------------- */

/* n elements in rows of the largest divisor of n that is not above `most`. */
static void rows_of_at_most(size_t n, size_t most, double *out)
{
    size_t columns = most < n ? most : n;
    while (columns > 1 && n % columns != 0)
        columns--;
    size_t rows = columns > 0 ? n / columns : 0;
    out[SHAPE_COLUMNS] = (double)columns;
    out[SHAPE_ROWS] = (double)rows;
}

/* As square as the divisors of n allow, and not fewer columns than rows: 2^24 is 4096 x 4096, and
 * 999 999 is 999 rows of 1001. A prime has one row. */
static void square_at(size_t n, double *out)
{
    size_t root = (size_t)sqrt((double)n);
    rows_of_at_most(n, root > 0 ? root : 1, out);
    const double columns = out[SHAPE_COLUMNS];
    out[SHAPE_COLUMNS] = out[SHAPE_ROWS];
    out[SHAPE_ROWS] = n > 0 ? columns : 0;
}

/* Rows of up to 64 elements: 2^24 is 2^18 rows of 64, 999 999 is 15 873 rows of 63. A prime above
 * that has rows of one. */
enum { SHORT = 64 };

static void short_at(size_t n, double *out)
{
    rows_of_at_most(n, SHORT, out);
}

/* ---- elements -------------------------------------------------------------------------------- */

/*
 * Each row has a level of its own in [-1000, 1000), and its elements lie at most 2 from it. Levels
 * cancel in the answer. But exp() of such a number is infinite in most of the upper half of the
 * rows, and 0 in most of the lower: who leaves the maximum out divides by infinity, or by 0.
 */
enum { LEVELS = 1000, SPREAD = 2, LEVEL_STREAM = Y };

static void fill(const struct gs_data *data, size_t array, size_t begin, size_t end)
{
    const struct shape m = shape_of(data->scalars);
    for (size_t i = begin; i < end; i++) {
        const double level = gs_random_f64(data->seed, LEVEL_STREAM, i / m.columns);
        const double own = gs_random_f64(data->seed, (unsigned)array, i);
        gs_dtype_set(data->dtype, data->arrays[array], i, LEVELS * level + SPREAD * own);
    }
}

/* ---- the reference --------------------------------------------------------------------------- */

/* The largest element of a row, and the sum of exp(x - largest), in twice the precision. */
struct row {
    long double largest, sum;
};

/* double is enough for f32, and many times as fast. */
static long double exp_of(enum gs_dtype dtype, long double x)
{
    return dtype == GS_F32 ? (long double)exp((double)x) : expl(x);
}

static struct row look_at(const struct gs_data *data, size_t row, size_t columns)
{
    struct row found = {-INFINITY, 0};
    for (size_t i = row * columns; i < (row + 1) * columns; i++) {
        const long double x = gs_dtype_get(data->dtype, data->arrays[X], i);
        found.largest = x > found.largest ? x : found.largest;
    }
    for (size_t i = row * columns; i < (row + 1) * columns; i++)
        found.sum +=
            exp_of(data->dtype, gs_dtype_get(data->dtype, data->arrays[X], i) - found.largest);
    return found;
}

/*
 * In roundings of 2^-24 (f32) or 2^-53, relative to the result. x - largest is at most
 * 2 SPREAD = 4 (and a little, where x was rounded). The subtraction is off by one rounding of it at
 * most, its product with log2(e) by another, and that factor by a third: 3 x 4 of them come out of
 * exp() as relative errors. exp() itself is off by two units in the last place, which are 4. A
 * reciprocal and a product are 2 more. That is 18 for the element, and 16 for each of the sum's
 * terms, which are all positive.
 *
 * A sum of c terms has c - 1 additions, each off by one rounding of what the sum is then: in a tree
 * that is log2(c), in a chain c at most, and typically the root of c, as errors have either sign.
 * Four times the root is let pass; at 4096 columns that is 290 roundings in all, or 1.7e-5. Who
 * leaves one of those elements out is off by 1.8e-5 at least: its exponential is at least e^-4 of
 * the largest, and the mean of all is a quarter of that.
 */
static double tolerance(enum gs_dtype dtype, size_t columns)
{
    const double rounding = dtype == GS_F32 ? 0x1p-24 : 0x1p-53;
    return (18 + 16 + 4 * sqrt((double)columns)) * rounding;
}

static void compare(const struct gs_data *data, size_t begin, size_t end, struct gs_match *found)
{
    const struct shape m = shape_of(data->scalars);
    if (begin == end)
        return; /* there may be no columns */
    for (size_t row = begin / m.columns; row * m.columns < end; row++) {
        const struct row right = look_at(data, row, m.columns);
        const size_t first = row * m.columns, last = first + m.columns;
        for (size_t i = first > begin ? first : begin; i < last && i < end; i++) {
            const long double x = gs_dtype_get(data->dtype, data->arrays[X], i);
            gs_match_value(found, data->dtype, data->arrays[Y], i,
                           exp_of(data->dtype, x - right.largest) / right.sum,
                           tolerance(data->dtype, m.columns));
        }
    }
}

/* Reads x, writes y. */
static size_t traffic(enum gs_dtype dtype, size_t n)
{
    return 2 * n * gs_dtype_bytes(dtype);
}

/* ---- variants -------------------------------------------------------------------------------- */

/* In the order in which they are taught. */
static const struct gs_variant variants[] = {
    {.name = "serial",
     .place = GS_CPU_SERIAL,
     .run = softmax_serial,
     .about = "one CPU thread, three plain loops a row"},
    {.name = "threads",
     .place = GS_CPU_PARALLEL,
     .run = softmax_threads,
     .about = "all CPU threads, SIMD exp over as many rows as stay in the nearest cache"},
    {.name = "three_passes",
     .place = GS_DEVICE,
     .run = softmax_three_passes,
     .about = "a thread has a row: the maximum, the sum, the results"},
    {.name = "online",
     .place = GS_DEVICE,
     .run = softmax_online,
     .about = "a thread has a row: maximum and sum in one pass, then the results"},
    {.name = "warp",
     .place = GS_DEVICE,
     .run = softmax_warp,
     .about = "a warp has a row: its lanes read neighbours, and are joined by shuffles"},
    {.name = "block",
     .place = GS_DEVICE,
     .run = softmax_block,
     .about = "a block has a row: warps are joined through shared memory"},
    {.name = "registers",
     .place = GS_DEVICE,
     .run = softmax_registers,
     .about = "block with the row in registers: it is read once"},
    {.name = "vector4",
     .place = GS_DEVICE,
     .run = softmax_vector4,
     .about = "registers with 16 bytes an access; a short row has a warp, or a part of one"},
};

/* ---- the lesson ------------------------------------------------------------------------------ */

/*
 * On the device 4096 x 4096 is as fast as the fastest library; on short rows one of them, too,
 * takes the time of a copy, and nobody can be faster. On the CPU both are as fast as the best
 * library.
 */
#define GOALS(of_device)                                                                           \
    {                                                                                              \
        {.rival = GS_BEST_PEER,                                                                    \
         .residency = GS_RESIDENCY_DEVICE,                                                         \
         .cache = GS_CACHE_COLD,                                                                   \
         .least_n = (size_t)1 << 24,                                                               \
         .most_n = (size_t)1 << 24,                                                                \
         .at_least = of_device},                                                                   \
            {.rival = GS_BEST_PEER,                                                                \
             .residency = GS_RESIDENCY_HOST,                                                       \
             .cache = GS_CACHE_WARM,                                                               \
             .least_n = 1000000,                                                                   \
             .at_least = 1},                                                                       \
    }

static const struct gs_goal square_goals[] = GOALS(1);
static const struct gs_goal short_goals[] = GOALS(0.98);

#define SOFTMAX(rows, shape_at, promised)                                                          \
    {                                                                                              \
        .name = rows, .formula = "y[row][k] = exp(x[row][k]) / the sum of exp(x[row][j]) over j",  \
        .arrays = arrays, .array_count = GS_COUNT(arrays),                                         \
        .dtypes = GS_DTYPE_BIT(GS_F32) | GS_DTYPE_BIT(GS_F64), .sizes = "1Ki:1Mi:*4,999999",       \
        .blocks = "32:1024:*2", .block = 256, .scalars = shape_at, .fill = fill,                   \
        .compare = compare, .traffic = traffic, .arithmetic = {.mads = 1, .exps = 1},              \
        .variants = variants, .variant_count = GS_COUNT(variants),                                 \
        .contenders = "threads,registers,vector4", .goals = promised,                              \
        .goal_count = GS_COUNT(promised)                                                           \
    }

static const struct gs_workload workloads[] = {
    SOFTMAX("softmax", square_at, square_goals),
    SOFTMAX("short_rows", short_at, short_goals),
};

const struct gs_lesson gs_lesson_softmax = {
    .number = 12,
    .slug = "softmax",
    .title = "rows that add up to one",
    .workloads = workloads,
    .workload_count = GS_COUNT(workloads),
};
