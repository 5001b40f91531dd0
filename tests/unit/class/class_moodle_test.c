/* What Moodle gives and takes: lists of participants, names of folders, grades and feedback files.
 */
#include "class_course.h"

#include "class_moodle.h"

/* ---- a class as Moodle names it ---------------------------------------------------------------
 */

static struct gs_student two[3];
static struct gs_students students = {.students = two, .count = 3};
static struct gs_class class = {.students = &students};

static json_t *record(const char *name, double score)
{
    return json_pack("{s:s, s:f, s:f, s:s, s:[{s:s, s:s, s:s, s:f, s:f, s:{s:s, s:s, s:s}}]}",
                     "student", name, "score", score, "max_score", 20.0, "note", "", "marks",
                     "exercise", "3.1", "name", "vecadd", "verdict", "failed", "score", score,
                     "max_score", 20.0, "mistake", "kind", "x", "sentence",
                     "Add `if (i < n)`, \"please\".", "detail", "in red: \x1b[31m\n");
}

static int enter_class(void **state)
{
    two[0] = (struct gs_student){.entry = "Anna Weber_4711_assignsubmission_file_",
                                 .shown = "Anna Weber"};
    two[1] = (struct gs_student){.entry = "bob", .shown = "bob"};
    two[2] = (struct gs_student){.entry = "carol.cu", .is_file = true, .shown = "carol"};
    two[0].record = record("Anna Weber", 7.5);
    two[1].record = record("bob", 20);
    two[2].record = NULL; /* could not be graded */
    return enter(state);
}

static int leave_class(void **state)
{
    json_decref(two[0].record);
    json_decref(two[1].record);
    return leave(state);
}

static struct gs_roster read_roster(const char *text)
{
    struct gs_roster roster;
    struct gs_error error = {""};
    put("roster.csv", text);
    if (gs_roster_read("roster.csv", &roster, &error) != GS_OK)
        fail_msg("%s", error.text);
    gs_roster_match(&roster, &students);
    return roster;
}

static char *written(const struct gs_roster *roster)
{
    char *text = NULL;
    size_t size = 0;
    const struct gs_moodle_grades grades = {&class, roster};
    FILE *out = open_memstream(&text, &size);
    assert_true(gs_moodle_write_csv(out, &grades));
    assert_int_equal(fclose(out), 0);
    return text;
}

/* ---- names ------------------------------------------------------------------------------------
 */

static void folders_of_moodle_have_a_name_and_a_number(void **state)
{
    (void)state;
    static const struct {
        const char *entry, *name, *number;
    } cases[] = {{"Anna Weber_4711_assignsubmission_file_", "Anna Weber", "4711"},
                 {"Anna Weber_4711_assignsubmission_file", "Anna Weber", "4711"},
                 {"Anna Weber_4711_assignsubmission_file_vecadd.cu", "Anna Weber", "4711"},
                 {"A_B_4711_assignsubmission_file", "A_B", "4711"},
                 {"anna_4711", "anna_4711", ""},
                 {"anna_x_assignsubmission_file", "anna_x_assignsubmission_file", ""},
                 {"anna.cu", "anna", ""}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t length = strlen(cases[i].entry);
        struct gs_student student = {.entry = (char *)cases[i].entry,
                                     .is_file = strcmp(cases[i].entry + length - 3, ".cu") == 0};
        struct gs_moodle_name name = gs_moodle_name(&student);
        assert_string_equal(name.name, cases[i].name);
        assert_string_equal(name.number, cases[i].number);
    }
}

static void they_are_shown_as_the_student_is_called(void **state)
{
    (void)state;
    struct gs_students all;
    struct gs_error error = {""};
    mkdir("all", 0700);
    mkdir("all/Anna Weber_4711_assignsubmission_file_", 0700);
    mkdir("all/Anna Weber_4712_assignsubmission_file_", 0700); /* of the same name */
    mkdir("all/Anna Weber_4711_assignsubmission_onlinetext_", 0700);
    mkdir("all/Ben_9_assignsubmission_file_", 0700);
    assert_int_equal(gs_students_list("all", &all, &error), GS_OK);
    assert_int_equal(all.count, 3);
    assert_string_not_equal(all.students[0].shown, all.students[1].shown);
    assert_string_equal(all.students[2].shown, "Ben");
    assert_contains(all.left_out, "onlinetext");
    gs_students_release(&all);
    put("all/Ben_9_assignsubmission_file_vecadd.cu", "");
    assert_int_equal(gs_students_list("all", &all, &error), GS_USAGE);
    assert_contains(error.text, "in folders");
    gs_students_release(&all);
}

/* ---- the roster -------------------------------------------------------------------------------
 */

static const char worksheet[] =
    "\xef\xbb\xbfIdentifier,\"Full name\",\"Email address\",Grade,\"Maximum Grade\","
    "\"Last modified (grade)\",\"Feedback comments\"\r\n"
    "\"Participant 4711\",\"Weber, \"\"Anna\"\"\",a.w@uni.example,,20.00,-,\r\n"
    "\"Participant 14711\",\"Somebody\nElse\",x@uni.example,3,20.00,-,old\r\n"
    "\"Participant 5\",Bob/_B,bob@uni.example,,20.00,-,\r\n\r\n";

