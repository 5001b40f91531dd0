// Every form in which a launch can be written, and how its arguments reach the threads.
#include "check.h"

#include <cerrno>
#include <cfenv>

template <typename T> __global__ void fill(T *out, int n, T value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = value;
    }
}

template <typename T, int STRIDE, bool NEGATE> __global__ void ramp(T *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = (T)(NEGATE ? -i * STRIDE : i * STRIDE);
    }
}

template <typename T> struct boxed {
    T value;
};

template <typename T> __global__ void size_of(int *out)
{
    *out = (int)sizeof(T);
}

template <> __global__ void size_of<char>(int *out)
{
    *out = -1;
}

template <typename... T> __global__ void sum_all(int *out, T... values)
{
    *out = (0 + ... + (int)values);
}

template <typename F> __global__ void apply(int *out, F function)
{
    out[threadIdx.x] = function((int)threadIdx.x);
}

struct affine {
    int scale, shift;
    __host__ __device__ int operator()(int x) const
    {
        return scale * x + shift;
    }
};

__global__ void put(int *out, int value = 42);
static __global__ void __launch_bounds__(64) later(int *out, int value);
extern "C" __global__ void c_linkage(int *out);

namespace outer
{
namespace inner
{
__global__ void mark(int *out, int value)
{
    *out = 1000 + value;
}
} // namespace inner
} // namespace outer

namespace
{
__global__ void hidden(int *__restrict__ out, const int *__restrict__ in)
{
    *out = *in + 1;
}
} // namespace

__global__ void overloaded(int *out, int)
{
    *out = 1;
}

__global__ void overloaded(int *out, float)
{
    *out = 2;
}

// Null pointers and zeros of every kind arrive as what the parameter says.
__global__ void zeros(int *out, const float *p, const int *q, double d, long long l, bool b)
{
    *out = (p == nullptr) + 2 * (q == nullptr) + 4 * (d == 0.0) + 8 * (l == 0) + 16 * !b;
}

struct params {
    int *out;
    int n;
    double scale;
    short offsets[3];
};

// Each thread owns its parameters: what one writes to them no other sees.
__global__ void by_value(struct params p, int step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    p.n += i;
    p.offsets[1] = (short)(p.offsets[1] + i);
    step += i;
    __syncthreads();
    p.out[i] = (int)(p.scale * p.n) + p.offsets[0] + p.offsets[1] + p.offsets[2] + step;
}

// What a kernel takes by reference it changes itself.
__global__ void by_reference(struct params &p, int &count)
{
    p.n += 2;
    count++;
}

static void check_references(void)
{
    struct params *p = NULL;
    int *count = NULL;
    CHECK_CUDA(cudaMallocManaged(&p, sizeof(*p)));
    CHECK_CUDA(cudaMallocManaged(&count, sizeof(*count)));
    p->n = 40;
    *count = 6;
    by_reference<<<1, 1>>>(*p, count[0]);
    CHECK_LAUNCH();
    CHECK_EQ(p->n, 42);
    CHECK_EQ(*count, 7);
    CHECK_CUDA(cudaFree(p));
    CHECK_CUDA(cudaFree(count));
}

__global__ void put(int *out, int value)
{
    *out = value;
}

static __global__ void later(int *out, int value)
{
    out[threadIdx.x] = value + (int)threadIdx.x;
}

__global__ void c_linkage(int *out)
{
    *out = 77;
}

// A parameter near the limit of 4 KiB, and one that is constant over the grid.
struct large {
    int values[1000];
};

__global__ void take_large(int *out, struct large a, const __grid_constant__ struct params p)
{
    int i = threadIdx.x;
    a.values[i] += p.offsets[2];
    out[i] = a.values[i] + a.values[999 - i];
}

// A kernel as a template argument, and launches from a class.
template <void (*KERNEL)(int *, int)> static void run_kernel(int *out, int value)
{
    KERNEL<<<1, 1>>>(out, value);
}

class launcher
{
  public:
    explicit launcher(int *out) : out_(out)
    {
    }
    void run(int value) const
    {
        put<<<this->grid_, block_>>>(this->out_, value + grid_);
    }

  private:
    int *out_;
    int grid_ = 1, block_ = 1;
};

#define LAUNCH(kernel, grid, block, ...) kernel<<<(grid), (block)>>>(__VA_ARGS__)
#define ONE <<<1, 1>>>
#define EMPTY_ARGUMENTS_KERNEL nothing<<<1, 32>>>()

__global__ void nothing()
{
}

static int *cell; // one int on the device

