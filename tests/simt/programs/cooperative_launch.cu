// Cooperative launches: the blocks of a grid wait for each other, and grids that do not fit are
// refused.
#include "check.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

enum { ROUNDS = 20, THREADS = 96 };

// In each round, every thread adds what its neighbour in the next block wrote in the round before.
__global__ void rounds(long long *cells, int *misses)
{
    __shared__ long long kept[THREADS];
    cg::grid_group grid = cg::this_grid();
    unsigned long long n = grid.size(), i = grid.thread_rank();
    if (!grid.is_valid() || n != grid.num_blocks() * blockDim.x ||
        i != grid.block_rank() * blockDim.x + threadIdx.x || grid.dim_blocks().x != gridDim.x) {
        atomicAdd(misses, 1);
    }
    cells[i] = (long long)i;
    kept[threadIdx.x] = (long long)i;
    for (int round = 0; round < ROUNDS; round++) {
        grid.sync();
        long long next = cells[(i + blockDim.x) % n];
        cg::sync(grid);
        kept[threadIdx.x] += next;
        cells[i] = kept[threadIdx.x];
    }
}

template <typename T> __global__ void fill(T *out, T value)
{
    out[cg::this_grid().thread_rank()] = value;
}

static void check_rounds(int blocks, bool void_pointer)
{
    const int n = blocks * THREADS;
    long long *got = (long long *)malloc(sizeof(long long) * (size_t)n);
    long long *now = (long long *)malloc(sizeof(long long) * (size_t)n);
    long long *before = (long long *)malloc(sizeof(long long) * (size_t)n);
    long long *cells = check_device<long long>((size_t)n);
    int missed = 0, *misses = check_upload(&missed, 1);
    void *arguments[] = {&cells, &misses};
    if (void_pointer) {
        CHECK_CUDA(cudaLaunchCooperativeKernel((void *)rounds, dim3((unsigned)blocks),
                                               dim3(THREADS), arguments, 0, NULL));
    } else {
        CHECK_CUDA(cudaLaunchCooperativeKernel(CHECK_KERNEL(rounds), blocks, THREADS, arguments));
    }
    CHECK_LAUNCH();
    check_take(got, cells, (size_t)n);
    check_take(&missed, misses, 1);
    CHECK_EQ(missed, 0);
    for (int i = 0; i < n; i++) {
        now[i] = i;
    }
    for (int round = 0; round < ROUNDS; round++) {
        memcpy(before, now, sizeof(long long) * (size_t)n);
        for (int i = 0; i < n; i++) {
            now[i] += before[(i + THREADS) % n];
        }
    }
    for (int i = 0; i < n; i++) {
        CHECK_EQ_AT(got[i], now[i], i);
    }
    free(got);
    free(now);
    free(before);
}

static void check_template(void)
{
    float got[128], *out = check_device<float>(128), value = 2.5f;
    void *arguments[] = {&out, &value};
    CHECK_CUDA(cudaLaunchCooperativeKernel(reinterpret_cast<const void *>(fill<float>), dim3(2),
                                           dim3(64), arguments));
    CHECK_LAUNCH();
    check_take(got, out, 128);
    for (int i = 0; i < 128; i++) {
        CHECK_EQ_AT(got[i], 2.5f, i);
    }
}

static void check_limits(void)
{
    int supported = 0, processors = 0, each = 0;
    CHECK_CUDA(cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, 0));
    CHECK_EQ(supported, 1);
    CHECK_CUDA(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    CHECK_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, rounds, THREADS, 0));
    int n = processors * each + 1;
    long long *cells = check_device<long long>((size_t)n * THREADS);
    int *misses = check_device<int>(1);
    void *arguments[] = {&cells, &misses};
    CHECK_ERROR(cudaLaunchCooperativeKernel((const void *)&rounds, dim3((unsigned)n), dim3(THREADS),
                                            arguments),
                cudaErrorCooperativeLaunchTooLarge);
    CHECK_ERROR(cudaGetLastError(), cudaErrorCooperativeLaunchTooLarge);
    CHECK_CUDA(cudaFree(cells));
    CHECK_CUDA(cudaFree(misses));
}

int main(void)
{
    check_rounds(1, false);
    check_rounds(2, true);
    check_rounds(7, false);
    check_rounds(7, true);
    check_template();
    check_limits();
    return check_end();
}
