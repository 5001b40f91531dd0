/* The two ways in which an exercise says what it is: functions, and data. */
#include "exercise.h"

#include "data_parts.h"

size_t gs_exercise_count(const struct gs_exercise *exercise, const struct gs_shape *shape,
                         unsigned parameter)
{
    return exercise->data != NULL ? gs_data_count(exercise->data, shape, parameter)
                                  : exercise->count(shape, parameter);
}

void gs_exercise_fill(const struct gs_exercise *exercise, const struct gs_shape *shape,
                      uint64_t seed, void *const *arrays)
{
    if (exercise->data != NULL)
        gs_data_fill(exercise->data, shape, seed, arrays);
    else
        exercise->fill(shape, seed, arrays);
}

void gs_exercise_budget(const struct gs_exercise *exercise, const struct gs_shape *shape,
                        struct gs_budget *most)
{
    if (exercise->data != NULL)
        gs_data_budget(exercise->data, shape, most);
    else if (exercise->budget != NULL)
        exercise->budget(shape, most);
}

size_t gs_exercise_timed_bytes(const struct gs_exercise *exercise)
{
    const struct gs_data_exercise *data = exercise->data;
    return data != NULL ? (size_t)gs_amount_at(data, &data->timed_bytes, &exercise->timed)
                        : exercise->timed_bytes(&exercise->timed);
}
