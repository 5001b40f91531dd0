/* Checks again whenever the student saves, and takes keys without Enter. */
#ifndef GS_WATCH_H
#define GS_WATCH_H

#include "course.h"
#include "status.h"
#include "workbook.h"

#include <jansson.h>

struct gs_watch {
    const struct gs_lesson_exercises *course; /* ends with lesson 0 */
    struct gs_workbook *book;                 /* open */
    struct gs_course_place place;             /* to begin with */
    const char *file; /* the student's file of that exercise; NULL: the working copy */

    /*
     * As gs_judge(): GS_OK or GS_WRONG and marks, else no marks and an error. It is called in a
     * process of its own, which is sent SIGTERM, with its process group, and killed 2 s later, when
     * its answer is not wanted any more; what it prints is lost. TMPDIR names a folder for its
     * temporary files, which is removed behind it. It must not write the progress: the watch does
     * that.
     */
    enum gs_status (*check)(void *context, const struct gs_course_place *place, const char *source,
                            json_t **marks, struct gs_error *error);
    void *context;

    /*
     * What has come of a check, in the watch's own process: the marks, or none and why there are
     * none. `begun` is called when a check starts. Both may be NULL. A failure is shown on the
     * screen; without one it ends the watch.
     */
    void (*begun)(void *context, const char *source);
    enum gs_status (*told)(void *context, const struct gs_course_place *place, const char *source,
                           const json_t *marks, const char *why, struct gs_error *error);
};

/* Whether there is a terminal for it; a caller may ask before it makes files. */
enum gs_status gs_watch_needs_terminal(struct gs_error *error);

/*
 * Goes on until q (GS_OK) or an interruption (GS_INTERRUPTED). Needs a terminal at stdin and stdout
 * and leaves it as it was, whatever ends it.
 */
enum gs_status gs_watch(const struct gs_watch *watch, struct gs_error *error);

/* The same for a program that reads what `told` prints: without a screen, keys and a terminal. Goes
 * on until it is interrupted. */
enum gs_status gs_watch_plain(const struct gs_watch *watch, struct gs_error *error);

#endif
