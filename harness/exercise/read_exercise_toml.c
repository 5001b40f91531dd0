/* exercise.toml becomes an exercise. */
#include "data_parts.h"

#include "fingerprint.h"
#include "numbers.h"
#include "visible.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The values of a case lie in memory several times, and the simulator has 512 MiB. */
static const double most_case_bytes = 64 << 20, most_timed_bytes = (double)((size_t)16 << 30);

/* The top of the file, before it becomes an exercise. */
struct top {
    const char *title, *about;
    double points, tolerance;
    bool on_host;
    struct gs_amount scale;
    const struct gs_toml *dtype, *size_names, *sizes, *arrays, *hints, *budget, *timed, *say;
    const struct gs_toml *right, *mistake, *finding, *plot;
};

struct reading {
    struct gs_data_file file;
    struct top top;
    struct gs_data_exercise *data;
};

/* ---- lists ----------------------------------------------------------------------------------- */

static enum gs_status read_hints(struct reading *r)
{
    const struct gs_toml *hints = r->top.hints;
    if (hints->kind != GS_TOML_LIST || hints->count != GS_HINTS)
        return gs_data_wrong(&r->file, hints->line, "hints",
                             "write three of them in [ ]: a nudge, more, nearly the answer");
    for (size_t i = 0; i < GS_HINTS; i++) {
        const char *text = hints->items[i].kind == GS_TOML_TEXT ? hints->items[i].text : "";
        if (text[0] == '\0' || !gs_is_visible(text))
            return gs_data_wrong(&r->file, hints->items[i].line, "hints",
                                 "each hint is to be one line of text, in quotes");
        r->data->exercise.hints[i] = text;
    }
    return GS_OK;
}

static enum gs_status read_size_names(struct reading *r)
{
    const struct gs_toml *names = r->top.size_names;
    struct gs_size_names *out = &r->data->names;
    *out = (struct gs_size_names){.n = "n"};
    if (names == NULL)
        return GS_OK;
    bool good = names->kind == GS_TOML_LIST && (names->count == 1 || names->count == 2);
    for (size_t i = 0; good && i < names->count; i++)
        good = names->items[i].kind == GS_TOML_TEXT && gs_data_name_fits(names->items[i].text);
    if (!good || (names->count == 2 && strcmp(names->items[0].text, names->items[1].text) == 0))
        return gs_data_wrong(&r->file, names->line, "size_names",
                             "write one or two names, as in [\"rows\", \"columns\"]");
    out->n = names->items[0].text;
    out->m = names->count == 2 ? names->items[1].text : NULL;
    return GS_OK;
}

/* 33, or "2^16+11" */
static bool read_size(const struct gs_toml *value, size_t *out)
{
    struct gs_error ignored;
    if (value->kind == GS_TOML_TEXT)
        return gs_number_parse("sizes", value->text, out, &ignored) == GS_OK && *out < (size_t)1
                                                                                           << 40;
    *out = (size_t)value->integer;
    return value->kind == GS_TOML_INTEGER && value->integer >= 0 && value->integer < 1LL << 40;
}

static bool read_shape(const struct reading *r, const struct gs_toml *value, struct gs_shape *out)
{
    *out = (struct gs_shape){.m = 0};
    if (r->data->names.m == NULL)
        return read_size(value, &out->n);
    return value->kind == GS_TOML_LIST && value->count == 2 &&
           read_size(&value->items[0], &out->n) && read_size(&value->items[1], &out->m);
}

static enum gs_status wrong_size(const struct reading *r, int line, const char *key)
{
    const struct gs_size_names *names = &r->data->names;
    if (names->m == NULL)
        return gs_data_wrong(&r->file, line, key, "a size is a number, as 33 or \"2^16+11\"");
    return gs_data_wrong(&r->file, line, key,
                         "a size is two numbers here, %s and %s, as in [3, 33]", names->n,
                         names->m);
}

static enum gs_status read_sizes(struct reading *r)
{
    const struct gs_toml *sizes = r->top.sizes;
    if (sizes->kind != GS_TOML_LIST || sizes->count == 0 || sizes->count > GS_MOST_SHAPES)
        return gs_data_wrong(&r->file, sizes->line, "sizes",
                             "write 1 to %d sizes in [ ], as in [0, 1, 31, 33, 255, 257, 65547]",
                             (int)GS_MOST_SHAPES);
    for (size_t i = 0; i < sizes->count; i++) {
        if (!read_shape(r, &sizes->items[i], &r->data->shapes[i]))
            return wrong_size(r, sizes->items[i].line, "sizes");
    }
    r->data->shapes[sizes->count] = (struct gs_shape)GS_LAST_SHAPE;
    return GS_OK;
}

