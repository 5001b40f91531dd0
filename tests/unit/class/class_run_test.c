/*
 * Grading a class: whatever ends a grader or one of its workers, what was finished stays and is not
 * done again, and what comes out is what an undisturbed run makes. The judge is the test's.
 */
#include "class_course.h"

#include "compilers.h"
#include "judge.h"
#include "question.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

/* ---- a judge --------------------------------------------------------------------------------- */

static void append(const char *path, const char *line)
{
    int file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0600);
    if (write(file, line, strlen(line)) < 0)
        abort();
    close(file);
}

static json_t *make_marks(const struct gs_judge_options *options, const char *kind)
{
    char label[16];
    snprintf(label, sizeof label, "%u.%u", options->lesson->lesson, options->number);
    json_t *mistake = kind == NULL
                          ? json_null()
                          : json_pack("{s:s, s:s, s:s, s:i, s:s}", "kind", kind, "sentence", "no",
                                      "file", "x.cu", "line", 7, "test", "n = 1");
    return json_pack("{s:s, s:s, s:I, s:s, s:f, s:f, s:f, s:[{s:s, s:s}], s:o}", "exercise", label,
                     "name", options->exercise->name, "seed", (json_int_t)options->seed, "verdict",
                     kind == NULL ? "passed" : "failed", "score", kind == NULL ? 10.0 : 0.3,
                     "max_score", 10.0, "seconds", 0.0, "tests", "name", "n = 1", "status",
                     kind == NULL ? "passed" : "failed", "mistake", mistake);
}

/*
 * The source says what becomes of it. "wait" tells through the pipe `reached` that it is there, and
 * waits until it is killed, unless there is a file `pass`.
 */
enum gs_status gs_judge(const struct gs_judge_options *options, json_t **marks,
                        struct gs_error *error)
{
    char *text = get(options->source);
    bool waits = strstr(text, "wait") != NULL && access("pass", F_OK) != 0;
    bool crashes = strstr(text, "crash") != NULL && access("pass", F_OK) != 0;
    bool right = strstr(text, "right") != NULL, trouble = strstr(text, "trouble") != NULL;
    append("judged", text);
    free(text);
    if (waits) {
        append("reached", "x");
        for (;;)
            pause();
    }
    if (crashes)
        kill(getpid(), SIGKILL);
    if (trouble)
        return gs_fail(error, GS_USAGE, "no compiler");
    *marks = make_marks(options, right ? NULL : "wrong");
    return right ? GS_OK : GS_WRONG;
}

json_t *gs_judge_missing(const struct gs_judge_options *options)
{
    return make_marks(options, "missing");
}

json_t *gs_question_judge(const struct gs_lesson_exercises *lesson,
                          const struct gs_question *question, unsigned number, const char *answers)
{
    (void)lesson;
    (void)number;
    bool right = answers != NULL && strcmp(answers, "blocks = 9\n") == 0;
    return json_pack("{s:s, s:s, s:s, s:f, s:f, s:f, s:[], s:n}", "exercise", "3.q1", "name",
                     question->name, "verdict", right ? "passed" : "failed", "score",
                     right ? 10.0 : 0.0, "max_score", 10.0, "seconds", 0.0, "tests", "mistake");
}

enum gs_sandbox gs_sandbox_best(char *warning, size_t size)
{
    (void)size;
    warning[0] = '\0';
    return GS_SANDBOX_LIMITS;
}

bool gs_sandbox_reads(enum gs_sandbox sandbox, const char *const *paths)
{
    return sandbox == GS_SANDBOX_LIMITS && access(paths[0], R_OK) == 0;
}

enum gs_status gs_tools_share(enum gs_sandbox sandbox, const char *folder, char *root, size_t size,
                              struct gs_error *error)
{
    (void)folder, (void)size, (void)error;
    root[0] = '\0';
    return sandbox == GS_SANDBOX_LIMITS ? GS_OK : GS_USAGE;
}

/* ---- a class --------------------------------------------------------------------------------- */

/* Everybody's vecadd.cu is one line, which `judged` then has. */
static void hand_in(const char *student, const char *text)
{
    char path[200];
    snprintf(path, sizeof path, "all/%s", student);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "all/%s/vecadd.cu", student);
    put(path, text);
}

