#include "assess.h"

#include "json_get.h"
#include "numbers.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- what the marks say ---------------------------------------------------------------------- */

enum verdict { HOST_ARRAY, FAST_ENOUGH, RIGHT };

static bool any_test(const json_t *marks, bool (*is)(const json_t *test))
{
    size_t i;
    const json_t *test;
    json_array_foreach(json_object_get(marks, "tests"), i, test)
    {
        if (is(test))
            return true;
    }
    return false;
}

/* Not of a test in which only the way to the answer is the mistake. */
static bool is_wrong(const json_t *test)
{
    return gs_has_text(test, "status", "failed") && !json_is_true(json_object_get(test, "right"));
}

static bool is_unrun(const json_t *test)
{
    return gs_has_text(test, "status", "not run");
}

/* Nothing, or not all of the result, is in the array of the host when the function returns. */
static bool is_not_handed_back(const json_t *mistake)
{
    const char *kind = gs_get_text(mistake, "kind");
    /* Of copies to the device, too, but then all of the result comes back. */
    if (strcmp(kind, "elements-for-bytes") == 0)
        return json_is_true(json_object_get(mistake, "untouched"));
    return strcmp(kind, "not-copied-back") == 0 || strcmp(kind, "too-few-bytes") == 0 ||
           strcmp(kind, "missing-wait") == 0;
}

static long long cost_of(const json_t *marks, const char *key, const char *member)
{
    size_t i;
    const json_t *row;
    json_array_foreach(json_object_get(marks, "cost"), i, row)
    {
        if (gs_has_text(row, "key", key))
            return json_integer_value(json_object_get(row, member));
    }
    return 0;
}

__attribute__((format(printf, 3, 4))) static void
decide(struct gs_assessed_verdict *verdict, enum gs_assessed_state state, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    verdict->state = state;
    (void)vsnprintf(verdict->sentence, sizeof verdict->sentence, format, arguments);
    va_end(arguments);
}

/* What was judged is named as it was given: marks have the name that it is handed in by. */
static void decide_by_mistake(struct gs_assessed_verdict *verdict, const json_t *marks,
                              const char *source)
{
    const json_t *mistake = json_object_get(marks, "mistake");
    const long long line = json_integer_value(json_object_get(mistake, "line"));
    const char *test = gs_get_text(mistake, "test"), *file = gs_get_text(mistake, "file");
    char where[512] = "", size[128] = "";
    if (strcmp(file, gs_get_text(marks, "file")) == 0)
        file = source;
    if (line > 0)
        snprintf(where, sizeof where, "%.400s:%lld: ", file, line);
    if (json_object_get(mistake, "size") != NULL) /* and not in all of them, as "cost" */
        snprintf(size, sizeof size, " (%s)", test);
    decide(verdict, GS_ASSESSED_NO, "%s%s%s", where, gs_get_text(mistake, "sentence"), size);
}

/* One mistake is known, the first that is to be mended; what it says nothing of is not judged. */
static void judge_failed(const char *source, const json_t *marks,
                         struct gs_assessed_verdict *verdicts)
{
    const json_t *mistake = json_object_get(marks, "mistake");
    for (size_t i = 0; i < GS_ASSESSED_VERDICTS; i++)
        decide(&verdicts[i], GS_NOT_JUDGED, "Not judged before the other is mended.");
    if (is_not_handed_back(mistake)) {
        decide_by_mistake(&verdicts[HOST_ARRAY], marks, source);
    } else if (!any_test(marks, is_wrong)) {
        decide(&verdicts[HOST_ARRAY], GS_ASSESSED_YES, "All of the result is in the host's array.");
        decide(&verdicts[RIGHT], GS_ASSESSED_YES, "All elements are right%s.",
               any_test(marks, is_unrun) ? ", at the sizes that were tried" : "");
        decide_by_mistake(&verdicts[FAST_ENOUGH], marks, source);
    } else {
        decide_by_mistake(&verdicts[RIGHT], marks, source);
    }
}

