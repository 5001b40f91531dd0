/* What a source may hold, as it is written and as it is compiled. */
#include "test_source.h"

#include "source_rules.h"

#include <glob.h>
#include <string.h>

static char sentence[512];

/* The first remark on the text, in `sentence`; its line, 0: there is none. */
static int first_remark(const char *text, bool calls)
{
    struct gs_source source = gs_test_source(text);
    json_t *remarks = json_array(), *warnings = json_array();
    if (calls)
        gs_source_check_calls(&source, remarks, warnings);
    else
        gs_source_check_rules(&source, remarks);
    json_array_extend(remarks, warnings);
    const json_t *first = json_array_get(remarks, 0);
    snprintf(sentence, sizeof sentence, "%s",
             first != NULL ? json_string_value(json_object_get(first, "sentence")) : "");
    int line = (int)json_integer_value(json_object_get(first, "line"));
    json_decref(remarks);
    json_decref(warnings);
    gs_source_release(&source);
    return line;
}

#define assert_refused(text, expected_line, part)                                                  \
    do {                                                                                           \
        assert_int_equal(first_remark((text), false), (expected_line));                            \
        assert_contains(sentence, (part));                                                         \
    } while (0)

#define assert_free(text)                                                                          \
    do {                                                                                           \
        first_remark((text), false);                                                               \
        assert_string_equal(sentence, "");                                                         \
    } while (0)

static void what_exercises_are_written_with_is_allowed(void **state)
{
    (void)state;
    assert_free(
        "#include \"vecadd.h\"\n#include <vector>\n#pragma unroll 4\n#pragma GCC unroll 4\n"
        "#define CHECK(call, ...) printf(#call, ##__VA_ARGS__)\n"
        "struct __attribute__((aligned(16))) four { float v[4]; };\n"
        "__launch_bounds__(256) __global__ void k([[maybe_unused]] float *a) {}\n"
        "/* asm(\"nop\"), ../x.h */ const char *s = \"asm #include </dev/null>\"; // asm\n"
        "char c = '\"'; const char *r = R\"x(asm \")y\" )x\"; int m = a[b[0]], d = 1'000;\n");
}

static void assembly_is_found_however_it_is_spelled(void **state)
{
    (void)state;
    assert_refused("\nvoid f() { asm volatile(\"nop\"); }", 2, "Line 2 has assembly (`asm`)");
    assert_refused("void f() { a\\\ns\\\nm(\"nop\"); }", 1, "assembly");
    assert_refused("\n\nint f() { return __builtin_ia32_stmxcsr(); }", 3,
                   "Line 3 uses `__builtin_ia32_stmxcsr`, which is one instruction");
    assert_refused("auto f(float *x) { return _mm_loadu_ps(x); }", 1, "`_mm_loadu_ps`");
    assert_refused("const char *s = \"\\\"\"; __asm__(\"nop\");", 1, "`__asm__`");
    assert_refused("char c = '\\''; __asm(\"nop\"); char d = '\\'';", 1, "assembly");
    /* Within a raw string a backslash joins nothing, so that this one ends in its second line. */
    assert_refused("const char *s = R\"x()x\\\n\")x\"; asm(\"nop\");", 1, "a raw string");
    assert_refused("#define J(a, b) a##b\nJ(as, m)(\"nop\");", 2, "(`asm`)");
    assert_contains(sentence, "A macro makes it.");
    assert_refused("#define J(a, b) a%:%:b\nJ(as, m)(\"nop\");", 2, "(`asm`)");
    assert_refused("#include <sys/cdefs.h>\n__CONCAT(__as, m__)(\"nop\");", 2, "(`__asm__`)");
}

