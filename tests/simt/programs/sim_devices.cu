// Two devices of one process: what belongs to each, and what the other may do with it.
#include "check.h"

#include <cstdlib>
#include <cuda.h>
#include <thread>

enum { N = 1000, BYTES = N * sizeof(int) };

__global__ void add(int *a, int value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N)
        a[i] += value;
}

__global__ void add_from(int *a, const int *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N)
        a[i] += b[i];
}

static int *zeros_on(int device)
{
    int *a = nullptr;
    CHECK_CUDA(cudaSetDevice(device));
    CHECK_CUDA(cudaMalloc(&a, BYTES));
    CHECK_CUDA(cudaMemset(a, 0, BYTES));
    return a;
}

static int first_of(const int *a)
{
    int value = -1;
    CHECK_CUDA(cudaMemcpy(&value, a, sizeof value, cudaMemcpyDefault));
    return value;
}

static void test_choice()
{
    int count = 0, device = -1;
    char bus[2][16];
    cudaDeviceProp properties;
    CHECK_CUDA(cudaGetDeviceCount(&count));
    CHECK_EQ(count, 2);
    CHECK_CUDA(cudaGetDevice(&device));
    CHECK_EQ(device, 0);
    CHECK_ERROR(cudaSetDevice(2), cudaErrorInvalidDevice);
    CHECK_ERROR(cudaSetDevice(-1), cudaErrorInvalidDevice);
    CHECK_ERROR(cudaGetDeviceProperties(&properties, 2), cudaErrorInvalidDevice);
    CHECK_CUDA(cudaGetDeviceProperties(&properties, 1));
    CHECK_CUDA(cudaSetDevice(1));
    CHECK_CUDA(cudaGetDevice(&device));
    CHECK_EQ(device, 1);
    std::thread([&] { CHECK_CUDA(cudaGetDevice(&device)); }).join();
    CHECK_EQ(device, 0);
    for (int i = 0; i < 2; i++) {
        CHECK_CUDA(cudaDeviceGetPCIBusId(bus[i], sizeof bus[i], i));
        CHECK_CUDA(cudaDeviceGetByPCIBusId(&device, bus[i]));
        CHECK_EQ(device, i);
    }
    CHECK_CUDA(cudaSetDevice(0));
}

// Each device has all of its memory, whatever the other has given away.
static void test_memory()
{
    int *a[2] = {zeros_on(0), zeros_on(1)}, *host;
    size_t free_bytes[2], total;
    for (int i = 0; i < 2; i++) {
        cudaPointerAttributes attributes;
        CHECK_CUDA(cudaPointerGetAttributes(&attributes, a[i]));
        CHECK_EQ(attributes.device, i);
    }
    CHECK_CUDA(cudaSetDevice(1));
    CHECK_CUDA(cudaMemGetInfo(&free_bytes[0], &total));
    CHECK_CUDA(cudaMallocHost(&host, BYTES));
    CHECK_CUDA(cudaFree(a[0])); // of the other one
    CHECK_CUDA(cudaMemGetInfo(&free_bytes[1], &total));
    CHECK_EQ(free_bytes[0], free_bytes[1]);
    CHECK_CUDA(cudaFree(a[1]));
    CHECK_CUDA(cudaMemGetInfo(&free_bytes[1], &total));
    CHECK(free_bytes[1] > free_bytes[0]);
    CHECK_CUDA(cudaFreeHost(host));
    CHECK_CUDA(cudaSetDevice(0));
}

