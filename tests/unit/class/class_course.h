/* A course of two lessons for the tests of the class grader, and a folder of their own for each. */
#ifndef GS_TEST_CLASS_COURSE_H
#define GS_TEST_CLASS_COURSE_H

#include "test.h"
#include "test_folder.h"

#include "class.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct gs_exercise vecadd = {.name = "vecadd", .title = "Guard the end"};
static const struct gs_exercise hypotenuse = {.name = "hypot", .title = "Roots & <squares>"};
static const struct gs_exercise tree = {.name = "tree", .title = "A tree"};
static const struct gs_exercise *const first_exercises[] = {&vecadd, &hypotenuse, NULL};
static const struct gs_question first_questions[] = {{.name = "blocks", .text = "How many?"}, {0}};
static const struct gs_exercise *const second_exercises[] = {&tree, NULL};
static const struct gs_question no_questions[] = {{0}};

static const struct gs_lesson_exercises two_lessons[] = {
    {3, "03_vecadd", first_exercises, first_questions, "vecadd"},
    {6, "06_tree_reduction", second_exercises, no_questions, "tree_reduction"},
    {0},
};

const struct gs_lesson_exercises *gs_course(void)
{
    return two_lessons;
}

enum gs_status gs_exercise_find(const char *name, const struct gs_lesson_exercises **lesson,
                                const struct gs_exercise **exercise, unsigned *number,
                                struct gs_error *error)
{
    for (const struct gs_lesson_exercises *l = gs_course(); l->lesson != 0; l++) {
        for (unsigned i = 0; l->exercises[i] != NULL; i++) {
            char label[16];
            snprintf(label, sizeof label, "%u.%u", l->lesson, i + 1);
            if (strcmp(name, l->exercises[i]->name) != 0 && strcmp(name, label) != 0)
                continue;
            *lesson = l;
            *exercise = l->exercises[i];
            *number = i + 1;
            return GS_OK;
        }
    }
    return gs_fail(error, GS_USAGE, "unknown exercise \"%s\"", name);
}

/* The stub of an exercise is stub/NAME.cu, where a test makes one. */
enum gs_status gs_exercise_file(const struct gs_lesson_exercises *lesson, const char *file,
                                struct gs_exercise_path *path, struct gs_error *error)
{
    (void)lesson;
    snprintf(path->text, sizeof path->text, "stub/%s", file);
    return access(path->text, R_OK) == 0 ? GS_OK : gs_fail(error, GS_USAGE, "no %s", file);
}

static inline void put(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    if (file == NULL)
        fail_msg("cannot write %s", path);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* The text of a file; free() it. */
static inline char *get(const char *path)
{
    char *text = NULL;
    size_t room = 0;
    FILE *file = fopen(path, "r");
    if (file == NULL)
        fail_msg("cannot read %s", path);
    assert_true(getdelim(&text, &room, '\0', file) > 0);
    fclose(file);
    return text;
}

/* Every test runs in an empty folder of its own. */
static inline int enter(void **state)
{
    char folder[] = "class_test.XXXXXX";
    if (mkdtemp(folder) == NULL || chdir(folder) != 0)
        return -1;
    *state = strdup(folder);
    return *state == NULL;
}

static inline int leave(void **state)
{
    int failed = chdir("..") != 0 || gs_test_remove_folder(*state) != 0;
    free(*state);
    return failed;
}

#endif
