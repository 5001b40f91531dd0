// The driver API: contexts, modules, launches, memory, streams, textures, and what it says of
// mistakes. The argument is the file of module.cu, compiled by -fatbin.
#include "driver_check.h"

#include <string>
#include <vector>

static void before_start(void)
{
    CUdevice device = 0;
    int count = 0;
    CUdeviceptr pointer = 0;
    CHECK_RESULT(cuDeviceGet(&device, 0), CUDA_ERROR_NOT_INITIALIZED);
    CHECK_RESULT(cuDeviceGetCount(&count), CUDA_ERROR_NOT_INITIALIZED);
    CHECK_RESULT(cuInit(1), CUDA_ERROR_INVALID_VALUE);
    CHECK_CU(cuInit(0));
    CHECK_CU(cuDeviceGetCount(&count));
    CHECK(count > 0);
    CHECK_RESULT(cuDeviceGet(&device, count), CUDA_ERROR_INVALID_DEVICE);
    CHECK_CU(cuDeviceGet(&device, 0));
    CHECK_RESULT(cuMemAlloc(&pointer, 16), CUDA_ERROR_INVALID_CONTEXT);
}

static void device(void)
{
    char name[256] = "", small[4] = "abc";
    size_t bytes = 0;
    int warp = 0, version = 0;
    CHECK_CU(cuDeviceGetName(name, sizeof(name), 0));
    CHECK(strlen(name) > 3);
    CHECK_CU(cuDeviceGetName(small, sizeof(small), 0));
    CHECK(strlen(small) <= 3);
    CHECK_CU(cuDeviceTotalMem(&bytes, 0));
    CHECK(bytes > 0);
    CHECK_CU(cuDeviceGetAttribute(&warp, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0));
    CHECK_EQ(warp, 32);
    CHECK_CU(cuDriverGetVersion(&version));
    CHECK(version >= 12000);
}

static void errors(void)
{
    const char *text = "";
    CHECK_CU(cuGetErrorName(CUDA_ERROR_INVALID_HANDLE, &text));
    CHECK_STR(text, "CUDA_ERROR_INVALID_HANDLE");
    CHECK_CU(cuGetErrorString(CUDA_ERROR_NOT_FOUND, &text));
    CHECK_STR(text, "named symbol not found");
    CHECK_RESULT(cuGetErrorName((CUresult)12345, &text), CUDA_ERROR_INVALID_VALUE);
    CHECK(text == NULL);
}

static void contexts(void)
{
    CUcontext first = NULL, second = NULL, now = NULL;
    CUdevice of = -1;
    CHECK_CU(cuCtxGetCurrent(&first));
    CHECK(first != NULL);
    CHECK_CU(create_context(&second, 0));
    CHECK_CU(cuCtxGetCurrent(&now));
    CHECK(now == second);
    CHECK_CU(cuCtxPopCurrent(&now));
    CHECK(now == second);
    CHECK_CU(cuCtxGetCurrent(&now));
    CHECK(now == first);
    CHECK_CU(cuCtxPushCurrent(second));
    CHECK_CU(cuCtxGetDevice(&of));
    CHECK_EQ(of, 0);
    CHECK_CU(cuCtxDestroy(second));
    CHECK_CU(cuCtxGetCurrent(&now));
    CHECK(now == first);
    CHECK_RESULT(create_context(&second, 99), CUDA_ERROR_INVALID_DEVICE);
}

