/* What a run says on standard output; where it is to be quiet, or to write JSON, only that. */
#ifndef GS_PRINT_RUN_H
#define GS_PRINT_RUN_H

#include "supervise.h"

/* The device, the host, and how many points there are. */
void gs_run_print_header(const struct gs_run_state *run);

/* What the reader should know before it goes on: that it takes long, and that a result of more
 * points (before) will be replaced. */
void gs_run_print_notes(const struct gs_run_state *run, size_t before);

/* What the machine can reach, as far as it was measured. */
void gs_run_print_limits(const struct gs_run_state *run);

/* Where the points of an earlier run are kept. */
void gs_run_print_kept(const struct gs_run_state *run);

#endif