/* ---- amounts, at all sizes ------------------------------------------------------------------- */

static bool is_last(const struct gs_shape *shape)
{
    return shape->n == SIZE_MAX;
}

/* Whether a formula has a value at a size, and which. */
static enum gs_status try_formula(const struct reading *r, const struct gs_amount *amount,
                                  const char *key, const struct gs_shape *shape, double *value)
{
    long long whole = 0;
    char why[160], n[32];
    *value = amount->real;
    if (amount->formula == NULL)
        return GS_OK;
    if (!gs_expression_value(amount->formula, &r->data->names, shape, &whole, why, sizeof why))
        return gs_data_wrong(&r->file, amount->line, key, "\"%.120s\" %s; sizes are called %s%s%s",
                             amount->formula, why, r->data->names.n,
                             r->data->names.m != NULL ? " and " : "",
                             r->data->names.m != NULL ? r->data->names.m : "");
    *value = (double)whole;
    gs_size_format(shape->n, n);
    return GS_OK;
}

/* At each of the sizes, from `least` to `most`; what an array holds, not where it is empty. */
static enum gs_status try_amount_of(const struct reading *r, const struct gs_amount *length,
                                    const struct gs_amount *amount, const char *key, double least,
                                    double most)
{
    for (const struct gs_shape *shape = r->data->shapes; amount->line > 0 && !is_last(shape);
         shape++) {
        double value = 0;
        if (length != NULL && length->line > 0 && gs_amount_at(r->data, length, shape) <= 0)
            continue;
        enum gs_status status = try_formula(r, amount, key, shape, &value);
        if (status != GS_OK)
            return status;
        if (!(value >= least && value <= most))
            return gs_data_wrong(&r->file, amount->line, key,
                                 "is %.17g for %s = %zu; it is to be from %.17g to %.17g", value,
                                 r->data->names.n, shape->n, least, most);
    }
    return GS_OK;
}

static enum gs_status try_amount(const struct reading *r, const struct gs_amount *amount,
                                 const char *key, double least, double most)
{
    return try_amount_of(r, NULL, amount, key, least, most);
}

/* ---- arrays ---------------------------------------------------------------------------------- */

static const char *const roles[] = {"input", "output", "updated", "number"};
static const enum gs_role role_values[] = {GS_INPUT, GS_OUTPUT, GS_UPDATED, GS_NUMBER};
static const char *const homes[] = {"device", "host", "pinned", "device 1"};
static const enum gs_home home_values[] = {GS_HOME_DEVICE, GS_HOME_PAGEABLE, GS_HOME_PINNED,
                                           GS_HOME_DEVICE};
enum { ON_SECOND = 3 };
static const char *const orders[GS_ORDERS] = {
    [GS_ORDER_RANDOM] = "random", [GS_ORDER_RISING] = "rising", [GS_ORDER_COUNTING] = "counting"};
static const char *const dtypes[] = {"f32", "f64", "i16", "i32", "i64", "u32", "u64", "size"};
static const enum gs_dtype dtype_values[] = {GS_F32, GS_F64, GS_I16, GS_I32,
                                             GS_I64, GS_U32, GS_U64, GS_U64};

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* An array as it stands in the file. */
struct written {
    const char *name;
    struct gs_amount length, value, from, to;
    bool ends;
    const struct gs_toml *role, *home, *dtype, *order, *values;
};

static const struct gs_data_key array_keys[] = {
    {"name", GS_DATA_NAME, offsetof(struct written, name), true},
    {"role", GS_DATA_TREE, offsetof(struct written, role), true},
    {"dtype", GS_DATA_TREE, offsetof(struct written, dtype), false},
    {"length", GS_DATA_AMOUNT, offsetof(struct written, length), false},
    {"home", GS_DATA_TREE, offsetof(struct written, home), false},
    {"value", GS_DATA_AMOUNT, offsetof(struct written, value), false},
    {"from", GS_DATA_AMOUNT, offsetof(struct written, from), false},
    {"to", GS_DATA_AMOUNT, offsetof(struct written, to), false},
    {"order", GS_DATA_TREE, offsetof(struct written, order), false},
    {"ends", GS_DATA_TRUTH, offsetof(struct written, ends), false},
    {"values", GS_DATA_TREE, offsetof(struct written, values), false},
    {0},
};

