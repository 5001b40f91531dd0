/* Sandboxes: what ends a program, what it cannot do, and that nothing of it is left. */
#include "test.h"
#include "test_folder.h"

#include "sandbox.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- the sandboxes that there are here ------------------------------------------------------- */

static struct {
    bool bubblewrap;
    bool filters; /* of system calls (seccomp), without which nobody else's code is run */
    bool adopts;  /* the keeper is given what loses its parent (PR_SET_CHILD_SUBREAPER) */
    char warning[512];
    char folder[64];  /* of the test itself */
    char inside[96];  /* a folder in there, a sandbox's own */
    char helper[128]; /* in that */
} here;

static bool has(enum gs_sandbox sandbox)
{
    return sandbox == GS_SANDBOX_LIMITS ||
           (sandbox == GS_SANDBOX_USER && geteuid() == 0 && here.filters) ||
           (sandbox == GS_SANDBOX_BUBBLEWRAP && here.bubblewrap);
}

/* The tests run once for each. */
#define IN_EACH(sandbox)                                                                           \
    for (enum gs_sandbox sandbox = GS_SANDBOX_LIMITS; sandbox <= GS_SANDBOX_USER;                  \
         sandbox = (enum gs_sandbox)(sandbox + 1))                                                 \
        if (has(sandbox))

#define NEEDS_BUBBLEWRAP()                                                                         \
    do {                                                                                           \
        if (!here.bubblewrap) {                                                                    \
            print_message("%s\n", here.warning);                                                   \
            skip();                                                                                \
        }                                                                                          \
    } while (0)

/* qemu, which runs programs of another processor, has neither. */
#define NEEDS(condition, what)                                                                     \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            print_message("this system has no %s, as qemu-aarch64 has none\n", what);              \
            skip();                                                                                \
        }                                                                                          \
    } while (0)
#define NEEDS_FILTERS() NEEDS(here.filters, "filters for system calls (seccomp)")
#define NEEDS_ADOPTION() NEEDS(here.adopts, "adoption of processes (PR_SET_CHILD_SUBREAPER)")

/* ---- running --------------------------------------------------------------------------------- */

static char *no_environment[] = {"LC_ALL=C", NULL};

static struct gs_confined_limits generous(void)
{
    return (struct gs_confined_limits){.wall_s = 600,
                                       .cpu_s = 60,
                                       .memory_bytes = 1 << 30,
                                       .file_bytes = 1 << 20,
                                       .processes = 1000};
}

struct ran {
    struct gs_confined_outcome outcome;
    char text[4096]; /* its output */
};

static struct ran run(struct gs_confined confined)
{
    struct ran ran = {0};
    struct gs_error error = {0};
    confined.output = memfd_create("output", MFD_CLOEXEC);
    if (confined.environment == NULL)
        confined.environment = no_environment;
    if (confined.folder == NULL)
        confined.folder = here.inside;
    enum gs_status status = gs_confined_run(&confined, &ran.outcome, &error);
    if (status != GS_OK)
        fail_msg("sandbox %d: %s", (int)confined.sandbox, error.text);
    assert_true(pread(confined.output, ran.text, sizeof ran.text - 1, 0) >= 0);
    close(confined.output);
    assert_one_line(ran.outcome.how);
    return ran;
}

static struct ran run_shell(enum gs_sandbox sandbox, const char *command)
{
    char *argv[] = {"/bin/sh", "-c", (char *)command, NULL};
    return run((struct gs_confined){.sandbox = sandbox, .argv = argv, .limits = generous()});
}

static struct ran run_helper(enum gs_sandbox sandbox, const char *what, const char *more,
                             struct gs_confined_limits limits)
{
    char *argv[] = {here.helper, (char *)what, (char *)more, NULL};
    return run((struct gs_confined){.sandbox = sandbox, .argv = argv, .limits = limits});
}

