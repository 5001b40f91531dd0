/* Arrays of a workload on two devices: who has what, before a run and after it. */
#include "parts.h"

#include "device.h"
#include "probe.h"
#include "test.h"

#include <stdint.h>
#include <string.h>

enum { N = 10, A, B };

static const struct gs_array arrays[] = {{.name = "a", .role = GS_INPUT},
                                         {.name = "b", .role = GS_OUTPUT}};

/* The first part has three elements. */
static size_t three_first(size_t array, size_t n, unsigned part, unsigned parts)
{
    (void)array, (void)n, (void)parts;
    return part == 0 ? 0 : 3;
}

struct fixture {
    struct gs_device *device;
    struct gs_workload workload;
    struct gs_guarded whole[2];
    struct gs_parts *parts;
};

static int open_parts(struct fixture *f, size_t (*share)(size_t, size_t, unsigned, unsigned))
{
    struct gs_error error = {0};
    const int32_t first[N] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    f->workload = (struct gs_workload){.arrays = arrays, .array_count = 2, .share = share};
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(gs_guarded_alloc_device(f->device, &f->whole[i], sizeof first, &error),
                         GS_OK);
    assert_int_equal(gs_device_copy_in(f->device, f->whole[0].data, first, sizeof first, &error),
                     GS_OK);
    assert_int_equal(gs_device_fill(f->device, f->whole[1].data, 0x11, sizeof first, &error),
                     GS_OK);
    return gs_parts_make(f->device, &f->workload, GS_I32, N, f->whole, 2, &f->parts, &error);
}

static void close_parts(struct fixture *f)
{
    gs_parts_release(f->parts);
    for (size_t i = 0; i < 2; i++)
        gs_guarded_release_device(f->device, &f->whole[i]);
}

static void read_part(struct fixture *f, unsigned part, size_t array, int32_t out[N])
{
    struct gs_error error = {0};
    assert_int_equal(gs_device_copy_out(f->device, out, gs_parts_array(f->parts, part, array)->data,
                                        N * sizeof *out, &error),
                     GS_OK);
}

/* Elements [begin, end) are those of the whole array, and all others are junk. */
static void assert_has(struct fixture *f, unsigned part, int begin, int end)
{
    int32_t got[N];
    read_part(f, part, 0, got);
    for (int i = 0; i < N; i++)
        assert_int_equal(got[i], i >= begin && i < end ? i : -1);
    read_part(f, part, 1, got);
    for (int i = 0; i < N; i++)
        assert_int_equal(got[i], -1);
}

static void each_device_has_its_share(void **state)
{
    struct fixture f = {.device = *state};
    struct gs_error error = {0};
    assert_int_equal(open_parts(&f, NULL), GS_OK);
    assert_int_equal(gs_parts_spread(f.parts, &error), GS_OK);
    assert_has(&f, 0, 0, 5);
    assert_has(&f, 1, 5, 10);
    close_parts(&f);
    assert_int_equal(open_parts(&f, three_first), GS_OK);
    assert_int_equal(gs_parts_spread(f.parts, &error), GS_OK);
    assert_has(&f, 0, 0, 3);
    assert_has(&f, 1, 3, 10);
    close_parts(&f);
}

static void shares_of_the_results_come_home(void **state)
{
    struct fixture f = {.device = *state};
    struct gs_error error = {0};
    int32_t got[N];
    assert_int_equal(open_parts(&f, three_first), GS_OK);
    assert_int_equal(gs_parts_spread(f.parts, &error), GS_OK);
    for (unsigned part = 0; part < 2; part++) {
        int32_t mine[N];
        for (int i = 0; i < N; i++)
            mine[i] = 100 * ((int)part + 1) + i;
        assert_int_equal(gs_device_copy_in(f.device, gs_parts_array(f.parts, part, 1)->data, mine,
                                           sizeof mine, &error),
                         GS_OK);
    }
    assert_int_equal(gs_parts_gather(f.parts, &error), GS_OK);
    assert_int_equal(gs_device_copy_out(f.device, got, f.whole[1].data, sizeof got, &error), GS_OK);
    for (int i = 0; i < N; i++)
        assert_int_equal(got[i], (i < 3 ? 100 : 200) + i);
    close_parts(&f);
}

/* As a variant ends, which asks CUDA whether its launch went well. */
static int launch_nothing(const struct gs_call *call)
{
    return gs_probe_empty(call->stream);
}

/* Where there are none, one line says so, and what runs afterwards knows nothing of it. */
static void devices_that_are_not_there(void **state)
{
    struct fixture f = {.device = *state};
    struct gs_error error = {0};
    f.workload = (struct gs_workload){.arrays = arrays, .array_count = 2};
    assert_int_equal(gs_parts_make(f.device, &f.workload, GS_I32, N, f.whole, 8, &f.parts, &error),
                     GS_USAGE);
    assert_one_line(error.text);
    const struct gs_job job = {.run = launch_nothing};
    assert_null(gs_device_run(f.device, &job).failure);
    gs_parts_release(f.parts);
}

static int open_device(void **state)
{
    struct gs_error error = {0};
    struct gs_device *device;
    if (gs_device_open(2, &device, &error) != GS_OK)
        return -1;
    assert_int_equal(gs_device_facts(device)->devices, 2);
    *state = device;
    return 0;
}

static int close_device(void **state)
{
    gs_device_close(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_device_has_its_share),
        cmocka_unit_test(shares_of_the_results_come_home),
        cmocka_unit_test(devices_that_are_not_there),
    };
    return cmocka_run_group_tests_name("parts", tests, open_device, close_device);
}
