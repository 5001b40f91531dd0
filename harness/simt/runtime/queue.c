#include "queue.h"

#include "asleep.h"
#include "devices.h"
#include "error.h"
#include "graph.h"
#include "observer.h"
#include "pending.h"
#include "runner.h"
#include "simt/environment.h"
#include "worker.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum {
    slots = SIMT_PENDING_STREAMS,
    most_waiting = 1000,   /* as on a GPU, the host stops when its streams have so much to do */
    calls_to_a_change = 8, /* of somebody's rank, on average */
    ms_ns = 1000000,       /* Without a call of the host's, before work is done all the same: */
    computed_ms = 250,     /* it has used so much of the processors' time, */
    passed_ms = 2000,      /* or so much time has passed, or all its threads are asleep. */
    first_look_ms = 1,     /* so long after the last call it is looked at, then less and less */
    look_ms = 25,
};

struct piece {
    struct piece *next; /* of its slot */
    struct simt_turn turn;
    const void *site;
    int device;
    unsigned slot;
    uint64_t number;         /* in its slot */
    struct simt_point after; /* what comes before it */
    bool *is_done;           /* of who waits for it; null: nobody does, it goes on by itself */
};

/* Of all streams. A slot's pieces are done one after the other, so their count says which are. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct simt_pending given;
    struct piece *first[slots], *last[slots];
    bool is_busy[slots];    /* its first piece is being done */
    struct simt_point done; /* how many of each slot */
    unsigned waiting, busy;
    unsigned by_itself; /* of the busy ones: kernels that wait for something, beside the host */
    bool is_drawn;      /* the order; else work is done when it is given, if it can be */
    uint64_t random;
    uint64_t ranks[slots]; /* who goes first, */
    uint64_t host_rank;    /* and the host among them */
    uint64_t calls;        /* of the host's that began or ended */
    bool helper_exists;    /* or was asked for */
    bool is_helping;       /* it does the one piece that a sleeping host is to get */
    bool is_alone;         /* but there can be none */
    bool is_over;
} queue = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

__thread bool simt_in_turn;

/* ---- the order ---- */

/* splitmix64 */
static uint64_t draw(void)
{
    uint64_t z = queue.random += 0x9e3779b97f4a7c15U;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
}

static uint64_t draw_rank(void)
{
    return draw() | 1;
}

/* Each stream has a rank, and so has the host: of those that can go on the highest one does. With
 * ranks that last for a while work can stay behind for long, which single draws would hardly ever
 * let it do; and now and then a rank changes. */
static void draw_ranks(void)
{
    queue.random = simt_environment()->seed;
    for (unsigned i = 0; i < slots; i++)
        queue.ranks[i] = draw_rank();
    queue.host_rank = queue.is_drawn ? draw_rank() : 0;
}

/* With the lock held: one more call of the host's. */
static void count_call(void)
{
    unsigned used = 1;

    queue.calls++;
    if (!queue.is_drawn || draw() % calls_to_a_change)
        return;
    for (unsigned i = 0; i < slots; i++)
        used = queue.done.pieces[i] || queue.first[i] ? i + 1 : used;
    used = (unsigned)(draw() % (used + 1));
    if (used)
        queue.ranks[used - 1] = draw_rank();
    else
        queue.host_rank = draw_rank();
}

/* Whether all that comes before the point is done. */
static bool is_reached(const struct simt_point *point)
{
    for (unsigned i = 0; i < slots; i++)
        if (queue.done.pieces[i] < point->pieces[i])
            return false;
    return true;
}

/* The slot of the highest rank above the given one that has a piece whose turn may come; `slots`:
 * there is none. */
static unsigned choose(uint64_t rank)
{
    unsigned best = slots;

    for (unsigned i = 0; i < slots; i++) {
        if (!queue.first[i] || queue.is_busy[i] || queue.ranks[i] <= rank ||
            !is_reached(&queue.first[i]->after))
            continue;
        rank = queue.ranks[i];
        best = i;
    }
    return best;
}

/* ---- turns ---- */

static void do_piece(const struct piece *piece)
{
    int chosen = simt_device;

    simt_in_turn = true;
    simt_device = piece->device;
    if (simt_sticky_error() == cudaSuccess)
        piece->turn.run(piece->turn.what, piece->site);
    piece->turn.drop(piece->turn.what);
    simt_device = chosen;
    simt_in_turn = false;
}

