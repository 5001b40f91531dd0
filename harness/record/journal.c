#include "journal.h"

#include "clock.h"
#include "context_check.h"
#include "files.h"
#include "grow.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Lines that follow each other faster than this share one sync: thousands of untimed points would
 * otherwise take as long as the disk does. */
static const double sync_interval_s = 0.05;

/* ---- lines ----------------------------------------------------------------------------------- */

/* As a line of its own; frees value. */
static char *line_of(json_t *value)
{
    char *text = value == NULL ? NULL : json_dumps(value, JSON_COMPACT | JSON_REAL_PRECISION(7));
    json_decref(value);
    if (text == NULL)
        return NULL;
    size_t length = strlen(text);
    char *line = realloc(text, length + 2);
    if (line == NULL) {
        free(text);
        return NULL;
    }
    line[length] = '\n';
    line[length + 1] = '\0';
    return line;
}

char *gs_journal_line(const struct gs_journal_entry *entry, const struct gs_results *records)
{
    json_t *array = json_array();
    for (size_t i = 0; i < records->count; i++)
        json_array_append_new(array, gs_record_to_json(&records->records[i]));
    json_t *line = json_pack("{s:I, s:b, s:b, s:o}", "point", (json_int_t)entry->point, "pinned",
                             entry->pinned, "right", entry->right, "records", array);
    if (line != NULL && entry->process > 1)
        json_object_set_new(line, "process", json_integer((json_int_t)entry->process));
    return line_of(line);
}

/* Names what is wrong with the line, or returns NULL. */
static const char *parse_entry(const json_t *root, struct gs_journal_entry *entry,
                               struct gs_results *results)
{
    const json_t *point = json_object_get(root, "point"), *pinned = json_object_get(root, "pinned"),
                 *right = json_object_get(root, "right"),
                 *records = json_object_get(root, "records"),
                 *process = json_object_get(root, "process");
    json_int_t number = process != NULL ? json_integer_value(process) : 1; /* the first */
    if (number < 1 || number > GS_MOST_PROCESSES)
        return "process";
    if (!json_is_integer(point) || json_integer_value(point) < 0)
        return "point";
    if (!json_is_boolean(pinned))
        return "pinned";
    if (!json_is_boolean(right))
        return "right";
    if (!json_is_array(records))
        return "records";
    *entry = (struct gs_journal_entry){.process = (unsigned)number,
                                       .point = (size_t)json_integer_value(point),
                                       .pinned = json_is_true(pinned),
                                       .right = json_is_true(right)};
    size_t i;
    json_t *object;
    json_array_foreach(records, i, object)
    {
        struct gs_record record;
        struct gs_error ignored = {0};
        const char *bad = gs_record_from_json(&record, object);
        if (bad != NULL)
            return bad;
        entry->timed |= record.time.count > 0;
        if (gs_results_append(results, &record, &ignored) != GS_OK)
            return "memory";
    }
    return NULL;
}

enum gs_status gs_journal_parse(const char *line, struct gs_journal_entry *entry,
                                struct gs_results *results, struct gs_error *error)
{
    json_error_t why;
    json_t *root = json_loads(line, JSON_REJECT_DUPLICATES, &why);
    const char *bad = root == NULL ? why.text : parse_entry(root, entry, results);
    json_decref(root);
    if (bad == NULL)
        return GS_OK;
    return gs_fail(error, GS_USAGE, "a worker's record has no valid \"%s\"", bad);
}

/* ---- reading --------------------------------------------------------------------------------- */

static enum gs_status damaged(const char *path, size_t line, const char *what,
                              struct gs_error *error)
{
    return gs_fail(error, GS_USAGE, "%.300s:%zu: %.300s; the file is damaged or not ours", path,
                   line, what);
}

/* The first line says which run this is. */
static enum gs_status read_head(struct gs_journal_content *content, const char *path,
                                const json_t *root, struct gs_error *error)
{
    const char *plan = json_string_value(json_object_get(root, "gridstride_unfinished"));
    json_t *context = json_object_get(root, "context");
    if (plan == NULL || strlen(plan) >= sizeof content->plan ||
        !json_is_object(json_object_get(context, "gridstride")))
        return damaged(path, 1, "not an unfinished run of gridstride", error);
    enum gs_status status = gs_context_check(context, path, "", error);
    if (status != GS_OK)
        return status;
    snprintf(content->plan, sizeof content->plan, "%s", plan);
    content->results.context = json_incref(context);
    return GS_OK;
}

