/* What is ordered before what: litmus tests of every rule, and random programs against clocks that
 * are kept in full. */
#include "test.h"

#include "order.h"

#include <stdlib.h>

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

enum { MOST_BLOCKS = 4, THREADS = 96 };

/* Cells, by their address. */
enum { DATA_FLAG = 0x1000, OTHER_FLAG = 0x2000, LOCK = 0x3000, COUNTER = 0x4000 };

static struct simt_order *order;
static struct simt_order_block *blocks[MOST_BLOCKS];

static void begin(uint16_t launch)
{
    simt_order_begin(order, launch);
    for (unsigned b = 0; b < MOST_BLOCKS; b++) {
        blocks[b] = simt_order_block_begin(order, b, THREADS);
        assert_non_null(blocks[b]);
    }
}

static void end(void)
{
    for (unsigned b = 0; b < MOST_BLOCKS; b++)
        simt_order_block_end(blocks[b]);
}

static int set_up(void **state)
{
    (void)state;
    order = simt_order_new();
    assert_non_null(order);
    begin(1);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    end();
    simt_order_free(order);
    return 0;
}

/* ---- what threads do; a thread is a block and a number in it ----------------------------------
 */

struct who {
    unsigned block, thread;
};

static struct who at(unsigned block, unsigned thread)
{
    return (struct who){block, thread};
}

/* A plain access. */
static struct simt_moment access_by(struct who who)
{
    return simt_order_plain(blocks[who.block], who.thread);
}

static void fence(struct who who)
{
    simt_order_fence(blocks[who.block], who.thread, SIMT_SCOPE_DEVICE);
}

static void fence_block(struct who who)
{
    simt_order_fence(blocks[who.block], who.thread, SIMT_SCOPE_BLOCK);
}

static void strong(struct who who, uintptr_t cell, enum simt_access_kind kind,
                   enum simt_scope scope)
{
    struct simt_access access = {.address = cell, .bytes = 4, .kind = kind, .scope = scope};

    simt_order_strong(blocks[who.block], who.thread, &access);
}

/* An atomic function whose result nobody wants, and one whose result is used. */
static void change(struct who who, uintptr_t cell)
{
    strong(who, cell, SIMT_ACCESS_ATOMIC, SIMT_SCOPE_DEVICE);
}

static void use_result(struct who who)
{
    simt_order_result(blocks[who.block], who.thread);
}

static void atomic(struct who who, uintptr_t cell)
{
    change(who, cell);
    use_result(who);
}

static void atomic_block(struct who who, uintptr_t cell)
{
    strong(who, cell, SIMT_ACCESS_ATOMIC, SIMT_SCOPE_BLOCK);
    use_result(who);
}

static void set(struct who who, uintptr_t cell)
{
    strong(who, cell, SIMT_ACCESS_VOLATILE_WRITE, SIMT_SCOPE_DEVICE);
}

static void see(struct who who, uintptr_t cell)
{
    strong(who, cell, SIMT_ACCESS_VOLATILE_READ, SIMT_SCOPE_DEVICE);
}

static void barrier(unsigned block)
{
    simt_order_barrier(blocks[block]);
}

static void sync_lanes(unsigned block, unsigned warp, uint32_t mask)
{
    simt_order_warp(blocks[block], warp, mask);
}

static enum simt_ordered how(struct who who, struct simt_moment moment)
{
    return simt_order_check(blocks[who.block], who.thread, &moment);
}

#define assert_ordered(who, moment) assert_int_equal(how(who, moment), SIMT_ORDERED)
#define assert_unordered(who, moment) assert_int_equal(how(who, moment), SIMT_UNORDERED)
#define assert_no_writer_fence(who, moment) assert_int_equal(how(who, moment), SIMT_UNFENCED_WRITER)
#define assert_no_reader_fence(who, moment) assert_int_equal(how(who, moment), SIMT_UNFENCED_READER)

/* ---- within a block ---------------------------------------------------------------------------
 */

static void threads_follow_themselves(void **state)
{
    (void)state;
    struct simt_moment first = access_by(at(0, 7));
    assert_ordered(at(0, 7), first);
    assert_unordered(at(0, 8), first); /* lockstep is no order */
    assert_unordered(at(0, 40), first);
    assert_unordered(at(1, 7), first);
}

static void barriers_order_their_block(void **state)
{
    (void)state;
    struct simt_moment before = access_by(at(0, 7));
    barrier(0);
    struct simt_moment after = access_by(at(0, 7));
    assert_ordered(at(0, 80), before);
    assert_unordered(at(0, 80), after);
    assert_unordered(at(1, 7), before);
    barrier(1);
    assert_unordered(at(1, 7), before); /* another block's barrier is no help */
    assert_int_equal(after.barrier, 1);
}

static void warps_order_their_lanes(void **state)
{
    (void)state;
    struct simt_moment before = access_by(at(0, 33));
    sync_lanes(0, 1, UINT32_MAX);
    struct simt_moment after = access_by(at(0, 33));
    assert_ordered(at(0, 63), before);
    assert_unordered(at(0, 63), after);
    assert_unordered(at(0, 64), before); /* another warp */
    assert_unordered(at(0, 31), before);
    sync_lanes(0, 2, UINT32_MAX);
    assert_unordered(at(0, 64), before);
}

