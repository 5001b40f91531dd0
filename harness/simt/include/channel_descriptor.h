/* cudaCreateChannelDesc<T>(): the channels of a type. */
#ifndef SIMT_CHANNEL_DESCRIPTOR_H
#define SIMT_CHANNEL_DESCRIPTOR_H

#pragma GCC system_header

#include <cuda_runtime_api.h>

#if defined(__cplusplus)

#include <type_traits>

namespace simt_cpp
{

/* The type of a vector's channels and how many they are; a number is a vector of one. */
template <class T, class = void> struct channels_of {
    using type = T;
    static constexpr int count = 1;
};
template <class T> struct channels_of<T, std::void_t<decltype(T::x)>> {
    using type = std::remove_reference_t<decltype(std::declval<T &>().x)>;
    static constexpr int count = int(sizeof(T) / sizeof(type));
};

} // namespace simt_cpp

template <class T> inline cudaChannelFormatDesc cudaCreateChannelDesc()
{
    using channel = typename simt_cpp::channels_of<T>::type;
    constexpr int n = simt_cpp::channels_of<T>::count, bits = int(8 * sizeof(channel));
    constexpr cudaChannelFormatKind kind =
        std::is_floating_point_v<channel> || !std::is_arithmetic_v<channel>
            ? cudaChannelFormatKindFloat
        : std::is_signed_v<channel> ? cudaChannelFormatKindSigned
                                    : cudaChannelFormatKindUnsigned;

    return ::cudaCreateChannelDesc(bits, n > 1 ? bits : 0, n > 2 ? bits : 0, n > 3 ? bits : 0,
                                   kind);
}

inline cudaChannelFormatDesc cudaCreateChannelDescHalf()
{
    return ::cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}

inline cudaChannelFormatDesc cudaCreateChannelDescHalf1()
{
    return cudaCreateChannelDescHalf();
}

inline cudaChannelFormatDesc cudaCreateChannelDescHalf2()
{
    return ::cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindFloat);
}

inline cudaChannelFormatDesc cudaCreateChannelDescHalf4()
{
    return ::cudaCreateChannelDesc(16, 16, 16, 16, cudaChannelFormatKindFloat);
}

#endif

#endif
