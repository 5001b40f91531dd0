/* Text of others: what of it is shown, in messages too. */
#include "test.h"

#include "suggest.h"
#include "visible.h"

#include <stdbool.h>
#include <stdio.h>

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

static const struct {
    const char *text, *shown;
} texts[] = {
    {"", ""},
    {"plain text, \"quoted\" \\ 'so'", "plain text, \"quoted\" \\ 'so'"},
    {"\xc3\xa9 \xe4\xb8\xad \xf0\x9f\x99\x82 \xd7\xa9",
     "\xc3\xa9 \xe4\xb8\xad \xf0\x9f\x99\x82 \xd7\xa9"},
    {"a\nb\tc\rd\ae\bf\vg\fh", "a\\nb\\tc\\rd\\ae\\bf\\vg\\fh"},
    {"\x1b[31mred\x7f\x01", "\\x1b[31mred\\x7f\\x01"},
    {"\xc2\x9b"
     "31m\xc2\x85",
     "\\u009b31m\\u0085"},
    {"\xe2\x80\xae\xe2\x81\xa6\xd8\x9c\xe2\x80\x8f\xe2\x80\xa8",
     "\\u202e\\u2066\\u061c\\u200f\\u2028"},
    {"\xef\xbb\xbf\xef\xbf\xbe\xf0\x9f\xbf\xbf", "\\ufeff\\ufffe\\U0001ffff"},
    {"\xff\xc3(\xc0\xaf\xed\xa0\x80\xf4\x90\x80\x80", /* no UTF-8: stray, too long, half a pair */
     "\\xff\\xc3(\\xc0\\xaf\\xed\\xa0\\x80\\xf4\\x90\\x80\\x80"},
    {"cut\xe2\x82", "cut\\xe2\\x82"},
};

static void what_a_terminal_acts_on_is_named(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        char small[6];
        assert_string_equal(gs_visible(texts[i].text).text, texts[i].shown);
        assert_int_equal(gs_visible_length(texts[i].text), strlen(texts[i].shown));
        assert_int_equal(gs_is_visible(texts[i].text), strcmp(texts[i].text, texts[i].shown) == 0);
        assert_true(gs_is_visible(texts[i].shown));
        gs_visible_copy(texts[i].text, small, sizeof small);
        assert_true(strlen(small) < sizeof small && gs_is_visible(small));
        assert_memory_equal(small, texts[i].shown, strlen(small));
    }
}

static void an_error_shows_what_it_quotes(void **state)
{
    (void)state;
    struct gs_error error;
    assert_int_equal(gs_fail(&error, GS_USAGE, "no \"%s\" here", "a\n\x1b[2J"), GS_USAGE);
    assert_string_equal(error.text, "no \"a\\n\\x1b[2J\" here");
    char name[2000] = "x"; /* cut in the middle of a character, wherever that is */
    for (size_t i = 1; i + 3 < sizeof name; i += 3)
        strcpy(name + i, "\xe4\xb8\xad");
    for (size_t begin = 0; begin < 3; begin++) {
        gs_fail(&error, GS_USAGE, "%.*s%s", (int)begin, "ab", name);
        assert_true(gs_is_visible(error.text));
        assert_null(strchr(error.text, '\\'));
    }
}

static void the_list_of_names_ends_with_a_whole_one(void **state)
{
    (void)state;
    static const char *names[200];
    char all[200][16];
    for (size_t i = 0; i < COUNT(names); i++) {
        snprintf(all[i], sizeof all[i], "name_%zu_end", i);
        names[i] = all[i];
    }
    for (size_t count = 1; count <= COUNT(names); count++) {
        struct gs_error error;
        size_t named = 0, more = 0;
        gs_unknown(&error, "thing", "zzzzzzzz", names, count);
        for (const char *at = error.text; (at = strstr(at, "_end")) != NULL; at++)
            named++;
        const char *and = strstr(error.text, ", and ");
        if (and != NULL)
            assert_int_equal(sscanf(and, ", and %zu more", &more), 1);
        assert_int_equal(named + more, count);
        assert_true(named >= 25 || more == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_terminal_acts_on_is_named),
        cmocka_unit_test(an_error_shows_what_it_quotes),
        cmocka_unit_test(the_list_of_names_ends_with_a_whole_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
