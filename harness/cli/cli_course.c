/* gridstride course: a teacher's own exercises. */
#include "cli_commands.h"

#include "teach.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

struct course_arguments {
    bool mutants, repository;
};

static const struct gs_option options[] = {
    {"--mutants", NULL, GS_OPTION_FLAG, offsetof(struct course_arguments, mutants),
     .help =
         "with test: change each solution by rules as well (`<` to `<=`, a barrier left out, an "
         "index without its block, ...), and print how many of the changes are told"},
    {"--repository", NULL, GS_OPTION_FLAG, offsetof(struct course_arguments, repository),
     .help = "with hand-out: also write what makes the folder a repository for GitHub: a workflow "
             "that checks each exercise at a push, with what is wrong at its line, and a container "
             "to work in"},
    {0},
};

const struct gs_syntax gs_course_syntax = {
    .name = "course",
    .operands = "test|hand-out DIR",
    .about = "test exercises of your own, and write what students get of them",
    .usage = "course test DIR [--mutants]\n"
             "course hand-out DIR TO [--repository]     stubs, headers, README.md, "
             "no solutions",
    .text = "ACTION is test or hand-out. DIR is a folder with course.toml, which names exercises, "
            "their order, points and dates; "
            "or one of exercises alone; or one exercise. An exercise is a folder with "
            "exercise.toml, stub.cu and solution.cu (new --exercise writes one, and "
            "docs/teaching.md explains it). A test requires that the stub does not pass, that the "
            "solution and the files in right/ do, and that each file in mutants/ gets the "
            "sentence and the line that it asks for.",
    .notes = "Exit status: 0 all files do what they should, 1 some do not, 2 usage or environment.",
    .options = options,
    .bytes = sizeof(struct course_arguments),
    .least = 2,
    .most = 3,
    .wanted = "test or hand-out, a folder, and for hand-out the folder to write",
    .example = "course test my",
};

/* "2026-10-01", of the teacher's own day. */
static void today(char text[static 16])
{
    struct tm now;
    time_t seconds = time(NULL);
    if (localtime_r(&seconds, &now) == NULL || strftime(text, 16, "%Y-%m-%d", &now) == 0)
        (void)snprintf(text, 16, "9999-12-31");
}

static enum gs_status test(const struct gs_command_line *line, const struct course_arguments *a,
                           const struct gs_data_course *course, struct gs_error *error)
{
    if (line->operand_count != 2)
        return gs_fail(error, GS_USAGE, "course: test takes one folder; leave \"%.200s\" out",
                       line->operands[2]);
    if (a->repository)
        return gs_fail(error, GS_USAGE, "course: --repository is for hand-out; leave it out");
    return gs_teach_test(course, a->mutants, stdout, error);
}

static enum gs_status hand_out(const struct gs_command_line *line, const struct course_arguments *a,
                               const struct gs_data_course *course, struct gs_error *error)
{
    char date[16];
    if (line->operand_count != 3)
        return gs_fail(error, GS_USAGE,
                       "course: name the folder to write, as in: course hand-out %.200s students",
                       line->operands[1]);
    if (a->mutants)
        return gs_fail(error, GS_USAGE, "course: --mutants is for test; leave it out");
    today(date);
    return gs_teach_hand_out(course, line->operands[1], line->operands[2], date, a->repository,
                             stdout, error);
}

enum gs_status gs_command_course(const struct gs_command_line *line, const void *values,
                                 struct gs_error *error)
{
    const struct course_arguments *a = values;
    const char *what = line->operands[0];
    struct gs_data_course course;
    bool tests = strcmp(what, "test") == 0;
    if (!tests && strcmp(what, "hand-out") != 0)
        return gs_fail(error, GS_USAGE,
                       "course: \"%.60s\" is nothing that can be done with a course; say test or "
                       "hand-out",
                       what);
    signal(SIGPIPE, SIG_IGN);
    enum gs_status status = gs_data_course_load(line->operands[1], &course, error);
    if (status == GS_OK)
        status = (tests ? test : hand_out)(line, a, &course, error);
    gs_data_course_release(&course);
    return status;
}
