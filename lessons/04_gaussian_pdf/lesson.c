/* Lesson 4: arithmetic for every element, and what it costs to write 0.5 where 0.5f was meant. */
#include "lesson.h"

#include "../../kernels/04_gaussian_pdf.h"
#include "dtype.h"
#include "goals.h"
#include "random.h"

gs_run_fn gaussian_pdf_serial, gaussian_pdf_threads;
gs_run_fn gaussian_pdf_double_literals, gaussian_pdf_float_literals, gaussian_pdf_hoisted;
gs_run_fn gaussian_pdf_fast_math, gaussian_pdf_vector4;
gs_run_fn polar_distance_serial, polar_distance_threads;
gs_run_fn polar_distance_pair, polar_distance_sincos, polar_distance_half_angle;
gs_run_fn polar_distance_vector4;

/* The largest relative error of one correctly rounded operation. */
static double rounding(enum gs_dtype dtype)
{
    return dtype == GS_F32 ? 0x1p-24 : 0x1p-53;
}

/* ---- gaussian_pdf --------------------------------------------------------------------------- */

enum { X, P };

static const struct gs_array gaussian_arrays[] = {
    [X] = {.name = "x", .role = GS_INPUT},
    [P] = {.name = "p", .role = GS_OUTPUT},
};

/*
 * Constants of the whole array, known when the kernel runs and not when it is compiled. Both are
 * exact in f32. 1 / sigma is not: with the textbook's mean 0 and sigma 1 no variant would round.
 */
static void gaussian_scalars(size_t n, double *out)
{
    (void)n;
    out[0] = 0.25; /* mean */
    out[1] = 1.5;  /* sigma */
}

/* Six sigma to both sides, where the density is down to 10^-8 of its peak. */
static void gaussian_fill(const struct gs_data *data, size_t array, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        gs_dtype_set(data->dtype, data->arrays[array], i,
                     9 * (double)gs_random_value(data->dtype, data->seed, X, i));
}

/*
 * In roundings of half a unit in the last place, to first order. The exponent e = -z^2 / 2: x -
 * mean, 1 / sigma and their product make 3 of z, the square doubles them, and -1/2 z z has one
 * more: 7; and an error of 7 roundings of e is one of 7 |e| of exp(e). exp itself may be off by
 * 2 units in the last place, __expf, by NVIDIA's documentation, by 2 + 1.173 |e|: in roundings 4
 * and 2.4 |e|. The factor in front and the product with it add 5 at most. Infinitely far out 0 is
 * exact.
 */
static double gaussian_tolerance(enum gs_dtype dtype, double exponent)
{
    return isinf(exponent) ? 0 : (9 + 10 * fabs(exponent)) * rounding(dtype);
}

static void gaussian_compare(const struct gs_data *data, size_t begin, size_t end,
                             struct gs_match *found)
{
    const void *x = data->arrays[X], *p = data->arrays[P];
    const long double sqrt_two_pi = 2.506628274631000502415765284811045253L;
    struct gaussian g = gaussian_of(data->scalars);
    for (size_t i = begin; i < end; i++) {
        if (data->dtype == GS_F32) {
            double z = ((double)((const float *)x)[i] - g.mean) / g.sigma;
            gs_match_f32(found, i, ((const float *)p)[i],
                         exp(-0.5 * z * z) / (g.sigma * (double)sqrt_two_pi),
                         gaussian_tolerance(GS_F32, 0.5 * z * z));
        } else {
            long double z = ((long double)((const double *)x)[i] - g.mean) / g.sigma;
            gs_match_f64(found, i, ((const double *)p)[i],
                         expl(-0.5L * z * z) / (g.sigma * sqrt_two_pi),
                         gaussian_tolerance(GS_F64, (double)(0.5L * z * z)));
        }
    }
}

/* Reads x, writes p. */
static size_t gaussian_traffic(enum gs_dtype dtype, size_t n)
{
    return 2 * n * gs_dtype_bytes(dtype);
}

/* With y = (x - mean) / (sqrt(2) sigma), whose constants are the whole array's: y, y y, and the
 * factor in front of exp(-y y). */
enum { GAUSSIAN_MADS = 3 };

