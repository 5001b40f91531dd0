#include "judge_options.h"

#include "compilers.h"
#include "cuda_driver.h"

#include <string.h>
#include <sys/random.h>

enum gs_status gs_seed_read(const struct gs_number *given, uint64_t *seed, struct gs_error *error)
{
    uint32_t fresh = 0;
    *seed = given->value;
    if (given->text != NULL)
        return GS_OK;
    if (getrandom(&fresh, sizeof fresh, 0) != sizeof fresh)
        return gs_fail(error, GS_USAGE, "no random numbers from the system; give --seed N");
    *seed = fresh;
    return GS_OK;
}

enum gs_status gs_gpus_read(const char *device, unsigned *gpus, struct gs_error *error)
{
    const char *missing = NULL;
    struct gs_tools tools;
    struct gs_error no_nvcc;
    *gpus = 0;
    if (device == NULL || strcmp(device, "auto") == 0) {
        if (gs_cuda_devices(gpus) == NULL && gs_tools_find(true, NULL, &tools, &no_nvcc) != GS_OK)
            *gpus = 0;
        return GS_OK;
    }
    if (strcmp(device, "cuda") == 0)
        missing = gs_cuda_devices(gpus);
    if (missing != NULL)
        return gs_fail(error, GS_USAGE, "--device cuda: %s; or choose --device sim", missing);
    return GS_OK;
}
