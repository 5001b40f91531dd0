/* Knowledge. What a thread is ordered after beyond its own block's barriers comes from cells that
 * it has read by strong accesses. Each such cell has a log of the strong writes to it
 * ("publications"), each with what its writer had fenced by then. A thread's knowledge is a set of
 * log prefixes, so to acquire takes no time and no room, however much was published. Only a
 * question ("is this access ordered before me?") looks into the logs. */
#include "order.h"

#include <stdlib.h>
#include <string.h>

enum {
    warp_size = SIMT_INSPECT_WARP,
    max_warps = SIMT_INSPECT_MAX_THREADS / SIMT_INSPECT_WARP,
    /* Publications without a fence order nothing: they are kept to say what is missing. */
    max_unfenced = 65536,
};

/* The first `length` publications of a log. */
struct prefix {
    uint32_t log, length;
};

/* A set of prefixes, sorted by log. Shared, never changed. */
struct known {
    unsigned references, count;
    struct prefix prefixes[];
};

/* A thread's accesses before a point in time: those with a clock below. */
struct progress {
    uint32_t thread, clock;
};

/* What a fence, or several before a barrier, cover: in the block all accesses from before a
 * barrier, and those of single threads; and what these knew. Shared, never changed. */
struct fenced {
    unsigned references;
    uint32_t block, barrier;
    struct known *known;
    unsigned count;
    struct progress progress[]; /* sorted by thread */
};

struct thread {
    uint32_t clock, synced; /* now, and when the warp last synchronised as a whole */
    struct known *known, *pending;
    struct fenced *fenced[2]; /* by scope; of the device's, the block's is at least as new */
    struct prefix unfenced;   /* the latest one read from a log that only unfenced writes are in */
};

struct simt_order_block {
    struct simt_order *order;
    struct simt_order_block *next_free;
    uint32_t block, barrier;
    unsigned threads;
    bool communicates; /* some thread has known, pending or fenced things */
    struct prefix unfenced;
    uint32_t (*seen[max_warps])[warp_size]; /* null: only whole warps have synchronised so far */
    struct thread thread[SIMT_INSPECT_MAX_THREADS];
};

struct publication {
    struct fenced *fenced[2]; /* by scope, null: none */
    uint32_t block, barrier, clock;
    uint32_t thread;
    uint32_t earlier; /* the same block's latest publication before this one, plus 1; 0: none */
};

/* Publications from number `at` on know of another log's prefix. */
struct import {
    struct prefix prefix;
    uint32_t at;
};

/* A block's latest publication in a log. */
struct latest {
    uint32_t block, publication; /* plus 1; 0: the place is free */
};

struct log {
    uintptr_t address;
    struct publication *publications;
    uint32_t count, capacity;
    uint32_t fenced_count;
    struct import *imports;
    uint32_t import_count, import_capacity;
    struct latest *latest; /* hash by block */
    uint32_t latest_count, latest_capacity;
    uint32_t visited;        /* the question that has looked here, */
    uint32_t visited_length; /* and how far */
};

struct simt_order {
    uint16_t launch;
    struct log *logs; /* number 0 is not used */
    uint32_t log_count, log_capacity;
    uint32_t *by_address; /* hash: log numbers; 0: free */
    uint32_t by_address_capacity;
    uint32_t unfenced_count;
    uint32_t question;
    struct simt_order_block *free_blocks;
};

/* ---- shared sets ---- */

static struct known *known_keep(struct known *known)
{
    if (known)
        known->references++;
    return known;
}

static void known_drop(struct known *known)
{
    if (known && !--known->references)
        free(known);
}

static struct known *known_new(unsigned capacity)
{
    struct known *known = malloc(sizeof(*known) + capacity * sizeof(known->prefixes[0]));

    if (known) {
        known->references = 1;
        known->count = 0;
    }
    return known;
}

/* Adds to *into what is in `other`. Without memory it stays as it is: less is known, and an access
 * may be reported that is in order; the process has then other worries. */
