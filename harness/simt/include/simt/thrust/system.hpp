/* Where Thrust's algorithms run, and how: in a loop of the host or in a launch. */
#ifndef SIMT_THRUST_SYSTEM_HPP
#define SIMT_THRUST_SYSTEM_HPP

#pragma GCC system_header

#include <cassert> /* Thrust brings these, and programs count on that */
#include <cfloat>
#include <cstddef>
#include <cuda_runtime.h>
#include <iterator>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>

/* Of what the host does by CUDA's functions: it belongs to the line that calls, as the inspector
 * tells by what is inlined. */
#define SIMT_THRUST_INLINE inline __attribute__((always_inline))

namespace thrust
{

/* ---- errors ---- */

class cuda_error_category : public std::error_category
{
  public:
    const char *name() const noexcept override
    {
        return "cuda";
    }

    std::string message(int code) const override
    {
        const cudaError_t error = static_cast<cudaError_t>(code);

        return std::string(cudaGetErrorName(error)) + ": " + cudaGetErrorString(error);
    }
};

inline const std::error_category &cuda_category()
{
    static const cuda_error_category category;

    return category;
}

using std::error_code;
using std::system_error;

namespace system
{
using std::error_code;
using std::system_error;
using thrust::cuda_category;

namespace detail
{

class bad_alloc : public std::bad_alloc
{
    std::string text;

  public:
    explicit bad_alloc(const std::string &what_) : text("std::bad_alloc: " + what_)
    {
    }

    const char *what() const noexcept override
    {
        return text.c_str();
    }
};

} // namespace detail
} // namespace system

/* ---- execution policies ---- */

struct host_system_tag {
};
struct device_system_tag {
};
struct any_system_tag {
};

namespace simt
{

struct policy {
};

/* A loop, in whatever thread calls. */
struct here_policy : policy {
};

/* A launch. */
struct device_policy : policy {
    cudaStream_t stream = nullptr;

    __host__ __device__ constexpr device_policy on(cudaStream_t other) const
    {
        device_policy changed;

        changed.stream = other;
        return changed;
    }
};

template <class T>
inline constexpr bool is_policy =
    std::is_base_of_v<policy, std::remove_cv_t<std::remove_reference_t<T>>>;

template <class T> using only_policy = std::enable_if_t<is_policy<T>, int>;
template <class T> using no_policy = std::enable_if_t<!is_policy<T>, int>;

/* Where the program calls an algorithm: as a default argument. */
struct place {
    const char *file;
    int line;

