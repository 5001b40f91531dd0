/* Lesson 2's exercises, by number. */
#include "exercise.h"

extern const struct gs_exercise gs_exercise_add_half, gs_exercise_double_matrix,
    gs_exercise_scale_array, gs_exercise_pick_strided, gs_exercise_add_row, gs_exercise_same_way,
    gs_exercise_price_table, gs_exercise_mirror_image, gs_exercise_order_costs;

const struct gs_exercise *const gs_exercises_grid_add[] = {
    &gs_exercise_add_half,    &gs_exercise_double_matrix,
    &gs_exercise_scale_array, &gs_exercise_pick_strided,
    &gs_exercise_add_row,     &gs_exercise_same_way,
    &gs_exercise_price_table, &gs_exercise_mirror_image,
    &gs_exercise_order_costs, NULL,
};
