/* Lesson 3's exercises: what each function is tried with, and what is right. */
#include "grade/exercise.h"

#include "breakeven.h"
#include "random.h"

#include <glob.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- what they share ------------------------------------------------------------------------- */

/* Around a warp, around a block of 256, and many blocks with a remainder. */
static const struct gs_shape shapes[] = {
    {.n = 0},      {.n = 1},   {.n = 31},  {.n = 33},
    {.n = 255},    {.n = 256}, {.n = 257}, {.n = (1 << 16) + 11},
    GS_LAST_SHAPE,
};

static size_t n_elements(const struct gs_shape *shape, unsigned parameter)
{
    (void)parameter;
    return shape->n;
}

__attribute__((format(printf, 3, 4))) static bool say(struct gs_saying *out, const char *kind,
                                                      const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    snprintf(out->kind, sizeof out->kind, "%s", kind);
    vsnprintf(out->sentence, sizeof out->sentence, format, arguments);
    va_end(arguments);
    return true;
}

static const char *text_of(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text != NULL ? text : "";
}

static int line_of(const json_t *operation)
{
    return (int)json_integer_value(json_object_get(operation, "line"));
}

/* ---- vecadd ---------------------------------------------------------------------------------- */

enum { C, A, B, N };

static const struct gs_parameter vecadd_parameters[] = {
    {"c", GS_ARG_OUTPUT, GS_ON_DEVICE, GS_ELEMENT_F32},
    {"a", GS_ARG_INPUT, GS_ON_DEVICE, GS_ELEMENT_F32},
    {"b", GS_ARG_INPUT, GS_ON_DEVICE, GS_ELEMENT_F32},
    {"n", GS_ARG_NUMBER, GS_ON_DEVICE, GS_ELEMENT_U64},
    {0},
};

static void vecadd_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    float *a = arrays[A], *b = arrays[B];
    for (size_t i = 0; i < shape->n; i++) {
        a[i] = gs_random_f32(seed, A, i);
        b[i] = gs_random_f32(seed, B, i);
    }
    *(uint64_t *)arrays[N] = shape->n;
}

static void vecadd_solve(const struct gs_shape *shape, const void *const *arrays,
                         struct gs_expected *out)
{
    const float *a = arrays[A], *b = arrays[B];
    double *c = out->want[C];
    for (size_t i = 0; i < shape->n; i++)
        c[i] = (double)a[i] + (double)b[i];
    out->scale = 1e-6; /* a sum near 0 of numbers near 1 */
}

static void vecadd_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->sectors = 1.0;
    most->launches = 1;
    most->global_bytes = 3 * sizeof(float) * shape->n;
}

static size_t vecadd_bytes(const struct gs_shape *shape)
{
    return 3 * sizeof(float) * shape->n;
}

/* Two blocks that write one element: each counts its threads from 0. */
static bool say_block_overlap(const struct gs_shape *shape, const json_t *finding,
                              struct gs_saying *out)
{
    const json_t *first = json_object_get(json_object_get(finding, "first"), "block");
    const json_t *second = json_object_get(json_object_get(finding, "second"), "block");
    bool race = strncmp(text_of(finding, "kind"), "race-", 5) == 0;
    (void)shape;
    if (!race || second == NULL || json_equal(first, second) ||
        strcmp(text_of(finding, "array"), "c") != 0)
        return false;
    return say(
        out, "race",
        "Blocks %d and %d both work on c[%d]: in each block threadIdx.x begins at 0. Add what "
        "the blocks before have done, `blockIdx.x * blockDim.x`.",
        (int)json_integer_value(json_array_get(second, 0)),
        (int)json_integer_value(json_array_get(first, 0)),
        (int)json_integer_value(json_object_get(finding, "index")));
}

/* ---- hypotenuse ------------------------------------------------------------------------------ */

static void hypotenuse_solve(const struct gs_shape *shape, const void *const *arrays,
                             struct gs_expected *out)
{
    const float *a = arrays[A], *b = arrays[B];
    double *c = out->want[C];
    for (size_t i = 0; i < shape->n; i++)
        c[i] = hypot((double)a[i], (double)b[i]);
}

/* A formula is never to be a matter of how often a compiler loads the same element. */
static void hypotenuse_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->sectors = 1.0;
    most->launches = 1;
    most->global_bytes = 5 * sizeof(float) * shape->n;
}

