/* Graphs as a program builds them: nodes, edges, copies. */
#include "graph.h"

#include "capture.h"
#include "error.h"
#include "observer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct simt_handles graphs, nodes;

bool simt_graph_valid(cudaGraph_t graph)
{
    return graph && simt_handle_valid(&graphs, graph);
}

bool simt_graph_node_valid(cudaGraphNode_t node)
{
    return node && simt_handle_valid(&nodes, node);
}

cudaGraph_t simt_graph_make(const void *site)
{
    cudaGraph_t graph = calloc(1, sizeof(*graph));

    if (!graph)
        return NULL;
    graph->handle.site = site;
    simt_handle_add(&graphs, &graph->handle);
    return graph;
}

static void free_node(cudaGraphNode_t node)
{
    (void)simt_handle_remove(&nodes, node);
    simt_work_free(&node->work);
    free(node->before);
    free(node);
}

void simt_graph_free(cudaGraph_t graph)
{
    if (!graph)
        return;
    (void)simt_handle_remove(&graphs, graph);
    for (size_t i = 0; i < graph->count; i++)
        free_node(graph->nodes[i]);
    simt_conditions_leave(graph);
    free(graph->nodes);
    free(graph);
}

bool simt_graph_append(void *array, size_t *count, void *pointer)
{
    void **all = *(void ***)array, **grown = all;

    if (!(*count & (*count - 1)))
        grown = realloc(all, (*count ? 2 * *count : 1) * sizeof(*all));
    if (!grown)
        return false;
    *(void ***)array = grown;
    grown[(*count)++] = pointer;
    return true;
}

bool simt_graph_any(cudaGraph_t graph, bool (*holds)(cudaGraph_t graph, const void *what),
                    const void *what)
{
    bool found = holds(graph, what);
    cudaGraph_t inner;

    for (size_t i = 0; !found && i < graph->count; i++)
        for (size_t n = 0; !found && (inner = simt_work_graph(&graph->nodes[i]->work, n)); n++)
            found = simt_graph_any(inner, holds, what);
    return found;
}

static bool is_same(cudaGraph_t graph, const void *other)
{
    return graph == other;
}

bool simt_graph_holds(cudaGraph_t outer, cudaGraph_t inner)
{
    return simt_graph_any(outer, is_same, inner);
}

static bool has_conditional_node(cudaGraph_t graph, const void *unused)
{
    bool has = false;

    (void)unused;
    for (size_t i = 0; !has && i < graph->count; i++)
        has = graph->nodes[i]->work.type == cudaGraphNodeTypeConditional;
    return has;
}

bool simt_graph_is_conditional(cudaGraph_t graph)
{
    return simt_graph_any(graph, has_conditional_node, NULL);
}

bool simt_graph_order(cudaGraphNode_t node, cudaGraphNode_t before)
{
    for (size_t i = 0; i < node->before_count; i++)
        if (node->before[i] == before)
            return true;
    return simt_graph_append(&node->before, &node->before_count, before);
}

static bool enter(cudaGraph_t graph, cudaGraphNode_t node, const void *site)
{
    node->graph = graph;
    node->number = graph->count;
    node->handle.site = site;
    if (!simt_graph_append(&graph->nodes, &graph->count, node))
        return false;
    simt_handle_add(&nodes, &node->handle);
    return true;
}

/* Whether they are nodes of the graph, each given once. */
static cudaError_t check_dependencies(cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                      size_t n)
{
    if (!simt_graph_valid(graph) || (n && !dependencies))
        return cudaErrorInvalidValue;
    for (size_t i = 0; i < n; i++) {
        if (!simt_graph_node_valid(dependencies[i]) || dependencies[i]->graph != graph)
            return cudaErrorInvalidValue;
        for (size_t k = 0; k < i; k++)
            if (dependencies[k] == dependencies[i])
                return cudaErrorInvalidValue;
    }
    return cudaSuccess;
}

cudaError_t simt_graph_add(cudaGraphNode_t *node, cudaGraph_t graph,
                           const cudaGraphNode_t *dependencies, size_t n,
                           struct simt_node_work *work, const void *site)
{
    cudaError_t error = node ? check_dependencies(graph, dependencies, n) : cudaErrorInvalidValue;
    cudaGraphNode_t made = error == cudaSuccess ? calloc(1, sizeof(*made)) : NULL;
    bool fits = made != NULL;

