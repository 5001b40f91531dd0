/* What is said of a source: a sentence, the line, its text. See submission.h for the form. */
#ifndef GS_REMARK_H
#define GS_REMARK_H

#include "source_text.h"

#include <jansson.h>

/*
 * Adds one: kind and line (0: none) are facts, then comes the sentence (printf form). Not a second
 * one of the same kind and line, and no more than a reader can bear. Bytes that are no text become
 * '?'.
 */
void gs_remark_add(json_t *remarks, const char *kind, const struct gs_source *source, unsigned line,
                   const char *detail, const char *format, ...)
    __attribute__((format(printf, 6, 7)));

/* Whether gs_remark_add() adds one of that kind and line. Who looks up more for its sentence asks
 * first: a file may give reasons for one at each of its 500000 words. */
bool gs_remark_is_wanted(const json_t *remarks, const char *kind, unsigned line);

/* What an exercise does not allow is said in one form. */
#define GS_NOT_ALLOWED "not-allowed"

#endif