/* What an integer of the type can hold; a double counts exactly up to 2^53. */
static void limits_of(enum gs_dtype dtype, double *least, double *most)
{
    static const double values[GS_ANY_DTYPE_COUNT] = {
        [GS_F32] = 1e30,   [GS_F64] = 1e15,       [GS_I16] = INT16_MAX, [GS_I32] = INT32_MAX,
        [GS_I64] = 0x1p53, [GS_U32] = UINT32_MAX, [GS_U64] = 0x1p53,
    };
    *most = values[dtype];
    *least = dtype == GS_U32 || dtype == GS_U64 ? 0 : -values[dtype];
}

/* Numbers are filled before arrays, and each in its order. */
static enum gs_status read_values(struct reading *r, const struct gs_toml *tree, unsigned k)
{
    const struct gs_array *parameters = r->data->parameters;
    struct gs_formula_names names = {.parameters = parameters, .sizes = r->data->names};
    names.random = true;
    for (unsigned other = 0; parameters[other].name != NULL; other++) {
        const bool number = parameters[other].role == GS_NUMBER;
        if (parameters[k].role == GS_NUMBER ? number && other < k : number || other < k)
            names.known |= 1u << other;
    }
    const struct gs_toml *values = gs_toml_get(tree, "values");
    return values != NULL ? gs_data_formula(&r->file, values, &names, &r->data->arrays[k].values)
                          : GS_OK;
}

/* What does not go together in one array. */
static enum gs_status check_combination(const struct reading *r, const struct written *w, int line,
                                        enum gs_role role)
{
    bool number = role == GS_NUMBER;
    bool filled = w->from.line > 0 || w->to.line > 0;
    if (w->values != NULL &&
        (filled || w->value.line > 0 || w->order != NULL || w->ends || role == GS_OUTPUT))
        return gs_data_wrong(&r->file, line, w->name,
                             role == GS_OUTPUT
                                 ? "is an output: it holds junk before the call; leave out "
                                   "\"values\""
                                 : "has \"values\", a formula of each element: leave out "
                                   "\"value\", \"from\", \"to\", \"order\" and \"ends\"");
    if (number && (w->length.line > 0 || w->home != NULL || w->order != NULL))
        return gs_data_wrong(&r->file, line, w->name,
                             "is a number: leave out its length, home and order");
    if (!number && w->value.line > 0)
        return gs_data_wrong(&r->file, line, w->name,
                             "is an array: \"value\" is for numbers; say \"from\" and \"to\"");
    if (!number && w->length.line == 0)
        return gs_data_wrong(&r->file, line, w->name,
                             "has no length: write how many elements it has, as in length = \"%s\"",
                             r->data->names.n);
    if (role == GS_OUTPUT && (filled || w->order != NULL))
        return gs_data_wrong(&r->file, line, w->name,
                             "is an output: it holds junk before the call; leave out \"from\", "
                             "\"to\" and \"order\"");
    if (number && w->value.line > 0 && filled)
        return gs_data_wrong(&r->file, line, w->name,
                             "has \"value\" and a range; leave one of them out");
    return GS_OK;
}

/* What "order" and "ends" leave without a meaning. */
static enum gs_status check_order(const struct reading *r, const struct written *w, int line,
                                  enum gs_order order)
{
    if (order == GS_ORDER_COUNTING && w->to.line > 0)
        return gs_data_wrong(&r->file, line, w->name,
                             "is counting, so its length says where it ends: leave out \"to\"");
    if (order != GS_ORDER_RISING && w->ends)
        return gs_data_wrong(&r->file, line, w->name,
                             "is not rising, and \"ends\" is for those that are: leave it out, or "
                             "write order = \"rising\"");
    return GS_OK;
}

