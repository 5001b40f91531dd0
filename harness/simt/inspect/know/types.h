/* What the parts of the inspector tell each other.
 *
 * The inspector watches one launch at a time, on one OS thread. Threads are known by the linear
 * index of their block in the grid and their own linear index in the block. Sites are return
 * addresses in the program's code: source.h turns them into lines. */
#ifndef SIMT_INSPECT_TYPES_H
#define SIMT_INSPECT_TYPES_H

#include "runtime/access.h"
#include "runtime/device_limits.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <vector_types.h>

/* A thread of the launch. */
struct simt_thread_id {
    uint64_t block;  /* linear index in the grid */
    unsigned thread; /* linear index in the block; warp thread / 32, lane thread % 32 */
};

/* The launch that runs, or the last one. */
struct simt_launch_info {
    unsigned number; /* counts the process's launches from 1 */
    struct dim3 grid, block;
    size_t shared_bytes;  /* dynamic shared memory of a block */
    unsigned block_limit; /* the most threads of a block, by the kernel's __launch_bounds__ */
    const char *kernel;   /* its name as written at the launch; not owned */
    const char *file;     /* where the launch is written; not owned */
    int line;
    int device, stream_device; /* that was chosen, and that of its stream */
};

#endif
