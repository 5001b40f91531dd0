// Variants with work where it is not timed, each in its own way. None may have a time.
#include <gridstride.cuh>

#include <thread>

__global__ void twice(size_t n, const float *x, float *y)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = 2 * x[i];
}

static cudaStream_t stream_with(unsigned flags)
{
    cudaStream_t made = nullptr;
    cudaStreamCreateWithFlags(&made, flags);
    return made;
}

static cudaEvent_t new_event()
{
    cudaEvent_t made = nullptr;
    cudaEventCreateWithFlags(&made, cudaEventDisableTiming);
    return made;
}

// at.stream is forgotten: the work is in the default stream.
void launch_default(gs_launch at, const float *x, float *y)
{
    twice<<<at.blocks(at.n), at.block>>>(at.n, x, y);
}

void launch_default_and_wait(gs_launch at, const float *x, float *y)
{
    twice<<<at.blocks(at.n), at.block>>>(at.n, x, y);
    cudaDeviceSynchronize();
}

void launch_own_stream(gs_launch at, const float *x, float *y)
{
    static cudaStream_t own = stream_with(cudaStreamDefault);
    twice<<<at.blocks(at.n), at.block, 0, own>>>(at.n, x, y);
}

void launch_own_non_blocking(gs_launch at, const float *x, float *y)
{
    static cudaStream_t own = stream_with(cudaStreamNonBlocking);
    twice<<<at.blocks(at.n), at.block, 0, own>>>(at.n, x, y);
}

// at.stream waits for the work, which began before what at.stream was given.
void launch_joined_alone(gs_launch at, const float *x, float *y)
{
    static cudaStream_t own = stream_with(cudaStreamNonBlocking);
    static cudaEvent_t end = new_event();
    twice<<<at.blocks(at.n), at.block, 0, own>>>(at.n, x, y);
    cudaEventRecord(end, own);
    cudaStreamWaitEvent(at.stream, end, 0);
}

// The work begins in time, and at.stream does not wait for its end.
void launch_left(gs_launch at, const float *x, float *y)
{
    static cudaStream_t own = stream_with(cudaStreamNonBlocking);
    static cudaEvent_t begin = new_event();
    cudaEventRecord(begin, at.stream);
    cudaStreamWaitEvent(own, begin, 0);
    twice<<<at.blocks(at.n), at.block, 0, own>>>(at.n, x, y);
}

// The work is in another stream, and only a copy of its result in at.stream.
void launch_copied(gs_launch at, const float *x, float *y)
{
    static cudaStream_t own = stream_with(cudaStreamNonBlocking);
    static float *kept = nullptr;
    static size_t room = 0;
    if (room < at.n) {
        cudaFree(kept);
        cudaMalloc(&kept, at.n * sizeof *kept);
        room = at.n;
    }
    twice<<<at.blocks(at.n), at.block, 0, own>>>(at.n, x, kept);
    cudaStreamSynchronize(own);
    cudaMemcpyAsync(y, kept, at.n * sizeof *y, cudaMemcpyDeviceToDevice, at.stream);
}

// Another host thread, in the default stream of its own.
void launch_by_a_thread(gs_launch at, const float *x, float *y)
{
    std::thread([=] {
        twice<<<at.blocks(at.n), at.block, 0, cudaStreamPerThread>>>(at.n, x, y);
    }).join();
}

double reference(size_t i, size_t n, const float *x)
{
    return 2.0 * x[i];
}

GRIDSTRIDE("y[i] = 2 x[i]", gs_input("x"), gs_output("y"), gs_reference(reference),
           gs_variant(launch_default), gs_variant(launch_default_and_wait),
           gs_variant(launch_own_stream), gs_variant(launch_own_non_blocking),
           gs_variant(launch_joined_alone), gs_variant(launch_left), gs_variant(launch_copied),
           gs_variant(launch_by_a_thread));