static void known_merge(struct known **into, struct known *other)
{
    struct known *a = *into, *merged;
    unsigned i = 0, j = 0;

    if (!other || a == other)
        return;
    if (!a) {
        *into = known_keep(other);
        return;
    }
    merged = known_new(a->count + other->count);
    if (!merged)
        return;
    while (i < a->count || j < other->count) {
        struct prefix *next = &merged->prefixes[merged->count++];

        if (j == other->count || (i < a->count && a->prefixes[i].log < other->prefixes[j].log)) {
            *next = a->prefixes[i++];
        } else if (i == a->count || other->prefixes[j].log < a->prefixes[i].log) {
            *next = other->prefixes[j++];
        } else {
            *next = a->prefixes[i++];
            if (other->prefixes[j].length > next->length)
                next->length = other->prefixes[j].length;
            j++;
        }
    }
    known_drop(a);
    *into = merged;
}

static void known_add(struct known **into, struct prefix prefix)
{
    struct known *one = known_new(1);

    if (!one)
        return;
    one->prefixes[one->count++] = prefix;
    known_merge(into, one);
    known_drop(one);
}

static struct fenced *fenced_keep(struct fenced *fenced)
{
    if (fenced)
        fenced->references++;
    return fenced;
}

static void fenced_drop(struct fenced *fenced)
{
    if (!fenced || --fenced->references)
        return;
    known_drop(fenced->known);
    free(fenced);
}

static struct fenced *fenced_new(uint32_t block, uint32_t barrier, unsigned capacity)
{
    struct fenced *fenced = malloc(sizeof(*fenced) + capacity * sizeof(fenced->progress[0]));

    if (fenced)
        *fenced = (struct fenced){.references = 1, .block = block, .barrier = barrier};
    return fenced;
}

/* Adds to *into what `other`, of the same block, covers. */
static void fenced_merge(struct fenced **into, struct fenced *other)
{
    struct fenced *a = *into, *merged;
    unsigned i = 0, j = 0;

    if (!other || a == other)
        return;
    if (!a) {
        *into = fenced_keep(other);
        return;
    }
    merged = fenced_new(a->block, a->barrier > other->barrier ? a->barrier : other->barrier,
                        a->count + other->count);
    if (!merged)
        return;
    known_merge(&merged->known, a->known);
    known_merge(&merged->known, other->known);
    while (i < a->count || j < other->count) {
        struct progress *next = &merged->progress[merged->count++];

        if (j == other->count ||
            (i < a->count && a->progress[i].thread < other->progress[j].thread)) {
            *next = a->progress[i++];
        } else if (i == a->count || other->progress[j].thread < a->progress[i].thread) {
            *next = other->progress[j++];
        } else {
            *next = a->progress[i++];
            if (other->progress[j].clock > next->clock)
                next->clock = other->progress[j].clock;
            j++;
        }
    }
    fenced_drop(a);
    *into = merged;
}

static bool fenced_covers(const struct fenced *fenced, const struct simt_moment *moment)
{
    unsigned low = 0, high;

    if (!fenced || fenced->block != moment->block)
        return false;
    if (moment->barrier < fenced->barrier)
        return true;
    for (high = fenced->count; low < high;) {
        unsigned middle = low + (high - low) / 2;

        if (fenced->progress[middle].thread < moment->thread)
            low = middle + 1;
        else
            high = middle;
    }
    return low < fenced->count && fenced->progress[low].thread == moment->thread &&
           moment->clock < fenced->progress[low].clock;
}

/* ---- logs ---- */

static uint32_t hash(uint64_t value)
{
    value *= 0x9e3779b97f4a7c15U;
    return (uint32_t)(value >> 32);
}

/* Room for one more item; false: no memory. */
static bool reserve(void **items, uint32_t count, uint32_t *capacity, size_t size)
{
    uint32_t larger = *capacity ? *capacity * 2 : 4;
    void *moved;

    if (count < *capacity)
        return true;
    moved = realloc(*items, larger * size);
    if (!moved)
        return false;
    *items = moved;
    *capacity = larger;
    return true;
}

/* Where a block's entry in the hash is or goes; there is room. */
static struct latest *latest_slot(const struct log *log, uint32_t block)
{
    uint32_t at = hash(block);

