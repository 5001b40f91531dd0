#include "host.h"

#include "finding.h"
#include "objects.h"
#include "occupancy.h"
#include "place.h"
#include "program_memory.h"
#include "runtime/device_limits.h"
#include "runtime/error.h"
#include "runtime/region.h"
#include "runtime/stream.h"
#include "sentence_host.h"
#include "simt/environment.h"
#include "source.h"
#include "space.h"

#include <ctype.h>
#include <cuda_runtime_api.h>
#include <string.h>

/* The first error that nobody has asked for yet; 0: none. */
static struct {
    int error;
    const void *site;
    const char *file; /* of a launch, instead of the site */
    int line;
    bool is_told;     /* what the call is about to leave: a finding says it already */
    bool of_kernel;   /* it faulted: from then on calls return the error, */
    bool is_returned; /* as one has */
    bool is_known;    /* the program has asked for one of a kernel: what returns it tells nothing */
} unasked;

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

static enum simt_why why_bad_free(const struct simt_object *object, uintptr_t address,
                                  bool by_kernel)
{
    if (!object && (by_kernel || simt_host_memory_of(address) == SIMT_HOST_NOWHERE))
        return SIMT_WHY_UNKNOWN_POINTER;
    if (!object || (by_kernel && object->kind != SIMT_OBJECT_HEAP))
        return SIMT_WHY_OTHER_MEMORY;
    return by_kernel || object->base != address ? SIMT_WHY_INSIDE_ALLOCATION
                                                : SIMT_WHY_OTHER_FUNCTION;
}

void simt_host_report_bad_free(uintptr_t address, struct simt_party who,
                               const struct simt_launch_info *launch)
{
    struct simt_object *object = simt_objects_find_any(address);
    struct simt_finding finding = {.kind = SIMT_FINDING_INVALID_FREE, .first = who};

    if (object && object->freed && object->base == address) {
        finding.kind = SIMT_FINDING_DOUBLE_FREE;
        finding.second.site = object->freed;
    } else {
        finding.why = why_bad_free(object, address, who.is_thread);
    }
    if (simt_finding_known(finding.kind, who.site, finding.second.site))
        return;
    simt_say_bad_free(&finding, object, address);
    simt_finding_add(&finding, launch);
}

void simt_host_bad_cuda_free(const void *address, const void *site)
{
    unasked.is_told = true;
    simt_host_report_bad_free((uintptr_t)address, (struct simt_party){.site = site}, NULL);
}

void simt_host_bad_free(const void *address, const void *site)
{
    struct simt_object *object = simt_objects_find_any((uintptr_t)address);
    struct simt_finding finding = {
        .kind = SIMT_FINDING_INVALID_FREE, .why = SIMT_WHY_OTHER_FUNCTION, .first = {.site = site}};

    if (!simt_finding_known(finding.kind, site, NULL)) {
        simt_say_host_free(&finding, object, (uintptr_t)address);
        simt_finding_add(&finding, NULL);
    }
    /* Meant to be gone: no leak as well. */
    simt_space_freed(address, site);
}

static void report_leaked_handles(const struct simt_handles *set, enum simt_why why)
{
    for (const struct simt_handle *handle = set->first; handle; handle = handle->next) {
        struct simt_finding finding = {
            .kind = SIMT_FINDING_LEAK, .why = why, .first = {.site = handle->site}};

        if (simt_finding_known(finding.kind, handle->site, NULL))
            continue;
        simt_say_leaked_handle(&finding);
        simt_finding_add(&finding, NULL);
    }
}

static void report_leak(struct simt_object *object)
{
    struct simt_finding finding = {.kind = SIMT_FINDING_LEAK, .first = {.site = object->site}};

    if (simt_finding_known(finding.kind, object->site, NULL))
        return;
    simt_say_leak(&finding, object);
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
    report_leaked_handles(&simt_streams, SIMT_WHY_STREAM_MADE);
    report_leaked_handles(&simt_events, SIMT_WHY_EVENT_MADE);
}

/* ---- accesses ---- */

static bool is_devices(const struct simt_object *object)
{
    return object->kind == SIMT_OBJECT_DEVICE || object->kind == SIMT_OBJECT_VARIABLE ||
           (object->kind == SIMT_OBJECT_CONSTANT && object->name);
}

