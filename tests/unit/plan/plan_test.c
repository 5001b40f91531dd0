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

static const struct gs_array arrays[] = {{.name = "in", .role = GS_INPUT},
                                         {.name = "out", .role = GS_OUTPUT}};

static const struct gs_variant alpha_variants[] = {
    {.name = "serial", .place = GS_CPU_SERIAL, .run = do_nothing, .about = ""},
    {.name = "fast", .place = GS_DEVICE, .run = do_nothing, .about = ""},
    {.name = "faster", .place = GS_DEVICE, .run = do_nothing, .about = ""},
};

static const struct gs_variant beta_variants[] = {
    {.name = "serial", .place = GS_CPU_SERIAL, .run = do_nothing, .about = ""},
    {.name = "other", .place = GS_DEVICE, .run = do_nothing, .about = ""},
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

/* Launches that are looked at one by one: alone, and beside a sweep. */

static const struct gs_case cases[] = {{2, 1, 1}, {2, 1, 2}, {20, 4, 8}};

static const struct gs_variant gamma_variants[] = {
    {.name = "serial", .place = GS_CPU_SERIAL, .run = do_nothing, .about = ""},
    {.name = "racy", .place = GS_DEVICE, .run = do_nothing, .about = ""},
};

static const struct gs_variant delta_variants[] = {
    {.name = "threads", .place = GS_CPU_PARALLEL, .run = do_nothing, .about = ""},
    {.name = "kernel", .place = GS_DEVICE, .run = do_nothing, .about = ""},
    {.name = "copies", .place = GS_DEVICE, .run = do_nothing, .about = "", .traits = GS_OWN_COPIES},
    {.name = "library", .place = GS_DEVICE, .run = do_nothing, .about = "", .traits = GS_ANY_BLOCK},
};

static const struct gs_workload launch_workloads[] = {
    {.name = "gamma",
     .arrays = arrays,
     .array_count = 2,
     .dtypes = GS_DTYPE_BIT(GS_F32) | GS_DTYPE_BIT(GS_F64),
     .block = 256,
     .grid = 1,
     .takes_grids = true,
     .cases = cases,
     .case_count = 3,
     .length = length,
     .variants = gamma_variants,
     .variant_count = 2},
    {.name = "delta",
     .arrays = arrays,
     .array_count = 2,
     .dtypes = GS_DTYPE_BIT(GS_F32),
     .sizes = "10,20",
     .blocks = "32,64,128",
     .block = 64,
     .takes_grids = true,
     .cases = cases,
     .case_count = 3,
     .length = length,
     .variants = delta_variants,
     .variant_count = 4},
};

static const struct gs_lesson launch_lesson = {.number = 8,
                                               .slug = "launches",
                                               .title = "launches",
                                               .workloads = launch_workloads,
                                               .workload_count = 2};

static struct gs_plan plan_of(struct gs_selection selection)
{
    struct gs_plan plan;
    struct gs_error error = {0};
    if (selection.lesson == NULL)
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

/* ---- launches -------------------------------------------------------------------------------- */

static struct gs_plan launches_of(struct gs_selection selection)
{
    selection.lesson = &launch_lesson;
    return plan_of(selection);
}

/* Points of one variant at this launch; negative: any. */
static size_t launches(const struct gs_plan *plan, const char *variant, long n, long grid,
                       long block)
{
    size_t found = 0;
    for (size_t i = 0; i < plan->count; i++) {
        const struct gs_point *point = &plan->points[i];
        found += strcmp(point->variant->name, variant) == 0 && (n < 0 || point->n == (size_t)n) &&
                 (grid < 0 || point->grid == grid) && (block < 0 || point->block == block);
    }
    return found;
}

/* A dtype's cases stand before its sweep, as they were given, for baselines and kernels alike. */
static void cases_come_first(void **state)
{
    (void)state;
    struct gs_plan plan = launches_of((struct gs_selection){.workload = "delta"});
    for (size_t i = 0; i < 3 * 4; i++) {
        const struct gs_point *point = &plan.points[i];
        assert_int_equal(point->n, cases[i / 4].n);
        assert_int_equal(point->grid, cases[i / 4].grid);
        assert_int_equal(point->block, cases[i / 4].block);
        assert_ptr_equal(point->variant, &delta_variants[i % 4]);
        assert_false(point->sweeps_n);
    }
    for (size_t i = 3 * 4; i < plan.count; i++)
        assert_int_equal(plan.points[i].grid, 0);
    assert_int_equal(plan.points[3 * 4].n, 10);
    gs_plan_release(&plan);
}

static void cases_may_be_all(void **state)
{
    (void)state;
    struct gs_plan plan = launches_of((struct gs_selection){.workload = "gamma"});
    assert_int_equal(plan.count, 2 * 3 * 2);
    assert_int_equal(plan.points[3 * 2].dtype, GS_F64);
    assert_int_equal(plan.points[3 * 2].n, 2);
    gs_plan_release(&plan);
    plan = launches_of((struct gs_selection){.variants = "racy", .dtypes = "f64"});
    assert_int_equal(plan.count, 3);
    gs_plan_release(&plan);
}

/* Who gives a size or a launch gets that and nothing else. */
static void cases_are_for_the_default_alone(void **state)
{
    (void)state;
    const struct gs_selection given[] = {
        {.sizes = "5", .dtypes = "f32"},
        {.grids = "3", .dtypes = "f32"},
        {.blocks = "16", .dtypes = "f32"},
    };
    for (size_t i = 0; i < GS_COUNT(given); i++) {
        struct gs_plan plan = launches_of(given[i]);
        assert_true(plan.count > 0);
        for (size_t k = 0; k < plan.count; k++) {
            const struct gs_point *point = &plan.points[k];
            for (size_t c = 0; c < GS_COUNT(cases); c++)
                assert_false(point->n == cases[c].n && point->grid == cases[c].grid &&
                             point->block == cases[c].block);
        }
        gs_plan_release(&plan);
    }
}

static void a_workload_without_sizes_takes_given_ones(void **state)
{
    (void)state;
    struct gs_plan plan =
        launches_of((struct gs_selection){.workload = "gamma", .sizes = "5,6", .dtypes = "f32"});
    assert_int_equal(plan.count, 2 * 2);
    assert_int_equal(launches(&plan, "racy", 5, 1, 256), 1);
    assert_int_equal(launches(&plan, "serial", 6, 1, 256), 1);
    gs_plan_release(&plan);
    /* A launch alone is of two elements. */
    plan = launches_of((struct gs_selection){.workload = "gamma", .grids = "7", .dtypes = "f32"});
    assert_int_equal(plan.count, 2);
    assert_int_equal(launches(&plan, "racy", 2, 7, 256), 1);
    assert_int_equal(launches(&plan, "serial", 2, 7, 256), 1);
    gs_plan_release(&plan);
}

/* A grid that the kernels would not launch is no row of a result. */
static void a_grid_that_nobody_launches_is_refused(void **state)
{
    (void)state;
    struct gs_selection selection = {.lesson = &lesson, .workload = "alpha", .grids = "1"};
    struct gs_plan plan;
    struct gs_error error = {0};
    assert_int_equal(gs_plan_make(&selection, &plan, &error), GS_USAGE);
    assert_one_line(error.text);
    assert_contains(error.text, "alpha choose their own grids");
}

static void given_launches_make_a_product(void **state)
{
    (void)state;
    struct gs_plan plan = launches_of((struct gs_selection){
        .workload = "delta", .sizes = "3,4", .grids = "1,2", .blocks = "1,32,2048"});
    assert_int_equal(plan.count, 2 * 2 * 3 * 3 + 2);
    for (long n = 3; n <= 4; n++) {
        assert_int_equal(launches(&plan, "library", n, -1, -1), 1); /* chooses its own block */
        for (long grid = 1; grid <= 2; grid++) {
            assert_int_equal(launches(&plan, "kernel", n, grid, 1), 1);
            assert_int_equal(launches(&plan, "kernel", n, grid, 32), 1);
            assert_int_equal(launches(&plan, "copies", n, grid, 2048), 1);
            assert_int_equal(launches(&plan, "threads", n, grid, 32), 1);
        }
    }
    for (size_t i = 0; i < plan.count; i++)
        assert_true(plan.points[i].sweeps_n);
    gs_plan_release(&plan);
    /* One of the two leaves the other as the workload has it. */
    plan = launches_of((struct gs_selection){.workload = "delta", .grids = "1,2"});
    assert_int_equal(launches(&plan, "kernel", 10, 2, 64), 1);
    assert_int_equal(launches(&plan, "kernel", -1, -1, -1), 2 * 2);
    gs_plan_release(&plan);
    plan = launches_of((struct gs_selection){.workload = "delta", .blocks = "16"});
    assert_int_equal(launches(&plan, "kernel", 10, 0, 16), 1);
    assert_int_equal(launches(&plan, "kernel", -1, -1, -1), 2);
    gs_plan_release(&plan);
}

/* Where the work is the launch's, a baseline does it for every launch; elsewhere it runs once. */
static void baselines_imitate_launches(void **state)
{
    (void)state;
    struct gs_plan plan = launches_of((struct gs_selection){.sizes = "5", .blocks = "1,8"});
    assert_int_equal(launches(&plan, "serial", 5, 1, 1), 2); /* of gamma, in two dtypes */
    assert_int_equal(launches(&plan, "serial", 5, 1, 8), 2);
    assert_int_equal(launches(&plan, "serial", -1, -1, -1), 4);
    assert_int_equal(launches(&plan, "threads", 5, 0, 0), 1); /* of delta */
    assert_int_equal(launches(&plan, "threads", -1, -1, -1), 1);
    gs_plan_release(&plan);
}

/* They are swept over n alone: copies hide the block, or the variant has its own. */
static void some_kernels_have_no_block_to_sweep(void **state)
{
    (void)state;
    struct gs_plan plan = launches_of((struct gs_selection){.workload = "delta"});
    assert_int_equal(launches(&plan, "kernel", 20, 0, 32), 1);
    assert_int_equal(launches(&plan, "kernel", 20, 0, 64), 1);
    assert_int_equal(launches(&plan, "kernel", 20, 0, 128), 1);
    assert_int_equal(launches(&plan, "kernel", 10, 0, -1), 1);
    for (size_t i = 2; i < 4; i++) {
        const char *name = delta_variants[i].name;
        assert_int_equal(launches(&plan, name, -1, 0, 64), 2);
        assert_int_equal(launches(&plan, name, -1, 0, -1), 2);
    }
    gs_plan_release(&plan);
}

/* ---- verify ---------------------------------------------------------------------------------- */

static void edges_are_around_every_block(void **state)
{
    (void)state;
    struct gs_plan plan = plan_of((struct gs_selection){.edges = true, .workload = "alpha"});
    static const size_t always[] = {0, 1, 2, 31, 32, 33, 1000003, ((size_t)1 << 24) + 11};
    for (long block = 32; block <= 1024; block *= 2) {
        for (size_t i = 0; i < GS_COUNT(always); i++)
            assert_int_equal(launches(&plan, "fast", (long)always[i], 0, block), 2);
        for (long side = 32; side <= 1024; side *= 2) {
            for (long n = side - 1; n <= side + 1; n++)
                assert_int_equal(launches(&plan, "fast", n, 0, block), 2);
        }
    }
    assert_int_equal(launches(&plan, "serial", 1023, 0, 0), 2); /* in two dtypes */
    assert_int_equal(launches(&plan, "serial", 1023, -1, -1), 2);
    assert_int_equal(launches(&plan, "fast", -1, -1, 2048), 0); /* what CUDA refuses is no edge */
    gs_plan_release(&plan);
}

static void edges_go_beside_the_cases(void **state)
{
    (void)state;
    struct gs_plan plan = launches_of((struct gs_selection){.edges = true});
    assert_int_equal(launches(&plan, "racy", 2, 1, 2), 2);
    assert_int_equal(launches(&plan, "racy", 20, 4, 8), 2);
    assert_int_equal(launches(&plan, "racy", 0, 1, 512), 2);
    assert_int_equal(launches(&plan, "serial", 1025, 1, 512), 2);
    assert_int_equal(launches(&plan, "kernel", 20, 4, 8), 1);
    assert_int_equal(plan.points[0].n, cases[0].n);
    gs_plan_release(&plan);
}

/* Where n is the side of a cube, what is usual for vectors is no more than its own sizes are. */
static size_t cube(size_t array, size_t n)
{
    (void)array;
    return n * n * n;
}

static void usual_sizes_fit_the_arrays(void **state)
{
    (void)state;
    struct gs_workload side = workloads[0];
    side.length = cube;
    const struct gs_lesson cubes = {
        .number = 7, .slug = "cubes", .title = "cubes", .workloads = &side, .workload_count = 1};
    struct gs_selection usual = {.lesson = &cubes, .variants = "fast", .usual_sizes = "64,1Ki,1Mi"};
    struct gs_plan plan;
    struct gs_error error;
    assert_int_equal(gs_plan_make(&usual, &plan, &error), GS_OK);
    assert_true(launches(&plan, "fast", 64, -1, -1) > 0);
    assert_int_equal(launches(&plan, "fast", 1024, -1, -1), 0);
    gs_plan_release(&plan);
    usual.usual_sizes = "128Mi";
    assert_int_equal(gs_plan_make(&usual, &plan, &error), GS_OK);
    assert_true(launches(&plan, "fast", 40, -1, -1) > 0); /* its own */
    gs_plan_release(&plan);
    const struct gs_selection peers = {.lesson = &cubes, .peers = true};
    assert_int_equal(gs_plan_make(&peers, &plan, &error), GS_OK);
    assert_int_equal(launches(&plan, "fast", (long)16 << 20, -1, -1), 0);
    gs_plan_release(&plan);
    plan = plan_of((struct gs_selection){.workload = "alpha", .usual_sizes = "1Ki,128Mi"});
    assert_true(launches(&plan, "fast", (long)128 << 20, -1, -1) > 0);
    gs_plan_release(&plan);
}

/* The options of run narrow it down. */
static void edges_give_way_to_what_is_given(void **state)
{
    (void)state;
    struct gs_plan plan = launches_of((struct gs_selection){
        .edges = true, .workload = "delta", .sizes = "0,7", .variants = "kernel"});
    assert_int_equal(plan.count, 2 * 6);
    assert_int_equal(launches(&plan, "kernel", 0, 0, 1024), 1);
    gs_plan_release(&plan);
    plan = launches_of((struct gs_selection){
        .edges = true, .workload = "delta", .blocks = "48", .variants = "kernel"});
    assert_int_equal(launches(&plan, "kernel", 1023, 0, 48), 1);
    assert_int_equal(launches(&plan, "kernel", -1, -1, 48), plan.count);
    gs_plan_release(&plan);
}

/* ---- the plan as a whole --------------------------------------------------------------------- */

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

/* Even where nothing but the dtype, or the workload, tells two groups apart. */
static void a_group_has_one_workload_one_dtype_and_one_size(void **state)
{
    (void)state;
    struct gs_plan plan = plan_of((struct gs_selection){.sizes = "10,20"});
    size_t groups = 0;
    for (size_t begin = 0, end; begin < plan.count; begin = end, groups++) {
        end = gs_plan_group_end(&plan, begin);
        assert_in_range(end, begin + 1, plan.count);
        for (size_t i = 0; i < plan.count; i++)
            assert_int_equal(same_group(&plan.points[begin], &plan.points[i]),
                             i >= begin && i < end);
    }
    assert_int_equal(groups, 6); /* of alpha in f32 and in i32, of beta in f64: two sizes each */
    gs_plan_release(&plan);
    plan = plan_of((struct gs_selection){.workload = "alpha", .sizes = "10"});
    assert_int_equal(gs_plan_group_end(&plan, 0), plan.count / 2);
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
    {{.grids = "x"}, {"--grids", "\"x\""}},
    {{.grids = "-1"}, {"--grids", "negative"}},
    {{.grids = "1,2^31"}, {"--grids: 2147483648 blocks", "2^31-1"}},
    {{.edges = true, .sizes = "2^63"}, {"--sizes", "more than memory"}},
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
        cmocka_unit_test(cases_come_first),
        cmocka_unit_test(cases_may_be_all),
        cmocka_unit_test(cases_are_for_the_default_alone),
        cmocka_unit_test(a_workload_without_sizes_takes_given_ones),
        cmocka_unit_test(a_grid_that_nobody_launches_is_refused),
        cmocka_unit_test(given_launches_make_a_product),
        cmocka_unit_test(baselines_imitate_launches),
        cmocka_unit_test(some_kernels_have_no_block_to_sweep),
        cmocka_unit_test(edges_are_around_every_block),
        cmocka_unit_test(edges_go_beside_the_cases),
        cmocka_unit_test(edges_give_way_to_what_is_given),
        cmocka_unit_test(usual_sizes_fit_the_arrays),
        cmocka_unit_test(groups_are_whole),
        cmocka_unit_test(a_group_has_one_workload_one_dtype_and_one_size),
        cmocka_unit_test(names_select),
        cmocka_unit_test(what_cannot_run_is_refused),
        cmocka_unit_test(bytes_are_of_all_arrays),
    };
    return cmocka_run_group_tests_name("plan", tests, NULL, NULL);
}
