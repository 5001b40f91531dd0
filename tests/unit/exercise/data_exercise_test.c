/* Exercises of data: what exercise.toml becomes, and what is said of one that is broken. */
#include "test.h"

#include "data_course.h"
#include "data_exercise.h"
#include "data_expression.h"
#include "data_formula.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const char good[] =
    "title = \"Count values\"\n"
    "about = \"\"\"counts[b] = how many values are b.\n"
    "\n"
    "n may be 0, and this ends no comment: */\"\"\"\n"
    "size_names = [\"n\", \"bins\"]\n"
    "sizes = [[0, 8], [33, 10], [\"2^10+1\", 64]]\n"
    "dtype = \"u32\"\n"
    "points = 20\n"
    "arrays = [\n"
    "    { name = \"counts\", role = \"output\", length = \"bins\" },\n"
    "    { name = \"values\", role = \"input\", length = \"n\", to = "
    "\"bins - 1\" },\n"
    "    { name = \"rows\", role = \"input\", length = \"bins + 1\", order = "
    "\"rising\", to = \"n\", ends = true },\n"
    "    { name = \"factor\", role = \"number\", dtype = \"f32\", from = 2, "
    "to = 3 },\n"
    "    { name = \"n\", role = \"number\", value = \"n\" },\n"
    "    { name = \"bins\", role = \"number\", value = \"bins\" },\n"
    "]\n"
    "hints = [\"One.\", \"Two.\", \"Three.\"]\n"
    "[budget]\n"
    "launches = 2\n"
    "global_bytes = \"4 * (n + 2 * bins)\"\n"
    "block = 16\n"
    "barriers = \"n / 16\"\n"
    "[timed]\n"
    "size = [\"16Mi\", 64]\n"
    "bytes = \"4 * n\"\n"
    "predicted = [\"1Mi\", 64]\n"
    "[say]\n"
    "race = \"Take turns.\"\n";

static enum gs_status parse(const char *text, struct gs_data_exercise **out, struct gs_error *error)
{
    return gs_data_exercise_parse("my/count", "my/count/exercise.toml", text, strlen(text), out,
                                  error);
}

static struct gs_data_exercise *parse_good(void)
{
    struct gs_data_exercise *data = NULL;
    struct gs_error error = {""};
    if (parse(good, &data, &error) != GS_OK)
        fail_msg("%s", error.text);
    return data;
}

static void becomes_an_exercise(void **state)
{
    (void)state;
    struct gs_data_exercise *data = parse_good();
    const struct gs_exercise *exercise = gs_data_exercise_lesson(data)->exercises[0];
    struct gs_budget budget = {0};
    assert_string_equal(exercise->name, "count");
    assert_string_equal(exercise->title, "Count values");
    assert_string_equal(exercise->m_name, "bins");
    assert_int_equal(exercise->shapes[2].n, 1025);
    assert_int_equal(exercise->shapes[3].n, SIZE_MAX);
    assert_int_equal(exercise->parameters[0].role, GS_OUTPUT);
    assert_int_equal(exercise->parameters[0].dtype, GS_U32);
    assert_int_equal(exercise->parameters[4].dtype, GS_U64);
    assert_int_equal(gs_exercise_count(exercise, &exercise->shapes[1], 0), 10);
    assert_int_equal(gs_exercise_count(exercise, &exercise->shapes[1], 2), 11);
    gs_exercise_budget(exercise, &exercise->shapes[1], &budget);
    assert_int_equal(budget.launches, 2);
    assert_int_equal(budget.block, 16);
    assert_int_equal(budget.barriers, 33 / 16);
    assert_int_equal(budget.global_bytes, 4 * (33 + 20));
    assert_int_equal(exercise->timed.n, 1 << 24);
    assert_int_equal(exercise->predicted.n, 1 << 20);
    assert_int_equal(gs_exercise_needed_bytes(exercise, &exercise->timed), 4 << 24);
    assert_string_equal(gs_data_exercise_says(data, "race"), "Take turns.");
    assert_null(gs_data_exercise_says(data, "leak"));
    assert_int_equal((int)gs_data_exercise_points(data), 20);
    gs_data_exercise_release(data);
}

static void fills_what_was_asked_for(void **state)
{
    (void)state;
    struct gs_data_exercise *data = parse_good();
    const struct gs_exercise *exercise = gs_data_exercise_lesson(data)->exercises[0];
    const struct gs_shape *shape = &exercise->shapes[1];
    uint32_t values[33], again[33], rows[11];
    float factor = 0;
    uint64_t n = 0, bins = 0;
    void *arrays[] = {NULL, values, rows, &factor, &n, &bins};
    gs_exercise_fill(exercise, shape, 7, arrays);
    for (size_t i = 0; i < 33; i++)
        assert_in_range(values[i], 0, 9);
    assert_int_equal(rows[0], 0);
    assert_int_equal(rows[10], 33);
    for (size_t i = 0; i < 10; i++)
        assert_true(rows[i] <= rows[i + 1]);
    assert_true(factor >= 2 && factor <= 3);
    assert_int_equal(n, 33);
    assert_int_equal(bins, 10);
    arrays[1] = again;
    gs_exercise_fill(exercise, shape, 7, arrays);
    assert_memory_equal(values, again, sizeof values);
    gs_exercise_fill(exercise, shape, 8, arrays);
    assert_memory_not_equal(values, again, sizeof values);
    gs_data_exercise_release(data);
}

