/* Lesson 2: widen before you multiply. */
#include "exercise_tools.h"

#include "random.h"

enum { PICK_OUT, PICK_IN, PICK_N, PICK_STRIDE };

/* A prime, so that no n of ours divides it, and 4295 times it is past 2^32. */
enum { STRIDE = 1000003 };

static const struct gs_array pick_parameters[] = {
    {"out", GS_OUTPUT, GS_HOME_DEVICE, GS_F32},
    {"in", GS_INPUT, GS_HOME_DEVICE, GS_F32},
    {"n", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {"stride", GS_NUMBER, GS_HOME_DEVICE, GS_U32},
    {0},
};

/* As for most, and a ring that is all but a whole part of the stride: i times what is left of the
 * stride is past 2^32, too. */
static const struct gs_shape pick_shapes[] = {
    {.n = 0},      {.n = 1},     {.n = 31},
    {.n = 33},     {.n = 255},   {.n = 256},
    {.n = 257},    {.n = 76924}, {.n = (1 << 16) + 11},
    GS_LAST_SHAPE,
};

static size_t picked(const struct gs_shape *shape, size_t i)
{
    return (size_t)((uint64_t)i * STRIDE % shape->n);
}

static void pick_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    float *in = arrays[PICK_IN];
    for (size_t i = 0; i < shape->n; i++)
        in[i] = gs_random_f32(seed, PICK_IN, i);
    *(uint64_t *)arrays[PICK_N] = shape->n;
    *(uint32_t *)arrays[PICK_STRIDE] = STRIDE;
}

static void pick_solve(const struct gs_shape *shape, const void *const *arrays,
                       struct gs_expected *out)
{
    const float *in = arrays[PICK_IN];
    double *want = out->want[PICK_OUT];
    for (size_t i = 0; i < shape->n; i++)
        want[i] = (double)in[picked(shape, i)];
}

/* Every answer is what the low 32 bits of the product give, unsigned or signed. */
static bool is_wrapped(const struct gs_wrong *wrong, bool is_signed)
{
    const float *in = wrong->arrays[PICK_IN], *got = wrong->got;
    for (size_t i = 0; i < wrong->count; i++) {
        uint32_t low = (uint32_t)((uint64_t)i * STRIDE);
        uint64_t product = is_signed ? (uint64_t)(int32_t)low : low;
        if (got[i] != in[product % wrong->shape->n])
            return false;
    }
    return true;
}

/* stride % n was taken first, and the product with it has 32 bits all the same. */
static bool is_wrapped_in_ring(const struct gs_wrong *wrong)
{
    const float *in = wrong->arrays[PICK_IN], *got = wrong->got;
    for (size_t i = 0; i < wrong->count; i++) {
        const uint32_t low = (uint32_t)((uint64_t)i * (STRIDE % wrong->shape->n));
        if (got[i] != in[low % wrong->shape->n])
            return false;
    }
    return true;
}

static bool is_inverse(const struct gs_wrong *wrong)
{
    const float *in = wrong->arrays[PICK_IN], *got = wrong->got;
    for (size_t i = 0; i < wrong->count; i++) {
        if (got[picked(wrong->shape, i)] != in[i])
            return false;
    }
    return true;
}

/* A float has 24 bits, and the product has more. */
static bool is_rounded(const struct gs_wrong *wrong)
{
    const float *in = wrong->arrays[PICK_IN], *got = wrong->got;
    for (size_t i = 0; i < wrong->count; i++) {
        if (got[i] != in[(uint64_t)((float)i * (float)STRIDE) % wrong->shape->n])
            return false;
    }
    return true;
}

static bool pick_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    bool is_signed = is_wrapped(wrong, true);
    if (is_inverse(wrong))
        return gs_say(out, "scattered",
                      "You wrote in[i] to out[(i * stride) %% n]. It is the other way round: "
                      "out[i] is in[(i * stride) %% n].");
    if (is_rounded(wrong))
        return gs_say(out, "rounded-product",
                      "From out[%zu] on samples are wrong. They are those of a product of two "
                      "floats: a float has 24 bits, and %zu * %d needs more, so it is rounded.",
                      wrong->first, wrong->first, (int)STRIDE);
    if (is_wrapped_in_ring(wrong))
        return gs_say(out, "index-overflow",
                      "The 32-bit product wrapped above 2^32 - 1: stride %% n is less than stride, "
                      "and %zu times it, which is %llu, is still too large. From out[%zu] on the "
                      "samples are wrong.",
                      wrong->first, (unsigned long long)wrong->first * (STRIDE % wrong->shape->n),
                      wrong->first);
    if (!is_signed && !is_wrapped(wrong, false))
        return false;
    return gs_say(
        out, "index-overflow",
        "The 32-bit product wrapped above 2^%d - 1: from out[%zu] on the samples are wrong, for "
        "%zu * %d is %llu.",
        is_signed ? 31 : 32, wrong->first, wrong->first, (int)STRIDE,
        (unsigned long long)wrong->first * STRIDE);
}

/* Reads out of the ring: by a product that is negative in an int, or by one that was not brought
 * back into the ring. */
static bool pick_say_finding(const struct gs_shape *shape, const json_t *report,
                             const json_t *finding, struct gs_saying *out)
{
    const struct gs_party t = gs_party_of(finding, "first");
    unsigned long long product = (unsigned long long)t.x * STRIDE;
    (void)report;
    if ((!gs_finding_is(finding, "out-of-bounds") && !gs_finding_is(finding, "index-overflow")) ||
        !t.reads || t.x >= shape->n)
        return false;
    if (product > INT32_MAX)
        return gs_say(out, "index-overflow",
                      "The 32-bit product wrapped above 2^31 - 1: %zu * %d is %llu, and an int "
                      "makes %d of it, which is no place in the ring.",
                      t.x, (int)STRIDE, product, (int)(int32_t)(uint32_t)product);
    if ((size_t)gs_get_number(finding, "index") != product)
        return false;
    return gs_say(out, "out-of-bounds",
                  "T%s read in[%llu], and in has %zu elements. It is a ring, which goes on with "
                  "in[0] after its last element.",
                  t.name + 1, product, shape->n);
}

/* A sample here, one there: the reads cannot be neighbours, so only what moves is counted. */
static void pick_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->sectors = 5; /* the samples lie far apart, and the results side by side */
    most->global_bytes = 2 * sizeof(float) * shape->n;
}

const struct gs_exercise gs_exercise_pick_strided = {
    .name = "pick_strided",
    .title = "Widen before you multiply",
    .entry = "pick_strided",
    .parameters = pick_parameters,
    .shapes = pick_shapes,
    .n_name = "n",
    .hints =
        {"Of i, stride and n one has 64 bits, and the others have 32. In which order are the "
         "product "
         "and the remainder computed, and of how many bits is each?",
         "A product of two 32-bit numbers has 32 bits, whatever it is used for afterwards. One of "
         "the factors has to have 64 bits before they are multiplied.",
         "(size_t)i * stride, or an i that is a size_t from the beginning. (size_t)(i * stride) "
         "comes too late."},
    .count = gs_count_n,
    .fill = pick_fill,
    .solve = pick_solve,
    .tolerance = 0,
    .explain = pick_explain,
    .say_finding = pick_say_finding,
    .budget = pick_budget,
};
