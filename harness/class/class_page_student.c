/* The page of the class: what is said to one student. */
#include "class_marks.h"
#include "class_more.h"
#include "class_page.h"
#include "html.h"
#include "numbers.h"

#include <stdlib.h>

static void write_pre(FILE *out, const char *text)
{
    if (text[0] == '\0')
        return;
    fputs("<pre>", out);
    gs_html_text(out, text);
    fputs("</pre>\n", out);
}

static void write_line(FILE *out, const char *class, const char *begin, const char *text)
{
    if (text[0] == '\0')
        return;
    fprintf(out, "<p class=\"%s\">%s", class, begin);
    gs_html_text(out, text);
    fputs("</p>\n", out);
}

static void write_mistake(FILE *out, const json_t *mistake)
{
    write_line(out, "say", "", gs_get_text(mistake, "sentence"));
    if (gs_marks_number(mistake, "line") > 0) {
        fputs("<p><code>", out);
        gs_html_text(out, gs_marks_place(mistake).text);
        fputs("</code> <code class=\"q\">", out);
        gs_html_text(out, gs_get_text(mistake, "text"));
        fputs("</code></p>\n", out);
    }
    write_pre(out, gs_get_text(mistake, "drawing"));
    write_pre(out, gs_get_text(mistake, "detail"));
}

static void write_more(FILE *out, const json_t *marks)
{
    char *text = NULL;
    size_t size = 0;
    FILE *more = open_memstream(&text, &size);
    if (more == NULL)
        return;
    gs_class_more(more, marks);
    if (fclose(more) == 0)
        write_pre(out, text);
    free(text);
}

static void write_tests(FILE *out, const json_t *tests, const json_t *mistake)
{
    size_t i;
    const json_t *test;
    if (json_array_size(tests) == 0)
        return;
    fputs("<ul class=\"tests\">\n", out);
    json_array_foreach(tests, i, test)
    {
        const char *status = gs_get_text(test, "status");
        bool passed = strcmp(status, "passed") == 0, failed = strcmp(status, "failed") == 0;
        fprintf(out, "<li class=\"%s\">", passed ? "p" : failed ? "f" : "s");
        gs_html_text(out, gs_get_text(test, "name"));
        fputs(": ", out);
        gs_html_text(out, status);
        const char *more = gs_marks_more_of(test, mistake);
        fputs(more[0] != '\0' ? ": " : "", out);
        gs_html_text(out, more);
        fputs("</li>\n", out);
    }
    fputs("</ul>\n", out);
}

static void write_costs(FILE *out, const json_t *costs)
{
    size_t i;
    const json_t *cost;
    if (json_array_size(costs) == 0)
        return;
    fputs("<ul class=\"tests\">\n", out);
    json_array_foreach(costs, i, cost)
    {
        fprintf(out, "<li class=\"%s\">", json_is_true(json_object_get(cost, "good")) ? "p" : "f");
        gs_html_text(out, gs_get_text(cost, "what"));
        fprintf(out, ": %s (allowed: %s)</li>\n",
                gs_decimal(gs_marks_number(cost, "used"), 10).text,
                gs_decimal(gs_marks_number(cost, "allowed"), 10).text);
    }
    fputs("</ul>\n", out);
}

static void write_marks(FILE *out, const json_t *marks)
{
    const char *submitted = gs_get_text(marks, "submitted");
    const json_t *mistake = json_object_get(marks, "mistake");
    fputs("<section>\n<h3>", out);
    gs_html_text(out, gs_get_text(marks, "exercise"));
    fputs(" ", out);
    gs_html_text(out, gs_get_text(marks, "name"));
    fprintf(out, " <span class=\"%s\">", gs_marks_verdict(marks) == GS_MARKS_PASSED ? "p" : "f");
    gs_html_text(out, gs_get_text(marks, "verdict"));
    const double most = gs_marks_number(marks, "max_score");
    fprintf(out, "</span>%s%s</h3>\n", most > 0 ? ", " : "",
            most > 0 ? gs_marks_points(gs_marks_number(marks, "score"), most).text : "");
    write_line(out, "say", "The teacher gave ", gs_marks_override(marks).text);
    if (json_is_object(mistake))
        write_mistake(out, mistake);
    write_more(out, marks);
    write_tests(out, json_object_get(marks, "tests"), mistake);
    write_costs(out, json_object_get(marks, "cost"));
    write_line(out, "", "", gs_get_text(json_object_get(marks, "performance"), "sentence"));
    write_line(out, "note", "file: ", submitted);
    write_line(out, "note", "", gs_get_text(marks, "note"));
    fputs("</section>\n", out);
}

void gs_page_student(FILE *out, const struct gs_student *student, size_t number)
{
    size_t i;
    const json_t *marks;
    fprintf(out, "<details id=\"s%zu\"><summary><bdi>", number);
    gs_html_text(out, student->shown);
    fputs("</bdi>", out);
    if (student->record != NULL)
        fprintf(out, ": %s",
                gs_marks_points(gs_marks_number(student->record, "score"),
                                gs_marks_number(student->record, "max_score"))
                    .text);
    fputs("</summary>\n", out);
    if (student->record == NULL)
        write_line(out, "u",
                   student->grading == GS_LEFT ? "" : "Could not be graded: ", student->why);
    write_line(out, "note", "Note: ", gs_get_text(student->record, "note"));
    json_array_foreach(json_object_get(student->record, "marks"), i, marks) write_marks(out, marks);
    write_line(out, "note", "results: students/", student->slug);
    fputs("</details>\n", out);
}
