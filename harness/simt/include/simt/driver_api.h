/* The functions of <cuda.h>. Most do what the runtime API's do, and are compiled into the caller's
 * own code, so that the inspector knows a call by the caller's line. */
#ifndef SIMT_DRIVER_API_H
#define SIMT_DRIVER_API_H

#pragma GCC system_header

#include <simt/driver_api_types.h>
#include <simt/runtime.h>

#if defined(__cplusplus)
extern "C" {
#endif

/* ---- of libsimt; the first ones are not for programs to call ---- */

/* Begins a call that needs a context, or the driver alone. CUDA_SUCCESS: it may be made, and ends
 * with simt_driver_leave(), which gives its error. */
CUresult simt_driver_enter(void);
CUresult simt_driver_enter_device(void);
CUresult simt_driver_leave(cudaError_t error);

cudaError_t simt_driver_attribute(int *value, CUdevice_attribute attribute, CUdevice device);
cudaError_t simt_driver_pointer_attribute(void *value, CUpointer_attribute attribute,
                                          CUdeviceptr pointer);
cudaError_t simt_driver_range(CUdeviceptr *base, size_t *bytes, CUdeviceptr pointer);
cudaError_t simt_driver_box(const CUDA_MEMCPY2D *copy, struct cudaMemcpy3DParms *box);
cudaError_t simt_driver_channels(CUarray_format format, unsigned count,
                                 struct cudaChannelFormatDesc *desc);
cudaError_t simt_driver_format(CUarray array, CUDA_ARRAY3D_DESCRIPTOR *desc);
cudaError_t simt_driver_resource(const CUDA_RESOURCE_DESC *from, struct cudaResourceDesc *to);
cudaError_t simt_driver_texture(const CUDA_RESOURCE_DESC *resource, const CUDA_TEXTURE_DESC *from,
                                struct cudaTextureDesc *to);

CUresult simt_driver_context_make(CUcontext *context, unsigned flags, CUdevice device);
/* The context is gone, or used once less. `left` is its device, if nothing uses that any more, so
 * that what is on it goes too; else -1. */
CUresult simt_driver_context_end(CUcontext context, CUdevice *left);
CUresult simt_driver_primary_release(CUdevice device, CUdevice *left);
cudaError_t simt_driver_reset(CUdevice device);
/* The device of a context; of one that is not the current one. */
CUresult simt_driver_device_of(CUcontext context, CUdevice *device);
CUresult simt_driver_peer_of(CUcontext context, CUdevice *device);

/* The kernel's address; null: it is no function of a module that is loaded. */
const void *simt_driver_kernel(CUfunction function);
/* The configuration says all but the kernel. */
cudaError_t simt_driver_launch(CUfunction function, struct simt_launch_config *config,
                               void **parameters, void **extra);

/* Rows of elements of 1, 2 or 4 bytes. */
cudaError_t simt_fill(void *memory, size_t pitch, unsigned value, unsigned element, size_t width,
                      size_t height);
cudaError_t simt_fill_async(void *memory, size_t pitch, unsigned value, unsigned element,
                            size_t width, size_t height, cudaStream_t stream);

CUresult cuInit(unsigned int flags);
CUresult cuGetErrorName(CUresult error, const char **name);
CUresult cuGetErrorString(CUresult error, const char **text);
CUresult cuDriverGetVersion(int *version);
CUresult cuDeviceGet(CUdevice *device, int ordinal);

CUresult cuCtxPushCurrent(CUcontext context);
CUresult cuCtxPopCurrent(CUcontext *context);
CUresult cuCtxSetCurrent(CUcontext context);
CUresult cuCtxGetCurrent(CUcontext *context);
CUresult cuCtxGetDevice(CUdevice *device);
CUresult cuCtxGetFlags(unsigned int *flags);
CUresult cuCtxGetApiVersion(CUcontext context, unsigned int *version);
CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device);
CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags);
CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int *flags, int *active);

CUresult cuModuleLoad(CUmodule *module, const char *file);
CUresult cuModuleLoadData(CUmodule *module, const void *image);
CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned int count,
                            CUjit_option *options, void **values);
CUresult cuModuleLoadFatBinary(CUmodule *module, const void *image);
CUresult cuModuleUnload(CUmodule module);
CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name);
CUresult cuModuleGetGlobal(CUdeviceptr *pointer, size_t *bytes, CUmodule module, const char *name);
CUresult cuFuncGetModule(CUmodule *module, CUfunction function);
CUresult cuFuncGetName(const char **name, CUfunction function);

/* Of one image, which is the result. */
CUresult cuLinkCreate(unsigned int count, CUjit_option *options, void **values, CUlinkState *state);
CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *image, size_t bytes,
                       const char *name, unsigned int count, CUjit_option *options, void **values);
CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *file, unsigned int count,
                       CUjit_option *options, void **values);
CUresult cuLinkComplete(CUlinkState state, void **image, size_t *bytes);
CUresult cuLinkDestroy(CUlinkState state);

/* A reservation takes its bytes of the device's memory at once. What is mapped lies at one place at
 * a time. */
CUresult cuMemGetAllocationGranularity(size_t *bytes, const CUmemAllocationProp *properties,
                                       CUmemAllocationGranularity_flags which);
CUresult cuMemAddressReserve(CUdeviceptr *pointer, size_t bytes, size_t alignment,
                             CUdeviceptr wanted, unsigned long long flags);
CUresult cuMemAddressFree(CUdeviceptr pointer, size_t bytes);
CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t bytes,
                     const CUmemAllocationProp *properties, unsigned long long flags);
CUresult cuMemRelease(CUmemGenericAllocationHandle handle);
CUresult cuMemMap(CUdeviceptr pointer, size_t bytes, size_t offset,
                  CUmemGenericAllocationHandle handle, unsigned long long flags);
CUresult cuMemUnmap(CUdeviceptr pointer, size_t bytes);
CUresult cuMemSetAccess(CUdeviceptr pointer, size_t bytes, const CUmemAccessDesc *access,
                        size_t count);
CUresult cuMemGetAccess(unsigned long long *flags, const CUmemLocation *location,
                        CUdeviceptr pointer);
CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *properties,
                                                CUmemGenericAllocationHandle handle);
/* There is no other process to share memory with. */
CUresult cuMemExportToShareableHandle(void *shared, CUmemGenericAllocationHandle handle,
                                      CUmemAllocationHandleType type, unsigned long long flags);
CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *handle, void *shared,
                                        CUmemAllocationHandleType type);

#if defined(__cplusplus)
}
#endif

/* ---- compiled into the caller ---- */

#define SIMT_DRIVER static inline __attribute__((always_inline, unused)) CUresult
#define SIMT_DRIVER_BETWEEN(enter, call)                                                           \
    __extension__({                                                                                \
        CUresult simt_result = enter();                                                            \
        if (simt_result == CUDA_SUCCESS)                                                           \
            simt_result = simt_driver_leave(call);                                                 \
        simt_result;                                                                               \
    })
#define SIMT_DRIVER_CALL(call) SIMT_DRIVER_BETWEEN(simt_driver_enter, call)
#define SIMT_DEVICE_CALL(call) SIMT_DRIVER_BETWEEN(simt_driver_enter_device, call)

/* Devices. */

SIMT_DRIVER cuDeviceGetCount(int *count)
{
    return SIMT_DEVICE_CALL(cudaGetDeviceCount(count));
}

SIMT_DRIVER cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    return SIMT_DEVICE_CALL(simt_driver_attribute(value, attribute, device));
}

SIMT_DRIVER cuDeviceGetName(char *name, int length, CUdevice device)
{
    struct cudaDeviceProp properties;
    CUresult result = SIMT_DEVICE_CALL(cudaGetDeviceProperties(&properties, device));

    if (result != CUDA_SUCCESS || !name || length <= 0)
        return result != CUDA_SUCCESS ? result : CUDA_ERROR_INVALID_VALUE;
    for (int i = 0; i < length; i++) {
        name[i] = i < length - 1 ? properties.name[i] : '\0';
        if (!name[i])
            break;
    }
    return CUDA_SUCCESS;
}

SIMT_DRIVER cuDeviceGetUuid(CUuuid *uuid, CUdevice device)
{
    struct cudaDeviceProp properties;
    CUresult result = SIMT_DEVICE_CALL(cudaGetDeviceProperties(&properties, device));

    if (result == CUDA_SUCCESS && uuid)
        *uuid = properties.uuid;
    return result == CUDA_SUCCESS && !uuid ? CUDA_ERROR_INVALID_VALUE : result;
}

SIMT_DRIVER cuDeviceTotalMem(size_t *bytes, CUdevice device)
{
    struct cudaDeviceProp properties;
    CUresult result = SIMT_DEVICE_CALL(cudaGetDeviceProperties(&properties, device));

    if (result == CUDA_SUCCESS && bytes)
        *bytes = properties.totalGlobalMem;
    return result == CUDA_SUCCESS && !bytes ? CUDA_ERROR_INVALID_VALUE : result;
}

