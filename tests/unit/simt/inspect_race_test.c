/* Races: who is told of, cell by cell, and random programs against a list of all accesses. */
#include "test.h"

#include "race.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

enum { SLOTS = 3, THREADS = 96, BYTES = 64 };

static struct simt_order *order;
static struct simt_order_block *slots[SLOTS];
static struct simt_history *memory;
static struct simt_race race;

static void begin(uint16_t launch)
{
    simt_order_begin(order, launch);
    for (unsigned b = 0; b < SLOTS; b++)
        slots[b] = simt_order_block_begin(order, b, THREADS);
}

static void end(void)
{
    for (unsigned b = 0; b < SLOTS; b++)
        simt_order_block_end(slots[b]);
}

static int set_up(void **state)
{
    (void)state;
    order = simt_order_new();
    memory = simt_history_new(BYTES);
    assert_non_null(order);
    assert_non_null(memory);
    begin(1);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    end();
    simt_history_free(memory);
    simt_order_free(order);
    return 0;
}

/* ---- what threads do: each returns whether it races -------------------------------------------
 */

struct who {
    unsigned block, thread;
};

static struct who at(unsigned block, unsigned thread)
{
    return (struct who){block, thread};
}

enum { BASE = 0x10000 };

static bool enter(struct who who, size_t offset, uint32_t bytes, enum simt_access_kind kind,
                  enum simt_scope scope, bool shared)
{
    const void *site = (const void *)(uintptr_t)(1000 * (who.block + 1) + who.thread);
    struct simt_access access = {
        .address = BASE + offset, .bytes = bytes, .kind = kind, .scope = scope, .site = site};
    bool races =
        simt_race_enter(memory, offset, &access, slots[who.block], who.thread, shared, &race);
    if (kind != SIMT_ACCESS_READ && kind != SIMT_ACCESS_WRITE)
        simt_order_strong(slots[who.block], who.thread, &access);
    if (kind == SIMT_ACCESS_ATOMIC)
        simt_order_result(slots[who.block], who.thread);
    return races;
}

static bool plain(struct who who, enum simt_access_kind kind, size_t offset, uint32_t bytes)
{
    return enter(who, offset, bytes, kind, SIMT_SCOPE_DEVICE, false);
}

static bool reads(struct who who, size_t offset)
{
    return plain(who, SIMT_ACCESS_READ, offset, 4);
}

static bool writes(struct who who, size_t offset)
{
    return plain(who, SIMT_ACCESS_WRITE, offset, 4);
}

static bool sees(struct who who, size_t offset)
{
    return plain(who, SIMT_ACCESS_VOLATILE_READ, offset, 4);
}

static bool sets(struct who who, size_t offset)
{
    return plain(who, SIMT_ACCESS_VOLATILE_WRITE, offset, 4);
}

static bool adds(struct who who, size_t offset)
{
    return plain(who, SIMT_ACCESS_ATOMIC, offset, 4);
}

static bool adds_block(struct who who, size_t offset)
{
    return enter(who, offset, 4, SIMT_ACCESS_ATOMIC, SIMT_SCOPE_BLOCK, false);
}

static bool shared(struct who who, enum simt_access_kind kind, size_t offset)
{
    return enter(who, offset, 4, kind, SIMT_SCOPE_BLOCK, true);
}

static void fence(struct who who)
{
    simt_order_fence(slots[who.block], who.thread, SIMT_SCOPE_DEVICE);
}

/* The last race was with this access. */
static void assert_with(struct who who, enum simt_access_kind kind, size_t offset)
{
    assert_int_equal(race.past.moment.block, who.block);
    assert_int_equal(race.past.moment.thread, who.thread);
    assert_int_equal(race.past.kind, kind);
    assert_int_equal((uintptr_t)race.past.site, 1000 * (who.block + 1) + who.thread);
    assert_int_equal(race.offset, offset);
    assert_int_not_equal(race.order, SIMT_ORDERED);
}

/* ---- cells ------------------------------------------------------------------------------------
 */

static void pairs_race_when_one_writes(void **state)
{
    (void)state;
    assert_false(reads(at(0, 0), 0));
    assert_false(reads(at(1, 0), 0));
    assert_true(writes(at(2, 0), 0));
    assert_with(at(0, 0), SIMT_ACCESS_READ, 0);
    assert_true(reads(at(0, 5), 0));
    assert_with(at(2, 0), SIMT_ACCESS_WRITE, 0);
    assert_false(reads(at(2, 0), 0));
    assert_true(writes(at(0, 33), 0));
    assert_false(writes(at(0, 33), 4)); /* the cell beside */
    assert_true(writes(at(0, 34), 4));
    assert_with(at(0, 33), SIMT_ACCESS_WRITE, 4);
    assert_int_equal(race.order, SIMT_UNORDERED);
}

static void ordered_pairs_do_not(void **state)
{
    (void)state;
    assert_false(writes(at(0, 0), 0));
    simt_order_barrier(slots[0]);
    assert_false(reads(at(0, 40), 0));
    assert_false(reads(at(0, 80), 0));
    simt_order_barrier(slots[0]);
    assert_false(writes(at(0, 0), 0));
    simt_order_warp(slots[0], 0, 3);
    assert_false(writes(at(0, 1), 0));
    fence(at(0, 1));
    assert_false(adds(at(0, 1), 8));
    assert_false(adds(at(1, 1), 8));
    fence(at(1, 1));
    assert_false(writes(at(1, 1), 0));
    assert_true(writes(at(0, 1), 0));
    assert_with(at(1, 1), SIMT_ACCESS_WRITE, 0);
}

