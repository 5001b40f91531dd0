/* What it declares comes with cuda_runtime.h. */
#ifndef SIMT_MATH_FUNCTIONS_H
#define SIMT_MATH_FUNCTIONS_H

#pragma GCC system_header

#include <cuda_runtime.h>

#endif
