/* thrust::copy(), also between host and device. */
#ifndef SIMT_THRUST_COPY_HPP
#define SIMT_THRUST_COPY_HPP

#pragma GCC system_header

#include <memory>
#include <simt/thrust/algorithms.hpp>

namespace thrust
{
namespace simt
{

/* Memory of the host that nothing is constructed in. */
template <class T> class host_room
{
    std::unique_ptr<unsigned char[]> bytes;

  public:
    explicit host_room(size_t count) : bytes(new unsigned char[count * sizeof(T) + 1])
    {
    }
    T *get() const
    {
        return reinterpret_cast<T *>(bytes.get());
    }
};

/* Iterators over an array of T, or const T. */
template <class T, class It>
inline constexpr bool is_array = std::is_same_v<It, device_ptr<T>> ||
                                 std::is_same_v<It, device_ptr<const T>> ||
                                 std::is_same_v<It, T *> || std::is_same_v<It, const T *> ||
                                 (!std::is_same_v<T, bool> &&
                                  (std::is_same_v<It, typename std::vector<T>::iterator> ||
                                   std::is_same_v<It, typename std::vector<T>::const_iterator>));

/* The address behind one. */
template <class It> auto address_of(const It &it)
{
    if constexpr (is_device<It>)
        return it.get();
    else
        return &*it;
}

template <class T, class It> void to_host(place here, It first, size_t count, T *out)
{
    if constexpr (is_array<T, It>) {
        check(cudaMemcpy(out, address_of(first), count * sizeof(T), cudaMemcpyDeviceToHost),
              "thrust::copy");
    } else {
        const scratch<T> room(count);

        (void)make_each(device_policy(), here, count, device_ptr<T>(room.get()),
                        [from = unwrap(first)](size_t i) { return T(at(from, i)); });
        check(cudaMemcpy(out, room.get(), count * sizeof(T), cudaMemcpyDeviceToHost),
              "thrust::copy");
    }
}

template <class T, class Out>
SIMT_THRUST_INLINE void to_device(place here, const T *in, size_t count, Out out)
{
    if constexpr (is_array<T, Out>) {
        check(cudaMemcpy(address_of(out), in, count * sizeof(T), cudaMemcpyHostToDevice),
              "thrust::copy");
    } else {
        const scratch<T> room(count);

        check(cudaMemcpy(room.get(), in, count * sizeof(T), cudaMemcpyHostToDevice),
              "thrust::copy");
        (void)make_each(device_policy(), here, count, out,
                        [from = room.get()](size_t i) { return from[i]; });
    }
}

template <class It, class Out>
SIMT_THRUST_INLINE Out copy_across(place here, It first, It last, Out out)
{
    using value = iterator_value_t<It>;
    const auto count = static_cast<size_t>(std::distance(first, last));

    if (count == 0)
        return out;
    if constexpr (is_device<It> && is_array<value, Out>) {
        to_host(here, first, count, address_of(out));
        return out + static_cast<ptrdiff_t>(count);
    } else if constexpr (is_device<It>) {
        const host_room<value> room(count);

        to_host(here, first, count, room.get());
        return std::copy(room.get(), room.get() + count, out);
    } else if constexpr (is_array<value, It>) {
        to_device<value>(here, address_of(first), count, out);
        return out + static_cast<ptrdiff_t>(count);
    } else {
        const host_room<value> room(count);

        std::uninitialized_copy(first, last, room.get());
        to_device<value>(here, room.get(), count, out);
        return out + static_cast<ptrdiff_t>(count);
    }
}

template <class Policy, class It, class Out>
__host__ __device__ SIMT_THRUST_INLINE Out copy_at(const Policy &policy, place here, It first,
                                                   It last, Out out)
{
    if constexpr ((is_device<It> && is_host<Out>) || (is_host<It> && is_device<Out>)) {
        return copy_across(here, first, last, out);
    } else if constexpr (std::is_base_of_v<device_policy, Policy>) {
        return make_each(policy, here, length(first, last), out, [in = unwrap(first)](size_t i) {
            return iterator_value_t<It>(at(in, i));
        });
    } else {
        for (; first != last; ++first, ++out)
            *out = *first;
        return out;
    }
}

/* Where both are of one side, it is done there. */
template <class It, class Out> __host__ __device__ constexpr auto copy_policy()
{
    if constexpr (is_host<It> || is_host<Out>)
        return here_policy();
    else
        return device_policy();
}

} // namespace simt

template <class It, class Out, simt::no_policy<It> = 0>
__host__ __device__ SIMT_THRUST_INLINE Out copy(It first, It last, Out out,
                                                simt::place here = simt::place())
{
    return simt::copy_at(simt::copy_policy<It, Out>(), here, first, last, out);
}
template <class Policy, class It, class Out, simt::only_policy<Policy> = 0>
__host__ __device__ SIMT_THRUST_INLINE Out copy(const Policy &policy, It first, It last, Out out,
                                                simt::place here = simt::place())
{
    return simt::copy_at(policy, here, first, last, out);
}

template <class It, class Count, class Out, simt::no_policy<It> = 0>
__host__ __device__ SIMT_THRUST_INLINE Out copy_n(It first, Count count, Out out,
                                                  simt::place here = simt::place())
{
    return simt::copy_at(simt::copy_policy<It, Out>(), here, first,
                         std::next(first, static_cast<ptrdiff_t>(count)), out);
}
template <class Policy, class It, class Count, class Out, simt::only_policy<Policy> = 0>
__host__ __device__ SIMT_THRUST_INLINE Out copy_n(const Policy &policy, It first, Count count,
                                                  Out out, simt::place here = simt::place())
{
    return simt::copy_at(policy, here, first, std::next(first, static_cast<ptrdiff_t>(count)), out);
}

template <class It, class Out>
SIMT_THRUST_INLINE Out uninitialized_copy(It first, It last, Out out,
                                          simt::place here = simt::place())
{
    return copy(first, last, out, here);
}

template <class It, class T>
void uninitialized_fill(It first, It last, const T &value, simt::place here = simt::place())
{
    fill(first, last, value, here);
}

} // namespace thrust

#endif
