#include "race.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    cell_bytes = 4,
    max_sites = 65535,
    site_slots = 131072,
    split_mark = 0xffff, /* in place of a launch: the cell is kept byte by byte */
    launch_numbers = 65534,
    n_others = 2,
    thread_mask = 0x3ff,
    barrier_mask = 0x3fffff,
    clock_mask = 0xfffff,
};

/* An access of the past in 16 bytes. Accesses whose counts do not fit are not kept: a race may be
 * missed then, none is invented. */
struct record {
    uint32_t block;
    uint32_t barrier : 22, thread : 10;
    uint32_t clock : 20, kind : 3, block_scope : 1;
    uint32_t is_after : 1;      /* of a reader: it came after the last strong write, */
    uint32_t has_more : 1;      /* and of that: after it came readers that are not kept */
    uint32_t elements : 4;      /* in a cell of small elements: for which of them it stands */
    uint32_t element_bytes : 2; /* of a writer: 1 or 2 in a cell of small elements; else 0 */
    uint32_t launch : 16, site : 16;
};

/* Strong accesses do not race with each other, so a strong write takes no plain one's place: it
 * would hide it from the strong writes of others. */
struct records {
    struct record writer;           /* the last plain write, or strong one where there is none */
    struct record others[n_others]; /* readers, and the last strong write after a plain one */
};

/* Where the records of a cell are. The writers of a history's cells lie one after the other, then
 * the first of their others, then the second: memory that no access has needed yet is none. */
struct cell {
    struct record *writer;
    size_t apart; /* from one record of the cell to the next */
};

struct simt_history {
    size_t count;   /* cells */
    unsigned cycle; /* of launch numbers; what is older than one is forgotten */
    struct record *cells;
    struct record *bytes; /* of four cells for each cell; null: none is split */
};

static inline struct record *other_of(struct cell cell, unsigned i)
{
    return cell.writer + (i + 1) * cell.apart;
}

static inline struct cell cell_at(const struct simt_history *history, size_t index)
{
    return (struct cell){&history->cells[index], history->count};
}

static struct cell cell_in(struct records *records)
{
    return (struct cell){&records->writer, 1};
}

static struct records records_of(struct cell cell)
{
    struct records records = {.writer = *cell.writer};

    for (unsigned i = 0; i < n_others; i++)
        records.others[i] = *other_of(cell, i);
    return records;
}

static void set_records(struct cell cell, const struct records *records)
{
    *cell.writer = records->writer;
    for (unsigned i = 0; i < n_others; i++)
        if (memcmp(other_of(cell, i), &records->others[i], sizeof(struct record)) != 0)
            *other_of(cell, i) = records->others[i]; /* else its memory need not be there */
}

/* ---- sites in 16 bits, the same for all histories ---- */

static struct {
    const void *site[max_sites + 1]; /* number 0: unknown */
    unsigned count;
    uint16_t slots[site_slots];
    const void *last;
    uint16_t last_number;
} sites;

static uint16_t find_site(const void *site)
{
    size_t at = ((uintptr_t)site * 0x9e3779b97f4a7c15U) >> 40;

    for (;; at++) {
        uint16_t *slot = &sites.slots[at % site_slots];

        if (!*slot) {
            if (sites.count == max_sites)
                return 0;
            sites.site[++sites.count] = site;
            *slot = (uint16_t)sites.count;
        }
        if (sites.site[*slot] == site)
            return *slot;
    }
}

/* The 32 lanes of a warp come one after the other. */
static uint16_t site_number(const void *site)
{
    if (site != sites.last) {
        sites.last_number = find_site(site);
        sites.last = site;
    }
    return sites.last_number;
}

/* ---- memory ---- */

static void *reserve(size_t bytes)
{
    void *map = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (map == MAP_FAILED)
        return NULL;
    (void)madvise(map, bytes, MADV_HUGEPAGE);
    return map;
}

struct simt_history *simt_history_new(size_t bytes)
{
    struct simt_history *history = calloc(1, sizeof(*history));