static enum gs_status read_entry(struct gs_journal_content *content, const char *path, size_t line,
                                 const json_t *root, struct gs_error *error)
{
    if (!gs_grow(&content->entries, content->count, sizeof *content->entries))
        return gs_out_of_memory(error);
    const char *bad = parse_entry(root, &content->entries[content->count], &content->results);
    if (bad == NULL) {
        content->count++;
        return GS_OK;
    }
    char what[80];
    snprintf(what, sizeof what, "it has no valid \"%s\"", bad);
    return damaged(path, line, what, error);
}

static enum gs_status read_line(struct gs_journal_content *content, const char *path, size_t line,
                                const char *text, size_t length, struct gs_error *error)
{
    json_error_t why;
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &why);
    enum gs_status status;
    if (root == NULL)
        status = damaged(path, line, why.text, error);
    else if (line == 1)
        status = read_head(content, path, root, error);
    else
        status = read_entry(content, path, line, root, error);
    json_decref(root);
    return status;
}

/* Line by line. Half a line at the end is left out, but not where it is the first: what is appended
 * would stand on it. */
static enum gs_status read_lines(struct gs_journal_content *out, const char *path,
                                 const struct gs_text *text, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    const char *at = text->data, *end = text->data + text->length;
    for (size_t line = 1; status == GS_OK && at < end; line++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        if (newline == NULL && line > 1)
            break;
        const char *next = newline != NULL ? newline + 1 : end;
        status = read_line(out, path, line, at, (size_t)(next - at), error);
        if (status == GS_OK && newline == NULL)
            status = damaged(path, line, "its first line has no end", error);
        at = next;
        out->whole_bytes = at - text->data;
    }
    return status;
}

enum gs_status gs_journal_read(const char *path, struct gs_journal_content *out,
                               struct gs_error *error)
{
    struct gs_text text;
    *out = (struct gs_journal_content){0};
    enum gs_status status = gs_file_read(path, GS_MOST_RESULT, &text, error);
    if (status == GS_OK && text.length == 0)
        status = damaged(path, 1, "it is empty", error);
    if (status == GS_OK)
        status = read_lines(out, path, &text, error);
    free(text.data);
    return status;
}

void gs_journal_content_release(struct gs_journal_content *content)
{
    gs_results_release(&content->results);
    free(content->entries);
    *content = (struct gs_journal_content){0};
}

enum gs_status gs_results_load_any(const char *path, struct gs_results *out, struct gs_error *error)
{
    size_t length = strlen(path);
    if (length < 6 || strcmp(path + length - 6, ".jsonl") != 0)
        return gs_results_load(path, out, error);
    struct gs_journal_content content;
    enum gs_status status = gs_journal_read(path, &content, error);
    if (status == GS_OK)
        status = gs_results_join_processes(&content.results, error);
    *out = content.results;
    content.results = (struct gs_results){0};
    gs_journal_content_release(&content);
    if (status != GS_OK)
        gs_results_release(out);
    return status;
}

/* ---- writing --------------------------------------------------------------------------------- */

static enum gs_status cannot(const char *what, const char *path, struct gs_error *error)
{
    return gs_fail(error, GS_USAGE,
                   "cannot %s %s: %s; what was there before is untouched; choose another folder "
                   "with --out",
                   what, path, strerror(errno));
}

/*
 * Another run may finish between the opening and the lock, and remove the file, or put it aside:
 * then what was locked has that name no more, and the next attempt makes a new one.
 */
