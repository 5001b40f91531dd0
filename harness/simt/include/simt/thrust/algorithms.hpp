/* Thrust's algorithms. Those whose elements do not depend on each other are one launch with a
 * thread for each element; all others are run by one thread, for on a simulator many are no faster.
 */
#ifndef SIMT_THRUST_ALGORITHMS_HPP
#define SIMT_THRUST_ALGORITHMS_HPP

#pragma GCC system_header

#include <simt/thrust/functional.hpp>
#include <simt/thrust/loops.hpp>

namespace thrust
{
namespace simt
{

template <class T, class = void> inline constexpr bool is_iterator = false;
template <class T>
inline constexpr bool
    is_iterator<T, std::void_t<typename std::iterator_traits<T>::iterator_category>> = true;

/* Iterators of no side stand in the place of what is no iterator. */
template <class T>
using iterator_or_any = std::conditional_t<is_iterator<T>, T, counting_iterator<int>>;

template <class... Args> __host__ __device__ constexpr auto policy_from()
{
    return policy_of<iterator_or_any<Args>...>();
}

template <class It> __host__ __device__ size_t length(const It &first, const It &last)
{
    const auto count = last - first;

    return count > 0 ? static_cast<size_t>(count) : 0;
}

template <class It> __host__ __device__ auto at(const It &it, size_t i) -> decltype(it[ptrdiff_t()])
{
    return it[static_cast<ptrdiff_t>(i)];
}

/* ---- element by element ---- */

template <class Policy, class It, class F>
__host__ __device__ It for_each_n_at(const Policy &policy, place here, It first, size_t count, F f)
{
    each(policy, here, count, [in = unwrap(first), f](size_t i) mutable { f(at(in, i)); });
    return first + static_cast<ptrdiff_t>(count);
}

template <class Policy, class It, class F>
__host__ __device__ It for_each_at(const Policy &policy, place here, It first, It last, F f)
{
    return for_each_n_at(policy, here, first, length(first, last), f);
}

/* out[i] = f(i) for those of which `chosen(i)` holds. */
template <class Policy, class Out, class F, class Chosen>
__host__ __device__ Out make_chosen(const Policy &policy, place here, size_t count, Out out, F f,
                                    Chosen chosen)
{
    each(policy, here, count, [to = unwrap(out), f, chosen](size_t i) mutable {
        if (chosen(i))
            at(to, i) = f(i);
    });
    return out + static_cast<ptrdiff_t>(count);
}

template <class Policy, class Out, class F>
__host__ __device__ Out make_each(const Policy &policy, place here, size_t count, Out out, F f)
{
    each(policy, here, count, [to = unwrap(out), f](size_t i) mutable { at(to, i) = f(i); });
    return out + static_cast<ptrdiff_t>(count);
}

template <class Policy, class It, class Out, class F>
__host__ __device__ Out transform_at(const Policy &policy, place here, It first, It last, Out out,
                                     F f)
{
    return make_each(policy, here, length(first, last), out,
                     [in = unwrap(first), f](size_t i) mutable { return f(at(in, i)); });
}

template <class Policy, class First, class Second, class Out, class F>
__host__ __device__ Out transform_at(const Policy &policy, place here, First first, First last,
                                     Second second, Out out, F f)
{
    return make_each(policy, here, length(first, last), out,
                     [a = unwrap(first), b = unwrap(second), f](size_t i) mutable {
                         return f(at(a, i), at(b, i));
                     });
}

template <class Policy, class It, class Out, class F, class Chosen>
__host__ __device__ Out transform_if_at(const Policy &policy, place here, It first, It last,
                                        Out out, F f, Chosen chosen)
{
    const auto in = unwrap(first);

    return make_chosen(
        policy, here, length(first, last), out, [in, f](size_t i) mutable { return f(at(in, i)); },
        [in, chosen](size_t i) mutable { return static_cast<bool>(chosen(at(in, i))); });
}

template <class Policy, class It, class Stencil, class Out, class F, class Chosen,
          std::enable_if_t<is_iterator<Out>, int> = 0>
__host__ __device__ Out transform_if_at(const Policy &policy, place here, It first, It last,
                                        Stencil stencil, Out out, F f, Chosen chosen)
{
    return make_chosen(
        policy, here, length(first, last), out,
        [in = unwrap(first), f](size_t i) mutable { return f(at(in, i)); },
        [in = unwrap(stencil), chosen](size_t i) mutable {
            return static_cast<bool>(chosen(at(in, i)));
        });
}

template <class Policy, class First, class Second, class Stencil, class Out, class F, class Chosen>
__host__ __device__ Out transform_if_at(const Policy &policy, place here, First first, First last,
                                        Second second, Stencil stencil, Out out, F f, Chosen chosen)
{
    return make_chosen(
        policy, here, length(first, last), out,
        [a = unwrap(first), b = unwrap(second), f](size_t i) mutable {
            return f(at(a, i), at(b, i));
        },
        [in = unwrap(stencil), chosen](size_t i) mutable {
            return static_cast<bool>(chosen(at(in, i)));
        });
}

template <class Policy, class It, class Count, class T>
__host__ __device__ It fill_n_at(const Policy &policy, place here, It first, Count count, T value)
{
    return make_each(policy, here, static_cast<size_t>(count), first,
                     [value](size_t) { return value; });
}

template <class Policy, class It, class T>
__host__ __device__ void fill_at(const Policy &policy, place here, It first, It last, T value)
{
    (void)fill_n_at(policy, here, first, length(first, last), value);
}

template <class Policy, class It, class F>
__host__ __device__ void generate_at(const Policy &policy, place here, It first, It last, F f)
{
    (void)make_each(policy, here, length(first, last), first, [f](size_t) mutable { return f(); });
}

template <class Policy, class It, class Count, class F>
__host__ __device__ It generate_n_at(const Policy &policy, place here, It first, Count count, F f)
{
    return make_each(policy, here, static_cast<size_t>(count), first,
                     [f](size_t) mutable { return f(); });
}

template <class Policy, class It, class F>
__host__ __device__ void tabulate_at(const Policy &policy, place here, It first, It last, F f)
{
    (void)make_each(policy, here, length(first, last), first,
                    [f](size_t i) mutable { return f(static_cast<iterator_difference_t<It>>(i)); });
}

template <class Policy, class It, class T, class Step>
__host__ __device__ void sequence_at(const Policy &policy, place here, It first, It last, T from,
                                     Step step)
{
    using value = iterator_value_t<It>;

    (void)make_each(policy, here, length(first, last), first, [from, step](size_t i) {
        return static_cast<value>(from + static_cast<value>(step) * static_cast<value>(i));
    });
}

template <class Policy, class It, class T>
__host__ __device__ void sequence_at(const Policy &policy, place here, It first, It last, T from)
{
    sequence_at(policy, here, first, last, from, iterator_value_t<It>(1));
}

template <class Policy, class It>
__host__ __device__ void sequence_at(const Policy &policy, place here, It first, It last)
{
    sequence_at(policy, here, first, last, iterator_value_t<It>(0));
}

template <class Policy, class It, class Chosen, class T>
__host__ __device__ void replace_if_at(const Policy &policy, place here, It first, It last,
                                       Chosen chosen, T value)
{
    (void)make_chosen(
        policy, here, length(first, last), first, [value](size_t) { return value; },
        [in = unwrap(first), chosen](size_t i) mutable {
            return static_cast<bool>(chosen(at(in, i)));
        });
}

template <class Policy, class It, class Stencil, class Chosen, class T>
__host__ __device__ void replace_if_at(const Policy &policy, place here, It first, It last,
                                       Stencil stencil, Chosen chosen, T value)
{
    (void)make_chosen(
        policy, here, length(first, last), first, [value](size_t) { return value; },
        [in = unwrap(stencil), chosen](size_t i) mutable {
            return static_cast<bool>(chosen(at(in, i)));
        });
}

template <class T> struct equals {
    T value;

    template <class U> __host__ __device__ bool operator()(const U &other) const
    {
        return other == value;
    }
};

template <class Policy, class It, class T>
__host__ __device__ void replace_at(const Policy &policy, place here, It first, It last, T before,
                                    T after)
{
    replace_if_at(policy, here, first, last, equals<T>{before}, after);
}

template <class Policy, class It, class Out, class Chosen, class T>
__host__ __device__ Out replace_copy_if_at(const Policy &policy, place here, It first, It last,
                                           Out out, Chosen chosen, T value)
{
    return make_each(policy, here, length(first, last), out,
                     [in = unwrap(first), chosen, value](size_t i) mutable {
                         const iterator_value_t<It> old = at(in, i);

                         return chosen(old) ? static_cast<iterator_value_t<It>>(value) : old;
                     });
}

template <class Policy, class It, class Out, class T>
__host__ __device__ Out replace_copy_at(const Policy &policy, place here, It first, It last,
                                        Out out, T before, T after)
{
    return replace_copy_if_at(policy, here, first, last, out, equals<T>{before}, after);
}

template <class Policy, class Map, class It, class Out>
__host__ __device__ Out gather_at(const Policy &policy, place here, Map first, Map last, It in,
                                  Out out)
{
    return make_each(policy, here, length(first, last), out,
                     [map = unwrap(first), from = unwrap(in)](size_t i) {
                         return iterator_value_t<It>(from[static_cast<ptrdiff_t>(at(map, i))]);
                     });
}

struct as_bool {
    template <class T> __host__ __device__ bool operator()(const T &value) const
    {
        return static_cast<bool>(value);
    }
};

template <class Policy, class Map, class Stencil, class It, class Out, class Chosen>
__host__ __device__ Out gather_if_at(const Policy &policy, place here, Map first, Map last,
                                     Stencil stencil, It in, Out out, Chosen chosen)
{
    return make_chosen(
        policy, here, length(first, last), out,
        [map = unwrap(first), from = unwrap(in)](size_t i) {
            return iterator_value_t<It>(from[static_cast<ptrdiff_t>(at(map, i))]);
        },
        [of = unwrap(stencil), chosen](size_t i) mutable {
            return static_cast<bool>(chosen(at(of, i)));
        });
}

template <class Policy, class Map, class Stencil, class It, class Out>
__host__ __device__ Out gather_if_at(const Policy &policy, place here, Map first, Map last,
                                     Stencil stencil, It in, Out out)
{
    return gather_if_at(policy, here, first, last, stencil, in, out, as_bool());
}

template <class Policy, class It, class Map, class Stencil, class Out, class Chosen>
__host__ __device__ void scatter_if_at(const Policy &policy, place here, It first, It last, Map map,
                                       Stencil stencil, Out out, Chosen chosen)
{
    each(policy, here, length(first, last),
         [in = unwrap(first), places = unwrap(map), of = unwrap(stencil), to = unwrap(out),
          chosen](size_t i) mutable {
             if (chosen(at(of, i)))
                 to[static_cast<ptrdiff_t>(at(places, i))] = at(in, i);
         });
}

template <class Policy, class It, class Map, class Stencil, class Out>
__host__ __device__ void scatter_if_at(const Policy &policy, place here, It first, It last, Map map,
                                       Stencil stencil, Out out)
{
    scatter_if_at(policy, here, first, last, map, stencil, out, as_bool());
}

template <class Policy, class It, class Map, class Out>
__host__ __device__ void scatter_at(const Policy &policy, place here, It first, It last, Map map,
                                    Out out)
{
    scatter_if_at(policy, here, first, last, map, constant_iterator<bool>(true), out, as_bool());
}

template <class It> __host__ __device__ void swap_values(const It &in, size_t i, size_t j)
{
    const iterator_value_t<It> of_i = at(in, i), of_j = at(in, j);

    at(in, i) = of_j;
    at(in, j) = of_i;
}

template <class Policy, class First, class Second>
__host__ __device__ Second swap_ranges_at(const Policy &policy, place here, First first, First last,
                                          Second second)
{
    const size_t count = length(first, last);

    each(policy, here, count, [a = unwrap(first), b = unwrap(second)](size_t i) {
        const iterator_value_t<First> of_a = at(a, i);
        const iterator_value_t<Second> of_b = at(b, i);

        at(a, i) = of_b;
        at(b, i) = of_a;
    });
    return second + static_cast<ptrdiff_t>(count);
}

template <class Policy, class It>
__host__ __device__ void reverse_at(const Policy &policy, place here, It first, It last)
{
    const size_t count = length(first, last);

    each(policy, here, count / 2,
         [in = unwrap(first), count](size_t i) { swap_values(in, i, count - 1 - i); });
}

template <class Policy, class It, class Out>
__host__ __device__ Out reverse_copy_at(const Policy &policy, place here, It first, It last,
                                        Out out)
{
    const size_t count = length(first, last);

    return make_each(policy, here, count, out, [in = unwrap(first), count](size_t i) {
        return iterator_value_t<It>(at(in, count - 1 - i));
    });
}

/* ---- sums, searches and the like ---- */

template <class Policy, class It, class T, class F>
__host__ __device__ T reduce_at(const Policy &policy, place here, It first, It last, T initial, F f)
{
    return result_of(policy, here, [in = unwrap(first), n = length(first, last), initial, f]() {
        return reduce_loop(in, n, initial, f);
    });
}

template <class Policy, class It, class T>
__host__ __device__ T reduce_at(const Policy &policy, place here, It first, It last, T initial)
{
    return reduce_at(policy, here, first, last, initial, plus<>());
}

template <class Policy, class It>
__host__ __device__ auto reduce_at(const Policy &policy, place here, It first, It last)
{
    return reduce_at(policy, here, first, last, iterator_value_t<It>());
}

template <class Policy, class It, class Unary, class T, class F>
__host__ __device__ T transform_reduce_at(const Policy &policy, place here, It first, It last,
                                          Unary unary, T initial, F f)
{
    return reduce_at(policy, here, make_transform_iterator(first, unary),
                     make_transform_iterator(last, unary), initial, f);
}

template <class Policy, class First, class Second, class T, class F, class G>
__host__ __device__ T inner_product_at(const Policy &policy, place here, First first, First last,
                                       Second second, T initial, F f, G g)
{
    const auto both = make_zip_iterator(unwrap(first), unwrap(second));

    return result_of(policy, here, [both, n = length(first, last), initial, f, g]() {
        return reduce_loop(make_transform_iterator(both, make_zip_function(g)), n, initial, f);
    });
}

template <class Policy, class First, class Second, class T>
__host__ __device__ T inner_product_at(const Policy &policy, place here, First first, First last,
                                       Second second, T initial)
{
    return inner_product_at(policy, here, first, last, second, initial, plus<T>(), multiplies<T>());
}

template <class Policy, class It, class Chosen>
__host__ __device__ iterator_difference_t<It> count_if_at(const Policy &policy, place here,
                                                          It first, It last, Chosen chosen)
{
    return result_of(policy, here, [in = unwrap(first), n = length(first, last), chosen]() mutable {
        iterator_difference_t<It> found = 0;

        for (size_t i = 0; i < n; i++)
            found += static_cast<bool>(chosen(at(in, i)));
        return found;
    });
}

template <class Policy, class It, class T>
__host__ __device__ auto count_at(const Policy &policy, place here, It first, It last, T value)
{
    return count_if_at(policy, here, first, last, equals<T>{value});
}

/* How far the first is whose property is `wanted`. */
template <class Policy, class It, class Chosen>
__host__ __device__ ptrdiff_t find_index(const Policy &policy, place here, It first, It last,
                                         Chosen chosen, bool wanted)
{
    return static_cast<ptrdiff_t>(
        result_of(policy, here, [in = unwrap(first), n = length(first, last), chosen, wanted]() {
            return find_loop(in, n, chosen, wanted);
        }));
}

template <class Policy, class It, class Chosen>
__host__ __device__ It find_if_at(const Policy &policy, place here, It first, It last,
                                  Chosen chosen)
{
    return first + find_index(policy, here, first, last, chosen, true);
}

template <class Policy, class It, class Chosen>
__host__ __device__ It find_if_not_at(const Policy &policy, place here, It first, It last,
                                      Chosen chosen)
{
    return first + find_index(policy, here, first, last, chosen, false);
}

template <class Policy, class It, class T>
__host__ __device__ It find_at(const Policy &policy, place here, It first, It last, T value)
{
    return find_if_at(policy, here, first, last, equals<T>{value});
}

template <class Policy, class It, class Chosen>
__host__ __device__ bool all_of_at(const Policy &policy, place here, It first, It last,
                                   Chosen chosen)
{
    return find_if_not_at(policy, here, first, last, chosen) == last;
}

template <class Policy, class It, class Chosen>
__host__ __device__ bool any_of_at(const Policy &policy, place here, It first, It last,
                                   Chosen chosen)
{
    return find_if_at(policy, here, first, last, chosen) != last;
}

template <class Policy, class It, class Chosen>
__host__ __device__ bool none_of_at(const Policy &policy, place here, It first, It last,
                                    Chosen chosen)
{
    return find_if_at(policy, here, first, last, chosen) == last;
}

template <class Policy, class First, class Second, class Same>
__host__ __device__ pair<First, Second> mismatch_at(const Policy &policy, place here, First first,
                                                    First last, Second second, Same same)
{
    const auto both = make_zip_iterator(first, second);
    const ptrdiff_t i =
        find_index(policy, here, both, both + (last - first), make_zip_function(same), false);

    return pair<First, Second>(first + i, second + i);
}

template <class Policy, class First, class Second>
__host__ __device__ pair<First, Second> mismatch_at(const Policy &policy, place here, First first,
                                                    First last, Second second)
{
    return mismatch_at(policy, here, first, last, second, equal_to<>());
}

template <class Policy, class First, class Second, class Same>
__host__ __device__ bool equal_at(const Policy &policy, place here, First first, First last,
                                  Second second, Same same)
{
    return mismatch_at(policy, here, first, last, second, same).first == last;
}

template <class Policy, class First, class Second>
__host__ __device__ bool equal_at(const Policy &policy, place here, First first, First last,
                                  Second second)
{
    return equal_at(policy, here, first, last, second, equal_to<>());
}

/* The other way round. */
template <class Less> struct turned {
    mutable Less less;

    template <class First, class Second>
    __host__ __device__ bool operator()(const First &a, const Second &b) const
    {
        return less(b, a);
    }
};

template <class Policy, class It, class Better>
__host__ __device__ It best_of(const Policy &policy, place here, It first, It last, Better better,
                               bool from_behind)
{
    const size_t count = length(first, last);

    if (count == 0)
        return last;
    return first + static_cast<ptrdiff_t>(
                       result_of(policy, here, [in = unwrap(first), count, better, from_behind]() {
                           return best_loop(in, count, better, from_behind);
                       }));
}

template <class Policy, class It, class Less>
__host__ __device__ It min_element_at(const Policy &policy, place here, It first, It last,
                                      Less less)
{
    return best_of(policy, here, first, last, less, false);
}

template <class Policy, class It>
__host__ __device__ It min_element_at(const Policy &policy, place here, It first, It last)
{
    return min_element_at(policy, here, first, last, thrust::less<>());
}

template <class Policy, class It, class Less>
__host__ __device__ It max_element_at(const Policy &policy, place here, It first, It last,
                                      Less less)
{
    return best_of(policy, here, first, last, turned<Less>{less}, false);
}

template <class Policy, class It>
__host__ __device__ It max_element_at(const Policy &policy, place here, It first, It last)
{
    return max_element_at(policy, here, first, last, thrust::less<>());
}

template <class Policy, class It, class Less>
__host__ __device__ pair<It, It> minmax_element_at(const Policy &policy, place here, It first,
                                                   It last, Less less)
{
    return pair<It, It>(min_element_at(policy, here, first, last, less),
                        max_element_at(policy, here, first, last, less));
}

template <class Policy, class It>
__host__ __device__ pair<It, It> minmax_element_at(const Policy &policy, place here, It first,
                                                   It last)
{
    return minmax_element_at(policy, here, first, last, thrust::less<>());
}

template <class Policy, class It, class Less>
__host__ __device__ It is_sorted_until_at(const Policy &policy, place here, It first, It last,
                                          Less less)
{
    const size_t count = length(first, last);

    return first + static_cast<ptrdiff_t>(
                       result_of(policy, here, [in = unwrap(first), count, less]() mutable {
                           for (size_t i = 1; i < count; i++)
                               if (less(at(in, i), at(in, i - 1)))
                                   return i;
                           return count;
                       }));
}

template <class Policy, class It>
__host__ __device__ It is_sorted_until_at(const Policy &policy, place here, It first, It last)
{
    return is_sorted_until_at(policy, here, first, last, thrust::less<>());
}

template <class Policy, class It, class Less>
__host__ __device__ bool is_sorted_at(const Policy &policy, place here, It first, It last,
                                      Less less)
{
    return is_sorted_until_at(policy, here, first, last, less) == last;
}

template <class Policy, class It>
__host__ __device__ bool is_sorted_at(const Policy &policy, place here, It first, It last)
{
    return is_sorted_at(policy, here, first, last, thrust::less<>());
}

/* ---- scans ---- */

template <class Policy, class It, class Out, class F>
__host__ __device__ Out inclusive_scan_at(const Policy &policy, place here, It first, It last,
                                          Out out, F f)
{
    once(policy, here, [in = unwrap(first), n = length(first, last), to = unwrap(out), f]() {
        inclusive_loop(in, n, to, f);
    });
    return out + (last - first);
}

template <class Policy, class It, class Out>
__host__ __device__ Out inclusive_scan_at(const Policy &policy, place here, It first, It last,
                                          Out out)
{
    return inclusive_scan_at(policy, here, first, last, out, plus<>());
}

template <class Policy, class It, class Out, class T, class F>
__host__ __device__ Out inclusive_scan_at(const Policy &policy, place here, It first, It last,
                                          Out out, T initial, F f)
{
    once(policy, here,
         [in = unwrap(first), n = length(first, last), to = unwrap(out), initial, f]() {
             inclusive_from_loop(in, n, to, initial, f);
         });
    return out + (last - first);
}

template <class Policy, class It, class Out, class T, class F>
__host__ __device__ Out exclusive_scan_at(const Policy &policy, place here, It first, It last,
                                          Out out, T initial, F f)
{
    once(policy, here,
         [in = unwrap(first), n = length(first, last), to = unwrap(out), initial, f]() {
             exclusive_loop(in, n, to, initial, f);
         });
    return out + (last - first);
}

template <class Policy, class It, class Out, class T>
__host__ __device__ Out exclusive_scan_at(const Policy &policy, place here, It first, It last,
                                          Out out, T initial)
{
    return exclusive_scan_at(policy, here, first, last, out, initial, plus<>());
}

template <class Policy, class It, class Out>
__host__ __device__ Out exclusive_scan_at(const Policy &policy, place here, It first, It last,
                                          Out out)
{
    return exclusive_scan_at(policy, here, first, last, out, iterator_value_t<It>());
}

template <class Policy, class It, class Out, class Unary, class F>
__host__ __device__ Out transform_inclusive_scan_at(const Policy &policy, place here, It first,
                                                    It last, Out out, Unary unary, F f)
{
    return inclusive_scan_at(policy, here, make_transform_iterator(first, unary),
                             make_transform_iterator(last, unary), out, f);
}

template <class Policy, class It, class Out, class Unary, class T, class F>
__host__ __device__ Out transform_exclusive_scan_at(const Policy &policy, place here, It first,
                                                    It last, Out out, Unary unary, T initial, F f)
{
    return exclusive_scan_at(policy, here, make_transform_iterator(first, unary),
                             make_transform_iterator(last, unary), out, initial, f);
}

template <class Policy, class Keys, class It, class Out, class Same, class F>
__host__ __device__ Out inclusive_scan_by_key_at(const Policy &policy, place here, Keys first,
                                                 Keys last, It in, Out out, Same same, F f)
{
    once(policy, here,
         [keys = unwrap(first), n = length(first, last), from = unwrap(in), to = unwrap(out), same,
          f]() { inclusive_by_key_loop(keys, n, from, to, same, f); });
    return out + (last - first);
}

template <class Policy, class Keys, class It, class Out, class Same>
__host__ __device__ Out inclusive_scan_by_key_at(const Policy &policy, place here, Keys first,
                                                 Keys last, It in, Out out, Same same)
{
    return inclusive_scan_by_key_at(policy, here, first, last, in, out, same, plus<>());
}

template <class Policy, class Keys, class It, class Out>
__host__ __device__ Out inclusive_scan_by_key_at(const Policy &policy, place here, Keys first,
                                                 Keys last, It in, Out out)
{
    return inclusive_scan_by_key_at(policy, here, first, last, in, out, equal_to<>());
}

template <class Policy, class Keys, class It, class Out, class T, class Same, class F>
__host__ __device__ Out exclusive_scan_by_key_at(const Policy &policy, place here, Keys first,
                                                 Keys last, It in, Out out, T initial, Same same,
                                                 F f)
{
    once(policy, here,
         [keys = unwrap(first), n = length(first, last), from = unwrap(in), to = unwrap(out),
          initial, same, f]() { exclusive_by_key_loop(keys, n, from, to, initial, same, f); });
    return out + (last - first);
}

template <class Policy, class Keys, class It, class Out, class T, class Same>
__host__ __device__ Out exclusive_scan_by_key_at(const Policy &policy, place here, Keys first,
                                                 Keys last, It in, Out out, T initial, Same same)
{
    return exclusive_scan_by_key_at(policy, here, first, last, in, out, initial, same, plus<>());
}

template <class Policy, class Keys, class It, class Out, class T>
__host__ __device__ Out exclusive_scan_by_key_at(const Policy &policy, place here, Keys first,
                                                 Keys last, It in, Out out, T initial)
{
    return exclusive_scan_by_key_at(policy, here, first, last, in, out, initial, equal_to<>());
}

template <class Policy, class Keys, class It, class Out>
__host__ __device__ Out exclusive_scan_by_key_at(const Policy &policy, place here, Keys first,
                                                 Keys last, It in, Out out)
{
    return exclusive_scan_by_key_at(policy, here, first, last, in, out, iterator_value_t<It>());
}

template <class Policy, class It, class Out, class F>
__host__ __device__ Out adjacent_difference_at(const Policy &policy, place here, It first, It last,
                                               Out out, F f)
{
    once(policy, here,
         [in = unwrap(first), n = length(first, last), to = unwrap(out), f]() mutable {
             iterator_value_t<It> before{};

             for (size_t i = 0; i < n; i++) {
                 const iterator_value_t<It> value = at(in, i);

                 if (i == 0)
                     at(to, i) = value;
                 else
                     at(to, i) = f(value, before);
                 before = value;
             }
         });
    return out + (last - first);
}

template <class Policy, class It, class Out>
__host__ __device__ Out adjacent_difference_at(const Policy &policy, place here, It first, It last,
                                               Out out)
{
    return adjacent_difference_at(policy, here, first, last, out, minus<>());
}

/* ---- runs of equal keys ---- */

template <class Policy, class Keys, class It, class OutKeys, class Out, class Same, class F>
__host__ __device__ pair<OutKeys, Out> reduce_by_key_at(const Policy &policy, place here,
                                                        Keys first, Keys last, It in,
                                                        OutKeys out_keys, Out out, Same same, F f)
{
    const auto runs = static_cast<ptrdiff_t>(
        result_of(policy, here,
                  [keys = unwrap(first), n = length(first, last), from = unwrap(in),
                   to_keys = unwrap(out_keys), to = unwrap(out), same,
                   f]() { return reduce_by_key_loop(keys, n, from, to_keys, to, same, f); }));

    return pair<OutKeys, Out>(out_keys + runs, out + runs);
}

template <class Policy, class Keys, class It, class OutKeys, class Out, class Same>
__host__ __device__ pair<OutKeys, Out> reduce_by_key_at(const Policy &policy, place here,
                                                        Keys first, Keys last, It in,
                                                        OutKeys out_keys, Out out, Same same)
{
    return reduce_by_key_at(policy, here, first, last, in, out_keys, out, same, plus<>());
}

template <class Policy, class Keys, class It, class OutKeys, class Out>
__host__ __device__ pair<OutKeys, Out> reduce_by_key_at(const Policy &policy, place here,
                                                        Keys first, Keys last, It in,
                                                        OutKeys out_keys, Out out)
{
    return reduce_by_key_at(policy, here, first, last, in, out_keys, out, equal_to<>());
}

template <class Policy, class Keys, class It, class OutKeys, class Out, class Same>
__host__ __device__ pair<OutKeys, Out> unique_by_key_copy_at(const Policy &policy, place here,
                                                             Keys first, Keys last, It in,
                                                             OutKeys out_keys, Out out, Same same)
{
    const auto runs = static_cast<ptrdiff_t>(
        result_of(policy, here,
                  [keys = unwrap(first), n = length(first, last), from = unwrap(in),
                   to_keys = unwrap(out_keys), to = unwrap(out),
                   same]() { return unique_loop(keys, n, from, to_keys, to, same); }));

    return pair<OutKeys, Out>(out_keys + runs, out + runs);
}

template <class Policy, class Keys, class It, class OutKeys, class Out>
__host__ __device__ pair<OutKeys, Out> unique_by_key_copy_at(const Policy &policy, place here,
                                                             Keys first, Keys last, It in,
                                                             OutKeys out_keys, Out out)
{
    return unique_by_key_copy_at(policy, here, first, last, in, out_keys, out, equal_to<>());
}

template <class Policy, class Keys, class It, class Same>
__host__ __device__ pair<Keys, It> unique_by_key_at(const Policy &policy, place here, Keys first,
                                                    Keys last, It values, Same same)
{
    return unique_by_key_copy_at(policy, here, first, last, values, first, values, same);
}

template <class Policy, class Keys, class It>
__host__ __device__ pair<Keys, It> unique_by_key_at(const Policy &policy, place here, Keys first,
                                                    Keys last, It values)
{
    return unique_by_key_at(policy, here, first, last, values, equal_to<>());
}

template <class Policy, class It, class Out, class Same>
__host__ __device__ Out unique_copy_at(const Policy &policy, place here, It first, It last, Out out,
                                       Same same)
{
    return unique_by_key_copy_at(policy, here, first, last, constant_iterator<int>(0), out,
                                 discard_iterator<>(), same)
        .first;
}

template <class Policy, class It, class Out>
__host__ __device__ Out unique_copy_at(const Policy &policy, place here, It first, It last, Out out)
{
    return unique_copy_at(policy, here, first, last, out, equal_to<>());
}

template <class Policy, class It, class Same>
__host__ __device__ It unique_at(const Policy &policy, place here, It first, It last, Same same)
{
    return unique_copy_at(policy, here, first, last, first, same);
}

template <class Policy, class It>
__host__ __device__ It unique_at(const Policy &policy, place here, It first, It last)
{
    return unique_at(policy, here, first, last, equal_to<>());
}

/* ---- some of the elements ---- */

template <class Policy, class It, class Stencil, class Out, class Chosen>
__host__ __device__ Out select_at(const Policy &policy, place here, It first, It last,
                                  Stencil stencil, Out out, Chosen chosen, bool wanted)
{
    return out +
           static_cast<ptrdiff_t>(result_of(
               policy, here,
               [in = unwrap(first), n = length(first, last), of = unwrap(stencil), to = unwrap(out),
                chosen, wanted]() { return select_loop(in, n, of, to, chosen, wanted); }));
}

template <class Policy, class It, class Out, class Chosen>
__host__ __device__ Out copy_if_at(const Policy &policy, place here, It first, It last, Out out,
                                   Chosen chosen)
{
    return select_at(policy, here, first, last, first, out, chosen, true);
}

template <class Policy, class It, class Stencil, class Out, class Chosen>
__host__ __device__ Out copy_if_at(const Policy &policy, place here, It first, It last,
                                   Stencil stencil, Out out, Chosen chosen)
{
    return select_at(policy, here, first, last, stencil, out, chosen, true);
}

template <class Policy, class It, class Out, class Chosen>
__host__ __device__ Out remove_copy_if_at(const Policy &policy, place here, It first, It last,
                                          Out out, Chosen chosen)
{
    return select_at(policy, here, first, last, first, out, chosen, false);
}

template <class Policy, class It, class Stencil, class Out, class Chosen>
__host__ __device__ Out remove_copy_if_at(const Policy &policy, place here, It first, It last,
                                          Stencil stencil, Out out, Chosen chosen)
{
    return select_at(policy, here, first, last, stencil, out, chosen, false);
}

template <class Policy, class It, class Out, class T>
__host__ __device__ Out remove_copy_at(const Policy &policy, place here, It first, It last, Out out,
                                       T value)
{
    return remove_copy_if_at(policy, here, first, last, out, equals<T>{value});
}

template <class Policy, class It, class Chosen>
__host__ __device__ It remove_if_at(const Policy &policy, place here, It first, It last,
                                    Chosen chosen)
{
    return select_at(policy, here, first, last, first, first, chosen, false);
}

template <class Policy, class It, class Stencil, class Chosen>
__host__ __device__ It remove_if_at(const Policy &policy, place here, It first, It last,
                                    Stencil stencil, Chosen chosen)
{
    return select_at(policy, here, first, last, stencil, first, chosen, false);
}

template <class Policy, class It, class T>
__host__ __device__ It remove_at(const Policy &policy, place here, It first, It last, T value)
{
    return remove_if_at(policy, here, first, last, equals<T>{value});
}

template <class Policy, class It, class OutTrue, class OutFalse, class Chosen>
__host__ __device__ pair<OutTrue, OutFalse> partition_copy_at(const Policy &policy, place here,
                                                              It first, It last, OutTrue out_true,
                                                              OutFalse out_false, Chosen chosen)
{
    const OutTrue after = select_at(policy, here, first, last, first, out_true, chosen, true);

    return pair<OutTrue, OutFalse>(
        after, select_at(policy, here, first, last, first, out_false, chosen, false));
}

/* ---- order ---- */

/* Room for a sort of the device's; the host's needs none. */
template <class Policy, class It, class Less>
__host__ __device__ void sort_at(const Policy &policy, place here, It first, It last, Less less)
{
    using value = iterator_value_t<It>;
    const size_t count = length(first, last);
    const auto in = unwrap(first);

    if (count < 2)
        return;
    if (simt_cpp::called_on_device()) {
        insertion_sort(in, count, less);
    } else if constexpr (std::is_base_of_v<device_policy, Policy>) {
        const scratch<value> room(2 * count);

        once(policy, here, [in, count, at = room.get(), less]() { sort_in(in, count, at, less); });
    } else {
        std::vector<value> values(first, last);

        std::stable_sort(values.begin(), values.end(), less);
        std::copy(values.begin(), values.end(), first);
    }
}

template <class Policy, class It>
__host__ __device__ void sort_at(const Policy &policy, place here, It first, It last)
{
    sort_at(policy, here, first, last, thrust::less<>());
}

template <class Policy, class It, class... Less>
__host__ __device__ void stable_sort_at(const Policy &policy, place here, It first, It last,
                                        Less... less)
{
    sort_at(policy, here, first, last, less...);
}

template <class Less> struct by_first {
    mutable Less less;

    template <class First, class Second>
    __host__ __device__ bool operator()(const First &a, const Second &b) const
    {
        return less(std::get<0>(a), std::get<0>(b));
    }
};

template <class Policy, class Keys, class It, class Less>
__host__ __device__ void sort_by_key_at(const Policy &policy, place here, Keys first, Keys last,
                                        It values, Less less)
{
    const auto both = make_zip_iterator(first, values);

    sort_at(policy, here, both, both + (last - first), by_first<Less>{less});
}

template <class Policy, class Keys, class It>
__host__ __device__ void sort_by_key_at(const Policy &policy, place here, Keys first, Keys last,
                                        It values)
{
    sort_by_key_at(policy, here, first, last, values, thrust::less<>());
}

template <class Policy, class Keys, class It, class... Less>
__host__ __device__ void stable_sort_by_key_at(const Policy &policy, place here, Keys first,
                                               Keys last, It values, Less... less)
{
    sort_by_key_at(policy, here, first, last, values, less...);
}

/* Those that are chosen come first. */
template <class Chosen> struct is_ahead {
    mutable Chosen chosen;

    template <class First, class Second>
    __host__ __device__ bool operator()(const First &a, const Second &b) const
    {
        return chosen(a) && !chosen(b);
    }
};

template <class Policy, class It, class Chosen>
__host__ __device__ It stable_partition_at(const Policy &policy, place here, It first, It last,
                                           Chosen chosen)
{
    sort_at(policy, here, first, last, is_ahead<Chosen>{chosen});
    return find_if_not_at(policy, here, first, last, chosen);
}

template <class Policy, class It, class Chosen>
__host__ __device__ It partition_at(const Policy &policy, place here, It first, It last,
                                    Chosen chosen)
{
    return stable_partition_at(policy, here, first, last, chosen);
}

template <class Policy, class First, class Second, class Out, class Less>
__host__ __device__ Out merge_at(const Policy &policy, place here, First first, First last,
                                 Second second, Second end, Out out, Less less)
{
    return out + static_cast<ptrdiff_t>(
                     result_of(policy, here,
                               [a = unwrap(first), n = length(first, last), b = unwrap(second),
                                m = length(second, end), to = unwrap(out),
                                less]() { return merge_loop(a, n, b, m, to, less); }));
}

template <class Policy, class First, class Second, class Out>
__host__ __device__ Out merge_at(const Policy &policy, place here, First first, First last,
                                 Second second, Second end, Out out)
{
    return merge_at(policy, here, first, last, second, end, out, thrust::less<>());
}

template <class Policy, class First, class Second, class It, class Jt, class OutKeys, class Out,
          class Less>
__host__ __device__ pair<OutKeys, Out>
merge_by_key_at(const Policy &policy, place here, First first, First last, Second second,
                Second end, It values, Jt other_values, OutKeys out_keys, Out out, Less less)
{
    const auto a = make_zip_iterator(first, values);
    const auto b = make_zip_iterator(second, other_values);
    const auto made = merge_at(policy, here, a, a + (last - first), b, b + (end - second),
                               make_zip_iterator(out_keys, out), by_first<Less>{less}) -
                      make_zip_iterator(out_keys, out);

    return pair<OutKeys, Out>(out_keys + made, out + made);
}

template <class Policy, class First, class Second, class It, class Jt, class OutKeys, class Out>
__host__ __device__ pair<OutKeys, Out>
merge_by_key_at(const Policy &policy, place here, First first, First last, Second second,
                Second end, It values, Jt other_values, OutKeys out_keys, Out out)
{
    return merge_by_key_at(policy, here, first, last, second, end, values, other_values, out_keys,
                           out, thrust::less<>());
}

#define SIMT_SET(name, ...)                                                                        \
    template <class Policy, class First, class Second, class Out, class Less>                      \
    __host__ __device__ Out name##_at(const Policy &policy, place here, First first, First last,   \
                                      Second second, Second end, Out out, Less less)               \
    {                                                                                              \
        return out + static_cast<ptrdiff_t>(result_of(                                             \
                         policy, here,                                                             \
                         [a = unwrap(first), n = length(first, last), b = unwrap(second),          \
                          m = length(second, end), to = unwrap(out), less]() {                     \
                             return set_loop(a, n, b, m, to, less, set_choice{__VA_ARGS__});       \
                         }));                                                                      \
    }                                                                                              \
    template <class Policy, class First, class Second, class Out>                                  \
    __host__ __device__ Out name##_at(const Policy &policy, place here, First first, First last,   \
                                      Second second, Second end, Out out)                          \
    {                                                                                              \
        return name##_at(policy, here, first, last, second, end, out, thrust::less<>());           \
    }
