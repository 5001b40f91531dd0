/* The command line's words: over all commands and all of their options, none of which is run. */
#include "test.h"

#include "cli_commands.h"
#include "cli_run_options.h"
#include "lesson.h"

#include <stdio.h>

enum { MOST_WORDS = 8, MOST_BYTES = 512 };

static const struct gs_syntax *all[GS_COMMANDS + 1];

static int find_commands(void **state)
{
    (void)state;
    gs_command_syntaxes(all);
    return 0;
}

/* What came of the words of a command line, NULL behind the last. */
struct reading {
    char text[MOST_WORDS][64];
    char *words[MOST_WORDS + 1];
    int count;
    const struct gs_syntax *syntax;
    const char *operands[MOST_WORDS];
    struct gs_command_line line;
    _Alignas(max_align_t) char values[MOST_BYTES];
    struct gs_error error;
};

static void add(struct reading *r, const char *word)
{
    assert_true(r->count < MOST_WORDS);
    snprintf(r->text[r->count++], sizeof r->text[0], "%s", word);
}

static char **words_of(struct reading *r)
{
    for (int i = 0; i < r->count; i++)
        r->words[i] = r->text[i];
    return r->words;
}

static enum gs_status read(struct reading *r)
{
    const char *other;
    r->syntax = gs_word_command(all, words_of(r), &other);
    assert_non_null(r->syntax);
    assert_true(r->syntax->bytes <= MOST_BYTES);
    r->line =
        (struct gs_command_line){.syntax = r->syntax, .words = r->words, .operands = r->operands};
    return gs_options_read(r->syntax, all, r->words, r->values, &r->line, &r->error);
}

static void refused(struct reading *r, const char *why)
{
    assert_int_equal(read(r), GS_USAGE);
    assert_one_line(r->error.text);
    assert_contains(r->error.text, r->syntax->name);
    assert_contains(r->error.text, why);
}

/* gridstride COMMAND, with as many operands as it must have. */
static struct reading begin(const struct gs_syntax *syntax)
{
    struct reading r = {0};
    add(&r, "gridstride");
    add(&r, syntax->name);
    for (size_t i = 0; i < syntax->least; i++)
        add(&r, "operand");
    return r;
}

static const char *good_value(const struct gs_option *option)
{
    static const char *const values[] = {[GS_OPTION_TEXT] = "text",
                                         [GS_OPTION_NAMES] = "a,b",
                                         [GS_OPTION_DEVICE] = "sim",
                                         [GS_OPTION_NUMBER] = "7",
                                         [GS_OPTION_SECONDS] = "2.5"};
    return values[option->kind];
}

static void add_option(struct reading *r, const struct gs_option *option)
{
    add(r, option->name);
    if (option->kind != GS_OPTION_FLAG)
        add(r, good_value(option));
}

#define EACH_COMMAND(c)                                                                            \
    const struct gs_syntax *const *c = all;                                                        \
    *c != NULL;                                                                                    \
    c++
#define EACH_OPTION(o, c)                                                                          \
    const struct gs_option *o = (c)->options;                                                      \
    o != NULL && o->name != NULL;                                                                  \
    o++

/* ---- the tables ------------------------------------------------------------------------------ */

static void tables_are_whole(void **state)
{
    (void)state;
    for (EACH_COMMAND(c)) {
        assert_true((*c)->name[0] != '\0' && (*c)->about[0] != '\0');
        assert_non_null((*c)->operands);
        assert_true((*c)->most == 0 || (*c)->wanted != NULL);
        for (EACH_OPTION(o, *c)) {
            assert_true(strncmp(o->name, "--", 2) == 0 && o->name[2] != '\0');
            assert_true(o->help[0] != '\0');
            assert_true((o->kind == GS_OPTION_FLAG) == (o->value == NULL));
            assert_true(o->kind != GS_OPTION_NUMBER || (o->least < 8 && o->most > 7));
            assert_true(o->at < (*c)->bytes);
            assert_ptr_equal(gs_option_find((*c)->options, o->name, strlen(o->name)), o);
            for (const struct gs_option *p = (*c)->options; p < o; p++)
                assert_true(p->at != o->at);
        }
    }
}

/* ---- options that are refused ---------------------------------------------------------------- */

static void options_of_other_commands_are_refused(void **state)
{
    (void)state;
    size_t refusals = 0;
    for (EACH_COMMAND(c)) {
        for (EACH_COMMAND(other)) {
            for (EACH_OPTION(o, *other)) {
                if (gs_option_find((*c)->options, o->name, strlen(o->name)) != NULL)
                    continue;
                struct reading r = begin(*c);
                add_option(&r, o);
                refused(&r, "unknown option");
                assert_contains(r.error.text, o->name);
                assert_contains(r.error.text, "t is an option of");
                assert_contains(strstr(r.error.text, "t is an option of"), (*other)->name);
                refusals++;
            }
        }
    }
    assert_true(refusals > 100);
}

