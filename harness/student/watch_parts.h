/* The parts of the watch: the terminal, and a check in a process of its own. */
#ifndef GS_WATCH_PARTS_H
#define GS_WATCH_PARTS_H

#include "status.h"
#include "watch.h"

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>
#include <termios.h>
#include <time.h>

/* ---- the file -------------------------------------------------------------------------------- */

/* The file is looked at this often: notification fails on network file systems and on WSL. */
enum { GS_WATCH_LOOK_MS = 200 };

/* An editor that saves by rename may leave no file for a moment; after so many looks it is said. */
enum { GS_WATCH_LOOKS_WITHOUT_FILE = 5 };

/* What changes when a file is saved. */
struct gs_watch_stamp {
    bool exists;
    struct timespec modified;
    off_t size;
    ino_t number;
};

struct gs_watch_stamp gs_watch_stamp(const char *path);
bool gs_watch_stamp_same(const struct gs_watch_stamp *a, const struct gs_watch_stamp *b);

/* Keeps in the workbook what came of a check, unless the file is no copy of it. */
enum gs_status gs_watch_mark(const struct gs_watch *watch, const struct gs_course_place *place,
                             const json_t *marks, struct gs_error *error);

/* ---- the terminal ---------------------------------------------------------------------------- */

/* Keys come without Enter and are not echoed; signals come through a descriptor, so that none ends
 * the process before the terminal is as it was. */
struct gs_terminal {
    struct termios before;
    sigset_t signals_before;
    int signals; /* of signalfd(); -1: not open */
};

enum gs_status gs_terminal_open(struct gs_terminal *terminal, struct gs_error *error);
void gs_terminal_close(struct gs_terminal *terminal);

/* A signal that came: whether it ends the watch. Ctrl-Z stops the process in here. */
bool gs_terminal_is_end(struct gs_terminal *terminal);

/* ---- a check --------------------------------------------------------------------------------- */

struct gs_watched_check {
    pid_t process; /* 0: none runs */
    int output;    /* -1: none runs */
    char *text;    /* what came out of it */
    size_t length, room;
    char folder[1024]; /* for its temporary files, removed with it */
};

/* signals: those that the process is to have blocked. */
enum gs_status gs_watched_check_start(struct gs_watched_check *check, const struct gs_watch *watch,
                                      const struct gs_course_place *place, const char *source,
                                      const sigset_t *signals, struct gs_error *error);

/* Reads what there is; returns whether that was the end. */
bool gs_watched_check_read(struct gs_watched_check *check);

/* Behind the end: what gs_watch.check() gave. */
enum gs_status gs_watched_check_result(struct gs_watched_check *check, json_t **marks,
                                       struct gs_error *error);

/* Ends it, if one runs, with all that it started. */
void gs_watched_check_stop(struct gs_watched_check *check);

#endif
