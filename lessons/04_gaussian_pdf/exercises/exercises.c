/* Lesson 4's exercises: what each function is tried with, and what is right. */
#include "grade/exercise.h"

#include "random.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what they share ------------------------------------------------------------------------- */

/* Around a warp, around a block of 256, and many blocks with a remainder. */
static const struct gs_shape shapes[] = {
    {.n = 0},      {.n = 1},   {.n = 31},  {.n = 33},
    {.n = 255},    {.n = 256}, {.n = 257}, {.n = (1 << 16) + 11},
    GS_LAST_SHAPE,
};

static const double pi = 3.14159265358979323846;

static size_t n_elements(const struct gs_shape *shape, unsigned parameter)
{
    (void)parameter;
    return shape->n;
}

__attribute__((format(printf, 3, 4))) static bool say(struct gs_saying *out, const char *kind,
                                                      const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    snprintf(out->kind, sizeof out->kind, "%s", kind);
    vsnprintf(out->sentence, sizeof out->sentence, format, arguments);
    va_end(arguments);
    return true;
}

/* ---- polar_distance -------------------------------------------------------------------------- */

enum { D, RHO1, THETA1, RHO2, THETA2, POINTS };

static const struct gs_parameter polar_parameters[] = {
    {"d", GS_ARG_OUTPUT, GS_ON_DEVICE, GS_ELEMENT_F32},
    {"rho1", GS_ARG_INPUT, GS_ON_DEVICE, GS_ELEMENT_F32},
    {"theta1", GS_ARG_INPUT, GS_ON_DEVICE, GS_ELEMENT_F32},
    {"rho2", GS_ARG_INPUT, GS_ON_DEVICE, GS_ELEMENT_F32},
    {"theta2", GS_ARG_INPUT, GS_ON_DEVICE, GS_ELEMENT_F32},
    {"n", GS_ARG_NUMBER, GS_ON_DEVICE, GS_ELEMENT_U64},
    {0},
};

/* Anywhere in a ring; each fourth pair is close, for there a formula may lose all digits. */
static void polar_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    for (size_t i = 0; i < shape->n; i++) {
        const bool close = i % 4 == 3;
        float value[POINTS];
        for (unsigned k = RHO1; k < POINTS; k++)
            value[k] = gs_random_f32(seed, k, i);
        const float rho = 1 + value[RHO1] / 2, theta = 3.14F * value[THETA1];
        ((float *)arrays[RHO1])[i] = rho;
        ((float *)arrays[THETA1])[i] = theta;
        ((float *)arrays[RHO2])[i] = close ? rho + 1e-3F * value[RHO2] : 1 + value[RHO2] / 2;
        ((float *)arrays[THETA2])[i] =
            close ? theta + 1e-3F * value[THETA2] : 3.14F * value[THETA2];
    }
    *(uint64_t *)arrays[POINTS] = shape->n;
}

/* Two points, as radius and angle, and as coordinates. */
struct pair {
    double rho1, theta1, rho2, theta2, x1, y1, x2, y2;
};

static struct pair pair_at(const void *const *arrays, size_t i)
{
    struct pair p = {.rho1 = (double)((const float *)arrays[RHO1])[i],
                     .theta1 = (double)((const float *)arrays[THETA1])[i],
                     .rho2 = (double)((const float *)arrays[RHO2])[i],
                     .theta2 = (double)((const float *)arrays[THETA2])[i]};
    p.x1 = p.rho1 * cos(p.theta1);
    p.y1 = p.rho1 * sin(p.theta1);
    p.x2 = p.rho2 * cos(p.theta2);
    p.y2 = p.rho2 * sin(p.theta2);
    return p;
}

static double distance_of(struct pair p)
{
    return hypot(p.x1 - p.x2, p.y1 - p.y2);
}

/* The coordinates are right to some units in the last place of a radius, and so is the distance,
 * however short it is. */
