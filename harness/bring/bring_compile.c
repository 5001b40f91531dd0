#include "bring_parts.h"

#include "install_paths.h"
#include "nvcc.h"
#include "process.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Our headers, in an installed tree and in a build: those of lessons, what those include, and what
 * the kernels of our lessons share. */
static enum gs_status find_headers(struct gs_bring_job *job, struct gs_error *error)
{
    static const char *const folders[] = {"../include/gridstride/lesson",
                                          "../include/gridstride/common",
                                          "../share/gridstride/kernels"};
    for (size_t i = 0; i < GS_COUNT(folders); i++) {
        if (!gs_path_beside_program(folders[i], job->headers[i], sizeof job->headers[i]) ||
            access(job->headers[i], R_OK | X_OK) != 0)
            return gs_path_missing(job->headers[i], "programs", error);
    }
    return GS_OK;
}

enum gs_status gs_bring_prepare(const char *source, enum gs_bring_for what,
                                struct gs_bring_job *job, struct gs_error *error)
{
    *job = (struct gs_bring_job){.source = source, .what = what};
    if (what == GS_BRING_CUDA) {
        if (!gs_nvcc_find(job->compiler, sizeof job->compiler))
            return gs_fail(error, GS_USAGE,
                           "%.200s: there is no nvcc in CUDACXX, PATH or /usr/local/cuda to "
                           "compile it for the GPU; install the CUDA toolkit, or choose "
                           "--device sim",
                           source);
        gs_nvcc_architecture(job->compiler, job->architecture);
    } else if (!gs_path_beside_program("simt-cc", job->compiler, sizeof job->compiler) ||
               access(job->compiler, X_OK) != 0) {
        return gs_path_missing(job->compiler, "simt-cc", error);
    }
    return find_headers(job, error);
}

/*
 * The object takes the simulator's runtime from the program that loads it: memory, streams and the
 * inspector's knowledge are one. For CUDA it brings a runtime of its own, linked statically as that
 * of the program is, and neither shows its functions to the other: the two share the driver's
 * context of the device, so memory, streams and events of the one are good in the other, and each
 * is of the toolkit that its kernels were compiled by. Its functions are hidden (two files may have
 * kernels of one name), but for the one constant that is looked up.
 */
void gs_bring_add_options(const struct gs_bring_job *job, struct gs_bring_words *command)
{
    static const char *const simulator[] = {"-cudart", "none", "-fPIC", "-fvisibility=hidden"};
    static const char *const cuda[] = {"-O3",   "-lineinfo",  "-Xcompiler",
                                       "-fPIC", "-Xcompiler", "-fvisibility=hidden"};
    static const char *const inspected[] = {"--inspect"};
    const char *const architecture[] = {job->architecture};
    if (job->what == GS_BRING_CUDA) {
        gs_bring_add_words(command, cuda, GS_COUNT(cuda));
        gs_bring_add_words(command, architecture, 1);
    } else {
        gs_bring_add_words(command, simulator, GS_COUNT(simulator));
    }
    if (job->what == GS_BRING_INSPECTOR)
        gs_bring_add_words(command, inspected, 1);
}

void gs_bring_add_words(struct gs_bring_words *command, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count && command->count + 1 < GS_COUNT(command->words); i++)
        command->words[command->count++] = words[i];
    command->words[command->count] = NULL;
}

enum gs_status gs_bring_execute(const struct gs_bring_words *command, const char *source,
                                struct gs_error *error)
{
    const struct gs_process process = {.argv = (char *const *)command->words};
    int ended = 0;
    enum gs_status status = gs_process_run(&process, &ended, error);
    if (status != GS_OK)
        return status;
    if (WIFSIGNALED(ended) && WTERMSIG(ended) == SIGINT)
        return gs_fail(error, GS_INTERRUPTED, "interrupted");
    if (!WIFEXITED(ended) || WEXITSTATUS(ended) != 0)
        return gs_fail(error, GS_USAGE, "%.300s does not compile", source);
    return GS_OK;
}

static enum gs_status compile_file(const struct gs_bring_job *job, const char *object,
                                   const char *dependencies, struct gs_error *error)
{
    static const char *const standard[] = {"-std=c++17"}, *const bound[] = {"-Wl,-Bsymbolic"};
    const char *const begin[] = {job->compiler, "-shared"};
    const char *const rest[] = {"-isystem", job->headers[0], "-isystem",   job->headers[1],
                                "-MD",      "-MF",           dependencies, job->source,
                                "-o",       object};
    struct gs_bring_words command = {.count = 0};
    gs_bring_add_words(&command, begin, GS_COUNT(begin));
    gs_bring_add_words(&command, job->what == GS_BRING_CUDA ? standard : bound, 1);
    gs_bring_add_options(job, &command);
    gs_bring_add_words(&command, rest, GS_COUNT(rest));
    return gs_bring_execute(&command, job->source, error);
}

enum gs_status gs_bring_run_compiler(const struct gs_bring_job *job, const char *object,
                                     const char *dependencies, struct gs_error *error)
{
    return job->folder != NULL ? gs_bring_compile_folder(job, object, dependencies, error)
                               : compile_file(job, object, dependencies, error);
}
