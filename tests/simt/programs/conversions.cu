// Conversions of floating values to integers: what no integer of the type can hold becomes the
// nearest, and NaN becomes what PTX says of cvt; casts of each spelling, and conversions that are
// not spelled.
#include "check.h"
#include <limits>

enum { VALUES = 13 };
static const double values[VALUES] = {NAN,  INFINITY, -INFINITY, 3e9,  -3e9,  1e19,  -1e19,
                                      -1.5, 1.5,      300,       -0.5, 70000, -40000};

template <typename T, typename F> __global__ void cast(const F *x, T *y)
{
    unsigned i = threadIdx.x;
    if (i < VALUES) {
        y[i] = (T)x[i];
    }
}

// In steps that are defined: to 32 bits at least, and to its low bits.
template <typename T, typename F> static T expected(F x)
{
    typedef typename std::conditional<
        sizeof(T) >= 4, T,
        typename std::conditional<std::is_signed<T>::value, int, unsigned>::type>::type wide;
    const wide least = std::numeric_limits<wide>::min(), most = std::numeric_limits<wide>::max();
    if (x != x) {
        bool zero = sizeof(F) == 4 && sizeof(wide) == 4;
        return zero ? T(0) : (T)(wide)(1ull << (8 * sizeof(wide) - 1));
    }
    if (x >= ldexp(1.0, std::numeric_limits<wide>::digits)) {
        return (T)most;
    }
    return (double)x <= (double)least ? (T)least : (T)(wide)x;
}

template <typename T, typename F> static void check_type(const char *what)
{
    F host[VALUES];
    T got[VALUES];
    F *x = check_device<F>(VALUES);
    T *y = check_device<T>(VALUES);
    for (int i = 0; i < VALUES; i++) {
        host[i] = (F)values[i];
    }
    CHECK_CUDA(cudaMemcpy(x, host, sizeof(host), cudaMemcpyHostToDevice));
    cast<<<1, 32>>>(x, y);
    CHECK_CUDA(cudaMemcpy(got, y, sizeof(got), cudaMemcpyDeviceToHost));
    for (int i = 0; i < VALUES; i++) {
        check_equal(__FILE__, __LINE__, what, i, got[i], expected<T>(host[i]));
    }
    CHECK_CUDA(cudaFree(x));
    CHECK_CUDA(cudaFree(y));
}

struct particle {
    float x;
};

__device__ static float twice(float x)
{
    return x * 2;
}

__host__ __device__ static int whole(float x)
{
    return (int)x;
}

__device__ static int returned(float x)
{
    if (x > 0) {
        return x;
    }
    return 2 * x;
}

struct giver {
    __device__ long long int give(double x) const
    {
        auto half = [](double y) { return y * 0.5; }; // what it returns is no integer
        return half(x) == 1.5e9 ? x * 1e10 : 0;
    }
};

enum { SPELLINGS = 19 };

__global__ void spell(float big, double huge, particle p, int *out)
{
    int first = big, second = 2 * big;
    const int third = huge;
    int later;
    later = big;
    auto to_int = [](float x) { return (int)x; };
    out[0] = (int)big;
    out[1] = int(big);
    out[2] = static_cast<int>(big);
    out[3] = first;
    out[4] = second;
    out[5] = third;
    out[6] = later;
    out[7] = (int)p.x;
    out[8] = (int)twice(big) / 1;
    out[9] = (int)-big == INT_MIN ? INT_MAX : 0;
    out[10] = (int)(float)huge;
    out[11] = to_int(big);
    out[12] = (int)floorf(big);
    out[13] = whole(big);
    out[14] = big;
    out[15] = (int)(big * 2) % INT_MAX == 0 ? INT_MAX : 0;
    out[16] = returned(big);
    out[17] = giver().give(huge) == LLONG_MAX ? INT_MAX : 0;
    auto typed = [](float x) -> int { return x; };
    out[18] = typed(big);
}

