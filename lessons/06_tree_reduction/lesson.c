/* Lesson 6: one number from n. `pi` maps and adds, `sum` adds an array of random values. */
#include "lesson.h"

#include "dtype.h"
#include "goals.h"
#include "random.h"

gs_run_fn pi_serial, pi_pairwise, pi_threads;
gs_run_fn pi_sum_on_host, pi_interleaved_round_trips, pi_interleaved, pi_sequential;
gs_run_fn pi_shared_tree, pi_warp_shuffle, pi_grid_stride, pi_single_pass, pi_posted, pi_cub;

gs_run_fn sum_serial, sum_pairwise, sum_threads;
gs_run_fn sum_interleaved_round_trips, sum_interleaved, sum_sequential;
gs_run_fn sum_shared_tree, sum_warp_shuffle, sum_grid_stride, sum_single_pass, sum_posted, sum_cub;

/* A variant needs room for n intermediate values, or, where it leaves only one a block, for those
 * of a grid that fills the device; ROOM is the kernels' own. */
enum { ROOM = 16384 };

/* Elements that hold a post of each of those blocks: 8 bytes for each 4 of a value. */
enum { POSTS = 2 * ROOM };

static size_t results(size_t n)
{
    (void)n;
    return 1;
}

/* ---- compensated sums ------------------------------------------------------------------------ */

/* A sum and what its additions have rounded off, each exact to the last bit (Knuth's two-sum). */
struct exact_sum {
    long double sum, rounded_off;
};

static void add(struct exact_sum *to, long double value)
{
    long double sum = to->sum + value;
    long double of_value = sum - to->sum;
    to->rounded_off += (to->sum - (sum - of_value)) + (value - of_value);
    to->sum = sum;
}

/* So many parts that every machine has work for its threads; always the same, so that every
 * machine comes to the same reference. */
enum { PARTS = 256 };

/* Elements [*begin, *end) of part `part` of n. */
static void part_of(size_t n, size_t part, size_t *begin, size_t *end)
{
    size_t share = n / PARTS, left_over = n % PARTS;
    *begin = part * share + (part < left_over ? part : left_over);
    *end = *begin + share + (part < left_over ? 1 : 0);
}

static long double total(const struct exact_sum *parts)
{
    struct exact_sum all = {0};
    for (size_t part = 0; part < PARTS; part++) {
        add(&all, parts[part].sum);
        add(&all, parts[part].rounded_off);
    }
    return all.sum + all.rounded_off;
}

/* ---- pi -------------------------------------------------------------------------------------- */

enum { PI, VALUES, PI_TICKET, PI_POSTS };

static const struct gs_array pi_arrays[] = {
    [PI] = {.name = "pi", .role = GS_OUTPUT},
    [VALUES] = {.name = "y", .role = GS_SCRATCH},
    [PI_TICKET] = {.name = "ticket", .role = GS_ZEROED},
    [PI_POSTS] = {.name = "posts", .role = GS_ZEROED},
};

static size_t pi_length(size_t array, size_t n)
{
    return array == VALUES ? n + ROOM : array == PI_POSTS ? POSTS : 1;
}

/* Not pi itself, but what the n midpoints give: 3.2 for n = 1, and pi + 1 / (12 n^2) in the long
 * run. */
static void pi_refer(const struct gs_data *data, void *out)
{
    struct exact_sum parts[PARTS] = {{0}};
    size_t n = data->n;
#pragma omp parallel for schedule(dynamic)
    for (size_t part = 0; part < PARTS; part++) {
        struct exact_sum sum = {0};
        size_t begin, end;
        part_of(n, part, &begin, &end);
        for (size_t i = begin; i < end; i++) {
            long double x = ((long double)i + 0.5L) / (long double)n;
            add(&sum, 4.0L / (1.0L + x * x));
        }
        parts[part] = sum;
    }
    *(long double *)out = n > 0 ? total(parts) / (long double)n : 0.0L;
}

