#include "record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const verdict_names[GS_VERDICT_COUNT] = {
    [GS_RIGHT] = "right",
    [GS_WRONG_ANSWER] = "wrong",
    [GS_LAUNCH_FAILED] = "launch_failed",
    [GS_SKIPPED] = "skipped",
    [GS_CRASHED] = "crashed",
    [GS_HUNG] = "hung",
    [GS_LOST_UPDATES] = "lost_updates",
    [GS_PARTIAL] = "partial",
    [GS_INACCURATE] = "inaccurate",
};

const char *gs_verdict_name(enum gs_verdict verdict)
{
    return verdict_names[verdict];
}

bool gs_record_has_block(const struct gs_record *record)
{
    return record->block > 0 || strcmp(record->place, "cpu") != 0;
}

void gs_record_name(const struct gs_record *record, char name[static GS_RECORD_NAME])
{
    char grid[32] = "", block[32] = "";
    if (record->grid > 0)
        snprintf(grid, sizeof grid, "/grid:%u", record->grid);
    if (gs_record_has_block(record))
        snprintf(block, sizeof block, "/block:%u", record->block);
    snprintf(name, GS_RECORD_NAME, "%s/%s/%s/n:%zu%s%s/%s%s%s", record->workload, record->variant,
             record->dtype, record->n, grid, block, record->residency,
             record->cache[0] == '\0' ? "" : "/", record->cache);
}

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
    if ((results->count & (results->count - 1)) == 0) { /* full at every power of two */
        size_t room = results->count == 0 ? 1 : 2 * results->count;
        struct gs_record *records = realloc(results->records, room * sizeof *records);
        if (records == NULL) {
            gs_distribution_release(&record->time);
            return gs_fail(error, GS_USAGE, "out of memory for records");
        }
        results->records = records;
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
