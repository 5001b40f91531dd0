/* Files of the teacher's: a line each, of words between blanks; lines that begin with # are left
 * out. */
#ifndef GS_CLASS_LINES_H
#define GS_CLASS_LINES_H

#include "status.h"

struct gs_line {
    const char *file;
    unsigned number; /* from 1 */
    char *rest;      /* what is not read of it yet */
};

/* Fails with the file and the line in front of what is wrong. */
typedef enum gs_status gs_line_reader(struct gs_line *line, void *context, struct gs_error *error);

/* Calls `read` for each line that is not empty, up to the first that fails. */
enum gs_status gs_lines_read(const char *file, gs_line_reader *read, void *context,
                             struct gs_error *error);

/* The next word, cut off the rest; "" behind the last. */
char *gs_line_word(struct gs_line *line);

/* What is left of the line, without blanks around it. */
char *gs_line_rest(struct gs_line *line);

/* The next word as a number of points, 0 or more. */
enum gs_status gs_line_points(struct gs_line *line, double *points, struct gs_error *error);

/* "FILE:LINE: " and the message, in printf form. */
enum gs_status gs_line_fail(const struct gs_line *line, struct gs_error *error, const char *format,
                            ...) __attribute__((format(printf, 3, 4)));

#endif
