#include "misuse.h"

#include "finding.h"
#include "objects.h"
#include "overflow.h"
#include "place.h"
#include "sentence.h"
#include "shared_space.h"
#include "source.h"
#include "unwritten.h"

#include <stdio.h>
#include <string.h>

enum {
    wrapped_near = 1 << 16, /* terms of an index that are added to the one that overflowed */
    wrapped_small = 1 << 20,
    wrapped_far = 1 << 27, /* no array is that long before its begin */
};

static const long long two_32 = 1LL << 32;

/* Who does what, for the findings of one access. */
struct misuse {
    const struct simt_access *access;
    struct simt_thread_id thread;
    const struct simt_launch_info *launch;
    struct simt_place place; /* object null: in or near nothing */
};

/* ---- words ---- */

/* "Thread (0,3) of block (4) reads " */
static void append_who(const struct misuse *misuse, char *text, size_t size)
{
    static const char *const verbs[] = {
        [SIMT_ACCESS_READ] = "reads",          [SIMT_ACCESS_WRITE] = "writes",
        [SIMT_ACCESS_VOLATILE_READ] = "reads", [SIMT_ACCESS_VOLATILE_WRITE] = "writes",
        [SIMT_ACCESS_ATOMIC] = "updates",
    };
    char who[128];

    simt_thread_words(misuse->launch, misuse->thread, who, sizeof(who));
    who[0] = 'T';
    simt_place_append(text, size, "%s %s ", who, verbs[misuse->access->kind]);
}

/* "Thread (3) of block (4) reads b[1025]" */
static void begin_sentence(const struct misuse *misuse, char *text, size_t size)
{
    char cell[96];

    text[0] = '\0';
    append_who(misuse, text, size);
    simt_place_cell(&misuse->place, cell, sizeof(cell));
    simt_place_append(text, size, "%s", cell);
}

static struct simt_finding begin_finding(const struct misuse *misuse, enum simt_finding_kind kind)
{
    struct simt_finding finding = {
        .kind = kind,
        .first = {.site = misuse->access->site,
                  .is_thread = true,
                  .thread = misuse->thread,
                  .access = misuse->access->kind,
                  .has_access = true,
                  .bytes = misuse->access->bytes},
    };

    if (misuse->place.object) {
        simt_place_mark(&misuse->place, &finding);
        begin_sentence(misuse, finding.sentence, sizeof(finding.sentence));
    } else {
        (void)snprintf(finding.subject, sizeof(finding.subject), "address %#llx",
                       (unsigned long long)misuse->access->address);
        append_who(misuse, finding.sentence, sizeof(finding.sentence));
    }
    return finding;
}

static bool is_known(const struct misuse *misuse, enum simt_finding_kind kind)
{
    return simt_finding_known(kind, misuse->access->site, NULL);
}

#define SAY(finding, ...)                                                                          \
    simt_place_append((finding).sentence, sizeof((finding).sentence), __VA_ARGS__)

/* ---- within an object ---- */

static void report_misaligned(const struct misuse *misuse)
{
    struct simt_finding finding;
    uint32_t bytes = misuse->access->bytes;

    if (is_known(misuse, SIMT_FINDING_MISALIGNED))
        return;
    finding = begin_finding(misuse, SIMT_FINDING_MISALIGNED);
    SAY(finding,
        " as one value of %u bytes, whose address must be a multiple of %u, but is %u past one: "
        "index from the aligned begin of the array, or access the parts one by one.",
        bytes, bytes, (unsigned)(misuse->access->address % bytes));
    simt_finding_add(&finding, misuse->launch);
}

static void report_constant(const struct misuse *misuse)
{
    struct simt_finding finding;

    if (is_known(misuse, SIMT_FINDING_OUT_OF_BOUNDS))
        return;
    finding = begin_finding(misuse, SIMT_FINDING_OUT_OF_BOUNDS);
    SAY(finding,
        ", but constant memory is read-only in kernels: use a __device__ variable, or write it "
        "from the host with cudaMemcpyToSymbol().");
    simt_finding_add(&finding, misuse->launch);
}

