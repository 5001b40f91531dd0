// Random numbers in kernels, by <curand_kernel.h>.
#include "check.h"

#include <curand_kernel.h>

static const int N = 4096, DRAWS = 64;

// What the authors of Philox publish for it: with all zero, and with the digits of pi in the
// counter and the key. The counter is as far as 4 draws a step can bring it.
__global__ void known_answers(unsigned *out)
{
    const unsigned long long key = 0x299f31d0a4093822u, sequence = 0x0370734413198a2eu;
    const unsigned long long quarter = 1ull << 63; /* of the way round, in draws */
    curandStatePhilox4_32_10_t state;

    curand_init(0, 0, 0, &state);
    for (int i = 0; i < 4; i++)
        out[i] = curand(&state);
    curand_init(key, sequence, 4 * 0x05a308d3243f6a88u, &state);
    for (int i = 0; i < 4; i++)
        skipahead(quarter, &state);
    uint4 four = curand4(&state);
    out[4] = four.x;
    out[5] = four.y;
    out[6] = four.z;
    out[7] = four.w;
    curand_init(key, sequence, 2, &state);
    out[8] = curand(&state);
    curand_init(key, sequence - 9, 0, &state);
    skipahead_sequence(9, &state);
    (void)curand(&state);
    (void)curand(&state);
    out[9] = curand(&state);
}

static void philox_gives_what_is_published()
{
    static const unsigned expected[] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8,
                                        0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1};
    unsigned out[10], *d_out = check_device<unsigned>(10);
    known_answers<<<1, 1>>>(d_out);
    CHECK_LAUNCH();
    check_take(out, d_out, 10);
    for (int i = 0; i < 8; i++)
        CHECK_EQ_AT(out[i], expected[i], i);
    CHECK_EQ(out[8], out[9]);
}

// Of each thread: sums of its draws and of their squares, by four distributions.
template <class State> __global__ void draw(double *sums, unsigned *firsts, unsigned long long seed)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    double *own = sums + 8 * t;
    State state;

    curand_init(seed, t, 0, &state);
    firsts[t] = curand(&state);
    for (int i = 0; i < DRAWS; i++) {
        double drawn[4] = {curand_uniform(&state), curand_uniform_double(&state),
                           curand_normal(&state), curand_normal_double(&state)};
        for (int k = 0; k < 4; k++) {
            own[2 * k] += drawn[k];
            own[2 * k + 1] += drawn[k] * drawn[k];
        }
        if (!(drawn[0] > 0 && drawn[0] <= 1 && drawn[1] > 0 && drawn[1] <= 1))
            own[0] = 1e9;
    }
}

static int compare(const void *a, const void *b)
{
    unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

// Means and mean squares are within five standard deviations of theirs, at a fixed seed.
template <class State> static void numbers_are_distributed()
{
    static double sums[8 * N], zeros[8 * N];
    static unsigned firsts[N], again[N];
    const double expected[] = {0.5, 1.0 / 3, 0.5, 1.0 / 3, 0, 1, 0, 1};
    const double variance[] = {1.0 / 12, 4.0 / 45, 1.0 / 12, 4.0 / 45, 1, 2, 1, 2};
    double *d_sums = check_upload(zeros, 8 * N);
    unsigned *d_firsts = check_device<unsigned>(N), *d_again = check_device<unsigned>(N);

    draw<State><<<N / 128, 128>>>(d_sums, d_firsts, 42);
    draw<State><<<N / 128, 128>>>(d_sums, d_again, 42);
    CHECK_LAUNCH();
    check_take(sums, d_sums, 8 * N);
    check_take(firsts, d_firsts, N);
    check_take(again, d_again, N);
    for (int k = 0; k < 8; k++) {
        double sum = 0, draws = 2.0 * N * DRAWS;
        for (int t = 0; t < N; t++)
            sum += sums[8 * t + k];
        CHECK_CLOSE_AT(sum / draws, expected[k], 5 * sqrt(2 * variance[k] / draws), k);
    }
    int same = 0;
    for (int t = 0; t < N; t++)
        CHECK_EQ_AT(again[t], firsts[t], t);
    qsort(firsts, N, sizeof(firsts[0]), compare);
    for (int t = 1; t < N; t++)
        same += firsts[t] == firsts[t - 1];
    CHECK(same <= 2); /* sequences differ */
}

__global__ void draw_by_fours(float *out)
{
    curandStatePhilox4_32_10_t state, other;
    curand_init(1, threadIdx.x, 0, &state);
    curand_init(1, threadIdx.x, 0, &other);
    float4 four = curand_uniform4(&state);
    float own[] = {four.x, four.y, four.z, four.w};
    for (int i = 0; i < 4; i++)
        out[4 * threadIdx.x + i] = own[i] - curand_uniform(&other);
}

static void fours_are_four_draws()
{
    float out[4 * 32], *d_out = check_device<float>(4 * 32);
    draw_by_fours<<<1, 32>>>(d_out);
    CHECK_LAUNCH();
    check_take(out, d_out, 4 * 32);
    for (int i = 0; i < 4 * 32; i++)
        CHECK_EQ_AT(out[i], 0.0f, i);
}

int main()
{
    philox_gives_what_is_published();
    numbers_are_distributed<curandState>();
    numbers_are_distributed<curandStatePhilox4_32_10_t>();
    fours_are_four_draws();
    return check_end();
}
