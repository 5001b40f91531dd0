#include "touches.h"

#include "operations.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Of more operations, arrays of one, or bytes the rest is not looked at: a mistake may be missed.
 */
enum { kept = 64, most_areas = 64 };
static const size_t most_bytes = (size_t)1 << 30;

/* What was done to a byte. Two strong accesses, volatile ones or atomic functions, may meet: that
 * is how streams and the host talk to each other. */
enum { READ = 1, WROTE = 2, STRONG_READ = 4, STRONG_WROTE = 8 };

static const struct {
    uint8_t is, conflicts;
} effects[] = {
    [SIMT_ACCESS_READ] = {READ, WROTE | STRONG_WROTE},
    [SIMT_ACCESS_WRITE] = {WROTE, READ | WROTE | STRONG_READ | STRONG_WROTE},
    [SIMT_ACCESS_VOLATILE_READ] = {STRONG_READ, WROTE},
    [SIMT_ACCESS_VOLATILE_WRITE] = {STRONG_WROTE, READ | WROTE},
    [SIMT_ACCESS_ATOMIC] = {STRONG_WROTE, READ | WROTE},
    [SIMT_ACCESS_ATOMIC_LOAD] = {STRONG_READ, WROTE},
    [SIMT_ACCESS_ATOMIC_STORE] = {STRONG_WROTE, READ | WROTE},
};

/* An object that an operation has touched. */
struct area {
    uintptr_t base;
    size_t bytes;
    size_t low, high; /* the first byte touched, and the one after the last */
    bool host_sees;
    bool is_own;   /* each device has its own: a variable */
    uint8_t *done; /* a byte for each; null: all the same, */
    uint8_t whole; /* this */
};

static struct entry {
    struct simt_work work;
    struct simt_piece piece;
    struct area areas[most_areas];
    unsigned n_areas;
    pthread_t thread; /* that gave it to its stream */
    bool announced;   /* the host has seen by a strong access what it wrote by one */
} entries[kept];
static unsigned begun;

/* What is under way in an OS thread. Others may drop an entry of it, or what memory an entry has.
 */
static __thread struct entry *current;
static __thread struct simt_piece current_piece;
static __thread struct simt_stream_name current_stream;
static __thread struct area *last_area;
static __thread struct entry *beside[kept]; /* what does not come before the current one */
static __thread unsigned n_beside;
static __thread unsigned long seen_drops;
static unsigned long drops; /* how often anything was dropped */
static size_t bytes_held;

_Atomic uintptr_t simt_touches_low = UINTPTR_MAX, simt_touches_high;

static void drop_area(struct entry *entry, unsigned i)
{
    drops++;
    bytes_held -= entry->areas[i].done ? entry->areas[i].bytes : 0;
    free(entry->areas[i].done);
    entry->areas[i] = entry->areas[--entry->n_areas];
}

static void drop(struct entry *entry)
{
    while (entry->n_areas > 0)
        drop_area(entry, entry->n_areas - 1);
    drops++;
    memset(entry, 0, sizeof(*entry));
}

static bool is_under_way(const struct entry *entry)
{
    return entry->piece.number > 0 && !simt_pending_done(&simt_submitted, entry->piece);
}

static void drop_done(void)
{
    bool any = false;

    for (unsigned i = 0; i < kept; i++) {
        if (entries[i].piece.number > 0 && !is_under_way(&entries[i]))
            drop(&entries[i]);
        for (unsigned k = 0; k < entries[i].n_areas; k++)
            any = any || entries[i].areas[k].host_sees;
    }
    if (any)
        return;
    simt_touches_low = UINTPTR_MAX;
    simt_touches_high = 0;
}

/* Functions of the host may hold a mutex, which is not seen. */
static bool are_both_calls(const struct entry *entry)
{
    return entry->work.kind == SIMT_WORK_CALL && current->work.kind == SIMT_WORK_CALL;
}

