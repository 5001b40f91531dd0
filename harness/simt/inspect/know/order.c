/* Vector clocks, of blocks. A clock says of each block in it which of its accesses are covered: all
 * from before a barrier, and those of single threads up to a count of theirs. Clocks are Patricia
 * trees that share what they have in common and never change: handing one on costs a pointer, and
 * what 65536 blocks add one by one to a counter's clock costs 16 nodes each.
 *
 * A thread has what is ordered before it (`known`), what it has read of but not yet fenced
 * (`pending`), and what it has fenced (`fenced`), which its strong writes then release to cells.
 * Barriers of the block itself and __syncwarp() are kept apart, as plain numbers: that is all that
 * most kernels have. */
#include "order.h"

#include <stdlib.h>
#include <string.h>

enum {
    warp_size = SIMT_WARP_SIZE,
    max_warps = SIMT_MAX_BLOCK / SIMT_WARP_SIZE,
    n_scopes = SIMT_SCOPE_DEVICE + 1,
    /* Strong writes without a fence order nothing: cells and notes of them are kept only to say
     * what is missing. */
    max_unfenced_cells = 65536,
    max_notes = 65536,
    everyone = SIMT_MAX_BLOCK, /* in place of a thread: all of its block */
    n_heard = 2,               /* cells that a thread remembers to have read, */
    n_block_heard = 4,         /* and a block, of those that other blocks wrote to */
    n_flags = 4,               /* cells that a thread may wait at by turns */
    most_steps = 1 << 19,      /* of a thread's clock for what only helps to say what is missing */
};

/* A tree: a leaf is of one block, a branch of blocks that are the same above its bit. */
struct clock {
    uint32_t references;
    uint32_t bit;   /* 0: a leaf */
    uint32_t block; /* of a branch: what its blocks have in common, the other bits are 0 */
};

struct branch {
    struct clock head;
    struct clock *child[2]; /* by the bit */
};

/* Of threads [first, end) the accesses with a clock below. */
struct run {
    uint16_t first, end;
    uint32_t clock;
};

/* Runs are of threads that had not come to `barrier` + 1 barriers: where the barrier is larger, all
 * is covered that is where it is smaller. */
struct leaf {
    struct clock head;
    uint32_t barrier; /* accesses from before this many barriers */
    uint32_t count;
    struct run runs[]; /* sorted, apart */
};

/* A cell that was read by a strong access, when it had been written to this often. */
struct heard {
    uint32_t cell; /* 0: none */
    uint32_t stamp;
    bool of_block; /* only what the reader's own block wrote counts */
};

/* What a strong access reads of a cell. */
struct reading {
    struct heard heard; /* cell 0: nothing */
    bool of_others;     /* another block has written to it */
    /* What was released to it, for the block alone and for everybody: that a fence of the scope
     * makes known. */
    struct clock *own, *released;
    enum simt_scope scope;
};

struct thread {
    uint32_t clock, synced;  /* now, and when the warp last synchronised as a whole */
    uint32_t waits;          /* for what others had done, by strong accesses and fences */
    uint32_t flags[n_flags]; /* cells of the last strong accesses, by their addresses */
    struct clock *known;
    struct clock *pending[n_scopes]; /* by the narrowest fence that makes it known */
    struct clock *fenced[n_scopes];  /* by whom it is meant for; the block's has the device's */
    struct heard heard[n_heard];
    struct reading result; /* of its last atomic function, which it may want yet */
    bool wrote;            /* by a strong access, and its clock has not changed since a plain one */
};

/* What threads of a block have released for this block alone. */
struct own {
    uint32_t cell; /* 0: the place is free */
    struct clock *clock;
};

struct simt_order_block {
    struct simt_order *order;
    struct simt_order_block *next_free;
    uint32_t block, barrier;
    unsigned threads;
    bool communicates;          /* some thread has a clock, */
    bool differs;               /* and another may have another since the last barrier */
    bool hears;                 /* some thread has read what others wrote by strong accesses */
    uint32_t worked[max_warps]; /* lanes that did more than to wait, since they waited last */
    struct heard heard[n_block_heard], fresh[n_block_heard]; /* by the last barrier, and since */
    struct own *own;                                         /* hash by cell */
    uint32_t own_count, own_capacity;
    uint32_t (*seen[max_warps])[warp_size]; /* null: only whole warps have synchronised so far */
    struct thread thread[SIMT_MAX_BLOCK];
};

