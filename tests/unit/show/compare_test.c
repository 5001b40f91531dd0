/* Comparisons: which rows belong together, what is said of each, and what fails. */
#include "test.h"

#include "compare.h"
#include "random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

enum { ROWS = 20, SAMPLES = 30 };

/* ---- results that are made up ---------------------------------------------------------------- */

static void append(struct gs_results *results, struct gs_record record)
{
    struct gs_error error;
    assert_int_equal(gs_results_append(results, &record, &error), GS_OK);
}

/* A row of its own for each n. */
static struct gs_record record_of(size_t n)
{
    return (struct gs_record){.lesson = 3,
                              .workload = "vecadd",
                              .variant = "threads",
                              .place = GS_PLACE_DEVICE,
                              .dtype = GS_F32,
                              .n = n,
                              .block = 256,
                              .residency = GS_RESIDENCY_DEVICE,
                              .cache = GS_CACHE_COLD,
                              .device = "d"};
}

/* Samples around seconds, spread by a share: drawn anew for each seed, the same for the same. */
static void give_time(struct gs_record *record, double seconds, double spread, size_t count,
                      uint64_t seed)
{
    double *samples = malloc(count * sizeof *samples), *sorted = malloc(count * sizeof *sorted);
    assert_true(samples != NULL && sorted != NULL);
    for (size_t i = 0; i < count; i++) {
        double share = 0.5 * (gs_random_f64(seed, 0, i) + 1);
        samples[i] = seconds * (1 + spread * (share * share - 0.25)); /* skewed; the median is 0 */
        sorted[i] = samples[i];
    }
    gs_distribution_release(&record->time);
    record->time = (struct gs_distribution){.samples = samples, .count = count};
    record->time.median_s = gs_median(sorted, count);
    free(sorted);
}

static struct gs_record timed(size_t n, double seconds, double spread, size_t count, uint64_t seed)
{
    struct gs_record record = record_of(n);
    give_time(&record, seconds, spread, count, seed * 1000 + n);
    return record;
}

/* Row i takes (i + 1) us, give or take 3 %. */
static struct gs_results results_of(size_t rows, uint64_t seed)
{
    struct gs_results results = {0};
    for (size_t i = 1; i <= rows; i++)
        append(&results, timed(i, 1e-6 * (double)i, 0.03, SAMPLES, seed));
    return results;
}

static void scale(struct gs_record *record, double by)
{
    record->time.median_s *= by;
    for (size_t i = 0; i < record->time.count; i++)
        record->time.samples[i] *= by;
}

static struct gs_comparison compare(const struct gs_results *old, const struct gs_results *new)
{
    struct gs_comparison c;
    struct gs_error error;
    assert_int_equal(gs_compare(old, new, 0.05, &c, &error), GS_OK);
    return c;
}

/* What is said of the only row. */
static enum gs_change change_of(struct gs_record old, struct gs_record new, double threshold)
{
    struct gs_results one = {0}, other = {0};
    struct gs_comparison c;
    struct gs_error error;
    append(&one, old);
    append(&other, new);
    assert_int_equal(gs_compare(&one, &other, threshold, &c, &error), GS_OK);
    assert_int_equal(c.count, 1);
    enum gs_change change = c.pairs[0].change;
    gs_comparison_release(&c);
    gs_results_release(&one);
    gs_results_release(&other);
    return change;
}

static void release(struct gs_comparison *c, struct gs_results *old, struct gs_results *new)
{
    gs_comparison_release(c);
    gs_results_release(old);
    gs_results_release(new);
}

/* What is printed; free() it. No line is wider than a screen. */
static char *text_of(const struct gs_comparison *c)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    gs_comparison_print(c, "a.json", "b.json", out);
    assert_int_equal(fclose(out), 0);
    for (const char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1)
        assert_in_range(strcspn(line, "\n"), 0, 110);
    return text;
}

/* ---- times ----------------------------------------------------------------------------------- */

static void a_row_that_takes_twice_as_long_is_slower(void **state)
{
    (void)state;
    struct gs_results old = results_of(ROWS, 1), new = results_of(ROWS, 2);
    struct gs_error error = {0};
    scale(&new.records[6], 2);
    struct gs_comparison c = compare(&old, &new);
    assert_int_equal(gs_comparison_count(&c, GS_SLOWER), 1);
    assert_int_equal(gs_comparison_count(&c, GS_SAME), ROWS - 1);
    assert_int_equal(c.pairs[6].change, GS_SLOWER);
    assert_true(fabs(c.pairs[6].ratio.ratio - 2) < 0.05);
    assert_int_equal(gs_comparison_status(&c, &error), GS_WRONG);
    assert_one_line(error.text);
    assert_contains(error.text, "1 of 20 rows slower by more than 5%");
    assert_contains(error.text, "vecadd/threads/f32/n:7/block:256/device/cold +");
    release(&c, &old, &new);
}

