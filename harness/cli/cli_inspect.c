/* gridstride inspect: from its words to what is to be inspected, and the document for --json. */
#include "cli_commands.h"

#include "inspect.h"
#include "registry.h"
#include "numbers.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char gs_inspect_help[] =
    "gridstride inspect: see every memory access of CUDA kernels, without a GPU\n"
    "\n"
    "usage: gridstride inspect LESSON [OPTIONS]\n"
    "       gridstride inspect FILE.cu|PROGRAM [OPTIONS] [-- ARGUMENTS OF THE PROGRAM]\n"
    "\n"
    "Runs the kernels of a lesson (3 or vecadd), of a CUDA source file, or of a program that was\n"
    "built by simt-cc --inspect, on the simulator, and says what is wrong with them: races,\n"
    "accesses out of bounds, memory that nothing wrote, barriers that not all threads reach, and\n"
    "more, each with its line, its threads and a sentence; and what each line costs.\n"
    "\n"
    "  --workload W         of a lesson: only this workload\n"
    "  --variant V[,V...]   only these variants\n"
    "  --dtype T[,T...]     these of f32, f64, i32, i64 (default: f32)\n"
    "  --n N                elements (default: 1025, or as few as the lesson's own cases have)\n"
    "  --block N            threads a block (default: 256)\n"
    "  --seed S             seed of a lesson's inputs, and of the order that threads run in\n"
    "                       (default: 1)\n"
    "  --seeds K            try K such orders instead, and tell with how many each finding was\n"
    "                       seen; what a program itself prints is then not shown\n"
    "  --timeout S          a block of a kernel that goes on for S seconds is stopped, and so is\n"
    "                       a program that goes on for four times as long (default: 60 s for\n"
    "                       lessons, and a kernel; no limit for a program)\n"
    "  --json FILE          write findings and counts to FILE\n"
    "  --draw               of a lesson: draw which thread touches which cell\n"
    "  --no-margin          leave out the annotated source\n"
    "\n"
    "For each finding in a lesson the smallest launch that shows it is looked for.\n"
    "\n"
    "It is no timing model: it counts requests, sectors and conflicts, and knows nothing of "
    "caches\n"
    "and clocks. It sees what a run does, in the orders that were tried: code that does not run,\n"
    "and sizes that are not tried, stay unseen. It does not see what library functions other\n"
    "than memcpy, memmove and memset touch, nor races between kernels in different streams, which\n"
    "run one after the other here.\n"
    "\n"
    "Exit status: 0 nothing found and every answer right, 1 something found or wrong, 2 usage or\n"
    "environment. What a lesson's variant is there to show (it races on purpose) does not count.\n";

enum { MOST_SEEDS = 1000 };

/* ---- words ----------------------------------------------------------------------------------- */

static enum gs_status read_number(const char *option, const char *text, size_t least, size_t most,
                                  size_t *out, struct gs_error *error)
{
    if (text == NULL)
        return GS_OK;
    enum gs_status status = gs_number_parse(option, text, out, error);
    if (status == GS_OK && (*out < least || *out > most))
        status =
            gs_fail(error, GS_USAGE, "%s: %s is not from %zu to %zu", option, text, least, most);
    return status;
}

static enum gs_status read_timeout(const char *text, double *seconds, struct gs_error *error)
{
    char *end;
    if (text == NULL)
        return GS_OK;
    *seconds = strtod(text, &end);
    if (end != text && *end == '\0' && *seconds > 0 && *seconds <= 1e6)
        return GS_OK;
    return gs_fail(error, GS_USAGE, "--timeout: \"%s\" is no number of seconds up to a million",
                   text);
}

/* A lesson has a number or a plain name; what looks like a file, or is one, is none. */
static bool is_program(const char *target)
{
    size_t length = strlen(target);
    struct stat facts;
    return strchr(target, '/') != NULL || (length > 3 && strcmp(target + length - 3, ".cu") == 0) ||
           (stat(target, &facts) == 0 && S_ISREG(facts.st_mode) && access(target, X_OK) == 0);
}

/* The options that say what of a lesson is run. */
static enum gs_status refuse_for_program(const struct gs_arguments *a, struct gs_error *error)
{
    const struct {
        const char *name;
        bool given;
    } options[] = {
        {"--workload", a->workload != NULL}, {"--variant", a->variant != NULL},
        {"--dtype", a->dtype != NULL},       {"--n", a->n != NULL},
        {"--block", a->block != NULL},       {"--draw", a->draw},
    };
    for (size_t i = 0; i < GS_COUNT(options); i++) {
        if (options[i].given)
            return gs_fail(error, GS_USAGE,
                           "inspect: %s is for lessons; what follows -- goes to the program",
                           options[i].name);
    }
    return GS_OK;
}