/* Whole numbers for an integer, and the first not over the last, at all sizes. */
static enum gs_status try_range(const struct reading *r, unsigned k)
{
    const struct gs_data_array *array = &r->data->arrays[k];
    const struct gs_amount *const ends[] = {&array->from, &array->to};
    static const char *const keys[] = {"from", "to"};
    const int line = array->from.line > 0 ? array->from.line : array->to.line;
    const bool whole = !gs_dtype_is_float(r->data->parameters[k].dtype);
    for (size_t i = 0; whole && i < COUNT_OF(ends); i++) {
        if (ends[i]->real != floor(ends[i]->real))
            return gs_data_wrong(&r->file, ends[i]->line, keys[i],
                                 "is %g, and the array has integers: write a whole number",
                                 ends[i]->real);
    }
    for (const struct gs_shape *shape = r->data->shapes; line > 0 && !is_last(shape); shape++) {
        const struct gs_data_range range = gs_data_range_at(r->data, k, shape);
        const bool used = array->length.line == 0 || gs_data_count(r->data, shape, k) > 0;
        if (used && array->order != GS_ORDER_COUNTING && range.from > range.to)
            return gs_data_wrong(
                &r->file, line, array->from.line > 0 ? "from" : "to",
                "the values of \"%s\" go from %.17g to %.17g for %s = %zu; write a "
                "\"from\" and a \"to\" that is not less",
                r->data->parameters[k].name, range.from, range.to, r->data->names.n, shape->n);
    }
    return GS_OK;
}

/* What it holds fits into its type, at all sizes. */
static enum gs_status try_array(const struct reading *r, unsigned k)
{
    const struct gs_data_array *array = &r->data->arrays[k];
    double least = 0, most = 0;
    limits_of(r->data->parameters[k].dtype, &least, &most);
    const struct gs_amount *length = &array->length;
    enum gs_status status = try_amount(r, &array->value, "value", least, most);
    if (status == GS_OK)
        status = try_amount(r, length, "length", 0,
                            array->order == GS_ORDER_COUNTING ? most / 2 : most_case_bytes);
    if (status == GS_OK && length->formula == NULL && length->real != floor(length->real))
        status = gs_data_wrong(&r->file, length->line, "length",
                               "is %g; write a whole number of elements", length->real);
    if (status == GS_OK)
        status = try_amount_of(r, length, &array->from, "from", least, most);
    if (status == GS_OK)
        status = try_amount_of(r, length, &array->to, "to", least, most);
    return status == GS_OK ? try_range(r, k) : status;
}

static enum gs_status read_array(struct reading *r, unsigned k, const struct gs_toml *tree)
{
    struct written w = {0};
    unsigned role = 0, home = r->top.on_host, order = 0, dtype = 0;
    enum gs_status status = gs_data_table(&r->file, tree, "an array", array_keys, &w);
    for (unsigned i = 0; status == GS_OK && i < k; i++) {
        if (strcmp(r->data->parameters[i].name, w.name) == 0)
            status = gs_data_wrong(&r->file, tree->line, w.name, "is the name of two arrays");
    }
    const struct {
        const char *key, *const *words;
        size_t count;
        unsigned *value;
    } choices[] = {{"role", roles, COUNT_OF(roles), &role},
                   {"home", homes, COUNT_OF(homes), &home},
                   {"order", orders, COUNT_OF(orders), &order}};
    for (size_t i = 0; status == GS_OK && i < COUNT_OF(choices); i++)
        status = gs_data_word(&r->file, tree, choices[i].key, choices[i].words, choices[i].count,
                              choices[i].value);
    if (status == GS_OK)
        status = gs_data_word(&r->file, r->data->tree, "dtype", dtypes, COUNT_OF(dtypes), &dtype);
    if (status == GS_OK)
        status = gs_data_word(&r->file, tree, "dtype", dtypes, COUNT_OF(dtypes), &dtype);
    if (status == GS_OK)
        status = check_combination(r, &w, tree->line, role_values[role]);
    if (status == GS_OK)
        status = check_order(r, &w, tree->line, (enum gs_order)order);
    if (status != GS_OK)
        return status;
    /* A number that is a size is one of C, unless something else is said. */
    bool is_size = role_values[role] == GS_NUMBER && w.dtype == NULL && w.value.formula != NULL;
    r->data->parameters[k] = (struct gs_array){
        .name = w.name,
        .role = role_values[role],
        .home = role_values[role] == GS_NUMBER ? GS_HOME_DEVICE : home_values[home],
        .dtype = is_size ? GS_U64 : dtype_values[dtype]};
    if (home == ON_SECOND)
        r->data->exercise.on_second |= 1u << k;
    r->data->arrays[k] = (struct gs_data_array){.length = w.length,
                                                .value = w.value,
                                                .from = w.from,
                                                .to = w.to,
                                                .order = (enum gs_order)order,
                                                .ends = w.ends};
    return try_array(r, k);
}

