/* Mistakes that stand in the source, where they fit what went wrong. */
#include "test_source.h"

#include "source_audit.h"
#include "source_code.h"
#include "source_mistake.h"

#include <time.h>

static const struct gs_array parameters[] = {
    {"c", GS_OUTPUT, GS_HOME_PAGEABLE, GS_F32},
    {"a", GS_INPUT, GS_HOME_PAGEABLE, GS_F32},
    {"b", GS_INPUT, GS_HOME_PAGEABLE, GS_F32},
    {"n", GS_NUMBER, GS_HOME_PAGEABLE, GS_U64},
    {0},
};
static const struct gs_exercise exercise = {
    .name = "vecadd", .entry = "vecadd", .parameters = parameters, .n_name = "n"};

/* A kernel whose body begins in line 3, and the function that launches it. */
static const char *program(const char *body, const char *launch)
{
    static char text[2048];
    snprintf(text, sizeof text,
             "__global__ void k(float *c, const float *a, const float *b, size_t size)\n{\n%s\n}\n"
             "void vecadd(float *c, const float *a, const float *b, size_t n)\n{\n%s\n}\n",
             body, launch);
    return text;
}

static const char *const usual_launch = "    k<<<(n + 255) / 256, 256>>>(c, a, b, n);";
static const char *const usual_index =
    "    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < size)\n"
    "        c[i] = a[i] + b[i];";

/* Kind, line and sentence, "no-value 3 Seen. ..."; "" where nothing is said. */
static const char *said_of_blocks(const char *text, enum gs_symptom symptom, const json_t *remarks,
                                  size_t block)
{
    static char said[1024];
    struct gs_source source = gs_test_source(text);
    struct gs_saying out = {.line = 0};
    const struct gs_seen seen = {.symptom = symptom,
                                 .exercise = &exercise,
                                 .source = &source,
                                 .remarks = remarks,
                                 .kernel = "",
                                 .threads = 256,
                                 .block = block,
                                 .array = "c",
                                 .at_the_end = true,
                                 .words = "Seen."};
    said[0] = '\0';
    if (gs_say_source_mistake(&seen, &out))
        snprintf(said, sizeof said, "%s %d %s", out.kind, out.line, out.sentence);
    gs_source_release(&source);
    return said;
}

static const char *said_of(const char *text, enum gs_symptom symptom, const json_t *remarks)
{
    return said_of_blocks(text, symptom, remarks, 0);
}

static const char *in_kernel(const char *body, enum gs_symptom symptom)
{
    return said_of(program(body, usual_launch), symptom, NULL);
}

static void assert_says(const char *said, const char *begin, const char *part)
{
    assert_contains(said, "Seen. ");
    if (strncmp(said, begin, strlen(begin)) != 0)
        fail_msg("\"%s\" does not begin with \"%s\"", said, begin);
    assert_contains(said, part);
}

static void what_is_right_is_not_blamed(void **state)
{
    (void)state;
    for (unsigned symptom = GS_SEEN_BOUNDS; symptom <= GS_SEEN_COPY; symptom *= 2)
        assert_string_equal(in_kernel(usual_index, (enum gs_symptom)symptom), "");
}

static void the_last_one_left_out_is_named(void **state)
{
    (void)state;
    static const char *const body = "    size_t i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                    "    if (i < size - 1)\n        c[i] = a[i] + b[i];";
    assert_says(in_kernel(body, GS_SEEN_MISSING), "off-by-one 4 ",
                "Line 4: `i < size - 1` leaves out the last one.");
    assert_string_equal(in_kernel(body, GS_SEEN_RACE), "");
}

