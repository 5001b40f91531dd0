#include "workbook.h"

#include "files.h"
#include "install_paths.h"
#include "tasks.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

/* ---- paths ----------------------------------------------------------------------------------- */

static void path_of(const struct gs_workbook *book, const struct gs_lesson_exercises *lesson,
                    const char *file, char *path, size_t size)
{
    snprintf(path, size, "%s/%s/%s", book->folder, lesson->folder, file);
}

void gs_workbook_path(const struct gs_workbook *book, const struct gs_lesson_exercises *lesson,
                      const struct gs_exercise *exercise, char *path, size_t size)
{
    snprintf(path, size, "%s/%s/%s.cu", book->folder, lesson->folder, exercise->name);
}

bool gs_workbook_has(const struct gs_workbook *book, const struct gs_lesson_exercises *lesson,
                     const struct gs_exercise *exercise, const char *file)
{
    char path[4096];
    struct stat own, given;
    gs_workbook_path(book, lesson, exercise, path, sizeof path);
    return stat(path, &own) == 0 && stat(file, &given) == 0 && own.st_dev == given.st_dev &&
           own.st_ino == given.st_ino;
}

void gs_workbook_questions_path(const struct gs_workbook *book,
                                const struct gs_lesson_exercises *lesson, char *path, size_t size)
{
    path_of(book, lesson, "questions.txt", path, size);
}

/* ---- texts ----------------------------------------------------------------------------------- */

/* As a comment, broken at 78 columns. */
static void write_comment(FILE *out, const char *text)
{
    int column = 1;
    fputc('#', out);
    while (*text != '\0') {
        size_t word = strcspn(text, " \n");
        if (column > 1 && column + 1 + (int)word > 78) {
            fputs("\n#", out);
            column = 1;
        }
        if (word > 0)
            column += fprintf(out, " %.*s", (int)word, text);
        text += word + (text[word] != '\0');
    }
    fputc('\n', out);
}

static struct gs_text question_text(const struct gs_lesson_exercises *lesson)
{
    struct gs_text made = {0};
    FILE *out = open_memstream(&made.data, &made.length);
    if (out == NULL)
        return made;
    fprintf(out, "# Questions of lesson %u: write each answer behind its =, a number.\n",
            lesson->lesson);
    for (size_t i = 0; lesson->questions[i].name != NULL; i++) {
        char numbered[2048];
        snprintf(numbered, sizeof numbered, "%zu. %s", i + 1, lesson->questions[i].text);
        fputc('\n', out);
        write_comment(out, numbered);
        fprintf(out, "%s = \n", lesson->questions[i].name);
    }
    fclose(out);
    return made;
}

/* ---- files ----------------------------------------------------------------------------------- */

static const char advice[] =
    "nothing of yours was changed: free some space, or go to a folder of your own";

static enum gs_status cannot_write(const char *path, struct gs_error *error)
{
    return gs_fail(error, GS_USAGE, "cannot write %.350s: %s; %s", path, strerror(errno), advice);
}

static enum gs_status make_folder(const char *path, struct gs_error *error)
{
    struct stat found;
    if (mkdir(path, 0777) == 0)
        return GS_OK;
    int reason = errno;
    if (stat(path, &found) == 0 && S_ISDIR(found.st_mode))
        return GS_OK;
    if (reason == EEXIST)
        return gs_fail(error, GS_USAGE, "%s is no folder; move it away", path);
    return gs_fail(error, GS_USAGE, "cannot make the folder %s: %s; go to a folder of your own",
                   path, strerror(reason));
}

static bool write_text(FILE *out, const void *content)
{
    const struct gs_text *text = content;
    return fwrite(text->data, 1, text->length, out) == text->length;
}

/* Names a file that it makes in `made`. */
static enum gs_status add_file(FILE *made, const char *path, const struct gs_text *text,
                               struct gs_error *error)
{
    if (!gs_file_make(path, 0666, write_text, text))
        return errno == EEXIST ? GS_OK : cannot_write(path, error);
    fprintf(made, "%s%s", ftell(made) > 0 ? ", " : "", strrchr(path, '/') + 1);
    return GS_OK;
}

