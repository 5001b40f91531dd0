// Integer intrinsics, bit casts, conversions in every rounding mode, and the min/max/abs overloads,
// each against its definition in plain C.
#include "check.h"

enum { N = 2048 };

static unsigned inputs[N];

// Edge values first, then random ones.
static void fill_inputs(void)
{
    static const unsigned edges[] = {
        0,      1,       2,          0x7f,       0x80,       0xff,       0x7fff,     0x8000,
        0xffff, 0x10000, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff, 0x01234567};
    uint64_t seed = 1;
    for (int i = 0; i < N; i++) {
        inputs[i] = (unsigned)check_random(&seed);
        if (i < 256) {
            inputs[i] = edges[(i >> (i % 2 ? 4 : 0)) & 15];
        }
    }
}

struct words {
    int popc, popcll, clz, clzll, ffs, ffsll, mulhi, mul24, sad, hadd, rhadd;
    unsigned brev, umulhi, umul24, usad, uhadd, urhadd, perm, left, right, leftc, rightc;
    unsigned long long brevll, umul64hi;
    long long mul64hi;
};

__global__ void words_by_device(struct words *out, const unsigned *in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned a = in[i], b = in[(i + 1) % N], c = in[(i + 2) % N];
    unsigned long long w = (unsigned long long)a << 32 | b, v = (unsigned long long)b << 32 | c;
    struct words r;
    r.popc = __popc(a);
    r.popcll = __popcll(w);
    r.clz = __clz((int)a);
    r.clzll = __clzll((long long)w);
    r.ffs = __ffs((int)a);
    r.ffsll = __ffsll((long long)w);
    r.mulhi = __mulhi((int)a, (int)b);
    r.mul24 = __mul24((int)a, (int)b);
    r.sad = (int)__sad((int)a, (int)b, c);
    r.hadd = __hadd((int)a, (int)b);
    r.rhadd = __rhadd((int)a, (int)b);
    r.brev = __brev(a);
    r.umulhi = __umulhi(a, b);
    r.umul24 = __umul24(a, b);
    r.usad = __usad(a, b, c);
    r.uhadd = __uhadd(a, b);
    r.urhadd = __urhadd(a, b);
    r.perm = __byte_perm(a, b, c & 0x7777);
    r.left = __funnelshift_l(a, b, c);
    r.right = __funnelshift_r(a, b, c);
    r.leftc = __funnelshift_lc(a, b, c % 40);
    r.rightc = __funnelshift_rc(a, b, c % 40);
    r.brevll = __brevll(w);
    r.umul64hi = __umul64hi(w, v);
    r.mul64hi = __mul64hi((long long)w, (long long)v);
    out[i] = r;
}

static unsigned long long reverse_bits(unsigned long long x, int width)
{
    unsigned long long r = 0;
    for (int bit = 0; bit < width; bit++) {
        r |= (x >> bit & 1) << (width - 1 - bit);
    }
    return r;
}

static int count_bits(unsigned long long x)
{
    int n = 0;
    for (; x; x >>= 1) {
        n += (int)(x & 1);
    }
    return n;
}

static int leading_zeros(unsigned long long x, int width)
{
    int n = width;
    for (; x; x >>= 1) {
        n--;
    }
    return n;
}

static int first_bit(unsigned long long x)
{
    for (int bit = 0; bit < 64; bit++) {
        if (x >> bit & 1) {
            return bit + 1;
        }
    }
    return 0;
}

// Byte k of the result is the byte of b:a that the low three bits of the k-th nibble name.
static unsigned permute_bytes(unsigned a, unsigned b, unsigned selector)
{
    unsigned long long bytes = (unsigned long long)b << 32 | a;
    unsigned result = 0;
    for (int k = 0; k < 4; k++) {
        unsigned byte = (unsigned)(bytes >> (selector >> 4 * k & 7) * 8) & 0xff;
        result |= byte << 8 * k;
    }
    return result;
}

static int low24(unsigned x)
{
    return (int)(x << 8) >> 8;
}

