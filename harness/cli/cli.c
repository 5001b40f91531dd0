#include "cli.h"

#include "cli_commands.h"
#include "cli_run_options.h"
#include "install_paths.h"
#include "registry.h"
#include "suggest.h"
#include "version.h"

#include <stdlib.h>
#include <string.h>

const struct gs_command gs_commands[GS_COMMANDS] = {
    {&gs_list_syntax, gs_command_list},           {&gs_run_syntax, gs_command_run},
    {&gs_verify_syntax, gs_command_run},          {&gs_peers_syntax, gs_command_run},
    {&gs_goals_syntax, gs_command_goals},         {&gs_inspect_syntax, gs_command_inspect},
    {&gs_occupancy_syntax, gs_command_occupancy}, {&gs_new_syntax, gs_command_new},
    {&gs_check_syntax, gs_command_check},         {&gs_assess_syntax, gs_command_assess},
    {&gs_grade_syntax, gs_command_grade},         {&gs_course_syntax, gs_command_course},
    {&gs_table_syntax, gs_command_table},         {&gs_compare_syntax, gs_command_compare},
    {&gs_history_syntax, gs_command_history},     {&gs_merge_syntax, gs_command_merge},
    {&gs_plot_syntax, gs_command_plot},           {&gs_report_syntax, gs_command_report},
    {&gs_profile_syntax, gs_command_profile},     {&gs_predict_syntax, gs_command_predict},
    {&gs_info_syntax, gs_command_info},           {&gs_describe_syntax, gs_command_describe},
};

void gs_command_syntaxes(const struct gs_syntax *out[static GS_COMMANDS + 1])
{
    for (size_t i = 0; i < GS_COMMANDS; i++)
        out[i] = gs_commands[i].syntax;
    out[GS_COMMANDS] = NULL;
}

const char gs_exit_statuses[] =
    "Exit status: 0 every answer right, 1 wrong answers, 2 usage or environment, 3 out of memory, "
    "77 "
    "all skipped, 130 interrupted. The help of a command says where 1 means more.";

static void print_help(void)
{
    printf("gridstride: CUDA lessons that check and time themselves\n\n"
           "usage: %s COMMAND [OPTIONS]\n\n",
           gs_called());
    for (size_t i = 0; i < GS_COMMANDS; i++) {
        const struct gs_syntax *syntax = gs_commands[i].syntax;
        char words[64];
        snprintf(words, sizeof words, "%s %s", syntax->name, syntax->operands);
        printf("  %-20s ", words);
        gs_help_print_text(syntax->about, 23, stdout);
    }
    printf("\n  %s COMMAND --help    what a command does, and its options\n"
           "  %s --version         which version this is\n\n",
           gs_called(), gs_called());
    gs_help_print_text(gs_exit_statuses, 0, stdout);
}

/* Without a command: what the words ask for, or what is wrong with them. */
static enum gs_status without_command(char **words, const char *other, struct gs_error *error)
{
    const char *names[GS_COMMANDS], *word = words[0] != NULL ? words[1] : NULL;
    for (size_t i = 0; i < GS_COMMANDS; i++)
        names[i] = gs_commands[i].syntax->name;
    if (other == NULL && word != NULL && (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)) {
        print_help();
        return GS_OK;
    }
    if (word != NULL && words[2] == NULL && strcmp(word, "--version") == 0) {
        puts("gridstride " GS_VERSION " (" GS_COMMIT ")");
        return GS_OK;
    }
    if (other != NULL && other == word && strcmp(word, "help") == 0) {
        if (words[2] != NULL)
            return gs_fail(error, GS_USAGE, "for the help of one command write: %s %.64s --help",
                           gs_called(), words[2]);
        print_help();
        return GS_OK;
    }
    for (size_t i = 0; other != NULL && i < GS_COMMANDS; i++) {
        if (strcmp(other, names[i]) == 0)
            other = NULL; /* the value of an option of that command, which is then missing */
    }
    if (other != NULL)
        return gs_unknown(error, "command", other, names, GS_COMMANDS);
    return gs_fail(error, GS_USAGE, "%s%.64s%s; see %s --help", word != NULL ? "\"" : "",
                   word != NULL ? word : "",
                   word != NULL ? "\" is no command; name one" : "name a command", gs_called());
}

static enum gs_status start(const struct gs_command *command,
                            const struct gs_syntax *const *syntaxes, int count, char **words,
                            struct gs_error *error)
{
    const struct gs_syntax *syntax = command->syntax;
    struct gs_command_line line = {.syntax = syntax, .words = words};
    line.operands = calloc((size_t)count + 1, sizeof *line.operands);
    void *values = calloc(1, syntax->bytes + 1);
    enum gs_status status = line.operands == NULL || values == NULL
                                ? gs_out_of_memory(error)
                                : gs_options_read(syntax, syntaxes, words, values, &line, error);
    if (status == GS_OK)
        status = command->run(&line, values, error);
    free(values);
    free(line.operands);
    return status;
}

static enum gs_status do_words(int count, char **words, struct gs_error *error)
{
    const struct gs_syntax *syntaxes[GS_COMMANDS + 1];
    const char *other = NULL;
    struct gs_word word;
    gs_command_syntaxes(syntaxes);
    const struct gs_syntax *syntax = gs_word_command(syntaxes, words, &other);
    if (syntax == NULL)
        return without_command(words, other, error);
    if (gs_word_find(syntax, words, "--help", &word)) {
        gs_help_print(syntax, stdout);
        return GS_OK;
    }
    size_t i = 0;
    while (syntaxes[i] != syntax)
        i++;
    return start(&gs_commands[i], syntaxes, count, words, error);
}

int gs_cli_main(int argc, char **argv)
{
    struct gs_error error = {0};
    enum gs_status status = do_words(argc, argv, &error);
    const bool failed = status == GS_USAGE || status == GS_SYSTEM_FAILED;
    if (!failed && (fflush(stdout) != 0 || ferror(stdout)))
        status = gs_fail(&error, GS_USAGE, "cannot write to standard output");
    if (status != GS_OK)
        fprintf(stderr, "gridstride: %s\n", error.text);
    return (int)status;
}
