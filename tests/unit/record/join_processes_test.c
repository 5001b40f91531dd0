/* Records that several processes made of one row become one, and are read again as they were. */
#include "test.h"

#include "record.h"

#include <math.h>
#include <stdlib.h>

static struct gs_error said;

/* A record of n elements with so many samples; 0: without a time. */
static struct gs_record record_of(size_t n, const double *samples, size_t count)
{
    struct gs_record record = {.lesson = 3,
                               .workload = "vecadd",
                               .variant = "serial",
                               .place = GS_PLACE_CPU,
                               .dtype = GS_F32,
                               .n = n,
                               .residency = GS_RESIDENCY_HOST,
                               .cache = GS_CACHE_WARM,
                               .verdict = GS_RIGHT,
                               .device = "d"};
    double sorted[GS_MOST_SAMPLES];
    if (count == 0)
        return record;
    record.time.samples = malloc(count * sizeof *samples);
    assert_non_null(record.time.samples);
    memcpy(record.time.samples, samples, count * sizeof *samples);
    memcpy(sorted, samples, count * sizeof *samples);
    record.time.count = count;
    record.time.median_s = gs_median(sorted, count);
    return record;
}

static void append(struct gs_results *results, struct gs_record record)
{
    assert_int_equal(gs_results_append(results, &record, &said), GS_OK);
}

static const double first[] = {5, 1, 3}, second[] = {2, 4}, third[] = {9, 9, 8, 7};

static struct gs_results three_processes(void)
{
    struct gs_results results = {0};
    append(&results, record_of(1, first, 3));
    append(&results, record_of(2, first, 3));
    append(&results, record_of(1, second, 2));
    append(&results, record_of(2, third, 4));
    append(&results, record_of(1, third, 4));
    return results;
}

static void samples_stay_in_their_order(void **state)
{
    (void)state;
    static const double all[] = {5, 1, 3, 2, 4, 9, 9, 8, 7};
    struct gs_results results = three_processes();
    double medians[GS_MOST_PROCESSES];
    assert_int_equal(gs_results_join_processes(&results, &said), GS_OK);
    assert_int_equal(results.count, 2);
    const struct gs_record *joined = &results.records[0];
    assert_int_equal(joined->n, 1);
    assert_int_equal(joined->processes, 3);
    assert_int_equal(joined->time.count, 9);
    assert_memory_equal(joined->time.samples, all, sizeof all);
    assert_true(fabs(joined->time.median_s - 5) < 1e-12);
    assert_true(fabs(joined->time.max_s - 9) < 1e-12);
    assert_int_equal(gs_record_process_medians(joined, medians), 3);
    assert_true(fabs(medians[0] - 3) + fabs(medians[1] - 3) + fabs(medians[2] - 8.5) < 1e-12);
    assert_int_equal(results.records[1].n, 2);
    assert_int_equal(results.records[1].processes, 2);
    gs_results_release(&results);
}

/* An unfinished run's records are joined when they are read, and once more when it has ended. */
static void it_goes_on_behind_what_was_joined(void **state)
{
    (void)state;
    struct gs_results at_once = three_processes(), in_steps = {0};
    append(&in_steps, record_of(1, first, 3));
    append(&in_steps, record_of(1, second, 2));
    assert_int_equal(gs_results_join_processes(&in_steps, &said), GS_OK);
    assert_int_equal(in_steps.count, 1);
    append(&in_steps, record_of(1, third, 4));
    assert_int_equal(gs_results_join_processes(&in_steps, &said), GS_OK);
    assert_int_equal(gs_results_join_processes(&at_once, &said), GS_OK);
    assert_int_equal(in_steps.records[0].processes, 3);
    assert_memory_equal(in_steps.records[0].samples_by_process,
                        at_once.records[0].samples_by_process, 3 * sizeof(unsigned));
    assert_memory_equal(in_steps.records[0].time.samples, at_once.records[0].time.samples,
                        9 * sizeof(double));
    gs_results_release(&at_once);
    gs_results_release(&in_steps);
}

/* One wrong answer in one process: there is no time to be quick with. */
static void what_is_wrong_once_is_wrong(void **state)
{
    (void)state;
    struct gs_results results = three_processes();
    struct gs_record wrong = record_of(1, NULL, 0);
    wrong.verdict = GS_WRONG_ANSWER;
    append(&results, wrong);
    assert_int_equal(gs_results_join_processes(&results, &said), GS_OK);
    assert_int_equal(results.count, 2);
    assert_int_equal(results.records[0].verdict, GS_WRONG_ANSWER);
    assert_int_equal(results.records[0].time.count, 0);
    assert_int_equal(results.records[0].processes, 0);
    gs_results_release(&results);
}

static void what_was_skipped_once_has_the_other_times(void **state)
{
    (void)state;
    struct gs_results results = {0};
    struct gs_record skipped = record_of(1, NULL, 0);
    skipped.verdict = GS_SKIPPED;
    append(&results, skipped);
    append(&results, record_of(1, first, 3));
    append(&results, record_of(1, second, 2));
    assert_int_equal(gs_results_join_processes(&results, &said), GS_OK);
    assert_int_equal(results.count, 1);
    assert_int_equal(results.records[0].verdict, GS_RIGHT);
    assert_int_equal(results.records[0].processes, 2);
    assert_int_equal(results.records[0].time.count, 5);
    gs_results_release(&results);
}

static void it_is_read_as_it_was_written(void **state)
{
    (void)state;
    struct gs_results results = three_processes();
    struct gs_record read;
    assert_int_equal(gs_results_join_processes(&results, &said), GS_OK);
    json_t *object = gs_record_to_json(&results.records[0]);
    assert_null(gs_record_from_json(&read, object));
    assert_int_equal(read.processes, 3);
    assert_memory_equal(read.samples_by_process, results.records[0].samples_by_process,
                        3 * sizeof(unsigned));
    gs_distribution_release(&read.time);
    /* Counts that are not those of the samples. */
    static const char *const bad[] = {"[3, 2]",       "[3, 2, 3]",  "[3, 2, 5]", "[3, 6, 0]",
                                      "[3, 2, 4, 0]", "[3, -1, 7]", "{}",        "3"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        json_object_set_new(object, "samples_by_process",
                            json_loads(bad[i], JSON_DECODE_ANY, NULL));
        assert_string_equal(gs_record_from_json(&read, object), "samples_by_process");
    }
    json_object_del(object, "samples_by_process");
    assert_string_equal(gs_record_from_json(&read, object), "samples_by_process");
    json_decref(object);
    gs_results_release(&results);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_stay_in_their_order),
        cmocka_unit_test(it_goes_on_behind_what_was_joined),
        cmocka_unit_test(what_is_wrong_once_is_wrong),
        cmocka_unit_test(what_was_skipped_once_has_the_other_times),
        cmocka_unit_test(it_is_read_as_it_was_written),
    };
    return cmocka_run_group_tests_name("join_processes", tests, NULL, NULL);
}
