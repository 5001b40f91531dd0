#include "cuda_driver.h"

#include <dlfcn.h>
#include <stddef.h>

const char *gs_cuda_missing(void)
{
    unsigned count;
    return gs_cuda_devices(&count);
}

const char *gs_cuda_devices(unsigned *count)
{
    *count = 0;
    void *driver = dlopen("libcuda.so.1", RTLD_NOW);
    if (driver == NULL)
        return "no CUDA driver on this machine";
    int (*init)(unsigned) = NULL, (*count_devices)(int *) = NULL;
    *(void **)&init = dlsym(driver, "cuInit");
    *(void **)&count_devices = dlsym(driver, "cuDeviceGetCount");
    const char *why = NULL;
    int found = 0;
    if (init == NULL || count_devices == NULL)
        why = "the CUDA driver library is not usable";
    else if (init(0) != 0 || count_devices(&found) != 0 || found <= 0)
        why = "the CUDA driver finds no device";
    else
        *count = (unsigned)found;
    dlclose(driver);
    return why;
}
