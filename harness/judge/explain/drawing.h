/* Small drawings in text that stand below a sentence. */
#ifndef GS_DRAWING_H
#define GS_DRAWING_H

#include "case_run.h"

/* All are the caller's, and NULL where there is nothing to draw. Of a finding of the inspector's,
 * told as a mistake of that kind: */
char *gs_draw_finding(const json_t *finding, const char *kind);
/* Which elements of an array are right, wrong, or were never written. */
char *gs_draw_array(const struct gs_wrong *wrong);
/* What the lanes of a warp touch, from a line of the inspector's counts. */
char *gs_draw_access(const json_t *access, const char *kind);

#endif
