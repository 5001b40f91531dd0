/* What is made of the inspector's findings, as it reports them. */
#include "test.h"

#include "case_memory.h"
#include "course.h"
#include "explain.h"
#include "explain_finding.h"
#include "explain_value.h"
#include "explain_work.h"
#include "judge_gpu.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

static const struct gs_exercise exercise = {.name = "mine", .n_name = "n"};
static const struct gs_shape shapes[] = {{.n = 100}, GS_LAST_SHAPE};
static const struct gs_source source = {.text = ""}; /* the student's, of which nothing is known */
static const struct gs_case_run run = {.exercise = &exercise, .shape = shapes};

/* What is said of a finding in the student's file, in one of `block` threads, in line 12. `counts`
 * are rows of accesses, or "". */
__attribute__((format(printf, 3, 4))) static struct gs_saying
say(unsigned block, const char *counts, const char *format, ...)
{
    char members[1024], text[2048];
    struct gs_saying said = {.line = 0};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(members, sizeof members, format, arguments);
    va_end(arguments);
    snprintf(text, sizeof text,
             "{\"counts\": {\"accesses\": [%s]}, \"findings\": [{\"file\": \"/tmp/x/mine.cu\", "
             "\"line\": 12, \"sentence\": \"The inspector's own words.\", \"launch\": "
             "{\"kernel\": \"tree\", \"grid\": [2, 1, 1], \"block\": [%u, 1, 1]}, %s}]}",
             counts, block, members);
    json_error_t why;
    json_t *report = json_loads(text, 0, &why);
    if (report == NULL)
        fail_msg("%s: %s", why.text, text);
    gs_say_finding(&run, report, gs_finding_first(report, false), &source, &said);
    json_decref(report);
    return said;
}

#define FIRST(thread, access)                                                                      \
    "\"first\": {\"block\": [0, 0, 0], \"thread\": [" #thread ", 0, 0], \"access\": \"" access "\"}"
#define SECOND(thread, access, line)                                                               \
    "\"second\": {\"block\": [0, 0, 0], \"thread\": [" #thread ", 0, 0], \"access\": \"" access    \
    "\"}, \"other_file\": \"/tmp/x/mine.cu\", "                                                    \
    "\"other_line\": " #line
#define SHARED "\"memory\": \"shared\", \"array\": \"part\", \"elements\": 64, \"index\": 3"
#define BARRIER(line, lanes)                                                                       \
    "{\"kernel\": \"tree\", \"kind\": \"barrier\", \"line\": " #line ", \"active_lanes\": " #lanes \
    "}"

/* ---- out of bounds --------------------------------------------------------------------------- */

/* 128 threads, of which number 101 read a[101]. */
#define OWN_OF(elements)                                                                           \
    "\"kind\": \"out-of-bounds\", \"count\": 28, \"first\": {\"block\": [1, 0, 0], \"thread\": "   \
    "[37, 0, 0], \"access\": \"read\"}, \"memory\": \"device\", \"array\": \"a\", "                \
    "\"elements\": " #elements ", \"index\": 101"

static void nobody_asks_whether_a_thread_has_an_element(void **state)
{
    (void)state;
    struct gs_saying said = say(64, "", OWN_OF(100));
    assert_string_equal(said.kind, "no-bounds-check");
    assert_int_equal(said.line, 12);
    assert_contains(said.sentence, "Nothing in the kernel asks whether the thread has an element");
}

/* An array that one block would do for is perhaps not one with an element for each thread. */
static void a_whole_block_without_elements_is_no_forgotten_test(void **state)
{
    (void)state;
    struct gs_saying said = say(64, "", OWN_OF(30));
    assert_string_equal(said.kind, "out-of-bounds");
    assert_contains(said.sentence, "Is the index what you mean");
}

