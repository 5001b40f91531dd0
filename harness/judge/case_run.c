#include "case_run.h"

#include "case_compare.h"
#include "case_memory.h"
#include "printed.h"
#include "random.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* What a case may take. A right answer takes less than a second of the processor, or some where its
 * threads take a lock in turns; on a busy machine that is many on the clock, which only ends what
 * waits. */
static const struct gs_limits on_simulator = {.wall_s = 240,
                                              .cpu_s = 40,
                                              .memory_bytes = (size_t)1 << 30,
                                              .file_bytes = (size_t)16 << 20,
                                              .processes = 64};
/* Where another case has failed, this one only tells more of the same. */
enum { KNOWN_WRONG_CPU_S = 4 };

/* The driver maps all of the device's memory, and starts threads of its own. */
static const struct gs_limits on_gpu = {.wall_s = 60,
                                        .cpu_s = 60,
                                        .memory_bytes = (size_t)16 << 30,
                                        .file_bytes = (size_t)16 << 20,
                                        .processes = 256};

enum { BLOCK_TIMEOUT_S = 3 };

struct gs_shape_name gs_shape_name(const struct gs_exercise *exercise, const struct gs_shape *shape)
{
    struct gs_shape_name name;
    int length = snprintf(name.text, sizeof name.text, "%s = %zu", exercise->n_name, shape->n);
    if (exercise->m_name != NULL)
        snprintf(name.text + length, sizeof name.text - (size_t)length, ", %s = %zu",
                 exercise->m_name, shape->m);
    return name;
}

/* ---- what comes back ------------------------------------------------------------------------- */

/* As JSON in memory it takes fifty times as much. Those of right answers have some 10 KiB. */
static json_t *read_report(int fd, bool *too_long)
{
    enum { MOST_REPORT = 2 << 20 };
    struct stat facts;
    *too_long = fstat(fd, &facts) == 0 && facts.st_size > MOST_REPORT;
    FILE *in = !*too_long && lseek(fd, 0, SEEK_SET) == 0 ? fdopen(dup(fd), "r") : NULL;
    json_t *report = in != NULL ? json_loadf(in, 0, NULL) : NULL;
    if (in != NULL)
        fclose(in);
    return report;
}

static void make_printable(char *text, size_t size)
{
    text[size - 1] = '\0';
    for (char *p = text; *p != '\0'; p++) {
        if (*p < 0x20 || *p >= 0x7f)
            *p = '?';
    }
}

static void read_answer(const struct gs_memory *memory, struct gs_answer_file *answer)
{
    *answer = *memory->answer;
    make_printable(answer->cuda_name, sizeof answer->cuda_name);
    make_printable(answer->cuda_text, sizeof answer->cuda_text);
    make_printable(answer->device, sizeof answer->device);
    make_printable(answer->assertion, sizeof answer->assertion);
    make_printable(answer->assertion_file, sizeof answer->assertion_file);
    if (answer->sample_count > GS_MOST_SAMPLES)
        answer->sample_count = 0;
}

/* ---- the process ----------------------------------------------------------------------------- */

/* Beside those of gs_memory, of one case; all in memory. */
struct files {
    int report, printed, source; /* -1: not open */
};

static void close_file(int fd)
{
    if (fd >= 0)
        close(fd);
}

/*
 * What is said of a finding depends on the lines around it, and in a sandbox, or built by an
 * earlier check, the program does not find its source where it was compiled. -1: no memory.
 */
static int source_file(const char *source)
{
    int fd = memfd_create("source", MFD_CLOEXEC);
    size_t length = source != NULL ? strlen(source) : 0, done = 0;
    while (fd >= 0 && done < length) {
        ssize_t written = write(fd, source + done, length - done);
        if (written <= 0) {
            close(fd);
            return -1;
        }
        done += (size_t)written;
    }
    return fd;
}

