/* The lessons that were compiled in, and the names that people mistype. */
#include "test.h"

#include "arrays.h"
#include "dtype.h"
#include "plan.h"
#include "registry.h"
#include "suggest.h"
#include "numbers.h"

#include <stdio.h>

static void lessons_are_found_by_number_and_slug(void **state)
{
    (void)state;
    assert_true(gs_lesson_count() > 0);
    for (size_t i = 0; i < gs_lesson_count(); i++) {
        const struct gs_lesson *lesson = gs_lesson_at(i), *found = NULL;
        struct gs_error error;
        char number[16];
        snprintf(number, sizeof number, "%u", lesson->number);
        assert_int_equal(gs_lesson_find(number, &found, &error), GS_OK);
        assert_ptr_equal(found, lesson);
        found = NULL;
        assert_int_equal(gs_lesson_find(lesson->slug, &found, &error), GS_OK);
        assert_ptr_equal(found, lesson);
        if (i > 0)
            assert_true(lesson->number > gs_lesson_at(i - 1)->number);
    }
}

static void a_mistyped_lesson_is_guessed(void **state)
{
    (void)state;
    for (size_t i = 0; i < gs_lesson_count(); i++) {
        const struct gs_lesson *found;
        struct gs_error error;
        char name[64], guess[80];
        snprintf(name, sizeof name, "%s", gs_lesson_at(i)->slug);
        snprintf(guess, sizeof guess, "did you mean \"%s\"?", name);
        name[1] = '#';
        assert_int_equal(gs_lesson_find(name, &found, &error), GS_USAGE);
        assert_contains(error.text, guess);
    }
}

static void numbers_of_no_lesson_are_refused(void **state)
{
    (void)state;
    static const char *const names[] = {
        "", "00", "-0", " 0", "03", "999", "-1", "18446744073709551619", "3x"};
    for (size_t i = 0; i < GS_COUNT(names); i++) {
        const struct gs_lesson *found;
        struct gs_error error;
        assert_int_equal(gs_lesson_find(names[i], &found, &error), GS_USAGE);
        assert_one_line(error.text);
        assert_contains(error.text, "unknown lesson");
    }
}

static void check_variant(const struct gs_workload *workload, const struct gs_variant *variant)
{
    struct gs_error error = {0};
    const struct gs_variant *found = NULL;
    unsigned traits = variant->traits;
    assert_true(strlen(variant->name) < sizeof((struct gs_record *)0)->variant);
    assert_null(strchr(variant->name, ','));
    assert_true(variant->about[0] != '\0');
    assert_non_null(variant->run);
    assert_int_equal(gs_variant_find(workload, variant->name, &found, &error), GS_OK);
    assert_ptr_equal(found, variant); /* or two have the same name */
    assert_true(traits == 0 || variant->place == GS_DEVICE);
    assert_true(variant->needs == NULL || variant->place == GS_DEVICE);
    assert_false((traits & GS_ONLY_PAGEABLE) && (traits & GS_ONLY_PINNED));
    assert_true(!(traits & GS_INPUTS_ON_DEVICE) || (traits & GS_OWN_COPIES));
    /* What goes through the slots is what it copies, or what its devices send to each other. */
    assert_true(!(traits & GS_USES_SLOTS) || (traits & GS_OWN_COPIES) || variant->devices > 1);
    /* Who but the workload can tell a loss or a rest left out from an answer that is just wrong? */
    if (variant->flaw == GS_RACES || variant->flaw == GS_FALLS_SHORT)
        assert_non_null(workload->judge);
}

/* A sweep, where there is one. */
static void check_list(const char *list)
{
    struct gs_error error = {0};
    struct gs_sizes values;
    if (list == NULL)
        return;
    assert_int_equal(gs_sizes_parse("list", list, &values, &error), GS_OK);
    gs_sizes_release(&values);
}

/* Only `gridstride peers` times calls in a loop and as a graph, and of ours the contenders alone.
 */
static void check_that_it_is_measured(const struct gs_workload *workload,
                                      const struct gs_goal *goal)
{
    if (goal->residency != GS_RESIDENCY_CALLS && goal->residency != GS_RESIDENCY_GRAPH)
        return;
    if (goal->variant != NULL)
        assert_true(gs_is_listed(workload->contenders, goal->variant));
    if (goal->against != NULL)
        assert_true(gs_is_listed(workload->contenders, goal->against));
}

