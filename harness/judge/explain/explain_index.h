/* What the index of an access shows, computed of the source for the threads that were seen. */
#ifndef GS_EXPLAIN_INDEX_H
#define GS_EXPLAIN_INDEX_H

#include "explain_race.h"

/* Of a finding: an index past the end of its row, threads past the end that take the last element,
 * a shift that leaves nothing. Each is computed for the thread that was seen. False: none is. */
bool gs_say_computed_index(const struct gs_telling *t);

/* Of a finding in shared memory: `k / 32` and `k % 34`, of which the kernel makes row and column.
 * False: there is nothing such. */
bool gs_say_two_divisors(const struct gs_telling *t);

/* A shift by as many bits as a number has, or more, that some thread of a block of the launch
 * makes: kind, line, and `words` with the shift behind them. False: none does. */
bool gs_say_shift_too_far(const struct gs_source *source, const struct gs_exercise *exercise,
                          const struct gs_shape *shape, const json_t *launch, const char *words,
                          struct gs_saying *out);

#endif
