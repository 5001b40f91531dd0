/* What results are called, and which files are no results. */
#include "test.h"

#include "result_name.h"

#include <stddef.h>
#include <stdio.h>

static const struct {
    const char *file;
    struct gs_result_name name;
} names[] = {
    {"lesson3.json", {GS_RESULT_RUN, 3, ""}},
    {"lesson0.json", {GS_RESULT_RUN, 0, ""}},
    {"peers12.json", {GS_RESULT_PEERS, 12, ""}},
    {"verify1.json", {GS_RESULT_VERIFY, 1, ""}},
    {"kernel-saxpy.json", {GS_RESULT_RUN, 0, "saxpy"}},
    {"peers-rms_norm2.json", {GS_RESULT_PEERS, 0, "rms_norm2"}},
    {"verify-lesson3.json", {GS_RESULT_VERIFY, 0, "lesson3"}},
};

static void names_are_read_and_written(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct gs_result_name read;
        char text[GS_RESULT_NAME], path[100], file[100];
        snprintf(path, sizeof path, "results/peers-a-machine/%s", names[i].file);
        assert_true(gs_result_name_parse(path, &read));
        assert_int_equal(read.kind, names[i].name.kind);
        assert_int_equal(read.lesson, names[i].name.lesson);
        assert_string_equal(read.slug, names[i].name.slug);
        gs_result_name_format(&read, text);
        snprintf(file, sizeof file, "%s.json", text);
        assert_string_equal(file, names[i].file);
    }
}

static void other_files_are_no_results(void **state)
{
    static const char *const others[] = {
        "",
        "lesson.json",
        "lesson3.csv",
        "lesson3.shard1of2.json",
        "lesson-3.json",
        "lesson3x.json",
        "lesson99999999999999999999.json",
        "kernel-.json",
        "kernel-Saxpy.json",
        "kernel-saxpy.shard1of2.json",
        "kernel-a_name_that_is_longer_than_a_slug_may_be.json",
        "report.json",
    };
    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        struct gs_result_name read;
        char path[100];
        snprintf(path, sizeof path, "results/%s", others[i]);
        assert_false(gs_result_name_parse(path, &read));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_read_and_written),
        cmocka_unit_test(other_files_are_no_results),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
