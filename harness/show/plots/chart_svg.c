/* A chart as SVG without gnuplot: the same as plots/draw.gp draws. What was placed on the canvas is
 * only written down. */
#include "chart.h"

#include "html.h"
#include "visible.h"

#include <math.h>

enum { TIC = 7, MINOR_TIC = 4, MARKER = 9, SAMPLE_BOX = 14 };

static const char grey[] = "rgb(102, 102, 102)";

/* As draw.gp has them, by enum gs_chart_dash. */
static const char *const dashes[] = {
    [GS_DASH_SOLID] = "",
    [GS_DASH_RECORDED] = "9,4",
    [GS_DASH_PINNED] = "14,4",
    [GS_DASH_PAGEABLE] = "2,4",
    [GS_DASH_RECORDED_PINNED] = "14,4,2,4",
    [GS_DASH_RULE] = "3,3",
    [GS_DASH_OTHER_CPU] = "7,4",
    [GS_DASH_PREDICTED] = "4,4",
};

/* Gnuplot's markers by their number, in a square from -1 to 1. From 4 on an even number is hollow,
 * and the odd one behind it is the same filled. */
static const char cross_path[] = "M-1,-1L1,1M-1,1L1,-1", plus_path[] = "M-1,0L1,0M0,-1L0,1";
static const char *const outlines[] = {
    "M-1,-1L1,-1L1,1L-1,1z",          "M-1,0A1,1 0 1 1 1,0A1,1 0 1 1 -1,0z",
    "M0,-1.33L-1.33,0.67L1.33,0.67z", "M0,1.33L-1.33,-0.67L1.33,-0.67z",
    "M0,-1.4L1.4,0L0,1.4L-1.4,0z",    "M0,1.33L1.27,0.41L0.78,-1.07L-0.78,-1.07L-1.27,0.41z",
};

static void put_definitions(FILE *out)
{
    fprintf(out,
            "<defs>\n<g id=\"gs1\"><path d=\"%s\"/></g>\n<g id=\"gs2\"><path d=\"%s\"/></g>\n"
            "<g id=\"gs3\"><path d=\"%s%s\"/></g>\n",
            plus_path, cross_path, plus_path, cross_path);
    for (size_t i = 0; i < sizeof outlines / sizeof outlines[0]; i++)
        fprintf(out,
                "<g id=\"gs%zu\"><path d=\"%s\"/></g>\n"
                "<g id=\"gs%zu\" fill=\"currentColor\"><path d=\"%s\"/></g>\n",
                4 + 2 * i, outlines[i], 5 + 2 * i, outlines[i]);
    fputs("</defs>\n", out);
}

/* ---- marks ----------------------------------------------------------------------------------- */

/* Begins a path; its points follow, and then "\"/>". */
static void begin_path(FILE *out, const char *colour, double width, enum gs_chart_dash dash)
{
    fprintf(out, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%.2f\"", colour, width);
    if (dashes[dash][0] != '\0')
        fprintf(out, " stroke-dasharray=\"%s\"", dashes[dash]);
    fputs(" d=\"", out);
}

static void put_segment(FILE *out, struct gs_chart_style style, double x0, double y0, double x1,
                        double y1)
{
    begin_path(out, style.colour, style.width, style.dash);
    fprintf(out, "M%.2f,%.2f L%.2f,%.2f\"/>\n", x0, y0, x1, y1);
}

static void put_marker(FILE *out, struct gs_chart_style style, double x, double y)
{
    if (style.point > 0 && isfinite(x) && isfinite(y))
        fprintf(out,
                "<use href=\"#gs%d\" transform=\"translate(%.2f,%.2f) scale(%.2f)\" "
                "color=\"%s\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"0.17\"/>\n",
                style.point, x, y, MARKER * style.size, style.colour);
}

static void put_box(FILE *out, const char *colour, double x0, double y0, double x1, double y1)
{
    fprintf(out,
            "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\" "
            "fill-opacity=\"0.85\"/>\n",
            fmin(x0, x1), fmin(y0, y1), fabs(x1 - x0), fabs(y1 - y0), colour);
}

/* ---- a panel --------------------------------------------------------------------------------- */

