/* What marks become for editors and for GitHub: levels, paths, lines, signs that would end a line.
 */
#include "test.h"

#include "told.h"
#include "told_marks.h"

#include <stdlib.h>
#include <string.h>

/* What a print of the list is; the caller's. */
static char *printed(const json_t *told, void (*print)(const json_t *told, FILE *out))
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    print(told, out);
    fclose(out);
    return text;
}

static void expect(const char *marks, void (*print)(const json_t *told, FILE *out),
                   const char *wanted)
{
    json_t *read = json_loads(marks, 0, NULL), *told = json_array();
    assert_non_null(read);
    gs_told_add_marks(told, read, "there/vecadd.cu");
    char *text = printed(told, print);
    assert_string_equal(text, wanted);
    free(text);
    json_decref(told);
    json_decref(read);
}

static void test_lines(void **state)
{
    (void)state;
    expect("{\"file\": \"vecadd.cu\", \"verdict\": \"failed\", \"mistake\": {\"kind\": \"lost\","
           " \"sentence\": \"one\\ntwo\", \"file\": \"vecadd.cu\", \"line\": 7}, \"warnings\":"
           " [{\"kind\": \"warning\", \"sentence\": \"three\", \"file\": \"own.h\", \"line\": 2}]}",
           gs_told_print_lines,
           "there/vecadd.cu:7:1: error: one two [lost]\n"
           "there/own.h:2:1: warning: three [warning]\n");
    /* A size that showed it; no line; no file of the student's. */
    expect("{\"file\": \"vecadd.cu\", \"verdict\": \"failed\", \"mistake\": {\"kind\": \"lost\","
           " \"sentence\": \"one.\", \"file\": \"\", \"line\": 0, \"test\": \"n = 33\", \"size\":"
           " {\"n\": 33}}}",
           gs_told_print_lines, "there/vecadd.cu:1:1: error: one. (n = 33) [lost]\n");
    expect("{\"verdict\": \"skipped\", \"tests\": [{\"sentence\": \"it needs a GPU\"}]}",
           gs_told_print_lines, "there/vecadd.cu:1:1: note: it needs a GPU [skipped]\n");
    expect("{\"verdict\": \"passed\", \"mistake\": null}", gs_told_print_lines, "");
}

/* A name that is no UTF-8 is shown. */
static void test_names(void **state)
{
    (void)state;
    json_t *marks = json_loads("{\"file\": \"\", \"mistake\": {\"kind\": \"lost\", \"sentence\":"
                               " \"one\", \"line\": 7}, \"warnings\": [{\"kind\": \"warning\","
                               " \"sentence\": \"two\", \"file\": \"own.h\", \"line\": 2}]}",
                               0, NULL);
    json_t *skipped =
        json_loads("{\"verdict\": \"skipped\", \"tests\": [{\"sentence\": \"no\"}]}", 0, NULL);
    json_t *told = json_array();
    assert_true(gs_told_add_marks(told, marks, "d\xff/a\xfe.cu"));
    assert_true(gs_told_add_marks(told, skipped, "\xff.cu"));
    char *text = printed(told, gs_told_print_lines);
    assert_string_equal(text, "d\\xff/a\\xfe.cu:7:1: error: one [lost]\n"
                              "d\\xff/own.h:2:1: warning: two [warning]\n"
                              "\\xff.cu:1:1: note: no [skipped]\n");
    free(text);
    json_decref(told);
    json_decref(skipped);
    json_decref(marks);
}

static void test_github(void **state)
{
    (void)state;
    expect("{\"file\": \"vecadd.cu\", \"mistake\": {\"kind\": \"lost\", \"sentence\":"
           " \"100 %: a,\\n::error::b\", \"file\": \"a,b:c.h\", \"line\": 7}}",
           gs_told_print_github,
           "::error file=there/a%2Cb%3Ac.h,line=7,col=1,title=lost::100 %25: a,%0A::error::b\n");
    expect("{\"verdict\": \"skipped\", \"tests\": [{\"sentence\": \"no\"}]}", gs_told_print_github,
           "::notice file=there/vecadd.cu,line=1,col=1,title=skipped::no\n");
}

/* Paths with signs that a URI escapes; a failure. */
static void test_sarif(void **state)
{
    (void)state;
    char *words[] = {"check", "\xff", NULL};
    const struct gs_told_run run = {
        .version = "1.2.3", .words = words, .exit_status = 2, .failure = "no compiler"};
    json_t *told = json_pack("[{s:s, s:s, s:s, s:i, s:s}]", "level", "error", "rule", "lost",
                             "file", "./a b#%.cu", "line", 0, "text", "one");
    json_t *log = gs_told_sarif(told, &run);
    char *text = json_dumps(log, JSON_COMPACT);
    assert_non_null(strstr(text, "\"uri\":\"a%20b%23%25.cu\""));
    assert_non_null(strstr(text, "\"arguments\":[\"check\",\"?\"],\"exitCode\":2,"
                                 "\"executionSuccessful\":false"));
    assert_non_null(strstr(text, "\"no compiler\""));
    assert_null(strstr(text, "region"));
    free(text);
    json_decref(log);
    json_decref(told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lines), cmocka_unit_test(test_names),
                                       cmocka_unit_test(test_github), cmocka_unit_test(test_sarif)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
