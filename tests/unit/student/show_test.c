/* What a student reads, from marks made by hand. */
#include "test.h"

#include "show_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static struct gs_show show; /* to memory, without colour */
static char *text;
static size_t size;

static const struct gs_exercise vecadd = {.name = "vecadd",
                                          .title = "Guard the end of the array",
                                          .hints = {"Think of the last block.",
                                                    "It has more threads than data.",
                                                    "Write:\n    if (i < n)"}};
static const struct gs_exercise hypotenuse = {.name = "hypot", .title = "Its like"};
static const struct gs_exercise *const two[] = {&vecadd, &hypotenuse, NULL};
static const struct gs_exercise *const none[] = {NULL};
static const struct gs_question questions[] = {{.name = "blocks", .text = "How many?"}, {0}};
static const struct gs_lesson_exercises course[] = {
    {1, "01_none", none, NULL, "none"}, {3, "03_vecadd", two, questions, "vecadd"}, {0}};

enum gs_status __wrap_gs_exercise_file(const struct gs_lesson_exercises *lesson, const char *file,
                                       struct gs_exercise_path *path, struct gs_error *error);
enum gs_status __wrap_gs_exercise_file(const struct gs_lesson_exercises *lesson, const char *file,
                                       struct gs_exercise_path *path, struct gs_error *error)
{
    (void)lesson;
    (void)error;
    assert_string_equal(file, "solutions/vecadd.cu");
    snprintf(path->text, sizeof path->text, "/dev/null");
    return GS_OK;
}

static int set_up(void **state)
{
    (void)state;
    FILE *out = open_memstream(&text, &size);
    show = (struct gs_show){.out = out, .width = 80};
    return out == NULL ? -1 : 0;
}

static int tear_down(void **state)
{
    (void)state;
    fclose(show.out);
    free(text);
    return 0;
}

static const char *shown(void)
{
    fflush(show.out);
    return text;
}

/* Marks of a vecadd; `more` are further members of the object. */
static void show_marks(const char *verdict, const char *tests, const char *more)
{
    char all[8192];
    snprintf(all, sizeof all,
             "{\"version\": 1, \"exercise\": \"3.1\", \"name\": \"vecadd\", \"title\": \"Guard the "
             "end of the array\", \"file\": \"vecadd.cu\", \"seed\": 1, \"verdict\": \"%s\", "
             "\"score\": %s, \"max_score\": 10.0, \"seconds\": 0.8, \"tests\": %s%s}",
             verdict, strcmp(verdict, "passed") == 0 ? "10.0" : "2.5", tests, more);
    json_error_t why;
    json_t *marks = json_loads(all, 0, &why);
    if (marks == NULL)
        fail_msg("the test's marks are no JSON: %s", why.text);
    gs_show_marks(&show, marks, "exercises/03_vecadd/vecadd.cu");
    json_decref(marks);
}

static const char some[] =
    "[{\"name\": \"n = 0\", \"size\": {\"n\": 0}, \"status\": \"passed\"}, {\"name\": \"n = 1\", "
    "\"size\": {\"n\": 1}, \"status\": \"passed\"},"
    " {\"name\": \"n = 33\", \"size\": {\"n\": 33}, \"status\": \"failed\", \"sentence\": "
    "\"Wrong.\"},"
    " {\"name\": \"n = 255\", \"size\": {\"n\": 255}, \"status\": \"not run\"}, {\"name\": \"n = "
    "65547\", \"size\": {\"n\": 65547}, \"status\": "
    "\"not "
    "run\"}]";

#define MISTAKE(file, line, code, drawing, detail)                                                 \
    ", \"mistake\": {\"kind\": \"no-bounds-check\", \"sentence\": \"Your last block has more "     \
    "threads than data: thread 232 of block 3 wrote past element 1000. Add `if (i < n)`.\", "      \
    "\"file\": \"" file "\", \"line\": " line ", \"text\": \"" code "\", \"drawing\": \"" drawing  \
    "\", \"detail\": \"" detail "\", \"test\": \"n = 33\", \"size\": {\"n\": 33}}"

/* ---- marks ----------------------------------------------------------------------------------- */

