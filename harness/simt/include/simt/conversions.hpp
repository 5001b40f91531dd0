/* Conversions from floating types to integers as a GPU makes them: what no integer of the type can
 * hold becomes the nearest one, and NaN becomes 0, or, of a double or to 64 bits, 2^31 or 2^63.
 * Integers of less than 32 bits get the low bits of a conversion to 32. On a CPU all of that is
 * undefined.
 *
 * simt-cc writes to_integer<T>(x) for conversions in kernels and __device__ functions, and
 * to_integer_there<T>(x) where the function is for the host too. What is no conversion of a
 * floating value to an integer is an ordinary cast. */
#ifndef SIMT_CONVERSIONS_HPP
#define SIMT_CONVERSIONS_HPP

#pragma GCC system_header

#include <simt/builtins.hpp>
#include <limits>
#include <type_traits>

namespace simt_cpp
{

template <class To, class From> inline __attribute__((always_inline)) constexpr To saturate(From x)
{
    constexpr From limit = From(1ULL << (std::numeric_limits<To>::digits - 1)) * 2;
    constexpr bool wide = sizeof(From) == 8 || sizeof(To) == 8;

    if (x != x)
        return wide ? static_cast<To>(1ULL << (8 * sizeof(To) - 1)) : To(0);
    if (x >= limit)
        return std::numeric_limits<To>::max();
    if (x <= static_cast<From>(std::numeric_limits<To>::min()))
        return std::numeric_limits<To>::min();
    return static_cast<To>(x);
}

namespace detail
{

/* What a GPU converts to on the way to a small integer. */
template <class To>
using register_type = std::conditional_t<sizeof(To) >= 4, To,
                                         std::conditional_t<std::is_signed_v<To>, int, unsigned>>;

template <class To, class From>
constexpr bool is_conversion = std::is_integral_v<To> && !std::is_same_v<To, bool> &&
                               (std::is_same_v<From, float> || std::is_same_v<From, double>);

template <class To, class From> inline __attribute__((always_inline)) constexpr To convert(From x)
{
    return static_cast<To>(saturate<register_type<To>>(x));
}

} // namespace detail

/* By value: of a bit-field there is no reference. */
template <class Result, class From, class = std::enable_if_t<!std::is_class_v<From>>>
inline __attribute__((always_inline)) constexpr auto to_integer(From x)
{
    using To = std::remove_cv_t<std::remove_reference_t<Result>>;

    if constexpr (detail::is_conversion<To, From>)
        return detail::convert<To>(x);
    else
        return (To)x;
}

template <class Result, class From, class = std::enable_if_t<!std::is_class_v<From>>>
inline __attribute__((always_inline)) constexpr auto to_integer_there(From x)
{
    using To = std::remove_cv_t<std::remove_reference_t<Result>>;

    if constexpr (detail::is_conversion<To, From>)
        return called_on_device() ? detail::convert<To>(x) : (To)x;
    else
        return (To)x;
}

/* Objects convert as they say. */
template <class Result, class From,
          class = std::enable_if_t<std::is_class_v<std::remove_reference_t<From>>>, class = void>
inline __attribute__((always_inline)) constexpr auto to_integer(From &&x)
{
    return (std::remove_cv_t<std::remove_reference_t<Result>>)static_cast<From &&>(x);
}

template <class Result, class From,
          class = std::enable_if_t<std::is_class_v<std::remove_reference_t<From>>>, class = void>
inline __attribute__((always_inline)) constexpr auto to_integer_there(From &&x)
{
    return (std::remove_cv_t<std::remove_reference_t<Result>>)static_cast<From &&>(x);
}

} // namespace simt_cpp

#endif