static void masks_order_who_is_in_them(void **state)
{
    (void)state;
    struct simt_moment by_1 = access_by(at(0, 1)), by_9 = access_by(at(0, 9));
    sync_lanes(0, 0, 1U << 1 | 1U << 2);
    assert_ordered(at(0, 2), by_1);
    assert_unordered(at(0, 3), by_1);
    assert_unordered(at(0, 2), by_9);
    sync_lanes(0, 0, 1U << 2 | 1U << 3); /* lane 3 hears of lane 1 by lane 2, */
    assert_ordered(at(0, 3), by_1);
    sync_lanes(0, 0, 1U << 1 | 1U << 4); /* but lane 4 not of lane 9 by anybody */
    assert_unordered(at(0, 4), by_9);
    struct simt_moment later = access_by(at(0, 1));
    sync_lanes(0, 0, 1U << 2 | 1U << 3);
    assert_unordered(at(0, 3), later);
    sync_lanes(0, 0, UINT32_MAX);
    assert_ordered(at(0, 31), later);
    assert_ordered(at(0, 31), by_9);
}

/* A last warp with few lanes, and a mask after whole ones. */
static void masks_follow_whole_warps(void **state)
{
    (void)state;
    struct simt_order_block *small = simt_order_block_begin(order, 9, 36);
    struct simt_moment first = simt_order_now(small, 35);
    simt_order_warp(small, 1, 0xf);
    struct simt_moment second = simt_order_now(small, 35);
    assert_int_equal(simt_order_check(small, 32, &first), SIMT_ORDERED);
    simt_order_warp(small, 1, 0x9);
    assert_int_equal(simt_order_check(small, 32, &second), SIMT_ORDERED);
    assert_int_equal(simt_order_check(small, 33, &second), SIMT_UNORDERED);
    assert_int_equal(simt_order_check(small, 33, &first), SIMT_ORDERED);
    simt_order_block_end(small);
}

/* ---- messages ---------------------------------------------------------------------------------
 */

/* Data, fence, flag; flag, fence, data; with either fence left out. */
static void messages_need_both_fences(void **state)
{
    (void)state;
    struct simt_moment data = access_by(at(0, 0));
    set(at(0, 0), OTHER_FLAG);
    fence(at(0, 0));
    struct simt_moment late = access_by(at(0, 0));
    set(at(0, 0), DATA_FLAG);

    fence(at(1, 0)); /* a fence before the flag is read is none after it */
    see(at(1, 0), DATA_FLAG);
    assert_no_reader_fence(at(1, 0), data);
    assert_int_not_equal(how(at(1, 0), late), SIMT_ORDERED);
    fence(at(1, 0));
    assert_ordered(at(1, 0), data);
    assert_no_writer_fence(at(1, 0), late); /* between the fence and the flag */
    assert_unordered(at(1, 1), data);

    see(at(2, 0), OTHER_FLAG);
    fence(at(2, 0));
    assert_no_writer_fence(at(2, 0), data);
    assert_unordered(at(3, 0), data);
}

static void later_accesses_are_no_part_of_the_message(void **state)
{
    (void)state;
    fence(at(0, 0));
    atomic(at(0, 0), DATA_FLAG);
    fence(at(0, 0));
    struct simt_moment late = access_by(at(0, 0));
    fence(at(0, 0)); /* fenced, but never announced */
    atomic(at(1, 0), DATA_FLAG);
    fence(at(1, 0));
    assert_unordered(at(1, 0), late);
}

/* Nor where no fence tells them from what came before. */
static void a_flag_announces_only_what_came_before(void **state)
{
    (void)state;
    struct simt_moment early = access_by(at(0, 0));
    set(at(0, 0), DATA_FLAG);
    struct simt_moment late = access_by(at(0, 0));
    see(at(1, 0), DATA_FLAG);
    assert_no_writer_fence(at(1, 0), early);
    assert_unordered(at(1, 0), late);
    set(at(0, 0), DATA_FLAG);
    see(at(2, 0), DATA_FLAG);
    assert_no_writer_fence(at(2, 0), late);
}

static void who_drops_the_result_has_seen_nothing(void **state)
{
    (void)state;
    struct simt_moment data = access_by(at(0, 0)), unfenced = access_by(at(0, 1));
    fence(at(0, 0));
    change(at(0, 0), COUNTER);
    change(at(0, 1), COUNTER);
    change(at(1, 0), COUNTER);
    fence(at(1, 0));
    assert_unordered(at(1, 0), data);
    assert_unordered(at(1, 0), unfenced);
    atomic(at(2, 0), COUNTER); /* the chain went on */
    fence(at(2, 0));
    assert_ordered(at(2, 0), data);
    assert_no_writer_fence(at(2, 0), unfenced);
}

