/* Graphs that can be launched: instantiation, launches, updates. */
#include "capture.h"
#include "copy.h"
#include "devices.h"
#include "error.h"
#include "graph.h"
#include "lockstep.h"
#include "observer.h"
#include "pending.h"
#include "queue.h"
#include "stream.h"

#include <simt/runtime.h>
#include <stdatomic.h>
#include <stdlib.h>

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
static cudaError_t run_kernel(const struct simt_kernel_node *node, cudaStream_t stream)
{
    const struct simt_kept_launch *kept = &node->launch;
    struct simt_launch_config config = kept->config;
    int chosen = simt_device;
    cudaError_t error;

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
        return run_kernel(&work->kernel, stream);
    case cudaGraphNodeTypeMemcpy:
        return simt_copy_run(&work->copy, stream, site);
    case cudaGraphNodeTypeMemset:
        return simt_fill_run(&work->fill, stream, site);
    case cudaGraphNodeTypeHost:
        return simt_host_call(stream, work->host.fn, work->host.userData, site);
    case cudaGraphNodeTypeGraph:
        return run_graph(work->child, 0, stream, site);
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

/* Whether its nodes can be put in order, those of child graphs too. */
static bool can_be_sorted(cudaGraph_t graph)
{
    cudaGraphNode_t *sorted = malloc((graph->count + 1) * sizeof(cudaGraphNode_t));
    bool can = sorted && simt_graph_sort(graph, sorted, NULL);

    for (size_t i = 0; can && i < graph->count; i++)
        if (graph->nodes[i]->work.type == cudaGraphNodeTypeGraph)
            can = can_be_sorted(graph->nodes[i]->work.child);
    free(sorted);
    return can;
}

static cudaError_t instantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags,
                               const void *site)
{
    static _Atomic unsigned made_before;
    cudaGraphExec_t made;

    if (simt_sticky_error() != cudaSuccess)
        return simt_return_at(cudaSuccess, site);
    if (!exec || !simt_graph_valid(graph) || flags > 15 || !can_be_sorted(graph))
        return simt_return_at(cudaErrorInvalidValue, site);
    if (flags & cudaGraphInstantiateFlagDeviceLaunch)
        return simt_return_at(cudaErrorNotSupported, site);
    made = calloc(1, sizeof(*made));
    if (made)
        made->graph = simt_graph_copy(graph, site);
    if (!made || !made->graph) {
        free(made);
        return simt_return_at(cudaErrorMemoryAllocation, site);
    }
    made->flags = flags;
    made->number = atomic_fetch_add(&made_before, 1) + 1;
    made->handle.site = site;
    simt_handle_add(&execs, &made->handle);
    *exec = made;
    return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags)
{
    return instantiate(exec, graph, flags, SIMT_SITE);
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph,
                                          unsigned long long flags)
{
    return instantiate(exec, graph, flags, SIMT_SITE);
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *exec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams *params)
{
    cudaError_t error;

    if (!params)
        return simt_return(cudaErrorInvalidValue);
    error = instantiate(exec, graph, params->flags, SIMT_SITE);
    params->errNode_out = NULL;
    params->result_out = error == cudaSuccess             ? cudaGraphInstantiateSuccess
                         : error == cudaErrorInvalidValue ? cudaGraphInstantiateInvalidStructure
                         : error == cudaErrorNotSupported
                             ? cudaGraphInstantiateNodeOperationNotSupported
                             : cudaGraphInstantiateError;
    return error;
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

        *to_blame = other;
        if (one->work.type != other->work.type)
            return cudaGraphExecUpdateErrorNodeTypeChanged;
        if (!same_order(one, other))
            return cudaGraphExecUpdateErrorTopologyChanged;
        if (one->work.type == cudaGraphNodeTypeMemAlloc ||
            one->work.type == cudaGraphNodeTypeMemFree)
            return cudaGraphExecUpdateErrorNotSupported;
        if (one->work.type == cudaGraphNodeTypeGraph) {
            enum cudaGraphExecUpdateResult result =
                compare(one->work.child, other->work.child, to_blame);

            if (result != cudaGraphExecUpdateSuccess)
                return result;
        }
    }
    *to_blame = NULL;
    return cudaGraphExecUpdateSuccess;
}

/* Its nodes keep the names that they have. */
static bool take_over(cudaGraphExec_t exec, cudaGraph_t fresh, const void *site)
{
    cudaGraph_t copy = simt_graph_copy(fresh, site);

    if (!copy)
        return false;
    for (size_t i = 0; i < copy->count; i++)
        copy->nodes[i]->original = exec->graph->nodes[i]->original;
    simt_graph_free(exec->graph);
    exec->graph = copy;
    return true;
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo *result)
{
    cudaGraphExecUpdateResultInfo found = {cudaGraphExecUpdateError, NULL, NULL};
    cudaError_t error = cudaErrorInvalidValue;

    if (simt_exec_valid(exec) && simt_graph_valid(graph)) {
        found.result = compare(exec->graph, graph, &found.errorNode);
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