static void the_other_way_it_is_faster(void **state)
{
    (void)state;
    struct gs_results old = results_of(ROWS, 1), new = results_of(ROWS, 2);
    struct gs_error error = {0};
    scale(&new.records[6], 2);
    struct gs_comparison c = compare(&new, &old);
    assert_int_equal(gs_comparison_count(&c, GS_FASTER), 1);
    assert_int_equal(c.pairs[6].change, GS_FASTER);
    assert_true(fabs(c.pairs[6].ratio.ratio - 0.5) < 0.01);
    assert_int_equal(gs_comparison_status(&c, &error), GS_OK);
    release(&c, &old, &new);
}

static void nothing_differs_from_itself(void **state)
{
    (void)state;
    struct gs_results old = results_of(ROWS, 1), new = results_of(ROWS, 1);
    struct gs_error error;
    for (size_t i = 0; i < ROWS; i += 2) { /* too few for a test, and too wide */
        give_time(&old.records[i], 1e-6, 3, 5, i);
        give_time(&new.records[i], 1e-6, 3, 5, i);
    }
    struct gs_comparison c = compare(&old, &new);
    assert_int_equal(gs_comparison_count(&c, GS_SAME), ROWS);
    assert_int_equal(gs_comparison_status(&c, &error), GS_OK);
    release(&c, &old, &new);
}

/* Other samples of the same distribution, tight and noisy, 200 times. */
static void chance_is_no_change(void **state)
{
    (void)state;
    size_t same = 0;
    for (uint64_t draw = 0; draw < 200; draw++) {
        struct gs_results old = results_of(ROWS, 2 * draw), new = results_of(ROWS, 2 * draw + 1);
        struct gs_error error;
        for (size_t i = 0; i < ROWS; i += 2) {
            give_time(&old.records[i], 1e-6, 0.8, SAMPLES, 1000 * draw + i);
            give_time(&new.records[i], 1e-6, 0.8, SAMPLES, 1000 * draw + i + 500);
        }
        struct gs_comparison c = compare(&old, &new);
        assert_int_equal(gs_comparison_count(&c, GS_SLOWER), 0);
        assert_int_equal(gs_comparison_count(&c, GS_FASTER), 0);
        assert_int_equal(gs_comparison_status(&c, &error), GS_OK);
        same += gs_comparison_count(&c, GS_SAME);
        release(&c, &old, &new);
    }
    assert_in_range(same, 200 * ROWS / 2, 200 * ROWS); /* the tight half at least */
}