static void judge_passed(const struct gs_judge_options *options, const json_t *marks,
                         struct gs_assessed_verdict *verdicts)
{
    const struct gs_shape *const shapes = options->exercise->shapes;
    size_t sizes = 0; /* the last of them is the largest */
    while (shapes[sizes].n != SIZE_MAX)
        sizes++;
    const struct gs_shape_name largest = gs_shape_name(options->exercise, &shapes[sizes - 1]);
    decide(&verdicts[HOST_ARRAY], GS_ASSESSED_YES,
           "All of the result is in the host's array when the function returns.");
    const bool copied =
        cost_of(marks, "bytes_in", "used") > 0 && cost_of(marks, "bytes_out", "used") > 0;
    decide(&verdicts[FAST_ENOUGH], GS_ASSESSED_YES,
           "%s%lld copies move %lld bytes to the device and %lld back at %s, no more than is "
           "needed. Kernels load and store %lld bytes there, of at most %lld. It did not run on a "
           "GPU, so no time was measured.",
           copied ? "" : "Kernels reach arrays of the host themselves, each element once; ",
           cost_of(marks, "copies", "used"), cost_of(marks, "bytes_in", "used"),
           cost_of(marks, "bytes_out", "used"), largest.text,
           cost_of(marks, "global_bytes", "used"), cost_of(marks, "global_bytes", "allowed"));
    decide(&verdicts[RIGHT], GS_ASSESSED_YES, "All elements are right, at %zu sizes up to %s.",
           sizes, largest.text);
}

/* ---- on a GPU -------------------------------------------------------------------------------- */

static void judge_time(const struct gs_exercise *exercise, const struct gs_call_time *time,
                       struct gs_assessed_verdict *verdicts)
{
    if (!time->right) {
        decide(&verdicts[FAST_ENOUGH], GS_NOT_JUDGED, "Not judged before the other is mended.");
        decide(&verdicts[RIGHT], GS_ASSESSED_NO, "%s", time->sentence);
        return;
    }
    const struct gs_assessment *assessment = exercise->assessment;
    const struct gs_shape_name size = gs_shape_name(exercise, &assessment->timed);
    const bool fast = time->s < assessment->limit_s; /* never of NaN */
    decide(
        &verdicts[FAST_ENOUGH], fast ? GS_ASSESSED_YES : GS_ASSESSED_NO,
        "%s ms at %s, where %s ms passes. That is %s %% of what the bus allows: the copies "
        "alone take %s ms at least (%s GB/s to the device, %s GB/s back, both at once).",
        gs_decimal(1e3 * time->s, 3).text, size.text, gs_decimal(1e3 * assessment->limit_s, 3).text,
        gs_decimal(100 * time->least_s / time->s, 3).text, gs_decimal(1e3 * time->least_s, 3).text,
        gs_decimal(time->in_gb_s, 3).text, gs_decimal(time->out_gb_s, 3).text);
    decide(&verdicts[RIGHT], GS_ASSESSED_YES,
           "All elements are right: on the simulator, and on the GPU up to %s.", size.text);
}

static enum gs_status take_time(const struct gs_judge_options *options, struct gs_assessed *out,
                                struct gs_error *error)
{
    const struct gs_exercise *exercise = options->exercise;
    enum gs_status status =
        gs_judge_call_time(options, &exercise->assessment->timed, &out->time, error);
    if (status == GS_OK)
        judge_time(exercise, &out->time, out->verdicts);
    return status;
}

/* ---- the whole ------------------------------------------------------------------------------- */

enum gs_status gs_assess(const struct gs_exercise *exercise, const struct gs_judge_options *options,
                         struct gs_assessed *out, struct gs_error *error)
{
    struct gs_judge_options own = *options;
    json_t *marks = NULL;
    *out = (struct gs_assessed){
        .verdicts = {
            [HOST_ARRAY] = {.name = "host-array", .question = "Hands back an array of the host"},
            [FAST_ENOUGH] = {.name = "fast-enough", .question = "Fast enough"},
            [RIGHT] = {.name = "right", .question = "Right"}}};
    enum gs_status status =
        gs_exercise_find(exercise->name, &own.lesson, &own.exercise, &own.number, error);
    if (status != GS_OK)
        return status;
    struct gs_exercise assessed = *exercise; /* at the sizes of the assessment */
    assessed.shapes = exercise->assessment->shapes;
    own.exercise = &assessed;
    status = gs_judge(&own, &marks, error);
    if (marks == NULL)
        return status;
    if (status == GS_OK)
        judge_passed(&own, marks, out->verdicts);
    else
        judge_failed(own.source, marks, out->verdicts);
    status = status == GS_OK && own.gpus > 0 ? take_time(&own, out, error) : GS_OK;
    out->passed = true;
    for (size_t i = 0; i < GS_ASSESSED_VERDICTS; i++)
        out->passed = out->passed && out->verdicts[i].state == GS_ASSESSED_YES;
    json_decref(marks);
    return status;
}