    for (;; at++) {
        struct latest *slot = &log->latest[at & (log->latest_capacity - 1)];

        if (!slot->publication || slot->block == block)
            return slot;
    }
}

static uint32_t latest_of(const struct log *log, uint32_t block)
{
    return log->latest_capacity ? latest_slot(log, block)->publication : 0;
}

static bool latest_grow(struct log *log)
{
    struct log old = *log;

    if (log->latest_count * 2 < log->latest_capacity)
        return true;
    log->latest_capacity = old.latest_capacity ? old.latest_capacity * 2 : 8;
    log->latest = calloc(log->latest_capacity, sizeof(*log->latest));
    if (!log->latest) {
        *log = old;
        return false;
    }
    for (uint32_t i = 0; i < old.latest_capacity; i++)
        if (old.latest[i].publication)
            *latest_slot(log, old.latest[i].block) = old.latest[i];
    free(old.latest);
    return true;
}

static uint32_t *address_slot(const struct simt_order *order, uintptr_t address)
{
    uint32_t at = hash(address);

    for (;; at++) {
        uint32_t *slot = &order->by_address[at & (order->by_address_capacity - 1)];

        if (!*slot || order->logs[*slot].address == address)
            return slot;
    }
}

static bool address_grow(struct simt_order *order)
{
    uint32_t capacity = order->by_address_capacity ? order->by_address_capacity * 2 : 64;
    uint32_t *slots;

    if (order->log_count * 2 < order->by_address_capacity)
        return true;
    slots = calloc(capacity, sizeof(*slots));
    if (!slots)
        return false;
    free(order->by_address);
    order->by_address = slots;
    order->by_address_capacity = capacity;
    for (uint32_t i = 1; i < order->log_count; i++)
        *address_slot(order, order->logs[i].address) = i;
    return true;
}

/* The log of a cell; 0: it has none. */
static uint32_t find_log(const struct simt_order *order, uintptr_t address)
{
    return order->by_address_capacity ? *address_slot(order, address) : 0;
}

/* The same, made if need be; 0: no memory. */
static uint32_t get_log(struct simt_order *order, uintptr_t address)
{
    uint32_t found = find_log(order, address);

    if (found)
        return found;
    if (!reserve((void **)&order->logs, order->log_count + 1, &order->log_capacity,
                 sizeof(*order->logs)))
        return 0;
    if (!order->log_count)
        order->log_count = 1;
    if (!address_grow(order))
        return 0;
    order->logs[order->log_count] = (struct log){.address = address};
    *address_slot(order, address) = order->log_count;
    return order->log_count++;
}

/* What others learn who read this publication, beyond this log: remembered where it is new. */
static void add_imports(struct log *log, uint32_t self, const struct known *known)
{
    for (unsigned i = 0; known && i < known->count; i++) {
        struct prefix prefix = known->prefixes[i];
        bool is_new = prefix.log != self;

        for (uint32_t j = log->import_count; is_new && j-- > 0;)
            is_new = log->imports[j].prefix.log != prefix.log ||
                     log->imports[j].prefix.length < prefix.length;
        if (is_new && reserve((void **)&log->imports, log->import_count, &log->import_capacity,
                              sizeof(*log->imports)))
            log->imports[log->import_count++] = (struct import){prefix, log->count};
    }
}

static void publish(struct simt_order_block *block, unsigned thread,
                    const struct simt_access *access)
{
    struct simt_order *order = block->order;
    const struct thread *self = &block->thread[thread];
    struct fenced *device =
        access->scope == SIMT_SCOPE_DEVICE ? self->fenced[SIMT_SCOPE_DEVICE] : NULL;
    struct fenced *own = self->fenced[SIMT_SCOPE_BLOCK];
    uint32_t number, earlier;
    struct log *log;

    if (!own && order->unfenced_count == max_unfenced)
        return;
    number = get_log(order, access->address);
    log = &order->logs[number];
    if (!number || !latest_grow(log) ||
        !reserve((void **)&log->publications, log->count, &log->capacity,
                 sizeof(*log->publications)))
        return;
    if (device)
        add_imports(log, number, device->known);
    earlier = latest_of(log, block->block);
    log->publications[log->count++] = (struct publication){
        .fenced = {fenced_keep(own), fenced_keep(device)},
        .block = block->block,
        .barrier = block->barrier,
        .clock = self->clock,
        .thread = thread,
        .earlier = earlier,
    };
    log->latest_count += !earlier;
    *latest_slot(log, block->block) = (struct latest){block->block, log->count};
    log->fenced_count += own != NULL;
    order->unfenced_count += own == NULL;
}

