#include "bring_parts.h"

#include "install_paths.h"
#include "nvcc.h"
#include "process.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Our headers, in an installed tree and in a build: those of lessons, and what those include. */
static enum gs_status find_headers(struct gs_bring_job *job, struct gs_error *error)
{
    static const char *const folders[] = {"../include/gridstride/lesson",
                                          "../include/gridstride/common"};
    for (size_t i = 0; i < 2; i++) {
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
static void add_options(const struct gs_bring_job *job, const char **words, size_t *count)
{
    static const char *const simulator[] = {
        "-shared", "-cudart", "none", "-fPIC", "-fvisibility=hidden", "-Wl,-Bsymbolic"};
    static const char *const cuda[] = {"-shared",    "-std=c++17",         "-O3",
                                       "-lineinfo",  "-Xcompiler",         "-fPIC",
                                       "-Xcompiler", "-fvisibility=hidden"};
    bool simulated = job->what != GS_BRING_CUDA;
    size_t options =
        simulated ? sizeof simulator / sizeof simulator[0] : sizeof cuda / sizeof cuda[0];
    for (size_t i = 0; i < options; i++)
        words[(*count)++] = simulated ? simulator[i] : cuda[i];
    if (!simulated)
        words[(*count)++] = job->architecture;
    if (job->what == GS_BRING_INSPECTOR)
        words[(*count)++] = "--inspect";
}

enum gs_status gs_bring_run_compiler(const struct gs_bring_job *job, const char *object,
                                     const char *dependencies, struct gs_error *error)
{
    const char *words[32] = {job->compiler};
    size_t count = 1;
    add_options(job, words, &count);
    const char *const rest[] = {"-isystem", job->headers[0], "-isystem",   job->headers[1],
                                "-MD",      "-MF",           dependencies, job->source,
                                "-o",       object};
    for (size_t i = 0; i < sizeof rest / sizeof rest[0]; i++)
        words[count++] = rest[i];
    const struct gs_process process = {.argv = (char *const *)words};
    pid_t pid;
    int ended = 0;
    enum gs_status status = gs_process_start(&process, &pid, error);
    if (status != GS_OK)
        return status;
    gs_process_wait(pid, 0, &ended);
    if (WIFSIGNALED(ended) && WTERMSIG(ended) == SIGINT)
        return gs_fail(error, GS_INTERRUPTED, "interrupted");
    if (!WIFEXITED(ended) || WEXITSTATUS(ended) != 0)
        return gs_fail(error, GS_USAGE, "%.300s does not compile", job->source);
    return GS_OK;
}
