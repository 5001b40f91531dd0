/* What the translator makes of preprocessed CUDA C++: text in, text or refusal out. */
#include "translate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* All inputs begin with this line marker. */
#define MARKER "# 1 \"x.cu\"\n"

/* The parts that every launch turns into. */
#define LAUNCH " ::simt_cpp::launch(::simt_cpp::config("
#define BODY " __attribute__((flatten)) { "
#define ALL "[=](auto &&...simt_args)" BODY
#define ALL_ARGS "(simt_args...); }"
#define NAMED(kernel) NAMED_AT("", kernel)
#define NAMED_AT(places, kernel) NAMED_WITH(places, kernel, "")
#define NAMED_WITH(places, kernel, call)                                                           \
    ".named" places "([&](auto simt_of) -> decltype(simt_of(" kernel ")) { return simt_of(" kernel \
    "); }" call ")"

/* How a kernel that is called by the address of an object gets its literals. */
#define CALL(parameters, call)                                                                     \
    ", [](auto simt_kernel, " parameters ") -> decltype(simt_kernel(" call                         \
    ")) { simt_kernel(" call "); }"

/* What the marker of a variable of the device becomes. */
#define STATIC "__attribute__((unused)) static"

/* What follows the semicolon of static shared memory. */
#define FITS(sizes)                                                                                \
    " static_assert(" sizes " <= 49152, \"more than 48 KiB of __shared__ variables: only dynamic " \
    "shared memory (extern __shared__) can be larger\");"

/* And in lockstep, where a structure has the types; `number` is that of the marker, among the
 * tokens. */
#define TYPES(number) "struct simt_shared_" number " { "
#define SIZE(number, name) "sizeof(simt_shared_" number "::" name ")"
#define KEYS(number, count) " static char simt_keys_" number "[" count "];"
#define PLACED(number, index, name)                                                                \
    " [[maybe_unused]] auto &" name " = *static_cast<decltype(simt_shared_" number "::" name       \
    ") *>(::simt_static_shared(&simt_keys_" number "[" index "], " SIZE(number, name) ", \"" name  \
                                                                                      "\"));"

#define SECTION(name) "__attribute__((section(\"simt_" name "\"))) "

/* What follows the semicolon of a variable of the device. */
#define NOTE(name)                                                                                 \
    " [[gnu::constructor(101)]] static void simt_note_" name "() { "                               \
    "::simt_cpp::note_variable(" name "); }"

struct row {
    const char *name, *input;
    const char *expected; /* the translation, the refusal, or NULL: the input itself */
};

