/* Lesson 1: the smallest and the largest, by atomics. */
#include "exercise_tools.h"

#include "random.h"

enum { LOWEST, HIGHEST, EXTREMES_X, EXTREMES_N };

static const struct gs_array extremes_parameters[] = {
    {"lowest", GS_OUTPUT, GS_HOME_DEVICE, GS_I32},
    {"highest", GS_OUTPUT, GS_HOME_DEVICE, GS_I32},
    {"x", GS_INPUT, GS_HOME_DEVICE, GS_I32},
    {"n", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {0},
};

static const struct gs_shape extremes_shapes[] = {
    {.n = 33},     {.n = 1},   {.n = 32},
    {.n = 31},     {.n = 255}, {.n = 256},
    {.n = 257},    {.n = 600}, {.n = (1 << 13) + 11},
    GS_LAST_SHAPE,
};

static size_t extremes_count(const struct gs_shape *shape, unsigned parameter)
{
    return parameter == EXTREMES_X ? shape->n : 1;
}

/* All on one side of 0, by n: so a number that begins with 0 is found. The smallest and the largest
 * come last, so that a thread that is missing is found. */
static void extremes_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    int32_t *x = arrays[EXTREMES_X];
    for (size_t i = 0; i < shape->n; i++) {
        const int32_t size = 2000 + (int32_t)(gs_random_bits(seed, EXTREMES_X, i) % 100000);
        const int32_t last = i + 1 == shape->n ? size + 200000 : size;
        const int32_t value = i + 2 == shape->n ? size % 1000 + 1 : last;
        x[i] = shape->n % 2 == 0 ? -value : value;
    }
    *(uint64_t *)arrays[EXTREMES_N] = shape->n;
}

static int32_t smallest(const int32_t *x, size_t n)
{
    int32_t least = x[0];
    for (size_t i = 1; i < n; i++)
        least = x[i] < least ? x[i] : least;
    return least;
}

static int32_t largest(const int32_t *x, size_t n)
{
    int32_t most = x[0];
    for (size_t i = 1; i < n; i++)
        most = x[i] > most ? x[i] : most;
    return most;
}

static void extremes_solve(const struct gs_shape *shape, const void *const *arrays,
                           struct gs_expected *out)
{
    *(int32_t *)out->want[LOWEST] = smallest(arrays[EXTREMES_X], shape->n);
    *(int32_t *)out->want[HIGHEST] = largest(arrays[EXTREMES_X], shape->n);
}

/* ---- wrong extremes -------------------------------------------------------------------------- */

/* Elements at the end that no thread has looked at: what was found is right of the others. */
static bool say_rest(const struct gs_wrong *wrong, int32_t got, struct gs_saying *out)
{
    const json_t *launch = gs_inspected_largest_launch(wrong->report);
    const size_t threads = gs_launch_threads(launch), n = wrong->shape->n;
    const int32_t *x = wrong->arrays[EXTREMES_X];
    if (threads == 0 || threads >= n ||
        got != (wrong->parameter == LOWEST ? smallest(x, threads) : largest(x, threads)))
        return false;
    out->line = gs_line_of(launch);
    return gs_say(out, "rounded-down",
                  "%s[0] is %d, which is right of the first %zu elements. There are %zu, and the "
                  "launch has %zu threads: round the number of blocks up.",
                  wrong->exercise->parameters[wrong->parameter].name, (int)got, threads, n,
                  threads);
}

/* Either of the two: a line that has both is counted for one of them. */
static bool compares_by_atomics(const json_t *report)
{
    return gs_inspected_accesses(report, "lowest", "atomic") ||
           gs_inspected_accesses(report, "highest", "atomic");
}

static bool extremes_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const int32_t *x = wrong->arrays[EXTREMES_X];
    const int32_t got = *(const int32_t *)wrong->got, want = *(const int32_t *)wrong->want;
    const char *name = wrong->exercise->parameters[wrong->parameter].name;
    const bool low = wrong->parameter == LOWEST;
    if (wrong->untouched > 0)
        return compares_by_atomics(wrong->report) &&
               gs_say(
                   out, "not-set",
                   "%s[0] still holds the junk that it held before the call. The atomic functions "
                   "compare with what is there: let it begin with one of the elements, as x[0], "
                   "in a launch before that.",
                   name);
    if (got == 0)
        return gs_say(out, "begins-with-0",
                      "%s[0] is 0, and %d is right: all elements are %s 0. Begin with one of the "
                      "elements, as x[0], or with the %s number that an int can hold.",
                      name, (int)want, want < 0 ? "below" : "above", low ? "largest" : "smallest");
    if (got == (low ? largest(x, wrong->shape->n) : smallest(x, wrong->shape->n)))
        return gs_say(out, "exchanged",
                      "%s[0] is %d, the %s element: it is to be the %s one, by %s().", name,
                      (int)got, low ? "largest" : "smallest", low ? "smallest" : "largest",
                      low ? "atomicMin" : "atomicMax");
    return say_rest(wrong, got, out);
}

static bool extremes_say_finding(const struct gs_shape *shape, const json_t *report,
                                 const json_t *finding, struct gs_saying *out)
{
    (void)shape;
    (void)report;
    if (!gs_is_race(finding) ||
        (!gs_has_text(finding, "array", "lowest") && !gs_has_text(finding, "array", "highest")))
        return false;
    const struct gs_party first = gs_party_of(finding, "first");
    const struct gs_party second = gs_party_of(finding, "second");
    return gs_say(
        out, "race",
        "T%s and %s come to %s[0] at the same time, and at least one of them stores "
        "something: what the other one has compared with, or stored, is then lost. "
        "atomicMin() and atomicMax() compare and store in one step; what the numbers begin "
        "with has to be there before the first of them.",
        first.name + 1, second.name, gs_get_text(finding, "array"));
}

/* ---- all together ---------------------------------------------------------------------------- */

static void extremes_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->launches = 3;
    most->global_bytes = 24 * shape->n + 4096;
}

static size_t extremes_bytes(const struct gs_shape *shape)
{
    return sizeof(int32_t) * shape->n;
}

const struct gs_exercise gs_exercise_extremes = {
    .name = "extremes",
    .title = "The smallest and the largest",
    .entry = "extremes",
    .parameters = extremes_parameters,
    .shapes = extremes_shapes,
    .n_name = "n",
    .hints = {"Two threads compare 7 and 5 with the same number, 9. Both find that theirs is "
              "smaller. In which order do they store, and what is left then?",
              "atomicMin(lowest, x[i]) stores x[i] where it is smaller than what is there, in one "
              "step. Before the first thread does so, lowest[0] has to hold a number that is not "
              "smaller than the right one. 0 may be smaller.",
              "A launch of one thread sets *lowest and *highest to x[0]. Then another launch: if "
              "(i < n) { atomicMin(lowest, x[i]); atomicMax(highest, x[i]); }"},
    .count = extremes_count,
    .fill = extremes_fill,
    .solve = extremes_solve,
    .explain = extremes_explain,
    .say_finding = extremes_say_finding,
    .budget = extremes_budget,
    .timed = {.n = (size_t)1 << 22},
    .timed_bytes = extremes_bytes,
    .timed_ratio = 2,
};