static void has_a_header(void **state)
{
    (void)state;
    struct gs_data_exercise *data = parse_good();
    char *header = gs_data_exercise_header(data);
    assert_contains(header, "extern \"C\" void count(unsigned int *counts, const unsigned int "
                            "*values, const unsigned int *rows, float factor, size_t n, size_t "
                            "bins);");
    assert_contains(header, "#ifndef COUNT_H");
    assert_contains(header, "counts[b] = how many values are b.\n *\n * n may be 0");
    assert_contains(header, "this ends no comment: *|");
    free(header);
    gs_data_exercise_release(data);
}

/* ---- mistakes -------------------------------------------------------------------------------- */

/* The good text with one part of it changed. */
static char *changed(const char *part, const char *into)
{
    const char *at = strstr(good, part);
    char *text = NULL;
    assert_non_null(at);
    assert_true(asprintf(&text, "%.*s%s%s", (int)(at - good), good, into, at + strlen(part)) > 0);
    return text;
}

static const struct mistake {
    const char *part, *into, *said;
} mistakes[] = {
    {"title = ", "titel = ",
     "exercise.toml:1: titel: an exercise has no such key; did you mean "
     "\"title\"?"},
    {"title = \"Count values\"\n", "", "title: is missing"},
    {"title = \"Count values\"", "title = 3", ":1: title: write a text, in quotes"},
    {"title = ", "t\xc3\xaftle = ", ":1: a letter that is not in ASCII stands outside of quotes"},
    {"title = \"Count values\"", "title = \"Count\\u202e\"", ":1: title: has a character in it"},
    {"title = \"Count values\"", "title = \"Count\\u0007\"", ":1: a text has a control character"},
    {"title = \"Count values\"", "title = \"Count values", ":1: this is no TOML: "},
    /* a quote that begins no text, and a letter of which toml++ says that it cannot be */
    {"title = \"Count values\"", "title =0=0\"AD\xc5\xb3", ":1: this is no TOML: "},
    {"title = \"Count values\"", "title = \"\"\"Count \\\n\xc5\xb3\"\"\"\nx = 1",
     "x: an exercise has no such key"},
    {"[33, 10]", "[33]", ":6: sizes: a size is two numbers here, n and bins"},
    {"[33, 10]", "[-1, 10]", ":6: sizes: a size is two numbers here"},
    {"\"2^10+1\"", "\"2^10+\"", ":6: sizes: a size is two numbers here"},
    {"\"2^10+1\"", "\"2^25\"",
     ":6: sizes: the arrays have 128 MiB for n = 33554432, and at "
     "most"},
    {"dtype = \"u32\"", "dtype = \"u33\"", ":7: dtype: is to be one of: f32, f64, i16"},
    {"\"output\"", "\"ouput\"",
     ":10: role: is to be one of: input, output, updated, number; did "
     "you mean \"output\"?"},
    {"\"output\", length = \"bins\"", "\"output\"", ":10: counts: has no length"},
    {"\"output\", length = \"bins\"", "\"output\", length = \"bin\"",
     ":10: length: \"bin\" has \"bin\", which is no size of this exercise; sizes are called n and "
     "bins"},
    {"\"output\", length = \"bins\"", "\"output\", length = \"bins -\"",
     ":10: length: \"bins -\" ends where a number should be"},
    {"\"output\", length = \"bins\"", "\"output\", length = \"bins - 9\"",
     ":10: length: is -1 for n = 0; it is to be from 0 to "},
    {"\"output\", length = \"bins\"", "\"output\", length = \"n / (n - 33)\"",
     "length: \"n / (n - 33)\" divides by 0"},
    {"\"output\", length = \"bins\"", "\"output\", length = \"bins\", from = 1",
     ":10: counts: is an output"},
    {"name = \"values\"", "name = \"counts\"", ":11: counts: is the name of two arrays"},
    {"name = \"values\"", "name = \"int\"", ":11: name: \"int\" is no name; names are made of a-z"},
    {"name = \"values\"", "name = \"size_t\"", ":11: name: \"size_t\" is no name"},
    {"name = \"values\"", "name = \"a b\"", ":11: name: \"a b\" is no name"},
    {"to = \"bins - 1\"", "to = -1", ":11: to: is -1 for n = 33; it is to be from 0 to 4294967295"},
    {"\"output\", ", "\"input\", ", ":9: arrays: none of them is an \"output\""},
    {"\"Two.\", ", "", ":17: hints: write three of them"},
    {"launches = 2", "launch = 2",
     ":19: launch: a budget has no such key; did you mean "
     "\"launches\"?"},
    {"launches = 2", "launches = -2", ":19: launches: is -2 for n = 1025; write 1 to "},
    {"launches = 2", "launches = 0",
     ":19: launches: is 0 for n = 1025; write 1 to 9007199254740992, or leave it out"},
    {"launches = 2", "sectors = 0.5", ":19: sectors: is 0.5 for n = 1025; write 1 to "},
    {"block = 16", "block = 2048", ":21: block: is 2048 for n = 1025; write 1 to 1024, or "},
    {"launches = 2", "idle_lanes = 2", ":19: idle_lanes: is 2 for n = 1025; write 0.01"},
    {"bytes = \"4 * n\"", "bytes = -4", "bytes: is -4; write how many bytes have to be moved"},
    {"to = \"bins - 1\"", "from = 5, to = 4",
     ":11: from: the values of \"values\" go from 5 to 4 for n = 33; write a \"from\" and a \"to\" "
     "that is not less"},
    {"to = \"bins - 1\"", "from = 2000",
     ":11: from: the values of \"values\" go from 2000 to 1000"},
    {"to = \"bins - 1\"", "to = 2.5",
     ":11: to: is 2.5, and the array has integers: write a whole number"},
    {"to = \"bins - 1\"", "order = \"counting\", to = 5",
     ":11: values: is counting, so its length"},
    {"to = \"bins - 1\"", "ends = true", ":11: values: is not rising, and \"ends\" is for"},
    {"\"4 * (n + 2 * bins)\"", "\"4 * (n\"", ":20: global_bytes: \"4 * (n\" has a ( without its )"},
    {"\"4 * (n + 2 * bins)\"", "\"9999999999 * 9999999999\"", "is too large a number"},
    {"bytes = \"4 * n\"", "ratio = 1.5", "bytes: is missing; the size that is timed needs it"},
    {"\"1Mi\", 64", "\"32Mi\", 64", ":26: predicted: is larger than the size that is timed"},
    {"\"1Mi\", 64", "0, 64", ":26: predicted: a size is two numbers here"},
    {"race = ", "missing-barier = ",
     ":28: missing-barier: say has no such key; did you mean \"missing-barrier\"?"},
    {"race = ", "zzzzzzzzzz = ",
     ":28: zzzzzzzzzz: say has no such key; docs/teaching.md lists them"},
    {"dtype = \"u32\"", "dtype = \"f32\"", "tolerance: is missing: the answers are floats"},
    {"about = \"\"\"counts[b] = how many values are b.\n\nn may be 0, and this ends no comment: "
     "*/\"\"\"\n",
     "", ":1: about: is missing"},
    {"to = \"bins - 1\"", "values = \"i % bin\"",
     ":11: values: \"i % bin\" has \"bin\", which is no array, number, size or function here"},
    {"to = \"bins - 1\"", "values = \"rows\"",
     ":11: values: \"rows\" has \"rows\", which is filled later"},
    {"to = \"bins - 1\"", "values = \"got\"", "which is no array"},
    {"to = \"bins - 1\"", "values = \"i\", to = 3", ":11: values: has \"values\", a formula"},
    {"\"output\", length = \"bins\"", "\"output\", length = \"bins\", values = \"1\"",
     ":10: counts: is an output: it holds junk before the call"},
    {"[budget]", "[right]\n[budget]", ":18: counts: is missing; right needs it"},
    {"[budget]", "[right]\ncounts = \"counts\"\n[budget]",
     ":19: counts: \"counts\" makes the element itself: write another one, as in counts[i - 1]"},
    {"[budget]", "[right]\ncounts = 3\n[budget]", ":19: counts: write a formula of the element"},
    {"[budget]", "[right]\ncounts = \"random\"\n[budget]", "\"random\", which is no array"},
    {"[budget]", "[[mistake]]\nsays = \"It is.\"\n[budget]", ":18: mistake: needs \"value\""},
    {"[budget]", "[[mistake]]\nvalue = \"1\"\n[budget]", "says: is missing; a mistake needs it"},
    {"[budget]", "[[mistake]]\nif = \"got ==\"\nsays = \"It is.\"\n[budget]",
     ":19: if: \"got ==\" ends where a number should be"},
    {"[budget]", "[[mistake]]\nif = \"1\"\nsays = \"It is {go}.\"\n[budget]",
     ":20: says: \"{go}\" has \"go\", which is no array"},
    {"[budget]", "[[mistake]]\nif = \"1\"\nsays = \"It is {got.\"\n[budget]",
     "says: has a { without its }"},
    {"[budget]", "[[mistake]]\nif = \"1\"\nsays = \"It.\"\nwhere = \"al\"\n[budget]",
     ":21: where: is to be one of: all, first, any"},
    {"[budget]", "[[mistake]]\nif = \"1\"\nsays = \"It.\"\narray = \"rows\"\n[budget]",
     "array: there is no answer \"rows\""},
    {"[budget]", "[[mistake]]\nif = \"1\"\nsays = \"It.\"\nkind = \"No kind\"\n[budget]",
     ":21: kind: \"No kind\" is no name for a kind of mistake"},
    {"[budget]", "[[mistake]]\nvalue = \"counts[0]\"\nsays = \"It.\"\n[budget]",
     ":19: value: \"counts[0]\" has \"counts\", which holds junk before the call"},
    {"[budget]", "[[finding]]\nfinding = \"rice\"\nsays = \"It.\"\n[budget]",
     ":19: finding: is to be one of: race, "},
    {"[budget]", "[[finding]]\nfinding = \"race\"\nif = \"values > 1\"\nsays = \"It.\"\n[budget]",
     ":20: if: \"values > 1\" has \"values\", whose values a finding does not know"},
    {"[budget]", "[[finding]]\nfinding = \"race\"\nsays = \"{Thread} and {got}.\"\n[budget]",
     "says: \"{got}\" has \"got\", which is no array"},
    {"[budget]", "[[finding]]\nfinding = \"race\"\narray = 3\nsays = \"It.\"\n[budget]",
     ":20: array: write the name of an array, or several"},
    {"block = 16", "tree = 1", ":21: tree: write true or false"},
    {"sizes = ", "plot = [{ array = \"row\", title = \"r\" }]\nsizes = ",
     ":6: plot: there is no array \"row\""},
    {"sizes = ", "plot = []\nsizes = ", ":6: plot: write one or two arrays"},
};

