/* Refused by name: a program that needs this must not be compiled into something else. */
#error "simt-cc: cuda_fp4.h: 4-bit floating point is not supported by the simulator; use float"