static const struct row launches[] = {
    {"no arguments", "k<<<1, 2>>>();", LAUNCH "1, 2)" NAMED("k") ", " ALL "k" ALL_ARGS ");"},
    {"arguments", "k<<<g, b, n, s>>>(p, x + 1, f(a, b));",
     LAUNCH "g, b, n, s)" NAMED("k") ", " ALL "k" ALL_ARGS ", p, x + 1, f(a, b));"},
    {"dynamic shared memory of a qualified template", "(n::k<int, 2>)<<<1, 2, f(3, 4)>>>(p);",
     LAUNCH "1, 2, f(3, 4))" NAMED("n::k<int, 2>") ", " ALL "n::k<int, 2>" ALL_ARGS ", p);"},
    {"dynamic shared memory of a pointer", "(*q)<<<1, 2, 3>>>(p);",
     LAUNCH "1, 2, 3), [simt_kernel = (*q)](auto &&...simt_args)" BODY "simt_kernel" ALL_ARGS
            ", p);"},
    {"template arguments", "k<int, f<2>()><<<1, 2>>>(p);",
     LAUNCH "1, 2)" NAMED("k<int, f<2>()>") ", " ALL "k<int, f<2>()>" ALL_ARGS ", p);"},
    {"nested templates before <<<", "k<a<b<int>>><<<1, 2>>>(p);",
     LAUNCH "1, 2)" NAMED("k<a<b<int>>>") ", " ALL "k<a<b<int>>>" ALL_ARGS ", p);"},
    {"nested templates before >>>", "k<<<1, a<b<int>>>>>(p);",
     LAUNCH "1, a<b<int>>)" NAMED("k") ", " ALL "k" ALL_ARGS ", p);"},
    {"templates that close in the configuration", "k<<<f<g<h<int>>>(3), 2>>>(p);",
     LAUNCH "f<g<h<int>>>(3), 2)" NAMED("k") ", " ALL "k" ALL_ARGS ", p);"},
    {"comparison in the configuration", "k<<<n < 5 ? 1 : 2, n > 6>>>(p);",
     LAUNCH "n < 5 ? 1 : 2, n > 6)" NAMED("k") ", " ALL "k" ALL_ARGS ", p);"},
    {"shift in the configuration", "k<<<n >> 8, 1 << 8>>>(p);",
     LAUNCH "n >> 8, 1 << 8)" NAMED("k") ", " ALL "k" ALL_ARGS ", p);"},
    {"brackets in the configuration", "k<<<dim3{1, 2}, t[a >> 1], (b >>>c)>>>(p);",
     LAUNCH "dim3{1, 2}, t[a >> 1], (b >>>c))" NAMED("k") ", " ALL "k" ALL_ARGS ", p);"},
    {"spaces within the angle brackets", "k << <1, 2>> >(p);",
     LAUNCH " 1, 2)" NAMED("k") ", " ALL "k" ALL_ARGS ", p);"},
    {"qualified name", "::a::b<int>::k<<<1, 2>>>(p);",
     LAUNCH "1, 2)" NAMED("::a::b<int>::k") ", " ALL "::a::b<int>::k" ALL_ARGS ", p);"},
    {"member template", "S<T>::template k<int><<<1, 2>>>(p);",
     LAUNCH "1, 2)" NAMED("S<T>::template k<int>") ", " ALL "S<T>::template k<int>" ALL_ARGS
                                                   ", p);"},
    {"after return", "return k<<<1, 2>>>(p);",
     "return " LAUNCH "1, 2)" NAMED("k") ", " ALL "k" ALL_ARGS ", p);"},
    {"after if without braces", "if (n > 0) k<<<1, 2>>>(p); else k<<<3, 4>>>(p);",
     "if (n > 0) " LAUNCH "1, 2)" NAMED("k") ", " ALL "k" ALL_ARGS ", p); else " LAUNCH
                                             "3, 4)" NAMED("k") ", " ALL "k" ALL_ARGS ", p);"},
    {"parenthesised after if", "if (n) (k)<<<1, 2>>>(p);",
     "if (n) " LAUNCH "1, 2)" NAMED("k") ", " ALL "k" ALL_ARGS ", p);"},
    {"parenthesised template", "((k<int>))<<<1, 2>>>(p);",
     LAUNCH "1, 2)" NAMED("k<int>") ", " ALL "k<int>" ALL_ARGS ", p);"},
    {"conditional", "n ? k<<<1, 2>>>(p) : ::m<<<1, 2>>>(p), n ?a :b<<<1, 2>>>(p);",
     "n ? " LAUNCH "1, 2)" NAMED("k") ", " ALL "k" ALL_ARGS ", p) : " LAUNCH "1, 2)" NAMED(
         "::m") ", " ALL "::m" ALL_ARGS ", p), n ?a :" LAUNCH
                "1, 2)" NAMED("b") ", " ALL "b" ALL_ARGS ", p);"},
    {"conditional without blanks", "n?a<<<1, 2>>>(p):b<<<1, 2>>>(p);",
     "n?" LAUNCH "1, 2)" NAMED("a") ", " ALL "a" ALL_ARGS ", p):" LAUNCH
                                    "1, 2)" NAMED("b") ", " ALL "b" ALL_ARGS ", p);"},
    {"cast to void", "(void)k<<<1, 2>>>(p);",
     "(void)" LAUNCH "1, 2)" NAMED("k") ", " ALL "k" ALL_ARGS ", p);"},
    {"pointer", "(*p)<<<1, 2>>>(q);",
     LAUNCH "1, 2), [simt_kernel = (*p)](auto &&...simt_args)" BODY "simt_kernel" ALL_ARGS ", q);"},
    {"array of kernels", "table[i++]<<<1, 2>>>(p);",
     LAUNCH "1, 2), [simt_kernel = (table[i++])](auto &&...simt_args)" BODY "simt_kernel" ALL_ARGS
            ", p);"},
    {"member", "this->a.k<<<1, 2>>>(p);",
     LAUNCH "1, 2), [simt_kernel = (this->a.k)](auto &&...simt_args)" BODY "simt_kernel" ALL_ARGS
            ", p);"},
    {"function that returns a kernel", "choose<int>(3)<<<1, 2>>>(p);",
     LAUNCH "1, 2), [simt_kernel = (choose<int>(3))](auto &&...simt_args)" BODY
            "simt_kernel" ALL_ARGS ", p);"},
    {"cast to a kernel", "reinterpret_cast<void (*)(int)>(p)<<<1, 2>>>(q);",
     LAUNCH "1, 2), [simt_kernel = (reinterpret_cast<void (*)(int)>(p))](auto &&...simt_args)" BODY
            "simt_kernel" ALL_ARGS ", q);"},
    {"call of a call", "f(1)(2)<<<1, 2>>>(p);",
     LAUNCH "1, 2), [simt_kernel = (f(1)(2))](auto &&...simt_args)" BODY "simt_kernel" ALL_ARGS
            ", p);"},
    {"literals", "k<<<1, 2>>>(p, 0, -1, nullptr, 'c', 2.5f, q);",
     LAUNCH "1, 2)" NAMED_WITH(
         "<0, 6>", "k",
         CALL("auto &&simt_0, auto &&simt_6",
              "simt_0, 0, -1, nullptr, 'c', 2.5f, simt_6")) ", [=](auto &&simt_0, auto "
                                                            "&&simt_6)" BODY
                                                            "k(simt_0, 0, -1, nullptr, 'c', 2.5f, "
                                                            "simt_6); }, p                         "
                                                            " , q);"},
    {"braces", "k<<<1, 2>>>(p, {1, n});",
     LAUNCH "1, 2)" NAMED_AT("<0>", "k") ", [=](auto &&simt_0)" BODY
                                         "k(simt_0, {1, n}); }, p   );"},
    {"an initialiser outside of functions", "int x = (k<<<1, 2>>>(p), 3);",
     "int x = (" LAUNCH
     "1, 2).named([](auto simt_of) -> decltype(simt_of(k)) { return simt_of(k); })"
     ", [](auto &&...simt_args)" BODY "k" ALL_ARGS ", p), 3);"},
    {"only literals", "k<<<1, 2>>>(0, true);",
     LAUNCH "1, 2)" NAMED_AT("<>", "k") ", [=]()" BODY "k(0, true); });"},
    {"a literal first", "k<<<1, 2>>>(0, p);",
     LAUNCH
     "1, 2)" NAMED_WITH("<1>", "k", CALL("auto &&simt_1", "0, simt_1")) ", [=](auto &&simt_1)" BODY
                                                                        "k(0, simt_1); }, p);"},
    {"NULL as the compiler spells it", "k<<<1, 2>>>(__null, p);",
     LAUNCH "1, 2)" NAMED_WITH(
         "<1>", "k", CALL("auto &&simt_1", "__null, simt_1")) ", [=](auto &&simt_1)" BODY
                                                              "k(__null, simt_1); }, p);"},
    {"template in the arguments beside a literal", "k<<<1, 2>>>(f<1, 0, 2>(x), 0);",
     LAUNCH "1, 2)" NAMED_WITH(
         "<0>", "k", CALL("auto &&simt_0", "simt_0, 0")) ", [=](auto &&simt_0)" BODY
                                                         "k(simt_0, 0); }, f<1, 0, 2>(x)   );"},
    {"comparisons in the arguments", "k<<<1, 2>>>(a < b, c > d);",
     LAUNCH "1, 2)" NAMED("k") ", " ALL "k" ALL_ARGS ", a < b, c > d);"},
    {"parameter packs", "k<<<1, 2>>>(args..., 0);",
     LAUNCH "1, 2)" NAMED_AT("<~0ul>", "k") ", [=](auto &&...simt_0)" BODY
                                            "k(simt_0..., 0); }, args...   );"},
    {"string argument", "k<<<1, 2>>>(\"a, b>>>(\", R\"((,)\");",
     LAUNCH "1, 2)" NAMED("k") ", " ALL "k" ALL_ARGS ", \"a, b>>>(\", R\"((,)\");"},
    {"lambda argument", "k<<<1, 2>>>(p, [=] __simt_device__ (int i) { return i, 1; });",
     LAUNCH "1, 2)" NAMED("k") ", " ALL "k" ALL_ARGS ", p, [=]  (int i) { return i, 1; });"},
    {"launch in a lambda argument", "k<<<1, 2>>>([&] { m<<<3, 4>>>(q, 0); });",
     LAUNCH "1, 2)" NAMED("k") ", " ALL "k" ALL_ARGS ", [&] { " LAUNCH "3, 4)" NAMED_WITH(
         "<0>", "m", CALL("auto &&simt_0", "simt_0, 0")) ", [=](auto &&simt_0)" BODY
                                                         "m(simt_0, 0); }, q   ); });"},
    {"launch in a lambda in the configuration", "k<<<[&] { m<<<3, 4>>>(q); return 1; }(), 2>>>(p);",
     LAUNCH "[&] { " LAUNCH
            "3, 4)" NAMED("m") ", " ALL "m" ALL_ARGS
                               ", q); return 1; }(), 2)" NAMED("k") ", " ALL "k" ALL_ARGS ", p);"},
    {"launch in a comma expression", "for (i = 0; i < 3; k<<<1, 2>>>(p), i++) ;",
     "for (i = 0; i < 3; " LAUNCH "1, 2)" NAMED("k") ", " ALL "k" ALL_ARGS ", p), i++) ;"},
    {"many lines", "k\n<<<\n1,\n2>>>\n(\np,\n0\n);\nlast();",
     LAUNCH "\n\n1,\n2)" NAMED_WITH(
         "<0>", "k", CALL("auto &&simt_0", "simt_0, 0")) ", [=](auto &&simt_0)" BODY
                                                         "k(simt_0, 0); }\n, \np \n \n);\nlast();"},
    {"a name over several lines", "a::\nk<int,\nfloat><<<1, 2>>>(p);",
     "\n\n" LAUNCH "1, 2)" NAMED("a::\nk<int,\nfloat>") ", " ALL "a::\nk<int,\nfloat>" ALL_ARGS
                                                        ", p);"},
};