static void a_mistake_is_one_page(void **state)
{
    (void)state;
    show_marks("failed", some,
               MISTAKE("vecadd.cu", "7", "    c[i] = a[i] + b[i];", "[c c c|x]\\n        ^",
                       "written out of bounds"));
    assert_string_equal(
        shown(), "3.1 vecadd: Guard the end of the array\n"
                 "  passed  n = 0, 1\n"
                 "  failed  n = 33\n"
                 "  not run n = 255, 65547\n"
                 "\n"
                 "exercises/03_vecadd/vecadd.cu:7: Your last block has more threads than data:\n"
                 "  thread 232 of block 3 wrote past element 1000. Add `if (i < n)`. (n = 33)\n"
                 "     7 |     c[i] = a[i] + b[i];\n"
                 "\n"
                 "     [c c c|x]\n"
                 "             ^\n"
                 "\n"
                 "     written out of bounds\n"
                 "\n"
                 "not yet: 2.5 of 10 points; a hint: gridstride check 3.1 --hint\n"
                 "seed 1 (--seed 1 gives these values again)\n");
}

static void what_passed_says_no_more_than_that(void **state)
{
    (void)state;
    show_marks("passed", "[{\"name\": \"n = 0\", \"size\": {\"n\": 0}, \"status\": \"passed\"}]",
               ", \"mistake\": null");
    assert_string_equal(shown(), "3.1 vecadd: Guard the end of the array\n"
                                 "  passed  n = 0\n"
                                 "\n"
                                 "passed: 10 of 10 points\n");
}

static void the_sandbox_is_told(void **state)
{
    (void)state;
    show_marks("passed", "[]", ", \"mistake\": null, \"sandbox\": \"none\"");
    assert_contains(shown(), "10 of 10 points\nit ran as you, without a sandbox\n");
    show_marks("passed", "[]", ", \"mistake\": null, \"sandbox\": \"user\"");
    assert_contains(shown(), "10 of 10 points\nit ran in a sandbox\n");
}

static void a_mistake_elsewhere_names_that_file(void **state)
{
    (void)state;
    show_marks("failed", "[]", MISTAKE("vecadd.h", "3", "", "", ""));
    assert_contains(shown(), "\nexercises/03_vecadd/vecadd.h:3: Your last");
}

static void a_mistake_without_a_line_names_the_file(void **state)
{
    (void)state;
    show_marks("failed", "[]", MISTAKE("", "0", "", "", ""));
    assert_contains(shown(), "\nexercises/03_vecadd/vecadd.cu: Your last");
    assert_null(strstr(shown(), " | "));
}

static void sizes_of_two_numbers_stand_apart(void **state)
{
    (void)state;
    show_marks(
        "passed",
        "[{\"name\": \"rows = 1, columns = 2\", \"size\": {\"rows\": 1, \"columns\": 2}, "
        "\"status\": \"passed\"}, {\"name\": \"rows = 1, columns = 33\", \"size\": {\"rows\": 1, "
        "\"columns\": 33}, \"status\": \"passed\"}]",
        "");
    assert_contains(shown(), "  passed  rows = 1, columns = 2; rows = 1, columns = 33\n");
}

/* What a size is stands in a field: names may be worded in any way. */
static void sizes_are_joined_by_what_they_are(void **state)
{
    (void)state;
    show_marks("passed",
               "[{\"name\": \"n: 1\", \"size\": {\"n\": 1}, \"status\": \"passed\"},"
               " {\"name\": \"n: 2\", \"size\": {\"n\": 2}, \"status\": \"passed\"},"
               " {\"name\": \"a = b\", \"status\": \"passed\"},"
               " {\"name\": \"a = c\", \"status\": \"passed\"},"
               " {\"name\": \"GPU: n = 1\", \"size\": {\"n\": 1}, \"gpu\": true, \"status\": "
               "\"passed\"},"
               " {\"name\": \"GPU: n = 2\", \"size\": {\"n\": 2}, \"gpu\": true, \"status\": "
               "\"passed\"},"
               " {\"name\": \"n = 3\", \"size\": {\"n\": 3}, \"status\": \"passed\"}]",
               "");
    assert_contains(shown(), "  passed  n: 1, 2; a = b; a = c; GPU: n = 1, 2; n = 3\n");
}