static void polar_solve(const struct gs_shape *shape, const void *const *arrays,
                        struct gs_expected *out)
{
    double *d = out->want[D];
    for (size_t i = 0; i < shape->n; i++)
        d[i] = distance_of(pair_at(arrays, i));
    out->scale = 2;
}

static double square_of(struct pair p)
{
    return distance_of(p) * distance_of(p);
}

static double added(struct pair p)
{
    return hypot(p.x1 + p.x2, p.y1 + p.y2);
}

static double y_added(struct pair p)
{
    return hypot(p.x1 - p.x2, p.y1 + p.y2);
}

static double x_added(struct pair p)
{
    return hypot(p.x1 + p.x2, p.y1 - p.y2);
}

static double of_radii(struct pair p)
{
    return fabs(p.rho1 - p.rho2);
}

static double swapped(struct pair p)
{
    return hypot(p.theta1 * cos(p.rho1) - p.theta2 * cos(p.rho2),
                 p.theta1 * sin(p.rho1) - p.theta2 * sin(p.rho2));
}

static double along_axes(struct pair p)
{
    return fabs(p.x1 - p.x2) + fabs(p.y1 - p.y2);
}

static const struct {
    double (*formula)(struct pair);
    const char *remark;
} polar_mistakes[] = {
    {square_of, "That is the square of the distance: take its root, with sqrtf()."},
    {added,
     "That is what comes out when the coordinates of the two points are added: subtract them."},
    {y_added, "That is what comes out when the two y are added: subtract them, as the two x."},
    {x_added, "That is what comes out when the two x are added: subtract them, as the two y."},
    {of_radii, "That is the difference of the radii; the angles are not in it."},
    {swapped,
     "That is what comes out when radius and angle change places: in which order does your "
     "function take them?"},
    {along_axes,
     "That is the way along the axes, |dx| + |dy|: take the root of the sum of squares."},
};

/* A short distance whose square is right, but for roundings of numbers near 1. */
static bool is_cancelled(double got, double want)
{
    return want < 0.02 && (isnan(got) || fabs(got * got - want * want) < 1e-5);
}

static bool polar_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t i = wrong->first;
    const double got = (double)((const float *)wrong->got)[i];
    const double want = ((const double *)wrong->want)[i];
    const struct pair pair = pair_at(wrong->arrays, i);
    if (wrong->untouched > 0)
        return false;
    for (size_t k = 0; k < sizeof polar_mistakes / sizeof polar_mistakes[0]; k++) {
        if (fabs(got - polar_mistakes[k].formula(pair)) <= 1e-5)
            return say(out, "wrong-value", "d[%zu] is %g, and %g is right. %s", i, got, want,
                       polar_mistakes[k].remark);
    }
    if (!is_cancelled(got, want))
        return false;
    return say(
        out, "cancellation",
        "d[%zu] is %g, and %g is right; points that are further apart come out right. The law "
        "of cosines subtracts numbers near 1 to get one of %.1g, and a float has 7 digits: "
        "subtract the coordinates of the points.",
        i, got, want, want * want);
}

/* However often a compiler loads what the source names twice. */
static void polar_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->sectors = 1.0;
    most->launches = 1;
    most->global_bytes = 9 * sizeof(float) * shape->n;
}

static size_t polar_bytes(const struct gs_shape *shape)
{
    return 5 * sizeof(float) * shape->n;
}

/* ---- gaussian -------------------------------------------------------------------------------- */

enum { P, X, MEAN, SIGMA, N };

static const struct gs_parameter gaussian_parameters[] = {
    {"p", GS_ARG_OUTPUT, GS_ON_DEVICE, GS_ELEMENT_F32},
    {"x", GS_ARG_INPUT, GS_ON_DEVICE, GS_ELEMENT_F32},
    {"mean", GS_ARG_NUMBER, GS_ON_DEVICE, GS_ELEMENT_F32},
    {"sigma", GS_ARG_NUMBER, GS_ON_DEVICE, GS_ELEMENT_F32},
    {"n", GS_ARG_NUMBER, GS_ON_DEVICE, GS_ELEMENT_U64},
    {0},
};

