/* What a student's source may not contain, and what a kernel may not call, by its text. */
#ifndef GS_SOURCE_RULES_H
#define GS_SOURCE_RULES_H

#include "source_text.h"

#include <jansson.h>

/*
 * What would reach past the exercise, or hide the code from the inspector: files by their path,
 * assembly, attributes, the runtime's own names. Remarks of the kind "not-allowed".
 */
void gs_source_check_rules(const struct gs_source *source, json_t *remarks);

/* Headers that it includes and that are on no list (headers.def) are remarks of that kind too; its
 * exercise's own is `header`. */
void gs_source_check_headers(const struct gs_source *source, const char *header, json_t *remarks);

/*
 * Of a source that compiles: calls between host and device that no compiler for a GPU takes, and
 * the simulator does, as errors of the kind "does-not-compile"; and what has no meaning on the
 * host, as warnings.
 */
void gs_source_check_calls(const struct gs_source *source, json_t *errors, json_t *warnings);

#endif
