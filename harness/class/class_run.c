/* A class from beginning to end. */
#include "class.h"

#include "class_csv.h"
#include "class_folder.h"
#include "class_marks.h"
#include "class_moodle.h"
#include "class_override.h"
#include "class_page.h"
#include "class_pool.h"
#include "class_similar.h"
#include "class_student.h"
#include "class_tasks.h"
#include "files.h"
#include "junit.h"
#include "numbers.h"

#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A student's limit is for a grader that hangs: cases and compilers have much shorter ones. */
enum { LIMIT_OF_STUDENT_S = 120, LIMIT_OF_TASK_S = 300, MOST_JOBS = 256 };

struct run {
    const struct gs_class_options *options;
    struct gs_tasks tasks;
    struct gs_students students;
    struct gs_class_folder folder;
    struct gs_grader grader;
    char submissions[PATH_MAX];
    struct gs_overrides overrides;
    struct gs_roster roster;
    struct gs_similar_list similar;
    struct gs_choice_words words;
    size_t finished, kept, ungraded, left, moodle_files;
};

/* ---- progress -------------------------------------------------------------------------------- */

static bool is_missing(const json_t *marks)
{
    return gs_marks_missing(json_object_get(marks, "mistake"));
}

/* "3.1 passed, 3.2 no-bounds-check at vecadd.cu:7; not handed in: 3.3, 3.q1" */
static void print_marks(const json_t *all)
{
    size_t i, shown = 0, missing = 0;
    const json_t *marks;
    json_array_foreach(all, i, marks)
    {
        const json_t *mistake = json_object_get(marks, "mistake");
        const char *kind = gs_get_text(mistake, "kind");
        if (is_missing(marks))
            continue;
        printf("%s%s %s", shown++ > 0 ? ", " : "", gs_get_text(marks, "exercise"),
               kind[0] != '\0' ? kind : gs_get_text(marks, "verdict"));
        if (gs_marks_number(mistake, "line") > 0)
            printf(" at %s", gs_marks_place(mistake).text);
    }
    json_array_foreach(all, i, marks)
    {
        if (is_missing(marks))
            printf("%s%s",
                   missing++ > 0 ? ", "
                   : shown > 0   ? "; not handed in: "
                                 : "not handed in: ",
                   gs_get_text(marks, "exercise"));
    }
}

static void print_finished(const struct run *run, const struct gs_student *student)
{
    const json_t *record = student->record;
    printf("%zu/%zu %s ", run->finished, run->students.count, student->shown);
    if (record == NULL) {
        printf("could not be graded: %s\n", student->why);
    } else {
        printf("%.1f/%s (", gs_marks_number(record, "score"),
               gs_marks_most(gs_marks_number(record, "max_score")).text);
        print_marks(json_object_get(record, "marks"));
        puts(")");
    }
    fflush(stdout);
}

static enum gs_status finished(void *context, size_t index, enum gs_grading grading,
                               const struct gs_error *why, struct gs_error *error)
{
    struct run *run = context;
    struct gs_student *student = &run->students.students[index];
    struct gs_error lost = {"its marks could not be read back"};
    if (grading == GS_GRADED || grading == GS_KEPT)
        student->record = gs_student_record(&run->folder, student);
    if (grading == GS_LEFT)
        snprintf(student->why, sizeof student->why, "not graded yet");
    else if (grading != GS_UNGRADED && student->record == NULL) {
        grading = GS_UNGRADED;
        why = &lost;
    }
    student->grading = grading;
    run->finished++;
    run->kept += grading == GS_KEPT;
    run->left += grading == GS_LEFT;
    enum gs_status status = GS_OK;
    if (grading == GS_UNGRADED) {
        run->ungraded++;
        gs_name_clean(why->text, student->why, sizeof student->why);
        status = gs_student_give_up(&run->folder, student, error);
    }
    if (grading == GS_UNGRADED || (grading == GS_GRADED && !run->options->quiet))
        print_finished(run, student);
    return status;
}

static enum gs_grading grade(void *context, size_t index, struct gs_error *why)
{
    struct run *run = context;
    gs_class_folder_leave(&run->folder);
    return gs_student_grade(&run->grader, &run->students.students[index], why);
}

/* ---- before and after ------------------------------------------------------------------------ */

static unsigned processors(void)
{
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count < MOST_JOBS ? (unsigned)count : MOST_JOBS;
}

static enum gs_status find_student(struct run *run, struct gs_error *error)
{
    const char *name = run->options->student;
    for (size_t i = 0; name != NULL && i < run->students.count; i++) {
        const struct gs_student *student = &run->students.students[i];
        if (strcmp(student->slug, name) == 0 || strcmp(student->entry, name) == 0 ||
            strcmp(student->shown, name) == 0)
            run->grader.only = student;
    }
    return name == NULL || run->grader.only != NULL
               ? GS_OK
               : gs_fail(error, GS_USAGE,
                         "--student: nobody is called \"%.100s\" in %.200s; name a folder or a "
                         "file there",
                         name, run->options->submissions);
}

