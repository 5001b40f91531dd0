/* Refused by name: a program that needs this must not be compiled into something else. */
#error                                                                                             \
    "simt-cc: curand_kernel.h: cuRAND is not supported by the simulator; generate random numbers on the host, or write a counter-based generator"
