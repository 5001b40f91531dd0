/* Lesson 6's exercises: what each function is tried with, and what is right. */
#include "grade/exercise.h"

#include "monte_carlo_pi.h"
#include "random.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SAY(saying, ...) ((void)snprintf((saying)->sentence, sizeof(saying)->sentence, __VA_ARGS__))

static void set_kind(struct gs_saying *out, const char *kind)
{
    (void)snprintf(out->kind, sizeof out->kind, "%s", kind);
}

/* ---- wrong sums: what is in them, and what is not -------------------------------------------- */

/* A result that should be the sum of `count` terms, and is not. */
struct wrong_sum {
    const char *name, *term, *terms; /* "total[0]", "element", "elements" */
    double got, slack;               /* sums this far apart are the same */
    size_t count;
    double (*value)(const struct wrong_sum *sum, size_t i);
    const float *x;       /* what value() needs: the terms, or */
    uint64_t seed, first; /* points */
};

static double term_of_array(const struct wrong_sum *sum, size_t i)
{
    return (double)sum->x[i];
}

/* The terms that a mistake leaves in, where the grid has blocks of that many threads. */
static bool of_even_threads(size_t i, size_t count, size_t block)
{
    (void)count;
    (void)block;
    return i % 2 == 0;
}

static bool of_lower_half(size_t i, size_t count, size_t block)
{
    (void)count;
    return i % block < block / 2;
}

static bool of_first_thread(size_t i, size_t count, size_t block)
{
    (void)count;
    return i % block == 0;
}

static bool of_first_block(size_t i, size_t count, size_t block)
{
    (void)count;
    return i < block;
}

static bool of_full_blocks(size_t i, size_t count, size_t block)
{
    return i < count / block * block;
}

static double sum_of(const struct wrong_sum *sum, bool (*has)(size_t, size_t, size_t), size_t block)
{
    double total = 0;
    for (size_t i = 0; i < sum->count; i++) {
        if (has(i, sum->count, block))
            total += sum->value(sum, i);
    }
    return total;
}

/* The block for which the sum is one of those terms alone; 0: there is none. */
static size_t block_that_fits(const struct wrong_sum *sum, bool (*has)(size_t, size_t, size_t))
{
    for (size_t block = 32; block <= 1024; block *= 2) {
        if (fabs(sum_of(sum, has, block) - sum->got) <= sum->slack)
            return block;
    }
    return 0;
}

static bool say_levels(const struct wrong_sum *sum, struct gs_saying *out)
{
    if (block_that_fits(sum, of_even_threads) != 0) {
        set_kind(out, "missing-level");
        SAY(out,
            "Every second %s is missing from %s, those of the odd threads: the last level of the "
            "tree, which adds part[1] to part[0], is left out. Let the loop run while `half > 0`.",
            sum->term, sum->name);
        return true;
    }
    size_t block = block_that_fits(sum, of_lower_half);
    if (block != 0) {
        set_kind(out, "missing-level");
        SAY(out,
            "The %s of the upper half of each block's threads are missing from %s: the first level "
            "of the tree is left out. Let it begin with `half = blockDim.x / 2`, here %zu.",
            sum->terms, sum->name, block / 2);
        return true;
    }
    if (block_that_fits(sum, of_first_thread) != 0) {
        set_kind(out, "one-thread-only");
        SAY(out,
            "%s has the %s of each block's thread 0 alone: what the other threads have never "
            "reaches it. Let the block add up all its cells first, level by level.",
            sum->name, sum->terms);
        return true;
    }
    return false;
}

static bool say_nothing_added(const struct wrong_sum *sum, struct gs_saying *out)
{
    if (sum->got != 0)
        return false;
    set_kind(out, "never-added");
    SAY(out,
        "%s is 0, so no block has added anything to it. Is the kernel launched, does a thread of "
        "each block add the block's sum, and is it set to 0 before that and not after?",
        sum->name);
    return true;
}

static bool say_blocks(const struct wrong_sum *sum, struct gs_saying *out)
{
    size_t block = block_that_fits(sum, of_first_block);
    if (block != 0) {
        set_kind(out, "one-block-only");
        SAY(out,
            "%s has the first %zu %s alone, those of block 0, and there are %zu: each block has to "
            "add its own sum.",
            sum->name, block, sum->terms, sum->count);
        return true;
    }
    block = block_that_fits(sum, of_full_blocks);
    if (block != 0 && block <= sum->count) {
        size_t left = sum->count % block;
        set_kind(out, "rounded-down");
        SAY(out,
            "A division drops the remainder: the last %zu %s of %zu %s not in %s. Round the number "
            "of blocks up, `(n + B - 1) / B`.",
            left, left == 1 ? sum->term : sum->terms, sum->count, left == 1 ? "is" : "are",
            sum->name);
        return true;
    }
    return false;
}

/* ---- what the inspector counted -------------------------------------------------------------- */

static long long get_number(const json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}

static bool has_text(const json_t *object, const char *name, const char *text)
{
    const char *value = json_string_value(json_object_get(object, name));
    return value != NULL && strcmp(value, text) == 0;
}

static const json_t *accesses_of(const json_t *report)
{
    return json_object_get(json_object_get(report, "counts"), "accesses");
}

static bool is_of(const json_t *access, const char *space, const char *kind)
{
    return (space == NULL || has_text(access, "space", space)) &&
           (kind == NULL || has_text(access, "kind", kind));
}

/* Of a request's 32 lanes; those whose threads have ended are idle too. */
struct lanes {
    long long requests, active, idle;
    const json_t *worst; /* the line with most idle lanes */
};

static long long idle_of(const json_t *access)
{
    return 32 * get_number(access, "requests") - get_number(access, "active_lanes");
}

/* Of all accesses to that space of that kind; NULL: of any. */
static struct lanes count_lanes(const json_t *report, const char *space, const char *kind)
{
    const json_t *accesses = accesses_of(report);
    struct lanes lanes = {0};
    for (size_t i = 0; i < json_array_size(accesses); i++) {
        const json_t *access = json_array_get(accesses, i);
        if (!is_of(access, space, kind))
            continue;
        if (lanes.worst == NULL || idle_of(access) > idle_of(lanes.worst))
            lanes.worst = access;
        lanes.requests += get_number(access, "requests");
        lanes.active += get_number(access, "active_lanes");
        lanes.idle += idle_of(access);
    }
    return lanes;
}

