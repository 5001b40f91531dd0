/*
 * Exercise 12.5, and the second assessment: how much each word looks at each other one.
 *
 * In machine translation each word has two rows of numbers: a query, what the word looks for, and a
 * key, what it offers. The score of two words is the product of the query of one and the key of the
 * other, added up over all features. A softmax of each row of scores makes weights of them, which
 * add up to 1. attention_weights() does so on the CPU. Move the work to the GPU: the product by
 * tiles, so that each element is loaded once for 16 scores, and the softmax with many threads for
 * each row. The arrays are the host's, and the result is to be handed back in an array of the host.
 * Nothing is to cross the bus that need not.
 *
 *   ./gridstride check 12.5           says what is still wrong
 *   ./gridstride check 12.5 --hint    one hint further each time
 *   ./gridstride assess 2             the three verdicts, and the certificate
 */
#include "attention_weights.h"

#include <math.h>

/* The scores of word i with all words. */
void score(float *scores, const float *query, const float *keys, size_t words, size_t features)
{
    for (size_t j = 0; j < words; j++) {
        float sum = 0;
        for (size_t k = 0; k < features; k++)
            sum += query[k] * keys[k * words + j];
        scores[j] = sum / sqrtf((float)features);
    }
}

/* Each exponential over the sum of all of them. The largest one is 1. */
void soften(float *scores, size_t words)
{
    float largest = scores[0], sum = 0;
    for (size_t j = 1; j < words; j++)
        largest = fmaxf(largest, scores[j]);
    for (size_t j = 0; j < words; j++)
        sum += expf(scores[j] - largest);
    for (size_t j = 0; j < words; j++)
        scores[j] = expf(scores[j] - largest) / sum;
}

void attention_weights(float *weights, const float *queries, const float *keys, size_t words,
                       size_t features)
{
    for (size_t i = 0; i < words; i++) {
        score(weights + i * words, queries + i * features, keys, words, features);
        soften(weights + i * words, words);
    }
}
