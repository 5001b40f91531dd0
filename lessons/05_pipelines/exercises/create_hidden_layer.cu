/*
 * Exercise 5.5, and the first assessment: a hidden layer of a neural network.
 *
 * create_hidden_layer() brings grey values to 0 ... 1, weighs them, and applies the activation
 * function. It does so on the CPU, one neuron after the other. Move the work to the GPU: the three
 * steps are to be functions of the device. The arrays are the host's, and the result is to be
 * handed back in an array of the host. Nothing is to cross the bus that need not.
 *
 *   ./gridstride check 5.5           says what is still wrong
 *   ./gridstride check 5.5 --hint    one hint further each time
 *   ./gridstride assess 1            the three verdicts, and the certificate
 */
#include "create_hidden_layer.h"

#include <math.h>

float normalize(float grey)
{
    return grey / 255.0f;
}

float weigh(float value, float weight)
{
    return value * weight;
}

float activate(float value)
{
    return (expf(value) - expf(-value)) / (expf(value) + expf(-value));
}

void create_hidden_layer(float *layer, const float *greys, const float *weights, size_t n)
{
    for (size_t i = 0; i < n; i++)
        layer[i] = activate(weigh(normalize(greys[i]), weights[i]));
}