/* An index of another kind: that there are many threads is not why it is too large. */
static void an_index_that_is_not_the_threads_own_is_told_as_it_is(void **state)
{
    (void)state;
    struct gs_saying said = say(64, "",
                                "\"kind\": \"out-of-bounds\", \"count\": 1, " FIRST(
                                    21, "read") ", \"memory\": \"device\", \"array\": \"a\", "
                                                "\"elements\": 30, \"index\": 31");
    assert_string_equal(said.kind, "out-of-bounds");
    assert_contains(said.sentence, "Thread 21 of block 0 read a[31], and a has 30 elements");
    assert_null(strstr(said.sentence, "more threads than data"));
}

/* Shared memory is not as large as the data. */
static void shared_memory_has_what_was_declared(void **state)
{
    (void)state;
    struct gs_saying said = say(128, "",
                                "\"kind\": \"out-of-bounds\", \"count\": 64, " FIRST(
                                    70, "write") ", \"memory\": \"shared\", \"array\": \"part\", "
                                                 "\"elements\": 64, \"index\": 70");
    assert_string_equal(said.kind, "out-of-bounds");
    assert_contains(said.sentence, "Thread 70 of block 0 wrote part[70]");
    assert_contains(said.sentence, "64 elements of shared memory");
    assert_null(strstr(said.sentence, "more threads than data"));
}

static void shared_memory_holds_junk_at_first(void **state)
{
    (void)state;
    struct gs_saying said =
        say(128, "", "\"kind\": \"uninitialised\", " FIRST(0, "atomic") ", " SHARED);
    assert_string_equal(said.kind, "uninitialised");
    assert_contains(said.sentence, "Thread 0 of block 0 changes part[3] in shared memory");
    said = say(
        128, "",
        "\"kind\": \"uninitialised\", " FIRST(
            0,
            "read") ", \"memory\": \"device\", \"array\": \"a\", \"elements\": 64, \"index\": 3");
    assert_string_equal(said.sentence, "The inspector's own words.");
}

/* ---- barriers that are missing --------------------------------------------------------------- */

/* The case shows one warp of the block; what is missing is the barrier of the block. */
static void the_barrier_of_the_block_is_named(void **state)
{
    (void)state;
    struct gs_saying said =
        say(256, "",
            "\"kind\": \"race-warp\", " FIRST(0, "read") ", " SECOND(5, "write", 9) ", " SHARED);
    assert_string_equal(said.kind, "missing-barrier");
    assert_contains(
        said.sentence,
        "Thread 5 of block 0 writes part[3] in line 9, thread 0 of block 0 reads it in line 12");
    assert_contains(said.sentence, "Put `__syncthreads()` between the two lines");
    assert_null(strstr(said.sentence, "__syncwarp"));
    said = say(32, "",
               "\"kind\": \"race-warp\", " FIRST(0, "read") ", " SECOND(5, "write", 9) ", " SHARED);
    assert_contains(said.sentence, "Put `__syncwarp()` between the two lines");
}

/* The line is the later one in the text, before which the barrier belongs. */
static void the_later_line_is_named(void **state)
{
    (void)state;
    struct gs_saying said = say(
        256, "",
        "\"kind\": \"race-shared\", " FIRST(0, "write") ", " SECOND(200, "atomic", 15) ", " SHARED);
    assert_string_equal(said.kind, "missing-barrier");
    assert_int_equal(said.line, 15);
    assert_contains(said.sentence, "Thread 0 of block 0 writes part[3] in line 12, thread 200 of "
                                   "block 0 changes it in line 15");
}

static void one_line_may_be_a_turn_of_a_loop(void **state)
{
    (void)state;
    struct gs_saying said = say(
        256, "",
        "\"kind\": \"race-shared\", " FIRST(0, "read") ", " SECOND(128, "write", 12) ", " SHARED);
    assert_string_equal(said.kind, "missing-barrier");
    assert_int_equal(said.line, 12);
    assert_contains(said.sentence, "`__syncthreads()` at the end of each turn");
}

#define NEXT_TURN                                                                                  \
    "\"kind\": \"race-shared\", \"why\": \"next-turn\", " FIRST(0, "read") ", " SECOND(            \
        40, "write", 8) ", " SHARED

