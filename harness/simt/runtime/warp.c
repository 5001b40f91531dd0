/* Warp collectives: shuffles, votes, matches, reductions, and the mask of active lanes. */
#include "fault.h"
#include "observer.h"
#include "worker.h"

const char *simt_warp_op_name(enum simt_warp_op op)
{
    switch (op) {
    case SIMT_WARP_SYNC:
        return "__syncwarp()";
    case SIMT_WARP_SHFL:
        return "__shfl_sync()";
    case SIMT_WARP_SHFL_UP:
        return "__shfl_up_sync()";
    case SIMT_WARP_SHFL_DOWN:
        return "__shfl_down_sync()";
    case SIMT_WARP_SHFL_XOR:
        return "__shfl_xor_sync()";
    case SIMT_WARP_ALL:
        return "__all_sync()";
    case SIMT_WARP_ANY:
        return "__any_sync()";
    case SIMT_WARP_BALLOT:
        return "__ballot_sync()";
    case SIMT_WARP_MATCH_ANY:
        return "__match_any_sync()";
    case SIMT_WARP_MATCH_ALL:
        return "__match_all_sync()";
    case SIMT_WARP_ADD:
        return "__reduce_add_sync()";
    case SIMT_WARP_MIN_SIGNED:
    case SIMT_WARP_MIN_UNSIGNED:
        return "__reduce_min_sync()";
    case SIMT_WARP_MAX_SIGNED:
    case SIMT_WARP_MAX_UNSIGNED:
        return "__reduce_max_sync()";
    case SIMT_WARP_AND:
        return "__reduce_and_sync()";
    case SIMT_WARP_OR:
        return "__reduce_or_sync()";
    case SIMT_WARP_XOR:
        return "__reduce_xor_sync()";
    }
    return "a warp collective";
}

static unsigned pop_lane(uint32_t *mask)
{
    unsigned lane = (unsigned)__builtin_ctz(*mask);

    *mask &= *mask - 1;
    return lane;
}

/* The lane a shuffle reads; its own where CUDA says that the value does not change. */
static unsigned shuffle_source(enum simt_warp_op op, unsigned lane, int operand, int width)
{
    unsigned segment = (unsigned)width;
    unsigned first = lane & ~(segment - 1);
    unsigned last = first + segment - 1;
    long source = lane;

    if (op == SIMT_WARP_SHFL)
        return first | ((unsigned)operand & (segment - 1));
    if (op == SIMT_WARP_SHFL_UP)
        source = (long)lane - (unsigned)operand;
    else if (op == SIMT_WARP_SHFL_DOWN)
        source = (long)lane + (unsigned)operand;
    else if (op == SIMT_WARP_SHFL_XOR)
        source = (long)(lane ^ (unsigned)operand);
    if (op == SIMT_WARP_SHFL_UP ? source < (long)first : source > (long)last)
        return lane;
    return (unsigned)source;
}

/* What a lane gets of one that takes no part is undefined. Where somebody looks, it is a value that
 * spoils whatever it is used for: large in even lanes, far below zero in odd ones. */
static uint64_t undefined_value(const struct simt_lane *lane, const struct simt_lane *lanes)
{
    if (!simt_observer)
        return lane->value;
    return (lane - lanes) % 2 == 0 ? UINT64_C(0x7f7f7f7f7f7f7f7f) : UINT64_C(0xff7f7f7fff7f7f7f);
}

static void finish_shuffle(struct simt_lane *lanes, uint32_t arrived)
{
    for (uint32_t rest = arrived; rest;) {
        struct simt_lane *lane = &lanes[pop_lane(&rest)];

        if (arrived >> lane->source & 1)
            lane->result = lanes[lane->source].value;
        else
            lane->result = undefined_value(lane, lanes);
    }
}