static enum gs_status read_options(const struct gs_arguments *a, struct gs_inspect_options *out,
                                   struct gs_error *error)
{
    size_t seed = 1, seeds = 0, n = 0, block = 0;
    *out = (struct gs_inspect_options){.target = a->operands[0],
                                       .arguments = a->rest,
                                       .argument_count = a->rest_count,
                                       .selection = {.workload = a->workload,
                                                     .variants = a->variant,
                                                     .dtypes = a->dtype,
                                                     .sizes = a->n,
                                                     .blocks = a->block},
                                       .draw = a->draw,
                                       .no_margin = a->no_margin};
    enum gs_status status = read_number("--n", a->n, 1, (size_t)1 << 40, &n, error);
    if (status == GS_OK)
        status = read_number("--block", a->block, 1, INT32_MAX, &block, error);
    if (status == GS_OK)
        status = read_number("--seed", a->seed, 0, UINT32_MAX, &seed, error);
    if (status == GS_OK)
        status = read_number("--seeds", a->seeds, 1, MOST_SEEDS, &seeds, error);
    if (status == GS_OK)
        status = read_timeout(a->timeout, &out->timeout_s, error);
    out->seed = seed;
    out->seeds = (unsigned)seeds;
    return status;
}

/* ---- the document ---------------------------------------------------------------------------- */

/* Written beside its place, and moved there when it is whole. */
struct output {
    const char *path;
    char beside[4096];
    FILE *file;
};

static enum gs_status cannot_write(const char *path, struct gs_error *error)
{
    return gs_fail(error, GS_USAGE, "--json: cannot write %.300s: %s", path, strerror(errno));
}

/* Before anything runs: a place that cannot be written to is not found out minutes later. */
static enum gs_status begin_output(struct output *output, const char *path, struct gs_error *error)
{
    struct stat facts;
    *output = (struct output){.path = path};
    if (path == NULL)
        return GS_OK;
    bool there = stat(path, &facts) == 0;
    if (there && S_ISDIR(facts.st_mode))
        errno = EISDIR;
    else if (there && !S_ISREG(facts.st_mode))
        output->file = fopen(path, "w");
    else if (snprintf(output->beside, sizeof output->beside, "%s.%ld.tmp", path, (long)getpid()) <
             (int)sizeof output->beside)
        output->file = fopen(output->beside, "w");
    else
        errno = ENAMETOOLONG;
    return output->file != NULL ? GS_OK : cannot_write(path, error);
}

/* document NULL: there is none, and what was there before stays. */
static enum gs_status end_output(struct output *output, const json_t *document,
                                 struct gs_error *error)
{
    if (output->file == NULL)
        return GS_OK;
    bool good = document != NULL && json_dumpf(document, output->file, JSON_INDENT(1)) == 0 &&
                fputc('\n', output->file) != EOF;
    good = fclose(output->file) == 0 && good;
    if (good && output->beside[0] != '\0')
        good = rename(output->beside, output->path) == 0;
    int reason = errno;
    if (!good && output->beside[0] != '\0')
        unlink(output->beside);
    errno = reason;
    return good || document == NULL ? GS_OK : cannot_write(output->path, error);
}

/* ---- the command ----------------------------------------------------------------------------- */

static enum gs_status inspect(const struct gs_arguments *a, struct gs_inspect_options *options,
                              json_t **document, struct gs_error *error)
{
    if (is_program(options->target)) {
        enum gs_status status = refuse_for_program(a, error);
        return status == GS_OK ? gs_inspect_program(options, document, error) : status;
    }
    if (options->argument_count > 0)
        return gs_fail(error, GS_USAGE, "inspect: a lesson takes no arguments behind --");
    enum gs_status status = gs_lesson_find(options->target, &options->selection.lesson, error);
    return status == GS_OK ? gs_inspect_lesson(options, document, error) : status;
}

enum gs_status gs_command_inspect(const struct gs_arguments *a, struct gs_error *error)
{
    struct gs_inspect_options options;
    struct output output;
    json_t *document = NULL;
    if (a->operand_count == 0)
        return gs_fail(error, GS_USAGE,
                       "inspect: name a lesson or a program, as in: gridstride inspect 3");
    if (a->operand_count > 1)
        return gs_fail(error, GS_USAGE,
                       "inspect: one at a time; \"%s\" is too many (arguments of a program stand "
                       "behind --)",
                       a->operands[1]);
    enum gs_status status = read_options(a, &options, error);
    if (status == GS_OK)
        status = begin_output(&output, a->json_file, error);
    if (status != GS_OK)
        return status;
    /* A reader of ours that goes away must not keep us from tidying up. */
    signal(SIGPIPE, SIG_IGN);
    status = inspect(a, &options, &document, error);
    bool whole = status == GS_OK || status == GS_WRONG;
    enum gs_status written = end_output(&output, whole ? document : NULL, error);
    json_decref(document);
    return written != GS_OK ? written : status;
}
