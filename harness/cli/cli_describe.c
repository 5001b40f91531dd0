/* gridstride describe: the tables of options, for the completion of shells and as a page of man. */
#include "cli_commands.h"

#include "suggest.h"
#include "version.h"

#include <stdio.h>
#include <string.h>

const struct gs_syntax gs_describe_syntax = {
    .name = "describe",
    .operands = "bash|zsh|fish|man",
    .about = "print completion for a shell, or the man page",
    .text =
        "An installed gridstride has its completion and its page already, where the shell and man "
        "look. Else have bash source what this prints. For zsh write it as _gridstride into a "
        "folder of fpath, for fish as ~/.config/fish/completions/gridstride.fish.",
    .least = 1,
    .most = 1,
    .wanted = "a shell, or man",
    .example = "describe bash",
};

/* ---- words ----------------------------------------------------------------------------------- */

/* Each of these characters behind a backslash, or as `special` says. */
static void put_escaped(const char *text, const char *characters, char quote)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'' && quote == 'z') /* within quotes of zsh */
            fputs("'\\''", stdout);
        else if (strchr(characters, *text) != NULL)
            printf("\\%c", *text);
        else
            putchar(*text);
    }
}

static const struct gs_option *options_of(const struct gs_syntax *syntax)
{
    static const struct gs_option none = {0};
    return syntax->options != NULL ? syntax->options : &none;
}

/* What can follow an option: words of a list; NULL: anything. */
static const char *values_of(const struct gs_option *option)
{
    return option->kind == GS_OPTION_DEVICE ? "auto cuda sim" : NULL;
}

/* What the first operand can be, where its name in help is a list, "test|hand-out": the words of it
 * with blanks between; else "". */
struct choices {
    char text[128];
};

static struct choices choices_of(const struct gs_syntax *syntax)
{
    struct choices choices;
    const size_t length = strcspn(syntax->operands, " ");
    snprintf(choices.text, sizeof choices.text, "%.*s", (int)length, syntax->operands);
    if (strchr(choices.text, '|') == NULL)
        choices.text[0] = '\0';
    for (char *bar = choices.text; (bar = strchr(bar, '|')) != NULL;)
        *bar = ' ';
    return choices;
}

static bool takes_file(const struct gs_option *option)
{
    return option->kind == GS_OPTION_TEXT;
}

/* ---- bash ------------------------------------------------------------------------------------ */

static void bash_command(const struct gs_syntax *syntax)
{
    printf("    %s)\n        words='", syntax->name);
    for (const struct gs_option *o = options_of(syntax); o->name != NULL; o++)
        printf("%s ", o->name);
    fputs("--help'\n        case $previous in\n", stdout);
    for (const struct gs_option *o = options_of(syntax); o->name != NULL; o++) {
        if (values_of(o) != NULL)
            printf("        %s) words='%s' any=1 ;;\n", o->name, values_of(o));
        else if (o->kind != GS_OPTION_FLAG)
            printf("        %s) words= ;;\n", o->name);
    }
    const struct choices choices = choices_of(syntax);
    if (choices.text[0] != '\0')
        printf("        %s) [[ $word == -* ]] || { words='%s' any=1; } ;;\n", syntax->name,
               choices.text);
    fputs("        esac\n        ;;\n", stdout);
}

/* Where there is nothing to choose, bash completes names of files. */
static void describe_bash(const struct gs_syntax *const *all)
{
    fputs("# bash completion of gridstride\n"
          "_gridstride()\n{\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
          "    local command= words= any= i\n"
          "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
          "        case ${COMP_WORDS[i]} in\n"
          "        -*) ;;\n"
          "        *)\n            command=${COMP_WORDS[i]}\n            break\n            ;;\n"
          "        esac\n    done\n"
          "    case $command in\n    '')\n        words='",
          stdout);
    for (size_t i = 0; all[i] != NULL; i++)
        printf("%s ", all[i]->name);
    fputs("--help --version' any=1\n        ;;\n", stdout);
    for (size_t i = 0; all[i] != NULL; i++)
        bash_command(all[i]);
    fputs("    esac\n    COMPREPLY=()\n"
          "    if [[ -n $any || $word == -* ]]; then\n"
          "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
          "    fi\n}\n"
          "complete -o default -F _gridstride gridstride\n",
          stdout);
}

