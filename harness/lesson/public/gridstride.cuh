/*
 * A kernel of your own, for gridstride: what a .cu file includes, so that
 *
 *     gridstride run saxpy.cu
 *
 * verifies, times and plots it. The file says what its arrays are, what the right answer is, and
 * how each variant is launched:
 *
 *     GRIDSTRIDE("y[i] = a x[i] + y[i]", gs_dtypes(f32, f64),
 *         gs_scalar("a", 2.5), gs_input("x"), gs_updated("y"),
 *         gs_reference(saxpy), gs_variant(launch_one_per_thread))
 *
 * The functions that it names get the scalars and the arrays in the order of this list:
 *
 *     launch_one_per_thread(gs_launch at, T a, const T *x, T *y)
 *     saxpy(size_t i, size_t n, T a, const T *x, const T *y)       what y[i] is to be
 *
 * T is the element type of the run. They may be templates, or written for one type.
 */
#ifndef GRIDSTRIDE_CUH
#define GRIDSTRIDE_CUH

#include "kernel_file.h"
#include "random.h"

#include <cuda_runtime.h>
#include <type_traits>

/* ---- what a file's functions get ------------------------------------------------------------- */

/* The launch that is asked for. */
struct gs_launch {
    size_t n;
    unsigned block;      /* threads a block */
    cudaStream_t stream; /* to launch into; the launch is not waited for */

    /* Blocks that have so many threads; one block where there is nothing to do. */
    unsigned blocks(size_t threads) const
    {
        return gs_blocks_for(threads, block);
    }
};

/* A type for the reference that is wider than T: double for float, long double for double. */
template <typename T> struct gs_wider {
    typedef long long type;
};
template <> struct gs_wider<float> {
    typedef double type;
};
template <> struct gs_wider<double> {
    typedef long double type;
};
template <typename T> using gs_wide = typename gs_wider<T>::type;

/* Random numbers for one element of an input: the same in every run with the same --seed. */
class gs_random
{
  public:
    gs_random(uint64_t seed, unsigned array, size_t index)
        : state(gs_random_bits(seed, array, index))
    {
    }
    uint64_t bits()
    {
        uint64_t out = state;
        state = gs_random_bits(state, 0, 1);
        return out;
    }
    /* A number in [0, 1), or in [low, high). */
    double uniform(double low = 0, double high = 1)
    {
        return low + (high - low) * ((double)(bits() >> 11) * 0x1p-53);
    }
    /* One of 0, 1, ... count - 1. */
    size_t below(size_t count)
    {
        return count > 0 ? (size_t)(bits() % count) : 0;
    }

  private:
    uint64_t state;
};

/* ---- the entries of GRIDSTRIDE(...) ---------------------------------------------------------- */