static int take(void)
{
    int value = -1;
    CHECK_LAUNCH();
    CHECK_CUDA(cudaMemcpy(&value, cell, sizeof(value), cudaMemcpyDeviceToHost));
    CHECK_CUDA(cudaMemset(cell, 0xFF, sizeof(value)));
    return value;
}

static void check_templates(void)
{
    static int got[257];
    int *out = check_device<int>(257);
    fill<int><<<2, 256>>>(out, 257, 7);
    CHECK_LAUNCH();
    CHECK_CUDA(cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost));
    for (int i = 0; i < 257; i++) {
        CHECK_EQ_AT(got[i], 7, i);
    }
    fill<<<(257 + 63) / 64, 64>>>(out, 256, 0); // T deduced from a pointer and from a literal zero
    // clang-format off
    ramp<int, (4 > 3 ? 3 : 5), false><<<1 << 1, 256 >> 1>>>(out + 1, 100);
    // clang-format on
    CHECK_LAUNCH();
    check_take(got, out, 257);
    CHECK_EQ(got[0], 0);
    for (int i = 0; i < 100; i++) {
        CHECK_EQ_AT(got[i + 1], 3 * i, i);
    }
    CHECK_EQ(got[256], 7);

    size_of<boxed<boxed<double>>><<<1, 1>>>(cell);
    CHECK_EQ(take(), 8);
    size_of<char><<<1, 1>>>(cell);
    CHECK_EQ(take(), -1);
    size_of<unsigned long long><<<1, 1>>>(cell);
    CHECK_EQ(take(), 8);
    sum_all<<<1, 1>>>(cell);
    CHECK_EQ(take(), 0);
    sum_all<<<1, 1>>>(cell, 1, 2.5f, (char)3, 4LL, 5u);
    CHECK_EQ(take(), 15);
}

static void check_names(void)
{
    put<<<1, 1>>>(cell);
    CHECK_EQ(take(), 42);
    put<<<1, 1>>>(cell, 43);
    CHECK_EQ(take(), 43);
    outer::inner::mark<<<1, 1>>>(cell, 1);
    CHECK_EQ(take(), 1001);
    ::outer::inner::mark<<<1, 1>>>(cell, 2);
    CHECK_EQ(take(), 1002);
    {
        using namespace outer;
        inner::mark<<<1, 1>>>(cell, 3);
        CHECK_EQ(take(), 1003);
    }
    c_linkage<<<1, 1>>>(cell);
    CHECK_EQ(take(), 77);
    overloaded<<<1, 1>>>(cell, 3);
    CHECK_EQ(take(), 1);
    overloaded<<<1, 1>>>(cell, 3.0f);
    CHECK_EQ(take(), 2);
    overloaded<<<1, 1>>>(cell, 0);
    CHECK_EQ(take(), 1);

    int *in = check_upload(&(const int &)99, 1);
    hidden<<<1, 1>>>(cell, in);
    CHECK_EQ(take(), 100);
    CHECK_CUDA(cudaFree(in));
}

static void check_pointers(void)
{
    void (*kernel)(int *, int) = outer::inner::mark;
    kernel<<<1, 1>>>(cell, 4);
    CHECK_EQ(take(), 1004);
    (*kernel)<<<1, 1>>>(cell, 5);
    CHECK_EQ(take(), 1005);
    (outer::inner::mark)<<<1, 1>>>(cell, 6);
    CHECK_EQ(take(), 1006);
    void (*table[])(int *, int) = {put, outer::inner::mark};
    table[0]<<<1, 1>>>(cell, 7);
    CHECK_EQ(take(), 7);
    struct {
        void (*run)(int *, int);
    } row = {put}, *rows = &row;
    row.run<<<1, 1>>>(cell, 8);
    CHECK_EQ(take(), 8);
    rows->run<<<1, 1>>>(cell, 9);
    CHECK_EQ(take(), 9);
    kernel = later;
    int *out = check_device<int>(64);
    kernel<<<1, 64>>>(out, 10);
    int got[64];
    check_take(got, out, 64);
    CHECK_EQ(got[63], 73);
}

