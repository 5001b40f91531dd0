#include "judge_predicted.h"

#include "case_process.h"
#include "json_get.h"
#include "judge_gpu.h"
#include "predict.h"
#include "profile_file.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* Bytes of all arrays; blocks of a launch that run, and stand for the others: half as many as a
 * prediction of its own takes, for a check is waited for; and what the data are drawn from, the
 * same in each check. */
enum { MOST_BYTES = 32 << 20, TRACED_BLOCKS = 8, TRACED_SEED = 1 };

/* ---- where it is predicted ------------------------------------------------------------------- */

/* Each element takes as long to draw, so that small ones count as those of 4 bytes. */
static double bytes_at(const struct gs_exercise *exercise, const struct gs_shape *shape)
{
    const size_t least = sizeof(float);
    double bytes = 0;
    for (unsigned k = 0; exercise->parameters[k].name != NULL; k++) {
        const struct gs_array *array = &exercise->parameters[k];
        const size_t size = gs_dtype_bytes(array->dtype);
        if (array->role != GS_NUMBER)
            bytes += (double)gs_exercise_count(exercise, shape, k) *
                     (double)(size > least ? size : least);
    }
    return bytes;
}

static struct gs_shape shape_of(const struct gs_exercise *exercise)
{
    struct gs_shape shape = exercise->predicted.n > 0 ? exercise->predicted : exercise->timed;
    while (bytes_at(exercise, &shape) > MOST_BYTES && (shape.n > 1 || shape.m > 1)) {
        if (shape.n >= shape.m)
            shape.n /= 2;
        else
            shape.m /= 2;
    }
    return shape;
}

/* A copy between host and device is in no prediction. */
static bool is_on_device(const struct gs_exercise *exercise)
{
    bool good = !exercise->on_host;
    for (unsigned k = 0; exercise->parameters[k].name != NULL; k++)
        good &= exercise->parameters[k].role == GS_NUMBER ||
                exercise->parameters[k].home == GS_HOME_DEVICE;
    return good;
}

/* ---- one program ----------------------------------------------------------------------------- */

struct predicting {
    const struct gs_judge_options *options;
    struct gs_shape shape;
    struct gs_memory memory;
    struct gs_gpu_profile profile;
    struct gs_prediction yours, reference;
};

static bool came_to_its_end(const struct gs_confined_outcome *process,
                            const struct gs_answer_file *answer)
{
    return process->ending == GS_ENDED && answer->stage == GS_STAGE_DONE &&
           answer->cuda_error == 0 && answer->gone == 0;
}

/* What its launches ask of a GPU, the caller's; NULL: they cannot be counted. Neither answers nor
 * findings are looked at. */
static json_t *trace(const struct predicting *p, const struct gs_memory *memory,
                     const char *program)
{
    const struct gs_case_run run = {.exercise = p->options->exercise,
                                    .shape = &p->shape,
                                    .seed = TRACED_SEED,
                                    .rounds = 1,
                                    .program = program,
                                    .sandbox = p->options->sandbox};
    struct gs_confined_outcome process;
    struct gs_case_files files;
    struct gs_error ignored;
    json_t *report = NULL;
    bool too_long = false;
    if (gs_case_files_open(NULL, &files, &ignored) == GS_OK &&
        gs_case_process(&run, memory, &files, &process, &ignored) == GS_OK &&
        came_to_its_end(&process, memory->answer))
        report = gs_case_report(files.report, &too_long);
    gs_case_files_close(&files);
    json_t *launches = json_incref(json_object_get(report, "traced"));
    json_decref(report);
    return launches;
}

/* Takes the launches. */
static bool predict(const struct predicting *p, json_t *launches, struct gs_prediction *out)
{
    struct gs_error ignored;
    const bool good =
        launches != NULL && gs_predict(launches, &p->profile, true, out, &ignored) == GS_OK;
    json_decref(launches);
    return good;
}

/* ---- the reference, beside it ---------------------------------------------------------------- */

struct reference {
    const struct predicting *p;
    struct gs_memory memory;
    struct gs_program program;
    char of[160]; /* what was counted */
    bool built;
    json_t *launches; /* as trace() tells; NULL: they are not known yet */
};

/* In a thread of its own, while the data are drawn. Counted once: the launches are the same in each
 * check. */
static void *build_reference(void *reference)
{
    struct reference *r = reference;
    struct gs_judge_options own = *r->p->options;
    struct gs_exercise_path path;
    struct gs_error ignored;
    json_t *remarks = NULL;
    own.source = path.text;
    own.keep_as = "solution";
    own.use_cache = true; /* it is the same for all who are checked */
    snprintf(r->of, sizeof r->of, "%d blocks, seed %d, %.100s", TRACED_BLOCKS, TRACED_SEED,
             gs_shape_name(own.exercise, &r->p->shape).text);
    r->built =
        gs_exercise_part_file(own.lesson, own.exercise, GS_SOLUTION, &path, &ignored) == GS_OK &&
        gs_program_get(&own, GS_PROGRAM_INSPECTED, &r->program, &remarks, &ignored) == GS_OK;
    if (r->built)
        r->launches = gs_program_known(&r->program, r->of);
    json_decref(remarks);
    return NULL;
}

