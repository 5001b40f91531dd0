/* kernel<<<grid, block, shared, stream>>>(args), as simt-cc writes it:
 *
 *     simt_cpp::launch(simt_cpp::config(grid, block, shared, stream),
 *                  [=](auto &&...a) { kernel(a...); }, args)
 *
 * with .named([&](auto f) -> decltype(f(kernel)) { return f(kernel); }) after the configuration
 * where the kernel is a plain name; .named<0, 2>(...) where other arguments than these are
 * literals, which are written into the call. Then
 *     [=](auto k, auto &&a, auto &&b) -> decltype(k(a, 0, b)) { k(a, 0, b); }
 * follows as another argument of named(), for kernels that are called by the address of an object.
 *
 * Each launch in a program is an instantiation of its own, into whose loop over threads the
 * compiler inlines the kernel. */
#ifndef SIMT_LAUNCH_HPP
#define SIMT_LAUNCH_HPP

#pragma GCC system_header

#include <simt/builtins.hpp>
#include <simt/runtime.h>
#include <type_traits>
#include <utility>

#include <simt/by_address.hpp>

namespace simt_cpp
{

namespace detail
{

/* The type in a place of a list. <tuple> could do this and what follows; but where programs get it
 * with the launches, one that uses it and does not include it compiles here and not with nvcc. */
template <size_t I, class T> struct type_in {
    using type = T;
};

template <class Places, class... Types> struct type_list;

template <size_t... I, class... Types>
struct type_list<std::index_sequence<I...>, Types...> : type_in<I, Types>... {
};

template <size_t I, class T> type_in<I, T> find_type(const type_in<I, T> &);

template <size_t I, class... Types>
using type_at =
    typename decltype(find_type<I>(type_list<std::index_sequence_for<Types...>, Types...>()))::type;

template <class... Params> struct known_kernel {
    const void *function;
};

struct know_kernel {
    template <class... Params> known_kernel<Params...> operator()(void (*kernel)(Params...)) const
    {
        return {reinterpret_cast<const void *>(kernel)};
    }
};

/* Called as a kernel, it tells the types of the arguments, literals among them. */
struct list_arguments {
    template <class... Args> known_kernel<std::decay_t<Args>...> operator()(Args &&...) const;
};

/* The same of the one with these parameters, among several functions or of a template. */
template <class... Params> struct know_overload {
    known_kernel<Params...> operator()(void (*kernel)(Params...)) const
    {
        return {reinterpret_cast<const void *>(kernel)};
    }
};

} // namespace detail

/* A kernel's body mentions the object of its __launch_bounds__, so that it is there. */
struct noted_bounds {
    simt_launch_bounds bounds;

    noted_bounds(const void *function, unsigned threads) : bounds{function, threads, nullptr}
    {
        simt_note_launch_bounds(&bounds);
    }
};

template <auto Kernel, long long Threads>
inline __attribute__((visibility("hidden")))
noted_bounds launch_bounds(reinterpret_cast<const void *>(Kernel),
                           Threads > 0 ? unsigned(Threads) : ~0U);

template <class Known, class Call, size_t... Places> struct named_config;
template <class Name, class Call, size_t... Places> struct unsettled_config;

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
     * several functions, such a call is ill-formed and the kernel stays unknown, unless the
     * arguments tell it. */
    template <size_t... Places, class Name, class Call = detail::call_in_order>
    auto named(const Name &name, const Call &call = Call());
};

/* A configuration that knows its kernel's parameters, too: arguments that are objects become what
 * these are. `Places` are those of the arguments among the parameters; none: all, in order. */
template <class... Params, class Call, size_t... Places>
struct named_config<detail::known_kernel<Params...>, Call, Places...> : config {
    static_assert((sizeof(std::conditional_t<std::is_reference_v<Params>, char, Params>) + ... +
                   0) <= 32764,
                  "a kernel's parameters have at most 32764 bytes: hand over a pointer");

    template <size_t I> static constexpr size_t place()
    {
        constexpr size_t places[] = {Places..., ~size_t(0)};
        return sizeof...(Places) == 0 ? I : places[I < sizeof...(Places) ? I : sizeof...(Places)];
    }

    template <size_t I> using parameter = detail::type_at<place<I>(), Params...>;

