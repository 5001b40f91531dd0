/* Thrust's iterators that make their values, or change those of others. */
#ifndef SIMT_THRUST_ITERATORS_HPP
#define SIMT_THRUST_ITERATORS_HPP

#pragma GCC system_header

#include <simt/thrust/pointer.hpp>
#include <simt/thrust/tuple.hpp>

namespace thrust
{

namespace simt
{

/* Whatever an iterator has besides what makes it different: `get()`, `move(n)`, `from(other)`. */
template <class Self, class Value, class Reference> struct facade {
    using value_type = Value;
    using reference = Reference;
    using pointer = void;
    using difference_type = ptrdiff_t;
    using iterator_category = std::random_access_iterator_tag;

    __host__ __device__ Self &self()
    {
        return static_cast<Self &>(*this);
    }
    __host__ __device__ const Self &self() const
    {
        return static_cast<const Self &>(*this);
    }

    __host__ __device__ Reference operator*() const
    {
        return self().get();
    }
    __host__ __device__ Reference operator[](ptrdiff_t n) const
    {
        return *(self() + n);
    }
    __host__ __device__ Self &operator+=(ptrdiff_t n)
    {
        self().move(n);
        return self();
    }
    __host__ __device__ Self &operator-=(ptrdiff_t n)
    {
        return *this += -n;
    }
    __host__ __device__ Self &operator++()
    {
        return *this += 1;
    }
    __host__ __device__ Self &operator--()
    {
        return *this += -1;
    }
    __host__ __device__ Self operator++(int)
    {
        const Self before = self();

        ++*this;
        return before;
    }
    __host__ __device__ Self operator--(int)
    {
        const Self before = self();

        --*this;
        return before;
    }
    __host__ __device__ Self operator+(ptrdiff_t n) const
    {
        Self moved = self();

        moved.move(n);
        return moved;
    }
    __host__ __device__ Self operator-(ptrdiff_t n) const
    {
        return *this + -n;
    }
    friend __host__ __device__ Self operator+(ptrdiff_t n, const Self &it)
    {
        return it + n;
    }
    friend __host__ __device__ ptrdiff_t operator-(const Self &a, const Self &b)
    {
        return a.from(b);
    }
    friend __host__ __device__ bool operator==(const Self &a, const Self &b)
    {
        return a.from(b) == 0;
    }
    friend __host__ __device__ bool operator!=(const Self &a, const Self &b)
    {
        return a.from(b) != 0;
    }
    friend __host__ __device__ bool operator<(const Self &a, const Self &b)
    {
        return a.from(b) < 0;
    }
    friend __host__ __device__ bool operator>(const Self &a, const Self &b)
    {
        return a.from(b) > 0;
    }
    friend __host__ __device__ bool operator<=(const Self &a, const Self &b)
    {
        return a.from(b) <= 0;
    }
    friend __host__ __device__ bool operator>=(const Self &a, const Self &b)
    {
        return a.from(b) >= 0;
    }
};

} // namespace simt

struct use_default;

/* n, n + 1, n + 2, ... */
template <class T, class System = void, class Traversal = void, class Difference = void>
class counting_iterator
    : public simt::facade<counting_iterator<T, System, Traversal, Difference>, T, T>
{
    T n{};

  public:
    using simt_system = any_system_tag;

    __host__ __device__ counting_iterator() = default;
    __host__ __device__ explicit counting_iterator(T n_) : n(n_)
    {
    }
    __host__ __device__ T get() const
    {
        return n;
    }
    __host__ __device__ void move(ptrdiff_t by)
    {
        n = static_cast<T>(n + static_cast<T>(by));
    }
    __host__ __device__ ptrdiff_t from(const counting_iterator &other) const
    {
        return static_cast<ptrdiff_t>(n) - static_cast<ptrdiff_t>(other.n);
    }
};
template <class T> __host__ __device__ counting_iterator<T> make_counting_iterator(T n)
{
    return counting_iterator<T>(n);
}

template <class T> class constant_iterator : public simt::facade<constant_iterator<T>, T, T>
{
    T value{};
    ptrdiff_t index = 0;

  public:
    using simt_system = any_system_tag;

    __host__ __device__ constant_iterator() = default;
    __host__ __device__ explicit constant_iterator(const T &value_, ptrdiff_t index_ = 0)
        : value(value_), index(index_)
    {
    }
    __host__ __device__ T get() const
    {
        return value;
    }
    __host__ __device__ void move(ptrdiff_t by)
    {
        index += by;
    }
    __host__ __device__ ptrdiff_t from(const constant_iterator &other) const
    {
        return index - other.index;
    }
};
template <class T>
__host__ __device__ constant_iterator<T> make_constant_iterator(const T &value, ptrdiff_t index = 0)
{
    return constant_iterator<T>(value, index);
}

namespace simt
{

/* Takes any value, and forgets it. */
struct forgets {
    template <class T> __host__ __device__ const forgets &operator=(const T &) const
    {
        return *this;
    }
};

} // namespace simt

template <class = void>
class discard_iterator : public simt::facade<discard_iterator<>, simt::forgets, simt::forgets>
{
    ptrdiff_t index = 0;