static void the_threshold_decides(void **state)
{
    (void)state;
    static const struct {
        double factor, threshold;
        enum gs_change change;
    } cases[] = {
        {1.04, 0.03, GS_SLOWER}, {1.04, 0.05, GS_SAME},      {1.04, 0, GS_SLOWER},
        {0.96, 0.03, GS_FASTER}, {0.96, 0.05, GS_SAME},      {0.96, 0, GS_FASTER},
        {2.00, 1.50, GS_SAME},   {1.0495, 0.05, GS_UNCLEAR}, {0.9505, 0.05, GS_UNCLEAR},
        {1.00, 0.01, GS_SAME},   {1.00, 1e-6, GS_UNCLEAR},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_int_equal(change_of(timed(1, 1e-6, 0.004, 50, 1),
                                   timed(1, 1e-6 * cases[i].factor, 0.004, 50, 2),
                                   cases[i].threshold),
                         cases[i].change);
}

static void too_few_samples_are_unclear(void **state)
{
    (void)state;
    for (size_t count = 1; count <= 9; count++) {
        enum gs_change wanted = count < GS_FEWEST_SAMPLES ? GS_UNCLEAR : GS_SLOWER;
        assert_int_equal(
            change_of(timed(1, 1e-6, 0.01, count, 1), timed(1, 2e-6, 0.01, 50, 2), 0.05), wanted);
        assert_int_equal(
            change_of(timed(1, 1e-6, 0.01, 50, 1), timed(1, 2e-6, 0.01, count, 2), 0.05), wanted);
    }
}

static void too_wide_samples_are_unclear(void **state)
{
    (void)state;
    assert_int_equal(change_of(timed(1, 1e-6, 1.2, 30, 1), timed(1, 1.07e-6, 1.2, 30, 2), 0.05),
                     GS_UNCLEAR);
}

/* `low` samples in a fast mode and the rest in a slow one, later by a little. */
static struct gs_record two_modes(size_t low, double later)
{
    struct gs_record record = timed(1, 1, 0, SAMPLES, 1);
    for (size_t i = 0; i < SAMPLES; i++)
        record.time.samples[i] = (i < low ? 1 : 1.3) + 0.001 * (double)i + later;
    record.time.median_s = 0.5 * (record.time.samples[14] + record.time.samples[15]);
    return record;
}

/* Where the median falls between two modes, it is not known to less than what they are apart:
 * the ranks differ for sure, and the medians by 14 %, but these do not for sure. */
static void a_median_between_two_modes_is_unclear(void **state)
{
    (void)state;
    struct gs_rank_test ranks;
    struct gs_record old = two_modes(15, 0), new = two_modes(14, 0.015);
    assert_true(gs_rank_test(old.time.samples, SAMPLES, new.time.samples, SAMPLES, &ranks));
    assert_true(ranks.p < 0.001 && new.time.median_s > 1.1 * old.time.median_s);
    assert_int_equal(change_of(old, new, 0.05), GS_UNCLEAR);
    assert_int_equal(change_of(two_modes(14, 0.015), two_modes(15, 0), 0.05), GS_UNCLEAR);
}

/* What may be chance in one of many rows is none where there is but one. */
static void many_rows_ask_for_more(void **state)
{
    (void)state;
    struct gs_results old = results_of(200, 1), new = results_of(200, 2);
    give_time(&old.records[3], 1e-6, 0.01, 8, 1);
    give_time(&new.records[3], 2e-6, 0.01, 8, 2);
    struct gs_comparison c = compare(&old, &new);
    assert_int_equal(c.pairs[3].change, GS_UNCLEAR);
    release(&c, &old, &new);
    assert_int_equal(change_of(timed(1, 1e-6, 0.01, 8, 1), timed(1, 2e-6, 0.01, 8, 2), 0.05),
                     GS_SLOWER);
}

/* No run records such a time, but a file may say so. */
static void impossible_samples_are_unclear(void **state)
{
    (void)state;
    static const double samples[] = {0, -1e-6};
    for (size_t i = 0; i < COUNT(samples); i++) {
        struct gs_record old = timed(1, 1e-6, 0.01, 30, 1);
        old.time.samples[4] = samples[i];
        assert_int_equal(change_of(old, timed(1, 2e-6, 0.01, 30, 2), 0.05), GS_UNCLEAR);
    }
}

/* ---- several processes ----------------------------------------------------------------------- */

/* Samples of so many processes, which differ by `between`, and by 0.1 % within one. */
static struct gs_record of_processes(size_t n, double seconds, double between, unsigned processes,
                                     uint64_t seed)
{
    struct gs_record record = timed(n, seconds, 0.001, SAMPLES * (size_t)processes, seed);
    record.processes = processes;
    for (unsigned p = 0; p < processes; p++) {
        double factor = 1 + between * gs_random_f64(seed * 1000 + n, 1, p);
        record.samples_by_process[p] = SAMPLES;
        for (size_t i = 0; i < SAMPLES; i++)
            record.time.samples[p * SAMPLES + i] *= factor;
    }
    return record;
}

static void a_change_over_what_processes_differ_by_is_told(void **state)
{
    (void)state;
    assert_int_equal(
        change_of(of_processes(1, 1e-5, 0.01, 6, 1), of_processes(1, 1.08e-5, 0.01, 6, 2), 0.05),
        GS_SLOWER);
    assert_int_equal(
        change_of(of_processes(1, 1.08e-5, 0.01, 6, 1), of_processes(1, 1e-5, 0.01, 6, 2), 0.05),
        GS_FASTER);
    assert_int_equal(
        change_of(of_processes(1, 1e-5, 0.01, 6, 1), of_processes(1, 1e-5, 0.01, 6, 2), 0.05),
        GS_SAME);
}

/* Samples that agree within their process to a permille, in processes that differ by 10 %: whoever
 * looks at the samples alone calls most of these pairs different. */
static void what_processes_differ_by_is_no_change(void **state)
{
    (void)state;
    enum { PAIRS = 200 };
    struct gs_results old = {0}, new = {0};
    for (size_t i = 1; i <= PAIRS; i++) {
        append(&old, of_processes(i, 1e-5, 0.1, 5, 1));
        append(&new, of_processes(i, 1e-5, 0.1, 5, 2));
    }
    struct gs_comparison c = compare(&old, &new);
    assert_in_range(gs_comparison_count(&c, GS_SLOWER) + gs_comparison_count(&c, GS_FASTER), 0, 2);
    assert_true(gs_comparison_count(&c, GS_TOO_FEW) > PAIRS / 2);
    assert_in_range(gs_comparison_wanted(&c), 6, GS_MOST_PROCESSES);
    char *text = text_of(&c), wanted[64];
    snprintf(wanted, sizeof wanted, "run with --processes %zu", gs_comparison_wanted(&c));
    assert_contains(text, wanted);
    free(text);
    release(&c, &old, &new);
}

/* With as many processes as it asked for, the pair is told, four times of five. */
static void as_many_processes_as_were_asked_for_tell(void **state)
{
    (void)state;
    enum { PAIRS = 100 };
    size_t asked = 0, told = 0;
    for (uint64_t seed = 1; seed <= PAIRS; seed++) {
        struct gs_results old = {0}, new = {0};
        append(&old, of_processes(1, 1e-5, 0.08, 5, seed));
        append(&new, of_processes(1, 1.08e-5, 0.08, 5, seed + PAIRS));
        struct gs_comparison c = compare(&old, &new);
        unsigned wanted = (unsigned)gs_comparison_wanted(&c);
        release(&c, &old, &new);
        if (wanted == 0)
            continue;
        enum gs_change change =
            change_of(of_processes(1, 1e-5, 0.08, wanted, seed + 2 * PAIRS),
                      of_processes(1, 1.08e-5, 0.08, wanted, seed + 3 * PAIRS), 0.05);
        asked++;
        told += change == GS_SLOWER;
    }
    assert_true(asked > PAIRS / 4);
    assert_true(told > asked / 2);
}

/* One process says nothing of what differs between two. */
static void one_process_is_compared_by_its_samples(void **state)
{
    (void)state;
    struct gs_results old = {0}, new = {0};
    append(&old, of_processes(1, 1e-5, 0.01, 6, 1));
    append(&new, timed(1, 1.1e-5, 0.01, SAMPLES, 2));
    struct gs_comparison c = compare(&old, &new);
    assert_false(c.pairs[0].between);
    assert_int_equal(c.pairs[0].change, GS_SLOWER);
    release(&c, &old, &new);
}

/* ---- verdicts -------------------------------------------------------------------------------- */

static const struct {
    enum gs_verdict old, new;
    enum gs_change change;
} verdicts[] = {
    {GS_RIGHT, GS_WRONG_ANSWER, GS_TURNED_WRONG},
    {GS_RIGHT, GS_LAUNCH_FAILED, GS_TURNED_WRONG},
    {GS_SKIPPED, GS_WRONG_ANSWER, GS_TURNED_WRONG},
    {GS_LOST_UPDATES, GS_WRONG_ANSWER, GS_TURNED_WRONG},
    {GS_PARTIAL, GS_LAUNCH_FAILED, GS_TURNED_WRONG},
    {GS_WRONG_ANSWER, GS_RIGHT, GS_TURNED},
    {GS_LAUNCH_FAILED, GS_RIGHT, GS_TURNED},
    {GS_WRONG_ANSWER, GS_LAUNCH_FAILED, GS_TURNED}, /* it was no better before */
    {GS_RIGHT, GS_SKIPPED, GS_TURNED},
    {GS_SKIPPED, GS_RIGHT, GS_TURNED},
    {GS_RIGHT, GS_LOST_UPDATES, GS_TURNED}, /* a race may win once */
    {GS_LOST_UPDATES, GS_RIGHT, GS_TURNED},
    {GS_RIGHT, GS_INACCURATE, GS_TURNED},
    {GS_RIGHT, GS_RIGHT, GS_UNTIMED},
    {GS_WRONG_ANSWER, GS_WRONG_ANSWER, GS_UNTIMED},
    {GS_SKIPPED, GS_SKIPPED, GS_UNTIMED},
};

static void verdicts_are_compared(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(verdicts); i++) {
        struct gs_record old = record_of(1), new = record_of(1);
        old.verdict = verdicts[i].old;
        new.verdict = verdicts[i].new;
        if (i % 2 == 0 && old.verdict == GS_RIGHT && new.verdict != GS_RIGHT)
            give_time(&old, 1e-6, 0.01, 30, 1);
        assert_int_equal(change_of(old, new, 0.05), verdicts[i].change);
    }
}

