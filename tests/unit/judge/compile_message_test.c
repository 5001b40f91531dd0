/* What compilers say, as they wrote it, and what a student is told. */
#include "test_source.h"

#include "compile_message.h"
#include "double_use.h"

#include <time.h>

static const char header[] = "#include \"vecadd.h\"\n\n";
static const char kernel[] =
    "__global__ void add(float *c, const float *a, const float *b, size_t n)\n"
    "{\n"
    "    size_t i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    if (i < n)\n"
    "        c[i] = a[i] + b[i];\n"
    "}\n\n";
static const char function[] = "void vecadd(float *c, const float *a, const float *b, size_t n)\n"
                               "{\n"
                               "    add<<<(n + 255) / 256, 256>>>(c, a, b, n);\n"
                               "}\n";

/* That program with one piece of it replaced. */
static char *program(const char *piece, const char *by)
{
    static char whole[4096], changed[4096];
    snprintf(whole, sizeof whole, "%s%s%s", header, kernel, function);
    char *found = strstr(whole, piece);
    assert_non_null(found);
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(found - whole), whole, by,
             found + strlen(piece));
    return changed;
}

typedef void reader(const struct gs_compiled *compiled, json_t *remarks);

static json_t *read_with(reader *read, const char *text, const char *output)
{
    struct gs_source source = gs_test_source(text);
    json_t *remarks = json_array();
    const struct gs_compiled compiled = {.source = &source,
                                         .file = "vecadd.cu",
                                         .header = "vecadd.h",
                                         .declared = "void vecadd(float *c, size_t n)",
                                         .folder = "/tmp/gridstride-check-x",
                                         .output = output};
    read(&compiled, remarks);
    gs_source_release(&source);
    return remarks;
}

static const char *text_of(const json_t *remarks, size_t index, const char *key)
{
    return json_string_value(json_object_get(json_array_get(remarks, index), key));
}

static int line_of(const json_t *remarks, size_t index)
{
    return (int)json_integer_value(json_object_get(json_array_get(remarks, index), "line"));
}

/* The first remark on the errors in `output`. */
static void expect_error(const char *text, const char *output, int line, const char *sentence)
{
    json_t *remarks = read_with(gs_compile_errors, text, output);
    assert_true(json_array_size(remarks) > 0);
    assert_string_equal(text_of(remarks, 0, "kind"), "does-not-compile");
    assert_string_equal(text_of(remarks, 0, "sentence"), sentence);
    assert_int_equal(line_of(remarks, 0), line);
    json_decref(remarks);
}

/* ---- errors ---------------------------------------------------------------------------------- */

static void a_missing_semicolon_is_seen_where_it_is_missing(void **state)
{
    (void)state;
    const char *text = program("b[i];", "b[i]");
    static const char sentence[] = "A `;` is missing at the end of line 7.";
    expect_error(text,
                 "vecadd.cu: In function 'void add(float*, size_t)':\n"
                 "vecadd.cu:7:27: error: expected ';' before '}' token\n"
                 "    7 |         c[i] = a[i] + b[i]\n"
                 "      |                           ^\n",
                 7, sentence);
    expect_error(text,
                 "vecadd.cu:7:27: error: expected ';' after expression\n"
                 "        c[i] = a[i] + b[i]\n"
                 "                          ^\n",
                 7, sentence);
    expect_error(program("threadIdx.x;", "threadIdx.x"),
                 "vecadd.cu:6:5: error: expected ',' or ';' before 'if'\n"
                 "    6 |     if (i < n)\n"
                 "      |     ^~\n",
                 5, "A `;` is missing at the end of line 5.");
}

static void a_missing_operator_is_no_missing_semicolon(void **state)
{
    (void)state;
    expect_error(program("a[i] + b[i]", "a[i] b[i]"),
                 "vecadd.cu:7:20: error: expected ';' before 'b'\n", 7,
                 "Something is missing in line 7 before `b`: an operator, a comma or a `;`.");
}

static void a_word_in_another_spelling_is_named(void **state)
{
    (void)state;
    const char *text = program("threadIdx", "threadidx");
    static const char sentence[] = "`threadidx` is spelled `threadIdx`.";
    expect_error(text,
                 "vecadd.cu:5:42: error: 'threadidx' was not declared in this scope; did you mean "
                 "'threadIdx'?\n",
                 5, sentence);
    expect_error(text, "vecadd.cu:5:42: error: use of undeclared identifier 'threadidx'\n", 5,
                 sentence);
    expect_error(program("__global__", "global"),
                 "vecadd.cu:3:1: error: 'global' does not name a type\n", 3,
                 "`global` is spelled `__global__`.");
    expect_error(program("c[i]", "cc[i]"),
                 "vecadd.cu:7:9: error: 'cc' was not declared in this scope; did you mean 'c'?\n",
                 7, "`cc` is not known here: did you mean `c`?");
}

