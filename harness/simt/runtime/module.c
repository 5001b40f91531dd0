/* Modules of the driver API: shared objects that simt-cc has made of a .cu file. They stay loaded
 * to the end of the program, as what knows their kernels does. */
#define _GNU_SOURCE /* dladdr1 */
#include "module.h"

#include "capture.h"
#include "devices.h"
#include "driver.h"
#include "error.h"
#include "handle.h"
#include "kernel.h"
#include "observer.h"
#include "region.h"

#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <errno.h>
#include <elf.h>
#include <link.h>
#include <pthread.h>
#include <simt/driver_api.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct CUfunc_st {
    struct simt_handle handle; /* first */
    struct CUmod_st *module;   /* null: it is one of the program's own kernels */
    struct CUfunc_st *next;    /* of the module, or of the program */
    const struct simt_kernel *kernel;
    char name[];
};

struct CUmod_st {
    struct simt_handle handle; /* first */
    void *library;
    struct CUfunc_st *functions; /* that were asked for */
};

static struct simt_handles modules, functions;

/* Of kernels of the program's, which stay. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct CUfunc_st *own_functions;

/* ---- loading ---- */

static bool write_all(int file, const char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t written = write(file, bytes, count);

        if (written <= 0)
            return false;
        bytes += written;
        count -= (size_t)written;
    }
    return true;
}

/* With what the linker says, as "undefined symbol: simt_barrier". */
static void say_not_loaded(void)
{
    const char *why = dlerror();
    const char *end = why ? strstr(why, ": ") : NULL;

    (void)fprintf(stderr,
                  "simt: a module cannot be loaded: %s. Link the program with -lcuda, and compile "
                  "both with --inspect or none\n",
                  end ? end + 2 : "it is no shared object");
}

static void say_not_written(const char *path)
{
    (void)fprintf(stderr, "simt: cannot write the temporary file %s for a module: %s\n", path,
                  strerror(errno));
}

/* Loads the shared object from a file of its own: one that is loaded twice is there twice. */
static void *load_object(const char *bytes, size_t count)
{
    const char *folder = getenv("TMPDIR");
    char path[4096];
    void *library = NULL;
    int file;

    (void)snprintf(path, sizeof(path), "%s/simt-module-XXXXXX",
                   folder && *folder ? folder : "/tmp");
    file = mkstemp(path);
    if (file < 0) {
        say_not_written(path);
        return NULL;
    }
    if (write_all(file, bytes, count)) {
        library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        if (!library)
            say_not_loaded();
    } else {
        say_not_written(path);
    }
    if (library && simt_observer)
        simt_observer->module_loaded(path, ((struct link_map *)library)->l_addr);
    (void)close(file);
    (void)unlink(path);
    return library;
}

static CUresult load(CUmodule *module, const char *image)
{
    CUresult result;
    size_t count;
    char *bytes = simt_module_decode(image, &count, &result);
    struct CUmod_st *made = bytes ? calloc(1, sizeof(*made)) : NULL;

    if (!made) {
        free(bytes);
        return bytes ? CUDA_ERROR_OUT_OF_MEMORY : result;
    }
    if (simt_module_has_runtime())
        made->library = load_object(bytes, count);
    else
        say_not_loaded();
    free(bytes);
    if (!made->library) {
        free(made);
        return CUDA_ERROR_SHARED_OBJECT_INIT_FAILED;
    }
    simt_handle_add(&modules, &made->handle);
    *module = made;
    return CUDA_SUCCESS;
}

CUresult cuModuleLoadData(CUmodule *module, const void *image)
{
    CUresult result = simt_driver_check();

    if (result == CUDA_SUCCESS && (!module || !image))
        result = CUDA_ERROR_INVALID_VALUE;
    return simt_driver_return(result == CUDA_SUCCESS ? load(module, image) : result);
}

CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned int count,
                            CUjit_option *options, void **values)
{
    simt_module_answer_options(count, options, values);
    return cuModuleLoadData(module, image);
}

CUresult cuModuleLoadFatBinary(CUmodule *module, const void *image)
{
    return cuModuleLoadData(module, image);
}

CUresult cuModuleLoad(CUmodule *module, const char *file)
{
    CUresult result = simt_driver_check();
    char *image;

    if (result == CUDA_SUCCESS && (!module || !file))
        result = CUDA_ERROR_INVALID_VALUE;
    if (result != CUDA_SUCCESS)
        return simt_driver_return(result);
    image = simt_module_read(file, &result);
    if (image)
        result = load(module, image);
    free(image);
    return simt_driver_return(result);
}

