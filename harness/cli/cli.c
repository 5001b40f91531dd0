#include "cli.h"

#include "cli_commands.h"
#include "lesson.h"
#include "registry.h"
#include "suggest.h"
#include "version.h"

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
    "  peers LESSON         run a lesson beside other libraries (CUB, Thrust, cuBLAS; CuPy, "
    "PyTorch,\n"
    "                       Numba, NumPy where python3 has them); takes the options of run\n"
    "  inspect TARGET       see every memory access of a lesson, a .cu file or a program: what is\n"
    "                       wrong, and what each line costs; see gridstride inspect --help\n"
    "  check [EXERCISE]     check what you wrote for an exercise (3.1) or a lesson's exercises "
    "(3),\n"
    "                       and explain what is wrong; see gridstride check --help\n"
    "  grade SUBMISSIONS    marks for a whole class; see gridstride grade --help\n"
    "  table FILE...        print the tables of recorded results (lessonN.json), or of what an\n"
    "                       unfinished run has so far (lessonN.unfinished.jsonl)\n"
    "  goals FILE...        hold what gridstride peers recorded (peersN.json) against what is\n"
    "                       promised of each lesson's variants; exit status 1 where one falls "
    "short\n"
    "  merge FILE...        join what run --shard wrote into the result of one run\n"
    "  plot [FILE...]       draw the plots of recorded results; without FILE, of all under --out\n"
    "  report [FILE...]     write all results on one page, report.html under --out; without FILE, "
    "of\n"
    "                       all under --out and all that are recorded\n"
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
    "ends with 1 where a row turned wrong, or is slower by more than the threshold; a slower row\n"
    "of another device or CPU is shown and is no failure.\n";

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

/* Options, commands and operands, in any order. */
static enum gs_status read_words(const struct option *options, size_t count, int argc, char **argv,
                                 struct gs_arguments *a, struct gs_error *error)
{
    for (int i = 1; i < argc; i++) {
        bool inspects = a->command != NULL && strcmp(a->command, "inspect") == 0;
        if (strcmp(argv[i], "--") == 0 && inspects) { /* the rest is a program's */
            a->rest = argv + i + 1;
            a->rest_count = (size_t)(argc - i - 1);
            return GS_OK;
        }
        if (strncmp(argv[i], "--", 2) == 0) {
            enum gs_status status = read_option(options, count, argv, &i, error);
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

static enum gs_status read_arguments(int argc, char **argv, struct gs_arguments *a,
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
    const struct option of_inspect[] = {
        {"--workload", &a->workload, NULL},   {"--variant", &a->variant, NULL},
        {"--dtype", &a->dtype, NULL},         {"--n", &a->n, NULL},
        {"--block", &a->block, NULL},         {"--seed", &a->seed, NULL},
        {"--seeds", &a->seeds, NULL},         {"--timeout", &a->timeout, NULL},
        {"--json", &a->json_file, NULL},      {"--draw", NULL, &a->draw},
        {"--no-margin", NULL, &a->no_margin}, {"--help", NULL, &a->help},
    };
    const struct option of_check[] = {
        {"--hint", NULL, &a->hint},     {"--watch", NULL, &a->watch},
        {"--reset", NULL, &a->reset},   {"--solution", NULL, &a->solution},
        {"--seed", &a->seed, NULL},     {"--json", NULL, &a->json},
        {"--device", &a->device, NULL}, {"--help", NULL, &a->help},
    };
    const struct option of_grade[] = {
        {"--out", &a->out, NULL},     {"--exercises", &a->exercises, NULL},
        {"--seed", &a->seed, NULL},   {"--jobs", &a->jobs, NULL},
        {"--quiet", NULL, &a->quiet}, {"--help", NULL, &a->help},
    };
    a->operands = calloc((size_t)argc + 1, sizeof *a->operands);
    if (a->operands == NULL)
        return gs_fail(error, GS_USAGE, "out of memory");
    if (argc > 1 && strcmp(argv[1], "inspect") == 0)
        return read_words(of_inspect, GS_COUNT(of_inspect), argc, argv, a, error);
    if (argc > 1 && strcmp(argv[1], "check") == 0)
        return read_words(of_check, GS_COUNT(of_check), argc, argv, a, error);
    if (argc > 1 && strcmp(argv[1], "grade") == 0)
        return read_words(of_grade, GS_COUNT(of_grade), argc, argv, a, error);
    return read_words(options, GS_COUNT(options), argc, argv, a, error);
}

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

struct command {
    const char *name;
    gs_command_fn *run;
    bool takes_operands;
};

static const struct command commands[] = {
    {"list", gs_command_list, false},      {"run", gs_command_run, true},
    {"verify", gs_command_verify, true},   {"peers", gs_command_peers, true},
    {"goals", gs_command_goals, true},     {"table", gs_command_table, true},
    {"merge", gs_command_merge, true},     {"plot", gs_command_plot, true},
    {"compare", gs_command_compare, true}, {"info", gs_command_info, false},
    {"inspect", gs_command_inspect, true}, {"check", gs_command_check, true},
    {"grade", gs_command_grade, true},     {"report", gs_command_report, true},
};

static const char *help_of(const char *name)
{
    if (name != NULL && strcmp(name, "inspect") == 0)
        return gs_inspect_help;
    if (name != NULL && strcmp(name, "check") == 0)
        return gs_check_help;
    if (name != NULL && strcmp(name, "grade") == 0)
        return gs_grade_help;
    return help;
}

static enum gs_status command(const struct gs_arguments *a, struct gs_error *error)
{
    if (a->help) {
        fputs(help_of(a->command), stdout);
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
    struct gs_arguments arguments = {.command_line = join(argc, argv)};
    struct gs_error error = {0};
    enum gs_status status = arguments.command_line == NULL
                                ? gs_fail(&error, GS_USAGE, "out of memory")
                                : read_arguments(argc, argv, &arguments, &error);
    if (status == GS_OK)
        status = command(&arguments, &error);
    free(arguments.command_line);
    free(arguments.operands);
    if (status == GS_OK && (fflush(stdout) != 0 || ferror(stdout)))
        status = gs_fail(&error, GS_USAGE, "cannot write to standard output");
    if (status != GS_OK)
        fprintf(stderr, "gridstride: %s\n", error.text);
    return (int)status;
}
