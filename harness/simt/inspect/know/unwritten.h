/* Reads of memory that nothing has written so far. That alone does not say what is wrong: if
 * another thread writes it later in the same launch, and nothing orders the two, then the read was
 * early and the mistake is the race. So such reads wait here until it is clear. */
#ifndef SIMT_INSPECT_UNWRITTEN_H
#define SIMT_INSPECT_UNWRITTEN_H

#include "finding.h"
#include "order.h"
#include "types.h"

/* Notes a finding about a read that the running thread is about to make `now`; is_shared: of its
 * block's shared memory. Some of many of one site are kept. */
void simt_unwritten_note(const struct simt_finding *finding, const struct simt_access *access,
                         struct simt_moment now, bool is_shared);

/* Anything is noted that a write could decide. */
bool simt_unwritten_any(void);

/* A thread is about to write: decides what was noted about these bytes. */
void simt_unwritten_written(const struct simt_access *access, const struct simt_order_block *block,
                            unsigned thread, const struct simt_launch_info *launch);

/* What nobody has written by the end of the block, if it is the block's own shared memory, or of
 * the launch, is reported. */
void simt_unwritten_block_ends(uint64_t block, const struct simt_launch_info *launch);
void simt_unwritten_launch_ends(const struct simt_launch_info *launch);

#endif