static void missing_fences_are_named(void **state)
{
    (void)state;
    assert_false(writes(at(0, 0), 0));
    assert_false(sets(at(0, 0), 8));
    assert_false(sees(at(1, 0), 8));
    assert_true(reads(at(1, 0), 0));
    assert_int_equal(race.order, SIMT_UNFENCED_WRITER);
    fence(at(0, 0));
    assert_false(sets(at(0, 0), 8));
    assert_false(sees(at(2, 0), 8));
    assert_true(reads(at(2, 0), 0));
    assert_int_equal(race.order, SIMT_UNFENCED_READER);
}

static void two_readers_are_kept(void **state)
{
    (void)state;
    for (unsigned b = 0; b < 2; b++)
        for (unsigned t = 0; t < THREADS; t++)
            assert_false(reads(at(b, t), 0));
    simt_order_barrier(slots[0]);
    assert_true(writes(at(0, 0), 0)); /* that of the other block */
    assert_int_equal(race.past.moment.block, 1);

    for (unsigned t = 0; t < THREADS; t++)
        assert_false(reads(at(2, t), 4));
    simt_order_warp(slots[2], 0, UINT32_MAX);
    assert_true(writes(at(2, 0), 4)); /* that of the other warp */
    assert_in_range(race.past.moment.thread, 32, THREADS - 1);
}

static void parts_of_cells_are_apart(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4; i++)
        assert_false(plain(at(0, i), SIMT_ACCESS_WRITE, i, 1));
    assert_true(plain(at(0, 9), SIMT_ACCESS_READ, 2, 1));
    assert_with(at(0, 2), SIMT_ACCESS_WRITE, 2);
    assert_false(plain(at(0, 3), SIMT_ACCESS_WRITE, 3, 1));
    assert_true(reads(at(1, 0), 0));
    assert_with(at(0, 0), SIMT_ACCESS_WRITE, 0);
    assert_true(plain(at(1, 1), SIMT_ACCESS_WRITE, 2, 2));
    assert_int_equal(race.offset, 2);
}

/* A cell that was accessed as a whole has its past in all parts. */
static void cells_are_split_with_their_past(void **state)
{
    (void)state;
    assert_false(writes(at(0, 0), 0));
    assert_true(plain(at(1, 0), SIMT_ACCESS_READ, 3, 1));
    assert_with(at(0, 0), SIMT_ACCESS_WRITE, 3);
    simt_order_barrier(slots[0]);
    assert_true(plain(at(0, 1), SIMT_ACCESS_WRITE, 2, 2));
    assert_with(at(1, 0), SIMT_ACCESS_READ, 3);
    assert_false(plain(at(0, 2), SIMT_ACCESS_WRITE, 0, 2));
    assert_false(plain(at(0, 3), SIMT_ACCESS_WRITE, 6, 2));
    assert_false(plain(at(0, 4), SIMT_ACCESS_WRITE, 5, 1));
    assert_true(plain(at(0, 5), SIMT_ACCESS_READ, 4, 4));
    assert_with(at(0, 4), SIMT_ACCESS_WRITE, 5);
}

static void wide_accesses_touch_all_their_cells(void **state)
{
    (void)state;
    assert_false(writes(at(0, 1), 12));
    assert_true(plain(at(0, 2), SIMT_ACCESS_WRITE, 0, 16));
    assert_with(at(0, 1), SIMT_ACCESS_WRITE, 12);
    assert_false(plain(at(1, 3), SIMT_ACCESS_READ, 16, 16));
    assert_true(writes(at(1, 4), 20));
    assert_with(at(1, 3), SIMT_ACCESS_READ, 20);
    assert_false(plain(at(2, 0), SIMT_ACCESS_WRITE, 34, 24)); /* not at a cell's begin or end */
    assert_true(plain(at(2, 1), SIMT_ACCESS_READ, 57, 1));
    assert_with(at(2, 0), SIMT_ACCESS_WRITE, 57);
    assert_false(plain(at(2, 1), SIMT_ACCESS_WRITE, 58, 1));
    assert_false(plain(at(2, 1), SIMT_ACCESS_WRITE, 33, 1));
    assert_true(plain(at(2, 1), SIMT_ACCESS_WRITE, 35, 8));
    assert_int_equal(race.offset, 35);
}

/* ---- strong accesses --------------------------------------------------------------------------
 */

static void atomics_race_with_plain_accesses_only(void **state)
{
    (void)state;
    assert_false(adds(at(0, 0), 0));
    assert_false(adds(at(0, 1), 0));
    assert_false(adds(at(1, 0), 0));
    assert_false(sees(at(2, 0), 0));
    assert_true(reads(at(2, 1), 0));
    assert_with(at(1, 0), SIMT_ACCESS_ATOMIC, 0);
    assert_true(writes(at(2, 2), 0));
    assert_true(adds(at(2, 3), 0));
    assert_with(at(2, 2), SIMT_ACCESS_WRITE, 0);
}

/* The barrier behind the reset is missing: the thread's own atomic does not hide that. */
static void atomics_do_not_hide_a_plain_write(void **state)
{
    (void)state;
    assert_false(writes(at(0, 0), 0));
    assert_false(adds(at(0, 0), 0));
    assert_true(adds(at(0, 1), 0));
    assert_with(at(0, 0), SIMT_ACCESS_WRITE, 0);
    assert_true(adds(at(0, 33), 0));
    simt_order_barrier(slots[0]);
    assert_false(reads(at(0, 50), 0));
    assert_true(reads(at(1, 0), 0));
}