/* Runs with a pipe as its descriptor 3; at the end nobody may hold it any more. */
static struct ran run_watched(enum gs_sandbox sandbox, char *const *argv,
                              struct gs_confined_limits limits)
{
    int ends[2];
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    struct ran ran = run((struct gs_confined){.sandbox = sandbox,
                                              .argv = argv,
                                              .descriptors = &ends[1],
                                              .descriptor_count = 1,
                                              .limits = limits});
    close(ends[1]);
    struct pollfd left = {.fd = ends[0], .events = POLLIN};
    assert_int_equal(poll(&left, 1, 0), 1);
    assert_int_equal(left.revents, POLLHUP);
    close(ends[0]);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* nor is there a child of ours */
    return ran;
}

/* ---- how it ends ----------------------------------------------------------------------------- */

static void it_ends_by_itself(void **state)
{
    (void)state;
    IN_EACH(sandbox)
    {
        struct ran ran = run_shell(sandbox, "echo said; echo warned >&2; exit 3");
        assert_int_equal(ran.outcome.ending, GS_ENDED);
        assert_int_equal(ran.outcome.status, 3);
        assert_string_equal(ran.text, "said\nwarned\n");
        assert_contains(ran.outcome.how, "exit status 3");
        assert_int_equal(run_shell(sandbox, "true").outcome.status, 0);
    }
}

static void a_signal_ends_it(void **state)
{
    (void)state;
    IN_EACH(sandbox)
    {
        struct ran ran = run_shell(sandbox, "kill -SEGV $$");
        assert_int_equal(ran.outcome.ending, GS_KILLED);
        assert_int_equal(ran.outcome.status, SIGSEGV);
        assert_contains(ran.outcome.how, "signal 11");
    }
}

static void what_cannot_start_is_told(void **state)
{
    (void)state;
    IN_EACH(sandbox)
    {
        char *argv[] = {"/nowhere/program", NULL};
        struct gs_confined confined = {
            .sandbox = sandbox, .argv = argv, .environment = no_environment, .output = -1};
        struct gs_confined_outcome outcome;
        struct gs_error error = {0};
        assert_int_equal(gs_confined_run(&confined, &outcome, &error), GS_USAGE);
        assert_one_line(error.text);
        assert_contains(error.text, "/nowhere/program");
        char *good[] = {"/bin/true", NULL};
        confined.argv = good;
        confined.folder = "/nowhere/folder";
        assert_int_equal(gs_confined_run(&confined, &outcome, &error), GS_USAGE);
        assert_one_line(error.text);
    }
}

/* ---- limits ---------------------------------------------------------------------------------- */

static void time_runs_out(void **state)
{
    (void)state;
    struct gs_confined_limits limits = generous();
    limits.wall_s = 0.3;
    IN_EACH(sandbox)
    {
        char *argv[] = {"/bin/sleep", "100", NULL};
        struct ran ran = run_watched(sandbox, argv, limits);
        assert_int_equal(ran.outcome.ending, GS_OUT_OF_TIME);
        assert_true(ran.outcome.wall_s >= 0.3);
        assert_contains(ran.outcome.how, "0.3 s");
    }
}

static void processor_time_runs_out(void **state)
{
    (void)state;
    struct gs_confined_limits limits = generous();
    limits.cpu_s = 1;
    IN_EACH(sandbox)
    {
        char *argv[] = {"/bin/sh", "-c", "while :; do :; done", NULL};
        struct ran ran = run_watched(sandbox, argv, limits);
        assert_int_equal(ran.outcome.ending, GS_OUT_OF_TIME);
        assert_contains(ran.outcome.how, "processor");
    }
}

/* It ends at once; what it left in the background, in a session of its own if it could, does not.
 */
static void nothing_stays_behind(void **state)
{
    (void)state;
    NEEDS_ADOPTION();
    IN_EACH(sandbox)
    {
        char *argv[] = {here.helper, "hide", NULL};
        struct ran ran = run_watched(sandbox, argv, generous());
        assert_int_equal(ran.outcome.ending, GS_ENDED);
        assert_int_equal(ran.outcome.status, 0);
    }
}

