/* How fast bytes come while what asks for them also waits for other things. */
#ifndef GS_PREDICT_FLOW_H
#define GS_PREDICT_FLOW_H

#include "gpu_profile.h"
#include "launch.h"

/* Bytes per second of the traffic that the launch has, of all multiprocessors, where each has so
 * many bytes of loads under way. Below the curve's first point they grow with these. */
double gs_flow_rate(const struct gs_gpu_points *points, double in_flight);

/* The same for a launch, whose blocks may follow each other. */
double gs_flow_rate_of(const struct gs_launch_counts *launch, const struct gs_gpu_profile *profile,
                       const struct gs_gpu_points *points, double in_flight);

/* The curve that the launch's traffic goes by. */
const struct gs_gpu_points *gs_flow_curve(const struct gs_launch_counts *launch,
                                          const struct gs_gpu_profile *profile, bool writes);

/* Seconds that a load of the launch takes where so many bytes are under way. */
double gs_flow_latency_s(const struct gs_launch_counts *launch,
                         const struct gs_gpu_profile *profile, double in_flight);

/*
 * Bytes under way on the mean, where each load is followed by `rest_s` in which its place has none:
 * less than all threads' loads together, which is what a rest of 0 gives.
 */
double gs_flow_under_way(const struct gs_launch_counts *launch,
                         const struct gs_gpu_profile *profile, double rest_s);

/*
 * Seconds that the place of a block of so many threads has no loads under way, when one block ends
 * and the next begins: its slowest warp keeps it. From the profile's copies by such blocks; 0 where
 * it has none.
 */
double gs_flow_turn_s(const struct gs_gpu_profile *profile, double threads);

#endif
