/* Where threads wait for each other: barriers that are not the same for all, masks that are wrong,
 * and what can never go on. */
#include "counts.h"
#include "early_return.h"
#include "finding.h"
#include "inspect.h"
#include "runtime/worker.h"
#include "sentence_waits.h"
#include "source.h"

#include <string.h>

static struct simt_party party(const struct simt_worker *worker, unsigned thread, const void *site)
{
    return (struct simt_party){
        .site = site, .is_thread = true, .thread = {worker->block_number, thread}};
}

static bool same_line(const void *a, const void *b)
{
    struct simt_position here, there;

    if (a == b)
        return true;
    here = simt_source_find(a);
    there = simt_source_find(b);
    return simt_source_same_line(&here, &there);
}

/* ---- masks ---- */

/* False: it is known. */
static bool report_mask(const struct simt_worker *worker, unsigned thread, enum simt_why why,
                        struct simt_mask_facts facts)
{
    const struct simt_arrival *arrival = &worker->inspection->arrivals[thread];
    struct simt_finding finding = {.kind = SIMT_FINDING_SYNCWARP_MASK,
                                   .why = why,
                                   .first = party(worker, thread, arrival->site)};

    if (simt_finding_known(finding.kind, arrival->site, NULL))
        return false;
    facts.lane = thread % SIMT_WARP_SIZE;
    facts.mask = arrival->mask;
    simt_say_mask(&finding, &facts);
    simt_finding_add(&finding, simt_inspect_launch());
    return true;
}

static void check_own_bit(const struct simt_worker *worker, uint32_t mask)
{
    if (!(mask >> worker->current % SIMT_WARP_SIZE & 1))
        (void)report_mask(worker, worker->current, SIMT_WHY_OWN_LANE, (struct simt_mask_facts){0});
}

static bool is_shuffle(enum simt_warp_op op)
{
    return op >= SIMT_WARP_SHFL && op <= SIMT_WARP_SHFL_XOR;
}

/* A mask of just the lanes that the block's last warp has says that the author knows which there
 * are: what a shuffle gives beyond them is not used. */
static bool is_known_gap(const struct simt_worker *worker, unsigned thread, unsigned source)
{
    uint32_t mask = worker->inspection->arrivals[thread].mask;

    return !(mask >> source & 1) &&
           thread / SIMT_WARP_SIZE * SIMT_WARP_SIZE + source >= worker->block_size;
}

static void check_sources(const struct simt_worker *worker, unsigned warp, uint32_t lanes)
{
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        unsigned thread = warp * SIMT_WARP_SIZE + (unsigned)__builtin_ctz(rest);
        unsigned source = worker->lanes[thread].source;
        bool ended = worker->warps[warp].ended >> source & 1;

        if (!(lanes >> source & 1) && !is_known_gap(worker, thread, source) &&
            report_mask(worker, thread, SIMT_WHY_ABSENT_LANE,
                        (struct simt_mask_facts){.other = source, .other_ended = ended}))
            return;
    }
}

/* ---- barriers and warp functions ---- */

void simt_inspect_arrives(struct simt_worker *worker, bool barrier, uint32_t mask, const void *site)
{
    struct simt_inspection *inspection = worker->inspection;

    simt_inspect_finish_write_race();
    inspection->arrivals[worker->current] = (struct simt_arrival){site, barrier, mask};
    if (!barrier) {
        check_own_bit(worker, mask);
        return;
    }
    if (inspection->first_arrival == SIMT_INSPECT_NOBODY)
        inspection->first_arrival = worker->current;
    else if (inspection->arrivals[inspection->first_arrival].site != site)
        inspection->other_arrival = worker->current;
}

