#include "device_internal.h"

#include "clock.h"
#include "fingerprint.h"
#include "probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef GRIDSTRIDE_SIMT

#include "simt/environment.h"

const char gs_device_program[] = "sim";
static const bool simulated = true;

enum gs_status gs_device_check_environment(struct gs_error *error)
{
    struct simt_environment environment;
    char why[256];
    return simt_environment_read(&environment, why, sizeof why)
               ? GS_OK
               : gs_fail(error, GS_USAGE, "the simulator's %s", why);
}

/* Its runtime reads how many there are when it is first asked for anything. */
static void provide(unsigned devices)
{
    char text[16];
    snprintf(text, sizeof text, "%u", devices < SIMT_MOST_DEVICES ? devices : SIMT_MOST_DEVICES);
    if (devices > 1)
        setenv("SIMT_DEVICES", text, 0);
}

#else

const char gs_device_program[] = "cuda";
static const bool simulated = false;

enum gs_status gs_device_check_environment(struct gs_error *error)
{
    (void)error;
    return GS_OK;
}

static void provide(unsigned devices)
{
    (void)devices;
}

#endif

enum gs_status gs_device_check(cudaError_t code, const char *what, struct gs_error *error)
{
    if (code == cudaSuccess)
        return GS_OK;
    return gs_fail(error, GS_USAGE, "%s failed: %s (%s)", what, cudaGetErrorString(code),
                   cudaGetErrorName(code));
}

/* What tells this GPU from others; the UUID itself goes into no file. */
static void read_identity(const struct cudaDeviceProp *properties, struct gs_device_facts *facts)
{
    uint64_t words[2];
    _Static_assert(sizeof words == sizeof properties->uuid, "a UUID has 16 bytes");
    memcpy(words, &properties->uuid, sizeof words);
    facts->uuid_hash = gs_fingerprint_of(words[0], 0) + gs_fingerprint_of(words[1], 1);
    facts->ecc = properties->ECCEnabled != 0;
    snprintf(facts->pci_address, sizeof facts->pci_address, "%04x:%02x:%02x.0",
             (unsigned)properties->pciDomainID, (unsigned)properties->pciBusID & 0xff,
             (unsigned)properties->pciDeviceID & 0xff);
}

static enum gs_status read_facts(struct gs_device_facts *facts, struct gs_error *error)
{
    struct cudaDeviceProp properties;
    enum gs_status status =
        gs_device_check(cudaGetDeviceProperties(&properties, 0), "cudaGetDeviceProperties", error);
    if (status != GS_OK)
        return status;
    snprintf(facts->name, sizeof facts->name, "%s", properties.name);
    facts->simulated = simulated;
    facts->memory_bytes = properties.totalGlobalMem;
    facts->l2_bytes = (size_t)properties.l2CacheSize;
    cudaGetDeviceCount(&facts->devices);
    facts->multiprocessors = properties.multiProcessorCount;
    facts->compute_major = properties.major;
    facts->compute_minor = properties.minor;
    snprintf(facts->kernel_compiler, sizeof facts->kernel_compiler, "%s", GS_KERNEL_COMPILER);
    if (!simulated)
        read_identity(&properties, facts);
    cudaDriverGetVersion(&facts->driver_version);
    cudaRuntimeGetVersion(&facts->runtime_version);
    cudaDeviceGetAttribute(&facts->sm_clock_khz, cudaDevAttrClockRate, 0);
    cudaDeviceGetAttribute(&facts->memory_clock_khz, cudaDevAttrMemoryClockRate, 0);
    return GS_OK;
}

/* A hold whose launch returns only when its kernel ends could do nothing but time out. */
static enum gs_status find_blocking_launches(struct gs_device *device, struct gs_error *error)
{
    *device->gate = 1; /* once without holding: the first launch loads the program's kernels */
    enum gs_status status = gs_device_check(
        (cudaError_t)gs_probe_hold(device->device_gate, 1, device->begin, device->stream),
        "a launch", error);
    if (status == GS_OK)
        status =
            gs_device_check(cudaStreamSynchronize(device->stream), "cudaStreamSynchronize", error);
    *device->gate = 0;
    double start = gs_clock_s();
    if (status == GS_OK)
        status =
            gs_device_check((cudaError_t)gs_probe_hold(device->device_gate, GS_HOLD_CYCLES / 10,
                                                       device->begin, device->stream),
                            "a launch", error);
    device->facts.launches_block = gs_clock_s() - start > 0.03;
    *device->gate = 1;
    if (status == GS_OK)
        status =
            gs_device_check(cudaStreamSynchronize(device->stream), "cudaStreamSynchronize", error);
    return status;
}

