/* Lesson 0's exercises, by number. */
#include "exercise.h"

extern const struct gs_exercise gs_exercise_hypot_on_host, gs_exercise_pi_on_host,
    gs_exercise_index_3d;

const struct gs_exercise *const gs_exercises_hello[] = {
    &gs_exercise_hypot_on_host,
    &gs_exercise_pi_on_host,
    &gs_exercise_index_3d,
    NULL,
};
