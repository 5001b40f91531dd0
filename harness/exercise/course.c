/* The one list of exercises: made of the lessons' own. */
#include "course.h"

#include "data_exercise.h"
#include "install_paths.h"
#include "suggest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <unistd.h>

#define GS_LESSON(number, slug, simulation)                                                        \
    extern const struct gs_exercise *const gs_exercises_##slug[];                                  \
    extern const struct gs_question gs_questions_##slug[];
#include "lessons.def"
#undef GS_LESSON

static const struct gs_lesson_exercises lessons[] = {
#define GS_LESSON(number, slug, simulation)                                                        \
    {number, (number) < 10 ? "0" #number "_" #slug : #number "_" #slug, gs_exercises_##slug,       \
     gs_questions_##slug, #slug},
#include "lessons.def"
#undef GS_LESSON
    {.folder = NULL},
};

enum { MOST_NAMES = 64 };

/* ---- those of data --------------------------------------------------------------------------- */

enum { LESSONS = sizeof lessons / sizeof lessons[0], MOST_OF_LESSON = 32 };

static struct gs_lesson_exercises course[LESSONS];
static const struct gs_exercise *lists[LESSONS][MOST_OF_LESSON + 1];

/* Its text is part of the program: one that is wrong is a mistake of ours. */
static const struct gs_exercise *read_own(const struct gs_exercise *exercise)
{
    struct gs_data_exercise *data = NULL;
    struct gs_error error;
    if (exercise->toml == NULL)
        return exercise;
    if (gs_data_exercise_own(exercise->name, exercise->toml, exercise->toml_bytes, &data, &error) !=
        GS_OK) {
        fprintf(stderr, "gridstride: %s\n", error.text);
        abort();
    }
    return gs_data_exercise_lesson(data)->exercises[0];
}

static void read_course(void)
{
    for (size_t l = 0; l < LESSONS; l++) {
        course[l] = lessons[l];
        for (size_t i = 0; lessons[l].folder != NULL && i < MOST_OF_LESSON; i++) {
            if (lessons[l].exercises[i] == NULL)
                break;
            lists[l][i] = read_own(lessons[l].exercises[i]);
        }
        course[l].exercises = lists[l];
    }
}

const struct gs_lesson_exercises *gs_course(void)
{
    static once_flag once = ONCE_FLAG_INIT;
    call_once(&once, read_course);
    return course;
}

/* ---- finding one ----------------------------------------------------------------------------- */

/* The lesson of a number like "0.9"; NULL: it is none. */
static const struct gs_lesson_exercises *lesson_of_number(const char *name)
{
    for (const struct gs_lesson_exercises *l = gs_course(); l->folder != NULL; l++) {
        char begin[16];
        int length = snprintf(begin, sizeof begin, "%u.", l->lesson);
        if (strncmp(name, begin, (size_t)length) == 0)
            return l;
    }
    return NULL;
}

static enum gs_status no_such(const char *name, struct gs_error *error)
{
    const char *names[MOST_NAMES];
    size_t count = 0;
    unsigned last = 0;
    const struct gs_lesson_exercises *lesson = lesson_of_number(name);
    if (lesson != NULL) {
        while (lesson->exercises[count] != NULL)
            count++;
        return gs_fail(error, GS_USAGE, "unknown exercise \"%.64s\"; lesson %u has %u.1 to %u.%zu",
                       name, lesson->lesson, lesson->lesson, lesson->lesson, count);
    }
    for (const struct gs_lesson_exercises *l = gs_course(); l->folder != NULL; l++) {
        last = l->lesson;
        for (const struct gs_exercise *const *e = l->exercises; *e != NULL; e++) {
            if (count < MOST_NAMES)
                names[count++] = (*e)->name;
        }
    }
    if (name[0] >= '0' && name[0] <= '9')
        return gs_fail(error, GS_USAGE, "unknown exercise \"%.64s\"; there are lessons %u to %u",
                       name, gs_course()[0].lesson, last);
    return gs_unknown(error, "exercise", name, names, count);
}

enum gs_status gs_exercise_find(const char *name, const struct gs_lesson_exercises **lesson,
                                const struct gs_exercise **exercise, unsigned *number,
                                struct gs_error *error)
{
    for (*lesson = gs_course(); (*lesson)->folder != NULL; (*lesson)++) {
        for (*number = 1; (*lesson)->exercises[*number - 1] != NULL; (*number)++) {
            char place[32];
            *exercise = (*lesson)->exercises[*number - 1];
            snprintf(place, sizeof place, "%u.%u", (*lesson)->lesson, *number);
            if (strcmp(name, place) == 0 || strcmp(name, (*exercise)->name) == 0)
                return GS_OK;
        }
    }
    return no_such(name, error);
}

const struct gs_exercise *gs_assessed_exercise(unsigned number)
{
    for (const struct gs_lesson_exercises *l = gs_course(); l->folder != NULL; l++) {
        for (const struct gs_exercise *const *e = l->exercises; *e != NULL; e++) {
            if ((*e)->assessment != NULL && (*e)->assessment->number == number)
                return *e;
        }
    }
    return NULL;
}

enum gs_status gs_exercise_file(const struct gs_lesson_exercises *lesson, const char *file,
                                struct gs_exercise_path *path, struct gs_error *error)
{
    char relative[256];
    snprintf(relative, sizeof relative, "lessons/%s/exercises/%s", lesson->folder, file);
    if (gs_path_of_shared(relative, path->text, sizeof path->text) && access(path->text, R_OK) == 0)
        return GS_OK;
    return gs_fail(error, GS_USAGE,
                   "cannot find %s of this build; build or install gridstride again", relative);
}
