#include "predict.h"

#include "json_get.h"
#include "occupancy.h"

#include <math.h>
#include <stdio.h>

const struct gs_term_name gs_terms[GS_TERMS] = {
    [GS_TERM_LAUNCH] = {"launch", "starting kernels, and the first load of each"},
    [GS_TERM_BLOCKS] = {"blocks", "starting blocks"},
    [GS_TERM_MEMORY] = {"memory", "moving bytes to and from memory"},
    [GS_TERM_L2] = {"L2", "moving bytes to and from the L2"},
    [GS_TERM_ARITHMETIC] = {"arithmetic", "arithmetic"},
    [GS_TERM_LATENCY] = {"latency", "loads that wait for each other"},
};

enum { SECTOR_BYTES = 32, WARP = 32 };

/*
 * The parts of the L2 that keep what a kernel wrote until later, and that can hold all arrays of a
 * kernel which runs again and again. From Ampere on, half of an L2 is far from each multiprocessor,
 * and keeps copies of the other half.
 */
static const double written_share = 0.4, kept_share = 0.45;

/* ---- one launch ------------------------------------------------------------------------------ */

/* All sums are those of the whole grid. */
struct launch {
    const json_t *json;
    double blocks, threads, warps; /* of the grid; a block's */
    double scale;                  /* from the blocks that ran to those of the grid */
    double busy;                   /* the share of the multiprocessors that have a block */
    double resident;               /* blocks that each of these holds */
    double reads, writes, footprint, traffic; /* bytes */
    double in_flight; /* bytes of loads that a multiprocessor has under way */
    bool in_place;
};

static double member(const struct launch *launch, const char *name)
{
    return (double)gs_get_number(launch->json, name);
}

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

/* More sectors than an array has are read again from the L2. */
static void add_places(struct launch *launch)
{
    const json_t *places = json_object_get(launch->json, "places");
    for (size_t i = 0; i < json_array_size(places); i++) {
        const json_t *place = json_array_get(places, i);
        double bytes = (double)gs_get_number(place, "bytes");
        double sector_bytes = SECTOR_BYTES * launch->scale;
        double loads = (double)gs_get_number(place, "load_sectors") * sector_bytes;
        double stores = (double)gs_get_number(place, "store_sectors") * sector_bytes;
        launch->traffic += loads + stores;
        launch->reads += smaller(loads, bytes);
        launch->writes += smaller(stores, bytes);
        launch->footprint += smaller(loads > stores ? loads : stores, bytes);
        launch->in_place |= loads > 0 && stores > 0;
    }
}

/* Registers are not known here: what is resident is told by threads, blocks and shared memory. */
static unsigned most_resident(const struct launch *launch, const struct gs_gpu_profile *profile)
{
    char capability[24];
    snprintf(capability, sizeof capability, "%d.%d", profile->compute_major,
             profile->compute_minor);
    const struct gs_multiprocessor *sm = gs_multiprocessor_find(capability);
    if (sm == NULL)
        sm = gs_multiprocessor_find("9.0");
    struct gs_block_needs needs = {.threads = (unsigned)launch->threads,
                                   .registers = 32,
                                   .shared_bytes = (size_t)member(launch, "shared_bytes")};
    unsigned blocks = gs_occupancy_of(sm, &needs).blocks;
    return blocks > 0 ? blocks : 1;
}

static struct launch read_launch(const json_t *json, const struct gs_gpu_profile *profile)
{
    struct launch launch = {.json = json};
    double multiprocessors = profile->numbers[GS_GPU_MULTIPROCESSORS];
    launch.blocks = member(&launch, "blocks");
    launch.threads = (double)(gs_get_element(json, "block", 0) * gs_get_element(json, "block", 1) *
                              gs_get_element(json, "block", 2));
    launch.warps = ceil(launch.threads / WARP);
    launch.scale = launch.blocks / fmax(1, member(&launch, "ran"));
    launch.busy = smaller(1, launch.blocks / multiprocessors);
    launch.resident =
        smaller(most_resident(&launch, profile), fmax(1, launch.blocks / multiprocessors));
    add_places(&launch);
    double bytes = json_real_value(json_object_get(json, "phase_bytes"));
    double squares = json_real_value(json_object_get(json, "phase_squares"));
    /* Where no warp that was followed loads, others may: each thread its part, at once. */
    double each = bytes > 0 ? squares / bytes : launch.reads / (launch.blocks * launch.threads);
    launch.in_flight = launch.resident * launch.threads * each;
    return launch;
}

/* ---- its terms ------------------------------------------------------------------------------- */

/* Bytes per second of the traffic that the launch has, if all of it went to memory. Below the
 * curve's first point bytes per second grow with the bytes under way. */
