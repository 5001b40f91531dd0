#include "host.h"

#include "finding.h"
#include "name.h"
#include "objects.h"
#include "place_words.h"
#include "runtime/device_limits.h"
#include "runtime/error.h"
#include "source.h"
#include "space.h"

#include <ctype.h>
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <string.h>

#define SAY(finding, ...)                                                                          \
    simt_place_append((finding)->sentence, sizeof((finding)->sentence), __VA_ARGS__)

/* The first error that nobody has asked for yet; 0: none. */
static struct {
    int error;
    const void *site;
    const char *file; /* of a launch, instead of the site */
    int line;
    bool is_told;     /* what the call is about to leave: a finding says it already */
    bool of_kernel;   /* it faulted: from then on calls return the error, */
    bool is_returned; /* as one has */
} left;

/* What it was to write is not written. */
static bool launch_was_refused;

/* ---- types ---- */

void simt_host_typed(const void *base, const char *words, unsigned element_bytes)
{
    static const char mark[] = "T = ";
    const char *begin = strstr(words, mark);
    char type[80];
    size_t length;

    if (!base || !begin)
        return;
    begin += sizeof(mark) - 1;
    length = strcspn(begin, "];");
    if (length >= sizeof(type) || !element_bytes)
        return;
    memcpy(type, begin, length);
    type[length] = '\0';
    simt_space_typed(base, type, element_bytes);
}

/* ---- frees ---- */

static void describe_at(struct simt_object *object, uintptr_t address, struct simt_finding *finding)
{
    struct simt_place place = simt_place_of(object, address, 1);

    simt_place_mark(&place, finding);
}

static void say_wrong_function(const struct simt_object *object, struct simt_finding *finding)
{
    static const char *const advice[] = {
        [SIMT_OBJECT_DEVICE] = "cudaFreeHost() cannot free device memory: use cudaFree()",
        [SIMT_OBJECT_MANAGED] = "cudaFreeHost() cannot free managed memory: use cudaFree()",
        [SIMT_OBJECT_PINNED] = "cudaFree() cannot free pinned host memory: use cudaFreeHost()",
        [SIMT_OBJECT_REGISTERED] = "Registered memory is the host's own: give it back with "
                                   "cudaHostUnregister(), and then free it as it was allocated",
        [SIMT_OBJECT_HEAP] = "cudaFree() cannot free what a kernel allocated: free it in a kernel",
        [SIMT_OBJECT_VARIABLE] = "A __device__ variable lives as long as the program: it is never "
                                 "freed",
        [SIMT_OBJECT_CONSTANT] = "A __constant__ variable lives as long as the program: it is "
                                 "never freed",
    };

    SAY(finding, "%s.", advice[object->kind]);
}

/* A pointer that CUDA did not give, or not any more. */
static void say_invalid_free(struct simt_object *object, uintptr_t address,
                             struct simt_finding *finding)
{
    const char *where = object ? NULL : simt_host_memory_words(simt_host_memory_of(address));

    if (object)
        describe_at(object, address, finding);
    else
        (void)snprintf(finding->subject, sizeof(finding->subject), "%s%s%s",
                       where ? "host memory (" : "no memory that is known", where ? where : "",
                       where ? ")" : "");
    if (object && object->base == address)
        say_wrong_function(object, finding);
    else if (object)
        SAY(finding,
            "This pointer is %zu bytes into %s: only the pointer that the allocation gave "
            "can be freed; keep it unchanged, and count with another.",
            (size_t)(address - object->base), simt_place_owner(object));
    else if (where)
        SAY(finding,
            "cudaFree() cannot free what the host allocated (%s): use free() for "
            "malloc(), delete[] for new, and nothing for variables.",
            where);
    else
        SAY(finding, "This pointer was never given by cudaMalloc(): was it set, and did the "
                     "allocation succeed?");
}

