#include "chart.h"

#include "grow.h"
#include "numbers.h"
#include "table_parts.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

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

/* ---- axes ------------------------------------------------------------------------------------ */

bool gs_chart_range(const struct gs_chart *chart, size_t panel, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t c = 0; c < chart->curve_count; c++) {
        const struct gs_chart_curve *curve = &chart->curves[c];
        for (size_t i = 0;
             curve->panel == panel && curve->kind == GS_CHART_LINE && i < curve->count; i++) {
            *low = fmin(*low, chart->points[curve->first + i].y);
            *high = fmax(*high, chart->points[curve->first + i].y);
        }
    }
    return *low <= *high;
}

void gs_chart_tic(struct gs_chart_axis *axis, double at, bool minor, const char *label)
{
    if (axis->tic_count == GS_CHART_TICS)
        return;
    struct gs_chart_tic *tic = &axis->tics[axis->tic_count++];
    tic->at = at;
    tic->minor = minor;
    snprintf(tic->label[0], sizeof tic->label[0], "%s", label);
}

void gs_chart_size_axis(const struct gs_chart *chart, struct gs_chart_axis *axis)
{
    double sizes[GS_CHART_TICS] = {0};
    size_t count = 0;
    for (size_t i = 0; i < chart->point_count; i++) {
        double x = chart->points[i].x;
        size_t k = 0;
        while (k < count && sizes[k] != x)
            k++;
        if (k == count && !isnan(x) && count < GS_CHART_TICS)
            sizes[count++] = x;
    }
    gs_sort(sizes, count);
    snprintf(axis->title, sizeof axis->title, "n (elements)");
    axis->log = true;
    axis->low = count > 0 ? sizes[0] : 1;
    axis->high = count > 0 ? sizes[count - 1] : 1;
    double margin = fmax(pow(axis->high / axis->low, 0.03), 1.1);
    axis->low /= margin;
    axis->high *= margin;
    for (size_t i = 0; i < count; i++) {
        char label[32];
        gs_size_format((size_t)sizes[i], label);
        gs_chart_tic(axis, sizes[i], false, label);
    }
}

void gs_chart_decades(struct gs_chart_axis *axis,
                      void (*format)(int exponent, char label[static 32]))
{
    enum { MOST_LABELS = 9 };
    int first = (int)floor(log10(axis->low)), last = (int)ceil(log10(axis->high));
    int step = 1 + (last - first) / MOST_LABELS;
    for (int p = first; p <= last; p++) {
        char label[32] = "";
        double decade = pow(10, p);
        if (p % step == 0)
            format(p, label);
        if (decade >= axis->low && decade <= axis->high)
            gs_chart_tic(axis, decade, label[0] == '\0', label);
        for (int q = 2; q < 10 && last - first < 6; q++) {
            if (q * decade >= axis->low && q * decade <= axis->high)
                gs_chart_tic(axis, q * decade, true, "");
        }
    }
}

static void format_decade_of_time(int exponent, char label[static 32])
{
    static const char *const units[] = {"ns", "µs", "ms", "s"};
    int unit = exponent < -6 ? 0 : exponent < -3 ? 1 : exponent < 0 ? 2 : 3;
    snprintf(label, 32, "%g %s", pow(10, exponent + 9 - 3 * unit), units[unit]);
}

void gs_chart_time_axis(struct gs_chart *chart, size_t panel, double floor_s)
{
    struct gs_chart_axis *axis = &chart->panels[panel].y;
    axis->log = true;
    snprintf(axis->title, sizeof axis->title, "median time; whiskers: quartiles");
    if (!gs_chart_range(chart, panel, &axis->low, &axis->high)) {
        axis->low = 1e-6;
        axis->high = 1e-3;
    }
    axis->low /= 1.5;
    axis->high *= 1.5;
    if (floor_s > 0)
        axis->low = fmin(axis->low, floor_s / 2);
    if (axis->high / axis->low < 100) {
        axis->low /= 5;
        axis->high *= 5;
    }
    gs_chart_decades(axis, format_decade_of_time);
}

/* A round number of which about six make the span: 1, 2 or 5 times a power of ten. */
static double step_of(double span)
{
    enum { MOST_STEPS = 6 };
    double decade = pow(10, floor(log10(span / MOST_STEPS)));
    double rough = span / MOST_STEPS / decade;
    return decade * (rough <= 1 ? 1 : rough <= 2 ? 2 : rough <= 5 ? 5 : 10);
}

static void add_linear_tics(struct gs_chart_axis *axis)
{
    double step = step_of(axis->high - axis->low);
    for (double i = ceil(axis->low / step); i * step <= axis->high; i++) {
        char label[32];
        snprintf(label, sizeof label, "%g", i * step + 0.0); /* -0 becomes 0 */
        gs_chart_tic(axis, i * step, false, label);
    }
}

void gs_chart_linear_axis(struct gs_chart_axis *axis, double highest)
{
    axis->low = 0;
    axis->high = highest > 0 ? highest * 1.12 : 1;
    add_linear_tics(axis);
}

void gs_chart_span_axis(struct gs_chart_axis *axis, double lowest, double highest)
{
    double margin = highest > lowest ? 0.05 * (highest - lowest) : 1;
    axis->low = lowest - margin;
    axis->high = highest + margin;
    add_linear_tics(axis);
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