static void acquire(struct simt_order_block *block, unsigned thread, uintptr_t address)
{
    struct simt_order *order = block->order;
    uint32_t number = find_log(order, address);
    const struct log *log = number ? &order->logs[number] : NULL;
    struct prefix prefix = {number, log ? log->count : 0};

    if (!log)
        return;
    block->thread[thread].unfenced = block->unfenced = prefix;
    if (!log->fenced_count)
        return;
    known_add(&block->thread[thread].pending, prefix);
    block->communicates = true;
}

/* ---- launches and blocks ---- */

struct simt_order *simt_order_new(void)
{
    return calloc(1, sizeof(struct simt_order));
}

static void clear(struct simt_order *order)
{
    for (uint32_t i = 1; i < order->log_count; i++) {
        struct log *log = &order->logs[i];

        for (uint32_t j = 0; j < log->count; j++) {
            fenced_drop(log->publications[j].fenced[0]);
            fenced_drop(log->publications[j].fenced[1]);
        }
        free(log->publications);
        free(log->imports);
        free(log->latest);
    }
    order->log_count = 0;
    if (order->by_address)
        memset(order->by_address, 0, order->by_address_capacity * sizeof(*order->by_address));
    order->unfenced_count = 0;
}

void simt_order_begin(struct simt_order *order, uint16_t launch)
{
    clear(order);
    order->launch = launch;
}

void simt_order_free(struct simt_order *order)
{
    if (!order)
        return;
    clear(order);
    free(order->logs);
    free(order->by_address);
    while (order->free_blocks) {
        struct simt_order_block *block = order->free_blocks;

        order->free_blocks = block->next_free;
        free(block);
    }
    free(order);
}

struct simt_order_block *simt_order_block_begin(struct simt_order *order, uint64_t block,
                                                unsigned threads)
{
    struct simt_order_block *state = order->free_blocks;

    if (state)
        order->free_blocks = state->next_free;
    else
        state = calloc(1, sizeof(*state));
    if (!state)
        return NULL;
    state->order = order;
    state->block = (uint32_t)block;
    state->barrier = 0;
    state->threads = threads;
    state->communicates = false;
    state->unfenced = (struct prefix){0, 0};
    memset(state->thread, 0, threads * sizeof(state->thread[0]));
    return state;
}

static void forget(struct thread *thread)
{
    known_drop(thread->known);
    known_drop(thread->pending);
    fenced_drop(thread->fenced[0]);
    fenced_drop(thread->fenced[1]);
}

void simt_order_block_end(struct simt_order_block *block)
{
    for (unsigned i = 0; block->communicates && i < block->threads; i++)
        forget(&block->thread[i]);
    for (unsigned w = 0; w < max_warps; w++) {
        free(block->seen[w]);
        block->seen[w] = NULL;
    }
    block->next_free = block->order->free_blocks;
    block->order->free_blocks = block;
}

/* ---- what synchronises ---- */

static void settle_pending(struct thread *thread)
{
    known_merge(&thread->known, thread->pending);
    known_drop(thread->pending);
    thread->pending = NULL;
}

/* Everybody whose bit or place is in the range knows and has fenced what any of them had. */
static void share(struct simt_order_block *block, unsigned first, unsigned end, uint32_t mask)
{
    struct thread all = {0};

    if (!block->communicates)
        return;
    for (unsigned i = first; i < end; i++) {
        struct thread *thread = &block->thread[i];

        if (!(mask >> (i - first) % warp_size & 1))
            continue;
        settle_pending(thread);
        known_merge(&all.known, thread->known);
        fenced_merge(&all.fenced[0], thread->fenced[0]);
        fenced_merge(&all.fenced[1], thread->fenced[1]);
    }
    for (unsigned i = first; i < end; i++) {
        struct thread *thread = &block->thread[i];

        if (!(mask >> (i - first) % warp_size & 1))
            continue;
        forget(thread);
        thread->known = known_keep(all.known);
        thread->pending = NULL;
        thread->fenced[0] = fenced_keep(all.fenced[0]);
        thread->fenced[1] = fenced_keep(all.fenced[1]);
    }
    forget(&all);
}

