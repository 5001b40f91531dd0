/* The grammar of --sizes and --blocks. */
#include "test.h"

#include "random.h"
#include "numbers.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

struct list {
    const char *text;
    size_t values[8];
    size_t count;
};

static const struct list lists[] = {
    {"1000", {1000}, 1},
    {"0", {0}, 1},
    {"007", {7}, 1},
    {"64Ki", {65536}, 1},
    {"1Mi", {1048576}, 1},
    {"2Gi", {(size_t)2 << 30}, 1},
    {"3Ti", {(size_t)3 << 40}, 1},
    {"0Ti", {0}, 1},
    {"2^24", {16777216}, 1},
    {"2^24+11", {16777227}, 1},
    {"2^10-1Ki", {0}, 1},
    {"1Mi-1", {1048575}, 1},
    {"1e6", {1000000}, 1},
    {"5e0", {5}, 1},
    {"0e99", {0}, 1},
    {"3^3", {27}, 1},
    {"7^0", {1}, 1},
    {"0^0", {1}, 1},
    {"0^3", {0}, 1},
    {"1^18446744073709551615", {1}, 1},
    {"18446744073709551615", {SIZE_MAX}, 1},
    {"2^63+2^62", {(size_t)3 << 62}, 1},
    {"1Ki:64Ki:*4", {1024, 4096, 16384, 65536}, 4},
    {"32:1024:*2", {32, 64, 128, 256, 512, 1024}, 6},
    {"100:200:+50", {100, 150, 200}, 3},
    {"1:10:+4", {1, 5, 9}, 3},
    {"1:10:*3", {1, 3, 9}, 3},
    {"0:4:+2", {0, 2, 4}, 3},
    {"7:7:*2", {7}, 1},
    {"1Ki:4Ki:*2,2^24+11", {1024, 2048, 4096, 16777227}, 4},
    {"9,1:4:+1,5", {9, 1, 2, 3, 4, 5}, 6},
    /* Ranges up to the largest number end there, though their next value does not exist. */
    {"18446744073709551614:18446744073709551615:+1", {SIZE_MAX - 1, SIZE_MAX}, 2},
    {"2^62:18446744073709551615:*2", {(size_t)1 << 62, (size_t)1 << 63}, 2},
};

static void lists_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(lists); i++) {
        struct gs_sizes sizes;
        struct gs_error error = {0};
        print_message("  %s\n", lists[i].text);
        assert_int_equal(gs_sizes_parse("--sizes", lists[i].text, &sizes, &error), GS_OK);
        assert_int_equal(sizes.count, lists[i].count);
        for (size_t k = 0; k < sizes.count; k++)
            assert_int_equal(sizes.values[k], lists[i].values[k]);
        gs_sizes_release(&sizes);
        assert_null(sizes.values);
    }
}

static const char missing[] = "a number is missing", not_number[] = "not a number";
static const char negative[] = "negative", over[] = "over 2^64 - 1";
static const char follows[] = "something follows", step[] = "needs its step";
static const char never[] = "never reaches its end";

static const struct {
    const char *text, *why;
} bad[] = {
    {"", missing},
    {"1,", missing},
    {"1+", missing},
    {"2^", missing},
    {"1e", missing},
    {"1:", missing},
    {"1:2:*", missing},
    {"abc", not_number},
    {",1", not_number},
    {"1,,2", not_number},
    {"+1", not_number},
    {" 1", not_number},
    {"Ki", not_number},
    {"-1", negative},
    {"1,-1", negative},
    {"5-6", negative},
    {"1Ki-1Mi", negative},
    {"1e-3", negative},
    {"1--2", negative},
    {"18446744073709551616", over},
    {"99999999999999999999999999", over},
    {"18446744073709551615+1", over},
    {"2^64", over},
    {"2^99999999999", over},
    {"1e20", over},
    {"17179869184Gi", over},
    {"16777216Ti", over},
    {"2^63:2^64:*2", over},
    {"1 2", follows},
    {"1x", follows},
    {"1.5", follows},
    {"0x10", follows},
    {"1K", follows},
    {"1ki", follows},
    {"1KiB", follows},
    {"1+2+3", follows},
    {"1:8:*2:", follows},
    {"1:2", step},
    {"1:2:3", step},
    {"1:8:*1", never},
    {"1:8:*0", never},
    {"0:8:*2", never},
    {"1:8:+0", never},
    {"8:1:*2", "ends before it starts"},
    {"1:5000:+1", "over 4096 values"},
    {"1,2,1", "1 stands twice"},
    {"64Ki,65536", "64Ki stands twice"},
    {"3,1:4:+1,9", "3 stands twice"},
};