static void a_row_that_turned_wrong_fails(void **state)
{
    (void)state;
    struct gs_results old = results_of(ROWS, 1), new = results_of(ROWS, 2);
    struct gs_error error = {0};
    gs_distribution_release(&new.records[4].time);
    new.records[4].verdict = GS_WRONG_ANSWER;
    snprintf(new.records[4].detail, sizeof new.records[4].detail, "3 of 5 wrong");
    scale(&new.records[9], 1.5);
    struct gs_comparison c = compare(&old, &new);
    assert_int_equal(gs_comparison_status(&c, &error), GS_WRONG);
    assert_one_line(error.text);
    assert_contains(error.text, "1 of 20 rows turned wrong: vecadd/threads/f32/n:5/block:256/device"
                                "/cold is wrong now, and was right; 1 slower by more than 5%");
    char *text = text_of(&c);
    assert_contains(text, "turned wrong: 1 row\n");
    assert_contains(text, "3 of 5 wrong");
    assert_contains(text, "slower by more than 5%: 1 row\n");
    assert_true(strstr(text, "turned wrong: 1") < strstr(text, "slower by more"));
    free(text);
    release(&c, &old, &new);
}

static void a_time_on_one_side_only_is_counted(void **state)
{
    (void)state;
    assert_int_equal(change_of(record_of(1), timed(1, 1e-6, 0.01, 30, 1), 0.05), GS_UNTIMED);
    assert_int_equal(change_of(timed(1, 1e-6, 0.01, 30, 1), record_of(1), 0.05), GS_UNTIMED);
}

