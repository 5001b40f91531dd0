/* Lesson 8: each new value is a weighted sum of an old one and its neighbours. */
#include "lesson.h"

#include "../../kernels/08_stencil.h"
#include "dtype.h"
#include "goals.h"
#include "random.h"

#include <string.h>

gs_run_fn heat_1d_serial, heat_1d_threads;
gs_run_fn heat_1d_naive, heat_1d_constant, heat_1d_tile, heat_1d_vector4;

gs_run_fn heat_2d_serial, heat_2d_threads;
gs_run_fn heat_2d_naive, heat_2d_tile, heat_2d_column, heat_2d_vector4;

gs_run_fn heat_3d_serial, heat_3d_threads;
gs_run_fn heat_3d_naive, heat_3d_column, heat_3d_vector4;

gs_run_fn heat_steps_serial, heat_steps_threads;
gs_run_fn heat_steps_launches, heat_steps_blocked;

enum { A, B, W, BETWEEN = W };

static const struct gs_array rod_arrays[] = {[A] = {.name = "a", .role = GS_INPUT},
                                             [B] = {.name = "b", .role = GS_OUTPUT},
                                             [W] = {.name = "w", .role = GS_INPUT}};
static const struct gs_array step_arrays[] = {
    [A] = {.name = "a", .role = GS_INPUT}, [B] = {.name = "b", .role = GS_OUTPUT}};
static const struct gs_array steps_arrays[] = {[A] = {.name = "a", .role = GS_INPUT},
                                               [B] = {.name = "b", .role = GS_OUTPUT},
                                               [BETWEEN] = {.name = "between", .role = GS_SCRATCH}};

static const double weights[WEIGHTS] = HEAT_WEIGHTS;

/* The largest relative error of one correctly rounded operation. */
static double rounding(enum gs_dtype dtype)
{
    return dtype == GS_F32 ? 0x1p-24 : 0x1p-53;
}

/* Temperatures in [0, 1): sums of them do not cancel, so that errors are relative to the result. */
static void heat_fill(const struct gs_data *data, size_t array, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++) {
        double value =
            array == W ? weights[i] : fabs((double)gs_random_value(data->dtype, data->seed, A, i));
        gs_dtype_set(data->dtype, data->arrays[array], i, value);
    }
}

/* Reads a, writes b. */
static size_t heat_traffic(enum gs_dtype dtype, size_t n)
{
    return 2 * n * gs_dtype_bytes(dtype);
}

/* ---- heat_1d --------------------------------------------------------------------------------- */

static size_t rod_length(size_t array, size_t n)
{
    return array == W ? WEIGHTS : n;
}

/* Nine products, exact weights, and eight sums of them. */
static void rod_compare(const struct gs_data *data, size_t begin, size_t end,
                        struct gs_match *found)
{
    for (size_t i = begin; i < end; i++) {
        long double want = 0;
        for (size_t j = 0; j < WEIGHTS; j++) {
            size_t k = i + j - RADIUS;
            if (k < data->n)
                want += (long double)weights[j] * gs_dtype_get(data->dtype, data->arrays[A], k);
        }
        gs_match_value(found, data->dtype, data->arrays[B], i, want, 17 * rounding(data->dtype));
    }
}

/* ---- the shape of n cells -------------------------------------------------------------------- */

/* The largest divisor of n that is not above `most`; 0 of 0. */
static size_t divisor_up_to(size_t most, size_t n)
{
    while (most > 1 && (most > n || n % most != 0))
        most--;
    return n > 0 ? most : 0;
}

static void shape_in(size_t planes, size_t n, double *out)
{
    const size_t cells = planes > 0 ? n / planes : 0; /* of a plane */
    size_t most = (size_t)sqrt((double)cells);
    while (most > 1 && most > cells / most)
        most--;
    const size_t rows = divisor_up_to(most, cells);
    out[BODY_PLANES] = (double)planes;
    out[BODY_ROWS] = (double)rows;
    out[BODY_COLUMNS] = (double)(rows > 0 ? cells / rows : 0);
    out[BODY_RATE] = 0.125;
}

/* A plate that is as square as the divisors of n allow: 2^26 is 8192 x 8192, 999 999 is 999 x 1001,
 * and a prime has one row. */
static void plate_at(size_t n, double *out)
{
    shape_in(1, n, out);
}

/* Planes first: as many as the largest divisor that is not above the third root. 2^27 is 512 x 512
 * x 512. */
static void block_at(size_t n, double *out)
{
    shape_in(divisor_up_to((size_t)(cbrt((double)n) + 0x1p-20), n), n, out);
}

/* ---- heat_2d and heat_3d --------------------------------------------------------------------- */

