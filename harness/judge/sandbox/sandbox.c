#include "sandbox.h"

#include "grow.h"
#include "numbers.h"
#include "process.h"
#include "sandbox_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- before ---------------------------------------------------------------------------------- */

void gs_start_add_argument(struct gs_start *start, const char *format, ...)
{
    char *text = NULL;
    va_list args;
    va_start(args, format);
    bool made = vasprintf(&text, format, args) >= 0;
    va_end(args);
    /* A NULL stands behind the last. */
    if (!made || !gs_grow(&start->argv, start->argc + 1, sizeof *start->argv)) {
        free(made ? text : NULL);
        start->no_memory = true;
        return;
    }
    start->argv[start->argc++] = text;
    start->argv[start->argc] = NULL;
}

/* Of root's processes: a user of which nothing else runs, so that none can kill another's. The
 * numbers are those that systemd gives to services for as long as they run. */
static uid_t user_for(const struct gs_confined *confined)
{
    enum { FIRST = 61184, COUNT = 4336 };
    if (geteuid() != 0 || confined->sandbox == GS_SANDBOX_LIMITS)
        return 0;
    return FIRST + (uid_t)getpid() % COUNT;
}

/* The last place is filled by the keeper. */
static bool make_places(struct gs_start *start)
{
    const struct gs_confined *confined = start->confined;
    size_t size = start->filter_count * sizeof start->filter[0];
    start->place_count = gs_filter_place(confined);
    start->places = calloc((size_t)start->place_count + 2, sizeof *start->places);
    start->null_file = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (start->places == NULL || start->null_file < 0)
        return false;
    start->places[0] = start->null_file;
    start->places[1] = start->places[2] =
        confined->output < 0 ? start->null_file : confined->output;
    for (size_t i = 0; i < confined->descriptor_count; i++)
        start->places[3 + i] = confined->descriptors[i];
    if (confined->sandbox != GS_SANDBOX_BUBBLEWRAP)
        return true;
    start->place_count += 2;
    start->filter_file = memfd_create("filter", MFD_CLOEXEC);
    start->places[gs_filter_place(confined)] = start->filter_file;
    return start->filter_file >= 0 &&
           pwrite(start->filter_file, start->filter, size, 0) == (ssize_t)size;
}

static enum gs_status prepare(struct gs_start *start, struct gs_error *error)
{
    const struct gs_confined *confined = start->confined;
    if (access(confined->argv[0], X_OK) != 0)
        return gs_fail(error, GS_USAGE, "cannot start %.300s: %s", confined->argv[0],
                       strerror(errno));
    start->uid = user_for(confined);
    start->filter_count = gs_filter_make(start->filter);
    if (confined->sandbox == GS_SANDBOX_USER && start->uid == 0)
        return gs_fail(error, GS_USAGE, "only root can run a program as another user");
    if (!make_places(start))
        return gs_fail(error, GS_USAGE, "cannot prepare a sandbox: %s", strerror(errno));
    if (confined->sandbox == GS_SANDBOX_BUBBLEWRAP) {
        enum gs_status status = gs_bubblewrap_arguments(start, error);
        if (status != GS_OK)
            return status;
    }
    for (char *const *argument = confined->argv; *argument != NULL; argument++)
        gs_start_add_argument(start, "%s", *argument);
    if (start->no_memory)
        return gs_out_of_memory(error);
    return GS_OK;
}

static void release(struct gs_start *start)
{
    for (size_t i = 0; i < start->argc; i++)
        free(start->argv[i]);
    free(start->argv);
    free(start->places);
    if (start->null_file >= 0)
        close(start->null_file);
    if (start->filter_file >= 0)
        close(start->filter_file);
}

/* ---- after ----------------------------------------------------------------------------------- */