/* ---- matching -------------------------------------------------------------------------------- */

static void shuffle(struct gs_results *results, uint64_t seed)
{
    for (size_t i = results->count - 1; i > 0; i--) {
        size_t j = gs_random_bits(seed, 0, i) % (i + 1);
        struct gs_record record = results->records[i];
        results->records[i] = results->records[j];
        results->records[j] = record;
    }
}

/* Rows find each other wherever they stand, and are then told of in the order of the old file. */
static void order_is_of_no_meaning(void **state)
{
    (void)state;
    struct gs_results old = results_of(2 * ROWS, 1), new = results_of(ROWS, 2);
    shuffle(&old, 1);
    shuffle(&new, 2);
    struct gs_comparison c = compare(&old, &new);
    assert_int_equal(c.count, ROWS);
    assert_int_equal(c.only_old_count, ROWS);
    assert_int_equal(c.only_new_count, 0);
    for (size_t i = 0; i < ROWS; i++) {
        assert_int_equal(c.pairs[i].old->n, c.pairs[i].new->n);
        assert_true(i == 0 || c.pairs[i].old > c.pairs[i - 1].old);
        assert_true(i == 0 || c.only_old[i] > c.only_old[i - 1]);
    }
    gs_comparison_release(&c);
    c = compare(&new, &old);
    assert_int_equal(c.only_new_count, ROWS);
    for (size_t i = 1; i < ROWS; i++)
        assert_true(c.only_new[i] > c.only_new[i - 1]);
    release(&c, &old, &new);
}

/* A row that differs in one thing of its name is another row; one that differs elsewhere is not. */
static void every_part_of_a_name_counts(void **state)
{
    (void)state;
    enum { PARTS = 8 };
    for (size_t part = 0; part <= PARTS; part++) {
        struct gs_results old = results_of(2, 1), new = results_of(2, 2);
        struct gs_record *record = &new.records[1];
        switch (part) {
        case 0:
            record->workload[0] = 'x';
            break;
        case 1:
            record->variant[0] = 'x';
            break;
        case 2:
            record->dtype = GS_I64;
            break;
        case 3:
            record->n = 77;
            break;
        case 4:
            record->grid = 7;
            break;
        case 5:
            record->block = 77;
            break;
        case 6:
            record->residency = GS_RESIDENCY_PINNED;
            break;
        case 7:
            record->cache = GS_CACHE_WARM;
            break;
        default:
            record->bytes = 77;
            record->notes = GS_BIT(GS_NOTE_SPREAD);
            record->device[0] = 'x';
            break;
        }
        struct gs_comparison c = compare(&old, &new);
        size_t alone = part < PARTS;
        assert_int_equal(c.count, 2 - alone);
        assert_int_equal(c.only_old_count, alone);
        assert_int_equal(c.only_new_count, alone);
        if (alone) {
            assert_ptr_equal(c.only_old[0], &old.records[1]);
            assert_ptr_equal(c.only_new[0], record);
        }
        release(&c, &old, &new);
    }
}

static void rows_of_one_result_only_are_named(void **state)
{
    (void)state;
    struct gs_results old = results_of(ROWS, 1), new = results_of(4, 2);
    append(&new, timed(100, 1e-6, 0.01, 30, 1));
    struct gs_comparison c = compare(&old, &new);
    assert_int_equal(c.count, 4);
    char *text = text_of(&c);
    assert_contains(text, "only in the old result: 16 rows\n"
                          "  vecadd/threads/f32/n:5/block:256/device/cold\n"
                          "  vecadd/threads/f32/n:6/block:256/device/cold\n"
                          "  vecadd/threads/f32/n:7/block:256/device/cold\n"
                          "  and 13 more\n");
    assert_contains(text, "only in the new result: 1 row\n"
                          "  vecadd/threads/f32/n:100/block:256/device/cold\n\n");
    free(text);
    release(&c, &old, &new);
}