static void atomics_of_a_block_race_between_blocks(void **state)
{
    (void)state;
    assert_false(adds_block(at(0, 0), 0));
    assert_false(adds_block(at(0, 40), 0));
    assert_false(adds(at(0, 41), 0));
    assert_false(adds_block(at(0, 42), 0));
    assert_true(adds(at(1, 0), 0));
    assert_with(at(0, 42), SIMT_ACCESS_ATOMIC, 0);
    assert_true(adds_block(at(2, 0), 0));
}

/* Who has read a strong write's value comes after it, fence or not. */
static void values_come_before_their_readers(void **state)
{
    (void)state;
    fence(at(0, 0));
    assert_false(sets(at(0, 0), 0));
    assert_true(writes(at(1, 0), 0));
    assert_false(sets(at(0, 0), 4));
    assert_false(sees(at(1, 0), 4));
    assert_false(reads(at(1, 0), 4));
    assert_false(writes(at(1, 0), 4));

    assert_false(sets(at(0, 0), 8));
    assert_false(sees(at(1, 0), 8));
    simt_order_barrier(slots[1]);
    assert_false(writes(at(1, 77), 8));
    assert_true(reads(at(2, 0), 8));

    assert_false(reads(at(1, 0), 12)); /* ahead of it */
    assert_true(sets(at(0, 0), 12));
    assert_true(reads(at(1, 0), 12));
    assert_with(at(0, 0), SIMT_ACCESS_VOLATILE_WRITE, 12);
}

/* The last block resets the counter. */
static void counters_are_reset_by_the_last(void **state)
{
    (void)state;
    for (unsigned b = 0; b < SLOTS; b++) {
        fence(at(b, 0));
        assert_false(adds(at(b, 0), 0));
    }
    assert_false(writes(at(SLOTS - 1, 0), 0));
    assert_true(writes(at(0, 0), 0));
}

/* All of a warp poll a flag: those of them that are not kept have seen it, too. */
static void all_pollers_have_seen_the_flag(void **state)
{
    (void)state;
    assert_false(sets(at(0, 0), 0));
    for (unsigned b = 1; b < SLOTS; b++)
        for (unsigned t = 0; t < THREADS; t++)
            assert_false(sees(at(b, t), 0));
    for (unsigned b = 1; b < SLOTS; b++)
        for (unsigned t = 0; t < THREADS; t++)
            assert_false(reads(at(b, t), 0));
}

/* ---- which readers are kept -------------------------------------------------------------------
 */

/* Only a plain reader races with a later atomic: strong ones take no place of a plain one's. */
static void plain_readers_are_kept_before_strong_ones(void **state)
{
    (void)state;
    assert_false(reads(at(0, 0), 0));
    assert_false(reads(at(1, 0), 0));
    assert_false(sees(at(0, 0), 0)); /* by the same threads */
    assert_false(sees(at(1, 0), 0));
    assert_true(adds(at(2, 0), 0));
    assert_with(at(0, 0), SIMT_ACCESS_READ, 0);

    assert_false(reads(at(0, 0), 4));
    assert_false(reads(at(1, 0), 4));
    assert_false(sees(at(2, 0), 4)); /* by another block */
    assert_true(adds(at(0, 0), 4));
    assert_with(at(1, 0), SIMT_ACCESS_READ, 4);

    assert_false(sees(at(0, 0), 8));
    assert_false(sees(at(1, 0), 8));
    assert_false(reads(at(2, 0), 8)); /* takes the place of one of them */
    assert_true(adds(at(0, 5), 8));
    assert_with(at(2, 0), SIMT_ACCESS_READ, 8);
}

/* The same holds of a strong write, which needs a reader's place behind a plain one. */
static void strong_writes_take_a_strong_readers_place(void **state)
{
    (void)state;
    assert_false(writes(at(0, 0), 0));
    fence(at(0, 0));
    assert_false(adds(at(0, 0), 8));
    simt_order_barrier(slots[0]);
    assert_false(sees(at(0, 1), 0));
    assert_false(reads(at(0, 40), 0));
    simt_order_barrier(slots[0]);
    assert_false(adds(at(0, 0), 0));
    assert_false(adds(at(1, 0), 8));
    fence(at(1, 0));
    assert_true(adds(at(1, 0), 0));
    assert_with(at(0, 40), SIMT_ACCESS_READ, 0);
}

static void a_plain_write_begins_anew(void **state)
{
    (void)state;
    assert_false(reads(at(0, 0), 0));
    assert_false(reads(at(1, 0), 0));
    assert_true(writes(at(2, 0), 0));
    simt_order_barrier(slots[2]);
    assert_false(reads(at(2, 40), 0));
    assert_false(reads(at(2, 70), 0));
    simt_order_warp(slots[2], 2, UINT32_MAX);
    assert_true(writes(at(2, 64), 0));
    assert_with(at(2, 40), SIMT_ACCESS_READ, 0);
}

static void the_latest_of_ordered_readers_is_kept(void **state)
{
    (void)state;
    assert_false(reads(at(0, 0), 0));
    assert_false(reads(at(0, 40), 0));
    simt_order_barrier(slots[0]);
    assert_false(reads(at(0, 5), 0));
    assert_true(writes(at(0, 7), 0));
    assert_with(at(0, 5), SIMT_ACCESS_READ, 0);
}

