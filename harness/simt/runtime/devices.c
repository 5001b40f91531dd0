#define _GNU_SOURCE /* recursive mutexes */
#include "devices.h"

#include "observer.h"
#include "region.h"

#include <pthread.h>
#include <stdatomic.h>

__thread int simt_device;

/* Of device: other. */
static atomic_bool is_peer[SIMT_MOST_DEVICES][SIMT_MOST_DEVICES];
static atomic_bool has_pool[SIMT_MOST_DEVICES][SIMT_MOST_DEVICES];
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int running;

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

static bool are_apart(void)
{
    return !simt_observer && simt_device_count() > 1;
}

void simt_devices_enter(int device)
{
    if (!are_apart())
        return;
    (void)pthread_mutex_lock(&lock);
    running = device;
    simt_region_set_others_open(device, false);
}

void simt_devices_leave(void)
{
    if (!are_apart())
        return;
    simt_region_set_others_open(running, true);
    (void)pthread_mutex_unlock(&lock);
}

void simt_devices_lock(void)
{
    if (are_apart())
        (void)pthread_mutex_lock(&lock);
}

void simt_devices_unlock(void)
{
    if (are_apart())
        (void)pthread_mutex_unlock(&lock);
}

int simt_devices_running(void)
{
    return running;
}
