/* What the lesson of a folder says: what would else come up only when it is used. */
#include "bring_parts.h"

#include "name_rules.h"
#include "numbers.h"
#include "occupancy.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct where {
    const struct gs_bring_folder *folder;
    struct gs_error *error;
};

/* The line is that in which the name, in its quotes, stands last: of two, the second. */
static unsigned line_of(const char *text, const char *name)
{
    char quoted[GS_BRING_NAME + 4];
    const char *found = NULL;
    if (name == NULL || snprintf(quoted, sizeof quoted, "\"%s\"", name) >= (int)sizeof quoted)
        return 1;
    for (const char *at = text; (at = strstr(at, quoted)) != NULL; at++)
        found = at;
    return found != NULL ? gs_bring_line_at(text, found) : 1;
}

__attribute__((format(printf, 3, 4))) static enum gs_status
wrong(const struct where *where, const char *name, const char *format, ...)
{
    char sentence[400];
    va_list args;
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    return gs_fail(where->error, GS_USAGE, "%.200s/lesson.c:%u: %s", where->folder->path,
                   line_of(where->folder->text, name), sentence);
}

/* ---- names ----------------------------------------------------------------------------------- */

static enum gs_status check_name(const struct where *where, const char *what, const char *name)
{
    if (name == NULL || name[0] == '\0')
        return wrong(where, NULL, "a %s has no name; write .name = \"...\"", what);
    if (strlen(name) >= GS_BRING_NAME || !gs_name_fits(GS_NAME_IN_LESSON, name))
        return wrong(where, name, "\"%.60s\" is no name for a %s: results carry it; take %s", name,
                     what, gs_name_rule(GS_NAME_IN_LESSON));
    return GS_OK;
}

static enum gs_status say_twice(const struct where *where, const char *what, const char *name)
{
    return wrong(where, name, "two %ss have the name \"%.60s\"; results could not tell them apart",
                 what, name);
}

/* ---- arrays ---------------------------------------------------------------------------------- */

static enum gs_status check_arrays(const struct gs_workload *w, const struct where *where)
{
    size_t results = 0;
    if (w->arrays == NULL || w->array_count == 0)
        return wrong(where, w->name, "the workload \"%s\" has no arrays", w->name);
    if (w->array_count > GS_MOST_ARRAYS)
        return wrong(where, w->name, "the workload \"%s\" has more than %d arrays", w->name,
                     GS_MOST_ARRAYS);
    for (size_t i = 0; i < w->array_count; i++) {
        const char *name = w->arrays[i].name;
        if (name == NULL || name[0] == '\0')
            return wrong(where, w->name, "array %zu of the workload \"%s\" has no name", i,
                         w->name);
        for (size_t k = 0; k < i; k++) {
            if (strcmp(w->arrays[k].name, name) == 0)
                return say_twice(where, "array", name);
        }
        results += w->arrays[i].role == GS_OUTPUT || w->arrays[i].role == GS_UPDATED;
    }
    if (results == 0)
        return wrong(where, w->name,
                     "no array of the workload \"%s\" is written; give one of them the role "
                     "GS_OUTPUT or GS_UPDATED",
                     w->name);
    return GS_OK;
}

/* ---- variants -------------------------------------------------------------------------------- */

static enum gs_status check_variant(const struct gs_workload *w, const struct gs_variant *v,
                                    const struct where *where)
{
    enum gs_status status = check_name(where, "variant", v->name);
    if (status != GS_OK)
        return status;
    if (v->run == NULL)
        return wrong(where, v->name, "the variant \"%s\" has no .run, the function that runs it",
                     v->name);
    if (v->about == NULL)
        return wrong(where, v->name,
                     "the variant \"%s\" has no .about, the line that says what it does", v->name);
    if ((v->flaw == GS_RACES || v->flaw == GS_FALLS_SHORT) && w->judge == NULL)
        return wrong(
            where, v->name,
            "the variant \"%s\" is wrong on purpose, and its workload has no .judge, which "
            "tells that from every other way to be wrong",
            v->name);
    return GS_OK;
}

