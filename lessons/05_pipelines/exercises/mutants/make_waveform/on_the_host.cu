/* says: no-kernel: launched no kernel */
#include "make_waveform.h"

#include <math.h>

void make_waveform(float *waveform, const float *t, const float *noise, float period,
                   float amplitude, size_t n)
{
    for (size_t i = 0; i < n; i++)
        waveform[i] = fmaxf(sinf(t[i] / period) - 0.3f, 0.0f) * amplitude + noise[i];
}
