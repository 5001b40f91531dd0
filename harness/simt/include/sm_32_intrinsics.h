/* What it declares comes with cuda_runtime.h. */
#ifndef SIMT_SM_32_INTRINSICS_H
#define SIMT_SM_32_INTRINSICS_H

#pragma GCC system_header

#include <cuda_runtime.h>

#endif
