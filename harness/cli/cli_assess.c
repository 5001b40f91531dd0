/* gridstride assess: the assessment of one half of the course, and its certificate. */
#include "cli_commands.h"

#include "assess.h"
#include "certificate.h"
#include "files.h"
#include "install_paths.h"
#include "judge_options.h"
#include "show_check.h"
#include "version.h"
#include "visible.h"

#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct assess_arguments {
    struct gs_number seed;
    const char *name, *key, *verify, *device;
};

#define AT(field) offsetof(struct assess_arguments, field)

static const struct gs_option options[] = {
    {"--name", "NAME", GS_OPTION_TEXT, AT(name),
     .help = "who the certificate is for (default: your name on this machine)"},
    {"--seed", "N", GS_OPTION_NUMBER, AT(seed),
     .help = "the values of an earlier assessment again (default: fresh ones)", .most = INT64_MAX},
    {"--device", "D", GS_OPTION_DEVICE, AT(device),
     .help = "auto, cuda or sim: sim leaves the GPU out (default: auto)"},
    {"--key", "FILE", GS_OPTION_TEXT, AT(key),
     .help = "the teacher's key, which seals the certificate, or with --verify is what it has to "
             "be sealed with"},
    {"--verify", "CERTIFICATE", GS_OPTION_TEXT, AT(verify),
     .help = "say whose certificate this JSON file is, and whether its seal fits"},
    {0},
};

const struct gs_syntax gs_assess_syntax = {
    .name = "assess",
    .operands = "[NUMBER]",
    .about = "the assessment of one half of the course, with a certificate",
    .usage = "assess                     which assessments there are\n"
             "assess NUMBER [FILE] [OPTIONS]\n"
             "assess --verify CERTIFICATE [--key FILE]",
    .text =
        "FILE is your solution of the assessment's exercise (default: the one in ./exercises). It "
        "is "
        "judged as check does, at the sizes of the assessment, and gets three verdicts: it hands "
        "back an array of the host; it is fast enough; it is right. On a GPU with nvcc it is "
        "timed; "
        "without one, copies and bytes are counted instead. Where all three are good, a "
        "certificate is written into this folder: certificate1.json and certificate1.html, or 2.",
    .notes =
        "With a key the code runs in a sandbox, where it cannot read the key, and where bubblewrap "
        "is that sandbox, without the GPU. Without a key it "
        "runs as you, with limits of time and memory: assess only code that you trust.\n\n"
        "Exit status: 0 passed, or the seal fits; 1 not passed, or the seal does not fit; "
        "2 usage or environment, 130 interrupted.",
    .options = options,
    .bytes = sizeof(struct assess_arguments),
    .most = 2,
    .wanted = "one assessment and at most one file",
    .example = "assess 1 --name \"Ada Lovelace\"",
};

struct assessing {
    const struct gs_command_line *line;
    const struct assess_arguments *a;
    const struct gs_exercise *exercise; /* the assessment */
    struct gs_judge_options options;
    struct gs_seal_key key;
    struct gs_show show;
    char name[GS_MOST_NAME + 1];
    char source[4096];
};

/* ---- what is asked for ----------------------------------------------------------------------- */

static void list_assessments(void)
{
    const struct gs_exercise *exercise;
    for (unsigned number = 1; (exercise = gs_assessed_exercise(number)) != NULL; number++)
        printf("%u  %s (%s): %s assess %u\n", number, exercise->assessment->title,
               exercise->assessment->about, gs_called(), number);
}

static enum gs_status read_number(struct assessing *c, struct gs_error *error)
{
    const char *word = c->line->operands[0];
    const bool one_digit = word[0] >= '0' && word[0] <= '9' && word[1] == '\0';
    c->exercise = one_digit ? gs_assessed_exercise((unsigned)(word[0] - '0')) : NULL;
    if (c->exercise != NULL)
        return GS_OK;
    if (strchr(word, '/') != NULL || strstr(word, ".toml") != NULL)
        return gs_fail(error, GS_USAGE,
                       "assess: %.300s is no assessment; exercises in folders have none, "
                       "`%s check %.300s` judges one",
                       word, gs_called(), word);
    return gs_fail(error, GS_USAGE,
                   "assess: there is no assessment \"%.100s\"; `%s assess` lists "
                   "those that there are",
                   word, gs_called());
}

