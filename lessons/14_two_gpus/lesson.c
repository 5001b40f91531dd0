/* Lesson 14: what two devices have to send to each other, and what that can hide behind. */
#include "lesson.h"

#include "../../kernels/14_two_gpus.h"
#include "dtype.h"
#include "goals.h"
#include "random.h"

#include <stdlib.h>

gs_run_fn spread_sum_serial, spread_sum_threads;
gs_run_fn spread_sum_one_device, spread_sum_peer_copies, spread_sum_peer_loads, spread_sum_nccl;
gs_run_fn spread_sum_through_host, spread_sum_threads_each;

gs_run_fn halves_serial, halves_threads;
gs_run_fn halves_one_device, halves_not_hidden, halves_peer_copies, halves_peer_stores, halves_nccl;
gs_run_fn halves_through_host, halves_threads_each, halves_nccl_threads;

gs_run_fn all_reduce_serial, all_reduce_threads;
gs_run_fn all_reduce_one_device, all_reduce_whole, all_reduce_halves, all_reduce_pieces;
gs_run_fn all_reduce_peer_kernels, all_reduce_nccl, all_reduce_nccl_threads;
gs_run_fn all_reduce_through_host;

enum { DEVICES = 2 };

/* The largest relative error of one correctly rounded operation. */
static double rounding(enum gs_dtype dtype)
{
    return dtype == GS_F32 ? 0x1p-24 : 0x1p-53;
}

/* Numbers in [0, 1): their sums do not cancel, so that errors are relative to the result. */
static void fill(const struct gs_data *data, size_t array, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        gs_dtype_set(data->dtype, data->arrays[array], i,
                     fabs((double)gs_random_value(data->dtype, data->seed, (unsigned)array, i)));
}

#define DTYPES (GS_DTYPE_BIT(GS_F32) | GS_DTYPE_BIT(GS_F64))

/* ---- spread_sum ------------------------------------------------------------------------------ */

static const struct gs_array sum_arrays[] = {[SUM_A] = {.name = "a", .role = GS_INPUT},
                                             [SUM_S] = {.name = "s", .role = GS_OUTPUT},
                                             [SUM_SUMS] = {.name = "sums", .role = GS_SCRATCH}};

static size_t sum_length(size_t array, size_t n)
{
    return array == SUM_A ? n : array == SUM_SUMS ? SUMS_ROOM : 1;
}

/* All have as much of a; the sum is the first one's. */
static size_t sum_share(size_t array, size_t n, unsigned part, unsigned parts)
{
    return array == SUM_A ? n / parts * part : part > 0 ? sum_length(array, n) : 0;
}

static size_t one_result(size_t n)
{
    (void)n;
    return 1;
}

/* In long double a chain for each part is exact enough: the tolerance is a thousand times as large.
 */
static void sum_refer(const struct gs_data *data, void *out)
{
    enum { CHAINS = 64 };
    long double parts[CHAINS] = {0}, sum = 0;
#pragma omp parallel for schedule(static)
    for (size_t k = 0; k < CHAINS; k++) {
        const size_t end = data->n / CHAINS * (k + 1) + (k + 1 == CHAINS ? data->n % CHAINS : 0);
        long double part = 0;
        for (size_t i = data->n / CHAINS * k; i < end; i++)
            part += gs_dtype_get(data->dtype, data->arrays[SUM_A], i);
        parts[k] = part;
    }
    for (size_t k = 0; k < CHAINS; k++)
        sum += parts[k];
    *(long double *)out = sum;
}

/* As lesson 6 has it: log2 n additions of a tree, each off by half a unit in the last place, and
 * more for the chains of threads. In f64 256 times as much, for the reference rounds too. */
static void sum_compare(const struct gs_data *data, size_t begin, size_t end,
                        struct gs_match *found)
{
    const double unit = data->dtype == GS_F32 ? rounding(GS_F32) : 256 * rounding(GS_F64);
    for (size_t i = begin; i < end; i++)
        gs_match_value(found, data->dtype, data->arrays[SUM_S], i,
                       *(const long double *)data->reference,
                       (8 + log2((double)data->n + 1)) * unit);
}

