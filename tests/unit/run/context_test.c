/* The names of machines, and what a result carries. */
#include "test.h"

#include "context.h"
#include "random.h"
#include "record.h"
#include "registry.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

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

/* ---- what a result carries ------------------------------------------------------------------- */

static const struct gs_device_facts gpu_facts = {.name = "NVIDIA H100 80GB HBM3",
                                                 .memory_bytes = 85899345920,
                                                 .l2_bytes = 52428800,
                                                 .multiprocessors = 132,
                                                 .compute_major = 9,
                                                 .driver_version = 13000,
                                                 .runtime_version = 13000,
                                                 .sm_clock_khz = 1980000,
                                                 .memory_clock_khz = 2619000,
                                                 .kernel_compiler = "nvcc 13.0.48",
                                                 .pci_address = "0000:3b:00.0",
                                                 .uuid_hash = 0x12ab34cd,
                                                 .ecc = true};

static const struct gs_gpu_state gpu_state = {.driver = "580.65.06",
                                              .temperature_c = 31,
                                              .sm_clock_mhz = 345,
                                              .memory_clock_mhz = 2619,
                                              .power_limit_w = 700,
                                              .pcie_generation = 1,
                                              .pcie_width = 16,
                                              .reasons_known = true,
                                              .clock_reasons = 0x1};

static json_t *context_of(const char *command_line, const struct gs_device_facts *facts,
                          const struct gs_gpu_state *gpu)
{
    struct gs_device_limits device = {.copy_bytes_per_s = 3e12};
    struct gs_cpu_limits cpu = {.copy_bytes_per_s = 20e9};
    struct gs_context_parts parts = {.lesson = gs_lesson_at(0),
                                     .machine = "a-machine",
                                     .command_line = command_line,
                                     .seed = 7,
                                     .facts = facts,
                                     .device_limits = &device,
                                     .cpu_limits = &cpu,
                                     .gpu = gpu};
    json_t *context = gs_context_make(&parts);
    assert_non_null(context);
    return context;
}

/* The value at a path like "gridstride.device.name", or NULL. */
static const json_t *at(const json_t *context, const char *path)
{
    char part[64];
    for (; context != NULL && *path != '\0'; path += strspn(path, ".")) {
        size_t length = strcspn(path, ".");
        assert_true(length < sizeof part);
        memcpy(part, path, length);
        part[length] = '\0';
        context = json_object_get(context, part);
        path += length;
    }
    return context;
}

static const char *text_at(const json_t *context, const char *path)
{
    const char *text = json_string_value(at(context, path));
    if (text == NULL)
        fail_msg("%s is no text", path);
    return text;
}

static void assert_integer(const json_t *context, const char *path, json_int_t wanted)
{
    assert_true(json_is_integer(at(context, path)));
    assert_int_equal(json_integer_value(at(context, path)), wanted);
}

/* What every result has; and what one of a GPU has where the driver tells everything. */
static const struct {
    const char *path;
    json_type type;
} fields[] =
    {
        {"date", JSON_STRING},
        {"executable", JSON_STRING},
        {"num_cpus", JSON_INTEGER},
        {"load_avg", JSON_ARRAY},
        {"caches", JSON_ARRAY},
        {"gridstride.version", JSON_STRING},
        {"gridstride.commit", JSON_STRING},
        {"gridstride.lesson", JSON_INTEGER},
        {"gridstride.slug", JSON_STRING},
        {"gridstride.title", JSON_STRING},
        {"gridstride.workloads", JSON_ARRAY},
        {"gridstride.machine", JSON_STRING},
        {"gridstride.command_line", JSON_STRING},
        {"gridstride.seed", JSON_INTEGER},
        {"gridstride.cpu", JSON_STRING},
        {"gridstride.cpu_threads", JSON_INTEGER},
        {"gridstride.compiler", JSON_STRING},
        {"gridstride.flags", JSON_STRING},
        {"gridstride.benchmark_library", JSON_STRING},
        {"gridstride.json_library", JSON_STRING},
        {"gridstride.math_library", JSON_STRING},
        {"gridstride.limits", JSON_OBJECT},
        {"gridstride.wall_s", JSON_REAL},
        {"gridstride.sampled_s", JSON_REAL},
},
  gpu_fields[] = {
      {"gridstride.device.name", JSON_STRING},
      {"gridstride.device.simulated", JSON_FALSE},
      {"gridstride.device.memory_bytes", JSON_INTEGER},
      {"gridstride.device.l2_bytes", JSON_INTEGER},
      {"gridstride.device.multiprocessors", JSON_INTEGER},
      {"gridstride.device.compute_capability", JSON_STRING},
      {"gridstride.device.driver_version", JSON_INTEGER},
      {"gridstride.device.runtime_version", JSON_INTEGER},
      {"gridstride.device.sm_clock_khz", JSON_INTEGER},
      {"gridstride.device.memory_clock_khz", JSON_INTEGER},
      {"gridstride.device.kernel_compiler", JSON_STRING},
      {"gridstride.device.ecc", JSON_TRUE},
      {"gridstride.device.uuid_hash", JSON_STRING},
      {"gridstride.device.driver", JSON_STRING},
      {"gridstride.device.power_limit_w", JSON_INTEGER},
      {"gridstride.device.pcie_generation", JSON_INTEGER},
      {"gridstride.device.pcie_width", JSON_INTEGER},
      {"gridstride.gpu_before.temperature_c", JSON_INTEGER},
      {"gridstride.gpu_before.sm_clock_mhz", JSON_INTEGER},
      {"gridstride.gpu_before.memory_clock_mhz", JSON_INTEGER},
      {"gridstride.gpu_before.clock_reasons", JSON_ARRAY},
      {"gridstride.gpu_after.temperature_c", JSON_INTEGER},
      {"gridstride.gpu_after.sm_clock_mhz", JSON_INTEGER},
      {"gridstride.gpu_after.memory_clock_mhz", JSON_INTEGER},
      {"gridstride.gpu_after.clock_reasons", JSON_ARRAY},
};

