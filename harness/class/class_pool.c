#include "class_pool.h"

#include "clock.h"
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* What a process has to say in the end, in memory that it shares with us alone. */
struct word {
    enum gs_grading grading; /* GS_NOT_YET: it came to no end */
    struct gs_error why;
};

struct slot {
    pid_t pid; /* 0: free */
    size_t index;
    double deadline_s;
    bool overdue; /* and killed */
};

struct running {
    const struct gs_pool *pool;
    struct slot *slots; /* owned */
    struct word *words; /* by slot, shared */
    unsigned busy;
    sigset_t watched, before;
};

/* ---- a worker -------------------------------------------------------------------------------- */

/*
 * In the child. It is the leader of a group, which Ctrl-C at the terminal does not reach: what
 * becomes of it is the parent's to say, and it does not outlive the parent.
 */
static void become_worker(const struct running *running, pid_t parent)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) /* it died before it could be watched */
        _exit(1);
    sigprocmask(SIG_SETMASK, &running->before, NULL);
    int nothing = open("/dev/null", O_RDONLY);
    if (nothing > STDIN_FILENO) {
        dup2(nothing, STDIN_FILENO);
        close(nothing);
    }
}

static bool start(struct running *running, unsigned number, size_t index)
{
    struct slot *slot = &running->slots[number];
    struct word *word = &running->words[number];
    *word = (struct word){.grading = GS_NOT_YET};
    fflush(NULL); /* or the child would print it once more */
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        become_worker(running, parent);
        word->grading = running->pool->work(running->pool->context, index, &word->why);
        _exit(0);
    }
    if (pid < 0)
        return false;
    setpgid(pid, pid);
    *slot = (struct slot){
        .pid = pid, .index = index, .deadline_s = gs_clock_s() + running->pool->limit_s};
    running->busy++;
    return true;
}

static void kill_worker(const struct slot *slot)
{
    kill(-slot->pid, SIGKILL);
    kill(slot->pid, SIGKILL); /* where it has not become a group yet */
}

/* ---- their ends ------------------------------------------------------------------------------ */

static enum gs_status finish_slot(struct running *running, unsigned number, int how,
                                  struct gs_error *error)
{
    struct slot *slot = &running->slots[number];
    struct word *word = &running->words[number];
    bool whole = WIFEXITED(how) && word->grading != GS_NOT_YET;
    char ended[128];
    gs_process_how(how, ended, sizeof ended);
    kill(-slot->pid, SIGKILL); /* what it may have left in its group */
    if (slot->overdue)
        gs_fail(&word->why, GS_USAGE, "grading did not end within %.0f s and was stopped",
                running->pool->limit_s);
    else if (!whole)
        gs_fail(&word->why, GS_USAGE, "the grading process %s", ended);
    slot->pid = 0;
    running->busy--;
    return running->pool->finished(running->pool->context, slot->index,
                                   whole ? word->grading : GS_UNGRADED, &word->why, error);
}

static enum gs_status finish_ended(struct running *running, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (unsigned i = 0; status == GS_OK && i < running->pool->jobs; i++) {
        struct slot *slot = &running->slots[i];
        int how = 0;
        if (slot->pid == 0)
            continue;
        if (waitpid(slot->pid, &how, WNOHANG) == slot->pid) {
            status = finish_slot(running, i, how, error);
        } else if (!slot->overdue && gs_clock_s() > slot->deadline_s) {
            slot->overdue = true;
            kill_worker(slot);
        }
    }
    return status;
}

static void end_all(struct running *running)
{
    int how;
    for (unsigned i = 0; i < running->pool->jobs; i++) {
        const struct slot *slot = &running->slots[i];
        if (slot->pid == 0)
            continue;
        kill_worker(slot);
        gs_process_wait(slot->pid, 0, &how);
    }
}

/* Until a worker ends, a signal comes, or a deadline may have passed. */
static bool wait_for_news(const struct running *running)
{
    struct timespec most = {.tv_sec = 1};
    int signal = sigtimedwait(&running->watched, NULL, &most);
    return signal != SIGINT && signal != SIGTERM;
}

/* ---- all of it ------------------------------------------------------------------------------- */

static unsigned free_slot(const struct running *running)
{
    unsigned i = 0;
    while (running->slots[i].pid != 0)
        i++;
    return i;
}

static enum gs_status run(struct running *running, size_t count, struct gs_error *error)
{
    size_t next = 0;
    enum gs_status status = GS_OK;
    while (status == GS_OK && (next < count || running->busy > 0)) {
        bool started = true;
        while (next < count && running->busy < running->pool->jobs && started) {
            started = start(running, free_slot(running), next);
            next += started;
        }
        if (!started && running->busy == 0)
            return gs_fail(error, GS_USAGE, "cannot start a process: %s; what is finished is kept",
                           strerror(errno));
        if (!wait_for_news(running))
            return GS_INTERRUPTED;
        status = finish_ended(running, error);
    }
    return status;
}

enum gs_status gs_pool_run(const struct gs_pool *pool, size_t count, struct gs_error *error)
{
    size_t bytes = pool->jobs * sizeof(struct word);
    struct running running = {.pool = pool, .slots = calloc(pool->jobs, sizeof(struct slot))};
    running.words = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (running.slots == NULL || running.words == MAP_FAILED) {
        free(running.slots);
        return gs_out_of_memory(error);
    }
    /* Blocked and waited for: none is lost between a look and a wait. */
    sigemptyset(&running.watched);
    sigaddset(&running.watched, SIGCHLD);
    sigaddset(&running.watched, SIGINT);
    sigaddset(&running.watched, SIGTERM);
    sigprocmask(SIG_BLOCK, &running.watched, &running.before);
    enum gs_status status = run(&running, count, error);
    end_all(&running);
    sigprocmask(SIG_SETMASK, &running.before, NULL);
    munmap(running.words, bytes);
    free(running.slots);
    return status;
}
