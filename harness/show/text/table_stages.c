/* Tables beside the sweep: what copies cost, and how accurate the answers are. */
#include "table_parts.h"

#include "numbers.h"

#include <string.h>

/* ---- transfers ------------------------------------------------------------------------------- */

/* Three significant digits, without an exponent; of less than a kilobyte every byte. */
static void megabytes(size_t bytes, char text[static GS_CELL])
{
    double value = (double)bytes * 1e-6;
    int decimals = value >= 99.95 || bytes == 0 ? 0
                   : value >= 9.995             ? 1
                   : value >= 0.9995            ? 2
                   : bytes >= 1000              ? 3
                                                : 6;
    snprintf(text, GS_CELL, "%.*f", decimals, value);
}

/* The part of the whole time that a stage was busy. */
static void stage_cell(struct gs_sheet *sheet, const struct gs_record *record, double busy_s)
{
    if (record->time.count > 0 && record->time.median_s > 0)
        gs_sheet_cell(sheet, "%.0f%%", 100 * busy_s / record->time.median_s);
    else
        gs_sheet_cell(sheet, "%s", "");
}

/* Whether its copies were counted: it was run, and did what it should. */
static bool counts_copies(const struct gs_record *record)
{
    return record->copies > 0 && record->verdict != GS_WRONG_ANSWER &&
           record->verdict != GS_LAUNCH_FAILED && record->verdict != GS_SKIPPED;
}

static void add_transfer_row(struct gs_sheet *sheet, const struct gs_record *record)
{
    char cell[GS_CELL];
    gs_sheet_row(sheet);
    gs_sheet_cell(sheet, "%s", record->variant);
    gs_sheet_cell(sheet, "%s",
                  record->residency == GS_RESIDENCY_PINNED     ? "pinned"
                  : record->residency == GS_RESIDENCY_PAGEABLE ? "pageable"
                                                               : "device");
    gs_sheet_time(sheet, record);
    if (!counts_copies(record)) {
        for (size_t i = 0; i < 3; i++)
            gs_sheet_cell(sheet, "%s", "-");
        return;
    }
    gs_sheet_cell(sheet, "%u", record->copies);
    megabytes(record->copied_in_bytes, cell);
    gs_sheet_cell(sheet, "%s", cell);
    megabytes(record->copied_out_bytes, cell);
    gs_sheet_cell(sheet, "%s", cell);
    stage_cell(sheet, record, record->copy_in_s);
    stage_cell(sheet, record, record->kernel_s);
    stage_cell(sheet, record, record->copy_out_s);
    double share = gs_shown_pct(record);
    if (share > 0)
        gs_sheet_cell(sheet, "%.0f%%%s%s", share, record->limit_s > 0 ? " " : "",
                      gs_shown_limit(sheet, record));
}

static struct gs_sheet *new_transfer_sheet(void)
{
    struct gs_sheet *sheet = gs_sheet_new();
    gs_sheet_words(sheet, 0, "");
    gs_sheet_words(sheet, 0, "memory");
    gs_sheet_numbers(sheet, 1, "time", 0);
    gs_sheet_numbers(sheet, 1, "copies", 0);
    gs_sheet_numbers(sheet, 1, "MB in", 0);
    gs_sheet_numbers(sheet, 1, "MB out", 0);
    gs_sheet_numbers(sheet, 1, "copy in", 0);
    gs_sheet_numbers(sheet, 1, "kernel", 0);
    gs_sheet_numbers(sheet, 1, "copy out", 0);
    gs_sheet_numbers(sheet, 1, "of limit", 0);
    return sheet;
}

static bool has_copies(const struct gs_record *record)
{
    return record->copies > 0;
}

/* The size to show, and the dtype: those of the largest run that made copies. */
static bool find_largest_with_copies(const struct gs_results *results, struct gs_query *query)
{
    const struct gs_record *first = gs_query_first(results, query);
    if (first == NULL)
        return false;
    query->dtypes = GS_BIT(first->dtype);
    struct gs_query copying = *query;
    copying.has = has_copies;
    query->one_n = true;
    query->n = gs_query_largest_n(results, &copying);
    return gs_query_first(results, &copying) != NULL;
}

/* The fastest kernel with its data on the device, or the first where none was timed; or "". */
static const char *fastest_kernel(const struct gs_results *results, struct gs_query query)
{
    query.residencies = GS_BIT(GS_RESIDENCY_DEVICE);
    query.caches = ~GS_BIT(GS_CACHE_WARM);
    const struct gs_record *best = gs_query_fastest(results, &query);
    if (best == NULL)
        best = gs_query_first(results, &query);
    return best != NULL ? best->variant : "";
}