void simt_misuse_inside(struct simt_object *object, const struct simt_access *access,
                        struct simt_thread_id thread, const struct simt_launch_info *launch)
{
    struct misuse misuse = {access, thread, launch,
                            simt_place_of(object, access->address, access->bytes)};

    if (object->kind == SIMT_OBJECT_CONSTANT && simt_access_writes(access->kind))
        report_constant(&misuse);
    else
        report_misaligned(&misuse);
}

bool simt_misuse_vector(const struct simt_object *object, const void *site)
{
    static const char *const vectors[] = {"int4", "float4", "int2", "long2", "double2", "long4"};
    struct simt_position position;
    const char *text;

    if (object->element_bytes)
        return object->element_bytes <= 8;
    position = simt_source_find(site);
    text = position.path ? simt_source_line(position.path, position.line) : NULL;
    for (size_t i = 0; text && i < sizeof(vectors) / sizeof(vectors[0]); i++)
        if (strstr(text, vectors[i]))
            return true;
    return false;
}

void simt_misuse_unwritten(struct simt_object *object, const struct simt_access *access,
                           struct simt_thread_id thread, const struct simt_launch_info *launch)
{
    struct misuse misuse = {access, thread, launch,
                            simt_place_of(object, access->address, access->bytes)};
    struct simt_finding finding;

    if (is_known(&misuse, SIMT_FINDING_UNINITIALISED))
        return;
    finding = begin_finding(&misuse, SIMT_FINDING_UNINITIALISED);
    SAY(finding, " before anything wrote it, so its value is arbitrary: ");
    if (object->kind == SIMT_OBJECT_DEVICE)
        SAY(finding, "fill it before the launch with cudaMemcpy() or cudaMemset(), or write it in "
                     "an earlier kernel.");
    else if (object->kind == SIMT_OBJECT_HEAP)
        SAY(finding, "what a kernel allocates holds nothing at first; write it before it is "
                     "read.");
    else
        SAY(finding, "each block begins with shared memory that holds nothing; write it first, and "
                     "then __syncthreads() if another thread does so.");
    simt_unwritten_note(&finding, access);
}

/* ---- an index that overflowed ---- */

static long long magnitude(long long value)
{
    return value < 0 ? -value : value;
}

/* How far an index is from a result that wrapped around, as a number with or without a sign. */
static long long from_wrapped(long long index, long long wrapped)
{
    long long plain = magnitude(index - wrapped);
    long long without_sign = magnitude(index - (wrapped & (two_32 - 1)));

    return plain < without_sign ? plain : without_sign;
}

/* How far, if the index is what an unsigned number becomes that went below 0; else two_32. */
static long long below_zero(long long index)
{
    long long below = two_32 - index;

    return below > 0 && below <= wrapped_small ? below : two_32;
}

/* A search for the object whose index tells that it overflowed. */
struct search {
    const struct simt_access *access;
    const struct simt_overflow *note; /* null: by an unsigned number below 0 */
    const struct simt_object *last;   /* that this site went to: taken before all others */
    long long limit;                  /* as far an index may be from what tells it */
    long long best;
    struct simt_place place;
};

static void consider(struct search *search, struct simt_object *object)
{
    struct simt_place place = simt_place_of(object, search->access->address, search->access->bytes);
    long long far = search->note ? from_wrapped(place.index, simt_overflow_wrapped(search->note))
                                 : below_zero(place.index);

    if (far < search->limit && object == search->last)
        far = -1;
    if (far >= search->limit || far >= search->best)
        return;
    search->best = far;
    search->place = place;
}

/* Sets *place. False: the access is of no such index. */
static bool find_wrapped(struct simt_shared_space *shared, const struct simt_access *access,
                         const struct simt_overflow *note, struct simt_place *place)
{
    struct search search = {
        .access = access,
        .note = note,
        .last = simt_objects_last(access->site),
        .limit = note ? wrapped_near + 1 : two_32,
        .best = two_32,
    };
    struct simt_object *object;

    for (size_t i = 0; (object = simt_shared_space_get(shared, i)); i++)
        consider(&search, object);
    for (size_t i = 0; i < simt_objects_count(); i++)
        consider(&search, simt_objects_get(i));
    *place = search.place;
    return place->object != NULL;
}

