/*
 * Processes that run a student's code, or a compiler on it: without a network, with a read-only
 * system, a folder of their own, and limits.
 */
#ifndef GS_SANDBOX_H
#define GS_SANDBOX_H

#include "status.h"

#include <stdbool.h>
#include <stddef.h>

enum gs_sandbox {
    GS_SANDBOX_LIMITS,     /* limits alone: one's own code, on one's own machine */
    GS_SANDBOX_BUBBLEWRAP, /* namespaces of its own */
    GS_SANDBOX_USER,       /* as another user (nobody); needs root */
};

/* The strictest that works here, found by trying it. Where that is not bubblewrap, *warning says
 * in one line what is missing, what that means, and what to install; else it is empty. */
enum gs_sandbox gs_sandbox_best(char *warning, size_t size);

struct gs_limits {
    double wall_s, cpu_s;
    size_t memory_bytes; /* of all its processes together */
    size_t file_bytes;   /* largest file, and most output */
    unsigned processes;
};

/* A process to be started in a sandbox. */
struct gs_confined {
    enum gs_sandbox sandbox;
    char *const *argv;        /* argv[0]: an absolute path */
    char *const *environment; /* all of it: "NAME=value", NULL behind the last */
    const char *folder;       /* its working directory, and all it can write to; an absolute path,
                               * the same inside. NULL: there is none */
    const char *const *readable; /* what it may read beside the system (/usr and its like): absolute
                                  * paths, NULL behind the last; symbolic links are followed */
    const int *descriptors;      /* become 3, 4, ... there */
    size_t descriptor_count;
    int output; /* its stdout and stderr; < 0: /dev/null */
    struct gs_limits limits;
};

enum gs_ending {
    GS_ENDED,       /* by itself: status */
    GS_KILLED,      /* by a signal: status */
    GS_OUT_OF_TIME, /* and was killed, with all that it had started */
    GS_OUT_OF_MEMORY,
    GS_TOO_MUCH_OUTPUT,
};

struct gs_confined_outcome {
    enum gs_ending ending;
    int status; /* exit status, or signal */
    double wall_s;
    char how[160]; /* "did not end within 10 s and was stopped" */
};

/* Waits for it to end; nothing that it started is left. Fails only where it could not be started. */
enum gs_status gs_confined_run(const struct gs_confined *confined,
                               struct gs_confined_outcome *outcome, struct gs_error *error);

#endif