static const struct row shared_memory[] = {
    {"variable", "__simt_device__ void f() { __simt_shared__ int n; }",
     " void f() { static thread_local int n;" FITS("sizeof(n)") " }"},
    {"several declarators", "__simt_device__ void f() { __simt_shared__ int a, b[4][5]; }",
     " void f() { static thread_local int a, b[4][5];" FITS("sizeof(a) + sizeof(b)") " }"},
    {"already static", "__simt_device__ void f() { static __simt_shared__ int a; }",
     " void f() { static thread_local int a;" FITS("sizeof(a)") " }"},
    {"volatile before", "__simt_device__ void f() { volatile __simt_shared__ int a[2]; }",
     " void f() { volatile static thread_local int a[2];" FITS("sizeof(a)") " }"},
    {"alignas after", "__simt_device__ void f() { __simt_shared__ alignas(16) float a[4]; }",
     " void f() { alignas(16) static thread_local  float a[4];" FITS("sizeof(a)") " }"},
    {"alignas before", "__simt_device__ void f() { alignas(16) __simt_shared__ float a[4]; }",
     " void f() { alignas(16) static thread_local float a[4];" FITS("sizeof(a)") " }"},
    {"aligned attribute",
     "__simt_device__ void f() { __simt_shared__ __attribute__((aligned(16))) float a[4]; }",
     " void f() { static thread_local __attribute__((aligned(16))) float a[4];" FITS(
         "sizeof(a)") " }"},
    {"array of structs", "__simt_device__ void f() { __simt_shared__ struct { int a, b; } s[4]; }",
     " void f() { static thread_local struct { int a, b; } s[4];" FITS("sizeof(s)") " }"},
    {"pointer to function", "__simt_device__ void f() { __simt_shared__ void (*g[4])(int); }",
     " void f() { static thread_local void (*g[4])(int); }"},
    {"in an inner scope",
     "__simt_device__ void f() { for (;;) { __simt_shared__ int a; } if (x) { __simt_shared__ int "
     "b; } }",
     " void f() { for (;;) { static thread_local int a;" FITS(
         "sizeof(a)") " } if (x) { static thread_local int b;" FITS("sizeof(b)") " } }"},
    {"at namespace scope", "__simt_shared__ int a[4];",
     "static thread_local int a[4];" FITS("sizeof(a)")},
    {"in a dependent type",
     "template <typename T> __simt_device__ void f() { __simt_shared__ typename S<T>::type a[N]; }",
     "template <typename T>  void f() { static thread_local typename S<T>::type a[N];" FITS(
         "sizeof(a)") " }"},
    {"dynamic", "void f() { extern __simt_shared__ float a[]; }",
     "void f() { [[maybe_unused]] extern float simt_shared_a[]; float *a = "
     "::simt_cpp::dynamic_shared<float>(); }"},
    {"dynamic, marker first", "void f() { __simt_shared__ extern float a[]; }",
     "void f() { [[maybe_unused]] extern float simt_shared_a[]; float *a = "
     "::simt_cpp::dynamic_shared<float>(); }"},
    {"dynamic, template type", "void f() { extern __simt_shared__ std::pair<T, int> a[]; }",
     "void f() { [[maybe_unused]] extern std :: pair < T , int > simt_shared_a[]; std :: pair < T "
     ", int > *a = "
     "::simt_cpp::dynamic_shared<std :: pair < T , int >>(); }"},
    {"dynamic, two dimensions", "void f() { extern __simt_shared__ int a[][8][N]; }",
     "void f() { [[maybe_unused]] extern int simt_shared_a[][8][N]; int (*a)[8][N] = "
     "::simt_cpp::dynamic_shared<int[8][N]>(); }"},
    {"dynamic, aligned before the type",
     "void f() { extern __simt_shared__ __attribute__((aligned(16))) unsigned char a[]; }",
     "void f() { [[maybe_unused]] extern unsigned char simt_shared_a[]; unsigned char *a = "
     "::simt_cpp::dynamic_shared<unsigned char>(); }"},
    {"dynamic, alignas first", "void f() { alignas(16) extern __simt_shared__ float a[]; }",
     "void f() { [[maybe_unused]] extern float simt_shared_a[]; float *a = "
     "::simt_cpp::dynamic_shared<float>(); }"},
    {"dynamic, aligned after the name",
     "void f() { extern __simt_shared__ float a[] __attribute__((aligned(16))); }",
     "void f() { [[maybe_unused]] extern float simt_shared_a[]; float *a = "
     "::simt_cpp::dynamic_shared<float>(); }"},
    {"dynamic, with a size", "void f() { extern __simt_shared__ int a[4]; }",
     "void f() { [[maybe_unused]] extern int simt_shared_a[]; int *a = "
     "::simt_cpp::dynamic_shared<int>(); }"},
    {"dynamic, pointers", "void f() { extern __simt_shared__ float *a[]; }",
     "void f() { [[maybe_unused]] extern float* simt_shared_a[]; float* *a = "
     "::simt_cpp::dynamic_shared<float*>(); }"},
    {"dynamic, volatile", "void f() { extern volatile __simt_shared__ float a[]; }",
     "void f() { [[maybe_unused]] extern volatile float simt_shared_a[]; volatile float *a = "
     "::simt_cpp::dynamic_shared<volatile float>(); }"},
    {"dynamic, several",
     "void f() { extern __simt_shared__ int a[], b[][4]; extern __simt_shared__ int c[]; }",
     "void f() { [[maybe_unused]] extern int simt_shared_a[]; int *a = "
     "::simt_cpp::dynamic_shared<int>();[[maybe_unused]] extern int simt_shared_b[][4]; int "
     "(*b)[4] = "
     "::simt_cpp::dynamic_shared<int[4]>(); [[maybe_unused]] extern int simt_shared_c[]; int *c = "
     "::simt_cpp::dynamic_shared<int>(); }"},
    {"dynamic, after case", "void f() { switch (n) { case 1: extern __simt_shared__ int a[]; } }",
     "void f() { switch (n) { case 1: [[maybe_unused]] extern int simt_shared_a[]; int *a = "
     "::simt_cpp::dynamic_shared<int>(); } }"},
    {"dynamic, over lines",
     "void f()\n{\n    extern\n    __simt_shared__ int\n    a[];\n    g();\n}",
     "void f()\n{\n    \n\n[[maybe_unused]] extern int simt_shared_a[]; int *a = "
     "::simt_cpp::dynamic_shared<int>();\n   "
     " g();\n}"},
    {"dynamic in a member function", "struct S { void f() { extern __simt_shared__ int a[]; } };",
     "struct S { void f() { [[maybe_unused]] extern int simt_shared_a[]; int *a = "
     "::simt_cpp::dynamic_shared<int>(); } "
     "};"},
    {"dynamic in a lambda at namespace scope", "auto f = [] { extern __simt_shared__ int a[]; };",
     "auto f = [] { [[maybe_unused]] extern int simt_shared_a[]; [[maybe_unused]] static "
     "::simt_cpp::dynamic_shared_array<int> a; };"},
    {"dynamic at namespace scope",
     "extern __simt_shared__ int a[]; extern __simt_shared__ int a[];\nnamespace n { extern "
     "__simt_shared__ int a[][2]; }",
     "[[maybe_unused]] extern int simt_shared_a[]; [[maybe_unused]] static "
     "::simt_cpp::dynamic_shared_array<int> a; "
     "[[maybe_unused]] extern int simt_shared_a[]; \nnamespace n { [[maybe_unused]] extern int "
     "simt_shared_a[][2]; [[maybe_unused]] "
     "static ::simt_cpp::dynamic_shared_array<int[2]> a; }"},
};

