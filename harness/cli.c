#include "cli.h"

#include "compare.h"
#include "cpu.h"
#include "device.h"
#include "dtype.h"
#include "folder.h"
#include "gbench_shim.h"
#include "journal.h"
#include "merge.h"
#include "plot.h"
#include "registry.h"
#include "run.h"
#include "table.h"
#include "version.h"

#include <ctype.h>
#include <glob.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "gridstride: CUDA lessons that check and time themselves\n"
    "\n"
    "usage: gridstride COMMAND [OPTIONS]\n"
    "\n"
    "  list                 the lessons, their workloads and variants\n"
    "  run LESSON           run a lesson (3 or vecadd): verify, time, record, table, plot\n"
    "  verify LESSON        check every variant, untimed, at the sizes and blocks where kernels\n"
    "                       go wrong; takes the options of run\n"
    "  table FILE...        print the tables of recorded results (lessonN.json), or of what an\n"
    "                       unfinished run has so far (lessonN.unfinished.jsonl)\n"
    "  merge FILE...        join what run --shard wrote into the result of one run\n"
    "  plot [FILE...]       draw the plots of recorded results; without FILE, of all under --out\n"
    "  compare OLD NEW      what is slower, faster or wrong in the result NEW and was not in OLD\n"
    "  info                 what this build is, and the machine as it sees it\n"
    "\n"
    "options of run:\n"
    "  --lesson L           the same as naming it behind run\n"
    "  --workload W         only this workload\n"
    "  --variant V[,V...]   only these variants\n"
    "  --dtype T[,T...]     only these of f32, f64, i32, i64\n"
    "  --sizes LIST         elements: 1000,64Ki,2^24+11 or ranges 1Ki:1Gi:*4\n"
    "  --grids LIST         blocks of each launch, likewise (0: as many as n needs)\n"
    "  --blocks LIST        threads a block, likewise; every launch runs at every size\n"
    "  --device D           auto, cuda or sim (auto: CUDA where a driver and a device answer)\n"
    "  --out FOLDER         results go to FOLDER/<machine> (default: results)\n"
    "  --seed N             seed of the inputs, and of the simulator's schedule (default: 1)\n"
    "  --resume             go on with the unfinished run in its folder, behind its last point\n"
    "  --time-limit S       a point that takes longer than S seconds has hung, and is ended\n"
    "                       (default: 120, and one more for each 16 MiB of arrays)\n"
    "  --shard I/K          only the I-th of K parts of the plan; gridstride merge joins them\n"
    "  --quiet              print only what is wrong, and where the results are; no plots\n"
    "  --json               print the records instead of tables; no plots\n"
    "\n"
    "options of compare:\n"
    "  --threshold PCT      medians that differ by less have not changed (default: 5)\n"
    "\n"
    "  --help, --version\n"
    "\n"
    "A kernel on the simulator is verified and never timed. Exit status: 0 every answer right,\n"
    "1 wrong answers, 2 usage or environment, 77 all skipped, 130 interrupted. A run replaces the\n"
    "results that the last one left in its folder once it has finished, not before. A comparison\n"
    "ends with 1 where a row turned wrong or is slower by more than the threshold; a slower row "
    "on\n"
    "another device or CPU is shown and is no failure.\n";

struct arguments {
    const char *command;
    const char **operands; /* what follows the command and is no option */
    size_t operand_count;
    char *command_line; /* all of it, as typed */
    const char *lesson, *workload, *variant, *dtype, *sizes, *grids, *blocks, *device, *out, *seed;
    const char *time_limit, *shard;
    const char *threshold;
    bool quiet, json, resume, help, version;
};

struct option {
    const char *name;
    const char **value; /* where its value goes, or */
    bool *flag;         /* what it sets */
};

enum { MOST_OPTIONS = 24 };

