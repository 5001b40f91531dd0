/*
 * What this project promises of its own variants. Lessons say it of their workloads, gridstride
 * goals looks it up in records.
 */
#ifndef GS_GOALS_H
#define GS_GOALS_H

#include "names.h"

#include <stddef.h>

/* What a goal holds the fastest of the contenders against. */
enum gs_rival {
    GS_BEST_PEER, /* the fastest other library */
    GS_THE_LIMIT, /* what the machine can do, as gs_record.limit_s has it */
    GS_THE_COPY,  /* the same bytes at the rate of the measured copy */
    GS_THE_FLOOR, /* an empty kernel and a microsecond */
    GS_A_VARIANT, /* another one of ours */
};

/*
 * The time of the rival over the time of the fastest contender is at_least so much, at every size
 * that was measured between least_n and most_n.
 */
struct gs_goal {
    enum gs_rival rival;
    enum gs_residency residency; /* of our record; that of a peer's follows from it */
    enum gs_cache cache;
    size_t least_n, most_n; /* most_n 0: no bound */
    unsigned grid, block;   /* the launch, where it is given; 0: the sweep's */
    double at_least;
    const char *variant; /* ours that is meant; NULL: the fastest contender */
    const char *against; /* the variant of GS_A_VARIANT */
};

/* What is promised of a workload. `contenders`: the variants that keep it, names between commas;
 * NULL: all of them. */
struct gs_promises {
    const char *workload, *contenders;
    const struct gs_goal *goals;
    size_t count;
};

/*
 * For workloads that touch every element once: as fast as the fastest library, a copy, and whatever
 * binds; next to nothing where there is next to nothing to do; the same on the CPU.
 */
enum { GS_ELEMENTWISE_GOALS = 7 };
extern const struct gs_goal gs_elementwise_goals[GS_ELEMENTWISE_GOALS];

#endif