static bool is_about(double got, double formula)
{
    return fabs(got - formula) <= 1e-5 * (fabs(formula) + 1e-3) || (isnan(got) && isnan(formula));
}

static bool hypotenuse_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t i = wrong->first;
    const double a = (double)((const float *)wrong->arrays[A])[i];
    const double b = (double)((const float *)wrong->arrays[B])[i];
    const double got = (double)((const float *)wrong->got)[i];
    if (wrong->untouched > 0)
        return false;
    if (is_about(got, a * a + b * b))
        return say(out, "wrong-value",
                   "c[%zu] is %g, the square of the side: take its root, with sqrtf().", i, got);
    if (is_about(got, sqrt(a * a - b * b)))
        return say(out, "wrong-value",
                   "c[%zu] is %g, the root of a[%zu]^2 minus b[%zu]^2: the two squares are to be "
                   "added.",
                   i, got, i, i);
    if (is_about(fabs(got), fabs(a + b)))
        return say(
            out, "wrong-value",
            "c[%zu] is %g, a[%zu] and b[%zu] added (or the root of the square of that): take "
            "the squares first, and add these.",
            i, got, i, i);
    return false;
}

/* ---- broadcast_add --------------------------------------------------------------------------- */

enum { OUT, IN, SCALAR, COUNT };

static const struct gs_parameter broadcast_add_parameters[] = {
    {"out", GS_ARG_OUTPUT, GS_ON_DEVICE, GS_ELEMENT_I64},
    {"a", GS_ARG_INPUT, GS_ON_DEVICE, GS_ELEMENT_I64},
    {"s", GS_ARG_NUMBER, GS_ON_DEVICE, GS_ELEMENT_I64},
    {"n", GS_ARG_NUMBER, GS_ON_DEVICE, GS_ELEMENT_U64},
    {0},
};

/* About 2^61, so that no sum overflows, and odd, so that a double cannot hold them. */
static void broadcast_add_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    int64_t *a = arrays[IN];
    for (size_t i = 0; i < shape->n; i++)
        a[i] = gs_random_i64(seed, IN, i) / 2 * 2 + 1;
    *(int64_t *)arrays[SCALAR] = ((int64_t)1 << 61) + gs_random_i64(seed, SCALAR, 0) / 8 * 2;
    *(uint64_t *)arrays[COUNT] = shape->n;
}

static void broadcast_add_solve(const struct gs_shape *shape, const void *const *arrays,
                                struct gs_expected *out)
{
    const int64_t *a = arrays[IN], s = *(const int64_t *)arrays[SCALAR];
    int64_t *want = out->want[OUT];
    for (size_t i = 0; i < shape->n; i++)
        want[i] = a[i] + s;
}

static void broadcast_add_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->sectors = 1.0;
    most->launches = 1;
    most->global_bytes = 2 * sizeof(int64_t) * shape->n;
}

static size_t broadcast_add_bytes(const struct gs_shape *shape)
{
    return 2 * sizeof(int64_t) * shape->n;
}

/* The low 32 bits, as an int has them. */
static int64_t as_int(int64_t value)
{
    return (int32_t)(uint32_t)((uint64_t)value & UINT32_MAX);
}

static bool say_rounded(int64_t got, int64_t want, size_t i, struct gs_saying *out)
{
    const uint64_t up = (uint64_t)got - (uint64_t)want, down = (uint64_t)want - (uint64_t)got;
    const uint64_t off = up < down ? up : down;
    if (off >= (uint64_t)1 << 48)
        return false;
    const bool is_float =
        off > 1 << 12; /* next to 2^62 a double is exact to 2^9, a float to 2^38 */
    return say(
        out, "rounded",
        "out[%zu] is %lld, and %lld is right, %llu away: somewhere the numbers became %s, which "
        "keeps %d bits of them. Compute in int64_t alone.",
        i, (long long)got, (long long)want, (unsigned long long)off, is_float ? "float" : "double",
        is_float ? 24 : 53);
}

