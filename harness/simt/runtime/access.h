/* An access to memory by a thread of a kernel, as an instrumented program announces it. */
#ifndef SIMT_ACCESS_H
#define SIMT_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

enum simt_access_kind {
    SIMT_ACCESS_READ,
    SIMT_ACCESS_WRITE,
    SIMT_ACCESS_VOLATILE_READ,
    SIMT_ACCESS_VOLATILE_WRITE,
    SIMT_ACCESS_ATOMIC, /* a read-modify-write */
    SIMT_ACCESS_ATOMIC_LOAD,
    SIMT_ACCESS_ATOMIC_STORE,
};

/* Whom an atomic function or a fence is meant for. */
enum simt_scope { SIMT_SCOPE_BLOCK, SIMT_SCOPE_DEVICE };

/* What an atomic function works on. Bits are swapped, as they are: nothing that lanes of a warp
 * could add up first. */
enum simt_cell { SIMT_CELL_UNKNOWN, SIMT_CELL_BITS, SIMT_CELL_INTEGER, SIMT_CELL_FLOAT };

/* What one thread is about to do to memory. */
struct simt_access {
    uintptr_t address;
    uint32_t bytes;
    enum simt_access_kind kind;
    enum simt_scope scope; /* of an atomic; else SIMT_SCOPE_DEVICE */
    const void *site;      /* return address in the program: source.h turns it into a line */
    bool compares;         /* an atomicCAS() */
    bool parts;            /* as a range of bytes, which needs no alignment */
    enum simt_cell cell;   /* of an atomic */
};

static inline bool simt_access_writes(enum simt_access_kind kind)
{
    return kind != SIMT_ACCESS_READ && kind != SIMT_ACCESS_VOLATILE_READ &&
           kind != SIMT_ACCESS_ATOMIC_LOAD;
}

static inline bool simt_access_reads(enum simt_access_kind kind)
{
    return kind != SIMT_ACCESS_WRITE && kind != SIMT_ACCESS_VOLATILE_WRITE &&
           kind != SIMT_ACCESS_ATOMIC_STORE;
}

#endif
