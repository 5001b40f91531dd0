#include "nvml.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* ---- the kernel ------------------------------------------------------------------------------ */

static bool read_attribute(const char *folder, const char *name, double *out)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    bool good = fscanf(file, "%lf", out) == 1;
    fclose(file);
    return good;
}

bool gs_pcie_link_read(const char *folder, int *generation, int *width)
{
    static const double speeds[] = {2.5, 5, 8, 16, 32, 64, 128}; /* GT/s, from generation 1 on */
    double speed, lanes;
    /* 63 lanes are the kernel's word for a link that it cannot see. */
    if (!read_attribute(folder, "current_link_speed", &speed) ||
        !read_attribute(folder, "current_link_width", &lanes) || !(lanes >= 1 && lanes <= 32))
        return false;
    *generation = 0;
    *width = (int)lanes;
    for (int i = 0; i < (int)(sizeof speeds / sizeof speeds[0]); i++) {
        if (speed > 0.99 * speeds[i] && speed < 1.01 * speeds[i])
            *generation = i + 1;
    }
    return true;
}

/* ---- NVML ------------------------------------------------------------------------------------ */

/* The library's interface, as far as it is used here. Every function returns 0 when it is right. */
enum { SENSOR_GPU = 0, CLOCK_SM = 1, CLOCK_MEMORY = 2 };

struct nvml {
    void *library;
    void *device;
};

/* What a function that gives one number says; 0 where it is missing, or does not know. */
static int number(const struct nvml *nvml, const char *name)
{
    unsigned value = 0;
    int (*read)(void *, unsigned *) = (int (*)(void *, unsigned *))dlsym(nvml->library, name);
    return read != NULL && read(nvml->device, &value) == 0 ? (int)value : 0;
}

/* The same of a function that is asked for one kind of a thing. */
static int number_of(const struct nvml *nvml, const char *name, int kind)
{
    unsigned value = 0;
    int (*read)(void *, int, unsigned *) =
        (int (*)(void *, int, unsigned *))dlsym(nvml->library, name);
    return read != NULL && read(nvml->device, kind, &value) == 0 ? (int)value : 0;
}

static void read_driver(const struct nvml *nvml, char *driver, unsigned size)
{
    int (*read)(char *, unsigned) =
        (int (*)(char *, unsigned))dlsym(nvml->library, "nvmlSystemGetDriverVersion");
    if (read == NULL || read(driver, size) != 0)
        driver[0] = '\0';
    driver[size - 1] = '\0';
}

static void read_reasons(const struct nvml *nvml, struct gs_gpu_state *out)
{
    unsigned long long reasons = 0;
    const char *name = "nvmlDeviceGetCurrentClocksThrottleReasons";
    int (*read)(void *, unsigned long long *) =
        (int (*)(void *, unsigned long long *))dlsym(nvml->library, name);
    out->reasons_known = read != NULL && read(nvml->device, &reasons) == 0;
    out->clock_reasons = out->reasons_known ? (unsigned)reasons : 0;
}

static bool find_device(struct nvml *nvml, const char *pci_address)
{
    int (*find)(const char *, void **) =
        (int (*)(const char *, void **))dlsym(nvml->library, "nvmlDeviceGetHandleByPciBusId_v2");
    return find != NULL && find(pci_address, &nvml->device) == 0;
}

static bool read_nvml(void *library, const char *pci_address, struct gs_gpu_state *out)
{
    enum { MILLIWATTS = 1000 };
    struct nvml nvml = {.library = library};
    int (*begin)(void) = (int (*)(void))dlsym(library, "nvmlInit_v2");
    int (*end)(void) = (int (*)(void))dlsym(library, "nvmlShutdown");
    if (begin == NULL || end == NULL || begin() != 0)
        return false;
    bool found = find_device(&nvml, pci_address);
    if (found) {
        read_driver(&nvml, out->driver, sizeof out->driver);
        out->temperature_c = number_of(&nvml, "nvmlDeviceGetTemperature", SENSOR_GPU);
        out->sm_clock_mhz = number_of(&nvml, "nvmlDeviceGetClockInfo", CLOCK_SM);
        out->memory_clock_mhz = number_of(&nvml, "nvmlDeviceGetClockInfo", CLOCK_MEMORY);
        out->power_limit_w = number(&nvml, "nvmlDeviceGetEnforcedPowerLimit") / MILLIWATTS;
        out->pcie_generation = number(&nvml, "nvmlDeviceGetCurrPcieLinkGeneration");
        out->pcie_width = number(&nvml, "nvmlDeviceGetCurrPcieLinkWidth");
        read_reasons(&nvml, out);
    }
    end();
    return found;
}

bool gs_gpu_state_read(const char *pci_address, struct gs_gpu_state *out)
{
    *out = (struct gs_gpu_state){.driver = ""};
    void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    bool known = library != NULL && read_nvml(library, pci_address, out);
    if (library != NULL)
        dlclose(library);
    char folder[128];
    snprintf(folder, sizeof folder, "/sys/bus/pci/devices/%s", pci_address);
    if (out->pcie_width == 0 && strchr(pci_address, '/') == NULL)
        known |= gs_pcie_link_read(folder, &out->pcie_generation, &out->pcie_width);
    return known;
}

const char *gs_clock_reason_name(unsigned bit)
{
    static const char *const names[GS_CLOCK_REASONS] = {
        "gpu_idle",
        "applications_clocks_setting",
        "sw_power_cap",
        "hw_slowdown",
        "sync_boost",
        "sw_thermal_slowdown",
        "hw_thermal_slowdown",
        "hw_power_brake_slowdown",
        "display_clock_setting",
    };
    return names[bit];
}