namespace gs
{

struct entry {
};

/* Of an array: how many elements it has, what they are, and what they hold before a run. */
struct length_option {
    size_t (*function)(size_t n);
    size_t count;
    bool is_count;
};
template <typename R> struct fill_option {
    R (*function)(size_t i, size_t n, gs_random random);
};
template <typename T> struct type_option {
};
/* In place of one that cannot be made of what was given. */
struct misfit_option {
    enum gs_misfit misfit;
};

struct no_fill {
    double operator()(size_t, size_t, gs_random) const
    {
        return 0;
    }
};

constexpr length_option length_of()
{
    return {nullptr, 0, false};
}
template <typename... R> constexpr length_option length_of(length_option found, R...)
{
    return found;
}
template <typename O, typename... R> constexpr length_option length_of(O, R... rest)
{
    return length_of(rest...);
}

template <typename... O> struct type_of {
    typedef void type;
};
template <typename T, typename... R> struct type_of<type_option<T>, R...> {
    typedef T type;
};
template <typename O, typename... R> struct type_of<O, R...> : type_of<R...> {
};

constexpr no_fill fill_of()
{
    return {};
}
template <typename F, typename... R> constexpr auto fill_of(fill_option<F> found, R...)
{
    return found.function;
}
template <typename O, typename... R> constexpr auto fill_of(O, R... rest)
{
    return fill_of(rest...);
}

template <typename T>
struct is_element : std::integral_constant<bool, std::is_arithmetic<T>::value &&
                                                     (sizeof(T) == 4 || sizeof(T) == 8)> {
};
template <> struct is_element<void> : std::true_type {
};

template <typename O> constexpr enum gs_misfit misfit_of(O)
{
    return GS_MISFIT_OPTION;
}
constexpr enum gs_misfit misfit_of(misfit_option option)
{
    return option.misfit;
}
constexpr enum gs_misfit misfit_of(length_option)
{
    return GS_FITS;
}
template <typename R> constexpr enum gs_misfit misfit_of(fill_option<R>)
{
    return GS_FITS;
}
template <typename T> constexpr enum gs_misfit misfit_of(type_option<T>)
{
    return is_element<T>::value ? GS_FITS : GS_MISFIT_TYPE;
}

template <int ROLE, typename OWN, typename FILL> struct array_entry : entry {
    const char *name;
    length_option length;
    FILL fill;
    enum gs_misfit misfit;
    constexpr array_entry(const char *name_, length_option length_, FILL fill_,
                          enum gs_misfit misfit_)
        : name(name_), length(length_), fill(fill_), misfit(misfit_)
    {
    }
};

template <int ROLE, typename... O> constexpr auto make_array(const char *name, O... options)
{
    typedef typename type_of<O...>::type written;
    typedef typename std::conditional<is_element<written>::value, written, void>::type own;
    enum gs_misfit misfit = GS_FITS;
    ((misfit = misfit == GS_FITS ? misfit_of(options) : misfit), ...);
    return array_entry<ROLE, own, decltype(fill_of(options...))>(name, length_of(options...),
                                                                 fill_of(options...), misfit);
}

struct scalar_entry : entry {
    const char *name;
    double value;
    double (*function)(size_t n);
    enum gs_misfit misfit;
    constexpr scalar_entry(const char *name_, double value_, double (*function_)(size_t),
                           enum gs_misfit misfit_ = GS_FITS)
        : name(name_), value(value_), function(function_), misfit(misfit_)
    {
    }
};

template <typename F> struct reference_entry : entry {
    const char *name;
    F function;
    constexpr reference_entry(const char *name_, F function_) : name(name_), function(function_)
    {
    }
};

template <int PLACE, typename F> struct variant_entry : entry {
    const char *name, *about;
    F function;
    constexpr variant_entry(const char *name_, const char *about_, F function_)
        : name(name_), about(about_), function(function_)
    {
    }
};

template <int PLACE, typename F>
constexpr auto make_variant(const char *name, F function, const char *about = "")
{
    return variant_entry<PLACE, F>(name, about, function);
}

template <typename F> constexpr auto make_reference(const char *name, F function)
{
    return reference_entry<F>(name, function);
}

struct dtypes_entry : entry {
    unsigned dtypes;
    constexpr dtypes_entry(unsigned dtypes_) : dtypes(dtypes_)
    {
    }
};

/* The dtypes that are named, as a set; by their types in C++, too. What the compiler says of
 * another word has this name in it. */
struct gs_dtypes_takes_f32_f64_i32_i64 {
    static constexpr unsigned of_f32 = 1u << GS_F32, of_f64 = 1u << GS_F64, of_i32 = 1u << GS_I32,
                              of_i64 = 1u << GS_I64, of_float = of_f32, of_double = of_f64,
                              of_int = of_i32;
};

struct reference_variant_entry : entry {
    const char *name;
    constexpr reference_variant_entry(const char *name_) : name(name_)
    {
    }
};

struct tolerance_entry : entry {
    double f32, f64;
    constexpr tolerance_entry(double f32_, double f64_) : f32(f32_), f64(f64_)
    {
    }
};

struct sizes_entry : entry {
    const char *sizes;
    constexpr sizes_entry(const char *sizes_) : sizes(sizes_)
    {
    }
};

struct blocks_entry : entry {
    const char *blocks;
    unsigned block;
    constexpr blocks_entry(const char *blocks_, unsigned block_) : blocks(blocks_), block(block_)
    {
    }
};

struct traffic_entry : entry {
    size_t (*function)(size_t n, size_t element_bytes);
    enum gs_misfit misfit;
    constexpr traffic_entry(size_t (*function_)(size_t, size_t), enum gs_misfit misfit_)
        : function(function_), misfit(misfit_)
    {
    }
};

/* ---- a list of them -------------------------------------------------------------------------- */

template <typename... E> struct list;
template <> struct list<> {
};
template <typename H, typename... R> struct list<H, R...> {
    H head;
    list<R...> rest;
};

constexpr list<> pack()
{
    return {};
}
template <typename H, typename... R> constexpr list<H, R...> pack(H head, R... rest)
{
    static_assert(std::is_base_of<entry, H>::value,
                  "GRIDSTRIDE(...) takes gs_dtypes, gs_scalar, gs_input, gs_output, gs_updated, "
                  "gs_scratch, gs_zeroed, gs_reference, gs_variant, gs_cpu_variant and so on");
    return {head, pack(rest...)};
}

template <typename V> constexpr void visit(const list<> &, V &)
{
}
template <typename H, typename... R, typename V>
constexpr void visit(const list<H, R...> &entries, V &visitor)
{
    visitor(entries.head);
    visit(entries.rest, visitor);
}

/* ---- types ----------------------------------------------------------------------------------- */

template <int DTYPE> struct element;
template <> struct element<GS_F32> {
    typedef float type;
};
template <> struct element<GS_F64> {
    typedef double type;
};
template <> struct element<GS_I32> {
    typedef int type;
};
template <> struct element<GS_I64> {
    typedef long long type;
};

template <typename T> constexpr enum gs_dtype dtype_of()
{
    return std::is_floating_point<T>::value ? (sizeof(T) == 4 ? GS_F32 : GS_F64)
           : sizeof(T) == 4                 ? (std::is_signed<T>::value ? GS_I32 : GS_U32)
           : std::is_signed<T>::value       ? GS_I64
                                            : GS_U64;
}

/* The element type of an array where that of the run is T. */
template <typename OWN, typename T>
using own_or = typename std::conditional<std::is_void<OWN>::value, T, OWN>::type;

/* ---- calls ----------------------------------------------------------------------------------- */

/* What a call hands over, and how far it has got. */
struct arguments {
    const double *scalars;
    void *const *arrays;
};

/* A parameter: the value of an argument. */
template <typename T, int ROLE, typename OWN, typename FILL>
auto argument(const array_entry<ROLE, OWN, FILL> &, arguments &from)
{
    typedef own_or<OWN, T> E;
    typedef typename std::conditional<ROLE == GS_INPUT, const E *, E *>::type pointer;
    return (pointer)*from.arrays++;
}
template <typename T> T argument(const scalar_entry &, arguments &from)
{
    return (T)*from.scalars++;
}

template <typename E> struct is_parameter : std::false_type {
};
template <int ROLE, typename OWN, typename FILL>
struct is_parameter<array_entry<ROLE, OWN, FILL>> : std::true_type {
};
template <> struct is_parameter<scalar_entry> : std::true_type {
};

/* What a reference may look at: what was there before the run. */
template <typename E> struct is_hidden : std::false_type {
};
template <int ROLE, typename OWN, typename FILL>
struct is_hidden<array_entry<ROLE, OWN, FILL>>
    : std::integral_constant<bool, ROLE != GS_INPUT && ROLE != GS_UPDATED> {
};

template <typename... A> struct types {
};

/* The types of all arguments of a launch, or of a reference, behind those in types<A...>. */
template <typename T, bool REFERENCE, typename E, typename A> struct signature;
template <typename T, bool REFERENCE, typename... A>
struct signature<T, REFERENCE, list<>, types<A...>> {
    typedef types<A...> type;
};
template <typename T, bool REFERENCE, typename H, bool PARAMETER> struct parameter_type;
template <typename T, bool REFERENCE, typename... R, typename... A, typename H>
struct signature<T, REFERENCE, list<H, R...>, types<A...>> {
    static constexpr bool taken = is_parameter<H>::value && !(REFERENCE && is_hidden<H>::value);
    template <typename X, bool TAKEN> struct next {
        typedef types<A...> type;
    };
    template <typename X> struct next<X, true> {
        typedef decltype(argument<T>(*(const X *)nullptr, *(arguments *)nullptr)) value;
        typedef typename std::remove_pointer<value>::type pointed;
        typedef typename std::conditional<REFERENCE && std::is_pointer<value>::value,
                                          const pointed *, value>::type as;
        typedef types<A..., as> type;
    };
    typedef typename signature<T, REFERENCE, list<R...>, typename next<H, taken>::type>::type type;
};

template <typename F, typename A> struct fits;
template <typename F, typename... A>
struct fits<F, types<A...>> : std::is_invocable<const F &, A...> {
};

template <typename F, typename A> struct gives_number;
template <typename F, typename... A>
struct gives_number<F, types<A...>> : std::is_invocable_r<long double, const F &, A...> {
};

/* Calls function(first..., all parameters...). */
template <typename T, bool REFERENCE, typename F, typename... A>
auto call(const F &function, const list<> &, arguments, A... given)
{
    return function(given...);
}
template <typename T, bool REFERENCE, typename F, typename H, typename... R, typename... A>
auto call(const F &function, const list<H, R...> &entries, arguments from, A... given)
{
    if constexpr (!is_parameter<H>::value) {
        return call<T, REFERENCE>(function, entries.rest, from, given...);
    } else {
        auto value = argument<T>(entries.head, from);
        if constexpr (REFERENCE && is_hidden<H>::value)
            return call<T, REFERENCE>(function, entries.rest, from, given...);
        else if constexpr (REFERENCE && std::is_pointer<decltype(value)>::value)
            return call<T, REFERENCE>(
                function, entries.rest, from, given...,
                (const typename std::remove_pointer<decltype(value)>::type *)value);
        else
            return call<T, REFERENCE>(function, entries.rest, from, given..., value);
    }
}

/* ---- the constant tables --------------------------------------------------------------------- */

template <typename D> struct file {
    typedef typename std::decay<decltype(D::entries)>::type entries_type;

    /* ---- arrays ---- */

    struct find_length {
        size_t array, n, found, at = 0;
        constexpr find_length(size_t array_, size_t n_) : array(array_), n(n_), found(n_)
        {
        }
        template <int ROLE, typename OWN, typename FILL>
        constexpr void operator()(const array_entry<ROLE, OWN, FILL> &e)
        {
            if (at++ != array)
                return;
            if (e.length.function != nullptr)
                found = e.length.function(n);
            else if (e.length.is_count)
                found = e.length.count;
        }
        template <typename O> constexpr void operator()(const O &)
        {
        }
    };
    static size_t length(size_t array, size_t n)
    {
        find_length visitor(array, n);
        visit(D::entries, visitor);
        return visitor.found;
    }

    template <typename T>
    static void set_random(const struct gs_data *data, size_t array, T *out, size_t begin,
                           size_t end)
    {
        for (size_t i = begin; i < end; i++) {
            if constexpr (std::is_same<T, float>::value)
                out[i] = gs_random_f32(data->seed, (unsigned)array, i);
            else if constexpr (std::is_same<T, double>::value)
                out[i] = gs_random_f64(data->seed, (unsigned)array, i);
            else if constexpr (sizeof(T) == 4)
                out[i] = (T)gs_random_i32(data->seed, (unsigned)array, i);
            else
                out[i] = (T)gs_random_i64(data->seed, (unsigned)array, i);
        }
    }

    template <typename T> struct filler {
        const struct gs_data *data;
        size_t array, begin, end, at = 0;
        filler(const struct gs_data *data_, size_t array_, size_t begin_, size_t end_)
            : data(data_), array(array_), begin(begin_), end(end_)
        {
        }
        template <int ROLE, typename OWN, typename FILL>
        void operator()(const array_entry<ROLE, OWN, FILL> &e)
        {
            typedef own_or<OWN, T> E;
            if (at++ != array)
                return;
            E *out = (E *)data->arrays[array];
            if constexpr (std::is_same<FILL, no_fill>::value)
                set_random(data, array, out, begin, end);
            else
                for (size_t i = begin; i < end; i++)
                    out[i] = (E)e.fill(i, data->n, gs_random(data->seed, (unsigned)array, i));
        }
        template <typename O> void operator()(const O &)
        {
        }
    };
    template <typename T>
    static void fill_as(const struct gs_data *data, size_t array, size_t begin, size_t end)
    {
        filler<T> visitor(data, array, begin, end);
        visit(D::entries, visitor);
    }
    static void fill(const struct gs_data *data, size_t array, size_t begin, size_t end)
    {
        switch (data->dtype) {
        case GS_F32:
            return fill_as<float>(data, array, begin, end);
        case GS_F64:
            return fill_as<double>(data, array, begin, end);
        case GS_I32:
            return fill_as<int>(data, array, begin, end);
        default:
            return fill_as<long long>(data, array, begin, end);
        }
    }

    /* ---- scalars ---- */

    struct scalar_values {
        size_t n, count = 0;
        double *out;
        scalar_values(size_t n_, double *out_) : n(n_), out(out_)
        {
        }
        void operator()(const scalar_entry &e)
        {
            if (count < GS_MOST_SCALARS)
                out[count++] = e.function != nullptr ? e.function(n) : e.value;
        }
        template <typename O> void operator()(const O &)
        {
        }
    };
    static void scalars(size_t n, double *out)
    {
        scalar_values visitor(n, out);
        visit(D::entries, visitor);
    }

    /* ---- the least that a run moves ---- */

    struct counted_bytes {
        enum gs_dtype dtype;
        size_t n, array = 0, bytes = 0, element;
        size_t (*own)(size_t, size_t) = nullptr;
        counted_bytes(enum gs_dtype dtype_, size_t n_)
            : dtype(dtype_), n(n_), element(dtype_ == GS_F32 || dtype_ == GS_I32 ? 4 : 8)
        {
        }
        template <int ROLE, typename OWN, typename FILL>
        void operator()(const array_entry<ROLE, OWN, FILL> &)
        {
            size_t each = std::is_void<OWN>::value ? element : sizeof(own_or<OWN, char>);
            size_t times = ROLE == GS_UPDATED ? 2 : ROLE == GS_INPUT || ROLE == GS_OUTPUT ? 1 : 0;
            bytes += times * each * length(array++, n);
        }
        void operator()(const traffic_entry &e)
        {
            own = e.function;
        }
        template <typename O> void operator()(const O &)
        {
        }
    };
    static size_t traffic(enum gs_dtype dtype, size_t n)
    {
        counted_bytes visitor(dtype, n);
        visit(D::entries, visitor);
        return visitor.own != nullptr ? visitor.own(n, visitor.element) : visitor.bytes;
    }

    /* ---- variants ---- */

    struct find_dtypes {
        unsigned found = 1u << GS_F32;
        constexpr void operator()(const dtypes_entry &e)
        {
            found = e.dtypes;
        }
        template <typename O> constexpr void operator()(const O &)
        {
        }
    };
    /* What is not named is not compiled: exp() of an int, say, is no function of a device. */
    static constexpr bool runs_with(int dtype)
    {
        find_dtypes visitor;
        visit(D::entries, visitor);
        return visitor.found >> dtype & 1;
    }

    template <int DTYPE, int PLACE, typename F>
    static int run_as(const F &function, const struct gs_call *c)
    {
        typedef typename element<DTYPE>::type T;
        arguments from = {c->scalars, c->arrays};
        if constexpr (!runs_with(DTYPE)) {
            return cudaErrorInvalidValue;
        } else if constexpr (PLACE == GS_DEVICE) {
            typedef typename signature<T, false, entries_type, types<gs_launch>>::type wanted;
            if constexpr (fits<F, wanted>::value) {
                gs_launch at = {c->n, c->block, (cudaStream_t)c->stream};
                if constexpr (std::is_same<decltype(call<T, false>(function, D::entries, from, at)),
                                           cudaError_t>::value) {
                    cudaError_t error = call<T, false>(function, D::entries, from, at);
                    return error != cudaSuccess ? error : cudaGetLastError();
                } else {
                    call<T, false>(function, D::entries, from, at);
                    return cudaGetLastError();
                }
            }
        } else {
            typedef typename signature<T, false, entries_type, types<size_t>>::type wanted;
            if constexpr (fits<F, wanted>::value) {
                call<T, false>(function, D::entries, from, c->n);
                return 0;
            }
        }
        return cudaErrorInvalidValue;
    }

    template <int DTYPE, int PLACE, typename F> static constexpr unsigned fit()
    {
        typedef typename element<DTYPE>::type T;
        typedef typename std::conditional<PLACE == GS_DEVICE, gs_launch, size_t>::type first;
        typedef typename signature<T, false, entries_type, types<first>>::type wanted;
        return fits<F, wanted>::value ? 1u << DTYPE : 0;
    }

    /* The variant number K behind `skipped` others. */
    template <size_t K, typename E> struct nth_variant;
    template <size_t K, typename H, typename... R> struct nth_variant<K, list<H, R...>> {
        static constexpr const auto &of(const list<H, R...> &entries)
        {
            return nth_variant<K, list<R...>>::of(entries.rest);
        }
    };
    template <size_t K, int PLACE, typename F, typename... R>
    struct nth_variant<K, list<variant_entry<PLACE, F>, R...>> {
        static constexpr const auto &of(const list<variant_entry<PLACE, F>, R...> &entries)
        {
            if constexpr (K == 0)
                return entries.head;
            else
                return nth_variant<K - 1, list<R...>>::of(entries.rest);
        }
    };

    template <size_t K, int PLACE> static int run(const struct gs_call *c)
    {
        const auto &function = nth_variant<K, entries_type>::of(D::entries).function;
        switch (c->dtype) {
        case GS_F32:
            return run_as<GS_F32, PLACE>(function, c);
        case GS_F64:
            return run_as<GS_F64, PLACE>(function, c);
        case GS_I32:
            return run_as<GS_I32, PLACE>(function, c);
        case GS_I64:
            return run_as<GS_I64, PLACE>(function, c);
        default:
            return cudaErrorInvalidValue;
        }
    }

    /* ---- the reference ---- */

    template <int DTYPE, typename F> static constexpr unsigned fit_reference()
    {
        typedef typename element<DTYPE>::type T;
        typedef typename signature<T, true, entries_type, types<size_t, size_t>>::type wanted;
        return gives_number<F, wanted>::value ? 1u << DTYPE : 0;
    }

    template <int DTYPE> struct answerer {
        const struct gs_data *data;
        size_t wanted, begin, end;
        long double *out;
        size_t at = 0;
        answerer(const struct gs_data *data_, size_t wanted_, size_t begin_, size_t end_,
                 long double *out_)
            : data(data_), wanted(wanted_), begin(begin_), end(end_), out(out_)
        {
        }
        template <typename F> void operator()(const reference_entry<F> &e)
        {
            typedef typename element<DTYPE>::type T;
            if (at++ != wanted)
                return;
            if constexpr (fit_reference<DTYPE, F>() != 0) {
                arguments from = {data->scalars, data->arrays};
                for (size_t i = begin; i < end; i++)
                    out[i - begin] =
                        (long double)call<T, true>(e.function, D::entries, from, i, data->n);
            }
        }
        template <typename O> void operator()(const O &)
        {
        }
    };
    template <int DTYPE>
    static void answer_as(const struct gs_data *data, size_t wanted, size_t begin, size_t end,
                          long double *out)
    {
        answerer<DTYPE> visitor(data, wanted, begin, end, out);
        visit(D::entries, visitor);
    }

    /* The references stand in the order of the arrays that hold results. */
    struct rank_of_result {
        size_t array, at = 0, rank = 0;
        constexpr rank_of_result(size_t array_) : array(array_)
        {
        }
        template <int ROLE, typename OWN, typename FILL>
        constexpr void operator()(const array_entry<ROLE, OWN, FILL> &)
        {
            rank += at++ < array && (ROLE == GS_OUTPUT || ROLE == GS_UPDATED);
        }
        template <typename O> constexpr void operator()(const O &)
        {
        }
    };
    static void answer(const struct gs_data *data, size_t array, size_t begin, size_t end,
                       long double *out)
    {
        rank_of_result visitor(array);
        visit(D::entries, visitor);
        switch (data->dtype) {
        case GS_F32:
            return answer_as<GS_F32>(data, visitor.rank, begin, end, out);
        case GS_F64:
            return answer_as<GS_F64>(data, visitor.rank, begin, end, out);
        case GS_I32:
            return answer_as<GS_I32>(data, visitor.rank, begin, end, out);
        default:
            return answer_as<GS_I64>(data, visitor.rank, begin, end, out);
        }
    }

    /* ---- all of it ---- */

    /* Variants come in the list's order, and so does K. */
    template <size_t K> static constexpr void add_variants(const list<> &, gs_kernel_file &)
    {
    }
    template <size_t K, typename H, typename... R>
    static constexpr void add_variants(const list<H, R...> &entries, gs_kernel_file &to)
    {
        add_variants<K>(entries.rest, to);
    }
    template <size_t K, int PLACE, typename F, typename... R>
    static constexpr void add_variants(const list<variant_entry<PLACE, F>, R...> &entries,
                                       gs_kernel_file &to)
    {
        if constexpr (K <= GS_MOST_KERNEL_VARIANTS) {
            gs_variant &v = to.variants[K];
            v.name = entries.head.name;
            v.place = (enum gs_place)PLACE;
            v.run = &run<K, PLACE>;
            v.about = entries.head.about;
            to.variant_fits[K] = fit<GS_F32, PLACE, F>() | fit<GS_F64, PLACE, F>() |
                                 fit<GS_I32, PLACE, F>() | fit<GS_I64, PLACE, F>();
            to.variant_count = K + 1;
        }
        add_variants<K + 1>(entries.rest, to);
    }

    struct collector {
        gs_kernel_file &to;
        constexpr collector(gs_kernel_file &to_) : to(to_)
        {
        }
        constexpr void note(enum gs_misfit misfit, const char *name)
        {
            if (to.misfit != GS_FITS)
                return;
            to.misfit = misfit;
            to.misfit_name = name;
        }
        constexpr void add_parameter(const char *name)
        {
            if (to.parameter_count <= GS_MOST_ARRAYS + GS_MOST_SCALARS)
                to.parameters[to.parameter_count++] = name;
        }
        template <int ROLE, typename OWN, typename FILL>
        constexpr void operator()(const array_entry<ROLE, OWN, FILL> &e)
        {
            add_parameter(e.name);
            note(e.misfit, e.name);
            if (to.array_count > GS_MOST_ARRAYS)
                return;
            if (!std::is_void<OWN>::value)
                to.workload.typed_arrays |= 1u << to.array_count;
            gs_array &array = to.arrays[to.array_count++];
            array.name = e.name;
            array.role = (enum gs_role)ROLE;
            array.dtype = dtype_of<own_or<OWN, float>>();
        }
        constexpr void operator()(const scalar_entry &e)
        {
            add_parameter(e.name);
            note(e.misfit, e.name);
            to.scalar_count++;
        }
        template <typename F> constexpr void operator()(const reference_entry<F> &e)
        {
            if (to.reference_count > GS_MOST_ARRAYS)
                return;
            to.reference_names[to.reference_count] = e.name;
            to.reference_fits[to.reference_count++] =
                fit_reference<GS_F32, F>() | fit_reference<GS_F64, F>() |
                fit_reference<GS_I32, F>() | fit_reference<GS_I64, F>();
        }
        constexpr void operator()(const reference_variant_entry &e)
        {
            to.reference_variant = e.name;
        }
        constexpr void operator()(const dtypes_entry &e)
        {
            to.workload.dtypes = e.dtypes;
        }
        constexpr void operator()(const tolerance_entry &e)
        {
            to.workload.tolerance[GS_F32] = e.f32;
            to.workload.tolerance[GS_F64] = e.f64;
        }
        constexpr void operator()(const traffic_entry &e)
        {
            note(e.misfit, nullptr);
        }
        constexpr void operator()(const sizes_entry &e)
        {
            to.workload.sizes = e.sizes;
        }
        constexpr void operator()(const blocks_entry &e)
        {
            to.workload.blocks = e.blocks;
            to.workload.block = e.block;
        }
        template <typename O> constexpr void operator()(const O &)
        {
        }
    };

    static constexpr gs_kernel_file describe(const char *path, int line, const char *title)
    {
        gs_kernel_file made = {};
        made.version = GS_KERNEL_FILE_VERSION;
        made.path = path;
        made.line = line;
        made.title = title;
        made.workload.dtypes = 1u << GS_F32;
        made.workload.sizes = "1Ki:4Mi:*4";
        made.workload.blocks = "32:1024:*2";
        made.workload.block = 256;
        made.workload.tolerance[GS_F32] = 1e-5;
        made.workload.tolerance[GS_F64] = 1e-13;
        made.workload.scalars = &scalars;
        made.workload.length = &length;
        made.workload.fill = &fill;
        made.workload.answer = &answer;
        made.workload.traffic = &traffic;
        collector visitor(made);
        visit(D::entries, visitor);
        add_variants<0>(D::entries, made);
        return made;
    }
    /* The first entry is no text: what is loaded says so. */
    template <typename T>
    static constexpr gs_kernel_file describe(const char *path, int line, const T & /*entry*/)
    {
        return describe(path, line, "");
    }
};

} // namespace gs