/* ---- zsh ------------------------------------------------------------------------------------- */

static void zsh_option(const struct gs_option *option)
{
    printf("            '%s[", option->name);
    put_escaped(option->help, "[]:", 'z');
    putchar(']');
    if (option->kind != GS_OPTION_FLAG) {
        putchar(':');
        put_escaped(option->value != NULL ? option->value : "value", ":[]", 'z');
        putchar(':');
    }
    if (values_of(option) != NULL)
        printf("(%s)", values_of(option));
    else if (takes_file(option))
        fputs("_files", stdout);
    fputs("' \\\n", stdout);
}

static void describe_zsh(const struct gs_syntax *const *all)
{
    fputs("#compdef gridstride\n"
          "_gridstride()\n{\n"
          "    local -a commands\n    commands=(\n",
          stdout);
    for (size_t i = 0; all[i] != NULL; i++) {
        printf("        '%s:", all[i]->name);
        put_escaped(all[i]->about, ":", 'z');
        fputs("'\n", stdout);
    }
    fputs("    )\n"
          "    if ((CURRENT == 2)); then\n        _describe command commands\n        return\n    "
          "fi\n"
          "    shift words\n    ((CURRENT--))\n"
          "    case $words[1] in\n",
          stdout);
    for (size_t i = 0; all[i] != NULL; i++) {
        printf("    %s)\n        _arguments \\\n", all[i]->name);
        for (const struct gs_option *o = options_of(all[i]); o->name != NULL; o++)
            zsh_option(o);
        zsh_option(gs_help_options);
        const struct choices choices = choices_of(all[i]);
        if (choices.text[0] != '\0')
            printf("            '1:word:(%s)' \\\n", choices.text);
        fputs("            '*:file:_files'\n        ;;\n", stdout);
    }
    fputs("    esac\n}\n"
          "if [[ $funcstack[1] == _gridstride ]]; then\n    _gridstride \"$@\"\nelse\n"
          "    compdef _gridstride gridstride\nfi\n",
          stdout);
}

/* ---- fish ------------------------------------------------------------------------------------ */

static void fish_option(const char *command, const struct gs_option *option)
{
    printf("complete -c gridstride -n '__fish_seen_subcommand_from %s' -l %s", command,
           option->name + 2);
    if (values_of(option) != NULL)
        printf(" -x -a '%s'", values_of(option));
    else if (option->kind != GS_OPTION_FLAG)
        fputs(takes_file(option) ? " -r -F" : " -x", stdout);
    fputs(" -d '", stdout);
    put_escaped(option->help, "\\'", 'f');
    fputs("'\n", stdout);
}

static void describe_fish(const struct gs_syntax *const *all)
{
    for (size_t i = 0; all[i] != NULL; i++) {
        printf("complete -c gridstride -f -n __fish_use_subcommand -a %s -d '", all[i]->name);
        put_escaped(all[i]->about, "\\'", 'f');
        fputs("'\n", stdout);
        for (const struct gs_option *o = options_of(all[i]); o->name != NULL; o++)
            fish_option(all[i]->name, o);
        fish_option(all[i]->name, gs_help_options);
        const struct choices choices = choices_of(all[i]);
        if (choices.text[0] != '\0')
            printf("complete -c gridstride -f -n '__fish_seen_subcommand_from %s; and not "
                   "__fish_seen_subcommand_from %s' -a '%s'\n",
                   all[i]->name, choices.text, choices.text);
    }
}

/* ---- man ------------------------------------------------------------------------------------- */

