/* The shared variables of the block that runs in a slot. */
#ifndef SIMT_INSPECT_SHARED_SPACE_H
#define SIMT_INSPECT_SHARED_SPACE_H

#include "objects.h"

struct simt_shared_space;

struct simt_shared_space *simt_shared_space_new(void); /* null: no memory */
void simt_shared_space_free(struct simt_shared_space *space);

/* Another block begins in the slot: nothing is written. `launch`: a new launch, all variables are
 * forgotten (their histories are kept for variables that come back at the same address). */
void simt_shared_space_begin(struct simt_shared_space *space, bool launch);
void simt_shared_space_add(struct simt_shared_space *space, const void *base, size_t bytes,
                           bool dynamic, const char *name);

/* Variable number `index` of this launch; null: there are not so many. */
struct simt_object *simt_shared_space_get(struct simt_shared_space *space, size_t index);

/* The slot's variable that holds the address; null: none. */
struct simt_object *simt_shared_space_find(struct simt_shared_space *space, uintptr_t address);

/* The variable of any slot but this that holds the address; null: none. */
struct simt_object *simt_shared_space_find_other(const struct simt_shared_space *space,
                                                 uintptr_t address);

#endif
