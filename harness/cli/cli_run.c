/* The commands that use the device: run, verify, peers, info. */
#include "cli_commands.h"
#include "cli_run_options.h"

#include "bring.h"
#include "compare_run.h"
#include "cpu.h"
#include "device.h"
#include "gbench_shim.h"
#include "install_paths.h"
#include "merge.h"
#include "peers.h"
#include "predict_points.h"
#include "processor.h"
#include "registry.h"
#include "run.h"
#include "show_run.h"
#include "version.h"

#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- run ------------------------------------------------------------------------------------- */

/* The front program chose the device; one that was started by itself can be another's. */
static enum gs_status check_device(const char *name, struct gs_error *error)
{
    if (name == NULL || strcmp(name, "auto") == 0 || strcmp(name, gs_device_program) == 0)
        return GS_OK;
    return gs_fail(error, GS_USAGE,
                   "--device %s: this is the program for --device %s; start it as gridstride", name,
                   gs_device_program);
}

/* "2/8": the second of eight parts. */
static enum gs_status read_shard(const char *text, unsigned *shard, unsigned *shards,
                                 struct gs_error *error)
{
    unsigned long part, parts;
    char *end;
    part = strtoul(text, &end, 10);
    bool good = isdigit((unsigned char)text[0]) && end[0] == '/' && isdigit((unsigned char)end[1]);
    parts = good ? strtoul(end + 1, &end, 10) : 0;
    if (!good || *end != '\0' || part < 1 || part > parts || parts > GS_MOST_SHARDS)
        return gs_fail(
            error, GS_USAGE,
            "--shard: \"%.200s\" is no part of a whole; write 2/8 for the second of eight", text);
    *shard = (unsigned)part;
    *shards = (unsigned)parts;
    return GS_OK;
}

static bool has_peers(const struct gs_lesson *lesson)
{
    for (size_t w = 0; w < lesson->workload_count; w++) {
        const struct gs_workload *workload = &lesson->workloads[w];
        for (size_t i = 0; i < workload->variant_count; i++) {
            if (workload->variants[i].traits & GS_PEER)
                return true;
        }
    }
    return false;
}

static bool is_of_file(const struct gs_lesson *lesson)
{
    return lesson != NULL && lesson->source != NULL;
}

/* "saxpy.peers.py" beside "saxpy.cu", peers.py in a folder: how other libraries do it; "" for a
 * lesson. */
static enum gs_status find_peers_of_file(const struct gs_lesson *lesson, char *path, size_t size,
                                         struct gs_error *error)
{
    path[0] = '\0';
    if (!is_of_file(lesson))
        return GS_OK;
    size_t length = strlen(lesson->source);
    bool is_cu = length > 3 && strcmp(lesson->source + length - 3, ".cu") == 0;
    if (gs_bring_is_folder(lesson->source))
        snprintf(path, size, "%s/peers.py", lesson->source);
    else
        snprintf(path, size, "%.*s.peers.py", (int)(is_cu ? length - 3 : length), lesson->source);
    if (access(path, R_OK) == 0)
        return GS_OK;
    return gs_fail(error, GS_USAGE,
                   "peers: cannot read %.300s: %s; it says how other libraries do what %.200s does",
                   path, strerror(errno), lesson->source);
}

/* Their names, with commas between them. */
static void list_workloads(const struct gs_lesson *lesson, char *names, size_t size)
{
    for (size_t i = 0, used = 0; i < lesson->workload_count && used < size; i++)
        used += (size_t)snprintf(names + used, size - used, "%s%s", i > 0 ? "," : "",
                                 lesson->workloads[i].name);
}

/*
 * Goes on as a library in python3, which has the other libraries: the script, the library, for a
 * kernel file or a folder what names its peers and its workloads, and then the words of this
 * program. Returns only where that cannot be.
 */
static enum gs_status become_host(const struct gs_command_line *line,
                                  const struct gs_lesson *lesson, struct gs_error *error)
{
    char relative[64], library[4096], script[4096], name[] = "python3", peers[4096];
    char names[4096] = "";
    enum gs_status status = find_peers_of_file(lesson, peers, sizeof peers, error);
    if (status != GS_OK)
        return status;
    if (is_of_file(lesson))
        list_workloads(lesson, names, sizeof names);
    size_t count = 1;
    while (line->words[count] != NULL)
        count++;
    char **words = calloc(count + 5, sizeof *words);
    snprintf(relative, sizeof relative, "../lib/gridstride/libgridstride-%s.so", gs_device_program);
    if (words == NULL || !gs_path_beside_program(relative, library, sizeof library) ||
        !gs_path_of_shared("peers/host.py", script, sizeof script)) {
        free(words);
        return gs_out_of_memory(error);
    }
    if (access(library, F_OK) != 0) {
        status = gs_path_missing(library, "peers", error);
    } else {
        words[0] = name;
        words[1] = script;
        words[2] = library;
        words[3] = peers;
        words[4] = names;
        memcpy(&words[5], &line->words[1], (count - 1) * sizeof *words);
        execvp(name, words);
        status = gs_fail(error, GS_USAGE,
                         "peers: cannot start python3: %s; on Debian and Ubuntu: %sapt-get install "
                         "python3-numpy",
                         errno == ENOENT ? "it is not installed" : strerror(errno),
                         geteuid() == 0 ? "" : "sudo ");
    }
    free(words);
    return status;
}