SIMT_DRIVER cuDeviceComputeCapability(int *major, int *minor, CUdevice device)
{
    CUresult result =
        cuDeviceGetAttribute(major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);

    return result != CUDA_SUCCESS
               ? result
               : cuDeviceGetAttribute(minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
}

SIMT_DRIVER cuDeviceCanAccessPeer(int *can_access, CUdevice device, CUdevice peer)
{
    return SIMT_DEVICE_CALL(cudaDeviceCanAccessPeer(can_access, device, peer));
}

SIMT_DRIVER cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attribute, CUdevice source,
                                    CUdevice destination)
{
    return SIMT_DEVICE_CALL(
        cudaDeviceGetP2PAttribute(value, (enum cudaDeviceP2PAttr)attribute, source, destination));
}

SIMT_DRIVER cuDeviceGetPCIBusId(char *id, int length, CUdevice device)
{
    return SIMT_DEVICE_CALL(cudaDeviceGetPCIBusId(id, length, device));
}

SIMT_DRIVER cuDeviceGetByPCIBusId(CUdevice *device, const char *id)
{
    return SIMT_DEVICE_CALL(cudaDeviceGetByPCIBusId(device, id));
}

/* Contexts. */

SIMT_DRIVER cuCtxCreate(CUcontext *context, CUctxCreateParams *parameters, unsigned int flags,
                        CUdevice device)
{
    if (parameters && (parameters->numExecAffinityParams || parameters->cigParams))
        return CUDA_ERROR_NOT_SUPPORTED;
    return simt_driver_context_make(context, flags, device);
}

SIMT_DRIVER cuCtxDestroy(CUcontext context)
{
    CUdevice left = -1;
    CUresult result = simt_driver_context_end(context, &left);

    return result == CUDA_SUCCESS && left >= 0 ? SIMT_DEVICE_CALL(simt_driver_reset(left)) : result;
}

SIMT_DRIVER cuDevicePrimaryCtxRelease(CUdevice device)
{
    CUdevice left = -1;
    CUresult result = simt_driver_primary_release(device, &left);

    return result == CUDA_SUCCESS && left >= 0 ? SIMT_DEVICE_CALL(simt_driver_reset(left)) : result;
}

SIMT_DRIVER cuDevicePrimaryCtxReset(CUdevice device)
{
    return SIMT_DEVICE_CALL(simt_driver_reset(device));
}

SIMT_DRIVER cuCtxSynchronize(void)
{
    return SIMT_DRIVER_CALL(cudaDeviceSynchronize());
}

SIMT_DRIVER cuCtxSetLimit(CUlimit limit, size_t value)
{
    return SIMT_DRIVER_CALL(cudaDeviceSetLimit((enum cudaLimit)limit, value));
}

SIMT_DRIVER cuCtxGetLimit(size_t *value, CUlimit limit)
{
    return SIMT_DRIVER_CALL(cudaDeviceGetLimit(value, (enum cudaLimit)limit));
}

SIMT_DRIVER cuCtxSetCacheConfig(CUfunc_cache config)
{
    return SIMT_DRIVER_CALL(cudaDeviceSetCacheConfig((enum cudaFuncCache)config));
}

SIMT_DRIVER cuCtxGetStreamPriorityRange(int *least, int *greatest)
{
    return SIMT_DRIVER_CALL(cudaDeviceGetStreamPriorityRange(least, greatest));
}

SIMT_DRIVER cuCtxEnablePeerAccess(CUcontext peer, unsigned int flags)
{
    CUdevice device = -1;
    CUresult result = simt_driver_peer_of(peer, &device);

    return result == CUDA_SUCCESS ? SIMT_DRIVER_CALL(cudaDeviceEnablePeerAccess(device, flags))
                                  : result;
}

SIMT_DRIVER cuCtxDisablePeerAccess(CUcontext peer)
{
    CUdevice device = -1;
    CUresult result = simt_driver_peer_of(peer, &device);

    return result == CUDA_SUCCESS ? SIMT_DRIVER_CALL(cudaDeviceDisablePeerAccess(device)) : result;
}

/* Functions. */

SIMT_DRIVER cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function)
{
    struct cudaFuncAttributes all;
    CUresult result = SIMT_DRIVER_CALL(cudaFuncGetAttributes(&all, simt_driver_kernel(function)));

    if (result != CUDA_SUCCESS)
        return result;
    if (!value || attribute < CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK ||
        attribute > CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT)
        return CUDA_ERROR_INVALID_VALUE;
    const int values[] = {all.maxThreadsPerBlock,
                          (int)all.sharedSizeBytes,
                          (int)all.constSizeBytes,
                          (int)all.localSizeBytes,
                          all.numRegs,
                          all.ptxVersion,
                          all.binaryVersion,
                          all.cacheModeCA,
                          all.maxDynamicSharedSizeBytes,
                          all.preferredShmemCarveout};
    *value = values[attribute];
    return CUDA_SUCCESS;
}

