/*
 * What a class handed in: who is in it, under which names, and which file is for which exercise,
 * however odd the names are and whatever else lies there.
 */
#include "class_course.h"

#include "class_submission.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>

/* ---- what is graded -------------------------------------------------------------------------- */

static void expect_tasks(const char *list, const char *labels)
{
    struct gs_tasks tasks;
    struct gs_error error = {0};
    char all[200] = "";
    assert_int_equal(gs_tasks_parse(list, &tasks, &error), GS_OK);
    for (size_t i = 0; i < tasks.count; i++) {
        size_t used = strlen(all);
        snprintf(all + used, sizeof all - used, "%s%s", i > 0 ? " " : "", tasks.tasks[i].label);
    }
    assert_string_equal(all, labels);
    gs_tasks_release(&tasks);
}

static void lists_of_exercises_are_read(void **state)
{
    (void)state;
    expect_tasks(NULL, "3.1 3.2 3.q1 6.1");
    expect_tasks("3", "3.1 3.2 3.q1");
    expect_tasks("6,3", "3.1 3.2 3.q1 6.1");
    expect_tasks("tree,3.2,hypot", "3.2 6.1");
    expect_tasks("3.q1", "3.q1");
    expect_tasks("blocks", "3.q1");
}

static void wrong_lists_are_refused(void **state)
{
    (void)state;
    static const char *const lists[] = {"", "3,", ",3", "4", "vecad", "3.9", "3 6"};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        struct gs_tasks tasks;
        struct gs_error error = {0};
        assert_int_equal(gs_tasks_parse(lists[i], &tasks, &error), GS_USAGE);
        assert_one_line(error.text);
        gs_tasks_release(&tasks);
    }
}

/* ---- who ------------------------------------------------------------------------------------- */

static void students_are_folders_and_files(void **state)
{
    (void)state;
    struct gs_students all;
    struct gs_error error = {0};
    mkdir("all", 0700);
    mkdir("all/bob", 0700);
    mkdir("all/alice", 0700);
    mkdir("all/.git", 0700);
    mkdir("all/__MACOSX", 0700);
    put("all/carol.cu", "");
    put("all/alice.cu", "");
    put("all/dave.CU", "");
    put("all/roster.csv", "");
    assert_int_equal(symlink("bob", "all/link"), 0);
    assert_int_equal(mkfifo("all/pipe.cu", 0600), 0);
    assert_int_equal(gs_students_list("all", &all, &error), GS_OK);
    assert_int_equal(all.count, 5);
    assert_string_equal(all.students[0].slug, "alice");
    assert_string_equal(all.students[0].shown, "alice");
    assert_string_equal(all.students[1].shown, "alice.cu"); /* the file is another student */
    assert_true(all.students[1].is_file);
    assert_string_equal(all.students[1].slug, "alice.cu");
    assert_string_equal(all.students[2].slug, "bob");
    assert_string_equal(all.students[3].slug, "carol");
    assert_string_equal(all.students[4].shown, "dave");
    assert_true(all.students[4].is_file);
    assert_int_equal(all.left_out_count, 5);
    assert_contains(all.left_out, "roster.csv (neither a folder nor a .cu file)");
    assert_contains(all.left_out, "link (neither");
    assert_contains(all.left_out, ".git (begins with a dot)");
    gs_students_release(&all);
}

static void nobody_is_an_error(void **state)
{
    (void)state;
    struct gs_students all;
    struct gs_error error = {0};
    mkdir("empty", 0700);
    assert_int_equal(gs_students_list("empty", &all, &error), GS_USAGE);
    assert_contains(error.text, "nobody handed in");
    gs_students_release(&all);
    assert_int_equal(gs_students_list("none", &all, &error), GS_USAGE);
    assert_contains(error.text, "none");
    gs_students_release(&all);
}

static void odd_names_become_harmless(void **state)
{
    (void)state;
    static const char *const odd[] = {
        "-rf",        "a\nb",        "\"q\" 'p'", "<script>alert(1)<",
        "Zo\xc3\xab", "bad\xff\xfe", "..x",       "\xe2\x80\xaergb.cu",
        "a b",        "=cmd|' '!A0"};
    struct gs_students all;
    struct gs_error error = {0};
    mkdir("all", 0700);
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        char path[100];
        snprintf(path, sizeof path, "all/%s", odd[i]);
        assert_int_equal(mkdir(path, 0700), 0);
    }
    assert_int_equal(gs_students_list("all", &all, &error), GS_OK);
    assert_int_equal(all.count, sizeof odd / sizeof odd[0] - 1); /* one is hidden */
    for (size_t i = 0; i < all.count; i++) {
        const struct gs_student *student = &all.students[i];
        assert_int_equal(strspn(student->slug, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVW"
                                               "XYZ0123456789._-"),
                         strlen(student->slug));
        assert_true(student->slug[0] != '-' && student->slug[0] != '.');
        assert_null(strchr(student->shown, '\n'));
        json_t *text = json_string(student->shown); /* valid UTF-8, or there is none */
        assert_non_null(text);
        json_decref(text);
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(all.students[k].slug, student->slug);
    }
    gs_students_release(&all);
}