/* ---- what a file writes ---------------------------------------------------------------------- */

/* The element types that the kernels are run with: of f32, f64, i32, i64. Left out: f32. */
#define gs_dtypes(...) gs::dtypes_entry(gs::any_of(GS_EACH_DTYPE(__VA_ARGS__)))
namespace gs
{
template <typename... U> constexpr unsigned any_of(U... bits)
{
    return (0u | ... | bits);
}
} // namespace gs
#define GS_EACH_DTYPE(...)                                                                         \
    GS_PICK_DTYPES(__VA_ARGS__, GS_DTYPES_4, GS_DTYPES_3, GS_DTYPES_2, GS_DTYPES_1)(__VA_ARGS__)
#define GS_PICK_DTYPES(a, b, c, d, chosen, ...) chosen
#define GS_DTYPES_1(a) gs::gs_dtypes_takes_f32_f64_i32_i64::of_##a
#define GS_DTYPES_2(a, b) GS_DTYPES_1(a), GS_DTYPES_1(b)
#define GS_DTYPES_3(a, b, c) GS_DTYPES_2(a, b), GS_DTYPES_1(c)
#define GS_DTYPES_4(a, b, c, d) GS_DTYPES_3(a, b, c), GS_DTYPES_1(d)

/*
 * Arrays. All have n elements of the run's type, random ones in [-1, 1) (integers: in half of their
 * range), unless an option behind the name says more: gs_length, gs_type, gs_fill.
 */
