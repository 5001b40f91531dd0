/* Lesson 0: pi by random points, on the CPU. It is C and no data: the answer is a sum over a
 * random sequence of whole numbers of 64 bits, and a wrong one is compared with the sums of
 * other sequences. */
#include "pi_on_host.h"

#include "exercise_tools.h"

#include "random.h"

#include <math.h>

enum { PI, SEED, POINTS };

static const struct gs_array pi_parameters[] = {
    {"pi", GS_OUTPUT, GS_HOME_PAGEABLE, GS_F64},
    {"seed", GS_NUMBER, GS_HOME_PAGEABLE, GS_U64},
    {"n", GS_NUMBER, GS_HOME_PAGEABLE, GS_U64},
    {0},
};

/* First one with so many points that different mistakes give different results. At the last the
 * result differs from pi by some 0.0008: it is right to two decimals. */
static const struct gs_shape point_shapes[] = {
    {.n = 20011}, {.n = 1}, {.n = 2}, {.n = 100}, {.n = (size_t)1 << 22}, GS_LAST_SHAPE,
};

static size_t one_number(const struct gs_shape *shape, unsigned parameter)
{
    (void)shape;
    (void)parameter;
    return 1;
}

/* The first point is a hit, so that taking it for all of them does not give 0, as other mistakes
 * do; nor does taking the first number for all of them. */
static bool begins_with_hits(uint64_t seed)
{
    double x = uniform(&seed), y = uniform(&seed);
    return x * x + y * y < 1 && x * x + x * x < 1;
}

static bool is_hit_at(uint64_t seed, size_t point)
{
    uint64_t state = seed + 2 * (uint64_t)point * 0x9e3779b97f4a7c15u; /* as uniform() goes on */
    const double x = uniform(&state), y = uniform(&state);
    return x * x + y * y < 1;
}

/* The last point is a hit, and so is the one behind it: who leaves one out, or takes one more, has
 * another number. */
static bool ends_with_hits(uint64_t seed, size_t points)
{
    return is_hit_at(seed, points - 1) && is_hit_at(seed, points);
}

static void pi_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    size_t i = 0;
    while (!begins_with_hits(gs_random_bits(seed, SEED, i)) ||
           !ends_with_hits(gs_random_bits(seed, SEED, i), shape->n))
        i++;
    *(uint64_t *)arrays[SEED] = gs_random_bits(seed, SEED, i);
    *(uint64_t *)arrays[POINTS] = shape->n;
}

/* What a program counts, or counts by mistake, as a share of n. */
enum counted { HITS, OUTSIDE, BELOW_DIAGONAL, ON_DIAGONAL, FIRST_POINT };

static double share_of(uint64_t seed, size_t points, enum counted what)
{
    uint64_t state = seed;
    size_t count = 0;
    for (size_t p = 0; p < points; p++) {
        if (what == FIRST_POINT)
            state = seed;
        double x = uniform(&state), y = what == ON_DIAGONAL ? x : uniform(&state);
        bool hit = what == BELOW_DIAGONAL ? x + y < 1 : x * x + y * y < 1;
        count += hit != (what == OUTSIDE);
    }
    return (double)count;
}

static void pi_solve(const struct gs_shape *shape, const void *const *arrays,
                     struct gs_expected *out)
{
    const double hits = share_of(*(const uint64_t *)arrays[SEED], shape->n, HITS);
    *(double *)out->want[PI] = 4 * hits / (double)shape->n;
}

/* ---- what a wrong value is ------------------------------------------------------------------- */

static bool is_about(double got, double value)
{
    return fabs(got - value) <= 1e-9 * fabs(value);
}

/* The right points, and another number made of them. */
static bool say_result(double got, double hits, double n, struct gs_saying *out)
{
    if (is_about(got, hits / n))
        return gs_say(out, "wrong-value",
                      "*pi is %g, the share of the hits itself: a quarter of the circle has the "
                      "area pi / 4, so it is to be taken times 4.",
                      got);
    for (int off = -1; off <= 1; off += 2) {
        if (is_about(got, 4 * hits / (n + off)))
            return gs_say(out, "wrong-value",
                          "*pi is %g: the hits are right, and were divided by n %c 1. There are n "
                          "points: divide by n.",
                          got, off < 0 ? '-' : '+');
    }
    if (got == 0)
        return gs_say(out, "wrong-value",
                      "*pi is 0. Is it made of the number of hits? If it is: a division of whole "
                      "numbers drops what is behind the point.");
    if (got == floor(4 * hits / n))
        return gs_say(out, "wrong-value",
                      "*pi is %g: a division of whole numbers drops what is behind the point. "
                      "Make one of them a double, as in 4.0 * hits / n.",
                      got);
    return is_about(got, hits) && gs_say(out, "wrong-value",
                                         "*pi is %g, the number of the hits: divide it by n, and "
                                         "take it times 4.",
                                         got);
}