static const struct row shared_memory_in_lockstep[] = {
    {"static",
     "__simt_device__ void f() { __simt_shared__ int a, *b[4];static __simt_shared__ T c; }",
     " void f() { " TYPES("6") " int a, *b[4]; };" FITS(SIZE("6", "a") " + " SIZE("6", "b"))
         KEYS("6", "2") PLACED("6", "0", "a") PLACED("6", "1", "b")
             TYPES("17") "        T c; };" FITS(SIZE("17", "c")) KEYS("17", "1")
                 PLACED("17", "0", "c") " }"},
    {"dynamic", "void f() { extern __simt_shared__ float a[]; }",
     "void f() { [[maybe_unused]] extern float simt_shared_a[]; float *a = "
     "::simt_cpp::dynamic_shared<float>(); }"},
    {"variables of the device",
     "__simt_constant__ float c[4]; extern __simt_device__ int a, b; static __simt_device__ "
     "alignas(8) int i; __simt_device__ int f();",
     SECTION("constant.c") STATIC
     " float c[4];" NOTE("c") " extern " SECTION("device.a") " int a, b; static " SECTION(
         "device.i") " alignas(8) int i;" NOTE("i") "  int f();"},
};

/* A kernel's type says what its parameters are. */
#define KERNEL "__simt_global__ void k(int *); "
static const struct row launches_by_function[] = {
    {"cast", "cudaLaunchKernel((void *)k, 1, 2, p);", "cudaLaunchKernel( k, 1, 2, p);"},
    {"cast in C++", "cudaLaunchCooperativeKernel(reinterpret_cast<const void *>(k<int>), 1, 2, p);",
     "cudaLaunchCooperativeKernel( (k<int>), 1, 2, p);"},
    {"cast of an address, and another cast", "cudaLaunchKernel((const void *)&k, 1); f((void *)k);",
     "cudaLaunchKernel( &k, 1); f((void *)k);"},
    {"address of a kernel", KERNEL "void *p = (void *)k;",
     " void k(int *); void *p = (void *) ::simt_cpp::kernel_address(k);"},
    {"address of a template in a namespace",
     KERNEL "f(reinterpret_cast<const void *>(&n::k<A<int>, 2>));",
     " void k(int *); f(reinterpret_cast<const void *>(  ::simt_cpp::kernel_address(n::k<A<int>, "
     "2>)));"},
    {"no cast to a void pointer",
     KERNEL "cudaLaunchKernel((void *)k, 1); auto p = k; (void)k; (A *)k;",
     " void k(int *); cudaLaunchKernel( k, 1); auto p = k; (void)k; (A *)k;"},
};
#undef KERNEL

