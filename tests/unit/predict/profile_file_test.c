/* Profiles: what is written is read again; what is damaged is refused with a sentence. */
#include "test.h"

#include "files.h"
#include "profile_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static char folder[512], path[600];

static void a_profile(struct gs_gpu_profile *out)
{
    *out = (struct gs_gpu_profile){.name = "A GPU",
                                   .source = "a test",
                                   .date = "2026-01-31",
                                   .measured = true,
                                   .compute_major = 9};
    for (int k = 0; k < GS_GPU_NUMBERS; k += 2) /* every second one is not known */
        out->numbers[k] = 1.5 * (k + 1);
    for (int k = 0; k < GS_GPU_CURVES; k++) {
        out->curves[k].count = (size_t)k;
        for (int i = 0; i < k; i++) {
            out->curves[k].at[i] = i + 1;
            out->curves[k].value[i] = 10.0 * k + i + 1;
        }
    }
}

static void what_is_written_is_read_again(void **state)
{
    (void)state;
    struct gs_gpu_profile wrote, read;
    struct gs_error error;
    a_profile(&wrote);
    assert_int_equal(gs_profile_write(path, &wrote, &error), GS_OK);
    assert_int_equal(gs_profile_read(path, &read, &error), GS_OK);
    assert_string_equal(read.name, wrote.name);
    assert_string_equal(read.source, wrote.source);
    assert_string_equal(read.date, wrote.date);
    assert_true(read.measured);
    assert_int_equal(read.compute_major, 9);
    assert_memory_equal(read.numbers, wrote.numbers, sizeof read.numbers);
    assert_memory_equal(read.curves, wrote.curves, sizeof read.curves);
}

/* The file, with `part` of it replaced by `with`, is refused with a sentence that has `said`. */
static void assert_refused(const char *text, const char *part, const char *with, const char *said)
{
    struct gs_gpu_profile read;
    struct gs_error error = {""};
    const char *at = strstr(text, part);
    if (at == NULL)
        fail_msg("the file has no %s", part);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fprintf(out, "%.*s%s%s", (int)(at - text), text, with, at + strlen(part));
    fclose(out);
    assert_int_equal(gs_profile_read(path, &read, &error), GS_USAGE);
    if (strstr(error.text, said) == NULL || strstr(error.text, path) == NULL)
        fail_msg("%s for %s: it says: %s", with, part, error.text);
}

static void what_is_damaged_is_refused(void **state)
{
    (void)state;
    struct gs_gpu_profile wrote;
    struct gs_error error;
    a_profile(&wrote);
    assert_int_equal(gs_profile_write(path, &wrote, &error), GS_OK);
    char *text = gs_file_text(path);
    assert_non_null(text);
    assert_refused(text, "\"profile_version\": 1", "\"profile_version\": 2", "version 2");
    assert_refused(text, "\"profile_version\": 1", "\"no_version\": 1", "profile_version");
    assert_refused(text, "\"name\"", "\"nobody\"", "\"name\"");
    assert_refused(text, "A GPU", "A\\u001b[31mGPU", "\"name\"");
    assert_refused(text, "\"9.0\"", "\"nine\"", "compute_capability");
    assert_refused(text, "\"multiprocessors\": 1.5", "\"multiprocessors\": -1.5",
                   "multiprocessors");
    assert_refused(text, "\"multiprocessors\": 1.5", "\"multiprocessors\": \"1.5\"",
                   "multiprocessors");
    assert_refused(text, "\"multiprocessors\"", "\"processors\"", "unknown number");
    assert_refused(text, "\"bytes_in_flight\"", "\"threads\"", "read_bytes_per_s");
    assert_refused(text, "\"measured\": true", "\"measured\": 1", "measured");
    assert_refused(text, "{", "", "no whole JSON file");
    free(text);
}

static void a_curve_is_straight_between_its_points_and_level_outside(void **state)
{
    (void)state;
    const struct gs_gpu_points points = {.at = {1, 100}, .value = {10, 1000}, .count = 2};
    const struct gs_gpu_points none = {.count = 0};
    assert_float_equal(gs_gpu_curve_at(&points, 0.5), 10, 1e-9);
    assert_float_equal(gs_gpu_curve_at(&points, 1), 10, 1e-9);
    assert_float_equal(gs_gpu_curve_at(&points, 10), 100, 1e-9);
    assert_float_equal(gs_gpu_curve_at(&points, 100), 1000, 1e-9);
    assert_float_equal(gs_gpu_curve_at(&points, 1e6), 1000, 1e-9);
    assert_float_equal(gs_gpu_curve_at(&none, 10), 0, 0);
}

static void every_number_and_curve_has_a_name(void **state)
{
    (void)state;
    for (int k = 0; k < GS_GPU_NUMBERS; k++) {
        assert_non_null(gs_gpu_numbers[k].key);
        assert_non_null(gs_gpu_numbers[k].unit);
        assert_non_null(gs_gpu_numbers[k].about);
    }
    for (int k = 0; k < GS_GPU_CURVES; k++) {
        assert_non_null(gs_gpu_curves[k].name.key);
        assert_non_null(gs_gpu_curves[k].by);
    }
}

static int make_folder(void **state)
{
    (void)state;
    struct gs_error error;
    if (gs_folder_make_temporary("profile", 0700, folder, sizeof folder, &error) != GS_OK)
        return -1;
    snprintf(path, sizeof path, "%s/profile.json", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    gs_folder_remove(folder);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read_again),
        cmocka_unit_test(what_is_damaged_is_refused),
        cmocka_unit_test(a_curve_is_straight_between_its_points_and_level_outside),
        cmocka_unit_test(every_number_and_curve_has_a_name),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