    template <size_t I> static constexpr bool has()
    {
        return place<I>() < sizeof...(Params);
    }

    using by_address = detail::call_by_address<Call, Params...>;

    static constexpr size_t objects = (size_t(detail::is_by_address<Params>) + ... + 0);

    Call call;

    by_address body() const
    {
        return {reinterpret_cast<typename by_address::function>(const_cast<void *>(function)),
                call};
    }
};

/* One whose kernel is not known before its arguments are. */
template <class Name, class Call, size_t... Places> struct unsettled_config : config {
    const Name &name;
    Call call;
};

template <size_t... Places, class Name, class Call>
auto config::named(const Name &name, const Call &call)
{
    if constexpr (std::is_invocable_v<const Name &, detail::know_kernel>) {
        const auto known = name(detail::know_kernel());
        function = known.function;
        return named_config<std::remove_const_t<decltype(known)>, Call, Places...>{*this, call};
    } else if constexpr (!std::is_same_v<Call, detail::call_in_order> || sizeof...(Places) == 0) {
        return unsettled_config<Name, Call, Places...>{*this, name, call};
    } else {
        return *this;
    }
}

namespace detail
{

/* One argument of a launch. */
template <size_t I, class T> struct argument {
    T value;
};

template <class Places, class... Args> struct arguments;

template <size_t... I, class... Args>
struct arguments<std::index_sequence<I...>, Args...> : argument<I, Args>... {
    template <class Call> inline __attribute__((always_inline)) void apply(const Call &call) const
    {
        call(static_cast<const argument<I, Args> &>(*this).value...);
    }

    template <class Look> void look_at(const Look &look)
    {
        (look(static_cast<argument<I, Args> &>(*this).value), ...);
    }
};

template <class Body, class... Args> struct closure {
    using arguments_type = arguments<std::index_sequence_for<Args...>, Args...>;

    Body body;
    arguments_type args;

    static void run_block(void *pointer)
    {
        const closure &self = *static_cast<const closure *>(pointer);

        if constexpr ((std::is_trivially_copyable_v<Args> && ...)) {
            /* A copy nobody else can see stays in registers over the whole loop. */
            const arguments_type mine(self.args);
            loop(self.body, mine);
        } else {
            loop(self.body, self.args);
        }
    }

    static inline __attribute__((always_inline)) void loop(const Body &body,
                                                           const arguments_type &args)
    {
        /* One row of the block is a loop without calls unless the kernel makes some, so the
         * compiler takes out of it whatever does not depend on x. A thread that has waited finds
         * simt_parked set: then x is old, and the runtime says what comes next. */
        do {
            const unsigned width = blockDim.x;
            unsigned x = threadIdx.x;

            do {
                threadIdx.x = x;
                args.apply(body);
            } while (__builtin_expect(!simt_parked && ++x < width, 1));
        } while (simt_next_thread());
    }
};

#if defined(SIMT_INSPECT)
/* A harness holds the arguments of two runs against each other, and hands over others. An object
 * that is more than its bytes it does not look at. */
template <class T> void tell_argument(T &value)
{
    if constexpr (std::is_pointer_v<T>) {
        simt_argument(&value, &value, sizeof(T), SIMT_ARGUMENT_POINTER);
    } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
        simt_argument(&value, &value, std::is_same_v<T, long double> ? 10 : sizeof(T),
                      SIMT_ARGUMENT_NUMBER);
    } else if constexpr (std::is_class_v<T> && std::is_trivially_copyable_v<T> &&
                         !std::is_empty_v<T> && !is_bytes_of<T>) {
#if __has_builtin(__builtin_clear_padding)
        alignas(T) unsigned char plain[sizeof(T)];

        __builtin_memcpy(plain, &value, sizeof(T));
        __builtin_clear_padding(reinterpret_cast<T *>(plain));
        simt_argument(&value, plain, sizeof(T), SIMT_ARGUMENT_OBJECT);
#endif
    }
}
#endif

