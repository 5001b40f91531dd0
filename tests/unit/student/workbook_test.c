/*
 * Working copies and progress: what a student wrote is never lost, two checks at a time keep each
 * other's entries, and what is damaged is put aside.
 */
#include "test.h"
#include "test_folder.h"

#include "workbook.h"

#include "question.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[64];    /* of a test */
static char exercises[80]; /* the working copies in it */
static struct gs_error said;
static char *told; /* what the workbook wrote */
static size_t told_size;
static FILE *out;
static struct gs_workbook book;

static const struct gs_exercise vecadd = {.name = "vecadd", .title = "Guard the end"};
static const struct gs_exercise hypotenuse = {.name = "hypot", .title = "Its like"};
static const struct gs_exercise tree = {.name = "tree", .title = "A tree"};
static const struct gs_exercise *const two[] = {&vecadd, &hypotenuse, NULL};
static const struct gs_exercise *const one[] = {&tree, NULL};
static const struct gs_question questions[] = {
    {.name = "blocks",
     .text = "How many blocks of 256 threads does a launch need, if each of 2^24+11 elements is to "
             "have a thread?"},
    {.name = "bytes", .text = "How many bytes?"},
    {0}};
static const struct gs_exercise *const none[] = {NULL};
static const struct gs_lesson_exercises course[] = {{1, "01_none", none, NULL, "none"},
                                                    {3, "03_vecadd", two, questions, "vecadd"},
                                                    {6, "06_tree", one, NULL, "tree"},
                                                    {0}};
static const struct gs_lesson_exercises *const lesson = &course[1];

/* The course's own files lie in the test's folder. */
enum gs_status __wrap_gs_exercise_file(const struct gs_lesson_exercises *of, const char *file,
                                       struct gs_exercise_path *path, struct gs_error *error);
enum gs_status __wrap_gs_exercise_file(const struct gs_lesson_exercises *of, const char *file,
                                       struct gs_exercise_path *path, struct gs_error *error)
{
    (void)of;
    (void)error;
    snprintf(path->text, sizeof path->text, "%s/%s", folder, file);
    return GS_OK;
}

/* ---- files ----------------------------------------------------------------------------------- */