static void malformed_lists_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++) {
        struct gs_sizes sizes;
        struct gs_error error = {0};
        print_message("  %s\n", bad[i].text);
        assert_int_equal(gs_sizes_parse("--blocks", bad[i].text, &sizes, &error), GS_USAGE);
        assert_one_line(error.text);
        assert_contains(error.text, "--blocks");
        assert_contains(error.text, bad[i].text);
        assert_contains(error.text, bad[i].why);
        assert_null(sizes.values);
        assert_int_equal(sizes.count, 0);
    }
}

static void most_values_fit(void **state)
{
    (void)state;
    struct gs_sizes sizes;
    struct gs_error error;
    assert_int_equal(gs_sizes_parse("--sizes", "1:4096:+1", &sizes, &error), GS_OK);
    assert_int_equal(sizes.count, 4096);
    assert_int_equal(sizes.values[4095], 4096);
    gs_sizes_release(&sizes);
    assert_int_equal(gs_sizes_parse("--sizes", "1:4096:+1,5000", &sizes, &error), GS_USAGE);
}

static void single_numbers(void **state)
{
    (void)state;
    size_t value = 0;
    struct gs_error error = {0};
    assert_int_equal(gs_number_parse("--seed", "2^24+11", &value, &error), GS_OK);
    assert_int_equal(value, 16777227);
    static const char *const refused[] = {"", "1,2", "1:8:*2", "1 ", "-1", "x", "2^64"};
    for (size_t i = 0; i < COUNT(refused); i++) {
        assert_int_equal(gs_number_parse("--seed", refused[i], &value, &error), GS_USAGE);
        assert_contains(error.text, "--seed");
    }
}

/* Numbers of all magnitudes and of the shapes that have a short form. */
static size_t random_number(size_t i)
{
    uint64_t bits = gs_random_bits(1, 0, i), shape = gs_random_bits(1, 1, i);
    switch (shape % 4) {
    case 0:
        return bits >> (shape >> 8) % 64;
    case 1: /* a power of two and a little more or less */
        return ((size_t)1 << (bits & 63)) + (bits >> 8) % 2001 - 1000;
    case 2: /* a multiple of a power of 1024 */
        return (bits >> 54) << 10 * ((shape >> 8) % 6);
    default:
        return (size_t)1 << (bits & 63);
    }
}

static void formatted_numbers_are_read_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < 200000; i++) {
        size_t n = random_number(i), back = 0;
        char text[32];
        struct gs_error error = {0};
        memset(text, 'x', sizeof text);
        gs_size_format(n, text);
        assert_non_null(memchr(text, '\0', sizeof text));
        if (gs_number_parse("--sizes", text, &back, &error) != GS_OK || back != n)
            fail_msg("%zu is written \"%s\", which reads as %zu: %s", n, text, back, error.text);
    }
}

static void numbers_are_written_short(void **state)
{
    (void)state;
    static const struct {
        size_t n;
        const char *text;
    } table[] = {{0, "0"},
                 {1, "1"},
                 {1000, "1000"},
                 {1023, "1023"},
                 {1024, "1Ki"},
                 {1025, "1025"},
                 {5000, "5000"},
                 {65537, "65537"},
                 {1048577, "2^20+1"},
                 {4 << 20, "4Mi"},
                 {16777227, "2^24+11"},
                 {1000000, "1000000"},
                 {(size_t)1 << 30, "1Gi"},
                 {(size_t)5 << 40, "5Ti"},
                 {SIZE_MAX, "18446744073709551615"}};
    for (size_t i = 0; i < COUNT(table); i++) {
        char text[32];
        gs_size_format(table[i].n, text);
        assert_string_equal(text, table[i].text);
    }
}

/* For a page: in one unit, and whole ones as above. */
static void numbers_are_written_shorter(void **state)
{
    (void)state;
    static const struct {
        size_t n;
        const char *text;
    } table[] = {{0, "0"},
                 {1003, "1003"},
                 {9999, "9999"},
                 {10000, "9.77Ki"},
                 {65536, "64Ki"},
                 {65537, "64Ki+1"},
                 {1000000, "977Ki"},
                 {(1 << 24) + 11, "16Mi+11"},
                 {100000000, "95.4Mi"},
                 {(1 << 27) - 1, "128Mi"},
                 {3 << 20, "3Mi"},
                 {SIZE_MAX, "16777216Ti"}};
    for (size_t i = 0; i < COUNT(table); i++) {
        char text[32];
        gs_size_format_short(table[i].n, text);
        assert_string_equal(text, table[i].text);
    }
}

