// Kernels that take objects by value which are more than their bytes. The host copies such an
// object once, at the launch, and destroys the copy when the launch is made. No thread copies or
// destroys one: it has the bytes, and they are its own.
#include "check.h"

#include <cooperative_groups.h>
#include <memory>

enum { BLOCKS = 3, THREADS = 70 };

static int copies, ends;

static void start_counting(void)
{
    copies = ends = 0;
}

#define CHECK_COUNTS(copied, ended)                                                                \
    do {                                                                                           \
        CHECK_EQ(copies, copied);                                                                  \
        CHECK_EQ(ends, ended);                                                                     \
    } while (0)

// The functions that count are the host's alone.
struct counted {
    int *out;
    int value;

    counted(int *o, int v) : out(o), value(v)
    {
    }
    counted(const counted &other) : out(other.out), value(other.value + 1000)
    {
        copies++;
    }
    counted &operator=(const counted &) = delete;
    ~counted()
    {
        ends++;
        value = -1;
    }
};

// Only its copies do something.
struct alignas(32) copied {
    int *out;
    int value;

    copied(int *o, int v) : out(o), value(v)
    {
    }
    copied(const copied &other) : out(other.out), value(other.value + 1000)
    {
        copies++;
    }
};

// Has a table of virtual functions, which a kernel may not use.
struct shape {
    int *out;
    int value;

    shape(int *o, int v) : out(o), value(v)
    {
    }
    virtual int area() const
    {
        return value;
    }
    virtual ~shape()
    {
        ends++;
    }
};

struct holder {
    std::shared_ptr<int> held;
    int *out;
};

// Is copied as bytes, and so is no such object.
struct assigned {
    int value;

    explicit assigned(int v) : value(v)
    {
    }
    assigned(const assigned &) = default;
    assigned &operator=(const assigned &other)
    {
        value = other.value + 1;
        return *this;
    }
};

static __device__ int here(void)
{
    return (int)(blockIdx.x * blockDim.x + threadIdx.x);
}

__global__ void write_value(counted c)
{
    c.out[here()] = c.value;
}

// Each thread changes its own, while the others wait with theirs.
__global__ void change_across_barriers(counted c)
{
    c.value += here();
    __syncthreads();
    c.value *= 2;
    __syncthreads();
    c.out[here()] = c.value;
}

__global__ void with_others(int a, const counted c, float b, assigned d, copied e)
{
    c.out[here()] = a + c.value + (int)b + d.value + e.value;
}

__global__ void overloaded(counted c)
{
    c.value++; // the next thread on this stack finds it as it was
    c.out[here()] = c.value;
}

__global__ void overloaded(copied c)
{
    c.out[here()] = c.value + 2;
}

template <typename T> __global__ void deduced(T c)
{
    c.out[here()] = c.value + 3;
}

template <int PLUS, typename T> __global__ void deduced_with(T c, const int *in, int *out, int more)
{
    out[here()] = c.value + in[here()] + PLUS + more;
}

__global__ void write_area(shape s)
{
    s.out[here()] = s.value;
}

__global__ void write_held(holder h)
{
    h.out[here()] = here();
}

__global__ void across_the_grid(counted c)
{
    c.value += here();
    cooperative_groups::this_grid().sync();
    c.out[here()] = c.value;
}

static int *device;

static void check_all(int start, int step)
{
    int host[BLOCKS * THREADS];
    CHECK_LAUNCH();
    CHECK_CUDA(cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost));
    for (int i = 0; i < BLOCKS * THREADS; i++) {
        CHECK_EQ_AT(host[i], start + step * i, i);
    }
    CHECK_CUDA(cudaMemset(device, 0, sizeof(host)));
    start_counting();
}

static void plain_launches(void)
{
    counted c(device, 5);
    start_counting();
    write_value<<<BLOCKS, THREADS>>>(c);
    CHECK_COUNTS(1, 1);
    check_all(1005, 0);
    CHECK_EQ(c.value, 5);
    change_across_barriers<<<BLOCKS, THREADS>>>(c);
    CHECK_COUNTS(1, 1);
    check_all(2010, 2);
    void (*pointer)(counted) = write_value;
    pointer<<<BLOCKS, THREADS>>>(c);
    CHECK_COUNTS(1, 1);
    check_all(1005, 0);
}