static struct words words_by_host(unsigned a, unsigned b, unsigned c)
{
    unsigned long long w = (unsigned long long)a << 32 | b, v = (unsigned long long)b << 32 | c;
    unsigned long long pair = (unsigned long long)b << 32 | a;
    long long sa = (int)a, sb = (int)b;
    unsigned shift = c % 40 < 32 ? c % 40 : 32;
    struct words r;
    r.popc = count_bits(a);
    r.popcll = count_bits(w);
    r.clz = leading_zeros(a, 32);
    r.clzll = leading_zeros(w, 64);
    r.ffs = first_bit(a);
    r.ffsll = first_bit(w);
    r.mulhi = (int)(sa * sb >> 32);
    r.mul24 = (int)((unsigned)low24(a) * (unsigned)low24(b));
    r.sad = (int)((unsigned)(sa > sb ? sa - sb : sb - sa) + c);
    r.hadd = (int)((sa + sb) >> 1);
    r.rhadd = (int)((sa + sb + 1) >> 1);
    r.brev = (unsigned)reverse_bits(a, 32);
    r.umulhi = (unsigned)((unsigned long long)a * b >> 32);
    r.umul24 = (a & 0xffffff) * (b & 0xffffff);
    r.usad = (a > b ? a - b : b - a) + c;
    r.uhadd = (unsigned)(((unsigned long long)a + b) >> 1);
    r.urhadd = (unsigned)(((unsigned long long)a + b + 1) >> 1);
    r.perm = permute_bytes(a, b, c);
    r.left = (unsigned)(pair << (c & 31) >> 32);
    r.right = (unsigned)(pair >> (c & 31));
    r.leftc = (unsigned)(shift == 32 ? pair : pair << shift >> 32);
    r.rightc = (unsigned)(pair >> shift);
    r.brevll = reverse_bits(w, 64);
    r.umul64hi = (unsigned long long)((unsigned __int128)w * v >> 64);
    r.mul64hi = (long long)((__int128)(long long)w * (long long)v >> 64);
    return r;
}

static void check_words(void)
{
    static struct words got[N];
    unsigned *in = check_upload(inputs, N);
    struct words *out = check_device<struct words>(N);
    words_by_device<<<N / 256, 256>>>(out, in);
    CHECK_LAUNCH();
    check_take(got, out, N);
    CHECK_CUDA(cudaFree(in));
    for (int i = 0; i < N; i++) {
        struct words w = words_by_host(inputs[i], inputs[(i + 1) % N], inputs[(i + 2) % N]);
#define SAME(field) CHECK_EQ_AT(got[i].field, w.field, i)
        SAME(popc), SAME(popcll), SAME(clz), SAME(clzll), SAME(ffs), SAME(ffsll);
        SAME(mulhi), SAME(mul24), SAME(sad), SAME(hadd), SAME(rhadd), SAME(brev), SAME(umulhi);
        SAME(umul24), SAME(usad), SAME(uhadd), SAME(urhadd), SAME(perm), SAME(left), SAME(right);
        SAME(leftc), SAME(rightc), SAME(brevll), SAME(umul64hi), SAME(mul64hi);
#undef SAME
    }
}

// Bits move between types unchanged.
__global__ void casts(int *wrong, const unsigned *in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, bad = 0;
    unsigned a = in[i] & 0xff7fffff, b = in[(i + 1) % N] & 0xffefffff; // no NaN: it may be quieted
    long long w = (long long)((unsigned long long)b << 32 | a);
    bad += __float_as_uint(__uint_as_float(a)) != a;
    bad += __float_as_int(__int_as_float((int)a)) != (int)a;
    bad += __double_as_longlong(__longlong_as_double(w)) != w;
    bad += __double2hiint(__longlong_as_double(w)) != (int)b;
    bad += __double2loint(__longlong_as_double(w)) != (int)a;
    bad += __double_as_longlong(__hiloint2double((int)b, (int)a)) != w;
    bad += __float_as_uint(1.0f) != 0x3f800000u;
    bad += __double_as_longlong(-2.0) != (long long)0xc000000000000000ull;
    if (bad) {
        atomicAdd(wrong, bad);
    }
}

struct rounded {
    int to_int[4], d_to_int[4];
    unsigned to_uint[4], d_to_uint[4];
    long long to_ll[4], d_to_ll[4];
    unsigned long long to_ull[4], d_to_ull[4];
    float d_to_f[4], from_int[4], from_uint[4], from_ll[4], from_ull[4];
    double d_from_ll[4], d_from_ull[4];
    float add[4], sub[4], mul[4], div[4], root[4], reciprocal[4];
    double d_add[4], d_sub[4], d_mul[4], d_div[4], d_root[4];
};

#define ALL_MODES(field, call, ...)                                                                \
    r.field[0] = call##_rn(__VA_ARGS__), r.field[1] = call##_rz(__VA_ARGS__),                      \
    r.field[2] = call##_ru(__VA_ARGS__), r.field[3] = call##_rd(__VA_ARGS__)

