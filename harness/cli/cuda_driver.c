#include "cuda_driver.h"

#include <dlfcn.h>
#include <stddef.h>

const char *gs_cuda_missing(void)
{
    void *driver = dlopen("libcuda.so.1", RTLD_NOW);
    if (driver == NULL)
        return "no CUDA driver on this machine";
    int (*init)(unsigned) = NULL, (*count_devices)(int *) = NULL;
    *(void **)&init = dlsym(driver, "cuInit");
    *(void **)&count_devices = dlsym(driver, "cuDeviceGetCount");
    const char *why = NULL;
    int count = 0;
    if (init == NULL || count_devices == NULL)
        why = "the CUDA driver library is not usable";
    else if (init(0) != 0 || count_devices(&count) != 0 || count == 0)
        why = "the CUDA driver finds no device";
    dlclose(driver);
    return why;
}