static const struct gs_variant gaussian_variants[] = {
    {.name = "serial",
     .place = GS_CPU_SERIAL,
     .run = gaussian_pdf_serial,
     .about = "one CPU thread, a plain loop with the C library's exp"},
    {.name = "threads",
     .place = GS_CPU_PARALLEL,
     .run = gaussian_pdf_threads,
     .about = "all CPU threads, SIMD exp, constants out of the loop"},
    {.name = "double_literals",
     .place = GS_DEVICE,
     .run = gaussian_pdf_double_literals,
     .about = "0.5 and sqrt(2.0 * pi) as one types them: float data, double arithmetic"},
    {.name = "float_literals",
     .place = GS_DEVICE,
     .run = gaussian_pdf_float_literals,
     .about = "every literal in the type of the data"},
    {.name = "hoisted",
     .place = GS_DEVICE,
     .run = gaussian_pdf_hoisted,
     .about = "1 / sigma and the factor in front computed once, on the host: no divisions"},
    {.name = "fast_math",
     .place = GS_DEVICE,
     .run = gaussian_pdf_fast_math,
     .about = "__expf: a few instructions fewer, a few ulp more (f64 has none: as hoisted)"},
    {.name = "vector4",
     .place = GS_DEVICE,
     .run = gaussian_pdf_vector4,
     .about = "hoisted with 16 bytes an access: memory was the limit, not exp"},
};

/* ---- polar_distance ------------------------------------------------------------------------- */

enum { RHO1, THETA1, RHO2, THETA2, D };

static const struct gs_array polar_arrays[] = {
    [RHO1] = {.name = "rho1", .role = GS_INPUT}, [THETA1] = {.name = "theta1", .role = GS_INPUT},
    [RHO2] = {.name = "rho2", .role = GS_INPUT}, [THETA2] = {.name = "theta2", .role = GS_INPUT},
    [D] = {.name = "d", .role = GS_OUTPUT},
};

/* Radii in [0.5, 1.5), angles in [-pi, pi). */
static void polar_fill(const struct gs_data *data, size_t array, size_t begin, size_t end)
{
    bool is_angle = array == THETA1 || array == THETA2;
    double middle = is_angle ? 0 : 1, half = is_angle ? 3.14159265358979323846 : 0.5;
    for (size_t i = begin; i < end; i++) {
        double drawn = (double)gs_random_value(data->dtype, data->seed, (unsigned)array, i);
        gs_dtype_set(data->dtype, data->arrays[array], i, middle + half * drawn);
    }
}

/*
 * Points that are close lie at coordinates that are large beside their distance, and it is the
 * coordinates that are rounded: so the error is bounded by the radii, not by the distance. In
 * roundings: sine and cosine are off by 2 units in the last place (4 of them) and the product by
 * one more, 5 (rho1 + rho2) in each direction, sqrt(2) times that in both; the sum of squares and
 * the root add 3 of a distance that is rho1 + rho2 at most. With half the angle it is less.
 */
static double polar_tolerance(enum gs_dtype dtype, double rho1, double rho2, double distance)
{
    double error = 11 * (rho1 + rho2) * rounding(dtype);
    return distance > 0 ? error / distance : error;
}

static void polar_compare_f32(const struct gs_data *data, size_t i, struct gs_match *found)
{
    const float *const *a = (const float *const *)data->arrays;
    double rho1 = (double)a[RHO1][i], rho2 = (double)a[RHO2][i];
    double along = rho1 - rho2, sine = sin(((double)a[THETA1][i] - (double)a[THETA2][i]) / 2);
    double want = sqrt(along * along + 4 * rho1 * rho2 * sine * sine);
    gs_match_f32(found, i, a[D][i], want, polar_tolerance(GS_F32, rho1, rho2, want));
}

static void polar_compare_f64(const struct gs_data *data, size_t i, struct gs_match *found)
{
    const double *const *a = (const double *const *)data->arrays;
    long double rho1 = a[RHO1][i], rho2 = a[RHO2][i];
    long double along = rho1 - rho2;
    long double sine = sinl(((long double)a[THETA1][i] - (long double)a[THETA2][i]) / 2);
    long double want = sqrtl(along * along + 4 * rho1 * rho2 * sine * sine);
    gs_match_f64(found, i, a[D][i], want,
                 polar_tolerance(GS_F64, (double)rho1, (double)rho2, (double)want));
}