static void output_has_an_end(void **state)
{
    (void)state;
    struct gs_confined_limits limits = generous();
    IN_EACH(sandbox)
    {
        char *argv[] = {"/usr/bin/yes", NULL};
        struct ran ran = run_watched(sandbox, argv, limits);
        assert_int_equal(ran.outcome.ending, GS_TOO_MUCH_OUTPUT);
        assert_contains(ran.outcome.how, "1 MiB");
    }
}

static void memory_has_an_end(void **state)
{
    (void)state;
    NEEDS_ADOPTION();
    struct gs_confined_limits limits = generous();
    limits.memory_bytes = 64 << 20;
    IN_EACH(sandbox)
    {
        static char *const ways[] = {"touch", "touch-shared-out"};
        for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
            char *argv[] = {here.helper, ways[i], NULL};
            struct ran ran = run_watched(sandbox, argv, limits);
            assert_int_equal(ran.outcome.ending, GS_OUT_OF_MEMORY);
            assert_contains(ran.outcome.how, "64 MiB");
        }
        assert_int_equal(run_helper(sandbox, "hidden-memory", NULL, limits).outcome.status, 1);
        assert_int_equal(run_helper(sandbox, "reserve", "100000000000", limits).outcome.status, 1);
        assert_int_equal(run_helper(sandbox, "reserve", "200000000", limits).outcome.status, 0);
    }
}

static void processes_have_an_end(void **state)
{
    (void)state;
    NEEDS_ADOPTION();
    struct gs_confined_limits limits = generous();
    limits.processes = 30;
    IN_EACH(sandbox)
    {
        static char *const ways[] = {"multiply", "multiply-threads"};
        for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
            char *argv[] = {here.helper, ways[i], NULL};
            struct ran ran = run_watched(sandbox, argv, limits);
            assert_int_equal(ran.outcome.ending, GS_TOO_MANY_PROCESSES);
            assert_contains(ran.outcome.how, "30 processes");
        }
    }
}

/* What everybody may read is no matter for a program, and what it makes is not left for the next.
 */
static void other_users_files_are_not_its_own(void **state)
{
    (void)state;
    static const char *const folders[] = {"/tmp", "/dev/shm", "/var/tmp"};
    char other[160], left[3][48], command[768];
    snprintf(other, sizeof other, "%s/of_another", here.folder);
    for (size_t i = 0; i < 3; i++) /* by a name that no other run of this test has */
        snprintf(left[i], sizeof left[i], "%s/gridstride-left-%d", folders[i], (int)getpid());
    FILE *out = fopen(other, "w");
    assert_non_null(out);
    assert_true(fputs("42", out) >= 0);
    assert_int_equal(fclose(out), 0);
    assert_int_equal(chmod(other, 0644), 0);
    snprintf(command, sizeof command,
             "cat %s; mkdir -p %s/deep && echo x >%s/deep/x; echo x >%s; echo x >%s; "
             "cat /proc/1/cmdline; echo x >inside || echo failed",
             other, left[0], left[0], left[1], left[2]);
    IN_EACH(sandbox)
    {
        if (sandbox == GS_SANDBOX_LIMITS)
            continue;
        struct ran ran = run_shell(sandbox, command);
        assert_null(strstr(ran.text, "42"));
        assert_null(strstr(ran.text, "failed"));
        for (size_t i = 0; i < 3; i++)
            assert_int_equal(access(left[i], F_OK), -1);
    }
}

/* While nobody looks the kernel does; of one's own processes all would count, so there it does not.
 */
static void processes_have_an_end_in_the_kernel(void **state)
{
    (void)state;
    IN_EACH(sandbox)
    {
        char *argv[] = {"/bin/grep", "processes", "/proc/self/limits", NULL};
        struct gs_confined_limits limits = generous();
        limits.processes = 30;
        struct ran ran =
            run((struct gs_confined){.sandbox = sandbox, .argv = argv, .limits = limits});
        if (sandbox != GS_SANDBOX_LIMITS)
            assert_contains(ran.text, " 76 ");
    }
}