/* None, one or many blocks. */
struct blocks {
    uint32_t block;
    uint8_t count; /* 2: many */
};

struct cell {
    uintptr_t address;
    uint32_t stamp; /* strong writes so far */
    struct blocks writers, releasers;
    struct clock *released; /* for everybody */
};

/* A strong write to a cell: when its thread had come so far for the first time. */
struct note {
    uint32_t cell, block, thread;
    uint32_t progress; /* the thread's clock, or the block's barriers where it is of everyone */
    uint32_t stamp;
};

struct simt_order {
    uint16_t launch;
    bool gave_up;       /* no memory: from then on all counts as ordered */
    unsigned launches;  /* and times that the grid has met */
    struct cell *cells; /* number 0 is not used */
    uint32_t cell_count, cell_capacity;
    uint32_t *cell_slots; /* hash by address: numbers; 0: free */
    uint32_t cell_slot_count;
    struct note *notes; /* number 0 is not used */
    uint32_t note_count, note_capacity;
    uint32_t *note_slots; /* hash by cell, block and thread */
    uint32_t note_slot_count;
    struct simt_order_block *free_blocks;
};

/* ---- clocks ---- */

// NOLINTBEGIN(clang-analyzer-unix.Malloc): the analyzer does not count references

static struct clock *keep(struct clock *clock)
{
    if (clock)
        clock->references++;
    return clock;
}

static void drop(struct clock *clock)
{
    if (!clock || --clock->references)
        return;
    if (clock->bit) {
        drop(((struct branch *)clock)->child[0]);
        drop(((struct branch *)clock)->child[1]);
    }
    free(clock);
}

/* A leaf without runs, which has room for some; null: no memory. */
static struct leaf *leaf_new(uint32_t block, uint32_t barrier, uint32_t capacity)
{
    struct leaf *leaf = malloc(sizeof(*leaf) + capacity * sizeof(leaf->runs[0]));

    if (leaf)
        *leaf = (struct leaf){.head = {1, 0, block}, .barrier = barrier};
    return leaf;
}

static void add_run(struct leaf *leaf, struct run run)
{
    struct run *last = leaf->count ? &leaf->runs[leaf->count - 1] : NULL;

    if (!run.clock)
        return;
    if (last && last->end == run.first && last->clock == run.clock)
        last->end = run.end;
    else
        leaf->runs[leaf->count++] = run;
}

/* The stretch of threads from `at` on in which both leaves say one thing each; clock 0: nothing. */
static struct run stretch(const struct run *a, const struct run *b, unsigned at)
{
    unsigned first = a->first < b->first ? a->first : b->first, end;
    bool in_a, in_b;
    uint32_t clock;

    first = first > at ? first : at;
    in_a = a->first <= first;
    in_b = b->first <= first;
    end = in_a ? a->end : a->first;
    if (end > (in_b ? b->end : b->first))
        end = in_b ? b->end : b->first;
    clock = in_a ? a->clock : 0;
    if (in_b && b->clock > clock)
        clock = b->clock;
    return (struct run){(uint16_t)first, (uint16_t)end, clock};
}

static void add_both(struct leaf *both, const struct leaf *a, const struct leaf *b)
{
    static const struct run none = {UINT16_MAX, UINT16_MAX, 0};
    unsigned i = 0, j = 0;

    while (i < a->count || j < b->count) {
        const struct run *in_a = i < a->count ? &a->runs[i] : &none;
        const struct run *in_b = j < b->count ? &b->runs[j] : &none;
        const struct run *last = both->count ? &both->runs[both->count - 1] : &(struct run){0};
        struct run next = stretch(in_a, in_b, last->end);

        add_run(both, next);
        i += in_a->end == next.end;
        j += in_b->end == next.end;
    }
}

static bool same_runs(const struct leaf *a, const struct leaf *b)
{
    return a->count == b->count && !memcmp(a->runs, b->runs, a->count * sizeof(a->runs[0]));
}

static struct clock *merge_leaves(struct simt_order *order, struct leaf *a, struct leaf *b)
{
    uint32_t capacity = 2 * (a->count + b->count); /* pieces that do not overlap */
    struct leaf *both, *same;

