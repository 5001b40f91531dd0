/* The report: ours beside other libraries, as gridstride's tables have it. */
#include "html.h"
#include "report_parts.h"

#include <string.h>

static struct gs_peer_table table_of(const struct gs_report_source *source,
                                     const struct gs_report_source *fallback, const char *workload,
                                     enum gs_dtype dtype, size_t contest)
{
    return (struct gs_peer_table){.results = &source->results,
                                  .fallback = fallback != NULL ? &fallback->results : NULL,
                                  .workload = workload,
                                  .dtype = dtype,
                                  .contest = &gs_contests[contest]};
}

static void write_table(FILE *out, const struct gs_peer_table *table, const char *label)
{
    size_t sizes[GS_MOST_NUMBERS] = {0};
    char caption[800];
    if (gs_peer_table_sizes(table, sizes) == 0)
        return;
    snprintf(caption, sizeof caption,
             "%s %s, %s: times of other libraries, and how many times ours they are. %s",
             table->workload, gs_dtype_name(table->dtype), table->contest->title, label);
    gs_report_sheet(out, gs_peer_table_sheet(table), caption);
}

void gs_report_peers(FILE *out, const struct gs_report_source *source,
                     const struct gs_report_source *fallback, const char *workload)
{
    enum gs_dtype dtypes[GS_DTYPE_COUNT];
    size_t count = gs_peer_dtypes(&source->results, workload, dtypes);
    for (size_t d = 0; d < count; d++) {
        fprintf(out, "<details class=\"show\"%s><summary>%s</summary>\n", d == 0 ? " open" : "",
                gs_dtype_name(dtypes[d]));
        for (size_t c = 0; c < GS_CONTESTS; c++) {
            struct gs_peer_table table = table_of(source, fallback, workload, dtypes[d], c);
            write_table(out, &table, source->label);
        }
        gs_report_all(out, source, workload, dtypes[d]);
        fputs("</details>\n", out);
    }
}

/* ---- at a glance ----------------------------------------------------------------------------- */

/* Ours and the fastest peer, both with a time at n. */
struct rivals {
    const struct gs_record *ours, *peer;
    size_t n;
};

static double ratio_of(const struct rivals *rivals)
{
    return rivals->peer->time.median_s / rivals->ours->time.median_s;
}

/* Where n is largest, and where ours does worst; false where there is no n with both. */
static bool find_rivals(const struct gs_peer_table *table, struct rivals *last,
                        struct rivals *worst)
{
    size_t sizes[GS_MOST_NUMBERS] = {0}, count = gs_peer_table_sizes(table, sizes);
    bool found = false;
    for (size_t i = 0; i < count; i++) {
        const struct rivals here = {gs_peer_table_ours(table, sizes[i]),
                                    gs_peer_table_peer(table, NULL, sizes[i]), sizes[i]};
        if (here.ours == NULL || here.peer == NULL)
            continue;
        if (!found || ratio_of(&here) < ratio_of(worst))
            *worst = here;
        *last = here;
        found = true;
    }
    return found;
}

static void add_outcome(struct gs_sheet *sheet, const struct gs_peer_table *table)
{
    struct rivals last = {0}, worst = {0};
    if (!find_rivals(table, &last, &worst))
        return;
    gs_sheet_row(sheet);
    gs_sheet_cell(sheet, "%s %s", table->workload, gs_dtype_name(table->dtype));
    gs_sheet_ratio(sheet, last.peer, last.ours);
    gs_sheet_size(sheet, last.n);
    gs_sheet_cell(sheet, "%s", table->contest->title);
    gs_sheet_cell(sheet, "%s", last.ours->variant);
    gs_sheet_cell(sheet, "%s", last.peer->variant);
    gs_sheet_ratio(sheet, worst.peer, worst.ours);
    gs_sheet_size(sheet, worst.n);
}

/* In the first dtype. A warm cache on the device, and what a call costs, would only repeat the
 * picture. */
static void add_outcomes(struct gs_sheet *sheet, const struct gs_report *report,
                         const struct gs_report_source *source)
{
    const char *workloads[GS_MOST_KEYS];
    enum gs_dtype dtypes[GS_DTYPE_COUNT];
    size_t count = gs_report_workloads(report, source->lesson, workloads);
    for (size_t i = 0; i < count * GS_CONTESTS; i++) {
        const struct gs_contest *contest = &gs_contests[i % GS_CONTESTS];
        const char *workload = workloads[i / GS_CONTESTS];
        struct gs_peer_table table;
        if (gs_peer_dtypes(&source->results, workload, dtypes) == 0 ||
            (contest->residency != GS_RESIDENCY_HOST && contest->cache == GS_CACHE_WARM))
            continue;
        table = table_of(source, gs_report_beside(report, source), workload, dtypes[0],
                         i % GS_CONTESTS);
        add_outcome(sheet, &table);
    }
}

void gs_report_peers_glance(FILE *out, const struct gs_report *report, size_t machine)
{
    struct gs_sheet *sheet = gs_sheet_new();
    gs_sheet_words(sheet, 0, "workload");
    gs_sheet_numbers(sheet, 0, "theirs / ours", 0);
    gs_sheet_headline(sheet);
    gs_sheet_numbers(sheet, 0, "at n", 0);
    gs_sheet_words(sheet, 0, "data");
    gs_sheet_words(sheet, 0, "ours");
    gs_sheet_words(sheet, 0, "fastest library");
    gs_sheet_numbers(sheet, 0, "least over all n", 0);
    gs_sheet_numbers(sheet, 0, "at n", 0);
    for (size_t i = 0; i < report->count; i++) {
        if (report->sources[i].peers && report->sources[i].machine == machine)
            add_outcomes(sheet, report, &report->sources[i]);
    }
    gs_report_sheet(out, sheet,
                    "Beside other libraries: the time of the fastest of them over ours at the "
                    "largest n, from the same run; over 1 ours is faster");
}