/* The last access of device memory that was told before it was made, in this OS thread. */
static __thread struct {
    uintptr_t begin;
    size_t bytes;
} announced;

void simt_host_accesses(uintptr_t address, size_t bytes, bool write, const void *site)
{
    struct simt_object *object = simt_objects_find_from(site, address);
    struct simt_finding finding = {
        .kind = SIMT_FINDING_DEVICE_POINTER,
        .first = {.site = site,
                  .access = write ? SIMT_ACCESS_WRITE : SIMT_ACCESS_READ,
                  .has_access = true,
                  .bytes = (uint32_t)bytes},
    };

    if (!object)
        object = simt_objects_find_freed(address);
    if (!object || !is_devices(object))
        return;
    announced.begin = address;
    announced.bytes = bytes;
    if (write && !object->freed)
        simt_space_written((const void *)address, bytes); // NOLINT(performance-no-int-to-ptr)
    if (simt_finding_known(finding.kind, site, NULL))
        return;
    simt_say_host_access(&finding, object, address);
    simt_finding_add(&finding, NULL);
}

/* A compiler may make an access that it has announced in a later line. */
void simt_host_faults(uintptr_t address, bool write, const void *site)
{
    enum { usual_bytes = 4 }; /* how many it is about is not known */

    if (address - announced.begin >= announced.bytes)
        simt_host_accesses(address, usual_bytes, write, site);
}

void simt_host_bad_call(const void *site, bool of_kernel)
{
    struct simt_finding finding = {.kind = SIMT_FINDING_COMPUTED_CALL, .first = {.site = site}};

    simt_say_bad_call(&finding, of_kernel);
    simt_finding_add(&finding, NULL);
}

/* ---- copies ---- */

static struct simt_copy_side wrong_side(const struct simt_host_copy *copy)
{
    bool is_source = !copy->dst_bytes;
    uintptr_t source = (uintptr_t)copy->src, destination = (uintptr_t)copy->dst;
    uintptr_t other = is_source ? destination : source;

    return (struct simt_copy_side){
        .address = is_source ? source : destination,
        .bytes = is_source ? copy->src_bytes : copy->dst_bytes,
        .is_fill = !copy->src && !copy->src_bytes,
        .is_source = is_source,
        .other = other ? simt_objects_find(other) : NULL,
    };
}

/* More bytes than the object has from there on. */
static enum simt_finding_kind is_too_long(const struct simt_copy_side *side,
                                          struct simt_finding *finding)
{
    size_t offset = side->address - side->object->base;

    finding->why = side->is_fill ? SIMT_WHY_FILL : SIMT_WHY_COPY;
    finding->given = side->bytes;
    finding->most = offset < side->object->bytes ? side->object->bytes - offset : 0;
    return SIMT_FINDING_OUT_OF_BOUNDS;
}

/* Finds out what is wrong with it. */
static enum simt_finding_kind judge(struct simt_copy_side *side, struct simt_finding *finding)
{
    side->object = simt_objects_find(side->address);
    if (side->object && side->bytes > side->object->bytes - (side->address - side->object->base))
        return is_too_long(side, finding);
    if (side->object) {
        finding->why = SIMT_WHY_VARIABLE_NAME;
        return SIMT_FINDING_HOST_POINTER;
    }
    side->object = simt_objects_find_freed(side->address);
    if (side->object)
        return SIMT_FINDING_USE_AFTER_FREE;
    side->object = simt_place_near(NULL, side->address, NULL);
    if (side->object)
        return is_too_long(side, finding);
    if (!side->address || simt_host_memory_of(side->address) == SIMT_HOST_NOWHERE) {
        finding->why = side->address ? SIMT_WHY_NO_MEMORY : SIMT_WHY_NULL_POINTER;
        return SIMT_FINDING_OUT_OF_BOUNDS;
    }
    finding->why = side->is_fill ? SIMT_WHY_HOST_FILL
                   : side->other ? SIMT_WHY_SWAPPED_SIDES
                                 : SIMT_WHY_HOST_SIDE;
    return SIMT_FINDING_HOST_POINTER;
}

