#include "watch.h"

#include "show_check.h"
#include "watch_parts.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CTRL_D = 4, ESCAPE = 27 };

enum view { VIEW_MARKS, VIEW_LIST, VIEW_SOLUTION };

struct watching {
    const struct gs_watch *options;
    struct gs_terminal terminal;
    struct gs_watched_check check;
    struct gs_course_place place;
    bool own_file; /* source is no working copy */
    char source[4096];
    struct gs_watch_stamp checked; /* the file as the last check found it */
    unsigned looks_without;
    json_t *marks;       /* of the last check; NULL: none yet, or it failed */
    struct gs_error why; /* why it failed */
    enum view view;
    unsigned hints;                        /* that are shown */
    bool asks;                             /* whether to reset */
    char *note;                            /* what the last key did; NULL: nothing to say */
    enum { KEY, ESCAPED, SEQUENCE } input; /* within what an arrow and its like send */
    bool stale;                            /* the screen is */
};

/* ---- notes ----------------------------------------------------------------------------------- */

static void note(struct watching *w, const char *text)
{
    free(w->note);
    w->note = *text == '\0' ? NULL : strdup(text);
    w->stale = true;
}

/* Has the workbook do something, and notes what it says; where that is nothing, the note before
 * stays. */
static enum gs_status with_notes(struct watching *w,
                                 enum gs_status (*act)(struct watching *w, struct gs_error *error))
{
    struct gs_error error = {0};
    char *text = NULL;
    size_t size = 0;
    FILE *before = w->options->book->out, *out = open_memstream(&text, &size);
    if (out == NULL)
        return act(w, &error);
    w->options->book->out = out;
    enum gs_status status = act(w, &error);
    w->options->book->out = before;
    fputs(error.text, out);
    fclose(out);
    if (*text != '\0')
        note(w, text);
    free(text);
    return status;
}

/* ---- checks ---------------------------------------------------------------------------------- */

/* Of the file as it is now; a check of what it was before is ended. */
static void start_check(struct watching *w)
{
    gs_watched_check_stop(&w->check);
    json_decref(w->marks);
    w->marks = NULL;
    w->why.text[0] = '\0';
    w->view = VIEW_MARKS;
    w->stale = true;
    w->looks_without = 0;
    w->checked = gs_watch_stamp(w->source);
    if (w->checked.exists)
        gs_watched_check_start(&w->check, w->options, &w->place, w->source,
                               &w->terminal.signals_before, &w->why);
}

static void look_at_file(struct watching *w)
{
    struct gs_watch_stamp now = gs_watch_stamp(w->source);
    if (!now.exists) {
        w->stale |= ++w->looks_without == GS_WATCH_LOOKS_WITHOUT_FILE;
    } else if (!gs_watch_stamp_same(&now, &w->checked)) {
        note(w, "");
        start_check(w);
    } else if (w->looks_without > 0) {
        w->stale |= w->looks_without >= GS_WATCH_LOOKS_WITHOUT_FILE;
        w->looks_without = 0;
    }
}

static enum gs_status mark(struct watching *w, struct gs_error *error)
{
    return gs_watch_mark(w->options, &w->place, w->marks, error);
}

static enum gs_status tell(struct watching *w, struct gs_error *error)
{
    return w->options->told(w->options->context, &w->place, w->source, w->marks, w->why.text,
                            error);
}

static void finish_check(struct watching *w)
{
    gs_watched_check_result(&w->check, &w->marks, &w->why);
    w->stale = true;
    if (w->marks != NULL)
        with_notes(w, mark);
    if (w->options->told != NULL)
        with_notes(w, tell);
}

/* ---- the screen ------------------------------------------------------------------------------ */

static bool has_passed(const struct watching *w)
{
    return gs_workbook_passed(w->options->book, w->place.exercise->name);
}

