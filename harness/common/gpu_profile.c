#include "gpu_profile.h"

#include <math.h>

const struct gs_gpu_name gs_gpu_numbers[GS_GPU_NUMBERS] = {
    [GS_GPU_MULTIPROCESSORS] = {"multiprocessors", "", "multiprocessors"},
    [GS_GPU_SM_CLOCK_HZ] = {"sm_clock_hz", "Hz", "highest clock of a multiprocessor"},
    [GS_GPU_MEMORY_BYTES] = {"memory_bytes", "B", "memory"},
    [GS_GPU_L2_BYTES] = {"l2_bytes", "B", "size of the L2"},
    [GS_GPU_EMPTY_KERNEL_S] = {"empty_kernel_s", "s", "an empty kernel between two events"},
    [GS_GPU_KERNEL_IN_A_ROW_S] = {"kernel_in_a_row_s", "s", "each of many empty kernels in a row"},
    [GS_GPU_FIRST_LOAD_S] = {"first_load_s", "s",
                             "what a kernel takes longer for one load from memory"},
    [GS_GPU_MEMORY_LATENCY_S] = {"memory_latency_s", "s",
                                 "a load from memory that waits for "
                                 "another"},
    [GS_GPU_L2_LATENCY_S] = {"l2_latency_s", "s", "a load from the L2 that waits for another"},
    [GS_GPU_COPY_BYTES_PER_S] = {"copy_bytes_per_s", "B/s",
                                 "the fastest copy in memory, read and written"},
    [GS_GPU_L2_READ_BYTES_PER_S] = {"l2_read_bytes_per_s", "B/s", "reading what the L2 holds"},
    [GS_GPU_L1_LATENCY_S] = {"l1_latency_s", "s", "a load from the L1 that waits for another"},
    [GS_GPU_SCATTERED_LOADS_PER_S] = {"scattered_loads_per_s", "/s",
                                      "sectors that the lanes of a warp load, each its own"},
    [GS_GPU_SCATTERED_STORES_PER_S] = {"scattered_stores_per_s", "/s",
                                       "sectors that they store into, each its own"},
    [GS_GPU_SHARED_WAVEFRONTS_PER_S] = {"shared_wavefronts_per_s", "/s",
                                        "passes through the banks of shared memory"},
    [GS_GPU_SHARED_LATENCY_S] = {"shared_latency_s", "s",
                                 "a load from shared memory that waits for another"},
    [GS_GPU_SHARED_ATOMICS_ONE_I32_PER_S] = {"shared_atomics_one_i32_per_s", "/s",
                                             "atomic additions of threads to one address of "
                                             "shared memory"},
    [GS_GPU_SHARED_ATOMICS_MANY_I32_PER_S] = {"shared_atomics_many_i32_per_s", "/s",
                                              "the same to an address each"},
    [GS_GPU_BARRIER_S] = {"barrier_s", "s", "a barrier of one block of 256 threads"},
    [GS_GPU_BARRIERS_PER_S] = {"barriers_per_s", "/s",
                               "barriers of blocks of 256 threads, all multiprocessors full"},
    [GS_GPU_SHUFFLES_PER_S] = {"shuffles_per_s", "/s", "shuffles of a warp"},
    [GS_GPU_ATOMICS_ONE_I32_PER_S] = {"atomics_one_i32_per_s", "/s",
                                      "atomic additions of threads to one address"},
    [GS_GPU_ATOMICS_ONE_F32_PER_S] = {"atomics_one_f32_per_s", "/s", "the same with floats"},
    [GS_GPU_ATOMICS_MANY_I32_PER_S] = {"atomics_many_i32_per_s", "/s",
                                       "atomic additions of threads to an address each"},
    [GS_GPU_ATOMICS_MANY_F32_PER_S] = {"atomics_many_f32_per_s", "/s", "the same with floats"},
    [GS_GPU_MADS_F32_PER_S] = {"mads_f32_per_s", "/s", "multiply-adds"},
    [GS_GPU_MADS_F64_PER_S] = {"mads_f64_per_s", "/s", "multiply-adds"},
    [GS_GPU_MADS_I32_PER_S] = {"mads_i32_per_s", "/s", "multiply-adds"},
    [GS_GPU_MADS_I64_PER_S] = {"mads_i64_per_s", "/s", "multiply-adds"},
    [GS_GPU_DIVISIONS_F32_PER_S] = {"divisions_f32_per_s", "/s", "divisions"},
    [GS_GPU_DIVISIONS_F64_PER_S] = {"divisions_f64_per_s", "/s", "divisions"},
    [GS_GPU_DIVISIONS_I32_PER_S] = {"divisions_i32_per_s", "/s", "divisions"},
    [GS_GPU_DIVISIONS_I64_PER_S] = {"divisions_i64_per_s", "/s", "divisions"},
    [GS_GPU_ROOTS_F32_PER_S] = {"roots_f32_per_s", "/s", "square roots"},
    [GS_GPU_ROOTS_F64_PER_S] = {"roots_f64_per_s", "/s", "square roots"},
    [GS_GPU_EXPS_F32_PER_S] = {"exps_f32_per_s", "/s", "exponentials"},
    [GS_GPU_EXPS_F64_PER_S] = {"exps_f64_per_s", "/s", "exponentials"},
    [GS_GPU_PINNED_IN_BYTES_PER_S] = {"pinned_in_bytes_per_s", "B/s",
                                      "copies from page-locked memory to the GPU"},
    [GS_GPU_PINNED_OUT_BYTES_PER_S] = {"pinned_out_bytes_per_s", "B/s", "copies back to it"},
    [GS_GPU_PINNED_BOTH_BYTES_PER_S] = {"pinned_both_bytes_per_s", "B/s",
                                        "each way, while as much goes the other way"},
};

