#include "launch.h"

#include "json_get.h"
#include "occupancy.h"

#include <math.h>
#include <stdio.h>

enum { SECTOR_BYTES = 32, WARP = 32, L1_BYTES = 256 << 10 };

double gs_launch_number(const struct gs_launch_counts *launch, const char *name)
{
    return (double)gs_get_number(launch->json, name);
}

/*
 * The share of loaded sectors that the L1 does not serve: those that are new to their block. Where
 * what the resident blocks load and keep in shared memory is more than an L1 holds, it serves none.
 */
static double share_past_l1(const struct gs_launch_counts *launch)
{
    double followed = fmax(1, gs_launch_number(launch, "followed"));
    double all = gs_launch_number(launch, "block_sectors");
    double new_ones = gs_launch_number(launch, "block_new_sectors");
    double kept = SECTOR_BYTES * new_ones / followed + gs_launch_number(launch, "shared_bytes");
    return all > 0 && launch->resident * kept <= L1_BYTES ? new_ones / all : 1;
}

/* What the launch can touch of an array: where all blocks ran, no more than lies between the first
 * and the last sector that they touched. */
static double reach_of(const struct gs_launch_counts *launch, const json_t *place)
{
    double bytes = (double)gs_get_number(place, "bytes");
    double first = INFINITY, last = 0;
    for (int loads = 0; loads < 2; loads++) {
        double end = (double)gs_get_number(place, loads ? "loaded_last" : "stored_last");
        double begin = (double)gs_get_number(place, loads ? "loaded_first" : "stored_first");
        first = end > 0 ? fmin(first, begin) : first;
        last = fmax(last, end);
    }
    return launch->scale > 1 || last <= 0 ? bytes : fmin(bytes, SECTOR_BYTES * (last - first + 1));
}

/* More sectors than an array has are read again from the L2. */
static void add_places(struct gs_launch_counts *launch)
{
    const json_t *places = json_object_get(launch->json, "places");
    const double past = share_past_l1(launch);
    double sectors = 0, ideal = 0;
    for (size_t i = 0; i < json_array_size(places); i++) {
        const json_t *place = json_array_get(places, i);
        double bytes = reach_of(launch, place);
        double sector_bytes = SECTOR_BYTES * launch->scale;
        double loads = (double)gs_get_number(place, "load_sectors") * sector_bytes;
        double stores = (double)gs_get_number(place, "store_sectors") * sector_bytes;
        launch->traffic += past * loads + stores;
        launch->reads += fmin(loads, bytes);
        launch->writes += fmin(stores, bytes);
        launch->footprint += fmin(fmax(loads, stores), bytes);
        launch->in_place |= loads > 0 && stores > 0;
        sectors += (loads + stores) / sector_bytes;
        ideal += (double)gs_get_number(place, "ideal_sectors");
    }
    launch->fills_sectors = sectors <= 2 * ideal;
    launch->scattered_loads = past * launch->scale * gs_launch_number(launch, "scattered_loads");
    launch->scattered_stores = launch->scale * gs_launch_number(launch, "scattered_stores");
}

/* Registers are not known here: what is resident is told by threads, blocks and shared memory. */
static unsigned most_resident(const struct gs_launch_counts *launch,
                              const struct gs_gpu_profile *profile)
{
    char capability[24];
    snprintf(capability, sizeof capability, "%d.%d", profile->compute_major,
             profile->compute_minor);
    const struct gs_multiprocessor *sm = gs_multiprocessor_find(capability);
    if (sm == NULL)
        sm = gs_multiprocessor_find("9.0");
    struct gs_block_needs needs = {.threads = (unsigned)launch->threads,
                                   .registers = 32,
                                   .shared_bytes =
                                       (size_t)gs_launch_number(launch, "shared_bytes")};
    unsigned blocks = gs_occupancy_of(sm, &needs).blocks;
    return blocks > 0 ? blocks : 1;
}

/* What one warp of each block does, that was followed. */
static void add_warp(struct gs_launch_counts *launch)
{
    double followed = fmax(1, gs_launch_number(launch, "followed"));
    double bytes = json_real_value(json_object_get(launch->json, "phase_bytes"));
    double squares = json_real_value(json_object_get(launch->json, "phase_squares"));
    /* Where no warp that was followed loads, others may: each thread its part, at once. */
    launch->each = bytes > 0 ? squares / bytes : launch->reads / (launch->blocks * launch->threads);
    launch->near = gs_launch_number(launch, "near_phases") / followed;
    launch->far = gs_launch_number(launch, "phases") / followed - launch->near;
    /* What several warps of a block load, as neighbours in a stencil do, is under way once. */
    if (bytes > 0 && launch->far > 0)
        launch->each =
            fmin(launch->each, SECTOR_BYTES * gs_launch_number(launch, "block_new_sectors") /
                                   (followed * launch->threads * launch->far));
    launch->in_flight = launch->resident * launch->threads * launch->each;
    launch->shared_phases = gs_launch_number(launch, "shared_phases") / followed;
    launch->barriers = gs_launch_number(launch, "barriers") * launch->scale / launch->blocks;
}

