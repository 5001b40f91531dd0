// Half precision and bfloat16: conversions of all values, arithmetic rounded once, comparisons,
// pairs.
#include "check.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

// What both kinds have, under one name.
struct of_half {
    typedef __half one;
    typedef __half2 two;
    enum { EXPONENT = 5, FRACTION = 10 };
    __host__ __device__ static one from(float x)
    {
        return __float2half(x);
    }
    __device__ static one up(float x)
    {
        return __float2half_ru(x);
    }
    __device__ static one down(float x)
    {
        return __float2half_rd(x);
    }
    __device__ static one toward_zero(float x)
    {
        return __float2half_rz(x);
    }
    __host__ __device__ static float to(one x)
    {
        return __half2float(x);
    }
    __host__ __device__ static unsigned short bits(one x)
    {
        return __half_as_ushort(x);
    }
    __host__ __device__ static one of(unsigned short x)
    {
        return __ushort_as_half(x);
    }
    __device__ static int to_int(one x)
    {
        return __half2int_rn(x);
    }
    __device__ static one from_int(int x)
    {
        return __int2half_rn(x);
    }
    __device__ static two pair(one x, one y)
    {
        return __halves2half2(x, y);
    }
    __device__ static float2 floats(two x)
    {
        return __half22float2(x);
    }
};

struct of_bfloat16 {
    typedef __nv_bfloat16 one;
    typedef __nv_bfloat162 two;
    enum { EXPONENT = 8, FRACTION = 7 };
    __host__ __device__ static one from(float x)
    {
        return __float2bfloat16(x);
    }
    __device__ static one up(float x)
    {
        return __float2bfloat16_ru(x);
    }
    __device__ static one down(float x)
    {
        return __float2bfloat16_rd(x);
    }
    __device__ static one toward_zero(float x)
    {
        return __float2bfloat16_rz(x);
    }
    __host__ __device__ static float to(one x)
    {
        return __bfloat162float(x);
    }
    __host__ __device__ static unsigned short bits(one x)
    {
        return __bfloat16_as_ushort(x);
    }
    __host__ __device__ static one of(unsigned short x)
    {
        return __ushort_as_bfloat16(x);
    }
    __device__ static int to_int(one x)
    {
        return __bfloat162int_rn(x);
    }
    __device__ static one from_int(int x)
    {
        return __int2bfloat16_rn(x);
    }
    __device__ static two pair(one x, one y)
    {
        return __halves2bfloat162(x, y);
    }
    __device__ static float2 floats(two x)
    {
        return __bfloat1622float2(x);
    }
};

// ---- the reference: values by their bits, rounding by search among all of them ----

template <typename K> static double value_of(unsigned bits)
{
    int exponent = (int)(bits >> K::FRACTION) & ((1 << K::EXPONENT) - 1);
    int fraction = (int)bits & ((1 << K::FRACTION) - 1), bias = (1 << (K::EXPONENT - 1)) - 1;
    double magnitude = exponent == 0
                           ? ldexp(fraction, 1 - bias - K::FRACTION)
                           : ldexp((1 << K::FRACTION) + fraction, exponent - bias - K::FRACTION);
    return bits & 0x8000 ? -magnitude : magnitude;
}

enum { NEAREST, ZERO, UP, DOWN };

template <typename K> static unsigned round_to(double x, int mode)
{
    const unsigned infinity = ((1u << K::EXPONENT) - 1) << K::FRACTION;
    if (x != x) {
        return 0x7fff;
    }
    unsigned sign = signbit(x) ? 0x8000 : 0, low = 0, high = infinity;
    double magnitude = fabs(x);
    if (isinf(x)) {
        return sign | infinity;
    }
    while (high - low > 1) { // value_of(low) <= magnitude < value_of(high), as if there were no end
        unsigned middle = (low + high) / 2;
        if (value_of<K>(middle) <= magnitude) {
            low = middle;
        } else {
            high = middle;
        }
    }
    double below = magnitude - value_of<K>(low), above = value_of<K>(high) - magnitude;
    bool away = mode == NEAREST ? below > above || (below == above && low % 2 == 1)
                                : below > 0 && mode == (sign ? DOWN : UP);
    return sign | (away ? high : low);
}

// ---- conversions ----

struct converted {
    unsigned short nearest, zero, up, down, back, from_int;
    float wide;
    int integer;
};

