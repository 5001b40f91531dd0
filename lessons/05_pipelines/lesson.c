/* Lesson 5: one step and two pipelines of three, and where the values between the steps live. */
#include "lesson.h"

#include "dtype.h"
#include "goals.h"
#include "random.h"

gs_run_fn add_serial, add_threads;
gs_run_fn add_round_trips, add_device_inputs, add_on_device;
gs_run_fn pulses_serial, pulses_threads;
gs_run_fn pulses_round_trips, pulses_resident, pulses_fused, pulses_overlapped, pulses_staged;
gs_run_fn hidden_layer_serial, hidden_layer_threads;
gs_run_fn hidden_layer_round_trips, hidden_layer_resident, hidden_layer_fused;
gs_run_fn hidden_layer_overlapped, hidden_layer_staged;

/* The arrays of every workload here, as the kernels know them. */
enum { X, Y, OUT };

/* ---- what all three share ------------------------------------------------------------------- */

/* Two inputs, one output; whatever else moves is what the lesson is about. */
static size_t traffic(enum gs_dtype dtype, size_t n)
{
    return 3 * n * gs_dtype_bytes(dtype);
}

static void set(const struct gs_data *data, size_t array, size_t i, double value)
{
    gs_dtype_set(data->dtype, data->arrays[array], i, value);
}

/* Normally distributed, mean 0 and deviation 1, by Box and Muller from two halves of one draw. */
static double random_normal(uint64_t seed, size_t array, size_t i)
{
    uint64_t bits = gs_random_bits(seed, (unsigned)array, i);
    double radius = (double)((bits >> 32) + 1) * 0x1p-32; /* (0, 1]: its logarithm is finite */
    double turn = (double)(bits & 0xffffffff) * 0x1p-32;
    return sqrt(-2.0 * log(radius)) * cos(2.0 * M_PI * turn);
}

/* Half a unit in the last place of the types: what one rounding is off by at most. */
static const double rounding_f32 = 0x1p-24;
static const double rounding_f64 = 0x1p-53;

/* ---- add ------------------------------------------------------------------------------------ */

static const struct gs_array add_arrays[] = {
    [X] = {.name = "x", .role = GS_INPUT},
    [Y] = {.name = "y", .role = GS_INPUT},
    [OUT] = {.name = "out", .role = GS_OUTPUT},
};

static void add_fill(const struct gs_data *data, size_t array, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        set(data, array, i, gs_random_f64(data->seed, (unsigned)array, i));
}

/* One IEEE addition, and the last rounding of the wider reference. */
static void add_compare(const struct gs_data *data, size_t begin, size_t end,
                        struct gs_match *found)
{
    double tolerance = 1.001 * (data->dtype == GS_F32 ? rounding_f32 : rounding_f64);
    gs_match_sums(found, data->dtype, data->arrays[X], data->arrays[Y], data->arrays[OUT], begin,
                  end, tolerance);
}

static const struct gs_variant add_variants[] = {
    {.name = "serial",
     .place = GS_CPU_SERIAL,
     .run = add_serial,
     .about = "one CPU thread, a plain loop"},
    {.name = "threads",
     .place = GS_CPU_PARALLEL,
     .run = add_threads,
     .about = "all CPU threads, SIMD, stores that bypass the cache"},
    {.name = "round_trips",
     .place = GS_DEVICE,
     .run = add_round_trips,
     .about = "host arrays: both inputs copied in, the result copied out, for one addition",
     .traits = GS_OWN_COPIES | GS_ONLY_PAGEABLE},
    {.name = "device_inputs",
     .place = GS_DEVICE,
     .run = add_device_inputs,
     .about = "the inputs are on the device already; the result alone is copied out",
     .traits = GS_OWN_COPIES | GS_INPUTS_ON_DEVICE | GS_ONLY_PAGEABLE},
    {.name = "on_device",
     .place = GS_DEVICE,
     .run = add_on_device,
     .about = "inputs and result stay on the device: nothing but the kernel"},
};

/* ---- pulses --------------------------------------------------------------------------------- */

enum { PERIOD, AMPLITUDE, THRESHOLD };

static const struct gs_array pulses_arrays[] = {
    [X] = {.name = "t", .role = GS_INPUT},           [Y] = {.name = "noise", .role = GS_INPUT},
    [OUT] = {.name = "waveform", .role = GS_OUTPUT}, {.name = "pulses", .role = GS_SCRATCH},
    {.name = "noisy", .role = GS_SCRATCH},
};

