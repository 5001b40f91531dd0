/* Lesson 2: the threads of a warp go the same way. It is C and no data: it asks that the threads
 * of a warp go the same way, and that no thread computes both. */
#include "exercise_tools.h"

#include "random.h"

#include <math.h>

enum { B, A, EVEN, ODD, LENGTH };

enum { COEFFICIENTS = 32 };

static const struct gs_array same_way_parameters[] = {
    {"b", GS_OUTPUT, GS_HOME_DEVICE, GS_F32},   {"a", GS_INPUT, GS_HOME_DEVICE, GS_F32},
    {"even", GS_INPUT, GS_HOME_DEVICE, GS_F32}, {"odd", GS_INPUT, GS_HOME_DEVICE, GS_F32},
    {"n", GS_NUMBER, GS_HOME_DEVICE, GS_U64},   {0},
};

/* Around a warp, two warps and a block; and enough for whole warps to count. */
static const struct gs_shape same_way_shapes[] = {
    {.n = 257},    {.n = 0},  {.n = 3},   {.n = 31},  {.n = 33},  {.n = 63},
    {.n = 64},     {.n = 65}, {.n = 127}, {.n = 255}, {.n = 256}, {.n = (1 << 13) + 11},
    GS_LAST_SHAPE,
};

static size_t same_way_count(const struct gs_shape *shape, unsigned parameter)
{
    return parameter == EVEN || parameter == ODD ? COEFFICIENTS : shape->n;
}

/* All positive, so that nothing cancels: a between 1/2 and 1, coefficients between 1/2 and 3/2. */
static void same_way_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    float *a = arrays[A], *even = arrays[EVEN], *odd = arrays[ODD];
    for (size_t i = 0; i < shape->n; i++)
        a[i] = 0.75f + 0.25f * gs_random_f32(seed, A, i);
    for (size_t k = 0; k < COEFFICIENTS; k++) {
        even[k] = 1 + 0.5f * gs_random_f32(seed, EVEN, k);
        odd[k] = 1 + 0.5f * gs_random_f32(seed, ODD, k);
    }
    *(uint64_t *)arrays[LENGTH] = shape->n;
}

static double polynomial(const float *coefficients, double x)
{
    double y = (double)coefficients[0];
    for (size_t k = 1; k < COEFFICIENTS; k++)
        y = y * x + (double)coefficients[k];
    return y;
}

static void same_way_solve(const struct gs_shape *shape, const void *const *arrays,
                           struct gs_expected *out)
{
    const float *a = arrays[A];
    double *b = out->want[B];
    for (size_t i = 0; i < shape->n; i++)
        b[i] = polynomial(arrays[i % 2 == 0 ? EVEN : ODD], (double)a[i]);
}

static const double tolerance = 1e-5; /* 64 roundings of 2^-24, and other orders of the sum */

/* ---- wrong values ---------------------------------------------------------------------------- */

/* The first element that is the other polynomial's is told. */
static bool say_other_way(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const float *a = wrong->arrays[A], *got = wrong->got;
    const size_t i = wrong->first;
    const bool is_even = i % 2 == 0;
    const double other = polynomial(wrong->arrays[is_even ? ODD : EVEN], (double)a[i]);
    if (!(fabs((double)got[i] - other) <= tolerance * other))
        return false;
    return gs_say(
        out, "other-way",
        "b[%zu] has the polynomial `%s`, and %zu is %s. Which way is right depends on the "
        "index of the element, whatever the number of the thread that computes it.",
        i, is_even ? "odd" : "even", i, is_even ? "even" : "odd");
}

/* All that were left out have odd indices, or all even ones, and some of the others are there. */
static bool say_half_missing(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t parity = wrong->first % 2;
    if (wrong->untouched != wrong->wrong || wrong->states == NULL || wrong->count < 2)
        return false;
    for (size_t i = 0; i < wrong->count; i++) {
        if (wrong->states[i] != 0 && i % 2 != parity)
            return false;
    }
    static const char all[] =
        "Count the threads for even and for odd indices, also where n is odd.";
    if (wrong->wrong == 1)
        return gs_say(out, "never-written",
                      "b[%zu] was never written: there is no thread for it. %s", wrong->first, all);
    return gs_say(out, "never-written",
                  "%zu elements were never written, all with an %s index, b[%zu] first: there is "
                  "no thread for them. %s",
                  wrong->wrong, parity ? "odd" : "even", wrong->first, all);
}