static void say_why(const struct misuse *misuse, const struct simt_overflow *note,
                    struct simt_finding *finding)
{
    long long index = misuse->place.index;
    char text[96];

    SAY(*finding, ", out of its bounds, because the index overflowed: ");
    if (note) {
        simt_overflow_describe(note, text, sizeof(text));
        SAY(*finding, "%s (%s:%d), so it wrapped around", text, note->file, note->line);
    } else if (index < 0) {
        SAY(*finding, "%lld is what %lld becomes in an int, which ends at 2147483647", index,
            index + two_32);
    } else {
        SAY(*finding,
            "%lld is what 0 - %lld becomes in unsigned numbers of 32 bits; test for it before "
            "subtracting, or use signed numbers.",
            index, two_32 - index);
        return;
    }
    SAY(*finding, "; compute it in 64 bits, by making one operand a size_t or long long.");
}

/* `note` null: the index tells it by itself. */
static void report_overflow(struct misuse *misuse, const struct simt_overflow *note)
{
    struct simt_finding finding;

    if (is_known(misuse, SIMT_FINDING_INDEX_OVERFLOW))
        return;
    finding = begin_finding(misuse, SIMT_FINDING_INDEX_OVERFLOW);
    say_why(misuse, note, &finding);
    simt_finding_add(&finding, misuse->launch);
}

/* ---- outside of all objects ---- */

static void append_bounds_advice(const struct misuse *misuse, struct simt_finding *finding)
{
    const struct simt_place *place = &misuse->place;
    const struct simt_object *object = place->object;

    if (place->index < 0)
        SAY(*finding, ": nothing lies before index 0; guard the access with if (i > 0) or the "
                      "like, for the threads at the border.");
    else if (object->kind == SIMT_OBJECT_DYNAMIC_SHARED)
        SAY(*finding,
            ": the launch gives each block %zu bytes of dynamic shared memory, the third number "
            "in <<< >>>; give as many as the kernel uses.",
            misuse->launch->shared_bytes);
    else if (object->kind == SIMT_OBJECT_HEAP)
        SAY(*finding, ": allocate as many elements as the index needs, or keep it below their "
                      "number.");
    else if (object->kind == SIMT_OBJECT_STATIC_SHARED)
        SAY(*finding, ": make the array as large as the block needs, or keep the index below its "
                      "size.");
    else
        SAY(*finding, ": guard the access with if (i < n), or launch fewer threads.");
}

static void report_bounds(const struct misuse *misuse)
{
    struct simt_finding finding;
    char offset[160];

    if (is_known(misuse, SIMT_FINDING_OUT_OF_BOUNDS))
        return;
    finding = begin_finding(misuse, SIMT_FINDING_OUT_OF_BOUNDS);
    if (misuse->place.object) {
        simt_place_offset(&misuse->place, offset, sizeof(offset));
        SAY(finding, ", %s", offset);
        append_bounds_advice(misuse, &finding);
    } else {
        SAY(finding,
            "address %#llx, which is in no memory of the device: the pointer was never set, or "
            "the index is far too large.",
            (unsigned long long)misuse->access->address);
    }
    simt_finding_add(&finding, misuse->launch);
}

static void report_other_block(const struct misuse *misuse)
{
    struct simt_finding finding;

    if (is_known(misuse, SIMT_FINDING_OUT_OF_BOUNDS))
        return;
    finding = begin_finding(misuse, SIMT_FINDING_OUT_OF_BOUNDS);
    SAY(finding, " of another block's shared memory: that can be reached by threads of that block "
                 "alone; pass values between blocks in global memory.");
    simt_finding_add(&finding, misuse->launch);
}

static void report_null(const struct misuse *misuse)
{
    struct simt_finding finding;

    if (is_known(misuse, SIMT_FINDING_OUT_OF_BOUNDS))
        return;
    finding = begin_finding(misuse, SIMT_FINDING_OUT_OF_BOUNDS);
    (void)snprintf(finding.subject, sizeof(finding.subject), "address %#llx, by a null pointer",
                   (unsigned long long)misuse->access->address);
    SAY(finding, "memory by a null pointer: it was never allocated, or its cudaMalloc() failed; "
                 "test the error that each call of CUDA returns.");
    simt_finding_add(&finding, misuse->launch);
}