/* Matches --name, --name value and --name=value; *index moves past what was used. */
static enum gs_status read_option(const struct option *options, size_t count, char **argv,
                                  int *index, struct gs_error *error)
{
    const char *text = argv[*index];
    const char *equals = strchr(text, '=');
    size_t length = equals != NULL ? (size_t)(equals - text) : strlen(text);
    const char *names[MOST_OPTIONS];
    for (size_t i = 0; i < count; i++) {
        names[i] = options[i].name;
        if (strlen(names[i]) != length || strncmp(names[i], text, length) != 0)
            continue;
        if (options[i].flag != NULL) {
            if (equals != NULL)
                return gs_fail(error, GS_USAGE, "%s takes no value", names[i]);
            *options[i].flag = true;
            return GS_OK;
        }
        *options[i].value = equals != NULL ? equals + 1 : argv[++*index];
        if (*options[i].value == NULL || **options[i].value == '\0')
            return gs_fail(error, GS_USAGE, "%s needs a value; see gridstride --help", names[i]);
        return GS_OK;
    }
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    return gs_unknown(error, "option", name, names, count);
}

static enum gs_status read_arguments(int argc, char **argv, struct arguments *a,
                                     struct gs_error *error)
{
    const struct option options[] = {
        {"--lesson", &a->lesson, NULL},
        {"--workload", &a->workload, NULL},
        {"--variant", &a->variant, NULL},
        {"--dtype", &a->dtype, NULL},
        {"--sizes", &a->sizes, NULL},
        {"--grids", &a->grids, NULL},
        {"--blocks", &a->blocks, NULL},
        {"--device", &a->device, NULL},
        {"--out", &a->out, NULL},
        {"--seed", &a->seed, NULL},
        {"--time-limit", &a->time_limit, NULL},
        {"--shard", &a->shard, NULL},
        {"--resume", NULL, &a->resume},
        {"--quiet", NULL, &a->quiet},
        {"--json", NULL, &a->json},
        {"--help", NULL, &a->help},
        {"--version", NULL, &a->version},
        {"--threshold", &a->threshold, NULL},
    };
    a->operands = calloc((size_t)argc + 1, sizeof *a->operands);
    if (a->operands == NULL)
        return gs_fail(error, GS_USAGE, "out of memory");
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--", 2) == 0) {
            enum gs_status status = read_option(options, GS_COUNT(options), argv, &i, error);
            if (status != GS_OK)
                return status;
        } else if (strcmp(argv[i], "-h") == 0) {
            a->help = true;
        } else if (argv[i][0] == '-') {
            return gs_fail(error, GS_USAGE, "unknown option \"%s\"; see gridstride --help",
                           argv[i]);
        } else if (a->command == NULL) {
            a->command = argv[i];
        } else {
            a->operands[a->operand_count++] = argv[i];
        }
    }
    return GS_OK;
}

/* ---- list ------------------------------------------------------------------------------------ */

static void list_workload(const struct gs_workload *workload)
{
    printf("  %s: %s  (", workload->name, workload->formula);
    const char *separator = "";
    for (int dtype = 0; dtype < GS_DTYPE_COUNT; dtype++) {
        if (workload->dtypes & GS_DTYPE_BIT((enum gs_dtype)dtype)) {
            printf("%s%s", separator, gs_dtype_name((enum gs_dtype)dtype));
            separator = " ";
        }
    }
    if (workload->sizes != NULL)
        printf("; n %s", workload->sizes);
    else
        printf("; %zu launches", workload->case_count);
    if (workload->blocks != NULL)
        printf("; blocks %s", workload->blocks);
    puts(")");
    int longest = 0;
    for (size_t i = 0; i < workload->variant_count; i++) {
        int length = (int)strlen(workload->variants[i].name);
        longest = length > longest ? length : longest;
    }
    for (size_t i = 0; i < workload->variant_count; i++) {
        const struct gs_variant *variant = &workload->variants[i];
        printf("    %-6s  %-*s  %s\n", variant->place != GS_DEVICE ? "cpu" : "device", longest,
               variant->name, variant->about);
    }
}

