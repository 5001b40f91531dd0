#include "sentence_access.h"

#include "place_words.h"
#include "sentence.h"

#include <stdio.h>

#define SAY(...) simt_place_append(finding->sentence, sizeof(finding->sentence), __VA_ARGS__)

/* "Thread (0,3) of block 4 reads b[1025]"; without the cell where no object is near. */
static void say_who(struct simt_finding *finding, const struct simt_access_facts *facts)
{
    static const char *const verbs[] = {
        [SIMT_ACCESS_READ] = "reads",          [SIMT_ACCESS_WRITE] = "writes",
        [SIMT_ACCESS_VOLATILE_READ] = "reads", [SIMT_ACCESS_VOLATILE_WRITE] = "writes",
        [SIMT_ACCESS_ATOMIC] = "updates",      [SIMT_ACCESS_ATOMIC_LOAD] = "reads",
        [SIMT_ACCESS_ATOMIC_STORE] = "writes",
    };
    char who[128], cell[96] = "";

    simt_thread_words(facts->launch, facts->thread, who, sizeof(who));
    if (facts->place.object) {
        simt_place_mark(&facts->place, finding);
        simt_place_cell(&facts->place, cell, sizeof(cell));
    } else {
        (void)snprintf(finding->subject, sizeof(finding->subject), "address %#llx",
                       (unsigned long long)facts->access->address);
    }
    SAY("T%s %s %s", who + 1, verbs[facts->access->kind], cell);
    finding->names_first = true;
}

static void say_unwritten(struct simt_finding *finding, enum simt_object_kind kind)
{
    SAY(" before anything wrote it, so its value is arbitrary: ");
    if (kind == SIMT_OBJECT_DEVICE)
        SAY("fill it before the launch with cudaMemcpy() or cudaMemset(), or write it in an "
            "earlier kernel.");
    else if (kind == SIMT_OBJECT_HEAP)
        SAY("what a kernel allocates holds nothing at first; write it before it is read.");
    else
        SAY("each block begins with shared memory that holds nothing; write it first, and then "
            "__syncthreads() if another thread does so.");
}

static void say_freed(struct simt_finding *finding, const struct simt_object *object)
{
    bool registered = object->kind == SIMT_OBJECT_REGISTERED;
    char line[96];

    simt_place_line(object->freed, line, sizeof(line));
    SAY(" after it was %s%s: %s it only when %s uses it.", registered ? "unregistered" : "freed",
        line, registered ? "unregister" : "free",
        object->kind == SIMT_OBJECT_HEAP ? "nothing" : "no later launch");
}

static void say_overflow(struct simt_finding *finding, const struct simt_access_facts *facts)
{
    static const long long two_32 = 1LL << 32;
    const struct simt_overflow *overflow = facts->overflow;
    long long index = facts->place.index;
    char text[96];

    SAY(", out of its bounds, because the index overflowed: ");
    if (finding->why == SIMT_WHY_ARITHMETIC) {
        simt_overflow_describe(overflow, text, sizeof(text));
        SAY("%s (%s:%d), so it wrapped around", text, overflow->file, overflow->line);
    } else if (finding->why == SIMT_WHY_WRAPPED_SIGNED) {
        SAY("%lld is what %lld becomes in an int, which ends at 2147483647", index, index + two_32);
    } else if (index >= two_32) {
        SAY("%lld is %lld and 4294967296, which is added where unsigned numbers of 32 bits go "
            "below "
            "0; use signed numbers.",
            index, index - two_32);
        return;
    } else {
        SAY("%lld is what 0 - %lld becomes in unsigned numbers of 32 bits; test for it before "
            "subtracting, or use signed numbers.",
            index, two_32 - index);
        return;
    }
    SAY("; compute it in 64 bits, by making one operand a size_t or long long.");
}

static void say_past_end(struct simt_finding *finding, const struct simt_access_facts *facts)
{
    struct simt_position position = simt_source_find(finding->first.site);

    switch (facts->place.object->kind) {
    case SIMT_OBJECT_DYNAMIC_SHARED:
        SAY(": the launch gives each block %zu bytes of dynamic shared memory, the third number in "
            "<<< >>>; give as many as the kernel uses.",
            facts->launch->shared_bytes);
        break;
    case SIMT_OBJECT_HEAP:
        SAY(": allocate as many elements as the index needs, or keep it below their number.");
        break;
    case SIMT_OBJECT_STATIC_SHARED:
        SAY(": make the array as large as the block needs, or keep the index below its size.");
        break;
    default:
        if (simt_source_is_hidden(&position))
            SAY(": the call goes over more elements than the array has; end the range where the "
                "array ends.");
        else
            SAY(": guard the access with if (i < n), or launch fewer threads.");
    }
}

