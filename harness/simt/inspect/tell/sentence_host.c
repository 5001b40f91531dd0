#include "sentence_host.h"

#include "name.h"
#include "place_words.h"

#include <cuda_runtime_api.h>
#include <stdio.h>

#define SAY(...) simt_place_append(finding->sentence, sizeof(finding->sentence), __VA_ARGS__)

static void mark(struct simt_finding *finding, struct simt_object *object, uintptr_t address)
{
    struct simt_place place = simt_place_of(object, address, 1);

    simt_place_mark(&place, finding);
}

/* ---- frees ---- */

static void say_kernel_free(struct simt_finding *finding, struct simt_object *object, size_t offset)
{
    switch (finding->why) {
    case SIMT_WHY_UNKNOWN_POINTER:
        SAY("This pointer was never given by malloc() or new in a kernel: was it set?");
        break;
    case SIMT_WHY_INSIDE_ALLOCATION:
        SAY("This pointer is %zu bytes into %s: only the pointer that malloc() or new gave can be "
            "freed.",
            offset, simt_place_owner(object));
        break;
    case SIMT_WHY_OTHER_MEMORY:
        SAY("A kernel can free only what malloc() or new gave in a kernel; %s is freed by the "
            "host, as it was allocated.",
            simt_place_owner(object));
        break;
    default:
        SAY("This memory of the device's heap was freed before: let one thread free each "
            "allocation, once.");
    }
}

/* Of memory that the function cannot free. */
static const char *const other_functions[] = {
    [SIMT_OBJECT_DEVICE] = "cudaFreeHost() cannot free device memory: use cudaFree()",
    [SIMT_OBJECT_MANAGED] = "cudaFreeHost() cannot free managed memory: use cudaFree()",
    [SIMT_OBJECT_PINNED] = "cudaFree() cannot free pinned host memory: use cudaFreeHost()",
    [SIMT_OBJECT_REGISTERED] = "Registered memory is the host's own: give it back with "
                               "cudaHostUnregister(), and then free it as it was allocated",
    [SIMT_OBJECT_HEAP] = "cudaFree() cannot free what a kernel allocated: free it in a kernel",
    [SIMT_OBJECT_VARIABLE] =
        "A __device__ variable lives as long as the program: it is never freed",
    [SIMT_OBJECT_CONSTANT] = "A __constant__ variable lives as long as the program: it is never "
                             "freed",
    [SIMT_OBJECT_CONDITION] = "A condition lives as long as its graph: it is never freed",
};

static void say_cuda_free(struct simt_finding *finding, struct simt_object *object,
                          uintptr_t address)
{
    const char *where;

    switch (object || finding->why == SIMT_WHY_OTHER_MEMORY ? finding->why : SIMT_WHY_NONE) {
    case SIMT_WHY_OTHER_FUNCTION:
        SAY("%s.", other_functions[object->kind]);
        break;
    case SIMT_WHY_INSIDE_ALLOCATION:
        SAY("This pointer is %zu bytes into %s: only the pointer that the allocation gave can be "
            "freed; keep it unchanged, and count with another.",
            (size_t)(address - object->base), simt_place_owner(object));
        break;
    case SIMT_WHY_OTHER_MEMORY:
        where = simt_host_memory_words(simt_host_memory_of(address));
        (void)snprintf(finding->subject, sizeof(finding->subject), "host memory (%s)", where);
        SAY("cudaFree() cannot free what the host allocated (%s): use free() for malloc(), "
            "delete[] for new, and nothing for variables.",
            where);
        break;
    default:
        (void)snprintf(finding->subject, sizeof(finding->subject), "no memory that is known");
        SAY("This pointer was never given by cudaMalloc(): was it set, and did the allocation "
            "succeed?");
    }
}

