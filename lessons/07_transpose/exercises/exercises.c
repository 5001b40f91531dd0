/* Lesson 7's exercises, by number. */
#include "exercise.h"

extern const struct gs_exercise gs_exercise_pitched_copy, gs_exercise_turn_matrix,
    gs_exercise_column_sums;

const struct gs_exercise *const gs_exercises_transpose[] = {
    &gs_exercise_pitched_copy,
    &gs_exercise_turn_matrix,
    &gs_exercise_column_sums,
    NULL,
};