    if (a->barrier != b->barrier)
        return keep(a->barrier > b->barrier ? &a->head : &b->head);
    if (same_runs(a, b))
        return keep(&a->head);
    both = leaf_new(a->head.block, a->barrier, capacity < everyone ? capacity : everyone);
    if (!both) {
        order->gave_up = true;
        return keep(&a->head);
    }
    add_both(both, a, b);
    same = same_runs(both, a) ? a : same_runs(both, b) ? b : NULL;
    if (same) {
        free(both);
        return keep(&same->head);
    }
    return &both->head;
}

static bool is_within(uint32_t block, const struct clock *branch)
{
    return !((block ^ branch->block) & ~((branch->bit << 1) - 1));
}

static struct clock **child_of(struct clock *branch, uint32_t block)
{
    return &((struct branch *)branch)->child[(block & branch->bit) != 0];
}

/* Takes over both children; their blocks differ at the bit. */
static struct clock *branch_new(struct simt_order *order, uint32_t bit, struct clock *a,
                                struct clock *b)
{
    struct branch *branch = malloc(sizeof(*branch));
    unsigned side = (a->block & bit) != 0;

    if (!branch) {
        order->gave_up = true;
        drop(b);
        return a;
    }
    branch->head = (struct clock){1, bit, a->block & ~((bit << 1) - 1)};
    branch->child[side] = a;
    branch->child[!side] = b;
    return &branch->head;
}

static struct clock *merge(struct simt_order *order, struct clock *a, struct clock *b);

/* Two branches of the same blocks. Where one has it all, it is that one, not its like: then clocks
 * stay shared, and merging them again takes no time. */
static struct clock *merge_branches(struct simt_order *order, struct branch *a, struct branch *b)
{
    struct clock *zero = merge(order, a->child[0], b->child[0]);
    struct clock *one = merge(order, a->child[1], b->child[1]);
    struct branch *same = NULL;

    if (zero == a->child[0] && one == a->child[1])
        same = a;
    else if (zero == b->child[0] && one == b->child[1])
        same = b;
    if (!same)
        return branch_new(order, a->head.bit, zero, one);
    drop(zero);
    drop(one);
    return keep(&same->head);
}

/* A branch, and a clock of blocks that are all on one side of it. */
static struct clock *merge_into_branch(struct simt_order *order, struct clock *branch,
                                       struct clock *part)
{
    struct clock *child = *child_of(branch, part->block);
    struct clock *other = *child_of(branch, ~part->block);
    struct clock *merged = merge(order, child, part);

    if (merged == child) {
        drop(merged);
        return keep(branch);
    }
    return branch_new(order, branch->bit, merged, keep(other));
}

/* What either covers; to be dropped by the caller. */
static struct clock *merge(struct simt_order *order, struct clock *a, struct clock *b)
{
    if (!b || a == b)
        return keep(a);
    if (!a)
        return keep(b);
    if (a->bit == b->bit && a->block == b->block)
        return a->bit ? merge_branches(order, (struct branch *)a, (struct branch *)b)
                      : merge_leaves(order, (struct leaf *)a, (struct leaf *)b);
    if (a->bit > b->bit && is_within(b->block, a))
        return merge_into_branch(order, a, b);
    if (b->bit > a->bit && is_within(a->block, b))
        return merge_into_branch(order, b, a);
    return branch_new(order, 1U << (31 - __builtin_clz(a->block ^ b->block)), keep(a), keep(b));
}

/* True: some of it is new. */
static bool merge_to(struct simt_order *order, struct clock **into, struct clock *other)
{
    struct clock *old = *into;
    bool is_new;

    if (!other || old == other)
        return false;
    *into = merge(order, old, other);
    is_new = *into != old;
    drop(old);
    return is_new;
}

// NOLINTEND(clang-analyzer-unix.Malloc)

static void replace(struct clock **into, struct clock *clock)
{
    struct clock *old = *into;

    *into = keep(clock);
    drop(old);
}

static bool covers(const struct clock *clock, const struct simt_moment *moment)
{
    const struct leaf *leaf;
    unsigned low = 0, high;

    while (clock && clock->bit) {
        if (!is_within(moment->block, clock))
            return false;
        clock = ((const struct branch *)clock)->child[(moment->block & clock->bit) != 0];
    }
    if (!clock || clock->block != moment->block)
        return false;
    leaf = (const struct leaf *)clock;
    if (moment->barrier < leaf->barrier)
        return true;
    for (high = leaf->count; low < high;) {
        unsigned middle = low + (high - low) / 2;

        if (leaf->runs[middle].end <= moment->thread)
            low = middle + 1;
        else
            high = middle;
    }
    return low < leaf->count && leaf->runs[low].first <= moment->thread &&
           moment->clock < leaf->runs[low].clock;
}

