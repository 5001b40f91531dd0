/* Between fork and exec: nothing here may allocate, or take a lock that a thread may have held. */
#include "sandbox_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/seccomp.h>
#include <math.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- limits ---------------------------------------------------------------------------------- */

static void set_limit(__rlimit_resource_t resource, rlim_t soft, rlim_t hard)
{
    struct rlimit limit;
    if (getrlimit(resource, &limit) != 0)
        return;
    if (hard < limit.rlim_max)
        limit.rlim_max = hard;
    limit.rlim_cur = soft < limit.rlim_max ? soft : limit.rlim_max;
    setrlimit(resource, &limit);
}

/* 16 times the memory: a simulated device reserves much more than it touches. What this is for is
 * the one allocation of 100 GB, which would be filled faster than anybody looks. */
static void set_limits(const struct gs_start *start)
{
    enum { MOST_FILES = 256 };
    const struct gs_confined_limits *limits = &start->confined->limits;
    rlim_t processes = gs_most_processes(start->confined);
    rlim_t reserved = 16 * (rlim_t)limits->memory_bytes, seconds = (rlim_t)ceil(limits->cpu_s);
    if (limits->cpu_s > 0)
        set_limit(RLIMIT_CPU, seconds, seconds + 2);
    if (limits->memory_bytes > 0)
        set_limit(RLIMIT_DATA, reserved, reserved);
    if (limits->file_bytes > 0)
        set_limit(RLIMIT_FSIZE, limits->file_bytes, limits->file_bytes);
    /* In bubblewrap it is set when the user is another: it would count root's processes before. */
    if (limits->processes > 0 && start->confined->sandbox == GS_SANDBOX_USER)
        set_limit(RLIMIT_NPROC, processes, processes);
    set_limit(RLIMIT_CORE, 0, 0);
    set_limit(RLIMIT_MSGQUEUE, 0, 0);
    set_limit(RLIMIT_NOFILE, MOST_FILES, MOST_FILES);
}

/* Should the machine run out of memory all the same, this is what it had better kill. */
static void be_killed_first(void)
{
    int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return;
    ssize_t written = write(file, "1000", 4);
    (void)written; /* all else holds without it */
    close(file);
}

/* ---- what is inherited ----------------------------------------------------------------------- */

static void default_signals(void)
{
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigset_t none;
    for (int number = 1; number < NSIG; number++)
        sigaction(number, &standard, NULL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static void close_from(int first)
{
    struct rlimit limit = {0};
#ifdef SYS_close_range
    if (syscall(SYS_close_range, first, ~0U, 0) == 0)
        return;
#endif
    getrlimit(RLIMIT_NOFILE, &limit);
    for (int file = first; (rlim_t)file < limit.rlim_cur; file++)
        close(file);
}

/*
 * Each descriptor to its place, in two steps, since the place of one may be where another is now;
 * closes all others. `reason` goes behind them, and is closed by exec.
 */
static bool arrange(const struct gs_start *start, int *reason)
{
    int behind = start->place_count;
    *reason = fcntl(*reason, F_DUPFD_CLOEXEC, behind + 1);
    for (int i = 0; i < start->place_count; i++) {
        start->places[i] = fcntl(start->places[i], F_DUPFD_CLOEXEC, behind + 1);
        if (start->places[i] < 0)
            return false;
    }
    for (int i = 0; i < start->place_count; i++)
        if (dup2(start->places[i], i) < 0)
            return false;
    if (dup3(*reason, behind, O_CLOEXEC) < 0)
        return false;
    *reason = behind;
    close_from(behind + 1);
    return true;
}

/* ---- who it is ------------------------------------------------------------------------------- */

static bool become_user(uid_t uid)
{
    return uid == 0 || (setgroups(0, NULL) == 0 && setresgid(uid, uid, uid) == 0 &&
                        setresuid(uid, uid, uid) == 0);
}

/* One's own code runs also where the system has no filters for its calls, as in an emulator. */
static bool filter_calls(const struct gs_start *start)
{
    struct sock_fprog program = {.len = start->filter_count,
                                 .filter = (struct sock_filter *)start->filter};
    return start->filter_count == 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 ||
           (start->confined->sandbox == GS_SANDBOX_LIMITS && errno == EINVAL);
}

/* What bubblewrap does by itself. */
static bool confine(const struct gs_start *start)
{
    const char *folder = start->confined->folder;
    if (start->confined->sandbox == GS_SANDBOX_BUBBLEWRAP)
        return true;
    return chdir(folder != NULL ? folder : "/") == 0 && become_user(start->uid) &&
           prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           (start->uid == 0 || gs_landlock_confine(start->confined)) && filter_calls(start);
}

void gs_become_program(const struct gs_start *start, pid_t keeper, int reason)
{
    setsid();
    default_signals();
    umask(022);
    be_killed_first();
    if (arrange(start, &reason)) {
        set_limits(start);
        bool confined = confine(start);
        /* After the change of user, which would undo it. */
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (confined && getppid() == keeper)
            execve(start->argv[0], start->argv, start->confined->environment);
    }
    int number = errno;
    ssize_t written = write(reason, &number, sizeof number);
    _exit(written == sizeof number ? 127 : 126);
}
