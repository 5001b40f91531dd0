/* Lesson 2's exercises: what each function is tried with, and what is right. */
#include "grade/exercise.h"

#include "random.h"

#include <stdio.h>
#include <string.h>

#define SAY(saying, ...) ((void)snprintf((saying)->sentence, sizeof(saying)->sentence, __VA_ARGS__))

static bool set_kind(struct gs_saying *out, const char *kind)
{
    snprintf(out->kind, sizeof out->kind, "%s", kind);
    return true;
}

/* ---- reading the inspector's report ---------------------------------------------------------- */

static const char *text_of(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text != NULL ? text : "";
}

static size_t number_of(const json_t *object, const char *name)
{
    json_int_t number = json_integer_value(json_object_get(object, name));
    return number > 0 ? (size_t)number : 0;
}

static bool is_kind(const json_t *finding, const char *kind)
{
    return strcmp(text_of(finding, "kind"), kind) == 0;
}

static bool is_race(const json_t *finding)
{
    return strncmp(text_of(finding, "kind"), "race-", 5) == 0;
}

enum { X, Y };

static size_t extent(const json_t *object, const char *name, size_t dimension)
{
    json_int_t value = json_integer_value(json_array_get(json_object_get(object, name), dimension));
    return value > 0 ? (size_t)value : 0;
}

static size_t threads_of(const json_t *launch)
{
    size_t threads = 1;
    for (size_t d = 0; d < 3; d++)
        threads *= extent(launch, "grid", d) * extent(launch, "block", d);
    return threads;
}

/* A thread of a finding: "first" or "second" of the two that it names. */
struct thread {
    size_t block[2], thread[2];
    size_t x, y; /* in the whole grid */
    char name[96];
};

static struct thread thread_of(const json_t *finding, const char *which)
{
    const json_t *party = json_object_get(finding, which);
    const json_t *launch = json_object_get(finding, "launch");
    struct thread t;
    for (size_t d = X; d <= Y; d++) {
        t.block[d] = extent(party, "block", d);
        t.thread[d] = extent(party, "thread", d);
    }
    t.x = t.block[X] * extent(launch, "block", X) + t.thread[X];
    t.y = t.block[Y] * extent(launch, "block", Y) + t.thread[Y];
    if (extent(launch, "grid", Y) == 1 && extent(launch, "block", Y) == 1)
        snprintf(t.name, sizeof t.name, "thread %zu of block %zu", t.thread[X], t.block[X]);
    else
        snprintf(t.name, sizeof t.name, "thread (%zu, %zu) of block (%zu, %zu)", t.thread[X],
                 t.thread[Y], t.block[X], t.block[Y]);
    return t;
}

/* ---- add_half -------------------------------------------------------------------------------- */

enum { HALF_A, HALF_N };

static const struct gs_parameter half_parameters[] = {
    {"a", GS_ARG_UPDATED, GS_ON_DEVICE, GS_ELEMENT_F32},
    {"n", GS_ARG_NUMBER, GS_ON_DEVICE, GS_ELEMENT_U64},
    {0},
};

/* Around a warp, around a block of 256, and many blocks with a remainder. Few enough that also a
 * kernel that goes over all elements in each thread comes to its end. */
static const struct gs_shape half_shapes[] = {
    {.n = 0},      {.n = 1},   {.n = 31},  {.n = 33},
    {.n = 255},    {.n = 256}, {.n = 257}, {.n = (1 << 12) + 11},
    GS_LAST_SHAPE,
};

static size_t n_elements(const struct gs_shape *shape, unsigned parameter)
{
    (void)parameter;
    return shape->n;
}

static void half_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    float *a = arrays[HALF_A];
    for (size_t i = 0; i < shape->n; i++)
        a[i] = gs_random_f32(seed, HALF_A, i);
    *(uint64_t *)arrays[HALF_N] = shape->n;
}

static void half_solve(const struct gs_shape *shape, const void *const *arrays,
                       struct gs_expected *out)
{
    const float *a = arrays[HALF_A];
    double *want = out->want[HALF_A];
    for (size_t i = 0; i < shape->n; i++)
        want[i] = (double)a[i] + 0.5;
    out->scale = 1; /* the sum of numbers near 1 may be near 0 */
}

