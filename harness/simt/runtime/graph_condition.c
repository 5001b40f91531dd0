/* Conditions of graphs, and the conditional nodes that ask for them. */
#include "devices.h"
#include "error.h"
#include "graph.h"
#include "observer.h"
#include "region.h"
#include "wall.h"

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct simt_condition *first_condition;

/* ---- conditions ---- */

static struct simt_condition *find(const void *address)
{
    struct simt_condition *at;

    (void)pthread_mutex_lock(&lock);
    for (at = first_condition; at && at->value != address;)
        at = at->next;
    (void)pthread_mutex_unlock(&lock);
    return address ? at : NULL;
}

bool simt_condition_is_at(const void *address)
{
    return find(address) != NULL;
}

/* One more graph or node that has it. */
static void join(struct simt_condition *condition)
{
    (void)pthread_mutex_lock(&lock);
    condition->users++;
    (void)pthread_mutex_unlock(&lock);
}

/* One less. The last one frees it. */
static void leave(struct simt_condition *condition)
{
    struct simt_condition **at = &first_condition;
    bool is_last;

    (void)pthread_mutex_lock(&lock);
    is_last = --condition->users == 0;
    while (is_last && *at != condition)
        at = &(*at)->next;
    if (is_last)
        *at = condition->next;
    (void)pthread_mutex_unlock(&lock);
    if (!is_last)
        return;
    if (condition->value &&
        simt_region_remove(condition->value, SIMT_REGION_DEVICE, SIMT_REGION_DEVICE) &&
        simt_observer)
        simt_observer->freed(condition->value, condition->site);
    free(condition);
}

void simt_conditions_reset(int device)
{
    (void)pthread_mutex_lock(&lock);
    for (struct simt_condition *at = first_condition; at; at = at->next)
        if (at->device == device)
            at->value = NULL;
    (void)pthread_mutex_unlock(&lock);
}

static unsigned get(const struct simt_condition *condition)
{
    unsigned value;

    simt_wall_open_for(condition->value, NULL);
    value = *condition->value;
    simt_wall_close_for(condition->value, NULL);
    return value;
}

static void set(struct simt_condition *condition, unsigned value)
{
    simt_wall_open_for(condition->value, NULL);
    *condition->value = value;
    simt_wall_close_for(condition->value, NULL);
}

static struct simt_condition *make(cudaGraph_t graph, unsigned initial, bool is_assigned,
                                   const void *site)
{
    struct simt_condition *condition = calloc(1, sizeof(*condition));

    if (!condition)
        return NULL;
    *condition = (struct simt_condition){.initial = initial,
                                         .is_assigned = is_assigned,
                                         .device = simt_device,
                                         .users = 1,
                                         .graph = graph,
                                         .site = site};
    condition->value =
        simt_region_alloc(sizeof(*condition->value), SIMT_REGION_DEVICE, 0, simt_device);
    if (!condition->value ||
        !simt_graph_append(&graph->conditions, &graph->condition_count, condition)) {
        if (condition->value)
            (void)simt_region_remove(condition->value, SIMT_REGION_DEVICE, SIMT_REGION_DEVICE);
        free(condition);
        return NULL;
    }
    (void)pthread_mutex_lock(&lock);
    condition->next = first_condition;
    first_condition = condition;
    (void)pthread_mutex_unlock(&lock);
    if (simt_observer) {
        const uint64_t numbers[] = {initial, is_assigned};

        simt_observer->described(condition->value, numbers, 2, site);
        simt_observer->condition_made(condition->value, site);
    }
    set(condition, initial);
    return condition;
}

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *handle, cudaGraph_t graph,
                                             unsigned int initial, unsigned int flags)
{
    struct simt_condition *condition;

    if (!handle || !simt_graph_valid(graph) || flags > cudaGraphCondAssignDefault)
        return simt_return(cudaErrorInvalidValue);
    condition = make(graph, initial, flags & cudaGraphCondAssignDefault, SIMT_SITE);
    if (condition)
        *handle = (uintptr_t)condition->value;
    return simt_return(condition ? cudaSuccess : cudaErrorMemoryAllocation);
}

/* ---- the conditions of a graph ---- */

bool simt_conditions_share(cudaGraph_t graph, cudaGraph_t other)
{
    for (size_t i = 0; i < other->condition_count; i++) {
        if (!simt_graph_append(&graph->conditions, &graph->condition_count, other->conditions[i]))
            return false;
        join(other->conditions[i]);
    }
    return true;
}

void simt_conditions_leave(cudaGraph_t graph)
{
    for (size_t i = 0; i < graph->condition_count; i++) {
        if (graph->conditions[i]->graph == graph)
            graph->conditions[i]->graph = NULL;
        leave(graph->conditions[i]);
    }
    free(graph->conditions);
}

/* Whether a node of the graph itself asks for the condition. */
static bool asks(cudaGraph_t graph, const void *condition)
{
    bool found = false;

    for (size_t i = 0; !found && i < graph->count; i++)
        found = graph->nodes[i]->work.type == cudaGraphNodeTypeConditional &&
                graph->nodes[i]->work.conditional.condition == condition;
    return found;
}

static bool has_unused(cudaGraph_t graph, const void *all)
{
    bool found = false;

    for (size_t i = 0; !found && i < graph->condition_count; i++)
        found = !simt_graph_any(*(const cudaGraph_t *)all, asks, graph->conditions[i]);
    return found;
}

bool simt_conditions_are_unused(cudaGraph_t graph)
{
    return simt_graph_any(graph, has_unused, &graph);
}

static bool has_launchable(cudaGraph_t graph, const void *unused)
{
    bool found = false;

    (void)unused;
    for (size_t i = 0; !found && i < graph->condition_count; i++)
        found = graph->conditions[i]->is_launchable;
    return found;
}