/* Not of when it is asked for. */
static void a_result_is_of_when_the_function_was_called(void **state)
{
    (void)state;
    struct simt_moment first = access_by(at(0, 0));
    fence(at(0, 0));
    change(at(0, 0), COUNTER);
    change(at(1, 0), COUNTER);
    struct simt_moment second = access_by(at(0, 0));
    fence(at(0, 0));
    change(at(0, 0), COUNTER);
    use_result(at(1, 0));
    assert_no_reader_fence(at(1, 0), first);
    fence(at(1, 0));
    assert_ordered(at(1, 0), first);
    assert_unordered(at(1, 0), second);
    change(at(1, 1), OTHER_FLAG);
    use_result(at(1, 1)); /* that of the last function alone */
    fence(at(1, 1));
    assert_unordered(at(1, 1), first);
}

static void flags_are_cells_of_their_own(void **state)
{
    (void)state;
    struct simt_moment data = access_by(at(0, 0));
    fence(at(0, 0));
    set(at(0, 0), DATA_FLAG);
    see(at(1, 0), OTHER_FLAG);
    fence(at(1, 0));
    assert_unordered(at(1, 0), data);
}

/* Who read before the flag was set has not seen it. */
static void early_readers_see_nothing(void **state)
{
    (void)state;
    struct simt_moment data = access_by(at(0, 0));
    see(at(1, 0), DATA_FLAG);
    fence(at(0, 0));
    set(at(0, 0), DATA_FLAG);
    fence(at(1, 0));
    assert_unordered(at(1, 0), data);
    see(at(1, 0), DATA_FLAG);
    assert_no_reader_fence(at(1, 0), data);
    fence(at(1, 0));
    assert_ordered(at(1, 0), data);
}

static void fences_of_a_block_order_the_block(void **state)
{
    (void)state;
    struct simt_moment data = access_by(at(0, 0));
    fence_block(at(0, 0));
    set(at(0, 0), DATA_FLAG);
    see(at(0, 64), DATA_FLAG);
    assert_no_reader_fence(at(0, 64), data);
    fence_block(at(0, 64));
    assert_ordered(at(0, 64), data);
    see(at(1, 0), DATA_FLAG);
    fence(at(1, 0));
    assert_no_writer_fence(at(1, 0), data);
}

static void readers_in_other_blocks_fence_for_the_device(void **state)
{
    (void)state;
    struct simt_moment data = access_by(at(0, 0));
    fence(at(0, 0));
    set(at(0, 0), DATA_FLAG);
    see(at(1, 0), DATA_FLAG);
    fence_block(at(1, 0));
    assert_no_reader_fence(at(1, 0), data);
    see(at(0, 64), DATA_FLAG);
    fence_block(at(0, 64)); /* the writer's own block needs no more */
    assert_ordered(at(0, 64), data);
    fence(at(1, 0));
    assert_ordered(at(1, 0), data);
}

static void atomics_of_a_block_are_for_the_block(void **state)
{
    (void)state;
    struct simt_moment data = access_by(at(0, 0));
    fence(at(0, 0));
    atomic_block(at(0, 0), DATA_FLAG);
    atomic_block(at(0, 64), DATA_FLAG);
    fence(at(0, 64));
    assert_ordered(at(0, 64), data);
    atomic(at(1, 0), DATA_FLAG);
    fence(at(1, 0));
    assert_no_writer_fence(at(1, 0), data);

    atomic(at(0, 0), OTHER_FLAG);
    atomic_block(at(1, 0), OTHER_FLAG); /* nor does one hear of other blocks */
    fence(at(1, 0));
    assert_int_not_equal(how(at(1, 0), data), SIMT_ORDERED);
    atomic(at(1, 0), OTHER_FLAG);
    fence(at(1, 0));
    assert_ordered(at(1, 0), data);
}

/* A barrier or a __syncwarp() counts as the reader's fence, for all who come to it. */
static void barriers_hand_on_what_was_seen(void **state)
{
    (void)state;
    struct simt_moment data = access_by(at(0, 0));
    fence(at(0, 0));
    set(at(0, 0), DATA_FLAG);
    see(at(1, 0), DATA_FLAG);
    assert_unordered(at(1, 64), data);
    barrier(1);
    assert_ordered(at(1, 0), data);
    assert_ordered(at(1, 64), data);

    see(at(2, 5), DATA_FLAG);
    sync_lanes(2, 0, 1U << 5 | 1U << 6);
    assert_ordered(at(2, 5), data);
    assert_ordered(at(2, 6), data);
    assert_unordered(at(2, 7), data);
    sync_lanes(2, 0, 1U << 6 | 1U << 7);
    assert_ordered(at(2, 7), data);
}

/* ---- cumulativity and transitivity ------------------------------------------------------------
 */

static void one_fence_after_a_barrier_covers_the_block(void **state)
{
    (void)state;
    struct simt_moment data[3] = {access_by(at(0, 0)), access_by(at(0, 40)), access_by(at(0, 95))};
    barrier(0);
    struct simt_moment late = access_by(at(0, 40));
    fence(at(0, 0));
    atomic(at(0, 0), COUNTER);
    atomic(at(1, 0), COUNTER);
    fence(at(1, 0));
    for (size_t i = 0; i < COUNT(data); i++)
        assert_ordered(at(1, 0), data[i]);
    assert_unordered(at(1, 0), late);
}