static void builtins_that_act_unseen_are_refused(void **state)
{
    (void)state;
    assert_refused("void f(char *s) { __builtin_stack_restore(s); }", 1,
                   "`__builtin_stack_restore`");
    assert_refused("\nfloat f(void *p) { __builtin_return(p); }", 2, "`__builtin_return`");
    assert_refused("void f(float *x) { __builtin_memcpy(x, x + 1, 4); }", 1, "`__builtin_memcpy`");
    assert_refused("void *f(unsigned n) { return __builtin_alloca(n); }", 1,
                   "`__builtin_alloca`, which moves the stack");
    assert_refused("void *f(unsigned n) { return __builtin_alloca_with_align(n, 64); }", 1,
                   "`__builtin_alloca_with_align`");
    assert_refused("#include <alloca.h>\nvoid *f(unsigned n) { return alloca(n); }", 2, "alloca`");
    assert_refused("extern \"C\" void *alloca(unsigned long);", 1, "`alloca`");
    assert_free("int f(int *p, int i) { __builtin_assume(i > 0); if (i < 0) "
                "__builtin_unreachable(); return *(int *)__builtin_assume_aligned(p, 16); }");
    assert_free("float f(int i, float x) { return __builtin_popcount(i) + __builtin_fmaf(x, x, x) +"
                " __builtin_inff() + __builtin_isnan(x) + __builtin_expect(i > 0, 1); }");
}

static void files_are_included_by_name_alone(void **state)
{
    (void)state;
    assert_refused("#include \"/dev/null\"\n", 1, "by its path");
    assert_refused("\n#include </dev/null>\n", 2, "by its path");
    assert_refused("# include \"../solutions/vecadd.cu\"\n", 1, "by its path");
    assert_refused("%:include \"../x\"\n", 1, "by its path");
    assert_refused("#define X </dev/null>\n#include X\n", 2, "what a macro names");
    assert_refused("#include_next <stdio.h>\n", 1, "#include_next");
    assert_refused("#import \"/etc/passwd\"\n", 1, "#import");
    assert_refused("#line 1 \"other.cu\"\n", 1, "#line");
    assert_refused("# 1 \"/usr/include/stdio.h\" 1 3\n", 1, "#1");
    assert_refused("#define H #\nH 1 \"x.h\" 1 3\n", 1, "a `#`");
    assert_refused("#define N 1\n#define H(N) #N\n#define I (N) # N \"x.h\"\n", 3, "a `#`");
    assert_refused("#define NULL 0\nint *i = NULL %: 1 \"x.h\" 1 3\n", 2, "a `#`");
    assert_refused("\xef\xbb\xbf# 1 \"x.h\" 1 3\n", 1, "#1");
    assert_refused("/*\n*/ #li\\ \nne 1 \"x.h\"\n", 2, "#line");
    /* In the name of a file a backslash is one. */
    assert_refused("#if 0\n#include \"a\\\" \" /*\"\n#endif\n#line 3 \"x.h\" /* */\n", 4, "#line");
}

static void code_cannot_be_hidden_from_the_inspector(void **state)
{
    (void)state;
    assert_refused("__attribute__((no_sanitize(\"thread\"))) void f();", 1, "no_sanitize");
    assert_refused("[[gnu::no_sanitize(\"thread\")]] void f();", 1, "no_sanitize");
    assert_refused("<:<:gnu::section(\".init_array\"):>:> void f();", 1, "section");
    assert_refused("#define unused section(\"x\")\n__attribute__((unused)) int x;", 1, "unused");
    assert_refused("#define X ((constructor))\n__attribute__ X void f() {}", 2, "attribute");
    assert_refused("#include <sys/cdefs.h>\n__CONCAT(__attri,bute__)((constructor)) void f() {}", 2,
                   "constructor");
    assert_refused("#include <algorithm>\n#define f _PSTL_PRAGMA(weak f)\n", 2, "_PSTL_PRAGMA");
    assert_refused("#pragma GCC optimize(\"O0\")\n", 1, "#pragma GCC");
    assert_refused("#pragma weak malloc = mine\n", 1, "#pragma weak");
    assert_refused("_Pragma(\"GCC optimize\")", 1, "_Pragma");
    assert_refused("void f() { simt_yield(); }", 1, "simt_yield");
    assert_refused("void f() { simt::config c; }", 1, "simt");
    assert_refused("extern \"C\" void __tsan_func_exit();", 1, "__tsan_func_exit");
}