static void check_spellings(void)
{
    int got[SPELLINGS];
    int *out = check_device<int>(SPELLINGS);
    spell<<<1, 1>>>(3e9f, 3e9, particle{3e9f}, out);
    CHECK_CUDA(cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost));
    for (int i = 0; i < SPELLINGS; i++) {
        check_equal(__FILE__, __LINE__, "a conversion of 3e9", i, got[i], INT_MAX);
    }
    CHECK_CUDA(cudaFree(out));
}

// Casts that are no conversions of floats, and constants.
struct odd {
    int bits : 5;
    __device__ explicit operator int() const
    {
        return 7;
    }
};

__global__ void others(int *out, long *size)
{
    extern __shared__ int dynamic[];
    constexpr int three = (int)3.7f;
    int room[(int)2.5] = {1, 2};
    odd o = {5};
    switch (out[0]) {
    case (int)0.9:
        out[1] = three;
        break;
    default:
        out[1] = -1;
    }
    out[2] = (int)o.bits + (int)o + (int)'\1' + room[1];
    out[3] = (int)sizeof(int) * (int)true;
    *size = (long)(size_t)(dynamic + 1) - (long)(size_t)dynamic;
}

static void check_others(void)
{
    int got[4] = {0};
    int *out = check_device<int>(4);
    long *size = check_device<long>(1), bytes = 0;
    CHECK_CUDA(cudaMemcpy(out, got, sizeof(got), cudaMemcpyHostToDevice));
    others<<<1, 1, 16>>>(out, size);
    CHECK_CUDA(cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost));
    CHECK_CUDA(cudaMemcpy(&bytes, size, sizeof(bytes), cudaMemcpyDeviceToHost));
    CHECK_EQ(got[1], 3);
    CHECK_EQ(got[2], 15);
    CHECK_EQ(got[3], 4);
    CHECK_EQ(bytes, 4L);
    CHECK_CUDA(cudaFree(out));
    CHECK_CUDA(cudaFree(size));
}

// What is assigned to through a cast pointer has the type of the cast, whatever the pointer's name
// says; behind a condition the name says it.
__global__ void through_pointers(char *bytes, int *words, float x)
{
    *(float *)bytes = x;
    *(volatile float *)words = x;
    ((float *)words)[1] = x;
    if (x > 1)
        words[2] = x;
    else
        *(float *)words = 0;
    for (int i = 3; i < 5; i++)
        words[i] = x * i;
}

static void check_pointers(void)
{
    int got[5] = {0};
    float first = 0, second[2] = {0};
    char *bytes = check_device<char>(sizeof(float));
    int *words = check_device<int>(5);
    through_pointers<<<1, 1>>>(bytes, words, 2.75f);
    CHECK_CUDA(cudaMemcpy(&first, bytes, sizeof(first), cudaMemcpyDeviceToHost));
    CHECK_CUDA(cudaMemcpy(second, words, sizeof(second), cudaMemcpyDeviceToHost));
    CHECK_CUDA(cudaMemcpy(got, words, sizeof(got), cudaMemcpyDeviceToHost));
    CHECK_EQ(first, 2.75f);
    CHECK_EQ(second[0], 2.75f);
    CHECK_EQ(second[1], 2.75f);
    CHECK_EQ(got[2], 2);
    CHECK_EQ(got[3], 8);
    CHECK_EQ(got[4], 11);
    CHECK_CUDA(cudaFree(bytes));
    CHECK_CUDA(cudaFree(words));
}

int main(void)
{
#define CHECK_TYPE(T)                                                                              \
    check_type<T, float>("float to " #T);                                                          \
    check_type<T, double>("double to " #T)
    CHECK_TYPE(int);
    CHECK_TYPE(unsigned);
    CHECK_TYPE(long long);
    CHECK_TYPE(unsigned long long);
    CHECK_TYPE(short);
    CHECK_TYPE(unsigned short);
    CHECK_TYPE(signed char);
    CHECK_TYPE(unsigned char);
    check_spellings();
    check_others();
    check_pointers();
    return check_end();
}