/* A barrier orders those of its block, and a warp's lanes come in step: others are worth more. */
static void readers_of_other_blocks_and_warps_are_kept(void **state)
{
    (void)state;
    assert_false(reads(at(0, 0), 0));
    assert_false(reads(at(0, 1), 0));
    assert_false(reads(at(1, 0), 0)); /* another block comes third */
    assert_false(reads(at(0, 0), 4));
    assert_false(reads(at(1, 0), 4));
    assert_false(reads(at(0, 40), 4)); /* ... and stays, whatever comes */
    assert_false(reads(at(0, 0), 8));
    assert_false(reads(at(0, 40), 8));
    assert_false(reads(at(0, 5), 8)); /* another warp stays */
    simt_order_warp(slots[0], 0, UINT32_MAX);
    assert_true(writes(at(0, 0), 8));
    assert_with(at(0, 40), SIMT_ACCESS_READ, 8);
    simt_order_barrier(slots[0]);
    assert_true(writes(at(0, 2), 0));
    assert_with(at(1, 0), SIMT_ACCESS_READ, 0);
    assert_true(writes(at(0, 2), 4));
    assert_with(at(1, 0), SIMT_ACCESS_READ, 4);
}

/* A strong write behind a plain one has the place of a reader, which no reader takes from it. */
static void readers_do_not_hide_a_strong_write(void **state)
{
    (void)state;
    assert_false(writes(at(0, 0), 0));
    simt_order_barrier(slots[0]);
    assert_false(sets(at(0, 0), 0));
    assert_false(reads(at(0, 0), 0));
    assert_false(reads(at(0, 0), 0));
    assert_true(reads(at(0, 40), 0));
    assert_with(at(0, 0), SIMT_ACCESS_VOLATILE_WRITE, 0);

    assert_false(writes(at(0, 0), 4));
    simt_order_barrier(slots[0]);
    assert_false(sets(at(0, 0), 4));
    assert_false(sees(at(0, 40), 4));
    assert_false(sets(at(0, 0), 4));
    assert_true(reads(at(0, 70), 4));
    assert_true(reads(at(0, 71), 4));
    assert_with(at(0, 0), SIMT_ACCESS_VOLATILE_WRITE, 4);
}

/* A value read is that of the write before it; and plain readers, who race, have seen nothing. */
static void who_saw_one_value_has_not_seen_the_next(void **state)
{
    (void)state;
    assert_false(sets(at(0, 0), 0));
    assert_false(sees(at(1, 0), 0));
    assert_false(sets(at(0, 0), 0));
    assert_true(reads(at(1, 0), 0));

    assert_false(sets(at(0, 0), 4));
    for (unsigned t = 0; t < 3; t++)
        assert_true(reads(at(1, t), 4));
    assert_true(reads(at(2, 0), 4));

    assert_false(adds_block(at(0, 0), 8));
    assert_true(sees(at(1, 0), 8)); /* no order between blocks comes of that */
    assert_true(adds(at(1, 0), 8));
}

/* What a thread reads before it compares and swaps is a guess: its own, and nobody else's. */
static void guesses_are_forgotten(void **state)
{
    (void)state;
    struct simt_access swap = {.address = BASE,
                               .bytes = 4,
                               .kind = SIMT_ACCESS_ATOMIC,
                               .scope = SIMT_SCOPE_DEVICE,
                               .compares = true};
    assert_false(reads(at(0, 0), 0));
    assert_false(simt_race_enter(memory, 0, &swap, slots[0], 0, false, &race));
    assert_false(adds(at(1, 0), 0));
    assert_false(reads(at(0, 1), 4));
    assert_true(simt_race_enter(memory, 4, &swap, slots[0], 0, false, &race));
    assert_true(adds(at(1, 0), 4));
    assert_with(at(0, 1), SIMT_ACCESS_READ, 4);
}

/* What was common before lanes had a program counter each. */
static void volatile_is_no_order_in_a_warp(void **state)
{
    (void)state;
    assert_false(shared(at(0, 1), SIMT_ACCESS_VOLATILE_WRITE, 0));
    assert_true(shared(at(0, 0), SIMT_ACCESS_VOLATILE_READ, 0));
    assert_with(at(0, 1), SIMT_ACCESS_VOLATILE_WRITE, 0);
    assert_false(shared(at(0, 32), SIMT_ACCESS_VOLATILE_READ, 0)); /* a flag for another warp */
    simt_order_warp(slots[0], 0, UINT32_MAX);
    assert_false(shared(at(0, 2), SIMT_ACCESS_VOLATILE_WRITE, 0));
    assert_false(sets(at(1, 0), 4));
    assert_true(sees(at(1, 1), 4));
    assert_with(at(1, 0), SIMT_ACCESS_VOLATILE_WRITE, 4);
    assert_false(sets(at(1, 1), 4)); /* who read before may be waiting for it */
    fence(at(2, 0));
    assert_false(sets(at(2, 0), 8)); /* a flag in global memory is for anybody */
    assert_false(sees(at(2, 1), 8));
}

static void atomic_objects_do_not_race(void **state)
{
    (void)state;
    assert_false(shared(at(0, 1), SIMT_ACCESS_ATOMIC_STORE, 0));
    assert_false(shared(at(0, 0), SIMT_ACCESS_ATOMIC_LOAD, 0));
    assert_false(shared(at(0, 0), SIMT_ACCESS_ATOMIC_STORE, 0));
    assert_false(plain(at(1, 0), SIMT_ACCESS_ATOMIC_STORE, 4, 4));
    assert_false(plain(at(1, 1), SIMT_ACCESS_ATOMIC_LOAD, 4, 4));
    assert_true(writes(at(1, 2), 4));
    assert_with(at(1, 0), SIMT_ACCESS_ATOMIC_STORE, 4);
}

