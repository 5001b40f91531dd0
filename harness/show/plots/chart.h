/*
 * A plot as data: panels with axes and curves, and a legend below them. Whoever selects records
 * builds a chart; plots/draw.gp draws what gs_chart_write() writes, and decides nothing.
 */
#ifndef GS_CHART_H
#define GS_CHART_H

#include "status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Lengths on the canvas are in units of the SVG, y downwards. A phone shows 0.6 of them as pixels.
 */
enum {
    GS_CHART_WIDTH = 600,
    GS_CHART_SAMPLE = 34, /* width of a sample in the legend */
    GS_CHART_TEXT = 160,
    GS_CHART_PANELS = 2,
    GS_CHART_CURVES = 64,
    GS_CHART_BOXES = 64,
    GS_CHART_TICS = 64,
    GS_CHART_ITEMS = 64,
    GS_CHART_TEXTS = 256,
    GS_CHART_ABOUT = 3,
};

/* Numbers of the dash patterns in plots/draw.gp. */
enum gs_chart_dash {
    GS_DASH_SOLID = 1,
    GS_DASH_RECORDED = 2,        /* a recorded GPU, data on the device */
    GS_DASH_PINNED = 3,          /* host to host */
    GS_DASH_PAGEABLE = 4,        /* host to host */
    GS_DASH_RECORDED_PINNED = 5, /* a recorded GPU, host to host */
    GS_DASH_RULE = 6,            /* limits, floors and drop lines */
    GS_DASH_OTHER_CPU = 7,       /* another library on the CPU */
    GS_DASH_PREDICTED = 8,       /* predicted, not measured */
};

struct gs_chart_style {
    const char *colour;      /* "#0072B2" */
    enum gs_chart_dash dash; /* of the line */
    double width;            /* of the line; 0: none */
    int point;               /* gnuplot's number of a marker; 0: none */
    double size;             /* of the marker */
};

/* low to high: the whisker; both are y where there is none. */
struct gs_chart_point {
    double x, y, low, high;
};

enum gs_chart_kind {
    GS_CHART_LINE, /* its points, joined in their order */
    GS_CHART_RULE, /* a line across the panel at the y of its only point */
    GS_CHART_DROP, /* a mark at its only point, with a line down to the axis */
    GS_CHART_NOTE, /* text that begins at its only point */
};

struct gs_chart_curve {
    size_t panel;
    struct gs_chart_style style;
    size_t first, count; /* of the chart's points */
    enum gs_chart_kind kind;
    char label[GS_CHART_TEXT]; /* of a rule, a drop or a note */
};

struct gs_chart_tic {
    double at;
    bool minor;        /* short, and without a grid line */
    char label[2][32]; /* one or two lines */
};

struct gs_chart_axis {
    char title[GS_CHART_TEXT];
    bool log;
    double low, high;
    struct gs_chart_tic tics[GS_CHART_TICS];
    size_t tic_count;
};

struct gs_chart_panel {
    struct gs_chart_axis x, y;
    double height;                   /* of the frame */
    double left, right, top, bottom; /* where the frame is; known when the chart is laid out */
};

/* A bar, in the coordinates of panel 0. */
struct gs_chart_box {
    double x0, y0, x1, y1;
    const char *colour;
};

enum gs_chart_item_kind { GS_ITEM_HEADING, GS_ITEM_SAMPLE, GS_ITEM_BOX, GS_ITEM_REMARK };

struct gs_chart_item {
    enum gs_chart_item_kind kind;
    char text[GS_CHART_TEXT];
    struct gs_chart_style style;
};

enum gs_chart_anchor { GS_ANCHOR_LEFT, GS_ANCHOR_CENTRE, GS_ANCHOR_RIGHT };

/* Text on the canvas; y is the middle of its line. */
struct gs_chart_text {
    double x, y, size;
    enum gs_chart_anchor anchor;
    bool bold, soft; /* soft: in grey */
    bool boxed;      /* it hides the grid behind it */
    char text[GS_CHART_TEXT];
};

