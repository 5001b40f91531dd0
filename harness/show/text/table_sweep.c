/* Tables of the sweep over n: times, rates, and the effect of the block size. */
#include "table_parts.h"

#include "breakeven.h"
#include "numbers.h"

#include <string.h>

/* ---- times over n ---------------------------------------------------------------------------- */

/* The groups of columns; a table too wide for the screen is cut between them first. */
enum { KEYS, CPU, KERNELS, COPIES };

/*
 * The fastest record that matches, or else the first, which says why there is no time; NULL: none.
 * kernels_only: none of a variant that copies for itself.
 */
static const struct gs_record *best_of(const struct gs_results *results,
                                       const struct gs_sweep *sweep, const struct gs_query *query,
                                       bool kernels_only)
{
    const struct gs_record *best = NULL;
    for (size_t i = 0; i < results->count; i++) {
        const struct gs_record *record = &results->records[i];
        if (!gs_query_matches(query, record) ||
            (kernels_only && gs_copies_itself(results, sweep, record->variant)))
            continue;
        bool timed = record->time.count > 0;
        if (best == NULL ||
            (timed && (best->time.count == 0 || record->time.median_s < best->time.median_s)))
            best = record;
    }
    return best;
}

/* Columns of the table over n: each the fastest record that matches its query. */
struct columns {
    const struct gs_results *results;
    const struct gs_sweep *sweep;
    struct gs_sheet *sheet;
    struct gs_query queries[5 * GS_MOST_KEYS];
    bool kernels_only[5 * GS_MOST_KEYS]; /* no variant that copies for itself */
    size_t count;
};

/* False where nothing would stand in it. A column of no one variant is one of kernels. */
static bool add_column(struct columns *columns, struct gs_query query,
                       struct gs_sheet_column column)
{
    bool kernels_only = query.variant == NULL;
    if (best_of(columns->results, columns->sweep, &query, kernels_only) == NULL)
        return false;
    column.least = 9;
    gs_sheet_add_column(columns->sheet, column);
    columns->kernels_only[columns->count] = kernels_only;
    columns->queries[columns->count++] = query;
    return true;
}

/* One kernel with its data on the device: cold, or untimed. */
static void add_kernel(struct columns *columns, struct gs_query query)
{
    struct gs_sheet_column column = {.over = "", .title = query.variant, .group = KERNELS};
    query.residencies = GS_BIT(GS_RESIDENCY_DEVICE);
    query.caches = GS_BIT(GS_CACHE_COLD);
    if (!add_column(columns, query, column)) {
        query.caches = GS_BIT(GS_CACHE_ANY);
        add_column(columns, query, column);
    }
}

/* A variant from host to host, by name, in each memory that it ran with. */
static void add_host_to_host(struct columns *columns, struct gs_query query)
{
    struct gs_sheet_column column = {.over = query.variant, .title = "pageable", .group = COPIES};
    query.residencies = GS_BIT(GS_RESIDENCY_PAGEABLE);
    add_column(columns, query, column);
    query.residencies = GS_BIT(GS_RESIDENCY_PINNED);
    column.title = "pinned";
    add_column(columns, query, column);
}

/* From host to host: kernels one by one, or the fastest of them; and what copies for itself. */
static void add_copies(struct columns *columns, struct gs_query query, const char *const *variants,
                       size_t count)
{
    bool one_by_one = gs_compares_memory(columns->results, columns->sweep);
    query.variant = NULL;
    query.residencies = GS_BIT(GS_RESIDENCY_PINNED);
    if (!one_by_one)
        add_column(columns, query,
                   (struct gs_sheet_column){.over = "", .title = "host pinned", .group = COPIES});
    query.residencies = GS_BIT(GS_RESIDENCY_PAGEABLE);
    if (!one_by_one)
        add_column(columns, query,
                   (struct gs_sheet_column){.over = "", .title = "pageable", .group = COPIES});
    for (size_t i = 0; i < count; i++) {
        query.variant = variants[i];
        if (one_by_one || gs_copies_itself(columns->results, columns->sweep, variants[i]))
            add_host_to_host(columns, query);
    }
}

/* CPU variants, kernels, and times from host to host. */
static void add_columns(struct columns *columns, enum gs_dtype dtype)
{
    const char *variants[GS_MOST_KEYS];
    size_t count = gs_sweep_variants(columns->results, columns->sweep, variants);
    struct gs_query cpu = columns->sweep->query, device = columns->sweep->device;
    cpu.dtypes = device.dtypes = GS_BIT(dtype);
    cpu.places = GS_BIT(GS_PLACE_CPU);
    for (size_t i = 0; i < count; i++) {
        cpu.variant = variants[i];
        add_column(columns, cpu,
                   (struct gs_sheet_column){.over = "", .title = variants[i], .group = CPU});
    }
    for (size_t i = 0; i < count; i++) {
        device.variant = variants[i];
        add_kernel(columns, device);
    }
    add_copies(columns, device, variants, count);
}

