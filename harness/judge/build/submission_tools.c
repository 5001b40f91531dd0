#include "submission_tools.h"

#include "install_paths.h"
#include "nvcc.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The compiler of the inspected kernels of this build: g++ wherever there was one, for its
 * instrumentation says most about an access. */
#ifndef GS_INSPECT_CXX
#define GS_INSPECT_CXX ""
#endif

/* An exercise takes a second of the processor; on a busy machine that is many on the clock. */
static const struct gs_confined_limits limits = {.wall_s = 150,
                                                 .cpu_s = 15,
                                                 .memory_bytes = (size_t)3 << 29,
                                                 .file_bytes = (size_t)64 << 20,
                                                 .processes = 16};

/* ---- finding them ---------------------------------------------------------------------------- */

static bool join(char *path, const char *folder, const char *name)
{
    return (size_t)snprintf(path, GS_TOOL_PATH, "%s/%s", folder, name) < GS_TOOL_PATH;
}

static bool add_readable(struct gs_tools *tools, const char *folder, const char *name)
{
    return tools->readable_count < GS_TOOL_READABLE &&
           join(tools->readable[tools->readable_count++], folder, name);
}

/* The folder above bin/. */
static bool find_root(char *root)
{
    char bin[GS_TOOL_PATH];
    if (!gs_path_beside_program(".", bin, sizeof bin))
        return false;
    char *real = realpath(bin, NULL);
    char *slash = real != NULL ? strrchr(real, '/') : NULL;
    if (slash != NULL)
        snprintf(root, GS_TOOL_PATH, "%.*s", (int)(slash - real), real);
    free(real);
    return slash != NULL;
}

static void choose_cxx(struct gs_tools *tools)
{
    const char *chosen = getenv("SIMT_CXX");
    if (chosen == NULL && GS_INSPECT_CXX[0] != '\0' && access(GS_INSPECT_CXX, X_OK) == 0)
        chosen = GS_INSPECT_CXX;
    if (chosen != NULL && chosen[0] != '\0')
        snprintf(tools->cxx, sizeof tools->cxx, "SIMT_CXX=%s", chosen);
}

static enum gs_status find_simulator(struct gs_tools *tools, const char *root,
                                     struct gs_error *error)
{
    if (!join(tools->compiler, root, "bin/simt-cc") || access(tools->compiler, X_OK) != 0)
        return gs_path_missing(tools->compiler, "programs", error);
    if (!join(tools->runner, root, "lib/gridstride/gs_runner.o") ||
        access(tools->runner, R_OK) != 0)
        return gs_path_missing(tools->runner, "programs", error);
    if (!join(tools->library, root, "lib/gridstride/libsimt.a") ||
        !add_readable(tools, root, "bin/simt-cc") || !add_readable(tools, root, "lib/gridstride") ||
        !add_readable(tools, root, "include/gridstride/simt"))
        return gs_path_missing(tools->library, "programs", error);
    choose_cxx(tools);
    return GS_OK;
}

static enum gs_status find_cuda(struct gs_tools *tools, const char *root, struct gs_error *error)
{
    char bin[GS_TOOL_PATH];
    if (!gs_nvcc_find(tools->compiler, sizeof tools->compiler))
        return gs_fail(error, GS_USAGE,
                       "no nvcc in CUDACXX, PATH or /usr/local/cuda: install the CUDA toolkit to "
                       "check exercises on a GPU");
    if (!join(tools->runner, root, "lib/gridstride/gs_runner_cuda.o") ||
        !join(tools->linked, root, "lib/gridstride/linked") || access(tools->runner, R_OK) != 0)
        return gs_path_missing(tools->runner, "programs", error);
    snprintf(bin, sizeof bin, "%s", tools->compiler);
    *strrchr(bin, '/') = '\0';
    gs_nvcc_architecture(tools->compiler, tools->architecture);
    char *slash = strrchr(bin, '/');
    if (slash != NULL && slash != bin)
        *slash = '\0';
    return add_readable(tools, bin, "") && add_readable(tools, root, "lib/gridstride")
               ? GS_OK
               : gs_path_missing(tools->runner, "programs", error);
}

enum gs_status gs_tools_find(bool cuda, const char *root, struct gs_tools *tools,
                             struct gs_error *error)
{
    char own[GS_TOOL_PATH];
    *tools = (struct gs_tools){0};
    if (root == NULL && !find_root(own))
        return gs_fail(error, GS_USAGE, "cannot find the folder of this program");
    root = root != NULL ? root : own;
    return cuda ? find_cuda(tools, root, error) : find_simulator(tools, root, error);
}

/* ---- running them ---------------------------------------------------------------------------- */

static char *read_output(int fd)
{
    enum { MOST_OUTPUT = 256 << 10 }; /* the first error is near the beginning */
    char *text = calloc(1, MOST_OUTPUT + 1);
    ssize_t length = text != NULL ? pread(fd, text, MOST_OUTPUT, 0) : 0;
    for (ssize_t i = 0; i < length; i++) {
        if (text[i] == '\0')
            text[i] = '?';
    }
    return text;
}

static enum gs_status run_in(const struct gs_tools *tools, const struct gs_submission *submission,
                             const char *const *arguments, int output, struct gs_tool_run *run,
                             struct gs_error *error)
{
    enum { MOST_ARGUMENTS = 24 };
    const char *argv[MOST_ARGUMENTS + 2] = {tools->compiler}, *readable[GS_TOOL_READABLE + 1] = {0};
    char folder[GS_TOOL_PATH], cxx[GS_TOOL_PATH], path[GS_TOOL_PATH];
    for (size_t i = 0; i < MOST_ARGUMENTS && arguments[i] != NULL; i++)
        argv[i + 1] = arguments[i];
    for (unsigned i = 0; i < tools->readable_count; i++)
        readable[i] = tools->readable[i];
    snprintf(path, sizeof path, "PATH=/usr/local/bin:/usr/bin:/bin");
    snprintf(folder, sizeof folder, "TMPDIR=%s", submission->folder);
    snprintf(cxx, sizeof cxx, "%s", tools->cxx);
    /* In the C locale, for its messages are read. */
    char *environment[] = {path, folder, (char[]){"LC_ALL=C"}, cxx[0] != '\0' ? cxx : NULL, NULL};
    const struct gs_confined confined = {.sandbox = submission->sandbox,
                                         .argv = (char *const *)argv,
                                         .environment = environment,
                                         .folder = submission->folder,
                                         .readable = readable,
                                         .output = output,
                                         .limits = limits};
    enum gs_status status = gs_confined_run(&confined, &run->outcome, error);
    if (status == GS_OK)
        run->output = read_output(output);
    return status == GS_OK && run->output == NULL ? gs_out_of_memory(error) : status;
}

enum gs_status gs_tools_run(const struct gs_tools *tools, const struct gs_submission *submission,
                            const char *const *arguments, struct gs_tool_run *run,
                            struct gs_error *error)
{
    *run = (struct gs_tool_run){0};
    int output = memfd_create("messages", MFD_CLOEXEC);
    if (output < 0)
        return gs_fail(error, GS_SYSTEM_FAILED, "no memory for a compiler's messages: %s",
                       strerror(errno));
    enum gs_status status = run_in(tools, submission, arguments, output, run, error);
    close(output);
    return status;
}