static void says_what_is_wrong(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        struct gs_data_exercise *data = NULL;
        struct gs_error error = {""};
        char *text = changed(mistakes[i].part, mistakes[i].into);
        assert_int_equal(parse(text, &data, &error), GS_USAGE);
        assert_null(data);
        assert_one_line(error.text);
        assert_contains(error.text, mistakes[i].said);
        free(text);
    }
}

static int compare_values(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Takes `rows` of the exercise that has them so. */
static void fill_rows(const char *so, uint32_t rows[11])
{
    struct gs_data_exercise *data = NULL;
    struct gs_error error = {""};
    char *text = changed("order = \"rising\", to = \"n\", ends = true", so);
    uint32_t values[33];
    float factor;
    uint64_t n, bins;
    void *arrays[] = {NULL, values, rows, &factor, &n, &bins};
    if (parse(text, &data, &error) != GS_OK)
        fail_msg("%s", error.text);
    const struct gs_exercise *exercise = gs_data_exercise_lesson(data)->exercises[0];
    gs_exercise_fill(exercise, &exercise->shapes[1], 7, arrays);
    gs_data_exercise_release(data);
    free(text);
}

/* They are those of the same seed in any order, whichever way they are sorted. */
static void fills_in_rising_order(void **state)
{
    (void)state;
    static const struct {
        const char *rising, *any;
    } ranges[] = {{"order = \"rising\", from = 3, to = 10", "from = 3, to = 10"},
                  {"order = \"rising\", to = 1000000", "to = 1000000"}};
    for (size_t i = 0; i < 2; i++) {
        uint32_t rising[11], any[11];
        fill_rows(ranges[i].rising, rising);
        fill_rows(ranges[i].any, any);
        qsort(any, 11, sizeof any[0], compare_values);
        assert_memory_equal(rising, any, sizeof any);
    }
}

/* However many threads share it. */
static void computes_each_element_of_a_large_array(void **state)
{
    (void)state;
    enum { COUNT = (1 << 20) + 3, BINS = 10 };
    struct gs_data_exercise *data = NULL;
    struct gs_error error = {""};
    char *text = changed("to = \"bins - 1\"", "values = \"3 * i + bins\"");
    const struct gs_shape shape = {.n = COUNT, .m = BINS};
    uint32_t *values = calloc(COUNT, sizeof *values), rows[BINS + 1];
    float factor;
    uint64_t n, bins;
    void *arrays[] = {NULL, values, rows, &factor, &n, &bins};
    assert_non_null(values);
    if (parse(text, &data, &error) != GS_OK)
        fail_msg("%s", error.text);
    gs_exercise_fill(gs_data_exercise_lesson(data)->exercises[0], &shape, 7, arrays);
    for (size_t i = 0; i < COUNT; i++)
        assert_int_equal(values[i], 3 * i + BINS);
    gs_data_exercise_release(data);
    free(values);
    free(text);
}

static void is_called_after_its_folder(void **state)
{
    (void)state;
    static const char *const folders[] = {"my/Count", "my/2d", "my/a b", "my/", "for", "my/..", ""};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        struct gs_data_exercise *data = NULL;
        struct gs_error error = {""};
        if (strcmp(folders[i], "my/") == 0)
            continue; /* the folder `my` */
        assert_int_equal(
            gs_data_exercise_parse(folders[i], "exercise.toml", good, strlen(good), &data, &error),
            GS_USAGE);
        assert_contains(error.text, "is called after its folder");
    }
}

