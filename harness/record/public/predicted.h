/*
 * Predicted times, which a run on the simulator leaves beside its records: what its kernels would
 * take on a GPU. They are no records: no comparison, no goal and no CSV file has them.
 */
#ifndef GS_PREDICTED_H
#define GS_PREDICTED_H

#include "query.h"

struct gs_predicted {
    double seconds;         /* 0: there is no prediction */
    double least_s, most_s; /* the range that is said with it */
    const char *binds;      /* what it waits for most; borrowed, as is the next */
    const char *why_none;   /* a sentence */
};

/* The GPU that they are for; NULL: the result has none. */
const char *gs_predicted_gpu(const struct gs_results *results);

/* What is predicted of the variant in the sweep; false: nothing is said of it. */
bool gs_predicted_find(const struct gs_results *results, const struct gs_sweep *sweep,
                       const char *variant, enum gs_dtype dtype, size_t n,
                       struct gs_predicted *out);

#endif