static void fences_before_a_barrier_count_after_it(void **state)
{
    (void)state;
    struct simt_moment data[THREADS];
    for (unsigned t = 0; t < THREADS; t++) {
        data[t] = access_by(at(0, t));
        if (t != 50)
            fence(at(0, t));
    }
    struct simt_moment late = access_by(at(0, 3));
    barrier(0);
    atomic(at(0, 0), COUNTER);
    atomic(at(1, 0), COUNTER);
    fence(at(1, 0));
    for (unsigned t = 0; t < THREADS; t++)
        assert_int_equal(how(at(1, 0), data[t]), t == 50 ? SIMT_UNFENCED_WRITER : SIMT_ORDERED);
    assert_no_writer_fence(at(1, 0), late);
}

static void fences_cover_what_the_warp_has_met_over(void **state)
{
    (void)state;
    struct simt_moment by_lane_1 = access_by(at(0, 1)), by_lane_2 = access_by(at(0, 2));
    sync_lanes(0, 0, 1U << 0 | 1U << 1);
    fence(at(0, 0));
    atomic(at(0, 0), DATA_FLAG);
    atomic(at(1, 0), DATA_FLAG);
    fence(at(1, 0));
    assert_ordered(at(1, 0), by_lane_1);
    assert_int_not_equal(how(at(1, 0), by_lane_2), SIMT_ORDERED);
}

/* Threads of a block talk by fences of the block; one of them then tells another block. */
static void blocks_learn_what_block_fences_ordered(void **state)
{
    (void)state;
    struct simt_moment data = access_by(at(0, 0));
    fence_block(at(0, 0));
    atomic_block(at(0, 0), LOCK);
    atomic_block(at(0, 64), LOCK);
    fence_block(at(0, 64));
    fence(at(0, 64));
    set(at(0, 64), DATA_FLAG);
    see(at(1, 0), DATA_FLAG);
    fence(at(1, 0));
    assert_ordered(at(1, 0), data);
    fence_block(at(1, 0)); /* and so on within that block */
    atomic_block(at(1, 0), LOCK + 4);
    atomic_block(at(1, 64), LOCK + 4);
    fence_block(at(1, 64));
    assert_ordered(at(1, 64), data);
}

static void messages_pass_through_three_blocks(void **state)
{
    (void)state;
    struct simt_moment data = access_by(at(0, 0));
    fence(at(0, 0));
    set(at(0, 0), DATA_FLAG);
    see(at(1, 0), DATA_FLAG);
    fence(at(1, 0));
    struct simt_moment between = access_by(at(1, 0));
    set(at(1, 0), OTHER_FLAG);
    see(at(2, 0), OTHER_FLAG);
    assert_no_reader_fence(at(2, 0), data);
    fence(at(2, 0));
    assert_ordered(at(2, 0), data);
    assert_int_not_equal(how(at(2, 0), between), SIMT_ORDERED);
}

/* The one in the middle must fence between reading and writing. */
static void messages_stop_where_no_fence_is(void **state)
{
    (void)state;
    struct simt_moment data = access_by(at(0, 0));
    fence(at(0, 0));
    set(at(0, 0), DATA_FLAG);
    fence(at(1, 0));
    see(at(1, 0), DATA_FLAG);
    set(at(1, 0), OTHER_FLAG);
    see(at(2, 0), OTHER_FLAG);
    fence(at(2, 0));
    assert_int_not_equal(how(at(2, 0), data), SIMT_ORDERED);
}

/* An atomic operation of anybody, fenced or not, leaves what was released before it. */
static void chains_of_atomics_go_on(void **state)
{
    (void)state;
    struct simt_moment data = access_by(at(0, 0));
    fence(at(0, 0));
    atomic(at(0, 0), COUNTER);
    struct simt_moment unfenced = access_by(at(1, 0));
    atomic(at(1, 0), COUNTER);
    atomic(at(2, 0), COUNTER);
    fence(at(2, 0));
    assert_ordered(at(2, 0), data);
    assert_no_writer_fence(at(2, 0), unfenced);
}

static void locks_order_their_holders(void **state)
{
    (void)state;
    struct simt_moment held[MOST_BLOCKS];
    for (unsigned b = 0; b < MOST_BLOCKS; b++) {
        atomic(at(b, 0), LOCK);
        atomic(at((b + 1) % MOST_BLOCKS, 0), LOCK); /* another one tries in vain */
        fence(at(b, 0));
        for (unsigned before = 0; before < b; before++)
            assert_ordered(at(b, 0), held[before]);
        held[b] = access_by(at(b, 0));
        fence(at(b, 0));
        atomic(at(b, 0), LOCK);
    }
    atomic(at(0, 64), LOCK); /* without a fence */
    assert_no_reader_fence(at(0, 64), held[2]);
    assert_unordered(at(0, 65), held[2]);
}

static void locks_without_fences_order_nothing(void **state)
{
    (void)state;
    atomic(at(0, 0), LOCK);
    struct simt_moment held = access_by(at(0, 0));
    atomic(at(0, 0), LOCK);
    atomic(at(1, 0), LOCK);
    assert_no_writer_fence(at(1, 0), held);
    fence(at(1, 0));
    assert_no_writer_fence(at(1, 0), held);
}

