#include "junit.h"

#include "class_marks.h"

#include <string.h>

/* ---- text ------------------------------------------------------------------------------------ */

/* XML 1.0 has no way to write most controls, nor U+FFFE and U+FFFF. */
static void write_text(FILE *out, const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++) {
        bool none = c[0] == 0xef && c[1] == 0xbf && c[2] >= 0xbe;
        if (none || (*c < 0x20 && *c != '\t' && *c != '\n')) {
            fputs("&#xfffd;", out);
            c += none ? 2 : 0;
        } else if (strchr("<>&\"'\t\n", *c) != NULL) {
            fprintf(out, "&#%u;", (unsigned)*c); /* line ends too: attributes lose plain ones */
        } else {
            fputc(*c, out);
        }
    }
}

static void write_attribute(FILE *out, const char *name, const char *text)
{
    fprintf(out, " %s=\"", name);
    write_text(out, text);
    fputc('"', out);
}

/* ---- cases ----------------------------------------------------------------------------------- */

struct counts {
    size_t tests, failures, errors, skipped;
    double seconds;
};

static bool is_status(const json_t *test, const char *status)
{
    return gs_has_text(test, "status", status);
}

static struct counts count_student(const struct gs_student *student)
{
    struct counts counts = {.seconds = gs_marks_number(student->record, "seconds")};
    size_t i, k;
    const json_t *marks, *test;
    if (student->record == NULL)
        return (struct counts){.tests = 1, .errors = 1};
    json_array_foreach(json_object_get(student->record, "marks"), i, marks)
    {
        json_array_foreach(json_object_get(marks, "tests"), k, test)
        {
            counts.tests++;
            counts.failures += is_status(test, "failed");
            counts.skipped += is_status(test, "not run");
        }
    }
    return counts;
}

static void write_counts(FILE *out, const struct counts *counts)
{
    fprintf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" time=\"%.3f\"", counts->tests,
            counts->failures, counts->errors, counts->seconds);
}

/* A failure's text is what the student reads of it, where it is the mistake that is shown. */
static void write_failure(FILE *out, const json_t *test, const json_t *mistake, bool shown)
{
    fputs("      <failure", out);
    write_attribute(out, "message", gs_get_text(test, "sentence"));
    write_attribute(out, "type", shown ? gs_get_text(mistake, "kind") : "failed");
    fputc('>', out);
    if (shown) {
        write_text(out, gs_marks_place(mistake).text);
        write_text(out, ": ");
        write_text(out, gs_get_text(mistake, "text"));
        write_text(out, "\n");
        write_text(out, gs_get_text(mistake, "drawing"));
        write_text(out, gs_get_text(mistake, "detail"));
    }
    fputs("</failure>\n", out);
}

static void write_test(FILE *out, const json_t *marks, const json_t *test)
{
    const json_t *mistake = json_object_get(marks, "mistake");
    const char *name = gs_get_text(test, "name");
    bool shown = is_status(test, "failed") && gs_has_text(mistake, "test", name);
    char class[120];
    snprintf(class, sizeof class, "%.16s %.80s", gs_get_text(marks, "exercise"),
             gs_get_text(marks, "name"));
    fputs("    <testcase", out);
    write_attribute(out, "classname", class);
    write_attribute(out, "name", name);
    if (shown)
        write_attribute(out, "file", gs_get_text(mistake, "file"));
    if (shown && gs_marks_number(mistake, "line") > 0)
        fprintf(out, " line=\"%d\"", (int)gs_marks_number(mistake, "line"));
    if (is_status(test, "passed")) {
        fputs("/>\n", out);
        return;
    }
    fputs(">\n", out);
    if (is_status(test, "failed"))
        write_failure(out, test, mistake, shown);
    else
        fputs("      <skipped/>\n", out);
    fputs("    </testcase>\n", out);
}

static void write_student(FILE *out, const struct gs_student *student)
{
    struct counts counts = count_student(student);
    size_t i, k;
    const json_t *marks, *test;
    fputs("  <testsuite", out);
    write_attribute(out, "name", student->shown);
    write_counts(out, &counts);
    fprintf(out, " skipped=\"%zu\">\n", counts.skipped);
    if (student->record == NULL) {
        fputs("    <testcase classname=\"grading\" name=\"could be graded\">\n      <error", out);
        write_attribute(out, "message", student->why);
        fputs("/>\n    </testcase>\n", out);
    }
    json_array_foreach(json_object_get(student->record, "marks"), i, marks)
    {
        json_array_foreach(json_object_get(marks, "tests"), k, test) write_test(out, marks, test);
    }
    fputs("  </testsuite>\n", out);
}

bool gs_junit_write(FILE *out, const void *content)
{
    const struct gs_class *class = content;
    struct counts all = {0};
    for (size_t i = 0; i < class->students->count; i++) {
        struct counts counts = count_student(&class->students->students[i]);
        all.tests += counts.tests;
        all.failures += counts.failures;
        all.errors += counts.errors;
        all.seconds += counts.seconds;
    }
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"gridstride grade\"", out);
    write_counts(out, &all);
    fputs(">\n", out);
    for (size_t i = 0; i < class->students->count; i++)
        write_student(out, &class->students->students[i]);
    fputs("</testsuites>\n", out);
    return ferror(out) == 0;
}
