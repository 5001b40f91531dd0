#include "output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum gs_status cannot_write(const struct gs_output *output, struct gs_error *error)
{
    return gs_fail(error, GS_USAGE, "%s: cannot write %.300s: %s", output->option, output->path,
                   strerror(errno));
}

/* A device, or a pipe; one that nobody reads would be waited for, and is refused. */
static FILE *open_other(const char *path)
{
    int descriptor = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    int flags = descriptor >= 0 ? fcntl(descriptor, F_GETFL) : -1;
    if (flags >= 0 && fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) == 0)
        return fdopen(descriptor, "w");
    if (descriptor >= 0)
        close(descriptor);
    return NULL;
}

/* Signals that would end the command between a file and its name wait. */
static void hold_signals(sigset_t *before)
{
    sigset_t held;
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGTERM);
    sigaddset(&held, SIGHUP);
    sigprocmask(SIG_BLOCK, &held, before);
}

/* Whether a file can be made there; it is removed again. */
static bool can_make(const char *path)
{
    sigset_t before;
    hold_signals(&before);
    int descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    bool made = descriptor >= 0 && close(descriptor) == 0 && unlink(path) == 0;
    int reason = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return made;
}

bool gs_output_is_stdout(const char *path)
{
    return path != NULL && strcmp(path, "-") == 0;
}

enum gs_status gs_output_begin(struct gs_output *output, const char *option, const char *path,
                               FILE *programs, struct gs_error *error)
{
    struct stat facts;
    *output = (struct gs_output){.option = option, .path = path};
    if (path == NULL)
        return GS_OK;
    bool there = stat(path, &facts) == 0;
    output->is_programs = gs_output_is_stdout(path);
    if (output->is_programs)
        output->file = programs;
    else if (there && S_ISDIR(facts.st_mode))
        errno = EISDIR;
    else if (there && !S_ISREG(facts.st_mode))
        output->file = open_other(path);
    else if (snprintf(output->beside, sizeof output->beside, "%s.%ld.tmp", path, (long)getpid()) >=
             (int)sizeof output->beside)
        errno = ENAMETOOLONG;
    else
        output->begun = can_make(output->beside);
    output->begun = output->begun || output->file != NULL;
    return output->begun ? GS_OK : cannot_write(output, error);
}

/* The document to where it is written; the file is closed, also without one. */
static bool write_document(struct gs_output *output, const json_t *document)
{
    if (document != NULL && output->file == NULL)
        output->file = fopen(output->beside, "w");
    if (output->file == NULL)
        return false;
    bool good = document != NULL && json_dumpf(document, output->file, JSON_INDENT(1)) == 0 &&
                fputc('\n', output->file) != EOF;
    if (output->is_programs)
        good = fflush(output->file) == 0 && good;
    else
        good = fclose(output->file) == 0 && good;
    output->file = NULL;
    return good;
}

enum gs_status gs_output_end(struct gs_output *output, const json_t *document,
                             struct gs_error *error)
{
    sigset_t before;
    if (!output->begun)
        return GS_OK;
    output->begun = false;
    hold_signals(&before);
    bool good = write_document(output, document);
    if (good && output->beside[0] != '\0')
        good = rename(output->beside, output->path) == 0;
    int reason = errno;
    if (!good && document != NULL && output->beside[0] != '\0')
        unlink(output->beside);
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return good || document == NULL ? GS_OK : cannot_write(output, error);
}
