/* The commands that need the lessons, or the device. */
#include "cli_commands.h"

#include "cpu.h"
#include "device.h"
#include "dtype.h"
#include "gbench_shim.h"
#include "merge.h"
#include "peers.h"
#include "processor.h"
#include "registry.h"
#include "suggest.h"
#include "run.h"
#include "version.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

enum gs_status gs_command_list(const struct gs_arguments *a, struct gs_error *error)
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
    bool decimal = strspn(text, "0123456789.e+-") == strlen(text);
    if (decimal && end != text && *end == '\0' && *out > 0 && *out <= 1e6)
        return GS_OK;
    return gs_fail(error, GS_USAGE, "--time-limit: \"%s\" is no number of seconds up to a million",
                   text);
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
        return gs_fail(error, GS_USAGE,
                       "--shard: \"%s\" is no part of a whole; write 2/8 for the second of eight",
                       text);
    *shard = (unsigned)part;
    *shards = (unsigned)parts;
    return GS_OK;
}

/* What the three commands have in common. */
enum purpose { RUN, VERIFY, PEERS };

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

/* Runs the lesson with other libraries beside its variants. */
static enum gs_status run_with_peers(const struct gs_arguments *a,
                                     const struct gs_run_options *options, struct gs_error *error)
{
    struct gs_run_options with_peers = *options;
    struct gs_lesson joined;
    enum gs_status status =
        gs_peers_join(options->selection.lesson, a->variant != NULL, &joined, error);
    if (status != GS_OK)
        return status;
    with_peers.selection.lesson = &joined;
    if (has_peers(&joined))
        status = gs_run(&with_peers, error);
    else
        status = gs_fail(error, GS_USAGE,
                         "peers: none of the libraries here (%s) does lesson %u on this device; "
                         "gridstride run %u has its variants alone",
                         gs_peers_versions(), joined.number, joined.number);
    gs_peers_release(&joined);
    return status;
}

static enum gs_status run_or_verify(const struct gs_arguments *a, enum purpose purpose,
                                    struct gs_error *error)
{
    struct gs_run_options options = {
        .selection = {.workload = a->workload,
                      .variants = a->variant,
                      .dtypes = a->dtype,
                      .sizes = a->sizes,
                      .grids = a->grids,
                      .blocks = a->blocks,
                      .edges = purpose == VERIFY,
                      .peers = purpose == PEERS},
        .out = a->out,
        .seed = 1,
        .quiet = a->quiet,
        .json = a->json,
        .resume = a->resume,
        .verify_only = purpose == VERIFY,
        .peers = purpose == PEERS,
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
    if (status != GS_OK)
        return status;
    return purpose == PEERS ? run_with_peers(a, &options, error) : gs_run(&options, error);
}

enum gs_status gs_command_run(const struct gs_arguments *a, struct gs_error *error)
{
    return run_or_verify(a, RUN, error);
}

enum gs_status gs_command_verify(const struct gs_arguments *a, struct gs_error *error)
{
    return run_or_verify(a, VERIFY, error);
}

enum gs_status gs_command_peers(const struct gs_arguments *a, struct gs_error *error)
{
    if (gs_peer_count() == 0 && gs_peers_missing()[0] != '\0')
        return gs_fail(error, GS_USAGE, "peers: there is no other library here; %s",
                       gs_peers_missing());
    if (gs_peer_count() == 0)
        return gs_fail(error, GS_USAGE,
                       "peers: this program has no other library in it; start it as gridstride "
                       "peers, which needs python3");
    return run_or_verify(a, PEERS, error);
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

enum gs_status gs_command_info(const struct gs_arguments *a, struct gs_error *error)
{
    enum gs_status status = check_device(a->device, error);
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
    status = gs_device_open(&device, error);
    if (status != GS_OK)
        return status;
    print_device(gs_device_facts(device));
    gs_device_close(device);
    return GS_OK;
}
