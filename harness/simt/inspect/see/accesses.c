/* Accesses of kernels to memory, each at its turn: is it one, and does it race? */
#include "counts.h"
#include "crossing.h"
#include "finding.h"
#include "inspect.h"
#include "misuse.h"
#include "place_words.h"
#include "race.h"
#include "race_why.h"
#include "runtime/devices.h"
#include "runtime/fault.h"
#include "runtime/memory.h"
#include "runtime/worker.h"
#include "sentence.h"
#include "sentence_race.h"
#include "streams.h"
#include "touches.h"
#include "unwritten.h"

#include <stdio.h>
#include <string.h>

enum { widest_value = 16, word_bytes = 4 };

/* A race that has been seen and not been told yet. */
struct race_seen {
    struct simt_finding finding; /* without words */
    enum simt_ordered order;     /* of a missing fence */
    struct simt_shared_space *shared;
    const void *common; /* the first byte that both access */
    uint32_t bytes;     /* of the later access */
};

/* A race of two writes waits until the later one is made: then it is known whether it changed
 * anything. */
static struct {
    bool is_open;
    struct race_seen race;
    const void *address; /* of the whole access */
    unsigned char before[widest_value];
} pending;

/* A plain read that races with an atomic function waits until the launch is over: if the reader's
 * atomicCAS() of the same cell follows, an old value has done no harm. That is how the loop around
 * atomicCAS() begins. Some of many of one place are kept. */
enum { most_reads = 64, most_of_a_place = 4 };
static struct {
    struct race_seen race;
    struct simt_thread_id reader;
} reads[most_reads];
static unsigned n_reads;

static struct simt_thread_id current_thread(const struct simt_worker *worker)
{
    return (struct simt_thread_id){worker->block_number, worker->current};
}

/* What each thread does of the launch's work. */
static void add_to_threads(struct simt_inspection *inspection, unsigned warp, uint32_t lanes,
                           const struct simt_access *accesses)
{
    uint64_t most = 0, all = 0;

    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        uint64_t *bytes = &inspection->bytes[warp * SIMT_WARP_SIZE + lane];

        *bytes += accesses[lane].bytes;
        all += accesses[lane].bytes;
        most = *bytes > most ? *bytes : most;
    }
    simt_counts_thread(most);
    simt_counts_device(simt_device, all);
}

/* Of shared memory. Each word is a step: code without a branch may go to many of them. */
static void add_to_places(struct simt_worker *worker, unsigned warp, uint32_t lanes,
                          const struct simt_access *accesses)
{
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        const unsigned thread = warp * SIMT_WARP_SIZE + lane;
        struct simt_places *places = &worker->inspection->places[thread];
        const uintptr_t address = accesses[lane].address;

        worker->steps[thread] += (accesses[lane].bytes + word_bytes - 1) / word_bytes;

        if (places->number == 0)
            places->lowest = places->highest = address;
        else if (address < places->lowest)
            places->lowest = address;
        else if (address > places->highest)
            places->highest = address;
        else
            continue;
        simt_counts_places(++places->number);
    }
}

/* Most accesses are plain ones of memory that nothing else is at work on, and tell nothing new.
 * Those of a request are entered here, ahead of their lanes' turns, up to the first that may be
 * another one. Until its turn a lane can do nothing that would matter: it makes one access in it,
 * and what it then does to order others needs another turn. */
static uint32_t enter_together(const struct simt_worker *worker, unsigned warp, uint32_t lanes,
                               const struct simt_access *accesses, struct simt_object *object)
{
    struct simt_inspection *inspection = worker->inspection;
    const bool shared = simt_object_is_shared(object);
    const bool write = simt_access_writes(accesses[__builtin_ctz(lanes)].kind);

    if (simt_inspect_apart || object->is_reserved || (write && simt_unwritten_any()) ||
        (!shared && (simt_crossing_wants(object, write) || simt_touches_wants(object))))
        return 0;
    lanes = simt_space_check_together(object, accesses, lanes);
    if (lanes)
        lanes = simt_race_enter_together(object->history, object->base, accesses, lanes,
                                         inspection->order, warp * SIMT_WARP_SIZE, shared);
    if (write)
        simt_space_written_together(object, accesses, lanes);
    return lanes;
}

static bool is_strong(enum simt_access_kind kind)
{
    return kind != SIMT_ACCESS_READ && kind != SIMT_ACCESS_WRITE;
}

