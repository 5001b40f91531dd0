/*
 * Verification: each way in which a run can damage its arrays is seen, said in one sentence, and
 * mended, so that the next variant starts clean. On the host, and on the (simulated) device.
 */
#include "test.h"

#include "add_one.h"
#include "arrays.h"
#include "device.h"
#include "faults.h"
#include "verify.h"

#include <stdlib.h>

enum { N = 1000, BLOCK = 128 };

static const struct gs_workload workload = {ADD_ONE};

static const struct gs_variant variant = {.name = "faulty"};

/* ---- the faults on the CPU ------------------------------------------------------------------- */

#define DEFINE_FAULTY(T)                                                                           \
    static void faulty_##T(enum fault fault, T *in, T *out, T *zeros, size_t n)                    \
    {                                                                                              \
        for (size_t i = 0; i < n - (fault == LEAVES_OUT_LAST); i++)                                \
            out[i] = fault == WRITES_ZERO ? (T)0 : in[i] + (T)1;                                   \
        if (fault == WRITES_BEFORE)                                                                \
            out[-3] = (T)7;                                                                        \
        if (fault == WRITES_BEHIND)                                                                \
            out[n + 2] = (T)7;                                                                     \
        if (fault == WRITES_INPUT)                                                                 \
            in[n / 2] += (T)1;                                                                     \
        if (fault == BEFORE_INPUT)                                                                 \
            in[-1] = (T)7;                                                                         \
        if (fault == WRITES_NAN)                                                                   \
            memset(&out[n / 3], 0xff, sizeof(T));                                                  \
        if (fault == LEAVES_NO_ZERO)                                                               \
            zeros[n - 1] = (T)1;                                                                   \
    }

DEFINE_FAULTY(float)
DEFINE_FAULTY(int32_t)

static void run_on_host(enum fault fault, struct gs_arrays *arrays)
{
    void *const *data = arrays->host_data;
    if (arrays->dtype == GS_F32)
        faulty_float(fault, data[IN], data[OUT], data[ZEROS], arrays->n);
    else
        faulty_int32_t(fault, data[IN], data[OUT], data[ZEROS], arrays->n);
}

/* ---- what is said of each -------------------------------------------------------------------- */

static const char outside[] = "outside of the array: out has 1000 elements";
static const char one_wrong[] = "1 of 1000 wrong, the first at index ";

static const struct {
    const char *words[3];
} said_f32[FAULT_COUNT] =
    {
        [WRITES_BEFORE] = {{"wrote out[-3], ", outside}},
        [WRITES_BEHIND] = {{"wrote out[1002], ", outside}},
        [WRITES_INPUT] = {{"changed its input in"}},
        [BEFORE_INPUT] = {{"wrote in[-1], outside of the array: in has 1000 elements"}},
        [LEAVES_OUT_LAST] = {{one_wrong,
                              "999: got nan (never written, or made of junk?), should be 100"}},
        [WRITES_NAN] = {{one_wrong, "333: got nan", "should be 34"}},
        [WRITES_ZERO] = {{"1000 of 1000 wrong, the first at index 0: got 0, should be 1"}},
        [LEAVES_NO_ZERO] = {{"left zeros other than zero"}},
},
  said_i32[FAULT_COUNT] = {
      [WRITES_BEFORE] = {{"wrote out[-3], ", outside}},
      [WRITES_BEHIND] = {{"wrote out[1002], ", outside}},
      [WRITES_INPUT] = {{"changed its input in"}},
      [BEFORE_INPUT] = {{"wrote in[-1], "}},
      [LEAVES_OUT_LAST] = {{one_wrong,
                            "999: got -1 (never written, or made of junk?), should be 1000"}},
      [WRITES_NAN] = {{one_wrong, "333: got -1 (never written, or made of junk?), should be 334"}},
      [WRITES_ZERO] = {{"1000 of 1000 wrong, the first at index 0: got 0, should be 1"}},
      [LEAVES_NO_ZERO] = {{"left zeros other than zero"}},
};