static void modules(const char *path, CUmodule *module)
{
    CUmodule none = NULL;
    CUfunction function = NULL, again = NULL;
    CUdeviceptr address = 0;
    size_t bytes = 0;
    CHECK_RESULT(cuModuleLoad(&none, "there_is_no_such_file.fatbin"), CUDA_ERROR_FILE_NOT_FOUND);
    CHECK(cuModuleLoadData(&none, "no module at all") != CUDA_SUCCESS);
    CHECK_CU(cuModuleLoad(module, path));
    CHECK_CU(cuModuleGetFunction(&function, *module, "scale"));
    CHECK_CU(cuModuleGetFunction(&again, *module, "scale"));
    CHECK(function == again);
    CHECK_RESULT(cuModuleGetFunction(&function, *module, "no_such_kernel"), CUDA_ERROR_NOT_FOUND);
    CHECK_RESULT(cuModuleGetFunction(&function, *module, "malloc"), CUDA_ERROR_NOT_FOUND);
    CHECK_CU(cuModuleGetGlobal(&address, &bytes, *module, "launches"));
    CHECK_EQ(bytes, sizeof(int));
    CHECK_RESULT(cuModuleGetGlobal(&address, &bytes, *module, "scale"), CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(cuModuleGetGlobal(&address, &bytes, *module, "nothing"), CUDA_ERROR_NOT_FOUND);
}

// The same file twice: each has its own variables.
static void load_twice(const char *path, CUmodule first)
{
    CUmodule second = NULL;
    CUdeviceptr a = 0, b = 0;
    int one = 1, other = -1;
    CHECK_CU(cuModuleLoad(&second, path));
    CHECK_CU(cuModuleGetGlobal(&a, NULL, first, "launches"));
    CHECK_CU(cuModuleGetGlobal(&b, NULL, second, "launches"));
    CHECK(a != b);
    CHECK_CU(cuMemcpyHtoD(a, &one, sizeof(one)));
    CHECK_CU(cuMemcpyDtoH(&other, b, sizeof(other)));
    CHECK_EQ(other, 0);
    other = 0;
    CHECK_CU(cuMemcpyHtoD(a, &other, sizeof(other)));
    CHECK_CU(cuModuleUnload(second));
}

static CUfunction find(CUmodule module, const char *name)
{
    CUfunction function = NULL;
    CHECK_CU(cuModuleGetFunction(&function, module, name));
    return function;
}

static void launches(CUmodule module)
{
    CUfunction scale = find(module, "scale");
    CUfunction scale_floats = find(module, "_Z5scalePKfPfi");
    for (int n : check_sizes) {
        std::vector<int> in(n + 1), out(n + 1);
        std::vector<float> floats(n + 1);
        CUdeviceptr a = 0, b = 0;
        unsigned blocks = n ? (n + 255) / 256 : 1;
        for (int i = 0; i < n; i++) {
            in[i] = i - 7;
        }
        CHECK_CU(cuMemAlloc(&a, (n + 1) * sizeof(int)));
        CHECK_CU(cuMemAlloc(&b, (n + 1) * sizeof(int)));
        CHECK_CU(cuMemcpyHtoD(a, in.data(), (n + 1) * sizeof(int)));
        void *arguments[] = {&a, &b, &n};
        CHECK_CU(cuLaunchKernel(scale, blocks, 1, 1, 256, 1, 1, 0, NULL, arguments, NULL));
        CHECK_CU(cuCtxSynchronize());
        CHECK_CU(cuMemcpyDtoH(out.data(), b, n * sizeof(int)));
        for (int i = 0; i < n; i++) {
            CHECK_EQ_AT(out[i], 3 * in[i], i);
            floats[i] = i * 0.5f;
        }
        CHECK_CU(cuMemcpyHtoD(a, floats.data(), (n + 1) * sizeof(float)));
        CHECK_CU(cuLaunchKernel(scale_floats, blocks, 1, 1, 256, 1, 1, 0, NULL, arguments, NULL));
        CHECK_CU(cuMemcpyDtoH(floats.data(), b, n * sizeof(float)));
        for (int i = 0; i < n; i++) {
            CHECK_EQ_AT(floats[i], 1.5f * i, i);
        }
        CHECK_CU(cuMemFree(a));
        CHECK_CU(cuMemFree(b));
    }
    CUdeviceptr counted = 0;
    int count = 0;
    CHECK_CU(cuModuleGetGlobal(&counted, NULL, module, "launches"));
    CHECK_CU(cuMemcpyDtoH(&count, counted, sizeof(count)));
    CHECK_EQ(count, (int)(sizeof(check_sizes) / sizeof(check_sizes[0])));
}

// The arguments one behind the other in a buffer.
static void packed_arguments(CUmodule module)
{
    struct pair {
        double high;
        char low;
    };
    struct {
        char a;
        double b;
        short c;
        pair d;
        CUdeviceptr out;
    } buffer = {1, 2.5, 3, {4.25, 5}, 0};
    size_t size = sizeof(buffer);
    double sum = 0;
    CHECK_CU(cuMemAlloc(&buffer.out, sizeof(double)));
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     CU_LAUNCH_PARAM_END};
    CHECK_CU(cuLaunchKernel(find(module, "add_all"), 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra));
    CHECK_CU(cuMemcpyDtoH(&sum, buffer.out, sizeof(sum)));
    CHECK_EQ(sum, 15.75);
    CHECK_CU(cuMemFree(buffer.out));
}