static void the_nearest_option_is_named(void **state)
{
    (void)state;
    for (EACH_COMMAND(c)) {
        for (EACH_OPTION(o, *c)) {
            char wrong[64], guess[80];
            snprintf(wrong, sizeof wrong, "%s#", o->name);
            snprintf(guess, sizeof guess, "did you mean \"%s\"?", o->name);
            struct reading r = begin(*c);
            add(&r, wrong);
            refused(&r, guess);
        }
    }
}

static void repeated_options_are_refused(void **state)
{
    (void)state;
    for (EACH_COMMAND(c)) {
        for (EACH_OPTION(o, *c)) {
            struct reading r = begin(*c);
            add_option(&r, o);
            add_option(&r, o);
            refused(&r, "stands twice");
        }
    }
}

static void values_are_there_or_are_not(void **state)
{
    (void)state;
    for (EACH_COMMAND(c)) {
        for (EACH_OPTION(o, *c)) {
            bool flag = o->kind == GS_OPTION_FLAG;
            const char *const endings[] = {flag ? "=yes" : "", "="};
            for (size_t i = 0; i < GS_COUNT(endings); i++) {
                char word[64];
                struct reading r = begin(*c);
                snprintf(word, sizeof word, "%s%s", o->name, endings[i]);
                add(&r, word);
                refused(&r, flag ? "takes no value" : "needs a value");
            }
            struct reading r = begin(*c); /* an option is no value of the one before it */
            add(&r, o->name);
            add(&r, "--help");
            assert_int_equal(read(&r), flag ? GS_OK : GS_USAGE);
        }
    }
}

static void bad_values_are_refused(void **state)
{
    (void)state;
    static const char *const bad[][6] = {
        [GS_OPTION_NAMES] = {",", "a,", ",a", "a,,b", "a,b,a"},
        [GS_OPTION_DEVICE] = {"gpu", "SIM", "sim,cuda"},
        [GS_OPTION_NUMBER] = {"x", "-1", "7x", "1.5", "2^63", "7,8"},
        [GS_OPTION_SECONDS] = {"x", "0", "-1", "nan", "1s", "1e7"},
    };
    for (EACH_COMMAND(c)) {
        for (EACH_OPTION(o, *c)) {
            if (o->kind == GS_OPTION_FLAG || o->kind == GS_OPTION_TEXT)
                continue;
            for (size_t i = 0; i < GS_COUNT(bad[0]) && bad[o->kind][i] != NULL; i++) {
                struct reading r = begin(*c);
                add(&r, o->name);
                add(&r, bad[o->kind][i]);
                refused(&r, o->kind == GS_OPTION_DEVICE ? "unknown device" : o->name);
            }
        }
    }
}

static void numbers_end_where_the_table_says(void **state)
{
    (void)state;
    for (EACH_COMMAND(c)) {
        for (EACH_OPTION(o, *c)) {
            if (o->kind != GS_OPTION_NUMBER)
                continue;
            const size_t numbers[] = {o->least, o->most, o->most + 1, o->least - 1};
            for (size_t i = 0; i < GS_COUNT(numbers) - (o->least == 0); i++) {
                char word[64];
                struct reading r = begin(*c);
                snprintf(word, sizeof word, "%s=%zu", o->name, numbers[i]);
                add(&r, word);
                assert_int_equal(read(&r), i < 2 ? GS_OK : GS_USAGE);
                assert_true(i > 1 || ((struct gs_number *)(r.values + o->at))->value == numbers[i]);
            }
        }
    }
}

/* ---- options that are taken ------------------------------------------------------------------ */

static void check_stored(const struct reading *r, const struct gs_option *o)
{
    const void *field = r->values + o->at;
    switch (o->kind) {
    case GS_OPTION_FLAG:
        assert_true(*(const bool *)field);
        break;
    case GS_OPTION_NUMBER:
        assert_int_equal(((const struct gs_number *)field)->value, 7);
        assert_string_equal(((const struct gs_number *)field)->text, "7");
        break;
    case GS_OPTION_SECONDS:
        assert_true(*(const double *)field == 2.5);
        break;
    case GS_OPTION_TEXT:
    case GS_OPTION_NAMES:
    case GS_OPTION_DEVICE:
        assert_string_equal(*(const char *const *)field, good_value(o));
    }
}

/* Behind the command, before it, and with the value in the same word. */
static void options_stand_anywhere(void **state)
{
    (void)state;
    for (EACH_COMMAND(c)) {
        for (EACH_OPTION(o, *c)) {
            struct reading behind = begin(*c), before = {0}, joined = begin(*c);
            char word[64];
            add_option(&behind, o);
            add(&before, "gridstride");
            add_option(&before, o);
            add(&before, (*c)->name);
            for (size_t i = 0; i < (*c)->least; i++)
                add(&before, "operand");
            snprintf(word, sizeof word, "%s%s%s", o->name, o->kind == GS_OPTION_FLAG ? "" : "=",
                     o->kind == GS_OPTION_FLAG ? "" : good_value(o));
            add(&joined, word);
            struct reading *const readings[] = {&behind, &before, &joined};
            for (size_t i = 0; i < GS_COUNT(readings); i++) {
                assert_int_equal(read(readings[i]), GS_OK);
                assert_ptr_equal(readings[i]->syntax, *c);
                assert_int_equal(readings[i]->line.operand_count, (*c)->least);
                check_stored(readings[i], o);
            }
        }
    }
}