/* 23 radians of a sine over the whole of t, so three to four pulses, in noise a fifth as wide as
 * the threshold. A threshold of minus infinity would suppress nothing. */
static void pulses_scalars(size_t n, double *out)
{
    out[PERIOD] = (double)n / 23.0;
    out[AMPLITUDE] = 100.0;
    out[THRESHOLD] = 15.0;
}

/* t is the index; above 2^24 in f32 the nearest number to it. */
static void pulses_fill(const struct gs_data *data, size_t array, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        set(data, array, i, array == X ? (double)i : 3.0 * random_normal(data->seed, array, i));
}

/*
 * The sine of the phase, which is rounded once in the type: an IEEE division gives every variant
 * the same phase, and the rest is compared from there.
 */
static long double sine(const struct gs_data *data, size_t i)
{
    double period = data->scalars[PERIOD];
    if (data->dtype == GS_F32)
        return (long double)sin((double)(((const float *)data->arrays[X])[i] / (float)period));
    return sinl((long double)(((const double *)data->arrays[X])[i] / period));
}

/* As the variants see it: rounded to the type. */
static long double scalar(const struct gs_data *data, size_t which)
{
    double value = data->scalars[which];
    return data->dtype == GS_F32 ? (long double)(float)value : (long double)value;
}

/*
 * The tolerance is absolute, for a pulse and its noise may cancel. In roundings (half units), with
 * the sine at most 1: the sine is 2 units off at most (CUDA's bound, the widest of those used), 4
 * roundings; the 0.3 and the subtraction from it are one more together. All that is multiplied by
 * the amplitude; the product adds one rounding of a pulse, under 0.7 amplitudes; the sum one of its
 * own. That is less than 6 amplitudes and a sum. Skipping the lower half of a sine only ever brings
 * two values nearer to each other.
 *
 * A value that near to the threshold may fall on either side of it; being 0 is then as right as
 * being itself.
 */
static void compare_pulse(const struct gs_data *data, size_t i, struct gs_match *found)
{
    long double got = gs_dtype_get(data->dtype, data->arrays[OUT], i);
    long double added = gs_dtype_get(data->dtype, data->arrays[Y], i);
    long double amplitude = scalar(data, AMPLITUDE), threshold = scalar(data, THRESHOLD);

    long double over = sine(data, i) - 0.3L;
    long double value = (over > 0.0L ? over : 0.0L) * amplitude + added;
    double tolerance = (data->dtype == GS_F32 ? rounding_f32 : rounding_f64) *
                       (6.001 * (double)fabsl(amplitude) + 1.001 * (double)fabsl(value));
    bool suppressed = value < threshold;
    if (fabsl(value - threshold) <= (long double)tolerance)
        suppressed = got == 0.0L;

    long double want = suppressed ? 0.0L : value;
    double relative = suppressed ? 0.0 : tolerance / (want == 0.0L ? 1.0 : (double)fabsl(want));
    gs_match_value(found, data->dtype, data->arrays[OUT], i, want, relative);
}

static void pulses_compare(const struct gs_data *data, size_t begin, size_t end,
                           struct gs_match *found)
{
    for (size_t i = begin; i < end; i++)
        compare_pulse(data, i, found);
}

/* t / period, rounded as IEEE says; the amplitude with the noise. And a sine. */
enum { PULSES_MADS = GS_MADS_OF_DIVISION + 1 };

static const struct gs_variant pulses_variants[] = {
    {.name = "serial",
     .place = GS_CPU_SERIAL,
     .run = pulses_serial,
     .about = "one CPU thread, a plain loop over all steps"},
    {.name = "threads",
     .place = GS_CPU_PARALLEL,
     .run = pulses_threads,
     .about = "all CPU threads, SIMD sines, steps in blocks that stay in the first cache"},
    {.name = "round_trips",
     .place = GS_DEVICE,
     .run = pulses_round_trips,
     .about = "each step copies its operands in and its result out: seven copies",
     .traits = GS_OWN_COPIES | GS_ONLY_PAGEABLE},
    {.name = "resident",
     .place = GS_DEVICE,
     .run = pulses_resident,
     .about = "the same three kernels, their intermediate values left on the device",
     .traits = GS_ONLY_PAGEABLE},
    {.name = "pinned",
     .place = GS_DEVICE,
     .run = pulses_resident,
     .about = "the same again from page-locked host memory: the copies run at the bus's speed",
     .traits = GS_ONLY_PINNED},
    {.name = "fused",
     .place = GS_DEVICE,
     .run = pulses_fused,
     .about = "one kernel for all steps: intermediate values never leave the registers"},
    {.name = "overlapped",
     .place = GS_DEVICE,
     .run = pulses_overlapped,
     .about = "chunks on four streams: copies both ways beside the fused kernel",
     .traits = GS_OWN_COPIES | GS_ONLY_PINNED},
    {.name = "staged",
     .place = GS_DEVICE,
     .run = pulses_staged,
     .about = "pageable arrays, carried in chunks through page-locked slots by all CPU threads",
     .traits = GS_OWN_COPIES | GS_USES_SLOTS | GS_ONLY_PAGEABLE},
};

