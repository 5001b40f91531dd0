/* The report: the cells of its tables. A cell has the value that it sorts by in data-v. */
#include "html.h"
#include "report_parts.h"
#include "numbers.h"
#include "table.h"
#include "table_parts.h"

#include <string.h>

void gs_report_short_badge(FILE *out, const struct gs_report_source *source)
{
    fprintf(out, "<span class=\"badge %s\">%s</span> ", source->recorded ? "rec" : "loc",
            source->recorded ? "recorded" : "local");
    gs_html_text(out, source->name);
}

void gs_report_badge(FILE *out, const struct gs_report_source *source)
{
    fprintf(out, "<span class=\"badge %s\">%s", source->recorded ? "rec" : "loc",
            source->recorded ? "recorded " : "local");
    gs_html_text(out, source->recorded ? source->date : "");
    fputs("</span> ", out);
    gs_html_text(out, source->name);
}

/* The caption stays in sight while a wide table is scrolled. */
void gs_report_table(FILE *out, const char *caption, const char *const *columns, size_t count)
{
    fputs("<div class=\"wide\" tabindex=\"0\"><table class=\"sort\">\n<caption>", out);
    gs_html_element(out, "span", caption);
    fputs("</caption>\n<thead><tr>", out);
    for (size_t i = 0; i < count; i++) {
        bool number = columns[i][0] == '#';
        gs_html_element(out, number ? "th scope=\"col\" class=\"n\"" : "th scope=\"col\"",
                        columns[i] + number);
    }
    fputs("</tr></thead>\n<tbody>\n", out);
}

void gs_report_table_end(FILE *out)
{
    fputs("</tbody></table></div>\n", out);
}

void gs_report_place(const struct gs_record *record, char text[static 64])
{
    static const char *const shown[GS_RESIDENCY_COUNT] = {
        [GS_RESIDENCY_HOST] = "CPU",
        [GS_RESIDENCY_DEVICE] = "on the device",
        [GS_RESIDENCY_PINNED] = "host to host, pinned",
        [GS_RESIDENCY_PAGEABLE] = "host to host, pageable",
        [GS_RESIDENCY_CALLS] = "a call, launched one by one",
        [GS_RESIDENCY_GRAPH] = "a call, as a CUDA graph",
    };
    bool cached = record->cache != GS_CACHE_ANY && record->residency != GS_RESIDENCY_HOST;
    snprintf(text, 64, "%s%s%s", shown[record->residency], cached ? ", " : "",
             cached ? gs_cache_name(record->cache) : "");
}

static void write_seconds(FILE *out, double seconds)
{
    static const char *const units[] = {"ns", "µs", "ms", "s"};
    char number[16];
    enum gs_time_unit unit = gs_time_split(seconds, number);
    fprintf(out, "%s %s", number, units[unit]);
}

void gs_report_time_cell(FILE *out, const struct gs_record *record)
{
    const struct gs_distribution *time = &record->time;
    if (time->count == 0) {
        fputs(record->simulated && record->verdict == GS_RIGHT ? "<td class=\"n s\">not timed</td>"
                                                               : "<td></td>",
              out);
        return;
    }
    fprintf(out, "<td class=\"n\" data-v=\"%.7g\"", time->median_s);
    if (time->q3_s > 0) {
        char notes[GS_NOTES_TEXT];
        gs_record_notes_format(record, notes);
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
    if (record->notes != 0)
        fputs(gs_mark_text(gs_mark_of(record)), out);
    fputs("</td>", out);
}

void gs_report_size_cell(FILE *out, size_t n)
{
    char size[32];
    gs_size_format(n, size);
    fprintf(out, "<td class=\"n\" data-v=\"%zu\">%s</td>", n, size);
}

void gs_report_ratio_cell(FILE *out, double ratio, const char *class)
{
    if (ratio > 0 && ratio < 0.0995)
        fprintf(out, "<td class=\"n %s\" data-v=\"%.5g\">%.2g&#215;</td>", class, ratio, ratio);
    else if (ratio > 0)
        fprintf(out, "<td class=\"n %s\" data-v=\"%.5g\">%.*f&#215;</td>", class, ratio,
                ratio < 9.995   ? 2
                : ratio < 99.95 ? 1
                                : 0,
                ratio);
    else
        fputs("<td></td>", out);
}

void gs_report_limit_cell(FILE *out, const struct gs_record *record)
{
    double pct = gs_shown_pct(record);
    if (!(pct > 0)) {
        fputs("<td></td>", out);
        return;
    }
    fprintf(out, "<td class=\"n bar\" style=\"--p:%.2f\" data-v=\"%.4g\">%.0f %% ",
            pct < 100 ? pct / 100 : 1, pct, pct);
    gs_html_element(out, "span", gs_limit_name(record->limit_s > 0 ? record->limit : GS_BYTES));
    fputs("</td>", out);
}

/* ---- sheets ---------------------------------------------------------------------------------- */

/* Its time; or the verdict, and why, where it has none. */
static void write_time(FILE *out, const struct gs_record *record)
{
    if (record == NULL) {
        fputs("<td></td>", out);
        return;
    }
    if (record->time.count > 0 || record->verdict == GS_RIGHT) {
        gs_report_time_cell(out, record);
        return;
    }
    fputs("<td class=\"n s\" title=\"", out);
    gs_html_text(out, record->detail);
    fputs("\">", out);
    gs_html_text(out, gs_verdict_name(record->verdict));
    fputs("</td>", out);
}

static void write_cell(FILE *out, const struct gs_sheet_cell *cell, bool names_row)
{
    const char *tag = names_row ? "th scope=\"row\"" : "td";
    switch (cell->kind) {
    case GS_CELL_WORDS:
        gs_html_element(out, tag, cell->text);
        break;
    case GS_CELL_NUMBER:
        fprintf(out, "<%s class=\"n\" data-v=\"%.10g\">", tag, cell->value);
        gs_html_text(out, cell->text);
        fprintf(out, "</%.2s>", tag);
        break;
    case GS_CELL_TIME:
        write_time(out, cell->record);
        break;
    case GS_CELL_RATIO:
        gs_report_ratio_cell(out, cell->value, cell->value >= GS_AS_FAST ? "p" : "f");
        break;
    }
}

void gs_report_sheet(FILE *out, const struct gs_sheet *sheet, const char *caption)
{
    enum { MOST_COLUMNS = 4 * GS_MOST_KEYS };
    char names[MOST_COLUMNS][96];
    const char *columns[MOST_COLUMNS] = {""};
    size_t count = 0;
    for (; sheet != NULL && count < sheet->column_count && count < MOST_COLUMNS; count++) {
        const struct gs_sheet_column *column = &sheet->columns[count];
        snprintf(names[count], sizeof names[count], "%s%.40s%s%.50s", column->left ? "" : "#",
                 column->over, column->over[0] != '\0' ? " " : "", column->title);
        columns[count] = names[count];
    }
    gs_report_table(out, caption, columns, count);
    for (size_t r = 0; sheet != NULL && r < sheet->row_count; r++) {
        fputs("<tr>", out);
        for (size_t c = 0; c < sheet->rows[r].count; c++)
            write_cell(out, &sheet->rows[r].cells[c], c == 0);
        fputs("</tr>\n", out);
    }
    gs_report_table_end(out);
}
