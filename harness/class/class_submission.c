#include "class_submission.h"

#include "class_walk.h"
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- which file is meant for what ------------------------------------------------------------ */

enum { BY_NAME, BY_OTHER_CASE, BY_CONTENT, NOT_MEANT };

static const char *skip_blanks(const char *text, const char *end)
{
    while (text < end && (*text == ' ' || *text == '\t'))
        text++;
    return text;
}

/* #include "vecadd.h", with any folder before it */
static bool line_includes(const char *line, const char *end, const char *name)
{
    static const char word[] = "include";
    line = skip_blanks(line, end);
    if (line == end || *line != '#')
        return false;
    line = skip_blanks(line + 1, end);
    if ((size_t)(end - line) < sizeof word || memcmp(line, word, sizeof word - 1) != 0)
        return false;
    line = skip_blanks(line + sizeof word - 1, end);
    if (line == end || *line != '"')
        return false;
    line++;
    const char *quote = memchr(line, '"', (size_t)(end - line));
    if (quote == NULL)
        return false;
    const char *slash = memrchr(line, '/', (size_t)(quote - line));
    if (slash != NULL)
        line = slash + 1;
    size_t length = strlen(name);
    return (size_t)(quote - line) == length + 2 && memcmp(line, name, length) == 0 &&
           memcmp(line + length, ".h", 2) == 0;
}

static bool text_includes(const char *text, size_t bytes, const char *name)
{
    const char *end = text + bytes;
    while (text < end) {
        const char *line_end = memchr(text, '\n', (size_t)(end - text));
        if (line_end == NULL)
            line_end = end;
        if (line_includes(text, line_end, name))
            return true;
        text = line_end + 1;
    }
    return false;
}

static bool stands_in(const char *path, const char *folder)
{
    const char *name = strrchr(path, '/');
    size_t length = strlen(folder);
    if (name == NULL || (size_t)(name - path) < length)
        return false;
    const char *parent = name - length;
    return memcmp(parent, folder, length) == 0 && (parent == path || parent[-1] == '/');
}

/* Answers to another lesson's questions are called the same. */
static unsigned rank_answers(const struct gs_task *task, const char *path, const char *name)
{
    if (strcasecmp(name, "questions.txt") != 0)
        return NOT_MEANT;
    if (stands_in(path, task->lesson->folder))
        return strcmp(name, "questions.txt") == 0 ? BY_NAME : BY_OTHER_CASE;
    for (const struct gs_lesson_exercises *lesson = gs_course(); lesson->folder != NULL; lesson++) {
        if (stands_in(path, lesson->folder))
            return NOT_MEANT;
    }
    return BY_CONTENT;
}

static unsigned rank(const struct gs_task *task, const char *path, const char *text, size_t bytes)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    size_t length = strlen(task->name);
    if (task->question != NULL)
        return rank_answers(task, path, name);
    if (strncasecmp(name, task->name, length) == 0 && strcasecmp(name + length, ".cu") == 0)
        return strncmp(name, task->name, length) == 0 && strcmp(name + length, ".cu") == 0
                   ? BY_NAME
                   : BY_OTHER_CASE;
    bool source = gs_name_ends(name, ".cu") && text != NULL;
    return source && text_includes(text, bytes, task->name) ? BY_CONTENT : NOT_MEANT;
}

/* ---- texts ----------------------------------------------------------------------------------- */

static void note_other(struct gs_source *source, const char *path)
{
    char shown[200];
    gs_name_clean(path, shown, sizeof shown);
    size_t used = strlen(source->note);
    snprintf(source->note + used, sizeof source->note - used, "%s%s",
             used > 0 ? ", " : "also handed in, and left out: ", shown);
}

static void note(struct gs_handed_in *in, const char *path, const char *what)
{
    char shown[200];
    gs_name_clean(path, shown, sizeof shown);
    size_t used = strlen(in->note);
    snprintf(in->note + used, sizeof in->note - used, "%s%s %s", used > 0 ? "; " : "", shown, what);
}

/* A file takes the place only of one that is less surely meant: those before it lie higher. */
static enum gs_status take_if_surer(struct gs_handed_in *in, const struct gs_tasks *tasks,
                                    const char *path, const char *text, size_t bytes,
                                    struct gs_error *error)
{
    for (size_t i = 0; i < tasks->count; i++) {
        struct gs_source *source = &in->sources[i];
        unsigned how = rank(&tasks->tasks[i], path, text, bytes);
        if (how == NOT_MEANT)
            continue;
        if (source->path[0] != '\0' && source->rank <= how) {
            note_other(source, path);
            continue;
        }
        struct gs_source old = *source;
        *source = (struct gs_source){.rank = how, .bytes = bytes, .too_large = text == NULL};
        gs_name_clean(path, source->path, sizeof source->path);
        if (old.path[0] != '\0') {
            memcpy(source->note, old.note, sizeof source->note);
            note_other(source, old.path);
        }
        free(old.text);
        if (text == NULL)
            continue;
        source->text = malloc(bytes + 1);
        if (source->text == NULL)
            return gs_out_of_memory(error);
        memcpy(source->text, text, bytes + 1);
    }
    return GS_OK;
}

