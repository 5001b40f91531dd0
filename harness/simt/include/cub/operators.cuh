/* What CUB's functions join values by, and where its TempStorage keeps values. */
#ifndef SIMT_CUB_OPERATORS_CUH
#define SIMT_CUB_OPERATORS_CUH

#pragma GCC system_header

#include <cassert> /* CUB brings it, and programs count on that */
#include <cstddef>
#include <cuda_runtime.h>

namespace cub
{

struct Sum {
    template <class A, class B> __host__ __device__ auto operator()(const A &a, const B &b) const
    {
        return a + b;
    }
};

struct Min {
    template <class T> __host__ __device__ T operator()(const T &a, const T &b) const
    {
        return b < a ? b : a;
    }
};

struct Max {
    template <class T> __host__ __device__ T operator()(const T &a, const T &b) const
    {
        return a < b ? b : a;
    }
};

template <class Key, class Value> struct KeyValuePair {
    Key key;
    Value value;
};

/* Of equal values the first one, by its key. */
struct ArgMin {
    template <class T> __host__ __device__ T operator()(const T &a, const T &b) const
    {
        return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
    }
};

struct ArgMax {
    template <class T> __host__ __device__ T operator()(const T &a, const T &b) const
    {
        return a.value < b.value || (a.value == b.value && b.key < a.key) ? b : a;
    }
};

namespace simt_detail
{

/* Room for values in shared memory, where nothing is constructed. */
template <class T, int count> struct slots {
    alignas(T) unsigned char bytes[sizeof(T) * count];

    __device__ T *begin()
    {
        return reinterpret_cast<T *>(bytes);
    }
};

template <class T, int count, class Operation>
__device__ T join_items(const T (&items)[count], Operation operation)
{
    T all = items[0];

    for (int i = 1; i < count; i++)
        all = operation(all, items[i]);
    return all;
}

} // namespace simt_detail

} // namespace cub

#endif
