/* The memory that kernels reach, as the runtime reports it: what lies where, which of its bytes
 * were written, and whether an access may be made. */
#ifndef SIMT_INSPECT_SPACE_H
#define SIMT_INSPECT_SPACE_H

#include "objects.h"
#include "shared_space.h"

struct simt_region;

/* ---- memory of the device ---- */

/* Of no memory for the table's own needs, what comes is not known: its accesses are not checked.
 * Names and types are copied. */
void simt_space_allocated(const void *base, size_t bytes, enum simt_object_kind kind,
                          const void *site);
/* The elements' type, where the call shows it. */
void simt_space_typed(const void *base, const char *type, unsigned element_bytes);
void simt_space_named(const void *base, const char *name);
/* What a harness calls it; `type` is one of C's. */
void simt_space_labelled(const void *base, const char *name, const char *type);
void simt_space_freed(const void *base, const void *site);
/* Memory is the first device's, unless another one is said. */
void simt_space_is_of(const void *base, const struct simt_region *region);
/* cudaDeviceReset(): all device and managed memory of the device is freed, but not what is
 * reserved. */
void simt_space_reset(int device, const void *site);
/* The host or a copy wrote it. */
void simt_space_written(const void *address, size_t bytes);
/* A copy: written is what was written at `src`; all, if that is the host's. */
void simt_space_copied(const void *dst, const void *src, size_t bytes);
/* What was written there does not count any more. */
void simt_space_unwritten(const void *base);
/* True if the bytes are in an object, and nothing has written any of them. */
bool simt_space_never_written(const void *address, size_t bytes);

/* A __device__ or __constant__ variable; once for each, or again to no effect. */
void simt_space_variable(const void *address, size_t bytes, bool constant, const char *name,
                         const char *type, unsigned element_bytes);

/* True for what may be a __device__ or __constant__ variable; quick, and for any thread at any time
 * once all variables are known. */
bool simt_space_among_variables(uintptr_t address);

/* The living object that holds the address; null: none. Those of `shared` are looked at first. */
struct simt_object *simt_space_find(struct simt_shared_space *shared, uintptr_t address);

/* The same for an access at `site`; see simt_objects_find_from(). */
struct simt_object *simt_space_find_from(struct simt_shared_space *shared, const void *site,
                                         uintptr_t address);

/* ---- accesses ---- */

/* What is wrong with an access of a kernel. */
enum simt_misuse {
    SIMT_MISUSE_NONE,
    SIMT_MISUSE_UNWRITTEN, /* it reads what nothing wrote; it can be made all the same */
    SIMT_MISUSE_OUTSIDE,   /* it is not within one living object */
    SIMT_MISUSE_MISALIGNED,
    SIMT_MISUSE_CONSTANT,     /* it writes constant memory */
    SIMT_MISUSE_OTHER_DEVICE, /* the device does not reach it; simt_space_check() does not ask */
};

/* An access by a thread of a kernel, about to be made: is it within one living object, aligned to
 * its size where that is 2, 4, 8 or 16, and, if it reads, written before (in any of its bytes:
 * structures have padding)? The object, in which the bytes count as written afterwards if it
 * writes; null: there is none. */
struct simt_object *simt_space_check(struct simt_shared_space *shared,
                                     const struct simt_access *access, enum simt_misuse *misuse);

/* The same for lanes of a warp that access an object by one instruction, one after the other: which
 * of them, up to the first that has to be looked at more closely, make plain accesses of 4, 8 or 16
 * bytes with which nothing is wrong. Nothing counts as written yet. */
uint32_t simt_space_check_together(const struct simt_object *object,
                                   const struct simt_access accesses[], uint32_t lanes);

/* What those lanes of them write counts as written. */
void simt_space_written_together(struct simt_object *object, const struct simt_access accesses[],
                                 uint32_t lanes);

#endif
