#include "judge.h"

#include "case_run.h"
#include "clock.h"
#include "curves.h"
#include "data_exercise.h"
#include "marks.h"
#include "matrix.h"
#include "explain.h"
#include "exercise_tools.h"
#include "explain_work.h"
#include "files.h"
#include "judge_gpu.h"
#include "judge_predicted.h"
#include "known_mistake.h"
#include "plain_text.h"
#include "program_cache.h"
#include "random.h"
#include "reference.h"
#include "source_mistake.h"
#include "source_text.h"
#include "submission.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MAX_SCORE = 10, MOST_TOKENS = 16 << 20 };

/* How much of a pattern a case can show. */
enum extent { OF_NOTHING, OF_ONE, OF_MANY };

struct judging {
    const struct gs_judge_options *options;
    struct gs_program program;
    struct gs_reference reference; /* of an exercise of data */
    struct gs_known_mistakes known;
    enum extent tried;  /* of the wrong answer that was held against them */
    bool cuda;          /* the program runs on the GPU */
    double spent_cpu_s; /* by the cases so far */
    json_t *performance, *predicted;
    bool costs_too_much;   /* and may be right */
    char *source;          /* its text */
    struct gs_source code; /* its tokens, of the program that was built for the simulator */
    const json_t *remarks; /* the compiler's */
    json_t *tests, *output, *warnings; /* as in the marks */
    json_t *cost;
    json_t *curves;  /* NULL: they are not wanted, or there are none */
    json_t *matrix;  /* NULL: none is printed, or it never ran */
    json_t *mistake; /* the one to show; NULL: none so far */
    int rank;        /* of it */
    unsigned passed, total;
    size_t blocks; /* of the largest launch of the last case that had one */
};

/* ---- tests ----------------------------------------------------------------------------------- */

/* One element, of whichever array, shows no pattern. */
static enum extent extent_of(const struct gs_exercise *exercise, const struct gs_shape *shape)
{
    enum extent extent = shape->n == 0 ? OF_NOTHING : OF_MANY;
    for (unsigned k = 0; extent != OF_NOTHING && exercise->parameters[k].name != NULL; k++) {
        const bool is_array = exercise->parameters[k].role != GS_NUMBER;
        const size_t count = is_array ? gs_exercise_count(exercise, shape, k) : SIZE_MAX;
        if (count <= 1)
            extent = count == 0 ? OF_NOTHING : OF_ONE;
    }
    return extent;
}

/* Of the mistakes of several cases the first is shown, but rather one that names a line, or whose
 * values are just those of a known mistake, and rather one where there was something to do, for
 * many elements. How an answer was found is a matter only where all answers are right. */
static int rank_of(const json_t *mistake, enum extent extent, bool right)
{
    /* Of one element any number of formulas give what it holds. */
    const bool fits = extent == OF_MANY && json_is_true(json_object_get(mistake, "fits"));
    const bool told = gs_line_of(mistake) > 0 || json_object_get(mistake, "known") != NULL || fits;
    if (extent == OF_NOTHING)
        return 1;
    return right ? 2 + (extent == OF_MANY) : 4 + 2 * told + (extent == OF_MANY);
}

/* No more than its values tells of it. At a small size they may be those of another mistake, so it
 * does not take the place of what was told, without a line, of an earlier one. */
static bool is_by_values(const json_t *mistake)
{
    return json_is_true(json_object_get(mistake, "fits")) && gs_line_of(mistake) == 0 &&
           json_object_get(mistake, "known") == NULL;
}

/* Behind the sentence what the teacher says of such a mistake. */
static void add_saying(const struct judging *j, json_t *mistake)
{
    const char *says =
        gs_data_exercise_says(j->options->exercise->data, gs_get_text(mistake, "kind"));
    if (says != NULL)
        json_object_set_new(mistake, "sentence",
                            json_sprintf("%s %s", gs_get_text(mistake, "sentence"), says));
}

/* A test that is of no size; the caller's. */
static json_t *test_named(const char *name)
{
    return json_pack("{s:s}", "name", name);
}

