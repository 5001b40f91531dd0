/*
 * The report: ours beside other libraries. At each n the fastest right answer of ours is compared
 * with that of each of them, in the same residency and cache state.
 */
#include "html.h"
#include "report_parts.h"
#include "numbers.h"

#include <string.h>

/* Within 1 % is as fast. */
static const double as_fast = 0.99;

/* One table: what has this dtype, residency and cache state. */
struct contest {
    const struct gs_report_source *source, *fallback;
    enum gs_dtype dtype;
    enum gs_residency residency;
    enum gs_cache cache;
    struct gs_query query; /* of the peers: these three */
    const char *peers[GS_MOST_KEYS];
    size_t peer_count;
};

/* Ours are of the same run where that has any. */
static const struct gs_record *ours_at(const struct contest *contest, size_t n)
{
    struct gs_query query = contest->query;
    bool on_cpu = contest->residency == GS_RESIDENCY_HOST;
    query.places = GS_BIT(on_cpu ? GS_PLACE_CPU : GS_PLACE_DEVICE);
    query.caches = on_cpu ? 0 : query.caches;
    query.one_n = true;
    query.n = n;
    const struct gs_record *best = gs_query_fastest(&contest->source->results, &query);
    if (best == NULL && contest->fallback != NULL)
        best = gs_query_fastest(&contest->fallback->results, &query);
    return best;
}

static const struct gs_record *peer_at(const struct contest *contest, const char *peer, size_t n)
{
    struct gs_query query = contest->query;
    query.variant = peer;
    query.one_n = true;
    query.n = n;
    const struct gs_record *best = gs_query_fastest(&contest->source->results, &query);
    return best != NULL ? best : gs_query_first(&contest->source->results, &query);
}

/* Its time, and how many times that is ours; or why it has none. */
static void write_peer(FILE *out, const struct gs_record *ours, const struct gs_record *peer)
{
    if (peer == NULL) {
        fputs("<td></td><td></td>", out);
        return;
    }
    if (peer->time.count == 0) {
        fprintf(out, "<td class=\"s\" title=\"");
        gs_html_text(out, peer->detail);
        fprintf(out, "\">%s</td><td></td>", gs_verdict_name(peer->verdict));
        return;
    }
    gs_report_time_cell(out, peer);
    double ratio = ours != NULL ? peer->time.median_s / ours->time.median_s : 0;
    gs_report_ratio_cell(out, ratio, ratio >= as_fast ? "p" : "f");
}

static void write_size(FILE *out, const struct contest *contest, size_t n)
{
    char size[32];
    const struct gs_record *ours = ours_at(contest, n);
    gs_size_format(n, size);
    fprintf(out, "<tr><th scope=\"row\" class=\"n\" data-v=\"%zu\">%s</th>", n, size);
    if (ours != NULL) {
        gs_html_element(out, "td", ours->variant);
        gs_report_time_cell(out, ours);
    } else {
        fputs("<td></td><td></td>", out);
    }
    for (size_t p = 0; p < contest->peer_count; p++)
        write_peer(out, ours, peer_at(contest, contest->peers[p], n));
    fputs("</tr>\n", out);
}

static void write_contest(FILE *out, struct contest *contest)
{
    const char *columns[3 + 2 * GS_MOST_KEYS] = {"#n", "ours", "#time"};
    char names[2 * GS_MOST_KEYS][80], caption[800], place[64];
    size_t sizes[GS_MOST_NUMBERS] = {0}, count = 3;
    const struct gs_results *results = &contest->source->results;
    size_t size_count = gs_query_numbers(results, &contest->query, gs_n_of, sizes);
    contest->peer_count = gs_query_texts(results, &contest->query, gs_variant_of, contest->peers);
    for (size_t p = 0; p < contest->peer_count; p++) {
        snprintf(names[2 * p], sizeof names[0], "#%s", contest->peers[p]);
        snprintf(names[2 * p + 1], sizeof names[0], "#%s / ours", contest->peers[p]);
        columns[count++] = names[2 * p];
        columns[count++] = names[2 * p + 1];
    }
    gs_report_place(gs_query_first(results, &contest->query), place);
    snprintf(caption, sizeof caption,
             "%s %s, %s: times of other libraries, and how many times ours they are. %s",
             contest->query.workload, gs_dtype_name(contest->dtype), place, contest->source->label);
    gs_report_table(out, caption, columns, count);
    for (size_t s = 0; s < size_count; s++)
        write_size(out, contest, sizes[s]);
    gs_report_table_end(out);
}

/* What is fastest among the peers at that n; NULL: none of them has a time. */
static const struct gs_record *best_peer(const struct contest *contest, size_t n)
{
    struct gs_query query = contest->query;
    query.one_n = true;
    query.n = n;
    return gs_query_fastest(&contest->source->results, &query);
}

