/* Arrays with guard zones on both sides, on the host and on the device. */
#ifndef GS_GUARDED_H
#define GS_GUARDED_H

#include "status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gs_device;

/*
 * Memory between two guard zones of GS_GUARD_BYTES each: what a whole block of 1024 threads writes
 * past the end, 16 bytes a thread, still falls into one. `data` is page-aligned on the host.
 */
struct gs_guarded {
    void *base;
    void *data;
    size_t bytes;
};

enum { GS_GUARD_BYTES = 16384, GS_POISON = 0xff, GS_GUARD = 0xa5 };

enum gs_status gs_guarded_alloc_host(struct gs_guarded *out, size_t bytes, struct gs_error *error);
void gs_guarded_release_host(struct gs_guarded *buffer);

enum gs_status gs_guarded_alloc_device(struct gs_device *device, struct gs_guarded *out,
                                       size_t bytes, struct gs_error *error);
void gs_guarded_release_device(struct gs_device *device, struct gs_guarded *buffer);

/* Lays the guard zones (again). */
void gs_guarded_lay_zones_host(struct gs_guarded *buffer);
enum gs_status gs_guarded_lay_zones_device(struct gs_device *device, struct gs_guarded *buffer,
                                           struct gs_error *error);

/*
 * Sets *offset to the byte nearest to the data that a write outside of it changed: negative before
 * the data, bytes or more behind it. Returns false where the zones are whole.
 */
bool gs_guarded_damaged_host(const struct gs_guarded *buffer, ptrdiff_t *offset);
enum gs_status gs_guarded_damaged_device(struct gs_device *device, const struct gs_guarded *buffer,
                                         bool *trespassed, ptrdiff_t *offset,
                                         struct gs_error *error);

/*
 * A number that equal data share, and that others have by a chance of 2^-64: the sum of what
 * gs_fingerprint_of() makes of each 8-byte word. A sum, so that all threads can share the work.
 */
uint64_t gs_guarded_fingerprint_host(const struct gs_guarded *buffer);
enum gs_status gs_guarded_fingerprint_device(struct gs_device *device,
                                             const struct gs_guarded *buffer, uint64_t *out,
                                             struct gs_error *error);

#endif
