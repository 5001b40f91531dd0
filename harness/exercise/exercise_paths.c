/* The files of an exercise: in the course's folders, or in its own. */
#include "course.h"

#include "data_exercise.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SOURCE = 1 << 20 };

static enum gs_status part_of_course(const struct gs_lesson_exercises *lesson,
                                     const struct gs_exercise *exercise, enum gs_exercise_part part,
                                     struct gs_exercise_path *path, struct gs_error *error)
{
    char file[128];
    snprintf(file, sizeof file, "%s%.100s.%s",
             part == GS_SOLUTION || part == GS_REFERENCE ? "solutions/" : "", exercise->name,
             part == GS_HEADER ? "h" : "cu");
    return gs_exercise_file(lesson, file, path, error);
}

enum gs_status gs_exercise_part_file(const struct gs_lesson_exercises *lesson,
                                     const struct gs_exercise *exercise, enum gs_exercise_part part,
                                     struct gs_exercise_path *path, struct gs_error *error)
{
    const struct gs_data_exercise *data = exercise->data;
    if (!exercise->in_folder)
        return part_of_course(lesson, exercise, part, path, error);
    const char *file = part == GS_STUB ? "stub.cu" : "solution.cu";
    if (part == GS_REFERENCE && gs_data_exercise_has_reference(data))
        file = "reference.cu";
    snprintf(path->text, sizeof path->text, "%s/%s", gs_data_exercise_folder(data), file);
    return GS_OK;
}

enum gs_status gs_exercise_text(const struct gs_lesson_exercises *lesson,
                                const struct gs_exercise *exercise, enum gs_exercise_part part,
                                struct gs_text *out, struct gs_error *error)
{
    struct gs_exercise_path path;
    *out = (struct gs_text){0};
    if (exercise->in_folder && part == GS_HEADER) {
        out->data = gs_data_exercise_header(exercise->data);
        out->length = out->data != NULL ? strlen(out->data) : 0;
        return out->data != NULL ? GS_OK : gs_out_of_memory(error);
    }
    enum gs_status status = gs_exercise_part_file(lesson, exercise, part, &path, error);
    if (status == GS_OK)
        status = gs_file_read(path.text, MOST_SOURCE, out, error);
    if (status != GS_OK && errno == ENOENT && !exercise->in_folder)
        status =
            gs_fail(error, GS_USAGE, "%s is missing: build or install gridstride again", path.text);
    return status;
}

struct gs_exercise_label gs_exercise_label(const struct gs_lesson_exercises *lesson,
                                           const struct gs_exercise *exercise, unsigned number)
{
    struct gs_exercise_label label;
    if (exercise->in_folder)
        snprintf(label.text, sizeof label.text, "%.63s", exercise->name);
    else
        snprintf(label.text, sizeof label.text, "%u.%u", lesson->lesson, number);
    return label;
}
