/* Plots of results, drawn by gnuplot from the CSV alone. */
#ifndef GS_PLOT_H
#define GS_PLOT_H

#include "status.h"

/*
 * Draws the plots of FOLDER/lessonN.csv beside it as SVG and PNG and prints their names. Where
 * gnuplot is missing it prints one line that says how to get it, and is GS_OK; gs_plot_required()
 * makes that an error.
 */
enum gs_status gs_plot_lesson(const char *folder, unsigned lesson, struct gs_error *error);
enum gs_status gs_plot_required(const char *folder, unsigned lesson, struct gs_error *error);

#endif
