/* Where everything of a chart lies on the canvas. */
#include "chart.h"

#include <math.h>
#include <string.h>

/* Sizes of texts, and the room that they take. */
enum {
    MARGIN = 14,
    TITLE = 21,
    TITLE_LEAST = 16,
    TEXT = 16,
    SMALL = 16,
    LINE = 20,    /* from one line of text to the next */
    SECTION = 10, /* before a heading of the legend */
    COLUMN_GAP = 16,
};

/* Where the text of the chart ends on the canvas. */
static const double text_right = GS_CHART_WIDTH - MARGIN;

/* At most, in the fonts that browsers have for sans-serif: DejaVu Sans is the widest. */
static double width_of(const char *text, double size, bool bold)
{
    double width = 0;
    for (; *text != '\0'; text++) {
        bool first = ((unsigned char)*text & 0xC0) != 0x80; /* byte of a character in UTF-8 */
        width += !first                               ? 0
                 : strchr(" .,:;'|!()frtijlI", *text) ? 0.41
                 : strchr("mwMW%@", *text)            ? 0.98
                                                      : 0.64;
    }
    return width * size * (bold ? 1.1 : 1);
}

static void add_text(struct gs_chart *chart, struct gs_chart_text text, const char *words)
{
    if (chart->text_count == GS_CHART_TEXTS || words[0] == '\0')
        return;
    snprintf(text.text, sizeof text.text, "%s", words);
    chart->texts[chart->text_count++] = text;
}

/* The bytes of text that fit into a line: up to a blank, or all of it where there is none. */
static size_t line_length(const char *text, double size, bool bold, double room)
{
    char line[GS_CHART_TEXT];
    size_t length = strlen(text);
    for (snprintf(line, sizeof line, "%s", text); width_of(line, size, bold) > room;
         line[length] = '\0') {
        const char *blank = strrchr(line, ' ');
        if (blank == NULL)
            return length;
        length = (size_t)(blank - line);
    }
    return length;
}

/* Writes text in as many lines as it takes, or only counts them; the height. */
static double add_lines(struct gs_chart *chart, struct gs_chart_text where, const char *text,
                        double room, bool draw)
{
    double height = 0;
    while (*text != '\0') {
        char line[GS_CHART_TEXT];
        size_t length = line_length(text, where.size, where.bold, room);
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        where.y += height > 0 ? LINE : 0;
        height += LINE;
        if (draw)
            add_text(chart, where, line);
        text += length + (text[length] == ' ');
    }
    return height;
}

/* ---- titles, axes ---------------------------------------------------------------------------- */

static double lay_titles(struct gs_chart *chart)
{
    double room = text_right - MARGIN, y = 24;
    double fitting = TITLE * room / width_of(chart->title, TITLE, true);
    struct gs_chart_text text = {
        .x = MARGIN, .y = y, .size = fmax(fmin(fitting, TITLE), TITLE_LEAST), .bold = true};
    add_text(chart, text, chart->title);
    y += 26;
    for (size_t i = 0; i < GS_CHART_ABOUT; i++)
        y += add_lines(chart,
                       (struct gs_chart_text){.x = MARGIN, .y = y, .size = SMALL, .soft = true},
                       chart->about[i], room, true);
    return y;
}

static double at(const struct gs_chart_axis *axis, double value, double from, double to)
{
    double share = axis->log ? log(value / axis->low) / log(axis->high / axis->low)
                             : (value - axis->low) / (axis->high - axis->low);
    return from + share * (to - from);
}

double gs_chart_x(const struct gs_chart_panel *panel, double x)
{
    return at(&panel->x, x, panel->left, panel->right);
}

double gs_chart_y(const struct gs_chart_panel *panel, double y)
{
    return at(&panel->y, y, panel->bottom, panel->top);
}