/* A range is what a loop over it gives. */
static void ranges_are_loops(void **state)
{
    (void)state;
    for (size_t i = 0; i < 20000; i++) {
        size_t start = 1 + gs_random_bits(2, 0, i) % 5000, end = gs_random_bits(2, 1, i) % 20000;
        size_t by = 1 + gs_random_bits(2, 2, i) % 40, at = 0;
        bool multiply = gs_random_bits(2, 3, i) % 2 == 0;
        char text[96];
        snprintf(text, sizeof text, "%zu:%zu:%c%zu", start, end, multiply ? '*' : '+', by);
        struct gs_sizes sizes;
        struct gs_error error;
        enum gs_status status = gs_sizes_parse("--sizes", text, &sizes, &error);
        if (status == GS_USAGE) {
            assert_true(start > end || (multiply && by < 2) || (end - start) / by >= 4096);
            continue;
        }
        for (size_t n = start; n <= end; n = multiply ? n * by : n + by)
            assert_int_equal(sizes.values[at++], n);
        assert_int_equal(at, sizes.count);
        gs_sizes_release(&sizes);
    }
}

/* Whatever the text is, it is read or refused with a message. */
static void any_text_is_read_or_refused(void **state)
{
    (void)state;
    static const char alphabet[] = "0123456789012KMGTi^e+-:*,. x\xff";
    size_t read = 0;
    for (size_t i = 0; i < 200000; i++) {
        char text[28] = "";
        size_t length = gs_random_bits(3, 0, i) % (sizeof text - 1);
        for (size_t k = 0; k < length; k++)
            text[k] = alphabet[gs_random_bits(4, 0, i * sizeof text + k) % (sizeof alphabet - 1)];
        struct gs_sizes sizes;
        struct gs_error error = {0};
        if (gs_sizes_parse("--sizes", text, &sizes, &error) == GS_OK) {
            read++;
            assert_in_range(sizes.count, 1, 4096);
            gs_sizes_release(&sizes);
        } else {
            assert_one_line(error.text);
            assert_null(sizes.values);
        }
    }
    assert_in_range(read, 1000, 100000); /* both ways were taken */
}

static void a_long_text_is_refused(void **state)
{
    (void)state;
    static char text[20000];
    memset(text, '9', sizeof text - 1);
    struct gs_sizes sizes;
    struct gs_error error = {0};
    assert_int_equal(gs_sizes_parse("--sizes", text, &sizes, &error), GS_USAGE);
    assert_one_line(error.text);
}

static void decimals_are_what_a_person_writes(void **state)
{
    (void)state;
    static const struct {
        double value;
        int digits;
        const char *text;
    } cases[] = {{0, 3, "0"},
                 {8, 10, "8"},
                 {1048750, 6, "1048750"},
                 {1048750, 3, "1048750"},
                 {2.5, 3, "2.5"},
                 {-2.5, 3, "-2.5"},
                 {7.3333333, 3, "7.33"},
                 {1234.4, 3, "1234"},
                 {0.00025, 3, "0.00025"},
                 {16777216, 8, "16777216"},
                 {1e9, 8, "1000000000"},
                 {1e20, 8, "1e20"},
                 {2.5e-7, 3, "2.5e-7"},
                 {-1e-10, 3, "-1e-10"},
                 {NAN, 8, "nan"},
                 {INFINITY, 8, "inf"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(gs_decimal(cases[i].value, cases[i].digits).text, cases[i].text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_read),
        cmocka_unit_test(malformed_lists_are_refused),
        cmocka_unit_test(most_values_fit),
        cmocka_unit_test(single_numbers),
        cmocka_unit_test(formatted_numbers_are_read_back),
        cmocka_unit_test(numbers_are_written_short),
        cmocka_unit_test(numbers_are_written_shorter),
        cmocka_unit_test(ranges_are_loops),
        cmocka_unit_test(any_text_is_read_or_refused),
        cmocka_unit_test(a_long_text_is_refused),
        cmocka_unit_test(decimals_are_what_a_person_writes),
    };
    return cmocka_run_group_tests_name("sizes", tests, NULL, NULL);
}
