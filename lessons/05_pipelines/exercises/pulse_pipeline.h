/* Exercise 5.4: what pulse_pipeline is given, and what it must do. */
#ifndef PULSE_PIPELINE_H
#define PULSE_PIPELINE_H

#include <stddef.h>

/* With v = (samples[i] - baseline) * gains[i]: pulses[i] = v if v >= threshold, and 0 otherwise,
 * for i = 0 ... n-1. The three arrays lie on the host, in ordinary (pageable) memory, n elements
 * each; n may be 0. Each input crosses the bus once, and so does the result; no memory of the
 * device is left allocated. */
extern "C" void pulse_pipeline(float *pulses, const float *samples, const float *gains,
                               float baseline, float threshold, size_t n);

#endif
