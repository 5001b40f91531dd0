#include "chart.h"

#include "grow.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

struct gs_chart *gs_chart_new(void)
{
    return calloc(1, sizeof(struct gs_chart));
}

void gs_chart_free(struct gs_chart *chart)
{
    if (chart != NULL)
        free(chart->points);
    free(chart);
}

/* ---- curves ---------------------------------------------------------------------------------- */

void gs_chart_curve(struct gs_chart *chart, size_t panel, struct gs_chart_style style)
{
    if (chart->curve_count == GS_CHART_CURVES)
        return;
    struct gs_chart_curve *curve = &chart->curves[chart->curve_count++];
    curve->panel = panel;
    curve->style = style;
    curve->first = chart->point_count;
}

void gs_chart_point(struct gs_chart *chart, struct gs_chart_point point)
{
    if (chart->failed || !gs_grow(&chart->points, chart->point_count, sizeof point)) {
        chart->failed = true;
        return;
    }
    chart->points[chart->point_count++] = point;
    chart->curves[chart->curve_count - 1].count++;
}

static void add_marked(struct gs_chart *chart, size_t panel, enum gs_chart_kind kind,
                       struct gs_chart_point point, const char *label)
{
    static const struct gs_chart_style styles[] = {
        [GS_CHART_RULE] = {"#000000", GS_DASH_RULE, 1.5, 0, 0},
        [GS_CHART_DROP] = {"#000000", GS_DASH_RULE, 1.2, 12, 1},
        [GS_CHART_NOTE] = {"#000000", GS_DASH_SOLID, 0, 0, 0},
    };
    gs_chart_curve(chart, panel, styles[kind]);
    struct gs_chart_curve *curve = &chart->curves[chart->curve_count - 1];
    curve->kind = kind;
    snprintf(curve->label, sizeof curve->label, "%s", label);
    gs_chart_point(chart, point);
}

void gs_chart_rule(struct gs_chart *chart, size_t panel, double y, const char *label)
{
    add_marked(chart, panel, GS_CHART_RULE, (struct gs_chart_point){NAN, y, y, y}, label);
}

void gs_chart_drop(struct gs_chart *chart, size_t panel, double x, double y, const char *label)
{
    add_marked(chart, panel, GS_CHART_DROP, (struct gs_chart_point){x, y, y, y}, label);
}

void gs_chart_note(struct gs_chart *chart, size_t panel, double x, double y, const char *text)
{
    add_marked(chart, panel, GS_CHART_NOTE, (struct gs_chart_point){x, y, y, y}, text);
}

/* ---- legend ---------------------------------------------------------------------------------- */

static void add_item(struct gs_chart *chart, enum gs_chart_item_kind kind,
                     struct gs_chart_style style, const char *format, va_list arguments)
{
    if (chart->item_count == GS_CHART_ITEMS)
        return;
    struct gs_chart_item *item = &chart->items[chart->item_count++];
    item->kind = kind;
    item->style = style;
    vsnprintf(item->text, sizeof item->text, format, arguments);
}

void gs_chart_heading(struct gs_chart *chart, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_item(chart, GS_ITEM_HEADING, (struct gs_chart_style){0}, format, arguments);
    va_end(arguments);
}

void gs_chart_remark(struct gs_chart *chart, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_item(chart, GS_ITEM_REMARK, (struct gs_chart_style){0}, format, arguments);
    va_end(arguments);
}

void gs_chart_sample(struct gs_chart *chart, struct gs_chart_style style, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_item(chart, style.width > 0 || style.point > 0 ? GS_ITEM_SAMPLE : GS_ITEM_BOX, style,
             format, arguments);
    va_end(arguments);
}
