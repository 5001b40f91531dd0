/* The CUDA runtime API of the simulator, for C11 and C++.
 *
 * Names, arguments, errors and limits are CUDA 13's. Work runs at once, in the order of the calls,
 * which is one of the orders CUDA allows; so "asynchronous" calls return when they are done.
 * Every function returns a cudaError_t; once a kernel has failed, every later call returns that
 * error ("sticky"). Device pointers are plain addresses. */
#ifndef SIMT_CUDA_RUNTIME_API_H
#define SIMT_CUDA_RUNTIME_API_H
#define __CUDA_RUNTIME_API_H__

#pragma GCC system_header

#if defined(SIMT_INSPECT) && defined(__cplusplus)
/* Ahead of any other declaration: kernels that call these are to be seen. */
#include <stddef.h>
namespace std
{
struct nothrow_t;
}
extern "C" {
void *malloc(size_t bytes) noexcept(true) __asm__("simt_malloc");
void *calloc(size_t n, size_t bytes) noexcept(true) __asm__("simt_calloc");
void free(void *memory) noexcept(true) __asm__("simt_free");
void *memcpy(void *dst, const void *src, size_t bytes) noexcept(true) __asm__("simt_memcpy");
void *memmove(void *dst, const void *src, size_t bytes) noexcept(true) __asm__("simt_memmove");
void *memset(void *dst, int value, size_t bytes) noexcept(true) __asm__("simt_memset");
int memcmp(const void *a, const void *b, size_t bytes) noexcept(true) __asm__("simt_memcmp");
size_t strlen(const char *text) noexcept(true) __asm__("simt_strlen");
double modf(double x, double *whole) noexcept(true) __asm__("simt_modf");
float modff(float x, float *whole) noexcept(true) __asm__("simt_modff");
long double modfl(long double x, long double *whole) noexcept(true) __asm__("simt_modfl");
double frexp(double x, int *exponent) noexcept(true) __asm__("simt_frexp");
float frexpf(float x, int *exponent) noexcept(true) __asm__("simt_frexpf");
long double frexpl(long double x, int *exponent) noexcept(true) __asm__("simt_frexpl");
double remquo(double x, double y, int *bits) noexcept(true) __asm__("simt_remquo");
float remquof(float x, float y, int *bits) noexcept(true) __asm__("simt_remquof");
long double remquol(long double x, long double y, int *bits) noexcept(true) __asm__("simt_remquol");
void sincos(double x, double *sine, double *cosine) noexcept(true) __asm__("simt_sincos");
void sincosf(float x, float *sine, float *cosine) noexcept(true) __asm__("simt_sincosf");
void sincosl(long double x, long double *sine,
             long double *cosine) noexcept(true) __asm__("simt_sincosl");
double nan(const char *digits) noexcept(true) __asm__("simt_nan");
float nanf(const char *digits) noexcept(true) __asm__("simt_nanf");
long double nanl(const char *digits) noexcept(true) __asm__("simt_nanl");
}
/* Not declared: nvcc knows these only where a program includes <stdio.h>. */
#pragma redefine_extname printf simt_printf
#pragma redefine_extname puts simt_puts
#pragma redefine_extname putchar simt_putchar
/* And those that a compiler makes of the library's templates, as std::copy(). */
__asm__(".set memcpy, simt_memcpy\n.set memmove, simt_memmove\n.set memset, simt_memset");
/* Of operators g++ wants to know the names: these are inlined always, and never emitted. */
extern "C" {
void *simt_new(size_t bytes);
void *simt_new_array(size_t bytes);
void *simt_try_new(size_t bytes, const std::nothrow_t *how) noexcept(true);
void *simt_try_new_array(size_t bytes, const std::nothrow_t *how) noexcept(true);
void simt_delete(void *memory) noexcept(true);
void simt_delete_array(void *memory) noexcept(true);
}
#define SIMT_OPERATOR extern __inline __attribute__((gnu_inline, always_inline, artificial))
SIMT_OPERATOR void *operator new(size_t bytes)
{
    return simt_new(bytes);
}
SIMT_OPERATOR void *operator new[](size_t bytes)
{
    return simt_new_array(bytes);
}
SIMT_OPERATOR void *operator new(size_t bytes, const std::nothrow_t &how) noexcept(true)
{
    return simt_try_new(bytes, &how);
}
SIMT_OPERATOR void *operator new[](size_t bytes, const std::nothrow_t &how) noexcept(true)
{
    return simt_try_new_array(bytes, &how);
}
SIMT_OPERATOR void operator delete(void *memory) noexcept(true)
{
    simt_delete(memory);
}
SIMT_OPERATOR void operator delete[](void *memory) noexcept(true)
{
    simt_delete_array(memory);
}
SIMT_OPERATOR void operator delete(void *memory, size_t) noexcept(true)
{
    simt_delete(memory);
}
SIMT_OPERATOR void operator delete[](void *memory, size_t) noexcept(true)
{
    simt_delete_array(memory);
}
#undef SIMT_OPERATOR
#endif

#include <driver_types.h>
#include <driver_functions.h>
#include <surface_types.h>
#include <texture_types.h>
#include <vector_functions.h>

#define CUDART_VERSION 13000
#define __CUDART_API_VERSION CUDART_VERSION