template <typename K> __global__ void convert(struct converted *out, const float *x)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    typename K::one small = K::of((unsigned short)i);
    struct converted c;
    c.nearest = K::bits(K::from(x[i]));
    c.zero = K::bits(K::toward_zero(x[i]));
    c.up = K::bits(K::up(x[i]));
    c.down = K::bits(K::down(x[i]));
    c.wide = K::to(small);
    c.back = K::bits(K::from(c.wide));
    c.integer = K::to_int(small);
    c.from_int = K::bits(K::from_int((i - 30000) * 37));
    out[i] = c;
}

template <typename K> static void check_conversions(void)
{
    enum { N = 65536 };
    float *x = (float *)malloc(sizeof(float) * N);
    struct converted *got = (struct converted *)malloc(sizeof(struct converted) * N);
    uint64_t seed = K::FRACTION;
    for (int i = 0; i < N; i++) {
        // Anywhere near the range; exact values; and the middles between two of them.
        unsigned at = (unsigned)(check_random(&seed) % 65536) & 0xfffe;
        unsigned last = ((1u << K::EXPONENT) - 1) << K::FRACTION;
        double exact = (at & 0x7fff) + 1 < last ? value_of<K>(at) : 0;
        double next = (at & 0x7fff) + 1 < last ? value_of<K>(at + 1) : 0;
        x[i] = i % 3 == 0
                   ? (float)(check_uniform(&seed, -2, 2) * exp2(check_uniform(&seed, -30, 17)))
               : i % 3 == 1 ? (float)exact
                            : (float)((exact + next) / 2);
    }
    x[1] = INFINITY, x[2] = -INFINITY, x[3] = NAN, x[4] = -0.0f, x[5] = 1e30f, x[6] = -3.4e38f;
    float *x_device = check_upload(x, N);
    struct converted *out = check_device<struct converted>(N);
    convert<K><<<N / 256, 256>>>(out, x_device);
    CHECK_LAUNCH();
    check_take(got, out, N);
    CHECK_CUDA(cudaFree(x_device));
    const unsigned infinity = ((1u << K::EXPONENT) - 1) << K::FRACTION;
    for (unsigned i = 0; i < N; i++) {
        CHECK_EQ_AT(got[i].nearest, round_to<K>(x[i], NEAREST), i);
        CHECK_EQ_AT(got[i].zero, round_to<K>(x[i], ZERO), i);
        CHECK_EQ_AT(got[i].up, round_to<K>(x[i], UP), i);
        CHECK_EQ_AT(got[i].down, round_to<K>(x[i], DOWN), i);
        CHECK_EQ_AT(got[i].from_int, round_to<K>(((int)i - 30000) * 37.0, NEAREST), i);
        if ((i & 0x7fff) > infinity) {
            CHECK(got[i].wide != got[i].wide);
            CHECK_EQ_AT(got[i].back, 0x7fff, i);
            continue;
        }
        double wide =
            (i & 0x7fff) == infinity ? (i & 0x8000 ? -INFINITY : INFINITY) : value_of<K>(i);
        CHECK_EQ_AT((double)got[i].wide, wide, i);
        CHECK_EQ_AT(got[i].back, i, i);
        CHECK_EQ_AT((double)got[i].integer,
                    wide > 2147483647    ? 2147483647.0
                    : wide < -2147483648 ? -2147483648.0
                                         : rint(wide),
                    i);
    }
    free(x);
    free(got);
}

// ---- arithmetic ----

struct worked {
    unsigned short sum, difference, product, quotient, fma, root, negative, magnitude, larger,
        smaller, pair_x, pair_y, shuffled, operated;
    int equal, less, not_equal_or_nan, both_at_most, flags;
};

template <typename K> __global__ void work(struct worked *out, const unsigned short *in)
{
    typedef typename K::one one;
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    one a = K::of(in[3 * i]), b = K::of(in[3 * i + 1]), c = K::of(in[3 * i + 2]);
    typename K::two p = K::pair(a, b), q = K::pair(b, c), r = __hfma2(p, q, K::pair(c, a));
    struct worked w;
    w.sum = K::bits(__hadd(a, b));
    w.difference = K::bits(__hsub(a, b));
    w.product = K::bits(__hmul(a, b));
    w.quotient = K::bits(__hdiv(a, b));
    w.fma = K::bits(__hfma(a, b, c));
    w.root = K::bits(hsqrt(__habs(a)));
    w.negative = K::bits(__hneg(a));
    w.magnitude = K::bits(__habs(a));
    w.larger = K::bits(__hmax(a, b));
    w.smaller = K::bits(__hmin(a, b));
    w.pair_x = K::bits(r.x);
    w.pair_y = K::bits(r.y);
    w.shuffled = K::bits(__shfl_xor_sync(0xffffffffu, a, 1));
    one sum = a;
    sum += b;
    w.operated = K::bits(sum);
    w.equal = __heq(a, b);
    w.less = a < b;
    w.not_equal_or_nan = __hneu(a, b);
    w.both_at_most = __hble2(p, q);
    w.flags = __hisnan(a) + 2 * (__hisinf(b) != 0);
    out[i] = w;
}