static void no_macro_of_a_students_changes_a_header(void **state)
{
    (void)state;
    static const char above[] = "#define num_blocks num_blocks_, evil\n"
                                "#include <cooperative_groups.h>\n";
    static const char below[] = "#define N 256\n#define J(a, b) a##b\n"
                                "#include <cooperative_groups.h>\n#include <map>\n"
                                "#define size thread_rank\nint J(a, b) = N, size;\n";
    assert_refused(above, 2, "Line 2 includes a header in which the name of a macro of yours");
    assert_refused("#define J(a, b) a##b\n#define insert J(in, sert)\n#include <map>\n", 3,
                   "Line 3 includes");
    assert_refused("\n#define inline __CONCAT(in, line)\n#include <sys/cdefs.h>\n#include <map>\n",
                   4, "Line 4 includes");
    assert_free(below);
}

/* The sentence of the header that is refused; "": none is. */
static const char *refused_header(const char *text)
{
    struct gs_source source = gs_test_source(text);
    json_t *remarks = json_array();
    gs_source_check_headers(&source, "vecadd.h", remarks);
    const json_t *first = json_array_get(remarks, 0);
    snprintf(sentence, sizeof sentence, "%s",
             first != NULL ? json_string_value(json_object_get(first, "sentence")) : "");
    json_decref(remarks);
    gs_source_release(&source);
    return sentence;
}

static void headers_of_the_list_are_included(void **state)
{
    (void)state;
    static const char listed[] =
        "#include \"vecadd.h\"\n# include <cuda/atomic>\n"
        "#include <bits/stdc++.h>\n#include <cooperative_groups/reduce.h>\n"
        "#include <math.h> // <sys/mman.h>\nint include = 1 <a>;\n"
        "const char *s = include \"x.h\";\n";
    assert_string_equal(refused_header(listed), "");
    assert_contains(refused_header("\n#include <sys/mman.h>\n"), "Line 2 includes <sys/mman.h>");
    assert_contains(refused_header("%:include <bits/mathcalls.h>\n"), "docs/headers.md");
    assert_contains(refused_header("#include \"vecadd.cu\"\n"), "Line 1 includes");
    assert_contains(refused_header("#include <simt/runtime.h>\n"), "Line 1 includes");
}

static void calls_between_host_and_device_are_told(void **state)
{
    (void)state;
    assert_int_equal(first_remark("float h(float x) { return x; }\n"
                                  "__global__ void k(float *a) { a[0] = h(1); }\n",
                                  true),
                     2);
    assert_contains(sentence, "`h` is a function of the host");
    assert_int_equal(first_remark("template <typename T> T h(T x) { return x; }\n"
                                  "__global__ void k(float *a) { a[0] = h(1); }\n",
                                  true),
                     2);
    assert_contains(sentence, "`h` is a function of the host");
    assert_int_equal(first_remark("constexpr int h(int x) { return x; }\n"
                                  "__global__ void k(int *a) { a[0] = h(1); }\n",
                                  true),
                     2);
    assert_contains(sentence, "`h` is a function of the host");
    assert_int_equal(first_remark("__device__ float d(float x) { return x; }\n"
                                  "extern \"C\" {\nvoid f(float *a) { a[0] = d(1); }\n}\n",
                                  true),
                     3);
    assert_contains(sentence, "`d` is a __device__ function");
    assert_int_equal(first_remark("__global__ void k() {}\n__device__ void d() { k(); }\n", true),
                     2);
    assert_contains(sentence, "`k` is a kernel");
    assert_int_equal(first_remark("void f(float *a) {\n  a[threadIdx.x] = 0; }\n", true), 2);
    assert_contains(sentence, "threadIdx");
    assert_int_equal(first_remark("template <float join(float)> float f(float *a) {\n"
                                  "  return join(a[threadIdx.x]); }\n",
                                  true),
                     2);
    assert_contains(sentence, "threadIdx");
}