/* Whether these options have a plan; names of variants are those of the libraries too. */
static enum gs_status check_plan(const struct gs_run_options *options, struct gs_error *error)
{
    struct gs_selection selection = options->selection;
    struct gs_plan plan;
    selection.variants = NULL;
    enum gs_status status = gs_plan_make(&selection, &plan, error);
    if (status == GS_OK)
        gs_plan_release(&plan);
    return status;
}

/* That no library is to run beside these variants: nothing of it is wrong, unless it is our own
 * file that cannot be read. */
static enum gs_status say_no_peers(const struct gs_lesson *lesson, struct gs_error *error)
{
    if (is_of_file(lesson))
        return gs_fail(error, GS_ALL_SKIPPED,
                       "peers: none of the libraries here (%s) does %.200s on this device; "
                       "%s run %.200s has its variants alone",
                       gs_peers_versions(), lesson->source, gs_called(), lesson->source);
    if (gs_peers_unread(lesson))
        return gs_fail(error, GS_USAGE,
                       "peers: the peers.py of lesson %u cannot be read, as said above; %s run %u "
                       "has its variants alone",
                       lesson->number, gs_called(), lesson->number);
    return gs_fail(error, GS_ALL_SKIPPED,
                   "peers: none of the libraries here (%s) does lesson %u on this device; "
                   "%s run %u has its variants alone",
                   gs_peers_versions(), lesson->number, gs_called(), lesson->number);
}

/* Runs the lesson with other libraries beside its variants. */
static enum gs_status run_with_peers(const struct gs_run_options *options, struct gs_error *error)
{
    struct gs_run_options with_peers = *options;
    struct gs_lesson joined;
    const struct gs_lesson *lesson = options->selection.lesson;
    bool all = options->selection.variants != NULL || is_of_file(lesson);
    enum gs_status status = gs_peers_join(lesson, all, &joined, error);
    if (status != GS_OK)
        return status;
    with_peers.selection.lesson = &joined;
    status = has_peers(&joined) ? gs_run(&with_peers, error) : say_no_peers(&joined, error);
    gs_peers_release(&joined);
    return status;
}

/* The words of the command line, for the record: without the folder, which is no part of what was
 * measured, and may name what is nobody else's business. The caller frees it. */
static char *words_for_record(const struct gs_command_line *line)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    fputs("gridstride", out);
    struct gs_word word;
    int from = 1;
    for (int i = 1; gs_word_next(line->syntax, line->words, &i, &word); from = i) {
        bool folder = word.option != NULL && strcmp(word.option->name, "--out") == 0;
        for (; !folder && from < i; from++)
            fprintf(out, " %s", line->words[from]);
    }
    return fclose(out) == 0 ? text : NULL;
}

/* A lesson that was compiled in, a kernel file or a folder. */
static enum gs_status find_lesson(const char *name, struct gs_brought *brought,
                                  const struct gs_lesson **out, struct gs_error *error)
{
    bool cuda = strcmp(gs_device_program, "cuda") == 0;
    if (!gs_bring_is_path(name))
        return gs_lesson_find(name, out, error);
    *out = &brought->lesson;
    return gs_bring(name, cuda ? GS_BRING_CUDA : GS_BRING_SIMULATOR, brought, error);
}

/* Which lesson, which part of its plan, on which device. */
static enum gs_status read_arguments(const struct gs_command_line *line,
                                     const struct gs_run_arguments *a,
                                     struct gs_run_options *options, struct gs_brought *brought,
                                     struct gs_error *error)
{
    const char *lesson = a->lesson != NULL ? a->lesson : line->operands[0], *name;
    name = line->syntax->name;
    if (lesson == NULL)
        return gs_fail(error, GS_USAGE, "%s: name a lesson, as in: %s %s 3", name, gs_called(),
                       name);
    if (a->lesson != NULL && line->operand_count > 0)
        return gs_fail(error, GS_USAGE, "%s: \"%.200s\" is too many; --lesson names the lesson",
                       name, line->operands[0]);
    enum gs_status status = check_device(a->device, error);
    if (status == GS_OK && a->shard != NULL)
        status = read_shard(a->shard, &options->shard, &options->shards, error);
    return status == GS_OK ? find_lesson(lesson, brought, &options->selection.lesson, error)
                           : status;
}

