/* Lesson 3's exercises, by number. */
#include "exercise.h"

extern const struct gs_exercise gs_exercise_vecadd, gs_exercise_hypotenuse,
    gs_exercise_broadcast_add, gs_exercise_timed_add, gs_exercise_resident_blocks,
    gs_exercise_mix_tracks, gs_exercise_fahrenheit, gs_exercise_height_steps;

const struct gs_exercise *const gs_exercises_vecadd[] = {
    &gs_exercise_vecadd,     &gs_exercise_hypotenuse,      &gs_exercise_broadcast_add,
    &gs_exercise_timed_add,  &gs_exercise_resident_blocks, &gs_exercise_mix_tracks,
    &gs_exercise_fahrenheit, &gs_exercise_height_steps,    NULL,
};
