/* Instructions of inline PTX, as simt-cc writes an asm statement of device code:
 *
 *     asm("add.u32 %0, %1, 1;" : "=r"(sum) : "r"(x));
 *     __extension__({ ::simt_cpp::ptx::value_of<decltype((sum))> simt_operand_0{};
 *         auto simt_operand_1 = (x);
 *         ::simt_cpp::ptx::set(simt_operand_0, ::simt_cpp::ptx::add<unsigned>(
 *             ::simt_cpp::ptx::as<unsigned>(simt_operand_1), ::simt_cpp::ptx::as<unsigned>(1)));
 *         (sum) = simt_operand_0; });
 *
 * Integers wrap around, as in PTX, and shifts by more than all bits give what is shifted in. */
#ifndef SIMT_PTX_HPP
#define SIMT_PTX_HPP

#pragma GCC system_header

#include <simt/builtins.hpp>
#include <simt/intrinsics.hpp>
#include <simt/simd.hpp>
#include <simt/sync.hpp>
#include <simt/warp.hpp>
#include <type_traits>

namespace simt_cpp::ptx
{

/* What an operand that is written holds. */
template <class Operand> using value_of = std::remove_cv_t<std::remove_reference_t<Operand>>;

/* A register has bits and no type: an instruction of integers reads those of a float, and writes
 * them. */
template <class T, class Value> inline __attribute__((always_inline)) T as(Value value)
{
    if constexpr (std::is_floating_point_v<T> != std::is_floating_point_v<Value> &&
                  sizeof(T) == sizeof(Value))
        return __builtin_bit_cast(T, value);
    else
        return static_cast<T>(value);
}

template <class T, class Value> inline __attribute__((always_inline)) void set(T &out, Value value)
{
    out = as<T>(value);
}

/* Of a statement without instructions: what stands before it in the program happens before. */
inline __attribute__((always_inline)) void nothing()
{
    __asm__ __volatile__("" ::: "memory");
}

inline unsigned laneid()
{
    return simt_lane();
}

inline unsigned warpid()
{
    return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / 32;
}

namespace detail
{

template <class T, bool Integer> struct wrapping {
    using type = T;
};
template <class T> struct wrapping<T, true> {
    /* Of 16 bits, products are of 32 without a sign. */
    using type = std::make_unsigned_t<std::conditional_t<sizeof(T) < 4, int, T>>;
};
template <class T> using wide = typename wrapping<T, std::is_integral_v<T>>::type;

template <class T> inline constexpr unsigned bits = 8 * sizeof(T);

} // namespace detail

template <class T> inline T mov(T a)
{
    return a;
}
template <class T> inline T add(T a, T b)
{
    return T(detail::wide<T>(a) + detail::wide<T>(b));
}
template <class T> inline T sub(T a, T b)
{
    return T(detail::wide<T>(a) - detail::wide<T>(b));
}
template <class T> inline T mul(T a, T b)
{
    return a * b;
}
template <class T> inline T mul_lo(T a, T b)
{
    return T(detail::wide<T>(a) * detail::wide<T>(b));
}
template <class T> inline T mul_hi(T a, T b)
{
    using twice =
        std::conditional_t<sizeof(T) == 4,
                           std::conditional_t<std::is_signed_v<T>, long long, unsigned long long>,
                           std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>>;

    return T(twice(a) * twice(b) >> detail::bits<T>);
}
template <class T> inline T mad_lo(T a, T b, T c)
{
    return add(mul_lo(a, b), c);
}
template <class T> inline T fma_rn(T a, T b, T c)
{
    return std::is_same_v<T, float> ? T(__builtin_fmaf(float(a), float(b), float(c)))
                                    : T(__builtin_fma(a, b, c));
}
template <class T> inline T and_(T a, T b)
{
    return T(a & b);
}
template <class T> inline T or_(T a, T b)
{
    return T(a | b);
}
template <class T> inline T xor_(T a, T b)
{
    return T(a ^ b);
}
template <class T> inline T not_(T a)
{
    return T(~a);
}
template <class T> inline T shl(T a, T by)
{
    return by < detail::bits<T> ? T(detail::wide<T>(a) << by) : T(0);
}
template <class T> inline T shr(T a, T by)
{
    const std::make_unsigned_t<T> count = std::make_unsigned_t<T>(by);

    if (count >= detail::bits<T>)
        return a < 0 ? T(-1) : T(0);
    return T(a >> count);
}
template <class T> inline T min(T a, T b)
{
    return b < a ? b : a;
}
template <class T> inline T max(T a, T b)
{
    return a < b ? b : a;
}
template <class T> inline T neg(T a)
{
    return sub(T(0), a);
}
template <class T> inline T abs(T a)
{
    return a < 0 ? neg(a) : a;
}
template <class T> inline unsigned popc(T a)
{
    return unsigned(__builtin_popcountll(a));
}
template <class T> inline unsigned clz(T a)
{
    return a ? unsigned(__builtin_clzll(a)) - (64 - detail::bits<T>) : detail::bits<T>;
}
/* Where the highest bit is that is not the sign's; all ones: nowhere. */
template <class T> inline unsigned bfind(T a)
{
    const auto bits = std::make_unsigned_t<T>(a < 0 ? ~a : a);

    return bits ? detail::bits<T> - 1 - clz(bits) : ~0U;
}
template <class T> inline T brev(T a)
{
    T reversed = 0;

    for (unsigned i = 0; i < detail::bits<T>; i++)
        reversed = T(reversed << 1 | (a >> i & 1));
    return reversed;
}

/* The sum of four differences of bytes, without their signs, and c. */
template <class T> inline T vabsdiff4_u32_u32_u32(T a, T b, T c)
{
    return c + ::__vsadu4(a, b);
}

/* ---- loads, stores and fences ---- */

namespace detail
{

template <size_t bytes> struct cell_of;
template <> struct cell_of<1> {
    using type = unsigned char;
};
template <> struct cell_of<2> {
    using type = unsigned short;
};
template <> struct cell_of<4> {
    using type = unsigned;
};
template <> struct cell_of<8> {
    using type = unsigned long;
};
template <class T> using cell = typename cell_of<sizeof(T)>::type;

template <bool narrow> inline __attribute__((always_inline)) void fence()
{
    if constexpr (narrow)
        ::__threadfence_block();
    else
        ::__threadfence();
}

} // namespace detail

/* An address in a register of 64 bits, a pointer or a number. */
template <class T, class Address>
inline __attribute__((always_inline)) T *at(Address address, long offset)
{
    static_assert(sizeof(Address) == 8, "the address of PTX's ld and st has 64 bits");
    return (T *)((unsigned long)address + offset);
}

/* As cuda::atomic_ref loads and stores; a weak one is a plain access. */
template <class T, bool strong, bool ordered, bool narrow>
inline __attribute__((always_inline)) T ld(const T *address)
{
    if constexpr (!strong) {
        return *address;
    } else {
        simt_spin();
        T value = ::simt_cpp::from_bits<T>(
            __atomic_load_n(reinterpret_cast<const detail::cell<T> *>(address), __ATOMIC_SEQ_CST));
        if constexpr (ordered)
            detail::fence<narrow>();
        return value;
    }
}
template <class T, bool strong, bool ordered, bool narrow>
inline __attribute__((always_inline)) void st(T *address, T value)
{
    if constexpr (ordered)
        detail::fence<narrow>();
    if constexpr (strong)
        __atomic_store_n(reinterpret_cast<detail::cell<T> *>(address),
                         static_cast<detail::cell<T>>(::simt_cpp::to_bits(value)),
                         __ATOMIC_SEQ_CST);
    else
        *address = value;
}

inline __attribute__((always_inline)) void fence_acq_rel_cta()
{
    ::__threadfence_block();
}
inline __attribute__((always_inline)) void fence_acq_rel_gpu()
{
    ::__threadfence();
}
inline __attribute__((always_inline)) void fence_acq_rel_sys()
{
    ::__threadfence_system();
}
inline __attribute__((always_inline)) void fence_sc_cta()
{
    ::__threadfence_block();
}
inline __attribute__((always_inline)) void fence_sc_gpu()
{
    ::__threadfence();
}
inline __attribute__((always_inline)) void fence_sc_sys()
{
    ::__threadfence_system();
}
inline __attribute__((always_inline)) void membar_cta()
{
    ::__threadfence_block();
}
inline __attribute__((always_inline)) void membar_gl()
{
    ::__threadfence();
}
inline __attribute__((always_inline)) void membar_sys()
{
    ::__threadfence_system();
}

} // namespace simt_cpp::ptx

#endif
