/* What crossed between the host and the device: by copies, by kernels in memory that both reach, by
 * the arguments of launches. Values are looked at in words of 4 bytes, and a word of zeros tells
 * nothing. */
#ifndef SIMT_INSPECT_CROSSING_H
#define SIMT_INSPECT_CROSSING_H

#include "objects.h"
#include "runtime/access.h"

/* ---- what happens is told ---- */

/* A row of a copy, before it is made. */
void simt_crossing_row(const void *dst, const void *src, size_t bytes, const void *site);

/* A row of a fill, after it is made: one value, which counts once. */
void simt_crossing_filled(const void *begin, size_t bytes);

/* A kernel accesses memory other than shared; before it does. */
void simt_crossing_access(const struct simt_object *object, const struct simt_access *access);

/* False: such an access of the object has nothing to tell. */
bool simt_crossing_wants(const struct simt_object *object, bool write);

/* The arguments that a launch comes with. */
void simt_crossing_arguments(const void *arguments, size_t bytes);

/* A launch begins. */
void simt_crossing_launch_begins(void);

/* A launch is over: what its kernel stored is there. */
void simt_crossing_launch_ends(void);

/* Results that the program leaves in memory of the host's. */
void simt_crossing_results(const void *base, size_t bytes);

/* Nobody will ask what crossed: nothing is looked at. Before the program begins. */
void simt_crossing_unwanted(void);

void simt_crossing_forget(void); /* all of that */
void simt_crossing_end(void);    /* nothing that comes after is looked at */

/* Whether the host does not reach the object's memory. */
static inline bool simt_object_is_devices(const struct simt_object *object)
{
    return object->kind != SIMT_OBJECT_MANAGED && object->kind != SIMT_OBJECT_PINNED &&
           object->kind != SIMT_OBJECT_REGISTERED;
}

/* ---- what crossed ---- */

struct simt_crossing {
    uint64_t bytes;
    const void *site; /* of the first; null: unknown */
    bool by_kernel;   /* that one */
};

struct simt_crossings {
    struct simt_crossing down;    /* to where the host reads it */
    struct simt_crossing up;      /* to the device; zeros are left out, and of what kernels load all
                                   * that is loaded again */
    struct simt_crossing made;    /* of those, after anything came down: words that did not */
    struct simt_crossing given;   /* of those, to arrays that a harness has named */
    struct simt_crossing carried; /* what copies took from others of those, and what of it was
                                   * there in the end: told when it is read */
    uint64_t results, made_results; /* words of results, and those that never came down */
};

const struct simt_crossings *simt_crossings(void);

/* Different words that came from the host in whatever way: by copies, fills, arguments. */
size_t simt_crossing_handed(void);

/* Some of these, in no order; fewer than `most`. The number. */
size_t simt_crossing_words(uint32_t *words, size_t most);

#endif
