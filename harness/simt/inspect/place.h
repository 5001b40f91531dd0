/* Words for a place in memory. */
#ifndef SIMT_INSPECT_PLACE_H
#define SIMT_INSPECT_PLACE_H

#include "space.h"

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

/* "b", or "the allocation" where it has no name. */
const char *simt_place_owner(struct simt_object *object);

/* "b[1025]", or "element 1025". */
void simt_place_cell(const struct simt_place *place, char *text, size_t size);

/* "1 past the end of b"; "" inside. */
void simt_place_offset(const struct simt_place *place, char *text, size_t size);

/* "b[1025], 1 past the end of b (1024 floats, allocated at x.cu:12)" */
void simt_place_describe(const struct simt_place *place, char *text, size_t size);

/* "b (1024 floats, allocated at x.cu:12)", or "an allocation of 4096 bytes at x.cu:12" */
void simt_place_object(struct simt_object *object, char *text, size_t size);

/* The same into the subject of a finding, with its cell. */
struct simt_finding;
void simt_place_mark(const struct simt_place *place, struct simt_finding *finding);
void simt_place_mark_object(struct simt_object *object, struct simt_finding *finding);

/* " at x.cu:12"; "" where unknown. */
void simt_place_line(const void *site, char *text, size_t size);

/* Host memory that an address is in, as "on the host's heap"; null: it is in none. */
const char *simt_place_on_host(uintptr_t address);

/* Read-only data of the program that holds the address: constants in the text of kernels, where
 * compilers put tables and strings. False: there is none. */
bool simt_place_literal(uintptr_t address, uintptr_t *base, size_t *bytes);

/* Appends to a text that has room for `size` bytes in all. */
void simt_place_append(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
