/* Plots of results. */
#ifndef GS_PLOT_H
#define GS_PLOT_H

#include "status.h"

/*
 * Draws the plots of FOLDER/NAME.json beside it as SVG and PNG and prints their names; NAME is
 * lesson3, kernel-saxpy, or peers3 with other libraries. Where gnuplot is missing there are SVGs
 * alone, and one line says how to get it.
 */
enum gs_status gs_plot_result(const char *folder, const char *name, struct gs_error *error);

/* The same for a file, FOLDER/NAME.json. */
enum gs_status gs_plot_file(const char *path, struct gs_error *error);

#endif
