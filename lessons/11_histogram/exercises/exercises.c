/* Lesson 11's exercises, by number. */
#include "exercise.h"

extern const struct gs_exercise gs_exercise_row_counts, gs_exercise_lane_counts,
    gs_exercise_add_once, gs_exercise_value_starts;

const struct gs_exercise *const gs_exercises_histogram[] = {
    &gs_exercise_row_counts,
    &gs_exercise_lane_counts,
    &gs_exercise_add_once,
    &gs_exercise_value_starts,
    NULL,
};