/*
 * What a tree gives, at any n. Each y is off by a few units in the last place, but both ways, so
 * that their mean is off by less than one; a factor of 1 / n and the last levels of the tree add
 * one each. That makes about 2e-7 in f32; a plain loop is past 1e-6 from some 10^5 terms on. f64
 * has room to spare: 1e-12 of pi is 7000 units in its last place.
 */
static const double pi_tolerance_f32 = 1e-6;
static const double pi_tolerance_f64 = 1e-12;

static void pi_compare(const struct gs_data *data, size_t begin, size_t end, struct gs_match *found)
{
    double tolerance = data->dtype == GS_F32 ? pi_tolerance_f32 : pi_tolerance_f64;
    for (size_t i = begin; i < end; i++)
        gs_match_value(found, data->dtype, data->arrays[PI], i,
                       *(const long double *)data->reference, tolerance);
}

/* Two points as one fraction take three multiplications (sum_around() in the kernels), and adding
 * it to another takes three more: three a point. Of the division that many share, nothing is left
 * for one. */
enum { PI_MADS = 3 };

/* ---- sum ------------------------------------------------------------------------------------- */

enum { A, SUM, SUMS, SUM_TICKET, SUM_POSTS };

static const struct gs_array sum_arrays[] = {
    [A] = {.name = "a", .role = GS_INPUT},
    [SUM] = {.name = "s", .role = GS_OUTPUT},
    [SUMS] = {.name = "sums", .role = GS_SCRATCH},
    [SUM_TICKET] = {.name = "ticket", .role = GS_ZEROED},
    [SUM_POSTS] = {.name = "posts", .role = GS_ZEROED},
};

static size_t sum_length(size_t array, size_t n)
{
    return array == A ? n : array == SUMS ? n + ROOM : array == SUM_POSTS ? POSTS : 1;
}

/*
 * Floats uniform in [0, 1): all of one sign, so that the sum grows as n does, and with it the
 * steps that it is rounded to. Integers 0 to 9: an i32 sum wraps beyond some 4.8e8 of them.
 */
static void sum_fill(const struct gs_data *data, size_t array, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++) {
        uint64_t bits = gs_random_bits(data->seed, (unsigned)array, i);
        double value = (double)((bits >> 32) * 10 >> 32);
        if (data->dtype == GS_F32)
            value = (double)(bits >> 40) * 0x1p-24;
        else if (data->dtype == GS_F64)
            value = (double)(bits >> 11) * 0x1p-53;
        gs_dtype_set(data->dtype, data->arrays[array], i, value);
    }
}

static void sum_refer(const struct gs_data *data, void *out)
{
    struct exact_sum parts[PARTS] = {{0}};
    bool is_float = gs_dtype_is_float(data->dtype);
#pragma omp parallel for schedule(dynamic)
    for (size_t part = 0; part < PARTS; part++) {
        struct exact_sum sum = {0};
        size_t begin, end;
        part_of(data->n, part, &begin, &end);
        for (size_t i = begin; i < end; i++) {
            long double value = gs_dtype_get(data->dtype, data->arrays[A], i);
            if (is_float)
                add(&sum, value);
            else
                sum.sum += value; /* exact */
        }
        parts[part] = sum;
    }
    *(long double *)out = total(parts);
}

/*
 * An addition is off by half a unit in the last place at most, and in a tree each element goes
 * through log2 n additions: together they are off by log2 n half units, all terms being positive.
 * Threads that add up a chain of elements first make it a little more in principle and less in
 * practice, since errors of many chains cancel; 8 more half units are theirs.
 *
 * In f64 256 times that is let pass: still 12 right digits at 10^8 terms, which a plain loop has
 * too, and a single element left out or added twice is 10^4 times as large.
 */
static double sum_tolerance(enum gs_dtype dtype, size_t n)
{
    double half_unit = dtype == GS_F32 ? 0x1p-24 : 256 * 0x1p-53;
    return (8.0 + log2((double)n + 1.0)) * half_unit;
}

static void sum_compare(const struct gs_data *data, size_t begin, size_t end,
                        struct gs_match *found)
{
    double tolerance = sum_tolerance(data->dtype, data->n);
    long double want = *(const long double *)data->reference;
    if (data->dtype == GS_I32)
        want = (int32_t)(int64_t)want; /* it wraps around */
    for (size_t i = begin; i < end; i++)
        gs_match_value(found, data->dtype, data->arrays[SUM], i, want, tolerance);
}