/* In a process that is killed while it waits. */
static void be_killed(enum gs_sandbox sandbox, int started)
{
    char *argv[] = {"/bin/sh", "-c", "sleep 100 & echo >&3; sleep 100", NULL};
    struct gs_confined confined = {.sandbox = sandbox,
                                   .argv = argv,
                                   .environment = no_environment,
                                   .descriptors = &started,
                                   .descriptor_count = 1,
                                   .output = -1};
    struct gs_confined_outcome outcome;
    struct gs_error error;
    gs_confined_run(&confined, &outcome, &error);
    _exit(1);
}

static void it_dies_with_its_caller(void **state)
{
    (void)state;
    IN_EACH(sandbox)
    {
        int ends[2];
        char byte;
        assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
        pid_t pid = fork();
        if (pid == 0)
            be_killed(sandbox, ends[1]);
        close(ends[1]);
        assert_int_equal(read(ends[0], &byte, 1), 1);
        kill(pid, SIGKILL);
        assert_int_equal(waitpid(pid, NULL, 0), pid);
        struct pollfd left = {.fd = ends[0], .events = POLLIN};
        assert_int_equal(poll(&left, 1, 600000), 1);
        assert_int_equal(left.revents, POLLHUP);
        close(ends[0]);
    }
}

/* ---- what it has ----------------------------------------------------------------------------- */

static void it_has_its_descriptors_and_no_others(void **state)
{
    (void)state;
    IN_EACH(sandbox)
    {
        /* From the last to the first, and one of them twice: the place of one is where another
         * is. */
        int pipes[2], back[2], far = fcntl(STDERR_FILENO, F_DUPFD, 50);
        assert_true(far >= 50 && pipe(pipes) == 0 && pipe(back) == 0);
        int given[] = {back[1], back[0], pipes[0], pipes[0]};
        char *argv[] = {here.helper, "list-descriptors", NULL};
        struct gs_confined confined = {.sandbox = sandbox,
                                       .argv = argv,
                                       .descriptors = given,
                                       .descriptor_count = 4,
                                       .limits = generous()};
        assert_string_equal(run(confined).text, "0 1 2 3 4 5 6 ");
        char *talk[] = {"/bin/sh", "-c", "read a <&4; read b <&6; echo $a $b; echo out >&3", NULL};
        assert_int_equal(write(pipes[1], "two\n", 4), 4);
        assert_int_equal(write(back[1], "one\n", 4), 4);
        confined.argv = talk;
        assert_string_equal(run(confined).text, "one two\n");
        char text[8] = "";
        assert_int_equal(read(back[0], text, sizeof text), 4);
        assert_string_equal(text, "out\n");
        int all[] = {far, pipes[0], pipes[1], back[0], back[1]};
        for (size_t i = 0; i < 5; i++)
            assert_int_equal(close(all[i]), 0);
    }
}

static void nothing_of_the_environment_is_handed_on(void **state)
{
    (void)state;
    setenv("GS_SECRET", "of the teacher", 1);
    IN_EACH(sandbox)
    {
        char *argv[] = {"/usr/bin/env", "-u", "PWD", NULL}, *given[] = {"ONLY=this", NULL};
        struct ran ran = run((struct gs_confined){
            .sandbox = sandbox, .argv = argv, .environment = given, .limits = generous()});
        assert_string_equal(ran.text, "ONLY=this\n");
    }
    unsetenv("GS_SECRET");
}

