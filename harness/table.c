#include "table.h"

#include "registry.h"
#include "sizes.h"

#include <stdlib.h>
#include <string.h>

/* MOST_NUMBERS: as many sizes as one run can have. */
enum { MOST_KEYS = 64, MOST_NUMBERS = 4096, CELL = 40 };

/* ---- finding records ------------------------------------------------------------------------- */

/* What a record must match; NULL and 0 match all. */
struct query {
    const char *workload, *dtype, *variant, *place, *residency, *cache;
    size_t n;
    bool one_block; /* a block of 0 threads is a value, so it takes this to ask for one */
    unsigned block;
};

static bool same(const char *wanted, const char *have)
{
    return wanted == NULL || strcmp(wanted, have) == 0;
}

static bool matches(const struct gs_record *record, const struct query *query)
{
    return same(query->workload, record->workload) && same(query->dtype, record->dtype) &&
           same(query->variant, record->variant) && same(query->place, record->place) &&
           same(query->residency, record->residency) && same(query->cache, record->cache) &&
           (query->n == 0 || query->n == record->n) &&
           (!query->one_block || query->block == record->block);
}

static const struct gs_record *find(const struct gs_results *results, const struct query *query)
{
    for (size_t i = 0; i < results->count; i++) {
        if (matches(&results->records[i], query))
            return &results->records[i];
    }
    return NULL;
}

/* The fastest record that matches and has a time, or NULL. */
static const struct gs_record *fastest(const struct gs_results *results, const struct query *query)
{
    const struct gs_record *best = NULL;
    for (size_t i = 0; i < results->count; i++) {
        const struct gs_record *record = &results->records[i];
        if (matches(record, query) && record->time.count > 0 &&
            (best == NULL || record->time.median_s < best->time.median_s))
            best = record;
    }
    return best;
}

/* The different values of one text field among the records that match, in order. */
static size_t distinct(const struct gs_results *results, const struct query *query,
                       const char *(*field)(const struct gs_record *), const char **out)
{
    size_t count = 0;
    for (size_t i = 0; i < results->count && count < MOST_KEYS; i++) {
        if (!matches(&results->records[i], query))
            continue;
        const char *value = field(&results->records[i]);
        size_t k = 0;
        while (k < count && strcmp(out[k], value) != 0)
            k++;
        if (k == count)
            out[count++] = value;
    }
    return count;
}

static const char *workload_of(const struct gs_record *record)
{
    return record->workload;
}

static const char *dtype_of(const struct gs_record *record)
{
    return record->dtype;
}

static const char *variant_of(const struct gs_record *record)
{
    return record->variant;
}

