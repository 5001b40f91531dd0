#ifndef GS_RESUME_H
#define GS_RESUME_H

#include "supervise.h"

/* Writes what has to be the same for a run to go on, as run->identity: plan, inputs, program. */
void gs_run_identify(struct gs_run_state *run);

/* Takes over what the unfinished run has done already, from run->journal. */
enum gs_status gs_run_take_up(struct gs_run_state *run, struct gs_error *error);

#endif