static void shared_memory(CUmodule module)
{
    CUfunction reverse = find(module, "reverse"), sums = find(module, "warp_sums");
    int data[64], threads = 0, in_warps[4] = {};
    CUdeviceptr memory = 0;
    void *arguments[] = {&memory};
    for (int i = 0; i < 64; i++) {
        data[i] = i;
    }
    CHECK_CU(cuMemAlloc(&memory, sizeof(data)));
    CHECK_CU(cuMemcpyHtoD(memory, data, sizeof(data)));
    CHECK_CU(cuLaunchKernel(reverse, 1, 1, 1, 64, 1, 1, sizeof(data), NULL, arguments, NULL));
    CHECK_CU(cuMemcpyDtoH(data, memory, sizeof(data)));
    for (int i = 0; i < 64; i++) {
        CHECK_EQ_AT(data[i], 2 * (63 - i), i);
    }
    CHECK_CU(cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, reverse));
    CHECK_EQ(threads, 64);
    CHECK_CU(cuLaunchKernel(sums, 1, 1, 1, 128, 1, 1, 0, NULL, arguments, NULL));
    CHECK_CU(cuMemcpyDtoH(in_warps, memory, sizeof(in_warps)));
    for (int i = 0; i < 4; i++) {
        CHECK_EQ_AT(in_warps[i], 32 * 32 * i + 496, i);
    }
    CHECK_CU(cuMemFree(memory));
}

__global__ static void add(int *a, int n)
{
    a[threadIdx.x] += n;
}

// A kernel of the program's own, as the driver API launches it.
static void function_by_symbol(void)
{
    int n = 5, sums[32];
    CUdeviceptr a = 0;
    cudaFunction_t function = NULL, again = NULL;
    CHECK_CU(cuMemAlloc(&a, sizeof(sums)));
    CHECK_CU(cuMemsetD32(a, 1, 32));
    CHECK_CUDA(cudaGetFuncBySymbol(&function, (const void *)add));
    CHECK_CUDA(cudaGetFuncBySymbol(&again, (const void *)add));
    CHECK_EQ(function == again, true);
    void *arguments[] = {&a, &n};
    CHECK_CU(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, NULL, arguments, NULL));
    CHECK_CU(cuMemcpyDtoH(sums, a, sizeof(sums)));
    for (int i = 0; i < 32; i++) {
        CHECK_EQ_AT(sums[i], 6, i);
    }
    CHECK_EQ(cudaGetFuncBySymbol(&function, sums), cudaErrorInvalidDeviceFunction);
    CHECK_EQ(cudaGetFuncBySymbol(NULL, (const void *)add), cudaErrorInvalidValue);
    (void)cudaGetLastError();
    CHECK_CU(cuMemFree(a));
}

static void wrong_launches(CUmodule module)
{
    CUfunction scale = find(module, "scale");
    CUdeviceptr a = 0;
    int n = 1;
    size_t too_small = 8;
    void *arguments[] = {&a, &a, &n};
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &a, CU_LAUNCH_PARAM_BUFFER_SIZE, &too_small,
                     CU_LAUNCH_PARAM_END};
    CHECK_RESULT(cuLaunchKernel(scale, 0, 1, 1, 32, 1, 1, 0, NULL, arguments, NULL),
                 CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(cuLaunchKernel(scale, 1, 1, 1, 2048, 1, 1, 0, NULL, arguments, NULL),
                 CUDA_ERROR_INVALID_VALUE);
    CHECK_RESULT(cuLaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, NULL, arguments, extra),
                 CUDA_ERROR_INVALID_VALUE);
    // The runtime API's last error is none of the driver API's.
    CHECK_CUDA(cudaGetLastError());
}

static void memory(void)
{
    CUdeviceptr a = 0, b = 0, base = 0;
    size_t bytes = 0, pitch = 0, free_bytes = 0, total = 0;
    std::vector<unsigned> host(64);
    CHECK_RESULT(cuMemAlloc(&a, 0), CUDA_ERROR_INVALID_VALUE);
    CHECK_CU(cuMemAlloc(&a, 64 * 4));
    CHECK_CU(cuMemAlloc(&b, 64 * 4));
    CHECK_CU(cuMemsetD32(a, 0x01020304u, 64));
    CHECK_CU(cuMemsetD16(a, 0x0506, 4));
    CHECK_CU(cuMemsetD8(a, 7, 2));
    CHECK_CU(cuMemcpyDtoD(b, a, 64 * 4));
    CHECK_CU(cuMemcpyDtoH(host.data(), b, 64 * 4));
    CHECK_EQ(host[0], 0x05060707u);
    CHECK_EQ(host[1], 0x05060506u);
    CHECK_EQ(host[63], 0x01020304u);
    CHECK_CU(cuMemGetAddressRange(&base, &bytes, a + 17));
    CHECK_EQ(base, a);
    CHECK(bytes >= 64 * 4);
    CHECK_CU(cuMemGetInfo(&free_bytes, &total));
    CHECK(free_bytes <= total);
    CHECK_CU(cuMemFree(a));
    CHECK_CU(cuMemFree(b));
    CHECK_CU(cuMemAllocPitch(&a, &pitch, 100, 3, 4));
    CHECK(pitch >= 100);
    CHECK_CU(cuMemFree(a));
}

