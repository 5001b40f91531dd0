#include "registry.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GS_LESSON(number, slug, simulation) extern const struct gs_lesson gs_lesson_##slug;
#include "lessons.def"
#undef GS_LESSON

static const struct gs_lesson *const lessons[] = {
#define GS_LESSON(number, slug, simulation) &gs_lesson_##slug,
#include "lessons.def"
#undef GS_LESSON
};

enum { LONGEST_NAME = 63, MOST_NAMES = 64 };

size_t gs_lesson_count(void)
{
    return GS_COUNT(lessons);
}

const struct gs_lesson *gs_lesson_at(size_t index)
{
    return lessons[index];
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Levenshtein distance, one row of the table at a time. */
static size_t edit_distance(const char *a, const char *b)
{
    size_t row[LONGEST_NAME + 1];
    size_t columns = least(strlen(b), LONGEST_NAME);
    for (size_t j = 0; j <= columns; j++)
        row[j] = j;
    for (size_t i = 1; a[i - 1] != '\0'; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= columns; j++) {
            size_t replace = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = least(replace, 1 + least(row[j], row[j - 1]));
        }
    }
    return row[columns];
}

const char *gs_nearest(const char *name, const char *const *candidates, size_t count)
{
    const char *nearest = NULL;
    size_t best = strlen(name) / 2 + 1; /* further than this is a guess, not a typing error */
    for (size_t i = 0; i < count; i++) {
        size_t distance = edit_distance(name, candidates[i]);
        if (distance <= best && (nearest == NULL || distance < best)) {
            best = distance;
            nearest = candidates[i];
        }
    }
    return nearest;
}

enum gs_status gs_unknown(struct gs_error *error, const char *kind, const char *name,
                          const char *const *candidates, size_t count)
{
    char list[256] = "";
    for (size_t i = 0, used = 0; i < count && used < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "",
                                 candidates[i]);
    const char *nearest = gs_nearest(name, candidates, count);
    if (nearest == NULL)
        return gs_fail(error, GS_USAGE, "unknown %s \"%s\"; there are: %s", kind, name, list);
    return gs_fail(error, GS_USAGE, "unknown %s \"%s\"; did you mean \"%s\"? There are: %s", kind,
                   name, nearest, list);
}

enum gs_status gs_lesson_find(const char *name, const struct gs_lesson **out,
                              struct gs_error *error)
{
    char *end;
    unsigned long number = strtoul(name, &end, 10);
    bool is_number = end != name && *end == '\0';
    const char *slugs[MOST_NAMES];
    for (size_t i = 0; i < GS_COUNT(lessons); i++) {
        slugs[i] = lessons[i]->slug;
        if ((is_number && number == lessons[i]->number) || strcmp(name, slugs[i]) == 0) {
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
