/* The barrier of a grid. A block waits for the others once all its threads have arrived: the first
 * thread to go on waits for it, in the fast mode with the block's whole OS thread. */
#include "cooperative.h"

#include "device_limits.h"
#include "fault.h"
#include "grid.h"
#include "lockstep.h"
#include "observer.h"
#include "pause.h"
#include "worker.h"

#include <pthread.h>
#include <stdlib.h>

/* Shared by the blocks of a cooperative launch; under the lock, where it is not a block's own. */
struct simt_cooperation {
    struct simt_grid *grid;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint64_t arrived;       /* blocks that wait at the barrier */
    uint64_t ended;         /* blocks that are done */
    _Atomic uint64_t phase; /* barriers that all blocks have passed */
    uint64_t *passed;       /* by block: barriers at which it has arrived */
};

bool simt_cooperative_fits(const struct simt_launch_config *config)
{
    uint64_t blocks = (uint64_t)config->grid.x * config->grid.y * config->grid.z;
    int processors = 0, each = 0;

    return cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0) == cudaSuccess &&
           cudaOccupancyMaxActiveBlocksPerMultiprocessor(
               &each, config->function, (int)(config->block.x * config->block.y * config->block.z),
               config->shared_bytes) == cudaSuccess &&
           blocks <= (uint64_t)processors * (uint64_t)each;
}

static uint64_t this_block(void)
{
    return blockIdx.x + (uint64_t)gridDim.x * (blockIdx.y + (uint64_t)gridDim.y * blockIdx.z);
}

/* A block has arrived or ended: the barrier is passed, or can be passed no more. Under the lock. */
static void check_barrier(struct simt_cooperation *all)
{
    if (all->arrived == all->grid->n_blocks) {
        all->arrived = 0;
        all->phase++;
        if (simt_observer && all->grid->config->lockstep)
            simt_observer->grid_passed();
    }
    (void)pthread_cond_broadcast(&all->changed);
}

/* Whether some block has ended without the barrier that the others wait at. Under the lock. */
static bool never_comes(const struct simt_cooperation *all)
{
    return all->ended > 0 && all->arrived + all->ended == all->grid->n_blocks;
}

/* The current block, in lockstep one of several on this OS thread, waits for the end of `phase`. */
static void wait_for_all(struct simt_cooperation *all, uint64_t phase)
{
    struct simt_worker *worker = simt_this_worker;
    bool alone;

    if (!worker->lockstep)
        simt_pause_leave(all->grid->pause);
    (void)pthread_mutex_lock(&all->lock);
    all->arrived++;
    check_barrier(all);
    while (!worker->lockstep && all->phase == phase && !atomic_load(&all->grid->failed) &&
           !never_comes(all))
        (void)pthread_cond_wait(&all->changed, &all->lock);
    alone = all->phase == phase && never_comes(all);
    (void)pthread_mutex_unlock(&all->lock);
    if (!worker->lockstep)
        simt_pause_enter(all->grid->pause);
    if (alone)
        simt_fault(cudaErrorLaunchFailure,
                   "deadlock: waits at grid.sync(), but another block has ended without it");
    while (worker->lockstep && all->phase == phase)
        simt_block_stop(worker, NULL);
    if (atomic_load(&all->grid->failed))
        simt_worker_leave(worker);
}

bool simt_grid_is_cooperative(void)
{
    return simt_this_worker->grid->cooperation != NULL;
}

void simt_grid_barrier(void)
{
    struct simt_worker *worker = simt_block_account();
    struct simt_cooperation *all = worker->grid->cooperation;
    uint64_t *passed, phase;

    if (!all)
        simt_fault(cudaErrorLaunchFailure,
                   "grid.sync() in a kernel that cudaLaunchCooperativeKernel() did not launch");
    passed = &all->passed[this_block()];
    phase = *passed;
    (void)simt_barrier(SIMT_BARRIER_PLAIN, 0);
    if (*passed == phase) {
        ++*passed;
        wait_for_all(all, phase);
    }
    (void)simt_barrier(SIMT_BARRIER_PLAIN, 0);
}

static void *run_block(void *data)
{
    struct simt_cooperation *all = data;

    simt_launch_share(all->grid);
    (void)pthread_mutex_lock(&all->lock);
    all->ended++;
    check_barrier(all);
    (void)pthread_mutex_unlock(&all->lock);
    return NULL;
}

/* An OS thread for each block. */
static void run_apart(struct simt_cooperation *all)
{
    struct simt_grid *grid = all->grid;
    pthread_t *threads = calloc(grid->n_blocks, sizeof(*threads));
    uint64_t started = 0;

    grid->chunk = 1;
    grid->stop = grid->n_blocks;
    while (threads && started < grid->n_blocks &&
           !pthread_create(&threads[started], NULL, run_block, all))
        started++;
    if (started < grid->n_blocks) {
        (void)pthread_mutex_lock(&all->lock);
        simt_fault_no_memory(grid);
        (void)pthread_cond_broadcast(&all->changed);
        (void)pthread_mutex_unlock(&all->lock);
    }
    for (uint64_t i = 0; i < started; i++)
        (void)pthread_join(threads[i], NULL);
    free(threads);
}

void simt_cooperative_run(struct simt_grid *grid)
{
    struct simt_cooperation all = {.grid = grid,
                                   .lock = PTHREAD_MUTEX_INITIALIZER,
                                   .changed = PTHREAD_COND_INITIALIZER,
                                   .passed = calloc(grid->n_blocks, sizeof(*all.passed))};

    if (!all.passed) {
        simt_fault_no_memory(grid);
        return;
    }
    grid->cooperation = &all;
    if (grid->config->lockstep)
        simt_lockstep_run(grid);
    else
        run_apart(&all);
    grid->cooperation = NULL;
    (void)pthread_cond_destroy(&all.changed);
    (void)pthread_mutex_destroy(&all.lock);
    free(all.passed);
}
