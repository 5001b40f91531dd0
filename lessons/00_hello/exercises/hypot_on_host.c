/* Lesson 0: the hypotenuse on the CPU, without a square that a double cannot hold. */
#include "exercise_tools.h"

#include "random.h"

#include <math.h>

enum { C, A, B, COUNT };

static const struct gs_array hypot_parameters[] = {
    {"c", GS_OUTPUT, GS_HOME_PAGEABLE, GS_F64},
    {"a", GS_INPUT, GS_HOME_PAGEABLE, GS_F64},
    {"b", GS_INPUT, GS_HOME_PAGEABLE, GS_F64},
    {"n", GS_NUMBER, GS_HOME_PAGEABLE, GS_U64},
    {0},
};

/* All kinds of numbers are in 257 of them. */
static const struct gs_shape hypot_shapes[] = {
    {.n = 257}, {.n = 0}, {.n = 1}, {.n = 2}, {.n = 1000}, GS_LAST_SHAPE,
};

/* Element 0 is 3, 4, and element 1 is 0, 0. Later ones are both very large or both very small: no
 * square of such a number is one of double; or one of each, whose quotient is none. */
static double scale_of(size_t i, unsigned array)
{
    bool large = i % 6 == 4 || (i > 6 && i % 6 == 0 && array == A);
    bool small = i % 6 == 5 || (i > 6 && i % 6 == 0 && array == B);
    return large ? 1e200 : small ? 1e-200 : 1;
}

static void hypot_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    double *a = arrays[A], *b = arrays[B];
    for (size_t i = 0; i < shape->n; i++) {
        a[i] = i == 0 ? 3 : i == 1 ? 0 : scale_of(i, A) * gs_random_f64(seed, A, i);
        b[i] = i == 0 ? 4 : i == 1 ? 0 : scale_of(i, B) * gs_random_f64(seed, B, i);
    }
    *(uint64_t *)arrays[COUNT] = shape->n;
}

static void hypot_solve(const struct gs_shape *shape, const void *const *arrays,
                        struct gs_expected *out)
{
    const double *a = arrays[A], *b = arrays[B];
    double *c = out->want[C];
    for (size_t i = 0; i < shape->n; i++)
        c[i] = hypot(a[i], b[i]);
}

/* ---- what a wrong value is ------------------------------------------------------------------- */

/* One wrong element. */
struct pair {
    size_t i;
    double a, b, got, want, large, small;
};

static bool is_about(double got, double formula)
{
    return fabs(got - formula) <= 1e-12 * fabs(formula);
}

static bool say_no_number(const struct pair *p, struct gs_saying *out)
{
    if (p->large == 0 && isnan(p->got))
        return gs_say(out, "nan",
                      "c[%zu] is NaN, where a[%zu] and b[%zu] are both 0: the quotient is 0 / 0 "
                      "there, which is no number. Test for it first.",
                      p->i, p->i, p->i);
    if (isinf(p->got) && isinf(p->large / p->small))
        return gs_say(out, "overflow",
                      "c[%zu] is %g, and %g is right. a[%zu] is %g and b[%zu] is %g: the quotient "
                      "is to be the smaller by the larger, which is 1 at most.",
                      p->i, p->got, p->want, p->i, p->a, p->i, p->b);
    if (isinf(p->got) || (p->got == 0 && p->large > 0))
        return gs_say(out, "overflow",
                      "c[%zu] is %g, and %g is right. a[%zu] is %g: its square is no number of "
                      "double, which end at 1.8e308 and at 5e-324.",
                      p->i, p->got, p->want, p->i, p->a);
    return false;
}

static bool say_formula(const struct pair *p, struct gs_saying *out)
{
    const double t = p->small / p->large;
    const struct {
        double value;
        const char *what;
    } formulas[] = {
        {p->small, "the smaller of the two alone: 1 is to be added to the square of the quotient"},
        {p->large * (1 + t * t), "what stands under the root, times the larger: take the root"},
        {p->large * sqrt(1 + t), "the larger times the root of 1 + t: the quotient is to be "
                                 "squared"},
        {sqrt(1 + t * t), "the root alone, without the larger in front of it"},
        {p->large + p->small, "the two sides added: add their squares, and take the root"},
        {p->a * p->a + p->b * p->b, "the sum of the squares: take the root of it"},
    };
    for (size_t k = 0; k < sizeof formulas / sizeof formulas[0]; k++) {
        if (is_about(p->got, formulas[k].value))
            return gs_say(out, "wrong-value", "c[%zu] is %g, and %g is right. It is %s.", p->i,
                          p->got, p->want, formulas[k].what);
    }
    return false;
}

static bool hypot_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t i = wrong->first;
    struct pair p = {.i = i,
                     .a = ((const double *)wrong->arrays[A])[i],
                     .b = ((const double *)wrong->arrays[B])[i],
                     .got = ((const double *)wrong->got)[i],
                     .want = ((const double *)wrong->want)[i]};
    p.large = fmax(fabs(p.a), fabs(p.b));
    p.small = fmin(fabs(p.a), fabs(p.b));
    if (wrong->untouched > 0)
        return false;
    if (say_no_number(&p, out) || say_formula(&p, out))
        return true;
    if (p.got < 0)
        return gs_say(out, "wrong-value",
                      "c[%zu] is %g, and no hypotenuse is negative: a[%zu] is %g and b[%zu] is %g. "
                      "Take fabs() of both before you ask which is larger.",
                      i, p.got, i, p.a, i, p.b);
    return fabs(p.got - p.want) <= 1e-6 * p.want &&
           gs_say(out, "rounded",
                  "c[%zu] is %.17g, and %.17g is right: somewhere a number became a float, which "
                  "keeps 24 bits of it.",
                  i, p.got, p.want);
}

const struct gs_exercise gs_exercise_hypot_on_host = {
    .name = "hypot_on_host",
    .title = "The hypotenuse, on the CPU",
    .entry = "hypot_on_host",
    .on_host = true,
    .parameters = hypot_parameters,
    .shapes = hypot_shapes,
    .n_name = "n",
    .hints =
        {"A square of a[i] or b[i] must not be needed. Divide the smaller of the two sides by the "
         "larger: how large can that be, and how large is its square?",
         "Take fabs() of both, then the larger and the smaller of them. The quotient smaller "
         "/ larger is between 0 and 1, unless both are 0.",
         "if (large == 0) the answer is 0; else t = small / large, and the answer is large * "
         "sqrt(1 + t * t)."},
    .count = gs_count_n,
    .fill = hypot_fill,
    .solve = hypot_solve,
    .tolerance = 1e-14,
    .explain = hypot_explain,
};
