#include "pipelines.h"

#include "exercise_tools.h"

#include <math.h>

const struct gs_shape gs_pipeline_shapes[] = {
    {.n = 0},      {.n = 31},  {.n = 1},   {.n = 33},
    {.n = 255},    {.n = 256}, {.n = 257}, {.n = (1 << 15) + 11},
    GS_LAST_SHAPE,
};

bool gs_is_launch(const json_t *operation)
{
    return gs_has_text(operation, "do", "launch") && json_is_true(json_object_get(operation, "ok"));
}

bool gs_is_copy_to(const json_t *operation, const char *side)
{
    return gs_has_text(operation, "do", "copy") && gs_has_text(operation, "to", side);
}

bool gs_is_about(double got, double formula)
{
    return fabs(got - formula) <= 2e-6 * (fabs(formula) + 0.5);
}

bool gs_say_no_kernel(struct gs_saying *out)
{
    return gs_say(out, "no-kernel",
                  "The result is right, but you launched no kernel: the host computed it. Let the "
                  "device do that.");
}
