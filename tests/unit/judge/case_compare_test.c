/* What a time may be: no more than the call took, and no whole number of seconds. */
#include "test.h"

#include "case_compare.h"

#include <stdlib.h>

enum { TIME };

static const struct gs_array parameters[] = {{"seconds", GS_OUTPUT, GS_HOME_PAGEABLE, GS_F64}, {0}};

static void solve(const struct gs_shape *shape, const void *const *arrays, struct gs_expected *out)
{
    (void)shape, (void)arrays;
    out->from[TIME] = 1e-7;
    out->up_to[TIME] = 20;
    out->is_time[TIME] = true;
}

static const struct gs_exercise exercise = {
    .name = "timed", .parameters = parameters, .solve = solve, .tolerance = 1e-6};

/* Whether the time is right that a call of 2.5 s has left. */
static bool is_right(double seconds)
{
    static unsigned char answer[GS_CASE_ARRAYS + sizeof(double)] __attribute__((aligned(64)));
    static unsigned char junk[sizeof(double)];
    struct gs_case_file head = {
        .parameters = 1,
        .rounds = 1,
        .round_bytes = sizeof seconds,
        .parameter = {{.role = GS_OUTPUT, .dtype = GS_F64, .count = 1, .bytes = sizeof seconds}}};
    struct gs_memory memory = {.c = &head, .answer = (struct gs_answer_file *)answer, .junk = junk};
    const struct gs_shape shape = {.n = 1 << 16};
    struct gs_wrong wrong;
    memory.answer->call_s[0] = 2.5;
    memcpy(answer + GS_CASE_ARRAYS, &seconds, sizeof seconds);
    bool right = gs_case_compare(&exercise, &shape, &memory, 0, &wrong);
    free(memory.states);
    free(memory.want[TIME]);
    return right;
}

static void a_time_is_within_the_call(void **state)
{
    (void)state;
    assert_true(is_right(0.001));
    assert_true(is_right(2.49));
    assert_false(is_right(2.51));
    assert_false(is_right(0));
    assert_false(is_right(-0.001));
}

/* Kept in an int, 2.3 s are 2: on a machine so busy it would lie within the call. */
static void a_time_of_whole_seconds_was_cut(void **state)
{
    (void)state;
    assert_false(is_right(1));
    assert_false(is_right(2));
    assert_true(is_right(1.5));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_time_is_within_the_call),
        cmocka_unit_test(a_time_of_whole_seconds_was_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