/* The threads of the largest launch. */
static size_t count_threads(const json_t *report, int *line)
{
    const json_t *operations = json_object_get(report, "operations");
    size_t most = 0;
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *operation = json_array_get(operations, i);
        size_t threads = 1;
        if (!has_text(operation, "do", "launch"))
            continue;
        for (size_t k = 0; k < 3; k++) {
            threads *=
                (size_t)json_integer_value(json_array_get(json_object_get(operation, "grid"), k));
            threads *=
                (size_t)json_integer_value(json_array_get(json_object_get(operation, "block"), k));
        }
        if (threads > most) {
            most = threads;
            *line = (int)get_number(operation, "line");
        }
    }
    return most;
}

enum { MANY = 16384 }; /* terms: a few threads are too few for them */

/* Right, but by hardly any thread, or on the host. */
static bool audit_threads(size_t terms, const json_t *report, struct gs_saying *out)
{
    int line = 0;
    size_t threads = count_threads(report, &line);
    if (terms < MANY || threads >= 256)
        return false;
    set_kind(out, "too-few-threads");
    out->line = line;
    if (threads == 0)
        SAY(out, "The result is right, but no kernel was launched: let the device compute it.");
    else
        SAY(out,
            "%zu thread%s all the work for %zu terms, one after the other, while the device has "
            "room for thousands. Launch many blocks, and join what they find in a tree.",
            threads, threads == 1 ? " does" : "s do", terms);
    return true;
}

/* Loads with one or two threads of a warp: those of a block that lets one thread add it up. */
static bool audit_loads(size_t terms, const json_t *report, struct gs_saying *out)
{
    struct lanes lanes = count_lanes(report, "global", "load");
    if (terms < MANY || lanes.idle < 7 * lanes.active)
        return false;
    set_kind(out, "idle-lanes");
    out->line = (int)get_number(lanes.worst, "line");
    SAY(out,
        "A warp loads for %.3g of its 32 threads in line %d, and the others wait: let each thread "
        "load "
        "elements of its own.",
        (double)get_number(lanes.worst, "active_lanes") /
            (double)get_number(lanes.worst, "requests"),
        out->line);
    return true;
}

/* An atomic of each warp where one of each block does; in shared memory they are free. */
static bool audit_atomics(size_t terms, const json_t *report, struct gs_saying *out)
{
    const size_t few = 1000, smallest_block = 64;
    struct lanes lanes = count_lanes(report, "global", "atomic");
    if (terms < few || (size_t)lanes.requests <= terms / smallest_block + 1)
        return false;
    set_kind(out, "too-many-atomics");
    out->line = (int)get_number(lanes.worst, "line");
    SAY(out,
        "Every warp adds to the one number that all share: %lld atomic additions that wait for "
        "each "
        "other. Add up within the block first, and let one thread of it make the only one.",
        lanes.requests);
    return true;
}

/* ---- what the inspector found ---------------------------------------------------------------- */

static bool is_kind(const json_t *finding, const char *kind)
{
    return has_text(finding, "kind", kind);
}

static bool is_access(const json_t *finding, const char *party, const char *access)
{
    return has_text(json_object_get(finding, party), "access", access);
}

static long long thread_of(const json_t *finding, const char *party)
{
    return json_integer_value(
        json_array_get(json_object_get(json_object_get(finding, party), "thread"), 0));
}

/* A cell of shared memory that only some of the threads fill. */
static bool say_unfilled(const json_t *finding, const char *cure, struct gs_saying *out)
{
    if (!is_kind(finding, "uninitialised") || !has_text(finding, "memory", "shared"))
        return false;
    set_kind(out, "no-identity");
    SAY(out,
        "The tree reads a cell of shared memory that no thread has filled: its thread is past the "
        "end, and has nothing to add. Let it store 0, which changes no sum: `%s`.",
        cure);
    return true;
}

/* A level that reaches past the last cell. */
static bool say_past_cells(const json_t *finding, struct gs_saying *out)
{
    const char *array = json_string_value(json_object_get(finding, "array"));
    if (!is_kind(finding, "out-of-bounds") || !has_text(finding, "memory", "shared") ||
        array == NULL)
        return false;
    set_kind(out, "out-of-bounds");
    SAY(out,
        "Thread %lld uses %s[%lld], and there are only %lld cells. The first level adds the upper "
        "half of the cells to the lower, so only threads of the lower half work: `if (t < half)`, "
        "with half = blockDim.x / 2 at first.",
        thread_of(finding, "first"), array, get_number(finding, "index"),
        get_number(finding, "elements"));
    return true;
}

/* Levels, or turns of a loop, without a barrier between them: one thread reads what another writes,
 * in one line or around the loop's end. */
static bool is_level_race(const json_t *finding)
{
    const char *sentence = json_string_value(json_object_get(finding, "sentence"));
    bool reads = is_access(finding, "first", "read") || is_access(finding, "second", "read");
    bool writes = is_access(finding, "first", "write") || is_access(finding, "second", "write");
    bool same = get_number(finding, "line") == get_number(finding, "other_line");
    return (is_kind(finding, "race-shared") || is_kind(finding, "race-warp")) && reads && writes &&
           sentence != NULL && strstr(sentence, "changes get lost") == NULL &&
           (same || strstr(sentence, "next turn") != NULL);
}

static bool say_level_race(const json_t *finding, struct gs_saying *out)
{
    if (!is_level_race(finding))
        return false;
    long long line = get_number(finding, "line"), other = get_number(finding, "other_line");
    bool first_reads = is_access(finding, "first", "read");
    long long reader = thread_of(finding, first_reads ? "first" : "second");
    long long writer = thread_of(finding, first_reads ? "second" : "first");
    set_kind(out, "missing-barrier");
    if (line == other)
        SAY(out,
            "Thread %lld reads a cell in line %lld that thread %lld writes in another level of the "
            "tree, and nothing says which comes first. Put `__syncthreads()` at the end of each "
            "level, for all threads, so outside of the `if`.",
            reader, line, writer);
    else
        SAY(out,
            "Thread %lld reads a cell that thread %lld fills again in the next turn of the loop, "
            "and "
            "nothing says which comes first (line %lld and line %lld). Put `__syncthreads()` at "
            "the "
            "end of each turn.",
            reader, writer, line < other ? line : other, line < other ? other : line);
    return true;
}

/* A counter in shared memory that is set or read while others add to it. */
static bool say_counter_race(const json_t *finding, struct gs_saying *out)
{
    bool first_adds = is_access(finding, "first", "atomic");
    const char *adder = first_adds ? "first" : "second", *other = first_adds ? "second" : "first";
    long long line = get_number(finding, first_adds ? "line" : "other_line");
    long long other_line = get_number(finding, first_adds ? "other_line" : "line");
    if ((!is_kind(finding, "race-shared") && !is_kind(finding, "race-warp")) ||
        !is_access(finding, adder, "atomic") || is_access(finding, other, "atomic"))
        return false;
    bool reads = is_access(finding, other, "read");
    set_kind(out, "missing-barrier");
    out->line = (int)(reads ? other_line : line);
    SAY(out,
        "Thread %lld %s the block's counter in line %lld, thread %lld adds to it in line %lld, and "
        "nothing says which comes first. Put `__syncthreads()` between, where all threads come by.",
        thread_of(finding, other), reads ? "reads" : "sets", other_line, thread_of(finding, adder),
        line);
    return true;
}

