/* The records that several processes have made of one row become one. */
#include "record.h"

#include <stdlib.h>
#include <string.h>

/* ---- one row --------------------------------------------------------------------------------- */

/* The records of one name, in the order of the processes. */
struct row {
    struct gs_record *records;
    const struct gs_record *const *rows; /* among those */
    size_t count;
};

static struct gs_record *record_at(const struct row *row, size_t i)
{
    return &row->records[row->rows[i] - row->records];
}

/* What is wrong outweighs what is right, and that what was skipped. */
static int weight_of(enum gs_verdict verdict)
{
    return verdict == GS_RIGHT ? 1 : verdict == GS_SKIPPED ? 0 : 2;
}

/* The first of those that outweigh all others. */
static size_t weightiest(const struct row *row)
{
    size_t found = 0;
    for (size_t i = 1; i < row->count; i++) {
        if (weight_of(record_at(row, i)->verdict) > weight_of(record_at(row, found)->verdict))
            found = i;
    }
    return found;
}

static void add_counts(struct gs_record *to, const struct gs_record *from)
{
    if (from->processes == 0)
        to->samples_by_process[to->processes++] = (unsigned)from->time.count;
    for (unsigned i = 0; i < from->processes; i++)
        to->samples_by_process[to->processes++] = from->samples_by_process[i];
}

static unsigned processes_of(const struct gs_record *record)
{
    return record->processes > 0 ? record->processes : 1;
}

/* Stages are means over processes, each of which counts alike; so is the time of the CPU. */
static void add_means(struct gs_record *to, const struct gs_record *from, double share)
{
    to->copy_in_s += share * (from->copy_in_s - to->copy_in_s);
    to->kernel_s += share * (from->kernel_s - to->kernel_s);
    to->copy_out_s += share * (from->copy_out_s - to->copy_out_s);
    to->time.cpu_time_s += share * (from->time.cpu_time_s - to->time.cpu_time_s);
}

/* The rest of what a timed record says, samples aside. */
static void add_facts(struct gs_record *to, const struct gs_record *from)
{
    unsigned before = processes_of(to), more = processes_of(from);
    add_means(to, from, (double)more / (double)(before + more));
    to->time.discarded += from->time.discarded;
    to->time.wall_s += from->time.wall_s;
    to->time.all_disturbed |= from->time.all_disturbed;
    to->max_error = from->max_error > to->max_error ? from->max_error : to->max_error;
    to->max_ulp = from->max_ulp > to->max_ulp ? from->max_ulp : to->max_ulp;
    to->notes |= from->notes & GS_BIT(GS_NOTE_THROTTLED);
    if (from->time.sm_clock_hz > 0 && from->time.sm_clock_hz < to->time.sm_clock_hz)
        to->time.sm_clock_hz = from->time.sm_clock_hz;
}

static bool summarize(struct gs_record *record)
{
    struct gs_distribution *time = &record->time;
    double *sorted = malloc((time->count + 1) * sizeof *sorted);
    if (sorted == NULL)
        return false;
    memcpy(sorted, time->samples, time->count * sizeof *sorted);
    time->median_s = gs_median(sorted, time->count);
    time->min_s = sorted[0];
    time->q1_s = gs_quantile(sorted, time->count, 0.25);
    time->q3_s = gs_quantile(sorted, time->count, 0.75);
    time->max_s = sorted[time->count - 1];
    free(sorted);
    record->notes &= GS_BIT(GS_NOTE_THROTTLED);
    gs_record_mark_short(record);
    gs_record_mark_noise(record);
    return true;
}

/* Of those that have a time, the first gets the samples of all. */
static bool join_timed(struct row *row, struct gs_record *first)
{
    size_t samples = 0;
    for (size_t i = 0; i < row->count; i++)
        samples += record_at(row, i)->time.count;
    double *all = malloc((samples + 1) * sizeof *all);
    if (all == NULL)
        return false;
    struct gs_record joined = *first;
    joined.processes = 0;
    samples = 0;
    for (size_t i = 0; i < row->count; i++) {
        const struct gs_record *record = record_at(row, i);
        if (record->time.count == 0 || joined.processes + processes_of(record) > GS_MOST_PROCESSES)
            continue;
        if (record != first)
            add_facts(&joined, record);
        add_counts(&joined, record);
        memcpy(all + samples, record->time.samples, record->time.count * sizeof *all);
        samples += record->time.count;
    }
    joined.time.samples = all;
    joined.time.count = samples;
    gs_distribution_release(&first->time);
    *first = joined;
    return summarize(first);
}

/* The one record that the row becomes; the others have no samples then. False: out of memory. */
static bool join(struct row *row)
{
    size_t stands = weightiest(row), timed = 0;
    struct gs_record *first = record_at(row, 0), *standing = record_at(row, stands);
    for (size_t i = 0; i < row->count; i++)
        timed += record_at(row, i)->time.count > 0;
    bool good = standing->verdict != GS_RIGHT || timed < 2 || join_timed(row, standing);
    for (size_t i = 0; i < row->count; i++) {
        if (i != stands)
            gs_distribution_release(&record_at(row, i)->time);
    }
    if (standing != first) {
        *first = *standing;
        standing->time = (struct gs_distribution){0};
    }
    return good;
}

/* ---- all rows -------------------------------------------------------------------------------- */

enum gs_status gs_results_join_processes(struct gs_results *results, struct gs_error *error)
{
    size_t count = results->count, kept = 0;
    const struct gs_record **rows = gs_results_sorted(results);
    bool *gone = calloc(count + 1, sizeof *gone);
    bool good = rows != NULL && gone != NULL;
    for (size_t begin = 0, end; good && begin < count; begin = end) {
        for (end = begin + 1; end < count && gs_record_compare(rows[end], rows[begin]) == 0; end++)
            gone[rows[end] - results->records] = true;
        struct row row = {results->records, rows + begin, end - begin};
        good = row.count == 1 || join(&row);
    }
    for (size_t i = 0; good && i < count; i++) {
        if (!gone[i])
            results->records[kept++] = results->records[i];
    }
    if (good)
        results->count = kept;
    free(rows);
    free(gone);
    return good ? GS_OK : gs_out_of_memory(error);
}
