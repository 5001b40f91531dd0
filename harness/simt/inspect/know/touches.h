/* What the operations of streams, which may still be under way, do to memory: byte by byte, so that
 * two that take turns in one array are told from two that meet. Here each operation is done when
 * its call returns; whether it would be on a GPU, pending.h knows. */
#ifndef SIMT_INSPECT_TOUCHES_H
#define SIMT_INSPECT_TOUCHES_H

#include "objects.h"
#include "runtime/pending.h"
#include "types.h"

enum simt_work_kind {
    SIMT_WORK_KERNEL,
    SIMT_WORK_COPY,
    SIMT_WORK_FILL,
    SIMT_WORK_CALL,       /* of a function of the host's */
    SIMT_WORK_ALLOCATION, /* in a stream */
    SIMT_WORK_FREE,       /* the same */
    SIMT_WORK_CONDITION,  /* a conditional node asks for it */
};

/* An operation, and where it is written. */
struct simt_work {
    enum simt_work_kind kind;
    unsigned stream;  /* its number, */
    int device;       /* its device, */
    bool is_default;  /* and whether it is that one's default stream */
    unsigned graph;   /* the number of the launch of a graph that it is part of; 0: of none */
    const void *site; /* where the program asked for it, */
    const char *file; /* or null, and this, as of a launch; kept to the end */
    int line;
};

/* The last piece that its stream was given is about to be made. */
void simt_touches_begin(const struct simt_work *work, struct simt_stream_name stream);

/* It is done: what comes is no part of it. */
void simt_touches_end(void);

/* The work under way touches bytes of an object (null: none that is known). Returns an operation
 * that does not come before it, and touches one of them in a way that does not go with it, and
 * whether that one writes there; null: there is none. */
const struct simt_work *simt_touches_add(const struct simt_object *object, uintptr_t address,
                                         size_t bytes, enum simt_access_kind kind, bool *writes);

/* False: it does not matter what the work under way touches of the object. */
bool simt_touches_wants(const struct simt_object *object);

/* The same of all bytes of an object, which is allocated or freed. */
const struct simt_work *simt_touches_all(const struct simt_object *object, bool *writes);

/* The work under way; null: none. */
const struct simt_work *simt_touches_work(void);

/* Where the host may meet operations: from the first byte to the one after the last. */
extern _Atomic uintptr_t simt_touches_low, simt_touches_high;

/* False: no operation that may be under way has touched memory near there that the host sees.
 * Without a lock. */
static inline bool simt_touches_host_near(uintptr_t address)
{
    return address >= simt_touches_low && address < simt_touches_high;
}

/* The same for the host, and an operation that it has not waited for. */
const struct simt_work *simt_touches_host(uintptr_t address, size_t bytes,
                                          enum simt_access_kind kind, bool *writes);

/* A function of the host's is about to be called by a stream. */
void simt_touches_call(struct simt_stream_name stream);

/* A function of the host's that a stream calls writes there by a strong access, and so says that
 * the stream has come to it; then the host reads there, and knows it. */
extern _Atomic bool simt_touches_announced; /* anything was */
void simt_touches_announce(uintptr_t address);
void simt_touches_hear(uintptr_t address);

/* Memory that is freed, or all. */
void simt_touches_forget(uintptr_t base, size_t bytes);
void simt_touches_forget_all(void);

#endif
