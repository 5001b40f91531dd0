/*
 * What a student works on: copies of the stubs in ./exercises, and the file that remembers which of
 * them passed, exercises/progress.json. Nothing that a student wrote is ever overwritten.
 */
#ifndef GS_WORKBOOK_H
#define GS_WORKBOOK_H

#include "course.h"
#include "status.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define GS_WORKBOOK_FOLDER "exercises"

struct gs_workbook {
    char folder[1024];
    json_t *progress; /* as it was last read or written; reached through the functions below */
    FILE *out;        /* where it says, in a line each, which files it made or put aside */
};

/*
 * Reads the progress file of the folder; neither need exist, and none is made before there is
 * something to keep. A damaged file is put aside, and the work goes on with an empty one. Close the
 * workbook in any case.
 */
enum gs_status gs_workbook_open(struct gs_workbook *book, const char *folder, FILE *out,
                                struct gs_error *error);
void gs_workbook_close(struct gs_workbook *book);

/*
 * Makes the lesson's folder and what is missing in it: stubs, headers, questions.txt. A header that
 * is not as the course has it is put back, and the old one kept.
 */
enum gs_status gs_workbook_prepare(struct gs_workbook *book,
                                   const struct gs_lesson_exercises *lesson,
                                   struct gs_error *error);

/* Makes .vscode/tasks.json in the workbook's folder, which must exist, where there is none.
 */
enum gs_status gs_workbook_add_tasks(struct gs_workbook *book, struct gs_error *error);

/* "exercises/03_vecadd/vecadd.cu"; it need not exist. */
void gs_workbook_path(const struct gs_workbook *book, const struct gs_lesson_exercises *lesson,
                      const struct gs_exercise *exercise, char *path, size_t size);
/* Whether `file` is that file. */
bool gs_workbook_has(const struct gs_workbook *book, const struct gs_lesson_exercises *lesson,
                     const struct gs_exercise *exercise, const char *file);
/* "exercises/03_vecadd/questions.txt" */
void gs_workbook_questions_path(const struct gs_workbook *book,
                                const struct gs_lesson_exercises *lesson, char *path, size_t size);

/* Puts the stub back; the student's file is kept as vecadd.cu.1.bak, or the next free number. The
 * exercise counts as not passed after it. */
enum gs_status gs_workbook_reset(struct gs_workbook *book, const struct gs_lesson_exercises *lesson,
                                 const struct gs_exercise *exercise, struct gs_error *error);

/*
 * Progress, by name: of an exercise its own ("vecadd"), of a question gs_question_label().
 * Passed means that its last check passed.
 */
enum gs_status gs_workbook_mark(struct gs_workbook *book, const char *name, bool passed,
                                double score, uint64_t seed, struct gs_error *error);
bool gs_workbook_passed(const struct gs_workbook *book, const char *name);

/* Counts a hint that is asked for; *level is the one to show: 1, 2, 3, and 3 from then on. */
enum gs_status gs_workbook_hint(struct gs_workbook *book, const char *name, unsigned *level,
                                struct gs_error *error);
/* Hints that were asked for so far. */
unsigned gs_workbook_hints(const struct gs_workbook *book, const char *name);

/* How far the student is: exercises of the course (a list that ends with lesson 0), and how many of
 * them passed. Questions are not counted. */
void gs_workbook_count(const struct gs_workbook *book, const struct gs_lesson_exercises *course,
                       unsigned *passed, unsigned *total);

/* A place in the course. */
struct gs_course_place {
    const struct gs_lesson_exercises *lesson; /* NULL: there is none */
    const struct gs_exercise *exercise;
    unsigned number; /* of the exercise in its lesson, from 1 */
};

/* The first exercise behind `from` that has not passed, going on at the course's start behind its
 * end, `from` itself last; from.lesson NULL: from the start. None where all passed. */
struct gs_course_place gs_workbook_next(const struct gs_workbook *book,
                                        const struct gs_lesson_exercises *course,
                                        struct gs_course_place from);

#endif
