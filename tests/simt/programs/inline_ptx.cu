// Inline PTX: special registers, integer and float instructions, and several in one statement.
#include "check.h"

enum { THREADS = 96, BLOCKS = 2 };

struct place {
    unsigned tid, ntid, ctaid, nctaid, lane, warp, below, equal;
    unsigned long long time;
};

__global__ void where(place *out)
{
    place p;
    asm("mov.u32 %0, %%tid.x;" : "=r"(p.tid));
    asm("mov.u32 %0, %%ntid.x;\n\t"
        "mov.u32 %1, %%ctaid.x;"
        : "=r"(p.ntid), "=r"(p.ctaid));
    asm volatile("mov.u32 %0, %%nctaid.x;" : "=r"(p.nctaid));
    asm("mov.u32 %0, %%laneid;" : "=r"(p.lane));
    asm("mov.u32 %0, %%warpid;" : "=r"(p.warp));
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(p.below));
    asm("mov.u32 %0, %%lanemask_eq;" : "=r"(p.equal));
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(p.time));
    out[blockIdx.x * blockDim.x + threadIdx.x] = p;
}

__global__ void integers(unsigned a, unsigned b, int c, unsigned *out, int *signed_out)
{
    asm("add.u32 %0, %1, %2;" : "=r"(out[0]) : "r"(a), "r"(b));
    asm("sub.u32 %0, %1, %2;" : "=r"(out[1]) : "r"(b), "r"(a));
    asm("mul.lo.u32 %0, %1, %2;" : "=r"(out[2]) : "r"(a), "r"(b));
    asm("mad.lo.u32 %0, %1, %2, 7;" : "=r"(out[3]) : "r"(a), "r"(b));
    asm("and.b32 %0, %1, 0xff;" : "=r"(out[4]) : "r"(a));
    asm("or.b32 %0, %1, %2;" : "=r"(out[5]) : "r"(a), "r"(b));
    asm("xor.b32 %0, %1, %2;" : "=r"(out[6]) : "r"(a), "r"(b));
    asm("not.b32 %0, %1;" : "=r"(out[7]) : "r"(a));
    asm("shl.b32 %0, %1, 4;" : "=r"(out[8]) : "r"(a));
    asm("shl.b32 %0, %1, 40;" : "=r"(out[9]) : "r"(a));
    asm("shr.u32 %0, %1, 4;" : "=r"(out[10]) : "r"(a));
    asm("popc.b32 %0, %1;" : "=r"(out[11]) : "r"(a));
    asm("clz.b32 %0, %1;" : "=r"(out[12]) : "r"(b));
    asm("brev.b32 %0, %1;" : "=r"(out[13]) : "r"(b));
    asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(out[14]) : "r"(a), "r"(b), "r"(5u));
    asm("mul.hi.u32 %0, %1, %2;" : "=r"(out[15]) : "r"(a), "r"(b));
    asm("shr.s32 %0, %1, 2;" : "=r"(signed_out[0]) : "r"(c));
    asm("shr.s32 %0, %1, 99;" : "=r"(signed_out[1]) : "r"(c));
    asm("min.s32 %0, %1, 3;" : "=r"(signed_out[2]) : "r"(c));
    asm("max.s32 %0, %1, -3;" : "=r"(signed_out[3]) : "r"(c));
    asm("abs.s32 %0, %1;" : "=r"(signed_out[4]) : "r"(c));
    asm("neg.s32 %0, %1;" : "=r"(signed_out[5]) : "r"(c));
    asm("bfind.u32 %0, %1;" : "=r"(signed_out[6]) : "r"(b));
    asm("bfind.s32 %0, %1;" : "=r"(signed_out[7]) : "r"(c));
    asm("bfind.s64 %0, %1;" : "=r"(signed_out[8]) : "l"(-1LL));
}