/* Neither mean 0 nor sigma 1, where mistakes do not show; x up to four sigma to both sides. */
static void gaussian_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    const float mean = 2 + gs_random_f32(seed, MEAN, 0);
    const float sigma = 2 + gs_random_f32(seed, SIGMA, 0) / 2;
    for (size_t i = 0; i < shape->n; i++)
        ((float *)arrays[X])[i] = mean + 4 * sigma * gs_random_f32(seed, X, i);
    *(float *)arrays[MEAN] = mean;
    *(float *)arrays[SIGMA] = sigma;
    *(uint64_t *)arrays[N] = shape->n;
}

struct bell {
    double x, mean, sigma;
};

static struct bell bell_at(const void *const *arrays, size_t i)
{
    return (struct bell){.x = (double)((const float *)arrays[X])[i],
                         .mean = (double)*(const float *)arrays[MEAN],
                         .sigma = (double)*(const float *)arrays[SIGMA]};
}

static double peak_of(struct bell b)
{
    return 1 / (b.sigma * sqrt(2 * pi));
}

/* exp(factor * (way / sigma)^2), a part of most formulas. */
static double power_of(struct bell b, double way, double factor)
{
    return exp(factor * (way / b.sigma) * (way / b.sigma));
}

static void gaussian_solve(const struct gs_shape *shape, const void *const *arrays,
                           struct gs_expected *out)
{
    double *p = out->want[P];
    for (size_t i = 0; i < shape->n; i++) {
        const struct bell b = bell_at(arrays, i);
        p[i] = power_of(b, b.x - b.mean, -0.5) * peak_of(b);
    }
}

static double no_exponent(struct bell b)
{
    return peak_of(b);
}

static double no_half(struct bell b)
{
    return power_of(b, b.x - b.mean, -1) * peak_of(b);
}

static double no_sign(struct bell b)
{
    return power_of(b, b.x - b.mean, 0.5) * peak_of(b);
}

static double mean_added(struct bell b)
{
    return power_of(b, b.x + b.mean, -0.5) * peak_of(b);
}

static double no_mean(struct bell b)
{
    return power_of(b, b.x, -0.5) * peak_of(b);
}

static double no_peak(struct bell b)
{
    return power_of(b, b.x - b.mean, -0.5);
}

static double no_sigma_in_peak(struct bell b)
{
    return power_of(b, b.x - b.mean, -0.5) / sqrt(2 * pi);
}

static double times_sigma(struct bell b)
{
    return power_of(b, (b.x - b.mean) * b.sigma * b.sigma, -0.5) * peak_of(b);
}

static double no_sigma(struct bell b)
{
    return power_of(b, (b.x - b.mean) * b.sigma, -0.5);
}

static double no_sigma_in_exponent(struct bell b)
{
    return no_sigma(b) * peak_of(b);
}

static const struct {
    double (*formula)(struct bell);
    const char *remark;
} gaussian_mistakes[] = {
    {no_exponent,
     "That is the peak itself: the exponent was 0. In C `1 / 2` divides integers, and is "
     "0; write 0.5f."},
    {no_half, "That is what comes out without the half in the exponent."},
    {no_sign, "That is what comes out without the minus sign in the exponent."},
    {mean_added, "That is what comes out when the mean is added to x: subtract it."},
    {no_mean, "That is what comes out when the mean is not subtracted from x."},
    {no_peak, "That is the power alone: it has to be divided by sigma sqrt(2 pi), or multiplied by "
              "what that is the inverse of."},
    {no_sigma_in_peak, "That is divided by sqrt(2 pi) alone: sigma belongs in the divisor, too."},
    {times_sigma, "The way from the mean was multiplied by sigma: z is that way in units of sigma, "
                  "and 1 / sigma is the constant to multiply by."},
    {no_sigma,
     "There is no sigma in that: z is the way from the mean in units of sigma, and the power "
     "is divided by sigma sqrt(2 pi)."},
    {no_sigma_in_exponent,
     "There is no sigma in that exponent: z is the way from the mean in units of "
     "sigma."},
};