SIMT_SET(set_union, true, true, true)
SIMT_SET(set_intersection, false, false, true)
SIMT_SET(set_difference, true, false, false)
SIMT_SET(set_symmetric_difference, true, true, false)
#undef SIMT_SET

/* Of one value, where it belongs; of several, how far each belongs. */
#define SIMT_BOUND(name, equal_too)                                                                \
    template <class Policy, class It, class T, class Less>                                         \
    __host__ __device__ It name##_at(const Policy &policy, place here, It first, It last, T value, \
                                     Less less)                                                    \
    {                                                                                              \
        return first +                                                                             \
               static_cast<ptrdiff_t>(result_of(                                                   \
                   policy, here, [in = unwrap(first), n = length(first, last), value, less]() {    \
                       return bound_loop(in, n, value, less, equal_too);                           \
                   }));                                                                            \
    }                                                                                              \
    template <class Policy, class It, class T>                                                     \
    __host__ __device__ It name##_at(const Policy &policy, place here, It first, It last, T value) \
    {                                                                                              \
        return name##_at(policy, here, first, last, value, thrust::less<>());                      \
    }                                                                                              \
    template <class Policy, class It, class Values, class Out, class Less>                         \
    __host__ __device__ Out name##_at(const Policy &policy, place here, It first, It last,         \
                                      Values values, Values values_last, Out out, Less less)       \
    {                                                                                              \
        return make_each(                                                                          \
            policy, here, length(values, values_last), out,                                        \
            [in = unwrap(first), n = length(first, last), of = unwrap(values), less](size_t i) {   \
                return bound_loop(in, n, iterator_value_t<Values>(at(of, i)), less, equal_too);    \
            });                                                                                    \
    }                                                                                              \
    template <class Policy, class It, class Values, class Out>                                     \
    __host__ __device__ Out name##_at(const Policy &policy, place here, It first, It last,         \
                                      Values values, Values values_last, Out out)                  \
    {                                                                                              \
        return name##_at(policy, here, first, last, values, values_last, out, thrust::less<>());   \
    }
