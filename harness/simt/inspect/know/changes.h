/* What a launch changed in the arrays of a harness: those that simt_label() named. */
#ifndef SIMT_INSPECT_CHANGES_H
#define SIMT_INSPECT_CHANGES_H

#include <stddef.h>
#include <stdint.h>

struct simt_change {
    const char *array;
    size_t elements; /* that are not as they were before the launch */
    uint64_t state;  /* a hash of all elements after it, below 2^46 */
};

/* A launch is about to begin, and has come to its end. Returns how many arrays it changed; *changes
 * is the caller's, and null where there are none, or no memory. */
void simt_changes_begin(void);
size_t simt_changes_end(struct simt_change **changes);

/* Below 2^46. */
uint64_t simt_hash_of_bytes(const void *from, size_t count);

#endif