/* A stage that takes longer than the whole, by more than noise. */
static bool waits(const struct gs_record *record)
{
    double most_s = 1.1 * record->time.median_s;
    return counts_copies(record) && record->time.count > 0 &&
           (record->copy_in_s > most_s || record->kernel_s > most_s || record->copy_out_s > most_s);
}

/* What copies for itself, in rows; of kernels, which all copy the same, the fastest. */
static size_t find_rows(const struct gs_results *results, const struct gs_sweep *sweep,
                        struct gs_query query,
                        const struct gs_record *rows[static GS_TRANSFER_ROWS])
{
    enum { HOST_STATES = 2 };
    static const struct {
        enum gs_residency residency;
        unsigned caches;
    } states[] = {{GS_RESIDENCY_PAGEABLE, 0},
                  {GS_RESIDENCY_PINNED, 0},
                  {GS_RESIDENCY_DEVICE, GS_BIT(GS_CACHE_COLD)},
                  {GS_RESIDENCY_DEVICE, GS_BIT(GS_CACHE_ANY)}};
    const char *variants[GS_MOST_KEYS];
    size_t count = gs_sweep_variants(results, sweep, variants), found = 0;
    bool all = gs_compares_memory(results, sweep), any_own = false;
    for (size_t v = 0; v < count; v++)
        any_own |= gs_copies_itself(results, sweep, variants[v]);
    const char *fastest = fastest_kernel(results, query);
    for (size_t v = 0; v < count; v++) {
        if (!all && !gs_copies_itself(results, sweep, variants[v]) &&
            strcmp(variants[v], fastest) != 0)
            continue;
        query.variant = variants[v];
        /* where everything copies the same, nothing is to be compared with no copies */
        size_t shown = all || any_own ? sizeof states / sizeof states[0] : HOST_STATES;
        bool copied = false; /* else its row without copies would say that it needs none */
        for (size_t s = 0; s < shown; s++) {
            query.residencies = GS_BIT(states[s].residency);
            query.caches = states[s].caches;
            const struct gs_record *record = gs_query_first(results, &query);
            copied |= record != NULL && s < HOST_STATES;
            if (record != NULL && copied)
                rows[found++] = record;
        }
    }
    return found;
}

size_t gs_transfer_rows(const struct gs_results *results, const struct gs_sweep *sweep,
                        const struct gs_record *rows[static GS_TRANSFER_ROWS])
{
    struct gs_query query = sweep->device;
    if (sweep->empty || !find_largest_with_copies(results, &query))
        return 0;
    return find_rows(results, sweep, query, rows);
}

void gs_print_transfers(const struct gs_results *results, const struct gs_sweep *sweep,
                        struct gs_legend *legend, FILE *out)
{
    const struct gs_record *rows[GS_TRANSFER_ROWS];
    size_t count = gs_transfer_rows(results, sweep, rows);
    if (count == 0)
        return;
    struct gs_sheet *sheet = new_transfer_sheet();
    bool any_waits = false;
    for (size_t i = 0; i < count; i++) {
        add_transfer_row(sheet, rows[i]);
        any_waits |= waits(rows[i]);
    }
    char size[32];
    gs_size_format(rows[0]->n, size);
    fprintf(out,
            "\n%s %s at n = %s: copies over the bus, and how much of the time each stage is busy\n",
            rows[0]->workload, gs_dtype_name(rows[0]->dtype), size);
    gs_sheet_print(sheet, legend, out);
    if (any_waits)
        fprintf(out, "(over 100%%: streams wait for one another, and what waits counts as busy)\n");
    gs_sheet_free(sheet);
}

/* ---- accuracy -------------------------------------------------------------------------------- */

bool gs_has_error(const struct gs_record *record)
{
    return record->verdict == GS_RIGHT || record->verdict == GS_INACCURATE;
}

bool gs_is_inexact(const struct gs_record *record)
{
    return gs_dtype_is_float(record->dtype) && gs_has_error(record) &&
           (record->max_ulp > 0.5 || record->verdict == GS_INACCURATE);
}

/* The float dtypes of the sweep at one n, where not every answer is correctly rounded. */
static size_t inexact_dtypes(const struct gs_results *results, const struct gs_query *query,
                             enum gs_dtype dtypes[static GS_DTYPE_COUNT])
{
    struct gs_query inexact = *query;
    inexact.has = gs_is_inexact;
    if (gs_query_first(results, &inexact) == NULL)
        return 0;
    size_t count = gs_query_dtypes(results, query, dtypes), floats = 0;
    for (size_t d = 0; d < count; d++) {
        if (gs_dtype_is_float(dtypes[d]))
            dtypes[floats++] = dtypes[d];
    }
    return floats;
}

