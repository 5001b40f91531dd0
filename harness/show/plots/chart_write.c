/* A chart as plots/draw.gp reads it: data blocks, in which y goes upwards. */
#include "chart.h"

#include "visible.h"

#include <math.h>
#include <string.h>

/* The curves, gone through twice: for a block of their styles, and one of their points. */
struct writing {
    FILE *out;
    const struct gs_chart *chart;
    bool points; /* the block of points is being written, else that of styles */
    size_t panel, curves;
};

/* With a point in every number, which gnuplot 5.4 wants. */
static void write_numbers(FILE *out, const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%s%.9e", i > 0 ? " " : "", values[i]);
}

static void begin_curve(struct writing *writing, struct gs_chart_style style)
{
    if (writing->points && writing->curves > 0)
        fputs("\n\n", writing->out);
    if (!writing->points)
        fprintf(writing->out, "%zu %s %d %.3f %d %.3f\n", writing->panel + 1, style.colour,
                (int)style.dash, style.width, style.point, style.size);
    writing->curves++;
}

static void write_point(const struct writing *writing, double x, double y, double low, double high)
{
    if (!writing->points)
        return;
    write_numbers(writing->out, (const double[]){x, y, low, high}, 4);
    fputc('\n', writing->out);
}

static void write_segment(struct writing *writing, struct gs_chart_style style, double x0,
                          double y0, double x1, double y1)
{
    style.point = 0;
    begin_curve(writing, style);
    write_point(writing, x0, y0, y0, y0);
    write_point(writing, x1, y1, y1, y1);
}

static void write_mark(struct writing *writing, struct gs_chart_style style, double x, double y)
{
    style.width = 0;
    begin_curve(writing, style);
    write_point(writing, x, y, y, y);
}

static void write_curve(struct writing *writing, const struct gs_chart_curve *curve)
{
    const struct gs_chart_panel *panel = &writing->chart->panels[curve->panel];
    const struct gs_chart_point *points = writing->chart->points + curve->first;
    if (curve->count == 0 || curve->kind == GS_CHART_NOTE)
        return;
    if (curve->kind == GS_CHART_RULE) {
        write_segment(writing, curve->style, panel->x.low, points->y, panel->x.high, points->y);
        return;
    }
    if (curve->kind == GS_CHART_DROP) {
        write_segment(writing, curve->style, points->x, panel->y.low, points->x, points->y);
        write_mark(writing, curve->style, points->x, points->y);
        return;
    }
    begin_curve(writing, curve->style);
    for (size_t i = 0; i < curve->count; i++)
        write_point(writing, points[i].x, points[i].y, points[i].low, points[i].high);
}

/* Rules lie below curves, and marks above them. */
static void write_panel_curves(struct writing *writing)
{
    static const enum gs_chart_kind layers[] = {GS_CHART_RULE, GS_CHART_LINE, GS_CHART_DROP};
    const struct gs_chart *chart = writing->chart;
    for (size_t k = 0; k < sizeof layers / sizeof layers[0]; k++) {
        for (size_t c = 0; c < chart->curve_count; c++) {
            if (chart->curves[c].panel == writing->panel && chart->curves[c].kind == layers[k])
                write_curve(writing, &chart->curves[c]);
        }
    }
}

static void write_samples(struct writing *writing)
{
    const struct gs_chart *chart = writing->chart;
    for (size_t i = 0; i < chart->sample_count; i++) {
        struct gs_chart_style style = chart->samples[i].item->style;
        double x = chart->samples[i].x, y = chart->height - chart->samples[i].y;
        if (style.width > 0)
            write_segment(writing, style, x, y, x + GS_CHART_SAMPLE, y);
        if (style.point > 0)
            write_mark(writing, style, x + GS_CHART_SAMPLE / 2.0, y);
    }
}

/* Panel by panel; the last of them is the whole canvas, in its own units. */
static void write_curves(FILE *out, const struct gs_chart *chart, bool points)
{
    struct writing writing = {.out = out, .chart = chart, .points = points};
    fprintf(out, "%s << EOD\n", points ? "$points" : "$curves");
    for (; writing.panel < chart->panel_count; writing.panel++)
        write_panel_curves(&writing);
    write_samples(&writing);
    fputs("EOD\n", out);
}

