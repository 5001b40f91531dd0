// Errors of calls: what is refused, with which code, and that the program goes on unharmed; names
// and texts of the codes.
#include "check.h"

__global__ void touch(int *cell)
{
    *cell = 5;
}

static void check_allocation(void)
{
    int *p = NULL, *q = NULL, on_stack = 0;
    CHECK_CUDA(cudaMalloc((void **)&p, 100 * sizeof(int)));
    CHECK_EQ((size_t)p % 256, (size_t)0);
    CHECK_ERROR(cudaFree(p + 1), cudaErrorInvalidValue);
    CHECK_CUDA(cudaFree(p));
    CHECK_ERROR(cudaFree(p), cudaErrorInvalidValue);
    CHECK_ERROR(cudaFree(&on_stack), cudaErrorInvalidValue);
    CHECK_CUDA(cudaFree(NULL));
    CHECK_CUDA(cudaFreeHost(NULL));
    CHECK_ERROR(cudaFreeHost(&on_stack), cudaErrorInvalidValue);
    CHECK_ERROR(cudaGetLastError(), cudaErrorInvalidValue);
    CHECK_CUDA(cudaGetLastError());

    CHECK_ERROR(cudaMalloc((void **)&q, (size_t)1 << 50), cudaErrorMemoryAllocation);
    CHECK_ERROR(cudaPeekAtLastError(), cudaErrorMemoryAllocation);
    CHECK_ERROR(cudaGetLastError(), cudaErrorMemoryAllocation);
    CHECK_ERROR(cudaMalloc((void **)NULL, 16), cudaErrorInvalidValue);
    CHECK_CUDA(cudaMalloc((void **)&q, 0));
    CHECK_CUDA(cudaFree(q));

    // a call that succeeds leaves the last error standing
    CHECK_CUDA(cudaMalloc((void **)&q, 64));
    CHECK_ERROR(cudaGetLastError(), cudaErrorInvalidValue);
    CHECK_CUDA(cudaFree(q));
}