static int enter_class(void **state)
{
    if (enter(state) != 0 || mkdir("all", 0700) != 0 || mkdir("tmp", 0700) != 0)
        return -1;
    char *here = realpath("tmp", NULL);
    int set = here == NULL ? -1 : setenv("TMPDIR", here, 1);
    free(here);
    return set;
}

static enum gs_status grade(const char *out, unsigned jobs, struct gs_error *error)
{
    struct gs_class_options options = {.submissions = "all",
                                       .out = out,
                                       .exercises = "3.1",
                                       .seeded = true,
                                       .seed = 5,
                                       .jobs = jobs,
                                       .quiet = true,
                                       .unsafe = true,
                                       .version = "1"};
    return gs_class_grade(&options, error);
}

static void expect(enum gs_status wanted, const char *out, unsigned jobs)
{
    struct gs_error error = {""};
    enum gs_status status = grade(out, jobs, &error);
    if (status != wanted)
        fail_msg("status %d, not %d: %s", (int)status, (int)wanted, error.text);
}

static size_t count_judged(const char *line)
{
    size_t count = 0;
    if (access("judged", F_OK) != 0)
        return 0;
    char *text = get("judged");
    for (const char *at = text; (at = strstr(at, line)) != NULL; at += strlen(line))
        count++;
    free(text);
    return count;
}

static void assert_same_file(const char *folder, const char *other, const char *name)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    char *a = get(path);
    snprintf(path, sizeof path, "%s/%s", other, name);
    char *b = get(path);
    assert_string_equal(a, b);
    free(a);
    free(b);
}

/* Nothing of the students' is left outside of the folders of marks. */
static void assert_no_scratch(const char *out)
{
    char path[200];
    snprintf(path, sizeof path, "%s/scratch", out);
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(rmdir("tmp"), 0);
    assert_int_equal(mkdir("tmp", 0700), 0);
}

/* ---- runs that nothing disturbs -------------------------------------------------------------- */

