/* Sharing work among threads, and streaming copies at every alignment. */
#include "test.h"

#include "cpu.h"
#include "processor.h"

#include <omp.h>
#include <stdlib.h>

static void shares_cover_everything_once(void **state)
{
    (void)state;
    static const size_t grains[] = {1, 7, 64, 1024, 4096};
    static const size_t sizes[] = {0, 1, 6, 7, 63, 64, 65, 1000, 4095, 4096, 4097, 99991};
    for (size_t g = 0; g < sizeof grains / sizeof grains[0]; g++) {
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            for (int threads = 1; threads <= 9; threads++) {
                size_t expected = 0, begin, end;
                for (int thread = 0; thread < threads; thread++) {
                    gs_cpu_share(sizes[s], grains[g], thread, threads, &begin, &end);
                    assert_int_equal(begin, expected);
                    assert_int_equal(begin % grains[g], 0);
                    assert_true(begin <= end);
                    expected = end;
                }
                assert_int_equal(expected, sizes[s]);
            }
        }
    }
}

enum { ROOM = 20000, OFFSETS = 17 };

static void copies_are_exact(void **state)
{
    (void)state;
    unsigned char *from = malloc(ROOM), *to = malloc(ROOM), *want = malloc(ROOM);
    assert_true(from != NULL && to != NULL && want != NULL);
    for (size_t i = 0; i < ROOM; i++)
        from[i] = (unsigned char)(i * 7 + i / 251);
    static const size_t lengths[] = {0, 1, 15, 16, 17, 63, 64, 65, 4095, 9001};
    for (size_t offset = 0; offset < OFFSETS * OFFSETS; offset++) {
        size_t a = offset / OFFSETS, b = offset % OFFSETS;
        for (size_t l = 0; l < sizeof lengths / sizeof lengths[0]; l++) {
            memset(to, 0xa5, ROOM);
            memset(want, 0xa5, ROOM);
            memcpy(want + b, from + a, lengths[l]);
            gs_cpu_stream_copy(to + b, from + a, lengths[l]);
            assert_memory_equal(to, want, ROOM);
        }
    }
    free(from);
    free(to);
    free(want);
}

static void fills_are_exact(void **state)
{
    (void)state;
    unsigned char *to = malloc(ROOM), *want = malloc(ROOM);
    assert_true(to != NULL && want != NULL);
    for (size_t bytes = 0; bytes < ROOM - 8; bytes += 997) {
        memset(to, 0xa5, ROOM);
        memset(want, 0xa5, ROOM);
        memset(want + 3, 0x11, bytes);
        gs_cpu_fill(to + 3, 0x11, bytes);
        assert_memory_equal(to, want, ROOM);
    }
    free(to);
    free(want);
}

static void the_machine_has_a_name_and_a_cache(void **state)
{
    (void)state;
    assert_true(gs_cpu_name()[0] != '\0');
    assert_true(gs_cpu_cache_bytes() > 0);
    assert_true(gs_cpu_threads() > 0);
}

/* Whatever the system tells, if anything. */
static void caches_and_governor_make_sense(void **state)
{
    (void)state;
    struct gs_cpu_cache caches[GS_CPU_CACHES];
    size_t count = gs_cpu_caches(caches);
    assert_in_range(count, 0, GS_CPU_CACHES);
    for (size_t i = 0; i < count; i++) {
        assert_in_range(caches[i].level, 1, 4);
        assert_true(strcmp(caches[i].type, "Data") == 0 ||
                    strcmp(caches[i].type, "Instruction") == 0 ||
                    strcmp(caches[i].type, "Unified") == 0);
        assert_true(caches[i].bytes >= 1024);
        assert_true(caches[i].sharing >= 1);
    }
    char governor[32];
    if (gs_cpu_governor(governor))
        assert_one_line(governor);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_cover_everything_once),
        cmocka_unit_test(copies_are_exact),
        cmocka_unit_test(fills_are_exact),
        cmocka_unit_test(the_machine_has_a_name_and_a_cache),
        cmocka_unit_test(caches_and_governor_make_sense),
    };
    omp_set_num_threads(3); /* so that arrays are cut in several places */
    return cmocka_run_group_tests_name("cpu", tests, NULL, NULL);
}
