/* What a call costs that a program makes in a loop: one launch after the other, and as a graph. */
#include "device_internal.h"

#include "clock.h"

#include <stdlib.h>

int gs_job_queue_many(struct gs_device *device, const struct gs_job *job, unsigned count)
{
    struct gs_job many = *job;
    int error = 0;
    if (job->traits & GS_REPEATS) {
        many.call.repeat = count;
        return gs_job_queue(device, &many, NULL, false);
    }
    for (unsigned i = 0; error == 0 && i < count; i++)
        error = gs_job_queue(device, job, NULL, false);
    return error;
}

struct gs_sample gs_device_sample_calls(struct gs_device *device, const struct gs_job *job,
                                        unsigned count)
{
    double start = gs_clock_s();
    bool good = gs_job_queue_many(device, job, count) == 0;
    good &= cudaStreamSynchronize(device->stream) == cudaSuccess;
    double seconds = (gs_clock_s() - start) / count;
    return (struct gs_sample){.seconds = good ? seconds : -1.0};
}

#ifdef GRIDSTRIDE_SIMT

struct gs_graph *gs_device_graph_make(struct gs_device *device, const struct gs_job *job,
                                      unsigned count)
{
    (void)device, (void)job, (void)count;
    return NULL;
}

struct gs_sample gs_device_sample_graph(struct gs_device *device, const struct gs_graph *graph)
{
    (void)device, (void)graph;
    return (struct gs_sample){.seconds = -1.0};
}

void gs_device_graph_free(struct gs_graph *graph)
{
    (void)graph;
}

#else

struct gs_graph {
    cudaGraphExec_t exec;
    unsigned count;
};

struct gs_graph *gs_device_graph_make(struct gs_device *device, const struct gs_job *job,
                                      unsigned count)
{
    struct gs_graph *graph = malloc(sizeof *graph);
    cudaGraph_t recorded = NULL;
    if (graph == NULL)
        return NULL;
    graph->count = count;
    bool good =
        cudaStreamBeginCapture(device->stream, cudaStreamCaptureModeThreadLocal) == cudaSuccess;
    good = good && gs_job_queue_many(device, job, count) == 0;
    good &= cudaStreamEndCapture(device->stream, &recorded) == cudaSuccess;
    good = good && cudaGraphInstantiate(&graph->exec, recorded, 0) == cudaSuccess;
    if (recorded != NULL)
        cudaGraphDestroy(recorded);
    if (good)
        return graph;
    cudaGetLastError(); /* it stays this call's own matter */
    free(graph);
    return NULL;
}

struct gs_sample gs_device_sample_graph(struct gs_device *device, const struct gs_graph *graph)
{
    double start = gs_clock_s();
    bool good = cudaGraphLaunch(graph->exec, device->stream) == cudaSuccess;
    good &= cudaStreamSynchronize(device->stream) == cudaSuccess;
    double seconds = (gs_clock_s() - start) / graph->count;
    return (struct gs_sample){.seconds = good ? seconds : -1.0};
}

void gs_device_graph_free(struct gs_graph *graph)
{
    if (graph == NULL)
        return;
    cudaGraphExecDestroy(graph->exec);
    free(graph);
}

#endif