void simt_host_bad_cuda_free(const void *address, const void *site)
{
    uintptr_t at = (uintptr_t)address;
    struct simt_object *object = simt_objects_find(at), *freed = NULL;
    struct simt_finding finding = {.kind = SIMT_FINDING_INVALID_FREE, .first = {.site = site}};

    left.is_told = true;
    if (!object)
        freed = simt_objects_find_freed(at);
    if (freed && freed->base == at) {
        finding.kind = SIMT_FINDING_DOUBLE_FREE;
        finding.second.site = freed->freed;
    }
    if (simt_finding_known(finding.kind, site, finding.second.site))
        return;
    if (finding.kind == SIMT_FINDING_DOUBLE_FREE) {
        simt_place_mark_object(freed, &finding);
        SAY(&finding,
            "The memory of %s was freed before: free each allocation once, and set the pointer to "
            "nullptr then, which cudaFree() ignores.",
            simt_place_owner(freed));
    } else {
        say_invalid_free(object ? object : freed, at, &finding);
    }
    simt_finding_add(&finding, NULL);
}

void simt_host_bad_free(const void *address, const void *site)
{
    struct simt_object *object = simt_objects_find((uintptr_t)address);
    struct simt_finding finding = {.kind = SIMT_FINDING_INVALID_FREE, .first = {.site = site}};

    if (!object)
        object = simt_objects_find_freed((uintptr_t)address);
    if (simt_finding_known(finding.kind, site, NULL)) {
        simt_space_freed(address, site);
        return;
    }
    if (object)
        describe_at(object, (uintptr_t)address, &finding);
    SAY(&finding, "free() and delete cannot free what CUDA allocated: use %s.",
        object && object->kind == SIMT_OBJECT_PINNED ? "cudaFreeHost()" : "cudaFree()");
    simt_finding_add(&finding, NULL);
    /* Meant to be gone: no leak as well. */
    simt_space_freed(address, site);
}

static void report_leak(struct simt_object *object)
{
    struct simt_finding finding = {.kind = SIMT_FINDING_LEAK, .first = {.site = object->site}};
    const char *name = simt_object_name(object);

    if (simt_finding_known(finding.kind, object->site, NULL))
        return;
    simt_place_mark_object(object, &finding);
    SAY(&finding,
        "%zu bytes of device memory are allocated here and never freed: call cudaFree(%s) after "
        "the last use.",
        object->bytes, name ? name : "...");
    simt_finding_add(&finding, NULL);
}

void simt_host_report_leaks(void)
{
    for (size_t i = 0; i < simt_objects_count(); i++) {
        struct simt_object *object = simt_objects_get(i);

        if (!object->is_labelled &&
            (object->kind == SIMT_OBJECT_DEVICE || object->kind == SIMT_OBJECT_MANAGED))
            report_leak(object);
    }
}

/* ---- accesses ---- */

static bool is_devices(const struct simt_object *object)
{
    return object->kind == SIMT_OBJECT_DEVICE || object->kind == SIMT_OBJECT_VARIABLE ||
           (object->kind == SIMT_OBJECT_CONSTANT && object->name);
}

void simt_host_accesses(uintptr_t address, size_t bytes, bool write, const void *site)
{
    struct simt_object *object = simt_objects_find_from(site, address);
    struct simt_finding finding = {
        .kind = SIMT_FINDING_DEVICE_POINTER,
        .first = {.site = site,
                  .access = write ? SIMT_ACCESS_WRITE : SIMT_ACCESS_READ,
                  .has_access = true,
                  .bytes = (uint32_t)bytes},
        .names_first = true,
    };
    struct simt_place place;
    char cell[96];

    if (!object)
        object = simt_objects_find_freed(address);
    if (!object || !is_devices(object))
        return;
    if (write && !object->freed)
        simt_space_written((const void *)address, bytes); // NOLINT(performance-no-int-to-ptr)
    if (simt_finding_known(finding.kind, site, NULL))
        return;
    place = simt_place_of(object, address, (uint32_t)bytes);
    simt_place_mark(&place, &finding);
    simt_place_cell(&place, cell, sizeof(cell));
    SAY(&finding, "Host code %s %s, but that is device memory, which the host cannot reach: ",
        write ? "writes" : "reads", cell);
    if (object->kind == SIMT_OBJECT_DEVICE)
        SAY(&finding, "copy %s with cudaMemcpy(), or allocate it with cudaMallocManaged().",
            write ? "to it from an array of the host" : "it to an array of the host");
    else
        SAY(&finding, "copy %s.",
            write ? "to it with cudaMemcpyToSymbol()" : "it with cudaMemcpyFromSymbol()");
    simt_finding_add(&finding, NULL);
}