/* In a thread of its own, while the student's are counted. */
static void *trace_reference(void *reference)
{
    struct reference *r = reference;
    r->launches = trace(r->p, &r->memory, r->program.path);
    if (r->launches != NULL)
        gs_program_keep_known(&r->program, r->of, r->launches);
    return NULL;
}

/* At a size whose answer nobody looks at, a kernel may leave out most of the work: a grid that
 * stops growing, say. Its time would be that of something else. */
static bool does_the_work(const struct predicting *p)
{
    const double needed = (double)gs_exercise_needed_bytes(p->options->exercise, &p->shape);
    return !gs_judge_is_undone(needed, p->yours.bytes);
}

/* ---- what is said ---------------------------------------------------------------------------- */

/* Within the errors of two predictions that are made alike. */
static const double alike = 1.25;

static void say(const struct predicting *p, double ratio, char *text, size_t size)
{
    const struct gs_duration yours = gs_duration_of(1e6 * p->yours.seconds),
                             reference = gs_duration_of(1e6 * p->reference.seconds);
    const char *about = gs_terms[p->yours.binding].about;
    const double part = 100 * p->yours.of[p->yours.binding] / p->yours.seconds;
    if (ratio <= alike && ratio >= 1 / alike)
        snprintf(text, size,
                 "Your kernel would take %s, about as long as the reference (%s); %.0f %% of it is "
                 "for %s.",
                 yours.text, reference.text, part, about);
    else
        snprintf(text, size,
                 "Your kernel would take %.1f times the reference's time (%s, and the reference "
                 "%s), because %.0f %% of it is for %s.",
                 ratio, yours.text, reference.text, part, about);
}

static json_t *tell(const struct predicting *p)
{
    char sentence[512];
    const double ratio = p->yours.seconds / p->reference.seconds;
    say(p, ratio, sentence, sizeof sentence);
    return json_pack("{s:s, s:s, s:f, s:f, s:f, s:s, s:s}", "gpu", p->profile.name, "at",
                     gs_shape_name(p->options->exercise, &p->shape).text, "us",
                     1e6 * p->yours.seconds, "reference_us", 1e6 * p->reference.seconds, "ratio",
                     ratio, "binds", gs_terms[p->yours.binding].key, "sentence", sentence);
}

static bool make_memory(struct predicting *p)
{
    const struct gs_case_calls calls = {.rounds = 1, .traced_blocks = TRACED_BLOCKS};
    struct gs_error ignored;
    return gs_memory_make(p->options->exercise, &p->shape, TRACED_SEED, &calls, &p->memory,
                          &ignored) == GS_OK;
}

/* Draws the data, and builds the reference meanwhile; false: there is no prediction. */
static bool prepare(struct predicting *p, struct reference *r)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, build_reference, r) != 0)
        return false;
    const bool made = make_memory(p);
    (void)pthread_join(thread, NULL);
    return made && r->built;
}

/* The student's launches, the caller's; and those of the reference, where they are not known. */
static json_t *trace_both(const struct predicting *p, const struct gs_memory *memory,
                          struct reference *r, const char *program)
{
    pthread_t thread;
    struct gs_error ignored;
    const bool beside = r->launches == NULL &&
                        gs_memory_share(memory, &r->memory, &ignored) == GS_OK &&
                        pthread_create(&thread, NULL, trace_reference, r) == 0;
    json_t *launches = trace(p, memory, program);
    if (beside)
        (void)pthread_join(thread, NULL);
    return launches;
}

json_t *gs_judge_predicted(const struct gs_judge_options *options, const struct gs_program *program)
{
    struct predicting p = {.options = options, .memory = {.case_fd = -1, .answer_fd = -1}};
    struct reference r = {.p = &p, .memory = {.case_fd = -1, .answer_fd = -1}};
    struct gs_error ignored;
    json_t *predicted = NULL;
    if (options->profile == NULL || options->exercise->timed.n == 0 ||
        !is_on_device(options->exercise) ||
        gs_profile_read(options->profile, &p.profile, &ignored) != GS_OK)
        return NULL;
    p.shape = shape_of(options->exercise);
    if (prepare(&p, &r) && predict(&p, trace_both(&p, &p.memory, &r, program->path), &p.yours) &&
        does_the_work(&p) && predict(&p, json_incref(r.launches), &p.reference))
        predicted = tell(&p);
    json_decref(r.launches);
    gs_program_release(&r.program);
    gs_memory_release(&r.memory);
    gs_memory_release(&p.memory);
    return predicted;
}
