/* thrust::device_ptr, and what a host gets that follows one. */
#ifndef SIMT_THRUST_POINTER_HPP
#define SIMT_THRUST_POINTER_HPP

#pragma GCC system_header

#include <iostream>
#include <simt/thrust/system.hpp>

namespace thrust
{

template <class T> class device_ptr;

/* One element of device memory: each use by the host is a copy of it. */
template <class T> class device_reference
{
    T *address;

    using value = std::remove_const_t<T>;

  public:
    using value_type = value;
    using pointer = device_ptr<T>;

    __host__ __device__ explicit device_reference(T *address_) : address(address_)
    {
    }
    __host__ __device__ explicit device_reference(const device_ptr<T> &pointer_);
    __host__ __device__ device_reference(const device_reference &other) = default;

    __host__ __device__ SIMT_THRUST_INLINE operator value() const
    {
        alignas(value) unsigned char bytes[sizeof(value)];

        if (simt_cpp::called_on_device())
            return *address;
        simt::check(cudaMemcpy(bytes, address, sizeof(value), cudaMemcpyDeviceToHost),
                    "thrust::device_reference");
        return *reinterpret_cast<value *>(bytes);
    }

    __host__ __device__ SIMT_THRUST_INLINE const device_reference &operator=(const value &v) const
    {
        if (simt_cpp::called_on_device())
            *address = v;
        else
            simt::check(cudaMemcpy(address, &v, sizeof(value), cudaMemcpyHostToDevice),
                        "thrust::device_reference");
        return *this;
    }

    __host__ __device__ SIMT_THRUST_INLINE const device_reference &
    operator=(const device_reference &other) const
    {
        return *this = static_cast<value>(other);
    }

    __host__ __device__ device_ptr<T> operator&() const;

#define SIMT_ASSIGN(symbol)                                                                        \
    template <class U>                                                                             \
    __host__ __device__ const device_reference &operator symbol##=(const U &v) const               \
    {                                                                                              \
        return *this = static_cast<value>(static_cast<value>(*this) symbol v);                     \
    }
    SIMT_ASSIGN(+)
    SIMT_ASSIGN(-)
    SIMT_ASSIGN(*)
    SIMT_ASSIGN(/)
    SIMT_ASSIGN(%)
    SIMT_ASSIGN(&)
    SIMT_ASSIGN(|)
    SIMT_ASSIGN(^)
    SIMT_ASSIGN(<<)
    SIMT_ASSIGN(>>)
#undef SIMT_ASSIGN

    __host__ __device__ const device_reference &operator++() const
    {
        return *this += 1;
    }
    __host__ __device__ const device_reference &operator--() const
    {
        return *this -= 1;
    }
    __host__ __device__ value operator++(int) const
    {
        const value before = *this;

        ++*this;
        return before;
    }
    __host__ __device__ value operator--(int) const
    {
        const value before = *this;

        --*this;
        return before;
    }

    friend std::ostream &operator<<(std::ostream &out, const device_reference &reference)
    {
        return out << static_cast<value>(reference);
    }

    friend void swap(const device_reference &a, const device_reference &b)
    {
        const value of_a = a;

        a = b;
        b = of_a;
    }
};

template <class T> class device_ptr
{
    T *address = nullptr;

  public:
    using simt_system = device_system_tag;
    using simt_unwrapped = T *;
    using element_type = T;
    using value_type = std::remove_cv_t<T>;
    using difference_type = ptrdiff_t;
    using pointer = device_ptr;
    using reference = device_reference<T>;
    using iterator_category = std::random_access_iterator_tag;

    __host__ __device__ constexpr device_ptr() = default;
    __host__ __device__ constexpr device_ptr(std::nullptr_t)
    {
    }
    __host__ __device__ constexpr explicit device_ptr(T *address_) : address(address_)
    {
    }
    template <class U, std::enable_if_t<std::is_convertible_v<U *, T *>, int> = 0>
    __host__ __device__ constexpr device_ptr(const device_ptr<U> &other) : address(other.get())
    {
    }
    /* From what device_malloc() gives. */
    template <class U, std::enable_if_t<std::is_void_v<U> && !std::is_void_v<T>, int> = 0>
    __host__ __device__ explicit device_ptr(const device_ptr<U> &other)
        : address(static_cast<T *>(other.get()))
    {
    }

    __host__ __device__ constexpr T *get() const
    {
        return address;
    }
    __host__ __device__ T *simt_unwrap() const
    {
        return address;
    }
    __host__ __device__ explicit operator bool() const
    {
        return address != nullptr;
    }

    __host__ __device__ device_reference<T> operator*() const
    {
        return device_reference<T>(address);
    }
    __host__ __device__ device_reference<T> operator[](ptrdiff_t i) const
    {
        return device_reference<T>(address + i);
    }

    __host__ __device__ device_ptr &operator+=(ptrdiff_t n)
    {
        address += n;
        return *this;
    }
    __host__ __device__ device_ptr &operator-=(ptrdiff_t n)
    {
        return *this += -n;
    }
    __host__ __device__ device_ptr &operator++()
    {
        return *this += 1;
    }
    __host__ __device__ device_ptr &operator--()
    {
        return *this += -1;
    }
    __host__ __device__ device_ptr operator++(int)
    {
        const device_ptr before = *this;

        ++*this;
        return before;
    }
    __host__ __device__ device_ptr operator--(int)
    {
        const device_ptr before = *this;

        --*this;
        return before;
    }
    __host__ __device__ device_ptr operator+(ptrdiff_t n) const
    {
        return device_ptr(address + n);
    }
    __host__ __device__ device_ptr operator-(ptrdiff_t n) const
    {
        return device_ptr(address - n);
    }
    friend __host__ __device__ device_ptr operator+(ptrdiff_t n, const device_ptr &p)
    {
        return p + n;
    }

    friend std::ostream &operator<<(std::ostream &out, const device_ptr &p)
    {
        return out << static_cast<const void *>(p.get());
    }
};

template <class T, class U>
__host__ __device__ ptrdiff_t operator-(const device_ptr<T> &a, const device_ptr<U> &b)
{
    return a.get() - b.get();
}

#define SIMT_COMPARE(symbol)                                                                       \
    template <class T, class U>                                                                    \
    __host__ __device__ bool operator symbol(const device_ptr<T> &a, const device_ptr<U> &b)       \
    {                                                                                              \
        return a.get() symbol b.get();                                                             \
    }
SIMT_COMPARE(==)
SIMT_COMPARE(!=)
SIMT_COMPARE(<)
SIMT_COMPARE(>)
SIMT_COMPARE(<=)
SIMT_COMPARE(>=)
#undef SIMT_COMPARE

template <class T>
__host__ __device__ device_reference<T>::device_reference(const device_ptr<T> &pointer_)
    : address(pointer_.get())
{
}

template <class T> __host__ __device__ device_ptr<T> device_reference<T>::operator&() const
{
    return device_ptr<T>(address);
}

template <class T> __host__ __device__ T *raw_pointer_cast(T *pointer)
{
    return pointer;
}
template <class T> __host__ __device__ T *raw_pointer_cast(const device_ptr<T> &pointer)
{
    return pointer.get();
}
template <class T> __host__ __device__ T &raw_reference_cast(T &reference)
{
    return reference;
}
template <class T> __host__ __device__ T &raw_reference_cast(const device_reference<T> &reference)
{
    return *(&reference).get();
}
template <class T> __host__ __device__ device_ptr<T> device_pointer_cast(T *pointer)
{
    return device_ptr<T>(pointer);
}
template <class T>
__host__ __device__ device_ptr<T> device_pointer_cast(const device_ptr<T> &pointer)
{
    return pointer;
}

/* ---- memory ---- */

SIMT_THRUST_INLINE device_ptr<void> device_malloc(size_t bytes)
{
    void *memory = nullptr;

    if (cudaMalloc(&memory, bytes) != cudaSuccess)
        throw system::detail::bad_alloc(cudaGetErrorString(cudaGetLastError()));
    return device_ptr<void>(memory);
}

template <class T> SIMT_THRUST_INLINE device_ptr<T> device_malloc(size_t count)
{
    return device_ptr<T>(static_cast<T *>(device_malloc(count * sizeof(T)).get()));
}

SIMT_THRUST_INLINE void device_free(device_ptr<void> pointer)
{
    simt::check(cudaFree(pointer.get()), "thrust::device_free");
}

} // namespace thrust

#endif
