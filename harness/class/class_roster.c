#include "class_roster.h"

#include "class_moodle.h"
#include "files.h"
#include "grow.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading --------------------------------------------------------------------------------- */

/* A place in the text, which is cut into cells where it is. */
struct reader {
    const char *file;
    char *at;
    unsigned line;
    char separator;
};

static char find_separator(const char *text)
{
    static const char all[] = ",;\t";
    size_t most = 0, end = strcspn(text, "\n");
    char best = all[0];
    for (size_t k = 0; all[k] != '\0'; k++) {
        size_t count = 0;
        for (size_t i = 0; i < end; i++)
            count += text[i] == all[k];
        if (count > most) {
            most = count;
            best = all[k];
        }
    }
    return best;
}

static void trim(char *text)
{
    size_t begin = strspn(text, " \t\r"), length = strlen(text + begin);
    memmove(text, text + begin, length + 1);
    while (length > 0 && strchr(" \t\r", text[length - 1]) != NULL)
        text[--length] = '\0';
}

/* The text in quotes that begins there, in which two stand for one, without them. */
static enum gs_status read_quoted(struct reader *r, char **cell, struct gs_error *error)
{
    unsigned begin = r->line;
    char *to = *cell = ++r->at;
    while (r->at[0] != '"' || r->at[1] == '"') {
        if (r->at[0] == '\0')
            return gs_fail(error, GS_USAGE, "%.200s:%u: a quote (\") is not closed", r->file,
                           begin);
        r->line += *r->at == '\n';
        r->at += *r->at == '"';
        *to++ = *r->at++;
    }
    r->at++;
    r->at += strcspn(r->at, (char[]){r->separator, '\n', '\0'});
    *to = '\0'; /* the quote at the latest, which is read */
    return GS_OK;
}

/* One cell, and what ends it: the separator, a line end, or the end ('\0'). */
static enum gs_status read_cell(struct reader *r, char **cell, char *end, struct gs_error *error)
{
    size_t blanks = strspn(r->at, " ");
    enum gs_status status = GS_OK;
    if (r->at[blanks] == '"') {
        r->at += blanks;
        status = read_quoted(r, cell, error);
    } else {
        *cell = r->at;
        r->at += strcspn(r->at, (char[]){r->separator, '\n', '\0'});
    }
    if (status != GS_OK)
        return status;
    *end = *r->at;
    r->line += *end == '\n';
    if (*end != '\0')
        *r->at++ = '\0';
    *cell = strdup(*cell);
    if (*cell == NULL)
        return gs_out_of_memory(error);
    trim(*cell);
    return GS_OK;
}

struct cells {
    char **items;
    size_t count;
};

static void release_cells(char **items, size_t count)
{
    for (size_t i = 0; items != NULL && i < count; i++)
        free(items[i]);
    free(items);
}

static enum gs_status read_row(struct reader *r, struct cells *out, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    char end = r->separator;
    *out = (struct cells){0};
    while (status == GS_OK && end == r->separator) {
        if (!gs_grow(&out->items, out->count, sizeof *out->items))
            return gs_out_of_memory(error);
        status = read_cell(r, &out->items[out->count], &end, error);
        out->count += status == GS_OK;
    }
    return status;
}

static bool is_empty(const struct cells *cells)
{
    return cells->count == 1 && cells->items[0][0] == '\0';
}

/* Takes the cells. A row may be short; its last cells are then empty. */
static enum gs_status add_row(struct gs_roster *roster, struct cells *cells, struct gs_error *error)
{
    struct gs_roster_row row = {.cells = calloc(roster->column_count, sizeof *row.cells)};
    bool good = row.cells != NULL && gs_grow(&roster->rows, roster->row_count, sizeof row);
    for (size_t i = 0; good && i < roster->column_count; i++) {
        row.cells[i] = strdup(i < cells->count ? cells->items[i] : "");
        good = row.cells[i] != NULL;
    }
    if (good)
        roster->rows[roster->row_count++] = row;
    else
        release_cells(row.cells, roster->column_count);
    return good ? GS_OK : gs_out_of_memory(error);
}

static enum gs_status read_rows(struct reader *r, struct gs_roster *out, struct gs_error *error)
{
    struct cells cells;
    enum gs_status status = read_row(r, &cells, error);
    out->columns = cells.items;
    out->column_count = cells.count;
    while (status == GS_OK && *r->at != '\0') {
        unsigned line = r->line;
        status = read_row(r, &cells, error);
        if (status == GS_OK && cells.count > out->column_count)
            status = gs_fail(error, GS_USAGE, "%.200s:%u: it has more columns than the first line",
                             r->file, line);
        else if (status == GS_OK && !is_empty(&cells))
            status = add_row(out, &cells, error);
        release_cells(cells.items, cells.count);
    }
    return status;
}

