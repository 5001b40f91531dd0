#include "misuse.h"

#include "inspect.h"
#include "sentence_access.h"
#include "unwritten.h"

#include <stdlib.h>

enum {
    wrapped_near = 1 << 16, /* terms of an index that are added to the one that overflowed */
    wrapped_small = 1 << 20,
    wrapped_far = 1 << 27, /* no array is that long before its begin */
};

static const long long two_32 = 1LL << 32;

static void report(const struct simt_access_facts *facts, enum simt_finding_kind kind,
                   enum simt_why why)
{
    const struct simt_access *access = facts->access;
    struct simt_finding finding = {
        .kind = kind,
        .why = why,
        .first = {access->site, true, facts->thread, access->kind, true, access->bytes},
    };

    if (simt_finding_known(kind, access->site, NULL))
        return;
    simt_say_access(&finding, facts);
    if (kind == SIMT_FINDING_UNINITIALISED)
        simt_unwritten_note(&finding, access, simt_inspect_now(),
                            simt_inspect_is_shared(access->address));
    else
        simt_finding_add(&finding, facts->launch);
}

static void report_bounds(const struct simt_access_facts *facts)
{
    report(facts, SIMT_FINDING_OUT_OF_BOUNDS,
           !facts->place.object     ? SIMT_WHY_NO_MEMORY
           : facts->place.index < 0 ? SIMT_WHY_BEFORE_BEGIN
                                    : SIMT_WHY_PAST_END);
}

/* ---- an index that overflowed ---- */

/* How far an index is from a result that wrapped around, as a number with or without a sign. */
static long long from_wrapped(long long index, long long wrapped)
{
    long long plain = llabs(index - wrapped);
    long long without_sign = llabs(index - (wrapped & (two_32 - 1)));

    return plain < without_sign ? plain : without_sign;
}

/* How far, if the index is what an unsigned number becomes that went below 0; else two_32. Seldom
 * farther than the array is long. Next comes an array that a pointer into it and such a number lead
 * to: `end[~i]`. */
static long long below_zero(const struct simt_place *place)
{
    long long elements = (long long)place->object->bytes / place->element_bytes;
    long long below = two_32 - place->index;

    if (below <= 0)
        return -below < elements ? wrapped_small + 1 : two_32;
    if (below > wrapped_small)
        return two_32;
    return below <= elements ? below : wrapped_small + 1 + below;
}

/* A search for the object whose index tells that it overflowed. */
struct search {
    const struct simt_access *access;
    const struct simt_overflow *overflow; /* null: by an unsigned number below 0 */
    const struct simt_object *last;       /* that this site went to: taken before all others */
    long long limit;                      /* as far an index may be from what tells it */
    long long best;
    struct simt_place place;
};

static void consider(struct search *search, struct simt_object *object)
{
    struct simt_place place = simt_place_of(object, search->access->address, search->access->bytes);
    long long far = search->overflow
                        ? from_wrapped(place.index, simt_overflow_wrapped(search->overflow))
                        : below_zero(&place);

    if (far < search->limit && object == search->last)
        far = -1;
    if (far >= search->limit || far >= search->best)
        return;
    search->best = far;
    search->place = place;
}

/* Sets facts->place. False: the access is of no such index. */
static bool find_wrapped(struct simt_shared_space *shared, struct simt_access_facts *facts,
                         const struct simt_overflow *overflow)
{
    struct search search = {
        .access = facts->access,
        .overflow = overflow,
        .last = simt_objects_last(facts->access->site),
        .limit = overflow ? wrapped_near + 1 : two_32,
        .best = two_32,
    };
    struct simt_object *object;

    for (size_t i = 0; (object = simt_shared_space_get(shared, i)); i++)
        consider(&search, object);
    for (size_t i = 0; i < simt_objects_count(); i++)
        consider(&search, simt_objects_get(i));
    facts->place = search.place;
    return search.place.object != NULL;
}

/* Where nothing was noted, the index tells it by itself. */
static void report_overflow(const struct simt_access_facts *facts)
{
    report(facts, SIMT_FINDING_INDEX_OVERFLOW,
           facts->overflow          ? SIMT_WHY_ARITHMETIC
           : facts->place.index < 0 ? SIMT_WHY_WRAPPED_SIGNED
                                    : SIMT_WHY_WRAPPED_UNSIGNED);
}

/* What no note says, but the index does: a product or sum of 32 bits that ended below 0. */
static bool is_wrapped(const struct simt_place *place)
{
    return place->index < -wrapped_far && place->index >= -two_32 / 2;
}