/* Names of variants that are there, and goals that could be met, of what is measured. */
static void check_goals(const struct gs_workload *workload)
{
    size_t found = 0, listed = workload->contenders != NULL;
    for (const char *at = workload->contenders; at != NULL && *at != '\0'; at++)
        listed += *at == ',';
    for (size_t i = 0; i < workload->variant_count; i++)
        found += listed > 0 && gs_is_listed(workload->contenders, workload->variants[i].name);
    assert_int_equal(found, listed);
    for (size_t i = 0; i < workload->goal_count; i++) {
        const struct gs_goal *goal = &workload->goals[i];
        assert_true(goal->at_least > 0);
        assert_int_equal(goal->rival == GS_A_VARIANT, goal->against != NULL);
        assert_true(goal->most_n == 0 || goal->most_n >= goal->least_n);
        check_that_it_is_measured(workload, goal);
    }
}

static void check_cases(const struct gs_workload *workload)
{
    assert_true(workload->sizes != NULL || workload->case_count > 0); /* or nothing would run */
    for (size_t i = 0; i < workload->case_count; i++) {
        assert_true(workload->cases[i].n > 0);
        assert_true(workload->cases[i].grid > 0);
        assert_true(workload->cases[i].block > 0);
    }
}

/* A name or list that a descriptor gets wrong would come up only when it is used. */
static void check_workload(const struct gs_workload *workload)
{
    check_list(workload->sizes);
    check_list(workload->blocks);
    check_cases(workload);
    check_goals(workload);
    assert_in_range(workload->block, 1, 1024);
    assert_in_range(workload->array_count, 1, GS_MOST_ARRAYS);
    assert_true(workload->dtypes != 0 && (workload->dtypes & ~GS_DTYPES_ALL) == 0);
    assert_true(strlen(workload->name) < sizeof((struct gs_record *)0)->workload);
    assert_non_null(workload->compare);
    assert_int_equal(workload->refer != NULL,
                     workload->reference_bytes + workload->reference_bytes_each > 0);
    for (size_t i = 0; i < workload->variant_count; i++)
        check_variant(workload, &workload->variants[i]);
}

static void descriptors_are_complete(void **state)
{
    (void)state;
    for (size_t i = 0; i < gs_lesson_count(); i++) {
        const struct gs_lesson *lesson = gs_lesson_at(i);
        assert_true(lesson->workload_count > 0);
        for (size_t w = 0; w < lesson->workload_count; w++) {
            const struct gs_workload *found = NULL;
            struct gs_error error;
            check_workload(&lesson->workloads[w]);
            assert_int_equal(gs_workload_find(lesson, lesson->workloads[w].name, &found, &error),
                             GS_OK);
            assert_ptr_equal(found, &lesson->workloads[w]);
        }
    }
}

static const char *const names[] = {"serial", "threads", "grid_stride", "vector4", "f32"};

static const struct {
    const char *name, *nearest;
} typed[] = {
    {"serial", "serial"},
    {"serail", "serial"},
    {"erial", "serial"},
    {"serials", "serial"},
    {"theards", "threads"},
    {"vector", "vector4"},
    {"f64", "f32"},
    {"gridstride", "grid_stride"},
    {"grid-stride", "grid_stride"},
    {"", NULL},
    {"x", NULL},
    {"quicksort", NULL},
};

static void the_nearest_name_is_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < GS_COUNT(typed); i++) {
        const char *nearest = gs_nearest(typed[i].name, names, GS_COUNT(names));
        print_message("  \"%s\" -> %s\n", typed[i].name, nearest == NULL ? "none" : nearest);
        if (typed[i].nearest == NULL)
            assert_null(nearest);
        else
            assert_string_equal(nearest, typed[i].nearest);
    }
    assert_null(gs_nearest("serial", names, 0));
}

static void long_names_are_refused_whole(void **state)
{
    (void)state;
    static char name[10000];
    const char *many[64];
    struct gs_error error;
    memset(name, 'a', sizeof name - 1);
    assert_int_equal(gs_unknown(&error, "variant", name, names, GS_COUNT(names)), GS_USAGE);
    assert_one_line(error.text);
    for (size_t i = 0; i < GS_COUNT(many); i++)
        many[i] = name; /* candidates far longer than the message */
    assert_int_equal(gs_unknown(&error, "variant", "b", many, GS_COUNT(many)), GS_USAGE);
    assert_one_line(error.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lessons_are_found_by_number_and_slug),
        cmocka_unit_test(a_mistyped_lesson_is_guessed),
        cmocka_unit_test(numbers_of_no_lesson_are_refused),
        cmocka_unit_test(descriptors_are_complete),
        cmocka_unit_test(the_nearest_name_is_found),
        cmocka_unit_test(long_names_are_refused_whole),
    };
    return cmocka_run_group_tests_name("registry", tests, NULL, NULL);
}