/* Partial sums, a fence, a counter; the last block reads them all after a barrier. */
static void last_blocks_see_all_parts(void **state)
{
    (void)state;
    struct simt_moment part[MOST_BLOCKS];
    for (unsigned b = 0; b < MOST_BLOCKS; b++) {
        barrier(b);
        part[b] = access_by(at(b, 0));
        fence(at(b, 0));
        atomic(at(b, 0), COUNTER);
        barrier(b);
    }
    for (unsigned b = 0; b < MOST_BLOCKS; b++) {
        assert_ordered(at(MOST_BLOCKS - 1, 0), part[b]);
        assert_ordered(at(MOST_BLOCKS - 1, 95), part[b]);
        if (b > 0)
            assert_unordered(at(0, 95), part[b]);
    }
}

/* What was missing is said of those alone who have heard of it. */
static void who_has_not_heard_misses_no_fence(void **state)
{
    (void)state;
    struct simt_moment data = access_by(at(0, 0));
    set(at(0, 0), DATA_FLAG);
    see(at(1, 0), DATA_FLAG);
    assert_no_writer_fence(at(1, 0), data);
    assert_unordered(at(1, 1), data);
    sync_lanes(1, 0, 1U << 0 | 1U << 1);
    assert_no_writer_fence(at(1, 1), data);
    assert_unordered(at(1, 2), data);
    barrier(1);
    assert_no_writer_fence(at(1, 64), data);
    assert_unordered(at(2, 0), data);
}

static void last_blocks_miss_fences(void **state)
{
    (void)state;
    struct simt_moment part[MOST_BLOCKS];
    for (unsigned b = 0; b < MOST_BLOCKS; b++) {
        part[b] = access_by(at(b, 0));
        atomic(at(b, 0), COUNTER);
        barrier(b);
    }
    for (unsigned b = 0; b < MOST_BLOCKS - 1; b++)
        assert_no_writer_fence(at(MOST_BLOCKS - 1, 95), part[b]);
    assert_unordered(at(0, 0), part[2]); /* came after block 0 had counted */
}

static void what_is_known_stays_known(void **state)
{
    (void)state;
    struct simt_moment data = access_by(at(0, 0));
    fence(at(0, 0));
    set(at(0, 0), DATA_FLAG);
    see(at(1, 0), DATA_FLAG);
    barrier(1);
    for (unsigned i = 0; i < 100; i++) {
        fence(at(1, i % 7));
        atomic(at(1, i % 7), OTHER_FLAG + 4 * (i % 13));
        barrier(1);
    }
    assert_ordered(at(1, 90), data);
}

/* ---- launches and blocks ----------------------------------------------------------------------
 */

static void earlier_launches_come_first(void **state)
{
    (void)state;
    struct simt_moment before = access_by(at(0, 0));
    fence(at(0, 0));
    set(at(0, 0), DATA_FLAG);
    assert_int_equal(simt_order_launches(blocks[0]), 1);
    end();
    begin(2);
    assert_int_equal(simt_order_launches(blocks[0]), 2);
    assert_ordered(at(1, 0), before);
    struct simt_moment now = access_by(at(0, 0));
    assert_int_equal(now.launch, 2);
    see(at(1, 0), DATA_FLAG); /* set in the last launch: says nothing of this one */
    fence(at(1, 0));
    assert_unordered(at(1, 0), now);
}

/* The next block in a place finds the last one's shared memory: no message of that block's. */
static void shared_memory_tells_no_tales(void **state)
{
    (void)state;
    struct simt_moment data = access_by(at(0, 0));
    fence(at(0, 0));
    atomic_block(at(0, 0), COUNTER);
    simt_order_block_end(blocks[0]);
    blocks[0] = simt_order_block_begin(order, 17, THREADS);
    atomic_block(at(0, 0), COUNTER);
    barrier(0);
    fence(at(0, 0));
    assert_unordered(at(0, 0), data);
    struct simt_moment own = access_by(at(0, 1));
    atomic_block(at(0, 1), COUNTER);
    atomic_block(at(0, 64), COUNTER);
    assert_no_writer_fence(at(0, 64), own);
}

static void grids_that_met_are_in_order(void **state)
{
    (void)state;
    struct simt_moment before = access_by(at(0, 0));
    barrier(1);
    simt_order_grid_passed(order, 2);
    assert_ordered(at(1, 0), before);
    struct simt_moment now = access_by(at(0, 0));
    assert_int_equal(now.launch, 2);
    assert_int_equal(simt_order_launches(blocks[0]), 2);
    assert_unordered(at(0, 1), now);
    assert_unordered(at(1, 0), now);
    fence(at(0, 0));
    set(at(0, 0), DATA_FLAG);
    see(at(1, 0), DATA_FLAG);
    fence(at(1, 0));
    assert_ordered(at(1, 0), now);
}

