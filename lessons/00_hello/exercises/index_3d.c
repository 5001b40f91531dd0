/* Lesson 0: an index in three dimensions. It is C and no data: a third size, which data has not,
 * and which coordinate of a thread is outside of the box. */
#include "exercise_tools.h"

enum { OUT, NX, NY, NZ };

static const struct gs_array index_parameters[] = {
    {"out", GS_OUTPUT, GS_HOME_DEVICE, GS_I64},
    {"nx", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {"ny", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {"nz", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {0},
};

/* nx and ny: what the stub does, one whose edges are no multiple of any block's, single rows and
 * columns, a large one, and one with more planes than blocks have threads in z. */
static const struct gs_shape box_shapes[] = {
    {.n = 4, .m = 4},  {.n = 19, .m = 7}, {.n = 0, .m = 5},   {.n = 1, .m = 1}, {.n = 33, .m = 1},
    {.n = 1, .m = 33}, {.n = 3, .m = 2},  {.n = 70, .m = 45}, GS_LAST_SHAPE,
};

/* A shape has two numbers; the third is made of them: 4 for the stub's. A block has at most 64
 * threads in z, and a grid far more blocks: with 600 planes no one of them is the other. */
static size_t planes_of(const struct gs_shape *shape)
{
    return shape->n == 4    ? 4
           : shape->n == 19 ? 5
           : shape->n == 3  ? 600
           : shape->n == 70 ? 6
                            : 1 + (shape->n + shape->m) % 4;
}

static size_t index_elements(const struct gs_shape *shape, unsigned parameter)
{
    (void)parameter;
    return shape->n * shape->m * planes_of(shape);
}

static void index_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    (void)seed;
    *(uint64_t *)arrays[NX] = shape->n;
    *(uint64_t *)arrays[NY] = shape->m;
    *(uint64_t *)arrays[NZ] = planes_of(shape);
}

struct place {
    size_t x, y, z;
};

static struct place place_of(const struct gs_shape *shape, size_t i)
{
    return (struct place){i % shape->n, i / shape->n % shape->m, i / (shape->n * shape->m)};
}

static int64_t number_of(struct place at)
{
    return (int64_t)(at.x + 1000 * at.y + 1000000 * at.z);
}

static void index_solve(const struct gs_shape *shape, const void *const *arrays,
                        struct gs_expected *out)
{
    int64_t *want = out->want[OUT];
    (void)arrays;
    for (size_t i = 0; i < index_elements(shape, OUT); i++)
        want[i] = number_of(place_of(shape, i));
}

/* ---- threads at the wrong element ------------------------------------------------------------ */

static const char *const axes[] = {"x", "y", "z"};

/* How many elements there are along each axis. */
static void size_of(const struct gs_shape *shape, size_t sizes[3])
{
    sizes[0] = shape->n;
    sizes[1] = shape->m;
    sizes[2] = planes_of(shape);
}

/* The thread's own coordinate. */
static size_t coordinate(const json_t *finding, const struct gs_party *t, size_t axis)
{
    const json_t *launch = json_object_get(finding, "launch");
    return t->block[axis] * (size_t)gs_get_element(launch, "block", axis) + t->thread[axis];
}

/* The element is that of the thread's numbers in its block, as if there was no other one. */
static bool is_counted_in_block(const struct gs_shape *shape, const json_t *finding,
                                const struct gs_party *t)
{
    const size_t index = (t->thread[2] * shape->m + t->thread[1]) * shape->n + t->thread[0];
    return t->block[0] + t->block[1] + t->block[2] > 0 &&
           gs_get_number(finding, "index") == (long long)index;
}

static bool say_outside(const struct gs_shape *shape, const json_t *finding,
                        const struct gs_party *t, struct gs_saying *out)
{
    size_t sizes[3], axis = 0;
    size_of(shape, sizes);
    while (axis < 3 && coordinate(finding, t, axis) < sizes[axis])
        axis++;
    if (axis == 3 || is_counted_in_block(shape, finding, t))
        return false;
    const size_t at = coordinate(finding, t, axis);
    if (gs_kernel_guard(finding)[0] != '\0')
        return gs_say(out, "past-the-end",
                      "The box has %zu x %zu x %zu elements, and %s is at %s = %zu: no element is "
                      "its own. Line %d tests `%s`: does a thread pass only where all three of x, "
                      "y and z are in the box?",
                      sizes[0], sizes[1], sizes[2], t->name, axes[axis], at,
                      gs_kernel_guard_line(finding), gs_kernel_guard(finding));
    return gs_say(out, "no-bounds-check",
                  "The box has %zu x %zu x %zu elements, and %s is at %s = %zu: no element is its "
                  "own. All three of x, y and z have to be tested.",
                  sizes[0], sizes[1], sizes[2], t->name, axes[axis], at);
}

static bool say_row_length(const struct gs_shape *shape, const json_t *finding,
                           const struct gs_party *t, struct gs_saying *out)
{
    const size_t x = coordinate(finding, t, 0), y = coordinate(finding, t, 1);
    const size_t z = coordinate(finding, t, 2), index = (size_t)gs_get_number(finding, "index");
    if (shape->n == shape->m || index == (z * shape->m + y) * shape->n + x ||
        index != (z * shape->n + y) * shape->m + x)
        return false;
    return gs_say(out, "row-length",
                  "A row has nx elements, %zu, and a plane ny rows, %zu, and you have exchanged "
                  "them: element (x, y, z) is out[(z * ny + y) * nx + x].",
                  shape->n, shape->m);
}

static bool index_say_finding(const struct gs_shape *shape, const json_t *report,
                              const json_t *finding, struct gs_saying *out)
{
    const json_t *launch = json_object_get(finding, "launch");
    const struct gs_party first = gs_party_of(finding, "first");
    const struct gs_party second = gs_party_of(finding, "second");
    const bool race = gs_is_race(finding);
    const bool flat = gs_get_element(launch, "grid", 1) * gs_get_element(launch, "block", 1) *
                          gs_get_element(launch, "grid", 2) * gs_get_element(launch, "block", 2) ==
                      1;
    (void)report;
    if (flat || (!race && !gs_finding_is(finding, "out-of-bounds")))
        return false;
    if (say_outside(shape, finding, &first, out) || say_row_length(shape, finding, &first, out))
        return true;
    if (!race)
        return false;
    if (say_outside(shape, finding, &second, out) || say_row_length(shape, finding, &second, out))
        return true;
    return gs_say(out, "race",
                  "Two threads took out[%lld]: %s and %s. Each element needs a thread of its own: "
                  "do x, y and z count over all blocks, and is the index (z * ny + y) * nx + x?",
                  gs_get_number(finding, "index"), first.name, second.name);
}

/* ---- elements that nobody wrote, and other numbers ------------------------------------------- */

/* The first axis along which nothing was written from some element on: *done of them were. */
static size_t short_axis(const struct gs_wrong *wrong, size_t *done)
{
    size_t sizes[3], ends[3] = {0}, axis = 0;
    size_of(wrong->shape, sizes);
    for (size_t i = 0; i < wrong->count; i++) {
        const struct place at = place_of(wrong->shape, i);
        const size_t places[3] = {at.x, at.y, at.z};
        for (size_t k = 0; k < 3 && wrong->states[i] != 1; k++)
            ends[k] = places[k] >= ends[k] ? places[k] + 1 : ends[k];
    }
    while (axis < 3 && (ends[axis] == sizes[axis] || ends[axis] == 0))
        axis++;
    *done = axis < 3 ? ends[axis] : 0;
    return axis;
}

static bool say_short(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const json_t *launch = gs_inspected_largest_launch(wrong->report);
    size_t sizes[3], done;
    const size_t axis = short_axis(wrong, &done);
    if (launch == NULL || axis == 3)
        return false;
    size_of(wrong->shape, sizes);
    const size_t block = (size_t)gs_get_element(launch, "block", axis);
    const size_t blocks = (size_t)gs_get_element(launch, "grid", axis);
    if (blocks * block >= sizes[axis])
        return false;
    const bool rounds = blocks > 0 && block > 1 && blocks == sizes[axis] / block && blocks > 1;
    out->line = gs_line_of(launch);
    return gs_say(out, rounds ? "rounded-down" : "too-few-threads",
                  "There are %zu elements along %s, and from %s = %zu on nothing was written: the "
                  "launch has %zu thread%s in %s.%s",
                  sizes[axis], axes[axis], axes[axis], done, blocks * block,
                  blocks * block == 1 ? "" : "s", axes[axis],
                  rounds ? " Does a division drop the remainder?" : "");
}

/* The numbers of all elements, some at the place of another one. */
static bool say_other_element(const struct gs_wrong *wrong, size_t i, int64_t got,
                              struct gs_saying *out)
{
    const int64_t *all = wrong->got;
    const struct place at = place_of(wrong->shape, i);
    int64_t sum = 0, right = 0;
    for (size_t k = 0; k < wrong->count; k++) {
        sum += all[k];
        right += number_of(place_of(wrong->shape, k));
    }
    return sum == right &&
           gs_say(
               out, "wrong-index",
               "out[%zu] is the place of element (%zu, %zu, %zu), and holds the number of element "
               "(%lld, %lld, %lld). Are x, y and z in the right order, in the index, (z * ny + "
               "y) * nx + x, and in the number, x + 1000 * y + 1000000 * z?",
               i, at.x, at.y, at.z, (long long)got % 1000, (long long)got / 1000 % 1000,
               (long long)got / 1000000);
}

/* All elements hold where their thread is in its block. */
static bool counts_in_block(const struct gs_wrong *wrong)
{
    const json_t *launch = gs_inspected_largest_launch(wrong->report);
    const int64_t *got = wrong->got;
    size_t sizes[3] = {0};
    for (size_t k = 0; k < 3 && launch != NULL; k++)
        sizes[k] = (size_t)gs_get_element(launch, "block", k);
    for (size_t i = 0; i < wrong->count && sizes[0] * sizes[1] * sizes[2] > 0; i++) {
        const struct place at = place_of(wrong->shape, i);
        if (got[i] != number_of((struct place){at.x % sizes[0], at.y % sizes[1], at.z % sizes[2]}))
            return false;
    }
    return sizes[0] * sizes[1] * sizes[2] > 0;
}

/* The one axis along which any element holds another place than its own; 3: there are several, or
 * what it holds is no place. */
static size_t wrong_axis(const struct gs_wrong *wrong)
{
    const int64_t *got = wrong->got;
    size_t axis = 3;
    for (size_t i = 0; i < wrong->count; i++) {
        const struct place at = place_of(wrong->shape, i);
        const size_t held[3] = {(size_t)got[i] % 1000, (size_t)got[i] / 1000 % 1000,
                                (size_t)got[i] / 1000000};
        const size_t places[3] = {at.x, at.y, at.z};
        for (size_t k = 0; k < 3; k++) {
            if (held[k] == places[k])
                continue;
            if (axis != 3 && axis != k)
                return 3;
            axis = k;
        }
    }
    return axis;
}

static bool say_wrong_axis(const struct gs_wrong *wrong, struct gs_saying *out)
{
    static const char *const others[] = {"y and z", "x and z", "x and y"};
    static const int64_t steps[] = {1, 1000, 1000000};
    const size_t axis = wrong_axis(wrong), i = wrong->first;
    const struct place at = place_of(wrong->shape, i);
    const size_t places[3] = {at.x, at.y, at.z};
    return axis < 3 &&
           gs_say(out, "wrong-value",
                  "out[%zu] is %lld, and %lld is right: it holds %s = %lld, and its place has %s = "
                  "%zu, while %s are right in all elements. What is %s made of?",
                  i, (long long)((const int64_t *)wrong->got)[i], (long long)number_of(at),
                  axes[axis], (long long)(((const int64_t *)wrong->got)[i] / steps[axis] % 1000),
                  axes[axis], places[axis], others[axis], axes[axis]);
}

static bool say_number(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t i = wrong->first;
    const int64_t got = ((const int64_t *)wrong->got)[i];
    const struct place at = place_of(wrong->shape, i);
    if (got == (int64_t)i)
        return gs_say(out, "wrong-value",
                      "out[%zu] is %zu, the place of the element in memory. It is to hold where "
                      "the thread is, x + 1000 * y + 1000000 * z: %lld.",
                      i, i, (long long)number_of(at));
    if (say_other_element(wrong, i, got, out))
        return true;
    if (!counts_in_block(wrong))
        return say_wrong_axis(wrong, out);
    return gs_say(out, "wrong-value",
                  "out[%zu] is %lld, and %lld is right. What is written counts the threads of one "
                  "block alone: threadIdx begins at 0 in each.",
                  i, (long long)got, (long long)number_of(at));
}

static bool index_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    return wrong->untouched == wrong->wrong ? wrong->states != NULL && say_short(wrong, out)
                                            : wrong->untouched == 0 && say_number(wrong, out);
}

static void index_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->sectors = 2.1;
    most->global_bytes = sizeof(int64_t) * index_elements(shape, OUT);
}

