/* Lesson 4: a device function. */
#include "exercise_tools.h"

#include "random.h"

#include <math.h>

enum { D, RHO1, THETA1, RHO2, THETA2, POINTS };

static const struct gs_array polar_parameters[] = {
    {"d", GS_OUTPUT, GS_HOME_DEVICE, GS_F32},
    {"rho1", GS_INPUT, GS_HOME_DEVICE, GS_F32},
    {"theta1", GS_INPUT, GS_HOME_DEVICE, GS_F32},
    {"rho2", GS_INPUT, GS_HOME_DEVICE, GS_F32},
    {"theta2", GS_INPUT, GS_HOME_DEVICE, GS_F32},
    {"n", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
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

/* ---- formulas that give other numbers -------------------------------------------------------- */

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
    {of_radii, "That is the difference of the radii: is each point's own angle in it?"},
    {swapped, "That is what comes out when radius and angle change places: in which order does "
              "your function take them?"},
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
            return gs_say(out, "wrong-value", "d[%zu] is %g, and %g is right. %s", i, got, want,
                          polar_mistakes[k].remark);
    }
    if (!is_cancelled(got, want))
        return false;
    return gs_say(out, "cancellation",
                  "d[%zu] is %g, and %g is right; points that are further apart come out right. "
                  "The law of cosines subtracts numbers near 1 to get one of %.1g, and a float has "
                  "7 digits: subtract the coordinates of the points.",
                  i, got, want, want * want);
}

/* ---- all together ---------------------------------------------------------------------------- */

/* However often a compiler loads what the source names twice. */
static void polar_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    gs_budget_one_pass(most, 9 * sizeof(float) * shape->n);
}

static size_t polar_bytes(const struct gs_shape *shape)
{
    return 5 * sizeof(float) * shape->n;
}

const struct gs_exercise gs_exercise_polar_distance = {
    .name = "polar_distance",
    .title = "Write a device function",
    .entry = "polar_distance",
    .parameters = polar_parameters,
    .shapes = gs_shapes_around_256,
    .n_name = "n",
    .hints = {"Which word before a function says that kernels may call it?",
              "__device__ point to_cartesian(float rho, float theta) returns the point. The "
              "distance is the root of dx * dx + dy * dy, where dx and dy are differences.",
              "return {rho * cosf(theta), rho * sinf(theta)}; and in the kernel: point p = "
              "to_cartesian(rho1[i], theta1[i]), q = to_cartesian(rho2[i], theta2[i]); then d[i] = "
              "sqrtf(...) of the differences."},
    .count = gs_count_n,
    .fill = polar_fill,
    .solve = polar_solve,
    .tolerance = 4e-6,
    .explain = polar_explain,
    .budget = polar_budget,
    .timed = {.n = (size_t)1 << 25},
    .timed_bytes = polar_bytes,
    .timed_ratio = 1.6,
};
