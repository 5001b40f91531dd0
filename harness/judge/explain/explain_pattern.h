/* What wrong values have in common: no cause, but what was seen. */
#ifndef GS_EXPLAIN_PATTERN_H
#define GS_EXPLAIN_PATTERN_H

#include "exercise.h"

/*
 * Whole sentences on what all wrong elements hold, and where they stand, as "All that are wrong are
 * 0." Each holds for all wrong elements of the array; "" where nothing does, or there are too few
 * to show a pattern.
 */
void gs_tell_pattern(const struct gs_wrong *wrong, char *words, size_t size);

#endif
