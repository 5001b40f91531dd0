#include "table_sheet.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct column {
    char *over, *title;
    unsigned group;
    bool left;
};

struct row {
    char **cells;
    size_t count;
    char *note;    /* or NULL */
    char *heading; /* or NULL; a heading has no cells */
};

struct gs_sheet {
    struct column *columns;
    size_t column_count;
    struct row *rows;
    size_t row_count;
    bool failed; /* out of memory */
};

struct gs_sheet *gs_sheet_new(void)
{
    return calloc(1, sizeof(struct gs_sheet));
}

void gs_sheet_free(struct gs_sheet *sheet)
{
    if (sheet == NULL)
        return;
    for (size_t i = 0; i < sheet->column_count; i++) {
        free(sheet->columns[i].over);
        free(sheet->columns[i].title);
    }
    for (size_t i = 0; i < sheet->row_count; i++) {
        for (size_t c = 0; c < sheet->rows[i].count; c++)
            free(sheet->rows[i].cells[c]);
        free(sheet->rows[i].cells);
        free(sheet->rows[i].note);
        free(sheet->rows[i].heading);
    }
    free(sheet->columns);
    free(sheet->rows);
    free(sheet);
}

/* Room for one more element behind count of them: NULL when out of memory. */
static void *room_for_one_more(void *elements, size_t count, size_t size)
{
    if ((count & (count - 1)) != 0)
        return elements; /* full only at powers of two */
    return realloc(elements, (count == 0 ? 1 : 2 * count) * size);
}

void gs_sheet_add_column(struct gs_sheet *sheet, struct gs_sheet_column column)
{
    if (sheet == NULL || sheet->failed)
        return;
    struct column *columns =
        room_for_one_more(sheet->columns, sheet->column_count, sizeof *columns);
    if (columns != NULL) {
        sheet->columns = columns;
        columns += sheet->column_count++;
        *columns =
            (struct column){strdup(column.over), strdup(column.title), column.group, column.left};
    }
    sheet->failed = columns == NULL || columns->over == NULL || columns->title == NULL;
}

void gs_sheet_row(struct gs_sheet *sheet)
{
    if (sheet == NULL || sheet->failed)
        return;
    struct row *rows = room_for_one_more(sheet->rows, sheet->row_count, sizeof *rows);
    sheet->failed = rows == NULL;
    if (sheet->failed)
        return;
    sheet->rows = rows;
    rows[sheet->row_count++] = (struct row){.cells = NULL};
}

/* The row that was started last, or NULL. */
static struct row *last_row(struct gs_sheet *sheet)
{
    bool any = sheet != NULL && !sheet->failed && sheet->row_count > 0;
    return any ? &sheet->rows[sheet->row_count - 1] : NULL;
}

static char *formatted(const char *format, va_list arguments)
{
    char *text;
    return vasprintf(&text, format, arguments) < 0 ? NULL : text;
}

void gs_sheet_cell(struct gs_sheet *sheet, const char *format, ...)
{
    struct row *row = last_row(sheet);
    if (row == NULL || row->count == sheet->column_count)
        return;
    char **cells = room_for_one_more(row->cells, row->count, sizeof *cells);
    sheet->failed = cells == NULL;
    if (sheet->failed)
        return;
    va_list arguments;
    va_start(arguments, format);
    row->cells = cells;
    cells[row->count] = formatted(format, arguments);
    va_end(arguments);
    sheet->failed = cells[row->count++] == NULL;
}

void gs_sheet_note(struct gs_sheet *sheet, const char *text)
{
    struct row *row = last_row(sheet);
    if (row == NULL || row->note != NULL)
        return;
    row->note = strdup(text);
    sheet->failed = row->note == NULL;
}

void gs_sheet_heading(struct gs_sheet *sheet, const char *format, ...)
{
    gs_sheet_row(sheet);
    struct row *row = last_row(sheet);
    if (row == NULL)
        return;
    va_list arguments;
    va_start(arguments, format);
    row->heading = formatted(format, arguments);
    va_end(arguments);
    sheet->failed = row->heading == NULL;
}

/* ---- layout ---------------------------------------------------------------------------------- */

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
    const struct column *head = &sheet->columns[column];
    size_t width = larger(strlen(head->title), strlen(head->over));
    for (size_t i = 0; i < sheet->row_count; i++) {
        if (column < sheet->rows[i].count)
            width = larger(width, strlen(sheet->rows[i].cells[column]));
    }
    return width;
}

static size_t width_of_columns(const struct gs_sheet *sheet, const size_t *widths, size_t begin,
                               size_t end)
{
    size_t width = 0;
    for (size_t c = begin; c < end && c < sheet->column_count; c++)
        width += widths[c] + GAP;
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

static void put_cell(struct line *line, const struct column *column, size_t width, const char *text)
{
    size_t length = strlen(text), blanks = length < width ? width - length : 0;
    if (!column->left)
        line->blanks += blanks;
    put(line, text);
    line->blanks += GAP + (column->left ? blanks : 0);
}

enum what { OVER, TITLE, CELLS };

static const char *text_of(const struct gs_sheet *sheet, const struct row *row, size_t column,
                           enum what what)
{
    if (what == CELLS)
        return column < row->count ? row->cells[column] : "";
    return what == OVER ? sheet->columns[column].over : sheet->columns[column].title;
}

static void put_columns(struct line *line, const struct gs_sheet *sheet, const size_t *widths,
                        size_t begin, size_t end, const struct row *row, enum what what)
{
    for (size_t c = begin; c < end; c++)
        put_cell(line, &sheet->columns[c], widths[c], text_of(sheet, row, c, what));
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
        const struct row *row = &sheet->rows[i];
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

void gs_sheet_print(const struct gs_sheet *sheet, FILE *out)
{
    size_t *widths =
        sheet == NULL || sheet->failed ? NULL : calloc(sheet->column_count + 1, sizeof *widths);
    if (widths == NULL) {
        fputs("(no memory left for this table)\n", out);
        return;
    }
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
