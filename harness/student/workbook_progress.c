/*
 * exercises/progress.json: which exercises passed, and how many hints were asked for.
 *
 * {"version": 1, "passed": {"vecadd": {"score": 10.0, "hints": 1, "at": "2026-11-22T09:00:00Z",
 *  "seed": 1}}, "hints": {"vecadd": 1}}
 *
 * A change reads the file again, and replaces it by a new one, while the folder is locked: of two
 * checks at a time neither loses what the other wrote, and a kill leaves the old file or the new.
 */
#include "workbook.h"

#include "files.h"
#include "name_rules.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { VERSION = 1, PATH_BYTES = 2048 };

/* ---- the lock -------------------------------------------------------------------------------- */

/* The folder itself is locked, for the file in it is replaced. < 0: there is no such folder. */
static int lock_folder(const char *folder)
{
    int lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    /* A file system without locks is no reason not to learn. */
    while (lock >= 0 && flock(lock, LOCK_EX) != 0 && errno == EINTR)
        continue;
    return lock;
}

/* ---- reading --------------------------------------------------------------------------------- */

static json_t *nothing_yet(void)
{
    return json_pack("{s:i, s:{}, s:{}}", "version", VERSION, "passed", "hints");
}

/* "vecadd", or "3.coalesced" of a question. */
static bool is_name(const char *name)
{
    const char *dot = strchr(name, '.');
    bool numbered = dot != NULL && dot > name && strspn(name, "0123456789") == (size_t)(dot - name);
    return gs_name_fits(GS_NAME_IN_LESSON, numbered ? dot + 1 : name);
}

/* NULL, or what in it is not ours. */
static const char *first_foreign(const json_t *root)
{
    const char *name;
    json_t *value, *passed = json_object_get(root, "passed"),
                   *hints = json_object_get(root, "hints");
    if (!json_is_integer(json_object_get(root, "version")))
        return "version";
    if (!json_is_object(passed))
        return "passed";
    if (!json_is_object(hints))
        return "hints";
    json_object_foreach(passed, name, value)
    {
        if (!json_is_object(value) || !is_name(name))
            return name;
    }
    json_object_foreach(hints, name, value)
    {
        if (!json_is_integer(value) || !is_name(name))
            return name;
    }
    return NULL;
}

static enum gs_status set_aside(struct gs_workbook *book, const char *path, const char *why,
                                struct gs_error *error)
{
    char begin[PATH_BYTES + 16], aside[PATH_BYTES + 32];
    snprintf(begin, sizeof begin, "%s.damaged", path);
    if (gs_free_name(begin, "1", "", aside, sizeof aside, error) != GS_OK ||
        rename(path, aside) != 0)
        return gs_fail(error, GS_USAGE, "%s is damaged (%s), and cannot be moved away: %s", path,
                       why, strerror(errno));
    fprintf(book->out, "%s is damaged (%s): it is kept as %s, and your progress starts anew\n",
            path, why, aside);
    book->progress = nothing_yet();
    return GS_OK;
}

static enum gs_status parse(struct gs_workbook *book, const struct gs_text *text, const char *path,
                            struct gs_error *error)
{
    json_error_t why;
    struct gs_error bad = {""};
    book->progress = json_loadb(text->data, text->length, 0, &why);
    const char *foreign = book->progress != NULL ? first_foreign(book->progress) : NULL;
    if (book->progress == NULL)
        gs_fail(&bad, GS_USAGE, "line %d: %s", why.line, why.text);
    else if (foreign != NULL)
        gs_fail(&bad, GS_USAGE, "it is not gridstride's: \"%.100s\"", foreign);
    if (bad.text[0] != '\0') {
        json_decref(book->progress);
        book->progress = NULL;
        return set_aside(book, path, bad.text, error);
    }
    json_int_t version = json_integer_value(json_object_get(book->progress, "version"));
    if (version == VERSION)
        return GS_OK;
    return gs_fail(error, GS_USAGE,
                   "%s is of another version of gridstride (%lld): use that, or move the file away",
                   path, (long long)version);
}

/* With the folder locked. */
static enum gs_status load(struct gs_workbook *book, struct gs_error *error)
{
    enum { MOST_PROGRESS = 16 << 20 };
    json_decref(book->progress);
    book->progress = NULL;
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/progress.json", book->folder);
    struct stat found;
    struct gs_text text;
    if (lstat(path, &found) != 0 && (errno == ENOENT || errno == ENOTDIR)) {
        book->progress = nothing_yet();
        return GS_OK;
    }
    if (lstat(path, &found) == 0 && S_ISLNK(found.st_mode))
        return gs_fail(error, GS_USAGE, "%s is no file of its own; move it away", path);
    enum gs_status status = gs_file_read(path, MOST_PROGRESS, &text, error);
    if (status != GS_OK)
        return errno == EINVAL
                   ? gs_fail(error, GS_USAGE, "%s is no file of its own; move it away", path)
                   : status;
    status = parse(book, &text, path, error);
    free(text.data);
    return status;
}

