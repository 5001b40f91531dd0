/* Occupancy: by what every answer has to fulfil, and held against the CUDA toolkit's calculator. */
#include "test.h"

#include "occupancy.h"

#include <stdbool.h>
#include <stdio.h>

#ifdef HAS_CUDA_OCCUPANCY
#include <cuda_occupancy.h>
#endif

/* Calls visit() with many launches: odd sizes, whole warps, limits and what lies beside them. */
static void each_launch(void (*visit)(const struct gs_multiprocessor *,
                                      const struct gs_block_needs *))
{
    static const unsigned threads[] = {1,   31,  32,  33,  64,  96,   100,
                                       128, 192, 256, 512, 768, 1023, 1024};
    static const size_t shared[] = {0,        1,        1024,     4096,     20 << 10,  47000,
                                    48 << 10, 63 << 10, 64 << 10, 99 << 10, 163 << 10, 227 << 10};
    const struct gs_multiprocessor *sm;
    for (size_t i = 0; (sm = gs_multiprocessor_at(i)) != NULL; i++) {
        for (size_t t = 0; t < sizeof threads / sizeof threads[0]; t++) {
            for (size_t s = 0; s < sizeof shared / sizeof shared[0]; s++) {
                for (unsigned registers = 1; registers <= GS_MOST_THREAD_REGISTERS; registers++) {
                    const struct gs_block_needs needs = {threads[t], registers, shared[s]};
                    visit(sm, &needs);
                }
            }
        }
    }
}

/* All resident blocks together take no more than there is; and of what limits them, one block more
 * would. */
static void expect_full(const struct gs_multiprocessor *sm, const struct gs_block_needs *needs)
{
    const struct gs_occupancy found = gs_occupancy_of(sm, needs);
    const struct gs_block_needs takes = gs_occupancy_takes(sm, needs);
    const size_t has[] = {sm->threads, sm->blocks, sm->registers, sm->shared_bytes};
    const size_t each[] = {takes.threads, 1, takes.registers, takes.shared_bytes};
    for (int limit = 0; limit < GS_OCCUPANCY_LIMITS; limit++) {
        assert_true(found.blocks * each[limit] <= has[limit]);
        assert_true(found.by[limit] >= found.blocks);
    }
    assert_int_equal(found.by[found.limit], found.blocks);
    assert_int_equal(found.warps, found.blocks * (takes.threads / GS_WARP_THREADS));
    assert_true(found.warps <= found.most_warps);
    if (found.limit != GS_OCCUPANCY_BY_REGISTERS && found.blocks > 0)
        assert_true((found.blocks + 1) * each[found.limit] > has[found.limit]);
    /* A partition's registers serve whole warps, so up to a warp of each may stay unused. */
    const size_t warp = takes.registers / (takes.threads / GS_WARP_THREADS);
    if (found.limit == GS_OCCUPANCY_BY_REGISTERS && found.blocks > 0)
        assert_true((found.blocks + 1) * each[GS_OCCUPANCY_BY_REGISTERS] + 4 * warp >
                    has[GS_OCCUPANCY_BY_REGISTERS]);
}

static void nothing_more_fits(void **state)
{
    (void)state;
    each_launch(expect_full);
}

/* Who asks for more does not get more blocks. */
static void expect_no_more_for_more(const struct gs_multiprocessor *sm,
                                    const struct gs_block_needs *needs)
{
    const unsigned blocks = gs_occupancy_of(sm, needs).blocks;
    struct gs_block_needs more[] = {*needs, *needs, *needs};
    more[0].threads += 1;
    more[1].registers += 1;
    more[2].shared_bytes += 1;
    for (size_t i = 0; i < 3; i++)
        assert_true(gs_occupancy_of(sm, &more[i]).blocks <= blocks);
}

static void who_asks_for_more_gets_no_more(void **state)
{
    (void)state;
    each_launch(expect_no_more_for_more);
}