/* ---- tables ---- */

/* Room for one more item, and for the unused one at 0; false: no memory. */
static bool reserve(void **items, uint32_t count, uint32_t *capacity, size_t size)
{
    uint32_t larger = *capacity ? *capacity * 2 : 16;
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

static uint32_t hash(uint64_t value)
{
    value *= 0x9e3779b97f4a7c15U;
    return (uint32_t)(value >> 32);
}

/* Where the number of a cell is or goes in the hash, which has room. */
static uint32_t *cell_slot(const struct simt_order *order, uintptr_t address)
{
    for (uint32_t at = hash(address);; at++) {
        uint32_t *slot = &order->cell_slots[at & (order->cell_slot_count - 1)];

        if (!*slot || order->cells[*slot].address == address)
            return slot;
    }
}

static uint32_t *note_slot(const struct simt_order *order, uint32_t cell, uint32_t block,
                           uint32_t thread)
{
    for (uint32_t at = hash(((uint64_t)block << 32 | thread) + cell * 0x85ebca77c2b2ae63U);; at++) {
        uint32_t *slot = &order->note_slots[at & (order->note_slot_count - 1)];
        const struct note *note = &order->notes[*slot];

        if (!*slot || (note->cell == cell && note->block == block && note->thread == thread))
            return slot;
    }
}

/* Doubles a hash that is half full. True: it has changed, and is empty. */
static bool grow_slots(uint32_t count, uint32_t **slots, uint32_t *slot_count)
{
    uint32_t larger = *slot_count ? *slot_count * 2 : 64;
    uint32_t *grown;

    if (count * 2 < *slot_count)
        return false;
    grown = calloc(larger, sizeof(*grown));
    if (!grown)
        return false;
    free(*slots);
    *slots = grown;
    *slot_count = larger;
    return true;
}

/* The number of a cell; 0: it has none. */
static uint32_t find_cell(const struct simt_order *order, uintptr_t address)
{
    return order->cell_count ? *cell_slot(order, address) : 0;
}

/* The same, made if need be; 0: no memory. */
static uint32_t get_cell(struct simt_order *order, uintptr_t address)
{
    uint32_t number = find_cell(order, address);

    if (number)
        return number;
    number = order->cell_count ? order->cell_count : 1;
    if (!reserve((void **)&order->cells, number, &order->cell_capacity, sizeof(*order->cells)))
        return 0;
    if (grow_slots(number, &order->cell_slots, &order->cell_slot_count))
        for (uint32_t i = 1; i < number; i++)
            *cell_slot(order, order->cells[i].address) = i;
    if (number >= order->cell_slot_count)
        return 0;
    order->cells[number] = (struct cell){.address = address};
    *cell_slot(order, address) = number;
    order->cell_count = number + 1;
    return number;
}

static void add_note(struct simt_order *order, struct note new)
{
    uint32_t number = order->note_count ? order->note_count : 1;
    uint32_t *slot;

    if (!reserve((void **)&order->notes, number, &order->note_capacity, sizeof(*order->notes)))
        return;
    if (grow_slots(number, &order->note_slots, &order->note_slot_count))
        for (uint32_t i = 1; i < number; i++)
            *note_slot(order, order->notes[i].cell, order->notes[i].block, order->notes[i].thread) =
                i;
    if (number >= order->note_slot_count)
        return;
    slot = note_slot(order, new.cell, new.block, new.thread);
    if (*slot) {
        if (order->notes[*slot].progress != new.progress)
            order->notes[*slot] = new;
    } else if (number < max_notes) {
        *slot = number;
        order->notes[number] = new;
        order->note_count = number + 1;
    }
}

static const struct note *find_note(const struct simt_order *order, uint32_t cell, uint32_t block,
                                    uint32_t thread)
{
    uint32_t number = order->note_count ? *note_slot(order, cell, block, thread) : 0;

    return number ? &order->notes[number] : NULL;
}

static struct own *own_slot(const struct simt_order_block *block, uint32_t cell)
{
    for (uint32_t at = hash(cell);; at++) {
        struct own *slot = &block->own[at & (block->own_capacity - 1)];

        if (!slot->cell || slot->cell == cell)
            return slot;
    }
}

static bool own_grow(struct simt_order_block *block)
{
    uint32_t old_capacity = block->own_capacity, capacity = old_capacity ? old_capacity * 2 : 8;
    struct own *old = block->own, *grown;

    if (block->own_count * 2 < old_capacity)
        return true;
    grown = calloc(capacity, sizeof(*grown));
    if (!grown)
        return false;
    block->own = grown;
    block->own_capacity = capacity;
    for (uint32_t i = 0; i < old_capacity; i++)
        if (old[i].cell)
            *own_slot(block, old[i].cell) = old[i];
    free(old);
    return true;
}

static struct clock *own_clock(const struct simt_order_block *block, uint32_t cell)
{
    return block->own_count ? own_slot(block, cell)->clock : NULL;
}

static void release_to_own(struct simt_order_block *block, uint32_t cell, struct clock *clock)
{
    struct own *slot;

    if (!own_grow(block)) {
        block->order->gave_up = true;
        return;
    }
    slot = own_slot(block, cell);
    block->own_count += !slot->cell;
    slot->cell = cell;
    merge_to(block->order, &slot->clock, clock);
}

/* ---- launches and blocks ---- */

struct simt_order *simt_order_new(void)
{
    return calloc(1, sizeof(struct simt_order));
}

static void clear(struct simt_order *order)
{
    for (uint32_t i = 1; i < order->cell_count; i++)
        drop(order->cells[i].released);
    if (order->cell_count)
        memset(order->cell_slots, 0, order->cell_slot_count * sizeof(*order->cell_slots));
    if (order->note_count)
        memset(order->note_slots, 0, order->note_slot_count * sizeof(*order->note_slots));
    order->cell_count = order->note_count = 0;
}

void simt_order_begin(struct simt_order *order, uint16_t launch)
{
    clear(order);
    order->launch = launch;
    order->launches++;
    order->gave_up = false;
}

/* What threads know stays true, of what needs no knowing any more. */
void simt_order_grid_passed(struct simt_order *order, uint16_t launch)
{
    order->launch = launch;
    order->launches++;
}

void simt_order_free(struct simt_order *order)
{
    if (!order)
        return;
    clear(order);
    free(order->cells);
    free(order->cell_slots);
    free(order->notes);
    free(order->note_slots);
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
        state = malloc(sizeof(*state));
    if (!state)
        return NULL;
    memset(state, 0, offsetof(struct simt_order_block, thread));
    memset(state->thread, 0, threads * sizeof(state->thread[0]));
    state->order = order;
    state->block = (uint32_t)block;
    state->threads = threads;
    return state;
}

static void forget(struct thread *thread)
{
    drop(thread->known);
    for (unsigned s = 0; s < n_scopes; s++) {
        drop(thread->pending[s]);
        drop(thread->fenced[s]);
    }
    drop(thread->result.own);
    drop(thread->result.released);
}

void simt_order_block_end(struct simt_order_block *block)
{
    for (unsigned i = 0; block->communicates && i < block->threads; i++)
        forget(&block->thread[i]);
    for (uint32_t i = 0; i < block->own_capacity; i++)
        drop(block->own[i].clock);
    free(block->own);
    for (unsigned w = 0; w < max_warps; w++)
        free(block->seen[w]);
    block->next_free = block->order->free_blocks;
    block->order->free_blocks = block;
}

/* ---- what synchronises ---- */

/* A wait is over, unless it is still the last one: a thread may look at several flags, or at one
 * again and again. */
static void count_wait(struct simt_order_block *block, unsigned thread)
{
    uint32_t *worked = &block->worked[thread / warp_size], lane = 1U << thread % warp_size;

    block->thread[thread].waits += (*worked & lane) != 0;
    *worked &= ~lane;
}

/* What the thread has read becomes known, as far as a fence of the scope makes it. True: something
 * of it is new. */
static bool learn_what_was_read(struct simt_order *order, struct thread *thread,
                                enum simt_scope scope)
{
    bool is_new = false;

    for (unsigned s = 0; s <= scope; s++) {
        is_new |= merge_to(order, &thread->known, thread->pending[s]);
        replace(&thread->pending[s], NULL);
    }
    return is_new;
}

static bool is_in(unsigned thread, unsigned first, uint32_t mask)
{
    return mask >> (thread - first) % warp_size & 1;
}

/* All of the threads [first, end) that are in the mask, by their lane, know and have fenced what
 * any of them had. A lane of a warp may have waited for what another lane has read. */
static void share(struct simt_order_block *block, unsigned first, unsigned end, uint32_t mask,
                  bool of_warp)
{
    struct simt_order *order = block->order;
    struct thread all = {0};
    bool one_fence = true; /* nobody has fenced for the block alone */

    for (unsigned i = first; i < end; i++) {
        struct thread *thread = &block->thread[i];

        if (!is_in(i, first, mask))
            continue;
        if (learn_what_was_read(order, thread, SIMT_SCOPE_DEVICE) && of_warp)
            count_wait(block, i);
        merge_to(order, &all.known, thread->known);
        merge_to(order, &all.fenced[SIMT_SCOPE_DEVICE], thread->fenced[SIMT_SCOPE_DEVICE]);
        one_fence &= thread->fenced[SIMT_SCOPE_BLOCK] == thread->fenced[SIMT_SCOPE_DEVICE];
    }
    replace(&all.fenced[SIMT_SCOPE_BLOCK], all.fenced[SIMT_SCOPE_DEVICE]);
    for (unsigned i = first; !one_fence && i < end; i++)
        if (is_in(i, first, mask))
            merge_to(order, &all.fenced[SIMT_SCOPE_BLOCK],
                     block->thread[i].fenced[SIMT_SCOPE_BLOCK]);
    for (unsigned i = first; i < end; i++) {
        struct thread *thread = &block->thread[i];

        if (!is_in(i, first, mask))
            continue;
        if (of_warp && merge_to(order, &thread->known, all.known))
            count_wait(block, i);
        replace(&thread->known, all.known);
        for (unsigned s = 0; s < n_scopes; s++)
            replace(&thread->fenced[s], all.fenced[s]);
    }
    forget(&all);
}

/* Remembers it as the first of `n`. */
static void hear(struct heard *heard, unsigned n, struct heard new)
{
    unsigned at = 0;

    while (at < n - 1 && heard[at].cell != new.cell)
        at++;
    memmove(&heard[1], heard, at * sizeof(*heard));
    heard[0] = new;
}

/* The lanes of the mask remember what each of them read last. */
static void share_heard(struct thread *lanes, uint32_t mask)
{
    struct heard all[n_heard] = {{0}};

    for (uint32_t rest = mask; rest; rest &= rest - 1)
        if (lanes[__builtin_ctz(rest)].heard[0].cell)
            hear(all, n_heard, lanes[__builtin_ctz(rest)].heard[0]);
    for (uint32_t rest = mask; rest; rest &= rest - 1)
        memcpy(lanes[__builtin_ctz(rest)].heard, all, sizeof(all));
}

void simt_order_barrier(struct simt_order_block *block)
{
    if (block->differs)
        share(block, 0, block->threads, UINT32_MAX, false);
    for (unsigned i = n_block_heard; i-- > 0;)
        if (block->fresh[i].cell)
            hear(block->heard, n_block_heard, block->fresh[i]);
    memset(block->fresh, 0, sizeof(block->fresh));
    block->differs = false;
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

    if (!seen) {
        block->order->gave_up = true;
        return false;
    }
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
    if (block->hears)
        share_heard(&block->thread[first], mask);
    if (block->differs)
        share(block, first, end, mask, true);
}

/* How far thread `self` knows lane `lane` of its warp to have come. */
static uint32_t seen_clock(const struct simt_order_block *block, unsigned self, unsigned lane)
{
    unsigned warp = self / warp_size;

    if (block->seen[warp])
        return block->seen[warp][self % warp_size][lane];
    return block->thread[warp * warp_size + lane].synced;
}

/* What is ordered before the thread now of its own block, beyond what it knows of by cells. */
static struct clock *own_progress(const struct simt_order_block *block, unsigned thread)
{
    struct leaf *leaf = leaf_new(block->block, block->barrier, warp_size);
    unsigned first = thread / warp_size * warp_size;

    for (unsigned i = first; leaf && i < first + warp_size && i < block->threads; i++) {
        uint32_t clock =
            i == thread ? block->thread[i].clock : seen_clock(block, thread, i - first);

        add_run(leaf, (struct run){(uint16_t)i, (uint16_t)(i + 1), clock});
    }
    return leaf ? &leaf->head : NULL;
}

void simt_order_fence(struct simt_order_block *block, unsigned thread, enum simt_scope scope)
{
    struct thread *self = &block->thread[thread];
    struct clock *fenced;

    block->communicates = block->differs = true;
    self->clock++;
    if (learn_what_was_read(block->order, self, scope))
        count_wait(block, thread);
    fenced = own_progress(block, thread);
    if (!fenced) {
        block->order->gave_up = true;
        return;
    }
    merge_to(block->order, &fenced, self->known);
    for (unsigned s = 0; s <= scope; s++)
        replace(&self->fenced[s], fenced);
    drop(fenced);
}

static bool has(const struct blocks *blocks, uint32_t block)
{
    return blocks->count > 1 || (blocks->count && blocks->block == block);
}

static void add_block(struct blocks *blocks, uint32_t block)
{
    if (!has(blocks, block))
        *blocks = (struct blocks){block, (uint8_t)(blocks->count + 1)};
}

void simt_order_worked(struct simt_order_block *block, unsigned warp, uint32_t mask)
{
    block->worked[warp] |= mask;
}

/* A strong access is more than to wait where it is of another cell each time. */
static void note_flag(struct simt_order_block *block, unsigned thread, uintptr_t address)
{
    uint32_t *flags = block->thread[thread].flags, cell = (uint32_t)address;

    for (unsigned i = 0; i < n_flags; i++)
        if (flags[i] == cell)
            return;
    memmove(&flags[1], flags, (n_flags - 1) * sizeof(*flags));
    flags[0] = cell;
    simt_order_worked(block, thread / warp_size, 1U << thread % warp_size);
}

uint64_t simt_order_waits(const struct simt_order_block *block)
{
    uint64_t all = 0;

    for (unsigned i = 0; i < block->threads; i++)
        all += block->thread[i].waits;
    return all;
}

/* What others have released to the cell, for everybody or for their block alone. Of a cell that
 * several blocks release to, nobody knows who released what: then a fence of the block counts. */
static struct reading read_cell(const struct simt_order_block *block,
                                const struct simt_access *access)
{
    const struct simt_order *order = block->order;
    uint32_t number = find_cell(order, access->address);
    const struct cell *cell = number ? &order->cells[number] : NULL;
    struct reading reading = {0};

    if (!cell)
        return reading;
    reading.heard = (struct heard){number, cell->stamp, access->scope == SIMT_SCOPE_BLOCK};
    reading.of_others = cell->writers.count > 1 || !has(&cell->writers, block->block);
    reading.own = keep(own_clock(block, number));
    reading.scope = has(&cell->releasers, block->block) ? SIMT_SCOPE_BLOCK : SIMT_SCOPE_DEVICE;
    if (access->scope >= reading.scope)
        reading.released = keep(cell->released);
    return reading;
}

static void drop_reading(struct reading *reading)
{
    drop(reading->own);
    drop(reading->released);
    *reading = (struct reading){0};
}

/* The thread uses what it has read. */
static void acquire(struct simt_order_block *block, struct thread *self, struct reading *reading)
{
    if (!reading->heard.cell)
        return;
    hear(self->heard, n_heard, reading->heard);
    if (!reading->heard.of_block && reading->of_others)
        hear(block->fresh, n_block_heard, reading->heard);
    block->hears = true;
    if (reading->own || reading->released)
        block->communicates = block->differs = true;
    merge_to(block->order, &self->pending[SIMT_SCOPE_BLOCK], reading->own);
    merge_to(block->order, &self->pending[reading->scope], reading->released);
    drop_reading(reading);
}

static void release(struct simt_order_block *block, unsigned thread,
                    const struct simt_access *access)
{
    struct simt_order *order = block->order;
    const struct thread *self = &block->thread[thread];
    struct clock *own = self->fenced[SIMT_SCOPE_BLOCK];
    struct clock *device =
        access->scope == SIMT_SCOPE_DEVICE ? self->fenced[SIMT_SCOPE_DEVICE] : NULL;
    uint32_t number = own || order->cell_count < max_unfenced_cells
                          ? get_cell(order, access->address)
                          : find_cell(order, access->address);
    struct cell *cell;

    if (!number) {
        order->gave_up |= own != NULL;
        return;
    }
    cell = &order->cells[number];
    cell->stamp++;
    add_block(&cell->writers, block->block);
    add_note(order, (struct note){number, block->block, thread, self->clock, cell->stamp});
    if (block->barrier)
        add_note(order, (struct note){number, block->block, everyone, block->barrier, cell->stamp});
    if (device) {
        merge_to(order, &cell->released, device);
        add_block(&cell->releasers, block->block);
    }
    if (own != device)
        release_to_own(block, number, own);
}

void simt_order_strong(struct simt_order_block *block, unsigned thread,
                       const struct simt_access *access)
{
    struct thread *self = &block->thread[thread];
    struct reading reading;

    note_flag(block, thread, access->address);
    if (simt_access_reads(access->kind)) {
        reading = read_cell(block, access);
        if (access->kind == SIMT_ACCESS_ATOMIC) {
            drop_reading(&self->result);
            self->result = reading;
            block->communicates |= reading.own || reading.released;
        } else {
            acquire(block, self, &reading);
        }
    }
    if (simt_access_writes(access->kind)) {
        release(block, thread, access);
        self->wrote = true;
    }
}

void simt_order_result(struct simt_order_block *block, unsigned thread)
{
    acquire(block, &block->thread[thread], &block->thread[thread].result);
}

bool simt_order_is_flag(const struct simt_order_block *block, uintptr_t address)
{
    uint32_t number = find_cell(block->order, address);

    return number && (block->order->cells[number].released || own_clock(block, number));
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

static uint32_t plain_clock(struct thread *self)
{
    if (self->wrote && self->clock < most_steps)
        self->clock++;
    self->wrote = false;
    return self->clock;
}

void simt_order_plain_clocks(struct simt_order_block *block, unsigned first, uint32_t lanes,
                             uint32_t clocks[])
{
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);

        clocks[lane] = plain_clock(&block->thread[first + lane]);
    }
}