SIMT_DRIVER cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value)
{
    return SIMT_DRIVER_CALL(cudaFuncSetAttribute(simt_driver_kernel(function),
                                                 (enum cudaFuncAttribute)attribute, value));
}

SIMT_DRIVER cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config)
{
    return SIMT_DRIVER_CALL(
        cudaFuncSetCacheConfig(simt_driver_kernel(function), (enum cudaFuncCache)config));
}

SIMT_DRIVER cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, CUfunction function,
                                                                 int block_size,
                                                                 size_t dynamic_bytes,
                                                                 unsigned int flags)
{
    return SIMT_DRIVER_CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        blocks, simt_driver_kernel(function), block_size, dynamic_bytes, flags));
}

SIMT_DRIVER cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function,
                                                        int block_size, size_t dynamic_bytes)
{
    return cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, block_size,
                                                                dynamic_bytes, 0);
}

SIMT_DRIVER cuOccupancyMaxPotentialBlockSize(int *min_grid, int *block_size, CUfunction function,
                                             CUoccupancyB2DSize dynamic_bytes_of,
                                             size_t dynamic_bytes, int limit)
{
    int best = 0, processors = 0, blocks = 0, most = 0;
    CUresult result =
        cuDeviceGetAttribute(&processors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0);

    if (!min_grid || !block_size)
        return CUDA_ERROR_INVALID_VALUE;
    *min_grid = *block_size = 0;
    if (result == CUDA_SUCCESS)
        result = cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function);
    for (int size = limit > 0 && limit < most ? limit : most; result == CUDA_SUCCESS && size > 0;
         size = (size - 1) / 32 * 32) {
        result = cuOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, function, size, dynamic_bytes_of ? dynamic_bytes_of(size) : dynamic_bytes);
        if (result == CUDA_SUCCESS && blocks * size > best) {
            best = blocks * size;
            *block_size = size;
            *min_grid = blocks * processors;
        }
    }
    return result;
}

/* The line of the launch is the caller's. */
SIMT_DRIVER simt_driver_launch_at(bool cooperative, CUfunction function, struct dim3 grid,
                                  struct dim3 block, unsigned shared_bytes, CUstream stream,
                                  void **parameters, void **extra, const char *file, int line)
{
    struct simt_launch_config config = {grid, block, shared_bytes, stream,     file,
                                        line, NULL,  false,        cooperative};

    return SIMT_DRIVER_CALL(simt_driver_launch(function, &config, parameters, extra));
}

#if defined(__cplusplus)
#define SIMT_DRIVER_PLACE , const char *file = __builtin_FILE(), int line = __builtin_LINE()
#define SIMT_DRIVER_FILE file
#define SIMT_DRIVER_LINE line
#define SIMT_DRIVER_DIM(x, y, z) dim3(x, y, z)
#else
#define SIMT_DRIVER_PLACE
#define SIMT_DRIVER_FILE "?"
#define SIMT_DRIVER_LINE 0
#define SIMT_DRIVER_DIM(x, y, z)                                                                   \
    (struct dim3)                                                                                  \
    {                                                                                              \
        x, y, z                                                                                    \
    }
#endif

SIMT_DRIVER cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                           unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                           unsigned int block_z, unsigned int shared_bytes, CUstream stream,
                           void **parameters, void **extra SIMT_DRIVER_PLACE)
{
    return simt_driver_launch_at(false, function, SIMT_DRIVER_DIM(grid_x, grid_y, grid_z),
                                 SIMT_DRIVER_DIM(block_x, block_y, block_z), shared_bytes, stream,
                                 parameters, extra, SIMT_DRIVER_FILE, SIMT_DRIVER_LINE);
}

SIMT_DRIVER cuLaunchCooperativeKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                                      unsigned int grid_z, unsigned int block_x,
                                      unsigned int block_y, unsigned int block_z,
                                      unsigned int shared_bytes, CUstream stream,
                                      void **parameters SIMT_DRIVER_PLACE)
{
    return simt_driver_launch_at(true, function, SIMT_DRIVER_DIM(grid_x, grid_y, grid_z),
                                 SIMT_DRIVER_DIM(block_x, block_y, block_z), shared_bytes, stream,
                                 parameters, NULL, SIMT_DRIVER_FILE, SIMT_DRIVER_LINE);
}

#if !defined(__cplusplus)
#define cuLaunchKernel(function, gx, gy, gz, bx, by, bz, shared_bytes, stream, parameters, extra)  \
    simt_driver_launch_at(false, function, SIMT_DRIVER_DIM(gx, gy, gz),                            \
                          SIMT_DRIVER_DIM(bx, by, bz), shared_bytes, stream, parameters, extra,    \
                          __FILE__, __LINE__)
