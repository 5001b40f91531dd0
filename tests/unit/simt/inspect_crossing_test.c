/* What crosses between host and device, and arrays that stand in for others. */
#include "test.h"

#include "crossing.h"
#include "runtime/own_call.h"
#include "runtime/own_memory.h"
#include "stand_in.h"

#include <stdlib.h>
#include <string.h>

/* Objects by address, as the table has them: one of the device's, one that both reach. */
static uint32_t device[64], both[64];
static uint32_t scratch[64], given[64]; /* the device's, too */
static struct simt_object objects[] = {
    {.bytes = sizeof(device), .kind = SIMT_OBJECT_DEVICE},
    {.bytes = sizeof(both), .kind = SIMT_OBJECT_PINNED, .site = both},
    {.bytes = sizeof(scratch), .kind = SIMT_OBJECT_DEVICE},
    {.bytes = sizeof(given), .kind = SIMT_OBJECT_DEVICE, .is_labelled = true},
};

struct simt_object *simt_objects_find(uintptr_t address)
{
    for (size_t i = 0; i < sizeof(objects) / sizeof(objects[0]); i++)
        if (address - objects[i].base < objects[i].bytes)
            return &objects[i];
    return NULL;
}

size_t simt_objects_count(void)
{
    return sizeof(objects) / sizeof(objects[0]);
}

struct simt_object *simt_objects_get(size_t index)
{
    return &objects[index];
}

/* Nothing is hidden here. */
int simt_own_protect(void *address, size_t bytes, int how)
{
    (void)address;
    (void)bytes;
    (void)how;
    return 0;
}

void *simt_hidden_new(size_t bytes)
{
    return calloc(1, bytes);
}

void simt_hidden_delete(void *hidden, size_t bytes)
{
    (void)bytes;
    free(hidden);
}

void simt_hidden_set_open(void *hidden, size_t bytes, bool open)
{
    (void)hidden;
    (void)bytes;
    (void)open;
}

static int begin(void **state)
{
    (void)state;
    objects[0].base = (uintptr_t)device;
    objects[1].base = (uintptr_t)both;
    objects[2].base = (uintptr_t)scratch;
    objects[3].base = (uintptr_t)given;
    objects[0].is_labelled = false;
    memset(device, 0, sizeof(device));
    memset(both, 0, sizeof(both));
    simt_crossing_forget();
    return 0;
}

/* As a copy does. */
static void copy(uint32_t *to, const uint32_t *from, size_t words)
{
    simt_crossing_row(to, from, words * sizeof(*to), from);
    memmove(to, from, words * sizeof(*to));
    simt_stand_in_row(to, from, words * sizeof(*to), from);
}

static void test_values_that_return_as_they_were(void **state)
{
    uint32_t host[4] = {0};

    (void)state;
    memcpy(device, (uint32_t[]){7, 8, 0, 9}, sizeof(host));
    copy(host, device, 4);
    copy(device + 8, host, 4);
    assert_int_equal(simt_crossings()->down.bytes, 16);
    assert_int_equal(simt_crossings()->up.bytes, 12); /* without the zero */
    assert_int_equal(simt_crossings()->made.bytes, 0);
}

static void test_values_that_were_worked_on(void **state)
{
    uint32_t host[2] = {5, 6};

    (void)state;
    copy(device, host, 2); /* ahead of all that comes down */
    assert_int_equal(simt_crossings()->made.bytes, 0);
    copy(host, device, 2);
    host[1] = 11;
    copy(device, host, 2);
    assert_int_equal(simt_crossings()->made.bytes, 4);
    assert_ptr_equal(simt_crossings()->made.site, host);
}

static void test_zeros_may_begin_a_given_array(void **state)
{
    const uint32_t zero = 0, one = 1;

    (void)state;
    objects[0].is_labelled = true;
    copy(device, &zero, 1);
    assert_int_equal(simt_crossings()->given.bytes, 0);
    copy(device, &one, 1);
    assert_int_equal(simt_crossings()->given.bytes, 4);
}

