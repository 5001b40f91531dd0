/* Exercise 3.6: what mix_tracks is given, and what it must do. */
#ifndef MIX_TRACKS_H
#define MIX_TRACKS_H

#include <stddef.h>

/*
 * out[i] = a[i] + gain * b[i], for i = 0 ... n-1; where that is below -1 it is -1, and where it is
 * above 1 it is 1. The arrays lie on the device, n samples each; gain is a number of the host's.
 * n may be 0.
 */
extern "C" void mix_tracks(float *out, const float *a, const float *b, float gain, size_t n);

#endif
