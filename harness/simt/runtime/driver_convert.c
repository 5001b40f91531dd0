/* What the driver API describes, as the runtime API describes it. */
#include "cuda_array.h"
#include "devices.h"
#include "memory.h"
#include "region.h"

#include <cuda_runtime_api.h>
#include <simt/driver_api.h>
#include <string.h>

/* Attributes that the runtime API does not have; -1: it is none of them. */
static int driver_attribute(CUdevice_attribute attribute)
{
    switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
        return 1;
    case CU_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS_V1:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V1:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR_V1:
    case CU_DEVICE_ATTRIBUTE_COOPERATIVE_MULTI_DEVICE_LAUNCH:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR:
    case CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HOST_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HOST_NUMA_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
        return 0;
    default:
        return -1;
    }
}

cudaError_t simt_driver_attribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    int own = driver_attribute(attribute);

    if (own < 0)
        return cudaDeviceGetAttribute(value, (enum cudaDeviceAttr)attribute, device);
    if (!value)
        return cudaErrorInvalidValue;
    if (!simt_device_valid(device))
        return cudaErrorInvalidDevice;
    *value = own;
    return cudaSuccess;
}

/* ---- pointers ---- */

static const void *address_of(CUdeviceptr pointer)
{
    return (const void *)(uintptr_t)pointer; // NOLINT(performance-no-int-to-ptr)
}

cudaError_t simt_driver_range(CUdeviceptr *base, size_t *bytes, CUdeviceptr pointer)
{
    struct simt_region region;

    if (!simt_region_find(address_of(pointer), &region))
        return cudaErrorInvalidValue;
    if (base)
        *base = region.base;
    if (bytes)
        *bytes = region.size;
    return cudaSuccess;
}

static unsigned memory_type(const struct simt_region *region)
{
    return region->kind == SIMT_REGION_PINNED || region->kind == SIMT_REGION_REGISTERED
               ? CU_MEMORYTYPE_HOST
               : CU_MEMORYTYPE_DEVICE;
}

cudaError_t simt_driver_pointer_attribute(void *value, CUpointer_attribute attribute,
                                          CUdeviceptr pointer)
{
    struct simt_region region;

    if (!value || !simt_region_find(address_of(pointer), &region))
        return cudaErrorInvalidValue;
    switch ((unsigned)attribute) {
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        *(unsigned *)value = memory_type(&region);
        return cudaSuccess;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        if (attribute == CU_POINTER_ATTRIBUTE_HOST_POINTER && region.kind == SIMT_REGION_DEVICE)
            return cudaErrorInvalidValue;
        *(const void **)value = address_of(pointer);
        return cudaSuccess;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
        *(unsigned *)value = region.kind == SIMT_REGION_MANAGED;
        return cudaSuccess;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        *(int *)value = simt_memory_device(&region, address_of(pointer));
        return cudaSuccess;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
        *(const void **)value = address_of(region.base);
        return cudaSuccess;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
        *(size_t *)value = region.size;
        return cudaSuccess;
    default:
        return cudaErrorNotSupported;
    }
}

/* ---- arrays ---- */

static const struct {
    CUarray_format format;
    int bits;
    enum cudaChannelFormatKind kind;
} formats[] = {
    {CU_AD_FORMAT_UNSIGNED_INT8, 8, cudaChannelFormatKindUnsigned},
    {CU_AD_FORMAT_UNSIGNED_INT16, 16, cudaChannelFormatKindUnsigned},
    {CU_AD_FORMAT_UNSIGNED_INT32, 32, cudaChannelFormatKindUnsigned},
    {CU_AD_FORMAT_SIGNED_INT8, 8, cudaChannelFormatKindSigned},
    {CU_AD_FORMAT_SIGNED_INT16, 16, cudaChannelFormatKindSigned},
    {CU_AD_FORMAT_SIGNED_INT32, 32, cudaChannelFormatKindSigned},
    {CU_AD_FORMAT_HALF, 16, cudaChannelFormatKindFloat},
    {CU_AD_FORMAT_FLOAT, 32, cudaChannelFormatKindFloat},
};

enum { format_count = sizeof(formats) / sizeof(formats[0]) };

