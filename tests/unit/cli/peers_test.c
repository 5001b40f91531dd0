/* Other libraries beside our variants, and what is promised of those. */
#include "test.h"

#include "lesson_goals.h"
#include "peers.h"
#include "plan.h"
#include "registry.h"

#include <stdio.h>
#include <stdlib.h>

static int do_nothing(const struct gs_call *call)
{
    (void)call;
    return 0;
}

static const struct gs_lesson *lesson_of(const char *name)
{
    const struct gs_lesson *lesson = NULL;
    struct gs_error error;
    assert_int_equal(gs_lesson_find(name, &lesson, &error), GS_OK);
    return lesson;
}

/* ---- peers ----------------------------------------------------------------------------------- */

static void add(const char *workload, const char *name)
{
    const struct gs_variant peer = {.name = name, .place = GS_DEVICE, .run = do_nothing};
    assert_true(gs_peer_add(workload, &peer));
}

/* How often a variant of that name is in the joined lesson's first workload. */
static size_t count_named(const struct gs_lesson *lesson, const char *name)
{
    size_t count = 0;
    for (size_t i = 0; i < lesson->workloads[0].variant_count; i++)
        count += strcmp(lesson->workloads[0].variants[i].name, name) == 0;
    return count;
}

static void unknown_workloads_are_refused(void **state)
{
    (void)state;
    const struct gs_variant peer = {.name = "library", .run = do_nothing};
    size_t before = gs_peer_count();
    assert_false(gs_peer_add("no_such_workload", &peer));
    assert_int_equal(gs_peer_count(), before);
}

/* Every lesson has some in each of its workloads, and a kernel file as many as its writer likes. */
static void there_is_room_for_any_number(void **state)
{
    (void)state;
    enum { COUNT = 500 };
    static char names[COUNT][16];
    size_t before = gs_peer_count();
    for (size_t i = 0; i < COUNT; i++) {
        snprintf(names[i], sizeof names[i], "library_%zu", i);
        add("race_add", names[i]);
    }
    assert_int_equal(gs_peer_count(), before + COUNT);
}

static void peers_stand_behind_the_contenders(void **state)
{
    (void)state;
    struct gs_lesson joined;
    struct gs_error error;
    add("vecadd", "library");
    assert_int_equal(gs_peers_join(lesson_of("vecadd"), false, &joined, &error), GS_OK);
    const struct gs_workload *workload = &joined.workloads[0];
    assert_string_equal(workload->variants[workload->variant_count - 1].name, "library");
    assert_true(workload->variants[workload->variant_count - 1].traits & GS_PEER);
    assert_int_equal(count_named(&joined, "vector4"), 1);
    assert_int_equal(count_named(&joined, "serial"), 0); /* no contender */
    gs_peers_release(&joined);
    assert_int_equal(gs_peers_join(lesson_of("vecadd"), true, &joined, &error), GS_OK);
    assert_int_equal(count_named(&joined, "serial"), 1);
    gs_peers_release(&joined);
}

static void a_peer_takes_the_place_of_ours(void **state)
{
    (void)state;
    struct gs_lesson joined;
    struct gs_error error;
    add("pi", "cub");
    assert_int_equal(gs_peers_join(lesson_of("tree_reduction"), true, &joined, &error), GS_OK);
    assert_int_equal(count_named(&joined, "cub"), 1);
    for (size_t i = 0; i < joined.workloads[0].variant_count; i++) {
        const struct gs_variant *variant = &joined.workloads[0].variants[i];
        bool is_peer = (variant->traits & GS_PEER) != 0;
        assert_int_equal(is_peer, strcmp(variant->name, "cub") == 0);
    }
    gs_peers_release(&joined);
}

/* Sizes of their own, one launch each, and nothing goes from host to host but what copies. */
static void peers_have_a_plan_of_their_own(void **state)
{
    (void)state;
    struct gs_error error;
    struct gs_plan plan;
    const struct gs_selection selection = {.lesson = lesson_of("pipelines"), .peers = true};
    assert_int_equal(gs_plan_make(&selection, &plan, &error), GS_OK);
    for (size_t i = 0; i < plan.count; i++) {
        const struct gs_point *point = &plan.points[i];
        bool copies = (point->variant->traits & GS_OWN_COPIES) != 0;
        assert_int_equal(point->sweeps_n, copies);
        assert_true(point->block == 0 || point->block == point->workload->block);
    }
    assert_int_equal(plan.points[0].n, 1024);
    assert_int_equal(plan.points[plan.count - 1].n, (size_t)1 << 27);
    gs_plan_release(&plan);
}

