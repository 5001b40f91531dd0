/* What a student reads, as text. */
#ifndef GS_CLASS_FEEDBACK_H
#define GS_CLASS_FEEDBACK_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* Of one exercise: what is wrong, the tests, what it costs. */
void gs_feedback_write_exercise(FILE *out, const json_t *marks);

/* What a terminal would obey becomes "?": students choose some of the words. */
void gs_feedback_plain(char *text);

/* feedback.txt: all of them. content: what marks.json holds. */
bool gs_feedback_write(FILE *out, const void *content);

#endif
