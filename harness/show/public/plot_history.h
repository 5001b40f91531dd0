/* A history as a picture. */
#ifndef GS_PLOT_HISTORY_H
#define GS_PLOT_HISTORY_H

#include "history.h"
#include "status.h"

/*
 * Draws the medians of the rows that changed, the most first, over the results, as OUT.svg and
 * OUT.png, whose names are printed; a change that compare is sure of is marked. Where nothing
 * changed for sure, rows are shown all the same.
 */
enum gs_status gs_plot_history(const struct gs_history *history, const char *out,
                               struct gs_error *error);

#endif
