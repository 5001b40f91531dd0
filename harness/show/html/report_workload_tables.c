/* The report: the tables of one workload on one machine. */
#include "breakeven.h"
#include "html.h"
#include "report_parts.h"
#include "numbers.h"
#include "table_parts.h"

#include <string.h>

/* ---- a record as a row ----------------------------------------------------------------------- */

/* The best CPU variant at the same size and, where launches were given, at the same launch. */
static const struct gs_record *best_cpu(const struct gs_results *results,
                                        const struct gs_record *record)
{
    struct gs_query query = {.workload = record->workload,
                             .dtypes = GS_BIT(record->dtype),
                             .places = GS_BIT(GS_PLACE_CPU),
                             .one_n = true,
                             .n = record->n,
                             .grid = record->grid,
                             .one_block = record->grid > 0,
                             .block = record->block};
    return gs_query_fastest(results, &query);
}

static void add_launch(struct gs_sheet *sheet, const struct gs_record *record)
{
    char devices[32] = "";
    if (record->devices > 1)
        snprintf(devices, sizeof devices, ", %u devices", record->devices);
    if (record->grid > 0)
        gs_sheet_number(sheet, (double)record->grid * record->block, "%u × %u%s", record->grid,
                        record->block, devices);
    else if (gs_record_has_block(record) && record->residency != GS_RESIDENCY_HOST)
        gs_sheet_number(sheet, record->block, "%u a block%s", record->block, devices);
    else if (record->threads > 0)
        gs_sheet_number(sheet, record->threads, "%u", record->threads);
    else
        gs_sheet_cell(sheet, "%s", "");
}

/* "on the device, cold" */
static void add_place(struct gs_sheet *sheet, const struct gs_record *record)
{
    static const char *const shown[GS_RESIDENCY_COUNT] = {
        [GS_RESIDENCY_HOST] = "CPU",
        [GS_RESIDENCY_DEVICE] = "on the device",
        [GS_RESIDENCY_PINNED] = "host to host, pinned",
        [GS_RESIDENCY_PAGEABLE] = "host to host, pageable",
        [GS_RESIDENCY_CALLS] = "a call, launched one by one",
        [GS_RESIDENCY_GRAPH] = "a call, as a CUDA graph",
    };
    bool cached = record->cache != GS_CACHE_ANY && record->residency != GS_RESIDENCY_HOST;
    gs_sheet_cell(sheet, "%s%s%s", shown[record->residency], cached ? ", " : "",
                  cached ? gs_cache_name(record->cache) : "");
}

/* In units of the last place for floats; integers are exact or wrong. */
static void add_error(struct gs_sheet *sheet, const struct gs_record *record)
{
    bool compared = record->verdict == GS_RIGHT || record->verdict == GS_INACCURATE;
    if (!compared || record->n == 0) {
        gs_sheet_cell(sheet, "%s", "");
    } else if (!gs_dtype_is_float(record->dtype)) {
        gs_sheet_number(sheet, 0, "exact");
    } else {
        gs_sheet_number(sheet, record->max_ulp, "%.3g ulp", record->max_ulp);
        gs_sheet_more(sheet, "relative: %.2g", record->max_error);
    }
}

static struct gs_sheet *new_sheet(void)
{
    static const char *const numbers[] = {"of its limit", "against best CPU", "GB/s"};
    struct gs_sheet *sheet = gs_sheet_new();
    gs_sheet_words(sheet, 0, "variant");
    gs_sheet_numbers(sheet, 0, "median", 0);
    gs_sheet_headline(sheet);
    gs_sheet_words(sheet, 0, "data");
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        gs_sheet_numbers(sheet, 0, numbers[i], 0);
    gs_sheet_numbers(sheet, 0, "n", 0);
    gs_sheet_numbers(sheet, 0, "launch or threads", 0);
    gs_sheet_words(sheet, 0, "verdict");
    gs_sheet_numbers(sheet, 0, "error", 0);
    return sheet;
}