/* Whatever is cut off or changed: one line, or an exercise that can be used. */
static void use(const char *text, size_t length)
{
    struct gs_data_exercise *data = NULL;
    struct gs_error error = {""};
    if (gs_data_exercise_parse("my/count", "exercise.toml", text, length, &data, &error) != GS_OK) {
        assert_one_line(error.text);
        return;
    }
    char *header = gs_data_exercise_header(data);
    assert_non_null(header);
    free(header);
    gs_data_exercise_release(data);
}

static void takes_any_text(void **state)
{
    (void)state;
    const size_t length = strlen(good);
    char *text = strdup(good);
    for (size_t i = 0; i <= length; i++)
        use(good, i);
    for (size_t i = 0; i < length; i++) {
        static const char signs[] = {'\0', '"', '[', '}', '-', '9', '\n', '\x80'};
        for (size_t s = 0; s < sizeof signs; s++) {
            text[i] = signs[s];
            use(text, length);
        }
        text[i] = good[i];
    }
    free(text);
}

static void takes_any_order_of_lines(void **state)
{
    (void)state;
    for (const char *line = good; *line != '\0'; line += strcspn(line, "\n") + 1) {
        size_t before = (size_t)(line - good), length = strcspn(line, "\n") + 1;
        char *without = NULL, *twice = NULL;
        assert_true(asprintf(&without, "%.*s%s", (int)before, good, line + length) > 0);
        assert_true(asprintf(&twice, "%.*s%.*s%s", (int)before, good, (int)length, line, line) > 0);
        use(without, strlen(without));
        use(twice, strlen(twice));
        free(without);
        free(twice);
    }
}