template <class Closure>
inline __attribute__((always_inline)) cudaError_t run_closure(const simt_launch_config &c,
                                                              Closure &all)
{
#if defined(SIMT_INSPECT)
    tell_argument(all.body);
    all.args.look_at([](auto &arg) { tell_argument(arg); });
#endif
    const cudaError_t error = simt_launch(&c, &Closure::run_block, &all, sizeof(all));
#if defined(SIMT_INSPECT)
    /* What the harness handed over is not left on the host's stack. */
    if constexpr (std::is_trivially_destructible_v<Closure>) {
        __builtin_memset(static_cast<void *>(&all), 0, sizeof(all));
        __asm__ volatile("" : : "r"(&all) : "memory");
    }
#endif
    return error;
}

template <class Body, class... Args>
cudaError_t run_grid(const simt_launch_config &c, Body body, Args... args)
{
    closure<Body, Args...> all{body, {{std::move(args)}...}};

    return run_closure(c, all);
}

template <class Kept, class Source> Kept keep(Source &source)
{
    return source;
}

/* The same where bytes of objects are kept, which live until the launch is made. */
template <class Body, class... Args, class... Sources>
cudaError_t run_grid_of(const simt_launch_config &c, Body body, Sources &&...sources)
{
    closure<Body, Args...> all{body, {{detail::keep<Args>(sources)}...}};

    return run_closure(c, all);
}

} // namespace detail

namespace detail
{

/* An object that a kernel takes by reference: it changes the object itself, which has to lie where
 * the device reaches. */
template <class Object> struct by_reference {
    Object *object;

    by_reference(Object &object_) : object(__builtin_addressof(object_))
    {
    }

    operator Object &() const
    {
        return *object;
    }
};

template <class Config> constexpr bool is_named = false;
template <class Known, class Call, size_t... Places>
constexpr bool is_named<named_config<Known, Call, Places...>> = true;

template <class Config, size_t I> constexpr bool is_changed()
{
    if constexpr (is_named<Config>) {
        if constexpr (Config::template has<I>()) {
            using parameter = typename Config::template parameter<I>;

            return std::is_lvalue_reference_v<parameter> &&
                   !std::is_const_v<std::remove_reference_t<parameter>>;
        }
    }
    return false;
}

/* What is kept of argument I: a copy of it, or, of an object for a parameter of another type, what
 * the object converts to. */
template <class Config, size_t I, class Arg> constexpr auto kept_type()
{
    using copy = std::decay_t<Arg>;

    if constexpr (is_changed<Config, I>()) {
        return type_in<
            I, by_reference<std::remove_reference_t<typename Config::template parameter<I>>>>();
    } else if constexpr (!std::is_class_v<Arg> || !is_named<Config>) {
        return type_in<I, copy>();
    } else if constexpr (!Config::template has<I>()) {
        return type_in<I, copy>();
    } else {
        using parameter = std::decay_t<typename Config::template parameter<I>>;

        return type_in<
            I, std::conditional_t<std::is_convertible_v<Arg &, parameter>, parameter, copy>>();
    }
}

template <class Config, size_t I, class Arg>
using kept = typename decltype(kept_type<Config, I, Arg>())::type;

template <class Arg> Arg &without_const(const Arg &arg)
{
    if constexpr (std::is_function_v<Arg>)
        return arg;
    else
        return const_cast<Arg &>(arg);
}

template <class Config, class Body, class... Args, size_t... I>
inline __attribute__((always_inline)) void
keep_and_run(const Config &c, Body body, std::index_sequence<I...>, const Args &...args)
{
    (void)run_grid<Body, kept<Config, I, Args>...>(c, body, without_const(args)...);
}

/* What is kept of argument I where it is an object whose bytes are handed over. */
template <class Config, size_t I, class Arg> constexpr auto kept_bytes_type()
{
    if constexpr (Config::template has<I>()) {
        using parameter = typename Config::template parameter<I>;

        if constexpr (is_by_address<parameter> && std::is_convertible_v<Arg &, parameter>)
            return type_in<I, bytes_of<parameter>>();
        else
            return kept_type<Config, I, Arg>();
    } else {
        return kept_type<Config, I, Arg>();
    }
}

template <class Config, size_t I, class Arg>
using kept_bytes = typename decltype(kept_bytes_type<Config, I, Arg>())::type;

template <class Config, class Places, class... Args> constexpr bool hands_over_bytes = false;

template <class Known, class Call, size_t... P, size_t... I, class... Args>
constexpr bool
    hands_over_bytes<named_config<Known, Call, P...>, std::index_sequence<I...>, Args...> = []() {
        using known_config = named_config<Known, Call, P...>;

        if constexpr (known_config::objects == 0)
            return false;
        else
            return known_config::objects ==
                       (size_t(is_bytes_of<kept_bytes<known_config, I, Args>>) + ... + 0) &&
                   known_config::by_address::template takes<kept_bytes<known_config, I, Args>...>;
    }();

/* What argument I is kept from: of an object whose bytes are, the one copy of it, or what it is
 * converted to. That lives until the launch is made, as with nvcc. */
template <class Kept, class Arg> struct source {
    using type = Arg &;
};

template <class T, class Arg> struct source<bytes_of<T>, Arg> {
    using type = T;
};

template <class Kept, class Arg> typename source<Kept, Arg>::type copy_once(Arg &arg)
{
    return arg;
}

template <class Config, class... Args, size_t... I>
inline __attribute__((always_inline)) void
keep_bytes_and_run(const Config &c, std::index_sequence<I...>, const Args &...args)
{
    (void)run_grid_of<typename Config::by_address, kept_bytes<Config, I, Args>...>(
        c, c.body(),
        detail::copy_once<kept_bytes<Config, I, Args>>(detail::without_const(args))...);
}

/* Parameters that a kernel of this name has for such arguments, if one is an object whose bytes are
 * handed over: their own types, but that pointers may be to const. `Mask` says which are. */
template <size_t Mask, size_t I, class T>
using guessed =
    std::conditional_t<std::is_pointer_v<T> && (Mask >> I & 1) != 0,
                       std::add_pointer_t<std::add_const_t<std::remove_pointer_t<T>>>, T>;

enum : size_t { most_guesses = 256 };

template <size_t Mask, class Name, class Call, size_t... Places, size_t... I, class... Types>
auto settle(const unsettled_config<Name, Call, Places...> &c, std::index_sequence<I...> each,
            known_kernel<Types...> arguments)
{
    using know = know_overload<guessed<Mask, I, Types>...>;

    if constexpr (!(is_by_address<Types> || ...) || Mask >= most_guesses ||
                  Mask >> sizeof...(Types) != 0) {
        return static_cast<const config &>(c);
    } else if constexpr (std::is_invocable_v<const Name &, know>) {
        const auto known = c.name(know());
        named_config<std::remove_const_t<decltype(known)>, Call, Places...> settled{c, c.call};

        settled.function = known.function;
        return settled;
    } else {
        return detail::settle<Mask + 1>(c, each, arguments);
    }
}

template <class Name, class Call, size_t... Places, class... Types>
auto settle_by(const unsettled_config<Name, Call, Places...> &c, known_kernel<Types...> arguments)
{
    return detail::settle<0>(c, std::index_sequence_for<Types...>(), arguments);
}

} // namespace detail