void simt_host_bad_copy(const struct simt_host_copy *copy)
{
    struct simt_copy_side side = wrong_side(copy);
    struct simt_finding finding = {.first = {.site = copy->site}};

    unasked.is_told = true;
    finding.kind = judge(&side, &finding);
    if (simt_finding_known(finding.kind, copy->site, NULL))
        return;
    simt_say_copy(&finding, &side);
    simt_finding_add(&finding, NULL);
}

/* Whether memory is not of the side that a copy's kind names: the device's, or the host's. */
static bool contradicts(const void *address, bool is_devices)
{
    struct simt_region region;

    if (simt_space_among_variables((uintptr_t)address))
        return !is_devices;
    if (!simt_region_find(address, &region))
        return is_devices;
    if (region.kind == SIMT_REGION_PINNED || region.kind == SIMT_REGION_REGISTERED)
        return is_devices;
    return region.kind != SIMT_REGION_MANAGED && !is_devices;
}

void simt_host_copy_begins(const struct simt_host_copy *copy)
{
    enum cudaMemcpyKind kind = (enum cudaMemcpyKind)copy->kind;
    bool dst_devices = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    bool src_devices = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    bool dst_wrong = contradicts(copy->dst, dst_devices);
    bool src_wrong = contradicts(copy->src, src_devices);
    struct simt_finding finding = {.kind = SIMT_FINDING_COPY_KIND,
                                   .why = !dst_wrong   ? SIMT_WHY_SOURCE
                                          : !src_wrong ? SIMT_WHY_DESTINATION
                                                       : SIMT_WHY_BOTH_SIDES,
                                   .first = {.site = copy->site}};

    if (kind == cudaMemcpyDefault || (!dst_wrong && !src_wrong) ||
        simt_finding_known(finding.kind, copy->site, NULL))
        return;
    simt_say_copy_kind(&finding, src_devices != src_wrong, dst_devices != dst_wrong, copy->kind);
    simt_finding_add(&finding, NULL);
}

void simt_host_copies_out(const void *src, size_t bytes, const void *site)
{
    struct simt_finding finding = {.kind = SIMT_FINDING_UNINITIALISED, .first = {.site = site}};

    if (launch_was_refused || !simt_space_never_written(src, bytes) ||
        simt_finding_known(finding.kind, site, NULL))
        return;
    simt_say_copy_out(&finding, simt_objects_find((uintptr_t)src), (uintptr_t)src, bytes);
    simt_finding_add(&finding, NULL);
}

/* ---- launches ---- */

static bool set_limit(struct simt_finding *finding, enum simt_why why, unsigned long long given,
                      unsigned long long most)
{
    if (given <= most && most > 0)
        return false;
    finding->why = why;
    finding->given = given;
    finding->most = most;
    return true;
}

/* The limit that a launch breaks. */
static void find_limit(const struct simt_launch_info *launch, struct simt_finding *finding)
{
    const struct dim3 *grid = &launch->grid, *block = &launch->block;
    unsigned long long threads = (unsigned long long)block->x * block->y * block->z;

    if (!grid->x || !grid->y || !grid->z)
        (void)set_limit(finding, SIMT_WHY_EMPTY_GRID, 0, 0);
    else if (set_limit(finding, SIMT_WHY_GRID_Y, grid->y, SIMT_MAX_GRID_Y) ||
             set_limit(finding, SIMT_WHY_GRID_Z, grid->z, SIMT_MAX_GRID_Z) ||
             set_limit(finding, SIMT_WHY_GRID_X, grid->x, SIMT_MAX_GRID_X))
        return;
    else if (!threads)
        (void)set_limit(finding, SIMT_WHY_EMPTY_BLOCK, 0, 0);
    else if (!set_limit(finding, SIMT_WHY_BLOCK, threads, SIMT_MAX_BLOCK) &&
             !set_limit(finding, SIMT_WHY_BLOCK_Z, block->z, SIMT_MAX_BLOCK_Z) &&
             !set_limit(finding, SIMT_WHY_LAUNCH_BOUNDS, threads, launch->block_limit) &&
             !set_limit(finding, SIMT_WHY_SHARED, launch->shared_bytes,
                        gs_multiprocessor_block_shared_bytes(simt_environment()->limits)))
        (void)set_limit(finding, SIMT_WHY_SHARED_OPT_IN, launch->shared_bytes, SIMT_SHARED_BYTES);
}