static const struct row markers[] = {
    {"kernel", "__simt_global__ void k(int *p) {}", " void k(int *p) {}"},
    {"static kernel", "static __simt_global__ void k();", "static  void k();"},
    {"kernel, static last", "__simt_global__ static void k();", " static void k();"},
    {"kernel template", "template <class T, int N = (1 > 0)> __simt_global__ void k(T *p);",
     "template <class T, int N = (1 > 0)>  void k(T *p);"},
    {"kernel specialisation", "template <> __simt_global__ void k<float>(float *p);",
     "template <>  void k<float>(float *p);"},
    {"kernel instantiation", "template __simt_global__ void k<int>(int *p);",
     "template  void k<int>(int *p);"},
    {"extern C kernel", "extern \"C\" __simt_global__ void k();", "extern \"C\"  void k();"},
    {"kernel with attributes",
     "__simt_global__ inline __attribute__((always_inline)) void __attribute__((cold)) k();",
     " inline __attribute__((always_inline)) void __attribute__((cold)) k();"},
    {"auto kernel", "__simt_global__ auto k() -> void;", " auto k() -> void;"},
    {"functions and variables",
     "__simt_host__ __simt_device__ int f(); __simt_constant__ float c[4]; __simt_device__ "
     "__simt_managed__ int m;",
     "  int f(); " STATIC " float c[4];" NOTE("c") " " STATIC "  int m;"},
    {"variables that stay as they are",
     "extern __simt_device__ int a; __simt_device__ int a; __simt_device__ int S::b = 1; static "
     "__simt_constant__ int e; template <class T> "
     "__simt_device__ T g = 2; __simt_device__ alignas(8) int i; auto h = [] __simt_device__ (int "
     "i) { return i; };",
     "extern  int a;  int a;" NOTE("a") "  int S::b = 1; static  int e;" NOTE(
         "e") " template <class T>  T g = 2;  alignas(8) int i;" NOTE("i") " auto h = [] "
                                                                           " (int i) { return "
                                                                           "i; };"},
    {"variables of the file alone",
     "namespace n { __simt_device__ A<int, 2> *a = 0, b; __simt_device__ struct { int c; } d{1}; "
     "int __simt_constant__ e[2]; alignas(8) __simt_device__ int g; }",
     "namespace n { " STATIC " A<int, 2> *a = 0, b;" NOTE("a")
         NOTE("b") " " STATIC " struct { int c; } d{1};" NOTE("d") " int " STATIC " e[2];" NOTE(
             "e") " alignas(8) " STATIC " int g;" NOTE("g") " }"},
    {"several variables of the device",
     "static __simt_device__ int a[2] = {1, 2}, *b, c = f<1, 2>(), d; static __simt_device__ const "
     "volatile T x{}, (*y);",
     "static  int a[2] = {1, 2}, *b, c = f<1, 2>(), d;" NOTE("a") NOTE("b")
         NOTE("c") " static  "
                   "const volatile T x{}, (*y);" NOTE("x")},
    {"noinline", "__noinline__ __simt_device__ int f();", "__attribute__((noinline))  int f();"},
    {"unroll pragmas", "#pragma unroll 4\nfor (;;) {}\n#pragma nv_diag_suppress 177\n",
     "\nfor (;;) {}\n\n"},
    {"a system header with markers",
     "# 1 \"s.h\" 1 3\n__simt_device__ int f() { asm(\"nop\"); }\n# 2 \"x.cu\" 2\nint i;",
     "# 1 \"s.h\" 1 3\n int f() { asm(\"nop\"); }\n# 2 \"x.cu\" 2\nint i;"},
    {"a call that might be of another function",
     "__simt_global__ void k(int *); void k(float); void f() { k(1.0f); }",
     " void k(int *); void k(float); void f() { k(1.0f); }"},
};

static const struct row unchanged[] = {
    {"a launch in a string", "const char *s = \"k<<<1, 2>>>(3)\";", NULL},
    {"a launch in a raw string", "auto s = R\"x(k<<<1, 2>>>(3) \")\" )x\";", NULL},
    {"a launch in comments", "// k<<<1, 2>>>(3)\n/* k<<<1,\n2>>>(3) */ int i;", NULL},
    {"quotes in characters", "char a = '\"', b = '\\'', c = '<'; int i = 1 << 2;", NULL},
    {"digit separators", "long n = 1'000'000 + 0x1p-3 + 1e+5;", NULL},
    {"operator<<< with template arguments",
     "std::operator<<<char>(std::cout, 'c'); operator<< <int>(1);", NULL},
    {"nested templates that close together", "std::vector<std::vector<std::vector<int>>> v(3);",
     NULL},
    {"shift and compare", "x <<= 2; y >>= 3; bool b = x << 1 <= y >> 1;", NULL},
    {"unbalanced brackets", "int f( { ] } ) ;", NULL},
    {"a system header with assembly",
     "# 1 \"s.h\" 1 3\nstatic __device__ int f() { asm(\"nop\"); }\n# 2 \"x.cu\" 2\nint i;", NULL},
    {"asm in a function of the host", "void pause() { asm volatile(\"pause\"); }", NULL},
    {"a function of the user's named like a texture fetch",
     "float tex2D(float x, int i); float y = tex2D(1.0f, 2);", NULL},
    {"a variable named texture", "int texture = 3; bool b = texture < 4;", NULL},
    {"other pragmas", "#pragma omp parallel for\nfor (;;) {}", NULL},
    {"the compiler's own noinline", "__attribute__((__noinline__)) void f();", NULL},
};