static enum gs_status list(const struct arguments *a, struct gs_error *error)
{
    (void)a;
    (void)error;
    for (size_t i = 0; i < gs_lesson_count(); i++) {
        const struct gs_lesson *lesson = gs_lesson_at(i);
        printf("%u %s: %s\n", lesson->number, lesson->slug, lesson->title);
        for (size_t w = 0; w < lesson->workload_count; w++)
            list_workload(&lesson->workloads[w]);
    }
    return GS_OK;
}

/* ---- run ------------------------------------------------------------------------------------- */

/* The words of the command line, for the record: without the folder, which is no part of what was
 * measured, and may name what is nobody else's business. The caller frees it. */
static char *join(int argc, char **argv)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    fputs("gridstride", out);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--out") == 0)
            i++;
        else if (strncmp(argv[i], "--out=", 6) != 0)
            fprintf(out, " %s", argv[i]);
    }
    return fclose(out) == 0 ? text : NULL;
}

/* The program was chosen before; what is left to refuse is a name that is none, or another's. */
static enum gs_status check_device(const char *name, struct gs_error *error)
{
    static const char *const names[] = {"auto", "cuda", "sim"};
    if (name == NULL || strcmp(name, "auto") == 0 || strcmp(name, gs_device_program) == 0)
        return GS_OK;
    for (size_t i = 0; i < GS_COUNT(names); i++) {
        if (strcmp(name, names[i]) == 0)
            return gs_fail(error, GS_USAGE,
                           "--device %s: this is the program for --device %s; start it as "
                           "gridstride",
                           name, gs_device_program);
    }
    return gs_unknown(error, "device", name, names, GS_COUNT(names));
}

static enum gs_status read_time_limit(const char *text, double *out, struct gs_error *error)
{
    char *end;
    *out = strtod(text, &end);
    if (end != text && *end == '\0' && *out > 0 && *out <= 1e6)
        return GS_OK;
    return gs_fail(error, GS_USAGE, "--time-limit: \"%s\" is no number of seconds up to a million",
                   text);
}

/* "2/8": the second of eight parts. */
static enum gs_status read_shard(const char *text, unsigned *shard, unsigned *shards,
                                 struct gs_error *error)
{
    enum { MOST = 100000 };
    unsigned long part, parts;
    char *end;
    part = strtoul(text, &end, 10);
    bool good = isdigit((unsigned char)text[0]) && end[0] == '/' && isdigit((unsigned char)end[1]);
    parts = good ? strtoul(end + 1, &end, 10) : 0;
    if (!good || *end != '\0' || part < 1 || part > parts || parts > MOST)
        return gs_fail(error, GS_USAGE,
                       "--shard: \"%s\" is no part of a whole; write 2/8 for the second of eight",
                       text);
    *shard = (unsigned)part;
    *shards = (unsigned)parts;
    return GS_OK;
}