/* ---- hidden_layer --------------------------------------------------------------------------- */

static const struct gs_array hidden_layer_arrays[] = {
    [X] = {.name = "grey", .role = GS_INPUT},     [Y] = {.name = "weight", .role = GS_INPUT},
    [OUT] = {.name = "layer", .role = GS_OUTPUT}, {.name = "normalized", .role = GS_SCRATCH},
    {.name = "weighted", .role = GS_SCRATCH},
};

static double random_grey(uint64_t seed, size_t array, size_t i)
{
    return floor(255.0 * ((double)(gs_random_bits(seed, (unsigned)array, i) >> 11) * 0x1p-53));
}

static void hidden_layer_fill(const struct gs_data *data, size_t array, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        set(data, array, i,
            array == X ? random_grey(data->seed, array, i)
                       : 0.5 + 0.1 * random_normal(data->seed, array, i));
}

/*
 * Relative, in roundings: the division and the product are one each, and tanh never enlarges a
 * relative error; its own is 3.5 units at most (that of gs_simd_tanh; CUDA's is 2), 7 roundings.
 * One hundredth is for products of these and for the reference's own.
 */
static const double hidden_layer_roundings = 9.01;

static void hidden_layer_compare(const struct gs_data *data, size_t begin, size_t end,
                                 struct gs_match *found)
{
    const void *grey = data->arrays[X], *weight = data->arrays[Y], *out = data->arrays[OUT];
    for (size_t i = begin; i < end; i++) {
        if (data->dtype == GS_F32)
            gs_match_f32(
                found, i, ((const float *)out)[i],
                tanh((double)((const float *)grey)[i] / 255.0 * (double)((const float *)weight)[i]),
                hidden_layer_roundings * rounding_f32);
        else
            gs_match_f64(found, i, ((const double *)out)[i],
                         tanhl((long double)((const double *)grey)[i] / 255.0L *
                               (long double)((const double *)weight)[i]),
                         hidden_layer_roundings * rounding_f64);
    }
}

/* Two products, as 1 / 255 is a constant. And a hyperbolic tangent. */
enum { HIDDEN_LAYER_MADS = 2 + GS_MADS_OF_DIVISION };

static const struct gs_variant hidden_layer_variants[] = {
    {.name = "serial",
     .place = GS_CPU_SERIAL,
     .run = hidden_layer_serial,
     .about = "one CPU thread, a plain loop over all steps"},
    {.name = "threads",
     .place = GS_CPU_PARALLEL,
     .run = hidden_layer_threads,
     .about = "all CPU threads, SIMD tanh, steps in blocks that stay in the first cache"},
    {.name = "round_trips",
     .place = GS_DEVICE,
     .run = hidden_layer_round_trips,
     .about = "each step copies its operands in and its result out: seven copies",
     .traits = GS_OWN_COPIES | GS_ONLY_PAGEABLE},
    {.name = "resident",
     .place = GS_DEVICE,
     .run = hidden_layer_resident,
     .about = "the same three kernels, their intermediate values left on the device",
     .traits = GS_ONLY_PAGEABLE},
    {.name = "pinned",
     .place = GS_DEVICE,
     .run = hidden_layer_resident,
     .about = "the same again from page-locked host memory: the copies run at the bus's speed",
     .traits = GS_ONLY_PINNED},
    {.name = "fused",
     .place = GS_DEVICE,
     .run = hidden_layer_fused,
     .about = "one kernel for all steps: intermediate values never leave the registers"},
    {.name = "overlapped",
     .place = GS_DEVICE,
     .run = hidden_layer_overlapped,
     .about = "chunks on four streams: copies both ways beside the fused kernel",
     .traits = GS_OWN_COPIES | GS_ONLY_PINNED},
    {.name = "staged",
     .place = GS_DEVICE,
     .run = hidden_layer_staged,
     .about = "pageable arrays, carried in chunks through page-locked slots by all CPU threads",
     .traits = GS_OWN_COPIES | GS_USES_SLOTS | GS_ONLY_PAGEABLE},
};