static const struct row refusals[] = {
    {"C function of the host in a kernel", "__simt_global__ void k(int *a) {\na[0] = rand(); }",
     "x.cu:2: error: simt-cc: 'rand' is of the host, and a kernel or __device__ function "
     "cannot use it"},
    {"C++ function of the host in a kernel",
     "__simt_device__ float f(float *a) {\nreturn std::accumulate(a, a + 3, 0.0f); }",
     "x.cu:2: error: simt-cc: 'std::accumulate' is of the host, and a kernel or __device__ "
     "function cannot use it"},
    {"the same without std::",
     "using std::accumulate;\n__simt_device__ float f(float *a) {\nreturn accumulate(a, a + "
     "3, 0.0f); }",
     "x.cu:3: error: simt-cc: 'accumulate' is of the host, and a kernel or __device__ "
     "function cannot use it"},
    {"constexpr function of the host in a kernel",
     "__simt_global__ void k(int *a) {\na[0] = std::max(a[0], 1); }",
     "x.cu:2: error: simt-cc: 'std::max' is of the host, and a kernel or __device__ function "
     "cannot use it; 'min' and 'max' without std:: can be called"},
    {"variable of the host in a kernel",
     "namespace n { static unsigned long a = 2, *b; }\n__simt_global__ void k(int *c) {\nc[0] "
     "= *b; }",
     "x.cu:3: error: simt-cc: 'b' is a variable of the host, and a kernel or __device__ "
     "function cannot see it: hand it over as an argument, or declare it '__device__'"},
    {"constant array of the host in a kernel",
     "constexpr float a[] = {1, 2};\n__simt_global__ void k(float *c) {\nc[0] = a[c[1]]; }",
     "x.cu:3: error: simt-cc: 'a' is a variable of the host, and a kernel or __device__ "
     "function cannot see it: hand it over as an argument, or declare it '__device__'"},
    {"variable of the host behind a class",
     "struct S { int x; } a;\n__simt_global__ void k(int *c) {\nc[0] = a.x; }",
     "x.cu:3: error: simt-cc: 'a' is a variable of the host, and a kernel or __device__ "
     "function cannot see it: hand it over as an argument, or declare it '__device__'"},
    {"launch without >>>", "\n\nk<<<1, 2;",
     "x.cu:3: error: simt-cc: a part of this launch is missing: it is written "
     "'kernel<<<grid, block>>>(arguments)'"},
    {"launch without arguments", "k<<<1, 2>>>;",
     "x.cu:1: error: simt-cc: a part of this launch is missing: it is written "
     "'kernel<<<grid, block>>>(arguments)'"},
    {"launch with an open argument list", "\nk<<<1, 2>>>(p;",
     "x.cu:2: error: simt-cc: unterminated argument list of a kernel launch"},
    {"launch without a kernel", "(int)<<<1, 2>>>(p); +<<<1, 2>>>(p);",
     "x.cu:1: error: simt-cc: '<<<' is not preceded by the name of a kernel"},
    {"launch without a block", "k<<<1>>>(p);",
     "x.cu:1: error: simt-cc: a launch needs two numbers, how many blocks and how many threads "
     "in each: 'kernel<<<grid, block>>>(arguments)'"},
    {"launch without a configuration", "k<<<>>>(p);",
     "x.cu:1: error: simt-cc: a launch needs two numbers, how many blocks and how many threads "
     "in each: 'kernel<<<grid, block>>>(arguments)'"},
    {"shared initialiser", "__simt_device__ void f() {\n__simt_shared__ int a = 1; }",
     "x.cu:2: error: simt-cc: a __shared__ variable cannot have an initialiser: let one thread "
     "assign it, then call __syncthreads()"},
    {"shared initialiser in braces", "__simt_device__ void f() { __simt_shared__ int a{1}; }",
     "x.cu:1: error: simt-cc: a __shared__ variable cannot have an initialiser: let one thread "
     "assign it, then call __syncthreads()"},
    {"shared initialiser in parentheses", "__simt_device__ void f() { __simt_shared__ S a(1); }",
     "x.cu:1: error: simt-cc: a __shared__ variable cannot have an initialiser: let one thread "
     "assign it, then call __syncthreads()"},
    {"shared initialiser of the second",
     "__simt_device__ void f() { __simt_shared__ int a, b = 2; }",
     "x.cu:1: error: simt-cc: a __shared__ variable cannot have an initialiser: let one thread "
     "assign it, then call __syncthreads()"},
    {"dynamic shared memory without brackets", "void f() { extern __simt_shared__ int a; }",
     "x.cu:1: error: simt-cc: 'extern __shared__' declares dynamic shared memory: write an array "
     "with empty first brackets, extern __shared__ float name[];"},
    {"shared without a semicolon", "__simt_device__ void f() { __simt_shared__ int a }",
     "x.cu:1: error: simt-cc: a __shared__ declaration without its semicolon"},
    {"kernel that returns a value", "\n__simt_global__ int k();",
     "x.cu:2: error: simt-cc: a kernel returns nothing: write '__global__ void'"},
    {"kernel that returns a pointer", "__simt_global__ void *k();",
     "x.cu:1: error: simt-cc: a kernel returns nothing: write '__global__ void'"},
    {"global variable", "__simt_global__ int n;",
     "x.cu:1: error: simt-cc: __global__ is for functions (kernels); a variable on the device is "
     "__device__"},
    {"kernel without a launch", "__simt_global__ void k(int); void f() {\nk(1); }",
     "x.cu:2: error: simt-cc: a kernel is called without <<<grid, block>>>: launch it, "
     "'k<<<grid, block>>>(arguments)', or, if kernels are to call it, make it '__device__'"},
    {"PTX in a kernel", "__simt_global__ void k() {\nasm volatile(\"trap;\"); }",
     "x.cu:2: error: simt-cc: 'asm': the simulator does not support this PTX assembly: \"trap\""},
    {"PTX in a member function",
     "struct S { __simt_device__ int f() const { __asm__(\"nop\"); } };",
     "x.cu:1: error: simt-cc: '__asm__': the simulator does not support this PTX assembly: "
     "\"nop\""},
    {"PTX from a system header's macro",
     "__simt_device__ void f() {\n# 2 \"x.cu\" 3\n asm(\"nop\");\n# 2 \"x.cu\"\n}",
     "x.cu:2: error: simt-cc: 'asm': the simulator does not support this PTX assembly: \"nop\""},
    {"__shared__ twice", "__simt_device__ void f() { __simt_shared__ __simt_shared__ int a; }",
     "x.cu:1: error: simt-cc: __shared__ stands twice in one declaration"},
    {"texture reference", "texture<float, 1> t;",
     "x.cu:1: error: simt-cc: 'texture': the simulator does not support texture references"},
    {"texture gather", "float4 f() { return tex2Dgather<float4>(t, 0, 0); }",
     "x.cu:1: error: simt-cc: 'tex2Dgather': the simulator does not support gathers of textures"},
    {"surface reference", "surface<void, 2> s;",
     "x.cu:1: error: simt-cc: 'surface': the simulator does not support surface references"},
    {"mipmaps", "void f(cudaMipmappedArray_t t);",
     "x.cu:1: error: simt-cc: 'cudaMipmappedArray_t': the simulator does not support mipmaps"},
    {"cooperative launch on several devices", "cudaLaunchCooperativeKernelMultiDevice(p, 2);",
     "x.cu:1: error: simt-cc: 'cudaLaunchCooperativeKernelMultiDevice': the simulator does not "
     "support launches on several devices"},
    {"graphics", "cudaGraphicsMapResources(1, &r, 0);",
     "x.cu:1: error: simt-cc: 'cudaGraphicsMapResources': the simulator does not support OpenGL, "
     "Direct3D and Vulkan"},
    {"launch attributes", "cudaLaunchConfig_t c;",
     "x.cu:1: error: simt-cc: 'cudaLaunchConfig_t': the simulator does not support launch "
     "attributes"},
    {"clusters", "__simt_global__ void __simt_cluster_dims__ k();",
     "x.cu:1: error: simt-cc: '__cluster_dims__': the simulator does not support thread block "
     "clusters"},
    {"user objects", "cudaUserObject_t o;",
     "x.cu:1: error: simt-cc: 'cudaUserObject_t': the simulator does not support user objects of "
     "graphs"},
    {"unterminated string", "\nconst char *s = \"abc;\n",
     "x.cu:2: error: simt-cc: this string has no closing quote"},
    {"unterminated character", "char c = 'a;",
     "x.cu:1: error: simt-cc: this character has no closing quote"},
    {"unterminated raw string", "auto s = R\"x(abc)\";\n",
     "x.cu:1: error: simt-cc: this raw string has no closing quote"},
    {"raw string without a parenthesis", "auto s = R\"xabcdefghijklmnopqrstuvwxyz",
     "x.cu:1: error: simt-cc: this raw string has no closing quote"},
    {"unterminated comment", "int i;\n/* k", "x.cu:2: error: simt-cc: this comment has no '*/'"},
    {"function in a function", "void f() {\nif (x) {}\n__simt_global__ void k() {}",
     "x.cu:3: error: simt-cc: a function begins here, and the one above it has not ended: a '}' is "
     "missing"},
    {"extern \"C\" in a function", "void f() { if (x) {\n}\nextern \"C\" void g() {}",
     "x.cu:3: error: simt-cc: a function begins here, and the one above it has not ended: a '}' is "
     "missing"},
    {"brace that nothing closes", "void f()\n{ if (x) {\n}\n",
     "x.cu:2: error: simt-cc: this '{' has no '}'"},
    {"lines after a marker", "# 40 \"d/y.cuh\" 1\n\ntexture<int> t;",
     "d/y.cuh:41: error: simt-cc: 'texture': the simulator does not support texture references"},
    {"lines after a header", "# 1 \"s.h\" 1 3\nint a;\n\n\n# 9 \"x.cu\" 2\n\ntexture<int> t;",
     "x.cu:10: error: simt-cc: 'texture': the simulator does not support texture references"},
};