/* ---- copies ---- */

/* The side of a copy that is wrong. */
struct side {
    const struct simt_host_copy *copy;
    uintptr_t address;
    size_t bytes;
    bool is_source, is_device; /* which it must be */
    struct simt_object *object;
};

static struct side wrong_side(const struct simt_host_copy *copy)
{
    bool both = copy->kind == cudaMemcpyDeviceToDevice;
    struct side side = {
        .copy = copy,
        .address = (uintptr_t)copy->dst,
        .bytes = copy->dst_bytes,
        .is_device = both || copy->kind == cudaMemcpyHostToDevice,
    };

    if (!copy->dst_bytes) {
        side.address = (uintptr_t)copy->src;
        side.bytes = copy->src_bytes;
        side.is_source = true;
        side.is_device = both || copy->kind == cudaMemcpyDeviceToHost;
    }
    return side;
}

static bool is_fill(const struct simt_host_copy *copy)
{
    return !copy->src && !copy->src_bytes;
}

/* "Copies 512 bytes into p", for rectangles with the gaps between rows */
static void say_copies(const struct side *side, const char *what, struct simt_finding *finding)
{
    SAY(finding, "%s %zu bytes %s %s", is_fill(side->copy) ? "Fills" : "Copies", side->bytes,
        side->is_source ? "from" : (is_fill(side->copy) ? "of" : "into"), what);
}

static void say_too_long(const struct side *side, struct simt_finding *finding)
{
    struct simt_object *object = side->object;
    size_t offset = side->address - object->base;
    char cell[96];
    struct simt_place place = simt_place_of(object, side->address, object->element_bytes);

    simt_place_cell(&place, cell, sizeof(cell));
    say_copies(side, offset ? cell : simt_place_owner(object), finding);
    finding->why = is_fill(side->copy) ? SIMT_WHY_FILL : SIMT_WHY_COPY;
    finding->given = side->bytes;
    finding->most = offset < object->bytes ? object->bytes - offset : 0;
    if (place.index < 0)
        SAY(finding, ", which is before its begin");
    else if (offset >= object->bytes)
        SAY(finding, ", which is past its end");
    else if (offset)
        SAY(finding, ", from which on there are %zu bytes", object->bytes - offset);
    else
        SAY(finding, ", which has %zu bytes", object->bytes);
    if (side->bytes > PTRDIFF_MAX)
        SAY(finding, ": the number of bytes was computed as %zd, below 0.", (ssize_t)side->bytes);
    else if (is_fill(side->copy))
        SAY(finding, ": the number counts bytes, not elements.");
    else
        SAY(finding,
            ": no more than the smaller side has can be copied; the number counts bytes, as in "
            "n * sizeof(%s).",
            object->type ? object->type : "float");
}

/* It must be device memory, and CUDA does not know it. */
static void say_host_pointer(const struct side *side, struct simt_finding *finding)
{
    const struct simt_host_copy *copy = side->copy;
    uintptr_t other = (uintptr_t)(side->is_source ? copy->dst : copy->src);
    struct simt_object *object = other ? simt_objects_find(other) : NULL;
    const char *noun = side->is_source ? "source" : "destination";

    if (side->object) {
        SAY(finding,
            "%s is a variable of the device, whose name alone is no address that this call can "
            "use: use cudaMemcpy%sSymbol(), or ask cudaGetSymbolAddress().",
            simt_place_owner(side->object), side->is_source ? "From" : "To");
    } else if (is_fill(copy)) {
        SAY(finding, "What this call fills must be device memory, but it is the host's: use "
                     "memset().");
    } else if (object) {
        SAY(finding,
            "The %s must be device memory, but it is the host's, and %s is on the other side: "
            "cudaMemcpy() takes the destination first, then the source, and the direction that "
            "goes with them.",
            noun, simt_place_owner(object));
    } else {
        SAY(finding,
            "The %s must be device memory, but it is the host's: allocate it with cudaMalloc(), "
            "or name the direction that is meant.",
            noun);
    }
}

