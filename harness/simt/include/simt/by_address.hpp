/* Kernels that take an object by value which is more than its bytes: one with a copy constructor or
 * a destructor that does something. On a GPU the host copies it once, at the launch; each thread
 * then has its bytes, and no constructor and no destructor runs in a kernel. A call in C++ would
 * run both. But the C++ ABI hands such an object over as the address of one that the caller makes
 * and destroys. So these kernels are called as functions that take that address, of bytes that are
 * the thread's own. */
#ifndef SIMT_BY_ADDRESS_HPP
#define SIMT_BY_ADDRESS_HPP

#pragma GCC system_header

#include <stddef.h>
#include <type_traits>
#include <utility>

namespace simt_cpp::detail
{

/* Whether the ABI hands over a T by its address, as far as C++ lets one ask: no more than these.
 * One whose move constructor alone does something goes by its address, too; but a launch copies it,
 * and its copy is its bytes. */
template <class T> constexpr bool has_own_end = !std::is_trivially_destructible_v<T>;

template <class T>
constexpr bool has_own_copy =
    std::is_copy_constructible_v<T> && !std::is_trivially_copy_constructible_v<T>;

template <class T>
constexpr bool is_by_address = (std::is_class_v<T> || std::is_union_v<T>)&&(has_own_end<T> ||
                                                                            has_own_copy<T>);

template <class T> using in_call = std::conditional_t<is_by_address<T>, std::remove_cv_t<T> *, T>;

/* What a launch keeps of such an object. */
template <class T> struct bytes_of {
    using object = T;

    alignas(T) unsigned char bytes[sizeof(T)];

    bytes_of(const T &value)
    {
        __builtin_memcpy(bytes, static_cast<const void *>(__builtin_addressof(value)), sizeof(T));
    }
};

template <class T> constexpr bool is_bytes_of = false;
template <class T> constexpr bool is_bytes_of<bytes_of<T>> = true;

/* A thread's own, on its stack for as long as the kernel runs. */
template <class T> struct own_bytes {
    bytes_of<T> mine;

    operator T *()
    {
        return reinterpret_cast<T *>(mine.bytes);
    }
};

template <class T> inline __attribute__((always_inline)) const T &own(const T &value)
{
    return value;
}

template <class T> inline __attribute__((always_inline)) own_bytes<T> own(const bytes_of<T> &value)
{
    return {value};
}

template <class T> using owned = decltype(detail::own(std::declval<const T &>()));

/* How a kernel is called where no argument is a literal; simt-cc writes the other calls. */
struct call_in_order {
    template <class Kernel, class... Args>
    inline __attribute__((always_inline)) auto operator()(Kernel kernel, Args &&...args) const
        -> decltype(kernel(args...))
    {
        return kernel(args...);
    }
};

/* What each thread does. */
template <class Call, class... Params> struct call_by_address {
    using function = void (*)(in_call<Params>...);

    function kernel;
    Call call;

    template <class... Args>
    static constexpr bool takes = std::is_invocable_v<const Call &, function, owned<Args>...>;

    template <class... Args>
    inline __attribute__((always_inline)) void operator()(const Args &...args) const
    {
        call(kernel, detail::own(args)...);
    }
};

} // namespace simt_cpp::detail

#endif