enum gs_status gs_roster_read(const char *file, struct gs_roster *out, struct gs_error *error)
{
    enum { MOST_BYTES = 16 << 20 };
    struct gs_text text;
    *out = (struct gs_roster){0};
    enum gs_status status = gs_file_read(file, MOST_BYTES, &text, error);
    if (status != GS_OK)
        return status;
    struct reader r = {.file = file, .line = 1, .at = text.data};
    r.at += strncmp(r.at, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    r.separator = find_separator(r.at);
    status = read_rows(&r, out, error);
    free(text.data);
    if (status == GS_OK && out->row_count == 0)
        status = gs_fail(error, GS_USAGE,
                         "%.200s:1: nobody is in it; the first line names columns, and each other "
                         "is a participant",
                         file);
    return status;
}

void gs_roster_release(struct gs_roster *roster)
{
    release_cells(roster->columns, roster->column_count);
    for (size_t i = 0; i < roster->row_count; i++)
        release_cells(roster->rows[i].cells, roster->column_count);
    free(roster->rows);
    *roster = (struct gs_roster){0};
}

/* ---- whose line is whose --------------------------------------------------------------------- */

size_t gs_roster_column(const struct gs_roster *roster, const char *name)
{
    for (size_t i = 0; i < roster->column_count; i++) {
        if (strcasecmp(roster->columns[i], name) == 0)
            return i;
    }
    return SIZE_MAX;
}

static const char *cell_of(const struct gs_roster *roster, const struct gs_roster_row *row,
                           const char *column)
{
    size_t index = gs_roster_column(roster, column);
    return index != SIZE_MAX ? row->cells[index] : "";
}

typedef bool matcher(const struct gs_roster *roster, const struct gs_roster_row *row,
                     const char *name, const char *number);

/* "Participant 12345" */
static bool has_number(const struct gs_roster *roster, const struct gs_roster_row *row,
                       const char *name, const char *number)
{
    (void)name;
    const char *cell = cell_of(roster, row, "Identifier");
    size_t length = strlen(cell), digits = strlen(number);
    return digits > 0 && length >= digits && strcmp(cell + length - digits, number) == 0 &&
           (length == digits || cell[length - digits - 1] == ' ');
}

static bool has_cell(const struct gs_roster *roster, const struct gs_roster_row *row,
                     const char *name, const char *number)
{
    (void)number;
    for (size_t i = 0; i < roster->column_count; i++) {
        if (strcasecmp(row->cells[i], name) == 0)
            return true;
    }
    return false;
}

static bool has_names(const struct gs_roster *roster, const struct gs_roster_row *row,
                      const char *name, const char *number)
{
    char first[GS_SHOWN_BYTES], last[GS_SHOWN_BYTES];
    (void)number;
    const char *given = cell_of(roster, row, "First name"),
               *family = cell_of(roster, row, "Last name");
    family = family[0] != '\0' ? family : cell_of(roster, row, "Surname");
    snprintf(first, sizeof first, "%.200s %.200s", given, family);
    snprintf(last, sizeof last, "%.200s, %.200s", family, given);
    return family[0] != '\0' && (strcasecmp(first, name) == 0 || strcasecmp(last, name) == 0);
}

static bool has_address(const struct gs_roster *roster, const struct gs_roster_row *row,
                        const char *name, const char *number)
{
    (void)number;
    for (size_t i = 0; i < roster->column_count; i++) {
        const char *sign = strchr(row->cells[i], '@');
        if (sign != NULL && strlen(name) == (size_t)(sign - row->cells[i]) &&
            strncasecmp(row->cells[i], name, strlen(name)) == 0)
            return true;
    }
    return false;
}

static struct gs_roster_row *find_row(struct gs_roster *roster, const struct gs_student *student)
{
    static matcher *const ways[] = {has_number, has_cell, has_names, has_address};
    struct gs_moodle_name moodle = gs_moodle_name(student);
    for (size_t k = 0; k < sizeof ways / sizeof ways[0]; k++) {
        struct gs_roster_row *row = NULL;
        size_t found = 0;
        for (size_t i = 0; i < roster->row_count; i++) {
            if (!ways[k](roster, &roster->rows[i], moodle.name, moodle.number))
                continue;
            row = &roster->rows[i];
            found++;
        }
        if (found > 0)
            return found == 1 ? row : NULL;
    }
    return NULL;
}

void gs_roster_match(struct gs_roster *roster, const struct gs_students *students)
{
    for (size_t i = 0; i < students->count; i++) {
        struct gs_roster_row *row = find_row(roster, &students->students[i]);
        if (row != NULL && row->student == NULL)
            row->student = &students->students[i];
    }
}

const struct gs_roster_row *gs_roster_row_of(const struct gs_roster *roster,
                                             const struct gs_student *student)
{
    for (size_t i = 0; i < roster->row_count; i++) {
        if (roster->rows[i].student == student)
            return &roster->rows[i];
    }
    return NULL;
}