/* Finds out what is wrong with it. */
static enum simt_finding_kind judge(struct side *side)
{
    side->object = simt_objects_find(side->address);
    if (side->object && side->bytes > side->object->bytes - (side->address - side->object->base))
        return SIMT_FINDING_OUT_OF_BOUNDS;
    if (side->object)
        return SIMT_FINDING_HOST_POINTER;
    side->object = simt_objects_find_freed(side->address);
    if (side->object)
        return SIMT_FINDING_USE_AFTER_FREE;
    side->object = simt_place_near(NULL, side->address, NULL);
    if (!side->address || side->object || simt_host_memory_of(side->address) == SIMT_HOST_NOWHERE)
        return SIMT_FINDING_OUT_OF_BOUNDS;
    return SIMT_FINDING_HOST_POINTER;
}

static void say_copy(const struct side *side, struct simt_finding *finding)
{
    char line[96];

    if (finding->kind == SIMT_FINDING_USE_AFTER_FREE) {
        simt_place_line(side->object->freed, line, sizeof(line));
        say_copies(side, simt_place_owner(side->object), finding);
        SAY(finding, " after it was freed%s: free it only when nothing uses it any more.", line);
    } else if (finding->kind == SIMT_FINDING_HOST_POINTER) {
        say_host_pointer(side, finding);
    } else if (side->object) {
        say_too_long(side, finding);
    } else {
        say_copies(side, side->address ? "an address that is in no memory" : "a null pointer",
                   finding);
        SAY(finding, ": was it allocated, and did the allocation succeed?");
    }
}

void simt_host_bad_copy(const struct simt_host_copy *copy)
{
    struct side side = wrong_side(copy);
    struct simt_finding finding = {.kind = judge(&side), .first = {.site = copy->site}};

    left.is_told = true;
    if (simt_finding_known(finding.kind, copy->site, NULL))
        return;
    if (side.object)
        simt_place_mark_object(side.object, &finding);
    say_copy(&side, &finding);
    simt_finding_add(&finding, NULL);
}

void simt_host_copies_out(const void *src, size_t bytes, const void *site)
{
    struct simt_object *object = simt_objects_find((uintptr_t)src);
    struct simt_finding finding = {.kind = SIMT_FINDING_UNINITIALISED, .first = {.site = site}};

    if (launch_was_refused || !simt_space_never_written(src, bytes) ||
        simt_finding_known(finding.kind, site, NULL))
        return;
    describe_at(object, (uintptr_t)src, &finding);
    SAY(&finding,
        "Copies %zu bytes of %s to the host before anything wrote one of them, so all are "
        "arbitrary: which kernel was to write them, and was it launched?",
        bytes, simt_place_owner(object));
    simt_finding_add(&finding, NULL);
}

/* ---- launches ---- */

static void set_limit(struct simt_finding *finding, enum simt_why why, unsigned long long given,
                      unsigned long long most)
{
    finding->why = why;
    finding->given = given;
    finding->most = most;
}

static bool say_grid_limit(const struct simt_launch_info *launch, struct simt_finding *finding)
{
    const struct dim3 *grid = &launch->grid;
    bool y = grid->y > SIMT_MAX_GRID_Y;

    if (!grid->x || !grid->y || !grid->z) {
        set_limit(finding, SIMT_WHY_EMPTY_GRID, 0, 0);
        SAY(finding,
            "The grid is empty: (%u,%u,%u) blocks. Round the number of blocks up, as in "
            "(n + block - 1) / block, and launch nothing where there is nothing to do.",
            grid->x, grid->y, grid->z);
    } else if (y || grid->z > SIMT_MAX_GRID_Z) {
        set_limit(finding, y ? SIMT_WHY_GRID_Y : SIMT_WHY_GRID_Z, y ? grid->y : grid->z,
                  SIMT_MAX_GRID_Y);
        SAY(finding,
            "The grid has %u blocks in %c, where at most %d are allowed: put the longest extent "
            "into x, or let each thread do several elements.",
            y ? grid->y : grid->z, y ? 'y' : 'z', SIMT_MAX_GRID_Y);
    } else if (grid->x > SIMT_MAX_GRID_X) {
        set_limit(finding, SIMT_WHY_GRID_X, grid->x, SIMT_MAX_GRID_X);
        SAY(finding,
            "The grid has %u blocks in x, where at most %d are allowed: that many often come from "
            "a negative number.",
            grid->x, SIMT_MAX_GRID_X);
    } else {
        return false;
    }
    return true;
}