/* {"name": "n = 31", "size": {"n": 31}}, and "gpu" of one on the GPU; the caller's. */
static json_t *test_at(const struct judging *j, const struct gs_shape *shape)
{
    const struct gs_exercise *exercise = j->options->exercise;
    const struct gs_shape_name name = gs_shape_name(exercise, shape);
    json_t *size = json_pack("{s:I}", exercise->n_name, (json_int_t)shape->n);
    if (exercise->m_name != NULL)
        json_object_set_new(size, exercise->m_name, json_integer((json_int_t)shape->m));
    if (exercise->made_name != NULL)
        json_object_set_new(size, exercise->made_name,
                            json_integer((json_int_t)exercise->made(shape)));
    if (!j->cuda)
        return json_pack("{s:s, s:o}", "name", name.text, "size", size);
    return json_pack("{s:o, s:o, s:b}", "name", json_sprintf("GPU: %s", name.text), "size", size,
                     "gpu", true);
}

/* Says of a mistake, or of what was printed, in which test that was. */
static void set_test(json_t *object, const json_t *test)
{
    json_object_set(object, "test", json_object_get(test, "name"));
    json_object_set(object, "size", json_object_get(test, "size"));
    json_object_set(object, "gpu", json_object_get(test, "gpu"));
}

/* Takes the test, and the mistake, NULL where it passed. `right`: it is none of an answer. */
static void add_test_of(struct judging *j, json_t *test, json_t *mistake, enum extent extent,
                        bool right)
{
    json_object_set_new(test, "status", json_string(mistake == NULL ? "passed" : "failed"));
    j->total++;
    if (mistake == NULL)
        j->passed++;
    else
        add_saying(j, mistake);
    if (mistake != NULL)
        json_object_set(test, "sentence", json_object_get(mistake, "sentence"));
    if (mistake != NULL)
        json_object_set_new(test, "right", json_boolean(right));
    json_array_append_new(j->tests, test);
    if (mistake == NULL)
        return;
    set_test(mistake, test);
    const int rank = rank_of(mistake, extent, right);
    if (rank > j->rank && !(rank - j->rank == 2 && is_by_values(mistake))) {
        json_decref(j->mistake);
        j->mistake = json_incref(mistake);
        j->rank = rank;
    }
    json_decref(mistake);
}

static void add_test(struct judging *j, const char *name, json_t *mistake, enum extent extent)
{
    add_test_of(j, test_named(name), mistake, extent, true);
}

static void add_unrun(struct judging *j, json_t *test)
{
    j->total++;
    json_object_set_new(test, "status", json_string("not run"));
    json_array_append_new(j->tests, test);
}

/* ---- cases ----------------------------------------------------------------------------------- */

static bool is_last(const struct gs_shape *shape)
{
    return shape->n == SIZE_MAX;
}

static struct gs_case_run run_of(const struct judging *j, const struct gs_shape *shape)
{
    size_t number = (size_t)(shape - j->options->exercise->shapes);
    bool largest = is_last(shape + 1);
    return (struct gs_case_run){.exercise = j->options->exercise,
                                .shape = shape,
                                .seed = gs_random_bits(j->options->seed, 0, number),
                                .rounds = largest ? 2 : 1,
                                .program = j->program.path,
                                .is_known_wrong = j->passed != j->total,
                                .blocks_before = j->blocks,
                                .spent_cpu_s = j->spent_cpu_s,
                                .source = j->source,
                                .reference = gs_reference_of(&j->reference),
                                .remarks = j->remarks,
                                .sandbox = j->options->sandbox,
                                .cuda = j->cuda};
}

/* The mistake of a case that is right by the host's work. */
static enum gs_status look_at_host(const struct judging *j, const struct gs_case_run *run,
                                   const struct gs_case_outcome *outcome, json_t **mistake,
                                   struct gs_error *error)
{
    struct gs_saying saying = {.line = 0};
    char file[80];
    bool says = false;
    enum gs_status status = GS_OK;
    const struct gs_shape *shapes = run->exercise->shapes;
    const uint64_t drawn = gs_random_bits(j->options->seed, 1, 0);
    if (!gs_work_is_on_device(run) || gs_is_run_again(shapes, run->shape, true, drawn))
        status = gs_say_host_answer(run, &saying, &says, error);
    /* The largest takes the longest, and a check of one's own code does without. */
    const bool graded = j->options->sandbox != GS_SANDBOX_LIMITS;
    if (status == GS_OK && !says && gs_is_run_again(shapes, run->shape, graded, drawn))
        status = gs_say_host_again(run, outcome, &saying, &says, error);
    snprintf(file, sizeof file, "%s.cu", run->exercise->name);
    if (says)
        *mistake = gs_mistake(&saying, file, j->source, "", NULL);
    return status;
}