static void a_header_that_is_missing_is_named(void **state)
{
    (void)state;
    expect_error(program("    if (i < n)", "    printf(\"%d\\n\", 1);\n    if (i < n)"),
                 "vecadd.cu:6:5: error: 'printf' was not declared in this scope\n"
                 "vecadd.cu:2:1: note: 'printf' is defined in header '<cstdio>'; did you forget to "
                 "'#include <cstdio>'?\n",
                 6,
                 "`printf` is not known here: write `#include <cstdio>` at the top of your file.");
}

static void a_header_of_std_that_is_missing_is_named(void **state)
{
    (void)state;
    expect_error(program("    if (i < n)", "    std::cout << 1;\n    if (i < n)"),
                 "vecadd.cu:6:10: error: 'cout' is not a member of 'std'\n"
                 "vecadd.cu:2:1: note: 'std::cout' is defined in header '<iostream>'; did you "
                 "forget to '#include <iostream>'?\n",
                 6,
                 "`std::cout` is not known here: write `#include <iostream>` at the top of your "
                 "file.");
}

static void include_without_its_sign_is_told_first(void **state)
{
    (void)state;
    expect_error(program("#include", "include"),
                 "vecadd.cu:3: error: simt-cc: a kernel returns nothing: write '__global__ void'\n",
                 1, "A `#` is missing before `include`.");
}

static void a_comment_without_an_end_is_told_first(void **state)
{
    (void)state;
    expect_error(program("    if (i < n)", "    /* the bounds\n    if (i < n) /* i */"),
                 "vecadd.cu:7:16: warning: \"/*\" within comment [-Wcomment]\n"
                 "vecadd.cu:16: error: expected '}'\n",
                 7,
                 "A comment begins in line 7, within another one that began above it. A comment "
                 "ends at the first `*/`: is one missing above?");
}

static void what_beginners_mistype_is_written_out(void **state)
{
    (void)state;
    expect_error(program("i < n", "i =< n"),
                 "vecadd.cu:6:12: error: expected primary-expression before '<' token\n", 6,
                 "`=<` is written `<=`.");
    expect_error(program("blockDim.x", "blockDim.X"),
                 "vecadd.cu:5:40: error: 'const struct dim3' has no member named 'X'\n", 5,
                 "`blockDim` has the parts `x`, `y` and `z`, and no `X`.");
    expect_error(program("    if (i < n)", "    size_t i = 0;\n    if (i < n)"),
                 "vecadd.cu:6:12: error: redeclaration of 'size_t i'\n", 6,
                 "`i` is declared a second time here: to give it another value, leave out its "
                 "type; for another variable, choose another name.");
    expect_error(program("c[i] = a[i] + b[i]", "atomicAdd(&c[i])"),
                 "vecadd.cu:7:18: error: no matching function for call to 'atomicAdd(float*)'\n", 7,
                 "`atomicAdd` takes the address of a number, as `&x`, and behind a comma what is "
                 "done with it.");
    expect_error(program("c[i] = a[i] + b[i]", "atomicAdd(&c[i] += 1.0f)"),
                 "vecadd.cu:7:25: error: invalid operands of types 'float*' and 'float' to binary "
                 "'operator+'\n",
                 7,
                 "`atomicAdd` does the update itself: it takes the address of a number, as `&x`, "
                 "and behind a comma what is done with it.");
}

static void what_is_defined_twice_is_told_with_both_lines(void **state)
{
    (void)state;
    const char *mains = "int main()\n{\n}\nint main()\n{\n}\n}";
    expect_error(program("}", mains),
                 "vecadd.cu:4:5: error: redefinition of 'int main()'\n"
                 "vecadd.cu:1:5: note: 'int main()' previously defined here\n",
                 4,
                 "`main` is defined in line 1, and a second time here: take both out, for the "
                 "check has its own.");
    expect_error(program("}", mains),
                 "vecadd.cu:4:5: error: redefinition of 'main'\n"
                 "vecadd.cu:1:5: note: previous definition is here\n",
                 4,
                 "`main` is defined in line 1, and a second time here: take both out, for the "
                 "check has its own.");
    expect_error(program("}", "}"),
                 "vecadd.cu:9:17: error: redefinition of 'void add(float*, size_t)'\n"
                 "vecadd.cu:3:17: note: 'void add(float*, size_t)' previously defined here\n",
                 9,
                 "`add` is defined in line 3, and a second time here: take one of the two out, or "
                 "choose another name.");
    expect_error(program("}", "}"),
                 "vecadd.cu:9:8: error: redefinition of 'struct pair'\n"
                 "vecadd.h:3:8: note: previous definition of 'struct pair'\n",
                 9, "`pair` is defined a second time here.");
}

