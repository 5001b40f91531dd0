/*
 * Lesson 13, streams and graphs: many small kernels, given to the GPU in different ways.
 *
 * Both workloads are a list of pieces, of which each is one small kernel, and which say what they
 * come after. `slices` has 64 that are independent; in `tree` 63 meet in pairs. The kernel is
 * always the same. What differs is who keeps the order: one stream, several streams with events, or
 * a graph, which is captured, or built by hand, or updated for each call. The last variants do
 * everything in one kernel.
 */
#include "13_streams.h"
#include "common.cuh"

enum { STREAMS = 8 };

/* ---- one piece of work ----------------------------------------------------------------------- */

/* What one kernel adds, and the pieces that it comes after, by their numbers. */
struct piece {
    const float *a, *b;
    float *to;
    size_t count, b_count; /* elements of a and `to`; of b, which may end before them */
    unsigned stream;       /* which of the side streams it goes to */
    unsigned after_count;
    unsigned after[2];
};

/* The 64 or 63 pieces of a workload, each behind those that it comes after. */
struct pieces {
    piece list[SLICES];
    unsigned count;
};

static __global__ void add(const float *a, const float *b, float *to, size_t count, size_t b_count)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = a[i] + (i < b_count ? b[i] : 0);
}

static unsigned blocks_of(const struct gs_call *call, const piece &work)
{
    return gs_blocks_for(work.count, call->block);
}

static cudaError_t launch(const struct gs_call *call, const piece &work, cudaStream_t stream)
{
    add<<<blocks_of(call, work), call->block, 0, stream>>>(work.a, work.b, work.to, work.count,
                                                           work.b_count);
    return cudaGetLastError();
}

/* Neighbouring slices go to the same stream. */
static unsigned side_of(unsigned slice)
{
    return slice / (SLICES / STREAMS);
}

/* ---- the two workloads ----------------------------------------------------------------------- */

/* out = x + y, slice by slice: no piece comes after another. */
static pieces slices_of(const struct gs_call *call)
{
    const float *x = array<float>(call, 0), *y = array<float>(call, 1);
    float *out = array<float>(call, 2);
    pieces all = {};
    for (unsigned s = 0; s < SLICES; s++) {
        const size_t begin = slice_begin(call->n, s), count = slice_count(call->n, s);
        all.list[all.count++] = {x + begin, y + begin,  out + begin, count,
                                 count,     side_of(s), 0,           {}};
    }
    return all;
}

/*
 * The sum of all slices, in pairs: of 64 slices come 32 sums, of these 16, and so on. A sum lies
 * where the first of its two slices would. A piece comes after those that made its two slices; the
 * pieces of the first level read x.
 */
static pieces tree_of(const struct gs_call *call)
{
    const float *x = array<float>(call, 0);
    float *sums = array<float>(call, 1), *out = array<float>(call, 2);
    unsigned made[SLICES] = {};
    pieces all = {};
    for (unsigned step = 1; step < SLICES; step *= 2) {
        for (unsigned s = 0; s < SLICES; s += 2 * step) {
            const bool first = step == 1, last = step == SLICES / 2;
            const float *from = first ? x : sums;
            const size_t a = slice_begin(call->n, s), b = slice_begin(call->n, s + step);
            piece work = {from + a,
                          from + b,
                          last ? out : sums + a,
                          slice_count(call->n, s),
                          slice_count(call->n, s + step),
                          side_of(s),
                          first ? 0u : 2u,
                          {made[s], made[s + step]}};
            made[s] = all.count;
            all.list[all.count++] = work;
        }
    }
    return all;
}

/* ---- one stream ------------------------------------------------------------------------------ */

/* One launch after the other. A stream keeps their order, also where none is needed. */
static int one_stream(const struct gs_call *call, const pieces &all)
{
    cudaError_t error = cudaSuccess;
    for (unsigned i = 0; error == cudaSuccess && i < all.count; i++)
        error = launch(call, all.list[i], stream_of(call));
    return error;
}

/* ---- several streams ------------------------------------------------------------------------- */

/* Streams, and an event for each, which stands for the end of what its stream has been given. They
 * are made by the first call that needs them, and stay until the program ends. */
struct side_streams {
    cudaStream_t streams[STREAMS] = {};
    cudaEvent_t ends[STREAMS] = {}, begin = NULL;
    cudaError_t error; /* with which making them failed */

    side_streams()
    {
        error = cudaEventCreateWithFlags(&begin, cudaEventDisableTiming);
        for (int i = 0; error == cudaSuccess && i < STREAMS; i++) {
            error = cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
            if (error == cudaSuccess)
                error = cudaEventCreateWithFlags(&ends[i], cudaEventDisableTiming);
        }
    }
    ~side_streams()
    {
        for (int i = 0; i < STREAMS; i++) {
            cudaEventDestroy(ends[i]);
            cudaStreamDestroy(streams[i]);
        }
        cudaEventDestroy(begin);
    }
};

static const side_streams &side()
{
    static const side_streams all;
    return all;
}