static void rows_of_one_name_go_in_order(void **state)
{
    (void)state;
    struct gs_results old = {0}, new = {0};
    for (size_t i = 0; i < 3; i++)
        append(&old, timed(5, 1e-6, 0.01, 30, i));
    for (size_t i = 0; i < 2; i++)
        append(&new, timed(5, 1e-6, 0.01, 30, 10 + i));
    struct gs_comparison c = compare(&old, &new);
    assert_int_equal(c.count, 2);
    assert_ptr_equal(c.pairs[1].old, &old.records[1]);
    assert_ptr_equal(c.pairs[1].new, &new.records[1]);
    assert_ptr_equal(c.only_old[0], &old.records[2]);
    release(&c, &old, &new);
}

static void nothing_in_common_is_refused(void **state)
{
    (void)state;
    struct gs_results old = results_of(3, 1), new = results_of(3, 1), none = {0};
    struct gs_comparison c;
    struct gs_error error = {0};
    for (size_t i = 0; i < 3; i++)
        new.records[i].lesson = 5, new.records[i].n += 100;
    assert_int_equal(gs_compare(&old, &new, 0.05, &c, &error), GS_USAGE);
    assert_one_line(error.text);
    assert_contains(error.text, "no row of the one result is in the other");
    assert_contains(error.text, "3 rows of lesson 3, and 3 of lesson 5");
    assert_null(c.pairs);
    assert_int_equal(gs_compare(&none, &none, 0.05, &c, &error), GS_USAGE);
    gs_results_release(&old);
    gs_results_release(&new);
}

/* ---- machines -------------------------------------------------------------------------------- */

static json_t *context_of(const char *device, const char *cpu, int threads)
{
    json_t *context = json_pack("{s:s, s:{s:s, s:i, s:{s:s}}}", "date", "2026-11-21", "gridstride",
                                "cpu", cpu, "cpu_threads", threads, "device", "name", device);
    assert_non_null(context);
    return context;
}

static const struct {
    const char *device, *cpu;
    int threads;
    bool other_device, other_cpu;
    const char *says;
} machines[] = {
    {"H100", "Xeon", 16, false, false, NULL},
    {"H200", "Xeon", 16, true, false, "across machines: H100 -> H200; so"},
    {"H100", "EPYC", 16, false, true, "across machines: Xeon, 16 threads -> EPYC, 16 threads; so"},
    {"H100", "Xeon", 8, false, true, "across machines: Xeon, 16 threads -> Xeon, 8 threads; so"},
    {"H200", "EPYC", 8, true, true, "across machines: H100 -> H200; Xeon, 16 threads -> EPYC, 8"},
};

/* On another machine a slower row is what one wants to know, and no failure; a wrong one is one. */
static void another_machine_is_no_regression(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(machines); i++) {
        struct gs_results old = results_of(ROWS, 1), new = results_of(ROWS, 2);
        struct gs_error error = {0};
        old.context = context_of("H100", "Xeon", 16);
        new.context = context_of(machines[i].device, machines[i].cpu, machines[i].threads);
        scale(&new.records[0], 2);
        struct gs_comparison c = compare(&old, &new);
        bool across = machines[i].other_device || machines[i].other_cpu;
        assert_int_equal(c.other_device, machines[i].other_device);
        assert_int_equal(c.other_cpu, machines[i].other_cpu);
        assert_int_equal(gs_comparison_count(&c, GS_SLOWER), 1);
        /* what a device does by itself is no other CPU's fault */
        assert_int_equal(gs_comparison_status(&c, &error),
                         machines[i].other_device ? GS_OK : GS_WRONG);
        char *text = text_of(&c);
        if (across)
            assert_contains(text, machines[i].says);
        else
            assert_null(strstr(text, "across machines"));
        free(text);
        gs_comparison_release(&c);
        gs_distribution_release(&new.records[1].time);
        new.records[1].verdict = GS_WRONG_ANSWER;
        c = compare(&old, &new);
        assert_int_equal(gs_comparison_status(&c, &error), GS_WRONG);
        release(&c, &old, &new);
    }
}

/* ---- what is printed ------------------------------------------------------------------------- */