static void add_record(struct gs_sheet *sheet, const struct gs_results *results,
                       const struct gs_record *record)
{
    double rate = gs_record_gb_per_s(record);
    char digits[16];
    gs_cell_digits(rate, digits);
    gs_sheet_row(sheet);
    gs_sheet_cell(sheet, "%s", record->variant);
    gs_sheet_time(sheet, record);
    add_place(sheet, record);
    gs_sheet_limit(sheet, record);
    gs_sheet_ratio(sheet, best_cpu(results, record), record);
    if (rate > 0)
        gs_sheet_number(sheet, rate, "%s", digits);
    else
        gs_sheet_cell(sheet, "%s", "");
    gs_sheet_size(sheet, record->n);
    add_launch(sheet, record);
    gs_sheet_verdict(sheet, record);
    add_error(sheet, record);
}

/* ---- tables of records ----------------------------------------------------------------------- */

/* Which records of a workload and dtype are rows. */
enum rows { ALL_ROWS, SWEEP_ROWS, LAUNCH_ROWS };

struct selection {
    const struct gs_results *results;
    struct gs_sweep sweep;
    enum gs_dtype dtype;
    size_t n; /* the largest of the sweep */
};

static struct selection select_rows(const struct gs_results *results, const char *workload,
                                    enum gs_dtype dtype)
{
    struct selection of = {.results = results, .dtype = dtype};
    of.sweep = gs_sweep_of(results, workload);
    of.sweep.query.dtypes = of.sweep.device.dtypes = GS_BIT(dtype);
    of.n = of.sweep.empty ? 0 : gs_query_largest_n(results, &of.sweep.query);
    return of;
}

/* Of a sweep: the CPU and every kernel at its block, at the largest n. */
static bool is_row(const struct selection *of, const struct gs_record *record, enum rows rows)
{
    struct gs_query all = {
        .workload = of->sweep.query.workload, .dtypes = GS_BIT(of->dtype), .any_grid = true};
    if (!gs_query_matches(&all, record) || rows == ALL_ROWS)
        return rows == ALL_ROWS && gs_query_matches(&all, record);
    if (rows == LAUNCH_ROWS)
        return record->grid > 0;
    return !of->sweep.empty && record->n == of->n &&
           (record->place == GS_PLACE_DEVICE ? gs_query_matches(&of->sweep.device, record)
                                             : gs_query_matches(&of->sweep.query, record));
}

static size_t count_rows(const struct selection *of, enum rows rows)
{
    size_t count = 0;
    for (size_t i = 0; i < of->results->count; i++)
        count += is_row(of, &of->results->records[i], rows);
    return count;
}

static void write_rows(FILE *out, const struct selection *of, enum rows rows, const char *caption)
{
    struct gs_sheet *sheet = new_sheet();
    for (size_t i = 0; i < of->results->count; i++) {
        if (is_row(of, &of->results->records[i], rows))
            add_record(sheet, of->results, &of->results->records[i]);
    }
    gs_report_sheet(out, sheet, caption);
}

/* The sweep at its largest n, then the launches that were given. */
static void write_chosen(FILE *out, const struct gs_report_source *source,
                         const struct selection *of)
{
    char caption[800], size[32];
    const char *workload = of->sweep.query.workload;
    gs_size_format_short(of->n, size);
    snprintf(caption, sizeof caption, "%s %s at n = %s, kernels at %u threads a block: %s",
             workload, gs_dtype_name(of->dtype), size, of->sweep.device.block, source->label);
    write_rows(out, of, SWEEP_ROWS, caption);
    snprintf(caption, sizeof caption, "%s %s, launch by launch (blocks × threads a block): %s",
             workload, gs_dtype_name(of->dtype), source->label);
    write_rows(out, of, LAUNCH_ROWS, caption);
}

static void write_all(FILE *out, const struct gs_report_source *source, const struct selection *of)
{
    char caption[800];
    snprintf(caption, sizeof caption, "%s %s, every row: %s", of->sweep.query.workload,
             gs_dtype_name(of->dtype), source->label);
    fprintf(out,
            "<details class=\"all\"><summary>all %zu rows of %s: every size and block</summary>\n",
            count_rows(of, ALL_ROWS), gs_dtype_name(of->dtype));
    write_rows(out, of, ALL_ROWS, caption);
    fputs("</details>\n", out);
}

void gs_report_all(FILE *out, const struct gs_report_source *source, const char *workload,
                   enum gs_dtype dtype)
{
    struct selection of = select_rows(&source->results, workload, dtype);
    write_all(out, source, &of);
}