static void an_atomic_function_wants_an_address(void **state)
{
    (void)state;
    expect_error(program("c[i] = a[i] + b[i]", "atomicAdd(c[i], 1.0f)"),
                 "vecadd.cu:7:18: error: no matching function for call to 'atomicAdd(float&, "
                 "float)'\n",
                 7,
                 "The first argument of `atomicAdd` is the address of a number, and this is the "
                 "number itself: write `&` before it.");
}

static void a_kernel_that_is_not_there_is_no_spelling_mistake(void **state)
{
    (void)state;
    expect_error(program(kernel, ""),
                 "vecadd.cu:5:77: error: 'add' was not declared in this scope; did you mean "
                 "'fadd'?\n",
                 5, "There is no kernel `add` above this line.");
}

static void wrong_arguments_of_a_launch_are_told_without_templates(void **state)
{
    (void)state;
    const char *text = program("(c, a, b, n);", "(c, a, b);");
    static const char gcc[] =
        "vecadd.cu: In instantiation of 'vecadd(float*)::<lambda(auto:63&& ...)>':\n"
        "/usr/include/simt/launch.hpp:107:21:   required from 'static void simt_cpp::loop(Body&)'\n"
        "vecadd.cu:12:20:   required from here\n"
        "vecadd.cu:12:8: error: too few arguments to function 'void add(float*, const float*, "
        "const "
        "float*, size_t)'\n"
        "   12 |     add<<<(n + 255) / 256, 256>>>(c, a, b);\n"
        "      |     ~~~^~~~~~~~~~~~~~\n"
        "vecadd.cu:3:16: note: declared here\n"
        "    3 | __global__ void add(float *c, const float *a, const float *b, size_t n)\n"
        "      |                ^~~\n";
    expect_error(text, gcc, 12,
                 "This launch hands too few arguments to `add`, which takes (float*, const float*, "
                 "const float*, size_t).");
    json_t *remarks = read_with(gs_compile_errors, text, gcc);
    assert_contains(text_of(remarks, 0, "detail"), "declared here");
    assert_null(strstr(text_of(remarks, 0, "detail"), "launch.hpp"));
    assert_string_equal(text_of(remarks, 0, "text"), "add<<<(n + 255) / 256, 256>>>(c, a, b);");
    json_decref(remarks);
    expect_error(
        text,
        "vecadd.cu:12:5: error: no matching function for call to 'add'\n"
        "    add(simt_args...); },\n"
        "    ^~~\n"
        "/usr/include/simt/launch.hpp:107:17: note: in instantiation of function template\n"
        "                body(std::get<I>(args)...);\n"
        "vecadd.cu:3:7: note: candidate function not viable: requires 4 arguments, but 3 "
        "were provided\n",
        12, "`add` takes 4 arguments, and this hands it 3.");
    expect_error(
        program("(float *c, const float *a", "(float *c, float *a"),
        "vecadd.cu:12:8: error: invalid conversion from 'const float*' to 'float*' "
        "[-fpermissive]\n"
        "vecadd.cu:3:37: note:   initializing argument 2 of 'void add(float*, float*, const "
        "float*, size_t)'\n",
        12,
        "Argument 2 of `add` may be written to, and what it is given is `const`. Are the "
        "arguments in the order of the parameters? If they are, and it is only read, make the "
        "parameter `const float*`.");
}

static void launches_in_another_form_are_shown_the_right_one(void **state)
{
    (void)state;
    expect_error(
        program("<<<(n + 255) / 256, 256>>>", "<<(n + 255) / 256, 256>>"),
        "vecadd.cu:12:8: error: invalid operands of types 'void(float*)' and 'size_t' {aka "
        "'long unsigned int'} to binary 'operator<<'\n",
        12, "A launch has three `<` and three `>`: `add<<<grid, block>>>(arguments)`.");
    expect_error(
        program("<<<(n + 255) / 256, 256>>>", "<<<n>>>"),
        "vecadd.cu:12: error: simt-cc: a launch needs two numbers, how many blocks and how "
        "many threads in each: 'kernel<<<grid, block>>>(arguments)'\n",
        12,
        "A launch needs two numbers, how many blocks and how many threads in each: "
        "`kernel<<<grid, block>>>(arguments)`.");
    expect_error(program("<<<(n + 255) / 256, 256>>>", ""),
                 "vecadd.cu(12): error: a __global__ function call must be configured\n", 12,
                 "`add` is a kernel: launch it, `add<<<grid, block>>>(arguments)`. If it is for "
                 "kernels to call, make it `__device__`.");
}

