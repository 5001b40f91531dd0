/* Other libraries beside our fastest variant. */
#include "table_parts.h"

#include "numbers.h"

#include <string.h>

/* What is compared with what: a kind of time, and how it is called. */
struct contest {
    const char *residency, *cache;
    const char *title;
    const char *rivals; /* the residency of the peers; NULL: the same */
};

static const struct contest contests[] = {
    {"host", "warm", "on the CPU", NULL},
    {"device", "cold", "on the device, cold", NULL},
    {"device", "warm", "on the device, warm", NULL},
    {"device_calls", "warm", "on the device, a call in a loop", NULL},
    {"device_graph", "warm", "on the device, ours as a graph, theirs a call in a loop",
     "device_calls"},
    {"host_pageable", "", "host to host, pageable", NULL},
    {"host_pinned", "", "host to host, page-locked", NULL},
};

enum { CONTESTS = sizeof contests / sizeof contests[0] };

static struct gs_query ours(const struct gs_sweep *sweep, const char *dtype,
                            const struct contest *contest)
{
    return (struct gs_query){.workload = sweep->query.workload,
                             .dtype = dtype,
                             .place = strcmp(contest->residency, "host") == 0 ? "cpu" : "device",
                             .residency = contest->residency,
                             .cache = contest->cache};
}

static struct gs_query theirs(const struct gs_sweep *sweep, const char *dtype,
                              const struct contest *contest)
{
    struct gs_query query = ours(sweep, dtype, contest);
    query.place = "peer";
    if (contest->rivals != NULL)
        query.residency = contest->rivals;
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
                          const char *dtype, const struct contest *contest, FILE *out)
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
    fprintf(out, "\n%s %s beside other libraries, %s: median time\n", sweep->query.workload, dtype,
            contest->title);
    gs_sheet_print(sheet, out);
    gs_sheet_free(sheet);
}

void gs_print_peers(const struct gs_results *results, const struct gs_sweep *sweep, FILE *out)
{
    const char *dtypes[GS_MOST_KEYS];
    struct gs_query peers = {.workload = sweep->query.workload, .place = "peer"};
    size_t count = gs_query_texts(results, &peers, gs_dtype_of, dtypes);
    for (size_t d = 0; d < count; d++) {
        for (size_t i = 0; i < CONTESTS; i++)
            print_contest(results, sweep, dtypes[d], &contests[i], out);
    }
}
