#include "predicted.h"

#include "json_get.h"

#include <string.h>

const char *gs_predicted_gpu(const struct gs_results *results)
{
    return json_string_value(json_object_get(gs_results_fact(results, "predicted"), "gpu"));
}

static bool is_text(const json_t *row, const char *member, const char *text)
{
    return strcmp(gs_get_text(row, member), text) == 0;
}

bool gs_predicted_find(const struct gs_results *results, const struct gs_sweep *sweep,
                       const char *variant, enum gs_dtype dtype, size_t n, struct gs_predicted *out)
{
    const json_t *rows = json_object_get(gs_results_fact(results, "predicted"), "rows"), *row;
    size_t i;
    json_array_foreach(rows, i, row)
    {
        if (!is_text(row, "workload", sweep->query.workload) || !is_text(row, "variant", variant) ||
            !is_text(row, "dtype", gs_dtype_name(dtype)) || gs_get_number(row, "n") != (long long)n)
            continue;
        *out = (struct gs_predicted){
            .seconds = json_real_value(json_object_get(row, "predicted_s")),
            .least_s = json_real_value(json_object_get(row, "least_s")),
            .most_s = json_real_value(json_object_get(row, "most_s")),
            .binds = gs_get_text(row, "binds"),
            .why_none = gs_get_text(row, "why_none"),
        };
        return true;
    }
    return false;
}