static uint32_t lanes_with(const struct simt_lane *lanes, uint32_t arrived, uint64_t value)
{
    uint32_t same = 0;

    while (arrived) {
        unsigned lane = pop_lane(&arrived);

        same |= (uint32_t)(lanes[lane].value == value) << lane;
    }
    return same;
}

static uint32_t reduce_step(enum simt_warp_op op, uint32_t a, uint32_t b)
{
    switch (op) {
    case SIMT_WARP_ADD:
        return a + b;
    case SIMT_WARP_MIN_SIGNED:
        return (int32_t)b < (int32_t)a ? b : a;
    case SIMT_WARP_MAX_SIGNED:
        return (int32_t)b > (int32_t)a ? b : a;
    case SIMT_WARP_MIN_UNSIGNED:
        return b < a ? b : a;
    case SIMT_WARP_MAX_UNSIGNED:
        return b > a ? b : a;
    case SIMT_WARP_AND:
        return a & b;
    case SIMT_WARP_OR:
        return a | b;
    default:
        return a ^ b;
    }
}

static uint64_t reduce(enum simt_warp_op op, const struct simt_lane *lanes, uint32_t arrived)
{
    uint32_t value = (uint32_t)lanes[pop_lane(&arrived)].value;

    while (arrived)
        value = reduce_step(op, value, (uint32_t)lanes[pop_lane(&arrived)].value);
    return value;
}

/* Gives each arrived lane its result. */
static void finish(enum simt_warp_op op, struct simt_lane *lanes, uint32_t arrived)
{
    uint64_t common = 0;

    switch (op) {
    case SIMT_WARP_SYNC:
        return;
    case SIMT_WARP_SHFL:
    case SIMT_WARP_SHFL_UP:
    case SIMT_WARP_SHFL_DOWN:
    case SIMT_WARP_SHFL_XOR:
        finish_shuffle(lanes, arrived);
        return;
    case SIMT_WARP_MATCH_ANY:
        for (uint32_t rest = arrived; rest;) {
            struct simt_lane *lane = &lanes[pop_lane(&rest)];

            lane->result = lanes_with(lanes, arrived, lane->value);
        }
        return;
    case SIMT_WARP_ALL:
        common = lanes_with(lanes, arrived, 0) == 0;
        break;
    case SIMT_WARP_ANY:
        common = lanes_with(lanes, arrived, 0) != arrived;
        break;
    case SIMT_WARP_BALLOT:
        common = arrived & ~lanes_with(lanes, arrived, 0);
        break;
    case SIMT_WARP_MATCH_ALL:
        common = lanes[__builtin_ctz(arrived)].value;
        common = lanes_with(lanes, arrived, common) == arrived ? arrived : 0;
        break;
    default:
        common = reduce(op, lanes, arrived);
        break;
    }
    while (arrived)
        lanes[pop_lane(&arrived)].result = common;
}

static struct simt_warp_group *find_group(struct simt_warp *warp, enum simt_warp_op op,
                                          uint32_t mask)
{
    struct simt_warp_group *group = warp->groups;

    for (unsigned i = 0; i < warp->n_groups; i++, group++)
        if (group->op == op && group->mask == mask)
            return group;
    warp->n_groups++;
    *group = (struct simt_warp_group){.op = op, .mask = mask};
    return group;
}

static bool complete(const struct simt_warp *warp, const struct simt_warp_group *group)
{
    return ((group->arrived | warp->ended) & group->mask) == group->mask;
}

/* Finishes a complete group and wakes its lanes except those of `awake`. */
static void dissolve(struct simt_worker *worker, unsigned w, struct simt_warp_group *group,
                     uint32_t awake)
{
    struct simt_warp *warp = &worker->warps[w];
    uint32_t wake = group->arrived & ~awake;

    if (simt_observer && worker->lockstep)
        simt_observer->warp_met(worker, w, group->op, group->arrived);
    finish(group->op, &worker->lanes[(size_t)w * SIMT_WARP_SIZE], group->arrived);
    *group = warp->groups[--warp->n_groups];
    while (wake)
        simt_block_wake(worker, w * SIMT_WARP_SIZE + pop_lane(&wake));
}

