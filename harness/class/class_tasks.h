/* Which exercises and questions are graded, and what they give. */
#ifndef GS_CLASS_TASKS_H
#define GS_CLASS_TASKS_H

#include "class.h"

/* Sets chosen[] of each task that the name means: a lesson ("3"), or one of its tasks ("3.1",
 * "vecadd", "3.q1"). */
enum gs_status gs_tasks_find(const struct gs_tasks *tasks, const char *name, bool *chosen,
                             struct gs_error *error);

/* The same of a list as "3,4.1,vecadd". */
enum gs_status gs_tasks_find_list(const struct gs_tasks *tasks, const char *list, bool *chosen,
                                  struct gs_error *error);

/* "3" means all of lesson 3. */
bool gs_tasks_is_lesson(const char *name);

/* Leaves those that are chosen. */
void gs_tasks_keep(struct gs_tasks *tasks, const bool *chosen);

/*
 * Reads a file of points into the tasks: lines "NAME POINTS", of which one for an exercise comes
 * before one for its lesson, and "total POINTS". Sets named[] of those that it names. *total: what
 * all tasks together are to give; 0: what they give.
 */
enum gs_status gs_tasks_read_points(const char *file, struct gs_tasks *tasks, bool *named,
                                    double *total, struct gs_error *error);

/* What all of them together give, but for questions that are not counted here. */
double gs_tasks_sum(const struct gs_tasks *tasks);

/* Makes all of them together give so much, but for questions that are not counted here. */
void gs_tasks_scale(struct gs_tasks *tasks, double total);

/*
 * What is graded: the list of the options; without one what somebody handed in, more than the stub,
 * and what the points name.
 */
enum gs_status gs_tasks_choose(const struct gs_class_options *options, const char *submissions,
                               const struct gs_students *students, struct gs_tasks *tasks,
                               struct gs_choice_words *words, struct gs_error *error);

#endif
