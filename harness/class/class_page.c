#include "class_page.h"

#include "class_marks.h"
#include "class_similar.h"
#include "html.h"

#include <stdlib.h>

static void write_name(FILE *out, const struct gs_class *class, size_t number)
{
    fprintf(out, "<a href=\"#s%zu\"><bdi>", number);
    gs_html_text(out, class->students->students[number].shown);
    fputs("</bdi></a>", out);
}

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
    if (gs_marks_verdict(marks) == GS_MARKS_SKIPPED) {
        fputs("<td data-v=\"-1\" class=\"s\">not counted</td>", out);
        return;
    }
    const json_t *mistake = json_object_get(marks, "mistake");
    bool passed = gs_marks_verdict(marks) == GS_MARKS_PASSED;
    bool given = json_object_get(marks, "override") != NULL;
    fprintf(out, "<td data-v=\"%.1f\" class=\"%s\">", gs_marks_number(marks, "score"),
            passed                      ? "p"
            : gs_marks_missing(mistake) ? "s"
                                        : "f");
    if (passed && !given)
        fputs("passed", out);
    else
        fprintf(out, "%.1f%s ", gs_marks_number(marks, "score"), given ? " given," : "");
    gs_html_text(out, gs_get_text(mistake, "kind"));
    fputs("</td>", out);
}

static void write_row(FILE *out, const struct gs_class *class, size_t number)
{
    const struct gs_student *student = &class->students->students[number];
    const struct gs_tasks *tasks = class->tasks;
    const json_t *record = student->record, *all = json_object_get(record, "marks");
    fputs("<tr><td data-v=\"", out);
    gs_html_text(out, student->shown);
    fputs("\">", out);
    write_name(out, class, number);
    fputs("</td>", out);
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
        write_row(out, class, i);
    fputs("</tbody></table></div>\n", out);
}

/* ---- what a teacher should look at ---- */

static void write_note(FILE *out, const struct gs_class *class, size_t number, const char *notes)
{
    fputs("<li>", out);
    write_name(out, class, number);
    fputs(": ", out);
    gs_html_text(out, notes);
    fputs("</li>\n", out);
}

static void write_left_out(FILE *out, const struct gs_students *all)
{
    fputs("<li>left out: ", out);
    gs_html_text(out, all->left_out);
    fputs(all->left_out_count > 5 ? ", ...</li>\n" : "</li>\n", out);
}

static void write_notes(FILE *out, const struct gs_class *class)
{
    static const char begin[] =
        "<h2>Notes</h2>\n<p class=\"note\">Files that are not called as they "
        "should be, and points that the teacher gave.</p>\n"
        "<ul class=\"files\">\n";
    const struct gs_students *all = class->students;
    bool begun = all->left_out_count > 0;
    if (begun) {
        fputs(begin, out);
        write_left_out(out, all);
    }
    for (size_t i = 0; i < all->count; i++) {
        char *notes = gs_marks_notes(all->students[i].record);
        if (notes != NULL && notes[0] != '\0') {
            fputs(begun ? "" : begin, out);
            begun = true;
            write_note(out, class, i, notes);
        }
        free(notes);
    }
    fputs(begun ? "</ul>\n" : "", out);
}

static void write_group(FILE *out, const struct gs_class *class, const struct gs_similar *group)
{
    const struct gs_task *task = &class->tasks->tasks[group->task];
    fprintf(out, "<li>%s%s, %zu students: ", gs_task_prefix(task, " ").text, task->name,
            group->count);
    for (size_t i = 0; i < group->count; i++) {
        fputs(i == 0 ? "" : i + 1 < group->count ? ", " : " and ", out);
        write_name(out, class, group->students[i]);
    }
    if (group->same_text)
        fputs(". The same text but for blanks</li>\n", out);
    else if (group->most - group->least < 0.005)
        fprintf(out, ". Two that are alike share %.0f %% ", 100 * group->most);
    else
        fprintf(out, ". Two that are alike share %.0f to %.0f %% ", 100 * group->least,
                100 * group->most);
    if (!group->same_text)
        fprintf(out, "of what the shorter one has of its own, about %zu words and signs</li>\n",
                group->tokens);
}

static void write_similar(FILE *out, const struct gs_class *class)
{
    enum { MOST_SHOWN = 100 };
    const struct gs_similar_list *list = class->similar;
    if (list->count == 0)
        return;
    fputs(
        "<h2 id=\"similar\">Similar submissions</h2>\n<p>A hint, and no verdict: these share more "
        "than independent answers do. Names, comments and blanks do not count, nor does what the "
        "stub, the course's own solution or many of the class have. Compare the files, and "
        "ask.</p>\n<ul class=\"files\">\n",
        out);
    for (size_t i = 0; i < list->count && i < MOST_SHOWN; i++)
        write_group(out, class, &list->items[i]);
    fputs("</ul>\n", out);
    if (list->count > MOST_SHOWN)
        fprintf(out, "<p>And %zu more groups.</p>\n", list->count - MOST_SHOWN);
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
    write_similar(out, class);
    fputs("<h2>What each student is told</h2>\n", out);
    for (size_t i = 0; i < class->students->count; i++)
        gs_page_student(out, &class->students->students[i], i);
    fputs("<script>\n", out);
    fputs(gs_page_script, out);
    fputs("</script>\n</body>\n</html>\n", out);
    return ferror(out) == 0;
}
