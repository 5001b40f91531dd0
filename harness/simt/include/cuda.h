/* Programs include this for CUDA_VERSION; the driver API itself (cu...()) is not simulated. */
#ifndef SIMT_CUDA_H
#define SIMT_CUDA_H
#define __cuda_cuda_h__

#pragma GCC system_header

#include <cuda_runtime_api.h>

#define CUDA_VERSION CUDART_VERSION

#endif