/* Host memory that kernels reach too. */
static enum gs_status map_host(size_t bytes, void **host, void **mapped, struct gs_error *error)
{
    *host = NULL;
    enum gs_status status =
        gs_device_check(cudaHostAlloc(host, bytes, cudaHostAllocMapped), "cudaHostAlloc", error);
    if (status != GS_OK)
        return status;
    return gs_device_check(cudaHostGetDevicePointer(mapped, *host, 0), "cudaHostGetDevicePointer",
                           error);
}

/* The flush memory, the gate and the stamps. */
static enum gs_status prepare_cold(struct gs_device *device, struct gs_error *error)
{
    device->flush_bytes = 2 * device->facts.l2_bytes;
    enum gs_status status = gs_device_check(cudaMalloc(&device->flush_memory, device->flush_bytes),
                                            "cudaMalloc", error);
    if (status == GS_OK)
        status = gs_device_check(cudaMemset(device->flush_memory, 0, device->flush_bytes),
                                 "cudaMemset", error);
    if (status != GS_OK)
        return status;
    void *gate, *since;
    status = map_host(sizeof *device->gate, &gate, (void **)&device->device_gate, error);
    device->gate = gate;
    if (status == GS_OK)
        status = map_host(sizeof *device->since, &since, (void **)&device->device_since, error);
    if (status != GS_OK)
        return status;
    device->since = since;
    status = gs_device_check(cudaMalloc((void **)&device->begin, sizeof *device->begin),
                             "cudaMalloc", error);
    if (status != GS_OK)
        return status;
    return find_blocking_launches(device, error);
}

static enum gs_status prepare(struct gs_device *device, struct gs_error *error)
{
    int count = 0;
    enum gs_status status =
        gs_device_check(cudaGetDeviceCount(&count), "cudaGetDeviceCount", error);
    if (status == GS_OK && count == 0)
        status = gs_fail(error, GS_USAGE, "the CUDA driver knows no device");
    if (status == GS_OK)
        status = gs_device_check(cudaSetDevice(0), "cudaSetDevice", error);
    if (status == GS_OK)
        status = read_facts(&device->facts, error);
    if (status == GS_OK)
        status = gs_device_check(cudaStreamCreateWithFlags(&device->stream, cudaStreamNonBlocking),
                                 "cudaStreamCreate", error);
    for (int i = 0; status == GS_OK && i < GS_STREAMS; i++)
        status =
            gs_device_check(cudaStreamCreateWithFlags(&device->streams[i], cudaStreamNonBlocking),
                            "cudaStreamCreate", error);
    for (int i = 0; status == GS_OK && i < GS_EVENT_COUNT; i++)
        status = gs_device_check(cudaEventCreate(&device->events[i]), "cudaEventCreate", error);
    if (status == GS_OK)
        status = gs_device_check(cudaMalloc((void **)&device->sum, sizeof *device->sum),
                                 "cudaMalloc", error);
    if (status == GS_OK && !device->facts.simulated)
        status = prepare_cold(device, error);
    return status;
}

enum gs_status gs_device_open(unsigned devices, struct gs_device **out, struct gs_error *error)
{
    struct gs_device *device = calloc(1, sizeof *device);
    if (device == NULL)
        return gs_out_of_memory(error);
    device->wanted = devices;
    provide(devices);
    enum gs_status status = prepare(device, error);
    if (status != GS_OK) {
        gs_device_close(device);
        return status;
    }
    *out = device;
    return GS_OK;
}

int gs_device_make_slots(struct gs_device *device)
{
    cudaError_t code = cudaSuccess;
    if (device->staging == NULL)
        code =
            cudaHostAlloc(&device->staging, (size_t)GS_SLOTS * GS_SLOT_BYTES, cudaHostAllocDefault);
    for (size_t i = 0; code == cudaSuccess && i < GS_SLOTS; i++) {
        cudaStream_t stream = device->slots[i].stream;
        if (stream == NULL)
            code = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        device->slots[i].stream = stream;
        device->slots[i].memory = (char *)device->staging + i * GS_SLOT_BYTES;
    }
    return (int)code;
}

