/* The devices: their properties and attributes, and the calls that choose among them. */
#include "context.h"
#include "error.h"
#include "device_limits.h"
#include "devices.h"
#include "lockstep.h"
#include "observer.h"
#include "occupancy.h"
#include "queue.h"
#include "simt/environment.h"
#include "region.h"
#include "worker.h"

#include <cuda_runtime_api.h>
#include <omp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { bus_id_bytes = sizeof("0000:00:00.0") };

static cudaError_t check_device(int device)
{
    return simt_device_valid(device) ? cudaSuccess : cudaErrorInvalidDevice;
}

/* The processor's name as the kernel tells it, or a plain "CPU". */
static void cpu_model(char *model, size_t size)
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[512];

    (void)snprintf(model, size, "CPU");
    while (file && fgets(line, sizeof(line), file)) {
        char *colon = strchr(line, ':');

        if (strncmp(line, "model name", 10) != 0 || !colon)
            continue;
        line[strcspn(line, "\n")] = '\0';
        (void)snprintf(model, size, "%s", colon + 1 + strspn(colon + 1, " \t"));
        break;
    }
    if (file)
        (void)fclose(file);
}

/* A cache as Linux describes it; 0: there is none. */
static long cache_bytes(const char *path)
{
    FILE *file = fopen(path, "r");
    long kib = 0;

    if (!file)
        return 0;
    if (fscanf(file, "%ldK", &kib) != 1)
        kib = 0;
    (void)fclose(file);
    return kib * 1024;
}

/* The C library knows the caches of x86-64 alone. A virtual machine may show none. */
static int l2_bytes(void)
{
    long bytes = sysconf(_SC_LEVEL3_CACHE_SIZE);

    if (bytes <= 0)
        bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
    if (bytes <= 0)
        bytes = cache_bytes("/sys/devices/system/cpu/cpu0/cache/index3/size");
    if (bytes <= 0)
        bytes = cache_bytes("/sys/devices/system/cpu/cpu0/cache/index2/size");
    return bytes > 0 ? (int)bytes : 4 << 20;
}

/* As many as OS threads run blocks, unless the environment says otherwise. */
static int multiprocessors(void)
{
    unsigned wanted = simt_environment()->multiprocessors;

    return wanted ? (int)wanted : omp_get_max_threads();
}

/* "9.0" */
static void read_capability(const char *text, int *major, int *minor)
{
    char *point;

    *major = (int)strtol(text, &point, 10);
    *minor = *point ? (int)strtol(point + 1, NULL, 10) : 0;
}

static void describe(struct cudaDeviceProp *p, int device)
{
    const struct gs_multiprocessor *limits = simt_environment()->limits;
    size_t free_bytes;
    char model[200];

    *p = (struct cudaDeviceProp){
        .sharedMemPerBlock = SIMT_SHARED_BYTES,
        .regsPerBlock = SIMT_REGISTERS,
        .warpSize = SIMT_WARP_SIZE,
        .memPitch = 2147483647,
        .maxThreadsPerBlock = SIMT_MAX_BLOCK,
        .maxThreadsDim = {SIMT_MAX_BLOCK_X, SIMT_MAX_BLOCK_Y, SIMT_MAX_BLOCK_Z},
        .maxGridSize = {SIMT_MAX_GRID_X, SIMT_MAX_GRID_Y, SIMT_MAX_GRID_Z},
        .totalConstMem = SIMT_CONSTANT_BYTES,
        .textureAlignment = SIMT_PITCH_ALIGNMENT,
        .texturePitchAlignment = 32,
        .maxTexture1D = SIMT_MAX_TEXTURE_1D,
        .maxTexture2D = {SIMT_MAX_TEXTURE_1D, SIMT_MAX_TEXTURE_2D_ROWS},
        .maxTexture3D = {SIMT_MAX_TEXTURE_3D, SIMT_MAX_TEXTURE_3D, SIMT_MAX_TEXTURE_3D},
        .maxTexture1DLayered = {SIMT_MAX_TEXTURE_LAYERED, SIMT_MAX_TEXTURE_LAYERS},
        .maxTexture2DLayered = {SIMT_MAX_TEXTURE_LAYERED, SIMT_MAX_TEXTURE_LAYERED,
                                SIMT_MAX_TEXTURE_LAYERS},
        .surfaceAlignment = SIMT_PITCH_ALIGNMENT,
        .multiProcessorCount = multiprocessors(),
        .integrated = 1,
        .canMapHostMemory = 1,
        .unifiedAddressing = 1,
        .l2CacheSize = l2_bytes(),
        .maxThreadsPerMultiProcessor = (int)limits->threads,
        .streamPrioritiesSupported = 1,
        .globalL1CacheSupported = 1,
        .localL1CacheSupported = 1,
        .sharedMemPerMultiprocessor = limits->shared_bytes,
        .regsPerMultiprocessor = (int)limits->registers,
        .managedMemory = 1,
        .hostNativeAtomicSupported = 1,
        /* The inspector takes a host pointer for a mistake, so programs must not count on them. */
        .pageableMemoryAccess = simt_observer == NULL,
        .concurrentManagedAccess = 1,
        .canUseHostPointerForRegisteredMem = 1,
        .cooperativeLaunch = 1,
        .sharedMemPerBlockOptin = gs_multiprocessor_block_shared_bytes(limits),
        .pageableMemoryAccessUsesHostPageTables = simt_observer == NULL,
        .directManagedMemAccessFromHost = 1,
        .maxBlocksPerMultiProcessor = (int)limits->blocks,
        .reservedSharedMemPerBlock = limits->shared_reserved_bytes,
        .hostRegisterSupported = 1,
        .memoryPoolsSupported = 1,
        .unifiedFunctionPointers = 1,
        .pciBusID = device,
        .uuid = {"gridstride"},
    };
    read_capability(limits->capability, &p->major, &p->minor);
    p->uuid.bytes[sizeof(p->uuid.bytes) - 1] = (char)device;
    simt_region_totals(&free_bytes, &p->totalGlobalMem);
    cpu_model(model, sizeof(model));
    (void)snprintf(p->name, sizeof(p->name), "gridstride simulator (%s)", model);
}

