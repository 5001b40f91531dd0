/* Limits of the simulated device: those of compute capability 9.0. Of a multiprocessor they are
 * what SIMT_CAPABILITY says, in simt_environment()->limits. */
#ifndef SIMT_DEVICE_LIMITS_H
#define SIMT_DEVICE_LIMITS_H

#define SIMT_CAPABILITY "9.0"

enum {
    SIMT_WARP_SIZE = 32,
    SIMT_MAX_BLOCK = 1024, /* threads */
    SIMT_MAX_BLOCK_X = 1024,
    SIMT_MAX_BLOCK_Y = 1024,
    SIMT_MAX_BLOCK_Z = 64,
    SIMT_MAX_GRID_X = 2147483647,
    SIMT_MAX_GRID_Y = 65535,
    SIMT_MAX_GRID_Z = 65535,
    SIMT_SHARED_BYTES = 48 * 1024,     /* a block's, without opting in */
    SIMT_SHARED_SM_BYTES = 228 * 1024, /* a multiprocessor's, of any capability at most */
    SIMT_CONSTANT_BYTES = 64 * 1024,
    SIMT_REGISTERS = 64 * 1024, /* a block's and a multiprocessor's */
    SIMT_ALIGNMENT = 256,       /* of allocations, in bytes */
    SIMT_PITCH_ALIGNMENT = 512,
    SIMT_MAX_TEXTURE_1D = 131072, /* elements of a CUDA array */
    SIMT_MAX_TEXTURE_2D_ROWS = 65536,
    SIMT_MAX_TEXTURE_3D = 16384, /* each way */
    SIMT_MAX_TEXTURE_LAYERED = 32768,
    SIMT_MAX_TEXTURE_LAYERS = 2048,
};

/* Shared memory as the simulator lays it out for a block in lockstep: static variables, each
 * aligned and followed by a guard, then room for the dynamic part. */
enum {
    SIMT_SHARED_ALIGNMENT = 128,
    SIMT_SHARED_GUARD_BYTES = 1024,
    SIMT_STATIC_SHARED_BYTES = 512 * 1024,
    SIMT_SHARED_AREA_BYTES = SIMT_STATIC_SHARED_BYTES + SIMT_SHARED_SM_BYTES,
};

#endif