static void check_barrier(const struct simt_worker *worker)
{
    const struct simt_inspection *inspection = worker->inspection;
    unsigned first = inspection->first_arrival, other = inspection->other_arrival;
    struct simt_finding finding = {.kind = SIMT_FINDING_BARRIER_DIVERGENCE,
                                   .why = SIMT_WHY_TWO_BARRIERS};

    if (other == SIMT_INSPECT_NOBODY ||
        same_line(inspection->arrivals[first].site, inspection->arrivals[other].site))
        return;
    finding.first = party(worker, first, inspection->arrivals[first].site);
    finding.second = party(worker, other, inspection->arrivals[other].site);
    if (simt_finding_known(finding.kind, finding.first.site, finding.second.site))
        return;
    simt_say_divergence(&finding);
    simt_finding_add(&finding, simt_inspect_launch());
}

/* The others have come; that those that have ended are not waited for is no promise of CUDA's. */
static void check_ended(const struct simt_worker *worker)
{
    const struct simt_inspection *inspection = worker->inspection;
    unsigned first = inspection->first_arrival, ended = worker->block_size - worker->alive;
    struct simt_finding finding = {.kind = SIMT_FINDING_BARRIER_AFTER_EXIT,
                                   .why = SIMT_WHY_ENDED_THREADS,
                                   .given = worker->alive,
                                   .most = worker->block_size};
    struct simt_position position;

    if (ended == 0 || first == SIMT_INSPECT_NOBODY)
        return;
    finding.first = party(worker, first, inspection->arrivals[first].site);
    if (simt_finding_known(SIMT_FINDING_BARRIER_DIVERGENCE, finding.first.site, NULL) ||
        simt_finding_known(SIMT_FINDING_BARRIER_AFTER_EXIT, finding.first.site, NULL))
        return;
    position = simt_source_find(finding.first.site);
    if (!simt_is_after_return(&position))
        finding.kind = SIMT_FINDING_BARRIER_DIVERGENCE;
    simt_say_divergence(&finding);
    simt_finding_add(&finding, simt_inspect_launch());
}

/* The lanes of a warp that wait at the coming barrier, and where. */
static uint32_t lanes_at_barrier(const struct simt_worker *worker, unsigned warp, const void **site)
{
    const struct simt_arrival *arrivals =
        &worker->inspection->arrivals[(size_t)warp * SIMT_WARP_SIZE];
    uint32_t lanes = 0;

    for (unsigned lane = 0; lane < SIMT_WARP_SIZE; lane++) {
        if (arrivals[lane].site && arrivals[lane].barrier) {
            lanes |= 1U << lane;
            *site = arrivals[lane].site;
        }
    }
    return lanes;
}

void simt_inspect_barrier_passed(struct simt_worker *worker)
{
    struct simt_inspection *inspection = worker->inspection;

    simt_inspect_finish_write_race();
    check_barrier(worker);
    check_ended(worker);
    for (unsigned w = 0; w * SIMT_WARP_SIZE < worker->block_size; w++) {
        const void *site = NULL;
        uint32_t lanes = lanes_at_barrier(worker, w, &site);

        if (lanes)
            simt_counts_sync(site, true, lanes, ~worker->warps[w].ended, simt_inspect_launch());
    }
    memset(inspection->arrivals, 0, worker->block_size * sizeof(inspection->arrivals[0]));
    inspection->first_arrival = inspection->other_arrival = SIMT_INSPECT_NOBODY;
    simt_order_barrier(inspection->order);
}

/* Those that wait for each other count as at a barrier, whatever the barrier is called. */
void simt_inspect_tile_passed(struct simt_worker *worker, unsigned first, unsigned threads,
                              const void *site)
{
    for (unsigned at = first; at < first + threads; at += SIMT_WARP_SIZE) {
        const unsigned left = first + threads - at;
        const uint32_t lanes = left < SIMT_WARP_SIZE ? (1U << left) - 1 : ~0U;

        simt_counts_sync(site, true, lanes, ~worker->warps[at / SIMT_WARP_SIZE].ended,
                         simt_inspect_launch());
    }
}

