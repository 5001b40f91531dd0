#include "runner.h"

#include <pthread.h>
#include <stdlib.h>

/* Of who waits; on its stack. */
struct call {
    bool is_over, is_released;
};

struct simt_runner {
    struct simt_runner *next; /* of those that are idle */
    void (*function)(void *); /* null: none to call */
    void *data;
    struct call *call; /* null: nobody waits */
};

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct simt_runner *idle;
} runners = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static __thread struct simt_runner *current;

/* With the lock held. */
static void rest(struct simt_runner *runner)
{
    runner->next = runners.idle;
    runners.idle = runner;
}

static void *serve(void *data)
{
    struct simt_runner *runner = current = data;

    (void)pthread_mutex_lock(&runners.lock);
    for (;;) {
        while (!runner->function)
            (void)pthread_cond_wait(&runners.changed, &runners.lock);
        (void)pthread_mutex_unlock(&runners.lock);
        runner->function(runner->data);
        (void)pthread_mutex_lock(&runners.lock);
        runner->function = NULL;
        if (runner->call)
            runner->call->is_over = true;
        runner->call = NULL;
        rest(runner);
        (void)pthread_cond_broadcast(&runners.changed);
    }
    return NULL;
}

/* With the lock held. Null: threads are refused, or there is no memory. */
static struct simt_runner *get(void)
{
    struct simt_runner *runner = runners.idle;
    pthread_t thread;

    if (runner) {
        runners.idle = runner->next;
        return runner;
    }
    runner = calloc(1, sizeof(*runner));
    if (!runner || pthread_create(&thread, NULL, serve, runner)) {
        free(runner);
        return NULL;
    }
    (void)pthread_detach(thread);
    return runner;
}

enum simt_run simt_runner_run(void (*function)(void *), void *data)
{
    struct call call = {0};
    struct simt_runner *runner;

    (void)pthread_mutex_lock(&runners.lock);
    runner = get();
    if (runner) {
        runner->data = data;
        runner->call = &call;
        runner->function = function;
        (void)pthread_cond_broadcast(&runners.changed);
    }
    while (runner && !call.is_over && !call.is_released)
        (void)pthread_cond_wait(&runners.changed, &runners.lock);
    (void)pthread_mutex_unlock(&runners.lock);
    if (!runner)
        return SIMT_RUN_REFUSED;
    return call.is_over ? SIMT_RUN_OVER : SIMT_RUN_GOES_ON;
}

struct simt_runner *simt_runner_current(void)
{
    return current;
}

void simt_runner_release(struct simt_runner *runner)
{
    (void)pthread_mutex_lock(&runners.lock);
    if (runner->call)
        runner->call->is_released = true;
    runner->call = NULL;
    (void)pthread_cond_broadcast(&runners.changed);
    (void)pthread_mutex_unlock(&runners.lock);
}

void simt_runner_forget_all(void)
{
    (void)pthread_mutex_init(&runners.lock, NULL);
    (void)pthread_cond_init(&runners.changed, NULL);
    runners.idle = NULL;
}