cudaError_t simt_driver_channels(CUarray_format format, unsigned count,
                                 struct cudaChannelFormatDesc *desc)
{
    for (size_t i = 0; i < format_count; i++) {
        int bits = formats[i].bits;

        if (formats[i].format != format || (count != 1 && count != 2 && count != 4))
            continue;
        *desc = (struct cudaChannelFormatDesc){bits, count > 1 ? bits : 0, count > 2 ? bits : 0,
                                               count > 2 ? bits : 0, formats[i].kind};
        return cudaSuccess;
    }
    return cudaErrorInvalidValue;
}

cudaError_t simt_driver_format(CUarray array, CUDA_ARRAY3D_DESCRIPTOR *desc)
{
    const struct cudaChannelFormatDesc *channels;

    if (!desc || !simt_array_valid(array))
        return desc ? cudaErrorInvalidResourceHandle : cudaErrorInvalidValue;
    channels = &array->desc;
    *desc = (CUDA_ARRAY3D_DESCRIPTOR){
        .Width = array->extent.width,
        .Height = array->extent.height,
        .Depth = array->extent.depth,
        .NumChannels = 1U + (channels->y != 0) + (channels->z != 0) + (channels->w != 0),
        .Flags = array->flags,
    };
    for (size_t i = 0; i < format_count; i++)
        if (formats[i].bits == channels->x && formats[i].kind == channels->f)
            desc->Format = formats[i].format;
    return cudaSuccess;
}

/* ---- copies of rectangles ---- */

/* One side: an array, or memory. Where it begins, in elements of an array, in bytes of memory. */
struct side {
    CUmemorytype type;
    const void *host;
    CUdeviceptr device;
    CUarray array;
    size_t pitch, x, y;
};

static cudaError_t convert_side(const struct side *side, const CUDA_MEMCPY2D *copy,
                                cudaArray_t *array, struct cudaPos *at,
                                struct cudaPitchedPtr *memory)
{
    const void *base = side->type == CU_MEMORYTYPE_HOST ? side->host : address_of(side->device);
    size_t pitch = side->pitch ? side->pitch : side->x + copy->WidthInBytes;

    *at = (struct cudaPos){side->x, side->y, 0};
    if (side->type < CU_MEMORYTYPE_HOST || side->type > CU_MEMORYTYPE_UNIFIED)
        return cudaErrorInvalidValue;
    if (side->type != CU_MEMORYTYPE_ARRAY) {
        *memory =
            make_cudaPitchedPtr((void *)(uintptr_t)base, pitch, pitch, side->y + copy->Height);
        return cudaSuccess;
    }
    if (!simt_array_valid(side->array))
        return cudaErrorInvalidResourceHandle;
    if (side->x % side->array->element_bytes)
        return cudaErrorInvalidValue;
    at->x = side->x / side->array->element_bytes;
    *array = side->array;
    return cudaSuccess;
}

/* Widths are counted in elements where one side is an array. */
static bool convert_width(const struct cudaMemcpy3DParms *box, size_t *width)
{
    const struct cudaArray *array = box->srcArray ? box->srcArray : box->dstArray;

    if (!array)
        return true;
    if (*width % array->element_bytes)
        return false;
    *width /= array->element_bytes;
    return true;
}

static enum cudaMemcpyKind copy_kind(const CUDA_MEMCPY2D *copy)
{
    bool from_host = copy->srcMemoryType == CU_MEMORYTYPE_HOST;
    bool to_host = copy->dstMemoryType == CU_MEMORYTYPE_HOST;

    if (copy->srcMemoryType == CU_MEMORYTYPE_UNIFIED ||
        copy->dstMemoryType == CU_MEMORYTYPE_UNIFIED)
        return cudaMemcpyDefault;
    if (from_host)
        return to_host ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice;
    return to_host ? cudaMemcpyDeviceToHost : cudaMemcpyDeviceToDevice;
}

cudaError_t simt_driver_box(const CUDA_MEMCPY2D *copy, struct cudaMemcpy3DParms *box)
{
    cudaError_t error;
    size_t width;

    if (!copy)
        return cudaErrorInvalidValue;
    const struct side source = {copy->srcMemoryType, copy->srcHost,  copy->srcDevice,
                                copy->srcArray,      copy->srcPitch, copy->srcXInBytes,
                                copy->srcY};
    const struct side target = {copy->dstMemoryType, copy->dstHost,  copy->dstDevice,
                                copy->dstArray,      copy->dstPitch, copy->dstXInBytes,
                                copy->dstY};
    memset(box, 0, sizeof(*box));
    error = convert_side(&source, copy, &box->srcArray, &box->srcPos, &box->srcPtr);
    if (error == cudaSuccess)
        error = convert_side(&target, copy, &box->dstArray, &box->dstPos, &box->dstPtr);
    if (error != cudaSuccess)
        return error;
    width = copy->WidthInBytes;
    if (!convert_width(box, &width))
        return cudaErrorInvalidValue;
    box->extent = (struct cudaExtent){width, copy->Height, 1};
    box->kind = copy_kind(copy);
    return cudaSuccess;
}

