/* Refused by name: a program that needs this must not be compiled into something else. */
#error                                                                                             \
    "simt-cc: cublasXt.h: cuBLAS is not supported by the simulator; link it on a machine with a GPU"
