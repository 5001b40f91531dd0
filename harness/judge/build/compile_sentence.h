/* A compiler's message in one plain sentence. */
#ifndef GS_COMPILE_SENTENCE_H
#define GS_COMPILE_SENTENCE_H

#include "compile_diagnostic.h"
#include "compile_message.h"

/* *line, the line that it is about, may move to where the mistake is. */
void gs_compile_say_error(const struct gs_compiled *compiled, const struct gs_diagnostic *error,
                          unsigned *line, char *sentence, size_t size);

/* Returns its rank: what explains most has the lowest. An empty sentence is no matter here. */
unsigned gs_compile_say_warning(const struct gs_compiled *compiled,
                                const struct gs_diagnostic *warning, char *sentence, size_t size);

/* Whether a warning of that rank can be there in a program that is right, as one of a variable that
 * is not used. */
bool gs_compile_is_aside(unsigned rank);

/* Whether it says that a variable is, or may be, read before it is set. */
bool gs_compile_is_unset(const struct gs_diagnostic *warning);

#endif