static void ended_blocks_stay_known(void **state)
{
    (void)state;
    struct simt_moment data = access_by(at(0, 0));
    fence(at(0, 0));
    atomic(at(0, 0), DATA_FLAG);
    simt_order_block_end(blocks[0]);
    blocks[0] = simt_order_block_begin(order, 17, THREADS);
    assert_unordered(at(0, 0), data);
    atomic(at(0, 0), DATA_FLAG);
    fence(at(0, 0));
    assert_ordered(at(0, 0), data);
}

/* Blocks that come and go by thousands, the last of which asks for all; far apart, too. */
static void many_blocks_count(void **state)
{
    (void)state;
    enum { MANY = 3000 };
    static struct simt_moment parts[MANY];
    for (unsigned i = 0; i < MANY; i++) {
        uint32_t number = i % 2 ? UINT32_MAX - 7 * i : 5 + 3 * i;
        struct simt_order_block *block = simt_order_block_begin(order, number, 32);
        parts[i] = simt_order_now(block, i % 32);
        simt_order_fence(block, i % 32, SIMT_SCOPE_DEVICE);
        struct simt_access count = {
            .address = COUNTER, .bytes = 4, .kind = SIMT_ACCESS_ATOMIC, .scope = SIMT_SCOPE_DEVICE};
        simt_order_strong(block, i % 32, &count);
        simt_order_result(block, i % 32);
        for (unsigned k = i > 5 ? i - 5 : 0; k < i; k++)
            assert_int_equal(simt_order_check(block, i % 32, &parts[k]), SIMT_UNFENCED_READER);
        simt_order_fence(block, i % 32, SIMT_SCOPE_BLOCK);
        for (unsigned k = 0; i == MANY - 1 && k < i; k++)
            assert_int_equal(simt_order_check(block, i % 32, &parts[k]), SIMT_ORDERED);
        simt_order_block_end(block);
    }
}

/* ---- random programs --------------------------------------------------------------------------
 */

enum {
    BLOCKS = 3,
    SOME = 7, /* threads of each block */
    ACTORS = BLOCKS * SOME,
    CELLS = 3,
    STEPS = 140,
    MOST_ACCESSES = 64,
};

/* They stand for all threads of the block: of two warps, and lanes beside each other or not. */
static const unsigned some[SOME] = {0, 1, 2, 17, 31, 32, 35};

/* How many accesses of each actor are ordered before. */
struct full_clock {
    unsigned of[ACTORS];
};

static struct {
    unsigned made[ACTORS]; /* accesses so far */
    struct full_clock known[ACTORS], pending[ACTORS][2], fenced[ACTORS][2];
    struct full_clock released[CELLS], own[CELLS][BLOCKS];
    bool has_fenced[ACTORS], releases[CELLS][BLOCKS]; /* for the device */
} full;

static void join(struct full_clock *into, const struct full_clock *other)
{
    for (unsigned i = 0; i < ACTORS; i++)
        if (other->of[i] > into->of[i])
            into->of[i] = other->of[i];
}

static void full_settle(unsigned actor, unsigned scope)
{
    for (unsigned s = 0; s <= scope; s++) {
        join(&full.known[actor], &full.pending[actor][s]);
        full.pending[actor][s] = (struct full_clock){{0}};
    }
}

static void full_fence(unsigned actor, unsigned scope)
{
    full_settle(actor, scope);
    full.known[actor].of[actor] = full.made[actor];
    for (unsigned s = 0; s <= scope; s++)
        join(&full.fenced[actor][s], &full.known[actor]);
    full.has_fenced[actor] |= scope == SIMT_SCOPE_DEVICE;
}

/* The actors of the set meet. */
static void full_meet(uint32_t set)
{
    struct full_clock known = {{0}}, fenced[2] = {{{0}}, {{0}}};
    bool has_fenced = false;

    for (unsigned a = 0; a < ACTORS; a++) {
        if (!(set >> a & 1))
            continue;
        full_settle(a, SIMT_SCOPE_DEVICE);
        full.known[a].of[a] = full.made[a];
        join(&known, &full.known[a]);
        join(&fenced[0], &full.fenced[a][0]);
        join(&fenced[1], &full.fenced[a][1]);
        has_fenced |= full.has_fenced[a];
    }
    for (unsigned a = 0; a < ACTORS; a++) {
        if (!(set >> a & 1))
            continue;
        full.known[a] = known;
        full.fenced[a][0] = fenced[0];
        full.fenced[a][1] = fenced[1];
        full.has_fenced[a] = has_fenced;
    }
}

/* As order.h says: of a cell that several blocks release to, any fence is enough. */
static void full_read(unsigned actor, unsigned cell, unsigned scope)
{
    unsigned block = actor / SOME, others = 0;

    for (unsigned b = 0; b < BLOCKS; b++)
        others += b != block && full.releases[cell][b];
    join(&full.pending[actor][0], &full.own[cell][block]);
    if (full.releases[cell][block] || others > 1)
        join(&full.pending[actor][0], &full.released[cell]);
    else if (scope == SIMT_SCOPE_DEVICE)
        join(&full.pending[actor][1], &full.released[cell]);
}

