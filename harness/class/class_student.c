#include "class_student.h"

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

static struct fingerprint fingerprint(const struct gs_grader *grader,
                                      const struct gs_student *student,
                                      const struct gs_handed_in *in)
{
    struct fingerprint print;
    uint64_t hash = mix(14695981039346656037U, &grader->folder->seed, sizeof(uint64_t));
    hash = mix_text(mix_text(hash, grader->version), student->entry);
    hash = mix_text(hash, in->note);
    for (size_t i = 0; i < in->count; i++) {
        const struct gs_source *source = &in->sources[i];
        hash = mix_text(hash, grader->tasks->tasks[i].label);
        hash = mix_text(mix_text(hash, source->path), source->note);
        if (source->text != NULL)
            hash = mix(hash, source->text, source->bytes);
    }
    snprintf(print.text, sizeof print.text, "%016" PRIx64, hash);
    return print;
}

json_t *gs_student_record(const struct gs_class_folder *folder, const struct gs_student *student)
{
    struct gs_class_path path = gs_class_file(folder, student->slug, "marks.json");
    json_t *record = json_load_file(path.text, JSON_REJECT_DUPLICATES, NULL);
    if (json_is_array(json_object_get(record, "marks")) &&
        json_is_string(json_object_get(record, "fingerprint")))
        return record;
    json_decref(record);
    return NULL;
}

static bool is_finished(const struct gs_grader *grader, const struct gs_student *student,
                        const char *print)
{
    struct gs_class_path results = gs_class_file(grader->folder, student->slug, "results.json");
    json_t *record = gs_student_record(grader->folder, student);
    const char *of = json_string_value(json_object_get(record, "fingerprint"));
    bool same = of != NULL && strcmp(of, print) == 0 && access(results.text, F_OK) == 0;
    json_decref(record);
    return same;
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

static enum gs_status judge(const struct gs_grader *grader, const struct gs_handed_in *in,
                            const char *scratch, json_t *all, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t i = 0; status == GS_OK && i < in->count; i++) {
        const struct gs_task *task = &grader->tasks->tasks[i];
        const struct gs_source *source = &in->sources[i];
        json_t *marks = NULL;
        struct gs_error why = {0};
        if (task->question != NULL)
            marks = judge_question(task, source);
        else
            status = judge_exercise(grader, task, source, scratch, &marks, &why);
        if (status == GS_OK && marks == NULL)
            status = gs_out_of_memory(&why);
        if (status != GS_OK)
            return gs_fail(error, status, "%s %.60s: %.400s", task->label, task->name, why.text);
        json_object_set_new(marks, "submitted", json_string(source->path));
        json_object_set_new(marks, "note", json_string(source->note));
        json_array_append_new(all, marks);
    }
    return status;
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

/* Tenths do not add up exactly. */
static double tenths(double sum)
{
    return round(sum * 10) / 10;
}

static enum gs_status write_record(const struct gs_grader *grader, const struct gs_student *student,
                                   const struct gs_handed_in *in, const char *print,
                                   const json_t *all, struct gs_error *error)
{
    struct gs_class_path marks = gs_class_file(grader->folder, student->slug, "marks.json"),
                         results = gs_class_file(grader->folder, student->slug, "results.json");
    json_t *record =
        json_pack("{s:i, s:s, s:s, s:s, s:s, s:f, s:f, s:f, s:O}", "version", 1, "fingerprint",
                  print, "gridstride", grader->version, "student", student->shown, "note", in->note,
                  "score", tenths(total(all, "score")), "max_score",
                  tenths(total(all, "max_score")), "seconds", total(all, "seconds"), "marks", all);
    json_t *shown = gs_gradescope_results(record);
    enum gs_status status = gs_class_write_json(results.text, 0666, shown, error);
    if (status == GS_OK) /* the last thing of all: with it the student is finished */
        status = gs_class_write_json(marks.text, 0600, record, error);
    json_decref(shown);
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

enum gs_grading gs_student_grade(const struct gs_grader *grader, const struct gs_student *student,
                                 struct gs_error *why)
{
    struct gs_handed_in in;
    struct fingerprint print = {""};
    struct gs_class_path scratch = gs_class_scratch(grader->folder, student->slug);
    json_t *all = json_array();
    bool finished = false;
    enum gs_status status =
        gs_handed_in_read(grader->submissions, student, grader->tasks, &in, why);
    if (status == GS_OK) {
        print = fingerprint(grader, student, &in);
        finished = is_finished(grader, student, print.text);
    }
    if (status == GS_OK && !finished) {
        status = clear(grader, student, scratch.text, why);
        if (status == GS_OK)
            status = judge(grader, &in, scratch.text, all, why);
        if (status == GS_OK)
            status = write_record(grader, student, &in, print.text, all, why);
        gs_folder_remove(scratch.text);
    }
    json_decref(all);
    gs_handed_in_release(&in);
    if (status != GS_OK)
        return GS_UNGRADED;
    return finished ? GS_KEPT : GS_GRADED;
}

enum gs_status gs_student_give_up(const struct gs_class_folder *folder,
                                  const struct gs_student *student, struct gs_error *error)
{
    struct gs_class_path home = gs_class_file(folder, student->slug, ""),
                         marks = gs_class_file(folder, student->slug, "marks.json"),
                         results = gs_class_file(folder, student->slug, "results.json"),
                         scratch = gs_class_scratch(folder, student->slug);
    gs_folder_remove(scratch.text);
    unlink(marks.text);
    mkdir(home.text, 0777);
    json_t *shown = gs_gradescope_trouble();
    enum gs_status status = gs_class_write_json(results.text, 0666, shown, error);
    json_decref(shown);
    return status;
}