static void leave_launch(const struct simt_launch_info *launch, int error)
{
    if (unasked.error)
        return;
    unasked.error = error;
    unasked.site = NULL;
    unasked.file = launch->file;
    unasked.line = launch->line;
    unasked.of_kernel = unasked.is_returned = unasked.is_known = false;
}

void simt_host_launch_failed(const struct simt_launch_info *launch, int error)
{
    if (unasked.error)
        return;
    leave_launch(launch, error);
    unasked.of_kernel = true;
}

void simt_host_launch_refused(const struct simt_launch_info *launch, int error)
{
    struct simt_finding finding = {
        .kind = SIMT_FINDING_INVALID_LAUNCH,
        .why = SIMT_WHY_OTHER,
        .file = launch->file,
        .line = launch->line,
    };

    launch_was_refused = true;
    leave_launch(launch, error);
    unasked.is_told = true;
    if (error == cudaErrorInvalidResourceHandle)
        finding.why =
            launch->stream_device == launch->device ? SIMT_WHY_STREAM : SIMT_WHY_STREAM_DEVICE;
    else if (error == cudaErrorCooperativeLaunchTooLarge)
        finding.why = SIMT_WHY_COOPERATIVE;
    else
        find_limit(launch, &finding);
    simt_say_launch(&finding, launch, error);
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

/* Whether a name of the runtime API or of the driver API begins there. */
static bool is_of_api(const char *text, const char *at)
{
    size_t length = strncmp(at, "cuda", 4) == 0 ? 4 : 2;

    if (at > text && (isalnum((unsigned char)at[-1]) || at[-1] == '_'))
        return false;
    return isupper((unsigned char)at[length]);
}

/* True unless the line has calls of the API whose results all are dropped. */
static bool is_used(const void *site)
{
    struct simt_position position = simt_source_find(site);
    const char *text = position.path ? simt_source_line(position.path, position.line) : NULL;
    const char *before =
        text && position.line > 1 ? simt_source_line(position.path, position.line - 1) : NULL;
    bool dropped = false;

    for (const char *at = text; at && (at = strstr(at, "cu")); at++) {
        const char *end = at;

        while (isalnum((unsigned char)*end))
            end++;
        if (!is_of_api(text, at) || *end != '(')
            continue;
        if (is_operand(text, at, before))
            return true;
        dropped = true;
    }
    return !dropped;
}

/* Somebody has asked for the error. */
static void know_error(void)
{
    unasked.error = 0;
    unasked.is_known = simt_sticky_error() != cudaSuccess;
}

void simt_host_error_left(int error, const void *site)
{
    bool is_told = unasked.is_told;

    unasked.is_told = false;
    if (unasked.error && unasked.of_kernel) {
        unasked.is_returned = true;
        if (is_used(site))
            know_error();
        return;
    }
    if (is_told || unasked.error || is_used(site) ||
        (unasked.is_known && simt_sticky_error() != cudaSuccess))
        return;
    unasked.error = error;
    unasked.site = site;
    unasked.file = NULL;
    unasked.of_kernel = false;
}

void simt_host_error_asked(void)
{
    unasked.is_told = false;
    /* Right after the launch, nobody can know how the kernel will end. */
    if (!unasked.of_kernel || unasked.is_returned)
        know_error();
}

static void report_unasked(void)
{
    struct simt_finding finding = {
        .kind = SIMT_FINDING_UNCHECKED_ERROR,
        .why = unasked.of_kernel ? SIMT_WHY_KERNEL
               : unasked.file    ? SIMT_WHY_LAUNCH
                                 : SIMT_WHY_CALL,
        .first = {.site = unasked.site},
        .file = unasked.file,
        .line = unasked.line,
    };

    simt_say_unchecked(&finding, unasked.error);
    simt_finding_add(&finding, NULL);
}

void simt_host_at_exit(void)
{
    if (unasked.error)
        report_unasked();
    /* On a device that has failed, cudaFree() frees nothing. */
    if (simt_sticky_error() == cudaSuccess)
        simt_host_report_leaks();
}