static void a_fill_of_bytes_is_named(void **state)
{
    (void)state;
    static const struct {
        const char *call, *begin, *part;
    } rows[] = {
        {"    cudaMemset(c, 0, n);", "not-zeroed 9 ",
         "Line 9: cudaMemset() counts bytes, and an element of `c` has 4"},
        {"    cudaMemset(c, 1, n * sizeof *c);", "wrong-value 9 ", "cudaMemset() sets each byte"},
        {"    cudaMemset(c, 0x7fffffff, 4 * n);", "wrong-value 9 ", "cudaMemset() sets each byte"},
        {"    cudaMemset(c, 0, n * sizeof *c);", NULL, NULL},
        {"    cudaMemset(c, 0xff, n * sizeof *c);", NULL, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *said = said_of(program(usual_index, rows[i].call), GS_SEEN_WRONG, NULL);
        if (rows[i].begin == NULL)
            assert_string_equal(said, "");
        else
            assert_says(said, rows[i].begin, rows[i].part);
    }
}

static void a_variable_without_a_value_is_named(void **state)
{
    (void)state;
    assert_says(in_kernel("    size_t i;\n    c[i] = threadIdx.x;", GS_SEEN_RACE), "no-value 3 ",
                "Line 3: `i` is declared without a value, and line 4 uses it");
    assert_says(in_kernel("    int t = threadIdx.x, sum;\n    sum += t;", GS_SEEN_WRONG),
                "no-value 3 ", "`sum`");
    assert_string_equal(
        in_kernel("    size_t i, t = threadIdx.x;\n    i = t;\n    c[i] = 0;", GS_SEEN_RACE), "");
    assert_string_equal(in_kernel("    float s;\n    sincosf(threadIdx.x, &s, c);", GS_SEEN_WRONG),
                        "");
    static const char *const has_one[] = {"static int", "static unsigned int", "extern int",
                                          "static thread_local int", "__shared__ unsigned int"};
    for (size_t i = 0; i < sizeof has_one / sizeof has_one[0]; i++) {
        char body[160];
        snprintf(body, sizeof body, "    %s calls;\n    if (calls == 0)\n        c[0] = 1;",
                 has_one[i]);
        assert_string_equal(in_kernel(body, GS_SEEN_WRONG), "");
    }
    assert_says(
        in_kernel("    unsigned int calls;\n    if (calls == 0)\n        c[0] = 1;", GS_SEEN_WRONG),
        "no-value 3 ", "`calls`");
}

static void an_index_that_several_threads_have_is_named(void **state)
{
    (void)state;
    assert_says(in_kernel("    size_t i = blockIdx.x * threadIdx.x;\n    c[i] = 0;", GS_SEEN_RACE),
                "wrong-index 3 ", "`blockIdx.x * threadIdx.x` is 0 for all threads of block 0");
    assert_says(
        in_kernel("    size_t i = blockIdx.x * (size_t)gridDim.x + threadIdx.x;\n    c[i] = 0;",
                  GS_SEEN_RACE),
        "wrong-index 3 ", "counts gridDim.x threads a block");
    assert_says(in_kernel("    size_t i = blockIdx.x + threadIdx.x;\n    c[i] = 0;", GS_SEEN_RACE),
                "wrong-index 3 ", "the same number");
    assert_string_equal(
        in_kernel("    size_t i = blockDim.x * blockIdx.x + threadIdx.x;\n    c[i] = 0;",
                  GS_SEEN_RACE),
        "");
}

/* Where some threads alone have work, or a block has threads along y, a number may be another. */
static void blocks_of_another_size_are_told_where_each_thread_has_an_element(void **state)
{
    (void)state;
    static const char *const some = "    if (threadIdx.x < 16)\n"
                                    "        c[blockIdx.x * 16 + threadIdx.x] = 0;";
    static const char *const two = "    size_t x = blockIdx.x * 32 + threadIdx.x;\n"
                                   "    size_t y = blockIdx.y * 8 + threadIdx.y;\n"
                                   "    c[y * size + x] = 0;";
    static const char *const all = "    size_t i = blockIdx.x * 512 + threadIdx.x;\n"
                                   "    if (i < size)\n        c[i] = 0;";
    assert_says(said_of_blocks(program(all, usual_launch), GS_SEEN_MISSING, NULL, 256),
                "wrong-index 3 ", "counts 512 threads a block");
    assert_string_equal(said_of_blocks(program(some, usual_launch), GS_SEEN_WRONG, NULL, 256), "");
    assert_string_equal(
        said_of_blocks(program(two, "    k<<<dim3(2, 3), dim3(32, 8)>>>(c, a, b, n);"),
                       GS_SEEN_WRONG, NULL, 256),
        "");
}

static void a_kernel_in_which_all_threads_do_all_is_named(void **state)
{
    (void)state;
    static const char loop[] = "    for (size_t i = 0; i < size; i++)\n        c[i] = a[i];";
    assert_says(in_kernel(loop, GS_SEEN_RACE), "same-work 1 ", "every thread does all of the work");
    assert_says(in_kernel(loop, GS_SEEN_ENDLESS), "same-work 1 ", "never looks at threadIdx");
    assert_string_equal(
        said_of(program(loop, "    k<<<1, 1>>>(c, a, b, n);"), GS_SEEN_ENDLESS, NULL), "");
    assert_string_equal(in_kernel(loop, GS_SEEN_WRONG), "");
}

static void a_test_that_lets_the_end_through_is_named(void **state)
{
    (void)state;
    assert_says(in_kernel("    int i = threadIdx.x;\n    if (i <= size)\n        c[i] = 0;",
                          GS_SEEN_BOUNDS),
                "off-by-one 4 ", "Line 4: `i <= size` treats the number just past the last one");
    assert_says(in_kernel("    int i = threadIdx.x;\n    if (i > size)\n        return;\n"
                          "    c[i] = 0;",
                          GS_SEEN_BOUNDS),
                "off-by-one 4 ", "`i > size`");
    assert_says(in_kernel("    int i = threadIdx.x;\n    if (i < size)\n        return;\n"
                          "    c[i] = 0;",
                          GS_SEEN_BOUNDS),
                "guard-inverted 4 ", "sends away the threads that have an element");
    assert_string_equal(in_kernel("    int i = threadIdx.x;\n    if (i <= size - 1)\n"
                                  "        c[i] = 0;",
                                  GS_SEEN_BOUNDS),
                        "");
    assert_string_equal(in_kernel("    int i = threadIdx.x;\n    if (i >= size)\n        return;\n"
                                  "    c[i] = 0;",
                                  GS_SEEN_BOUNDS),
                        "");
}

static void shared_memory_that_is_none_is_named(void **state)
{
    (void)state;
    static const char tree[] = "    %s float part[256];\n    part[threadIdx.x] = a[0];\n"
                               "    __syncthreads();\n    c[0] = part[1];";
    char body[256];
    snprintf(body, sizeof body, tree, "");
    assert_says(in_kernel(body, GS_SEEN_WRONG), "not-shared 3 ", "`part` has no `__shared__`");
    snprintf(body, sizeof body, tree, "__shared__");
    assert_string_equal(in_kernel(body, GS_SEEN_WRONG), "");
}

static void calls_that_take_something_else_are_named(void **state)
{
    (void)state;
    assert_says(in_kernel("    atomicInc((unsigned *)c + threadIdx.x, 1);", GS_SEEN_WRONG),
                "atomic-inc 3 ", "is where counting ends");
    assert_string_equal(
        in_kernel("    atomicInc((unsigned *)c + threadIdx.x, size);", GS_SEEN_WRONG), "");
    assert_says(in_kernel("    atomicInc(&c[threadIdx.x], size);", GS_SEEN_WRONG), "atomic-inc 3 ",
                "with size a count that is size or more becomes 0");
    assert_string_equal(in_kernel("    atomicInc(&c[threadIdx.x], 0xffffffffu);", GS_SEEN_WRONG),
                        "");
    assert_says(said_of(program(usual_index, "    cudaMemcpy(c, a, sizeof(c), "
                                             "cudaMemcpyDeviceToHost);"),
                        GS_SEEN_MISSING, NULL),
                "size-of-pointer 9 ", "`sizeof(c)` is the size of the pointer");
    assert_says(said_of(program(usual_index, "    float *d;\n    cudaMemcpy(d, c, n, "
                                             "cudaMemcpyDeviceToHost);"),
                        GS_SEEN_MISSING, NULL),
                "copy-swapped 10 ", "this copies from `c`");
}

static void elements_that_are_handed_over_as_bytes_are_named(void **state)
{
    (void)state;
    static const char *const calls[] = {
        "    cudaMemcpyFromSymbol(c, a, n);", "    cudaMemcpyFromSymbolAsync(c, a, 2 * n);",
        "    size_t half = n / 2;\n    cudaMemcpyToSymbol(c, a, n - half);",
        "    static __constant__ float w[7];\n    cudaMemcpyToSymbol(w, a, 7);",
        ("    enum { R = 3 };\n    static __constant__ float w[2 * R + 1];\n"
         "    cudaMemcpyToSymbol(w, a, (R * 2) + 1);")};
    for (size_t k = 0; k < sizeof calls / sizeof calls[0]; k++) {
        const char *said = said_of(program(usual_index, calls[k]), GS_SEEN_WRONG, NULL);
        assert_says(said, "elements-for-bytes ", "() counts bytes, and `");
    }
    static const char *const right[] = {
        "    cudaMemcpy(c, a, n * sizeof(float), cudaMemcpyDefault);",
        "    cudaMemcpy(c, a, 4 * n, cudaMemcpyDefault);",
        "    size_t bytes = n * sizeof *a;\n    cudaMemcpy(c, a, bytes, cudaMemcpyDefault);",
        "    static __constant__ float w[7];\n    cudaMemcpyToSymbol(w, a, 28);",
        "    static __constant__ float w[7];\n    cudaMemcpyToSymbol(w, a, sizeof(w));"};
    for (size_t k = 0; k < sizeof right / sizeof right[0]; k++)
        assert_string_equal(said_of(program(usual_index, right[k]), GS_SEEN_WRONG, NULL), "");
}

/* z1 is `terms` times z0, z2 as often z1, and so on. */
static char *write_sums(const char *type, const char *first, int levels, int terms)
{
    static char text[1600];
    size_t at = (size_t)snprintf(text, sizeof text, "    %s z0 = %s;\n", type, first);
    for (int level = 1; level <= levels; level++) {
        at += (size_t)snprintf(text + at, sizeof text - at, "    %s z%d = z%d", type, level,
                               level - 1);
        for (int i = 1; i < terms; i++)
            at += (size_t)snprintf(text + at, sizeof text - at, "+z%d", level - 1);
        at += (size_t)snprintf(text + at, sizeof text - at, ";\n");
    }
    return text;
}

/* Each of them is the sum of all that the one before is the sum of. */
static void sums_of_sums_take_no_time(void **state)
{
    (void)state;
    const clock_t start = clock();
    char *launch = write_sums("const int", "1", 7, 16);
    strcat(launch, "    static __constant__ float w[7];\n    cudaMemcpyToSymbol(w, a, z7);");
    assert_string_equal(said_of(program(usual_index, launch), GS_SEEN_NUMBERS, NULL), "");
    launch = write_sums("size_t", "n", 4, 80);
    strcat(launch, "    cudaMemset(c, 0, z4);");
    assert_string_equal(said_of(program(usual_index, launch), GS_SEEN_WRONG, NULL), "");
    assert_true(clock() - start < CLOCKS_PER_SEC);
}

static void a_float_that_is_cut_off_is_named(void **state)
{
    (void)state;
    assert_says(said_of("__global__ void k(float *c, const int f)\n{\n    c[0] = f;\n}\n"
                        "void vecadd(float *c, float gain)\n{\n    k<<<1, 1>>>(c, gain);\n}\n",
                        GS_SEEN_WRONG, NULL),
                "cut-off 7 ", "`gain` is a float, and `k` takes it as `const int f`");
    assert_says(in_kernel("    float x = a[0];\n    c[0] = k(c, a, b, x);", GS_SEEN_WRONG),
                "cut-off 4 ", "takes it as `size_t size`");
    assert_string_equal(said_of("__global__ void k(float *c, float f)\n{\n    c[0] = f;\n}\n"
                                "void vecadd(float *c, float gain)\n{\n    k<<<1, 1>>>(c, gain);\n"
                                "}\n",
                                GS_SEEN_WRONG, NULL),
                        "");
}

static void a_sum_that_each_turn_sets_anew_is_named(void **state)
{
    (void)state;
    assert_says(in_kernel("    float sum = 0;\n    for (int i = 0; i < 9; i++)\n"
                          "        sum = a[i] * b[i];\n    c[threadIdx.x] = sum;",
                          GS_SEEN_NUMBERS),
                "set-each-turn 5 ", "sets `sum` anew");
    static const char *const others[] = {
        "    float sum = 0;\n    for (int i = 0; i < 9; i++)\n        sum = sum + a[i] * b[i];\n"
        "    c[threadIdx.x] = sum;",
        "    float sum = 0;\n    for (int i = 0; i < 9; i++) {\n        sum = a[i] * b[i];\n"
        "        c[i] = sum;\n    }\n    c[threadIdx.x] = sum;",
        "    int last = 0;\n    for (int i = 0; i < 9; i++)\n        if (a[i] > 0)\n"
        "            last = i;\n    c[threadIdx.x] = a[last] * b[last];"};
    for (size_t k = 0; k < sizeof others / sizeof others[0]; k++)
        assert_string_equal(in_kernel(others[k], GS_SEEN_NUMBERS), "");
}

static void a_guard_behind_a_not_is_read_as_it_is_meant(void **state)
{
    (void)state;
    static const char *const index = "    size_t i = blockIdx.x * blockDim.x + threadIdx.x;\n";
    static const struct {
        const char *guard, *begin;
    } rows[] = {{"    if (!(i < size))\n        return;\n", ""},
                {"    if (!(i < size && a[i] > 0))\n        return;\n", ""},
                {"    if (!(i <= size))\n        return;\n", "off-by-one 4 "},
                {"    if (!(i >= size))\n        return;\n", "guard-inverted 4 "}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        char body[256];
        snprintf(body, sizeof body, "%s%s    c[i] = a[i] + b[i];", index, rows[k].guard);
        const char *said = in_kernel(body, GS_SEEN_BOUNDS);
        if (rows[k].begin[0] == '\0')
            assert_string_equal(said, "");
        else
            assert_says(said, rows[k].begin, "");
    }
}

static void arguments_in_another_order_are_named(void **state)
{
    (void)state;
    static const char swapped[] = "    k<<<1, 256>>>((float *)a, c, b, n);";
    assert_says(said_of(program(usual_index, swapped), GS_SEEN_CHANGED, NULL),
                "arguments-swapped 9 ", "hands over `a` where the kernel `k` takes `c`");
    /* Names that are not the exercise's may change places from step to step. */
    assert_string_equal(
        said_of("__global__ void k(float *to, float *from) { to[threadIdx.x] = from[0]; }\n"
                "void vecadd(float *to, float *from) { k<<<1, 1>>>(from, to); }\n",
                GS_SEEN_CHANGED, NULL),
        "");
}

static void a_lock_that_is_given_back_too_early_is_named(void **state)
{
    (void)state;
    assert_says(in_kernel("    while (atomicCAS((int *)c, 0, 1) != 0)\n        ;\n"
                          "    atomicExch((int *)c, 0);\n    c[threadIdx.x] += a[1];",
                          GS_SEEN_RACE),
                "lock-given-back 5 ", "before line 6 stores to memory");
    assert_string_equal(in_kernel("    while (atomicCAS((int *)c, 0, 1) != 0)\n        ;\n"
                                  "    c[threadIdx.x] += a[1];\n    atomicExch((int *)c, 0);",
                                  GS_SEEN_RACE),
                        "");
}

static void a_lock_that_is_tested_and_set_in_two_steps_is_named(void **state)
{
    (void)state;
    static const char *const others[] = {
        "    int i = threadIdx.x;\n    do {\n        c[i] = a[i];\n        i++;\n    } while (i < "
        "size);\n"
        "    i = 0;",
        "    int i = threadIdx.x;\n    do\n        i++;\n    while (i < size);\n    i = 0;",
    };
    assert_says(in_kernel("    while (c[0] == 1)\n        ;\n    c[0] = 1;", GS_SEEN_RACE),
                "lock-in-steps 3 ", "two threads can both find it free");
    for (size_t k = 0; k < sizeof others / sizeof others[0]; k++)
        assert_string_equal(in_kernel(others[k], GS_SEEN_RACE), "");
}

static void an_index_of_a_narrow_type_is_named(void **state)
{
    (void)state;
    static const char narrow[] = "    %s i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                 "    c[i] = a[i] + b[i];";
    char body[256];
    snprintf(body, sizeof body, narrow, "char");
    assert_says(in_kernel(body, GS_SEEN_RACE), "narrow-index 3 ",
                "the type of `i` holds no number above 127, and the launch has 256 threads");
    snprintf(body, sizeof body, narrow, "unsigned short int"); /* holds each of 256 */
    assert_string_equal(in_kernel(body, GS_SEEN_RACE), "");
}

static void an_input_that_the_kernel_never_reads_is_named(void **state)
{
    (void)state;
    assert_says(in_kernel("    int i = threadIdx.x;\n    c[i] = a[i] + a[i];", GS_SEEN_NUMBERS),
                "unused-input 1 ", "the kernel `k` is given `b`, and never reads it");
    assert_says(in_kernel("    int i = threadIdx.x;\n    c[i] = i;", GS_SEEN_NUMBERS),
                "unused-input 1 ", "is given `a` and `b`, and reads neither");
    assert_string_equal(
        in_kernel("    int i = threadIdx.x;\n    c[i] = a[i] - b[i];", GS_SEEN_NUMBERS), "");
}

static void a_warning_of_the_compiler_is_named(void **state)
{
    (void)state;
    json_t *remarks = json_pack("[{s:s, s:s, s:i, s:b}, {s:s, s:s, s:i}]", "kind", "warning",
                                "sentence", "`x` is never used.", "line", 3, "aside", 1, "kind",
                                "warning", "sentence", "The `;` is all.", "line", 4);
    assert_string_equal(said_of(program(usual_index, usual_launch), GS_SEEN_BOUNDS, remarks),
                        "warned 4 Seen. Line 4: the `;` is all.");
    json_decref(remarks);
}

static void a_comparison_with_the_number_is_found_by_its_name_in_the_kernel(void **state)
{
    (void)state;
    struct gs_source source = gs_test_source(program(usual_index, usual_launch));
    struct gs_code_guard guard = gs_code_guard(&source, gs_code_kernel(&source, "k"), &exercise);
    assert_int_equal(guard.line, 4);
    assert_string_equal(guard.text.text, "i < size");
    gs_source_release(&source);
    source = gs_test_source(program("    c[threadIdx.x] = 0;", usual_launch));
    guard = gs_code_guard(&source, gs_code_kernel(&source, "k"), &exercise);
    assert_int_equal(guard.line, 0);
    gs_source_release(&source);
}

static bool tests_index(const char *body)
{
    struct gs_source source = gs_test_source(program(body, usual_launch));
    const bool tests = gs_code_tests_index(&source, gs_code_kernel(&source, "k"));
    gs_source_release(&source);
    return tests;
}

/* Whatever it is compared with; what is compared in a tree is no number of a thread in the grid. */
static void a_test_of_the_index_is_told_from_others(void **state)
{
    (void)state;
    assert_true(tests_index(usual_index));
    assert_true(tests_index("    int i = blockIdx.x * 32 + threadIdx.x;\n    if (i < 1024)\n"
                            "        c[i] = 0;"));
    assert_false(tests_index("    int i = blockIdx.x * 32 + threadIdx.x, t = threadIdx.x;\n"
                             "    c[i] = a[i];\n    if (t < 16)\n        c[t] = 0;"));
}

/* The kind of what is said of a loop with these copies in lines 5 and 6, each of which was made so
 * often. */
static const char *said_of_chunks(const char *first, const char *second, int times)
{
    static struct gs_saying out;
    char text[1024];
    snprintf(text, sizeof text,
             "void vecadd(float *c, const float *a, const float *b, size_t n)\n{\n"
             "    float *d, *e;\n    for (size_t at = 0, m = 9; at < n; at += m) {\n"
             "%s\n%s\n    }\n}\n",
             first, second);
    struct gs_source source = gs_test_source(text);
    json_t *operations = json_array();
    for (int i = 0; i < 2 * times; i++)
        json_array_append_new(operations, json_pack("{s:s, s:i}", "do", "copy", "line", 5 + i % 2));
    json_t *report = json_pack("{s:o}", "operations", operations);
    out = (struct gs_saying){.line = 0};
    const bool said = gs_say_chunk_from_beginning(&source, &exercise, report, &out);
    json_decref(report);
    gs_source_release(&source);
    return said ? out.kind : "";
}

static void a_chunk_from_the_beginning_is_told_where_nothing_else_explains_it(void **state)
{
    (void)state;
    static const char from_a[] = "cudaMemcpy(d, a + at, m * 4, cudaMemcpyDefault);";
    static const char from_b[] = "cudaMemcpy(e, b, m * 4, cudaMemcpyDefault);";
    static const char *const right[] = {
        "cudaMemcpy(e, b, n * 4, cudaMemcpyDefault);",
        "if (at == 0) cudaMemcpy(e, b, m * 4, cudaMemcpyDefault);",
        "if (at == 0) { cudaMemcpy(e, b, m * 4, cudaMemcpyDefault); }",
        "if (at > 0) ; else cudaMemcpy(e, b, m * 4, cudaMemcpyDefault);",
        "cudaMemcpy(e, b, m * 4, cudaMemcpyDefault); b += m;",
        "cudaMemcpy(e, b + at, m * 4, cudaMemcpyDefault);"};
    assert_string_equal(said_of_chunks(from_a, from_b, 1), "chunk-from-beginning");
    assert_string_equal(said_of_chunks("if (at < 0) continue;", from_b, 1), "");
    assert_string_equal(said_of_chunks(from_a, from_b, 2), "");
    assert_string_equal(said_of_chunks(from_a, from_b, 0), "");
    for (size_t k = 0; k < sizeof right / sizeof right[0]; k++)
        assert_string_equal(said_of_chunks(from_a, right[k], 1), "");
}

static void chunks_that_never_go_on_are_told(void **state)
{
    (void)state;
    static const char from_a[] = "cudaMemcpy(d, a, m * 4, cudaMemcpyDefault);";
    static const char to_c[] = "cudaMemcpy(c, d, m * 4, cudaMemcpyDefault);";
    assert_string_equal(said_of_chunks(from_a, to_c, 1), "chunk-from-beginning");
    assert_string_equal(said_of_chunks(from_a, to_c, 2), "");
    assert_string_equal(said_of_chunks("cudaMemcpy(d, a, n * 4, cudaMemcpyDefault);",
                                       "cudaMemcpy(c, d, n * 4, cudaMemcpyDefault);", 1),
                        "");
    assert_string_equal(said_of_chunks(from_a, "if (at + m >= n) cudaMemcpy(c, d, m * 4, 4);", 1),
                        "");
    assert_string_equal(
        said_of_chunks(from_a, "cudaMemcpy(c, d, m * 4, cudaMemcpyDefault); c += m;", 1), "");
}

static void a_chunk_that_begins_at_bytes_is_told(void **state)
{
    (void)state;
    static const char to_c[] = "cudaMemcpy(c + at, d, m * 4, cudaMemcpyDefault);";
    static const char by_bytes[] = "cudaMemcpy(d, a + at * sizeof(float), m * 4, 4);";
    static const char cast[] = "cudaMemcpy(d, (char *)a + at * sizeof(float), m * 4, 4);";
    assert_string_equal(said_of_chunks(by_bytes, to_c, 1), "offset-in-bytes");
    assert_string_equal(said_of_chunks(by_bytes, to_c, 2), "");
    assert_string_equal(said_of_chunks(cast, to_c, 1), "");
    assert_string_equal(said_of_chunks("cudaMemcpy(d, a + at, m * sizeof(float), 4);", to_c, 1),
                        "");
}

/* Both matrices have `size` columns in the exercise's words, and k goes over the terms: the tests
 * are right, and so is the first matrix's index. */
static void a_loop_over_the_terms_is_no_swapped_bound(void **state)
{
    (void)state;
    static const struct gs_exercise product = {.name = "vecadd",
                                               .entry = "vecadd",
                                               .parameters = parameters,
                                               .n_name = "n",
                                               .m_name = "inner"};
    static const char *const text =
        "__global__ void k(float *c, const float *a, const float *b, size_t n, size_t inner)\n{\n"
        "    size_t column = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    if (column >= n)\n        return;\n"
        "    for (size_t k = 0; k < inner; k++)\n"
        "        c[column] += a[k] * b[k * inner + column];\n}\n"
        "void vecadd(float *c, const float *a, const float *b, size_t n, size_t inner)\n{\n"
        "    k<<<1, 256>>>(c, a, b, n, inner);\n}\n";
    struct gs_source source = gs_test_source(text);
    assert_int_equal(gs_code_swapped_bounds(&source, gs_code_kernel(&source, "k"), &product).line,
                     0);
    gs_source_release(&source);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_right_is_not_blamed),
        cmocka_unit_test(a_loop_over_the_terms_is_no_swapped_bound),
        cmocka_unit_test(the_last_one_left_out_is_named),
        cmocka_unit_test(a_fill_of_bytes_is_named),
        cmocka_unit_test(a_variable_without_a_value_is_named),
        cmocka_unit_test(an_index_that_several_threads_have_is_named),
        cmocka_unit_test(blocks_of_another_size_are_told_where_each_thread_has_an_element),
        cmocka_unit_test(a_kernel_in_which_all_threads_do_all_is_named),
        cmocka_unit_test(a_test_that_lets_the_end_through_is_named),
        cmocka_unit_test(shared_memory_that_is_none_is_named),
        cmocka_unit_test(calls_that_take_something_else_are_named),
        cmocka_unit_test(elements_that_are_handed_over_as_bytes_are_named),
        cmocka_unit_test(sums_of_sums_take_no_time),
        cmocka_unit_test(a_chunk_from_the_beginning_is_told_where_nothing_else_explains_it),
        cmocka_unit_test(chunks_that_never_go_on_are_told),
        cmocka_unit_test(a_chunk_that_begins_at_bytes_is_told),
        cmocka_unit_test(a_float_that_is_cut_off_is_named),
        cmocka_unit_test(a_sum_that_each_turn_sets_anew_is_named),
        cmocka_unit_test(a_guard_behind_a_not_is_read_as_it_is_meant),
        cmocka_unit_test(arguments_in_another_order_are_named),
        cmocka_unit_test(an_index_of_a_narrow_type_is_named),
        cmocka_unit_test(a_lock_that_is_given_back_too_early_is_named),
        cmocka_unit_test(a_lock_that_is_tested_and_set_in_two_steps_is_named),
        cmocka_unit_test(an_input_that_the_kernel_never_reads_is_named),
        cmocka_unit_test(a_warning_of_the_compiler_is_named),
        cmocka_unit_test(a_test_of_the_index_is_told_from_others),
        cmocka_unit_test(a_comparison_with_the_number_is_found_by_its_name_in_the_kernel),
    };
    return cmocka_run_group_tests(tests, gs_test_make_sources, gs_test_remove_sources);
}
