/* The files of a repository for GitHub, whose workflow checks exercises at each push. */
#ifndef GS_HAND_OUT_REPOSITORY_H
#define GS_HAND_OUT_REPOSITORY_H

#include "data_course.h"

#include <stddef.h>
#include <stdio.h>

extern const char gs_repository_requirements[]; /* requirements.txt */
extern const char gs_repository_devcontainer[]; /* .devcontainer/devcontainer.json */

/* .github/workflows/check.yml, with a step for each of these exercises. */
void gs_repository_put_workflow(FILE *out, const struct gs_course_entry *const *entries,
                                size_t count);

#endif
