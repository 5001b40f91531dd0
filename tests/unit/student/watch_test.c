/*
 * The watch, on a terminal of the test's own: it checks again on every kind of save, takes keys
 * while a check runs, and leaves the terminal as it was and no process behind.
 */
#include "test.h"
#include "test_folder.h"

#include "watch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utmp.h>

enum { PATIENCE_MS = 600000 };

static char folder[64], exercises[80];
static char source[160]; /* the working copy of the first exercise */
static int terminal;     /* the other end of the watch's */
static pid_t watcher;
static struct termios before;
static char screen[1 << 16]; /* what came out since the last key or save */
static size_t screen_length;

static const struct gs_exercise vecadd = {
    .name = "vecadd", .title = "Guard the end", .hints = {"Nudge.", "Push.", "Shove."}};
static const struct gs_exercise hypotenuse = {
    .name = "hypot", .title = "Its like", .hints = {"Nudge.", "Push.", "Shove."}};
static const struct gs_exercise *const two[] = {&vecadd, &hypotenuse, NULL};
static const struct gs_lesson_exercises course[] = {{3, "03_vecadd", two, NULL, "vecadd"}, {0}};

enum gs_status __wrap_gs_exercise_file(const struct gs_lesson_exercises *lesson, const char *file,
                                       struct gs_exercise_path *path, struct gs_error *error);
enum gs_status __wrap_gs_exercise_file(const struct gs_lesson_exercises *lesson, const char *file,
                                       struct gs_exercise_path *path, struct gs_error *error)
{
    (void)lesson;
    (void)error;
    snprintf(path->text, sizeof path->text, "%s/%s", folder,
             strncmp(file, "solutions/", 10) == 0 ? "solution" : file);
    return GS_OK;
}

/* ---- files ----------------------------------------------------------------------------------- */