/* ---- shared memory and launches ---------------------------------------------------------------
 */

static void a_slots_last_block_is_forgotten(void **state)
{
    (void)state;
    assert_false(shared(at(0, 0), SIMT_ACCESS_WRITE, 0));
    assert_false(shared(at(0, 1), SIMT_ACCESS_READ, 4));
    simt_order_block_end(slots[0]);
    slots[0] = simt_order_block_begin(order, 77, THREADS);
    assert_false(shared(at(0, 1), SIMT_ACCESS_READ, 0));
    assert_false(shared(at(0, 2), SIMT_ACCESS_WRITE, 4));
    assert_true(shared(at(0, 2), SIMT_ACCESS_WRITE, 0));
    assert_int_equal(race.past.moment.block, 77);
}

static void launches_are_in_order(void **state)
{
    (void)state;
    assert_false(writes(at(0, 0), 0));
    assert_false(plain(at(0, 0), SIMT_ACCESS_WRITE, 5, 1));
    end();
    begin(2);
    assert_false(writes(at(1, 0), 0));
    assert_false(plain(at(1, 0), SIMT_ACCESS_WRITE, 4, 2));
    assert_true(writes(at(0, 0), 0));
}

/* Numbers come again after so many launches; what they meant the last time is no race. */
static void launch_numbers_come_again(void **state)
{
    enum { NUMBERS = 65534 };

    (void)state;
    assert_false(writes(at(0, 0), 0));
    assert_false(plain(at(0, 0), SIMT_ACCESS_WRITE, 5, 1));
    end();
    for (unsigned i = 1; i <= NUMBERS; i++) {
        begin((uint16_t)(i % NUMBERS + 1));
        if (i % 1000 == 0)
            assert_false(writes(at(1, 0), 8));
        if (i < NUMBERS)
            end();
    }
    assert_int_equal(simt_order_now(slots[0], 0).launch, 1);
    assert_false(writes(at(1, 0), 0));
    assert_false(plain(at(1, 0), SIMT_ACCESS_WRITE, 5, 1));
}

/* Counts that a cell has no room for: then nothing is kept, and nothing is wrong. */
static void counts_may_be_too_large(void **state)
{
    enum { MOST = 1U << 22 };

    (void)state;
    for (unsigned i = 0; i < MOST - 1; i++)
        simt_order_barrier(slots[0]);
    assert_false(writes(at(0, 0), 0));
    assert_true(reads(at(1, 0), 0));
    simt_order_barrier(slots[0]);
    assert_false(writes(at(0, 1), 4));
    assert_false(reads(at(1, 0), 4));
    assert_false(reads(at(0, 2), 0));
}

static void histories_have_all_sizes(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 2, 3, 4, 5, 4095, 65537};
    for (size_t i = 0; i < COUNT(sizes); i++) {
        struct simt_history *small = simt_history_new(sizes[i]);
        assert_non_null(small);
        struct simt_access last = {
            .address = BASE, .bytes = 1, .kind = SIMT_ACCESS_WRITE, .scope = SIMT_SCOPE_DEVICE};
        assert_false(simt_race_enter(small, sizes[i] - 1, &last, slots[0], 0, false, &race));
        assert_true(simt_race_enter(small, sizes[i] - 1, &last, slots[1], 0, false, &race));
        assert_int_equal(race.offset, sizes[i] - 1);
        assert_null(race.past.site);
        simt_history_free(small);
    }
    simt_history_free(NULL);
}

/* ---- random programs --------------------------------------------------------------------------
 */

enum { MOST_ACCESSES = 160, SMALL = 12 };

/* One that was made. In shared memory, slots have a memory each. */
struct made {
    struct simt_moment moment;
    size_t offset;
    struct simt_access access;
    unsigned slot;
    bool shared;
};

static struct made made[MOST_ACCESSES];
static struct simt_history *global_memory, *shared_memory[SLOTS];

static unsigned draw(uint64_t *random, unsigned below)
{
    *random = *random * 6364136223846793005U + 1442695040888963407U;
    return (unsigned)(*random >> 33) % below;
}

static bool is_strong(const struct made *one)
{
    return one->access.kind != SIMT_ACCESS_READ && one->access.kind != SIMT_ACCESS_WRITE;
}

static bool is_volatile(const struct made *one)
{
    return one->access.kind == SIMT_ACCESS_VOLATILE_READ ||
           one->access.kind == SIMT_ACCESS_VOLATILE_WRITE;
}

static bool touches(const struct made *one, const struct made *other, size_t byte)
{
    return one->shared == other->shared && byte - one->offset < one->access.bytes &&
           (!one->shared || (one->slot == other->slot && one->moment.block == other->moment.block));
}

static bool is_before(const struct made *one, const struct made *now)
{
    return simt_order_check(slots[now->slot], now->moment.thread, &one->moment) == SIMT_ORDERED;
}

static bool may_race(const struct made *a, const struct made *b) /* a came before b */
{
    if (!simt_access_writes(a->access.kind) && !simt_access_writes(b->access.kind))
        return false;
    if (!is_strong(a) || !is_strong(b))
        return true;
    if (a->moment.block != b->moment.block)
        return a->access.scope == SIMT_SCOPE_BLOCK || b->access.scope == SIMT_SCOPE_BLOCK;
    return is_volatile(a) && is_volatile(b) && a->moment.thread / 32 == b->moment.thread / 32 &&
           (a->shared || !simt_access_writes(b->access.kind));
}