static bool broadcast_add_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t i = wrong->first;
    const int64_t *a = wrong->arrays[IN], s = *(const int64_t *)wrong->arrays[SCALAR];
    const int64_t got = ((const int64_t *)wrong->got)[i], want = ((const int64_t *)wrong->want)[i];
    if (wrong->untouched > 0)
        return false;
    if (got == as_int(want) || got == a[i] + as_int(s) || got == as_int(a[i]) + s ||
        got == as_int(a[i]) + as_int(s))
        return say(
            out, "truncated",
            "out[%zu] is %lld, and %lld is right: somewhere a number went through an int, which "
            "keeps 32 bits and loses what is above 2^31. Make it int64_t.",
            i, (long long)got, (long long)want);
    if (got == a[i])
        return say(out, "wrong-value", "out[%zu] is a[%zu] itself, %lld: s is missing.", i, i,
                   (long long)got);
    if ((uint64_t)got == (uint64_t)a[i] + (uint64_t)a[0])
        return say(out, "wrong-value",
                   "out[%zu] is a[%zu] + a[0], and a[%zu] + s is right: s is a number of its own, "
                   "%lld, and no element of a.",
                   i, i, i, (long long)s);
    return say_rounded(got, want, i, out);
}

static bool broadcast_add_say_finding(const struct gs_shape *shape, const json_t *finding,
                                      struct gs_saying *out)
{
    (void)shape;
    if (strcmp(text_of(finding, "kind"), "host-pointer") != 0)
        return false;
    return say(out, "host-pointer",
               "The kernel was handed an address of the host's, and no thread can read what lies "
               "there. Hand it the number itself, by value: `int64_t s`.");
}

/* Right, but by way of memory. */
static bool broadcast_add_audit(const struct gs_shape *shape, const json_t *report,
                                struct gs_saying *out)
{
    const json_t *operations = json_object_get(report, "operations");
    (void)shape;
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *operation = json_array_get(operations, i);
        const char *what = text_of(operation, "do");
        if (strcmp(what, "copy") != 0 && strcmp(what, "fill") != 0)
            continue;
        out->line = line_of(operation);
        return say(out, "needless-copy",
                   "This copies %d byte%s to get s to the threads, and a copy costs more than the "
                   "whole kernel here. An argument of a kernel comes with the launch: hand over s "
                   "itself, by value.",
                   (int)json_integer_value(json_object_get(operation, "bytes")),
                   json_integer_value(json_object_get(operation, "bytes")) == 1 ? "" : "s");
    }
    return false;
}

/* ---- timed_add ------------------------------------------------------------------------------- */

enum { SECONDS, SUM, LEFT, RIGHT, LENGTH };

enum { MOST_SECONDS = 20 }; /* the process is ended then */

static const struct gs_parameter timed_add_parameters[] = {
    {"seconds", GS_ARG_OUTPUT, GS_PAGEABLE, GS_ELEMENT_F64},
    {"c", GS_ARG_OUTPUT, GS_ON_DEVICE, GS_ELEMENT_F32},
    {"a", GS_ARG_INPUT, GS_ON_DEVICE, GS_ELEMENT_F32},
    {"b", GS_ARG_INPUT, GS_ON_DEVICE, GS_ELEMENT_F32},
    {"n", GS_ARG_NUMBER, GS_ON_DEVICE, GS_ELEMENT_U64},
    {0},
};

static size_t timed_add_count(const struct gs_shape *shape, unsigned parameter)
{
    return parameter == SECONDS ? 1 : shape->n;
}

static void timed_add_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    vecadd_fill(shape, seed, arrays + SUM);
}

static void timed_add_solve(const struct gs_shape *shape, const void *const *arrays,
                            struct gs_expected *out)
{
    const float *a = arrays[LEFT], *b = arrays[RIGHT];
    double *c = out->want[SUM];
    for (size_t i = 0; i < shape->n; i++)
        c[i] = (double)a[i] + (double)b[i];
    out->scale = 1e-6;
    out->up_to[SECONDS] = MOST_SECONDS;
}

static void timed_add_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    (void)shape;
    most->sectors = 1.0;
}

static bool timed_add_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    if (wrong->parameter != SECONDS)
        return false;
    const double got = *(const double *)wrong->got;
    if (wrong->untouched > 0)
        return say(
            out, "never-written",
            "*seconds was never written: timed_add() says how long it took by writing to the "
            "number that `seconds` points to.");
    /* Without the number, which is another one each time: the same file is told the same. */
    if (got < 0 && got >= -MOST_SECONDS)
        return say(out, "wrong-value",
                   "*seconds is negative, and no time is: it is stop minus start.");
    if (got > MOST_SECONDS)
        return say(out, "wrong-value",
                   "*seconds is longer than the whole program ran: that is what the clock shows. "
                   "Subtract what the clock showed before the launch.");
    return false;
}

