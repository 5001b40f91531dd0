/* The report: what is known of its sources. */
#include "report_parts.h"

#include "registry.h"

#include <string.h>

const json_t *gs_report_fact(const struct gs_report_source *source, const char *name)
{
    return json_object_get(json_object_get(source->results.context, "gridstride"), name);
}

const char *gs_report_text(const json_t *value, const char *otherwise)
{
    return json_is_string(value) ? json_string_value(value) : otherwise;
}

const char *gs_report_gpu(const struct gs_report_source *source)
{
    const json_t *device = gs_report_fact(source, "device");
    if (json_is_true(json_object_get(device, "simulated")))
        return NULL;
    return gs_report_text(json_object_get(device, "name"), NULL);
}

bool gs_report_has(const struct gs_report_source *source, const char *workload)
{
    struct gs_query query = {.workload = workload, .any_grid = true};
    return gs_query_first(&source->results, &query) != NULL;
}

static size_t add_once(const char **names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(names[i], name) == 0)
            return count;
    }
    if (count < GS_MOST_KEYS)
        names[count++] = name;
    return count;
}

size_t gs_report_workloads(const struct gs_report *report, unsigned lesson,
                           const char *out[static GS_MOST_KEYS])
{
    size_t count = 0;
    for (size_t i = 0; i < report->count; i++) {
        const char *names[GS_MOST_KEYS];
        struct gs_query all = {.any_grid = true};
        if (report->sources[i].lesson != lesson)
            continue;
        size_t here = gs_query_texts(&report->sources[i].results, &all, gs_workload_of, names);
        for (size_t k = 0; k < here; k++)
            count = add_once(out, count, names[k]);
    }
    return count;
}

const struct gs_record *gs_report_best(const struct gs_results *results,
                                       const struct gs_query *query)
{
    const struct gs_record *best = NULL;
    for (size_t i = 0; i < results->count; i++) {
        const struct gs_record *record = &results->records[i];
        double time_s = record->time.median_s;
        if (gs_query_matches(query, record) && record->verdict == GS_RIGHT &&
            record->time.count > 0 && time_s > 0 && (best == NULL || time_s < best->time.median_s))
            best = record;
    }
    return best;
}

const struct gs_lesson *gs_report_known(unsigned number)
{
    char name[16];
    const struct gs_lesson *lesson = NULL;
    struct gs_error ignored = {0};
    snprintf(name, sizeof name, "%u", number);
    return gs_lesson_find(name, &lesson, &ignored) == GS_OK ? lesson : NULL;
}

unsigned gs_report_next_lesson(const struct gs_report *report, unsigned after)
{
    unsigned next = 0;
    for (size_t i = 0; i < report->count; i++) {
        unsigned lesson = report->sources[i].lesson;
        if (lesson > after && (next == 0 || lesson < next))
            next = lesson;
    }
    return next;
}

const struct gs_report_source *gs_report_beside(const struct gs_report *report,
                                                const struct gs_report_source *peers)
{
    for (size_t i = 0; i < report->count; i++) {
        const struct gs_report_source *source = &report->sources[i];
        if (source->machine == peers->machine && source->lesson == peers->lesson && !source->peers)
            return source;
    }
    return NULL;
}