static void check_call(enum simt_warp_op op, uint32_t mask, unsigned lane, int width)
{
    if (!(mask >> lane & 1))
        simt_fault(cudaErrorLaunchFailure, "lane %u calls %s with mask 0x%08x, which lacks its bit",
                   lane, simt_warp_op_name(op), mask);
    if (op >= SIMT_WARP_SHFL && op <= SIMT_WARP_SHFL_XOR &&
        (width < 1 || width > SIMT_WARP_SIZE || (width & (width - 1))))
        simt_fault(cudaErrorLaunchFailure, "%s with width %d: a power of two up to 32 is needed",
                   simt_warp_op_name(op), width);
}

uint64_t simt_warp_collective(enum simt_warp_op op, uint32_t mask, uint64_t value, int operand,
                              int width)
{
    struct simt_worker *worker = simt_block_account();
    unsigned w = worker->current / SIMT_WARP_SIZE, lane = worker->current % SIMT_WARP_SIZE;
    struct simt_lane *self = &worker->lanes[worker->current];
    struct simt_warp_group *group;

    if (simt_observer && worker->lockstep)
        simt_observer->arrives(worker, false, mask, __builtin_return_address(0));
    check_call(op, mask, lane, width);
    self->value = value;
    if (op >= SIMT_WARP_SHFL && op <= SIMT_WARP_SHFL_XOR)
        self->source = shuffle_source(op, lane, operand, width);
    group = find_group(&worker->warps[w], op, mask);
    group->arrived |= 1U << lane;
    if (complete(&worker->warps[w], group))
        dissolve(worker, w, group, 1U << lane);
    else
        simt_block_park(worker);
    return self->result;
}

void simt_warp_lane_ended(struct simt_worker *worker, unsigned thread)
{
    unsigned w = thread / SIMT_WARP_SIZE;
    struct simt_warp *warp = &worker->warps[w];

    warp->ended |= 1U << thread % SIMT_WARP_SIZE;
    for (unsigned i = 0; i < warp->n_groups;) {
        if (complete(warp, &warp->groups[i]))
            dissolve(worker, w, &warp->groups[i], 0);
        else
            i++;
    }
}

/* Waits until no other lane of the warp can get here, so that the lanes that take the same branch
 * see each other, as they do on a GPU. */
uint32_t simt_active_mask(void)
{
    struct simt_worker *worker = simt_block_account();
    struct simt_lane *self = &worker->lanes[worker->current];

    self->value = (uintptr_t)__builtin_return_address(0);
    self->waits_active_mask = true;
    worker->n_active_mask++;
    simt_block_park(worker);
    return (uint32_t)self->result;
}

bool simt_warp_release_active_mask(struct simt_worker *worker)
{
    struct simt_lane *lanes;
    unsigned first = 0;
    uint32_t together = 0;

    while (first < worker->started && (!worker->lanes[first].waits_active_mask ||
                                       worker->warps[first / SIMT_WARP_SIZE].stopped))
        first++;
    if (first == worker->started)
        return false;
    lanes = &worker->lanes[first - first % SIMT_WARP_SIZE];
    for (unsigned i = 0; i < SIMT_WARP_SIZE; i++)
        if (lanes[i].waits_active_mask && lanes[i].value == worker->lanes[first].value)
            together |= 1U << i;
    for (uint32_t rest = together; rest;) {
        unsigned lane = pop_lane(&rest);

        lanes[lane].result = together;
        lanes[lane].waits_active_mask = false;
        worker->n_active_mask--;
        simt_block_wake(worker, first / SIMT_WARP_SIZE * SIMT_WARP_SIZE + lane);
    }
    return true;
}

uint32_t simt_lane(void)
{
    return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % SIMT_WARP_SIZE;
}
