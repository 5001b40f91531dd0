/*
 * The file that a run's finished points are kept in while it goes on: NAME.unfinished.jsonl, a line
 * of JSON that says which run it is, then a line for each pass over a point. A line is written at
 * once and put on the disk, so that a run which is killed loses no more than the point it was at.
 */
#ifndef GS_JOURNAL_H
#define GS_JOURNAL_H

#include "record.h"
#include "status.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* One pass over a point. */
struct gs_journal_entry {
    unsigned process; /* of those that take the run's samples, from 1; 0: the first, too */
    size_t point;     /* index in the plan */
    bool pinned;      /* the pass with page-locked arrays */
    bool right;
    bool timed; /* there are samples among its records; said by the records alone */
};

/* What a journal holds. */
struct gs_journal_content {
    struct gs_results results; /* its context is the run's */
    char plan[17];             /* which plan it belongs to */
    struct gs_journal_entry *entries;
    size_t count;
    long whole_bytes; /* of lines that are whole; behind them stands half of one */
};

/*
 * Reads a journal. A last line without its end was being written when the run ended, and is left
 * out; any other damage is an error that names file and line. Release the content in any case.
 */
enum gs_status gs_journal_read(const char *path, struct gs_journal_content *out,
                               struct gs_error *error);
void gs_journal_content_release(struct gs_journal_content *content);

/* A result, or what an unfinished run has so far, whose file ends with .jsonl. */
enum gs_status gs_results_load_any(const char *path, struct gs_results *out,
                                   struct gs_error *error);

struct gs_journal {
    int descriptor; /* -1: not open */
    char path[4000];
    bool exists;     /* there are lines of an earlier run in it */
    double synced_s; /* when it was last put on the disk */
};

/*
 * Opens FOLDER/NAME.unfinished.jsonl, and makes it where there is none. It is locked until the
 * journal is closed or its process ends: two runs cannot write the same results.
 */
enum gs_status gs_journal_open(struct gs_journal *journal, const char *folder, const char *name,
                               struct gs_error *error);

/*
 * Begins: the first line is written, with the context (borrowed). Lines of an earlier run that are
 * still there are kept, in FOLDER/NAME.abandoned.jsonl (abandoned2, ... where that is taken); *kept
 * says whether there were points among them.
 */
enum gs_status gs_journal_begin(struct gs_journal *journal, const json_t *context, const char *plan,
                                bool *kept, struct gs_error *error);

/* Goes on behind what was read from it. */
enum gs_status gs_journal_go_on(struct gs_journal *journal, const struct gs_journal_content *read,
                                struct gs_error *error);

/* The line of one pass, as gs_journal_append() takes it; free() it. NULL when out of memory. */
char *gs_journal_line(const struct gs_journal_entry *entry, const struct gs_results *records);

/* The records of such a line are appended to results. */
enum gs_status gs_journal_parse(const char *line, struct gs_journal_entry *entry,
                                struct gs_results *results, struct gs_error *error);

/*
 * Appends a line: one write. It is on the disk when the call returns, but for lines that follow
 * each other within 50 ms: a computer that loses power may lose those.
 */
enum gs_status gs_journal_append(struct gs_journal *journal, const char *line,
                                 struct gs_error *error);

/* Puts everything on the disk. */
void gs_journal_sync(struct gs_journal *journal);

/* Closes it; without its file where the run is finished or has not begun. */
void gs_journal_close(struct gs_journal *journal, bool remove);

#endif
