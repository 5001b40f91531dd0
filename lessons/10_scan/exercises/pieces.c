#include "pieces.h"

#include "exercise_tools.h"

const struct gs_shape gs_piece_shapes[] = {
    {.n = 256},    {.n = 0},   {.n = 1},
    {.n = 31},     {.n = 33},  {.n = 255},
    {.n = 257},    {.n = 600}, {.n = (1 << 12) + 11},
    GS_LAST_SHAPE,
};

int32_t gs_sum_from(const int32_t *x, size_t begin, size_t i)
{
    int32_t sum = 0;
    for (size_t k = begin; k <= i; k++)
        sum += x[k];
    return sum;
}

size_t gs_piece_begin(size_t i)
{
    return i - i % GS_PIECE;
}

size_t gs_warp_begin(size_t i)
{
    return i - i % GS_LANES;
}

bool gs_say_missing_wait(const json_t *finding, struct gs_saying *out)
{
    const struct gs_party first = gs_party_of(finding, "first");
    const struct gs_party second = gs_party_of(finding, "second");
    if (!gs_is_race(finding) || !gs_finding_is(finding, "race-shared"))
        return false;
    return gs_say(out, "missing-barrier",
                  "T%s and %s come to %s, one to read it and one to change it, and nothing says "
                  "which of them is first. Put __syncthreads() between what the one and what the "
                  "other does.",
                  first.name + 1, second.name, gs_finding_cell(finding).text);
}
