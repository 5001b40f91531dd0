/* The folder that results go to: made, or refused before anything is measured. */
#include "test.h"

#include "results_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void write_file(const char *path, const char *text, mode_t mode)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(path, mode), 0);
}

/* Every test runs in an empty folder of its own. */
static int enter(void **state)
{
    char folder[] = "folder_test.XXXXXX";
    if (mkdtemp(folder) == NULL || chdir(folder) != 0)
        return -1;
    *state = strdup(folder);
    return *state == NULL;
}

static int leave(void **state)
{
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", (const char *)*state);
    free(*state);
    return chdir("..") != 0 || system(command) != 0;
}

static void expect_refusal(const char *folder, const char *word)
{
    struct gs_error error = {0};
    assert_int_equal(gs_results_folder_prepare(folder, "lesson3", &error), GS_USAGE);
    assert_one_line(error.text);
    assert_contains(error.text, folder);
    assert_contains(error.text, word);
    assert_contains(error.text, "--out");
}

static void folders_are_made(void **state)
{
    (void)state;
    static const char *const folders[] = {"a", "b/c/d", "./e", "f/", "g//h", "a"};
    struct stat status;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        struct gs_error error;
        assert_int_equal(gs_results_folder_prepare(folders[i], "lesson3", &error), GS_OK);
        assert_int_equal(stat(folders[i], &status), 0);
        assert_true(S_ISDIR(status.st_mode));
    }
}

static void files_in_the_way_are_refused(void **state)
{
    (void)state;
    write_file("file", "x", 0644);
    write_file("program", "x", 0755);
    expect_refusal("file", "Not a directory");
    expect_refusal("program", "Not a directory");
    expect_refusal("file/a/b", "Not a directory");
    assert_int_equal(mkdir("a", 0777), 0);
    assert_int_equal(mkdir("a/lesson3.json", 0777), 0);
    expect_refusal("a", "a/lesson3.json");
}

static void a_result_that_is_none_is_refused(void **state)
{
    (void)state;
    struct gs_error error;
    assert_int_equal(mkdir("a", 0777), 0);
    write_file("a/lesson3.json", "{\n\"context\": {\n", 0644);
    expect_refusal("a", "a/lesson3.json:3:");
    assert_int_equal(gs_results_folder_prepare("a", "lesson4", &error),
                     GS_OK); /* another lesson's is not asked */
    write_file("a/lesson3.json", "{\"context\": {\"gridstride\": {}}, \"benchmarks\": []}", 0644);
    assert_int_equal(gs_results_folder_prepare("a", "lesson3", &error), GS_OK);
}

static void a_folder_that_cannot_be_written_is_refused(void **state)
{
    (void)state;
    expect_refusal("/proc/gridstride/a", "No such file");
    if (geteuid() == 0)
        return; /* root writes everywhere */
    assert_int_equal(mkdir("closed", 0555), 0);
    expect_refusal("closed", "Permission denied");
    expect_refusal("closed/a", "Permission denied");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(folders_are_made, enter, leave),
        cmocka_unit_test_setup_teardown(files_in_the_way_are_refused, enter, leave),
        cmocka_unit_test_setup_teardown(a_result_that_is_none_is_refused, enter, leave),
        cmocka_unit_test_setup_teardown(a_folder_that_cannot_be_written_is_refused, enter, leave),
    };
    return cmocka_run_group_tests_name("folder", tests, NULL, NULL);
}