/* The mistake of the largest case, whose cost is that of many threads, but whose work that of few.
 * A check of one's own code does without. */
static enum gs_status look_at_threads(const struct judging *j, const struct gs_case_run *run,
                                      const struct gs_case_outcome *outcome, json_t **mistake,
                                      struct gs_error *error)
{
    struct gs_saying saying = {.line = 0};
    char file[80];
    bool says = false;
    if (j->options->sandbox == GS_SANDBOX_LIMITS)
        return GS_OK;
    enum gs_status status = gs_say_vain_work(run, outcome, &saying, &says, error);
    snprintf(file, sizeof file, "%s.cu", run->exercise->name);
    if (says)
        *mistake = gs_mistake(&saying, file, j->source, "", NULL);
    return status;
}

/* Also where another mistake is told first. */
static bool never_ends(const json_t *report)
{
    size_t i;
    const json_t *finding;
    json_array_foreach(json_object_get(report, "findings"), i, finding)
    {
        if (gs_finding_is(finding, "never-ends"))
            return true;
    }
    return false;
}

/* A wrong number may be that of several mistakes by chance. With other inputs it is that of the
 * one that was made. */
static enum gs_status try_again(const struct judging *j, const struct gs_case_run *run,
                                struct gs_case_outcome *outcome, struct gs_case_outcome *again,
                                struct gs_error *error)
{
    struct gs_case_run other = *run;
    *again = (struct gs_case_outcome){.memory = NULL};
    if (!run->exercise->one_number || j->mistake != NULL || !outcome->compared || outcome->right ||
        run->shape->n == 0)
        return GS_OK;
    other.seed = gs_random_bits(run->seed, 1, 0);
    other.known = NULL;
    enum gs_status status = gs_run_case(&other, again, error);
    if (status == GS_OK && again->compared && !again->right && again->round == outcome->round &&
        again->wrong.parameter == outcome->wrong.parameter)
        outcome->wrong.again = &again->wrong;
    return status;
}

/* *stopped: it had to be, so that larger ones are not tried. */
static enum gs_status run_case(struct judging *j, const struct gs_shape *shape, bool *stopped,
                               struct gs_error *error)
{
    struct gs_case_run run = run_of(j, shape);
    struct gs_case_outcome outcome, again;
    const enum extent extent = extent_of(run.exercise, shape);
    if (extent > j->tried && run.exercise->in_folder && !j->cuda)
        run.known = &j->known;
    enum gs_status status = gs_run_case(&run, &outcome, error);
    if (status != GS_OK)
        return status;
    if (outcome.compared && !outcome.right)
        j->tried = extent;
    j->spent_cpu_s += outcome.process.cpu_s;
    status = try_again(j, &run, &outcome, &again, error);
    json_t *mistake = gs_explain(&run, &outcome, &j->code);
    gs_case_outcome_release(&again);
    if (mistake != NULL && outcome.known != NULL)
        json_object_set_new(mistake, "known", json_string(outcome.known->file));
    if (j->options->curves && !j->cuda && is_last(shape + 1))
        j->curves = gs_curves_of(&run, &outcome);
    if (run.exercise->prints_matrix && !j->cuda && shape == run.exercise->shapes &&
        outcome.answer.stage == GS_STAGE_DONE)
        j->matrix = gs_matrix_of(&run, &outcome);
    if (status == GS_OK && mistake == NULL)
        status = look_at_host(j, &run, &outcome, &mistake, error);
    enum gs_ending ending = outcome.process.ending;
    *stopped = (ending != GS_ENDED && ending != GS_KILLED) || never_ends(outcome.report);
    const bool right = mistake == NULL;
    json_t *test = test_at(j, shape);
    if (run.is_known_wrong && *stopped) {
        json_decref(mistake);
        add_unrun(j, test);
    } else {
        add_test_of(j, test, mistake, extent, gs_explains_right(&outcome));
    }
    if (right && !j->cuda && is_last(shape + 1)) {
        json_t *too_much = gs_explain_cost(&run, &outcome, &j->code, j->cost);
        if (too_much == NULL && status == GS_OK)
            status = look_at_threads(j, &run, &outcome, &too_much, error);
        j->costs_too_much = too_much != NULL;
        add_test(j, "cost", too_much, OF_MANY);
    }
    if (outcome.printed != NULL) {
        set_test(outcome.printed, test);
        json_object_set_new(outcome.printed, "calls",
                            json_integer(outcome.answer.round == 0 ? 1 : 2));
        json_array_append(j->output, outcome.printed);
    }
    const size_t blocks = gs_launch_blocks(gs_inspected_largest_launch(outcome.report));
    j->blocks = blocks > 0 ? blocks : j->blocks;
    gs_case_outcome_release(&outcome);
    return status;
}

