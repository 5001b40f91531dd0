#include "branches.h"

#include "operations.h"

#include <stdlib.h>

/* A graph, or a child graph, that is being launched. */
struct run {
    struct run *outer; /* null: the launch itself */
    struct simt_stream_name stream;
    struct simt_point begin, end;
    struct simt_branch *nodes;
    cudaGraphNode_t node; /* that runs; null: none yet */
    unsigned event;       /* records the end of each launch of it; 0: a child graph */
};

static __thread struct run *innermost;
static __thread unsigned launch, launched;

bool simt_branches_begin(size_t count, unsigned exec, cudaStream_t stream)
{
    static unsigned launches;
    struct run *run = calloc(1, sizeof(*run));

    if (run)
        run->nodes = calloc(count + 1, sizeof(*run->nodes));
    if (!run || !run->nodes) {
        free(run);
        return false;
    }
    run->outer = innermost;
    run->stream = simt_branches_name(stream);
    run->event = exec ? simt_pending_event_of_exec(exec) : 0;
    if (exec)
        simt_pending_stream_waits(&simt_submitted, run->stream, run->event);
    run->begin = run->end = simt_pending_end(&simt_submitted, run->stream);
    if (!run->outer) {
        launch = ++launches;
        launched = exec;
    }
    innermost = run;
    return true;
}

/* The node that ran last is done. */
static void end_node(struct run *run)
{
    if (run->node)
        simt_point_join(&run->end, &run->nodes[run->node->number].point);
    run->node = NULL;
}

void simt_branches_node(cudaGraphNode_t node)
{
    struct run *run = innermost;
    struct simt_branch *branch = &run->nodes[node->number];

    end_node(run);
    branch->point = run->begin;
    for (size_t i = 0; i < node->before_count; i++)
        simt_point_join(&branch->point, &run->nodes[node->before[i]->number].point);
    simt_pending_enter(&simt_submitted, branch);
    run->node = node;
}

void simt_branches_end(void)
{
    struct run *run = innermost;

    end_node(run);
    innermost = run->outer;
    simt_pending_goes_on(&simt_submitted, run->stream, &run->end);
    if (run->event)
        simt_pending_record(&simt_submitted, run->event, run->stream);
    if (!run->outer)
        launch = launched = 0;
    free(run->nodes);
    free(run);
}

struct simt_stream_name simt_branches_name(cudaStream_t stream)
{
    struct simt_stream_name name = simt_stream_name(stream);

    if (innermost && innermost->node)
        name.branch = &innermost->nodes[innermost->node->number];
    return name;
}

cudaGraphNode_t simt_branches_running(void)
{
    return innermost ? innermost->node : NULL;
}

unsigned simt_branches_launch(void)
{
    return launch;
}

unsigned simt_branches_exec(void)
{
    return launched;
}