const struct gs_gpu_curve_name gs_gpu_curves[GS_GPU_CURVES] = {
    [GS_GPU_BLOCK_S] = {{"block_s", "s", "one more block, of threads that do nothing"}, "threads"},
    [GS_GPU_COPY_BLOCK_S] = {{"copy_block_s", "s", "one more block, of threads that copy 4 bytes"},
                             "threads"},
    [GS_GPU_READ_BYTES_PER_S] = {{"read_bytes_per_s", "B/s", "reading from memory"},
                                 "bytes_in_flight"},
    [GS_GPU_WRITE_BYTES_PER_S] = {{"write_bytes_per_s", "B/s", "writing to memory"},
                                  "bytes_in_flight"},
    [GS_GPU_MOVE_BYTES_PER_S] = {{"move_bytes_per_s", "B/s", "reading here and writing there"},
                                 "bytes_in_flight"},
    [GS_GPU_UPDATE_BYTES_PER_S] = {{"update_bytes_per_s", "B/s", "reading and writing in place"},
                                   "bytes_in_flight"},
    [GS_GPU_PINNED_IN_S] = {{"pinned_in_s", "s", "a copy from page-locked memory to the GPU"},
                            "bytes"},
    [GS_GPU_PINNED_OUT_S] = {{"pinned_out_s", "s", "a copy back to it"}, "bytes"},
    [GS_GPU_PAGEABLE_IN_S] = {{"pageable_in_s", "s", "a copy from ordinary memory to the GPU"},
                              "bytes"},
    [GS_GPU_PAGEABLE_OUT_S] = {{"pageable_out_s", "s", "a copy back to it"}, "bytes"},
};

double gs_gpu_curve_at(const struct gs_gpu_points *points, double at)
{
    if (points->count == 0)
        return 0;
    size_t k = 0;
    while (k < points->count && points->at[k] < at)
        k++;
    if (k == 0)
        return points->value[0];
    if (k == points->count)
        return points->value[k - 1];
    double part = log(at / points->at[k - 1]) / log(points->at[k] / points->at[k - 1]);
    return points->value[k - 1] * pow(points->value[k] / points->value[k - 1], part);
}
