/* Refused by name: a program that needs this must not be compiled into something else. */
#error                                                                                             \
    "simt-cc: surface_indirect_functions.h: surface memory is not supported by the simulator; write global memory"
