/* Why two threads come to one element, as the index in the source tells it. */
#ifndef GS_EXPLAIN_MEET_H
#define GS_EXPLAIN_MEET_H

#include "explain_race.h"

/* Of two threads of different blocks that write to one element: the index is not made of the
 * number of the block, or each block comes to all elements. False: neither is so. */
bool gs_say_blocks_meet(const struct gs_telling *t);

/* Of two threads that write the same value to one element of an array that has more elements where
 * there is more work: which line makes the same index for both, and its values. False: one thread
 * may be enough for that element, as where a block, or a warp, makes it together. */
bool gs_say_index_meets(const struct gs_telling *t);

#endif