    if (!history)
        return NULL;
    history->count = (bytes + cell_bytes - 1) / cell_bytes;
    history->cells = reserve(history->count * sizeof(struct records));
    if (history->cells)
        return history;
    free(history);
    return NULL;
}

void simt_history_free(struct simt_history *history)
{
    if (!history)
        return;
    (void)munmap(history->cells, history->count * sizeof(struct records));
    if (history->bytes)
        (void)munmap(history->bytes, history->count * cell_bytes * sizeof(struct records));
    free(history);
}

/* ---- one cell ---- */

/* The access that is being entered. */
struct entry {
    struct record now;
    struct simt_order_block *block;
    uintptr_t address; /* of its first byte */
    unsigned thread;
    bool shared;
    bool compares; /* an atomicCAS() */
};

static inline bool is_current(const struct entry *entry, const struct record *past)
{
    return past->launch == entry->now.launch && (!entry->shared || past->block == entry->now.block);
}

/* What needs no further question; most accesses of a block do not. */
static inline bool is_plainly_ordered(const struct entry *entry, const struct record *past)
{
    return past->block == entry->now.block &&
           (past->barrier < entry->now.barrier || past->thread == entry->now.thread);
}

static bool is_volatile(const struct record *record)
{
    return record->kind == SIMT_ACCESS_VOLATILE_READ || record->kind == SIMT_ACCESS_VOLATILE_WRITE;
}

static inline bool is_strong(const struct record *record)
{
    return record->kind != SIMT_ACCESS_READ && record->kind != SIMT_ACCESS_WRITE;
}

/* The thread has read the cell in this line before: it may be waiting for a flag. */
static bool reads_again(const struct entry *entry, struct cell cell)
{
    for (unsigned i = 0; i < n_others; i++) {
        const struct record *other = other_of(cell, i);

        if (is_current(entry, other) && other->site == entry->now.site &&
            other->block == entry->now.block && other->thread == entry->now.thread)
            return true;
    }
    return false;
}

/* Volatile accesses within a warp mean that the lanes were thought to go in step. In shared memory
 * no flag is needed there. In global memory the cell may be one that a lane waits for: there only a
 * read races, of what another lane wrote before, where the reader is not seen to wait and the
 * writer made no fence. */
static bool goes_in_step(const struct entry *entry, struct cell cell, const struct record *past)
{
    const struct record *now = &entry->now;

    if (!is_volatile(now) || !is_volatile(past) ||
        now->thread / SIMT_WARP_SIZE != past->thread / SIMT_WARP_SIZE)
        return false;
    return entry->shared || (now->kind == SIMT_ACCESS_VOLATILE_READ && !reads_again(entry, cell) &&
                             !simt_order_is_flag(entry->block, entry->address));
}

/* Atomics do not race with each other, and volatile accesses are what flags are made of. */
static bool may_race(const struct entry *entry, struct cell cell, const struct record *past)
{
    const struct record *now = &entry->now;

    if (!simt_access_writes(now->kind) && !simt_access_writes(past->kind))
        return false;
    if (!is_strong(now) || !is_strong(past))
        return true;
    if (now->block != past->block)
        return now->block_scope || past->block_scope;
    return goes_in_step(entry, cell, past);
}

static struct simt_moment moment_of(const struct record *record)
{
    return (struct simt_moment){
        .block = record->block,
        .barrier = record->barrier,
        .clock = record->clock,
        .thread = (uint16_t)record->thread,
        .launch = (uint16_t)record->launch,
    };
}

static bool is_strong_write(const struct record *record)
{
    return is_strong(record) && simt_access_writes(record->kind);
}

/* The last strong write of this launch; null: none. */
static inline struct record *strong_write(const struct entry *entry, struct cell cell)
{
    if (is_current(entry, cell.writer) && is_strong(cell.writer))
        return cell.writer;
    for (unsigned i = 0; i < n_others; i++)
        if (is_current(entry, other_of(cell, i)) && is_strong_write(other_of(cell, i)))
            return other_of(cell, i);
    return NULL;
}

