/* Thrust's function objects and placeholders. */
#ifndef SIMT_THRUST_FUNCTIONAL_HPP
#define SIMT_THRUST_FUNCTIONAL_HPP

#pragma GCC system_header

#include <cuda_runtime.h>
#include <tuple>
#include <type_traits>
#include <utility>

namespace thrust
{

template <class T> __host__ __device__ T min(const T &a, const T &b)
{
    return b < a ? b : a;
}
template <class T, class Less> __host__ __device__ T min(const T &a, const T &b, Less less)
{
    return less(b, a) ? b : a;
}
template <class T> __host__ __device__ T max(const T &a, const T &b)
{
    return a < b ? b : a;
}
template <class T, class Less> __host__ __device__ T max(const T &a, const T &b, Less less)
{
    return less(a, b) ? b : a;
}

/* Bases of older code. */
template <class Argument, class Result> struct unary_function {
    using argument_type = Argument;
    using result_type = Result;
};
template <class First, class Second, class Result> struct binary_function {
    using first_argument_type = First;
    using second_argument_type = Second;
    using result_type = Result;
};

#define SIMT_BINARY(name, Result, expression)                                                      \
    template <class T = void> struct name {                                                        \
        using first_argument_type = T;                                                             \
        using second_argument_type = T;                                                            \
        using result_type = Result;                                                                \
        __host__ __device__ constexpr Result operator()(const T &a, const T &b) const              \
        {                                                                                          \
            return expression;                                                                     \
        }                                                                                          \
    };                                                                                             \
    template <> struct name<void> {                                                                \
        template <class First, class Second>                                                       \
        __host__ __device__ constexpr auto operator()(const First &a, const Second &b) const       \
        {                                                                                          \
            return expression;                                                                     \
        }                                                                                          \
    };
SIMT_BINARY(plus, T, a + b)
SIMT_BINARY(minus, T, a - b)
SIMT_BINARY(multiplies, T, a *b)
SIMT_BINARY(divides, T, a / b)
SIMT_BINARY(modulus, T, a % b)
SIMT_BINARY(equal_to, bool, a == b)
SIMT_BINARY(not_equal_to, bool, a != b)
SIMT_BINARY(greater, bool, a > b)
SIMT_BINARY(less, bool, a < b)
SIMT_BINARY(greater_equal, bool, a >= b)
SIMT_BINARY(less_equal, bool, a <= b)
SIMT_BINARY(logical_and, bool, a &&b)
SIMT_BINARY(logical_or, bool, a || b)
SIMT_BINARY(bit_and, T, a &b)
SIMT_BINARY(bit_or, T, a | b)
SIMT_BINARY(bit_xor, T, a ^ b)
SIMT_BINARY(maximum, T, a < b ? b : a)
SIMT_BINARY(minimum, T, b < a ? b : a)
#undef SIMT_BINARY

#define SIMT_UNARY(name, Result, expression)                                                       \
    template <class T = void> struct name {                                                        \
        using argument_type = T;                                                                   \
        using result_type = Result;                                                                \
        __host__ __device__ constexpr Result operator()(const T &a) const                          \
        {                                                                                          \
            return expression;                                                                     \
        }                                                                                          \
    };                                                                                             \
    template <> struct name<void> {                                                                \
        template <class First> __host__ __device__ constexpr auto operator()(const First &a) const \
        {                                                                                          \
            return expression;                                                                     \
        }                                                                                          \
    };
SIMT_UNARY(negate, T, -a)
SIMT_UNARY(square, T, a *a)
SIMT_UNARY(logical_not, bool, !a)
SIMT_UNARY(bit_not, T, ~a)
SIMT_UNARY(identity, T, a)
#undef SIMT_UNARY

template <class First = void, class Second = void> struct project1st {
    template <class X, class Y>
    __host__ __device__ constexpr X operator()(const X &x, const Y &) const
    {
        return x;
    }
};
template <class First = void, class Second = void> struct project2nd {
    template <class X, class Y>
    __host__ __device__ constexpr Y operator()(const X &, const Y &y) const
    {
        return y;
    }
};

template <class Predicate> struct negation {
    mutable Predicate predicate; /* that of a program need not be const */

    template <class... Args> __host__ __device__ bool operator()(const Args &...args) const
    {
        return !predicate(args...);
    }
};
template <class Predicate> __host__ __device__ negation<Predicate> not_fn(Predicate predicate)
{
    return {predicate};
}
template <class Predicate> __host__ __device__ negation<Predicate> not1(Predicate predicate)
{
    return {predicate};
}
template <class Predicate> __host__ __device__ negation<Predicate> not2(Predicate predicate)
{
    return {predicate};
}

/* f(get<0>(t), get<1>(t), ...) as a function of the tuple t. */
template <class F> struct zip_function {
    mutable F f;

    template <class Tuple> __host__ __device__ decltype(auto) operator()(Tuple &&tuple) const
    {
        return std::apply(f, std::forward<Tuple>(tuple));
    }
};
template <class F> __host__ __device__ zip_function<std::decay_t<F>> make_zip_function(F &&f)
{
    return {std::forward<F>(f)};
}

/* ---- placeholders: _1 * 2 + _2 is a function ---- */

namespace simt
{

struct expression {
};
template <class T>
inline constexpr bool is_expression = std::is_base_of_v<expression, std::decay_t<T>>;

template <size_t I> struct argument : expression {
    template <class... Args>
    __host__ __device__ constexpr auto operator()(const Args &...args) const
    {
        return std::get<I>(std::tuple<const Args &...>(args...));
    }
};

template <class T> struct constant : expression {
    T value;

    __host__ __device__ constexpr explicit constant(T value_) : value(value_)
    {
    }
    template <class... Args> __host__ __device__ constexpr T operator()(const Args &...) const
    {
        return value;
    }
};

template <class T> __host__ __device__ constexpr auto as_expression(const T &value)
{
    if constexpr (is_expression<T>)
        return value;
    else
        return constant<T>(value);
}

template <class Operation, class... Parts> struct composed : expression {
    Operation operation;
    std::tuple<Parts...> parts;

    __host__ __device__ constexpr composed(Operation operation_, Parts... parts_)
        : operation(operation_), parts(parts_...)
    {
    }
    template <class... Args>
    __host__ __device__ constexpr auto operator()(const Args &...args) const
    {
        return std::apply([&](const auto &...part) { return operation(part(args...)...); }, parts);
    }
};

#define SIMT_OPERATOR(symbol, name)                                                                \
    template <class First, class Second,                                                           \
              std::enable_if_t<is_expression<First> || is_expression<Second>, int> = 0>            \
    __host__ __device__ constexpr auto operator symbol(const First &a, const Second &b)            \
    {                                                                                              \
        return composed<name<>, decltype(as_expression(a)), decltype(as_expression(b))>(           \
            name<>(), as_expression(a), as_expression(b));                                         \
    }
SIMT_OPERATOR(+, plus)
SIMT_OPERATOR(-, minus)
SIMT_OPERATOR(*, multiplies)
SIMT_OPERATOR(/, divides)
SIMT_OPERATOR(%, modulus)
SIMT_OPERATOR(==, equal_to)
SIMT_OPERATOR(!=, not_equal_to)
SIMT_OPERATOR(<, less)
SIMT_OPERATOR(>, greater)
SIMT_OPERATOR(<=, less_equal)
SIMT_OPERATOR(>=, greater_equal)
SIMT_OPERATOR(&&, logical_and)
SIMT_OPERATOR(||, logical_or)
SIMT_OPERATOR(&, bit_and)
SIMT_OPERATOR(|, bit_or)
SIMT_OPERATOR(^, bit_xor)
#undef SIMT_OPERATOR

template <class First, std::enable_if_t<is_expression<First>, int> = 0>
__host__ __device__ constexpr auto operator-(const First &a)
{
    return composed<negate<>, First>(negate<>(), a);
}

template <class First, std::enable_if_t<is_expression<First>, int> = 0>
__host__ __device__ constexpr auto operator!(const First &a)
{
    return composed<logical_not<>, First>(logical_not<>(), a);
}

} // namespace simt

namespace placeholders
{
inline constexpr simt::argument<0> _1{};
inline constexpr simt::argument<1> _2{};
inline constexpr simt::argument<2> _3{};
inline constexpr simt::argument<3> _4{};
} // namespace placeholders

} // namespace thrust

#endif
