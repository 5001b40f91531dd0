/* Graphs that can be launched: instantiation, launches, updates. */
#include "capture.h"
#include "copy.h"
#include "devices.h"
#include "error.h"
#include "graph.h"
#include "indirect.h"
#include "lockstep.h"
#include "observer.h"
#include "pending.h"
#include "queue.h"
#include "stream.h"

#include <simt/environment.h>
#include <simt/runtime.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static struct simt_handles execs;

bool simt_exec_valid(cudaGraphExec_t exec)
{
    return exec && simt_handle_valid(&execs, exec);
}

/* ---- launches ---- */

/* The seed for orders that the program did not ask for; null: it has none. */
static uint64_t *order_seed(void)
{
    static __thread uint64_t seed;
    static __thread bool is_drawn;
    unsigned resident;

    if (!getenv("SIMT_SEED"))
        return NULL;
    if (!is_drawn)
        simt_lockstep_settings(&seed, &resident);
    is_drawn = true;
    return &seed;
}

/* `exec`: the number of what is launched; 0: a child graph. */
static cudaError_t run_graph(cudaGraph_t graph, unsigned exec, cudaStream_t stream,
                             const void *site)
{
    cudaGraphNode_t *sorted = malloc((graph->count + 1) * sizeof(cudaGraphNode_t));
    cudaError_t error = cudaErrorMemoryAllocation;

    if (sorted && simt_graph_sort(graph, sorted, order_seed()))
        error = cudaSuccess;
    if (error == cudaSuccess && graph->is_launch && !simt_conditions_begin(graph))
        error = cudaErrorInvalidValue;
    if (simt_observer)
        simt_observer->graph_begins(graph->count, exec, stream);
    for (size_t i = 0; error == cudaSuccess && i < graph->count; i++) {
        if (simt_observer)
            simt_observer->node_begins(sorted[i]);
        if (!sorted[i]->disabled)
            error = simt_work_run(&sorted[i]->work, stream, site);
    }
    if (simt_observer)
        simt_observer->graph_ends();
    free(sorted);
    /* As of a kernel that fails: the next call says it. */
    return simt_sticky_error() != cudaSuccess ? cudaSuccess : error;
}

/* On the device that was chosen when the node was made, which need not be that of the stream. */
static cudaError_t run_kernel(const struct simt_kernel_node *node, cudaStream_t stream,
                              const void *site)
{
    const struct simt_kept_launch *kept = &node->launch;
    struct simt_launch_config config = kept->config;
    int chosen = simt_device;
    cudaError_t error;

    simt_indirect_check_kept((const void *)(uintptr_t)kept->run_block, site);
    config.stream = simt_stream_device(stream) == node->device ? stream : NULL;
    simt_device = node->device;
    error = simt_launch(&config, kept->run_block, kept->closure, kept->closure_bytes);
    simt_device = chosen;
    return error;
}

static void run_memory(const struct simt_node_work *work, cudaStream_t stream, const void *site)
{
    bool allocates = work->type == cudaGraphNodeTypeMemAlloc;

    simt_tell(
        &(struct simt_operation){.kind = allocates ? SIMT_OPERATION_ALLOCATE : SIMT_OPERATION_FREE,
                                 .site = site,
                                 .dst = work->memory->address,
                                 .bytes = work->memory->bytes,
                                 .where = SIMT_REGION_DEVICE,
                                 .stream = stream,
                                 .async = true});
    simt_graph_memory_set_live(work->memory, allocates);
}

