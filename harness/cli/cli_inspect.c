/* gridstride inspect: from its words to what is to be inspected, and what is written of it. */
#include "cli_commands.h"

#include "device.h"
#include "bring.h"
#include "inspect.h"
#include "inspect_predicted.h"
#include "output_file.h"
#include "registry.h"
#include "telling.h"
#include "told.h"

#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct inspect_arguments {
    const char *workloads, *variants, *dtypes, *predict, *json;
    struct gs_number n, block, seed, seeds;
    double timeout_s;
    bool draw, no_margin;
    struct gs_telling_options told;
};

#define AT(field) offsetof(struct inspect_arguments, field)

static const struct gs_option options[] = {
    {"--workload", "W[,W...]", GS_OPTION_NAMES, AT(workloads),
     .help = "of a lesson: only these workloads"},
    {"--variant", "V[,V...]", GS_OPTION_NAMES, AT(variants),
     .help = "of a lesson: only these variants"},
    {"--dtype", "T[,T...]", GS_OPTION_NAMES, AT(dtypes),
     .help = "of a lesson: these of f32, f64, i32, i64 (default: f32)"},
    {"--n", "N", GS_OPTION_NUMBER, AT(n),
     .help = "of a lesson: elements (default: 1025, fewer where its arrays are large then, or as "
             "few as its own cases have)",
     .least = 1, .most = (size_t)1 << 40},
    {"--block", "N", GS_OPTION_NUMBER, AT(block),
     .help = "of a lesson: threads a block (default: 256)", .least = 1, .most = INT32_MAX},
    {"--draw", NULL, GS_OPTION_FLAG, AT(draw),
     .help = "of a lesson: draw which thread touches which cell"},
    {"--predict", "GPU", GS_OPTION_TEXT, AT(predict),
     .help = "of a lesson: the time predicted for this GPU (h100, h200, or the file of a profile), "
             "and each line's share of it, at --n or 16Mi elements"},
    {"--seed", "S", GS_OPTION_NUMBER, AT(seed),
     .help = "seed of a lesson's inputs, and of the order that threads run in (default: 1)",
     .most = UINT32_MAX},
    {"--seeds", "K", GS_OPTION_NUMBER, AT(seeds),
     .help =
         "try K such orders instead, and tell with how many each finding was seen; what a program "
         "itself prints is then not shown",
     .least = 1, .most = 1000},
    {"--timeout", "S", GS_OPTION_SECONDS, AT(timeout_s),
     .help = "a block of a kernel that goes on for S seconds is stopped, and so is a program "
             "after four times as long and 10 s (default: 60 s for lessons, and a kernel; no "
             "limit for a program)"},
    {"--json", "FILE", GS_OPTION_TEXT, AT(json),
     .help = "write findings and counts to FILE (-: to standard output)"},
    GS_TELLING_ROWS(struct inspect_arguments, told),
    {"--no-margin", NULL, GS_OPTION_FLAG, AT(no_margin), .help = "leave out the annotated source"},
    {0},
};

const struct gs_syntax gs_inspect_syntax = {
    .name = "inspect",
    .operands = "TARGET",
    .about = "see every memory access of a lesson, a .cu file, a folder or a program",
    .usage = "inspect LESSON [OPTIONS]\n"
             "inspect FILE.cu|PROGRAM [OPTIONS] [-- ARGUMENTS OF THE PROGRAM]",
    .text =
        "Runs the kernels of a lesson (3 or vecadd), of a folder with a lesson.c, of a .cu file "
        "that says with GRIDSTRIDE(...) what they compute, of another CUDA source file, or of a "
        "program that "
        "simt-cc built with --inspect, on the simulator, without a GPU, and says what is wrong "
        "with them: races, accesses out of bounds, memory that nothing wrote, barriers that not "
        "all threads reach, and more, each with its line, its threads and a sentence; and what "
        "each line costs. For each "
        "finding in a lesson the smallest launch that shows it is looked for.",
    .notes =
        "It is no timing model: it counts requests, sectors and conflicts, and knows nothing of "
        "caches and clocks. It sees what a run does, in the orders that were tried: code that "
        "does not run, and sizes that are not tried, stay unseen. It does not see what library "
        "functions other than memcpy, memmove and memset touch, nor races between kernels in "
        "different streams, which run one after the other here.\n\n"
        "Exit status: 0 nothing found and every answer right, 1 something found or wrong, 2 "
        "usage or environment. What a lesson's variant is there to show (it races on purpose) "
        "does not count.",
    .options = options,
    .bytes = sizeof(struct inspect_arguments),
    .least = 1,
    .most = 1,
    .wanted = "a lesson or a program",
    .example = "inspect 3",
    .passes_words = true,
};

/* ---- the target ------------------------------------------------------------------------------ */

/* A lesson has a number or a plain name; what looks like a file, or is one, is none, unless it says
 * what its kernels compute. */
static bool is_program(const char *target)
{
    size_t length = strlen(target);
    struct stat facts;
    if (gs_bring_is_kernel_file(target) || gs_bring_is_folder(target))
        return false;
    return strchr(target, '/') != NULL || (length > 3 && strcmp(target + length - 3, ".cu") == 0) ||
           (stat(target, &facts) == 0 && S_ISREG(facts.st_mode) && access(target, X_OK) == 0);
}