SIMT_BOUND(lower_bound, false)
SIMT_BOUND(upper_bound, true)
#undef SIMT_BOUND

template <class In, class T, class Less>
__host__ __device__ bool is_among(In in, size_t count, const T &value, Less less)
{
    const size_t i = bound_loop(in, count, value, less, false);

    return i < count && !less(value, at(in, i));
}

template <class Policy, class It, class T, class Less>
__host__ __device__ bool binary_search_at(const Policy &policy, place here, It first, It last,
                                          T value, Less less)
{
    return result_of(policy, here, [in = unwrap(first), n = length(first, last), value, less]() {
        return is_among(in, n, value, less);
    });
}

template <class Policy, class It, class T>
__host__ __device__ bool binary_search_at(const Policy &policy, place here, It first, It last,
                                          T value)
{
    return binary_search_at(policy, here, first, last, value, thrust::less<>());
}

template <class Policy, class It, class Values, class Out, class Less>
__host__ __device__ Out binary_search_at(const Policy &policy, place here, It first, It last,
                                         Values values, Values values_last, Out out, Less less)
{
    return make_each(
        policy, here, length(values, values_last), out,
        [in = unwrap(first), n = length(first, last), of = unwrap(values), less](size_t i) {
            return is_among(in, n, iterator_value_t<Values>(at(of, i)), less);
        });
}