CUresult cuModuleUnload(CUmodule module)
{
    struct CUfunc_st *function;
    CUresult result = simt_driver_check();

    if (result != CUDA_SUCCESS)
        return result;
    if (!module || !simt_handle_remove(&modules, module))
        return CUDA_ERROR_INVALID_HANDLE;
    while ((function = module->functions) != NULL) {
        module->functions = function->next;
        (void)simt_handle_remove(&functions, function);
        free(function);
    }
    free(module);
    return CUDA_SUCCESS;
}

/* ---- what is in a module ---- */

static struct CUfunc_st *find_function(CUmodule module, const char *name)
{
    struct CUfunc_st *at = module->functions;

    while (at && strcmp(at->name, name) != 0)
        at = at->next;
    return at;
}

static CUresult add_function(CUfunction *function, CUmodule module, const char *name)
{
    const struct simt_kernel *kernel = simt_kernel_find(dlsym(module->library, name));
    size_t length = strlen(name);
    struct CUfunc_st *made;

    if (!kernel)
        return CUDA_ERROR_NOT_FOUND;
    made = calloc(1, sizeof(*made) + length + 1);
    if (!made)
        return CUDA_ERROR_OUT_OF_MEMORY;
    memcpy(made->name, name, length);
    made->kernel = kernel;
    made->module = module;
    made->next = module->functions;
    module->functions = made;
    simt_handle_add(&functions, &made->handle);
    *function = made;
    return CUDA_SUCCESS;
}

/* Whether the module can be asked, or why not. */
static CUresult check_module(CUmodule module, const char *name)
{
    CUresult result = simt_driver_check();

    if (result != CUDA_SUCCESS)
        return result;
    if (!module || !simt_handle_valid(&modules, module))
        return CUDA_ERROR_INVALID_HANDLE;
    return name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
    CUresult result = check_module(module, name);

    if (result == CUDA_SUCCESS && !function)
        result = CUDA_ERROR_INVALID_VALUE;
    if (result != CUDA_SUCCESS)
        return simt_driver_return(result);
    *function = find_function(module, name);
    return simt_driver_return(*function ? CUDA_SUCCESS : add_function(function, module, name));
}

CUresult cuModuleGetGlobal(CUdeviceptr *pointer, size_t *bytes, CUmodule module, const char *name)
{
    CUresult result = check_module(module, name);
    const ElfW(Sym) *symbol = NULL;
    struct simt_region region;
    Dl_info info;
    void *address;

    if (result != CUDA_SUCCESS)
        return result;
    address = dlsym(module->library, name);
    if (simt_kernel_find(address)) /* the error that a driver has for a function's name */
        return CUDA_ERROR_INVALID_VALUE;
    if (!address || !dladdr1(address, &info, (void **)&symbol, RTLD_DL_SYMENT) || !symbol ||
        ELF64_ST_TYPE(symbol->st_info) != STT_OBJECT ||
        (uintptr_t)info.dli_fbase != ((struct link_map *)module->library)->l_addr)
        return CUDA_ERROR_NOT_FOUND;
    /* From now on copies know this address as the device's. */
    if (!simt_region_find(address, &region) &&
        !simt_region_add(address, symbol->st_size, SIMT_REGION_SYMBOL, 0))
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (pointer)
        *pointer = (uintptr_t)address;
    if (bytes)
        *bytes = symbol->st_size;
    return CUDA_SUCCESS;
}

CUresult cuFuncGetModule(CUmodule *module, CUfunction function)
{
    if (!function || !simt_handle_valid(&functions, function))
        return CUDA_ERROR_INVALID_HANDLE;
    if (!module)
        return CUDA_ERROR_INVALID_VALUE;
    *module = function->module;
    return *module ? CUDA_SUCCESS : CUDA_ERROR_NOT_SUPPORTED;
}

CUresult cuFuncGetName(const char **name, CUfunction function)
{
    if (!function || !simt_handle_valid(&functions, function))
        return CUDA_ERROR_INVALID_HANDLE;
    if (!name)
        return CUDA_ERROR_INVALID_VALUE;
    *name = function->name;
    return function->module ? CUDA_SUCCESS : CUDA_ERROR_NOT_SUPPORTED;
}