static enum simt_ordered order_of(const struct entry *entry, const struct record *past)
{
    struct simt_moment moment = moment_of(past);

    return is_plainly_ordered(entry, past) ? SIMT_ORDERED
                                           : simt_order_check(entry->block, entry->thread, &moment);
}

/* Whether a strong write is ordered before this access for that its value was read, by this thread
 * or by one that is ordered before: it needs no fence to be ordered itself, only what came before
 * it does. Where readers are not kept, one may have been. */
static bool is_seen(const struct entry *entry, struct cell cell, const struct record *write)
{
    if (write->has_more)
        return true;
    for (unsigned i = 0; i < n_others; i++) {
        const struct record *other = other_of(cell, i);

        if (is_current(entry, other) && other->is_after && order_of(entry, other) == SIMT_ORDERED)
            return true;
    }
    return false;
}

/* True: nothing orders the past access to the cell before this one; says so in *race. */
static __attribute__((noinline)) bool ask(const struct entry *entry, struct cell cell,
                                          const struct record *past, struct simt_race *race)
{
    enum simt_ordered order = order_of(entry, past);

    if (order == SIMT_ORDERED ||
        (is_strong_write(past) && !is_strong(&entry->now) && is_seen(entry, cell, past)))
        return false;
    race->past = (struct simt_past){moment_of(past), (enum simt_access_kind)past->kind,
                                    sites.site[past->site]};
    race->order = order;
    return true;
}

/* Most need not be asked about. */
static inline bool check(const struct entry *entry, struct cell cell, const struct record *past,
                         struct simt_race *race)
{
    return is_current(entry, past) && !is_plainly_ordered(entry, past) &&
           may_race(entry, cell, past) && ask(entry, cell, past, race);
}

/* Whether a reader tells no more than this one: what races with it races with this one, too. */
static bool is_superseded(const struct entry *entry, const struct record *reader)
{
    return is_plainly_ordered(entry, reader) && (!is_strong(&entry->now) || is_strong(reader));
}

/* Two readers are kept of many. Those are worth it that a later write is least likely to be ordered
 * after: of different blocks or warps, and plain ones, which race with strong writes as well. The
 * place for one; null: it is not kept. */
static struct record *place_of_reader(const struct entry *entry, struct cell cell,
                                      const struct record *strong)
{
    struct record *first = other_of(cell, 0), *second = other_of(cell, 1);
    bool plain = !is_strong(&entry->now);

    for (unsigned i = 0; i < n_others; i++)
        if (!is_current(entry, other_of(cell, i)))
            return other_of(cell, i);
    for (unsigned i = 0; i < n_others; i++)
        if (other_of(cell, i) != strong && is_superseded(entry, other_of(cell, i)))
            return other_of(cell, i);
    for (unsigned i = 0; i < n_others; i++)
        if (other_of(cell, i) != strong && plain && is_strong(other_of(cell, i)))
            return other_of(cell, i);
    if (first == strong || second == strong || plain == is_strong(second))
        return NULL;
    if (first->block != entry->now.block)
        return second;
    return first->block == second->block &&
                   first->thread / SIMT_WARP_SIZE != entry->now.thread / SIMT_WARP_SIZE
               ? second
               : NULL;
}

static bool is_same_moment(const struct record *a, const struct record *b)
{
    return a->block == b->block && a->thread == b->thread && a->barrier == b->barrier &&
           a->clock == b->clock;
}

static void note_reader(const struct entry *entry, struct cell cell)
{
    struct record *strong = strong_write(entry, cell);
    struct record *place = place_of_reader(entry, cell, strong);

    if (!place) {
        if (strong && is_strong(&entry->now))
            strong->has_more = 1;
        return;
    }
    if (strong && is_current(entry, place) && place->is_after &&
        !is_same_moment(place, &entry->now))
        strong->has_more = 1;
    *place = entry->now;
    place->is_after = strong != NULL;
}

