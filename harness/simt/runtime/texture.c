/* Texture and surface objects. The reads follow the chapter "Texture Fetching" of CUDA's
 * programming guide: weights of linear filtering have 8 bits behind the point. */
#include "cuda_array.h"
#include "error.h"
#include "fault.h"
#include "lockstep.h"
#include "observer.h"
#include "own_memory.h"
#include "queue.h"
#include "region.h"
#include "wall.h"

#include <simt/runtime.h>
#include <limits.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* What an object reads: planes of rows of elements. */
struct image {
    struct simt_handle handle; /* first */
    struct cudaResourceDesc resource;
    struct cudaTextureDesc how; /* of a texture */
    const char *base;
    struct cudaChannelFormatDesc desc;
    size_t element_bytes, pitch, plane_pitch;
    int size[3]; /* elements, rows, planes or layers */
};

static struct simt_handles textures, surfaces;
static _Atomic unsigned long long destroyed_count; /* objects, of both kinds */

/* ---- making them ---- */

static void describe_array(struct image *image, cudaArray_const_t array)
{
    struct cudaPitchedPtr memory = simt_array_memory(array);

    image->base = memory.ptr;
    image->desc = array->desc;
    image->pitch = memory.pitch;
    image->plane_pitch = memory.pitch * memory.ysize;
    image->size[0] = (int)array->extent.width;
    image->size[1] = (int)memory.ysize;
    image->size[2] = (int)(array->extent.depth ? array->extent.depth : 1);
}

/* Whether what the resource says lies in one allocation, with sizes that an int holds. */
static bool is_in_memory(const struct image *image)
{
    const struct cudaResourceDesc *resource = &image->resource;
    size_t bytes = 1, width = resource->res.pitch2D.width, height = resource->res.pitch2D.height;
    struct simt_region region;

    if (resource->resType == cudaResourceTypeLinear) {
        bytes = resource->res.linear.sizeInBytes;
        if (bytes / image->element_bytes > INT_MAX)
            return false;
    } else if (resource->resType == cudaResourceTypePitch2D) {
        if (width > INT_MAX || !height || height > INT_MAX ||
            __builtin_mul_overflow(image->pitch, height - 1, &bytes) ||
            __builtin_add_overflow(bytes, width * image->element_bytes, &bytes))
            return false;
    }
    return simt_region_find(image->base, &region) &&
           bytes <= region.base + region.size - (uintptr_t)image->base;
}

/* Fills in what the resource says. */
static cudaError_t describe(struct image *image, const struct cudaResourceDesc *resource)
{
    image->resource = *resource;
    image->size[1] = image->size[2] = 1;
    switch (resource->resType) {
    case cudaResourceTypeArray:
        if (!simt_array_valid(resource->res.array.array))
            return cudaErrorInvalidValue;
        describe_array(image, resource->res.array.array);
        break;
    case cudaResourceTypeLinear:
        image->base = resource->res.linear.devPtr;
        image->desc = resource->res.linear.desc;
        break;
    case cudaResourceTypePitch2D:
        image->base = resource->res.pitch2D.devPtr;
        image->desc = resource->res.pitch2D.desc;
        image->pitch = resource->res.pitch2D.pitchInBytes;
        image->size[0] = (int)resource->res.pitch2D.width;
        image->size[1] = (int)resource->res.pitch2D.height;
        break;
    default:
        return cudaErrorInvalidValue;
    }
    image->element_bytes = simt_channel_bytes(&image->desc);
    if (!image->element_bytes)
        return cudaErrorInvalidChannelDescriptor;
    if (!is_in_memory(image))
        return cudaErrorInvalidValue;
    if (resource->resType == cudaResourceTypeLinear)
        image->size[0] = (int)(resource->res.linear.sizeInBytes / image->element_bytes);
    return image->size[0] > 0 ? cudaSuccess : cudaErrorInvalidValue;
}