/* With the lock held: a piece is done. */
static void finish(struct piece *piece)
{
    queue.busy--;
    queue.is_busy[piece->slot] = false;
    queue.done.pieces[piece->slot] = piece->number;
    queue.first[piece->slot] = piece->next;
    if (piece->is_done)
        *piece->is_done = true;
    else
        queue.by_itself--;
    free(piece);
    (void)pthread_cond_broadcast(&queue.changed);
}

static void do_and_finish(void *data)
{
    do_piece(data);
    (void)pthread_mutex_lock(&queue.lock);
    finish(data);
    (void)pthread_mutex_unlock(&queue.lock);
}

/* With the lock held, which others may take meanwhile: does the first piece of a slot. One that
 * waits for something goes on beside the caller. */
static void do_first(unsigned slot)
{
    struct piece *piece = queue.first[slot];
    bool is_apart = piece->turn.launches && simt_device_count() > 1, is_done = false;
    enum simt_run run = SIMT_RUN_REFUSED;

    queue.is_busy[slot] = true;
    queue.waiting--;
    queue.busy++;
    piece->is_done = &is_done;
    (void)pthread_mutex_unlock(&queue.lock);
    if (is_apart)
        run = simt_runner_run(do_and_finish, piece);
    if (run == SIMT_RUN_REFUSED)
        do_piece(piece);
    (void)pthread_mutex_lock(&queue.lock);
    if (run == SIMT_RUN_REFUSED) {
        finish(piece);
    } else if (!is_done) {
        piece->is_done = NULL;
        queue.by_itself++;
    }
}

/* With the lock held: goes on until all before the point is done. */
static void do_until(const struct simt_point *point)
{
    while (!is_reached(point)) {
        unsigned slot = choose(0);

        if (slot < slots)
            do_first(slot);
        else
            (void)pthread_cond_wait(&queue.changed, &queue.lock); /* others do what is left */
    }
}

/* The same for what has a higher rank than the host; and for more, where too much is left. */
static void do_some(void)
{
    unsigned slot;

    while ((slot = choose(queue.waiting > most_waiting ? 0 : queue.host_rank)) < slots)
        do_first(slot);
}

/* ---- the helper ---- */

