/* The report: the tables of one workload on one machine. */
#include "breakeven.h"
#include "html.h"
#include "report_parts.h"
#include "numbers.h"
#include "table_parts.h"

#include <string.h>

/* ---- a record as a row ----------------------------------------------------------------------- */

static const char *const record_columns[] = {"variant",
                                             "#n",
                                             "#launch or threads",
                                             "data",
                                             "verdict",
                                             "#median",
                                             "#GB/s",
                                             "#of its limit",
                                             "#against best CPU",
                                             "#error"};
enum { RECORD_COLUMNS = sizeof record_columns / sizeof record_columns[0] };

/* The best CPU variant at the same size and, where launches were given, at the same launch. */
static double speedup_of(const struct gs_results *results, const struct gs_record *record)
{
    struct gs_query query = {.workload = record->workload,
                             .dtypes = GS_BIT(record->dtype),
                             .places = GS_BIT(GS_PLACE_CPU),
                             .one_n = true,
                             .n = record->n,
                             .grid = record->grid,
                             .one_block = record->grid > 0,
                             .block = record->block};
    if (record->time.count == 0 || record->time.median_s <= 0)
        return 0;
    const struct gs_record *best = gs_query_fastest(results, &query);
    return best != NULL ? best->time.median_s / record->time.median_s : 0;
}

static void write_launch(FILE *out, const struct gs_record *record)
{
    if (record->grid > 0)
        fprintf(out, "<td class=\"n\" data-v=\"%.0f\">%u &#215; %u</td>",
                (double)record->grid * record->block, record->grid, record->block);
    else if (gs_record_has_block(record) && record->residency != GS_RESIDENCY_HOST)
        fprintf(out, "<td class=\"n\" data-v=\"%u\">%u a block</td>", record->block, record->block);
    else if (record->threads > 0)
        fprintf(out, "<td class=\"n\" data-v=\"%u\">%u</td>", record->threads, record->threads);
    else
        fputs("<td></td>", out);
}

static void write_rate(FILE *out, const struct gs_record *record)
{
    double rate = gs_record_gb_per_s(record);
    if (rate > 0)
        fprintf(out, "<td class=\"n\" data-v=\"%.5g\">%.*f</td>", rate,
                rate < 9.995   ? 2
                : rate < 99.95 ? 1
                               : 0,
                rate);
    else
        fputs("<td></td>", out);
    gs_report_limit_cell(out, record);
}

static const char *verdict_class(enum gs_verdict verdict)
{
    if (verdict == GS_RIGHT)
        return "p";
    if (verdict == GS_SKIPPED)
        return "s";
    return verdict == GS_LOST_UPDATES || verdict == GS_PARTIAL || verdict == GS_INACCURATE ? "w"
                                                                                           : "f";
}

/* The verdict in words, and why it is none better. */
static void write_verdict(FILE *out, const struct gs_record *record)
{
    char name[32];
    snprintf(name, sizeof name, "%s", gs_verdict_name(record->verdict));
    for (char *c = name; *c != '\0'; c++) {
        if (*c == '_')
            *c = ' ';
    }
    fprintf(out, "<td class=\"v %s\">%s", verdict_class(record->verdict), name);
    if (record->verdict == GS_LOST_UPDATES && record->lost > 0) {
        char share[GS_CELL];
        gs_cell_share(record->lost, share);
        fprintf(out, " (%s)", share);
    }
    if (record->verdict != GS_RIGHT && record->detail[0] != '\0') {
        fputs(" <small>", out);
        gs_html_text(out, record->detail);
        fputs("</small>", out);
    }
    if (record->values[0] != '\0') {
        fputs(" <small>", out);
        gs_html_text(out, record->values);
        fputs("</small>", out);
    }
    fputs("</td>", out);
}

/* In units of the last place for floats; integers are exact or wrong. */
static void write_error(FILE *out, const struct gs_record *record)
{
    bool compared = record->verdict == GS_RIGHT || record->verdict == GS_INACCURATE;
    if (!compared || record->n == 0)
        fputs("<td></td>", out);
    else if (!gs_dtype_is_float(record->dtype))
        fputs("<td class=\"n\" data-v=\"0\">exact</td>", out);
    else
        fprintf(out, "<td class=\"n\" data-v=\"%.4g\" title=\"relative: %.2g\">%.3g ulp</td>",
                record->max_ulp, record->max_error, record->max_ulp);
}