void gs_device_close(struct gs_device *device)
{
    for (int i = 0; i < GS_SLOTS; i++) {
        if (device->slots[i].stream != NULL)
            cudaStreamDestroy(device->slots[i].stream);
    }
    cudaFreeHost(device->staging);
    cudaFree(device->sum);
    cudaFree(device->flush_memory);
    cudaFree(device->begin);
    cudaFreeHost(device->since);
    cudaFreeHost((void *)device->gate);
    for (int i = 0; i < GS_EVENT_COUNT; i++) {
        if (device->events[i] != NULL)
            cudaEventDestroy(device->events[i]);
    }
    for (int i = 0; i < GS_STREAMS; i++) {
        if (device->streams[i] != NULL)
            cudaStreamDestroy(device->streams[i]);
    }
    if (device->stream != NULL)
        cudaStreamDestroy(device->stream);
    free(device);
}

const struct gs_device_facts *gs_device_facts(const struct gs_device *device)
{
    return &device->facts;
}

size_t gs_device_free_bytes(struct gs_device *device)
{
    (void)device;
    size_t available = 0, total = 0;
    cudaMemGetInfo(&available, &total);
    return available;
}

enum gs_status gs_device_alloc(struct gs_device *device, size_t bytes, void **out,
                               struct gs_error *error)
{
    (void)device;
    cudaError_t code = cudaMalloc(out, bytes);
    if (code == cudaErrorMemoryAllocation)
        cudaGetLastError(); /* not sticky: later launches must not see it */
    return gs_device_check(code, "cudaMalloc", error);
}

void gs_device_release(struct gs_device *device, void *pointer)
{
    (void)device;
    cudaFree(pointer);
}

/* On the device's stream, for its kernels do not wait for the default stream. */
static enum gs_status copy(struct gs_device *device, void *to, const void *from, size_t bytes,
                           enum cudaMemcpyKind kind, struct gs_error *error)
{
    enum gs_status status = gs_device_check(cudaMemcpyAsync(to, from, bytes, kind, device->stream),
                                            "cudaMemcpyAsync", error);
    if (status == GS_OK)
        status =
            gs_device_check(cudaStreamSynchronize(device->stream), "cudaStreamSynchronize", error);
    return status;
}

enum gs_status gs_device_copy_in(struct gs_device *device, void *to, const void *from, size_t bytes,
                                 struct gs_error *error)
{
    return copy(device, to, from, bytes, cudaMemcpyHostToDevice, error);
}

enum gs_status gs_device_copy_out(struct gs_device *device, void *to, const void *from,
                                  size_t bytes, struct gs_error *error)
{
    return copy(device, to, from, bytes, cudaMemcpyDeviceToHost, error);
}

enum gs_status gs_device_copy(struct gs_device *device, void *to, const void *from, size_t bytes,
                              struct gs_error *error)
{
    return copy(device, to, from, bytes, cudaMemcpyDeviceToDevice, error);
}

enum gs_status gs_device_fill(struct gs_device *device, void *to, unsigned char value, size_t bytes,
                              struct gs_error *error)
{
    enum gs_status status = gs_device_check(cudaMemsetAsync(to, value, bytes, device->stream),
                                            "cudaMemsetAsync", error);
    if (status == GS_OK)
        status =
            gs_device_check(cudaStreamSynchronize(device->stream), "cudaStreamSynchronize", error);
    return status;
}

enum gs_status gs_device_fingerprint(struct gs_device *device, const void *memory, size_t bytes,
                                     uint64_t *out, struct gs_error *error)
{
    enum gs_status status = gs_device_check(
        (cudaError_t)gs_probe_fingerprint(memory, bytes, device->sum, device->stream), "a launch",
        error);
    return status == GS_OK ? gs_device_copy_out(device, out, device->sum, sizeof *out, error)
                           : status;
}

enum gs_status gs_device_pin(struct gs_device *device, void *host, size_t bytes,
                             struct gs_error *error)
{
    (void)device;
    return gs_device_check(cudaHostRegister(host, bytes, cudaHostRegisterDefault),
                           "cudaHostRegister", error);
}

void gs_device_unpin(struct gs_device *device, void *host)
{
    (void)device;
    cudaHostUnregister(host);
}