static void beside_others(void)
{
    counted c(device, 5);
    copied e(device, 7);
    assigned d(9);
    int a = 100000;
    start_counting();
    with_others<<<BLOCKS, THREADS>>>(a, c, 3.5f, d, e);
    CHECK_COUNTS(2, 1);
    check_all(102024, 0);
    with_others<<<BLOCKS, THREADS>>>(0, c, 0, d, e);
    CHECK_COUNTS(2, 1);
    check_all(2021, 0);
}

static void chosen_by_arguments(void)
{
    counted c(device, 5);
    copied e(device, 7);
    start_counting();
    overloaded<<<BLOCKS, THREADS>>>(c);
    CHECK_COUNTS(1, 1);
    check_all(1006, 0);
    overloaded<<<BLOCKS, THREADS>>>(e);
    CHECK_COUNTS(1, 0);
    check_all(1009, 0);
    deduced<<<BLOCKS, THREADS>>>(c);
    CHECK_COUNTS(1, 1);
    check_all(1008, 0);
    deduced<copied><<<BLOCKS, THREADS>>>(e);
    CHECK_COUNTS(1, 0);
    check_all(1010, 0);
}

static void beside_pointers(void)
{
    counted c(device, 5);
    int host[BLOCKS * THREADS];
    for (int i = 0; i < BLOCKS * THREADS; i++) {
        host[i] = 10 * i;
    }
    int *in = check_upload(host, BLOCKS * THREADS);
    start_counting();
    deduced_with<20><<<BLOCKS, THREADS>>>(c, in, device, 300);
    CHECK_COUNTS(1, 1);
    check_all(1325, 10);
    CHECK_CUDA(cudaFree(in));
}

static void other_objects(void)
{
    shape s(device, 11);
    holder h = {std::make_shared<int>(3), device};
    start_counting();
    write_area<<<BLOCKS, THREADS>>>(s);
    CHECK_COUNTS(0, 1);
    check_all(11, 0);
    CHECK_EQ(s.area(), 11);
    write_held<<<BLOCKS, THREADS>>>(h);
    CHECK_LAUNCH();
    CHECK_EQ(h.held.use_count(), 1);
    check_all(0, 1);
}

// A launch by its function takes the bytes where they are.
static void launches_by_call(void)
{
    counted c(device, 5);
    void *args[] = {&c};
    start_counting();
    CHECK_CUDA(
        cudaLaunchKernel(CHECK_KERNEL(change_across_barriers), dim3(BLOCKS), dim3(THREADS), args));
    CHECK_COUNTS(0, 0);
    check_all(10, 2);
    CHECK_CUDA(cudaLaunchKernel((const void *)write_value, dim3(BLOCKS), dim3(THREADS), args));
    CHECK_COUNTS(0, 0);
    check_all(5, 0);
    CHECK_CUDA(cudaLaunchCooperativeKernel(CHECK_KERNEL(across_the_grid), dim3(BLOCKS),
                                           dim3(THREADS), args));
    CHECK_COUNTS(0, 0);
    check_all(5, 1);
}

// The launch was made, and its copy destroyed, before the kernel runs.
static void in_a_graph(void)
{
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECK_CUDA(cudaStreamCreate(&stream));
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    {
        counted c(device, 5);
        start_counting();
        change_across_barriers<<<BLOCKS, THREADS, 0, stream>>>(c);
        CHECK_COUNTS(1, 1);
    }
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
    start_counting();
    for (int run = 0; run < 2; run++) {
        CHECK_CUDA(cudaGraphLaunch(exec, stream));
        CHECK_CUDA(cudaStreamSynchronize(stream));
        CHECK_COUNTS(0, 0);
        check_all(2010, 2);
    }
    CHECK_CUDA(cudaGraphExecDestroy(exec));
    CHECK_CUDA(cudaGraphDestroy(graph));
    CHECK_CUDA(cudaStreamDestroy(stream));
}

int main(void)
{
    device = check_device<int>(BLOCKS * THREADS);
    plain_launches();
    beside_others();
    chosen_by_arguments();
    beside_pointers();
    other_objects();
    launches_by_call();
    in_a_graph();
    CHECK_CUDA(cudaFree(device));
    return check_end();
}