static size_t sum_traffic(enum gs_dtype dtype, size_t n)
{
    return n * gs_dtype_bytes(dtype);
}

/* ---- halves ---------------------------------------------------------------------------------- */

static const struct gs_array heat_arrays[] = {
    [HEAT_A] = {.name = "a", .role = GS_INPUT},
    [HEAT_B] = {.name = "b", .role = GS_OUTPUT},
    [HEAT_BETWEEN] = {.name = "between", .role = GS_SCRATCH}};

/* A plate that is as square as the divisors of n allow: 2^26 is 8192 x 8192, 9999 is 99 x 101, and
 * a prime has one row. */
static size_t rows_of(size_t n)
{
    size_t rows = (size_t)sqrt((double)n);
    while (rows > 1 && n % rows != 0)
        rows--;
    return rows;
}

static void heat_scalars(size_t n, double *out)
{
    const size_t rows = rows_of(n);
    out[HEAT_ROWS] = (double)rows;
    out[HEAT_COLUMNS] = (double)(rows > 0 ? n / rows : 0);
}

/* Whole rows. */
static size_t heat_share(size_t array, size_t n, unsigned part, unsigned parts)
{
    (void)array;
    const size_t rows = rows_of(n);
    return rows > 0 ? rows * part / parts * (n / rows) : 0;
}

/*
 * All steps in the type R, which is wider than the input's T, to and fro between two plates of n
 * cells; after an even number of steps the first holds the result.
 */
_Static_assert(HEAT_STEPS % 2 == 0, "the reference is in the first of two plates");