static void a_barrier_in_a_loop_is_named(void **state)
{
    (void)state;
    struct gs_saying said = say(64, BARRIER(10, 256), NEXT_TURN);
    assert_string_equal(said.kind, "missing-barrier");
    assert_int_equal(said.line, 12);
    assert_contains(said.sentence, "thread 40 of block 0 writes it in line 8 in the next turn");
}

/* No loop, but a barrier between the lines that only 40 of the 64 threads came to. */
static void a_barrier_that_threads_skipped_is_named(void **state)
{
    (void)state;
    struct gs_saying said = say(64, BARRIER(4, 40) ", " BARRIER(10, 104), NEXT_TURN);
    assert_string_equal(said.kind, "divergent-barrier");
    assert_int_equal(said.line, 10);
    assert_contains(said.sentence, "Move `__syncthreads()` out of the `if`");
}

/* ---- barriers that not all come to ----------------------------------------------------------- */

static void of_two_barriers_the_upper_is_named(void **state)
{
    (void)state;
    struct gs_saying said =
        say(64, "", "\"kind\": \"barrier-divergence\", " FIRST(40, "") ", " SECOND(2, "", 9));
    assert_string_equal(said.kind, "divergent-barrier");
    assert_int_equal(said.line, 9);
    assert_contains(said.sentence,
                    "thread 2 of block 0 waits here, thread 40 of block 0 in line 12");
}

/* ---- races that no barrier orders ------------------------------------------------------------ */

static void a_lost_update_is_told_as_one(void **state)
{
    (void)state;
    struct gs_saying said = say(64, "",
                                "\"kind\": \"race-shared\", \"why\": \"lost-update\", " FIRST(
                                    0, "write") ", " SECOND(9, "read", 12) ", " SHARED);
    assert_string_equal(said.kind, "race");
    assert_contains(said.sentence, "one update was lost");
}

static void two_that_write_the_same_are_asked_for_their_index(void **state)
{
    (void)state;
    struct gs_saying said = say(64, "",
                                "\"kind\": \"race-same-value\", \"race\": true, " FIRST(
                                    3, "write") ", " SECOND(9, "write", 12) ", " SHARED);
    assert_string_equal(said.kind, "race");
    assert_contains(said.sentence,
                    "Thread 3 of block 0 and thread 9 of block 0 both write part[3]");
    assert_contains(said.sentence, "Is the index to be another one for each thread?");
}

/* ---- a host that does not come to its end ---------------------------------------------------- */

/* Of a program that was stopped in its host code, after so many launches of so many threads. */
static struct gs_saying say_stopped(int launches, int threads)
{
    struct gs_saying said = {.line = 0};
    json_t *report =
        json_pack("{s:[{s:s, s:s, s:s, s:i, s:s, s:{s:s}}], s:{s:i, s:i}}", "findings", "kind",
                  "never-ends", "why", "host", "file", "/tmp/x/mine.cu", "line", 12, "sentence",
                  "The inspector's own words.", "launch", "kernel", "tree", "totals", "launches",
                  launches, "threads", launches * threads);
    assert_non_null(report);
    gs_say_finding(&run, report, gs_finding_first(report, false), &source, &said);
    json_decref(report);
    return said;
}

static void many_small_launches_are_told_as_that(void **state)
{
    (void)state;
    const struct gs_saying many = say_stopped(65547, 1), few = say_stopped(3, 1);
    const struct gs_saying large = say_stopped(2000, 4096);
    assert_string_equal(many.kind, "too-many-launches");
    assert_contains(many.sentence, "65547 launches, of 1 thread each");
    assert_contains(many.sentence, "let one launch have a thread for each element");
    assert_contains(large.sentence, "2000 launches, of 4096 threads each");
    assert_null(strstr(large.sentence, "a thread for each element"));
    assert_int_equal(many.line, 12);
    assert_string_equal(few.kind, "never-ends");
    assert_string_equal(few.sentence, "The inspector's own words.");
}

/* ---- values that are not right --------------------------------------------------------------- */