static enum gs_status read_arrays(struct reading *r)
{
    const struct gs_toml *arrays = r->top.arrays;
    bool has_output = false;
    if (arrays->kind != GS_TOML_LIST || arrays->count == 0 || arrays->count > GS_MOST_PARAMETERS)
        return gs_data_wrong(&r->file, arrays->line, "arrays",
                             "write 1 to %d of them in [ ], in the order of the function's "
                             "parameters, as in { name = \"a\", role = \"input\", length = \"n\" }",
                             (int)GS_MOST_PARAMETERS);
    for (unsigned k = 0; k < arrays->count; k++) {
        enum gs_status status = read_array(r, k, &arrays->items[k]);
        if (status != GS_OK)
            return status;
        enum gs_role role = r->data->parameters[k].role;
        has_output |= role == GS_OUTPUT || role == GS_UPDATED;
    }
    enum gs_status status = GS_OK;
    for (unsigned k = 0; status == GS_OK && k < arrays->count; k++)
        status = read_values(r, &arrays->items[k], k);
    if (status != GS_OK)
        return status;
    return has_output ? GS_OK
                      : gs_data_wrong(&r->file, arrays->line, "arrays",
                                      "none of them is an \"output\" or \"updated\", so there is "
                                      "nothing to compare");
}

/* All arrays together, at a size; `most` for a reader's machine. */
static enum gs_status check_bytes(const struct reading *r, const struct gs_shape *shape, int line,
                                  const char *key, double most)
{
    double bytes = 0;
    for (unsigned k = 0; r->data->parameters[k].name != NULL; k++)
        bytes += (double)gs_data_count(r->data, shape, k) *
                 (double)gs_dtype_bytes(r->data->parameters[k].dtype);
    return bytes <= most
               ? GS_OK
               : gs_data_wrong(&r->file, line, key,
                               "the arrays have %.4g MiB for %s = %zu, and at most %.4g MiB are "
                               "possible; choose a smaller size",
                               bytes / (1 << 20), r->data->names.n, shape->n, most / (1 << 20));
}

/* ---- what it may cost ------------------------------------------------------------------------ */

/* A bound, and what makes sense for it: at 0 nothing would be looked at, and below a part of what
 * any launch costs nothing would pass. */
struct bound {
    const char *name;
    size_t offset;
    double least, most;
};

static const struct bound bounds[] = {
    {"sectors", offsetof(struct gs_data_budget, sectors), 1, 0x1p53},
    {"wavefronts", offsetof(struct gs_data_budget, wavefronts), 1, 0x1p53},
    {"launches", offsetof(struct gs_data_budget, launches), 1, 0x1p53},
    {"copies", offsetof(struct gs_data_budget, copies), 1, 0x1p53},
    {"bytes_in", offsetof(struct gs_data_budget, bytes_in), 1, 0x1p53},
    {"bytes_out", offsetof(struct gs_data_budget, bytes_out), 1, 0x1p53},
    {"global_bytes", offsetof(struct gs_data_budget, global_bytes), 1, 0x1p53},
    {"threads", offsetof(struct gs_data_budget, threads), 1, 0x1p53},
    {"least_threads", offsetof(struct gs_data_budget, least_threads), 1, 0x1p53},
    {"block", offsetof(struct gs_data_budget, block), 1, 1024},
    {"barriers", offsetof(struct gs_data_budget, barriers), 1, 0x1p53},
    {"devices", offsetof(struct gs_data_budget, devices), 2, 2},
    {"idle_lanes", offsetof(struct gs_data_budget, idle_lanes), 0.01, 1},
};

/* It is counted at the last size alone. */
static enum gs_status try_bound(const struct reading *r, const struct bound *bound)
{
    const struct gs_amount *amount = (const void *)((const char *)&r->data->budget + bound->offset);
    const struct gs_shape *last = r->data->shapes;
    double value = 0;
    if (amount->line == 0)
        return GS_OK;
    while (!is_last(last + 1))
        last++;
    enum gs_status status = try_amount(r, amount, bound->name, -0x1p53, 0x1p53);
    if (status == GS_OK)
        status = try_formula(r, amount, bound->name, last, &value);
    if (status == GS_OK && !(value >= bound->least && value <= bound->most))
        status = gs_data_wrong(&r->file, amount->line, bound->name,
                               "is %.17g for %s = %zu; write %.17g to %.17g, or leave it out, and "
                               "it is not looked at",
                               value, r->data->names.n, last->n, bound->least, bound->most);
    return status;
}

