/* The files of a class: whatever stands in names and sources, each stays what it is. */
#include "class_course.h"

#include "class_csv.h"
#include "class_page.h"
#include "class_similar.h"
#include "gradescope.h"
#include "junit.h"

/* ---- a class of three ------------------------------------------------------------------------ */

static struct gs_tasks tasks;
static struct gs_student three[3];
static struct gs_students students = {.students = three, .count = 3};
static size_t alike[] = {0, 1};
static struct gs_similar groups[] = {
    {.students = alike,
     .count = 2,
     .task = 0,
     .least = 1,
     .most = 1,
     .tokens = 90,
     .same_text = true},
    {.students = alike, .count = 2, .task = 1, .least = 0.76, .most = 0.875, .tokens = 60}};
static struct gs_similar_list similar = {groups, 2};
static struct gs_class class = {
    .tasks = &tasks, .students = &students, .similar = &similar, .words = {"lesson 6", "3.2"}};

static json_t *passed(const char *exercise, const char *name)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:f, s:f, s:f, s:[{s:s, s:s}], s:n, s:[], s:n, s:s}",
                     "exercise", exercise, "name", name, "file", "x.cu", "verdict", "passed",
                     "score", 10.0, "max_score", 10.0, "seconds", 0.5, "tests", "name", "n = 0",
                     "status", "passed", "mistake", "cost", "performance", "submitted", "x.cu");
}

/* A source line, a drawing and a path that would be mark-up, or commands to a terminal. */
static json_t *failed(const char *exercise, const char *name)
{
    return json_pack(
        "{s:s, s:s, s:s, s:s, s:f, s:f, s:f, s:[{s:s, s:s}, {s:s, s:s, s:s}, {s:s, s:s}],"
        " s:{s:s, s:s, s:s, s:i, s:s, s:s, s:s, s:s}, s:[{s:s, s:f, s:f, s:b}], s:n, s:s, s:s}",
        "exercise", exercise, "name", name, "file", "x.cu", "verdict", "failed", "score", 3.3,
        "max_score", 10.0, "seconds", 0.25, "tests", "name", "n = 0", "status", "passed", "name",
        "n = 33", "status", "failed", "sentence", "Add `if (i < n)`.", "name", "n = 99", "status",
        "not run", "mistake", "kind", "no-bounds-check", "sentence", "Add `if (i < n)`.", "file",
        "x.cu", "line", 7, "text", "c[i] = \"</script><script>\" ]]>\x1b[2J", "drawing",
        "[#][#]\n ^ & <here>", "detail", "", "test", "n = 33", "cost", "what", "sectors", "used",
        1048750.0, "allowed", 524375.0, "good", 0, "performance", "submitted", "a<b>/x.cu", "note",
        "also \"y\"");
}

/* What the program printed at two sizes, the first of which is not explained, and a warning. */
static void add_more(json_t *marks)
{
    json_object_set_new(marks, "output",
                        json_pack("[{s:s, s:s, s:i, s:s}, {s:s, s:s, s:i, s:s}]", "test", "n = 1",
                                  "text", "of another size\n", "left_out", 0, "end", "", "test",
                                  "n = 33", "text", "passed: 10 of 10 points\n<b>\n", "left_out", 3,
                                  "end", "last\n"));
    json_object_set_new(marks, "warnings",
                        json_pack("[{s:s, s:s, s:i}]", "sentence", "`x` & <y> are never used.",
                                  "file", "x.cu", "line", 5));
}

static json_t *record(double score, json_t *first, json_t *second)
{
    return json_pack("{s:f, s:f, s:f, s:s, s:[o, o]}", "score", score, "max_score", 20.0, "seconds",
                     0.75, "note", "", "marks", first, second);
}

static int make_class(void **state)
{
    (void)state;
    struct gs_error error;
    if (gs_tasks_parse("3.1,3.2", &tasks, &error) != GS_OK)
        return -1;
    three[0] = (struct gs_student){.shown = "=HYPERLINK(\"x\"),&\xc3\xab", .slug = "hyperlink-1"};
    three[1] = (struct gs_student){.shown = "<script>alert('1')</script>", .slug = "script-2"};
    three[2] = (struct gs_student){
        .shown = "crash", .slug = "crash", .grading = GS_UNGRADED, .why = "killed by <signal> 9"};
    three[0].record = record(20, passed("3.1", "vecadd"), passed("3.2", "hypot"));
    json_t *wrong = failed("3.2", "hypot");
    add_more(wrong);
    three[1].record = record(13.3, passed("3.1", "vecadd"), wrong);
    return three[0].record == NULL || three[1].record == NULL;
}