/* Lanes that met in __syncwarp() called it in two lines: each half of the warp its own. */
static void check_places(const struct simt_worker *worker, unsigned warp, uint32_t lanes)
{
    const struct simt_arrival *arrivals =
        &worker->inspection->arrivals[(size_t)warp * SIMT_WARP_SIZE];
    unsigned first = (unsigned)__builtin_ctz(lanes);
    struct simt_finding finding = {.kind = SIMT_FINDING_SYNCWARP_MASK, .why = SIMT_WHY_TWO_PLACES};

    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);

        if (same_line(arrivals[first].site, arrivals[lane].site))
            continue;
        finding.first = party(worker, warp * SIMT_WARP_SIZE + first, arrivals[first].site);
        finding.second = party(worker, warp * SIMT_WARP_SIZE + lane, arrivals[lane].site);
        if (simt_finding_known(finding.kind, finding.first.site, finding.second.site))
            return;
        simt_say_mask(&finding, &(struct simt_mask_facts){.mask = arrivals[first].mask});
        simt_finding_add(&finding, simt_inspect_launch());
        return;
    }
}

void simt_inspect_warp_met(struct simt_worker *worker, unsigned warp, enum simt_warp_op op,
                           uint32_t lanes)
{
    struct simt_inspection *inspection = worker->inspection;
    unsigned first = warp * SIMT_WARP_SIZE + (unsigned)__builtin_ctz(lanes);

    simt_inspect_finish_write_race();
    if (is_shuffle(op))
        check_sources(worker, warp, lanes);
    if (op == SIMT_WARP_SYNC)
        check_places(worker, warp, lanes);
    inspection->busy[warp] |= op == SIMT_WARP_SYNC ? 0 : lanes;
    simt_counts_sync(inspection->arrivals[first].site, false, lanes, ~worker->warps[warp].ended,
                     simt_inspect_launch());
    for (uint32_t rest = lanes; rest; rest &= rest - 1)
        inspection->arrivals[warp * SIMT_WARP_SIZE + (unsigned)__builtin_ctz(rest)].site = NULL;
    if (op == SIMT_WARP_SYNC) /* shuffles and votes order no accesses to memory */
        simt_order_warp(inspection->order, warp, lanes);
}

/* ---- what can never go on ---- */

/* Of the lanes that the mask names, those that do not come wait elsewhere. */
static void report_missing_lane(const struct simt_worker *worker, unsigned thread)
{
    const struct simt_inspection *inspection = worker->inspection;
    unsigned warp = thread / SIMT_WARP_SIZE;
    uint32_t missing = inspection->arrivals[thread].mask & ~worker->warps[warp].ended;

    for (unsigned lane = 0; lane < SIMT_WARP_SIZE; lane++) {
        const struct simt_arrival *other = &inspection->arrivals[warp * SIMT_WARP_SIZE + lane];

        if (other->site == inspection->arrivals[thread].site)
            missing &= ~(1U << lane);
    }
    (void)report_mask(
        worker, thread, SIMT_WHY_WAITING_LANE,
        (struct simt_mask_facts){.other = missing ? (unsigned)__builtin_ctz(missing) : 0});
}

static unsigned first_waiting(const struct simt_worker *worker, bool barrier)
{
    const struct simt_inspection *inspection = worker->inspection;

    for (unsigned i = 0; i < worker->block_size; i++)
        if (inspection->arrivals[i].site && inspection->arrivals[i].barrier == barrier)
            return i;
    return SIMT_INSPECT_NOBODY;
}

void simt_inspect_stuck(struct simt_worker *worker)
{
    const struct simt_inspection *inspection = worker->inspection;
    unsigned at_barrier = first_waiting(worker, true), in_warp = first_waiting(worker, false);
    struct simt_finding finding = {.kind = SIMT_FINDING_BARRIER_DIVERGENCE,
                                   .why = SIMT_WHY_BARRIER_AND_WARP};

    simt_inspect_finish_write_race();
    if (in_warp == SIMT_INSPECT_NOBODY)
        return;
    if (at_barrier == SIMT_INSPECT_NOBODY ||
        at_barrier / SIMT_WARP_SIZE == in_warp / SIMT_WARP_SIZE) {
        report_missing_lane(worker, in_warp);
        return;
    }
    finding.first = party(worker, at_barrier, inspection->arrivals[at_barrier].site);
    finding.second = party(worker, in_warp, inspection->arrivals[in_warp].site);
    simt_say_divergence(&finding);
    simt_finding_add(&finding, simt_inspect_launch());
}

