#include "case_compare.h"

#include "exercise_tools.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_right(const struct gs_wrong *of, const struct gs_expected *expected, size_t i)
{
    const enum gs_dtype dtype = of->exercise->parameters[of->parameter].dtype;
    const void *got = of->got, *want = of->want;
    if (expected->up_to[of->parameter] > 0) {
        const double number = (double)gs_dtype_get(dtype, got, i);
        return number >= expected->from[of->parameter] &&
               number <= expected->up_to[of->parameter] &&
               !(expected->is_time[of->parameter] && gs_is_whole_time(number));
    }
    if (!gs_dtype_is_float(dtype)) {
        size_t bytes = gs_dtype_bytes(dtype);
        return memcmp((const char *)got + i * bytes, (const char *)want + i * bytes, bytes) == 0;
    }
    double value = ((const double *)want)[i];
    double error = fabs((double)gs_dtype_get(dtype, got, i) - value);
    double tolerance = expected->tolerance > 0 ? expected->tolerance : of->exercise->tolerance;
    return error <= tolerance * (fabs(value) + expected->scale); /* never of NaN */
}

static void note(struct gs_wrong *wrong, unsigned char *states, size_t i, bool untouched)
{
    states[i] = untouched ? 1 : 2;
    if (wrong->wrong++ == 0)
        wrong->first = i;
    wrong->last = i;
    if (untouched && wrong->untouched++ == 0)
        wrong->untouched_first = i;
}

/* Where kernels add to what an element held, one that holds that still may have got a 0. */
static bool is_added_to(const struct gs_wrong *wrong, const json_t *report)
{
    const struct gs_array *array = &wrong->exercise->parameters[wrong->parameter];
    return array->role == GS_UPDATED && report != NULL &&
           gs_inspected_accesses(report, array->name, "atomic");
}

/* Whole numbers that are right, each on top of the junk that an output holds before the call: then
 * an element that holds that still got a 0. */
static bool is_added_to_junk(const struct gs_wrong *wrong, const char *before, const json_t *report)
{
    const struct gs_array *array = &wrong->exercise->parameters[wrong->parameter];
    const size_t bytes = gs_dtype_bytes(array->dtype);
    const uint64_t mask = bytes == sizeof mask ? UINT64_MAX : ((uint64_t)1 << 8 * bytes) - 1;
    if (array->role != GS_OUTPUT || gs_dtype_is_float(array->dtype) || report == NULL ||
        !gs_inspected_accesses(report, array->name, "atomic") ||
        gs_inspected_accesses(report, array->name, "store"))
        return false;
    for (size_t i = 0; i < wrong->count; i++) {
        uint64_t was = 0, is = 0, right = 0; /* the machine stores the lowest byte first */
        memcpy(&was, before + i * bytes, bytes);
        memcpy(&is, (const char *)wrong->got + i * bytes, bytes);
        memcpy(&right, (const char *)wrong->want + i * bytes, bytes);
        if (((is - was - right) & mask) != 0)
            return false;
    }
    return wrong->count > 0;
}

static bool compare_array(const struct gs_expected *expected, struct gs_memory *memory,
                          size_t round_at, const json_t *report, struct gs_wrong *wrong)
{
    const struct gs_case_parameter *parameter = &memory->c->parameter[wrong->parameter];
    const enum gs_dtype dtype = wrong->exercise->parameters[wrong->parameter].dtype;
    size_t bytes = gs_dtype_bytes(dtype), at = round_at + (size_t)parameter->offset;
    const char *before = parameter->role == GS_OUTPUT
                             ? (const char *)memory->junk + at
                             : (const char *)memory->c + GS_CASE_ARRAYS + at;
    wrong->count = (size_t)parameter->count;
    wrong->got = (const char *)memory->answer + GS_CASE_ARRAYS + at;
    wrong->want = memory->want[wrong->parameter];
    wrong->added_to_junk = is_added_to_junk(wrong, before, report);
    const bool added_to = wrong->added_to_junk || is_added_to(wrong, report);
    free(memory->states);
    memory->states = calloc(wrong->count + 1, 1);
    wrong->states = memory->states;
    for (size_t i = 0; memory->states != NULL && i < wrong->count; i++) {
        if (!is_right(wrong, expected, i))
            note(wrong, memory->states, i,
                 !added_to &&
                     memcmp((const char *)wrong->got + i * bytes, before + i * bytes, bytes) == 0);
    }
    return memory->states != NULL && wrong->wrong == 0;
}

size_t gs_wanted_bytes(enum gs_dtype dtype)
{
    return gs_dtype_is_float(dtype) ? sizeof(double) : gs_dtype_bytes(dtype);
}

static void make_want(const struct gs_exercise *exercise, struct gs_memory *memory)
{
    for (unsigned k = 0; k < memory->c->parameters; k++) {
        const struct gs_case_parameter *parameter = &memory->c->parameter[k];
        if (parameter->role != GS_OUTPUT && parameter->role != GS_UPDATED)
            continue;
        size_t bytes = gs_wanted_bytes(exercise->parameters[k].dtype);
        free(memory->want[k]);
        memory->want[k] = calloc((size_t)parameter->count + 1, bytes);
    }
}

/* A copy of what the reference computed. */
static void take_known(const struct gs_exercise *exercise, const struct gs_memory *memory,
                       unsigned round, struct gs_expected *expected)
{
    expected->scale = memory->known_scale;
    for (unsigned k = 0; k < memory->c->parameters; k++) {
        const void *known = memory->known[round % GS_MOST_ROUNDS][k];
        if (expected->want[k] != NULL && known != NULL)
            memcpy(expected->want[k], known,
                   (size_t)memory->c->parameter[k].count *
                       gs_wanted_bytes(exercise->parameters[k].dtype));
    }
}