static void write_dtype(FILE *out, const struct gs_report_source *source, const char *workload,
                        enum gs_dtype dtype, bool open)
{
    struct selection of = select_rows(&source->results, workload, dtype);
    size_t swept = count_rows(&of, SWEEP_ROWS), launched = count_rows(&of, LAUNCH_ROWS);
    fprintf(out, "<details class=\"show\"%s><summary>%s</summary>\n", open ? " open" : "",
            gs_dtype_name(dtype));
    write_chosen(out, source, &of);
    if (count_rows(&of, ALL_ROWS) > (swept > launched ? swept : launched))
        write_all(out, source, &of);
    fputs("</details>\n", out);
}

/* ---- break-even, accuracy -------------------------------------------------------------------- */

static void add_breakeven(struct gs_sheet *sheet, enum gs_dtype dtype,
                          const struct gs_breakeven *even, size_t count)
{
    gs_sheet_row(sheet);
    gs_sheet_cell(sheet, "%s", gs_dtype_name(dtype));
    for (size_t i = 0; i < count; i++) {
        char brief[128], whole[128];
        gs_breakeven_format(&even[i], true, brief);
        gs_breakeven_format(&even[i], false, whole);
        gs_sheet_cell(sheet, "%s", brief);
        if (strcmp(brief, whole) != 0)
            gs_sheet_more(sheet, "%s", whole);
    }
}

static void write_breakeven(FILE *out, const struct gs_report_source *source,
                            const struct gs_sweep *sweep, const enum gs_dtype *dtypes, size_t count)
{
    static const struct {
        enum gs_residency residency;
        const char *title;
    } columns[] = {{GS_RESIDENCY_DEVICE, "data on the device"},
                   {GS_RESIDENCY_PINNED, "host to host, pinned"},
                   {GS_RESIDENCY_PAGEABLE, "host to host, pageable"}};
    enum { COLUMNS = sizeof columns / sizeof columns[0] };
    char caption[800];
    struct gs_sheet *sheet = gs_sheet_new();
    gs_sheet_words(sheet, 0, "dtype");
    for (size_t c = 0; c < COLUMNS; c++) {
        gs_sheet_words(sheet, 0, columns[c].title);
        if (c == 0)
            gs_sheet_headline(sheet);
    }
    for (size_t d = 0; d < count; d++) {
        struct gs_breakeven even[COLUMNS];
        bool known = false;
        for (size_t c = 0; c < COLUMNS; c++) {
            even[c] = gs_breakeven_find(&source->results, sweep, dtypes[d], columns[c].residency);
            known |= even[c].kind != GS_EVEN_UNKNOWN;
        }
        if (known)
            add_breakeven(sheet, dtypes[d], even, COLUMNS);
    }
    snprintf(caption, sizeof caption,
             "%s: from which n the device is ahead of the best CPU variant, on %s",
             sweep->query.workload, source->label);
    gs_report_sheet(out, sheet, caption);
}

static void write_accuracy(FILE *out, const struct gs_report_source *source,
                           const struct gs_sweep *sweep)
{
    char unused[GS_TITLE], caption[800], size[32];
    struct gs_sheet *sheet = gs_accuracy_sheet(&source->results, sweep, unused);
    gs_size_format_short(gs_query_largest_n(&source->results, &sweep->query), size);
    snprintf(caption, sizeof caption,
             "%s at n = %s: the largest error, in units of the last place (ulp) and relative, and "
             "the time; on %s",
             sweep->query.workload, size, source->label);
    gs_report_sheet(out, sheet, caption);
}

static void write_predicted(FILE *out, const struct gs_report_source *source,
                            const struct gs_sweep *sweep)
{
    char title[GS_TITLE];
    struct gs_sheet *sheet = gs_predicted_sheet(&source->results, sweep, title);
    if (sheet != NULL)
        gs_report_sheet(out, sheet, title);
}

void gs_report_tables(FILE *out, const struct gs_report_source *source, const char *workload)
{
    enum gs_dtype dtypes[GS_DTYPE_COUNT];
    struct gs_query all = {.workload = workload, .any_grid = true};
    struct gs_sweep sweep = gs_sweep_of(&source->results, workload);
    size_t count = gs_query_dtypes(&source->results, &all, dtypes);
    write_breakeven(out, source, &sweep, dtypes, count);
    for (size_t d = 0; d < count; d++)
        write_dtype(out, source, workload, dtypes[d], d == 0);
    write_predicted(out, source, &sweep);
    write_accuracy(out, source, &sweep);
}
