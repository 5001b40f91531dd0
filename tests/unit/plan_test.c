/* From options to points, on a lesson made for this test. */
#include "test.h"

#include "dtype.h"
#include "plan.h"

static int do_nothing(const struct gs_call *call)
{
    (void)call;
    return 0;
}

static size_t length(size_t array, size_t n)
{
    return array == 0 ? n : 1;
}

static const struct gs_array arrays[] = {{"in", GS_INPUT}, {"out", GS_OUTPUT}};

static const struct gs_variant alpha_variants[] = {
    {"serial", GS_CPU_SERIAL, do_nothing, ""},
    {"fast", GS_DEVICE, do_nothing, ""},
    {"faster", GS_DEVICE, do_nothing, ""},
};

static const struct gs_variant beta_variants[] = {
    {"serial", GS_CPU_SERIAL, do_nothing, ""},
    {"other", GS_DEVICE, do_nothing, ""},
};

static const struct gs_workload workloads[] = {
    {.name = "alpha",
     .arrays = arrays,
     .array_count = 2,
     .dtypes = GS_DTYPE_BIT(GS_F32) | GS_DTYPE_BIT(GS_I32),
     .sizes = "10:40:*2",
     .blocks = "32,256,2048",
     .block = 256,
     .length = length,
     .variants = alpha_variants,
     .variant_count = 3},
    {.name = "beta",
     .arrays = arrays,
     .array_count = 2,
     .dtypes = GS_DTYPE_BIT(GS_F64),
     .sizes = "5",
     .blocks = "64",
     .block = 64,
     .length = length,
     .variants = beta_variants,
     .variant_count = 2},
};

static const struct gs_lesson lesson = {
    .number = 9, .slug = "test", .title = "test", .workloads = workloads, .workload_count = 2};

static struct gs_plan plan_of(struct gs_selection selection)
{
    struct gs_plan plan;
    struct gs_error error = {0};
    selection.lesson = &lesson;
    if (gs_plan_make(&selection, &plan, &error) != GS_OK)
        fail_msg("%s", error.text);
    return plan;
}

/* Points with this block (all, where block is negative), size, and part in the sweep over n. */
static size_t count(const struct gs_plan *plan, const char *workload, long block, size_t n)
{
    size_t found = 0;
    for (size_t i = 0; i < plan->count; i++) {
        const struct gs_point *point = &plan->points[i];
        found += strcmp(point->workload->name, workload) == 0 &&
                 (block < 0 || point->block == block) && (n == 0 || point->n == n);
    }
    return found;
}

static void by_default_blocks_are_swept_at_the_largest_size(void **state)
{
    (void)state;
    struct gs_plan plan = plan_of((struct gs_selection){0});
    /* A dtype of alpha: 3 sizes of 3 variants, and 2 more blocks for 2 kernels. */
    assert_int_equal(count(&plan, "alpha", -1, 0), 2 * (3 * 3 + 2 * 2));
    assert_int_equal(count(&plan, "alpha", 32, 40), 4);
    assert_int_equal(count(&plan, "alpha", 2048, 40), 4);
    assert_int_equal(count(&plan, "alpha", 2048, 0), 4);
    assert_int_equal(count(&plan, "alpha", 256, 0), 2 * 3 * 2);
    assert_int_equal(count(&plan, "alpha", 0, 0), 2 * 3);
    assert_int_equal(count(&plan, "beta", -1, 0), 2);
    for (size_t i = 0; i < plan.count; i++) {
        const struct gs_point *point = &plan.points[i];
        bool usual = point->block == 0 || point->block == point->workload->block;
        assert_int_equal(point->sweeps_n, usual);
        assert_int_equal(point->block == 0, point->variant->place != GS_DEVICE);
    }
    gs_plan_release(&plan);
    assert_null(plan.points);
}

/* The largest size, wherever it stands in the list. */
static void sizes_need_no_order(void **state)
{
    (void)state;
    struct gs_plan plan = plan_of((struct gs_selection){.sizes = "7,40,10", .workload = "alpha"});
    assert_int_equal(count(&plan, "alpha", 2048, 40), 4);
    assert_int_equal(count(&plan, "alpha", 2048, 0), 4);
    assert_int_equal(plan.points[0].n, 7); /* and they run in the order given */
    gs_plan_release(&plan);
}

static void given_blocks_run_at_every_size(void **state)
{
    (void)state;
    struct gs_plan plan = plan_of(
        (struct gs_selection){.workload = "alpha", .sizes = "3,4,5", .blocks = "1,64,2048"});
    assert_int_equal(plan.count, 2 * 3 * (1 + 2 * 3));
    assert_int_equal(count(&plan, "alpha", 2048, 4), 4);
    assert_int_equal(count(&plan, "alpha", 256, 0), 0);
    assert_int_equal(count(&plan, "alpha", 0, 0),
                     2 * 3); /* a baseline has no block, and runs once */
    for (size_t i = 0; i < plan.count; i++)
        assert_true(plan.points[i].sweeps_n);
    gs_plan_release(&plan);
}

