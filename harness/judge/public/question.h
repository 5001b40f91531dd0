/* Questions of a lesson, answered in a file: "blocks = 65537". */
#ifndef GS_QUESTION_H
#define GS_QUESTION_H

#include "course.h"

#include <jansson.h>

/* "3.blocks": names of questions are a lesson's own. */
struct gs_question_label {
    char text[80];
};
struct gs_question_label gs_question_label(const struct gs_lesson_exercises *lesson,
                                           const struct gs_question *question);

/*
 * The marks of a question, from the text of a file of answers (NULL: there is none): as in judge.h,
 * with "exercise" "3.q1", "name" "3.blocks", one test, and "verdict" "skipped", with full score 0
 * of 0, where the right answer cannot be told on this machine. The caller's.
 */
json_t *gs_question_judge(const struct gs_lesson_exercises *lesson,
                          const struct gs_question *question, unsigned number, const char *answers);

#endif
