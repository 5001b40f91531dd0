// Functions on halfwords and bytes packed in a word, dot products of such, DPX, and __fns().
#include "check.h"

// Each function with its answer for one part, from ints that hold the parts.
#define SIGNED(X)                                                                                  \
    X(__vaddss, clamp(a + b, low, high))                                                           \
    X(__vsubss, clamp(a - b, low, high))                                                           \
    X(__vabsdiffs, a > b ? a - b : b - a)                                                          \
    X(__vavgs, a + b >= 0 ? (a + b + 1) / 2 : -((1 - a - b) / 2))                                  \
    X(__vmaxs, a > b ? a : b)                                                                      \
    X(__vmins, a < b ? a : b)                                                                      \
    X(__vcmpges, a >= b ? -1 : 0)                                                                  \
    X(__vcmpgts, a > b ? -1 : 0)                                                                   \
    X(__vcmples, a <= b ? -1 : 0)                                                                  \
    X(__vcmplts, a < b ? -1 : 0)                                                                   \
    X(__vsetges, a >= b)                                                                           \
    X(__vsetgts, a > b)                                                                            \
    X(__vsetles, a <= b)                                                                           \
    X(__vsetlts, a < b)
#define UNSIGNED(X)                                                                                \
    X(__vadd, a + b)                                                                               \
    X(__vsub, a - b)                                                                               \
    X(__vaddus, clamp(a + b, low, high))                                                           \
    X(__vsubus, clamp(a - b, low, high))                                                           \
    X(__vabsdiffu, a > b ? a - b : b - a)                                                          \
    X(__vavgu, (a + b + 1) / 2)                                                                    \
    X(__vhaddu, (a + b) / 2)                                                                       \
    X(__vmaxu, a > b ? a : b)                                                                      \
    X(__vminu, a < b ? a : b)                                                                      \
    X(__vcmpeq, a == b ? -1 : 0)                                                                   \
    X(__vcmpne, a != b ? -1 : 0)                                                                   \
    X(__vcmpgeu, a >= b ? -1 : 0)                                                                  \
    X(__vcmpgtu, a > b ? -1 : 0)                                                                   \
    X(__vcmpleu, a <= b ? -1 : 0)                                                                  \
    X(__vcmpltu, a < b ? -1 : 0)                                                                   \
    X(__vseteq, a == b)                                                                            \
    X(__vsetne, a != b)                                                                            \
    X(__vsetgeu, a >= b)                                                                           \
    X(__vsetgtu, a > b)                                                                            \
    X(__vsetleu, a <= b)                                                                           \
    X(__vsetltu, a < b)
#define UNARY(X)                                                                                   \
    X(__vabs, a < 0 ? -a : a)                                                                      \
    X(__vabsss, clamp(a < 0 ? -a : a, low, high))                                                  \
    X(__vneg, -a)                                                                                  \
    X(__vnegss, clamp(-a, low, high))
#define COUNT(name, answer) +1
enum { FUNCTIONS = 2 * (0 SIGNED(COUNT) UNSIGNED(COUNT) UNARY(COUNT)) + 4, N = 4096 };

__global__ void packed(unsigned *out, const unsigned *x, const unsigned *y)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x), k = 0;
    unsigned *mine = out + i * FUNCTIONS, a = x[i], b = y[i];
#define CALL2(name, answer) mine[k++] = name##2(a, b), mine[k++] = name##4(a, b);
#define CALL1(name, answer) mine[k++] = name##2(a), mine[k++] = name##4(a);
    SIGNED(CALL2)
    UNSIGNED(CALL2)
    UNARY(CALL1)
    mine[k++] = __vsads2(a, b);
    mine[k++] = __vsads4(a, b);
    mine[k++] = __vsadu2(a, b);
    mine[k++] = __vsadu4(a, b);
}

static int clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

// Part number `at` of a word in parts of so many bits.
static int part(unsigned word, int at, int bits, bool is_signed)
{
    int value = (int)(word >> at * bits & ((1u << bits) - 1));
    return is_signed && value >> (bits - 1) ? value - (1 << bits) : value;
}

template <typename Answer>
static unsigned by_part(unsigned x, unsigned y, int bits, bool is_signed, Answer answer)
{
    unsigned word = 0;
    int low = is_signed ? -(1 << (bits - 1)) : 0;
    int high = (1 << (is_signed ? bits - 1 : bits)) - 1;
    for (int at = 0; at < 32 / bits; at++) {
        unsigned value =
            (unsigned)answer(part(x, at, bits, is_signed), part(y, at, bits, is_signed), low, high);
        word |= (value & ((1u << bits) - 1)) << at * bits;
    }
    return word;
}

