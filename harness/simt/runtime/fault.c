#define _GNU_SOURCE /* REG_ERR */
#include "fault.h"

#include "grid.h"
#include "lockstep.h"
#include "memory.h"
#include "observer.h"
#include "own_call.h"
#include "watchdog.h"
#include "worker.h"

#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#if defined(__aarch64__)
#include <asm/sigcontext.h>
#endif

static const int caught[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
enum { n_caught = sizeof(caught) / sizeof(caught[0]) };
enum { alignment_of_before = 1 << 16 };

/* What is called for a signal is not the program's to change: it can only be read once it is known.
 */
static _Alignas(alignment_of_before) union {
    struct sigaction of[n_caught];
    char pages[alignment_of_before];
} before;
static pthread_once_t catch_once = PTHREAD_ONCE_INIT;

/* Of the grid's first fault: `thread` names the thread, or is "". */
static void write_message(struct simt_grid *grid, cudaError_t error, const char *thread,
                          const char *text)
{
    const struct simt_launch_config *c = grid->config;
    size_t size = sizeof(grid->message), head;

    grid->error = error;
    head = (size_t)snprintf(
        grid->message, size,
        "simt: %s:%d: kernel <<<(%u,%u,%u), (%u,%u,%u)>>>, block (%u,%u,%u)%s: ", c->file, c->line,
        c->grid.x, c->grid.y, c->grid.z, c->block.x, c->block.y, c->block.z, blockIdx.x, blockIdx.y,
        blockIdx.z, thread);
    head = head < size ? head : size - 1;
    grid->why = grid->message + head;
    (void)snprintf(grid->message + head, size - head, "%s\n", text);
}

/* Notes the grid's first fault; later ones are its echo. */
static void note(struct simt_grid *grid, cudaError_t error, const char *text)
{
    char thread[64];

    if (atomic_exchange(&grid->failed, 1))
        return;
    (void)snprintf(thread, sizeof(thread), ", thread (%u,%u,%u)", threadIdx.x, threadIdx.y,
                   threadIdx.z);
    write_message(grid, error, thread, text);
}

void simt_fault(cudaError_t error, const char *format, ...)
{
    struct simt_worker *worker = simt_this_worker;
    char text[384];
    va_list args;

    va_start(args, format);
    (void)vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    note(worker->grid, error, text);
    simt_worker_leave(worker);
}

const char simt_no_stacks[] = "there is no memory for the stacks of its threads: the program has "
                              "made too many pieces of memory, or too large ones";

void simt_fault_no_memory(struct simt_grid *grid)
{
    if (!atomic_exchange(&grid->failed, 1))
        write_message(grid, cudaErrorLaunchOutOfResources, "", simt_no_stacks);
}

void simt_fault_timeout(struct simt_grid *grid, double seconds, const void *at)
{
    bool lockstep = grid->config->lockstep;
    char text[384];
    const char *advice = grid->pause ? "a thread that waits in a loop for another must read by an "
                                       "atomic function, and cannot wait for a block that comes "
                                       "later"
                         : lockstep
                             ? "a thread cannot wait in a loop for a block that comes later, "
                               "a later launch, a copy or the host"
                             : "a thread that waits in a loop for a write of its own block "
                               "must read by an atomic function, and cannot wait for a "
                               "block that comes later, a later launch, a copy or the host";

    if (atomic_exchange(&grid->failed, 1))
        return;
    if (simt_observer && lockstep)
        simt_observer->timed_out(simt_this_worker, seconds, at);
    (void)snprintf(text, sizeof(text),
                   "stopped after %g s of CPU time (SIMT_TIMEOUT sets the limit); %s", seconds,
                   advice);
    write_message(grid, cudaErrorLaunchTimeout, "", text);
}

static bool in_kernel(void)
{
    return simt_this_worker && simt_this_worker->grid;
}

void simt_trap(void)
{
    if (!in_kernel())
        __builtin_trap();
    simt_fault(cudaErrorLaunchFailure, "__trap()");
}

void simt_assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
    struct simt_worker *worker = simt_this_worker;
    struct simt_grid *grid;

    if (!in_kernel()) {
        (void)fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function,
                      expression);
        __builtin_abort();
    }
    grid = worker->grid;
    if (!atomic_exchange(&grid->failed, 1)) {
        grid->error = cudaErrorAssert;
        grid->why = grid->message;
        (void)snprintf(grid->message, sizeof(grid->message),
                       "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n",
                       file, line, function, blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x,
                       threadIdx.y, threadIdx.z, expression);
    }
    simt_worker_leave(worker);
}

