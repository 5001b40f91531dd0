#include "worker_process.h"

#include "process.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static bool write_all(int descriptor, const void *data, size_t bytes)
{
    while (bytes > 0) {
        ssize_t written = write(descriptor, data, bytes);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        data = (const char *)data + written;
        bytes -= (size_t)written;
    }
    return true;
}

static bool read_all(int descriptor, void *data, size_t bytes)
{
    while (bytes > 0) {
        ssize_t got = read(descriptor, data, bytes);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        data = (char *)data + got;
        bytes -= (size_t)got;
    }
    return true;
}

/* In the child. Ctrl-C reaches it too, as it does all of a terminal's foreground; what becomes of
 * it is the parent's to say. */
static void become_worker(pid_t parent)
{
    signal(SIGINT, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) /* it died before it could be watched */
        _exit(1);
}

enum gs_status gs_worker_start(struct gs_worker *worker,
                               void (*work)(void *context, const struct gs_supervisor *supervisor),
                               void *context, struct gs_error *error)
{
    int messages[2], answers[2];
    if (pipe(messages) != 0)
        return gs_fail(error, GS_USAGE, "cannot start a worker process: %s", strerror(errno));
    if (pipe(answers) != 0) {
        int reason = errno;
        close(messages[0]);
        close(messages[1]);
        return gs_fail(error, GS_USAGE, "cannot start a worker process: %s", strerror(reason));
    }
    fflush(NULL); /* or the child would print it once more */
    pid_t parent = getpid();
    worker->pid = fork();
    if (worker->pid == 0) {
        become_worker(parent);
        close(messages[0]);
        close(answers[1]);
        struct gs_supervisor supervisor = {.messages = messages[1], .answers = answers[0]};
        work(context, &supervisor);
        exit(0);
    }
    int reason = errno;
    close(messages[1]);
    close(answers[0]);
    worker->messages = messages[0];
    worker->answers = answers[1];
    if (worker->pid > 0)
        return GS_OK;
    close(messages[0]);
    close(answers[1]);
    return gs_fail(error, GS_USAGE, "cannot start a worker process: %s", strerror(reason));
}

bool gs_supervisor_tell(const struct gs_supervisor *supervisor, const struct gs_message *message,
                        const void *payload, bool wait)
{
    char answer = 0;
    return write_all(supervisor->messages, message, sizeof *message) &&
           write_all(supervisor->messages, payload, message->bytes) &&
           (!wait || (read_all(supervisor->answers, &answer, 1) && answer == 'g'));
}

enum gs_heard gs_worker_listen(const struct gs_worker *worker, double seconds,
                               struct gs_message *message, char **payload)
{
    struct pollfd watched = {.fd = worker->messages, .events = POLLIN};
    double left_ms = seconds * 1e3;
    int found = poll(&watched, 1, left_ms > 1e9 ? (int)1e9 : (int)left_ms + 1);
    if (found < 0)
        return errno == EINTR ? GS_LISTENING_INTERRUPTED : GS_WORKER_ENDED;
    if (found == 0)
        return GS_WORKER_SILENT;
    *payload = NULL;
    if (!read_all(worker->messages, message, sizeof *message))
        return GS_WORKER_ENDED;
    char *text = malloc(message->bytes + 1);
    if (text == NULL || !read_all(worker->messages, text, message->bytes)) {
        free(text);
        return GS_WORKER_ENDED;
    }
    text[message->bytes] = '\0';
    *payload = text;
    return GS_WORKER_SPOKE;
}

void gs_worker_answer(const struct gs_worker *worker, bool go_on)
{
    /* A worker that is gone is noticed by listening to it. */
    write_all(worker->answers, go_on ? "g" : "s", 1);
}

bool gs_worker_send(const struct gs_worker *worker, const void *data, size_t bytes)
{
    return write_all(worker->answers, data, bytes);
}

bool gs_supervisor_receive(const struct gs_supervisor *supervisor, void *data, size_t bytes)
{
    return read_all(supervisor->answers, data, bytes);
}

void gs_worker_end(struct gs_worker *worker, bool kill_it, char how[static 128])
{
    /* Closing a device takes its time, and may never end where its driver is in trouble. */
    const double patience_s = 20;
    int status = 0;
    close(worker->answers); /* what still waits for an answer ends */
    close(worker->messages);
    if (kill_it)
        kill(worker->pid, SIGKILL);
    gs_process_wait(worker->pid, patience_s, &status);
    gs_process_how(status, how, 128);
    *worker = (struct gs_worker){.messages = -1, .answers = -1};
}