/* What it leaves is ours again, links lead nowhere, and what they lead to was not touched. */
static void its_folder_is_its_own(void **state)
{
    (void)state;
    char outside[128], path[160];
    struct stat status, before;
    snprintf(outside, sizeof outside, "%s/outside", here.folder);
    close(open(outside, O_CREAT | O_WRONLY, 0600));
    assert_int_equal(lstat(outside, &before), 0);
    IN_EACH(sandbox)
    {
        char command[512];
        snprintf(command, sizeof command,
                 "pwd; mkdir a && echo text > a/file && ln -s %s link && chmod 0 a/file && cat "
                 "file-of-before && touch file-of-before",
                 outside);
        snprintf(path, sizeof path, "%s/file-of-before", here.inside);
        int file = open(path, O_CREAT | O_WRONLY, 0600);
        assert_int_equal(write(file, "before\n", 7), 7);
        close(file);
        struct ran ran = run_shell(sandbox, command);
        char expected[160];
        snprintf(expected, sizeof expected, "%s\nbefore\n", here.inside);
        assert_string_equal(ran.text, expected);
        assert_int_equal(ran.outcome.status, 0);
        static const char *const names[] = {".", "a", "a/file", "link", "file-of-before"};
        for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
            snprintf(path, sizeof path, "%s/%s", here.inside, names[i]);
            assert_int_equal(lstat(path, &status), 0);
            assert_int_equal(status.st_uid, geteuid());
            assert_int_equal(status.st_gid, before.st_gid);
        }
        assert_int_equal(lstat(outside, &status), 0);
        assert_int_equal(status.st_uid, before.st_uid);
        assert_int_equal(status.st_mode, before.st_mode);
        static const char *const made[] = {"a/file", "a", "link", "file-of-before"};
        for (size_t i = 0; i < sizeof made / sizeof made[0]; i++) {
            snprintf(path, sizeof path, "%s/%s", here.inside, made[i]);
            assert_int_equal(remove(path), 0);
        }
    }
}