/* Some threads wait at one barrier, the others at another one. The one in a branch, or in a loop of
 * fewer turns, mostly stands first. */
static bool say_two_barriers(const json_t *finding, struct gs_saying *out)
{
    long long line = get_number(finding, "line"), other = get_number(finding, "other_line");
    if (!is_kind(finding, "barrier-divergence") || other == 0 || line == other)
        return false;
    set_kind(out, "divergent-barrier");
    out->line = (int)(line < other ? line : other);
    SAY(out,
        "Only some threads of the block reach this barrier: thread %lld waits in line %lld, thread "
        "%lld in line %lld. Move it out of the `if`, or out of the loop that not all threads run "
        "equally often.",
        thread_of(finding, "first"), line, thread_of(finding, "second"), other);
    return true;
}

static bool say_of_tree(const json_t *finding, const char *cure, struct gs_saying *out)
{
    return say_unfilled(finding, cure, out) || say_past_cells(finding, out) ||
           say_level_race(finding, out) || say_counter_race(finding, out) ||
           say_two_barriers(finding, out);
}

/* Blocks that write to the one number that all add to. */
static bool say_shared_result(const json_t *finding, const char *result, struct gs_saying *out)
{
    bool adds = is_access(finding, "first", "atomic") || is_access(finding, "second", "atomic");
    bool first_writes = is_access(finding, "first", "write");
    bool second_writes = is_access(finding, "second", "write");
    if (!is_kind(finding, "race-global") || !has_text(finding, "array", result))
        return false;
    if (adds && (first_writes || second_writes)) {
        set_kind(out, "race");
        out->line = (int)get_number(finding, first_writes ? "line" : "other_line");
        SAY(out,
            "One block sets %s[0] while others may have added to it already, for blocks run in any "
            "order: what they added is lost. Set it to 0 before the launch, with cudaMemset().",
            result);
        return true;
    }
    if (first_writes && second_writes &&
        strstr(json_string_value(json_object_get(finding, "sentence")), "changes get lost") ==
            NULL) {
        set_kind(out, "race");
        SAY(out,
            "Each block writes its own sum over those of the others, and one of them stays in "
            "%s[0]. Add it instead, with atomicAdd().",
            result);
        return true;
    }
    return false;
}

/* ---- sequential_sum -------------------------------------------------------------------------- */

enum { SUMS, SUMS_X, SUMS_N };
enum { SUM_BLOCK = 256 };

static const struct gs_parameter sequential_sum_parameters[] = {
    {"sums", GS_ARG_OUTPUT, GS_ON_DEVICE, GS_ELEMENT_F32},
    {"x", GS_ARG_INPUT, GS_ON_DEVICE, GS_ELEMENT_F32},
    {"n", GS_ARG_NUMBER, GS_ON_DEVICE, GS_ELEMENT_U64},
    {0},
};

/* First one in which each mistake leaves a mark of its own; then around a warp and a block, and
 * many blocks with a remainder. */
static const struct gs_shape array_shapes[] = {
    {.n = 1000},   {.n = 0},   {.n = 1},
    {.n = 31},     {.n = 33},  {.n = 255},
    {.n = 256},    {.n = 257}, {.n = (1 << 16) + 11},
    GS_LAST_SHAPE,
};

static size_t blocks_of(size_t n)
{
    return (n + SUM_BLOCK - 1) / SUM_BLOCK;
}

static size_t sequential_sum_count(const struct gs_shape *shape, unsigned parameter)
{
    return parameter == SUMS ? blocks_of(shape->n) : shape->n;
}

static void array_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    float *x = arrays[SUMS_X];
    for (size_t i = 0; i < shape->n; i++)
        x[i] = gs_random_f32(seed, SUMS_X, i);
    *(uint64_t *)arrays[SUMS_N] = shape->n;
}

static size_t block_length(const struct gs_shape *shape, size_t b)
{
    size_t left = shape->n - b * SUM_BLOCK;
    return left < SUM_BLOCK ? left : SUM_BLOCK;
}

static double sum_of_sizes(const float *x, size_t n)
{
    double total = 0;
    for (size_t i = 0; i < n; i++)
        total += fabs((double)x[i]);
    return total;
}

static double sum_of_values(const float *x, size_t n)
{
    double total = 0;
    for (size_t i = 0; i < n; i++)
        total += (double)x[i];
    return total;
}

/* The order is free, so a sum may be off by what its terms' sizes allow. */
static void sequential_sum_solve(const struct gs_shape *shape, const void *const *arrays,
                                 struct gs_expected *out)
{
    const float *x = arrays[SUMS_X];
    double *sums = out->want[SUMS];
    for (size_t b = 0; b < blocks_of(shape->n); b++) {
        size_t length = block_length(shape, b);
        sums[b] = sum_of_values(x + b * SUM_BLOCK, length);
        out->scale = fmax(out->scale, sum_of_sizes(x + b * SUM_BLOCK, length));
    }
}

static bool say_last_block(const struct gs_wrong *wrong, struct gs_saying *out)
{
    size_t left = wrong->shape->n % SUM_BLOCK;
    if (left == 0 || wrong->count < 2 || wrong->untouched != 1 || wrong->wrong != 1 ||
        wrong->last != wrong->count - 1)
        return false;
    set_kind(out, "rounded-down");
    SAY(out,
        "`n / 256` drops the remainder: the last %zu element%s of x %s no block, and sums[%zu] "
        "was never written. Use `(n + 255) / 256`.",
        left, left == 1 ? "" : "s", left == 1 ? "has" : "have", wrong->last);
    return true;
}

static bool sequential_sum_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    char name[32];
    size_t b = wrong->first;
    if (wrong->untouched > 0)
        return say_last_block(wrong, out);
    const float *x = (const float *)wrong->arrays[SUMS_X] + b * SUM_BLOCK;
    size_t length = block_length(wrong->shape, b);
    (void)snprintf(name, sizeof name, "sums[%zu]", b);
    struct wrong_sum sum = {.name = name,
                            .term = "element",
                            .terms = "elements",
                            .got = (double)((const float *)wrong->got)[b],
                            .slack = 1e-6 * sum_of_sizes(x, length),
                            .count = length,
                            .value = term_of_array,
                            .x = x};
    return say_levels(&sum, out);
}

