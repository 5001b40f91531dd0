/* Lesson 12's exercises, by number. */
#include "exercise.h"

extern const struct gs_exercise gs_exercise_safe_softmax, gs_exercise_merge_sums,
    gs_exercise_log_sums, gs_exercise_layer_norm, gs_exercise_attention_weights;

const struct gs_exercise *const gs_exercises_softmax[] = {
    &gs_exercise_safe_softmax, &gs_exercise_merge_sums,        &gs_exercise_log_sums,
    &gs_exercise_layer_norm,   &gs_exercise_attention_weights, NULL,
};