/* ---- goals ----------------------------------------------------------------------------------- */

struct time_of {
    const char *variant;
    enum gs_record_place place;
    enum gs_residency residency;
    enum gs_cache cache;
    size_t n;
    double seconds;
};

static void append(struct gs_results *results, const struct time_of *time)
{
    struct gs_error error;
    struct gs_record record = {.lesson = 3,
                               .workload = "vecadd",
                               .place = time->place,
                               .dtype = GS_F32,
                               .residency = time->residency,
                               .cache = time->cache,
                               .n = time->n,
                               .block = 256,
                               .bytes = 12 * time->n,
                               .peak_bytes_per_s = 1e12,
                               .limit_s = 12e-12 * (double)time->n,
                               .limit = GS_BYTES,
                               .floor_s = 3e-6};
    snprintf(record.variant, sizeof record.variant, "%s", time->variant);
    double *samples = malloc(sizeof *samples);
    assert_non_null(samples);
    *samples = time->seconds;
    record.time = (struct gs_distribution){
        .median_s = time->seconds, .samples = samples, .count = time->seconds > 0};
    record.verdict = time->seconds > 0 ? GS_RIGHT : GS_WRONG_ANSWER;
    assert_int_equal(gs_results_append(results, &record, &error), GS_OK);
}

/* The goals' table of these times; free() it. */
static char *table_of(const struct time_of *times, size_t count, struct gs_goal_count *goals)
{
    struct gs_results results = {0};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    for (size_t i = 0; i < count; i++)
        append(&results, &times[i]);
    const struct gs_lesson *lesson;
    struct gs_error error;
    assert_int_equal(gs_lesson_find("3", &lesson, &error), GS_OK);
    *goals = gs_lesson_print_goals(lesson, &results, out);
    assert_int_equal(fclose(out), 0);
    gs_results_release(&results);
    return text;
}

static void the_fastest_stand_for_their_sides(void **state)
{
    (void)state;
    const size_t n = 4 << 20;
    const struct time_of times[] = {
        {"one_per_thread", GS_PLACE_DEVICE, GS_RESIDENCY_DEVICE, GS_CACHE_COLD, n, 90e-6},
        {"vector4", GS_PLACE_DEVICE, GS_RESIDENCY_DEVICE, GS_CACHE_COLD, n, 60e-6},
        {"vector4", GS_PLACE_DEVICE, GS_RESIDENCY_DEVICE, GS_CACHE_WARM, n,
         10e-6}, /* another cache */
        {"block_per_element", GS_PLACE_DEVICE, GS_RESIDENCY_DEVICE, GS_CACHE_COLD, n,
         5e-6}, /* no contender */
        {"slow", GS_PLACE_PEER, GS_RESIDENCY_DEVICE, GS_CACHE_COLD, n, 99e-6},
        {"fast", GS_PLACE_PEER, GS_RESIDENCY_DEVICE, GS_CACHE_COLD, n, 75e-6},
        {"wrong", GS_PLACE_PEER, GS_RESIDENCY_DEVICE, GS_CACHE_COLD, n, 0},
    };
    struct gs_goal_count goals;
    char *text = table_of(times, GS_COUNT(times), &goals);
    assert_int_equal(goals.rows, 1);
    assert_int_equal(goals.short_of, 0);
    assert_contains(text, "vector4  60.0 us");
    assert_contains(text, "fast");
    assert_contains(text, "1.250  met");
    free(text);
}

