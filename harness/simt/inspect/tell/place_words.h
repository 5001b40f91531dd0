/* Words for places in memory and what stands in them. */
#ifndef SIMT_INSPECT_PLACE_WORDS_H
#define SIMT_INSPECT_PLACE_WORDS_H

#include "finding.h"
#include "overflow.h"
#include "place.h"
#include "program_memory.h"

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
void simt_place_mark(const struct simt_place *place, struct simt_finding *finding);
void simt_place_mark_object(struct simt_object *object, struct simt_finding *finding);

/* The same for an address in or near an object; nothing where there is none near. `bytes`: of the
 * access, for the index where the elements' size is not known. */
void simt_place_mark_address(struct simt_shared_space *shared, uintptr_t address, uint32_t bytes,
                             struct simt_finding *finding);

/* " at x.cu:12", without its folder, for words have little room; "" where unknown. */
void simt_place_line(const void *site, char *text, size_t size);

/* "on the host's heap"; null: nowhere. */
const char *simt_host_memory_words(enum simt_host_memory memory);

/* "46341 * 46341 does not fit an int" */
void simt_overflow_describe(const struct simt_overflow *overflow, char *text, size_t size);

/* Appends to a text that has room for `size` bytes in all. */
void simt_place_append(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