static void test_streams_and_events()
{
    cudaStream_t streams[2];
    cudaEvent_t events[2];
    int *a[2] = {zeros_on(0), zeros_on(1)}, device = -1;
    float ms;
    for (int i = 0; i < 2; i++) {
        CHECK_CUDA(cudaSetDevice(i));
        CHECK_CUDA(cudaStreamCreate(&streams[i]));
        CHECK_CUDA(cudaEventCreate(&events[i]));
        CHECK_CUDA(cudaEventRecord(events[i], streams[i]));
    }
    CHECK_CUDA(cudaStreamGetDevice(streams[0], &device));
    CHECK_EQ(device, 0);
    // A launch, and the record of an event, want the device that is the stream's; copies, waits and
    // questions do not.
    add<<<4, 256, 0, streams[0]>>>(a[0], 1);
    CHECK_ERROR(cudaGetLastError(), cudaErrorInvalidResourceHandle);
    CHECK_ERROR(cudaEventRecord(events[0], streams[1]), cudaErrorInvalidResourceHandle);
    CHECK_ERROR(cudaEventRecord(events[0]), cudaErrorInvalidResourceHandle);
    CHECK_ERROR(cudaEventElapsedTime(&ms, events[0], events[1]), cudaErrorInvalidResourceHandle);
    CHECK_CUDA(cudaStreamWaitEvent(streams[1], events[0], 0));
    CHECK_CUDA(cudaMemcpyAsync(a[1], a[0], BYTES, cudaMemcpyDefault, streams[0]));
    CHECK_CUDA(cudaEventSynchronize(events[0]));
    CHECK_CUDA(cudaEventQuery(events[0]));
    CHECK_CUDA(cudaStreamSynchronize(streams[0]));
    (void)cudaGetLastError(); // what was refused above
    add<<<4, 256, 0, streams[1]>>>(a[1], 1);
    CHECK_CUDA(cudaGetLastError());
    CHECK_EQ(first_of(a[1]), 1);
    for (int i = 0; i < 2; i++) {
        CHECK_CUDA(cudaStreamDestroy(streams[i]));
        CHECK_CUDA(cudaEventDestroy(events[i]));
        CHECK_CUDA(cudaFree(a[i]));
    }
    CHECK_CUDA(cudaSetDevice(0));
}

static void test_peers()
{
    int *a = zeros_on(0), *b = zeros_on(1), can = -1, supported = 0;
    add<<<4, 256>>>(b, 5);
    CHECK_CUDA(cudaDeviceCanAccessPeer(&can, 0, 1));
    CHECK_EQ(can, 1);
    CHECK_CUDA(cudaDeviceCanAccessPeer(&can, 1, 1));
    CHECK_EQ(can, 0);
    CHECK_ERROR(cudaDeviceCanAccessPeer(&can, 0, 2), cudaErrorInvalidDevice);
    CHECK_CUDA(cudaDeviceGetP2PAttribute(&supported, cudaDevP2PAttrAccessSupported, 0, 1));
    CHECK_EQ(supported, 1);
    CHECK_CUDA(cudaSetDevice(0));
    CHECK_ERROR(cudaDeviceDisablePeerAccess(1), cudaErrorPeerAccessNotEnabled);
    CHECK_ERROR(cudaDeviceEnablePeerAccess(2, 0), cudaErrorInvalidDevice);
    CHECK_CUDA(cudaDeviceEnablePeerAccess(1, 0));
    CHECK_ERROR(cudaDeviceEnablePeerAccess(1, 0), cudaErrorPeerAccessAlreadyEnabled);
    add_from<<<4, 256>>>(a, b);
    CHECK_CUDA(cudaDeviceSynchronize());
    CHECK_EQ(first_of(a), 5);
    CHECK_CUDA(cudaDeviceDisablePeerAccess(1));
    // Copies need no such access.
    CHECK_CUDA(cudaMemcpyPeer(b, 1, a, 0, BYTES));
    CHECK_CUDA(cudaMemcpyPeerAsync(a, 0, b, 1, BYTES, nullptr));
    CHECK_ERROR(cudaMemcpyPeer(b, 1, a, 2, BYTES), cudaErrorInvalidDevice);
    CHECK_CUDA(cudaFree(a));
    CHECK_CUDA(cudaFree(b));
}