enum { VALUES = 8 };

/* What is said of eight results, of which none is right; a kernel stored all but the first
 * `untouched` of them. */
static struct gs_saying say_stored(const float *got, const double *want, size_t untouched)
{
    static const struct gs_array parameters[] = {{"c", GS_OUTPUT, GS_HOME_PAGEABLE, GS_F32}, {0}};
    static const struct gs_exercise of_floats = {
        .name = "mine", .parameters = parameters, .n_name = "n"};
    static const struct gs_shape shape = {.n = VALUES};
    static const void *const arrays[1];
    unsigned char states[VALUES];
    for (size_t i = 0; i < VALUES; i++)
        states[i] = i < untouched ? 1 : 2;
    json_t *report =
        json_pack("{s:{s:[{s:s, s:s}]}}", "counts", "accesses", "array", "c", "kind", "store");
    const struct gs_case_run of_values = {.exercise = &of_floats, .shape = &shape};
    const struct gs_case_outcome outcome = {.compared = true,
                                            .wrong = {.exercise = &of_floats,
                                                      .shape = &shape,
                                                      .count = VALUES,
                                                      .wrong = VALUES,
                                                      .last = VALUES - 1,
                                                      .untouched = untouched,
                                                      .arrays = arrays,
                                                      .got = got,
                                                      .want = want,
                                                      .states = states,
                                                      .report = report}};
    struct gs_saying said = {.line = 0};
    gs_say_value(&of_values, &outcome, &source, &said);
    json_decref(report);
    return said;
}

static struct gs_saying say_values(const float *got, const double *want)
{
    return say_stored(got, want, 0);
}

/* Zeros are no multiple, and of results that all are to be the same any constant is one. */
static void a_factor_is_told_where_results_have_one(void **state)
{
    (void)state;
    const double want[VALUES] = {1, 2, 3, 4, 5, 6, 7, 8}, same[VALUES] = {5, 5, 5, 5, 5, 5, 5, 5};
    const float twice[VALUES] = {2, 4, 6, 8, 10, 12, 14, 16}, zeros[VALUES] = {0};
    const float constant[VALUES] = {3, 3, 3, 3, 3, 3, 3, 3};
    const struct gs_saying said = say_values(twice, want);
    assert_string_equal(said.kind, "wrong-factor");
    assert_contains(said.sentence, "All of them are 2 times what is right");
    assert_string_equal(say_values(zeros, want).kind, "wrong-value");
    assert_string_equal(say_values(zeros, same).kind, "wrong-value");
    assert_string_equal(say_values(constant, same).kind, "wrong-value");
}

/* What a check puts there before the call is NaN, or far larger than any result. */
static void ordinary_numbers_are_not_made_of_junk(void **state)
{
    (void)state;
    const double want[VALUES] = {1, 2, 3, 4, 5, 6, 7, 8};
    const float junk = -7e35F, zeros[VALUES] = {junk, junk}, numbers[VALUES] = {junk, junk, 9, 8};
    const float sums[VALUES] = {junk, junk, NAN, NAN, 2 * junk, NAN, junk / 2, NAN};
    const struct gs_saying set = say_stored(zeros, want, 2), added = say_stored(sums, want, 2);
    assert_string_equal(set.kind, "never-written");
    assert_null(strstr(set.sentence, "junk"));
    assert_null(strstr(say_stored(numbers, want, 2).sentence, "junk"));
    assert_contains(added.sentence, "is it made of the junk that c held");
}

