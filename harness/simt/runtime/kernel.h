/* Kernels that are known by their address alone: what (void *)kernel stands for in a program. */
#ifndef SIMT_KERNEL_H
#define SIMT_KERNEL_H

#include <simt/runtime.h>

/* The kernel, as its address was taken first; null: it is none that is known. */
const struct simt_kernel *simt_kernel_find(const void *function);

/* A launch that is kept instead of run. The closure is owned. */
struct simt_kept_launch {
    struct simt_launch_config config;
    simt_block_fn run_block;
    void *closure;
    size_t closure_bytes;
};

/* The configuration is that of a launch; cudaErrorMemoryAllocation: nothing is kept. */
cudaError_t simt_kept_launch_make(struct simt_kept_launch *kept,
                                  const struct simt_launch_config *config, simt_block_fn run_block,
                                  const void *closure, size_t closure_bytes);

/* The launch of a known kernel with those arguments. */
cudaError_t simt_kernel_keep(const struct simt_kernel *kernel,
                             const struct simt_launch_config *config, void **arguments,
                             struct simt_kept_launch *kept);

/* Where the next launch of this thread is kept instead; null: it is run. */
extern __thread struct simt_kept_launch *simt_launch_keeper;

#endif
