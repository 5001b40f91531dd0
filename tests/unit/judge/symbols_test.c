/* What an object file may call and define; objects are made by this build's simt-cc. */
#include "test_source.h"

#include "symbols.h"

static char sentence[512], kind[64];

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(gs_test_folder) != NULL ? 0 : -1;
}

static const char entry[] = "\nextern \"C\" void f(float *a) { a[0] = 1; }\n";

/* Compiles the text and looks at its object: how many remarks, the first one's line in *line. */
static size_t look(const char *text, int *line)
{
    char object[256], tokens[256], command[1024];
    struct gs_source source = {.text = text};
    struct gs_error error = {""};
    json_t *remarks = json_array();
    snprintf(object, sizeof object, "%s/f.o", gs_test_folder);
    snprintf(tokens, sizeof tokens, "%s/tokens", gs_test_folder);
    gs_test_write("f.cu", text);
    snprintf(command, sizeof command, "'%s' --inspect -w -c '%s/f.cu' -o '%s' --tokens '%s'",
             SIMT_CC, gs_test_folder, object, tokens);
    assert_int_equal(system(command), 0);
    gs_test_read_tokens(&source, tokens);
    const struct gs_object looked = {.path = object,
                                     .source = &source,
                                     .file = "f.cu",
                                     .header = "f.h",
                                     .entry = "f",
                                     .declared = "void f(float *a)"};
    assert_int_equal(gs_symbols_check(&looked, remarks, &error), GS_OK);
    size_t count = json_array_size(remarks);
    const json_t *first = json_array_get(remarks, 0);
    snprintf(sentence, sizeof sentence, "%s",
             count > 0 ? json_string_value(json_object_get(first, "sentence")) : "");
    snprintf(kind, sizeof kind, "%s",
             count > 0 ? json_string_value(json_object_get(first, "kind")) : "");
    *line = (int)json_integer_value(json_object_get(first, "line"));
    gs_source_release(&source);
    json_decref(remarks);
    return count;
}

static void expect(const char *before, const char *after, const char *wanted, int wanted_line,
                   const char *part)
{
    char text[4096];
    int line = 0;
    snprintf(text, sizeof text, "%s%s%s", before, entry, after);
    assert_int_equal(look(text, &line), 1);
    assert_string_equal(kind, wanted);
    assert_contains(sentence, part);
    assert_int_equal(line, wanted_line);
}

static void what_exercises_use_may_be_called(void **state)
{
    (void)state;
    int line;
    static const char text[] =
        "#include <algorithm>\n#include <cassert>\n#include <chrono>\n#include <cmath>\n"
        "#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n#include <iostream>\n"
        "#include <map>\n#include <memory>\n#include <numeric>\n#include <random>\n"
        "#include <sstream>\n#include <stdexcept>\n#include <string>\n#include <vector>\n"
        "#include <cooperative_groups.h>\n"
        "int plain = 3; static float *kept; __device__ int counter; __constant__ float filter[4];\n"
        "struct buffer {\n"
        "    float *p;\n"
        "    buffer(size_t n) { if (cudaMalloc(&p, n) != cudaSuccess)\n"
        "                           throw std::runtime_error(\"no\"); }\n"
        "    ~buffer() { cudaFree(p); }\n"
        "};\n"
        "__global__ void k(float *a, size_t n)\n"
        "{\n"
        "    __shared__ float t[32]; extern __shared__ float u[];\n"
        "    assert(n > 0);\n"
        "    t[threadIdx.x] = sqrtf(a[0]) + __powf(a[0], 2) + erff(a[0]) + "
        "(float)sin((double)a[0]);\n"
        "    __syncthreads(); atomicAdd(&counter, __popc(3)); u[0] = __shfl_down_sync(~0u, a[0], "
        "1);\n"
        "    cooperative_groups::this_thread_block().sync(); printf(\"%d\\n\", counter);\n"
        "    a[1] = t[0] + filter[0] + rsqrtf(a[1]); __threadfence();\n"
        "}\n"
        "extern \"C\" void f(float *a)\n"
        "{\n"
        "    size_t n = (size_t)a[0]; std::vector<float> v(n); std::sort(v.begin(), v.end());\n"
        "    auto t = std::chrono::steady_clock::now(); std::cout << v.size() << std::endl;\n"
        "    std::ostringstream o; o << 1.5; std::map<std::string, int> m; m[o.str()] = 3;\n"
        "    auto p = std::make_shared<int>(3); std::mt19937 g(1); std::normal_distribution<> d;\n"
        "    a[1] = (float)d(g) + (float)*p + (float)std::accumulate(a, a + n, 0.0);\n"
        "    buffer b(n); k<<<1, 32, 128>>>(b.p, n); static std::vector<float> s; s.resize(n);\n"
        "    float *h = (float *)malloc(n); memcpy(h, a, n); memset(h, 0, n); free(h); delete[] "
        "kept;\n"
        "    kept = new float[n]; fprintf(stderr, \"x %d\\n\", plain); "
        "fprintf(stderr, \"text\\n\"); if (n == 7) exit(1); perror(\"x\"); puts(\"x\"); a[2] = "
        "(float)rand();\n"
        "    cudaMemcpyToSymbol(filter, a, 16); cudaStream_t q; cudaStreamCreate(&q);\n"
        "    try { v.at(n); } catch (const std::exception &e) { puts(e.what()); }\n"
        "    printf(\"%f\\n\", std::chrono::duration<double>(t - t).count()); assert(n < 7);\n"
        "}\n";
    look(text, &line);
    assert_string_equal(sentence, "");
}