const struct gs_record *gs_accuracy_record(const struct gs_results *results,
                                           const struct gs_sweep *sweep, const char *variant,
                                           enum gs_dtype dtype, size_t n)
{
    static const struct {
        enum gs_residency residency;
        unsigned caches;
    } states[] = {{GS_RESIDENCY_HOST, 0},
                  {GS_RESIDENCY_DEVICE, GS_BIT(GS_CACHE_COLD)},
                  {GS_RESIDENCY_DEVICE, 0},
                  {GS_RESIDENCY_PINNED, 0},
                  {GS_RESIDENCY_PAGEABLE, 0}};
    const struct gs_record *record = NULL;
    for (size_t s = 0; record == NULL && s < sizeof states / sizeof states[0]; s++) {
        struct gs_query query = s == 0 ? sweep->query : sweep->device;
        query.places = 0;
        query.variant = variant;
        query.dtypes = GS_BIT(dtype);
        query.one_n = true;
        query.n = n;
        query.residencies = GS_BIT(states[s].residency);
        query.caches = states[s].caches;
        record = gs_query_first(results, &query);
    }
    return record;
}

static void add_accuracy_cells(struct gs_sheet *sheet, const struct gs_record *record)
{
    bool compared = record != NULL && gs_has_error(record);
    if (!compared)
        gs_sheet_cell(sheet, "%s", "-");
    else if (record->max_ulp >= 9999.5)
        gs_sheet_number(sheet, record->max_ulp, "%.1e", record->max_ulp);
    else
        gs_sheet_number(sheet, record->max_ulp, "%.*f",
                        record->max_ulp < 9.995   ? 2
                        : record->max_ulp < 99.95 ? 1
                                                  : 0,
                        record->max_ulp);
    if (compared && record->max_error > 0)
        gs_sheet_number(sheet, record->max_error, "%.1e", record->max_error);
    else
        gs_sheet_cell(sheet, "%s", compared ? "0" : "-");
    gs_sheet_time(sheet, record);
}

struct gs_sheet *gs_accuracy_sheet(const struct gs_results *results, const struct gs_sweep *sweep,
                                   char title[static GS_TITLE])
{
    const char *variants[GS_MOST_KEYS];
    enum gs_dtype dtypes[GS_DTYPE_COUNT];
    char size[32];
    struct gs_query query = sweep->query;
    query.one_n = true;
    query.n = gs_query_largest_n(results, &sweep->query);
    size_t dtype_count = sweep->empty ? 0 : inexact_dtypes(results, &query, dtypes);
    struct gs_sheet *sheet = dtype_count > 0 ? gs_sheet_new() : NULL;
    size_t variant_count = sheet != NULL ? gs_sweep_variants(results, sweep, variants) : 0;
    gs_sheet_words(sheet, 0, "");
    for (size_t d = 0; d < dtype_count; d++) {
        unsigned group = 1 + (unsigned)d;
        gs_sheet_add_column(sheet, (struct gs_sheet_column){.over = gs_dtype_name(dtypes[d]),
                                                            .title = "ulp",
                                                            .group = group,
                                                            .headline = d == 0});
        gs_sheet_numbers(sheet, group, "relative", 0);
        gs_sheet_numbers(sheet, group, "time", 9);
    }
    for (size_t v = 0; v < variant_count; v++) {
        query.variant = variants[v];
        if (gs_query_first(results, &query) == NULL)
            continue;
        gs_sheet_row(sheet);
        gs_sheet_cell(sheet, "%s", variants[v]);
        for (size_t d = 0; d < dtype_count; d++)
            add_accuracy_cells(sheet,
                               gs_accuracy_record(results, sweep, variants[v], dtypes[d], query.n));
    }
    gs_size_format(query.n, size);
    snprintf(title, GS_TITLE,
             "%s at n = %s: largest error, in units of the last place (ulp) and relative, and the "
             "time",
             query.workload, size);
    return sheet;
}

void gs_print_accuracy(const struct gs_results *results, const struct gs_sweep *sweep,
                       struct gs_legend *legend, FILE *out)
{
    char title[GS_TITLE];
    struct gs_sheet *sheet = gs_accuracy_sheet(results, sweep, title);
    if (sheet == NULL)
        return;
    fprintf(out, "\n%s\n", title);
    gs_sheet_print(sheet, legend, out);
    gs_sheet_free(sheet);
}
