/* The lessons that were compiled in, and looking things up in them by name. */
#ifndef GS_REGISTRY_H
#define GS_REGISTRY_H

#include "lesson.h"
#include "status.h"

size_t gs_lesson_count(void);
const struct gs_lesson *gs_lesson_at(size_t index);

/* By number ("3") or slug ("vecadd"). The errors of all three name the nearest match. */
enum gs_status gs_lesson_find(const char *name, const struct gs_lesson **out,
                              struct gs_error *error);
enum gs_status gs_workload_find(const struct gs_lesson *lesson, const char *name,
                                const struct gs_workload **out, struct gs_error *error);
enum gs_status gs_variant_find(const struct gs_workload *workload, const char *name,
                               const struct gs_variant **out, struct gs_error *error);

#endif