template <typename... O> constexpr auto gs_input(const char *name, O... options)
{
    return gs::make_array<GS_INPUT>(name, options...);
}
template <typename... O> constexpr auto gs_output(const char *name, O... options)
{
    return gs::make_array<GS_OUTPUT>(name, options...);
}
/* Read and written in place. */
template <typename... O> constexpr auto gs_updated(const char *name, O... options)
{
    return gs::make_array<GS_UPDATED>(name, options...);
}
/* Room for values between kernels; nobody looks at it. */
template <typename... O> constexpr auto gs_scratch(const char *name, O... options)
{
    return gs::make_array<GS_SCRATCH>(name, options...);
}
/* The same, but zeros before a run, and each run has to leave zeros. */
template <typename... O> constexpr auto gs_zeroed(const char *name, O... options)
{
    return gs::make_array<GS_ZEROED>(name, options...);
}

/* Whether another type than a number's is a function that may be given. */
namespace gs
{
template <typename F, typename FUNCTION>
struct is_neither
    : std::integral_constant<bool, !std::is_arithmetic<F>::value && !std::is_enum<F>::value &&
                                       !std::is_convertible<F, FUNCTION>::value> {
};
} // namespace gs

/* Elements of the array: a function of n, or so many at every n. */
constexpr gs::length_option gs_length(size_t (*of_n)(size_t n))
{
    return {of_n, 0, false};
}
template <typename N, typename = typename std::enable_if<std::is_integral<N>::value ||
                                                         std::is_enum<N>::value>::type>