/* Sequential addressing leaves some 400 lanes of a block idle, most of them in the last levels. */
static bool sequential_sum_audit(const struct gs_shape *shape, const json_t *report,
                                 struct gs_saying *out)
{
    if (audit_threads(shape->n, report, out) || audit_loads(shape->n, report, out) ||
        audit_atomics(shape->n, report, out))
        return true;
    const long long most = 1500;
    struct lanes lanes = count_lanes(report, "shared", NULL);
    if (lanes.idle <= most * (long long)blocks_of(shape->n))
        return false;
    set_kind(out, "idle-lanes");
    out->line = (int)get_number(lanes.worst, "line");
    SAY(out,
        "The threads that work are spread over all warps: in line %d only %.2g of a warp's 32 have "
        "something to do on average, and the others wait. Let the first threads work, `if (t < "
        "half)`, so that whole warps are done.",
        out->line,
        (double)get_number(lanes.worst, "active_lanes") /
            (double)get_number(lanes.worst, "requests"));
    return true;
}

static const char filled[] = "part[t] = i < n ? x[i] : 0";

static bool sequential_sum_finding(const struct gs_shape *shape, const json_t *finding,
                                   struct gs_saying *out)
{
    (void)shape;
    return say_of_tree(finding, filled, out);
}

static size_t sequential_sum_bytes(const struct gs_shape *shape)
{
    return sizeof(float) * (shape->n + blocks_of(shape->n));
}

static void sequential_sum_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->launches = 2;
    most->global_bytes = sequential_sum_bytes(shape) + 2 * sizeof(float) * blocks_of(shape->n);
    most->sectors = 1.02;
    most->wavefronts = 1.0;
}

/* ---- shared_tree ----------------------------------------------------------------------------- */

enum { TOTAL, TOTAL_X, TOTAL_N };

static const struct gs_parameter shared_tree_parameters[] = {
    {"total", GS_ARG_OUTPUT, GS_ON_DEVICE, GS_ELEMENT_F32},
    {"x", GS_ARG_INPUT, GS_ON_DEVICE, GS_ELEMENT_F32},
    {"n", GS_ARG_NUMBER, GS_ON_DEVICE, GS_ELEMENT_U64},
    {0},
};

static size_t shared_tree_count(const struct gs_shape *shape, unsigned parameter)
{
    return parameter == TOTAL ? 1 : shape->n;
}

static void shared_tree_solve(const struct gs_shape *shape, const void *const *arrays,
                              struct gs_expected *out)
{
    *(double *)out->want[TOTAL] = sum_of_values(arrays[TOTAL_X], shape->n);
    out->scale = sum_of_sizes(arrays[TOTAL_X], shape->n);
}

/* What all blocks add to has to be set before. Junk is no number, and so is junk plus a sum. */
static bool say_not_zeroed(const struct gs_wrong *wrong, bool junk, const char *what,
                           struct gs_saying *out)
{
    const char *name = wrong->exercise->parameters[wrong->parameter].name;
    bool left = wrong->shape->n == 0 && wrong->untouched > 0;
    if (!left && !junk)
        return false;
    set_kind(out, "not-zeroed");
    if (left)
        SAY(out,
            "With n = 0 there is nothing to add, so %s[0] is 0, but it still holds what it held "
            "before. Set it to 0 before you return.",
            name);
    else
        SAY(out,
            "%s[0] is %s: it held junk before the call, and junk plus a sum is junk. Set it to 0 "
            "first, with `cudaMemset(%s, 0, sizeof *%s)`.",
            name, what, name, name);
    return true;
}

static bool shared_tree_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const float *x = wrong->arrays[TOTAL_X];
    double got = (double)*(const float *)wrong->got;
    if (say_not_zeroed(wrong, isnan(got), "NaN", out))
        return true;
    struct wrong_sum sum = {.name = "total[0]",
                            .term = "element",
                            .terms = "elements",
                            .got = got,
                            .slack = 1e-6 * sum_of_sizes(x, wrong->shape->n),
                            .count = wrong->shape->n,
                            .value = term_of_array,
                            .x = x};
    return say_nothing_added(&sum, out) || say_levels(&sum, out) || say_blocks(&sum, out);
}

static bool shared_tree_audit(const struct gs_shape *shape, const json_t *report,
                              struct gs_saying *out)
{
    return audit_threads(shape->n, report, out) || audit_loads(shape->n, report, out) ||
           audit_atomics(shape->n, report, out);
}

static bool shared_tree_finding(const struct gs_shape *shape, const json_t *finding,
                                struct gs_saying *out)
{
    (void)shape;
    return say_shared_result(finding, "total", out) || say_of_tree(finding, filled, out);
}

static void shared_tree_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->launches = 4;
    most->global_bytes = sizeof(float) * (shape->n + shape->n / 16 + 256);
    most->sectors = 1.02;
    most->wavefronts = 1.0;
}

static size_t shared_tree_bytes(const struct gs_shape *shape)
{
    return sizeof(float) * (shape->n + 1);
}

/* ---- row_norms ------------------------------------------------------------------------------- */

enum { NORMS, ROWS_X, ROWS, COLUMNS };

static const struct gs_parameter row_norms_parameters[] = {
    {"norms", GS_ARG_OUTPUT, GS_ON_DEVICE, GS_ELEMENT_F32},
    {"x", GS_ARG_INPUT, GS_ON_DEVICE, GS_ELEMENT_F32},
    {"rows", GS_ARG_NUMBER, GS_ON_DEVICE, GS_ELEMENT_U64},
    {"columns", GS_ARG_NUMBER, GS_ON_DEVICE, GS_ELEMENT_U64},
    {0},
};

/* As array_shapes. The last has rows that begin at a sector, so that coalesced accesses cost the
 * least. */
static const struct gs_shape row_shapes[] = {
    {.n = 13, .m = 1000}, {.n = 0, .m = 5},     {.n = 1, .m = 1},   {.n = 31, .m = 3},
    {.n = 33, .m = 31},   {.n = 3, .m = 33},    {.n = 9, .m = 255}, {.n = 4, .m = 256},
    {.n = 7, .m = 257},   {.n = 61, .m = 1064}, GS_LAST_SHAPE,
};

static size_t row_norms_count(const struct gs_shape *shape, unsigned parameter)
{
    return parameter == NORMS ? shape->n : shape->n * shape->m;
}

static void row_norms_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    float *x = arrays[ROWS_X];
    for (size_t i = 0; i < shape->n * shape->m; i++)
        x[i] = gs_random_f32(seed, ROWS_X, i);
    *(uint64_t *)arrays[ROWS] = shape->n;
    *(uint64_t *)arrays[COLUMNS] = shape->m;
}