static void calls_that_are_right_are_not_told(void **state)
{
    (void)state;
    static const char right[] =
        "template <typename T> __host__ __device__ T any(T x) { return x; }\n"
        "__host__ __device__ constexpr int size(int n) { return n; }\n"
        "__host__ __device__ float both(float x) { return x; }\n"
        "__device__ float over(float x) { return x; }\n"
        "float over(int x) { return x; }\n"
        "static float host(float x) { return both(x) + size(3) + any(x); }\n"
        "struct box { float host(float x) { return x; } };\n"
        "__device__ float d(float x) { return over(x); }\n"
        "__global__ void k(float *a) {\n"
        "  auto host = [](float x) { return x; };\n"
        "  a[0] = both(1) + any(2) + size(3) + d(4) + host(1);\n"
        "}\n"
        "__global__ void m(float *a, box *b) { a[0] = b->host(1) + n::host(2); }\n"
        "template <float join(float, float)> __device__ float reduce(float *a) {\n"
        "  return join(a[threadIdx.x], a[threadIdx.x + 1]);\n"
        "}\n"
        "template <typename T, int bytes = sizeof(T)> __device__ T mine(T *a) {\n"
        "  return d(a[threadIdx.x]);\n"
        "}\n"
        "void f(float *a) { k<<<1, 1>>>(a); host(1); over(2); }\n";
    first_remark(right, true);
    assert_string_equal(sentence, "");
}

static void the_exercise_s_header_may_say_what_it_likes(void **state)
{
    (void)state;
    static const char own[] = "extern \"C\" double now_s() __asm__(\"gs_now_s\");\n";
    json_t *remarks = json_array();
    gs_test_write("own.h", own);
    struct gs_source source = gs_test_source("#include \"own.h\"\n");
    gs_source_check_rules(&source, remarks);
    assert_int_equal(json_array_size(remarks), 1);
    json_array_clear(remarks);
    source.header = own;
    gs_source_check_rules(&source, remarks);
    assert_int_equal(json_array_size(remarks), 0);
    json_decref(remarks);
    gs_source_release(&source);
}

static void any_bytes_at_all_can_be_read(void **state)
{
    (void)state;
    static const char *const odd[] = {"",         "\\",
                                      "\\\n",     "\"",
                                      "R\"",      "R\"x(",
                                      "'",        "/*",
                                      "#",        "#\n#",
                                      "#include", "#include <",
                                      "#define",  "#pragma",
                                      "[[",       "((((",
                                      "}}}}",     "__attribute__",
                                      "[",        "1e+",
                                      "%:%:",     "a\\\r\nb",
                                      "\xff",     "__global__",
                                      "void f(",  "extern \"C\" {",
                                      "f() {",    "x ="};
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        first_remark(odd[i], false);
        first_remark(odd[i], true);
    }
}

/* The words of the first line, which say what it is refused for. */
static void read_attack(const char *path, char *text, size_t size, char words[256])
{
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    text[fread(text, 1, size - 1, in)] = '\0';
    fclose(in);
    assert_int_equal(sscanf(text, "/* says: %255[^*]", words), 1);
    words[strlen(words) - 1] = '\0';
}

/* Attacks of the red team that need not run. */
static void attacks_are_refused_by_their_text(void **state)
{
    char text[4096], words[256];
    glob_t files;
    (void)state;
    assert_int_equal(glob(RED_TEAM_SOURCES "/*.cu", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        read_attack(files.gl_pathv[i], text, sizeof text, words);
        if (first_remark(text, false) != 0 && strstr(sentence, words) != NULL)
            continue;
        if (strstr(refused_header(text), words) == NULL)
            fail_msg("%s is not refused for %s", files.gl_pathv[i], words);
    }
    assert_true(files.gl_pathc >= 20);
    globfree(&files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_exercises_are_written_with_is_allowed),
        cmocka_unit_test(assembly_is_found_however_it_is_spelled),
        cmocka_unit_test(builtins_that_act_unseen_are_refused),
        cmocka_unit_test(files_are_included_by_name_alone),
        cmocka_unit_test(code_cannot_be_hidden_from_the_inspector),
        cmocka_unit_test(no_macro_of_a_students_changes_a_header),
        cmocka_unit_test(headers_of_the_list_are_included),
        cmocka_unit_test(attacks_are_refused_by_their_text),
        cmocka_unit_test(calls_between_host_and_device_are_told),
        cmocka_unit_test(calls_that_are_right_are_not_told),
        cmocka_unit_test(the_exercise_s_header_may_say_what_it_likes),
        cmocka_unit_test(any_bytes_at_all_can_be_read),
    };
    return cmocka_run_group_tests(tests, gs_test_make_sources, gs_test_remove_sources);
}
