#include "check_target.h"

#include "data_course.h"
#include "install_paths.h"
#include "suggest.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- exercises of data ----------------------------------------------------------------------- */

static bool has_file(const char *folder, const char *file)
{
    char path[4200];
    return (size_t)snprintf(path, sizeof path, "%s/%s", folder, file) < sizeof path &&
           access(path, F_OK) == 0;
}

static bool describes_exercise(const char *folder)
{
    return has_file(folder, GS_EXERCISE_TOML);
}

static enum gs_status take_folder(struct gs_check_target *target, const char *folder,
                                  struct gs_error *error)
{
    (void)snprintf(target->folder, sizeof target->folder, "%s", folder);
    for (size_t end = strlen(target->folder); end > 1 && target->folder[end - 1] == '/'; end--)
        target->folder[end - 1] = '\0';
    enum gs_status status = gs_data_exercise_load(target->folder, &target->data, error);
    if (status != GS_OK)
        return status;
    const struct gs_lesson_exercises *lesson = gs_data_exercise_lesson(target->data);
    target->place = (struct gs_course_place){lesson, lesson->exercises[0], 1};
    return GS_OK;
}

/* Takes the last part off a path. */
static void to_parent(char *path, size_t size)
{
    char *slash = strrchr(path, '/');
    if (slash == NULL)
        (void)snprintf(path, size, ".");
    else
        slash[slash == path] = '\0';
}

/* The folder that a file's exercise is described in: its own, or the one above of an exercise's own
 * right answers and mutants. */
static bool folder_of_file(const char *file, char *folder, size_t size)
{
    if ((size_t)snprintf(folder, size, "%s", file) >= size)
        return false;
    to_parent(folder, size);
    const char *slash = strrchr(folder, '/'), *last = slash != NULL ? slash + 1 : folder;
    if (!describes_exercise(folder) && (strcmp(last, "right") == 0 || strcmp(last, "mutants") == 0))
        to_parent(folder, size);
    return describes_exercise(folder);
}

void gs_check_target_parent(const struct gs_check_target *target, char *path, size_t size)
{
    const char *slash = strrchr(target->folder, '/');
    const char *last = slash != NULL ? slash + 1 : target->folder;
    bool named = strcmp(last, ".") != 0 && strcmp(last, "..") != 0;
    (void)snprintf(path, size, "%s",
                   named ? target->folder : gs_data_exercise_folder(target->data));
    to_parent(path, size);
}

void gs_check_target_release(struct gs_check_target *target)
{
    gs_data_exercise_release(target->data);
    target->data = NULL;
}

/* ---- exercises of the course ----------------------------------------------------------------- */

/* "3.q1" */
static bool find_question(struct gs_check_target *out, const char *target)
{
    for (const struct gs_lesson_exercises *l = gs_course(); l->folder != NULL; l++) {
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
    for (const struct gs_lesson_exercises *l = gs_course(); l->folder != NULL; l++) {
        if (strcmp(l->slug, word) == 0) {
            out->place = (struct gs_course_place){.lesson = l};
            return true;
        }
    }
    return false;
}

/* Neither an exercise nor a lesson: the one that is meant, where that can be told, and where all of
 * them are listed. */
static enum gs_status fail_unknown(const char *word, struct gs_error *error)
{
    enum { MOST_NAMES = 128 };
    const char *names[MOST_NAMES];
    size_t count = 0;
    for (const struct gs_lesson_exercises *l = gs_course(); l->folder != NULL; l++) {
        for (unsigned i = 0; l->exercises[i] != NULL && count < MOST_NAMES; i++)
            names[count++] = l->exercises[i]->name;
        if (count < MOST_NAMES)
            names[count++] = l->slug;
    }
    const char *nearest = gs_nearest(word, names, count);
    return gs_fail(error, GS_USAGE,
                   "check: \"%.100s\" is no exercise and no lesson%s%s%s; `%s check` lists all of "
                   "them",
                   word, nearest != NULL ? "; did you mean \"" : "", nearest != NULL ? nearest : "",
                   nearest != NULL ? "\"?" : "", gs_called());
}

enum gs_status gs_check_target_find(const char *word, struct gs_check_target *target,
                                    struct gs_error *error)
{
    struct gs_course_place *place = &target->place;
    *target = (struct gs_check_target){0};
    if (describes_exercise(word))
        return take_folder(target, word, error);
    if (has_file(word, GS_COURSE_TOML))
        return gs_fail(error, GS_USAGE,
                       "check: %.300s is a course, and one exercise is checked at a time; name the "
                       "folder of one in it",
                       word);
    if (strchr(word, '/') != NULL)
        return gs_fail(error, GS_USAGE,
                       "check: %.300s is the folder of no exercise: there is no %s in it", word,
                       GS_EXERCISE_TOML);
    if (find_question(target, word))
        return GS_OK;
    for (const struct gs_lesson_exercises *l = gs_course(); l->folder != NULL; l++) {
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
    if (status == GS_OK)
        return status;
    if (!find_slug(&lesson, word))
        return word[0] >= '0' && word[0] <= '9' ? status : fail_unknown(word, error);
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
    char name[256], folder[4096];
    *target = (struct gs_check_target){0};
    if (folder_of_file(file, folder, sizeof folder))
        return take_folder(target, folder, error);
    snprintf(name, sizeof name, "%.*s", (int)strcspn(base, "."), base);
    return gs_exercise_find(name, &target->place.lesson, &target->place.exercise,
                            &target->place.number, error);
}
