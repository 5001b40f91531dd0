/* A timer on each worker's CPU time ticks while it runs, and a block that is still the same after
 * so many ticks is stopped. So a launch and a block cost nothing more than a counter. */
#define _GNU_SOURCE /* SIGEV_THREAD_ID, REG_RIP */
#include "watchdog.h"

#include "fault.h"
#include "grid.h"
#include "observer.h"
#include "own_call.h"
#include "simt/environment.h"
#include "wall.h"
#include "worker.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#if !defined(sigev_notify_thread_id)
#define sigev_notify_thread_id _sigev_un._tid
#endif

enum { ticks_per_timeout = 8, most_extra_ticks = 8 * ticks_per_timeout };

static double timeout_seconds;

/* What is called for a signal is not the program's to change: it can only be read once it is known.
 */
enum { alignment_of_before = 1 << 16 };
static _Alignas(alignment_of_before) union {
    struct sigaction tick;
    char pages[alignment_of_before];
} before;
static pthread_once_t prepare_once = PTHREAD_ONCE_INIT;

/* The program's own code, or the library's that this is linked into, as the linker bounds it. */
extern const char __ehdr_start[] __attribute__((visibility("hidden")));
extern const char etext[] __attribute__((visibility("hidden")));

bool simt_watchdog_in_program(uintptr_t at)
{
    return at >= (uintptr_t)__ehdr_start && at < (uintptr_t)etext;
}

uintptr_t simt_watchdog_met(const void *context)
{
#if defined(__x86_64__)
    return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.pc;
#else
    (void)context;
    return (uintptr_t)__ehdr_start;
#endif
}

/* A block whose threads take a lock in turns is slow, and comes to its end: it gets more time. Not
 * where the inspector has found a mistake: the program is told that in any case, and soon. */
static bool makes_progress(struct simt_worker *worker)
{
    bool progress = worker->progress != worker->progress_seen;

    worker->progress_seen = worker->progress;
    return progress && !(simt_observer && simt_observer->has_found()) &&
           worker->extra_ticks++ < most_extra_ticks;
}

static void on_tick(int signal, siginfo_t *info, void *context)
{
    struct simt_worker *running = simt_this_worker;
    struct simt_worker *worker = running ? running->host : NULL;
    bool failed;

    if (simt_wall_is_raised() && !simt_wall_holds())
        worker = NULL; /* nor can it be changed */
    if (worker)
        worker->signalled = true;
    if (info->si_code != SI_TIMER) {
        if (before.tick.sa_flags & SA_SIGINFO)
            before.tick.sa_sigaction(signal, info, context);
        else if (before.tick.sa_handler != SIG_DFL && before.tick.sa_handler != SIG_IGN)
            before.tick.sa_handler(signal);
        return;
    }
    if (!worker || !worker->grid || worker->block_watched != worker->blocks_begun) {
        if (worker)
            worker->block_watched = worker->blocks_begun;
        if (worker)
            worker->ticks = worker->extra_ticks = 0;
        return;
    }
    if (worker->offers_pause || makes_progress(worker))
        return;
    /* A grid that has failed elsewhere needs no more patience: its block may wait for another
     * that has been stopped. */
    failed = atomic_load(&worker->grid->failed);
    if (++worker->ticks < (failed ? 2 : ticks_per_timeout) ||
        !simt_watchdog_in_program(simt_watchdog_met(context)))
        return;
    if (!failed)
        simt_fault_timeout(
            worker->grid, timeout_seconds,
            (const void *)simt_watchdog_met(context)); // NOLINT(performance-no-int-to-ptr)
    simt_worker_leave(running);
}

void simt_watchdog_end(const void *context, double seconds)
{
    struct simt_worker *running = simt_this_worker;
    uintptr_t at = simt_watchdog_met(context);

    if (!running || !running->lockstep || !running->grid || !simt_watchdog_in_program(at))
        return;
    simt_fault_timeout(running->grid, seconds,
                       (const void *)at); // NOLINT(performance-no-int-to-ptr)
    simt_worker_leave(running);
}

static void prepare(void)
{
    struct sigaction ours = {.sa_sigaction = on_tick,
                             .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART};

    timeout_seconds = simt_environment()->timeout_seconds;
    (void)sigaction(SIGVTALRM, &ours, &before.tick);
    (void)simt_own_protect(&before, sizeof(before), PROT_READ);
}

void simt_watchdog_start(struct simt_worker *worker)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGVTALRM};
    struct itimerspec every = {.it_interval = {0, 1000000}};

    (void)pthread_once(&prepare_once, prepare);
    event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
    if (timeout_seconds <= 0 || timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &worker->watchdog))
        return;
    worker->watched = true;
    if (timeout_seconds > ticks_per_timeout * 1e-3) {
        double tick = timeout_seconds / ticks_per_timeout;

        every.it_interval.tv_sec = (time_t)tick;
        every.it_interval.tv_nsec = (long)((tick - (double)every.it_interval.tv_sec) * 1e9);
    }
    every.it_value = every.it_interval;
    (void)timer_settime(worker->watchdog, 0, &every, NULL);
}

void simt_watchdog_stop(struct simt_worker *worker)
{
    if (worker->watched)
        (void)timer_delete(worker->watchdog);
    worker->watched = false;
}