/* Somebody read the byte by a strong access after number i, and comes before now. */
static bool was_seen(unsigned i, unsigned now, size_t byte)
{
    for (unsigned k = i + 1; k < now; k++)
        if (is_strong(&made[k]) && simt_access_reads(made[k].access.kind) &&
            touches(&made[k], &made[now], byte) && is_before(&made[k], &made[now]))
            return true;
    return false;
}

static bool truly_races(unsigned i, unsigned now, size_t byte)
{
    if (!touches(&made[i], &made[now], byte) || !may_race(&made[i], &made[now]) ||
        is_before(&made[i], &made[now]))
        return false;
    return !is_strong(&made[i]) || !simt_access_writes(made[i].access.kind) ||
           is_strong(&made[now]) || !was_seen(i, now, byte);
}

struct tally {
    unsigned races, found; /* accesses that race, and those of them that were found to */
};

/* Whether it races with anything, and whether with the last plain write to a byte. */
static void look_back(unsigned now, bool *races, bool *must_be_found)
{
    const struct made *self = &made[now];

    for (size_t byte = self->offset; byte < self->offset + self->access.bytes; byte++) {
        bool is_last = true;

        for (unsigned i = now; i-- > 0;) {
            bool yes = truly_races(i, now, byte);

            *races |= yes;
            if (made[i].access.kind == SIMT_ACCESS_WRITE && touches(&made[i], self, byte)) {
                *must_be_found |= yes && is_last;
                is_last = false;
            }
        }
    }
}

/* Enters the access, and holds the answer against all that were made. */
static void enter_and_compare(uint64_t seed, unsigned now, struct tally *tally)
{
    struct made *self = &made[now];
    struct simt_history *history = self->shared ? shared_memory[self->slot] : global_memory;
    bool races = false, must_be_found = false, found;

    look_back(now, &races, &must_be_found);
    found = simt_race_enter(history, self->offset, &self->access, slots[self->slot],
                            self->moment.thread, self->shared, &race);
    if (found) {
        unsigned past = (unsigned)((uintptr_t)race.past.site - 1);

        assert_in_range(past, 0, now - 1);
        assert_memory_equal(&race.past.moment, &made[past].moment, sizeof(race.past.moment));
        assert_in_range(race.offset, self->offset, self->offset + self->access.bytes - 1);
        if (!truly_races(past, now, race.offset))
            fail_msg("seed %u: access %u races with %u at byte %zu: invented", (unsigned)seed, now,
                     past, race.offset);
    }
    if (must_be_found && !found)
        fail_msg("seed %u: access %u races with the last plain write: missed", (unsigned)seed, now);
    tally->races += races;
    tally->found += found;
}

static void random_access(uint64_t *random, unsigned number, unsigned slot, unsigned thread)
{
    static const enum simt_access_kind kinds[] = {
        SIMT_ACCESS_READ,          SIMT_ACCESS_READ,           SIMT_ACCESS_WRITE,
        SIMT_ACCESS_VOLATILE_READ, SIMT_ACCESS_VOLATILE_WRITE, SIMT_ACCESS_ATOMIC,
        SIMT_ACCESS_ATOMIC_LOAD,   SIMT_ACCESS_ATOMIC_STORE};
    static const uint32_t sizes[] = {4, 4, 4, 4, 1, 2, 8};
    enum simt_access_kind kind = kinds[draw(random, COUNT(kinds))];
    uint32_t bytes = kind == SIMT_ACCESS_ATOMIC ? 4 : sizes[draw(random, COUNT(sizes))];
    size_t offset = (size_t)bytes * draw(random, (SMALL - bytes) / bytes + 1);
    bool is_shared = draw(random, 3) == 0;
    enum simt_scope scope = is_shared || (kind == SIMT_ACCESS_ATOMIC && draw(random, 6) == 0)
                                ? SIMT_SCOPE_BLOCK
                                : SIMT_SCOPE_DEVICE;

    made[number] = (struct made){
        .moment = kind == SIMT_ACCESS_READ || kind == SIMT_ACCESS_WRITE
                      ? simt_order_plain(slots[slot], thread)
                      : simt_order_now(slots[slot], thread),
        .offset = offset,
        .access = {.address = BASE + (is_shared ? 0x100 * (slot + 1) : 0) + offset,
                   .bytes = bytes,
                   .kind = kind,
                   .scope = scope,
                   .site = (const void *)(uintptr_t)(number + 1)},
        .slot = slot,
        .shared = is_shared,
    };
}

static void random_program(uint64_t seed, struct tally *tally)
{
    static const unsigned threads[] = {0, 1, 5, 32, 40};
    uint64_t random = seed * 7919 + 1;
    unsigned n_blocks = SLOTS, rare = 3 + draw(&random, 20);

    begin((uint16_t)(seed % 60000 + 1));
    for (unsigned n = 0; n < MOST_ACCESSES;) {
        unsigned slot = draw(&random, SLOTS), thread = threads[draw(&random, COUNT(threads))];
        unsigned what = draw(&random, 8 + 5 * rare);

        if (what < 3) {
            simt_order_barrier(slots[slot]);
        } else if (what < 5) {
            simt_order_warp(slots[slot], thread / 32, draw(&random, 2) ? UINT32_MAX : 3);
        } else if (what == 5 && draw(&random, 4) == 0) {
            simt_order_block_end(slots[slot]);
            slots[slot] = simt_order_block_begin(order, n_blocks++, THREADS);
        } else if (what < 8 + rare) {
            simt_order_fence(slots[slot], thread, draw(&random, 4) > 0);
        } else {
            random_access(&random, n, slot, thread);
            enter_and_compare(seed, n, tally);
            if (is_strong(&made[n]))
                simt_order_strong(slots[slot], thread, &made[n].access);
            if (made[n].access.kind == SIMT_ACCESS_ATOMIC)
                simt_order_result(slots[slot], thread);
            n++;
        }
    }
    end();
}

