#include "sandbox_internal.h"

#include "clock.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- the folder, which belongs to whom runs there -------------------------------------------- */

/* Links are not followed, and what lies deeper than a path can be long is found. */
static bool give_folder(const struct gs_start *start, uid_t uid, gid_t gid)
{
    char *folders[] = {(char *)start->confined->folder, NULL};
    if (folders[0] == NULL || start->uid == 0)
        return true;
    FTS *walk = fts_open(folders, FTS_PHYSICAL | FTS_XDEV, NULL);
    if (walk == NULL)
        return false;
    bool given = true;
    for (FTSENT *entry = fts_read(walk); entry != NULL; entry = fts_read(walk))
        if (entry->fts_info != FTS_DP)
            given &= lchown(entry->fts_accpath, uid, gid) == 0;
    fts_close(walk);
    return given;
}

/* ---- the process ----------------------------------------------------------------------------- */

struct keeper {
    struct gs_start *start;
    struct gs_kept kept;
    sigset_t signals;
    pid_t pid;
    int report; /* what bubblewrap tells; -1: nothing does */
    double start_s;
    bool ended; /* waited for, and kept.status is its */
};

static bool fail(struct keeper *keeper, enum gs_keeper_step step, int number)
{
    keeper->kept.step = step;
    keeper->kept.number = number;
    return false;
}

/* Ours are waited for, not handled: that of a child's end, of the caller's end, and Ctrl-C. */
static bool take_charge(struct keeper *keeper, pid_t caller)
{
    static const int signals[] = {SIGCHLD, SIGTERM, SIGINT, SIGHUP, SIGQUIT};
    sigemptyset(&keeper->signals);
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        struct sigaction standard = {.sa_handler = SIG_DFL};
        sigaction(signals[i], &standard, NULL);
        sigaddset(&keeper->signals, signals[i]);
    }
    sigprocmask(SIG_SETMASK, &keeper->signals, NULL);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != caller) /* it died before it could be watched */
        return fail(keeper, GS_KEEPER_INTERRUPTED, 0);
    return true;
}

static bool start_process(struct keeper *keeper)
{
    struct gs_start *start = keeper->start;
    int reason[2], report[2] = {-1, -1}, number = 0;
    pid_t self = getpid();
    bool wrapped = start->confined->sandbox == GS_SANDBOX_BUBBLEWRAP;
    if (pipe2(reason, O_CLOEXEC) != 0 || (wrapped && pipe2(report, O_CLOEXEC) != 0))
        return fail(keeper, GS_KEEPER_PREPARE, errno);
    if (wrapped)
        start->places[gs_status_place(start->confined)] = report[1];
    keeper->report = report[0];
    keeper->start_s = gs_clock_s();
    keeper->pid = fork();
    if (keeper->pid == 0)
        gs_become_program(start, self, reason[1]);
    if (keeper->pid < 0)
        return fail(keeper, GS_KEEPER_PREPARE, errno);
    close(reason[1]);
    if (wrapped)
        close(report[1]);
    ssize_t got = read(reason[0], &number, sizeof number);
    close(reason[0]);
    return got != sizeof number || fail(keeper, GS_KEEPER_EXEC, number);
}

/* ---- watching it ----------------------------------------------------------------------------- */

/* Buries orphans that came to us; true: the process itself has ended, and is not waited for yet. */
static bool has_ended(const struct keeper *keeper)
{
    siginfo_t info;
    for (;;) {
        info.si_pid = 0;
        if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0)
            return false;
        if (info.si_pid == keeper->pid)
            return true;
        waitpid(info.si_pid, NULL, 0);
    }
}

static bool is_within(struct keeper *keeper)
{
    const struct gs_confined_limits *limits = &keeper->start->confined->limits;
    struct gs_process_tree tree;
    bool by_wall = limits->wall_s > 0 && gs_clock_s() - keeper->start_s >= limits->wall_s;
    keeper->kept.by_wall = by_wall;
    if (by_wall)
        keeper->kept.ending = GS_OUT_OF_TIME;
    else if (!gs_process_tree_measure(getpid(), limits->processes, &tree))
        return fail(keeper, GS_KEEPER_PREPARE, ENOSYS);
    else if (limits->processes > 0 && tree.tasks > limits->processes)
        keeper->kept.ending = GS_TOO_MANY_PROCESSES;
    else if (limits->memory_bytes > 0 && tree.memory_bytes > limits->memory_bytes)
        keeper->kept.ending = GS_OUT_OF_MEMORY;
    return keeper->kept.ending == GS_ENDED;
}

