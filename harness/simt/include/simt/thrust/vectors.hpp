/* thrust::host_vector and thrust::device_vector. */
#ifndef SIMT_THRUST_VECTORS_HPP
#define SIMT_THRUST_VECTORS_HPP

#pragma GCC system_header

#include <initializer_list>
#include <simt/thrust/copy.hpp>
#include <vector>

namespace thrust
{

struct default_init_t {
};
struct no_init_t {
};
inline constexpr default_init_t default_init{};
inline constexpr no_init_t no_init{};

template <class T> using device_malloc_allocator = std::allocator<T>;
template <class T> using device_allocator = std::allocator<T>;

template <class T, class Allocator = device_allocator<T>> class device_vector
{
    T *memory = nullptr;
    size_t used = 0, room = 0;

  public:
    using value_type = T;
    using size_type = size_t;
    using difference_type = ptrdiff_t;
    using pointer = device_ptr<T>;
    using const_pointer = device_ptr<const T>;
    using reference = device_reference<T>;
    using const_reference = device_reference<const T>;
    using iterator = device_ptr<T>;
    using const_iterator = device_ptr<const T>;
    using reverse_iterator = thrust::reverse_iterator<iterator>;
    using const_reverse_iterator = thrust::reverse_iterator<const_iterator>;
    using allocator_type = Allocator;

    device_vector() = default;
    SIMT_THRUST_INLINE explicit device_vector(size_t count, simt::place here = simt::place())
    {
        resize(count, T(), here);
    }
    SIMT_THRUST_INLINE device_vector(size_t count, const T &value, simt::place here = simt::place())
    {
        resize(count, value, here);
    }
    SIMT_THRUST_INLINE device_vector(size_t count, no_init_t)
    {
        reserve(count);
        used = count;
    }
    SIMT_THRUST_INLINE device_vector(size_t count, default_init_t) : device_vector(count, no_init)
    {
    }
    template <class It, std::enable_if_t<simt::is_iterator<It>, int> = 0>
    SIMT_THRUST_INLINE device_vector(It first, It last, simt::place here = simt::place())
    {
        assign(first, last, here);
    }
    SIMT_THRUST_INLINE device_vector(std::initializer_list<T> values)
    {
        assign(values.begin(), values.end());
    }
    SIMT_THRUST_INLINE device_vector(const device_vector &other)
    {
        assign(other.begin(), other.end());
    }
    device_vector(device_vector &&other) noexcept
    {
        swap(other);
    }
    /* Of any other vector, of host or device. */
    template <class Other, class = decltype(std::declval<const Other &>().begin())>
    SIMT_THRUST_INLINE device_vector(const Other &other, simt::place here = simt::place())
    {
        assign(other.begin(), other.end(), here);
    }
    ~device_vector()
    {
        (void)cudaFree(memory);
    }

    SIMT_THRUST_INLINE device_vector &operator=(const device_vector &other)
    {
        if (this != &other)
            assign(other.begin(), other.end());
        return *this;
    }
    device_vector &operator=(device_vector &&other) noexcept
    {
        swap(other);
        return *this;
    }
    SIMT_THRUST_INLINE device_vector &operator=(std::initializer_list<T> values)
    {
        assign(values.begin(), values.end());
        return *this;
    }
    template <class Other, class = decltype(std::declval<const Other &>().begin())>
    SIMT_THRUST_INLINE device_vector &operator=(const Other &other)
    {
        assign(other.begin(), other.end());
        return *this;
    }

    template <class It, std::enable_if_t<simt::is_iterator<It>, int> = 0>
    SIMT_THRUST_INLINE void assign(It first, It last, simt::place here = simt::place())
    {
        used = 0;
        append(first, last, here);
    }
    SIMT_THRUST_INLINE void assign(size_t count, const T &value, simt::place here = simt::place())
    {
        used = 0;
        resize(count, value, here);
    }

    SIMT_THRUST_INLINE void reserve(size_t count)
    {
        if (count <= room)
            return;
        T *larger = device_malloc<T>(count).get();

        if (used)
            simt::check(cudaMemcpy(larger, memory, used * sizeof(T), cudaMemcpyDeviceToDevice),
                        "thrust::device_vector");
        (void)cudaFree(memory);
        memory = larger;
        room = count;
    }
    SIMT_THRUST_INLINE void resize(size_t count, const T &value = T(),
                                   simt::place here = simt::place())
    {
        const size_t before = used;

        reserve(count);
        used = count;
        if (count > before)
            fill(begin() + static_cast<ptrdiff_t>(before), end(), value, here);
    }
    void shrink_to_fit()
    {
        if (used < room)
            device_vector(*this).swap(*this);
    }
    void clear()
    {
        used = 0;
    }
    SIMT_THRUST_INLINE void push_back(const T &value)
    {
        if (used == room)
            reserve(room ? 2 * room : 1);
        (*this)[used++] = value;
    }
    void pop_back()
    {
        used--;
    }
    iterator insert(const_iterator at, const T &value)
    {
        return insert(at, &value, &value + 1);
    }
    template <class It, std::enable_if_t<simt::is_iterator<It>, int> = 0>
    iterator insert(const_iterator at, It first, It last)
    {
        const ptrdiff_t index = at - begin();
        const device_vector behind(begin() + index, end());

        used = static_cast<size_t>(index);
        append(first, last);
        append(behind.begin(), behind.end());
        return begin() + index;
    }
    iterator erase(const_iterator first, const_iterator last)
    {
        const ptrdiff_t index = first - begin();
        const device_vector behind(begin() + (last - begin()), end());

        used = static_cast<size_t>(index);
        append(behind.begin(), behind.end());
        return begin() + index;
    }
    iterator erase(const_iterator at)
    {
        return erase(at, at + 1);
    }
    void swap(device_vector &other) noexcept
    {
        std::swap(memory, other.memory);
        std::swap(used, other.used);
        std::swap(room, other.room);
    }

    size_t size() const
    {
        return used;
    }
    size_t capacity() const
    {
        return room;
    }
    bool empty() const
    {
        return used == 0;
    }
    pointer data()
    {
        return pointer(memory);
    }
    const_pointer data() const
    {
        return const_pointer(memory);
    }
    iterator begin()
    {
        return data();
    }
    const_iterator begin() const
    {
        return data();
    }
    const_iterator cbegin() const
    {
        return data();
    }
    iterator end()
    {
        return data() + static_cast<ptrdiff_t>(used);
    }
    const_iterator end() const
    {
        return data() + static_cast<ptrdiff_t>(used);
    }
    const_iterator cend() const
    {
        return end();
    }
    reverse_iterator rbegin()
    {
        return reverse_iterator(end());
    }
    const_reverse_iterator rbegin() const
    {
        return const_reverse_iterator(end());
    }
    reverse_iterator rend()
    {
        return reverse_iterator(begin());
    }
    const_reverse_iterator rend() const
    {
        return const_reverse_iterator(begin());
    }
    reference operator[](size_t i)
    {
        return data()[static_cast<ptrdiff_t>(i)];
    }
    const_reference operator[](size_t i) const
    {
        return data()[static_cast<ptrdiff_t>(i)];
    }
    reference front()
    {
        return (*this)[0];
    }
    const_reference front() const
    {
        return (*this)[0];
    }
    reference back()
    {
        return (*this)[used - 1];
    }
    const_reference back() const
    {
        return (*this)[used - 1];
    }

  private:
    template <class It>
    SIMT_THRUST_INLINE void append(It first, It last, simt::place here = simt::place())
    {
        const auto count = static_cast<size_t>(std::distance(first, last));
        const size_t before = used;

        reserve(used + count);
        used += count;
        copy(first, last, begin() + static_cast<ptrdiff_t>(before), here);
    }
};

template <class T, class Allocator = std::allocator<T>>
class host_vector : public std::vector<T, Allocator>
{
    using base = std::vector<T, Allocator>;