/* What the host did, as far as it is about time. */
struct timing {
    const json_t *first_clock, *last_clock;               /* NULL: the clock was never looked at */
    const json_t *elapsed;                                /* the last time between two events */
    size_t first_clock_at, last_clock_at, last_launch_at; /* places in the order; 0: none */
};

static struct timing timing_of(const json_t *operations)
{
    struct timing timing = {0};
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *operation = json_array_get(operations, i);
        const char *what = text_of(operation, "do");
        if (strcmp(what, "clock") == 0) {
            timing.last_clock = operation;
            timing.last_clock_at = i + 1;
        }
        if (timing.first_clock == NULL && timing.last_clock != NULL) {
            timing.first_clock = operation;
            timing.first_clock_at = i + 1;
        }
        if (strcmp(what, "launch") == 0)
            timing.last_launch_at = i + 1;
        if (strcmp(what, "elapsed") == 0)
            timing.elapsed = operation;
    }
    return timing;
}

static bool is_pending(const json_t *operation)
{
    return json_is_true(json_object_get(operation, "pending"));
}

/* Timed by events, the device's own clock: only to be waited for. */
static bool audit_events(const struct timing *timing, struct gs_saying *out)
{
    if (timing->elapsed == NULL)
        return say(out, "clock-unread",
                   "*seconds has a number, but your function never asked now_s() for the time: do "
                   "so before "
                   "the launch, and again after the wait.");
    if (!is_pending(timing->elapsed))
        return false;
    out->line = line_of(timing->elapsed);
    return say(out, "timing-without-sync",
               "You asked for the time between two events, and the device may not have come to the "
               "second. Wait for it first, with cudaEventSynchronize().");
}

static bool timed_add_audit(const struct gs_shape *shape, const json_t *report,
                            struct gs_saying *out)
{
    const json_t *operations = json_object_get(report, "operations");
    const struct timing timing = timing_of(operations);
    if (shape->n == 0 || timing.last_launch_at == 0)
        return false;
    const int launch_line = line_of(json_array_get(operations, timing.last_launch_at - 1));
    if (timing.first_clock == NULL)
        return audit_events(&timing, out);
    out->line = line_of(timing.last_clock);
    if (timing.last_clock_at < timing.last_launch_at)
        return say(
            out, "clock-stopped-early",
            "The clock was read for the last time before the launch in line %d, so the kernel "
            "is not in the time: launch, wait, and stop the clock then.",
            launch_line);
    if (is_pending(timing.last_clock))
        return say(
            out, "timing-without-sync",
            "You timed the launch, not the work: the device may still be at the kernel of line "
            "%d when the clock is read here. Synchronise before stopping the clock.",
            launch_line);
    out->line = line_of(timing.first_clock);
    if (timing.first_clock_at > timing.last_launch_at)
        return say(
            out, "clock-started-late",
            "The clock was read for the first time after the launch in line %d, and the kernel "
            "may be half done by then. Start the clock before the launch.",
            launch_line);
    return false;
}

/* ---- all of them ----------------------------------------------------------------------------- */