static void say_how(const struct gs_confined_limits *limits, const struct gs_kept *kept,
                    struct gs_confined_outcome *out)
{
    const double mib = 1 << 20;
    size_t size = sizeof out->how;
    switch (out->ending) {
    case GS_ENDED:
    case GS_KILLED:
        gs_process_how(kept->status, out->how, size);
        break;
    case GS_OUT_OF_TIME:
        if (kept->by_wall)
            snprintf(out->how, size, "did not end within %s s and was stopped",
                     gs_decimal(limits->wall_s, 3).text);
        else
            snprintf(out->how, size, "used more than %s s of processor time and was stopped",
                     gs_decimal(limits->cpu_s, 3).text);
        break;
    case GS_OUT_OF_MEMORY:
        snprintf(out->how, size, "used more than %s MiB of memory and was stopped",
                 gs_decimal((double)limits->memory_bytes / mib, 4).text);
        break;
    case GS_TOO_MUCH_OUTPUT:
        snprintf(out->how, size, "wrote more than %s MiB and was stopped",
                 gs_decimal((double)limits->file_bytes / mib, 4).text);
        break;
    case GS_TOO_MANY_PROCESSES:
        snprintf(out->how, size, "ran more than %u processes and threads at once and was stopped",
                 limits->processes);
        break;
    }
}

/* What bubblewrap wrote behind `before` bytes of output: its first sentence; else nothing. */
static void last_words(int output, off_t before, char *text, size_t size)
{
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", output);
    text[0] = '\0';
    int file = output < 0 ? -1 : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t got = file < 0 ? 0 : pread(file, text, size - 1, before);
    text[got > 0 ? got : 0] = '\0';
    text[strcspn(text, "\n")] = '\0';
    char *second = strstr(text, ". ");
    if (second != NULL)
        *second = '\0';
    if (file >= 0)
        close(file);
}

static off_t size_of(int output)
{
    struct stat status;
    return output >= 0 && fstat(output, &status) == 0 ? status.st_size : 0;
}

static enum gs_status tell(const struct gs_confined *confined, const struct gs_kept *kept,
                           off_t before, struct gs_error *error)
{
    char words[200];
    switch (kept->step) {
    case GS_KEEPER_RAN:
        return GS_OK;
    case GS_KEEPER_INTERRUPTED:
        return gs_fail(error, GS_INTERRUPTED, "interrupted");
    case GS_KEEPER_FOLDER:
        return gs_fail(error, GS_USAGE, "cannot hand %.300s to the user of a sandbox: %s",
                       confined->folder, strerror(kept->number));
    case GS_KEEPER_BUBBLEWRAP:
        last_words(confined->output, before, words, sizeof words);
        return gs_fail(error, GS_USAGE, "bubblewrap could not start %.150s%s%s", confined->argv[0],
                       words[0] != '\0' ? ": " : "", words);
    case GS_KEEPER_PREPARE:
    case GS_KEEPER_EXEC:
        break;
    }
    return gs_fail(error, GS_USAGE, "cannot start %.300s: %s", confined->argv[0],
                   strerror(kept->number));
}

static enum gs_status keep(struct gs_start *start, struct gs_kept *kept, struct gs_error *error)
{
    int result[2];
    if (pipe2(result, O_CLOEXEC) != 0)
        return gs_fail(error, GS_USAGE, "cannot start a process: %s", strerror(errno));
    pid_t caller = getpid(), pid = fork();
    int failure = errno;
    if (pid == 0) {
        *kept = gs_keep(start, caller);
        _exit(write(result[1], kept, sizeof *kept) == sizeof *kept ? 0 : 1);
    }
    close(result[1]);
    ssize_t got = 0;
    if (pid > 0)
        while ((got = read(result[0], kept, sizeof *kept)) < 0 && errno == EINTR)
            ;
    close(result[0]);
    if (pid < 0)
        return gs_fail(error, GS_USAGE, "cannot start a process: %s", strerror(failure));
    gs_process_wait(pid, 0, &failure);
    if (got != sizeof *kept)
        return gs_fail(error, GS_USAGE, "the process that watched %.300s was killed",
                       start->confined->argv[0]);
    return GS_OK;
}