static void files_processes_and_threads_may_not(void **state)
{
    (void)state;
    expect("#include <stdio.h>\nvoid g(const char *s) { fopen(s, s); }", "", "not-allowed", 2,
           "Line 2 calls `fopen`, which an exercise has no use for: take it out.");
    expect("#include <stdlib.h>\nvoid g() { system(\"ls\"); }", "", "not-allowed", 2, "`system`");
    expect("#include <unistd.h>\nvoid g() { syscall(1, 4); }", "", "not-allowed", 2, "`syscall`");
    expect("#include <dlfcn.h>\nvoid *g() { return dlsym(nullptr, \"x\"); }", "", "not-allowed", 2,
           "`dlsym`");
    expect("#include <thread>\nvoid g() {\nstd::thread t([] {}); t.detach(); }", "", "not-allowed",
           3, "`thread`");
    expect("#include <unistd.h>\nchar **g() { return environ; }", "", "not-allowed", 2,
           "Line 2 uses `environ`");
    expect("#include <unistd.h>\n\nvoid g() { _exit(0); }", "", "not-allowed", 3,
           "`_exit` ends the program without a word of what was found");
    expect("extern \"C\" void gs_entry();\nvoid g() { gs_entry(); }", "", "does-not-compile", 1,
           "`gs_entry` is declared, but written nowhere");
    expect("int other(int);\nint g() { return other(3); }", "", "does-not-compile", 1,
           "`other(int)` is declared, but written nowhere in f.cu.");
}