/* As given, or as the system knows the user. */
static enum gs_status read_name(struct assessing *c, struct gs_error *error)
{
    const struct passwd *user = c->a->name == NULL ? getpwuid(getuid()) : NULL;
    const char *name = c->a->name != NULL ? c->a->name : user != NULL ? user->pw_name : "";
    if (name[0] == '\0' || strspn(name, " ") == strlen(name))
        return gs_fail(error, GS_USAGE, "assess: who is it for? Say it with --name \"NAME\"");
    if (strlen(name) > GS_MOST_NAME || !gs_is_visible(name))
        return gs_fail(error, GS_USAGE,
                       "assess: --name takes a name of at most %d bytes in UTF-8, without control "
                       "characters",
                       GS_MOST_NAME);
    snprintf(c->name, sizeof c->name, "%s", name);
    return GS_OK;
}

/* What is assessed could read the key if it ran as the one who may. In bubblewrap it finds no GPU.
 */
static enum gs_status read_key(struct assessing *c, struct gs_error *error)
{
    char warning[512] = "";
    const bool wants_gpu = c->a->device != NULL && strcmp(c->a->device, "cuda") == 0;
    if (c->a->key == NULL)
        return GS_OK;
    c->options.sandbox = gs_sandbox_best(warning, sizeof warning);
    if (c->options.sandbox == GS_SANDBOX_LIMITS)
        return gs_fail(error, GS_USAGE,
                       "assess: %s. What is assessed could read the key: start it as root, or "
                       "leave --key out",
                       warning);
    if (c->options.sandbox == GS_SANDBOX_BUBBLEWRAP && wants_gpu)
        return gs_fail(error, GS_USAGE,
                       "assess: with --key the code runs in a sandbox, which has no GPU; leave "
                       "--key or --device cuda out");
    if (c->options.sandbox == GS_SANDBOX_BUBBLEWRAP)
        c->options.gpus = 0;
    return gs_seal_key_read(c->a->key, &c->key, error);
}

/* The given file, or the working copy, which is made where it is missing. */
static enum gs_status read_source(struct assessing *c, struct gs_error *error)
{
    const struct gs_lesson_exercises *lesson = NULL;
    const struct gs_exercise *exercise = NULL;
    struct gs_workbook book;
    unsigned number = 0;
    c->options.source = c->source;
    if (c->line->operand_count == 2) {
        snprintf(c->source, sizeof c->source, "%s", c->line->operands[1]);
        return GS_OK;
    }
    enum gs_status status = gs_exercise_find(c->exercise->name, &lesson, &exercise, &number, error);
    if (status == GS_OK)
        status = gs_workbook_open(&book, GS_WORKBOOK_FOLDER, stdout, error);
    if (status != GS_OK)
        return status;
    status = gs_workbook_prepare(&book, lesson, error);
    gs_workbook_path(&book, lesson, exercise, c->source, sizeof c->source);
    gs_workbook_close(&book);
    return status;
}

/* ---- what is said ---------------------------------------------------------------------------- */

static void show_verdicts(const struct assessing *c, const struct gs_assessed *result)
{
    static const char *const states[] = {
        [GS_NOT_JUDGED] = "?", [GS_ASSESSED_NO] = "no", [GS_ASSESSED_YES] = "yes"};
    printf("assessment %u: %s\n%s, seed %llu, %s\n\n", c->exercise->assessment->number,
           c->exercise->assessment->title, gs_visible(c->source).text,
           (unsigned long long)c->options.seed,
           result->time.device[0] != '\0' ? result->time.device
           : c->options.gpus > 0          ? "on the simulator, and not yet on the GPU"
                                          : "on the simulator");
    for (size_t i = 0; i < GS_ASSESSED_VERDICTS; i++) {
        const struct gs_assessed_verdict *verdict = &result->verdicts[i];
        printf("%-4s %s\n     ", states[verdict->state], verdict->question);
        gs_show_paragraph(&c->show, verdict->sentence, 5, 5);
    }
}

