/* From options to points: what a run will do, in order, before anything runs. */
#ifndef GS_PLAN_H
#define GS_PLAN_H

#include "lesson.h"
#include "names.h"
#include "numbers.h"
#include "status.h"

#include <stdbool.h>

struct gs_point {
    const struct gs_lesson *lesson;
    const struct gs_workload *workload;
    const struct gs_variant *variant;
    enum gs_dtype dtype;
    size_t n;
    unsigned grid;  /* 0: as many blocks as the variant finds right */
    unsigned block; /* 0 with a CPU baseline that has no launch to imitate */
    bool sweeps_n;  /* belongs to the sweep over n, so it is also timed host to host */
};

/* What the user asked for; NULL and 0 mean the workload's own default. Strings are borrowed. */
struct gs_selection {
    const struct gs_lesson *lesson;
    const char *workload; /* one name */
    const char *variants; /* names between commas, as are dtypes */
    const char *dtypes;
    const char *sizes;       /* given sizes, grids and blocks make a full product */
    const char *usual_sizes; /* in place of the workload's own where `sizes` is NULL; those at which
                                its arrays are vast are left out */
    const char *grids;
    const char *blocks;
    bool edges; /* the sizes where kernels go wrong, at every block size, instead of the defaults */
    bool peers; /* sizes at which libraries are compared; only what copies for itself goes from host
                   to host */
};

struct gs_plan {
    struct gs_point *points; /* same workload, dtype and n side by side; owned */
    size_t count;
};

enum gs_status gs_plan_make(const struct gs_selection *selection, struct gs_plan *out,
                            struct gs_error *error);
void gs_plan_release(struct gs_plan *plan);

/* The end of the group that begins with point `begin`: points that share their arrays. */
size_t gs_plan_group_end(const struct gs_plan *plan, size_t begin);

/* Whether `name` stands in a list between commas; every name stands in NULL, no list at all. */
bool gs_is_listed(const char *list, const char *name);

/* "vecadd/threads/f32/n:1024/block:256": what tells a point from all others of its lesson. */
void gs_point_name(const struct gs_point *point, char name[static 256]);

/* Bytes of a point's arrays, once. */
size_t gs_point_bytes(const struct gs_point *point);

/* Bytes that a host-to-host run of the point cannot avoid to copy each way. */
void gs_point_bus_bytes(const struct gs_point *point, size_t *in, size_t *out);

#endif