static enum gs_status read_budget(struct reading *r)
{
    struct gs_data_key keys[COUNT_OF(bounds) + 2] = {{0}};
    if (r->top.budget == NULL)
        return GS_OK;
    for (size_t i = 0; i < COUNT_OF(bounds); i++)
        keys[i] = (struct gs_data_key){bounds[i].name, GS_DATA_AMOUNT, bounds[i].offset, false};
    keys[COUNT_OF(bounds)] =
        (struct gs_data_key){"tree", GS_DATA_TRUTH, offsetof(struct gs_data_budget, tree), false};
    enum gs_status status =
        gs_data_table(&r->file, r->top.budget, "a budget", keys, &r->data->budget);
    for (size_t i = 0; status == GS_OK && i < COUNT_OF(bounds); i++)
        status = try_bound(r, &bounds[i]);
    return status;
}

struct timed {
    const struct gs_toml *size, *predicted;
    struct gs_amount bytes;
    double ratio;
};

/* The size for predictions, which has to be no larger: it is within the same limits. */
static enum gs_status read_predicted(struct reading *r, const struct gs_toml *size)
{
    struct gs_exercise *exercise = &r->data->exercise;
    const struct gs_shape *timed = &exercise->timed;
    struct gs_shape *predicted = &exercise->predicted;
    if (size == NULL)
        return GS_OK;
    if (!read_shape(r, size, predicted) || predicted->n == 0)
        return wrong_size(r, size->line, "predicted");
    if (predicted->n > timed->n || predicted->m > timed->m)
        return gs_data_wrong(&r->file, size->line, "predicted",
                             "is larger than the size that is timed");
    return GS_OK;
}

static enum gs_status read_timed(struct reading *r)
{
    static const struct gs_data_key keys[] = {
        {"size", GS_DATA_TREE, offsetof(struct timed, size), true},
        {"bytes", GS_DATA_AMOUNT, offsetof(struct timed, bytes), true},
        {"ratio", GS_DATA_NUMBER, offsetof(struct timed, ratio), false},
        {"predicted", GS_DATA_TREE, offsetof(struct timed, predicted), false},
        {0},
    };
    struct timed timed = {.ratio = 1.25};
    struct gs_exercise *exercise = &r->data->exercise;
    double bytes = 0;
    if (r->top.timed == NULL)
        return GS_OK;
    enum gs_status status =
        gs_data_table(&r->file, r->top.timed, "the size that is timed", keys, &timed);
    if (status == GS_OK && (!read_shape(r, timed.size, &exercise->timed) || exercise->timed.n == 0))
        status = wrong_size(r, timed.size->line, "size");
    if (status == GS_OK && timed.ratio < 1)
        status = gs_data_wrong(&r->file, r->top.timed->line, "ratio",
                               "is less than 1: not even the solution would pass");
    if (status == GS_OK)
        status = check_bytes(r, &exercise->timed, timed.size->line, "size", most_timed_bytes);
    if (status == GS_OK)
        status = read_predicted(r, timed.predicted);
    if (status == GS_OK)
        status = try_formula(r, &timed.bytes, "bytes", &exercise->timed, &bytes);
    if (status == GS_OK && bytes < 1)
        status =
            gs_data_wrong(&r->file, timed.bytes.line, "bytes",
                          "is %.17g; write how many bytes have to be moved at that size", bytes);
    exercise->timed_ratio = timed.ratio;
    r->data->timed_bytes = timed.bytes;
    return status;
}

/* ---- what the teacher says ------------------------------------------------------------------- */

static enum gs_status read_sayings(struct reading *r)
{
    struct gs_data_key keys[GS_MOST_SAYINGS + 120] = {{0}};
    const char *texts[COUNT_OF(keys)] = {NULL};
    if (r->top.say == NULL)
        return GS_OK;
    for (size_t i = 0; gs_mistake_kinds[i] != NULL && i + 1 < COUNT_OF(keys); i++)
        keys[i] =
            (struct gs_data_key){gs_mistake_kinds[i], GS_DATA_TEXT, i * sizeof texts[0], false};
    r->data->sayings = r->top.say;
    return gs_data_table(&r->file, r->top.say, "say", keys, texts);
}

/* ---- answers, and pictures of them ----------------------------------------------------------- */

