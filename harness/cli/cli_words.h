/*
 * The words of a command line, sorted: the command, options with their values, operands. Nothing
 * is refused here, and no command is known, so that the front program can use it too.
 */
#ifndef GS_CLI_WORDS_H
#define GS_CLI_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* What an option takes, and the type of the field that it is stored in. */
enum gs_option_kind {
    GS_OPTION_FLAG,    /* bool; it takes no value */
    GS_OPTION_TEXT,    /* const char *; the command itself says what is right */
    GS_OPTION_NAMES,   /* const char *; names between commas, each once */
    GS_OPTION_DEVICE,  /* const char *; auto, cuda or sim */
    GS_OPTION_NUMBER,  /* struct gs_number, from least to most */
    GS_OPTION_SECONDS, /* double, from 0.001 on */
};

struct gs_number {
    const char *text; /* as typed; NULL: not given */
    size_t value;
};

struct gs_option {
    const char *name;  /* "--sizes"; NULL ends a table */
    const char *value; /* what help calls its value */
    enum gs_option_kind kind;
    size_t at; /* offset of its field in the command's own struct */
    const char *help;
    size_t least, most; /* of a number */
};

/* All that can be said to a command, from which its words are read and its help is printed. */
struct gs_syntax {
    const char *name;
    const char *operands; /* as help shows them: "LESSON"; "" where it takes none */
    const char *about;    /* one line in the list of commands */
    const char *usage; /* all ways to write it, a line each, where there are several; else NULL */
    const char *text;  /* what help says above the options, */
    const char *notes; /* and below; NULL: nothing */
    const struct gs_option *options;
    size_t bytes;        /* of the struct that its options are stored in */
    size_t least, most;  /* how many operands it takes */
    const char *wanted;  /* what is said where operands are missing: name... */
    const char *example; /* and the words of a command that is right */
    bool passes_words;   /* what stands behind "--" is for the program that it starts */
};

enum gs_word_kind { GS_WORD_OPERAND, GS_WORD_OPTION, GS_WORD_DASHES };

struct gs_word {
    enum gs_word_kind kind;
    const char *text;               /* the word itself, and of an option: */
    size_t name_length;             /* of "--sizes" in "--sizes=33" */
    const char *value;              /* behind = or in the next word; NULL: none */
    const struct gs_option *option; /* NULL: the command has no such option */
};

/* --help, which every command has: a table of one row. */
extern const struct gs_option gs_help_options[];

/* The word at words[*index], and moves behind it and its value. False behind the last one. */
bool gs_word_next(const struct gs_syntax *syntax, char **words, int *index, struct gs_word *out);

/* The last option of that name on the command line, before "--". */
bool gs_word_find(const struct gs_syntax *syntax, char **words, const char *name,
                  struct gs_word *out);

/* The row of a table that has this name, or NULL. */
const struct gs_option *gs_option_find(const struct gs_option *options, const char *name,
                                       size_t length);

/*
 * The command: the first word that names one and, as this command reads the options before it, is
 * no value of an option; a command that has all of these options is preferred. words[0] is the
 * program; the list of commands, and the words, end with NULL. Where there is no command, NULL;
 * *other is then the first word that is no option and no value, or NULL.
 */
const struct gs_syntax *gs_word_command(const struct gs_syntax *const *commands, char **words,
                                        const char **other);

#endif
