/* Taking samples: pilot runs, and when to stop. */
#ifndef GS_SAMPLING_H
#define GS_SAMPLING_H

#include "samples.h"

typedef struct gs_sample gs_sample_fn(void *context);

/*
 * Takes samples: 30, or as many as fit into three times budget_s, but never fewer than 5; then more
 * until the median's relative error is under 0.5 %, budget_s of wall time is spent, or there are
 * 200. Two further runs go before, a warm-up and a pilot that tells how many fit. Disturbed samples
 * are left out and counted. Returns false when a sample failed. Free with
 * gs_distribution_release().
 */
bool gs_take_samples(const char *name, gs_sample_fn *sample, void *context, double budget_s,
                     struct gs_distribution *out);

#endif
