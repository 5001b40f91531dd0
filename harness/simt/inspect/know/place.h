/* An address as a place in an object, or near one. */
#ifndef SIMT_INSPECT_PLACE_H
#define SIMT_INSPECT_PLACE_H

#include "objects.h"
#include "shared_space.h"

/* An access relative to an object in or near which it is. */
struct simt_place {
    struct simt_object *object;
    unsigned element_bytes; /* of the object, or of the access where that is not known */
    long long index;        /* of the element; below 0: before the object */
    unsigned rest;          /* bytes into that element */
    long long past;         /* elements past the end; 0: just past it; below 0: not past it */
    uint32_t outside;       /* bytes past the end, of an access that begins inside */
};

struct simt_place simt_place_of(struct simt_object *object, uintptr_t address, uint32_t bytes);

/* The living object that an address outside of all belongs to, as far as can be told: the nearest
 * one, or, not much farther, the one that the last good access at `site` (null: unknown) went to.
 * Null: none is near. */
struct simt_object *simt_place_near(struct simt_shared_space *shared, uintptr_t address,
                                    const void *site);

/* The same for addresses that only a wild index of 32 bits can come to. */
struct simt_object *simt_place_far(uintptr_t address, const void *site);

#endif
