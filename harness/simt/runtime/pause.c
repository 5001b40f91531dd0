#include "pause.h"

#include "devices.h"

/* Threads of one grid wait for each other, too, and that is soon over. */
enum { patience = 1000 };

void simt_pause_init(struct simt_pause *pause, struct simt_runner *runner)
{
    *pause = (struct simt_pause){.runner = runner};
    (void)pthread_mutex_init(&pause->lock, NULL);
    (void)pthread_cond_init(&pause->changed, NULL);
}

void simt_pause_destroy(struct simt_pause *pause)
{
    (void)pthread_cond_destroy(&pause->changed);
    (void)pthread_mutex_destroy(&pause->lock);
}

/* With the lock held. */
static void begin(struct simt_pause *pause)
{
    while (pause->is_wanted)
        (void)pthread_cond_wait(&pause->changed, &pause->lock);
    pause->at_work++;
}

static void end(struct simt_pause *pause)
{
    pause->at_work--;
    if (pause->is_wanted)
        (void)pthread_cond_broadcast(&pause->changed);
}

void simt_pause_enter(struct simt_pause *pause)
{
    if (!pause)
        return;
    (void)pthread_mutex_lock(&pause->lock);
    begin(pause);
    (void)pthread_mutex_unlock(&pause->lock);
}

void simt_pause_leave(struct simt_pause *pause)
{
    if (!pause)
        return;
    (void)pthread_mutex_lock(&pause->lock);
    end(pause);
    (void)pthread_mutex_unlock(&pause->lock);
}

/* With the lock held, which others may take meanwhile: stops all threads, and lets others have the
 * turn. */
static void stop_all(struct simt_pause *pause)
{
    pause->is_wanted = true;
    while (pause->at_work > 1)
        (void)pthread_cond_wait(&pause->changed, &pause->lock);
    (void)pthread_mutex_unlock(&pause->lock);
    simt_devices_pass();
    (void)pthread_mutex_lock(&pause->lock);
    pause->is_wanted = false;
    (void)pthread_cond_broadcast(&pause->changed);
}

void simt_pause_offer(struct simt_pause *pause)
{
    (void)pthread_mutex_lock(&pause->lock);
    if (++pause->asked == patience)
        simt_runner_release(pause->runner);
    if (pause->is_wanted) {
        end(pause);
        begin(pause);
    } else if (pause->asked >= patience && simt_devices_are_wanted()) {
        stop_all(pause);
    }
    (void)pthread_mutex_unlock(&pause->lock);
}