static enum gs_status run_cases(struct judging *j, struct gs_error *error)
{
    bool stopped = false;
    const struct gs_exercise *exercise = j->options->exercise;
    for (const struct gs_shape *shape = exercise->shapes; !is_last(shape); shape++) {
        enum gs_status status = GS_OK;
        if (stopped)
            add_unrun(j, test_at(j, shape));
        else
            status = run_case(j, shape, &stopped, error);
        if (status != GS_OK)
            return status;
    }
    return GS_OK;
}

/* ---- remarks of the compiler ----------------------------------------------------------------- */

static json_t *mistake_of_remark(const struct judging *j, const json_t *remark)
{
    struct gs_saying saying = {.line = gs_line_of(remark)};
    char file[80];
    snprintf(saying.kind, sizeof saying.kind, "%s", gs_get_text(remark, "kind"));
    snprintf(saying.sentence, sizeof saying.sentence, "%s", gs_get_text(remark, "sentence"));
    snprintf(file, sizeof file, "%s.cu", j->options->exercise->name);
    return gs_mistake(&saying, file, j->source, gs_get_text(remark, "detail"), NULL);
}

/* The mistake is a warning of that line, or has one in its sentence. */
static bool tells_warning(const json_t *mistake, int line)
{
    return gs_line_of(mistake) == line &&
           (gs_has_text(mistake, "kind", "warned") || gs_has_text(mistake, "kind", "warning"));
}

/* What the compiler warned of may explain what is wrong; where nothing is, nobody wants to know. */
static void add_warnings(struct judging *j, const json_t *remarks)
{
    enum { MOST_WARNINGS = 5 };
    bool told = false;
    for (size_t i = 0; i < json_array_size(remarks); i++) {
        const json_t *remark = json_array_get(remarks, i);
        if (!gs_has_text(remark, "kind", "warning"))
            continue;
        if (!told && tells_warning(j->mistake, gs_line_of(remark)))
            told = true;
        else if (json_array_size(j->warnings) < MOST_WARNINGS)
            json_array_append_new(j->warnings, mistake_of_remark(j, remark));
    }
}

/* Double arithmetic by accident costs a GPU most of its speed, and is a mistake of its own. */
static void judge_remarks(struct judging *j, const json_t *remarks)
{
    json_t *mistake = NULL;
    for (size_t i = 0; mistake == NULL && i < json_array_size(remarks); i++) {
        const json_t *remark = json_array_get(remarks, i);
        if (gs_has_text(remark, "kind", "double-literal"))
            mistake = mistake_of_remark(j, remark);
    }
    add_test(j, "no double by accident", mistake, OF_MANY);
}

/* A variable that is read before it is set holds what happens to lie there, also where the answers
 * are right today. Told alone: a wrong answer says more. */
static void judge_unset(struct judging *j, const json_t *remarks)
{
    size_t i;
    const json_t *remark;
    json_array_foreach(remarks, i, remark)
    {
        if (j->passed == j->total && json_is_true(json_object_get(remark, "unset")) &&
            gs_source_reads_unset(&j->code, gs_line_of(remark)))
            add_test(j, "each variable is set", mistake_of_remark(j, remark), OF_MANY);
    }
}

/* ---- the marks ------------------------------------------------------------------------------- */

