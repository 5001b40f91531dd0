/* What the parts of a page for students share. */
#ifndef GS_SHOW_PARTS_H
#define GS_SHOW_PARTS_H

#include "json_get.h"
#include "show_check.h"

enum gs_colour {
    GS_BOLD = 1,
    GS_FAINT = 2,
    GS_RED = 31,
    GS_GREEN = 32,
    GS_YELLOW = 33,
    GS_CYAN = 36,
};

void gs_show_colour(const struct gs_show *show, enum gs_colour colour);
void gs_show_plain(const struct gs_show *show);

/* Writes one line, or part of it, without its controls; returns the columns that it took. */
unsigned gs_show_put(const struct gs_show *show, const char *text, size_t length);

/* Writes a test's name behind that of the test `before` (NULL: it is the first): "n = 0", then
 * ", 1", or "; rows = 3". Both have "size" and "gpu" of marks (judge.h). */
void gs_show_join_name(FILE *out, const char *name, const json_t *before, const json_t *test);

/* What the student's program printed (judge.h), more of it for that test. */
void gs_show_output(const struct gs_show *show, const json_t *output, const char *test);

/* A matrix before the call and after it (judge.h); NULL: there is none. */
void gs_show_matrix(const struct gs_show *show, const json_t *matrix);

#endif