static void a_block_that_no_launch_takes_does_not_fit(void **state)
{
    (void)state;
    const struct gs_multiprocessor *sm;
    for (size_t i = 0; (sm = gs_multiprocessor_at(i)) != NULL; i++) {
        const size_t most = gs_multiprocessor_block_shared_bytes(sm);
        const struct gs_block_needs none[] = {
            {0, 32, 0}, {1025, 32, 0}, {32, 256, 0}, {1024, 65, 0}, {32, 32, most + 1}};
        for (size_t k = 0; k < sizeof none / sizeof none[0]; k++)
            assert_int_equal(gs_occupancy_of(sm, &none[k]).blocks, 0);
        const struct gs_block_needs all = {1024, 64, most};
        assert_int_equal(gs_occupancy_of(sm, &all).blocks, 1);
    }
}

static void a_gpu_is_found_by_its_name(void **state)
{
    (void)state;
    const struct gs_multiprocessor *sm;
    for (size_t i = 0; (sm = gs_multiprocessor_at(i)) != NULL; i++)
        assert_ptr_equal(gs_multiprocessor_find(sm->capability), sm);
    assert_string_equal(gs_multiprocessor_find("h100")->capability, "9.0");
    assert_string_equal(gs_multiprocessor_find("RTX 4090")->capability, "8.9");
    assert_null(gs_multiprocessor_find("H"));
    assert_null(gs_multiprocessor_find("H1000"));
    assert_null(gs_multiprocessor_find("H100, H200"));
    assert_null(gs_multiprocessor_find(""));
}

#ifdef HAS_CUDA_OCCUPANCY
static void expect_as_the_toolkit(const struct gs_multiprocessor *sm,
                                  const struct gs_block_needs *needs)
{
    int major, minor;
    assert_int_equal(sscanf(sm->capability, "%d.%d", &major, &minor), 2);
    const size_t most = gs_multiprocessor_block_shared_bytes(sm);
    const cudaOccDeviceProp device = {.computeMajor = major,
                                      .computeMinor = minor,
                                      .maxThreadsPerBlock = GS_MOST_BLOCK_THREADS,
                                      .maxThreadsPerMultiprocessor = (int)sm->threads,
                                      .regsPerBlock = (int)sm->registers,
                                      .regsPerMultiprocessor = (int)sm->registers,
                                      .warpSize = GS_WARP_THREADS,
                                      .sharedMemPerBlock = 48 << 10,
                                      .sharedMemPerMultiprocessor = sm->shared_bytes,
                                      .numSms = 1,
                                      .sharedMemPerBlockOptin = most,
                                      .reservedSharedMemPerBlock = sm->shared_reserved_bytes};
    const cudaOccFuncAttributes kernel = {.maxThreadsPerBlock = GS_MOST_BLOCK_THREADS,
                                          .numRegs = (int)needs->registers,
                                          .shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN,
                                          .maxDynamicSharedSizeBytes = most,
                                          .numBlockBarriers = 1};
    const cudaOccDeviceState preference = {.carveoutConfig = SHAREDMEM_CARVEOUT_MAX_SHARED};
    cudaOccResult result;
    assert_int_equal(cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device, &kernel, &preference,
                                                             (int)needs->threads,
                                                             needs->shared_bytes),
                     CUDA_OCC_SUCCESS);
    const unsigned blocks = gs_occupancy_of(sm, needs).blocks;
    if ((unsigned)result.activeBlocksPerMultiprocessor != blocks)
        fail_msg("%s, %u threads, %u registers, %zu bytes: %u blocks, and the toolkit says %d",
                 sm->capability, needs->threads, needs->registers, needs->shared_bytes, blocks,
                 result.activeBlocksPerMultiprocessor);
}
#endif

static void it_is_what_the_toolkit_computes(void **state)
{
    (void)state;
#ifdef HAS_CUDA_OCCUPANCY
    each_launch(expect_as_the_toolkit);
#else
    print_message("there is no cuda_occupancy.h on this machine\n");
    skip();
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_more_fits),
        cmocka_unit_test(who_asks_for_more_gets_no_more),
        cmocka_unit_test(a_block_that_no_launch_takes_does_not_fit),
        cmocka_unit_test(a_gpu_is_found_by_its_name),
        cmocka_unit_test(it_is_what_the_toolkit_computes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
