/* Where threads wait for each other: barriers that are not the same for all, masks that are wrong,
 * and what can never go on. */
#include "counts.h"
#include "finding.h"
#include "inspect.h"
#include "runtime/worker.h"
#include "sentence.h"
#include "source.h"

#include <stdio.h>
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

static void report_mask(const struct simt_worker *worker, unsigned thread, enum simt_why why,
                        const char *sentence)
{
    const void *site = simt_inspection_of(worker)->arrivals[thread].site;
    struct simt_finding finding = {
        .kind = SIMT_FINDING_SYNCWARP_MASK, .why = why, .first = party(worker, thread, site)};

    if (simt_finding_known(finding.kind, site, NULL))
        return;
    (void)snprintf(finding.sentence, sizeof(finding.sentence), "%s", sentence);
    simt_finding_add(&finding, simt_inspect_launch());
}

static void check_own_bit(const struct simt_worker *worker, uint32_t mask)
{
    unsigned lane = worker->current % SIMT_WARP_SIZE;
    char sentence[240];

    if (mask >> lane & 1)
        return;
    (void)snprintf(
        sentence, sizeof(sentence),
        "Lane %u calls this with mask 0x%08x, which lacks its own bit: the mask must name "
        "exactly the lanes that come here.",
        lane, mask);
    report_mask(worker, worker->current, SIMT_WHY_OWN_LANE, sentence);
}

static bool is_shuffle(enum simt_warp_op op)
{
    return op >= SIMT_WARP_SHFL && op <= SIMT_WARP_SHFL_XOR;
}

/* A mask of just the lanes that the block's last warp has says that the author knows which there
 * are: what a shuffle gives beyond them is not used. */
static bool is_known_gap(const struct simt_worker *worker, unsigned thread, unsigned source)
{
    uint32_t mask = simt_inspection_of(worker)->arrivals[thread].mask;

    return !(mask >> source & 1) &&
           thread / SIMT_WARP_SIZE * SIMT_WARP_SIZE + source >= worker->block_size;
}

static void check_sources(const struct simt_worker *worker, unsigned warp, uint32_t lanes)
{
    char sentence[240];

    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        unsigned thread = warp * SIMT_WARP_SIZE + lane;
        unsigned source = worker->lanes[thread].source;

        if (lanes >> source & 1 || is_known_gap(worker, thread, source) ||
            simt_finding_known(SIMT_FINDING_SYNCWARP_MASK,
                               simt_inspection_of(worker)->arrivals[thread].site, NULL))
            continue;
        (void)snprintf(
            sentence, sizeof(sentence),
            "Lane %u reads the value of lane %u, which takes no part in this call%s: what "
            "it gets is undefined.",
            lane, source,
            worker->warps[warp].ended >> source & 1
                ? " (it has returned from the kernel, or never was)"
                : "");
        report_mask(worker, thread, SIMT_WHY_ABSENT_LANE, sentence);
        return;
    }
}

/* ---- barriers and warp functions ---- */

void simt_inspect_arrives(struct simt_worker *worker, bool barrier, uint32_t mask, const void *site)
{
    struct simt_inspection *inspection = simt_inspection_of(worker);

    simt_inspect_settle();
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
    const struct simt_inspection *inspection = simt_inspection_of(worker);
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
    (void)snprintf(
        finding.sentence, sizeof(finding.sentence),
        "Threads of one block meet at different __syncthreads(): each must be reached by "
        "all threads of the block or by none. Move it out of the branch.");
    simt_finding_add(&finding, simt_inspect_launch());
}

