// The driver API on as many devices as there are: whose each context is, what belongs to which
// device, and threads that take over each other's contexts. The argument is the file of module.cu,
// compiled by -fatbin.
#include "driver_check.h"

#include <string>
#include <thread>
#include <vector>

enum { N = 1000, BYTES = N * sizeof(int) };

static int count;        // of devices
static std::string path; // of the module

struct world { // what one device has
    CUcontext context;
    CUmodule module;
    CUfunction scale;
};

// What the runtime API and the driver API say of the thread's device.
static void check_current(int device)
{
    CUdevice of_context = -1;
    int chosen = -1;
    CHECK_CU(cuCtxGetDevice(&of_context));
    CHECK_EQ(of_context, device);
    CHECK_CUDA(cudaGetDevice(&chosen));
    CHECK_EQ(chosen, device);
}

static CUdeviceptr numbers(void)
{
    std::vector<int> host(N);
    CUdeviceptr memory = 0;
    for (int i = 0; i < N; i++) {
        host[i] = i;
    }
    CHECK_CU(cuMemAlloc(&memory, BYTES));
    CHECK_CU(cuMemcpyHtoD(memory, host.data(), BYTES));
    return memory;
}

static CUresult launch(CUfunction scale, CUdeviceptr from, CUdeviceptr to, CUstream stream)
{
    int n = N;
    void *arguments[] = {&from, &to, &n};
    return cuLaunchKernel(scale, 4, 1, 1, 256, 1, 1, 0, stream, arguments, NULL);
}

static void check_scaled(CUdeviceptr memory, int factor)
{
    std::vector<int> host(N);
    CHECK_CU(cuMemcpyDtoH(host.data(), memory, BYTES));
    for (int i = 0; i < N; i++) {
        CHECK_EQ_AT(host[i], factor * i, i);
    }
}

static int ordinal_of(CUdeviceptr memory)
{
    int device = -1;
    CHECK_CU(cuPointerGetAttribute(&device, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, memory));
    return device;
}

// ---- devices ----

static void check_devices(void)
{
    std::vector<CUuuid> ids(count);
    CUuuid none;
    CUdevice device = -1;
    int value = -1;
    size_t bytes = 0;
    char name[64];
    for (int i = 0; i < count; i++) {
        char bus[16] = "";
        CHECK_CU(cuDeviceGet(&device, i));
        CHECK_CU(cuDeviceGetUuid(&ids[i], device));
        for (int other = 0; other < i; other++) {
            CHECK(memcmp(&ids[i], &ids[other], sizeof(none)) != 0);
        }
        CHECK_CU(cuDeviceGetPCIBusId(bus, sizeof(bus), device));
        CHECK_CU(cuDeviceGetByPCIBusId(&device, bus));
        CHECK_EQ(device, i);
        CHECK_CU(cuDeviceGetName(name, sizeof(name), device));
        CHECK_CU(cuDeviceTotalMem(&bytes, device));
        CHECK(bytes > 0);
        CHECK_CU(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, device));
        CHECK_EQ(value, 32);
        CHECK_CU(cuDeviceGetAttribute(
            &value, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, device));
    }
    CHECK_RESULT(cuDeviceGetUuid(&none, count), CUDA_ERROR_INVALID_DEVICE);
    CHECK_RESULT(cuDeviceGetName(name, sizeof(name), count), CUDA_ERROR_INVALID_DEVICE);
    CHECK_RESULT(cuDeviceTotalMem(&bytes, count), CUDA_ERROR_INVALID_DEVICE);
    CHECK_RESULT(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, -1),
                 CUDA_ERROR_INVALID_DEVICE);
    CHECK_RESULT(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER, count),
                 CUDA_ERROR_INVALID_DEVICE);
    CHECK_RESULT(cuDeviceGetP2PAttribute(&value, CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, 0, 0),
                 CUDA_ERROR_INVALID_DEVICE);
    CHECK_RESULT(cuDeviceCanAccessPeer(&value, 0, count), CUDA_ERROR_INVALID_DEVICE);
}