uint32_t simt_inspect_request(struct simt_worker *worker, unsigned warp, uint32_t lanes)
{
    struct simt_inspection *inspection = worker->inspection;
    const struct simt_access *accesses = &worker->requests[(size_t)warp * SIMT_WARP_SIZE];
    unsigned first = (unsigned)__builtin_ctz(lanes);
    struct simt_thread_id thread = {worker->block_number, warp * SIMT_WARP_SIZE + first};
    struct simt_object *object =
        simt_space_find_from(inspection->shared, accesses[first].site, accesses[first].address);

    simt_inspect_finish_write_race();
    inspection->busy[warp] |= lanes;
    if (!is_strong(accesses[first].kind))
        simt_order_worked(inspection->order, warp, lanes);
    if (object && !simt_object_is_shared(object)) {
        add_to_threads(inspection, warp, lanes, accesses);
        inspection->moved |= accesses[first].kind != SIMT_ACCESS_ATOMIC;
    } else if (object) {
        add_to_places(worker, warp, lanes, accesses);
    }
    simt_counts_request(accesses, lanes, ~worker->warps[warp].ended, object, thread,
                        simt_inspect_launch());
    return object ? enter_together(worker, warp, lanes, accesses, object) : 0;
}

/* ---- races ---- */

/* `value`: that both write, in words; null: unknown. */
static void report(struct race_seen *race, const char *value)
{
    struct simt_finding *finding = &race->finding;

    if (simt_finding_known(finding->kind, finding->first.site, finding->second.site))
        return;
    simt_place_mark_address(race->shared, (uintptr_t)race->common, race->bytes, finding);
    finding->why = simt_race_why(finding, race->order);
    simt_say_race(finding, value);
    simt_finding_add(finding, simt_inspect_launch());
}

void simt_inspect_finish_write_race(void)
{
    const char *value = NULL;
    char words[32];

    if (!pending.is_open)
        return;
    pending.is_open = false;
    if (!memcmp(pending.before, pending.address, pending.race.bytes)) {
        pending.race.finding.kind = SIMT_FINDING_RACE_SAME_VALUE;
        value = simt_value_words(pending.address, pending.race.bytes, words, sizeof(words));
    }
    report(&pending.race, value);
}

/* ---- reads ahead of atomicCAS() ---- */

static bool same_place(const struct simt_finding *a, const struct simt_finding *b)
{
    return a->kind == b->kind && a->first.site == b->first.site && a->second.site == b->second.site;
}

static void keep_read(const struct race_seen *race, struct simt_thread_id reader)
{
    unsigned of_place = 0;

    for (unsigned i = 0; i < n_reads; i++)
        of_place += same_place(&reads[i].race.finding, &race->finding);
    if (n_reads == most_reads || of_place == most_of_a_place)
        return;
    reads[n_reads].race = *race;
    reads[n_reads].reader = reader;
    n_reads++;
}

/* The thread compares and swaps: what it read before has done no harm. */
static void drop_reads(uintptr_t address, struct simt_thread_id thread)
{
    for (unsigned i = n_reads; i-- > 0;)
        if ((uintptr_t)reads[i].race.common == address && reads[i].reader.block == thread.block &&
            reads[i].reader.thread == thread.thread)
            reads[i] = reads[--n_reads];
}

void simt_inspect_report_waiting_reads(void)
{
    for (unsigned i = 0; i < n_reads; i++)
        report(&reads[i].race, NULL);
    n_reads = 0;
}

/* ---- a race ---- */

/* Only what a flag announces can lack a fence: the flag itself is no such thing. */
static enum simt_finding_kind race_kind(const struct simt_race *race, struct simt_thread_id now,
                                        enum simt_access_kind access, bool shared)
{
    const struct simt_moment *past = &race->past.moment;

    if (race->order != SIMT_UNORDERED && !is_strong(access) && !is_strong(race->past.kind))
        return SIMT_FINDING_MISSING_FENCE;
    if (past->block == now.block && past->thread / SIMT_WARP_SIZE == now.thread / SIMT_WARP_SIZE)
        return SIMT_FINDING_RACE_WARP;
    return shared ? SIMT_FINDING_RACE_SHARED : SIMT_FINDING_RACE_GLOBAL;
}

static bool is_plain_write(enum simt_access_kind kind)
{
    return simt_access_writes(kind) && !simt_access_reads(kind);
}

static void describe_race(const struct simt_worker *worker, const struct simt_object *object,
                          const struct simt_access *access, const struct simt_race *race,
                          struct race_seen *seen)
{
    const struct simt_moment *past = &race->past.moment;