#define DEFINE_REFERENCE(T, R)                                                                     \
    static void reference_row_##T(const R *a, R *b, size_t rows, size_t columns, size_t row)       \
    {                                                                                              \
        const R rate = HEAT_RATE;                                                                  \
        const R *here = a + row * columns;                                                         \
        for (size_t x = 0; x < columns; x++) {                                                     \
            R around = row > 0 ? here[x - columns] : 0;                                            \
            around += row + 1 < rows ? here[x + columns] : 0;                                      \
            around += x > 0 ? here[x - 1] : 0;                                                     \
            around += x + 1 < columns ? here[x + 1] : 0;                                           \
            b[row * columns + x] = (1 - 4 * rate) * here[x] + rate * around;                       \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static void heat_refer_##T(const struct gs_data *data, R *out)                                 \
    {                                                                                              \
        const size_t n = data->n, rows = (size_t)data->scalars[HEAT_ROWS];                         \
        const size_t columns = (size_t)data->scalars[HEAT_COLUMNS];                                \
        const T *a = data->arrays[HEAT_A];                                                         \
        _Pragma("omp parallel for schedule(static)") for (size_t i = 0; i < n; i++) out[i] = a[i]; \
        _Pragma("omp parallel") for (size_t step = 0; step < HEAT_STEPS; step++)                   \
        {                                                                                          \
            const R *from = out + step % 2 * n;                                                    \
            R *to = out + (step + 1) % 2 * n;                                                      \
            _Pragma("omp for schedule(static)") for (size_t row = 0; row < rows; row++)            \
                reference_row_##T(from, to, rows, columns, row);                                   \
        }                                                                                          \
    }

DEFINE_REFERENCE(float, double)
typedef long double wide; /* a name of one word, for the macro's sake */
DEFINE_REFERENCE(double, wide)

static void heat_refer(const struct gs_data *data, void *out)
{
    if (data->dtype == GS_F32)
        heat_refer_float(data, out);
    else
        heat_refer_double(data, out);
}

/* Each step rounds a cell six times at most, and hands on the errors of the one before: no term is
 * negative, and none is larger than what it comes from. */
static void heat_compare(const struct gs_data *data, size_t begin, size_t end,
                         struct gs_match *found)
{
    for (size_t i = begin; i < end; i++) {
        long double want = data->dtype == GS_F32 ? (long double)((const double *)data->reference)[i]
                                                 : ((const long double *)data->reference)[i];
        gs_match_value(found, data->dtype, data->arrays[HEAT_B], i, want,
                       6 * HEAT_STEPS * rounding(data->dtype));
    }
}

/* Each step reads a plate and writes one. */
static size_t heat_traffic(enum gs_dtype dtype, size_t n)
{
    return (size_t)2 * HEAT_STEPS * n * gs_dtype_bytes(dtype);
}

static const char *heat_refuse(const struct gs_variant *variant, size_t n, unsigned grid,
                               unsigned block)
{
    (void)grid, (void)block;
    const size_t rows = rows_of(n), row_bytes = rows > 0 ? n / rows * sizeof(double) : 0;
    if (rows < variant->devices)
        return "there are fewer rows than devices";
    if ((variant->traits & GS_USES_SLOTS) && row_bytes > GS_SLOT_BYTES)
        return "a row is larger than the page-locked memory that it goes through";
    if (variant->run == halves_serial && n > (size_t)1 << 22)
        return "beyond 2^22 cells it only takes longer, in proportion";
    return NULL;
}

/* ---- all_reduce ------------------------------------------------------------------------------ */

static const struct gs_array reduce_arrays[] = {
    [REDUCE_X] = {.name = "x", .role = GS_INPUT},
    [REDUCE_S] = {.name = "s", .role = GS_OUTPUT},
    [REDUCE_ROOM] = {.name = "room", .role = GS_SCRATCH}};

/* n for each device. */
static size_t reduce_length(size_t array, size_t n)
{
    (void)array;
    return DEVICES * n;
}

static size_t reduce_results(size_t n)
{
    return DEVICES * n;
}

/* One addition. */
static void reduce_compare(const struct gs_data *data, size_t begin, size_t end,
                           struct gs_match *found)
{
    for (size_t i = begin; i < end; i++) {
        const size_t k = i % data->n;
        const void *x = data->arrays[REDUCE_X];
        long double want = (long double)gs_dtype_get(data->dtype, x, k) +
                           gs_dtype_get(data->dtype, x, data->n + k);
        gs_match_value(found, data->dtype, data->arrays[REDUCE_S], i, want, rounding(data->dtype));
    }
}

/* Reads x and writes s, both of both devices. */
static size_t reduce_traffic(enum gs_dtype dtype, size_t n)
{
    return (size_t)2 * DEVICES * n * gs_dtype_bytes(dtype);
}

/* ---- variants -------------------------------------------------------------------------------- */

static const char needs_peers[] = "peer access between the devices";
static const char needs_nccl[] = "NCCL";

#define CPU_VARIANTS(workload)                                                                     \
    {.name = "serial",                                                                             \
     .place = GS_CPU_SERIAL,                                                                       \
     .run = workload##_serial,                                                                     \
     .about = "one CPU thread, in one memory"},                                                    \
    {                                                                                              \
        .name = "threads", .place = GS_CPU_PARALLEL, .run = workload##_threads,                    \
        .about = "all CPU threads, in one memory"                                                  \
    }

/* In the order in which they are taught. */
static const struct gs_variant sum_variants[] = {
    CPU_VARIANTS(spread_sum),
    {.name = "one_device",
     .place = GS_DEVICE,
     .run = spread_sum_one_device,
     .about = "the whole array on one device"},
    {.name = "peer_copies",
     .place = GS_DEVICE,
     .run = spread_sum_peer_copies,
     .about = "each device sums its half; one number is copied to the first, which adds it",
     .needs = needs_peers,
     .devices = DEVICES},
    {.name = "peer_loads",
     .place = GS_DEVICE,
     .run = spread_sum_peer_loads,
     .about = "a kernel of the first device loads the other's number where it is",
     .needs = needs_peers,
     .devices = DEVICES},
    {.name = "nccl",
     .place = GS_DEVICE,
     .run = spread_sum_nccl,
     .about = "NCCL's all-reduce of one number",
     .needs = needs_nccl,
     .devices = DEVICES},
    {.name = "through_host",
     .place = GS_DEVICE,
     .run = spread_sum_through_host,
     .about = "the numbers go to the host, and from there to the first device",
     .traits = GS_USES_SLOTS,
     .devices = DEVICES},
    {.name = "threads_each",
     .place = GS_DEVICE,
     .run = spread_sum_threads_each,
     .about = "peer_copies with a host thread for each device",
     .needs = needs_peers,
     .devices = DEVICES},
};

static const struct gs_variant heat_variants[] = {
    CPU_VARIANTS(halves),
    {.name = "one_device",
     .place = GS_DEVICE,
     .run = halves_one_device,
     .about = "the whole plate on one device, a launch for each step"},
    {.name = "not_hidden",
     .place = GS_DEVICE,
     .run = halves_not_hidden,
     .about = "after each step the rows at the edge are copied, and both devices wait for them",
     .needs = needs_peers,
     .devices = DEVICES},
    {.name = "peer_copies",
     .place = GS_DEVICE,
     .run = halves_peer_copies,
     .about = "the rows at the edge first: they are copied while the rows inside are computed",
     .needs = needs_peers,
     .devices = DEVICES},
    {.name = "peer_stores",
     .place = GS_DEVICE,
     .run = halves_peer_stores,
     .about = "the kernel of the edge stores its row in the other device's memory too",
     .needs = needs_peers,
     .devices = DEVICES},
    {.name = "nccl",
     .place = GS_DEVICE,
     .run = halves_nccl,
     .about = "peer_copies with NCCL's send and receive",
     .needs = needs_nccl,
     .devices = DEVICES},
    {.name = "through_host",
     .place = GS_DEVICE,
     .run = halves_through_host,
     .about = "peer_copies by way of page-locked memory of the host",
     .traits = GS_USES_SLOTS,
     .devices = DEVICES},
    {.name = "threads_each",
     .place = GS_DEVICE,
     .run = halves_threads_each,
     .about = "peer_copies with a host thread for each device, which meet after each step",
     .needs = needs_peers,
     .devices = DEVICES},
    {.name = "nccl_threads",
     .place = GS_DEVICE,
     .run = halves_nccl_threads,
     .about = "nccl with a host thread for each device",
     .needs = needs_nccl,
     .devices = DEVICES},
};

static const struct gs_variant reduce_variants[] = {
    CPU_VARIANTS(all_reduce),
    {.name = "one_device",
     .place = GS_DEVICE,
     .run = all_reduce_one_device,
     .about = "both halves on one device: nothing is sent"},
    {.name = "whole",
     .place = GS_DEVICE,
     .run = all_reduce_whole,
     .about = "both send all they have, and both add all",
     .needs = needs_peers,
     .devices = DEVICES},
    {.name = "halves",
     .place = GS_DEVICE,
     .run = all_reduce_halves,
     .about = "each adds one half, and sends the sums back",
     .needs = needs_peers,
     .devices = DEVICES},
    {.name = "pieces",
     .place = GS_DEVICE,
     .run = all_reduce_pieces,
     .about = "halves in pieces: one is added while the next is on its way",
     .needs = needs_peers,
     .devices = DEVICES},
    {.name = "peer_kernels",
     .place = GS_DEVICE,
     .run = all_reduce_peer_kernels,
     .about = "halves by one kernel each, which loads from and stores to both memories",
     .needs = needs_peers,
     .devices = DEVICES},
    {.name = "nccl",
     .place = GS_DEVICE,
     .run = all_reduce_nccl,
     .about = "NCCL's all-reduce, both ranks' calls in a group",
     .traits = GS_ANY_BLOCK,
     .needs = needs_nccl,
     .devices = DEVICES},
    {.name = "nccl_threads",
     .place = GS_DEVICE,
     .run = all_reduce_nccl_threads,
     .about = "NCCL's all-reduce, a host thread for each rank",
     .traits = GS_ANY_BLOCK,
     .needs = needs_nccl,
     .devices = DEVICES},
    {.name = "through_host",
     .place = GS_DEVICE,
     .run = all_reduce_through_host,
     .about = "whole by way of page-locked memory of the host",
     .traits = GS_USES_SLOTS,
     .devices = DEVICES},
};

/* ---- the lesson ------------------------------------------------------------------------------ */

/* The exchange is hidden: two devices take 0.55 of one's time at most. */
static const struct gs_goal heat_goals[] = {
    {.rival = GS_A_VARIANT,
     .residency = GS_RESIDENCY_DEVICE,
     .cache = GS_CACHE_COLD,
     .least_n = (size_t)1 << 26,
     .most_n = (size_t)1 << 26,
     .at_least = 1 / 0.55,
     .against = "one_device"},
};

/* 256 MiB on each device. */
static const struct gs_goal reduce_goals[] = {
    {.rival = GS_A_VARIANT,
     .residency = GS_RESIDENCY_DEVICE,
     .cache = GS_CACHE_COLD,
     .least_n = (size_t)1 << 26,
     .most_n = (size_t)1 << 26,
     .at_least = 0.9,
     .against = "nccl"},
};

static const struct gs_workload workloads[] = {
    {
        .name = "spread_sum",
        .formula = "s = a[0] + ... + a[n - 1], half of a on each device",
        .arrays = sum_arrays,
        .array_count = GS_COUNT(sum_arrays),
        .dtypes = DTYPES,
        .sizes = "1Ki:1Mi:*4,999999",
        .blocks = "32:1024:*2",
        .block = 256,
        .length = sum_length,
        .share = sum_share,
        .fill = fill,
        .refer = sum_refer,
        .reference_bytes = sizeof(long double),
        .results = one_result,
        .compare = sum_compare,
        .traffic = sum_traffic,
        .variants = sum_variants,
        .variant_count = GS_COUNT(sum_variants),
        .contenders = "threads,peer_copies",
    },
    {
        .name = "halves",
        .formula = "b = a after 100 steps of a / 2 + (up + down + left + right) / 8, half of the "
                   "rows on each device",
        .arrays = heat_arrays,
        .array_count = GS_COUNT(heat_arrays),
        .dtypes = DTYPES,
        .sizes = "1Ki:64Ki:*4,9999",
        .blocks = "32:1024:*2",
        .block = 256,
        .scalars = heat_scalars,
        .share = heat_share,
        .fill = fill,
        .refer = heat_refer,
        .reference_bytes_each = 2 * sizeof(long double),
        .compare = heat_compare,
        .traffic = heat_traffic,
        .refuse = heat_refuse,
        .variants = heat_variants,
        .variant_count = GS_COUNT(heat_variants),
        .contenders = "peer_copies,peer_stores",
        .goals = heat_goals,
        .goal_count = GS_COUNT(heat_goals),
    },
    {
        .name = "all_reduce",
        .formula = "s[i] = s[n + i] = x[i] + x[n + i], the first n on one device and the others on "
                   "the other",
        .arrays = reduce_arrays,
        .array_count = GS_COUNT(reduce_arrays),
        .dtypes = DTYPES,
        .sizes = "1Ki:1Mi:*4,999999",
        .blocks = "32:1024:*2",
        .block = 256,
        .length = reduce_length,
        .fill = fill,
        .results = reduce_results,
        .compare = reduce_compare,
        .traffic = reduce_traffic,
        .variants = reduce_variants,
        .variant_count = GS_COUNT(reduce_variants),
        .contenders = "pieces,peer_kernels",
        .goals = reduce_goals,
        .goal_count = GS_COUNT(reduce_goals),
    },
};

const struct gs_lesson gs_lesson_two_gpus = {
    .number = 14,
    .slug = "two_gpus",
    .title = "what two devices send to each other",
    .workloads = workloads,
    .workload_count = GS_COUNT(workloads),
};
