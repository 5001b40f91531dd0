/* Pictures of which thread touches which cell of memory: the first request of the first warp, at
 * one place in the source. */
#ifndef SIMT_INSPECT_DRAW_H
#define SIMT_INSPECT_DRAW_H

#include "counts.h"

#include <stdbool.h>
#include <stdio.h>

/* Draws the count's first request as text, below a title at most 80 columns wide: global memory in
 * rows of sectors, shared memory in columns of banks, with the lanes' numbers in the cells. Nothing
 * for counts without one. */
void simt_draw_text(FILE *stream, const struct simt_count *count);

/* The same as a standalone SVG, for light and dark backgrounds. */
void simt_draw_svg(FILE *stream, const struct simt_count *count);

/* Text pictures of all that was counted. */
void simt_draw_all_text(FILE *stream);

/* An SVG of each in the folder, made if it is not there: kernel-line-kind.svg, as
 * transpose-12-global-load.svg. False: some could not be written; stderr says why. */
bool simt_draw_folder(const char *folder);

#endif