static void find_all_beside(void)
{
    last_area = NULL;
    n_beside = 0;
    for (unsigned i = 0; i < kept; i++)
        if (&entries[i] != current && entries[i].piece.number > 0 && !are_both_calls(&entries[i]) &&
            simt_pending_unordered(&simt_submitted, entries[i].piece, current_stream))
            beside[n_beside++] = &entries[i];
    seen_drops = drops;
}

void simt_touches_begin(const struct simt_work *work, struct simt_stream_name stream)
{
    drop_done();
    current = &entries[begun++ % kept];
    drop(current);
    current->work = *work;
    current->thread = pthread_self();
    current->piece = current_piece = simt_pending_last(&simt_submitted, stream);
    current_stream = stream;
    find_all_beside();
}

/* Whether this thread has something under way, after what others have dropped. */
static bool is_current(void)
{
    if (!current || seen_drops == drops)
        return current != NULL;
    if (current->piece.slot != current_piece.slot || current->piece.number != current_piece.number)
        simt_touches_end();
    else
        find_all_beside();
    return current != NULL;
}

void simt_touches_end(void)
{
    current = NULL;
    last_area = NULL;
    n_beside = 0;
}

/* ---- what is touched ---- */

static bool host_sees(const struct simt_object *object)
{
    return object->kind == SIMT_OBJECT_MANAGED || object->kind == SIMT_OBJECT_PINNED ||
           object->kind == SIMT_OBJECT_REGISTERED;
}

/* Where there is but one stream nothing but the host can come in between. */
static bool is_of_interest(const struct simt_object *object)
{
    return host_sees(object) || simt_streams.first != NULL || current->piece.slot > 0;
}

static struct area *new_area(const struct simt_object *object)
{
    struct area *area = &current->areas[current->n_areas];

    if (current->n_areas == most_areas || bytes_held + object->bytes > most_bytes)
        return NULL;
    *area = (struct area){.base = object->base,
                          .bytes = object->bytes,
                          .low = object->bytes,
                          .host_sees = host_sees(object),
                          .is_own = simt_object_is_variable(object),
                          .done = calloc(object->bytes, 1)};
    if (!area->done)
        return NULL;
    current->n_areas++;
    bytes_held += object->bytes;
    if (area->host_sees && area->base < simt_touches_low)
        simt_touches_low = area->base;
    if (area->host_sees && area->base + area->bytes > simt_touches_high)
        simt_touches_high = area->base + area->bytes;
    return area;
}

static struct area *area_of(const struct simt_object *object)
{
    if (last_area && last_area->base == object->base)
        return last_area;
    for (unsigned i = 0; i < current->n_areas; i++)
        if (current->areas[i].base == object->base)
            return &current->areas[i];
    return new_area(object);
}

/* What was done to the bytes, of those ways that `mask` holds. */
static uint8_t done_to(const struct area *area, uintptr_t address, size_t bytes, uint8_t mask)
{
    uintptr_t low = area->base + area->low, high = area->base + area->high;
    uint8_t done = 0;

    low = low > address ? low : address;
    high = high < address + bytes ? high : address + bytes;
    if (low < high && !area->done)
        return area->whole & mask;
    for (; low < high; low++)
        done |= area->done[low - area->base];
    return done & mask;
}

/* As seen from a device. */
static uint8_t done_by(const struct entry *entry, uintptr_t address, size_t bytes, uint8_t mask,
                       int device)
{
    for (unsigned i = 0; i < entry->n_areas; i++) {
        const struct area *area = &entry->areas[i];
        uint8_t done = done_to(area, address, bytes, mask);

        if (done && (!area->is_own || entry->work.device == device))
            return done;
    }
    return 0;
}

/* Who does not come before the current one, and touches one of the bytes in such a way. */
static const struct simt_work *find_beside(uintptr_t address, size_t bytes, uint8_t mask,
                                           bool *writes)
{
    for (unsigned i = 0; i < n_beside; i++) {
        uint8_t done = done_by(beside[i], address, bytes, mask, current->work.device);

        if (!done)
            continue;
        *writes = done & (WROTE | STRONG_WROTE);
        return &beside[i]->work;
    }
    return NULL;
}