static void everybody_gets_marks(void **state)
{
    (void)state;
    hand_in("alice", "right\n");
    hand_in("bob", "left\n");
    mkdir("all/carol", 0700);
    put("all/dave.cu", "right #\n#include \"vecadd.h\"\n");
    expect(GS_OK, "out", 2);
    char *csv = get("out/class.csv");
    assert_string_equal(
        csv, "student,folder,status,score,max_score,3.1_vecadd_score,3.1_vecadd_mistake,note\n"
             "alice,alice,graded,10.0,10.0,10.0,,\n"
             "bob,bob,graded,0.3,10.0,0.3,wrong,\n"
             "carol,carol,graded,0.3,10.0,0.3,missing,the folder is empty\n"
             "dave,dave,graded,10.0,10.0,10.0,,\n");
    free(csv);
    static const char *const files[] = {"out/index.html", "out/junit.xml",
                                        "out/students/alice/marks.json",
                                        "out/students/alice/results.json"};
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(access(files[i], F_OK), 0);
    struct stat facts;
    assert_int_equal(stat("out/seed", &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0600);
    assert_int_equal(stat("out/students/alice/marks.json", &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0600);
    assert_no_scratch("out");
}

static void questions_are_marked(void **state)
{
    (void)state;
    struct gs_error error = {""};
    struct gs_class_options options = {.submissions = "all",
                                       .out = "out",
                                       .exercises = "blocks",
                                       .quiet = true,
                                       .unsafe = true,
                                       .version = "1"};
    mkdir("all/alice", 0700);
    put("all/alice/questions.txt", "blocks = 9\n");
    mkdir("all/bob", 0700);
    put("all/bob/questions.txt", "blocks = \xff\n"); /* must not be taken for trouble of ours */
    assert_int_equal(gs_class_grade(&options, &error), GS_OK);
    char *csv = get("out/class.csv");
    assert_contains(csv, "alice,alice,graded,10.0,");
    assert_contains(csv, "bob,bob,graded,0.0,");
    free(csv);
}

static void what_did_not_change_is_kept(void **state)
{
    (void)state;
    hand_in("alice", "right alice\n");
    hand_in("bob", "left bob\n");
    expect(GS_OK, "out", 1);
    expect(GS_OK, "out", 1);
    assert_int_equal(count_judged("alice"), 1);
    hand_in("bob", "right bob\n");
    expect(GS_OK, "out", 1);
    assert_int_equal(count_judged("alice"), 1);
    assert_int_equal(count_judged("left bob"), 1);
    assert_int_equal(count_judged("right bob"), 1);
    char *csv = get("out/class.csv");
    assert_contains(csv, "bob,bob,graded,10.0,");
    free(csv);
}

static void another_seed_or_version_grades_anew(void **state)
{
    (void)state;
    struct gs_error error = {""};
    struct gs_class_options options = {.submissions = "all",
                                       .out = "out",
                                       .exercises = "3.1",
                                       .quiet = true,
                                       .unsafe = true,
                                       .version = "1"};
    hand_in("alice", "right alice\n");
    assert_int_equal(gs_class_grade(&options, &error), GS_OK); /* with a secret seed */
    assert_int_equal(gs_class_grade(&options, &error), GS_OK);
    assert_int_equal(count_judged("alice"), 1);
    options.version = "2";
    assert_int_equal(gs_class_grade(&options, &error), GS_OK);
    assert_int_equal(count_judged("alice"), 2);
    options.seeded = true;
    options.seed = 7;
    assert_int_equal(gs_class_grade(&options, &error), GS_OK);
    assert_int_equal(count_judged("alice"), 3);
    options.seeded = false; /* goes on with the folder's, which is 7 now */
    assert_int_equal(gs_class_grade(&options, &error), GS_OK);
    assert_int_equal(count_judged("alice"), 3);
    char *seed = get("out/seed");
    assert_string_equal(seed, "7\n");
    free(seed);
}

static void secret_seeds_differ(void **state)
{
    (void)state;
    struct gs_error error = {""};
    struct gs_class_options options = {
        .submissions = "all", .exercises = "3.1", .quiet = true, .unsafe = true, .version = "1"};
    hand_in("alice", "right\n");
    options.out = "one";
    assert_int_equal(gs_class_grade(&options, &error), GS_OK);
    options.out = "two";
    assert_int_equal(gs_class_grade(&options, &error), GS_OK);
    char *one = get("one/seed"), *two = get("two/seed");
    assert_string_not_equal(one, two);
    free(one);
    free(two);
}

/* ---- what the teacher says ------------------------------------------------------------------- */

static struct gs_class_options options_of(const char *exercises)
{
    return (struct gs_class_options){.submissions = "all",
                                     .out = "out",
                                     .exercises = exercises,
                                     .seeded = true,
                                     .seed = 5,
                                     .jobs = 1,
                                     .quiet = true,
                                     .unsafe = true,
                                     .version = "1"};
}

static void expect_graded(const struct gs_class_options *options)
{
    struct gs_error error = {""};
    if (gs_class_grade(options, &error) != GS_OK)
        fail_msg("%s", error.text);
}

static void expect_row(const char *row)
{
    char *csv = get("out/class.csv");
    assert_contains(csv, row);
    free(csv);
}

static void what_was_handed_in_is_graded(void **state)
{
    (void)state;
    struct gs_class_options options = options_of(NULL);
    mkdir("stub", 0700);
    put("stub/hypot.cu", "todo\n");
    hand_in("alice", "right alice\n");
    put("all/alice/hypot.cu", "todo\n"); /* as it was handed out */
    mkdir("all/bob", 0700);
    expect_graded(&options);
    expect_row("student,folder,status,score,max_score,3.1_vecadd_score,3.1_vecadd_mistake,note\n"
               "alice,alice,graded,10.0,10.0,10.0,,\n"
               "bob,bob,graded,0.3,10.0,0.3,missing,the folder is empty\n");
    char *page = get("out/index.html");
    assert_contains(page, "nobody handed it in: 3.2, 3.q1, lesson 6.");
    free(page);
    put("all/bob/tree.cu", "right tree\n"); /* the new one alone is judged */
    expect_graded(&options);
    expect_row("alice,alice,graded,10.3,20.0,10.0,,0.3,missing,\n"
               "bob,bob,graded,10.3,20.0,0.3,missing,10.0,,\n");
    assert_int_equal(count_judged("alice"), 1);
    assert_int_equal(count_judged("tree"), 1);
}

static void nothing_handed_in_is_an_error(void **state)
{
    (void)state;
    struct gs_class_options options = options_of(NULL);
    struct gs_error error = {""};
    mkdir("all/bob", 0700);
    assert_int_equal(gs_class_grade(&options, &error), GS_USAGE);
    assert_contains(error.text, "nobody handed in an exercise");
    assert_one_line(error.text);
    assert_int_equal(access("out", F_OK), -1);
}

static void points_are_the_teachers_and_nothing_is_judged_again(void **state)
{
    (void)state;
    struct gs_class_options options = options_of("3.1,3.2");
    hand_in("alice", "right alice\n");
    hand_in("bob", "left bob\n");
    expect_graded(&options);
    put("points", "# of the course\r\n\n3 5\nvecadd 20 # the one that counts\n");
    options.points = "points";
    expect_graded(&options);
    expect_row("alice,alice,graded,20.2,25.0,20.0,,0.1,missing,\n");
    expect_row("bob,bob,graded,0.8,25.0,0.6,wrong,0.1,missing,\n");
    put("points", "vecadd 2\nhypot 1\ntotal 100\n");
    expect_graded(&options);
    expect_row("alice,alice,graded,67.7,100.0,66.7,,1.0,missing,\n");
    options.points = NULL; /* those of the run before */
    expect_graded(&options);
    expect_row("alice,alice,graded,67.7,100.0,66.7,,1.0,missing,\n");
    assert_int_equal(count_judged("alice"), 1);
    assert_int_equal(count_judged("bob"), 1);
}

/* A line for a lesson is not to fill the class's tables in silence. */
static void what_only_the_points_name_is_told(void **state)
{
    (void)state;
    struct gs_class_options options = options_of(NULL);
    hand_in("alice", "right alice\n");
    put("points", "3 5\n");
    options.points = "points";
    expect_graded(&options);
    char *page = get("out/index.html");
    assert_contains(page, "for it has points: 3.2, 3.q1.");
    assert_contains(page, "nobody handed it in: lesson 6.");
    free(page);
}

static void wrong_points_name_their_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } wrong[] = {{"3.1 20\n\nvecad 5\n", "points:3: unknown exercise \"vecad\""},
                 {"3.1 many\n", "points:1: \"many\" is no number of points"},
                 {"3.1\n", "points:1: \"\" is no number"},
                 {"3.1 -1\n", "points:1: \"-1\""},
                 {"3.1 nan\n", "points:1: \"nan\""},
                 {"3.1 5\nvecadd 6\n", "points:2: vecadd has points in line 1 already"},
                 {"3.1 5 points\n", "points:1: \"points\" is too much"},
                 {"9 5\n", "points:1: lesson 9 has no exercises"},
                 {"total 0\n", "points:1: the total is 0"}};
    struct gs_class_options options = options_of("3.1");
    options.points = "points";
    hand_in("alice", "right alice\n");
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct gs_error error = {""};
        put("points", wrong[i].text);
        assert_int_equal(gs_class_grade(&options, &error), GS_USAGE);
        assert_contains(error.text, wrong[i].says);
        assert_one_line(error.text);
        assert_int_equal(access("out", F_OK), -1);
    }
}

