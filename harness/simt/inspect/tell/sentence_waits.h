/* Words for threads that wait for each other, and for what does not end. Each function writes the
 * sentence of a finding whose kind and why are known. */
#ifndef SIMT_INSPECT_SENTENCE_WAITS_H
#define SIMT_INSPECT_SENTENCE_WAITS_H

#include "finding.h"

/* Of syncwarp-mask: the lane that calls, with which mask, and the lane that it lacks. */
struct simt_mask_facts {
    unsigned lane, other;
    uint32_t mask;
    bool other_ended; /* it has returned from the kernel, or never was */
};
void simt_say_mask(struct simt_finding *finding, const struct simt_mask_facts *facts);

/* Of barrier-divergence. */
void simt_say_divergence(struct simt_finding *finding);

/* Threads of a block that stand in one line. */
struct simt_standing {
    const void *site;
    enum { SIMT_STANDS_RUNNING, SIMT_STANDS_AT_BARRIER, SIMT_STANDS_IN_WARP } how;
    unsigned threads, first;
};

/* A kernel was stopped while threads of a block stood there (count 0: in no line), and so many
 * blocks had not begun. */
void simt_say_endless_kernel(struct simt_finding *finding, double seconds,
                             const struct simt_standing *standings, unsigned count,
                             uint64_t blocks_waiting);

/* A program was stopped in host code, or (launch not null) in one of many launches. */
void simt_say_endless_host(struct simt_finding *finding, double seconds,
                           const struct simt_launch_info *launch);

/* The same of one that did nothing for so many seconds. */
void simt_say_waiting_host(struct simt_finding *finding, int seconds,
                           const struct simt_launch_info *launch);

#endif