/* Somebody listens on this machine, and cannot be reached. */
static void there_is_no_network(void **state)
{
    (void)state;
    NEEDS_FILTERS();
    struct sockaddr_in at = {.sin_family = AF_INET};
    socklen_t size = sizeof at;
    char port[16];
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(file, (struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(file, 8), 0);
    assert_int_equal(getsockname(file, (struct sockaddr *)&at, &size), 0);
    snprintf(port, sizeof port, "%d", ntohs(at.sin_port));
    char *argv[] = {here.helper, "connect", port, NULL};
    pid_t pid = fork();
    if (pid == 0) {
        execv(argv[0], argv);
        _exit(99);
    }
    int reached;
    assert_int_equal(waitpid(pid, &reached, 0), pid);
    assert_int_equal(reached, 0);
    IN_EACH(sandbox)
    {
        assert_int_equal(run_helper(sandbox, "connect", port, generous()).outcome.status, 1);
    }
    close(file);
}

/* ---- what bubblewrap alone can do ------------------------------------------------------------ */

static void the_rest_of_the_machine_is_not_there(void **state)
{
    (void)state;
    NEEDS_BUBBLEWRAP();
    char command[512], mine[128];
    snprintf(mine, sizeof mine, "%s/another's", here.folder);
    close(open(mine, O_CREAT | O_WRONLY, 0666));
    snprintf(
        command, sizeof command,
        "for f in /root /home /var /etc/passwd /sys /boot %s/another\\'s; do "
        "test -e $f && echo $f; done; ls /; wc -l < /proc/net/dev; ls /proc | grep -c '^[0-9]'",
        here.folder);
    struct ran ran = run_shell(GS_SANDBOX_BUBBLEWRAP, command);
    char *at = strstr(ran.text, "bin\n");
    assert_ptr_equal(at, ran.text);
    assert_null(strstr(ran.text, "home"));
    assert_contains(ran.text, "tmp\nusr\n3\n"); /* two lines of headings, and lo */
    assert_true(atoi(strrchr(strstr(ran.text, "\n3\n") + 1, '3') + 2) <= 6);
}

static void the_system_is_read_only(void **state)
{
    (void)state;
    NEEDS_BUBBLEWRAP();
    struct ran ran = run_shell(
        GS_SANDBOX_BUBBLEWRAP,
        "for f in / /usr /usr/bin /dev /etc /proc; do { true > $f/new; } 2>/dev/null && echo $f; "
        "done; { cat /proc/sys/vm/swappiness > /tmp/old && cat /tmp/old > "
        "/proc/sys/vm/swappiness; } 2>/dev/null && echo kernel; test $(id -u) = 0 && echo root; "
        "true > /tmp/new && true > /dev/shm/new && echo good");
    assert_string_equal(ran.text, "good\n");
}

static void it_sees_what_it_is_given(void **state)
{
    (void)state;
    NEEDS_BUBBLEWRAP();
    char given[96], real[96], link[128], hidden[128], command[512];
    snprintf(given, sizeof given, "%s/given", here.folder);
    snprintf(real, sizeof real, "%s/real", here.folder);
    snprintf(link, sizeof link, "%s/link", given);
    snprintf(hidden, sizeof hidden, "%s/hidden", real);
    assert_int_equal(mkdir(given, 0755) | mkdir(real, 0755) | mkdir(hidden, 0755), 0);
    assert_int_equal(symlink(real, link), 0);
    snprintf(command, sizeof command, "%s/solution", hidden);
    close(open(command, O_CREAT | O_WRONLY, 0644));
    snprintf(command, sizeof command, "ls %s %s %s 2>&1; : > %s/new", given, link, hidden, real);
    const char *readable[] = {given, link, NULL}, *hide[] = {hidden, NULL};
    char *argv[] = {"/bin/sh", "-c", command, NULL};
    struct gs_confined confined = {.sandbox = GS_SANDBOX_BUBBLEWRAP,
                                   .argv = argv,
                                   .readable = readable,
                                   .hidden = hide,
                                   .limits = generous()};
    struct ran ran = run(confined);
    assert_contains(ran.text, "link\n");
    assert_contains(ran.text, "hidden\n");
    assert_null(strstr(ran.text, "solution"));
    assert_contains(ran.text, "Read-only");
    const char *alone[] = {link, NULL}; /* the link's own folder is not there */
    confined.readable = alone;
    confined.hidden = NULL;
    assert_contains(run(confined).text, "/link:\nhidden\n");
}

static void its_memory_folders_have_an_end(void **state)
{
    (void)state;
    NEEDS_BUBBLEWRAP();
    struct gs_confined_limits limits = generous();
    size_t tmp = 0, shm = 0;
    limits.memory_bytes = 16 << 20;
    char *argv[] = {"/bin/sh", "-c",
                    "for d in /tmp /dev/shm; do for i in 0 1 2 3 4 5 6 7; do head -c 1000000 "
                    "/dev/zero > $d/$i || break; done; cat $d/[0-7] | wc -c; done 2>/dev/null",
                    NULL};
    struct ran ran =
        run((struct gs_confined){.sandbox = GS_SANDBOX_BUBBLEWRAP, .argv = argv, .limits = limits});
    assert_int_equal(sscanf(ran.text, "%zu %zu", &tmp, &shm), 2);
    assert_in_range(tmp, 3 << 20, 4 << 20);
    assert_in_range(shm, 1000000, 1 << 20);
}

/* ---- the best -------------------------------------------------------------------------------- */

static void without_bubblewrap_there_is_a_warning(void **state)
{
    (void)state;
    char *path = strdup(getenv("PATH")), warning[512];
    setenv("PATH", "/nowhere", 1);
    enum gs_sandbox best = gs_sandbox_best(warning, sizeof warning);
    setenv("PATH", path, 1);
    free(path);
    assert_int_equal(best, has(GS_SANDBOX_USER) ? GS_SANDBOX_USER : GS_SANDBOX_LIMITS);
    assert_one_line(warning);
    assert_contains(warning, "install bubblewrap");
    if (here.bubblewrap)
        assert_string_equal(here.warning, "");
}

static void of_the_reasons_of_bubblewrap_the_first_is_told(void **state)
{
    (void)state;
    char folder[96], program[128], path[4096], warning[512], *before = strdup(getenv("PATH"));
    snprintf(folder, sizeof folder, "%s/bin", here.folder);
    snprintf(program, sizeof program, "%s/bwrap", folder);
    snprintf(path, sizeof path, "%s:%.3900s", folder, before);
    assert_int_equal(mkdir(folder, 0755), 0);
    FILE *out = fopen(program, "w");
    assert_non_null(out);
    assert_true(fputs("#!/bin/sh\necho 'bwrap: not allowed. See <https://example.org>' >&2\n"
                      "exit 1\n",
                      out) >= 0);
    assert_int_equal(fclose(out), 0);
    assert_int_equal(chmod(program, 0755), 0);
    setenv("PATH", path, 1);
    enum gs_sandbox best = gs_sandbox_best(warning, sizeof warning);
    setenv("PATH", before, 1);
    free(before);
    assert_int_not_equal(best, GS_SANDBOX_BUBBLEWRAP);
    assert_contains(warning, "bwrap: not allowed)");
}

/* ---- all ------------------------------------------------------------------------------------- */

/* The kernel looks at the missing filter where it has filters at all. */
static bool has_filters(void)
{
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL) == -1 && errno == EFAULT;
}