static void full_write(unsigned actor, unsigned cell, unsigned scope)
{
    unsigned block = actor / SOME;

    join(&full.own[cell][block], &full.fenced[actor][0]);
    if (scope != SIMT_SCOPE_DEVICE)
        return;
    join(&full.released[cell], &full.fenced[actor][1]);
    full.releases[cell][block] |= full.has_fenced[actor];
}

struct random {
    uint64_t state;
};

static unsigned draw(struct random *random, unsigned below)
{
    random->state = random->state * 6364136223846793005U + 1442695040888963407U;
    return (unsigned)(random->state >> 33) % below;
}

static struct simt_order_block *block_of(unsigned actor)
{
    return blocks[actor / SOME];
}

/* Some lanes of one warp of a block. */
static void random_meeting(struct random *random)
{
    unsigned block = draw(random, BLOCKS), warp = draw(random, 2);
    bool whole = draw(random, 2) == 0;
    uint32_t mask = 0, set = 0;

    for (unsigned i = 0; i < SOME; i++) {
        if (some[i] / 32 != warp || (!whole && draw(random, 2)))
            continue;
        mask |= 1U << some[i] % 32;
        set |= 1U << (block * SOME + i);
    }
    if (!mask)
        return;
    simt_order_warp(blocks[block], warp, whole ? UINT32_MAX : mask);
    full_meet(set);
}

static void random_strong(struct random *random, unsigned actor)
{
    static const enum simt_access_kind kinds[] = {SIMT_ACCESS_ATOMIC, SIMT_ACCESS_VOLATILE_READ,
                                                  SIMT_ACCESS_VOLATILE_WRITE};
    enum simt_access_kind kind = kinds[draw(random, 3)];
    enum simt_scope scope =
        kind == SIMT_ACCESS_ATOMIC && draw(random, 3) == 0 ? SIMT_SCOPE_BLOCK : SIMT_SCOPE_DEVICE;
    unsigned cell = draw(random, CELLS);
    struct simt_access access = {
        .address = 0x100 + 8 * cell, .bytes = 4, .kind = kind, .scope = scope};

    bool used = kind != SIMT_ACCESS_ATOMIC || draw(random, 4) > 0;

    simt_order_strong(block_of(actor), some[actor % SOME], &access);
    if (kind == SIMT_ACCESS_ATOMIC && used)
        simt_order_result(block_of(actor), some[actor % SOME]);
    if (simt_access_reads(kind) && used)
        full_read(actor, cell, scope);
    if (simt_access_writes(kind))
        full_write(actor, cell, scope);
}

struct made {
    struct simt_moment moment;
    unsigned actor, number;
};

static void compare(uint64_t seed, unsigned actor, const struct made *made)
{
    enum simt_ordered answer = simt_order_check(block_of(actor), some[actor % SOME], &made->moment);
    bool known = made->actor == actor || made->number < full.known[actor].of[made->actor];
    bool pending = made->number < full.pending[actor][0].of[made->actor] ||
                   made->number < full.pending[actor][1].of[made->actor];

    if ((answer == SIMT_ORDERED) != known ||
        (answer == SIMT_UNFENCED_READER) != (!known && pending))
        fail_msg("seed %u: access %u of thread %u.%u asked by %u.%u: %d", (unsigned)seed,
                 made->number, made->actor / SOME, some[made->actor % SOME], actor / SOME,
                 some[actor % SOME], (int)answer);
}

/* Returns how many accesses were ordered before another block's. */
static unsigned run_random(uint64_t seed)
{
    struct random random = {seed * 977 + 5};
    struct made made[MOST_ACCESSES];
    unsigned n = 0, n_ordered = 0, rare_meetings = 2 + draw(&random, 12);
    unsigned busy[8], n_busy = 3 + draw(&random, COUNT(busy) - 2); /* the others only meet */

    for (unsigned i = 0; i < n_busy; i++)
        busy[i] = draw(&random, ACTORS);
    memset(&full, 0, sizeof(full));
    simt_order_begin(order, (uint16_t)(seed % 65534 + 1));
    for (unsigned b = 0; b < BLOCKS; b++)
        blocks[b] = simt_order_block_begin(order, (uint64_t)40 * b, 64);
    for (unsigned step = 0; step < STEPS; step++) {
        unsigned actor = busy[draw(&random, n_busy)], what = draw(&random, 8);
        enum simt_scope scope = draw(&random, 3) ? SIMT_SCOPE_DEVICE : SIMT_SCOPE_BLOCK;

        if (what < 3) {
            random_strong(&random, actor);
        } else if (what < 5) {
            simt_order_fence(block_of(actor), some[actor % SOME], scope);
            full_fence(actor, scope);
        } else if (draw(&random, rare_meetings) == 0) {
            random_meeting(&random);
        } else if (draw(&random, rare_meetings * 2) == 0) {
            simt_order_barrier(block_of(actor));
            full_meet(((1U << SOME) - 1) << actor / SOME * SOME);
        } else if (n < MOST_ACCESSES) {
            for (unsigned i = 0; i < n; i++) {
                compare(seed, actor, &made[i]);
                n_ordered += made[i].actor / SOME != actor / SOME &&
                             made[i].number < full.known[actor].of[made[i].actor];
            }
            made[n++] = (struct made){simt_order_now(block_of(actor), some[actor % SOME]), actor,
                                      full.made[actor]++};
        }
    }
    for (unsigned b = 0; b < BLOCKS; b++)
        simt_order_block_end(blocks[b]);
    return n_ordered;
}

