#include "two_arrays.h"

#include "exercise_tools.h"

#include "random.h"

const struct gs_array gs_two_arrays[] = {
    {"c", GS_OUTPUT, GS_HOME_DEVICE, GS_F32},
    {"a", GS_INPUT, GS_HOME_DEVICE, GS_F32},
    {"b", GS_INPUT, GS_HOME_DEVICE, GS_F32},
    {"n", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {0},
};

void gs_two_arrays_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    float *a = arrays[GS_A], *b = arrays[GS_B];
    for (size_t i = 0; i < shape->n; i++) {
        a[i] = gs_random_f32(seed, GS_A, i);
        b[i] = gs_random_f32(seed, GS_B, i);
    }
    *(uint64_t *)arrays[GS_N] = shape->n;
}

size_t gs_two_arrays_bytes(const struct gs_shape *shape)
{
    return 3 * sizeof(float) * shape->n;
}

/* Two blocks that write one element: each counts its threads from 0. */
bool gs_two_arrays_say_finding(const struct gs_shape *shape, const json_t *report,
                               const json_t *finding, struct gs_saying *out)
{
    const struct gs_party first = gs_party_of(finding, "first");
    const struct gs_party second = gs_party_of(finding, "second");
    (void)shape;
    (void)report;
    if (!gs_is_race(finding) || first.block[0] == second.block[0] ||
        !gs_has_text(finding, "array", "c") || gs_kernel_numbers_threads(finding))
        return false;
    return gs_say(out, "race",
                  "Blocks %zu and %zu both work on c[%lld]: in each block threadIdx.x begins at 0, "
                  "and the threads of the blocks before it are not counted.",
                  second.block[0], first.block[0], gs_get_number(finding, "index"));
}
