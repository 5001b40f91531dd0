/* The built-in variables of CUDA C++. */
#ifndef SIMT_BUILTINS_HPP
#define SIMT_BUILTINS_HPP

#pragma GCC system_header

#include <vector_types.h>

/* One instruction away in an executable, a call in a shared library. */
#ifdef SIMT_IN_LIBRARY
#define SIMT_THREAD_LOCAL __thread
#else
#define SIMT_THREAD_LOCAL __thread __attribute__((tls_model("local-exec")))
#endif

/* One copy for each OS thread. Only the runtime and simt/launch.hpp write threadIdx; the others do
 * not change while a kernel runs, so they are constants here and the compiler keeps them in
 * registers. */
extern "C" {
extern SIMT_THREAD_LOCAL uint3 threadIdx;
extern const SIMT_THREAD_LOCAL uint3 blockIdx;
extern const SIMT_THREAD_LOCAL dim3 blockDim;
extern const SIMT_THREAD_LOCAL dim3 gridDim;
extern SIMT_THREAD_LOCAL int simt_parked;
extern const SIMT_THREAD_LOCAL bool simt_on_device;
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