static double sum_of_squares(const float *x, size_t n)
{
    double total = 0;
    for (size_t i = 0; i < n; i++)
        total += (double)x[i] * (double)x[i];
    return total;
}

static void row_norms_solve(const struct gs_shape *shape, const void *const *arrays,
                            struct gs_expected *out)
{
    double *norms = out->want[NORMS];
    for (size_t r = 0; r < shape->n; r++)
        norms[r] = sqrt(sum_of_squares((const float *)arrays[ROWS_X] + r * shape->m, shape->m));
}

/* The sum of the roots of what `threads` threads have added up. */
static double sum_of_roots(const float *row, size_t columns, size_t threads)
{
    double total = 0;
    for (size_t t = 0; t < threads && t < columns; t++) {
        double squares = 0;
        for (size_t c = t; c < columns; c += threads)
            squares += (double)row[c] * (double)row[c];
        total += sqrt(squares);
    }
    return total;
}

static bool is_near(double got, double value)
{
    return fabs(got - value) <= 1e-5 * value;
}

static bool say_root(const float *row, size_t columns, size_t r, double got, struct gs_saying *out)
{
    if (is_near(got, sum_of_squares(row, columns))) {
        set_kind(out, "no-root");
        SAY(out, "norms[%zu] is the sum of the squares: take its root, `sqrtf(sum)`.", r);
        return true;
    }
    for (size_t threads = 32; threads <= 2048; threads *= 2) {
        if (!is_near(got, sum_of_roots(row, columns, threads)))
            continue;
        set_kind(out, "root-too-early");
        SAY(out,
            "norms[%zu] is a sum of roots: each thread took the root of its own part. Add up the "
            "squares of the whole row first, and take one root, of part[0], at the end.",
            r);
        return true;
    }
    return false;
}

/* Squares of the row, as terms of a sum. */
static double term_of_row(const struct wrong_sum *sum, size_t i)
{
    return (double)sum->x[i] * (double)sum->x[i];
}

static bool say_columns(const struct wrong_sum *sum, struct gs_saying *out)
{
    size_t block = block_that_fits(sum, of_first_block);
    if (block != 0) {
        set_kind(out, "short-row");
        SAY(out,
            "Only the first %zu of %zu columns are in %s: a row may be longer than a block. Let "
            "each "
            "thread go on to the column one block further: `for (c = t; c < columns; c += "
            "blockDim.x)`.",
            block, sum->count, sum->name);
        return true;
    }
    block = block_that_fits(sum, of_full_blocks);
    if (block != 0 && block <= sum->count) {
        size_t left = sum->count % block;
        set_kind(out, "rounded-down");
        SAY(out,
            "`columns / B` drops the remainder: the last %zu columns of %zu are not in %s. Let the "
            "loop run while the column is below `columns`.",
            left, sum->count, sum->name);
        return true;
    }
    return false;
}

/* Rows at the end that nobody took, where a block takes several. */
static bool say_rows(const struct gs_wrong *wrong, struct gs_saying *out)
{
    size_t rows = wrong->shape->n, left = rows - wrong->first;
    if (wrong->untouched != wrong->wrong || wrong->untouched == rows || left != wrong->wrong)
        return false;
    for (size_t block = 2; block <= 1024; block *= 2) {
        if (rows / block * block != wrong->first)
            continue;
        set_kind(out, "rounded-down");
        SAY(out,
            "A division of `rows` drops the remainder: the last %zu row%s, from norms[%zu] on, %s "
            "never computed. Round the number of blocks up, `(rows + R - 1) / R` for R rows a "
            "block.",
            left, left == 1 ? "" : "s", wrong->first, left == 1 ? "was" : "were");
        return true;
    }
    return false;
}

static bool row_norms_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    char name[32];
    size_t r = wrong->first, columns = wrong->shape->m;
    if (wrong->untouched > 0)
        return say_rows(wrong, out);
    const float *row = (const float *)wrong->arrays[ROWS_X] + r * columns;
    double got = (double)((const float *)wrong->got)[r];
    (void)snprintf(name, sizeof name, "norms[%zu]", r);
    struct wrong_sum sum = {.name = name,
                            .term = "column",
                            .terms = "columns",
                            .got = got * got,
                            .slack = 1e-5 * sum_of_squares(row, columns),
                            .count = columns,
                            .value = term_of_row,
                            .x = row};
    return say_root(row, columns, r, got, out) || say_levels(&sum, out) || say_columns(&sum, out);
}

static bool row_norms_audit(const struct gs_shape *shape, const json_t *report,
                            struct gs_saying *out)
{
    return audit_threads(shape->n * shape->m, report, out) ||
           audit_loads(shape->n * shape->m, report, out);
}

/* Where there is a block for each row, it can only be the column that is too large. */
static bool say_row_guard(const struct gs_shape *shape, const json_t *finding,
                          struct gs_saying *out)
{
    const json_t *grid = json_object_get(json_object_get(finding, "launch"), "grid");
    if (!is_kind(finding, "out-of-bounds") || !has_text(finding, "array", "x"))
        return false;
    set_kind(out, "no-bounds-check");
    if ((size_t)json_integer_value(json_array_get(grid, 0)) == shape->n)
        SAY(out,
            "Thread %lld went past the end of the last row, to x[%lld]: a row has %zu column%s. "
            "Add "
            "`if (c < columns)`.",
            thread_of(finding, "first"), get_number(finding, "index"), shape->m,
            shape->m == 1 ? "" : "s");
    else
        SAY(out,
            "x[%lld] is past the end of x, which has %zu row%s of %zu: no thread may work on a row "
            "from `rows` on, nor on a column from `columns` on.",
            get_number(finding, "index"), shape->n, shape->n == 1 ? "" : "s", shape->m);
    return true;
}

static bool row_norms_finding(const struct gs_shape *shape, const json_t *finding,
                              struct gs_saying *out)
{
    return say_row_guard(shape, finding, out) || say_of_tree(finding, "part[t] = sum", out);
}

static size_t row_norms_bytes(const struct gs_shape *shape)
{
    return sizeof(float) * (shape->n * shape->m + shape->n);
}

static void row_norms_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->launches = 3;
    most->global_bytes = row_norms_bytes(shape) + 16 * sizeof(float) * shape->n;
    most->sectors = 1.02;
    most->wavefronts = 1.0;
}

/* ---- monte_carlo_pi -------------------------------------------------------------------------- */

enum { HITS, SEED, FIRST, POINTS };