/* A cell of an array, or 0 outside. What is before index 0 wraps around to no index. */
static long double cell(const struct gs_data *data, const struct body *m, size_t plane, size_t row,
                        size_t column)
{
    bool inside = plane < m->planes && row < m->rows && column < m->columns;
    return inside ? gs_dtype_get(data->dtype, data->arrays[A],
                                 (plane * m->rows + row) * m->columns + column)
                  : 0;
}

/*
 * The part that stays and the part that is given are exact, for the rate is 1/8. So a cell has a
 * sum of `neighbours` terms, which rounds once less, a product with it, one with the cell, and
 * their sum.
 */
static void compare_step(const struct gs_data *data, size_t neighbours, size_t begin, size_t end,
                         struct gs_match *found)
{
    const struct body m = body_of(data->scalars);
    for (size_t i = begin; i < end; i++) {
        size_t x = i % m.columns, y = i / m.columns % m.rows, z = i / m.columns / m.rows;
        long double around = cell(data, &m, z, y - 1, x) + cell(data, &m, z, y + 1, x) +
                             cell(data, &m, z, y, x - 1) + cell(data, &m, z, y, x + 1);
        if (neighbours == 6)
            around += cell(data, &m, z - 1, y, x) + cell(data, &m, z + 1, y, x);
        long double want =
            (1 - (double)neighbours * m.rate) * cell(data, &m, z, y, x) + m.rate * around;
        gs_match_value(found, data->dtype, data->arrays[B], i, want,
                       (double)(neighbours + 2) * rounding(data->dtype));
    }
}

static void plate_compare(const struct gs_data *data, size_t begin, size_t end,
                          struct gs_match *found)
{
    compare_step(data, 4, begin, end, found);
}

static void block_compare(const struct gs_data *data, size_t begin, size_t end,
                          struct gs_match *found)
{
    compare_step(data, 6, begin, end, found);
}

/* ---- heat_steps ------------------------------------------------------------------------------ */

/* So many cells of a row are computed at a time, and around them what they depend on. */
enum { PIECE = 128, HEIGHT = 2 * STEPS + 1, WIDTH = PIECE + 2 * STEPS };

static size_t least(size_t x, size_t y)
{
    return x < y ? x : y;
}

/*
 * The same in the type R, which is wider than the input's T. `cells` has in line l, place c what is
 * in row `row` + l - STEPS, column `column` + c - STEPS of the plate, or 0 outside of it. Each step
 * makes one cell less on all sides; after the last the middle line has `length` of them.
 */
