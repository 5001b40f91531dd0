/*
 * A lesson that is a folder: lesson.c, and the other C and CUDA files beside it. Ours lie in two
 * folders, lessons/NN_slug and kernels, and are found so too.
 */
#include "bring_parts.h"

#include "files.h"
#include "registry.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char lesson_file[] = "lesson.c";

static bool is_file(const char *path)
{
    struct stat facts;
    return stat(path, &facts) == 0 && S_ISREG(facts.st_mode);
}

static bool is_folder(const char *path)
{
    struct stat facts;
    return stat(path, &facts) == 0 && S_ISDIR(facts.st_mode);
}

bool gs_bring_is_folder(const char *path)
{
    char lesson[GS_BRING_PATH];
    return snprintf(lesson, sizeof lesson, "%s/%s", path, lesson_file) < (int)sizeof lesson &&
           is_folder(path) && access(lesson, F_OK) == 0;
}

/* A folder may be named without a slash where no lesson has its name. */
bool gs_bring_is_path(const char *word)
{
    size_t length = strlen(word);
    const struct gs_lesson *known;
    struct gs_error ignored;
    return strchr(word, '/') != NULL || (length > 3 && strcmp(word + length - 3, ".cu") == 0) ||
           (gs_bring_is_folder(word) && gs_lesson_find(word, &known, &ignored) != GS_OK);
}

/* ---- its files ------------------------------------------------------------------------------- */

static bool has_suffix(const char *name, const char *suffix)
{
    size_t length = strlen(name), tail = strlen(suffix);
    return length > tail && strcmp(name + length - tail, suffix) == 0;
}

/* What an editor leaves beside a file begins with a dot, or ends in another way. */
static int is_source(const struct dirent *entry)
{
    return entry->d_name[0] != '.' &&
           (has_suffix(entry->d_name, ".c") || has_suffix(entry->d_name, ".cu"));
}

static enum gs_status add(struct gs_bring_folder *out, const char *folder, const char *name,
                          struct gs_error *error)
{
    char *path = NULL;
    if (out->count == GS_BRING_SOURCES)
        return gs_fail(error, GS_USAGE, "%.300s has more than %d .c and .cu files", out->path,
                       GS_BRING_SOURCES);
    if (asprintf(&path, "%s/%s", folder, name) < 0)
        return gs_out_of_memory(error);
    if (is_folder(path)) { /* whatever it is called */
        free(path);
        return GS_OK;
    }
    out->sources[out->count++] = path;
    out->has_kernels = out->has_kernels || has_suffix(name, ".cu");
    return GS_OK;
}

static enum gs_status add_all(struct gs_bring_folder *out, struct gs_error *error)
{
    struct dirent **names = NULL;
    int count = scandir(out->path, &names, is_source, alphasort);
    enum gs_status status = GS_OK;
    if (count < 0)
        return gs_fail(error, GS_USAGE, "cannot read %.300s: %s", out->path, strerror(errno));
    for (int i = 0; i < count; i++) {
        if (status == GS_OK)
            status = add(out, out->path, names[i]->d_name, error);
        free(names[i]);
    }
    free(names);
    return status;
}

/* "kernels" of "lessons/03_vecadd", as findings are to name it; where links or ".." are in the way,
 * it is found from the folder itself. */
static void name_kernels(const char *lesson, char *kernels, size_t size)
{
    int length = (int)strlen(lesson);
    for (int up = 0; up < 2; up++) {
        while (length > 0 && lesson[length - 1] != '/')
            length--;
        length -= up == 0 && length > 0;
    }
    snprintf(kernels, size, "%.*skernels", length, lesson);
    if (strstr(lesson, "..") != NULL || strchr(lesson, '/') == NULL || !is_folder(kernels))
        snprintf(kernels, size, "%s/../../kernels", lesson);
}

/* Those of a lesson of ours: lessons/03_vecadd has its kernels in kernels/03_vecadd.*. */
static enum gs_status add_ours(struct gs_bring_folder *out, struct gs_error *error)
{
    static const char *const suffixes[] = {".c", ".cu"};
    char kernels[GS_BRING_PATH + 32], name[GS_BRING_PATH], path[2 * GS_BRING_PATH + 64];
    enum gs_status status = GS_OK;
    char *real = realpath(out->path, NULL);
    const char *slash = real != NULL ? strrchr(real, '/') : NULL;
    name_kernels(out->path, kernels, sizeof kernels);
    for (size_t i = 0; slash != NULL && status == GS_OK && i < GS_COUNT(suffixes); i++) {
        snprintf(name, sizeof name, "%.*s%s", GS_BRING_PATH - 8, slash + 1, suffixes[i]);
        snprintf(path, sizeof path, "%s/%s", kernels, name);
        if (is_file(path))
            status = add(out, kernels, name, error);
    }
    free(real);
    return status;
}

/* ---- its lesson ------------------------------------------------------------------------------ */

/* "transpose" of "gs_lesson_transpose = {", which lesson.c defines. */
static enum gs_status find_name(struct gs_bring_folder *out, struct gs_error *error)
{
    const char *first = gs_bring_find_definition(out->text, "gs_lesson_", out->name);
    if (first == NULL)
        return gs_fail(error, GS_USAGE,
                       "%.300s/lesson.c:1: it defines no lesson; it is to have a constant, as in: "
                       "const struct gs_lesson gs_lesson_transpose = {...};",
                       out->path);
    char other[GS_BRING_NAME];
    const char *second = gs_bring_find_definition(first, "gs_lesson_", other);
    if (second == NULL)
        return GS_OK;
    return gs_fail(error, GS_USAGE,
                   "%.300s/lesson.c:%u: it defines a second lesson, gs_lesson_%s; a folder is one "
                   "lesson",
                   out->path, gs_bring_line_at(out->text, second), other);
}

enum gs_status gs_bring_folder_read(const char *path, struct gs_bring_folder *out,
                                    struct gs_error *error)
{
    char lesson[GS_BRING_PATH + 16];
    *out = (struct gs_bring_folder){.count = 0};
    snprintf(out->path, sizeof out->path, "%s", path);
    for (size_t end = strlen(out->path); end > 1 && out->path[end - 1] == '/';)
        out->path[--end] = '\0';
    snprintf(lesson, sizeof lesson, "%s/%s", out->path, lesson_file);
    if (!is_file(lesson))
        return gs_fail(error, GS_USAGE,
                       "%.300s: there is no file lesson.c in it; new --lesson writes a folder that "
                       "has one",
                       out->path);
    out->text = gs_file_text(lesson);
    if (out->text == NULL)
        return gs_fail(error, GS_USAGE, "cannot read %.300s: %s", lesson, strerror(errno));
    out->races = gs_bring_has_word(out->text, "GS_RACES");
    enum gs_status status = find_name(out, error);
    if (status == GS_OK)
        status = add_all(out, error);
    if (status == GS_OK && !out->has_kernels)
        status = add_ours(out, error);
    if (status != GS_OK)
        gs_bring_folder_release(out);
    return status;
}

void gs_bring_folder_release(struct gs_bring_folder *folder)
{
    for (size_t i = 0; i < folder->count; i++)
        free(folder->sources[i]);
    free(folder->text);
    *folder = (struct gs_bring_folder){.count = 0};
}