static void an_override_is_kept_over_regrading(void **state)
{
    (void)state;
    struct gs_class_options options = options_of("3.1");
    hand_in("alice", "right alice\n");
    hand_in("bob", "left bob\n");
    expect_graded(&options);
    char *begun = get("out/overrides.txt");
    assert_contains(begun, "STUDENT EXERCISE POINTS NOTE");
    free(begun);
    put("out/overrides.txt", "# mine\nbob 3.1 7.5 The idea, is <right> #1\n");
    for (int round = 0; round < 2; round++) {
        expect_graded(&options);
        expect_row("bob,bob,graded,7.5,10.0,7.5,wrong,"
                   "\"3.1: 7.5 points in place of 0.3: The idea, is <right> #1\"\n");
        char *page = get("out/index.html"), *results = get("out/students/bob/results.json");
        assert_contains(page,
                        "The teacher gave 7.5 points in place of 0.3: The idea, is &#60;right");
        assert_contains(page, "7.5 given, wrong");
        assert_contains(results, "your teacher gave 7.5 points in place of 0.3: The idea, is");
        assert_contains(results, "\"score\": 7.5");
        free(page);
        free(results);
        hand_in("bob", "left bob again\n");
    }
    assert_int_equal(count_judged("alice"), 1);
    put("out/overrides.txt", "# none\n");
    expect_graded(&options);
    expect_row("bob,bob,graded,0.3,10.0,0.3,wrong,\n");
}

