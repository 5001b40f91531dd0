#include "class_page.h"

#include "class_marks.h"
#include "html.h"

#include <stdlib.h>

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
    bool given = json_object_get(marks, "override") != NULL;
    fprintf(out, "<td data-v=\"%.1f\" class=\"%s\">", gs_marks_number(marks, "score"),
            passed                      ? "p"
            : gs_marks_missing(mistake) ? "s"
                                        : "f");
    if (passed && !given)
        fputs("passed", out);
    else
        fprintf(out, "%.1f%s ", gs_marks_number(marks, "score"), given ? " by the teacher" : "");
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
        fprintf(
            out,
            "<td data-v=\"-1\" class=\"n\">?</td><td colspan=\"%zu\" class=\"u\">%s</td></tr>\n",
            tasks->count, student->grading == GS_LEFT ? "not graded yet" : "could not be graded");
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

/* ---- what a teacher should look at ---- */

static void write_note(FILE *out, const struct gs_student *student, size_t number)
{
    char *notes = gs_marks_notes(student->record);
    if (notes != NULL && notes[0] != '\0') {
        fprintf(out, "<li><a href=\"#s%zu\"><bdi>", number);
        gs_html_text(out, student->shown);
        fputs("</bdi></a>: ", out);
        gs_html_text(out, notes);
        fputs("</li>\n", out);
    }
    free(notes);
}

static void write_notes(FILE *out, const struct gs_class *class)
{
    const struct gs_students *all = class->students;
    fputs("<h2>Files</h2>\n<ul class=\"files\">\n", out);
    if (all->left_out_count > 0) {
        fputs("<li>left out: ", out);
        gs_html_text(out, all->left_out);
        fputs(all->left_out_count > 5 ? ", ...</li>\n" : "</li>\n", out);
    }
    for (size_t i = 0; i < all->count; i++)
        write_note(out, &all->students[i], i);
    fputs("</ul>\n<p class=\"note\">Who is not named here handed in files that are called as they "
          "should be.</p>\n",
          out);
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
    write_notes(out, class);
    fputs("<h2>What each student is told</h2>\n", out);
    for (size_t i = 0; i < class->students->count; i++)
        gs_page_student(out, &class->students->students[i], i);
    fputs("<script>\n", out);
    fputs(gs_page_script, out);
    fputs("</script>\n</body>\n</html>\n", out);
    return ferror(out) == 0;
}
