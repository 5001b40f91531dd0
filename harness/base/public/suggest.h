/* What was meant by a name that is not known. */
#ifndef GS_SUGGEST_H
#define GS_SUGGEST_H

#include "status.h"

#include <stddef.h>

/*
 * The candidate nearest to name by edit distance, or NULL where none is near enough to be what
 * was meant. Candidates are borrowed.
 */
const char *gs_nearest(const char *name, const char *const *candidates, size_t count);

/* Fails with: unknown KIND "name"; did you mean "nearest"? There are: all of them. */
enum gs_status gs_unknown(struct gs_error *error, const char *kind, const char *name,
                          const char *const *candidates, size_t count);

#endif
