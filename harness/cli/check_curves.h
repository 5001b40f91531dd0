/* What `check --plot` draws, of the marks of an exercise. */
#ifndef GS_CHECK_CURVES_H
#define GS_CHECK_CURVES_H

#include "exercise.h"
#include "plot_curves.h"

#include <jansson.h>

/* Of marks that were made with curves; without any where the program did not run. free() it; NULL:
 * out of memory. */
struct gs_plot_curves *gs_check_curves(const struct gs_exercise *exercise, const json_t *marks);

#endif
