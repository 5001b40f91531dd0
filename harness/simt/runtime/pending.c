#include "pending.h"

enum {
    streams = SIMT_PENDING_STREAMS,
    slots = SIMT_PENDING_SLOTS,
    kept_events = SIMT_PENDING_EVENTS,
    kept_execs = SIMT_PENDING_EXECS
};

static unsigned slot_of(struct simt_stream_name stream)
{
    if (stream.branch)
        return stream.branch->slot;
    return stream.number < streams ? stream.number : streams - 1;
}

/* Of an event, or of the launches of a graph, which have entries of their own: a program's event
 * must not look like one of theirs that is forgotten. */
static unsigned entry_of(unsigned event)
{
    return event >= simt_pending_event_of_exec(0) ? kept_events + event % kept_execs
                                                  : event % kept_events;
}

/* `to` comes after `point`, too. */
static void join(struct simt_point *to, const struct simt_point *point)
{
    for (unsigned i = 0; i < slots; i++)
        if (to->pieces[i] < point->pieces[i])
            to->pieces[i] = point->pieces[i];
}

/* What several streams share may have work of any device. */
static bool may_be_of(const struct simt_pending *all, unsigned slot, int device)
{
    return all->devices[slot] == device || slot == streams - 1;
}

/* The end of a stream as it is now, with what the default stream's rules put before it; in a branch
 * of a graph that of the node, for which the rules held when the graph was launched. */
static struct simt_point *end_of(struct simt_pending *all, struct simt_stream_name stream)
{
    unsigned slot = slot_of(stream);

    if (stream.branch)
        return &stream.branch->point;
    all->devices[slot] = stream.device;
    if (stream.is_default) {
        all->defaults[stream.device] = slot;
        for (unsigned i = 1; i < streams; i++)
            if (all->is_blocking[i] && may_be_of(all, i, stream.device))
                join(&all->streams[slot], &all->streams[i]);
    } else if (stream.is_blocking) {
        all->is_blocking[slot] = true;
        if (stream.device == 0 || all->defaults[stream.device])
            join(&all->streams[slot], &all->streams[all->defaults[stream.device]]);
    }
    return &all->streams[slot];
}

void simt_pending_submit(struct simt_pending *all, struct simt_stream_name stream)
{
    unsigned slot = slot_of(stream);
    uint64_t number = all->streams[slot].pieces[slot] + 1;

    all->streams[slot].pieces[slot] = number;
    end_of(all, stream)->pieces[slot] = number;
}

struct simt_piece simt_pending_last(const struct simt_pending *all, struct simt_stream_name stream)
{
    unsigned slot = slot_of(stream);

    return (struct simt_piece){slot, all->streams[slot].pieces[slot]};
}

bool simt_pending_unordered(const struct simt_pending *all, struct simt_piece piece,
                            struct simt_stream_name stream)
{
    const struct simt_point *end =
        stream.branch ? &stream.branch->point : &all->streams[slot_of(stream)];

    return piece.number > all->waited.pieces[piece.slot] && piece.number > end->pieces[piece.slot];
}

bool simt_pending_done(const struct simt_pending *all, struct simt_piece piece)
{
    return piece.number <= all->waited.pieces[piece.slot];
}

void simt_pending_wait_all(struct simt_pending *all)
{
    for (unsigned i = 0; i < slots; i++)
        join(&all->waited, &all->streams[i]);
}

void simt_pending_wait_device(struct simt_pending *all, int device)
{
    for (unsigned i = 0; i < streams; i++)
        if (may_be_of(all, i, device))
            join(&all->waited, &all->streams[i]);
}

void simt_pending_wait_stream(struct simt_pending *all, struct simt_stream_name stream)
{
    join(&all->waited, end_of(all, stream));
}

/* After what the event comes after: of one that was never recorded, nothing; of one that may be
 * forgotten, all. */
static void join_event(const struct simt_pending *all, struct simt_point *to, unsigned event)
{
    unsigned number = all->events[entry_of(event)].number;

    if (number == event)
        join(to, &all->events[entry_of(event)].point);
    for (unsigned i = 0; number && number != event && i < slots; i++)
        join(to, &all->streams[i]);
}

void simt_pending_wait_event(struct simt_pending *all, unsigned event)
{
    join_event(all, &all->waited, event);
}

struct simt_point simt_pending_end(struct simt_pending *all, struct simt_stream_name stream)
{
    return *end_of(all, stream);
}

void simt_pending_wait_point(struct simt_pending *all, const struct simt_point *point)
{
    join(&all->waited, point);
}

void simt_pending_record(struct simt_pending *all, unsigned event, struct simt_stream_name stream)
{
    all->events[entry_of(event)].number = event;
    all->events[entry_of(event)].point = *end_of(all, stream);
}

void simt_pending_stream_waits(struct simt_pending *all, struct simt_stream_name stream,
                               unsigned event)
{
    join_event(all, end_of(all, stream), event);
}

bool simt_pending_outlives(const struct simt_pending *all, struct simt_stream_name stream)
{
    const struct simt_point *end = &all->streams[slot_of(stream)];

    for (unsigned i = 0; i < slots; i++)
        if (all->streams[i].pieces[i] > all->waited.pieces[i] &&
            all->streams[i].pieces[i] > end->pieces[i])
            return true;
    return false;
}

bool simt_pending_event(const struct simt_pending *all, unsigned event)
{
    const struct simt_point *point = &all->events[entry_of(event)].point;

    for (unsigned i = 0; all->events[entry_of(event)].number == event && i < slots; i++)
        if (point->pieces[i] > all->waited.pieces[i])
            return true;
    return false;
}

bool simt_pending_beside(const struct simt_pending *all, unsigned event)
{
    const struct simt_point *point = &all->events[entry_of(event)].point;

    for (unsigned i = 0; all->events[entry_of(event)].number == event && i < slots; i++)
        if (all->streams[i].pieces[i] > point->pieces[i] &&
            all->streams[i].pieces[i] > all->waited.pieces[i])
            return true;
    return false;
}

bool simt_pending_any(const struct simt_pending *all)
{
    for (unsigned i = 0; i < slots; i++)
        if (all->streams[i].pieces[i] > all->waited.pieces[i])
            return true;
    return false;
}

/* ---- branches of graphs ---- */

void simt_pending_goes_on(struct simt_pending *all, struct simt_stream_name stream,
                          const struct simt_point *point)
{
    join(end_of(all, stream), point);
}

void simt_point_join(struct simt_point *to, const struct simt_point *point)
{
    join(to, point);
}

/* Nodes that come one after the other share a slot. What has no free one shares the last: then it
 * counts as ordered. */
void simt_pending_enter(const struct simt_pending *all, struct simt_branch *branch)
{
    unsigned slot = streams;

    join(&branch->point, &all->waited);
    while (slot < slots - 1 && all->streams[slot].pieces[slot] > branch->point.pieces[slot])
        slot++;
    branch->slot = slot;
}
