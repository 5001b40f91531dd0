/* Launches that wait for others. Where there are several devices, one launch runs at a time, for
 * memory is as its device sees it. One whose threads do nothing but ask for a value again and again
 * lets the host go on, and from then on others that want their turn: its OS threads stop, each
 * where it asks, waits for the rest of its grid, or ends, and go on together when its turn is back.
 */
#ifndef SIMT_PAUSE_H
#define SIMT_PAUSE_H

#include "runner.h"

#include <pthread.h>
#include <stdbool.h>

struct simt_pause {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct simt_runner *runner; /* that the launch runs on */
    unsigned at_work;           /* OS threads in the grid's code */
    unsigned asked;             /* how often threads have asked in vain */
    bool is_wanted;             /* one thread waits for all others to stop */
};

void simt_pause_init(struct simt_pause *pause, struct simt_runner *runner);
void simt_pause_destroy(struct simt_pause *pause);

/* An OS thread begins with the grid's code, or goes on with it; and it ends, or waits for others of
 * its grid. Null: the launch never stops. */
void simt_pause_enter(struct simt_pause *pause);
void simt_pause_leave(struct simt_pause *pause);

/* The OS thread, which has entered, has asked for a value in vain for some time. */
void simt_pause_offer(struct simt_pause *pause);

#endif
