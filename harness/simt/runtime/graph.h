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
    bool is_child; /* of a node, which owns it */
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

/* The node of a copy that was made of `original`; null: there is none. */
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

/* What another one owns is owned by both, each its own. False: no memory. */
bool simt_work_copy_of(struct simt_node_work *work, const struct simt_node_work *other,
                       const void *site);
void simt_work_free(struct simt_node_work *work);

/* Does it now, in a stream that is not captured. Errors are left as the call that it stands for
 * leaves them. */
cudaError_t simt_work_run(const struct simt_node_work *work, cudaStream_t stream, const void *site);

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