/* What stands in one column at one size; an answer that is not right has no cache state. */
static const struct gs_record *record_at(const struct columns *columns, size_t column, size_t n)
{
    struct gs_query query = columns->queries[column];
    bool kernels_only = columns->kernels_only[column];
    query.one_n = true;
    query.n = n;
    const struct gs_record *best = best_of(columns->results, columns->sweep, &query, kernels_only);
    if (best != NULL || query.caches == 0)
        return best;
    query.caches = GS_BIT(GS_CACHE_ANY);
    return best_of(columns->results, columns->sweep, &query, kernels_only);
}

/* Appends "pinned n = 3.1Mi (between 1Mi and 4Mi)" to text; nothing where that has no times. */
static void add_breakeven(const struct gs_results *results, const struct gs_sweep *sweep,
                          enum gs_dtype dtype, enum gs_residency residency, const char *name,
                          char text[static 320])
{
    char found[128];
    size_t used = strlen(text);
    struct gs_breakeven even = gs_breakeven_find(results, sweep, dtype, residency);
    gs_breakeven_format(&even, false, found);
    if (even.kind != GS_EVEN_UNKNOWN)
        snprintf(text + used, 320 - used, "%s%s %s", used > 0 ? ", " : "", name, found);
}

/* From which n on the device is ahead: a line for data on the device, and one for copies. */
static void print_breakeven(const struct gs_results *results, const struct gs_sweep *sweep,
                            enum gs_dtype dtype, FILE *out)
{
    char resident[320] = "", copied[320] = "";
    add_breakeven(results, sweep, dtype, GS_RESIDENCY_DEVICE, "device-resident", resident);
    add_breakeven(results, sweep, dtype, GS_RESIDENCY_PINNED, "pinned", copied);
    add_breakeven(results, sweep, dtype, GS_RESIDENCY_PAGEABLE, "pageable", copied);
    if (resident[0] == '\0' && copied[0] == '\0')
        return;
    int begin = fprintf(out, "break-even with the best CPU variant: ");
    size_t at = begin > 0 ? (size_t)begin : 0;
    if (resident[0] != '\0')
        gs_print_wrapped(out, at, resident);
    if (copied[0] != '\0') {
        begin = fprintf(out, "%*shost to host ", resident[0] != '\0' ? 2 : 0, "");
        gs_print_wrapped(out, begin > 0 ? (size_t)begin : 0, copied);
    }
}

static void print_times(const struct gs_results *results, const struct gs_sweep *sweep,
                        enum gs_dtype dtype, struct gs_legend *legend, FILE *out)
{
    size_t sizes[GS_MOST_NUMBERS] = {0};
    struct gs_query of_dtype = sweep->query;
    of_dtype.dtypes = GS_BIT(dtype);
    size_t size_count = gs_query_numbers(results, &of_dtype, gs_n_of, sizes);
    struct columns columns = {.results = results, .sweep = sweep, .sheet = gs_sheet_new()};
    gs_sheet_numbers(columns.sheet, 0, "n", 12);
    add_columns(&columns, dtype);
    for (size_t s = 0; s < size_count; s++) {
        gs_sheet_row(columns.sheet);
        gs_sheet_size(columns.sheet, sizes[s]);
        for (size_t c = 0; c < columns.count; c++)
            gs_sheet_time(columns.sheet, record_at(&columns, c, sizes[s]));
    }
    fprintf(out, "\n%s %s: median time", sweep->query.workload, gs_dtype_name(dtype));
    if (sweep->query.grid > 0)
        fprintf(out, ", launched as %u x %u threads", sweep->query.grid, sweep->query.block);
    else if (sweep->device.block > 0)
        fprintf(out, ", kernels at %u threads a block", sweep->device.block);
    fputc('\n', out);
    gs_sheet_print(columns.sheet, legend, out);
    gs_sheet_free(columns.sheet);
    print_breakeven(results, sweep, dtype, out);
}

/* The record of the same point in another dtype, or NULL. */
static const struct gs_record *counterpart(const struct gs_results *results,
                                           const struct gs_record *record, enum gs_dtype dtype)
{
    struct gs_query query = {.workload = record->workload,
                             .dtypes = GS_BIT(dtype),
                             .variant = record->variant,
                             .places = GS_BIT(record->place),
                             .residencies = GS_BIT(record->residency),
                             .caches = GS_BIT(record->cache),
                             .one_n = true,
                             .n = record->n,
                             .one_block = true,
                             .block = record->block,
                             .grid = record->grid};
    return gs_query_first(results, &query);
}