/* Whether what is read is a fraction of the integer's range. */
static bool is_normalized(const struct image *image)
{
    return image->how.readMode == cudaReadModeNormalizedFloat &&
           image->desc.f != cudaChannelFormatKindFloat && image->desc.x < 32;
}

/* All that tells what a kernel finds by it. Of what the program left out, which may be anything,
 * nothing is told: a border that no kernel comes to. */
static void tell(const struct image *image, const void *site)
{
    const struct cudaTextureDesc *how = &image->how;
    uint64_t numbers[24];
    size_t count = 0;
    bool has_border = false;

    for (int d = 0; d < 3; d++) {
        numbers[count++] = (uint64_t)image->size[d];
        numbers[count++] = (uint64_t)how->addressMode[d];
        has_border = has_border || how->addressMode[d] == cudaAddressModeBorder;
    }
    for (int c = 0; c < 4; c++) {
        uint32_t bits = 0;

        memcpy(&bits, &how->borderColor[c], has_border ? sizeof(bits) : 0);
        numbers[count++] = bits;
    }
    numbers[count++] = image->pitch;
    numbers[count++] = image->plane_pitch;
    numbers[count++] = image->element_bytes;
    numbers[count++] = (uint64_t)image->desc.x;
    numbers[count++] = (uint64_t)image->desc.f;
    numbers[count++] = (uint64_t)how->filterMode;
    numbers[count++] = (uint64_t)how->readMode;
    numbers[count++] = how->normalizedCoords != 0;
    simt_observer->described(image->base, numbers, count, site);
}

/* Where host code can read it, and not change it. */
static struct image *keep(const struct image *image, struct simt_handles *set)
{
    struct image *kept;

    simt_wall_open_structures();
    kept = simt_structure_new(sizeof(*kept));
    if (kept) {
        *kept = *image;
        simt_handle_add(set, &kept->handle);
    }
    simt_wall_close_structures();
    return kept;
}

static cudaError_t make(unsigned long long *object, const struct cudaResourceDesc *resource,
                        const struct cudaTextureDesc *how, struct simt_handles *set,
                        const void *site)
{
    struct image image = {.handle.site = site};
    const struct image *kept;
    cudaError_t error = describe(&image, resource);

    if (how)
        image.how = *how;
    if (error == cudaSuccess && how && how->filterMode == cudaFilterModeLinear &&
        resource->resType != cudaResourceTypeLinear && image.desc.f != cudaChannelFormatKindFloat &&
        !is_normalized(&image))
        error = cudaErrorInvalidFilterSetting;
    if (error != cudaSuccess)
        return error;
    kept = keep(&image, set);
    if (!kept)
        return cudaErrorMemoryAllocation;
    if (simt_observer)
        tell(kept, site);
    *object = (unsigned long long)(uintptr_t)kept;
    return cudaSuccess;
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *texture,
                                    const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *desc,
                                    const struct cudaResourceViewDesc *view)
{
    if (!texture || !resource || !desc)
        return simt_return(cudaErrorInvalidValue);
    if (view)
        return simt_return(cudaErrorNotSupported);
    return simt_return(make(texture, resource, desc, &textures, SIMT_SITE));
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *surface,
                                    const struct cudaResourceDesc *resource)
{
    if (!surface || !resource || resource->resType != cudaResourceTypeArray ||
        !simt_array_valid(resource->res.array.array) ||
        !(resource->res.array.array->flags & cudaArraySurfaceLoadStore))
        return simt_return(cudaErrorInvalidValue);
    return simt_return(make(surface, resource, NULL, &surfaces, SIMT_SITE));
}

static cudaError_t destroy(unsigned long long object, struct simt_handles *set)
{
    struct image *image = (struct image *)(uintptr_t)object;
    bool removed;

    if (!image)
        return cudaSuccess;
    simt_wall_open_structures();
    removed = simt_handle_remove(set, image);
    if (removed)
        simt_structure_delete(image, sizeof(*image));
    simt_wall_close_structures();
    if (!removed)
        return cudaErrorInvalidValue;
    (void)atomic_fetch_add(&destroyed_count, 1);
    return cudaSuccess;
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture)
{
    simt_queue_wait_all();
    return simt_return(destroy(texture, &textures));
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface)
{
    simt_queue_wait_all();
    return simt_return(destroy(surface, &surfaces));
}

