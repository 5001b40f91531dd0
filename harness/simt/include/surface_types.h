/* What a surface object's functions are told. */
#ifndef SIMT_SURFACE_TYPES_H
#define SIMT_SURFACE_TYPES_H
#define __SURFACE_TYPES_H__

#pragma GCC system_header

enum cudaSurfaceBoundaryMode {
    cudaBoundaryModeZero = 0,
    cudaBoundaryModeClamp = 1,
    cudaBoundaryModeTrap = 2,
};

enum cudaSurfaceFormatMode {
    cudaFormatModeForced = 0,
    cudaFormatModeAuto = 1,
};

typedef unsigned long long cudaSurfaceObject_t;

#endif