/* Libraries call their functions by other names than those that are written. */
static void a_refusal_names_the_word_that_was_written(void **state)
{
    (void)state;
    static const struct {
        const char *code;
        int line;
        const char *words;
    } cases[] = {
        {"#include <stdio.h>\nvoid g() { int i;\n scanf(\"%d\", &i); }", 3, "Line 3 calls `scanf`"},
        {"#include <stdlib.h>\nvoid h();\nvoid g() { atexit(h); }\nvoid h() {}", 3,
         "Line 3 calls `atexit`"},
        {"#include <pthread.h>\nvoid *h(void *);\nvoid g() { pthread_t thread;\n"
         "pthread_create(&thread, nullptr, h, nullptr); }\nvoid *h(void *) { return nullptr; }",
         4, "Line 4 calls `pthread_create`"},
        {"#include <stdio.h>\nvoid g() {\n getchar(); }", 3, "Line 3 calls `getchar`"},
        {"#include <setjmp.h>\njmp_buf b;\nvoid g() { setjmp(b); }", 3, "Line 3 calls `setjmp`"},
        {"#include <chrono>\n#include <thread>\nvoid g() {\n"
         "std::this_thread::sleep_for(std::chrono::seconds(1)); }",
         4, "Line 4 calls `sleep_for`"},
        {"#include <future>\nint g() {\n return std::async([] { return 1; }).get(); }", 3,
         "Line 3 calls `async`"},
        {"#include <condition_variable>\nvoid g() {\n std::condition_variable v; "
         "v.notify_all(); }",
         3, "Line 3 uses `condition_variable`"},
        {"#include <fstream>\nvoid g() {\n std::ofstream(\"x\") << 3; }", 3, "`ofstream`"},
        {"#include <iostream>\nint g() {\n int i; std::cin >> i; return i; }", 3,
         "Line 3 uses `cin`"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[1024];
        int line = 0;
        snprintf(text, sizeof text, "%s%s", cases[i].code, entry);
        assert_true(look(text, &line) > 0);
        assert_string_equal(kind, "not-allowed");
        assert_contains(sentence, cases[i].words);
        assert_int_equal(line, cases[i].line);
    }
}

static void what_nobody_wrote_is_not_named(void **state)
{
    (void)state;
    int line;
    look("extern \"C\" void f(float *a) {}\nvoid g() __asm__(\"fork\");\nvoid h() { g(); }", &line);
    assert_string_equal(kind, "not-allowed");
    assert_contains(sentence, "f.cu uses a part of a library that an exercise has no use for");
    assert_null(strstr(sentence, "fork"));
}

static void names_of_others_may_not_be_defined(void **state)
{
    (void)state;
    expect("", "extern \"C\" int memcmp(const void *, const void *, size_t) { return 0; }",
           "not-allowed", 3, "f.cu defines `memcmp`");
    expect("", "cudaError_t cudaFree(void *) { return cudaSuccess; }", "not-allowed", 3,
           "f.cu defines `cudaFree`");
    expect("", "extern \"C\" void *malloc(size_t) { return nullptr; }", "not-allowed", 3,
           "f.cu defines `malloc`");
    expect("", "extern \"C\" void _start() {}", "not-allowed", 3, "`_start`");
    expect("", "int main() {}", "not-allowed", 3, "f.cu has a `main`: take it out");
    assert_false(gs_symbols_may_define("_Znwm"));
    assert_false(gs_symbols_may_define("gs_entry"));
    assert_false(gs_symbols_may_define("simt_launch"));
    assert_false(gs_symbols_may_define("__tsan_read4"));
    assert_false(gs_symbols_may_define("__sanitizer_cov_trace_pc"));
    assert_true(gs_symbols_may_define("_Z5helperPf"));
    assert_true(gs_symbols_may_define("helper"));
}

static void nothing_runs_before_the_call(void **state)
{
    (void)state;
    expect("#include <vector>\nstatic std::vector<float> cache(3);", "", "not-allowed", 0,
           "a global variable whose value must be computed before `f` is called");
    expect("static float *make() { float *p; cudaMalloc(&p, 4); return p; }\nfloat *g = make();",
           "", "not-allowed", 0, "a global variable");
    expect("#include <stdio.h>\n__attribute__((destructor)) static void late() { puts(\"x\"); }",
           "", "not-allowed", 0, "a global variable");
    expect("__attribute__((section(\".preinit_array\"), used)) static void (*early)() = nullptr;",
           "", "not-allowed", 0, "a global variable");
}

static void the_function_must_be_there(void **state)
{
    (void)state;
    int line;
    assert_int_equal(look("void g() {}\n", &line), 1);
    assert_string_equal(kind, "no-function");
    assert_string_equal(
        sentence, "f.cu has no function `void f(float *a)`; keep the declaration that f.h gives.");
    assert_int_equal(look("\nvoid f(float *a) { a[0] = 1; }\n", &line), 1);
    assert_contains(sentence, "`f` is there, but without extern \"C\"");
    assert_int_equal(line, 2);
    assert_int_equal(look("extern \"C\" {\nfloat f;\n}\n", &line), 1);
    assert_string_equal(kind, "no-function");
}

static void the_checked_forms_of_functions_are_those_functions(void **state)
{
    (void)state;
    assert_true(gs_symbols_may_call("__memcpy_chk"));
    assert_true(gs_symbols_may_call("__printf_chk"));
    assert_true(gs_symbols_may_call("fmaf"));
    assert_true(gs_symbols_may_call("powl"));
    assert_true(gs_symbols_may_call("__isnanf"));
    assert_true(gs_symbols_may_call("__isoc99_sscanf"));
    assert_true(gs_symbols_may_call("__isoc23_strtol"));
    assert_false(gs_symbols_may_call("__isoc23_scanf"));
    assert_false(gs_symbols_may_call("__open_2"));
    assert_false(gs_symbols_may_call("__read_chk"));
    assert_false(gs_symbols_may_call("cudaless"));
    assert_false(gs_symbols_may_call("simt_counts_reset"));
    assert_false(gs_symbols_may_call("simt_report_print"));
    assert_false(gs_symbols_may_call(""));
}

static void what_is_no_object_is_an_error(void **state)
{
    (void)state;
    struct gs_error error = {""};
    const struct gs_source source = {.text = ""};
    json_t *remarks = json_array();
    char path[256];
    snprintf(path, sizeof path, "%s/none.o", gs_test_folder);
    struct gs_object object = {.path = path, .source = &source, .file = "f.cu", .entry = "f"};
    assert_int_equal(gs_symbols_check(&object, remarks, &error), GS_USAGE);
    assert_one_line(error.text);
    object.path = "/dev/null";
    assert_int_equal(gs_symbols_check(&object, remarks, &error), GS_USAGE);
    assert_one_line(error.text);
    json_decref(remarks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_exercises_use_may_be_called),
        cmocka_unit_test(files_processes_and_threads_may_not),
        cmocka_unit_test(a_refusal_names_the_word_that_was_written),
        cmocka_unit_test(what_nobody_wrote_is_not_named),
        cmocka_unit_test(names_of_others_may_not_be_defined),
        cmocka_unit_test(nothing_runs_before_the_call),
        cmocka_unit_test(the_function_must_be_there),
        cmocka_unit_test(the_checked_forms_of_functions_are_those_functions),
        cmocka_unit_test(what_is_no_object_is_an_error),
    };
    return cmocka_run_group_tests(tests, make_folder, gs_test_remove_sources);
}
