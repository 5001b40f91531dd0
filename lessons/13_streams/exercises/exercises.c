/* Lesson 13's exercises, by number. */
#include "exercise.h"

extern const struct gs_exercise gs_exercise_two_streams, gs_exercise_event_between,
    gs_exercise_captured_steps, gs_exercise_updated_rows;

const struct gs_exercise *const gs_exercises_streams[] = {
    &gs_exercise_two_streams,
    &gs_exercise_event_between,
    &gs_exercise_captured_steps,
    &gs_exercise_updated_rows,
    NULL,
};
