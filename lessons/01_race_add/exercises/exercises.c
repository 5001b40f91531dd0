/* Lesson 1's exercises, by number. */
#include "exercise.h"

extern const struct gs_exercise gs_exercise_add_from_all, gs_exercise_histogram,
    gs_exercise_block_histogram, gs_exercise_extremes, gs_exercise_shop_totals;

const struct gs_exercise *const gs_exercises_race_add[] = {
    &gs_exercise_add_from_all, &gs_exercise_histogram,   &gs_exercise_block_histogram,
    &gs_exercise_extremes,     &gs_exercise_shop_totals, NULL,
};