#endif

SIMT_DRIVER cuLaunchHostFunc(CUstream stream, CUhostFn function, void *user_data)
{
    return SIMT_DRIVER_CALL(cudaLaunchHostFunc(stream, function, user_data));
}

/* Memory. */

static inline __attribute__((always_inline, unused)) void *simt_driver_address(CUdeviceptr pointer)
{
    return (void *)(uintptr_t)pointer;
}

SIMT_DRIVER cuMemAlloc(CUdeviceptr *pointer, size_t bytes)
{
    void *memory = NULL;
    CUresult result = !pointer || !bytes ? CUDA_ERROR_INVALID_VALUE
                                         : SIMT_DRIVER_CALL((cudaMalloc)(&memory, bytes));

    if (result == CUDA_SUCCESS)
        *pointer = (CUdeviceptr)(uintptr_t)memory;
    return result;
}

SIMT_DRIVER cuMemAllocAsync(CUdeviceptr *pointer, size_t bytes, CUstream stream)
{
    void *memory = NULL;
    CUresult result = !pointer || !bytes
                          ? CUDA_ERROR_INVALID_VALUE
                          : SIMT_DRIVER_CALL((cudaMallocAsync)(&memory, bytes, stream));

    if (result == CUDA_SUCCESS)
        *pointer = (CUdeviceptr)(uintptr_t)memory;
    return result;
}

SIMT_DRIVER cuMemAllocPitch(CUdeviceptr *pointer, size_t *pitch, size_t width, size_t height,
                            unsigned int element_bytes)
{
    void *memory = NULL;
    bool element = element_bytes == 4 || element_bytes == 8 || element_bytes == 16;
    CUresult result = !pointer || !width || !height || !element
                          ? CUDA_ERROR_INVALID_VALUE
                          : SIMT_DRIVER_CALL((cudaMallocPitch)(&memory, pitch, width, height));

    if (result == CUDA_SUCCESS)
        *pointer = (CUdeviceptr)(uintptr_t)memory;
    return result;
}

SIMT_DRIVER cuMemAllocManaged(CUdeviceptr *pointer, size_t bytes, unsigned int flags)
{
    void *memory = NULL;
    CUresult result = !pointer || !bytes
                          ? CUDA_ERROR_INVALID_VALUE
                          : SIMT_DRIVER_CALL((cudaMallocManaged)(&memory, bytes, flags));

    if (result == CUDA_SUCCESS)
        *pointer = (CUdeviceptr)(uintptr_t)memory;
    return result;
}

SIMT_DRIVER cuMemFree(CUdeviceptr pointer)
{
    return SIMT_DRIVER_CALL(cudaFree(simt_driver_address(pointer)));
}

SIMT_DRIVER cuMemFreeAsync(CUdeviceptr pointer, CUstream stream)
{
    return SIMT_DRIVER_CALL(cudaFreeAsync(simt_driver_address(pointer), stream));
}

SIMT_DRIVER cuMemHostAlloc(void **memory, size_t bytes, unsigned int flags)
{
    return SIMT_DRIVER_CALL((cudaHostAlloc)(memory, bytes, flags));
}

SIMT_DRIVER cuMemAllocHost(void **memory, size_t bytes)
{
    return cuMemHostAlloc(memory, bytes, 0);
}

SIMT_DRIVER cuMemFreeHost(void *memory)
{
    return SIMT_DRIVER_CALL(cudaFreeHost(memory));
}

SIMT_DRIVER cuMemHostRegister(void *memory, size_t bytes, unsigned int flags)
{
    return SIMT_DRIVER_CALL(cudaHostRegister(memory, bytes, flags));
}

SIMT_DRIVER cuMemHostUnregister(void *memory)
{
    return SIMT_DRIVER_CALL(cudaHostUnregister(memory));
}

SIMT_DRIVER cuMemHostGetDevicePointer(CUdeviceptr *pointer, void *memory, unsigned int flags)
{
    void *device = NULL;
    CUresult result = !pointer
                          ? CUDA_ERROR_INVALID_VALUE
                          : SIMT_DRIVER_CALL((cudaHostGetDevicePointer)(&device, memory, flags));

    if (result == CUDA_SUCCESS)
        *pointer = (CUdeviceptr)(uintptr_t)device;
    return result;
}

SIMT_DRIVER cuMemHostGetFlags(unsigned int *flags, void *memory)
{
    return SIMT_DRIVER_CALL(cudaHostGetFlags(flags, memory));
}

SIMT_DRIVER cuMemGetInfo(size_t *free_bytes, size_t *total_bytes)
{
    return SIMT_DRIVER_CALL(cudaMemGetInfo(free_bytes, total_bytes));
}

