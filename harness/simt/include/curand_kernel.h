/* Random numbers in kernels: cuRAND's device functions, with the generators XORWOW (curandState),
 * Philox4_32_10 and Sobol's sequences. Philox gives the numbers that its authors publish (Salmon et
 * al., 2011). XORWOW (Marsaglia, 2003) is seeded in a way of our own, for that of cuRAND is not
 * published: the same seed gives the same numbers here, and others than on a GPU. */
#ifndef SIMT_CURAND_KERNEL_H
#define SIMT_CURAND_KERNEL_H
#define CURAND_KERNEL_H_

#pragma GCC system_header

#include <cuda_runtime.h>
#include <curand.h>
#include <simt/philox.h>

#define SIMT_RANDOM static inline __device__ __attribute__((always_inline))

/* Normal numbers come in pairs: the second one waits here. */
struct simt_random_pair {
    float second;
    double second_double;
    bool has_second, has_second_double;
};

struct curandStateXORWOW {
    unsigned count, words[5];
    struct simt_random_pair pair;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;

struct curandStatePhilox4_32_10 {
    unsigned long long offset, sequence; /* the counter's lower and upper half */
    unsigned key[2], numbers[4], used;
    struct simt_random_pair pair;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

/* ---- XORWOW ---- */

SIMT_RANDOM unsigned curand(curandStateXORWOW_t *state)
{
    unsigned *words = state->words;
    const unsigned first = words[0] ^ (words[0] >> 2);

    for (int i = 0; i < 4; i++)
        words[i] = words[i + 1];
    words[4] = words[4] ^ (words[4] << 4) ^ first ^ (first << 1);
    state->count += 362437;
    return words[4] + state->count;
}

SIMT_RANDOM void skipahead(unsigned long long n, curandStateXORWOW_t *state)
{
    for (unsigned long long i = 0; i < n; i++)
        (void)curand(state);
}

SIMT_RANDOM void curand_init(unsigned long long seed, unsigned long long sequence,
                             unsigned long long offset, curandStateXORWOW_t *state)
{
    unsigned long long mixed = seed ^ (sequence * 0xd1342543de82ef95u + 0x632be59bd9b4e019u);

    *state = curandStateXORWOW_t();
    for (int i = 0; i < 5; i++) { /* SplitMix64, whose words are never all zero */
        mixed += 0x9e3779b97f4a7c15u;
        unsigned long long word = mixed;

        word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9u;
        word = (word ^ (word >> 27)) * 0x94d049bb133111ebu;
        state->words[i] = static_cast<unsigned>((word ^ (word >> 31)) >> 32);
    }
    state->words[0] |= 1;
    skipahead(offset, state);
}

/* ---- Philox ---- */

SIMT_RANDOM void simt_philox(curandStatePhilox4_32_10_t *state)
{
    unsigned *x = state->numbers;

    x[0] = static_cast<unsigned>(state->offset);
    x[1] = static_cast<unsigned>(state->offset >> 32);
    x[2] = static_cast<unsigned>(state->sequence);
    x[3] = static_cast<unsigned>(state->sequence >> 32);
    simt_philox_numbers(x, state->key[0], state->key[1]);
}

SIMT_RANDOM void skipahead(unsigned long long n, curandStatePhilox4_32_10_t *state)
{
    const unsigned used = state->used + static_cast<unsigned>(n % 4);
    const unsigned long long blocks = n / 4 + used / 4;

    state->used = used % 4;
    state->offset += blocks;
    state->sequence += state->offset < blocks;
    simt_philox(state);
}

SIMT_RANDOM void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t *state)
{
    state->sequence += n;
    simt_philox(state);
}

SIMT_RANDOM void curand_init(unsigned long long seed, unsigned long long sequence,
                             unsigned long long offset, curandStatePhilox4_32_10_t *state)
{
    *state = curandStatePhilox4_32_10_t();
    state->key[0] = static_cast<unsigned>(seed);
    state->key[1] = static_cast<unsigned>(seed >> 32);
    state->sequence = sequence;
    skipahead(offset, state);
}

SIMT_RANDOM unsigned curand(curandStatePhilox4_32_10_t *state)
{
    const unsigned number = state->numbers[state->used];

    skipahead(1, state);
    return number;
}

SIMT_RANDOM uint4 curand4(curandStatePhilox4_32_10_t *state)
{
    const unsigned x = curand(state), y = curand(state), z = curand(state);

    return make_uint4(x, y, z, curand(state));
}

/* ---- Sobol's sequences ---- */

/* `n`: how many have been drawn of the sequence; `x`: the one that comes next. */
struct curandStateSobol32 {
    unsigned n, x;
    curandDirectionVectors32_t direction_vectors;
};
typedef struct curandStateSobol32 curandStateSobol32_t;

struct curandStateSobol64 {
    unsigned long long n, x;
    curandDirectionVectors64_t direction_vectors;
};
typedef struct curandStateSobol64 curandStateSobol64_t;

template <class State> SIMT_RANDOM void simt_sobol_seek(unsigned long long n, State *state)
{
    const auto gray = n ^ n >> 1;

    state->n = static_cast<decltype(state->n)>(n);
    state->x = 0;
    for (unsigned bit = 0; bit < 8 * sizeof(state->x); bit++)
        if (gray >> bit & 1)
            state->x ^= state->direction_vectors[bit];
}

template <class State> SIMT_RANDOM auto simt_sobol_next(State *state)
{
    const auto x = state->x;
    const unsigned bit = static_cast<unsigned>(
        __ffsll(static_cast<long long>(~static_cast<unsigned long long>(state->n))) - 1);

    state->x ^= state->direction_vectors[bit < 8 * sizeof(x) ? bit : 0];
    state->n++;
    return x;
}

SIMT_RANDOM void curand_init(curandDirectionVectors32_t direction_vectors, unsigned offset,
                             curandStateSobol32_t *state)
{
    for (int bit = 0; bit < 32; bit++)
        state->direction_vectors[bit] = direction_vectors[bit];
    simt_sobol_seek(offset, state);
}

SIMT_RANDOM void curand_init(curandDirectionVectors64_t direction_vectors,
                             unsigned long long offset, curandStateSobol64_t *state)
{
    for (int bit = 0; bit < 64; bit++)
        state->direction_vectors[bit] = direction_vectors[bit];
    simt_sobol_seek(offset, state);
}

SIMT_RANDOM void skipahead(unsigned n, curandStateSobol32_t *state)
{
    simt_sobol_seek(state->n + n, state);
}

SIMT_RANDOM void skipahead(unsigned long long n, curandStateSobol64_t *state)
{
    simt_sobol_seek(state->n + n, state);
}

SIMT_RANDOM unsigned curand(curandStateSobol32_t *state)
{
    return simt_sobol_next(state);
}

SIMT_RANDOM unsigned long long curand(curandStateSobol64_t *state)
{
    return simt_sobol_next(state);
}

/* ---- distributions; uniform: over 0, up to 1 ---- */

SIMT_RANDOM float curand_uniform(curandStateSobol64_t *state)
{
    return static_cast<float>(curand(state) >> 32) * 0x1p-32f + 0x1p-33f;
}

/* One number of the sequence makes one result. */
SIMT_RANDOM double curand_uniform_double(curandStateSobol32_t *state)
{
    return static_cast<double>(curand(state)) * 0x1p-32 + 0x1p-32;
}

SIMT_RANDOM double curand_uniform_double(curandStateSobol64_t *state)
{
    return static_cast<double>(curand(state) >> 11) * 0x1p-53 + 0x1p-54;
}

template <class State> SIMT_RANDOM float curand_uniform(State *state)
{
    return static_cast<float>(curand(state)) * 0x1p-32f + 0x1p-33f;
}

template <class State> SIMT_RANDOM double curand_uniform_double(State *state)
{
    const unsigned long long high = curand(state), low = curand(state);

    return static_cast<double>((high << 32 | low) >> 11) * 0x1p-53 + 0x1p-54;
}

template <class State> SIMT_RANDOM float2 curand_normal2(State *state)
{
    const float length = sqrtf(-2 * logf(curand_uniform(state)));
    float sine, cosine;

    sincospif(2 * curand_uniform(state), &sine, &cosine);
    return make_float2(length * sine, length * cosine);
}

template <class State> SIMT_RANDOM double2 curand_normal2_double(State *state)
{
    const double length = sqrt(-2 * log(curand_uniform_double(state)));
    double sine, cosine;

    sincospi(2 * curand_uniform_double(state), &sine, &cosine);
    return make_double2(length * sine, length * cosine);
}

template <class State> SIMT_RANDOM float curand_normal(State *state)
{
    state->pair.has_second = !state->pair.has_second;
    if (!state->pair.has_second)
        return state->pair.second;
    const float2 both = curand_normal2(state);

    state->pair.second = both.y;
    return both.x;
}

template <class State> SIMT_RANDOM double curand_normal_double(State *state)
{
    state->pair.has_second_double = !state->pair.has_second_double;
    if (!state->pair.has_second_double)
        return state->pair.second_double;
    const double2 both = curand_normal2_double(state);

    state->pair.second_double = both.y;
    return both.x;
}

template <class State>
SIMT_RANDOM float curand_log_normal(State *state, float mean, float deviation)
{
    return expf(mean + deviation * curand_normal(state));
}

template <class State>
SIMT_RANDOM double curand_log_normal_double(State *state, double mean, double deviation)
{
    return exp(mean + deviation * curand_normal_double(state));
}

SIMT_RANDOM float4 curand_uniform4(curandStatePhilox4_32_10_t *state)
{
    const float x = curand_uniform(state), y = curand_uniform(state), z = curand_uniform(state);

    return make_float4(x, y, z, curand_uniform(state));
}

SIMT_RANDOM double2 curand_uniform2_double(curandStatePhilox4_32_10_t *state)
{
    const double x = curand_uniform_double(state);

    return make_double2(x, curand_uniform_double(state));
}

SIMT_RANDOM float4 curand_normal4(curandStatePhilox4_32_10_t *state)
{
    const float2 a = curand_normal2(state), b = curand_normal2(state);

    return make_float4(a.x, a.y, b.x, b.y);
}

/* Pairs would spoil a sequence. */
SIMT_RANDOM float curand_normal(curandStateSobol32_t *state)
{
    return normcdfinvf(curand_uniform(state));
}

SIMT_RANDOM double curand_normal_double(curandStateSobol32_t *state)
{
    return normcdfinv(curand_uniform_double(state));
}

SIMT_RANDOM float curand_normal(curandStateSobol64_t *state)
{
    return normcdfinvf(curand_uniform(state));
}

SIMT_RANDOM double curand_normal_double(curandStateSobol64_t *state)
{
    return normcdfinv(curand_uniform_double(state));
}

#undef SIMT_RANDOM

#endif
