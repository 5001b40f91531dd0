/* One call on the GPU, timed from host to host. */
#include "judge.h"

#include "case_run.h"
#include "program_cache.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { CALLS = 7 };

/* What has to go one way over the bus: the arrays of the host that have this role. */
static double bytes_of(const struct gs_exercise *exercise, const struct gs_shape *shape,
                       enum gs_role role)
{
    double bytes = 0;
    for (unsigned k = 0; exercise->parameters[k].name != NULL; k++) {
        const struct gs_array *array = &exercise->parameters[k];
        if (array->role == role && array->home != GS_HOME_DEVICE)
            bytes += (double)gs_exercise_count(exercise, shape, k) *
                     (double)gs_dtype_bytes(array->dtype);
    }
    return bytes;
}

static void say_why(const struct gs_case_run *run, const struct gs_case_outcome *outcome,
                    struct gs_call_time *time)
{
    const struct gs_shape_name size = gs_shape_name(run->exercise, run->shape);
    if (outcome->answer.cuda_error != 0)
        snprintf(time->sentence, sizeof time->sentence, "%s: the GPU ended with an error: %s.",
                 size.text, outcome->answer.cuda_text);
    else if (!outcome->compared)
        snprintf(time->sentence, sizeof time->sentence, "%s: the program %s.", size.text,
                 outcome->process.how);
    else
        snprintf(time->sentence, sizeof time->sentence,
                 "%s: %zu of %zu elements are wrong on the GPU, the first of them %zu.", size.text,
                 outcome->wrong.wrong, outcome->wrong.count, outcome->wrong.first);
}

static void read_times(const struct gs_case_run *run, const struct gs_answer_file *answer,
                       struct gs_call_time *time)
{
    time->s = 1e-6 * gs_answer_median_us(answer);
    time->in_gb_s = (double)answer->bus_in_gb_s;
    time->out_gb_s = (double)answer->bus_out_gb_s;
    time->least_s = 1e-9 * fmax(bytes_of(run->exercise, run->shape, GS_INPUT) / time->in_gb_s,
                                bytes_of(run->exercise, run->shape, GS_OUTPUT) / time->out_gb_s);
}

static enum gs_status time_program(const struct gs_judge_options *options,
                                   const struct gs_shape *shape, const char *program,
                                   struct gs_call_time *time, struct gs_error *error)
{
    const struct gs_case_run run = {.exercise = options->exercise,
                                    .shape = shape,
                                    .seed = options->seed,
                                    .rounds = 1,
                                    .samples = CALLS,
                                    .times_bus = true,
                                    .program = program,
                                    .sandbox = options->sandbox,
                                    .cuda = true};
    struct gs_case_outcome outcome;
    enum gs_status status = gs_run_case(&run, &outcome, error);
    if (status != GS_OK)
        return status;
    snprintf(time->device, sizeof time->device, "%s", outcome.answer.device);
    time->right = outcome.right && outcome.answer.sample_count > 0;
    if (time->right)
        read_times(&run, &outcome.answer, time);
    else
        say_why(&run, &outcome, time);
    gs_case_outcome_release(&outcome);
    return status;
}

enum gs_status gs_judge_call_time(const struct gs_judge_options *options,
                                  const struct gs_shape *shape, struct gs_call_time *time,
                                  struct gs_error *error)
{
    struct gs_program program = {0};
    json_t *remarks = NULL;
    *time = (struct gs_call_time){.right = false};
    enum gs_status status = gs_program_get(options, GS_PROGRAM_CUDA, &program, &remarks, error);
    if (status == GS_WRONG)
        gs_fail(error, GS_WRONG, "%s",
                json_string_value(json_object_get(json_array_get(remarks, 0), "sentence")));
    if (status == GS_OK)
        status = time_program(options, shape, program.path, time, error);
    json_decref(remarks);
    gs_program_release(&program);
    return status;
}