static const struct row refusals_in_lockstep[] = {
    {"shared at namespace scope", "int n;\n__simt_shared__ int a[4];",
     "x.cu:2: error: simt-cc: --lockstep takes __shared__ variables inside functions only, and "
     "without parentheses around the name"},
    {"shared name in parentheses", "__simt_device__ void f() { __simt_shared__ int (*a)[4]; }",
     "x.cu:1: error: simt-cc: --lockstep takes __shared__ variables inside functions only, and "
     "without parentheses around the name"},
};

/* Translates a row's input from a block of exactly its size, so that a sanitizer sees reads past
 * the end. */
static bool translate(const struct row *row, bool lockstep, struct simt_buffer *output,
                      struct simt_buffer *error)
{
    size_t length = strlen(MARKER) + strlen(row->input);
    char *text = malloc(length);
    assert_non_null(text);
    /* Not terminated, on purpose. NOLINTNEXTLINE(bugprone-not-null-terminated-result) */
    memcpy(text, MARKER, strlen(MARKER));
    memcpy(text + strlen(MARKER), row->input, strlen(row->input));
    bool done =
        simt_translate(text, length, (struct simt_how){.lockstep = lockstep}, output, NULL, error);
    free(text);
    return done;
}

/* The end of a line marker that gives the next token its position again, with the line break before
 * it and the blanks after it; `at` itself if there is none. */
static const char *skip_sync(const char *at)
{
    if (strncmp(at, "\n# ", 3) != 0)
        return at;
    at = strchr(at + 1, '\n') + 1;
    return at + strspn(at, " ");
}

/* Takes out such markers, which would hide the rest; positions_hold() looks at them. */
static void remove_syncs(char *text)
{
    char *end = text;
    while (*text != '\0') {
        const char *after = skip_sync(text);
        if (after != text)
            text += after - text;
        else
            *end++ = *text++;
    }
    *end = '\0';
}

static void check_translations(const struct row *rows, size_t count, bool lockstep)
{
    for (size_t i = 0; i < count; i++) {
        struct simt_buffer output = {0}, error = {0};
        const char *expected = rows[i].expected != NULL ? rows[i].expected : rows[i].input;
        if (!translate(&rows[i], lockstep, &output, &error))
            fail_msg("%s: refused: %s", rows[i].name, error.text);
        if (strstr(rows[i].input, "<<") != NULL && rows[i].expected != NULL)
            remove_syncs(output.text);
        if (strcmp(output.text + strlen(MARKER), expected) != 0)
            fail_msg("%s:\n  got      %s\n  expected %s", rows[i].name,
                     output.text + strlen(MARKER), expected);
        simt_buffer_release(&output);
        simt_buffer_release(&error);
    }
}

#define CHECK_TRANSLATIONS(rows, lockstep)                                                         \
    check_translations(rows, sizeof(rows) / sizeof(rows)[0], lockstep)

static void launches_are_rewritten(void **state)
{
    (void)state;
    CHECK_TRANSLATIONS(launches, false);
}

static void shared_declarations_are_rewritten(void **state)
{
    (void)state;
    CHECK_TRANSLATIONS(shared_memory, false);
    CHECK_TRANSLATIONS(shared_memory_in_lockstep, true);
}

static void launched_functions_keep_their_type(void **state)
{
    (void)state;
    CHECK_TRANSLATIONS(launches_by_function, false);
}

static void markers_are_removed(void **state)
{
    (void)state;
    CHECK_TRANSLATIONS(markers, false);
}

static void everything_else_passes_unchanged(void **state)
{
    (void)state;
    CHECK_TRANSLATIONS(unchanged, false);
}

struct position {
    unsigned long line;
    size_t column;
};

/* Where a compiler says that the first occurrence of `word` is. */
static struct position locate(const char *text, const char *word)
{
    struct position position = {0};
    const char *found = strstr(text, word);
    if (found == NULL)
        fail_msg("'%s' is not in: %s", word, text);
    for (const char *line = text; line <= found;) {
        const char *end = strchr(line, '\n');
        position.column = (size_t)(found - line);
        if (strncmp(line, "# ", 2) == 0)
            position.line = strtoul(line + 2, NULL, 10) - 1;
        else
            position.line++;
        line = end != NULL ? end + 1 : found + 1;
    }
    return position;
}

static void positions_hold(void **state)
{
    (void)state;
    static const char *const words[] = {"work", "grid", "block", "first", "second", "after"};
    static const char *const inputs[] = {
        "work<<<grid, block>>>(first, second); after();",
        "int i;\n  work<<<grid,\n block>>>(first, 0,\n\n second); after();",
        "ns::\nwork\n<int>\n<<<\ngrid, block\n>>>\n(\nfirst, second\n)\n;\nafter();",
        "p[work]<<<grid, block>>>(0, 0, first, second), after();",
        "work<<<grid, block>>>(first,\n# 7 \"x.cu\" 3\n __null\n# 7 \"x.cu\"\n, second); "
        "after();",
        "work(grid, block, [&] { m<<<1, 2>>>(first); n<<<1, 2>>>(second); }); after();",
        "__simt_global__ void work();\n __simt_device__ void grid() {\nextern __simt_shared__ "
        "int\n block[];\n"
        " first(); __simt_shared__ int second; }\n after();",
    };
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        struct simt_buffer output = {0}, error = {0}, input = {0};
        const struct row row = {.name = "positions", .input = inputs[i]};
        bool twice = strstr(inputs[i], "<<<") != NULL; /* names of kernels, in lockstep */
        assert_true(translate(&row, !twice, &output, &error));
        simt_buffer_format(&input, MARKER "%s", inputs[i]);
        for (size_t j = 0; j < sizeof words / sizeof words[0]; j++) {
            struct position was = locate(input.text, words[j]), is = locate(output.text, words[j]);
            bool declared = strstr(inputs[i], "__simt_") != NULL; /* rewritten: the line alone */
            if (was.line != is.line || (was.column != is.column && !declared))
                fail_msg("'%s' went from %lu:%zu to %lu:%zu in: %s", words[j], was.line, was.column,
                         is.line, is.column, output.text);
        }
        simt_buffer_release(&output);
        simt_buffer_release(&error);
        simt_buffer_release(&input);
    }
}