static enum gs_status run_or_verify(const struct arguments *a, bool verify_only,
                                    struct gs_error *error)
{
    struct gs_run_options options = {
        .selection = {.workload = a->workload,
                      .variants = a->variant,
                      .dtypes = a->dtype,
                      .sizes = a->sizes,
                      .grids = a->grids,
                      .blocks = a->blocks,
                      .edges = verify_only},
        .out = a->out,
        .seed = 1,
        .quiet = a->quiet,
        .json = a->json,
        .resume = a->resume,
        .verify_only = verify_only,
        .command_line = a->command_line,
        .device_reason = getenv("GRIDSTRIDE_DEVICE_REASON"),
    };
    const char *lesson = a->lesson != NULL ? a->lesson : a->operands[0];
    if (lesson == NULL)
        return gs_fail(error, GS_USAGE, "%s: name a lesson, as in: gridstride %s 3", a->command,
                       a->command);
    if (a->operand_count > (a->lesson == NULL ? 1 : 0))
        return gs_fail(error, GS_USAGE, "%s: one lesson at a time; \"%s\" is too many", a->command,
                       a->operands[a->operand_count - 1]);
    enum gs_status status = gs_lesson_find(lesson, &options.selection.lesson, error);
    size_t seed = options.seed;
    if (status == GS_OK && a->seed != NULL)
        status = gs_number_parse("--seed", a->seed, &seed, error);
    options.seed = seed;
    if (status == GS_OK && seed > INT64_MAX)
        status = gs_fail(error, GS_USAGE, "--seed: %zu is over 2^63 - 1", seed);
    if (status == GS_OK && a->time_limit != NULL)
        status = read_time_limit(a->time_limit, &options.time_limit_s, error);
    if (status == GS_OK && a->shard != NULL)
        status = read_shard(a->shard, &options.shard, &options.shards, error);
    if (status == GS_OK)
        status = check_device(a->device, error);
    /* The simulator's: which updates a race loses there is drawn from it. */
    if (status == GS_OK && a->seed != NULL) {
        char text[16];
        snprintf(text, sizeof text, "%u", (unsigned)(seed ^ seed >> 32));
        setenv("SIMT_SEED", text, 1);
    }
    return status == GS_OK ? gs_run(&options, error) : status;
}

static enum gs_status run(const struct arguments *a, struct gs_error *error)
{
    return run_or_verify(a, false, error);
}

static enum gs_status verify(const struct arguments *a, struct gs_error *error)
{
    return run_or_verify(a, true, error);
}

/* ---- table, plot ----------------------------------------------------------------------------- */

/* A result, or what an unfinished run has so far. */
static enum gs_status load(const char *path, struct gs_results *out, struct gs_error *error)
{
    size_t length = strlen(path);
    if (length < 6 || strcmp(path + length - 6, ".jsonl") != 0)
        return gs_results_load(path, out, error);
    struct gs_journal_content content;
    enum gs_status status = gs_journal_read(path, &content, error);
    *out = content.results;
    content.results = (struct gs_results){0};
    gs_journal_content_release(&content);
    if (status != GS_OK)
        gs_results_release(out);
    return status;
}

static enum gs_status table(const struct arguments *a, struct gs_error *error)
{
    if (a->operand_count == 0)
        return gs_fail(error, GS_USAGE,
                       "table: name result files, as in: gridstride table results/*/lesson3.json");
    enum gs_status status = GS_OK;
    for (size_t i = 0; status == GS_OK && i < a->operand_count; i++) {
        struct gs_results results;
        status = load(a->operands[i], &results, error);
        if (status != GS_OK)
            break;
        printf("%s\n", a->operands[i]);
        gs_table_print(&results, stdout);
        gs_results_release(&results);
    }
    return status;
}

/* ---- merge ----------------------------------------------------------------------------------- */

/* Where the merged result goes: beside the first shard, or under --out. */
static void merged_folder(const struct arguments *a, const struct gs_results *merged,
                          char folder[static 4096])
{
    const char *first = a->operands[0], *slash = strrchr(first, '/');
    const json_t *ours = json_object_get(merged->context, "gridstride");
    const char *machine = json_string_value(json_object_get(ours, "machine"));
    if (a->out != NULL)
        snprintf(folder, 4096, "%s/%s", a->out, machine != NULL ? machine : "unnamed");
    else
        snprintf(folder, 4096, "%.*s", slash != NULL ? (int)(slash - first) : 1,
                 slash != NULL ? first : ".");
}

