/* The report: its tables. A cell has the value that it sorts by in data-v. */
#include "html.h"
#include "report_parts.h"
#include "numbers.h"
#include "table.h"

#include <math.h>
#include <string.h>

void gs_report_badge(FILE *out, const struct gs_report_source *source)
{
    fprintf(out, "<span class=\"badge %s\">%s", source->recorded ? "rec" : "loc",
            source->recorded ? "recorded " : "local");
    gs_html_text(out, source->recorded ? source->date : "");
    fputs("</span> ", out);
    gs_html_text(out, source->name);
}

/* ---- cells ----------------------------------------------------------------------------------- */

/* Opens the cell up to its attributes; its value is what it sorts by, NAN: its text. */
static void open_cell(FILE *out, const char *tag, const char *class, double value, const char *more)
{
    fprintf(out, "<%s", tag);
    if (class[0] != '\0')
        fprintf(out, " class=\"%s\"", class);
    if (!isnan(value))
        fprintf(out, " data-v=\"%.10g\"", value);
    if (more != NULL) {
        fputs(" title=\"", out);
        gs_html_text(out, more);
        fputc('"', out);
    }
}

static void write_seconds(FILE *out, double seconds)
{
    char text[16];
    gs_time_format_utf8(seconds, text);
    fputs(text, out);
}

/* Its time; or the verdict, and why, where it has none. */
static void write_time(FILE *out, const struct gs_record *record)
{
    const struct gs_distribution *time = record != NULL ? &record->time : NULL;
    if (time == NULL) {
        fputs("<td>", out);
    } else if (time->count == 0) {
        char word[GS_CELL] = "";
        if (record->verdict != GS_RIGHT)
            gs_cell_word(record, word);
        open_cell(out, "td", "n s", NAN, record->detail[0] != '\0' ? record->detail : NULL);
        fprintf(out, ">%s", record->simulated && word[0] == '\0' ? "not timed" : word);
    } else {
        char notes[GS_NOTES_TEXT];
        gs_record_notes_format(record, notes);
        open_cell(out, "td", "n", time->median_s, NULL);
        if (time->q3_s > 0) {
            fputs(" title=\"quartiles ", out);
            write_seconds(out, time->q1_s);
            fputs(" and ", out);
            write_seconds(out, time->q3_s);
            fprintf(out, " of %zu samples%s", time->count, notes[0] != '\0' ? "; " : "");
            gs_html_text(out, notes);
            fputc('"', out);
        }
        fputc('>', out);
        write_seconds(out, time->median_s);
        fputs(record->notes != 0 ? gs_mark_text(gs_mark_of(record)) : "", out);
    }
    fputs("</td>", out);
}

/* In colour only where the two times differ by more than noise. */
static void write_ratio(FILE *out, const struct gs_sheet_cell *cell)
{
    char digits[16];
    if (!(cell->value > 0)) {
        fputs("<td></td>", out);
        return;
    }
    gs_cell_digits(cell->value, digits);
    if (cell->value < 0.0995)
        snprintf(digits, sizeof digits, "%.2g", cell->value);
    open_cell(out, "td",
              cell->beyond_noise > 0   ? "n p"
              : cell->beyond_noise < 0 ? "n f"
                                       : "n",
              cell->value, NULL);
    fprintf(out, ">%s&#215;</td>", digits);
}

/* "91 % bytes", with a bar. */
static void write_limit(FILE *out, const struct gs_record *record)
{
    double pct = record != NULL ? gs_shown_pct(record) : 0;
    if (record == NULL || !(pct > 0)) {
        fputs("<td></td>", out);
        return;
    }
    open_cell(out, "td", "n bar", pct, NULL);
    fprintf(out, " style=\"--p:%.2f\">%.0f %% ", pct < 100 ? pct / 100 : 1, pct);
    gs_html_element(out, "span", gs_limit_name(record->limit_s > 0 ? record->limit : GS_BYTES));
    fputs("</td>", out);
}

static const char *verdict_class(enum gs_verdict verdict)
{
    if (verdict == GS_RIGHT)
        return "v p";
    if (verdict == GS_SKIPPED)
        return "v s";
    return verdict == GS_LOST_UPDATES || verdict == GS_PARTIAL || verdict == GS_INACCURATE ? "v w"
                                                                                           : "v f";
}