/* ---- the lesson ----------------------------------------------------------------------------- */

static const char *refuse(const struct gs_variant *variant, size_t n, unsigned grid, unsigned block)
{
    (void)grid, (void)block;
    return variant->place == GS_CPU_SERIAL && n > (size_t)1 << 26
               ? "beyond 2^26 elements one CPU thread takes seconds, in proportion"
               : NULL;
}

/* On the device, from host to host out of either memory, and on the CPU. */
static const struct gs_goal pipeline_goals[] = {
    {.rival = GS_BEST_PEER,
     .residency = GS_RESIDENCY_DEVICE,
     .cache = GS_CACHE_COLD,
     .least_n = 1000000,
     .at_least = 0.99},
    {.rival = GS_THE_LIMIT,
     .residency = GS_RESIDENCY_DEVICE,
     .cache = GS_CACHE_COLD,
     .least_n = (size_t)1 << 27,
     .at_least = 0.9},
    {.rival = GS_THE_LIMIT,
     .residency = GS_RESIDENCY_PINNED,
     .cache = GS_CACHE_ANY,
     .least_n = 100000000,
     .at_least = 0.95,
     .variant = "overlapped"},
    {.rival = GS_BEST_PEER,
     .residency = GS_RESIDENCY_PAGEABLE,
     .cache = GS_CACHE_ANY,
     .least_n = 100000000,
     .at_least = 3},
    {.rival = GS_BEST_PEER,
     .residency = GS_RESIDENCY_HOST,
     .cache = GS_CACHE_WARM,
     .at_least = 0.99},
};

static const struct gs_workload workloads[] = {
    {
        .name = "add",
        .formula = "out = x + y",
        .arrays = add_arrays,
        .array_count = GS_COUNT(add_arrays),
        .dtypes = GS_DTYPE_BIT(GS_F32) | GS_DTYPE_BIT(GS_F64),
        .sizes = "1e5,1e6,2^22",
        .blocks = "64,256,1024",
        .block = 256,
        .fill = add_fill,
        .compare = add_compare,
        .traffic = traffic,
        .arithmetic = {.mads = 1},
        .variants = add_variants,
        .variant_count = GS_COUNT(add_variants),
        .contenders = "threads,on_device",
        .goals = gs_elementwise_goals,
        .goal_count = GS_ELEMENTWISE_GOALS,
    },
    {
        .name = "pulses",
        .formula = "waveform = suppress(max(sin(t / period) - 0.3, 0) * amplitude + noise)",
        .arrays = pulses_arrays,
        .array_count = GS_COUNT(pulses_arrays),
        .dtypes = GS_DTYPE_BIT(GS_F32) | GS_DTYPE_BIT(GS_F64),
        .sizes = "1e5,1e6",
        .blocks = "64,256,1024",
        .block = 256,
        .scalars = pulses_scalars,
        .fill = pulses_fill,
        .compare = pulses_compare,
        .traffic = traffic,
        .arithmetic = {.mads = PULSES_MADS, .exps = 1},
        .refuse = refuse,
        .variants = pulses_variants,
        .variant_count = GS_COUNT(pulses_variants),
        .contenders = "threads,fused,overlapped,staged",
        .goals = pipeline_goals,
        .goal_count = GS_COUNT(pipeline_goals),
    },
    {
        .name = "hidden_layer",
        .formula = "layer = tanh(grey / 255 * weight)",
        .arrays = hidden_layer_arrays,
        .array_count = GS_COUNT(hidden_layer_arrays),
        .dtypes = GS_DTYPE_BIT(GS_F32) | GS_DTYPE_BIT(GS_F64),
        .sizes = "1e5,1e6",
        .blocks = "64,256,1024",
        .block = 256,
        .fill = hidden_layer_fill,
        .compare = hidden_layer_compare,
        .traffic = traffic,
        .arithmetic = {.mads = HIDDEN_LAYER_MADS, .exps = 1},
        .refuse = refuse,
        .variants = hidden_layer_variants,
        .variant_count = GS_COUNT(hidden_layer_variants),
        .contenders = "threads,fused,overlapped,staged",
        .goals = pipeline_goals,
        .goal_count = GS_COUNT(pipeline_goals),
    },
};

const struct gs_lesson gs_lesson_pipelines = {
    .number = 5,
    .slug = "pipelines",
    .title = "pipelines that move less",
    .workloads = workloads,
    .workload_count = GS_COUNT(workloads),
};
