/* The calls that add nodes of each type to a graph, and those that ask what a node does. */
#include "devices.h"
#include "error.h"
#include "graph.h"
#include "observer.h"
#include "stream.h"

/* Adds a node with work that was made, or not. */
static cudaError_t add(cudaError_t made, cudaGraphNode_t *node, cudaGraph_t graph,
                       const cudaGraphNode_t *dependencies, size_t n, struct simt_node_work *work,
                       const void *site)
{
    if (made == cudaSuccess)
        made = simt_graph_add(node, graph, dependencies, n, work, site);
    return simt_return_at(made, site);
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *dependencies, size_t n,
                                   const struct cudaKernelNodeParams *params)
{
    struct simt_node_work work;

    return add(simt_work_kernel(&work, params), node, graph, dependencies, n, &work, SIMT_SITE);
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *dependencies, size_t n,
                                   const struct cudaMemcpy3DParms *params)
{
    struct simt_node_work work;

    return add(simt_work_copy(&work, params), node, graph, dependencies, n, &work, SIMT_SITE);
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *dependencies, size_t n, void *dst,
                                     const void *src, size_t count, enum cudaMemcpyKind kind)
{
    struct simt_node_work work;

    return add(simt_work_copy_1d(&work, dst, src, count, kind), node, graph, dependencies, n, &work,
               SIMT_SITE);
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *dependencies, size_t n,
                                   const struct cudaMemsetParams *params)
{
    struct simt_node_work work;

    return add(simt_work_fill(&work, params), node, graph, dependencies, n, &work, SIMT_SITE);
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                 const cudaGraphNode_t *dependencies, size_t n,
                                 const struct cudaHostNodeParams *params)
{
    struct simt_node_work work;

    return add(simt_work_host(&work, params), node, graph, dependencies, n, &work, SIMT_SITE);
}

/* The same graph cannot be there twice with one value of each condition. */
static cudaError_t make_child(struct simt_node_work *work, cudaGraph_t child, const void *site)
{
    if (simt_graph_valid(child) && simt_graph_is_conditional(child))
        return cudaErrorNotSupported;
    return simt_work_child(work, child, site);
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                       const cudaGraphNode_t *dependencies, size_t n,
                                       cudaGraph_t child)
{
    struct simt_node_work work;

    return add(make_child(&work, child, SIMT_SITE), node, graph, dependencies, n, &work, SIMT_SITE);
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                  const cudaGraphNode_t *dependencies, size_t n)
{
    struct simt_node_work work = {.type = cudaGraphNodeTypeEmpty};

    return add(cudaSuccess, node, graph, dependencies, n, &work, SIMT_SITE);
}

static cudaError_t make_event(struct simt_node_work *work, enum cudaGraphNodeType type,
                              cudaEvent_t event)
{
    *work = (struct simt_node_work){.type = type, .event = event};
    return simt_event_valid(event) ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                        const cudaGraphNode_t *dependencies, size_t n,
                                        cudaEvent_t event)
{
    struct simt_node_work work;

    return add(make_event(&work, cudaGraphNodeTypeEventRecord, event), node, graph, dependencies, n,
               &work, SIMT_SITE);
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                      const cudaGraphNode_t *dependencies, size_t n,
                                      cudaEvent_t event)
{
    struct simt_node_work work;

    return add(make_event(&work, cudaGraphNodeTypeWaitEvent, event), node, graph, dependencies, n,
               &work, SIMT_SITE);
}

static cudaError_t add_memory(cudaGraphNode_t *node, cudaGraph_t graph,
                              const cudaGraphNode_t *dependencies, size_t n,
                              struct cudaMemAllocNodeParams *params, const void *site)
{
    struct simt_node_work work;
    cudaError_t error;

