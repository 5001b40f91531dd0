/*
 * What a time is of: where it ran, where its data lay, what the cache held, what limits it. Each
 * has one table of names. Files carry these names, so they never change.
 */
#ifndef GS_NAMES_H
#define GS_NAMES_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whose time it is. */
enum gs_record_place {
    GS_PLACE_CPU,    /* a CPU baseline of ours */
    GS_PLACE_DEVICE, /* a kernel of ours */
    GS_PLACE_PEER,   /* another library, wherever it runs */
    GS_PLACE_COUNT
};

/* Where the data is when the clock starts. */
enum gs_residency {
    GS_RESIDENCY_HOST,     /* a CPU baseline's */
    GS_RESIDENCY_DEVICE,   /* kernels alone */
    GS_RESIDENCY_PAGEABLE, /* host arrays to host arrays, copies included */
    GS_RESIDENCY_PINNED,   /* the same, page-locked */
    GS_RESIDENCY_CALLS,    /* on the device; by the host's clock, one launch after the other */
    GS_RESIDENCY_GRAPH,    /* the same, with all launches in one CUDA graph */
    GS_RESIDENCY_COUNT
};

enum gs_cache {
    GS_CACHE_ANY, /* host to host: whatever the copies leave */
    GS_CACHE_COLD,
    GS_CACHE_WARM,
    GS_CACHE_COUNT
};

/* What binds: the one limit of the machine that would by itself take the longest. */
enum gs_limit {
    GS_NO_LIMIT,
    GS_BYTES,      /* a copy of as many bytes, in the memory that holds the data */
    GS_ARITHMETIC, /* as many multiply-adds and exponentials, from registers */
    GS_LAUNCHES,   /* an empty kernel */
    GS_COPIES,     /* the copies over the bus that cannot be avoided */
    GS_LIMIT_COUNT
};

/* What a reader of a time has to know of it. */
enum gs_note {
    GS_NOTE_LAUNCH,    /* under three times an empty kernel */
    GS_NOTE_SPREAD,    /* its quartiles are far apart */
    GS_NOTE_DRIFT,     /* its first and its last samples are far apart */
    GS_NOTE_THROTTLED, /* hardly a sample was taken at the full clock */
    GS_NOTE_COUNT
};

/* A set of any of them is the sum of the bits of those that are in it. */
#define GS_BIT(value) (1u << (value))

/* The names of one enum, by value; "" is a name too. */
struct gs_names {
    const char *const *names;
    unsigned count;
};

extern const struct gs_names gs_place_names, gs_residency_names, gs_cache_names, gs_limit_names,
    gs_note_names, gs_verdict_names;

/* False where none of them has that name. */
bool gs_names_find(const struct gs_names *names, const char *name, unsigned *value);

const char *gs_residency_name(enum gs_residency residency); /* "host", "device", ... */
const char *gs_cache_name(enum gs_cache cache);             /* "", "cold", "warm" */
const char *gs_limit_name(enum gs_limit limit);             /* "bytes", ...; "" for GS_NO_LIMIT */

#ifdef __cplusplus
}
#endif

#endif
