/*
 * What a GPU can do, in numbers that no kernel of a lesson had a part in: what a prediction of a
 * kernel's time is made of. `gridstride profile` measures them; a datasheet has some of them. One
 * table names each number; files, terminal and documentation go by it.
 */
#ifndef GS_GPU_PROFILE_H
#define GS_GPU_PROFILE_H

#include <stdbool.h>
#include <stddef.h>

/* Single numbers. Rates are those of the whole GPU. */
enum gs_gpu_number {
    GS_GPU_MULTIPROCESSORS,
    GS_GPU_SM_CLOCK_HZ,
    GS_GPU_MEMORY_BYTES,
    GS_GPU_L2_BYTES,
    GS_GPU_EMPTY_KERNEL_S,
    GS_GPU_KERNEL_IN_A_ROW_S,
    GS_GPU_FIRST_LOAD_S,
    GS_GPU_MEMORY_LATENCY_S,
    GS_GPU_L2_LATENCY_S,
    GS_GPU_COPY_BYTES_PER_S,
    GS_GPU_L2_READ_BYTES_PER_S,
    GS_GPU_L1_LATENCY_S,
    GS_GPU_SCATTERED_LOADS_PER_S,
    GS_GPU_SCATTERED_STORES_PER_S,
    GS_GPU_SHARED_WAVEFRONTS_PER_S,
    GS_GPU_SHARED_LATENCY_S,
    GS_GPU_SHARED_ATOMICS_ONE_I32_PER_S,
    GS_GPU_SHARED_ATOMICS_MANY_I32_PER_S,
    GS_GPU_BARRIER_S,
    GS_GPU_BARRIERS_PER_S,
    GS_GPU_SHUFFLES_PER_S,
    GS_GPU_ATOMICS_ONE_I32_PER_S,
    GS_GPU_ATOMICS_ONE_F32_PER_S,
    GS_GPU_ATOMICS_MANY_I32_PER_S,
    GS_GPU_ATOMICS_MANY_F32_PER_S,
    GS_GPU_MADS_F32_PER_S,
    GS_GPU_MADS_F64_PER_S,
    GS_GPU_MADS_I32_PER_S,
    GS_GPU_MADS_I64_PER_S,
    GS_GPU_DIVISIONS_F32_PER_S,
    GS_GPU_DIVISIONS_F64_PER_S,
    GS_GPU_DIVISIONS_I32_PER_S,
    GS_GPU_DIVISIONS_I64_PER_S,
    GS_GPU_ROOTS_F32_PER_S,
    GS_GPU_ROOTS_F64_PER_S,
    GS_GPU_EXPS_F32_PER_S,
    GS_GPU_EXPS_F64_PER_S,
    GS_GPU_PINNED_IN_BYTES_PER_S,
    GS_GPU_PINNED_OUT_BYTES_PER_S,
    GS_GPU_PINNED_BOTH_BYTES_PER_S,
    GS_GPU_NUMBERS
};

/* Numbers that depend on another one. */
enum gs_gpu_curve {
    GS_GPU_BLOCK_S,            /* by threads a block */
    GS_GPU_COPY_BLOCK_S,       /* by the same: its threads copy 4 bytes each */
    GS_GPU_READ_BYTES_PER_S,   /* by bytes that a multiprocessor has under way */
    GS_GPU_WRITE_BYTES_PER_S,  /* by the same, though nothing waits for a write */
    GS_GPU_MOVE_BYTES_PER_S,   /* read and written elsewhere */
    GS_GPU_UPDATE_BYTES_PER_S, /* read and written in place */
    GS_GPU_PINNED_IN_S,        /* by bytes */
    GS_GPU_PINNED_OUT_S,
    GS_GPU_PAGEABLE_IN_S,
    GS_GPU_PAGEABLE_OUT_S,
    GS_GPU_CURVES
};

/* How it is called in files, its unit, and what it is, in a line. */
struct gs_gpu_name {
    const char *key;
    const char *unit;
    const char *about;
};
extern const struct gs_gpu_name gs_gpu_numbers[GS_GPU_NUMBERS];
/* `by` is the key and unit of what a curve depends on. */
struct gs_gpu_curve_name {
    struct gs_gpu_name name;
    const char *by;
};
extern const struct gs_gpu_curve_name gs_gpu_curves[GS_GPU_CURVES];

enum { GS_GPU_POINTS = 32 };

struct gs_gpu_points {
    double at[GS_GPU_POINTS], value[GS_GPU_POINTS]; /* ascending in `at` */
    size_t count;
};

struct gs_gpu_profile {
    char name[256];   /* the GPU's */
    char source[160]; /* what measured it, or which datasheet it is from */
    char date[32];    /* of that, as 2026-01-31; empty: not known */
    bool measured;    /* false: from a datasheet */
    int compute_major, compute_minor;
    double numbers[GS_GPU_NUMBERS]; /* 0: not known */
    struct gs_gpu_points curves[GS_GPU_CURVES];
};

/*
 * A curve at any place: straight lines between its points on logarithmic axes, and level outside
 * of them. 0 where it has no point.
 */
double gs_gpu_curve_at(const struct gs_gpu_points *points, double at);

#endif
