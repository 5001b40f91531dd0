/* The driver API of the simulator: contexts, modules that simt-cc -ptx, -cubin or -fatbin has made,
 * launches, memory, streams and events. What a function does not do here, it says by its error. */
#ifndef SIMT_CUDA_H
#define SIMT_CUDA_H
#define __cuda_cuda_h__

#pragma GCC system_header

#include <cuda_runtime_api.h>

#define CUDA_VERSION CUDART_VERSION

#include <simt/driver_api_types.h>
#include <simt/driver_api.h>

#endif