// a b + c rounded once: the product is exact in a double, the sum in what is lost besides.
template <typename K> static unsigned round_fma(double a, double b, double c)
{
    double product = a * b, sum = product + c, lost;
    if (!isfinite(sum)) {
        return round_to<K>(sum, NEAREST);
    }
    lost = fabs(product) > fabs(c) ? c - (sum - product) : product - (sum - c);
    if (lost != 0) { // any nudge below the last bit of the sum breaks a false tie
        sum = nextafter(sum, lost > 0 ? INFINITY : -INFINITY);
    }
    return round_to<K>(sum, NEAREST);
}

// Any NaN is as good as another.
template <typename K>
static void check_bits(const char *what, int i, unsigned got, unsigned expected)
{
    const unsigned infinity = ((1u << K::EXPONENT) - 1) << K::FRACTION;
    bool nan = (expected & 0x7fff) > infinity && (got & 0x7fff) > infinity;
    check_equal(__FILE__, __LINE__, what, i, nan ? 0x7fffu : got, nan ? 0x7fffu : expected);
}

template <typename K> static double wide(unsigned bits)
{
    const unsigned infinity = ((1u << K::EXPONENT) - 1) << K::FRACTION;
    return (bits & 0x7fff) > infinity    ? NAN
           : (bits & 0x7fff) == infinity ? (bits & 0x8000 ? -INFINITY : INFINITY)
                                         : value_of<K>(bits);
}

template <typename K> static void check_work(void)
{
    enum { N = 32768 };
    unsigned short *in = (unsigned short *)malloc(sizeof(unsigned short) * 3 * N);
    struct worked *got = (struct worked *)malloc(sizeof(struct worked) * N);
    uint64_t seed = 100 + K::FRACTION;
    for (int i = 0; i < 3 * N; i++) {
        // All bit patterns, and in half of the cases numbers of like size.
        in[i] = (unsigned short)check_random(&seed);
        if (i / 3 % 2 == 0) {
            in[i] = (unsigned short)round_to<K>(check_uniform(&seed, -4, 4), NEAREST);
        }
        if (i % 3 == 1 && check_random(&seed) % 8 == 0) {
            in[i] = in[i - 1];
        }
    }
    unsigned short *in_device = check_upload(in, 3 * N);
    struct worked *out = check_device<struct worked>(N);
    work<K><<<N / 128, 128>>>(out, in_device);
    CHECK_LAUNCH();
    check_take(got, out, N);
    CHECK_CUDA(cudaFree(in_device));
    for (int i = 0; i < N; i++) {
        double a = wide<K>(in[3 * i]), b = wide<K>(in[3 * i + 1]), c = wide<K>(in[3 * i + 2]);
        unsigned sum = round_to<K>(a + b, NEAREST);
        check_bits<K>("sum", i, got[i].sum, sum);
        check_bits<K>("operator+=", i, got[i].operated, sum);
        check_bits<K>("difference", i, got[i].difference, round_to<K>(a - b, NEAREST));
        check_bits<K>("product", i, got[i].product, round_to<K>(a * b, NEAREST));
        check_bits<K>("fma", i, got[i].fma, round_fma<K>(a, b, c));
        check_bits<K>("pair.x", i, got[i].pair_x, round_fma<K>(a, b, c));
        check_bits<K>("pair.y", i, got[i].pair_y, round_fma<K>(b, c, a));
        check_bits<K>("magnitude", i, got[i].magnitude, a != a ? 0x7fffu : in[3 * i] & 0x7fffu);
        check_bits<K>("negative", i, got[i].negative, a != a ? 0x7fffu : in[3 * i] ^ 0x8000u);
        check_bits<K>("larger", i, got[i].larger & (fmax(a, b) == 0 ? 0x7fffu : 0xffffu),
                      round_to<K>(fmax(a, b), NEAREST) & (fmax(a, b) == 0 ? 0x7fffu : 0xffffu));
        check_bits<K>("smaller", i, got[i].smaller & (fmin(a, b) == 0 ? 0x7fffu : 0xffffu),
                      round_to<K>(fmin(a, b), NEAREST) & (fmin(a, b) == 0 ? 0x7fffu : 0xffffu));
        CHECK_EQ_AT(got[i].shuffled, in[3 * (i ^ 1)], i);
        CHECK_EQ_AT(got[i].equal, (int)(a == b), i);
        CHECK_EQ_AT(got[i].less, (int)(a < b), i);
        CHECK_EQ_AT(got[i].not_equal_or_nan, (int)(a != b), i);
        CHECK_EQ_AT(got[i].both_at_most, (int)(a <= b && b <= c), i);
        CHECK_EQ_AT(got[i].flags, (int)(a != a) + 2 * (int)(b == b && isinf(b)), i);
        // The quotient and the root of a GPU may be off by one in the last place.
        double quotient = wide<K>(round_to<K>(a / b, NEAREST)), root = sqrt(fabs(a));
        if (isfinite(quotient)) {
            double place = fmax(fabs(quotient) * exp2(-K::FRACTION),
                                K::EXPONENT == 5 ? exp2(-24) : exp2(-126));
            CHECK_CLOSE_AT(wide<K>(got[i].quotient), quotient, place, i);
        }
        if (isfinite(root)) {
            CHECK_CLOSE_AT(wide<K>(got[i].root), root, root * exp2(-K::FRACTION), i);
        }
    }
    free(in);
    free(got);
}

