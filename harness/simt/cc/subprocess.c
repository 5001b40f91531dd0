#define _GNU_SOURCE /* pipe2, environ, memfd_create */
#include "subprocess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* What the signal handler needs to know; there is one command at a time. */
static volatile sig_atomic_t caught_signal;
static volatile pid_t running_command;

static const int end_signals[] = {SIGINT, SIGTERM, SIGHUP};
#define END_SIGNAL_COUNT (sizeof end_signals / sizeof end_signals[0])

static void pass_signal(int number)
{
    int saved = errno;
    caught_signal = number;
    if (running_command > 0)
        kill(running_command, number);
    errno = saved;
}

void simt_signals_catch(void)
{
    struct sigaction action = {.sa_handler = pass_signal};
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    for (size_t i = 0; i < END_SIGNAL_COUNT; i++) {
        struct sigaction old;
        /* nohup asks its children to ignore SIGHUP: leave it so. */
        if (sigaction(end_signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(end_signals[i], &action, NULL);
    }
    sigaction(SIGPIPE, &ignore, NULL); /* a compiler that gives up early must not end us */
}

void simt_signals_end(void)
{
    if (caught_signal == 0)
        return;
    signal(caught_signal, SIG_DFL);
    raise(caught_signal);
}

/* Starts the command with `in`, `out` and `messages` as its standard input, output and error where
 * they are not -1. Returns 0 or an errno. */
static int start(const struct simt_words *command, int in, int out, int messages, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t ends, before, defaults;
    sigemptyset(&ends);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    for (size_t i = 0; i < END_SIGNAL_COUNT; i++)
        sigaddset(&ends, end_signals[i]);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    if (in >= 0)
        posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    if (out >= 0)
        posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    if (messages >= 0)
        posix_spawn_file_actions_adddup2(&actions, messages, STDERR_FILENO);
    /* The handler must know the command before the first signal can come. */
    sigprocmask(SIG_BLOCK, &ends, &before);
    posix_spawnattr_setsigmask(&attributes, &before);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    int failure =
        posix_spawnp(child, command->items[0], &actions, &attributes, command->items, environ);
    running_command = failure == 0 ? *child : 0;
    sigprocmask(SIG_SETMASK, &before, NULL);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

static void write_all(int descriptor, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t count = write(descriptor, text, length);
        if (count < 0 && errno != EINTR)
            return; /* the command does not read on: its exit status will tell */
        if (count > 0) {
            text += count;
            length -= (size_t)count;
        }
    }
}

/* Until the end, or until it is more than `most`. */
static void read_all(int descriptor, size_t most, struct simt_buffer *output)
{
    enum { CHUNK_BYTES = 1 << 16 };
    while (output->length <= most) {
        char *end = simt_buffer_reserve(output, CHUNK_BYTES);
        if (end == NULL)
            return;
        ssize_t count = read(descriptor, end, CHUNK_BYTES);
        if (count == 0 || (count < 0 && errno != EINTR))
            return;
        if (count > 0)
            output->length += (size_t)count;
        end[count > 0 ? count : 0] = '\0';
    }
}

static enum simt_run_result wait_for(pid_t child)
{
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR)
            return SIMT_RUN_FAILED;
    }
    running_command = 0;
    if (caught_signal != 0)
        return SIMT_RUN_INTERRUPTED;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? SIMT_RUN_OK : SIMT_RUN_FAILED;
}

static enum simt_run_result run(const struct simt_words *command, const struct simt_buffer *input,
                                size_t most, struct simt_buffer *output, int messages)
{
    int ends[2] = {-1, -1};
    pid_t child = 0;
    if (caught_signal != 0)
        return SIMT_RUN_INTERRUPTED;
    if (command->failed) {
        errno = ENOMEM;
        return SIMT_RUN_NOT_STARTED;
    }
    if ((input != NULL || output != NULL) && pipe2(ends, O_CLOEXEC) != 0)
        return SIMT_RUN_NOT_STARTED;
    int theirs = input != NULL ? ends[0] : ends[1], ours = input != NULL ? ends[1] : ends[0];
    int failure =
        start(command, input != NULL ? theirs : -1, output != NULL ? theirs : -1, messages, &child);
    if (theirs >= 0)
        close(theirs);
    if (failure == 0 && input != NULL)
        write_all(ours, input->text, input->length);
    if (failure == 0 && output != NULL)
        read_all(ours, most, output);
    if (ours >= 0)
        close(ours);
    if (failure != 0) {
        errno = failure;
        return SIMT_RUN_NOT_STARTED;
    }
    return wait_for(child);
}

enum simt_run_result simt_run(const struct simt_words *command, const struct simt_buffer *input,
                              struct simt_buffer *output)
{
    return run(command, input, SIZE_MAX, output, -1);
}

enum simt_run_result simt_run_bounded(const struct simt_words *command, size_t most,
                                      struct simt_buffer *output)
{
    return run(command, NULL, most, output, -1);
}

enum simt_run_result simt_run_heard(const struct simt_words *command,
                                    const struct simt_buffer *input, struct simt_buffer *messages)
{
    int file = memfd_create("messages", MFD_CLOEXEC);
    if (file < 0)
        return SIMT_RUN_NOT_STARTED;
    enum simt_run_result result = run(command, input, SIZE_MAX, NULL, file);
    if (lseek(file, 0, SEEK_SET) == 0)
        read_all(file, SIZE_MAX, messages);
    close(file);
    return result;
}
