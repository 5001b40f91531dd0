#include "bring.h"

#include "bring_parts.h"
#include "files.h"
#include "lesson_object.h"
#include "process.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- loading --------------------------------------------------------------------------------- */

static enum gs_status open_object(struct gs_brought *out, struct gs_error *error)
{
    out->handle = dlopen(out->object, RTLD_NOW | RTLD_LOCAL);
    if (out->handle != NULL)
        return GS_OK;
    const char *why = dlerror();
    return gs_fail(error, GS_USAGE, "%.150s: what it was compiled to cannot be loaded: %.300s",
                   out->source, why != NULL ? why : "");
}

/* Constructors of global variables run when it is loaded, and may end the process that does it: a
 * child does it first. */
static enum gs_status try_to_load(const struct gs_brought *out, struct gs_error *error)
{
    enum { LIMIT_S = 30, WAS_LOADED = 87 };
    int ended = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child < 0)
        return gs_fail(error, GS_SYSTEM_FAILED, "cannot start a process: %s", strerror(errno));
    if (child == 0) {
        (void)dlopen(out->object, RTLD_NOW | RTLD_LOCAL); /* the parent says what is wrong */
        _exit(WAS_LOADED);
    }
    const bool hung = gs_process_wait(child, LIMIT_S, &ended);
    if (!hung && WIFEXITED(ended) && WEXITSTATUS(ended) == WAS_LOADED)
        return GS_OK;
    return gs_fail(error, GS_USAGE,
                   "%.300s: a constructor of a global variable %s, before any function is called; "
                   "give the variable its value in a function",
                   out->source,
                   hung               ? "has not ended within 30 s"
                   : WIFEXITED(ended) ? "ended the program"
                                      : "crashed");
}

static enum gs_status load(struct gs_brought *out, struct gs_error *error)
{
    enum gs_status status = try_to_load(out, error);
    return status == GS_OK ? open_object(out, error) : status;
}

static void take_reference_variant(struct gs_brought *out, const char *written)
{
    char name[GS_BRING_NAME];
    gs_bring_variant_name(written, name);
    out->workload.answer = NULL;
    for (size_t i = 0; i < out->workload.variant_count; i++) {
        if (strcmp(out->variants[i].name, name) == 0)
            out->workload.reference_variant = &out->variants[i];
    }
}

/* The lesson that the file is. */
static void take(struct gs_brought *out, const struct gs_kernel_file *file)
{
    out->workload = file->workload;
    out->workload.name = out->slug;
    out->workload.formula = file->title;
    out->workload.arrays = file->arrays;
    out->workload.array_count = file->array_count;
    out->workload.variants = out->variants;
    out->workload.variant_count = file->variant_count;
    for (size_t i = 0; i < file->variant_count && i < GS_BRING_VARIANTS; i++) {
        gs_bring_variant_name(file->variants[i].name, out->names[i]);
        out->variants[i] = file->variants[i];
        out->variants[i].name = out->names[i];
    }
    if (file->scalar_count == 0)
        out->workload.scalars = NULL;
    if (file->reference_variant != NULL)
        take_reference_variant(out, file->reference_variant);
    out->lesson = (struct gs_lesson){.slug = out->slug,
                                     .title = file->title,
                                     .workloads = &out->workload,
                                     .workload_count = 1,
                                     .source = out->source,
                                     .fingerprint = out->fingerprint};
}

/* The same of a folder, whose name is that of its results. */
static void take_lesson(struct gs_brought *out, const struct gs_lesson *lesson)
{
    out->lesson = *lesson;
    out->lesson.number = 0;
    out->lesson.slug = out->slug;
    out->lesson.source = out->source;
    out->lesson.fingerprint = out->fingerprint;
}

enum gs_status gs_bring_object(const char *object, struct gs_brought *out, struct gs_error *error)
{
    *out = (struct gs_brought){.slug = ""};
    snprintf(out->object, sizeof out->object, "%s", object);
    snprintf(out->source, sizeof out->source, "%s", object);
    enum gs_status status = open_object(out, error);
    if (status != GS_OK)
        return status;
    const struct gs_kernel_file *file = dlsym(out->handle, GS_KERNEL_FILE_SYMBOL);
    const struct gs_lesson_object *folder = dlsym(out->handle, GS_LESSON_OBJECT_SYMBOL);
    if (file != NULL) {
        gs_bring_slug(file->path, out->slug);
        take(out, file);
    } else if (folder != NULL && folder->lesson != NULL) {
        take_lesson(out, folder->lesson);
    } else {
        return gs_fail(error, GS_USAGE,
                       "%.300s is nothing that was compiled of a kernel file or a "
                       "lesson",
                       object);
    }
    return GS_OK;
}

/* ---- a kernel file --------------------------------------------------------------------------- */

/* The source as text, to say in which line something stands. */
static enum gs_status read_source(const char *path, char **text, struct gs_error *error)
{
    struct stat facts;
    if (stat(path, &facts) == 0 && !S_ISREG(facts.st_mode))
        return gs_fail(error, GS_USAGE,
                       "%.300s is no file; name a .cu file, or a folder with a lesson.c", path);
    *text = gs_file_text(path);
    if (*text == NULL)
        return gs_fail(error, GS_USAGE, "cannot read %.300s: %s", path, strerror(errno));
    const unsigned first = gs_bring_line(*text), second = gs_bring_second_line(*text);
    if (first > 0 && second == 0)
        return GS_OK;
    free(*text);
    *text = NULL;
    if (second > 0)
        return gs_fail(
            error, GS_USAGE,
            "%.300s:%u: there is a second GRIDSTRIDE(...) here, and a file has one (line "
            "%u); take a file for each, or a folder with a lesson.c for both",
            path, second, first);
    return gs_fail(error, GS_USAGE,
                   "%.300s:1: it does not say what its kernels compute: there is no "
                   "GRIDSTRIDE(...) in it; the command new writes a file that has one",
                   path);
}

