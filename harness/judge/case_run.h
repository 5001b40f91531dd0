/* One case: a program with the student's function in it, run once, and what came back. */
#ifndef GS_CASE_RUN_H
#define GS_CASE_RUN_H

#include "case_file.h"
#include "exercise.h"
#include "sandbox.h"

#include <jansson.h>

struct gs_reference;
struct gs_known_mistakes;
struct gs_known_mistake;

struct gs_case_run {
    const struct gs_exercise *exercise;
    const struct gs_shape *shape;
    uint64_t seed;
    unsigned rounds;  /* 1, or 2: called twice in one process, with other values */
    unsigned samples; /* > 0: timed as often, on the GPU */
    bool times_bus;   /* so are copies over the bus */
    enum gs_stand_in
        stands_in;             /* one round, in which kernels find other inputs than the host has */
    bool other_arrays;         /* the arrays have other inputs; the numbers have not */
    enum gs_left_out left_out; /* threads that do nothing, */
    unsigned left_out_number;  /* and which, counted round */
    size_t blocks_before;      /* of the largest launch of a smaller case; 0: there was none */
    bool is_known_wrong;       /* another case has failed: this one may take less */
    const char *program;       /* its path */
    const char *source; /* the text of what it was compiled of, for the inspector; NULL: none */
    double spent_cpu_s; /* what the cases before have taken of the time for all of them */
    const struct gs_reference *reference; /* computes the answers; NULL: the exercise's solve() */
    struct gs_known_mistakes *known; /* tried on a wrong answer of which nothing else tells why;
                                      * NULL: none are */
    const json_t *remarks;           /* what the compiler said of it; NULL: nothing is known */
    enum gs_sandbox sandbox;
    bool cuda; /* the program runs on the GPU; else on the simulator */
};

struct gs_case_outcome {
    struct gs_confined_outcome process;
    json_t *report;       /* the inspector's; NULL: it left none, or there is no inspector */
    bool report_too_long; /* so that it was not read */
    json_t *printed;      /* what the program printed, as in printed.h; NULL: nothing */
    struct gs_answer_file
        answer;    /* its head; arbitrary bytes of the student's, made safe to print */
    bool compared; /* the program came to its end without an error, and left answers */
    bool right;
    unsigned round;                       /* of the wrong answer */
    struct gs_wrong wrong;                /* valid where compared and not right */
    const struct gs_known_mistake *known; /* that has the same values; NULL: none, or none tried */
    struct gs_memory *memory; /* what `wrong` points into; NULL: the report is all there is */
};

/* Fails where the case could not be made or the process not be started. */
enum gs_status gs_run_case(const struct gs_case_run *run, struct gs_case_outcome *outcome,
                           struct gs_error *error);

/* Whether the program ended because the runner, and not the student's function, could not go on. */
bool gs_case_is_of_runner(const struct gs_case_outcome *outcome);

void gs_case_outcome_release(struct gs_case_outcome *outcome);

/* The report that the inspector left in that file, the caller's; NULL: it left none, or *too_long.
 */
json_t *gs_case_report(int fd, bool *too_long);

/* Of the calls that were timed, of which there are some: the median, in microseconds. */
double gs_answer_median_us(const struct gs_answer_file *answer);

#endif