static void note_strong_write(const struct entry *entry, struct cell cell)
{
    struct record *place = strong_write(entry, cell);

    if (!is_current(entry, cell.writer))
        place = cell.writer;
    for (unsigned i = 0; i < n_others && !place; i++)
        if (!is_current(entry, other_of(cell, i)))
            place = other_of(cell, i);
    for (unsigned i = 0; i < n_others && !place; i++)
        if (is_strong(other_of(cell, i)))
            place = other_of(cell, i);
    if (!place)
        place = other_of(cell, n_others - 1);
    *place = entry->now;
    for (unsigned i = 0; i < n_others; i++)
        if (other_of(cell, i)->is_after)
            other_of(cell, i)->is_after = 0;
}

/* What the thread has read before it compares and swaps was a guess, which is checked now. */
static void forget_guess(const struct entry *entry, struct cell cell)
{
    for (unsigned i = 0; i < n_others; i++) {
        struct record *past = other_of(cell, i);

        if (past->kind == SIMT_ACCESS_READ && past->block == entry->now.block &&
            past->thread == entry->now.thread)
            past->launch = 0;
    }
}

/* ---- a plain access that tells nothing new, as most are ---- */

/* A record that a plain access need not ask about. */
static inline bool is_settled(const struct entry *entry, const struct record *past)
{
    return !is_current(entry, past) || is_plainly_ordered(entry, past);
}

static inline bool is_plain_reader(const struct entry *entry, const struct record *past)
{
    return !is_current(entry, past) || past->kind == SIMT_ACCESS_READ;
}

/* Whether a plain access can be entered without a look at what orders it. */
static inline bool is_simple(const struct entry *entry, struct cell cell)
{
    const struct record *first = other_of(cell, 0), *second = other_of(cell, 1);

    if (!is_settled(entry, cell.writer))
        return false;
    if (entry->now.kind == SIMT_ACCESS_WRITE)
        return is_settled(entry, first) && is_settled(entry, second);
    return (!is_current(entry, cell.writer) || !is_strong(cell.writer)) &&
           is_plain_reader(entry, first) && is_plain_reader(entry, second);
}

/* What note_reader() does where no access is a strong one. */
static inline void note_plain_reader(const struct entry *entry, struct cell cell)
{
    struct record *first = other_of(cell, 0), *second = other_of(cell, 1);

    if (!is_current(entry, first) ||
        (is_current(entry, second) && is_plainly_ordered(entry, first)))
        *first = entry->now;
    else if (!is_current(entry, second) || is_plainly_ordered(entry, second) ||
             first->block != entry->now.block ||
             (first->block == second->block &&
              first->thread / SIMT_WARP_SIZE != entry->now.thread / SIMT_WARP_SIZE))
        *second = entry->now;
}

static inline void note_plain_write(const struct entry *entry, struct cell cell)
{
    *cell.writer = entry->now;
    for (unsigned i = 0; i < n_others; i++)
        if (other_of(cell, i)->launch) /* else its memory need not be there */
            other_of(cell, i)->launch = 0;
}

/* Of a cell for which is_simple() holds. */
static inline void enter_simply(const struct entry *entry, struct cell cell)
{
    if (entry->now.kind == SIMT_ACCESS_WRITE)
        note_plain_write(entry, cell);
    else
        note_plain_reader(entry, cell);
}

/* ---- any access ---- */

static bool enter_cell(const struct entry *entry, struct cell cell, struct simt_race *race)
{
    bool races;

    if (!is_strong(&entry->now) && is_simple(entry, cell)) {
        enter_simply(entry, cell);
        return false;
    }
    races = check(entry, cell, cell.writer, race);
    for (unsigned i = 0; i < n_others; i++)
        races = races || check(entry, cell, other_of(cell, i), race);
    if (!simt_access_writes(entry->now.kind)) {
        note_reader(entry, cell);
    } else if (is_strong(&entry->now)) {
        if (entry->compares)
            forget_guess(entry, cell);
        note_strong_write(entry, cell);
    } else {
        note_plain_write(entry, cell);
    }
    return races;
}