__global__ void others(float x, float y, long long n, float *out, long long *wide)
{
    asm("fma.rn.f32 %0, %1, %2, %1;" : "=f"(out[0]) : "f"(x), "f"(y));
    asm("mul.f32 %0, %1, %2;" : "=f"(out[1]) : "f"(x), "f"(y));
    asm("add.f32 %0, %1, %2;" : "=f"(out[2]) : "f"(x), "f"(y));
    asm("add.s64 %0, %1, %1;" : "=l"(wide[0]) : "l"(n));
    asm("mul.lo.s64 %0, %1, -3;" : "=l"(wide[1]) : "l"(n));
    int sum = 5;
    asm("add.s32 %0, %0, %1;" : "+r"(sum) : "r"(2));
    asm volatile("membar.gl;" ::: "memory");
    wide[2] = sum;
}

static void check_places(void)
{
    static place host[BLOCKS * THREADS];
    place *device = check_device<place>(BLOCKS * THREADS);
    where<<<BLOCKS, THREADS>>>(device);
    CHECK_LAUNCH();
    check_take(host, device, BLOCKS * THREADS);
    for (unsigned i = 0; i < BLOCKS * THREADS; i++) {
        unsigned lane = i % THREADS % 32;
        CHECK_EQ_AT(host[i].tid, i % THREADS, i);
        CHECK_EQ_AT(host[i].ntid, (unsigned)THREADS, i);
        CHECK_EQ_AT(host[i].ctaid, i / THREADS, i);
        CHECK_EQ_AT(host[i].nctaid, (unsigned)BLOCKS, i);
        CHECK_EQ_AT(host[i].lane, lane, i);
        CHECK_EQ_AT(host[i].below, (1u << lane) - 1, i);
        CHECK_EQ_AT(host[i].equal, 1u << lane, i);
        CHECK(host[i].time > 0);
    }
}

static void check_integers(void)
{
    const unsigned a = 0xf0012345u, b = 0x00ff00f1u;
    const int c = -21;
    unsigned expected[16] = {a + b, b - a, a * b,  a * b + 7, a & 0xff, a | b,
                             a ^ b, ~a,    a << 4, 0,         a >> 4};
    const int signed_expected[9] = {-6, -1, -21, -3, 21, 21, 23, 4, -1};
    unsigned host[16], *device = check_device<unsigned>(16);
    int signed_host[9], *signed_device = check_device<int>(9);
    for (int bit = 0; bit < 32; bit++) {
        expected[11] += a >> bit & 1;
        expected[13] |= (b >> bit & 1) << (31 - bit);
    }
    expected[12] = 8;
    expected[14] = 5;
    for (int byte = 0; byte < 4; byte++) {
        int x = a >> 8 * byte & 0xff, y = b >> 8 * byte & 0xff;
        expected[14] += abs(x - y);
    }
    expected[15] = (unsigned)((unsigned long long)a * b >> 32);
    integers<<<1, 1>>>(a, b, c, device, signed_device);
    CHECK_LAUNCH();
    check_take(host, device, 16);
    check_take(signed_host, signed_device, 9);
    for (int i = 0; i < 16; i++) {
        CHECK_EQ_AT(host[i], expected[i], i);
    }
    for (int i = 0; i < 9; i++) {
        CHECK_EQ_AT(signed_host[i], signed_expected[i], i);
    }
}

// The bits of a float in a register of integers, and back; and statements that say only what they
// change.
__global__ void bits(float x, unsigned *out, float *again)
{
    asm("mov.b32 %0, %1;" : "=r"(out[0]) : "f"(x));
    asm("and.b32 %0, %1, 0x7fffffff;" : "=r"(out[1]) : "f"(x));
    asm("mov.b32 %0, %1;" : "=f"(again[0]) : "r"(out[1]));
    asm volatile("" ::: "memory");
    asm volatile("mov.u32 %0, %%tid.x;" : "=r"(out[2])::"memory");
}