/* ---- formulas -------------------------------------------------------------------------------- */

static void computes_formulas(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        long long value;
    } rows[] = {{"n", 10},        {"n * m", 30},       {"(n + 7) / 8 * 8", 16}, {"2 + 3 * n", 32},
                {"n - m - 1", 6}, {" ( ( n ) ) ", 10}, {"1000000", 1000000},    {"n/m", 3},
                {"m - n", -7}};
    const struct gs_size_names names = {"n", "m"};
    const struct gs_shape shape = {10, 3};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        long long value = 0;
        char why[160];
        assert_true(gs_expression_value(rows[i].text, &names, &shape, &value, why, sizeof why));
        assert_true(value == rows[i].value);
    }
    static const char *const broken[] = {"",
                                         "n n",
                                         "k",
                                         "n +",
                                         "(n",
                                         "n)",
                                         "n / 0",
                                         "1 / (m - 3)",
                                         "n ** 2",
                                         "2n",
                                         "-n",
                                         "n % 2",
                                         "((((((((((((((((((n))))))))))))))))))"};
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        long long value = 0;
        char why[160];
        assert_false(gs_expression_value(broken[i], &names, &shape, &value, why, sizeof why));
        assert_one_line(why);
    }
}

/* ---- formulas of elements -------------------------------------------------------------------- */

static const struct gs_array two[] = {
    {"c", GS_OUTPUT, GS_HOME_DEVICE, GS_F64},
    {"a", GS_INPUT, GS_HOME_DEVICE, GS_F64},
    {"k", GS_NUMBER, GS_HOME_DEVICE, GS_I64},
    {"w", GS_INPUT, GS_HOME_DEVICE, GS_I32},
    {0},
};
static const struct gs_formula_names names_of_two = {
    .parameters = two, .known = ~0u, .sizes = {"n", NULL}, .answer = true};

static void computes_elements(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        long double value;
    } rows[] = {
        {"a", 7},
        {"a[i - 1] + a[0]", 7},
        {"n + k * i", -7},
        {"2 + 3 * 4 - 1", 13},
        {"-a * -1", 7},
        {"7 / 2", 3.5L},
        {"floor(7 / 2) + 7 % 4", 6},
        {"1.5e2", 150},
        {"i == 2 ? 1 : i == 3 ? 2 : 3", 1},
        {"a < 7 || a > 7", 0},
        {"a <= 7 && a >= 7 && !(a != 7)", 1},
        {"sqrt(hypot(3, 4) * 5) + abs(-1) + min(1, 2) + max(1, 2)", 9},
        {"exp(0) + log(1) + sin(0) + cos(0) + tanh(0)", 2},
        {"isnan(a[3]) + isnan(a[0 - 1]) + isnan(0 / 0) + isinf(1 / 0)", 4},
        {"got - right", 1},
        {"sum(j, 0, n, a[j]) + sum(j, n, 0, 1)", 14},
        {"max(j, 1, n, a[j] * (j < 2)) + min(j, 0, n, max(a[j], 3))", 8},
        {"sum(r, 0, 3, sum(s, r, 3, 10 * r + s))", 48},
        {"isnan(max(j, 0, 0, 1)) + isnan(sum(j, 0, 1 / 0, 1)) + (f32(16777217) == 16777216)", 3},
        {"isnan(sum(j, 0, 1e6, sum(k, 0, 1e15, 1)))", 1},
        {"sum(j, 0, 4, w[j] == i)", 2},
        {"sum(j, 1, 3, w[j] == 2) + 10 * sum(j, 0, 4, w[j] == 2.5)", 1},
        {"sum(j, 0, 4, w[j] == k + 4) + 10 * sum(j, 0, 6, w[j] == 2)", 21},
        {"sum(j, 2, 4, sum(l, 0, 4, w[l] == j)) + 10 * sum(j, 0, 2, sum(l, 0, 4, w[j] == i))", 43},
        {"isnan(sum(j, 0, 1e9, w[j] == 2))", 1},
        {"sum(j, 0, 4, w[j] < 3) + 10 * sum(j, 0, 4, w[j] <= 2.5)", 33},
        {"sum(j, 0, 4, w[j] > k) + 10 * sum(j, 1, 4, w[j] >= i) + 100 * sum(j, 0, 4, w[j] < k)",
         24},
        {"sum(j, 0, 4, w[j] < 1e10) + 10 * sum(j, 0, 4, w[j] > 1e10)", 4},
        {"-7 % 4 + 100 * (7.5 % 2) + (9 % 0 == 9 % 0) + 1000 * (9 % 4)", 1147},
        {"threads + atomic + first + wrong", 20},
        {"9223372036854775807 - 9223372036854775806", 1},
    };
    const double a[3] = {2, 5, 7};
    const int64_t k = -5;
    const int32_t w[4] = {2, 3, 2, -1};
    const void *const arrays[] = {NULL, a, &k, w};
    const struct gs_shape shape = {3, 0};
    const struct gs_formula_at at = {.parameters = two,
                                     .arrays = arrays,
                                     .counts = {3, 3, 1, 4},
                                     .shape = &shape,
                                     .i = 2,
                                     .got = 4,
                                     .right = 3,
                                     .threads = 10,
                                     .atomic = 1,
                                     .first = 2,
                                     .wrong = 7};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char why[200];
        struct gs_formula *formula = gs_formula_read(rows[i].text, &names_of_two, why, sizeof why);
        if (formula == NULL || gs_formula_value(formula, &at) != rows[i].value)
            fail_msg("%s: %s", rows[i].text, formula == NULL ? why : "another value");
        gs_formula_release(formula);
    }
}

