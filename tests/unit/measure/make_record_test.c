/* What a record says of its own time: which ones are marked as noisy, short or throttled. */
#include "test.h"

#include "make_record.h"

enum { COUNT = 100 };

/* A record of samples around 1 s. Its quartiles are `spread` of the median apart, and so far the
 * last samples are from the first where they drift. */
static struct gs_record record_of(double *samples, double spread, double drift)
{
    for (size_t i = 0; i < COUNT; i++)
        samples[i] = 1 + drift * ((double)i / COUNT - 0.5);
    return (struct gs_record){.time = {.q1_s = 1 - spread / 2,
                                       .median_s = 1,
                                       .q3_s = 1 + spread / 2,
                                       .samples = samples,
                                       .count = COUNT}};
}

static bool is_marked(struct gs_record record)
{
    gs_record_mark_noise(&record);
    gs_record_mark_short(&record);
    return record.notes != 0;
}

/* README: quartiles, or first and last samples, over 15 % of the median apart. */
static void noise_begins_at_15_percent(void **state)
{
    (void)state;
    double samples[COUNT];
    assert_false(is_marked(record_of(samples, 0, 0)));
    assert_false(is_marked(record_of(samples, 0.149, 0)));
    assert_true(is_marked(record_of(samples, 0.151, 0)));
    /* The medians of the first and the last fifth are four fifths of the way apart. */
    assert_false(is_marked(record_of(samples, 0.1, 0.149 / 0.8)));
    assert_true(is_marked(record_of(samples, 0.1, 0.151 / 0.8)));
    assert_true(is_marked(record_of(samples, 0.1, -0.151 / 0.8)));
}

/* README: under three times an empty kernel. */
static void short_begins_at_three_launches(void **state)
{
    (void)state;
    double samples[COUNT];
    struct gs_record record = record_of(samples, 0, 0);
    record.floor_s = 0.333;
    assert_false(is_marked(record));
    record.floor_s = 0.334;
    assert_true(is_marked(record));
}

static void low_clocks_are_marked(void **state)
{
    (void)state;
    double samples[COUNT];
    struct gs_record record = record_of(samples, 0, 0);
    record.time.all_disturbed = true;
    assert_true(is_marked(record));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(noise_begins_at_15_percent),
        cmocka_unit_test(short_begins_at_three_launches),
        cmocka_unit_test(low_clocks_are_marked),
    };
    return cmocka_run_group_tests_name("make_record", tests, NULL, NULL);
}