static bool same_way_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    return wrong->untouched == 0 ? say_other_way(wrong, out) : say_half_missing(wrong, out);
}

/* ---- warps that split ------------------------------------------------------------------------ */

/* So many elements that the last warp, which may have any of them, does not count. */
enum { MANY = 1024 };

/* All threads of a warp go both ways, and throw away what they found on one of them: twice the
 * coefficients are loaded, from wherever they lie. */
static bool say_both_ways(const struct gs_shape *shape, const json_t *report, struct gs_saying *out)
{
    const json_t *accesses = gs_inspected_counts(report, "accesses"), *worst = NULL;
    const size_t once = (COEFFICIENTS + 1) * sizeof(float) * shape->n;
    size_t bytes = 0;
    for (size_t i = 0; i < json_array_size(accesses); i++) {
        const json_t *access = json_array_get(accesses, i);
        if (!gs_has_text(access, "kind", "load"))
            continue;
        bytes += (size_t)gs_get_number(access, "bytes");
        if (worst == NULL || gs_get_number(access, "bytes") > gs_get_number(worst, "bytes"))
            worst = access;
    }
    if (2 * bytes <= 3 * once)
        return false;
    out->line = gs_line_of(worst);
    return gs_say(out, "both-ways",
                  "The result is right, and each thread loads %zu numbers for an element, where "
                  "%d would do: it computes both polynomials, and throws one result away. That "
                  "takes as long as the branch did. Let a thread compute the one that its element "
                  "needs.",
                  bytes / (sizeof(float) * shape->n), COEFFICIENTS + 1);
}

/* The line of a kernel in which most threads wait for others of their warp. */
static bool same_way_audit(const struct gs_shape *shape, const json_t *report,
                           struct gs_saying *out)
{
    const json_t *accesses = gs_inspected_counts(report, "accesses"), *worst = NULL;
    long long idle = 0, active = 0;
    for (size_t i = 0; i < json_array_size(accesses); i++) {
        const json_t *access = json_array_get(accesses, i);
        idle += gs_get_number(access, "idle_lanes");
        active += gs_get_number(access, "active_lanes");
        if (worst == NULL ||
            gs_get_number(access, "idle_lanes") > gs_get_number(worst, "idle_lanes"))
            worst = access;
    }
    if (shape->n < MANY || worst == NULL)
        return false;
    if (8 * idle <= active)
        return say_both_ways(shape, report, out);
    out->line = gs_line_of(worst);
    return gs_say(out, "idle-lanes",
                  "The result is right, and a warp comes here with %.3g of its 32 threads, while "
                  "the others wait to go the other way: it goes both ways, one after the other. "
                  "Give all 32 threads of a warp elements that go the same way.",
                  (double)gs_get_number(worst, "active_lanes") /
                      (double)gs_get_number(worst, "requests"));
}

/* ---- all together ---------------------------------------------------------------------------- */

/* Every second element: half of each sector is another warp's. */
static void same_way_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    (void)shape;
    most->sectors = 2.1;
}

static size_t same_way_bytes(const struct gs_shape *shape)
{
    return 2 * sizeof(float) * shape->n;
}

const struct gs_exercise gs_exercise_same_way = {
    .name = "same_way",
    .title = "Branch by warp",
    .entry = "same_way",
    .parameters = same_way_parameters,
    .shapes = same_way_shapes,
    .n_name = "n",
    .hints = {"Threads 0 to 31 are a warp. Which of them go which way, and which elements would "
              "these 32 have to have, so that all go the same way?",
              "Let one warp take 32 elements with an even index, and the next warp the 32 with an "
              "odd index in between: two warps have 64 neighbouring elements together. "
              "thread / 32 % 2 says which of the two a warp is, and thread % 32 which lane.",
              "thread = blockIdx.x * blockDim.x + threadIdx.x; i = thread / 64 * 64 + thread % 32 "
              "* 2 + thread / 32 % 2. The test i < n stays, and the last 64 elements need their 64 "
              "threads even where there are fewer of them."},
    .count = same_way_count,
    .fill = same_way_fill,
    .solve = same_way_solve,
    .tolerance = tolerance,
    .explain = same_way_explain,
    .audit = same_way_audit,
    .budget = same_way_budget,
    .timed = {.n = (size_t)1 << 25},
    .timed_bytes = same_way_bytes,
    .timed_ratio = 1.25,
};
