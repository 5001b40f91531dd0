/* Tells the inspector the type of the elements of what a typed call has allocated. */
#ifndef SIMT_TYPED_HPP
#define SIMT_TYPED_HPP

#pragma GCC system_header

#include <cuda_runtime_api.h>
#include <type_traits>

/* `words` has the type behind its "T = ", as __PRETTY_FUNCTION__ gives it; 0 bytes: not known. */
extern "C" void simt_inspect_typed(const void *base, const char *words, unsigned element_bytes);

namespace simt_cpp::detail
{

template <class T> inline const char *type_words()
{
    return __PRETTY_FUNCTION__;
}

/* Of types that are only declared, nobody knows the size. */
template <class T, class = void> struct size_of : std::integral_constant<unsigned, 0> {
};
template <class T>
struct size_of<T, std::enable_if_t<(sizeof(T) > 0)>> : std::integral_constant<unsigned, sizeof(T)> {
};
template <> struct size_of<void> : std::integral_constant<unsigned, 0> {
};

template <class T>
inline __attribute__((always_inline)) cudaError_t tell_type(cudaError_t error, T *const *pointer)
{
    using element = std::remove_cv_t<T>;

    if (error == cudaSuccess)
        simt_inspect_typed(const_cast<const void *>(static_cast<const volatile void *>(*pointer)),
                           type_words<element>(), size_of<element>::value);
    return error;
}

} // namespace simt_cpp::detail

#endif