template <class Policy, class It, class Values, class Out>
__host__ __device__ Out binary_search_at(const Policy &policy, place here, It first, It last,
                                         Values values, Values values_last, Out out)
{
    return binary_search_at(policy, here, first, last, values, values_last, out, thrust::less<>());
}

template <class Policy, class It, class T>
__host__ __device__ pair<It, It> equal_range_at(const Policy &policy, place here, It first, It last,
                                                T value)
{
    return pair<It, It>(lower_bound_at(policy, here, first, last, value),
                        upper_bound_at(policy, here, first, last, value));
}

} // namespace simt

/* ---- what a program calls: with a policy, or without ---- */

#define SIMT_LIST(...) __VA_ARGS__
#define SIMT_FORWARD(name, declared, types, parameters, names)                                     \
    template <SIMT_LIST declared, simt::no_policy<First> = 0>                                      \
    __host__ __device__ decltype(auto) name(SIMT_LIST parameters,                                  \
                                            simt::place here = simt::place())                      \
    {                                                                                              \
        return simt::name##_at(simt::policy_from<SIMT_LIST types>(), here, SIMT_LIST names);       \
    }                                                                                              \
    template <class Policy, SIMT_LIST declared, simt::only_policy<Policy> = 0>                     \
    __host__ __device__ decltype(auto) name(const Policy &policy, SIMT_LIST parameters,            \
                                            simt::place here = simt::place())                      \
    {                                                                                              \
        return simt::name##_at(policy, here, SIMT_LIST names);                                     \
    }
