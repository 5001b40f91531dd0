/* cuRAND's generators that the host calls (<curand.h>).
 *
 * All pseudorandom ones are Philox: number p of a generator depends on p and the seed alone. Philox
 * itself gives the integers that cuRAND gives. The others take another key, so the same seed gives
 * the same numbers here, of the same distribution, but not those of cuRAND. Sobol's sequences are
 * those of cuRAND, for the first 21 dimensions. */
#include "copy.h"
#include "observer.h"

#include <curand.h>
#include <math.h>
#include <pthread.h>
#include <simt/philox.h>
#include <stdint.h>
#include <stdlib.h>

struct curandGenerator_st {
    curandRngType_t type;
    bool on_host, is_quasi;
    unsigned dimensions;
    cudaStream_t stream;
    uint64_t seed;
    uint64_t position; /* in integers of 32 bits; of a quasirandom generator, in each dimension */
};

enum distribution { INTEGERS, UNIFORM, UNIFORM_DOUBLE, NORMAL, NORMAL_DOUBLE, POISSON };

/* What is asked for. */
struct request {
    struct curandGenerator_st *generator;
    enum distribution distribution;
    bool wide; /* integers of 64 bits */
    bool exponential;
    double mean, deviation;
};

/* ---- pseudorandom integers ---- */

struct words {
    uint64_t seed, position;
    unsigned block[4]; /* the four that the position lies in, unless it is the first of them */
};

/* cuRAND takes four numbers from each of 65536 sequences in turn. */
static void find_block(struct words *words)
{
    enum { sequences = 65536 };
    const uint64_t block = words->position / 4;
    unsigned *x = words->block;

    x[0] = (unsigned)(block / sequences);
    x[1] = (unsigned)(block / sequences >> 32);
    x[2] = (unsigned)(block % sequences);
    x[3] = 0;
    simt_philox_numbers(x, (unsigned)words->seed, (unsigned)(words->seed >> 32));
}

static struct words words_of(const struct curandGenerator_st *generator)
{
    struct words words = {.seed = generator->seed, .position = generator->position};

    if (generator->type != CURAND_RNG_PSEUDO_PHILOX4_32_10)
        words.seed ^= 0x9e3779b97f4a7c15u * (unsigned)generator->type;
    if (words.position % 4 != 0)
        find_block(&words);
    return words;
}

static unsigned next_word(struct words *words)
{
    if (words->position % 4 == 0)
        find_block(words);
    return words->block[words->position++ % 4];
}

static uint64_t next_wide(struct words *words)
{
    const uint64_t low = next_word(words);

    return low | (uint64_t)next_word(words) << 32;
}

/* ---- distributions; uniform: over 0, up to 1 ---- */

static float uniform(unsigned word)
{
    return (float)word * 0x1p-32f + 0x1p-33f;
}

static double uniform_double(uint64_t wide)
{
    return (double)(wide >> 11) * 0x1p-53 + 0x1p-54;
}

static void normal_pair(struct words *words, double pair[2])
{
    const double length = sqrt(-2 * log(uniform_double(next_wide(words))));
    const double angle = 2 * M_PI * uniform_double(next_wide(words));

    pair[0] = length * sin(angle);
    pair[1] = length * cos(angle);
}

/* The least count whose share of the distribution, with all below, reaches `share`. */
static unsigned poisson(double lambda, double share)
{
    double term = exp(-lambda), sum = term;
    unsigned count = 0;

    while (sum < share && term > 0) {
        count++;
        term *= lambda / count;
        sum += term;
    }
    return count;
}

static void put(const struct request *request, void *out, size_t i, double value)
{
    if (request->distribution == NORMAL || request->distribution == NORMAL_DOUBLE)
        value = request->mean + request->deviation * value;
    if (request->exponential)
        value = exp(value);
    if (request->distribution == UNIFORM_DOUBLE || request->distribution == NORMAL_DOUBLE)
        ((double *)out)[i] = value;
    else
        ((float *)out)[i] = (float)value;
}

static void make_normal(const struct request *request, struct words *words, void *out, size_t count)
{
    double pair[2] = {0, 0};

    for (size_t i = 0; i < count; i++) {
        if (i % 2 == 0)
            normal_pair(words, pair);
        put(request, out, i, pair[i % 2]);
    }
}