static void write_record(FILE *out, const struct gs_results *results,
                         const struct gs_record *record)
{
    char place[64];
    fputs("<tr>", out);
    gs_html_element(out, "th scope=\"row\"", record->variant);
    gs_report_size_cell(out, record->n);
    write_launch(out, record);
    gs_report_place(record, place);
    gs_html_element(out, "td", place);
    write_verdict(out, record);
    gs_report_time_cell(out, record);
    write_rate(out, record);
    double speedup = speedup_of(results, record);
    gs_report_ratio_cell(out, speedup, speedup > 1 ? "p" : "");
    write_error(out, record);
    fputs("</tr>\n", out);
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
    gs_report_table(out, caption, record_columns, RECORD_COLUMNS);
    for (size_t i = 0; i < of->results->count; i++) {
        if (is_row(of, &of->results->records[i], rows))
            write_record(out, of->results, &of->results->records[i]);
    }
    gs_report_table_end(out);
}

/* The sweep at its largest n, then the launches that were given. */
static void write_chosen(FILE *out, const struct gs_report_source *source,
                         const struct selection *of)
{
    char caption[800], size[32];
    const char *workload = of->sweep.query.workload;
    gs_size_format(of->n, size);
    if (!of->sweep.empty && count_rows(of, SWEEP_ROWS) > 0) {
        snprintf(caption, sizeof caption, "%s %s at n = %s, kernels at %u threads a block: %s",
                 workload, gs_dtype_name(of->dtype), size, of->sweep.device.block, source->label);
        write_rows(out, of, SWEEP_ROWS, caption);
    }
    if (count_rows(of, LAUNCH_ROWS) > 0) {
        snprintf(caption, sizeof caption, "%s %s, launch by launch (blocks × threads a block): %s",
                 workload, gs_dtype_name(of->dtype), source->label);
        write_rows(out, of, LAUNCH_ROWS, caption);
    }
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

static const enum gs_residency residencies[] = {GS_RESIDENCY_DEVICE, GS_RESIDENCY_PINNED,
                                                GS_RESIDENCY_PAGEABLE};
enum { RESIDENCIES = sizeof residencies / sizeof residencies[0] };

static void write_breakeven(FILE *out, const struct gs_report_source *source,
                            const struct gs_sweep *sweep, const enum gs_dtype *dtypes, size_t count)
{
    static const char *const columns[] = {"dtype", "data on the device", "host to host, pinned",
                                          "host to host, pageable"};
    char caption[800], text[RESIDENCIES][128];
    bool begun = false;
    snprintf(caption, sizeof caption,
             "%s: from which n the device is ahead of the best CPU variant, on %s",
             sweep->query.workload, source->label);
    for (size_t d = 0; d < count; d++) {
        bool known = false;
        for (size_t r = 0; r < RESIDENCIES; r++) {
            struct gs_breakeven even =
                gs_breakeven_find(&source->results, sweep, dtypes[d], residencies[r]);
            gs_breakeven_format(&even, false, text[r]);
            known |= even.kind != GS_EVEN_UNKNOWN;
        }
        if (!known)
            continue;
        if (!begun)
            gs_report_table(out, caption, columns, sizeof columns / sizeof columns[0]);
        begun = true;
        fputs("<tr>", out);
        gs_html_element(out, "th scope=\"row\"", gs_dtype_name(dtypes[d]));
        for (size_t r = 0; r < RESIDENCIES; r++)
            gs_html_element(out, "td", text[r]);
        fputs("</tr>\n", out);
    }
    if (begun)
        gs_report_table_end(out);
}

static void write_accuracy(FILE *out, const struct gs_report_source *source,
                           const struct gs_sweep *sweep)
{
    char title[GS_TITLE], caption[800];
    struct gs_sheet *sheet = gs_accuracy_sheet(&source->results, sweep, title);
    if (sheet == NULL)
        return;
    snprintf(caption, sizeof caption, "%s; on %s", title, source->label);
    gs_report_sheet(out, sheet, caption);
    gs_sheet_free(sheet);
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
    write_accuracy(out, source, &sweep);
}
