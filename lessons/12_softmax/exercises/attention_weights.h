/* Exercise 12.5: what attention_weights is given, and what it must do. */
#ifndef ATTENTION_WEIGHTS_H
#define ATTENTION_WEIGHTS_H

#include <stddef.h>

/* Two steps, for i and j = 0 ... words-1:
 *
 *   score[i][j] = the sum of queries[i * features + k] * keys[k * words + j] over k = 0 ...
 *                 features-1, divided by the square root of `features`
 *   weights[i * words + j] = exp(score[i][j]) / the sum of exp(score[i][l]) over l = 0 ... words-1
 *
 * A score may be 100 or -120, and the weights are numbers all the same. The three arrays lie on the
 * host, in page-locked memory: queries has `words` rows of `features` elements, keys `features`
 * rows of `words` elements, weights `words` rows of `words`. words may be 0, and features is at
 * least 1. Each input crosses the bus once, and so does the result. On the device each element of
 * an input is loaded once for 16 scores or more. When the function returns, all of weights is
 * there, and no memory of the device is left allocated. */
extern "C" void attention_weights(float *weights, const float *queries, const float *keys,
                                  size_t words, size_t features);

#endif