/* Runs body(args...) for each thread of the grid. The arguments are copied or converted here, once,
 * and each thread's parameters are copies of these. They come as references to const, which
 * bit-fields bind to; an object that was not const is none where it is converted. Errors are left
 * for cudaGetLastError(). */
template <class Config, class Body, class... Args>
inline __attribute__((always_inline)) void launch(const Config &c, Body body, const Args &...args)
{
    using places = std::index_sequence_for<Args...>;

    if constexpr (detail::hands_over_bytes<Config, places, Args...>)
        detail::keep_bytes_and_run(c, places(), args...);
    else
        detail::keep_and_run(c, body, places(), args...);
}

template <class Name, class Call, size_t... Places, class Body, class... Args>
inline __attribute__((always_inline)) void launch(const unsettled_config<Name, Call, Places...> &c,
                                                  Body body, const Args &...args)
{
    using types = std::invoke_result_t<const Call &, detail::list_arguments, const Args &...>;

    simt_cpp::launch(detail::settle_by(c, types()), body, args...);
}

} // namespace simt_cpp

namespace simt_cpp::detail
{

template <class... Params, size_t... I>
inline cudaError_t launch_pointers(const simt_launch_config &c, void (*kernel)(Params...),
                                   [[maybe_unused]] void **args, std::index_sequence<I...>)
{
    if constexpr ((is_by_address<Params> || ...)) {
        using by_address = call_by_address<call_in_order, Params...>;
        const by_address body{reinterpret_cast<typename by_address::function>(kernel), {}};

        return run_grid_of<by_address, std::conditional_t<is_by_address<Params>, bytes_of<Params>,
                                                          std::decay_t<Params>>...>(
            c, body, *static_cast<std::decay_t<Params> *>(args[I])...);
    } else {
        auto body = [kernel](auto &&...a) { kernel(a...); };

        return run_grid<decltype(body), std::decay_t<Params>...>(
            c, body, *static_cast<std::decay_t<Params> *>(args[I])...);
    }
}

template <class... Params> struct behind_void {
    static inline const size_t bytes[] = {sizeof(std::decay_t<Params>)..., 0};
    static inline const size_t alignments[] = {alignof(std::decay_t<Params>)..., 0};

    static cudaError_t launch(const simt_launch_config *c, const void *function, void **args)
    {
        auto kernel = reinterpret_cast<void (*)(Params...)>(const_cast<void *>(function));

        return launch_pointers(*c, kernel, args, std::index_sequence_for<Params...>());
    }
};

} // namespace simt_cpp::detail

