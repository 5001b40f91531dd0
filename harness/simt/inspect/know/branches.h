/* Graphs that are being launched: of two nodes none comes before the other unless a dependency says
 * so, whatever the order in which they run here. */
#ifndef SIMT_INSPECT_BRANCHES_H
#define SIMT_INSPECT_BRANCHES_H

#include "runtime/graph.h"
#include "runtime/pending.h"

/* In the OS thread that calls: the launch of a graph of `count` nodes begins, which comes after the
 * launch before of the same `exec`; or, 0, that of a child graph in it. False: no memory for it. */
bool simt_branches_begin(size_t count, unsigned exec, cudaStream_t stream);

/* The node begins; what it comes after has run. The launch, or the child graph, ends. */
void simt_branches_node(cudaGraphNode_t node);
void simt_branches_end(void);

/* The name of a stream that is given work: in a graph with the branch that the work is in. */
struct simt_stream_name simt_branches_name(cudaStream_t stream);

/* The node that runs, the number of the launch that it is in, and which graph was launched, by the
 * number of its instantiation; null, 0: none. */
cudaGraphNode_t simt_branches_running(void);
unsigned simt_branches_launch(void);
unsigned simt_branches_exec(void);

#endif