const struct simt_work *simt_touches_all(const struct simt_object *object, bool *writes)
{
    if (!is_current() || !object)
        return NULL;
    if (current->n_areas < most_areas)
        current->areas[current->n_areas++] = (struct area){.base = object->base,
                                                           .bytes = object->bytes,
                                                           .high = object->bytes,
                                                           .whole = effects[SIMT_ACCESS_WRITE].is};
    return find_beside(object->base, object->bytes, effects[SIMT_ACCESS_WRITE].conflicts, writes);
}

bool simt_touches_wants(const struct simt_object *object)
{
    return is_current() && is_of_interest(object);
}

const struct simt_work *simt_touches_add(const struct simt_object *object, uintptr_t address,
                                         size_t bytes, enum simt_access_kind kind, bool *writes)
{
    size_t offset;

    if (!object || !simt_touches_wants(object))
        return NULL;
    offset = address - object->base;
    last_area = area_of(object);
    if (last_area && offset < last_area->bytes) {
        size_t end = offset + bytes < last_area->bytes ? offset + bytes : last_area->bytes;

        last_area->low = last_area->low < offset ? last_area->low : offset;
        last_area->high = last_area->high > end ? last_area->high : end;
        for (size_t i = offset; i < end; i++)
            last_area->done[i] |= effects[kind].is;
    }
    return find_beside(address, bytes, effects[kind].conflicts, writes);
}

const struct simt_work *simt_touches_work(void)
{
    return current ? &current->work : NULL;
}

/* ---- the host ---- */

/* What functions of the host come after that streams have called. They may tell another thread in
 * ways that are not seen: a mutex, or that they begin it. */
static struct simt_point called;

void simt_touches_call(struct simt_stream_name stream)
{
    struct simt_point point = simt_pending_end(&simt_submitted, stream);

    simt_point_join(&called, &point);
}

static bool may_have_been_told(const struct entry *entry)
{
    return entry->piece.number <= called.pieces[entry->piece.slot] &&
           !pthread_equal(entry->thread, pthread_self());
}

const struct simt_work *simt_touches_host(uintptr_t address, size_t bytes,
                                          enum simt_access_kind kind, bool *writes)
{
    bool strong = kind != SIMT_ACCESS_READ && kind != SIMT_ACCESS_WRITE;

    for (unsigned i = 0; i < kept; i++) {
        struct entry *entry = &entries[i];
        uint8_t done;

        if (!is_under_way(entry) || may_have_been_told(entry))
            continue;
        if (strong && done_by(entry, address, bytes, STRONG_WROTE, entry->work.device))
            entry->announced = true;
        done = done_by(entry, address, bytes, effects[kind].conflicts, entry->work.device);
        if (!done || entry->announced)
            continue;
        *writes = done & (WROTE | STRONG_WROTE);
        return &entry->work;
    }
    return NULL;
}

/* The last ones. */
enum { kept_words = 16 };
static struct {
    uintptr_t address;
    struct simt_point point;
} words[kept_words];
static unsigned n_words;

_Atomic bool simt_touches_announced;

void simt_touches_announce(uintptr_t address)
{
    if (!current)
        return;
    words[n_words % kept_words].address = address;
    words[n_words++ % kept_words].point = simt_pending_end(&simt_submitted, current_stream);
    simt_touches_announced = true;
}

void simt_touches_hear(uintptr_t address)
{
    for (unsigned i = 0; i < kept_words; i++)
        if (words[i].address == address)
            simt_pending_wait_point(&simt_submitted, &words[i].point);
}

/* ---- memory that is gone ---- */

void simt_touches_forget(uintptr_t base, size_t bytes)
{
    for (unsigned i = 0; i < kept; i++)
        for (unsigned k = entries[i].n_areas; k-- > 0;)
            if (entries[i].areas[k].base < base + bytes &&
                base < entries[i].areas[k].base + entries[i].areas[k].bytes)
                drop_area(&entries[i], k);
    last_area = NULL;
}

void simt_touches_forget_all(void)
{
    simt_touches_end();
    for (unsigned i = 0; i < kept; i++)
        drop(&entries[i]);
    drop_done();
}
