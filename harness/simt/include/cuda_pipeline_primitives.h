/* Refused by name: a program that needs this must not be compiled into something else. */
#error                                                                                             \
    "simt-cc: cuda_pipeline_primitives.h: asynchronous copies in kernels are not supported by the simulator; copy with plain loads and stores, then __syncthreads()"
