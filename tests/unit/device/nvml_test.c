/*
 * The state of a GPU by a library that may be whole, old or missing: FAKE_NVML says which of the
 * fakes this program finds.
 */
#include "test.h"

#include "nvml.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FULL, OLD, MISSING };

static const char gpu[] = "fffe:fe:1e.0", no_gpu[] = "ffff:ff:1f.0";

static void assert_unknown(const struct gs_gpu_state *state)
{
    assert_string_equal(state->driver, "");
    assert_int_equal(state->temperature_c, 0);
    assert_int_equal(state->sm_clock_mhz, 0);
    assert_int_equal(state->memory_clock_mhz, 0);
    assert_int_equal(state->power_limit_w, 0);
    assert_int_equal(state->pcie_generation, 0);
    assert_int_equal(state->pcie_width, 0);
    assert_false(state->reasons_known);
    assert_int_equal(state->clock_reasons, 0);
}

static void what_the_library_knows_is_read(void **state)
{
    (void)state;
    struct gs_gpu_state found;
    memset(&found, 0xff, sizeof found);
    assert_int_equal(gs_gpu_state_read(gpu, &found), FAKE_NVML != MISSING);
    if (FAKE_NVML == MISSING) {
        assert_unknown(&found);
        return;
    }
    bool full = FAKE_NVML == FULL;
    assert_int_equal(found.temperature_c, 41);
    assert_string_equal(found.driver, full ? "580.65.06" : "");
    assert_int_equal(found.sm_clock_mhz, full ? 1980 : 0);
    assert_int_equal(found.memory_clock_mhz, full ? 2619 : 0);
    assert_int_equal(found.power_limit_w, full ? 700 : 0);
    assert_int_equal(found.pcie_generation, full ? 5 : 0);
    assert_int_equal(found.pcie_width, full ? 16 : 0);
    assert_int_equal(found.reasons_known, full);
    assert_int_equal(found.clock_reasons, full ? 0x24 : 0);
}

/* The library is initialised and given back every time: the fake answers nothing otherwise. */
static void it_is_read_time_and_again(void **state)
{
    for (int i = 0; i < 5; i++)
        what_the_library_knows_is_read(state);
}

static void what_is_refused_is_not_known(void **state)
{
    (void)state;
    struct gs_gpu_state found;
    setenv("FAKE_NVML_REFUSES", "1", 1);
    gs_gpu_state_read(gpu, &found);
    unsetenv("FAKE_NVML_REFUSES");
    assert_unknown(&found);
}

static void another_address_is_another_gpu(void **state)
{
    (void)state;
    static const char *const none[] = {
        no_gpu, "", "..", "../../../../etc",
        "a name that is far too long for a PCI address, and then on"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        struct gs_gpu_state found;
        memset(&found, 0xff, sizeof found);
        assert_false(gs_gpu_state_read(none[i], &found));
        assert_unknown(&found);
    }
}

/* ---- the link ----------------------------------------------------------------------------------
 */

static void write_attribute(const char *folder, const char *name, const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (text == NULL) {
        remove(path);
        return;
    }
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static const struct {
    const char *speed, *width;
    bool known;
    int generation, lanes;
} links[] = {
    {"2.5 GT/s PCIe\n", "1\n", true, 1, 1},
    {"5.0 GT/s PCIe\n", "4\n", true, 2, 4},
    {"8 GT/s\n", "8\n", true, 3, 8}, /* older kernels */
    {"8.0 GT/s PCIe\n", "16\n", true, 3, 16},
    {"16.0 GT/s PCIe\n", "16\n", true, 4, 16},
    {"32.0 GT/s PCIe\n", "16\n", true, 5, 16},
    {"64.0 GT/s PCIe\n", "32\n", true, 6, 32},
    {"77.7 GT/s PCIe\n", "16\n", true, 0, 16},
    {"Unknown\n", "16\n", false, 0, 0},
    {"16.0 GT/s PCIe\n", "0\n", false, 0, 0},
    {"16.0 GT/s PCIe\n", "63\n", false, 0, 0},
    {"16.0 GT/s PCIe\n", "nan\n", false, 0, 0},
    {"16.0 GT/s PCIe\n", "", false, 0, 0},
    {NULL, "16\n", false, 0, 0},
    {"16.0 GT/s PCIe\n", NULL, false, 0, 0},
};

static void links_are_read_as_the_kernel_writes_them(void **state)
{
    (void)state;
    char folder[] = "/tmp/gridstride_nvml_XXXXXX";
    assert_non_null(mkdtemp(folder));
    for (size_t i = 0; i < sizeof links / sizeof links[0]; i++) {
        int generation = -1, lanes = -1;
        write_attribute(folder, "current_link_speed", links[i].speed);
        write_attribute(folder, "current_link_width", links[i].width);
        assert_int_equal(gs_pcie_link_read(folder, &generation, &lanes), links[i].known);
        assert_int_equal(generation, links[i].known ? links[i].generation : -1);
        assert_int_equal(lanes, links[i].known ? links[i].lanes : -1);
    }
    write_attribute(folder, "current_link_speed", NULL);
    write_attribute(folder, "current_link_width", NULL);
    assert_int_equal(rmdir(folder), 0);
}

static void every_reason_has_a_name_of_its_own(void **state)
{
    (void)state;
    for (unsigned a = 0; a < GS_CLOCK_REASONS; a++) {
        for (unsigned b = 0; b < a; b++)
            assert_string_not_equal(gs_clock_reason_name(a), gs_clock_reason_name(b));
    }
    assert_string_equal(gs_clock_reason_name(2), "sw_power_cap"); /* bits of nvml.h */
    assert_string_equal(gs_clock_reason_name(5), "sw_thermal_slowdown");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_library_knows_is_read),
        cmocka_unit_test(it_is_read_time_and_again),
        cmocka_unit_test(what_is_refused_is_not_known),
        cmocka_unit_test(another_address_is_another_gpu),
        cmocka_unit_test(links_are_read_as_the_kernel_writes_them),
        cmocka_unit_test(every_reason_has_a_name_of_its_own),
    };
    return cmocka_run_group_tests_name("nvml", tests, NULL, NULL);
}