/* ---- small elements ---- */

/* One thread's access to an element of 1 or 2 bytes, in a history of bytes, and the same in one
 * where each byte is a word of its own: both must say the same. */
static void enter_both(struct simt_history *small, struct simt_history *wide,
                       const struct simt_access *access, unsigned slot, unsigned thread,
                       bool shared)
{
    struct simt_race one, other;
    struct simt_access words = *access;
    size_t offset = access->address - BASE;

    words.bytes *= 4;
    bool found = simt_race_enter(small, offset, access, slots[slot], thread, shared, &one);
    assert_int_equal(
        found, simt_race_enter(wide, offset * 4, &words, slots[slot], thread, shared, &other));
    if (found) {
        assert_int_equal(one.offset, other.offset / 4);
        assert_ptr_equal(one.past.site, other.past.site);
        assert_int_equal(one.past.moment.thread, other.past.moment.thread);
        assert_int_equal(one.past.moment.clock, other.past.moment.clock);
        assert_int_equal(one.past.moment.block, other.past.moment.block);
    }
    if (access->kind != SIMT_ACCESS_READ && access->kind != SIMT_ACCESS_WRITE)
        simt_order_strong(slots[slot], thread, access);
}

/* Lanes side by side, most of them at elements side by side. */
static void request_both(uint64_t *random, struct simt_history *small, struct simt_history *wide,
                         bool shared)
{
    static const enum simt_access_kind kinds[] = {
        SIMT_ACCESS_READ,          SIMT_ACCESS_READ,           SIMT_ACCESS_WRITE,
        SIMT_ACCESS_VOLATILE_READ, SIMT_ACCESS_VOLATILE_WRITE, SIMT_ACCESS_ATOMIC,
    };
    uint32_t bytes = draw(random, 4) == 0 ? 2 : 1;
    unsigned slot = shared ? 0 : draw(random, SLOTS), thread = 8 * draw(random, 8);
    unsigned first = draw(random, 6), turned = draw(random, 5) == 0 ? 7 : 0;
    struct simt_access access = {.bytes = bytes,
                                 .kind = kinds[draw(random, COUNT(kinds))],
                                 .scope = SIMT_SCOPE_DEVICE,
                                 .site = (const void *)(uintptr_t)(1 + draw(random, 6))};

    for (unsigned lane = 0; lane < 8; lane++) {
        access.address = BASE + (uintptr_t)bytes * (first + (lane ^ turned));
        enter_both(small, wide, &access, slot, thread + lane, shared);
    }
}

static void bytes_are_told_as_words_are(void **state)
{
    enum { PROGRAMS = 400, REQUESTS = 60 };
    uint64_t random = 11;

    (void)state;
    order = simt_order_new();
    for (unsigned program = 0; program < PROGRAMS; program++) {
        struct simt_history *small = simt_history_new(32), *wide = simt_history_new(128);
        bool shared = program % 4 == 0;

        for (unsigned i = 0; i < REQUESTS; i++) {
            if (i % 20 == 0)
                begin((uint16_t)(1 + i / 20));
            if (draw(&random, 6) == 0)
                simt_order_barrier(slots[draw(&random, SLOTS)]);
            request_both(&random, small, wide, shared);
            if (i % 20 == 19)
                end();
        }
        simt_history_free(small);
        simt_history_free(wide);
    }
    simt_order_free(order);
}

/* Never a race that is none; of those that there are, nearly all. */
static void random_programs_agree(void **state)
{
    enum { PROGRAMS = 1500 };
    struct tally tally = {0, 0};

    (void)state;
    order = simt_order_new();
    global_memory = simt_history_new(SMALL);
    for (unsigned s = 0; s < SLOTS; s++)
        shared_memory[s] = simt_history_new(SMALL);
    for (uint64_t seed = 0; seed < PROGRAMS; seed++)
        random_program(seed, &tally);
    for (unsigned s = 0; s < SLOTS; s++)
        simt_history_free(shared_memory[s]);
    simt_history_free(global_memory);
    simt_order_free(order);
    print_message("%u of %u racing accesses found\n", tally.found, tally.races);
    assert_in_range(tally.races, 20 * PROGRAMS, MOST_ACCESSES * PROGRAMS);
    assert_in_range(100 * tally.found / tally.races, 90, 100);
}

/* ---- the lanes of a warp -----------------------------------------------------------------------
 */

/* A request of a warp; one lane after the other enters it, where `alone` is set; else those first
 * that go together. Returns the lanes that race; *last is of the last one. */
static uint32_t enter_warp(struct simt_history *history, unsigned block, unsigned warp,
                           const struct simt_access accesses[], uint32_t lanes, bool alone,
                           struct simt_race *last)
{
    const unsigned first = warp * SIMT_WARP_SIZE;
    uint32_t racing = 0;

    if (!alone)
        lanes &=
            ~simt_race_enter_together(history, BASE, accesses, lanes, slots[block], first, false);
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        const struct simt_access *access = &accesses[lane];