// An operand is evaluated once, however often it stands in the text. One that is read and written
// ("+r") is not tried with a side effect: nvcc evaluates it twice.
__global__ void once(int *out)
{
    int i = 3, j = 0, sum = 10, none = 0;
    asm("mad.lo.s32 %0, %1, %1, %1;" : "=r"(out[j++]) : "r"(i++));
    asm("add.s32 %0, %0, %1;\n\tadd.s32 %0, %0, %1;" : "+r"(sum) : "r"(i));
    asm volatile("" : "+r"(none) : "r"(i++));
    out[j++] = i;
    out[j++] = sum;
    out[j++] = none;
    out[4] = j;
}

// What is written may be a part of a word, or lie anywhere.
struct parts {
    unsigned low : 5, high : 27;
};
struct __attribute__((packed)) packed_parts {
    char first;
    unsigned second;
};

__global__ void fields(unsigned x, unsigned *out)
{
    parts word = {0, 5};
    packed_parts packed = {};
    asm("and.b32 %0, %1, 21;" : "=r"(word.low) : "r"(x));
    asm("add.u32 %0, %0, 2;" : "+r"(word.high));
    asm("or.b32 %0, %1, 1;" : "=r"(packed.second) : "r"(x));
    out[0] = word.low;
    out[1] = word.high;
    out[2] = packed.second;
}

static void check_fields(void)
{
    unsigned host[3], *device = check_device<unsigned>(3);
    fields<<<1, 1>>>(0xff2u, device);
    CHECK_LAUNCH();
    check_take(host, device, 3);
    CHECK_EQ(host[0], 16u);
    CHECK_EQ(host[1], 7u);
    CHECK_EQ(host[2], 0xff3u);
}

static void check_once(void)
{
    const int expected[5] = {12, 5, 18, 0, 4};
    int host[5], *device = check_device<int>(5);
    once<<<1, 1>>>(device);
    CHECK_LAUNCH();
    check_take(host, device, 5);
    for (int i = 0; i < 5; i++) {
        CHECK_EQ_AT(host[i], expected[i], i);
    }
}

static void check_bits(void)
{
    unsigned host[3], *device = check_device<unsigned>(3);
    float again_host, *again = check_device<float>(1);
    bits<<<1, 1>>>(-1.5f, device, again);
    CHECK_LAUNCH();
    check_take(host, device, 3);
    check_take(&again_host, again, 1);
    CHECK_EQ(host[0], 0xbfc00000u);
    CHECK_EQ(host[1], 0x3fc00000u);
    CHECK_EQ(host[2], 0u);
    CHECK_EQ(again_host, 1.5f);
}

static void check_others(void)
{
    float host[3], *device = check_device<float>(3);
    long long wide_host[3], *wide = check_device<long long>(3);
    others<<<1, 1>>>(1.5f, 0.25f, 1LL << 40, device, wide);
    CHECK_LAUNCH();
    check_take(host, device, 3);
    check_take(wide_host, wide, 3);
    CHECK_EQ(host[0], 1.875f);
    CHECK_EQ(host[1], 0.375f);
    CHECK_EQ(host[2], 1.75f);
    CHECK_EQ(wide_host[0], 1LL << 41);
    CHECK_EQ(wide_host[1], -3 * (1LL << 40));
    CHECK_EQ(wide_host[2], 7LL);
}

struct mixed {
    unsigned char u8;
    signed char s8;
    unsigned short u16;
    int s32;
    unsigned long long u64;
    float f32;
    double f64;
};