/* ---- cells of small elements ---- */

/* Threads side by side mostly access bytes and shorts that lie side by side. So a cell of such
 * elements has three records, as a whole one has, of the thread of its first element; element i is
 * of the i-th thread behind that one. Where anything else differs, the cell is split. */

static bool is_past(const struct entry *entry, struct cell cell)
{
    bool is = !is_current(entry, cell.writer);

    for (unsigned i = 0; i < n_others; i++)
        is = is && !is_current(entry, other_of(cell, i));
    return is;
}

static void clear(struct cell cell)
{
    static const struct record none;

    *cell.writer = none;
    for (unsigned i = 0; i < n_others; i++)
        if (memcmp(other_of(cell, i), &none, sizeof(none)) != 0)
            *other_of(cell, i) = none;
}

static struct record record_of(const struct entry *entry, const struct record *kept,
                               unsigned element)
{
    struct record one = *kept;

    if (!is_current(entry, kept) || !(kept->elements & 1U << element))
        return (struct record){0};
    one.thread = (one.thread + element) & thread_mask;
    one.elements = 0;
    one.element_bytes = 0;
    return one;
}

/* What a cell of small elements knows of one of them, as of a whole cell. */
static struct records element_of(const struct entry *entry, struct cell cell, unsigned element)
{
    struct records one = {.writer = record_of(entry, cell.writer, element)};

    for (unsigned i = 0; i < n_others; i++)
        one.others[i] = record_of(entry, other_of(cell, i), element);
    return one;
}

/* Makes *kept say of the element what `one` says, and of the others what it said. False: it can
 * not. */
static bool fold(const struct entry *entry, struct record *kept, struct record one,
                 unsigned element)
{
    unsigned rest = is_current(entry, kept) ? kept->elements & ~(1U << element) : 0;

    if (!is_current(entry, &one)) {
        one = rest ? *kept : (struct record){0};
        one.elements = rest & 15;
        *kept = one;
        return true;
    }
    one.thread = (one.thread - element) & thread_mask;
    one.elements = kept->elements;
    one.element_bytes = kept->element_bytes;
    if (rest && memcmp(&one, kept, sizeof(one)) != 0)
        return false;
    one.elements = (rest | 1U << element) & 15;
    *kept = one;
    return true;
}

static bool fold_all(const struct entry *entry, struct cell cell, const struct records *one,
                     unsigned element)
{
    struct records made = records_of(cell);
    unsigned bytes = cell.writer->element_bytes;
    bool can = fold(entry, &made.writer, one->writer, element);

    for (unsigned i = 0; i < n_others; i++)
        can = can && fold(entry, &made.others[i], one->others[i], element);
    if (!can)
        return false;
    made.writer.element_bytes = bytes & 3;
    set_records(cell, &made);
    return true;
}

/* ---- split cells ---- */

/* One of the four of a cell that is split. */
static struct cell part_at(const struct simt_history *history, size_t index, unsigned part)
{
    return (struct cell){&history->bytes[index * cell_bytes + part], history->count * cell_bytes};
}

/* The four of a cell, which all have its past. False: no memory. */
static bool split(const struct entry *entry, struct simt_history *history, size_t index)
{
    struct cell whole = cell_at(history, index);
    unsigned element_bytes = whole.writer->element_bytes;

    if (!history->bytes)
        history->bytes = reserve(history->count * cell_bytes * sizeof(struct records));
    if (!history->bytes)
        return false;
    if (whole.writer->launch == split_mark)
        return true;
    for (unsigned i = 0; i < cell_bytes; i++) {
        struct records one =
            element_bytes ? element_of(entry, whole, i / element_bytes) : records_of(whole);

        set_records(part_at(history, index, i), &one);
    }
    whole.writer->launch = split_mark;
    return true;
}

