/*
 * A libnvidia-ml.so.1 that knows one GPU. FAKE_NVML_OLD: most functions are missing, as in an old
 * one. Where the environment has FAKE_NVML_REFUSES, nothing of the GPU is told, as in a container.
 */
#include <stdlib.h>
#include <string.h>

enum { SUCCESS = 0, UNINITIALIZED = 1, NOT_SUPPORTED = 3, NOT_FOUND = 6 };

static int users;
static char gpu;

/* What every question is answered with first. */
static int status_of(const void *device)
{
    if (users != 1 || device != &gpu)
        return UNINITIALIZED;
    return getenv("FAKE_NVML_REFUSES") != NULL ? NOT_SUPPORTED : SUCCESS;
}

int nvmlInit_v2(void)
{
    users++;
    return SUCCESS;
}

int nvmlShutdown(void)
{
    users--;
    return SUCCESS;
}

int nvmlDeviceGetHandleByPciBusId_v2(const char *address, void **device)
{
    *device = &gpu;
    return strcmp(address, "fffe:fe:1e.0") == 0 ? SUCCESS : NOT_FOUND;
}

int nvmlDeviceGetTemperature(void *device, int sensor, unsigned *celsius)
{
    *celsius = sensor == 0 ? 41 : 99;
    return status_of(device);
}

#ifndef FAKE_NVML_OLD
int nvmlSystemGetDriverVersion(char *text, unsigned size)
{
    strncpy(text, "580.65.06", size);
    return status_of(&gpu);
}

int nvmlDeviceGetClockInfo(void *device, int kind, unsigned *mhz)
{
    *mhz = kind == 1 ? 1980 : kind == 2 ? 2619 : 1;
    return status_of(device);
}

int nvmlDeviceGetEnforcedPowerLimit(void *device, unsigned *milliwatts)
{
    *milliwatts = 700000;
    return status_of(device);
}

int nvmlDeviceGetCurrPcieLinkGeneration(void *device, unsigned *generation)
{
    *generation = 5;
    return status_of(device);
}

int nvmlDeviceGetCurrPcieLinkWidth(void *device, unsigned *width)
{
    *width = 16;
    return status_of(device);
}

int nvmlDeviceGetCurrentClocksThrottleReasons(void *device, unsigned long long *reasons)
{
    *reasons = 0x24;
    return status_of(device);
}
#endif