static bool has_known(const struct gs_memory *memory, unsigned round)
{
    for (unsigned k = 0; k < memory->c->parameters; k++) {
        if (memory->known[round % GS_MOST_ROUNDS][k] != NULL)
            return true;
    }
    return false;
}

/* What the arrays of a round must hold. */
static struct gs_expected solve(const struct gs_exercise *exercise, const struct gs_shape *shape,
                                struct gs_memory *memory, unsigned round)
{
    struct gs_expected expected = {.device = memory->device};
    const void *arrays[GS_MOST_PARAMETERS];
    make_want(exercise, memory);
    for (unsigned k = 0; k < GS_MOST_PARAMETERS; k++) {
        arrays[k] = memory->arrays[round][k];
        expected.want[k] = memory->want[k];
    }
    /* What was computed elsewhere comes first: by its reference, or by a known mistake. */
    if (has_known(memory, round) || !gs_exercise_solve(exercise, shape, arrays, &expected))
        take_known(exercise, memory, round, &expected);
    for (unsigned k = 0; k < GS_MOST_PARAMETERS; k++) {
        if (expected.is_time[k])
            expected.up_to[k] = memory->answer->call_s[round % GS_MOST_ROUNDS];
    }
    return expected;
}

/* A time is no longer than what the program's own clocks showed, nor far shorter. */
static void bound_times(const struct gs_exercise *exercise, const struct gs_shape *shape,
                        const json_t *report, struct gs_expected *expected)
{
    double least_s = 0, most_s = 0;
    if (exercise->bound_time != NULL && report != NULL)
        exercise->bound_time(shape, report, &least_s, &most_s);
    for (unsigned k = 0; most_s > 0 && k < GS_MOST_PARAMETERS; k++) {
        if (!expected->is_time[k])
            continue;
        expected->up_to[k] = fmin(expected->up_to[k], most_s);
        expected->from[k] = fmax(expected->from[k], least_s);
    }
}

bool gs_case_compare(const struct gs_exercise *exercise, const struct gs_shape *shape,
                     struct gs_memory *memory, unsigned round, const json_t *report,
                     struct gs_wrong *wrong)
{
    struct gs_expected expected = solve(exercise, shape, memory, round);
    bound_times(exercise, shape, report, &expected);
    size_t round_at = (size_t)round * memory->c->round_bytes;
    for (unsigned k = 0; k < memory->c->parameters; k++) {
        *wrong = (struct gs_wrong){.exercise = exercise,
                                   .shape = shape,
                                   .parameter = k,
                                   .is_time = expected.is_time[k],
                                   .device = memory->device,
                                   .arrays = (const void *const *)memory->arrays[round]};
        if (memory->want[k] != NULL && !compare_array(&expected, memory, round_at, report, wrong))
            return false;
    }
    return true;
}

/* ---- whose answer it is ---------------------------------------------------------------------- */

/* Sets a bit of each element of an array that is right for the inputs of that round. */
static void mark_right(const struct gs_exercise *exercise, const struct gs_memory *memory,
                       const struct gs_expected *expected, unsigned k, unsigned round)
{
    const struct gs_wrong of = {.exercise = exercise,
                                .parameter = k,
                                .got = (const char *)memory->answer + GS_CASE_ARRAYS +
                                       memory->c->parameter[k].offset,
                                .want = memory->want[k]};
    for (size_t i = 0; i < (size_t)memory->c->parameter[k].count; i++) {
        if (is_right(&of, expected, i))
            memory->states[i] |= (unsigned char)(1u << round);
    }
}

/* A result that comes of many inputs, also of wrong ones. */
static bool is_zero(const struct gs_memory *memory, unsigned k, size_t i)
{
    static const char zero[sizeof(uint64_t)];
    const struct gs_case_parameter *parameter = &memory->c->parameter[k];
    const size_t bytes = gs_dtype_bytes((enum gs_dtype)parameter->dtype);
    const char *got = (const char *)memory->answer + GS_CASE_ARRAYS + parameter->offset;
    return memcmp(got + i * bytes, zero, bytes) == 0;
}

static enum gs_status tell_array_apart(const struct gs_exercise *exercise,
                                       const struct gs_shape *shape, struct gs_memory *memory,
                                       unsigned k, struct gs_told_apart *told,
                                       struct gs_error *error)
{
    const size_t count = (size_t)memory->c->parameter[k].count;
    free(memory->states);
    memory->states = calloc(count + 1, 1);
    if (memory->states == NULL)
        return gs_out_of_memory(error);
    for (unsigned round = 0; round < 2; round++) {
        const struct gs_expected expected = solve(exercise, shape, memory, round);
        if (memory->want[k] != NULL)
            mark_right(exercise, memory, &expected, k, round);
    }
    for (size_t i = 0; i < count; i++) {
        const bool is_host = memory->states[i] == 1u << 0;
        told->of_host += is_host && !is_zero(memory, k, i);
        told->of_nobody += memory->states[i] == 0;
        told->all += memory->states[i] != 3;
    }
    return GS_OK;
}

enum gs_status gs_case_tell_apart(const struct gs_exercise *exercise, const struct gs_shape *shape,
                                  struct gs_memory *memory, struct gs_told_apart *told,
                                  struct gs_error *error)
{
    enum gs_status status = GS_OK;
    *told = (struct gs_told_apart){0};
    for (unsigned k = 0; status == GS_OK && k < memory->c->parameters; k++) {
        const uint32_t role = memory->c->parameter[k].role;
        if (role == GS_OUTPUT || role == GS_UPDATED)
            status = tell_array_apart(exercise, shape, memory, k, told, error);
    }
    return status;
}