/* Until it ends, or must be ended. Looking takes at most a twentieth of the time. */
static void watch(struct keeper *keeper)
{
    const double shortest_s = 0.005, longest_s = 0.2;
    double pause_s = shortest_s;
    while (!has_ended(keeper)) {
        struct timespec pause = {.tv_nsec = (long)(1e9 * pause_s)};
        int number = sigtimedwait(&keeper->signals, NULL, &pause);
        if (number > 0 && number != SIGCHLD) {
            fail(keeper, GS_KEEPER_INTERRUPTED, 0);
            return;
        }
        double before_s = gs_clock_s();
        if (!has_ended(keeper) && !is_within(keeper))
            return;
        pause_s = 20 * (gs_clock_s() - before_s);
        pause_s = pause_s < shortest_s ? shortest_s : pause_s > longest_s ? longest_s : pause_s;
    }
}

/* ---- its end --------------------------------------------------------------------------------- */

/*
 * Its session dies at one blow, while one that forks without end would outrun us; in bubblewrap
 * that is the session of bubblewrap's child. Who left it nevertheless comes to us when its parent
 * is dead. Nothing is left when there is nothing to wait for; a process that the kernel itself
 * holds is given up after a while.
 */
static void end_all(struct keeper *keeper)
{
    const double patience_s = 10;
    double start_s = gs_clock_s();
    if (keeper->pid > 0) {
        gs_process_tree_kill_children(keeper->pid);
        kill(-keeper->pid, SIGKILL);
    }
    while (gs_clock_s() - start_s < patience_s) {
        int status;
        pid_t pid = waitpid(-1, &status, WNOHANG);
        if (pid < 0 && errno == ECHILD)
            return;
        if (pid > 0 && pid == keeper->pid) {
            keeper->ended = true;
            keeper->kept.status = status;
        } else if (pid == 0) {
            gs_process_tree_kill_children(getpid());
            nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
        }
    }
}

/* Bubblewrap tells the exit status where the program was started at all. */
static bool bubblewrap_ran(const struct keeper *keeper)
{
    char text[1024] = "";
    size_t length = 0;
    ssize_t got;
    while (length < sizeof text - 1 &&
           (got = read(keeper->report, text + length, sizeof text - 1 - length)) > 0)
        length += (size_t)got;
    text[length] = '\0';
    return strstr(text, "\"exit-code\"") != NULL;
}

/* A shell's way to tell of a signal, which is also bubblewrap's. */
static int signal_or_status(int status)
{
    int number = WIFEXITED(status) ? WEXITSTATUS(status) - 128 : 0;
    return number > 0 && number < NSIG ? number : status;
}

static void judge_end(struct keeper *keeper)
{
    struct gs_kept *kept = &keeper->kept;
    if (kept->step != GS_KEEPER_RAN || kept->ending != GS_ENDED)
        return;
    if (keeper->start->confined->sandbox == GS_SANDBOX_BUBBLEWRAP) {
        if (!bubblewrap_ran(keeper)) {
            fail(keeper, GS_KEEPER_BUBBLEWRAP, 0);
            return;
        }
        kept->status = signal_or_status(kept->status);
    }
    if (!WIFSIGNALED(kept->status))
        return;
    int number = WTERMSIG(kept->status);
    kept->ending = number == SIGXCPU   ? GS_OUT_OF_TIME
                   : number == SIGXFSZ ? GS_TOO_MUCH_OUTPUT
                                       : GS_KILLED;
}

/* Of all that was waited for, here or in the sandbox. */
static double children_cpu_s(void)
{
    struct rusage used;
    if (getrusage(RUSAGE_CHILDREN, &used) != 0)
        return 0;
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

struct gs_kept gs_keep(struct gs_start *start, pid_t caller)
{
    struct keeper keeper = {.start = start, .report = -1};
    uid_t owner = geteuid();
    gid_t group = getegid();
    if (take_charge(&keeper, caller)) {
        if (!give_folder(start, start->uid, start->uid))
            fail(&keeper, GS_KEEPER_FOLDER, errno);
        else if (start_process(&keeper))
            watch(&keeper);
        keeper.kept.wall_s = gs_clock_s() - keeper.start_s;
        end_all(&keeper);
        keeper.kept.cpu_s = children_cpu_s();
        if (!give_folder(start, owner, group) && keeper.kept.step == GS_KEEPER_RAN)
            fail(&keeper, GS_KEEPER_FOLDER, errno);
        /* After that: the folder itself is not among them. */
        if (start->uid != 0 && start->confined->sandbox == GS_SANDBOX_USER)
            gs_leavings_remove(start->uid);
        judge_end(&keeper);
    }
    return keeper.kept;
}