/* Lines for what is graded another time do not end this run. */
static void an_override_waits_for_its_exercise(void **state)
{
    (void)state;
    struct gs_class_options options = options_of("3.1");
    hand_in("alice", "left alice\n");
    expect_graded(&options);
    put("out/overrides.txt", "alice 3.q1 9 why\nalice 6.1 5 why\nalice 3.1 4.5 why\n");
    expect_graded(&options);
    expect_row("alice,alice,graded,4.5,10.0,4.5,wrong,3.1: 4.5 points in place of 0.3: why\n");
    options.exercises = "3.1,3.q1";
    expect_graded(&options);
    char *csv = get("out/class.csv");
    assert_contains(csv, "alice,alice,graded,13.5,20.0,");
    free(csv);
}

static void wrong_overrides_name_their_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } wrong[] = {{"zoe 3.1 5 why\n", "overrides.txt:1: there is no student \"zoe\""},
                 {"\nalice 3.9 5 why\n", "overrides.txt:2: unknown exercise \"3.9\""},
                 {"alice 3 5 why\n", "overrides.txt:1: 3 is a lesson; name one exercise"},
                 {"alice 3.1 x why\n", "overrides.txt:1: \"x\" is no number of points"},
                 {"alice 3.1 5\n", "overrides.txt:1: a note is missing"},
                 {"alice 3.1 5 a\nalice vecadd 6 b\n", "overrides.txt:2: alice has other points"}};
    struct gs_class_options options = options_of("3.1,3.2");
    hand_in("alice", "right alice\n");
    expect_graded(&options);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct gs_error error = {""};
        put("out/overrides.txt", wrong[i].text);
        assert_int_equal(gs_class_grade(&options, &error), GS_USAGE);
        assert_contains(error.text, wrong[i].says);
        assert_one_line(error.text);
    }
}

static void one_student_is_graded_once_more(void **state)
{
    (void)state;
    struct gs_error error = {""};
    struct gs_class_options options = options_of("3.1");
    hand_in("alice", "right alice\n");
    hand_in("bob", "left bob\n");
    expect_graded(&options);
    hand_in("alice", "left alice\n"); /* nobody asks for her */
    hand_in("carol", "right carol\n");
    options.student = "bob";
    expect_graded(&options);
    assert_int_equal(count_judged("bob"), 2);
    assert_int_equal(count_judged("alice"), 1);
    assert_int_equal(count_judged("carol"), 0);
    expect_row("alice,alice,graded,10.0,10.0,10.0,,\n");
    expect_row("carol,carol,not graded yet,,,,,\n");
    options.student = "zoe";
    assert_int_equal(gs_class_grade(&options, &error), GS_USAGE);
    assert_contains(error.text, "--student: nobody is called \"zoe\"");
    options.student = NULL;
    expect_graded(&options);
    assert_int_equal(count_judged("bob"), 2);
    expect_row("carol,carol,graded,10.0,10.0,10.0,,\n");
}

/* ---- trouble --------------------------------------------------------------------------------- */

