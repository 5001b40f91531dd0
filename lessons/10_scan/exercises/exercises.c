/* Lesson 10's exercises, by number. */
#include "exercise.h"

extern const struct gs_exercise gs_exercise_exclusive_sums, gs_exercise_keep_positive,
    gs_exercise_segmented_sums;

const struct gs_exercise *const gs_exercises_scan[] = {
    &gs_exercise_exclusive_sums,
    &gs_exercise_keep_positive,
    &gs_exercise_segmented_sums,
    NULL,
};