static void assert_type(const json_t *context, const char *path, json_type type)
{
    const json_t *value = at(context, path);
    if (value == NULL || json_typeof(value) != type)
        fail_msg("%s is missing, or of another type", path);
}

static void every_field_has_its_type(void **state)
{
    (void)state;
    json_t *context = context_of("gridstride run 3", &gpu_facts, &gpu_state);
    gs_context_finish(context, 12.5, 11, &gpu_state);
    for (size_t i = 0; i < GS_COUNT(fields); i++)
        assert_type(context, fields[i].path, fields[i].type);
    for (size_t i = 0; i < GS_COUNT(gpu_fields); i++)
        assert_type(context, gpu_fields[i].path, gpu_fields[i].type);
    json_decref(context);
}

static void fields_say_what_they_are_given(void **state)
{
    (void)state;
    json_t *context = context_of("gridstride run 3", &gpu_facts, &gpu_state);
    assert_string_equal(text_at(context, "gridstride.command_line"), "gridstride run 3");
    assert_string_equal(text_at(context, "gridstride.machine"), "a-machine");
    assert_integer(context, "gridstride.seed", 7);
    assert_int_equal(strlen(text_at(context, "date")), strlen("2026-01-31T12:00:00+00:00"));
    assert_contains(text_at(context, "gridstride.benchmark_library"), "Google Benchmark ");
    assert_contains(text_at(context, "gridstride.json_library"), "jansson 2.");
    assert_contains(text_at(context, "gridstride.math_library"), "SLEEF 3.");
    assert_string_equal(text_at(context, "gridstride.device.name"), "NVIDIA H100 80GB HBM3");
    assert_string_equal(text_at(context, "gridstride.device.compute_capability"), "9.0");
    assert_string_equal(text_at(context, "gridstride.device.uuid_hash"), "0000000012ab34cd");
    assert_string_equal(text_at(context, "gridstride.device.driver"), "580.65.06");
    assert_integer(context, "gridstride.device.power_limit_w", 700);
    assert_integer(context, "gridstride.device.pcie_width", 16);
    assert_integer(context, "gridstride.gpu_before.temperature_c", 31);
    assert_integer(context, "gridstride.gpu_before.sm_clock_mhz", 345);
    assert_integer(context, "gridstride.gpu_before.memory_clock_mhz", 2619);
    const json_t *reasons = at(context, "gridstride.gpu_before.clock_reasons");
    assert_int_equal(json_array_size(reasons), 1);
    assert_string_equal(json_string_value(json_array_get(reasons, 0)), "gpu_idle");
    json_decref(context);
}

static void what_comes_last_is_added(void **state)
{
    (void)state;
    struct gs_gpu_state after = gpu_state;
    after.temperature_c = 64;
    after.sm_clock_mhz = 1755;
    after.pcie_generation = 5; /* it is awake now */
    after.clock_reasons = 0x24;
    json_t *context = context_of("gridstride run 3", &gpu_facts, &gpu_state);
    assert_integer(context, "gridstride.device.pcie_generation", 1);
    gs_context_finish(context, 12.5, 11, &after);
    assert_true(json_real_value(at(context, "gridstride.wall_s")) == 12.5);
    assert_true(json_real_value(at(context, "gridstride.sampled_s")) == 11);
    assert_integer(context, "gridstride.gpu_before.temperature_c", 31);
    assert_integer(context, "gridstride.gpu_after.temperature_c", 64);
    assert_integer(context, "gridstride.gpu_after.sm_clock_mhz", 1755);
    assert_int_equal(json_array_size(at(context, "gridstride.gpu_after.clock_reasons")), 2);
    assert_integer(context, "gridstride.device.pcie_generation", 5);
    gs_context_finish(context, 12.5, 11, &gpu_state); /* asleep again: its best stays */
    assert_integer(context, "gridstride.device.pcie_generation", 5);
    json_decref(context);
}

