/* Launches that were given: what a class looks at one by one. */
#include "table_parts.h"

#include "numbers.h"

#include <string.h>

/* One launch of a workload, in one dtype. */
static struct gs_query launch_of(const struct gs_record *record)
{
    return (struct gs_query){.workload = record->workload,
                             .dtypes = GS_BIT(record->dtype),
                             .one_n = true,
                             .n = record->n,
                             .one_block = true,
                             .block = record->block,
                             .grid = record->grid};
}

static bool has_device_time(const struct gs_record *record)
{
    return gs_is_timed(record) && record->place == GS_PLACE_DEVICE;
}

static bool has_launches(const struct gs_record *record)
{
    return record->launches > 1;
}

static bool has_values(const struct gs_record *record)
{
    return record->values[0] != '\0';
}

/* Of all that was recorded of one variant: what is not right, else what has a time. */
static const struct gs_record *most_telling(const struct gs_results *results,
                                            const struct gs_query *query)
{
    const struct gs_record *best = NULL;
    for (size_t i = 0; i < results->count; i++) {
        const struct gs_record *record = &results->records[i];
        if (!gs_query_matches(query, record))
            continue;
        if (record->verdict != GS_RIGHT)
            return record;
        if (best == NULL || (best->time.count == 0 && record->time.count > 0))
            best = record;
    }
    return best;
}

/* Whether both have a time on the device, and one takes over 1.5 times as long. */
static bool times_differ(const struct gs_record *a, const struct gs_record *b)
{
    const double much = 1.5;
    double s = a->time.median_s, t = b->time.median_s;
    return a->place == GS_PLACE_DEVICE && a->time.count > 0 && b->time.count > 0 &&
           (s > much * t || t > much * s);
}

/* Whether the same launch of the same variant has the same verdict and, on the device, about the
 * same time in another dtype. */
static bool alike_in(const struct gs_results *results, enum gs_dtype dtype,
                     const struct gs_record *record)
{
    struct gs_query query = launch_of(record);
    query.variant = record->variant;
    query.dtypes = GS_BIT(dtype);
    const struct gs_record *other = most_telling(results, &query);
    return other != NULL && other->verdict == record->verdict && !times_differ(record, other);
}

/* Whether a case that matches has this; where `unlike` is given, one that differs from its like. */
static bool any_case(const struct gs_results *results, const struct gs_query *query,
                     const enum gs_dtype *unlike, bool (*has)(const struct gs_record *))
{
    for (size_t i = 0; i < results->count; i++) {
        const struct gs_record *record = &results->records[i];
        if (record->grid > 0 && gs_query_matches(query, record) && has(record) &&
            (unlike == NULL || !alike_in(results, *unlike, record)))
            return true;
    }
    return false;
}

/*
 * Whether the record at index is a case, and the first with its launch. Of a sweep that consists of
 * cases, the table over n shows those with more cells than are printed.
 */
static bool begins_launch(const struct gs_results *results, const struct gs_sweep *sweep,
                          enum gs_dtype dtype, size_t index)
{
    const struct gs_record *record = &results->records[index];
    if (record->grid == 0 || strcmp(record->workload, sweep->query.workload) != 0 ||
        record->dtype != dtype)
        return false;
    struct gs_query query = launch_of(record);
    bool swept = !sweep->empty && gs_query_matches(&sweep->query, record);
    return gs_query_first(results, &query) == record &&
           (!swept || any_case(results, &query, NULL, has_values));
}

/* Which columns a table of cases has. */
struct shape {
    bool time, answers, values;
};

/* What the columns are, in a sentence. */
static void print_columns(struct shape shape, FILE *out)
{
    char text[256];
    snprintf(text, sizeof text, "Columns: the verdict%s%s%s",
             shape.time ? "; the median time of right answers" : "",
             shape.answers ? "; how many different answers a race gave in so many launches" : "",
             shape.values ? "; the cells before -> after, where they are few" : "");
    gs_print_wrapped(out, 0, text);
}

static void add_row(struct gs_sheet *sheet, const struct gs_record *record, struct shape shape)
{
    char cell[GS_CELL];
    gs_sheet_row(sheet);
    gs_sheet_cell(sheet, "  %s", record->variant);
    gs_cell_word(record, cell);
    gs_sheet_cell(sheet, "%s", cell);
    if (shape.time) {
        if (record->time.count > 0)
            gs_sheet_time(sheet, record);
        else
            gs_sheet_cell(sheet, "%s", "");
    }
    if (shape.answers && record->launches > 1)
        gs_sheet_cell(sheet, "%u of %u", record->answers, record->launches);
    else if (shape.answers)
        gs_sheet_cell(sheet, "%s", "");
    if (record->values[0] != '\0')
        gs_sheet_note(sheet, record->values);
    else if (record->verdict != GS_LOST_UPDATES) /* whose share is there already */
        gs_sheet_note(sheet, record->detail);
}