static void streams(void)
{
    CUstream stream = NULL;
    CUevent begin = NULL, end = NULL;
    CUdeviceptr memory = 0;
    int *pinned = NULL;
    float ms = -1;
    CHECK_CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    CHECK_CU(cuEventCreate(&begin, CU_EVENT_DEFAULT));
    CHECK_CU(cuEventCreate(&end, CU_EVENT_DEFAULT));
    CHECK_CU(cuMemAllocHost((void **)&pinned, 256));
    CHECK_CU(cuMemAlloc(&memory, 256));
    memset(pinned, 9, 256);
    CHECK_CU(cuEventRecord(begin, stream));
    CHECK_CU(cuMemcpyHtoDAsync(memory, pinned, 256, stream));
    CHECK_CU(cuMemsetD8Async(memory, 1, 4, stream));
    CHECK_CU(cuMemcpyDtoHAsync(pinned, memory, 256, stream));
    CHECK_CU(cuEventRecord(end, stream));
    CHECK_CU(cuStreamWaitEvent(stream, end, 0));
    CHECK_CU(cuEventSynchronize(end));
    CHECK_CU(cuStreamSynchronize(stream));
    CHECK_EQ(pinned[0], 0x01010101);
    CHECK_EQ(pinned[1], 0x09090909);
    CHECK_CU(cuEventElapsedTime(&ms, begin, end));
    CHECK(ms >= 0);
    CHECK_CU(cuMemFree(memory));
    CHECK_CU(cuMemFreeHost(pinned));
    CHECK_CU(cuEventDestroy(begin));
    CHECK_CU(cuEventDestroy(end));
    CHECK_CU(cuStreamDestroy(stream));
}

static void textures(CUmodule module)
{
    enum { W = 8, H = 4 };
    float host[H][W], back[H][W] = {};
    CUarray array = NULL;
    CUDA_ARRAY_DESCRIPTOR desc = {}, told = {};
    CUDA_MEMCPY2D copy = {};
    CUDA_RESOURCE_DESC resource = {};
    CUDA_TEXTURE_DESC how = {};
    CUtexObject texture = 0;
    CUdeviceptr out = 0;
    int width = W;
    for (int i = 0; i < W * H; i++) {
        host[i / W][i % W] = (float)i * 0.25f;
    }
    desc.Width = W;
    desc.Height = H;
    desc.Format = CU_AD_FORMAT_FLOAT;
    desc.NumChannels = 1;
    CHECK_CU(cuArrayCreate(&array, &desc));
    CHECK_CU(cuArrayGetDescriptor(&told, array));
    CHECK_EQ(told.Width, (size_t)W);
    CHECK_EQ((int)told.Format, (int)CU_AD_FORMAT_FLOAT);
    copy.srcMemoryType = CU_MEMORYTYPE_HOST;
    copy.srcHost = host;
    copy.srcPitch = W * sizeof(float);
    copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    copy.dstArray = array;
    copy.WidthInBytes = W * sizeof(float);
    copy.Height = H;
    CHECK_CU(cuMemcpy2D(&copy));
    resource.resType = CU_RESOURCE_TYPE_ARRAY;
    resource.res.array.hArray = array;
    how.addressMode[0] = how.addressMode[1] = CU_TR_ADDRESS_MODE_CLAMP;
    how.filterMode = CU_TR_FILTER_MODE_POINT;
    CHECK_CU(cuTexObjectCreate(&texture, &resource, &how, NULL));
    CHECK_CU(cuMemAlloc(&out, sizeof(back)));
    void *arguments[] = {&texture, &out, &width};
    CHECK_CU(
        cuLaunchKernel(find(module, "read_texture"), 1, 1, 1, W, H, 1, 0, NULL, arguments, NULL));
    CHECK_CU(cuMemcpyDtoH(back, out, sizeof(back)));
    for (int i = 0; i < W * H; i++) {
        CHECK_EQ_AT(back[i / W][i % W], host[i / W][i % W], i);
    }
    CHECK_CU(cuTexObjectDestroy(texture));
    CHECK_CU(cuArrayDestroy(array));
    CHECK_CU(cuMemFree(out));
}

