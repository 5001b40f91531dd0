/* A set of live handles (streams, events), so that stale ones are recognised. */
#ifndef SIMT_HANDLE_H
#define SIMT_HANDLE_H

#include <stdbool.h>
#include <stddef.h>

/* To be embedded as the first member; zeroed. */
struct simt_handle {
    struct simt_handle *next, *previous;
    const void *site; /* where the program made it */
    int device;       /* that was chosen then */
};

/* Zero-initialised. */
struct simt_handles {
    struct simt_handle *first;
};

void simt_handle_add(struct simt_handles *set, struct simt_handle *handle);

/* True if the pointer, which may be anything, is a live handle of the set. */
bool simt_handle_valid(struct simt_handles *set, const void *handle);

/* One that is the device's, or NULL. */
void *simt_handle_of_device(struct simt_handles *set, int device);

/* Takes the handle out of the set; false if it is not in it. */
bool simt_handle_remove(struct simt_handles *set, void *handle);

#endif
