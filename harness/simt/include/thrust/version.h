/* Which Thrust this stands for: that of CUDA 13.0. */
#ifndef SIMT_THRUST_VERSION_H
#define SIMT_THRUST_VERSION_H

#pragma GCC system_header

#define THRUST_VERSION 300001
#define THRUST_MAJOR_VERSION 3
#define THRUST_MINOR_VERSION 0
#define THRUST_SUBMINOR_VERSION 0
#define THRUST_PATCH_NUMBER 1

#endif