static void put(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void put_in_folder(const char *name, const char *text)
{
    char path[160];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    put(path, text);
}

static unsigned files_that_begin(const char *with)
{
    DIR *open = opendir(folder);
    assert_non_null(open);
    unsigned count = 0;
    for (struct dirent *entry = readdir(open); entry != NULL; entry = readdir(open))
        count += strncmp(entry->d_name, with, strlen(with)) == 0;
    closedir(open);
    return count;
}

/* ---- the watch's side ------------------------------------------------------------------------ */

/* A check that never ends by itself, nor does what it started; its number is left in a file's name.
 */
static void check_for_ever(bool stubborn)
{
    char number[32];
    if (fork() == 0) {
        if (stubborn)
            signal(SIGTERM, SIG_IGN);
        for (;;)
            pause();
    }
    snprintf(number, sizeof number, "running.%ld", (long)getpid());
    put_in_folder(number, "");
    for (;;)
        pause();
}

/* The verdict is what the file says. */
static enum gs_status check(void *context, const struct gs_course_place *place, const char *path,
                            json_t **marks, struct gs_error *error)
{
    char said[64] = "", temporary[160];
    assert_ptr_equal(context, &folder);
    FILE *file = fopen(path, "r");
    if (file == NULL || fgets(said, sizeof said, file) == NULL)
        return gs_fail(error, GS_USAGE, "cannot read %s", path);
    fclose(file);
    said[strcspn(said, "\n")] = '\0';
    snprintf(temporary, sizeof temporary, "%s/left", getenv("TMPDIR"));
    put(temporary, "");
    puts("noise");
    if (strcmp(said, "for ever") == 0 || strcmp(said, "stubborn") == 0)
        check_for_ever(strcmp(said, "stubborn") == 0);
    if (strcmp(said, "crash") == 0)
        raise(SIGKILL);
    if (strcmp(said, "no compiler") == 0)
        return gs_fail(error, GS_USAGE, "there is no compiler here");
    bool passed = strcmp(said, "right") == 0;
    *marks =
        json_pack("{s:s, s:s, s:s, s:s, s:f, s:f, s:i, s:{s:s, s:s, s:i, s:s}}", "exercise", "3.1",
                  "name", place->exercise->name, "title", place->exercise->title, "verdict",
                  passed ? "passed" : "failed", "score", passed ? 10.0 : 0.0, "max_score", 10.0,
                  "seed", 1, "mistake", "sentence", said, "file", "", "line", 0, "text", "");
    if (passed)
        json_object_del(*marks, "mistake");
    return passed ? GS_OK : GS_WRONG;
}

static int run_watch(const char *file)
{
    struct gs_workbook book;
    struct gs_error error = {0};
    struct gs_watch watch = {.course = course,
                             .book = &book,
                             .place = {course, two[0], 1},
                             .file = file,
                             .check = check,
                             .context = &folder};
    if (gs_workbook_open(&book, exercises, stderr, &error) != GS_OK)
        return 99;
    enum gs_status status = gs_watch(&watch, &error);
    gs_workbook_close(&book);
    printf("left: %s\n", error.text);
    fflush(stdout);
    return (int)status;
}

/* ---- the student's side ---------------------------------------------------------------------- */

static void start(const char *file)
{
    screen_length = 0;
    fflush(NULL);
    int theirs;
    assert_int_equal(openpty(&terminal, &theirs, NULL, NULL, NULL), 0);
    assert_int_equal(tcgetattr(theirs, &before), 0);
    watcher = fork();
    assert_true(watcher >= 0);
    if (watcher == 0) {
        close(terminal);
        _exit(login_tty(theirs) == 0 ? run_watch(file) : 98);
    }
    close(theirs);
}

/* More of what the watch writes; false at its end. */
static bool listen(void)
{
    struct pollfd from = {.fd = terminal, .events = POLLIN};
    if (poll(&from, 1, PATIENCE_MS) <= 0)
        fail_msg("nothing more came behind: %.*s", (int)screen_length, screen);
    if (sizeof screen - 1 - screen_length < 4096)
        screen_length = 0;
    ssize_t got = read(terminal, screen + screen_length, sizeof screen - 1 - screen_length);
    if (got <= 0)
        return false;
    screen_length += (size_t)got;
    screen[screen_length] = '\0';
    return true;
}

static void expect(const char *text)
{
    screen[screen_length] = '\0';
    while (strstr(screen, text) == NULL) {
        if (!listen())
            fail_msg("\"%s\" did not come: %.*s", text, (int)screen_length, screen);
    }
}

static void press(const char *keys)
{
    screen_length = 0;
    assert_int_equal(write(terminal, keys, strlen(keys)), strlen(keys));
}

static void save(const char *text)
{
    screen_length = 0;
    put(source, text);
}

static void expect_end(enum gs_status status)
{
    int ended;
    expect("left: ");
    assert_int_equal(waitpid(watcher, &ended, 0), watcher);
    watcher = 0;
    assert_true(WIFEXITED(ended));
    assert_int_equal(WEXITSTATUS(ended), status);
    assert_int_equal(files_that_begin("gridstride-watch"), 0);
}

static void assert_terminal_as_before(void)
{
    struct termios now;
    assert_int_equal(tcgetattr(terminal, &now), 0);
    assert_int_equal(now.c_lflag, before.c_lflag);
    assert_true((now.c_lflag & (ICANON | ECHO)) == (ICANON | ECHO));
}

static int set_up(void **state)
{
    (void)state;
    strcpy(folder, "watch_test.XXXXXX");
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(exercises, sizeof exercises, "%s/exercises", folder);
    snprintf(source, sizeof source, "%s/03_vecadd/vecadd.cu", exercises);
    put_in_folder("vecadd.cu", "the stub is wrong");
    put_in_folder("vecadd.h", "");
    put_in_folder("hypot.cu", "this stub too");
    put_in_folder("hypot.h", "");
    put_in_folder("solution", "the reference\n");
    setenv("TMPDIR", folder, 1);
    setenv("TERM", "dumb", 1);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    if (watcher > 0) {
        kill(watcher, SIGKILL);
        waitpid(watcher, NULL, 0);
        watcher = 0;
    }
    if (terminal > 0)
        close(terminal);
    terminal = 0;
    return gs_test_remove_folder(folder);
}

/* ---- saves ----------------------------------------------------------------------------------- */

static void a_save_is_checked(void **state)
{
    (void)state;
    start(NULL);
    expect("the stub is wrong");
    expect("h: hint  n: next");
    save("wrong in another way");
    expect("wrong in another way");
    save("right");
    expect("passed: 10 of 10 points");
    expect("[#-] 1/2");
    expect("passed; n: next exercise");
    press("q");
    expect_end(GS_OK);
    assert_terminal_as_before();
}

static void a_save_by_rename_is_checked(void **state)
{
    (void)state;
    char other[160];
    snprintf(other, sizeof other, "%s/other", folder);
    start(NULL);
    expect("the stub is wrong");
    put(other, "the other is wrong"); /* as long as the one before */
    assert_int_equal(rename(other, source), 0);
    expect("the other is wrong");
    press("q");
    expect_end(GS_OK);
}

static void a_file_that_is_gone_is_waited_for(void **state)
{
    (void)state;
    start(NULL);
    expect("the stub is wrong");
    assert_int_equal(unlink(source), 0);
    expect("vecadd.cu is not there: save it again, or press r");
    save("right");
    expect("passed: 10 of 10 points");
    press("q");
    expect_end(GS_OK);
}

/* The number of the process that checks, once it runs. */
static pid_t running(void)
{
    for (;;) {
        DIR *open = opendir(folder);
        long number = 0;
        for (struct dirent *entry = readdir(open); entry != NULL; entry = readdir(open)) {
            if (strncmp(entry->d_name, "running.", 8) == 0)
                number = strtol(entry->d_name + 8, NULL, 10);
        }
        closedir(open);
        if (number > 0)
            return (pid_t)number;
        poll(NULL, 0, 10);
    }
}

/* No process of its group is left, not even one that has not been waited for by init yet. */
static void assert_group_ends(pid_t group)
{
    for (int waited_ms = 0; kill(-group, 0) == 0 || errno != ESRCH; waited_ms += 10) {
        assert_true(waited_ms < PATIENCE_MS);
        poll(NULL, 0, 10);
    }
}

static void a_save_during_a_check_ends_that_check(void **state)
{
    (void)state;
    start(NULL);
    expect("the stub is wrong");
    save("stubborn");
    expect("checking ");
    pid_t first = running();
    save("right");
    expect("passed: 10 of 10 points");
    assert_group_ends(first);
    press("q");
    expect_end(GS_OK);
}

static void a_check_that_fails_says_why(void **state)
{
    (void)state;
    start(NULL);
    expect("the stub is wrong");
    save("no compiler");
    expect("there is no compiler here");
    save("crash");
    expect("the check ended without a result");
    save("right");
    expect("passed: 10 of 10 points");
    press("q");
    expect_end(GS_OK);
}

static void a_file_of_one_s_own_is_watched(void **state)
{
    (void)state;
    snprintf(source, sizeof source, "%s/mine.cu", folder);
    put(source, "mine is wrong");
    start(source);
    expect("mine is wrong");
    press("r");
    expect("it is not reset");
    save("right");
    expect("passed: 10 of 10 points");
    char copies[160];
    snprintf(copies, sizeof copies, "%s/03_vecadd", exercises);
    assert_int_not_equal(access(copies, F_OK), 0);
    press("q");
    expect_end(GS_OK);
}

/* ---- keys ------------------------------------------------------------------------------------ */

static void hints_come_one_by_one(void **state)
{
    (void)state;
    start(NULL);
    expect("the stub is wrong");
    press("h");
    expect("hint 1 of 3: Nudge.");
    expect("h: one more");
    press("\033[D\033OQ\033[1;2lxyz7"); /* arrows and their like, and keys without a meaning */
    press("h");
    expect("hint 2 of 3: Push.");
    press("h");
    expect("hint 3 of 3: Shove.");
    press("q");
    expect_end(GS_OK);
}

static void it_moves_on_when_asked_alone(void **state)
{
    (void)state;
    start(NULL);
    expect("the stub is wrong");
    press("s");
    expect("A solution is shown when yours passes.");
    save("right");
    expect("passed; n: next exercise");
    press("s");
    expect("the reference");
    press("n");
    expect("this stub too");
    press("l");
    expect("3.2 hypot   Its like  <- next");
    press("n");
    expect("This is the last one that is left.");
    screen_length = 0;
    char second[160];
    snprintf(second, sizeof second, "%s/03_vecadd/hypot.cu", exercises);
    put(second, "right");
    expect("You solved every exercise of the course.");
    expect("[##] 2/2");
    press("q");
    expect_end(GS_OK);
}

static void a_reset_asks_first(void **state)
{
    (void)state;
    start(NULL);
    expect("the stub is wrong");
    save("mine");
    expect("mine");
    press("r");
    expect("Put the stub back?");
    press("n");
    expect("h: hint");
    press("r");
    expect("Put the stub back?");
    press("y");
    expect("is the stub again; the one");
    expect("the stub is wrong");
    press("q");
    expect_end(GS_OK);
}

/* ---- ends ------------------------------------------------------------------------------------ */

static void expect_end_during_a_check(const char *keys, int sent, enum gs_status status)
{
    start(NULL);
    expect("the stub is wrong");
    save("for ever");
    expect("checking ");
    pid_t group = running();
    if (keys != NULL)
        press(keys);
    else
        kill(watcher, sent);
    expect_end(status);
    assert_terminal_as_before();
    assert_group_ends(group);
}

static void q_ends_it_while_a_check_runs(void **state)
{
    (void)state;
    expect_end_during_a_check("q", 0, GS_OK);
}

static void ctrl_c_ends_it_while_a_check_runs(void **state)
{
    (void)state;
    expect_end_during_a_check("\003", 0, GS_INTERRUPTED);
}

static void sigterm_ends_it_while_a_check_runs(void **state)
{
    (void)state;
    expect_end_during_a_check(NULL, SIGTERM, GS_INTERRUPTED);
}

static void ctrl_z_gives_the_terminal_back_meanwhile(void **state)
{
    (void)state;
    int stopped;
    start(NULL);
    expect("the stub is wrong");
    press("\032");
    assert_int_equal(waitpid(watcher, &stopped, WUNTRACED), watcher);
    assert_true(WIFSTOPPED(stopped));
    assert_terminal_as_before();
    put(source, "saved while it was stopped");
    assert_int_equal(kill(watcher, SIGCONT), 0);
    expect("saved while it was stopped");
    press("h"); /* without Enter */
    expect("hint 1 of 3");
    press("q");
    expect_end(GS_OK);
}

static void without_a_terminal_it_refuses(void **state)
{
    (void)state;
    struct gs_error error = {0};
    struct gs_watch watch = {.course = course, .place = {course, two[0], 1}, .check = check};
    int kept = dup(STDIN_FILENO), null = open("/dev/null", O_RDONLY);
    dup2(null, STDIN_FILENO);
    enum gs_status status = gs_watch(&watch, &error);
    dup2(kept, STDIN_FILENO);
    close(kept);
    close(null);
    assert_int_equal(status, GS_USAGE);
    assert_one_line(error.text);
    assert_contains(error.text, "needs a terminal");
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

/* Containers may have no pseudo-terminals. */
static bool has_terminals(void)
{
    int ours, theirs;
    if (openpty(&ours, &theirs, NULL, NULL, NULL) != 0) {
        printf("skipped: no pseudo-terminal: %s (is /dev/pts mounted?)\n", strerror(errno));
        return false;
    }
    close(ours);
    close(theirs);
    return true;
}

int main(void)
{
    enum { SKIPPED = 77 };
    const struct CMUnitTest tests[] = {
        TEST(a_save_is_checked),
        TEST(a_save_by_rename_is_checked),
        TEST(a_file_that_is_gone_is_waited_for),
        TEST(a_save_during_a_check_ends_that_check),
        TEST(a_check_that_fails_says_why),
        TEST(a_file_of_one_s_own_is_watched),
        TEST(hints_come_one_by_one),
        TEST(it_moves_on_when_asked_alone),
        TEST(a_reset_asks_first),
        TEST(q_ends_it_while_a_check_runs),
        TEST(ctrl_c_ends_it_while_a_check_runs),
        TEST(sigterm_ends_it_while_a_check_runs),
        TEST(ctrl_z_gives_the_terminal_back_meanwhile),
        TEST(without_a_terminal_it_refuses),
    };
    return has_terminals() ? cmocka_run_group_tests(tests, NULL, NULL) : SKIPPED;
}