/* Attributes that are no property, or one with another name; false: unknown. */
static bool other_attribute(enum cudaDeviceAttr attr, int *value)
{
    switch (attr) {
    case cudaDevAttrMaxPitch:
        *value = 2147483647;
        return true;
    case cudaDevAttrComputeMode:
        *value = cudaComputeModeDefault;
        return true;
    case cudaDevAttrSingleToDoublePrecisionPerfRatio:
        *value = 2;
        return true;
    case cudaDevAttrClockRate:
    case cudaDevAttrMemoryClockRate:
    case cudaDevAttrGlobalMemoryBusWidth:
    case cudaDevAttrGpuOverlap:
    case cudaDevAttrKernelExecTimeout:
    case cudaDevAttrEccEnabled:
    case cudaDevAttrPciDeviceId:
    case cudaDevAttrPciDomainId:
    case cudaDevAttrTccDriver:
    case cudaDevAttrAsyncEngineCount:
    case cudaDevAttrConcurrentKernels:
    case cudaDevAttrIsMultiGpuBoard:
    case cudaDevAttrMultiGpuBoardGroupID:
    case cudaDevAttrComputePreemptionSupported:
    case cudaDevAttrCanFlushRemoteWrites:
    case cudaDevAttrMaxPersistingL2CacheSize:
    case cudaDevAttrMaxAccessPolicyWindowSize:
    case cudaDevAttrHostRegisterReadOnlySupported:
    case cudaDevAttrClusterLaunch:
    case cudaDevAttrIpcEventSupport:
    case cudaDevAttrMpsEnabled:
        *value = 0;
        return true;
    default:
        return false;
    }
}