static int drop_class(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++)
        json_decref(three[i].record);
    gs_tasks_release(&tasks);
    return 0;
}

/* What a writer writes of it; free() it. */
static char *written(bool (*write)(FILE *out, const void *content))
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_true(write(out, &class));
    assert_int_equal(fclose(out), 0);
    return text;
}

static void assert_lacks(const char *text, const char *part)
{
    if (strstr(text, part) != NULL)
        fail_msg("\"%s\" stands in \"%s\"", part, text);
}

/* ---- each file ------------------------------------------------------------------------------- */

static void rows_are_quoted_and_no_formulas(void **state)
{
    (void)state;
    char *csv = written(gs_class_csv_write);
    assert_string_equal(
        csv, "student,folder,status,score,max_score,3.1_vecadd_score,3.1_vecadd_mistake,"
             "3.2_hypot_score,3.2_hypot_mistake,note\n"
             "\"'=HYPERLINK(\"\"x\"\"),&\xc3\xab\",hyperlink-1,graded,20.0,20.0,10.0,,10.0,,\n"
             "<script>alert('1')</script>,script-2,graded,13.3,20.0,10.0,,3.3,"
             "no-bounds-check,\"3.2: also \"\"y\"\"\"\n"
             "crash,crash,could not be graded,,,,,,,\n");
    free(csv);
}

static void formulas_of_every_kind_are_guarded(void **state)
{
    (void)state;
    static const char *const begins[] = {"=", "+", "-", "@"};
    for (size_t i = 0; i < 4; i++) {
        char cell[16];
        snprintf(three[2].shown, sizeof three[2].shown, "%s1", begins[i]);
        snprintf(cell, sizeof cell, "\n'%s1,", begins[i]);
        char *csv = written(gs_class_csv_write);
        assert_contains(csv, cell);
        free(csv);
    }
    strcpy(three[2].shown, "crash");
}

static void junit_counts_and_escapes(void **state)
{
    (void)state;
    char *xml = written(gs_junit_write);
    assert_contains(xml, "<testsuites name=\"gridstride grade\" tests=\"7\" failures=\"1\" "
                         "errors=\"1\" time=\"1.500\">");
    assert_contains(xml, "<testsuite name=\"&#60;script&#62;alert(&#39;1&#39;)&#60;/script&#62;\" "
                         "tests=\"4\" failures=\"1\" errors=\"0\" time=\"0.750\" skipped=\"1\">");
    assert_contains(xml, "<testcase classname=\"3.2 hypot\" name=\"n = 33\" file=\"x.cu\" "
                         "line=\"7\">\n      <failure message=\"Add `if (i &#60; n)`.\" "
                         "type=\"no-bounds-check\">x.cu:7: c[i] = ");
    assert_contains(xml, "<error message=\"killed by &#60;signal&#62; 9\"/>");
    assert_lacks(xml, "<script>");
    assert_lacks(xml, "]]>");
    assert_lacks(xml, "\x1b");
    free(xml);
}

static void the_page_escapes_and_adds_up(void **state)
{
    (void)state;
    char *page = written(gs_class_page_write);
    assert_lacks(page, "<script>alert");
    assert_lacks(page, "<here>");
    assert_lacks(page, "\x1b");
    assert_lacks(page, "http:"); /* nothing is fetched */
    assert_lacks(page, "https:");
    assert_contains(page, "3 students, on average 16.6 of 20 points");
    assert_contains(page, "1 could not be graded");
    assert_contains(page, ">2 of 2<"); /* vecadd */
    assert_contains(page, ">1 of 2<"); /* hypot */
    assert_contains(page, "1 &#215; <a href=\"#s1\">no-bounds-check</a>: Add `if (i &#60; n)`.");
    assert_contains(page, "Roots &#38; &#60;squares&#62;");
    assert_contains(page, "[#][#]\n ^ &#38; &#60;here&#62;");
    assert_contains(page, "killed by &#60;signal&#62; 9");
    assert_contains(page, "sectors: 1048750 (allowed: 524375)");
    assert_contains(page, "<pre>x.cu:5: `x` &#38; &#60;y&#62; are never used.\n"
                          "printed with n = 33:\n| passed: 10 of 10 points\n| &#60;b&#62;\n"
                          "(and more)\n</pre>");
    assert_lacks(page, "of another size");
    assert_contains(page, "<li>3.1 vecadd, 2 students: <a href=\"#s0\">");
    assert_contains(page,
                    "</bdi></a>. The same text but for blanks</li>\n<li>3.2 hypot, 2 students");
    assert_contains(page,
                    "</bdi></a>. Two that are alike share 76 to 88 % of what the shorter one");
    assert_contains(page, "for it has points: 3.2.");
    /* What stands above them as the mistake is not said once more. */
    assert_contains(page, "<li class=\"f\">n = 33: failed</li>");
    assert_contains(page, "A hint, and no verdict");
    assert_contains(page, "nobody handed it in: lesson 6.");
    assert_contains(page, ">points</text>"); /* the titles of the axes */
    assert_contains(page, ">students</text>");
    assert_contains(page, "<a href=\"#s1\"><bdi>&#60;script&#62;alert(&#39;1&#39;)&#60;/script&#62;"
                          "</bdi></a>: 3.2: also &#34;y&#34;");
    assert_contains(page, "name=\"viewport\"");
    free(page);
}

