#include "class_page.h"

#include "class_marks.h"
#include "html.h"

/* ---- the table ------------------------------------------------------------------------------- */

/* Without a script it is in the order of names, and the heads are no more than words. */
static void write_head(FILE *out, const struct gs_tasks *tasks)
{
    fputs("<thead><tr><th>student</th><th class=\"n\">points</th>", out);
    for (size_t i = 0; i < tasks->count; i++) {
        fprintf(out, "<th title=\"");
        gs_html_text(out, tasks->tasks[i].name);
        fprintf(out, "\">%s</th>", tasks->tasks[i].label);
    }
    fputs("</tr></thead>\n", out);
}

static void write_cell(FILE *out, const json_t *marks)
{
    if (gs_marks_are(marks, "skipped")) {
        fputs("<td data-v=\"-1\" class=\"s\">not counted</td>", out);
        return;
    }
    const json_t *mistake = json_object_get(marks, "mistake");
    bool passed = gs_marks_are(marks, "passed");
    fprintf(out, "<td data-v=\"%.1f\" class=\"%s\">", gs_marks_number(marks, "score"),
            passed                      ? "p"
            : gs_marks_missing(mistake) ? "s"
                                        : "f");
    if (passed)
        fputs("passed", out);
    else
        fprintf(out, "%.1f ", gs_marks_number(marks, "score"));
    gs_html_text(out, gs_marks_text(mistake, "kind"));
    fputs("</td>", out);
}

static void write_row(FILE *out, const struct gs_student *student, const struct gs_tasks *tasks,
                      size_t number)
{
    const json_t *record = student->record, *all = json_object_get(record, "marks");
    fputs("<tr><td data-v=\"", out);
    gs_html_text(out, student->shown);
    fprintf(out, "\"><a href=\"#s%zu\"><bdi>", number);
    gs_html_text(out, student->shown);
    fputs("</bdi></a></td>", out);
    if (record == NULL) {
        fprintf(out,
                "<td data-v=\"-1\" class=\"n\">?</td><td colspan=\"%zu\" class=\"u\">could not "
                "be graded</td></tr>\n",
                tasks->count);
        return;
    }
    fprintf(out, "<td data-v=\"%.1f\" class=\"n\">%.1f</td>", gs_marks_number(record, "score"),
            gs_marks_number(record, "score"));
    for (size_t i = 0; i < tasks->count; i++)
        write_cell(out, json_array_get(all, i));
    fputs("</tr>\n", out);
}

static void write_table(FILE *out, const struct gs_class *class)
{
    fputs("<h2>Students</h2>\n<div class=\"wide long\"><table id=\"students\">\n", out);
    write_head(out, class->tasks);
    fputs("<tbody>\n", out);
    for (size_t i = 0; i < class->students->count; i++)
        write_row(out, &class->students->students[i], class->tasks, i);
    fputs("</tbody></table></div>\n", out);
}

/* ---- the page -------------------------------------------------------------------------------- */

bool gs_class_page_write(FILE *out, const void *content)
{
    const struct gs_class *class = content;
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
          "'unsafe-inline'; script-src 'unsafe-inline'\">\n"
          "<title>gridstride: the class</title>\n<style>\n",
          out);
    fputs(gs_page_style, out);
    fputs("</style>\n</head>\n<body>\n<h1>The class</h1>\n", out);
    gs_page_summary(out, class);
    write_table(out, class);
    fputs("<h2>What each student is told</h2>\n", out);
    for (size_t i = 0; i < class->students->count; i++)
        gs_page_student(out, &class->students->students[i], i);
    fputs("<script>\n", out);
    fputs(gs_page_script, out);
    fputs("</script>\n</body>\n</html>\n", out);
    return ferror(out) == 0;
}