static enum gs_status check_variants(const struct gs_workload *w, const struct where *where)
{
    if (w->variants == NULL || w->variant_count == 0)
        return wrong(where, w->name, "the workload \"%s\" has no variants", w->name);
    for (size_t i = 0; i < w->variant_count; i++) {
        enum gs_status status = check_variant(w, &w->variants[i], where);
        if (status != GS_OK)
            return status;
        for (size_t k = 0; k < i; k++) {
            if (strcmp(w->variants[k].name, w->variants[i].name) == 0)
                return say_twice(where, "variant", w->variants[i].name);
        }
    }
    return GS_OK;
}

/* ---- workloads ------------------------------------------------------------------------------- */

static enum gs_status check_list(const struct gs_workload *w, const char *field, const char *list,
                                 const struct where *where)
{
    struct gs_sizes sizes;
    struct gs_error why;
    if (list == NULL)
        return GS_OK;
    if (gs_sizes_parse(field, list, &sizes, &why) != GS_OK)
        return wrong(where, w->name, "the workload \"%s\": %.300s", w->name, why.text);
    gs_sizes_release(&sizes);
    return GS_OK;
}

static enum gs_status check_workload(const struct gs_workload *w, const struct where *where)
{
    enum gs_status status = check_name(where, "workload", w->name);
    if (status == GS_OK)
        status = check_arrays(w, where);
    if (status == GS_OK)
        status = check_variants(w, where);
    if (status == GS_OK)
        status = check_list(w, ".sizes", w->sizes, where);
    if (status == GS_OK)
        status = check_list(w, ".blocks", w->blocks, where);
    if (status != GS_OK)
        return status;
    if (!gs_bring_is_line(w->formula))
        return wrong(where, w->name,
                     "the workload \"%s\" has no .formula, the line that says what it computes, of "
                     "at most %d bytes",
                     w->name, (int)GS_BRING_LINE);
    if ((w->dtypes & GS_DTYPES_ALL) == 0 || (w->dtypes & ~(unsigned)GS_DTYPES_ALL) != 0)
        return wrong(where, w->name,
                     "the workload \"%s\": .dtypes is to name types, as in GS_DTYPE_BIT(GS_F32)",
                     w->name);
    if (w->sizes == NULL && w->case_count == 0)
        return wrong(where, w->name, "the workload \"%s\" has no .sizes, the n of a run", w->name);
    if ((w->block == 0 && w->case_count == 0) || w->block > GS_MOST_BLOCK_THREADS)
        return wrong(where, w->name,
                     "the workload \"%s\" has no .block, the threads a block, of 1 to %d", w->name,
                     (int)GS_MOST_BLOCK_THREADS);
    if (w->compare == NULL && w->answer == NULL && w->reference_variant == NULL)
        return wrong(where, w->name,
                     "the workload \"%s\" has no .compare or .answer, which say what is right",
                     w->name);
    return GS_OK;
}

enum gs_status gs_bring_check_lesson(const struct gs_lesson *lesson,
                                     const struct gs_bring_folder *folder, struct gs_error *error)
{
    const struct where where = {folder, error};
    if (lesson->workloads == NULL || lesson->workload_count == 0)
        return wrong(&where, NULL, "gs_lesson_%s has no workloads", folder->name);
    if (!gs_bring_is_line(lesson->title))
        return wrong(&where, NULL,
                     "gs_lesson_%s has no .title, the line above its tables, of at most %d bytes",
                     folder->name, (int)GS_BRING_LINE);
    for (size_t i = 0; i < lesson->workload_count; i++) {
        enum gs_status status = check_workload(&lesson->workloads[i], &where);
        if (status != GS_OK)
            return status;
        for (size_t k = 0; k < i; k++) {
            if (strcmp(lesson->workloads[k].name, lesson->workloads[i].name) == 0)
                return say_twice(&where, "workload", lesson->workloads[i].name);
        }
    }
    return GS_OK;
}