static unsigned sad(unsigned x, unsigned y, int bits, bool is_signed)
{
    unsigned sum = 0;
    for (int at = 0; at < 32 / bits; at++) {
        sum += (unsigned)abs(part(x, at, bits, is_signed) - part(y, at, bits, is_signed));
    }
    return sum;
}

static unsigned word(uint64_t *seed)
{
    static const unsigned edges[] = {0,          0x80808080, 0x7fff8000, 0xffffffff,
                                     0x80007fff, 0x01ff7f80, 0x00010001, 0x7f7f7f7f};
    uint64_t random = check_random(seed);
    return random >> 40 & 1 ? edges[random % 8] : (unsigned)random;
}

static void check_packed(void)
{
    unsigned *x = (unsigned *)malloc(sizeof(unsigned) * N);
    unsigned *y = (unsigned *)malloc(sizeof(unsigned) * N);
    unsigned *got = (unsigned *)malloc(sizeof(unsigned) * N * FUNCTIONS);
    uint64_t seed = 3;
    for (int i = 0; i < N; i++) {
        x[i] = word(&seed);
        y[i] = word(&seed);
    }
    unsigned *x_device = check_upload(x, N), *y_device = check_upload(y, N);
    unsigned *out = check_device<unsigned>((size_t)N * FUNCTIONS);
    packed<<<N / 256, 256>>>(out, x_device, y_device);
    CHECK_LAUNCH();
    check_take(got, out, (size_t)N * FUNCTIONS);
    CHECK_CUDA(cudaFree(x_device));
    CHECK_CUDA(cudaFree(y_device));
    for (int i = 0; i < N; i++) {
        const unsigned *mine = got + i * FUNCTIONS;
        int k = 0;
#define EXPECT(name, answer, is_signed)                                                            \
    for (int bits = 16; bits >= 8; bits /= 2) {                                                    \
        unsigned expected =                                                                        \
            by_part(x[i], y[i], bits, is_signed, [](int a, int b, int low, int high) {             \
                (void)b, (void)low, (void)high;                                                    \
                return (int)(answer);                                                              \
            });                                                                                    \
        check_equal(__FILE__, __LINE__, #name, i, mine[k++], expected);                            \
    }
#define EXPECT_SIGNED(name, answer) EXPECT(name, answer, true)
#define EXPECT_UNSIGNED(name, answer) EXPECT(name, answer, false)
        SIGNED(EXPECT_SIGNED)
        UNSIGNED(EXPECT_UNSIGNED)
        UNARY(EXPECT_SIGNED)
        CHECK_EQ_AT(mine[k++], sad(x[i], y[i], 16, true), i);
        CHECK_EQ_AT(mine[k++], sad(x[i], y[i], 8, true), i);
        CHECK_EQ_AT(mine[k++], sad(x[i], y[i], 16, false), i);
        CHECK_EQ_AT(mine[k++], sad(x[i], y[i], 8, false), i);
    }
    free(x);
    free(y);
    free(got);
}

// ---- dot products, DPX, the n-th bit ----

struct others {
    int dot4, dot2_low, dot2_high, dot_vector;
    unsigned dot4_unsigned, dot2_unsigned;
    int max3, min3, max_relu, add_max, add_min_relu, which_max, which;
    unsigned max3_halves, add_max_halves, min_halves, high, low;
    unsigned third, third_down, own, none;
};

__global__ void other(struct others *out, const unsigned *x, const unsigned *y)
{
    int i = (int)threadIdx.x;
    unsigned a = x[i], b = y[i], c = x[(i + 1) % 64];
    struct others o;
    bool which, high, low;
    o.dot4 = __dp4a((int)a, (int)b, (int)c);
    o.dot4_unsigned = __dp4a(a, b, c);
    o.dot_vector = __dp4a(make_char4(1, -2, 3, (signed char)i), make_char4(5, 6, 7, -8), 9);
    o.dot2_low = __dp2a_lo((int)a, (int)b, (int)c);
    o.dot2_high = __dp2a_hi((int)a, (int)b, (int)c);
    o.dot2_unsigned = __dp2a_hi(a, b, c);
    o.max3 = __vimax3_s32((int)a, (int)b, (int)c);
    o.min3 = __vimin3_s32((int)a, (int)b, (int)c);
    o.max_relu = __vimax_s32_relu((int)a, (int)b);
    o.add_max = __viaddmax_s32((int)a / 4, (int)b / 4, (int)c);
    o.add_min_relu = __viaddmin_s32_relu((int)a / 4, (int)b / 4, (int)c);
    o.which_max = __vibmax_s32((int)a, (int)b, &which);
    o.which = which;
    o.max3_halves = __vimax3_s16x2(a, b, c);
    o.add_max_halves = __viaddmax_u16x2(a, b, c);
    o.min_halves = __vibmin_s16x2(a, b, &high, &low);
    o.high = high;
    o.low = low;
    o.third = __fns(a, 3, 3);
    o.third_down = __fns(a, 28, -3);
    o.own = __fns(a, 5, 0);
    o.none = __fns(0x00f0, 8, 1);
    out[i] = o;
}

static int dot(unsigned a, unsigned b, unsigned c, int bits, int from, bool is_signed)
{
    unsigned sum = c;
    for (int at = 0; at < 32 / bits; at++) {
        sum += (unsigned)part(a, at, bits, is_signed) * (unsigned)part(b, from + at, 8, is_signed);
    }
    return (int)sum;
}

static unsigned nth(unsigned mask, int from, int step, int n)
{
    for (int at = from; at >= 0 && at < 32; at += step) {
        if (mask >> at & 1 && --n == 0) {
            return (unsigned)at;
        }
    }
    return ~0u;
}

static int largest(int a, int b)
{
    return a > b ? a : b;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static void check_others(void)
{
    unsigned x[64], y[64];
    struct others got[64], *out = check_device<struct others>(64);
    uint64_t seed = 11;
    for (int i = 0; i < 64; i++) {
        x[i] = word(&seed);
        y[i] = i == 5 ? x[i] : word(&seed);
    }
    unsigned *x_device = check_upload(x, 64), *y_device = check_upload(y, 64);
    other<<<1, 64>>>(out, x_device, y_device);
    CHECK_LAUNCH();
    check_take(got, out, 64);
    CHECK_CUDA(cudaFree(x_device));
    CHECK_CUDA(cudaFree(y_device));
    for (int i = 0; i < 64; i++) {
        unsigned a = x[i], b = y[i], c = x[(i + 1) % 64];
        int sa = (int)a, sb = (int)b, sc = (int)c;
        CHECK_EQ_AT(got[i].dot4, dot(a, b, c, 8, 0, true), i);
        CHECK_EQ_AT(got[i].dot4_unsigned, (unsigned)dot(a, b, c, 8, 0, false), i);
        CHECK_EQ_AT(got[i].dot_vector, 5 - 12 + 21 - 8 * i + 9, i);
        CHECK_EQ_AT(got[i].dot2_low, dot(a, b, c, 16, 0, true), i);
        CHECK_EQ_AT(got[i].dot2_high, dot(a, b, c, 16, 2, true), i);
        CHECK_EQ_AT(got[i].dot2_unsigned, (unsigned)dot(a, b, c, 16, 2, false), i);
        CHECK_EQ_AT(got[i].max3, largest(largest(sa, sb), sc), i);
        CHECK_EQ_AT(got[i].min3, least(least(sa, sb), sc), i);
        CHECK_EQ_AT(got[i].max_relu, largest(largest(sa, sb), 0), i);
        CHECK_EQ_AT(got[i].add_max, largest(sa / 4 + sb / 4, sc), i);
        CHECK_EQ_AT(got[i].add_min_relu, largest(least(sa / 4 + sb / 4, sc), 0), i);
        CHECK_EQ_AT(got[i].which_max, largest(sa, sb), i);
        CHECK_EQ_AT(got[i].which, (int)(sa >= sb), i);
        unsigned max3 = 0, add_max = 0, smaller = 0;
        for (int at = 0; at < 2; at++) {
            int p = part(a, at, 16, true), q = part(b, at, 16, true), r = part(c, at, 16, true);
            int sum = (int)((a >> 16 * at) + (b >> 16 * at)) & 0xffff;
            max3 |= ((unsigned)largest(largest(p, q), r) & 0xffff) << 16 * at;
            smaller |= ((unsigned)least(p, q) & 0xffff) << 16 * at;
            add_max |= (unsigned)largest(sum, part(c, at, 16, false)) << 16 * at;
        }
        CHECK_EQ_AT(got[i].max3_halves, max3, i);
        CHECK_EQ_AT(got[i].add_max_halves, add_max, i);
        CHECK_EQ_AT(got[i].min_halves, smaller, i);
        CHECK_EQ_AT(got[i].low, (unsigned)(part(a, 0, 16, true) <= part(b, 0, 16, true)), i);
        CHECK_EQ_AT(got[i].high, (unsigned)(part(a, 1, 16, true) <= part(b, 1, 16, true)), i);
        CHECK_EQ_AT(got[i].third, nth(a, 3, 1, 3), i);
        CHECK_EQ_AT(got[i].third_down, nth(a, 28, -1, 3), i);
        CHECK_EQ_AT(got[i].own, a >> 5 & 1 ? 5u : ~0u, i);
        CHECK_EQ_AT(got[i].none, ~0u, i);
    }
}

int main(void)
{
    check_packed();
    check_others();
    return check_end();
}
