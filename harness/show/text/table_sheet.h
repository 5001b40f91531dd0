/*
 * Columns of text that line up. A sheet is built cell by cell and knows nothing of records; where
 * it would run off the screen it is printed in parts, one below the other.
 */
#ifndef GS_TABLE_SHEET_H
#define GS_TABLE_SHEET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* As many characters as a line has. */
enum { GS_SHEET_WIDTH = 110 };

struct gs_sheet;

/* Free it with gs_sheet_free(). NULL when out of memory, which all functions below accept. */
struct gs_sheet *gs_sheet_new(void);
void gs_sheet_free(struct gs_sheet *sheet);

/*
 * What a column is. Columns of group 0 name the rows: they come first, in every part. A part never
 * ends within another group that would fit into a line by itself.
 */
struct gs_sheet_column {
    const char *over;  /* a line above the titles; "" in all columns: there is none */
    const char *title; /* both are copied */
    unsigned group;
    bool left; /* aligned to the left; else to the right, as numbers are */
};

/* All columns come before the first row. */
void gs_sheet_add_column(struct gs_sheet *sheet, struct gs_sheet_column column);

/* Starts a row; what is added next goes into its columns, from the first. */
void gs_sheet_row(struct gs_sheet *sheet);
void gs_sheet_cell(struct gs_sheet *sheet, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Text behind the last column, which goes on below itself where it is long. */
void gs_sheet_note(struct gs_sheet *sheet, const char *text);
/* A line of text between rows. */
void gs_sheet_heading(struct gs_sheet *sheet, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Titles and rows. */
void gs_sheet_print(const struct gs_sheet *sheet, FILE *out);

/*
 * Prints text from column `at` of a line, where the line stands already, and the rest of it in
 * further lines from there; ends the line.
 */
void gs_print_wrapped(FILE *out, size_t at, const char *text);

#endif
