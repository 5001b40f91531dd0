#include "parts.h"

#include "device_internal.h"
#include "workload.h"

#include <stdlib.h>

/* What is of one device. */
struct part {
    struct gs_guarded arrays[GS_MOST_ARRAYS];
    void *data[GS_MOST_ARRAYS];
    cudaStream_t streams[GS_PART_STREAMS];
    cudaEvent_t ended[GS_PART_STREAMS];
    void
        *flush_memory; /* as the first device has it; NULL: of the first, and where none is timed */
};

struct gs_parts {
    const struct gs_device *device;
    const struct gs_workload *workload;
    enum gs_dtype dtype;
    size_t n;
    const struct gs_guarded *whole;
    cudaEvent_t begun;
    unsigned count;
    struct part parts[];
};

static size_t array_count(const struct gs_parts *parts)
{
    return parts->workload->array_count;
}

static enum gs_role role_of(const struct gs_parts *parts, size_t array)
{
    return parts->workload->arrays[array].role;
}

unsigned gs_parts_count(const struct gs_parts *parts)
{
    return parts->count;
}

struct gs_guarded *gs_parts_array(struct gs_parts *parts, unsigned part, size_t array)
{
    return &parts->parts[part].arrays[array];
}

/* ---- made and given back --------------------------------------------------------------------- */

static cudaError_t make_array(struct part *part, size_t array, size_t bytes, bool zeroed)
{
    struct gs_guarded *out = &part->arrays[array];
    cudaError_t code = cudaMalloc(&out->base, bytes + (size_t)2 * GS_GUARD_BYTES);
    if (code != cudaSuccess)
        return code;
    part->data[array] = out->data = (char *)out->base + GS_GUARD_BYTES;
    out->bytes = bytes;
    code =
        cudaMemsetAsync(out->base, GS_GUARD, bytes + (size_t)2 * GS_GUARD_BYTES, part->streams[0]);
    if (code == cudaSuccess && zeroed)
        code = cudaMemsetAsync(out->data, 0, bytes, part->streams[0]);
    return code == cudaSuccess ? cudaStreamSynchronize(part->streams[0]) : code;
}

/* On the device that is chosen. */
static cudaError_t make_part(const struct gs_parts *parts, struct part *part, bool flushes)
{
    cudaError_t code = cudaSuccess;
    for (int i = 0; code == cudaSuccess && i < GS_PART_STREAMS; i++) {
        code = cudaStreamCreateWithFlags(&part->streams[i], cudaStreamNonBlocking);
        if (code == cudaSuccess)
            code = cudaEventCreateWithFlags(&part->ended[i], cudaEventDisableTiming);
    }
    for (size_t i = 0; code == cudaSuccess && i < array_count(parts); i++)
        code = make_array(part, i, gs_workload_bytes(parts->workload, i, parts->dtype, parts->n),
                          role_of(parts, i) == GS_ZEROED);
    if (code == cudaSuccess && flushes)
        code = cudaMalloc(&part->flush_memory, parts->device->flush_bytes);
    if (code == cudaSuccess && flushes)
        code = cudaMemset(part->flush_memory, 0, parts->device->flush_bytes);
    return code;
}

enum gs_status gs_parts_make(struct gs_device *device, const struct gs_workload *workload,
                             enum gs_dtype dtype, size_t n, const struct gs_guarded *whole,
                             unsigned count, struct gs_parts **out, struct gs_error *error)
{
    struct gs_parts *parts = calloc(1, sizeof *parts + count * sizeof parts->parts[0]);
    *out = parts;
    if (parts == NULL)
        return gs_out_of_memory(error);
    *parts = (struct gs_parts){.device = device,
                               .workload = workload,
                               .dtype = dtype,
                               .n = n,
                               .whole = whole,
                               .count = count};
    cudaError_t code = cudaEventCreateWithFlags(&parts->begun, cudaEventDisableTiming);
    for (unsigned i = 0; code == cudaSuccess && i < count; i++) {
        code = cudaSetDevice((int)i);
        if (code == cudaSuccess)
            code = make_part(parts, &parts->parts[i], i > 0 && device->flush_memory != NULL);
    }
    cudaSetDevice(0);
    if (code != cudaSuccess)
        cudaGetLastError(); /* not sticky: later launches must not see it */
    return gs_device_check(code, "making arrays on several devices", error);
}

void gs_parts_release(struct gs_parts *parts)
{
    for (unsigned i = 0; parts != NULL && i < parts->count; i++) {
        struct part *part = &parts->parts[i];
        cudaSetDevice((int)i);
        for (size_t k = 0; k < array_count(parts); k++)
            cudaFree(part->arrays[k].base);
        cudaFree(part->flush_memory);
        for (int k = 0; k < GS_PART_STREAMS; k++) {
            if (part->ended[k] != NULL)
                cudaEventDestroy(part->ended[k]);
            if (part->streams[k] != NULL)
                cudaStreamDestroy(part->streams[k]);
        }
    }
    cudaSetDevice(0);
    if (parts != NULL && parts->begun != NULL)
        cudaEventDestroy(parts->begun);
    free(parts);
}

enum gs_status gs_parts_lay_zones(struct gs_parts *parts, unsigned part, size_t array,
                                  struct gs_error *error)
{
    const struct gs_guarded *buffer = gs_parts_array(parts, part, array);
    cudaStream_t stream = parts->parts[part].streams[0];
    cudaSetDevice((int)part);
    cudaError_t code = cudaMemsetAsync(buffer->base, GS_GUARD, GS_GUARD_BYTES, stream);
    if (code == cudaSuccess)
        code =
            cudaMemsetAsync((char *)buffer->data + buffer->bytes, GS_GUARD, GS_GUARD_BYTES, stream);
    if (code == cudaSuccess)
        code = cudaStreamSynchronize(stream);
    cudaSetDevice(0);
    return gs_device_check(code, "laying guard zones", error);
}

