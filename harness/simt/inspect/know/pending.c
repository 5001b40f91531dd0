#include "pending.h"

/* Of more streams, or more events, some are taken for one or forgotten: then more counts as waited
 * for, and never less. */
enum { slots = 32, kept_events = 1024 };

/* A point in the work of all streams: how many pieces of each come before it. */
struct point {
    uint64_t pieces[slots];
};

static struct point streams[slots]; /* what is done where the stream has done all of its own */
static struct point waited;         /* the host has */
static bool is_blocking[slots];     /* the stream has work, and waits for the default stream */
static struct {
    unsigned number; /* of the event; 0: free */
    struct point point;
} events[kept_events];

static unsigned slot_of(struct simt_stream_name stream)
{
    return stream.number < slots ? stream.number : slots - 1;
}

/* `to` comes after `point`, too. */
static void join(struct point *to, const struct point *point)
{
    for (unsigned i = 0; i < slots; i++)
        if (to->pieces[i] < point->pieces[i])
            to->pieces[i] = point->pieces[i];
}

/* The end of a stream as it is now, with what the default stream's rules put before it. */
static struct point *end_of(struct simt_stream_name stream)
{
    unsigned slot = slot_of(stream);

    if (slot == 0) {
        for (unsigned i = 1; i < slots; i++)
            if (is_blocking[i])
                join(&streams[0], &streams[i]);
    } else if (stream.is_blocking) {
        is_blocking[slot] = true;
        join(&streams[slot], &streams[0]);
    }
    return &streams[slot];
}

void simt_pending_submit(struct simt_stream_name stream)
{
    end_of(stream)->pieces[slot_of(stream)]++;
}

struct simt_piece simt_pending_last(struct simt_stream_name stream)
{
    unsigned slot = slot_of(stream);

    return (struct simt_piece){slot, streams[slot].pieces[slot]};
}

bool simt_pending_unordered(struct simt_piece piece, struct simt_stream_name stream)
{
    return piece.number > waited.pieces[piece.slot] &&
           piece.number > streams[slot_of(stream)].pieces[piece.slot];
}

void simt_pending_wait_device(void)
{
    for (unsigned i = 0; i < slots; i++)
        join(&waited, &streams[i]);
}

void simt_pending_wait_stream(struct simt_stream_name stream)
{
    join(&waited, end_of(stream));
}

/* After what the event comes after: of one that was never recorded, nothing; of one that may be
 * forgotten, all. */
static void join_event(struct point *to, unsigned event)
{
    unsigned number = events[event % kept_events].number;

    if (number == event)
        join(to, &events[event % kept_events].point);
    for (unsigned i = 0; number && number != event && i < slots; i++)
        join(to, &streams[i]);
}

void simt_pending_wait_event(unsigned event)
{
    join_event(&waited, event);
}

void simt_pending_record(unsigned event, struct simt_stream_name stream)
{
    events[event % kept_events].number = event;
    events[event % kept_events].point = *end_of(stream);
}

void simt_pending_stream_waits(struct simt_stream_name stream, unsigned event)
{
    join_event(end_of(stream), event);
}

bool simt_pending_event(unsigned event)
{
    const struct point *point = &events[event % kept_events].point;

    for (unsigned i = 0; events[event % kept_events].number == event && i < slots; i++)
        if (point->pieces[i] > waited.pieces[i])
            return true;
    return false;
}

bool simt_pending_beside(unsigned event)
{
    const struct point *point = &events[event % kept_events].point;

    for (unsigned i = 0; events[event % kept_events].number == event && i < slots; i++)
        if (streams[i].pieces[i] > point->pieces[i] && streams[i].pieces[i] > waited.pieces[i])
            return true;
    return false;
}

bool simt_pending_any(void)
{
    for (unsigned i = 0; i < slots; i++)
        if (streams[i].pieces[i] > waited.pieces[i])
            return true;
    return false;
}
