/* The arrays of a workload on each of several devices, for variants that run on all of them. */
#ifndef GS_PARTS_H
#define GS_PARTS_H

#include "guarded.h"
#include "lesson.h"

struct gs_parts; /* opaque */

/*
 * Makes the arrays and the streams of `count` devices; device 0 has other arrays than `whole`,
 * which are the workload's own. Release with gs_parts_release(), also after an error.
 */
enum gs_status gs_parts_make(struct gs_device *device, const struct gs_workload *workload,
                             enum gs_dtype dtype, size_t n, const struct gs_guarded *whole,
                             unsigned count, struct gs_parts **out, struct gs_error *error);
void gs_parts_release(struct gs_parts *parts);

unsigned gs_parts_count(const struct gs_parts *parts);
struct gs_guarded *gs_parts_array(struct gs_parts *parts, unsigned part, size_t array);

/* Gives each part its share of all inputs and updated arrays, and fills the rest, and what is only
 * written, with junk. */
enum gs_status gs_parts_spread(struct gs_parts *parts, struct gs_error *error);

/* Brings each part's share of the results into the workload's own arrays. */
enum gs_status gs_parts_gather(struct gs_parts *parts, struct gs_error *error);

/* Lays the guard zones of an array again. */
enum gs_status gs_parts_lay_zones(struct gs_parts *parts, unsigned part, size_t array,
                                  struct gs_error *error);

#endif