    __host__ __device__ constexpr explicit place(const char *file_ = __builtin_FILE(),
                                                 int line_ = __builtin_LINE())
        : file(file_), line(line_)
    {
    }
};

} // namespace simt

inline constexpr simt::here_policy host{}, seq{};
inline constexpr simt::device_policy device{};

namespace cuda
{
inline constexpr simt::device_policy par{}, par_nosync{};
}

/* ---- the systems of iterators ---- */

template <class It, class = void> struct iterator_system {
    using type = host_system_tag;
};

/* An iterator of ours says it itself. */
template <class It> struct iterator_system<It, std::void_t<typename It::simt_system>> {
    using type = typename It::simt_system;
};

template <class It> using iterator_system_t = typename iterator_system<It>::type;

template <class It> using iterator_value_t = typename std::iterator_traits<It>::value_type;
template <class It> using iterator_reference_t = typename std::iterator_traits<It>::reference;
template <class It>
using iterator_difference_t = typename std::iterator_traits<It>::difference_type;
template <class It> struct iterator_value {
    using type = iterator_value_t<It>;
};
template <class It> struct iterator_reference {
    using type = iterator_reference_t<It>;
};
template <class It> struct iterator_difference {
    using type = iterator_difference_t<It>;
};
template <class It> struct iterator_traits : std::iterator_traits<It> {
};

namespace simt
{

template <class It>
inline constexpr bool is_device = std::is_same_v<iterator_system_t<It>, device_system_tag>;
template <class It>
inline constexpr bool is_host = std::is_same_v<iterator_system_t<It>, host_system_tag>;

/* Of several iterators together. */
template <class... It>
using common_system =
    std::conditional_t<(is_device<It> || ...), device_system_tag,
                       std::conditional_t<(is_host<It> || ...), host_system_tag, any_system_tag>>;

/* The policy of an algorithm that is called without one. */
template <class... It> __host__ __device__ constexpr auto policy_of()
{
    static_assert(!((is_device<It> || ...) && (is_host<It> || ...)),
                  "Thrust: one call with iterators of host memory and of device memory; "
                  "copy to one side first, by thrust::copy() or a vector's constructor");
    if constexpr (std::is_same_v<common_system<It...>, host_system_tag>)
        return here_policy();
    else
        return device_policy();
}

/* What a kernel uses in the place of an iterator: pointers in the place of device_ptr. */
template <class It, class = void> struct unwrapped {
    using type = It;

    __host__ __device__ static type of(const It &it)
    {
        return it;
    }
};
template <class It> struct unwrapped<It, std::void_t<typename It::simt_unwrapped>> {
    using type = typename It::simt_unwrapped;

    __host__ __device__ static type of(const It &it)
    {
        return it.simt_unwrap();
    }
};
template <class It> using unwrapped_t = typename unwrapped<It>::type;

template <class It> __host__ __device__ unwrapped_t<It> unwrap(const It &it)
{
    return unwrapped<It>::of(it);
}

/* ---- running ---- */

inline void check(cudaError_t error, const char *what)
{
    if (error != cudaSuccess)
        throw system_error(error, cuda_category(), what);
}

template <class F> __global__ void run_once(F f)
{
    f();
}

template <class F> __global__ void run_each(F f, size_t count)
{
    const size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x;

    if (i < count)
        f(i);
}

/* Memory of the device for one call. */
template <class T> class scratch
{
    T *memory = nullptr;

  public:
    SIMT_THRUST_INLINE explicit scratch(size_t count)
    {
        void *bytes = nullptr;

        if (count && cudaMalloc(&bytes, count * sizeof(T)) != cudaSuccess)
            throw system::detail::bad_alloc(cudaGetErrorString(cudaGetLastError()));
        memory = static_cast<T *>(bytes);
    }

    scratch(const scratch &) = delete;

    ~scratch()
    {
        (void)cudaFree(memory);
    }

    T *get() const
    {
        return memory;
    }
};

/* Calls f(0) to f(count - 1), on the device each in a thread of its own. */
template <class Policy, class F>
__host__ __device__ void each(const Policy &policy, place here, size_t count, F f)
{
    if constexpr (std::is_base_of_v<device_policy, Policy>) {
        if (!simt_cpp::called_on_device()) {
            const unsigned threads = 256;
            const size_t blocks = (count + threads - 1) / threads;

            if (count == 0)
                return;
            simt_cpp::launch(
                simt_cpp::config(static_cast<unsigned>(blocks), threads, 0, policy.stream,
                                 here.file, here.line),
                [](auto &&...args) { run_each(args...); }, f, count);
            check(cudaStreamSynchronize(policy.stream), "thrust");
            check(cudaGetLastError(), "thrust");
            return;
        }
    }
    for (size_t i = 0; i < count; i++)
        f(i);
}

/* Calls f(), on the device in one thread. */
template <class Policy, class F>
__host__ __device__ void once(const Policy &policy, place here, F f)
{
    if constexpr (std::is_base_of_v<device_policy, Policy>) {
        if (!simt_cpp::called_on_device()) {
            simt_cpp::launch(
                simt_cpp::config(1, 1, 0, policy.stream, here.file, here.line),
                [](auto &&...args) { run_once(args...); }, f);
            check(cudaStreamSynchronize(policy.stream), "thrust");
            check(cudaGetLastError(), "thrust");
            return;
        }
    }
    f();
}

/* The same with a result. */
template <class Policy, class F>
__host__ __device__ auto result_of(const Policy &policy, place here, F f)
{
    using result = decltype(f());

    if constexpr (std::is_base_of_v<device_policy, Policy>) {
        if (!simt_cpp::called_on_device()) {
            scratch<result> memory(1);
            result *out = memory.get();
            alignas(result) unsigned char bytes[sizeof(result)];

            once(policy, here, [f, out]() mutable {
                const result made = f(); /* the inspector sees a copy, and no returned object */

                new (static_cast<void *>(out)) result(made);
            });
            check(cudaMemcpy(bytes, out, sizeof(result), cudaMemcpyDeviceToHost), "thrust");
            return result(*reinterpret_cast<result *>(bytes));
        }
    }
    return result(f());
}

} // namespace simt

} // namespace thrust

#endif