/* Large ones are all but normal. */
static void make_poisson(const struct request *request, struct words *words, unsigned *out,
                         size_t count)
{
    enum { largest = 600 };
    const double lambda = request->mean;

    for (size_t i = 0; i < count; i++) {
        double pair[2];

        if (lambda <= largest) {
            out[i] = poisson(lambda, uniform_double(next_wide(words)));
            continue;
        }
        normal_pair(words, pair);
        out[i] = (unsigned)fmin(fmax(lambda + sqrt(lambda) * pair[0] + 0.5, 0), UINT32_MAX);
    }
}

static void make_pseudo(const struct request *request, void *out, size_t count)
{
    struct words words = words_of(request->generator);

    switch (request->distribution) {
    case INTEGERS:
        for (size_t i = 0; i < count; i++)
            ((unsigned *)out)[i] = next_word(&words);
        break;
    case UNIFORM:
        for (size_t i = 0; i < count; i++)
            ((float *)out)[i] = uniform(next_word(&words));
        break;
    case UNIFORM_DOUBLE:
        for (size_t i = 0; i < count; i++)
            ((double *)out)[i] = uniform_double(next_wide(&words));
        break;
    case POISSON:
        make_poisson(request, &words, out, count);
        break;
    case NORMAL:
    case NORMAL_DOUBLE:
        make_normal(request, &words, out, count);
        break;
    }
    request->generator->position = words.position;
}

/* ---- Sobol's sequence ---- */

enum { dimensions_known = 21, bits = 64 };

/* The primitive polynomials and first numbers that S. Joe and F. Y. Kuo publish
 * (new-joe-kuo-6.21201), from the second dimension on. */
static const struct {
    unsigned char degree, coefficients, first[7];
} sobol_table[dimensions_known - 1] = {
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
    {6, 19, {1, 1, 1, 15, 7, 5}},
    {6, 22, {1, 3, 1, 15, 13, 25}},
    {6, 25, {1, 1, 5, 5, 19, 61}},
    {7, 1, {1, 3, 7, 11, 23, 15, 103}},
    {7, 4, {1, 3, 7, 13, 13, 15, 69}},
};

static curandDirectionVectors64_t vectors64[dimensions_known];
static curandDirectionVectors32_t vectors32[dimensions_known];

static void make_vectors_of(unsigned dimension)
{
    const unsigned degree = dimension ? sobol_table[dimension - 1].degree : 0;
    unsigned long long *v = vectors64[dimension];

    for (unsigned i = 0; i < bits; i++) {
        if (dimension == 0 || i < degree) {
            const unsigned first = dimension ? sobol_table[dimension - 1].first[i] : 1;

            v[i] = (unsigned long long)first << (bits - 1 - i);
            continue;
        }
        v[i] = v[i - degree] ^ v[i - degree] >> degree;
        for (unsigned k = 1; k < degree; k++)
            if (sobol_table[dimension - 1].coefficients >> (degree - 1 - k) & 1)
                v[i] ^= v[i - k];
    }
}

static void make_vectors(void)
{
    for (unsigned dimension = 0; dimension < dimensions_known; dimension++) {
        make_vectors_of(dimension);
        for (unsigned i = 0; i < bits / 2; i++)
            vectors32[dimension][i] = (unsigned)(vectors64[dimension][i] >> 32);
    }
}

static pthread_once_t vectors_made = PTHREAD_ONCE_INIT;

static bool is_sobol64(const struct curandGenerator_st *generator)
{
    return generator->type == CURAND_RNG_QUASI_SOBOL64;
}

static void put_quasi(const struct request *request, void *out, size_t i, uint64_t x)
{
    switch (request->distribution) {
    case INTEGERS:
        if (request->wide)
            ((unsigned long long *)out)[i] = x;
        else
            ((unsigned *)out)[i] = (unsigned)(x >> 32);
        break;
    case UNIFORM_DOUBLE:
        ((double *)out)[i] = is_sobol64(request->generator)
                                 ? uniform_double(x)
                                 : (double)(unsigned)(x >> 32) * 0x1p-32 + 0x1p-32;
        break;
    default:
        ((float *)out)[i] = uniform((unsigned)(x >> 32));
    }
}

