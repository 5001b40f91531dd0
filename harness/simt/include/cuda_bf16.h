/* Refused by name: a program that needs this must not be compiled into something else. */
#error "simt-cc: cuda_bf16.h: bfloat16 is not supported by the simulator; use float"