static void what_is_slower_falls_short(void **state)
{
    (void)state;
    const size_t n = (size_t)1 << 27;
    const struct time_of times[] = {
        {"vector4", GS_PLACE_DEVICE, GS_RESIDENCY_DEVICE, GS_CACHE_COLD, n, 2e-3},
        {"library", GS_PLACE_PEER, GS_RESIDENCY_DEVICE, GS_CACHE_COLD, n, 1e-3},
    };
    struct gs_goal_count goals;
    char *text = table_of(times, GS_COUNT(times), &goals);
    assert_int_equal(goals.rows, 3); /* the peer, a copy, the limit */
    assert_int_equal(goals.short_of, 3);
    assert_contains(text, "0.500  SHORT");
    assert_contains(text, "0.805  SHORT");
    assert_contains(text, "goals: 0 of 3 rows met");
    free(text);
}

static void a_graph_is_held_against_calls(void **state)
{
    (void)state;
    const struct time_of times[] = {
        {"vector4", GS_PLACE_DEVICE, GS_RESIDENCY_GRAPH, GS_CACHE_WARM, 1024, 1e-6},
        {"vector4", GS_PLACE_DEVICE, GS_RESIDENCY_CALLS, GS_CACHE_WARM, 1024, 3e-6},
        {"library", GS_PLACE_PEER, GS_RESIDENCY_CALLS, GS_CACHE_WARM, 1024, 4e-6},
    };
    struct gs_goal_count goals;
    char *text = table_of(times, GS_COUNT(times), &goals);
    assert_int_equal(goals.rows, 1);
    assert_contains(text, "4.000  met");
    free(text);
}

#define OURS(n, seconds)                                                                           \
    {                                                                                              \
        "vector4", GS_PLACE_DEVICE, GS_RESIDENCY_DEVICE, GS_CACHE_COLD, n, seconds                 \
    }
#define PEER(n, seconds)                                                                           \
    {                                                                                              \
        "library", GS_PLACE_PEER, GS_RESIDENCY_DEVICE, GS_CACHE_COLD, n, seconds                   \
    }

/* "From n = 1000000 0.99 or more", "up to n = 16384 1 or more": with the numbers themselves. */
static void what_is_just_reached_is_met(void **state)
{
    (void)state;
    static const struct {
        struct time_of times[2];
        size_t rows, short_of;
    } cases[] = {
        {{OURS(1000000, 1.0), PEER(1000000, 0.99)}, 1, 0},
        {{OURS(1000000, 1.0), PEER(1000000, 0.98999)}, 1, 1},
        {{OURS(999999, 1.0), PEER(999999, 0.99)}, 0, 0},
        {{OURS(16384, 3e-6 + 1e-6), PEER(16384, 0)}, 1, 0}, /* the floor and a microsecond */
        {{OURS(16384, 4.001e-6), PEER(16384, 0)}, 1, 1},
        {{OURS(16385, 3e-6 + 1e-6), PEER(16385, 0)}, 0, 0},
    };
    for (size_t i = 0; i < GS_COUNT(cases); i++) {
        struct gs_goal_count goals;
        free(table_of(cases[i].times, 2, &goals));
        assert_int_equal(goals.rows, cases[i].rows);
        assert_int_equal(goals.short_of, cases[i].short_of);
    }
}

static void without_rivals_there_is_nothing_to_meet(void **state)
{
    (void)state;
    const struct time_of times[] = {
        {"vector4", GS_PLACE_DEVICE, GS_RESIDENCY_DEVICE, GS_CACHE_COLD, 4 << 20, 60e-6},
        {"library", GS_PLACE_PEER, GS_RESIDENCY_DEVICE, GS_CACHE_COLD, 4 << 20, 0},
    };
    struct gs_goal_count goals;
    char *text = table_of(times, GS_COUNT(times), &goals);
    assert_int_equal(goals.rows, 0);
    assert_string_equal(text, "");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unknown_workloads_are_refused),
        cmocka_unit_test(there_is_room_for_any_number),
        cmocka_unit_test(peers_stand_behind_the_contenders),
        cmocka_unit_test(a_peer_takes_the_place_of_ours),
        cmocka_unit_test(peers_have_a_plan_of_their_own),
        cmocka_unit_test(the_fastest_stand_for_their_sides),
        cmocka_unit_test(what_is_slower_falls_short),
        cmocka_unit_test(a_graph_is_held_against_calls),
        cmocka_unit_test(what_is_just_reached_is_met),
        cmocka_unit_test(without_rivals_there_is_nothing_to_meet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