/* The verdict in words, and why it is none better. */
static void write_verdict(FILE *out, const struct gs_record *record)
{
    char verdict[GS_CELL];
    gs_verdict_format(record->verdict, verdict);
    open_cell(out, "td", verdict_class(record->verdict), NAN, NULL);
    fprintf(out, ">%s", verdict);
    if (record->verdict == GS_LOST_UPDATES && record->lost > 0) {
        char share[GS_CELL];
        gs_cell_share(record->lost, share);
        fprintf(out, " (%s)", share);
    }
    const char *const texts[] = {record->verdict != GS_RIGHT ? record->detail : "", record->values};
    for (size_t i = 0; i < 2; i++) {
        fputs(texts[i][0] != '\0' ? " " : "", out);
        if (texts[i][0] != '\0')
            gs_html_element(out, "small", texts[i]);
    }
    fputs("</td>", out);
}

/* Words and numbers; note: what stands behind them, or NULL. */
static void write_text(FILE *out, const struct gs_sheet_column *column,
                       const struct gs_sheet_cell *cell, bool names_row, const char *note)
{
    char size[32], exact[32];
    const char *text = cell->text, *more = cell->more;
    if (cell->kind == GS_CELL_SIZE) {
        gs_size_format_short((size_t)cell->value, size);
        snprintf(exact, sizeof exact, "%.0f", cell->value);
        more = strcmp(text, size) == 0 ? more : exact;
        text = size;
    }
    open_cell(out, names_row ? "th scope=\"row\"" : "td",
              cell->kind != GS_CELL_WORDS ? "n"
              : column->wraps             ? "v"
                                          : "",
              cell->value, more);
    fputc('>', out);
    if (cell->part != NULL) {
        fputs("<a href=\"#", out);
        gs_html_text(out, cell->part);
        fputs("\">", out);
    }
    gs_html_text(out, text);
    fputs(cell->part != NULL ? "</a>" : "", out);
    if (note != NULL) {
        fputc(' ', out);
        gs_html_element(out, "small", note);
    }
    fputs(names_row ? "</th>" : "</td>", out);
}

static void write_cell(FILE *out, const struct gs_sheet *sheet, const struct gs_sheet_row *row,
                       size_t c)
{
    const struct gs_sheet_cell *cell = &row->cells[c];
    switch (cell->kind) {
    case GS_CELL_TIME:
        write_time(out, cell->record);
        break;
    case GS_CELL_RATIO:
        write_ratio(out, cell);
        break;
    case GS_CELL_LIMIT:
        write_limit(out, cell->record);
        break;
    case GS_CELL_VERDICT:
        write_verdict(out, cell->record);
        break;
    default:
        write_text(out, &sheet->columns[c], cell, c == 0,
                   c == sheet->column_count - 1 ? row->note : NULL);
    }
}

/* ---- tables ---------------------------------------------------------------------------------- */

/* The columns of a sheet as a page has them: the headline stands beside the names of the rows. */
static size_t order_columns(const struct gs_sheet *sheet, size_t out[static GS_REPORT_COLUMNS])
{
    size_t count = 0;
    for (int place = 0; place < 3; place++) {
        for (size_t c = 0; c < sheet->column_count && count < GS_REPORT_COLUMNS; c++) {
            if (place == (c == 0 ? 0 : sheet->columns[c].headline ? 1 : 2))
                out[count++] = c;
        }
    }
    return count;
}

static void write_head(FILE *out, const struct gs_sheet_column *column)
{
    fprintf(out, "<th scope=\"col\" class=\"%s%s\">", column->left ? "" : "n",
            column->headline ? " key" : "");
    gs_html_text(out, column->over);
    fputs(column->over[0] != '\0' ? " " : "", out);
    gs_html_text(out, column->title);
    fputs("</th>", out);
}

/* The caption stays in sight while a wide table is scrolled. */
void gs_report_sheet(FILE *out, struct gs_sheet *sheet, const char *caption)
{
    size_t order[GS_REPORT_COLUMNS], count = sheet != NULL ? order_columns(sheet, order) : 0;
    if (sheet == NULL || sheet->failed || sheet->row_count == 0) {
        gs_sheet_free(sheet);
        return;
    }
    fputs("<div class=\"wide\" tabindex=\"0\"><table class=\"sort\">\n<caption>", out);
    gs_html_element(out, "span", caption);
    fputs("</caption>\n<thead><tr>", out);
    for (size_t c = 0; c < count; c++)
        write_head(out, &sheet->columns[order[c]]);
    fputs("</tr></thead>\n<tbody>\n", out);
    for (size_t r = 0; r < sheet->row_count; r++) {
        fputs("<tr>", out);
        for (size_t c = 0; c < count; c++) {
            if (order[c] < sheet->rows[r].count)
                write_cell(out, sheet, &sheet->rows[r], order[c]);
        }
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></div>\n", out);
    gs_sheet_free(sheet);
}