struct simt_moment simt_order_plain(struct simt_order_block *block, unsigned thread)
{
    (void)plain_clock(&block->thread[thread]);
    return simt_order_now(block, thread);
}

unsigned simt_order_launches(const struct simt_order_block *block)
{
    return block->order->launches;
}

/* ---- questions ---- */

/* Whether the thread, or its block after it, had made the access when it wrote to the cell. */
static bool announced(const struct simt_order_block *block, struct heard heard,
                      const struct simt_moment *moment)
{
    const struct simt_order *order = block->order;
    const struct note *own, *all;

    if (!heard.cell || (heard.of_block && moment->block != block->block))
        return false;
    own = find_note(order, heard.cell, moment->block, moment->thread);
    all = find_note(order, heard.cell, moment->block, everyone);
    return (own && own->stamp <= heard.stamp && own->progress >= moment->clock) ||
           (all && all->stamp <= heard.stamp && all->progress > moment->barrier);
}

static bool any_announced(const struct simt_order_block *block, const struct thread *self,
                          const struct simt_moment *moment)
{
    for (unsigned i = 0; i < n_heard; i++)
        if (announced(block, self->heard[i], moment))
            return true;
    for (unsigned i = 0; i < n_block_heard; i++)
        if (announced(block, block->heard[i], moment))
            return true;
    return false;
}

enum simt_ordered simt_order_check(const struct simt_order_block *block, unsigned thread,
                                   const struct simt_moment *moment)
{
    const struct thread *self = &block->thread[thread];

    if (moment->launch != block->order->launch || block->order->gave_up)
        return SIMT_ORDERED;
    if (moment->block == block->block) {
        if (moment->barrier < block->barrier || moment->thread == thread)
            return SIMT_ORDERED;
        if (moment->thread / warp_size == thread / warp_size &&
            moment->clock < seen_clock(block, thread, moment->thread % warp_size))
            return SIMT_ORDERED;
    }
    if (covers(self->known, moment))
        return SIMT_ORDERED;
    for (unsigned s = 0; s < n_scopes; s++)
        if (covers(self->pending[s], moment))
            return SIMT_UNFENCED_READER;
    return any_announced(block, self, moment) ? SIMT_UNFENCED_WRITER : SIMT_UNORDERED;
}