/* The widest label of the tics of an axis. */
static double widest_label(const struct gs_chart_axis *axis)
{
    double widest = 0;
    for (size_t i = 0; i < axis->tic_count; i++)
        widest = fmax(widest, width_of(axis->tics[i].label[0], TEXT, false));
    return widest;
}

static void lay_y_labels(struct gs_chart *chart, struct gs_chart_panel *panel)
{
    for (size_t i = 0; i < panel->y.tic_count; i++)
        add_text(chart,
                 (struct gs_chart_text){.x = panel->left - 9,
                                        .y = gs_chart_y(panel, panel->y.tics[i].at),
                                        .size = TEXT,
                                        .anchor = GS_ANCHOR_RIGHT},
                 panel->y.tics[i].label[0]);
}

/* From the right: a label that would touch the one beside it is left out, and its tic is a minor
 * one. */
static double lay_x_labels(struct gs_chart *chart, struct gs_chart_panel *panel)
{
    double taken_from = INFINITY, y = panel->bottom + 20;
    bool second_line = false;
    for (size_t i = panel->x.tic_count; i-- > 0;) {
        struct gs_chart_tic *tic = &panel->x.tics[i];
        double x = gs_chart_x(panel, tic->at), half = 0;
        for (size_t k = 0; k < 2; k++)
            half = fmax(half, width_of(tic->label[k], TEXT, false) / 2);
        tic->minor = tic->minor || x + half + 8 > taken_from;
        if (tic->minor)
            continue;
        taken_from = x - half;
        for (size_t k = 0; k < 2; k++)
            add_text(chart,
                     (struct gs_chart_text){.x = fmin(x, text_right + MARGIN - 4 - half),
                                            .y = y + (double)k * 18,
                                            .size = TEXT,
                                            .anchor = GS_ANCHOR_CENTRE},
                     tic->label[k]);
        second_line |= tic->label[1][0] != '\0';
    }
    return y + (second_line ? 18 : 0);
}

/* From y on down; what is below it begins where it ends. */
static double lay_panel(struct gs_chart *chart, struct gs_chart_panel *panel, double left, double y)
{
    if (panel->y.title[0] != '\0')
        add_text(chart, (struct gs_chart_text){.x = MARGIN, .y = y + 4, .size = SMALL},
                 panel->y.title);
    panel->left = left;
    panel->right = text_right - 6;
    panel->top = y + (panel->y.title[0] != '\0' ? 24 : 2);
    panel->bottom = panel->top + panel->height;
    lay_y_labels(chart, panel);
    if (panel->x.title[0] == '\0')
        return panel->bottom + 22;
    y = lay_x_labels(chart, panel) + 22;
    add_text(chart,
             (struct gs_chart_text){.x = (panel->left + panel->right) / 2,
                                    .y = y,
                                    .size = SMALL,
                                    .anchor = GS_ANCHOR_CENTRE},
             panel->x.title);
    return y + 24;
}

/* ---- labels beside lines --------------------------------------------------------------------- */

struct area {
    double left, top, right, bottom;
};

/* Whether the line from (x0, y0) to (x1, y1) meets the area: Liang and Barsky's clipping. */
static bool meets(struct area area, double x0, double y0, double x1, double y1)
{
    double from = 0, to = 1, dx = x1 - x0, dy = y1 - y0;
    const double direction[] = {-dx, dx, -dy, dy};
    const double distance[] = {x0 - area.left, area.right - x0, y0 - area.top, area.bottom - y0};
    for (size_t i = 0; i < 4; i++) {
        if (direction[i] == 0 && distance[i] < 0)
            return false;
        if (direction[i] < 0)
            from = fmax(from, distance[i] / direction[i]);
        else if (direction[i] > 0)
            to = fmin(to, distance[i] / direction[i]);
    }
    return from <= to;
}

