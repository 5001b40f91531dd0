// Vector types: size, alignment and fields of each, make_*, 16-byte loads and stores, __ldg and its
// siblings, dim3.
#include "check.h"

// name, element type, sizes and alignments of the 1-, 2-, 3- and 4-element types
#define EACH_TYPE(X)                                                                               \
    X(char, signed char, 1, 2, 1, 4)                                                               \
    X(uchar, unsigned char, 1, 2, 1, 4)                                                            \
    X(short, short, 2, 4, 2, 8)                                                                    \
    X(ushort, unsigned short, 2, 4, 2, 8)                                                          \
    X(int, int, 4, 8, 4, 16)                                                                       \
    X(uint, unsigned, 4, 8, 4, 16)                                                                 \
    X(float, float, 4, 8, 4, 16)                                                                   \
    X(long, long, 8, 16, 8, 16)                                                                    \
    X(ulong, unsigned long, 8, 16, 8, 16)                                                          \
    X(longlong, long long, 8, 16, 8, 16)                                                           \
    X(ulonglong, unsigned long long, 8, 16, 8, 16)                                                 \
    X(double, double, 8, 16, 8, 16)

// The plain four-element types of 8-byte elements are deprecated in favour of _16a and _32a; the
// element-wise kernel covers those apart.
#define TEST_TYPE(name, T, align1, align2, align3, align4)                                         \
    static_assert(sizeof(name##1) == 1 * sizeof(T) && alignof(name##1) == align1, "");             \
    static_assert(sizeof(name##2) == 2 * sizeof(T) && alignof(name##2) == align2, "");             \
    static_assert(sizeof(name##3) == 3 * sizeof(T) && alignof(name##3) == align3, "");             \
    __global__ void fields_##name(T *out)                                                          \
    {                                                                                              \
        name##1 a = make_##name##1(1);                                                             \
        name##2 b = make_##name##2(2, 3);                                                          \
        name##3 c = make_##name##3(4, 5, 6);                                                       \
        b.x += a.x;                                                                                \
        c.z = (T)(c.x + c.y + c.z);                                                                \
        T all[6] = {a.x, b.x, b.y, c.x, c.y, c.z};                                                 \
        for (int i = 0; i < 6; i++) {                                                              \
            out[i] = all[i];                                                                       \
        }                                                                                          \
    }                                                                                              \
    static void check_##name(void)                                                                 \
    {                                                                                              \
        T got[6], expected[6] = {1, 3, 3, 4, 5, 15}, *out = check_device<T>(6);                    \
        fields_##name<<<1, 1>>>(out);                                                              \
        CHECK_LAUNCH();                                                                            \
        check_take(got, out, 6);                                                                   \
        for (int i = 0; i < 6; i++) {                                                              \
            CHECK_EQ_AT(got[i], expected[i], i);                                                   \
        }                                                                                          \
    }

EACH_TYPE(TEST_TYPE)

#define TEST_FOUR(name, T, align)                                                                  \
    static_assert(sizeof(name##4) == 4 * sizeof(T) && alignof(name##4) == align, "");              \
    __global__ void scale_##name(name##4 * out, const name##4 * in, int n)                         \
    {                                                                                              \
        int i = blockIdx.x * blockDim.x + threadIdx.x;                                             \
        if (i < n) {                                                                               \
            name##4 v = in[i];                                                                     \
            out[i] = make_##name##4((T)(v.x + v.y), (T)(v.y + v.z), (T)(v.z + v.w), v.w);          \
        }                                                                                          \
    }                                                                                              \
    static void check_four_##name(int n)                                                           \
    {                                                                                              \
        static name##4 in[257], got[257];                                                          \
        for (int i = 0; i < n; i++) {                                                              \
            in[i] = make_##name##4((T)(i % 50), (T)(i % 7), (T)(i % 11), (T)(i % 60));             \
        }                                                                                          \
        name##4 *device = check_upload(in, 257), *out = check_device<name##4>(257);                \
        scale_##name<<<(n + 63) / 64 + 1, 64>>>(out, device, n);                                   \
        CHECK_LAUNCH();                                                                            \
        check_take(got, out, 257);                                                                 \
        CHECK_CUDA(cudaFree(device));                                                              \
        for (int i = 0; i < n; i++) {                                                              \
            CHECK_EQ_AT(got[i].x, (T)(i % 50 + i % 7), i);                                         \
            CHECK_EQ_AT(got[i].y, (T)(i % 7 + i % 11), i);                                         \
            CHECK_EQ_AT(got[i].z, (T)(i % 11 + i % 60), i);                                        \
            CHECK_EQ_AT(got[i].w, (T)(i % 60), i);                                                 \
        }                                                                                          \
    }

TEST_FOUR(char, signed char, 4)
TEST_FOUR(uchar, unsigned char, 4)
TEST_FOUR(short, short, 8)
TEST_FOUR(ushort, unsigned short, 8)
TEST_FOUR(int, int, 16)
TEST_FOUR(uint, unsigned, 16)
TEST_FOUR(float, float, 16)

// A scalar array read four at a time, with the remainder by single elements.
__global__ void add_by_four(float *out, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i + 3 < n) {
        float4 x = reinterpret_cast<const float4 *>(a)[i];
        float4 y = __ldg((const float4 *)b + i);
        x.x += y.x;
        x.y += y.y;
        x.z += y.z;
        x.w += y.w;
        reinterpret_cast<float4 *>(out)[i] = x;
    } else {
        for (int j = 4 * i; j < n; j++) {
            out[j] = a[j] + __ldg(b + j);
        }
    }
}

static void check_by_four(int n)
{
    static float a[CHECK_SIZE_MAX + 1], b[CHECK_SIZE_MAX + 1], got[CHECK_SIZE_MAX + 1];
    uint64_t seed = (uint64_t)n;
    for (int i = 0; i <= n; i++) {
        a[i] = (float)check_uniform(&seed, -1, 1);
        b[i] = (float)check_uniform(&seed, -1, 1);
    }
    size_t size = (size_t)n + 1;
    float *device_a = check_upload(a, size), *device_b = check_upload(b, size);
    float *out = check_device<float>(size);
    add_by_four<<<n / 1024 + 1, 256>>>(out, device_a, device_b, n);
    CHECK_LAUNCH();
    check_take(got, out, size);
    CHECK_CUDA(cudaFree(device_a));
    CHECK_CUDA(cudaFree(device_b));
    for (int i = 0; i < n; i++) {
        CHECK_EQ_AT(got[i], a[i] + b[i], i);
    }
    CHECK(got[n] != got[n]); // the 0xFF fill, a NaN: nothing wrote past the end
}

template <typename T> __global__ void cached(T *out, const T *in)
{
    T v[5] = {__ldg(in), __ldcg(in + 1), __ldca(in + 2), __ldcs(in + 3), __ldcv(in + 4)};
    __stwb(out, v[0]);
    __stcg(out + 1, v[1]);
    __stcs(out + 2, v[2]);
    __stwt(out + 3, v[3]);
    out[4] = v[4];
}

template <typename T> static void check_cached(void)
{
    T in[5] = {(T)1, (T)2, (T)3, (T)4, (T)5}, got[5];
    T *device = check_upload(in, 5), *out = check_device<T>(5);
    cached<<<1, 1>>>(out, device);
    CHECK_LAUNCH();
    check_take(got, out, 5);
    CHECK_CUDA(cudaFree(device));
    for (int i = 0; i < 5; i++) {
        CHECK_EQ_AT(got[i], in[i], i);
    }
}

static void check_dim3(void)
{
    dim3 none, one(7), two(7, 8), three = dim3(7, 8, 9);
    uint3 u = three;
    dim3 back = u, assigned = 5;
    CHECK_EQ(none.x * 100 + none.y * 10 + none.z, 111u);
    CHECK_EQ(one.x * 100 + one.y * 10 + one.z, 711u);
    CHECK_EQ(two.x * 100 + two.y * 10 + two.z, 781u);
    CHECK_EQ(u.x * 100 + u.y * 10 + u.z, 789u);
    CHECK_EQ(back.x * 100 + back.y * 10 + back.z, 789u);
    CHECK_EQ(assigned.x * 100 + assigned.y * 10 + assigned.z, 511u);
    CHECK_EQ(sizeof(dim3), (size_t)12);
    double2 d = make_double2(0.5, 0.25);
    double2 copy = d;
    CHECK_EQ(copy.x + copy.y, 0.75);
    float3 f = {1, 2, 3};
    CHECK_EQ(f.x + f.y + f.z, 6.0f);
}

#define RUN_TYPE(name, T, align1, align2, align3, align4) check_##name();

int main(void)
{
    EACH_TYPE(RUN_TYPE)
    for (int n : {0, 1, 31, 32, 33, 255, 256, 257}) {
        check_four_char(n);
        check_four_uchar(n);
        check_four_short(n);
        check_four_ushort(n);
        check_four_int(n);
        check_four_uint(n);
        check_four_float(n);
    }
    for (int n : check_sizes) {
        check_by_four(n);
    }
    check_cached<char>();
    check_cached<unsigned short>();
    check_cached<int>();
    check_cached<unsigned long long>();
    check_cached<float>();
    check_cached<double>();
    check_dim3();
    return check_end();
}
