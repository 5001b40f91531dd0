/* What a word on the command line of check means. */
#ifndef GS_CHECK_TARGET_H
#define GS_CHECK_TARGET_H

#include "data_exercise.h"
#include "workbook.h"

struct gs_check_target {
    struct gs_course_place place;       /* exercise NULL: the whole lesson, or */
    const struct gs_question *question; /* this question of it */
    unsigned question_number;
    struct gs_data_exercise *data; /* of an exercise that a folder describes; owned; or NULL */
    char folder[4096];             /* of it, as it was typed */
};

/* "3", "03_vecadd", "3.1", "vecadd", "3.q1", or the folder of an exercise of data. */
enum gs_status gs_check_target_find(const char *word, struct gs_check_target *target,
                                    struct gs_error *error);

/* Chooses the exercise of the target's lesson that a file belongs to by its name. */
enum gs_status gs_check_target_by_file(struct gs_check_target *target, const char *file,
                                       struct gs_error *error);

/* The exercise that a file belongs to: the one that its folder describes, or by its name one of the
 * course: folder/vecadd.cu. */
enum gs_status gs_check_target_of_file(const char *file, struct gs_check_target *target,
                                       struct gs_error *error);

/* The folder that an exercise of data lies in, as it was typed: there its working copy is made. */
void gs_check_target_parent(const struct gs_check_target *target, char *path, size_t size);

/* Frees what was read; also after a failure. */
void gs_check_target_release(struct gs_check_target *target);

#endif