static bool say_block_limit(const struct simt_launch_info *launch, struct simt_finding *finding)
{
    const struct dim3 *block = &launch->block;
    unsigned long long threads = (unsigned long long)block->x * block->y * block->z;

    if (!threads) {
        set_limit(finding, SIMT_WHY_EMPTY_BLOCK, 0, 0);
        SAY(finding, "The block is empty: (%u,%u,%u) threads. Each extent must be at least 1.",
            block->x, block->y, block->z);
    } else if (block->z > SIMT_MAX_BLOCK_Z && threads <= SIMT_MAX_BLOCK) {
        set_limit(finding, SIMT_WHY_BLOCK_Z, block->z, SIMT_MAX_BLOCK_Z);
        SAY(finding,
            "The block has %u threads in z, where at most %d are allowed: put the longer extents "
            "into x and y.",
            block->z, SIMT_MAX_BLOCK_Z);
    } else if (threads > SIMT_MAX_BLOCK) {
        set_limit(finding, SIMT_WHY_BLOCK, threads, SIMT_MAX_BLOCK);
        SAY(finding,
            "The block has %llu threads, but at most %d are allowed: launch more blocks of fewer "
            "threads, as 256.",
            threads, SIMT_MAX_BLOCK);
    } else {
        return false;
    }
    return true;
}

static bool say_shared_limit(const struct simt_launch_info *launch, struct simt_finding *finding)
{
    size_t bytes = launch->shared_bytes;

    if (bytes > SIMT_SHARED_OPTIN_BYTES) {
        set_limit(finding, SIMT_WHY_SHARED, bytes, SIMT_SHARED_OPTIN_BYTES);
        SAY(finding,
            "The launch asks for %zu bytes of dynamic shared memory a block, but a block has at "
            "most %d: work on smaller tiles.",
            bytes, SIMT_SHARED_OPTIN_BYTES);
    } else if (bytes > SIMT_SHARED_BYTES) {
        set_limit(finding, SIMT_WHY_SHARED_OPT_IN, bytes, SIMT_SHARED_BYTES);
        SAY(finding,
            "The launch asks for %zu bytes of dynamic shared memory a block, but without asking "
            "for more a block has %d: call cudaFuncSetAttribute(kernel, "
            "cudaFuncAttributeMaxDynamicSharedMemorySize, %zu) before the launch.",
            bytes, SIMT_SHARED_BYTES, bytes);
    } else {
        return false;
    }
    return true;
}

static void leave_launch(const struct simt_launch_info *launch, int error)
{
    if (left.error)
        return;
    left.error = error;
    left.site = NULL;
    left.file = launch->file;
    left.line = launch->line;
    left.of_kernel = left.is_returned = false;
}

void simt_host_launch_failed(const struct simt_launch_info *launch, int error)
{
    if (left.error)
        return;
    leave_launch(launch, error);
    left.of_kernel = true;
}

