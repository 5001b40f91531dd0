/* Lines of source by return address, through inlined calls, and the text of lines. Compiled with
 * -g; the functions that stand in for a user's and for the simulator's are at the end, below #line.
 */
#include "test.h"

#include "source.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* The place that it is called from. The empty assembly keeps calls from being made into one. */
__attribute__((noinline)) static const void *here(void)
{
    __asm__ volatile("" ::: "memory");
    return __builtin_return_address(0);
}

static const void *call_hidden(void);
static const void *call_user_header(void);
static const void *call_deeply(void);
static const void *call_nothing_but_hidden(void);

static void expect(const void *site, const char *file, int line, const char *function)
{
    struct simt_position position = simt_source_find(site);
    assert_string_equal(position.file, file);
    assert_int_equal(position.line, line);
    assert_non_null(position.function);
    assert_string_equal(position.function, function);
}

static const void *site_of_thread;

static void *find_in_thread(void *position)
{
    site_of_thread = here();
    *(struct simt_position *)position = simt_source_find(site_of_thread);
    return NULL;
}

/* The first of all lookups, which needs most. */
static void a_small_stack_is_enough(void **state)
{
    (void)state;
    struct simt_position position = {0};
    pthread_attr_t attributes;
    pthread_t thread;
    assert_int_equal(pthread_attr_init(&attributes), 0);
    size_t stack = (size_t)sysconf(_SC_THREAD_STACK_MIN); /* of Arm it is 128 KiB */
    if (stack < (size_t)64 * 1024)
        stack = (size_t)64 * 1024;
    assert_int_equal(pthread_attr_setstacksize(&attributes, stack), 0);
    assert_int_equal(pthread_create(&thread, &attributes, find_in_thread, &position), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(pthread_attr_destroy(&attributes), 0);
    assert_string_equal(position.function, "find_in_thread");
    assert_non_null(position.path);
    assert_string_equal(simt_source_line(position.path, position.line), "site_of_thread = here();");
}

static void a_call_is_on_its_line(void **state)
{
    (void)state;
    const void *sites[3];
    int line = __LINE__ + 1;
    sites[0] = here();
    sites[1] = here();

    sites[2] = here();
    for (int i = 0; i < 3; i++) {
        struct simt_position position = simt_source_find(sites[i]);
        assert_int_equal(position.line, line + i + (i == 2));
        assert_string_equal(position.function, "a_call_is_on_its_line");
        assert_contains(position.file, "inspect_source_test.c");
        assert_non_null(position.path);
        char text[32];
        snprintf(text, sizeof text, "sites[%d] = here();", i);
        assert_string_equal(simt_source_line(position.path, position.line), text);
    }
}

static void answers_are_the_same_again(void **state)
{
    (void)state;
    const void *site = here();
    struct simt_position first = simt_source_find(site), again = simt_source_find(site);
    assert_ptr_equal(first.file, again.file);
    assert_ptr_equal(first.path, again.path);
    assert_int_equal(first.line, again.line);
    assert_true(simt_source_same_line(&first, &again));
}

/* More sites than the cache begins with, each found again after it has grown. */
static void the_cache_grows(void **state)
{
    (void)state;
    const char *site = here();
    struct simt_position before = simt_source_find(site);
    for (int i = 0; i < 2000; i++)
        (void)simt_source_find(site + i);
    struct simt_position after = simt_source_find(site);
    assert_int_equal(after.line, before.line);
    assert_string_equal(after.file, before.file);
}

static void inlined_headers_of_the_simulator_are_left(void **state)
{
    (void)state;
    expect(call_hidden(), "user.cu", 302, "call_hidden");
    expect(call_deeply(), "user.cu", 326, "call_deeply");
}

static void inlined_functions_of_the_user_are_kept(void **state)
{
    (void)state;
    expect(call_user_header(), "user.cuh", 202, "user_helper");
}

static void with_none_else_the_outermost_line_is_given(void **state)
{
    (void)state;
    expect(call_nothing_but_hidden(), "/usr/include/gridstride/simt/simt/launch.hpp", 402,
           "call_nothing_but_hidden");
}

static const void *comparison_site;

static int compare(const void *a, const void *b)
{
    (void)a, (void)b;
    comparison_site = __builtin_return_address(0);
    return 0;
}

static void expect_unknown(const void *site)
{
    struct simt_position position = simt_source_find(site);
    assert_string_equal(position.file, "?");
    assert_int_equal(position.line, 0);
    assert_null(position.path);
    assert_false(simt_source_same_line(&position, &position));
}

static void code_without_debugging_information_is_unknown(void **state)
{
    (void)state;
    int numbers[2] = {2, 1};
    int local;
    qsort(numbers, 2, sizeof numbers[0], compare);
    assert_non_null(comparison_site);
    expect_unknown(comparison_site); /* in the C library */
    expect_unknown(NULL);
    expect_unknown((const void *)1);
    expect_unknown(&local); /* no code at all */
    expect_unknown((const void *)UINTPTR_MAX);
}

/* The same header told by two names is one file. */
static void lines_are_the_same_by_path(void **state)
{
    (void)state;
    struct simt_position a = {"a.cuh", "/x/a.cuh", 3, NULL},
                         b = {"../x/a.cuh", "/x/a.cuh", 3, NULL};
    struct simt_position c = {"a.cuh", "/y/a.cuh", 3, NULL}, d = {"a.cuh", NULL, 3, NULL};
    assert_true(simt_source_same_line(&a, &b));
    assert_false(simt_source_same_line(&a, &c));
    assert_true(simt_source_same_line(&a, &d));
    d.line = 4;
    assert_false(simt_source_same_line(&a, &d));
}

static void expect_lines(const char *content, size_t size, const char *const *lines, int count)
{
    char path[] = "inspect_source_test.XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, content, size), (ssize_t)size);
    assert_int_equal(close(descriptor), 0);
    for (int i = 0; i < count; i++)
        assert_string_equal(simt_source_line(path, i + 1), lines[i]);
    assert_null(simt_source_line(path, count + 1));
    assert_null(simt_source_line(path, 0));
    assert_int_equal(unlink(path), 0);
    if (count > 0) /* in memory */
        assert_string_equal(simt_source_line(path, 1), lines[0]);
}

static void lines_are_trimmed(void **state)
{
    (void)state;
    static const char content[] = "a[i] = 1;\n\n    b;  \r\n\tc\td;\n\n  last";
    static const char *const lines[] = {"a[i] = 1;", "", "b;", "c\td;", "", "last"};
    static const char *const first_two[] = {"x", "y"};
    expect_lines(content, sizeof content - 1, lines, 6);
    expect_lines("x\ny\n", 4, first_two, 2);
    expect_lines("", 0, NULL, 0);
}

static void what_cannot_be_read_has_no_lines(void **state)
{
    (void)state;
    assert_null(simt_source_line("/nowhere/x.cu", 1));
    assert_null(simt_source_line("/", 1));
    assert_null(simt_source_line(NULL, 1));
}

static void files_are_found_from_the_folders_of_the_compiler(void **state)
{
    (void)state;
    struct simt_position position = simt_source_find(here());
    char folder[4096];
    assert_non_null(position.path);
    assert_non_null(getcwd(folder, sizeof folder));
    assert_int_equal(chdir("/"), 0);
    assert_string_equal(simt_source_path(position.file), position.path);
    assert_string_equal(simt_source_path(__FILE__), position.path);
    assert_null(simt_source_path("no-such-file.cu"));
    assert_null(simt_source_path("no-such-file.cu"));
    assert_int_equal(chdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_stack_is_enough),
        cmocka_unit_test(a_call_is_on_its_line),
        cmocka_unit_test(answers_are_the_same_again),
        cmocka_unit_test(the_cache_grows),
        cmocka_unit_test(inlined_headers_of_the_simulator_are_left),
        cmocka_unit_test(inlined_functions_of_the_user_are_kept),
        cmocka_unit_test(with_none_else_the_outermost_line_is_given),
        cmocka_unit_test(code_without_debugging_information_is_unknown),
        cmocka_unit_test(lines_are_the_same_by_path),
        cmocka_unit_test(lines_are_trimmed),
        cmocka_unit_test(what_cannot_be_read_has_no_lines),
        cmocka_unit_test(files_are_found_from_the_folders_of_the_compiler),
    };
    return cmocka_run_group_tests_name("inspect_source", tests, NULL, NULL);
}

