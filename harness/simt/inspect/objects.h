/* The table of memory that does not belong to a block: living objects by address, and those freed
 * last. Kept apart from space.c, which checks accesses by it. */
#ifndef SIMT_INSPECT_OBJECTS_H
#define SIMT_INSPECT_OBJECTS_H

#include "space.h"

/* Enters a living object; others that it overlaps are removed. Null: no memory. */
struct simt_object *simt_objects_add(uintptr_t base, size_t bytes, enum simt_object_kind kind,
                                     const void *site);

/* Moves a living object to those that were freed, and frees what it holds. */
void simt_objects_remove(struct simt_object *object, const void *site);

/* The living object that holds the address; null: none. */
struct simt_object *simt_objects_find(uintptr_t address);

/* The same for an access at `site`, which is likely to go to the object that the last one there
 * went to: no search then. */
struct simt_object *simt_objects_find_from(const void *site, uintptr_t address);

/* The living object that the last good access at `site` went to; null: unknown. */
struct simt_object *simt_objects_last(const void *site);

/* The object freed last that holds the address; null: none. */
struct simt_object *simt_objects_find_freed(uintptr_t address);

/* The living objects, by address. */
size_t simt_objects_count(void);
struct simt_object *simt_objects_get(size_t index);

/* The site of an allocation is the n-th, from 0, of those seen on its line of the source. */
unsigned simt_objects_site_order(const void *site);

/* How many searches there were: what the caches are for. */
size_t simt_objects_searches(void);

/* A copy that is kept to the end, one for equal texts; null: no memory. */
const char *simt_objects_keep(const char *text);

/* Gives back an object's history and `written` bits. */
void simt_object_strip(struct simt_object *object);

/* ---- which bytes were written ---- */

/* Memory for the bits of `bytes` bytes, all 0; null: no memory. */
uint8_t *simt_written_new(size_t bytes);
void simt_written_free(uint8_t *written, size_t bytes);

#endif
