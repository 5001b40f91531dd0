/* Refused by name: a program that needs this must not be compiled into something else. */
#error                                                                                             \
    "simt-cc: cuda_device_runtime_api.h: launching kernels from kernels is not supported by the simulator; launch from the host"