// ---- primary contexts ----

// Before anything uses the runtime API, which keeps them for itself.
static void check_primary_contexts(void)
{
    std::vector<CUcontext> primary(count);
    CUcontext again = NULL, none = NULL;
    unsigned flags = 0;
    int active = -1, last = count - 1;
    CHECK_RESULT(cuDevicePrimaryCtxRetain(&none, count), CUDA_ERROR_INVALID_DEVICE);
    CHECK_RESULT(cuDevicePrimaryCtxRelease(last), CUDA_ERROR_INVALID_CONTEXT);
    CHECK_CU(cuDevicePrimaryCtxSetFlags(last, CU_CTX_SCHED_YIELD));
    for (int i = 0; i < count; i++) {
        CHECK_CU(cuDevicePrimaryCtxGetState(i, &flags, &active));
        CHECK_EQ(active, 0);
        CHECK_EQ(flags, i == last ? (unsigned)CU_CTX_SCHED_YIELD : 0u);
    }
    CHECK_CU(cuDevicePrimaryCtxRetain(&primary[last], last));
    for (int i = 0; i < count; i++) {
        CHECK_CU(cuDevicePrimaryCtxGetState(i, &flags, &active));
        CHECK_EQ(active, i == last);
    }
    CHECK_CU(cuCtxGetCurrent(&none)); // retaining it makes it nobody's current one
    CHECK(none == NULL);
    for (int i = 0; i < last; i++) {
        CHECK_CU(cuDevicePrimaryCtxRetain(&primary[i], i));
        CHECK(primary[i] != primary[last]);
    }
    CHECK_CU(cuDevicePrimaryCtxRetain(&again, last));
    CHECK(again == primary[last]);
    CHECK_CU(cuCtxSetCurrent(again));
    check_current(last);
    CHECK_EQ(ordinal_of(numbers()), last); // goes with the last release
    CHECK_CU(cuCtxSetCurrent(NULL));
    CHECK_CU(cuDevicePrimaryCtxRelease(last));
    CHECK_CU(cuDevicePrimaryCtxGetState(last, &flags, &active));
    CHECK_EQ(active, 1);
    for (int i = 0; i < count; i++) {
        CHECK_CU(cuDevicePrimaryCtxRelease(i));
        CHECK_CU(cuDevicePrimaryCtxGetState(i, &flags, &active));
        CHECK_EQ(active, 0);
    }
    CHECK_CU(cuDevicePrimaryCtxSetFlags(last, 0));
}

static size_t free_bytes_in(CUcontext context, CUdeviceptr *memory)
{
    size_t free_bytes = 0, total = 0;
    CHECK_CU(cuCtxPushCurrent(context));
    CHECK_CU(cuMemGetInfo(&free_bytes, &total));
    CHECK_CU(cuMemAlloc(memory, 64 << 20));
    CHECK_CU(cuCtxPopCurrent(NULL));
    return free_bytes;
}

// A reset, and the last release, take the memory of that device alone.
static void check_resets(void)
{
    CUcontext first = NULL, last = NULL;
    CUdeviceptr kept, gone;
    size_t before = 0;
    CHECK_CU(cuDevicePrimaryCtxRetain(&first, 0));
    CHECK_CU(cuCtxSetCurrent(first));
    kept = numbers();
    for (int round = 0; count > 1 && round < 3; round++) {
        CHECK_CU(cuDevicePrimaryCtxRetain(&last, count - 1));
        size_t now = free_bytes_in(last, &gone);
        before = round ? before : now;
#if defined(__SIMT__)
        CHECK_EQ(now, before);
#endif
        if (round == 0) {
            CHECK_CU(cuDevicePrimaryCtxReset(count - 1));
        }
        CHECK_CU(cuDevicePrimaryCtxRelease(count - 1));
    }
    check_scaled(kept, 1);
    CHECK_CU(cuMemFree(kept));
    CHECK_CU(cuCtxSetCurrent(NULL));
    CHECK_CU(cuDevicePrimaryCtxRelease(0));
    CHECK_RESULT(cuDevicePrimaryCtxReset(count), CUDA_ERROR_INVALID_DEVICE);
}

