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
                                  .contest = &gs_contests[contest],
                                  .any_grid = true};
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
    struct gs_sheet *sheet = gs_peer_table_sheet(table);
    gs_report_sheet(out, sheet, caption);
    gs_sheet_free(sheet);
}

static size_t peer_dtypes(const struct gs_report_source *source, const char *workload,
                          enum gs_dtype dtypes[static GS_DTYPE_COUNT])
{
    struct gs_query query = {
        .workload = workload, .places = GS_BIT(GS_PLACE_PEER), .any_grid = true};
    return gs_query_dtypes(&source->results, &query, dtypes);
}

void gs_report_peers(FILE *out, const struct gs_report_source *source,
                     const struct gs_report_source *fallback, const char *workload)
{
    enum gs_dtype dtypes[GS_DTYPE_COUNT];
    size_t count = peer_dtypes(source, workload, dtypes);
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

/* How often the fastest peer's time ours is; 0: one of them has none. */
static double ratio_at(const struct gs_peer_table *table, size_t n)
{
    const struct gs_record *ours = gs_peer_table_ours(table, n),
                           *peer = gs_peer_table_peer(table, NULL, n);
    return ours != NULL && peer != NULL ? peer->time.median_s / ours->time.median_s : 0;
}

static void write_outcome(FILE *out, const struct gs_report_source *source,
                          const struct gs_peer_table *table)
{
    size_t sizes[GS_MOST_NUMBERS] = {0}, least_n = 0, last = 0;
    double least = 0, ratio = 0;
    size_t count = gs_peer_table_sizes(table, sizes);
    for (size_t i = 0; i < count; i++) {
        double here = ratio_at(table, sizes[i]);
        if (!(here > 0))
            continue;
        ratio = here;
        last = sizes[i];
        least_n = least > 0 && least <= here ? least_n : sizes[i];
        least = least > 0 && least <= here ? least : here;
    }
    if (last == 0)
        return;
    fprintf(out, "<tr data-machine=\"%zu\"><th scope=\"row\">%s %s</th>", source->machine,
            table->workload, gs_dtype_name(table->dtype));
    gs_html_element(out, "td", table->contest->title);
    gs_html_element(out, "td", gs_peer_table_ours(table, last)->variant);
    gs_html_element(out, "td", gs_peer_table_peer(table, NULL, last)->variant);
    gs_report_size_cell(out, last);
    gs_report_ratio_cell(out, ratio, ratio >= GS_AS_FAST ? "p" : "f");
    gs_report_ratio_cell(out, least, least >= GS_AS_FAST ? "p" : "f");
    gs_report_size_cell(out, least_n);
    fputs("<td>", out);
    gs_report_short_badge(out, source);
    fputs("</td></tr>\n", out);
}

/* In the first dtype. A warm cache on the device, and what a call costs, would only repeat the
 * picture. */
static void write_outcomes(FILE *out, const struct gs_report *report,
                           const struct gs_report_source *source)
{
    const char *workloads[GS_MOST_KEYS];
    enum gs_dtype dtypes[GS_DTYPE_COUNT];
    size_t count = gs_report_workloads(report, source->lesson, workloads);
    for (size_t i = 0; i < count * GS_CONTESTS; i++) {
        const struct gs_contest *contest = &gs_contests[i % GS_CONTESTS];
        const char *workload = workloads[i / GS_CONTESTS];
        struct gs_peer_table table;
        if (peer_dtypes(source, workload, dtypes) == 0 ||
            (contest->residency != GS_RESIDENCY_HOST && contest->cache == GS_CACHE_WARM))
            continue;
        table = table_of(source, gs_report_beside(report, source), workload, dtypes[0],
                         i % GS_CONTESTS);
        write_outcome(out, source, &table);
    }
}

void gs_report_peers_glance(FILE *out, const struct gs_report *report)
{
    static const char *const columns[] = {"workload",          "data",       "ours",
                                          "fastest peer",      "#largest n", "#peer / ours there",
                                          "#least over all n", "#at n",      "machine"};
    bool begun = false;
    for (size_t i = 0; i < report->count; i++) {
        if (!report->sources[i].peers)
            continue;
        if (!begun)
            gs_report_table(out,
                            "Beside other libraries: the time of the fastest of them over ours, "
                            "from the same run; over 1 ours is faster",
                            columns, sizeof columns / sizeof columns[0]);
        begun = true;
        write_outcomes(out, report, &report->sources[i]);
    }
    if (begun)
        gs_report_table_end(out);
}