void simt_order_barrier(struct simt_order_block *block)
{
    share(block, 0, block->threads, UINT32_MAX);
    block->barrier++;
}

static uint32_t whole_warp(const struct simt_order_block *block, unsigned warp)
{
    unsigned lanes = block->threads - warp * warp_size;

    return lanes >= warp_size ? UINT32_MAX : (1U << lanes) - 1;
}

/* From now on each lane's view of each other is kept. False: no memory. */
static bool part_warp(struct simt_order_block *block, unsigned warp)
{
    uint32_t(*seen)[warp_size] = calloc(warp_size, sizeof(*seen));

    if (!seen)
        return false;
    for (unsigned i = 0; i < warp_size; i++)
        for (unsigned j = 0; j < warp_size && warp * warp_size + j < block->threads; j++)
            seen[i][j] = block->thread[warp * warp_size + j].synced;
    block->seen[warp] = seen;
    return true;
}

static void meet(uint32_t (*seen)[warp_size], const struct thread *lanes, uint32_t mask)
{
    uint32_t row[warp_size] = {0};

    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        const uint32_t *one = seen[__builtin_ctz(rest)];

        for (unsigned j = 0; j < warp_size; j++)
            row[j] = one[j] > row[j] ? one[j] : row[j];
    }
    for (uint32_t rest = mask; rest; rest &= rest - 1)
        row[__builtin_ctz(rest)] = lanes[__builtin_ctz(rest)].clock;
    for (uint32_t rest = mask; rest; rest &= rest - 1)
        memcpy(seen[__builtin_ctz(rest)], row, sizeof(row));
}

void simt_order_warp(struct simt_order_block *block, unsigned warp, uint32_t mask)
{
    unsigned first = warp * warp_size;
    unsigned end = first + warp_size < block->threads ? first + warp_size : block->threads;
    bool whole = mask == whole_warp(block, warp);

    for (uint32_t rest = mask; rest; rest &= rest - 1)
        block->thread[first + (unsigned)__builtin_ctz(rest)].clock++;
    if (!block->seen[warp] && whole) {
        for (unsigned i = first; i < end; i++)
            block->thread[i].synced = block->thread[i].clock;
    } else if (block->seen[warp] || part_warp(block, warp)) {
        meet(block->seen[warp], &block->thread[first], mask);
    }
    share(block, first, end, mask);
}

/* How far thread `self` knows lane `lane` of its warp to have come. */
static uint32_t seen_clock(const struct simt_order_block *block, unsigned self, unsigned lane)
{
    unsigned warp = self / warp_size;

    if (block->seen[warp])
        return block->seen[warp][self % warp_size][lane];
    return block->thread[warp * warp_size + lane].synced;
}

void simt_order_fence(struct simt_order_block *block, unsigned thread, enum simt_scope scope)
{
    struct thread *self = &block->thread[thread];
    unsigned first = thread / warp_size * warp_size;
    struct fenced *fenced = fenced_new(block->block, block->barrier, warp_size);

    self->clock++;
    settle_pending(self);
    block->communicates = true;
    if (!fenced)
        return;
    fenced->known = known_keep(self->known);
    for (unsigned i = first; i < first + warp_size && i < block->threads; i++) {
        uint32_t clock = i == thread ? self->clock : seen_clock(block, thread, i - first);

        if (clock)
            fenced->progress[fenced->count++] = (struct progress){i, clock};
    }
    fenced_merge(&self->fenced[SIMT_SCOPE_BLOCK], fenced);
    if (scope == SIMT_SCOPE_DEVICE)
        fenced_merge(&self->fenced[SIMT_SCOPE_DEVICE], fenced);
    fenced_drop(fenced);
}