/* One thread alone is past the end: it is i <= n, and not that nobody asked. */
static bool say_off_by_one(const json_t *finding, struct gs_saying *out)
{
    size_t elements = number_of(finding, "elements");
    if (!is_kind(finding, "out-of-bounds") || number_of(finding, "count") > 2 || elements == 0 ||
        number_of(finding, "index") != elements ||
        threads_of(json_object_get(finding, "launch")) < elements + 2)
        return false;
    SAY(out,
        "%s[%zu] is one past the end: the last element of %zu is number %zu. The test has to be `i "
        "< n`, not `i <= n`.",
        text_of(finding, "array"), elements, elements, elements - 1);
    return set_kind(out, "off-by-one");
}

static bool half_say_finding(const struct gs_shape *shape, const json_t *finding,
                             struct gs_saying *out)
{
    struct thread first = thread_of(finding, "first"), second = thread_of(finding, "second");
    (void)shape;
    if (!is_race(finding))
        return say_off_by_one(finding, out);
    SAY(out,
        "Two threads took a[%zu] (%s and %s), and one update was lost. Each thread needs an "
        "element of its own: `blockIdx.x * blockDim.x + threadIdx.x` is its number in the whole "
        "grid.",
        number_of(finding, "index"), first.name, second.name);
    return set_kind(out, "race");
}

/* A piece that begins anywhere takes a fifth sector for every four. */
static void half_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->sectors = 1.3;
    most->global_bytes = 2 * sizeof(float) * shape->n;
}

static size_t half_bytes(const struct gs_shape *shape)
{
    return 2 * sizeof(float) * shape->n;
}

/* ---- double_matrix --------------------------------------------------------------------------- */

enum { MATRIX_A, MATRIX_ROWS, MATRIX_COLUMNS };

static const struct gs_parameter matrix_parameters[] = {
    {"a", GS_ARG_UPDATED, GS_ON_DEVICE, GS_ELEMENT_F32},
    {"rows", GS_ARG_NUMBER, GS_ON_DEVICE, GS_ELEMENT_U64},
    {"columns", GS_ARG_NUMBER, GS_ON_DEVICE, GS_ELEMENT_U64},
    {0},
};

/* n rows of m columns: one that the stub does, single rows and columns, around 16 x 16, and a large
 * one whose rows begin at sectors. */
static const struct gs_shape matrix_shapes[] = {
    {.n = 4, .m = 4},     {.n = 0, .m = 5},   {.n = 1, .m = 1},   {.n = 1, .m = 33},
    {.n = 33, .m = 1},    {.n = 31, .m = 17}, {.n = 16, .m = 16}, {.n = 17, .m = 15},
    {.n = 200, .m = 328}, GS_LAST_SHAPE,
};

static size_t matrix_elements(const struct gs_shape *shape, unsigned parameter)
{
    (void)parameter;
    return shape->n * shape->m;
}

static void matrix_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    float *a = arrays[MATRIX_A];
    for (size_t i = 0; i < shape->n * shape->m; i++)
        a[i] = gs_random_f32(seed, MATRIX_A, i) + 2;
    *(uint64_t *)arrays[MATRIX_ROWS] = shape->n;
    *(uint64_t *)arrays[MATRIX_COLUMNS] = shape->m;
}

static void matrix_solve(const struct gs_shape *shape, const void *const *arrays,
                         struct gs_expected *out)
{
    const float *a = arrays[MATRIX_A];
    double *want = out->want[MATRIX_A];
    for (size_t i = 0; i < shape->n * shape->m; i++)
        want[i] = 2 * (double)a[i];
}

/* The thread is past the end of a row, or of the last row. */
static bool say_outside(const struct gs_shape *shape, const struct thread *t, size_t index,
                        struct gs_saying *out)
{
    bool across = t->x >= shape->m;
    if (!across && t->y < shape->n)
        return false;
    SAY(out,
        "The matrix has %zu x %zu elements, and %s has %s %zu: no element is its own, and it took "
        "a[%zu]. Test both: `if (row < rows && column < columns)`.",
        shape->n, shape->m, t->name, across ? "column" : "row", across ? t->x : t->y, index);
    return set_kind(out, "no-bounds-check");
}

static bool say_row_length(const struct gs_shape *shape, const struct thread *t, size_t index,
                           struct gs_saying *out)
{
    if (shape->n == shape->m || t->y == 0 || index != t->y * shape->n + t->x)
        return false;
    SAY(out,
        "A row has as many elements as there are columns, %zu, and you count %zu: element (row, "
        "column) is a[row * columns + column], not a[row * rows + column].",
        shape->m, shape->n);
    return set_kind(out, "row-length");
}

