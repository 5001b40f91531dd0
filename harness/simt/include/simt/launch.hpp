/* kernel<<<grid, block, shared, stream>>>(args), as simt-cc writes it:
 *
 *     simt::launch(simt::config(grid, block, shared, stream),
 *                  [=](auto &&...a) { kernel(a...); }, args)
 *
 * and, where dynamic shared memory is asked for, .named([&](auto f) -> decltype(f(kernel)) {
 * return f(kernel); }) after the configuration.
 *
 * Each launch in a program is an instantiation of its own, into whose loop over threads the
 * compiler inlines the kernel. */
#ifndef SIMT_LAUNCH_HPP
#define SIMT_LAUNCH_HPP

#pragma GCC system_header

#include <simt/builtins.hpp>
#include <simt/runtime.h>
#include <tuple>
#include <type_traits>
#include <utility>

namespace simt
{

namespace detail
{

struct address_of_kernel {
    template <class... Params> const void *operator()(void (*kernel)(Params...)) const
    {
        return reinterpret_cast<const void *>(kernel);
    }
};

} // namespace detail

/* Whether this translation unit was compiled with simt-cc --lockstep. Only for default arguments,
 * which are the caller's: of functions that are inline, as all here, the linker may take those of
 * another translation unit. */
#if defined(SIMT_LOCKSTEP)
static constexpr bool in_lockstep = true;
#else
static constexpr bool in_lockstep = false;
#endif

/* The launch's configuration; knows where in the program it is written. */
struct config : simt_launch_config {
    config(dim3 grid_, dim3 block_, size_t shared_ = 0, cudaStream_t stream_ = nullptr,
           const char *file_ = __builtin_FILE(), int line_ = __builtin_LINE(),
           bool lockstep_ = in_lockstep)
        : simt_launch_config{grid_, block_,  shared_,   stream_, file_,
                             line_, nullptr, lockstep_, false}
    {
    }

    /* Says which kernel is launched, so that the limits set for it are known to be its own. */
    template <class... Params> config &of(void (*kernel)(Params...))
    {
        function = reinterpret_cast<const void *>(kernel);
        return *this;
    }

    /* The same by its name in source text, which `name(f)` hands to f. Where that is the name of
     * several functions, such a call is ill-formed and the kernel stays unknown. */
    template <class Name> config &named(const Name &name)
    {
        if constexpr (std::is_invocable_v<const Name &, detail::address_of_kernel>)
            function = name(detail::address_of_kernel());
        return *this;
    }
};

namespace detail
{

template <class Body, class... Args> struct closure {
    Body body;
    std::tuple<Args...> args;

    static void run_block(void *pointer)
    {
        const closure &self = *static_cast<const closure *>(pointer);

        if constexpr ((std::is_trivially_copyable_v<Args> && ...)) {
            /* A copy nobody else can see stays in registers over the whole loop. */
            const std::tuple<Args...> mine(self.args);
            loop(self.body, mine, std::index_sequence_for<Args...>());
        } else {
            loop(self.body, self.args, std::index_sequence_for<Args...>());
        }
    }

    template <size_t... I>
    static inline __attribute__((always_inline)) void
    loop(const Body &body, [[maybe_unused]] const std::tuple<Args...> &args,
         std::index_sequence<I...>)
    {
        /* One row of the block is a loop without calls unless the kernel makes some, so the
         * compiler takes out of it whatever does not depend on x. A thread that has waited finds
         * simt_parked set: then x is old, and the runtime says what comes next. */
        do {
            const unsigned width = blockDim.x;
            unsigned x = threadIdx.x;

            do {
                threadIdx.x = x;
                body(std::get<I>(args)...);
            } while (__builtin_expect(!simt_parked && ++x < width, 1));
        } while (simt_next_thread());
    }
};

template <class Body, class... Args> cudaError_t run_grid(const config &c, Body body, Args... args)
{
    using closure_type = closure<Body, Args...>;
    closure_type all{body, std::tuple<Args...>(std::move(args)...)};

    return simt_launch(&c, &closure_type::run_block, &all, sizeof(all));
}

} // namespace detail

/* Runs body(args...) for each thread of the grid. The arguments are copied here, by value (so they
 * may be bit-fields), and each thread's parameters are copies of these. Errors are left for
 * cudaGetLastError(). */
template <class Body, class... Args> inline void launch(const config &c, Body body, Args... args)
{
    (void)detail::run_grid<Body, Args...>(c, body, std::move(args)...);
}

} // namespace simt

namespace simt::detail
{

template <class... Params, size_t... I>
inline cudaError_t launch_pointers(const config &c, void (*kernel)(Params...), void **args,
                                   std::index_sequence<I...>)
{
    auto body = [kernel](auto &&...a) { kernel(a...); };

    return run_grid<decltype(body), std::decay_t<Params>...>(
        c, body, *static_cast<std::decay_t<Params> *>(args[I])...);
}

} // namespace simt::detail

/* cudaLaunchKernel() with a kernel whose type is known; `args` points to one pointer for each
 * parameter. simt-cc takes off a cast of a kernel's name to a void pointer; a kernel behind a
 * variable that is one cannot be launched. */
template <class... Params>
inline cudaError_t cudaLaunchKernel(void (*kernel)(Params...), dim3 grid, dim3 block, void **args,
                                    size_t shared_bytes = 0, cudaStream_t stream = nullptr,
                                    const char *file = __builtin_FILE(),
                                    int line = __builtin_LINE(), bool lockstep = simt::in_lockstep)
{
    simt::config c(grid, block, shared_bytes, stream, file, line, lockstep);

    return simt::detail::launch_pointers(c.of(kernel), kernel, args,
                                         std::index_sequence_for<Params...>());
}

cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **args,
                             size_t shared_bytes = 0, cudaStream_t stream = nullptr)
    __attribute__((error("simt-cc: name the kernel itself: its type is not known to a void *")));

/* The same with all blocks of the grid running at once, so that grid.sync() can wait for all. */
template <class... Params>
inline cudaError_t
cudaLaunchCooperativeKernel(void (*kernel)(Params...), dim3 grid, dim3 block, void **args,
                            size_t shared_bytes = 0, cudaStream_t stream = nullptr,
                            const char *file = __builtin_FILE(), int line = __builtin_LINE(),
                            bool lockstep = simt::in_lockstep)
{
    simt::config c(grid, block, shared_bytes, stream, file, line, lockstep);

    c.cooperative = true;
    return simt::detail::launch_pointers(c.of(kernel), kernel, args,
                                         std::index_sequence_for<Params...>());
}

cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **args,
                                        size_t shared_bytes = 0, cudaStream_t stream = nullptr)
    __attribute__((error("simt-cc: name the kernel itself: its type is not known to a void *")));

#endif
