/* Memory of the runtime's own that lies out of reach of host code which nobody trusts: behind the
 * wall (wall.h). Where that has not been put up it is plain memory. */
#ifndef SIMT_OWN_MEMORY_H
#define SIMT_OWN_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* ---- structures: host code can read them, and not change them ---- */

/* Zeros, at a whole cache line; null: no memory. While the wall is open. */
void *simt_structure_new(size_t bytes);
void simt_structure_delete(void *structure, size_t bytes);

/* Whether it may be one: host code could have put another address in the place of its. */
bool simt_structure_is_here(const void *address);

/* How far it is from where they begin; false: it is none. */
bool simt_structure_offset(const void *address, size_t *offset);

/* Whether some of these bytes may become one: no memory of the program's. */
bool simt_structure_is_among(const void *base, size_t bytes);

/* For the wall: it is about to be raised; it opens and closes. */
void simt_structures_prepare(void);
void simt_structures_open(void);
void simt_structures_close(void);

/* ---- values of the device's: host code can neither read nor change them ---- */

/* Zeros, closed; null: no memory. */
void *simt_hidden_new(size_t bytes);
void simt_hidden_delete(void *hidden, size_t bytes);

/* Lets them be used, or no more. */
void simt_hidden_set_open(void *hidden, size_t bytes, bool open);

#endif