/* What copies take from one array that a harness has named to another, and what is left of it. */
static void test_copies_make_a_result(void **state)
{
    uint32_t result[12] = {0};

    (void)state;
    objects[0].is_labelled = true;
    memcpy(given, (uint32_t[]){7, 8, 9, 10}, 16);
    memcpy(scratch, (uint32_t[]){3, 4, 5, 6}, 16); /* as a kernel does */
    copy(device, given, 3);
    copy(device + 4, scratch, 4);
    copy(scratch + 8, given, 3);
    scratch[9] = 88; /* as a kernel does */
    copy(device + 8, scratch + 8, 3);
    device[1] = 99;
    assert_int_equal(simt_crossings()->carried.bytes, 0);
    simt_crossing_end();
    copy(result, device, 12);
    /* Not the two that were changed, of which one byte of four is another. */
    assert_int_equal(simt_crossings()->carried.bytes, 4 * sizeof(result[0]));
    assert_ptr_equal(simt_crossings()->carried.site, given);
}

/* A kernel that sorts, say, stores many a value where a copy had left the same one. */
static void test_what_kernels_store_no_copy_made(void **state)
{
    struct simt_access access = {
        .address = (uintptr_t)(device + 1), .bytes = 8, .kind = SIMT_ACCESS_WRITE};
    uint32_t result[4] = {0};

    (void)state;
    objects[0].is_labelled = true;
    memcpy(given, (uint32_t[]){7, 8, 9, 10}, 16);
    copy(device, given, 4);
    simt_crossing_access(&objects[0], &access);
    device[1] = 20; /* and device[2] is what it was */
    access.kind = SIMT_ACCESS_READ;
    access.address = (uintptr_t)device;
    simt_crossing_access(&objects[0], &access);
    device[3] = 30;
    simt_crossing_end();
    copy(result, device, 4);
    assert_int_equal(simt_crossings()->carried.bytes, sizeof(result[0]));
}

/* But a kernel that stores what is there already has made nothing of it. */
static void test_what_kernels_store_in_vain_a_copy_made(void **state)
{
    struct simt_access access = {
        .address = (uintptr_t)device, .bytes = 16, .kind = SIMT_ACCESS_WRITE};
    uint32_t result[4] = {0};

    (void)state;
    objects[0].is_labelled = true;
    memcpy(given, (uint32_t[]){7, 8, 9, 10}, 16);
    copy(device, given, 4);
    simt_crossing_access(&objects[0], &access);
    device[1] = 20;
    simt_crossing_end();
    copy(result, device, 4);
    assert_int_equal(simt_crossings()->carried.bytes, 3 * sizeof(result[0]));
}

/* What a kernel stores in memory of both has come down when the launch has ended. */
static void test_kernels_carry_it(void **state)
{
    struct simt_access store = {.address = (uintptr_t)both, .bytes = 4, .kind = SIMT_ACCESS_WRITE};
    struct simt_access load = {
        .address = (uintptr_t)(both + 1), .bytes = 4, .kind = SIMT_ACCESS_READ};
    uint32_t result = 77;

    (void)state;
    simt_crossing_access(&objects[1], &store);
    both[0] = 77;
    simt_crossing_launch_ends();
    assert_int_equal(simt_crossings()->down.bytes, 4);
    assert_true(simt_crossings()->down.by_kernel);
    both[1] = 78;
    simt_crossing_access(&objects[1], &load);
    simt_crossing_access(&objects[1], &load);
    assert_int_equal(simt_crossings()->made.bytes, 4);
    simt_crossing_results(&result, sizeof(result));
    assert_int_equal(simt_crossings()->made_results, 0);
    simt_crossing_results(&both[1], sizeof(both[1]));
    assert_int_equal(simt_crossings()->made_results, 1);
    assert_int_equal(simt_crossings()->results, 2);
}

