/* What the source tells of an index that left its array, and what it does not. */
#include "test_source.h"

#include "source_index.h"

#include <jansson.h>

static const struct gs_array parameters[] = {
    {"c", GS_OUTPUT, GS_HOME_DEVICE, GS_F32},       {"a", GS_INPUT, GS_HOME_DEVICE, GS_F32},
    {"b", GS_INPUT, GS_HOME_DEVICE, GS_F32},        {"rows", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {"columns", GS_NUMBER, GS_HOME_DEVICE, GS_U64}, {0},
};
static const struct gs_exercise exercise = {.name = "vecadd",
                                            .entry = "vecadd",
                                            .parameters = parameters,
                                            .n_name = "rows",
                                            .m_name = "columns"};
static const struct gs_shape shape = {.n = 4, .m = 5};

static const char *const usual_launch =
    "    k<<<dim3(1, 1), dim3(32, 8)>>>(c, a, b, rows, columns);";

/* A kernel whose body begins in line 3, and the function that launches it. */
static struct gs_source source_of(const char *body, const char *launch)
{
    static char text[2048];
    snprintf(text, sizeof text,
             "__global__ void k(float *to, const float *a, const float *b, size_t n, size_t m)\n"
             "{\n%s\n}\n"
             "void vecadd(float *c, const float *a, const float *b, size_t rows, size_t columns)\n"
             "{\n%s\n}\n",
             body, launch);
    return gs_test_source(text);
}

/* What is told of thread (x, y) of block (0, 0), of 32 x 8 threads; "" where nothing is. */
static const char *told(const char *body, const char *launch, const struct gs_party *thread,
                        const char *array, long long index, long long elements, int line)
{
    static char words[600];
    struct gs_source source = source_of(body, launch);
    json_t *block = json_pack("{s:[i, i, i], s:[i, i, i]}", "block", 32, 8, 1, "grid", 1, 1, 1);
    const struct gs_indexed access = {.source = &source,
                                      .kernel = gs_code_kernel(&source, "k"),
                                      .exercise = &exercise,
                                      .shape = &shape,
                                      .launch = block,
                                      .thread = thread,
                                      .array = array,
                                      .index = index,
                                      .elements = elements,
                                      .line = line,
                                      .tested = true};
    words[0] = '\0';
    if (!gs_tell_index(&access, words, sizeof words))
        words[0] = '\0';
    json_decref(block);
    gs_source_release(&source);
    return words;
}

#define NUMBERS                                                                                    \
    "    size_t x = (size_t)blockIdx.x * blockDim.x + threadIdx.x;\n"                              \
    "    size_t y = (size_t)blockIdx.y * blockDim.y + threadIdx.y;\n"

static void names_are_told_with_their_values(void **state)
{
    (void)state;
    const struct gs_party thread = {.thread = {0, 3, 0}, .reads = true};
    const char *words = told(NUMBERS "    size_t other = m - x;\n    if (x < m && y < n)\n"
                                     "        to[y * m + x] = a[y * m + other];",
                             usual_launch, &thread, "a", 20, 20, 7);
    assert_contains(words, "The index is `y * m + other`; there `y` is 3, `m` is 5 and `other` is "
                           "5.");
    assert_contains(words, "the last one has the number 4: `other` is past it");
    assert_null(strstr(words, "tests"));
}

/* It is found by the index, where it is the only one that makes it. */
static void what_a_loop_counts_is_told(void **state)
{
    (void)state;
    const struct gs_party thread = {.thread = {2, 0, 0}};
    const char *words = told(NUMBERS "    for (size_t row = y; row < n + 1; row++)\n"
                                     "        to[row * m + x] = 0;",
                             usual_launch, &thread, "c", 22, 20, 6);
    assert_contains(words, "there `row` is 4, `m` is 5 and `x` is 2.");
    assert_contains(words, "what keeps `row` below 4");
}

static void values_that_do_not_make_the_index_are_not_told(void **state)
{
    (void)state;
    const struct gs_party thread = {.thread = {2, 1, 0}};
    assert_string_equal(
        told(NUMBERS "    to[y * m + x] = 0;", usual_launch, &thread, "c", 31, 20, 5),
        "The index is `y * m + x`. Is that the element that you mean?");
    /* Several numbers of turns would do. */
    assert_string_equal(told(NUMBERS "    for (int k = 0; k < 99; k++)\n        to[k / 4 + y] = 0;",
                             usual_launch, &thread, "c", 21, 20, 6),
                        "The index is `k / 4 + y`. Is that the element that you mean?");
}

/* A test that keeps the index below more than there are elements. Another one is not named. */
static void a_bound_is_told_where_it_is_too_large(void **state)
{
    (void)state;
    static const char *const body =
        NUMBERS "    if (y >= n || x >= m)\n        return;\n    to[y] = a[x];";
    const struct gs_party thread = {.thread = {4, 2, 0}, .reads = true};
    assert_contains(told(body, usual_launch, &thread, "a", 4, 4, 7),
                    "Line 5 keeps `x` below `m`, which is 5 here: is that the number of elements");
    assert_string_equal(told(NUMBERS "    if (x < m && y < n)\n        to[y] = a[threadIdx.x];",
                             usual_launch, &thread, "a", 4, 4, 6),
                        "The index is `threadIdx.x`. Is that the element that you mean?");
    assert_null(strstr(told(NUMBERS "    if (y < n)\n        to[y] = 0;\n    to[x] = a[x];",
                            usual_launch, &thread, "a", 4, 4, 7),
                       "keeps"));
    assert_null(strstr(told(NUMBERS "    if (x < m || y < n)\n        to[y] = a[x];", usual_launch,
                            &thread, "a", 4, 4, 6),
                       "keeps"));
}

static void a_pointer_into_the_array_is_told(void **state)
{
    (void)state;
    const struct gs_party thread = {.thread = {4, 0, 0}, .reads = true};
    const char *words = told("    const float *from = a + threadIdx.x * m;\n"
                             "    for (size_t i = 0; i < m; i++)\n        to[i] = from[i];",
                             usual_launch, &thread, "a", 20, 20, 5);
    assert_contains(words, "`from` is `a + threadIdx.x * m`, and its index is `i`; there "
                           "`threadIdx.x` is 4, `m` is 5 and `i` is 0.");
}

static void a_result_that_is_read_is_asked_for(void **state)
{
    (void)state;
    const struct gs_party thread = {.thread = {19, 0, 0}, .reads = true};
    assert_contains(
        told(NUMBERS "    to[x] = to[x + 1] - a[x];", usual_launch, &thread, "c", 20, 20, 5),
        "c is for the results");
}

/* Where the launch hands over another place than the array's beginning, nothing is known. */
static void an_array_that_was_moved_is_left_alone(void **state)
{
    (void)state;
    const struct gs_party thread = {.thread = {4, 0, 0}, .reads = true};
    assert_string_equal(told("    to[threadIdx.x] = a[threadIdx.x];",
                             "    k<<<1, 32>>>(c, a + 16, b, rows, columns);", &thread, "a", 20, 20,
                             3),
                        "");
}

/* What is stored to is not what was read. */
static void an_index_that_led_away_from_another_array_is_told(void **state)
{
    (void)state;
    static const char *const body = "    int j = -7;\n    to[threadIdx.x] = a[j];";
    const struct gs_party thread = {.thread = {3, 0, 0}, .reads = true};
    assert_string_equal(told(body, usual_launch, &thread, "c", 25, 20, 4), "");
    struct gs_source source = source_of(body, usual_launch);
    const struct gs_indexed access = {.source = &source,
                                      .kernel = gs_code_kernel(&source, "k"),
                                      .exercise = &exercise,
                                      .shape = &shape,
                                      .thread = &thread,
                                      .array = "c",
                                      .index = 25,
                                      .elements = 20,
                                      .line = 4};
    char words[600];
    assert_true(gs_tell_other_array(&access, words, sizeof words));
    assert_contains(words, "That line reads `a[j]`, and nothing of c");
    gs_source_release(&source);
}

/* ---- too few threads along an axis ----------------------------------------------------------- */

static bool find_axis(const char *body, int blocks_x, int blocks_y,
                      bool (*find)(const struct gs_indexed *last, struct gs_short_axis *out),
                      struct gs_short_axis *out)
{
    struct gs_source source = source_of(body, usual_launch);
    json_t *launch =
        json_pack("{s:[i, i, i], s:[i, i, i]}", "block", 32, 2, 1, "grid", blocks_x, blocks_y, 1);
    const struct gs_party last = {.thread = {31, 1, 0}};
    const struct gs_indexed access = {.source = &source,
                                      .kernel = gs_code_kernel(&source, "k"),
                                      .exercise = &exercise,
                                      .shape = &shape,
                                      .launch = launch,
                                      .thread = &last};
    const bool found = find(&access, out);
    out->name = ""; /* it goes with the source */
    json_decref(launch);
    gs_source_release(&source);
    return found;
}

static bool finds_axis(const char *body, struct gs_short_axis *out)
{
    return find_axis(body, 1, 1, gs_find_short_axis, out);
}

static void an_axis_with_too_few_threads_is_found(void **state)
{
    (void)state;
    struct gs_short_axis axis;
    assert_true(finds_axis(NUMBERS "    if (x < m && y < n)\n        to[y * m + x] = 0;", &axis));
    assert_int_equal(axis.axis, 1);
    assert_int_equal(axis.threads, 2);
    assert_int_equal(axis.most, 4);
    assert_int_equal(axis.line, 5);
    assert_string_equal(axis.below.text, "n");
}

/* A thread that goes on has further rows, and one that has several begins at another number. */
static void a_thread_with_several_rows_is_none(void **state)
{
    (void)state;
    struct gs_short_axis axis;
    assert_false(finds_axis(
        NUMBERS "    for (; x < m && y < n; y += 2)\n        to[y * m + x] = 0;", &axis));
    assert_false(
        finds_axis("    size_t y = 2 * threadIdx.y;\n    if (y < n)\n        to[y] = 0;", &axis));
}

/* Tiles of 2 x 2, for 4 rows and 5 columns. */
#define TILES                                                                                      \
    "    size_t x = blockIdx.x * 2 + threadIdx.x, y = blockIdx.y * 2 + threadIdx.y;\n"             \
    "    if (x < m && y < n)\n        to[y * m + x] = 0;"

static void a_grid_whose_numbers_are_exchanged_is_found(void **state)
{
    (void)state;
    struct gs_short_axis axis;
    assert_true(find_axis(TILES, 2, 3, gs_find_exchanged_grid, &axis));
    assert_int_equal(axis.axis, 0);
    assert_int_equal(axis.threads, 4);
    assert_int_equal(axis.most, 5);
    assert_false(find_axis(TILES, 3, 2, gs_find_exchanged_grid, &axis));
    assert_false(find_axis(TILES, 2, 2, gs_find_exchanged_grid, &axis));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_told_with_their_values),
        cmocka_unit_test(what_a_loop_counts_is_told),
        cmocka_unit_test(values_that_do_not_make_the_index_are_not_told),
        cmocka_unit_test(a_bound_is_told_where_it_is_too_large),
        cmocka_unit_test(a_pointer_into_the_array_is_told),
        cmocka_unit_test(a_result_that_is_read_is_asked_for),
        cmocka_unit_test(an_array_that_was_moved_is_left_alone),
        cmocka_unit_test(an_index_that_led_away_from_another_array_is_told),
        cmocka_unit_test(an_axis_with_too_few_threads_is_found),
        cmocka_unit_test(a_thread_with_several_rows_is_none),
        cmocka_unit_test(a_grid_whose_numbers_are_exchanged_is_found),
    };
    return cmocka_run_group_tests(tests, gs_test_make_sources, gs_test_remove_sources);
}