// Memory that grows: what was mapped is found again at another address.
static void virtual_memory(void)
{
    CUmemAllocationProp what = {};
    CUmemAccessDesc access = {};
    CUmemGenericAllocationHandle handle = 0;
    CUdeviceptr first = 0, second = 0;
    size_t step = 0;
    int value = 0, supported = 0;
    CHECK_CU(cuDeviceGetAttribute(&supported,
                                  CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 0));
    if (!supported) {
        return;
    }
    what.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    what.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    access.location = what.location;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    CHECK_CU(cuMemGetAllocationGranularity(&step, &what, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    CHECK_RESULT(cuMemCreate(&handle, step + 1, &what, 0), CUDA_ERROR_INVALID_VALUE);
    CHECK_CU(cuMemCreate(&handle, step, &what, 0));
    CHECK_CU(cuMemAddressReserve(&first, step, 0, 0, 0));
    CHECK_CU(cuMemAddressReserve(&second, 2 * step, 0, 0, 0));
    CHECK_CU(cuMemMap(first, step, 0, handle, 0));
    CHECK_CU(cuMemSetAccess(first, step, &access, 1));
    CHECK_CU(cuMemsetD32(first, 1234, step / 4));
    CHECK_CU(cuCtxSynchronize());
    CHECK_CU(cuMemUnmap(first, step));
    CHECK_CU(cuMemMap(second + step, step, 0, handle, 0));
    CHECK_CU(cuMemSetAccess(second + step, step, &access, 1));
    CHECK_CU(cuMemcpyDtoH(&value, second + step + 40, sizeof(value)));
    CHECK_EQ(value, 1234);
#if defined(__SIMT__)
    CHECK_RESULT(cuMemFree(second), CUDA_ERROR_INVALID_VALUE);
#endif
    CHECK_CU(cuMemUnmap(second + step, step));
    CHECK_CU(cuMemRelease(handle));
    CHECK_CU(cuMemAddressFree(first, step));
    CHECK_CU(cuMemAddressFree(second, 2 * step));
}

// Here alone: nvcc -fatbin makes nothing that is to be linked.
static void link_one(const char *path)
{
#if defined(__SIMT__)
    CUlinkState state = NULL;
    CUmodule module = NULL;
    void *image = NULL;
    size_t bytes = 0;
    CHECK_CU(cuLinkCreate(0, NULL, NULL, &state));
    CHECK_RESULT(cuLinkAddFile(state, CU_JIT_INPUT_FATBINARY, "no_such_file", 0, NULL, NULL),
                 CUDA_ERROR_FILE_NOT_FOUND);
    CHECK_CU(cuLinkAddFile(state, CU_JIT_INPUT_FATBINARY, path, 0, NULL, NULL));
    CHECK_CU(cuLinkComplete(state, &image, &bytes));
    CHECK(bytes > 0);
    CHECK_CU(cuModuleLoadData(&module, image));
    CHECK(find(module, "scale") != NULL);
    CHECK_CU(cuModuleUnload(module));
    CHECK_CU(cuLinkDestroy(state));
#else
    (void)path;
#endif
}

// An error that a kernel makes sticks; so this is the last.
static void failing_kernel(CUmodule module)
{
    CUdeviceptr nowhere = 0;
    void *arguments[] = {&nowhere};
    CHECK_CU(cuLaunchKernel(find(module, "write_at"), 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
    CHECK_RESULT(cuCtxSynchronize(), CUDA_ERROR_ILLEGAL_ADDRESS);
    CHECK_RESULT(cuMemAlloc(&nowhere, 16), CUDA_ERROR_ILLEGAL_ADDRESS);
}

int main(int argc, char **argv)
{
    std::string path = std::string(argv[0]) + ".fatbin"; // beside the program
    if (argc > 1) {
        path = argv[1];
    }
    CUcontext context = NULL;
    CUmodule module = NULL;
    before_start();
    device();
    errors();
    CHECK_CU(create_context(&context, 0));
    contexts();
    modules(path.c_str(), &module);
    load_twice(path.c_str(), module);
    launches(module);
    packed_arguments(module);
    shared_memory(module);
    wrong_launches(module);
    memory();
    streams();
    textures(module);
    virtual_memory();
    link_one(path.c_str());
    function_by_symbol();
    failing_kernel(module);
    return check_end();
}
