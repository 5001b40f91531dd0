#include "query.h"

#include <stdlib.h>
#include <string.h>

static bool same(const char *wanted, const char *have)
{
    return wanted == NULL || strcmp(wanted, have) == 0;
}

bool gs_is_timed(const struct gs_record *record)
{
    return record->time.count > 0;
}

bool gs_counts_bytes(const struct gs_record *record)
{
    return record->bytes > 0;
}

static bool is_in(unsigned set, unsigned value)
{
    return set == 0 || (set & GS_BIT(value)) != 0;
}

bool gs_query_matches(const struct gs_query *query, const struct gs_record *record)
{
    return same(query->workload, record->workload) && same(query->variant, record->variant) &&
           is_in(query->dtypes, record->dtype) && is_in(query->places, record->place) &&
           is_in(query->residencies, record->residency) && is_in(query->caches, record->cache) &&
           (!query->one_n || query->n == record->n) &&
           (!query->one_block || query->block == record->block) &&
           (query->any_grid || query->grid == record->grid) &&
           (query->has == NULL || query->has(record));
}

const struct gs_record *gs_query_first(const struct gs_results *results,
                                       const struct gs_query *query)
{
    for (size_t i = 0; i < results->count; i++) {
        if (gs_query_matches(query, &results->records[i]))
            return &results->records[i];
    }
    return NULL;
}

const struct gs_record *gs_query_fastest(const struct gs_results *results,
                                         const struct gs_query *query)
{
    const struct gs_record *best = NULL;
    for (size_t i = 0; i < results->count; i++) {
        const struct gs_record *record = &results->records[i];
        bool timed = record->verdict == GS_RIGHT && record->time.count > 0;
        if (timed && gs_query_matches(query, record) &&
            (best == NULL || record->time.median_s < best->time.median_s))
            best = record;
    }
    return best;
}

size_t gs_query_texts(const struct gs_results *results, const struct gs_query *query,
                      const char *(*text_of)(const struct gs_record *),
                      const char *out[static GS_MOST_KEYS])
{
    size_t count = 0;
    for (size_t i = 0; i < results->count && count < GS_MOST_KEYS; i++) {
        if (!gs_query_matches(query, &results->records[i]))
            continue;
        const char *value = text_of(&results->records[i]);
        size_t k = 0;
        while (k < count && strcmp(out[k], value) != 0)
            k++;
        if (k == count)
            out[count++] = value;
    }
    return count;
}

enum gs_residency gs_peers_residency(enum gs_residency ours)
{
    return ours == GS_RESIDENCY_GRAPH ? GS_RESIDENCY_CALLS : ours;
}

size_t gs_query_dtypes(const struct gs_results *results, const struct gs_query *query,
                       enum gs_dtype out[static GS_DTYPE_COUNT])
{
    unsigned seen = 0;
    size_t count = 0;
    for (size_t i = 0; i < results->count; i++) {
        enum gs_dtype dtype = results->records[i].dtype;
        if (!gs_query_matches(query, &results->records[i]) || (seen & GS_BIT(dtype)) != 0)
            continue;
        seen |= GS_BIT(dtype);
        out[count++] = dtype;
    }
    return count;
}