// Each member is loaded from one object and stored to another, in one order or another.
__global__ void move_all(const mixed *from, mixed *to, unsigned *wide)
{
    unsigned u8, u16;
    int s8, s32;
    unsigned long long u64;
    float f32;
    double f64;
    asm volatile("ld.acquire.sys.global.u8 %0, [%1];" : "=r"(u8) : "l"(&from->u8) : "memory");
    asm volatile("ld.relaxed.gpu.s8 %0, [%1];" : "=r"(s8) : "l"(from) : "memory");
    asm volatile("ld.relaxed.gpu.s8 %0, [%1+1];" : "=r"(s8) : "l"(from) : "memory");
    asm volatile("ld.volatile.global.u16 %0, [ %1 + 2 ];" : "=r"(u16) : "l"(from) : "memory");
    asm volatile("ld.global.nc.s32 %0, [%1];" : "=r"(s32) : "l"(&from->s32));
    asm volatile("ld.u64 %0, [%1];" : "=l"(u64) : "l"(&from->u64));
    asm volatile("ld.global.f32 %0, [%2];\n\tld.acquire.cta.global.f64 %1, [%3];"
                 : "=f"(f32), "=d"(f64)
                 : "l"(&from->f32), "l"(&from->f64)
                 : "memory");
    wide[0] = u8;
    wide[1] = (unsigned)s8;
    asm volatile("st.release.sys.global.u8 [%1], %0;" ::"r"(u8), "l"(&to->u8) : "memory");
    asm volatile("st.relaxed.gpu.global.s8 [%0 + 1], %1;" ::"l"(to), "r"(s8) : "memory");
    asm volatile("st.volatile.u16 [%0], %1;" ::"l"(&to->u16), "r"(u16) : "memory");
    asm volatile("st.global.wt.s32 [%0], %1;" ::"l"(&to->s32), "r"(s32) : "memory");
    asm volatile("st.release.gpu.b64 [%0], %1;" ::"l"(&to->u64), "l"(u64) : "memory");
    asm volatile(
        "st.f32 [%0], %1;\n\tfence.acq_rel.gpu;\n\tst.release.cta.f64 [%2], %3;" ::"l"(&to->f32),
        "f"(f32), "l"(&to->f64), "d"(f64)
        : "memory");
}

static void check_moves(void)
{
    mixed host = {200, -5, 60000, -70000, 1ULL << 60, 1.5f, -2.25}, got = {};
    mixed *from = check_device<mixed>(1), *to = check_device<mixed>(1);
    unsigned wide_host[2], *wide = check_device<unsigned>(2);
    CHECK_CUDA(cudaMemcpy(from, &host, sizeof(host), cudaMemcpyHostToDevice));
    move_all<<<1, 1>>>(from, to, wide);
    CHECK_LAUNCH();
    check_take(&got, to, 1);
    check_take(wide_host, wide, 2);
    CHECK_EQ(got.u8, 200);
    CHECK_EQ(got.s8, -5);
    CHECK_EQ(got.u16, 60000);
    CHECK_EQ(got.s32, -70000);
    CHECK_EQ(got.u64, 1ULL << 60);
    CHECK_EQ(got.f32, 1.5f);
    CHECK_EQ(got.f64, -2.25);
    CHECK_EQ(wide_host[0], 200u);
    CHECK_EQ(wide_host[1], (unsigned)-5);
}

// Thread 1 hands over a number, and thread 0 waits for it.
__global__ void hand_over(int *number, unsigned *flag, int *out)
{
    if (threadIdx.x == 1) {
        *number = 42;
        asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(flag), "r"(1) : "memory");
    } else {
        unsigned is_there;
        do {
            asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
                         : "=r"(is_there)
                         : "l"(flag)
                         : "memory");
        } while (!is_there);
        *out = *number;
    }
}

static void check_hand_over(void)
{
    int got, *number = check_device<int>(1), *out = check_device<int>(1);
    unsigned *flag = check_device<unsigned>(1);
    CHECK_CUDA(cudaMemset(flag, 0, sizeof(*flag)));
    hand_over<<<1, 2>>>(number, flag, out);
    CHECK_LAUNCH();
    check_take(&got, out, 1);
    CHECK_EQ(got, 42);
}

int main()
{
    check_moves();
    check_hand_over();
    check_places();
    check_integers();
    check_others();
    check_bits();
    check_once();
    check_fields();
    return check_end();
}