/* Marks of a question, as gs_question_judge() makes them. */
static void show_question(const char *verdict, const char *rest)
{
    char all[2048];
    snprintf(all, sizeof all,
             "{\"exercise\": \"3.q1\", \"question\": true, \"name\": \"blocks\", \"title\": \"How "
             "many blocks?\", "
             "\"seed\": 0, \"verdict\": \"%s\", \"score\": 0.0, \"max_score\": 10.0, %s}",
             verdict, rest);
    json_t *marks = json_loads(all, 0, NULL);
    assert_non_null(marks);
    gs_show_marks(&show, marks, "exercises/03_vecadd/questions.txt");
    json_decref(marks);
}

static void a_question_has_no_sizes_and_no_seed(void **state)
{
    (void)state;
    show_question("failed",
                  "\"tests\": [{\"name\": \"blocks\", \"status\": \"failed\"}], \"mistake\": "
                  "{\"sentence\": \"7 is not right.\", \"file\": \"questions.txt\", \"line\": 4, "
                  "\"text\": \"\", \"drawing\": \"\", \"detail\": \"\", \"test\": \"blocks\"}");
    assert_string_equal(shown(), "3.q1 blocks: How many blocks?\n"
                                 "\n"
                                 "exercises/03_vecadd/questions.txt:4: 7 is not right.\n"
                                 "\n"
                                 "not yet: 0 of 10 points; a hint: gridstride check 3.q1 --hint\n");
}

static void a_question_that_is_skipped_says_why(void **state)
{
    (void)state;
    show_question("skipped", "\"tests\": [{\"name\": \"blocks\", \"status\": \"not run\", "
                             "\"sentence\": \"There is no GPU here.\"}], \"mistake\": null");
    assert_string_equal(shown(), "3.q1 blocks: How many blocks?\n"
                                 "\n"
                                 "skipped: There is no GPU here.\n");
}

/* The code and what the compiler quotes of it are the student's. */
static void no_text_drives_the_terminal(void **state)
{
    (void)state;
    show_marks("failed", "[{\"name\": \"n = \\u001b[2J\", \"status\": \"failed\"}]",
               MISTAKE("vecadd.cu", "7", "\\tx\\u001b]0;title\\u0007\\u009b", "\\r\\u0008",
                       "\\u001b[31mred \\u00fc"));
    for (const char *c = shown(); *c != '\0'; c++)
        assert_true(((unsigned char)*c >= 0x20 && *c != 0x7f) || *c == '\n');
    assert_null(strstr(shown(), "\xc2\x9b"));
    assert_contains(shown(), "     7 |     x]0;title\n");
    assert_contains(shown(), "[31mred \xc3\xbc\n");
}

static void a_long_detail_is_cut(void **state)
{
    (void)state;
    show_marks(
        "failed", "[]",
        MISTAKE("vecadd.cu", "7", "", "",
                "1\\n2\\n3\\n4\\n5\\n6\\n7\\n8\\n9\\n10\\n11\\n12\\n13\\n14\\n15\\n16\\n17"));
    assert_contains(shown(), "     16\n     ...\n");
    assert_null(strstr(shown(), "17"));
}

static void costs_are_said_to_be_the_simulator_s(void **state)
{
    (void)state;
    show_marks("failed", "[]",
               ", \"cost\": [{\"what\": \"sectors\", \"used\": 512, \"allowed\": 512, \"good\": "
               "true}, {\"what\": \"copies to it\", \"used\": 1000000, \"allowed\": 2, \"good\": "
               "false}]");
    assert_contains(shown(), "\ncounted on the simulator, at the largest size:\n"
                             "  sectors               512 of at most 512  good\n"
                             "  copies to it      1000000 of at most 2  too many\n");
}

