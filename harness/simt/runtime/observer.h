/* What the inspector wants to be told. The runtime calls these functions where a program was built
 * with simt-cc --inspect; otherwise the pointer is null, and the inspector is not even linked.
 *
 * Sites are return addresses in the program. */
#ifndef SIMT_OBSERVER_H
#define SIMT_OBSERVER_H

#include "access.h"
#include "operation.h"
#include "region.h"
#include "watch.h"

#include <simt/runtime.h>

struct simt_worker;

struct simt_observer {
    /* ---- of the host; from any OS thread ---- */
    void (*allocated)(const void *base, size_t bytes, enum simt_region_kind kind, const void *site);
    void (*freed)(const void *base, const void *site); /* after it */
    void (*bad_free)(const void *address, const void *site);
    /* free() or delete, by the host, of what CUDA allocated; instead of it. */
    void (*bad_host_free)(const void *address, const void *site);
    /* A copy is refused, or a fill (without a source): the bytes that it needs on a side that is
     * wrong; 0 on the other. The error is left next. */
    void (*bad_copy)(const void *dst, size_t dst_bytes, const void *src, size_t src_bytes,
                     enum cudaMemcpyKind kind, const void *site);
    /* A copy is about to be made, of one or more rows; of the source, from the first to the last
     * byte. Then each of its rows. */
    void (*copy_begins)(const void *dst, const void *src, size_t src_bytes,
                        enum cudaMemcpyKind kind, const void *site);
    void (*row_begins)(const void *dst, const void *src, size_t bytes, const void *site);
    void (*row_ends)(void *dst, const void *src, size_t bytes, const void *site); /* after it */
    void (*filled)(const void *dst, size_t bytes);                                /* after it */
    void (*host_access)(const struct simt_access *access);                        /* before it */
    /* An instruction of it, at `at` in whatever code, may not touch that address; before dies(). */
    void (*host_faults)(const void *address, bool write, uintptr_t at);
    /* It is about to call what is no function, or a kernel a function of a library's. The program
     * ends. */
    void (*bad_call)(const void *site, bool of_kernel);
    /* A call left an error behind, for which somebody should ask; and somebody did. */
    void (*error_left)(cudaError_t error, const void *site);
    void (*error_asked)(void);
    void (*device_reset)(int device, const void *site);
    /* A shared object with kernels was loaded from that file, which is about to be removed, and
     * lies so far from the addresses in it. */
    void (*module_loaded)(const char *path, uintptr_t bias);
    void (*sealed)(void); /* is about to be: nothing can be opened after it */
    void (*dies)(void);   /* by a signal that nobody handles, in host code */
    void (*operation)(const struct simt_operation *operation); /* is valid, and about to be made */
    /* A function of the host's is called, as its turn in the stream has come, and has returned. */
    void (*call_begins)(cudaStream_t stream, const void *site);
    void (*call_ends)(void);
    /* The launch of a graph, `exec` its number, or of a child graph in it, 0; each of its nodes;
     * its end. */
    void (*graph_begins)(size_t count, unsigned exec, cudaStream_t stream);
    void (*node_begins)(cudaGraphNode_t node);
    void (*graph_ends)(void);
    /* The host has made what kernels read by a way of its own, as the border of a texture: where
     * that lies on the device, or null, and numbers of it. */
    void (*described)(const void *base, const uint64_t numbers[], size_t count, const void *site);
    /* The value of a condition of a graph: it was made; a launch of the graph begins, which gives
     * it a value or leaves it without one that counts; a conditional node asks for it. */
    void (*condition_made)(const unsigned *value, const void *site);
    void (*condition_begins)(const unsigned *value, bool is_assigned);
    void (*condition_asked)(const unsigned *value, cudaStream_t stream);
    /* What <simt/label.h> has. */
    void (*labelled)(const void *base, const char *name, const char *type);
    void (*operations_reset)(void);
    void (*operations_stop)(void);
    void (*stands_in)(const void *shown, const void *real, size_t bytes);
    void (*number_stands_in)(const void *shown, const void *real, size_t bytes);
    void (*results_left)(const void *base, size_t bytes);
    bool (*work_is_pending)(void);

    /* ---- launches ---- */
    void (*launch_refused)(const struct simt_launch_config *config, cudaError_t error);
    /* What the host calls the kernel with, ahead of a launch that is not refused. */
    void (*arguments)(const void *all, size_t bytes);
    /* Each of them, before that; see include/simt/runtime.h. */
    void (*argument)(void *value, const void *plain, size_t bytes, enum simt_argument_kind kind);
    void (*launch_begins)(const struct simt_launch_config *config, bool by_kernel);
    /* cudaSuccess: it did not fail; else `why` says what happened, with a newline. */
    void (*launch_ends)(cudaError_t error, const char *why);

    /* ---- blocks; `worker` is the slot that a block runs in ---- */
    void (*block_begins)(struct simt_worker *worker);
    void (*block_ends)(struct simt_worker *worker);
    /* A shared variable of the slot's block: once for each block. */
    void (*shared_variable)(struct simt_worker *worker, const void *base, size_t bytes,
                            bool dynamic, const char *name);
    void (*barrier_passed)(struct simt_worker *worker);
    /* So many threads from `first` on have met, which are a tile of the block; site: where the last
     * of them called it. */
    void (*tile_passed)(struct simt_worker *worker, unsigned first, unsigned threads,
                        const void *site);
    void (*grid_passed)(void); /* all threads of the launch are at grid.sync() */
    /* Lanes of a warp have met in a function; what each brings is in worker->lanes. */
    void (*warp_met)(struct simt_worker *worker, unsigned warp, enum simt_warp_op op,
                     uint32_t lanes);

    /* ---- threads; worker->current is the one ---- */
    /* The lanes of one warp make their accesses as one request. Returns those of them whose turns
     * need not be told. */
    uint32_t (*request)(struct simt_worker *worker, unsigned warp, uint32_t lanes);
    /* The thread's turn to make its access has come. */
    void (*access)(struct simt_worker *worker, const struct simt_access *access);
    void (*result)(struct simt_worker *worker); /* it wants that of its last atomic function */
    void (*fence)(struct simt_worker *worker, enum simt_scope scope);
    /* It comes to a barrier or warp function. */
    void (*arrives)(struct simt_worker *worker, bool barrier, uint32_t mask, const void *site);
    /* The launch is about to fail: nobody can go on, or time is up. */
    void (*stuck)(struct simt_worker *worker);
    void (*timed_out)(struct simt_worker *worker, double seconds, const void *at);
    /* Something was found that is wrong; asked from a handler of a signal. */
    bool (*has_found)(void);
};

/* Null: nobody looks. Set before main() begins. */
extern const struct simt_observer *simt_observer;

/* It is at the begin of pages of its own, of which simt_seal() makes that they can only be read. */
enum { SIMT_OBSERVER_BYTES = 1 << 16 };

/* For so many seconds the program did nothing, and is ended for that; 0: it works. */
extern volatile int simt_idle_s;

/* The runtime itself asks the time on this thread: what a harness puts around the host's clocks is
 * to note what the program asks. */
extern __thread bool simt_own_clock;

/* What <simt/label.h> has said of the thread's work; null: nothing. */
extern __thread const char *simt_work_file;
extern __thread int simt_work_line;

/* In an API function: where the program called it. */
#define SIMT_SITE __builtin_return_address(0)

static inline void simt_tell(const struct simt_operation *operation)
{
    if (simt_observer)
        simt_observer->operation(operation);
    if (atomic_load_explicit(&simt_watching, memory_order_relaxed))
        simt_watch_operation(operation);
}

#endif