static void draw_result(const struct watching *w, const struct gs_show *show)
{
    const struct gs_course_place *place = &w->place;
    if (w->marks != NULL) {
        gs_show_marks(show, w->marks, w->source);
    } else {
        gs_show_place(show, place);
        fputc('\n', show->out);
        if (w->check.process > 0)
            fprintf(show->out, "checking %s ...\n", w->source);
        else
            gs_show_paragraph(show, w->why.text, 0, 2);
    }
    if (w->looks_without >= GS_WATCH_LOOKS_WITHOUT_FILE || !w->checked.exists)
        fprintf(show->out, "%s is not there: save it again%s\n", w->source,
                w->own_file ? "" : ", or press r to have the stub back");
    if (w->hints > 0) {
        fputc('\n', show->out);
        gs_show_hints(show, place, w->hints);
    }
}

static void draw_foot(const struct watching *w, const struct gs_show *show)
{
    unsigned passed, total;
    gs_workbook_count(w->options->book, w->options->course, &passed, &total);
    bool all = total > 0 && passed == total;
    if (w->view != VIEW_LIST) { /* which has them */
        if (all)
            gs_show_end(show);
        fputc('\n', show->out);
        gs_show_bar(show, passed, total);
    }
    if (w->note != NULL)
        gs_show_paragraph(show, w->note, 0, 2);
    if (w->asks)
        fprintf(show->out, "Put the stub back? Yours is kept beside it. y: yes, any other: no\n");
    else if (w->marks != NULL && has_passed(w))
        fprintf(show->out, "passed; %ss: a solution to compare with  l: list  r: reset  q: quit\n",
                all ? "" : "n: next exercise  ");
    else
        fputs("h: hint  n: next exercise  l: list  r: reset  q: quit\n", show->out);
}

static void draw(struct watching *w)
{
    char *text = NULL;
    size_t length = 0;
    struct gs_show show = gs_show_to(stdout);
    show.watching = true;
    show.out = open_memstream(&text, &length);
    if (show.out == NULL)
        return;
    struct gs_error error = {0};
    fputs("\033[H\033[2J", show.out);
    if (w->view == VIEW_LIST)
        gs_show_list(&show, w->options->course, w->options->book, w->place);
    else if (w->view == VIEW_MARKS)
        draw_result(w, &show);
    else if (gs_show_solution(&show, &w->place, &error) != GS_OK)
        gs_show_paragraph(&show, error.text, 0, 2);
    draw_foot(w, &show);
    fclose(show.out);
    fwrite(text, 1, length, stdout); /* at once, so that it does not flicker */
    fflush(stdout);
    free(text);
    w->stale = false;
}

/* ---- keys ------------------------------------------------------------------------------------ */

static enum gs_status prepare(struct watching *w, struct gs_error *error)
{
    return gs_workbook_prepare(w->options->book, w->place.lesson, error);
}

static enum gs_status reset(struct watching *w, struct gs_error *error)
{
    return gs_workbook_reset(w->options->book, w->place.lesson, w->place.exercise, error);
}

static enum gs_status hint(struct watching *w, struct gs_error *error)
{
    return gs_workbook_hint(w->options->book, w->place.exercise->name, &w->hints, error);
}

/* file: the student's own; NULL: the working copy, made where there is none. */
static void go_to(struct watching *w, struct gs_course_place place, const char *file)
{
    w->place = place;
    w->hints = 0;
    w->own_file = file != NULL;
    if (file != NULL)
        snprintf(w->source, sizeof w->source, "%s", file);
    else
        gs_workbook_path(w->options->book, place.lesson, place.exercise, w->source,
                         sizeof w->source);
    if (file == NULL)
        with_notes(w, prepare);
    start_check(w);
}

static void go_on(struct watching *w)
{
    struct gs_course_place next = gs_workbook_next(w->options->book, w->options->course, w->place);
    w->view = VIEW_MARKS;
    if (next.lesson == NULL)
        note(w, "You have passed them all.");
    else if (next.exercise == w->place.exercise)
        note(w, "This is the last one that is left.");
    else
        go_to(w, next, NULL);
}

