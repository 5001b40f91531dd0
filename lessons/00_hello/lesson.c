/* Lesson 0: first kernels, that write numbers of threads; and two functions on the CPU first. */
#include "lesson.h"

#include "random.h"

#include <math.h>

gs_run_fn global_index_serial, global_index_threads;
gs_run_fn global_index_one_dimension, global_index_two_dimensions, global_index_three_dimensions;

gs_run_fn hypot_serial, hypot_called, hypot_libm, hypot_unoptimised, hypot_threads;
gs_run_fn hypot_one_per_thread;

gs_run_fn dart_pi_serial, dart_pi_unoptimised, dart_pi_threads;
gs_run_fn dart_pi_grid_stride;

/* ---- global_index ---------------------------------------------------------------------------- */

static const struct gs_array index_arrays[] = {{.name = "out", .role = GS_OUTPUT}};

static void index_compare(const struct gs_data *data, size_t begin, size_t end,
                          struct gs_match *found)
{
    for (size_t i = begin; i < end; i++)
        gs_match_value(found, data->dtype, data->arrays[0], i, (long double)i, 0);
}

/* Writes out. */
static size_t index_traffic(enum gs_dtype dtype, size_t n)
{
    return n * gs_dtype_bytes(dtype);
}

static const struct gs_variant index_variants[] = {
    {.name = "serial",
     .place = GS_CPU_SERIAL,
     .run = global_index_serial,
     .about = "one CPU thread, a plain loop"},
    {.name = "threads",
     .place = GS_CPU_PARALLEL,
     .run = global_index_threads,
     .about = "all CPU threads, a part of the loop each"},
    {.name = "one_dimension",
     .place = GS_DEVICE,
     .run = global_index_one_dimension,
     .about = "blockIdx.x * blockDim.x + threadIdx.x"},
    {.name = "two_dimensions",
     .place = GS_DEVICE,
     .run = global_index_two_dimensions,
     .about = "y * width + x: rows, one behind the other"},
    {.name = "three_dimensions",
     .place = GS_DEVICE,
     .run = global_index_three_dimensions,
     .about = "(z * height + y) * width + x: planes, one behind the other"},
};

/* ---- hypot ----------------------------------------------------------------------------------- */

enum { A, B, C };

static const struct gs_array hypot_arrays[] = {
    [A] = {.name = "a", .role = GS_INPUT},
    [B] = {.name = "b", .role = GS_INPUT},
    [C] = {.name = "c", .role = GS_OUTPUT},
};

/*
 * In units of the last place, u: the quotient t is off by u, and is at most 1, so 1 + t^2 by three
 * more roundings; the root halves that, and the root and the product round once more each. That is
 * under 4 u, of 2^-24 in f32 and of 2^-53 in f64.
 */
static const double hypot_tolerance_f32 = 0x1p-22;
static const double hypot_tolerance_f64 = 0x1p-51;

static void hypot_compare(const struct gs_data *data, size_t begin, size_t end,
                          struct gs_match *found)
{
    bool is_f32 = data->dtype == GS_F32;
    for (size_t i = begin; i < end; i++) {
        long double a = gs_dtype_get(data->dtype, data->arrays[A], i);
        long double b = gs_dtype_get(data->dtype, data->arrays[B], i);
        gs_match_value(found, data->dtype, data->arrays[C], i, hypotl(a, b),
                       is_f32 ? hypot_tolerance_f32 : hypot_tolerance_f64);
    }
}

/* Reads a and b, writes c. */
static size_t hypot_traffic(enum gs_dtype dtype, size_t n)
{
    return 3 * n * gs_dtype_bytes(dtype);
}

/* A division, a root, t * t + 1, and the last product. */
enum { HYPOT_MADS = 2 * GS_MADS_OF_DIVISION + 2 };

static const struct gs_variant hypot_variants[] = {
    {.name = "serial",
     .place = GS_CPU_SERIAL,
     .run = hypot_serial,
     .about = "one CPU thread; the compiler takes the function into the loop"},
    {.name = "called",
     .place = GS_CPU_SERIAL,
     .run = hypot_called,
     .about = "the same function, called for each element: the difference is what calls cost"},
    {.name = "libm",
     .place = GS_CPU_SERIAL,
     .run = hypot_libm,
     .about = "hypot() of the C library, called for each element"},
    {.name = "unoptimised",
     .place = GS_CPU_SERIAL,
     .run = hypot_unoptimised,
     .about = "the same function and loop, compiled as with -O0"},
    {.name = "threads",
     .place = GS_CPU_PARALLEL,
     .run = hypot_threads,
     .about = "all CPU threads, SIMD"},
    {.name = "one_per_thread",
     .place = GS_DEVICE,
     .run = hypot_one_per_thread,
     .about = "one element a thread of the device, behind a bounds check"},
};