/* ---- stand-ins; a number in each keeps the compiler from making them one function ---- */

/* clang-format off */
#define INLINED static inline __attribute__((always_inline))
#define OUTLINED __attribute__((noinline)) static
#define UNLIKE_OTHERS() __asm__ volatile("" : : "i"(__LINE__))

#line 100 "/opt/include/gridstride/simt/simt/atomics.hpp"
INLINED const void *atomic(void) {
    return here();
}

#line 120 "/usr/include/c++/12/bits/stl_algobase.h"
INLINED const void *algorithm(void) {
    return atomic();
}

#line 200 "user.cuh"
INLINED const void *user_helper(void) {
    const void *site;
    site = here();
    return site;
}

#line 300 "user.cu"
OUTLINED const void *call_hidden(void) {
    UNLIKE_OTHERS();
    const void *site = atomic();
    UNLIKE_OTHERS();
    return site;
}

#line 310 "user.cu"
OUTLINED const void *call_user_header(void) {
    UNLIKE_OTHERS();
    const void *site = user_helper();
    UNLIKE_OTHERS();
    return site;
}

#line 320 "user.cu"
OUTLINED const void *call_deeply(void) {
    const void *site = NULL;
    for (int i = 0; i < 1; i++) {
        UNLIKE_OTHERS();
        const void *inner;
        {
            inner = algorithm();
        }
        UNLIKE_OTHERS();
        site = inner;
    }
    return site;
}

#line 400 "/usr/include/gridstride/simt/simt/launch.hpp"
OUTLINED const void *call_nothing_but_hidden(void) {
    UNLIKE_OTHERS();
    const void *site = atomic();
    UNLIKE_OTHERS();
    return site;
}
