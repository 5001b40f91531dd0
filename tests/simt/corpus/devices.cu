// Two devices of one process (SIMT_DEVICES=2): what one does with what the other has. Right ones
// are here, too.
#include "corpus.h"

#include <cstdlib>
#include <cuda.h>

enum { N = 256, BYTES = N * sizeof(int) };

__global__ void add(int *a, int value)
{
    a[threadIdx.x] += value;
}

__global__ void add_from(int *a, const int *b)
{
    a[threadIdx.x] += b[threadIdx.x];
}

// A stream, an event and an array for each of two devices.
struct two_devices {
    cudaStream_t streams[2];
    cudaEvent_t done[2];
    int *a[2];
    two_devices()
    {
        setenv("SIMT_DEVICES", "2", 1);
        for (int i = 0; i < 2; i++) {
            CUDA(cudaSetDevice(i));
            CUDA(cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking));
            CUDA(cudaEventCreate(&done[i]));
            a[i] = device_zeros<int>(N);
            CUDA(cudaDeviceSynchronize());
        }
        CUDA(cudaSetDevice(0));
    }
    void end()
    {
        for (int i = 0; i < 2; i++) {
            CUDA(cudaSetDevice(i));
            CUDA(cudaDeviceSynchronize());
            CUDA(cudaStreamDestroy(streams[i]));
            CUDA(cudaEventDestroy(done[i]));
            CUDA(cudaFree(a[i]));
        }
    }
};

// case: no_peer_access
// The first device cannot use the second one's memory, though the second can use the first one's.
__global__ void add_peer(int *a, const int *b)
{
    a[threadIdx.x] += b[threadIdx.x]; // fault: out-of-bounds
}
CASE(no_peer_access)
{
    two_devices two;
    CUDA(cudaSetDevice(1));
    CUDA(cudaDeviceEnablePeerAccess(0, 0));
    CUDA(cudaSetDevice(0));
    add_peer<<<1, N, 0, two.streams[0]>>>(two.a[0], two.a[1]);
    CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
}

// case: stream_of_the_other_device
// The thread has not chosen the device again.
CASE(stream_of_the_other_device)
{
    two_devices two;
    add<<<1, N, 0, two.streams[0]>>>(two.a[0], 1);
    add<<<1, N, 0, two.streams[1]>>>(two.a[1], 1); // fault: invalid-launch
    (void)cudaGetLastError();
    two.end();
}

// case: copied_before_it_is_there
// The copy between the devices does not wait for the kernel of the other one.
CASE(copied_before_it_is_there)
{
    two_devices two;
    add<<<1, N, 0, two.streams[0]>>>(two.a[0], 1); // fault: race-streams
    int *here = two.a[1], *there = two.a[0];
    CUDA(cudaMemcpyPeerAsync(here, 1, there, 0, BYTES, two.streams[1])); // fault: race-streams
    two.end();
}

// case: only_one_device_is_waited_for
// cudaDeviceSynchronize() waits for the device that is chosen.
CASE(only_one_device_is_waited_for)
{
    two_devices two;
    int *host;
    CUDA(cudaMallocManaged(&host, BYTES));
    memset(host, 0, BYTES);
    CUDA(cudaSetDevice(1));
    add<<<1, N, 0, two.streams[1]>>>(host, 7); // fault: race-host
    CUDA(cudaSetDevice(0));
    CUDA(cudaDeviceSynchronize());
    CHECK(host[3] == 7); // fault: race-host
    two.end();
    CUDA(cudaFree(host));
}

// case: there_and_back
// Each device waits for the event of the other one before it copies.
CASE(there_and_back)
{
    two_devices two;
    for (int turn = 0; turn < 4; turn++) {
        int here = turn % 2, there = 1 - here;
        CUDA(cudaSetDevice(here));
        CUDA(cudaStreamWaitEvent(two.streams[here], two.done[there], 0));
        add<<<1, N, 0, two.streams[here]>>>(two.a[here], 1);
        CUDA(cudaMemcpyPeerAsync(two.a[there], there, two.a[here], here, BYTES, two.streams[here]));
        CUDA(cudaEventRecord(two.done[here], two.streams[here]));
    }
    two.end();
}

// case: peers_read_each_other
// Both have peer access, and the other's array is written before both begin.
CASE(peers_read_each_other)
{
    two_devices two;
    int *sums[2];
    for (int i = 0; i < 2; i++) {
        CUDA(cudaSetDevice(i));
        CUDA(cudaDeviceEnablePeerAccess(1 - i, 0));
        sums[i] = device_zeros<int>(N);
        CUDA(cudaDeviceSynchronize());
    }
    for (int i = 0; i < 2; i++) {
        CUDA(cudaSetDevice(i));
        add_from<<<1, N, 0, two.streams[i]>>>(sums[i], two.a[1 - i]);
    }
    two.end();
    release(sums[0], sums[1]);
}

// case: copied_by_the_default_stream
// A copy between devices in a default stream comes after all that both were given.
CASE(copied_by_the_default_stream)
{
    two_devices two;
    add<<<1, N>>>(two.a[0], 1);
    CUDA(cudaSetDevice(1));
    add<<<1, N>>>(two.a[1], 1);
    CUDA(cudaMemcpyPeer(two.a[1], 1, two.a[0], 0, BYTES));
    add<<<1, N>>>(two.a[1], 1);
    CUDA(cudaSetDevice(0));
    add<<<1, N>>>(two.a[0], 1);
    two.end();
}

