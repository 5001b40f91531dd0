/* The report: what is known of its sources. */
#include "report_parts.h"

#include <string.h>

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

const struct gs_report_source *gs_report_first(const struct gs_report *report, unsigned lesson)
{
    for (size_t i = 0; i < report->count; i++) {
        if (report->sources[i].lesson == lesson)
            return &report->sources[i];
    }
    return NULL;
}

const struct gs_results *gs_report_words(const struct gs_report *report, unsigned lesson)
{
    const struct gs_results *first = NULL;
    for (size_t i = 0; i < report->count; i++) {
        const struct gs_results *results = &report->sources[i].results;
        if (report->sources[i].lesson != lesson)
            continue;
        if (gs_results_fact(results, "workloads") != NULL)
            return results;
        first = first != NULL ? first : results;
    }
    return first;
}

int gs_report_next_lesson(const struct gs_report *report, int after)
{
    int next = GS_NO_LESSON;
    for (size_t i = 0; i < report->count; i++) {
        int lesson = (int)report->sources[i].lesson;
        if (lesson > after && (next == GS_NO_LESSON || lesson < next))
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