static void a_changed_declaration_is_held_against_the_header(void **state)
{
    (void)state;
    expect_error(
        program("const float *b, size_t n)\n{\n    add", "const float *b, int n)\n{\n    add"),
        "vecadd.cu:10:6: error: conflicting declaration of C function 'void vecadd(float*, "
        "int)'\n"
        "vecadd.h:7:6: note: previous declaration 'void vecadd(float*, size_t)'\n",
        10, "vecadd.h declares the function as `void vecadd(float *c, size_t n)`: keep it so.");
}

static void what_simt_cc_says_is_a_sentence(void **state)
{
    (void)state;
    expect_error(
        program("b[i];\n}\n", "b[i];\n"),
        "vecadd.cu:9: error: simt-cc: a function begins here, and the one above it has not "
        "ended: a '}' is missing\n",
        9, "A function begins here, and the one above it has not ended: a `}` is missing.");
}

static void what_the_simulator_refuses_names_the_line_that_includes_it(void **state)
{
    (void)state;
    expect_error(
        "#include \"vecadd.h\"\n#include <curand_kernel.h>\n",
        "In file included from vecadd.cu:2:\n"
        "/usr/include/curand_kernel.h:2:2: error: #error \"simt-cc: curand_kernel.h: cuRAND "
        "is not supported by the simulator; write a generator\"\n",
        2, "curand_kernel.h: cuRAND is not supported by the simulator; write a generator.");
    expect_error(program("\"vecadd.h\"", "\"vecad.h\""),
                 "vecadd.cu:1:10: fatal error: vecad.h: No such file or directory\n", 1,
                 "There is no header `vecad.h`; the one of this exercise is `vecadd.h`.");
}

static void an_unknown_error_is_the_compiler_s_own(void **state)
{
    (void)state;
    expect_error(header, "vecadd.cu:1:2: error: something new about 'x' [-Wnew]\n", 1,
                 "Something new about 'x'.");
}

static void the_first_error_comes_first_and_the_folder_nowhere(void **state)
{
    (void)state;
    json_t *remarks = read_with(gs_compile_errors, header,
                                "vecadd.cu:2:1: warning: unused\n"
                                "vecadd.cu:2:1: error: one\n"
                                "/tmp/gridstride-check-x/vecadd.cu is here\n"
                                "vecadd.cu:1:1: error: two\n");
    assert_int_equal(json_array_size(remarks), 2);
    assert_string_equal(text_of(remarks, 0, "sentence"), "One.");
    assert_string_equal(text_of(remarks, 0, "detail"),
                        "vecadd.cu:2:1: error: one\nvecadd.cu is here");
    json_decref(remarks);
}

static void nothing_is_found_where_nothing_is_said(void **state)
{
    (void)state;
    json_t *remarks =
        read_with(gs_compile_errors, header, "g++: note: nothing\nerror\n: error: \n");
    assert_int_equal(json_array_size(remarks), 0);
    json_decref(remarks);
}

/* ---- warnings -------------------------------------------------------------------------------- */

static void a_double_literal_is_named(void **state)
{
    (void)state;
    json_t *remarks = read_with(
        gs_compile_doubles, program("+ b[i]", "+ 2.0f * b[i] * 0.5"),
        "vecadd.cu:7:37: warning: implicit conversion from 'float' to 'double' to match other "
        "operand of binary expression [-Wdouble-promotion]\n"
        "vecadd.cu:7:21: warning: implicit conversion from 'float' to 'double' to match other "
        "operand of binary expression [-Wdouble-promotion]\n");
    assert_int_equal(json_array_size(remarks), 1);
    assert_string_equal(text_of(remarks, 0, "kind"), "double-literal");
    assert_string_equal(text_of(remarks, 0, "sentence"),
                        "`0.5` makes the expression double. Write `0.5f`.");
    assert_int_equal(line_of(remarks, 0), 7);
    json_decref(remarks);
}