static void the_worst_come_first(void **state)
{
    (void)state;
    static const double factors[] = {1.2, 3, 1.5, 20, 0.5, 0.9};
    struct gs_results old = results_of(ROWS, 1), new = results_of(ROWS, 2);
    for (size_t i = 0; i < COUNT(factors); i++)
        give_time(&new.records[i], 1e-6 * (double)(i + 1) * factors[i], 0.03, SAMPLES, 77 + i);
    struct gs_comparison c = compare(&old, &new);
    char *text = text_of(&c);
    assert_contains(text, "old: a.json\nnew: b.json\n");
    assert_contains(text, "slower by more than 5%: 4 rows\n");
    static const char *const wanted[] = {"slower by more",  "f32    4    256", "f32    2    256",
                                         "f32    3    256", "f32    1    256", "faster by more",
                                         "f32    5    256", "f32    6    256"};
    const char *at = text;
    for (size_t i = 0; i < COUNT(wanted); i++) {
        at = strstr(at, wanted[i]);
        if (at == NULL)
            fail_msg("\"%s\" is not where it should be in %s", wanted[i], text);
    }
    assert_contains(text, "same: 14 rows within 5%\n");
    free(text);
    release(&c, &old, &new);
}

/* How often a part stands in the text. */
static size_t count_in(const char *text, const char *part)
{
    size_t count = 0;
    for (const char *at = strstr(text, part); at != NULL; at = strstr(at + 1, part))
        count++;
    return count;
}

static void of_the_unclear_the_largest_are_shown(void **state)
{
    (void)state;
    struct gs_results old = results_of(ROWS, 1), new = results_of(ROWS, 2);
    for (size_t i = 0; i < ROWS; i++)
        give_time(&new.records[i], 1e-6 * (double)(i + 1) * (i == 12 ? 3 : 2), 0.01, 5, i);
    struct gs_comparison c = compare(&old, &new);
    char *text = text_of(&c);
    assert_contains(text, "unclear: 20 rows, 20 of them with fewer than 8 samples; the largest "
                          "changes:\n");
    assert_int_equal(count_in(text, "\nthreads "), 10);
    assert_true(strstr(text, "threads  f32    13 ") < strstr(text, "\nthreads ") + 2);
    free(text);
    release(&c, &old, &new);
}

static void workloads_are_told_apart(void **state)
{
    (void)state;
    struct gs_results old = results_of(4, 1), new = results_of(4, 2);
    for (size_t i = 0; i < 4; i++)
        scale(&new.records[i], 1.5 + 0.5 * (double)i);
    for (size_t i = 0; i < 4; i += 2) {
        snprintf(old.records[i].workload, sizeof old.records[i].workload, "copy");
        snprintf(new.records[i].workload, sizeof new.records[i].workload, "copy");
    }
    struct gs_comparison c = compare(&old, &new);
    char *text = text_of(&c);
    static const char *const wanted[] = {"\nvecadd\n", "f32    4 ", "f32    2 ",
                                         "\ncopy\n",   "f32    3 ", "f32    1 "};
    const char *at = text;
    for (size_t i = 0; i < COUNT(wanted); i++) {
        at = strstr(at, wanted[i]);
        if (at == NULL)
            fail_msg("\"%s\" is not where it should be in %s", wanted[i], text);
    }
    free(text);
    release(&c, &old, &new);
}

/* Which hardware a time depends on: a baseline's on the CPU, a copy's on both. */
static void another_machine_is_another_by_row(void **state)
{
    (void)state;
    static const char *const wanted[4][3] = {
        {"", "", ""},
        {"another device", "another device", "a CPU of the same name"},
        {"a device of the same name", "another CPU", "another CPU"},
        {"another device", "another device and CPU", "another CPU"},
    };
    for (size_t i = 0; i < COUNT(wanted); i++) {
        struct gs_results old = {0}, new = {0};
        for (size_t k = 0; k < 6; k++) {
            struct gs_record record = timed(5, 1e-6, 0.01, 30, k);
            if (k / 2 > 0)
                record.cache = GS_CACHE_ANY;
            if (k / 2 == 1)
                record.residency = GS_RESIDENCY_PINNED;
            if (k / 2 == 2) {
                record.place = GS_PLACE_CPU;
                record.residency = GS_RESIDENCY_HOST;
            }
            append(k % 2 == 0 ? &old : &new, record);
        }
        old.context = context_of("H100", "Xeon", 16);
        new.context = context_of(i % 2 == 0 ? "H100" : "H200", i < 2 ? "Xeon" : "EPYC", 16);
        struct gs_comparison c = compare(&old, &new);
        char *text = text_of(&c), line[128];
        static const char *const kinds[] = {"device cold", "host pinned", "CPU"};
        for (size_t k = 0; k < COUNT(kinds); k++) {
            snprintf(line, sizeof line, "\n%s ", kinds[k]);
            const char *row = strstr(strstr(text, "\ndata on"), line);
            assert_non_null(row);
            snprintf(line, sizeof line, "%.*s", (int)strcspn(row + 1, "\n"), row + 1);
            size_t length = strlen(wanted[i][k]);
            assert_string_equal(line + strlen(line) - length, wanted[i][k]);
            assert_true(length > 0 || line[strlen(line) - 1] == '%');
        }
        free(text);
        release(&c, &old, &new);
    }
}