static void check_refusals(const struct row *rows, size_t count, bool lockstep)
{
    for (size_t i = 0; i < count; i++) {
        struct simt_buffer output = {0}, error = {0};
        if (translate(&rows[i], lockstep, &output, &error))
            fail_msg("%s: not refused: %s", rows[i].name, output.text);
        if (strcmp(error.text, rows[i].expected) != 0)
            fail_msg("%s:\n  got      %s\n  expected %s", rows[i].name, error.text,
                     rows[i].expected);
        simt_buffer_release(&output);
        simt_buffer_release(&error);
    }
}

static void the_unsupported_is_refused_with_its_line(void **state)
{
    (void)state;
    check_refusals(refusals, sizeof refusals / sizeof refusals[0], false);
    check_refusals(refusals_in_lockstep,
                   sizeof refusals_in_lockstep / sizeof refusals_in_lockstep[0], true);
}

static void empty_text_is_translated_to_nothing(void **state)
{
    (void)state;
    struct simt_buffer output = {0}, error = {0};
    assert_true(simt_translate("", 0, (struct simt_how){0}, &output, NULL, &error));
    assert_int_equal(output.length, 0);
    simt_buffer_release(&output);
}

/* A small generator of its own, so that the same seed gives the same inputs everywhere. */
static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Cuts a piece out of `text`, doubles it, or overwrites it by a piece of syntax. */
static size_t mutate(char *text, size_t length, size_t capacity, uint32_t *random)
{
    static const char *const pieces[] = {"<<<",
                                         ">>>",
                                         "(",
                                         ")",
                                         "{",
                                         "}",
                                         ";",
                                         "\"",
                                         "'",
                                         "[",
                                         "]",
                                         "<",
                                         ">",
                                         "\n# 3 \"y.cu\" 1 3\n",
                                         "__simt_shared__",
                                         "extern",
                                         "R\"(",
                                         "/*",
                                         ","};
    size_t at = next_random(random) % (length + 1);
    size_t piece = next_random(random) % (length - at + 1) % 12;
    const char *word = pieces[next_random(random) % (sizeof pieces / sizeof pieces[0])];
    switch (next_random(random) % 3) {
    case 0:
        memmove(text + at, text + at + piece, length - at - piece);
        return length - piece;
    case 1:
        if (length + piece > capacity)
            return length;
        memmove(text + at + piece, text + at, length - at);
        return length + piece;
    default:
        if (length + strlen(word) > capacity)
            return length;
        memmove(text + at + strlen(word), text + at, length - at);
        /* Not terminated, on purpose. NOLINTNEXTLINE(bugprone-not-null-terminated-result) */
        memcpy(text + at, word, strlen(word));
        return length + strlen(word);
    }
}

/* Names of the host's in kernels that mean something else there, or that all may use. */
static const char *const for_kernels[] = {
    "int a; void k(int *c, int a) { c[0] = a; }",
    "int a; void k(int *c) { for (int a = 0; a < 3; a++) c[a] = sizeof(a); }",
    "int n, a; void k(int *c) { int b = 1, a; a = b; c[0] = a; }",
    "float a[3]; void k(int *c) { c[0] = sizeof a / sizeof(a[0]); }",
    "float a; void k(S *c) { c->a = c[1].a + S::a; }",
    "const int a = 2, b = 3; constexpr float d = 1; void k(int *c) { c[0] = a * b + d; }",
    "struct S { float *a; }; enum { b = 2 }; void k(S *c) { c->a[b] = 0; }",
    "int a(int); void k(int *c) { int rand = 2; c[rand] = std::sqrt(2) + printf(0); }",
    "int count(int x); using namespace std; void k(int *c) { c[0] = count(2); }",
    "int a; template <class... T> void k(T... a) { f(a...); }",
    "int a[2]; void k(int (&a)[2], S *s) { auto [b, c] = *s; a[0] = b; }",
    "void f() { int a = rand(); }",
};

static void what_kernels_may_use_is_not_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof for_kernels / sizeof for_kernels[0]; i++) {
        struct simt_buffer text = {0}, output = {0}, error = {0};
        const char *kernel = strstr(for_kernels[i], "void k(");
        simt_buffer_format(&text, MARKER "%.*s%s%s",
                           (int)(kernel != NULL ? kernel - for_kernels[i] : 0), for_kernels[i],
                           kernel != NULL ? "__simt_global__ " : "",
                           kernel != NULL ? kernel : for_kernels[i]);
        if (!simt_translate(text.text, text.length, (struct simt_how){0}, &output, NULL, &error))
            fail_msg("%s: refused: %s", for_kernels[i], error.text);
        simt_buffer_release(&text);
        simt_buffer_release(&output);
        simt_buffer_release(&error);
    }
}

/* Whatever the text, the translator ends, and says a line when it refuses. */
static void mutilated_text_ends_in_output_or_refusal(void **state)
{
    (void)state;
    enum { MUTATIONS = 300 };
    uint32_t random = 1;
    for (size_t i = 0; i < sizeof launches / sizeof launches[0] * MUTATIONS; i++) {
        char text[512];
        const struct row *row =
            i % 2 == 0 ? &launches[i / 2 % (sizeof launches / sizeof launches[0])]
                       : &shared_memory[i / 2 % (sizeof shared_memory / sizeof shared_memory[0])];
        size_t length = strlen(row->input);
        memcpy(text, row->input, length);
        for (unsigned j = 0; j <= i % 4; j++)
            length = mutate(text, length, sizeof text, &random);
        char *exact = malloc(length + 1);
        assert_non_null(exact);
        memcpy(exact, text, length);
        exact = realloc(exact, length > 0 ? length : 1);
        struct simt_buffer output = {0}, error = {0};
        if (!simt_translate(exact, length, (struct simt_how){.lockstep = i % 3 == 0}, &output, NULL,
                            &error))
            assert_non_null(strstr(error.text, ": error: simt-cc: "));
        simt_buffer_release(&output);
        simt_buffer_release(&error);
        free(exact);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(launches_are_rewritten),
        cmocka_unit_test(shared_declarations_are_rewritten),
        cmocka_unit_test(launched_functions_keep_their_type),
        cmocka_unit_test(markers_are_removed),
        cmocka_unit_test(everything_else_passes_unchanged),
        cmocka_unit_test(positions_hold),
        cmocka_unit_test(the_unsupported_is_refused_with_its_line),
        cmocka_unit_test(what_kernels_may_use_is_not_refused),
        cmocka_unit_test(empty_text_is_translated_to_nothing),
        cmocka_unit_test(mutilated_text_ends_in_output_or_refusal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