static enum gs_status read_answers(struct reading *r)
{
    enum gs_status status = gs_data_read_right(&r->file, r->top.right, r->data);
    if (status == GS_OK)
        status = gs_data_read_slips(&r->file, r->top.mistake, r->data);
    return status == GS_OK ? gs_data_read_remarks(&r->file, r->top.finding, r->data) : status;
}

struct curve {
    const char *array, *title;
};

static enum gs_status read_curve(struct reading *r, const struct gs_toml *tree,
                                 struct gs_curve *out)
{
    static const struct gs_data_key keys[] = {
        {"array", GS_DATA_NAME, offsetof(struct curve, array), true},
        {"title", GS_DATA_TEXT, offsetof(struct curve, title), true},
        {0},
    };
    struct curve curve = {0};
    enum gs_status status = gs_data_table(&r->file, tree, "a curve", keys, &curve);
    if (status != GS_OK)
        return status;
    for (unsigned k = 0; r->data->parameters[k].name != NULL; k++) {
        if (strcmp(r->data->parameters[k].name, curve.array) == 0 &&
            r->data->parameters[k].role != GS_NUMBER) {
            *out = (struct gs_curve){.parameter = k, .title = curve.title};
            return GS_OK;
        }
    }
    return gs_data_wrong(&r->file, tree->line, "plot", "there is no array \"%.63s\"", curve.array);
}

static enum gs_status read_plot(struct reading *r)
{
    const struct gs_toml *plot = r->top.plot;
    enum gs_status status = GS_OK;
    if (plot == NULL)
        return GS_OK;
    if (plot->kind != GS_TOML_LIST || plot->count == 0 || plot->count > GS_MOST_CURVES)
        return gs_data_wrong(&r->file, plot->line, "plot",
                             "write one or two arrays, as in [{ array = \"in\", title = \"before\" "
                             "}]");
    for (size_t i = 0; status == GS_OK && i < plot->count; i++)
        status = read_curve(r, &plot->items[i], &r->data->exercise.curves[i]);
    return status;
}

/* ---- all together ---------------------------------------------------------------------------- */

static const struct gs_data_key top_keys[] = {
    {"title", GS_DATA_TEXT, offsetof(struct top, title), true},
    {"about", GS_DATA_LINES, offsetof(struct top, about), false},
    {"dtype", GS_DATA_TREE, offsetof(struct top, dtype), false},
    {"size_names", GS_DATA_TREE, offsetof(struct top, size_names), false},
    {"sizes", GS_DATA_TREE, offsetof(struct top, sizes), true},
    {"arrays", GS_DATA_TREE, offsetof(struct top, arrays), true},
    {"tolerance", GS_DATA_NUMBER, offsetof(struct top, tolerance), false},
    {"scale", GS_DATA_AMOUNT, offsetof(struct top, scale), false},
    {"points", GS_DATA_NUMBER, offsetof(struct top, points), false},
    {"hints", GS_DATA_TREE, offsetof(struct top, hints), true},
    {"on_host", GS_DATA_TRUTH, offsetof(struct top, on_host), false},
    {"budget", GS_DATA_TREE, offsetof(struct top, budget), false},
    {"timed", GS_DATA_TREE, offsetof(struct top, timed), false},
    {"say", GS_DATA_TREE, offsetof(struct top, say), false},
    {"right", GS_DATA_TREE, offsetof(struct top, right), false},
    {"mistake", GS_DATA_TREE, offsetof(struct top, mistake), false},
    {"finding", GS_DATA_TREE, offsetof(struct top, finding), false},
    {"plot", GS_DATA_TREE, offsetof(struct top, plot), false},
    {0},
};

static bool compares_floats(const struct gs_data_exercise *data)
{
    for (const struct gs_array *array = data->parameters; array->name != NULL; array++) {
        if ((array->role == GS_OUTPUT || array->role == GS_UPDATED) &&
            gs_dtype_is_float(array->dtype))
            return true;
    }
    return false;
}

static enum gs_status check_whole(struct reading *r)
{
    const struct top *top = &r->top;
    enum gs_status status = GS_OK;
    if (top->about == NULL && !r->data->is_own) /* an own one has a header that says it */
        return gs_data_wrong(&r->file, 1, "about", "is missing; an exercise needs it");
    for (size_t i = 0; status == GS_OK && i < top->sizes->count; i++)
        status = check_bytes(r, &r->data->shapes[i], top->sizes->items[i].line, "sizes",
                             most_case_bytes);
    if (status == GS_OK && compares_floats(r->data) && !(top->tolerance > 0))
        status = gs_data_wrong(&r->file, 1, "tolerance",
                               "is missing: the answers are floats; write how far one may be off, "
                               "as in tolerance = 1e-6");
    if (status == GS_OK && top->tolerance > 0.1)
        status = gs_data_wrong(&r->file, gs_toml_get(r->data->tree, "tolerance")->line, "tolerance",
                               "is over 0.1, with which wrong answers pass; write a smaller one");
    return status == GS_OK ? try_amount(r, &top->scale, "scale", 0, 1e15) : status;
}