/* ---- outside of all objects ---- */

/* What lies beyond all objects: by how it can have been come to. */
static void report_far(struct simt_shared_space *shared, struct simt_access_facts *facts)
{
    uintptr_t address = facts->access->address;
    struct simt_object *far = simt_place_far(address, facts->access->site);
    bool is_usual = far && far == simt_objects_last(facts->access->site);
    const struct simt_overflow *overflow = facts->overflow;

    facts->overflow = NULL;
    if (find_wrapped(shared, facts, NULL)) {
        report_overflow(facts);
        return;
    }
    facts->on_host = is_usual ? SIMT_HOST_NOWHERE : simt_host_memory_of(address);
    if (facts->on_host != SIMT_HOST_NOWHERE) {
        report(facts, SIMT_FINDING_HOST_POINTER, SIMT_WHY_NONE);
        return;
    }
    if (address >> 32 == 0) {
        report(facts, SIMT_FINDING_OUT_OF_BOUNDS, SIMT_WHY_NULL_POINTER);
        return;
    }
    /* Out of the bounds of the object that an index can have begun from. */
    if (far)
        facts->place = simt_place_of(far, address, facts->access->bytes);
    facts->overflow = overflow;
    if (far && (overflow || is_wrapped(&facts->place)))
        report_overflow(facts);
    else
        report_bounds(facts);
}

/* Registered memory lies among the host's variables, and one of those is no index beyond it. */
static bool report_variable(const struct simt_object *near, struct simt_access_facts *facts)
{
    if (near->kind != SIMT_OBJECT_REGISTERED || near == simt_objects_last(facts->access->site))
        return false;
    facts->on_host = simt_host_memory_of(facts->access->address);
    if (facts->on_host != SIMT_HOST_VARIABLE)
        return false;
    report(facts, SIMT_FINDING_HOST_POINTER, SIMT_WHY_NONE);
    return true;
}

static void report_outside(struct simt_shared_space *shared, struct simt_access_facts *facts)
{
    uintptr_t address = facts->access->address;
    struct simt_object *other = simt_shared_space_find_other(shared, address);
    struct simt_object *freed = simt_objects_find_freed(address);
    struct simt_object *object = simt_space_find(shared, address);

    if (!object && !other && !freed) {
        if (facts->overflow && find_wrapped(shared, facts, facts->overflow)) {
            report_overflow(facts);
            return;
        }
        object = simt_place_near(shared, address, facts->access->site);
        if (object && report_variable(object, facts))
            return;
    }
    if (!object)
        object = other ? other : freed;
    if (!object) {
        report_far(shared, facts);
        return;
    }
    facts->place = simt_place_of(object, address, facts->access->bytes);
    if (object == other)
        report(facts, SIMT_FINDING_OUT_OF_BOUNDS, SIMT_WHY_OTHER_BLOCK);
    else if (object->freed)
        report(facts, SIMT_FINDING_USE_AFTER_FREE, SIMT_WHY_NONE);
    else if (facts->overflow && facts->place.index < 0)
        report_overflow(facts);
    else
        report_bounds(facts);
}

void simt_misuse_report(enum simt_misuse misuse, struct simt_shared_space *shared,
                        struct simt_object *object, const struct simt_access *access,
                        struct simt_thread_id thread)
{
    struct simt_access_facts facts = {access, thread, simt_inspect_launch(), .overflow = NULL};

    if (misuse == SIMT_MISUSE_OUTSIDE) {
        struct simt_overflow overflow;

        if (simt_overflow_take(thread, &overflow))
            facts.overflow = &overflow;
        report_outside(shared, &facts);
        return;
    }
    facts.place = simt_place_of(object, access->address, access->bytes);
    if (misuse == SIMT_MISUSE_OTHER_DEVICE) {
        report(&facts, SIMT_FINDING_OUT_OF_BOUNDS, SIMT_WHY_OTHER_DEVICE);
    } else if (misuse == SIMT_MISUSE_UNWRITTEN)
        report(&facts, SIMT_FINDING_UNINITIALISED, SIMT_WHY_NONE);
    else if (misuse == SIMT_MISUSE_MISALIGNED)
        report(&facts, SIMT_FINDING_MISALIGNED, SIMT_WHY_NONE);
    else
        report(&facts, SIMT_FINDING_OUT_OF_BOUNDS, SIMT_WHY_CONSTANT_MEMORY);
}
