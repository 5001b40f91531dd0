/* A student's source as the grader reads it, without the preprocessor between: simt-cc's lexer and
 * translator in this process, and what they write read by the judge. */
#ifndef GS_FUZZ_STUDENT_SOURCE_H
#define GS_FUZZ_STUDENT_SOURCE_H

#include "source_text.h"

#include <stddef.h>

/* A copy with a 0 byte behind it; free() it. */
char *gs_fuzz_text(const void *data, size_t size);

/* Of `text`, which stays the caller's. The lexer and the translator may refuse it, in words.
 * Release the source in any case. */
struct gs_source gs_fuzz_source(const char *text, size_t length);

#endif