// A launch is an expression statement wherever one may stand, over as many lines as it likes.
static void check_syntax(void)
{
    LAUNCH(put, 1, 1, cell, 11);
    CHECK_EQ(take(), 11);
    put ONE(cell, 12);
    CHECK_EQ(take(), 12);
    EMPTY_ARGUMENTS_KERNEL;
    CHECK_LAUNCH();
    // clang-format off
    put // a kernel<<<1, 1>>>(in a comment)
        <<<1,
           /* grid, then */ 1,
           0>>>( // block
            cell,
            13);
    // clang-format on
    CHECK_EQ(take(), 13);
    const char *text = "put<<<1, 1>>>(cell)";
    CHECK_EQ((int)strlen(text), 19);
    CHECK_STR(R"(a<<<b>>>("c"))", "a<<<b>>>(\"c\")");
    for (int i = 0; i < 4; i++)
        if (i & 1)
            put<<<1, 1>>>(cell, i);
        else
            put<<<1, 1>>>(cell, -i);
    CHECK_EQ(take(), 3);
    auto run = [](int value) { put<<<1, 1>>>(cell, value); };
    run(14);
    CHECK_EQ(take(), 14);
    put<<<1, 1>>>(cell, 15), put<<<1, 1>>>(cell + 0, 16);
    CHECK_EQ(take(), 16);
    put<<<dim3(1, 1), dim3(1), 0, 0>>>(cell, make_int2(17, 18).y);
    CHECK_EQ(take(), 18);
    put<<<dim3{1, 1, 1}, 1, 256, nullptr>>>(cell, [] { return 19; }());
    CHECK_EQ(take(), 19);
    put<<<{1, 1}, {1, 1, 1}>>>(cell, 1 < 2 ? 20 : 0);
    CHECK_EQ(take(), 20);
    apply<<<1, 1>>>(cell, affine{2, 21});
    CHECK_EQ(take(), 21);
}

static cudaError_t launch_and_ask(int value)
{
    return put<<<1, 1>>>(cell, value), cudaGetLastError();
}

#define CHECKED(statement) CHECK_CUDA((statement, cudaGetLastError()))

static void check_contexts(void)
{
    CHECK_CUDA(launch_and_ask(30));
    CHECK_EQ(take(), 30);
    CHECKED((put<<<1, 1>>>(cell, 31)));
    CHECK_EQ(take(), 31);
    cell ? put<<<1, 1>>>(cell, 32) : put<<<1, 1>>>(cell, 33);
    CHECK_EQ(take(), 32);
    switch (take()) {
    default:
        put<<<1, 1>>>(cell, 34);
    }
    CHECK_EQ(take(), 34);
    run_kernel<put>(cell, 35);
    CHECK_EQ(take(), 35);
    launcher(cell).run(35);
    CHECK_EQ(take(), 36);
    int value = 37;
    void *arguments[] = {&cell, &value};
    void (*kernel)(int *, int) = put;
    CHECK_CUDA(cudaLaunchKernel(CHECK_KERNEL(kernel), dim3(1), dim3(1), arguments, 0, 0));
    CHECK_EQ(take(), 37);
}

static int grids, values;

static int one_more(int *counter)
{
    return ++*counter;
}

static void check_arguments(void)
{
    int *out = check_device<int>(128);
    grids = 1;
    fill<<<one_more(&grids), 64>>>(out, 128, one_more(&values));
    int got[128];
    CHECK_LAUNCH();
    CHECK_EQ(grids, 2);
    CHECK_EQ(values, 1);
    CHECK_CUDA(cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost));
    CHECK_EQ(got[0], 1);
    CHECK_EQ(got[127], 1);

    zeros<<<1, 1>>>(cell, 0, NULL, 0, 0, 0);
    CHECK_EQ(take(), 31);
    zeros<<<1, 1>>>(cell, nullptr, 0, 0.0, 0L, false);
    CHECK_EQ(take(), 31);

    struct params p = {out, 5, 2.0, {1, 2, 3}};
    struct large large;
    for (int i = 0; i < 1000; i++) {
        large.values[i] = i * i;
    }
    take_large<<<1, 128>>>(out, large, p);
    CHECK_LAUNCH();
    CHECK_CUDA(cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost));
    for (int i = 0; i < 128; i++) {
        CHECK_EQ_AT(got[i], i * i + 3 + (999 - i) * (999 - i), i);
    }
    int step = 4;
    by_value<<<4, 32>>>(p, step);
    step = 1000; // the launch has its copy already
    p.n = 1000;
    check_take(got, out, 128);
    for (int i = 0; i < 128; i++) {
        CHECK_EQ_AT(got[i], 2 * (5 + i) + 1 + (2 + i) + 3 + (4 + i), i);
    }
}

// Launches that depend on a template of the host, as launchers over dtypes do.
struct fields {
    unsigned a : 5;
    int b : 7;
};

__global__ void add_shared(int *out, unsigned a, int b)
{
    extern __shared__ int memory[];
    memory[threadIdx.x] = (int)a + b;
    *out = memory[threadIdx.x];
}

__global__ void add_shared(int *out, long a)
{
    extern __shared__ int memory[];
    memory[threadIdx.x] = (int)a;
    *out = memory[threadIdx.x];
}

template <typename T> __global__ void put_shared(T *out, T value)
{
    extern __shared__ unsigned char bytes[];
    T *memory = reinterpret_cast<T *>(bytes);
    memory[threadIdx.x] = value;
    *out = memory[threadIdx.x];
}

