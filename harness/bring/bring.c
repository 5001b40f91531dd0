#include "bring.h"

#include "bring_parts.h"
#include "files.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- loading --------------------------------------------------------------------------------- */

static enum gs_status load(struct gs_brought *out, const struct gs_kernel_file **file,
                           struct gs_error *error)
{
    out->handle = dlopen(out->object, RTLD_NOW | RTLD_LOCAL);
    if (out->handle == NULL) {
        const char *why = dlerror();
        return gs_fail(error, GS_USAGE, "%.150s: what it was compiled to cannot be loaded: %.300s",
                       out->source, why != NULL ? why : "");
    }
    *file = dlsym(out->handle, GS_KERNEL_FILE_SYMBOL);
    if (*file == NULL)
        return gs_fail(error, GS_USAGE,
                       "%.200s: there is no GRIDSTRIDE(...) in what was compiled of it; the "
                       "preprocessor has left it out",
                       out->source);
    return GS_OK;
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

enum gs_status gs_bring_object(const char *object, struct gs_brought *out, struct gs_error *error)
{
    const struct gs_kernel_file *file = NULL;
    *out = (struct gs_brought){.slug = ""};
    snprintf(out->object, sizeof out->object, "%s", object);
    snprintf(out->source, sizeof out->source, "%s", object);
    enum gs_status status = load(out, &file, error);
    if (status != GS_OK || file == NULL)
        return status;
    gs_bring_slug(file->path, out->slug);
    take(out, file);
    return GS_OK;
}

/* ---- all together ---------------------------------------------------------------------------- */

/* The source as text, to say in which line something stands. */
static enum gs_status read_source(const char *path, char **text, struct gs_error *error)
{
    struct stat facts;
    if (stat(path, &facts) == 0 && !S_ISREG(facts.st_mode))
        return gs_fail(error, GS_USAGE, "%.300s is no file; name a .cu file", path);
    *text = gs_file_text(path);
    if (*text == NULL)
        return gs_fail(error, GS_USAGE, "cannot read %.300s: %s", path, strerror(errno));
    if (gs_bring_line(*text) > 0)
        return GS_OK;
    free(*text);
    *text = NULL;
    return gs_fail(error, GS_USAGE,
                   "%.300s:1: it does not say what its kernels compute: there is no "
                   "GRIDSTRIDE(...) in it; the command new writes a file that has one",
                   path);
}

static enum gs_status compile(const char *path, enum gs_bring_for what, struct gs_brought *out,
                              bool *kept, struct gs_error *error)
{
    struct gs_bring_job job;
    snprintf(out->source, sizeof out->source, "%s", path);
    gs_bring_slug(path, out->slug);
    enum gs_status status = gs_bring_prepare(path, what, &job, error);
    if (status != GS_OK)
        return status;
    *kept = gs_bring_find_kept(&job, out);
    return *kept ? GS_OK : gs_bring_make(&job, out, error);
}

enum gs_status gs_bring_compile(const char *path, enum gs_bring_for what, struct gs_brought *out,
                                struct gs_error *error)
{
    bool kept;
    *out = (struct gs_brought){.slug = ""};
    enum gs_status status = compile(path, what, out, &kept, error);
    if (status != GS_OK)
        gs_bring_release(out);
    return status;
}

enum gs_status gs_bring(const char *path, enum gs_bring_for what, struct gs_brought *out,
                        struct gs_error *error)
{
    const struct gs_kernel_file *file = NULL;
    bool kept;
    char *text = NULL;
    *out = (struct gs_brought){.slug = ""};
    enum gs_status status = read_source(path, &text, error);
    if (status == GS_OK)
        status = compile(path, what, out, &kept, error);
    if (status == GS_OK)
        status = load(out, &file, error);
    if (status == GS_OK)
        status = gs_bring_check(file, path, text, error);
    if (status == GS_OK) {
        take(out, file);
        status = gs_bring_try(&out->workload, path, text, error);
    }
    free(text);
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
