/* Copies and fills, with the checks CUDA makes of direction, pitch and range. */
#include "cuda_array.h"
#include "capture.h"
#include "copy.h"
#include "devices.h"
#include "error.h"
#include "observer.h"
#include "queue.h"
#include "region.h"
#include "stream.h"
#include "variable.h"
#include "wall.h"

#include <simt/driver_api.h>
#include <simt/runtime.h>
#include <string.h>

/* How an API function is to do it, and where the program called it. */
struct call {
    cudaStream_t stream;
    bool async;
    const void *site;
};

#define CALL ((struct call){NULL, false, SIMT_SITE})
#define ASYNC_CALL(stream) ((struct call){stream, true, SIMT_SITE})

/* Bytes of a rectangle in memory: `rows` rows of `width` bytes. False: it overflows. */
static bool span(size_t pitch, size_t width, size_t rows, size_t *bytes)
{
    size_t skipped;

    return rows && !__builtin_mul_overflow(pitch, rows - 1, &skipped) &&
           !__builtin_add_overflow(skipped, width, bytes);
}

/* Whether CUDA takes `count` bytes at `ptr` for what a copy calls the device's side, or the host's.
 * The device's must be memory CUDA knows; the host's may be any. Memory CUDA does not know is the
 * host's, and only its owner knows how long it is. */
static bool usable(const void *ptr, size_t count, bool as_device)
{
    struct simt_region region;

    if (!ptr)
        return false;
    if (!simt_region_find(ptr, &region))
        return !as_device && !simt_region_in_arena(ptr);
    if (region.kind == SIMT_REGION_REGISTERED)
        return !as_device || count <= region.base + region.size - (uintptr_t)ptr;
    return count <= region.base + region.size - (uintptr_t)ptr;
}

/* A count of 0: that side is not to blame. */
static void tell_refused(const void *dst, size_t dst_bytes, const void *src, size_t src_bytes,
                         enum cudaMemcpyKind kind, const void *site)
{
    if (simt_observer)
        simt_observer->bad_copy(dst, dst_bytes, src, src_bytes, kind, site);
}

static cudaError_t check_copy(const void *dst, size_t dst_bytes, const void *src, size_t src_bytes,
                              enum cudaMemcpyKind kind, const void *site)
{
    bool dst_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    bool src_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    bool dst_ok = usable(dst, dst_bytes, dst_device);
    bool src_ok = usable(src, src_bytes, src_device);