static enum gs_status run_process(const struct gs_case_run *run, const struct gs_memory *memory,
                                  const struct files *files, struct gs_case_outcome *outcome,
                                  struct gs_error *error)
{
    /* Of the schedule: from it nobody can tell the seed of the values. */
    char seed[48], timeout[32], *argv[] = {(char *)run->program, NULL};
    const char *readable[] = {run->program, NULL};
    snprintf(seed, sizeof seed, "SIMT_SEED=%u", (unsigned)(gs_random_bits(run->seed, 6, 0) >> 33));
    snprintf(timeout, sizeof timeout, "SIMT_TIMEOUT=%d", BLOCK_TIMEOUT_S);
    char *environment[] = {"PATH=/usr/bin:/bin",
                           "LANG=C.UTF-8",
                           "SIMT_INSPECT_JSON=/proc/self/fd/5",
                           "SIMT_INSPECT_FORMAT=none",
                           "SIMT_INSPECT_SOURCE=/proc/self/fd/6",
                           "SIMT_MEMORY=512M",
                           "OMP_NUM_THREADS=1",
                           seed,
                           timeout,
                           NULL};
    struct gs_limits limits = run->cuda ? on_gpu : on_simulator;
    if (run->is_known_wrong && !run->cuda)
        limits.cpu_s = KNOWN_WRONG_CPU_S;
    const int descriptors[] = {memory->case_fd, memory->answer_fd, files->report, files->source};
    const struct gs_confined confined = {.sandbox = run->sandbox,
                                         .argv = argv,
                                         .environment = environment,
                                         .readable = readable,
                                         .descriptors = descriptors,
                                         .descriptor_count = 4,
                                         .output = files->printed,
                                         .limits = limits};
    return gs_confined_run(&confined, &outcome->process, error);
}

static void compare(const struct gs_case_run *run, struct gs_case_outcome *outcome)
{
    outcome->compared = outcome->process.ending == GS_ENDED &&
                        outcome->answer.stage == GS_STAGE_DONE && outcome->answer.cuda_error == 0 &&
                        outcome->answer.gone == 0;
    outcome->right = outcome->compared;
    for (unsigned round = 0; outcome->right && round < run->rounds; round++) {
        outcome->round = round;
        outcome->right =
            gs_case_compare(run->exercise, run->shape, outcome->memory, round, &outcome->wrong);
        outcome->wrong.report = outcome->report;
    }
}

static enum gs_status run_case(const struct gs_case_run *run, const struct files *files,
                               struct gs_case_outcome *outcome, struct gs_error *error)
{
    const struct gs_case_calls calls = {.rounds = run->rounds,
                                        .samples = run->samples,
                                        .times_bus = run->times_bus,
                                        .stands_in = run->stands_in};
    enum gs_status status =
        gs_memory_make(run->exercise, run->shape, run->seed, &calls, outcome->memory, error);
    if (status == GS_OK)
        status = run_process(run, outcome->memory, files, outcome, error);
    if (status != GS_OK)
        return status;
    outcome->report = read_report(files->report, &outcome->report_too_long);
    outcome->printed = gs_printed_read(files->printed);
    read_answer(outcome->memory, &outcome->answer);
    compare(run, outcome);
    return GS_OK;
}

enum gs_status gs_run_case(const struct gs_case_run *run, struct gs_case_outcome *outcome,
                           struct gs_error *error)
{
    *outcome = (struct gs_case_outcome){.memory = malloc(sizeof *outcome->memory)};
    if (outcome->memory == NULL)
        return gs_out_of_memory(error);
    *outcome->memory = (struct gs_memory){.case_fd = -1, .answer_fd = -1};
    struct files files = {.report = memfd_create("report", MFD_CLOEXEC),
                          .printed = memfd_create("printed", MFD_CLOEXEC),
                          .source = source_file(run->source)};
    enum gs_status status = GS_OK;
    if (files.report < 0 || files.printed < 0 || files.source < 0)
        status = gs_fail(error, GS_FAILED, "no memory for a case: %s", strerror(errno));
    else
        status = run_case(run, &files, outcome, error);
    close_file(files.report);
    close_file(files.printed);
    close_file(files.source);
    if (status != GS_OK)
        gs_case_outcome_release(outcome);
    return status;
}

void gs_case_outcome_release(struct gs_case_outcome *outcome)
{
    if (outcome->memory != NULL)
        gs_memory_release(outcome->memory);
    free(outcome->memory);
    json_decref(outcome->printed);
    json_decref(outcome->report);
    *outcome = (struct gs_case_outcome){0};
}
