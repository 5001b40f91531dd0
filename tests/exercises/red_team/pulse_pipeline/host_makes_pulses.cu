/* says: no-kernel: launched no kernel */
/* The arrays lie on the host, and the host does it. */
#include "pulse_pipeline.h"

void pulse_pipeline(float *pulses, const float *samples, const float *gains, float baseline,
                    float threshold, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        float v = (samples[i] - baseline) * gains[i];
        pulses[i] = v >= threshold ? v : 0;
    }
}