/* `stream` goes on when that side stream has come to the end of what it has been given. */
static cudaError_t wait_for_side(cudaStream_t stream, unsigned number)
{
    cudaError_t error = cudaEventRecord(side().ends[number], side().streams[number]);
    return error != cudaSuccess ? error : cudaStreamWaitEvent(stream, side().ends[number], 0);
}

/* All side streams wait for what the call's stream was given before. */
static cudaError_t fork_from(cudaStream_t stream)
{
    cudaError_t error = side().error;
    if (error == cudaSuccess)
        error = cudaEventRecord(side().begin, stream);
    for (int i = 0; error == cudaSuccess && i < STREAMS; i++)
        error = cudaStreamWaitEvent(side().streams[i], side().begin, 0);
    return error;
}

/* And it waits for all of them. */
static cudaError_t join_to(cudaStream_t stream)
{
    cudaError_t error = cudaSuccess;
    for (unsigned i = 0; error == cudaSuccess && i < STREAMS; i++)
        error = wait_for_side(stream, i);
    return error;
}

/* What a piece comes after is in order where it is in the same stream, and needs an event where it
 * is in another one. */
static cudaError_t launch_beside(const struct gs_call *call, const pieces &all, const piece &work)
{
    cudaStream_t stream = side().streams[work.stream];
    cudaError_t error = cudaSuccess;
    for (unsigned k = 0; error == cudaSuccess && k < work.after_count; k++) {
        const unsigned other = all.list[work.after[k]].stream;
        if (other != work.stream)
            error = wait_for_side(stream, other);
    }
    return error != cudaSuccess ? error : launch(call, work, stream);
}

static int streams(const struct gs_call *call, const pieces &all)
{
    cudaError_t error = fork_from(stream_of(call));
    for (unsigned i = 0; error == cudaSuccess && i < all.count; i++)
        error = launch_beside(call, all, all.list[i]);
    return error != cudaSuccess ? error : join_to(stream_of(call));
}

/* ---- graphs ---------------------------------------------------------------------------------- */

/* The same work, as a graph: a node for each piece, and an edge from each that it comes after. */
struct built {
    cudaGraph_t graph;
    cudaGraphNode_t nodes[SLICES];
};

/* The arguments of a piece's node; they are copied when they are given to a graph. */
struct node_arguments {
    piece work;
    void *pointers[5];
    cudaKernelNodeParams params;

    node_arguments(const struct gs_call *call, const piece &of)
        : work(of), pointers{&work.a, &work.b, &work.to, &work.count, &work.b_count}, params()
    {
        params.func = (void *)add;
        params.gridDim = dim3(blocks_of(call, of));
        params.blockDim = dim3(call->block);
        params.kernelParams = pointers;
    }
};

static cudaError_t build(const struct gs_call *call, const pieces &all, built *out)
{
    cudaError_t error = cudaGraphCreate(&out->graph, 0);
    for (unsigned i = 0; error == cudaSuccess && i < all.count; i++) {
        const piece &work = all.list[i];
        const node_arguments arguments(call, work);
        cudaGraphNode_t after[2];
        for (unsigned k = 0; k < work.after_count; k++)
            after[k] = out->nodes[work.after[k]];
        error = cudaGraphAddKernelNode(&out->nodes[i], out->graph, after, work.after_count,
                                       &arguments.params);
    }
    return error;
}

/* What a graph was made for: its nodes keep the arguments that they were given. */
struct graph_key {
    size_t n;
    unsigned block;
    void *arrays[3];
};

static bool fits(const graph_key &key, const struct gs_call *call)
{
    return key.n == call->n && key.block == call->block &&
           memcmp(key.arrays, call->arrays, sizeof key.arrays) == 0;
}

/*
 * A graph that is ready to be launched, kept from call to call: to instantiate it costs far more
 * than a launch. It is made again where a call has other arguments, and the last one stays until
 * the program ends. Each variant of a workload has one of its own.
 */
struct kept_graph {
    cudaGraphExec_t exec = NULL; /* NULL: there is none */
    graph_key key = {};

    /* One that still runs goes when it is done. */
    void drop()
    {
        if (exec != NULL)
            cudaGraphExecDestroy(exec);
        exec = NULL;
    }
    ~kept_graph()
    {
        drop();
    }
};

static bool is_ready(const kept_graph *kept, const struct gs_call *call)
{
    return kept->exec != NULL && fits(kept->key, call);
}

/* Takes over a new graph for the call; or the error with which making it failed. */
static cudaError_t renew(kept_graph *kept, const struct gs_call *call, cudaGraph_t graph,
                         cudaError_t error)
{
    kept->drop();
    if (error == cudaSuccess)
        error = cudaGraphInstantiate(&kept->exec, graph, 0);
    if (graph != NULL)
        cudaGraphDestroy(graph);
    kept->key = {call->n, call->block, {call->arrays[0], call->arrays[1], call->arrays[2]}};
    return error;
}