static void a_block_of_0_is_a_point(void **state)
{
    (void)state;
    struct gs_plan plan = plan_of((struct gs_selection){
        .workload = "alpha", .dtypes = "f32", .sizes = "3", .blocks = "0", .variants = "fast"});
    assert_int_equal(plan.count, 1);
    assert_int_equal(plan.points[0].block, 0);
    assert_string_equal(plan.points[0].variant->name, "fast");
    gs_plan_release(&plan);
}

static bool same_group(const struct gs_point *a, const struct gs_point *b)
{
    return a->workload == b->workload && a->dtype == b->dtype && a->n == b->n;
}

/* Points that share their arrays stand side by side, so that arrays are made once. */
static void groups_are_whole(void **state)
{
    (void)state;
    struct gs_plan plan = plan_of((struct gs_selection){.blocks = "32,64"});
    for (size_t i = 0; i + 1 < plan.count; i++) {
        if (same_group(&plan.points[i], &plan.points[i + 1]))
            continue;
        for (size_t k = i + 1; k < plan.count; k++)
            assert_false(same_group(&plan.points[i], &plan.points[k]));
    }
    gs_plan_release(&plan);
}

static void names_select(void **state)
{
    (void)state;
    struct gs_plan plan = plan_of((struct gs_selection){.variants = "serial"});
    assert_int_equal(plan.count, 2 * 3 + 1);
    gs_plan_release(&plan);
    /* A part of a name is another name: fast is not faster. */
    plan = plan_of((struct gs_selection){.variants = "fast,other", .blocks = "32"});
    assert_int_equal(plan.count, 2 * 3 + 1);
    gs_plan_release(&plan);
    plan = plan_of((struct gs_selection){.variants = "faster,serial", .dtypes = "i32,f64"});
    assert_int_equal(count(&plan, "alpha", -1, 0), 3 + 3 + 2);
    assert_int_equal(count(&plan, "beta", -1, 0), 1);
    gs_plan_release(&plan);
}

static const struct {
    struct gs_selection selection;
    const char *words[3];
} refused[] = {
    {{.workload = "alpah"}, {"unknown workload \"alpah\"", "did you mean \"alpha\"", "beta"}},
    {{.workload = ""}, {"unknown workload \"\""}},
    {{.variants = "fasst"}, {"unknown variant \"fasst\"", "did you mean \"fast\""}},
    {{.variants = "fast,"}, {"unknown variant \"\""}},
    {{.variants = "serial,zzzzzzz"}, {"unknown variant \"zzzzzzz\"", "there are: serial"}},
    {{.workload = "beta", .variants = "fast"}, {"unknown variant \"fast\"", "other"}},
    {{.dtypes = "f23"}, {"unknown dtype \"f23\"", "did you mean \"f32\"", "i64"}},
    {{.dtypes = "f32,f46"}, {"unknown dtype \"f46\""}},
    {{.dtypes = "i64"}, {"nothing to run"}},
    {{.workload = "beta", .dtypes = "f32"}, {"nothing to run"}},
    {{.sizes = "x"}, {"--sizes", "\"x\""}},
    {{.blocks = "-1"}, {"--blocks", "negative"}},
    {{.sizes = "0"}, {"--sizes", "0 elements", "start from 1"}},
    {{.sizes = "5,0"}, {"--sizes", "0 elements"}},
    {{.sizes = "2^63"}, {"--sizes", "more than memory"}},
    {{.blocks = "2^31"}, {"--blocks", "1024"}},
};

static void what_cannot_run_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < GS_COUNT(refused); i++) {
        struct gs_selection selection = refused[i].selection;
        struct gs_plan plan;
        struct gs_error error = {0};
        selection.lesson = &lesson;
        assert_int_equal(gs_plan_make(&selection, &plan, &error), GS_USAGE);
        print_message("  %s\n", error.text);
        assert_one_line(error.text);
        for (size_t w = 0; w < 3 && refused[i].words[w] != NULL; w++)
            assert_contains(error.text, refused[i].words[w]);
        assert_null(plan.points);
        assert_int_equal(plan.count, 0);
    }
}

static void bytes_are_of_all_arrays(void **state)
{
    (void)state;
    struct gs_point point = {.workload = &workloads[0], .dtype = GS_F64, .n = 100};
    assert_int_equal(gs_point_bytes(&point), 8 * 101);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_default_blocks_are_swept_at_the_largest_size),
        cmocka_unit_test(sizes_need_no_order),
        cmocka_unit_test(given_blocks_run_at_every_size),
        cmocka_unit_test(a_block_of_0_is_a_point),
        cmocka_unit_test(groups_are_whole),
        cmocka_unit_test(names_select),
        cmocka_unit_test(what_cannot_run_is_refused),
        cmocka_unit_test(bytes_are_of_all_arrays),
    };
    return cmocka_run_group_tests_name("plan", tests, NULL, NULL);
}
