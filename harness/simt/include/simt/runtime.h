/* What the CUDA headers need of libsimt: running a grid, barriers, warp collectives, faults.
 *
 * A launch hands over a function that runs threads of one block, one after the other, on the
 * calling stack: do { kernel } while (the next thread has begun). A thread that must wait for
 * others keeps its stack; the runtime enters the function again on a fresh one. So a kernel that
 * never waits is a plain loop, and only one that does pays for stacks.
 *
 * Nothing here is for CUDA programs to call. */
#ifndef SIMT_RUNTIME_H
#define SIMT_RUNTIME_H

#pragma GCC system_header

#include <cuda_runtime_api.h>
#include <stdbool.h>
#if !defined(__cplusplus)
#include <stdint.h>
#endif

#if defined(__cplusplus)
extern "C" {
#endif

/* Runs threads of the current block until simt_next_thread() says that none is left. */
typedef void (*simt_block_fn)(void *closure);

struct simt_launch_config {
    struct dim3 grid, block;
    size_t shared_bytes; /* dynamic shared memory */
    cudaStream_t stream;
    const char *file; /* where the launch is written; not owned */
    int line;
    const void *function; /* the kernel's address; null: not known */
    bool lockstep;        /* warps go step by step from one access to memory to the next */
    bool cooperative;     /* all blocks at once, so that they can wait for each other */
};

/* The most threads that a block of a kernel has, by its __launch_bounds__; made once, kept by the
 * runtime. */
struct simt_launch_bounds {
    const void *function;
    unsigned threads;
    const struct simt_launch_bounds *next;
};
void simt_note_launch_bounds(struct simt_launch_bounds *bounds);

/* What an argument of a launch is. */
enum simt_argument_kind {
    SIMT_ARGUMENT_NUMBER,
    SIMT_ARGUMENT_POINTER, /* also to a function */
    SIMT_ARGUMENT_OBJECT,  /* of a class */
};

/* Of a program with an inspector: what the kernel of the launch that comes next is called with.
 * `value` is what it gets; `plain` is the same, of an object without what lies in its padding. */
void simt_argument(void *value, const void *plain, size_t bytes, enum simt_argument_kind kind);

/* Runs a grid to its end. `closure` is shared by all threads and must stay constant. An error of
 * the configuration is returned and also left for cudaGetLastError(); a fault of the kernel sticks
 * to the device, and the next call returns it. */
cudaError_t simt_launch(const struct simt_launch_config *config, simt_block_fn run_block,
                        void *closure, size_t closure_bytes);

/* A kernel that can be launched by its address alone. */
struct simt_kernel {
    const void *function;
    /* Launches it; `arguments` points to one pointer for each parameter. */
    cudaError_t (*launch)(const struct simt_launch_config *config, const void *function,
                          void **arguments);
    const size_t *argument_bytes;
    const size_t *argument_alignments;
    size_t argument_count;
    const char *file; /* where its address was taken */
    int line;
    bool lockstep;
    struct simt_kernel *next;
};
void simt_kernel_note(const struct simt_kernel *kernel); /* copied; the first one stays */

/* The same for a kernel behind a void pointer; the configuration says all but the kernel. */
cudaError_t simt_kernel_launch(const void *function, struct simt_launch_config *config,
                               void **arguments);

/* Ends the current thread; 1: threadIdx names the next one, run it; 0: the block is done. */
int simt_next_thread(void);

/* The current block's dynamic shared memory. */
void *simt_dynamic_shared(void);

/* In lockstep: the current block's copy of a static shared variable, which `key` and `name` (kept)
 * stand for in the program. */
void *simt_static_shared(const volatile void *key, size_t bytes, const char *name);

/* Between the two, calls are for that device; then for the one before again, in the same context.
 * False: too many are current already, and there is nothing to leave. */
bool simt_visit_device(int device);
void simt_leave_device(void);

enum simt_barrier_kind {
    SIMT_BARRIER_PLAIN,
    SIMT_BARRIER_COUNT,
    SIMT_BARRIER_AND,
    SIMT_BARRIER_OR,
};

/* Waits for all threads of the block that have not ended; the reduction of their predicates. */
int simt_barrier(enum simt_barrier_kind kind, int predicate);

/* Waits for all threads of all blocks of a cooperative launch; in any other, it is a fault. */
void simt_grid_barrier(void);
bool simt_grid_is_cooperative(void);

/* Tiles of a power of two of threads, from 64 on. The barrier waits for all threads of the current
 * thread's tile; a value that a thread has put can be got by its thread's number in the block. */
enum { SIMT_TILE_VALUE_BYTES = 32 };
void simt_tile_barrier(unsigned threads);
void simt_tile_put(const void *value, size_t bytes);
void simt_tile_get(unsigned thread, void *value, size_t bytes);

enum simt_warp_op {
    SIMT_WARP_SYNC,
    SIMT_WARP_SHFL,
    SIMT_WARP_SHFL_UP,
    SIMT_WARP_SHFL_DOWN,
    SIMT_WARP_SHFL_XOR,
    SIMT_WARP_ALL,
    SIMT_WARP_ANY,
    SIMT_WARP_BALLOT,
    SIMT_WARP_MATCH_ANY,
    SIMT_WARP_MATCH_ALL,
    SIMT_WARP_ADD,
    SIMT_WARP_MIN_SIGNED,
    SIMT_WARP_MAX_SIGNED,
    SIMT_WARP_MIN_UNSIGNED,
    SIMT_WARP_MAX_UNSIGNED,
    SIMT_WARP_AND,
    SIMT_WARP_OR,
    SIMT_WARP_XOR,
};

/* Waits until every lane of `mask` that has not ended calls with the same operation and mask, then
 * gives each its result. `operand` and `width` are those of the shuffles, else 0. */
unsigned long simt_warp_collective(enum simt_warp_op op, unsigned mask, unsigned long value,
                                   int operand, int width);

/* The lanes of this warp that reach this call site together. */
unsigned simt_active_mask(void);

/* This thread's lane, 0 to 31. */
unsigned simt_lane(void);

/* Lets other threads of the block go on first; for loops that wait for one of them. */
void simt_yield(void);

/* One turn of what may be such a loop: now and then the others go on. */
void simt_spin(void);

/* The atomic load that comes next begins an update of a floating-point number (1) or of an integer
 * (0): of its bits it cannot be told. */
void simt_updates(int floats);

/* The thread wants the result of the atomic function that it called last; the value itself. The
 * compiler leaves out a call whose value nobody wants: that is how the inspector knows. */
unsigned long simt_result(unsigned long value) __attribute__((pure, nothrow));

/* A clock that counts nanoseconds. */
long long simt_clock_ns(void);

/* Stop the grid with an error that sticks. */
void simt_trap(void) __attribute__((noreturn));
void simt_assert_fail(const char *expression, const char *file, unsigned line, const char *function)
    __attribute__((noreturn));

/* What a texture is to a kernel that reads it. */
enum simt_texture_shape {
    SIMT_TEXTURE_1D,
    SIMT_TEXTURE_2D,
    SIMT_TEXTURE_3D,
    SIMT_TEXTURE_1D_LAYERED,
    SIMT_TEXTURE_2D_LAYERED,
    SIMT_TEXTURE_CUBE,
};

/* Up to four channels: numbers, or integers as the texture's format has them. */
union simt_channel {
    float f;
    unsigned u;
};
struct simt_texel {
    union {
        union simt_channel channels[4];
        float f[4];
        unsigned u[4];
    };
};

/* Read an element of a texture, or what lies between some; of linear memory by its index. */
void simt_texture_fetch(cudaTextureObject_t texture, enum simt_texture_shape shape, float x,
                        float y, float z, int layer, struct simt_texel *texel);
void simt_texture_fetch_linear(cudaTextureObject_t texture, int x, struct simt_texel *texel);

/* Where a surface's element lies, x in bytes; outside, as `mode` says: null is no element. */
void *simt_surface_cell(cudaSurfaceObject_t surface, int x, int y, int z, size_t bytes,
                        enum cudaSurfaceBoundaryMode mode);

/* __device__ and __constant__ variables, by address and size. Each is noted before main() begins,
 * or when its module is loaded; again to no effect. */
void simt_variable_note(void *variable, size_t bytes);
cudaError_t simt_copy_to_symbol(void *symbol, size_t symbol_size, const void *src, size_t count,
                                size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t simt_copy_from_symbol(void *dst, const void *symbol, size_t symbol_size, size_t count,
                                  size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t simt_symbol_address(void **dev_ptr, const void *symbol, size_t symbol_size);

#if defined(__cplusplus)
}
#endif

#endif