/* What was given to the function may have been stored as it was. */
static void what_holds_its_old_value_may_have_been_written(void **state)
{
    (void)state;
    static const struct gs_array parameters[] = {{"c", GS_UPDATED, GS_HOME_DEVICE, GS_I32}, {0}};
    static const struct gs_exercise of_counts = {
        .name = "mine", .parameters = parameters, .n_name = "n"};
    static const struct gs_shape shape = {.n = 2};
    static const void *const arrays[1];
    static const int got[] = {5, 7}, want[] = {5, 8};
    unsigned char states[] = {0, 1};
    json_t *report =
        json_pack("{s:{s:[]}, s:[{s:s, s:i, s:[i, i, i], s:[i, i, i]}]}", "counts", "accesses",
                  "operations", "do", "launch", "line", 12, "grid", 1, 1, 1, "block", 64, 1, 1);
    const struct gs_case_run of_values = {.exercise = &of_counts, .shape = &shape};
    const struct gs_case_outcome outcome = {.compared = true,
                                            .wrong = {.exercise = &of_counts,
                                                      .shape = &shape,
                                                      .count = 2,
                                                      .wrong = 1,
                                                      .first = 1,
                                                      .last = 1,
                                                      .untouched = 1,
                                                      .untouched_first = 1,
                                                      .arrays = arrays,
                                                      .got = got,
                                                      .want = want,
                                                      .states = states,
                                                      .report = report}};
    struct gs_saying said = {.line = 0};
    gs_say_value(&of_values, &outcome, &source, &said);
    json_decref(report);
    assert_contains(said.sentence, "c[1] still holds what it held before the call");
    assert_null(strstr(said.sentence, "never written"));
    assert_int_equal(said.line, 0); /* the launch is right */
}

/* ---- what a right answer cost ---------------------------------------------------------------- */

static void at_least_64(const struct gs_shape *shape, struct gs_budget *most)
{
    (void)shape;
    most->block = 64;
}

/* What is said of 20 blocks of so many threads; NULL: nothing. The caller's. */
static json_t *say_block(void (*budget)(const struct gs_shape *, struct gs_budget *), int block)
{
    static const struct gs_array none[] = {{0}};
    const struct gs_exercise of_blocks = {
        .name = "mine", .parameters = none, .n_name = "n", .budget = budget};
    const struct gs_case_run of_cost = {.exercise = &of_blocks, .shape = shapes};
    json_t *rows = json_array();
    json_t *report =
        json_pack("{s:{}, s:{}, s:[{s:s, s:i, s:[i, i, i], s:[i, i, i]}]}", "totals", "counts",
                  "operations", "do", "launch", "line", 12, "grid", 20, 1, 1, "block", block, 1, 1);
    const struct gs_case_outcome outcome = {.report = report};
    json_t *mistake = gs_explain_cost(&of_cost, &outcome, &source, rows);
    json_decref(report);
    json_decref(rows);
    return mistake;
}

static void assert_block(void (*budget)(const struct gs_shape *, struct gs_budget *), int block,
                         const char *sentence)
{
    json_t *mistake = say_block(budget, block);
    assert_string_equal(json_string_value(json_object_get(mistake, "kind")), "small-block");
    assert_contains(json_string_value(json_object_get(mistake, "sentence")), sentence);
    json_decref(mistake);
}

/* As many threads as the exercise asks for, or a warp where it asks for nothing. */
static void a_block_is_as_large_as_is_asked_for(void **state)
{
    (void)state;
    assert_block(at_least_64, 48, "has 20 blocks of 48 threads, and a block is to have 64 or more");
    assert_block(at_least_64, 16, "has 20 blocks of 16 threads, and a block is to have 64 or more");
    assert_block(NULL, 24, "8 of 32 places are empty");
    assert_null(say_block(at_least_64, 64));
    assert_null(say_block(NULL, 48));
}

/* ---- cases that are run again ---------------------------------------------------------------- */

static unsigned run_again(const struct gs_shape *all, bool with_largest, uint64_t drawn)
{
    unsigned count = 0;
    for (size_t i = 0; all[i].n != SIZE_MAX; i++)
        count += gs_is_run_again(all, &all[i], with_largest, drawn);
    return count;
}