static double cpu_seconds(void)
{
    struct timespec now = {0};

    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* A loop of a graph that does not come to its end is stopped as a kernel is. */
static void end_loop(unsigned long long rounds, double limit)
{
    (void)fflush(stdout);
    (void)fprintf(stderr,
                  "simt: a WHILE node of a graph has run its body %llu times in %g s of CPU time "
                  "(SIMT_TIMEOUT sets the limit), and its condition is not zero; a kernel of the "
                  "body has to call cudaGraphSetConditional(handle, 0)\n",
                  rounds, limit);
    simt_set_sticky(cudaErrorLaunchTimeout);
}

/* Of a loop whose kernels run in part, as in a trace, there is one round: what would end it may be
 * in the other part. */
static cudaError_t run_conditional(const struct simt_conditional_node *node, cudaStream_t stream,
                                   const void *site)
{
    const double limit = simt_environment()->timeout_seconds, begun = cpu_seconds();
    bool repeats = node->type == cudaGraphCondTypeWhile && !simt_traced.most_blocks;
    cudaError_t error = cudaSuccess;
    cudaGraph_t body = simt_conditional_choose(node, stream);
    unsigned long long rounds = 0;

    while (body && error == cudaSuccess && simt_sticky_error() == cudaSuccess) {
        error = run_graph(body, 0, stream, site);
        rounds++;
        body = repeats ? simt_conditional_choose(node, stream) : NULL;
        if (body && limit > 0 && cpu_seconds() - begun > limit)
            end_loop(rounds, limit);
    }
    return error;
}

/* When a launch's turn comes the program may have destroyed an event of its nodes, which it may do
 * as soon as the launch is made. */
static bool is_gone(cudaEvent_t event)
{
    return simt_in_turn && !simt_event_valid(event);
}

cudaError_t simt_work_run(const struct simt_node_work *work, cudaStream_t stream, const void *site)
{
    switch (work->type) {
    case cudaGraphNodeTypeKernel:
        return run_kernel(&work->kernel, stream, site);
    case cudaGraphNodeTypeMemcpy:
        return simt_copy_run(&work->copy, stream, site);
    case cudaGraphNodeTypeMemset:
        return simt_fill_run(&work->fill, stream, site);
    case cudaGraphNodeTypeHost:
        return simt_host_call(stream, work->host.fn, work->host.userData, site);
    case cudaGraphNodeTypeGraph:
        return run_graph(work->child, 0, stream, site);
    case cudaGraphNodeTypeConditional:
        return run_conditional(&work->conditional, stream, site);
    case cudaGraphNodeTypeEventRecord:
        return is_gone(work->event) ? cudaSuccess : cudaEventRecord(work->event, stream);
    case cudaGraphNodeTypeWaitEvent:
        return is_gone(work->event) ? cudaSuccess : cudaStreamWaitEvent(stream, work->event, 0);
    case cudaGraphNodeTypeMemAlloc:
    case cudaGraphNodeTypeMemFree:
        run_memory(work, stream, site);
        return cudaSuccess;
    default:
        return cudaSuccess;
    }
}

/* Whether what its nodes allocate is free; with `free_first` it is made so. */
static bool can_allocate(cudaGraph_t graph, bool free_first)
{
    bool can = true;

    for (size_t i = 0; can && i < graph->count; i++) {
        const struct simt_node_work *work = &graph->nodes[i]->work;

        if (work->type == cudaGraphNodeTypeGraph)
            can = can_allocate(work->child, free_first);
        if (work->type != cudaGraphNodeTypeMemAlloc)
            continue;
        if (free_first)
            simt_graph_memory_set_live(work->memory, false);
        can = work->memory->address && !simt_graph_memory_is_live(work->memory->address);
    }
    return can;
}

static cudaError_t launch_now(cudaGraphExec_t exec, cudaStream_t stream, const void *site)
{
    return can_allocate(exec->graph, exec->flags & cudaGraphInstantiateFlagAutoFreeOnLaunch)
               ? run_graph(exec->graph, exec->number, stream, site)
               : cudaErrorInvalidValue;
}

static bool uses_memory(cudaGraph_t graph)
{
    bool uses = false;

    for (size_t i = 0; !uses && i < graph->count; i++) {
        const struct simt_node_work *work = &graph->nodes[i]->work;

        uses = work->type == cudaGraphNodeTypeMemAlloc || work->type == cudaGraphNodeTypeMemFree ||
               (work->type == cudaGraphNodeTypeGraph && uses_memory(work->child));
    }
    return uses;
}

/* The events that its nodes wait for, or record: as if the stream did so with the launch. */
static void order_by_events(cudaGraph_t graph, enum cudaGraphNodeType type, cudaStream_t stream)
{
    for (size_t i = 0; i < graph->count; i++) {
        const struct simt_node_work *work = &graph->nodes[i]->work;

        if (work->type == cudaGraphNodeTypeGraph)
            order_by_events(work->child, type, stream);
        else if (work->type == type && !graph->nodes[i]->disabled)
            simt_event_order(work->event, stream, type == cudaGraphNodeTypeEventRecord);
    }
}

/* Its nodes come together, and behind those of the launch before. */
static cudaError_t launch_later(cudaGraphExec_t exec, cudaStream_t stream, const void *site)
{
    unsigned before = simt_pending_event_of_exec(exec->number);
    struct simt_node_work work;
    cudaError_t error = simt_work_child(&work, exec->graph, site);

    if (error != cudaSuccess)
        return error;
    work.child->is_launch = true;
    order_by_events(exec->graph, cudaGraphNodeTypeWaitEvent, stream);
    simt_queue_stream_waits(stream, before);
    error = simt_queue_add_work(stream, &work, site);
    simt_queue_record(before, stream);
    order_by_events(exec->graph, cudaGraphNodeTypeEventRecord, stream);
    return error;
}

/* Whether memory that nodes allocate is free, only the end of what was launched before says. */
static cudaError_t launch(cudaGraphExec_t exec, cudaStream_t stream, const void *site)
{
    cudaError_t error;
    bool entered;

    if (simt_queue_is_on() && !uses_memory(exec->graph))
        return launch_later(exec, stream, site);
    if (simt_queue_is_on())
        order_by_events(exec->graph, cudaGraphNodeTypeWaitEvent, stream);
    entered = simt_queue_enter(stream);
    error = launch_now(exec, stream, site);
    simt_queue_leave(entered);
    if (simt_queue_is_on())
        order_by_events(exec->graph, cudaGraphNodeTypeEventRecord, stream);
    return error;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream)
{
    struct simt_tail *tail;
    cudaError_t error;

    if (simt_sticky_error() != cudaSuccess)
        return simt_return(cudaSuccess);
    if (!simt_exec_valid(exec))
        return simt_return(cudaErrorInvalidValue);
    if (!simt_stream_valid(stream))
        return simt_return(cudaErrorInvalidResourceHandle);
    error = simt_capture_gate(stream, &tail);
    if (error == cudaSuccess) /* no capture takes it: a child node is added to a graph by hand */
        error = tail ? simt_capture_check_stream(stream) : launch(exec, stream, SIMT_SITE);
    if (simt_sticky_error() != cudaSuccess)
        return cudaSuccess;
    return simt_return(error);
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream)
{
    if (!simt_exec_valid(exec))
        return simt_return(cudaErrorInvalidValue);
    return simt_return(simt_stream_valid(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

/* ---- instantiation ---- */

/* Whether its nodes cannot be put in order. */
static bool is_circle(cudaGraph_t graph, const void *unused)
{
    cudaGraphNode_t *sorted = malloc((graph->count + 1) * sizeof(cudaGraphNode_t));
    bool can = sorted && simt_graph_sort(graph, sorted, NULL);

    (void)unused;
    free(sorted);
    return !can;
}

/* What a graph, or a node of it, which is then given too, cannot be instantiated for. */
static enum cudaGraphInstantiateResult check(cudaGraph_t graph, unsigned long long flags,
                                             cudaGraphNode_t *to_blame)
{
    *to_blame = NULL;
    if (simt_graph_any(graph, is_circle, NULL))
        return cudaGraphInstantiateInvalidStructure;
    if (flags & cudaGraphInstantiateFlagDeviceLaunch)
        return cudaGraphInstantiateNodeOperationNotSupported;
    if (simt_conditions_are_unused(graph))
        return cudaGraphInstantiateConditionalHandleUnused;
    *to_blame = simt_conditional_bad_node(graph, NULL);
    if (*to_blame)
        return cudaGraphInstantiateNodeOperationNotSupported;
    return simt_conditions_are_launchable(graph) ? cudaGraphInstantiateError
                                                 : cudaGraphInstantiateSuccess;
}

static cudaError_t error_of(enum cudaGraphInstantiateResult result)
{
    switch (result) {
    case cudaGraphInstantiateSuccess:
        return cudaSuccess;
    case cudaGraphInstantiateInvalidStructure:
    case cudaGraphInstantiateConditionalHandleUnused:
        return cudaErrorInvalidValue;
    default:
        return cudaErrorNotSupported;
    }
}

static cudaError_t make_exec(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags,
                             const void *site)
{
    static _Atomic unsigned made_before;
    cudaGraphExec_t made = calloc(1, sizeof(*made));

    if (made)
        made->graph = simt_graph_copy(graph, site);
    if (!made || !made->graph) {
        free(made);
        return cudaErrorMemoryAllocation;
    }
    made->graph->is_launch = true;
    simt_conditions_set_launchable(made->graph, true);
    made->flags = flags;
    made->number = atomic_fetch_add(&made_before, 1) + 1;
    made->handle.site = site;
    simt_handle_add(&execs, &made->handle);
    *exec = made;
    return cudaSuccess;
}

static cudaError_t instantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                               cudaGraphInstantiateParams *params, const void *site)
{
    cudaError_t error = cudaErrorInvalidValue;

    params->errNode_out = NULL;
    params->result_out = cudaGraphInstantiateError;
    if (simt_sticky_error() != cudaSuccess)
        return simt_return_at(cudaSuccess, site);
    if (exec && simt_graph_valid(graph) && params->flags <= 15) {
        params->result_out = check(graph, params->flags, &params->errNode_out);
        error = error_of(params->result_out);
    }
    if (error == cudaSuccess)
        error = make_exec(exec, graph, params->flags, site);
    return simt_return_at(error, site);
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags)
{
    cudaGraphInstantiateParams params = {.flags = flags};

    return instantiate(exec, graph, &params, SIMT_SITE);
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph,
                                          unsigned long long flags)
{
    cudaGraphInstantiateParams params = {.flags = flags};

    return instantiate(exec, graph, &params, SIMT_SITE);
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *exec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams *params)
{
    if (!params)
        return simt_return(cudaErrorInvalidValue);
    return instantiate(exec, graph, params, SIMT_SITE);
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long *flags)
{
    if (!simt_exec_valid(exec) || !flags)
        return simt_return(cudaErrorInvalidValue);
    *flags = exec->flags;
    return simt_return(cudaSuccess);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec)
{
    if (!exec || !simt_handle_remove(&execs, exec))
        return simt_return(cudaErrorInvalidValue);
    simt_conditions_set_launchable(exec->graph, false);
    simt_graph_free(exec->graph);
    free(exec);
    return simt_return(cudaSuccess);
}

/* ---- updates ---- */

/* Whether two nodes at the same place come after nodes at the same places. */
static bool same_order(cudaGraphNode_t one, cudaGraphNode_t other)
{
    if (one->before_count != other->before_count)
        return false;
    for (size_t i = 0; i < one->before_count; i++) {
        size_t k = 0;

        while (k < other->before_count && other->before[k]->number != one->before[i]->number)
            k++;
        if (k == other->before_count)
            return false;
    }
    return true;
}

/* What of `fresh` cannot be taken over; the first node of it, if one is to blame. */
static enum cudaGraphExecUpdateResult compare(cudaGraph_t now, cudaGraph_t fresh,
                                              cudaGraphNode_t *to_blame)
{
    if (now->count != fresh->count)
        return cudaGraphExecUpdateErrorTopologyChanged;
    for (size_t i = 0; i < now->count; i++) {
        cudaGraphNode_t one = now->nodes[i], other = fresh->nodes[i];
        cudaGraph_t inner;

        *to_blame = other;
        if (one->work.type != other->work.type)
            return cudaGraphExecUpdateErrorNodeTypeChanged;
        if (!same_order(one, other))
            return cudaGraphExecUpdateErrorTopologyChanged;
        if (one->work.type == cudaGraphNodeTypeMemAlloc ||
            one->work.type == cudaGraphNodeTypeMemFree)
            return cudaGraphExecUpdateErrorNotSupported;
        if (one->work.type == cudaGraphNodeTypeConditional &&
            (one->work.conditional.type != other->work.conditional.type ||
             one->work.conditional.size != other->work.conditional.size))
            return cudaGraphExecUpdateErrorParametersChanged;
        for (size_t n = 0; (inner = simt_work_graph(&one->work, n)); n++) {
            enum cudaGraphExecUpdateResult result =
                compare(inner, simt_work_graph(&other->work, n), to_blame);

            if (result != cudaGraphExecUpdateSuccess)
                return result;
        }
    }
    *to_blame = NULL;
    return cudaGraphExecUpdateSuccess;
}

/* Nodes keep the names that they have. */
static void keep_names(cudaGraph_t copy, cudaGraph_t now)
{
    cudaGraph_t inner;

    for (size_t i = 0; i < copy->count; i++) {
        copy->nodes[i]->original = now->nodes[i]->original;
        for (size_t n = 0; (inner = simt_work_graph(&copy->nodes[i]->work, n)); n++)
            keep_names(inner, simt_work_graph(&now->nodes[i]->work, n));
    }
}

static bool take_over(cudaGraphExec_t exec, cudaGraph_t fresh, const void *site)
{
    cudaGraph_t copy = simt_graph_copy(fresh, site);

    if (!copy)
        return false;
    keep_names(copy, exec->graph);
    copy->is_launch = true;
    simt_conditions_set_launchable(exec->graph, false);
    simt_conditions_set_launchable(copy, true);
    simt_graph_free(exec->graph);
    exec->graph = copy;
    return true;
}

/* Not with a condition of another executable graph, of one that no node asks for, or with a body
 * that cannot be. */
static bool can_take_over(cudaGraphExec_t exec, cudaGraph_t fresh)
{
    bool can;

    simt_conditions_set_launchable(exec->graph, false);
    can = !simt_conditions_are_launchable(fresh) && !simt_conditions_are_unused(fresh) &&
          !simt_conditional_bad_node(fresh, NULL);
    simt_conditions_set_launchable(exec->graph, true);
    return can;
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo *result)
{
    cudaGraphExecUpdateResultInfo found = {cudaGraphExecUpdateError, NULL, NULL};
    cudaError_t error = cudaErrorInvalidValue;

    if (simt_exec_valid(exec) && simt_graph_valid(graph)) {
        found.result = compare(exec->graph, graph, &found.errorNode);
        if (found.result == cudaGraphExecUpdateSuccess && !can_take_over(exec, graph))
            found.result = cudaGraphExecUpdateErrorNotSupported;
        error = found.result == cudaGraphExecUpdateSuccess ? cudaSuccess
                                                           : cudaErrorGraphExecUpdateFailure;
    }
    if (error == cudaSuccess && !take_over(exec, graph, SIMT_SITE))
        error = cudaErrorMemoryAllocation;
    if (result)
        *result = found;
    return simt_return(error);
}

/* ---- memory of graphs ---- */

cudaError_t cudaDeviceGraphMemTrim(int device)
{
    return simt_return(simt_device_valid(device) ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attr,
                                           void *value)
{
    if (!simt_device_valid(device))
        return simt_return(cudaErrorInvalidDevice);
    if (!value || (unsigned)attr > cudaGraphMemAttrReservedMemHigh)
        return simt_return(cudaErrorInvalidValue);
    *(uint64_t *)value = simt_graph_memory_bytes(device);
    return simt_return(cudaSuccess);
}

cudaError_t cudaDeviceSetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attr,
                                           void *value)
{
    bool high = attr == cudaGraphMemAttrUsedMemHigh || attr == cudaGraphMemAttrReservedMemHigh;

    if (!simt_device_valid(device))
        return simt_return(cudaErrorInvalidDevice);
    return simt_return(high && value && *(uint64_t *)value == 0 ? cudaSuccess
                                                                : cudaErrorInvalidValue);
}
