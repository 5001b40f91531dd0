#include "judge_gpu.h"

#include "case_memory.h"
#include "case_run.h"
#include "marks.h"
#include "numbers.h"
#include "program_cache.h"
#include "reference.h"
#include "samples.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { RUNS = 3, SAMPLES = 31 };

/* Copies reach what memory can do; a little above it is the clock's error, far above it is a cheat:
 * work that was not done. */
static const double most_of_peak = 1.15;

bool gs_judge_is_undone(double needed, double moved)
{
    return needed > most_of_peak * moved;
}

struct timing {
    double us[RUNS]; /* the median of each run */
    double peak_gb_s;
    char device[256];
};

static enum gs_status time_once(const struct gs_judge_options *options, const char *program,
                                const struct gs_reference *reference, int number,
                                struct timing *timing, struct gs_error *error)
{
    const struct gs_case_run run = {.exercise = options->exercise,
                                    .shape = &options->exercise->timed,
                                    .seed = options->seed + (uint64_t)number,
                                    .rounds = 1,
                                    .samples = SAMPLES,
                                    .program = program,
                                    .reference = reference,
                                    .sandbox = options->sandbox,
                                    .cuda = true};
    struct gs_case_outcome outcome;
    enum gs_status status = gs_run_case(&run, &outcome, error);
    if (status != GS_OK)
        return status;
    const struct gs_answer_file *answer = &outcome.answer;
    if (!outcome.right || answer->sample_count == 0) {
        status = gs_fail(error, GS_WRONG, "%s, on the GPU, is not right at the size that is timed",
                         gs_shape_name(options->exercise, run.shape).text);
    } else {
        timing->us[number] = gs_answer_median_us(answer);
        timing->peak_gb_s = fmax(timing->peak_gb_s, (double)answer->peak_gb_s);
        snprintf(timing->device, sizeof timing->device, "%s", answer->device);
    }
    gs_case_outcome_release(&outcome);
    return status;
}

struct gs_duration gs_duration_of(double us)
{
    struct gs_duration duration;
    if (us < 1000)
        snprintf(duration.text, sizeof duration.text, "%s us", gs_decimal(us, 3).text);
    else
        snprintf(duration.text, sizeof duration.text, "%s ms", gs_decimal(us / 1000, 3).text);
    return duration;
}

static json_t *verdict_of(const struct gs_exercise *exercise, const struct timing *yours,
                          const struct timing *reference)
{
    double limit = exercise->timed_ratio;
    double ratio = yours->us[RUNS / 2] / reference->us[RUNS / 2];
    double least = yours->us[0] / reference->us[RUNS - 1];
    double most = yours->us[RUNS - 1] / reference->us[0];
    double bytes = (double)gs_exercise_needed_bytes(exercise, &exercise->timed);
    double movable = yours->us[0] * 1e3 * reference->peak_gb_s;
    char sentence[512];
    enum gs_marks_verdict verdict = GS_MARKS_PASSED;
    if (gs_judge_is_undone(bytes, movable)) {
        verdict = GS_MARKS_FAILED;
        snprintf(sentence, sizeof sentence,
                 "It took %s, in which the memory of this GPU cannot move the %s MB that the "
                 "work needs: some of it was not done.",
                 gs_duration_of(yours->us[0]).text, gs_decimal(bytes * 1e-6, 3).text);
    } else if (ratio <= limit) {
        snprintf(sentence, sizeof sentence, "%s, and the reference %s.",
                 gs_duration_of(yours->us[RUNS / 2]).text,
                 gs_duration_of(reference->us[RUNS / 2]).text);
    } else if (least > limit) {
        verdict = GS_MARKS_FAILED;
        snprintf(sentence, sizeof sentence,
                 "%s, and the reference %s: %.2f times as long, where %.2f times passes. Are there "
                 "enough threads to keep the GPU busy, and does each line cost what it must "
                 "(the command inspect shows it)?",
                 gs_duration_of(yours->us[RUNS / 2]).text,
                 gs_duration_of(reference->us[RUNS / 2]).text, ratio, limit);
    } else {
        verdict = GS_MARKS_INCONCLUSIVE;
        snprintf(sentence, sizeof sentence,
                 "The runs differ too much to tell: from %.2f to %.2f times the reference's time, "
                 "where %.2f passes. Check again when the GPU is idle.",
                 least, most, limit);
    }
    return json_pack("{s:s, s:f, s:f, s:f, s:f, s:s, s:s}", "verdict",
                     gs_marks_verdict_name(verdict), "ratio", ratio, "percent_of_peak",
                     100 * bytes / movable, "us", yours->us[RUNS / 2], "reference_us",
                     reference->us[RUNS / 2], "device", yours->device, "sentence", sentence);
}

json_t *gs_judge_few_gpus(const struct gs_exercise *exercise, unsigned gpus)
{
    const unsigned needed = gs_case_devices(exercise);
    if (gpus >= needed)
        return NULL;
    return json_pack("{s:s, s:o}", "verdict", gs_marks_verdict_name(GS_MARKS_SKIPPED), "sentence",
                     json_sprintf("It ran on the simulator alone: it needs %u GPUs, and this "
                                  "machine has %u.",
                                  needed, gpus));
}

enum gs_status gs_judge_speed(const struct gs_judge_options *options, const char *program,
                              json_t **performance, struct gs_error *error)
{
    struct gs_program reference = {0};
    struct gs_exercise_path path;
    json_t *remarks = NULL;
    *performance = NULL;
    struct gs_judge_options own = *options;
    enum gs_status status =
        gs_exercise_part_file(options->lesson, options->exercise, GS_SOLUTION, &path, error);
    own.source = path.text;
    if (status == GS_OK)
        status = gs_program_get(&own, GS_PROGRAM_REFERENCE, &reference, &remarks, error);
    /* Of this size the simulator would take minutes: the solution answers on the GPU, too. */
    struct gs_reference on_gpu = {
        .exercise = *options->exercise, .program = reference, .file = "solution.cu", .cuda = true};
    const struct gs_reference *answers = options->exercise->data != NULL ? &on_gpu : NULL;
    struct timing yours = {.peak_gb_s = 0}, theirs = {.peak_gb_s = 0};
    for (int number = 0; status == GS_OK && number < RUNS; number++) {
        status = time_once(options, program, answers, number, &yours, error);
        if (status == GS_OK)
            status = time_once(&own, reference.path, answers, number, &theirs, error);
    }
    if (status == GS_OK) {
        gs_sort(yours.us, RUNS);
        gs_sort(theirs.us, RUNS);
        *performance = verdict_of(options->exercise, &yours, &theirs);
    }
    json_decref(remarks);
    gs_program_release(&reference);
    return status;
}