/* The options that say what of a lesson is run. */
static enum gs_status refuse_for_program(const struct gs_command_line *line, struct gs_error *error)
{
    static const char *const names[] = {"--workload", "--variant", "--dtype",  "--n",
                                        "--block",    "--draw",    "--predict"};
    struct gs_word word;
    for (size_t i = 0; i < GS_COUNT(names); i++) {
        if (gs_word_find(line->syntax, line->words, names[i], &word))
            return gs_fail(error, GS_USAGE,
                           "inspect: %s is for lessons; what follows -- goes to the program",
                           names[i]);
    }
    return GS_OK;
}

/* ---- the command ----------------------------------------------------------------------------- */

/* A kernel file is compiled twice: what the inspector's program has to see cannot be loaded here,
 * where the plan is made. */
static enum gs_status inspect_kernel_file(const struct gs_inspect_options *target,
                                          json_t **document, struct gs_error *error)
{
    struct gs_inspect_options what = *target;
    struct gs_brought here, inspected;
    enum gs_status status = gs_bring(what.target, GS_BRING_SIMULATOR, &here, error);
    if (status != GS_OK)
        return status;
    status = gs_bring_compile(what.target, GS_BRING_INSPECTOR, &inspected, error);
    if (status == GS_OK) {
        what.selection.lesson = &here.lesson;
        what.object = inspected.object;
        if (what.predict != NULL)
            ((struct gs_inspect_predicted *)what.predict_context)->predictor.object =
                inspected.object;
        status = gs_inspect_lesson(&what, document, error);
        gs_bring_release(&inspected);
    }
    gs_bring_release(&here);
    return status;
}

static enum gs_status inspect_target(struct gs_inspect_options *what, json_t **document,
                                     struct gs_error *error)
{
    if (is_program(what->target))
        return gs_inspect_program(what, document, error);
    if (gs_bring_is_path(what->target))
        return inspect_kernel_file(what, document, error);
    enum gs_status status = gs_lesson_find(what->target, &what->selection.lesson, error);
    return status == GS_OK ? gs_inspect_lesson(what, document, error) : status;
}

/* All that is for programs; document NULL: nothing of it. */
static enum gs_status write_all(struct gs_telling *telling, struct gs_output *json,
                                const json_t *document, enum gs_status status,
                                struct gs_error *error)
{
    struct gs_error why = {""};
    json_t *told = document != NULL ? json_array() : NULL;
    bool whole = told == NULL || gs_told_add_inspection(told, document);
    enum gs_status written = gs_output_end(json, document, &why);
    if (!whole)
        written = gs_out_of_memory(&why);
    if (written == GS_OK)
        written = gs_telling_end(telling, told, status, NULL, &why);
    json_decref(told);
    if (written == GS_OK)
        return status;
    *error = why;
    return written;
}

/* With --predict, the lesson's variants are traced for it, too. */
static enum gs_status inspect_and_predict(const struct inspect_arguments *a,
                                          const struct gs_inspect_options *given, json_t **document,
                                          struct gs_error *error)
{
    struct gs_inspect_options what = *given;
    struct gs_inspect_predicted predicted = {.at_size = a->n.text != NULL};
    if (a->predict == NULL)
        return inspect_target(&what, document, error);
    enum gs_status status =
        gs_predictor_begin("--predict", a->predict, &predicted.predictor, error);
    if (status == GS_OK) {
        what.predict = gs_inspect_predict;
        what.predict_context = &predicted;
        status = inspect_target(&what, document, error);
    }
    gs_predictor_end(&predicted.predictor);
    return status;
}

enum gs_status gs_command_inspect(const struct gs_command_line *line, const void *values,
                                  struct gs_error *error)
{
    const struct inspect_arguments *a = values;
    struct gs_inspect_options what = {.target = line->operands[0],
                                      .arguments = line->passed,
                                      .selection = {.workload = a->workloads,
                                                    .variants = a->variants,
                                                    .dtypes = a->dtypes,
                                                    .sizes = a->n.text,
                                                    .blocks = a->block.text},
                                      .seed = a->seed.text != NULL ? a->seed.value : 1,
                                      .seeds = (unsigned)a->seeds.value,
                                      .timeout_s = a->timeout_s,
                                      .draw = a->draw,
                                      .no_margin = a->no_margin};
    struct gs_telling telling;
    struct gs_output json = {.path = NULL};
    json_t *document = NULL;
    while (line->passed != NULL && line->passed[what.argument_count] != NULL)
        what.argument_count++;
    enum gs_status status = gs_device_check_environment(error);
    if (status == GS_OK && is_program(what.target))
        status = refuse_for_program(line, error);
    else if (status == GS_OK && line->passed != NULL)
        status = gs_fail(error, GS_USAGE, "inspect: a lesson takes no arguments behind --");
    if (status == GS_OK)
        status = gs_telling_begin(&telling, &a->told, line,
                                  gs_output_is_stdout(a->json) ? "--json -" : NULL, error);
    if (status != GS_OK)
        return status;
    /* A reader of ours that goes away must not keep us from tidying up. */
    signal(SIGPIPE, SIG_IGN);
    status = gs_output_begin(&json, "--json", a->json, telling.programs, error);
    if (status == GS_OK) {
        status = inspect_and_predict(a, &what, &document, error);
        bool whole = status == GS_OK || status == GS_WRONG;
        status = write_all(&telling, &json, whole ? document : NULL, status, error);
    }
    json_decref(document);
    gs_telling_release(&telling);
    return status;
}
