/* What nodes of graphs do: kernels, copies, fills, calls of the host, child graphs and memory. */
#include "graph.h"

#include "devices.h"
#include "error.h"
#include "observer.h"
#include "region.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* ---- kernels ---- */

/* Copies of the arguments behind an array of pointers to them, each at a multiple of 16 bytes. */
static void **copy_arguments(const struct simt_kernel *kernel, void *const *arguments)
{
    size_t n = kernel->argument_count, bytes = (n * sizeof(void *) + 15) / 16 * 16, at = bytes;
    void **copies;

    for (size_t i = 0; i < n; i++)
        bytes += (kernel->argument_bytes[i] + 15) / 16 * 16;
    copies = malloc(bytes ? bytes : 1);
    for (size_t i = 0; copies && i < n; i++) {
        copies[i] = (char *)copies + at;
        memcpy(copies[i], arguments[i], kernel->argument_bytes[i]);
        at += (kernel->argument_bytes[i] + 15) / 16 * 16;
    }
    return copies;
}

static cudaError_t keep_kernel(struct simt_node_work *work, const struct simt_kernel *kernel,
                               const struct simt_launch_config *config, void **arguments)
{
    void **copies = copy_arguments(kernel, arguments);
    cudaError_t error = cudaErrorMemoryAllocation;

    if (copies)
        error = simt_kernel_keep(kernel, config, copies, &work->kernel.launch);
    work->kernel.device = simt_device;
    if (error == cudaSuccess)
        work->kernel.arguments = copies;
    else
        free(copies);
    return error;
}

cudaError_t simt_work_kernel(struct simt_node_work *work, const struct cudaKernelNodeParams *params)
{
    const struct simt_kernel *kernel = params ? simt_kernel_find(params->func) : NULL;
    struct simt_launch_config config;

    if (!params || params->extra)
        return cudaErrorInvalidValue;
    if (!kernel)
        return cudaErrorInvalidDeviceFunction;
    if (kernel->argument_count && !params->kernelParams)
        return cudaErrorInvalidValue;
    config = (struct simt_launch_config){.grid = params->gridDim,
                                         .block = params->blockDim,
                                         .shared_bytes = params->sharedMemBytes,
                                         .file = kernel->file,
                                         .line = kernel->line,
                                         .function = kernel->function,
                                         .lockstep = kernel->lockstep};
    *work = (struct simt_node_work){.type = cudaGraphNodeTypeKernel};
    return keep_kernel(work, kernel, &config, params->kernelParams);
}

static bool copy_kernel(struct simt_kernel_node *to, const struct simt_kernel_node *from)
{
    const struct simt_kept_launch *l = &from->launch;
    const struct simt_kernel *kernel = simt_kernel_find(l->config.function);

    *to = (struct simt_kernel_node){.device = from->device};
    if (simt_kept_launch_make(&to->launch, &l->config, l->run_block, l->closure,
                              l->closure_bytes) != cudaSuccess)
        return false;
    if (from->arguments && kernel) {
        to->arguments = copy_arguments(kernel, from->arguments);
        return to->arguments != NULL;
    }
    return true;
}

/* ---- copies, fills and calls ---- */