static enum gs_status compile(const char *path, const struct gs_bring_folder *folder,
                              enum gs_bring_for what, struct gs_brought *out,
                              struct gs_error *error)
{
    struct gs_bring_job job;
    snprintf(out->source, sizeof out->source, "%s", path);
    gs_bring_slug(path, out->slug);
    enum gs_status status = gs_bring_prepare(path, what, &job, error);
    job.folder = folder;
    if (status != GS_OK)
        return status;
    return gs_bring_find_kept(&job, out) ? GS_OK : gs_bring_make(&job, out, error);
}

static enum gs_status bring_file(const char *path, enum gs_bring_for what, struct gs_brought *out,
                                 struct gs_error *error)
{
    const struct gs_kernel_file *file = NULL;
    char *text = NULL;
    enum gs_status status = read_source(path, &text, error);
    if (status == GS_OK)
        status = compile(path, NULL, what, out, error);
    if (status == GS_OK)
        status = load(out, error);
    if (status == GS_OK && (file = dlsym(out->handle, GS_KERNEL_FILE_SYMBOL)) == NULL)
        status = gs_fail(error, GS_USAGE,
                         "%.200s: there is no GRIDSTRIDE(...) in what was compiled of it; the "
                         "preprocessor has left it out",
                         path);
    if (status == GS_OK)
        status = gs_bring_check(file, path, text, error);
    if (status == GS_OK) {
        take(out, file);
        status = gs_bring_try(&out->workload, path, text, error);
    }
    free(text);
    return status;
}

/* ---- a folder -------------------------------------------------------------------------------- */

/* What the loader says has the name that is missing. */
static enum gs_status load_folder(const struct gs_bring_folder *folder, struct gs_brought *out,
                                  const struct gs_lesson **lesson, struct gs_error *error)
{
    struct gs_error why;
    enum gs_status status = try_to_load(out, error);
    if (status != GS_OK)
        return status;
    if (open_object(out, &why) != GS_OK)
        return gs_fail(error, GS_USAGE,
                       "%.400s; a function that lesson.c names is to be in a .c or .cu file of the "
                       "folder, in a .cu file as extern \"C\"",
                       why.text);
    const struct gs_lesson_object *object = dlsym(out->handle, GS_LESSON_OBJECT_SYMBOL);
    if (object == NULL || object->version != GS_LESSON_VERSION)
        return gs_fail(error, GS_USAGE, "%.300s: it was compiled for another version of gridstride",
                       folder->path);
    if (object->lesson == NULL)
        return gs_fail(error, GS_USAGE,
                       "%.300s/lesson.c: gs_lesson_%s cannot be seen from outside of the file; "
                       "leave out static, and what has the preprocessor skip it",
                       folder->path, folder->name);
    *lesson = object->lesson;
    return GS_OK;
}

/* Its own functions, before anything is run with them. */
static enum gs_status try_lesson(const struct gs_bring_folder *folder,
                                 const struct gs_lesson *lesson, struct gs_error *error)
{
    char source[GS_BRING_PATH + 16];
    enum gs_status status = GS_OK;
    snprintf(source, sizeof source, "%s/lesson.c", folder->path);
    for (size_t i = 0; status == GS_OK && i < lesson->workload_count; i++)
        status = gs_bring_try(&lesson->workloads[i], source, folder->text, error);
    return status;
}

static enum gs_status bring_folder(const char *path, enum gs_bring_for what, bool alone,
                                   struct gs_brought *out, struct gs_error *error)
{
    struct gs_bring_folder folder;
    const struct gs_lesson *lesson = NULL;
    enum gs_status status = gs_bring_folder_read(path, &folder, error);
    if (status != GS_OK)
        return status;
    status = compile(folder.path, &folder, what, out, error);
    if (status == GS_OK && !alone)
        status = load_folder(&folder, out, &lesson, error);
    if (status == GS_OK && lesson != NULL)
        status = gs_bring_check_lesson(lesson, &folder, error);
    if (status == GS_OK && lesson != NULL)
        status = try_lesson(&folder, lesson, error);
    if (status == GS_OK && lesson != NULL)
        take_lesson(out, lesson);
    gs_bring_folder_release(&folder);
    return status;
}

/* ---- all together ---------------------------------------------------------------------------- */

static bool is_folder(const char *path)
{
    struct stat facts;
    return stat(path, &facts) == 0 && S_ISDIR(facts.st_mode);
}

enum gs_status gs_bring_compile(const char *path, enum gs_bring_for what, struct gs_brought *out,
                                struct gs_error *error)
{
    *out = (struct gs_brought){.slug = ""};
    enum gs_status status = is_folder(path) ? bring_folder(path, what, true, out, error)
                                            : compile(path, NULL, what, out, error);
    if (status != GS_OK)
        gs_bring_release(out);
    return status;
}

enum gs_status gs_bring(const char *path, enum gs_bring_for what, struct gs_brought *out,
                        struct gs_error *error)
{
    *out = (struct gs_brought){.slug = ""};
    enum gs_status status = is_folder(path) ? bring_folder(path, what, false, out, error)
                                            : bring_file(path, what, out, error);
    if (status != GS_OK)
        gs_bring_release(out);
    return status;
}

void gs_bring_release(struct gs_brought *brought)
{
    if (brought->handle != NULL)
        dlclose(brought->handle);
    if (brought->temporary[0] != '\0')
        gs_folder_remove(brought->temporary);
    *brought = (struct gs_brought){.slug = ""};
}
