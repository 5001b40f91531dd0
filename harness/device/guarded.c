#include "guarded.h"

#include "device.h"
#include "fingerprint.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static size_t round_up(size_t bytes, size_t multiple)
{
    return (bytes + multiple - 1) / multiple * multiple;
}

static char *zone_behind(const struct gs_guarded *buffer)
{
    return (char *)buffer->data + buffer->bytes;
}

enum gs_status gs_guarded_alloc_host(struct gs_guarded *out, size_t bytes, struct gs_error *error)
{
    size_t all = round_up(bytes + (size_t)2 * GS_GUARD_BYTES, 4096);
    char *base = aligned_alloc(4096, all);
    if (base == NULL)
        return gs_fail(error, GS_USAGE, "out of host memory: no %zu bytes for an array", all);
    /* Large pages, as NumPy asks for too: without them a stream waits for page walks. */
    madvise(base, all, MADV_HUGEPAGE);
    *out = (struct gs_guarded){.base = base, .data = base + GS_GUARD_BYTES, .bytes = bytes};
    gs_guarded_lay_zones_host(out);
    return GS_OK;
}

void gs_guarded_lay_zones_host(struct gs_guarded *buffer)
{
    memset(buffer->base, GS_GUARD, GS_GUARD_BYTES);
    memset(zone_behind(buffer), GS_GUARD, GS_GUARD_BYTES);
}

void gs_guarded_release_host(struct gs_guarded *buffer)
{
    free(buffer->base);
    *buffer = (struct gs_guarded){0};
}

enum gs_status gs_guarded_alloc_device(struct gs_device *device, struct gs_guarded *out,
                                       size_t bytes, struct gs_error *error)
{
    void *base;
    enum gs_status status =
        gs_device_alloc(device, bytes + (size_t)2 * GS_GUARD_BYTES, &base, error);
    if (status != GS_OK)
        return status;
    *out = (struct gs_guarded){.base = base, .data = (char *)base + GS_GUARD_BYTES, .bytes = bytes};
    status = gs_guarded_lay_zones_device(device, out, error);
    if (status != GS_OK)
        gs_guarded_release_device(device, out);
    return status;
}

enum gs_status gs_guarded_lay_zones_device(struct gs_device *device, struct gs_guarded *buffer,
                                           struct gs_error *error)
{
    enum gs_status status = gs_device_fill(device, buffer->base, GS_GUARD, GS_GUARD_BYTES, error);
    if (status == GS_OK)
        status = gs_device_fill(device, zone_behind(buffer), GS_GUARD, GS_GUARD_BYTES, error);
    return status;
}

void gs_guarded_release_device(struct gs_device *device, struct gs_guarded *buffer)
{
    if (buffer->base != NULL)
        gs_device_release(device, buffer->base);
    *buffer = (struct gs_guarded){0};
}

/* The change nearest to the data in copies of the zones before and behind it. */
static bool nearest_change(const unsigned char *before, const unsigned char *behind, size_t bytes,
                           ptrdiff_t *offset)
{
    for (size_t i = 0; i < GS_GUARD_BYTES; i++) {
        if (behind[i] != GS_GUARD) {
            *offset = (ptrdiff_t)(bytes + i);
            return true;
        }
        if (before[GS_GUARD_BYTES - 1 - i] != GS_GUARD) {
            *offset = -(ptrdiff_t)(i + 1);
            return true;
        }
    }
    return false;
}

bool gs_guarded_damaged_host(const struct gs_guarded *buffer, ptrdiff_t *offset)
{
    return nearest_change(buffer->base, (const unsigned char *)zone_behind(buffer), buffer->bytes,
                          offset);
}

enum gs_status gs_guarded_damaged_device(struct gs_device *device, const struct gs_guarded *buffer,
                                         bool *trespassed, ptrdiff_t *offset,
                                         struct gs_error *error)
{
    unsigned char before[GS_GUARD_BYTES], behind[GS_GUARD_BYTES];
    enum gs_status status = gs_device_copy_out(device, before, buffer->base, GS_GUARD_BYTES, error);
    if (status == GS_OK)
        status = gs_device_copy_out(device, behind, zone_behind(buffer), GS_GUARD_BYTES, error);
    if (status == GS_OK)
        *trespassed = nearest_change(before, behind, buffer->bytes, offset);
    return status;
}

uint64_t gs_guarded_fingerprint_host(const struct gs_guarded *buffer)
{
    const unsigned char *bytes = buffer->data;
    size_t words = buffer->bytes / sizeof(uint64_t);
    uint64_t sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < words; i++) {
        uint64_t word;
        memcpy(&word, bytes + i * sizeof word, sizeof word);
        sum += gs_fingerprint_of(word, i);
    }
    for (size_t i = words * sizeof(uint64_t); i < buffer->bytes; i++)
        sum += gs_fingerprint_of(bytes[i], i);
    return sum;
}

enum gs_status gs_guarded_fingerprint_device(struct gs_device *device,
                                             const struct gs_guarded *buffer, uint64_t *out,
                                             struct gs_error *error)
{
    return gs_device_fingerprint(device, buffer->data, buffer->bytes, out, error);
}
