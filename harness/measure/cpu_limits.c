#include "cpu_limits.h"

#include "clock.h"
#include "cpu.h"
#include "dtype.h"
#include "samples.h"
#include "guarded.h"
#include "sampling.h"
#include "simd_math.h"

#include <math.h>
#include <stdint.h>

enum { COPY_SAMPLES = 15, ARITHMETIC_SAMPLES = 7 };

/* ---- copies ---------------------------------------------------------------------------------- */

/* A limit is what the machine can do, so the fastest sample counts. */
static double measure_copy(size_t bytes)
{
    struct gs_guarded memory;
    struct gs_error ignored = {0};
    if (gs_guarded_alloc_host(&memory, 2 * bytes, &ignored) != GS_OK)
        return 0;
    /* Pages that nobody wrote are all the same page of zeros, which the cache would serve. */
    gs_cpu_fill(memory.data, 1, 2 * bytes);
    double fastest_s = INFINITY;
    for (int i = 0; i < COPY_SAMPLES; i++) {
        double start = gs_clock_s();
        gs_cpu_stream_copy(memory.data, (char *)memory.data + bytes, bytes);
        fastest_s = fmin(fastest_s, gs_clock_s() - start);
    }
    gs_guarded_release_host(&memory);
    return 2.0 * (double)bytes / fastest_s;
}

/* ---- multiply-adds --------------------------------------------------------------------------- */

/*
 * Independent chains: a SIMD unit takes a multiply-add or two a cycle and has a result after four
 * or five, so ten of them keep it busy; with their two constants they fit into 16 registers.
 */
enum { CHAINS = 10, MAD_ROUNDS = 1 << 16 };

/* Makes `rounds` rounds of operations on one thread and returns what depends on all of them. */
typedef double loop_fn(long rounds, double factor, double addend);

#define DEFINE_MADS(isa, name, T, bytes)                                                           \
    typedef T name##_vector __attribute__((vector_size(bytes)));                                   \
                                                                                                   \
    isa static double name(long rounds, double factor, double addend)                              \
    {                                                                                              \
        name##_vector a = (name##_vector){0} + (T)factor, b = (name##_vector){0} + (T)addend;      \
        name##_vector x[CHAINS];                                                                   \
        for (int k = 0; k < CHAINS; k++)                                                           \
            x[k] = b + (T)k;                                                                       \
        for (long r = 0; r < rounds; r++) {                                                        \
            for (int k = 0; k < CHAINS; k++)                                                       \
                x[k] = x[k] * a + b;                                                               \
        }                                                                                          \
        for (int k = 1; k < CHAINS; k++)                                                           \
            x[0] += x[k];                                                                          \
        return (double)x[0][0];                                                                    \
    }

/* All dtypes at one width; integers unsigned, whose overflow wraps. */
struct width {
    loop_fn *mads[GS_DTYPE_COUNT];
    size_t bytes;
};

#define DEFINE_WIDTH(isa, bits)                                                                    \
    DEFINE_MADS(isa, mads_f32_##bits, float, bits / 8)                                             \
    DEFINE_MADS(isa, mads_f64_##bits, double, bits / 8)                                            \
    DEFINE_MADS(isa, mads_i32_##bits, uint32_t, bits / 8)                                          \
    DEFINE_MADS(isa, mads_i64_##bits, uint64_t, bits / 8)                                          \
                                                                                                   \
    static const struct width width_##bits = {                                                     \
        {mads_f32_##bits, mads_f64_##bits, mads_i32_##bits, mads_i64_##bits}, bits / 8};

/* 128 bits: SSE2 on x86-64, NEON on aarch64; neither machine lacks it. */
DEFINE_WIDTH(, 128)

#if defined(__x86_64__)
DEFINE_WIDTH(__attribute__((target("avx2,fma"))), 256)
DEFINE_WIDTH(__attribute__((target("avx512f"))), 512)

static const struct width *widest(void)
{
    if (__builtin_cpu_supports("avx512f"))
        return &width_512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return &width_256;
    return &width_128;
}
#else
static const struct width *widest(void)
{
    return &width_128;
}
#endif

/* ---- exponentials ---------------------------------------------------------------------------- */

/* A block of arguments stays in the nearest cache; the library has it no other way. */
enum { EXP_ROUNDS = 256 };

#define DEFINE_EXPS(name, T, exp_of)                                                               \
    static double name(long rounds, double factor, double addend)                                  \
    {                                                                                              \
        T x[GS_SIMD_BLOCK], out[GS_SIMD_BLOCK] = {0};                                              \
        for (int i = 0; i < GS_SIMD_BLOCK; i++)                                                    \
            x[i] = (T)(addend - factor * i / GS_SIMD_BLOCK);                                       \
        for (long r = 0; r < rounds; r++)                                                          \
            exp_of(x, out, GS_SIMD_BLOCK);                                                         \
        return (double)out[GS_SIMD_BLOCK / 2];                                                     \
    }

DEFINE_EXPS(exps_f32, float, gs_simd_exp_f32)
DEFINE_EXPS(exps_f64, double, gs_simd_exp_f64)

/* ---- all limits ------------------------------------------------------------------------------ */

/*
 * Operations a second of all threads, which work at the same time; each goes by its own clock. A
 * sample is far shorter than a time slice, so that most are whole where others want the CPUs too.
 */
static double measure_rate(loop_fn *loop, long rounds, double operations_a_round)
{
    volatile double factor = 3, addend = 1; /* nothing that a compiler could know */
    double per_s = 0, needed = 0;
#pragma omp parallel reduction(+ : per_s, needed)
    {
        double seconds[ARITHMETIC_SAMPLES];
        needed = loop(rounds, factor, addend); /* a core speeds up under load */
        for (int i = 0; i < ARITHMETIC_SAMPLES; i++) {
#pragma omp barrier
            double start = gs_clock_s();
            needed += loop(rounds, factor, addend);
            seconds[i] = gs_clock_s() - start;
        }
        per_s = (double)rounds * operations_a_round / gs_median(seconds, ARITHMETIC_SAMPLES);
    }
    volatile double seen = needed;
    (void)seen;
    return per_s;
}

/*
 * As much as the largest arrays of the run, half of it read and half written: there are caches of
 * 300 MiB, from which smaller arrays are read once they were copied before.
 */
static size_t copied_bytes(size_t largest_bytes)
{
    const size_t least = (size_t)128 << 20, most = (size_t)1 << 30;
    size_t half = largest_bytes / 2;
    return half < least ? least : half > most ? most : half;
}

struct gs_cpu_limits gs_cpu_measure_limits(size_t largest_bytes)
{
    static loop_fn *const exps[] = {[GS_F32] = exps_f32, [GS_F64] = exps_f64};
    struct gs_cpu_limits limits = {.copy_bytes_per_s = measure_copy(copied_bytes(largest_bytes))};
    const struct width *width = widest();
    for (int dtype = 0; dtype < GS_DTYPE_COUNT; dtype++) {
        size_t lanes = width->bytes / gs_dtype_bytes((enum gs_dtype)dtype);
        limits.arithmetic.mads[dtype] =
            measure_rate(width->mads[dtype], MAD_ROUNDS, (double)(CHAINS * lanes));
    }
    for (int dtype = GS_F32; dtype <= GS_F64; dtype++)
        limits.arithmetic.exps[dtype] = measure_rate(exps[dtype], EXP_ROUNDS, GS_SIMD_BLOCK);
    return limits;
}
