/*
 * The process that a run's points run in. A kernel may take the whole process with it: a crash, an
 * error that sticks to the device, a launch that never ends. The run itself lives on, says what
 * happened, and starts the next worker behind that point.
 */
#ifndef GS_WORKER_PROCESS_H
#define GS_WORKER_PROCESS_H

#include "status.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* What a worker tells, each with a payload of its own. */
enum gs_message_kind {
    GS_MESSAGE_OPENED,   /* the device, if there is one: a struct gs_device_facts, or nothing */
    GS_MESSAGE_LIMITS,   /* what this machine can reach: a struct gs_machine_limits */
    GS_MESSAGE_BEGUN,    /* a point, or what all points of its group need; no payload */
    GS_MESSAGE_FINISHED, /* a pass over a point: its line of the journal */
    GS_MESSAGE_FAILED,   /* the worker cannot go on: the message */
    GS_MESSAGE_DONE,     /* nothing is left to do */
};

struct gs_message {
    enum gs_message_kind kind;
    size_t point;     /* index in the plan, of the point begun or finished */
    bool pinned;      /* its pass with page-locked arrays */
    bool preparing;   /* what has begun is the arrays of the point's group */
    bool right;       /* of a point finished: it may go on to that pass */
    bool lost;        /* the device is lost: this worker ends here */
    double sampled_s; /* wall time that its samples took */
    size_t bytes;     /* of the payload */
};

struct gs_worker {
    pid_t pid;
    int messages; /* the supervisor reads here what the worker tells */
    int answers;  /* and answers here */
};

/* The worker's ends of the same pipes. */
struct gs_supervisor {
    int messages, answers;
};

/*
 * Runs work(context, supervisor) in a child process, which then exits, and dies with its parent.
 * The calling process must have neither threads nor a CUDA context yet: neither survives a fork.
 */
enum gs_status gs_worker_start(struct gs_worker *worker,
                               void (*work)(void *context, const struct gs_supervisor *supervisor),
                               void *context, struct gs_error *error);

/*
 * Tells the supervisor and, where wait is set, waits for its answer, so that what it does with the
 * message disturbs no measurement. False: stop.
 */
bool gs_supervisor_tell(const struct gs_supervisor *supervisor, const struct gs_message *message,
                        const void *payload, bool wait);

bool gs_supervisor_receive(const struct gs_supervisor *supervisor, void *data, size_t bytes);

/* How listening ended. */
enum gs_heard {
    GS_WORKER_SPOKE,  /* a message; *payload is malloc()ed, ends with a 0 byte, and is the caller's
                       */
    GS_WORKER_SILENT, /* nothing within the time */
    GS_WORKER_ENDED,  /* the worker is gone without a last word */
    GS_LISTENING_INTERRUPTED,
};

enum gs_heard gs_worker_listen(const struct gs_worker *worker, double seconds,
                               struct gs_message *message, char **payload);

/* Answers a message that the worker waits behind. */
void gs_worker_answer(const struct gs_worker *worker, bool go_on);

/* Data that the worker asks for by gs_supervisor_receive(), behind an answer; false where it is
 * gone.
 */
bool gs_worker_send(const struct gs_worker *worker, const void *data, size_t bytes);

/*
 * Waits until the worker has ended, after killing it where `kill_it` is set. how: "was killed by
 * signal 11 (Segmentation fault)", "ended with exit status 1".
 */
void gs_worker_end(struct gs_worker *worker, bool kill_it, char how[static 128]);

#endif
