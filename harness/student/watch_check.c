#include "watch_parts.h"

#include "clock.h"
#include "files.h"
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

/* A sandbox needs a moment to end what runs in it: this long at most. */
enum { END_MS = 2000 };

/* ---- the process ----------------------------------------------------------------------------- */

static void use_no_terminal(void)
{
    int nothing = open("/dev/null", O_RDWR);
    for (int descriptor = 0; nothing >= 0 && descriptor <= 2; descriptor++)
        dup2(nothing, descriptor);
    if (nothing > 2)
        close(nothing);
}

static void answer(const struct gs_watch *watch, const struct gs_course_place *place,
                   const char *source, int output)
{
    struct gs_error error = {0};
    json_t *marks = NULL;
    enum gs_status status = watch->check(watch->context, place, source, &marks, &error);
    json_t *all =
        json_pack("{s:i, s:o*, s:s}", "status", (int)status, "marks", marks, "error", error.text);
    if (all != NULL)
        json_dumpfd(all, output, JSON_COMPACT);
    json_decref(all);
}

enum gs_status gs_watched_check_start(struct gs_watched_check *check, const struct gs_watch *watch,
                                      const struct gs_course_place *place, const char *source,
                                      const sigset_t *signals, struct gs_error *error)
{
    *check = (struct gs_watched_check){.output = -1};
    int ends[2];
    enum gs_status status =
        gs_folder_make_temporary("watch", 0700, check->folder, sizeof check->folder, error);
    if (status != GS_OK)
        return status;
    pid_t process = pipe2(ends, O_CLOEXEC) == 0 ? fork() : -1;
    if (process < 0) {
        int why = errno;
        gs_watched_check_stop(check);
        return gs_fail(error, GS_USAGE, "cannot start a check: %s", strerror(why));
    }
    if (process == 0) {
        setpgid(0, 0);
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        sigprocmask(SIG_SETMASK, signals, NULL);
        setenv("TMPDIR", check->folder, 1);
        use_no_terminal();
        answer(watch, place, source, ends[1]);
        _exit(0);
    }
    setpgid(process, process); /* so that it has its group before it could be stopped */
    close(ends[1]);
    check->process = process;
    check->output = ends[0];
    return GS_OK;
}

/* Until nobody of the check's group holds its output any more, or the time is up. */
static void wait_for_end(const struct gs_watched_check *check)
{
    const double until_s = gs_clock_s() + END_MS / 1e3;
    struct pollfd from = {.fd = check->output, .events = POLLIN};
    char ignored[4096];
    while (gs_clock_s() < until_s) {
        int ready = poll(&from, 1, (int)(1e3 * (until_s - gs_clock_s())) + 1);
        if (ready > 0 && read(check->output, ignored, sizeof ignored) <= 0)
            return;
    }
}

void gs_watched_check_stop(struct gs_watched_check *check)
{
    int ended;
    if (check->process > 0) {
        kill(-check->process, SIGTERM);
        wait_for_end(check);
        kill(-check->process, SIGKILL);
        gs_process_wait(check->process, 0, &ended);
    }
    if (check->output >= 0)
        close(check->output);
    if (check->folder[0] != '\0')
        gs_folder_remove(check->folder);
    free(check->text);
    *check = (struct gs_watched_check){.output = -1};
}

/* ---- what comes out of it -------------------------------------------------------------------- */

bool gs_watched_check_read(struct gs_watched_check *check)
{
    if (check->length == check->room) {
        size_t room = check->room == 0 ? 16384 : 2 * check->room;
        char *text = realloc(check->text, room);
        if (text == NULL)
            return true;
        check->text = text;
        check->room = room;
    }
    ssize_t got = read(check->output, check->text + check->length, check->room - check->length);
    if (got > 0)
        check->length += (size_t)got;
    return got == 0 || (got < 0 && errno != EINTR);
}

enum gs_status gs_watched_check_result(struct gs_watched_check *check, json_t **marks,
                                       struct gs_error *error)
{
    *marks = NULL;
    json_t *all = json_loadb(check->text, check->length, 0, NULL);
    gs_watched_check_stop(check);
    if (all == NULL)
        return gs_fail(error, GS_USAGE,
                       "the check ended without a result: check without --watch to see why");
    enum gs_status status = (enum gs_status)json_integer_value(json_object_get(all, "status"));
    json_t *made = json_object_get(all, "marks");
    const char *why = json_string_value(json_object_get(all, "error"));
    if (json_is_object(made))
        *marks = json_incref(made);
    else
        gs_fail(error, status, "%s", why == NULL ? "" : why);
    json_decref(all);
    return status;
}