static void add_unbuilt(struct judging *j, const json_t *remarks)
{
    const struct gs_exercise *exercise = j->options->exercise;
    add_test_of(j, test_named("compiles"), mistake_of_remark(j, json_array_get(remarks, 0)),
                OF_MANY, false);
    for (const struct gs_shape *shape = exercise->shapes; !is_last(shape); shape++)
        add_unrun(j, test_at(j, shape));
}

static json_t *marks_of(struct judging *j, double seconds)
{
    const struct gs_judge_options *options = j->options;
    bool passed = j->passed == j->total;
    double share = j->total > 0 ? (double)j->passed / j->total : 0;
    double score = passed ? MAX_SCORE : floor(share * MAX_SCORE / 2 * 10) / 10;
    char file[80];
    const struct gs_exercise_label label =
        gs_exercise_label(options->lesson, options->exercise, options->number);
    snprintf(file, sizeof file, "%s.cu", options->exercise->name);
    return json_pack(
        "{s:i, s:s, s:s, s:s, s:s, s:I, s:s, s:f, s:f, s:f, s:O, s:o, s:O, s:o, s:O, s:o}",
        "version", 1, "exercise", label.text, "name", options->exercise->name, "title",
        options->exercise->title, "file", file, "seed", (json_int_t)options->seed, "verdict",
        gs_marks_verdict_name(passed ? GS_MARKS_PASSED : GS_MARKS_FAILED), "score", score,
        "max_score", (double)MAX_SCORE, "seconds", seconds, "tests", j->tests, "mistake",
        j->mistake != NULL ? json_incref(j->mistake) : json_null(), "output", j->output, "warnings",
        passed ? json_array() : json_incref(j->warnings), "cost", j->cost, "performance",
        j->performance != NULL ? json_incref(j->performance) : json_null());
}

/* Students have no solution that theirs could be held against. */
static bool has_solution(const struct gs_judge_options *options)
{
    struct gs_exercise_path path;
    struct gs_error ignored;
    return gs_exercise_part_file(options->lesson, options->exercise, GS_SOLUTION, &path,
                                 &ignored) == GS_OK &&
           access(path.text, R_OK) == 0;
}

/* Speed counts where it can be told: "inconclusive" is no test. */
static enum gs_status judge_speed(struct judging *j, struct gs_error *error)
{
    if (j->passed != j->total || j->options->exercise->timed.n == 0 || !has_solution(j->options))
        return GS_OK;
    enum gs_status status = gs_judge_speed(j->options, j->program.path, &j->performance, error);
    struct gs_saying saying = {.kind = "too-slow"};
    char file[80];
    snprintf(file, sizeof file, "%s.cu", j->options->exercise->name);
    if (status == GS_WRONG)
        snprintf(saying.sentence, sizeof saying.sentence, "%s", error->text);
    else if (status != GS_OK)
        return status;
    const json_t *told = json_object_get(j->performance, "sentence");
    enum gs_marks_verdict verdict = gs_marks_verdict(j->performance);
    if (told != NULL)
        snprintf(saying.sentence, sizeof saying.sentence, "%s", json_string_value(told));
    if (verdict == GS_MARKS_NONE || verdict == GS_MARKS_FAILED)
        add_test(j, "speed", gs_mistake(&saying, file, "", "", NULL), OF_MANY);
    else if (verdict == GS_MARKS_PASSED)
        add_test(j, "speed", NULL, OF_MANY);
    return GS_OK;
}

/* The same cases once more, on the GPU, for what is right on the simulator. */
static enum gs_status judge_on_gpu(struct judging *j, struct gs_error *error)
{
    json_t *remarks = NULL;
    if (j->options->gpus == 0 || j->passed != j->total)
        return GS_OK;
    j->performance = gs_judge_few_gpus(j->options->exercise, j->options->gpus);
    if (j->performance != NULL)
        return GS_OK;
    gs_program_release(&j->program);
    enum gs_status status =
        gs_program_get(j->options, GS_PROGRAM_CUDA, &j->program, &remarks, error);
    j->cuda = true;
    if (status == GS_WRONG) {
        add_test_of(j, test_named("compiles with nvcc"),
                    mistake_of_remark(j, json_array_get(remarks, 0)), OF_MANY, false);
        status = GS_OK;
    } else if (status == GS_OK) {
        status = run_cases(j, error);
        if (status == GS_OK)
            status = judge_speed(j, error);
    }
    json_decref(remarks);
    return status;
}