static const struct gs_parameter monte_carlo_pi_parameters[] = {
    {"hits", GS_ARG_OUTPUT, GS_ON_DEVICE, GS_ELEMENT_U64},
    {"seed", GS_ARG_NUMBER, GS_ON_DEVICE, GS_ELEMENT_U64},
    {"first", GS_ARG_NUMBER, GS_ON_DEVICE, GS_ELEMENT_U64},
    {"n", GS_ARG_NUMBER, GS_ON_DEVICE, GS_ELEMENT_U64},
    {0},
};

/* First one with so many points that different mistakes give different counts. */
static const struct gs_shape point_shapes[] = {
    {.n = 20011},  {.n = 0},   {.n = 1},
    {.n = 31},     {.n = 33},  {.n = 255},
    {.n = 256},    {.n = 257}, {.n = (1 << 16) + 11},
    GS_LAST_SHAPE,
};

static size_t monte_carlo_pi_count(const struct gs_shape *shape, unsigned parameter)
{
    (void)shape;
    (void)parameter;
    return 1;
}

static void monte_carlo_pi_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    const uint64_t beyond_32_bits = (uint64_t)1 << 33, most = (uint64_t)1 << 39;
    *(uint64_t *)arrays[SEED] = gs_random_bits(seed, SEED, 0);
    *(uint64_t *)arrays[FIRST] = beyond_32_bits + gs_random_bits(seed, FIRST, 0) % most;
    *(uint64_t *)arrays[POINTS] = shape->n;
}

static bool is_hit(uint64_t seed, uint64_t index_x, uint64_t index_y)
{
    float x = uniform(seed, index_x), y = uniform(seed, index_y);
    return x * x + y * y < 1;
}

static void monte_carlo_pi_solve(const struct gs_shape *shape, const void *const *arrays,
                                 struct gs_expected *out)
{
    uint64_t seed = *(const uint64_t *)arrays[SEED], first = *(const uint64_t *)arrays[FIRST];
    uint64_t hits = 0;
    for (uint64_t p = first; p < first + shape->n; p++)
        hits += is_hit(seed, 2 * p, 2 * p + 1);
    *(uint64_t *)out->want[HITS] = hits;
}

/* Numbers that a mistake takes for the point `first` + i. */
struct indices {
    uint64_t x, y;
};

static struct indices in_32_bits(uint64_t first, size_t i)
{
    uint32_t p = (uint32_t)(first + i);
    return (struct indices){2 * (uint64_t)p, 2 * (uint64_t)p + 1};
}

static struct indices doubled_in_32_bits(uint64_t first, size_t i)
{
    uint32_t index = (uint32_t)(2 * (first + i));
    return (struct indices){index, index + 1};
}

static struct indices in_an_int(uint64_t first, size_t i)
{
    uint64_t p = (uint64_t)(int64_t)(int32_t)(uint32_t)(first + i);
    return (struct indices){2 * p, 2 * p + 1};
}

static struct indices doubled_in_an_int(uint64_t first, size_t i)
{
    uint64_t index = (uint64_t)(int64_t)(int32_t)(uint32_t)(2 * (first + i));
    return (struct indices){index, index + 1};
}

static struct indices without_first(uint64_t first, size_t i)
{
    (void)first;
    return (struct indices){2 * (uint64_t)i, 2 * (uint64_t)i + 1};
}

static struct indices even_alone(uint64_t first, size_t i)
{
    return (struct indices){2 * (first + i), 2 * (first + i)};
}

static struct indices odd_alone(uint64_t first, size_t i)
{
    return (struct indices){2 * (first + i) + 1, 2 * (first + i) + 1};
}

static struct indices undoubled_alone(uint64_t first, size_t i)
{
    return (struct indices){first + i, first + i};
}

static struct indices undoubled(uint64_t first, size_t i)
{
    return (struct indices){first + i, first + i + 1};
}

static const struct {
    struct indices (*take)(uint64_t first, size_t i);
    const char *kind, *sentence;
} wrong_indices[] = {
    {in_32_bits, "index-overflow", NULL},
    {doubled_in_32_bits, "index-overflow", NULL},
    {in_an_int, "index-overflow", NULL},
    {doubled_in_an_int, "index-overflow", NULL},
    {without_first, "wrong-points",
     "You counted the points 0 to n - 1, and not those from `first` on: thread i has point `first "
     "+ "
     "i`."},
    {even_alone, "same-coordinates", NULL},
    {odd_alone, "same-coordinates", NULL},
    {undoubled_alone, "same-coordinates", NULL},
    {undoubled, "shared-numbers",
     "Neighbouring points share a number: with the indices p and p + 1 the y of a point is the x "
     "of "
     "the next. Use `2 * p` and `2 * p + 1`."},
};

static const char *sentence_of(const char *kind)
{
    return strcmp(kind, "index-overflow") == 0
               ? "The 32-bit index wrapped above 2^32 - 1, so other numbers of the sequence were "
                 "taken: `first` is larger than that. Use `uint64_t` for the point and its indices."
               : "x and y of each point are the same number, so all points lie on the diagonal: "
                 "the "
                 "indices are `2 * p` for x and `2 * p + 1` for y.";
}

static bool say_indices(const struct wrong_sum *sum, struct gs_saying *out)
{
    for (size_t k = 0; k < sizeof wrong_indices / sizeof wrong_indices[0]; k++) {
        uint64_t hits = 0;
        for (size_t i = 0; i < sum->count; i++) {
            struct indices of = wrong_indices[k].take(sum->first, i);
            hits += is_hit(sum->seed, of.x, of.y);
        }
        if ((double)hits != sum->got)
            continue;
        const char *kind = wrong_indices[k].kind, *sentence = wrong_indices[k].sentence;
        set_kind(out, kind);
        SAY(out, "%s", sentence != NULL ? sentence : sentence_of(kind));
        return true;
    }
    return false;
}

static double term_of_points(const struct wrong_sum *sum, size_t i)
{
    uint64_t p = sum->first + i;
    return is_hit(sum->seed, 2 * p, 2 * p + 1);
}

/* One point for all threads, or the same points in each block. */
static bool say_same_points(const struct wrong_sum *sum, struct gs_saying *out)
{
    bool all = sum->got == (double)sum->count;
    bool none = sum->got == 0 && !(is_hit(sum->seed, 0, 1) && term_of_points(sum, 0) > 0);
    if (all || none) {
        set_kind(out, "same-numbers");
        SAY(out,
            "%s of the %zu points is a hit: all threads drew the same numbers%s. Give uniform() "
            "another index for each point, made of `first` and the thread's own number.",
            all ? "Each" : "None", sum->count, all ? "" : ", or nobody adds to hits[0]");
        return true;
    }
    for (size_t block = 32; block <= 1024; block *= 2) {
        double with = 0, without = 0;
        for (size_t i = 0; i < sum->count; i++) {
            with += term_of_points(sum, i % block);
            without += is_hit(sum->seed, 2 * (i % block), 2 * (i % block) + 1);
        }
        if (with != sum->got && without != sum->got)
            continue;
        set_kind(out, "same-numbers");
        SAY(out,
            "All blocks drew the same numbers: thread 0 of each took the same point, thread 1 the "
            "next, and so on. The index has to have `blockIdx.x * blockDim.x` in it.");
        return true;
    }
    return false;
}