static enum gs_status tell(const struct assessing *c, const struct gs_assessed *result,
                           struct gs_error *error)
{
    char stem[32];
    show_verdicts(c, result);
    if (!result->passed)
        return gs_fail(error, GS_WRONG,
                       "assess: not passed yet; %s check %s%s%s explains more, and has hints",
                       gs_called(), c->exercise->name, c->line->operand_count == 2 ? " " : "",
                       c->line->operand_count == 2 ? c->source : "");
    const struct gs_certificate certificate = {.exercise = c->exercise,
                                               .result = result,
                                               .name = c->name,
                                               .source = c->source,
                                               .version = GS_VERSION " " GS_COMMIT,
                                               .seed = c->options.seed};
    snprintf(stem, sizeof stem, "certificate%u", c->exercise->assessment->number);
    enum gs_status status = gs_certificate_write(&certificate, &c->key, stem, error);
    if (status != GS_OK)
        return status;
    printf("\npassed. The certificate of %s: %s.html, and %s.json to be verified\n", c->name, stem,
           stem);
    gs_show_paragraph(&c->show, c->key.length > 0 ? gs_seal_by_key : gs_seal_by_checksum, 0, 0);
    return GS_OK;
}

/* ---- the command ----------------------------------------------------------------------------- */

static enum gs_status verify(struct assessing *c, struct gs_error *error)
{
    if (c->line->operand_count > 0 || c->a->name != NULL || c->a->seed.text != NULL ||
        c->a->device != NULL)
        return gs_fail(error, GS_USAGE,
                       "assess: --verify goes with --key alone, as in: %s assess --verify "
                       "certificate1.json",
                       gs_called());
    enum gs_status status = c->a->key != NULL ? gs_seal_key_read(c->a->key, &c->key, error) : GS_OK;
    return status == GS_OK ? gs_certificate_verify(c->a->verify, &c->key, stdout, error) : status;
}

static enum gs_status refuse_alone(const struct assessing *c, struct gs_error *error)
{
    const struct assess_arguments *a = c->a;
    if (a->name != NULL || a->key != NULL || a->seed.text != NULL || a->device != NULL)
        return gs_fail(error, GS_USAGE, "assess: which one? As in: %s assess 1", gs_called());
    list_assessments();
    return GS_OK;
}

static enum gs_status assess(struct assessing *c, struct gs_error *error)
{
    struct gs_assessed result = {.passed = false};
    enum gs_status status = read_number(c, error);
    if (status == GS_OK)
        status = read_name(c, error);
    if (status == GS_OK)
        status = gs_seed_read(&c->a->seed, &c->options.seed, error);
    if (status == GS_OK)
        status = gs_gpus_read(c->a->device, &c->options.gpus, error);
    if (status == GS_OK)
        status = read_key(c, error);
    if (status == GS_OK)
        status = read_source(c, error);
    if (status == GS_OK)
        status = gs_assess(c->exercise, &c->options, &result, error);
    return status == GS_OK ? tell(c, &result, error) : status;
}

enum gs_status gs_command_assess(const struct gs_command_line *line, const void *values,
                                 struct gs_error *error)
{
    const struct assess_arguments *a = values;
    struct assessing c = {.line = line,
                          .a = a,
                          .show = gs_show_to(stdout),
                          .options = {.sandbox = GS_SANDBOX_LIMITS, .use_cache = true}};
    signal(SIGPIPE, SIG_IGN);
    if (a->verify != NULL)
        return verify(&c, error);
    return line->operand_count == 0 ? refuse_alone(&c, error) : assess(&c, error);
}