SIMT_DRIVER cuMemGetAddressRange(CUdeviceptr *base, size_t *bytes, CUdeviceptr pointer)
{
    return SIMT_DRIVER_CALL(simt_driver_range(base, bytes, pointer));
}

SIMT_DRIVER cuPointerGetAttribute(void *value, CUpointer_attribute attribute, CUdeviceptr pointer)
{
    return SIMT_DRIVER_CALL(simt_driver_pointer_attribute(value, attribute, pointer));
}

/* Copies. */

SIMT_DRIVER cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes)
{
    return SIMT_DRIVER_CALL(
        cudaMemcpy(simt_driver_address(to), from, bytes, cudaMemcpyHostToDevice));
}

SIMT_DRIVER cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes)
{
    return SIMT_DRIVER_CALL(
        cudaMemcpy(to, simt_driver_address(from), bytes, cudaMemcpyDeviceToHost));
}

SIMT_DRIVER cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    return SIMT_DRIVER_CALL(cudaMemcpy(simt_driver_address(to), simt_driver_address(from), bytes,
                                       cudaMemcpyDeviceToDevice));
}

SIMT_DRIVER cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    return SIMT_DRIVER_CALL(
        cudaMemcpy(simt_driver_address(to), simt_driver_address(from), bytes, cudaMemcpyDefault));
}

SIMT_DRIVER cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t bytes, CUstream stream)
{
    return SIMT_DRIVER_CALL(
        cudaMemcpyAsync(simt_driver_address(to), from, bytes, cudaMemcpyHostToDevice, stream));
}

SIMT_DRIVER cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    return SIMT_DRIVER_CALL(
        cudaMemcpyAsync(to, simt_driver_address(from), bytes, cudaMemcpyDeviceToHost, stream));
}

SIMT_DRIVER cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    return SIMT_DRIVER_CALL(cudaMemcpyAsync(simt_driver_address(to), simt_driver_address(from),
                                            bytes, cudaMemcpyDeviceToDevice, stream));
}

SIMT_DRIVER cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    return SIMT_DRIVER_CALL(cudaMemcpyAsync(simt_driver_address(to), simt_driver_address(from),
                                            bytes, cudaMemcpyDefault, stream));
}

SIMT_DRIVER cuMemcpyPeer(CUdeviceptr to, CUcontext to_context, CUdeviceptr from,
                         CUcontext from_context, size_t bytes)
{
    CUdevice there = -1, here = -1;
    CUresult result = simt_driver_device_of(to_context, &there);

    if (result == CUDA_SUCCESS)
        result = simt_driver_device_of(from_context, &here);
    return result != CUDA_SUCCESS
               ? result
               : SIMT_DRIVER_CALL(cudaMemcpyPeer(simt_driver_address(to), there,
                                                 simt_driver_address(from), here, bytes));
}

SIMT_DRIVER cuMemcpyPeerAsync(CUdeviceptr to, CUcontext to_context, CUdeviceptr from,
                              CUcontext from_context, size_t bytes, CUstream stream)
{
    CUdevice there = -1, here = -1;
    CUresult result = simt_driver_device_of(to_context, &there);

    if (result == CUDA_SUCCESS)
        result = simt_driver_device_of(from_context, &here);
    return result != CUDA_SUCCESS
               ? result
               : SIMT_DRIVER_CALL(cudaMemcpyPeerAsync(simt_driver_address(to), there,
                                                      simt_driver_address(from), here, bytes,
                                                      stream));
}

SIMT_DRIVER cuMemcpy2D(const CUDA_MEMCPY2D *copy)
{
    struct cudaMemcpy3DParms box;
    CUresult result = SIMT_DRIVER_CALL(simt_driver_box(copy, &box));

    return result != CUDA_SUCCESS ? result : SIMT_DRIVER_CALL(cudaMemcpy3D(&box));
}

SIMT_DRIVER cuMemcpy2DUnaligned(const CUDA_MEMCPY2D *copy)
{
    return cuMemcpy2D(copy);
}

SIMT_DRIVER cuMemcpy2DAsync(const CUDA_MEMCPY2D *copy, CUstream stream)
{
    struct cudaMemcpy3DParms box;
    CUresult result = SIMT_DRIVER_CALL(simt_driver_box(copy, &box));

    return result != CUDA_SUCCESS ? result : SIMT_DRIVER_CALL(cudaMemcpy3DAsync(&box, stream));
}

/* Fills. */

