/* What a GPU might still be at work on: what the host has given to streams, and how much of it the
 * host has waited for. Here all is done when its call returns; on a GPU it need not be. */
#ifndef SIMT_PENDING_H
#define SIMT_PENDING_H

#include "devices.h"
#include "stream.h"

#include <stdint.h>

/* Of more streams, or more events, some are taken for one or forgotten: then more counts as waited
 * for, and never less. */
enum {
    SIMT_PENDING_STREAMS = 32,
    SIMT_PENDING_SLOTS = 64,    /* the others are of branches of graphs */
    SIMT_PENDING_EVENTS = 1024, /* of the program's own, */
    SIMT_PENDING_EXECS = 256    /* and of graphs that can be launched */
};

/* A point in the work of all slots, each of which has one piece after the other: how many pieces of
 * each come before it. */
struct simt_point {
    uint64_t pieces[SIMT_PENDING_SLOTS];
};

/* A node of a graph that is launched: where it is in the work of all. */
struct simt_branch {
    unsigned slot;
    struct simt_point point;
};

/* Zeros: nothing was given to any stream. */
struct simt_pending {
    struct simt_point streams[SIMT_PENDING_SLOTS]; /* what is done where a slot has ended */
    struct simt_point waited;                      /* the host has */
    bool is_blocking[SIMT_PENDING_STREAMS];        /* has work, and waits for the default stream */
    int devices[SIMT_PENDING_STREAMS];             /* of those that have work */
    unsigned defaults[SIMT_MOST_DEVICES]; /* slots of default streams; 0: of the first device, of
                                           * others that it has no work */
    struct {
        unsigned number; /* of the event; 0: free */
        struct simt_point point;
    } events[SIMT_PENDING_EVENTS + SIMT_PENDING_EXECS];
};

/* The number of an event that each launch of a graph records; events of the program's own have
 * smaller ones. */
static inline unsigned simt_pending_event_of_exec(unsigned exec)
{
    return 1U << 31 | exec;
}

void simt_pending_submit(struct simt_pending *all, struct simt_stream_name stream);

void simt_pending_wait_all(struct simt_pending *all);
void simt_pending_wait_device(struct simt_pending *all, int device);
void simt_pending_wait_stream(struct simt_pending *all, struct simt_stream_name stream);
void simt_pending_wait_event(struct simt_pending *all, unsigned event);

/* What comes before the next piece of the stream; and the host waits for that. */
struct simt_point simt_pending_end(struct simt_pending *all, struct simt_stream_name stream);
void simt_pending_wait_point(struct simt_pending *all, const struct simt_point *point);

void simt_pending_record(struct simt_pending *all, unsigned event, struct simt_stream_name stream);
void simt_pending_stream_waits(struct simt_pending *all, struct simt_stream_name stream,
                               unsigned event);

/* The last piece of work that the stream was given. */
struct simt_piece {
    unsigned slot;
    uint64_t number;
};
struct simt_piece simt_pending_last(const struct simt_pending *all, struct simt_stream_name stream);

/* The piece may not be done when the last piece of the stream begins. */
bool simt_pending_unordered(const struct simt_pending *all, struct simt_piece piece,
                            struct simt_stream_name stream);

/* Another stream has a piece that may not be done when all of this one is. */
bool simt_pending_outlives(const struct simt_pending *all, struct simt_stream_name stream);

/* The host has waited for it. */
bool simt_pending_done(const struct simt_pending *all, struct simt_piece piece);

/* What came before the event may not be done. */
bool simt_pending_event(const struct simt_pending *all, unsigned event);

/* Something may not be done that the event does not come after. */
bool simt_pending_beside(const struct simt_pending *all, unsigned event);

/* Anything may not be done. */
bool simt_pending_any(const struct simt_pending *all);

/* ---- branches of graphs ---- */

/* The next piece of the stream comes after the point as well. */
void simt_pending_goes_on(struct simt_pending *all, struct simt_stream_name stream,
                          const struct simt_point *point);

void simt_point_join(struct simt_point *to, const struct simt_point *point);

/* A node begins, with its point set: finds its slot. What it does from now on is given to a stream
 * whose name has the branch. */
void simt_pending_enter(const struct simt_pending *all, struct simt_branch *branch);

#endif