static void check_copies(void)
{
    static signed char host[4096];
    signed char *device = check_device<signed char>(1 << 20),
                *other = check_device<signed char>(4096);
    CHECK_ERROR(cudaMemcpy(device, host, 16, (enum cudaMemcpyKind)7),
                cudaErrorInvalidMemcpyDirection);
    CHECK_ERROR(cudaMemcpy(NULL, host, 16, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    CHECK_ERROR(cudaMemcpy(device, NULL, 16, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    CHECK_ERROR(cudaMemset(NULL, 0, 16), cudaErrorInvalidValue);
    CHECK_ERROR(cudaMemset(device, 0, (size_t)1 << 40), cudaErrorInvalidValue);
    CHECK_ERROR(cudaMemcpy(device, other, (size_t)1 << 40, cudaMemcpyDeviceToDevice),
                cudaErrorInvalidValue);
    CHECK_ERROR(cudaMemcpy2D(device, 16, host, 64, 32, 4, cudaMemcpyHostToDevice),
                cudaErrorInvalidPitchValue);
    CHECK_ERROR(cudaMemcpy2D(device, 64, host, 16, 32, 4, cudaMemcpyHostToDevice),
                cudaErrorInvalidPitchValue);
    CHECK_ERROR(cudaMemcpy2D(device, 16, host, 64, 32, 1, cudaMemcpyHostToDevice),
                cudaErrorInvalidValue);
    CHECK_CUDA(cudaMemcpy(device, host, 0, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemset(device, 0, 0));
    CHECK_ERROR(cudaGetLastError(), cudaErrorInvalidValue);
    CHECK_CUDA(cudaMemcpy(host, other, 4096, cudaMemcpyDeviceToHost));
    CHECK_EQ((int)host[4095], -1);
    CHECK_CUDA(cudaFree(device));
    CHECK_CUDA(cudaFree(other));
}

// The runtime asks whether each side can be what the kind says, not whether it is: device memory
// passes for host memory, for its addresses are unique, but ordinary host memory does not pass for
// a device's.
static void check_kinds(void)
{
    signed char host[64] = {0}, other[64] = {0}, *pinned = NULL, *managed = NULL;
    signed char *device = check_device<signed char>(128);
    CHECK_CUDA(cudaMallocHost((void **)&pinned, 128));
    CHECK_CUDA(cudaMallocManaged((void **)&managed, 64));
    CHECK_CUDA(cudaMemcpy(device, device + 64, 64, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemcpy(device, device + 64, 64, cudaMemcpyDeviceToHost));
    CHECK_CUDA(cudaMemcpy(host, device, 64, cudaMemcpyHostToHost));
    CHECK_EQ((int)host[63], -1);
    CHECK_CUDA(cudaMemcpy(pinned, device, 64, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemcpy(pinned + 64, pinned, 64, cudaMemcpyDeviceToDevice));
    CHECK_EQ((int)pinned[127], -1);
    CHECK_CUDA(cudaMemcpy(managed, host, 64, cudaMemcpyHostToHost));
    CHECK_CUDA(cudaMemset(pinned, 7, 64));
    CHECK_CUDA(cudaDeviceSynchronize());
    CHECK_EQ((int)pinned[63], 7);
    CHECK_CUDA(cudaMemcpy(host, other, 0, (enum cudaMemcpyKind)7));

    int pageable = 0; // some machines let the device read all of the host's memory
    CHECK_CUDA(cudaDeviceGetAttribute(&pageable, cudaDevAttrPageableMemoryAccess, 0));
    if (!pageable) {
        CHECK_ERROR(cudaMemcpy(host, device, 64, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
        CHECK_ERROR(cudaMemcpy(device, host, 64, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
        CHECK_ERROR(cudaMemcpy(device, host, 64, cudaMemcpyDeviceToDevice), cudaErrorInvalidValue);
        CHECK_ERROR(cudaMemcpy(host, other, 64, cudaMemcpyDeviceToDevice), cudaErrorInvalidValue);
        CHECK_ERROR(cudaMemcpy(host, managed, 64, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
        CHECK_ERROR(cudaMemset(host, 0, 64), cudaErrorInvalidValue);
        CHECK_ERROR(cudaGetLastError(), cudaErrorInvalidValue);
    }
    CHECK_ERROR(cudaFree(pinned), cudaErrorInvalidValue);
    CHECK_ERROR(cudaFreeHost(device), cudaErrorInvalidValue);
    CHECK_ERROR(cudaGetLastError(), cudaErrorInvalidValue);
    CHECK_CUDA(cudaFree(device));
    CHECK_CUDA(cudaFree(managed));
    CHECK_CUDA(cudaFreeHost(pinned));
}

static void check_devices(void)
{
    int device = -1, count = 0, value;
    struct cudaDeviceProp prop;
    CHECK_CUDA(cudaGetDeviceCount(&count));
    CHECK(count >= 1);
    CHECK_ERROR(cudaSetDevice(count), cudaErrorInvalidDevice);
    CHECK_ERROR(cudaSetDevice(-1), cudaErrorInvalidDevice);
    CHECK_CUDA(cudaSetDevice(0));
    CHECK_CUDA(cudaGetDevice(&device));
    CHECK_EQ(device, 0);
    CHECK_ERROR(cudaGetDeviceProperties(&prop, count), cudaErrorInvalidDevice);
    CHECK_ERROR(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, count), cudaErrorInvalidDevice);
    CHECK_ERROR(cudaDeviceGetAttribute(&value, (enum cudaDeviceAttr)100000, 0),
                cudaErrorInvalidValue);
    CHECK_ERROR(cudaGetLastError(), cudaErrorInvalidValue);
}

static void check_names(void)
{
    static const struct {
        cudaError_t code;
        int number;
        const char *name, *text;
    } rows[] = {
        {cudaSuccess, 0, "cudaSuccess", "no error"},
        {cudaErrorInvalidValue, 1, "cudaErrorInvalidValue", "invalid argument"},
        {cudaErrorMemoryAllocation, 2, "cudaErrorMemoryAllocation", "out of memory"},
        {cudaErrorInitializationError, 3, "cudaErrorInitializationError", "initialization error"},
        {cudaErrorInvalidConfiguration, 9, "cudaErrorInvalidConfiguration",
         "invalid configuration argument"},
        {cudaErrorInvalidPitchValue, 12, "cudaErrorInvalidPitchValue", "invalid pitch argument"},
        {cudaErrorInvalidSymbol, 13, "cudaErrorInvalidSymbol", "invalid device symbol"},
        {cudaErrorInvalidDevicePointer, 17, "cudaErrorInvalidDevicePointer",
         "invalid device pointer"},
        {cudaErrorInvalidMemcpyDirection, 21, "cudaErrorInvalidMemcpyDirection",
         "invalid copy direction for memcpy"},
        {cudaErrorInsufficientDriver, 35, "cudaErrorInsufficientDriver",
         "CUDA driver version is insufficient for CUDA runtime version"},
        {cudaErrorInvalidDeviceFunction, 98, "cudaErrorInvalidDeviceFunction",
         "invalid device function"},
        {cudaErrorNoDevice, 100, "cudaErrorNoDevice", "no CUDA-capable device is detected"},
        {cudaErrorInvalidDevice, 101, "cudaErrorInvalidDevice", "invalid device ordinal"},
        {cudaErrorNoKernelImageForDevice, 209, "cudaErrorNoKernelImageForDevice",
         "no kernel image is available for execution on the device"},
        {cudaErrorInvalidResourceHandle, 400, "cudaErrorInvalidResourceHandle",
         "invalid resource handle"},
        {cudaErrorNotReady, 600, "cudaErrorNotReady", "device not ready"},
        {cudaErrorIllegalAddress, 700, "cudaErrorIllegalAddress",
         "an illegal memory access was encountered"},
        {cudaErrorLaunchOutOfResources, 701, "cudaErrorLaunchOutOfResources",
         "too many resources requested for launch"},
        {cudaErrorLaunchTimeout, 702, "cudaErrorLaunchTimeout",
         "the launch timed out and was terminated"},
        {cudaErrorAssert, 710, "cudaErrorAssert", "device-side assert triggered"},
        {cudaErrorHostMemoryAlreadyRegistered, 712, "cudaErrorHostMemoryAlreadyRegistered",
         "part or all of the requested memory range is already mapped"},
        {cudaErrorHostMemoryNotRegistered, 713, "cudaErrorHostMemoryNotRegistered",
         "pointer does not correspond to a registered memory region"},
        {cudaErrorMisalignedAddress, 716, "cudaErrorMisalignedAddress", "misaligned address"},
        {cudaErrorLaunchFailure, 719, "cudaErrorLaunchFailure", "unspecified launch failure"},
        {cudaErrorNotSupported, 801, "cudaErrorNotSupported", "operation not supported"},
        {cudaErrorUnknown, 999, "cudaErrorUnknown", "unknown error"},
        {(cudaError_t)12345, 12345, "unrecognized error code", "unrecognized error code"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        CHECK_EQ_AT((int)rows[i].code, rows[i].number, i);
        CHECK_STR(cudaGetErrorName(rows[i].code), rows[i].name);
        CHECK_STR(cudaGetErrorString(rows[i].code), rows[i].text);
    }
}

int main(void)
{
    check_allocation();
    check_copies();
    check_kinds();
    check_devices();
    check_names();
    int *cell = check_device<int>(1), got = 0;
    touch<<<1, 1>>>(cell);
    CHECK_LAUNCH();
    check_take(&got, cell, 1);
    CHECK_EQ(got, 5);
    return check_end();
}
