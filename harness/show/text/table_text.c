/* A sheet on a terminal: columns that line up. */
#include "table_sheet.h"

#include <stdlib.h>
#include <string.h>

/* Columns [begin, end) of a sheet, behind those that name the rows. */
struct part {
    size_t begin, end;
};

enum { GAP = 2 };

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static size_t width_of(const struct gs_sheet *sheet, size_t column)
{
    const struct gs_sheet_column *head = &sheet->columns[column];
    size_t width = larger(head->least, larger(strlen(head->title), strlen(head->over)));
    for (size_t i = 0; i < sheet->row_count; i++) {
        if (column < sheet->rows[i].count)
            width = larger(width, strlen(sheet->rows[i].cells[column].text));
    }
    return width;
}

static size_t width_of_columns(const struct gs_sheet *sheet, const size_t *widths, size_t begin,
                               size_t end)
{
    size_t width = 0;
    for (size_t c = begin; c < end && c < sheet->column_count; c++)
        width += sheet->columns[c].page_only ? 0 : widths[c] + GAP;
    return width;
}

static size_t end_of_group(const struct gs_sheet *sheet, size_t begin)
{
    size_t end = begin;
    while (end < sheet->column_count && sheet->columns[end].group == sheet->columns[begin].group)
        end++;
    return end;
}

/* Whole groups as long as they fit; of a group that no line holds, as many columns as fit. */
static struct part next_part(const struct gs_sheet *sheet, const size_t *widths, size_t keys,
                             size_t begin)
{
    size_t taken = width_of_columns(sheet, widths, 0, keys), whole = GS_SHEET_WIDTH + GAP;
    size_t room = taken > whole ? 0 : whole - taken;
    struct part part = {begin, begin};
    while (part.end < sheet->column_count) {
        size_t end = end_of_group(sheet, part.end);
        if (width_of_columns(sheet, widths, begin, end) > room)
            break;
        part.end = end;
    }
    if (part.end > begin || begin == sheet->column_count)
        return part;
    do
        part.end++;
    while (part.end < end_of_group(sheet, begin) &&
           width_of_columns(sheet, widths, begin, part.end + 1) <= room);
    return part;
}

/* Text whose trailing blanks are kept back until something follows them. */
struct line {
    FILE *out;
    size_t blanks;
};

static void put(struct line *line, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == ' ') {
            line->blanks++;
            continue;
        }
        fprintf(line->out, "%*s%c", (int)line->blanks, "", *text);
        line->blanks = 0;
    }
}

static void end_line(struct line *line)
{
    fputc('\n', line->out);
    line->blanks = 0;
}

static void put_cell(struct line *line, const struct gs_sheet_column *column, size_t width,
                     const char *text)
{
    size_t length = strlen(text), blanks = length < width ? width - length : 0;
    if (!column->left)
        line->blanks += blanks;
    put(line, text);
    line->blanks += GAP + (column->left ? blanks : 0);
}

enum what { OVER, TITLE, CELLS };

static const char *text_of(const struct gs_sheet *sheet, const struct gs_sheet_row *row,
                           size_t column, enum what what)
{
    if (what == CELLS)
        return column < row->count ? row->cells[column].text : "";
    return what == OVER ? sheet->columns[column].over : sheet->columns[column].title;
}

static void put_columns(struct line *line, const struct gs_sheet *sheet, const size_t *widths,
                        size_t begin, size_t end, const struct gs_sheet_row *row, enum what what)
{
    for (size_t c = begin; c < end; c++) {
        if (!sheet->columns[c].page_only)
            put_cell(line, &sheet->columns[c], widths[c], text_of(sheet, row, c, what));
    }
}

static bool has_over(const struct gs_sheet *sheet, size_t begin, size_t end)
{
    bool any = false;
    for (size_t c = begin; c < end; c++)
        any |= sheet->columns[c].over[0] != '\0';
    return any;
}

static void print_part(const struct gs_sheet *sheet, const size_t *widths, size_t keys,
                       struct part part, FILE *out)
{
    struct line line = {out, 0};
    bool over = has_over(sheet, 0, keys) || has_over(sheet, part.begin, part.end);
    for (enum what what = over ? OVER : TITLE; what <= TITLE; what++) {
        put_columns(&line, sheet, widths, 0, keys, NULL, what);
        put_columns(&line, sheet, widths, part.begin, part.end, NULL, what);
        end_line(&line);
    }
    for (size_t i = 0; i < sheet->row_count; i++) {
        const struct gs_sheet_row *row = &sheet->rows[i];
        if (row->heading != NULL) {
            put(&line, row->heading);
            end_line(&line);
            continue;
        }
        put_columns(&line, sheet, widths, 0, keys, row, CELLS);
        put_columns(&line, sheet, widths, part.begin, part.end, row, CELLS);
        if (row->note == NULL || row->note[0] == '\0' || part.end < sheet->column_count) {
            end_line(&line);
            continue;
        }
        fprintf(out, "%*s", (int)line.blanks, "");
        line.blanks = 0;
        gs_print_wrapped(out,
                         width_of_columns(sheet, widths, 0, keys) +
                             width_of_columns(sheet, widths, part.begin, part.end),
                         row->note);
    }
}

void gs_sheet_print(const struct gs_sheet *sheet, struct gs_legend *legend, FILE *out)
{
    size_t *widths =
        sheet == NULL || sheet->failed ? NULL : calloc(sheet->column_count + 1, sizeof *widths);
    if (widths == NULL) {
        fputs("(no memory left for this table)\n", out);
        return;
    }
    legend->marks |= sheet->marks;
    legend->limits |= sheet->limits;
    legend->over |= sheet->over;
    size_t keys = 0;
    for (size_t c = 0; c < sheet->column_count; c++) {
        widths[c] = width_of(sheet, c);
        keys += sheet->columns[c].group == 0;
    }
    struct part part = {keys, keys};
    do {
        if (part.end > keys)
            fputc('\n', out);
        part = next_part(sheet, widths, keys, part.end);
        print_part(sheet, widths, keys, part, out);
    } while (part.end < sheet->column_count);
    free(widths);
}

/* ---- long text ------------------------------------------------------------------------------- */

/*
 * How much of the text goes into a line of `room` characters: up to the last comma or the last
 * parenthesis in it, where that leaves no gap, else up to the last blank.
 */
static size_t break_of(const char *text, size_t room)
{
    size_t length = strlen(text), comma = 0, blank = 0;
    if (length <= room)
        return length;
    for (size_t i = 1; i <= room; i++) {
        if (text[i] == ' ')
            blank = i;
        if (text[i] == ' ' && (text[i - 1] == ',' || text[i + 1] == '('))
            comma = i;
    }
    if (comma > room / 3)
        return comma;
    return blank > 0 ? blank : room;
}

void gs_print_wrapped(FILE *out, size_t at, const char *text)
{
    enum { LEAST_ROOM = 30 };
    size_t room = at + LEAST_ROOM > GS_SHEET_WIDTH ? LEAST_ROOM : GS_SHEET_WIDTH - at;
    for (;;) {
        size_t length = break_of(text, room);
        fprintf(out, "%.*s\n", (int)length, text);
        text += length;
        while (*text == ' ')
            text++;
        if (*text == '\0')
            return;
        fprintf(out, "%*s", (int)at, "");
    }
}