/* The rows of one launch; `unlike` names a dtype whose like is not repeated. True: any. */
static bool add_launch(struct gs_sheet *sheet, const struct gs_results *results,
                       const struct gs_sweep *sweep, const struct gs_record *first,
                       const enum gs_dtype *unlike, struct shape shape)
{
    const char *variants[GS_MOST_KEYS];
    struct gs_query query = launch_of(first);
    size_t count = gs_sweep_variants(results, sweep, variants);
    bool any = false;
    for (size_t v = 0; v < count; v++) {
        query.variant = variants[v];
        const struct gs_record *record = most_telling(results, &query);
        if (record == NULL || (unlike != NULL && alike_in(results, *unlike, record)))
            continue;
        if (!any) {
            char size[32], launch[GS_CELL];
            gs_size_format(first->n, size);
            gs_cell_launch(first, launch);
            gs_sheet_heading(sheet, "%s cell%s, %s", size, first->n == 1 ? "" : "s", launch);
        }
        any = true;
        add_row(sheet, record, shape);
    }
    return any;
}

static struct gs_sheet *new_sheet(struct shape shape)
{
    struct gs_sheet *sheet = gs_sheet_new();
    gs_sheet_words(sheet, 0, "");
    gs_sheet_words(sheet, 0, "verdict");
    if (shape.time)
        gs_sheet_numbers(sheet, 0, "time", 0);
    if (shape.answers)
        gs_sheet_add_column(
            sheet, (struct gs_sheet_column){.over = "different", .title = "answers", .group = 0});
    return sheet;
}

/*
 * The cases of one dtype; where `unlike` is given, only those with another verdict or device time
 * than there.
 * False where that leaves nothing.
 */
static bool print_dtype(const struct gs_results *results, const struct gs_sweep *sweep,
                        enum gs_dtype dtype, const enum gs_dtype *unlike, struct gs_legend *legend,
                        FILE *out)
{
    struct gs_query query = {
        .workload = sweep->query.workload, .dtypes = GS_BIT(dtype), .any_grid = true};
    struct shape shape = {.time = any_case(results, &query, unlike, gs_is_timed),
                          .answers = any_case(results, &query, unlike, has_launches),
                          .values = any_case(results, &query, unlike, has_values)};
    struct gs_sheet *sheet = new_sheet(shape);
    bool any = false;
    for (size_t i = 0; i < results->count; i++) {
        if (begins_launch(results, sweep, dtype, i))
            any |= add_launch(sheet, results, sweep, &results->records[i], unlike, shape);
    }
    if (any) {
        fprintf(out, "\n%s %s: launch by launch, blocks x threads a block%s%s\n", query.workload,
                gs_dtype_name(dtype), unlike != NULL ? "; only what differs from " : "",
                unlike != NULL ? gs_dtype_name(*unlike) : "");
        if (unlike == NULL)
            print_columns(shape, out);
        gs_sheet_print(sheet, legend, out);
    }
    gs_sheet_free(sheet);
    return any;
}

static bool has_cases(const struct gs_results *results, const struct gs_sweep *sweep,
                      enum gs_dtype dtype)
{
    bool any = false;
    for (size_t i = 0; i < results->count && !any; i++)
        any = begins_launch(results, sweep, dtype, i);
    return any;
}

void gs_print_cases(const struct gs_results *results, const struct gs_sweep *sweep,
                    struct gs_legend *legend, FILE *out)
{
    enum gs_dtype dtypes[GS_DTYPE_COUNT], alike[GS_DTYPE_COUNT];
    const enum gs_dtype *first = NULL;
    struct gs_query query = {.workload = sweep->query.workload, .any_grid = true};
    size_t count = gs_query_dtypes(results, &query, dtypes), alike_count = 0;
    for (size_t d = 0; d < count; d++) {
        if (!has_cases(results, sweep, dtypes[d]))
            continue;
        if (!print_dtype(results, sweep, dtypes[d], first, legend, out))
            alike[alike_count++] = dtypes[d];
        if (first == NULL)
            first = &dtypes[d];
    }
    bool timed = any_case(results, &query, NULL, has_device_time);
    if (alike_count > 0)
        gs_print_alike(query.workload, alike, alike_count, *first,
                       timed ? ", and device times within a factor of 1.5" : "", out);
}
