#include "watch_parts.h"

#include <errno.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

static bool take_keys(const struct gs_terminal *terminal)
{
    struct termios keys = terminal->before;
    keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO); /* Ctrl-C and Ctrl-Z go on to be signals */
    keys.c_cc[VMIN] = 1;
    keys.c_cc[VTIME] = 0;
    return tcsetattr(STDIN_FILENO, TCSANOW, &keys) == 0;
}

enum gs_status gs_watch_needs_terminal(struct gs_error *error)
{
    if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        return GS_OK;
    return gs_fail(error, GS_USAGE,
                   "--watch needs a terminal for its keys; without one, check without --watch");
}

enum gs_status gs_terminal_open(struct gs_terminal *terminal, struct gs_error *error)
{
    *terminal = (struct gs_terminal){.signals = -1};
    if (gs_watch_needs_terminal(error) != GS_OK)
        return GS_USAGE;
    sigset_t taken;
    sigemptyset(&taken);
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        sigaddset(&taken, numbers[i]);
    if (tcgetattr(STDIN_FILENO, &terminal->before) != 0 ||
        sigprocmask(SIG_BLOCK, &taken, &terminal->signals_before) != 0)
        return gs_fail(error, GS_USAGE, "cannot use this terminal: %s", strerror(errno));
    terminal->signals = signalfd(-1, &taken, SFD_CLOEXEC | SFD_NONBLOCK);
    if (terminal->signals >= 0 && take_keys(terminal))
        return GS_OK;
    int why = errno;
    sigprocmask(SIG_SETMASK, &terminal->signals_before, NULL);
    if (terminal->signals >= 0)
        close(terminal->signals);
    terminal->signals = -1;
    return gs_fail(error, GS_USAGE, "cannot use this terminal: %s", strerror(why));
}

void gs_terminal_close(struct gs_terminal *terminal)
{
    if (terminal->signals < 0)
        return;
    tcsetattr(STDIN_FILENO, TCSANOW, &terminal->before);
    /* What was sent meanwhile has been answered by ending. */
    struct signalfd_siginfo ignored;
    while (read(terminal->signals, &ignored, sizeof ignored) == (ssize_t)sizeof ignored)
        continue;
    sigprocmask(SIG_SETMASK, &terminal->signals_before, NULL);
    close(terminal->signals);
    terminal->signals = -1;
}

bool gs_terminal_is_end(struct gs_terminal *terminal)
{
    struct signalfd_siginfo came;
    if (read(terminal->signals, &came, sizeof came) != (ssize_t)sizeof came)
        return false;
    if (came.ssi_signo == SIGTSTP) {
        tcsetattr(STDIN_FILENO, TCSANOW, &terminal->before);
        kill(getpid(), SIGSTOP);
    }
    /* A process that stopped by itself, or was stopped, finds the shell's settings. */
    if (came.ssi_signo == SIGTSTP || came.ssi_signo == SIGCONT) {
        take_keys(terminal);
        return false;
    }
    return came.ssi_signo != SIGWINCH;
}