static const char promotions[] =
    "vecadd.cu:12:19: warning: implicit conversion from 'float' to 'double' to match other operand "
    "of binary expression [-Wdouble-promotion]\n"
    "vecadd.cu:7:9: warning: implicit conversion from 'float' to 'double' when passing argument to "
    "function [-Wdouble-promotion]\n"
    "/usr/include/x.h:5:12: warning: 'x' is used uninitialized [-Wuninitialized]\n";

/* As g++ dumps them; lines 3 to 8 are the kernel's. */
static const char statements[] = "void add (float * c, const float * a)\n"
                                 "{\n"
                                 "  [/usr/include/c++/12/cmath:254:28] _1 = (double) __x;\n"
                                 "  [vecadd.cu:12:9] _2 = (double) n;\n"
                                 "  [other_vecadd.cu:7:9] _3 = (double) n;\n"
                                 "  [vecadd.cu:7:21] _4 = (float) i;\n"
                                 "%s"
                                 "}\n";

static void a_double_is_found_in_whatever_words(void **state)
{
    static const struct gs_array floats[] = {{"c", GS_OUTPUT, GS_HOME_DEVICE, GS_F32}, {0}};
    static const struct gs_array integers[] = {{"c", GS_OUTPUT, GS_HOME_DEVICE, GS_I16}, {0}};
    struct gs_source source = gs_test_source(program("b[i]", "b[i]"));
    char gimple[1024];
    (void)state;
    for (int k = 0; k < 3; k++) {
        const struct gs_exercise exercise = {.parameters = k == 2 ? integers : floats};
        json_t *remarks = json_array();
        snprintf(gimple, sizeof gimple, statements,
                 k == 0 ? "" : "  [vecadd.cu:7:21 discrim 2] _5 = (double) _6;\n");
        gs_gimple_check_double(&source, &exercise, "vecadd.cu", gimple, remarks);
        assert_int_equal(json_array_size(remarks), k == 0 ? 0 : 1);
        if (k > 0) {
            assert_int_equal(line_of(remarks, 0), 7);
            assert_string_equal(text_of(remarks, 0, "kind"), "double-literal");
            assert_non_null(strstr(text_of(remarks, 0, "sentence"),
                                   k == 1 ? "the data is float" : "the data are integers"));
        }
        json_decref(remarks);
    }
    gs_source_release(&source);
}

static void doubles_of_the_host_and_of_printf_are_nobody_s_business(void **state)
{
    (void)state;
    const char *text = program("    add<<<", "    float f = 0.5 * n;\n    add<<<");
    json_t *remarks = read_with(gs_compile_doubles, text, promotions);
    assert_int_equal(json_array_size(remarks), 0);
    json_decref(remarks);
    remarks = read_with(gs_compile_warnings, text, promotions);
    assert_int_equal(json_array_size(remarks), 0);
    json_decref(remarks);
}

static void a_float_that_is_printed_is_no_double_by_accident(void **state)
{
    (void)state;
    static const char warning[] = "vecadd.cu:7:21: warning: implicit conversion increases "
                                  "floating-point precision: 'float' to 'double' "
                                  "[-Wdouble-promotion]\n";
    const char *text = program("c[i] = a[i] + b[i];", "printf(\"%f %f\", a[i], b[i]);");
    json_t *remarks = read_with(gs_compile_doubles, text, warning);
    assert_int_equal(json_array_size(remarks), 0);
    json_decref(remarks);
    remarks = read_with(gs_compile_doubles, program("+ b[i]", "+ d[i]"), warning);
    assert_int_equal(json_array_size(remarks), 1);
    json_decref(remarks);
}

/* The compiler computes such a value, and no device does. */
static void the_value_of_a_variable_of_the_device_is_no_code_of_it(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t remarks;
    } rows[] = {
        {"__device__ const float x[2] = {\n0.5f * 2.0, 1.0f};\n", 0},
        {"__device__ const float x[1]{\n0.5f * 2.0};\n", 0},
        {"__device__ const float x{\n0.5f * 2.0};\n", 0},
        {"__device__ float f(float y = 1) {\nreturn y * 2.0;\n}\n", 1},
        {"struct s { __device__ s &operator=(float y) {\nx = y * 2.0;\nreturn *this; } float x; };"
         "\n",
         1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        json_t *remarks = read_with(gs_compile_doubles, rows[i].text,
                                    "vecadd.cu:2:3: warning: implicit conversion from 'float' to "
                                    "'double' to match other operand of binary expression "
                                    "[-Wdouble-promotion]\n");
        assert_int_equal(json_array_size(remarks), rows[i].remarks);
        json_decref(remarks);
    }
}