static void refuses_what_is_no_formula(void **state)
{
    (void)state;
    char deep[400], many[460] = "1";
    memset(deep, '(', sizeof deep - 1);
    deep[sizeof deep - 1] = '\0';
    for (size_t i = 1; i + 3 < sizeof many; i += 2)
        memcpy(many + i, "+1", 3);
    const char *const broken[] = {"",
                                  "a a",
                                  "b",
                                  "c",
                                  "a +",
                                  "(a",
                                  "a)",
                                  "a[1",
                                  "abs",
                                  "abs(1",
                                  "min(1)",
                                  "1 ? 2",
                                  "a = 1",
                                  "0x10",
                                  "inf",
                                  "1e999999",
                                  "random",
                                  "a ** 2",
                                  "&a",
                                  "a & 1",
                                  "sqrt 4",
                                  "a[b]",
                                  "k[0]",
                                  "\xc3\xa9",
                                  deep,
                                  many,
                                  "sum(1)",
                                  "sum(j, 0, n)",
                                  "sum(2, 0, n, 1)",
                                  "sum(j, j, n, 1)",
                                  "sum(j, 0, n, 1) + j",
                                  "index"};
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        char why[200];
        struct gs_formula *formula = gs_formula_read(broken[i], &names_of_two, why, sizeof why);
        if (formula != NULL)
            fail_msg("\"%s\" is taken", broken[i]);
        assert_one_line(why);
    }
}

/* ---- answers that are formulas --------------------------------------------------------------- */

static const char squares[] =
    "title = \"Squares\"\nabout = \"y = x * x\"\nsizes = [4]\ntolerance = 1e-6\nscale = 1\n"
    "arrays = [{ name = \"y\", role = \"output\", length = \"n\" },\n"
    "{ name = \"x\", role = \"input\", length = \"n\", values = \"i == 0 ? k : random\" },\n"
    "{ name = \"k\", role = \"number\", dtype = \"i32\", values = \"7 + random\" }]\n"
    "hints = [\"One.\", \"Two.\", \"Three.\"]\n"
    "plot = [{ array = \"y\", title = \"the squares\" }]\n"
    "[right]\ny = \"x * x\"\n"
    "[[mistake]]\nvalue = \"2 * x\"\nsays = \"y[{i}] is {got}: twice {x}.\"\n"
    "[[mistake]]\nif = \"got < 0\"\nwhere = \"any\"\nkind = \"sign-lost\"\n"
    "says = \"y[{i}] is {got < 0 ? got : 0:2}.\"\n";

