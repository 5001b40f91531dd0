/* What a time may be: no more than the call took, and no whole number of seconds; and which
 * elements nobody wrote. */
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

static void count_up(const struct gs_shape *shape, const void *const *arrays,
                     struct gs_expected *out)
{
    (void)shape, (void)arrays;
    ((int *)out->want[0])[0] = 1;
    ((int *)out->want[0])[1] = 1;
}

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
    bool right = gs_case_compare(&exercise, &shape, &memory, 0, NULL, &wrong);
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

/* How many of two counts that hold what they held before, where they should be more, are taken for
 * such that nobody wrote. */
static size_t untouched(const json_t *report)
{
    static const struct gs_array counts[] = {{"counts", GS_UPDATED, GS_HOME_DEVICE, GS_I32}, {0}};
    static const struct gs_exercise counting = {
        .name = "counting", .parameters = counts, .solve = count_up};
    static unsigned char answer[GS_CASE_ARRAYS + 2 * sizeof(int)] __attribute__((aligned(64)));
    static unsigned char given[GS_CASE_ARRAYS + 2 * sizeof(int)] __attribute__((aligned(64)));
    struct gs_case_file *head = (struct gs_case_file *)given;
    *head = (struct gs_case_file){
        .parameters = 1,
        .rounds = 1,
        .round_bytes = 2 * sizeof(int),
        .parameter = {{.role = GS_UPDATED, .dtype = GS_I32, .count = 2, .bytes = 2 * sizeof(int)}}};
    struct gs_memory memory = {.c = head, .answer = (struct gs_answer_file *)answer};
    const struct gs_shape shape = {.n = 2};
    struct gs_wrong wrong;
    assert_false(gs_case_compare(&counting, &shape, &memory, 0, report, &wrong));
    assert_int_equal(wrong.wrong, 2);
    free(memory.states);
    free(memory.want[0]);
    return wrong.untouched;
}

/* An atomic function may have added 0. */
static void what_is_added_to_is_not_untouched(void **state)
{
    (void)state;
    json_t *adds = json_pack("{s:{s:[{s:s, s:s}]}}", "counts", "accesses", "array", "counts",
                             "kind", "atomic");
    assert_int_equal(untouched(NULL), 2);
    assert_int_equal(untouched(adds), 0);
    json_decref(adds);
}

/* Whether two counts that are to be 1 are that, on top of what an output held before. */
static bool is_on_junk(int first, int second, const char *kinds)
{
    static const struct gs_array counts[] = {{"counts", GS_OUTPUT, GS_HOME_DEVICE, GS_I32}, {0}};
    static const struct gs_exercise counting = {
        .name = "counting", .parameters = counts, .solve = count_up};
    static unsigned char answer[GS_CASE_ARRAYS + 2 * sizeof(int)] __attribute__((aligned(64)));
    static int junk[] = {70, 80};
    struct gs_case_file head = {
        .parameters = 1,
        .rounds = 1,
        .round_bytes = 2 * sizeof(int),
        .parameter = {{.role = GS_OUTPUT, .dtype = GS_I32, .count = 2, .bytes = 2 * sizeof(int)}}};
    const int got[] = {junk[0] + first, junk[1] + second};
    struct gs_memory memory = {
        .c = &head, .answer = (struct gs_answer_file *)answer, .junk = (unsigned char *)junk};
    const struct gs_shape shape = {.n = 2};
    struct gs_wrong wrong;
    json_t *report = json_loads(kinds, 0, NULL);
    memcpy(answer + GS_CASE_ARRAYS, got, sizeof got);
    assert_non_null(report);
    assert_false(gs_case_compare(&counting, &shape, &memory, 0, report, &wrong));
    free(memory.states);
    free(memory.want[0]);
    json_decref(report);
    return wrong.added_to_junk;
}

#define ACCESS(kind) "{\"array\": \"counts\", \"kind\": \"" kind "\"}"

/* What is stored was set, and what is not as much as it should be has another cause. */
static void junk_is_known_by_what_lies_on_it(void **state)
{
    (void)state;
    const char *adds = "{\"counts\": {\"accesses\": [" ACCESS("atomic") "]}}";
    assert_true(is_on_junk(1, 1, adds));
    assert_false(is_on_junk(1, 0, adds));
    assert_false(is_on_junk(
        1, 1, "{\"counts\": {\"accesses\": [" ACCESS("atomic") ", " ACCESS("store") "]}}"));
    assert_false(is_on_junk(1, 1, "{\"counts\": {\"accesses\": []}}"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_time_is_within_the_call),
        cmocka_unit_test(a_time_of_whole_seconds_was_cut),
        cmocka_unit_test(what_is_added_to_is_not_untouched),
        cmocka_unit_test(junk_is_known_by_what_lies_on_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