static bool has_adoption(void)
{
    int adopts = 0;
    return prctl(PR_GET_CHILD_SUBREAPER, &adopts) == 0;
}

static int prepare(void **state)
{
    (void)state;
    char command[512];
    here.filters = has_filters();
    here.adopts = has_adoption();
    here.bubblewrap = gs_sandbox_best(here.warning, sizeof here.warning) == GS_SANDBOX_BUBBLEWRAP;
    strcpy(here.folder, "/tmp/sandbox_test.XXXXXX");
    if (mkdtemp(here.folder) == NULL || chmod(here.folder, 0755) != 0)
        return -1;
    snprintf(here.inside, sizeof here.inside, "%s/own", here.folder);
    snprintf(here.helper, sizeof here.helper, "%s/helper", here.inside);
    snprintf(command, sizeof command, "cp %s %s", SANDBOX_HELPER, here.helper);
    return mkdir(here.inside, 0755) != 0 || system(command) != 0;
}

static int clean(void **state)
{
    (void)state;
    return gs_test_remove_folder(here.folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_ends_by_itself),
        cmocka_unit_test(a_signal_ends_it),
        cmocka_unit_test(what_cannot_start_is_told),
        cmocka_unit_test(time_runs_out),
        cmocka_unit_test(processor_time_runs_out),
        cmocka_unit_test(nothing_stays_behind),
        cmocka_unit_test(output_has_an_end),
        cmocka_unit_test(memory_has_an_end),
        cmocka_unit_test(processes_have_an_end),
        cmocka_unit_test(processes_have_an_end_in_the_kernel),
        cmocka_unit_test(other_users_files_are_not_its_own),
        cmocka_unit_test(it_dies_with_its_caller),
        cmocka_unit_test(it_has_its_descriptors_and_no_others),
        cmocka_unit_test(nothing_of_the_environment_is_handed_on),
        cmocka_unit_test(its_folder_is_its_own),
        cmocka_unit_test(there_is_no_network),
        cmocka_unit_test(the_rest_of_the_machine_is_not_there),
        cmocka_unit_test(the_system_is_read_only),
        cmocka_unit_test(it_sees_what_it_is_given),
        cmocka_unit_test(its_memory_folders_have_an_end),
        cmocka_unit_test(without_bubblewrap_there_is_a_warning),
        cmocka_unit_test(of_the_reasons_of_bubblewrap_the_first_is_told),
    };
    return cmocka_run_group_tests(tests, prepare, clean);
}