static bool say_shared_element(const struct thread *first, const struct thread *second,
                               size_t index, struct gs_saying *out)
{
    SAY(out,
        "Two threads took a[%zu]: %s and %s. Each element needs a thread of its own: `blockIdx.x * "
        "blockDim.x + threadIdx.x` numbers the columns over all blocks, and the same with y the "
        "rows.",
        index, first->name, second->name);
    return set_kind(out, "race");
}

static bool matrix_say_finding(const struct gs_shape *shape, const json_t *finding,
                               struct gs_saying *out)
{
    const json_t *launch = json_object_get(finding, "launch");
    struct thread first = thread_of(finding, "first"), second = thread_of(finding, "second");
    size_t index = number_of(finding, "index");
    bool race = is_race(finding);
    bool flat = extent(launch, "grid", Y) * extent(launch, "block", Y) == 1;
    if (flat || (!race && !is_kind(finding, "out-of-bounds")))
        return false;
    if (say_outside(shape, &first, index, out) || say_row_length(shape, &first, index, out))
        return true;
    if (!race)
        return false;
    return say_outside(shape, &second, index, out) || say_row_length(shape, &second, index, out) ||
           say_shared_element(&first, &second, index, out);
}

/* Rows and columns up to the last in which an element changed. */
static void find_done(const struct gs_wrong *wrong, size_t *rows, size_t *columns)
{
    const float *got = wrong->got, *before = wrong->arrays[MATRIX_A];
    *rows = *columns = 0;
    for (size_t i = 0; i < wrong->count; i++) {
        if (got[i] == before[i])
            continue;
        *rows = i / wrong->shape->m + 1;
        if (i % wrong->shape->m >= *columns)
            *columns = i % wrong->shape->m + 1;
    }
}

/* `extent / B` blocks for some B. */
static bool is_rounded_down(size_t all, size_t done)
{
    for (size_t block = 2; block <= 1024; block *= 2) {
        if (done > 0 && done < all && all / block * block == done)
            return true;
    }
    return false;
}

/* Whole rows or columns at the end of which no element was doubled. */
static bool matrix_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    size_t rows = wrong->shape->n, columns = wrong->shape->m, done_rows, done_columns;
    find_done(wrong, &done_rows, &done_columns);
    bool by_rows = done_rows < rows;
    size_t all = by_rows ? rows : columns, done = by_rows ? done_rows : done_columns;
    const char *name = by_rows ? "row" : "column", *axis = by_rows ? "y" : "x";
    if (wrong->untouched != wrong->wrong || done == 0 || done == all ||
        wrong->wrong != rows * columns - done_rows * done_columns)
        return false;
    if (is_rounded_down(all, done)) {
        SAY(out,
            "`%ss / B` drops the remainder: of %zu %ss the last %zu %s never doubled. Use `(%ss + "
            "B - 1) / B` for the grid's %s.",
            name, all, name, all - done, all - done == 1 ? "was" : "were", name, axis);
        return set_kind(out, "rounded-down");
    }
    SAY(out,
        "No element was doubled from %s %zu on, and there are %zu: no thread came there. x runs "
        "along a row, so the grid needs blocks in x for all columns and in y for all rows, and the "
        "kernel has to take the column from x and the row from y.",
        name, done, all);
    return set_kind(out, "axes-swapped");
}

/* Blocks of 4 x 4 use half of each sector, and are right all the same. */
static void matrix_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->sectors = 2.1;
    most->global_bytes = 2 * sizeof(float) * shape->n * shape->m;
}

static size_t matrix_bytes(const struct gs_shape *shape)
{
    return 2 * sizeof(float) * shape->n * shape->m;
}

/* ---- scale_array ----------------------------------------------------------------------------- */

enum { SCALE_A, SCALE_FACTOR, SCALE_N };

enum { SCALE_BLOCKS = 8, SCALE_BLOCK = 128, SCALE_THREADS = SCALE_BLOCKS * SCALE_BLOCK };

static const struct gs_parameter scale_parameters[] = {
    {"a", GS_ARG_UPDATED, GS_ON_DEVICE, GS_ELEMENT_F32},
    {"factor", GS_ARG_NUMBER, GS_ON_DEVICE, GS_ELEMENT_F32},
    {"n", GS_ARG_NUMBER, GS_ON_DEVICE, GS_ELEMENT_U64},
    {0},
};

