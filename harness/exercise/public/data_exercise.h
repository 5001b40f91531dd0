/*
 * Exercises of data: a folder with exercise.toml, stub.cu and solution.cu, and no C. They become
 * what the exercises in C are, and everything that takes one takes the other. docs/teaching.md
 * describes the folder.
 */
#ifndef GS_DATA_EXERCISE_H
#define GS_DATA_EXERCISE_H

#include "course.h"
#include "exercise.h"
#include "status.h"

#include <stdbool.h>

#define GS_EXERCISE_TOML "exercise.toml"

enum { GS_MOST_MISTAKES = 12 };

/*
 * Reads the folder's exercise.toml. The exercise is called after the folder. A mistake is one line
 * with file, line, key and what to do. Release it with all that points to it.
 */
enum gs_status gs_data_exercise_load(const char *folder, struct gs_data_exercise **out,
                                     struct gs_error *error);
void gs_data_exercise_release(struct gs_data_exercise *data);

/* Whether it is a name for an exercise: of our grammar, and a function's in C++. */
bool gs_data_name_fits(const char *name);

/* It, as the course has its own; a lesson of this one exercise. */
const struct gs_lesson_exercises *gs_data_exercise_lesson(const struct gs_data_exercise *data);

/* What it gives, where no course says otherwise. */
double gs_data_exercise_points(const struct gs_data_exercise *data);

/* Whether there is a reference.cu, which computes the answers on the host; else the solution does.
 */
bool gs_data_exercise_has_reference(const struct gs_data_exercise *data);

/* Whether [right] has a formula for each output, so that no program has to compute the answers. */
bool gs_data_exercise_has_formulas(const struct gs_data_exercise *data);

/* The files of known mistakes, as "wrong/b_transposed.cu"; ends with NULL. */
const char *const *gs_data_exercise_mistakes(const struct gs_data_exercise *data);

/* gs_expected.scale at these sizes. */
double gs_data_exercise_scale(const struct gs_data_exercise *data, const struct gs_shape *shape);

/* What the teacher adds to a sentence about a mistake of that kind; NULL: nothing. */
const char *gs_data_exercise_says(const struct gs_data_exercise *data, const char *kind);

/* All that marks depend on, as one number: exercise.toml, what computes the answers, and the
 * known mistakes. */
uint64_t gs_data_exercise_fingerprint(const struct gs_data_exercise *data);

/* Its folder, as it was given. */
const char *gs_data_exercise_folder(const struct gs_data_exercise *data);

/* NAME.h, made of exercise.toml; the caller's. NULL: no memory. */
char *gs_data_exercise_header(const struct gs_data_exercise *data);

/* ---- reading, of a text that is no file ------------------------------------------------------ */

/* The same from a text; `folder` names the exercise, and `path` the file in messages. */
enum gs_status gs_data_exercise_parse(const char *folder, const char *path, const char *text,
                                      size_t length, struct gs_data_exercise **out,
                                      struct gs_error *error);

/* One of the course, whose text is part of the program; it is called `name`. */
enum gs_status gs_data_exercise_own(const char *name, const char *text, size_t length,
                                    struct gs_data_exercise **out, struct gs_error *error);

/* The kinds of mistakes that the judge tells, with NULL behind the last. */
extern const char *const gs_mistake_kinds[];

#endif
