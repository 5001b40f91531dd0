// cuRAND's generators that the host calls. Philox and Sobol's sequences give the same numbers
// everywhere; of all others it is the distribution.
#include "check.h"

#include <curand.h>

#define CHECK_RANDOM(call) CHECK_EQ(static_cast<int>(call), static_cast<int>(CURAND_STATUS_SUCCESS))

static void philox_gives_what_is_published()
{
    static const unsigned expected[] = {0x2090b348, 0xda7cf0ab, 0x4401906f, 0xcbca470e,
                                        0xd115a128, 0x52fc7c75, 0xc7f33f17, 0x0f1539db};
    enum { ROUND = 4 * 65536 };
    curandGenerator_t generator;
    unsigned numbers[8], first = 0;
    unsigned *device = check_device<unsigned>(ROUND + 8);

    CHECK_RANDOM(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10));
    CHECK_RANDOM(curandSetPseudoRandomGeneratorSeed(generator, 1234));
    CHECK_RANDOM(curandGenerate(generator, device, ROUND + 8));
    CHECK_CUDA(cudaMemcpy(numbers, device, sizeof(numbers), cudaMemcpyDeviceToHost));
    for (int i = 0; i < 8; i++)
        CHECK_EQ_AT(numbers[i], expected[i], i);
    CHECK_CUDA(cudaMemcpy(&first, device + ROUND, sizeof(first), cudaMemcpyDeviceToHost));
    CHECK_EQ(first, 0x9eeede35u); /* the second four of the first sequence */
    CHECK_RANDOM(curandDestroyGenerator(generator));

    CHECK_RANDOM(curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10));
    CHECK_RANDOM(curandSetPseudoRandomGeneratorSeed(generator, 1234));
    CHECK_RANDOM(curandSetGeneratorOffset(generator, 6));
    CHECK_RANDOM(curandGenerate(generator, numbers, 2));
    CHECK_EQ(numbers[0], expected[6]);
    CHECK_EQ(numbers[1], expected[7]);
    CHECK_RANDOM(curandDestroyGenerator(generator));
    CHECK_CUDA(cudaFree(device));
}

static void sobol_gives_what_is_published()
{
    static const double expected[] = {0x1p-33, 0.5, 0.75, 0x1p-33, 0.5, 0.25, 0x1p-33, 0.5, 0.25};
    curandGenerator_t generator;
    curandDirectionVectors32_t *vectors;
    float *device = check_device<float>(9), numbers[9];

    CHECK_RANDOM(curandCreateGenerator(&generator, CURAND_RNG_QUASI_SOBOL32));
    CHECK_RANDOM(curandSetQuasiRandomGeneratorDimensions(generator, 3));
    CHECK_EQ(static_cast<int>(curandGenerateUniform(generator, device, 8)),
             static_cast<int>(CURAND_STATUS_LENGTH_NOT_MULTIPLE));
    CHECK_RANDOM(curandGenerateUniform(generator, device, 9));
    check_take(numbers, device, 9);
    for (int i = 0; i < 9; i++)
        CHECK_CLOSE_AT(numbers[i], expected[i], 1e-9, i);
    CHECK_RANDOM(curandDestroyGenerator(generator));

    static const unsigned last[] = {0x1, 0x3, 0x7, 0xd, 0xd, 0xf, 0x45, 0x51, 0x153, 0x377};
    CHECK_RANDOM(curandGetDirectionVectors32(&vectors, CURAND_DIRECTION_VECTORS_32_JOEKUO6));
    for (int i = 0; i < 10; i++)
        CHECK_EQ_AT(vectors[20][i] >> (31 - i), last[i], i);
}

// The mean and the mean square of what `make` gives.
template <class T, class Make>
static void check_moments(curandRngType_t type, bool on_host, Make make, double mean, double square)
{
    enum { N = 20000 };
    static T numbers[N];
    T *device = on_host ? numbers : check_device<T>(N);
    curandGenerator_t generator;
    cudaStream_t stream;
    double sum = 0, squares = 0;

    CHECK_CUDA(cudaStreamCreate(&stream));
    CHECK_RANDOM(on_host ? curandCreateGeneratorHost(&generator, type)
                         : curandCreateGenerator(&generator, type));
    CHECK_RANDOM(curandSetStream(generator, stream));
    CHECK_RANDOM(curandSetPseudoRandomGeneratorSeed(generator, 42));
    CHECK_RANDOM(make(generator, device, N));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    if (!on_host)
        check_take(numbers, device, N);
    for (int i = 0; i < N; i++) {
        sum += static_cast<double>(numbers[i]);
        squares += static_cast<double>(numbers[i]) * static_cast<double>(numbers[i]);
    }
    CHECK_CLOSE(sum / N, mean, 0.05 * (1 + fabs(mean)));
    CHECK_CLOSE(squares / N, square, 0.05 * (1 + square));
    CHECK_RANDOM(curandDestroyGenerator(generator));
    CHECK_CUDA(cudaStreamDestroy(stream));
}

static void distributions_have_their_moments(curandRngType_t type, bool on_host)
{
    check_moments<float>(type, on_host, curandGenerateUniform, 0.5, 1 / 3.0);
    check_moments<double>(type, on_host, curandGenerateUniformDouble, 0.5, 1 / 3.0);
    check_moments<float>(
        type, on_host,
        [](curandGenerator_t g, float *out, size_t n) {
            return curandGenerateNormal(g, out, n, 1, 2);
        },
        1, 5);
    check_moments<double>(
        type, on_host,
        [](curandGenerator_t g, double *out, size_t n) {
            return curandGenerateNormalDouble(g, out, n, 1, 2);
        },
        1, 5);
    check_moments<float>(
        type, on_host,
        [](curandGenerator_t g, float *out, size_t n) {
            return curandGenerateLogNormal(g, out, n, 0, 0.5);
        },
        exp(0.125), exp(0.5));
    check_moments<unsigned>(
        type, on_host,
        [](curandGenerator_t g, unsigned *out, size_t n) {
            return curandGeneratePoisson(g, out, n, 4);
        },
        4, 20);
}

static void mistakes_have_a_status()
{
    curandGenerator_t generator;
    float numbers[3];

    CHECK_RANDOM(curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_XORWOW));
    CHECK_EQ(static_cast<int>(curandGenerateNormal(generator, numbers, 3, 0, 1)),
             static_cast<int>(CURAND_STATUS_LENGTH_NOT_MULTIPLE));
    CHECK_EQ(static_cast<int>(curandSetQuasiRandomGeneratorDimensions(generator, 2)),
             static_cast<int>(CURAND_STATUS_TYPE_ERROR));
    CHECK_RANDOM(curandDestroyGenerator(generator));
    CHECK_EQ(static_cast<int>(curandGenerateUniform(NULL, numbers, 2)),
             static_cast<int>(CURAND_STATUS_NOT_INITIALIZED));
}

int main()
{
    philox_gives_what_is_published();
    sobol_gives_what_is_published();
    distributions_have_their_moments(CURAND_RNG_PSEUDO_DEFAULT, false);
    distributions_have_their_moments(CURAND_RNG_PSEUDO_MRG32K3A, true);
    distributions_have_their_moments(CURAND_RNG_PSEUDO_PHILOX4_32_10, false);
    mistakes_have_a_status();
    return check_end();
}