/* Whether a dtype has kernels, none of them with a time, and their verdicts are those of another.
 */
static bool adds_nothing(const struct gs_results *results, const struct gs_sweep *sweep,
                         enum gs_dtype dtype, enum gs_dtype other)
{
    struct gs_query query = sweep->query;
    bool kernels = false;
    query.dtypes = GS_BIT(dtype);
    for (size_t i = 0; i < results->count; i++) {
        const struct gs_record *record = &results->records[i];
        if (!gs_query_matches(&query, record))
            continue;
        const struct gs_record *like = counterpart(results, record, other);
        bool kernel = record->place == GS_PLACE_DEVICE;
        if (like == NULL || like->verdict != record->verdict || (kernel && record->time.count > 0))
            return false;
        kernels |= kernel;
    }
    return kernels;
}

void gs_print_times(const struct gs_results *results, const struct gs_sweep *sweep,
                    struct gs_legend *legend, FILE *out)
{
    enum gs_dtype dtypes[GS_DTYPE_COUNT], alike[GS_DTYPE_COUNT];
    size_t count = gs_query_dtypes(results, &sweep->query, dtypes), alike_count = 0;
    if (sweep->empty || count == 0)
        return;
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && adds_nothing(results, sweep, dtypes[i], dtypes[0]))
            alike[alike_count++] = dtypes[i];
        else
            print_times(results, sweep, dtypes[i], legend, out);
    }
    gs_print_alike(sweep->query.workload, alike, alike_count, dtypes[0], ", and no device times",
                   out);
}

/* ---- rates at the largest n ------------------------------------------------------------------ */

/* What is known of the right answers at the largest n, apart from what crosses the bus. */
struct known {
    bool bytes, limits;
    int name_width; /* of the limits' names */
};

static struct known known_rates(const struct gs_results *results, const struct gs_sweep *sweep)
{
    struct known known = {0};
    size_t n = gs_query_largest_n(results, &sweep->query);
    for (size_t i = 0; i < results->count; i++) {
        const struct gs_record *record = &results->records[i];
        bool timed = record->time.count > 0;
        if (!gs_query_matches(&sweep->query, record) || record->n != n ||
            record->verdict != GS_RIGHT)
            continue;
        int width = (int)strlen(gs_limit_name(record->limit));
        if (timed && record->limit_s > 0 && width > known.name_width)
            known.name_width = width;
        if (record->residency != GS_RESIDENCY_HOST && record->residency != GS_RESIDENCY_DEVICE)
            continue;
        known.bytes |= record->bytes > 0;
        known.limits |= timed && record->limit_s > 0;
    }
    return known;
}

struct state {
    enum gs_residency residency;
    enum gs_cache cache;
};

/* One row: a variant in one residency and cache state, over dtypes. */
static void add_rate_row(struct gs_sheet *sheet, const struct gs_results *results,
                         const struct gs_query *query, struct state state,
                         const enum gs_dtype *dtypes, size_t dtype_count, int name_width)
{
    if (gs_query_first(results, query) == NULL)
        return;
    gs_sheet_row(sheet);
    gs_sheet_cell(sheet, "%s", query->variant);
    const char *cache = gs_cache_name(state.cache);
    gs_sheet_cell(sheet, "%s%s%s",
                  state.residency == GS_RESIDENCY_HOST ? "cpu" : gs_residency_name(state.residency),
                  cache[0] != '\0' ? " " : "", cache);
    for (size_t d = 0; d < dtype_count; d++) {
        struct gs_query of_dtype = *query;
        of_dtype.dtypes = GS_BIT(dtypes[d]);
        gs_sheet_rate(sheet, gs_query_first(results, &of_dtype), name_width);
    }
}

static void add_rate_rows(struct gs_sheet *sheet, const struct gs_results *results,
                          const struct gs_sweep *sweep, size_t n, const enum gs_dtype *dtypes,
                          size_t dtype_count, int name_width)
{
    static const struct state states[] = {
        {GS_RESIDENCY_HOST, GS_CACHE_WARM},    {GS_RESIDENCY_DEVICE, GS_CACHE_COLD},
        {GS_RESIDENCY_DEVICE, GS_CACHE_WARM},  {GS_RESIDENCY_DEVICE, GS_CACHE_ANY},
        {GS_RESIDENCY_PAGEABLE, GS_CACHE_ANY}, {GS_RESIDENCY_PINNED, GS_CACHE_ANY},
    };
    const char *variants[GS_MOST_KEYS];
    size_t count = gs_sweep_variants(results, sweep, variants);
    for (size_t s = 0; s < sizeof states / sizeof states[0]; s++) {
        bool cpu = states[s].residency == GS_RESIDENCY_HOST;
        for (size_t v = 0; v < count; v++) {
            struct gs_query row = cpu ? sweep->query : sweep->device;
            row.places = 0;
            row.variant = variants[v];
            row.residencies = GS_BIT(states[s].residency);
            row.caches = GS_BIT(states[s].cache);
            row.one_n = true;
            row.n = n;
            add_rate_row(sheet, results, &row, states[s], dtypes, dtype_count, name_width);
        }
    }
}

