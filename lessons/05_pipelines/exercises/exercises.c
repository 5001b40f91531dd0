/* Lesson 5's exercises, by number. */
#include "exercise.h"

extern const struct gs_exercise gs_exercise_make_waveform, gs_exercise_hidden_layer,
    gs_exercise_overlap_copies, gs_exercise_pulse_pipeline, gs_exercise_create_hidden_layer;

const struct gs_exercise *const gs_exercises_pipelines[] = {
    &gs_exercise_make_waveform,  &gs_exercise_hidden_layer,        &gs_exercise_overlap_copies,
    &gs_exercise_pulse_pipeline, &gs_exercise_create_hidden_layer, NULL,
};