/* ---- what does not end in time ---- */

/* Whether a thread neither waits nor stops before an access. */
static bool is_running(const struct simt_worker *worker, unsigned thread)
{
    return thread == worker->current && !worker->inspection->arrivals[thread].site &&
           !(worker->warps[thread / SIMT_WARP_SIZE].stopped >> thread % SIMT_WARP_SIZE & 1);
}

/* Whether an address is in a line of the program's: an endless loop may be of no line at all. */
static bool is_of_program(const void *at)
{
    static const char here[] = __FILE__, tail[] = "inspect/see/waits.c";
    struct simt_position position = simt_source_find(at);

    return position.line && !strstr(position.file, "simt/launch.hpp") &&
           strncmp(position.file, here, sizeof(here) - sizeof(tail)) != 0;
}

static struct simt_standing standing_of(const struct simt_worker *worker, unsigned thread,
                                        const void *at)
{
    const struct simt_arrival *arrival = &worker->inspection->arrivals[thread];
    struct simt_standing standing = {.site = arrival->site, .threads = 1, .first = thread};

    if (arrival->site) {
        standing.how = arrival->barrier ? SIMT_STANDS_AT_BARRIER : SIMT_STANDS_IN_WARP;
        return standing;
    }
    standing.how = SIMT_STANDS_RUNNING;
    standing.site = worker->requests[thread].site;
    if (is_running(worker, thread) && is_of_program(at))
        standing.site = at;
    else if (is_running(worker, thread) && worker->step_site && is_of_program(worker->step_site))
        standing.site = worker->step_site; /* the runtime was just counting its steps */
    return standing;
}

static unsigned add_standing(struct simt_standing *standings, unsigned count, unsigned capacity,
                             const struct simt_standing *standing)
{
    for (unsigned i = 0; i < count; i++) {
        if (standings[i].how == standing->how && same_line(standings[i].site, standing->site)) {
            standings[i].threads++;
            return count;
        }
    }
    if (count < capacity)
        standings[count++] = *standing;
    return count;
}

/* Where the threads of the block are that have not ended; those that do not wait come first. */
static unsigned find_standings(const struct simt_worker *worker, const void *at,
                               struct simt_standing *standings, unsigned capacity)
{
    unsigned count = 0;

    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned i = 0; i < worker->started; i++) {
            bool ended = worker->warps[i / SIMT_WARP_SIZE].ended >> i % SIMT_WARP_SIZE & 1;
            bool waits = worker->inspection->arrivals[i].site != NULL;
            struct simt_standing standing = standing_of(worker, i, at);

            if (!ended && standing.site && waits == (pass == 1))
                count = add_standing(standings, count, capacity, &standing);
        }
    }
    return count;
}

static uint64_t blocks_of(const struct simt_launch_info *launch)
{
    return (uint64_t)launch->grid.x * launch->grid.y * launch->grid.z;
}

void simt_inspect_never_ends(struct simt_worker *worker, const void *at, double seconds,
                             uint64_t begun)
{
    struct simt_standing standings[4];
    /* A site is where a call comes back to, one past what it stands for. */
    unsigned count = find_standings(worker, (const char *)at + 1, standings,
                                    sizeof(standings) / sizeof(standings[0]));
    struct simt_finding finding = {.kind = SIMT_FINDING_NEVER_ENDS, .why = SIMT_WHY_KERNEL};
    uint64_t waiting = blocks_of(simt_inspect_launch()) - begun;

    simt_say_endless_kernel(&finding, seconds, standings, count, waiting);
    if (count == 0) {
        finding.file = simt_inspect_launch()->file;
        finding.line = simt_inspect_launch()->line;
    } else {
        finding.first = party(worker, standings[0].first, standings[0].site);
    }
    if (count > 1)
        finding.second = party(worker, standings[1].first, standings[1].site);
    simt_finding_add(&finding, simt_inspect_launch());
}