__global__ void round_by_device(struct rounded *out, const double *in, const long long *whole)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double d = in[i], e = in[(i + 7) % N];
    float f = (float)d, g = (float)e;
    unsigned long long u = (unsigned long long)whole[i];
    struct rounded r;
    ALL_MODES(to_int, __float2int, f);
    ALL_MODES(to_uint, __float2uint, fabsf(f));
    ALL_MODES(to_ll, __float2ll, f);
    ALL_MODES(to_ull, __float2ull, fabsf(f));
    ALL_MODES(d_to_int, __double2int, d);
    ALL_MODES(d_to_uint, __double2uint, fabs(d));
    ALL_MODES(d_to_ll, __double2ll, d);
    ALL_MODES(d_to_ull, __double2ull, fabs(d));
    ALL_MODES(d_to_f, __double2float, d);
    ALL_MODES(from_int, __int2float, (int)(whole[i] >> 32));
    ALL_MODES(from_uint, __uint2float, (unsigned)(u >> 32));
    ALL_MODES(from_ll, __ll2float, whole[i]);
    ALL_MODES(from_ull, __ull2float, u);
    ALL_MODES(d_from_ll, __ll2double, whole[i]);
    ALL_MODES(d_from_ull, __ull2double, u);
    ALL_MODES(add, __fadd, f, g);
    ALL_MODES(sub, __fsub, f, g);
    ALL_MODES(mul, __fmul, f, g);
    ALL_MODES(div, __fdiv, f, g);
    ALL_MODES(root, __fsqrt, fabsf(f));
    ALL_MODES(reciprocal, __frcp, f);
    ALL_MODES(d_add, __dadd, d, e);
    ALL_MODES(d_sub, __dsub, d, e);
    ALL_MODES(d_mul, __dmul, d, e);
    ALL_MODES(d_div, __ddiv, d, e);
    ALL_MODES(d_root, __dsqrt, fabs(d));
    out[i] = r;
}

// Nearest-even, toward zero, up, down.
static double round_whole(double x, int mode)
{
    return mode == 0 ? rint(x) : mode == 1 ? trunc(x) : mode == 2 ? ceil(x) : floor(x);
}

// Rounds x to T: from the nearest value a step to the side that the mode asks for. rest has the
// sign of what x lacks of the exact value.
template <typename T> static T round_to(long double x, int mode, long double rest = 0)
{
    T nearest = (T)x;
    bool low = nearest < x || (nearest == x && rest > 0);
    bool high = nearest > x || (nearest == x && rest < 0);
    T up = low ? std::nextafter(nearest, (T)INFINITY) : nearest;
    T down = high ? std::nextafter(nearest, -(T)INFINITY) : nearest;
    return mode == 0 ? nearest : mode == 1 ? (x > 0 ? down : up) : mode == 2 ? up : down;
}

#define SAME(field, expected) CHECK_EQ_AT(r->field[m], expected, 4 * i + m)

static void check_conversions(const struct rounded *r, double d, long long whole, int m, int i)
{
    double f = (double)(float)d;
    unsigned long long u = (unsigned long long)whole;
    SAME(to_int, (int)round_whole(f, m));
    SAME(to_uint, (unsigned)round_whole(fabs(f), m));
    SAME(to_ll, (long long)round_whole(f, m));
    SAME(to_ull, (unsigned long long)round_whole(fabs(f), m));
    SAME(d_to_int, (int)round_whole(d, m));
    SAME(d_to_uint, (unsigned)round_whole(fabs(d), m));
    SAME(d_to_ll, (long long)round_whole(d, m));
    SAME(d_to_ull, (unsigned long long)round_whole(fabs(d), m));
    SAME(d_to_f, round_to<float>(d, m));
    SAME(from_int, round_to<float>((int)(whole >> 32), m));
    SAME(from_uint, round_to<float>((unsigned)(u >> 32), m));
    SAME(from_ll, round_to<float>((long double)whole, m));
    SAME(from_ull, round_to<float>((long double)u, m));
    SAME(d_from_ll, round_to<double>((long double)whole, m));
    SAME(d_from_ull, round_to<double>((long double)u, m));
}