void simt_say_bad_free(struct simt_finding *finding, struct simt_object *object, uintptr_t address)
{
    bool by_kernel = finding->first.is_thread;

    if (object && finding->kind == SIMT_FINDING_DOUBLE_FREE && !by_kernel) {
        simt_place_mark_object(object, finding);
        SAY("The memory of %s was freed before: free each allocation once, and set the pointer to "
            "nullptr then, which cudaFree() ignores.",
            simt_place_owner(object));
        return;
    }
    if (object)
        mark(finding, object, address);
    if (by_kernel)
        say_kernel_free(finding, object, object ? address - object->base : 0);
    else
        say_cuda_free(finding, object, address);
}

void simt_say_host_free(struct simt_finding *finding, struct simt_object *object, uintptr_t address)
{
    if (object)
        mark(finding, object, address);
    SAY("free() and delete cannot free what CUDA allocated: use %s.",
        object && object->kind == SIMT_OBJECT_PINNED ? "cudaFreeHost()" : "cudaFree()");
}

void simt_say_leak(struct simt_finding *finding, struct simt_object *object)
{
    const char *name = simt_object_name(object);

    simt_place_mark_object(object, finding);
    SAY("%zu bytes of device memory are allocated here and never freed: call cudaFree(%s) after "
        "the last use.",
        object->bytes, name ? name : "...");
}

void simt_say_leaked_handle(struct simt_finding *finding)
{
    bool stream = finding->why == SIMT_WHY_STREAM_MADE;

    SAY("%s made here and never destroyed: call cuda%sDestroy() after the last use.",
        stream ? "A stream is" : "An event is", stream ? "Stream" : "Event");
}

/* ---- accesses and copies ---- */

void simt_say_host_access(struct simt_finding *finding, struct simt_object *object,
                          uintptr_t address)
{
    bool write = simt_access_writes(finding->first.access);
    struct simt_place place = simt_place_of(object, address, finding->first.bytes);
    char cell[96];

    finding->names_first = true;
    simt_place_mark(&place, finding);
    simt_place_cell(&place, cell, sizeof(cell));
    SAY("Host code %s %s, but that is device memory, which the host cannot reach: ",
        write ? "writes" : "reads", cell);
    if (object->kind == SIMT_OBJECT_DEVICE)
        SAY("copy %s with cudaMemcpy(), or allocate it with cudaMallocManaged().",
            write ? "to it from an array of the host" : "it to an array of the host");
    else
        SAY("copy %s.",
            write ? "to it with cudaMemcpyToSymbol()" : "it with cudaMemcpyFromSymbol()");
}

void simt_say_bad_call(struct simt_finding *finding, bool of_kernel)
{
    if (of_kernel)
        SAY("A kernel calls a function of a library of the host's: none of them exists on a "
            "device. Write what it does in the kernel.");
    else
        SAY("Calls an address that was computed, not a function: call functions by their names, or "
            "by "
            "pointers that hold one of them.");
}

/* "Copies 512 bytes into p" */
static void say_what(struct simt_finding *finding, const struct simt_copy_side *side,
                     const char *what)
{
    const char *to = side->is_fill ? "of" : "into";

    SAY("%s %zu bytes %s %s", side->is_fill ? "Fills" : "Copies", side->bytes,
        side->is_source ? "from" : to, what);
}

static void say_too_long(struct simt_finding *finding, const struct simt_copy_side *side)
{
    struct simt_object *object = side->object;
    size_t offset = side->address - object->base;
    struct simt_place place = simt_place_of(object, side->address, object->element_bytes);
    char cell[96];

    simt_place_cell(&place, cell, sizeof(cell));
    say_what(finding, side, offset ? cell : simt_place_owner(object));
    if (place.index < 0)
        SAY(", which is before its begin");
    else if (offset >= object->bytes)
        SAY(", which is past its end");
    else if (offset)
        SAY(", from which on there are %zu bytes", object->bytes - offset);
    else
        SAY(", which has %zu bytes", object->bytes);
    if (side->bytes > PTRDIFF_MAX)
        SAY(": the number of bytes was computed as %zd, below 0.", (ssize_t)side->bytes);
    else if (side->is_fill)
        SAY(": the number counts bytes, as many as the elements of this array have.");
    else
        SAY(": no more than the smaller side has can be copied; the number counts bytes, as in "
            "n * sizeof(%s).",
            object->type ? object->type : "float");
}