/* Bytes [first, end) of a cell. */
static bool enter_bytes(const struct entry *entry, struct simt_history *history, size_t index,
                        unsigned first, unsigned end, struct simt_race *race)
{
    bool is_split = split(entry, history, index), races = false;

    for (unsigned i = first; is_split && i < end; i++) {
        struct simt_race one;

        if (!enter_cell(entry, part_at(history, index, i), &one))
            continue;
        if (!races) {
            *race = one;
            race->offset = index * cell_bytes + i;
        }
        races = true;
    }
    return races;
}

/* One element of `bytes` bytes, 1 or 2, at `first` in a cell that is not split. */
static bool enter_small(const struct entry *entry, struct simt_history *history, size_t index,
                        unsigned first, unsigned bytes, struct simt_race *race)
{
    struct cell cell = cell_at(history, index);
    struct records one;
    unsigned element = first / bytes;
    bool races;

    if (is_past(entry, cell)) {
        clear(cell);
        cell.writer->element_bytes = bytes & 3;
    }
    if (cell.writer->element_bytes != bytes)
        return enter_bytes(entry, history, index, first, first + bytes, race);
    one = element_of(entry, cell, element);
    races = enter_cell(entry, cell_in(&one), race);
    if (fold_all(entry, cell, &one, element) || !split(entry, history, index))
        return races;
    for (unsigned i = first; i < first + bytes; i++)
        set_records(part_at(history, index, i), &one);
    return races;
}

/* The bytes of a cell from `first` to before `end`, of an access of `bytes` bytes. */
static bool enter_part(const struct entry *entry, struct simt_history *history, size_t index,
                       unsigned first, unsigned end, unsigned bytes, struct simt_race *race)
{
    struct cell cell = cell_at(history, index);
    bool is_split = cell.writer->launch == split_mark;
    bool is_small = bytes == end - first && (bytes == 1 || (bytes == 2 && first % 2 == 0));

    if (!is_split && is_small)
        return enter_small(entry, history, index, first, bytes, race);
    if (!is_split && end - first == cell_bytes && is_past(entry, cell)) {
        clear(cell);
        return enter_cell(entry, cell, race);
    }
    return enter_bytes(entry, history, index, first, end, race);
}

static bool make_entry(struct entry *entry, const struct simt_access *access,
                       struct simt_order_block *block, unsigned thread, bool shared)
{
    const bool plain = access->kind == SIMT_ACCESS_READ || access->kind == SIMT_ACCESS_WRITE;
    struct simt_moment now =
        plain ? simt_order_plain(block, thread) : simt_order_now(block, thread);

    *entry = (struct entry){
        .now = {.block = now.block,
                .barrier = now.barrier & barrier_mask,
                .thread = (unsigned)now.thread & thread_mask,
                .clock = now.clock & clock_mask,
                .kind = access->kind & 7,
                .block_scope = access->scope == SIMT_SCOPE_BLOCK,
                .launch = now.launch,
                .site = site_number(access->site)},
        .block = block,
        .address = access->address,
        .thread = thread,
        .shared = shared,
        .compares = access->compares,
    };
    return entry->now.barrier == now.barrier && entry->now.clock == now.clock;
}

/* Launch numbers come again: then what is left of the last time would pass for this launch's. */
static void forget_last_cycle(struct simt_history *history, const struct simt_order_block *block)
{
    unsigned cycle = simt_order_launches(block) / launch_numbers;

    if (cycle == history->cycle)
        return;
    history->cycle = cycle;
    (void)madvise(history->cells, history->count * sizeof(struct records), MADV_DONTNEED);
    if (history->bytes)
        (void)madvise(history->bytes, history->count * cell_bytes * sizeof(struct records),
                      MADV_DONTNEED);
}

bool simt_race_enter(struct simt_history *history, size_t offset, const struct simt_access *access,
                     struct simt_order_block *block, unsigned thread, bool shared,
                     struct simt_race *race)
{
    size_t end = offset + access->bytes;
    struct entry entry;
    bool races = false;

