/*
 * libFuzzer's target: whatever exercise.toml or course.toml holds, reading it neither crashes nor
 * leaks, and an error is one line. An exercise that was read can be used: its header is made, and
 * its inputs are filled at the first size.
 */
#include "data_course.h"
#include "data_exercise.h"
#include "visible.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds, const char *what, const char *text)
{
    if (holds)
        return;
    fprintf(stderr, "toml_fuzz: %s: %s\n", what, text);
    abort();
}

static void require_one_line(const struct gs_error *error)
{
    require(error->text[0] != '\0' && gs_is_visible(error->text), "an error is not one line",
            error->text);
}

static void fill(const struct gs_exercise *exercise, const struct gs_shape *shape)
{
    void *arrays[GS_MOST_PARAMETERS] = {NULL};
    struct gs_budget budget;
    for (unsigned k = 0; exercise->parameters[k].name != NULL; k++) {
        size_t count = gs_exercise_count(exercise, shape, k);
        if (exercise->parameters[k].role != GS_OUTPUT && count < 1 << 16)
            arrays[k] = calloc(count + 1, sizeof(uint64_t));
    }
    gs_exercise_fill(exercise, shape, 1, arrays);
    gs_exercise_budget(exercise, shape, &budget);
    for (unsigned k = 0; k < GS_MOST_PARAMETERS; k++)
        free(arrays[k]);
}

static void read_exercise(const char *text, size_t size)
{
    struct gs_error error = {""};
    struct gs_data_exercise *exercise = NULL;
    if (gs_data_exercise_parse("my/reduce", "exercise.toml", text, size, &exercise, &error) !=
        GS_OK) {
        require_one_line(&error);
        return;
    }
    char *header = gs_data_exercise_header(exercise);
    require(header != NULL && strstr(header, "void reduce(") != NULL, "no declaration in", header);
    free(header);
    const struct gs_exercise *made = gs_data_exercise_lesson(exercise)->exercises[0];
    fill(made, &made->shapes[0]);
    gs_data_exercise_release(exercise);
}

static void read_course(const char *text, size_t size)
{
    struct gs_error error = {""};
    struct gs_data_course course;
    if (gs_data_course_parse("course.toml", text, size, &course, &error) != GS_OK)
        require_one_line(&error);
    gs_data_course_release(&course);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_exercise((const char *)data, size);
    read_course((const char *)data, size);
    return 0;
}