constexpr gs::length_option gs_length(N count)
{
    return {nullptr, count < (N)0 ? 0 : (size_t)count, true};
}
template <typename N,
          typename = typename std::enable_if<std::is_floating_point<N>::value ||
                                             gs::is_neither<N, size_t (*)(size_t)>::value>::type>
constexpr gs::misfit_option gs_length(N, ...)
{
    return {GS_MISFIT_LENGTH};
}

/* Its elements have this type in every run: gs_type(int). */
#define gs_type(...)                                                                               \
    gs::type_option<__VA_ARGS__>                                                                   \
    {                                                                                              \
    }

namespace gs
{
template <typename F> constexpr bool is_fill()
{
    if constexpr (std::is_invocable_r<double, F, size_t, size_t, gs_random>::value)
        return std::is_convertible<F, std::invoke_result_t<F, size_t, size_t, gs_random> (*)(
                                          size_t, size_t, gs_random)>::value;
    else
        return false;
}
} // namespace gs

/* What it holds before a run, an element at a time: double f(size_t i, size_t n, gs_random r). */
template <typename F> constexpr auto gs_fill(F of_i)
{
    if constexpr (gs::is_fill<F>())
        return gs::fill_option<std::invoke_result_t<F, size_t, size_t, gs_random>>{of_i};
    else
        return gs::misfit_option{GS_MISFIT_FILL};
}