static void launches_in_a_row_are_told(void **state)
{
    (void)state;
    struct gs_results old = results_of(3, 1), new = results_of(3, 2);
    new.records[1].batch = 32;
    old.records[2].batch = new.records[2].batch = 1;
    struct gs_comparison c = compare(&old, &new);
    char *text = text_of(&c);
    assert_contains(text, "in 1 row one time is of single launches and the other of launches in a "
                          "row");
    free(text);
    release(&c, &old, &new);
}

static const struct {
    double ratio;
    const char *text;
} ratios[] = {
    {1, "+0.00%"},       {1.0123, "+1.23%"}, {0.9, "-10.0%"},    {0.5, "-50.0%"}, {2, "+100%"},
    {9.98, "+898%"},     {9.999, "10.0x"},   {12.34, "12.3x"},   {566.1, "566x"}, {0, "-100%"},
    {123456, "123456x"}, {1e30, "1e+30x"},   {INFINITY, "infx"},
};

static void ratios_have_three_digits(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(ratios); i++) {
        char text[GS_RATIO_TEXT];
        gs_ratio_format(ratios[i].ratio, text);
        assert_string_equal(text, ratios[i].text);
    }
}

/* ---- the threshold as typed ------------------------------------------------------------------ */

static void thresholds_are_percent(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double share;
    } good[] = {{"5", 0.05}, {"2.5", 0.025}, {"0", 0}, {".5", 0.005}, {"150", 1.5}, {"1e1", 0.1}};
    static const char *const bad[] = {"",   "x",  "-1", "nan", "inf", "5x", "5%",    "0x5", "1e7",
                                      "5e", "5 ", " 5", "+5",  "%",   ".",  "1e999", "5,0", "--"};
    for (size_t i = 0; i < COUNT(good); i++) {
        double share = -1;
        struct gs_error error;
        assert_int_equal(gs_threshold_parse(good[i].text, &share, &error), GS_OK);
        assert_true(fabs(share - good[i].share) < 1e-12);
    }
    for (size_t i = 0; i < COUNT(bad); i++) {
        double share = -1;
        struct gs_error error = {0};
        if (gs_threshold_parse(bad[i], &share, &error) != GS_USAGE)
            fail_msg("\"%s\" is taken for a threshold", bad[i]);
        assert_one_line(error.text);
        assert_contains(error.text, "--threshold");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_that_takes_twice_as_long_is_slower),
        cmocka_unit_test(the_other_way_it_is_faster),
        cmocka_unit_test(nothing_differs_from_itself),
        cmocka_unit_test(chance_is_no_change),
        cmocka_unit_test(the_threshold_decides),
        cmocka_unit_test(too_few_samples_are_unclear),
        cmocka_unit_test(a_change_over_what_processes_differ_by_is_told),
        cmocka_unit_test(what_processes_differ_by_is_no_change),
        cmocka_unit_test(as_many_processes_as_were_asked_for_tell),
        cmocka_unit_test(one_process_is_compared_by_its_samples),
        cmocka_unit_test(too_wide_samples_are_unclear),
        cmocka_unit_test(a_median_between_two_modes_is_unclear),
        cmocka_unit_test(many_rows_ask_for_more),
        cmocka_unit_test(impossible_samples_are_unclear),
        cmocka_unit_test(verdicts_are_compared),
        cmocka_unit_test(a_row_that_turned_wrong_fails),
        cmocka_unit_test(a_time_on_one_side_only_is_counted),
        cmocka_unit_test(order_is_of_no_meaning),
        cmocka_unit_test(every_part_of_a_name_counts),
        cmocka_unit_test(rows_of_one_result_only_are_named),
        cmocka_unit_test(rows_of_one_name_go_in_order),
        cmocka_unit_test(nothing_in_common_is_refused),
        cmocka_unit_test(another_machine_is_no_regression),
        cmocka_unit_test(the_worst_come_first),
        cmocka_unit_test(of_the_unclear_the_largest_are_shown),
        cmocka_unit_test(workloads_are_told_apart),
        cmocka_unit_test(another_machine_is_another_by_row),
        cmocka_unit_test(launches_in_a_row_are_told),
        cmocka_unit_test(ratios_have_three_digits),
        cmocka_unit_test(thresholds_are_percent),
    };
    return cmocka_run_group_tests_name("compare", tests, NULL, NULL);
}
