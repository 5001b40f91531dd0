#include "gradescope.h"

#include "class_marks.h"
#include "class_more.h"
#include "numbers.h"

#include <stdlib.h>

/* ---- text ------------------------------------------------------------------------------------ */

static void write_paragraph(FILE *out, const char *text)
{
    size_t length = strlen(text);
    if (length > 0)
        fprintf(out, "%s%s", text, text[length - 1] == '\n' ? "" : "\n");
}

static void write_mistake(FILE *out, const json_t *mistake)
{
    write_paragraph(out, gs_marks_text(mistake, "sentence"));
    if (gs_marks_number(mistake, "line") > 0)
        fprintf(out, "%s: %s\n", gs_marks_place(mistake).text, gs_marks_text(mistake, "text"));
    write_paragraph(out, gs_marks_text(mistake, "drawing"));
    write_paragraph(out, gs_marks_text(mistake, "detail"));
}

static void write_tests(FILE *out, const json_t *tests)
{
    size_t i;
    const json_t *test;
    json_array_foreach(tests, i, test)
    {
        fprintf(out, "%s: %s%s%s\n", gs_marks_text(test, "name"), gs_marks_text(test, "status"),
                gs_marks_text(test, "sentence")[0] != '\0' ? ": " : "",
                gs_marks_text(test, "sentence"));
    }
}

static void write_costs(FILE *out, const json_t *costs)
{
    size_t i;
    const json_t *cost;
    json_array_foreach(costs, i, cost)
    {
        fprintf(out, "%s: %s (allowed: %s)%s\n", gs_marks_text(cost, "what"),
                gs_decimal(gs_marks_number(cost, "used"), 10).text,
                gs_decimal(gs_marks_number(cost, "allowed"), 10).text,
                json_is_false(json_object_get(cost, "good")) ? ", too many" : "");
    }
}

/* All that a student needs to know of one exercise; free() it. */
static char *text_of(const json_t *marks)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    const json_t *mistake = json_object_get(marks, "mistake");
    if (json_is_object(mistake)) {
        write_mistake(out, mistake);
        gs_class_more(out, marks);
        fputc('\n', out);
    }
    write_tests(out, json_object_get(marks, "tests"));
    write_costs(out, json_object_get(marks, "cost"));
    write_paragraph(out, gs_marks_text(json_object_get(marks, "performance"), "sentence"));
    if (gs_marks_text(marks, "submitted")[0] != '\0')
        fprintf(out, "file: %s\n", gs_marks_text(marks, "submitted"));
    write_paragraph(out, gs_marks_text(marks, "note"));
    if (gs_marks_override(marks).text[0] != '\0')
        fprintf(out, "your teacher gave %s\n", gs_marks_override(marks).text);
    return fclose(out) == 0 ? text : NULL;
}

/* ---- the file -------------------------------------------------------------------------------- */

static json_t *test_of(const json_t *marks)
{
    char name[400];
    char *text = text_of(marks);
    snprintf(name, sizeof name, "%.16s %.80s", gs_marks_text(marks, "exercise"),
             gs_marks_text(marks, "name"));
    json_t *test = json_pack(
        "{s:s, s:s, s:s, s:f, s:f, s:s, s:s, s:s}", "name", name, "name_format", "text", "number",
        gs_marks_text(marks, "exercise"), "score", gs_marks_number(marks, "score"), "max_score",
        gs_marks_number(marks, "max_score"), "output", text != NULL ? text : "", "output_format",
        "text", "visibility", "visible");
    if (!gs_marks_are(marks, "skipped"))
        json_object_set_new(test, "status",
                            json_string(gs_marks_are(marks, "passed") ? "passed" : "failed"));
    free(text);
    return test;
}

/* No times: the same sources and the same seed give the same file. */
static json_t *results_of(double score, const char *output, json_t *tests)
{
    return json_pack("{s:f, s:s, s:s, s:s, s:s, s:o}", "score", score, "output", output,
                     "output_format", "text", "visibility", "visible", "stdout_visibility",
                     "hidden", "tests", tests);
}

json_t *gs_gradescope_results(const json_t *record)
{
    size_t i, passed = 0, counted = 0;
    const json_t *marks;
    json_t *tests = json_array();
    char output[1000];
    json_array_foreach(json_object_get(record, "marks"), i, marks)
    {
        json_array_append_new(tests, test_of(marks));
        passed += gs_marks_are(marks, "passed");
        counted += !gs_marks_are(marks, "skipped");
    }
    const char *note = gs_marks_text(record, "note");
    snprintf(output, sizeof output, "%zu of %zu passed.%s%s", passed, counted,
             note[0] != '\0' ? "\nNote: " : "", note);
    return results_of(gs_marks_number(record, "score"), output, tests);
}

json_t *gs_gradescope_trouble(void)
{
    return results_of(0,
                      "This submission could not be graded. That is no fault of yours: the grader "
                      "had trouble of its own. Please tell your teacher; nothing is lost.",
                      json_array());
}