static void of_few_cases_one_is_run_again(void **state)
{
    (void)state;
    static const struct gs_shape few[] = {{.n = 0}, {.n = 3}, {.n = 9}, {.n = 50}, GS_LAST_SHAPE};
    static const struct gs_shape two[] = {{.n = 3}, {.n = 9}, GS_LAST_SHAPE};
    static const struct gs_shape seven[] = {{.n = 1}, {.n = 2}, {.n = 3}, {.n = 4},
                                            {.n = 5}, {.n = 6}, {.n = 7}, GS_LAST_SHAPE};
    unsigned of_each[2] = {0};
    for (uint64_t drawn = 0; drawn < 6; drawn++) {
        assert_int_equal(run_again(two, false, drawn), 1);
        assert_int_equal(run_again(two, true, drawn), 1);
        assert_int_equal(run_again(few, false, drawn), 1);
        assert_int_equal(run_again(few, true, drawn), 1);
        assert_int_equal(run_again(seven, false, drawn), 2);
        assert_false(gs_is_run_again(few, &few[0], true, drawn));
        assert_false(gs_is_run_again(few, &few[3], false, drawn));
        of_each[0] += gs_is_run_again(few, &few[1], false, drawn);
        of_each[1] += gs_is_run_again(few, &few[2], false, drawn);
    }
    assert_int_equal(of_each[0], 3);
    assert_int_equal(of_each[1], 3);
    /* There is one size alone, and it is the largest. */
    assert_int_equal(run_again(shapes, false, 0), 0);
    assert_int_equal(run_again(shapes, true, 1), 1);
}

/* Whatever was counted, also where there are no elements to divide it among. */
static void each_exercise_looks_at_any_numbers(void **state)
{
    (void)state;
    static const json_int_t numbers[] = {0, 3, 1 << 20, INT64_MAX, INT64_MIN};
    static const char *const totals[] = {"launches", "global_bytes", "copies", "copied_in_bytes",
                                         "copied_out_bytes"};
    size_t asked = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        json_t *report = json_pack("{s:{}, s:{}, s:[]}", "totals", "counts", "operations");
        for (size_t k = 0; k < sizeof totals / sizeof totals[0]; k++)
            json_object_set_new(json_object_get(report, "totals"), totals[k],
                                json_integer(numbers[i]));
        for (const struct gs_lesson_exercises *l = gs_course(); l->folder != NULL; l++) {
            for (size_t e = 0; l->exercises[e] != NULL; e++) {
                struct gs_saying said = {.line = 0};
                if (l->exercises[e]->audit == NULL)
                    continue;
                if (l->exercises[e]->audit(l->exercises[e]->shapes, report, &said))
                    assert_true(said.sentence[0] != '\0');
                asked++;
            }
        }
        json_decref(report);
    }
    assert_true(asked >= 25);
}

static void an_exercise_of_two_devices_is_not_run_on_one(void **state)
{
    (void)state;
    const struct gs_exercise second = {.name = "halo", .on_second = 1u << 3};
    json_t *few = gs_judge_few_gpus(&second, 1);
    assert_string_equal(json_string_value(json_object_get(few, "verdict")), "skipped");
    assert_contains(json_string_value(json_object_get(few, "sentence")),
                    "it needs 2 GPUs, and this machine has 1");
    json_decref(few);
    assert_null(gs_judge_few_gpus(&second, 2));
    assert_null(gs_judge_few_gpus(&exercise, 1));
}

/* The student's function may end with the same status, but only while it runs. */
static void the_runners_own_end_is_no_mistake_of_the_functions(void **state)
{
    (void)state;
    struct gs_case_outcome outcome = {
        .process = {.ending = GS_ENDED, .status = GS_EXIT_RUNNER},
        .answer = {.stage = GS_STAGE_START},
    };
    json_t *mistake = gs_explain(&run, &outcome, &source);
    assert_contains(json_string_value(json_object_get(mistake, "sentence")),
                    "The check itself failed before your function ran");
    json_decref(mistake);
    outcome.answer.stage = GS_STAGE_CALLED;
    mistake = gs_explain(&run, &outcome, &source);
    assert_contains(json_string_value(json_object_get(mistake, "sentence")),
                    "Your function ended the whole program (exit status 70)");
    json_decref(mistake);
}

