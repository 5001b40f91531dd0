/* The part of a check that needs a GPU: right there too, and how fast. */
#ifndef GS_JUDGE_GPU_H
#define GS_JUDGE_GPU_H

#include "judge.h"

/* "129 us", "1.43 ms" */
struct gs_duration {
    char text[48];
};
struct gs_duration gs_duration_of(double us);

/* Whether a kernel that moves `moved` of the bytes that the work needs leaves some of it undone. A
 * little less than all of them may be an error of how they are known. */
bool gs_judge_is_undone(double needed, double moved);

/* The marks' member "performance" (judge.h) where an exercise needs more GPUs than there are, and
 * so runs on the simulator alone; NULL: they are enough. The caller's. */
json_t *gs_judge_few_gpus(const struct gs_exercise *exercise, unsigned gpus);

/*
 * Times the student's program against the reference's, both built for the GPU, in turns. Gives the
 * marks' member "performance" (judge.h), the caller's: "failed" only where each of the student's
 * runs was slower than the limit against each of the reference's; "inconclusive" where the runs
 * differ too much to tell.
 */
enum gs_status gs_judge_speed(const struct gs_judge_options *options, const char *program,
                              json_t **performance, struct gs_error *error);

#endif