static void random_programs_agree(void **state)
{
    enum { PROGRAMS = 6000 };
    unsigned n_ordered = 0;

    (void)state;
    order = simt_order_new();
    assert_non_null(order);
    for (uint64_t seed = 0; seed < PROGRAMS; seed++)
        n_ordered += run_random(seed);
    simt_order_free(order);
    assert_in_range(n_ordered, 10 * PROGRAMS, 1000 * PROGRAMS); /* they do order something */
}

/* ---- how often threads wait -------------------------------------------------------------------
 */

/* A barrier that warps make of a counter; one thread of each comes to it. */
static void meet_at(uintptr_t counter)
{
    for (unsigned thread = 0; thread < 64; thread += 32) {
        fence_block(at(0, thread));
        atomic_block(at(0, thread), counter);
    }
    for (unsigned turn = 0; turn < 3; turn++) { /* one waits, and looks again and again */
        atomic_block(at(0, 0), counter);
        fence_block(at(0, 0));
    }
    atomic_block(at(0, 32), counter);
    fence_block(at(0, 32));
}

static void work(unsigned first, unsigned end)
{
    for (unsigned warp = first; warp < end; warp++)
        simt_order_worked(blocks[0], warp, 1);
}

static void waits_are_counted_once(void **state)
{
    (void)state;
    work(0, 2);
    meet_at(COUNTER);
    assert_int_equal(simt_order_waits(blocks[0]), 2);
    work(0, 2);
    meet_at(COUNTER);
    assert_int_equal(simt_order_waits(blocks[0]), 4);
}

static void who_did_nothing_waits_still(void **state)
{
    (void)state;
    work(0, 2);
    meet_at(COUNTER);
    meet_at(COUNTER);
    assert_int_equal(simt_order_waits(blocks[0]), 2);
}

static void lanes_wait_for_what_one_has_read(void **state)
{
    (void)state;
    simt_order_worked(blocks[0], 0, UINT32_MAX);
    simt_order_worked(blocks[0], 1, 1);
    meet_at(COUNTER);
    sync_lanes(0, 0, UINT32_MAX);
    assert_int_equal(simt_order_waits(blocks[0]), 32 + 1);
}

static void barriers_are_not_counted_as_waits(void **state)
{
    (void)state;
    work(0, 2);
    fence_block(at(0, 0));
    atomic_block(at(0, 0), COUNTER);
    see(at(0, 32), COUNTER);
    barrier(0);
    assert_int_equal(simt_order_waits(blocks[0]), 0);
}

#define LITMUS(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        LITMUS(threads_follow_themselves),
        LITMUS(barriers_order_their_block),
        LITMUS(warps_order_their_lanes),
        LITMUS(masks_order_who_is_in_them),
        LITMUS(masks_follow_whole_warps),
        LITMUS(messages_need_both_fences),
        LITMUS(later_accesses_are_no_part_of_the_message),
        LITMUS(a_flag_announces_only_what_came_before),
        LITMUS(who_drops_the_result_has_seen_nothing),
        LITMUS(a_result_is_of_when_the_function_was_called),
        LITMUS(flags_are_cells_of_their_own),
        LITMUS(early_readers_see_nothing),
        LITMUS(fences_of_a_block_order_the_block),
        LITMUS(readers_in_other_blocks_fence_for_the_device),
        LITMUS(atomics_of_a_block_are_for_the_block),
        LITMUS(barriers_hand_on_what_was_seen),
        LITMUS(one_fence_after_a_barrier_covers_the_block),
        LITMUS(fences_before_a_barrier_count_after_it),
        LITMUS(fences_cover_what_the_warp_has_met_over),
        LITMUS(blocks_learn_what_block_fences_ordered),
        LITMUS(messages_pass_through_three_blocks),
        LITMUS(messages_stop_where_no_fence_is),
        LITMUS(chains_of_atomics_go_on),
        LITMUS(locks_order_their_holders),
        LITMUS(locks_without_fences_order_nothing),
        LITMUS(last_blocks_see_all_parts),
        LITMUS(last_blocks_miss_fences),
        LITMUS(who_has_not_heard_misses_no_fence),
        LITMUS(what_is_known_stays_known),
        LITMUS(earlier_launches_come_first),
        LITMUS(shared_memory_tells_no_tales),
        LITMUS(grids_that_met_are_in_order),
        LITMUS(ended_blocks_stay_known),
        LITMUS(many_blocks_count),
        LITMUS(waits_are_counted_once),
        LITMUS(who_did_nothing_waits_still),
        LITMUS(lanes_wait_for_what_one_has_read),
        LITMUS(barriers_are_not_counted_as_waits),
        cmocka_unit_test(random_programs_agree),
    };
    return cmocka_run_group_tests_name("inspect_order", tests, NULL, NULL);
}