static struct CUfunc_st *find_own(const struct simt_kernel *kernel)
{
    struct CUfunc_st *at = own_functions;

    while (at && (at->kernel != kernel || at->handle.device != simt_device))
        at = at->next;
    return at;
}

/* The same function for the same kernel, as with CUDA; null: no memory. */
static struct CUfunc_st *own_function(const struct simt_kernel *kernel)
{
    struct CUfunc_st *function;

    (void)pthread_mutex_lock(&lock);
    function = find_own(kernel);
    if (!function && (function = calloc(1, sizeof(*function) + 1)) != NULL) {
        function->kernel = kernel;
        function->next = own_functions;
        own_functions = function;
        simt_handle_add(&functions, &function->handle);
    }
    (void)pthread_mutex_unlock(&lock);
    return function;
}

cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, const void *symbol)
{
    const struct simt_kernel *kernel = simt_kernel_find(symbol);

    if (!function)
        return simt_return(cudaErrorInvalidValue);
    if (!kernel)
        return simt_return(cudaErrorInvalidDeviceFunction);
    *function = own_function(kernel);
    return simt_return(*function ? cudaSuccess : cudaErrorMemoryAllocation);
}

/* ---- launches ---- */

const void *simt_driver_kernel(CUfunction function)
{
    return function && simt_handle_valid(&functions, function) ? function->kernel->function : NULL;
}

/* What `extra` says: the arguments one behind the other, each at a multiple of its alignment. */
struct packed {
    const char *buffer;
    size_t bytes;
};

static bool read_extra(void **extra, struct packed *packed)
{
    *packed = (struct packed){0};
    for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
        if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER)
            packed->buffer = extra[1];
        else if (*extra == CU_LAUNCH_PARAM_BUFFER_SIZE && extra[1])
            packed->bytes = *(const size_t *)extra[1];
        else
            return false;
    }
    return packed->buffer != NULL;
}

/* Gives each argument its place in the copy. False: they do not fit. */
static bool place_arguments(const struct simt_kernel *kernel, char *copy, size_t bytes,
                            void **arguments)
{
    size_t at = 0;

    for (size_t i = 0; i < kernel->argument_count; i++) {
        size_t alignment = kernel->argument_alignments[i];

        at = (at + alignment - 1) / alignment * alignment;
        if (at > bytes || kernel->argument_bytes[i] > bytes - at)
            return false;
        arguments[i] = copy + at;
        at += kernel->argument_bytes[i];
    }
    return true;
}

static cudaError_t launch_packed(const struct simt_kernel *kernel,
                                 struct simt_launch_config *config, void **extra)
{
    enum { alignment = 64 }; /* no parameter's is larger */
    cudaError_t error = cudaErrorInvalidValue;
    struct packed packed;
    void **arguments;
    char *copy;

    if (!read_extra(extra, &packed))
        return cudaErrorInvalidValue;
    copy = aligned_alloc(alignment, (packed.bytes / alignment + 1) * alignment);
    arguments = calloc(kernel->argument_count + 1, sizeof(*arguments));
    if (!copy || !arguments)
        error = cudaErrorMemoryAllocation;
    else
        memcpy(copy, packed.buffer, packed.bytes);
    if (copy && arguments && place_arguments(kernel, copy, packed.bytes, arguments))
        error = simt_kernel_launch(kernel->function, config, arguments);
    free(copy);
    free(arguments);
    return error;
}

static int device_of(const struct CUfunc_st *function)
{
    return function->module ? function->module->handle.device : function->handle.device;
}

cudaError_t simt_driver_launch(CUfunction function, struct simt_launch_config *config,
                               void **parameters, void **extra)
{
    const struct simt_kernel *kernel;

    if (!function || !simt_handle_valid(&functions, function) || device_of(function) != simt_device)
        return cudaErrorInvalidResourceHandle;
    kernel = function->kernel;
    if (parameters && extra)
        return cudaErrorInvalidValue;
    if (extra)
        return launch_packed(kernel, config, extra);
    if (!parameters && kernel->argument_count > 0)
        return cudaErrorInvalidValue;
    for (size_t i = 0; i < kernel->argument_count; i++)
        if (!parameters[i])
            return cudaErrorInvalidValue;
    return simt_kernel_launch(kernel->function, config, parameters);
}