/* Whether the area holds a part of a curve: of its line, its markers or its whiskers. */
static bool meets_curve(const struct gs_chart *chart, const struct gs_chart_curve *curve,
                        struct area area)
{
    const struct gs_chart_panel *panel = &chart->panels[curve->panel];
    const struct gs_chart_point *points = chart->points + curve->first;
    if (curve->kind == GS_CHART_NOTE)
        return false; /* it is a text */
    if (curve->kind == GS_CHART_RULE)
        return meets(area, panel->left, gs_chart_y(panel, points->y), panel->right,
                     gs_chart_y(panel, points->y));
    for (size_t i = 0; i < curve->count; i++) {
        double x = gs_chart_x(panel, points[i].x), y = gs_chart_y(panel, points[i].y), half = 6;
        double down =
            curve->kind == GS_CHART_DROP ? panel->bottom : gs_chart_y(panel, points[i].low);
        if ((area.left - half < x && x < area.right + half && area.top - half < y &&
             y < area.bottom + half) ||
            meets(area, x, gs_chart_y(panel, points[i].high), x, down))
            return true;
        if (i > 0 && curve->style.width > 0 &&
            meets(area, gs_chart_x(panel, points[i - 1].x), gs_chart_y(panel, points[i - 1].y), x,
                  y))
            return true;
    }
    return false;
}

static bool is_free(const struct gs_chart *chart, size_t panel, struct area area)
{
    const struct gs_chart_panel *frame = &chart->panels[panel];
    if (area.left < frame->left + 3 || area.right > frame->right || area.top < frame->top ||
        area.bottom > frame->bottom - 2)
        return false;
    for (size_t c = 0; c < chart->curve_count; c++) {
        if (chart->curves[c].panel == panel && meets_curve(chart, &chart->curves[c], area))
            return false;
    }
    for (size_t i = 0; i < chart->text_count; i++) {
        const struct gs_chart_text *text = &chart->texts[i];
        double width = width_of(text->text, text->size, text->bold);
        double left = text->x - width * (int)text->anchor / 2;
        if (area.left < left + width && left < area.right && area.top < text->y + 10 &&
            text->y - 10 < area.bottom)
            return false;
    }
    return true;
}

/* The places that are tried for a label: along a rule above and below it, close to it and at a
 * distance; to both sides of a drop line, from below up to its mark. */
static struct area label_area(const struct gs_chart *chart, const struct gs_chart_curve *curve,
                              size_t place, size_t places)
{
    const struct gs_chart_panel *panel = &chart->panels[curve->panel];
    const struct gs_chart_point *point = &chart->points[curve->first];
    double width = width_of(curve->label, SMALL, false), height = 20;
    size_t step = place / 4, steps = places / 4 - 1;
    double share = (double)step / (double)steps, gap = place % 4 < 2 ? 1 : 8;
    struct area area;
    if (curve->kind == GS_CHART_RULE) {
        area.left = panel->left + 6 + share * (panel->right - panel->left - 8 - width);
        area.top = gs_chart_y(panel, point->y) + (place % 2 == 0 ? -height - gap : gap);
    } else {
        area.left = gs_chart_x(panel, point->x) + (place % 2 == 0 ? 5 : -width - 5);
        area.top =
            panel->bottom - 4 - height - share * (panel->bottom - gs_chart_y(panel, point->y));
    }
    area.right = area.left + width;
    area.bottom = area.top + height;
    return area;
}

/* Puts the label in the first free place; false: there is none. */
static bool place_label(struct gs_chart *chart, const struct gs_chart_curve *curve)
{
    enum { PLACES = 120 };
    for (size_t place = 0; place < PLACES; place++) {
        struct area area = label_area(chart, curve, place, PLACES);
        if (!is_free(chart, curve->panel, area))
            continue;
        add_text(
            chart,
            (struct gs_chart_text){
                .x = area.left, .y = (area.top + area.bottom) / 2, .size = SMALL, .boxed = true},
            curve->label);
        return true;
    }
    return false;
}