static const struct image *find(unsigned long long object, struct simt_handles *set)
{
    const void *image = (const void *)(uintptr_t)object;

    return image && simt_structure_is_here(image) && simt_handle_valid(set, image) ? image : NULL;
}

/* What a kernel reads or writes by the object; without one, the kernel ends. */
static const struct image *use(unsigned long long object, struct simt_handles *set)
{
    static __thread unsigned long long found, found_at;
    static __thread const struct simt_handles *found_in;
    unsigned long long now = atomic_load_explicit(&destroyed_count, memory_order_relaxed);
    const char *kind = set == &textures ? "texture" : "surface";

    if (object && object == found && set == found_in && now == found_at &&
        simt_structure_is_here((const void *)(uintptr_t)object))
        return (const struct image *)(uintptr_t)object;
    if (!find(object, set))
        simt_fault(cudaErrorIllegalAddress, "the kernel uses a %s object that %s", kind,
                   object ? "does not exist, or was destroyed" : "is 0: none was made");
    found = object;
    found_at = now;
    found_in = set;
    return (const struct image *)(uintptr_t)object;
}

cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaTextureObject_t texture)
{
    const struct image *image = find(texture, &textures);

    if (!image || !resource)
        return simt_return(cudaErrorInvalidValue);
    *resource = image->resource;
    return simt_return(cudaSuccess);
}

cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *desc,
                                            cudaTextureObject_t texture)
{
    const struct image *image = find(texture, &textures);

    if (!image || !desc)
        return simt_return(cudaErrorInvalidValue);
    *desc = image->how;
    return simt_return(cudaSuccess);
}

cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaSurfaceObject_t surface)
{
    const struct image *image = find(surface, &surfaces);

    if (!image || !resource)
        return simt_return(cudaErrorInvalidValue);
    *resource = image->resource;
    return simt_return(cudaSuccess);
}

/* ---- elements ---- */

static float half_to_float(uint16_t bits)
{
    int exponent = bits >> 10 & 31, fraction = bits & 1023;
    float value = exponent == 0    ? ldexpf((float)fraction, -24)
                  : exponent == 31 ? (fraction ? NAN : INFINITY)
                                   : ldexpf((float)(fraction | 1024), exponent - 25);

    return bits & 0x8000 ? -value : value;
}

/* One channel as the format has it, or as a fraction of its range. */
static void read_channel(const struct image *image, const char *at, bool normalized,
                         union simt_channel *out)
{
    bool is_signed = image->desc.f == cudaChannelFormatKindSigned;
    int32_t value = 0;

    if (image->desc.x == 8) {
        value = is_signed ? *(const int8_t *)at : *(const uint8_t *)at;
    } else if (image->desc.x == 16) {
        uint16_t bits;

        memcpy(&bits, at, sizeof(bits));
        value = is_signed ? (int16_t)bits : bits;
        if (image->desc.f == cudaChannelFormatKindFloat) {
            out->f = half_to_float(bits);
            return;
        }
    } else {
        memcpy(&value, at, sizeof(value));
    }
    if (!normalized) {
        memcpy(out, &value, sizeof(value));
        return;
    }
    out->f = (float)value / (float)((1 << (image->desc.x - is_signed)) - 1);
    if (out->f < -1)
        out->f = -1;
}

static int channel_count(const struct image *image)
{
    return (int)image->element_bytes * 8 / image->desc.x;
}