#if defined(__cplusplus)
#define SIMT_DEFAULT(value) = value
extern "C" {
#else
#define SIMT_DEFAULT(value)
#endif

/* Errors. */
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char *cudaGetErrorName(cudaError_t error);
const char *cudaGetErrorString(cudaError_t error);

/* The device. */
cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaInitDevice(int device, unsigned int device_flags, unsigned int flags);
cudaError_t cudaSetValidDevices(int *devices, int len);
cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *prop);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *prop, int device);
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr, int device);
cudaError_t cudaSetDeviceFlags(unsigned int flags);
cudaError_t cudaGetDeviceFlags(unsigned int *flags);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value);
cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit);
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config);
cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config);
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config);
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
cudaError_t cudaDeviceGetPCIBusId(char *pci_bus_id, int len, int device);
cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *pci_bus_id);
cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attr, int source,
                                      int destination);
cudaError_t cudaDeviceCanAccessPeer(int *can_access, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaRuntimeGetVersion(int *version);

/* Memory. */
cudaError_t cudaMalloc(void **dev_ptr, size_t size);
cudaError_t cudaFree(void *dev_ptr);
cudaError_t cudaMallocAsync(void **dev_ptr, size_t size, cudaStream_t stream);
cudaError_t cudaFreeAsync(void *dev_ptr, cudaStream_t stream);
cudaError_t cudaMallocFromPoolAsync(void **dev_ptr, size_t size, cudaMemPool_t pool,
                                    cudaStream_t stream);
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attr, void *value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attr, void *value);
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *access,
                                 size_t count);
cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool,
                                 struct cudaMemLocation *location);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes_to_keep);
cudaError_t cudaMallocPitch(void **dev_ptr, size_t *pitch, size_t width, size_t height);
cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pitched, struct cudaExtent extent);
cudaError_t cudaMallocManaged(void **dev_ptr, size_t size,
                              unsigned int flags SIMT_DEFAULT(cudaMemAttachGlobal));
cudaError_t cudaMallocHost(void **ptr, size_t size);
cudaError_t cudaHostAlloc(void **ptr, size_t size, unsigned int flags);
cudaError_t cudaFreeHost(void *ptr);
cudaError_t cudaHostRegister(void *ptr, size_t size, unsigned int flags);
cudaError_t cudaHostUnregister(void *ptr);
cudaError_t cudaHostGetDevicePointer(void **dev_ptr, void *host_ptr, unsigned int flags);
cudaError_t cudaHostGetFlags(unsigned int *flags, void *ptr);
cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes);
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *ptr);
cudaError_t cudaMemPrefetchAsync(const void *ptr, size_t count, struct cudaMemLocation location,
                                 unsigned int flags, cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemAdvise(const void *ptr, size_t count, enum cudaMemoryAdvise advice,
                          struct cudaMemLocation location);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *ptr, size_t length SIMT_DEFAULT(0),
                                     unsigned int flags SIMT_DEFAULT(cudaMemAttachSingle));

/* Copies; widths and pitches in bytes. */
cudaError_t cudaMemcpy(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind,
                            cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemcpy2D(void *dst, size_t dst_pitch, const void *src, size_t src_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void *dst, size_t dst_pitch, const void *src, size_t src_pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *parms);
cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *parms,
                              cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemcpyPeer(void *dst, int dst_device, const void *src, int src_device,
                           size_t count);
cudaError_t cudaMemcpyPeerAsync(void *dst, int dst_device, const void *src, int src_device,
                                size_t count, cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemset(void *dev_ptr, int value, size_t count);
cudaError_t cudaMemsetAsync(void *dev_ptr, int value, size_t count,
                            cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemset2D(void *dev_ptr, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemset2DAsync(void *dev_ptr, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemset3D(struct cudaPitchedPtr pitched, int value, struct cudaExtent extent);
cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr pitched, int value, struct cudaExtent extent,
                              cudaStream_t stream SIMT_DEFAULT(0));

/* Streams and events. */
cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority);
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id);
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                unsigned int flags SIMT_DEFAULT(0));
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void *user_data, unsigned int flags);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void *user_data);
cudaError_t cudaEventCreate(cudaEvent_t *event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream SIMT_DEFAULT(0),
                                     unsigned int flags SIMT_DEFAULT(0));
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end);

#include <simt/array_api.h>
#include <simt/graph_api.h>

/* Kernels, by the address of their function. */
cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *func);
/* What the driver API launches. It holds on the device that is current. */
cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, const void *symbol);
cudaError_t cudaFuncSetAttribute(const void *func, enum cudaFuncAttribute attr, int value);
cudaError_t cudaFuncSetCacheConfig(const void *func, enum cudaFuncCache config);
cudaError_t cudaFuncSetSharedMemConfig(const void *func, enum cudaSharedMemConfig config);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *num_blocks, const void *func,
                                                          int block_size, size_t dynamic_bytes);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *num_blocks,
                                                                   const void *func, int block_size,
                                                                   size_t dynamic_bytes,
                                                                   unsigned int flags);
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamic_bytes, const void *func,
                                                      int num_blocks, int block_size);

#if defined(__cplusplus)
}
#endif
#undef SIMT_DEFAULT

#endif