static void write_panels(FILE *out, const struct gs_chart *chart)
{
    fputs("$panels << EOD\n", out);
    for (size_t p = 0; p < chart->panel_count; p++) {
        const struct gs_chart_panel *panel = &chart->panels[p];
        write_numbers(out,
                      (const double[]){panel->left, panel->right, chart->height - panel->bottom,
                                       chart->height - panel->top, panel->x.low, panel->x.high,
                                       panel->y.low, panel->y.high},
                      8);
        fprintf(out, " %d %d\n", panel->x.log, panel->y.log);
    }
    write_numbers(
        out,
        (const double[]){0, GS_CHART_WIDTH, 0, chart->height, 0, GS_CHART_WIDTH, 0, chart->height},
        8);
    fputs(" 0 0\nEOD\n$tics << EOD\n", out);
    for (size_t p = 0; p < chart->panel_count; p++) {
        const struct gs_chart_axis *axes[] = {&chart->panels[p].x, &chart->panels[p].y};
        for (size_t a = 0; a < 2; a++) {
            for (size_t i = 0; i < axes[a]->tic_count; i++)
                fprintf(out, "%zu %c %.9e %d\n", p + 1, a == 0 ? 'x' : 'y', axes[a]->tics[i].at,
                        axes[a]->tics[i].minor);
        }
    }
    fputs("EOD\n", out);
}

static void write_box(FILE *out, size_t panel, const char *colour, const double corners[static 4])
{
    fprintf(out, "%zu %s ", panel + 1, colour);
    write_numbers(out, corners, 4);
    fputc('\n', out);
}

static void write_boxes(FILE *out, const struct gs_chart *chart)
{
    fputs("$boxes << EOD\n", out);
    for (size_t i = 0; i < chart->box_count; i++) {
        const struct gs_chart_box *box = &chart->boxes[i];
        write_box(out, 0, box->colour, (const double[]){box->x0, box->y0, box->x1, box->y1});
    }
    for (size_t i = 0; i < chart->sample_count; i++) {
        const struct gs_chart_item *item = chart->samples[i].item;
        double x = chart->samples[i].x, y = chart->height - chart->samples[i].y;
        if (item->kind == GS_ITEM_BOX)
            write_box(out, chart->panel_count, item->style.colour,
                      (const double[]){x, y - 7, x + GS_CHART_SAMPLE, y + 7});
    }
    fputs("EOD\n", out);
}

/*
 * The words stand behind a bar. Bold ones are gnuplot's "enhanced" text, which the svg terminal of
 * gnuplot 5.4 knows no other way to: what is special in it has a backslash, and & it would write as
 * it is, which is no XML.
 */
static void write_texts(FILE *out, const struct gs_chart *chart)
{
    static const char *const anchors[] = {"left", "center", "right"};
    fputs("$texts << EOD\n", out);
    for (size_t i = 0; i < chart->text_count; i++) {
        const struct gs_chart_text *text = &chart->texts[i];
        fprintf(out, "%.2f %.2f %.2f %s %s %s |%s", text->x, chart->height - text->y, text->size,
                anchors[text->anchor], text->soft ? "#666666" : "#000000",
                text->bold    ? "enhanced"
                : text->boxed ? "noenhanced boxed"
                              : "noenhanced",
                text->bold ? "{/:Bold " : "");
        struct gs_visible shown = gs_visible(text->text); /* one line, and UTF-8 where it was cut */
        for (const char *c = shown.text; *c != '\0'; c++) {
            if (text->bold && strchr("{}_^@~\\", *c) != NULL)
                fputc('\\', out);
            fputc(text->bold && *c == '&' ? '+' : *c, out);
        }
        fputs(text->bold ? "}\n" : "\n", out);
    }
    fputs("EOD\n", out);
}

bool gs_chart_write(FILE *out, const void *content)
{
    const struct gs_chart *chart = content;
    fprintf(out, "width = %d\nheight = %.0f\n", GS_CHART_WIDTH, chart->height);
    write_panels(out, chart);
    write_curves(out, chart, false);
    write_curves(out, chart, true);
    write_boxes(out, chart);
    write_texts(out, chart);
    return !ferror(out);
}