// ---- functions, sums over threads ----

template <typename K> __global__ void functions(float *out, float x)
{
    typename K::one a = K::from(x);
    out[0] = K::to(hexp(a));
    out[1] = K::to(hlog(a));
    out[2] = K::to(hsin(a));
    out[3] = K::to(hcos(a));
    out[4] = K::to(hexp2(a));
    out[5] = K::to(hlog2(a));
    out[6] = K::to(hrcp(a));
    out[7] = K::to(hrsqrt(a));
    out[8] = K::to(hfloor(a));
    out[9] = K::to(hceil(a));
    out[10] = K::to(hrint(a));
    out[11] = K::to(htrunc(a));
    float2 both = K::floats(h2sqrt(K::pair(a, K::from(4.0f))));
    out[12] = both.x;
    out[13] = both.y;
}

template <typename K> __global__ void add_up(typename K::one *sum, typename K::two *sums)
{
    atomicAdd(sum, K::from(1.0f));
    atomicAdd(sums, K::pair(K::from(1.0f), K::from(2.0f)));
}

template <typename K> static void check_functions(void)
{
    float got[14], *out = check_device<float>(14);
    functions<K><<<1, 1>>>(out, 1.625f);
    CHECK_LAUNCH();
    check_take(got, out, 14);
    const double x = 1.625,
                 expected[] = {exp(x),      log(x), sin(x), cos(x), exp2(x), log2(x), 1 / x,
                               1 / sqrt(x), 1,      2,      2,      1,       sqrt(x), 2};
    for (int i = 0; i < 14; i++) {
        CHECK_CLOSE_AT(got[i], expected[i], fabs(expected[i]) * exp2(1 - K::FRACTION), i);
    }
    typename K::one sum = K::from(0.0f), *sum_device = check_upload(&sum, 1);
    typename K::one zeros[2] = {sum, sum}, *sums_device = check_upload(zeros, 2);
    add_up<K><<<2, 48>>>(sum_device, (typename K::two *)sums_device);
    CHECK_LAUNCH();
    check_take(&sum, sum_device, 1);
    check_take(zeros, sums_device, 2);
    CHECK_EQ(K::to(sum), 96.0f);
    CHECK_EQ(K::to(zeros[0]), 96.0f);
    CHECK_EQ(K::to(zeros[1]), 192.0f);
}

template <typename K> static void check_kind(void)
{
    check_conversions<K>();
    check_work<K>();
    check_functions<K>();
}

// Of one kind to the other; 1 + 2^-9 is a half and no bfloat16.
__global__ void between(float *out, __half half, __nv_bfloat16 bfloat)
{
    out[0] = __bfloat162float(static_cast<__nv_bfloat16>(half));
    out[1] = __half2float(static_cast<__half>(bfloat));
    out[2] = __half2float(__half(__float2bfloat16(1e6f)));
}

static void check_between(void)
{
    float got[3], *out = check_device<float>(3);
    between<<<1, 1>>>(out, __float2half(1.001953125f), __float2bfloat16(-2.5f));
    CHECK_LAUNCH();
    check_take(got, out, 3);
    CHECK_EQ(got[0], 1.0f);
    CHECK_EQ(got[1], -2.5f);
    CHECK(isinf(got[2]));
}

int main(void)
{
    check_between();
    check_kind<of_half>();
    check_kind<of_bfloat16>();
    return check_end();
}
