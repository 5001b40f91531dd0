/* Lesson 2: any grid covers any array. It is C and no data: it asks that the launch stays as it
 * was. */
#include "exercise_tools.h"

#include "random.h"

enum { SCALE_A, SCALE_FACTOR, SCALE_N };

enum { SCALE_BLOCKS = 8, SCALE_BLOCK = 128, SCALE_THREADS = SCALE_BLOCKS * SCALE_BLOCK };

static const struct gs_array scale_parameters[] = {
    {"a", GS_UPDATED, GS_HOME_DEVICE, GS_F32},
    {"factor", GS_NUMBER, GS_HOME_DEVICE, GS_F32},
    {"n", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {0},
};

/* Around a warp, a block, the whole grid, and many rounds of it with a remainder. */
static const struct gs_shape scale_shapes[] = {
    {.n = 0},
    {.n = 1},
    {.n = 31},
    {.n = 33},
    {.n = 127},
    {.n = 129},
    {.n = 1023},
    {.n = 1024},
    {.n = 2051},
    {.n = (1 << 12) + 11},
    {.n = (1 << 15) + 11},
    GS_LAST_SHAPE,
};

static void scale_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    float *a = arrays[SCALE_A];
    for (size_t i = 0; i < shape->n; i++)
        a[i] = gs_random_f32(seed, SCALE_A, i) + 2;
    *(float *)arrays[SCALE_FACTOR] = gs_random_f32(seed, SCALE_FACTOR, 0) + 3;
    *(uint64_t *)arrays[SCALE_N] = shape->n;
}

static void scale_solve(const struct gs_shape *shape, const void *const *arrays,
                        struct gs_expected *out)
{
    const float *a = arrays[SCALE_A];
    double factor = (double)*(const float *)arrays[SCALE_FACTOR], *want = out->want[SCALE_A];
    for (size_t i = 0; i < shape->n; i++)
        want[i] = (double)a[i] * factor;
}

static bool scale_say_finding(const struct gs_shape *shape, const json_t *report,
                              const json_t *finding, struct gs_saying *out)
{
    const struct gs_party first = gs_party_of(finding, "first");
    const struct gs_party second = gs_party_of(finding, "second");
    size_t index = (size_t)gs_get_number(finding, "index");
    (void)shape;
    (void)report;
    if (gs_finding_is(finding, "never-ends"))
        return gs_say(out, "never-ends",
                      "A thread comes back to line %d for ever: does i grow in each turn of the "
                      "loop, and by more than 0?",
                      out->line);
    if (!gs_is_race(finding))
        return false;
    /* Whatever the stride, no other block's thread comes to where block 0 begins. */
    if (index < SCALE_BLOCK && first.block[0] != second.block[0] &&
        !gs_kernel_numbers_threads(finding))
        return gs_say(out, "race",
                      "Two threads took a[%zu] (%s and %s). Each has to begin with an element of "
                      "its own, and "
                      "threads of different blocks with different ones.",
                      index, first.name, second.name);
    if (gs_kernel_strides_by_grid(finding))
        return gs_say(out, "race",
                      "Two threads took a[%zu] (%s and %s). Each has to begin with an element of "
                      "its own, and to go on in each turn by the number of all threads: is one of "
                      "the two not so?",
                      index, first.name, second.name);
    return gs_say(
        out, "race",
        "Two threads took a[%zu] (%s and %s): one went on to where the other was. The next element "
        "of a thread lies a whole grid further.",
        index, first.name, second.name);
}

static bool scale_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    bool at_the_end = wrong->untouched == wrong->wrong && wrong->last == wrong->count - 1 &&
                      wrong->wrong == wrong->count - wrong->first;
    if (at_the_end && wrong->first == 0)
        return gs_say(out, "never-written",
                      "No element of a was changed. A number of elements or rounds for each of %d "
                      "threads that comes from a division is 0 where n is smaller.",
                      (int)SCALE_THREADS);
    if (!at_the_end || wrong->first % SCALE_THREADS != 0)
        return false;
    if (wrong->wrong < SCALE_THREADS)
        return gs_say(
            out, "rounded-down",
            "The last %zu element%s of a, from a[%zu] on, %s never changed: is a division "
            "in the count of rounds, which drops the remainder? Or does a thread stop after a few "
            "elements, where a loop would go on?",
            wrong->wrong, wrong->wrong == 1 ? "" : "s", wrong->first,
            wrong->wrong == 1 ? "was" : "were");
    return gs_say(out, "no-loop",
                  "The grid has %d threads, and from a[%zu] on nothing was done: a thread that is "
                  "done with its element has to go on to another one.",
                  (int)SCALE_THREADS, wrong->first);
}

/* The launch is to be as it was: what is asked for is the loop. */
static bool scale_audit(const struct gs_shape *shape, const json_t *report, struct gs_saying *out)
{
    const json_t *operations = gs_inspected_operations(report);
    size_t launches = 0;
    (void)shape;
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *launch = json_array_get(operations, i);
        if (!gs_has_text(launch, "do", "launch"))
            continue;
        launches++;
        out->line = gs_line_of(launch);
        if (gs_launch_threads(launch) > SCALE_THREADS)
            return gs_say(out, "grid-grows",
                          "You launched %zu threads. The grid is to stay %d blocks of %d, whatever "
                          "n is: let each thread go on to further elements.",
                          gs_launch_threads(launch), (int)SCALE_BLOCKS, (int)SCALE_BLOCK);
    }
    if (launches <= 1)
        return false;
    return gs_say(out, "too-many-launches",
                  "You launched %zu times, and one launch is to do: the loop belongs into the "
                  "kernel, where each thread goes on to further elements.",
                  launches);
}

/* A piece that begins anywhere takes a fifth sector for every four. */
static void scale_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->sectors = 1.3;
    most->global_bytes = 2 * sizeof(float) * shape->n;
}

const struct gs_exercise gs_exercise_scale_array = {
    .name = "scale_array",
    .title = "Any grid covers any array",
    .entry = "scale_array",
    .parameters = scale_parameters,
    .shapes = scale_shapes,
    .n_name = "n",
    .hints = {"Threads 0 to 1023 have done elements 0 to 1023. Which elements are next, and which "
              "of them is thread 0's, if neighbours stay neighbours?",
              "Put a loop around it: i begins where it does now, and in each turn grows by the "
              "number of threads of the whole grid, while it is less than n.",
              "for (size_t i = first; i < n; i += (size_t)gridDim.x * blockDim.x)"},
    .count = gs_count_n,
    .fill = scale_fill,
    .solve = scale_solve,
    .tolerance = 1e-6,
    .explain = scale_explain,
    .audit = scale_audit,
    .say_finding = scale_say_finding,
    .budget = scale_budget,
};
