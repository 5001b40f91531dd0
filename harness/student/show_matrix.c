/* A matrix before the call and after it, side by side. */
#include "show_parts.h"

#include "numbers.h"

#include <string.h>

enum { INDENT = 2, GAP = 3, DIGITS = 4, CELL = 8 };

static void put_row(const struct gs_show *show, const json_t *elements, size_t row, size_t columns)
{
    for (size_t i = 0; i < columns; i++) {
        const json_t *element = json_array_get(elements, row * columns + i);
        if (json_is_number(element))
            fprintf(show->out, "%*s", CELL, gs_decimal(json_number_value(element), DIGITS).text);
        else
            fprintf(show->out, "%*s", CELL, "-");
    }
}

void gs_show_matrix(const struct gs_show *show, const json_t *matrix)
{
    const json_t *before = json_object_get(matrix, "before");
    const json_t *after = json_object_get(matrix, "after");
    const size_t rows = (size_t)json_integer_value(json_object_get(matrix, "rows"));
    const size_t columns = (size_t)json_integer_value(json_object_get(matrix, "columns"));
    if (rows * columns == 0 || json_array_size(before) != rows * columns ||
        json_array_size(after) != rows * columns)
        return;
    fputs("\nthe matrix ", show->out);
    gs_show_put(show, gs_get_text(matrix, "name"), strlen(gs_get_text(matrix, "name")));
    fprintf(show->out, ", %zu x %zu\n%*s%-*s%s\n", rows, columns, INDENT, "",
            (int)(columns * CELL) + GAP, "before", "after");
    for (size_t row = 0; row < rows; row++) {
        put_row(show, before, row, columns);
        fprintf(show->out, "%*s", GAP, "");
        put_row(show, after, row, columns);
        fputc('\n', show->out);
    }
}
