#include "workload.h"

#include "random.h"

size_t gs_workload_length(const struct gs_workload *workload, size_t array, size_t n)
{
    return workload->length != NULL ? workload->length(array, n) : n;
}

size_t gs_workload_results(const struct gs_workload *workload, size_t n)
{
    return workload->results != NULL ? workload->results(n) : n;
}

static void fill_at_random(const struct gs_data *data, size_t array, size_t begin, size_t end)
{
    unsigned stream = (unsigned)array;
    void *out = data->arrays[array];
    for (size_t i = begin; i < end; i++) {
        switch (data->dtype) {
        case GS_F32:
            ((float *)out)[i] = gs_random_f32(data->seed, stream, i);
            break;
        case GS_F64:
            ((double *)out)[i] = gs_random_f64(data->seed, stream, i);
            break;
        case GS_I32:
            ((int32_t *)out)[i] = gs_random_i32(data->seed, stream, i);
            break;
        default:
            ((int64_t *)out)[i] = gs_random_i64(data->seed, stream, i);
        }
    }
}

void gs_workload_fill(const struct gs_workload *workload, const struct gs_data *data, size_t array,
                      size_t begin, size_t end)
{
    if (workload->fill != NULL)
        workload->fill(data, array, begin, end);
    else
        fill_at_random(data, array, begin, end);
}
