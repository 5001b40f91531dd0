/* Copies between the first two devices, as limits are measured by. */
#ifndef GS_DEVICE_PEERS_H
#define GS_DEVICE_PEERS_H

#include "device_internal.h"

struct gs_peer_copies {
    char *first, *second; /* memory of each */
    size_t bytes;
    cudaStream_t back; /* of the second device */
    bool direct;       /* each reaches the other's memory, without the host */
    bool enabled[2];   /* here: each device's access to the other */
};

/* Enables peer access where there is any. False: something is missing. To be released either way.
 */
bool gs_peer_copies_make(size_t bytes, struct gs_peer_copies *out);
void gs_peer_copies_release(struct gs_peer_copies *peers);

/* A copy of all bytes in the device's stream, to the second device or from it; 0 or a cudaError_t.
 */
int gs_peer_send(struct gs_device *device, const void *peers);
int gs_peer_fetch(struct gs_device *device, const void *peers);

/* The first half goes to the second device, and the second half comes from it, at once. Returns
 * when both are there: seconds by the host's clock, negative on an error. */
double gs_peer_exchange(struct gs_device *device, const void *peers);

/* On two real devices; what fails stays 0. */
void gs_device_measure_peers(struct gs_device *device, size_t bytes,
                             struct gs_device_limits *limits);

#endif
