/* Other libraries beside our fastest variant. */
#include "table_parts.h"

#include "numbers.h"

/* What is compared with what: a kind of time, and how it is called. */
struct contest {
    enum gs_residency residency;
    enum gs_cache cache;
    const char *title;
};

static const struct contest contests[] = {
    {GS_RESIDENCY_HOST, GS_CACHE_WARM, "on the CPU"},
    {GS_RESIDENCY_DEVICE, GS_CACHE_COLD, "on the device, cold"},
    {GS_RESIDENCY_DEVICE, GS_CACHE_WARM, "on the device, warm"},
    {GS_RESIDENCY_CALLS, GS_CACHE_WARM, "on the device, a call in a loop"},
    {GS_RESIDENCY_GRAPH, GS_CACHE_WARM, "on the device, ours as a graph, theirs a call in a loop"},
    {GS_RESIDENCY_PAGEABLE, GS_CACHE_ANY, "host to host, pageable"},
    {GS_RESIDENCY_PINNED, GS_CACHE_ANY, "host to host, page-locked"},
};

enum { CONTESTS = sizeof contests / sizeof contests[0] };

static struct gs_query ours(const struct gs_sweep *sweep, enum gs_dtype dtype,
                            const struct contest *contest)
{
    return (struct gs_query){
        .workload = sweep->query.workload,
        .dtypes = GS_BIT(dtype),
        .places = GS_BIT(contest->residency == GS_RESIDENCY_HOST ? GS_PLACE_CPU : GS_PLACE_DEVICE),
        .residencies = GS_BIT(contest->residency),
        .caches = GS_BIT(contest->cache)};
}

static struct gs_query theirs(const struct gs_sweep *sweep, enum gs_dtype dtype,
                              const struct contest *contest)
{
    struct gs_query query = ours(sweep, dtype, contest);
    query.places = GS_BIT(GS_PLACE_PEER);
    query.residencies = GS_BIT(gs_peers_residency(contest->residency));
    return query;
}

/* The row of one n: our fastest, each peer, and the fastest peer's time over ours. */
static void add_row(struct gs_sheet *sheet, const struct gs_results *results,
                    struct gs_query our_query, struct gs_query peer_query, const char *const *peers,
                    size_t peer_count)
{
    char size[32], cell[GS_CELL];
    const struct gs_record *best = gs_query_fastest(results, &our_query);
    const struct gs_record *rival = gs_query_fastest(results, &peer_query);
    gs_size_format(our_query.n, size);
    gs_sheet_row(sheet);
    gs_sheet_cell(sheet, "%12s", size);
    gs_sheet_cell(sheet, "%s", best != NULL ? best->variant : "-");
    gs_cell_time(best, cell);
    gs_sheet_cell(sheet, "%9s", cell);
    for (size_t i = 0; i < peer_count; i++) {
        peer_query.variant = peers[i];
        gs_cell_time(gs_query_first(results, &peer_query), cell);
        gs_sheet_cell(sheet, "%9s", cell);
    }
    if (best != NULL && rival != NULL)
        gs_sheet_cell(sheet, "%.2f", rival->time.median_s / best->time.median_s);
    else
        gs_sheet_cell(sheet, "%s", "");
}

static void print_contest(const struct gs_results *results, const struct gs_sweep *sweep,
                          enum gs_dtype dtype, const struct contest *contest, FILE *out)
{
    struct gs_query our_query = ours(sweep, dtype, contest);
    struct gs_query peer_query = theirs(sweep, dtype, contest);
    const char *peers[GS_MOST_KEYS];
    size_t sizes[GS_MOST_NUMBERS] = {0};
    size_t peer_count = gs_query_texts(results, &peer_query, gs_variant_of, peers);
    size_t size_count = gs_query_numbers(results, &our_query, gs_n_of, sizes);
    if (peer_count == 0 || size_count == 0)
        return;
    struct gs_sheet *sheet = gs_sheet_new();
    gs_sheet_add_column(sheet, (struct gs_sheet_column){"", "n", 0, false});
    gs_sheet_add_column(sheet, (struct gs_sheet_column){"", "ours", 1, true});
    gs_sheet_add_column(sheet, (struct gs_sheet_column){"", "", 1, false});
    for (size_t i = 0; i < peer_count; i++)
        gs_sheet_add_column(sheet, (struct gs_sheet_column){"", peers[i], 2, false});
    gs_sheet_add_column(sheet, (struct gs_sheet_column){"best peer", "over ours", 3, false});
    our_query.one_n = peer_query.one_n = true;
    for (size_t i = 0; i < size_count; i++) {
        our_query.n = peer_query.n = sizes[i];
        add_row(sheet, results, our_query, peer_query, peers, peer_count);
    }
    fprintf(out, "\n%s %s beside other libraries, %s: median time\n", sweep->query.workload,
            gs_dtype_name(dtype), contest->title);
    gs_sheet_print(sheet, out);
    gs_sheet_free(sheet);
}

void gs_print_peers(const struct gs_results *results, const struct gs_sweep *sweep, FILE *out)
{
    enum gs_dtype dtypes[GS_DTYPE_COUNT];
    struct gs_query peers = {.workload = sweep->query.workload, .places = GS_BIT(GS_PLACE_PEER)};
    size_t count = gs_query_dtypes(results, &peers, dtypes);
    for (size_t d = 0; d < count; d++) {
        for (size_t i = 0; i < CONTESTS; i++)
            print_contest(results, sweep, dtypes[d], &contests[i], out);
    }
}