static void answer_reset(struct watching *w, char key)
{
    w->asks = false;
    w->stale = true;
    if (key == 'y' && with_notes(w, reset) == GS_OK)
        start_check(w);
}

static void ask_reset(struct watching *w)
{
    if (w->own_file)
        note(w, "The file is your own, not a copy of the stub: it is not reset.");
    else
        w->asks = true;
}

static void show_solution(struct watching *w)
{
    if (has_passed(w))
        w->view = VIEW_SOLUTION;
    else
        note(w, "A solution is shown when yours passes.");
}

/* Returns whether that was the last. */
static bool press(struct watching *w, char key)
{
    if (w->asks) {
        answer_reset(w, key);
        return false;
    }
    if (key == 'q' || key == CTRL_D)
        return true;
    if (key == '\0' || strchr("hnlrs", key) == NULL)
        return false;
    note(w, "");
    if (key == 'h') {
        w->view = VIEW_MARKS;
        with_notes(w, hint);
    } else if (key == 'n') {
        go_on(w);
    } else if (key == 'l') {
        w->view = w->view == VIEW_LIST ? VIEW_MARKS : VIEW_LIST;
    } else if (key == 'r') {
        ask_reset(w);
    } else {
        show_solution(w);
    }
    return false;
}

/* Arrows and their like send an escape, and then letters which are no keys: those of "ESC [ 1 A",
 * or the two of "ESC O P". */
static bool is_key(struct watching *w, char byte)
{
    if (w->input == SEQUENCE) {
        if (byte >= '@' && byte <= '~')
            w->input = KEY;
        return false;
    }
    if (w->input == ESCAPED) {
        w->input = byte == '[' || byte == 'O' ? SEQUENCE : KEY;
        return false;
    }
    if (byte == ESCAPE)
        w->input = ESCAPED;
    return byte != ESCAPE;
}

static bool press_keys(struct watching *w)
{
    char keys[64];
    ssize_t count = read(STDIN_FILENO, keys, sizeof keys);
    if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN))
        return true; /* the terminal is gone */
    for (ssize_t i = 0; i < count; i++) {
        if (is_key(w, keys[i]) && press(w, keys[i]))
            return true;
    }
    return false;
}

/* ---- the loop -------------------------------------------------------------------------------- */

static enum gs_status watch_on(struct watching *w, struct gs_error *error)
{
    for (;;) {
        if (w->stale)
            draw(w);
        struct pollfd from[] = {{.fd = w->terminal.signals, .events = POLLIN},
                                {.fd = STDIN_FILENO, .events = POLLIN},
                                {.fd = w->check.output, .events = POLLIN}};
        if (poll(from, 3, GS_WATCH_LOOK_MS) < 0 && errno != EINTR)
            return gs_fail(error, GS_USAGE, "cannot wait for keys: %s", strerror(errno));
        if (from[0].revents != 0) {
            w->stale = true; /* a new size, or another program's screen before */
            if (gs_terminal_is_end(&w->terminal))
                return gs_fail(error, GS_INTERRUPTED, "interrupted; your progress is kept");
        }
        if (from[2].revents != 0 && gs_watched_check_read(&w->check))
            finish_check(w);
        if (from[1].revents != 0 && press_keys(w))
            return GS_OK;
        look_at_file(w);
    }
}

enum gs_status gs_watch(const struct gs_watch *watch, struct gs_error *error)
{
    struct watching w = {.options = watch, .check = {.output = -1}, .place = watch->place};
    enum gs_status status = gs_terminal_open(&w.terminal, error);
    if (status != GS_OK)
        return status;
    go_to(&w, watch->place, watch->file);
    status = watch_on(&w, error);
    gs_watched_check_stop(&w.check);
    gs_terminal_close(&w.terminal);
    json_decref(w.marks);
    free(w.note);
    return status;
}
