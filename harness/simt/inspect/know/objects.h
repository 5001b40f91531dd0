/* Memory by address: what an object is, and the table of those that do not belong to a block,
 * living ones and those freed last. */
#ifndef SIMT_INSPECT_OBJECTS_H
#define SIMT_INSPECT_OBJECTS_H

#include "race.h"
#include "types.h"

enum simt_object_kind {
    SIMT_OBJECT_DEVICE,     /* cudaMalloc */
    SIMT_OBJECT_MANAGED,    /* cudaMallocManaged */
    SIMT_OBJECT_PINNED,     /* cudaMallocHost */
    SIMT_OBJECT_REGISTERED, /* cudaHostRegister */
    SIMT_OBJECT_HEAP,       /* malloc() or new in a kernel */
    SIMT_OBJECT_VARIABLE,   /* __device__ */
    SIMT_OBJECT_CONSTANT,   /* __constant__ */
    SIMT_OBJECT_CONDITION,  /* cudaGraphConditionalHandleCreate */
    SIMT_OBJECT_STATIC_SHARED,
    SIMT_OBJECT_DYNAMIC_SHARED,
};

/* Memory that a program knows by one name. Objects are the table's; one that has been freed is
 * forgotten when SIMT_SPACE_KEPT others have been freed after it. */
enum { SIMT_SPACE_KEPT = 256 };

struct simt_object {
    uintptr_t base;
    size_t bytes;
    enum simt_object_kind kind;
    const char *name;       /* as in the source; null: unknown */
    const char *type;       /* of its elements; null: unknown */
    unsigned element_bytes; /* 0: unknown */
    int device;             /* that was chosen when it was allocated */
    bool is_pooled;         /* it is of that one's pool */
    bool is_reserved;       /* memory of any device is mapped to parts of it */
    bool is_labelled;       /* a harness's own: where it was allocated is nobody's business */
    bool holds_array;       /* constants that were an array of the device, in such a harness */
    const void *site;       /* where it was allocated; null: unknown */
    const void *freed;      /* where it was freed; null: it is alive */
    uint8_t *written; /* a bit a byte: something wrote it; null: all of it counts as written */
    size_t unwritten; /* bytes whose bit is not set */
    struct simt_history *history; /* null: no kernel has accessed it, or no memory for one */
};

static inline bool simt_object_is_shared(const struct simt_object *object)
{
    return object->kind == SIMT_OBJECT_STATIC_SHARED || object->kind == SIMT_OBJECT_DYNAMIC_SHARED;
}

/* A __device__ or __constant__ variable, of which each device has its own. */
static inline bool simt_object_is_variable(const struct simt_object *object)
{
    return object->kind == SIMT_OBJECT_VARIABLE || object->kind == SIMT_OBJECT_CONSTANT;
}

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

/* The living one; or else that. */
struct simt_object *simt_objects_find_any(uintptr_t address);

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
