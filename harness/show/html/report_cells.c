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

void gs_report_time(FILE *out, double seconds)
{
    char text[16];
    gs_time_format(seconds, text);
    char *unit = strstr(text, " us");
    if (unit != NULL)
        *unit = '\0';
    fputs(text, out);
    if (unit != NULL)
        fputs(" µs", out);
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
        gs_report_time(out, time->q1_s);
        fputs(" and ", out);
        gs_report_time(out, time->q3_s);
        fprintf(out, " of %zu samples%s", time->count, notes[0] != '\0' ? "; " : "");
        gs_html_text(out, notes);
        fputc('"', out);
    }
    fputc('>', out);
    gs_report_time(out, time->median_s);
    if (record->notes != 0)
        fputs(gs_record_is_noisy(record) ? "~" : "*", out);
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