static void put_tics(FILE *out, const struct gs_chart_panel *panel)
{
    for (size_t i = 0; i < panel->x.tic_count; i++) {
        const struct gs_chart_tic *tic = &panel->x.tics[i];
        const double x = gs_chart_x(panel, tic->at);
        if (!tic->minor)
            fprintf(out,
                    "<path class=\"gridline\" fill=\"none\" stroke=\"#DDDDDD\" "
                    "stroke-width=\"0.75\" d=\"M%.2f,%.2f L%.2f,%.2f\"/>\n",
                    x, panel->bottom, x, panel->top);
        begin_path(out, grey, 0.75, GS_DASH_SOLID);
        fprintf(out, "M%.2f,%.2f L%.2f,%.2f\"/>\n", x, panel->bottom, x,
                panel->bottom + (tic->minor ? MINOR_TIC : TIC));
    }
    for (size_t i = 0; i < panel->y.tic_count; i++) {
        const struct gs_chart_tic *tic = &panel->y.tics[i];
        const double y = gs_chart_y(panel, tic->at);
        if (!tic->minor)
            fprintf(out,
                    "<path class=\"gridline\" fill=\"none\" stroke=\"#DDDDDD\" "
                    "stroke-width=\"0.75\" d=\"M%.2f,%.2f L%.2f,%.2f\"/>\n",
                    panel->left, y, panel->right, y);
        begin_path(out, grey, 0.75, GS_DASH_SOLID);
        fprintf(out, "M%.2f,%.2f L%.2f,%.2f\"/>\n", panel->left, y,
                panel->left - (tic->minor ? MINOR_TIC : TIC), y);
    }
}

static void put_frame(FILE *out, const struct gs_chart_panel *panel)
{
    begin_path(out, grey, 1, GS_DASH_SOLID);
    fprintf(out, "M%.2f,%.2f L%.2f,%.2f L%.2f,%.2f\"/>\n", panel->left, panel->top, panel->left,
            panel->bottom, panel->right, panel->bottom);
}

/* The line through its points, in pieces where one has no place, and the whiskers. */
static void put_line(FILE *out, const struct gs_chart_panel *panel,
                     const struct gs_chart_curve *curve, const struct gs_chart_point *points)
{
    bool joined = false;
    if (curve->style.width > 0) {
        begin_path(out, curve->style.colour, curve->style.width, curve->style.dash);
        for (size_t i = 0; i < curve->count; i++) {
            const double x = gs_chart_x(panel, points[i].x), y = gs_chart_y(panel, points[i].y);
            const bool placed = isfinite(x) && isfinite(y);
            if (placed)
                fprintf(out, "%s%.2f,%.2f", joined ? " L" : " M", x, y);
            joined = placed;
        }
        fputs("\"/>\n", out);
    }
    for (size_t i = 0; i < curve->count; i++) {
        const double x = gs_chart_x(panel, points[i].x);
        const double low = gs_chart_y(panel, points[i].low),
                     high = gs_chart_y(panel, points[i].high);
        if (points[i].high > points[i].low && isfinite(x) && isfinite(low) && isfinite(high))
            put_segment(out, (struct gs_chart_style){curve->style.colour, GS_DASH_SOLID, 1.2, 0, 0},
                        x, low, x, high);
    }
}

static void put_curve(FILE *out, const struct gs_chart *chart, const struct gs_chart_curve *curve)
{
    const struct gs_chart_panel *panel = &chart->panels[curve->panel];
    const struct gs_chart_point *points = chart->points + curve->first;
    if (curve->count == 0)
        return;
    const double x = gs_chart_x(panel, points->x), y = gs_chart_y(panel, points->y);
    if (curve->kind == GS_CHART_RULE)
        put_segment(out, curve->style, panel->left, y, panel->right, y);
    else if (curve->kind == GS_CHART_DROP)
        put_segment(out, curve->style, x, panel->bottom, x, y);
    else if (curve->kind == GS_CHART_LINE)
        put_line(out, panel, curve, points);
}

static bool is_inside(const struct gs_chart_panel *panel, const struct gs_chart_point *point)
{
    return point->x >= panel->x.low && point->x <= panel->x.high && point->y >= panel->y.low &&
           point->y <= panel->y.high;
}

static void put_markers(FILE *out, const struct gs_chart *chart, const struct gs_chart_curve *curve)
{
    const struct gs_chart_panel *panel = &chart->panels[curve->panel];
    for (size_t i = 0; i < curve->count && curve->kind != GS_CHART_RULE; i++) {
        const struct gs_chart_point *point = &chart->points[curve->first + i];
        if (is_inside(panel, point))
            put_marker(out, curve->style, gs_chart_x(panel, point->x), gs_chart_y(panel, point->y));
    }
}