static void expect(enum fault fault, enum gs_dtype dtype,
                   const struct gs_verification *verification)
{
    const char *const *words = dtype == GS_F32 ? said_f32[fault].words : said_i32[fault].words;
    if (fault == NO_FAULT) {
        assert_string_equal(verification->detail, "");
        assert_int_equal(verification->verdict, GS_RIGHT);
        assert_true(verification->max_error == 0);
        return;
    }
    assert_int_equal(verification->verdict, GS_WRONG_ANSWER);
    for (size_t i = 0; i < 3 && words[i] != NULL; i++)
        assert_contains(verification->detail, words[i]);
}

/* Every fault, and a right run behind each: nothing of the fault may be left. */
static void faults_on_the_host(void **state)
{
    (void)state;
    for (int dtype = GS_F32; dtype <= GS_I32; dtype += GS_I32 - GS_F32) {
        struct gs_point point = {
            .workload = &workload, .variant = &variant, .dtype = (enum gs_dtype)dtype, .n = N};
        struct gs_arrays arrays;
        struct gs_error error;
        assert_int_equal(gs_arrays_make(&arrays, &point, 1, NULL, &error), GS_OK);
        for (int run = 0; run < 2 * FAULT_COUNT; run++) {
            enum fault fault = run % 2 == 0 ? (enum fault)(run / 2) : NO_FAULT;
            gs_arrays_reset_host(&arrays);
            run_on_host(fault, &arrays);
            struct gs_verification verification = gs_verify_host(&arrays, &point);
            expect(fault, point.dtype, &verification);
        }
        gs_arrays_release(&arrays, NULL);
    }
}

static struct gs_verification run_on_device(struct gs_device *device, struct gs_arrays *arrays,
                                            const struct gs_point *point, enum fault fault)
{
    struct gs_job job = {.run = faulty_on_device(fault),
                         .call = {.dtype = arrays->dtype,
                                  .n = arrays->n,
                                  .block = BLOCK,
                                  .arrays = arrays->device_data},
                         .arrays = add_one_arrays,
                         .array_count = GS_COUNT(add_one_arrays),
                         .host = arrays->host,
                         .device = arrays->device};
    struct gs_verification verification;
    struct gs_error error;
    assert_int_equal(gs_arrays_reset_device(arrays, device, &error), GS_OK);
    assert_null(gs_device_run(device, &job).failure);
    assert_int_equal(gs_verify_device(arrays, point, device, &verification, &error), GS_OK);
    return verification;
}

static void faults_on_the_device(void **state)
{
    struct gs_device *device = *state;
    for (int dtype = GS_F32; dtype <= GS_I32; dtype += GS_I32 - GS_F32) {
        struct gs_point point = {
            .workload = &workload, .variant = &variant, .dtype = (enum gs_dtype)dtype, .n = N};
        struct gs_arrays arrays;
        struct gs_error error;
        assert_int_equal(gs_arrays_make(&arrays, &point, 1, device, &error), GS_OK);
        for (int run = 0; run < 2 * FAULT_COUNT; run++) {
            enum fault fault = run % 2 == 0 ? (enum fault)(run / 2) : NO_FAULT;
            struct gs_verification verification = run_on_device(device, &arrays, &point, fault);
            expect(fault, point.dtype, &verification);
        }
        gs_arrays_release(&arrays, device);
    }
}

/* A host-to-host run leaves its results in the host arrays, which then are what is verified. */
static void results_come_home(void **state)
{
    struct gs_device *device = *state;
    struct gs_point point = {.workload = &workload, .variant = &variant, .dtype = GS_I32, .n = N};
    struct gs_arrays arrays;
    struct gs_error error;
    assert_int_equal(gs_arrays_make(&arrays, &point, 1, device, &error), GS_OK);
    struct gs_verification verification = run_on_device(device, &arrays, &point, WRITES_ZERO);
    assert_int_equal(((int32_t *)arrays.host_data[OUT])[N - 1], 0);
    verification = run_on_device(device, &arrays, &point, NO_FAULT);
    assert_int_equal(((int32_t *)arrays.host_data[OUT])[N - 1], N);
    verification = gs_verify_host(&arrays, &point);
    assert_int_equal(verification.verdict, GS_RIGHT);
    gs_arrays_reset_host(&arrays);
    verification = gs_verify_host(&arrays, &point);
    assert_int_equal(verification.verdict, GS_WRONG_ANSWER);
    assert_contains(verification.detail, "1000 of 1000 wrong");
    gs_arrays_release(&arrays, device);
}

