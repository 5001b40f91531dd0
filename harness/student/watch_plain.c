/* The watch for another program: no screen and no keys, what it says is printed line by line. */
#include "watch_parts.h"

#include "visible.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

struct watching {
    const struct gs_watch *options;
    struct gs_watched_check check;
    char source[4096];
    struct gs_watch_stamp checked; /* the file as the last check found it */
    unsigned looks_without;        /* in a row */
    sigset_t signals_before;
    int signals; /* of signalfd() */
};

/* Of the file as it is now; a check of what it was before is ended. */
static enum gs_status start_check(struct watching *w, struct gs_error *error)
{
    const struct gs_watch *watch = w->options;
    gs_watched_check_stop(&w->check);
    w->looks_without = 0;
    w->checked = gs_watch_stamp(w->source);
    if (!w->checked
             .exists) /* an editor that saves by rename; it comes back, or is said to be gone */
        return GS_OK;
    if (watch->begun != NULL)
        watch->begun(watch->context, w->source);
    return gs_watched_check_start(&w->check, watch, &watch->place, w->source, &w->signals_before,
                                  error);
}

static enum gs_status finish_check(struct watching *w, struct gs_error *error)
{
    const struct gs_watch *watch = w->options;
    struct gs_error why = {""};
    json_t *marks = NULL;
    enum gs_status status = GS_OK;
    gs_watched_check_result(&w->check, &marks, &why);
    if (marks != NULL)
        status = gs_watch_mark(watch, &watch->place, marks, error);
    if (status == GS_OK && watch->told != NULL)
        status = watch->told(watch->context, &watch->place, w->source, marks, why.text, error);
    json_decref(marks);
    return status;
}

/* There is no file: that is what this check finds. */
static enum gs_status say_gone(struct watching *w, struct gs_error *error)
{
    const struct gs_watch *watch = w->options;
    char why[4096 + 64];
    gs_watched_check_stop(&w->check);
    w->checked = (struct gs_watch_stamp){0};
    snprintf(why, sizeof why, "%s is not there: save it again", gs_visible(w->source).text);
    if (watch->begun != NULL)
        watch->begun(watch->context, w->source);
    return watch->told != NULL
               ? watch->told(watch->context, &watch->place, w->source, NULL, why, error)
               : GS_OK;
}

/* At each look. */
static enum gs_status look_at_file(struct watching *w, struct gs_error *error)
{
    const struct gs_watch_stamp now = gs_watch_stamp(w->source);
    if (now.exists && !gs_watch_stamp_same(&now, &w->checked))
        return start_check(w, error);
    w->looks_without = now.exists ? 0 : w->looks_without + 1;
    return w->looks_without == GS_WATCH_LOOKS_WITHOUT_FILE ? say_gone(w, error) : GS_OK;
}

static enum gs_status watch_on(struct watching *w, struct gs_error *error)
{
    enum gs_status status = start_check(w, error);
    while (status == GS_OK) {
        struct pollfd from[] = {{.fd = w->signals, .events = POLLIN},
                                {.fd = w->check.output, .events = POLLIN}};
        if (poll(from, 2, GS_WATCH_LOOK_MS) < 0 && errno != EINTR)
            return gs_fail(error, GS_USAGE, "cannot wait for the check: %s", strerror(errno));
        if (from[0].revents != 0)
            return gs_fail(error, GS_INTERRUPTED, "interrupted; your progress is kept");
        if (from[1].revents != 0 && gs_watched_check_read(&w->check))
            status = finish_check(w, error);
        if (status == GS_OK)
            status = look_at_file(w, error);
    }
    return status;
}

static enum gs_status take_signals(struct watching *w, struct gs_error *error)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    sigset_t taken;
    sigemptyset(&taken);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        sigaddset(&taken, numbers[i]);
    if (sigprocmask(SIG_BLOCK, &taken, &w->signals_before) != 0)
        return gs_fail(error, GS_USAGE, "cannot wait for signals: %s", strerror(errno));
    w->signals = signalfd(-1, &taken, SFD_CLOEXEC | SFD_NONBLOCK);
    if (w->signals >= 0)
        return GS_OK;
    int why = errno;
    sigprocmask(SIG_SETMASK, &w->signals_before, NULL);
    return gs_fail(error, GS_USAGE, "cannot wait for signals: %s", strerror(why));
}

enum gs_status gs_watch_plain(const struct gs_watch *watch, struct gs_error *error)
{
    struct watching w = {.options = watch, .check = {.output = -1}};
    if (watch->file != NULL)
        snprintf(w.source, sizeof w.source, "%s", watch->file);
    else
        gs_workbook_path(watch->book, watch->place.lesson, watch->place.exercise, w.source,
                         sizeof w.source);
    enum gs_status status = take_signals(&w, error);
    if (status != GS_OK)
        return status;
    status = watch_on(&w, error);
    gs_watched_check_stop(&w.check);
    struct signalfd_siginfo ignored; /* what was sent has been answered by ending */
    while (read(w.signals, &ignored, sizeof ignored) == (ssize_t)sizeof ignored)
        continue;
    sigprocmask(SIG_SETMASK, &w.signals_before, NULL);
    close(w.signals);
    return status;
}
