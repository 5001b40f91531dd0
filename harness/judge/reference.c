#include "reference.h"

#include "case_compare.h"
#include "case_process.h"
#include "data_exercise.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- building -------------------------------------------------------------------------------- */

/* Why it cannot be used, by the first of the remarks about it. */
static enum gs_status refuse(const struct gs_reference *reference, const json_t *remarks,
                             struct gs_error *error)
{
    const json_t *remark = json_array_get(remarks, 0);
    const char *sentence = json_string_value(json_object_get(remark, "sentence"));
    return gs_fail(error, GS_USAGE, "%.300s/%s:%lld: the right answers cannot be computed: %.300s",
                   gs_data_exercise_folder(reference->exercise.data), reference->file,
                   (long long)json_integer_value(json_object_get(remark, "line")),
                   sentence != NULL ? sentence : "it is not allowed");
}

/* The same function, on the host. */
static void move_to_host(struct gs_reference *reference)
{
    reference->exercise.on_host = true;
    reference->exercise.on_second = 0;
    for (struct gs_array *array = reference->parameters; array->name != NULL; array++)
        array->home = GS_HOME_PAGEABLE;
}

static void copy_exercise(const struct gs_exercise *exercise, struct gs_reference *reference)
{
    *reference = (struct gs_reference){.exercise = *exercise, .file = "solution.cu"};
    for (unsigned k = 0; exercise->parameters[k].name != NULL; k++)
        reference->parameters[k] = exercise->parameters[k];
    reference->exercise.parameters = reference->parameters;
}

/* The file, kept from an earlier check under a name of its own. */
static enum gs_status build(const struct gs_judge_options *options, const char *path,
                            const char *keep_as, struct gs_reference *reference,
                            struct gs_error *error)
{
    json_t *remarks = NULL;
    struct gs_judge_options own = *options;
    own.exercise = &reference->exercise;
    own.source = path;
    own.keep_as = keep_as;
    own.use_cache = true; /* it is the same for all who are checked */
    enum gs_status status =
        gs_program_get(&own, GS_PROGRAM_ANSWERS, &reference->program, &remarks, error);
    if (status == GS_WRONG)
        status = refuse(reference, remarks, error);
    json_decref(remarks);
    return status;
}

enum gs_status gs_reference_make(const struct gs_judge_options *options,
                                 struct gs_reference *reference, struct gs_error *error)
{
    *reference = (struct gs_reference){.cuda = false};
    if (gs_exercise_solves(options->exercise))
        return GS_OK;
    struct gs_exercise_path path;
    copy_exercise(options->exercise, reference);
    if (gs_data_exercise_has_reference(options->exercise->data)) {
        reference->file = "reference.cu";
        move_to_host(reference);
    }
    enum gs_status status =
        gs_exercise_part_file(options->lesson, options->exercise, GS_REFERENCE, &path, error);
    return status == GS_OK ? build(options, path.text, NULL, reference, error) : status;
}

enum gs_status gs_reference_make_wrong(const struct gs_judge_options *options, const char *file,
                                       struct gs_reference *reference, struct gs_error *error)
{
    char path[4096];
    copy_exercise(options->exercise, reference);
    move_to_host(reference);
    reference->file = file;
    (void)snprintf(path, sizeof path, "%s/%s", gs_data_exercise_folder(options->exercise->data),
                   file);
    return build(options, path, strrchr(file, '/') + 1, reference, error);
}

void gs_reference_release(struct gs_reference *reference)
{
    gs_program_release(&reference->program);
}

const struct gs_reference *gs_reference_of(const struct gs_reference *reference)
{
    return reference->program.path[0] != '\0' ? reference : NULL;
}

/* ---- answering ------------------------------------------------------------------------------- */

static enum gs_status say_failed(const struct gs_case_run *run,
                                 const struct gs_confined_outcome *process,
                                 const struct gs_answer_file *answer, struct gs_error *error)
{
    char cuda[160] = "";
    if (answer->cuda_error != 0)
        (void)snprintf(cuda, sizeof cuda, "CUDA says: %.120s", answer->cuda_text);
    return gs_fail(error, GS_USAGE,
                   "%.300s/%s gives no answer for %s: %s; correct it, the exercise needs it",
                   gs_data_exercise_folder(run->exercise->data), run->reference->file,
                   gs_shape_name(run->exercise, run->shape).text,
                   cuda[0] != '\0'           ? cuda
                   : process->how[0] != '\0' ? process->how
                   : answer->gone != 0       ? "it frees an array that is not its own"
                                             : "it does not come to its end");
}

