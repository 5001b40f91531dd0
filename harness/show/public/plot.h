/* Plots of results, drawn by gnuplot. */
#ifndef GS_PLOT_H
#define GS_PLOT_H

#include "status.h"

/*
 * Draws the plots of FOLDER/lessonN.json beside it as SVG and PNG and prints their names; or that
 * of FOLDER/peersN.json, which holds other libraries. Where gnuplot is missing it prints one line
 * that says how to get it, and is GS_OK.
 */
enum gs_status gs_plot_lesson(const char *folder, unsigned lesson, struct gs_error *error);
enum gs_status gs_plot_peers(const char *folder, unsigned lesson, struct gs_error *error);

/* The same for a file, FOLDER/lessonN.json or FOLDER/peersN.json; a missing gnuplot is an error. */
enum gs_status gs_plot_file(const char *path, struct gs_error *error);

#endif