/* Of an exercise that is graded now, or of any other. */
static bool is_of_course(const struct gs_tasks *tasks, const char *path, const char *text,
                         size_t bytes)
{
    for (size_t i = 0; i < tasks->count; i++) {
        if (rank(&tasks->tasks[i], path, text, bytes) != NOT_MEANT)
            return true;
    }
    for (const struct gs_lesson_exercises *lesson = gs_course(); lesson->folder != NULL; lesson++) {
        for (unsigned i = 0; lesson->exercises[i] != NULL; i++) {
            const struct gs_task task = {.lesson = lesson, .name = lesson->exercises[i]->name};
            if (rank(&task, path, text, bytes) != NOT_MEANT)
                return true;
        }
    }
    return false;
}

static enum gs_status offer_file(struct gs_handed_in *in, const struct gs_tasks *tasks, int folder,
                                 const char *path, struct gs_error *error)
{
    struct gs_text text;
    int descriptor = gs_walk_open(folder, path);
    if (descriptor < 0) {
        int reason = errno;
        char clean[200];
        gs_name_clean(path, clean, sizeof clean);
        return gs_fail(error, GS_USAGE, "cannot read %s: %s", clean, strerror(reason));
    }
    bool good = gs_read_all(descriptor, GS_SOURCE_MOST_BYTES, &text);
    int reason = errno;
    close(descriptor);
    if (!good)
        return gs_fail(error, GS_USAGE, "cannot read a file: %s", strerror(reason));
    bool too_large = text.length > GS_SOURCE_MOST_BYTES;
    if (too_large)
        note(in, path, "is over 1 MiB and was not read");
    const char *content = too_large ? NULL : text.data;
    /* A file that is for nothing is a mistake that a student can hardly see. */
    if (gs_name_ends(path, ".cu") && !is_of_course(tasks, path, content, text.length))
        note(in, path, "is called like no exercise, and includes no exercise's header");
    enum gs_status status = take_if_surer(in, tasks, path, content, text.length, error);
    free(text.data);
    return status;
}

/* VecAdd.CU is not what the task names, and yet is meant for it. */
static void note_other_case(struct gs_handed_in *in, const struct gs_tasks *tasks)
{
    for (size_t i = 0; i < in->count; i++) {
        char what[128];
        const struct gs_task *task = &tasks->tasks[i];
        snprintf(what, sizeof what, "is taken for %.80s.cu", task->name);
        if (in->sources[i].rank == BY_OTHER_CASE && task->exercise != NULL)
            note(in, in->sources[i].path, what);
    }
}

enum gs_status gs_handed_in_read(const char *submissions, const struct gs_student *student,
                                 const struct gs_tasks *tasks, struct gs_handed_in *out,
                                 struct gs_error *error)
{
    *out = (struct gs_handed_in){.sources = calloc(tasks->count, sizeof *out->sources),
                                 .count = tasks->count};
    if (out->sources == NULL)
        return gs_out_of_memory(error);
    int folder = open(submissions, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return gs_fail(error, GS_USAGE, "cannot read %.300s: %s", submissions, strerror(errno));
    enum gs_status status = GS_OK;
    if (student->is_file) {
        status = offer_file(out, tasks, folder, student->entry, error);
    } else {
        struct gs_walk walk;
        status = gs_walk_folder(folder, student->entry, &walk, error);
        for (size_t i = 0; status == GS_OK && i < walk.count; i++) {
            const char *path = walk.files[i].path;
            status = offer_file(out, tasks, walk.root, path, error);
        }
        if (status == GS_OK && walk.entries == 0)
            snprintf(out->note, sizeof out->note, "the folder is empty");
        size_t used = strlen(out->note);
        snprintf(out->note + used, sizeof out->note - used, "%s%s",
                 used > 0 && walk.note[0] != '\0' ? "; " : "", walk.note);
        gs_walk_release(&walk);
    }
    close(folder);
    note_other_case(out, tasks);
    return status;
}

void gs_handed_in_release(struct gs_handed_in *handed_in)
{
    for (size_t i = 0; handed_in->sources != NULL && i < handed_in->count; i++)
        free(handed_in->sources[i].text);
    free(handed_in->sources);
    *handed_in = (struct gs_handed_in){0};
}
