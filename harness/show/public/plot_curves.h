/* Arrays over their index, as an exercise gives them: in the terminal, and as a picture. */
#ifndef GS_PLOT_CURVES_H
#define GS_PLOT_CURVES_H

#include "status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { GS_MOST_PLOT_CURVES = 2, GS_MOST_PLOT_COLUMNS = 600 };

struct gs_plot_curve {
    const char *title;
    size_t elements; /* of the array */
    size_t columns;
    /* Of a column's elements: the smallest and the largest; NAN: it has none. */
    double low[GS_MOST_PLOT_COLUMNS], high[GS_MOST_PLOT_COLUMNS];
};

struct gs_plot_curves {
    char title[96];
    size_t count;
    struct gs_plot_curve curves[GS_MOST_PLOT_CURVES]; /* one below the other, of one scale */
};

/* As text of that many columns: in dots of braille where the terminal knows UTF-8. */
void gs_plot_curves_text(const struct gs_plot_curves *plot, FILE *out, unsigned width, bool utf8);

/* As OUT.svg and OUT.png, whose names are printed; where gnuplot is missing as OUT.svg alone, and
 * one line says how to get it. */
enum gs_status gs_plot_curves_draw(const struct gs_plot_curves *plot, const char *out,
                                   struct gs_error *error);

#endif
