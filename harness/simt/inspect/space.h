/* What lies where: allocations, __device__ and __constant__ variables, and the shared memory of the
 * resident blocks, by address; and the checks that need to know. */
#ifndef SIMT_INSPECT_SPACE_H
#define SIMT_INSPECT_SPACE_H

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
    bool is_labelled;       /* a harness's own: where it was allocated is nobody's business */
    const void *site;       /* where it was allocated; null: unknown */
    const void *freed;      /* where it was freed; null: it is alive */
    uint8_t *written; /* a bit a byte: something wrote it; null: all of it counts as written */
    size_t unwritten; /* bytes whose bit is not set */
    struct simt_history *history; /* null: no kernel has accessed it, or no memory for one */
};

/* ---- memory of the device; the runtime reports it ---- */

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
/* cudaDeviceReset(): all device and managed memory is freed. */
void simt_space_reset(const void *site);
/* cudaFree() of what is no allocation that it could free. */
void simt_space_bad_free(const void *address, const void *site);
/* The host or a copy wrote it. */
void simt_space_written(const void *address, size_t bytes);
/* A copy: written is what was written at `src`; all, if that is the host's. */
void simt_space_copied(const void *dst, const void *src, size_t bytes);
/* True if the bytes are in an object, and nothing has written any of them. */
bool simt_space_never_written(const void *address, size_t bytes);

/* A __device__ or __constant__ variable; once for each, or again to no effect. */
void simt_space_variable(const void *address, size_t bytes, bool constant, const char *name,
                         const char *type, unsigned element_bytes);

/* ---- shared memory of one block slot ---- */

struct simt_shared_space; /* the shared variables of one slot */

struct simt_shared_space *simt_shared_space_new(void); /* null: no memory */
void simt_shared_space_free(struct simt_shared_space *space);
/* Another block begins in the slot: nothing is written. `launch`: a new launch, all variables are
 * forgotten (their histories are kept for variables that come back at the same address). */
void simt_shared_space_begin(struct simt_shared_space *space, bool launch);
void simt_shared_space_add(struct simt_shared_space *space, const void *base, size_t bytes,
                           bool dynamic, const char *name);

/* ---- lookup ---- */

/* The living object that holds the address; null: none. Those of `shared` are looked at first. */
struct simt_object *simt_space_find(struct simt_shared_space *shared, uintptr_t address);

/* As in the source: looked for there, the first time; null: unknown. */
const char *simt_space_name(struct simt_object *object);

/* ---- checks ---- */

/* A launch begins: what was noted about threads of the last one is forgotten. */
void simt_space_launch(void);

/* An access by a thread of a kernel, about to be made: within one living object, aligned to its
 * size where that is 2, 4, 8 or 16, and, if it reads, written before (in any of its bytes:
 * structures have padding). Reports what is wrong, with the words of an overflow noted before, if
 * the thread's index had one. Null: it must not be made, the launch must fail. Otherwise the
 * object, in which the bytes count as written afterwards if it writes. */
struct simt_object *simt_space_check(struct simt_shared_space *shared,
                                     const struct simt_access *access, struct simt_thread_id thread,
                                     const struct simt_launch_info *launch);

/* Arithmetic of signed integers whose result does not fit. */
struct simt_overflow {
    const char *operation; /* "+", "-", "*", "/"; "" for the negation of b */
    long long a, b;
    const char *type; /* of the result, as "int"; kept to the end */
    unsigned bits;    /* of that type */
    const char *file; /* kept to the end */
    int line;
};

/* Notes that the running thread's arithmetic overflowed. Kept until the thread's next access out of
 * bounds, or the next launch. */
void simt_space_overflowed(struct simt_thread_id thread, const struct simt_overflow *overflow);

/* True for what may be a __device__ or __constant__ variable; quick, and for any thread at any time
 * once all variables are known. */
bool simt_space_among_variables(uintptr_t address);

/* Host code is about to access memory: reports a device pointer. */
void simt_space_check_host(uintptr_t address, size_t bytes, bool write, const void *site);

/* Writes "b[1025], 1 past the end of b (1024 floats, allocated at x.cu:12)" into the subject of a
 * finding, and its cell, for an address in or near an object; nothing where there is none near.
 * `bytes`: of the access, for the index where the elements' size is not known. */
struct simt_finding;
void simt_space_mark(struct simt_shared_space *shared, uintptr_t address, uint32_t bytes,
                     struct simt_finding *finding);

/* Reports what was never freed. */
void simt_space_report_leaks(void);

#endif