static double memory_rate(const struct launch *launch, const struct gs_gpu_profile *profile,
                          bool writes)
{
    enum gs_gpu_curve curve = launch->reads <= 0 ? GS_GPU_WRITE_BYTES_PER_S
                              : !writes          ? GS_GPU_READ_BYTES_PER_S
                              : launch->in_place ? GS_GPU_UPDATE_BYTES_PER_S
                                                 : GS_GPU_MOVE_BYTES_PER_S;
    const struct gs_gpu_points *points = &profile->curves[curve];
    double at = launch->reads > 0 ? launch->in_flight : 4 * launch->resident * launch->threads;
    double rate = gs_gpu_curve_at(points, fmax(at, 1));
    if (points->count > 0 && at < points->at[0])
        rate *= fmax(at, 1) / points->at[0];
    return rate * launch->busy;
}

static void memory_terms(const struct launch *launch, const struct gs_gpu_profile *profile,
                         bool from_memory, double seconds[GS_TERMS])
{
    double l2 = profile->numbers[GS_GPU_L2_READ_BYTES_PER_S];
    double l2_bytes = profile->numbers[GS_GPU_L2_BYTES];
    seconds[GS_TERM_L2] = launch->traffic / l2;
    if (!from_memory && launch->footprint <= kept_share * l2_bytes)
        return;
    double kept = from_memory ? smaller(launch->writes, written_share * l2_bytes) : 0;
    double moved = launch->reads + launch->writes - kept;
    if (moved > 0)
        seconds[GS_TERM_MEMORY] =
            moved / memory_rate(launch, profile, kept < launch->writes) + kept / l2;
}

static double arithmetic_of(const struct launch *launch, const struct gs_gpu_profile *profile)
{
    /* A multiplication and an addition are one instruction where they follow each other: as many
     * as there are of the more frequent. */
    static const struct {
        const char *one, *other;
        enum gs_gpu_number rate;
        double each;
    } rates[] = {
        {"additions_f32", "multiplications_f32", GS_GPU_MADS_F32_PER_S, 1},
        {"additions_f64", "multiplications_f64", GS_GPU_MADS_F64_PER_S, 1},
        {"multiplications_i32", NULL, GS_GPU_MADS_I32_PER_S, 1},
        {"multiplications_i64", NULL, GS_GPU_MADS_I64_PER_S, 1},
        {"divisions_f32", NULL, GS_GPU_DIVISIONS_F32_PER_S, 1},
        {"divisions_f64", NULL, GS_GPU_DIVISIONS_F64_PER_S, 1},
        {"divisions_i32", NULL, GS_GPU_DIVISIONS_I32_PER_S, 1},
        {"divisions_i64", NULL, GS_GPU_DIVISIONS_I64_PER_S, 1},
        {"roots_f32", NULL, GS_GPU_ROOTS_F32_PER_S, 1},
        {"roots_f64", NULL, GS_GPU_ROOTS_F64_PER_S, 1},
        {"exps_f32", NULL, GS_GPU_EXPS_F32_PER_S, 1},
        {"exps_f64", NULL, GS_GPU_EXPS_F64_PER_S, 1},
        /* A multiprocessor converts a quarter as many numbers as it multiplies integers. */
        {"conversions", NULL, GS_GPU_MADS_I32_PER_S, 4},
    };
    const json_t *counts = json_object_get(launch->json, "arithmetic");
    double seconds = 0;
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        double one = (double)gs_get_number(counts, rates[i].one);
        double other = rates[i].other == NULL ? 0 : (double)gs_get_number(counts, rates[i].other);
        seconds += fmax(one, other) * rates[i].each / profile->numbers[rates[i].rate];
    }
    return seconds * launch->scale / launch->busy;
}

static void kernel_terms(const struct launch *launch, const struct gs_gpu_profile *profile,
                         bool from_memory, double seconds[GS_TERMS])
{
    memory_terms(launch, profile, from_memory, seconds);
    seconds[GS_TERM_BLOCKS] =
        launch->blocks * gs_gpu_curve_at(&profile->curves[GS_GPU_BLOCK_S], launch->threads);
    seconds[GS_TERM_ARITHMETIC] = arithmetic_of(launch, profile);
    double phases = member(launch, "phases") / fmax(1, member(launch, "followed"));
    if (phases > 1)
        seconds[GS_TERM_LATENCY] =
            (phases - 1) * profile->numbers[seconds[GS_TERM_MEMORY] > 0 ? GS_GPU_MEMORY_LATENCY_S
                                                                        : GS_GPU_L2_LATENCY_S];
}

/* ---- what the model does not know ------------------------------------------------------------ */

/* More than one and a half times the sectors of some array that its bytes would fill: what the
 * caches keep of the rest, for a later request, is not known. */
static bool has_wasted_sectors(const struct launch *launch)
{
    const json_t *places = json_object_get(launch->json, "places");
    for (size_t i = 0; i < json_array_size(places); i++) {
        const json_t *place = json_array_get(places, i);
        long long sectors =
            gs_get_number(place, "load_sectors") + gs_get_number(place, "store_sectors");
        if (2 * sectors > 3 * gs_get_number(place, "ideal_sectors"))
            return true;
    }
    return false;
}

