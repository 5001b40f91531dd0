/* The kernels that a profile is measured by do what they say; on a GPU there is a profile too. */
#include "test.h"
#include "test_device.h"

#include "device_internal.h"
#include "profile_probes.h"

#include <stdint.h>
#include <stdlib.h>

static void a_ring_visits_each_cell_once(void **state)
{
    struct gs_device *device = *state;
    enum { CELLS = 1024 };
    struct gs_error error;
    void *memory;
    char *host = malloc((size_t)CELLS * GS_CHASE_CELL);
    assert_non_null(host);
    assert_int_equal(gs_device_alloc(device, (size_t)CELLS * GS_CHASE_CELL, &memory, &error),
                     GS_OK);
    assert_int_equal(gs_probe_make_ring(memory, CELLS, device->stream), 0);
    assert_int_equal(
        gs_device_copy_out(device, host, memory, (size_t)CELLS * GS_CHASE_CELL, &error), GS_OK);
    size_t at = 0, steps = 0;
    do {
        at = *(const size_t *)(const void *)(host + at * GS_CHASE_CELL);
        assert_true(at < CELLS);
        steps++;
    } while (at != 0 && steps <= CELLS);
    assert_int_equal(steps, CELLS);
    gs_device_release(device, memory);
    free(host);
}

/* Every kind, width and depth moves all of the array, and nothing else. */
static void traffic_moves_all_bytes(void **state)
{
    struct gs_device *device = *state;
    enum { BYTES = 1 << 16 };
    static const unsigned shapes[][2] = {{4, 1}, {16, 1}, {16, 2}, {16, 4}};
    static unsigned char from[BYTES], to[BYTES];
    struct gs_error error;
    void *memory;
    assert_int_equal(gs_device_alloc(device, (size_t)2 * BYTES, &memory, &error), GS_OK);
    for (size_t i = 0; i < BYTES; i++)
        from[i] = (unsigned char)(i * 7 + 3);
    for (size_t k = 0; k < GS_COUNT(shapes); k++) {
        struct gs_traffic_probe probe = {.kind = GS_TRAFFIC_MOVE,
                                         .from = memory,
                                         .to = (char *)memory + BYTES,
                                         .bytes = BYTES,
                                         .grid = 4,
                                         .block = 64,
                                         .width = shapes[k][0],
                                         .depth = shapes[k][1],
                                         .passes = 1};
        assert_int_equal(gs_device_copy_in(device, memory, from, BYTES, &error), GS_OK);
        assert_int_equal(gs_device_fill(device, probe.to, 0, BYTES, &error), GS_OK);
        assert_int_equal(gs_probe_traffic(&probe, device->stream), 0);
        assert_int_equal(gs_device_copy_out(device, to, probe.to, BYTES, &error), GS_OK);
        assert_memory_equal(to, from, BYTES);
        probe.kind = GS_TRAFFIC_UPDATE;
        assert_int_equal(gs_probe_traffic(&probe, device->stream), 0);
        probe.kind = GS_TRAFFIC_READ;
        assert_int_equal(gs_probe_traffic(&probe, device->stream), 0);
        assert_int_equal(gs_device_copy_out(device, to, memory, BYTES, &error), GS_OK);
        assert_memory_equal(to, from, BYTES);
    }
    gs_device_release(device, memory);
}

/* A word a thread is copied; words that are scattered are all of them, and no others. */
static void blocks_copy_and_warps_scatter(void **state)
{
    struct gs_device *device = *state;
    enum { WORDS = 2048, BYTES = WORDS * sizeof(unsigned) };
    static unsigned from[WORDS], to[2 * WORDS];
    struct gs_error error;
    char *memory;
    assert_int_equal(gs_device_alloc(device, (size_t)2 * BYTES, (void **)&memory, &error), GS_OK);
    for (unsigned i = 0; i < WORDS; i++)
        from[i] = 7 * i + 3;
    assert_int_equal(gs_device_copy_in(device, memory, from, BYTES, &error), GS_OK);
    assert_int_equal(gs_probe_copy_blocks(memory + BYTES, memory, 8, 256, device->stream), 0);
    assert_int_equal(gs_probe_scatter(memory, 0, WORDS, 4, 2, device->stream), 0);
    assert_int_equal(gs_device_copy_out(device, to, memory, sizeof to, &error), GS_OK);
    assert_memory_equal(to, from, sizeof from);
    assert_memory_equal(to + WORDS, from, sizeof from);
    assert_int_equal(gs_probe_scatter(memory, 1, WORDS, 4, 10, device->stream), 0);
    assert_int_equal(gs_device_copy_out(device, to, memory, sizeof to, &error), GS_OK);
    for (unsigned i = 0; i < WORDS; i++)
        assert_int_equal(to[i], 9); /* the number of the last pass */
    assert_memory_equal(to + WORDS, from, sizeof from);
    gs_device_release(device, memory);
}

static void atomics_count_their_threads(void **state)
{
    struct gs_device *device = *state;
    enum { THREADS = 4 * 64 };
    struct gs_error error;
    void *memory;
    int counts[THREADS];
    assert_int_equal(gs_device_alloc(device, sizeof counts, &memory, &error), GS_OK);
    assert_int_equal(gs_device_fill(device, memory, 0, sizeof counts, &error), GS_OK);
    assert_int_equal(gs_probe_atomics(memory, 0, 1, 4, 64, device->stream), 0);
    assert_int_equal(gs_probe_atomics(memory, 0, 0, 4, 64, device->stream), 0);
    assert_int_equal(gs_device_copy_out(device, counts, memory, sizeof counts, &error), GS_OK);
    assert_int_equal(counts[0], THREADS + 1);
    assert_int_equal(counts[1], 1);
    assert_int_equal(counts[THREADS - 1], 1);
    gs_device_release(device, memory);
}

static void only_a_real_gpu_has_a_profile(void **state)
{
    struct gs_device *device = *state;
    static struct gs_gpu_profile profile;
    struct gs_error error = {""};
    enum gs_status status = gs_device_profile(device, &profile, &error);
    if (gs_device_facts(device)->simulated) {
        assert_int_equal(status, GS_USAGE);
        return;
    }
    if (status != GS_OK)
        fail_msg("%s", error.text);
    for (int k = 0; k < GS_GPU_NUMBERS; k++) {
        if (!(profile.numbers[k] > 0))
            fail_msg("%s was not measured", gs_gpu_numbers[k].key);
    }
    for (int k = 0; k < GS_GPU_CURVES; k++) {
        if (profile.curves[k].count < 6)
            fail_msg("%s has %zu points", gs_gpu_curves[k].name.key, profile.curves[k].count);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ring_visits_each_cell_once),
        cmocka_unit_test(traffic_moves_all_bytes),
        cmocka_unit_test(blocks_copy_and_warps_scatter),
        cmocka_unit_test(atomics_count_their_threads),
        cmocka_unit_test(only_a_real_gpu_has_a_profile),
    };
    return cmocka_run_group_tests_name("profile", tests, gs_test_open_device, gs_test_close_device);
}
