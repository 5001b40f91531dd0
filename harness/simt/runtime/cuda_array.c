#include "cuda_array.h"

#include "copy.h"
#include "error.h"
#include "memory.h"
#include "observer.h"

#include <cuda_runtime_api.h>
#include <stdlib.h>

static struct simt_handles arrays;

bool simt_array_valid(cudaArray_const_t array)
{
    return array && simt_handle_valid(&arrays, array);
}

/* Channels are 8, 16 or 32 bits each, all alike: one, two or four. */
size_t simt_channel_bytes(const struct cudaChannelFormatDesc *desc)
{
    int bits = desc->x;
    unsigned n = 1U + (desc->y != 0) + (desc->z != 0) + (desc->w != 0);

    if (bits != 8 && bits != 16 && bits != 32)
        return 0;
    if ((desc->f == cudaChannelFormatKindFloat && bits == 8) || n == 3 ||
        (unsigned)desc->f > cudaChannelFormatKindFloat)
        return 0;
    if ((desc->y && desc->y != bits) || (desc->z && desc->z != bits) ||
        (desc->w && desc->w != bits) || (!desc->y && (desc->z || desc->w)))
        return 0;
    return (size_t)bits / 8 * n;
}

static size_t rows_of(cudaArray_const_t array)
{
    return array->extent.height ? array->extent.height : 1;
}

struct cudaPitchedPtr simt_array_memory(cudaArray_const_t array)
{
    size_t row = array->extent.width * array->element_bytes;

    return make_cudaPitchedPtr(array->base, row, row, rows_of(array));
}

static bool fits(size_t position, size_t extent, size_t size)
{
    return position <= size && extent <= size - position;
}

/* Whether the array, if it is one, has all of the box, in elements. */
static bool has_box(cudaArray_const_t array, const struct cudaPos *pos,
                    const struct cudaExtent *extent)
{
    return !array || (fits(pos->x, extent->width, array->extent.width) &&
                      fits(pos->y, extent->height, rows_of(array)) &&
                      fits(pos->z, extent->depth, array->extent.depth ? array->extent.depth : 1));
}

cudaError_t simt_array_resolve(struct cudaMemcpy3DParms *copy)
{
    cudaArray_t src = copy->srcArray, dst = copy->dstArray, any = src ? src : dst;

    if ((src && !simt_array_valid(src)) || (dst && !simt_array_valid(dst)))
        return cudaErrorInvalidResourceHandle;
    if (src && dst && src->element_bytes != dst->element_bytes)
        return cudaErrorInvalidResourceHandle;
    if (!has_box(src, &copy->srcPos, &copy->extent) || !has_box(dst, &copy->dstPos, &copy->extent))
        return cudaErrorInvalidValue;
    if (any)
        copy->extent.width *= any->element_bytes;
    if (src) {
        copy->srcPtr = simt_array_memory(src);
        copy->srcPos.x *= src->element_bytes;
        copy->srcArray = NULL;
    }
    if (dst) {
        copy->dstPtr = simt_array_memory(dst);
        copy->dstPos.x *= dst->element_bytes;
        copy->dstArray = NULL;
    }
    return cudaSuccess;
}

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind f)
{
    return (struct cudaChannelFormatDesc){x, y, z, w, f};
}

static cudaError_t make(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
                        struct cudaExtent extent, unsigned flags, const void *site)
{
    const unsigned known =
        cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayCubemap | cudaArrayTextureGather;
    size_t element = desc ? simt_channel_bytes(desc) : 0, bytes;
    cudaArray_t made;
    cudaError_t error;

    if (!array || !desc || flags & ~known || !extent.width)
        return simt_return_at(cudaErrorInvalidValue, site);
    if (!element)
        return simt_return_at(cudaErrorInvalidChannelDescriptor, site);
    if (flags & cudaArrayCubemap && (extent.width != extent.height || extent.depth % 6))
        return simt_return_at(cudaErrorInvalidValue, site);
    if (__builtin_mul_overflow(extent.width, extent.height ? extent.height : 1, &bytes) ||
        __builtin_mul_overflow(bytes, extent.depth ? extent.depth : 1, &bytes) ||
        __builtin_mul_overflow(bytes, element, &bytes))
        return simt_return_at(cudaErrorMemoryAllocation, site);
    made = calloc(1, sizeof(*made));
    if (!made)
        return simt_return_at(cudaErrorMemoryAllocation, site);
    error = simt_memory_allocate(&made->base, bytes, site);
    if (error != cudaSuccess) {
        free(made);
        return error;
    }
    made->desc = *desc;
    made->extent = extent;
    made->flags = flags;
    made->element_bytes = element;
    made->handle.site = site;
    simt_handle_add(&arrays, &made->handle);
    *array = made;
    return cudaSuccess;
}

cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
                            size_t width, size_t height, unsigned int flags)
{
    return make(array, desc, make_cudaExtent(width, height, 0), flags, SIMT_SITE);
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
                              struct cudaExtent extent, unsigned int flags)
{
    return make(array, desc, extent, flags, SIMT_SITE);
}

cudaError_t cudaFreeArray(cudaArray_t array)
{
    cudaError_t error;

    if (!array || simt_sticky_error() != cudaSuccess)
        return simt_return(cudaSuccess);
    if (!simt_handle_remove(&arrays, array))
        return simt_return(cudaErrorInvalidResourceHandle);
    error = simt_memory_release(array->base, SIMT_SITE);
    free(array);
    return error;
}

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent,
                             unsigned int *flags, cudaArray_t array)
{
    if (!simt_array_valid(array))
        return simt_return(cudaErrorInvalidResourceHandle);
    if (desc)
        *desc = array->desc;
    if (extent)
        *extent = array->extent;
    if (flags)
        *flags = array->flags;
    return simt_return(cudaSuccess);
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc, cudaArray_const_t array)
{
    if (!simt_array_valid(array))
        return simt_return(cudaErrorInvalidResourceHandle);
    if (!desc)
        return simt_return(cudaErrorInvalidValue);
    *desc = array->desc;
    return simt_return(cudaSuccess);
}