static void a_worksheet_comes_back_with_grades(void **state)
{
    (void)state;
    struct gs_roster roster = read_roster(worksheet);
    char *csv = written(&roster);
    assert_string_equal(
        csv,
        "Identifier,Full name,Email address,Grade,Maximum Grade,Last modified (grade),"
        "Feedback comments\n"
        "Participant 4711,\"Weber, \"\"Anna\"\"\",a.w@uni.example,7.5,20.00,-,\"3.1 vecadd: 7.5 of "
        "20. Add `if (i &#60; n)`, &#34;please&#34;.\"\n"
        "Participant 14711,\"Somebody\nElse\",x@uni.example,3,20.00,-,old\n"
        "Participant 5,Bob/_B,bob@uni.example,20.0,20.00,-,\"3.1 vecadd: 20.0 of 20. Add `if (i "
        "&#60; n)`, &#34;please&#34;.\"\n");
    free(csv);
    assert_null(gs_roster_row_of(&roster, &two[2]));
    gs_roster_release(&roster);
}

/* Grades out of 10 are wrong where Moodle's are out of 20. */
static void another_maximum_is_known(void **state)
{
    (void)state;
    struct gs_tasks tasks;
    struct gs_error error;
    struct gs_roster roster = read_roster(worksheet);
    assert_int_equal(gs_tasks_parse("3.1", &tasks, &error), GS_OK);
    assert_true(gs_moodle_other_most(&roster, &tasks) == 20);
    tasks.tasks[0].points = 20;
    assert_true(gs_moodle_other_most(&roster, &tasks) == 0);
    gs_roster_release(&roster);
    roster = read_roster("name\nbob\n");
    assert_true(gs_moodle_other_most(&roster, &tasks) == 0);
    gs_roster_release(&roster);
    gs_tasks_release(&tasks);
}

static void participants_are_found_by_names(void **state)
{
    (void)state;
    struct gs_roster roster = read_roster(
        "First name;Last name;ID number;Email address\n"
        "Anna;Weber;17;x@uni.example\nB.;B.;BOB;y@uni.example\nC;C;3;carol@uni.example\n"
        "short\n");
    char *csv = written(&roster);
    assert_contains(csv, "First name,Last name,ID number,Email address,Grade,Feedback comments\n"
                         "Anna,Weber,17,x@uni.example,7.5,\"3.1 vecadd");
    assert_contains(csv, "B.,B.,BOB,y@uni.example,20.0,");
    assert_contains(csv, "C,C,3,carol@uni.example,,\n"); /* found, and without marks */
    assert_contains(csv, "short,,,,,\n");
    assert_non_null(gs_roster_row_of(&roster, &two[2]));
    free(csv);
    gs_roster_release(&roster);
    roster = read_roster("name,email\nbob,1@x\nbob,2@x\n"); /* which of them? */
    assert_null(gs_roster_row_of(&roster, &two[1]));
    gs_roster_release(&roster);
}

static void wrong_rosters_name_their_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } wrong[] = {{"name\nbob\n\"carol\n", "roster.csv:3: a quote (\") is not closed"},
                 {"name\nbob,1\n", "roster.csv:2: it has more columns"},
                 {"name,email\n", "roster.csv:1: nobody is in it"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct gs_roster roster;
        struct gs_error error = {""};
        put("roster.csv", wrong[i].text);
        assert_int_equal(gs_roster_read("roster.csv", &roster, &error), GS_USAGE);
        assert_contains(error.text, wrong[i].says);
        gs_roster_release(&roster);
    }
}

/* ---- feedback ---------------------------------------------------------------------------------
 */

static void feedback_files_are_called_as_moodle_wants(void **state)
{
    (void)state;
    struct gs_class_folder folder = {.path = ".", .lock = -1};
    struct gs_error error = {""};
    struct gs_roster roster = read_roster(worksheet);
    size_t count = 0;
    mkdir("moodle", 0700);
    put("moodle/of the run before", "old");
    assert_int_equal(gs_moodle_write_feedback(&folder, &class, &roster, &count, &error), GS_OK);
    assert_int_equal(count, 2);
    char *text = get("moodle/Anna Weber_4711_assignsubmission_file_feedback.txt");
    assert_contains(text, "Anna Weber: 7.5 of 20 points\n");
    assert_contains(text, "---- 3.1 vecadd: failed, 7.5 of 20 points\n");
    assert_contains(text, "Add `if (i < n)`, \"please\".\n");
    assert_contains(text, "in red: ?[31m\n"); /* no command to a terminal */
    free(text);
    assert_int_equal(access("moodle/Bob  B_5_assignsubmission_file_feedback.txt", R_OK), 0);
    assert_int_equal(access("moodle/of the run before", F_OK), -1);
    gs_roster_release(&roster);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folders_of_moodle_have_a_name_and_a_number),
        cmocka_unit_test_setup_teardown(they_are_shown_as_the_student_is_called, enter, leave),
        cmocka_unit_test_setup_teardown(a_worksheet_comes_back_with_grades, enter_class,
                                        leave_class),
        cmocka_unit_test_setup_teardown(another_maximum_is_known, enter_class, leave_class),
        cmocka_unit_test_setup_teardown(participants_are_found_by_names, enter_class, leave_class),
        cmocka_unit_test_setup_teardown(wrong_rosters_name_their_line, enter, leave),
        cmocka_unit_test_setup_teardown(feedback_files_are_called_as_moodle_wants, enter_class,
                                        leave_class),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