static bool gaussian_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t i = wrong->first;
    const double got = (double)((const float *)wrong->got)[i];
    const double want = ((const double *)wrong->want)[i];
    const struct bell bell = bell_at(wrong->arrays, i);
    if (wrong->untouched > 0)
        return false;
    for (size_t k = 0; k < sizeof gaussian_mistakes / sizeof gaussian_mistakes[0]; k++) {
        const double formula = gaussian_mistakes[k].formula(bell);
        if (fabs(got - formula) <= 1e-4 * fabs(formula) + 1e-38) /* a float may have become 0 */
            return say(out, "wrong-value",
                       "p[%zu] is %g, and %g is right, where x is %g, mean %g and sigma %g. %s", i,
                       got, want, bell.x, bell.mean, bell.sigma, gaussian_mistakes[k].remark);
    }
    return false;
}

static bool gaussian_say_finding(const struct gs_shape *shape, const json_t *finding,
                                 struct gs_saying *out)
{
    const char *kind = json_string_value(json_object_get(finding, "kind"));
    (void)shape;
    if (kind == NULL || strcmp(kind, "host-pointer") != 0)
        return false;
    return say(out, "host-pointer",
               "The kernel was handed an address of the host's, and no thread can read what lies "
               "there. Hand it the constants themselves, by value: a struct can be an argument.");
}

/* Two numbers that one thread computes for all others are two that the host could. */
static bool gaussian_audit(const struct gs_shape *shape, const json_t *report,
                           struct gs_saying *out)
{
    const json_t *operations = json_object_get(report, "operations"), *first = NULL;
    (void)shape;
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *operation = json_array_get(operations, i);
        const char *what = json_string_value(json_object_get(operation, "do"));
        if (what == NULL || strcmp(what, "launch") != 0)
            continue;
        if (first != NULL) {
            out->line = (int)json_integer_value(json_object_get(first, "line"));
            return say(
                out, "too-many-launches",
                "This kernel runs before the one that computes p, and a launch costs more than "
                "two divisions: compute what is the same for all x on the host, and hand it "
                "over as an argument.");
        }
        first = operation;
    }
    return false;
}

static void gaussian_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->sectors = 1.0;
    most->launches = 1;
    most->global_bytes = 3 * sizeof(float) * shape->n;
}

static size_t gaussian_bytes(const struct gs_shape *shape)
{
    return 2 * sizeof(float) * shape->n;
}

/* ---- zero_suppress --------------------------------------------------------------------------- */

enum { OUT, IN, THRESHOLD, SAMPLES };

static const struct gs_parameter zero_suppress_parameters[] = {
    {"out", GS_ARG_OUTPUT, GS_ON_DEVICE, GS_ELEMENT_I16},
    {"in", GS_ARG_INPUT, GS_ON_DEVICE, GS_ELEMENT_I16},
    {"threshold", GS_ARG_NUMBER, GS_ON_DEVICE, GS_ELEMENT_I16},
    {"n", GS_ARG_NUMBER, GS_ON_DEVICE, GS_ELEMENT_U64},
    {0},
};

/* Noise and signal on both sides, and what stands just at a bound. The first is signal. */
static int sample_at(uint64_t seed, size_t i, int threshold)
{
    const int random = gs_random_i32(seed, IN, i), sign = random % 2 == 0 ? 1 : -1;
    switch (i % 8) {
    case 0:
        return threshold + 1 + abs(random % 1000);
    case 3:
        return INT16_MIN;
    case 5:
        return sign * threshold;
    case 6:
        return sign * (threshold - 1);
    default:
        return random % (3 * threshold);
    }
}