/* Reads a; what it writes is one element. */
static size_t sum_traffic(enum gs_dtype dtype, size_t n)
{
    return n * gs_dtype_bytes(dtype);
}

/* ---- variants -------------------------------------------------------------------------------- */

static const char *refuse(const struct gs_variant *variant, size_t n, unsigned grid, unsigned block)
{
    (void)grid, (void)block;
    bool round_trips =
        variant->run == pi_interleaved_round_trips || variant->run == sum_interleaved_round_trips;
    return round_trips && n > (size_t)1 << 22
               ? "beyond 2^22 elements its copies only take longer, in proportion"
               : NULL;
}

/* The variants that both workloads have, in the order in which they are taught. */
#define CPU_VARIANTS(workload)                                                                     \
    {.name = "serial",                                                                             \
     .place = GS_CPU_SERIAL,                                                                       \
     .run = workload##_serial,                                                                     \
     .about = "one CPU thread, a plain loop: in f32 its rounding errors add up",                   \
     .flaw = GS_ROUNDS},                                                                           \
        {.name = "pairwise",                                                                       \
         .place = GS_CPU_SERIAL,                                                                   \
         .run = workload##_pairwise,                                                               \
         .about = "one CPU thread, by halves: the accuracy of a tree, and no slower"},             \
    {                                                                                              \
        .name = "threads", .place = GS_CPU_PARALLEL, .run = workload##_threads,                    \
        .about = "all CPU threads, SIMD, a tree on each and one over them"                         \
    }

#define DEVICE_VARIANTS(workload)                                                                  \
    {.name = "interleaved_round_trips",                                                            \
     .place = GS_DEVICE,                                                                           \
     .run = workload##_interleaved_round_trips,                                                    \
     .about = "a launch for each of log2 n levels, the array copied both ways at each",            \
     .traits = GS_OWN_COPIES | GS_ONLY_PAGEABLE},                                                  \
        {.name = "interleaved",                                                                    \
         .place = GS_DEVICE,                                                                       \
         .run = workload##_interleaved,                                                            \
         .about = "the same launches, the array left on the device: one element comes back"},      \
        {.name = "sequential",                                                                     \
         .place = GS_DEVICE,                                                                       \
         .run = workload##_sequential,                                                             \
         .about = "neighbouring threads add neighbouring elements, and only those start"},         \
        {.name = "shared_tree",                                                                    \
         .place = GS_DEVICE,                                                                       \
         .run = workload##_shared_tree,                                                            \
         .about = "a block's levels in shared memory, behind barriers: a few launches"},           \
        {.name = "warp_shuffle",                                                                   \
         .place = GS_DEVICE,                                                                       \
         .run = workload##_warp_shuffle,                                                           \
         .about = "a warp's levels in registers: one barrier a block instead of one a level"},     \
        {.name = "grid_stride",                                                                    \
         .place = GS_DEVICE,                                                                       \
         .run = workload##_grid_stride,                                                            \
         .about = "few blocks, each thread adds many elements first; two launches"},               \
        {.name = "single_pass",                                                                    \
         .place = GS_DEVICE,                                                                       \
         .run = workload##_single_pass,                                                            \
         .about = "one launch: the block that finishes last adds up what the others left"},        \
        {.name = "posted",                                                                         \
         .place = GS_DEVICE,                                                                       \
         .run = workload##_posted,                                                                 \
         .about = "one launch: each block posts its sum with a flag, and one waits for all"},      \
    {                                                                                              \
        .name = "cub", .place = GS_DEVICE, .run = workload##_cub,                                  \
        .about = "the CUDA toolkit's library", .traits = GS_ANY_BLOCK,                             \
        .needs = "CUB (it comes with the CUDA toolkit)"                                            \
    }

