/* What a student reads: marks, hints, the list of the course. */
#ifndef GS_SHOW_CHECK_H
#define GS_SHOW_CHECK_H

#include "course.h"
#include "status.h"
#include "workbook.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

struct gs_show {
    FILE *out;
    bool colour;
    bool utf8;
    unsigned width; /* columns */
    bool watching;  /* keys are named, not commands */
    /* How the exercise is named on the command line, where its number does not do; or NULL. */
    const char *typed;
};

/* As `out` can take it: colour on a terminal alone, and not with NO_COLOR; the terminal's width,
 * else 80; signs beyond ASCII where the locale has them. */
struct gs_show gs_show_to(FILE *out);

/* Marks as gs_judge() makes them (judge.h); path is the student's file, as they would type it. */
void gs_show_marks(const struct gs_show *show, const json_t *marks, const char *path);

/* "3.1 vecadd: Guard the end of the array", a line. */
void gs_show_place(const struct gs_show *show, const struct gs_course_place *place);

/* Hints 1 to level of an exercise ("3.1 vecadd"), or of a question. */
void gs_show_hints(const struct gs_show *show, const struct gs_course_place *place, unsigned level);
void gs_show_question_hints(const struct gs_show *show, const struct gs_lesson_exercises *lesson,
                            const struct gs_question *question, unsigned level);

/* What of a lesson was not checked: the exercises from index `first` on, and its questions. */
void gs_show_unchecked(const struct gs_show *show, const struct gs_lesson_exercises *lesson,
                       unsigned first);

/* All exercises of the course, which passed, which is next (lesson NULL: none is); behind them the
 * bar, and the end where all passed. */
void gs_show_list(const struct gs_show *show, const struct gs_lesson_exercises *course,
                  const struct gs_workbook *book, struct gs_course_place next);

/* [#####-----] 7/24 */
void gs_show_bar(const struct gs_show *show, unsigned passed, unsigned total);

/* The whole course passed. */
void gs_show_end(const struct gs_show *show);

/* The reference solution: its path, and its text. */
enum gs_status gs_show_solution(const struct gs_show *show, const struct gs_course_place *place,
                                struct gs_error *error);

/* One paragraph, broken at the width: `first` columns stand on its first line already, further
 * lines are indented. Controls are left out, so that no text of a student's drives the terminal. */
void gs_show_paragraph(const struct gs_show *show, const char *text, unsigned first,
                       unsigned indent);

#endif
