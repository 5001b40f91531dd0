/* Lesson 7: a matrix with rows and columns exchanged, and beside it the same matrix copied. */
#include "lesson.h"

#include "../../kernels/07_transpose.h"
#include "dtype.h"
#include "goals.h"
#include "random.h"

gs_run_fn transpose_serial, transpose_threads;
gs_run_fn transpose_naive, transpose_tile, transpose_padded, transpose_swizzled, transpose_vector4;

gs_run_fn copy_2d_serial, copy_2d_threads;
gs_run_fn copy_2d_tile, copy_2d_vector4;

enum { A, B };

static const struct gs_array arrays[] = {
    [A] = {.name = "a", .role = GS_INPUT}, [B] = {.name = "b", .role = GS_OUTPUT}};

/*
 * n elements as a matrix that is as square as its divisors allow: the rows are the largest divisor
 * of n that is not above its root. 2^26 is 8192 x 8192, 999 999 is 999 x 1001, and a prime has one
 * row.
 */
static void shape_at(size_t n, double *out)
{
    size_t rows = (size_t)sqrt((double)n);
    while (rows > 1 && (rows > n / rows || n % rows != 0))
        rows--;
    size_t columns = rows > 0 ? n / rows : 0;
    out[SHAPE_ROWS] = (double)rows;
    out[SHAPE_COLUMNS] = (double)columns;
}

/* Reads a, writes b. */
static size_t traffic(enum gs_dtype dtype, size_t n)
{
    return 2 * n * gs_dtype_bytes(dtype);
}

/*
 * Nothing is computed, so every element is right exactly. It is compared with what a was filled
 * with: to make that number again is quicker than to read down the columns of a.
 */
static void compare_with_input(const struct gs_data *data, size_t i, size_t of_a,
                               struct gs_match *found)
{
    long double want = gs_random_value(data->dtype, data->seed, A, of_a);
    gs_match_value(found, data->dtype, data->arrays[B], i, want, 0);
}

static void transpose_compare(const struct gs_data *data, size_t begin, size_t end,
                              struct gs_match *found)
{
    struct shape m = shape_of(data->scalars);
    for (size_t i = begin; i < end; i++)
        compare_with_input(data, i, i % m.rows * m.columns + i / m.rows, found);
}

static void copy_compare(const struct gs_data *data, size_t begin, size_t end,
                         struct gs_match *found)
{
    for (size_t i = begin; i < end; i++)
        compare_with_input(data, i, i, found);
}

static const struct gs_variant transpose_variants[] = {
    {.name = "serial",
     .place = GS_CPU_SERIAL,
     .run = transpose_serial,
     .about = "one CPU thread, two plain loops"},
    {.name = "threads",
     .place = GS_CPU_PARALLEL,
     .run = transpose_threads,
     .about = "all CPU threads, tiles of whole cache lines, turned by SIMD"},
    {.name = "naive",
     .place = GS_DEVICE,
     .run = transpose_naive,
     .about = "each element by itself: a warp reads along a row, and writes down a column"},
    {.name = "tile",
     .place = GS_DEVICE,
     .run = transpose_tile,
     .about = "a block turns 32 x 32 elements in shared memory, where a column is one bank"},
    {.name = "padded",
     .place = GS_DEVICE,
     .run = transpose_padded,
     .about = "tile with one more column, so that a column lies in 32 banks"},
    {.name = "swizzled",
     .place = GS_DEVICE,
     .run = transpose_swizzled,
     .about = "tile with each row in an order of its own: 32 banks without more memory"},
    {.name = "vector4",
     .place = GS_DEVICE,
     .run = transpose_vector4,
     .about = "padded with 16 bytes an access, where the rows begin at multiples of 16"},
};

static const struct gs_variant copy_variants[] = {
    {.name = "serial",
     .place = GS_CPU_SERIAL,
     .run = copy_2d_serial,
     .about = "one CPU thread, two plain loops"},
    {.name = "threads",
     .place = GS_CPU_PARALLEL,
     .run = copy_2d_threads,
     .about = "all CPU threads, past the cache where it is too small"},
    {.name = "tile",
     .place = GS_DEVICE,
     .run = copy_2d_tile,
     .about = "the blocks and tiles of the transposition, and each element to its own place"},
    {.name = "vector4",
     .place = GS_DEVICE,
     .run = copy_2d_vector4,
     .about = "tile with 16 bytes an access, where the rows begin at multiples of 16"},
};

/* 8192 x 8192 elements at the rate of a copy; and on the CPU as fast as the best library. */
static const struct gs_goal transpose_goals[] = {
    {.rival = GS_THE_COPY,
     .residency = GS_RESIDENCY_DEVICE,
     .cache = GS_CACHE_COLD,
     .least_n = (size_t)1 << 26,
     .most_n = (size_t)1 << 26,
     .at_least = 0.95},
    {.rival = GS_BEST_PEER,
     .residency = GS_RESIDENCY_HOST,
     .cache = GS_CACHE_WARM,
     .least_n = 1000000,
     .at_least = 1},
};

static const struct gs_workload workloads[] = {
    {
        .name = "transpose",
        .formula = "b[column][row] = a[row][column]",
        .arrays = arrays,
        .array_count = GS_COUNT(arrays),
        .dtypes = GS_DTYPE_BIT(GS_F32) | GS_DTYPE_BIT(GS_F64) | GS_DTYPE_BIT(GS_I32),
        .sizes = "1Ki:4Mi:*4,999999",
        .blocks = "32:1024:*2",
        .block = 256,
        .scalars = shape_at,
        .compare = transpose_compare,
        .traffic = traffic,
        .variants = transpose_variants,
        .variant_count = GS_COUNT(transpose_variants),
        .contenders = "threads,padded,swizzled,vector4",
        .goals = transpose_goals,
        .goal_count = GS_COUNT(transpose_goals),
    },
    {
        .name = "copy_2d",
        .formula = "b[row][column] = a[row][column]",
        .arrays = arrays,
        .array_count = GS_COUNT(arrays),
        .dtypes = GS_DTYPE_BIT(GS_F32) | GS_DTYPE_BIT(GS_F64) | GS_DTYPE_BIT(GS_I32),
        .sizes = "1Ki:4Mi:*4,999999",
        .blocks = "32:1024:*2",
        .block = 256,
        .scalars = shape_at,
        .compare = copy_compare,
        .traffic = traffic,
        .variants = copy_variants,
        .variant_count = GS_COUNT(copy_variants),
        .contenders = "threads,tile,vector4",
    },
};

const struct gs_lesson gs_lesson_transpose = {
    .number = 7,
    .slug = "transpose",
    .title = "a matrix turned in shared memory",
    .workloads = workloads,
    .workload_count = GS_COUNT(workloads),
};