    *seen = (struct race_seen){
        .finding.first = {access->site, true, current_thread(worker), access->kind, true,
                          access->bytes},
        .finding.second = {race->past.site,
                           true,
                           {past->block, past->thread},
                           race->past.kind,
                           true,
                           access->bytes},
        .order = race->order,
        .shared = worker->inspection->shared,
        .common = (const void *)(object->base + race->offset),
        .bytes = access->bytes,
    };
}

/* A program can race at each of its accesses: what is known is not described again. */
static void found_race(struct simt_worker *worker, const struct simt_object *object,
                       const struct simt_access *access, const struct simt_race *race)
{
    struct simt_thread_id now = current_thread(worker);
    enum simt_finding_kind kind = race_kind(race, now, access->kind, simt_object_is_shared(object));
    struct race_seen seen;

    if (simt_finding_known(kind, access->site, race->past.site))
        return;
    describe_race(worker, object, access, race, &seen);
    seen.finding.kind = kind;
    if (access->kind == SIMT_ACCESS_ATOMIC && race->past.kind == SIMT_ACCESS_READ) {
        keep_read(&seen, seen.finding.second.thread);
    } else if (access->kind == SIMT_ACCESS_READ && race->past.kind == SIMT_ACCESS_ATOMIC) {
        keep_read(&seen, now);
    } else if (is_plain_write(access->kind) && is_plain_write(race->past.kind) &&
               access->bytes <= widest_value) {
        pending.is_open = true;
        pending.race = seen;
        pending.address = (const void *)access->address;
        memcpy(pending.before, pending.address, access->bytes);
    } else {
        report(&seen, NULL);
    }
}

/* ---- accesses ---- */

/* The finding says more than an error code can. */
static _Noreturn void stop(const struct simt_access *access)
{
    bool misaligned = !access->parts && access->address % access->bytes;

    simt_fault(misaligned ? cudaErrorMisalignedAddress : cudaErrorIllegalAddress,
               "the inspector stops the kernel before an access that is not valid");
}

/* Memory of the device that the kernel's device may not use. */
static bool is_out_of_reach(const struct simt_object *object, const struct simt_access *access)
{
    int device = simt_inspect_launch()->device;
    struct simt_mapped mapped;

    if (object->is_reserved)
        return simt_memory_mapped((const void *)access->address, device, &mapped) &&
               mapped.is_closed;
    return simt_inspect_apart && !simt_device_reaches(device, object->device, object->is_pooled);
}

void simt_inspect_access(struct simt_worker *worker, const struct simt_access *access)
{
    struct simt_inspection *inspection = worker->inspection;
    struct simt_object *object;
    enum simt_misuse misuse;
    struct simt_race race;

    simt_inspect_finish_write_race();
    object = simt_space_check(inspection->shared, access, &misuse);
    if (__builtin_expect(misuse != SIMT_MISUSE_NONE, 0)) {
        simt_misuse_report(misuse, inspection->shared, object, access, current_thread(worker));
        if (misuse != SIMT_MISUSE_UNWRITTEN)
            stop(access);
    }
    if (object->kind == SIMT_OBJECT_DEVICE && is_out_of_reach(object, access)) {
        simt_misuse_report(SIMT_MISUSE_OTHER_DEVICE, inspection->shared, object, access,
                           current_thread(worker));
        stop(access);
    }
    if (!simt_object_is_shared(object)) {
        simt_crossing_access(object, access);
        simt_streams_access(object, access, current_thread(worker));
    }
    if (access->compares && n_reads)
        drop_reads(access->address, current_thread(worker));
    if (object->history &&
        simt_race_enter(object->history, access->address - object->base, access, inspection->order,
                        worker->current, simt_object_is_shared(object), &race))
        found_race(worker, object, access, &race);
    if (simt_access_writes(access->kind))
        simt_unwritten_written(access, inspection->order, worker->current, simt_inspect_launch());
    if (is_strong(access->kind)) {
        struct simt_access strong = *access;

        if (simt_object_is_shared(object)) /* the slot's next block has the same addresses */
            strong.scope = SIMT_SCOPE_BLOCK;
        simt_order_strong(inspection->order, worker->current, &strong);
    }
}

void simt_inspect_result(struct simt_worker *worker)
{
    simt_order_result(worker->inspection->order, worker->current);
}

void simt_inspect_fence(struct simt_worker *worker, enum simt_scope scope)
{
    simt_inspect_finish_write_race();
    simt_order_fence(worker->inspection->order, worker->current, scope);
}
