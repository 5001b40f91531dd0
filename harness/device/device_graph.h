/* Graphs of a job's launches. The simulator has none. */
#ifndef GS_DEVICE_GRAPH_H
#define GS_DEVICE_GRAPH_H

#include "device_internal.h"

struct gs_graph {
    cudaGraphExec_t exec;
    unsigned count; /* runs of the job */
};

/* Records `count` runs of the job, which are not run; *out is NULL where that fails. */
cudaError_t gs_graph_record(struct gs_device *device, const struct gs_job *job, unsigned count,
                            enum cudaStreamCaptureMode mode, struct gs_graph **out);

#endif