/* Thousands of statements are looked at in the time of a few. */
static void many_conversions_take_no_time(void **state)
{
    enum { MANY = 2500, ROOM = 1 << 18 };
    static const struct gs_array floats[] = {{"c", GS_OUTPUT, GS_HOME_DEVICE, GS_F32}, {0}};
    const struct gs_exercise exercise = {.parameters = floats};
    char *text = calloc(1, ROOM), *gimple = calloc(1, ROOM);
    (void)state;
    assert_true(text != NULL && gimple != NULL);
    size_t at = (size_t)snprintf(text, ROOM, "double host(float f) { double d = 0;"), to = 0;
    for (int i = 0; i < MANY; i++) {
        at += (size_t)snprintf(text + at, ROOM - at, "\nd += (double)f;");
        to +=
            (size_t)snprintf(gimple + to, ROOM - to, "[vecadd.cu:%d:9] _1 = (double) f;\n", i + 2);
    }
    snprintf(text + at, ROOM - at, "return d; }\n");
    struct gs_source source = gs_test_source(text);
    json_t *remarks = json_array();
    const clock_t start = clock();
    gs_gimple_check_double(&source, &exercise, "vecadd.cu", gimple, remarks);
    assert_true(clock() - start < CLOCKS_PER_SEC);
    assert_int_equal(json_array_size(remarks), 0);
    assert_int_equal(source.function_count, 1);
    json_decref(remarks);
    gs_source_release(&source);
    free(text);
    free(gimple);
}

static void warnings_that_explain_most_come_first(void **state)
{
    (void)state;
    json_t *remarks = read_with(
        gs_compile_warnings, program("i < n", "i >= 0"),
        "vecadd.cu:4:11: warning: unused variable 'k' [-Wunused-variable]\n"
        "vecadd.cu:6:11: warning: comparison of unsigned expression in '>= 0' is always true "
        "[-Wtype-limits]\n"
        "vecadd.cu:7:9: warning: 's' is used uninitialized [-Wuninitialized]\n"
        "vecadd.cu:5:9: warning: suggest parentheses around assignment used as truth value "
        "[-Wparentheses]\n");
    assert_int_equal(json_array_size(remarks), 4);
    assert_string_equal(text_of(remarks, 0, "sentence"),
                        "`=` sets the variable; to compare, write `==`.");
    assert_string_equal(text_of(remarks, 1, "sentence"), "`s` is used before it has a value.");
    assert_string_equal(text_of(remarks, 2, "sentence"),
                        "`i` is unsigned and never below 0, so `i >= 0` is always true.");
    assert_string_equal(text_of(remarks, 3, "sentence"), "`k` is never used.");
    json_decref(remarks);
}

/* Of one warning, in the words of g++ or clang++. */
static void expect_warning(const char *line, const char *message, const char *sentence)
{
    char output[512];
    snprintf(output, sizeof output, "vecadd.cu:7:9: warning: %s\n", message);
    json_t *remarks =
        read_with(gs_compile_warnings, program("        c[i] = a[i] + b[i];", line), output);
    assert_int_equal(json_array_size(remarks), sentence[0] != '\0');
    if (sentence[0] != '\0')
        assert_string_equal(text_of(remarks, 0, "sentence"), sentence);
    json_decref(remarks);
}

/* Of `line` in place of the sum of a kernel whose i is a size_t. */
static void expect_always_true(const char *line, const char *sentence)
{
    expect_warning(line,
                   "comparison of unsigned expression in '>= 0' is always true [-Wtype-limits]",
                   sentence);
}

static void of_a_sum_below_0_the_unsigned_term_is_named(void **state)
{
    (void)state;
    expect_always_true("        if (i + k - RADIUS >= 0 && i < n) c[i] = 0;",
                       "`i + k - RADIUS` is unsigned, as `i` is, and never below 0, so `i + k - "
                       "RADIUS >= 0` is always true.");
    expect_always_true("        c[i] = k + threadIdx.x - 1 >= 0 ? a[i] : 0;",
                       "`k + threadIdx.x - 1` is unsigned, as `threadIdx.x` is, and never below 0, "
                       "so `k + threadIdx.x - 1 >= 0` is always true.");
    expect_always_true("        int m; unsigned p = k * n, r; if (rows[i] + (m - r) >= 0) m = 1;",
                       "`rows[i] + (m - r)` is unsigned, as `r` is, and never below 0, so "
                       "`rows[i] + (m - r) >= 0` is always true.");
    expect_always_true("        while ((size_t)k - 1 >= 0) k--;",
                       "`(size_t)k - 1` is unsigned, as `size_t` is, and never below 0, so "
                       "`(size_t)k - 1 >= 0` is always true.");
    expect_always_true("        while (i >= 0) i--;",
                       "`i` is unsigned and never below 0, so `i >= 0` is always true.");
}

