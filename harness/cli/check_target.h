/* What a word on the command line of check means. */
#ifndef GS_CHECK_TARGET_H
#define GS_CHECK_TARGET_H

#include "workbook.h"

struct gs_check_target {
    struct gs_course_place place;       /* exercise NULL: the whole lesson, or */
    const struct gs_question *question; /* this question of it */
    unsigned question_number;
};

/* "3", "03_vecadd", "3.1", "vecadd" or "3.q1". */
enum gs_status gs_check_target_find(const char *word, struct gs_check_target *target,
                                    struct gs_error *error);

/* Chooses the exercise of the target's lesson that a file belongs to by its name. */
enum gs_status gs_check_target_by_file(struct gs_check_target *target, const char *file,
                                       struct gs_error *error);

/* The exercise of the course that a file belongs to by its name: folder/vecadd.cu. */
enum gs_status gs_check_target_of_file(const char *file, struct gs_check_target *target,
                                       struct gs_error *error);

#endif
