/* Thrust's engines and distributions of random numbers. The engines give the published numbers; the
 * distributions go their own way. */
#ifndef SIMT_THRUST_RANDOM_HPP
#define SIMT_THRUST_RANDOM_HPP

#pragma GCC system_header

#include <cuda_runtime.h>
#include <limits>
#include <ostream>
#include <type_traits>

namespace thrust
{
namespace random
{

/* x = a x + c modulo m. */
template <class T, T a, T c, T m> class linear_congruential_engine
{
    T x;

    __host__ __device__ static T product(T p, T q)
    {
        return static_cast<T>(static_cast<unsigned long long>(p) * q % m);
    }

  public:
    using result_type = T;

    static constexpr T multiplier = a, increment = c, modulus = m, default_seed = 1;
    static constexpr T min = c == 0 ? 1 : 0, max = m - 1;

    __host__ __device__ explicit linear_congruential_engine(T value = default_seed)
    {
        seed(value);
    }
    __host__ __device__ void seed(T value = default_seed)
    {
        x = value % m == 0 && c % m == 0 ? 1 : value % m;
    }
    __host__ __device__ T operator()()
    {
        return x = (product(a, x) + c) % m;
    }
    /* In as many steps as the count has binary digits. */
    __host__ __device__ void discard(unsigned long long count)
    {
        T factor = a, addend = c;

        for (; count > 0; count >>= 1) {
            if (count & 1)
                x = (product(factor, x) + addend) % m;
            addend = (product(factor, addend) + addend) % m;
            factor = product(factor, factor);
        }
    }
    friend __host__ __device__ bool operator==(const linear_congruential_engine &p,
                                               const linear_congruential_engine &q)
    {
        return p.x == q.x;
    }
    friend __host__ __device__ bool operator!=(const linear_congruential_engine &p,
                                               const linear_congruential_engine &q)
    {
        return p.x != q.x;
    }
    friend std::ostream &operator<<(std::ostream &out, const linear_congruential_engine &engine)
    {
        return out << engine.x;
    }
};

using minstd_rand0 = linear_congruential_engine<unsigned, 16807, 0, 2147483647>;
using minstd_rand = linear_congruential_engine<unsigned, 48271, 0, 2147483647>;
using default_random_engine = minstd_rand;

/* From 0 on, below 1. */
template <class Engine> __host__ __device__ double unit(Engine &engine)
{
    return (static_cast<double>(engine()) - Engine::min) /
           (static_cast<double>(Engine::max) - Engine::min + 1.0);
}

template <class T = double> class uniform_real_distribution
{
    T low, high;

  public:
    using result_type = T;

    __host__ __device__ explicit uniform_real_distribution(T low_ = 0, T high_ = 1)
        : low(low_), high(high_)
    {
    }
    __host__ __device__ void reset()
    {
    }
    template <class Engine> __host__ __device__ T operator()(Engine &engine) const
    {
        const T value = low + static_cast<T>(unit(engine)) * (high - low);

        return value < high ? value : low; /* what is rounded up to the end */
    }
    __host__ __device__ T a() const
    {
        return low;
    }
    __host__ __device__ T b() const
    {
        return high;
    }
    __host__ __device__ T min() const
    {
        return low;
    }
    __host__ __device__ T max() const
    {
        return high;
    }
};

template <class T = int> class uniform_int_distribution
{
    T low, high;

  public:
    using result_type = T;

    __host__ __device__ explicit uniform_int_distribution(T low_ = 0,
                                                          T high_ = std::numeric_limits<T>::max())
        : low(low_), high(high_)
    {
    }
    __host__ __device__ void reset()
    {
    }
    template <class Engine> __host__ __device__ T operator()(Engine &engine) const
    {
        const double count = static_cast<double>(high) - static_cast<double>(low) + 1;

        return static_cast<T>(static_cast<double>(low) + unit(engine) * count);
    }
    __host__ __device__ T a() const
    {
        return low;
    }
    __host__ __device__ T b() const
    {
        return high;
    }
    __host__ __device__ T min() const
    {
        return low;
    }
    __host__ __device__ T max() const
    {
        return high;
    }
};

template <class T = double> class normal_distribution
{
    T middle, deviation;

  public:
    using result_type = T;

    __host__ __device__ explicit normal_distribution(T mean_ = 0, T stddev_ = 1)
        : middle(mean_), deviation(stddev_)
    {
    }
    __host__ __device__ void reset()
    {
    }
    template <class Engine> __host__ __device__ T operator()(Engine &engine) const
    {
        const double length = sqrt(-2 * log(1 - unit(engine)));

        return middle + deviation * static_cast<T>(length * cospi(2 * unit(engine)));
    }
    __host__ __device__ T mean() const
    {
        return middle;
    }
    __host__ __device__ T stddev() const
    {
        return deviation;
    }
};

} // namespace random

using random::default_random_engine;
using random::linear_congruential_engine;
using random::minstd_rand;
using random::minstd_rand0;
using random::normal_distribution;
using random::uniform_int_distribution;
using random::uniform_real_distribution;

} // namespace thrust

#endif
