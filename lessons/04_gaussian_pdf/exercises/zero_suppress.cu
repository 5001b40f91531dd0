/*
 * Exercise 4.3: silence the noise of a waveform.
 *
 * A detector's samples are 16-bit integers, and most are noise around 0. Keep those that are at
 * least `threshold` away from 0, up or down, and make all others 0. Write the kernel and its
 * launch. Samples reach from -32768 to 32767: which of them has no counterpart on the other side?
 *
 *   ./gridstride check 4.3           says what is still wrong
 *   ./gridstride check 4.3 --hint    one hint further each time
 */
#include "zero_suppress.h"

__global__ void suppress(int16_t *out, const int16_t *in, int16_t threshold, size_t n)
{
    /* TODO: one sample a thread */
}

void zero_suppress(int16_t *out, const int16_t *in, int16_t threshold, size_t n)
{
    /* TODO: launch it */
}
