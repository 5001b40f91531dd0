#include "inspected_run.h"

#include "clock.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- the folder ------------------------------------------------------------------------------ */

struct gs_inspect_path gs_inspect_file(const struct gs_inspect_folder *folder, const char *name)
{
    struct gs_inspect_path path;
    snprintf(path.text, sizeof path.text, "%s/%s", folder->path, name);
    return path;
}

/* ---- schedules ------------------------------------------------------------------------------- */

struct gs_schedule gs_schedule_at(unsigned k)
{
    static const unsigned residents[] = {8, 2, 16};
    return (struct gs_schedule){.seed = k, .resident = residents[(k - 1) % 3]};
}

/* ---- the process ----------------------------------------------------------------------------- */

static void set_number(const char *name, double number)
{
    char text[32];
    snprintf(text, sizeof text, "%.15g", number);
    setenv(name, text, 1);
}

static void set_environment(const struct gs_inspect_run *run)
{
    setenv("SIMT_INSPECT_JSON", gs_inspect_file(run->folder, "report").text, 1);
    set_number("SIMT_SEED", (double)run->schedule.seed);
    if (run->schedule.resident > 0)
        set_number("SIMT_RESIDENT_BLOCKS", run->schedule.resident);
    if (run->timeout_s > 0)
        set_number("SIMT_TIMEOUT", run->timeout_s);
    if (run->margin)
        setenv("SIMT_INSPECT_MARGIN", "1", 1);
    if (!run->shown) {
        unsetenv("SIMT_INSPECT_FORMAT");
        setenv("OMP_NUM_THREADS", "1", 0);
    }
}

static bool redirect(const char *path, int flags, int descriptor)
{
    int file = open(path, flags | O_CLOEXEC, 0666);
    return file >= 0 && dup2(file, descriptor) == descriptor;
}

/* In the child. Where the program cannot be started, the reason goes into the pipe. */
static void become(const struct gs_inspect_run *run, pid_t parent, int reason)
{
    const int fresh = O_WRONLY | O_CREAT | O_TRUNC;
    signal(SIGINT, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    bool ready = getppid() == parent; /* or it died before it could be watched */
    set_environment(run);
    if (ready && !run->shown)
        ready = redirect("/dev/null", O_RDONLY, STDIN_FILENO) &&
                redirect(gs_inspect_file(run->folder, "stdout").text, fresh, STDOUT_FILENO) &&
                redirect(gs_inspect_file(run->folder, "stderr").text, fresh, STDERR_FILENO);
    if (ready)
        execv(run->argv[0], run->argv);
    int number = errno;
    ssize_t written = write(reason, &number, sizeof number);
    _exit(written == sizeof number ? 127 : 126);
}

/* Its kernels are stopped by the time that they compute for; how long it may take in all is ten
 * seconds more, for the machine may be busy and the program waits for its turn. */
static double limit_of(const struct gs_inspect_run *run)
{
    return run->timeout_s > 0 ? 4 * run->timeout_s + 10 : 0;
}

/* Waits for the process; true: its time was up and it was killed. */
static bool wait_for(pid_t pid, double limit_s, int *status)
{
    double start = gs_clock_s();
    while (limit_s <= 0 || gs_clock_s() - start < limit_s) {
        pid_t ended = waitpid(pid, status, limit_s > 0 ? WNOHANG : 0);
        if (ended == pid || (ended < 0 && errno != EINTR))
            return false;
        if (ended == 0)
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    kill(pid, SIGKILL);
    while (waitpid(pid, status, 0) < 0 && errno == EINTR)
        ;
    return true;
}

static enum gs_status start(const struct gs_inspect_run *run, pid_t *pid, struct gs_error *error)
{
    int reason[2], number = 0;
    if (pipe2(reason, O_CLOEXEC) != 0)
        return gs_fail(error, GS_USAGE, "cannot start a process: %s", strerror(errno));
    fflush(NULL); /* or the child would print it once more */
    pid_t parent = getpid();
    *pid = fork();
    if (*pid == 0)
        become(run, parent, reason[1]);
    int failure = errno;
    close(reason[1]);
    ssize_t got = *pid > 0 ? read(reason[0], &number, sizeof number) : 0;
    close(reason[0]);
    if (*pid < 0)
        return gs_fail(error, GS_USAGE, "cannot start a process: %s", strerror(failure));
    if (got != sizeof number)
        return GS_OK;
    waitpid(*pid, NULL, 0);
    return gs_fail(error, GS_USAGE, "cannot start %.300s: %s", run->argv[0], strerror(number));
}

/* Ours is ignored while it runs: the program decides what Ctrl-C means to it. */
static enum gs_status run_to_end(const struct gs_inspect_run *run, int *status, bool *hung,
                                 struct gs_error *error)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    pid_t pid = -1;
    sigaction(SIGINT, &ignore, &before);
    enum gs_status started = start(run, &pid, error);
    if (started == GS_OK)
        *hung = wait_for(pid, limit_of(run), status);
    sigaction(SIGINT, &before, NULL);
    if (started == GS_OK && WIFSIGNALED(*status) && WTERMSIG(*status) == SIGINT)
        return gs_fail(error, GS_INTERRUPTED, "interrupted");
    return started;
}

enum gs_status gs_inspect_start(const struct gs_inspect_run *run, struct gs_inspect_outcome *out,
                                struct gs_error *error)
{
    int status = 0;
    *out = (struct gs_inspect_outcome){0};
    struct gs_inspect_path report = gs_inspect_file(run->folder, "report");
    unlink(report.text); /* the last run's */
    enum gs_status result = run_to_end(run, &status, &out->hung, error);
    if (result != GS_OK)
        return result;
    out->report = json_load_file(report.text, 0, NULL);
    size_t findings = json_array_size(json_object_get(out->report, "findings"));
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    out->good = code == 0 || (code == 1 && findings > 0);
    if (out->hung)
        snprintf(out->how, sizeof out->how, "did not end within %g s and was killed (--timeout)",
                 limit_of(run));
    else if (WIFSIGNALED(status))
        snprintf(out->how, sizeof out->how, "was killed by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        snprintf(out->how, sizeof out->how, "ended with exit status %d", code);
    return GS_OK;
}

void gs_inspect_outcome_release(struct gs_inspect_outcome *outcome)
{
    json_decref(outcome->report);
    *outcome = (struct gs_inspect_outcome){0};
}