struct gs_launch_counts gs_launch_read(const json_t *json, const struct gs_gpu_profile *profile)
{
    struct gs_launch_counts launch = {.json = json};
    launch.multiprocessors = profile->numbers[GS_GPU_MULTIPROCESSORS];
    launch.blocks = gs_launch_number(&launch, "blocks");
    launch.threads = (double)(gs_get_element(json, "block", 0) * gs_get_element(json, "block", 1) *
                              gs_get_element(json, "block", 2));
    launch.warps = ceil(launch.threads / WARP);
    launch.scale = launch.blocks / fmax(1, gs_launch_number(&launch, "ran"));
    launch.busy = fmin(1, launch.blocks / launch.multiprocessors);
    double each_has = launch.blocks / launch.multiprocessors;
    double most = most_resident(&launch, profile);
    launch.resident = fmin(most, fmax(1, each_has));
    launch.slots = fmin(most, ceil(each_has));
    launch.turns = fmax(1, each_has / launch.slots);
    add_places(&launch);
    add_warp(&launch);
    return launch;
}

/* ---- instructions ---------------------------------------------------------------------------- */

/* `sequence`: it is several instructions, of which none is among those that are counted. */
struct rate {
    const char *one, *other;
    enum gs_gpu_number rate;
    double each;
    bool sequence;
};

/* A multiplication and an addition are one instruction where they follow each other: as many as
 * there are of the more frequent. A multiprocessor converts a quarter as many numbers as it
 * multiplies integers. */
static const struct rate rates[] = {
    {"additions_f32", "multiplications_f32", GS_GPU_MADS_F32_PER_S, 1, false},
    {"additions_f64", "multiplications_f64", GS_GPU_MADS_F64_PER_S, 1, false},
    {"multiplications_i32", NULL, GS_GPU_MADS_I32_PER_S, 1, false},
    {"multiplications_i64", NULL, GS_GPU_MADS_I64_PER_S, 1, false},
    {"divisions_f32", NULL, GS_GPU_DIVISIONS_F32_PER_S, 1, true},
    {"divisions_f64", NULL, GS_GPU_DIVISIONS_F64_PER_S, 1, true},
    {"divisions_i32", NULL, GS_GPU_DIVISIONS_I32_PER_S, 1, true},
    {"divisions_i64", NULL, GS_GPU_DIVISIONS_I64_PER_S, 1, true},
    {"roots_f32", NULL, GS_GPU_ROOTS_F32_PER_S, 1, true},
    {"roots_f64", NULL, GS_GPU_ROOTS_F64_PER_S, 1, true},
    {"exps_f32", NULL, GS_GPU_EXPS_F32_PER_S, 1, true},
    {"exps_f64", NULL, GS_GPU_EXPS_F64_PER_S, 1, true},
    {"conversions", NULL, GS_GPU_MADS_I32_PER_S, 4, false},
};

static double rated_s(const struct gs_launch_counts *launch, const struct gs_gpu_profile *profile,
                      bool sequences_alone)
{
    const json_t *counts = json_object_get(launch->json, "arithmetic");
    double seconds = 0;
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        double one = (double)gs_get_number(counts, rates[i].one);
        double other = rates[i].other == NULL ? 0 : (double)gs_get_number(counts, rates[i].other);
        if (rates[i].sequence || !sequences_alone)
            seconds += fmax(one, other) * rates[i].each / profile->numbers[rates[i].rate];
    }
    return seconds * launch->scale / launch->busy;
}

double gs_launch_arithmetic_s(const struct gs_launch_counts *launch,
                              const struct gs_gpu_profile *profile)
{
    return rated_s(launch, profile, false);
}

double gs_launch_sequences_s(const struct gs_launch_counts *launch,
                             const struct gs_gpu_profile *profile)
{
    return rated_s(launch, profile, true);
}

/* Of 32-bit operations a multiprocessor begins as many as it has multiply-adds of floats. */
double gs_launch_issue_s(const struct gs_launch_counts *launch,
                         const struct gs_gpu_profile *profile)
{
    enum { WIDE_PRODUCT = 3 }; /* instructions that a product of 64-bit integers is */
    const json_t *counts = json_object_get(launch->json, "arithmetic");
    double threads = (double)gs_get_number(counts, "instructions_i32") +
                     (double)gs_get_number(counts, "multiplications_i32") +
                     (double)gs_get_number(counts, "multiplications_i64") * WIDE_PRODUCT +
                     fmax((double)gs_get_number(counts, "additions_f32"),
                          (double)gs_get_number(counts, "multiplications_f32")) +
                     fmax((double)gs_get_number(counts, "additions_f64"),
                          (double)gs_get_number(counts, "multiplications_f64"));
    double warps = gs_launch_number(launch, "requests") +
                   gs_launch_number(launch, "shared_requests") +
                   gs_launch_number(launch, "shuffles");
    return (threads + WARP * warps) * launch->scale / profile->numbers[GS_GPU_MADS_F32_PER_S] /
           launch->busy;
}

double gs_launch_scheduled_s(const struct gs_launch_counts *launch, double grid_s)
{
    enum { SCHEDULERS = 4 }; /* of a multiprocessor; a warp has one of them */
    double block_s = grid_s * launch->busy / launch->blocks * launch->multiprocessors;
    return block_s * fmax(1, SCHEDULERS / launch->warps);
}

double gs_launch_chain_s(const struct gs_launch_counts *launch,
                         const struct gs_gpu_profile *profile)
{
    enum { ISSUED = 4, CYCLES = 4 }; /* of all warps in a clock; from an instruction to the next */
    double issue_s = gs_launch_issue_s(launch, profile) * launch->busy * launch->multiprocessors;
    return CYCLES * ISSUED * issue_s / (launch->blocks * launch->warps);
}