bool simt_conditions_are_launchable(cudaGraph_t graph)
{
    return simt_graph_any(graph, has_launchable, NULL);
}

static bool set_launchable(cudaGraph_t graph, const void *launchable)
{
    for (size_t i = 0; i < graph->condition_count; i++)
        graph->conditions[i]->is_launchable = *(const bool *)launchable;
    return false;
}

void simt_conditions_set_launchable(cudaGraph_t graph, bool launchable)
{
    (void)simt_graph_any(graph, set_launchable, &launchable);
}

/* True: the value of one is gone. */
static bool begin(cudaGraph_t graph, const void *unused)
{
    (void)unused;
    for (size_t i = 0; i < graph->condition_count; i++) {
        struct simt_condition *condition = graph->conditions[i];

        if (!condition->value)
            return true;
        if (simt_observer)
            simt_observer->condition_begins(condition->value, condition->is_assigned);
        if (condition->is_assigned)
            set(condition, condition->initial);
    }
    return false;
}

bool simt_conditions_begin(cudaGraph_t graph)
{
    return !simt_graph_any(graph, begin, NULL);
}

/* ---- nodes ---- */

static bool size_fits(const struct cudaConditionalNodeParams *params)
{
    switch (params->type) {
    case cudaGraphCondTypeIf:
        return params->size == 1 || params->size == 2;
    case cudaGraphCondTypeWhile:
        return params->size == 1;
    case cudaGraphCondTypeSwitch:
        return params->size > 0;
    default:
        return false;
    }
}

/* With no bodies, or with copies of those; false: no memory, and there is nothing to free. */
static bool make_bodies(struct simt_conditional_node *node, const cudaGraph_t *from,
                        const void *site)
{
    bool whole;

    node->bodies = calloc(node->size, sizeof(cudaGraph_t));
    whole = node->bodies != NULL;
    for (unsigned i = 0; whole && i < node->size; i++) {
        node->bodies[i] = from ? simt_graph_copy(from[i], site) : simt_graph_make(site);
        whole = node->bodies[i] != NULL;
        if (whole)
            node->bodies[i]->is_child = true;
    }
    join(node->condition);
    if (!whole)
        simt_conditional_free(node);
    return whole;
}

cudaError_t simt_work_conditional(struct simt_node_work *work,
                                  const struct cudaConditionalNodeParams *params, cudaGraph_t graph,
                                  const void *site)
{
    struct simt_condition *condition = find((const void *)(uintptr_t)params->handle);

    if (!condition || !size_fits(params) || !simt_graph_valid(graph))
        return cudaErrorInvalidValue;
    /* One node can have it, in the graph that it was made for or in a graph inside that one. */
    if (!condition->graph || !simt_graph_holds(condition->graph, graph) ||
        simt_graph_any(condition->graph, asks, condition))
        return cudaErrorInvalidValue;
    *work = (struct simt_node_work){
        .type = cudaGraphNodeTypeConditional,
        .conditional = {.condition = condition, .type = params->type, .size = params->size}};
    return make_bodies(&work->conditional, NULL, site) ? cudaSuccess : cudaErrorMemoryAllocation;
}

bool simt_conditional_copy(struct simt_conditional_node *to,
                           const struct simt_conditional_node *from, const void *site)
{
    *to = *from;
    return make_bodies(to, from->bodies, site);
}

void simt_conditional_free(struct simt_conditional_node *node)
{
    for (unsigned i = 0; node->bodies && i < node->size; i++)
        simt_graph_free(node->bodies[i]);
    free(node->bodies);
    leave(node->condition);
}

cudaGraph_t simt_conditional_choose(const struct simt_conditional_node *node, cudaStream_t stream)
{
    unsigned value;

    if (simt_observer)
        simt_observer->condition_asked(node->condition->value, stream);
    value = get(node->condition);
    if (node->type != cudaGraphCondTypeSwitch)
        value = !value; /* what is done if it is zero is the second body */
    return value < node->size ? node->bodies[value] : NULL;
}

/* ---- what bodies can have ---- */

static bool is_known_memory(const void *address)
{
    struct simt_region region;

    return simt_region_find(address, &region);
}

/* In a body, of a node with a condition of that device. */
static bool can_be_in_body(const struct simt_node_work *work, int device)
{
    const struct cudaMemcpy3DParms *copy = &work->copy;

    switch (work->type) {
    case cudaGraphNodeTypeKernel:
        return work->kernel.device == device;
    case cudaGraphNodeTypeMemcpy:
        return !copy->srcArray && !copy->dstArray && is_known_memory(copy->srcPtr.ptr) &&
               is_known_memory(copy->dstPtr.ptr);
    case cudaGraphNodeTypeMemset:
        return is_known_memory(work->fill.dst);
    case cudaGraphNodeTypeEmpty:
    case cudaGraphNodeTypeGraph:
    case cudaGraphNodeTypeConditional:
        return true;
    default:
        return false;
    }
}

cudaGraphNode_t simt_conditional_bad_node(cudaGraph_t graph, const struct simt_condition *around)
{
    cudaGraphNode_t bad = NULL;

    for (size_t i = 0; !bad && i < graph->count; i++) {
        const struct simt_node_work *work = &graph->nodes[i]->work;
        bool is_conditional = work->type == cudaGraphNodeTypeConditional;
        const struct simt_condition *inside = is_conditional ? work->conditional.condition : around;
        cudaGraph_t inner;

        if (around && !can_be_in_body(work, around->device))
            bad = graph->nodes[i];
        for (size_t n = 0; !bad && (inner = simt_work_graph(work, n)); n++)
            bad = simt_conditional_bad_node(inner, inside);
    }
    return bad;
}
