/* Ends kernels that make no progress: a thread that waits in a loop for another, which on this
 * simulator does not run meanwhile, would wait for ever. */
#ifndef SIMT_WATCHDOG_H
#define SIMT_WATCHDOG_H

struct simt_worker;

/* From now on no block may use more CPU time than SIMT_TIMEOUT seconds (60 unless that variable
 * says otherwise; 0: no limit) on the calling OS thread, whose worker this is; one that does fails
 * its grid with cudaErrorLaunchTimeout. Without a timer, kernels run unwatched. */
void simt_watchdog_start(struct simt_worker *worker);
void simt_watchdog_stop(struct simt_worker *worker);

#endif
