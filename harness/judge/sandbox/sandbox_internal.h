/* What the parts of the sandbox share: sandbox.c prepares, sandbox_keeper.c runs. */
#ifndef GS_SANDBOX_INTERNAL_H
#define GS_SANDBOX_INTERNAL_H

#include "sandbox.h"

#include <linux/filter.h>
#include <stdint.h>
#include <sys/types.h>

/* ---- what to start --------------------------------------------------------------------------- */

enum { GS_FILTER_ROOM = 128 };

/* All that a start needs, made before the fork: behind it nothing is allocated for it. */
struct gs_start {
    const struct gs_confined *confined;
    char **argv; /* with bubblewrap's in front */
    size_t argc;
    bool no_memory;
    uid_t uid;   /* whom it runs as, a user of its own; 0: as the caller */
    int *places; /* what becomes descriptor 0, 1, ... */
    int place_count;
    int null_file;
    struct sock_filter filter[GS_FILTER_ROOM];
    unsigned short filter_count;
    int filter_file; /* the same, as bubblewrap reads it; -1: not made */
};

/* Adds one argument, in printf form. */
void gs_start_add_argument(struct gs_start *start, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Bubblewrap's arguments, up to and without the program's. */
enum gs_status gs_bubblewrap_arguments(struct gs_start *start, struct gs_error *error);

/*
 * The kernel's limit on processes: while nobody looks, one that forks without end would take all
 * that the machine has. It is above the limit itself, so that who reaches that is seen.
 */
static inline unsigned gs_most_processes(const struct gs_confined *confined)
{
    return 2 * confined->limits.processes + 16;
}

/* Where bubblewrap finds the filter and where it tells how it went: behind those of the program. */
static inline int gs_filter_place(const struct gs_confined *confined)
{
    return 3 + (int)confined->descriptor_count;
}
static inline int gs_status_place(const struct gs_confined *confined)
{
    return 4 + (int)confined->descriptor_count;
}

/*
 * System calls that are refused in every sandbox: new namespaces, memory that belongs to no
 * process and so cannot be counted, sessions of their own, other networks than sockets of files,
 * other processes' memory. 0: this processor's are not known.
 */
unsigned short gs_filter_make(struct sock_filter filter[GS_FILTER_ROOM]);

/* In the child: from here on it finds nothing but the system, what it may read, and its folder.
 * True where the kernel has no such thing. */
bool gs_landlock_confine(const struct gs_confined *confined);

/* Removes what that user left in the folders that all may write to. */
void gs_leavings_remove(uid_t uid);

/* ---- the keeper ------------------------------------------------------------------------------ */

enum gs_keeper_step {
    GS_KEEPER_RAN,
    GS_KEEPER_INTERRUPTED,
    GS_KEEPER_PREPARE, /* could not: number is errno */
    GS_KEEPER_FOLDER,
    GS_KEEPER_EXEC,
    GS_KEEPER_BUBBLEWRAP, /* it wrote why to the output */
};

/* What the keeper tells. */
struct gs_kept {
    enum gs_keeper_step step;
    int number;
    enum gs_ending ending;
    bool by_wall;
    int status; /* as of waitpid() */
    double wall_s, cpu_s;
};

/*
 * In a process of its own, the child of `caller`: starts it, watches it, ends all that is left of
 * it. That process, and not the caller, adopts what loses its parent: no setting of the caller
 * changes, and what the caller's other threads start cannot be taken for the student's.
 */
struct gs_kept gs_keep(struct gs_start *start, pid_t caller);

/* In the keeper's child: becomes the program. Where it cannot, errno goes into the pipe `reason`.
 */
void gs_become_program(const struct gs_start *start, pid_t keeper, int reason)
    __attribute__((noreturn));

/* ---- processes ------------------------------------------------------------------------------- */

struct gs_process_tree {
    unsigned tasks; /* processes, each with its threads */
    size_t memory_bytes;
};

/* Of all that descends from the process; stops counting above the limit of tasks (0: none). False:
 * the system does not tell. */
bool gs_process_tree_measure(pid_t pid, unsigned most_tasks, struct gs_process_tree *tree);

/* Kills the children of a process, and the groups that they lead; none of them is waited for. */
void gs_process_tree_kill_children(pid_t pid);

#endif