/* Moves the file to NAME.1.bak, or the next that is free, which goes to `kept`. */
static bool put_aside(const char *path, char *kept, size_t size)
{
    char begin[PATH_BYTES + 1];
    struct gs_error ignored;
    snprintf(begin, sizeof begin, "%s.", path);
    return gs_free_name(begin, "1", ".bak", kept, size, &ignored) == GS_OK &&
           rename(path, kept) == 0;
}

/* Puts the text in the place of a file, which is kept; the new one is whole before the old one is
 * moved. */
static enum gs_status replace_file(struct gs_workbook *book, const char *path,
                                   const struct gs_text *text, const char *what,
                                   struct gs_error *error)
{
    char kept[PATH_BYTES + 16];
    struct gs_new_file fresh = {.advice = advice};
    snprintf(fresh.path, sizeof fresh.path, "%s", path);
    enum gs_status status = gs_new_file_write(&fresh, 0666, write_text, text, error);
    if (status != GS_OK)
        return status;
    bool moved = put_aside(path, kept, sizeof kept);
    status = moved ? gs_new_file_keep(&fresh, error) : cannot_write(path, error);
    if (status != GS_OK) {
        if (moved)
            rename(kept, path);
        gs_new_file_drop(&fresh);
        return status;
    }
    fprintf(book->out, "%s is %s; the one before is kept as %s\n", path, what, kept);
    return GS_OK;
}

/* Whether the file holds the text; a link or a folder does not. */
static bool holds(const char *path, const struct gs_text *text)
{
    struct gs_text there;
    struct gs_error ignored = {""};
    struct stat found;
    if (lstat(path, &found) != 0 || !S_ISREG(found.st_mode) ||
        gs_file_read(path, text->length, &there, &ignored) != GS_OK)
        return false;
    bool same = there.data != NULL && text->data != NULL && there.length == text->length &&
                memcmp(there.data, text->data, text->length) == 0;
    free(there.data);
    return same;
}

/* ---- the folder of a lesson ------------------------------------------------------------------ */

static enum gs_status prepare_stub(const struct gs_workbook *book,
                                   const struct gs_lesson_exercises *lesson,
                                   const struct gs_exercise *exercise, FILE *made,
                                   struct gs_error *error)
{
    char path[PATH_BYTES];
    gs_workbook_path(book, lesson, exercise, path, sizeof path);
    struct stat found;
    if (lstat(path, &found) == 0) {
        if (stat(path, &found) != 0)
            return gs_fail(error, GS_USAGE, "%s is a link to nothing; remove it", path);
        return S_ISREG(found.st_mode)
                   ? GS_OK
                   : gs_fail(error, GS_USAGE, "%s is no file; move it away", path);
    }
    struct gs_text text;
    enum gs_status status = gs_exercise_text(lesson, exercise, GS_STUB, &text, error);
    if (status == GS_OK)
        status = add_file(made, path, &text, error);
    free(text.data);
    return status;
}

/* The stub includes it, and a check goes by the course's own: they must say the same. */
static enum gs_status prepare_header(struct gs_workbook *book,
                                     const struct gs_lesson_exercises *lesson,
                                     const struct gs_exercise *exercise, FILE *made,
                                     struct gs_error *error)
{
    char path[PATH_BYTES], file[256];
    snprintf(file, sizeof file, "%s.h", exercise->name);
    path_of(book, lesson, file, path, sizeof path);
    struct gs_text text;
    struct stat found;
    enum gs_status status = gs_exercise_text(lesson, exercise, GS_HEADER, &text, error);
    if (status == GS_OK && lstat(path, &found) != 0)
        status = add_file(made, path, &text, error);
    else if (status == GS_OK && !holds(path, &text))
        status = replace_file(book, path, &text, "as the course has it again", error);
    free(text.data);
    return status;
}

