/* Findings of several runs: what is one fault, and how often it was seen. */
#include "test.h"

#include "inspect_findings.h"

#include <stdlib.h>
#include <string.h>

/* A report with one finding between two lines of x.cu; other 0: of one line alone. */
static json_t *report_of(const char *kind, int line, int other)
{
    json_t *finding = json_pack("{s:s, s:b, s:s, s:i}", "kind", kind, "race",
                                strncmp(kind, "race-", 5) == 0, "file", "x.cu", "line", line);
    if (other > 0) {
        json_object_set_new(finding, "other_file", json_string("x.cu"));
        json_object_set_new(finding, "other_line", json_integer(other));
    }
    return json_pack("{s:[o]}", "findings", finding);
}

static void add(json_t *findings, const char *kind, int line, int other, unsigned run)
{
    json_t *report = report_of(kind, line, other);
    gs_findings_add(findings, report, run);
    json_decref(report);
}

static const char *text_of(const json_t *findings, size_t index, const char *key)
{
    return json_string_value(json_object_get(json_array_get(findings, index), key));
}

static int number_of(const json_t *findings, size_t index, const char *key)
{
    return (int)json_integer_value(json_object_get(json_array_get(findings, index), key));
}

static json_t *first_of(const json_t *report)
{
    return json_array_get(json_object_get(report, "findings"), 0);
}

static void assert_printed(const json_t *findings, size_t index, const char *expected)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    gs_finding_print(json_array_get(findings, index), 3, out);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(text, expected);
    free(text);
}

static void lines_have_no_order(void **state)
{
    (void)state;
    json_t *findings = json_array();
    add(findings, "race-global", 14, 20, 1);
    add(findings, "race-global", 20, 14, 2);
    add(findings, "race-global", 14, 14, 3);
    add(findings, "out-of-bounds", 14, 0, 3);
    assert_int_equal(json_array_size(findings), 3);
    assert_int_equal(number_of(findings, 0, "seen"), 2);
    assert_int_equal(number_of(findings, 0, "run"), 1);
    assert_int_equal(number_of(findings, 1, "seen"), 1);
    json_decref(findings);
}

static void a_run_counts_once(void **state)
{
    (void)state;
    json_t *findings = json_array();
    add(findings, "race-warp", 14, 20, 1);
    add(findings, "race-global", 20, 14, 1);
    assert_int_equal(json_array_size(findings), 1);
    assert_int_equal(number_of(findings, 0, "seen"), 1);
    json_decref(findings);
}

/* A race between warps tells all that one within a warp does, and not the other way round. */
static void the_widest_race_is_kept(void **state)
{
    (void)state;
    json_t *findings = json_array();
    add(findings, "race-same-value", 14, 20, 1);
    add(findings, "race-shared", 14, 20, 2);
    add(findings, "race-warp", 14, 20, 3);
    assert_int_equal(json_array_size(findings), 1);
    assert_string_equal(text_of(findings, 0, "kind"), "race-shared");
    assert_int_equal(number_of(findings, 0, "run"), 2);
    assert_int_equal(number_of(findings, 0, "seen"), 3);
    json_decref(findings);
}

/* Adds a finding to a report, of the cause of the first. */
static void add_to_cause(json_t *report, const char *kind, int line, int other)
{
    json_t *more = report_of(kind, line, other), *list = json_object_get(report, "findings");
    json_object_set_new(first_of(report), "cause", json_integer(0));
    json_object_set_new(first_of(more), "cause", json_integer(0));
    json_array_append(list, first_of(more));
    json_decref(more);
}

/* Also where another run tells another one of them first. */
static void findings_of_one_cause_are_one(void **state)
{
    (void)state;
    json_t *findings = json_array();
    json_t *first = report_of("race-shared", 14, 20), *second = report_of("race-warp", 12, 20);
    add_to_cause(first, "race-warp", 12, 20);
    add_to_cause(second, "race-shared", 20, 14);
    add_to_cause(second, "race-shared", 10, 20);
    gs_findings_add(findings, first, 1);
    gs_findings_add(findings, second, 2);
    add(findings, "race-shared", 30, 40, 2);
    assert_int_equal(json_array_size(findings), 2);
    assert_int_equal(number_of(findings, 0, "line"), 14);
    assert_int_equal(number_of(findings, 0, "seen"), 2);
    json_t *also = json_object_get(json_array_get(findings, 0), "also");
    assert_int_equal(json_array_size(also), 2);
    assert_int_equal(number_of(also, 0, "line"), 12);
    assert_int_equal(number_of(also, 1, "line"), 10);
    gs_findings_finish(findings);
    assert_null(json_object_get(json_array_get(findings, 0), "cause"));
    json_decref(first);
    json_decref(second);
    json_decref(findings);
}

static void what_never_ends_is_one(void **state)
{
    (void)state;
    json_t *findings = json_array();
    add(findings, "never-ends", 3, 0, 1);
    add(findings, "never-ends", 5, 3, 2);
    assert_int_equal(json_array_size(findings), 1);
    json_decref(findings);
}

/* The widest race's, as the inspector wrote it; a program without it has the sentence. */
static void each_is_printed_as_reported(void **state)
{
    (void)state;
    json_t *findings = json_array(), *old = report_of("leak", 3, 0);
    json_t *report = report_of("race-warp", 14, 20), *wider = report_of("race-global", 14, 20);
    json_object_set_new(first_of(report), "report", json_string("the first\n\n    14 | a\n"));
    json_object_set_new(first_of(wider), "report", json_string("the second\n"));
    json_object_set_new(first_of(old), "sentence", json_string("Free it."));
    gs_findings_add(findings, report, 1);
    assert_printed(findings, 0, "the first\n\n    14 | a\n  seen with 1 of 3 seeds\n");
    gs_findings_add(findings, wider, 2);
    gs_findings_add(findings, old, 2);
    assert_printed(findings, 0, "the second\n  seen with 2 of 3 seeds\n");
    assert_printed(findings, 1, "x.cu:3: leak: Free it.\n  seen with 1 of 3 seeds\n");
    gs_findings_finish(findings);
    assert_null(text_of(findings, 0, "report"));
    json_decref(report);
    json_decref(wider);
    json_decref(old);
    json_decref(findings);
}

static void nothing_adds_nothing(void **state)
{
    (void)state;
    json_t *findings = json_array();
    gs_findings_add(findings, NULL, 1);
    assert_int_equal(json_array_size(findings), 0);
    json_decref(findings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_have_no_order),
        cmocka_unit_test(a_run_counts_once),
        cmocka_unit_test(findings_of_one_cause_are_one),
        cmocka_unit_test(the_widest_race_is_kept),
        cmocka_unit_test(what_never_ends_is_one),
        cmocka_unit_test(each_is_printed_as_reported),
        cmocka_unit_test(nothing_adds_nothing),
    };
    return cmocka_run_group_tests_name("inspect_findings", tests, NULL, NULL);
}