static void say_host_pointer(struct simt_finding *finding, const struct simt_copy_side *side)
{
    const char *noun = side->is_source ? "source" : "destination";

    switch (finding->why) {
    case SIMT_WHY_VARIABLE_NAME:
        SAY("%s is a variable of the device, whose name alone is no address that this call can "
            "use: use cudaMemcpy%sSymbol(), or ask cudaGetSymbolAddress().",
            simt_place_owner(side->object), side->is_source ? "From" : "To");
        break;
    case SIMT_WHY_HOST_FILL:
        SAY("What this call fills must be device memory, but it is the host's: use memset().");
        break;
    case SIMT_WHY_SWAPPED_SIDES:
        SAY("The %s must be device memory, but it is the host's, and %s is on the other side: "
            "either the two have changed places, for the destination comes first, or the direction "
            "is the other one.",
            noun, simt_place_owner(side->other));
        break;
    default:
        SAY("The %s must be device memory, but it is the host's: allocate it with cudaMalloc(), or "
            "name the direction that is meant.",
            noun);
    }
}

void simt_say_copy(struct simt_finding *finding, const struct simt_copy_side *side)
{
    char line[96];

    if (side->object)
        simt_place_mark_object(side->object, finding);
    if (side->object && finding->kind == SIMT_FINDING_USE_AFTER_FREE) {
        simt_place_line(side->object->freed, line, sizeof(line));
        say_what(finding, side, simt_place_owner(side->object));
        SAY(" after it was freed%s: free it only when nothing uses it any more.", line);
    } else if (finding->kind == SIMT_FINDING_HOST_POINTER) {
        say_host_pointer(finding, side);
    } else if (side->object) {
        say_too_long(finding, side);
    } else {
        say_what(finding, side,
                 finding->why == SIMT_WHY_NO_MEMORY ? "an address that is in no memory"
                                                    : "a null pointer");
        SAY(": was it allocated, and did the allocation succeed?");
    }
}

void simt_say_copy_kind(struct simt_finding *finding, bool from_device, bool to_device, int kind)
{
    static const char *const names[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice",
                                        "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice"};
    static const char *const sides[] = {"the host's memory", "device memory"};

    SAY("This copy is said to be %s, but it goes from %s to %s: write %s. It happens to work "
        "today, for CUDA knows whose memory each pointer points to.",
        names[kind], sides[from_device], sides[to_device], names[2 * from_device + to_device]);
}

void simt_say_copy_out(struct simt_finding *finding, struct simt_object *object, uintptr_t address,
                       size_t bytes)
{
    mark(finding, object, address);
    SAY("Copies %zu bytes of %s to the host before anything wrote one of them, so all are "
        "arbitrary: which kernel was to write them, and was it launched?",
        bytes, simt_place_owner(object));
}

void simt_say_condition_unset(struct simt_finding *finding, struct simt_object *object,
                              uintptr_t address)
{
    mark(finding, object, address);
    SAY("The conditional node asks for %s, and nothing has set it in this launch of the graph, so "
        "its value is arbitrary: call cudaGraphSetConditional() in a kernel that comes before the "
        "node, or give cudaGraphConditionalHandleCreate() cudaGraphCondAssignDefault.",
        simt_place_owner(object));
}

/* ---- launches ---- */

