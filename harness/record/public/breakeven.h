/*
 * Break-even: the n from which a workload is faster on the device than with the best CPU variant.
 *
 * At each n that both sides have a time of, the fastest right CPU variant is compared with the
 * fastest right device variant at the sweep's block: its data on the device and the cache cold, or
 * from host to host with all copies, in pinned or in pageable memory.
 */
#ifndef GS_BREAKEVEN_H
#define GS_BREAKEVEN_H

#include "query.h"

enum gs_breakeven_kind {
    GS_EVEN_UNKNOWN, /* no n with a time of both */
    GS_EVEN_ALWAYS,  /* the device is faster at every n */
    GS_EVEN_FROM,    /* it is faster at every n from `above` on, and at `below` it is not */
    GS_EVEN_PASSING, /* it is faster somewhere, but not at the largest n */
    GS_EVEN_NEVER,   /* it is faster nowhere */
};

struct gs_breakeven {
    enum gs_breakeven_kind kind;
    double n;     /* of GS_EVEN_FROM: interpolated, both times taken for powers of n in between */
    double at_s;  /* the time of both at that n */
    size_t below; /* the largest n at which the device is not faster; 0: there is none */
    size_t above; /* the smallest n from which on it is faster; 0: there is none */
};

/* residency: GS_RESIDENCY_DEVICE, GS_RESIDENCY_PINNED or GS_RESIDENCY_PAGEABLE. */
struct gs_breakeven gs_breakeven_find(const struct gs_results *results,
                                      const struct gs_sweep *sweep, enum gs_dtype dtype,
                                      enum gs_residency residency);

/*
 * "n = 61Ki (between 16Ki and 64Ki)" or what else it is; nothing where it is unknown. brief: "n =
 * 61Ki", with short sizes, and not between which.
 */
void gs_breakeven_format(const struct gs_breakeven *even, bool brief, char text[static 128]);

#endif