static const struct gs_variant pi_variants[] = {
    CPU_VARIANTS(pi),
    {.name = "sum_on_host",
     .place = GS_DEVICE,
     .run = pi_sum_on_host,
     .about = "map on the device, copy all values out, add them in a plain loop on the CPU",
     .flaw = GS_ROUNDS,
     .traits = GS_OWN_COPIES | GS_ONLY_PAGEABLE},
    DEVICE_VARIANTS(pi),
};

static const struct gs_variant sum_variants[] = {
    CPU_VARIANTS(sum),
    DEVICE_VARIANTS(sum),
};

/* ---- the lesson ------------------------------------------------------------------------------ */

/* Ahead of the libraries where the tree counts; where memory does, as fast; and on the CPU. */
#define REDUCTION_GOALS                                                                            \
    {.rival = GS_BEST_PEER,                                                                        \
     .residency = GS_RESIDENCY_DEVICE,                                                             \
     .cache = GS_CACHE_COLD,                                                                       \
     .least_n = 1000000,                                                                           \
     .most_n = 1000000,                                                                            \
     .at_least = 1.2},                                                                             \
        {.rival = GS_BEST_PEER,                                                                    \
         .residency = GS_RESIDENCY_DEVICE,                                                         \
         .cache = GS_CACHE_COLD,                                                                   \
         .least_n = (size_t)1 << 27,                                                               \
         .at_least = 0.99},                                                                        \
    {                                                                                              \
        .rival = GS_BEST_PEER, .residency = GS_RESIDENCY_HOST, .cache = GS_CACHE_WARM,             \
        .at_least = 0.99                                                                           \
    }

static const struct gs_goal sum_goals[] = {REDUCTION_GOALS};

static const struct gs_goal pi_goals[] = {
    REDUCTION_GOALS,
    {.rival = GS_THE_LIMIT,
     .residency = GS_RESIDENCY_DEVICE,
     .cache = GS_CACHE_COLD,
     .least_n = (size_t)1 << 27,
     .at_least = 0.9},
};

static const struct gs_workload workloads[] = {
    {
        .name = "pi",
        .formula = "pi = sum(4 / (1 + x[i]^2)) / n, x[i] = (i + 0.5) / n",
        .arrays = pi_arrays,
        .array_count = GS_COUNT(pi_arrays),
        .dtypes = GS_DTYPE_BIT(GS_F32) | GS_DTYPE_BIT(GS_F64),
        .sizes = "1e3,1e4,1e5,1e6",
        .blocks = "32:1024:*2,2048", /* 2048: over the limit, to see CUDA refuse the launch */
        .block = 512,
        .length = pi_length,
        .refer = pi_refer,
        .reference_bytes = sizeof(long double),
        .results = results,
        .compare = pi_compare,
        .arithmetic = {.mads = PI_MADS},
        .refuse = refuse,
        .variants = pi_variants,
        .variant_count = GS_COUNT(pi_variants),
        .contenders = "threads,grid_stride,single_pass,posted",
        .goals = pi_goals,
        .goal_count = GS_COUNT(pi_goals),
    },
    {
        .name = "sum",
        .formula = "s = sum(a[i])",
        .arrays = sum_arrays,
        .array_count = GS_COUNT(sum_arrays),
        .dtypes = GS_DTYPES_ALL,
        .sizes = "1Ki:1Mi:*4,2^22+11",
        .blocks = "32:1024:*2,2048",
        .block = 512,
        .length = sum_length,
        .fill = sum_fill,
        .refer = sum_refer,
        .reference_bytes = sizeof(long double),
        .results = results,
        .compare = sum_compare,
        .traffic = sum_traffic,
        .arithmetic = {.mads = 1},
        .refuse = refuse,
        .variants = sum_variants,
        .variant_count = GS_COUNT(sum_variants),
        .contenders = "threads,grid_stride,single_pass,posted",
        .goals = sum_goals,
        .goal_count = GS_COUNT(sum_goals),
    },
};

const struct gs_lesson gs_lesson_tree_reduction = {
    .number = 6,
    .slug = "tree_reduction",
    .title = "tree reduction",
    .workloads = workloads,
    .workload_count = GS_COUNT(workloads),
};
