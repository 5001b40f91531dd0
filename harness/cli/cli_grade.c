/* gridstride grade: its words. */
#include "cli_commands.h"

#include "class.h"
#include "numbers.h"
#include "version.h"

const char gs_grade_help[] =
    "gridstride grade: marks for a whole class\n"
    "\n"
    "usage: gridstride grade SUBMISSIONS --out DIR [OPTIONS]\n"
    "\n"
    "SUBMISSIONS has one folder or one .cu file for each student. In a folder, an exercise's file\n"
    "is the one that is called like it (vecadd.cu), in whatever folder below; else one that\n"
    "includes its header (#include \"vecadd.h\"), as a single file must. Answers to questions are\n"
    "read from questions.txt. Links are not followed.\n"
    "\n"
    "  --out DIR            where marks go: index.html, class.csv, junit.xml, and for each "
    "student\n"
    "                       students/NAME/results.json (Gradescope's form) and marks.json\n"
    "  --exercises LIST     what is graded: lessons, exercises or questions, as in 3,4.1,vecadd\n"
    "                       (default: all)\n"
    "  --seed N             seed of the inputs; the same one gives the same marks (default: a\n"
    "                       secret one, kept in DIR/seed)\n"
    "  --jobs N             students graded at a time (default: one a processor)\n"
    "  --quiet              name only students that could not be graded\n"
    "\n"
    "Each file is compiled and run in a sandbox, at every size, under the inspector. An exercise\n"
    "that passes has 10 points, one that does not has half of its share of passed tests.\n"
    "\n"
    "Whatever ends the run, what is finished is kept: the same command goes on behind it, and\n"
    "grades again whose files, seed or version of gridstride are others than before.\n"
    "\n"
    "Exit status: 0 everybody was graded, whatever the marks; 1 some could not be, and the same\n"
    "command tries them once more; 2 usage or environment; 130 interrupted.\n";

enum { MOST_JOBS = 256 };

enum gs_status gs_command_grade(const struct gs_arguments *a, struct gs_error *error)
{
    size_t seed = 0, jobs = 0;
    enum gs_status status = GS_OK;
    if (a->operand_count != 1)
        return gs_fail(error, GS_USAGE,
                       "grade: name one folder of submissions, as in: gridstride grade submissions "
                       "--out marks");
    if (a->out == NULL)
        return gs_fail(error, GS_USAGE, "grade: name the folder for the marks with --out");
    if (a->seed != NULL)
        status = gs_number_parse("--seed", a->seed, &seed, error);
    if (status == GS_OK && a->jobs != NULL)
        status = gs_number_parse("--jobs", a->jobs, &jobs, error);
    if (status == GS_OK && a->jobs != NULL && (jobs == 0 || jobs > MOST_JOBS))
        status = gs_fail(error, GS_USAGE, "--jobs: %s is not from 1 to %d", a->jobs, MOST_JOBS);
    if (status != GS_OK)
        return status;
    struct gs_class_options options = {.submissions = a->operands[0],
                                       .out = a->out,
                                       .exercises = a->exercises,
                                       .seeded = a->seed != NULL,
                                       .seed = seed,
                                       .jobs = (unsigned)jobs,
                                       .quiet = a->quiet,
                                       .version = GS_VERSION " " GS_COMMIT};
    return gs_class_grade(&options, error);
}