/* As in a container, on the simulator, and where no kernel runs. */
static void what_is_not_known_is_left_out(void **state)
{
    (void)state;
    const struct gs_gpu_state nothing = {.driver = ""};
    struct gs_device_facts simulated = gpu_facts;
    simulated.simulated = true;
    const struct {
        const struct gs_device_facts *facts;
        const struct gs_gpu_state *gpu;
    } cases[] = {{&gpu_facts, NULL}, {&gpu_facts, &nothing}, {&simulated, NULL}, {NULL, NULL}};
    for (size_t c = 0; c < GS_COUNT(cases); c++) {
        json_t *context = context_of("gridstride run 3", cases[c].facts, cases[c].gpu);
        gs_context_finish(context, 1, 1, cases[c].gpu);
        for (size_t i = 0; i < GS_COUNT(fields); i++)
            assert_type(context, fields[i].path, fields[i].type);
        assert_null(at(context, "gridstride.gpu_before"));
        assert_null(at(context, "gridstride.gpu_after"));
        assert_null(at(context, "gridstride.device.driver"));
        assert_null(at(context, "gridstride.device.power_limit_w"));
        assert_null(at(context, "gridstride.device.pcie_generation"));
        assert_null(at(context, "gridstride.device.pcie_width"));
        bool real = cases[c].facts == &gpu_facts;
        assert_int_equal(at(context, "gridstride.device.ecc") != NULL, real);
        assert_int_equal(at(context, "gridstride.device.uuid_hash") != NULL, real);
        assert_int_equal(json_is_null(at(context, "gridstride.device")), cases[c].facts == NULL);
        json_decref(context);
    }
}

/* A result may be published: it is not to tell whose machine it was made on, or in which slot. */
static void it_names_no_user_and_no_host(void **state)
{
    (void)state;
    enum { TELLING = 5 }; /* shorter names stand in other words by chance */
    char host[256] = "";
    json_t *context = context_of("gridstride run 3", &gpu_facts, &gpu_state);
    gs_context_finish(context, 12.5, 11, &gpu_state);
    char *text = json_dumps(context, 0);
    assert_int_equal(gethostname(host, sizeof host - 1), 0);
    const char *const secrets[] = {host, getenv("HOME"), getenv("USER"), gpu_facts.pci_address,
                                   "/home/"};
    for (size_t i = 0; i < GS_COUNT(secrets); i++) {
        if (secrets[i] != NULL && strlen(secrets[i]) >= TELLING && strstr(text, secrets[i]) != NULL)
            fail_msg("\"%s\" stands in the context: %s", secrets[i], text);
    }
    free(text);
    json_decref(context);
}

static void a_result_is_read_with_its_context(void **state)
{
    (void)state;
    char folder[] = "/tmp/gridstride_context_XXXXXX", path[64];
    struct gs_error error = {0};
    assert_non_null(mkdtemp(folder));
    struct gs_results written = {.context = context_of("gridstride run 3", &gpu_facts, &gpu_state)},
                      read;
    gs_context_finish(written.context, 12.5, 11, &gpu_state);
    assert_int_equal(gs_results_save(&written, folder, "lesson3", &error), GS_OK);
    snprintf(path, sizeof path, "%s/lesson3.json", folder);
    assert_int_equal(gs_results_load(path, &read, &error), GS_OK);
    char *before = gs_results_text(&written), *after = gs_results_text(&read);
    assert_string_equal(before, after);
    free(before);
    free(after);
    gs_results_release(&written);
    gs_results_release(&read);
    assert_int_equal(remove(path), 0);
    snprintf(path, sizeof path, "%s/lesson3.csv", folder);
    assert_int_equal(remove(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

/* A file name may hold any bytes; the result is JSON, which is UTF-8, all the same. */
static void a_command_line_may_hold_any_bytes(void **state)
{
    (void)state;
    json_t *context = context_of("gridstride run 3 --out caf\xe9/\xff\xfe", NULL, NULL);
    const json_t *line = json_object_get(json_object_get(context, "gridstride"), "command_line");
    assert_contains(json_string_value(line), "gridstride run 3 --out caf");
    json_decref(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slugs_are_folder_names),
        cmocka_unit_test(any_name_makes_a_slug),
        cmocka_unit_test(every_field_has_its_type),
        cmocka_unit_test(fields_say_what_they_are_given),
        cmocka_unit_test(what_comes_last_is_added),
        cmocka_unit_test(what_is_not_known_is_left_out),
        cmocka_unit_test(it_names_no_user_and_no_host),
        cmocka_unit_test(a_result_is_read_with_its_context),
        cmocka_unit_test(a_command_line_may_hold_any_bytes),
    };
    return cmocka_run_group_tests_name("context", tests, NULL, NULL);
}
