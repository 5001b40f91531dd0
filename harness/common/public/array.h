/* An array that a workload or an exercise hands over, or a number beside its arrays. */
#ifndef GS_ARRAY_H
#define GS_ARRAY_H

#include "dtype.h"

enum gs_role {
    GS_INPUT,   /* filled before the run; must come back unchanged */
    GS_OUTPUT,  /* every element is written; holds junk before */
    GS_UPDATED, /* filled before the run and changed by it, in place */
    GS_SCRATCH, /* room for intermediate values, on the host and on the device; never looked at */
    GS_ZEROED,  /* as scratch, but zeros before the first run, and every run leaves zeros */
    GS_NUMBER,  /* of exercises: one value, not an array */
};

/* Where an array of an exercise lies when the function is called. */
enum gs_home { GS_HOME_DEVICE, GS_HOME_PAGEABLE, GS_HOME_PINNED };

struct gs_array {
    const char *name; /* as the formula or the exercise's header calls it: "a" */
    enum gs_role role;
    enum gs_home home;   /* of exercises alone: a workload's arrays lie where its call says */
    enum gs_dtype dtype; /* of exercises, and of what a workload calls typed_arrays */
};

#endif