#define DEFINE_REFERENCE(T, R)                                                                     \
    struct cells_##T {                                                                             \
        R now[HEIGHT][WIDTH], next[HEIGHT][WIDTH];                                                 \
    };                                                                                             \
                                                                                                   \
    static void load_##T(const T *a, const struct body *m, size_t row, size_t column,              \
                         struct cells_##T *cells)                                                  \
    {                                                                                              \
        for (size_t l = 0; l < HEIGHT; l++) {                                                      \
            for (size_t c = 0; c < WIDTH; c++) {                                                   \
                size_t y = row + l - STEPS, x = column + c - STEPS;                                \
                cells->now[l][c] = y < m->rows && x < m->columns ? a[y * m->columns + x] : 0;      \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static void step_##T(const struct body *m, size_t row, size_t column, size_t step,             \
                         struct cells_##T *cells)                                                  \
    {                                                                                              \
        const R rate = (R)m->rate, keep = 1 - 4 * rate;                                            \
        for (size_t l = step; l < HEIGHT - step; l++) {                                            \
            R *next = cells->next[l];                                                              \
            const R *now = cells->now[l], *up = cells->now[l - 1], *down = cells->now[l + 1];      \
            for (size_t c = step; c < WIDTH - step; c++)                                           \
                next[c] = keep * now[c] + rate * (up[c] + down[c] + now[c - 1] + now[c + 1]);      \
            for (size_t c = step; c < WIDTH - step; c++) {                                         \
                if (row + l - STEPS >= m->rows || column + c - STEPS >= m->columns)                \
                    next[c] = 0;                                                                   \
            }                                                                                      \
        }                                                                                          \
        memcpy(cells->now, cells->next, sizeof cells->now);                                        \
    }                                                                                              \
                                                                                                   \
    static void steps_compare_##T(const struct gs_data *data, size_t begin, size_t end,            \
                                  struct gs_match *found)                                          \
    {                                                                                              \
        const struct body m = body_of(data->scalars);                                              \
        struct cells_##T cells = {0};                                                              \
        for (size_t i = begin, length; i < end; i += length) {                                     \
            size_t row = i / m.columns, column = i % m.columns;                                    \
            length = least(least(PIECE, m.columns - column), end - i);                             \
            load_##T(data->arrays[A], &m, row, column, &cells);                                    \
            for (size_t step = 1; step <= STEPS; step++)                                           \
                step_##T(&m, row, column, step, &cells);                                           \
            for (size_t c = 0; c < length; c++)                                                    \
                gs_match_value(found, data->dtype, data->arrays[B], i + c,                         \
                               (long double)cells.now[STEPS][c + STEPS],                           \
                               6 * STEPS * rounding(data->dtype));                                 \
        }                                                                                          \
    }

DEFINE_REFERENCE(float, double)
DEFINE_REFERENCE(double, long double)

/* Every step has as many roundings as one of heat_2d, and hands the errors of the last one on. */
static void steps_compare(const struct gs_data *data, size_t begin, size_t end,
                          struct gs_match *found)
{
    if (data->dtype == GS_F32)
        steps_compare_float(data, begin, end, found);
    else
        steps_compare_double(data, begin, end, found);
}

/* ---- variants -------------------------------------------------------------------------------- */

static const struct gs_variant rod_variants[] = {
    {.name = "serial",
     .place = GS_CPU_SERIAL,
     .run = heat_1d_serial,
     .about = "one CPU thread, a loop over the weights of each element"},
    {.name = "threads",
     .place = GS_CPU_PARALLEL,
     .run = heat_1d_threads,
     .about = "all CPU threads, SIMD, five products for nine weights that are symmetric"},
    {.name = "naive",
     .place = GS_DEVICE,
     .run = heat_1d_naive,
     .about = "one element a thread: nine elements and nine weights from global memory"},
    {.name = "constant",
     .place = GS_DEVICE,
     .run = heat_1d_constant,
     .about = "naive with its weights in constant memory: one access for a whole warp"},
    {.name = "tile",
     .place = GS_DEVICE,
     .run = heat_1d_tile,
     .about = "a block loads its elements and a halo on both sides into shared memory"},
    {.name = "vector4",
     .place = GS_DEVICE,
     .run = heat_1d_vector4,
     .about =
         "16 bytes an access: four elements a thread (two in f64), and their window in registers"},
};

static const struct gs_variant plate_variants[] = {
    {.name = "serial",
     .place = GS_CPU_SERIAL,
     .run = heat_2d_serial,
     .about = "one CPU thread, two plain loops"},
    {.name = "threads",
     .place = GS_CPU_PARALLEL,
     .run = heat_2d_threads,
     .about = "all CPU threads, rows by SIMD, past the cache where it is too small"},
    {.name = "naive",
     .place = GS_DEVICE,
     .run = heat_2d_naive,
     .about = "each cell by itself: five loads from global memory"},
    {.name = "tile",
     .place = GS_DEVICE,
     .run = heat_2d_tile,
     .about = "a block loads 32 x 32 cells and a halo around them into shared memory"},
    {.name = "column",
     .place = GS_DEVICE,
     .run = heat_2d_column,
     .about = "four cells of a column a thread: up and down are in its registers"},
    {.name = "vector4",
     .place = GS_DEVICE,
     .run = heat_2d_vector4,
     .about = "column with 16 bytes an access, where the rows begin at multiples of 16"},
};

static const struct gs_variant block_variants[] = {
    {.name = "serial",
     .place = GS_CPU_SERIAL,
     .run = heat_3d_serial,
     .about = "one CPU thread, three plain loops"},
    {.name = "threads",
     .place = GS_CPU_PARALLEL,
     .run = heat_3d_threads,
     .about = "all CPU threads, rows by SIMD, past the cache where it is too small"},
    {.name = "naive",
     .place = GS_DEVICE,
     .run = heat_3d_naive,
     .about = "each cell by itself: seven loads from global memory"},
    {.name = "column",
     .place = GS_DEVICE,
     .run = heat_3d_column,
     .about = "eight cells a thread, plane after plane: front and back are in its registers"},
    {.name = "vector4",
     .place = GS_DEVICE,
     .run = heat_3d_vector4,
     .about = "column with 16 bytes an access, where the rows begin at multiples of 16"},
};

static const struct gs_variant steps_variants[] = {
    {.name = "serial",
     .place = GS_CPU_SERIAL,
     .run = heat_steps_serial,
     .about = "one CPU thread, one step after the other"},
    {.name = "threads",
     .place = GS_CPU_PARALLEL,
     .run = heat_steps_threads,
     .about = "all CPU threads, the steps one row behind each other: memory is read once"},
    {.name = "launches",
     .place = GS_DEVICE,
     .run = heat_steps_launches,
     .about = "heat_2d's vector4 four times, to and fro between two arrays"},
    {.name = "blocked",
     .place = GS_DEVICE,
     .run = heat_steps_blocked,
     .traits = GS_ANY_BLOCK,
     .about = "four steps in one kernel: a halo of four cells, and the memory is read once"},
};

/* ---- goals and workloads --------------------------------------------------------------------- */

/* 8192 x 8192 cells at the rate of a copy; and on the CPU as fast as the best library. */
static const struct gs_goal plate_goals[] = {
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

static const struct gs_goal cpu_goals[] = {
    {.rival = GS_BEST_PEER,
     .residency = GS_RESIDENCY_HOST,
     .cache = GS_CACHE_WARM,
     .least_n = 1000000,
     .at_least = 1},
};

/* Multiplications of a cell: what it keeps and what it gets; of a rod one for each two weights that
 * are the same. */
enum { STEP_MADS = 2, ROD_MADS = RADIUS + 1 };

static const struct gs_workload workloads[] = {
    {
        .name = "heat_1d",
        .formula = "b[i] = sum of w[j] a[i + j - 4], j from 0 to 8",
        .arrays = rod_arrays,
        .array_count = GS_COUNT(rod_arrays),
        .dtypes = GS_DTYPE_BIT(GS_F32) | GS_DTYPE_BIT(GS_F64),
        .sizes = "1Ki:4Mi:*4,1000003",
        .blocks = "32:1024:*2",
        .block = 256,
        .length = rod_length,
        .fill = heat_fill,
        .compare = rod_compare,
        .traffic = heat_traffic,
        .arithmetic = {.mads = ROD_MADS},
        .variants = rod_variants,
        .variant_count = GS_COUNT(rod_variants),
        .contenders = "threads,tile,vector4",
        .goals = cpu_goals,
        .goal_count = GS_COUNT(cpu_goals),
    },
    {
        .name = "heat_2d",
        .formula = "b = a / 2 + (up + down + left + right) / 8",
        .arrays = step_arrays,
        .array_count = GS_COUNT(step_arrays),
        .dtypes = GS_DTYPE_BIT(GS_F32) | GS_DTYPE_BIT(GS_F64),
        .sizes = "1Ki:4Mi:*4,999999,1000000",
        .blocks = "32:1024:*2",
        .block = 256,
        .scalars = plate_at,
        .fill = heat_fill,
        .compare = plate_compare,
        .traffic = heat_traffic,
        .arithmetic = {.mads = STEP_MADS},
        .variants = plate_variants,
        .variant_count = GS_COUNT(plate_variants),
        .contenders = "threads,tile,column,vector4",
        .goals = plate_goals,
        .goal_count = GS_COUNT(plate_goals),
    },
    {
        .name = "heat_3d",
        .formula = "b = a / 4 + (front + back + up + down + left + right) / 8",
        .arrays = step_arrays,
        .array_count = GS_COUNT(step_arrays),
        .dtypes = GS_DTYPE_BIT(GS_F32) | GS_DTYPE_BIT(GS_F64),
        .sizes = "1Ki:4Mi:*4,999999,1000000",
        .blocks = "32:1024:*2",
        .block = 256,
        .scalars = block_at,
        .fill = heat_fill,
        .compare = block_compare,
        .traffic = heat_traffic,
        .arithmetic = {.mads = STEP_MADS},
        .variants = block_variants,
        .variant_count = GS_COUNT(block_variants),
        .contenders = "threads,column,vector4",
        .goals = cpu_goals,
        .goal_count = GS_COUNT(cpu_goals),
    },
    {
        .name = "heat_steps",
        .formula = "heat_2d four times",
        .arrays = steps_arrays,
        .array_count = GS_COUNT(steps_arrays),
        .dtypes = GS_DTYPE_BIT(GS_F32) | GS_DTYPE_BIT(GS_F64),
        .sizes = "1Ki:4Mi:*4,999999,1000000",
        .blocks = "32:1024:*2",
        .block = 256,
        .scalars = plate_at,
        .fill = heat_fill,
        .compare = steps_compare,
        .traffic = heat_traffic,
        .arithmetic = {.mads = STEPS * STEP_MADS},
        .variants = steps_variants,
        .variant_count = GS_COUNT(steps_variants),
        .contenders = "threads,launches,blocked",
        .goals = cpu_goals,
        .goal_count = GS_COUNT(cpu_goals),
    },
};

const struct gs_lesson gs_lesson_stencil = {
    .number = 8,
    .slug = "stencil",
    .title = "heat that flows to the neighbours",
    .workloads = workloads,
    .workload_count = GS_COUNT(workloads),
};
