#define _GNU_SOURCE /* sigaltstack */
#include "ending.h"

#include "finding.h"
#include "inspect.h"
#include "runtime/observer.h"
#include "runtime/watchdog.h"
#include "runtime/worker.h"
#include "sentence_waits.h"

#include <execinfo.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <time.h>

enum {
    most_tries = 50,
    try_again_ns = 5 * 1000 * 1000,
    most_frames = 64,
    stack_bytes = 256 * 1024,
};

static volatile sig_atomic_t signal_received; /* 0: none came */
static double launch_begun_s;                 /* as CPU time */
static timer_t again;
static bool has_timer;

static double cpu_seconds(void)
{
    struct timespec used;

    simt_own_clock = true;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    simt_own_clock = false;
    return (double)used.tv_sec + round((double)used.tv_nsec * 1e-7) * 0.01;
}

// NOLINTBEGIN(bugprone-signal-handler): what is not safe there is done where the program's own code
// was met, which holds no lock, or after a while, when nothing else is left to do

static void die(void)
{
    if (!simt_inspect_print_report())
        return;
    (void)signal(signal_received, SIG_DFL);
    (void)raise(signal_received);
}

/* A place in a file of the program's own: in no header of the system, and not in what is around a
 * program here, which a build for debugging has lines of as well. */
static bool is_own(const void *site)
{
    struct simt_position position = simt_source_find(site);

    return position.line > 0 && strncmp(position.file, "/usr/", strlen("/usr/")) != 0 &&
           !strstr(position.file, "/harness/simt/") && !strstr(position.file, "/harness/judge/");
}

const void *simt_ending_line(uintptr_t met)
{
    void *frames[most_frames];
    const char *at = (const char *)met; // NOLINT(performance-no-int-to-ptr)
    int count = backtrace(frames, most_frames), i = 0;

    /* A site is where a call comes back to, one past what it stands for. */
    if (simt_watchdog_in_program(met) && is_own(at + 1))
        return at + 1;
    while (i < count && frames[i] != at)
        i++;
    for (; i < count; i++)
        if (simt_watchdog_in_program((uintptr_t)frames[i]) && is_own(frames[i]))
            return frames[i];
    return NULL;
}

static void add_finding(uintptr_t at)
{
    struct simt_finding finding = {.kind = SIMT_FINDING_NEVER_ENDS,
                                   .why = SIMT_WHY_HOST,
                                   .first = {.site = simt_ending_line(at)}};

    if (simt_idle_s)
        simt_say_waiting_host(&finding, simt_idle_s, NULL);
    else
        simt_say_endless_host(&finding, cpu_seconds(), NULL);
    simt_finding_add(&finding, NULL);
}

/* False: there is no timer for it. */
static bool try_again(void)
{
    const struct itimerspec soon = {.it_value = {0, try_again_ns}};

    return has_timer && !timer_settime(again, 0, &soon, NULL);
}

static bool in_kernel(void)
{
    return simt_this_worker && simt_this_worker->lockstep && simt_this_worker->grid;
}

static void on_signal(int number, siginfo_t *info, void *context)
{
    static volatile sig_atomic_t tries;
    uintptr_t at = simt_watchdog_met(context);

    (void)info;
    if (!signal_received)
        signal_received = number;
    simt_watchdog_end(context, cpu_seconds());
    /* A kernel is in a library for a moment only; the host may wait there. */
    if (!simt_watchdog_in_program(at) && (in_kernel() || tries < most_tries) && try_again()) {
        tries = tries + 1;
        return;
    }
    if (!in_kernel())
        add_finding(at);
    die();
}

void simt_ending_launch_begins(void)
{
    launch_begun_s = cpu_seconds();
}

bool simt_ending_in_short_launch(void)
{
    double now_s = cpu_seconds();

    return signal_received && 2 * (now_s - launch_begun_s) < now_s;
}

static void report_launch(const struct simt_launch_info *launch)
{
    struct simt_finding finding = {.kind = SIMT_FINDING_NEVER_ENDS,
                                   .file = launch->file,
                                   .line = launch->line,
                                   .why = SIMT_WHY_HOST};

    if (simt_idle_s)
        simt_say_waiting_host(&finding, simt_idle_s, launch);
    else
        simt_say_endless_host(&finding, cpu_seconds(), launch);
    simt_finding_add(&finding, launch);
}

void simt_ending_launch_ends(const struct simt_launch_info *launch, bool is_reported)
{
    if (!signal_received)
        return;
    if (!is_reported)
        report_launch(launch);
    die();
}
// NOLINTEND(bugprone-signal-handler)

/* A signal that was ignored stays so. */
static void watch_signal(int number)
{
    struct sigaction ours = {.sa_sigaction = on_signal,
                             .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART};
    struct sigaction before;

    if (!sigaction(number, NULL, &before) && before.sa_handler == SIG_DFL)
        (void)sigaction(number, &ours, NULL);
}

void simt_ending_watch(void)
{
    static char stack[stack_bytes];
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGTERM};
    stack_t ours = {.ss_sp = stack, .ss_size = sizeof(stack)}, now;

    has_timer = !timer_create(CLOCK_MONOTONIC, &event, &again);
    /* A program whose stack is full can report only on another. */
    if (!sigaltstack(NULL, &now) && now.ss_flags & SS_DISABLE)
        (void)sigaltstack(&ours, NULL);
    watch_signal(SIGXCPU);
    watch_signal(SIGTERM);
}
