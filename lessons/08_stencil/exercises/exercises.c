/* Lesson 8's exercises, by number. */
#include "exercise.h"

extern const struct gs_exercise gs_exercise_weighted_rod, gs_exercise_plate_step,
    gs_exercise_rising_heat, gs_exercise_two_steps;

const struct gs_exercise *const gs_exercises_stencil[] = {
    &gs_exercise_weighted_rod,
    &gs_exercise_plate_step,
    &gs_exercise_rising_heat,
    &gs_exercise_two_steps,
    NULL,
};