enum gs_status gs_workbook_open(struct gs_workbook *book, const char *folder, FILE *out,
                                struct gs_error *error)
{
    *book = (struct gs_workbook){.out = out};
    if ((size_t)snprintf(book->folder, sizeof book->folder, "%s", folder) >= sizeof book->folder)
        return gs_fail(error, GS_USAGE, "the name of the folder %s is too long", folder);
    int lock = lock_folder(folder);
    enum gs_status status = load(book, error);
    if (lock >= 0)
        close(lock);
    return status;
}

void gs_workbook_close(struct gs_workbook *book)
{
    json_decref(book->progress);
    book->progress = NULL;
}

/* ---- writing --------------------------------------------------------------------------------- */

static bool write_progress(FILE *out, const void *content)
{
    return json_dumpf(content, out, JSON_INDENT(1) | JSON_SORT_KEYS | JSON_REAL_PRECISION(7)) ==
               0 &&
           fputc('\n', out) != EOF;
}

/* With the folder locked. */
static enum gs_status store(const struct gs_workbook *book, struct gs_error *error)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/progress.json", book->folder);
    return gs_file_replace(path, 0666, write_progress, book->progress,
                           "your progress is not kept: free some space, or go to a folder of your "
                           "own",
                           error);
}

/* What to do to the progress; returns false where that leaves it as it is. */
struct change {
    const char *name;
    bool hint, passed;
    double score;
    uint64_t seed;
};

static bool apply(struct gs_workbook *book, const struct change *change)
{
    json_t *passed = json_object_get(book->progress, "passed"),
           *hints = json_object_get(book->progress, "hints");
    json_int_t level = json_integer_value(json_object_get(hints, change->name));
    if (change->hint) {
        if (level < GS_HINTS)
            json_object_set_new(hints, change->name, json_integer(level + 1));
        return level < GS_HINTS;
    }
    if (!change->passed)
        return json_object_del(passed, change->name) == 0;
    char at[32] = "";
    time_t now = time(NULL);
    struct tm utc;
    if (gmtime_r(&now, &utc) != NULL)
        strftime(at, sizeof at, "%Y-%m-%dT%H:%M:%SZ", &utc);
    json_object_set_new(passed, change->name,
                        json_pack("{s:f, s:I, s:s, s:I}", "score", change->score, "hints", level,
                                  "at", at, "seed", (json_int_t)change->seed));
    return true;
}

static enum gs_status make_change(struct gs_workbook *book, const struct change *change,
                                  struct gs_error *error)
{
    int lock = -1;
    if (mkdir(book->folder, 0777) == 0 || errno == EEXIST)
        lock = lock_folder(book->folder);
    if (lock < 0)
        return gs_fail(error, GS_USAGE,
                       "cannot use the folder %s: %s; your progress is not kept: go to a folder of "
                       "your own",
                       book->folder, strerror(errno));
    enum gs_status status = load(book, error);
    if (status == GS_OK && apply(book, change))
        status = store(book, error);
    close(lock);
    return status;
}

enum gs_status gs_workbook_mark(struct gs_workbook *book, const char *name, bool passed,
                                double score, uint64_t seed, struct gs_error *error)
{
    struct change change = {.name = name, .passed = passed, .score = score, .seed = seed};
    return make_change(book, &change, error);
}

enum gs_status gs_workbook_hint(struct gs_workbook *book, const char *name, unsigned *level,
                                struct gs_error *error)
{
    struct change change = {.name = name, .hint = true};
    unsigned before = gs_workbook_hints(book, name);
    enum gs_status status = make_change(book, &change, error);
    *level = gs_workbook_hints(book, name);
    if (status != GS_OK) /* a hint is worth showing though it cannot be counted */
        *level = before < GS_HINTS ? before + 1 : GS_HINTS;
    return status;
}

/* ---- asking ---------------------------------------------------------------------------------- */

bool gs_workbook_passed(const struct gs_workbook *book, const char *name)
{
    return json_object_get(json_object_get(book->progress, "passed"), name) != NULL;
}

unsigned gs_workbook_hints(const struct gs_workbook *book, const char *name)
{
    json_int_t level =
        json_integer_value(json_object_get(json_object_get(book->progress, "hints"), name));
    if (level < 0)
        return 0;
    return level < GS_HINTS ? (unsigned)level : GS_HINTS;
}

void gs_workbook_count(const struct gs_workbook *book, const struct gs_lesson_exercises *course,
                       unsigned *passed, unsigned *total)
{
    *passed = *total = 0;
    for (; course->folder != NULL; course++) {
        for (size_t i = 0; course->exercises[i] != NULL; i++) {
            *total += 1;
            *passed += gs_workbook_passed(book, course->exercises[i]->name);
        }
    }
}

struct gs_course_place gs_workbook_next(const struct gs_workbook *book,
                                        const struct gs_lesson_exercises *course,
                                        struct gs_course_place from)
{
    struct gs_course_place before = {0}; /* the first that is not behind `from` */
    bool behind = from.lesson == NULL;
    for (; course->folder != NULL; course++) {
        for (unsigned i = 0; course->exercises[i] != NULL; i++) {
            const struct gs_exercise *exercise = course->exercises[i];
            struct gs_course_place place = {course, exercise, i + 1};
            bool open = !gs_workbook_passed(book, exercise->name);
            if (open && behind)
                return place;
            if (open && before.lesson == NULL)
                before = place;
            behind |= exercise == from.exercise;
        }
    }
    return before;
}