// The pool is that of the stream's device.
static void test_pools()
{
    cudaStream_t stream;
    cudaMemPool_t pools[2];
    cudaPointerAttributes attributes;
    int *a;
    CHECK_CUDA(cudaDeviceGetDefaultMemPool(&pools[0], 0));
    CHECK_CUDA(cudaDeviceGetDefaultMemPool(&pools[1], 1));
    CHECK(pools[0] != pools[1]);
    CHECK_CUDA(cudaSetDevice(1));
    CHECK_CUDA(cudaStreamCreate(&stream));
    CHECK_CUDA(cudaSetDevice(0));
    CHECK_CUDA(cudaMallocAsync(&a, BYTES, stream));
    CHECK_CUDA(cudaPointerGetAttributes(&attributes, a));
    CHECK_EQ(attributes.device, 1);
    // Peers do not reach a pool unless it lets them.
    cudaMemAccessFlags flags;
    cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
    cudaMemAccessDesc access = {here, cudaMemAccessFlagsProtReadWrite};
    CHECK_CUDA(cudaMemPoolGetAccess(&flags, pools[1], &here));
    CHECK_EQ(flags, cudaMemAccessFlagsProtNone);
    CHECK_CUDA(cudaMemPoolSetAccess(pools[1], &access, 1));
    CHECK_CUDA(cudaMemPoolGetAccess(&flags, pools[1], &here));
    CHECK_EQ(flags, cudaMemAccessFlagsProtReadWrite);
    CHECK_CUDA(cudaMemsetAsync(a, 0, BYTES, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    add<<<4, 256>>>(a, 3);
    CHECK_CUDA(cudaDeviceSynchronize());
    CHECK_EQ(first_of(a), 3);
    CHECK_CUDA(cudaFreeAsync(a, stream));
    CHECK_CUDA(cudaStreamDestroy(stream));
}

// A thread for each device, at the same time.
static void test_threads()
{
    int sums[2] = {0, 0};
    auto work = [&](int device) {
        int *a = zeros_on(device);
        for (int i = 0; i < 20; i++)
            add<<<4, 256>>>(a, 1);
        sums[device] = first_of(a);
        cudaFree(a);
    };
    std::thread one(work, 0), other(work, 1);
    one.join();
    other.join();
    CHECK_EQ(sums[0], 20);
    CHECK_EQ(sums[1], 20);
}

// A kernel of a graph runs on the device on which it was captured.
static void test_graph()
{
    cudaStream_t streams[2];
    cudaEvent_t fork, join;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    int *a[2] = {zeros_on(0), zeros_on(1)};
    for (int i = 0; i < 2; i++) {
        CHECK_CUDA(cudaSetDevice(i));
        CHECK_CUDA(cudaStreamCreate(&streams[i]));
        CHECK_CUDA(cudaEventCreate(i ? &join : &fork));
    }
    CHECK_CUDA(cudaSetDevice(0));
    CHECK_CUDA(cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeGlobal));
    CHECK_CUDA(cudaEventRecord(fork, streams[0]));
    add<<<4, 256, 0, streams[0]>>>(a[0], 1);
    CHECK_CUDA(cudaStreamWaitEvent(streams[1], fork, 0));
    CHECK_CUDA(cudaSetDevice(1));
    add<<<4, 256, 0, streams[1]>>>(a[1], 2);
    CHECK_CUDA(cudaEventRecord(join, streams[1]));
    CHECK_CUDA(cudaSetDevice(0));
    CHECK_CUDA(cudaStreamWaitEvent(streams[0], join, 0));
    CHECK_CUDA(cudaStreamEndCapture(streams[0], &graph));
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
    CHECK_CUDA(cudaGraphLaunch(exec, streams[0]));
    CHECK_CUDA(cudaStreamSynchronize(streams[0]));
    CHECK_EQ(first_of(a[0]), 1);
    CHECK_EQ(first_of(a[1]), 2);
    CHECK_CUDA(cudaGraphExecDestroy(exec));
    CHECK_CUDA(cudaGraphDestroy(graph));
    CHECK_CUDA(cudaEventDestroy(fork));
    CHECK_CUDA(cudaEventDestroy(join));
    for (int i = 0; i < 2; i++) {
        CHECK_CUDA(cudaStreamDestroy(streams[i]));
        CHECK_CUDA(cudaFree(a[i]));
    }
}

// Memory of a stream that is captured is of the stream's device, whichever is chosen.
static void test_memory_of_graph()
{
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaPointerAttributes attributes;
    int *a;
    CHECK_CUDA(cudaSetDevice(1));
    CHECK_CUDA(cudaStreamCreate(&stream));
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    CHECK_CUDA(cudaSetDevice(0));
    CHECK_CUDA(cudaMallocAsync(&a, BYTES, stream));
    CHECK_CUDA(cudaSetDevice(1));
    add<<<4, 256, 0, stream>>>(a, 1);
    CHECK_CUDA(cudaFreeAsync(a, stream));
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
    CHECK_CUDA(cudaPointerGetAttributes(&attributes, a));
    CHECK_EQ(attributes.device, 1);
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
    CHECK_CUDA(cudaGraphLaunch(exec, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_CUDA(cudaGraphExecDestroy(exec));
    CHECK_CUDA(cudaGraphDestroy(graph));
    CHECK_CUDA(cudaStreamDestroy(stream));
    // That of a node made by hand is where its parameters say.
    cudaGraphNode_t node;
    cudaMemAllocNodeParams params = {};
    params.poolProps.allocType = cudaMemAllocationTypePinned;
    params.poolProps.location = {cudaMemLocationTypeDevice, 2};
    params.bytesize = BYTES;
    CHECK_CUDA(cudaGraphCreate(&graph, 0));
    CHECK_ERROR(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &params), cudaErrorInvalidValue);
    params.poolProps.location.id = 1;
    CHECK_CUDA(cudaSetDevice(0));
    CHECK_CUDA(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &params));
    CHECK_CUDA(cudaPointerGetAttributes(&attributes, params.dptr));
    CHECK_EQ(attributes.device, 1);
    CHECK_CUDA(cudaGraphMemAllocNodeGetParams(node, &params));
    CHECK_EQ(params.poolProps.location.id, 1);
    CHECK_CUDA(cudaGraphDestroy(graph));
}

// A reset takes what the device has, and leaves the other one alone.
static void test_reset()
{
    int *a = zeros_on(0);
    size_t bytes;
    CUdeviceptr range;
    CUmemGenericAllocationHandle handle;
    CUmemAllocationProp properties = {};
    cudaPointerAttributes attributes;
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    CHECK_EQ(cuMemGetAllocationGranularity(&bytes, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM),
             CUDA_SUCCESS);
    CHECK_EQ(cuMemAddressReserve(&range, bytes, 0, 0, 0), CUDA_SUCCESS);
    CHECK_EQ(cuMemCreate(&handle, bytes, &properties, 0), CUDA_SUCCESS);
    CHECK_EQ(cuMemMap(range, bytes, 0, handle, 0), CUDA_SUCCESS);
    CHECK(zeros_on(1) != nullptr);
    cudaStream_t stream;
    cudaEvent_t event;
    CHECK_CUDA(cudaStreamCreate(&stream));
    CHECK_CUDA(cudaEventCreate(&event));
    CHECK_CUDA(cudaEventRecord(event, stream));
    CHECK_CUDA(cudaDeviceReset());
    CHECK_ERROR(cudaStreamDestroy(stream), cudaErrorInvalidResourceHandle);
    CHECK_ERROR(cudaEventDestroy(event), cudaErrorInvalidResourceHandle);
    CHECK_EQ(cuMemUnmap(range, bytes), CUDA_SUCCESS);
    CHECK_EQ(cuMemRelease(handle), CUDA_SUCCESS);
    CHECK_EQ(cuMemAddressFree(range, bytes), CUDA_SUCCESS);
    CHECK_CUDA(cudaPointerGetAttributes(&attributes, a));
    CHECK_EQ(attributes.type, cudaMemoryTypeDevice);
    CHECK_CUDA(cudaSetDevice(0));
    CHECK_CUDA(cudaFree(a));
}

__device__ int counter = 5, counters[3], *where;
__constant__ int step;
__managed__ int common;

__global__ void count()
{
    counter += step;
    counters[2] -= step;
    common += step;
    where = &counter;
}

static void expect_variables(int device, int counter_there, int counter_of_array)
{
    int value[3], *address = nullptr;
    cudaPointerAttributes attributes;
    CHECK_CUDA(cudaSetDevice(device));
    CHECK_CUDA(cudaMemcpyFromSymbol(value, counter, sizeof value[0]));
    CHECK_EQ(value[0], counter_there);
    CHECK_CUDA(cudaMemcpyFromSymbol(value, counters, sizeof value));
    CHECK_EQ(value[0], 0);
    CHECK_EQ(value[2], counter_of_array);
    CHECK_CUDA(cudaGetSymbolAddress((void **)&address, counter));
    CHECK_CUDA(cudaPointerGetAttributes(&attributes, address));
    CHECK_EQ(attributes.device, device);
    CHECK_CUDA(cudaMemcpy(value, address, sizeof value[0], cudaMemcpyDeviceToHost));
    CHECK_EQ(value[0], counter_there);
}

// Each device has its own, as kernels, copies by name and copies by address see them; a managed one
// is there once. A reset gives a device its first values back.
static void test_variables()
{
    const int steps[2] = {10, 100};
    cudaStream_t streams[2];
    for (int i = 0; i < 2; i++) {
        CHECK_CUDA(cudaSetDevice(i));
        CHECK_CUDA(cudaStreamCreate(&streams[i]));
        CHECK_CUDA(cudaMemcpyToSymbolAsync(step, &steps[i], sizeof step, 0, cudaMemcpyHostToDevice,
                                           streams[i]));
    }
    for (int round = 0; round < 3; round++)
        for (int i = 0; i < 2; i++) {
            CHECK_CUDA(cudaSetDevice(i));
            count<<<1, 1, 0, streams[i]>>>();
        }
    for (int i = 0; i < 2; i++) {
        CHECK_CUDA(cudaSetDevice(i));
        CHECK_CUDA(cudaDeviceSynchronize());
    }
    CHECK_EQ(common, 3 * (10 + 100));
    expect_variables(1, 5 + 300, -300);
    expect_variables(0, 5 + 30, -30);
    CHECK_CUDA(cudaStreamDestroy(streams[0]));
    CHECK_CUDA(cudaSetDevice(1));
    CHECK_CUDA(cudaDeviceReset());
    expect_variables(0, 5 + 30, -30);
    expect_variables(1, 5, 0);
    CHECK_CUDA(cudaSetDevice(0));
    CHECK_CUDA(cudaDeviceReset());
    expect_variables(0, 5, 0);
    count<<<1, 1>>>(); // its step is 0 again
    expect_variables(0, 5, 0);
}

// A graph's copies and kernels use the instances of the device that they were captured for.
static void test_variables_of_graph()
{
    static const int steps[2] = {1, 2};
    cudaGraph_t graph;
    cudaGraphExec_t execs[2];
    cudaStream_t streams[2];
    for (int i = 0; i < 2; i++) {
        CHECK_CUDA(cudaSetDevice(i));
        CHECK_CUDA(cudaStreamCreate(&streams[i]));
        CHECK_CUDA(cudaStreamBeginCapture(streams[i], cudaStreamCaptureModeGlobal));
        CHECK_CUDA(cudaMemcpyToSymbolAsync(step, &steps[i], sizeof step, 0, cudaMemcpyHostToDevice,
                                           streams[i]));
        count<<<1, 1, 0, streams[i]>>>();
        CHECK_CUDA(cudaStreamEndCapture(streams[i], &graph));
        CHECK_CUDA(cudaGraphInstantiate(&execs[i], graph, 0));
        CHECK_CUDA(cudaGraphDestroy(graph));
    }
    for (int i = 0; i < 4; i++)
        CHECK_CUDA(cudaGraphLaunch(execs[i % 2], streams[i % 2]));
    for (int i = 0; i < 2; i++) {
        CHECK_CUDA(cudaSetDevice(i));
        CHECK_CUDA(cudaStreamSynchronize(streams[i]));
        expect_variables(i, 5 + 2 * steps[i], -2 * steps[i]);
        CHECK_CUDA(cudaGraphExecDestroy(execs[i]));
        CHECK_CUDA(cudaStreamDestroy(streams[i]));
    }
    CHECK_CUDA(cudaSetDevice(0));
}

// Last: the process's devices are lost after it.
static void test_out_of_reach()
{
    int *b = zeros_on(1);
    CHECK_CUDA(cudaSetDevice(0));
    add<<<4, 256>>>(b, 1);
    CHECK_ERROR(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
}

int main()
{
    setenv("SIMT_DEVICES", "2", 1);
    test_choice();
    test_memory();
    test_streams_and_events();
    test_peers();
    test_pools();
    test_threads();
    test_graph();
    test_memory_of_graph();
    test_reset();
    test_variables();
    test_variables_of_graph();
    test_out_of_reach();
    return check_end();
}