/* A value may be called like a command, before the command and behind it. */
static void values_are_no_commands(void **state)
{
    (void)state;
    for (EACH_COMMAND(c)) {
        for (EACH_OPTION(o, *c)) {
            if (o->kind != GS_OPTION_TEXT)
                continue;
            for (EACH_COMMAND(value)) {
                const struct gs_option *its =
                    gs_option_find((*value)->options, o->name, strlen(o->name));
                if (its != NULL && its->kind == GS_OPTION_FLAG)
                    continue; /* "--json run inspect x.cu": it is the command */
                struct reading r = {0};
                add(&r, "gridstride");
                add(&r, o->name);
                add(&r, (*value)->name);
                add(&r, (*c)->name);
                for (size_t i = 0; i < (*c)->least; i++)
                    add(&r, "operand");
                assert_int_equal(read(&r), GS_OK);
                assert_ptr_equal(r.syntax, *c);
                assert_string_equal(*(const char **)(r.values + o->at), (*value)->name);
            }
        }
    }
}

/* ---- operands, "--" -------------------------------------------------------------------------- */

static void operands_are_counted(void **state)
{
    (void)state;
    for (EACH_COMMAND(c)) {
        struct reading few = {0}, many = begin(*c), empty = begin(*c);
        add(&few, "gridstride");
        add(&few, (*c)->name);
        if ((*c)->least > 0)
            refused(&few, (*c)->wanted);
        add(&empty, "");
        assert_int_equal(read(&empty), GS_USAGE);
        if ((*c)->most >= MOST_WORDS)
            continue;
        for (size_t i = (*c)->least; i < (*c)->most; i++)
            add(&many, "operand");
        assert_int_equal(read(&many), GS_OK);
        add(&many, "extra");
        refused(&many, "\"extra\" is too many");
    }
}

static void dashes_are_for_inspect(void **state)
{
    (void)state;
    for (EACH_COMMAND(c)) {
        struct reading r = begin(*c);
        add(&r, "--");
        if (!(*c)->passes_words) {
            refused(&r, "\"--\" means nothing here");
            continue;
        }
        add(&r, "--quiet");
        add(&r, "run");
        assert_int_equal(read(&r), GS_OK);
        assert_ptr_equal(r.line.passed, r.words + r.count - 2);
    }
}

/* ---- what the front program does ------------------------------------------------------------- */

static void the_front_program_finds_the_device(void **state)
{
    (void)state;
    static const struct gs_syntax *const commands[] = {&gs_run_syntax, &gs_info_syntax, NULL};
    static const struct {
        const char *words[6];
        const char *device; /* NULL: no command that uses one */
    } cases[] = {
        {{"run", "3", "--device", "cuda"}, "cuda"},
        {{"--device=sim", "run", "3"}, "sim"},
        {{"run", "3", "--out", "--device", "sim"}, "sim"},
        {{"run", "3", "--out", "a", "--variant=--device=cuda"}, ""},
        {{"--out", "list", "run", "--device", "sim"}, "sim"},
        {{"--out", "info", "list"}, NULL},
        {{"list", "run"}, NULL},
        {{"inspect", "x.cu", "--", "run", "--device"}, NULL},
        {{"table", "run", "--device", "cuda"}, NULL},
        {{"--device", "run", "info"}, "run"},
        {{"--json", "run", "3"}, ""},
        {{"info", "--device"}, ""},
    };
    for (size_t i = 0; i < GS_COUNT(cases); i++) {
        struct reading r = {0};
        struct gs_word word;
        const char *other;
        add(&r, "gridstride");
        for (size_t k = 0; k < GS_COUNT(cases[i].words) && cases[i].words[k] != NULL; k++)
            add(&r, cases[i].words[k]);
        const struct gs_syntax *command = gs_word_command(commands, words_of(&r), &other);
        assert_int_equal(command != NULL, cases[i].device != NULL);
        bool found = command != NULL && gs_word_find(command, r.words, "--device", &word) &&
                     word.value != NULL;
        if (command != NULL)
            assert_string_equal(found ? word.value : "", cases[i].device);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_whole),
        cmocka_unit_test(options_of_other_commands_are_refused),
        cmocka_unit_test(the_nearest_option_is_named),
        cmocka_unit_test(repeated_options_are_refused),
        cmocka_unit_test(values_are_there_or_are_not),
        cmocka_unit_test(bad_values_are_refused),
        cmocka_unit_test(numbers_end_where_the_table_says),
        cmocka_unit_test(options_stand_anywhere),
        cmocka_unit_test(values_are_no_commands),
        cmocka_unit_test(operands_are_counted),
        cmocka_unit_test(dashes_are_for_inspect),
        cmocka_unit_test(the_front_program_finds_the_device),
    };
    return cmocka_run_group_tests(tests, find_commands, NULL);
}