/* What `streams` gives to its streams, recorded instead of run. */
static cudaError_t capture(const struct gs_call *call, const pieces &all, cudaGraph_t *out)
{
    cudaError_t error = cudaStreamBeginCapture(stream_of(call), cudaStreamCaptureModeThreadLocal);
    if (error != cudaSuccess)
        return error;
    const cudaError_t given = (cudaError_t)streams(call, all);
    error = cudaStreamEndCapture(stream_of(call), out);
    return given != cudaSuccess ? given : error;
}

static int captured(const struct gs_call *call, const pieces &all, kept_graph *kept)
{
    cudaError_t error = side().error;
    if (error == cudaSuccess && !is_ready(kept, call)) {
        cudaGraph_t graph = NULL;
        error = capture(call, all, &graph);
        error = renew(kept, call, graph, error);
    }
    return error != cudaSuccess ? error : cudaGraphLaunch(kept->exec, stream_of(call));
}

static int by_hand(const struct gs_call *call, const pieces &all, kept_graph *kept)
{
    cudaError_t error = cudaSuccess;
    if (!is_ready(kept, call)) {
        built made = {};
        error = build(call, all, &made);
        error = renew(kept, call, made.graph, error);
    }
    return error != cudaSuccess ? error : cudaGraphLaunch(kept->exec, stream_of(call));
}

/*
 * A graph for all calls: it is instantiated once in a program, and each call gives all nodes their
 * arguments anew, as a program has to whose arrays change from call to call. Its nodes are named by
 * those of the graph that it was made of, so that one stays too.
 */
struct updated_graph {
    cudaGraphExec_t exec = NULL; /* NULL: there is none */
    built made = {};

    ~updated_graph()
    {
        if (exec == NULL)
            return;
        cudaGraphExecDestroy(exec);
        cudaGraphDestroy(made.graph);
    }
};

static cudaError_t make_once(updated_graph *kept, const struct gs_call *call, const pieces &all)
{
    if (kept->exec != NULL)
        return cudaSuccess;
    cudaError_t error = build(call, all, &kept->made);
    if (error == cudaSuccess)
        error = cudaGraphInstantiate(&kept->exec, kept->made.graph, 0);
    if (error == cudaSuccess)
        return cudaSuccess;
    if (kept->made.graph != NULL)
        cudaGraphDestroy(kept->made.graph);
    kept->made = {};
    return error;
}

static int updated(const struct gs_call *call, const pieces &all, updated_graph *kept)
{
    cudaError_t error = make_once(kept, call, all);
    for (unsigned i = 0; error == cudaSuccess && i < all.count; i++) {
        const node_arguments arguments(call, all.list[i]);
        error =
            cudaGraphExecKernelNodeSetParams(kept->exec, kept->made.nodes[i], &arguments.params);
    }
    return error != cudaSuccess ? error : cudaGraphLaunch(kept->exec, stream_of(call));
}

/* ---- one kernel ------------------------------------------------------------------------------ */

/* Element i of all slices, in pairs as in the tree; what a slice does not have is 0. */
static __global__ void add_slices(const float *x, float *out, size_t n, size_t count)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float sums[SLICES];
#pragma unroll
    for (int s = 0; s < SLICES; s++)
        sums[s] = s * count + i < n ? x[s * count + i] : 0;
#pragma unroll
    for (int step = 1; step < SLICES; step *= 2) {
#pragma unroll
        for (int s = 0; s < SLICES; s += 2 * step)
            sums[s] += sums[s + step];
    }
    out[i] = sums[0];
}

/* ---- what the harness calls ------------------------------------------------------------------ */

#define STREAMS_VARIANTS(workload)                                                                 \
    extern "C" int workload##_one_stream(const struct gs_call *call)                               \
    {                                                                                              \
        return one_stream(call, workload##_of(call));                                              \
    }                                                                                              \
    extern "C" int workload##_streams(const struct gs_call *call)                                  \
    {                                                                                              \
        return streams(call, workload##_of(call));                                                 \
    }                                                                                              \
    extern "C" int workload##_captured(const struct gs_call *call)                                 \
    {                                                                                              \
        static kept_graph kept;                                                                    \
        return captured(call, workload##_of(call), &kept);                                         \
    }                                                                                              \
    extern "C" int workload##_by_hand(const struct gs_call *call)                                  \
    {                                                                                              \
        static kept_graph kept;                                                                    \
        return by_hand(call, workload##_of(call), &kept);                                          \
    }                                                                                              \
    extern "C" int workload##_updated(const struct gs_call *call)                                  \
    {                                                                                              \
        static updated_graph kept;                                                                 \
        return updated(call, workload##_of(call), &kept);                                          \
    }

STREAMS_VARIANTS(slices)
STREAMS_VARIANTS(tree)

extern "C" int slices_one_kernel(const struct gs_call *call)
{
    const piece all = {array<float>(call, 0), array<float>(call, 1), array<float>(call, 2), call->n,
                       call->n};
    return launch(call, all, stream_of(call));
}

extern "C" int tree_one_kernel(const struct gs_call *call)
{
    const size_t count = slice_elements(call->n);
    add_slices<<<gs_blocks_for(count, call->block), call->block, 0, stream_of(call)>>>(
        array<float>(call, 0), array<float>(call, 2), call->n, count);
    return cudaGetLastError();
}
