/* What is right, and what mistakes leave, as formulas of each element. */
#include "data_parts.h"

#include "exercise_tools.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum gs_status gs_data_formula(const struct gs_data_file *file, const struct gs_toml *value,
                               const struct gs_formula_names *names, struct gs_formula **out)
{
    char why[200];
    if (value->kind != GS_TOML_TEXT)
        return gs_data_wrong(file, value->line, value->key,
                             "write a formula of the element in quotes, as in \"a + b\"");
    *out = gs_formula_read(value->text, names, why, sizeof why);
    return *out != NULL
               ? GS_OK
               : gs_data_wrong(file, value->line, value->key, "\"%.120s\" %s", value->text, why);
}

static bool is_answer(const struct gs_array *parameter)
{
    return parameter->role == GS_OUTPUT || parameter->role == GS_UPDATED;
}

/* ---- reading [right] ------------------------------------------------------------------------- */

enum gs_status gs_data_read_right(const struct gs_data_file *file, const struct gs_toml *table,
                                  struct gs_data_exercise *data)
{
    struct gs_data_key keys[GS_MOST_PARAMETERS + 1] = {{0}};
    const struct gs_toml *formulas[GS_MOST_PARAMETERS] = {NULL};
    struct gs_formula_names names = {
        .parameters = data->parameters, .known = ~0u, .sizes = data->names};
    unsigned count = 0;
    if (table == NULL)
        return GS_OK;
    for (unsigned k = 0; data->parameters[k].name != NULL; k++) {
        if (is_answer(&data->parameters[k]))
            keys[count++] = (struct gs_data_key){data->parameters[k].name, GS_DATA_TREE,
                                                 k * sizeof(void *), true};
    }
    enum gs_status status = gs_data_table(file, table, "right", keys, formulas);
    for (unsigned k = 0; status == GS_OK && k < GS_MOST_PARAMETERS; k++) {
        names.answers |= 1u << k; /* those before it, and its own elements before */
        names.made = k;
        if (formulas[k] != NULL)
            status = gs_data_formula(file, formulas[k], &names, &data->right[k]);
    }
    return status;
}

/* ---- reading [[mistake]] --------------------------------------------------------------------- */

/* One as it stands in the file. */
struct written {
    const char *kind, *says, *array;
    double near;
    bool untouched;
    const struct gs_toml *value, *holds, *where;
};

static const struct gs_data_key slip_keys[] = {
    {"says", GS_DATA_TEXT, offsetof(struct written, says), true},
    {"value", GS_DATA_TREE, offsetof(struct written, value), false},
    {"near", GS_DATA_NUMBER, offsetof(struct written, near), false},
    {"if", GS_DATA_TREE, offsetof(struct written, holds), false},
    {"where", GS_DATA_TREE, offsetof(struct written, where), false},
    {"untouched", GS_DATA_TRUTH, offsetof(struct written, untouched), false},
    {"array", GS_DATA_NAME, offsetof(struct written, array), false},
    {"kind", GS_DATA_TEXT, offsetof(struct written, kind), false},
    {0},
};

static struct gs_formula_names names_of_slip(const struct gs_data_exercise *data)
{
    return (struct gs_formula_names){
        .parameters = data->parameters, .known = ~0u, .sizes = data->names, .answer = true};
}

/* The array that it is about; unless it says, the first one that is an answer. */
static bool find_array(const struct gs_data_exercise *data, const char *name, unsigned *out)
{
    for (*out = 0; data->parameters[*out].name != NULL; (*out)++) {
        if (is_answer(&data->parameters[*out]) &&
            (name == NULL || strcmp(name, data->parameters[*out].name) == 0))
            return true;
    }
    return false;
}

static enum gs_status read_slip(const struct gs_data_file *file, const struct gs_toml *tree,
                                struct gs_data_exercise *data, struct gs_data_slip *out)
{
    const struct gs_formula_names names = names_of_slip(data);
    static const char *const wheres[GS_SLIP_WHERES] = {
        [GS_SLIP_ALL] = "all", [GS_SLIP_FIRST] = "first", [GS_SLIP_ANY] = "any"};
    unsigned where = GS_SLIP_ALL;
    struct written w = {.kind = "known-mistake", .near = -1};
    enum gs_status status = gs_data_table(file, tree, "a mistake", slip_keys, &w);
    if (status == GS_OK)
        status = gs_data_word(file, tree, "where", wheres, GS_SLIP_WHERES, &where);
    if (status == GS_OK && w.value == NULL && w.holds == NULL)
        return gs_data_wrong(file, tree->line, "mistake",
                             "needs \"value\", what such an element holds, or \"if\", what is true "
                             "of it");
    if (status == GS_OK && !find_array(data, w.array, &out->parameter))
        return gs_data_wrong(file, tree->line, "array", "there is no answer \"%.63s\"", w.array);
    if (status == GS_OK)
        status = gs_data_try_kind(file, tree, w.kind);
    *out = (struct gs_data_slip){.kind = w.kind,
                                 .says = w.says,
                                 .parameter = out->parameter,
                                 .near = w.near,
                                 .where = (enum gs_slip_where)where,
                                 .untouched = w.untouched};
    if (status == GS_OK && w.value != NULL)
        status = gs_data_formula(file, w.value, &names, &out->value);
    if (status == GS_OK && w.holds != NULL)
        status = gs_data_formula(file, w.holds, &names, &out->holds);
    return status == GS_OK ? gs_data_try_sentence(file, tree, w.says, &names, NULL) : status;
}

