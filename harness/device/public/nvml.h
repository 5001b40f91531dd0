/*
 * What the driver tells of a GPU: by NVIDIA's management library (NVML), which is looked for only
 * when the program runs, and of its link also by the kernel. Neither needs CUDA; either may be
 * missing, and then what only it knows is not known.
 */
#ifndef GS_NVML_H
#define GS_NVML_H

#include <stdbool.h>

/* 0 and "" where not known. */
struct gs_gpu_state {
    char driver[32]; /* "580.65.06" */
    int temperature_c;
    int sm_clock_mhz, memory_clock_mhz; /* at this moment */
    int power_limit_w;
    int pcie_generation, pcie_width; /* of the link at this moment; an idle one may be slower */
    bool reasons_known;
    unsigned clock_reasons; /* why the clocks are not higher: bits for gs_clock_reason_name() */
};

/*
 * Reads the state of the GPU at a PCI address ("0000:3b:00.0"). False where nothing is known of it.
 * Nothing is printed, and nothing stays loaded.
 */
bool gs_gpu_state_read(const char *pci_address, struct gs_gpu_state *out);

/* The PCIe link of a device by its folder under /sys/bus/pci/devices; false where it is not told.
 * The generation is 0 where its speed is that of none known. */
bool gs_pcie_link_read(const char *folder, int *generation, int *width);

enum { GS_CLOCK_REASONS = 9 };

/* nvidia-smi's name of bit 0, 1, ... GS_CLOCK_REASONS - 1: "sw_power_cap". */
const char *gs_clock_reason_name(unsigned bit);

#endif
