/* What a file says of its run, held against the rules of names before anything is done with it. */
#ifndef GS_CONTEXT_CHECK_H
#define GS_CONTEXT_CHECK_H

#include "status.h"

#include <jansson.h>

/* The most that a result or a journal has. */
enum { GS_MOST_RESULT = 1 << 30 };

/*
 * Names that become paths or stand in tables are as name_rules.h says; all other text is made fit
 * to be shown. The error begins with the file and the line, and says where in the context it is;
 * `text` is the file's.
 */
enum gs_status gs_context_check(json_t *context, const char *path, const char *text,
                                struct gs_error *error);

#endif