/* The lanes of a warp that wait at the coming barrier, and where. */
static uint32_t lanes_at_barrier(const struct simt_worker *worker, unsigned warp, const void **site)
{
    const struct simt_arrival *arrivals =
        &simt_inspection_of(worker)->arrivals[(size_t)warp * SIMT_WARP_SIZE];
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
    struct simt_inspection *inspection = simt_inspection_of(worker);

    simt_inspect_settle();
    check_barrier(worker);
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

void simt_inspect_warp_met(struct simt_worker *worker, unsigned warp, enum simt_warp_op op,
                           uint32_t lanes)
{
    struct simt_inspection *inspection = simt_inspection_of(worker);
    unsigned first = warp * SIMT_WARP_SIZE + (unsigned)__builtin_ctz(lanes);

    simt_inspect_settle();
    if (is_shuffle(op))
        check_sources(worker, warp, lanes);
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
    const struct simt_inspection *inspection = simt_inspection_of(worker);
    unsigned warp = thread / SIMT_WARP_SIZE;
    uint32_t missing = inspection->arrivals[thread].mask & ~worker->warps[warp].ended;
    char sentence[320];

    for (unsigned lane = 0; lane < SIMT_WARP_SIZE; lane++) {
        const struct simt_arrival *other = &inspection->arrivals[warp * SIMT_WARP_SIZE + lane];

        if (other->site == inspection->arrivals[thread].site)
            missing &= ~(1U << lane);
    }
    (void)snprintf(
        sentence, sizeof(sentence),
        "Deadlock: mask 0x%08x names lane %u, which never comes here: it waits "
        "elsewhere. Call this outside the branch, or with the mask of the lanes that take "
        "the branch.",
        inspection->arrivals[thread].mask, missing ? (unsigned)__builtin_ctz(missing) : 0);
    report_mask(worker, thread, SIMT_WHY_WAITING_LANE, sentence);
}

static unsigned first_waiting(const struct simt_worker *worker, bool barrier)
{
    const struct simt_inspection *inspection = simt_inspection_of(worker);

    for (unsigned i = 0; i < worker->block_size; i++)
        if (inspection->arrivals[i].site && inspection->arrivals[i].barrier == barrier)
            return i;
    return SIMT_INSPECT_NOBODY;
}

void simt_inspect_stuck(struct simt_worker *worker)
{
    const struct simt_inspection *inspection = simt_inspection_of(worker);
    unsigned at_barrier = first_waiting(worker, true), in_warp = first_waiting(worker, false);
    struct simt_finding finding = {.kind = SIMT_FINDING_BARRIER_DIVERGENCE,
                                   .why = SIMT_WHY_BARRIER_AND_WARP};

    simt_inspect_settle();
    if (in_warp == SIMT_INSPECT_NOBODY)
        return;
    if (at_barrier == SIMT_INSPECT_NOBODY ||
        at_barrier / SIMT_WARP_SIZE == in_warp / SIMT_WARP_SIZE) {
        report_missing_lane(worker, in_warp);
        return;
    }
    finding.first = party(worker, at_barrier, inspection->arrivals[at_barrier].site);
    finding.second = party(worker, in_warp, inspection->arrivals[in_warp].site);
    (void)snprintf(finding.sentence, sizeof(finding.sentence),
                   "Deadlock: some threads of the block wait at __syncthreads() while others wait "
                   "in a warp function for lanes that never come.");
    simt_finding_add(&finding, simt_inspect_launch());
}

/* ---- what does not end in time ---- */

/* Threads of a block that stand in one line. */
struct stand {
    const void *site;
    const char *one, *several; /* what they do there */
    unsigned threads, first;
};

/* Whether a thread neither waits nor stops before an access. */
static bool is_running(const struct simt_worker *worker, unsigned thread)
{
    return thread == worker->current && !simt_inspection_of(worker)->arrivals[thread].site &&
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

static struct stand stand_of(const struct simt_worker *worker, unsigned thread, const void *at)
{
    const struct simt_arrival *arrival = &simt_inspection_of(worker)->arrivals[thread];
    struct stand stand = {.site = arrival->site, .threads = 1, .first = thread};

    if (!arrival->site) {
        stand.site = worker->requests[thread].site;
        if (is_running(worker, thread) && is_of_program(at))
            stand.site = at;
        stand.one = "comes back to";
        stand.several = "come back to";
    } else if (arrival->barrier) {
        stand.one = "waits at the barrier in";
        stand.several = "wait at the barrier in";
    } else {
        stand.one = "waits for its warp in";
        stand.several = "wait for their warp in";
    }
    return stand;
}

static unsigned add_stand(struct stand *stands, unsigned count, unsigned capacity,
                          const struct stand *stand)
{
    for (unsigned i = 0; i < count; i++) {
        if (stands[i].one == stand->one && same_line(stands[i].site, stand->site)) {
            stands[i].threads++;
            return count;
        }
    }
    if (count < capacity)
        stands[count++] = *stand;
    return count;
}

/* Where the threads of the block are that have not ended; those that do not wait come first. */
static unsigned find_stands(const struct simt_worker *worker, const void *at, struct stand *stands,
                            unsigned capacity)
{
    unsigned count = 0;

    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned i = 0; i < worker->started; i++) {
            bool ended = worker->warps[i / SIMT_WARP_SIZE].ended >> i % SIMT_WARP_SIZE & 1;
            bool waits = simt_inspection_of(worker)->arrivals[i].site != NULL;
            struct stand stand = stand_of(worker, i, at);

            if (!ended && stand.site && waits == (pass == 1))
                count = add_stand(stands, count, capacity, &stand);
        }
    }
    return count;
}