void simt_host_launch_refused(const struct simt_launch_info *launch, int error)
{
    struct simt_finding finding = {
        .kind = SIMT_FINDING_INVALID_LAUNCH, .file = launch->file, .line = launch->line};

    launch_was_refused = true;
    leave_launch(launch, error);
    left.is_told = true;
    finding.why = SIMT_WHY_OTHER;
    if (error == cudaErrorInvalidResourceHandle) {
        finding.why = SIMT_WHY_STREAM;
        SAY(&finding, "The stream of this launch is no stream: it was never created, or has been "
                      "destroyed.");
    } else if (error == cudaErrorCooperativeLaunchTooLarge) {
        finding.why = SIMT_WHY_COOPERATIVE;
        SAY(&finding,
            "A cooperative launch needs all its blocks on the device at once, and these are too "
            "many: launch as many as cudaOccupancyMaxActiveBlocksPerMultiprocessor() allows.");
    } else if (!say_grid_limit(launch, &finding) && !say_block_limit(launch, &finding) &&
               !say_shared_limit(launch, &finding)) {
        SAY(&finding, "CUDA refuses this launch: %s.", cudaGetErrorString((cudaError_t)error));
    }
    simt_finding_add(&finding, launch);
}

/* ---- errors ---- */

/* True where the text before a call's name shows that its result goes somewhere. */
static bool is_operand(const char *text, const char *call, const char *line_before)
{
    static const char *const plain[] = {"else", "do"};
    const char *begin = text, *end = call;

    while (end > begin && isspace((unsigned char)end[-1]))
        end--;
    if (end == begin && line_before) {
        begin = line_before;
        end = begin + strlen(begin);
        while (end > begin && isspace((unsigned char)end[-1]))
            end--;
        return end > begin && strchr("(,=&|?!<>", end[-1]);
    }
    for (size_t i = 0; i < sizeof(plain) / sizeof(plain[0]); i++)
        if ((size_t)(end - begin) >= strlen(plain[i]) &&
            !memcmp(end - strlen(plain[i]), plain[i], strlen(plain[i])))
            return false;
    return end > begin && !strchr(";{})", end[-1]);
}

/* True unless the line has calls of the API whose results all are dropped. */
static bool is_used(const void *site)
{
    struct simt_position position = simt_source_find(site);
    const char *text = position.path ? simt_source_line(position.path, position.line) : NULL;
    const char *before =
        text && position.line > 1 ? simt_source_line(position.path, position.line - 1) : NULL;
    bool dropped = false;

    for (const char *at = text; at && (at = strstr(at, "cuda")); at++) {
        const char *end = at;

        while (isalnum((unsigned char)*end))
            end++;
        if (!isupper((unsigned char)at[4]) || *end != '(')
            continue;
        if (is_operand(text, at, before))
            return true;
        dropped = true;
    }
    return !dropped;
}

void simt_host_error_left(int error, const void *site)
{
    bool is_told = left.is_told;

    left.is_told = false;
    if (left.error && left.of_kernel) {
        left.is_returned = true;
        if (is_used(site))
            left.error = 0;
        return;
    }
    if (is_told || left.error || is_used(site))
        return;
    left.error = error;
    left.site = site;
    left.file = NULL;
    left.of_kernel = false;
}

void simt_host_error_asked(void)
{
    left.is_told = false;
    /* Right after the launch, nobody can know how the kernel will end. */
    if (!left.of_kernel || left.is_returned)
        left.error = 0;
}

static void report_unchecked(void)
{
    struct simt_finding finding = {.kind = SIMT_FINDING_UNCHECKED_ERROR,
                                   .first = {.site = left.site},
                                   .file = left.file,
                                   .line = left.line};
    cudaError_t error = (cudaError_t)left.error;
    const char *advice = "test the error that each call of CUDA returns.";

    if (left.of_kernel)
        advice = "test the error that cudaDeviceSynchronize() returns after the launch.";
    else if (left.file)
        advice = "test cudaGetLastError() after each launch.";
    SAY(&finding, "This %s failed (%s: %s), and the program ended without asking: %s",
        left.of_kernel ? "kernel" : (left.file ? "launch" : "call"), cudaGetErrorName(error),
        cudaGetErrorString(error), advice);
    simt_finding_add(&finding, NULL);
}

void simt_host_at_exit(void)
{
    if (left.error)
        report_unchecked();
    /* On a device that has failed, cudaFree() frees nothing. */
    if (simt_sticky_error() == cudaSuccess)
        simt_host_report_leaks();
}