/* Around a warp, a block, the whole grid, and many rounds of it with a remainder. */
static const struct gs_shape scale_shapes[] = {
    {.n = 0},      {.n = 1},    {.n = 31},   {.n = 33},   {.n = 127},
    {.n = 129},    {.n = 1023}, {.n = 1024}, {.n = 2051}, {.n = (1 << 12) + 11},
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

static bool scale_say_finding(const struct gs_shape *shape, const json_t *finding,
                              struct gs_saying *out)
{
    struct thread first = thread_of(finding, "first"), second = thread_of(finding, "second");
    size_t index = number_of(finding, "index");
    (void)shape;
    if (is_kind(finding, "never-ends")) {
        SAY(out,
            "A thread comes back to line %d for ever: does i grow in each turn of the loop, and by "
            "more than 0?",
            out->line);
        return set_kind(out, "never-ends");
    }
    if (!is_race(finding))
        return say_off_by_one(finding, out);
    /* Whatever the stride, no other block's thread comes to where block 0 begins. */
    if (index < SCALE_BLOCK && first.block[X] != second.block[X])
        SAY(out,
            "Two threads took a[%zu] (%s and %s). Each has to begin with an element of its own: "
            "`blockIdx.x * blockDim.x + threadIdx.x` is its number in the whole grid.",
            index, first.name, second.name);
    else
        SAY(out,
            "Two threads took a[%zu] (%s and %s): one went on to where the other was. The next "
            "element of a thread lies a whole grid further: add `gridDim.x * blockDim.x`.",
            index, first.name, second.name);
    return set_kind(out, "race");
}

static bool scale_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    bool at_the_end = wrong->untouched == wrong->wrong && wrong->last == wrong->count - 1 &&
                      wrong->wrong == wrong->count - wrong->first;
    if (at_the_end && wrong->first == 0) {
        SAY(out,
            "No element of a was changed. If you count rounds of %d threads, `n / %d` is 0 where n "
            "is smaller: round up.",
            (int)SCALE_THREADS, (int)SCALE_THREADS);
        return set_kind(out, "never-written");
    }
    if (!at_the_end || wrong->first % SCALE_THREADS != 0)
        return false;
    if (wrong->wrong < SCALE_THREADS) {
        SAY(out,
            "The last %zu elements of a, from a[%zu] on, were never changed: a count of rounds "
            "that is `n / %d` drops the remainder. Round it up.",
            wrong->wrong, wrong->first, (int)SCALE_THREADS);
        return set_kind(out, "rounded-down");
    }
    SAY(out,
        "The grid has %d threads, and from a[%zu] on nothing was done: a thread that is done with "
        "its element has to go on to the next, `i + gridDim.x * blockDim.x`, until that is past "
        "the end.",
        (int)SCALE_THREADS, wrong->first);
    return set_kind(out, "no-loop");
}

/* The launch is to be as it was: what is asked for is the loop. */
static bool scale_audit(const struct gs_shape *shape, const json_t *report, struct gs_saying *out)
{
    const json_t *operations = json_object_get(report, "operations");
    size_t launches = 0;
    (void)shape;
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *launch = json_array_get(operations, i);
        if (strcmp(text_of(launch, "do"), "launch") != 0)
            continue;
        launches++;
        out->line = (int)number_of(launch, "line");
        if (threads_of(launch) > SCALE_THREADS) {
            SAY(out,
                "You launched %zu threads. The grid is to stay %d blocks of %d, whatever n is: let "
                "each thread go on to further elements.",
                threads_of(launch), (int)SCALE_BLOCKS, (int)SCALE_BLOCK);
            return set_kind(out, "grid-grows");
        }
    }
    if (launches <= 1)
        return false;
    SAY(out,
        "You launched %zu times, and one launch is to do: the loop belongs into the kernel, where "
        "each thread goes on to further elements.",
        launches);
    return set_kind(out, "too-many-launches");
}

/* ---- pick_strided ---------------------------------------------------------------------------- */

enum { PICK_OUT, PICK_IN, PICK_N, PICK_STRIDE };

/* A prime, so that no n of ours divides it, and 4295 times it is past 2^32. */
enum { STRIDE = 1000003 };