// ---- the current context ----

static world make_world(int device)
{
    world w = {};
    CHECK_CU(create_context(&w.context, device));
    CHECK_CU(cuModuleLoad(&w.module, path.c_str()));
    CHECK_CU(cuModuleGetFunction(&w.scale, w.module, "scale"));
    CHECK_CU(cuCtxPopCurrent(NULL));
    return w;
}

static void check_stack(const std::vector<world> &all)
{
    CUcontext now = NULL;
    CHECK_CU(cuCtxGetCurrent(&now));
    CHECK(now == NULL);
    CHECK_RESULT(cuCtxPopCurrent(&now), CUDA_ERROR_INVALID_CONTEXT);
    for (int i = 0; i < count; i++) {
        CHECK_CU(cuCtxPushCurrent(all[i].context));
        check_current(i);
    }
    for (int i = count - 1; i >= 0; i--) {
        check_current(i);
        CHECK_CU(cuCtxPopCurrent(&now));
        CHECK(now == all[i].context);
    }
    for (int i = 0; i < count; i++) {
        CHECK_CU(cuCtxSetCurrent(all[i].context)); // in the place of the one before
        check_current(i);
    }
    CHECK_CU(cuCtxSetCurrent(NULL));
    CHECK_CU(cuCtxGetCurrent(&now));
    CHECK(now == NULL);
}

// The two APIs on one thread.
static void check_both_apis(const std::vector<world> &all)
{
    CUcontext primary = NULL, now = NULL;
    cudaPointerAttributes attributes;
    int *memory = NULL;
    for (int i = 0; i < count; i++) {
        CHECK_CU(cuCtxSetCurrent(all[i].context));
        CHECK_CUDA(cudaMalloc(&memory, BYTES));
        CHECK_CUDA(cudaPointerGetAttributes(&attributes, memory));
        CHECK_EQ(attributes.device, i);
        CHECK_EQ(ordinal_of((CUdeviceptr)memory), i);
        CHECK_CUDA(cudaFree(memory));
        CHECK_CUDA(cudaSetDevice(count - 1 - i));
        check_current(count - 1 - i);
        CHECK_CU(cuDevicePrimaryCtxRetain(&primary, count - 1 - i));
        CHECK_CU(cuCtxGetCurrent(&now));
        CHECK(now == primary);
        CHECK_CU(cuDevicePrimaryCtxRelease(count - 1 - i));
        CHECK_CU(cuCtxSetCurrent(NULL));
    }
    // Without a context the runtime API goes on with the device that was chosen.
    CHECK_CUDA(cudaSetDevice(count - 1));
    CHECK_CU(cuCtxSetCurrent(all[0].context));
    CHECK_CU(cuCtxSetCurrent(NULL));
    CHECK_CUDA(cudaFree(NULL));
    check_current(count - 1);
    CHECK_CUDA(cudaSetDevice(0));
    CHECK_CU(cuCtxSetCurrent(NULL));
}

// ---- what belongs to whom ----

// A kernel, and a current context, that are not of the stream's device.
static void check_strangers(const world &other, CUdeviceptr memory, CUstream stream, bool apart)
{
    CUresult expected = apart ? CUDA_ERROR_INVALID_HANDLE : CUDA_SUCCESS;
#if defined(__SIMT__)
    CHECK_RESULT(launch(other.scale, memory, memory, stream), expected);
#endif
    CHECK_CU(cuCtxPushCurrent(other.context));
    CHECK_RESULT(launch(other.scale, memory, memory, stream), expected);
    CHECK_CU(cuCtxPopCurrent(NULL));
}