    if (!params || !simt_device_valid(params->poolProps.location.id))
        return simt_return_at(cudaErrorInvalidValue, site);
    error = add(simt_work_allocate(&work, params->bytesize, params->poolProps.location.id, site),
                node, graph, dependencies, n, &work, site);
    if (error == cudaSuccess)
        params->dptr = (*node)->work.memory->address;
    return error;
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *dependencies, size_t n,
                                     struct cudaMemAllocNodeParams *params)
{
    return add_memory(node, graph, dependencies, n, params, SIMT_SITE);
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                    const cudaGraphNode_t *dependencies, size_t n, void *dptr)
{
    struct simt_node_work work;

    return add(simt_work_release(&work, dptr), node, graph, dependencies, n, &work, SIMT_SITE);
}

static cudaError_t add_conditional(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *dependencies, size_t n,
                                   struct cudaConditionalNodeParams *params, const void *site)
{
    struct simt_node_work work;
    cudaError_t error = add(simt_work_conditional(&work, params, graph, site), node, graph,
                            dependencies, n, &work, site);

    if (error == cudaSuccess)
        params->phGraph_out = (*node)->work.conditional.bodies;
    return error;
}

/* What the parameters of any node ask for; not of those that tell something back. */
static cudaError_t make_any(struct simt_node_work *work, const struct cudaGraphNodeParams *params,
                            const void *site)
{
    switch (params->type) {
    case cudaGraphNodeTypeKernel:
        return simt_work_kernel(work, &params->kernel);
    case cudaGraphNodeTypeMemcpy:
        return simt_work_copy(work, &params->memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
        return simt_work_fill(work, &params->memset);
    case cudaGraphNodeTypeHost:
        return simt_work_host(work, &params->host);
    case cudaGraphNodeTypeGraph:
        return make_child(work, params->graph.graph, site);
    case cudaGraphNodeTypeEmpty:
        *work = (struct simt_node_work){.type = cudaGraphNodeTypeEmpty};
        return cudaSuccess;
    case cudaGraphNodeTypeWaitEvent:
        return make_event(work, params->type, params->eventWait.event);
    case cudaGraphNodeTypeEventRecord:
        return make_event(work, params->type, params->eventRecord.event);
    case cudaGraphNodeTypeMemFree:
        return simt_work_release(work, params->free.dptr);
    default:
        return cudaErrorNotSupported;
    }
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph,
                             const cudaGraphNode_t *dependencies, const cudaGraphEdgeData *edges,
                             size_t n, struct cudaGraphNodeParams *params)
{
    struct simt_node_work work;

    (void)edges;
    if (!params)
        return simt_return(cudaErrorInvalidValue);
    if (params->type == cudaGraphNodeTypeMemAlloc)
        return add_memory(node, graph, dependencies, n, &params->alloc, SIMT_SITE);
    if (params->type == cudaGraphNodeTypeConditional)
        return add_conditional(node, graph, dependencies, n, &params->conditional, SIMT_SITE);
    return add(make_any(&work, params, SIMT_SITE), node, graph, dependencies, n, &work, SIMT_SITE);
}

/* ---- what nodes do ---- */

static bool is_type(cudaGraphNode_t node, enum cudaGraphNodeType type)
{
    return simt_graph_node_valid(node) && node->work.type == type;
}

/* Gives the node other work of its type. */
static cudaError_t set(cudaGraphNode_t node, enum cudaGraphNodeType type, cudaError_t made,
                       struct simt_node_work *work, const void *site)
{
    if (made == cudaSuccess && !is_type(node, type)) {
        simt_work_free(work);
        made = cudaErrorInvalidValue;
    }
    if (made == cudaSuccess) {
        simt_work_free(&node->work);
        node->work = *work;
    }
    return simt_return_at(made, site);
}

/* The same from the parameters of any node that can be changed. */
static cudaError_t set_any(cudaGraphNode_t node, const struct cudaGraphNodeParams *params,
                           const void *site)
{
    struct simt_node_work work;

    if (!params || params->type == cudaGraphNodeTypeEmpty ||
        params->type == cudaGraphNodeTypeMemFree)
        return simt_return_at(cudaErrorInvalidValue, site);
    return set(node, params->type, make_any(&work, params, site), &work, site);
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, struct cudaGraphNodeParams *params)
{
    return set_any(node, params, SIMT_SITE);
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams *params)
{
    const struct simt_launch_config *config;

    if (!is_type(node, cudaGraphNodeTypeKernel) || !params)
        return simt_return(cudaErrorInvalidValue);
    config = &node->work.kernel.launch.config;
    *params = (struct cudaKernelNodeParams){.func = (void *)(uintptr_t)config->function,
                                            .gridDim = config->grid,
                                            .blockDim = config->block,
                                            .sharedMemBytes = (unsigned)config->shared_bytes,
                                            .kernelParams = node->work.kernel.arguments};
    return simt_return(cudaSuccess);
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaKernelNodeParams *params)
{
    struct simt_node_work work;

    return set(node, cudaGraphNodeTypeKernel, simt_work_kernel(&work, params), &work, SIMT_SITE);
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, struct cudaMemcpy3DParms *params)
{
    if (!is_type(node, cudaGraphNodeTypeMemcpy) || !params)
        return simt_return(cudaErrorInvalidValue);
    *params = node->work.copy;
    return simt_return(cudaSuccess);
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaMemcpy3DParms *params)
{
    struct simt_node_work work;

    return set(node, cudaGraphNodeTypeMemcpy, simt_work_copy(&work, params), &work, SIMT_SITE);
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *dst, const void *src,
                                           size_t count, enum cudaMemcpyKind kind)
{
    struct simt_node_work work;

    return set(node, cudaGraphNodeTypeMemcpy, simt_work_copy_1d(&work, dst, src, count, kind),
               &work, SIMT_SITE);
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, struct cudaMemsetParams *params)
{
    if (!is_type(node, cudaGraphNodeTypeMemset) || !params)
        return simt_return(cudaErrorInvalidValue);
    *params = node->work.fill;
    return simt_return(cudaSuccess);
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaMemsetParams *params)
{
    struct simt_node_work work;

    return set(node, cudaGraphNodeTypeMemset, simt_work_fill(&work, params), &work, SIMT_SITE);
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, struct cudaHostNodeParams *params)
{
    if (!is_type(node, cudaGraphNodeTypeHost) || !params)
        return simt_return(cudaErrorInvalidValue);
    *params = node->work.host;
    return simt_return(cudaSuccess);
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node,
                                       const struct cudaHostNodeParams *params)
{
    struct simt_node_work work;

    return set(node, cudaGraphNodeTypeHost, simt_work_host(&work, params), &work, SIMT_SITE);
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *graph)
{
    if (!is_type(node, cudaGraphNodeTypeGraph) || !graph)
        return simt_return(cudaErrorInvalidValue);
    *graph = node->work.child;
    return simt_return(cudaSuccess);
}

static cudaError_t get_event(cudaGraphNode_t node, enum cudaGraphNodeType type, cudaEvent_t *event)
{
    if (!is_type(node, type) || !event)
        return cudaErrorInvalidValue;
    *event = node->work.event;
    return cudaSuccess;
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event)
{
    return simt_return(get_event(node, cudaGraphNodeTypeEventRecord, event));
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event)
{
    return simt_return(get_event(node, cudaGraphNodeTypeWaitEvent, event));
}

cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event)
{
    struct simt_node_work work;

    return set(node, cudaGraphNodeTypeEventRecord,
               make_event(&work, cudaGraphNodeTypeEventRecord, event), &work, SIMT_SITE);
}

cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event)
{
    struct simt_node_work work;

    return set(node, cudaGraphNodeTypeWaitEvent,
               make_event(&work, cudaGraphNodeTypeWaitEvent, event), &work, SIMT_SITE);
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node,
                                           struct cudaMemAllocNodeParams *params)
{
    if (!is_type(node, cudaGraphNodeTypeMemAlloc) || !params)
        return simt_return(cudaErrorInvalidValue);
    *params = (struct cudaMemAllocNodeParams){
        .poolProps = {.allocType = cudaMemAllocationTypePinned,
                      .location = {.type = cudaMemLocationTypeDevice,
                                   .id = node->work.memory->device}},
        .bytesize = node->work.memory->bytes,
        .dptr = node->work.memory->address};
    return simt_return(cudaSuccess);
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *dptr)
{
    if (!is_type(node, cudaGraphNodeTypeMemFree) || !dptr)
        return simt_return(cudaErrorInvalidValue);
    *(void **)dptr = node->work.memory->address;
    return simt_return(cudaSuccess);
}

/* ---- nodes of executable graphs ---- */

/* The same of the copy in an executable graph, which the node of its original names. */
static cudaGraphNode_t inside(cudaGraphExec_t exec, cudaGraphNode_t node)
{
    return simt_exec_valid(exec) ? simt_graph_find_copy(exec->graph, node) : NULL;
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaKernelNodeParams *params)
{
    struct simt_node_work work;

    return set(inside(exec, node), cudaGraphNodeTypeKernel, simt_work_kernel(&work, params), &work,
               SIMT_SITE);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaMemcpy3DParms *params)
{
    struct simt_node_work work;

    return set(inside(exec, node), cudaGraphNodeTypeMemcpy, simt_work_copy(&work, params), &work,
               SIMT_SITE);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               void *dst, const void *src, size_t count,
                                               enum cudaMemcpyKind kind)
{
    struct simt_node_work work;