/* The element at a place in the image, or, outside of it, the border. */
static void read_element(const struct image *image, const int at[3], union simt_channel *out,
                         const void *site)
{
    bool normalized = is_normalized(image), inside = true;
    const char *element;

    memset(out, 0, 4 * sizeof(*out));
    for (int d = 0; d < 3; d++)
        inside = inside && at[d] >= 0 && at[d] < image->size[d];
    if (!inside) {
        for (int c = 0; c < channel_count(image); c++)
            if (normalized || image->desc.f == cudaChannelFormatKindFloat)
                out[c].f = image->how.borderColor[c];
        return;
    }
    element = image->base + (size_t)at[2] * image->plane_pitch + (size_t)at[1] * image->pitch +
              (size_t)at[0] * image->element_bytes;
    simt_lockstep_range(element, (uint32_t)image->element_bytes, SIMT_ACCESS_READ, site);
    for (int c = 0; c < channel_count(image); c++)
        read_channel(image, element + c * image->desc.x / 8, normalized, &out[c]);
}

/* ---- coordinates ---- */

/* The mode that holds for a dimension: two of them need normalized coordinates. */
static enum cudaTextureAddressMode address_mode(const struct image *image, int d)
{
    enum cudaTextureAddressMode mode = image->how.addressMode[d];
    bool repeats = mode == cudaAddressModeWrap || mode == cudaAddressModeMirror;

    return repeats && !image->how.normalizedCoords ? cudaAddressModeClamp : mode;
}

/* Brings an element's index into the image; with a border it may stay outside. */
static int address(enum cudaTextureAddressMode mode, long long i, int n)
{
    long long in_two;

    switch (mode) {
    case cudaAddressModeWrap:
        return (int)((i % n + n) % n);
    case cudaAddressModeMirror:
        in_two = (i % (2LL * n) + 2LL * n) % (2LL * n);
        return (int)(in_two < n ? in_two : 2LL * n - 1 - in_two);
    case cudaAddressModeBorder:
        return i < 0 || i >= n ? -1 : (int)i;
    default:
        return (int)(i < 0 ? 0 : i >= n ? n - 1 : i);
    }
}

/* An index that no image has, for coordinates that are far out or no number. */
static long long whole(float x)
{
    return x > -1e9F ? (x < 1e9F ? (long long)floorf(x) : 1000000000) : -1000000000;
}

/* The two elements that a coordinate lies between, and the weight of the second. With point
 * filtering both are the one that it lies in. */
static float place(const struct image *image, int d, float x, bool linear, int at[2])
{
    enum cudaTextureAddressMode mode = address_mode(image, d);
    int n = image->size[d];
    long long first;
    float weight;

    if (image->how.normalizedCoords)
        x *= (float)n;
    if (!linear) {
        at[0] = at[1] = address(mode, whole(x), n);
        return 0;
    }
    x -= 0.5F;
    first = whole(x);
    weight = roundf((x - floorf(x)) * 256) / 256;
    at[0] = address(mode, first, n);
    at[1] = address(mode, first + 1, n);
    return weight >= 0 && weight <= 1 ? weight : 0;
}

/* Which side of a cube a direction meets, and where. */
static int cube_face(float *x, float *y, float z)
{
    float ax = fabsf(*x), ay = fabsf(*y), az = fabsf(z), m, s, t;
    int face;

    if (ax >= ay && ax >= az) {
        face = *x > 0 ? 0 : 1;
        m = ax;
        s = *x > 0 ? -z : z;
        t = -*y;
    } else if (ay >= az) {
        face = *y > 0 ? 2 : 3;
        m = ay;
        s = *x;
        t = *y > 0 ? z : -z;
    } else {
        face = z > 0 ? 4 : 5;
        m = az;
        s = z > 0 ? *x : -*x;
        t = -*y;
    }
    *x = (s / m + 1) / 2;
    *y = (t / m + 1) / 2;
    return face;
}

/* Adds up the 2, 4 or 8 elements around a place. */
static void filter(const struct image *image, int dimensions, int at[3][2], const float weight[3],
                   struct simt_texel *out, const void *site)
{
    float sum[4] = {0};