static uint64_t blocks_of(const struct simt_launch_info *launch)
{
    return (uint64_t)launch->grid.x * launch->grid.y * launch->grid.z;
}

static void say_stands(struct simt_finding *finding, const struct stand *stands, unsigned count)
{
    size_t used = strlen(finding->sentence), size = sizeof(finding->sentence);

    for (unsigned i = 0; i < count && used < size; i++)
        used +=
            (size_t)snprintf(finding->sentence + used, size - used, "%s %u thread%s %s line %d",
                             i ? ", and" : "", stands[i].threads, stands[i].threads == 1 ? "" : "s",
                             stands[i].threads == 1 ? stands[i].one : stands[i].several,
                             simt_source_find(stands[i].site).line);
}

void simt_inspect_never_ends(struct simt_worker *worker, const void *at, double seconds,
                             uint64_t begun)
{
    struct stand stands[4];
    /* A site is where a call comes back to, one past what it stands for. */
    unsigned count =
        find_stands(worker, (const char *)at + 1, stands, sizeof(stands) / sizeof(stands[0]));
    struct simt_finding finding = {.kind = SIMT_FINDING_NEVER_ENDS, .why = SIMT_WHY_KERNEL};
    uint64_t waiting = blocks_of(simt_inspect_launch()) - begun;
    size_t used;

    if (!count) {
        finding.file = simt_inspect_launch()->file;
        finding.line = simt_inspect_launch()->line;
        (void)snprintf(
            finding.sentence, sizeof(finding.sentence),
            "The kernel was stopped after %g s: a loop in it has no end, and accesses no "
            "memory.",
            seconds);
        simt_finding_add(&finding, simt_inspect_launch());
        return;
    }
    finding.first = party(worker, stands[0].first, stands[0].site);
    if (count > 1)
        finding.second = party(worker, stands[1].first, stands[1].site);
    (void)snprintf(finding.sentence, sizeof(finding.sentence),
                   "The kernel was stopped after %g s. In this block", seconds);
    say_stands(&finding, stands, count);
    used = strlen(finding.sentence);
    if (waiting)
        (void)snprintf(finding.sentence + used, sizeof(finding.sentence) - used,
                       ". %llu block%s not begun: blocks run when others have made room, so none "
                       "can wait for one that comes later",
                       (unsigned long long)waiting, waiting == 1 ? " has" : "s have");
    simt_finding_add(&finding, simt_inspect_launch());
}
