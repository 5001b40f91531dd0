/* What two devices can send to each other. */
#include "device_peers.h"

#include "clock.h"

enum { FIRST, SECOND };

/* Both ways. What cannot be had is no error: such copies go through the host's memory. */
static bool enable_both(bool enabled[static 2])
{
    int can = 0, back = 0;
    if (cudaDeviceCanAccessPeer(&can, FIRST, SECOND) != cudaSuccess ||
        cudaDeviceCanAccessPeer(&back, SECOND, FIRST) != cudaSuccess || !can || !back)
        return false;
    bool direct = true;
    for (int device = FIRST; device <= SECOND; device++) {
        cudaSetDevice(device);
        cudaError_t code = cudaDeviceEnablePeerAccess(1 - device, 0);
        enabled[device] = code == cudaSuccess;
        direct &= enabled[device] || code == cudaErrorPeerAccessAlreadyEnabled;
    }
    cudaSetDevice(FIRST);
    cudaGetLastError(); /* or the first launch would be blamed for it */
    return direct;
}

bool gs_peer_copies_make(size_t bytes, struct gs_peer_copies *out)
{
    *out = (struct gs_peer_copies){.bytes = bytes};
    out->direct = enable_both(out->enabled);
    cudaError_t code = cudaMalloc((void **)&out->first, bytes);
    cudaSetDevice(SECOND);
    if (code == cudaSuccess)
        code = cudaMalloc((void **)&out->second, bytes);
    if (code == cudaSuccess)
        code = cudaStreamCreateWithFlags(&out->back, cudaStreamNonBlocking);
    cudaSetDevice(FIRST);
    return code == cudaSuccess;
}

/* Access that was not there before is not there afterwards: a kernel that needs it has to enable
 * it. */
void gs_peer_copies_release(struct gs_peer_copies *peers)
{
    cudaFree(peers->first);
    for (int device = FIRST; device <= SECOND; device++) {
        cudaSetDevice(device);
        if (peers->enabled[device])
            cudaDeviceDisablePeerAccess(1 - device);
    }
    cudaFree(peers->second);
    if (peers->back != NULL)
        cudaStreamDestroy(peers->back);
    cudaSetDevice(FIRST);
    cudaGetLastError();
}

int gs_peer_send(struct gs_device *device, const void *context)
{
    const struct gs_peer_copies *peers = context;
    return (int)cudaMemcpyPeerAsync(peers->second, SECOND, peers->first, FIRST, peers->bytes,
                                    device->stream);
}

int gs_peer_fetch(struct gs_device *device, const void *context)
{
    const struct gs_peer_copies *peers = context;
    return (int)cudaMemcpyPeerAsync(peers->first, FIRST, peers->second, SECOND, peers->bytes,
                                    device->stream);
}

double gs_peer_exchange(struct gs_device *device, const void *context)
{
    const struct gs_peer_copies *peers = context;
    const size_t half = peers->bytes / 2;
    double start = gs_clock_s();
    bool good = cudaMemcpyPeerAsync(peers->second, SECOND, peers->first, FIRST, half,
                                    device->stream) == cudaSuccess;
    good &= cudaMemcpyPeerAsync(peers->first + half, FIRST, peers->second + half, SECOND, half,
                                peers->back) == cudaSuccess;
    good &= cudaStreamSynchronize(device->stream) == cudaSuccess;
    good &= cudaStreamSynchronize(peers->back) == cudaSuccess;
    return good ? gs_clock_s() - start : -1;
}

static double sample_send(struct gs_device *device, const void *context)
{
    return gs_time_queued(device, gs_peer_send, context, 1, false);
}

static double sample_fetch(struct gs_device *device, const void *context)
{
    return gs_time_queued(device, gs_peer_fetch, context, 1, false);
}

static double rate_of(double bytes, double seconds)
{
    return seconds > 0 ? bytes / seconds : 0;
}

void gs_device_measure_peers(struct gs_device *device, size_t bytes,
                             struct gs_device_limits *limits)
{
    struct gs_peer_copies peers;
    if (gs_peer_copies_make(bytes, &peers)) {
        const double all = (double)bytes;
        limits->peers_direct = peers.direct;
        limits->peer_to_bytes_per_s = rate_of(all, gs_limit_fastest(device, sample_send, &peers));
        limits->peer_from_bytes_per_s =
            rate_of(all, gs_limit_fastest(device, sample_fetch, &peers));
        limits->peer_both_bytes_per_s =
            rate_of(all / 2, gs_limit_fastest(device, gs_peer_exchange, &peers));
    }
    gs_peer_copies_release(&peers);
}
