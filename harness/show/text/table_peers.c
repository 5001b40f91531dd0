/* Other libraries beside our fastest variant. */
#include "table_parts.h"

#include <string.h>

const struct gs_contest gs_contests[GS_CONTESTS] = {
    {GS_RESIDENCY_HOST, GS_CACHE_WARM, "on the CPU"},
    {GS_RESIDENCY_DEVICE, GS_CACHE_COLD, "on the device, cold"},
    {GS_RESIDENCY_DEVICE, GS_CACHE_WARM, "on the device, warm"},
    {GS_RESIDENCY_CALLS, GS_CACHE_WARM, "on the device, a call in a loop"},
    {GS_RESIDENCY_GRAPH, GS_CACHE_WARM, "on the device, ours as a graph, theirs a call in a loop"},
    {GS_RESIDENCY_PAGEABLE, GS_CACHE_ANY, "host to host, pageable"},
    {GS_RESIDENCY_PINNED, GS_CACHE_ANY, "host to host, page-locked"},
};

static struct gs_query ours(const struct gs_peer_table *table)
{
    enum gs_residency residency = table->contest->residency;
    return (struct gs_query){
        .workload = table->workload,
        .dtypes = GS_BIT(table->dtype),
        .places = GS_BIT(residency == GS_RESIDENCY_HOST ? GS_PLACE_CPU : GS_PLACE_DEVICE),
        .residencies = GS_BIT(residency),
        .caches = GS_BIT(table->contest->cache),
        .any_grid = true};
}

static struct gs_query theirs(const struct gs_peer_table *table)
{
    struct gs_query query = ours(table);
    query.places = GS_BIT(GS_PLACE_PEER);
    query.residencies = GS_BIT(gs_peers_residency(table->contest->residency));
    return query;
}

size_t gs_peer_dtypes(const struct gs_results *results, const char *workload,
                      enum gs_dtype dtypes[static GS_DTYPE_COUNT])
{
    struct gs_query query = {
        .workload = workload, .places = GS_BIT(GS_PLACE_PEER), .any_grid = true};
    return gs_query_dtypes(results, &query, dtypes);
}

/* Those of ours, or where there are none in these results, of the peers. */
size_t gs_peer_table_sizes(const struct gs_peer_table *table, size_t sizes[static GS_MOST_NUMBERS])
{
    struct gs_query our_query = ours(table), peer_query = theirs(table);
    if (gs_query_first(table->results, &peer_query) == NULL)
        return 0;
    size_t count = gs_query_numbers(table->results, &our_query, gs_n_of, sizes);
    if (count == 0 && table->fallback != NULL)
        count = gs_query_numbers(table->results, &peer_query, gs_n_of, sizes);
    return count;
}

const struct gs_record *gs_peer_table_ours(const struct gs_peer_table *table, size_t n)
{
    struct gs_query query = ours(table);
    query.one_n = true;
    query.n = n;
    const struct gs_record *best = gs_query_fastest(table->results, &query);
    if (best == NULL && table->fallback != NULL)
        best = gs_query_fastest(table->fallback, &query);
    return best;
}

const struct gs_record *gs_peer_table_peer(const struct gs_peer_table *table, const char *name,
                                           size_t n)
{
    struct gs_query query = theirs(table);
    query.variant = name;
    query.one_n = true;
    query.n = n;
    const struct gs_record *best = gs_query_fastest(table->results, &query);
    return best != NULL || name == NULL ? best : gs_query_first(table->results, &query);
}

/* The row of one n: our fastest, each peer, and the fastest peer's time over ours. */
static void add_row(struct gs_sheet *sheet, const struct gs_peer_table *table,
                    const char *const *peers, size_t peer_count, size_t n)
{
    const struct gs_record *best = gs_peer_table_ours(table, n);
    gs_sheet_row(sheet);
    gs_sheet_size(sheet, n);
    gs_sheet_cell(sheet, "%s", best != NULL ? best->variant : "-");
    gs_sheet_time(sheet, best);
    for (size_t i = 0; i < peer_count; i++) {
        const struct gs_record *peer = gs_peer_table_peer(table, peers[i], n);
        gs_sheet_time(sheet, peer);
        gs_sheet_ratio(sheet, peer, best);
    }
    gs_sheet_ratio(sheet, gs_peer_table_peer(table, NULL, n), best);
}

struct gs_sheet *gs_peer_table_sheet(const struct gs_peer_table *table)
{
    const char *peers[GS_MOST_KEYS];
    size_t sizes[GS_MOST_NUMBERS] = {0}, count = gs_peer_table_sizes(table, sizes);
    struct gs_query query = theirs(table);
    size_t peer_count = gs_query_texts(table->results, &query, gs_variant_of, peers);
    struct gs_sheet *sheet = gs_sheet_new();
    gs_sheet_numbers(sheet, 0, "n", 12);
    gs_sheet_words(sheet, 1, "ours");
    gs_sheet_numbers(sheet, 1, "time", 9);
    for (size_t i = 0; i < peer_count; i++) {
        char ratio[64];
        snprintf(ratio, sizeof ratio, "%s / ours", peers[i]);
        gs_sheet_numbers(sheet, 2, peers[i], 9);
        gs_sheet_add_column(sheet, (struct gs_sheet_column){
                                       .over = "", .title = ratio, .group = 2, .page_only = true});
    }
    gs_sheet_add_column(
        sheet, (struct gs_sheet_column){
                   .over = "best peer", .title = "over ours", .group = 3, .headline = true});
    for (size_t i = 0; i < count; i++)
        add_row(sheet, table, peers, peer_count, sizes[i]);
    return sheet;
}

void gs_print_peers(const struct gs_results *results, const struct gs_sweep *sweep,
                    struct gs_legend *legend, FILE *out)
{
    enum gs_dtype dtypes[GS_DTYPE_COUNT];
    size_t count = gs_peer_dtypes(results, sweep->query.workload, dtypes);
    for (size_t i = 0; i < count * GS_CONTESTS; i++) {
        struct gs_peer_table table = {.results = results,
                                      .workload = sweep->query.workload,
                                      .dtype = dtypes[i / GS_CONTESTS],
                                      .contest = &gs_contests[i % GS_CONTESTS]};
        size_t sizes[GS_MOST_NUMBERS] = {0};
        if (gs_peer_table_sizes(&table, sizes) == 0)
            continue;
        struct gs_sheet *sheet = gs_peer_table_sheet(&table);
        fprintf(out, "\n%s %s beside other libraries, %s: median time\n", table.workload,
                gs_dtype_name(table.dtype), table.contest->title);
        gs_sheet_print(sheet, legend, out);
        gs_sheet_free(sheet);
    }
}