cudaError_t simt_work_copy(struct simt_node_work *work, const struct cudaMemcpy3DParms *params)
{
    if (!params || (!params->srcArray && !params->srcPtr.ptr) ||
        (!params->dstArray && !params->dstPtr.ptr))
        return cudaErrorInvalidValue;
    if ((unsigned)params->kind > cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    *work = (struct simt_node_work){.type = cudaGraphNodeTypeMemcpy, .copy = *params};
    return cudaSuccess;
}

cudaError_t simt_work_copy_1d(struct simt_node_work *work, void *dst, const void *src, size_t count,
                              enum cudaMemcpyKind kind)
{
    struct cudaMemcpy3DParms params = {
        .srcPtr = make_cudaPitchedPtr((void *)(uintptr_t)src, count, count, 1),
        .dstPtr = make_cudaPitchedPtr(dst, count, count, 1),
        .extent = {count, 1, 1},
        .kind = kind};

    return simt_work_copy(work, &params);
}

cudaError_t simt_work_fill(struct simt_node_work *work, const struct cudaMemsetParams *params)
{
    if (!params || !params->dst ||
        (params->elementSize != 1 && params->elementSize != 2 && params->elementSize != 4))
        return cudaErrorInvalidValue;
    *work = (struct simt_node_work){.type = cudaGraphNodeTypeMemset, .fill = *params};
    return cudaSuccess;
}

cudaError_t simt_work_host(struct simt_node_work *work, const struct cudaHostNodeParams *params)
{
    if (!params || !params->fn)
        return cudaErrorInvalidValue;
    *work = (struct simt_node_work){.type = cudaGraphNodeTypeHost, .host = *params};
    return cudaSuccess;
}

cudaError_t simt_work_child(struct simt_node_work *work, cudaGraph_t child, const void *site)
{
    if (!simt_graph_valid(child))
        return cudaErrorInvalidValue;
    *work = (struct simt_node_work){.type = cudaGraphNodeTypeGraph};
    work->child = simt_graph_copy(child, site);
    if (!work->child)
        return cudaErrorMemoryAllocation;
    work->child->is_child = true;
    return cudaSuccess;
}

/* ---- memory ---- */

static pthread_mutex_t memory_lock = PTHREAD_MUTEX_INITIALIZER;
static struct simt_graph_memory *first_memory;

static struct simt_graph_memory *find_memory(const void *address)
{
    struct simt_graph_memory *at = first_memory;

    while (at && at->address != address)
        at = at->next;
    return at;
}

bool simt_graph_owns_memory(const void *address)
{
    bool found;

    (void)pthread_mutex_lock(&memory_lock);
    found = address && find_memory(address);
    (void)pthread_mutex_unlock(&memory_lock);
    return found || simt_condition_is_at(address);
}

size_t simt_graph_memory_bytes(int device)
{
    size_t bytes = 0;

    (void)pthread_mutex_lock(&memory_lock);
    for (const struct simt_graph_memory *at = first_memory; at; at = at->next)
        bytes += at->device == device ? at->bytes : 0;
    (void)pthread_mutex_unlock(&memory_lock);
    return bytes;
}

bool simt_graph_memory_is_live(const void *address)
{
    const struct simt_graph_memory *memory;
    bool live;

    (void)pthread_mutex_lock(&memory_lock);
    memory = address ? find_memory(address) : NULL;
    live = memory && memory->live;
    (void)pthread_mutex_unlock(&memory_lock);
    return live;
}

void simt_graph_memory_set_live(struct simt_graph_memory *memory, bool live)
{
    (void)pthread_mutex_lock(&memory_lock);
    memory->live = live && memory->address;
    (void)pthread_mutex_unlock(&memory_lock);
}

/* With the lock held: takes it out of the list, for the caller to free, where no node uses it and
 * it is not live. Else null. */
static struct simt_graph_memory *take_unused(struct simt_graph_memory *memory)
{
    struct simt_graph_memory **at = &first_memory;

    if (memory->users || memory->live)
        return NULL;
    while (*at != memory)
        at = &(*at)->next;
    *at = memory->next;
    return memory;
}

static void free_memory(struct simt_graph_memory *memory, const void *site)
{
    if (!memory)
        return;
    if (simt_region_remove(memory->address, SIMT_REGION_DEVICE, SIMT_REGION_DEVICE) &&
        simt_observer)
        simt_observer->freed(memory->address, site);
    free(memory);
}

/* One more node that uses it, or one less. The last one frees it, where it is not live. */
static void count_user(struct simt_graph_memory *memory, int change)
{
    struct simt_graph_memory *unused;

    (void)pthread_mutex_lock(&memory_lock);
    memory->users += (unsigned)change;
    unused = take_unused(memory);
    (void)pthread_mutex_unlock(&memory_lock);
    if (unused)
        free_memory(unused, unused->site);
}

void simt_graph_memory_free(const void *address, const void *site)
{
    struct simt_graph_memory *memory;

    (void)pthread_mutex_lock(&memory_lock);
    memory = find_memory(address);
    if (memory) {
        memory->live = false;
        memory = take_unused(memory);
    }
    (void)pthread_mutex_unlock(&memory_lock);
    free_memory(memory, site);
}

void simt_graph_memory_reset(int device)
{
    (void)pthread_mutex_lock(&memory_lock);
    for (struct simt_graph_memory *at = first_memory, *next; at; at = next) {
        next = at->next;
        if (at->device != device)
            continue;
        at->address = NULL;
        at->live = false;
        free(take_unused(at));
    }
    (void)pthread_mutex_unlock(&memory_lock);
}

/* As of the pool: other devices reach it where they reach that. */
cudaError_t simt_work_allocate(struct simt_node_work *work, size_t bytes, int device,
                               const void *site)
{
    struct simt_graph_memory *memory = calloc(1, sizeof(*memory));
    void *address = NULL;

    if (bytes && memory)
        address = simt_region_alloc(bytes, SIMT_REGION_DEVICE, SIMT_REGION_POOLED, device);
    if (!address) {
        free(memory);
        return bytes ? cudaErrorMemoryAllocation : cudaErrorInvalidValue;
    }
    *memory = (struct simt_graph_memory){
        .address = address, .bytes = bytes, .device = device, .users = 1, .site = site};
    (void)pthread_mutex_lock(&memory_lock);
    memory->next = first_memory;
    first_memory = memory;
    (void)pthread_mutex_unlock(&memory_lock);
    if (simt_observer)
        simt_observer->allocated(address, bytes, SIMT_REGION_DEVICE, site);
    *work = (struct simt_node_work){.type = cudaGraphNodeTypeMemAlloc, .memory = memory};
    return cudaSuccess;
}

cudaError_t simt_work_release(struct simt_node_work *work, void *address)
{
    struct simt_graph_memory *memory;

    (void)pthread_mutex_lock(&memory_lock);
    memory = address ? find_memory(address) : NULL;
    if (memory)
        memory->users++;
    (void)pthread_mutex_unlock(&memory_lock);
    *work = (struct simt_node_work){.type = cudaGraphNodeTypeMemFree, .memory = memory};
    return memory ? cudaSuccess : cudaErrorInvalidValue;
}

/* ---- all of them ---- */

bool simt_work_copy_of(struct simt_node_work *work, const struct simt_node_work *other,
                       const void *site)
{
    *work = *other;
    switch (other->type) {
    case cudaGraphNodeTypeKernel:
        if (copy_kernel(&work->kernel, &other->kernel))
            return true;
        simt_work_free(work);
        return false;
    case cudaGraphNodeTypeGraph:
        return simt_work_child(work, other->child, site) == cudaSuccess;
    case cudaGraphNodeTypeConditional:
        return simt_conditional_copy(&work->conditional, &other->conditional, site);
    case cudaGraphNodeTypeMemAlloc:
    case cudaGraphNodeTypeMemFree:
        count_user(work->memory, 1);
        return true;
    default:
        return true;
    }
}

cudaGraph_t simt_work_graph(const struct simt_node_work *work, size_t n)
{
    if (work->type == cudaGraphNodeTypeGraph && n == 0)
        return work->child;
    if (work->type == cudaGraphNodeTypeConditional && n < work->conditional.size)
        return work->conditional.bodies[n];
    return NULL;
}

void simt_work_free(struct simt_node_work *work)
{
    if (work->type == cudaGraphNodeTypeKernel) {
        free(work->kernel.launch.closure);
        free(work->kernel.arguments);
    } else if (work->type == cudaGraphNodeTypeGraph) {
        simt_graph_free(work->child);
    } else if (work->type == cudaGraphNodeTypeConditional) {
        simt_conditional_free(&work->conditional);
    } else if (work->type == cudaGraphNodeTypeMemAlloc || work->type == cudaGraphNodeTypeMemFree) {
        count_user(work->memory, -1);
    }
    *work = (struct simt_node_work){.type = cudaGraphNodeTypeEmpty};
}
