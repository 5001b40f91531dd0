/* Tiles of several warps: 64 to 1024 neighbours of a block that wait for each other, and hand each
 * other values. */
#include "observer.h"
#include "worker.h"

#include <string.h>

void simt_tile_barrier(unsigned threads)
{
    struct simt_worker *worker = simt_block_account();
    unsigned first = worker->current / threads * threads;
    unsigned left = worker->block_size - first;
    struct simt_warp *warp = &worker->warps[first / SIMT_WARP_SIZE];

    worker->lanes[worker->current].waits_tile = true;
    if (++warp->at_tile < (left < threads ? left : threads)) {
        simt_block_park(worker);
        return;
    }
    warp->at_tile = 0;
    /* More than is so: to the inspector, the whole block has met. */
    if (simt_observer && worker->lockstep)
        simt_observer->barrier_passed(worker);
    if (simt_observer && worker->lockstep)
        simt_observer->tile_passed(worker, first, left < threads ? left : threads,
                                   __builtin_return_address(0));
    for (unsigned i = first; i < first + threads && i < worker->block_size; i++) {
        if (worker->lanes[i].waits_tile && i != worker->current)
            simt_block_wake(worker, i);
        worker->lanes[i].waits_tile = false;
    }
}

void simt_tile_put(const void *value, size_t bytes)
{
    struct simt_worker *worker = simt_block_account();

    memcpy(worker->brought[worker->current], value, bytes);
}

void simt_tile_get(unsigned thread, void *value, size_t bytes)
{
    memcpy(value, simt_block_account()->brought[thread], bytes);
}
