/* What is read as a file, which folders are left, which names are free. */
#include "test.h"

#include "test_folder.h"

#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static int enter(void **state)
{
    static char folder[] = "files_test.XXXXXX";
    *state = folder;
    snprintf(folder, sizeof folder, "files_test.XXXXXX");
    return mkdtemp(folder) != NULL && chdir(folder) == 0 ? 0 : -1;
}

static int leave(void **state)
{
    return chdir("..") == 0 ? gs_test_remove_folder(*state) : -1;
}

static void make_file(const char *path, off_t bytes)
{
    int file = open(path, O_WRONLY | O_CREAT, 0600);
    assert_true(file >= 0);
    assert_int_equal(ftruncate(file, bytes), 0);
    close(file);
}

static void what_is_no_file_is_refused_at_once(void **state)
{
    (void)state;
    static const struct {
        const char *path, *says;
        int reason;
    } refused[] = {{"pipe", "cannot read pipe: it is a pipe, not a file", EINVAL},
                   {"folder", "it is a folder, not a file", EINVAL},
                   {"link", "it is a folder, not a file", EINVAL},
                   {"/dev/zero", "it is a device, not a file", EINVAL},
                   {"missing", "cannot read missing: No such file", ENOENT},
                   {"sparse", "it has 9GiB, and no such file has over 1000B", EFBIG},
                   {"1001", "it has 1001B, and no such file has over 1000B", EFBIG}};
    assert_int_equal(mkfifo("pipe", 0600), 0);
    assert_int_equal(mkdir("folder", 0700), 0);
    assert_int_equal(symlink("folder", "link"), 0);
    make_file("sparse", (off_t)9 << 30);
    make_file("1001", 1001);
    make_file("1000", 1000);
    make_file("0", 0);
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        struct gs_text text;
        struct gs_error error = {""};
        assert_int_equal(gs_file_read(refused[i].path, 1000, &text, &error), GS_USAGE);
        assert_int_equal(errno, refused[i].reason);
        assert_contains(error.text, refused[i].says);
        assert_one_line(error.text);
        assert_null(text.data);
    }
    for (size_t i = 0; i < 2; i++) {
        struct gs_text text;
        struct gs_error error = {""};
        assert_int_equal(gs_file_read(i == 0 ? "0" : "1000", 1000, &text, &error), GS_OK);
        assert_int_equal(text.length, 1000 * i);
        assert_int_equal(text.data[text.length], 0);
        free(text.data);
    }
}

static void a_folder_that_cannot_be_made_leaves_none(void **state)
{
    (void)state;
    static char endless[6000];
    static const char *const paths[] = {"file/x", "new//../file/x", endless};
    struct gs_error error;
    memset(endless, 'a', sizeof endless - 1);
    memcpy(endless, "new/a/b/", 8);
    make_file("file", 0);
    assert_int_equal(gs_folder_make("here/below//it/", &error), GS_OK);
    assert_int_equal(gs_folder_make("here/below//it/", &error), GS_OK);
    assert_int_equal(access("here/below/it", F_OK), 0);
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        assert_int_equal(gs_folder_make(paths[i], &error), GS_USAGE);
        assert_one_line(error.text);
        assert_int_not_equal(access("new", F_OK), 0);
    }
    char name[400];
    snprintf(name, sizeof name, "new/a/%0300d/b", 0);
    assert_int_equal(gs_folder_make(name, &error), GS_USAGE);
    assert_int_not_equal(access("new", F_OK), 0);
    snprintf(name, sizeof name, "here/below/new/%0300d", 0);
    assert_int_equal(gs_folder_make(name, &error), GS_USAGE);
    assert_int_equal(access("here/below", F_OK), 0);
    assert_int_not_equal(access("here/below/new", F_OK), 0);
}

static void the_next_free_name_is_taken(void **state)
{
    (void)state;
    char name[64], small[8];
    struct gs_error error;
    static const char *const wanted[] = {"x.1.bak", "x.2.bak", "x.3.bak"};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(gs_free_name("x.", "1", ".bak", name, sizeof name, &error), GS_OK);
        assert_string_equal(name, wanted[i]);
        assert_int_equal(symlink("nothing", name), 0); /* a link to nothing is taken too */
    }
    assert_int_equal(gs_free_name("y", "", ".jsonl", name, sizeof name, &error), GS_OK);
    assert_string_equal(name, "y.jsonl");
    assert_int_equal(gs_free_name("long_name", "1", "", small, sizeof small, &error), GS_USAGE);
    assert_int_equal(gs_free_name("none/x", "1", "", name, sizeof name, &error), GS_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_no_file_is_refused_at_once, enter, leave),
        cmocka_unit_test_setup_teardown(a_folder_that_cannot_be_made_leaves_none, enter, leave),
        cmocka_unit_test_setup_teardown(the_next_free_name_is_taken, enter, leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
