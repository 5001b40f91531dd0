/* The primitives of asynchronous copies; the classes are in <cuda/pipeline>. */
#ifndef SIMT_CUDA_PIPELINE_H
#define SIMT_CUDA_PIPELINE_H

#pragma GCC system_header

#include <cuda_pipeline_primitives.h>

#endif
