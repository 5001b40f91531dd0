/* The built-in variables of CUDA C++. */
#ifndef SIMT_BUILTINS_HPP
#define SIMT_BUILTINS_HPP

#pragma GCC system_header

#include <vector_types.h>

/* One copy for each OS thread. Only the runtime and simt/launch.hpp write threadIdx; the others do
 * not change while a kernel runs, so they are constants here and the compiler keeps them in
 * registers. */
extern "C" {
extern __thread uint3 threadIdx;
extern const __thread uint3 blockIdx;
extern const __thread dim3 blockDim;
extern const __thread dim3 gridDim;
extern __thread int simt_parked;
extern const __thread bool simt_on_device;
}

namespace simt_cpp
{

/* Whether a kernel calls, and not the host. */
inline constexpr __attribute__((always_inline)) bool called_on_device()
{
    return !__builtin_is_constant_evaluated() && simt_on_device;
}

} // namespace simt_cpp

static constexpr int warpSize = 32;

#endif