#define SIMT_DRIVER_FILL(bits, type)                                                               \
    SIMT_DRIVER cuMemsetD##bits(CUdeviceptr to, type value, size_t count)                          \
    {                                                                                              \
        return SIMT_DRIVER_CALL(                                                                   \
            simt_fill(simt_driver_address(to), count * (bits / 8), value, bits / 8, count, 1));    \
    }                                                                                              \
    SIMT_DRIVER cuMemsetD##bits##Async(CUdeviceptr to, type value, size_t count, CUstream stream)  \
    {                                                                                              \
        return SIMT_DRIVER_CALL(simt_fill_async(simt_driver_address(to), count * (bits / 8),       \
                                                value, bits / 8, count, 1, stream));               \
    }                                                                                              \
    SIMT_DRIVER cuMemsetD2D##bits(CUdeviceptr to, size_t pitch, type value, size_t width,          \
                                  size_t height)                                                   \
    {                                                                                              \
        return SIMT_DRIVER_CALL(                                                                   \
            simt_fill(simt_driver_address(to), pitch, value, bits / 8, width, height));            \
    }
SIMT_DRIVER_FILL(8, unsigned char)
SIMT_DRIVER_FILL(16, unsigned short)
SIMT_DRIVER_FILL(32, unsigned int)
#undef SIMT_DRIVER_FILL

/* Managed memory. */

SIMT_DRIVER cuMemPrefetchAsync(CUdeviceptr pointer, size_t bytes, CUmemLocation location,
                               unsigned int flags, CUstream stream)
{
    struct cudaMemLocation place = {(enum cudaMemLocationType)location.type, location.id};

    return SIMT_DRIVER_CALL(
        cudaMemPrefetchAsync(simt_driver_address(pointer), bytes, place, flags, stream));
}

SIMT_DRIVER cuMemAdvise(CUdeviceptr pointer, size_t bytes, CUmem_advise advice,
                        CUmemLocation location)
{
    struct cudaMemLocation place = {(enum cudaMemLocationType)location.type, location.id};

    return SIMT_DRIVER_CALL(
        cudaMemAdvise(simt_driver_address(pointer), bytes, (enum cudaMemoryAdvise)advice, place));
}

/* Streams and events. */

SIMT_DRIVER cuStreamCreate(CUstream *stream, unsigned int flags)
{
    return SIMT_DRIVER_CALL(cudaStreamCreateWithFlags(stream, flags));
}

SIMT_DRIVER cuStreamCreateWithPriority(CUstream *stream, unsigned int flags, int priority)
{
    return SIMT_DRIVER_CALL(cudaStreamCreateWithPriority(stream, flags, priority));
}

SIMT_DRIVER cuStreamDestroy(CUstream stream)
{
    return SIMT_DRIVER_CALL(cudaStreamDestroy(stream));
}

SIMT_DRIVER cuStreamSynchronize(CUstream stream)
{
    return SIMT_DRIVER_CALL(cudaStreamSynchronize(stream));
}

SIMT_DRIVER cuStreamQuery(CUstream stream)
{
    return SIMT_DRIVER_CALL(cudaStreamQuery(stream));
}

SIMT_DRIVER cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags)
{
    return SIMT_DRIVER_CALL(cudaStreamWaitEvent(stream, event, flags));
}

SIMT_DRIVER cuStreamGetFlags(CUstream stream, unsigned int *flags)
{
    return SIMT_DRIVER_CALL(cudaStreamGetFlags(stream, flags));
}

SIMT_DRIVER cuStreamGetPriority(CUstream stream, int *priority)
{
    return SIMT_DRIVER_CALL(cudaStreamGetPriority(stream, priority));
}

SIMT_DRIVER cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void *user_data,
                                unsigned int flags)
{
    return SIMT_DRIVER_CALL(
        cudaStreamAddCallback(stream, (cudaStreamCallback_t)callback, user_data, flags));
}

SIMT_DRIVER cuEventCreate(CUevent *event, unsigned int flags)
{
    return SIMT_DRIVER_CALL(cudaEventCreateWithFlags(event, flags));
}

SIMT_DRIVER cuEventRecord(CUevent event, CUstream stream)
{
    return SIMT_DRIVER_CALL(cudaEventRecord(event, stream));
}

SIMT_DRIVER cuEventQuery(CUevent event)
{
    return SIMT_DRIVER_CALL(cudaEventQuery(event));
}

SIMT_DRIVER cuEventSynchronize(CUevent event)
{
    return SIMT_DRIVER_CALL(cudaEventSynchronize(event));
}

SIMT_DRIVER cuEventElapsedTime(float *ms, CUevent start, CUevent end)
{
    return SIMT_DRIVER_CALL(cudaEventElapsedTime(ms, start, end));
}

SIMT_DRIVER cuEventDestroy(CUevent event)
{
    return SIMT_DRIVER_CALL(cudaEventDestroy(event));
}

/* Arrays, textures and surfaces. */