static const char *in(const char *parent, const char *name)
{
    static char paths[4][256];
    static unsigned turn;
    char *path = paths[turn++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", parent, name);
    return path;
}

static void put(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static const char *get(const char *path)
{
    static char text[4096];
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return NULL;
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void assert_holds(const char *path, const char *text)
{
    const char *there = get(path);
    if (there == NULL)
        fail_msg("there is no %s", path);
    assert_string_equal(there, text);
}

static const char *heard(void)
{
    fflush(out);
    return told;
}

static int set_up(void **state)
{
    (void)state;
    said = (struct gs_error){0};
    strcpy(folder, "workbook_test.XXXXXX");
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(exercises, sizeof exercises, "%s/exercises", folder);
    put(in(folder, "vecadd.cu"), "the stub\n");
    put(in(folder, "vecadd.h"), "the header\n");
    put(in(folder, "hypot.cu"), "another stub\n");
    put(in(folder, "hypot.h"), "another header\n");
    out = open_memstream(&told, &told_size);
    return out == NULL || gs_workbook_open(&book, exercises, out, &said) != GS_OK ? -1 : 0;
}

static int tear_down(void **state)
{
    (void)state;
    gs_workbook_close(&book);
    fclose(out);
    free(told);
    return gs_test_remove_folder(folder);
}

/* The progress as another process finds it. */
static struct gs_workbook reopened(void)
{
    struct gs_workbook other;
    assert_int_equal(gs_workbook_open(&other, exercises, out, &said), GS_OK);
    return other;
}

static bool kept_as_passed(const char *name)
{
    struct gs_workbook other = reopened();
    bool passed = gs_workbook_passed(&other, name);
    gs_workbook_close(&other);
    return passed;
}

/* ---- working copies -------------------------------------------------------------------------- */

static void nothing_is_made_by_looking(void **state)
{
    (void)state;
    assert_false(gs_workbook_passed(&book, "vecadd"));
    assert_int_not_equal(access(exercises, F_OK), 0);
}

static void missing_files_are_made_and_named(void **state)
{
    (void)state;
    assert_int_equal(gs_workbook_prepare(&book, lesson, &said), GS_OK);
    assert_holds(in(exercises, "03_vecadd/vecadd.cu"), "the stub\n");
    assert_holds(in(exercises, "03_vecadd/vecadd.h"), "the header\n");
    assert_holds(in(exercises, "03_vecadd/hypot.cu"), "another stub\n");
    assert_contains(heard(), "exercises/03_vecadd: vecadd.cu, vecadd.h, hypot.cu, hypot.h, "
                             "questions.txt\n");
    char path[256];
    gs_workbook_path(&book, lesson, two[0], path, sizeof path);
    assert_string_equal(path, in(exercises, "03_vecadd/vecadd.cu"));
    assert_holds(path, "the stub\n");
}

static void questions_are_made_with_room_for_answers(void **state)
{
    (void)state;
    assert_int_equal(gs_workbook_prepare(&book, lesson, &said), GS_OK);
    char path[256];
    gs_workbook_questions_path(&book, lesson, path, sizeof path);
    assert_holds(path,
                 "# Questions of lesson 3: write each answer behind its =, a number.\n"
                 "\n"
                 "# 1. How many blocks of 256 threads does a launch need, if each of 2^24+11\n"
                 "# elements is to have a thread?\n"
                 "blocks = \n"
                 "\n"
                 "# 2. How many bytes?\n"
                 "bytes = \n");
    put(path, "blocks = 7\n");
    assert_int_equal(gs_workbook_prepare(&book, lesson, &said), GS_OK);
    assert_holds(path, "blocks = 7\n");
}

static void a_student_s_file_is_never_overwritten(void **state)
{
    (void)state;
    assert_int_equal(gs_workbook_prepare(&book, lesson, &said), GS_OK);
    put(in(exercises, "03_vecadd/vecadd.cu"), "mine\n");
    unlink(in(exercises, "03_vecadd/hypot.cu"));
    size_t before = strlen(heard());
    assert_int_equal(gs_workbook_prepare(&book, lesson, &said), GS_OK);
    assert_holds(in(exercises, "03_vecadd/vecadd.cu"), "mine\n");
    assert_holds(in(exercises, "03_vecadd/hypot.cu"), "another stub\n");
    assert_null(strstr(heard() + before, "vecadd.cu"));
    assert_contains(heard() + before, "hypot.cu");
}

static void a_header_follows_the_course_and_the_old_one_is_kept(void **state)
{
    (void)state;
    assert_int_equal(gs_workbook_prepare(&book, lesson, &said), GS_OK);
    put(in(folder, "vecadd.h"), "a newer header\n");
    assert_int_equal(gs_workbook_prepare(&book, lesson, &said), GS_OK);
    assert_holds(in(exercises, "03_vecadd/vecadd.h"), "a newer header\n");
    assert_holds(in(exercises, "03_vecadd/vecadd.h.1.bak"), "the header\n");
}

static void links_and_folders_in_the_way_are_named(void **state)
{
    (void)state;
    assert_int_equal(mkdir(exercises, 0777), 0);
    assert_int_equal(mkdir(in(exercises, "03_vecadd"), 0777), 0);
    assert_int_equal(symlink("nowhere", in(exercises, "03_vecadd/vecadd.cu")), 0);
    assert_int_equal(gs_workbook_prepare(&book, lesson, &said), GS_USAGE);
    assert_one_line(said.text);
    assert_contains(said.text, "03_vecadd/vecadd.cu is a link to nothing");
    unlink(in(exercises, "03_vecadd/vecadd.cu"));
    assert_int_equal(mkdir(in(exercises, "03_vecadd/vecadd.cu"), 0777), 0);
    assert_int_equal(gs_workbook_prepare(&book, lesson, &said), GS_USAGE);
    assert_contains(said.text, "03_vecadd/vecadd.cu is no file");
}

/* A link to a file elsewhere is the student's way to keep it there. */
static void a_link_to_a_file_is_a_working_copy(void **state)
{
    (void)state;
    assert_int_equal(gs_workbook_prepare(&book, lesson, &said), GS_OK);
    put(in(folder, "elsewhere"), "mine\n");
    const char *path = in(exercises, "03_vecadd/vecadd.cu");
    unlink(path);
    assert_int_equal(symlink("../../elsewhere", path), 0);
    assert_int_equal(gs_workbook_prepare(&book, lesson, &said), GS_OK);
    assert_int_equal(gs_workbook_reset(&book, lesson, two[0], &said), GS_OK);
    assert_holds(in(folder, "elsewhere"), "mine\n");
    assert_holds(in(exercises, "03_vecadd/vecadd.cu"), "the stub\n");
}

static void a_file_in_the_place_of_the_folder_is_named(void **state)
{
    (void)state;
    put(exercises, "a file");
    assert_int_equal(gs_workbook_prepare(&book, lesson, &said), GS_USAGE);
    assert_one_line(said.text);
    assert_contains(said.text, "is no folder");
    assert_int_equal(gs_workbook_mark(&book, "vecadd", true, 10, 1, &said), GS_USAGE);
    assert_one_line(said.text);
    assert_holds(exercises, "a file");
}

/* No more than 4 bytes can be written to any file: as on a full disk. */
static void nothing_is_lost_on_a_full_disk(void **state)
{
    (void)state;
    assert_int_equal(gs_workbook_prepare(&book, lesson, &said), GS_OK);
    put(in(exercises, "03_vecadd/vecadd.cu"), "mine\n");
    assert_int_equal(gs_workbook_mark(&book, "hypot", true, 10, 1, &said), GS_OK);
    fflush(NULL);
    pid_t full = fork();
    if (full == 0) {
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){4, 4});
        bool refused = gs_workbook_reset(&book, lesson, two[0], &said) == GS_USAGE &&
                       strchr(said.text, '\n') == NULL;
        refused &= gs_workbook_mark(&book, "vecadd", true, 10, 1, &said) == GS_USAGE &&
                   strstr(said.text, "progress.json: File too large") != NULL;
        _exit(refused ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(full, &status, 0), full);
    assert_int_equal(status, 0);
    assert_holds(in(exercises, "03_vecadd/vecadd.cu"), "mine\n");
    assert_true(kept_as_passed("hypot"));
    assert_false(kept_as_passed("vecadd"));
    assert_int_not_equal(access(in(exercises, "progress.json.new"), F_OK), 0);
}

/* ---- reset ----------------------------------------------------------------------------------- */

static void a_reset_keeps_the_file_under_the_next_free_number(void **state)
{
    (void)state;
    assert_int_equal(gs_workbook_prepare(&book, lesson, &said), GS_OK);
    put(in(exercises, "03_vecadd/vecadd.cu"), "first\n");
    assert_int_equal(gs_workbook_mark(&book, "vecadd", true, 10, 1, &said), GS_OK);
    assert_int_equal(gs_workbook_reset(&book, lesson, two[0], &said), GS_OK);
    assert_holds(in(exercises, "03_vecadd/vecadd.cu"), "the stub\n");
    assert_contains(heard(), "vecadd.cu.1.bak");
    assert_false(kept_as_passed("vecadd"));
    put(in(exercises, "03_vecadd/vecadd.cu"), "second\n");
    assert_int_equal(gs_workbook_reset(&book, lesson, two[0], &said), GS_OK);
    assert_holds(in(exercises, "03_vecadd/vecadd.cu.1.bak"), "first\n");
    assert_holds(in(exercises, "03_vecadd/vecadd.cu.2.bak"), "second\n");
}

static void a_reset_of_the_stub_keeps_no_copy(void **state)
{
    (void)state;
    assert_int_equal(gs_workbook_prepare(&book, lesson, &said), GS_OK);
    assert_int_equal(gs_workbook_reset(&book, lesson, two[0], &said), GS_OK);
    assert_contains(heard(), "is the stub already");
    assert_int_not_equal(access(in(exercises, "03_vecadd/vecadd.cu.1.bak"), F_OK), 0);
}

static void a_reset_makes_a_file_that_is_gone(void **state)
{
    (void)state;
    assert_int_equal(gs_workbook_reset(&book, lesson, two[0], &said), GS_OK);
    assert_holds(in(exercises, "03_vecadd/vecadd.cu"), "the stub\n");
}

/* ---- progress -------------------------------------------------------------------------------- */

static void the_last_check_decides(void **state)
{
    (void)state;
    assert_int_equal(gs_workbook_mark(&book, "vecadd", true, 10, 7, &said), GS_OK);
    assert_true(gs_workbook_passed(&book, "vecadd"));
    assert_true(kept_as_passed("vecadd"));
    json_t *file = json_load_file(in(exercises, "progress.json"), 0, NULL);
    json_t *entry = json_object_get(json_object_get(file, "passed"), "vecadd");
    assert_int_equal(json_integer_value(json_object_get(file, "version")), 1);
    assert_int_equal(json_integer_value(json_object_get(entry, "seed")), 7);
    assert_int_equal(json_number_value(json_object_get(entry, "score")), 10);
    assert_int_equal(strlen(json_string_value(json_object_get(entry, "at"))), 20);
    json_decref(file);
    assert_int_equal(gs_workbook_mark(&book, "vecadd", false, 2, 7, &said), GS_OK);
    assert_false(gs_workbook_passed(&book, "vecadd"));
    assert_false(kept_as_passed("vecadd"));
}

static void hints_go_up_to_the_last_and_stay(void **state)
{
    (void)state;
    static const unsigned levels[] = {1, 2, 3, 3, 3};
    for (size_t i = 0; i < 5; i++) {
        unsigned level;
        assert_int_equal(gs_workbook_hint(&book, "vecadd", &level, &said), GS_OK);
        assert_int_equal(level, levels[i]);
    }
    struct gs_workbook other = reopened();
    assert_int_equal(gs_workbook_hints(&other, "vecadd"), 3);
    assert_int_equal(gs_workbook_hints(&other, "hypot"), 0);
    gs_workbook_close(&other);
}

static void questions_of_two_lessons_are_two(void **state)
{
    (void)state;
    struct gs_question_label name = gs_question_label(lesson, &questions[0]);
    assert_string_equal(name.text, "3.blocks");
}

enum { PROCESSES = 6, NAMES = 20 };

static void processes_keep_each_other_s_entries(void **state)
{
    (void)state;
    fflush(NULL);
    for (unsigned process = 0; process < PROCESSES; process++) {
        if (fork() != 0)
            continue;
        bool good = true;
        for (unsigned i = 0; good && i < NAMES; i++) {
            char name[32];
            unsigned level;
            snprintf(name, sizeof name, "exercise%u_%u", process, i);
            good = gs_workbook_mark(&book, name, true, 10, i, &said) == GS_OK &&
                   gs_workbook_hint(&book, name, &level, &said) == GS_OK;
        }
        _exit(good ? 0 : 1);
    }
    for (unsigned process = 0; process < PROCESSES; process++) {
        int status;
        assert_true(wait(&status) > 0);
        assert_int_equal(status, 0);
    }
    json_t *file = json_load_file(in(exercises, "progress.json"), 0, NULL);
    assert_int_equal(json_object_size(json_object_get(file, "passed")), PROCESSES * NAMES);
    assert_int_equal(json_object_size(json_object_get(file, "hints")), PROCESSES * NAMES);
    json_decref(file);
}

static void a_damaged_file_is_put_aside(void **state)
{
    (void)state;
    static const char *const damaged[] = {
        "",
        "{\"version\": 1, \"pass",
        "[1, 2]",
        "{\"version\": 1}",
        "{\"version\": 1, \"passed\": {\"vecadd\": 1}, \"hints\": {}}",
        "{\"version\": 1, \"passed\": {}, \"hints\": {\"vecadd\": \"many\"}}",
        "{\"version\": 1, \"passed\": {\"../../vecadd\": {}}, \"hints\": {}}",
        "{\"version\": 1, \"passed\": {}, \"hints\": {\"\\u001b[31m\": 1}}",
        "{\"version\": 1, \x1b[31m\n",
    };
    assert_int_equal(mkdir(exercises, 0777), 0);
    for (unsigned i = 0; i < sizeof damaged / sizeof damaged[0]; i++) {
        char aside[64];
        put(in(exercises, "progress.json"), damaged[i]);
        assert_int_equal(gs_workbook_mark(&book, "vecadd", true, 10, 1, &said), GS_OK);
        snprintf(aside, sizeof aside, "progress.json.damaged%u", i + 1);
        assert_holds(in(exercises, aside), damaged[i]);
        assert_contains(heard(), aside);
        assert_null(strchr(heard(), '\x1b'));
        assert_true(kept_as_passed("vecadd"));
    }
}

static void a_file_of_another_version_is_left_alone(void **state)
{
    (void)state;
    static const char newer[] = "{\"version\": 2, \"passed\": {}, \"hints\": {}}";
    assert_int_equal(mkdir(exercises, 0777), 0);
    put(in(exercises, "progress.json"), newer);
    assert_int_equal(gs_workbook_mark(&book, "vecadd", true, 10, 1, &said), GS_USAGE);
    assert_one_line(said.text);
    assert_contains(said.text, "another version");
    assert_holds(in(exercises, "progress.json"), newer);
}

static void what_is_no_file_is_not_waited_for(void **state)
{
    (void)state;
    assert_int_equal(mkdir(exercises, 0777), 0);
    assert_int_equal(mkfifo(in(exercises, "progress.json"), 0666), 0);
    struct gs_workbook other;
    assert_int_equal(gs_workbook_open(&other, exercises, out, &said), GS_USAGE);
    gs_workbook_close(&other);
    assert_contains(said.text, "progress.json is no file");
}

/* ---- the way through the course -------------------------------------------------------------- */

static void the_next_is_the_first_behind_that_has_not_passed(void **state)
{
    (void)state;
    unsigned passed, total;
    struct gs_course_place nowhere = {0}, at = gs_workbook_next(&book, course, nowhere);
    assert_ptr_equal(at.exercise, two[0]);
    assert_ptr_equal(at.lesson, lesson);
    assert_int_equal(at.number, 1);
    at = gs_workbook_next(&book, course, at); /* one may leave an exercise for later */
    assert_ptr_equal(at.exercise, two[1]);
    gs_workbook_mark(&book, "hypot", true, 10, 1, &said);
    at = gs_workbook_next(&book, course, at);
    assert_ptr_equal(at.exercise, one[0]);
    at = gs_workbook_next(&book, course, at); /* behind the end stands what was left */
    assert_ptr_equal(at.exercise, two[0]);
    gs_workbook_mark(&book, "tree", true, 10, 1, &said);
    at = gs_workbook_next(&book, course, at);
    assert_ptr_equal(at.exercise, two[0]);
    gs_workbook_count(&book, course, &passed, &total);
    assert_int_equal(passed, 2);
    assert_int_equal(total, 3);
    gs_workbook_mark(&book, "vecadd", true, 10, 1, &said);
    at = gs_workbook_next(&book, course, at);
    assert_null(at.lesson);
}

/* An answer is found by its name alone, in a file that may hold those of any lesson. */
static void no_two_questions_share_a_name(void **state)
{
    (void)state;
    for (const struct gs_lesson_exercises *a = gs_course(); a->folder != NULL; a++)
        for (const struct gs_lesson_exercises *b = gs_course(); b->folder != NULL; b++)
            for (const struct gs_question *p = a->questions; p->name != NULL; p++)
                for (const struct gs_question *q = b->questions; q->name != NULL; q++)
                    assert_true(p == q || strcmp(p->name, q->name) != 0);
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_two_questions_share_a_name),
        TEST(nothing_is_made_by_looking),
        TEST(missing_files_are_made_and_named),
        TEST(questions_are_made_with_room_for_answers),
        TEST(a_student_s_file_is_never_overwritten),
        TEST(a_header_follows_the_course_and_the_old_one_is_kept),
        TEST(links_and_folders_in_the_way_are_named),
        TEST(a_link_to_a_file_is_a_working_copy),
        TEST(a_file_in_the_place_of_the_folder_is_named),
        TEST(nothing_is_lost_on_a_full_disk),
        TEST(a_reset_keeps_the_file_under_the_next_free_number),
        TEST(a_reset_of_the_stub_keeps_no_copy),
        TEST(a_reset_makes_a_file_that_is_gone),
        TEST(the_last_check_decides),
        TEST(hints_go_up_to_the_last_and_stay),
        TEST(questions_of_two_lessons_are_two),
        TEST(processes_keep_each_other_s_entries),
        TEST(a_damaged_file_is_put_aside),
        TEST(a_file_of_another_version_is_left_alone),
        TEST(what_is_no_file_is_not_waited_for),
        TEST(the_next_is_the_first_behind_that_has_not_passed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