/* ---- copies of rectangles, in bytes ---- */

struct side {
    cudaArray_const_t array; /* null: memory */
    struct cudaPitchedPtr memory;
    size_t x, y;
};

static struct side in_array(cudaArray_const_t array, size_t x, size_t y)
{
    return (struct side){.array = array, .x = x, .y = y};
}

static struct side in_memory(const void *memory, size_t pitch, size_t height)
{
    return (struct side){.memory =
                             make_cudaPitchedPtr((void *)(uintptr_t)memory, pitch, pitch, height)};
}

/* Whether the rectangle lies in the side, which becomes memory. */
static cudaError_t resolve(struct side *side, size_t width, size_t height)
{
    if (!side->array)
        return width > side->memory.pitch && height > 1 ? cudaErrorInvalidPitchValue : cudaSuccess;
    if (!simt_array_valid(side->array))
        return cudaErrorInvalidResourceHandle;
    side->memory = simt_array_memory(side->array);
    return side->x <= side->memory.pitch && width <= side->memory.pitch - side->x &&
                   side->y <= side->memory.ysize && height <= side->memory.ysize - side->y
               ? cudaSuccess
               : cudaErrorInvalidValue;
}

static cudaError_t copy(struct side dst, struct side src, size_t width, size_t height,
                        enum cudaMemcpyKind kind, cudaStream_t stream, const void *site)
{
    cudaError_t error = resolve(&dst, width, height);
    struct cudaMemcpy3DParms parms;

    if (error == cudaSuccess)
        error = resolve(&src, width, height);
    if (error != cudaSuccess)
        return simt_return_at(error, site);
    parms = (struct cudaMemcpy3DParms){.srcPtr = src.memory,
                                       .srcPos = {src.x, src.y, 0},
                                       .dstPtr = dst.memory,
                                       .dstPos = {dst.x, dst.y, 0},
                                       .extent = {width, height, 1},
                                       .kind = kind};
    return simt_copy_run(&parms, stream, site);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t x, size_t y, const void *src, size_t pitch,
                                size_t width, size_t height, enum cudaMemcpyKind kind)
{
    return copy(in_array(dst, x, y), in_memory(src, pitch, height), width, height, kind, NULL,
                SIMT_SITE);
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t x, size_t y, const void *src,
                                     size_t pitch, size_t width, size_t height,
                                     enum cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy(in_array(dst, x, y), in_memory(src, pitch, height), width, height, kind, stream,
                SIMT_SITE);
}

cudaError_t cudaMemcpy2DFromArray(void *dst, size_t pitch, cudaArray_const_t src, size_t x,
                                  size_t y, size_t width, size_t height, enum cudaMemcpyKind kind)
{
    return copy(in_memory(dst, pitch, height), in_array(src, x, y), width, height, kind, NULL,
                SIMT_SITE);
}

cudaError_t cudaMemcpy2DFromArrayAsync(void *dst, size_t pitch, cudaArray_const_t src, size_t x,
                                       size_t y, size_t width, size_t height,
                                       enum cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy(in_memory(dst, pitch, height), in_array(src, x, y), width, height, kind, stream,
                SIMT_SITE);
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t dst_x, size_t dst_y,
                                     cudaArray_const_t src, size_t src_x, size_t src_y,
                                     size_t width, size_t height, enum cudaMemcpyKind kind)
{
    return copy(in_array(dst, dst_x, dst_y), in_array(src, src_x, src_y), width, height, kind, NULL,
                SIMT_SITE);
}

/* `count` bytes from the array's begin on, or to it: rows follow each other without a gap. */
static cudaError_t copy_flat(cudaArray_const_t array, size_t x, size_t y, const void *memory,
                             size_t count, bool to_array, enum cudaMemcpyKind kind,
                             cudaStream_t stream, const void *site)
{
    struct cudaPitchedPtr whole;
    struct side flat, other;

    if (!simt_array_valid(array))
        return simt_return_at(cudaErrorInvalidResourceHandle, site);
    whole = simt_array_memory(array);
    if (x || y || count > whole.pitch * whole.ysize)
        return simt_return_at(cudaErrorInvalidValue, site);
    flat = in_memory(whole.ptr, count, 1);
    other = in_memory(memory, count, 1);
    return to_array ? copy(flat, other, count, 1, kind, stream, site)
                    : copy(other, flat, count, 1, kind, stream, site);
}

cudaError_t cudaMemcpyToArray(cudaArray_t dst, size_t x, size_t y, const void *src, size_t count,
                              enum cudaMemcpyKind kind)
{
    return copy_flat(dst, x, y, src, count, true, kind, NULL, SIMT_SITE);
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, size_t x, size_t y, const void *src,
                                   size_t count, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy_flat(dst, x, y, src, count, true, kind, stream, SIMT_SITE);
}

cudaError_t cudaMemcpyFromArray(void *dst, cudaArray_const_t src, size_t x, size_t y, size_t count,
                                enum cudaMemcpyKind kind)
{
    return copy_flat(src, x, y, dst, count, false, kind, NULL, SIMT_SITE);
}

cudaError_t cudaMemcpyFromArrayAsync(void *dst, cudaArray_const_t src, size_t x, size_t y,
                                     size_t count, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy_flat(src, x, y, dst, count, false, kind, stream, SIMT_SITE);
}