struct gs_chart {
    char title[GS_CHART_TEXT];
    char about[GS_CHART_ABOUT][GS_CHART_TEXT]; /* whose curves they are; "": no such line */
    struct gs_chart_panel panels[GS_CHART_PANELS];
    size_t panel_count;
    struct gs_chart_curve curves[GS_CHART_CURVES];
    size_t curve_count;
    struct gs_chart_point *points; /* owned */
    size_t point_count;
    struct gs_chart_box boxes[GS_CHART_BOXES];
    size_t box_count;
    struct gs_chart_item items[GS_CHART_ITEMS]; /* the legend */
    size_t item_count;
    bool failed; /* out of memory */

    /* Filled by gs_chart_lay_out(). */
    struct gs_chart_text texts[GS_CHART_TEXTS];
    size_t text_count;
    struct gs_chart_sample {
        double x, y;
        const struct gs_chart_item *item;
    } samples[GS_CHART_ITEMS];
    size_t sample_count;
    double height;
};

/* Free it with gs_chart_free(). NULL when out of memory. */
struct gs_chart *gs_chart_new(void);
void gs_chart_free(struct gs_chart *chart);

/* ---- curves ---------------------------------------------------------------------------------- */

/* Begins a curve; the points that follow are its own. One without points is not drawn. */
void gs_chart_curve(struct gs_chart *chart, size_t panel, struct gs_chart_style style);
void gs_chart_point(struct gs_chart *chart, struct gs_chart_point point);
/* A line across the panel, when its axes are known; the label stands beside it, or in the legend.
 */
void gs_chart_rule(struct gs_chart *chart, size_t panel, double y, const char *label);
/* A mark with a line down to the axis; the label stands beside it where there is room. */
void gs_chart_drop(struct gs_chart *chart, size_t panel, double x, double y, const char *label);
void gs_chart_note(struct gs_chart *chart, size_t panel, double x, double y, const char *text);

/* ---- axes ------------------------------------------------------------------------------------ */

/* The smallest and the largest y of the lines of a panel; false: there are none. */
bool gs_chart_range(const struct gs_chart *chart, size_t panel, double *low, double *high);
/* A tic with the first line of its label, "": none. */
void gs_chart_tic(struct gs_chart_axis *axis, double at, bool minor, const char *label);
/* n, logarithmic, with a tic at each size that is drawn in any panel. */
void gs_chart_size_axis(const struct gs_chart *chart, struct gs_chart_axis *axis);
/* Seconds, logarithmic, with room for `floor_s` where it is over 0. */
void gs_chart_time_axis(struct gs_chart *chart, size_t panel, double floor_s);
/* From 0 to a little over `highest`. */
void gs_chart_linear_axis(struct gs_chart_axis *axis, double highest);
/* A little under `lowest` to a little over `highest`. */
void gs_chart_span_axis(struct gs_chart_axis *axis, double lowest, double highest);
/* A tic at each power of ten, with the label that `format` gives its exponent. */
void gs_chart_decades(struct gs_chart_axis *axis,
                      void (*format)(int exponent, char label[static 32]));
/* The same of seconds. */
void gs_chart_time_decades(struct gs_chart_axis *axis);

/* ---- legend ---------------------------------------------------------------------------------- */

void gs_chart_heading(struct gs_chart *chart, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void gs_chart_remark(struct gs_chart *chart, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A style of neither line nor marker is a box's. */
void gs_chart_sample(struct gs_chart *chart, struct gs_chart_style style, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- the whole ------------------------------------------------------------------------------- */

/* Places everything on the canvas: no label lies on a line, on a point or on another label. */
void gs_chart_lay_out(struct gs_chart *chart);
/* Where a value lies on the canvas, once the panel has been placed. */
double gs_chart_x(const struct gs_chart_panel *panel, double x);
double gs_chart_y(const struct gs_chart_panel *panel, double y);
/* Writes it as plots/draw.gp reads it. */
bool gs_chart_write(FILE *out, const void *chart);
/* Writes it as the picture that draw.gp would draw of it. */
bool gs_chart_write_svg(FILE *out, const void *chart);
/* Draws it as OUT.svg and OUT.png, and prints their names. Where gnuplot is missing *png is false:
 * then there is OUT.svg alone, and no OUT.png of an earlier time. */
enum gs_status gs_chart_draw(const struct gs_chart *chart, const char *out, bool *png,
                             struct gs_error *error);
/* Prints one line that says how to get the PNGs that are missing. */
void gs_chart_say_no_png(void);

#endif
