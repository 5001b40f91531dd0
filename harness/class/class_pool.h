/* Work on many things in processes of their own, some at a time. */
#ifndef GS_CLASS_POOL_H
#define GS_CLASS_POOL_H

#include "class.h"

struct gs_pool {
    unsigned jobs;
    double limit_s; /* of one piece of work; it is ended then */
    void *context;
    /* In the process of its own. */
    enum gs_grading (*work)(void *context, size_t index, struct gs_error *why);
    /* In this one, when the work is done or its process ended otherwise. */
    enum gs_status (*finished)(void *context, size_t index, enum gs_grading grading,
                               const struct gs_error *why, struct gs_error *error);
};

/*
 * Does all pieces of work from 0 to count - 1. GS_INTERRUPTED: SIGINT or SIGTERM came, and what was
 * at work has been ended. Neither this process nor what it calls may have started threads.
 */
enum gs_status gs_pool_run(const struct gs_pool *pool, size_t count, struct gs_error *error);

#endif
