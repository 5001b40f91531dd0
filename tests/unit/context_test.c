/* The names of machines, and what a result carries. */
#include "test.h"

#include "context.h"
#include "random.h"
#include "registry.h"

#include <ctype.h>

static const struct {
    const char *name, *slug;
} slugs[] = {
    {"NVIDIA H100 80GB HBM3", "nvidia-h100-80gb-hbm3"},
    {"AMD EPYC 9354 32-Core Processor", "amd-epyc-9354-32-core-processor"},
    {"Intel(R) Core(TM) i7-1165G7 @ 2.80GHz", "intel-r-core-tm-i7-1165g7-2-80ghz"},
    {"  x  ", "x"},
    {"a", "a"},
    {"../../etc", "etc"},
    {"", "unknown"},
    {"---", "unknown"},
    {"\xe9\xbe\x8d\xe8\x8a\xaf", "unknown"},
};

static void slugs_are_folder_names(void **state)
{
    (void)state;
    for (size_t i = 0; i < GS_COUNT(slugs); i++) {
        char slug[128];
        gs_machine_slug(slugs[i].name, slug);
        assert_string_equal(slug, slugs[i].slug);
    }
}

static void any_name_makes_a_slug(void **state)
{
    (void)state;
    for (size_t i = 0; i < 20000; i++) {
        char name[400] = "", slug[128], again[128];
        size_t length = gs_random_bits(1, 0, i) % (sizeof name - 1);
        for (size_t k = 0; k < length; k++)
            name[k] = (char)(1 + gs_random_bits(2, 0, i * sizeof name + k) % 255);
        memset(slug, 'x', sizeof slug);
        gs_machine_slug(name, slug);
        assert_non_null(memchr(slug, '\0', sizeof slug));
        size_t used = strlen(slug);
        assert_true(used > 0 && slug[0] != '-' && slug[used - 1] != '-');
        for (size_t k = 0; k < used; k++)
            assert_true(slug[k] == '-' || isdigit((unsigned char)slug[k]) ||
                        islower((unsigned char)slug[k]));
        gs_machine_slug(slug, again);
        assert_string_equal(slug, again);
    }
}

static json_t *context_of(const char *command_line)
{
    struct gs_bench bench = {.cpu_copy_bytes_per_s = 20e9};
    json_t *context = gs_context_make(&bench, gs_lesson_at(0), "a-machine", 7, command_line);
    assert_non_null(context);
    return context;
}

static void the_context_names_what_made_it(void **state)
{
    (void)state;
    static const char *const theirs[] = {"date", "executable", "num_cpus", "load_avg"};
    static const char *const ours[] = {"version",     "commit",       "lesson", "slug",
                                       "machine",     "command_line", "seed",   "cpu",
                                       "cpu_threads", "compiler",     "flags",  "benchmark_library",
                                       "device",      "limits"};
    json_t *context = context_of("gridstride run 3");
    const json_t *own = json_object_get(context, "gridstride");
    for (size_t i = 0; i < GS_COUNT(theirs); i++)
        assert_non_null(json_object_get(context, theirs[i]));
    for (size_t i = 0; i < GS_COUNT(ours); i++)
        assert_non_null(json_object_get(own, ours[i]));
    assert_string_equal(json_string_value(json_object_get(own, "command_line")),
                        "gridstride run 3");
    assert_int_equal(json_integer_value(json_object_get(own, "seed")), 7);
    assert_true(json_is_null(json_object_get(own, "device"))); /* no kernel ran */
    const char *date = json_string_value(json_object_get(context, "date"));
    assert_int_equal(strlen(date), strlen("2026-01-31T12:00:00+00:00"));
    json_decref(context);
}

/* A file name may hold any bytes; the result is JSON, which is UTF-8, all the same. */
static void a_command_line_may_hold_any_bytes(void **state)
{
    (void)state;
    json_t *context = context_of("gridstride run 3 --out caf\xe9/\xff\xfe");
    const json_t *line = json_object_get(json_object_get(context, "gridstride"), "command_line");
    assert_contains(json_string_value(line), "gridstride run 3 --out caf");
    json_decref(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slugs_are_folder_names),
        cmocka_unit_test(any_name_makes_a_slug),
        cmocka_unit_test(the_context_names_what_made_it),
        cmocka_unit_test(a_command_line_may_hold_any_bytes),
    };
    return cmocka_run_group_tests_name("context", tests, NULL, NULL);
}