/* As gs_expected wants it: floats as double. */
static void *wanted(enum gs_dtype dtype, const void *got, size_t count)
{
    void *out = calloc(count + 1, gs_wanted_bytes(dtype));
    if (out == NULL || !gs_dtype_is_float(dtype)) {
        if (out != NULL)
            memcpy(out, got, count * gs_dtype_bytes(dtype));
        return out;
    }
    for (size_t i = 0; i < count; i++)
        ((double *)out)[i] =
            dtype == GS_F32 ? (double)((const float *)got)[i] : ((const double *)got)[i];
    return out;
}

static bool keep(const struct gs_memory *from, unsigned rounds, struct gs_memory *to)
{
    const char *answers = (const char *)from->answer + GS_CASE_ARRAYS;
    bool good = true;
    for (unsigned round = 0; round < rounds; round++) {
        for (unsigned k = 0; k < from->c->parameters; k++) {
            const struct gs_case_parameter *parameter = &from->c->parameter[k];
            if (parameter->role != GS_OUTPUT && parameter->role != GS_UPDATED)
                continue;
            free(to->known[round][k]);
            to->known[round][k] = wanted((enum gs_dtype)parameter->dtype,
                                         answers + round * from->c->round_bytes + parameter->offset,
                                         (size_t)parameter->count);
            good = good && to->known[round][k] != NULL;
        }
    }
    return good;
}

/* The very inputs of the case, also those that stand in for others. */
static void copy_inputs(const struct gs_memory *from, unsigned rounds, struct gs_memory *to)
{
    for (unsigned i = 0; i < rounds * GS_MOST_PARAMETERS; i++) {
        const unsigned round = i / GS_MOST_PARAMETERS, k = i % GS_MOST_PARAMETERS;
        if (from->arrays[round][k] != NULL)
            memcpy(to->arrays[round][k], from->arrays[round][k],
                   (size_t)from->c->parameter[k].bytes);
    }
}

static enum gs_status answer(const struct gs_case_run *own, const struct gs_case_run *run,
                             struct gs_memory *memory, struct gs_memory *scratch,
                             struct gs_error *error)
{
    struct gs_confined_outcome process;
    struct gs_case_files files;
    enum gs_status status = gs_case_files_open(NULL, &files, error);
    copy_inputs(memory, own->rounds, scratch);
    if (status == GS_OK)
        status = gs_case_process(own, scratch, &files, &process, error);
    gs_case_files_close(&files);
    if (status != GS_OK)
        return status;
    const struct gs_answer_file *got = scratch->answer;
    if (process.ending != GS_ENDED || got->stage != GS_STAGE_DONE || got->cuda_error != 0 ||
        got->gone != 0)
        return say_failed(run, &process, got, error);
    memory->known_scale = gs_data_exercise_scale(run->exercise->data, run->shape);
    return keep(scratch, own->rounds, memory) ? GS_OK : gs_out_of_memory(error);
}

enum gs_status gs_reference_answer(const struct gs_case_run *run, struct gs_memory *memory,
                                   struct gs_error *error)
{
    const struct gs_case_calls calls = {.rounds = memory->c->rounds + (memory->c->stands_in != 0)};
    const struct gs_case_run own = {.exercise = &run->reference->exercise,
                                    .shape = run->shape,
                                    .seed = run->seed,
                                    .rounds = calls.rounds,
                                    .program = run->reference->program.path,
                                    .sandbox = run->sandbox,
                                    .cuda = run->reference->cuda};
    struct gs_memory scratch = {.case_fd = -1, .answer_fd = -1};
    enum gs_status status =
        gs_memory_make(own.exercise, own.shape, own.seed, &calls, &scratch, error);
    if (status == GS_OK)
        status = answer(&own, run, memory, &scratch, error);
    gs_memory_release(&scratch);
    return status;
}
