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
    GS_SANDBOX_BUBBLEWRAP, /* namespaces of its own: sees nothing but what it is given */
    GS_SANDBOX_USER,       /* as a user of its own; sees what everyone may read; needs root */
};

/* As data has it: "none", "bubblewrap", "user". */
const char *gs_sandbox_name(enum gs_sandbox sandbox);

/* The strictest that works here, found by trying it. Where that is not bubblewrap, *warning says
 * in one line what is missing, what that means, and what to install; else it is empty. */
enum gs_sandbox gs_sandbox_best(char *warning, size_t size);

/*
 * Whether programs in the sandbox may read all of these (absolute paths, NULL behind the last; of a
 * folder all that is in it), found by trying it. As root they run as another user, whom the mode of
 * a folder may keep out.
 */
bool gs_sandbox_reads(enum gs_sandbox sandbox, const char *const *paths);

/* 0: no limit. */
struct gs_confined_limits {
    double wall_s;
    double cpu_s;        /* of one process, rounded up to whole seconds */
    size_t memory_bytes; /* of all its processes together, resident, looked at every few
                          * milliseconds; in bubblewrap /tmp holds up to a quarter of it more. What
                          * is reserved and never touched does not count, up to 16 times as much */
    size_t file_bytes;   /* largest file, and most output */
    unsigned processes;  /* at a time, each thread of theirs counted; bubblewrap takes 3 of them */
};

/* A process to be started in a sandbox. */
struct gs_confined {
    enum gs_sandbox sandbox;
    char *const *argv; /* argv[0]: an absolute path */
    char *const
        *environment;   /* all of it: "NAME=value", NULL behind the last; bubblewrap adds PWD */
    const char *folder; /* its working directory, and all it can write to but /tmp; an absolute
                         * path, the same inside. NULL: there is none, and it is / or /tmp */
    const char *const *readable; /* what it may read beside the system (/usr and its like): absolute
                                  * paths, NULL behind the last; one that is a symbolic link stands
                                  * for what it leads to, but links below it for themselves. A
                                  * device (/dev/nvidia0) may be used. NULL: nothing */
    const char *const *hidden;   /* folders inside of these, or of the system, that it must not see;
                                  * NULL: none. Bubblewrap alone can hide them */
    const int *descriptors;      /* become 3, 4, ... there; all others are closed */
    size_t descriptor_count;
    int output; /* its stdout and stderr, a file or memfd; < 0: /dev/null */
    struct gs_confined_limits limits;
};

enum gs_ending {
    GS_ENDED,       /* by itself: status. In bubblewrap none is over 128: see GS_KILLED */
    GS_KILLED,      /* by a signal: status. In bubblewrap also by exit(128 + signal) */
    GS_OUT_OF_TIME, /* and was killed, with all that it had started */
    GS_OUT_OF_MEMORY,
    GS_TOO_MUCH_OUTPUT,
    GS_TOO_MANY_PROCESSES,
};

struct gs_confined_outcome {
    enum gs_ending ending;
    int status; /* exit status, or signal */
    double wall_s;
    double cpu_s;  /* of all its processes together */
    char how[160]; /* "did not end within 10 s and was stopped" */
};

/*
 * Waits for it to end; nothing that it started is left, not even where this process is killed
 * meanwhile. Fails where it could not be started, and with GS_INTERRUPTED on Ctrl-C. The caller may
 * have threads.
 *
 * As root, the folder and what is in it belong to another user while it runs. What it leaves there
 * may be anything: links (open with O_NOFOLLOW), pipes, folders that their owner may not enter.
 */
enum gs_status gs_confined_run(const struct gs_confined *confined,
                               struct gs_confined_outcome *outcome, struct gs_error *error);

#endif