/* Each of these takes part of the time of a kernel that the terms above leave out, so that the
 * prediction would be too short by a factor of two and more. */
static enum gs_status check_launch(const struct launch *launch, struct gs_error *error)
{
    static const struct {
        const char *name, *what;
    } unknown[] = {
        {"barriers", "has barriers"},
        {"shuffles", "has shuffles or votes"},
        {"wavefronts", "works in shared memory"},
        {"atomics", "has atomic functions"},
    };
    const char *kernel = gs_get_text(launch->json, "kernel");
    const char *function = gs_get_text(launch->json, "other_function");
    const json_t *counts = json_object_get(launch->json, "arithmetic");
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        if (member(launch, unknown[i].name) > 0)
            return gs_fail(error, GS_WRONG, "%s %s", kernel, unknown[i].what);
    }
    if (function[0] != '\0')
        return gs_fail(error, GS_WRONG, "%s calls %s()", kernel, function);
    if (gs_get_number(counts, "divisions_i64") > 0)
        return gs_fail(error, GS_WRONG, "%s divides integers of 64 bits", kernel);
    if (has_wasted_sectors(launch))
        return gs_fail(error, GS_WRONG, "%s has accesses whose lanes lie far apart", kernel);
    return GS_OK;
}

/* Every number that the terms divide by. */
static enum gs_status check_profile(const struct gs_gpu_profile *profile, struct gs_error *error)
{
    static const enum gs_gpu_number needed[] = {
        GS_GPU_MULTIPROCESSORS,     GS_GPU_L2_BYTES,
        GS_GPU_EMPTY_KERNEL_S,      GS_GPU_KERNEL_IN_A_ROW_S,
        GS_GPU_FIRST_LOAD_S,        GS_GPU_MEMORY_LATENCY_S,
        GS_GPU_L2_LATENCY_S,        GS_GPU_L2_READ_BYTES_PER_S,
        GS_GPU_MADS_F32_PER_S,      GS_GPU_MADS_F64_PER_S,
        GS_GPU_MADS_I32_PER_S,      GS_GPU_MADS_I64_PER_S,
        GS_GPU_DIVISIONS_F32_PER_S, GS_GPU_DIVISIONS_F64_PER_S,
        GS_GPU_DIVISIONS_I32_PER_S, GS_GPU_ROOTS_F32_PER_S,
        GS_GPU_ROOTS_F64_PER_S,     GS_GPU_EXPS_F32_PER_S,
        GS_GPU_EXPS_F64_PER_S};
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++) {
        if (profile->numbers[needed[i]] <= 0)
            return gs_fail(error, GS_USAGE,
                           "the profile of %s has no %s: measure it again with "
                           "the command profile",
                           profile->name, gs_gpu_numbers[needed[i]].key);
    }
    for (int k = GS_GPU_BLOCK_S; k <= GS_GPU_UPDATE_BYTES_PER_S; k++) {
        if (profile->curves[k].count == 0)
            return gs_fail(error, GS_USAGE,
                           "the profile of %s has no %s: measure it again with "
                           "the command profile",
                           profile->name, gs_gpu_curves[k].name.key);
    }
    return GS_OK;
}

/* ---- all launches ---------------------------------------------------------------------------- */

static enum gs_term longest(const double seconds[GS_TERMS])
{
    enum gs_term most = GS_TERM_LAUNCH;
    for (enum gs_term term = 0; term < GS_TERMS; term++)
        most = seconds[term] > seconds[most] ? term : most;
    return most;
}

static void add_launch(struct gs_prediction *out, const struct launch *launch,
                       const struct gs_gpu_profile *profile, bool cold)
{
    double seconds[GS_TERMS] = {0};
    bool first = out->launches++ == 0;
    const double *numbers = profile->numbers;
    double start = numbers[first && cold ? GS_GPU_EMPTY_KERNEL_S : GS_GPU_KERNEL_IN_A_ROW_S];
    if (launch->reads > 0)
        start += numbers[GS_GPU_FIRST_LOAD_S];
    kernel_terms(launch, profile, first && cold, seconds);
    enum gs_term binding = longest(seconds);
    out->of[GS_TERM_LAUNCH] += start;
    out->of[binding] += seconds[binding];
    out->seconds += start + seconds[binding];
}

enum gs_status gs_predict(const json_t *launches, const struct gs_gpu_profile *profile, bool cold,
                          struct gs_prediction *out, struct gs_error *error)
{
    *out = (struct gs_prediction){0};
    enum gs_status status = check_profile(profile, error);
    for (size_t i = 0; status == GS_OK && i < json_array_size(launches); i++) {
        struct launch launch = read_launch(json_array_get(launches, i), profile);
        status = check_launch(&launch, error);
        if (status == GS_OK)
            add_launch(out, &launch, profile, cold);
    }
    if (status == GS_OK && out->launches == 0)
        status = gs_fail(error, GS_WRONG, "it launches no kernel");
    out->binding = longest(out->of);
    return status;
}