static void say_bounds(struct simt_finding *finding, const struct simt_access_facts *facts)
{
    unsigned long long address = facts->access->address;
    int other = facts->place.object ? facts->place.object->device : 0;
    char offset[160];

    switch (finding->why) {
    case SIMT_WHY_CONSTANT_MEMORY:
        SAY(", but constant memory is read-only in kernels: use a __device__ variable, or write it "
            "from the host with cudaMemcpyToSymbol().");
        break;
    case SIMT_WHY_OTHER_DEVICE:
        if (facts->place.object->is_reserved) {
            SAY(" of mapped memory, which kernels of device %d cannot use: let device %d in with "
                "cuMemSetAccess().",
                facts->launch->device, facts->launch->device);
            break;
        }
        SAY(" of device %d, which kernels of device %d cannot use: ", other, facts->launch->device);
        if (facts->place.object->is_pooled)
            SAY("let device %d in with cudaMemPoolSetAccess() for that one's pool, or copy with "
                "cudaMemcpyPeer().",
                facts->launch->device);
        else
            SAY("is the launch to run on device %d, where cudaSetDevice(%d) comes before it? If "
                "not, copy with cudaMemcpyPeer(), or call cudaDeviceEnablePeerAccess(%d, 0) while "
                "device %d is the current one.",
                other, other, other, facts->launch->device);
        break;
    case SIMT_WHY_OTHER_BLOCK:
        SAY(" of another block's shared memory: that can be reached by threads of that block "
            "alone; pass values between blocks in global memory.");
        break;
    case SIMT_WHY_NULL_POINTER:
        (void)snprintf(finding->subject, sizeof(finding->subject),
                       "address %#llx, by a null pointer", address);
        SAY("memory by a null pointer: it was never allocated, or its cudaMalloc() failed; test "
            "the error that each call of CUDA returns.");
        break;
    case SIMT_WHY_NO_MEMORY:
        SAY("address %#llx, which is in no memory of the device: the pointer was never set, or the "
            "index is far too large.",
            address);
        break;
    default:
        simt_place_offset(&facts->place, offset, sizeof(offset));
        if (!*offset) {
            SAY(", which it cannot reach here: its address was not made by the index alone. Use "
                "the "
                "pointers and the texture objects that CUDA gave, as they are.");
            break;
        }
        SAY(", %s", offset);
        if (finding->why == SIMT_WHY_BEFORE_BEGIN)
            SAY(": nothing lies before index 0; guard the access with if (i > 0) or the like, for "
                "the threads at the border.");
        else
            say_past_end(finding, facts);
    }
}

static void say_on_host(struct simt_finding *finding, const char *where)
{
    (void)snprintf(finding->subject, sizeof(finding->subject), "host memory (%s)", where);
    SAY("memory of the host (%s), which the device cannot reach: allocate with cudaMalloc() and "
        "copy with cudaMemcpy(), or use cudaMallocManaged().",
        where);
}

void simt_say_access(struct simt_finding *finding, const struct simt_access_facts *facts)
{
    uint32_t bytes = facts->access->bytes;

    say_who(finding, facts);
    switch (finding->kind) {
    case SIMT_FINDING_MISALIGNED:
        SAY(" as one value of %u bytes, whose address must be a multiple of %u, but is %u past "
            "one: index from the aligned begin of the array, or access the parts one by one.",
            bytes, bytes, (unsigned)(facts->access->address % bytes));
        break;
    case SIMT_FINDING_UNINITIALISED:
        say_unwritten(finding, facts->place.object->kind);
        break;
    case SIMT_FINDING_USE_AFTER_FREE:
        say_freed(finding, facts->place.object);
        break;
    case SIMT_FINDING_INDEX_OVERFLOW:
        say_overflow(finding, facts);
        break;
    case SIMT_FINDING_HOST_POINTER:
        say_on_host(finding, simt_host_memory_words(facts->on_host));
        break;
    default:
        say_bounds(finding, facts);
    }
}