/* How often the fastest peer's time ours is; 0: one of them has none. */
static double ratio_at(const struct contest *contest, size_t n)
{
    const struct gs_record *ours = ours_at(contest, n), *peer = best_peer(contest, n);
    return ours != NULL && peer != NULL ? peer->time.median_s / ours->time.median_s : 0;
}

/* At a glance a warm cache, and what a call costs, would only repeat the picture. */
static bool is_at_a_glance(const struct contest *contest)
{
    return contest->residency == GS_RESIDENCY_HOST || contest->cache != GS_CACHE_WARM;
}

static void write_outcome(FILE *out, struct contest *contest)
{
    size_t sizes[GS_MOST_NUMBERS] = {0}, least_n = 0;
    double least = 0, ratio = 0;
    char place[64];
    size_t count = gs_query_numbers(&contest->source->results, &contest->query, gs_n_of, sizes),
           last = 0;
    for (size_t i = 0; is_at_a_glance(contest) && i < count; i++) {
        double here = ratio_at(contest, sizes[i]);
        if (!(here > 0))
            continue;
        ratio = here;
        last = sizes[i];
        least_n = least > 0 && least <= here ? least_n : sizes[i];
        least = least > 0 && least <= here ? least : here;
    }
    if (last == 0)
        return;
    gs_report_place(gs_query_first(&contest->source->results, &contest->query), place);
    fprintf(out, "<tr data-machine=\"%zu\"><th scope=\"row\">%s %s</th>", contest->source->machine,
            contest->query.workload, gs_dtype_name(contest->dtype));
    gs_html_element(out, "td", place);
    gs_html_element(out, "td", ours_at(contest, last)->variant);
    gs_html_element(out, "td", best_peer(contest, last)->variant);
    gs_report_size_cell(out, last);
    gs_report_ratio_cell(out, ratio, ratio >= as_fast ? "p" : "f");
    gs_report_ratio_cell(out, least, least >= as_fast ? "p" : "f");
    gs_report_size_cell(out, least_n);
    fputs("<td>", out);
    gs_report_short_badge(out, contest->source);
    fputs("</td></tr>\n", out);
}

static void each_place(FILE *out, struct contest *contest,
                       void (*write)(FILE *out, struct contest *contest))
{
    const struct gs_results *results = &contest->source->results;
    for (int r = 0; r < GS_RESIDENCY_COUNT; r++) {
        for (int c = 0; c < GS_CACHE_COUNT; c++) {
            contest->residency = (enum gs_residency)r;
            contest->cache = (enum gs_cache)c;
            contest->query.residencies = GS_BIT(r);
            contest->query.caches = GS_BIT(c);
            if (gs_query_first(results, &contest->query) != NULL)
                write(out, contest);
        }
    }
}

static void each_dtype(FILE *out, const struct gs_report_source *source,
                       const struct gs_report_source *fallback, const char *workload,
                       void (*write)(FILE *out, struct contest *contest), bool fold)
{
    enum gs_dtype dtypes[GS_DTYPE_COUNT];
    struct gs_query query = {
        .workload = workload, .places = GS_BIT(GS_PLACE_PEER), .any_grid = true};
    size_t count = gs_query_dtypes(&source->results, &query, dtypes);
    for (size_t d = 0; d < (fold ? count : count > 0); d++) { /* folded: all; else the first */
        struct contest contest = {.source = source, .fallback = fallback, .query = query};
        contest.dtype = dtypes[d];
        contest.query.dtypes = GS_BIT(dtypes[d]);
        if (fold)
            fprintf(out, "<details class=\"show\"%s><summary>%s</summary>\n", d == 0 ? " open" : "",
                    gs_dtype_name(dtypes[d]));
        each_place(out, &contest, write);
        if (fold) {
            gs_report_all(out, source, workload, dtypes[d]);
            fputs("</details>\n", out);
        }
    }
}

void gs_report_peers(FILE *out, const struct gs_report_source *source,
                     const struct gs_report_source *fallback, const char *workload)
{
    each_dtype(out, source, fallback, workload, write_contest, true);
}

void gs_report_peers_glance(FILE *out, const struct gs_report *report)
{
    static const char *const columns[] = {"workload",          "data",       "ours",
                                          "fastest peer",      "#largest n", "#peer / ours there",
                                          "#least over all n", "#at n",      "machine"};
    bool begun = false;
    for (size_t i = 0; i < report->count; i++) {
        const struct gs_report_source *source = &report->sources[i];
        const char *workloads[GS_MOST_KEYS];
        size_t count = gs_report_workloads(report, source->lesson, workloads);
        if (!source->peers)
            continue;
        if (!begun)
            gs_report_table(out,
                            "Beside other libraries: the time of the fastest of them over ours, "
                            "from the same run; over 1 ours is faster",
                            columns, sizeof columns / sizeof columns[0]);
        begun = true;
        for (size_t w = 0; w < count; w++)
            each_dtype(out, source, gs_report_beside(report, source), workloads[w], write_outcome,
                       false);
    }
    if (begun)
        gs_report_table_end(out);
}
