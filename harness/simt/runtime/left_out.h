/* Threads that do nothing, so that it is seen whether their work reaches a result (label.h). */
#ifndef SIMT_LEFT_OUT_H
#define SIMT_LEFT_OUT_H

#include "grid.h"
#include "worker.h"

/* Whether any are left out at all. */
bool simt_leaves_out(void);

/* Whether a block of the grid, by its linear index, is left out. */
bool simt_leaves_out_block(const struct simt_grid *grid, uint64_t block);

/* Whether a thread of a block of so many threads is left out, by its linear index; never all. */
bool simt_leaves_out_thread(unsigned thread, unsigned block_size);

#endif
