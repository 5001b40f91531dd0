#include "worker.h"

#include "fault.h"
#include "lockstep.h"
#include "own_call.h"
#include "own_memory.h"
#include "wall.h"
#include "watchdog.h"

#include <errno.h>
#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

__thread struct simt_worker *simt_this_worker;

static pthread_key_t worker_key;
static pthread_once_t worker_key_once = PTHREAD_ONCE_INIT;

enum { alt_stack_bytes = 64 * 1024 };

void simt_worker_free(struct simt_worker *worker)
{
    for (unsigned i = 0; i < worker->n_fibers; i++) {
        simt_fiber_free(worker->fibers[i]);
        simt_structure_delete(worker->fibers[i], sizeof(*worker->fibers[i]));
    }
    simt_fiber_room_free(&worker->room);
    if (worker->shared)
        (void)munmap(worker->static_shared, SIMT_SHARED_AREA_BYTES + (size_t)sysconf(_SC_PAGESIZE));
    simt_structure_delete(worker, sizeof(*worker));
}

static void host_free(void *pointer)
{
    struct simt_worker *worker = pointer;
    stack_t off = {.ss_flags = SS_DISABLE};

    simt_wall_open();
    simt_watchdog_stop(worker);
    if (worker->alt_stack)
        (void)sigaltstack(&off, NULL);
    free(worker->alt_stack);
    simt_lockstep_free(worker->scheduler);
    simt_this_worker = NULL;
    simt_worker_free(worker);
    simt_wall_close();
}

static void worker_make_key(void)
{
    (void)pthread_key_create(&worker_key, host_free);
}

/* A fault on a full stack needs another stack to be handled on. */
static bool set_alt_stack(struct simt_worker *worker)
{
    stack_t now;
    stack_t ours = {.ss_size = alt_stack_bytes};

    if (!sigaltstack(NULL, &now) && !(now.ss_flags & SS_DISABLE))
        return true;
    ours.ss_sp = worker->alt_stack = malloc(alt_stack_bytes);
    return ours.ss_sp && !sigaltstack(&ours, NULL);
}

/* Dynamic shared memory ends where a page that cannot be touched begins. Room that is never used
 * costs nothing. */
static bool map_shared(struct simt_worker *worker)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *map = mmap(NULL, SIMT_SHARED_AREA_BYTES + page, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (map == MAP_FAILED)
        return false;
    worker->static_shared = map;
    worker->shared = map + SIMT_SHARED_AREA_BYTES;
    return !simt_own_protect(worker->shared, page, PROT_NONE);
}

static struct simt_fiber *add_fiber(struct simt_worker *worker)
{
    struct simt_fiber *fiber = simt_structure_new(sizeof(*fiber));

    if (!fiber || !simt_fiber_init(fiber, &worker->room, worker->n_fibers)) {
        if (fiber)
            simt_structure_delete(fiber, sizeof(*fiber));
        return NULL;
    }
    worker->fibers[worker->n_fibers++] = fiber;
    return fiber;
}

struct simt_worker *simt_worker_new(struct simt_worker *host)
{
    struct simt_worker *worker = simt_structure_new(sizeof(*worker));

    if (!worker)
        return NULL;
    worker->self = worker;
    worker->host = host ? host : worker;
    worker->ready = &worker->queues[0];
    worker->at_barrier = &worker->queues[1];
    if (map_shared(worker) && add_fiber(worker))
        return worker;
    simt_worker_free(worker);
    return NULL;
}

struct simt_worker *simt_worker_get(void)
{
    struct simt_worker *worker = simt_this_worker;

    if (worker && simt_structure_is_here(worker) && worker->self == worker)
        return worker;
    (void)pthread_once(&worker_key_once, worker_make_key);
    worker = simt_worker_new(NULL);
    if (!worker)
        return NULL;
    if (!set_alt_stack(worker) || pthread_setspecific(worker_key, worker)) {
        host_free(worker);
        return NULL;
    }
    simt_this_worker = worker;
    simt_watchdog_start(worker);
    return worker;
}

struct simt_fiber *simt_worker_take_fiber(struct simt_worker *worker)
{
    struct simt_fiber *fiber;

    if (worker->n_idle)
        fiber = worker->idle[--worker->n_idle];
    else
        fiber = worker->n_fibers <= SIMT_MAX_BLOCK ? add_fiber(worker) : NULL;
    if (!fiber)
        simt_fault(cudaErrorLaunchOutOfResources, "%s", simt_no_stacks);
    simt_worker_use(worker, fiber);
    return fiber;
}

/* Before its first thread, for host code may have written to it. */
void simt_worker_use(struct simt_worker *worker, struct simt_fiber *fiber)
{
    if (!simt_fiber_hides() || fiber->used)
        return;
    simt_fiber_wipe(fiber);
    fiber->used = true;
    fiber->next_used = worker->used;
    worker->used = fiber;
}

bool simt_worker_open(struct simt_worker *worker, const void *address)
{
    for (unsigned i = 0; i < worker->n_fibers; i++)
        if (simt_fiber_open(worker->fibers[i], address))
            return true;
    return false;
}

void simt_worker_wipe(struct simt_worker *worker, unsigned threads)
{
    if (!simt_fiber_hides())
        return;
    for (struct simt_fiber *fiber = worker->used; fiber; fiber = fiber->next_used) {
        simt_fiber_wipe(fiber);
        fiber->used = false;
    }
    worker->used = NULL;
    memset(worker->lanes, 0, threads * sizeof(worker->lanes[0]));
    memset(worker->brought, 0, threads * sizeof(worker->brought[0]));
    memset(worker->requests, 0, threads * sizeof(worker->requests[0]));
    memset(worker->depths, 0, threads * sizeof(worker->depths[0]));
    memset(worker->steps, 0, threads * sizeof(worker->steps[0]));
    worker->arrivals_true = 0;
    worker->step_site = NULL;
    if (worker->host->signalled && worker->host->alt_stack)
        memset(worker->host->alt_stack, 0, alt_stack_bytes);
    worker->host->signalled = false;
}

void simt_worker_reset(struct simt_worker *worker)
{
    worker->n_idle = 0;
    for (unsigned i = worker->n_fibers; i-- > 1;)
        worker->idle[worker->n_idle++] = worker->fibers[i];
    simt_parked = 0;
    worker->ready->head = worker->ready->tail = 0;
    worker->at_barrier->head = worker->at_barrier->tail = 0;
    worker->predicates = 0;
    worker->stopped = 0;
    worker->n_active_mask = 0;
    for (unsigned i = 0; i < SIMT_MAX_BLOCK; i++)
        worker->lanes[i].waits_active_mask = false;
}

/* As on a GPU, how the host rounds, and which numbers trap, is nothing to kernels; nor does the
 * host find in its flags, or in errno, what they computed. */
void simt_worker_run(struct simt_worker *worker, void (*entry)(void))
{
    struct simt_fiber *base = worker->fibers[0];
    const int hosts_errno = errno;
    fenv_t hosts;

    (void)fegetenv(&hosts);
    (void)fesetenv(FE_DFL_ENV);
    simt_fiber_prepare(base, entry);
    worker->running = base;
    worker->previous = &worker->host->home;
    simt_fiber_switch(&worker->host->home, base);
    (void)fesetenv(&hosts);
    errno = hosts_errno;
}

void simt_worker_leave(struct simt_worker *worker)
{
    simt_fiber_abandon(worker->running, &worker->host->home);
    __builtin_unreachable();
}
