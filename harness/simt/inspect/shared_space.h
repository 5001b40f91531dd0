/* The shared variables of a block slot, for those who look for what is near an address. */
#ifndef SIMT_INSPECT_SHARED_SPACE_H
#define SIMT_INSPECT_SHARED_SPACE_H

#include "space.h"

/* Variable number `index` of this launch; null: there are not so many. */
struct simt_object *simt_shared_space_get(struct simt_shared_space *space, size_t index);

/* The slot's variable that holds the address; null: none. */
struct simt_object *simt_shared_space_find(struct simt_shared_space *space, uintptr_t address);

/* The variable of any slot but this that holds the address; null: none. */
struct simt_object *simt_shared_space_find_other(const struct simt_shared_space *space,
                                                 uintptr_t address);

#endif