void simt_order_strong(struct simt_order_block *block, unsigned thread,
                       const struct simt_access *access)
{
    if (simt_access_reads(access->kind))
        acquire(block, thread, access->address);
    if (simt_access_writes(access->kind))
        publish(block, thread, access);
}

struct simt_moment simt_order_now(const struct simt_order_block *block, unsigned thread)
{
    return (struct simt_moment){
        .block = block->block,
        .barrier = block->barrier,
        .clock = block->thread[thread].clock,
        .thread = (uint16_t)thread,
        .launch = block->order->launch,
    };
}

/* ---- questions ---- */

static bool any_covers(struct simt_order *order, const struct known *known, uint32_t asker,
                       const struct simt_moment *moment);

/* Whether a publication of the prefix, or one of another log that it knew of, covers the moment. */
static bool prefix_covers(struct simt_order *order, struct prefix prefix, uint32_t asker,
                          const struct simt_moment *moment)
{
    struct log *log = &order->logs[prefix.log];
    enum simt_scope scope = asker == moment->block ? SIMT_SCOPE_BLOCK : SIMT_SCOPE_DEVICE;

    if (log->visited == order->question && log->visited_length >= prefix.length)
        return false;
    log->visited = order->question;
    log->visited_length = prefix.length;
    for (uint32_t i = latest_of(log, moment->block); i; i = log->publications[i - 1].earlier)
        if (i <= prefix.length && fenced_covers(log->publications[i - 1].fenced[scope], moment))
            return true;
    for (uint32_t i = 0; i < log->import_count && log->imports[i].at < prefix.length; i++)
        if (prefix_covers(order, log->imports[i].prefix, asker, moment))
            return true;
    return false;
}

static bool any_covers(struct simt_order *order, const struct known *known, uint32_t asker,
                       const struct simt_moment *moment)
{
    order->question++;
    for (unsigned i = 0; known && i < known->count; i++)
        if (prefix_covers(order, known->prefixes[i], asker, moment))
            return true;
    return false;
}

/* Whether somebody who had the access behind him wrote to the log, whatever was fenced. */
static bool announces(const struct simt_order *order, struct prefix prefix,
                      const struct simt_moment *moment)
{
    const struct log *log = &order->logs[prefix.log];

    for (uint32_t i = latest_of(log, moment->block); i; i = log->publications[i - 1].earlier) {
        const struct publication *one = &log->publications[i - 1];

        if (i <= prefix.length && (one->barrier > moment->barrier ||
                                   (one->thread == moment->thread && one->clock >= moment->clock)))
            return true;
    }
    return false;
}

static bool any_announces(const struct simt_order_block *block, const struct thread *self,
                          const struct simt_moment *moment)
{
    const struct simt_order *order = block->order;
    const struct known *sets[] = {self->known, self->pending};

    for (unsigned s = 0; s < 2; s++)
        for (unsigned i = 0; sets[s] && i < sets[s]->count; i++)
            if (announces(order, sets[s]->prefixes[i], moment))
                return true;
    return (self->unfenced.log && announces(order, self->unfenced, moment)) ||
           (block->unfenced.log && announces(order, block->unfenced, moment));
}

enum simt_ordered simt_order_check(const struct simt_order_block *block, unsigned thread,
                                   const struct simt_moment *moment)
{
    const struct thread *self = &block->thread[thread];

    if (moment->launch != block->order->launch)
        return SIMT_ORDERED;
    if (moment->block == block->block) {
        if (moment->barrier < block->barrier || moment->thread == thread)
            return SIMT_ORDERED;
        if (moment->thread / warp_size == thread / warp_size &&
            moment->clock < seen_clock(block, thread, moment->thread % warp_size))
            return SIMT_ORDERED;
    }
    if (any_covers(block->order, self->known, block->block, moment))
        return SIMT_ORDERED;
    if (any_covers(block->order, self->pending, block->block, moment))
        return SIMT_UNFENCED_READER;
    return any_announces(block, self, moment) ? SIMT_UNFENCED_WRITER : SIMT_UNORDERED;
}
