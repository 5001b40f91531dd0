#include "table_sheet.h"

#include "compare.h"
#include "grow.h"
#include "numbers.h"
#include "table_parts.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct gs_sheet *gs_sheet_new(void)
{
    return calloc(1, sizeof(struct gs_sheet));
}

void gs_sheet_free(struct gs_sheet *sheet)
{
    if (sheet == NULL)
        return;
    for (size_t i = 0; i < sheet->column_count; i++) {
        free((char *)sheet->columns[i].over);
        free((char *)sheet->columns[i].title);
    }
    for (size_t i = 0; i < sheet->row_count; i++) {
        for (size_t c = 0; c < sheet->rows[i].count; c++) {
            free(sheet->rows[i].cells[c].text);
            free(sheet->rows[i].cells[c].more);
            free(sheet->rows[i].cells[c].part);
        }
        free(sheet->rows[i].cells);
        free(sheet->rows[i].note);
        free(sheet->rows[i].heading);
    }
    free(sheet->columns);
    free(sheet->rows);
    free(sheet);
}

void gs_sheet_add_column(struct gs_sheet *sheet, struct gs_sheet_column column)
{
    if (sheet == NULL || sheet->failed)
        return;
    sheet->failed = !gs_grow(&sheet->columns, sheet->column_count, sizeof column);
    if (sheet->failed)
        return;
    column.over = strdup(column.over);
    column.title = strdup(column.title);
    sheet->columns[sheet->column_count++] = column;
    sheet->failed = column.over == NULL || column.title == NULL;
}

void gs_sheet_words(struct gs_sheet *sheet, unsigned group, const char *title)
{
    gs_sheet_add_column(
        sheet, (struct gs_sheet_column){.over = "", .title = title, .group = group, .left = true});
}

void gs_sheet_numbers(struct gs_sheet *sheet, unsigned group, const char *title, size_t least)
{
    gs_sheet_add_column(sheet, (struct gs_sheet_column){
                                   .over = "", .title = title, .group = group, .least = least});
}

void gs_sheet_headline(struct gs_sheet *sheet)
{
    if (sheet != NULL && sheet->column_count > 0)
        sheet->columns[sheet->column_count - 1].headline = true;
}

void gs_sheet_row(struct gs_sheet *sheet)
{
    if (sheet == NULL || sheet->failed)
        return;
    sheet->failed = !gs_grow(&sheet->rows, sheet->row_count, sizeof *sheet->rows);
    if (!sheet->failed)
        sheet->rows[sheet->row_count++] = (struct gs_sheet_row){.cells = NULL};
}

/* The row that was started last, or NULL. */
static struct gs_sheet_row *last_row(struct gs_sheet *sheet)
{
    bool any = sheet != NULL && !sheet->failed && sheet->row_count > 0;
    return any ? &sheet->rows[sheet->row_count - 1] : NULL;
}

static char *formatted(const char *format, va_list arguments)
{
    char *text;
    return vasprintf(&text, format, arguments) < 0 ? NULL : text;
}

/* Takes cell.text, which is NULL when out of memory. */
static void add_cell(struct gs_sheet *sheet, struct gs_sheet_cell cell)
{
    struct gs_sheet_row *row = last_row(sheet);
    bool wanted = row != NULL && row->count < sheet->column_count;
    bool kept = wanted && cell.text != NULL && gs_grow(&row->cells, row->count, sizeof cell);
    if (kept)
        row->cells[row->count++] = cell;
    else
        free(cell.text);
    if (wanted)
        sheet->failed = !kept;
}

void gs_sheet_cell(struct gs_sheet *sheet, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_cell(sheet, (struct gs_sheet_cell){.text = formatted(format, arguments), .value = NAN});
    va_end(arguments);
}

void gs_sheet_number(struct gs_sheet *sheet, double value, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_cell(sheet, (struct gs_sheet_cell){.text = formatted(format, arguments),
                                           .kind = GS_CELL_NUMBER,
                                           .value = value});
    va_end(arguments);
}