    if (error == cudaSuccess && !made)
        error = cudaErrorMemoryAllocation;
    for (size_t i = 0; fits && i < n; i++)
        fits = simt_graph_order(made, dependencies[i]);
    if (fits && enter(graph, made, site)) {
        made->work = *work;
        *node = made;
        return cudaSuccess;
    }
    simt_work_free(work);
    if (made)
        free(made->before);
    free(made);
    return error == cudaSuccess ? cudaErrorMemoryAllocation : error;
}

static bool copy_node(cudaGraph_t copy, cudaGraphNode_t node, const void *site)
{
    cudaGraphNode_t made = calloc(1, sizeof(*made));

    if (!made)
        return false;
    if (!simt_work_copy_of(&made->work, &node->work, site)) {
        free(made);
        return false;
    }
    if (!enter(copy, made, node->handle.site)) {
        simt_work_free(&made->work);
        free(made);
        return false;
    }
    made->original = node;
    made->disabled = node->disabled;
    return true;
}

cudaGraph_t simt_graph_copy(cudaGraph_t graph, const void *site)
{
    cudaGraph_t copy = simt_graph_make(site);
    bool whole = copy && simt_conditions_share(copy, graph);

    for (size_t i = 0; whole && i < graph->count; i++)
        whole = copy_node(copy, graph->nodes[i], site);
    for (size_t i = 0; whole && i < graph->count; i++) {
        cudaGraphNode_t node = graph->nodes[i];

        for (size_t k = 0; whole && k < node->before_count; k++)
            whole = simt_graph_order(copy->nodes[i], copy->nodes[node->before[k]->number]);
    }
    if (whole)
        return copy;
    simt_graph_free(copy);
    return NULL;
}

cudaGraphNode_t simt_graph_find_copy(cudaGraph_t graph, cudaGraphNode_t original)
{
    cudaGraphNode_t found = NULL;

    for (size_t i = 0; !found && i < graph->count; i++) {
        const struct simt_node_work *work = &graph->nodes[i]->work;
        cudaGraph_t body;

        if (graph->nodes[i]->original == original)
            return graph->nodes[i];
        if (work->type != cudaGraphNodeTypeConditional)
            continue;
        for (size_t n = 0; !found && (body = simt_work_graph(work, n)); n++)
            found = simt_graph_find_copy(body, original);
    }
    return found;
}

/* ---- order ---- */

static bool is_ready(cudaGraphNode_t node, const bool *done)
{
    for (size_t i = 0; i < node->before_count; i++)
        if (!done[node->before[i]->number])
            return false;
    return !done[node->number];
}

/* The ready node that is next: the first at or behind `from`, or one of all, drawn. */
static cudaGraphNode_t next_node(cudaGraph_t graph, const bool *done, size_t from, uint64_t *seed)
{
    cudaGraphNode_t chosen = NULL;
    uint64_t seen = 0;

    for (size_t i = 0; i < graph->count; i++) {
        cudaGraphNode_t node = graph->nodes[(from + i) % graph->count];

        if (!is_ready(node, done))
            continue;
        if (!seed)
            return node;
        *seed = *seed * 6364136223846793005U + 1442695040888963407U;
        if ((*seed >> 33) % ++seen == 0)
            chosen = node;
    }
    return chosen;
}

bool simt_graph_sort(cudaGraph_t graph, cudaGraphNode_t *sorted, uint64_t *seed)
{
    bool *done = calloc(graph->count + 1, sizeof(*done)), whole = done != NULL;
    size_t from = 0;

    for (size_t i = 0; whole && i < graph->count; i++) {
        sorted[i] = next_node(graph, done, from, seed);
        whole = sorted[i] != NULL;
        if (whole) {
            done[sorted[i]->number] = true;
            from = sorted[i]->number + 1;
        }
    }
    free(done);
    return whole;
}

