/* Lesson 6: a prefix sum in each block. */
#include "tree_report.h"

#include "exercise_tools.h"

#include "random.h"

enum { RUNNING, RUNNING_X, RUNNING_N };

enum { PIECE = 256 };

static const struct gs_array running_parameters[] = {
    {"sums", GS_OUTPUT, GS_HOME_DEVICE, GS_I32},
    {"x", GS_INPUT, GS_HOME_DEVICE, GS_I32},
    {"n", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {0},
};

static const struct gs_shape running_shapes[] = {
    {.n = 256},    {.n = 0},   {.n = 1},
    {.n = 31},     {.n = 33},  {.n = 255},
    {.n = 257},    {.n = 600}, {.n = (1 << 12) + 11},
    GS_LAST_SHAPE,
};

/* All sums are different: no element is 0. */
static void running_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    int32_t *x = arrays[RUNNING_X];
    for (size_t i = 0; i < shape->n; i++)
        x[i] = 1 + (int32_t)(gs_random_bits(seed, RUNNING_X, i) % 100);
    *(uint64_t *)arrays[RUNNING_N] = shape->n;
}

static void running_solve(const struct gs_shape *shape, const void *const *arrays,
                          struct gs_expected *out)
{
    const int32_t *x = arrays[RUNNING_X];
    int32_t *sums = out->want[RUNNING];
    for (size_t i = 0; i < shape->n; i++)
        sums[i] = x[i] + (i % PIECE > 0 ? sums[i - 1] : 0);
}

/* ---- wrong sums ------------------------------------------------------------------------------ */

/* The last `width` elements up to i, of its piece. */
static int32_t sum_of_window(const int32_t *x, size_t i, size_t width)
{
    int32_t sum = 0;
    for (size_t k = 0; k < width && k <= i % PIECE; k++)
        sum += x[i - k];
    return sum;
}

/* Each sum without its own element: of a single one this may be by chance. */
static bool is_exclusive(const struct gs_wrong *wrong)
{
    const int32_t *x = wrong->arrays[RUNNING_X], *got = wrong->got, *want = wrong->want;
    for (size_t i = 0; i < wrong->count; i++) {
        if (got[i] != want[i] - x[i])
            return false;
    }
    return true;
}

static bool running_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const int32_t *x = wrong->arrays[RUNNING_X];
    const size_t i = wrong->first;
    const int32_t got = ((const int32_t *)wrong->got)[i], want = ((const int32_t *)wrong->want)[i];
    if (wrong->untouched > 0)
        return false;
    if (is_exclusive(wrong))
        return gs_say(out, "exclusive",
                      "sums[%zu] is %d, and %d is right: its own element, x[%zu], is missing. The "
                      "sum goes up to that element, and takes it in.",
                      i, (int)got, (int)want, i);
    for (size_t width = 1; width < PIECE; width *= 2) {
        if (got == sum_of_window(x, i, width))
            return gs_say(
                out, "steps-missing",
                "sums[%zu] is %d, and %d is right: it has %zu element%s, up to its own, "
                "and what stands before is missing. After the steps 1, 2, 4 and so on up to s, a "
                "cell has 2 s elements: for %d of them the last step is %d.",
                i, (int)got, (int)want, width, width == 1 ? "" : "s", (int)PIECE, (int)PIECE / 2);
    }
    return got > want &&
           gs_say(out, "counted-twice",
                  "sums[%zu] is %d, and %d is right: it has some elements more than "
                  "once. Each step is twice as long as the one before: 1, 2, 4, up to "
                  "%d.",
                  i, (int)got, (int)want, (int)PIECE / 2);
}

static bool running_audit(const struct gs_shape *shape, const json_t *report, struct gs_saying *out)
{
    return gs_audit_threads(shape->n, report, out);
}

static bool running_say_finding(const struct gs_shape *shape, const json_t *report,
                                const json_t *finding, struct gs_saying *out)
{
    (void)shape;
    (void)report;
    const struct gs_party first = gs_party_of(finding, "first");
    const struct gs_party second = gs_party_of(finding, "second");
    if (!gs_is_race(finding) || gs_has_text(finding, "array", "sums") ||
        gs_has_text(finding, "array", "x"))
        return false;
    return gs_say(
        out, "missing-barrier",
        "T%s and %s come to %s, one to read it and one to change it, and nothing says which "
        "of them is first. A step has two barriers: one between reading and adding, and "
        "one before the next step reads.",
        first.name + 1, second.name, gs_finding_cell(finding).text);
}

/* ---- all together ---------------------------------------------------------------------------- */

static size_t running_bytes(const struct gs_shape *shape)
{
    return 2 * sizeof(int32_t) * shape->n;
}

static void running_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->launches = 1;
    most->global_bytes = running_bytes(shape);
    most->sectors = 1.05;
    most->wavefronts = 1.05;
    most->tree = true;
}

const struct gs_exercise gs_exercise_running_sums = {
    .name = "running_sums",
    .title = "All sums on the way",
    .entry = "running_sums",
    .parameters = running_parameters,
    .shapes = running_shapes,
    .n_name = "n",
    .hints =
        {"Four cells hold 3, 1, 4, 1. After the step of one they hold 3, 4, 5, 5. What after the "
         "step of two?",
         "In a step, thread t reads part[t - step], if t >= step, into a variable of its own; "
         "all wait; it adds the variable to part[t]; all wait. Steps are 1, 2, 4, up to 128.",
         "for (unsigned step = 1; step < 256; step *= 2) { int before = t >= step ? part[t - "
         "step] : 0; __syncthreads(); part[t] += before; __syncthreads(); }, and a barrier "
         "before the loop."},
    .count = gs_count_n,
    .fill = running_fill,
    .solve = running_solve,
    .explain = running_explain,
    .audit = running_audit,
    .say_finding = running_say_finding,
    .budget = running_budget,
    .timed = {.n = (size_t)1 << 25},
    .timed_bytes = running_bytes,
    .timed_ratio = 1.5,
};