    template <class It> SIMT_THRUST_INLINE void take(It first, It last, simt::place here)
    {
        this->resize(static_cast<size_t>(std::distance(first, last)));
        copy(first, last, this->begin(), here);
    }

  public:
    using base::base;
    using base::operator=;

    host_vector() = default;
    host_vector(const base &other) : base(other)
    {
    }
    template <class U, class First>
    SIMT_THRUST_INLINE host_vector(const device_vector<U, First> &other,
                                   simt::place here = simt::place())
    {
        take(other.begin(), other.end(), here);
    }
    template <class U, class First>
    host_vector(const host_vector<U, First> &other) : base(other.begin(), other.end())
    {
    }
    template <class U>
    SIMT_THRUST_INLINE host_vector(device_ptr<U> first, device_ptr<U> last,
                                   simt::place here = simt::place())
    {
        take(first, last, here);
    }
    template <class U, class First>
    SIMT_THRUST_INLINE host_vector &operator=(const device_vector<U, First> &other)
    {
        take(other.begin(), other.end(), simt::place());
        return *this;
    }
    using base::assign;
    template <class U> void assign(device_ptr<U> first, device_ptr<U> last)
    {
        take(first, last, simt::place());
    }
};

template <class First, class T, class Second>
bool operator==(const device_vector<T, First> &a, const device_vector<T, Second> &b)
{
    return a.size() == b.size() && equal(a.begin(), a.end(), b.begin());
}

template <class First, class T, class Second>
bool operator==(const device_vector<T, First> &a, const std::vector<T, Second> &b)
{
    return static_cast<const std::vector<T, Second> &>(host_vector<T>(a)) == b;
}

template <class First, class T, class Second>
bool operator==(const std::vector<T, Second> &a, const device_vector<T, First> &b)
{
    return b == a;
}

template <class First, class T, class Second>
bool operator!=(const device_vector<T, First> &a, const device_vector<T, Second> &b)
{
    return !(a == b);
}

template <class First, class T, class Second>
bool operator!=(const device_vector<T, First> &a, const std::vector<T, Second> &b)
{
    return !(a == b);
}

template <class First, class T, class Second>
bool operator!=(const std::vector<T, Second> &a, const device_vector<T, First> &b)
{
    return !(b == a);
}

template <class T, class First> void swap(device_vector<T, First> &a, device_vector<T, First> &b)
{
    a.swap(b);
}

} // namespace thrust

#endif