static long long ms_of(clockid_t clock)
{
    struct timespec now = {0};

    (void)clock_gettime(clock, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / ms_ns;
}

/* Of the process, without the helper's own looks. */
static long long computed_until_now(void)
{
    return ms_of(CLOCK_PROCESS_CPUTIME_ID) - ms_of(CLOCK_THREAD_CPUTIME_ID);
}

enum host { HOST_CALLED, HOST_IS_ASLEEP, HOST_IS_IDLE };

/* With the lock held, which others may take meanwhile: waits until the host has called something,
 * or can call nothing before more is done, as it waits for that, or has called nothing for long. On
 * a busy machine that last is not a matter of time alone: a program must not get other orders there
 * because it comes to its calls later. */
static enum host wait_idle(long pause_ms)
{
    const long long computed = computed_until_now(), passed = ms_of(CLOCK_MONOTONIC);
    const uint64_t calls = queue.calls;
    bool asleep;

    do {
        const struct timespec pause = {.tv_nsec = pause_ms * ms_ns};

        (void)pthread_mutex_unlock(&queue.lock);
        (void)nanosleep(&pause, NULL);
        asleep = simt_others_are_asleep();
        (void)pthread_mutex_lock(&queue.lock);
        pause_ms = 2 * pause_ms < look_ms ? 2 * pause_ms + 1 : look_ms;
    } while (queue.calls == calls && !asleep && computed_until_now() - computed < computed_ms &&
             ms_of(CLOCK_MONOTONIC) - passed < passed_ms);
    return queue.calls != calls ? HOST_CALLED : asleep ? HOST_IS_ASLEEP : HOST_IS_IDLE;
}

/* With the lock held: does the next piece. False: there is none, or others are at work. */
static bool help_once(void)
{
    unsigned slot = queue.busy > queue.by_itself || queue.is_over ? slots : choose(0);

    if (slot < slots)
        do_first(slot);
    return slot < slots;
}

/* The host may wait for work without a call, asleep or with its eyes on memory: then nobody else
 * would ever do it. One that is asleep gets a piece at a time: whether that wakes it is certain
 * before the next one. */
static void *help(void *unused)
{
    bool helped = false;
    enum host host;
    uint64_t calls;

    (void)pthread_mutex_lock(&queue.lock);
    for (;;) {
        while (!queue.waiting)
            (void)pthread_cond_wait(&queue.changed, &queue.lock);
        host = wait_idle(helped ? 0 : first_look_ms);
        calls = queue.calls;
        queue.is_helping = host == HOST_IS_ASLEEP;
        helped = host == HOST_IS_ASLEEP && help_once();
        queue.is_helping = false;
        (void)pthread_cond_broadcast(&queue.changed); /* let_end() */
        while (host == HOST_IS_IDLE && queue.calls == calls && help_once())
            ;
    }
    return unused;
}

/* The process ends: nothing more begins, and what has begun is let end, for it needs memory that is
 * about to go. */
static void end(void)
{
    (void)pthread_mutex_lock(&queue.lock);
    queue.is_over = true;
    while (queue.busy && !simt_in_turn)
        (void)pthread_cond_wait(&queue.changed, &queue.lock);
    (void)pthread_mutex_unlock(&queue.lock);
}

/* In a process that another one's fork() made there is one thread, and nothing to do: a GPU does
 * not work for it either. */
static void before_fork(void)
{
    (void)pthread_mutex_lock(&queue.lock);
}

static void after_fork(void)
{
    (void)pthread_mutex_unlock(&queue.lock);
}

static void begin_as_child(void)
{
    for (unsigned i = 0; i < slots; i++) {
        queue.first[i] = NULL;
        queue.is_busy[i] = false;
        queue.done.pieces[i] = queue.given.streams[i].pieces[i];
    }
    queue.waiting = queue.busy = queue.by_itself = 0;
    simt_runner_forget_all();
    queue.helper_exists = queue.is_helping = false;
    (void)pthread_cond_init(&queue.changed, NULL);
    (void)pthread_mutex_unlock(&queue.lock);
}

/* Once in a process, and in those that it forks. */
static void watch_process(void)
{
    (void)atexit(end);
    (void)pthread_atfork(before_fork, after_fork, begin_as_child);
}

static bool make_helper(void)
{
    pthread_attr_t attributes;
    pthread_t thread;
    bool made;

    if (pthread_attr_init(&attributes))
        return false;
    (void)pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    made = pthread_create(&thread, &attributes, help, NULL) == 0;
    (void)pthread_attr_destroy(&attributes);
    return made;
}

/* With the lock held, at the end of a call. Where threads are refused, as in a sealed program,
 * there is no helper: then no call may leave work behind. */
static void call_helper(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    unsigned slot;

    if (!queue.waiting)
        return;
    if (!queue.helper_exists) {
        (void)pthread_once(&once, watch_process);
        queue.helper_exists = true;
        queue.is_alone = !make_helper();
    }
    while (queue.is_alone && (slot = choose(0)) < slots)
        do_first(slot);
}

/* ---- what calls do ---- */

static bool wanted;

static void begin(void)
{
    queue.is_drawn = getenv("SIMT_SEED") != NULL;
    wanted = (queue.is_drawn || simt_device_count() > 1) && !simt_observer;
    draw_ranks();
}

bool simt_queue_is_on(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    (void)pthread_once(&once, begin);
    return wanted && !simt_in_turn && !simt_on_device;
}

/* With the lock held, which others may take meanwhile: the piece that has woken the host ends
 * before the host's next call, so that no speed decides what that call finds. Unless the piece
 * waits for the host in its turn. */
static void let_end(void)
{
    struct timespec until;

    (void)clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += passed_ms / 1000;
    while (queue.is_helping &&
           pthread_cond_timedwait(&queue.changed, &queue.lock, &until) != ETIMEDOUT)
        ;
}

static void lock(void)
{
    (void)pthread_mutex_lock(&queue.lock);
    if (queue.is_helping)
        let_end();
    count_call();
}

static void unlock(void)
{
    call_helper();
    queue.calls++; /* it may have taken long, and the host has not been idle */
    (void)pthread_cond_broadcast(&queue.changed);
    (void)pthread_mutex_unlock(&queue.lock);
}

/* With the lock held. */
static void append(struct piece *piece, struct simt_stream_name stream)
{
    struct simt_piece last;

    simt_pending_submit(&queue.given, stream);
    last = simt_pending_last(&queue.given, stream);
    piece->slot = last.slot;
    piece->number = last.number;
    piece->after = simt_pending_end(&queue.given, stream);
    piece->after.pieces[last.slot] = last.number - 1;
    if (queue.first[last.slot])
        queue.last[last.slot]->next = piece;
    else
        queue.first[last.slot] = piece;
    queue.last[last.slot] = piece;
    queue.waiting++;
}

cudaError_t simt_queue_add(cudaStream_t stream, const struct simt_turn *turn, const void *site)
{
    struct piece *piece = calloc(1, sizeof(*piece));

    if (!piece) {
        turn->drop(turn->what);
        return cudaErrorMemoryAllocation;
    }
    piece->turn = *turn;
    piece->site = site;
    piece->device = simt_stream_device(stream);
    lock();
    append(piece, simt_stream_name(stream));
    do_some();
    unlock();
    return cudaSuccess;
}

static void run_work(void *what, const void *site)
{
    /* What can be refused was when it was given; since then memory that it uses was freed. */
    if (simt_work_run(what, NULL, site) != cudaSuccess)
        simt_set_sticky(cudaErrorIllegalAddress);
}

static void drop_work(void *what)
{
    simt_work_free(what);
    free(what);
}

cudaError_t simt_queue_add_work(cudaStream_t stream, struct simt_node_work *work, const void *site)
{
    struct simt_node_work *kept = malloc(sizeof(*kept));

    if (!kept) {
        simt_work_free(work);
        return cudaErrorMemoryAllocation;
    }
    *kept = *work;
    return simt_queue_add(stream,
                          &(struct simt_turn){run_work, drop_work, kept,
                                              kept->type == cudaGraphNodeTypeKernel ||
                                                  kept->type == cudaGraphNodeTypeGraph},
                          site);
}

void simt_queue_record(unsigned event, cudaStream_t stream)
{
    if (!simt_queue_is_on())
        return;
    lock();
    simt_pending_record(&queue.given, event, simt_stream_name(stream));
    unlock();
}

void simt_queue_stream_waits(cudaStream_t stream, unsigned event)
{
    if (!simt_queue_is_on())
        return;
    lock();
    simt_pending_stream_waits(&queue.given, simt_stream_name(stream), event);
    unlock();
}

/* ---- waits ---- */

enum target_kind { ALL, DEVICE, STREAM, EVENT };

struct target {
    enum target_kind kind;
    int device;
    cudaStream_t stream;
    unsigned event;
};

/* With the lock held: what a wait is for. The count of what was waited for is of no other use. */
static struct simt_point point_of(const struct target *target)
{
    queue.given.waited = (struct simt_point){0};
    if (target->kind == ALL)
        simt_pending_wait_all(&queue.given);
    else if (target->kind == DEVICE)
        simt_pending_wait_device(&queue.given, target->device);
    else if (target->kind == STREAM)
        simt_pending_wait_stream(&queue.given, simt_stream_name(target->stream));
    else
        simt_pending_wait_event(&queue.given, target->event);
    return queue.given.waited;
}

static void wait_for(struct target target)
{
    struct simt_point point;

    if (!simt_queue_is_on())
        return;
    lock();
    point = point_of(&target);
    do_until(&point);
    unlock();
}

void simt_queue_wait_all(void)
{
    wait_for((struct target){.kind = ALL});
}

void simt_queue_wait_device(int device)
{
    wait_for((struct target){.kind = DEVICE, .device = device});
}

void simt_queue_wait_stream(cudaStream_t stream)
{
    wait_for((struct target){.kind = STREAM, .stream = stream});
}

void simt_queue_wait_event(unsigned event)
{
    wait_for((struct target){.kind = EVENT, .event = event});
}

/* Who asks again and again gets on: each question lets something be done. */
static bool is_done(struct target target)
{
    struct simt_point point;
    unsigned slot;
    bool done;

    if (!simt_queue_is_on())
        return true;
    lock();
    point = point_of(&target);
    done = is_reached(&point);
    slot = done ? slots : choose(0);
    if (slot < slots)
        do_first(slot);
    unlock();
    return done;
}

bool simt_queue_stream_is_done(cudaStream_t stream)
{
    return is_done((struct target){.kind = STREAM, .stream = stream});
}

bool simt_queue_event_is_done(unsigned event)
{
    return is_done((struct target){.kind = EVENT, .event = event});
}

/* The helper is not to take such work for an idle host. */
static void change_busy(int by)
{
    (void)pthread_mutex_lock(&queue.lock);
    queue.busy += (unsigned)by;
    queue.calls++;
    (void)pthread_cond_broadcast(&queue.changed);
    (void)pthread_mutex_unlock(&queue.lock);
}

bool simt_queue_enter(cudaStream_t stream)
{
    if (!simt_queue_is_on())
        return false;
    simt_queue_wait_stream(stream);
    change_busy(1);
    simt_in_turn = true;
    return true;
}

void simt_queue_leave(bool entered)
{
    if (!entered)
        return;
    simt_in_turn = false;
    change_busy(-1);
}
