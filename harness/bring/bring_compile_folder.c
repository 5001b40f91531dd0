#include "bring_parts.h"

#include "files.h"
#include "lesson_object.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct part {
    const char *source;
    char object[GS_BRING_PATH], dependencies[GS_BRING_PATH];
};

static bool is_cuda(const char *source)
{
    size_t length = strlen(source);
    return length > 3 && strcmp(source + length - 3, ".cu") == 0;
}

/* ---- the constant that is looked up ---------------------------------------------------------- */

/* A lesson that is declared and not defined is told when it is loaded, and by nobody's linker. */
static bool write_entry(FILE *out, const void *content)
{
    const struct gs_bring_folder *folder = content;
    return fprintf(out,
                   "#include \"lesson_object.h\"\n"
                   "extern const struct gs_lesson gs_lesson_%s\n"
                   "    __attribute__((weak, visibility(\"hidden\")));\n"
                   "extern const struct gs_lesson_object " GS_LESSON_OBJECT_SYMBOL "\n"
                   "    __attribute__((visibility(\"default\")));\n"
                   "const struct gs_lesson_object " GS_LESSON_OBJECT_SYMBOL
                   " = {GS_LESSON_VERSION, &gs_lesson_%s};\n",
                   folder->name, folder->name) > 0;
}

/* ---- one file -------------------------------------------------------------------------------- */

/* C files are what the baselines are: they share work out by OpenMP, and are optimised as ours
 * are. */
static void add_language(const struct gs_bring_job *job, const char *source,
                         struct gs_bring_words *command)
{
    static const char *const simulated[] = {"-O3", "-fopenmp", "-fno-math-errno", "-D_GNU_SOURCE"};
    static const char *const cuda[] = {"-Xcompiler", "-fopenmp", "-Xcompiler", "-fno-math-errno",
                                       "-D_GNU_SOURCE"};
    static const char *const kernel[] = {"-std=c++17"}, *const lockstep[] = {"--lockstep"};
    if (is_cuda(source)) {
        gs_bring_add_words(command, kernel, 1);
        if (job->folder->races && job->what == GS_BRING_SIMULATOR)
            gs_bring_add_words(command, lockstep, 1);
    } else if (job->what == GS_BRING_CUDA) {
        gs_bring_add_words(command, cuda, GS_COUNT(cuda));
    } else {
        gs_bring_add_words(command, simulated, GS_COUNT(simulated));
    }
}

static enum gs_status compile_part(const struct gs_bring_job *job, const struct part *part,
                                   struct gs_error *error)
{
    const char *const begin[] = {job->compiler, "-c"};
    const char *const rest[] = {"-isystem",         job->headers[0], "-isystem", job->headers[1],
                                "-isystem",         job->headers[2], "-MD",      "-MF",
                                part->dependencies, part->source,    "-o",       part->object};
    struct gs_bring_words command = {.count = 0};
    gs_bring_add_words(&command, begin, GS_COUNT(begin));
    gs_bring_add_options(job, &command);
    add_language(job, part->source, &command);
    gs_bring_add_words(&command, rest, GS_COUNT(rest));
    return gs_bring_execute(&command, part->source, error);
}

/* ---- all of them ----------------------------------------------------------------------------- */

struct parts {
    struct part *list;
    size_t count;
};

static bool write_dependencies(FILE *out, const void *content)
{
    const struct parts *parts = content;
    bool good = true;
    for (size_t i = 0; good && i + 1 < parts->count; i++) { /* the last one is written here */
        char *text = gs_file_text(parts->list[i].dependencies);
        good = text != NULL && fprintf(out, "%s\n", text) > 0;
        free(text);
    }
    return good;
}

static enum gs_status link_parts(const struct gs_bring_job *job, const struct parts *parts,
                                 const char *object, struct gs_error *error)
{
    static const char *const simulated[] = {"-Wl,-Bsymbolic", "-fopenmp"};
    static const char *const cuda[] = {"-Xcompiler", "-fopenmp"};
    const char *const begin[] = {job->compiler, "-shared", "-o", object};
    struct gs_bring_words command = {.count = 0};
    bool is_simulated = job->what != GS_BRING_CUDA;
    gs_bring_add_words(&command, begin, GS_COUNT(begin));
    gs_bring_add_options(job, &command);
    gs_bring_add_words(&command, is_simulated ? simulated : cuda, 2);
    for (size_t i = 0; i < parts->count; i++) {
        const char *const word[] = {parts->list[i].object};
        gs_bring_add_words(&command, word, 1);
    }
    return gs_bring_execute(&command, job->source, error);
}

/* Where the objects of the sources go, and behind them that of the entry. */
static void name_parts(const struct gs_bring_job *job, const char *folder, const char *entry,
                       struct parts *parts)
{
    for (size_t i = 0; i < parts->count; i++) {
        struct part *part = &parts->list[i];
        part->source = i + 1 < parts->count ? job->folder->sources[i] : entry;
        snprintf(part->object, sizeof part->object, "%.4000s/%zu.o", folder, i);
        snprintf(part->dependencies, sizeof part->dependencies, "%.4000s/%zu.d", folder, i);
    }
}

enum gs_status gs_bring_compile_folder(const struct gs_bring_job *job, const char *object,
                                       const char *dependencies, struct gs_error *error)
{
    char folder[GS_BRING_PATH], entry[GS_BRING_PATH + 16];
    struct parts parts = {.count = job->folder->count + 1};
    enum gs_status status = GS_OK;
    snprintf(folder, sizeof folder, "%s", object);
    char *slash = strrchr(folder, '/');
    if (slash != NULL)
        *slash = '\0';
    snprintf(entry, sizeof entry, "%s/entry.c", folder);
    parts.list = calloc(parts.count, sizeof *parts.list);
    if (parts.list == NULL)
        return gs_out_of_memory(error);
    name_parts(job, folder, entry, &parts);
    if (!gs_file_make(entry, 0600, write_entry, job->folder))
        status = gs_fail(error, GS_USAGE, "cannot write %.300s: %s", entry, strerror(errno));
    for (size_t i = 0; status == GS_OK && i < parts.count; i++)
        status = compile_part(job, &parts.list[i], error);
    if (status == GS_OK)
        status = link_parts(job, &parts, object, error);
    if (status == GS_OK && !gs_file_make(dependencies, 0600, write_dependencies, &parts))
        status = gs_fail(error, GS_USAGE, "cannot write %.300s: %s", dependencies, strerror(errno));
    free(parts.list);
    return status;
}