  public:
    using simt_system = any_system_tag;

    __host__ __device__ explicit discard_iterator(ptrdiff_t index_ = 0) : index(index_)
    {
    }
    __host__ __device__ simt::forgets get() const
    {
        return {};
    }
    __host__ __device__ void move(ptrdiff_t by)
    {
        index += by;
    }
    __host__ __device__ ptrdiff_t from(const discard_iterator &other) const
    {
        return index - other.index;
    }
};
__host__ __device__ inline discard_iterator<> make_discard_iterator(ptrdiff_t index = 0)
{
    return discard_iterator<>(index);
}

namespace simt
{

/* What f makes of *it. The host reads the device's values as values. */
template <class F, class It> __host__ __device__ decltype(auto) apply_to(F &f, const It &it)
{
    if constexpr (is_device<It>)
        return f(static_cast<iterator_value_t<It>>(*it));
    else
        return f(*it);
}

template <class F, class It>
using applied = decltype(apply_to(std::declval<F &>(), std::declval<const It &>()));

} // namespace simt

template <class F, class It, class Reference = void, class Value = void>
class transform_iterator
    : public simt::facade<transform_iterator<F, It, Reference, Value>,
                          std::decay_t<simt::applied<F, It>>, simt::applied<F, It>>
{
    It it{};
    mutable F f; /* that of a program need not be const */

  public:
    using simt_system = iterator_system_t<It>;
    using simt_unwrapped = transform_iterator<F, simt::unwrapped_t<It>>;

    __host__ __device__ transform_iterator(const It &it_, F f_) : it(it_), f(f_)
    {
    }
    __host__ __device__ explicit transform_iterator(const It &it_) : it(it_), f()
    {
    }
    __host__ __device__ simt_unwrapped simt_unwrap() const
    {
        return {simt::unwrap(it), f};
    }
    __host__ __device__ const It &base() const
    {
        return it;
    }
    __host__ __device__ F functor() const
    {
        return f;
    }
    __host__ __device__ simt::applied<F, It> get() const
    {
        return simt::apply_to(f, it);
    }
    __host__ __device__ void move(ptrdiff_t by)
    {
        it += by;
    }
    __host__ __device__ ptrdiff_t from(const transform_iterator &other) const
    {
        return it - other.it;
    }

    /* A function object without an assignment, as a lambda, does not keep the iterator from
     * one. */
    __host__ __device__ transform_iterator(const transform_iterator &) = default;
    __host__ __device__ transform_iterator &operator=(const transform_iterator &other)
    {
        it = other.it;
        return *this;
    }
};
template <class It, class F>
__host__ __device__ transform_iterator<F, It> make_transform_iterator(It it, F f)
{
    return {it, f};
}

namespace simt
{

/* Assigned to, it writes what f makes of the value. */
template <class F, class It> struct transforms {
    It it;
    mutable F f;

    template <class T> __host__ __device__ const transforms &operator=(const T &value) const
    {
        *it = f(value);
        return *this;
    }
};

} // namespace simt

template <class F, class It>
class transform_output_iterator
    : public simt::facade<transform_output_iterator<F, It>, simt::forgets, simt::transforms<F, It>>
{
    It it;
    F f;

  public:
    using simt_system = iterator_system_t<It>;
    using simt_unwrapped = transform_output_iterator<F, simt::unwrapped_t<It>>;

    __host__ __device__ transform_output_iterator(const It &it_, F f_) : it(it_), f(f_)
    {
    }
    __host__ __device__ simt_unwrapped simt_unwrap() const
    {
        return {simt::unwrap(it), f};
    }
    __host__ __device__ simt::transforms<F, It> get() const
    {
        return {it, f};
    }
    __host__ __device__ void move(ptrdiff_t by)
    {
        it += by;
    }
    __host__ __device__ ptrdiff_t from(const transform_output_iterator &other) const
    {
        return it - other.it;
    }
};
template <class It, class F>
__host__ __device__ transform_output_iterator<F, It> make_transform_output_iterator(It it, F f)
{
    return {it, f};
}

namespace simt
{

/* Read, what `f` makes of the value; assigned to, it writes what `g` makes of it. */
template <class F, class G, class It> struct transforms_both {
    It it;
    mutable F f;
    mutable G g;

    __host__ __device__ operator std::decay_t<applied<F, It>>() const
    {
        return apply_to(f, it);
    }
    template <class T> __host__ __device__ const transforms_both &operator=(const T &value) const
    {
        *it = g(value);
        return *this;
    }
};

} // namespace simt

template <class F, class G, class It>
class transform_input_output_iterator
    : public simt::facade<transform_input_output_iterator<F, G, It>,
                          std::decay_t<simt::applied<F, It>>, simt::transforms_both<F, G, It>>
{
    It it;
    F f;
    G g;

  public:
    using simt_system = iterator_system_t<It>;
    using simt_unwrapped = transform_input_output_iterator<F, G, simt::unwrapped_t<It>>;

    __host__ __device__ transform_input_output_iterator(const It &it_, F f_, G g_)
        : it(it_), f(f_), g(g_)
    {
    }
    __host__ __device__ simt_unwrapped simt_unwrap() const
    {
        return {simt::unwrap(it), f, g};
    }
    __host__ __device__ simt::transforms_both<F, G, It> get() const
    {
        return {it, f, g};
    }
    __host__ __device__ void move(ptrdiff_t by)
    {
        it += by;
    }
    __host__ __device__ ptrdiff_t from(const transform_input_output_iterator &other) const
    {
        return it - other.it;
    }
};
template <class F, class G, class It>
__host__ __device__ transform_input_output_iterator<F, G, It>
make_transform_input_output_iterator(It it, F f, G g)
{
    return {it, f, g};
}

/* elements[indices[0]], elements[indices[1]], ... */
template <class Elements, class Indices>
class permutation_iterator
    : public simt::facade<permutation_iterator<Elements, Indices>, iterator_value_t<Elements>,
                          iterator_reference_t<Elements>>
{
    Elements elements;
    Indices indices;

  public:
    using simt_system = simt::common_system<Elements, Indices>;
    using simt_unwrapped =
        permutation_iterator<simt::unwrapped_t<Elements>, simt::unwrapped_t<Indices>>;

    __host__ __device__ permutation_iterator(const Elements &elements_, const Indices &indices_)
        : elements(elements_), indices(indices_)
    {
    }
    __host__ __device__ simt_unwrapped simt_unwrap() const
    {
        return {simt::unwrap(elements), simt::unwrap(indices)};
    }
    __host__ __device__ iterator_reference_t<Elements> get() const
    {
        return elements[static_cast<ptrdiff_t>(iterator_value_t<Indices>(*indices))];
    }
    __host__ __device__ void move(ptrdiff_t by)
    {
        indices += by;
    }
    __host__ __device__ ptrdiff_t from(const permutation_iterator &other) const
    {
        return indices - other.indices;
    }
};
template <class Elements, class Indices>
__host__ __device__ permutation_iterator<Elements, Indices>
make_permutation_iterator(Elements elements, Indices indices)
{
    return {elements, indices};
}

template <class It>
class reverse_iterator
    : public simt::facade<reverse_iterator<It>, iterator_value_t<It>, iterator_reference_t<It>>
{
    It it{};

  public:
    using simt_system = iterator_system_t<It>;
    using simt_unwrapped = reverse_iterator<simt::unwrapped_t<It>>;

    __host__ __device__ explicit reverse_iterator(const It &it_) : it(it_)
    {
    }
    __host__ __device__ simt_unwrapped simt_unwrap() const
    {
        return simt_unwrapped(simt::unwrap(it));
    }
    __host__ __device__ const It &base() const
    {
        return it;
    }
    __host__ __device__ iterator_reference_t<It> get() const
    {
        return *(it - 1);
    }
    __host__ __device__ void move(ptrdiff_t by)
    {
        it -= by;
    }
    __host__ __device__ ptrdiff_t from(const reverse_iterator &other) const
    {
        return other.it - it;
    }
};
template <class It> __host__ __device__ reverse_iterator<It> make_reverse_iterator(It it)
{
    return reverse_iterator<It>(it);
}

template <class Tuple> class zip_iterator;

/* A tuple of what each of its iterators gives. */
template <class... It>
class zip_iterator<std::tuple<It...>>
    : public simt::facade<zip_iterator<std::tuple<It...>>, std::tuple<iterator_value_t<It>...>,
                          std::tuple<iterator_reference_t<It>...>>
{
    std::tuple<It...> its;

  public:
    using iterator_tuple = std::tuple<It...>;
    using simt_system = simt::common_system<It...>;
    using simt_unwrapped = zip_iterator<std::tuple<simt::unwrapped_t<It>...>>;

    __host__ __device__ zip_iterator() = default;
    __host__ __device__ zip_iterator(const std::tuple<It...> &its_) : its(its_)
    {
    }
    template <class... Other,
              std::enable_if_t<(sizeof...(Other) > 0) && (std::is_convertible_v<Other, It> && ...),
                               int> = 0>
    __host__ __device__ zip_iterator(const zip_iterator<std::tuple<Other...>> &other)
        : its(other.get_iterator_tuple())
    {
    }
    __host__ __device__ const std::tuple<It...> &get_iterator_tuple() const
    {
        return its;
    }
    __host__ __device__ simt_unwrapped simt_unwrap() const
    {
        return std::apply(
            [](const It &...it) {
                return simt_unwrapped(std::tuple<simt::unwrapped_t<It>...>(simt::unwrap(it)...));
            },
            its);
    }
    __host__ __device__ std::tuple<iterator_reference_t<It>...> get() const
    {
        return std::apply(
            [](const It &...it) { return std::tuple<iterator_reference_t<It>...>(*it...); }, its);
    }
    __host__ __device__ void move(ptrdiff_t by)
    {
        std::apply([by](It &...it) { ((it += by), ...); }, its);
    }
    __host__ __device__ ptrdiff_t from(const zip_iterator &other) const
    {
        return std::get<0>(its) - std::get<0>(other.its);
    }
};
template <class... It>
__host__ __device__ zip_iterator<std::tuple<It...>> make_zip_iterator(const std::tuple<It...> &its)
{
    return its;
}
template <class First, class Second, class... It>
__host__ __device__ zip_iterator<std::tuple<First, Second, It...>>
make_zip_iterator(First first, Second second, It... its)
{
    return std::tuple<First, Second, It...>(first, second, its...);
}
template <class... It> zip_iterator(std::tuple<It...>) -> zip_iterator<std::tuple<It...>>;

template <class It> __host__ __device__ ptrdiff_t distance(const It &first, const It &last)
{
    return static_cast<ptrdiff_t>(std::distance(first, last));
}

template <class It, class Count> __host__ __device__ void advance(It &it, Count n)
{
    it += static_cast<ptrdiff_t>(n);
}

} // namespace thrust

#endif
