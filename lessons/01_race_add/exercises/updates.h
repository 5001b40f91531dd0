/* What the inspector finds where many threads update one element. */
#ifndef GS_UPDATES_H
#define GS_UPDATES_H

#include "exercise.h"

/* For gs_exercise.say_finding. */
bool gs_update_say_finding(const struct gs_shape *shape, const json_t *report,
                           const json_t *finding, struct gs_saying *out);

#endif