/* A rule whose label has no room is explained in the legend; a drop always is, by who added it. */
static void lay_labels(struct gs_chart *chart)
{
    bool begun = false;
    for (size_t c = 0; c < chart->curve_count; c++) {
        const struct gs_chart_curve *curve = &chart->curves[c];
        const struct gs_chart_panel *panel = &chart->panels[curve->panel];
        const struct gs_chart_point *point = &chart->points[curve->first];
        if (curve->kind == GS_CHART_NOTE)
            add_text(chart,
                     (struct gs_chart_text){.x = gs_chart_x(panel, point->x) + 5,
                                            .y = gs_chart_y(panel, point->y),
                                            .size = SMALL,
                                            .boxed = true},
                     curve->label);
        if (curve->kind == GS_CHART_LINE || curve->kind == GS_CHART_NOTE ||
            place_label(chart, curve) || curve->kind == GS_CHART_DROP)
            continue;
        if (!begun)
            gs_chart_heading(chart, "Dotted line");
        begun = true;
        gs_chart_sample(chart, curve->style, "%s", curve->label);
    }
}

/* ---- legend ---------------------------------------------------------------------------------- */

/* One item of the legend at (x, y), or only its height. */
static double lay_item(struct gs_chart *chart, const struct gs_chart_item *item, double x, double y,
                       bool draw)
{
    double column = (text_right - MARGIN - COLUMN_GAP) / 2;
    bool sample = item->kind == GS_ITEM_SAMPLE || item->kind == GS_ITEM_BOX;
    double indent = sample ? GS_CHART_SAMPLE + 8 : 0;
    struct gs_chart_text text = {.x = x + indent,
                                 .y = y + LINE / 2.0,
                                 .size = SMALL,
                                 .bold = item->kind == GS_ITEM_HEADING,
                                 .soft = item->kind == GS_ITEM_REMARK};
    if (draw && sample)
        chart->samples[chart->sample_count++] = (struct gs_chart_sample){x, text.y, item};
    return add_lines(chart, text, item->text, column - indent, draw);
}

/* The items from first to last, one below the other, with room before a heading but the first. */
static double lay_items(struct gs_chart *chart, size_t first, size_t last, double x, double y,
                        bool draw)
{
    double height = 0;
    for (size_t i = first; i < last; i++) {
        height += i > first && chart->items[i].kind == GS_ITEM_HEADING ? SECTION : 0;
        height += lay_item(chart, &chart->items[i], x, y + height, draw);
    }
    return height;
}

/* Two columns about as high as each other, if possible divided before a heading. */
static double lay_legend(struct gs_chart *chart, double y)
{
    enum { DIVIDED_SECTION = 3 * LINE };
    double right = (MARGIN + text_right + COLUMN_GAP) / 2, least = INFINITY;
    size_t half = 0;
    for (size_t i = 1; i <= chart->item_count; i++) {
        bool before_heading = i == chart->item_count || chart->items[i].kind == GS_ITEM_HEADING;
        double height = fmax(lay_items(chart, 0, i, 0, 0, false),
                             lay_items(chart, i, chart->item_count, 0, 0, false)) +
                        (before_heading ? 0 : DIVIDED_SECTION);
        if (chart->items[i - 1].kind != GS_ITEM_HEADING && height < least) {
            least = height;
            half = i;
        }
    }
    double first = lay_items(chart, 0, half, MARGIN, y, true);
    return y + fmax(first, lay_items(chart, half, chart->item_count, right, y, true));
}

void gs_chart_lay_out(struct gs_chart *chart)
{
    double left = 0;
    for (size_t p = 0; p < chart->panel_count; p++)
        left = fmax(left, widest_label(&chart->panels[p].y));
    double y = lay_titles(chart);
    for (size_t p = 0; p < chart->panel_count; p++)
        y = lay_panel(chart, &chart->panels[p], left + 22, y);
    lay_labels(chart);
    chart->height = ceil(lay_legend(chart, y) + MARGIN);
}
