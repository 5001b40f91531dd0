/* Graphs: nodes, what each does, and what it comes after. */
#ifndef SIMT_GRAPH_H
#define SIMT_GRAPH_H

#include "handle.h"
#include "kernel.h"

#include <stdbool.h>

/* Memory of a graph: of all nodes of it and its copies that allocate or free it. It is there from
 * the node that allocates it on until the last of these nodes is gone, at one address, so that
 * launches find it where the launch before did. What a launch has allocated and nothing has freed
 * stays when its graphs are destroyed: the program has to free it. */
struct simt_graph_memory {
    void *address; /* null: the device was reset */
    size_t bytes;
    int device;
    unsigned users;
    bool live; /* allocated by a launch, and not freed */
    const void *site;
    struct simt_graph_memory *next;
};

/* The value that conditional nodes ask for, and that kernels set: its address is the handle that
 * the program has. It is there as long as a graph or a node has it, for which it was made or which
 * is a copy of one. */
struct simt_condition {
    unsigned *value;  /* memory of the device; null: the device was reset */
    unsigned initial; /* what it begins with, in each launch if `is_assigned` */
    bool is_assigned;
    int device;
    unsigned users;
    cudaGraph_t graph;  /* for which it was made, while that is there */
    bool is_launchable; /* there is an executable graph with it, and there can be one only */
    const void *site;
    struct simt_condition *next;
};

struct simt_conditional_node {
    struct simt_condition *condition;
    enum cudaGraphConditionalNodeType type;
    unsigned size;
    cudaGraph_t *bodies; /* so many; owned */
};

struct simt_kernel_node {
    struct simt_kept_launch launch;
    void **arguments; /* copies, one block of memory; null: the node was captured */
    int device;       /* that it runs on */
};

/* What a node does. */
struct simt_node_work {
    enum cudaGraphNodeType type;
    union {
        struct simt_kernel_node kernel;
        struct cudaMemcpy3DParms copy;
        struct cudaMemsetParams fill;
        struct cudaHostNodeParams host;
        cudaGraph_t child; /* owned */
        cudaEvent_t event; /* recorded or waited for */
        struct simt_graph_memory *memory;
        struct simt_conditional_node conditional;
    };
};

struct CUgraphNode_st {
    struct simt_handle handle; /* first */
    cudaGraph_t graph;
    cudaGraphNode_t original; /* which one this is a copy of; null: of none. Only compared. */
    size_t number;            /* its place in the graph */
    bool disabled;
    struct simt_node_work work;
    cudaGraphNode_t *before; /* those it comes after */
    size_t before_count;
};

struct CUgraph_st {
    struct simt_handle handle; /* first */
    cudaGraphNode_t *nodes;
    size_t count;
    bool is_child;  /* of a node, which owns it */
    bool is_launch; /* of an executable graph, or what one launch of it does */
    struct simt_condition **conditions;
    size_t condition_count;
};

/* A graph that can be launched. */
struct CUgraphExec_st {
    struct simt_handle handle; /* first */
    cudaGraph_t graph;         /* a copy, whose nodes are found by those of the original */
    unsigned long long flags;
    unsigned number; /* in order of creation, from 1 */
};
bool simt_exec_valid(cudaGraphExec_t exec);

bool simt_graph_valid(cudaGraph_t graph);
bool simt_graph_node_valid(cudaGraphNode_t node);

cudaGraph_t simt_graph_make(const void *site);
void simt_graph_free(cudaGraph_t graph);

/* A copy, of child graphs too. Null: no memory. */
cudaGraph_t simt_graph_copy(cudaGraph_t graph, const void *site);

/* Whether it holds of the graph, or of one that is in a node of it, however deep. */
bool simt_graph_any(cudaGraph_t graph, bool (*holds)(cudaGraph_t graph, const void *what),
                    const void *what);

/* Whether a graph is `outer`, or is in a node of it; and whether there is a conditional node. */
bool simt_graph_holds(cudaGraph_t outer, cudaGraph_t inner);
bool simt_graph_is_conditional(cudaGraph_t graph);

/* One pointer more at the end of an array that grows at powers of two. False: no memory. */
bool simt_graph_append(void *array, size_t *count, void *pointer);

/* The node of a copy that was made of `original`, also if it is in a body of a conditional node;
 * null: there is none. */
cudaGraphNode_t simt_graph_find_copy(cudaGraph_t graph, cudaGraphNode_t original);