static void a_crash_costs_one_student(void **state)
{
    (void)state;
    hand_in("alice", "right alice\n");
    hand_in("bob", "right crash\n");
    hand_in("carol", "right carol\n");
    hand_in("dave", "trouble\n");
    struct gs_error error = {""};
    assert_int_equal(grade("out", 2, &error), GS_WRONG);
    assert_contains(error.text, "2 of 4 could not be graded (bob: ");
    assert_one_line(error.text);
    char *csv = get("out/class.csv");
    assert_contains(csv, "alice,alice,graded,10.0,");
    assert_contains(csv, "bob,bob,could not be graded,,,,,\n");
    assert_contains(csv, "carol,carol,graded,10.0,");
    free(csv);
    char *page = get("out/index.html");
    assert_contains(page, "killed by signal 9");
    assert_contains(page, "no compiler");
    free(page);
    char *results = get("out/students/bob/results.json");
    assert_contains(results, "no fault of yours");
    free(results);
    assert_no_scratch("out");
    put("pass", ""); /* from now on it does not crash */
    hand_in("dave", "right dave\n");
    expect(GS_OK, "out", 2);
    assert_int_equal(count_judged("alice"), 1);
    assert_int_equal(count_judged("carol"), 1);
    assert_int_equal(count_judged("crash"), 2);
    csv = get("out/class.csv");
    assert_contains(csv, "bob,bob,graded,10.0,");
    free(csv);
}

static void a_damaged_record_is_made_again(void **state)
{
    (void)state;
    hand_in("alice", "right alice\n");
    expect(GS_OK, "out", 1);
    char *whole = get("out/students/alice/marks.json");
    whole[strlen(whole) / 2] = '\0';
    put("out/students/alice/marks.json", whole);
    free(whole);
    expect(GS_OK, "out", 1);
    assert_int_equal(count_judged("alice"), 2);
}

/* ---- runs that are ended --------------------------------------------------------------------- */

/* A run in a process of its own, up to where the student who waits is judged. */
static pid_t start_waiting(void)
{
    if (mkfifo("reached", 0600) != 0)
        assert_int_equal(errno, EEXIST);
    pid_t pid = fork();
    if (pid == 0) {
        struct gs_error error = {""};
        _exit((int)grade("out", 1, &error));
    }
    char byte;
    int reached = open("reached", O_RDONLY);
    assert_int_equal(read(reached, &byte, 1), 1);
    close(reached);
    return pid;
}

static int end_of(pid_t pid)
{
    int how = 0;
    assert_int_equal(waitpid(pid, &how, 0), pid);
    return how;
}

static void hand_in_five(void)
{
    hand_in("alice", "right alice\n");
    hand_in("bob", "left bob\n");
    hand_in("carol", "right wait\n");
    hand_in("dave", "right dave\n");
    hand_in("eve", "left eve\n");
}

static void expect_the_rest(void)
{
    put("pass", ""); /* from now on nobody waits */
    expect(GS_OK, "out", 1);
    assert_int_equal(count_judged("alice"), 1);
    assert_int_equal(count_judged("bob"), 1);
    assert_int_equal(count_judged("wait"), 2);
    assert_int_equal(count_judged("dave"), 1);
    expect(GS_OK, "undisturbed", 2);
    assert_same_file("out", "undisturbed", "class.csv");
    assert_same_file("out", "undisturbed", "junit.xml");
    assert_same_file("out", "undisturbed", "index.html");
    assert_same_file("out", "undisturbed", "students/alice/marks.json");
    assert_same_file("out", "undisturbed", "students/carol/marks.json");
    assert_same_file("out", "undisturbed", "students/carol/results.json");
    assert_no_scratch("out");
}

static void killed_it_goes_on_where_it_was(void **state)
{
    (void)state;
    hand_in_five();
    pid_t pid = start_waiting();
    kill(pid, SIGKILL);
    assert_true(WIFSIGNALED(end_of(pid)));
    assert_int_equal(access("out/students/bob/marks.json", F_OK), 0);
    assert_int_equal(access("out/students/carol/marks.json", F_OK), -1);
    expect_the_rest();
}

static void interrupted_it_goes_on_where_it_was(void **state)
{
    (void)state;
    hand_in_five();
    pid_t pid = start_waiting();
    kill(pid, SIGINT);
    int how = end_of(pid);
    assert_true(WIFEXITED(how) && WEXITSTATUS(how) == GS_INTERRUPTED);
    assert_no_scratch("out");
    expect_the_rest();
}

