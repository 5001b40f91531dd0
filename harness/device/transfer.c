/* Copies that variants make for themselves: counted, and on request timed one by one. */
#include "transfer.h"

#include "device_internal.h"
#include "dtype.h"
#include "grow.h"

#include <stdlib.h>

/* One copy between two events. */
struct mark {
    cudaEvent_t begin, end;
    bool in;
};

struct gs_trace {
    cudaEvent_t start;
    struct mark *marks;
    size_t count;
};

struct gs_trace *gs_trace_begin(cudaStream_t stream)
{
    struct gs_trace *trace = calloc(1, sizeof *trace);
    if (trace == NULL)
        return NULL;
    if (cudaEventCreate(&trace->start) != cudaSuccess ||
        cudaEventRecord(trace->start, stream) != cudaSuccess) {
        free(trace);
        return NULL;
    }
    return trace;
}

static struct mark *add_mark(struct gs_trace *trace, bool in)
{
    if (!gs_grow(&trace->marks, trace->count, sizeof *trace->marks))
        return NULL;
    struct mark *mark = &trace->marks[trace->count];
    if (cudaEventCreate(&mark->begin) != cudaSuccess)
        return NULL;
    if (cudaEventCreate(&mark->end) != cudaSuccess) {
        cudaEventDestroy(mark->begin);
        return NULL;
    }
    mark->in = in;
    trace->count++;
    return mark;
}

static double seconds_between(cudaEvent_t begin, cudaEvent_t end)
{
    float milliseconds = 0.0f;
    cudaEventElapsedTime(&milliseconds, begin, end);
    return (double)milliseconds * 1e-3;
}

void gs_trace_end(struct gs_trace *trace, struct gs_host_run *out)
{
    if (trace == NULL)
        return;
    cudaEvent_t before = trace->start; /* end of the copy before */
    for (size_t i = 0; i < trace->count; i++) {
        const struct mark *mark = &trace->marks[i];
        double copy_s = seconds_between(mark->begin, mark->end);
        *(mark->in ? &out->copy_in_s : &out->copy_out_s) += copy_s;
        /* What runs on the device before data comes out of it is kernels; before data goes in, it
         * is the host that the device waits for. */
        if (!mark->in)
            out->kernel_s += seconds_between(before, mark->begin);
        before = mark->end;
    }
    for (size_t i = 0; i < trace->count; i++) {
        cudaEventDestroy(trace->marks[i].begin);
        cudaEventDestroy(trace->marks[i].end);
    }
    cudaEventDestroy(trace->start);
    free(trace->marks);
    free(trace);
}

/* A copy between two events. Of several threads' copies one at a time, so that the marks have the
 * order of the stream. */
static cudaError_t traced_copy(struct gs_trace *trace, void *to, const void *from, size_t bytes,
                               bool in, cudaStream_t stream)
{
    cudaError_t code;
#pragma omp critical(gs_trace)
    {
        struct mark *mark = add_mark(trace, in);
        if (mark != NULL)
            cudaEventRecord(mark->begin, stream);
        code = cudaMemcpyAsync(to, from, bytes,
                               in ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost, stream);
        if (mark != NULL)
            cudaEventRecord(mark->end, stream);
    }
    return code;
}

static int copy(struct gs_transfers *transfers, void *to, const void *from, size_t bytes, bool in,
                void *stream)
{
    size_t *total = in ? &transfers->in_bytes : &transfers->out_bytes;
    cudaError_t code =
        transfers->trace != NULL
            ? traced_copy(transfers->trace, to, from, bytes, in, stream)
            : cudaMemcpyAsync(to, from, bytes, in ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost,
                              stream);
#pragma omp atomic
    transfers->copies++;
#pragma omp atomic
    *total += bytes;
    return (int)code;
}

static char *element(const struct gs_call *call, void *const *arrays, size_t array, size_t index)
{
    return (char *)arrays[array] + index * gs_dtype_bytes(call->dtype);
}

int gs_copy_in_from(const struct gs_call *call, size_t array, size_t begin, size_t count,
                    const void *from, void *stream)
{
    return copy(call->transfers, element(call, call->arrays, array, begin), from,
                count * gs_dtype_bytes(call->dtype), true, stream);
}

int gs_copy_out_to(const struct gs_call *call, size_t array, size_t begin, size_t count, void *to,
                   void *stream)
{
    return copy(call->transfers, to, element(call, call->arrays, array, begin),
                count * gs_dtype_bytes(call->dtype), false, stream);
}

int gs_copy_in(const struct gs_call *call, size_t array, size_t begin, size_t count, void *stream)
{
    return gs_copy_in_from(call, array, begin, count, element(call, call->host, array, begin),
                           stream);
}

int gs_copy_out(const struct gs_call *call, size_t array, size_t begin, size_t count, void *stream)
{
    return gs_copy_out_to(call, array, begin, count, element(call, call->host, array, begin),
                          stream);
}

int gs_copy_wait(void *stream)
{
    return (int)cudaStreamSynchronize(stream);
}