/* Attributes that are properties; false: unknown. */
static bool property_attribute(enum cudaDeviceAttr attr, int *value, int device)
{
    struct cudaDeviceProp p;

    describe(&p, device);
    const struct {
        enum cudaDeviceAttr attr;
        int value;
    } table[] = {
        {cudaDevAttrMaxThreadsPerBlock, p.maxThreadsPerBlock},
        {cudaDevAttrPciBusId, p.pciBusID},
        {cudaDevAttrMaxBlockDimX, p.maxThreadsDim[0]},
        {cudaDevAttrMaxBlockDimY, p.maxThreadsDim[1]},
        {cudaDevAttrMaxBlockDimZ, p.maxThreadsDim[2]},
        {cudaDevAttrMaxGridDimX, p.maxGridSize[0]},
        {cudaDevAttrMaxGridDimY, p.maxGridSize[1]},
        {cudaDevAttrMaxGridDimZ, p.maxGridSize[2]},
        {cudaDevAttrMaxSharedMemoryPerBlock, (int)p.sharedMemPerBlock},
        {cudaDevAttrTotalConstantMemory, (int)p.totalConstMem},
        {cudaDevAttrWarpSize, p.warpSize},
        {cudaDevAttrMaxRegistersPerBlock, p.regsPerBlock},
        {cudaDevAttrTextureAlignment, (int)p.textureAlignment},
        {cudaDevAttrTexturePitchAlignment, (int)p.texturePitchAlignment},
        {cudaDevAttrMaxTexture1DWidth, p.maxTexture1D},
        {cudaDevAttrMaxTexture2DWidth, p.maxTexture2D[0]},
        {cudaDevAttrMaxTexture2DHeight, p.maxTexture2D[1]},
        {cudaDevAttrMaxTexture3DWidth, p.maxTexture3D[0]},
        {cudaDevAttrMaxTexture3DHeight, p.maxTexture3D[1]},
        {cudaDevAttrMaxTexture3DDepth, p.maxTexture3D[2]},
        {cudaDevAttrMaxTexture1DLayeredWidth, p.maxTexture1DLayered[0]},
        {cudaDevAttrMaxTexture1DLayeredLayers, p.maxTexture1DLayered[1]},
        {cudaDevAttrMaxTexture2DLayeredWidth, p.maxTexture2DLayered[0]},
        {cudaDevAttrMaxTexture2DLayeredHeight, p.maxTexture2DLayered[1]},
        {cudaDevAttrMaxTexture2DLayeredLayers, p.maxTexture2DLayered[2]},
        {cudaDevAttrSurfaceAlignment, (int)p.surfaceAlignment},
        {cudaDevAttrMultiProcessorCount, p.multiProcessorCount},
        {cudaDevAttrIntegrated, p.integrated},
        {cudaDevAttrCanMapHostMemory, p.canMapHostMemory},
        {cudaDevAttrL2CacheSize, p.l2CacheSize},
        {cudaDevAttrMaxThreadsPerMultiProcessor, p.maxThreadsPerMultiProcessor},
        {cudaDevAttrUnifiedAddressing, p.unifiedAddressing},
        {cudaDevAttrComputeCapabilityMajor, p.major},
        {cudaDevAttrComputeCapabilityMinor, p.minor},
        {cudaDevAttrStreamPrioritiesSupported, p.streamPrioritiesSupported},
        {cudaDevAttrGlobalL1CacheSupported, p.globalL1CacheSupported},
        {cudaDevAttrLocalL1CacheSupported, p.localL1CacheSupported},
        {cudaDevAttrMaxSharedMemoryPerMultiprocessor, (int)p.sharedMemPerMultiprocessor},
        {cudaDevAttrMaxRegistersPerMultiprocessor, p.regsPerMultiprocessor},
        {cudaDevAttrManagedMemory, p.managedMemory},
        {cudaDevAttrHostNativeAtomicSupported, p.hostNativeAtomicSupported},
        {cudaDevAttrPageableMemoryAccess, p.pageableMemoryAccess},
        {cudaDevAttrConcurrentManagedAccess, p.concurrentManagedAccess},
        {cudaDevAttrCanUseHostPointerForRegisteredMem, p.canUseHostPointerForRegisteredMem},
        {cudaDevAttrCooperativeLaunch, p.cooperativeLaunch},
        {cudaDevAttrMaxSharedMemoryPerBlockOptin, (int)p.sharedMemPerBlockOptin},
        {cudaDevAttrPageableMemoryAccessUsesHostPageTables,
         p.pageableMemoryAccessUsesHostPageTables},
        {cudaDevAttrDirectManagedMemAccessFromHost, p.directManagedMemAccessFromHost},
        {cudaDevAttrMaxBlocksPerMultiprocessor, p.maxBlocksPerMultiProcessor},
        {cudaDevAttrReservedSharedMemoryPerBlock, (int)p.reservedSharedMemPerBlock},
        {cudaDevAttrHostRegisterSupported, p.hostRegisterSupported},
        {cudaDevAttrMemoryPoolsSupported, p.memoryPoolsSupported},
    };

    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        if (table[i].attr == attr) {
            *value = table[i].value;
            return true;
        }
    }
    return false;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr, int device)
{
    if (!value)
        return simt_return_query(cudaErrorInvalidValue);
    if (check_device(device) != cudaSuccess)
        return simt_return_query(cudaErrorInvalidDevice);
    if (other_attribute(attr, value) || property_attribute(attr, value, device))
        return simt_return_query(cudaSuccess);
    return simt_return_query(cudaErrorInvalidValue);
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *prop, int device)
{
    if (!prop)
        return simt_return_query(cudaErrorInvalidValue);
    if (check_device(device) != cudaSuccess)
        return simt_return_query(cudaErrorInvalidDevice);
    describe(prop, device);
    return simt_return_query(cudaSuccess);
}