#define SIMT_FORWARD_2(name)                                                                       \
    SIMT_FORWARD(name, (class First, class Second), (First, Second), (First a, Second b), (a, b))
#define SIMT_FORWARD_3(name)                                                                       \
    SIMT_FORWARD(name, (class First, class Second, class Third), (First, Second, Third),           \
                 (First a, Second b, Third c), (a, b, c))
#define SIMT_FORWARD_4(name)                                                                       \
    SIMT_FORWARD(name, (class First, class Second, class Third, class Fourth),                     \
                 (First, Second, Third, Fourth), (First a, Second b, Third c, Fourth d),           \
                 (a, b, c, d))
#define SIMT_FORWARD_5(name)                                                                       \
    SIMT_FORWARD(name, (class First, class Second, class Third, class Fourth, class Fifth),        \
                 (First, Second, Third, Fourth, Fifth),                                            \
                 (First a, Second b, Third c, Fourth d, Fifth e), (a, b, c, d, e))
#define SIMT_FORWARD_6(name)                                                                       \
    SIMT_FORWARD(name,                                                                             \
                 (class First, class Second, class Third, class Fourth, class Fifth, class F),     \
                 (First, Second, Third, Fourth, Fifth, F),                                         \
                 (First a, Second b, Third c, Fourth d, Fifth e, F f), (a, b, c, d, e, f))