static const struct gs_parameter pick_parameters[] = {
    {"out", GS_ARG_OUTPUT, GS_ON_DEVICE, GS_ELEMENT_F32},
    {"in", GS_ARG_INPUT, GS_ON_DEVICE, GS_ELEMENT_F32},
    {"n", GS_ARG_NUMBER, GS_ON_DEVICE, GS_ELEMENT_U64},
    {"stride", GS_ARG_NUMBER, GS_ON_DEVICE, GS_ELEMENT_U32},
    {0},
};

static const struct gs_shape pick_shapes[] = {
    {.n = 0},      {.n = 1},   {.n = 31},  {.n = 33},
    {.n = 255},    {.n = 256}, {.n = 257}, {.n = (1 << 16) + 11},
    GS_LAST_SHAPE,
};

static size_t picked(const struct gs_shape *shape, size_t i)
{
    return (size_t)((uint64_t)i * STRIDE % shape->n);
}

static void pick_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    float *in = arrays[PICK_IN];
    for (size_t i = 0; i < shape->n; i++)
        in[i] = gs_random_f32(seed, PICK_IN, i);
    *(uint64_t *)arrays[PICK_N] = shape->n;
    *(uint32_t *)arrays[PICK_STRIDE] = STRIDE;
}

static void pick_solve(const struct gs_shape *shape, const void *const *arrays,
                       struct gs_expected *out)
{
    const float *in = arrays[PICK_IN];
    double *want = out->want[PICK_OUT];
    for (size_t i = 0; i < shape->n; i++)
        want[i] = (double)in[picked(shape, i)];
}

/* Every answer is what the low 32 bits of the product give, unsigned or signed. */
static bool is_wrapped(const struct gs_wrong *wrong, bool is_signed)
{
    const float *in = wrong->arrays[PICK_IN], *got = wrong->got;
    for (size_t i = 0; i < wrong->count; i++) {
        uint32_t low = (uint32_t)((uint64_t)i * STRIDE);
        uint64_t product = is_signed ? (uint64_t)(int32_t)low : low;
        if (got[i] != in[product % wrong->shape->n])
            return false;
    }
    return true;
}

static bool is_inverse(const struct gs_wrong *wrong)
{
    const float *in = wrong->arrays[PICK_IN], *got = wrong->got;
    for (size_t i = 0; i < wrong->count; i++) {
        if (got[picked(wrong->shape, i)] != in[i])
            return false;
    }
    return true;
}

static bool pick_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    bool is_signed = is_wrapped(wrong, true);
    if (is_inverse(wrong)) {
        SAY(out, "You wrote in[i] to out[(i * stride) %% n]. It is the other way round: out[i] is "
                 "in[(i * stride) %% n].");
        return set_kind(out, "scattered");
    }
    if (!is_signed && !is_wrapped(wrong, false))
        return false;
    SAY(out,
        "The 32-bit product wrapped above 2^%d - 1: from out[%zu] on the samples are wrong, for "
        "%zu * %d is %llu. Widen to `size_t` before multiplying, as in `(size_t)i * stride`.",
        is_signed ? 31 : 32, wrong->first, wrong->first, (int)STRIDE,
        (unsigned long long)wrong->first * STRIDE);
    return set_kind(out, "index-overflow");
}

/* Reads out of the ring: by a product that is negative in an int, or by one that was not brought
 * back into the ring. */
static bool pick_say_finding(const struct gs_shape *shape, const json_t *finding,
                             struct gs_saying *out)
{
    struct thread t = thread_of(finding, "first");
    unsigned long long product = (unsigned long long)t.x * STRIDE;
    bool read = strcmp(text_of(json_object_get(finding, "first"), "access"), "read") == 0;
    if (!is_kind(finding, "out-of-bounds") || !read || t.x >= shape->n)
        return false;
    if (product > INT32_MAX) {
        SAY(out,
            "The 32-bit product wrapped above 2^31 - 1: %zu * %d is %llu, and an int makes %d of "
            "it, which is no place in the ring. Widen to `size_t` before multiplying, as in "
            "`(size_t)i * stride`.",
            t.x, (int)STRIDE, product, (int)(int32_t)(uint32_t)product);
        return set_kind(out, "index-overflow");
    }
    if (number_of(finding, "index") != product)
        return false;
    SAY(out,
        "%s read in[%llu], and in has %zu elements. It is a ring, which goes on with in[0] after "
        "its last element: take the remainder, `%% n`.",
        t.name, product, shape->n);
    out->sentence[0] = 'T'; /* of "thread" */
    return set_kind(out, "out-of-bounds");
}

