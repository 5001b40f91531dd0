/* Lesson 3: c[i] = a[i] + b[i], over every dtype, size and block. */
#include "lesson.h"

#include "dtype.h"
#include "goals.h"

gs_run_fn vecadd_serial, vecadd_threads;
gs_run_fn vecadd_one_per_thread, vecadd_grid_stride, vecadd_vector4;

enum { A, B, C };

static const struct gs_array arrays[] = {
    [A] = {.name = "a", .role = GS_INPUT},
    [B] = {.name = "b", .role = GS_INPUT},
    [C] = {.name = "c", .role = GS_OUTPUT},
};

/*
 * One IEEE addition is off by at most half a unit in the last place, 2^-24 of an f32 and 2^-53 of
 * an f64; the wider reference adds its own last rounding.
 */
static const double tolerance_f32 = 0x1.000001p-24;
static const double tolerance_f64 = 0x1.01p-53;

static void compare(const struct gs_data *data, size_t begin, size_t end, struct gs_match *found)
{
    gs_match_sums(found, data->dtype, data->arrays[A], data->arrays[B], data->arrays[C], begin, end,
                  data->dtype == GS_F32 ? tolerance_f32 : tolerance_f64);
}

/* Reads a and b, writes c. */
static size_t traffic(enum gs_dtype dtype, size_t n)
{
    return 3 * n * gs_dtype_bytes(dtype);
}

static const struct gs_variant variants[] = {
    {.name = "serial",
     .place = GS_CPU_SERIAL,
     .run = vecadd_serial,
     .about = "one CPU thread, a plain loop"},
    {.name = "threads",
     .place = GS_CPU_PARALLEL,
     .run = vecadd_threads,
     .about = "all CPU threads, SIMD, stores that bypass the cache"},
    {.name = "one_per_thread",
     .place = GS_DEVICE,
     .run = vecadd_one_per_thread,
     .about = "one element a thread, behind a bounds check: the kernel everyone writes first"},
    {.name = "grid_stride",
     .place = GS_DEVICE,
     .run = vecadd_grid_stride,
     .about = "a fixed grid that strides over the array: the launch no longer depends on n"},
    {.name = "vector4",
     .place = GS_DEVICE,
     .run = vecadd_vector4,
     .about = "16 bytes an access: more bytes in flight per thread, which fast memory needs"},
};

static const struct gs_workload workloads[] = {{
    .name = "vecadd",
    .formula = "c[i] = a[i] + b[i]",
    .arrays = arrays,
    .array_count = GS_COUNT(arrays),
    .dtypes = GS_DTYPES_ALL,
    .sizes = "1Ki:4Mi:*4,2^24+11",
    .blocks = "32:1024:*2,2048", /* 2048: over the limit, to see CUDA refuse the launch */
    .block = 256,
    .compare = compare,
    .traffic = traffic,
    .arithmetic = {.mads = 1},
    .variants = variants,
    .variant_count = GS_COUNT(variants),
    .contenders = "threads,one_per_thread,grid_stride,vector4",
    .goals = gs_elementwise_goals,
    .goal_count = GS_ELEMENTWISE_GOALS,
}};

const struct gs_lesson gs_lesson_vecadd = {
    .number = 3,
    .slug = "vecadd",
    .title = "vector addition",
    .workloads = workloads,
    .workload_count = GS_COUNT(workloads),
};