void gs_sheet_size(struct gs_sheet *sheet, size_t n)
{
    char size[32];
    gs_size_format(n, size);
    add_cell(sheet, (struct gs_sheet_cell){
                        .text = strdup(size), .kind = GS_CELL_SIZE, .value = (double)n});
}

void gs_sheet_time(struct gs_sheet *sheet, const struct gs_record *record)
{
    char text[GS_CELL];
    gs_cell_time(record, text);
    if (sheet != NULL && record != NULL && record->time.count > 0)
        sheet->marks |= GS_BIT(gs_mark_of(record));
    add_cell(sheet, (struct gs_sheet_cell){.text = strdup(text),
                                           .kind = GS_CELL_TIME,
                                           .value = record != NULL ? record->time.median_s : NAN,
                                           .record = record});
}

/* Whether the middle halves of the samples lie apart, and the medians by more than two runs of the
 * same code do: 1 where `other` took longer, -1 where it took less. */
static int beyond_noise(const struct gs_distribution *other, const struct gs_distribution *time)
{
    double ratio = other->median_s / time->median_s;
    if (ratio > 1 + GS_COMPARE_THRESHOLD && other->q1_s > time->q3_s)
        return 1;
    return ratio < 1 - GS_COMPARE_THRESHOLD && other->q3_s < time->q1_s ? -1 : 0;
}

void gs_sheet_ratio(struct gs_sheet *sheet, const struct gs_record *other,
                    const struct gs_record *record)
{
    char text[32] = "";
    struct gs_sheet_cell cell = {.kind = GS_CELL_RATIO};
    if (other != NULL && record != NULL && gs_is_timed(other) && gs_is_timed(record)) {
        cell.value = other->time.median_s / record->time.median_s;
        cell.beyond_noise = beyond_noise(&other->time, &record->time);
        snprintf(text, sizeof text, "%.2f", cell.value);
    }
    cell.text = strdup(text);
    add_cell(sheet, cell);
}

void gs_sheet_limit(struct gs_sheet *sheet, const struct gs_record *record)
{
    double pct = record != NULL ? gs_shown_pct(record) : 0;
    char text[64] = "";
    if (pct > 0)
        snprintf(text, sizeof text, "%.0f%% %s", pct, gs_shown_limit(sheet, record));
    add_cell(sheet,
             (struct gs_sheet_cell){
                 .text = strdup(text), .kind = GS_CELL_LIMIT, .value = pct, .record = record});
}

void gs_sheet_verdict(struct gs_sheet *sheet, const struct gs_record *record)
{
    char text[GS_CELL];
    gs_cell_word(record, text);
    add_cell(sheet,
             (struct gs_sheet_cell){
                 .text = strdup(text), .kind = GS_CELL_VERDICT, .value = NAN, .record = record});
}

/* Sets a text of the cell that was added last: the one so many bytes behind its beginning. */
static void set_text(struct gs_sheet *sheet, size_t at, const char *format, va_list arguments)
{
    struct gs_sheet_row *row = last_row(sheet);
    if (row == NULL || row->count == 0)
        return;
    char **text = (char **)((char *)&row->cells[row->count - 1] + at);
    free(*text);
    *text = formatted(format, arguments);
    sheet->failed = *text == NULL;
}

void gs_sheet_more(struct gs_sheet *sheet, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    set_text(sheet, offsetof(struct gs_sheet_cell, more), format, arguments);
    va_end(arguments);
}

void gs_sheet_part(struct gs_sheet *sheet, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    set_text(sheet, offsetof(struct gs_sheet_cell, part), format, arguments);
    va_end(arguments);
}

void gs_sheet_note(struct gs_sheet *sheet, const char *text)
{
    struct gs_sheet_row *row = last_row(sheet);
    if (row == NULL || row->note != NULL)
        return;
    row->note = strdup(text);
    sheet->failed = row->note == NULL;
}

void gs_sheet_heading(struct gs_sheet *sheet, const char *format, ...)
{
    gs_sheet_row(sheet);
    struct gs_sheet_row *row = last_row(sheet);
    if (row == NULL)
        return;
    va_list arguments;
    va_start(arguments, format);
    row->heading = formatted(format, arguments);
    va_end(arguments);
    sheet->failed = row->heading == NULL;
}