static void frequent_warnings_are_told_in_plain_words(void **state)
{
    (void)state;
    expect_warning(
        "    if (i < n);", "suggest braces around empty body in an 'if' statement [-Wempty-body]",
        "The `;` is all that this `if` does: what follows runs in any case. Take the `;` "
        "away.");
    expect_warning(
        "    for (;;);", "for loop has empty body [-Wempty-body]",
        "The `;` is all that this `for` does: what follows runs once, after it. Take the "
        "`;` away.");
    expect_warning(
        "    c[i] == a[i];", "statement has no effect [-Wunused-value]",
        "`==` compares, and nothing is done with the answer: to set a value, write `=`.");
    expect_warning("    a[i];", "expression result unused [-Wunused-value]",
                   "This line computes something and does nothing with it.");
    expect_warning("    c[i, 3] = 2;", "left operand of comma operator has no effect",
                   "In `[ ]` a `,` keeps only what stands behind it. A place in a matrix is one "
                   "index: `row * width + column`.");
    expect_warning("    c[i] = x;", "'x' may be used uninitialized [-Wmaybe-uninitialized]",
                   "`x` may be read before it is set: not every way to this line sets it.");
    expect_warning("    p.x = 1;", "parameter 'p' set but not used [-Wunused-but-set-parameter]",
                   "`p` is the function's own copy: what is stored in it is lost when the function "
                   "returns.");
    expect_warning("    d = p.x;", "'p.point::x' may be used uninitialized",
                   "`p.x` may be read before it is set.");
    expect_warning("    point p;", "variable 'p' set but not used [-Wunused-but-set-variable]",
                   "What is stored in `p` is never used.");
    expect_warning("    c = {1 / s};",
                   "narrowing conversion of '(1.0e+0f / s)' from 'float' to 'int' [-Wnarrowing]",
                   "A `float` is stored in a number of type `int` here, which drops what stands "
                   "after the decimal point.");
    expect_warning("    c[i] = 0,5;", "left operand of comma operator has no effect",
                   "`0,5` keeps only the 5: a decimal number has a point, `0.5`.");
    expect_warning("    add<<<(x, y), (16, 16)>>>();",
                   "left operand of comma operator has no effect",
                   "Of `(a, b)` only b is kept: write `dim3(a, b)` for a grid or a block of two "
                   "dimensions.");
    expect_warning(
        "    if (i < n) c[i] = 1;",
        "comparison of integer expressions of different signedness: 'int' and 'size_t' "
        "{aka 'long unsigned int'} [-Wsign-compare]",
        "This compares a signed with an unsigned type (`int`, `size_t`): a number below 0 "
        "counts as a very large one.");
    expect_warning("    printf(\"%d\", n);",
                   "format '%d' expects argument of type 'int', but argument 2 has type 'size_t' "
                   "{aka 'long unsigned int'} [-Wformat=]",
                   "What is printed here is a `size_t`, and `%d` is for another type.");
    expect_warning("}", "control reaches end of non-void function [-Wreturn-type]",
                   "The function can end here without the `return` that its type promises.");
    expect_warning("    if (0 <= i < n)",
                   "comparisons like 'X<=Y<=Z' do not have their mathematical meaning "
                   "[-Wparentheses]",
                   "`a < b < c` compares the truth of `a < b` with c: write `a < b && b < c`.");
}

/* Numbers of the exercise's function need not be used, and arrays have to be. */
static void a_number_that_the_stub_hands_over_need_not_be_used(void **state)
{
    (void)state;
    expect_warning("}", "unused parameter 'n' [-Wunused-parameter]", "");
    expect_warning("}", "unused parameter 'c' [-Wunused-parameter]", "`c` is never used.");
    expect_warning("}", "unused parameter 'm' [-Wunused-parameter]", "`m` is never used.");
}

