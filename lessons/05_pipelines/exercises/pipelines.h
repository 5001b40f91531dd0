/* What lesson 5's exercises share. */
#ifndef GS_PIPELINES_H
#define GS_PIPELINES_H

#include "exercise.h"

/* Around a warp, around a block of 256, and many blocks with a remainder. One element comes later
 * than 31, of which more can be told. */
extern const struct gs_shape gs_pipeline_shapes[];

/* Of the report's operations. */
bool gs_is_launch(const json_t *operation); /* one that ran */
bool gs_is_copy_to(const json_t *operation, const char *side);

/* A float that was computed by that formula. */
bool gs_is_about(double got, double formula);

/* For gs_exercise.audit; always true. */
bool gs_say_no_kernel(struct gs_saying *out);

#endif