static enum gs_status merge(const struct arguments *a, struct gs_error *error)
{
    char name[32], folder[4096];
    if (a->operand_count == 0)
        return gs_fail(error, GS_USAGE,
                       "merge: name the shards' results, as in: gridstride merge "
                       "results/*/lesson3.shard*of8.json");
    if (!gs_shard_name(a->operands[0], name))
        return gs_fail(error, GS_USAGE,
                       "merge: %s is no shard; those are written by run --shard I/K",
                       a->operands[0]);
    struct gs_results merged;
    enum gs_status status = gs_merge(a->operands, a->operand_count, &merged, error);
    if (status != GS_OK)
        return status;
    merged_folder(a, &merged, folder);
    status = gs_folder_prepare(folder, name, error);
    if (status == GS_OK)
        status = gs_results_save(&merged, folder, name, error);
    if (status == GS_OK)
        printf("results: %s/%s.json and .csv (%zu records of %zu shards)\n", folder, name,
               merged.count, a->operand_count);
    gs_results_release(&merged);
    return status;
}

/* FOLDER/lessonN.json, taken apart. */
static enum gs_status plot_file(const char *path, struct gs_error *error)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    unsigned lesson;
    int end = 0;
    if (sscanf(name, "lesson%u.json%n", &lesson, &end) != 1 || end == 0 || name[end] != '\0')
        return gs_fail(error, GS_USAGE, "plot: %s is not a result file (lessonN.json)", path);
    char folder[4096];
    snprintf(folder, sizeof folder, "%.*s", slash != NULL ? (int)(slash - path) : 1,
             slash != NULL ? path : ".");
    return gs_plot_required(folder, lesson, error);
}

static enum gs_status plot_all(const char *out, const char *lesson, struct gs_error *error)
{
    char pattern[4096], recorded[4096];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/*/lesson%s.json", out, lesson);
    snprintf(recorded, sizeof recorded, "%s/recorded/*/lesson%s.json", out, lesson);
    glob(pattern, 0, NULL, &found);
    glob(recorded, GLOB_APPEND, NULL, &found);
    enum gs_status status = GS_OK;
    if (found.gl_pathc == 0)
        status = gs_fail(error, GS_USAGE,
                         "plot: no results under %s; make some first: gridstride run 3", out);
    for (size_t i = 0; status == GS_OK && i < found.gl_pathc; i++)
        status = plot_file(found.gl_pathv[i], error);
    globfree(&found);
    return status;
}

static enum gs_status plot(const struct arguments *a, struct gs_error *error)
{
    char number[16] = "*";
    enum gs_status status = GS_OK;
    if (a->lesson != NULL) {
        const struct gs_lesson *lesson;
        status = gs_lesson_find(a->lesson, &lesson, error);
        if (status == GS_OK)
            snprintf(number, sizeof number, "%u", lesson->number);
    }
    if (status == GS_OK && a->operand_count == 0)
        return plot_all(a->out != NULL ? a->out : "results", number, error);
    for (size_t i = 0; status == GS_OK && i < a->operand_count; i++)
        status = plot_file(a->operands[i], error);
    return status;
}

/* ---- compare --------------------------------------------------------------------------------- */

static enum gs_status compare_results(const struct gs_results *old, const struct gs_results *new,
                                      double threshold, const struct arguments *a,
                                      struct gs_error *error)
{
    struct gs_comparison comparison;
    enum gs_status status = gs_compare(old, new, threshold, &comparison, error);
    if (status != GS_OK)
        return status;
    gs_comparison_print(&comparison, a->operands[0], a->operands[1], stdout);
    status = gs_comparison_status(&comparison, error);
    gs_comparison_release(&comparison);
    return status;
}

static enum gs_status compare(const struct arguments *a, struct gs_error *error)
{
    double threshold = GS_COMPARE_THRESHOLD;
    struct gs_results old, new;
    if (a->operand_count != 2)
        return gs_fail(error, GS_USAGE,
                       "compare: name two result files, as in: gridstride compare old/lesson3.json "
                       "new/lesson3.json");
    enum gs_status status =
        a->threshold != NULL ? gs_threshold_parse(a->threshold, &threshold, error) : GS_OK;
    if (status == GS_OK)
        status = gs_results_load(a->operands[0], &old, error);
    if (status != GS_OK)
        return status;
    status = gs_results_load(a->operands[1], &new, error);
    if (status == GS_OK) {
        status = compare_results(&old, &new, threshold, a, error);
        gs_results_release(&new);
    }
    gs_results_release(&old);
    return status;
}

