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

enum gs_status gs_gpu_read(const char *device, bool *gpu, struct gs_error *error)
{
    const char *missing = NULL;
    struct gs_tools tools;
    struct gs_error no_nvcc;
    if (device == NULL || strcmp(device, "auto") == 0) {
        *gpu = gs_cuda_missing() == NULL && gs_tools_find(true, NULL, &tools, &no_nvcc) == GS_OK;
        return GS_OK;
    }
    *gpu = strcmp(device, "cuda") == 0;
    missing = *gpu ? gs_cuda_missing() : NULL;
    if (missing != NULL)
        return gs_fail(error, GS_USAGE, "--device cuda: %s; or choose --device sim", missing);
    return GS_OK;
}