static void a_macro_that_is_a_double_is_named_as_it_is_written(void **state)
{
    (void)state;
    struct gs_source source = gs_test_source(program("+ b[i]", "* 3.14159"));
    for (size_t i = 0; i < source.written.count; i++) { /* as before the preprocessor */
        if (gs_token_is(&source.written, i, "3.14159"))
            source.written.items[i] =
                (struct gs_token){.text = "M_PI", .line = 7, .kind = GS_TOKEN_WORD};
    }
    json_t *remarks = json_array();
    const struct gs_compiled compiled = {
        .source = &source,
        .file = "vecadd.cu",
        .header = "vecadd.h",
        .declared = "",
        .folder = "/tmp/x",
        .output = "vecadd.cu:7:21: warning: implicit conversion from 'float' to 'double' to match "
                  "other operand of binary expression [-Wdouble-promotion]\n"};
    gs_compile_doubles(&compiled, remarks);
    assert_string_equal(text_of(remarks, 0, "sentence"),
                        "`M_PI` stands for 3.14159, which makes the expression double. Write "
                        "`(float)M_PI`.");
    json_decref(remarks);
    gs_source_release(&source);
}

static void other_warnings_are_told_in_the_compiler_s_words(void **state)
{
    (void)state;
    expect_warning("    t[4] = 1;",
                   "array subscript 4 is above array bounds of 'float [4]' "
                   "[-Warray-bounds]",
                   "Array subscript 4 is above array bounds of 'float [4]'.");
    expect_warning("#pragma mine", "ignoring '#pragma mine ' [-Wunknown-pragmas]", "");
}

static void an_index_that_is_a_float_is_named_as_that(void **state)
{
    (void)state;
    expect_error(program("size_t i", "float i"),
                 "vecadd.cu:7:10: error: invalid types 'float*[float]' for array subscript\n", 7,
                 "An index is a float here, and has to be an integer: make it an `int` or a "
                 "`size_t`.");
    expect_error(program("c[i] = a[i]", "c[i] = a[i][i]"),
                 "vecadd.cu:7:20: error: invalid types 'const float[size_t]' for array subscript\n",
                 7, "`a[i]` is one value already: it takes no second `[ ]`.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_index_that_is_a_float_is_named_as_that),
        cmocka_unit_test(a_header_that_is_missing_is_named),
        cmocka_unit_test(a_header_of_std_that_is_missing_is_named),
        cmocka_unit_test(include_without_its_sign_is_told_first),
        cmocka_unit_test(a_comment_without_an_end_is_told_first),
        cmocka_unit_test(what_beginners_mistype_is_written_out),
        cmocka_unit_test(what_is_defined_twice_is_told_with_both_lines),
        cmocka_unit_test(an_atomic_function_wants_an_address),
        cmocka_unit_test(a_number_that_the_stub_hands_over_need_not_be_used),
        cmocka_unit_test(a_macro_that_is_a_double_is_named_as_it_is_written),
        cmocka_unit_test(a_missing_semicolon_is_seen_where_it_is_missing),
        cmocka_unit_test(a_missing_operator_is_no_missing_semicolon),
        cmocka_unit_test(a_word_in_another_spelling_is_named),
        cmocka_unit_test(a_kernel_that_is_not_there_is_no_spelling_mistake),
        cmocka_unit_test(wrong_arguments_of_a_launch_are_told_without_templates),
        cmocka_unit_test(launches_in_another_form_are_shown_the_right_one),
        cmocka_unit_test(a_changed_declaration_is_held_against_the_header),
        cmocka_unit_test(what_simt_cc_says_is_a_sentence),
        cmocka_unit_test(what_the_simulator_refuses_names_the_line_that_includes_it),
        cmocka_unit_test(an_unknown_error_is_the_compiler_s_own),
        cmocka_unit_test(the_first_error_comes_first_and_the_folder_nowhere),
        cmocka_unit_test(nothing_is_found_where_nothing_is_said),
        cmocka_unit_test(a_double_literal_is_named),
        cmocka_unit_test(a_double_is_found_in_whatever_words),
        cmocka_unit_test(doubles_of_the_host_and_of_printf_are_nobody_s_business),
        cmocka_unit_test(a_float_that_is_printed_is_no_double_by_accident),
        cmocka_unit_test(the_value_of_a_variable_of_the_device_is_no_code_of_it),
        cmocka_unit_test(many_conversions_take_no_time),
        cmocka_unit_test(warnings_that_explain_most_come_first),
        cmocka_unit_test(of_a_sum_below_0_the_unsigned_term_is_named),
        cmocka_unit_test(frequent_warnings_are_told_in_plain_words),
        cmocka_unit_test(other_warnings_are_told_in_the_compiler_s_words),
    };
    return cmocka_run_group_tests(tests, gs_test_make_sources, gs_test_remove_sources);
}
