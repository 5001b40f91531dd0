/* Exercise 5.1: what make_waveform is given, and what it must do. */
#ifndef MAKE_WAVEFORM_H
#define MAKE_WAVEFORM_H

#include <stddef.h>

/* waveform[i] = pulse + noise[i], where pulse = max(sin(t[i] / period) - 0.3, 0) * amplitude, for
 * i = 0 ... n-1. period is the time of one radian: a whole wave takes 2 pi of it. The three arrays
 * lie on the host, in ordinary (pageable) memory, n elements each; n may be 0. Each input crosses
 * the bus once, and so does the result; no memory of the device is left allocated. */
extern "C" void make_waveform(float *waveform, const float *t, const float *noise, float period,
                              float amplitude, size_t n);

#endif
