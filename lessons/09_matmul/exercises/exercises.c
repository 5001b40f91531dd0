/* Lesson 9's exercises, by number. */
#include "exercise.h"

extern const struct gs_exercise gs_exercise_all_pairs, gs_exercise_four_rows,
    gs_exercise_register_tile, gs_exercise_double_buffer;

const struct gs_exercise *const gs_exercises_matmul[] = {
    &gs_exercise_all_pairs,
    &gs_exercise_four_rows,
    &gs_exercise_register_tile,
    &gs_exercise_double_buffer,
    NULL,
};