/* A line that begins with a point or a quote would be an order to roff. */
static void put_roff(const char *text)
{
    bool begins = true;
    for (; *text != '\0'; text++) {
        if (begins && strchr(".'", *text) != NULL)
            fputs("\\&", stdout);
        if (*text == '\\')
            fputs("\\e", stdout);
        else if (*text == '-')
            fputs("\\-", stdout);
        else
            putchar(*text);
        begins = *text == '\n';
    }
    putchar('\n');
}

/* Lines and paragraphs of a text of help. */
static void put_paragraphs(const char *text)
{
    while (text != NULL && *text != '\0') {
        size_t length = strcspn(text, "\n");
        char part[4096];
        snprintf(part, sizeof part, "%.*s", (int)length, text);
        fputs(".PP\n", stdout);
        put_roff(part);
        text += length;
        text += strspn(text, "\n");
    }
}

static void man_option(const struct gs_option *option)
{
    const bool has_value = option->kind != GS_OPTION_FLAG && option->value != NULL;
    char words[128];
    snprintf(words, sizeof words, "%s%s%s", option->name, has_value ? " " : "",
             has_value ? option->value : "");
    fputs(".TP\n", stdout);
    put_roff(words);
    put_roff(option->help);
}

/* The ways to write it, a line each. */
static void put_usage(const char *usage)
{
    while (*usage != '\0') {
        size_t length = strcspn(usage, "\n");
        char line[512];
        snprintf(line, sizeof line, "gridstride %.*s", (int)length, usage);
        put_roff(line);
        usage += length;
        usage += strspn(usage, "\n");
    }
}

static void man_command(const struct gs_syntax *syntax)
{
    printf(".SS \"gridstride %s\"\n", syntax->name);
    put_roff(syntax->about);
    fputs(".PP\n.nf\n", stdout);
    if (syntax->usage != NULL)
        put_usage(syntax->usage);
    else {
        char usage[256];
        snprintf(usage, sizeof usage, "%s%s%s%s", syntax->name,
                 syntax->operands[0] != '\0' ? " " : "", syntax->operands,
                 syntax->options != NULL ? " [OPTIONS]" : "");
        put_usage(usage);
    }
    fputs(".fi\n", stdout);
    put_paragraphs(syntax->text);
    for (const struct gs_option *o = options_of(syntax); o->name != NULL; o++)
        man_option(o);
    put_paragraphs(syntax->notes);
}

static void describe_man(const struct gs_syntax *const *all)
{
    fputs(".TH GRIDSTRIDE 1 \"\" \"gridstride " GS_VERSION "\" \"gridstride\"\n"
          ".SH NAME\ngridstride \\- CUDA lessons that check and time themselves\n"
          ".SH SYNOPSIS\n.B gridstride\n.I COMMAND\n[\\fIOPTIONS\\fR]\n"
          ".SH COMMANDS\n",
          stdout);
    for (size_t i = 0; all[i] != NULL; i++)
        man_command(all[i]);
    fputs(".SH EXIT STATUS\n", stdout);
    put_roff(gs_exit_statuses);
}

/* ---- the command ----------------------------------------------------------------------------- */

enum gs_status gs_command_describe(const struct gs_command_line *line, const void *values,
                                   struct gs_error *error)
{
    static const struct {
        const char *name;
        void (*print)(const struct gs_syntax *const *all);
    } forms[] = {{"bash", describe_bash},
                 {"zsh", describe_zsh},
                 {"fish", describe_fish},
                 {"man", describe_man}};
    const struct gs_syntax *all[GS_COMMANDS + 1];
    const char *names[sizeof forms / sizeof forms[0]];
    (void)values;
    gs_command_syntaxes(all);
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        names[i] = forms[i].name;
        if (strcmp(line->operands[0], forms[i].name) == 0) {
            forms[i].print(all);
            return GS_OK;
        }
    }
    return gs_unknown(error, "form", line->operands[0], names, sizeof names / sizeof names[0]);
}