/* ---- info ------------------------------------------------------------------------------------ */

static void print_device(const struct gs_device_facts *facts)
{
    printf("device:    %s\n", facts->name);
    printf("           compute capability %d.%d, %d multiprocessors, %.1f GiB, L2 %.1f MiB\n",
           facts->compute_major, facts->compute_minor, facts->multiprocessors,
           (double)facts->memory_bytes * 0x1p-30, (double)facts->l2_bytes * 0x1p-20);
    printf("           driver %d.%d, CUDA runtime %d.%d\n", facts->driver_version / 1000,
           facts->driver_version % 1000 / 10, facts->runtime_version / 1000,
           facts->runtime_version % 1000 / 10);
}

static enum gs_status info(const struct arguments *a, struct gs_error *error)
{
    enum gs_status status = check_device(a->device, error);
    if (status != GS_OK)
        return status;
    printf("gridstride " GS_VERSION " (" GS_COMMIT ")\n");
    printf("built by:  " GS_COMPILER ", flags: " GS_FLAGS "\n");
    printf("timing by: %s\n", gs_bench_library());
    printf("host:      %s, %d threads\n", gs_cpu_name(), gs_cpu_threads());
    const char *reason = getenv("GRIDSTRIDE_DEVICE_REASON");
    if (reason != NULL)
        printf("chosen:    %s\n", reason);
    struct gs_device *device;
    status = gs_device_open(&device, error);
    if (status != GS_OK)
        return status;
    print_device(gs_device_facts(device));
    gs_device_close(device);
    return GS_OK;
}

/* ---- all together ---------------------------------------------------------------------------- */

struct command {
    const char *name;
    enum gs_status (*run)(const struct arguments *, struct gs_error *);
    bool takes_operands;
};

static const struct command commands[] = {
    {"list", list, false},      {"run", run, true},     {"verify", verify, true},
    {"table", table, true},     {"merge", merge, true}, {"plot", plot, true},
    {"compare", compare, true}, {"info", info, false},
};

static enum gs_status command(const struct arguments *a, struct gs_error *error)
{
    if (a->help) {
        fputs(help, stdout);
        return GS_OK;
    }
    if (a->version) {
        printf("gridstride " GS_VERSION " (" GS_COMMIT ")\n");
        return GS_OK;
    }
    if (a->command == NULL)
        return gs_fail(error, GS_USAGE, "name a command; see gridstride --help");
    const char *names[GS_COUNT(commands)];
    for (size_t i = 0; i < GS_COUNT(commands); i++) {
        names[i] = commands[i].name;
        if (strcmp(a->command, names[i]) != 0)
            continue;
        if (a->operand_count > 0 && !commands[i].takes_operands)
            return gs_fail(error, GS_USAGE, "%s: \"%s\" is too many; it takes no operands",
                           a->command, a->operands[0]);
        return commands[i].run(a, error);
    }
    return gs_unknown(error, "command", a->command, names, GS_COUNT(commands));
}

int gs_cli_main(int argc, char **argv)
{
    struct arguments arguments = {.command_line = join(argc, argv)};
    struct gs_error error = {0};
    enum gs_status status = arguments.command_line == NULL
                                ? gs_fail(&error, GS_USAGE, "out of memory")
                                : read_arguments(argc, argv, &arguments, &error);
    if (status == GS_OK)
        status = command(&arguments, &error);
    free(arguments.command_line);
    free(arguments.operands);
    if (status == GS_OK && fflush(stdout) != 0)
        status = gs_fail(&error, GS_USAGE, "cannot write to standard output");
    if (status != GS_OK)
        fprintf(stderr, "gridstride: %s\n", error.text);
    return (int)status;
}