/* All numbers of one dimension, then those of the next. */
static void make_quasi(const struct request *request, void *out, size_t count)
{
    struct curandGenerator_st *generator = request->generator;
    const size_t each = count / generator->dimensions;
    size_t put_so_far = 0;

    (void)pthread_once(&vectors_made, make_vectors);
    for (unsigned dimension = 0; dimension < generator->dimensions; dimension++) {
        const unsigned long long *v = vectors64[dimension];
        uint64_t n = generator->position, x = 0;

        for (unsigned i = 0; i < bits; i++)
            x ^= (n ^ n >> 1) >> i & 1 ? v[i] : 0;
        for (size_t i = 0; i < each; i++) {
            put_quasi(request, out, put_so_far++, x);
            x ^= v[__builtin_ctzll(~n++)];
        }
    }
    generator->position += each;
}

/* ---- a request ---- */

static size_t bytes_of(const struct request *request)
{
    switch (request->distribution) {
    case UNIFORM_DOUBLE:
    case NORMAL_DOUBLE:
        return sizeof(double);
    default:
        return request->wide ? sizeof(unsigned long long) : sizeof(unsigned);
    }
}

static void make(void *out, size_t bytes, void *asked)
{
    const struct request *request = asked;
    const size_t count = bytes / bytes_of(request);

    if (request->generator->is_quasi)
        make_quasi(request, out, count);
    else
        make_pseudo(request, out, count);
}

/* Those that make normal numbers in pairs take an even count. */
static bool makes_pairs(const struct curandGenerator_st *generator)
{
    return generator->type != CURAND_RNG_PSEUDO_PHILOX4_32_10 &&
           generator->type != CURAND_RNG_PSEUDO_MT19937;
}

static curandStatus_t check(const struct request *request, size_t count)
{
    const struct curandGenerator_st *generator = request->generator;
    const enum distribution distribution = request->distribution;

    if (!generator)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (distribution == INTEGERS && request->wide != is_sobol64(generator))
        return CURAND_STATUS_TYPE_ERROR;
    if (generator->is_quasi) {
        if (distribution != INTEGERS && distribution != UNIFORM && distribution != UNIFORM_DOUBLE)
            return CURAND_STATUS_TYPE_ERROR;
        return count % generator->dimensions ? CURAND_STATUS_LENGTH_NOT_MULTIPLE
                                             : CURAND_STATUS_SUCCESS;
    }
    if ((distribution == NORMAL || distribution == NORMAL_DOUBLE) && count % 2 &&
        makes_pairs(generator))
        return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    if (distribution == POISSON && !(request->mean > 0))
        return CURAND_STATUS_OUT_OF_RANGE;
    return CURAND_STATUS_SUCCESS;
}

static curandStatus_t generate(struct request request, void *out, size_t count, const void *site)
{
    const curandStatus_t status = check(&request, count);
    size_t bytes;

    if (status != CURAND_STATUS_SUCCESS || !count)
        return status;
    if (__builtin_mul_overflow(count, bytes_of(&request), &bytes))
        return CURAND_STATUS_LAUNCH_FAILURE;
    if (request.generator->on_host) {
        make(out, bytes, &request);
        return CURAND_STATUS_SUCCESS;
    }
    return simt_fill_by(out, bytes, make, &request, request.generator->stream, site) == cudaSuccess
               ? CURAND_STATUS_SUCCESS
               : CURAND_STATUS_LAUNCH_FAILURE;
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int *out, size_t count)
{
    return generate((struct request){.generator = generator, .distribution = INTEGERS}, out, count,
                    SIMT_SITE);
}

curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long *out,
                                      size_t count)
{
    return generate(
        (struct request){.generator = generator, .distribution = INTEGERS, .wide = true}, out,
        count, SIMT_SITE);
}

curandStatus_t curandGenerateUniform(curandGenerator_t generator, float *out, size_t count)
{
    return generate((struct request){.generator = generator, .distribution = UNIFORM}, out, count,
                    SIMT_SITE);
}

curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double *out, size_t count)
{
    return generate((struct request){.generator = generator, .distribution = UNIFORM_DOUBLE}, out,
                    count, SIMT_SITE);
}

curandStatus_t curandGenerateNormal(curandGenerator_t generator, float *out, size_t count,
                                    float mean, float deviation)
{
    return generate(
        (struct request){generator, NORMAL, false, false, (double)mean, (double)deviation}, out,
        count, SIMT_SITE);
}

curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double *out, size_t count,
                                          double mean, double deviation)
{
    return generate((struct request){generator, NORMAL_DOUBLE, false, false, mean, deviation}, out,
                    count, SIMT_SITE);
}

curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float *out, size_t count,
                                       float mean, float deviation)
{
    return generate(
        (struct request){generator, NORMAL, false, true, (double)mean, (double)deviation}, out,
        count, SIMT_SITE);
}

curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double *out, size_t count,
                                             double mean, double deviation)
{
    return generate((struct request){generator, NORMAL_DOUBLE, false, true, mean, deviation}, out,
                    count, SIMT_SITE);
}

curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int *out, size_t count,
                                     double lambda)
{
    return generate(
        (struct request){.generator = generator, .distribution = POISSON, .mean = lambda}, out,
        count, SIMT_SITE);
}

/* ---- generators ---- */

static curandStatus_t create(curandGenerator_t *generator, curandRngType_t type, bool on_host)
{
    switch (type) {
    case CURAND_RNG_TEST:
    case CURAND_RNG_PSEUDO_DEFAULT:
    case CURAND_RNG_PSEUDO_XORWOW:
    case CURAND_RNG_PSEUDO_MRG32K3A:
    case CURAND_RNG_PSEUDO_MTGP32:
    case CURAND_RNG_PSEUDO_MT19937:
    case CURAND_RNG_PSEUDO_PHILOX4_32_10:
    case CURAND_RNG_QUASI_DEFAULT:
    case CURAND_RNG_QUASI_SOBOL32:
    case CURAND_RNG_QUASI_SOBOL64:
        break;
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL32:
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL64:
    default:
        return CURAND_STATUS_TYPE_ERROR;
    }
    *generator = calloc(1, sizeof(**generator));
    if (!*generator)
        return CURAND_STATUS_ALLOCATION_FAILED;
    (*generator)->type = type == CURAND_RNG_PSEUDO_DEFAULT ? CURAND_RNG_PSEUDO_XORWOW : type;
    (*generator)->on_host = on_host;
    (*generator)->is_quasi = type >= CURAND_RNG_QUASI_DEFAULT;
    (*generator)->dimensions = 1;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type)
{
    return create(generator, type, false);
}

curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type)
{
    return create(generator, type, true);
}

curandStatus_t curandDestroyGenerator(curandGenerator_t generator)
{
    free(generator);
    return generator ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED;
}

curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream)
{
    if (!generator)
        return CURAND_STATUS_NOT_INITIALIZED;
    generator->stream = stream;
    return CURAND_STATUS_SUCCESS;
}

/* Begins again. */
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                  unsigned long long seed)
{
    if (!generator)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (generator->is_quasi)
        return CURAND_STATUS_TYPE_ERROR;
    generator->seed = seed;
    generator->position = 0;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset)
{
    if (!generator)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (generator->type == CURAND_RNG_PSEUDO_MTGP32 || generator->type == CURAND_RNG_PSEUDO_MT19937)
        return CURAND_STATUS_TYPE_ERROR;
    generator->position = offset;
    return CURAND_STATUS_SUCCESS;
}

/* The numbers come in the default order, whichever of those that a generator has is set. */
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order)
{
    if (!generator)
        return CURAND_STATUS_NOT_INITIALIZED;
    return (order == CURAND_ORDERING_QUASI_DEFAULT) == generator->is_quasi
               ? CURAND_STATUS_SUCCESS
               : CURAND_STATUS_OUT_OF_RANGE;
}

curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator,
                                                       unsigned int dimensions)
{
    if (!generator)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (!generator->is_quasi)
        return CURAND_STATUS_TYPE_ERROR;
    if (dimensions < 1 || dimensions > dimensions_known)
        return CURAND_STATUS_OUT_OF_RANGE;
    generator->dimensions = dimensions;
    return CURAND_STATUS_SUCCESS;
}

/* There is nothing to be done ahead of the first number. */
curandStatus_t curandGenerateSeeds(curandGenerator_t generator)
{
    return generator ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED;
}

curandStatus_t curandGetVersion(int *version)
{
    *version = CURAND_VERSION;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t *vectors[],
                                           curandDirectionVectorSet_t set)
{
    if (set != CURAND_DIRECTION_VECTORS_32_JOEKUO6)
        return CURAND_STATUS_OUT_OF_RANGE;
    (void)pthread_once(&vectors_made, make_vectors);
    *vectors = vectors32;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t *vectors[],
                                           curandDirectionVectorSet_t set)
{
    if (set != CURAND_DIRECTION_VECTORS_64_JOEKUO6)
        return CURAND_STATUS_OUT_OF_RANGE;
    (void)pthread_once(&vectors_made, make_vectors);
    *vectors = vectors64;
    return CURAND_STATUS_SUCCESS;
}