/* ---- the API ---- */

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags)
{
    if (!graph || flags)
        return simt_return(cudaErrorInvalidValue);
    *graph = simt_graph_make(SIMT_SITE);
    return simt_return(*graph ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    if (!simt_graph_valid(graph) || graph->is_child)
        return simt_return(cudaErrorInvalidValue);
    if (simt_capture_is_into(graph))
        return simt_return(cudaErrorIllegalState);
    simt_graph_free(graph);
    return simt_return(cudaSuccess);
}

cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t original)
{
    if (!clone || !simt_graph_valid(original))
        return simt_return(cudaErrorInvalidValue);
    if (simt_graph_is_conditional(original))
        return simt_return(cudaErrorNotSupported);
    *clone = simt_graph_copy(original, SIMT_SITE);
    return simt_return(*clone ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *node, cudaGraphNode_t original,
                                     cudaGraph_t clone)
{
    cudaGraphNode_t found;

    if (!node || !simt_graph_node_valid(original) || !simt_graph_valid(clone))
        return simt_return(cudaErrorInvalidValue);
    found = simt_graph_find_copy(clone, original);
    if (found)
        *node = found;
    return simt_return(found ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type)
{
    if (!simt_graph_node_valid(node) || !type)
        return simt_return(cudaErrorInvalidValue);
    *type = node->work.type;
    return simt_return(cudaSuccess);
}

/* A list that a program asks for: it says how many it has room for, and is told how many there are.
 * Without room for any, it is told how many; what is beyond the last is null. */
struct list {
    cudaGraphNode_t *first, *second; /* of edges: from, to */
    cudaGraphEdgeData *edges;
    size_t room, count;
};

static void list_add(struct list *list, cudaGraphNode_t first, cudaGraphNode_t second)
{
    if (list->count < list->room) {
        if (list->first)
            list->first[list->count] = first;
        if (list->second)
            list->second[list->count] = second;
        if (list->edges)
            list->edges[list->count] = (cudaGraphEdgeData){0};
    }
    list->count++;
}

static void list_end(struct list *list, size_t *n)
{
    bool asked = list->first || list->second;

    for (size_t i = list->count; i < list->room; i++) {
        if (list->first)
            list->first[i] = NULL;
        if (list->second)
            list->second[i] = NULL;
    }
    *n = asked && list->room < list->count ? list->room : list->count;
}

static cudaError_t list_nodes(cudaGraph_t graph, cudaGraphNode_t *out, size_t *n, bool only_roots)
{
    struct list list = {out, NULL, NULL, out && n ? *n : 0, 0};

    if (!simt_graph_valid(graph) || !n)
        return cudaErrorInvalidValue;
    for (size_t i = 0; i < graph->count; i++)
        if (!only_roots || graph->nodes[i]->before_count == 0)
            list_add(&list, graph->nodes[i], NULL);
    list_end(&list, n);
    return cudaSuccess;
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *out, size_t *n)
{
    return simt_return(list_nodes(graph, out, n, false));
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *out, size_t *n)
{
    return simt_return(list_nodes(graph, out, n, true));
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                              cudaGraphEdgeData *edges, size_t *n)
{
    struct list list = {from, to, edges, from && to && n ? *n : 0, 0};

    if (!simt_graph_valid(graph) || !n || !from != !to)
        return simt_return(cudaErrorInvalidValue);
    for (size_t i = 0; i < graph->count; i++)
        for (size_t k = 0; k < graph->nodes[i]->before_count; k++)
            list_add(&list, graph->nodes[i]->before[k], graph->nodes[i]);
    list_end(&list, n);
    return simt_return(cudaSuccess);
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *dependencies,
                                         cudaGraphEdgeData *edges, size_t *n)
{
    struct list list = {dependencies, NULL, edges, dependencies && n ? *n : 0, 0};

    if (!simt_graph_node_valid(node) || !n)
        return simt_return(cudaErrorInvalidValue);
    for (size_t i = 0; i < node->before_count; i++)
        list_add(&list, node->before[i], NULL);
    list_end(&list, n);
    return simt_return(cudaSuccess);
}

static bool comes_after(cudaGraphNode_t node, cudaGraphNode_t before)
{
    for (size_t i = 0; i < node->before_count; i++)
        if (node->before[i] == before)
            return true;
    return false;
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *dependents,
                                           cudaGraphEdgeData *edges, size_t *n)
{
    struct list list = {dependents, NULL, edges, dependents && n ? *n : 0, 0};

    if (!simt_graph_node_valid(node) || !n)
        return simt_return(cudaErrorInvalidValue);
    for (size_t i = 0; i < node->graph->count; i++)
        if (comes_after(node->graph->nodes[i], node))
            list_add(&list, node->graph->nodes[i], NULL);
    list_end(&list, n);
    return simt_return(cudaSuccess);
}

static bool is_edge_of(cudaGraph_t graph, cudaGraphNode_t from, cudaGraphNode_t to)
{
    return simt_graph_node_valid(from) && simt_graph_node_valid(to) && from->graph == graph &&
           to->graph == graph && from != to;
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                     const cudaGraphNode_t *to, const cudaGraphEdgeData *edges,
                                     size_t n)
{
    (void)edges;
    if (!simt_graph_valid(graph) || (n && (!from || !to)))
        return simt_return(cudaErrorInvalidValue);
    for (size_t i = 0; i < n; i++)
        if (!is_edge_of(graph, from[i], to[i]) || comes_after(to[i], from[i]))
            return simt_return(cudaErrorInvalidValue);
    for (size_t i = 0; i < n; i++)
        if (!simt_graph_order(to[i], from[i]))
            return simt_return(cudaErrorMemoryAllocation);
    return simt_return(cudaSuccess);
}

static void forget_order(cudaGraphNode_t node, cudaGraphNode_t before)
{
    size_t kept = 0;

    for (size_t i = 0; i < node->before_count; i++)
        if (node->before[i] != before)
            node->before[kept++] = node->before[i];
    node->before_count = kept;
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                        const cudaGraphNode_t *to, const cudaGraphEdgeData *edges,
                                        size_t n)
{
    (void)edges;
    if (!simt_graph_valid(graph) || (n && (!from || !to)))
        return simt_return(cudaErrorInvalidValue);
    for (size_t i = 0; i < n; i++)
        if (!is_edge_of(graph, from[i], to[i]) || !comes_after(to[i], from[i]))
            return simt_return(cudaErrorInvalidValue);
    for (size_t i = 0; i < n; i++)
        forget_order(to[i], from[i]);
    return simt_return(cudaSuccess);
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node)
{
    cudaGraph_t graph;

    if (!simt_graph_node_valid(node))
        return simt_return(cudaErrorInvalidValue);
    graph = node->graph;
    if (simt_capture_is_into(graph))
        return simt_return(cudaErrorIllegalState);
    for (size_t i = 0; i < graph->count; i++)
        forget_order(graph->nodes[i], node);
    for (size_t i = node->number + 1; i < graph->count; i++) {
        graph->nodes[i]->number = i - 1;
        graph->nodes[i - 1] = graph->nodes[i];
    }
    graph->count--;
    free_node(node);
    return simt_return(cudaSuccess);
}

static const char *word_of(const struct simt_node_work *work)
{
    static const char *const names[cudaGraphNodeTypeCount] = {
        "KERNEL",     "MEMCPY",       "MEMSET", "HOST", "GRAPH",     "EMPTY",
        "WAIT EVENT", "RECORD EVENT", "",       "",     "MEM ALLOC", "MEM FREE"};
    static const char *const conditional[] = {[cudaGraphCondTypeIf] = "CONDITIONAL IF",
                                              [cudaGraphCondTypeWhile] = "CONDITIONAL WHILE",
                                              [cudaGraphCondTypeSwitch] = "CONDITIONAL SWITCH"};

    return work->type == cudaGraphNodeTypeConditional ? conditional[work->conditional.type]
                                                      : names[work->type];
}

/* With the graphs in its nodes, each in a frame. `count`: of all nodes that were drawn; a graph's
 * own have numbers one after the other. */
static void draw(cudaGraph_t graph, FILE *file, size_t *count)
{
    size_t first = *count;
    cudaGraph_t inner;

    *count += graph->count;
    for (size_t i = 0; i < graph->count; i++) {
        const cudaGraphNode_t node = graph->nodes[i];

        (void)fprintf(file, "    node_%zu [label=\"%zu %s\"];\n", first + i, i,
                      word_of(&node->work));
        for (size_t k = 0; k < node->before_count; k++)
            (void)fprintf(file, "    node_%zu -> node_%zu;\n", first + node->before[k]->number,
                          first + i);
        for (size_t n = 0; (inner = simt_work_graph(&node->work, n)); n++) {
            (void)fprintf(file, "    subgraph cluster_%zu_%zu {\n    label=\"%zu %s, %zu\";\n",
                          first + i, n, i, word_of(&node->work), n);
            draw(inner, file, count);
            (void)fputs("    }\n", file);
        }
    }
}

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned int flags)
{
    size_t count = 0;
    FILE *file;

    (void)flags;
    if (!simt_graph_valid(graph) || !path)
        return simt_return(cudaErrorInvalidValue);
    file = fopen(path, "w");
    if (!file)
        return simt_return(cudaErrorOperatingSystem);
    (void)fputs("digraph graph_ {\n", file);
    draw(graph, file, &count);
    (void)fputs("}\n", file);
    return simt_return(fclose(file) == 0 ? cudaSuccess : cudaErrorOperatingSystem);
}
