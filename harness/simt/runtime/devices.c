#include "devices.h"

#include "observer.h"
#include "region.h"
#include "variable.h"

#include <pthread.h>
#include <stdatomic.h>

__thread int simt_device;

/* Of device: other. */
static atomic_bool is_peer[SIMT_MOST_DEVICES][SIMT_MOST_DEVICES];
static atomic_bool has_pool[SIMT_MOST_DEVICES][SIMT_MOST_DEVICES];

/* Turns are given in the order in which they are asked for. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    unsigned long asked, ended; /* how many */
    pthread_t owner;
    unsigned depth; /* how often that one has the turn; 0: nobody has it */
    int device;     /* of the launch that is entered */
} turn = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

/* Asked at each launch. */
int simt_device_count(void)
{
    static atomic_int known; /* 0: not yet */
    int count = atomic_load_explicit(&known, memory_order_relaxed);

    if (count)
        return count;
    count = (int)simt_environment()->devices;
    atomic_store_explicit(&known, count, memory_order_relaxed);
    return count;
}

bool simt_device_valid(int device)
{
    return device >= 0 && device < simt_device_count();
}

bool simt_device_reaches(int device, int other, bool pooled)
{
    return device == other || atomic_load(&(pooled ? has_pool : is_peer)[device][other]);
}

void simt_device_set_pool(int device, int other, bool reaches)
{
    atomic_store(&has_pool[device][other], reaches);
}

cudaError_t simt_device_set_peer(int device, int peer, bool reaches)
{
    if (atomic_exchange(&is_peer[device][peer], reaches) != reaches)
        return cudaSuccess;
    return reaches ? cudaErrorPeerAccessAlreadyEnabled : cudaErrorPeerAccessNotEnabled;
}

void simt_device_forget_peers(int device)
{
    for (int i = 0; i < SIMT_MOST_DEVICES; i++) {
        atomic_store(&is_peer[device][i], false);
        atomic_store(&is_peer[i][device], false);
    }
}

/* ---- turns ---- */

/* With the lock held. */
static void take(pthread_t owner, unsigned depth)
{
    unsigned long number = turn.asked++;

    while (turn.ended < number)
        (void)pthread_cond_wait(&turn.changed, &turn.lock);
    turn.owner = owner;
    turn.depth = depth;
}

static void give(void)
{
    turn.depth = 0;
    turn.ended++;
    (void)pthread_cond_broadcast(&turn.changed);
}

void simt_devices_lock(void)
{
    if (simt_device_count() == 1)
        return;
    (void)pthread_mutex_lock(&turn.lock);
    if (turn.depth && pthread_equal(turn.owner, pthread_self()))
        turn.depth++;
    else
        take(pthread_self(), 1);
    (void)pthread_mutex_unlock(&turn.lock);
}

void simt_devices_unlock(void)
{
    if (simt_device_count() == 1)
        return;
    (void)pthread_mutex_lock(&turn.lock);
    if (turn.depth == 1)
        give();
    else
        turn.depth--;
    (void)pthread_mutex_unlock(&turn.lock);
}

bool simt_devices_are_wanted(void)
{
    bool wanted;

    (void)pthread_mutex_lock(&turn.lock);
    wanted = turn.asked - turn.ended > 1;
    (void)pthread_mutex_unlock(&turn.lock);
    return wanted;
}

/* ---- launches ---- */

static bool are_apart(void)
{
    return !simt_observer && simt_device_count() > 1;
}

/* With the turn: memory is as the device sees it; and it is the host's again. */
static void see_as(int device)
{
    turn.device = device;
    simt_variables_show(device);
    if (are_apart())
        simt_region_set_others_open(device, false);
}

static void see_all(void)
{
    if (are_apart())
        simt_region_set_others_open(turn.device, true);
}

void simt_devices_enter(int device)
{
    simt_devices_lock();
    see_as(device);
}

void simt_devices_leave(void)
{
    see_all();
    simt_devices_unlock();
}

void simt_devices_pass(void)
{
    const int device = turn.device;
    const unsigned depth = turn.depth;
    const pthread_t owner = turn.owner;

    see_all();
    (void)pthread_mutex_lock(&turn.lock);
    give();
    take(owner, depth);
    (void)pthread_mutex_unlock(&turn.lock);
    see_as(device);
}

int simt_devices_running(void)
{
    return turn.device;
}
