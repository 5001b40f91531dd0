/* Lesson 4: constants computed once, and in float. It is C and no data: the kernel is to have no
 * divisions, and the launch to compute nothing that the host could. */
#include "exercise_tools.h"

#include "random.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

enum { P, X, MEAN, SIGMA, N };

static const struct gs_array gaussian_parameters[] = {
    {"p", GS_OUTPUT, GS_HOME_DEVICE, GS_F32},    {"x", GS_INPUT, GS_HOME_DEVICE, GS_F32},
    {"mean", GS_NUMBER, GS_HOME_DEVICE, GS_F32}, {"sigma", GS_NUMBER, GS_HOME_DEVICE, GS_F32},
    {"n", GS_NUMBER, GS_HOME_DEVICE, GS_U64},    {0},
};

/* Of small cases x is near the mean: there the power is 1, and what is off is the other factor. */
static double reach_of(const struct gs_shape *shape)
{
    const size_t few = 5;
    return shape->n <= few ? 0.1 : 4;
}

/* As gs_shapes_around_256, with some more that are small. */
static const struct gs_shape gaussian_shapes[] = {
    {.n = 0},
    {.n = 31},
    {.n = 33},
    {.n = 255},
    {.n = 256},
    {.n = 257},
    {.n = 1},
    {.n = 2},
    {.n = 3},
    {.n = 5},
    {.n = (1 << 16) + 11},
    GS_LAST_SHAPE,
};

/* Of the float nearest to each of pi, the root, the quotient, the power and the product; 3.1416 for
 * pi is farther off than all of them together. */
static const double near_the_mean = 9e-7;

/* Neither mean 0 nor sigma 1, where mistakes do not show; x up to four sigma to both sides. */
static void gaussian_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    const float mean = 2 + gs_random_f32(seed, MEAN, 0);
    const float sigma = 2 + gs_random_f32(seed, SIGMA, 0) / 2;
    for (size_t i = 0; i < shape->n; i++)
        ((float *)arrays[X])[i] = mean + (float)reach_of(shape) * sigma * gs_random_f32(seed, X, i);
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
    out->tolerance = reach_of(shape) < 1 ? near_the_mean : 0;
    for (size_t i = 0; i < shape->n; i++) {
        const struct bell b = bell_at(arrays, i);
        p[i] = power_of(b, b.x - b.mean, -0.5) * peak_of(b);
    }
}

/* ---- formulas that give other numbers -------------------------------------------------------- */

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

static double sigma_squared(struct bell b)
{
    return power_of(b, (b.x - b.mean) / b.sigma, -0.5) * peak_of(b);
}

static double sigma_once(struct bell b)
{
    return power_of(b, (b.x - b.mean) * sqrt(b.sigma), -0.5) * peak_of(b);
}

static double no_sigma_in_exponent(struct bell b)
{
    return no_sigma(b) * peak_of(b);
}

static double not_squared(struct bell b)
{
    return exp(-0.5 * (b.x - b.mean) / b.sigma) * peak_of(b);
}

static const struct {
    double (*formula)(struct bell);
    const char *remark;
} gaussian_mistakes[] = {
    {no_exponent, "That is the peak itself: the exponent was 0. Is one of its factors 0, as a "
                  "fraction that is stored in an int?"},
    {no_half, "That is what comes out without the half in the exponent."},
    {no_sign, "That is what comes out without the minus sign in the exponent."},
    {mean_added, "That is what comes out when the mean is added to x: subtract it."},
    {no_mean, "That is what comes out when the mean is not subtracted from x."},
    {no_peak, "That is the power alone: it has to be divided by sigma sqrt(2 pi), or multiplied by "
              "what that is the inverse of."},
    {no_sigma_in_peak, "That is divided by sqrt(2 pi) alone: sigma belongs in the divisor, too."},
    {times_sigma, "The way from the mean was multiplied by sigma: z is that way in units of sigma, "
                  "and 1 / sigma is the constant to multiply by."},
    {no_sigma, "There is no sigma in that: z is the way from the mean in units of sigma, and the "
               "power is divided by sigma sqrt(2 pi)."},
    {sigma_squared, "The way from the mean was divided by sigma^2: z is that way in units of "
                    "sigma, and is squared as a whole."},
    {sigma_once, "The square of the way from the mean was divided by sigma, and not by sigma^2: z "
                 "is that way in units of sigma, and is squared as a whole."},
    {no_sigma_in_exponent,
     "There is no sigma in that exponent: z is the way from the mean in units of sigma."},
    {not_squared, "That is what comes out when z is not squared in the exponent."},
};