const struct gs_exercise gs_exercises_vecadd[] = {
    {
        .name = "vecadd",
        .title = "Guard the end of the array",
        .entry = "vecadd",
        .parameters = vecadd_parameters,
        .shapes = shapes,
        .n_name = "n",
        .hints = {"Take n = 257: how many blocks does n / 256 give, and how many threads are there "
                  "if it gave one block more?",
                  "The number of blocks has to be rounded up: (n + block - 1) / block. Then the "
                  "last block has threads without an element.",
                  "In the kernel: if (i < n) around the addition. In vecadd(): launch only where "
                  "there is at least one block, for CUDA refuses a grid of none."},
        .count = n_elements,
        .fill = vecadd_fill,
        .solve = vecadd_solve,
        .tolerance = 1e-6,
        .say_finding = say_block_overlap,
        .budget = vecadd_budget,
        .timed = {.n = (size_t)1 << 25},
        .timed_bytes = vecadd_bytes,
        .timed_ratio = 1.25,
    },
    {
        .name = "hypotenuse",
        .title = "Write a kernel and its launch",
        .entry = "hypotenuse",
        .parameters = vecadd_parameters,
        .shapes = shapes,
        .n_name = "n",
        .hints = {"What differs from vecadd()? Only what a thread computes from its two elements.",
                  "A thread has element blockIdx.x * blockDim.x + threadIdx.x, if that is below n. "
                  "Multiply to take a square, for pow(x, 2.0) computes in double; the root of a "
                  "float is sqrtf().",
                  "In the kernel: if (i < n) c[i] = sqrtf(a[i] * a[i] + b[i] * b[i]). In "
                  "hypotenuse(): (n + 255) / 256 blocks of 256 threads, where n is not 0."},
        .count = n_elements,
        .fill = vecadd_fill,
        .solve = hypotenuse_solve,
        .tolerance = 1e-6,
        .explain = hypotenuse_explain,
        .say_finding = say_block_overlap,
        .budget = hypotenuse_budget,
        .timed = {.n = (size_t)1 << 25},
        .timed_bytes = vecadd_bytes,
        .timed_ratio = 1.25,
    },
    {
        .name = "broadcast_add",
        .title = "Hand one number to all threads",
        .entry = "broadcast_add",
        .parameters = broadcast_add_parameters,
        .shapes = shapes,
        .n_name = "n",
        .hints = {"Where does s lie, and what does the kernel get: s, or where it lies?",
                  "The arguments of a kernel are copied to the device by the launch, whatever they "
                  "are. An address stays an address of the host's; a number is all there.",
                  "Let the kernel take `int64_t s` in place of the pointer, add s, and launch it "
                  "with s in place of &s."},
        .count = n_elements,
        .fill = broadcast_add_fill,
        .solve = broadcast_add_solve,
        .explain = broadcast_add_explain,
        .audit = broadcast_add_audit,
        .say_finding = broadcast_add_say_finding,
        .budget = broadcast_add_budget,
        .timed = {.n = (size_t)1 << 25},
        .timed_bytes = broadcast_add_bytes,
        .timed_ratio = 1.25,
    },
    {
        .name = "timed_add",
        .title = "Time the work, not the launch",
        .entry = "timed_add",
        .parameters = timed_add_parameters,
        .shapes = shapes,
        .n_name = "n",
        .hints =
            {"Where is the device when `add<<<grid, block>>>(...)` is over on the host?",
             "A launch does not wait. Something has to make the host wait until the device has "
             "done all that it was given.",
             "cudaDeviceSynchronize() waits. Call it behind the launch, before stop_s is "
             "read."},
        .count = timed_add_count,
        .fill = timed_add_fill,
        .solve = timed_add_solve,
        .tolerance = 1e-6,
        .explain = timed_add_explain,
        .audit = timed_add_audit,
        .budget = timed_add_budget,
    },
    {0},
};

/* ---- questions ------------------------------------------------------------------------------- */

static const size_t asked_n = ((size_t)1 << 24) + 11;
enum { ASKED_BLOCK = 256, LARGE_BLOCK = 1024 };

static enum gs_status exactly(double value, double *least, double *most)
{
    *least = *most = value;
    return GS_OK;
}

static size_t blocks_of(size_t n, size_t block)
{
    return (n + block - 1) / block;
}

static enum gs_status answer_blocks(double *least, double *most, struct gs_error *why)
{
    (void)why;
    return exactly((double)blocks_of(asked_n, ASKED_BLOCK), least, most);
}

static bool put(char *sentence, size_t size, const char *text)
{
    snprintf(sentence, size, "%s", text);
    return true;
}

static bool explain_blocks(double given, char *sentence, size_t size)
{
    if (fabs(given - (double)asked_n / ASKED_BLOCK) < 1 &&
        given < (double)blocks_of(asked_n, ASKED_BLOCK))
        return put(sentence, size,
                   "So many are full. What is left over needs a block too: round up.");
    return given == (double)asked_n &&
           put(sentence, size,
               "That is the number of threads that are needed; 256 of them make a "
               "block.");
}

static size_t idle_threads(void)
{
    return blocks_of(asked_n, LARGE_BLOCK) * LARGE_BLOCK - asked_n;
}

static enum gs_status answer_idle(double *least, double *most, struct gs_error *why)
{
    (void)why;
    return exactly((double)idle_threads(), least, most);
}

static bool explain_idle(double given, char *sentence, size_t size)
{
    if (given == (double)(LARGE_BLOCK - idle_threads()))
        return put(sentence, size,
                   "So many threads of the last block have an element. How many have "
                   "none?");
    return given == (double)(blocks_of(asked_n, ASKED_BLOCK) * ASKED_BLOCK - asked_n) &&
           put(sentence, size, "That is right for blocks of 256; here they have 1024 threads.");
}

