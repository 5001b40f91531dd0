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

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { VERSION = 1, PATH_BYTES = 2048, MOST_KEPT = 10000 };

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

static bool is_ours(const json_t *root)
{
    const char *name;
    json_t *value, *passed = json_object_get(root, "passed"),
                   *hints = json_object_get(root, "hints");
    if (!json_is_object(passed) || !json_is_object(hints))
        return false;
    json_object_foreach(passed, name, value)
    {
        if (!json_is_object(value))
            return false;
    }
    json_object_foreach(hints, name, value)
    {
        if (!json_is_integer(value))
            return false;
    }
    return json_is_integer(json_object_get(root, "version"));
}

static enum gs_status set_aside(struct gs_workbook *book, const char *path, const char *why,
                                struct gs_error *error)
{
    char aside[PATH_BYTES + 32];
    struct stat found;
    unsigned number = 1;
    do
        snprintf(aside, sizeof aside, "%s.damaged%u", path, number);
    while (lstat(aside, &found) == 0 && ++number < MOST_KEPT);
    if (rename(path, aside) != 0)
        return gs_fail(error, GS_USAGE, "%s is damaged (%s), and cannot be moved away: %s", path,
                       why, strerror(errno));
    fprintf(book->out, "%s is damaged (%s): it is kept as %s, and your progress starts anew\n",
            path, why, aside);
    book->progress = nothing_yet();
    return GS_OK;
}

static enum gs_status parse(struct gs_workbook *book, int file, const char *path,
                            struct gs_error *error)
{
    json_error_t why;
    book->progress = json_loadfd(file, 0, &why);
    if (book->progress == NULL || !is_ours(book->progress)) {
        char said[JSON_ERROR_TEXT_LENGTH + 32] = "it is not gridstride's";
        if (book->progress == NULL)
            snprintf(said, sizeof said, "line %d: %s", why.line, why.text);
        json_decref(book->progress);
        book->progress = NULL;
        return set_aside(book, path, said, error);
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
    json_decref(book->progress);
    book->progress = NULL;
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/progress.json", book->folder);
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0 && (errno == ENOENT || errno == ENOTDIR)) {
        book->progress = nothing_yet();
        return GS_OK;
    }
    struct stat found;
    enum gs_status status;
    if (file >= 0 && fstat(file, &found) == 0 && S_ISREG(found.st_mode))
        status = parse(book, file, path, error);
    else if (file >= 0 || errno == ELOOP)
        status = gs_fail(error, GS_USAGE, "%s is no file of its own; move it away", path);
    else
        status = gs_fail(error, GS_USAGE, "cannot read %s: %s", path, strerror(errno));
    if (file >= 0)
        close(file);
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
    for (; course->lesson > 0; course++) {
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
    for (; course->lesson > 0; course++) {
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
