/* What a check says of lines, for other programs. */
#ifndef GS_TOLD_MARKS_H
#define GS_TOLD_MARKS_H

#include <jansson.h>
#include <stdbool.h>

/* Adds to a list (told.h) what marks (judge.h) say; path is the student's file, as it was typed.
 * False: no memory. */
bool gs_told_add_marks(json_t *told, const json_t *marks, const char *path);

#endif