/* Adds a node, which takes over what the work owns, also where it fails. */
cudaError_t simt_graph_add(cudaGraphNode_t *node, cudaGraph_t graph,
                           const cudaGraphNode_t *dependencies, size_t n,
                           struct simt_node_work *work, const void *site);

/* The node comes after another one of its graph, which may be known already. False: no memory. */
bool simt_graph_order(cudaGraphNode_t node, cudaGraphNode_t before);

/* The graph's nodes in an order that their dependencies allow: the first in the order of their
 * numbers, or, with a seed, one that is drawn and changes the seed. False: they are a circle, or
 * there is no memory. */
bool simt_graph_sort(cudaGraph_t graph, cudaGraphNode_t *sorted, uint64_t *seed);

/* ---- work (graph_work.c) ---- */

/* Each makes work of what a program asks for; the error says what is wrong with it. */
cudaError_t simt_work_kernel(struct simt_node_work *work,
                             const struct cudaKernelNodeParams *params);
cudaError_t simt_work_copy(struct simt_node_work *work, const struct cudaMemcpy3DParms *params);
cudaError_t simt_work_copy_1d(struct simt_node_work *work, void *dst, const void *src, size_t count,
                              enum cudaMemcpyKind kind);
cudaError_t simt_work_fill(struct simt_node_work *work, const struct cudaMemsetParams *params);
cudaError_t simt_work_host(struct simt_node_work *work, const struct cudaHostNodeParams *params);
cudaError_t simt_work_child(struct simt_node_work *work, cudaGraph_t child, const void *site);
cudaError_t simt_work_allocate(struct simt_node_work *work, size_t bytes, int device,
                               const void *site);
cudaError_t simt_work_release(struct simt_node_work *work, void *address);

/* The n-th graph that it owns, a child or a body; null: there are no more. */
cudaGraph_t simt_work_graph(const struct simt_node_work *work, size_t n);

/* What another one owns is owned by both, each its own. False: no memory. */
bool simt_work_copy_of(struct simt_node_work *work, const struct simt_node_work *other,
                       const void *site);
void simt_work_free(struct simt_node_work *work);

/* Does it now, in a stream that is not captured. Errors are left as the call that it stands for
 * leaves them. */
cudaError_t simt_work_run(const struct simt_node_work *work, cudaStream_t stream, const void *site);

/* ---- conditions (graph_condition.c) ---- */

/* Work of a node that is to be added to the graph. */
cudaError_t simt_work_conditional(struct simt_node_work *work,
                                  const struct cudaConditionalNodeParams *params, cudaGraph_t graph,
                                  const void *site);
bool simt_conditional_copy(struct simt_conditional_node *to,
                           const struct simt_conditional_node *from, const void *site);
void simt_conditional_free(struct simt_conditional_node *node);

/* The graph has the conditions of another one, too; or it is about to go. */
bool simt_conditions_share(cudaGraph_t graph, cudaGraph_t other);
void simt_conditions_leave(cudaGraph_t graph);

/* Whether no node of a graph, or of graphs in it, asks for one of their conditions. */
bool simt_conditions_are_unused(cudaGraph_t graph);

/* Whether one of them is of an executable graph; and they become so, or are no longer. */
bool simt_conditions_are_launchable(cudaGraph_t graph);
void simt_conditions_set_launchable(cudaGraph_t graph, bool launchable);

/* A launch of the graph begins. False: the values are gone, for the device was reset. */
bool simt_conditions_begin(cudaGraph_t graph);

/* The conditional node's turn has come: the graph that it chooses; null: none. */
cudaGraph_t simt_conditional_choose(const struct simt_conditional_node *node, cudaStream_t stream);

/* A node in a body of the graph that no body can have, or, with `around`, in the body of a node
 * that asks for that; null: there is none. */
cudaGraphNode_t simt_conditional_bad_node(cudaGraph_t graph, const struct simt_condition *around);

/* Whether the value of a condition is there; and the device is reset. */
bool simt_condition_is_at(const void *address);
void simt_conditions_reset(int device);

/* Whether memory of a graph begins at the address, and whether a launch has allocated it. */
bool simt_graph_owns_memory(const void *address);
bool simt_graph_memory_is_live(const void *address);

/* A launch allocates it, or frees it. */
void simt_graph_memory_set_live(struct simt_graph_memory *memory, bool live);

/* Frees live memory for a call of the program's at `site`. */
void simt_graph_memory_free(const void *address, const void *site);

/* The device is reset: all memory of it is gone. */
void simt_graph_memory_reset(int device);

/* All memory of graphs that there is on the device. */
size_t simt_graph_memory_bytes(int device);

#endif
