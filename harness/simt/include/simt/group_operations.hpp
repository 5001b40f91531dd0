/* Function objects for the collectives of cooperative groups. */
#ifndef SIMT_GROUP_OPERATIONS_HPP
#define SIMT_GROUP_OPERATIONS_HPP

#pragma GCC system_header

namespace cooperative_groups
{

#define SIMT_OPERATION(name, expression)                                                           \
    template <class T> struct name {                                                               \
        T operator()(T a, T b) const                                                               \
        {                                                                                          \
            return expression;                                                                     \
        }                                                                                          \
    };
SIMT_OPERATION(plus, static_cast<T>(a + b))
SIMT_OPERATION(less, b < a ? b : a)
SIMT_OPERATION(greater, a < b ? b : a)
SIMT_OPERATION(bit_and, static_cast<T>(a &b))
SIMT_OPERATION(bit_or, static_cast<T>(a | b))
SIMT_OPERATION(bit_xor, static_cast<T>(a ^ b))
#undef SIMT_OPERATION

} // namespace cooperative_groups

#endif