// case: more_streams_than_are_told_apart
// The default stream waits for the last one of many, whatever the other device has begun since.
CASE(more_streams_than_are_told_apart)
{
    two_devices two;
    enum { MANY = 33 };
    cudaStream_t many[MANY], other;
    for (cudaStream_t &stream : many)
        CUDA(cudaStreamCreate(&stream));
    CUDA(cudaSetDevice(1));
    CUDA(cudaStreamCreate(&other));
    CUDA(cudaSetDevice(0));
    add<<<1, N, 0, many[MANY - 1]>>>(two.a[0], 1);
    CUDA(cudaSetDevice(1));
    add<<<1, N, 0, other>>>(two.a[1], 1);
    CUDA(cudaSetDevice(0));
    add<<<1, N>>>(two.a[0], 1);
    two.end();
    CUDA(cudaStreamDestroy(other));
    for (cudaStream_t stream : many)
        CUDA(cudaStreamDestroy(stream));
}

// case: memory_of_the_other_pool
// It is allocated in the default stream of the device that is chosen, and used there.
CASE(memory_of_the_other_pool)
{
    two_devices two;
    cudaMemPool_t pool;
    cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
    cudaMemAccessDesc access = {here, cudaMemAccessFlagsProtReadWrite};
    void *memory;
    CUDA(cudaDeviceGetDefaultMemPool(&pool, 1));
    CUDA(cudaMemPoolSetAccess(pool, &access, 1));
    CUDA(cudaMallocFromPoolAsync(&memory, BYTES, pool, nullptr));
    int *a = static_cast<int *>(memory);
    CUDA(cudaMemsetAsync(a, 0, BYTES, nullptr));
    add<<<1, N>>>(a, 1);
    CUDA(cudaFreeAsync(a, nullptr));
    two.end();
}

// One piece of memory of each device, at addresses that go on.
struct two_pieces {
    CUdeviceptr base = 0;
    size_t bytes = 0;
    two_pieces()
    {
        CUmemAllocationProp what = {};
        what.type = CU_MEM_ALLOCATION_TYPE_PINNED;
        what.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
        cuMemGetAllocationGranularity(&bytes, &what, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
        cuMemAddressReserve(&base, 2 * bytes, 0, 0, 0);
        for (int i = 0; i < 2; i++) {
            CUmemGenericAllocationHandle handle;
            what.location.id = i;
            cuMemCreate(&handle, bytes, &what, 0);
            cuMemMap(base + i * bytes, bytes, 0, handle, 0);
            cuMemRelease(handle);
        }
    }
    void let_in(int device)
    {
        CUmemAccessDesc access = {{CU_MEM_LOCATION_TYPE_DEVICE, device},
                                  CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
        CHECK(cuMemSetAccess(base, 2 * bytes, &access, 1) == CUDA_SUCCESS);
    }
    int *border()
    {
        return (int *)(base + bytes) - N / 2;
    }
    void end()
    {
        CHECK(cuMemUnmap(base, 2 * bytes) == CUDA_SUCCESS);
        CHECK(cuMemAddressFree(base, 2 * bytes) == CUDA_SUCCESS);
    }
};

// case: mapped_for_the_other_device
// The second device was let in, and the first one writes, be part of the memory its own.
__global__ void set_mapped(int *a)
{
    a[threadIdx.x] = 1; // fault: out-of-bounds
}
CASE(mapped_for_the_other_device)
{
    two_devices two;
    two_pieces pieces;
    pieces.let_in(1);
    set_mapped<<<1, N, 0, two.streams[0]>>>(pieces.border());
    CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
}

// case: mapped_for_both_devices
// Kernels of both write where the memory of one ends and that of the other one begins.
__global__ void set_all(int *a, int value)
{
    a[threadIdx.x] = value;
}
CASE(mapped_for_both_devices)
{
    two_devices two;
    two_pieces pieces;
    for (int i = 0; i < 2; i++) {
        pieces.let_in(i);
        CUDA(cudaSetDevice(i));
        set_all<<<1, N, 0, two.streams[i]>>>(pieces.border(), i);
        CUDA(cudaDeviceSynchronize());
    }
    two.end();
    pieces.end();
}

// case: variables_of_each_device
// Each device has its own variable, so that its kernels need not wait for the other one's.
__device__ int counted;
__global__ void count_up()
{
    counted += 1;
}
CASE(variables_of_each_device)
{
    two_devices two;
    int counts[2];
    for (int i = 0; i < 2; i++) {
        CUDA(cudaSetDevice(i));
        for (int k = 0; k <= i; k++)
            count_up<<<1, 1, 0, two.streams[i]>>>();
    }
    for (int i = 0; i < 2; i++) {
        CUDA(cudaSetDevice(i));
        CUDA(cudaDeviceSynchronize());
        CUDA(cudaMemcpyFromSymbol(&counts[i], counted, sizeof counts[i]));
    }
    CHECK(counts[0] == 1 && counts[1] == 2);
    two.end();
}

// case: variable_of_one_device
// Both kernels are the second device's, in streams that do not wait for each other.
__device__ int shared_by_streams;
__global__ void count_there()
{
    shared_by_streams += 1; // fault: race-streams
}
CASE(variable_of_one_device)
{
    two_devices two;
    cudaStream_t beside;
    CUDA(cudaSetDevice(1));
    CUDA(cudaStreamCreateWithFlags(&beside, cudaStreamNonBlocking));
    count_there<<<1, 1, 0, two.streams[1]>>>(); // fault: race-streams
    count_there<<<1, 1, 0, beside>>>();
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaStreamDestroy(beside));
    two.end();
}