/* Threads past the end that counted a point too. */
static bool say_unguarded(const struct wrong_sum *sum, struct gs_saying *out)
{
    for (size_t block = 32; block <= 1024; block *= 2) {
        size_t threads = (sum->count + block - 1) / block * block;
        double hits = 0;
        for (size_t i = 0; i < threads; i++)
            hits += term_of_points(sum, i);
        if (hits != sum->got || threads == sum->count)
            continue;
        set_kind(out, "no-bounds-check");
        SAY(out,
            "Your last block has more threads than data: %zu threads past the end counted points "
            "too, of which there are only %zu. Add `if (i < n)`.",
            threads - sum->count, sum->count);
        return true;
    }
    return false;
}

static bool monte_carlo_pi_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    uint64_t got = *(const uint64_t *)wrong->got;
    char junk[32];
    const uint64_t too_many = (uint64_t)1 << 48;
    (void)snprintf(junk, sizeof junk, "%llu", (unsigned long long)got);
    if (say_not_zeroed(wrong, got > too_many, junk, out))
        return true;
    struct wrong_sum sum = {.name = "hits[0]",
                            .term = "point",
                            .terms = "points",
                            .got = (double)got,
                            .count = wrong->shape->n,
                            .value = term_of_points,
                            .seed = *(const uint64_t *)wrong->arrays[SEED],
                            .first = *(const uint64_t *)wrong->arrays[FIRST]};
    if (wrong->shape->n < 10000) /* different mistakes may give the same count */
        return false;
    return say_same_points(&sum, out) || say_nothing_added(&sum, out) || say_indices(&sum, out) ||
           say_unguarded(&sum, out) || say_levels(&sum, out) || say_blocks(&sum, out);
}

static bool monte_carlo_pi_audit(const struct gs_shape *shape, const json_t *report,
                                 struct gs_saying *out)
{
    return audit_threads(shape->n, report, out) || audit_atomics(shape->n, report, out);
}

static bool monte_carlo_pi_finding(const struct gs_shape *shape, const json_t *finding,
                                   struct gs_saying *out)
{
    (void)shape;
    return say_shared_result(finding, "hits", out) || say_of_tree(finding, "part[t] = mine", out);
}

static void monte_carlo_pi_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->launches = 4;
    most->global_bytes = sizeof(uint64_t) * (shape->n / 8 + 256);
    most->wavefronts = 1.0;
}

static size_t monte_carlo_pi_bytes(const struct gs_shape *shape)
{
    (void)shape;
    return sizeof(uint64_t); /* it computes, and hardly moves anything */
}

/* ---- the exercises --------------------------------------------------------------------------- */

const struct gs_exercise gs_exercises_tree_reduction[] = {
    {
        .name = "sequential_sum",
        .title = "Let neighbours work on neighbours",
        .entry = "sequential_sum",
        .parameters = sequential_sum_parameters,
        .shapes = array_shapes,
        .n_name = "n",
        .hints = {"A cell lies in bank `cell % 32`. In the first level thread t uses cell 2 * t: "
                  "which other thread of its warp uses the same bank as thread 0?",
                  "Any way of pairing the cells gives the same sum. Pair each cell of the lower "
                  "half with one of the upper half, then halve the half, until one cell is left.",
                  "for (unsigned half = blockDim.x / 2; half > 0; half /= 2), and in it: if (t < "
                  "half) part[t] += part[t + half]; then the barrier, as it is."},
        .count = sequential_sum_count,
        .fill = array_fill,
        .solve = sequential_sum_solve,
        .tolerance = 1e-6,
        .explain = sequential_sum_explain,
        .audit = sequential_sum_audit,
        .say_finding = sequential_sum_finding,
        .budget = sequential_sum_budget,
        .timed = {.n = (size_t)1 << 25},
        .timed_bytes = sequential_sum_bytes,
        .timed_ratio = 1.25,
    },
    {
        .name = "shared_tree",
        .title = "A tree, and its barriers",
        .entry = "shared_tree",
        .parameters = shared_tree_parameters,
        .shapes = array_shapes,
        .n_name = "n",
        .hints =
            {"Which cells does a thread read in the first level, who has filled them, and when? "
             "What is in the cells of threads that have no element?",
             "Halve the number of cells in each level, as in sequential_sum. Each level reads "
             "what other threads have stored in the one before, so a barrier stands before "
             "each, where every thread comes by. 0 is the element that changes no sum.",
             "part[t] = i < n ? x[i] : 0; __syncthreads(); then for (half = blockDim.x / 2; "
             "half > 0; half /= 2) { if (t < half) part[t] += part[t + half]; "
             "__syncthreads(); }. And before the launch, also for n = 0: cudaMemset(total, 0, "
             "sizeof *total)."},
        .count = shared_tree_count,
        .fill = array_fill,
        .solve = shared_tree_solve,
        .tolerance = 1e-6,
        .explain = shared_tree_explain,
        .audit = shared_tree_audit,
        .say_finding = shared_tree_finding,
        .budget = shared_tree_budget,
        .timed = {.n = (size_t)1 << 25},
        .timed_bytes = shared_tree_bytes,
        .timed_ratio = 1.25,
    },
    {
        .name = "row_norms",
        .title = "The length of each row",
        .entry = "row_norms",
        .parameters = row_norms_parameters,
        .shapes = row_shapes,
        .n_name = "rows",
        .m_name = "columns",
        .hints =
            {"At one moment, how far apart are the elements that thread 0 and thread 1 load? "
             "How far should they be?",
             "Launch a block for each row. Thread t takes columns t, t + 256, t + 512 and so "
             "on, and keeps the sum of their squares in a variable. The block adds up these "
             "sums as a tree, and its thread 0 takes one root.",
             "norm<<<rows, 256>>> where rows > 0; const float *row = x + blockIdx.x * columns; "
             "for (size_t c = t; c < columns; c += blockDim.x) sum += row[c] * row[c]; "
             "part[t] = sum; then barrier and tree as in shared_tree; if (t == 0) "
             "norms[blockIdx.x] = sqrtf(part[0])."},
        .count = row_norms_count,
        .fill = row_norms_fill,
        .solve = row_norms_solve,
        .tolerance = 1e-5,
        .explain = row_norms_explain,
        .audit = row_norms_audit,
        .say_finding = row_norms_finding,
        .budget = row_norms_budget,
        .timed = {.n = (size_t)1 << 14, .m = (size_t)1 << 12},
        .timed_bytes = row_norms_bytes,
        .timed_ratio = 1.25,
    },
    {
        .name = "monte_carlo_pi",
        .title = "Pi by throwing darts",
        .entry = "monte_carlo_pi",
        .parameters = monte_carlo_pi_parameters,
        .shapes = point_shapes,
        .n_name = "n",
        .hints =
            {"Which numbers of the sequence belong to the point of thread i? And what happens "
             "to hits[0] when two threads add 1 to it at the same time?",
             "Thread i has point p = first + i, whose numbers are 2 p and 2 p + 1: as uint64_t. "
             "Each thread puts 1 or 0 into shared memory, a tree adds them up, and thread 0 of "
             "each block adds the result to hits[0] with atomicAdd().",
             "uint64_t p = first + i; x = uniform(seed, 2 * p), y = uniform(seed, 2 * p + 1); "
             "part[t] = i < n && x * x + y * y < 1; barrier and tree; if (t == 0) "
             "atomicAdd(hits, part[0]). Before the launch: cudaMemset(hits, 0, sizeof *hits)."},
        .count = monte_carlo_pi_count,
        .fill = monte_carlo_pi_fill,
        .solve = monte_carlo_pi_solve,
        .explain = monte_carlo_pi_explain,
        .audit = monte_carlo_pi_audit,
        .say_finding = monte_carlo_pi_finding,
        .budget = monte_carlo_pi_budget,
        .timed = {.n = (size_t)1 << 25},
        .timed_bytes = monte_carlo_pi_bytes,
        .timed_ratio = 1.5,
    },
    {0},
};