static void warnings_stand_below_the_mistake(void **state)
{
    (void)state;
    show_marks(
        "failed", some,
        MISTAKE(
            "vecadd.cu", "7", "", "",
            "") ", \"warnings\": [{\"kind\": \"warning\", \"sentence\": \"Take the `;` away.\", "
                "\"file\": \"vecadd.cu\", \"line\": 6, \"text\": \"if (i < n);\"}]");
    assert_contains(shown(), "(n = 33)\n"
                             "\n"
                             "warnings\n"
                             "  exercises/03_vecadd/vecadd.cu:6: Take the `;` away.\n"
                             "     6 | if (i < n);\n"
                             "\n"
                             "not yet: ");
}

/* Equal output of several sizes is shown once. */
static void what_the_program_printed_is_shown_by_size(void **state)
{
    (void)state;
    show_marks("failed", some,
               MISTAKE("vecadd.cu", "7", "", "",
                       "") ", \"output\": ["
                           "{\"test\": \"n = 0\", \"size\": {\"n\": 0}, \"calls\": 1, \"text\": "
                           "\"a\\n\\tb\", \"left_out\": 0, "
                           "\"end\": \"\"},"
                           "{\"test\": \"n = 1\", \"size\": {\"n\": 1}, \"calls\": 1, \"text\": "
                           "\"a\\n\\tb\", \"left_out\": 0, "
                           "\"end\": \"\"},"
                           "{\"test\": \"n = 33\", \"size\": {\"n\": 33}, \"calls\": 2, \"text\": "
                           "\"c\\n\", \"left_out\": 9, "
                           "\"end\": "
                           "\"d\\n\"}]");
    assert_contains(shown(), "\nyour program printed\n"
                             "  n = 0, 1:\n"
                             "     | a\n"
                             "     |     b\n"
                             "  n = 33 (your function is called twice there):\n"
                             "     | c\n"
                             "       (9 lines left out)\n"
                             "     | d\n"
                             "\n"
                             "not yet: ");
}

/* The case that is explained has more room, and is there behind many others. */
static void of_much_output_the_explained_case_is_shown(void **state)
{
    (void)state;
    char cases[6000] = ", \"output\": [", twenty[200] = "";
    for (int i = 0; i < 20; i++)
        strcat(twenty, i % 2 == 0 ? "x\\n" : "y\\n");
    for (int i = 0; i < 30; i++)
        snprintf(cases + strlen(cases), sizeof cases - strlen(cases),
                 "%s{\"test\": \"n = %d\", \"size\": {\"n\": %d}, \"calls\": 1, \"text\": "
                 "\"%d\\n%s\", \"left_out\": 0, "
                 "\"end\": \"\"}",
                 i > 0 ? ", " : "", i + 10, i + 10, i + 10, twenty);
    strcat(cases, "]" MISTAKE("vecadd.cu", "7", "", "", ""));
    show_marks("failed", "[]", cases);
    const char *at = strstr(shown(), "  n = 33:\n     | 33\n");
    assert_non_null(at);
    size_t lines = 0;
    for (at = strstr(at, "     | x\n"); at != NULL && strncmp(at, "     | ", 7) == 0; at += 9)
        lines++;
    assert_int_equal(lines, 20);
    assert_contains(shown(), "  n = 10:\n     | 10\n     | x\n");
    assert_contains(shown(), "       (15 lines left out)\n");
    assert_contains(shown(), " other sizes, which --json shows\n");
    assert_null(strstr(shown(), "  n = 32:\n"));
}

static void lines_that_are_the_same_are_counted(void **state)
{
    (void)state;
    char cases[3000] =
        ", \"output\": [{\"test\": \"n = 1\", \"size\": {\"n\": 1}, \"calls\": 1, \"text\": \"";
    for (int i = 0; i < 256; i++)
        strcat(cases, "n is 1\\n");
    strcat(cases, "done\\ndone\", \"left_out\": 0, \"end\": \"\"}]");
    show_marks("failed", "[]", cases);
    assert_contains(shown(), "  n = 1:\n"
                             "     | n is 1\n"
                             "       (255 lines more like this)\n"
                             "     | done\n"
                             "       (1 line more like this)\n");
}

