/* Refused by name: a program that needs this must not be compiled into something else. */
#error                                                                                             \
    "simt-cc: cooperative_groups.h: cooperative groups are not supported by the simulator; use __syncthreads(), __syncwarp() and the warp functions with masks"
