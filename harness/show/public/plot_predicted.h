/* Predicted times over measured ones, as a picture. */
#ifndef GS_PLOT_PREDICTED_H
#define GS_PLOT_PREDICTED_H

#include "status.h"

/*
 * Draws FOLDER/NAME.csv as FOLDER/NAME.svg and .png, whose names are printed. Of its columns, which
 * the first line names, these are used: gpu, caches (cold, warm), measured_us, and predicted_us,
 * which is empty where there is no prediction. Cells hold no quotes.
 */
enum gs_status gs_plot_predicted(const char *path, struct gs_error *error);

#endif
