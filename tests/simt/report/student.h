/* What the harness of report_test calls, one function a case, and what they may call of it. */
#ifndef REPORT_STUDENT_H
#define REPORT_STUDENT_H

#include <stddef.h>

#if defined(__cplusplus)
extern "C" {
#endif

/* `c`: 100 floats of the device that the harness has allocated; `host`: 100 of its own; `pinned`:
 * 100 that are page-locked. */
typedef void student_function(float *c, float *host, float *pinned);

student_function past_the_end, wraps_from_the_middle, past_the_end_of_pinned, one_thread_loops,
    asks_for_all, copies_much, clocks, clocks_of_streams, clocks_of_events, conflicts,
    too_large_a_block, too_long_a_copy, aborts, follows_null, recurses, leaves, endless_kernel,
    endless_host, endless_launches, asks_for_ever, waits_for_ever, kernels_launch, launches_graphs,
    misses_a_barrier, misses_two_barriers, many_launches, does_nothing;

/* Notes whether the device may be at work. */
void look_at_clock(void);

#if defined(__cplusplus)
}
#endif

#endif
