/* harness CASE: calls a function of student.cu as a checker of exercises does: arrays are
 * allocated in a loop and labelled, and only what the function asks for is noted.
 * It is compiled as plain C. */
#include "student.h"

#include <cuda_runtime_api.h>
#include <simt/label.h>
#include <simt/runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    student_function *call;
} cases[] = {
    {"past_the_end", past_the_end},
    {"wraps_from_the_middle", wraps_from_the_middle},
    {"past_the_end_of_pinned", past_the_end_of_pinned},
    {"one_thread_loops", one_thread_loops},
    {"asks_for_all", asks_for_all},
    {"copies_much", copies_much},
    {"clocks", clocks},
    {"clocks_of_streams", clocks_of_streams},
    {"clocks_of_events", clocks_of_events},
    {"conflicts", conflicts},
    {"too_large_a_block", too_large_a_block},
    {"too_long_a_copy", too_long_a_copy},
    {"aborts", aborts},
    {"follows_null", follows_null},
    {"recurses", recurses},
    {"leaves", leaves},
    {"kernels_launch", kernels_launch},
    {"launches_graphs", launches_graphs},
    {"endless_kernel", endless_kernel},
    {"endless_host", endless_host},
    {"endless_launches", endless_launches},
    {"asks_for_ever", asks_for_ever},
    {"waits_for_ever", waits_for_ever},
    {"misses_a_barrier", misses_a_barrier},
    {"misses_two_barriers", misses_two_barriers},
    {"many_launches", many_launches},
    {"does_nothing", does_nothing},
};

enum { array_bytes = 400 };

void look_at_clock(void)
{
    simt_operation_note("clock", simt_work_is_pending(), simt_clock_ns(),
                        __builtin_return_address(0));
}

static student_function *find(const char *name)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (strcmp(cases[i].name, name) == 0)
            return cases[i].call;
    }
    (void)fprintf(stderr, "harness: no case '%s'\n", name);
    exit(70);
}

static void check(cudaError_t error)
{
    if (error == cudaSuccess)
        return;
    (void)fprintf(stderr, "harness: %s\n", cudaGetErrorString(error));
    exit(70);
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"c", "host", "pinned"};
    static float own[100];
    void *arrays[3] = {NULL, own, NULL};
    student_function *call = find(argc > 1 ? argv[1] : "");
    for (int i = 0; i < 3; i++) {
        if (i != 1)
            check(i == 0 ? cudaMalloc(&arrays[i], array_bytes)
                         : cudaMallocHost(&arrays[i], array_bytes));
        simt_label(arrays[i], names[i], "float");
    }
    simt_label(NULL, "nothing", "float");
    memset(arrays[2], 0, array_bytes);
    check(cudaMemcpy(arrays[0], own, array_bytes, cudaMemcpyHostToDevice));
    check(cudaMemset(arrays[0], 0, array_bytes));
    simt_operations_reset();
    call(arrays[0], own, arrays[2]);
    simt_operations_stop();
    if (cudaDeviceSynchronize() == cudaSuccess)
        check(cudaMemcpy(own, arrays[0], array_bytes, cudaMemcpyDeviceToHost));
    return simt_work_is_pending() ? 1 : 0;
}