static void check_launches(const std::vector<world> &all)
{
    for (int i = 0; i < count; i++) {
        CUstream stream = NULL;
        CUevent event = NULL;
        CHECK_CU(cuCtxPushCurrent(all[i].context));
        CUdeviceptr a = numbers(), b = numbers();
        CHECK_CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
        CHECK_CU(cuEventCreate(&event, CU_EVENT_DEFAULT));
        CHECK_CU(launch(all[i].scale, a, b, stream));
        CHECK_CU(cuEventRecord(event, stream));
        CHECK_CU(cuEventSynchronize(event));
        check_scaled(b, 3);
        check_strangers(all[(i + 1) % count], a, stream, i != (i + 1) % count);
        CHECK_CU(cuEventDestroy(event));
        CHECK_CU(cuStreamDestroy(stream));
        CHECK_CU(cuMemFree(a));
        CHECK_CU(cuMemFree(b));
        CHECK_CU(cuCtxPopCurrent(NULL));
    }
}

static void check_no_peer(const std::vector<world> &all)
{
    int can = -1;
    CHECK_CU(cuDeviceCanAccessPeer(&can, 0, 0));
    CHECK_EQ(can, 0);
    CHECK_CU(cuCtxPushCurrent(all[0].context));
    CHECK_RESULT(cuCtxEnablePeerAccess(all[0].context, 0), CUDA_ERROR_PEER_ACCESS_UNSUPPORTED);
    CHECK_RESULT(cuCtxEnablePeerAccess(NULL, 0), CUDA_ERROR_INVALID_CONTEXT);
    CHECK_CU(cuCtxPopCurrent(NULL));
    CHECK_RESULT(cuCtxEnablePeerAccess(all[0].context, 0), CUDA_ERROR_INVALID_CONTEXT);
}

// A kernel of each device reads the memory of the next one.
static void check_peers(const std::vector<world> &all)
{
    int can = 0, supported = 0;
    for (int i = 0; count > 1 && i < count; i++) {
        int other = (i + 1) % count;
        CHECK_CU(cuDeviceCanAccessPeer(&can, i, other));
        CHECK_CU(cuDeviceGetP2PAttribute(&supported, CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, i,
                                         other));
        CHECK_EQ(supported, can);
        if (!can) {
            continue;
        }
        CHECK_CU(cuCtxPushCurrent(all[other].context));
        CUdeviceptr there = numbers();
        CHECK_CU(cuCtxPushCurrent(all[i].context));
        CUdeviceptr here = numbers();
        CHECK_RESULT(cuCtxEnablePeerAccess(all[other].context, 1), CUDA_ERROR_INVALID_VALUE);
        CHECK_RESULT(cuCtxDisablePeerAccess(all[other].context),
                     CUDA_ERROR_PEER_ACCESS_NOT_ENABLED);
        CHECK_CU(cuCtxEnablePeerAccess(all[other].context, 0));
        CHECK_RESULT(cuCtxEnablePeerAccess(all[other].context, 0),
                     CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED);
        CHECK_CU(launch(all[i].scale, there, here, NULL));
        check_scaled(here, 3);
        CHECK_CU(cuCtxDisablePeerAccess(all[other].context));
        CHECK_CU(cuMemcpyPeer(there, all[other].context, here, all[i].context, BYTES));
        check_scaled(there, 3);
        CHECK_CU(cuMemsetD32(there, 0, N));
        CHECK_CU(cuMemcpyPeerAsync(there, all[other].context, here, all[i].context, BYTES, NULL));
        CHECK_CU(cuCtxSynchronize());
        check_scaled(there, 3);
        CHECK_RESULT(cuMemcpyPeer(there, NULL, here, all[i].context, BYTES),
                     CUDA_ERROR_INVALID_CONTEXT);
        CHECK_CU(cuMemFree(here));
        CHECK_CU(cuCtxPopCurrent(NULL));
        CHECK_CU(cuMemFree(there));
        CHECK_CU(cuCtxPopCurrent(NULL));
    }
}

// Access of peers goes with their contexts.
static void check_peers_go(void)
{
    int can = 0;
    for (int round = 0; count > 1 && round < 2; round++) {
        CUcontext here = NULL, there = NULL;
        CHECK_CU(cuDeviceCanAccessPeer(&can, 0, 1));
        CHECK_CU(create_context(&there, 1));
        CHECK_CU(create_context(&here, 0));
        CHECK_RESULT(cuCtxEnablePeerAccess(there, 0),
                     can ? CUDA_SUCCESS : CUDA_ERROR_PEER_ACCESS_UNSUPPORTED);
        CHECK_CU(cuCtxDestroy(here));
        CHECK_CU(cuCtxDestroy(there));
    }
}