/* ---- questions ------------------------------------------------------------------------------- */

/* Halves of `count`, rounded up, until one is left. */
static unsigned count_levels(size_t count)
{
    unsigned levels = 0;
    for (; count > 1; count = (count + 1) / 2)
        levels++;
    return levels;
}

static const size_t levels_n = ((size_t)1 << 24) + 11;

static enum gs_status answer_levels(double *least, double *most, struct gs_error *why)
{
    (void)why;
    *least = *most = count_levels(levels_n);
    return GS_OK;
}

static bool explain_levels(double given, char *sentence, size_t size)
{
    const char *text = NULL;
    if (given == count_levels((size_t)1 << 24))
        text = "That many levels do for 2^24 numbers. After them, how many are left of 11 more?";
    else if (given == (double)levels_n - 1)
        text = "That is the number of additions. How many of them must wait for another?";
    if (text != NULL)
        (void)snprintf(sentence, size, "%s", text);
    return text != NULL;
}

enum { LAUNCHES_N = 1000000, LAUNCHES_BLOCK = 256 };

static unsigned count_launches(size_t n, size_t elements_per_block)
{
    unsigned launches = 0;
    for (; n > 1; n = (n + elements_per_block - 1) / elements_per_block)
        launches++;
    return launches;
}

static enum gs_status answer_launches(double *least, double *most, struct gs_error *why)
{
    (void)why;
    *least = *most = count_launches(LAUNCHES_N, (size_t)2 * LAUNCHES_BLOCK);
    return GS_OK;
}

static bool explain_launches(double given, char *sentence, size_t size)
{
    const size_t block = (size_t)2 * LAUNCHES_BLOCK;
    const size_t once = (LAUNCHES_N + block - 1) / block, twice = (once + block - 1) / block;
    if (given == count_levels(LAUNCHES_N))
        (void)snprintf(
            sentence, size,
            "That is one launch a level, as `sequential` does. In shared_tree one launch "
            "does all the levels of a block.");
    else if (given < count_launches(LAUNCHES_N, block))
        (void)snprintf(sentence, size,
                       "The first launch leaves %zu sums, one a block, the second %zu: that is not "
                       "one number yet.",
                       once, twice);
    else
        return false;
    return true;
}

enum { TENTHS = 100000000 };

/* As a loop on the host would do it. */
static float add_tenths(void)
{
    float sum = 0, before = -1;
    for (int i = 0; i < TENTHS && sum != before; i++) {
        before = sum;
        sum += 0.1f;
    }
    return sum;
}

static enum gs_status answer_tenths(double *least, double *most, struct gs_error *why)
{
    (void)why;
    *least = *most = (double)add_tenths();
    return GS_OK;
}

static bool explain_tenths(double given, char *sentence, size_t size)
{
    const char *text = NULL;
    if (given * 10 == TENTHS)
        text = "That is the true sum. The loop does not get there: from some number on a tenth is "
               "less than half the distance to the next float, and adding it changes nothing.";
    else if (given == 16777216)
        text = "That is where a sum of ones ends, for floats beyond 2^24 are 2 apart. A tenth is "
               "smaller: which floats are so far apart that a tenth is less than half of it?";
    if (text != NULL)
        (void)snprintf(sentence, size, "%s", text);
    return text != NULL;
}

const struct gs_question gs_questions_tree_reduction[] = {
    {
        .name = "levels",
        .text = "How many levels has a tree that adds up 2^24 + 11 numbers, where one that is left "
                "over goes on to the next level as it is?",
        .hints = {"A level leaves half of the numbers, rounded up.",
                  "2^24 numbers take 24 levels; with 11 more there are 2 left then.",
                  "One more than 24."},
        .answer = answer_levels,
        .explain = explain_levels,
    },
    {
        .name = "launches",
        .text =
            "The lesson's `shared_tree` loads two elements a thread, and a block leaves one sum. "
            "How many launches does it take from 10^6 numbers to one, at 256 threads a block?",
        .hints =
            {"How many numbers does one block make one of?",
             "A launch makes one of each 512 numbers, rounded up; the next launch does the same "
             "with what is left.",
             "10^6, 1954, 4, 1: count the steps."},
        .answer = answer_launches,
        .explain = explain_launches,
    },
    {
        .name = "tenths",
        .text = "float s = 0; then s += 0.1f, 10^8 times, one after the other. Where does s end?",
        .hints =
            {"A float has 24 binary digits. How far is the next float from 2^20, and from 2^21?",
             "Adding something changes nothing when it is less than half the distance to the "
             "next float. From which power of two on is 0.1 less than that?",
             "Floats from 2^21 on are 1/4 apart, and 0.1 < 1/8."},
        .answer = answer_tenths,
        .explain = explain_tenths,
    },
    {0},
};