/* ---- textures ---- */

cudaError_t simt_driver_resource(const CUDA_RESOURCE_DESC *from, struct cudaResourceDesc *to)
{
    if (!from || from->flags)
        return cudaErrorInvalidValue;
    memset(to, 0, sizeof(*to));
    to->resType = (enum cudaResourceType)from->resType;
    switch (from->resType) {
    case CU_RESOURCE_TYPE_ARRAY:
        to->res.array.array = from->res.array.hArray;
        return cudaSuccess;
    case CU_RESOURCE_TYPE_LINEAR:
        to->res.linear.devPtr = (void *)(uintptr_t)from->res.linear.devPtr;
        to->res.linear.sizeInBytes = from->res.linear.sizeInBytes;
        return simt_driver_channels(from->res.linear.format, from->res.linear.numChannels,
                                    &to->res.linear.desc);
    case CU_RESOURCE_TYPE_PITCH2D:
        to->res.pitch2D.devPtr = (void *)(uintptr_t)from->res.pitch2D.devPtr;
        to->res.pitch2D.width = from->res.pitch2D.width;
        to->res.pitch2D.height = from->res.pitch2D.height;
        to->res.pitch2D.pitchInBytes = from->res.pitch2D.pitchInBytes;
        return simt_driver_channels(from->res.pitch2D.format, from->res.pitch2D.numChannels,
                                    &to->res.pitch2D.desc);
    default:
        return cudaErrorNotSupported;
    }
}

/* What the driver API reads as a fraction by itself are integers of 8 or 16 bits. */
static bool reads_fractions(const CUDA_RESOURCE_DESC *resource, unsigned flags)
{
    CUDA_ARRAY3D_DESCRIPTOR desc = {0};
    CUarray_format format = resource->res.linear.format;

    if (resource->resType == CU_RESOURCE_TYPE_ARRAY) {
        (void)simt_driver_format(resource->res.array.hArray, &desc);
        format = desc.Format;
    } else if (resource->resType == CU_RESOURCE_TYPE_PITCH2D) {
        format = resource->res.pitch2D.format;
    }
    return !(flags & CU_TRSF_READ_AS_INTEGER) &&
           (format == CU_AD_FORMAT_UNSIGNED_INT8 || format == CU_AD_FORMAT_UNSIGNED_INT16 ||
            format == CU_AD_FORMAT_SIGNED_INT8 || format == CU_AD_FORMAT_SIGNED_INT16);
}

cudaError_t simt_driver_texture(const CUDA_RESOURCE_DESC *resource, const CUDA_TEXTURE_DESC *from,
                                struct cudaTextureDesc *to)
{
    if (!from)
        return cudaErrorInvalidValue;
    *to = (struct cudaTextureDesc){
        .filterMode = (enum cudaTextureFilterMode)from->filterMode,
        .readMode = reads_fractions(resource, from->flags) ? cudaReadModeNormalizedFloat
                                                           : cudaReadModeElementType,
        .sRGB = (from->flags & CU_TRSF_SRGB) != 0,
        .normalizedCoords = (from->flags & CU_TRSF_NORMALIZED_COORDINATES) != 0,
        .maxAnisotropy = from->maxAnisotropy,
        .mipmapFilterMode = (enum cudaTextureFilterMode)from->mipmapFilterMode,
        .mipmapLevelBias = from->mipmapLevelBias,
        .minMipmapLevelClamp = from->minMipmapLevelClamp,
        .maxMipmapLevelClamp = from->maxMipmapLevelClamp,
    };
    for (size_t i = 0; i < 3; i++)
        to->addressMode[i] = (enum cudaTextureAddressMode)from->addressMode[i];
    memcpy(to->borderColor, from->borderColor, sizeof(to->borderColor));
    return cudaSuccess;
}