enum gs_status gs_confined_run(const struct gs_confined *confined,
                               struct gs_confined_outcome *outcome, struct gs_error *error)
{
    struct gs_start start = {.confined = confined, .null_file = -1, .filter_file = -1};
    struct gs_kept kept = {0};
    off_t before = size_of(confined->output);
    *outcome = (struct gs_confined_outcome){0};
    enum gs_status status = prepare(&start, error);
    if (status == GS_OK)
        status = keep(&start, &kept, error);
    release(&start);
    if (status == GS_OK)
        status = tell(confined, &kept, before, error);
    if (status != GS_OK)
        return status;
    outcome->ending = kept.ending;
    outcome->wall_s = kept.wall_s;
    outcome->cpu_s = kept.cpu_s;
    outcome->status = WIFSIGNALED(kept.status) ? WTERMSIG(kept.status) : WEXITSTATUS(kept.status);
    say_how(&confined->limits, &kept, outcome);
    return GS_OK;
}

/* ---- the best -------------------------------------------------------------------------------- */

/* Runs a program that is to end with 0. */
static bool works(enum gs_sandbox sandbox, char *const *argv, const char *const *readable,
                  struct gs_error *error)
{
    char *environment[] = {"PATH=/usr/bin:/bin", NULL};
    int output = memfd_create("output", MFD_CLOEXEC);
    struct gs_confined confined = {.sandbox = sandbox,
                                   .argv = argv,
                                   .environment = environment,
                                   .readable = readable,
                                   .output = output,
                                   .limits = {.wall_s = 60, .memory_bytes = 1 << 28}};
    struct gs_confined_outcome outcome;
    bool good = gs_confined_run(&confined, &outcome, error) == GS_OK;
    if (good && (outcome.ending != GS_ENDED || outcome.status != 0)) {
        char words[200];
        last_words(output, 0, words, sizeof words);
        gs_fail(error, GS_USAGE, "%s %s %s", argv[0], outcome.how, words);
        good = false;
    }
    if (output >= 0)
        close(output);
    return good;
}

static bool starts(enum gs_sandbox sandbox, struct gs_error *error)
{
    char *argv[] = {"/bin/true", NULL};
    return works(sandbox, argv, NULL, error);
}

bool gs_sandbox_reads(enum gs_sandbox sandbox, const char *const *paths)
{
    enum { MOST_PATHS = 16, WORDS = 4 };
    static const char look[] = "test -z \"$(find -L \"$@\" ! -readable 2>&1)\"";
    char *argv[WORDS + MOST_PATHS + 1] = {"/bin/sh", "-c", (char *)look, "sh"};
    struct gs_error error;
    for (size_t i = 0; i < MOST_PATHS && paths[i] != NULL; i++)
        argv[WORDS + i] = (char *)paths[i];
    return works(sandbox, argv, paths, &error);
}

const char *gs_sandbox_name(enum gs_sandbox sandbox)
{
    static const char *const names[] = {[GS_SANDBOX_LIMITS] = "none",
                                        [GS_SANDBOX_BUBBLEWRAP] = "bubblewrap",
                                        [GS_SANDBOX_USER] = "user"};
    return names[sandbox];
}

enum gs_sandbox gs_sandbox_best(char *warning, size_t size)
{
    struct gs_error error, second;
    warning[0] = '\0';
    if (starts(GS_SANDBOX_BUBBLEWRAP, &error))
        return GS_SANDBOX_BUBBLEWRAP;
    bool user = geteuid() == 0 && starts(GS_SANDBOX_USER, &second);
    snprintf(warning, size,
             "no sandbox of namespaces (%.200s): programs run %s; install bubblewrap 0.8 or newer "
             "and allow it namespaces (in a container: --privileged)",
             error.text,
             user ? "as another user, and on Linux before 5.13 can read what every user can read"
                  : "as you, and can read and write what you can");
    return user ? GS_SANDBOX_USER : GS_SANDBOX_LIMITS;
}
