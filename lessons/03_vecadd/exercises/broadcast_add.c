/* Lesson 3: one number for all threads. It is C and no data: it asks how the number came to the
 * threads: by a copy, by memory, by the launch. */
#include "exercise_tools.h"

#include "random.h"

#include <math.h>

enum { OUT, IN, SCALAR, COUNT };

static const struct gs_array broadcast_add_parameters[] = {
    {"out", GS_OUTPUT, GS_HOME_DEVICE, GS_I64},
    {"a", GS_INPUT, GS_HOME_DEVICE, GS_I64},
    {"s", GS_NUMBER, GS_HOME_DEVICE, GS_I64},
    {"n", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
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

static size_t broadcast_add_bytes(const struct gs_shape *shape)
{
    return 2 * sizeof(int64_t) * shape->n;
}

static void broadcast_add_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    gs_budget_one_pass(most, broadcast_add_bytes(shape));
}

/* The low 32 bits, as an int has them. */
static int64_t as_int(int64_t value)
{
    return (int32_t)(uint32_t)((uint64_t)value & UINT32_MAX);
}

static bool is_double(int64_t value)
{
    const double rounded = (double)value;
    return fabs(rounded) < 0x1p63 && (int64_t)rounded == value;
}

/* The sum, or one of its two numbers, is one that a double can hold. */
static bool say_rounded(int64_t got, int64_t want, size_t i, struct gs_saying *out)
{
    const uint64_t up = (uint64_t)got - (uint64_t)want, down = (uint64_t)want - (uint64_t)got;
    const uint64_t off = up < down ? up : down;
    if (off >= (uint64_t)1 << 48)
        return false;
    const bool is_float =
        off > 1 << 12; /* next to 2^62 a double is exact to 2^9, a float to 2^38 */
    return gs_say(out, "rounded",
                  "out[%zu] is %lld, and %lld is right, %llu away: somewhere the numbers became "
                  "%s, which keeps %d bits of them.",
                  i, (long long)got, (long long)want, (unsigned long long)off,
                  is_float ? "float" : "double", is_float ? 24 : 53);
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
        return gs_say(out, "truncated",
                      "out[%zu] is %lld, and %lld is right: somewhere a number went through an "
                      "int, which keeps 32 bits and loses what is above 2^31.",
                      i, (long long)got, (long long)want);
    if (got == a[i] && i + 1 < wrong->count && ((const int64_t *)wrong->got)[i + 1] != a[i + 1])
        return gs_say(out, "wrong-value",
                      "out[%zu] is a[%zu] itself, and out[%zu] is not a[%zu]: what is added is "
                      "another number for each element, and s, %lld, is to be added to all.",
                      i, i, i + 1, i + 1, (long long)s);
    if (got == a[i])
        return gs_say(out, "wrong-value",
                      "out[%zu] is a[%zu] itself, %lld: what was added is 0, and s is %lld.", i, i,
                      (long long)got, (long long)s);
    if ((uint64_t)got == (uint64_t)a[i] + (uint64_t)a[0])
        return gs_say(out, "wrong-value",
                      "out[%zu] is a[%zu] + a[0], and a[%zu] + s is right: s is a number of its "
                      "own, %lld, and no element of a.",
                      i, i, i, (long long)s);
    const bool rounded = is_double(got) || is_double((int64_t)((uint64_t)got - (uint64_t)s)) ||
                         is_double((int64_t)((uint64_t)got - (uint64_t)a[i]));
    return rounded && say_rounded(got, want, i, out);
}

static bool broadcast_add_say_finding(const struct gs_shape *shape, const json_t *report,
                                      const json_t *finding, struct gs_saying *out)
{
    const bool by_thread = gs_has_text(json_object_get(finding, "first"), "by", "thread");
    (void)shape;
    (void)report;
    if (gs_finding_is(finding, "device-pointer"))
        return gs_say(out, "device-variable",
                      "The host cannot write to %s, which lies on the device; and to bring s there "
                      "would be a copy. An argument of a kernel comes with the launch: hand over s "
                      "itself, by value.",
                      gs_get_text(finding, "array")[0] != '\0' ? gs_get_text(finding, "array")
                                                               : "this variable");
    if (by_thread && gs_finding_why(finding, "no-memory"))
        return gs_say(out, "number-as-address",
                      "The kernel takes the number s for an address, and looks there for a value. "
                      "Its parameter is to be the number, `int64_t s`, without a `*`.");
    if (!by_thread || !gs_finding_is(finding, "host-pointer"))
        return false;
    return gs_say(out, "host-pointer",
                  "The kernel was handed an address of the host's, and no thread can read what "
                  "lies there.");
}

/* Memory that kernels may be handed, and that no copy fills. */
static bool say_memory(const json_t *operations, struct gs_saying *out)
{
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *operation = json_array_get(operations, i);
        if (!gs_has_text(operation, "do", "allocate"))
            continue;
        out->line = gs_line_of(operation);
        return gs_say(
            out, "needless-memory",
            "This makes memory for s, which every thread then has to load. An argument of "
            "a kernel comes with the launch: hand over s itself, by value.");
    }
    return false;
}

/* Right, but by way of memory. */
static bool broadcast_add_audit(const struct gs_shape *shape, const json_t *report,
                                struct gs_saying *out)
{
    const json_t *operations = gs_inspected_operations(report);
    (void)shape;
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *operation = json_array_get(operations, i);
        if (!gs_has_text(operation, "do", "copy") && !gs_has_text(operation, "do", "fill"))
            continue;
        out->line = gs_line_of(operation);
        return gs_say(out, "needless-copy",
                      "This copies %d byte%s to get s to the threads, and a copy costs more than "
                      "the whole kernel here. An argument of a kernel comes with the launch: hand "
                      "over s itself, by value.",
                      (int)gs_get_number(operation, "bytes"),
                      gs_get_number(operation, "bytes") == 1 ? "" : "s");
    }
    return say_memory(operations, out);
}

const struct gs_exercise gs_exercise_broadcast_add = {
    .name = "broadcast_add",
    .title = "Hand one number to all threads",
    .entry = "broadcast_add",
    .parameters = broadcast_add_parameters,
    .shapes = gs_shapes_around_256,
    .n_name = "n",
    .hints =
        {"The kernel gets the address of s, and not s. What of an argument does a launch copy to "
         "the device: the address alone, or also what lies there?",
         "The arguments of a kernel are copied to the device by the launch, whatever they "
         "are. An address stays an address of the host's; a number is all there.",
         "Let the kernel take `int64_t s` in place of the pointer, add s, and launch it with "
         "s in place of &s."},
    .count = gs_count_n,
    .fill = broadcast_add_fill,
    .solve = broadcast_add_solve,
    .explain = broadcast_add_explain,
    .audit = broadcast_add_audit,
    .say_finding = broadcast_add_say_finding,
    .budget = broadcast_add_budget,
    .timed = {.n = (size_t)1 << 25},
    .timed_bytes = broadcast_add_bytes,
    .timed_ratio = 1.25,
};