/* Whether it is what so many points give, also with another seed: by chance it is with one. */
static bool counts(const struct gs_wrong *wrong, size_t points, enum counted what)
{
    const double got = *(const double *)wrong->got, n = (double)wrong->shape->n;
    const uint64_t seed = *(const uint64_t *)wrong->arrays[SEED];
    return is_about(got, 4 * share_of(seed, points, what) / n) &&
           (wrong->again == NULL || counts(wrong->again, points, what));
}

/* The right formula, of other points. */
static bool say_points(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t n = wrong->shape->n;
    static const struct {
        enum counted what;
        const char *kind, *sentence;
    } mistakes[] = {
        {FIRST_POINT, "same-numbers",
         "*pi is 4: each point is a hit. Either all points are one and the same, where the "
         "sequence starts again for each, or a function of yours changes a copy of its state: set "
         "the state once, before the loop, and hand &state to uniform(), through all functions. Or "
         "the test is another one than x * x + y * y < 1."},
        {ON_DIAGONAL, "same-coordinates",
         "x and y of each point are the same number, so all points lie on the diagonal: ask "
         "uniform() for each."},
        {OUTSIDE, "wrong-value",
         "*pi is what the points outside of the circle give: the hits have x * x + y * y < 1."},
        {BELOW_DIAGONAL, "wrong-value",
         "*pi is what the test x + y < 1 gives: the square of the distance is x * x + y * y."},
    };
    for (size_t k = 0; k < sizeof mistakes / sizeof mistakes[0]; k++) {
        if (counts(wrong, n, mistakes[k].what))
            return gs_say(out, mistakes[k].kind, "%s", mistakes[k].sentence);
    }
    for (size_t points = n - 1; points <= n + 1; points += 2) {
        if (counts(wrong, points, HITS))
            return gs_say(out, "wrong-points",
                          "*pi is that of %zu points, one point %s than n: does the loop go from 0 "
                          "to n - 1?",
                          points, points < n ? "fewer" : "more");
    }
    return false;
}

static bool pi_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const double got = *(const double *)wrong->got, n = (double)wrong->shape->n;
    const uint64_t seed = *(const uint64_t *)wrong->arrays[SEED];
    if (wrong->untouched > 0)
        return gs_say(out, "never-written",
                      "*pi was never written: pi_on_host() gives its result by writing to the "
                      "number that `pi` points to.");
    if (wrong->shape->n < 10000) /* different mistakes may give the same number */
        return false;
    if (say_result(got, share_of(seed, wrong->shape->n, HITS), n, out) || say_points(wrong, out))
        return true;
    return fabs(got - 3.14159265) < 0.1 &&
           gs_say(out, "other-points",
                  "*pi is %g, which is near pi, and of other points than those asked for: the "
                  "sequence starts from `seed`, and uniform() gives its numbers, two a point.",
                  got);
}

const struct gs_exercise gs_exercise_pi_on_host = {
    .name = "pi_on_host",
    .title = "Pi by random points, on the CPU",
    .entry = "pi_on_host",
    .on_host = true,
    .one_number = true,
    .parameters = pi_parameters,
    .shapes = point_shapes,
    .n_name = "n",
    .hints =
        {"Two things are to be done: each point needs two numbers of its own, and *pi a value. "
         "How often is uniform() to be called for n points, and what does it change?",
         "Keep the state in a variable of its own that starts as seed, before the loop. Each "
         "call of uniform(&state) gives the next number.",
         "x = uniform(&state), y = uniform(&state); count where x * x + y * y < 1. Behind the "
         "loop: *pi = 4.0 * hits / n."},
    .count = one_number,
    .fill = pi_fill,
    .solve = pi_solve,
    .tolerance = 1e-9,
    .explain = pi_explain,
};