static void finish(struct reading *r)
{
    struct gs_data_exercise *data = r->data;
    struct gs_exercise *exercise = &data->exercise;
    static const struct gs_question none[] = {{.name = NULL}};
    data->about = r->top.about;
    data->points = r->top.points;
    data->scale = r->top.scale;
    exercise->data = data;
    exercise->in_folder = !data->is_own;
    exercise->name = data->name;
    exercise->title = r->top.title;
    exercise->entry = data->name;
    exercise->on_host = r->top.on_host;
    exercise->parameters = data->parameters;
    exercise->shapes = data->shapes;
    exercise->n_name = data->names.n;
    exercise->m_name = data->names.m;
    exercise->tolerance = r->top.tolerance;
    data->list[0] = exercise;
    data->lesson = (struct gs_lesson_exercises){
        .folder = data->name, .exercises = data->list, .questions = none};
}

static enum gs_status read_all(struct reading *r)
{
    static enum gs_status (*const parts[])(struct reading *) = {
        read_hints, read_size_names, read_sizes,   read_arrays, read_budget,
        read_timed, read_sayings,    read_answers, read_plot,   check_whole};
    enum gs_status status =
        gs_data_table(&r->file, r->data->tree, "an exercise", top_keys, &r->top);
    for (size_t i = 0; status == GS_OK && i < COUNT_OF(parts); i++)
        status = parts[i](r);
    if (status == GS_OK)
        finish(r);
    return status;
}

/* The folder's own name, also of "." and "reduce/". */
static bool name_of_folder(const char *folder, char *name, size_t size)
{
    size_t length = strlen(folder);
    while (length > 1 && folder[length - 1] == '/')
        length--;
    size_t begin = length;
    while (begin > 0 && folder[begin - 1] != '/')
        begin--;
    return (size_t)snprintf(name, size, "%.*s", (int)(length - begin), folder + begin) < size;
}

static enum gs_status parse(const char *folder, bool is_own, const char *path, const char *text,
                            size_t length, struct gs_data_exercise **out, struct gs_error *error)
{
    struct reading r = {.file = {.path = path, .error = error}, .top = {.points = 10}};
    *out = NULL;
    r.data = calloc(1, sizeof *r.data);
    if (r.data == NULL)
        return gs_out_of_memory(error);
    enum gs_status status = GS_OK;
    r.data->is_own = is_own;
    if (!name_of_folder(folder, r.data->name, sizeof r.data->name) ||
        !gs_data_name_fits(r.data->name))
        status =
            gs_fail(error, GS_USAGE,
                    "%.300s: the exercise is called after its folder, and \"%.63s\" is no name "
                    "for a function; call the folder by a-z, 0-9 and _, with a letter first",
                    path, r.data->name);
    else if (length > GS_MOST_TOML)
        status = gs_fail(error, GS_USAGE, "%.300s: has more than 64 KiB; make it shorter", path);
    (void)snprintf(r.data->folder, sizeof r.data->folder, "%s", folder);
    if (status == GS_OK)
        status = gs_toml_read(path, text, length, &r.data->tree, error);
    if (status == GS_OK)
        status = read_all(&r);
    for (size_t i = 0; i < length; i++)
        r.data->print += gs_fingerprint_of((unsigned char)text[i], i);
    if (status != GS_OK) {
        gs_data_exercise_release(r.data);
        return status;
    }
    *out = r.data;
    return GS_OK;
}

enum gs_status gs_data_exercise_parse(const char *folder, const char *path, const char *text,
                                      size_t length, struct gs_data_exercise **out,
                                      struct gs_error *error)
{
    return parse(folder, false, path, text, length, out, error);
}

enum gs_status gs_data_exercise_own(const char *name, const char *text, size_t length,
                                    struct gs_data_exercise **out, struct gs_error *error)
{
    char path[96];
    (void)snprintf(path, sizeof path, "%.80s.toml", name);
    return parse(name, true, path, text, length, out, error);
}
