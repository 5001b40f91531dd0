#include "class_student.h"

#include "class_feedback.h"
#include "class_marks.h"
#include "class_submission.h"
#include "files.h"
#include "gradescope.h"
#include "judge.h"
#include "question.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* Of marks.json: others are graded again. */
enum { RECORD_VERSION = 2 };

/* ---- what marks are of ----------------------------------------------------------------------- */

/* FNV-1a of 64 bits; the secret seed comes first, so that nobody can aim at another's. */
static uint64_t mix(uint64_t hash, const void *data, size_t bytes)
{
    const unsigned char *byte = data;
    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ byte[i]) * 1099511628211U;
    hash ^= bytes;
    return (hash ^ (hash >> 29)) * 0xbf58476d1ce4e5b9U;
}

static uint64_t mix_text(uint64_t hash, const char *text)
{
    return mix(hash, text, strlen(text));
}

struct fingerprint {
    char text[17];
};

/* Of all that the marks of one task depend on. */
static struct fingerprint fingerprint(const struct gs_grader *grader,
                                      const struct gs_student *student, const struct gs_task *task,
                                      const struct gs_source *source)
{
    struct fingerprint print;
    uint64_t hash = mix(14695981039346656037U, &grader->folder->seed, sizeof(uint64_t));
    hash = mix_text(mix_text(hash, grader->version), student->entry);
    hash = mix_text(hash, task->label);
    if (task->exercise != NULL && task->exercise->in_folder) {
        uint64_t data = gs_data_exercise_fingerprint(task->exercise->data);
        hash = mix(hash, &data, sizeof data);
    }
    hash = mix_text(mix_text(hash, source->path), source->note);
    if (source->text != NULL)
        hash = mix(hash, source->text, source->bytes);
    snprintf(print.text, sizeof print.text, "%016" PRIx64, hash);
    return print;
}

json_t *gs_student_record(const struct gs_class_folder *folder, const struct gs_student *student)
{
    struct gs_class_path path = gs_class_file(folder, student->slug, "marks.json");
    char *text = gs_file_text(path.text);
    json_t *record = text != NULL ? json_loads(text, JSON_REJECT_DUPLICATES, NULL) : NULL;
    free(text);
    if (json_is_array(json_object_get(record, "marks")) &&
        json_integer_value(json_object_get(record, "version")) == RECORD_VERSION)
        return record;
    json_decref(record);
    return NULL;
}

/* A copy of the marks of an earlier run; `print` NULL: whatever they are of. NULL: there are none.
 */
static json_t *kept_marks(const json_t *record, const struct gs_task *task, const char *print)
{
    size_t i;
    const json_t *marks;
    json_array_foreach(json_object_get(record, "marks"), i, marks)
    {
        if (strcmp(gs_get_text(marks, "exercise"), task->label) == 0 &&
            (print == NULL || gs_has_text(marks, "fingerprint", print)))
            return json_deep_copy(marks);
    }
    return NULL;
}

/* ---- judging --------------------------------------------------------------------------------- */

/* The same for everybody, and another for each exercise. */
static uint64_t seed_of(const struct gs_grader *grader, const struct gs_task *task)
{
    uint64_t hash = mix(14695981039346656037U, &grader->folder->seed, sizeof(uint64_t));
    return mix_text(hash, task->name) >> 11;
}

static enum gs_status write_source(const char *path, const struct gs_source *source,
                                   struct gs_error *error)
{
    FILE *file = fopen(path, "wxe");
    bool good = file != NULL && fchmod(fileno(file), 0600) == 0 &&
                fwrite(source->text, 1, source->bytes, file) == source->bytes;
    if (file != NULL)
        good = fclose(file) == 0 && good;
    return good ? GS_OK
                : gs_fail(error, GS_USAGE, "cannot write %.350s: %s", path, strerror(errno));
}