static int ascending(const void *a, const void *b)
{
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

size_t gs_query_numbers(const struct gs_results *results, const struct gs_query *query,
                        size_t (*number_of)(const struct gs_record *),
                        size_t out[static GS_MOST_NUMBERS])
{
    size_t count = 0;
    for (size_t i = 0; i < results->count && count < GS_MOST_NUMBERS; i++) {
        if (!gs_query_matches(query, &results->records[i]))
            continue;
        size_t value = number_of(&results->records[i]), k = 0;
        while (k < count && out[k] != value)
            k++;
        if (k == count)
            out[count++] = value;
    }
    qsort(out, count, sizeof *out, ascending);
    return count;
}

const char *gs_workload_of(const struct gs_record *record)
{
    return record->workload;
}

const char *gs_variant_of(const struct gs_record *record)
{
    return record->variant;
}

size_t gs_n_of(const struct gs_record *record)
{
    return record->n;
}

size_t gs_block_of(const struct gs_record *record)
{
    return record->block;
}

static size_t grid_of(const struct gs_record *record)
{
    return record->grid;
}

/* ---- the sweep ------------------------------------------------------------------------------- */

/* The block that most sizes were run with, near 256 where several have as many; the sizes. */
static size_t usual_block(const struct gs_results *results, struct gs_query query, unsigned *usual)
{
    size_t blocks[GS_MOST_NUMBERS] = {0}, sizes[GS_MOST_NUMBERS] = {0}, most = 0;
    size_t count = gs_query_numbers(results, &query, gs_block_of, blocks);
    *usual = 0;
    query.one_block = true;
    for (size_t i = 0; i < count; i++) {
        query.block = (unsigned)blocks[i];
        size_t here = gs_query_numbers(results, &query, gs_n_of, sizes);
        if (here > most || (here == most && blocks[i] <= 256)) {
            most = here;
            *usual = query.block;
        }
    }
    return most;
}

/* Where all launches were given: one that was run with enough sizes makes a sweep. */
static bool find_launch(const struct gs_results *results, struct gs_query *query)
{
    enum { LEAST_SIZES = 3 }; /* two are two cases */
    size_t grids[GS_MOST_NUMBERS] = {0}, most = LEAST_SIZES - 1;
    query->any_grid = true;
    size_t count = gs_query_numbers(results, query, grid_of, grids);
    query->any_grid = false;
    query->one_block = true;
    struct gs_query one = *query;
    one.one_block = false;
    for (size_t i = 0; i < count; i++) {
        unsigned block;
        one.grid = (unsigned)grids[i];
        size_t sizes = usual_block(results, one, &block);
        if (sizes > most) {
            most = sizes;
            query->grid = one.grid;
            query->block = block;
        }
    }
    return most >= LEAST_SIZES;
}

struct gs_sweep gs_sweep_of(const struct gs_results *results, const char *workload)
{
    struct gs_sweep sweep = {.query = {.workload = workload}};
    if (gs_query_first(results, &sweep.query) == NULL)
        sweep.empty = !find_launch(results, &sweep.query);
    sweep.device = sweep.query;
    sweep.device.places = GS_BIT(GS_PLACE_DEVICE);
    if (sweep.query.grid == 0)
        usual_block(results, sweep.device, &sweep.device.block);
    sweep.device.one_block = true;
    return sweep;
}

/* A point that is skipped is recorded before those that run: the first launch has them in order. */
size_t gs_sweep_variants(const struct gs_results *results, const struct gs_sweep *sweep,
                         const char *out[static GS_MOST_KEYS])
{
    struct gs_query all = {.workload = sweep->query.workload, .any_grid = true};
    return gs_query_texts(results, &all, gs_variant_of, out);
}

size_t gs_query_largest_n(const struct gs_results *results, const struct gs_query *query)
{
    size_t largest = 0;
    for (size_t i = 0; i < results->count; i++) {
        const struct gs_record *record = &results->records[i];
        if (gs_query_matches(query, record) && record->n > largest)
            largest = record->n;
    }
    return largest;
}

/* Whether a variant of the sweep ran on the device in one of these residencies; 0: in any. */
static bool ran_in(const struct gs_results *results, const struct gs_sweep *sweep,
                   const char *variant, unsigned residencies)
{
    struct gs_query query = sweep->query;
    query.places = GS_BIT(GS_PLACE_DEVICE);
    query.variant = variant;
    query.residencies = residencies;
    return gs_query_first(results, &query) != NULL;
}

bool gs_copies_itself(const struct gs_results *results, const struct gs_sweep *sweep,
                      const char *variant)
{
    return ran_in(results, sweep, variant, 0) &&
           !ran_in(results, sweep, variant, GS_BIT(GS_RESIDENCY_DEVICE));
}

bool gs_compares_memory(const struct gs_results *results, const struct gs_sweep *sweep)
{
    const char *variants[GS_MOST_KEYS];
    size_t count = gs_sweep_variants(results, sweep, variants);
    for (size_t i = 0; i < count; i++) {
        if (ran_in(results, sweep, variants[i], GS_BIT(GS_RESIDENCY_DEVICE)) &&
            ran_in(results, sweep, variants[i], GS_BIT(GS_RESIDENCY_PAGEABLE)) !=
                ran_in(results, sweep, variants[i], GS_BIT(GS_RESIDENCY_PINNED)))
            return true;
    }
    return false;
}
