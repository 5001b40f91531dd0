#include "handle.h"

#include "devices.h"

#include <pthread.h>

/* One lock for all sets: they are short and seldom changed. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void simt_handle_add(struct simt_handles *set, struct simt_handle *handle)
{
    (void)pthread_mutex_lock(&lock);
    handle->device = simt_device;
    handle->previous = NULL;
    handle->next = set->first;
    if (set->first)
        set->first->previous = handle;
    set->first = handle;
    (void)pthread_mutex_unlock(&lock);
}

static struct simt_handle *find(const struct simt_handles *set, const void *handle)
{
    struct simt_handle *at = set->first;

    while (at && at != handle)
        at = at->next;
    return at;
}

bool simt_handle_valid(struct simt_handles *set, const void *handle)
{
    bool found;

    (void)pthread_mutex_lock(&lock);
    found = find(set, handle) != NULL;
    (void)pthread_mutex_unlock(&lock);
    return found;
}

static void take_out(struct simt_handles *set, struct simt_handle *at)
{
    if (at->previous)
        at->previous->next = at->next;
    else
        set->first = at->next;
    if (at->next)
        at->next->previous = at->previous;
}

bool simt_handle_remove(struct simt_handles *set, void *handle)
{
    struct simt_handle *at;

    (void)pthread_mutex_lock(&lock);
    at = find(set, handle);
    if (at)
        take_out(set, at);
    (void)pthread_mutex_unlock(&lock);
    return at != NULL;
}

void *simt_handle_of_device(struct simt_handles *set, int device)
{
    struct simt_handle *at;

    (void)pthread_mutex_lock(&lock);
    at = set->first;
    while (at && at->device != device)
        at = at->next;
    (void)pthread_mutex_unlock(&lock);
    return at;
}