enum gs_status gs_data_read_slips(const struct gs_data_file *file, const struct gs_toml *list,
                                  struct gs_data_exercise *data)
{
    enum gs_status status = GS_OK;
    if (list == NULL)
        return GS_OK;
    if (list->kind != GS_TOML_LIST || list->count > GS_MOST_SLIPS)
        return gs_data_wrong(file, list->line, "mistake",
                             "write up to %d of them, each begins with a line [[mistake]]",
                             (int)GS_MOST_SLIPS);
    for (size_t k = 0; status == GS_OK && k < list->count; k++)
        status = read_slip(file, &list->items[k], data, &data->slips[data->slip_count++]);
    return status;
}

/* ---- what is right --------------------------------------------------------------------------- */

void gs_data_solve(const struct gs_data_exercise *data, const struct gs_shape *shape,
                   const void *const *arrays, struct gs_expected *out)
{
    struct gs_formula_at at = gs_data_formula_at(data, shape, arrays);
    out->scale = gs_data_exercise_scale(data, shape);
    at.answers = (const void *const *)out->want;
    for (unsigned k = 0; data->parameters[k].name != NULL; k++) {
        const enum gs_dtype dtype = data->parameters[k].dtype;
        const enum gs_dtype wanted = gs_dtype_is_float(dtype) ? GS_F64 : dtype;
        if (data->right[k] == NULL || out->want[k] == NULL)
            continue;
        at.made = k;
        for (at.i = 0; at.i < at.counts[k]; at.i++)
            gs_data_set(wanted, out->want[k], at.i, gs_formula_value(data->right[k], &at));
    }
}

/* ---- what a wrong element is ----------------------------------------------------------------- */

static void go_to(const struct gs_wrong *wrong, size_t i, struct gs_formula_at *at)
{
    const enum gs_dtype dtype = wrong->exercise->parameters[wrong->parameter].dtype;
    at->i = i;
    at->got = gs_dtype_get(dtype, wrong->got, i);
    at->right = gs_dtype_get(gs_dtype_is_float(dtype) ? GS_F64 : dtype, wrong->want, i);
}

/* What is asked of one element. */
static bool is_slip_here(const struct gs_data_exercise *data, const struct gs_data_slip *slip,
                         const struct gs_formula_at *at)
{
    if (slip->holds != NULL && !(gs_formula_value(slip->holds, at) != 0))
        return false;
    if (slip->value == NULL)
        return true;
    const bool real = gs_dtype_is_float(data->parameters[slip->parameter].dtype);
    const double near = slip->near >= 0 ? slip->near : real ? 10 * data->exercise.tolerance : 0;
    const long double value = gs_formula_value(slip->value, at);
    const long double scale = (long double)gs_data_exercise_scale(data, at->shape);
    /* Of numbers far below the scale any is near: what is there has to be nearer to this than to
     * what is right. */
    const long double off = fabsl(at->got - value);
    return (off <= (long double)near * (fabsl(value) + scale) &&
            !(2 * off > fabsl(at->got - at->right))) ||
           (isnan(at->got) && isnan(value));
}

/* Whether what is wrong is wrong in that way; *at is left at the element to show: where all have to
 * be, the first that is a number, if one is. */
static bool is_slip(const struct gs_data_exercise *data, const struct gs_data_slip *slip,
                    const struct gs_wrong *wrong, struct gs_formula_at *at)
{
    size_t shown = wrong->first;
    bool holds = false, number = false;
    if (slip->parameter != wrong->parameter ||
        wrong->untouched != (slip->untouched ? wrong->wrong : 0))
        return false;
    for (size_t i = wrong->first; i <= wrong->last; i++) {
        if (wrong->states[i] == 0)
            continue;
        go_to(wrong, i, at);
        holds = is_slip_here(data, slip, at);
        if (slip->where == GS_SLIP_FIRST || holds == (slip->where == GS_SLIP_ANY))
            return holds;
        if (!number && !isnan(at->got))
            shown = i;
        number = number || !isnan(at->got);
    }
    go_to(wrong, shown, at);
    return holds;
}

static void say(const struct gs_data_exercise *data, const struct gs_data_slip *slip,
                const struct gs_formula_at *at, struct gs_saying *out)
{
    const struct gs_formula_names names = names_of_slip(data);
    gs_data_say(slip->kind, slip->says, &names, at, NULL, out);
}

static bool is_atomic(const struct gs_data_exercise *data, const json_t *report)
{
    for (const struct gs_array *array = data->parameters; array->name != NULL; array++) {
        if (is_answer(array) && gs_inspected_accesses(report, array->name, "atomic"))
            return true;
    }
    return false;
}

bool gs_data_explain(const struct gs_data_exercise *data, const struct gs_wrong *wrong,
                     struct gs_saying *out)
{
    struct gs_formula_at at = gs_data_formula_at(data, wrong->shape, wrong->arrays);
    int line = 0;
    at.threads = wrong->report != NULL ? (long double)gs_inspected_threads(wrong->report, &line)
                                       : (long double)NAN;
    at.first = (long double)wrong->first;
    at.wrong = (long double)wrong->wrong;
    at.atomic = wrong->report != NULL && is_atomic(data, wrong->report);
    for (size_t k = 0; wrong->states != NULL && k < data->slip_count; k++) {
        if (is_slip(data, &data->slips[k], wrong, &at)) {
            say(data, &data->slips[k], &at, out);
            out->fits = data->slips[k].value != NULL || gs_formula_gives_got(data->slips[k].holds);
            if (gs_formula_has_threads(data->slips[k].holds) ||
                gs_formula_has_threads(data->slips[k].value))
                out->line = line;
            return true;
        }
    }
    return false;
}