/* A number beside the arrays, of the run's type: a value, or a function of n. */
template <typename N, typename = typename std::enable_if<std::is_arithmetic<N>::value>::type>
constexpr gs::scalar_entry gs_scalar(const char *name, N value)
{
    return gs::scalar_entry(name, (double)value, nullptr);
}
constexpr gs::scalar_entry gs_scalar(const char *name, double (*of_n)(size_t n))
{
    return gs::scalar_entry(name, 0, of_n);
}
template <typename N,
          typename = typename std::enable_if<gs::is_neither<N, double (*)(size_t)>::value>::type>
constexpr gs::scalar_entry gs_scalar(const char *name, N, ...)
{
    return gs::scalar_entry(name, 0, nullptr, GS_MISFIT_SCALAR);
}

/* A function, whatever it is overloaded or a template for, as a value. */
#define GS_FUNCTION(function)                                                                      \
    [](auto... given) -> decltype(function(given...)) { return function(given...); }

/*
 * What element i of an output is to be, of the inputs and updated arrays as they were before:
 * function(size_t i, size_t n, scalars..., arrays...). For several outputs one each, in their
 * order.
 */
#define gs_reference(...) gs::make_reference(#__VA_ARGS__, GS_FUNCTION((__VA_ARGS__)))

/* Or: the output of this variant, which then is right by definition. */
constexpr gs::reference_variant_entry gs_reference_variant(const char *name)
{
    return gs::reference_variant_entry(name);
}