#define SIMT_FORWARD_7(name)                                                                       \
    SIMT_FORWARD(                                                                                  \
        name,                                                                                      \
        (class First, class Second, class Third, class Fourth, class Fifth, class F, class G),     \
        (First, Second, Third, Fourth, Fifth, F, G),                                               \
        (First a, Second b, Third c, Fourth d, Fifth e, F f, G g), (a, b, c, d, e, f, g))
#define SIMT_FORWARD_8(name)                                                                       \
    SIMT_FORWARD(name,                                                                             \
                 (class First, class Second, class Third, class Fourth, class Fifth, class F,      \
                  class G, class H),                                                               \
                 (First, Second, Third, Fourth, Fifth, F, G, H),                                   \
                 (First a, Second b, Third c, Fourth d, Fifth e, F f, G g, H h),                   \
                 (a, b, c, d, e, f, g, h))
#define SIMT_FORWARD_9(name)                                                                       \
    SIMT_FORWARD(name,                                                                             \
                 (class First, class Second, class Third, class Fourth, class Fifth, class F,      \
                  class G, class H, class I),                                                      \
                 (First, Second, Third, Fourth, Fifth, F, G, H, I),                                \
                 (First a, Second b, Third c, Fourth d, Fifth e, F f, G g, H h, I i),              \
                 (a, b, c, d, e, f, g, h, i))
