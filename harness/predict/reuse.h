/* Which launches load what an earlier one of the same run has touched, and may find it in the L2.
 */
#ifndef GS_PREDICT_REUSE_H
#define GS_PREDICT_REUSE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* What launches have touched so far: ranges of sectors, apart from each other. */
enum { GS_REUSE_RANGES = 256 };
struct gs_reuse {
    struct gs_sector_range {
        double first, last;
    } ranges[GS_REUSE_RANGES];
    size_t count; /* further ranges are left out */
};

/* Whether most of what the launch loads is touched for the first time, or, where it loads nothing,
 * of what it stores. Then all that it touches is added. */
bool gs_reuse_is_fresh(struct gs_reuse *reuse, const json_t *launch);

#endif