static enum gs_status prepare_questions(const struct gs_workbook *book,
                                        const struct gs_lesson_exercises *lesson, FILE *made,
                                        struct gs_error *error)
{
    char path[PATH_BYTES];
    gs_workbook_questions_path(book, lesson, path, sizeof path);
    struct stat found;
    if (lesson->questions == NULL || lesson->questions[0].name == NULL || lstat(path, &found) == 0)
        return GS_OK;
    struct gs_text text = question_text(lesson);
    enum gs_status status =
        text.data == NULL ? gs_out_of_memory(error) : add_file(made, path, &text, error);
    free(text.data);
    return status;
}

static enum gs_status prepare_files(struct gs_workbook *book,
                                    const struct gs_lesson_exercises *lesson, FILE *made,
                                    struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t i = 0; status == GS_OK && lesson->exercises[i] != NULL; i++) {
        const struct gs_exercise *exercise = lesson->exercises[i];
        status = prepare_stub(book, lesson, exercise, made, error);
        if (status == GS_OK)
            status = prepare_header(book, lesson, exercise, made, error);
    }
    return status == GS_OK ? prepare_questions(book, lesson, made, error) : status;
}

enum gs_status gs_workbook_prepare(struct gs_workbook *book,
                                   const struct gs_lesson_exercises *lesson, struct gs_error *error)
{
    char path[PATH_BYTES], *names = NULL;
    size_t size = 0;
    snprintf(path, sizeof path, "%s/%s", book->folder, lesson->folder);
    enum gs_status status = make_folder(book->folder, error);
    if (status == GS_OK)
        status = make_folder(path, error);
    if (status != GS_OK)
        return status;
    FILE *made = open_memstream(&names, &size);
    if (made == NULL)
        return gs_out_of_memory(error);
    status = prepare_files(book, lesson, made, error);
    fclose(made);
    if (size > 0)
        fprintf(book->out,
                "made in %s: %s\nA check runs your code as you, without a sandbox: check only code "
                "that you trust.\n",
                path, names);
    free(names);
    return status;
}

enum gs_status gs_workbook_add_tasks(struct gs_workbook *book, struct gs_error *error)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/.vscode", book->folder);
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        return cannot_write(path, error);
    snprintf(path, sizeof path, "%s/.vscode/tasks.json", book->folder);
    struct stat found;
    if (lstat(path, &found) == 0)
        return GS_OK;
    json_t *tasks = gs_editor_tasks(gs_called(), "${workspaceFolder}/..");
    struct gs_text text = {.data = json_dumps(tasks, JSON_INDENT(2))};
    json_decref(tasks);
    if (text.data == NULL)
        return gs_out_of_memory(error);
    text.length = strlen(text.data);
    bool made = gs_file_make(path, 0666, write_text, &text);
    enum gs_status status = made ? GS_OK : cannot_write(path, error);
    free(text.data);
    return status;
}

enum gs_status gs_workbook_reset(struct gs_workbook *book, const struct gs_lesson_exercises *lesson,
                                 const struct gs_exercise *exercise, struct gs_error *error)
{
    char path[PATH_BYTES];
    gs_workbook_path(book, lesson, exercise, path, sizeof path);
    struct stat found;
    if (lstat(path, &found) != 0) {
        enum gs_status made = gs_workbook_prepare(book, lesson, error);
        return made == GS_OK ? gs_workbook_mark(book, exercise->name, false, 0, 0, error) : made;
    }
    struct gs_text text;
    enum gs_status status = gs_exercise_text(lesson, exercise, GS_STUB, &text, error);
    if (status == GS_OK && holds(path, &text))
        fprintf(book->out, "%s is the stub already\n", path);
    else if (status == GS_OK)
        status = replace_file(book, path, &text, "the stub again", error);
    free(text.data);
    return status == GS_OK ? gs_workbook_mark(book, exercise->name, false, 0, 0, error) : status;
}
