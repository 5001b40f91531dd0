/*
 * A table as data: columns, and rows of cells. Whoever selects the rows builds a sheet; a terminal
 * (gs_sheet_print()) and the report show it, each in its way.
 */
#ifndef GS_TABLE_SHEET_H
#define GS_TABLE_SHEET_H

#include "record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * What a column is. Columns of group 0 name the rows: they come first, in every part. A part never
 * ends within another group that would fit into a line by itself.
 */
struct gs_sheet_column {
    const char *over;  /* a line above the titles; "" in all columns: there is none */
    const char *title; /* both are copied */
    unsigned group;
    bool left;      /* aligned to the left; else to the right, as numbers are */
    bool page_only; /* too much for a terminal */
    bool headline;  /* what the table is there to say: a page shows it beside the rows' names */
    bool wraps;     /* long text, which a page may break into lines */
    size_t least;   /* characters that it takes at least */
};

enum gs_cell_kind {
    GS_CELL_WORDS,
    GS_CELL_NUMBER,
    GS_CELL_SIZE,
    GS_CELL_TIME,
    GS_CELL_RATIO,
    GS_CELL_LIMIT,
    GS_CELL_VERDICT,
};

struct gs_sheet_cell {
    char *text; /* as a terminal shows it */
    enum gs_cell_kind kind;
    double value;                   /* of a number or a ratio, what it sorts by; NAN: none */
    const struct gs_record *record; /* of a time, a limit, a verdict: whose, or NULL */
    int beyond_noise;               /* of a ratio: 1 over 1, -1 under 1, 0 neither for sure */
    char *more;                     /* what a page shows of it on request, or NULL */
    char *part;                     /* the part of the page that it leads to, or NULL */
};

struct gs_sheet_row {
    struct gs_sheet_cell *cells;
    size_t count;
    char *note;    /* text behind the last column, or NULL */
    char *heading; /* a line between rows, which has no cells, or NULL */
};

struct gs_sheet {
    struct gs_sheet_column *columns;
    size_t column_count;
    struct gs_sheet_row *rows;
    size_t row_count;
    unsigned marks, limits; /* sets of what stands in it: enum gs_mark, enum gs_limit */
    bool over;              /* a rate over its limit */
    bool failed;            /* out of memory */
};

/* The character behind a time or a rate. */
enum gs_mark { GS_MARK_NONE, GS_MARK_NOISY, GS_MARK_LAUNCH, GS_MARK_THROTTLED, GS_MARK_COUNT };

/* Free it with gs_sheet_free(). NULL when out of memory, which all functions below accept. */
struct gs_sheet *gs_sheet_new(void);
void gs_sheet_free(struct gs_sheet *sheet);

/* All columns come before the first row. */
void gs_sheet_add_column(struct gs_sheet *sheet, struct gs_sheet_column column);

/* The same in short: of words, to the left, or of numbers, to the right. */
void gs_sheet_words(struct gs_sheet *sheet, unsigned group, const char *title);
void gs_sheet_numbers(struct gs_sheet *sheet, unsigned group, const char *title, size_t least);
/* The column that was added last is the headline. */
void gs_sheet_headline(struct gs_sheet *sheet);

/* Starts a row; what is added next goes into its columns, from the first. */
void gs_sheet_row(struct gs_sheet *sheet);
void gs_sheet_cell(struct gs_sheet *sheet, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void gs_sheet_number(struct gs_sheet *sheet, double value, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void gs_sheet_size(struct gs_sheet *sheet, size_t n);
/* The median time with its mark, or the verdict in a word; of NULL: nothing was measured. */
void gs_sheet_time(struct gs_sheet *sheet, const struct gs_record *record);
/* How many times as long as `record` the other one took; nothing where one has no time. */
void gs_sheet_ratio(struct gs_sheet *sheet, const struct gs_record *other,
                    const struct gs_record *record);
/* The share of the limit that binds. */
void gs_sheet_limit(struct gs_sheet *sheet, const struct gs_record *record);
void gs_sheet_verdict(struct gs_sheet *sheet, const struct gs_record *record);
/* Of the cell that was added last. */
void gs_sheet_more(struct gs_sheet *sheet, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void gs_sheet_part(struct gs_sheet *sheet, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Text behind the last column, which goes on below itself where it is long. */
void gs_sheet_note(struct gs_sheet *sheet, const char *text);
/* A line of text between rows. */
void gs_sheet_heading(struct gs_sheet *sheet, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Marks and limits that were shown, to be explained once at the end. */
struct gs_legend {
    unsigned marks, limits;
    bool over; /* a rate over its limit */
};

/* As many characters as a line has. */
enum { GS_SHEET_WIDTH = 110 };

/* Titles and rows; where that would run off the screen, in parts, one below the other. */
void gs_sheet_print(const struct gs_sheet *sheet, struct gs_legend *legend, FILE *out);

/*
 * Prints text from column `at` of a line, where the line stands already, and the rest of it in
 * further lines from there; ends the line.
 */
void gs_print_wrapped(FILE *out, size_t at, const char *text);

#endif
