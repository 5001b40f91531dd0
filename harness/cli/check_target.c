#include "check_target.h"

#include "install_paths.h"

#include <stdio.h>
#include <string.h>

/* "3.q1" */
static bool find_question(struct gs_check_target *out, const char *target)
{
    for (const struct gs_lesson_exercises *l = gs_course; l->folder != NULL; l++) {
        out->question_number = 1;
        for (const struct gs_question *q = l->questions; q->name != NULL; q++) {
            char place[32];
            snprintf(place, sizeof place, "%u.q%u", l->lesson, out->question_number);
            if (strcmp(target, place) == 0) {
                out->place.lesson = l;
                out->question = q;
                return true;
            }
            out->question_number++;
        }
    }
    return false;
}

/* The name of a lesson without its number: an exercise of that name comes first. */
static bool find_slug(struct gs_check_target *out, const char *word)
{
    for (const struct gs_lesson_exercises *l = gs_course; l->folder != NULL; l++) {
        const char *slug = strchr(l->folder, '_');
        if (slug != NULL && strcmp(slug + 1, word) == 0) {
            out->place = (struct gs_course_place){.lesson = l};
            return true;
        }
    }
    return false;
}

enum gs_status gs_check_target_find(const char *word, struct gs_check_target *target,
                                    struct gs_error *error)
{
    struct gs_course_place *place = &target->place;
    *target = (struct gs_check_target){0};
    if (find_question(target, word))
        return GS_OK;
    for (const struct gs_lesson_exercises *l = gs_course; l->folder != NULL; l++) {
        char number[16];
        snprintf(number, sizeof number, "%u", l->lesson);
        if (strcmp(word, number) == 0 || strcmp(word, l->folder) == 0) {
            *place = (struct gs_course_place){.lesson = l};
            return GS_OK;
        }
    }
    struct gs_check_target lesson = {0};
    enum gs_status status =
        gs_exercise_find(word, &place->lesson, &place->exercise, &place->number, error);
    if (status == GS_OK || !find_slug(&lesson, word))
        return status;
    *target = lesson;
    return GS_OK;
}

enum gs_status gs_check_target_by_file(struct gs_check_target *target, const char *file,
                                       struct gs_error *error)
{
    struct gs_course_place *place = &target->place;
    const char *slash = strrchr(file, '/');
    const char *base = slash != NULL ? slash + 1 : file;
    for (unsigned i = 0; place->lesson->exercises[i] != NULL; i++) {
        const struct gs_exercise *exercise = place->lesson->exercises[i];
        size_t length = strlen(exercise->name);
        if (strncmp(base, exercise->name, length) == 0 && strcmp(base + length, ".cu") == 0) {
            place->exercise = exercise;
            place->number = i + 1;
            return GS_OK;
        }
    }
    return gs_fail(error, GS_USAGE,
                   "check: \"%.200s\" has the name of none of lesson %u's exercises; name the "
                   "exercise instead of the lesson, as in: %s check %u.1 %.200s",
                   base, place->lesson->lesson, gs_called(), place->lesson->lesson, file);
}

enum gs_status gs_check_target_of_file(const char *file, struct gs_check_target *target,
                                       struct gs_error *error)
{
    const char *slash = strrchr(file, '/'), *base = slash != NULL ? slash + 1 : file;
    char name[256];
    *target = (struct gs_check_target){0};
    snprintf(name, sizeof name, "%.*s", (int)strcspn(base, "."), base);
    return gs_exercise_find(name, &target->place.lesson, &target->place.exercise,
                            &target->place.number, error);
}
