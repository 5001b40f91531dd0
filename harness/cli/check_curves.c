#include "check_curves.h"

#include <math.h>
#include <stdlib.h>

static void read_numbers(const json_t *numbers, double out[static GS_MOST_PLOT_COLUMNS])
{
    for (size_t i = 0; i < json_array_size(numbers) && i < GS_MOST_PLOT_COLUMNS; i++) {
        const json_t *number = json_array_get(numbers, i);
        out[i] = json_is_null(number) ? NAN : json_number_value(number);
    }
}

struct gs_plot_curves *gs_check_curves(const struct gs_exercise *exercise, const json_t *marks)
{
    const json_t *curves = json_object_get(marks, "curves");
    struct gs_plot_curves *plot = calloc(1, sizeof *plot);
    if (plot == NULL)
        return NULL;
    snprintf(plot->title, sizeof plot->title, "%s: %s", exercise->name, exercise->title);
    for (size_t k = 0; k < json_array_size(curves) && k < GS_MOST_PLOT_CURVES; k++) {
        const json_t *from = json_array_get(curves, k);
        const json_t *low = json_object_get(from, "low");
        struct gs_plot_curve *to = &plot->curves[plot->count++];
        to->title = exercise->curves[k].title;
        to->elements = (size_t)json_integer_value(json_object_get(from, "count"));
        to->columns = json_array_size(low);
        read_numbers(low, to->low);
        read_numbers(json_object_get(from, "high"), to->high);
    }
    return plot;
}