const struct gs_exercise gs_exercise_index_3d = {
    .name = "index_3d",
    .title = "A first kernel: an index in 3-D",
    .entry = "index_3d",
    .parameters = index_parameters,
    .shapes = box_shapes,
    .n_name = "nx",
    .m_name = "ny",
    .made_name = "nz",
    .made = planes_of,
    .hints = {"19 elements in x and blocks of 8 threads: how many blocks does x need, and where "
              "does the last thread of the last block stand?",
              "The number of a thread along an axis is blockIdx * blockDim + threadIdx, of that "
              "axis. The number of blocks is the number of elements, divided by the block's and "
              "rounded up. A thread writes only where x < nx, y < ny and z < nz.",
              "x = blockIdx.x * blockDim.x + threadIdx.x, and y and z alike; if (x < nx && y < ny "
              "&& z < nz) out[(z * ny + y) * nx + x] = x + 1000 * y + 1000000 * z. On the host: "
              "dim3 grid((nx + 7) / 8, (ny + 3) / 4, (nz + 3) / 4) for a block of 8 x 4 x 4, where "
              "nx is not 0."},
    .count = index_elements,
    .fill = index_fill,
    .solve = index_solve,
    .explain = index_explain,
    .say_finding = index_say_finding,
    .budget = index_budget,
};