static void tell(const struct gs_exercise *exercise, const float *x, const float *got,
                 const char *kind, const char *sentence)
{
    const struct gs_shape shape = {4, 0};
    const int32_t k = 7;
    const void *const arrays[GS_MOST_PARAMETERS] = {NULL, x, &k};
    unsigned char states[4];
    double want[4];
    struct gs_expected expected = {.want = {want}};
    struct gs_wrong wrong = {.exercise = exercise,
                             .shape = &shape,
                             .count = 4,
                             .arrays = arrays,
                             .got = got,
                             .want = want,
                             .states = states};
    struct gs_saying said = {.line = 0};
    assert_true(gs_exercise_solve(exercise, &shape, arrays, &expected));
    assert_true(expected.scale == 1);
    for (size_t i = 4; i-- > 0;) {
        assert_true(want[i] == (double)x[i] * (double)x[i]);
        states[i] = (double)got[i] == want[i] ? 0 : 2;
        if (states[i] == 2) {
            wrong.first = i;
            wrong.last = wrong.wrong++ == 0 ? i : wrong.last;
        }
    }
    assert_true(gs_exercise_explain(&wrong, &said) == (kind != NULL));
    if (kind != NULL) {
        assert_string_equal(said.kind, kind);
        assert_string_equal(said.sentence, sentence);
    }
    wrong.untouched = 1;
    assert_false(gs_exercise_explain(&wrong, &said));
}

static void answers_by_formulas(void **state)
{
    (void)state;
    struct gs_data_exercise *data = NULL;
    struct gs_error error = {""};
    if (parse(squares, &data, &error) != GS_OK)
        fail_msg("%s", error.text);
    const struct gs_exercise *exercise = gs_data_exercise_lesson(data)->exercises[0];
    float x[4];
    int32_t k = 0;
    void *const arrays[GS_MOST_PARAMETERS] = {NULL, x, &k};
    assert_true(gs_exercise_solves(exercise));
    assert_string_equal(exercise->curves[0].title, "the squares");
    gs_exercise_fill(exercise, exercise->shapes, 1, arrays);
    assert_true((k == 6 || k == 7) && x[0] == (float)k && x[1] >= -1 && x[1] < 1);
    tell(exercise, (float[]){0, 1, 2, 3}, (float[]){0, 2, 4, 6}, "known-mistake",
         "y[1] is 2: twice 1.");
    tell(exercise, (float[]){0, 1, 2, 3}, (float[]){0, 2, -0.4567F, 6}, "sign-lost",
         "y[2] is -0.46.");
    tell(exercise, (float[]){0, 1, 2, 3}, (float[]){0, 2, 5, 6}, NULL, NULL);
    tell(exercise, (float[]){0, 1, 2, 3}, (float[]){NAN, 2, 4, 6}, NULL, NULL);
    gs_data_exercise_release(data);
}

/* Each sum goes on from the one before, and the second output from the first. */
static const char scans[] =
    "title = \"Sums\"\nabout = \"s\"\nsizes = [4]\ndtype = \"i32\"\n"
    "arrays = [{ name = \"s\", role = \"output\", length = \"n\" },\n"
    "{ name = \"all\", role = \"output\", length = 1 },\n"
    "{ name = \"x\", role = \"input\", length = \"n\" }]\n"
    "hints = [\"One.\", \"Two.\", \"Three.\"]\n"
    "[budget]\ntree = true\nleast_threads = \"2 * n\"\ndevices = 2\n"
    "[right]\ns = \"x + (i == 0 ? 0 : s[i - 1])\"\nall = \"s[n - 1]\"\n"
    "[[finding]]\nfinding = \"race\"\nmemory = \"shared\"\nkind = \"wait-2\"\n"
    "says = \"{Thread} and {other} meet at {cell}, {index} of {n}.\"\n"
    "[[finding]]\nfinding = \"out-of-bounds\"\narray = [\"x\", \"s\"]\nif = \"index >= n && "
    "writes\"\n"
    "says = \"{thread} of {array}.\"\n";

static const char *said_of(const struct gs_exercise *exercise, const char *finding)
{
    static struct gs_saying said;
    json_t *tree = json_loads(finding, 0, NULL);
    assert_non_null(tree);
    const bool told = gs_exercise_say_finding(exercise, exercise->shapes, NULL, tree, &said);
    json_decref(tree);
    return told ? said.sentence : NULL;
}

#define THREADS                                                                                    \
    "\"launch\": {\"grid\": [2, 1, 1], \"block\": [32, 1, 1]}, "                                   \
    "\"second\": {\"block\": [0, 0, 0], \"thread\": [4, 0, 0]}, "                                  \
    "\"first\": {\"block\": [1, 0, 0], \"thread\": [3, 0, 0], \"access\": \"write\"}"

static void goes_on_from_elements_before(void **state)
{
    (void)state;
    struct gs_data_exercise *data = NULL;
    struct gs_error error = {""};
    if (parse(scans, &data, &error) != GS_OK)
        fail_msg("%s", error.text);
    const struct gs_exercise *exercise = gs_data_exercise_lesson(data)->exercises[0];
    const int32_t x[4] = {3, 1, 4, 1};
    const void *const arrays[GS_MOST_PARAMETERS] = {NULL, NULL, x};
    int32_t sums[4] = {0}, all = 0;
    struct gs_expected expected = {.want = {sums, &all}};
    struct gs_budget most;
    assert_true(gs_exercise_solve(exercise, exercise->shapes, arrays, &expected));
    assert_memory_equal(sums, ((int32_t[]){3, 4, 8, 9}), sizeof sums);
    assert_int_equal(all, 9);
    gs_exercise_budget(exercise, exercise->shapes, &most);
    assert_true(most.tree && most.least_threads == 8 && most.devices == 2);
    gs_data_exercise_release(data);
}

