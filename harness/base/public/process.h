/* Programs that are started and waited for. */
#ifndef GS_PROCESS_H
#define GS_PROCESS_H

#include "status.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct gs_process {
    char *const *argv;                    /* argv[0] is looked for in PATH where it has no slash */
    const char *input, *output, *errors;  /* files in the place of ours; NULL: ours */
    bool own_group;                       /* Ctrl-C at the terminal ends us and not it */
    bool ends_with_us;                    /* it is killed where we end first */
    void (*prepare)(const void *context); /* what else is to be set in it, or NULL */
    const void *context;
};

/* Fails where the program cannot be started; errno says why. */
enum gs_status gs_process_start(const struct gs_process *process, pid_t *pid,
                                struct gs_error *error);

/* Waits for a child; one that has not ended within limit_s, if that is over 0, is killed. True: it
 * was killed so. *status is that of waitpid(). */
bool gs_process_wait(pid_t pid, double limit_s, int *status);

/*
 * Of span_s seconds that have just gone by, those that count as a process's own: while it wants a
 * processor that others have, its time stands still. *cpu_s is the processor time that it had at
 * the last call, 0 before the first one, and is kept up. Where the system does not tell, all count.
 */
double gs_process_own_s(pid_t pid, double span_s, double *cpu_s);

/* Both of them; what did not start has no *status. */
enum gs_status gs_process_run(const struct gs_process *process, int *status,
                              struct gs_error *error);

/* "ended with exit status 3", "was killed by signal 9 (Killed)" */
void gs_process_how(int status, char *text, size_t size);

#endif
