/* Lesson 6's exercises, by number. */
#include "exercise.h"

extern const struct gs_exercise gs_exercise_sequential_sum, gs_exercise_shared_tree,
    gs_exercise_row_norms, gs_exercise_monte_carlo_pi, gs_exercise_own_numbers,
    gs_exercise_three_mistakes, gs_exercise_reverse_blocks, gs_exercise_hottest_of_four,
    gs_exercise_smooth_curve, gs_exercise_dot_product, gs_exercise_running_sums,
    gs_exercise_tiled_product;

const struct gs_exercise *const gs_exercises_tree_reduction[] = {
    &gs_exercise_sequential_sum,
    &gs_exercise_shared_tree,
    &gs_exercise_row_norms,
    &gs_exercise_monte_carlo_pi,
    &gs_exercise_own_numbers,
    &gs_exercise_three_mistakes,
    &gs_exercise_reverse_blocks,
    &gs_exercise_hottest_of_four,
    &gs_exercise_smooth_curve,
    &gs_exercise_dot_product,
    &gs_exercise_running_sums,
    &gs_exercise_tiled_product,
    NULL,
};