/* Any single byte of an input that changes is seen. */
static void every_input_byte_counts(void **state)
{
    (void)state;
    struct gs_point point = {.workload = &workload, .variant = &variant, .dtype = GS_I32, .n = 33};
    struct gs_arrays arrays;
    struct gs_error error;
    assert_int_equal(gs_arrays_make(&arrays, &point, 1, NULL, &error), GS_OK);
    run_on_host(NO_FAULT, &arrays);
    for (size_t i = 0; i < arrays.host[0].bytes; i++) {
        ((unsigned char *)arrays.host_data[0])[i] ^= 0x40;
        struct gs_verification verification = gs_verify_host(&arrays, &point);
        assert_contains(verification.detail, "changed its input in");
        verification = gs_verify_host(&arrays, &point); /* it was filled again */
        assert_int_equal(verification.verdict, GS_RIGHT);
    }
    gs_arrays_release(&arrays, NULL);
}

/* ---- guard zones ----------------------------------------------------------------------------- */

static void every_guard_byte_counts(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 100, 4096};
    for (size_t s = 0; s < GS_COUNT(sizes); s++) {
        struct gs_guarded buffer;
        struct gs_error error;
        ptrdiff_t bytes = (ptrdiff_t)sizes[s], offset;
        assert_int_equal(gs_guarded_alloc_host(&buffer, sizes[s], &error), GS_OK);
        assert_int_equal((uintptr_t)buffer.data % 4096, 0);
        memset(buffer.data, 0x33, sizes[s]);
        assert_false(gs_guarded_damaged_host(&buffer, &offset));
        for (ptrdiff_t i = -GS_GUARD_BYTES; i < bytes + GS_GUARD_BYTES; i++) {
            if (i == 0)
                i = bytes;
            ((unsigned char *)buffer.data)[i] = 0;
            assert_true(gs_guarded_damaged_host(&buffer, &offset));
            assert_int_equal(offset, i);
            gs_guarded_lay_zones_host(&buffer);
        }
        for (ptrdiff_t i = 0; i < bytes; i++)
            assert_int_equal(((unsigned char *)buffer.data)[i], 0x33);
        gs_guarded_release_host(&buffer);
        assert_null(buffer.base);
    }
}

/* ---- fingerprints ---------------------------------------------------------------------------- */

static void negate(double *data, size_t n)
{
    for (size_t i = 0; i < n; i++)
        data[i] = -data[i];
}

static void halve(double *data, size_t n)
{
    for (size_t i = 0; i < n; i++)
        data[i] *= 0.5;
}

static void swap_two(double *data, size_t n)
{
    double first = data[0];
    data[0] = data[n - 1];
    data[n - 1] = first;
}

static void change_last_bits(double *data, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ((unsigned char *)&data[i])[0] ^= 1;
}

/* What a wrong kernel does, it does to all elements alike; the device sees the same as the host. */
static void no_common_change_goes_unseen(void **state)
{
    enum { COUNT = 1 << 12 };
    static void (*const changes[])(double *, size_t) = {negate, halve, swap_two, change_last_bits};
    struct gs_device *device = *state;
    struct gs_guarded host, on_device;
    struct gs_error error;
    uint64_t found;
    assert_int_equal(gs_guarded_alloc_host(&host, COUNT * sizeof(double), &error), GS_OK);
    assert_int_equal(gs_guarded_alloc_device(device, &on_device, host.bytes, &error), GS_OK);
    for (size_t c = 0; c < GS_COUNT(changes); c++) {
        for (size_t i = 0; i < COUNT; i++)
            ((double *)host.data)[i] = (double)(i + 1);
        uint64_t before = gs_guarded_fingerprint_host(&host);
        changes[c](host.data, COUNT);
        uint64_t after = gs_guarded_fingerprint_host(&host);
        assert_true(before != after);
        assert_int_equal(gs_device_copy_in(device, on_device.data, host.data, host.bytes, &error),
                         GS_OK);
        assert_int_equal(gs_guarded_fingerprint_device(device, &on_device, &found, &error), GS_OK);
        assert_true(found == after);
    }
    gs_guarded_release_host(&host);
    gs_guarded_release_device(device, &on_device);
}