static enum gs_status read_roster(struct run *run, struct gs_error *error)
{
    struct gs_class_path kept = gs_class_top(run->options->out, "roster.csv");
    const char *file = run->options->roster;
    if (file == NULL && access(kept.text, F_OK) != 0)
        return GS_OK;
    enum gs_status status = gs_roster_read(file != NULL ? file : kept.text, &run->roster, error);
    if (status == GS_OK)
        gs_roster_match(&run->roster, &run->students);
    return status;
}

/* Nobody is to be without marks in the course system because of a name. */
static void tell_who_is_not_on_the_roster(const struct run *run)
{
    size_t missing = 0;
    for (size_t i = 0; run->roster.row_count > 0 && i < run->students.count; i++) {
        const struct gs_student *student = &run->students.students[i];
        if (gs_roster_row_of(&run->roster, student) != NULL)
            continue;
        fprintf(stderr, "%s%s", missing == 0 ? "gridstride: grade: not on the roster: " : ", ",
                student->shown);
        missing++;
    }
    fputs(missing > 0 ? "\n" : "", stderr);
}

static enum gs_status keep_file(const struct run *run, const char *file, const char *name,
                                struct gs_error *error)
{
    struct gs_class_path kept = gs_class_top(run->folder.path, name);
    return file == NULL || gs_file_copy(file, kept.text, 0600)
               ? GS_OK
               : gs_fail(error, GS_USAGE, "cannot write %.300s: %s", kept.text, strerror(errno));
}

/* The teacher's files in the folder of marks: they count for later runs too. */
static enum gs_status keep_files(const struct run *run, struct gs_error *error)
{
    struct gs_class_path overrides = gs_class_top(run->folder.path, "overrides.txt");
    enum gs_status status = keep_file(run, run->options->points, "points.txt", error);
    if (status == GS_OK)
        status = keep_file(run, run->options->roster, "roster.csv", error);
    if (status != GS_OK)
        return status;
    return access(overrides.text, F_OK) == 0
               ? GS_OK
               : gs_class_write(overrides.text, 0600, gs_overrides_begin, NULL, error);
}

static void warn(const struct run *run, const char *warning)
{
    if (warning[0] != '\0')
        fprintf(stderr, "gridstride: grade: %s\n", warning);
    if (run->students.left_out_count > 0)
        fprintf(stderr, "gridstride: grade: left out: %s%s\n", run->students.left_out,
                run->students.left_out_count > 5 ? ", ..." : "");
    tell_who_is_not_on_the_roster(run);
    if (run->overrides.waiting[0] != '\0')
        fprintf(stderr, "gridstride: grade: overrides.txt: not graded now, so these wait: %s\n",
                run->overrides.waiting);
    if (run->words.only_points[0] != '\0' && !run->options->quiet)
        printf("graded though nobody handed it in, for it has points: %s\n",
               run->words.only_points);
    if (run->words.not_graded[0] != '\0' && !run->options->quiet)
        printf("not graded, for nobody handed it in: %s\n", run->words.not_graded);
}

/* As the caller a submission could read the seed, change marks, and hand in for others. */
static enum gs_status choose_sandbox(struct run *run, char *warning, size_t size,
                                     struct gs_error *error)
{
    run->grader.sandbox = gs_sandbox_best(warning, size);
    if (run->grader.sandbox != GS_SANDBOX_LIMITS || run->options->unsafe)
        return GS_OK;
    return gs_fail(error, GS_USAGE,
                   "grade: %s. Submissions could read the seed and change the marks. Start it as "
                   "root, or add --unsafe if you trust everybody who handed in",
                   warning);
}

static enum gs_status prepare(struct run *run, struct gs_error *error)
{
    const struct gs_class_options *options = run->options;
    char warning[512] = "";
    struct gs_class_path overrides = gs_class_top(options->out, "overrides.txt");
    enum gs_status status = gs_students_list(options->submissions, &run->students, error);
    if (status == GS_OK && realpath(options->submissions, run->submissions) == NULL)
        status = gs_fail(error, GS_USAGE, "grade: cannot read %.300s: %s", options->submissions,
                         strerror(errno));
    if (status == GS_OK)
        status = find_student(run, error);
    if (status == GS_OK)
        status = read_roster(run, error);
    if (status == GS_OK)
        status = gs_tasks_choose(options, run->submissions, &run->students, &run->tasks,
                                 &run->words, error);
    if (status == GS_OK)
        status =
            gs_overrides_read(overrides.text, &run->students, &run->tasks, &run->overrides, error);
    if (status == GS_OK)
        status = choose_sandbox(run, warning, sizeof warning, error);
    if (status == GS_OK)
        status = gs_class_folder_open(options, run->grader.sandbox, &run->folder, error);
    if (status == GS_OK)
        status = keep_files(run, error);
    if (status == GS_OK)
        warn(run, warning);
    return status;
}

