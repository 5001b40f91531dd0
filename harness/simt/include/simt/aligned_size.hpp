/* cuda::aligned_size_t. */
#ifndef SIMT_ALIGNED_SIZE_HPP
#define SIMT_ALIGNED_SIZE_HPP

#pragma GCC system_header

#include <stddef.h>

namespace cuda
{

/* A number of bytes, with the promise that source and destination are aligned so. */
template <size_t Alignment> struct aligned_size_t {
    static constexpr size_t align = Alignment;
    size_t value;

    explicit constexpr aligned_size_t(size_t size) : value(size)
    {
    }
    constexpr operator size_t() const
    {
        return value;
    }
};

} // namespace cuda

#endif
