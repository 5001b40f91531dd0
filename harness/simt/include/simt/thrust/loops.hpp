/* Thrust's algorithms as plain loops of one thread, over iterators with an index. */
#ifndef SIMT_THRUST_LOOPS_HPP
#define SIMT_THRUST_LOOPS_HPP

#pragma GCC system_header

#include <algorithm>
#include <simt/thrust/functional.hpp>
#include <simt/thrust/iterators.hpp>
#include <vector>

namespace thrust
{
namespace simt
{

/* Numbers pair by pair, so that sums of floats are as near as those of Thrust. */
template <class It, class T, class F>
__host__ __device__ T reduce_loop(It in, size_t count, T initial, F f)
{
    T all = initial;

    if constexpr (std::is_arithmetic_v<T>) {
        enum { levels = 64 };
        T joined[levels]; /* [k]: of 2^k neighbours, where bit k of the count so far is set */

        for (size_t i = 0; i < count; i++) {
            T value = static_cast<T>(in[static_cast<ptrdiff_t>(i)]);
            unsigned level = 0;

            for (; i >> level & 1; level++)
                value = static_cast<T>(f(joined[level], value));
            joined[level] = value;
        }
        for (unsigned level = levels; level-- > 0;)
            if (count >> level & 1)
                all = static_cast<T>(f(all, joined[level]));
    } else {
        for (size_t i = 0; i < count; i++)
            all = f(all, in[static_cast<ptrdiff_t>(i)]);
    }
    return all;
}

template <class It, class Out, class F>
__host__ __device__ void inclusive_loop(It in, size_t count, Out out, F f)
{
    if (count == 0)
        return;
    iterator_value_t<It> all = *in;

    *out = all;
    for (size_t i = 1; i < count; i++) {
        all = f(all, *++in);
        *++out = all;
    }
}

template <class It, class Out, class T, class F>
__host__ __device__ void inclusive_from_loop(It in, size_t count, Out out, T all, F f)
{
    for (size_t i = 0; i < count; i++, ++in, ++out) {
        all = f(all, *in);
        *out = all;
    }
}

template <class It, class Out, class T, class F>
__host__ __device__ void exclusive_loop(It in, size_t count, Out out, T all, F f)
{
    for (size_t i = 0; i < count; i++, ++in, ++out) {
        const T before = all;

        all = f(all, *in);
        *out = before;
    }
}

template <class Keys, class It, class Out, class Same, class F>
__host__ __device__ void inclusive_by_key_loop(Keys keys, size_t count, It in, Out out, Same same,
                                               F f)
{
    if (count == 0)
        return;
    iterator_value_t<It> all = *in;
    iterator_value_t<Keys> key = *keys;

    *out = all;
    for (size_t i = 1; i < count; i++) {
        const iterator_value_t<Keys> next = *++keys;
        const iterator_value_t<It> value = *++in;

        all = same(key, next) ? static_cast<iterator_value_t<It>>(f(all, value)) : value;
        key = next;
        *++out = all;
    }
}

template <class Keys, class It, class Out, class T, class Same, class F>
__host__ __device__ void exclusive_by_key_loop(Keys keys, size_t count, It in, Out out, T initial,
                                               Same same, F f)
{
    T all = initial;

    for (size_t i = 0; i < count; i++, ++in, ++out) {
        const iterator_value_t<It> value = *in;

        if (i > 0 && !same(keys[static_cast<ptrdiff_t>(i) - 1], keys[static_cast<ptrdiff_t>(i)]))
            all = initial;
        *out = all;
        all = f(all, value);
    }
}

/* How many runs of equal keys there are; of each, the key and all values joined. */
template <class Keys, class It, class OutKeys, class Out, class Same, class F>
__host__ __device__ size_t reduce_by_key_loop(Keys keys, size_t count, It in, OutKeys out_keys,
                                              Out out, Same same, F f)
{
    size_t runs = 0;

    for (size_t i = 0; i < count; runs++) {
        iterator_value_t<Keys> first = keys[static_cast<ptrdiff_t>(i)], last = first;
        iterator_value_t<It> all = in[static_cast<ptrdiff_t>(i)];

        for (i++; i < count; i++) {
            const iterator_value_t<Keys> next = keys[static_cast<ptrdiff_t>(i)];

            if (!same(last, next))
                break;
            last = next;
            all = f(all, in[static_cast<ptrdiff_t>(i)]);
        }
        out_keys[static_cast<ptrdiff_t>(runs)] = first;
        out[static_cast<ptrdiff_t>(runs)] = all;
    }
    return runs;
}

/* The first of each run of equal keys, and the value that belongs to it. In place, too. */
template <class Keys, class It, class OutKeys, class Out, class Same>
__host__ __device__ size_t unique_loop(Keys keys, size_t count, It in, OutKeys out_keys, Out out,
                                       Same same)
{
    size_t runs = 0;

    if (count == 0)
        return 0;
    iterator_value_t<Keys> last = *keys;

    for (size_t i = 0; i < count; i++) {
        const iterator_value_t<Keys> key = keys[static_cast<ptrdiff_t>(i)];

        if (i > 0 && same(last, key))
            continue;
        const iterator_value_t<It> value = in[static_cast<ptrdiff_t>(i)];

        out_keys[static_cast<ptrdiff_t>(runs)] = key;
        out[static_cast<ptrdiff_t>(runs++)] = value;
        last = key;
    }
    return runs;
}

/* Keeps in order those whose stencil has the property `wanted`; how many. In place, too. */
template <class It, class Stencil, class Out, class Policy>
__host__ __device__ size_t select_loop(It in, size_t count, Stencil stencil, Out out, Policy p,
                                       bool wanted)
{
    size_t kept = 0;

    for (size_t i = 0; i < count; i++) {
        if (static_cast<bool>(p(stencil[static_cast<ptrdiff_t>(i)])) != wanted)
            continue;
        const iterator_value_t<It> value = in[static_cast<ptrdiff_t>(i)];

        out[static_cast<ptrdiff_t>(kept++)] = value;
    }
    return kept;
}

/* The first whose property is `wanted`; count: none. */
template <class It, class Policy>
__host__ __device__ size_t find_loop(It in, size_t count, Policy p, bool wanted)
{
    for (size_t i = 0; i < count; i++)
        if (static_cast<bool>(p(in[static_cast<ptrdiff_t>(i)])) == wanted)
            return i;
    return count;
}

/* The first of the best, or, where `last`, the last of them. */
template <class It, class Better>
__host__ __device__ size_t best_loop(It in, size_t count, Better better, bool last)
{
    size_t best = 0;

    for (size_t i = 1; i < count; i++) {
        const iterator_value_t<It> a = in[static_cast<ptrdiff_t>(i)],
                                   b = in[static_cast<ptrdiff_t>(best)];

        if (last ? !better(b, a) : better(a, b))
            best = i;
    }
    return best;
}

/* How many come ahead of `value`, and, where `equal_too`, of its equals. */
template <class It, class T, class Less>
__host__ __device__ size_t bound_loop(It in, size_t count, const T &value, Less less,
                                      bool equal_too)
{
    size_t low = 0;

    while (count > 0) {
        const size_t half = count / 2;
        const auto at = static_cast<ptrdiff_t>(low + half);

        if (equal_too ? !less(value, in[at]) : less(in[at], value)) {
            low += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return low;
}

/* ---- sorting ---- */

template <class It, class Less>
__host__ __device__ void insertion_sort(It in, size_t count, Less less)
{
    for (size_t i = 1; i < count; i++) {
        const iterator_value_t<It> value = in[static_cast<ptrdiff_t>(i)];
        auto at = static_cast<ptrdiff_t>(i);

        for (; at > 0; at--) {
            const iterator_value_t<It> before = in[at - 1];

            if (!less(value, before))
                break;
            in[at] = before;
        }
        in[at] = value;
    }
}

/* In memory that only the sort itself knows: nobody needs to see each access. The inspector, to
 * which every access is a call, would take seconds for a million elements. */
#define SIMT_THRUST_UNSEEN __attribute__((no_sanitize("thread")))

template <class T, class Less>
SIMT_THRUST_UNSEEN __host__ __device__ void merge_runs(const T *in, size_t middle, size_t count,
                                                       T *out, Less less)
{
    size_t a = 0, b = middle;

    for (size_t i = 0; i < count; i++)
        if (a < middle && (b == count || !less(in[b], in[a])))
            out[i] = in[a++];
        else
            out[i] = in[b++];
}

/* By which numbers, and in which order, a comparison sorts; of most it is not known. */
template <class T, class Less> struct radix_order {
    static constexpr bool is_known = false;
};
template <class T, bool up> struct radix_order_of_numbers {
    static constexpr bool is_known = std::is_arithmetic_v<T> && sizeof(T) <= 8;
    static constexpr bool descends = !up;

    __host__ __device__ static const T &number(const T &value)
    {
        return value;
    }
};
template <class T> struct radix_order<T, less<T>> : radix_order_of_numbers<T, true> {
};
template <class T> struct radix_order<T, less<void>> : radix_order_of_numbers<T, true> {
};
template <class T> struct radix_order<T, greater<T>> : radix_order_of_numbers<T, false> {
};
template <class T> struct radix_order<T, greater<void>> : radix_order_of_numbers<T, false> {
};

template <class Less> struct by_first;
template <class Key, class Value, class Less>
struct radix_order<std::tuple<Key, Value>, by_first<Less>> : radix_order<Key, Less> {
    __host__ __device__ static const Key &number(const std::tuple<Key, Value> &both)
    {
        return std::get<0>(both);
    }
};

/* An unsigned number for each, in their order; -0 is 0. */
template <class T>
SIMT_THRUST_UNSEEN __host__ __device__ unsigned long long radix_bits(T number, bool descends)
{
    const unsigned width = 8 * sizeof(T);
    const unsigned long long sign = 1ull << (width - 1), all = sign | (sign - 1);
    unsigned long long bits = 0;

    if (!(number == 0))
        __builtin_memcpy(&bits, &number, sizeof(T));
    if constexpr (std::is_floating_point_v<T>)
        bits = bits & sign ? ~bits & all : bits | sign;
    else if constexpr (std::is_signed_v<T>)
        bits ^= sign;
    return descends ? ~bits & all : bits;
}

/* Sorts by 8 bits of the numbers. */
template <class Order, class T>
SIMT_THRUST_UNSEEN __host__ __device__ void radix_pass(const T *from, size_t count, T *to,
                                                       unsigned shift)
{
    size_t places[256] = {}, before = 0;

    for (size_t i = 0; i < count; i++)
        places[radix_bits(Order::number(from[i]), Order::descends) >> shift & 255]++;
    for (size_t &place : places) {
        const size_t next = before + place;

        place = before;
        before = next;
    }
    for (size_t i = 0; i < count; i++)
        __builtin_memcpy(
            static_cast<void *>(
                to + places[radix_bits(Order::number(from[i]), Order::descends) >> shift & 255]++),
            from + i, sizeof(T));
}

/* Sorts what is in `from`; where it is then. */
template <class Order, class T> __host__ __device__ T *radix_sort(T *from, size_t count, T *to)
{
    for (unsigned byte = 0; byte < sizeof(Order::number(*from)); byte++) {
        T *swapped = from;

        radix_pass<Order>(from, count, to, 8 * byte);
        from = to;
        to = swapped;
    }
    return from;
}

template <class T, class Less>
__host__ __device__ T *merge_sort(T *from, size_t count, T *to, Less less)
{
    const size_t run = 8;

    for (size_t i = 0; i < count; i += run)
        insertion_sort(from + i, count - i < run ? count - i : run, less);
    for (size_t width = run; width < count; width *= 2) {
        for (size_t i = 0; i < count; i += 2 * width) {
            const size_t rest = count - i;

            merge_runs(from + i, rest < width ? rest : width, rest < 2 * width ? rest : 2 * width,
                       to + i, less);
        }
        T *swapped = from;

        from = to;
        to = swapped;
    }
    return from;
}

/* Keeps the order of equals. `room` is for twice as many. */
template <class It, class T, class Less>
__host__ __device__ void sort_in(It in, size_t count, T *room, Less less)
{
    using order = radix_order<T, Less>;
    T *from = room, *to = room + count;

    for (size_t i = 0; i < count; i++) {
        new (static_cast<void *>(from + i)) T(in[static_cast<ptrdiff_t>(i)]);
        new (static_cast<void *>(to + i)) T(from[i]);
    }
    if constexpr (order::is_known && std::is_trivially_copy_constructible_v<T>)
        from = radix_sort<order>(from, count, to);
    else
        from = merge_sort(from, count, to, less);
    for (size_t i = 0; i < count; i++)
        in[static_cast<ptrdiff_t>(i)] = from[i];
}

/* ---- two sorted ranges ---- */

/* Of equals, those of the first come first. */
template <class First, class Second, class Out, class Less>
__host__ __device__ size_t merge_loop(First a, size_t count_a, Second b, size_t count_b, Out out,
                                      Less less)
{
    size_t i = 0, j = 0;

    while (i < count_a || j < count_b) {
        const auto made = static_cast<ptrdiff_t>(i + j);

        if (i < count_a &&
            (j == count_b || !less(b[static_cast<ptrdiff_t>(j)], a[static_cast<ptrdiff_t>(i)])))
            out[made] = a[static_cast<ptrdiff_t>(i++)];
        else
            out[made] = b[static_cast<ptrdiff_t>(j++)];
    }
    return i + j;
}

/* Which values of two sorted ranges go on: those that one of them alone has, and those of both. */
struct set_choice {
    bool first_alone, second_alone, both;
};

template <class First, class Second, class Out, class Less>
__host__ __device__ size_t set_loop(First a, size_t count_a, Second b, size_t count_b, Out out,
                                    Less less, set_choice choice)
{
    size_t i = 0, j = 0, made = 0;

    while (i < count_a || j < count_b) {
        const bool from_a = j == count_b || (i < count_a && less(a[static_cast<ptrdiff_t>(i)],
                                                                 b[static_cast<ptrdiff_t>(j)]));
        const bool from_b = !from_a && (i == count_a || less(b[static_cast<ptrdiff_t>(j)],
                                                             a[static_cast<ptrdiff_t>(i)]));

        if (from_b ? choice.second_alone : from_a ? choice.first_alone : choice.both) {
            if (from_b)
                out[static_cast<ptrdiff_t>(made++)] = b[static_cast<ptrdiff_t>(j)];
            else
                out[static_cast<ptrdiff_t>(made++)] = a[static_cast<ptrdiff_t>(i)];
        }
        i += !from_b;
        j += !from_a;
    }
    return made;
}

} // namespace simt
} // namespace thrust

#endif