/* With fewer words than threads, as many, and more; and tails of less than a word. */
static void the_device_sees_every_byte(void **state)
{
    enum { THREADS = 512 * 256, WORD = 8, MOST = 2 * THREADS * WORD + 7 };
    static const size_t sizes[] = {0, 7, 13, THREADS * WORD, THREADS * WORD + 9, MOST};
    struct gs_device *device = *state;
    struct gs_guarded host, on_device;
    struct gs_error error;
    uint64_t found;
    assert_int_equal(gs_guarded_alloc_host(&host, MOST, &error), GS_OK);
    assert_int_equal(gs_guarded_alloc_device(device, &on_device, MOST, &error), GS_OK);
    for (size_t i = 0; i < MOST; i++)
        ((unsigned char *)host.data)[i] = (unsigned char)(i % 251 + 1);
    assert_int_equal(gs_device_copy_in(device, on_device.data, host.data, MOST, &error), GS_OK);
    for (size_t s = 0; s < GS_COUNT(sizes); s++) {
        host.bytes = on_device.bytes = sizes[s];
        assert_int_equal(gs_guarded_fingerprint_device(device, &on_device, &found, &error), GS_OK);
        assert_true(found == gs_guarded_fingerprint_host(&host));
    }
    host.bytes = on_device.bytes = MOST;
    gs_guarded_release_host(&host);
    gs_guarded_release_device(device, &on_device);
}

static void the_nearest_trespass_is_told(void **state)
{
    (void)state;
    struct gs_guarded buffer;
    struct gs_error error;
    ptrdiff_t offset;
    assert_int_equal(gs_guarded_alloc_host(&buffer, 64, &error), GS_OK);
    unsigned char *data = buffer.data;
    data[-9] = data[64 + 30] = 0;
    assert_true(gs_guarded_damaged_host(&buffer, &offset));
    assert_int_equal(offset, -9);
    data[64 + 3] = 0;
    assert_true(gs_guarded_damaged_host(&buffer, &offset));
    assert_int_equal(offset, 67);
    gs_guarded_release_host(&buffer);
}

/* More than there is: an error, and the device goes on. */
static void too_much_memory_is_refused(void **state)
{
    struct gs_device *device = *state;
    struct gs_guarded buffer;
    struct gs_error error = {0};
    assert_int_equal(gs_guarded_alloc_device(device, &buffer, (size_t)1 << 50, &error), GS_USAGE);
    assert_one_line(error.text);
    assert_contains(error.text, "out of memory");
    assert_int_equal(gs_guarded_alloc_device(device, &buffer, 1000, &error), GS_OK);
    gs_guarded_release_device(device, &buffer);
}

static int open_device(void **state)
{
    struct gs_error error;
    struct gs_device *device;
    if (gs_device_open(1, &device, &error) != GS_OK)
        return -1;
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
        cmocka_unit_test(faults_on_the_host),
        cmocka_unit_test(faults_on_the_device),
        cmocka_unit_test(results_come_home),
        cmocka_unit_test(every_input_byte_counts),
        cmocka_unit_test(every_guard_byte_counts),
        cmocka_unit_test(no_common_change_goes_unseen),
        cmocka_unit_test(the_device_sees_every_byte),
        cmocka_unit_test(the_nearest_trespass_is_told),
        cmocka_unit_test(too_much_memory_is_refused),
    };
    return cmocka_run_group_tests_name("arrays", tests, open_device, close_device);
}