/* ---- dart_pi --------------------------------------------------------------------------------- */

static const struct gs_array pi_arrays[] = {{.name = "hits", .role = GS_OUTPUT}};

static size_t one(size_t array, size_t n)
{
    (void)array;
    (void)n;
    return 1;
}

static size_t one_result(size_t n)
{
    (void)n;
    return 1;
}

/* Numbers 2 p and 2 p + 1 of the sequence 0, as odd multiples of 1/4096: the point's square of the
 * distance is exact in integers. */
static bool is_hit(size_t p)
{
    uint64_t x = 2 * (gs_random_bits(0, 0, 2 * p) >> 53) + 1;
    uint64_t y = 2 * (gs_random_bits(0, 0, 2 * p + 1) >> 53) + 1;
    return x * x + y * y < (uint64_t)4096 * 4096;
}

static void pi_refer(const struct gs_data *data, void *out)
{
    uint64_t hits = 0;
#pragma omp parallel for reduction(+ : hits)
    for (size_t p = 0; p < data->n; p++)
        hits += is_hit(p);
    *(uint64_t *)out = hits;
}

static void pi_compare(const struct gs_data *data, size_t begin, size_t end, struct gs_match *found)
{
    for (size_t i = begin; i < end; i++)
        gs_match_value(found, data->dtype, data->arrays[0], i,
                       (long double)*(const uint64_t *)data->reference, 0);
}

static const struct gs_variant pi_variants[] = {
    {.name = "serial",
     .place = GS_CPU_SERIAL,
     .run = dart_pi_serial,
     .about = "one CPU thread, a plain loop"},
    {.name = "unoptimised",
     .place = GS_CPU_SERIAL,
     .run = dart_pi_unoptimised,
     .about = "the same loop, compiled as with -O0"},
    {.name = "threads",
     .place = GS_CPU_PARALLEL,
     .run = dart_pi_threads,
     .about = "all CPU threads, a part of the points each"},
    {.name = "grid_stride",
     .place = GS_DEVICE,
     .run = dart_pi_grid_stride,
     .about = "each thread counts the hits of many points, and adds them by one atomicAdd()"},
};

/* ---- the lesson ------------------------------------------------------------------------------ */

static const struct gs_workload workloads[] = {
    {
        .name = "global_index",
        .formula = "out[i] = i",
        .arrays = index_arrays,
        .array_count = GS_COUNT(index_arrays),
        .dtypes = 1u << GS_I64,
        .sizes = "1Ki:1Mi:*4,1000003",
        .blocks = "32:1024:*2",
        .block = 256,
        .compare = index_compare,
        .traffic = index_traffic,
        .variants = index_variants,
        .variant_count = GS_COUNT(index_variants),
    },
    {
        .name = "hypot",
        .formula = "c[i] = max * sqrt(1 + (min / max)^2), of |a[i]| and |b[i]|",
        .arrays = hypot_arrays,
        .array_count = GS_COUNT(hypot_arrays),
        .dtypes = 1u << GS_F64 | 1u << GS_F32,
        .sizes = "1Ki:1Mi:*4",
        .blocks = "256",
        .block = 256,
        .compare = hypot_compare,
        .traffic = hypot_traffic,
        .arithmetic = {.mads = HYPOT_MADS},
        .variants = hypot_variants,
        .variant_count = GS_COUNT(hypot_variants),
    },
    {
        .name = "dart_pi",
        .formula = "pi = 4 hits / n, hits: of n random points those with x^2 + y^2 < 1",
        .arrays = pi_arrays,
        .array_count = GS_COUNT(pi_arrays),
        .dtypes = 1u << GS_I64,
        .sizes = "1Ki:1Mi:*4",
        .blocks = "256",
        .block = 256,
        .length = one,
        .refer = pi_refer,
        .reference_bytes = sizeof(uint64_t),
        .results = one_result,
        .compare = pi_compare,
        .variants = pi_variants,
        .variant_count = GS_COUNT(pi_variants),
    },
};

const struct gs_lesson gs_lesson_hello = {
    .number = 0,
    .slug = "hello",
    .title = "a first kernel, and the CPU first",
    .workloads = workloads,
    .workload_count = GS_COUNT(workloads),
};