/* Marks of a file that nobody looked into. */
static json_t *refused(const struct gs_judge_options *options, const char *kind,
                       const char *sentence)
{
    json_t *marks = gs_judge_missing(options), *mistake = json_object_get(marks, "mistake"),
           *test = json_array_get(json_object_get(marks, "tests"), 0);
    json_object_set_new(mistake, "kind", json_string(kind));
    json_object_set_new(mistake, "sentence", json_string(sentence));
    json_object_set_new(test, "sentence", json_string(sentence));
    return marks;
}

/*
 * A compiler that finds no room says so as if the source were wrong. Nobody is to be blamed for
 * that: a check takes some 2 MiB, and several may be under way.
 */
static enum gs_status find_room(const char *scratch, struct gs_error *error)
{
    const double least_bytes = 16 << 20;
    struct statvfs facts;
    if (statvfs(scratch, &facts) != 0 ||
        ((double)facts.f_bavail * (double)facts.f_frsize >= least_bytes &&
         (facts.f_files == 0 || facts.f_favail > 0)))
        return GS_OK;
    return gs_fail(error, GS_USAGE,
                   "under 16 MiB are left in %.300s; free some, or name another place with TMPDIR",
                   scratch);
}

static enum gs_status judge_exercise(const struct gs_grader *grader, const struct gs_task *task,
                                     const struct gs_source *source, const char *scratch,
                                     json_t **marks, struct gs_error *error)
{
    char path[4000];
    const char *tools = grader->folder->tools;
    snprintf(path, sizeof path, "%s/%s.cu", scratch, task->name);
    struct gs_judge_options options = {.lesson = task->lesson,
                                       .exercise = task->exercise,
                                       .number = task->number,
                                       .source = path,
                                       .seed = seed_of(grader, task),
                                       .sandbox = grader->sandbox,
                                       .tools = tools[0] != '\0' ? tools : NULL};
    enum gs_status status = GS_OK;
    if (source->too_large)
        *marks = refused(&options, "too-large",
                         "This file is over 1 MiB and was not read; no exercise needs that much.");
    else if (source->text == NULL)
        *marks = gs_judge_missing(&options);
    else if ((status = find_room(scratch, error)) == GS_OK)
        status = write_source(path, source, error);
    if (status != GS_OK || source->text == NULL)
        return status;
    status = gs_judge(&options, marks, error);
    unlink(path);
    if (status != GS_WRONG)
        return status;
    status = find_room(scratch, error); /* others may have taken it meanwhile */
    if (status != GS_OK) {
        json_decref(*marks);
        *marks = NULL;
    }
    return status;
}

/* Numbers need no signs beyond ASCII, and what is quoted of them must be valid text. */
static json_t *judge_question(const struct gs_task *task, const struct gs_source *source)
{
    for (char *c = source->text; c != NULL && *c != '\0'; c++) {
        if ((unsigned char)*c >= 0x80)
            *c = '?';
    }
    return gs_question_judge(task->lesson, task->question, task->number, source->text);
}

static enum gs_status judge(const struct gs_grader *grader, const struct gs_task *task,
                            const struct gs_source *source, const char *scratch, json_t **marks,
                            struct gs_error *error)
{
    struct gs_error why = {0};
    enum gs_status status = GS_OK;
    if (task->question != NULL)
        *marks = judge_question(task, source);
    else
        status = judge_exercise(grader, task, source, scratch, marks, &why);
    if (status == GS_OK && *marks == NULL)
        status = gs_out_of_memory(&why);
    if (status != GS_OK)
        return gs_fail(error, status, "%s%.60s: %.400s", gs_task_prefix(task, " ").text, task->name,
                       why.text);
    json_object_set_new(*marks, "submitted", json_string(source->path));
    json_object_set_new(*marks, "note", json_string(source->note));
    return GS_OK;
}

/* ---- the record ------------------------------------------------------------------------------ */

static double total(const json_t *all, const char *key)
{
    double sum = 0;
    size_t i;
    const json_t *marks;
    json_array_foreach(all, i, marks) sum += json_number_value(json_object_get(marks, key));
    return sum;
}

/* Tenths do not add up exactly; and what is read back is to be what was written. */
static double rounded(double sum, double parts)
{
    return round(sum * parts) / parts;
}