static void zero_suppress_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    const int threshold = 200 + abs(gs_random_i32(seed, THRESHOLD, 0) % 800);
    for (size_t i = 0; i < shape->n; i++)
        ((int16_t *)arrays[IN])[i] = (int16_t)sample_at(seed, i, threshold);
    *(int16_t *)arrays[THRESHOLD] = (int16_t)threshold;
    *(uint64_t *)arrays[SAMPLES] = shape->n;
}

static void zero_suppress_solve(const struct gs_shape *shape, const void *const *arrays,
                                struct gs_expected *out)
{
    const int16_t *in = arrays[IN];
    const int threshold = *(const int16_t *)arrays[THRESHOLD];
    int16_t *want = out->want[OUT];
    for (size_t i = 0; i < shape->n; i++) {
        want[i] = 0;
        if (abs((int)in[i]) >= threshold)
            want[i] = in[i];
    }
}

/* What all wrong elements have in common. */
struct common {
    bool lowest;       /* the sample is -32768 */
    bool at_threshold; /* it is just at the threshold */
    bool negative;
    bool noise; /* 0 was wanted */
};

static struct common common_of(const struct gs_wrong *wrong)
{
    const int16_t *in = wrong->arrays[IN], *want = wrong->want, *got = wrong->got;
    const int threshold = *(const int16_t *)wrong->arrays[THRESHOLD];
    struct common common = {true, true, true, true};
    for (size_t i = wrong->first; i <= wrong->last; i++) {
        if (got[i] == want[i])
            continue;
        common.lowest &= in[i] == INT16_MIN;
        common.at_threshold &= abs((int)in[i]) == threshold;
        common.negative &= in[i] < 0;
        common.noise &= want[i] == 0;
    }
    return common;
}

static bool say_suppressed(const struct gs_wrong *wrong, struct common common,
                           struct gs_saying *out)
{
    const size_t i = wrong->first;
    const int sample = ((const int16_t *)wrong->arrays[IN])[i];
    const int threshold = *(const int16_t *)wrong->arrays[THRESHOLD];
    if (common.lowest)
        return say(
            out, "overflow",
            "out[%zu] is 0, and in[%zu] is -32768, as far from 0 as a sample can be: 32768 does "
            "not fit 16 bits, and -(-32768) is -32768 again. Compute the distance from 0 in an "
            "int.",
            i, i);
    if (common.at_threshold)
        return say(
            out, "wrong-value",
            "out[%zu] is 0, and in[%zu] is %d, just as far from 0 as threshold, %d: samples that "
            "are at least that far away are kept.",
            i, i, sample, threshold);
    if (common.negative)
        return say(out, "wrong-value",
                   "out[%zu] is 0, and in[%zu] is %d, further from 0 than threshold, %d: negative "
                   "samples are signal, too. Compare the absolute value.",
                   i, i, sample, threshold);
    return say(
        out, "wrong-value",
        "out[%zu] is 0, and in[%zu] is %d, further from 0 than threshold, %d: is the comparison "
        "the other way round?",
        i, i, sample, threshold);
}

static bool zero_suppress_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t i = wrong->first;
    const struct common common = common_of(wrong);
    const int sample = ((const int16_t *)wrong->arrays[IN])[i];
    const int got = ((const int16_t *)wrong->got)[i], want = ((const int16_t *)wrong->want)[i];
    if (wrong->untouched == wrong->wrong && wrong->wrong < wrong->count && common.noise)
        return say(
            out, "never-written",
            "out[%zu] was never written, nor any other element that is to be 0: a 0 has to be "
            "written like any other number, for out holds something else before.",
            i);
    if (wrong->untouched > 0)
        return false;
    if (got == 0)
        return say_suppressed(wrong, common, out);
    if (got == -sample)
        return say(
            out, "wrong-value",
            "out[%zu] is %d, and in[%zu] is %d: the sign was lost. Compare the absolute value, "
            "and write the sample.",
            i, got, i, sample);
    if (got == 1)
        return say(out, "wrong-value",
                   "out[%zu] is 1, and %d is right: that says whether it is signal, and the sample "
                   "itself is wanted.",
                   i, want);
    return false;
}