/*
 * A way to compute it: function(gs_launch at, scalars..., arrays...) launches kernels, and does not
 * wait. Its name in tables is that of the function, without "launch_"; or the one that is given.
 */
#define gs_variant(function) gs::make_variant<GS_DEVICE>(#function, GS_FUNCTION(function))
#define gs_variant_named(name, ...) gs::make_variant<GS_DEVICE>(name, GS_FUNCTION((__VA_ARGS__)))

/* The same on the CPU, to stand beside it: function(size_t n, scalars..., arrays...). */
#define gs_cpu_variant(function) gs::make_variant<GS_CPU_SERIAL>(#function, GS_FUNCTION(function))

/*
 * How far off an element may be, over the larger of itself and the root mean square of its array:
 * of f32 (left out: 1e-5), and of f64 (2^-29 of that). Integers are right exactly or not at all.
 */
constexpr gs::tolerance_entry gs_tolerance(double f32)
{
    return gs::tolerance_entry(f32, f32 * 0x1p-29);
}
constexpr gs::tolerance_entry gs_tolerance(double f32, double f64)
{
    return gs::tolerance_entry(f32, f64);
}

/* The n that a run goes over, as --sizes has them (left out: "1Ki:4Mi:*4"). */
constexpr gs::sizes_entry gs_sizes(const char *sizes)
{
    return gs::sizes_entry(sizes);
}