static void a_time_names_its_device_and_noise_is_explained(void **state)
{
    (void)state;
    show_marks("passed", "[]",
               ", \"performance\": {\"verdict\": \"inconclusive\", \"ratio\": 1.02, "
               "\"percent_of_peak\": 91.0, \"device\": \"NVIDIA H200\", \"sentence\": \"\"}");
    assert_contains(shown(), "\ntimed on NVIDIA H200: inconclusive\n"
                             "  1.02 of the reference solution's time, in the same run\n"
                             "  91 % of the measured peak of its memory\n"
                             "  inconclusive: the times varied too much to tell, which costs no "
                             "points;");
}

static void that_there_are_too_few_gpus_is_one_line(void **state)
{
    (void)state;
    show_marks("passed", "[]",
               ", \"performance\": {\"verdict\": \"skipped\", \"sentence\": \"It ran on the "
               "simulator alone.\"}");
    assert_contains(shown(), "\nIt ran on the simulator alone.\n");
    assert_null(strstr(shown(), "timed on"));
}

static void a_pipe_gets_no_colours(void **state)
{
    (void)state;
    FILE *null = fopen("/dev/null", "w");
    assert_non_null(null);
    struct gs_show to_file = gs_show_to(null);
    fclose(null);
    assert_false(to_file.colour);
    assert_int_equal(to_file.width, 80);
}

static void a_terminal_gets_colours(void **state)
{
    (void)state;
    show.colour = true;
    show_marks("failed", some, MISTAKE("vecadd.cu", "7", "", "", ""));
    assert_contains(shown(), "\033[31mfailed  \033[0mn = 33\n");
    assert_contains(shown(), "\033[36mexercises/03_vecadd/vecadd.cu:7:\033[0m Your last");
}

static void the_locale_decides_about_signs(void **state)
{
    (void)state;
    setenv("LC_ALL", "C.UTF-8", 1);
    assert_true(gs_show_to(show.out).utf8);
    setenv("LC_ALL", "C", 1);
    assert_false(gs_show_to(show.out).utf8);
    unsetenv("LC_ALL");
}

/* ---- hints ----------------------------------------------------------------------------------- */

static void hints_stand_in_their_order(void **state)
{
    (void)state;
    struct gs_course_place place = {&course[1], two[0], 1};
    gs_show_hints(&show, &place, 2);
    assert_string_equal(shown(), "3.1 vecadd: Guard the end of the array\n"
                                 "hint 1 of 3: Think of the last block.\n"
                                 "hint 2 of 3: It has more threads than data.\n"
                                 "one more: gridstride check 3.1 --hint\n");
}

static void the_last_hint_promises_no_other(void **state)
{
    (void)state;
    struct gs_course_place place = {&course[1], two[0], 1};
    gs_show_hints(&show, &place, 3);
    assert_contains(shown(), "hint 3 of 3: Write:\n      if (i < n)\n");
    assert_null(strstr(shown(), "one more"));
}

/* ---- the course ------------------------------------------------------------------------------ */

static struct gs_workbook book_with(const char *passed)
{
    return (struct gs_workbook){.progress = json_loads(passed, 0, NULL)};
}

static void the_list_says_what_passed_and_what_is_next(void **state)
{
    (void)state;
    struct gs_workbook book = book_with("{\"passed\": {\"vecadd\": {}, \"3.blocks\": {}}}");
    gs_show_list(&show, course, &book,
                 gs_workbook_next(&book, course, (struct gs_course_place){0}));
    gs_workbook_close(&book);
    assert_string_equal(shown(), "3 vecadd\n"
                                 "  + 3.1 vecadd  Guard the end of the array\n"
                                 "  . 3.2 hypot   Its like  <- next\n"
                                 "    questions: 1 of 1 right\n"
                                 "\n"
                                 "[#-] 1/2\n");
}