static void names_are_cleaned(void **state)
{
    (void)state;
    char shown[32];
    gs_name_clean("plain", shown, sizeof shown);
    assert_string_equal(shown, "plain");
    gs_name_clean("Zo\xc3\xab \xf0\x9f\x8e\x93", shown, sizeof shown);
    assert_string_equal(shown, "Zo\xc3\xab \xf0\x9f\x8e\x93");
    gs_name_clean("a\nb\x1b\x7f", shown, sizeof shown);
    assert_string_equal(shown, "a\xef\xbf\xbd"
                               "b\xef\xbf\xbd\xef\xbf\xbd");
    gs_name_clean("\xc3(", shown, sizeof shown); /* half a character */
    assert_string_equal(shown, "\xef\xbf\xbd(");
    gs_name_clean("\xc3\xab\xc3\xab", shown, 4); /* never half of one in the end */
    assert_string_equal(shown, "\xc3\xab");
}

/* ---- which file ------------------------------------------------------------------------------ */

struct reading {
    struct gs_tasks tasks;
    struct gs_handed_in in;
};

/* Reads all/alice, or all/alice.cu. */
static struct reading read_alice(bool is_file)
{
    struct reading r;
    struct gs_error error = {0};
    struct gs_student alice = {.entry = is_file ? "alice.cu" : "alice", .is_file = is_file};
    assert_int_equal(gs_tasks_parse(NULL, &r.tasks, &error), GS_OK);
    if (gs_handed_in_read("all", &alice, &r.tasks, &r.in, &error) != GS_OK)
        fail_msg("%s", error.text);
    return r;
}

static void end_reading(struct reading *r)
{
    gs_handed_in_release(&r->in);
    gs_tasks_release(&r->tasks);
}

static int enter_alice(void **state)
{
    return enter(state) != 0 || mkdir("all", 0700) != 0 || mkdir("all/alice", 0700) != 0;
}

static void names_come_before_headers_and_high_places_before_deep_ones(void **state)
{
    (void)state;
    mkdir("all/alice/old", 0700);
    mkdir("all/alice/03_vecadd", 0700);
    put("all/alice/03_vecadd/vecadd.cu", "right");
    put("all/alice/old/vecadd.cu", "old");
    put("all/alice/mine.cu", "#include \"vecadd.h\"\n// by header\n");
    put("all/alice/second.cu", "int x;\n  #  include \t\"../hypot.h\"\n");
    put("all/alice/comment.cu", "// #include \"tree.h\"\nchar *s = \"#include \\\"tree.h\\\"\";\n");
    struct reading r = read_alice(false);
    assert_string_equal(r.in.sources[0].text, "right");
    assert_string_equal(r.in.sources[0].path, "03_vecadd/vecadd.cu");
    assert_contains(r.in.sources[0].note, "old/vecadd.cu");
    assert_contains(r.in.sources[0].note, "mine.cu");
    assert_string_equal(r.in.sources[1].path, "second.cu");
    assert_string_equal(r.in.sources[1].note, "");
    assert_null(r.in.sources[3].text);
    assert_string_equal(r.in.sources[3].path, "");
    end_reading(&r);
}

static void answers_are_of_their_lesson(void **state)
{
    (void)state;
    mkdir("all/alice/06_tree_reduction", 0700);
    put("all/alice/06_tree_reduction/questions.txt", "blocks = 1");
    struct reading r = read_alice(false);
    assert_null(r.in.sources[2].text);
    end_reading(&r);
    mkdir("all/alice/deep", 0700);
    mkdir("all/alice/deep/03_vecadd", 0700);
    put("all/alice/questions.txt", "blocks = 2");
    put("all/alice/deep/03_vecadd/questions.txt", "blocks = 3");
    r = read_alice(false);
    assert_string_equal(r.in.sources[2].text, "blocks = 3");
    end_reading(&r);
}

static void a_single_file_is_known_by_its_header(void **state)
{
    (void)state;
    put("all/alice.cu", "#include \"hypot.h\"\n");
    struct reading r = read_alice(true);
    assert_null(r.in.sources[0].text);
    assert_string_equal(r.in.sources[1].text, "#include \"hypot.h\"\n");
    end_reading(&r);
    put("all/alice.cu", "int main() {}\n");
    r = read_alice(true);
    assert_null(r.in.sources[1].text);
    assert_contains(r.in.note,
                    "alice.cu is called like no exercise, and includes no exercise's header");
    end_reading(&r);
}

static void capitals_do_not_lose_a_file(void **state)
{
    (void)state;
    put("all/alice/VecAdd.CU", "right");
    put("all/alice/Questions.TXT", "blocks = 2");
    struct reading r = read_alice(false);
    assert_string_equal(r.in.sources[0].text, "right");
    assert_string_equal(r.in.sources[2].text, "blocks = 2");
    assert_contains(r.in.note, "VecAdd.CU is taken for vecadd.cu");
    end_reading(&r);
    put("all/alice/vecadd.cu", "as it is called");
    r = read_alice(false);
    assert_string_equal(r.in.sources[0].text, "as it is called");
    assert_contains(r.in.sources[0].note, "VecAdd.CU");
    assert_null(strstr(r.in.note, "taken for"));
    end_reading(&r);
}