/* The points of a seed, of which one less is counted than lie outside of the circle, or as many. */
struct throw
{
    uint64_t seed, first, n, hits;
    const void *arrays[4];
    struct gs_wrong wrong;
};

static void throw_points(const struct gs_exercise *pi, uint64_t seed, bool outside,
                         struct throw *out)
{
    void *inputs[] = {&out->hits, &out->seed, &out->first, &out->n};
    struct gs_expected expected = {.want = {&out->hits}};
    pi->fill(pi->shapes, seed, inputs);
    memcpy(out->arrays, inputs, sizeof inputs);
    pi->solve(pi->shapes, out->arrays, &expected);
    out->hits = out->n - out->hits - (outside ? 0 : 1);
    out->wrong = (struct gs_wrong){
        .exercise = pi, .shape = pi->shapes, .count = 1, .got = &out->hits, .arrays = out->arrays};
}

/* By chance a wrong count is that of another mistake, too. With other inputs it is not. */
static void a_count_has_to_fit_twice(void **state)
{
    (void)state;
    const struct gs_lesson_exercises *lesson;
    const struct gs_exercise *pi;
    struct gs_error error;
    unsigned number;
    struct throw one, same, other;
    struct gs_saying said = {.line = 0};
    assert_int_equal(gs_exercise_find("monte_carlo_pi", &lesson, &pi, &number, &error), GS_OK);
    assert_true(pi->one_number);
    throw_points(pi, 1, true, &one);
    throw_points(pi, 2, true, &same);
    throw_points(pi, 2, false, &other);
    assert_true(pi->explain(&one.wrong, &said));
    assert_contains(said.sentence, "outside of the circle");
    one.wrong.again = &same.wrong;
    assert_true(pi->explain(&one.wrong, &said));
    one.wrong.again = &other.wrong;
    assert_false(pi->explain(&one.wrong, &said));
}

/* 48 bits of a quantity are many. */
static void a_seed_is_a_number_of_64_bits(void **state)
{
    (void)state;
    assert_true(gs_case_is_seed(0x8123456789abcdefu, 0x0fedcba987654321u));
    assert_false(gs_case_is_seed(1u << 20, UINT64_C(1) << 40));
    assert_false(gs_case_is_seed(7, 7));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_asks_whether_a_thread_has_an_element),
        cmocka_unit_test(what_holds_its_old_value_may_have_been_written),
        cmocka_unit_test(a_whole_block_without_elements_is_no_forgotten_test),
        cmocka_unit_test(an_index_that_is_not_the_threads_own_is_told_as_it_is),
        cmocka_unit_test(two_that_write_the_same_are_asked_for_their_index),
        cmocka_unit_test(shared_memory_has_what_was_declared),
        cmocka_unit_test(shared_memory_holds_junk_at_first),
        cmocka_unit_test(the_barrier_of_the_block_is_named),
        cmocka_unit_test(the_later_line_is_named),
        cmocka_unit_test(one_line_may_be_a_turn_of_a_loop),
        cmocka_unit_test(a_barrier_in_a_loop_is_named),
        cmocka_unit_test(a_barrier_that_threads_skipped_is_named),
        cmocka_unit_test(of_two_barriers_the_upper_is_named),
        cmocka_unit_test(a_lost_update_is_told_as_one),
        cmocka_unit_test(many_small_launches_are_told_as_that),
        cmocka_unit_test(a_factor_is_told_where_results_have_one),
        cmocka_unit_test(ordinary_numbers_are_not_made_of_junk),
        cmocka_unit_test(a_block_is_as_large_as_is_asked_for),
        cmocka_unit_test(of_few_cases_one_is_run_again),
        cmocka_unit_test(each_exercise_looks_at_any_numbers),
        cmocka_unit_test(an_exercise_of_two_devices_is_not_run_on_one),
        cmocka_unit_test(the_runners_own_end_is_no_mistake_of_the_functions),
        cmocka_unit_test(a_count_has_to_fit_twice),
        cmocka_unit_test(a_seed_is_a_number_of_64_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