static enum gs_status write_for_moodle(struct run *run, const struct gs_class *class,
                                       struct gs_error *error)
{
    struct gs_class_path path = gs_class_top(run->folder.path, "moodle.csv");
    const struct gs_moodle_grades grades = {class, &run->roster};
    enum gs_status status = GS_OK;
    if (run->roster.row_count > 0)
        status = gs_class_write(path.text, 0600, gs_moodle_write_csv, &grades, error);
    return status == GS_OK ? gs_moodle_write_feedback(&run->folder, class, &run->roster,
                                                      &run->moodle_files, error)
                           : status;
}

static enum gs_status write_all(struct run *run, struct gs_error *error)
{
    static const struct {
        const char *name;
        bool (*write)(FILE *out, const void *content);
    } files[] = {{"class.csv", gs_class_csv_write},
                 {"junit.xml", gs_junit_write},
                 {"index.html", gs_class_page_write}};
    struct gs_class class = {.tasks = &run->tasks,
                             .students = &run->students,
                             .similar = &run->similar,
                             .words = run->words};
    enum gs_status status = GS_OK;
    for (size_t i = 0; status == GS_OK && i < sizeof files / sizeof files[0]; i++) {
        struct gs_class_path path = gs_class_top(run->folder.path, files[i].name);
        status = gs_class_write(path.text, 0666, files[i].write, &class, error);
    }
    return status == GS_OK ? write_for_moodle(run, &class, error) : status;
}

/* A grade that is out of other points than Moodle has is a wrong grade there. */
static void tell_of_moodle(const struct run *run)
{
    if (run->roster.row_count == 0)
        return;
    struct gs_marks_points most = gs_marks_most(gs_tasks_sum(&run->tasks));
    double other = gs_moodle_other_most(&run->roster, &run->tasks);
    printf("moodle.csv: the column Grade is out of %s points\n", most.text);
    if (other > 0)
        fprintf(
            stderr,
            "gridstride: grade: moodle.csv: Grade is out of %s points, and the roster's Maximum "
            "Grade is %s: set the maximum to %s in Moodle, or write \"total %s\" in a file for "
            "--points\n",
            most.text, gs_marks_most(other).text, most.text, gs_marks_most(other).text);
}

static enum gs_status tell(const struct run *run, struct gs_error *error)
{
    const char *out = run->options->out;
    if (run->kept > 0)
        printf("%zu of %zu were graded before and are kept\n", run->kept, run->students.count);
    if (run->similar.count > 0)
        printf("similar submissions: %zu group%s, listed in index.html\n", run->similar.count,
               run->similar.count == 1 ? "" : "s");
    if (run->left > 0)
        printf("%zu of %zu are not graded yet: the same command without --student grades them\n",
               run->left, run->students.count);
    tell_of_moodle(run);
    printf("%s/index.html, class.csv, junit.xml, students/*/results.json%s%s\n", out,
           run->roster.row_count > 0 ? ", moodle.csv" : "",
           run->moodle_files > 0 ? ", moodle/*.txt" : "");
    if (run->ungraded == 0)
        return GS_OK;
    size_t i = 0;
    while (run->students.students[i].grading != GS_UNGRADED)
        i++;
    return gs_fail(error, GS_WRONG,
                   "%zu of %zu could not be graded (%.100s: %.200s); the same command tries them "
                   "once more",
                   run->ungraded, run->students.count, run->students.students[i].shown,
                   run->students.students[i].why);
}

static enum gs_status grade_all(struct run *run, struct gs_error *error)
{
    unsigned jobs = run->options->jobs > 0 ? run->options->jobs : processors();
    struct gs_pool pool = {.jobs = jobs < MOST_JOBS ? jobs : MOST_JOBS,
                           .limit_s =
                               LIMIT_OF_STUDENT_S + LIMIT_OF_TASK_S * (double)run->tasks.count,
                           .context = run,
                           .work = grade,
                           .finished = finished};
    enum gs_status status = gs_pool_run(&pool, run->students.count, error);
    if (status == GS_INTERRUPTED)
        gs_fail(error, status,
                "interrupted: %zu of %zu are done; the same command goes on from there",
                run->finished, run->students.count);
    if (status == GS_OK)
        status =
            gs_similar_find(run->submissions, &run->tasks, &run->students, &run->similar, error);
    if (status == GS_OK)
        status = write_all(run, error);
    return status == GS_OK ? tell(run, error) : status;
}

enum gs_status gs_class_grade(const struct gs_class_options *options, struct gs_error *error)
{
    struct run run = {.options = options, .folder = {.lock = -1}};
    run.grader = (struct gs_grader){.submissions = run.submissions,
                                    .folder = &run.folder,
                                    .tasks = &run.tasks,
                                    .overrides = &run.overrides,
                                    .version = options->version};
    /* A reader of ours that goes away (| head) must not end the run. */
    signal(SIGPIPE, SIG_IGN);
    enum gs_status status = prepare(&run, error);
    if (status == GS_OK)
        status = grade_all(&run, error);
    gs_class_folder_close(&run.folder);
    gs_similar_release(&run.similar);
    gs_roster_release(&run.roster);
    gs_overrides_release(&run.overrides);
    gs_students_release(&run.students);
    gs_tasks_release(&run.tasks);
    return status;
}