/* The judge's share of the points that the teacher gives for it, or what the teacher says. */
static void give_points(json_t *marks, const struct gs_task *task,
                        const struct gs_override *override)
{
    double points = gs_marks_verdict(marks) == GS_MARKS_SKIPPED ? 0 : rounded(task->points, 1e6);
    double judged = rounded(gs_marks_number(marks, "share") * points, 1e6);
    json_object_del(marks, "override");
    if (override != NULL)
        json_object_set_new(marks, "override",
                            json_pack("{s:f, s:s}", "judged", judged, "note", override->note));
    json_object_set_new(marks, "max_score", json_real(points));
    json_object_set_new(marks, "score", json_real(override != NULL ? override->points : judged));
}

/* False where it is what stands there already. */
static bool is_new(const struct gs_class_path *marks, const struct gs_class_path *results,
                   const json_t *old, const json_t *record)
{
    return access(marks->text, F_OK) != 0 || access(results->text, F_OK) != 0 ||
           !json_equal(old, record);
}

static enum gs_status write_record(const struct gs_grader *grader, const struct gs_student *student,
                                   const char *note, const json_t *old, json_t *all,
                                   struct gs_error *error)
{
    struct gs_class_path marks = gs_class_file(grader->folder, student->slug, "marks.json"),
                         results = gs_class_file(grader->folder, student->slug, "results.json"),
                         feedback = gs_class_file(grader->folder, student->slug, "feedback.txt");
    for (size_t i = 0; i < grader->tasks->count; i++)
        give_points(json_array_get(all, i), &grader->tasks->tasks[i],
                    gs_override_find(grader->overrides, student, &grader->tasks->tasks[i]));
    json_t *record = json_pack(
        "{s:i, s:s, s:s, s:s, s:f, s:f, s:f, s:O}", "version", RECORD_VERSION, "gridstride",
        grader->version, "student", student->shown, "note", note, "score",
        rounded(total(all, "score"), 10), "max_score", rounded(total(all, "max_score"), 10),
        "seconds", rounded(total(all, "seconds"), 1000), "marks", all);
    enum gs_status status = record != NULL ? GS_OK : gs_out_of_memory(error);
    if (status == GS_OK && is_new(&marks, &results, old, record)) {
        json_t *shown = gs_gradescope_results(record);
        status = gs_class_write_json(results.text, 0666, shown, error);
        if (status == GS_OK)
            status = gs_class_write(feedback.text, 0666, gs_feedback_write, record, error);
        if (status == GS_OK) /* the last thing of all: with it the student is finished */
            status = gs_class_write_json(marks.text, 0600, record, error);
        json_decref(shown);
    }
    json_decref(record);
    return status;
}

/* Makes the student's folder, without marks of other sources in it, and an empty one to work in. */
static enum gs_status clear(const struct gs_grader *grader, const struct gs_student *student,
                            const char *scratch, struct gs_error *error)
{
    struct gs_class_path home = gs_class_file(grader->folder, student->slug, ""),
                         marks = gs_class_file(grader->folder, student->slug, "marks.json");
    gs_folder_remove(scratch);
    if (mkdir(home.text, 0777) != 0 && errno != EEXIST)
        return gs_fail(error, GS_USAGE, "cannot make %.350s: %s", home.text, strerror(errno));
    if (unlink(marks.text) != 0 && errno != ENOENT)
        return gs_fail(error, GS_USAGE, "cannot remove %.350s: %s", marks.text, strerror(errno));
    /* What the judge makes for itself is then removed with it, whatever becomes of this process. */
    if (mkdir(scratch, 0711) != 0 || chmod(scratch, 0711) != 0 || setenv("TMPDIR", scratch, 1) != 0)
        return gs_fail(error, GS_USAGE, "cannot make %.350s: %s", scratch, strerror(errno));
    return GS_OK;
}

