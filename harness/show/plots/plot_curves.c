#include "plot_curves.h"

#include "chart.h"

#include <math.h>
#include <string.h>

/* The smallest and the largest of all curves; false: they have no elements. */
static bool range_of(const struct gs_plot_curves *plot, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t k = 0; k < plot->count; k++) {
        for (size_t c = 0; c < plot->curves[k].columns; c++) {
            *low = fmin(*low, plot->curves[k].low[c]);
            *high = fmax(*high, plot->curves[k].high[c]);
        }
    }
    return *low <= *high;
}

/* ---- text ------------------------------------------------------------------------------------ */

enum { ROWS = 8, LABEL = 7, MOST_WIDTH = 120, DOWN = 4, ACROSS = 2 };

/* Dots, DOWN in a row and ACROSS in a column of text; the first row is the top. */
struct raster {
    unsigned width; /* in columns of text */
    bool dots[ROWS * DOWN][MOST_WIDTH * ACROSS];
};

static unsigned dot_row(double value, double low, double high)
{
    const double last = ROWS * DOWN - 1;
    return (unsigned)lround(last * (high > low ? (high - value) / (high - low) : 0.5));
}

/* From the smallest to the largest of the columns that share a column of dots. */
static void set_dots(struct raster *raster, const struct gs_plot_curve *curve, double low,
                     double high)
{
    const unsigned across = raster->width * ACROSS;
    for (unsigned x = 0; x < across; x++) {
        double least = NAN, most = NAN;
        size_t first = x * curve->columns / across, last = (x + 1) * curve->columns / across;
        for (size_t c = first; c < (last > first ? last : first + 1) && c < curve->columns; c++) {
            least = fmin(least, curve->low[c]);
            most = fmax(most, curve->high[c]);
        }
        for (unsigned y = isnan(least) ? ROWS * DOWN : dot_row(most, low, high);
             y < ROWS * DOWN && y <= dot_row(least, low, high); y++)
            raster->dots[y][x] = true;
    }
}

/* One character of braille: its number has a bit for each dot. */
static void put_braille(const struct raster *raster, unsigned row, unsigned column, FILE *out)
{
    static const unsigned bits[DOWN][ACROSS] = {{1, 8}, {2, 16}, {4, 32}, {64, 128}};
    unsigned number = 0x2800;
    for (unsigned y = 0; y < DOWN; y++) {
        for (unsigned x = 0; x < ACROSS; x++)
            number += raster->dots[row * DOWN + y][column * ACROSS + x] ? bits[y][x] : 0;
    }
    fprintf(out, "%c%c%c", (int)(0xe0 | number >> 12), (int)(0x80 | (number >> 6 & 0x3f)),
            (int)(0x80 | (number & 0x3f)));
}

/* The same with a sign of ASCII: something in the upper half, in the lower, in both. */
static void put_ascii(const struct raster *raster, unsigned row, unsigned column, FILE *out)
{
    bool half[2] = {false, false};
    for (unsigned y = 0; y < DOWN; y++) {
        for (unsigned x = 0; x < ACROSS; x++)
            half[y / (DOWN / 2)] |= raster->dots[row * DOWN + y][column * ACROSS + x];
    }
    fputc(half[0] && half[1] ? ':' : half[0] ? '\'' : half[1] ? '.' : ' ', out);
}

static void put_row(const struct raster *raster, unsigned row, bool utf8, FILE *out)
{
    unsigned used = 0; /* nothing stands behind the last dot */
    for (unsigned y = 0; y < DOWN; y++) {
        for (unsigned x = used * ACROSS; x < raster->width * ACROSS; x++)
            used = raster->dots[row * DOWN + y][x] ? x / ACROSS + 1 : used;
    }
    for (unsigned column = 0; column < used; column++)
        (utf8 ? put_braille : put_ascii)(raster, row, column, out);
    fputc('\n', out);
}

static void put_curve(const struct gs_plot_curve *curve, double low, double high, unsigned width,
                      bool utf8, FILE *out)
{
    struct raster raster = {.width = width - LABEL - 2};
    const unsigned zero = low < 0 && high > 0 ? dot_row(0, low, high) / DOWN : ROWS;
    set_dots(&raster, curve, low, high);
    fprintf(out, "\n%s\n", curve->title);
    for (unsigned row = 0; row < ROWS; row++) {
        char label[32] = "";
        if (row == 0 || row == ROWS - 1)
            snprintf(label, sizeof label, "%.4g", row == 0 ? high : low);
        else if (row == zero)
            snprintf(label, sizeof label, "0");
        fprintf(out, "%*s |", LABEL, label);
        put_row(&raster, row, utf8, out);
    }
    fprintf(out, "%*s 0%*zu\n", LABEL, "", (int)raster.width, curve->elements);
}

void gs_plot_curves_text(const struct gs_plot_curves *plot, FILE *out, unsigned width, bool utf8)
{
    double low, high;
    if (!range_of(plot, &low, &high))
        return;
    for (size_t k = 0; k < plot->count; k++)
        put_curve(&plot->curves[k], low, high, width < MOST_WIDTH ? width : MOST_WIDTH, utf8, out);
    fputc('\n', out);
}

/* ---- a picture ------------------------------------------------------------------------------- */

static void add_panel(struct gs_chart *chart, const struct gs_plot_curve *curve, double low,
                      double high)
{
    static const char *const colours[GS_MOST_PLOT_CURVES] = {"#0072B2", "#D55E00"};
    const size_t p = chart->panel_count++;
    struct gs_chart_panel *panel = &chart->panels[p];
    gs_chart_curve(chart, p, (struct gs_chart_style){colours[p], GS_DASH_SOLID, 1, 0, 0});
    for (size_t c = 0; c < curve->columns; c++) {
        const double x = ((double)c + 0.5) * (double)curve->elements / (double)curve->columns;
        const double ends[] = {curve->low[c], curve->high[c]};
        for (size_t i = 0; i < 2 && !isnan(ends[i]); i++)
            gs_chart_point(chart, (struct gs_chart_point){x, ends[i], ends[i], ends[i]});
    }
    gs_chart_linear_axis(&panel->x, (double)curve->elements / 1.12);
    gs_chart_span_axis(&panel->y, low, high);
    panel->height = 150;
    snprintf(panel->y.title, sizeof panel->y.title, "%s", curve->title);
    snprintf(panel->x.title, sizeof panel->x.title, "%s", p == 0 ? "" : "element");
}

enum gs_status gs_plot_curves_draw(const struct gs_plot_curves *plot, const char *out,
                                   struct gs_error *error)
{
    double low, high;
    bool png = true;
    struct gs_chart *chart = gs_chart_new();
    if (chart == NULL)
        return gs_out_of_memory(error);
    snprintf(chart->title, sizeof chart->title, "%s", plot->title);
    if (!range_of(plot, &low, &high)) {
        gs_chart_free(chart);
        return GS_OK;
    }
    for (size_t k = 0; k < plot->count; k++)
        add_panel(chart, &plot->curves[k], low, high);
    gs_chart_lay_out(chart);
    enum gs_status status =
        chart->failed ? gs_out_of_memory(error) : gs_chart_draw(chart, out, &png, error);
    gs_chart_free(chart);
    if (status == GS_OK && !png)
        gs_chart_say_no_png();
    return status;
}