        if (simt_race_enter(history, access->address - BASE, access, slots[block], first + lane,
                            false, last))
            racing |= rest & -rest;
    }
    return racing;
}

static void warps_race_as_their_lanes_do(void **state)
{
    enum { REQUESTS = 3000, LARGE = 4096 };
    static const enum simt_access_kind kinds[] = {SIMT_ACCESS_READ, SIMT_ACCESS_READ,
                                                  SIMT_ACCESS_WRITE};
    struct simt_history *alone = simt_history_new(LARGE), *together = simt_history_new(LARGE);
    struct simt_race one = {.offset = 0}, other = {.offset = 0};
    unsigned random = 1, racing = 0;

    (void)state;
    for (unsigned i = 0; i < REQUESTS; i++) {
        unsigned block = (random = random * 1103515245U + 12345U) >> 16 & 1;
        unsigned warp = random >> 18 & 1, bytes = 4U << (random >> 20) % 3;
        unsigned from = (random >> 22) % (LARGE / 2 / 16), step = random >> 30;
        uint32_t lanes = i % 5 ? UINT32_MAX : random | 1;
        struct simt_access accesses[SIMT_WARP_SIZE];

        for (unsigned lane = 0; lane < SIMT_WARP_SIZE; lane++)
            accesses[lane] =
                (struct simt_access){.address = BASE + from * 16 + (size_t)lane * step * bytes,
                                     .bytes = bytes,
                                     .kind = kinds[i % COUNT(kinds)],
                                     .site = (const void *)(uintptr_t)(1 + i)};
        one.offset = other.offset = 0;
        uint32_t expected = enter_warp(alone, block, warp, accesses, lanes, true, &one);
        assert_int_equal(enter_warp(together, block, warp, accesses, lanes, false, &other),
                         expected);
        assert_ptr_equal(other.past.site, one.past.site);
        assert_int_equal(other.past.moment.thread, one.past.moment.thread);
        assert_int_equal(other.offset, one.offset);
        racing += expected != 0;
        if (i % 7 == 0)
            simt_order_barrier(slots[block]);
        if (i % 64 == 0) {
            end();
            begin((uint16_t)(2 + i / 64));
        }
    }
    assert_in_range(racing, REQUESTS / 10, REQUESTS - REQUESTS / 10);
    simt_history_free(alone);
    simt_history_free(together);
}

#define LITMUS(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

/* ---- memory ---- */

static size_t resident_bytes(void)
{
    unsigned long size, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%lu %lu", &size, &resident), 2);
    assert_int_equal(fclose(file), 0);
    return resident * (size_t)sysconf(_SC_PAGESIZE);
}

/* Each element has one access: that of others that there might be costs nothing. */
static void elements_cost_what_their_accesses_need(void **state)
{
    enum { MANY_BYTES = 16 << 20 };
    static const enum simt_access_kind kinds[] = {SIMT_ACCESS_READ, SIMT_ACCESS_WRITE};
    (void)state;
    for (unsigned k = 0; k < COUNT(kinds); k++) {
        struct simt_history *history = simt_history_new(MANY_BYTES);
        struct simt_race unused;
        assert_non_null(history);
        const size_t before = resident_bytes();
        for (size_t at = 0; at < MANY_BYTES; at += 4) {
            struct simt_access access = {
                .address = BASE + at, .bytes = 4, .kind = kinds[k], .scope = SIMT_SCOPE_DEVICE};
            assert_false(
                simt_race_enter(history, at, &access, slots[0], at / 4 % 32, false, &unused));
        }
        assert_in_range(resident_bytes() - before, 0, 6 * (size_t)MANY_BYTES);
        simt_history_free(history);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LITMUS(pairs_race_when_one_writes),
        LITMUS(ordered_pairs_do_not),
        LITMUS(missing_fences_are_named),
        LITMUS(two_readers_are_kept),
        LITMUS(parts_of_cells_are_apart),
        LITMUS(cells_are_split_with_their_past),
        LITMUS(wide_accesses_touch_all_their_cells),
        LITMUS(atomics_race_with_plain_accesses_only),
        LITMUS(atomics_do_not_hide_a_plain_write),
        LITMUS(atomics_of_a_block_race_between_blocks),
        LITMUS(values_come_before_their_readers),
        LITMUS(counters_are_reset_by_the_last),
        LITMUS(all_pollers_have_seen_the_flag),
        LITMUS(plain_readers_are_kept_before_strong_ones),
        LITMUS(strong_writes_take_a_strong_readers_place),
        LITMUS(a_plain_write_begins_anew),
        LITMUS(the_latest_of_ordered_readers_is_kept),
        LITMUS(readers_of_other_blocks_and_warps_are_kept),
        LITMUS(readers_do_not_hide_a_strong_write),
        LITMUS(who_saw_one_value_has_not_seen_the_next),
        LITMUS(guesses_are_forgotten),
        LITMUS(volatile_is_no_order_in_a_warp),
        LITMUS(atomic_objects_do_not_race),
        LITMUS(a_slots_last_block_is_forgotten),
        LITMUS(launches_are_in_order),
        LITMUS(launch_numbers_come_again),
        LITMUS(counts_may_be_too_large),
        LITMUS(histories_have_all_sizes),
        LITMUS(warps_race_as_their_lanes_do),
        LITMUS(elements_cost_what_their_accesses_need),
        cmocka_unit_test(bytes_are_told_as_words_are),
        cmocka_unit_test(random_programs_agree),
    };
    return cmocka_run_group_tests_name("inspect_race", tests, NULL, NULL);
}