/* Whether the instruction that faulted was to write. Where that cannot be known, it was to read. */
static bool was_write(const void *context)
{
#if defined(__x86_64__)
    enum { write_bit = 2 };

    return ((const ucontext_t *)context)->uc_mcontext.gregs[REG_ERR] & write_bit;
#elif defined(__aarch64__)
    const char *at = (const char *)((const ucontext_t *)context)->uc_mcontext.__reserved;
    const struct _aarch64_ctx *head = (const void *)at;

    for (; head->magic && head->magic != ESR_MAGIC; head = (const void *)at)
        at += head->size;
    return head->magic && ((const struct esr_context *)head)->esr & 1 << 6;
#else
    (void)context;
    return false;
#endif
}

static void forward(int signal, siginfo_t *info, void *context)
{
    int i = 0;

    while (caught[i] != signal)
        i++;
    if (before.of[i].sa_flags & SA_SIGINFO) {
        before.of[i].sa_sigaction(signal, info, context);
    } else if (before.of[i].sa_handler == SIG_DFL || before.of[i].sa_handler == SIG_IGN) {
        /* The instruction faults again, without us; a signal that was sent is sent again. */
        struct sigaction dfl = {.sa_handler = SIG_DFL};

        if (simt_observer && signal == SIGSEGV && info->si_code > 0)
            simt_observer->host_faults(info->si_addr, was_write(context),
                                       simt_watchdog_met(context));
        if (simt_observer && before.of[i].sa_handler == SIG_DFL)
            simt_observer->dies();
        (void)sigaction(signal, &dfl, NULL);
        if (info->si_code <= 0)
            (void)raise(signal);
    } else {
        before.of[i].sa_handler(signal);
    }
}

/* Only notes what happened and leaves the kernel's stack; the report is made on the OS thread's. */
static void on_signal(int signal, siginfo_t *info, void *context)
{
    struct simt_worker *worker = simt_this_worker;

    if (!in_kernel() || info->si_code <= 0) {
        forward(signal, info, context);
        return;
    }
    worker->host->signalled = true;
    if (signal == SIGSEGV && simt_lockstep_open_stack(worker, info->si_addr))
        return;
    worker->fault_signal = signal;
    worker->fault_code = info->si_code;
    worker->fault_address = info->si_addr;
    simt_worker_leave(worker);
}

static void catch_signals(void)
{
    struct sigaction ours = {.sa_sigaction = on_signal,
                             .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};

    for (int i = 0; i < n_caught; i++)
        (void)sigaction(caught[i], &ours, &before.of[i]);
    (void)simt_own_protect(&before, sizeof(before), PROT_READ);
}

void simt_fault_catch_signals(void)
{
    (void)pthread_once(&catch_once, catch_signals);
}

static void note_address(struct simt_worker *worker)
{
    char text[256], place[160];

    for (unsigned i = 0; i < worker->n_fibers; i++) {
        if (simt_fiber_guards(worker->fibers[i], worker->fault_address)) {
            (void)snprintf(text, sizeof(text), "stack overflow: a thread has %zu KiB",
                           SIMT_STACK_BYTES / 1024);
            note(worker->grid, cudaErrorIllegalAddress, text);
            return;
        }
    }
    /* A shared-memory overrun ends in the page behind it. */
    if ((char *)worker->fault_address >= worker->shared &&
        (char *)worker->fault_address < worker->shared + 4096)
        (void)snprintf(place, sizeof(place), ", %td bytes past the end of dynamic shared memory",
                       (char *)worker->fault_address - worker->shared);
    else
        simt_memory_describe(worker->fault_address, place, sizeof(place));
    if (worker->fault_address)
        (void)snprintf(text, sizeof(text), "illegal address %p%s", worker->fault_address, place);
    else
        (void)snprintf(text, sizeof(text), "illegal address (null, or not an address at all)%s",
                       place);
    note(worker->grid, cudaErrorIllegalAddress, text);
}

void simt_fault_from_signal(struct simt_worker *worker)
{
    int signal = worker->fault_signal;

    worker->fault_signal = 0;
    if (signal == SIGSEGV || signal == SIGBUS)
        note_address(worker);
    else if (signal == SIGFPE)
        note(worker->grid, cudaErrorLaunchFailure, "integer division by zero");
    else if (signal == SIGILL)
        note(worker->grid, cudaErrorIllegalInstruction, "illegal instruction");
}