static void two_runs_do_not_share_a_folder(void **state)
{
    (void)state;
    hand_in_five();
    pid_t pid = start_waiting();
    struct gs_error error = {""};
    assert_int_equal(grade("out", 1, &error), GS_USAGE);
    assert_contains(error.text, "another run is grading into out");
    kill(pid, SIGTERM);
    end_of(pid);
}

/* ---- folders that are refused ---------------------------------------------------------------- */

static void foreign_folders_are_refused(void **state)
{
    (void)state;
    struct gs_error error = {""};
    hand_in("alice", "right\n");
    mkdir("notes", 0700);
    put("notes/diary", "mine");
    assert_int_equal(grade("notes", 1, &error), GS_USAGE);
    assert_contains(error.text, "notes has files that are not of a graded class");
    assert_int_equal(access("notes/seed", F_OK), -1);
    assert_int_equal(grade("all/out", 1, &error), GS_USAGE);
    assert_contains(error.text, "among the submissions");
    assert_int_equal(access("all/out", F_OK), -1);
    assert_int_equal(grade("all", 1, &error), GS_USAGE);
    put("file", "");
    assert_int_equal(grade("file", 1, &error), GS_USAGE);
    assert_int_equal(grade("file/out", 1, &error), GS_USAGE);
    mkdir("empty", 0700);
    expect(GS_OK, "empty", 1);
}

static void a_damaged_seed_is_told(void **state)
{
    (void)state;
    struct gs_error error = {""};
    struct gs_class_options options = {.submissions = "all",
                                       .out = "out",
                                       .exercises = "3.1",
                                       .quiet = true,
                                       .unsafe = true,
                                       .version = "1"};
    hand_in("alice", "right\n");
    assert_int_equal(gs_class_grade(&options, &error), GS_OK);
    put("out/seed", "many\n");
    assert_int_equal(gs_class_grade(&options, &error), GS_USAGE);
    assert_contains(error.text, "out/seed:1: not a seed");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(everybody_gets_marks, enter_class, leave),
        cmocka_unit_test_setup_teardown(questions_are_marked, enter_class, leave),
        cmocka_unit_test_setup_teardown(what_did_not_change_is_kept, enter_class, leave),
        cmocka_unit_test_setup_teardown(another_seed_or_version_grades_anew, enter_class, leave),
        cmocka_unit_test_setup_teardown(secret_seeds_differ, enter_class, leave),
        cmocka_unit_test_setup_teardown(what_was_handed_in_is_graded, enter_class, leave),
        cmocka_unit_test_setup_teardown(nothing_handed_in_is_an_error, enter_class, leave),
        cmocka_unit_test_setup_teardown(points_are_the_teachers_and_nothing_is_judged_again,
                                        enter_class, leave),
        cmocka_unit_test_setup_teardown(what_only_the_points_name_is_told, enter_class, leave),
        cmocka_unit_test_setup_teardown(wrong_points_name_their_line, enter_class, leave),
        cmocka_unit_test_setup_teardown(an_override_is_kept_over_regrading, enter_class, leave),
        cmocka_unit_test_setup_teardown(an_override_waits_for_its_exercise, enter_class, leave),
        cmocka_unit_test_setup_teardown(wrong_overrides_name_their_line, enter_class, leave),
        cmocka_unit_test_setup_teardown(one_student_is_graded_once_more, enter_class, leave),
        cmocka_unit_test_setup_teardown(a_crash_costs_one_student, enter_class, leave),
        cmocka_unit_test_setup_teardown(a_damaged_record_is_made_again, enter_class, leave),
        cmocka_unit_test_setup_teardown(killed_it_goes_on_where_it_was, enter_class, leave),
        cmocka_unit_test_setup_teardown(interrupted_it_goes_on_where_it_was, enter_class, leave),
        cmocka_unit_test_setup_teardown(two_runs_do_not_share_a_folder, enter_class, leave),
        cmocka_unit_test_setup_teardown(foreign_folders_are_refused, enter_class, leave),
        cmocka_unit_test_setup_teardown(a_damaged_seed_is_told, enter_class, leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