/* The first that is judged anew takes the old marks away: they are of other sources. */
static enum gs_status judge_anew(const struct gs_grader *grader, const struct gs_student *student,
                                 const struct gs_task *task, const struct gs_source *source,
                                 bool first, json_t **marks, struct gs_error *error)
{
    struct gs_class_path scratch = gs_class_scratch(grader->folder, student->slug);
    struct fingerprint print = fingerprint(grader, student, task, source);
    enum gs_status status = first ? clear(grader, student, scratch.text, error) : GS_OK;
    if (status == GS_OK)
        status = judge(grader, task, source, scratch.text, marks, error);
    if (status != GS_OK)
        return status;
    double most = gs_marks_number(*marks, "max_score");
    json_object_set_new(*marks, "share",
                        json_real(most > 0 ? gs_marks_number(*marks, "score") / most : 0));
    json_object_set_new(*marks, "fingerprint", json_string(print.text));
    return GS_OK;
}

static enum gs_status mark_all(const struct gs_grader *grader, const struct gs_student *student,
                               const struct gs_handed_in *in, const json_t *old, json_t *all,
                               size_t *judged, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t i = 0; status == GS_OK && i < in->count; i++) {
        const struct gs_task *task = &grader->tasks->tasks[i];
        struct fingerprint print = fingerprint(grader, student, task, &in->sources[i]);
        json_t *marks = grader->only == NULL ? kept_marks(old, task, print.text) : NULL;
        if (marks == NULL)
            status =
                judge_anew(grader, student, task, &in->sources[i], (*judged)++ == 0, &marks, error);
        json_array_append_new(all, marks);
    }
    return status;
}

/* Only the points may be others: somebody else is graded. */
static enum gs_grading keep_marks(const struct gs_grader *grader, const struct gs_student *student,
                                  const json_t *old, struct gs_error *why)
{
    json_t *all = json_array();
    for (size_t i = 0; i < grader->tasks->count; i++)
        json_array_append_new(all, kept_marks(old, &grader->tasks->tasks[i], NULL));
    enum gs_grading grading = GS_LEFT;
    if (json_array_size(all) == grader->tasks->count)
        grading = write_record(grader, student, gs_get_text(old, "note"), old, all, why) == GS_OK
                      ? GS_KEPT
                      : GS_UNGRADED;
    json_decref(all);
    return grading;
}

static enum gs_grading grade(const struct gs_grader *grader, const struct gs_student *student,
                             const json_t *old, struct gs_error *why)
{
    struct gs_handed_in in;
    size_t judged = 0;
    json_t *all = json_array();
    enum gs_status status =
        gs_handed_in_read(grader->submissions, student, grader->tasks, &in, why);
    if (status == GS_OK)
        status = mark_all(grader, student, &in, old, all, &judged, why);
    if (status == GS_OK)
        status = write_record(grader, student, in.note, old, all, why);
    if (judged > 0)
        gs_folder_remove(gs_class_scratch(grader->folder, student->slug).text);
    json_decref(all);
    gs_handed_in_release(&in);
    if (status != GS_OK)
        return GS_UNGRADED;
    return judged > 0 ? GS_GRADED : GS_KEPT;
}

enum gs_grading gs_student_grade(const struct gs_grader *grader, const struct gs_student *student,
                                 struct gs_error *why)
{
    json_t *old = gs_student_record(grader->folder, student);
    enum gs_grading grading = grader->only != NULL && grader->only != student
                                  ? keep_marks(grader, student, old, why)
                                  : grade(grader, student, old, why);
    json_decref(old);
    return grading;
}

enum gs_status gs_student_give_up(const struct gs_class_folder *folder,
                                  const struct gs_student *student, struct gs_error *error)
{
    struct gs_class_path home = gs_class_file(folder, student->slug, ""),
                         marks = gs_class_file(folder, student->slug, "marks.json"),
                         results = gs_class_file(folder, student->slug, "results.json"),
                         feedback = gs_class_file(folder, student->slug, "feedback.txt"),
                         scratch = gs_class_scratch(folder, student->slug);
    gs_folder_remove(scratch.text);
    unlink(marks.text);
    unlink(feedback.text);
    mkdir(home.text, 0777);
    json_t *shown = gs_gradescope_trouble();
    enum gs_status status = gs_class_write_json(results.text, 0666, shown, error);
    json_decref(shown);
    return status;
}
