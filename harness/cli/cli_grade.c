/* gridstride grade: its options, and what is to be graded. */
#include "cli_commands.h"

#include "class.h"
#include "data_course.h"
#include "version.h"

#include <stdint.h>

struct grade_arguments {
    const char *out, *exercises, *course, *points, *roster, *student;
    struct gs_number seed, jobs;
    bool quiet, unsafe;
};

#define AT(field) offsetof(struct grade_arguments, field)

static const struct gs_option options[] = {
    {"--out", "DIR", GS_OPTION_TEXT, AT(out),
     .help = "where marks go: index.html, class.csv, junit.xml, and for each student "
             "students/NAME/results.json (Gradescope's form), feedback.txt and marks.json"},
    {"--exercises", "LIST", GS_OPTION_NAMES, AT(exercises),
     .help = "what is graded: lessons, exercises or questions, as in 3,4.1,vecadd (default: what "
             "was handed in, and what --points names)"},
    {"--course", "DIR", GS_OPTION_TEXT, AT(course),
     .help = "grade a course of your own, all of it: a folder with course.toml or with exercises, "
             "as docs/teaching.md describes it"},
    {"--points", "FILE", GS_OPTION_TEXT, AT(points),
     .help = "what exercises give, a line each: an exercise or a lesson, and its points, as in "
             "vecadd 20; and total 100 for what all together give (default: 10 each, or "
             "DIR/points.txt of an earlier run)"},
    {"--roster", "FILE", GS_OPTION_TEXT, AT(roster),
     .help = "the list of participants or the grading worksheet, as Moodle gives it (CSV): makes "
             "DIR/moodle.csv, with grades, to be imported there (default: DIR/roster.csv of an "
             "earlier run, if there is one)"},
    {"--student", "NAME", GS_OPTION_TEXT, AT(student),
     .help = "grade this one once more, and nobody else"},
    {"--seed", "N", GS_OPTION_NUMBER, AT(seed),
     .help =
         "seed of the inputs; the same one gives the same marks (default: a secret one, kept in "
         "DIR/seed)",
     .most = INT64_MAX},
    {"--jobs", "N", GS_OPTION_NUMBER, AT(jobs),
     .help = "students graded at a time (default: one a processor)", .least = 1, .most = 256},
    {"--quiet", NULL, GS_OPTION_FLAG, AT(quiet),
     .help = "name only students that could not be graded"},
    {"--unsafe", NULL, GS_OPTION_FLAG, AT(unsafe),
     .help = "grade also where submissions would run as you, so that they can read and write what "
             "you can: where there is no bubblewrap and you are not root"},
    {0},
};

const struct gs_syntax gs_grade_syntax = {
    .name = "grade",
    .operands = "SUBMISSIONS",
    .about = "marks for a whole class",
    .usage = "grade SUBMISSIONS --out DIR [OPTIONS]",
    .text =
        "SUBMISSIONS has one folder or one .cu file for each student. In a folder, an exercise's "
        "file is the one that is called like it (vecadd.cu), in whatever folder below; else one "
        "that includes its header (#include \"vecadd.h\"), as a single file must. Answers to "
        "questions are read from questions.txt. Links are not followed.",
    .notes =
        "Each file is compiled and run in a sandbox, at every size, under the inspector. An "
        "exercise that passes has all of its points, one that does not has half of its share of "
        "passed tests. DIR/overrides.txt gives other points, with a note: it says how.\n\n"
        "Whatever ends the run, what is finished is kept: the same command goes on behind it, "
        "and grades again whose files, seed or version of gridstride are others than before."
        "\n\n"
        "Exit status: 0 everybody was graded, whatever the marks; 1 some could not be, and the "
        "same command tries them once more; 2 usage or environment; 130 interrupted.",
    .options = options,
    .bytes = sizeof(struct grade_arguments),
    .least = 1,
    .most = 1,
    .wanted = "one folder of submissions",
    .example = "grade submissions --out marks",
};

enum gs_status gs_command_grade(const struct gs_command_line *line, const void *values,
                                struct gs_error *error)
{
    const struct grade_arguments *a = values;
    if (a->out == NULL)
        return gs_fail(error, GS_USAGE, "grade: name the folder for the marks with --out");
    struct gs_class_options class = {.submissions = line->operands[0],
                                     .out = a->out,
                                     .exercises = a->exercises,
                                     .points = a->points,
                                     .roster = a->roster,
                                     .student = a->student,
                                     .seeded = a->seed.text != NULL,
                                     .seed = a->seed.value,
                                     .jobs = (unsigned)a->jobs.value,
                                     .quiet = a->quiet,
                                     .unsafe = a->unsafe,
                                     .version = GS_VERSION " " GS_COMMIT};
    struct gs_data_course course = {.count = 0};
    enum gs_status status =
        a->course != NULL ? gs_data_course_load(a->course, &course, error) : GS_OK;
    class.course = a->course != NULL ? &course : NULL;
    if (status == GS_OK)
        status = gs_class_grade(&class, error);
    gs_data_course_release(&course);
    return status;
}