/* ---- what is in the arrays ------------------------------------------------------------------- */

/* A part's share of an array, from the first device's whole one or to it, in the part's stream. */
static cudaError_t copy_share(const struct gs_parts *parts, unsigned number, size_t array,
                              bool to_part)
{
    const struct part *part = &parts->parts[number];
    size_t size = gs_dtype_bytes(gs_workload_dtype(parts->workload, array, parts->dtype));
    size_t begin, end;
    gs_workload_share(parts->workload, array, parts->n, number, parts->count, &begin, &end);
    char *whole = (char *)parts->whole[array].data + begin * size;
    char *own = (char *)part->data[array] + begin * size;
    if (begin == end)
        return cudaSuccess;
    return cudaMemcpyPeerAsync(to_part ? own : whole, to_part ? (int)number : 0,
                               to_part ? whole : own, to_part ? 0 : (int)number,
                               (end - begin) * size, part->streams[0]);
}

static cudaError_t spread_array(const struct gs_parts *parts, unsigned number, size_t array)
{
    const struct part *part = &parts->parts[number];
    enum gs_role role = role_of(parts, array);
    if (role == GS_ZEROED)
        return cudaSuccess;
    cudaError_t code =
        cudaMemsetAsync(part->data[array], GS_POISON, part->arrays[array].bytes, part->streams[0]);
    if (code == cudaSuccess && (role == GS_INPUT || role == GS_UPDATED))
        code = copy_share(parts, number, array, true);
    return code;
}

static cudaError_t gather_array(const struct gs_parts *parts, unsigned number, size_t array)
{
    return gs_workload_is_result(parts->workload, array) ? copy_share(parts, number, array, false)
                                                         : cudaSuccess;
}

/* Does it with every array of every part, and waits. */
static cudaError_t with_all(const struct gs_parts *parts,
                            cudaError_t (*act)(const struct gs_parts *, unsigned part,
                                               size_t array))
{
    cudaError_t code = cudaSuccess;
    for (unsigned i = 0; code == cudaSuccess && i < parts->count; i++) {
        code = cudaSetDevice((int)i);
        for (size_t k = 0; code == cudaSuccess && k < array_count(parts); k++)
            code = act(parts, i, k);
    }
    cudaSetDevice(0);
    cudaError_t run = gs_parts_wait(parts);
    return code == cudaSuccess ? run : code;
}

enum gs_status gs_parts_spread(struct gs_parts *parts, struct gs_error *error)
{
    return gs_device_check(with_all(parts, spread_array), "giving each device its share", error);
}

enum gs_status gs_parts_gather(struct gs_parts *parts, struct gs_error *error)
{
    return gs_device_check(with_all(parts, gather_array), "gathering the results", error);
}

/* ---- runs ------------------------------------------------------------------------------------ */

/* The streams of all parts wait for it, or it for them. */
static cudaError_t join(const struct gs_parts *parts, cudaStream_t stream, bool begins)
{
    cudaError_t code = begins ? cudaEventRecord(parts->begun, stream) : cudaSuccess;
    for (unsigned i = 0; code == cudaSuccess && i < parts->count; i++) {
        const struct part *part = &parts->parts[i];
        for (int k = 0; code == cudaSuccess && k < GS_PART_STREAMS; k++) {
            if (!begins)
                code = cudaEventRecord(part->ended[k], part->streams[k]);
            if (code == cudaSuccess)
                code = begins ? cudaStreamWaitEvent(part->streams[k], parts->begun, 0)
                              : cudaStreamWaitEvent(stream, part->ended[k], 0);
        }
    }
    return code;
}

int gs_parts_queue(const struct gs_parts *parts, gs_run_fn *run, const struct gs_call *call)
{
    struct gs_part handed[GS_MOST_PARTS];
    struct gs_call of_all = *call;
    for (unsigned i = 0; i < parts->count; i++) {
        handed[i] = (struct gs_part){.device = (int)i, .arrays = parts->parts[i].data};
        for (int k = 0; k < GS_PART_STREAMS; k++)
            handed[i].streams[k] = parts->parts[i].streams[k];
    }
    of_all.parts = handed;
    of_all.part_count = parts->count;
    cudaError_t code = join(parts, call->stream, true);
    if (code == cudaSuccess)
        code = (cudaError_t)run(&of_all);
    cudaError_t ended = join(parts, call->stream, false);
    cudaSetDevice(0);
    return (int)(code == cudaSuccess ? ended : code);
}

cudaError_t gs_parts_wait(const struct gs_parts *parts)
{
    cudaError_t code = cudaSuccess;
    for (unsigned i = 0; i < parts->count; i++) {
        for (int k = 0; k < GS_PART_STREAMS; k++) {
            cudaError_t ended = cudaStreamSynchronize(parts->parts[i].streams[k]);
            code = code == cudaSuccess ? ended : code;
        }
    }
    return code;
}

bool gs_parts_flush(const struct gs_parts *parts)
{
    bool good = true;
    for (unsigned i = 1; good && i < parts->count; i++) {
        const struct part *part = &parts->parts[i];
        good =
            cudaSetDevice((int)i) == cudaSuccess &&
            gs_probe_flush(part->flush_memory, parts->device->flush_bytes, part->streams[0]) == 0 &&
            cudaStreamSynchronize(part->streams[0]) == cudaSuccess;
    }
    cudaSetDevice(0);
    return good;
}
