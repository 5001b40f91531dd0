/* Ends kernels that make no progress: a thread that waits in a loop for another, which on this
 * simulator does not run meanwhile, would wait for ever. */
#ifndef SIMT_WATCHDOG_H
#define SIMT_WATCHDOG_H

#include <stdbool.h>
#include <stdint.h>

struct simt_worker;

/* From now on no block may use more CPU time than SIMT_TIMEOUT seconds (60 unless that variable
 * says otherwise; 0: no limit) on the calling OS thread, whose worker this is; one that does fails
 * its grid with cudaErrorLaunchTimeout. Without a timer, kernels run unwatched. */
void simt_watchdog_start(struct simt_worker *worker);
void simt_watchdog_stop(struct simt_worker *worker);

/* Whether the kernel can be left for good where a signal met it: in the program's own code, but not
 * in a library, which may hold a lock (printf() and malloc() do). */
bool simt_watchdog_in_program(uintptr_t at);

/* ---- in a signal handler, with its context ---- */

/* Where the signal met the program; as good as any where that is not known. */
uintptr_t simt_watchdog_met(const void *context);

/* Fails the lockstep grid that runs on this OS thread, as after `seconds` of its timeout, and does
 * not come back. Comes back where none runs, or where it cannot be left: in a library. */
void simt_watchdog_end(const void *context, double seconds);

#endif