static void says_what_a_teacher_says_of_findings(void **state)
{
    (void)state;
    struct gs_data_exercise *data = NULL;
    struct gs_error error = {""};
    assert_int_equal(parse(scans, &data, &error), GS_OK);
    const struct gs_exercise *exercise = gs_data_exercise_lesson(data)->exercises[0];
    assert_string_equal(
        said_of(exercise, "{\"kind\": \"race-shared\", \"race\": true, \"array\": \"part\", "
                          "\"memory\": \"shared\", \"elements\": 32, \"index\": 3, " THREADS "}"),
        "Thread 3 of block 1 and thread 4 of block 0 meet at part[3], 3 of 4.");
    assert_null(said_of(exercise, "{\"kind\": \"race-global\", \"race\": true, \"array\": \"s\", "
                                  "\"memory\": \"global\", \"index\": 3, " THREADS "}"));
    assert_string_equal(said_of(exercise, "{\"kind\": \"out-of-bounds\", \"array\": \"s\", "
                                          "\"memory\": \"global\", \"index\": 4, " THREADS "}"),
                        "thread 3 of block 1 of s.");
    assert_null(said_of(
        exercise, "{\"kind\": \"out-of-bounds\", \"array\": \"s\", \"index\": 3, " THREADS "}"));
    assert_null(said_of(
        exercise, "{\"kind\": \"out-of-bounds\", \"array\": \"t\", \"index\": 4, " THREADS "}"));
    gs_data_exercise_release(data);
}

/* ---- courses --------------------------------------------------------------------------------- */

static const char course_text[] = "title = \"Labs\"\n"
                                  "total = 100\n"
                                  "[[exercise]]\n"
                                  "use = \"count\"\n"
                                  "points = 20\n"
                                  "weight = 2\n"
                                  "due = 2026-11-06\n"
                                  "[[exercise]]\n"
                                  "use = \"3.1\"\n";

static void reads_a_course(void **state)
{
    (void)state;
    struct gs_data_course course;
    struct gs_error error = {""};
    assert_int_equal(
        gs_data_course_parse("course.toml", course_text, strlen(course_text), &course, &error),
        GS_OK);
    assert_int_equal(course.count, 2);
    assert_true(course.total == 100 && course.entries[0].points == 40);
    assert_string_equal(course.entries[0].due, "2026-11-06");
    assert_null(course.entries[0].opens);
    gs_data_course_release(&course);
}

static void says_what_is_wrong_with_a_course(void **state)
{
    (void)state;
    static const struct {
        const char *text, *said;
    } rows[] = {
        {"title = \"Labs\"\n", "course.toml:1: exercise: is missing; a course needs it"},
        {"title = \"a\"\nexercise = 3\n", ":2: exercise: write 1 to 200 of them"},
        {"title = \"a\"\n[[exercise]]\n", ":2: use: is missing"},
        {"title = \"a\"\n[[exercise]]\nuse = \"../x\"\n", "is the name of no exercise"},
        {"title = \"a\"\n[[exercise]]\nuse = \"x\"\ndue = \"soon\"\n",
         ":4: due: write a date without quotes"},
        {"title = \"a\"\n[[exercise]]\nuse = \"x\"\nopens = 2026-02-01\ndue = 2026-01-01\n",
         "due: is before it opens"},
        {"title = \"a\"\n[[exercise]]\nuse = \"x\"\npoint = 3\n", "did you mean \"points\"?"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct gs_data_course course;
        struct gs_error error = {""};
        assert_int_equal(gs_data_course_parse("course.toml", rows[i].text, strlen(rows[i].text),
                                              &course, &error),
                         GS_USAGE);
        assert_one_line(error.text);
        assert_contains(error.text, rows[i].said);
        gs_data_course_release(&course);
    }
    for (size_t i = 0; i <= strlen(course_text); i++) {
        struct gs_data_course course;
        struct gs_error error = {""};
        if (gs_data_course_parse("course.toml", course_text, i, &course, &error) != GS_OK)
            assert_one_line(error.text);
        gs_data_course_release(&course);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(becomes_an_exercise),
        cmocka_unit_test(fills_what_was_asked_for),
        cmocka_unit_test(has_a_header),
        cmocka_unit_test(says_what_is_wrong),
        cmocka_unit_test(fills_in_rising_order),
        cmocka_unit_test(computes_each_element_of_a_large_array),
        cmocka_unit_test(is_called_after_its_folder),
        cmocka_unit_test(takes_any_text),
        cmocka_unit_test(takes_any_order_of_lines),
        cmocka_unit_test(computes_formulas),
        cmocka_unit_test(computes_elements),
        cmocka_unit_test(refuses_what_is_no_formula),
        cmocka_unit_test(answers_by_formulas),
        cmocka_unit_test(goes_on_from_elements_before),
        cmocka_unit_test(says_what_a_teacher_says_of_findings),
        cmocka_unit_test(reads_a_course),
        cmocka_unit_test(says_what_is_wrong_with_a_course),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
