#include "explain_value.h"

#include "exercise_tools.h"
#include "numbers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- the last launch, from the inspector's list of what the host did ------------------------- */

struct launch {
    bool known;
    int line;
    size_t block; /* threads */
};

static struct launch last_launch(const json_t *report)
{
    struct launch launch = {0};
    const json_t *operations = gs_report_operations(report);
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *operation = json_array_get(operations, i);
        if (!gs_has_text(operation, "do", "launch"))
            continue;
        launch = (struct launch){true, gs_line_of(operation), gs_block_threads(operation)};
    }
    return launch;
}

/* ---- values ---------------------------------------------------------------------------------- */

struct value {
    char text[48];
};

static struct value real(double number, enum gs_dtype dtype)
{
    struct value v;
    snprintf(v.text, sizeof v.text, "%s", gs_decimal(number, dtype == GS_F32 ? 8 : 16).text);
    return v;
}

static struct value value_at(const void *array, enum gs_dtype dtype, size_t i)
{
    struct value v;
    long double value = gs_dtype_get(dtype, array, i);
    if (gs_dtype_is_float(dtype))
        return real((double)value, dtype);
    snprintf(v.text, sizeof v.text, "%.0Lf", value);
    return v;
}

static struct value wanted(const struct gs_wrong *wrong, size_t i)
{
    enum gs_dtype dtype = wrong->exercise->parameters[wrong->parameter].dtype;
    if (!gs_dtype_is_float(dtype))
        return value_at(wrong->want, dtype, i);
    return real(((const double *)wrong->want)[i], dtype);
}

/* ---- sentences ------------------------------------------------------------------------------- */

/* All wrong elements stand at the end, and none of them was written. */
static bool is_short(const struct gs_wrong *wrong)
{
    return wrong->untouched == wrong->wrong && wrong->last == wrong->count - 1 &&
           wrong->wrong == wrong->count - wrong->first;
}

/* The last blocks' worth of elements, or fewer, is missing. */
static void say_remainder(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const char *name = wrong->exercise->parameters[wrong->parameter].name;
    const char *n = wrong->exercise->n_name;
    char last[96];
    if (wrong->wrong == 1)
        snprintf(last, sizeof last, "the last element, %.32s[%zu], was", name, wrong->first);
    else
        snprintf(last, sizeof last, "the last %zu elements, from %.32s[%zu] on, were", wrong->wrong,
                 name, wrong->first);
    gs_say(out, "rounded-down",
           "`%s / B` drops the remainder: %s never computed. Use `(%s + B - 1) / B`.", n, last, n);
}

static void say_untouched(const struct gs_wrong *wrong, const struct launch *launch,
                          struct gs_saying *out)
{
    const char *name = wrong->exercise->parameters[wrong->parameter].name;
    out->line = launch->line;
    if (wrong->untouched == wrong->count)
        gs_say(out, "never-written", "No element of %s was written: %s.", name,
               launch->known ? "does your kernel store its result, and in that array?"
                             : "your function launched no kernel");
    else if (is_short(wrong) && launch->block > 1 && wrong->first % launch->block == 0)
        say_remainder(wrong, out);
    else if (wrong->untouched == 1)
        gs_say(out, "never-written",
               "%s[%zu] was never written, all others were. Which thread is to compute it?", name,
               wrong->untouched_first);
    else
        gs_say(out, "never-written",
               "%s[%zu] was never written, nor were others: of %zu elements %zu are missing. Which "
               "thread is to compute it?",
               name, wrong->untouched_first, wrong->count, wrong->untouched);
}

/* ", where a[5] is 1 and b[5] is 2": inputs with as many elements. */
static void add_inputs(const struct gs_wrong *wrong, size_t i, struct gs_saying *out)
{
    const struct gs_array *parameters = wrong->exercise->parameters;
    const char *before = " There ";
    size_t length = strlen(out->sentence);
    for (unsigned k = 0; parameters[k].name != NULL; k++) {
        if (parameters[k].role == GS_NUMBER || wrong->arrays[k] == NULL ||
            wrong->exercise->count(wrong->shape, k) != wrong->count || length > 600)
            continue;
        length += (size_t)snprintf(out->sentence + length, sizeof out->sentence - length,
                                   "%s%s[%zu] was %s", before, parameters[k].name, i,
                                   value_at(wrong->arrays[k], parameters[k].dtype, i).text);
        before = ", and ";
    }
    if (before[0] == ',')
        snprintf(out->sentence + length, sizeof out->sentence - length, ".");
}

static void say_wrong(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const struct gs_array *parameter = &wrong->exercise->parameters[wrong->parameter];
    char share[64] = "";
    if (wrong->count > 1)
        snprintf(share, sizeof share, "; %zu of %zu elements %s wrong", wrong->wrong, wrong->count,
                 wrong->wrong == 1 ? "is" : "are");
    gs_say(out, "wrong-value", "%s[%zu] is %s, and %s is right%s.", parameter->name, wrong->first,
           value_at(wrong->got, parameter->dtype, wrong->first).text,
           wanted(wrong, wrong->first).text, share);
    add_inputs(wrong, wrong->first, out);
}

void gs_say_value(const struct gs_attempt *attempt, const struct gs_attempt_outcome *outcome,
                  struct gs_saying *out)
{
    const struct launch launch = last_launch(outcome->report);
    const struct gs_wrong *wrong = &outcome->wrong;
    if (attempt->exercise->explain != NULL && attempt->exercise->explain(wrong, out))
        return;
    if (wrong->untouched > 0)
        say_untouched(wrong, &launch, out);
    else
        say_wrong(wrong, out);
    if (outcome->round > 0) {
        char sentence[sizeof out->sentence];
        snprintf(sentence, sizeof sentence, "%s", out->sentence);
        gs_say(out, "second-call",
               "The first call was right, the second one in the same program was not: nothing may "
               "be kept from one call to the next. %.600s",
               sentence);
    }
}
