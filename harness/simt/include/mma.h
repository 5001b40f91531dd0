/* Refused by name: a program that needs this must not be compiled into something else. */
#error                                                                                             \
    "simt-cc: mma.h: tensor cores (wmma) are not supported by the simulator; write the product as a loop"
