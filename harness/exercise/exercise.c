/* The two ways in which an exercise says what it is: functions, and data. */
#include "exercise.h"

#include "data_parts.h"

#include <stdio.h>

struct gs_shape_name gs_shape_name(const struct gs_exercise *exercise, const struct gs_shape *shape)
{
    struct gs_shape_name name;
    int length = snprintf(name.text, sizeof name.text, "%s = %zu", exercise->n_name, shape->n);
    if (exercise->m_name != NULL)
        length += snprintf(name.text + length, sizeof name.text - (size_t)length, ", %s = %zu",
                           exercise->m_name, shape->m);
    if (exercise->made_name != NULL)
        snprintf(name.text + length, sizeof name.text - (size_t)length, ", %s = %zu",
                 exercise->made_name, exercise->made(shape));
    return name;
}

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

bool gs_exercise_solves(const struct gs_exercise *exercise)
{
    return exercise->solve != NULL ||
           (exercise->data != NULL && gs_data_exercise_has_formulas(exercise->data));
}

bool gs_exercise_solve(const struct gs_exercise *exercise, const struct gs_shape *shape,
                       const void *const *arrays, struct gs_expected *out)
{
    if (!gs_exercise_solves(exercise))
        return false;
    if (exercise->data != NULL)
        gs_data_solve(exercise->data, shape, arrays, out);
    else
        exercise->solve(shape, arrays, out);
    return true;
}

bool gs_exercise_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const struct gs_exercise *exercise = wrong->exercise;
    if (exercise->data != NULL)
        return gs_data_explain(exercise->data, wrong, out);
    return exercise->explain != NULL && exercise->explain(wrong, out);
}

bool gs_exercise_say_finding(const struct gs_exercise *exercise, const struct gs_shape *shape,
                             const json_t *report, const json_t *finding, struct gs_saying *out)
{
    if (exercise->data != NULL)
        return gs_data_say_finding(exercise->data, shape, finding, out);
    return exercise->say_finding != NULL && exercise->say_finding(shape, report, finding, out);
}

size_t gs_exercise_needed_bytes(const struct gs_exercise *exercise, const struct gs_shape *shape)
{
    const struct gs_data_exercise *data = exercise->data;
    return data != NULL ? (size_t)gs_amount_at(data, &data->timed_bytes, shape)
                        : exercise->timed_bytes(shape);
}
