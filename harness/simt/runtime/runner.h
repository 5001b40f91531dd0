/* OS threads that launch kernels for the host where there are several devices: as on GPUs, the host
 * then goes on while a kernel waits for what another one, or the host itself, has yet to do. */
#ifndef SIMT_RUNNER_H
#define SIMT_RUNNER_H

#include <stdbool.h>

struct simt_runner;

enum simt_run { SIMT_RUN_REFUSED, SIMT_RUN_OVER, SIMT_RUN_GOES_ON };

/* Calls the function on a thread of its own, and comes back when it has returned, or when
 * simt_runner_release() says that it goes on without the caller. Refused: there is no thread for
 * it, and nothing was done. */
enum simt_run simt_runner_run(void (*function)(void *), void *data);

/* The one whose thread this is; null: it is none's. */
struct simt_runner *simt_runner_current(void);

/* Lets its caller go on, who may have done so already. From any thread, while the function runs. */
void simt_runner_release(struct simt_runner *runner);

/* In a process that fork() made: there are none any more. */
void simt_runner_forget_all(void);

#endif