static void say_extent(struct simt_finding *finding, const struct dim3 *grid,
                       const struct dim3 *block)
{
    switch (finding->why) {
    case SIMT_WHY_EMPTY_GRID:
        SAY("The grid is empty: (%u,%u,%u) blocks. Round the number of blocks up, as in "
            "(n + block - 1) / block, and launch nothing where there is nothing to do.",
            grid->x, grid->y, grid->z);
        break;
    case SIMT_WHY_GRID_X:
        SAY("The grid has %llu blocks in x, where at most %llu are allowed: that many often come "
            "from a negative number.",
            finding->given, finding->most);
        break;
    case SIMT_WHY_GRID_Y:
    case SIMT_WHY_GRID_Z:
        SAY("The grid has %llu blocks in %c, where at most %llu are allowed: put the longest "
            "extent into x, or let each thread do several elements.",
            finding->given, finding->why == SIMT_WHY_GRID_Y ? 'y' : 'z', finding->most);
        break;
    case SIMT_WHY_EMPTY_BLOCK:
        SAY("The block is empty: (%u,%u,%u) threads. Each extent must be at least 1.", block->x,
            block->y, block->z);
        break;
    case SIMT_WHY_BLOCK_Z:
        SAY("The block has %llu threads in z, where at most %llu are allowed: put the longer "
            "extents into x and y.",
            finding->given, finding->most);
        break;
    case SIMT_WHY_LAUNCH_BOUNDS:
        SAY("The block has %llu threads, but the kernel says __launch_bounds__(%llu): launch "
            "blocks of at most that many threads, or raise the bound.",
            finding->given, finding->most);
        break;
    default:
        SAY("The block has %llu threads, but at most %llu are allowed: launch more blocks of fewer "
            "threads, as 256.",
            finding->given, finding->most);
    }
}

void simt_say_launch(struct simt_finding *finding, const struct simt_launch_info *launch, int error)
{
    switch (finding->why) {
    case SIMT_WHY_STREAM:
        SAY("The stream of this launch is no stream: it was never created, or has been destroyed.");
        break;
    case SIMT_WHY_STREAM_DEVICE:
        SAY("The stream of this launch is of device %d, and device %d is the current one: call "
            "cudaSetDevice(%d) before the launch, in the same thread.",
            launch->stream_device, launch->device, launch->stream_device);
        break;
    case SIMT_WHY_COOPERATIVE:
        SAY("A cooperative launch needs all its blocks on the device at once, and these are too "
            "many: launch as many as cudaOccupancyMaxActiveBlocksPerMultiprocessor() allows.");
        break;
    case SIMT_WHY_SHARED:
        SAY("The launch asks for %llu bytes of dynamic shared memory a block, but a block has at "
            "most %llu: work on smaller tiles.",
            finding->given, finding->most);
        break;
    case SIMT_WHY_SHARED_OPT_IN:
        SAY("The launch asks for %llu bytes of dynamic shared memory a block, but without asking "
            "for more a block has %llu: call cudaFuncSetAttribute(kernel, "
            "cudaFuncAttributeMaxDynamicSharedMemorySize, %llu) before the launch.",
            finding->given, finding->most, finding->given);
        break;
    case SIMT_WHY_OTHER:
        SAY("CUDA refuses this launch: %s.", cudaGetErrorString((cudaError_t)error));
        break;
    default:
        say_extent(finding, &launch->grid, &launch->block);
    }
}

void simt_say_unchecked(struct simt_finding *finding, int error)
{
    const char *noun = "call", *advice = "test the error that each call of CUDA returns.";

    if (finding->why == SIMT_WHY_KERNEL) {
        noun = "kernel";
        advice = "test the error that cudaDeviceSynchronize() returns after the launch.";
    } else if (finding->why == SIMT_WHY_LAUNCH) {
        noun = "launch";
        advice = "test cudaGetLastError() after each launch.";
    }
    SAY("This %s failed (%s: %s), and the program ended without asking: %s", noun,
        cudaGetErrorName((cudaError_t)error), cudaGetErrorString((cudaError_t)error), advice);
}
