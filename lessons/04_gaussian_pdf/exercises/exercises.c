/* Lesson 4's exercises, by number. */
#include "exercise.h"

extern const struct gs_exercise gs_exercise_polar_distance, gs_exercise_gaussian,
    gs_exercise_zero_suppress, gs_exercise_smooth_step;

const struct gs_exercise *const gs_exercises_gaussian_pdf[] = {
    &gs_exercise_polar_distance,
    &gs_exercise_gaussian,
    &gs_exercise_zero_suppress,
    &gs_exercise_smooth_step,
    NULL,
};
