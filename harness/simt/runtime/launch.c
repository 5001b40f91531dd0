/* Launches: checks of the configuration, and the spreading of blocks over OS threads. */
#include "capture.h"
#include "children.h"
#include "cooperative.h"
#include "devices.h"
#include "error.h"
#include "fault.h"
#include "function.h"
#include "grid.h"
#include "lockstep.h"
#include "observer.h"
#include "pause.h"
#include "queue.h"
#include "stream.h"
#include "wall.h"
#include "worker.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    tiny_grid_threads = 1024, /* a grid of that many threads may not be worth waking anybody */
    small_grid_threads = 16 * 1024, /* nor one of that many, */
    small_grid_ns = 20 * 1000,      /* unless it has run that long */
    chunk_threads = 64 * 1024,      /* work an OS thread takes at a time, */
    chunks_per_worker = 8,          /* but leave that many pieces for each */
};

long long simt_clock_ns(void)
{
    struct timespec now;

    simt_own_clock = true;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    simt_own_clock = false;
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static cudaError_t check_config(const struct simt_launch_config *c)
{
    const struct dim3 *g = &c->grid, *b = &c->block;

    if (!g->x || !g->y || !g->z || !b->x || !b->y || !b->z || b->x > SIMT_MAX_BLOCK_X ||
        b->y > SIMT_MAX_BLOCK_Y || b->z > SIMT_MAX_BLOCK_Z || b->x * b->y * b->z > SIMT_MAX_BLOCK)
        return cudaErrorInvalidValue;
    if (g->x > SIMT_MAX_GRID_X || g->y > SIMT_MAX_GRID_Y || g->z > SIMT_MAX_GRID_Z)
        return cudaErrorInvalidValue;
    if (b->x * b->y * b->z > simt_function_block_limit(c->function))
        return cudaErrorInvalidValue;
    if (c->shared_bytes > simt_function_dynamic_limit(c->function))
        return cudaErrorInvalidValue;
    if (!simt_stream_valid(c->stream) ||
        (!simt_on_device && simt_stream_device(c->stream) != simt_device))
        return cudaErrorInvalidResourceHandle;
    /* Of a device that has failed nothing can be asked. */
    if (c->cooperative && simt_sticky_error() == cudaSuccess && !simt_cooperative_fits(c))
        return cudaErrorCooperativeLaunchTooLarge;
    return cudaSuccess;
}

/* Takes chunks of blocks, in increasing order, until none is left; on the worker's first fiber. */
static void run_chunks(void)
{
    struct simt_worker *worker = simt_this_worker;
    struct simt_grid *grid = worker->grid;
    const struct dim3 extent = grid->config->grid;

    simt_fiber_entered(worker->previous);
    while (!atomic_load_explicit(&grid->failed, memory_order_relaxed)) {
        uint64_t first = atomic_fetch_add(&grid->next, grid->chunk);
        uint64_t end = first + grid->chunk < grid->stop ? first + grid->chunk : grid->stop;

        if (first >= grid->stop)
            break;
        blockIdx.x = (unsigned)(first % extent.x);
        blockIdx.y = (unsigned)(first / extent.x % extent.y);
        blockIdx.z = (unsigned)(first / extent.x / extent.y);
        for (uint64_t block = first; block < end; block++) {
            if (atomic_load_explicit(&grid->failed, memory_order_relaxed))
                break;
            simt_block_run(worker, grid->run_block, grid->closure);
            if (++blockIdx.x == extent.x) {
                blockIdx.x = 0;
                if (++blockIdx.y == extent.y) {
                    blockIdx.y = 0;
                    blockIdx.z++;
                }
            }
        }
    }
    simt_worker_leave(worker);
}

void simt_launch_share(struct simt_grid *grid)
{
    struct simt_worker *worker = simt_worker_get();
    int chosen = simt_device; /* by host code that shares this OS thread */

    if (!worker) {
        simt_fault_no_memory(grid);
        return;
    }
    simt_device = grid->device;
    blockDim = grid->config->block;
    gridDim = grid->config->grid;
    worker->grid = grid;
    simt_on_device = true;
    simt_pause_enter(grid->pause);
    simt_worker_run(worker, run_chunks);
    simt_pause_leave(grid->pause);
    simt_on_device = false;
    simt_device = chosen;
    if (worker->fault_signal)
        simt_fault_from_signal(worker);
    if (atomic_load(&grid->failed))
        simt_worker_reset(worker);
    worker->grid = NULL;
}

static void run_team(struct simt_grid *grid, unsigned block_threads)
{
    uint64_t workers = (uint64_t)omp_get_max_threads();
    uint64_t fair = grid->n_blocks / (workers * chunks_per_worker);

    grid->chunk = chunk_threads / block_threads;
    if (grid->chunk > fair)
        grid->chunk = fair ? fair : 1;
    grid->stop = grid->n_blocks;
#pragma omp parallel
    simt_launch_share(grid);
}

/* All blocks from `first` below `stop` on this OS thread. */
static void run_here(struct simt_grid *grid, uint64_t first, uint64_t stop)
{
    grid->chunk = stop - first;
    grid->stop = stop;
    atomic_store(&grid->next, first);
    simt_launch_share(grid);
}

/* A small grid: block by block on this OS thread, until it proves to be long. */
static void run_small(struct simt_grid *grid, unsigned block_threads)
{
    long long begun = simt_clock_ns();

    for (uint64_t block = 0; block < grid->n_blocks && !atomic_load(&grid->failed); block++) {
        if (block && grid->n_blocks - block > 1 && simt_clock_ns() - begun > small_grid_ns) {
            atomic_store(&grid->next, block);
            run_team(grid, block_threads);
            return;
        }
        run_here(grid, block, block + 1);
    }
}

/* Of a grid of more blocks than the host has threads some wait in any case. Another one is small
 * only if it is tiny; its blocks, too, run one after the other. */
static bool is_small(const struct simt_grid *grid, unsigned block_threads)
{
    bool crowded = grid->n_blocks > (uint64_t)omp_get_max_threads();

    return grid->n_blocks <= (crowded ? small_grid_threads : tiny_grid_threads) / block_threads;
}

static void run(struct simt_grid *grid)
{
    const struct dim3 *block = &grid->config->block;
    unsigned block_threads = block->x * block->y * block->z;

    if (grid->config->cooperative)
        simt_cooperative_run(grid);
    else if (grid->config->lockstep)
        simt_lockstep_run(grid);
    else if (grid->n_blocks == 1 || omp_get_max_threads() == 1)
        run_here(grid, 0, grid->n_blocks);
    else if (is_small(grid, block_threads))
        run_small(grid, block_threads);
    else
        run_team(grid, block_threads);
}

/* As CUDA does, of an assertion; what else a kernel fails of is the inspector's to say, and who
 * asked it to print nothing gets the program's own output alone. */
static void print_failure(const struct simt_grid *grid)
{
    const char *format = simt_observer ? getenv("SIMT_INSPECT_FORMAT") : NULL;

    (void)fflush(stdout);
    if (grid->error == cudaErrorAssert || !format || strcmp(format, "none") != 0)
        (void)fputs(grid->message, stderr);
}

static void watch(const struct simt_launch_config *config)
{
    if (atomic_load_explicit(&simt_watching, memory_order_relaxed))
        simt_watch_launch(config);
}

/* Whether a launch that may be made is kept instead, for a graph or until its turn comes, with what
 * error. */
static bool keep(const struct simt_launch_config *config, simt_block_fn run_block, void *closure,
                 size_t closure_bytes, cudaError_t *error)
{
    struct simt_node_work work = {.type = cudaGraphNodeTypeKernel};
    struct simt_tail *tail;

    if (simt_launch_keeper) {
        *error =
            simt_kept_launch_make(simt_launch_keeper, config, run_block, closure, closure_bytes);
        return true;
    }
    work.kernel.device = simt_device;
    *error = simt_capture_gate(config->stream, &tail);
    if (*error != cudaSuccess || (!tail && !simt_queue_is_on()))
        return *error != cudaSuccess;
    *error = simt_kept_launch_make(&work.kernel.launch, config, run_block, closure, closure_bytes);
    if (*error != cudaSuccess)
        return true;
    if (!tail)
        watch(config);
    *error = tail ? simt_capture_add(tail, &work, SIMT_SITE)
                  : simt_queue_add_work(config->stream, &work, SIMT_SITE);
    return true;
}

/* Runs one that may be made, to its end. */
static void run_launch(struct simt_grid *grid)
{
    const struct simt_launch_config *config = grid->config;
    struct simt_runner *runner = config->lockstep ? NULL : simt_runner_current();
    struct simt_pause pause;

    if (simt_observer && !grid->depth)
        simt_observer->arguments(grid->closure, grid->closure_bytes);
    watch(config);
    grid->n_blocks = (uint64_t)config->grid.x * config->grid.y * config->grid.z;
    simt_wall_open();
    simt_devices_enter(grid->device);
    if (runner) {
        simt_pause_init(&pause, runner);
        grid->pause = &pause; /* cppcheck-suppress autoVariables ; until the launch is over */
    }
    run(grid);
    if (runner) {
        grid->pause = NULL;
        simt_pause_destroy(&pause);
    }
    simt_devices_leave();
    simt_wall_close();
    if (simt_fiber_hides())
        simt_fiber_wipe_registers();
    if (atomic_load(&grid->failed)) {
        print_failure(grid);
        simt_set_sticky(grid->error);
    }
}

/* Runs one, and then the launches that its kernel has asked for, each to the end of its own. No
 * deeper than SIMT_MAX_LAUNCH_DEPTH, which simt_children_add() sees to. */
static void run_family(const struct simt_kept_launch *launch, unsigned depth)
{
    struct simt_children children = SIMT_NO_CHILDREN;
    struct simt_grid grid = {.config = &launch->config,
                             .run_block = launch->run_block,
                             .closure = launch->closure,
                             .closure_bytes = launch->closure_bytes,
                             .device = simt_device,
                             .children = &children,
                             .depth = depth};
    struct simt_child *child;

    if (simt_sticky_error() == cudaSuccess)
        run_launch(&grid);
    while ((child = simt_children_take(&children)) != NULL) {
        run_family(&child->launch, child->depth);
        simt_child_free(child);
    }
    (void)pthread_mutex_destroy(&children.lock);
}

cudaError_t simt_launch(const struct simt_launch_config *config, simt_block_fn run_block,
                        void *closure, size_t closure_bytes)
{
    cudaError_t error = check_config(config);

    if (simt_on_device && error == cudaSuccess) {
        const struct simt_grid *parent = simt_this_worker->grid;

        error = simt_children_add(parent->children, config, run_block, closure, closure_bytes,
                                  parent->depth);
    }
    if (simt_on_device)
        return simt_return_query(error);
    if (error != cudaSuccess && simt_observer)
        simt_observer->launch_refused(config, error);
    if (error != cudaSuccess || simt_sticky_error() != cudaSuccess)
        return simt_return(error);
    simt_runtime_note_use();
    if (!keep(config, run_block, closure, closure_bytes, &error)) {
        simt_fault_catch_signals();
        run_family(&(struct simt_kept_launch){*config, run_block, closure, closure_bytes}, 0);
    }
    /* As on a GPU, a launch says that the kernel began; the next call says how it ended. */
    return error == cudaSuccess ? cudaSuccess : simt_return(error);
}

void *simt_dynamic_shared(void)
{
    struct simt_worker *worker = simt_this_worker;
    size_t bytes = worker->grid->config->shared_bytes;

    /* Aligned as far as any vector type needs, and ending as near to the guard page as can be. */
    return worker->shared - simt_shared_rounded(bytes);
}
