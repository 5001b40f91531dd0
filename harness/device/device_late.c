/*
 * Whether a job's work goes on after it has returned: a host thread of the job's own may queue
 * more, of which a time knows nothing. What the stream leaves by then is held against what is there
 * when such threads have had their time.
 */
#include "device_internal.h"

#include "other_threads.h"

static enum gs_status take_prints(struct gs_device *device, const struct gs_job *job,
                                  uint64_t *prints, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t i = job->array_count; status == GS_OK && i-- > 0;) /* outputs come last, mostly */
        status = gs_device_fingerprint(device, job->device[i].data, job->device[i].bytes,
                                       &prints[i], error);
    return status;
}

enum gs_status gs_device_find_late(struct gs_device *device, const struct gs_job *job, bool *late,
                                   struct gs_error *error)
{
    uint64_t returned[GS_MOST_ARRAYS] = {0}, settled[GS_MOST_ARRAYS] = {0};
    size_t threads = gs_threads_count();
    *late = false;
    gs_job_queue(device, job, NULL, false);
    enum gs_status status = take_prints(device, job, returned, error);
    if (status == GS_OK) {
        gs_threads_settle(threads);
        status = gs_device_check(cudaDeviceSynchronize(), "a launch", error);
    }
    if (status == GS_OK)
        status = take_prints(device, job, settled, error);
    for (size_t i = 0; status == GS_OK && i < job->array_count; i++)
        *late = *late || returned[i] != settled[i];
    return status;
}