// ---- reserved addresses ----

static CUmemLocation location_of(int device)
{
    CUmemLocation location = {};
    location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    location.id = device;
    return location;
}

static size_t step_of(int device)
{
    CUmemAllocationProp what = {};
    size_t step = 0;
    what.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    what.location = location_of(device);
    CHECK_CU(cuMemGetAllocationGranularity(&step, &what, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    return step;
}

// One piece of each device after the other, at addresses that go on. Needs no context.
static CUdeviceptr make_stripes(size_t step)
{
    CUdeviceptr base = 0;
    CHECK_CU(cuMemAddressReserve(&base, count * step, 0, 0, 0));
    for (int i = 0; i < count; i++) {
        CUmemGenericAllocationHandle handle = 0;
        CUmemAllocationProp what = {}, told = {};
        what.type = CU_MEM_ALLOCATION_TYPE_PINNED;
        what.location = location_of(i);
        CHECK_CU(cuMemCreate(&handle, step, &what, 0));
        CHECK_CU(cuMemGetAllocationPropertiesFromHandle(&told, handle));
        CHECK_EQ(told.location.id, i);
        CHECK_CU(cuMemMap(base + i * step, step, 0, handle, 0));
        CHECK_CU(cuMemRelease(handle));
    }
    return base;
}

static void free_stripes(CUdeviceptr base, size_t step)
{
    CHECK_CU(cuMemUnmap(base, count * step));
    CHECK_CU(cuMemAddressFree(base, count * step));
}

static void let_in(CUdeviceptr base, size_t bytes, int device, CUmemAccess_flags flags)
{
    CUmemAccessDesc access = {};
    access.location = location_of(device);
    access.flags = flags;
    CHECK_CU(cuMemSetAccess(base, bytes, &access, 1));
}

static unsigned long long access_of(CUdeviceptr pointer, int device)
{
    CUmemLocation location = location_of(device);
    unsigned long long flags = 99;
    CHECK_CU(cuMemGetAccess(&flags, &location, pointer));
    return flags;
}

static void check_access(CUdeviceptr base, size_t step)
{
    CUmemAccessDesc wrong = {};
    wrong.location = location_of(count);
    wrong.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    CHECK_RESULT(cuMemSetAccess(base, step, &wrong, 1), CUDA_ERROR_INVALID_VALUE);
    for (int i = 0; i < count; i++) {
        for (int device = 0; device < count; device++) {
            CHECK_EQ(access_of(base + i * step, device), 0ull);
        }
    }
    let_in(base, count * step, 0, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
    for (int i = 0; i < count; i++) {
        for (int device = 0; device < count; device++) {
            CHECK_EQ(access_of(base + i * step + 4096, device), device == 0 ? 3ull : 0ull);
        }
    }
}

// Kernels of device 0 write over the border of two stripes; then those of the last device do, which
// is let in, too.
static void check_stripes(const std::vector<world> &all)
{
    size_t step = step_of(count - 1);
    CUdeviceptr base = make_stripes(step);
    CUdeviceptr to = count > 1 ? base + step - BYTES / 2 : base;
    check_access(base, step);
    for (int device : {0, count - 1}) {
        let_in(base, count * step, device, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
        CHECK_CU(cuCtxPushCurrent(all[device].context));
        for (int i = 0; i < count; i++) {
            CHECK_EQ(ordinal_of(base + i * step + 8), i);
        }
        CUdeviceptr from = numbers();
        CHECK_CU(cuMemsetD32(base, 0, count * step / 4));
        CHECK_CU(launch(all[device].scale, from, to, NULL));
        check_scaled(to, 3);
        CHECK_CU(cuMemFree(from));
        CHECK_CU(cuCtxPopCurrent(NULL));
    }
    free_stripes(base, step);
}

// What is mapped is no context's.
static void check_without_context(void)
{
    size_t step = step_of(0);
    CUdeviceptr base = make_stripes(step);
    CUcontext context = NULL;
    int value = 0;
    let_in(base, count * step, 0, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
    CHECK_CU(create_context(&context, 0));
    CHECK_CU(cuMemsetD32(base, 77, count * step / 4));
    CHECK_CU(cuCtxSynchronize());
    CHECK_CU(cuCtxDestroy(context));
    CHECK_CU(create_context(&context, 0));
    CHECK_CU(cuMemcpyDtoH(&value, base + count * step - 4, sizeof(value)));
    CHECK_EQ(value, 77);
    CHECK_CU(cuCtxDestroy(context));
    free_stripes(base, step);
}

// ---- threads ----

// Takes the context over, and works in it.
static void work(const world *w, int device)
{
    CUcontext now = w->context;
    CHECK_CU(cuCtxGetCurrent(&now));
    CHECK(now == NULL); // of the thread that made it alone
    CHECK_CU(cuCtxPushCurrent(w->context));
    check_current(device);
    CUdeviceptr a = numbers(), b = numbers();
    CHECK_EQ(ordinal_of(a), device);
    CHECK_CU(launch(w->scale, a, b, NULL));
    check_scaled(b, 3);
    CHECK_CU(cuMemFree(a));
    CHECK_CU(cuMemFree(b));
    CHECK_CU(cuCtxPopCurrent(NULL));
}

// Two threads of each context at the same time, and then one after the other for all of them.
static void check_threads(const std::vector<world> &all)
{
    std::vector<std::thread> threads;
    for (int i = 0; i < 2 * count; i++) {
        threads.emplace_back(work, &all[i % count], i % count);
    }
    for (std::thread &thread : threads) {
        thread.join();
    }
    std::thread([&] {
        for (int i = count - 1; i >= 0; i--) {
            work(&all[i], i);
        }
    }).join();
    // One that another thread destroys while it is current here.
    CUcontext gone = NULL, now = NULL;
    CHECK_CU(create_context(&gone, count - 1));
    std::thread([=] { CHECK_CU(cuCtxDestroy(gone)); }).join();
    CHECK_RESULT(cuCtxSynchronize(), CUDA_ERROR_CONTEXT_IS_DESTROYED);
    CHECK_CU(cuCtxPopCurrent(&now));
    CHECK(now == gone);
}

// ---- the end ----

static void destroy(const std::vector<world> &all)
{
    for (const world &w : all) {
        CHECK_CU(cuCtxDestroy(w.context));
#if defined(__SIMT__) // a driver looks into memory that it has given back
        CHECK_RESULT(cuCtxPushCurrent(w.context), CUDA_ERROR_INVALID_CONTEXT);
#endif
    }
}

// Last, for the devices are lost after it.
static void check_out_of_reach(void)
{
    size_t step = step_of(0);
    CUdeviceptr base = make_stripes(step);
    world w = make_world(count - 1);
    let_in(base, count * step, 0, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
    CHECK_CU(cuCtxPushCurrent(w.context));
    CHECK_CU(launch(w.scale, base, base, NULL));
    CHECK_RESULT(cuCtxSynchronize(), CUDA_ERROR_ILLEGAL_ADDRESS);
}

int main(int argc, char **argv)
{
    std::vector<world> all;
    path = argc > 1 ? argv[1] : std::string(argv[0]) + ".fatbin"; // beside the program
    CHECK_CU(cuInit(0));
    CHECK_CU(cuDeviceGetCount(&count));
    check_devices();
    check_primary_contexts();
    check_resets();
    check_without_context();
    check_peers_go();
    for (int i = 0; i < count; i++) {
        all.push_back(make_world(i));
    }
    check_stack(all);
    check_launches(all);
    check_no_peer(all);
    check_peers(all);
    check_stripes(all);
    check_threads(all);
    check_both_apis(all);
    destroy(all);
    if (count > 1) {
        check_out_of_reach();
    }
    return check_end();
}
