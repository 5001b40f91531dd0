/* The axes of a chart: where they begin and end, their tics, and what stands at a tic. */
#include "chart.h"

#include "numbers.h"
#include "samples.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

void gs_chart_time_decades(struct gs_chart_axis *axis)
{
    gs_chart_decades(axis, format_decade_of_time);
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
    gs_chart_time_decades(axis);
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
