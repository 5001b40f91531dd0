#include "process.h"

#include "clock.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static bool redirect(const char *path, int flags, int descriptor)
{
    if (path == NULL)
        return true;
    int file = open(path, flags | O_CLOEXEC, 0666);
    return file >= 0 && dup2(file, descriptor) == descriptor;
}

/* In the child. Where the program cannot be started, the reason goes into the pipe. */
static void become(const struct gs_process *process, pid_t parent, int reason)
{
    const int fresh = O_WRONLY | O_CREAT | O_TRUNC;
    signal(SIGINT, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    if (process->own_group)
        setpgid(0, 0);
    if (process->ends_with_us)
        prctl(PR_SET_PDEATHSIG, SIGKILL);
    /* Or it died before it could be watched. */
    bool ready = !process->ends_with_us || getppid() == parent;
    if (process->prepare != NULL)
        process->prepare(process->context);
    if (ready && redirect(process->input, O_RDONLY, STDIN_FILENO) &&
        redirect(process->output, fresh, STDOUT_FILENO) &&
        redirect(process->errors, fresh, STDERR_FILENO))
        execvp(process->argv[0], process->argv);
    int number = errno;
    ssize_t written = write(reason, &number, sizeof number);
    _exit(written == sizeof number ? 127 : 126);
}

static enum gs_status cannot_start(const char *what, int reason, struct gs_error *error)
{
    gs_fail(error, GS_USAGE, "cannot start %.300s: %s", what, strerror(reason));
    errno = reason;
    return GS_USAGE;
}

enum gs_status gs_process_start(const struct gs_process *process, pid_t *pid,
                                struct gs_error *error)
{
    int reason[2], number = 0;
    if (pipe2(reason, O_CLOEXEC) != 0)
        return cannot_start("a process", errno, error);
    fflush(NULL); /* or the child would print it once more */
    pid_t parent = getpid();
    *pid = fork();
    if (*pid == 0)
        become(process, parent, reason[1]);
    int failure = errno;
    close(reason[1]);
    ssize_t got = *pid > 0 ? read(reason[0], &number, sizeof number) : 0;
    close(reason[0]);
    if (*pid < 0)
        return cannot_start("a process", failure, error);
    if (got != sizeof number)
        return GS_OK;
    gs_process_wait(*pid, 0, &failure);
    return cannot_start(process->argv[0], number, error);
}

bool gs_process_wait(pid_t pid, double limit_s, int *status)
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
    gs_process_wait(pid, 0, status);
    return true;
}

/* Whether a thread has a processor, or waits for one. */
static bool is_runnable(int threads, const char *thread)
{
    char path[300], line[512];
    snprintf(path, sizeof path, "%.200s/stat", thread);
    int file = openat(threads, path, O_RDONLY | O_CLOEXEC);
    ssize_t got = file < 0 ? -1 : read(file, line, sizeof line - 1);
    if (file >= 0)
        close(file);
    line[got > 0 ? got : 0] = '\0';
    const char *name_end = strrchr(line, ')');
    return name_end != NULL && strncmp(name_end, ") R", 3) == 0;
}

static unsigned runnable_threads(pid_t pid)
{
    char path[64];
    unsigned count = 0;
    snprintf(path, sizeof path, "/proc/%ld/task", (long)pid);
    DIR *threads = opendir(path);
    if (threads == NULL)
        return 0;
    for (const struct dirent *thread; (thread = readdir(threads)) != NULL;)
        count += thread->d_name[0] != '.' && is_runnable(dirfd(threads), thread->d_name);
    closedir(threads);
    return count;
}

double gs_process_own_s(pid_t pid, double span_s, double *cpu_s)
{
    clockid_t clock;
    struct timespec now;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &now) != 0)
        return span_s;
    const double before_s = *cpu_s;
    *cpu_s = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    unsigned runnable = runnable_threads(pid);
    return runnable == 0 ? span_s : fmin(span_s, (*cpu_s - before_s) / runnable);
}

enum gs_status gs_process_run(const struct gs_process *process, int *status, struct gs_error *error)
{
    pid_t pid;
    enum gs_status started = gs_process_start(process, &pid, error);
    if (started == GS_OK)
        gs_process_wait(pid, 0, status);
    return started;
}

void gs_process_how(int status, char *text, size_t size)
{
    if (WIFSIGNALED(status))
        snprintf(text, size, "was killed by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        snprintf(text, size, "ended with exit status %d", WEXITSTATUS(status));
}