/* ---- Gradescope ------------------------------------------------------------------------------ */

static void assert_one_of(const json_t *object, const char *key, const char *const *legal)
{
    const char *text = json_string_value(json_object_get(object, key));
    assert_non_null(text);
    while (*legal != NULL && strcmp(*legal, text) != 0)
        legal++;
    if (*legal == NULL)
        fail_msg("\"%s\" is no \"%s\"", text, key);
}

/* Keys and values that the documentation names, and no others. */
static void assert_legal(const json_t *object, const char *const *keys)
{
    static const char *const formats[] = {"text", "html", "simple_format", "md", "ansi", NULL},
                             *const visible[] = {"hidden", "after_due_date", "after_published",
                                                 "visible", NULL};
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value)
    {
        size_t i = 0;
        while (keys[i] != NULL && strcmp(keys[i], key) != 0)
            i++;
        if (keys[i] == NULL)
            fail_msg("\"%s\" is no key of results.json", key);
        if (strstr(key, "visibility") != NULL)
            assert_one_of(object, key, visible);
        if (strstr(key, "format") != NULL)
            assert_one_of(object, key, formats);
    }
}

static void assert_gradescope(const json_t *results)
{
    static const char *const keys[] =
        {"score", "output", "output_format", "visibility", "stdout_visibility", "tests", NULL},
                             *const test_keys[] = {"score",  "max_score",     "status",
                                                   "name",   "name_format",   "number",
                                                   "output", "output_format", "visibility",
                                                   NULL},
                             *const statuses[] = {"passed", "failed", NULL};
    size_t i;
    json_t *test;
    assert_legal(results, keys);
    assert_true(json_is_real(json_object_get(results, "score")));
    assert_true(json_is_array(json_object_get(results, "tests")));
    json_array_foreach(json_object_get(results, "tests"), i, test)
    {
        assert_legal(test, test_keys);
        assert_one_of(test, "status", statuses);
        assert_true(json_is_real(json_object_get(test, "score")));
        assert_true(json_is_real(json_object_get(test, "max_score")));
        assert_true(json_is_string(json_object_get(test, "output")));
    }
}

static void results_are_what_gradescope_documents(void **state)
{
    (void)state;
    json_t *results = gs_gradescope_results(three[1].record);
    assert_gradescope(results);
    assert_true(json_real_value(json_object_get(results, "score")) == 13.3);
    assert_string_equal(json_string_value(json_object_get(results, "output")), "1 of 2 passed.");
    const json_t *test = json_array_get(json_object_get(results, "tests"), 1);
    const char *output = json_string_value(json_object_get(test, "output"));
    assert_string_equal(json_string_value(json_object_get(test, "name")), "3.2 hypot");
    assert_contains(output, "Add `if (i < n)`.\nx.cu:7: c[i] = ");
    assert_contains(output, "[#][#]\n ^ & <here>\n");
    assert_contains(output, "x.cu:5: `x` & <y> are never used.\nprinted with n = 33:\n| passed: 10 "
                            "of 10 points\n| <b>\n(and more)\n\nn = 0: passed\n");
    assert_contains(output, "n = 33: failed\nn = 99: not run\n");
    assert_contains(output, "sectors: 1048750 (allowed: 524375), too many\n");
    json_decref(results);
    results = gs_gradescope_trouble();
    assert_gradescope(results);
    assert_contains(json_string_value(json_object_get(results, "output")), "no fault of yours");
    json_decref(results);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_quoted_and_no_formulas),
        cmocka_unit_test(formulas_of_every_kind_are_guarded),
        cmocka_unit_test(junit_counts_and_escapes),
        cmocka_unit_test(the_page_escapes_and_adds_up),
        cmocka_unit_test(results_are_what_gradescope_documents),
    };
    return cmocka_run_group_tests(tests, make_class, drop_class);
}
