// Simulator only: kernels of two devices that wait for each other, and for the host. A launch that
// waits lets the host and the other launches go on.
#include "check.h"

#include <cooperative_groups.h>
#include <cuda/atomic>

enum { ROUNDS = 20, BLOCKS = 3, THREADS = 64 };

using flag = cuda::atomic<int, cuda::thread_scope_system>;

// Each device has its own, whichever launch runs in between.
__device__ int sum;

static cudaStream_t streams[2];

// Both add to a total in turns, and count for themselves.
__global__ void take_turns(flag *turn, int *total, int rank)
{
    for (int i = 0; i < ROUNDS; i++) {
        while (turn->load() != rank)
            ;
        *total = *total * 3 + rank;
        sum += rank + 1;
        turn->store(1 - rank);
    }
}

static int expected_total()
{
    unsigned total = 0;
    for (int i = 0; i < 2 * ROUNDS; i++)
        total = total * 3 + i % 2;
    return (int)total;
}

static void expect_sums(int first, int second)
{
    const int expected[2] = {first, second}, zero = 0;
    for (int i = 0; i < 2; i++) {
        int value = -1;
        CHECK_CUDA(cudaSetDevice(i));
        CHECK_CUDA(cudaMemcpyFromSymbol(&value, sum, sizeof value));
        CHECK_EQ(value, expected[i]);
        CHECK_CUDA(cudaMemcpyToSymbol(sum, &zero, sizeof zero));
    }
}

template <class T> static T *managed(int count = 1)
{
    T *a = nullptr;
    CHECK_CUDA(cudaMallocManaged(&a, count * sizeof(T)));
    memset((void *)a, 0, count * sizeof(T));
    return a;
}

static void synchronize()
{
    for (int i = 0; i < 2; i++) {
        CHECK_CUDA(cudaSetDevice(i));
        CHECK_CUDA(cudaDeviceSynchronize());
    }
}

static void test_turns(int first_launched)
{
    flag *turn = managed<flag>();
    int *total = managed<int>();
    for (int i = 0; i < 2; i++) {
        int device = i ? 1 - first_launched : first_launched;
        CHECK_CUDA(cudaSetDevice(device));
        take_turns<<<1, 1, 0, streams[device]>>>(turn, total, device);
    }
    synchronize();
    CHECK_EQ(*total, expected_total());
    expect_sums(ROUNDS, 2 * ROUNDS);
    CHECK_CUDA(cudaFree(turn));
    CHECK_CUDA(cudaFree(total));
}

// One thread of each grid meets the other's; the rest waits in the barrier of its grid.
__device__ void meet(unsigned char *arrived, int rank)
{
    cooperative_groups::this_grid().sync();
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        unsigned seen = rank, one = 1, none = 0;
        if (rank == 1)
            asm volatile("st.release.sys.global.u8 [%0], %1;" ::"l"(arrived), "r"(one) : "memory");
        while (seen == (unsigned)rank)
            asm volatile("ld.acquire.sys.global.u8 %0, [%1];"
                         : "=r"(seen)
                         : "l"(arrived)
                         : "memory");
        if (rank == 0)
            asm volatile("st.release.sys.global.u8 [%0], %1;" ::"l"(arrived), "r"(none) : "memory");
    }
    cooperative_groups::this_grid().sync();
}

// Each device adds up its half, and both exchange the sums in each round.
__global__ void add_up(unsigned char *arrived, int *all, int *result, int rank)
{
    for (int round = 1; round <= ROUNDS; round++) {
        atomicAdd(&sum, round * (rank + 1));
        cooperative_groups::this_grid().sync();
        if (blockIdx.x == 0 && threadIdx.x == 0) {
            atomicAdd_system(all, sum);
            sum = 0;
        }
        meet(arrived, rank);
        if (blockIdx.x == BLOCKS - 1 && threadIdx.x == THREADS - 1)
            result[(round - 1) * 2 + rank] = *all;
        meet(arrived, rank);
    }
}

