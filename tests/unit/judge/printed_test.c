/* What a program printed becomes a text that can be shown anywhere. */
#include "test.h"

#include "printed.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static json_t *printed;

/* Of a program that printed these bytes. */
static void print(const char *bytes, size_t length)
{
    int fd = memfd_create("printed", MFD_CLOEXEC);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes, length), length);
    json_decref(printed);
    printed = gs_printed_read(fd);
    close(fd);
}

static const char *member(const char *name)
{
    const char *text = json_string_value(json_object_get(printed, name));
    assert_non_null(text);
    return text;
}

#define assert_shown(bytes, expected)                                                              \
    do {                                                                                           \
        print((bytes), sizeof(bytes) - 1);                                                         \
        assert_string_equal(member("text"), (expected));                                           \
        assert_string_equal(member("end"), "");                                                    \
    } while (0)

static void a_program_that_prints_nothing_has_no_text(void **state)
{
    (void)state;
    print("", 0);
    assert_null(printed);
}

static void text_is_kept_as_it_is(void **state)
{
    (void)state;
    assert_shown("x = 1\n\ty\n", "x = 1\n\ty\n");
    assert_shown("no line end", "no line end");
    assert_shown("caf\xc3\xa9 \xe2\x86\x92 \xf0\x9f\x98\x80\n",
                 "caf\xc3\xa9 \xe2\x86\x92 \xf0\x9f\x98\x80\n");
    assert_shown("of Windows\r\nprogress\r100\n", "of Windows\nprogress\n100\n");
    assert_shown("\r20 %\r100 %\n\r\n", "20 %\n100 %\n\n");
}

/* Neither ASCII's controls nor those that UTF-8 writes in two bytes, nor marks that turn the
 * direction of what follows. */
static void what_drives_a_terminal_is_harmless(void **state)
{
    (void)state;
    assert_shown("a\033[2J\007b and more text", "a?[2J?b and more text");
    assert_shown("a\xc2\x9b"
                 "2J and more text",
                 "a?2J and more text");
    assert_shown("a\xe2\x80\xae"
                 "b\xe2\x80\xa8"
                 "c and more text",
                 "a?b?c and more text");
}

static void what_is_no_utf_8_becomes_a_question_mark(void **state)
{
    (void)state;
    assert_shown("this is latin-1: caf\xe9\n", "this is latin-1: caf?\n");
    assert_shown("too long a form of a slash, \xc0\xaf\n", "too long a form of a slash, ??\n");
    assert_shown("half a surrogate here: \xed\xa0\x80.......\n",
                 "half a surrogate here: ???.......\n");
    assert_shown("the last character is cut: \xf0\x9f\x98", "the last character is cut: ???");
}

static void bytes_that_are_no_text_are_counted(void **state)
{
    (void)state;
    assert_shown("\0\1\2\3\377\376\0\0", "(8 bytes that are mostly no text)\n");
}

static void of_much_the_beginning_and_the_end_are_kept(void **state)
{
    (void)state;
    enum { LINES = 100000, WIDTH = 10 };
    char *all = malloc(LINES * WIDTH + 1);
    assert_non_null(all);
    for (int i = 0; i < LINES; i++)
        snprintf(all + (size_t)i * WIDTH, WIDTH + 1, "line %04d\n", i % 10000);
    print(all, LINES * WIDTH);
    free(all);
    const char *text = member("text"), *end = member("end");
    size_t shown = (strlen(text) + strlen(end)) / WIDTH;
    assert_int_equal(strncmp(text, "line 0000\n", WIDTH), 0);
    assert_int_equal(strlen(text) % WIDTH, 0);
    assert_int_equal(strlen(end) % WIDTH, 0);
    assert_string_equal(end + strlen(end) - WIDTH, "line 9999\n");
    assert_true(shown > 100 && shown < 1000);
    assert_int_equal(json_integer_value(json_object_get(printed, "left_out")), LINES - shown);
}

static void a_line_without_an_end_is_cut_between_characters(void **state)
{
    (void)state;
    static char line[90001];
    for (size_t i = 0; i < 30000; i++)
        memcpy(line + 3 * i, "\xe2\x86\x92", 3);
    print(line, 90000);
    assert_true(strlen(member("text")) > 1000);
    assert_null(strchr(member("text"), '?'));
    assert_null(strchr(member("end"), '?'));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program_that_prints_nothing_has_no_text),
        cmocka_unit_test(text_is_kept_as_it_is),
        cmocka_unit_test(what_drives_a_terminal_is_harmless),
        cmocka_unit_test(what_is_no_utf_8_becomes_a_question_mark),
        cmocka_unit_test(bytes_that_are_no_text_are_counted),
        cmocka_unit_test(of_much_the_beginning_and_the_end_are_kept),
        cmocka_unit_test(a_line_without_an_end_is_cut_between_characters),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    json_decref(printed);
    return failed;
}