/* Who writes the signal alone, over zeros, has half of a warp at each sector, and needs both. */
static void zero_suppress_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->sectors = 1.6;
    most->launches = 1;
    most->global_bytes = 3 * sizeof(int16_t) * shape->n;
}

static size_t zero_suppress_bytes(const struct gs_shape *shape)
{
    return 2 * sizeof(int16_t) * shape->n;
}

/* ---- all of them ----------------------------------------------------------------------------- */

const struct gs_exercise gs_exercises_gaussian_pdf[] = {
    {
        .name = "polar_distance",
        .title = "Write a device function",
        .entry = "polar_distance",
        .parameters = polar_parameters,
        .shapes = shapes,
        .n_name = "n",
        .hints = {"Which word before a function says that kernels may call it?",
                  "__device__ point to_cartesian(float rho, float theta) returns the point. The "
                  "distance is the root of dx * dx + dy * dy, where dx and dy are differences.",
                  "return {rho * cosf(theta), rho * sinf(theta)}; and in the kernel: point p = "
                  "to_cartesian(rho1[i], theta1[i]), q = to_cartesian(rho2[i], theta2[i]); then "
                  "d[i] = sqrtf(...) of the differences."},
        .count = n_elements,
        .fill = polar_fill,
        .solve = polar_solve,
        .tolerance = 4e-6,
        .explain = polar_explain,
        .budget = polar_budget,
        .timed = {.n = (size_t)1 << 25},
        .timed_bytes = polar_bytes,
        .timed_ratio = 1.25,
    },
    {
        .name = "gaussian",
        .title = "Compute constants once, and in float",
        .entry = "gaussian",
        .parameters = gaussian_parameters,
        .shapes = shapes,
        .n_name = "n",
        .hints =
            {"What is the type of -0.5 * z, and which exp() takes that?",
             "-0.5f and expf() stay in float. z is the way from the mean times c.inverse; so "
             "what are inverse and peak, in gaussian()?",
             "constants c = {mean, 1 / sigma, 1 / (sigma * sqrtf(2 * 3.14159265f))}; and in the "
             "kernel z = (x[i] - c.mean) * c.inverse and p[i] = expf(-0.5f * z * z) * c.peak."},
        .count = n_elements,
        .fill = gaussian_fill,
        .solve = gaussian_solve,
        .tolerance = 2e-5, /* the exponent reaches -8, and its roundings count as often */
        .explain = gaussian_explain,
        .audit = gaussian_audit,
        .say_finding = gaussian_say_finding,
        .budget = gaussian_budget,
        .timed = {.n = (size_t)1 << 25},
        .timed_bytes = gaussian_bytes,
        .timed_ratio = 1.25,
    },
    {
        .name = "zero_suppress",
        .title = "Silence the noise of a waveform",
        .entry = "zero_suppress",
        .parameters = zero_suppress_parameters,
        .shapes = shapes,
        .n_name = "n",
        .hints =
            {"Which samples are to be 0 if threshold is 3: -4, -3, -2, 0, 2, 3, 4?",
             "Those whose absolute value is below threshold. But 32768 fits no int16_t: the "
             "absolute value has to be an int.",
             "int sample = in[i]; out[i] = abs(sample) < threshold ? 0 : sample; where i < n."},
        .count = n_elements,
        .fill = zero_suppress_fill,
        .solve = zero_suppress_solve,
        .explain = zero_suppress_explain,
        .budget = zero_suppress_budget,
        .timed = {.n = (size_t)1 << 27},
        .timed_bytes = zero_suppress_bytes,
        .timed_ratio = 1.25,
    },
    {0},
};