    forget_last_cycle(history, block);
    if (!make_entry(&entry, access, block, thread, shared))
        return false;
    for (size_t at = offset; at < end;) {
        size_t index = at / cell_bytes, next = (index + 1) * cell_bytes;
        bool whole = at % cell_bytes == 0 && next <= end;
        struct simt_race one = {.offset = at};
        bool found;

        if (whole && history->cells[index].launch != split_mark &&
            !history->cells[index].element_bytes)
            found = enter_cell(&entry, cell_at(history, index), &one);
        else
            found = enter_part(&entry, history, index, (unsigned)(at % cell_bytes),
                               (unsigned)((next < end ? next : end) - index * cell_bytes),
                               access->bytes, &one);
        if (found && !races)
            *race = one;
        races = races || found;
        at = next;
    }
    return races;
}

/* ---- the lanes of a warp ---- */

/* Of `count` cells side by side, from this one on. */
static inline bool all_simple(const struct entry *entry, struct cell cell, unsigned count)
{
    for (; count > 0; count--, cell.writer++)
        if (cell.writer->launch == split_mark || cell.writer->element_bytes ||
            !is_simple(entry, cell))
            return false;
    return true;
}

/* Makes the entry that of another thread of the block. False: its clock does not fit. */
static inline bool go_to_thread(struct entry *entry, unsigned thread, uint32_t clock)
{
    entry->now.thread = thread & thread_mask;
    entry->now.clock = clock & clock_mask;
    return entry->now.clock == clock;
}

/* A plain read or write of one cell, which is what most requests are made of, where all_simple()
 * holds; then it is entered. Most arrays are either read or written in a launch, so most cells that
 * are read have no writer, and those that are written no reader. */
static inline bool enter_read(const struct entry *entry, struct cell cell)
{
    const struct record *writer = cell.writer;
    struct record *first = other_of(cell, 0), *second = other_of(cell, 1);
    bool has_first = is_current(entry, first), has_second = is_current(entry, second);

    if (writer->launch == split_mark || writer->element_bytes ||
        (is_current(entry, writer) && (is_strong(writer) || !is_plainly_ordered(entry, writer))) ||
        (has_first && first->kind != SIMT_ACCESS_READ) ||
        (has_second && second->kind != SIMT_ACCESS_READ))
        return false;
    note_plain_reader(entry, cell);
    return true;
}

static inline bool enter_write(const struct entry *entry, struct cell cell)
{
    if (!all_simple(entry, cell, 1))
        return false;
    note_plain_write(entry, cell);
    return true;
}

static inline bool enter_cells(const struct entry *entry, struct cell cell, unsigned count)
{
    if (!all_simple(entry, cell, count))
        return false;
    for (; count > 0; count--, cell.writer++)
        enter_simply(entry, cell);
    return true;
}

uint32_t simt_race_enter_together(struct simt_history *history, uintptr_t base,
                                  const struct simt_access accesses[], uint32_t lanes,
                                  struct simt_order_block *block, unsigned first, bool shared)
{
    const unsigned lowest = (unsigned)__builtin_ctz(lanes);
    const unsigned count = accesses[lowest].bytes / cell_bytes;
    const bool write = accesses[lowest].kind == SIMT_ACCESS_WRITE;
    uint32_t clocks[SIMT_WARP_SIZE];
    struct entry entry;
    uint32_t rest = lanes;

    forget_last_cycle(history, block);
    if (!make_entry(&entry, &accesses[lowest], block, first + lowest, shared))
        return 0;
    simt_order_plain_clocks(block, first, lanes, clocks);
    for (; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        struct cell cell = cell_at(history, (accesses[lane].address - base) / cell_bytes);
        bool entered;

        if (!go_to_thread(&entry, first + lane, clocks[lane]))
            break;
        if (count > 1)
            entered = enter_cells(&entry, cell, count);
        else
            entered = write ? enter_write(&entry, cell) : enter_read(&entry, cell);
        if (!entered)
            break;
    }
    return lanes & ~rest;
}