/* A sample here, one there: the reads cannot be neighbours, so only what moves is counted. */
static void pick_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->global_bytes = 2 * sizeof(float) * shape->n;
}

/* ---- exercises ------------------------------------------------------------------------------- */

const struct gs_exercise gs_exercises_grid_add[] = {
    {
        .name = "add_half",
        .title = "One element, one thread",
        .entry = "add_half",
        .parameters = half_parameters,
        .shapes = half_shapes,
        .n_name = "n",
        .hints =
            {"How many threads do blocks 0, 1 and 2 have together? Which number does the first "
             "thread of block 3 get?",
             "Before a block's own threads come those of all blocks before it: blockIdx.x blocks "
             "of blockDim.x threads. And n need not be a multiple of 256.",
             "size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x, and then if (i < n)."},
        .count = n_elements,
        .fill = half_fill,
        .solve = half_solve,
        .tolerance = 1e-7,
        .say_finding = half_say_finding,
        .budget = half_budget,
        .timed = {.n = (size_t)1 << 25},
        .timed_bytes = half_bytes,
        .timed_ratio = 1.25,
    },
    {
        .name = "double_matrix",
        .title = "Rows and columns",
        .entry = "double_matrix",
        .parameters = matrix_parameters,
        .shapes = matrix_shapes,
        .n_name = "rows",
        .m_name = "columns",
        .hints =
            {"33 columns and blocks of 16 x 16: how many blocks does the grid need in x? How many "
             "columns do they cover, and who may not touch the matrix?",
             "dim3 grid(x, y) with x blocks for the columns and y blocks for the rows, both "
             "rounded up. In the kernel both numbers are made as in exercise 2.1, one with x and "
             "one with y, and both are tested.",
             "column = blockIdx.x * blockDim.x + threadIdx.x, row the same with y; if (row < rows "
             "&& column < columns) a[row * columns + column] *= 2. A grid without blocks is not "
             "launched: return where rows is 0."},
        .count = matrix_elements,
        .fill = matrix_fill,
        .solve = matrix_solve,
        .tolerance = 1e-7,
        .explain = matrix_explain,
        .say_finding = matrix_say_finding,
        .budget = matrix_budget,
        .timed = {.n = 8192, .m = 4096},
        .timed_bytes = matrix_bytes,
        .timed_ratio = 1.25,
    },
    {
        .name = "scale_array",
        .title = "Any grid covers any array",
        .entry = "scale_array",
        .parameters = scale_parameters,
        .shapes = scale_shapes,
        .n_name = "n",
        .hints =
            {"Threads 0 to 1023 have done elements 0 to 1023. Which elements are next, and which "
             "of them is thread 0's, if neighbours stay neighbours?",
             "Put a loop around it: i begins where it does now, and in each turn grows by the "
             "number of threads of the whole grid, while it is less than n.",
             "for (size_t i = first; i < n; i += (size_t)gridDim.x * blockDim.x)"},
        .count = n_elements,
        .fill = scale_fill,
        .solve = scale_solve,
        .tolerance = 1e-6,
        .explain = scale_explain,
        .audit = scale_audit,
        .say_finding = scale_say_finding,
        .budget = half_budget,
    },
    {
        .name = "pick_strided",
        .title = "Widen before you multiply",
        .entry = "pick_strided",
        .parameters = pick_parameters,
        .shapes = pick_shapes,
        .n_name = "n",
        .hints =
            {"What is the largest number that an `unsigned` can hold, and what is 65546 * 1000003?",
             "A product of two 32-bit numbers has 32 bits, whatever it is used for afterwards. One "
             "of the factors has to have 64 bits before they are multiplied.",
             "(size_t)i * stride, or an i that is a size_t from the beginning. (size_t)(i * "
             "stride) comes too late."},
        .count = n_elements,
        .fill = pick_fill,
        .solve = pick_solve,
        .tolerance = 0,
        .explain = pick_explain,
        .say_finding = pick_say_finding,
        .budget = pick_budget,
    },
    {0},
};

/* ---- questions ------------------------------------------------------------------------------- */

static enum gs_status exactly(double value, double *least, double *most)
{
    *least = *most = value;
    return GS_OK;
}