    for (int corner = 0; corner < 1 << dimensions; corner++) {
        union simt_channel element[4];
        int place[3] = {at[0][0], at[1][0], at[2][0]};
        float part = 1;

        for (int d = 0; d < dimensions; d++) {
            place[d] = at[d][corner >> d & 1];
            part *= corner >> d & 1 ? weight[d] : 1 - weight[d];
        }
        if (part == 0)
            continue;
        read_element(image, place, element, site);
        for (int c = 0; c < 4; c++)
            sum[c] += part * element[c].f;
    }
    memcpy(out->f, sum, sizeof(sum));
}

void simt_texture_fetch(cudaTextureObject_t texture, enum simt_texture_shape shape, float x,
                        float y, float z, int layer, struct simt_texel *texel)
{
    const struct image *image = use(texture, &textures);
    bool layered = shape == SIMT_TEXTURE_1D_LAYERED || shape == SIMT_TEXTURE_2D_LAYERED;
    bool linear = image->how.filterMode == cudaFilterModeLinear;
    int dimensions = shape == SIMT_TEXTURE_1D || shape == SIMT_TEXTURE_1D_LAYERED ? 1
                     : shape == SIMT_TEXTURE_3D                                   ? 3
                                                                                  : 2;
    int at[3][2] = {{0}};
    float weight[3] = {0}, coordinates[3];

    if (shape == SIMT_TEXTURE_CUBE) {
        layer = 6 * layer + cube_face(&x, &y, z);
        layered = true;
    }
    coordinates[0] = x;
    coordinates[1] = y;
    coordinates[2] = z;
    for (int d = 0; d < dimensions; d++)
        weight[d] = place(image, d, coordinates[d], linear, at[d]);
    if (layered)
        at[2][0] = address(cudaAddressModeClamp, layer, image->size[2]);
    if (linear) {
        filter(image, dimensions, at, weight, texel, SIMT_SITE);
    } else {
        int one[3] = {at[0][0], at[1][0], at[2][0]};

        read_element(image, one, texel->channels, SIMT_SITE);
    }
}

void simt_texture_fetch_linear(cudaTextureObject_t texture, int x, struct simt_texel *texel)
{
    int at[3] = {x, 0, 0};

    read_element(use(texture, &textures), at, texel->channels, SIMT_SITE);
}

/* ---- surfaces ---- */

void *simt_surface_cell(cudaSurfaceObject_t surface, int x, int y, int z, size_t bytes,
                        enum cudaSurfaceBoundaryMode mode)
{
    const struct image *image = use(surface, &surfaces);
    const long long row = (long long)image->size[0] * (long long)image->element_bytes;
    long long first = x, last = row - (long long)bytes; /* where an access can begin */
    bool inside = x >= 0 && x < row && y >= 0 && y < image->size[1] && z >= 0 && z < image->size[2];

    if (inside && first % (long long)bytes != 0)
        simt_fault(cudaErrorMisalignedAddress,
                   "an access of %zu bytes to a surface at x = %d; x counts bytes and must be a "
                   "multiple of %zu",
                   bytes, x, bytes);
    inside = inside && first <= last;
    if (!inside && mode == cudaBoundaryModeZero)
        return NULL;
    if (last < 0 || (!inside && mode == cudaBoundaryModeTrap))
        simt_fault(cudaErrorLaunchFailure,
                   "an access of %zu bytes at x = %d, y = %d, z = %d is outside of a surface with "
                   "%d planes of %d rows of %lld bytes; x counts bytes",
                   bytes, x, y, z, image->size[2], image->size[1], row);
    first = first < 0 ? 0 : first > last ? last : first;
    y = address(cudaAddressModeClamp, y, image->size[1]);
    z = address(cudaAddressModeClamp, z, image->size[2]);
    return (char *)(uintptr_t)image->base + (size_t)z * image->plane_pitch +
           (size_t)y * image->pitch + (size_t)first;
}
