// What a thread may do besides arithmetic: call functions of every kind, keep objects with
// destructors and arrays of its own across barriers, jump, and copy memory.
#include "check.h"

__device__ __noinline__ int not_inlined(int x)
{
    return 3 * x + 1;
}

__device__ __forceinline__ int inlined(int x)
{
    return x - 7;
}

__host__ __device__ constexpr int square(int x)
{
    return x * x;
}

// On both sides: the host's result is what the device must give.
__host__ __device__ int collatz(unsigned n)
{
    int steps = 0;
    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    return steps;
}

struct vector {
    float x, y;
    __host__ __device__ vector(float a, float b) : x(a), y(b)
    {
    }
    __host__ __device__ vector operator+(const vector &other) const
    {
        return vector(x + other.x, y + other.y);
    }
    static __device__ float dot(const vector &a, const vector &b)
    {
        return a.x * b.x + a.y * b.y;
    }
};

// Counts how often objects end, however a thread leaves their scope.
struct counted {
    int *count;
    __device__ explicit counted(int *c) : count(c)
    {
    }
    __device__ ~counted()
    {
        atomicAdd(count, 1);
    }
};

template <int DEPTH> __device__ int depth(int x)
{
    if constexpr (DEPTH == 0) {
        return x;
    } else {
        return depth<DEPTH - 1>(x + DEPTH);
    }
}

typedef int (*function)(int);
__device__ int plus_one(int x)
{
    return x + 1;
}
__device__ int times_two(int x)
{
    return x * 2;
}
__device__ function functions[2] = {plus_one, times_two};

union bits {
    float number;
    unsigned word;
    unsigned char bytes[4];
};

__global__ void calls(int *out, const unsigned *in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, n = 0;
    int *o = out + 10 * i;
    auto add = [=](int x) { return x + i; };
    constexpr int nine = square(3);
    union bits bits = {1.0f + i};
    o[n++] = not_inlined(i);
    o[n++] = inlined(i) + nine;
    o[n++] = collatz(in[i]);
    o[n++] = (int)vector::dot(vector(1, 2) + vector((float)i, 0), vector(3, 4));
    o[n++] = depth<10>(i);
    o[n++] = functions[i % 2](i);
    o[n++] = add(5);
    o[n++] = bits.bytes[3] == bits.word >> 24;
    switch (i % 4) {
    case 0:
        n += 1;
        [[fallthrough]];
    case 1:
        o[8] = 10;
        break;
    case 2:
        goto done;
    default:
        o[8] = 30;
    }
done:
    o[9] = i % 4 == 2 ? o[8] == -1 : n;
}

static void check_calls(void)
{
    enum { N = 256 };
    static unsigned in[N];
    static int got[10 * N];
    for (int i = 0; i < N; i++) {
        in[i] = (unsigned)(1 + 7 * i);
    }
    unsigned *device = check_upload(in, N);
    int *out = check_device<int>(10 * N);
    calls<<<N / 64, 64>>>(out, device);
    CHECK_LAUNCH();
    check_take(got, out, 10 * N);
    CHECK_CUDA(cudaFree(device));
    for (int i = 0; i < N; i++) {
        int last = i % 4 == 0 ? 9 : i % 4 == 2 ? 1 : 8;
        int expected[10] = {3 * i + 1,
                            i + 2,
                            collatz(in[i]),
                            3 * (1 + i) + 8,
                            i + 55,
                            i % 2 ? 2 * i : i + 1,
                            i + 5,
                            1,
                            i % 4 < 2    ? 10
                            : i % 4 == 2 ? -1
                                         : 30,
                            last};
        for (int k = 0; k < 10; k++) {
            CHECK_EQ_AT(got[10 * i + k], expected[k], 10 * i + k);
        }
    }
}

// One object before the barrier, one after, one in a loop of four; threads leave by two ways.
__global__ void objects(int *count)
{
    counted outer(count);
    __syncthreads();
    if (threadIdx.x % 3 == 0) {
        return;
    }
    for (int round = 0; round < 4; round++) {
        counted inner(count);
        __syncthreads();
    }
    counted last(count);
}

static void check_objects(void)
{
    int zero = 0, got = -1, *count = check_upload(&zero, 1);
    objects<<<5, 99>>>(count);
    CHECK_LAUNCH();
    check_take(&got, count, 1);
    CHECK_EQ(got, 5 * (99 + 66 * 5));
}

// A private array, indexed by data, alive across barriers: a counting sort of each thread's own
// bytes.
__global__ void private_arrays(unsigned char *data, int each)
{
    int counts[256], i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned char local[512];
    unsigned char *mine = data + (size_t)i * each;
    memset(counts, 0, sizeof(counts));
    memcpy(local, mine, each);
    for (int k = 0; k < each; k++) {
        counts[local[k]]++;
        if (k % 64 == 0) {
            __syncthreads();
        }
    }
    for (int value = 0; value < 256; value++) {
        for (int k = 0; k < counts[value]; k++) {
            *mine++ = (unsigned char)value;
        }
    }
}

static void check_private_arrays(void)
{
    enum { THREADS = 2 * 160, EACH = 300, N = THREADS * EACH };
    static unsigned char in[N], got[N];
    uint64_t seed = 12;
    for (int i = 0; i < N; i++) {
        in[i] = (unsigned char)check_random(&seed);
    }
    unsigned char *device = check_upload(in, N);
    private_arrays<<<2, 160>>>(device, EACH);
    CHECK_LAUNCH();
    check_take(got, device, N);
    for (int i = 0; i < THREADS; i++) {
        int sum = 0, unsorted = 0;
        for (int k = 0; k < EACH; k++) {
            sum += in[i * EACH + k] - got[i * EACH + k];
            unsorted += k > 0 && got[i * EACH + k] < got[i * EACH + k - 1];
        }
        CHECK_EQ_AT(sum, 0, i);
        CHECK_EQ_AT(unsorted, 0, i);
    }
}

// The clock of a multiprocessor goes forward, also over a sleep.
__global__ void clocks(int *wrong)
{
    long long begin = clock64();
    __nanosleep(100);
    *wrong = clock64() < begin;
}

static void check_clocks(void)
{
    int got = -1, *wrong = check_device<int>(1);
    clocks<<<1, 1>>>(wrong);
    CHECK_LAUNCH();
    check_take(&got, wrong, 1);
    CHECK_EQ(got, 0);
}

int main(void)
{
    check_calls();
    check_objects();
    check_private_arrays();
    check_clocks();
    return check_end();
}
