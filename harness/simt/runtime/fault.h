/* Faults of kernels: they stop the grid and leave an error that sticks. */
#ifndef SIMT_FAULT_H
#define SIMT_FAULT_H

#include <simt/runtime.h>

struct simt_grid;
struct simt_worker;

/* Ends the grid from inside a kernel: notes the error and a line that says which launch, block and
 * thread, and why; the first fault of a grid counts. */
void simt_fault(cudaError_t error, const char *format, ...)
    __attribute__((noreturn, format(printf, 2, 3)));

/* Notes that the grid cannot run for want of memory for its threads, which the text says. */
extern const char simt_no_stacks[];
void simt_fault_no_memory(struct simt_grid *grid);

/* Notes that the current block has used that much CPU time without coming to an end; `at` is where
 * in the program's code that was noticed. Safe in a signal handler. */
void simt_fault_timeout(struct simt_grid *grid, double seconds, const void *at);

/* Catches SIGSEGV, SIGBUS, SIGFPE and SIGILL while a kernel runs; outside kernels they go where
 * they went before. */
void simt_fault_catch_signals(void);

/* Notes the fault that the signal handler saw on this worker, if any. */
void simt_fault_from_signal(struct simt_worker *worker);

#endif