/* What simt-cc wrote of the source. Of none nothing is said that stands there. */
static enum gs_status read_tokens(struct judging *j, struct gs_error *error)
{
    char path[sizeof j->program.folder + sizeof "/tokens"];
    struct gs_text tokens;
    snprintf(path, sizeof path, "%s/tokens", j->program.folder);
    j->code.text = j->source;
    if (gs_file_read(path, MOST_TOKENS, &tokens, error) != GS_OK)
        return GS_OK;
    return gs_source_read_tokens(&j->code, tokens.data) ? GS_OK : gs_out_of_memory(error);
}

static enum gs_status judge_program(struct judging *j, struct gs_error *error)
{
    json_t *remarks = NULL;
    enum gs_status status =
        gs_program_get(j->options, GS_PROGRAM_INSPECTED, &j->program, &remarks, error);
    if (status == GS_WRONG) {
        add_unbuilt(j, remarks);
        status = GS_OK;
    } else if (status == GS_OK) {
        j->remarks = remarks;
        status = read_tokens(j, error);
        if (status == GS_OK)
            status = run_cases(j, error);
        judge_remarks(j, remarks);
        judge_unset(j, remarks);
        add_warnings(j, remarks);
        if (status == GS_OK && j->options->gpus == 0 && j->passed + j->costs_too_much == j->total &&
            has_solution(j->options))
            j->predicted = gs_judge_predicted(j->options, &j->program);
        if (status == GS_OK)
            status = judge_on_gpu(j, error);
    }
    j->remarks = NULL;
    json_decref(remarks);
    return status;
}

static struct judging begin(const struct gs_judge_options *options)
{
    return (struct judging){.options = options,
                            .known = {.options = options},
                            .tests = json_array(),
                            .output = json_array(),
                            .warnings = json_array(),
                            .cost = json_array()};
}

static void end(struct judging *j)
{
    gs_program_release(&j->program);
    gs_reference_release(&j->reference);
    gs_known_mistakes_release(&j->known);
    gs_source_release(&j->code);
    free(j->source);
    json_decref(j->tests);
    json_decref(j->output);
    json_decref(j->warnings);
    json_decref(j->cost);
    json_decref(j->curves);
    json_decref(j->matrix);
    json_decref(j->mistake);
    json_decref(j->performance);
    json_decref(j->predicted);
}

enum gs_status gs_judge(const struct gs_judge_options *options, json_t **marks,
                        struct gs_error *error)
{
    double start_s = gs_clock_s();
    struct judging j = begin(options);
    struct gs_text source;
    *marks = NULL;
    enum gs_status status = gs_file_read(options->source, GS_MOST_TEXT, &source, error);
    j.source = source.data;
    if (status == GS_OK)
        status = gs_reference_make(options, &j.reference, error);
    if (status == GS_OK)
        status = judge_program(&j, error);
    if (status == GS_OK) {
        *marks = marks_of(&j, gs_clock_s() - start_s);
        json_object_set_new(*marks, "sandbox", json_string(gs_sandbox_name(options->sandbox)));
        if (options->curves)
            json_object_set_new(*marks, "curves",
                                j.curves != NULL ? json_incref(j.curves) : json_array());
        if (j.matrix != NULL)
            json_object_set(*marks, "matrix", j.matrix);
        if (j.predicted != NULL)
            json_object_set(*marks, "predicted", j.predicted);
        gs_plain_json(*marks);
        status = *marks == NULL ? gs_out_of_memory(error) : j.passed == j.total ? GS_OK : GS_WRONG;
    }
    end(&j);
    return status;
}

json_t *gs_judge_missing(const struct gs_judge_options *options)
{
    struct judging j = begin(options);
    struct gs_saying saying = {.kind = "missing"};
    char file[80];
    snprintf(file, sizeof file, "%s.cu", options->exercise->name);
    snprintf(saying.sentence, sizeof saying.sentence, "Nothing was handed in: there is no %s.",
             file);
    add_test(&j, "handed in", gs_mistake(&saying, file, "", "", NULL), OF_MANY);
    json_t *marks = marks_of(&j, 0);
    end(&j);
    return marks;
}