static void test_arguments_are_words_from_the_host(void **state)
{
    const uint32_t arguments[] = {0, 123456};
    uint32_t words[4];

    (void)state;
    simt_crossing_arguments(arguments, sizeof(arguments));
    simt_crossing_arguments(arguments, sizeof(arguments));
    assert_int_equal(simt_crossing_words(words, 4), 1);
    assert_int_equal(words[0], 123456);
    assert_int_equal(simt_crossing_handed(), 1);
}

/* A fill brings one value, however many elements have it and however often. */
static void test_the_value_of_a_fill_is_a_word_from_the_host(void **state)
{
    uint32_t words[4];

    (void)state;
    simt_crossing_filled(device, sizeof(device));
    assert_int_equal(simt_crossing_words(words, 4), 0);
    device[0] = device[1] = both[0] = 123456;
    simt_crossing_filled(device, 8);
    simt_crossing_filled(device + 1, 4);
    simt_crossing_filled(both, 4);
    assert_int_equal(simt_crossing_words(words, 4), 1);
    assert_int_equal(words[0], 123456);
    assert_int_equal(simt_crossings()->up.bytes, 4);
}

enum { SHOWN = 40 };

/* Both stay known to the end of the program. */
static uint32_t shown[SHOWN], real[SHOWN];

static void expect_real(const uint32_t *words, size_t first, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_int_equal(words[i], real[first + i]);
}

static void test_kernels_find_the_real_array(void **state)
{
    uint32_t stage[SHOWN + 2], mixed[SHOWN];

    (void)state;
    for (unsigned i = 0; i < SHOWN; i++) {
        shown[i] = i == 3 ? 0 : 1000 + i;
        real[i] = 5000 + i;
    }
    simt_stand_in_add(shown, real, sizeof(shown));
    copy(device, shown + 2, 10);
    expect_real(device, 2, 10);
    memcpy(stage, shown, sizeof(shown)); /* through other memory, and behind it what is not shown */
    stage[SHOWN] = 3;
    stage[SHOWN + 1] = 0;
    copy(device, stage, SHOWN + 2);
    expect_real(device, 0, SHOWN);
    assert_int_equal(device[SHOWN], 3);
    assert_ptr_equal(simt_stand_in_other(), stage);
    assert_int_equal(simt_stand_in_other_words(), 1); /* the 3 */
    for (unsigned i = 0; i < SHOWN; i++)              /* in whatever order */
        mixed[i] = shown[SHOWN - 1 - i];
    copy(device, mixed, SHOWN);
    assert_int_equal(device[0], real[SHOWN - 1]);
}

/* What is computed from it stays what it is: so an answer of the host's is told. */
static void test_what_is_computed_stays(void **state)
{
    uint32_t computed[SHOWN];

    (void)state;
    for (unsigned i = 0; i < SHOWN; i++)
        computed[i] = 2 * shown[i] + 1;
    size_t before = simt_stand_in_other_words();
    copy(device, computed, SHOWN);
    for (unsigned i = 0; i < SHOWN; i++)
        assert_int_equal(device[i], computed[i]);
    assert_int_equal(simt_stand_in_other_words(), before + SHOWN);
}

static void test_only_kernels_find_it_in_memory_of_both(void **state)
{
    (void)state;
    memcpy(both, shown, sizeof(shown));
    simt_stand_in_launch_begins();
    expect_real(both, 0, SHOWN);
    both[1] = 42; /* by the kernel */
    simt_stand_in_launch_ends();
    assert_int_equal(both[0], shown[0]);
    assert_int_equal(both[1], 42);
    assert_int_equal(both[2], shown[2]);
}

/* ---- numbers ---- */

static const uint64_t seed = UINT64_C(0x123456789abcdef0), other = UINT64_C(0x1111222233334444);

