/* Findings of several runs: what is one fault, and how often it was seen. */
#include "test.h"

#include "inspect_findings.h"

#include <string.h>

/* A report with one finding between two lines of x.cu; other 0: of one line alone. */
static json_t *report_of(const char *kind, int line, int other)
{
    json_t *finding = json_pack("{s:s, s:s, s:i}", "kind", kind, "file", "x.cu", "line", line);
    if (other > 0) {
        json_object_set_new(finding, "other_file", json_string("x.cu"));
        json_object_set_new(finding, "other_line", json_integer(other));
    }
    return json_pack("{s:[o]}", "findings", finding);
}

static void add(json_t *findings, const char *kind, int line, int other, unsigned run)
{
    json_t *report = report_of(kind, line, other);
    gs_findings_add(findings, report, NULL, run);
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

static void what_never_ends_is_one(void **state)
{
    (void)state;
    json_t *findings = json_array();
    add(findings, "never-ends", 3, 0, 1);
    add(findings, "never-ends", 5, 3, 2);
    assert_int_equal(json_array_size(findings), 1);
    json_decref(findings);
}

static void each_has_its_own_words(void **state)
{
    (void)state;
    json_t *findings = json_array();
    json_t *report = report_of("race-global", 14, 20), *second = report_of("race-global", 14, 21);
    json_array_extend(json_object_get(report, "findings"), json_object_get(second, "findings"));
    gs_findings_add(findings, report,
                    "of the program\n\nx.cu:14: race-global: the first\n    14 | a\n\n"
                    "x.cu:14: race-global: the second\n\nsimt-inspect: 2 findings\n",
                    1);
    assert_string_equal(text_of(findings, 0, "words"),
                        "x.cu:14: race-global: the first\n    14 | a\n");
    assert_string_equal(text_of(findings, 1, "words"), "x.cu:14: race-global: the second\n");
    gs_findings_finish(findings);
    assert_null(text_of(findings, 0, "words"));
    json_decref(report);
    json_decref(second);
    json_decref(findings);
}

static void nothing_adds_nothing(void **state)
{
    (void)state;
    json_t *findings = json_array();
    gs_findings_add(findings, NULL, "x.cu:14: race-global: nobody's\n", 1);
    assert_int_equal(json_array_size(findings), 0);
    json_decref(findings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_have_no_order),     cmocka_unit_test(a_run_counts_once),
        cmocka_unit_test(the_widest_race_is_kept), cmocka_unit_test(what_never_ends_is_one),
        cmocka_unit_test(each_has_its_own_words),  cmocka_unit_test(nothing_adds_nothing),
    };
    return cmocka_run_group_tests_name("inspect_findings", tests, NULL, NULL);
}