/* Threads a block: of the sweep over n (left out: 256), and, at its largest n, as --blocks has
 * them ("32:1024:*2"). */
template <typename N, typename = typename std::enable_if<std::is_integral<N>::value ||
                                                         std::is_enum<N>::value>::type>
constexpr gs::blocks_entry gs_blocks(N block, const char *blocks = nullptr)
{
    return gs::blocks_entry(blocks, (unsigned)block);
}
constexpr gs::blocks_entry gs_blocks(const char *blocks)
{
    return gs_blocks(256, blocks);
}

/* Bytes that the best variant has to move at size n: f(n, bytes of an element). Left out: each
 * input and output once, an updated array twice. */
constexpr gs::traffic_entry gs_traffic(size_t (*of_n)(size_t n, size_t element_bytes))
{
    return gs::traffic_entry(of_n, GS_FITS);
}
template <typename F, typename = typename std::enable_if<
                          !std::is_convertible<F, size_t (*)(size_t, size_t)>::value>::type>
constexpr gs::traffic_entry gs_traffic(F, ...)
{
    return gs::traffic_entry(nullptr, GS_MISFIT_TRAFFIC);
}

/* The file's one description: what it computes, in one line, and the entries above. */
#define GRIDSTRIDE(title, ...)                                                                     \
    static constexpr auto gs_entries_here = gs::pack(__VA_ARGS__);                                 \
    namespace                                                                                      \
    {                                                                                              \
    struct gs_description_here {                                                                   \
        static constexpr const auto &entries = gs_entries_here;                                    \
    };                                                                                             \
    }                                                                                              \
    extern "C" __attribute__((visibility("default"), used))                                        \
    const gs_kernel_file gs_kernel_file_here =                                                     \
        gs::file<gs_description_here>::describe(__FILE__, __LINE__, title); /* ";" may follow */

#endif