static void report_freed(const struct misuse *misuse)
{
    struct simt_finding finding;
    bool registered = misuse->place.object->kind == SIMT_OBJECT_REGISTERED;
    char line[96];

    if (is_known(misuse, SIMT_FINDING_USE_AFTER_FREE))
        return;
    finding = begin_finding(misuse, SIMT_FINDING_USE_AFTER_FREE);
    simt_place_line(misuse->place.object->freed, line, sizeof(line));
    SAY(finding, " after it was %s%s: %s it only when %s uses it.",
        registered ? "unregistered" : "freed", line, registered ? "unregister" : "free",
        misuse->place.object->kind == SIMT_OBJECT_HEAP ? "nothing" : "no later launch");
    simt_finding_add(&finding, misuse->launch);
}

static void report_host(const struct misuse *misuse, const char *where)
{
    struct simt_finding finding;

    if (is_known(misuse, SIMT_FINDING_HOST_POINTER))
        return;
    finding = begin_finding(misuse, SIMT_FINDING_HOST_POINTER);
    (void)snprintf(finding.subject, sizeof(finding.subject), "host memory (%s)", where);
    SAY(finding,
        "memory of the host (%s), which the device cannot reach: allocate with cudaMalloc() and "
        "copy with cudaMemcpy(), or use cudaMallocManaged().",
        where);
    simt_finding_add(&finding, misuse->launch);
}

/* What no note says, but the index does: a product or sum of 32 bits that ended below 0. */
static bool is_wrapped(const struct simt_place *place)
{
    return place->index < -wrapped_far && place->index >= -two_32 / 2;
}

/* Out of the bounds of the object that an index can have begun from. */
static void report_far(struct misuse *misuse, struct simt_object *object,
                       const struct simt_overflow *note)
{
    misuse->place = simt_place_of(object, misuse->access->address, misuse->access->bytes);
    if (note || is_wrapped(&misuse->place))
        report_overflow(misuse, note);
    else
        report_bounds(misuse);
}

/* What lies beyond all objects: by how it can have been come to. */
static void report_wild(struct simt_shared_space *shared, struct misuse *misuse,
                        const struct simt_overflow *note)
{
    uintptr_t address = misuse->access->address;
    struct simt_object *far = simt_place_far(address, misuse->access->site);
    bool is_usual = far && far == simt_objects_last(misuse->access->site);
    const char *where = is_usual ? NULL : simt_place_on_host(address);

    if (find_wrapped(shared, misuse->access, NULL, &misuse->place))
        report_overflow(misuse, NULL);
    else if (where)
        report_host(misuse, where);
    else if (address >> 32 == 0)
        report_null(misuse);
    else if (far)
        report_far(misuse, far, note);
    else
        report_bounds(misuse);
}

void simt_misuse_outside(struct simt_shared_space *shared, const struct simt_access *access,
                         struct simt_thread_id thread, const struct simt_launch_info *launch)
{
    struct misuse misuse = {.access = access, .thread = thread, .launch = launch};
    struct simt_object *other = simt_shared_space_find_other(shared, access->address);
    struct simt_object *freed = simt_objects_find_freed(access->address);
    struct simt_object *object = simt_space_find(shared, access->address);
    struct simt_overflow note;
    bool noted = simt_overflow_take(thread, &note);

    if (!object && !other && !freed) {
        if (noted && find_wrapped(shared, access, &note, &misuse.place)) {
            report_overflow(&misuse, &note);
            return;
        }
        object = simt_place_near(shared, access->address, access->site);
    }
    if (!object)
        object = other ? other : freed;
    if (!object) {
        report_wild(shared, &misuse, noted ? &note : NULL);
        return;
    }
    misuse.place = simt_place_of(object, access->address, access->bytes);
    if (object == other)
        report_other_block(&misuse);
    else if (object->freed)
        report_freed(&misuse);
    else if (noted && misuse.place.index < 0)
        report_overflow(&misuse, &note);
    else
        report_bounds(&misuse);
}
