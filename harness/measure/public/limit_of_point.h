/*
 * What binds a row: of all that a run cannot do without, that which would take the longest by
 * itself on this machine, as measured. A variant is faster only where a cache serves it, where it
 * reads and hardly writes (a copy does both), or where the machine was busy while it was measured.
 */
#ifndef GS_LIMIT_OF_POINT_H
#define GS_LIMIT_OF_POINT_H

#include "cpu_limits.h"
#include "device.h"
#include "plan.h"

struct gs_point_limit {
    enum gs_limit limit;
    double seconds; /* that it takes by itself; 0: none */
};

/*
 * The bound of one time of a point. It is that of a perfect variant: one launch, every byte once,
 * one copy each way. A workload that describes neither its traffic nor its arithmetic has none.
 */
struct gs_point_limit gs_limit_of_point(const struct gs_point *point, enum gs_residency residency,
                                        enum gs_cache cache, const struct gs_device_limits *device,
                                        const struct gs_cpu_limits *cpu);

/*
 * Seconds of one copy of so many bytes, between or beyond the sizes that were measured; 0 where
 * none was, and for 0 bytes.
 */
double gs_limit_copy_s(const struct gs_device_limits *device, size_t bytes, bool pinned, bool in);

/*
 * The sizes of copies that the plan's bounds ask for, ascending, for gs_device_measure_limits():
 * GS_COPY_LIMITS at most, of more those that lie the farthest apart. Returns how many.
 */
size_t gs_limit_copy_sizes(const struct gs_plan *plan, size_t out[static GS_COPY_LIMITS]);

#endif