static enum gs_status answer_bus_bytes(double *least, double *most, struct gs_error *why)
{
    (void)why;
    return exactly(3.0 * sizeof(float) * (double)asked_n, least, most);
}

static bool explain_bus_bytes(double given, char *sentence, size_t size)
{
    if (given == 3.0 * (double)asked_n)
        return put(sentence, size, "That is the number of elements; a float has 4 bytes.");
    if (given == 2.0 * sizeof(float) * (double)asked_n)
        return put(sentence, size, "So many go to the device. The sum comes back, too.");
    return given == sizeof(float) * (double)asked_n &&
           put(sentence, size, "That is one array. How many go there, and how many come back?");
}

/* The break-even of a result, with the data on the device; GS_EVEN_UNKNOWN where it has none. */
static struct gs_breakeven even_of(const char *path)
{
    struct gs_breakeven even = {.kind = GS_EVEN_UNKNOWN};
    struct gs_results results;
    struct gs_error unread;
    if (gs_results_load(path, &results, &unread) != GS_OK)
        return even;
    struct gs_sweep sweep = gs_sweep_of(&results, "vecadd");
    even = gs_breakeven_find(&results, &sweep, "f32", "device");
    gs_results_release(&results);
    return even;
}

/* Of this machine's results, those with device times; the recorded ones are of others. */
static enum gs_status answer_break_even(double *least, double *most, struct gs_error *why)
{
    glob_t found;
    struct gs_breakeven even = {.kind = GS_EVEN_UNKNOWN};
    glob("results/*/lesson3.json", 0, NULL, &found);
    for (size_t i = 0; i < found.gl_pathc && even.kind == GS_EVEN_UNKNOWN; i++)
        even = even_of(found.gl_pathv[i]);
    globfree(&found);
    if (even.kind == GS_EVEN_FROM) {
        *least = even.n / 2;
        *most = even.n * 2;
        return GS_OK;
    }
    if (even.kind == GS_EVEN_UNKNOWN)
        return gs_fail(why, GS_ALL_SKIPPED,
                       "no result of a GPU of this machine is in results/; where there is a GPU, "
                       "gridstride run 3 makes one");
    return gs_fail(why, GS_ALL_SKIPPED,
                   "by the result in results/ there is no n from which on this machine's GPU is "
                   "ahead; gridstride run 3 with more --sizes may show one");
}

static bool explain_break_even(double given, char *sentence, size_t size)
{
    (void)given;
    return put(sentence, size,
               "gridstride table results/*/lesson3.json has a line `break-even`: read "
               "it of f32, with the data on the device. Half or twice of it is near "
               "enough.");
}

const struct gs_question gs_questions_vecadd[] = {
    {
        .name = "blocks",
        .text = "How many blocks of 256 threads does n = 2^24 + 11 need, one thread an element?",
        .hints = {"How many threads do 65536 blocks of 256 have?", "It is n / 256, rounded up.",
                  "(2^24 + 11 + 255) / 256, without what is behind the point."},
        .answer = answer_blocks,
        .explain = explain_blocks,
    },
    {
        .name = "idle_threads",
        .text =
            "n = 2^24 + 11 again, with 1024 threads a block: how many threads of the last block "
            "have no element?",
        .hints = {"How many elements are left when all blocks before the last are full?",
                  "2^24 is a multiple of 1024.",
                  "The last block has 11 elements for 1024 threads."},
        .answer = answer_idle,
        .explain = explain_idle,
    },
    {
        .name = "bus_bytes",
        .text = "vecadd in f32 from host to host, n = 2^24 + 11: how many bytes cross the bus?",
        .hints =
            {"Which arrays have to be on the device before the kernel, and which one is wanted "
             "on the host after it?",
             "Two arrays go there, one comes back.", "3 arrays * 4 bytes * n."},
        .answer = answer_bus_bytes,
        .explain = explain_bus_bytes,
    },
    {
        .name = "break_even",
        .text =
            "From which n on is this machine's GPU ahead of its best CPU variant, for vecadd in "
            "f32 with the data on the device?",
        .hints = {"The answer is measured: which command runs lesson 3?",
                  "Below its tables, gridstride run 3 prints a line `break-even`.",
                  "gridstride table results/*/lesson3.json prints it again; write the number out, "
                  "as 81 * 1024 for 81Ki."},
        .answer = answer_break_even,
        .explain = explain_break_even,
    },
    {0},
};