static void test_grids()
{
    unsigned char *arrived;
    int *all = managed<int>(), *result = managed<int>(2 * ROUNDS), total = 0;
    CHECK_CUDA(cudaHostAlloc(&arrived, 1, cudaHostAllocPortable));
    *arrived = 0;
    for (int device = 0; device < 2; device++) {
        void *arguments[] = {&arrived, &all, &result, &device};
        CHECK_CUDA(cudaSetDevice(device));
        CHECK_CUDA(cudaLaunchCooperativeKernel(CHECK_KERNEL(add_up), dim3(BLOCKS), dim3(THREADS),
                                               arguments, 0, streams[device]));
    }
    synchronize();
    for (int round = 1; round <= ROUNDS; round++) {
        total += round * 3 * BLOCKS * THREADS;
        CHECK_EQ(result[(round - 1) * 2], total);
        CHECK_EQ(result[(round - 1) * 2 + 1], total);
    }
    expect_sums(0, 0);
    CHECK_CUDA(cudaFreeHost(arrived));
    CHECK_CUDA(cudaFree(all));
    CHECK_CUDA(cudaFree(result));
}

__global__ void wait_for(flag *ready, int *a)
{
    while (!ready->load())
        ;
    *a = *a * 2 + 1;
}

__global__ void announce(flag *ready)
{
    ready->store(1);
}

// What a stream was given after a kernel that waits comes after it, by an event on the other device
// as well.
static void test_order()
{
    flag *ready = managed<flag>();
    int *a = managed<int>(), got = -1;
    cudaEvent_t done;
    cudaStream_t beside;
    CHECK_CUDA(cudaSetDevice(0));
    CHECK_CUDA(cudaEventCreate(&done));
    wait_for<<<1, 1, 0, streams[0]>>>(ready, a);
    CHECK_CUDA(cudaEventRecord(done, streams[0]));
    CHECK_ERROR(cudaEventQuery(done), cudaErrorNotReady);
    CHECK_CUDA(cudaSetDevice(1));
    CHECK_CUDA(cudaStreamCreateWithFlags(&beside, cudaStreamNonBlocking));
    CHECK_CUDA(cudaStreamWaitEvent(streams[1], done, 0));
    CHECK_CUDA(cudaMemcpyAsync(a + 0, a, sizeof *a, cudaMemcpyDefault, streams[1]));
    wait_for<<<1, 1, 0, streams[1]>>>(ready, a);
    CHECK_EQ(*a, 0);
    announce<<<1, 1, 0, beside>>>(ready);
    CHECK_CUDA(cudaMemcpyAsync(&got, a, sizeof got, cudaMemcpyDefault, streams[1]));
    CHECK_CUDA(cudaStreamSynchronize(streams[1]));
    CHECK_EQ(got, 3);
    CHECK_CUDA(cudaEventQuery(done));
    CHECK_CUDA(cudaStreamDestroy(beside));
    CHECK_CUDA(cudaEventDestroy(done));
    CHECK_CUDA(cudaFree(ready));
    CHECK_CUDA(cudaFree(a));
}

// The host, which a launch does not hold up, says that the kernel may go on.
static void test_host()
{
    flag *ready = managed<flag>();
    int *a = managed<int>();
    CHECK_CUDA(cudaSetDevice(1));
    wait_for<<<1, 1, 0, streams[1]>>>(ready, a);
    ready->store(1);
    CHECK_CUDA(cudaStreamSynchronize(streams[1]));
    CHECK_EQ(*a, 1);
    CHECK_CUDA(cudaFree(ready));
    CHECK_CUDA(cudaFree(a));
}

int main()
{
    setenv("SIMT_DEVICES", "2", 1);
    for (int i = 0; i < 2; i++) {
        CHECK_CUDA(cudaSetDevice(i));
        CHECK_CUDA(cudaStreamCreate(&streams[i]));
    }
    test_turns(0);
    test_turns(1);
    test_grids();
    test_order();
    test_host();
    return check_end();
}