namespace simt_cpp
{

/* What simt-cc makes of (void *)kernel: the address, by which the runtime knows the kernel's
 * parameters from now on. */
template <class... Params>
inline void *kernel_address(void (*kernel)(Params...), const char *file = __builtin_FILE(),
                            int line = __builtin_LINE(), bool lockstep = in_lockstep)
{
    using erased = detail::behind_void<Params...>;
    void *function = reinterpret_cast<void *>(kernel);
    const simt_kernel known{
        function, &erased::launch, erased::bytes, erased::alignments, sizeof...(Params), file,
        line,     lockstep,        nullptr};

    simt_kernel_note(&known);
    return function;
}

/* A kernel of a module (simt-cc -ptx): its body mentions the object that makes it known when the
 * module is loaded. Hidden: each module that is loaded has its own. */
template <auto Kernel> struct noted_entry {
    noted_entry()
    {
        kernel_address(Kernel);
    }
};

template <auto Kernel>
inline __attribute__((visibility("hidden"))) noted_entry<Kernel> module_entry;

} // namespace simt_cpp

/* cudaLaunchKernel() with a kernel whose type is known; `args` points to one pointer for each
 * parameter. simt-cc takes off a cast of a kernel's name to a void pointer. */
template <class... Params>
inline cudaError_t cudaLaunchKernel(void (*kernel)(Params...), dim3 grid, dim3 block, void **args,
                                    size_t shared_bytes = 0, cudaStream_t stream = nullptr,
                                    const char *file = __builtin_FILE(),
                                    int line = __builtin_LINE(),
                                    bool lockstep = simt_cpp::in_lockstep)
{
    simt_cpp::config c(grid, block, shared_bytes, stream, file, line, lockstep);

    return simt_cpp::detail::launch_pointers(c.of(kernel), kernel, args,
                                             std::index_sequence_for<Params...>());
}

inline cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **args,
                                    size_t shared_bytes = 0, cudaStream_t stream = nullptr,
                                    const char *file = __builtin_FILE(),
                                    int line = __builtin_LINE())
{
    simt_cpp::config c(grid, block, shared_bytes, stream, file, line);

    return simt_kernel_launch(kernel, &c, args);
}

/* The same with all blocks of the grid running at once, so that grid.sync() can wait for all. */
template <class... Params>
inline cudaError_t
cudaLaunchCooperativeKernel(void (*kernel)(Params...), dim3 grid, dim3 block, void **args,
                            size_t shared_bytes = 0, cudaStream_t stream = nullptr,
                            const char *file = __builtin_FILE(), int line = __builtin_LINE(),
                            bool lockstep = simt_cpp::in_lockstep)
{
    simt_cpp::config c(grid, block, shared_bytes, stream, file, line, lockstep);

    c.cooperative = true;
    return simt_cpp::detail::launch_pointers(c.of(kernel), kernel, args,
                                             std::index_sequence_for<Params...>());
}

inline cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block,
                                               void **args, size_t shared_bytes = 0,
                                               cudaStream_t stream = nullptr,
                                               const char *file = __builtin_FILE(),
                                               int line = __builtin_LINE())
{
    simt_cpp::config c(grid, block, shared_bytes, stream, file, line);

    c.cooperative = true;
    return simt_kernel_launch(kernel, &c, args);
}

#endif
