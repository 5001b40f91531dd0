/* Refused by name: a program that needs this must not be compiled into something else. */
#error                                                                                             \
    "simt-cc: texture_indirect_functions.h: texture memory is not supported by the simulator; read global memory, with __ldg() where it is constant"