/* ---- questions ------------------------------------------------------------------------------- */

static enum gs_status around(double value, double relative, double *least, double *most)
{
    *least = value * (1 - relative);
    *most = value * (1 + relative);
    return GS_OK;
}

static bool put(char *sentence, size_t size, const char *text)
{
    snprintf(sentence, size, "%s", text);
    return true;
}

static bool is_near(double given, double value)
{
    return fabs(given - value) <= 0.01 * fabs(value);
}

static enum gs_status answer_bytes(double *least, double *most, struct gs_error *why)
{
    const struct gs_shape one = {.n = 1};
    (void)why;
    return around((double)polar_bytes(&one), 0, least, most);
}

static bool explain_bytes(double given, char *sentence, size_t size)
{
    if (given == 5)
        return put(sentence, size, "That is the number of floats; each has 4 bytes.");
    return given == 4.0 * sizeof(float) &&
           put(sentence, size, "So many are read. The distance is written, too.");
}

/* The time that `gaussian` cannot go below, in microseconds. */
static double least_time_us(void)
{
    const struct gs_shape asked = {.n = (size_t)1 << 27};
    const double gb_per_s = 3000;
    return (double)gaussian_bytes(&asked) / (gb_per_s * 1e9) * 1e6;
}

static enum gs_status answer_least_us(double *least, double *most, struct gs_error *why)
{
    (void)why;
    return around(least_time_us(), 0.01, least, most);
}

static bool explain_least_us(double given, char *sentence, size_t size)
{
    if (is_near(given, least_time_us() / 2))
        return put(sentence, size, "That is the time to read x. p has to be written, too.");
    if (is_near(given, least_time_us() * 1e-6) || is_near(given, least_time_us() * 1e-3))
        return put(sentence, size, "The digits are right; the answer is wanted in microseconds.");
    return is_near(given, least_time_us() / 8) &&
           put(sentence, size,
               "That is as many bytes as there are points. How many bytes has one?");
}

static double ulp_of_1(void)
{
    return (double)(nextafterf(1, 2) - 1);
}

static enum gs_status answer_ulp(double *least, double *most, struct gs_error *why)
{
    (void)why;
    return around(ulp_of_1(), 0.01, least, most);
}

static bool explain_ulp(double given, char *sentence, size_t size)
{
    if (is_near(given, ulp_of_1() / 2))
        return put(sentence, size,
                   "That is half of it: the most that one rounding is off, and the step "
                   "below 1.");
    return is_near(given, nextafter(1, 2) - 1) &&
           put(sentence, size, "That is the step of a double.");
}

const struct gs_question gs_questions_gaussian_pdf[] = {
    {
        .name = "bytes_per_pair",
        .text =
            "polar_distance in f32: how many bytes does the kernel load and store for one pair of "
            "points?",
        .hints = {"How many arrays are there?", "Four are read, and one is written.",
                  "5 floats of 4 bytes."},
        .answer = answer_bytes,
        .explain = explain_bytes,
    },
    {
        .name = "least_us",
        .text = "gaussian_pdf in f32 at n = 2^27: how many microseconds must it take at least, on "
                "a GPU "
                "whose memory moves 3000 GB/s (3 * 10^12 bytes a second)?",
        .hints = {"How many bytes are loaded and stored for each point?",
                  "8 bytes a point; a time is bytes divided by bytes a second.",
                  "8 * 2^27 / 3e12 seconds, and a second has 10^6 microseconds."},
        .answer = answer_least_us,
        .explain = explain_least_us,
    },
    {
        .name = "ulp",
        .text = "An ulp is the step from a number to the next: how much larger than 1 is the float "
                "after 1?",
        .hints = {"A float has 24 significant bits.",
                  "The first bit of 1 stands for 2^0; what does the 24th stand for?",
                  "2^-23, which can be written like that."},
        .answer = answer_ulp,
        .explain = explain_ulp,
    },
    {0},
};
