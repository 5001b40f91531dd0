// Variants that put all of their work where it is timed, each in its own way. All are right.
#include <gridstride.cuh>

#include <thread>

__global__ void twice(size_t n, const float *x, float *y)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = 2 * x[i];
}

void launch_plain(gs_launch at, const float *x, float *y)
{
    twice<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, x, y);
}

// Half of the work in a stream of its own. It waits for at.stream, and at.stream waits for it.
void launch_forked(gs_launch at, const float *x, float *y)
{
    static cudaStream_t own = nullptr;
    static cudaEvent_t begin, end;
    if (own == nullptr) {
        cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&begin, cudaEventDisableTiming);
        cudaEventCreateWithFlags(&end, cudaEventDisableTiming);
    }
    size_t half = at.n / 2;
    cudaEventRecord(begin, at.stream);
    cudaStreamWaitEvent(own, begin, 0);
    twice<<<at.blocks(half), at.block, 0, own>>>(half, x, y);
    twice<<<at.blocks(at.n - half), at.block, 0, at.stream>>>(at.n - half, x + half, y + half);
    cudaEventRecord(end, own);
    cudaStreamWaitEvent(at.stream, end, 0);
}

// Memory of its own, from the first call on.
void launch_through_memory(gs_launch at, const float *x, float *y)
{
    static float *own = nullptr;
    static size_t room = 0;
    if (room < at.n) {
        cudaFree(own);
        cudaMalloc(&own, at.n * sizeof *own);
        room = at.n;
    }
    twice<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, x, own);
    cudaMemcpyAsync(y, own, at.n * sizeof *y, cudaMemcpyDeviceToDevice, at.stream);
}

// Memory from the stream's pool, in each call.
void launch_from_pool(gs_launch at, const float *x, float *y)
{
    float *own = nullptr;
    cudaMallocAsync((void **)&own, (at.n + 1) * sizeof *own, at.stream);
    twice<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, x, own);
    cudaMemcpyAsync(y, own, at.n * sizeof *y, cudaMemcpyDeviceToDevice, at.stream);
    cudaFreeAsync(own, at.stream);
}

// Launched by another host thread.
void launch_by_a_thread(gs_launch at, const float *x, float *y)
{
    std::thread([=] { twice<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, x, y); }).join();
}

// Waits, which a launcher need not do.
void launch_and_waits(gs_launch at, const float *x, float *y)
{
    twice<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, x, y);
    cudaStreamSynchronize(at.stream);
}

double reference(size_t i, size_t n, const float *x)
{
    return 2.0 * x[i];
}

GRIDSTRIDE("y[i] = 2 x[i]", gs_input("x"), gs_output("y"), gs_reference(reference),
           gs_variant(launch_plain), gs_variant(launch_forked), gs_variant(launch_through_memory),
           gs_variant(launch_from_pool), gs_variant(launch_by_a_thread),
           gs_variant(launch_and_waits));
