/* Slips of the pen that compile, and that no compiler speaks of, found in a source's tokens. */
#ifndef GS_SOURCE_SLIPS_H
#define GS_SOURCE_SLIPS_H

#include "source_text.h"

#include <jansson.h>

/*
 * Adds remarks of the kind "warning": `=+` for `+=`; a loop whose `;` is all that it does, before a
 * block; a statement that is indented as if it belonged to the `if` above; a division of whole
 * numbers that drops its remainder, as 1 / 2. (Of a source that simt-cc has translated g++ says
 * nothing about indentation.)
 */
void gs_source_check_slips(const struct gs_source *source, json_t *warnings);

#endif