void gs_print_rates(const struct gs_results *results, const struct gs_sweep *sweep,
                    struct gs_legend *legend, FILE *out)
{
    struct known known = known_rates(results, sweep);
    if (sweep->empty || !(known.bytes || known.limits))
        return;
    enum gs_dtype dtypes[GS_DTYPE_COUNT];
    size_t dtype_count = gs_query_dtypes(results, &sweep->query, dtypes);
    size_t n = gs_query_largest_n(results, &sweep->query);
    struct gs_sheet *sheet = gs_sheet_new();
    gs_sheet_words(sheet, KEYS, "");
    gs_sheet_words(sheet, KEYS, "");
    for (size_t d = 0; d < dtype_count; d++)
        gs_sheet_numbers(sheet, 1, gs_dtype_name(dtypes[d]),
                         known.name_width > 0 ? 12 + (size_t)known.name_width : 14);
    add_rate_rows(sheet, results, sweep, n, dtypes, dtype_count, known.name_width);
    char size[32];
    gs_size_format(n, size);
    fprintf(out, "\n%s at n = %s: %s%% of the %s\n", sweep->query.workload, size,
            known.bytes ? "GB/s and " : "", known.limits ? "limit that binds" : "measured peak");
    gs_sheet_print(sheet, legend, out);
    gs_sheet_free(sheet);
}

/* ---- the effect of the block size ------------------------------------------------------------ */

/* GB/s; where no bytes are counted, the time. */
static void block_cell(struct gs_sheet *sheet, const struct gs_record *record)
{
    char cell[GS_CELL];
    gs_cell_median(record, cell);
    if (record != NULL && record->time.count > 0 && record->bytes > 0)
        snprintf(cell, sizeof cell, "%.0f", gs_record_gb_per_s(record));
    gs_sheet_cell(sheet, "%s", cell);
}

static void add_block_rows(struct gs_sheet *sheet, const struct gs_results *results,
                           const struct gs_sweep *sweep, struct gs_query query,
                           const size_t *blocks, size_t block_count)
{
    const char *variants[GS_MOST_KEYS];
    size_t count = gs_sweep_variants(results, sweep, variants);
    for (size_t v = 0; v < count; v++) {
        query.variant = variants[v];
        query.one_block = false;
        if (gs_query_first(results, &query) == NULL)
            continue;
        gs_sheet_row(sheet);
        gs_sheet_cell(sheet, "%s", variants[v]);
        query.one_block = true;
        for (size_t b = 0; b < block_count; b++) {
            query.block = (unsigned)blocks[b];
            block_cell(sheet, gs_query_first(results, &query));
        }
    }
}

void gs_print_blocks(const struct gs_results *results, const struct gs_sweep *sweep,
                     struct gs_legend *legend, FILE *out)
{
    size_t blocks[GS_MOST_NUMBERS] = {0};
    struct gs_query query = sweep->device;
    query.residencies = GS_BIT(GS_RESIDENCY_DEVICE);
    query.one_block = false;
    query.n = gs_query_largest_n(results, &query);
    query.one_n = true;
    const struct gs_record *first = gs_query_first(results, &query);
    size_t block_count = gs_query_numbers(results, &query, gs_block_of, blocks);
    if (sweep->query.grid > 0 || block_count < 2 || first == NULL)
        return;
    query.dtypes = GS_BIT(first->dtype);
    struct gs_sheet *sheet = gs_sheet_new();
    gs_sheet_words(sheet, KEYS, "");
    for (size_t b = 0; b < block_count; b++) {
        char title[32];
        snprintf(title, sizeof title, "%zu", blocks[b]);
        gs_sheet_numbers(sheet, 1, title, 8);
    }
    add_block_rows(sheet, results, sweep, query, blocks, block_count);
    query.has = gs_counts_bytes;
    bool has_bytes = gs_query_first(results, &query) != NULL;
    fprintf(out, "\n%s %s: %s over threads a block\n", query.workload, gs_dtype_name(first->dtype),
            has_bytes ? "GB/s" : "time");
    gs_sheet_print(sheet, legend, out);
    gs_sheet_free(sheet);
}
