// __launch_bounds__: a launch of more threads is refused and does nothing, and the attributes of
// the kernel tell the bound.
#include "check.h"

__global__ void __launch_bounds__(64, 2) plain(int *cell)
{
    *cell = 1;
}

template <int THREADS, typename T> __launch_bounds__(THREADS * 2) __global__ void pattern(T *cell)
{
    *cell = 1;
}

template <typename... T> __global__ __launch_bounds__(96) void pack(int *cell, T...)
{
    *cell = 1;
}

__global__ void __launch_bounds__(128) overloaded(int *cell)
{
    *cell = 1;
}

__global__ void overloaded(float *cell)
{
    *cell = 1;
}

namespace inner
{
static __global__ void __launch_bounds__(32) hidden(int *cell)
{
    *cell = 1;
}
} // namespace inner

__global__ void free_of_bounds(int *cell)
{
    *cell = 1;
}

static int *cell;

template <typename Kernel> static void check_bound(const char *what, Kernel kernel, int bound)
{
    cudaFuncAttributes attributes;
    int written = 0;
    CHECK_CUDA(cudaFuncGetAttributes(&attributes, kernel));
    check_equal(__FILE__, __LINE__, what, -1, attributes.maxThreadsPerBlock, bound);
    for (int threads = bound; threads <= bound + 1; threads++) {
        bool fits = threads == bound;
        CHECK_CUDA(cudaMemset(cell, 0, sizeof(int)));
        kernel<<<1, threads>>>(cell);
        check_error(__FILE__, __LINE__, what, cudaGetLastError(),
                    fits ? cudaSuccess : cudaErrorInvalidValue);
        CHECK_CUDA(cudaMemcpy(&written, cell, sizeof(int), cudaMemcpyDeviceToHost));
        check_equal(__FILE__, __LINE__, what, -1, written, fits ? 1 : 0);
    }
}

int main(void)
{
    cell = check_device<int>(1);
    check_bound("plain", plain, 64);
    check_bound("pattern", pattern<100, int>, 200);
    check_bound("pack", pack<>, 96);
    check_bound("overloaded", (void (*)(int *))overloaded, 128);
    check_bound("hidden", inner::hidden, 32);
    check_bound("none", free_of_bounds, 1024);
    plain<<<1, dim3(8, 8, 2)>>>(cell);
    CHECK_ERROR(cudaGetLastError(), cudaErrorInvalidValue);
    int blocks = -1;
    CHECK_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 65, 0));
    CHECK(blocks > 0); // the bound is not asked for
    int grid = 0, size = 0;
    CHECK_CUDA(cudaOccupancyMaxPotentialBlockSize(&grid, &size, plain, 0, 0));
    CHECK(size > 0 && size <= 64); // and here it is
    CHECK_CUDA(cudaFree(cell));
    return check_end();
}