static int compare_sizes(const void *a, const void *b)
{
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

static size_t size_of(const struct gs_record *record)
{
    return record->n;
}

static size_t block_of(const struct gs_record *record)
{
    return record->block;
}

/* The different values of one number among the records that match, ascending. */
static size_t distinct_numbers(const struct gs_results *results, const struct query *query,
                               size_t (*field)(const struct gs_record *), size_t *out)
{
    size_t count = 0;
    for (size_t i = 0; i < results->count && count < MOST_NUMBERS; i++) {
        if (!matches(&results->records[i], query))
            continue;
        size_t k = 0;
        while (k < count && out[k] != field(&results->records[i]))
            k++;
        if (k == count)
            out[count++] = field(&results->records[i]);
    }
    qsort(out, count, sizeof *out, compare_sizes);
    return count;
}

/* ---- cells ----------------------------------------------------------------------------------- */

void gs_time_format(double seconds, char text[static 16])
{
    static const struct {
        double scale;
        const char *unit;
    } units[] = {{1e9, "ns"}, {1e6, "us"}, {1e3, "ms"}, {1, "s"}};
    size_t unit = 0;
    while (unit < 3 && seconds * units[unit].scale >= 999.5)
        unit++;
    double value = seconds * units[unit].scale;
    int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    snprintf(text, 16, "%.*f %s", decimals, value, units[unit].unit);
}

/* What stands in place of a number: nothing measured, or the verdict. */
static const char *word_for(const struct gs_record *record)
{
    if (record == NULL)
        return "-";
    switch (record->verdict) {
    case GS_RIGHT:
        return "right"; /* simulated: verified, not timed */
    case GS_WRONG_ANSWER:
        return "WRONG";
    case GS_LAUNCH_FAILED:
        return "failed";
    default:
        return "skipped";
    }
}

/* "*": mostly the launch; "~": noisy; a blank keeps the columns straight. */
static const char *mark_of(const struct gs_record *record)
{
    if (strstr(record->note, "noisy") != NULL)
        return "~";
    return record->note[0] != '\0' ? "*" : " ";
}

static const char *time_text(double seconds, char text[static 16])
{
    gs_time_format(seconds, text);
    return text;
}

static void time_cell(const struct gs_record *record, char cell[static CELL])
{
    char text[16];
    if (record != NULL && record->time.count > 0)
        snprintf(cell, CELL, "%s%s", time_text(record->time.median_s, text), mark_of(record));
    else
        snprintf(cell, CELL, "%s ", word_for(record));
}

/* "4120 GB/s 98 %", with a mark where the record has a note. */
static void rate_cell(const struct gs_record *record, char cell[static CELL])
{
    if (record == NULL || record->time.count == 0) {
        snprintf(cell, CELL, "%s ", word_for(record));
        return;
    }
    double rate = gs_record_gb_per_s(record);
    snprintf(cell, CELL, "%.*f %3.0f%%%s", rate < 100 ? 1 : 0, rate, gs_record_pct_of_peak(record),
             mark_of(record));
}

/* ---- tables ---------------------------------------------------------------------------------- */

/* One column of the table over n: the fastest record that matches the query. */
struct column {
    char title[CELL];
    struct query query;
};

static size_t add_column(struct column *columns, size_t count, const struct gs_results *results,
                         const char *title, const struct query *query)
{
    if (count == MOST_KEYS || find(results, query) == NULL)
        return count;
    snprintf(columns[count].title, CELL, "%s", title);
    columns[count].query = *query;
    return count + 1;
}

/* CPU variants, kernels (cold, or untimed), and the best host-to-host times. */
static size_t make_columns(const struct gs_results *results, const struct query *base,
                           unsigned block, struct column *columns)
{
    const char *variants[MOST_KEYS];
    size_t count = 0, variant_count = distinct(results, base, variant_of, variants);
    for (size_t i = 0; i < variant_count; i++) {
        struct query query = *base;
        query.variant = variants[i];
        query.place = "cpu";
        count = add_column(columns, count, results, variants[i], &query);
        query.place = "device";
        query.residency = "device";
        query.one_block = true;
        query.block = block;
        query.cache = "cold";
        size_t before = count;
        count = add_column(columns, count, results, variants[i], &query);
        query.cache = "";
        if (count == before)
            count = add_column(columns, count, results, variants[i], &query);
    }
    struct query host = *base;
    host.residency = "host_pinned";
    count = add_column(columns, count, results, "host pinned", &host);
    host.residency = "host_pageable";
    return add_column(columns, count, results, "pageable", &host);
}

/* The block size that most sizes were run with: the one of the sweep over n. */
static unsigned usual_block(const struct gs_results *results, const struct query *base)
{
    size_t blocks[MOST_NUMBERS] = {0}, sizes[MOST_NUMBERS] = {0}, most = 0;
    unsigned usual = 0;
    struct query query = *base;
    query.place = "device";
    size_t count = distinct_numbers(results, &query, block_of, blocks);
    for (size_t i = 0; i < count; i++) {
        query.one_block = true;
        query.block = (unsigned)blocks[i];
        size_t here = distinct_numbers(results, &query, size_of, sizes);
        if (here > most || (here == most && blocks[i] <= 256)) {
            most = here;
            usual = query.block;
        }
    }
    return usual;
}

static int width_of(const struct column *column)
{
    int width = (int)strlen(column->title);
    return width < 9 ? 9 : width;
}

static void print_times(const struct gs_results *results, const struct query *base, FILE *out)
{
    struct column columns[MOST_KEYS];
    size_t sizes[MOST_NUMBERS] = {0};
    unsigned block = usual_block(results, base);
    size_t column_count = make_columns(results, base, block, columns);
    size_t size_count = distinct_numbers(results, base, size_of, sizes);
    fprintf(out, "\n%s %s: median time", base->workload, base->dtype);
    if (block > 0)
        fprintf(out, ", kernels at %u threads a block", block);
    fprintf(out, "\n%12s", "n");
    for (size_t c = 0; c < column_count; c++)
        fprintf(out, "  %*s", width_of(&columns[c]), columns[c].title);
    fputc('\n', out);
    for (size_t s = 0; s < size_count; s++) {
        char size[32], cell[CELL];
        gs_size_format(sizes[s], size);
        fprintf(out, "%12s", size);
        for (size_t c = 0; c < column_count; c++) {
            struct query query = columns[c].query;
            query.n = sizes[s];
            const struct gs_record *record = fastest(results, &query);
            time_cell(record != NULL ? record : find(results, &query), cell);
            fprintf(out, "  %*s", width_of(&columns[c]), cell);
        }
        fputc('\n', out);
    }
}

/* One row of the table of rates: a variant in one residency and cache state, over dtypes. */
static void print_rate_row(const struct gs_results *results, const struct query *query,
                           const char *const *dtypes, size_t dtype_count, FILE *out)
{
    if (find(results, query) == NULL)
        return;
    char where[CELL];
    snprintf(where, sizeof where, "%s%s%s",
             strcmp(query->residency, "host") == 0 ? "cpu" : query->residency,
             query->cache[0] != '\0' ? " " : "", query->cache);
    fprintf(out, "%-16s %-14s", query->variant, where);
    for (size_t d = 0; d < dtype_count; d++) {
        struct query cell_query = *query;
        char cell[CELL];
        cell_query.dtype = dtypes[d];
        rate_cell(find(results, &cell_query), cell);
        fprintf(out, "  %14s", cell);
    }
    fputc('\n', out);
}

static void print_rates(const struct gs_results *results, const char *workload, FILE *out)
{
    static const struct {
        const char *residency, *cache;
    } states[] = {{"host", "warm"}, {"device", "cold"},    {"device", "warm"},
                  {"device", ""},   {"host_pageable", ""}, {"host_pinned", ""}};
    const char *variants[MOST_KEYS], *dtypes[MOST_KEYS];
    size_t sizes[MOST_NUMBERS] = {0};
    struct query base = {.workload = workload};
    size_t variant_count = distinct(results, &base, variant_of, variants);
    size_t dtype_count = distinct(results, &base, dtype_of, dtypes);
    size_t size_count = distinct_numbers(results, &base, size_of, sizes);
    char size[32];
    gs_size_format(sizes[size_count - 1], size);
    fprintf(out, "\n%s at n = %s: GB/s and %% of the measured peak\n%-31s", workload, size, "");
    for (size_t d = 0; d < dtype_count; d++)
        fprintf(out, "  %14s", dtypes[d]);
    fputc('\n', out);
    unsigned block = usual_block(results, &base);
    for (size_t s = 0; s < GS_COUNT(states); s++) {
        for (size_t v = 0; v < variant_count; v++) {
            struct query row = {.workload = workload,
                                .variant = variants[v],
                                .residency = states[s].residency,
                                .cache = states[s].cache,
                                .n = sizes[size_count - 1],
                                .one_block = strcmp(states[s].residency, "host") != 0,
                                .block = block};
            print_rate_row(results, &row, dtypes, dtype_count, out);
        }
    }
}

/* Rows: variants; columns: block sizes; at the largest n, in the first dtype. */
static void print_blocks(const struct gs_results *results, const char *workload, FILE *out)
{
    const char *variants[MOST_KEYS], *dtypes[MOST_KEYS];
    size_t blocks[MOST_NUMBERS] = {0}, sizes[MOST_NUMBERS] = {0};
    struct query base = {.workload = workload, .place = "device", .residency = "device"};
    size_t size_count = distinct_numbers(results, &base, size_of, sizes);
    if (size_count == 0)
        return;
    base.n = sizes[size_count - 1];
    size_t block_count = distinct_numbers(results, &base, block_of, blocks);
    size_t dtype_count = distinct(results, &base, dtype_of, dtypes);
    if (block_count < 2 || dtype_count == 0)
        return;
    base.dtype = dtypes[0];
    size_t variant_count = distinct(results, &base, variant_of, variants);
    fprintf(out, "\n%s %s: GB/s over threads a block\n%-16s", workload, base.dtype, "");
    for (size_t b = 0; b < block_count; b++)
        fprintf(out, "  %8zu", blocks[b]);
    fputc('\n', out);
    for (size_t v = 0; v < variant_count; v++) {
        fprintf(out, "%-16s", variants[v]);
        for (size_t b = 0; b < block_count; b++) {
            struct query query = base;
            query.variant = variants[v];
            query.one_block = true;
            query.block = (unsigned)blocks[b];
            const struct gs_record *record = find(results, &query);
            if (record != NULL && record->time.count > 0)
                fprintf(out, "  %8.0f", gs_record_gb_per_s(record));
            else
                fprintf(out, "  %8s", word_for(record));
        }
        fputc('\n', out);
    }
}

/* ---- verdicts -------------------------------------------------------------------------------- */

static bool same_trouble(const struct gs_record *a, const struct gs_record *b)
{
    return a->verdict == b->verdict && a->block == b->block &&
           strcmp(a->workload, b->workload) == 0 && strcmp(a->detail, b->detail) == 0;
}

/* One line for all records that have the same verdict, block and reason. */
static void print_trouble(const struct gs_results *results, size_t first, FILE *out)
{
    const struct gs_record *record = &results->records[first];
    size_t count = 0;
    for (size_t i = 0; i < results->count; i++) {
        const struct gs_record *other = &results->records[i];
        if (!same_trouble(record, other))
            continue;
        if (i < first)
            return; /* printed already */
        count++;
    }
    char size[32];
    gs_size_format(record->n, size);
    fprintf(out, "  %zu %s: %s %s n=%s", count, gs_verdict_name(record->verdict), record->variant,
            record->dtype, size);
    if (strcmp(record->place, "device") == 0)
        fprintf(out, " block %u", record->block);
    fprintf(out, "%s: %s", count > 1 ? " and others" : "", record->detail);
    if (record->verdict == GS_LAUNCH_FAILED && record->block > 1024)
        fprintf(out, " (a block holds at most 1024 threads)");
    fputc('\n', out);
}

void gs_table_print_troubles(const struct gs_results *results, FILE *out)
{
    for (size_t i = 0; i < results->count; i++) {
        if (results->records[i].verdict != GS_RIGHT)
            print_trouble(results, i, out);
    }
}

static void print_verdicts(const struct gs_results *results, FILE *out)
{
    size_t right = 0, untimed = 0;
    for (size_t i = 0; i < results->count; i++) {
        right += results->records[i].verdict == GS_RIGHT;
        untimed += results->records[i].verdict == GS_RIGHT && results->records[i].simulated;
    }
    fprintf(out, "\nverdicts: %zu of %zu right", right, results->count);
    if (untimed > 0)
        fprintf(out, "; %zu of them kernels on the simulator, which has no device times", untimed);
    fputc('\n', out);
    gs_table_print_troubles(results, out);
}

/* What each variant teaches, where this build knows the lesson. */
static void print_variants(const struct gs_results *results, const char *workload, FILE *out)
{
    char number[16];
    const struct gs_lesson *lesson;
    const struct gs_workload *known;
    struct gs_error ignored = {0};
    snprintf(number, sizeof number, "%u", results->records[0].lesson);
    if (gs_lesson_find(number, &lesson, &ignored) != GS_OK ||
        gs_workload_find(lesson, workload, &known, &ignored) != GS_OK)
        return;
    fprintf(out, "\n%s: %s\n", workload, known->formula);
    const char *variants[MOST_KEYS];
    struct query query = {.workload = workload};
    size_t count = distinct(results, &query, variant_of, variants);
    for (size_t i = 0; i < count; i++) {
        const struct gs_variant *variant;
        if (gs_variant_find(known, variants[i], &variant, &ignored) == GS_OK)
            fprintf(out, "  %-16s %s\n", variant->name, variant->about);
    }
}

void gs_table_print(const struct gs_results *results, FILE *out)
{
    const char *workloads[MOST_KEYS], *dtypes[MOST_KEYS];
    struct query all = {0};
    size_t workload_count = distinct(results, &all, workload_of, workloads);
    for (size_t w = 0; w < workload_count; w++) {
        struct query base = {.workload = workloads[w]};
        print_variants(results, workloads[w], out);
        size_t dtype_count = distinct(results, &base, dtype_of, dtypes);
        for (size_t d = 0; d < dtype_count; d++) {
            base.dtype = dtypes[d];
            print_times(results, &base, out);
        }
        print_rates(results, workloads[w], out);
        print_blocks(results, workloads[w], out);
    }
    print_verdicts(results, out);
    bool floor = false, noisy = false, over = false;
    for (size_t i = 0; i < results->count; i++) {
        floor |= strstr(results->records[i].note, "floor") != NULL;
        noisy |= strstr(results->records[i].note, "noisy") != NULL;
        over |= results->records[i].verdict == GS_RIGHT &&
                gs_record_pct_of_peak(&results->records[i]) > 100.5;
    }
    if (over)
        fprintf(out, "over 100%%: a cache served part of the data, or the machine was busy while "
                     "the peak was measured\n");
    if (floor)
        fprintf(out, "* under 3x the time of an empty kernel: mostly the cost of launching\n");
    if (noisy)
        fprintf(out, "~ noisy: the quartiles are over 15%% of the median apart\n");
}
