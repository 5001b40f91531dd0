#include "telling.h"

#include "told.h"
#include "version.h"

#include <fcntl.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

/* Two documents in one stream are none. */
static enum gs_status refuse_two(const struct gs_telling *telling, const char *other,
                                 struct gs_error *error)
{
    const struct gs_telling_options *o = telling->options;
    const char *names[4];
    size_t count = 0;
    if (other != NULL)
        names[count++] = other;
    if (gs_output_is_stdout(o->sarif))
        names[count++] = "--sarif -";
    if (o->lines)
        names[count++] = "--lines";
    if (o->github)
        names[count++] = "--github";
    if (count < 2)
        return GS_OK;
    return gs_fail(error, GS_USAGE,
                   "%s: %s and %s both write to standard output; leave one out, or name a file",
                   telling->line->syntax->name, names[0], names[1]);
}

/* A runner takes commands from whatever is printed, also by a program that is checked. Until it
 * reads the token it takes none. */
static void stop_commands(const struct gs_telling *telling)
{
    fprintf(telling->programs, "::stop-commands::%s\n", telling->token);
    fflush(telling->programs);
}

static void take_commands(const struct gs_telling *telling)
{
    fflush(stdout);
    fprintf(telling->programs, "::%s::\n", telling->token);
}

/* What is printed for people has the stream of the commands: a runner keeps no order between two.
 */
static enum gs_status shield_commands(struct gs_telling *telling, struct gs_error *error)
{
    unsigned char drawn[sizeof telling->token / 2];
    if (getrandom(drawn, sizeof drawn, 0) != (ssize_t)sizeof drawn)
        return gs_fail(error, GS_USAGE, "%s: no random numbers from the system",
                       telling->line->syntax->name);
    const int programs = fileno(telling->programs);
    telling->errors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (telling->errors < 0 || dup2(programs, STDERR_FILENO) < 0 ||
        dup2(programs, STDOUT_FILENO) < 0)
        return gs_fail(error, GS_USAGE, "cannot write to standard output");
    for (size_t i = 0; i < sizeof drawn; i++)
        snprintf(telling->token + 2 * i, 3, "%02x", drawn[i]);
    stop_commands(telling);
    return GS_OK;
}

/* From here on what is printed for people, by us and by what we start, goes to standard error. */
static enum gs_status keep_stdout(struct gs_telling *telling, struct gs_error *error)
{
    int kept = -1;
    if (fflush(stdout) == 0)
        kept = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    telling->programs = kept >= 0 ? fdopen(kept, "w") : NULL;
    if (telling->programs != NULL && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0)
        return GS_OK;
    return gs_fail(error, GS_USAGE, "cannot write to standard output");
}

enum gs_status gs_telling_begin(struct gs_telling *telling,
                                const struct gs_telling_options *options,
                                const struct gs_command_line *line, const char *other,
                                struct gs_error *error)
{
    *telling = (struct gs_telling){.options = options, .line = line};
    enum gs_status status = refuse_two(telling, other, error);
    if (status == GS_OK &&
        (options->lines || options->github || other != NULL || gs_output_is_stdout(options->sarif)))
        status = keep_stdout(telling, error);
    if (status == GS_OK)
        status =
            gs_output_begin(&telling->sarif, "--sarif", options->sarif, telling->programs, error);
    if (status == GS_OK && options->github)
        status = shield_commands(telling, error);
    if (status != GS_OK)
        gs_telling_release(telling);
    return status;
}

static enum gs_status write_sarif(struct gs_telling *telling, const json_t *told,
                                  enum gs_status status, const char *failure,
                                  struct gs_error *error)
{
    const struct gs_told_run run = {.version = GS_VERSION,
                                    .words = telling->line->words + 1,
                                    .exit_status = (int)status,
                                    .failure = failure};
    struct gs_output *output = &telling->sarif;
    enum gs_status written = GS_OK;
    if (!output->begun) /* written before */
        written =
            gs_output_begin(output, "--sarif", telling->options->sarif, telling->programs, error);
    if (written != GS_OK)
        return written;
    json_t *log = gs_told_sarif(told, &run);
    written = gs_output_end(output, log, error);
    if (log == NULL)
        written = gs_out_of_memory(error);
    json_decref(log);
    return written;
}

enum gs_status gs_telling_end(struct gs_telling *telling, const json_t *told, enum gs_status status,
                              const char *failure, struct gs_error *error)
{
    FILE *out = telling->programs;
    if (told == NULL)
        return GS_OK;
    if (telling->options->lines)
        gs_told_print_lines(told, out);
    if (telling->options->github) {
        take_commands(telling);
        gs_told_print_github(told, out);
        stop_commands(telling);
    }
    if (out != NULL && (fflush(out) != 0 || ferror(out)))
        return gs_fail(error, GS_USAGE, "cannot write to standard output");
    return telling->options->sarif != NULL ? write_sarif(telling, told, status, failure, error)
                                           : GS_OK;
}

void gs_telling_release(struct gs_telling *telling)
{
    struct gs_error ignored;
    gs_output_end(&telling->sarif, NULL, &ignored);
    if (telling->token[0] != '\0')
        take_commands(telling);
    telling->token[0] = '\0';
    if (telling->programs != NULL)
        fclose(telling->programs);
    telling->programs = NULL;
    if (telling->errors > 0) {
        dup2(telling->errors, STDERR_FILENO);
        close(telling->errors);
    }
    telling->errors = 0;
}