static void test_kernels_get_the_real_number(void **state)
{
    struct {
        uint32_t small;
        uint32_t seed[2];
    } object = {.small = 5};
    uint64_t argument = seed, another = seed + 1;

    (void)state;
    assert_false(simt_stand_in_gave_number());
    simt_stand_in_add_number(&seed, &other, sizeof(seed));
    simt_stand_in_argument(&another, sizeof(another));
    assert_true(another == seed + 1);
    assert_false(simt_stand_in_gave_number());
    simt_stand_in_argument(&argument, sizeof(argument));
    assert_true(argument == other);
    assert_true(simt_stand_in_gave_number());
    memcpy(object.seed, &seed, sizeof(seed));
    simt_stand_in_argument(&object, sizeof(object));
    assert_memory_equal(object.seed, &other, sizeof(other));
    assert_int_equal(object.small, 5);
}

/* Each of its halves may be an argument. */
static void test_kernels_get_halves_of_the_real_number(void **state)
{
    uint32_t low = (uint32_t)seed, high = (uint32_t)(seed >> 32), small = 5;
    uint64_t code = seed ^ 12; /* no number that kernels are to have */

    (void)state;
    simt_stand_in_argument(&low, sizeof(low));
    simt_stand_in_argument(&high, sizeof(high));
    simt_stand_in_argument(&small, sizeof(small));
    simt_stand_in_argument(&code, sizeof(code));
    assert_int_equal(low, (uint32_t)other);
    assert_int_equal(high, (uint32_t)(other >> 32));
    assert_int_equal(small, 5);
    assert_true(code == (seed ^ 12));
}

static void test_copies_bring_the_real_number(void **state)
{
    uint32_t host[5] = {3};

    (void)state;
    memcpy(host + 1, &seed, sizeof(seed));
    copy(device, host, 5);
    assert_memory_equal(device + 1, &other, sizeof(other));
    assert_int_equal(device[0], 3);
    assert_memory_equal(host + 1, &seed, sizeof(seed));
}

/* The last one: it cannot be taken back. */
static void test_nothing_is_kept_where_nobody_asks(void **state)
{
    uint32_t host[4] = {1, 2, 3, 4};

    (void)state;
    assert_true(simt_crossing_wants(&objects[1], false));
    simt_crossing_unwanted();
    copy(device, host, 4);
    memcpy(device, (uint32_t[]){7, 8, 0, 9}, sizeof(host));
    copy(host, device, 4);
    assert_int_equal(simt_crossings()->up.bytes, 0);
    assert_int_equal(simt_crossings()->down.bytes, 0);
    assert_int_equal(simt_crossing_handed(), 0);
    assert_false(simt_crossing_wants(&objects[1], false));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_values_that_return_as_they_were, begin),
        cmocka_unit_test_setup(test_values_that_were_worked_on, begin),
        cmocka_unit_test_setup(test_zeros_may_begin_a_given_array, begin),
        cmocka_unit_test_setup(test_copies_make_a_result, begin),
        cmocka_unit_test_setup(test_what_kernels_store_no_copy_made, begin),
        cmocka_unit_test_setup(test_what_kernels_store_in_vain_a_copy_made, begin),
        cmocka_unit_test_setup(test_kernels_carry_it, begin),
        cmocka_unit_test_setup(test_arguments_are_words_from_the_host, begin),
        cmocka_unit_test_setup(test_the_value_of_a_fill_is_a_word_from_the_host, begin),
        cmocka_unit_test_setup(test_kernels_find_the_real_array, begin),
        cmocka_unit_test_setup(test_what_is_computed_stays, begin),
        cmocka_unit_test_setup(test_only_kernels_find_it_in_memory_of_both, begin),
        cmocka_unit_test_setup(test_kernels_get_the_real_number, begin),
        cmocka_unit_test(test_kernels_get_halves_of_the_real_number),
        cmocka_unit_test_setup(test_copies_bring_the_real_number, begin),
        cmocka_unit_test_setup(test_nothing_is_kept_where_nobody_asks, begin),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