static void what_is_left_out_is_said(void **state)
{
    (void)state;
    mkdir("all/alice/.hidden", 0700);
    put("all/alice/.hidden/vecadd.cu", "hidden");
    put("all/alice/.hypot.cu", "hidden");
    put("all/alice/vecadd.cpp", "of another language");
    put("all/alice/vecad.cu", "int main() {}");
    mkdir("all/alice/a", 0700);
    mkdir("all/alice/b", 0700);
    put("all/alice/a/tree.cu", "first");
    put("all/alice/b/tree.cu", "second");
    struct reading r = read_alice(false);
    assert_null(r.in.sources[0].text);
    assert_contains(r.in.note, ".hidden was not looked into");
    assert_contains(r.in.note, ".hypot.cu begins with a dot");
    assert_contains(r.in.note, "no .cu file: vecadd.cpp");
    assert_contains(r.in.note, "vecad.cu is called like no exercise");
    assert_string_equal(r.in.sources[3].text, "first");
    assert_contains(r.in.sources[3].note, "b/tree.cu");
    end_reading(&r);
}

static void links_and_devices_are_never_read(void **state)
{
    (void)state;
    put("secret.cu", "#include \"tree.h\"\nsecret");
    mkdir("others", 0700);
    put("others/hypot.cu", "of somebody else");
    assert_int_equal(symlink("../../secret.cu", "all/alice/vecadd.cu"), 0);
    assert_int_equal(symlink("../../others", "all/alice/others"), 0);
    assert_int_equal(mkfifo("all/alice/tree.cu", 0600), 0); /* opening it would wait for ever */
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "all/alice/socket.cu"};
    int listening = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(bind(listening, (struct sockaddr *)&address, sizeof address), 0);
    struct reading r = read_alice(false);
    for (size_t i = 0; i < r.in.count; i++)
        assert_null(r.in.sources[i].text);
    assert_contains(r.in.note, "vecadd.cu is a symbolic link");
    assert_contains(r.in.note, "others is a symbolic link");
    assert_contains(r.in.note, "tree.cu is no file");
    end_reading(&r);
    close(listening);
    put("all/alice/hypot.cu", "mine"); /* hard links are files */
    r = read_alice(false);
    assert_string_equal(r.in.sources[1].text, "mine");
    end_reading(&r);
}

static void large_files_are_not_read(void **state)
{
    (void)state;
    int file = open("all/alice/vecadd.cu", O_WRONLY | O_CREAT | O_EXCL, 0600);
    assert_int_equal(ftruncate(file, (off_t)100 << 30), 0);
    close(file);
    struct reading r = read_alice(false);
    assert_null(r.in.sources[0].text);
    assert_true(r.in.sources[0].too_large);
    end_reading(&r);
    assert_int_equal(truncate("all/alice/vecadd.cu", GS_SOURCE_MOST_BYTES), 0);
    r = read_alice(false);
    assert_int_equal(r.in.sources[0].bytes, GS_SOURCE_MOST_BYTES);
    end_reading(&r);
}

static void heaps_of_files_end_somewhere(void **state)
{
    (void)state;
    char path[100] = "all/alice";
    for (unsigned i = 0; i < 5000; i++) {
        char name[64];
        snprintf(name, sizeof name, "all/alice/%u.cu", i);
        put(name, "#include \"vecadd.h\"\n");
    }
    for (unsigned i = 0; i < 10; i++) {
        strcat(path, "/d");
        assert_int_equal(mkdir(path, 0700), 0);
    }
    strcat(path, "/tree.cu");
    put(path, "deep");
    struct reading r = read_alice(false);
    assert_non_null(r.in.sources[0].text);
    assert_null(r.in.sources[3].text);
    assert_contains(r.in.note, "too many");
    end_reading(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_of_exercises_are_read),
        cmocka_unit_test(wrong_lists_are_refused),
        cmocka_unit_test_setup_teardown(students_are_folders_and_files, enter, leave),
        cmocka_unit_test_setup_teardown(nobody_is_an_error, enter, leave),
        cmocka_unit_test_setup_teardown(odd_names_become_harmless, enter, leave),
        cmocka_unit_test(names_are_cleaned),
        cmocka_unit_test_setup_teardown(names_come_before_headers_and_high_places_before_deep_ones,
                                        enter_alice, leave),
        cmocka_unit_test_setup_teardown(answers_are_of_their_lesson, enter_alice, leave),
        cmocka_unit_test_setup_teardown(a_single_file_is_known_by_its_header, enter_alice, leave),
        cmocka_unit_test_setup_teardown(capitals_do_not_lose_a_file, enter_alice, leave),
        cmocka_unit_test_setup_teardown(what_is_left_out_is_said, enter_alice, leave),
        cmocka_unit_test_setup_teardown(links_and_devices_are_never_read, enter_alice, leave),
        cmocka_unit_test_setup_teardown(large_files_are_not_read, enter_alice, leave),
        cmocka_unit_test_setup_teardown(heaps_of_files_end_somewhere, enter_alice, leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