/* The simulator's: which updates a race loses there is drawn from it. */
static void seed_simulator(uint64_t seed)
{
    char text[16];
    snprintf(text, sizeof text, "%u", (unsigned)(seed ^ seed >> 32));
    setenv("SIMT_SEED", text, 1);
}

/* Makes sure that there are other libraries: this program has none, and starts again in python3. */
static enum gs_status find_peers(const struct gs_command_line *line,
                                 const struct gs_run_options *options, struct gs_error *error)
{
    if (gs_peer_count() > 0)
        return GS_OK;
    const char *missing = gs_peers_missing();
    if (missing != NULL)
        return gs_fail(error, GS_USAGE, "peers: python3 has no library to run beside ours%s%s",
                       missing[0] != '\0' ? "; " : "", missing);
    enum gs_status status = check_plan(options, error);
    return status == GS_OK ? become_host(line, options->selection.lesson, error) : status;
}

/* Where the command compare starts this run, as one of those that take the samples of each row. */
static void read_turn(struct gs_run_options *options)
{
    const char *text = getenv(GS_ONE_OF_PROCESSES);
    unsigned one, one_of;
    if (text != NULL && sscanf(text, "%3u/%3u", &one, &one_of) == 2 && one >= 1 && one <= one_of) {
        options->one = one;
        options->one_of = one_of;
    }
}

/* run, verify and peers. */
enum gs_status gs_command_run(const struct gs_command_line *line, const void *values,
                              struct gs_error *error)
{
    const struct gs_run_arguments *a = values;
    bool verify = line->syntax == &gs_verify_syntax, peers = line->syntax == &gs_peers_syntax;
    struct gs_run_options options = {
        .selection = {.workload = a->workloads,
                      .variants = a->variants,
                      .dtypes = a->dtypes,
                      .sizes = a->sizes,
                      .grids = a->grids,
                      .blocks = a->blocks,
                      .edges = verify,
                      .peers = peers},
        .out = a->out,
        .seed = a->seed.text != NULL ? a->seed.value : 1,
        .time_limit_s = a->time_limit_s,
        .processes = (unsigned)a->processes.value,
        .quiet = a->quiet,
        .json = a->json,
        .resume = a->resume,
        .verify_only = verify,
        .peers = peers,
        .device_reason = getenv("GRIDSTRIDE_DEVICE_REASON"),
        .show = gs_show_run,
        .predict = gs_predict_run,
    };
    struct gs_brought brought = {.slug = ""};
    enum gs_status status = GS_OK;
    read_turn(&options);
    if (verify && a->processes.text != NULL)
        status =
            gs_fail(error, GS_USAGE, "verify: --processes is for times, and verify takes none");
    if (status == GS_OK)
        status = read_arguments(line, a, &options, &brought, error);
    if (status == GS_OK && peers)
        status = find_peers(line, &options, error);
    if (status == GS_OK && a->seed.text != NULL)
        seed_simulator(options.seed);
    char *words = status == GS_OK ? words_for_record(line) : NULL;
    options.command_line = words;
    if (status == GS_OK && words == NULL)
        status = gs_out_of_memory(error);
    if (status == GS_OK)
        status = peers ? run_with_peers(&options, error) : gs_run(&options, error);
    free(words);
    gs_bring_release(&brought);
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

enum gs_status gs_command_info(const struct gs_command_line *line, const void *options,
                               struct gs_error *error)
{
    (void)line;
    const struct gs_info_arguments *a = options;
    enum gs_status status = check_device(a->device, error);
    if (status == GS_OK)
        status = gs_device_check_environment(error);
    if (status != GS_OK)
        return status;
    printf("gridstride " GS_VERSION " (" GS_COMMIT ")\n");
    printf("built by:  " GS_COMPILER ", flags: " GS_FLAGS "\n");
    printf("timing by: %s\n", gs_benchmark_library());
    printf("host:      %s, %d threads\n", gs_cpu_name(), gs_cpu_threads());
    const char *reason = getenv("GRIDSTRIDE_DEVICE_REASON");
    if (reason != NULL)
        printf("chosen:    %s\n", reason);
    struct gs_device *device;
    status = gs_device_open(1, &device, error);
    if (status != GS_OK)
        return status;
    print_device(gs_device_facts(device));
    gs_device_close(device);
    return GS_OK;
}
