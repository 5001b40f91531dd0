#include "case_run.h"

#include "case_compare.h"
#include "case_process.h"
#include "known_mistake.h"
#include "occupancy.h"
#include "printed.h"
#include "reference.h"
#include "samples.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

double gs_answer_median_us(const struct gs_answer_file *answer)
{
    double us[GS_MOST_TIMED_CALLS];
    for (size_t i = 0; i < answer->sample_count; i++)
        us[i] = (double)answer->sample_us[i];
    return gs_median(us, answer->sample_count);
}

/* ---- what comes back ------------------------------------------------------------------------- */

json_t *gs_case_report(int fd, bool *too_long)
{
    /* As JSON in memory it takes fifty times as much. Those of right answers have some 10 KiB. */
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
    if (answer->sample_count > GS_MOST_TIMED_CALLS)
        answer->sample_count = 0;
}

/* NULL: it is newer than what is known. */
static const struct gs_multiprocessor *gpu_of(const struct gs_answer_file *answer)
{
    char capability[32];
    snprintf(capability, sizeof capability, "%u.%u", (unsigned)answer->capability_major,
             (unsigned)answer->capability_minor);
    return gs_multiprocessor_find(capability);
}

/* ---- the answer --------------------------------------------------------------------------- */

static bool is_complete(const struct gs_case_outcome *outcome)
{
    return outcome->process.ending == GS_ENDED && outcome->answer.stage == GS_STAGE_DONE &&
           outcome->answer.cuda_error == 0 && outcome->answer.gone == 0;
}

bool gs_case_is_of_runner(const struct gs_case_outcome *outcome)
{
    return outcome->process.ending == GS_ENDED && outcome->process.status == GS_EXIT_RUNNER &&
           outcome->answer.stage != GS_STAGE_CALLED && outcome->answer.stage != GS_STAGE_DONE;
}

static void compare(const struct gs_case_run *run, struct gs_case_outcome *outcome)
{
    outcome->right = outcome->compared;
    for (unsigned round = 0; outcome->right && round < run->rounds; round++) {
        const bool is_last = round + 1 == run->rounds; /* of which the report tells */
        outcome->round = round;
        outcome->right = gs_case_compare(run->exercise, run->shape, outcome->memory, round,
                                         is_last ? outcome->report : NULL, &outcome->wrong);
        outcome->wrong.report = outcome->report;
    }
}

static enum gs_status run_case(const struct gs_case_run *run, const struct gs_case_files *files,
                               struct gs_case_outcome *outcome, struct gs_error *error)
{
    const struct gs_case_calls calls = {.rounds = run->rounds,
                                        .samples = run->samples,
                                        .times_bus = run->times_bus,
                                        .stands_in = run->stands_in,
                                        .left_out = run->left_out,
                                        .left_out_number = run->left_out_number,
                                        .other_arrays = run->other_arrays};
    enum gs_status status =
        gs_memory_make(run->exercise, run->shape, run->seed, &calls, outcome->memory, error);
    if (status == GS_OK)
        status = gs_case_process(run, outcome->memory, files, &outcome->process, error);
    if (status != GS_OK)
        return status;
    outcome->report = gs_case_report(files->report, &outcome->report_too_long);
    outcome->printed = gs_printed_read(files->printed);
    read_answer(outcome->memory, &outcome->answer);
    if (run->cuda)
        outcome->memory->device = gpu_of(&outcome->answer);
    outcome->compared = is_complete(outcome);
    if (outcome->compared && run->reference != NULL)
        status = gs_reference_answer(run, outcome->memory, error);
    if (status == GS_OK)
        compare(run, outcome);
    if (status == GS_OK && run->known != NULL && outcome->compared && !outcome->right &&
        json_array_size(json_object_get(outcome->report, "findings")) == 0) {
        status = gs_known_mistake_find(run->known, run, outcome->memory, &outcome->known, error);
        compare(run, outcome); /* what is wrong of it points to what was compared last */
    }
    return status;
}

enum gs_status gs_run_case(const struct gs_case_run *run, struct gs_case_outcome *outcome,
                           struct gs_error *error)
{
    *outcome = (struct gs_case_outcome){.memory = malloc(sizeof *outcome->memory)};
    if (outcome->memory == NULL)
        return gs_out_of_memory(error);
    *outcome->memory = (struct gs_memory){.case_fd = -1, .answer_fd = -1};
    struct gs_case_files files;
    enum gs_status status = gs_case_files_open(run->source, &files, error);
    if (status == GS_OK)
        status = run_case(run, &files, outcome, error);
    gs_case_files_close(&files);
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
