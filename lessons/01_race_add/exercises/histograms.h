/* What the two histograms share: arrays, what is right, and what wrong counts mean. */
#ifndef GS_HISTOGRAMS_H
#define GS_HISTOGRAMS_H

#include "exercise.h"

/* counts, values, n and bins; a shape's m counts bins. */
extern const struct gs_array gs_histogram_parameters[];

size_t gs_histogram_count(const struct gs_shape *shape, unsigned parameter);
void gs_histogram_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays);
void gs_histogram_solve(const struct gs_shape *shape, const void *const *arrays,
                        struct gs_expected *out);
bool gs_histogram_explain(const struct gs_wrong *wrong, struct gs_saying *out);
/* As gs_update_say_finding(), and of a count that does not exist. */
bool gs_histogram_say_finding(const struct gs_shape *shape, const json_t *report,
                              const json_t *finding, struct gs_saying *out);

#endif