/* Its answer is measured, so that not everybody can have all of them right. */
static void a_question_that_needs_a_gpu_is_said(void **state)
{
    (void)state;
    static const struct gs_question measured[] = {
        {.name = "blocks", .text = "How many?"},
        {.name = "even", .text = "From which n?", .break_even = {.workload = "vecadd"}},
        {0}};
    const struct gs_lesson_exercises asks[] = {{.lesson = 3,
                                                .folder = "03_vecadd",
                                                .exercises = two,
                                                .questions = measured,
                                                .slug = "vecadd"},
                                               {0}};
    struct gs_workbook book = book_with("{\"passed\": {\"3.blocks\": {}}}");
    gs_show_list(&show, asks, &book, (struct gs_course_place){0});
    assert_contains(shown(), "questions: 1 of 2 right; even needs a result of a GPU\n");
    gs_workbook_close(&book);
    book = book_with("{\"passed\": {\"3.blocks\": {}, \"3.even\": {}}}");
    gs_show_list(&show, asks, &book, (struct gs_course_place){0});
    assert_contains(shown(), "questions: 2 of 2 right\n");
    gs_workbook_close(&book);
}

static void the_end_is_celebrated(void **state)
{
    (void)state;
    struct gs_workbook book = book_with("{\"passed\": {\"vecadd\": {}, \"hypot\": {}}}");
    show.utf8 = true;
    gs_show_list(&show, course, &book,
                 gs_workbook_next(&book, course, (struct gs_course_place){0}));
    gs_workbook_close(&book);
    assert_contains(shown(), "  ✓ 3.2 hypot ");
    assert_contains(shown(), "[##] 2/2\n");
    assert_contains(shown(), "You solved every exercise of the course.");
    assert_null(strstr(shown(), "next\n  "));
}

static void the_bar_is_full_only_at_the_end(void **state)
{
    (void)state;
    gs_show_bar(&show, 0, 0);
    gs_show_bar(&show, 7, 24);
    gs_show_bar(&show, 99, 100);
    assert_string_equal(shown(), "[] 0/0\n"
                                 "[#######-----------------] 7/24\n"
                                 "[#######################################-] 99/100\n");
}

static void a_paragraph_counts_characters_not_bytes(void **state)
{
    (void)state;
    show.width = 40;
    gs_show_paragraph(&show,
                      "\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4\xc3\xb6\xc3\xbc "
                      "\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4\xc3\xb6\xc3\xbc "
                      "aaaaaaaaaaaaaaaaaaaa bbbb",
                      0, 2);
    assert_string_equal(shown(),
                        "\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4\xc3\xb6\xc3\xbc "
                        "\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4\xc3\xb6\xc3\xbc "
                        "aaaaaaaaaaaaaaaaaaaa\n  bbbb\n");
}

static void a_solution_is_named_by_its_path(void **state)
{
    (void)state;
    struct gs_error error = {0};
    struct gs_course_place place = {&course[1], two[0], 1};
    assert_int_equal(gs_show_solution(&show, &place, &error), GS_OK);
    assert_contains(shown(), "/dev/null\n");
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_mistake_is_one_page),
        TEST(what_passed_says_no_more_than_that),
        TEST(the_sandbox_is_told),
        TEST(a_mistake_elsewhere_names_that_file),
        TEST(a_mistake_without_a_line_names_the_file),
        TEST(sizes_of_two_numbers_stand_apart),
        TEST(sizes_are_joined_by_what_they_are),
        TEST(a_question_has_no_sizes_and_no_seed),
        TEST(a_question_that_is_skipped_says_why),
        TEST(no_text_drives_the_terminal),
        TEST(a_long_detail_is_cut),
        TEST(costs_are_said_to_be_the_simulator_s),
        TEST(warnings_stand_below_the_mistake),
        TEST(what_the_program_printed_is_shown_by_size),
        TEST(of_much_output_the_explained_case_is_shown),
        TEST(lines_that_are_the_same_are_counted),
        TEST(a_time_names_its_device_and_noise_is_explained),
        TEST(that_there_are_too_few_gpus_is_one_line),
        TEST(a_pipe_gets_no_colours),
        TEST(a_terminal_gets_colours),
        TEST(the_locale_decides_about_signs),
        TEST(hints_stand_in_their_order),
        TEST(the_last_hint_promises_no_other),
        TEST(the_list_says_what_passed_and_what_is_next),
        TEST(a_question_that_needs_a_gpu_is_said),
        TEST(the_end_is_celebrated),
        TEST(the_bar_is_full_only_at_the_end),
        TEST(a_paragraph_counts_characters_not_bytes),
        TEST(a_solution_is_named_by_its_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
