/* Dynamic shared memory: what becomes of `extern __shared__ T name[];`. */
#ifndef SIMT_SHARED_HPP
#define SIMT_SHARED_HPP

#pragma GCC system_header

#include <simt/runtime.h>

namespace simt_cpp
{

/* Inside a function: T *name = simt_cpp::dynamic_shared<T>(). For T name[][N], T is the row's type.
 */
template <class T> inline T *dynamic_shared()
{
    return static_cast<T *>(simt_dynamic_shared());
}

/* At namespace scope: an object that stands for the array. */
template <class T> struct dynamic_shared_array {
    operator T *() const
    {
        return dynamic_shared<T>();
    }
    T *operator&() const
    {
        return dynamic_shared<T>();
    }
};

} // namespace simt_cpp

#endif
