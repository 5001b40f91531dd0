/* Refused by name: a program that needs this must not be compiled into something else. */
#error "simt-cc: cuda_fp16.h: half precision is not supported by the simulator; use float"