cudaError_t cudaGetDeviceCount(int *count)
{
    if (!count)
        return simt_return_query(cudaErrorInvalidValue);
    *count = simt_device_count();
    return simt_return_query(cudaSuccess);
}

cudaError_t cudaGetDevice(int *device)
{
    if (!device)
        return simt_return_query(cudaErrorInvalidValue);
    if (simt_on_device) /* a kernel's own store */
        simt_lockstep_range(device, sizeof(*device), SIMT_ACCESS_WRITE, SIMT_SITE);
    *device = simt_device;
    return simt_return_query(cudaSuccess);
}

cudaError_t cudaSetDevice(int device)
{
    if (check_device(device) != cudaSuccess)
        return simt_return_query(cudaErrorInvalidDevice);
    simt_context_choose(device);
    simt_runtime_note_use();
    return simt_return_query(cudaSuccess);
}

cudaError_t cudaInitDevice(int device, unsigned int device_flags, unsigned int flags)
{
    (void)device_flags;
    return simt_return_query(flags ? cudaErrorInvalidValue : check_device(device));
}

cudaError_t cudaSetValidDevices(int *devices, int len)
{
    if (len && !devices)
        return simt_return_query(cudaErrorInvalidValue);
    for (int i = 0; i < len; i++)
        if (check_device(devices[i]) != cudaSuccess)
            return simt_return_query(cudaErrorInvalidDevice);
    return simt_return_query(cudaSuccess);
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *prop)
{
    if (!prop)
        return simt_return_query(cudaErrorInvalidValue);
    if (!device)
        return simt_return_query(cudaErrorInvalidValue);
    *device = 0; /* all are alike */
    return simt_return_query(cudaSuccess);
}

cudaError_t cudaDeviceGetPCIBusId(char *pci_bus_id, int len, int device)
{
    if (!pci_bus_id || len < bus_id_bytes)
        return simt_return_query(cudaErrorInvalidValue);
    if (check_device(device) != cudaSuccess)
        return simt_return_query(cudaErrorInvalidDevice);
    (void)snprintf(pci_bus_id, bus_id_bytes, "0000:%02x:00.0", (unsigned)device % 256);
    return simt_return_query(cudaSuccess);
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *pci_bus_id)
{
    if (!device || !pci_bus_id)
        return simt_return_query(cudaErrorInvalidValue);
    for (int i = 0; i < simt_device_count(); i++) {
        char bus_id[bus_id_bytes];

        (void)snprintf(bus_id, sizeof(bus_id), "0000:%02x:00.0", (unsigned)i % 256);
        if (strcmp(pci_bus_id, bus_id) != 0)
            continue;
        *device = i;
        return simt_return_query(cudaSuccess);
    }
    return simt_return_query(cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceCanAccessPeer(int *can_access, int device, int peer)
{
    if (!can_access)
        return simt_return_query(cudaErrorInvalidValue);
    if (check_device(device) != cudaSuccess || check_device(peer) != cudaSuccess)
        return simt_return_query(cudaErrorInvalidDevice);
    *can_access = device != peer;
    return simt_return_query(cudaSuccess);
}

/* No device is its own peer; all others reach each other alike. */
cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attr, int source,
                                      int destination)
{
    if (!value || (unsigned)(attr - cudaDevP2PAttrPerformanceRank) >
                      cudaDevP2PAttrCudaArrayAccessSupported - cudaDevP2PAttrPerformanceRank)
        return simt_return_query(cudaErrorInvalidValue);
    if (check_device(source) != cudaSuccess || check_device(destination) != cudaSuccess ||
        source == destination)
        return simt_return_query(cudaErrorInvalidDevice);
    *value = attr != cudaDevP2PAttrPerformanceRank;
    return simt_return_query(cudaSuccess);
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags)
{
    if (flags)
        return simt_return(cudaErrorInvalidValue);
    if (check_device(peer) != cudaSuccess)
        return simt_return(cudaErrorInvalidDevice);
    return simt_return(peer == simt_device ? cudaErrorPeerAccessUnsupported
                                           : simt_device_set_peer(simt_device, peer, true));
}

cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
    if (check_device(peer) != cudaSuccess)
        return simt_return(cudaErrorInvalidDevice);
    simt_queue_wait_all();
    return simt_return(simt_device_set_peer(simt_device, peer, false));
}

cudaError_t cudaDriverGetVersion(int *version)
{
    return cudaRuntimeGetVersion(version);
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    if (!version)
        return simt_return_query(cudaErrorInvalidValue);
    *version = CUDART_VERSION;
    return simt_return_query(cudaSuccess);
}