static bool say(char *sentence, size_t size, const char *what)
{
    snprintf(sentence, size, "%s", what);
    return true;
}

enum { ELEMENT_THREAD = 3, ELEMENT_BLOCK = 5, ELEMENT_THREADS = 256 };

static enum gs_status answer_element(double *least, double *most, struct gs_error *why)
{
    (void)why;
    return exactly(ELEMENT_BLOCK * ELEMENT_THREADS + ELEMENT_THREAD, least, most);
}

static bool explain_element(double given, char *sentence, size_t size)
{
    if (given == ELEMENT_BLOCK * ELEMENT_THREADS + ELEMENT_THREAD + 1 ||
        given == (ELEMENT_BLOCK - 1) * ELEMENT_THREADS + ELEMENT_THREAD)
        return say(sentence, size,
                   "Blocks, threads and elements are all counted from 0: before block 5 come five "
                   "whole blocks, and thread 3 is the fourth of its block.");
    if (given == ELEMENT_THREAD)
        return say(sentence, size,
                   "That is its number in its block. Five whole blocks come before that one.");
    return false;
}

enum { IDLE_N = 1000003, IDLE_BLOCK = 256, IDLE_BLOCKS = (IDLE_N + IDLE_BLOCK - 1) / IDLE_BLOCK };

static enum gs_status answer_idle(double *least, double *most, struct gs_error *why)
{
    (void)why;
    return exactly((double)IDLE_BLOCKS * IDLE_BLOCK - IDLE_N, least, most);
}

static bool explain_idle(double given, char *sentence, size_t size)
{
    if (given == IDLE_N % IDLE_BLOCK)
        return say(sentence, size,
                   "So many threads of the last block have an element. It has 256 threads in all.");
    if (given == 0)
        return say(sentence, size, "1000003 is no multiple of 256, so the last block is not full.");
    return false;
}

enum { SECTOR = 32, WARP = 32, TILE = 16 };

/* A warp is two of the tile's lines of 16 threads. Down the columns, that is 16 rows with two
 * neighbours in each, which lie in one sector. */
static enum gs_status answer_sectors(double *least, double *most, struct gs_error *why)
{
    (void)why;
    size_t neighbours_bytes = (size_t)WARP / TILE * sizeof(double);
    size_t sectors_a_row = (neighbours_bytes + SECTOR - 1) / SECTOR;
    return exactly((double)(TILE * sectors_a_row), least, most);
}

static bool explain_sectors(double given, char *sentence, size_t size)
{
    const size_t along_rows = WARP * sizeof(double) / SECTOR;
    if (given == (double)along_rows)
        return say(sentence, size,
                   "So many it would be along the rows, where each sector is used whole.");
    if (given == WARP)
        return say(
            sentence, size,
            "The block is 16 threads wide, so a warp is two of its lines: in each row it has two "
            "neighbours, and they share a sector.");
    return false;
}

const struct gs_question gs_questions_grid_add[] = {
    {
        .name = "element",
        .text = "Blocks of 256 threads, one element a thread: which element is that of thread 3 of "
                "block 5?",
        .hints = {"How many threads come before block 5?", "Blocks 0 to 4 have 256 threads each.",
                  "5 * 256 + 3."},
        .answer = answer_element,
        .explain = explain_element,
    },
    {
        .name = "idle_threads",
        .text =
            "n = 1000003, blocks of 256 threads, as many of them as are needed: how many threads "
            "have no element?",
        .hints = {"How many blocks are needed, and how many threads are in them?",
                  "(1000003 + 255) / 256 is 3907, rounded down.", "3907 * 256 - 1000003."},
        .answer = answer_idle,
        .explain = explain_idle,
    },
    {
        .name = "sectors",
        .text =
            "`column_major` doubles a large matrix in f64 by blocks of 16 x 16 threads, in which "
            "threadIdx.x runs down a column: how many sectors of 32 bytes does one warp touch?",
        .hints =
            {"Which threads are the first warp of a block of 16 x 16, and which rows and columns "
             "do they have?",
             "Threads (0 to 15, 0) and (0 to 15, 1): 16 rows, two columns.",
             "Two neighbours of 8 bytes lie in one sector, and each of the 16 rows has its own."},
        .answer = answer_sectors,
        .explain = explain_sectors,
    },
    {0},
};
