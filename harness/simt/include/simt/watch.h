/* Whether a function of the program's leaves its work where it was told to: in one stream. For test
 * harnesses; a program that asks nothing pays nothing. */
#ifndef SIMT_WATCH_H
#define SIMT_WATCH_H

#pragma GCC system_header

#include <cuda_runtime_api.h>

#if defined(__cplusplus)
extern "C" {
#endif

enum simt_stray {
    SIMT_STRAY_NONE,
    SIMT_STRAY_BESIDE, /* on a GPU, work may begin before what the stream was given earlier has
                          ended */
    SIMT_STRAY_LEFT,   /* and here the stream may end before that work does */
};

/* The first work that is astray. */
struct simt_strayed {
    enum simt_stray stray;
    const char *file; /* of a launch; not owned; null: not known */
    int line;
};

/* From now on, launches, fills and copies within the device's memory are looked at, of all host
 * threads. They may be in other streams that wait for this one, by events, and that it waits for.
 */
void simt_watch_begin(cudaStream_t stream);
struct simt_strayed simt_watch_end(void);

#if defined(__cplusplus)
}
#endif

#endif