    if ((unsigned)kind > cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    if (!dst_ok || !src_ok) {
        tell_refused(dst, dst_ok ? 0 : dst_bytes, src, src_ok ? 0 : src_bytes, kind, site);
        return cudaErrorInvalidValue;
    }
    if (simt_observer)
        simt_observer->copy_begins(dst, src, src_bytes, kind, site);
    return cudaSuccess;
}

static cudaError_t check_stream(cudaStream_t stream)
{
    if (simt_sticky_error() != cudaSuccess)
        return simt_sticky_error();
    return simt_stream_valid(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

static void tell_copy(const void *dst, const void *src, size_t bytes, const struct call *call)
{
    simt_tell(&(struct simt_operation){.kind = SIMT_OPERATION_COPY,
                                       .site = call->site,
                                       .dst = dst,
                                       .src = src,
                                       .bytes = bytes,
                                       .stream = call->stream,
                                       .async = call->async});
}

static void move(void *dst, const void *src, size_t count, const void *site)
{
    if (simt_observer)
        simt_observer->row_begins(dst, src, count, site);
    memmove(dst, src, count);
    if (simt_observer)
        simt_observer->row_ends(dst, src, count, site);
}

/* Whether the work of a call that may be made is refused, or becomes a node of a graph. */
static bool capture(cudaError_t made, struct simt_node_work *work, const struct call *call,
                    cudaError_t *error)
{
    struct simt_tail *tail;

    *error = simt_capture_gate(call->stream, &tail);
    if (*error != cudaSuccess || !tail)
        return *error != cudaSuccess;
    *error = made == cudaSuccess ? simt_capture_add(tail, work, call->site) : made;
    return true;
}

/* ---- when it is done ---- */

/* What the host may not see change, or be read, behind its back. */
static bool is_pageable(const void *address)
{
    struct simt_region region;

    return !simt_region_find(address, &region);
}

/* The host's, or memory that it shares. */
static bool host_sees(const void *address)
{
    struct simt_region region;

    return !simt_region_find(address, &region) ||
           (region.kind != SIMT_REGION_DEVICE && region.kind != SIMT_REGION_SYMBOL);
}

/* CUDA's call returns when the copy is done; with pageable memory it may. Between the memory of
 * devices it need not be done. */
static bool host_waits(const void *dst, const void *src, const struct call *call)
{
    if (call->async)
        return is_pageable(dst) || is_pageable(src);
    return host_sees(dst) || host_sees(src);
}

/* Between two devices, in a default stream: it comes after all that either was given, and before
 * all that comes. */
static bool fences_devices(const void *dst, const void *src, const struct call *call)
{
    struct simt_region from, to;

    if (call->stream || !simt_region_find(src, &from) || !simt_region_find(dst, &to) ||
        from.kind != SIMT_REGION_DEVICE || to.kind != SIMT_REGION_DEVICE ||
        from.device == to.device)
        return false;
    simt_queue_wait_device(from.device);
    simt_queue_wait_device(to.device);
    return true;
}

/* Whether a copy that may be made is given to its stream, with what error. */
static bool copy_later(struct simt_node_work *work, const struct call *call, cudaError_t *error)
{
    const void *dst = work->copy.dstPtr.ptr, *src = work->copy.srcPtr.ptr;

    if (!simt_queue_is_on() || fences_devices(dst, src, call) || host_waits(dst, src, call))
        return false;
    *error = simt_queue_add_work(call->stream, work, call->site);
    return true;
}

/* Around what is done at once: the host waits for the stream, and memory can be touched. */
static bool open_for(const void *one, const void *other, cudaStream_t stream)
{
    bool entered = simt_queue_enter(stream);
    int device = simt_stream_device(stream);

    simt_wall_open_for(one, other);
    simt_variables_show_at(one, device);
    simt_variables_show_at(other, device);
    return entered;
}

static void close_for(const void *one, const void *other, bool entered)
{
    simt_wall_close_for(one, other);
    simt_queue_leave(entered);
}

/* ---- copies ---- */

static cudaError_t copy(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind,
                        struct call call)
{
    cudaError_t error = check_stream(call.stream);
    struct simt_node_work work;
    bool entered;

    if (error != cudaSuccess || !count)
        return simt_return_at(error, call.site);
    if (capture(simt_work_copy_1d(&work, dst, src, count, kind), &work, &call, &error))
        return simt_return_at(error, call.site);
    error = check_copy(dst, count, src, count, kind, call.site);
    if (error != cudaSuccess)
        return simt_return_at(error, call.site);
    tell_copy(dst, src, count, &call);
    if (copy_later(&work, &call, &error))
        return simt_return_at(error, call.site);
    entered = open_for(dst, src, call.stream);
    move(dst, src, count, call.site);
    close_for(dst, src, entered);
    return simt_return_at(error, call.site);
}

cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind,
                            cudaStream_t stream)
{
    return copy(dst, src, count, kind, ASYNC_CALL(stream));
}

cudaError_t cudaMemcpy(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind)
{
    return copy(dst, src, count, kind, CALL);
}

/* The memory is of a device, and not of that one. */
static bool is_of_other(const void *address, int device)
{
    struct simt_region region;

    return simt_region_find(address, &region) && region.kind == SIMT_REGION_DEVICE &&
           region.device != device;
}

static cudaError_t copy_peer(void *dst, int dst_device, const void *src, int src_device,
                             size_t count, struct call call)
{
    if (!simt_device_valid(dst_device) || !simt_device_valid(src_device))
        return simt_return_at(cudaErrorInvalidDevice, call.site);
    if (is_of_other(dst, dst_device) || is_of_other(src, src_device))
        return simt_return_at(cudaErrorInvalidValue, call.site);
    return copy(dst, src, count, cudaMemcpyDeviceToDevice, call);
}

cudaError_t cudaMemcpyPeerAsync(void *dst, int dst_device, const void *src, int src_device,
                                size_t count, cudaStream_t stream)
{
    return copy_peer(dst, dst_device, src, src_device, count, ASYNC_CALL(stream));
}

cudaError_t cudaMemcpyPeer(void *dst, int dst_device, const void *src, int src_device, size_t count)
{
    return copy_peer(dst, dst_device, src, src_device, count, CALL);
}

static void copy_rows(char *dst, size_t dst_pitch, const char *src, size_t src_pitch, size_t width,
                      size_t rows, const void *site)
{
    for (size_t row = 0; row < rows; row++)
        move(dst + row * dst_pitch, src + row * src_pitch, width, site);
}

static cudaError_t copy_2d(void *dst, size_t dst_pitch, const void *src, size_t src_pitch,
                           size_t width, size_t height, enum cudaMemcpyKind kind, struct call call)
{
    struct cudaMemcpy3DParms box = {
        .srcPtr = make_cudaPitchedPtr((void *)(uintptr_t)src, src_pitch, width, height),
        .dstPtr = make_cudaPitchedPtr(dst, dst_pitch, width, height),
        .extent = {width, height, 1},
        .kind = kind};
    cudaError_t error = check_stream(call.stream);
    struct simt_node_work work;
    size_t dst_bytes, src_bytes;
    bool entered;

    if (error != cudaSuccess)
        return simt_return_at(error, call.site);
    if (width > dst_pitch || width > src_pitch)
        return simt_return_at(height > 1 ? cudaErrorInvalidPitchValue : cudaErrorInvalidValue,
                              call.site);
    if (!width || !height)
        return simt_return_at(cudaSuccess, call.site);
    if (capture(simt_work_copy(&work, &box), &work, &call, &error))
        return simt_return_at(error, call.site);
    if (!span(dst_pitch, width, height, &dst_bytes) || !span(src_pitch, width, height, &src_bytes))
        return simt_return_at(cudaErrorInvalidValue, call.site);
    error = check_copy(dst, dst_bytes, src, src_bytes, kind, call.site);
    if (error != cudaSuccess)
        return simt_return_at(error, call.site);
    tell_copy(dst, src, width * height, &call);
    if (copy_later(&work, &call, &error))
        return simt_return_at(error, call.site);
    entered = open_for(dst, src, call.stream);
    copy_rows(dst, dst_pitch, src, src_pitch, width, height, call.site);
    close_for(dst, src, entered);
    return simt_return_at(error, call.site);
}

cudaError_t cudaMemcpy2DAsync(void *dst, size_t dst_pitch, const void *src, size_t src_pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream)
{
    return copy_2d(dst, dst_pitch, src, src_pitch, width, height, kind, ASYNC_CALL(stream));
}

cudaError_t cudaMemcpy2D(void *dst, size_t dst_pitch, const void *src, size_t src_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind)
{
    return copy_2d(dst, dst_pitch, src, src_pitch, width, height, kind, CALL);
}

/* The bytes from the first to the last row that a copy of `extent` at `pos` touches. */
static bool box(const struct cudaPitchedPtr *ptr, const struct cudaPos *pos,
                const struct cudaExtent *extent, char **first, size_t *bytes)
{
    size_t before, rows;

    if (pos->x > ptr->pitch || extent->width > ptr->pitch - pos->x ||
        (extent->depth > 1 && extent->height > ptr->ysize))
        return false;
    if (!ptr->ptr)
        return false;
    if (__builtin_mul_overflow(pos->z, ptr->ysize, &before) ||
        __builtin_add_overflow(before, pos->y, &before) ||
        !span(ptr->pitch, pos->x, before + 1, &before) ||
        __builtin_mul_overflow(extent->depth - 1, ptr->ysize, &rows) ||
        __builtin_add_overflow(rows, extent->height, &rows))
        return false;
    *first = (char *)ptr->ptr + before;
    return span(ptr->pitch, extent->width, rows, bytes);
}

static cudaError_t copy_3d(const struct cudaMemcpy3DParms *p, struct call call)
{
    struct cudaMemcpy3DParms resolved;
    cudaError_t error = check_stream(call.stream);
    struct simt_node_work work;
    size_t dst_bytes, src_bytes;
    char *dst, *src;
    bool entered;

    if (error != cudaSuccess)
        return simt_return_at(error, call.site);
    if (!p)
        return simt_return_at(cudaErrorInvalidValue, call.site);
    resolved = *p;
    error = simt_array_resolve(&resolved);
    if (error != cudaSuccess)
        return simt_return_at(error, call.site);
    p = &resolved;
    if (!p->extent.width || !p->extent.height || !p->extent.depth)
        return simt_return_at(cudaSuccess, call.site);
    if (capture(simt_work_copy(&work, p), &work, &call, &error))
        return simt_return_at(error, call.site);
    if (!box(&p->dstPtr, &p->dstPos, &p->extent, &dst, &dst_bytes) ||
        !box(&p->srcPtr, &p->srcPos, &p->extent, &src, &src_bytes))
        return simt_return_at(cudaErrorInvalidValue, call.site);
    error = check_copy(dst, dst_bytes, src, src_bytes, p->kind, call.site);
    if (error != cudaSuccess)
        return simt_return_at(error, call.site);
    tell_copy(dst, src, p->extent.width * p->extent.height * p->extent.depth, &call);
    if (copy_later(&work, &call, &error))
        return simt_return_at(error, call.site);
    entered = open_for(dst, src, call.stream);
    for (size_t z = 0; z < p->extent.depth; z++)
        copy_rows(dst + z * p->dstPtr.pitch * p->dstPtr.ysize, p->dstPtr.pitch,
                  src + z * p->srcPtr.pitch * p->srcPtr.ysize, p->srcPtr.pitch, p->extent.width,
                  p->extent.height, call.site);
    close_for(dst, src, entered);
    return simt_return_at(cudaSuccess, call.site);
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *parms, cudaStream_t stream)
{
    return copy_3d(parms, ASYNC_CALL(stream));
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *parms)
{
    return copy_3d(parms, CALL);
}

cudaError_t simt_copy_run(const struct cudaMemcpy3DParms *parms, cudaStream_t stream,
                          const void *site)
{
    return copy_3d(parms, (struct call){stream, true, site});
}

/* ---- fills ---- */

/* `count` elements of 1, 2 or 4 bytes. */
static void fill(char *first, unsigned value, size_t element, size_t count)
{
    if (element == 1)
        memset(first, (int)value, count);
    for (size_t i = 0; element > 1 && i < count; i++)
        memcpy(first + i * element, &value, element);
    if (simt_observer)
        simt_observer->filled(first, element * count);
}

static void tell_fill(const void *first, size_t bytes, const struct call *call)
{
    simt_tell(&(struct simt_operation){.kind = SIMT_OPERATION_FILL,
                                       .site = call->site,
                                       .dst = first,
                                       .bytes = bytes,
                                       .stream = call->stream,
                                       .async = call->async});
}

/* Whether `bytes` from `first` on can be filled. */
static bool can_fill(const void *first, size_t bytes, const void *site)
{
    if (usable(first, bytes, true))
        return true;
    tell_refused(first, bytes, NULL, 0, cudaMemcpyHostToDevice, site);
    return false;
}

static cudaError_t fill_rows(const struct cudaMemsetParams *p, struct call call)
{
    cudaError_t error = check_stream(call.stream);
    bool too_wide;
    size_t width, bytes;
    struct simt_node_work work;
    bool entered;

    too_wide = __builtin_mul_overflow(p->width, (size_t)p->elementSize, &width);
    if (error != cudaSuccess || !p->width || !p->height)
        return simt_return_at(error, call.site);
    if (too_wide || (p->height > 1 && width > p->pitch))
        return simt_return_at(cudaErrorInvalidValue, call.site);
    if (capture(simt_work_fill(&work, p), &work, &call, &error))
        return simt_return_at(error, call.site);
    if (!span(p->pitch, width, p->height, &bytes) || !can_fill(p->dst, bytes, call.site))
        return simt_return_at(cudaErrorInvalidValue, call.site);
    tell_fill(p->dst, width * p->height, &call);
    /* What the host sees is filled when a call returns that does not end in Async. */
    if (simt_queue_is_on() && (call.async || !host_sees(p->dst)))
        return simt_return_at(simt_queue_add_work(call.stream, &work, call.site), call.site);
    entered = open_for(p->dst, NULL, call.stream);
    for (size_t row = 0; row < p->height; row++)
        fill((char *)p->dst + row * p->pitch, p->value, p->elementSize, p->width);
    close_for(p->dst, NULL, entered);
    return simt_return_at(cudaSuccess, call.site);
}

static cudaError_t fill_2d(void *dev_ptr, size_t pitch, int value, size_t width, size_t height,
                           struct call call)
{
    return fill_rows(&(struct cudaMemsetParams){dev_ptr, pitch, (unsigned)value, 1, width, height},
                     call);
}

cudaError_t simt_fill_run(const struct cudaMemsetParams *params, cudaStream_t stream,
                          const void *site)
{
    return fill_rows(params, (struct call){stream, true, site});
}

cudaError_t simt_fill_by(void *first, size_t bytes, simt_make_fn *make, void *what,
                         cudaStream_t stream, const void *site)
{
    const struct call call = {stream, true, site};
    cudaError_t error = check_stream(stream);
    struct simt_tail *tail = NULL;
    bool entered;

    if (error == cudaSuccess)
        error = simt_capture_gate(stream, &tail);
    if (error == cudaSuccess && tail)
        error = cudaErrorStreamCaptureUnsupported;
    if (error == cudaSuccess && !can_fill(first, bytes, site))
        error = cudaErrorInvalidValue;
    if (error != cudaSuccess)
        return simt_return_at(error, site);
    tell_fill(first, bytes, &call);
    entered = open_for(first, NULL, call.stream);
    make(first, bytes, what);
    if (simt_observer)
        simt_observer->filled(first, bytes);
    close_for(first, NULL, entered);
    return simt_return_at(cudaSuccess, site);
}

cudaError_t simt_fill(void *memory, size_t pitch, unsigned value, unsigned element, size_t width,
                      size_t height)
{
    return fill_rows(&(struct cudaMemsetParams){memory, pitch, value, element, width, height},
                     CALL);
}

cudaError_t simt_fill_async(void *memory, size_t pitch, unsigned value, unsigned element,
                            size_t width, size_t height, cudaStream_t stream)
{
    return fill_rows(&(struct cudaMemsetParams){memory, pitch, value, element, width, height},
                     ASYNC_CALL(stream));
}

cudaError_t cudaMemset2DAsync(void *dev_ptr, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream)
{
    return fill_2d(dev_ptr, pitch, value, width, height, ASYNC_CALL(stream));
}

cudaError_t cudaMemset2D(void *dev_ptr, size_t pitch, int value, size_t width, size_t height)
{
    return fill_2d(dev_ptr, pitch, value, width, height, CALL);
}

cudaError_t cudaMemsetAsync(void *dev_ptr, int value, size_t count, cudaStream_t stream)
{
    return fill_2d(dev_ptr, count, value, count, 1, ASYNC_CALL(stream));
}

cudaError_t cudaMemset(void *dev_ptr, int value, size_t count)
{
    return fill_2d(dev_ptr, count, value, count, 1, CALL);
}

static cudaError_t fill_3d(struct cudaPitchedPtr pitched, int value, struct cudaExtent extent,
                           struct call call)
{
    cudaError_t error = check_stream(call.stream);
    struct cudaPos origin = {0, 0, 0};
    struct simt_tail *tail;
    size_t bytes;
    char *first;
    bool entered;

    if (error != cudaSuccess || !extent.width || !extent.height || !extent.depth)
        return simt_return_at(error, call.site);
    if (!box(&pitched, &origin, &extent, &first, &bytes) || !can_fill(first, bytes, call.site))
        return simt_return_at(cudaErrorInvalidValue, call.site);
    if (extent.depth == 1 || pitched.ysize == extent.height)
        return fill_2d(first, pitched.pitch, value, extent.width, extent.height * extent.depth,
                       call);
    error = simt_capture_gate(call.stream, &tail);
    if (error != cudaSuccess || tail) /* no node of a graph fills planes with gaps between */
        return simt_return_at(tail ? cudaErrorNotSupported : error, call.site);
    tell_fill(first, extent.width * extent.height * extent.depth, &call);
    entered = open_for(first, NULL, call.stream);
    for (size_t z = 0; z < extent.depth; z++)
        for (size_t y = 0; y < extent.height; y++)
            fill(first + (z * pitched.ysize + y) * pitched.pitch, (unsigned)value, 1, extent.width);
    close_for(first, NULL, entered);
    return simt_return_at(cudaSuccess, call.site);
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr pitched, int value, struct cudaExtent extent,
                              cudaStream_t stream)
{
    return fill_3d(pitched, value, extent, ASYNC_CALL(stream));
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr pitched, int value, struct cudaExtent extent)
{
    return fill_3d(pitched, value, extent, CALL);
}

/* ---- symbols ---- */

struct symbol {
    void *base;
    size_t bytes;
};

static bool inside_symbol(size_t symbol_size, size_t offset, size_t count)
{
    return offset <= symbol_size && count <= symbol_size - offset;
}

/* A copy between a symbol's bytes and others, in a stream that is captured: copies of graphs know
 * the symbol as the device's from now on. */
static bool capture_symbol(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind,
                           const struct symbol *symbol, const struct call *call, cudaError_t *error)
{
    struct simt_node_work work;
    void *address;

    if (!capture(simt_work_copy_1d(&work, dst, src, count, kind), &work, call, error))
        return false;
    if (*error == cudaSuccess)
        *error = simt_symbol_address(&address, symbol->base, symbol->bytes);
    return true;
}

static cudaError_t copy_to_symbol(const struct symbol *symbol, const void *src, size_t count,
                                  size_t offset, enum cudaMemcpyKind kind, struct call call)
{
    bool src_device = kind == cudaMemcpyDeviceToDevice, fits;
    char *dst = (char *)symbol->base + offset;
    cudaError_t error = check_stream(call.stream);
    bool entered;

    if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice &&
        kind != cudaMemcpyDefault)
        return simt_return_at(cudaErrorInvalidMemcpyDirection, call.site);
    if (error != cudaSuccess || !count)
        return simt_return_at(error, call.site);
    fits = inside_symbol(symbol->bytes, offset, count);
    if (fits && capture_symbol(dst, src, count, kind, symbol, &call, &error))
        return simt_return_at(error, call.site);
    if (!fits || !usable(src, count, src_device)) {
        tell_refused(dst, fits ? 0 : count, src, fits ? count : 0, kind, call.site);
        return simt_return_at(cudaErrorInvalidValue, call.site);
    }
    tell_copy(dst, src, count, &call);
    entered = open_for(symbol->base, src, call.stream);
    move(dst, src, count, call.site);
    close_for(symbol->base, src, entered);
    return simt_return_at(cudaSuccess, call.site);
}

cudaError_t simt_copy_to_symbol(void *symbol, size_t symbol_size, const void *src, size_t count,
                                size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy_to_symbol(&(struct symbol){symbol, symbol_size}, src, count, offset, kind,
                          (struct call){stream, false, SIMT_SITE});
}

static cudaError_t copy_from_symbol(void *dst, const struct symbol *symbol, size_t count,
                                    size_t offset, enum cudaMemcpyKind kind, struct call call)
{
    bool dst_device = kind == cudaMemcpyDeviceToDevice, fits;
    const char *src = (const char *)symbol->base + offset;
    cudaError_t error = check_stream(call.stream);
    bool entered;

    if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice &&
        kind != cudaMemcpyDefault)
        return simt_return_at(cudaErrorInvalidMemcpyDirection, call.site);
    if (error != cudaSuccess || !count)
        return simt_return_at(error, call.site);
    fits = inside_symbol(symbol->bytes, offset, count);
    if (fits && capture_symbol(dst, src, count, kind, symbol, &call, &error))
        return simt_return_at(error, call.site);
    if (!fits || !usable(dst, count, dst_device)) {
        tell_refused(dst, fits ? count : 0, src, fits ? 0 : count, kind, call.site);
        return simt_return_at(cudaErrorInvalidValue, call.site);
    }
    tell_copy(dst, src, count, &call);
    entered = open_for(dst, symbol->base, call.stream);
    move(dst, src, count, call.site);
    close_for(dst, symbol->base, entered);
    return simt_return_at(cudaSuccess, call.site);
}

cudaError_t simt_copy_from_symbol(void *dst, const void *symbol, size_t symbol_size, size_t count,
                                  size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy_from_symbol(dst, &(struct symbol){(void *)(uintptr_t)symbol, symbol_size}, count,
                            offset, kind, (struct call){stream, false, SIMT_SITE});
}

cudaError_t simt_symbol_address(void **dev_ptr, const void *symbol, size_t symbol_size)
{
    struct simt_region region;

    if (!dev_ptr)
        return simt_return(cudaErrorInvalidValue);
    /* From now on copies know this address as the device's. */
    if (!simt_region_find(symbol, &region) &&
        !simt_region_add(symbol, symbol_size, SIMT_REGION_SYMBOL, 0))
        return simt_return(cudaErrorMemoryAllocation);
    *dev_ptr = (void *)(uintptr_t)symbol;
    return simt_return(cudaSuccess);
}
