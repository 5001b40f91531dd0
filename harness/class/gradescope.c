#include "gradescope.h"

#include "class_feedback.h"
#include "class_marks.h"

#include <stdlib.h>

/* All that a student needs to know of one exercise; free() it. */
static char *text_of(const json_t *marks)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    gs_feedback_write_exercise(out, marks);
    return fclose(out) == 0 ? text : NULL;
}

static json_t *test_of(const json_t *marks)
{
    char name[400];
    char *text = text_of(marks);
    snprintf(name, sizeof name, "%.16s %.80s", gs_get_text(marks, "exercise"),
             gs_get_text(marks, "name"));
    json_t *test = json_pack(
        "{s:s, s:s, s:s, s:f, s:f, s:s, s:s, s:s}", "name", name, "name_format", "text", "number",
        gs_get_text(marks, "exercise"), "score", gs_marks_number(marks, "score"), "max_score",
        gs_marks_number(marks, "max_score"), "output", text != NULL ? text : "", "output_format",
        "text", "visibility", "visible");
    if (gs_marks_verdict(marks) != GS_MARKS_SKIPPED)
        json_object_set_new(
            test, "status",
            json_string(gs_marks_verdict(marks) == GS_MARKS_PASSED ? "passed" : "failed"));
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
        passed += gs_marks_verdict(marks) == GS_MARKS_PASSED;
        counted += gs_marks_verdict(marks) != GS_MARKS_SKIPPED;
    }
    const char *note = gs_get_text(record, "note");
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