// Bit-fields as arguments, and dynamic shared memory for overloads, templates and pointers.
static void check_shared_arguments(void)
{
    struct fields fields = {21, -3};
    void (*pointer)(int *, int) = put_shared<int>;
    add_shared<<<1, 1, 4>>>(cell, fields.a, fields.b);
    CHECK_EQ(take(), 18);
    add_shared<<<1, 1, sizeof(int)>>>(cell, 19L);
    CHECK_EQ(take(), 19);
    put_shared<<<1, 1, 4, 0>>>(cell, 20);
    CHECK_EQ(take(), 20);
    put_shared<int><<<1, 1, 4>>>(cell, fields.a);
    CHECK_EQ(take(), 21);
    pointer<<<1, 1, 4>>>(cell, 22);
    CHECK_EQ(take(), 22);
}

// Owns nothing here, and cannot be copied: the launch asks it once for the pointer.
class owner
{
    int *pointer;

  public:
    int conversions = 0;

    explicit owner(int *pointer_) : pointer(pointer_)
    {
    }

    owner(const owner &) = delete;

    operator int *()
    {
        conversions++;
        return pointer;
    }
};

static __global__ void put_sum(int first, int *out, int second)
{
    if (threadIdx.x == 0) {
        *out = first + second;
    }
}

static __global__ void put_address(int *out, const int *in)
{
    *out = in == out;
}

// Objects become what the parameters are, before the kernel runs.
static void check_converted_arguments(void)
{
    static const int numbers[] = {7, 8};
    owner object(cell);
    put_sum<<<2, 32>>>(numbers[0], object, numbers[1]);
    CHECK_EQ(take(), 15);
    put_sum<<<2, 32>>>(1, object, numbers[1]);
    CHECK_EQ(take(), 9);
    ramp<int, 5, true><<<1, 1>>>(object, 1);
    CHECK_EQ(take(), 0);
    put_address<<<1, 1>>>(object, object);
    CHECK_EQ(take(), 1);
    CHECK_EQ(object.conversions, 5);
}

template <typename T> static void check_dtype(T value)
{
    static T got[CHECK_SIZE_MAX];
    void (*kernel)(T *, int, T) = fill<T>;
    for (int n : check_sizes) {
        T *out = check_device<T>((size_t)n + 1);
        if (n > 0) {
            kernel<<<(n + 127) / 128, 128>>>(out, n, value);
            ramp<T, 1, true><<<1, 32>>>(out, n < 2 ? n : 2);
        }
        CHECK_LAUNCH();
        check_take(got, out, (size_t)n);
        for (int i = 0; i < n; i++) {
            CHECK_EQ_AT(got[i], i < 2 ? (T)-i : value, i);
        }
    }
}

static __global__ void add_and_overflow(float *sum, const float *numbers)
{
    sum[0] = numbers[0] + numbers[1];
    sum[1] = numbers[2] * numbers[2];
    sum[2] = logf(numbers[3]);
}

// How the host rounds is nothing to a kernel, and a kernel leaves nothing in the host's flags.
static void check_floating_point_environment(void)
{
    const float numbers[] = {1, 1e-20f, 1e30f, -1};
    float *in = check_device<float>(4), *out = check_device<float>(3), got[3];
    CHECK_EQ((int)cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice), 0);
    fesetround(FE_UPWARD);
    feclearexcept(FE_ALL_EXCEPT);
    errno = 0;
    add_and_overflow<<<1, 1>>>(out, in);
    cudaError_t error = cudaDeviceSynchronize();
    int flags = fetestexcept(FE_OVERFLOW | FE_INVALID), number = errno;
    int rounding = fegetround();
    fesetround(FE_TONEAREST);
    CHECK_EQ((int)error, 0);
    CHECK_EQ(flags, 0);
    CHECK_EQ(number, 0);
    CHECK_EQ(rounding, FE_UPWARD);
    check_take(got, out, 3);
    CHECK_EQ(got[0], 1);
    CHECK(isinf(got[1]));
    CHECK(isnan(got[2]));
}

int main(void)
{
    cell = check_device<int>(1);
    check_templates();
    check_names();
    check_pointers();
    check_syntax();
    check_contexts();
    check_arguments();
    check_shared_arguments();
    check_converted_arguments();
    check_references();
    check_floating_point_environment();
    check_dtype<signed char>(-3);
    check_dtype<unsigned short>(65535);
    check_dtype<int>(-123456789);
    check_dtype<unsigned long long>(1ull << 63);
    check_dtype<float>(0.1f);
    check_dtype<double>(0.1);
    return check_end();
}
