/* says: no-kernel: launched no kernel */
#include "pulse_pipeline.h"

void pulse_pipeline(float *pulses, const float *samples, const float *gains, float baseline,
                    float threshold, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        float value = (samples[i] - baseline) * gains[i];
        pulses[i] = value < threshold ? 0.0f : value;
    }
}
