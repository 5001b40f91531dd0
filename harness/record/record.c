#include "record.h"

#include "grow.h"
#include "json_get.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool gs_record_has_block(const struct gs_record *record)
{
    return record->block > 0 || record->place != GS_PLACE_CPU;
}

void gs_record_name(const struct gs_record *record, char name[static GS_RECORD_NAME])
{
    char grid[32] = "", block[32] = "", devices[32] = "";
    if (record->grid > 0)
        snprintf(grid, sizeof grid, "/grid:%u", record->grid);
    if (gs_record_has_block(record))
        snprintf(block, sizeof block, "/block:%u", record->block);
    if (record->devices > 1)
        snprintf(devices, sizeof devices, "/devices:%u", record->devices);
    const char *cache = gs_cache_name(record->cache);
    snprintf(name, GS_RECORD_NAME, "%s/%s/%s/n:%zu%s%s%s/%s%s%s", record->workload, record->variant,
             gs_dtype_name(record->dtype), record->n, grid, block, devices,
             gs_residency_name(record->residency), cache[0] == '\0' ? "" : "/", cache);
}

/* ---- order ----------------------------------------------------------------------------------- */

static int compare_numbers(size_t a, size_t b)
{
    return (a > b) - (a < b);
}

static int compare_points(const struct gs_record *a, const struct gs_record *b)
{
    int order = strcmp(a->variant, b->variant);
    if (order == 0)
        order = compare_numbers(a->dtype, b->dtype);
    if (order == 0)
        order = compare_numbers(a->n, b->n);
    if (order == 0)
        order = compare_numbers(a->grid, b->grid);
    if (order == 0)
        order = compare_numbers(a->block, b->block);
    return order != 0 ? order : compare_numbers(a->devices, b->devices);
}

int gs_record_compare_in_workload(const struct gs_record *a, const struct gs_record *b)
{
    int order = compare_points(a, b);
    if (order == 0)
        order = compare_numbers(a->residency, b->residency);
    return order != 0 ? order : compare_numbers(a->cache, b->cache);
}

int gs_record_compare(const struct gs_record *a, const struct gs_record *b)
{
    int order = strcmp(a->workload, b->workload);
    return order != 0 ? order : gs_record_compare_in_workload(a, b);
}

bool gs_record_same_point(const struct gs_record *a, const struct gs_record *b)
{
    return strcmp(a->workload, b->workload) == 0 && compare_points(a, b) == 0;
}

static int compare_entries(const void *a, const void *b)
{
    const struct gs_record *x = *(const struct gs_record *const *)a;
    const struct gs_record *y = *(const struct gs_record *const *)b;
    int order = gs_record_compare(x, y);
    return order != 0 ? order : (x > y) - (x < y);
}

const struct gs_record **gs_results_sorted(const struct gs_results *results)
{
    const struct gs_record **rows = malloc((results->count + 1) * sizeof(struct gs_record *));
    for (size_t i = 0; rows != NULL && i < results->count; i++)
        rows[i] = &results->records[i];
    if (rows != NULL)
        qsort(rows, results->count, sizeof(struct gs_record *), compare_entries);
    return rows;
}

/* ---- samples ------------------------------------------------------------------------------------
 */

size_t gs_record_process_medians(const struct gs_record *record,
                                 double medians[static GS_MOST_PROCESSES])
{
    double sorted[GS_MOST_SAMPLES];
    const struct gs_distribution *time = &record->time;
    if (record->processes < 2) {
        medians[0] = time->median_s;
        return 1;
    }
    size_t at = 0;
    for (unsigned i = 0; i < record->processes; i++) {
        size_t count = record->samples_by_process[i];
        memcpy(sorted, time->samples + at, count * sizeof *sorted);
        medians[i] = gs_median(sorted, count);
        at += count;
    }
    return record->processes;
}

/* ---- what is computed ------------------------------------------------------------------------ */

double gs_record_gb_per_s(const struct gs_record *record)
{
    if (record->time.count == 0 || record->time.median_s <= 0)
        return 0;
    return (double)record->bytes / record->time.median_s * 1e-9;
}

double gs_record_pct_of_peak(const struct gs_record *record)
{
    if (record->peak_bytes_per_s <= 0)
        return 0;
    return 1e11 * gs_record_gb_per_s(record) / record->peak_bytes_per_s;
}

double gs_record_pct_of_limit(const struct gs_record *record)
{
    if (record->time.count == 0 || record->time.median_s <= 0)
        return 0;
    return 100 * record->limit_s / record->time.median_s;
}

enum gs_status gs_results_append(struct gs_results *results, struct gs_record *record,
                                 struct gs_error *error)
{
    if (!gs_grow(&results->records, results->count, sizeof *record)) {
        gs_distribution_release(&record->time);
        return gs_out_of_memory(error);
    }
    results->records[results->count++] = *record;
    record->time = (struct gs_distribution){0};
    return GS_OK;
}

void gs_results_release(struct gs_results *results)
{
    for (size_t i = 0; i < results->count; i++)
        gs_distribution_release(&results->records[i].time);
    free(results->records);
    json_decref(results->context);
    *results = (struct gs_results){0};
}

/* ---- what is known of all records ------------------------------------------------------------ */

const char *gs_json_text(const json_t *value, const char *otherwise)
{
    return json_is_string(value) ? json_string_value(value) : otherwise;
}

const json_t *gs_results_fact(const struct gs_results *results, const char *name)
{
    return json_object_get(json_object_get(results->context, "gridstride"), name);
}

const char *gs_results_fact_text(const struct gs_results *results, const char *name,
                                 const char *otherwise)
{
    return gs_json_text(gs_results_fact(results, name), otherwise);
}

const char *gs_results_gpu(const struct gs_results *results)
{
    const json_t *device = gs_results_fact(results, "device");
    if (json_is_true(json_object_get(device, "simulated")))
        return NULL;
    return gs_json_text(json_object_get(device, "name"), NULL);
}

/* The element of a list of objects with that name, or NULL. */
static const json_t *named(const json_t *list, const char *name)
{
    size_t i;
    const json_t *element;
    json_array_foreach(list, i, element)
    {
        if (strcmp(gs_get_text(element, "name"), name) == 0)
            return element;
    }
    return NULL;
}

const json_t *gs_results_workload(const struct gs_results *results, const char *name)
{
    return named(gs_results_fact(results, "workloads"), name);
}

const json_t *gs_results_variant(const json_t *workload, const char *name)
{
    return named(json_object_get(workload, "variants"), name);
}