// Sums of such numbers are exact in long double, so are products of floats; quotients and roots are
// told from their nearest values by the sign of the remainder. A product of doubles takes fma's.
static void check_arithmetic(const struct rounded *r, double d, double e, int m, int i)
{
    float f = (float)d, g = (float)e;
    long double lf = f, lg = g, ld = d, le = e;
    SAME(add, round_to<float>(lf + lg, m));
    SAME(sub, round_to<float>(lf - lg, m));
    SAME(mul, round_to<float>(lf * lg, m));
    SAME(div, round_to<float>(lf / lg, m));
    SAME(root, round_to<float>(sqrtl(fabsl(lf)), m));
    SAME(reciprocal, round_to<float>(1 / lf, m));
    SAME(d_add, round_to<double>(ld + le, m));
    SAME(d_sub, round_to<double>(ld - le, m));
    double product = d * e, quotient = d / e, root = sqrt(fabs(d));
    SAME(d_mul, round_to<double>(product, m, fma(d, e, -product)));
    SAME(d_div, round_to<double>(quotient, m, fma(-quotient, e, d) * (e > 0 ? 1 : -1)));
    SAME(d_root, round_to<double>(root, m, fma(-root, root, fabs(d))));
}

#undef SAME

static void check_rounding(void)
{
    static double in[N];
    static long long whole[N];
    static struct rounded got[N];
    uint64_t seed = 2;
    for (int i = 0; i < N; i++) {
        in[i] = i % 2 ? (int)(check_random(&seed) % 400 * 2 - 399) / 2.0
                      : check_uniform(&seed, -1e6, 1e6);
        whole[i] = (long long)check_random(&seed);
    }
    double *device_in = check_upload(in, N);
    long long *device_whole = check_upload(whole, N);
    struct rounded *out = check_device<struct rounded>(N);
    round_by_device<<<N / 64, 64>>>(out, device_in, device_whole);
    CHECK_LAUNCH();
    check_take(got, out, N);
    CHECK_CUDA(cudaFree(device_in));
    CHECK_CUDA(cudaFree(device_whole));
    for (int i = 0; i < N; i++) {
        for (int m = 0; m < 4; m++) {
            check_conversions(&got[i], in[i], whole[i], m, i);
            check_arithmetic(&got[i], in[i], in[(i + 7) % N], m, i);
        }
    }
}

// Out of range, the conversion intrinsics stop at the ends of the type; a float NaN gives int zero.
__global__ void saturate(int *wrong, float big, double nan)
{
    int bad = 0;
    bad += __float2int_rz(big) != INT32_MAX;
    bad += __float2int_rn(-big) != INT32_MIN;
    bad += __float2uint_rz(big) != UINT32_MAX;
    bad += __float2uint_rz(-big) != 0;
    bad += __double2int_rz(big) != INT32_MAX;
    bad += __float2ll_rz(big) != INT64_MAX;
    bad += __double2ll_rz(-big) != INT64_MIN;
    bad += __float2int_rz((float)nan) != 0;
    *wrong += bad;
}

__global__ void overloads(int *wrong, int minus, unsigned big, double half)
{
    int bad = 0;
    bad += min(minus, 3) != -1 || max(minus, 3) != 3;
    bad += min(big, 3u) != 3u || max(big, 3u) != 4000000000u;
    bad += max(minus, 3u) != 4294967295u; // mixed signs compare as unsigned, as in C
    bad += min(-5LL, (long long)minus) != -5 || max(5ull, 1ull << 40) != 1ull << 40;
    bad += max(half, 0.25) != 0.5 || min((float)half, 0.25f) != 0.25f;
    bad += max((float)half, 0.75) != 0.75;
    bad += abs(minus) != 1 || labs((long)minus) != 1 || llabs(-(1ll << 40)) != 1ll << 40;
    bad += abs(-half) != 0.5 || fabs(-half) != 0.5 || fabsf((float)-half) != 0.5f;
    bad += umin(3, big) != 3 || umax(3, big) != big || llmin(-2, minus) != -2;
    bad += umax(7u, 2u) != 7u || llmax(-2, minus) != -1;
    *wrong += bad;
}

static void check_counted(void)
{
    int wrong = 0, *device = check_upload(&wrong, 1);
    unsigned *in = check_upload(inputs, N);
    casts<<<N / 128, 128>>>(device, in);
    saturate<<<1, 1>>>(device, 1e30f, NAN);
    overloads<<<1, 1>>>(device, -1, 4000000000u, 0.5);
    CHECK_LAUNCH();
    check_take(&wrong, device, 1);
    CHECK_CUDA(cudaFree(in));
    CHECK_EQ(wrong, 0);
}

int main(void)
{
    fill_inputs();
    check_words();
    check_rounding();
    check_counted();
    return check_end();
}