SIMT_DRIVER cuArray3DCreate(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *desc)
{
    struct cudaChannelFormatDesc channels;
    CUresult result =
        !array || !desc
            ? CUDA_ERROR_INVALID_VALUE
            : SIMT_DRIVER_CALL(simt_driver_channels(desc->Format, desc->NumChannels, &channels));

    if (result != CUDA_SUCCESS)
        return result;
    const struct cudaExtent extent = {desc->Width, desc->Height, desc->Depth};
    return SIMT_DRIVER_CALL(cudaMalloc3DArray(array, &channels, extent, desc->Flags));
}

SIMT_DRIVER cuArrayCreate(CUarray *array, const CUDA_ARRAY_DESCRIPTOR *desc)
{
    if (!desc)
        return CUDA_ERROR_INVALID_VALUE;
    const CUDA_ARRAY3D_DESCRIPTOR flat = {desc->Width,  desc->Height,      0,
                                          desc->Format, desc->NumChannels, 0};
    return cuArray3DCreate(array, &flat);
}

SIMT_DRIVER cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR *desc, CUarray array)
{
    return SIMT_DRIVER_CALL(simt_driver_format(array, desc));
}

SIMT_DRIVER cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR *desc, CUarray array)
{
    CUDA_ARRAY3D_DESCRIPTOR all;
    CUresult result =
        !desc ? CUDA_ERROR_INVALID_VALUE : SIMT_DRIVER_CALL(simt_driver_format(array, &all));

    if (result == CUDA_SUCCESS) {
        desc->Width = all.Width;
        desc->Height = all.Height;
        desc->Format = all.Format;
        desc->NumChannels = all.NumChannels;
    }
    return result;
}

SIMT_DRIVER cuArrayDestroy(CUarray array)
{
    return SIMT_DRIVER_CALL(cudaFreeArray(array));
}

SIMT_DRIVER cuTexObjectCreate(CUtexObject *texture, const CUDA_RESOURCE_DESC *resource,
                              const CUDA_TEXTURE_DESC *desc, const CUDA_RESOURCE_VIEW_DESC *view)
{
    struct cudaResourceDesc what;
    struct cudaTextureDesc how;
    CUresult result = SIMT_DRIVER_CALL(simt_driver_resource(resource, &what));

    if (result == CUDA_SUCCESS)
        result = SIMT_DRIVER_CALL(simt_driver_texture(resource, desc, &how));
    if (result != CUDA_SUCCESS)
        return result;
    return view ? CUDA_ERROR_NOT_SUPPORTED
                : SIMT_DRIVER_CALL(cudaCreateTextureObject(texture, &what, &how, NULL));
}

SIMT_DRIVER cuTexObjectDestroy(CUtexObject texture)
{
    return SIMT_DRIVER_CALL(cudaDestroyTextureObject(texture));
}

SIMT_DRIVER cuSurfObjectCreate(CUsurfObject *surface, const CUDA_RESOURCE_DESC *resource)
{
    struct cudaResourceDesc what;
    CUresult result = SIMT_DRIVER_CALL(simt_driver_resource(resource, &what));

    return result != CUDA_SUCCESS ? result
                                  : SIMT_DRIVER_CALL(cudaCreateSurfaceObject(surface, &what));
}

SIMT_DRIVER cuSurfObjectDestroy(CUsurfObject surface)
{
    return SIMT_DRIVER_CALL(cudaDestroySurfaceObject(surface));
}

#if defined(__cplusplus)

/* What CUDA 12 had and CUDA 13 has not, for programs written for it. */

SIMT_DRIVER cuCtxCreate(CUcontext *context, unsigned int flags, CUdevice device)
{
    return simt_driver_context_make(context, flags, device);
}

static inline __attribute__((always_inline, unused)) CUmemLocation
simt_driver_location(CUdevice device)
{
    const bool host = device == CU_DEVICE_CPU;

    return CUmemLocation{host ? CU_MEM_LOCATION_TYPE_HOST : CU_MEM_LOCATION_TYPE_DEVICE,
                         host ? 0 : device};
}

SIMT_DRIVER cuMemPrefetchAsync(CUdeviceptr pointer, size_t bytes, CUdevice device, CUstream stream)
{
    return cuMemPrefetchAsync(pointer, bytes, simt_driver_location(device), 0, stream);
}

SIMT_DRIVER cuMemAdvise(CUdeviceptr pointer, size_t bytes, CUmem_advise advice, CUdevice device)
{
    return cuMemAdvise(pointer, bytes, advice, simt_driver_location(device));
}

#endif

#undef SIMT_DRIVER_PLACE
#undef SIMT_DRIVER_FILE
#undef SIMT_DRIVER_LINE
#undef SIMT_DRIVER

#endif
