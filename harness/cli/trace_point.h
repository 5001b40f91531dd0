/* What the launches of one variant ask of a GPU: the part of gridstride-inspect that `predict`
 * starts. */
#ifndef GS_TRACE_POINT_H
#define GS_TRACE_POINT_H

#include "plan.h"
#include "status.h"

#include <jansson.h>

/*
 * Launches the variant over its inputs, and gives its launches as JSON, the caller's:
 * what simt/trace/trace.h has, as members of the same names. Also at sizes whose arrays no host
 * could fill: inputs are filled where they are loaded, and pages that nothing touches take no
 * memory.
 */
enum gs_status gs_trace_point(const struct gs_point *point, json_t **launches,
                              struct gs_error *error);

#endif