    return set(inside(exec, node), cudaGraphNodeTypeMemcpy,
               simt_work_copy_1d(&work, dst, src, count, kind), &work, SIMT_SITE);
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaMemsetParams *params)
{
    struct simt_node_work work;

    return set(inside(exec, node), cudaGraphNodeTypeMemset, simt_work_fill(&work, params), &work,
               SIMT_SITE);
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const struct cudaHostNodeParams *params)
{
    struct simt_node_work work;

    return set(inside(exec, node), cudaGraphNodeTypeHost, simt_work_host(&work, params), &work,
               SIMT_SITE);
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaGraph_t child)
{
    struct simt_node_work work;

    return set(inside(exec, node), cudaGraphNodeTypeGraph, make_child(&work, child, SIMT_SITE),
               &work, SIMT_SITE);
}

cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaEvent_t event)
{
    struct simt_node_work work;

    return set(inside(exec, node), cudaGraphNodeTypeEventRecord,
               make_event(&work, cudaGraphNodeTypeEventRecord, event), &work, SIMT_SITE);
}

cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               cudaEvent_t event)
{
    struct simt_node_work work;

    return set(inside(exec, node), cudaGraphNodeTypeWaitEvent,
               make_event(&work, cudaGraphNodeTypeWaitEvent, event), &work, SIMT_SITE);
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                       struct cudaGraphNodeParams *params)
{
    return set_any(inside(exec, node), params, SIMT_SITE);
}

/* As CUDA has it, only these can be left out of launches. */
static bool can_be_disabled(cudaGraphNode_t node)
{
    return node && (node->work.type == cudaGraphNodeTypeKernel ||
                    node->work.type == cudaGraphNodeTypeMemcpy ||
                    node->work.type == cudaGraphNodeTypeMemset);
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned int is_enabled)
{
    cudaGraphNode_t found = inside(exec, node);

    if (!can_be_disabled(found))
        return simt_return(cudaErrorInvalidValue);
    found->disabled = !is_enabled;
    return simt_return(cudaSuccess);
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned int *is_enabled)
{
    cudaGraphNode_t found = inside(exec, node);

    if (!can_be_disabled(found) || !is_enabled)
        return simt_return(cudaErrorInvalidValue);
    *is_enabled = !found->disabled;
    return simt_return(cudaSuccess);
}