/* All wrong elements are off by the same factor, and hardly. */
static bool has_one_factor(const struct gs_wrong *wrong)
{
    const float *got = wrong->got;
    const double *want = wrong->want;
    const double off = (double)got[wrong->first] / want[wrong->first] - 1;
    for (size_t i = 0; i < wrong->count; i++) {
        if (!(fabs((double)got[i] / want[i] - 1 - off) <= 0.3 * fabs(off)))
            return false;
    }
    return true;
}

static bool gaussian_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t i = wrong->first;
    const double got = (double)((const float *)wrong->got)[i];
    const double want = ((const double *)wrong->want)[i];
    const struct bell bell = bell_at(wrong->arrays, i);
    if (wrong->untouched > 0)
        return false;
    if (fabs(got - want) <= 1e-3 * want && has_one_factor(wrong))
        return gs_say(out, "too-few-digits",
                      "p[%zu] is %.8g, and %.8g is right: the first digits agree, and a float has "
                      "seven. Does a constant have fewer? Pi is 3.14159265f.",
                      i, got, want);
    for (size_t k = 0; k < sizeof gaussian_mistakes / sizeof gaussian_mistakes[0]; k++) {
        const double formula = gaussian_mistakes[k].formula(bell);
        if (fabs(got - formula) <= 1e-4 * fabs(formula) + 1e-38) /* a float may have become 0 */
            return gs_say(out, "wrong-value",
                          "p[%zu] is %g, and %g is right, where x is %g, mean %g and sigma %g. %s",
                          i, got, want, bell.x, bell.mean, bell.sigma, gaussian_mistakes[k].remark);
    }
    return false;
}

/* ---- all together ---------------------------------------------------------------------------- */

static bool gaussian_say_finding(const struct gs_shape *shape, const json_t *report,
                                 const json_t *finding, struct gs_saying *out)
{
    (void)shape;
    (void)report;
    if (!gs_finding_is(finding, "host-pointer") ||
        !gs_has_text(json_object_get(finding, "first"), "by", "thread"))
        return false;
    return gs_say(
        out, "host-pointer",
        "The kernel was handed an address of the host's, and no thread can read what lies there. "
        "The constants themselves can be arguments of a kernel.");
}

/* Whether a kernel stores anything but the result. */
static bool stores_more_than_p(const json_t *report)
{
    const json_t *accesses = gs_inspected_counts(report, "accesses");
    for (size_t i = 0; i < json_array_size(accesses); i++) {
        const json_t *access = json_array_get(accesses, i);
        if (gs_has_text(access, "space", "global") && gs_has_text(access, "kind", "store") &&
            !gs_has_text(access, "array", "p"))
            return true;
    }
    return false;
}

/* Two numbers that one thread computes for all others are two that the host could. */
static bool gaussian_audit(const struct gs_shape *shape, const json_t *report,
                           struct gs_saying *out)
{
    const json_t *operations = gs_inspected_operations(report), *first = NULL;
    (void)shape;
    if (!stores_more_than_p(report))
        return false;
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *operation = json_array_get(operations, i);
        if (!gs_has_text(operation, "do", "launch"))
            continue;
        if (first != NULL) {
            out->line = gs_line_of(first);
            return gs_say(out, "too-many-launches",
                          "This kernel runs before the one that computes p, and a launch costs "
                          "more than two divisions: compute what is the same for all x on the "
                          "host, and hand it over as an argument.");
        }
        first = operation;
    }
    return false;
}

static void gaussian_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    gs_budget_one_pass(most, 3 * sizeof(float) * shape->n);
    most->no_divisions = true;
}

static size_t gaussian_bytes(const struct gs_shape *shape)
{
    return 2 * sizeof(float) * shape->n;
}

const struct gs_exercise gs_exercise_gaussian = {
    .name = "gaussian",
    .title = "Compute constants once, and in float",
    .entry = "gaussian",
    .parameters = gaussian_parameters,
    .shapes = gaussian_shapes,
    .n_name = "n",
    .hints =
        {"Two things are to be done. On the host: which parts of the formula hold neither x nor "
         "i? They are the two constants. In the kernel: what is the type of -0.5 * z, and "
         "which exp() takes that?",
         "-0.5f and expf() stay in float. z is the way from the mean times c.inverse, and the "
         "power is multiplied by c.peak: the comments beside the two say what they are.",
         "constants c = {mean, 1 / sigma, 1 / (sigma * sqrtf(2 * 3.14159265f))}; and in the "
         "kernel z = (x[i] - c.mean) * c.inverse and p[i] = expf(-0.5f * z * z) * c.peak."},
    .count = gs_count_n,
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
};
