/* The allocator of device memory, and the table of all memory CUDA knows of.
 *
 * Device and managed memory lie in one reserved range of addresses ("arena"); around every
 * allocation are pages that cannot be touched. */
#ifndef SIMT_REGION_H
#define SIMT_REGION_H

#include <driver_types.h>
#include <stdbool.h>
#include <stdint.h>

/* Between allocations, and at both ends of the arena. */
enum { SIMT_REGION_GUARD_BYTES = 64 * 1024 };

enum simt_region_kind {
    SIMT_REGION_DEVICE,
    SIMT_REGION_MANAGED,
    SIMT_REGION_PINNED,     /* cudaMallocHost */
    SIMT_REGION_REGISTERED, /* cudaHostRegister */
    SIMT_REGION_SYMBOL,     /* a __device__ variable */
};

/* Flags of device memory: it is of its device's pool; it is addresses that the driver API has
 * reserved, and memory of any device is mapped to parts of it (memory.h). */
enum { SIMT_REGION_POOLED = 1 << 16, SIMT_REGION_RESERVED = 1 << 17 };

struct simt_region {
    uintptr_t base;
    size_t size;     /* bytes, as asked for */
    uintptr_t map;   /* its pages, */
    size_t map_size; /* in bytes */
    enum simt_region_kind kind;
    unsigned flags; /* of cudaHostAlloc and cudaHostRegister; or one of those */
    int device;     /* that the memory is of, or that was chosen when it was allocated */
};

/* Allocates `size` > 0 bytes, of the device, of a kind that the simulator itself maps (not
 * registered or symbol); the memory is zero. Null: over the device's memory, or the system's. */
void *simt_region_alloc(size_t size, enum simt_region_kind kind, unsigned flags, int device);

/* Enters memory of the program's. False: it overlaps memory that is known, or no memory. */
bool simt_region_add(const void *base, size_t size, enum simt_region_kind kind, unsigned flags);

/* Frees or forgets the region that begins at `base`. False: there is none of one of the kinds. */
bool simt_region_remove(const void *base, enum simt_region_kind kind,
                        enum simt_region_kind or_kind);

/* The region that holds the address; false: none. */
bool simt_region_find(const void *address, struct simt_region *region);

/* The region nearest to an address of the arena; false: none within `reach` bytes. */
bool simt_region_near(const void *address, size_t reach, struct simt_region *region);

/* True for every address of the arena, allocated or not. */
bool simt_region_in_arena(const void *address);

/* The arena, but for the guard at its end. */
void simt_region_bounds(const void **begin, const void **end);

static inline bool simt_region_is_pooled(const struct simt_region *region)
{
    return region->kind == SIMT_REGION_DEVICE && region->flags & SIMT_REGION_POOLED;
}

static inline bool simt_region_is_reserved(const struct simt_region *region)
{
    return region->kind == SIMT_REGION_DEVICE && region->flags & SIMT_REGION_RESERVED;
}

/* Bytes from the arena's begin to an address of it. */
size_t simt_region_offset(const void *address);

/* Forgets and frees all device and managed memory of the device, but for what is reserved: that
 * belongs to no context. */
void simt_region_reset(int device);

/* For the wall (wall.h), which has just been raised: from now on host code can read what is known
 * here, and not change it. */
void simt_region_seal(void);

/* For the wall: lets all device memory be used, or none of it. Managed memory, which is
 * the host's too, can always be. */
void simt_region_open_all(void);
void simt_region_close_all(void);

/* The same for the region that an address lies in, if it is device memory. */
void simt_region_set_open(const void *address, bool open);

/* The same for all memory that the device does not reach. */
void simt_region_set_others_open(int device, bool open);

/* Memory of the thread's device in bytes. */
void simt_region_totals(size_t *free_bytes, size_t *total_bytes);

#endif
