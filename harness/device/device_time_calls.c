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

#include "device_graph.h"

cudaError_t gs_graph_record(struct gs_device *device, const struct gs_job *job, unsigned count,
                            enum cudaStreamCaptureMode mode, struct gs_graph **out)
{
    struct gs_graph *graph = malloc(sizeof *graph);
    cudaGraph_t recorded = NULL;
    *out = NULL;
    if (graph == NULL)
        return cudaErrorMemoryAllocation;
    graph->count = count;
    cudaError_t code = cudaStreamBeginCapture(device->stream, mode);
    if (code == cudaSuccess) {
        cudaError_t queued = (cudaError_t)gs_job_queue_many(device, job, count);
        code = cudaStreamEndCapture(device->stream, &recorded);
        code = code == cudaSuccess ? queued : code;
    }
    if (code == cudaSuccess)
        code = cudaGraphInstantiate(&graph->exec, recorded, 0);
    if (recorded != NULL)
        cudaGraphDestroy(recorded);
    if (code == cudaSuccess) {
        *out = graph;
        return code;
    }
    cudaGetLastError(); /* it stays this call's own matter */
    free(graph);
    return code;
}

struct gs_graph *gs_device_graph_make(struct gs_device *device, const struct gs_job *job,
                                      unsigned count)
{
    struct gs_graph *graph;
    gs_graph_record(device, job, count, cudaStreamCaptureModeThreadLocal, &graph);
    return graph;
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