static enum gs_status open_locked(struct gs_journal *journal, struct stat *found,
                                  struct gs_error *error)
{
    for (;;) {
        journal->descriptor =
            open(journal->path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (journal->descriptor < 0)
            return cannot("write", journal->path, error);
        /* A file system without locks is no reason not to run. */
        if (flock(journal->descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
            close(journal->descriptor);
            journal->descriptor = -1;
            return gs_fail(error, GS_USAGE,
                           "another run is writing %s; wait for it, or choose another folder with "
                           "--out",
                           journal->path);
        }
        struct stat named;
        if (fstat(journal->descriptor, found) == 0 && lstat(journal->path, &named) == 0 &&
            named.st_dev == found->st_dev && named.st_ino == found->st_ino)
            break;
        close(journal->descriptor);
    }
    if (S_ISREG(found->st_mode))
        return GS_OK;
    close(journal->descriptor);
    journal->descriptor = -1;
    return gs_fail(error, GS_USAGE,
                   "%s is no file; move it away or choose another folder with --out",
                   journal->path);
}

enum gs_status gs_journal_open(struct gs_journal *journal, const char *folder, const char *name,
                               struct gs_error *error)
{
    *journal = (struct gs_journal){.descriptor = -1};
    snprintf(journal->path, sizeof journal->path, "%s/%s.unfinished.jsonl", folder, name);
    struct stat found = {0};
    enum gs_status status = open_locked(journal, &found, error);
    if (status == GS_OK)
        journal->exists = found.st_size > 0;
    return status;
}

static enum gs_status put_aside(struct gs_journal *journal, bool *kept, struct gs_error *error)
{
    struct gs_journal_content content;
    struct gs_error why;
    /* Only what is ours is moved. */
    enum gs_status status = gs_journal_read(journal->path, &content, &why);
    size_t points = content.count;
    gs_journal_content_release(&content);
    if (status != GS_OK)
        return gs_fail(error, status, "%s; move it away or choose another folder with --out",
                       why.text);
    *kept = points > 0;
    if (points == 0)
        return ftruncate(journal->descriptor, 0) == 0 ? GS_OK
                                                      : cannot("write", journal->path, error);
    char begin[sizeof journal->path], aside[sizeof journal->path];
    struct stat found;
    size_t stem = strlen(journal->path) - strlen("unfinished.jsonl");
    snprintf(begin, sizeof begin, "%.*sabandoned", (int)stem, journal->path);
    /* Nothing that was kept is replaced. */
    if (gs_free_name(begin, "", ".jsonl", aside, sizeof aside, error) != GS_OK ||
        rename(journal->path, aside) != 0)
        return cannot("move aside", journal->path, error);
    int old = journal->descriptor;
    status = open_locked(journal, &found, error);
    close(old); /* its lock keeps others out until there is a new one */
    return status;
}

enum gs_status gs_journal_begin(struct gs_journal *journal, const json_t *context, const char *plan,
                                bool *kept, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    *kept = false;
    if (journal->exists)
        status = put_aside(journal, kept, error);
    if (status != GS_OK)
        return status;
    char *line =
        line_of(json_pack("{s:s, s:O}", "gridstride_unfinished", plan, "context", context));
    if (line == NULL)
        return gs_out_of_memory(error);
    status = gs_journal_append(journal, line, error);
    free(line);
    return status;
}

enum gs_status gs_journal_go_on(struct gs_journal *journal, const struct gs_journal_content *read,
                                struct gs_error *error)
{
    return ftruncate(journal->descriptor, read->whole_bytes) == 0
               ? GS_OK
               : cannot("write", journal->path, error);
}

enum gs_status gs_journal_append(struct gs_journal *journal, const char *line,
                                 struct gs_error *error)
{
    size_t length = strlen(line);
    ssize_t written = write(journal->descriptor, line, length);
    if (written != (ssize_t)length) {
        if (written >= 0)
            errno = ENOSPC;
        return gs_fail(error, GS_USAGE,
                       "cannot write %s: %s; the points before are in it: free some space and go "
                       "on with --resume",
                       journal->path, strerror(errno));
    }
    if (gs_clock_s() - journal->synced_s > sync_interval_s)
        gs_journal_sync(journal);
    return GS_OK;
}

void gs_journal_sync(struct gs_journal *journal)
{
    /* What keeps no disk (a pipe, some network file systems) has nothing to put there. */
    fsync(journal->descriptor);
    journal->synced_s = gs_clock_s();
}

void gs_journal_close(struct gs_journal *journal, bool remove)
{
    if (journal->descriptor < 0)
        return;
    if (remove)
        unlink(journal->path);
    close(journal->descriptor);
    journal->descriptor = -1;
}