/* Rules lie below curves, and marks above them. Lines end at the frame: it is a picture of its own
 * for them, since a page may hold several charts, in which each id is the first one's. */
static void put_panel(FILE *out, const struct gs_chart *chart, size_t p)
{
    static const enum gs_chart_kind layers[] = {GS_CHART_RULE, GS_CHART_LINE, GS_CHART_DROP};
    const struct gs_chart_panel *panel = &chart->panels[p];
    const double width = panel->right - panel->left, height = panel->bottom - panel->top;
    put_tics(out, panel);
    for (size_t i = 0; p == 0 && i < chart->box_count; i++) {
        const struct gs_chart_box *box = &chart->boxes[i];
        put_box(out, box->colour, gs_chart_x(panel, box->x0), gs_chart_y(panel, box->y0),
                gs_chart_x(panel, box->x1), gs_chart_y(panel, box->y1));
    }
    put_frame(out, panel);
    fprintf(out,
            "<svg x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" "
            "viewBox=\"%.2f %.2f %.2f %.2f\">\n",
            panel->left, panel->top, width, height, panel->left, panel->top, width, height);
    for (size_t k = 0; k < sizeof layers / sizeof layers[0]; k++) {
        for (size_t c = 0; c < chart->curve_count; c++) {
            if (chart->curves[c].panel == p && chart->curves[c].kind == layers[k])
                put_curve(out, chart, &chart->curves[c]);
        }
    }
    fputs("</svg>\n", out);
    for (size_t c = 0; c < chart->curve_count; c++) {
        if (chart->curves[c].panel == p)
            put_markers(out, chart, &chart->curves[c]);
    }
}

/* ---- legend, texts --------------------------------------------------------------------------- */

static void put_samples(FILE *out, const struct gs_chart *chart)
{
    for (size_t i = 0; i < chart->sample_count; i++) {
        const struct gs_chart_item *item = chart->samples[i].item;
        const double x = chart->samples[i].x, y = chart->samples[i].y;
        if (item->kind == GS_ITEM_BOX)
            put_box(out, item->style.colour, x, y - SAMPLE_BOX / 2.0, x + GS_CHART_SAMPLE,
                    y + SAMPLE_BOX / 2.0);
        else if (item->style.width > 0)
            put_segment(out, item->style, x, y, x + GS_CHART_SAMPLE, y);
        put_marker(out, item->style, x + GS_CHART_SAMPLE / 2.0, y);
    }
}

static void put_texts(FILE *out, const struct gs_chart *chart)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    const double to_baseline = 0.325; /* from the middle of a line of text, in its size */
    for (size_t i = 0; i < chart->text_count; i++) {
        const struct gs_chart_text *text = &chart->texts[i];
        fprintf(out,
                "<g transform=\"translate(%.2f,%.2f)\" font-size=\"%.2f\" text-anchor=\"%s\" "
                "fill=\"%s\"%s%s><text>",
                text->x, text->y + to_baseline * text->size, text->size, anchors[text->anchor],
                text->soft ? "#666666" : "#000000", text->bold ? " font-weight=\"bold\"" : "",
                text->boxed ? " stroke=\"#FFFFFF\" stroke-width=\"4\" paint-order=\"stroke\"" : "");
        gs_html_text(out, gs_visible(text->text).text);
        fputs("</text></g>\n", out);
    }
}

bool gs_chart_write_svg(FILE *out, const void *content)
{
    const struct gs_chart *chart = content;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%.0f\" "
            "viewBox=\"0 0 %d %.0f\" font-family=\"sans-serif\">\n<title>",
            GS_CHART_WIDTH, chart->height, GS_CHART_WIDTH, chart->height);
    gs_html_text(out, gs_visible(chart->title).text);
    fputs("</title>\n", out);
    put_definitions(out);
    fprintf(out, "<rect width=\"%d\" height=\"%.0f\" fill=\"#ffffff\"/>\n", GS_CHART_WIDTH,
            chart->height);
    for (size_t p = 0; p < chart->panel_count; p++)
        put_panel(out, chart, p);
    put_samples(out, chart);
    put_texts(out, chart);
    fputs("</svg>\n", out);
    return !ferror(out);
}
