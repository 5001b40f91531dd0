/* Whether CUDA can run on this machine. */
#ifndef GS_CUDA_DRIVER_H
#define GS_CUDA_DRIVER_H

/*
 * NULL where a CUDA driver and a device answer, else why not. The driver is asked through its own
 * library, which is on a machine with a driver and on no other, so that neither the toolkit nor
 * the CUDA program is needed to ask.
 */
const char *gs_cuda_missing(void);

/* The same; *count: devices, 0 where they are missing. */
const char *gs_cuda_devices(unsigned *count);

#endif