SIMT_FORWARD_3(for_each)
SIMT_FORWARD_3(for_each_n)
SIMT_FORWARD_4(transform)
SIMT_FORWARD_5(transform)
SIMT_FORWARD_5(transform_if)
SIMT_FORWARD_6(transform_if)
SIMT_FORWARD_7(transform_if)
SIMT_FORWARD_3(fill)
SIMT_FORWARD_3(fill_n)
SIMT_FORWARD_3(generate)
SIMT_FORWARD_3(generate_n)
SIMT_FORWARD_3(tabulate)
SIMT_FORWARD_2(sequence)
SIMT_FORWARD_3(sequence)
SIMT_FORWARD_4(sequence)
SIMT_FORWARD_4(replace)
SIMT_FORWARD_4(replace_if)
SIMT_FORWARD_5(replace_if)
SIMT_FORWARD_5(replace_copy)
SIMT_FORWARD_5(replace_copy_if)
SIMT_FORWARD_4(gather)
SIMT_FORWARD_5(gather_if)
SIMT_FORWARD_6(gather_if)
SIMT_FORWARD_4(scatter)
SIMT_FORWARD_5(scatter_if)
SIMT_FORWARD_6(scatter_if)
SIMT_FORWARD_3(swap_ranges)
SIMT_FORWARD_2(reverse)
SIMT_FORWARD_3(reverse_copy)
SIMT_FORWARD_2(reduce)
SIMT_FORWARD_3(reduce)
SIMT_FORWARD_4(reduce)
SIMT_FORWARD_5(transform_reduce)
SIMT_FORWARD_4(inner_product)
SIMT_FORWARD_6(inner_product)
SIMT_FORWARD_3(count)
SIMT_FORWARD_3(count_if)
SIMT_FORWARD_3(find)
SIMT_FORWARD_3(find_if)
SIMT_FORWARD_3(find_if_not)
SIMT_FORWARD_3(all_of)
SIMT_FORWARD_3(any_of)
SIMT_FORWARD_3(none_of)
SIMT_FORWARD_3(mismatch)
SIMT_FORWARD_4(mismatch)
SIMT_FORWARD_3(equal)
SIMT_FORWARD_4(equal)
SIMT_FORWARD_2(min_element)
SIMT_FORWARD_3(min_element)
SIMT_FORWARD_2(max_element)
SIMT_FORWARD_3(max_element)
SIMT_FORWARD_2(minmax_element)
SIMT_FORWARD_3(minmax_element)
SIMT_FORWARD_2(is_sorted)
SIMT_FORWARD_3(is_sorted)
SIMT_FORWARD_2(is_sorted_until)
SIMT_FORWARD_3(is_sorted_until)
SIMT_FORWARD_3(inclusive_scan)
SIMT_FORWARD_4(inclusive_scan)
SIMT_FORWARD_5(inclusive_scan)
SIMT_FORWARD_3(exclusive_scan)
SIMT_FORWARD_4(exclusive_scan)
SIMT_FORWARD_5(exclusive_scan)
SIMT_FORWARD_5(transform_inclusive_scan)
SIMT_FORWARD_6(transform_exclusive_scan)
SIMT_FORWARD_4(inclusive_scan_by_key)
SIMT_FORWARD_5(inclusive_scan_by_key)
SIMT_FORWARD_6(inclusive_scan_by_key)
SIMT_FORWARD_4(exclusive_scan_by_key)
SIMT_FORWARD_5(exclusive_scan_by_key)
SIMT_FORWARD_6(exclusive_scan_by_key)
SIMT_FORWARD_7(exclusive_scan_by_key)
SIMT_FORWARD_3(adjacent_difference)
SIMT_FORWARD_4(adjacent_difference)
SIMT_FORWARD_5(reduce_by_key)
SIMT_FORWARD_6(reduce_by_key)
SIMT_FORWARD_7(reduce_by_key)
SIMT_FORWARD_2(unique)
SIMT_FORWARD_3(unique)
SIMT_FORWARD_3(unique_copy)
SIMT_FORWARD_4(unique_copy)
SIMT_FORWARD_3(unique_by_key)
SIMT_FORWARD_4(unique_by_key)
SIMT_FORWARD_5(unique_by_key_copy)
SIMT_FORWARD_6(unique_by_key_copy)
SIMT_FORWARD_4(copy_if)
SIMT_FORWARD_5(copy_if)
SIMT_FORWARD_3(remove)
SIMT_FORWARD_3(remove_if)
SIMT_FORWARD_4(remove_if)
SIMT_FORWARD_4(remove_copy)
SIMT_FORWARD_4(remove_copy_if)
SIMT_FORWARD_5(remove_copy_if)
SIMT_FORWARD_3(partition)
SIMT_FORWARD_3(stable_partition)
SIMT_FORWARD_5(partition_copy)
SIMT_FORWARD_2(sort)
SIMT_FORWARD_3(sort)
SIMT_FORWARD_2(stable_sort)
SIMT_FORWARD_3(stable_sort)
SIMT_FORWARD_3(sort_by_key)
SIMT_FORWARD_4(sort_by_key)
SIMT_FORWARD_3(stable_sort_by_key)
SIMT_FORWARD_4(stable_sort_by_key)
SIMT_FORWARD_5(merge)
SIMT_FORWARD_6(merge)
SIMT_FORWARD_8(merge_by_key)
SIMT_FORWARD_9(merge_by_key)
SIMT_FORWARD_5(set_union)
SIMT_FORWARD_6(set_union)
SIMT_FORWARD_5(set_intersection)
SIMT_FORWARD_6(set_intersection)
SIMT_FORWARD_5(set_difference)
SIMT_FORWARD_6(set_difference)
SIMT_FORWARD_5(set_symmetric_difference)
SIMT_FORWARD_6(set_symmetric_difference)
SIMT_FORWARD_3(lower_bound)
SIMT_FORWARD_4(lower_bound)
SIMT_FORWARD_5(lower_bound)
SIMT_FORWARD_6(lower_bound)
SIMT_FORWARD_3(upper_bound)
SIMT_FORWARD_4(upper_bound)
SIMT_FORWARD_5(upper_bound)
SIMT_FORWARD_6(upper_bound)
SIMT_FORWARD_3(binary_search)
SIMT_FORWARD_4(binary_search)
SIMT_FORWARD_5(binary_search)
SIMT_FORWARD_6(binary_search)
SIMT_FORWARD_3(equal_range)
#undef SIMT_FORWARD_2
#undef SIMT_FORWARD_3
#undef SIMT_FORWARD_4
#undef SIMT_FORWARD_5
#undef SIMT_FORWARD_6
#undef SIMT_FORWARD_7
#undef SIMT_FORWARD_8
#undef SIMT_FORWARD_9
#undef SIMT_FORWARD
#undef SIMT_LIST

} // namespace thrust

#endif