static void polar_compare(const struct gs_data *data, size_t begin, size_t end,
                          struct gs_match *found)
{
    for (size_t i = begin; i < end; i++) {
        if (data->dtype == GS_F32)
            polar_compare_f32(data, i, found);
        else
            polar_compare_f64(data, i, found);
    }
}

/* Reads four arrays, writes d. */
static size_t polar_traffic(enum gs_dtype dtype, size_t n)
{
    return 5 * n * gs_dtype_bytes(dtype);
}

/* By half the angle: that half; the square of the radii's difference; rho1 rho2 times the square of
 * the sine, 3; a square root. And a sine. */
enum { POLAR_MADS = 1 + 1 + 3 + GS_MADS_OF_DIVISION };

static const struct gs_variant polar_variants[] = {
    {.name = "serial",
     .place = GS_CPU_SERIAL,
     .run = polar_distance_serial,
     .about = "one CPU thread, a plain loop with the C library's sin and cos"},
    {.name = "threads",
     .place = GS_CPU_PARALLEL,
     .run = polar_distance_threads,
     .about = "all CPU threads, one SIMD sine of half the angle between the points"},
    {.name = "pair",
     .place = GS_DEVICE,
     .run = polar_distance_pair,
     .about = "a device function that returns a pair, (x, y), called twice"},
    {.name = "sincos",
     .place = GS_DEVICE,
     .run = polar_distance_sincos,
     .about = "sine and cosine of an angle in one call, which shares most of their work"},
    {.name = "half_angle",
     .place = GS_DEVICE,
     .run = polar_distance_half_angle,
     .about = "another formula: one sine in place of four functions, and nothing cancels"},
    {.name = "vector4",
     .place = GS_DEVICE,
     .run = polar_distance_vector4,
     .about = "half_angle with 16 bytes an access"},
};

/* ---- the lesson ----------------------------------------------------------------------------- */

static const char *refuse(const struct gs_variant *variant, size_t n, unsigned grid, unsigned block)
{
    (void)grid, (void)block;
    return variant->place == GS_CPU_SERIAL && n > (size_t)1 << 26
               ? "beyond 2^26 elements one CPU thread takes seconds, in proportion"
               : NULL;
}

static const struct gs_workload workloads[] = {
    {.name = "gaussian_pdf",
     .formula = "p[i] = exp(-1/2 ((x[i] - mean) / sigma)^2) / (sigma sqrt(2 pi))",
     .arrays = gaussian_arrays,
     .array_count = GS_COUNT(gaussian_arrays),
     .dtypes = GS_DTYPE_BIT(GS_F32) | GS_DTYPE_BIT(GS_F64),
     .sizes = "1e3:1e6:*10",
     .blocks = "32:1024:*2",
     .block = 256,
     .scalars = gaussian_scalars,
     .fill = gaussian_fill,
     .compare = gaussian_compare,
     .traffic = gaussian_traffic,
     .arithmetic = {.mads = GAUSSIAN_MADS, .exps = 1},
     .refuse = refuse,
     .variants = gaussian_variants,
     .variant_count = GS_COUNT(gaussian_variants),
     .contenders = "threads,hoisted,fast_math,vector4",
     .goals = gs_elementwise_goals,
     .goal_count = GS_ELEMENTWISE_GOALS - 1},
    {.name = "polar_distance",
     .formula = "d[i] = |(rho1[i], theta1[i]) - (rho2[i], theta2[i])|",
     .arrays = polar_arrays,
     .array_count = GS_COUNT(polar_arrays),
     .dtypes = GS_DTYPE_BIT(GS_F32) | GS_DTYPE_BIT(GS_F64),
     .sizes = "1e3:1e6:*10",
     .block = 256,
     .fill = polar_fill,
     .compare = polar_compare,
     .traffic = polar_traffic,
     .arithmetic = {.mads = POLAR_MADS, .exps = 1},
     .refuse = refuse,
     .variants = polar_variants,
     .variant_count = GS_COUNT(polar_variants),
     .contenders = "threads,half_angle,vector4",
     .goals = gs_elementwise_goals,
     .goal_count = GS_ELEMENTWISE_GOALS - 1},
};

const struct gs_lesson gs_lesson_gaussian_pdf = {
    .number = 4,
    .slug = "gaussian_pdf",
    .title = "a Gaussian, and device functions",
    .workloads = workloads,
    .workload_count = GS_COUNT(workloads),
};
