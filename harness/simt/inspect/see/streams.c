#include "streams.h"

#include "finding.h"
#include "inspect.h"
#include "place_words.h"
#include "sentence_host.h"
#include "sentence_streams.h"
#include "space.h"
#include "touches.h"

/* Pairs that have been told: of a long array the next ones are many. */
enum { most_told = 256 };
static struct {
    const void *site, *other_site;
    const char *file;
    int line;
} told[most_told];
static unsigned n_told;

static bool is_told(const void *site, const struct simt_work *other)
{
    for (unsigned i = 0; i < n_told && i < most_told; i++)
        if (told[i].site == site && told[i].other_site == other->site &&
            told[i].file == other->file && told[i].line == other->line)
            return true;
    told[n_told % most_told].site = site;
    told[n_told % most_told].other_site = other->site;
    told[n_told % most_told].file = other->file;
    told[n_told % most_told].line = other->line;
    n_told++;
    return false;
}

static void report(struct simt_finding *finding, const struct simt_work *other, bool writes,
                   const struct simt_access *access, const struct simt_launch_info *launch)
{
    const struct simt_work *work = simt_touches_work();

    finding->second.site = other->site;
    finding->second_file = other->file;
    finding->second_line = other->line;
    simt_place_mark_address(NULL, access->address, access->bytes, finding);
    if (finding->kind == SIMT_FINDING_RACE_HOST)
        simt_say_host_race(finding, other, writes);
    else {
        if (work->graph && work->graph == other->graph)
            finding->why = SIMT_WHY_ONE_GRAPH;
        simt_say_stream_race(finding, work, other, writes);
    }
    simt_finding_add(finding, launch);
}

/* A finding is long, and few accesses need one. */
static __attribute__((noinline)) void found(const struct simt_work *other, bool writes,
                                            const struct simt_access *access,
                                            struct simt_thread_id thread)
{
    struct simt_finding finding = {
        .kind = SIMT_FINDING_RACE_STREAMS,
        .first = {access->site, true, thread, access->kind, true, access->bytes}};

    report(&finding, other, writes, access, simt_inspect_launch());
}

/* The line of the finding is the work's. */
static void stand_at(struct simt_finding *finding, const struct simt_work *work)
{
    finding->first.site = work->site;
    finding->file = work->file;
    finding->line = work->line;
}

void simt_streams_access(const struct simt_object *object, const struct simt_access *access,
                         struct simt_thread_id thread)
{
    bool writes = false;
    const struct simt_work *other =
        simt_touches_add(object, access->address, access->bytes, access->kind, &writes);

    if (other && !is_told(access->site, other))
        found(other, writes, access, thread);
}

void simt_streams_bytes(const void *address, size_t bytes, bool write)
{
    enum simt_access_kind kind = write ? SIMT_ACCESS_WRITE : SIMT_ACCESS_READ;
    const struct simt_work *work = simt_touches_work();
    const struct simt_object *object = work ? simt_objects_find((uintptr_t)address) : NULL;
    struct simt_access access = {.address = (uintptr_t)address, .bytes = 1, .kind = kind};
    bool writes = false;
    const struct simt_work *other =
        object ? simt_touches_add(object, access.address, bytes, kind, &writes) : NULL;
    struct simt_finding finding = {.kind = SIMT_FINDING_RACE_STREAMS};

    if (!other || is_told(work->site, other))
        return;
    stand_at(&finding, work);
    report(&finding, other, writes, &access, NULL);
}

void simt_streams_condition(const unsigned *value)
{
    const struct simt_work *work = simt_touches_work();
    struct simt_object *object = work ? simt_objects_find((uintptr_t)value) : NULL;
    struct simt_finding finding = {.kind = SIMT_FINDING_UNINITIALISED};

    simt_streams_bytes(value, sizeof(*value), false);
    if (object && simt_space_never_written(value, sizeof(*value)) &&
        !simt_finding_known(finding.kind, work->site, NULL)) {
        stand_at(&finding, work);
        simt_say_condition_unset(&finding, object, (uintptr_t)value);
        simt_finding_add(&finding, NULL);
    }
    simt_touches_end();
}

void simt_streams_all(const void *base)
{
    const struct simt_work *work = simt_touches_work();
    const struct simt_object *object = work ? simt_objects_find((uintptr_t)base) : NULL;
    struct simt_access access = {.address = (uintptr_t)base, .bytes = 1, .kind = SIMT_ACCESS_WRITE};
    bool writes = false;
    const struct simt_work *other = object ? simt_touches_all(object, &writes) : NULL;
    struct simt_finding finding = {.kind = SIMT_FINDING_RACE_STREAMS};

    if (other && !is_told(work->site, other)) {
        stand_at(&finding, work);
        report(&finding, other, writes, &access, NULL);
    }
    simt_touches_end();
}

void simt_streams_call(const struct simt_access *access)
{
    const struct simt_object *object =
        simt_touches_work() ? simt_objects_find(access->address) : NULL;
    bool writes = false;
    const struct simt_work *other =
        simt_touches_add(object, access->address, access->bytes, access->kind, &writes);
    struct simt_finding finding = {.kind = SIMT_FINDING_RACE_STREAMS,
                                   .first = {.site = access->site,
                                             .access = access->kind,
                                             .has_access = true,
                                             .bytes = access->bytes}};

    if (access->kind != SIMT_ACCESS_WRITE && simt_access_writes(access->kind))
        simt_touches_announce(access->address);
    if (other && !is_told(access->site, other))
        report(&finding, other, writes, access, NULL);
}

static __attribute__((noinline)) void host_found(const struct simt_work *other, bool writes,
                                                 const struct simt_access *access)
{
    struct simt_finding finding = {.kind = SIMT_FINDING_RACE_HOST,
                                   .first = {.site = access->site,
                                             .access = access->kind,
                                             .has_access = true,
                                             .bytes = access->bytes}};

    report(&finding, other, writes, access, NULL);
}

void simt_streams_host(const struct simt_access *access)
{
    bool writes = false;
    const struct simt_work *other =
        simt_touches_host(access->address, access->bytes, access->kind, &writes);

    if (other && !is_told(access->site, other))
        host_found(other, writes, access);
}
