#include "registry.h"

#include "suggest.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define GS_LESSON(number, slug, simulation) extern const struct gs_lesson gs_lesson_##slug;
#include "lessons.def"
#undef GS_LESSON

static const struct gs_lesson *const lessons[] = {
#define GS_LESSON(number, slug, simulation) &gs_lesson_##slug,
#include "lessons.def"
#undef GS_LESSON
};

enum { MOST_NAMES = 64 };

size_t gs_lesson_count(void)
{
    return GS_COUNT(lessons);
}

const struct gs_lesson *gs_lesson_at(size_t index)
{
    return lessons[index];
}

enum gs_status gs_lesson_find(const char *name, const struct gs_lesson **out,
                              struct gs_error *error)
{
    bool is_number = name[0] != '\0' && name[strspn(name, "0123456789")] == '\0';
    const char *slugs[MOST_NAMES];
    for (size_t i = 0; i < GS_COUNT(lessons); i++) {
        char decimal[16]; /* nothing else is the number: not "00", nor "-0" */
        snprintf(decimal, sizeof decimal, "%u", lessons[i]->number);
        slugs[i] = lessons[i]->slug;
        if (strcmp(name, decimal) == 0 || strcmp(name, slugs[i]) == 0) {
            *out = lessons[i];
            return GS_OK;
        }
    }
    if (!is_number)
        return gs_unknown(error, "lesson", name, slugs, GS_COUNT(lessons));
    char list[256] = "";
    for (size_t i = 0, used = 0; i < GS_COUNT(lessons) && used < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%u (%s)", i > 0 ? ", " : "",
                                 lessons[i]->number, slugs[i]);
    return gs_fail(error, GS_USAGE, "unknown lesson %s; there are: %s", name, list);
}

enum gs_status gs_workload_find(const struct gs_lesson *lesson, const char *name,
                                const struct gs_workload **out, struct gs_error *error)
{
    const char *names[MOST_NAMES];
    for (size_t i = 0; i < lesson->workload_count; i++) {
        names[i] = lesson->workloads[i].name;
        if (strcmp(name, names[i]) == 0) {
            *out = &lesson->workloads[i];
            return GS_OK;
        }
    }
    return gs_unknown(error, "workload", name, names, lesson->workload_count);
}

enum gs_status gs_variant_find(const struct gs_workload *workload, const char *name,
                               const struct gs_variant **out, struct gs_error *error)
{
    const char *names[MOST_NAMES];
    for (size_t i = 0; i < workload->variant_count; i++) {
        names[i] = workload->variants[i].name;
        if (strcmp(name, names[i]) == 0) {
            *out = &workload->variants[i];
            return GS_OK;
        }
    }
    return gs_unknown(error, "variant", name, names, workload->variant_count);
}
