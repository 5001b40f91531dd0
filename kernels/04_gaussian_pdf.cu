/*
 * Lesson 4, gaussian_pdf and polar_distance: some arithmetic for every element.
 *
 * gaussian_pdf reads n elements and writes n; polar_distance reads 4 n and writes n. Neighbouring
 * threads work on neighbouring elements, so memory is used as in lesson 3, and the variants differ
 * in what they compute: in which precision, how often, and with which functions.
 */
#include "04_gaussian_pdf.h"
#include "common.cuh"

static constexpr double PI = 3.14159265358979323846;

/* The arrays of the calls. */
enum { X, P };
enum { RHO1, THETA1, RHO2, THETA2, D };

/* ---- gaussian_pdf: the device functions ----------------------------------------------------- */

/* The same for every x, so a kernel gets them as an argument; from gaussian_of(). */
template <typename T> struct constants {
    T mean, sigma, inverse, peak;
};

/*
 * Each of these is a __device__ function that a kernel applies to every x. It is a struct only to
 * have its constants with it.
 *
 * First the formula as one types it. For float data 0.5 and 2.0 are accidents: they are doubles,
 * so C computes all that they touch in double, and rounds to float at the very end.
 */
template <typename T> struct double_literals {
    constants<T> c;

    __device__ T operator()(T x) const
    {
        T z = (x - c.mean) / c.sigma;
        return exp(-0.5 * z * z) / (c.sigma * sqrt(2.0 * PI));
    }
};

/* The same with every literal in the type of the data: 0.5f, where that is float. */
template <typename T> struct float_literals {
    constants<T> c;

    __device__ T operator()(T x) const
    {
        T z = (x - c.mean) / c.sigma;
        return exp(T(-0.5) * z * z) / (c.sigma * sqrt(T(2.0 * PI)));
    }
};

/*
 * What does not depend on x was computed once, on the host: the two divisions for each element
 * become multiplications.
 */
template <typename T> struct hoisted {
    constants<T> c;

    __device__ T operator()(T x) const
    {
        T z = (x - c.mean) * c.inverse;
        return exp(T(-0.5) * z * z) * c.peak;
    }
};

/*
 * __expf multiplies by log2(e) and has the hardware raise 2 to the product. The product is rounded,
 * and half a unit in the last place of a large exponent is many units of the power; expf spends a
 * few more instructions on just that. Here z * z has been rounded before, and so it matters little.
 */
static __device__ float fast_exp(float x)
{
    return __expf(x);
}

static __device__ double fast_exp(double x)
{
    return exp(x); /* the hardware has no power of 2 in double */
}

template <typename T> struct fast_math {
    constants<T> c;

    __device__ T operator()(T x) const
    {
        T z = (x - c.mean) * c.inverse;
        return fast_exp(T(-0.5) * z * z) * c.peak;
    }
};

/* ---- gaussian_pdf: the kernels -------------------------------------------------------------- */

/* One element a thread, whichever function it is. */
template <typename T, typename Density>
static __global__ void __launch_bounds__(1024)
    one_per_thread(const T *x, T *p, size_t n, Density density)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = density(x[i]);
}

template <typename T> static constants<T> constants_of(const struct gs_call *call)
{
    struct gaussian g = gaussian_of(call->scalars);
    return {(T)g.mean, (T)g.sigma, (T)g.inverse, (T)g.peak};
}

template <typename T, template <typename> class Density>
static cudaError_t launch_one_per_thread(const struct gs_call *call)
{
    Density<T> density = {constants_of<T>(call)};
    one_per_thread<<<grid_for(call, call->n), call->block, 0, stream_of(call)>>>(
        array<T>(call, X), array<T>(call, P), call->n, density);
    return cudaGetLastError();
}

enum { FOUR = 4 }; /* elements of a thread */

/*
 * 16 bytes an access, as in lesson 3, and four elements a thread: one chunk in f32, in f64 two,
 * which are blockDim.x apart and both on their way before the first is looked at. The function is
 * the same; what changes is how many bytes a thread has under way while it waits for memory.
 *
 * In f64 the four take turns: the first is done and goes to the back. All at once, as in f32, they
 * would need more registers than there are for as many threads as a multiprocessor can hold.
 */
template <typename T, typename Density>
static __global__ void __launch_bounds__(1024)
    vector4(const T *x, T *p, chunked<T> cut, Density density)
{
    enum { COUNT = chunk<T>::count, CHUNKS = FOUR / COUNT, AT_ONCE = sizeof(T) == 4 ? FOUR : 1 };
    chunk<T> c[CHUNKS];
    size_t first = (size_t)blockIdx.x * (blockDim.x * CHUNKS) + threadIdx.x;
    if (first < cut.chunks) {
#pragma unroll
        for (unsigned k = 0; k < CHUNKS; k++) {
            size_t i = first + k * blockDim.x;
            c[k] = i < cut.chunks ? cut.of(x)[i] : chunk<T>{};
        }
#pragma unroll AT_ONCE
        for (int turn = 0; turn < FOUR; turn++) {
            T done = density(c[0].element[0]);
#pragma unroll
            for (int e = 1; e < FOUR; e++)
                c[(e - 1) / COUNT].element[(e - 1) % COUNT] = c[e / COUNT].element[e % COUNT];
            c[CHUNKS - 1].element[COUNT - 1] = done;
        }
#pragma unroll
        for (unsigned k = 0; k < CHUNKS; k++) {
            size_t i = first + k * blockDim.x;
            if (i < cut.chunks)
                cut.of(p)[i] = c[k];
        }
    }

    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < cut.remainder()) {
        size_t k = cut.remainder_index(i);
        p[k] = density(x[k]);
    }
}

template <typename T, template <typename> class Density>
static cudaError_t launch_vector4(const struct gs_call *call)
{
    const T *x = array<T>(call, X);
    T *p = array<T>(call, P);
    Density<T> density = {constants_of<T>(call)};
    if (!aligned_alike(x, p))
        return launch_one_per_thread<T, Density>(call);
    chunked<T> cut = cut_into_chunks(x, call->n);
    unsigned grid = grid_for(call, cut.threads(FOUR / chunk<T>::count));
    vector4<<<grid, call->block, 0, stream_of(call)>>>(x, p, cut, density);
    return cudaGetLastError();
}

/* ---- polar_distance: the device functions --------------------------------------------------- */

/* Two numbers returned as one: a struct, which the compiler keeps in registers. */
template <typename T> struct point {
    T x, y;
};

template <typename T> static __device__ point<T> to_cartesian(T rho, T theta)
{
    return {rho * cos(theta), rho * sin(theta)};
}

/* The same point. Most of a sine's work is to bring the angle near 0, and a cosine's is the same:
 * sincos() does it once. */
template <typename T> static __device__ point<T> to_cartesian_at_once(T rho, T theta)
{
    T sine, cosine;
    sincos(theta, &sine, &cosine);
    return {rho * cosine, rho * sine};
}

template <typename T> static __device__ T distance_between(point<T> p, point<T> q)
{
    T dx = p.x - q.x, dy = p.y - q.y;
    return sqrt(dx * dx + dy * dy);
}

template <typename T> struct pair {
    __device__ T operator()(T rho1, T theta1, T rho2, T theta2) const
    {
        return distance_between(to_cartesian(rho1, theta1), to_cartesian(rho2, theta2));
    }
};

template <typename T> struct sincos_pair {
    __device__ T operator()(T rho1, T theta1, T rho2, T theta2) const
    {
        return distance_between(to_cartesian_at_once(rho1, theta1),
                                to_cartesian_at_once(rho2, theta2));
    }
};

/*
 * Only the angle between the points matters, so one sine does:
 *
 *     d^2 = (rho1 - rho2)^2 + 4 rho1 rho2 sin^2((theta1 - theta2) / 2)
 *
 * Both terms are positive, and both are small where the points are close, so nothing cancels. The
 * textbook's rho1^2 + rho2^2 - 2 rho1 rho2 cos(theta1 - theta2) is the same number, but a small
 * difference of large ones: of a distance of 0.001 it has no digit right in float.
 */
template <typename T> struct half_angle {
    __device__ T operator()(T rho1, T theta1, T rho2, T theta2) const
    {
        T along = rho1 - rho2, sine = sin((theta1 - theta2) / 2);
        return sqrt(along * along + 4 * rho1 * rho2 * sine * sine);
    }
};

/* ---- polar_distance: the kernels ------------------------------------------------------------ */

template <typename T> struct polar_arrays {
    const T *rho1, *theta1, *rho2, *theta2;
    T *d;
};

template <typename T, typename Distance>
static __global__ void __launch_bounds__(1024)
    polar_one_per_thread(polar_arrays<T> a, size_t n, Distance distance)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a.d[i] = distance(a.rho1[i], a.theta1[i], a.rho2[i], a.theta2[i]);
}

template <typename T> static polar_arrays<T> polar_arrays_of(const struct gs_call *call)
{
    return {array<T>(call, RHO1), array<T>(call, THETA1), array<T>(call, RHO2),
            array<T>(call, THETA2), array<T>(call, D)};
}

template <typename T, template <typename> class Distance>
static cudaError_t launch_polar_one_per_thread(const struct gs_call *call)
{
    polar_one_per_thread<<<grid_for(call, call->n), call->block, 0, stream_of(call)>>>(
        polar_arrays_of<T>(call), call->n, Distance<T>());
    return cudaGetLastError();
}

/* 16 bytes from each of four arrays: 64 under way a thread. */
template <typename T, typename Distance>
static __global__ void __launch_bounds__(1024)
    polar_vector4(polar_arrays<T> a, chunked<T> cut, Distance distance)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < cut.chunks) {
        chunk<T> rho1 = cut.of(a.rho1)[i];
        chunk<T> theta1 = cut.of(a.theta1)[i];
        chunk<T> rho2 = cut.of(a.rho2)[i];
        chunk<T> theta2 = cut.of(a.theta2)[i];
        chunk<T> d;
        for (int k = 0; k < chunk<T>::count; k++)
            d.element[k] =
                distance(rho1.element[k], theta1.element[k], rho2.element[k], theta2.element[k]);
        cut.of(a.d)[i] = d;
    }

    if (i < cut.remainder()) {
        size_t k = cut.remainder_index(i);
        a.d[k] = distance(a.rho1[k], a.theta1[k], a.rho2[k], a.theta2[k]);
    }
}

template <typename T, template <typename> class Distance>
static cudaError_t launch_polar_vector4(const struct gs_call *call)
{
    polar_arrays<T> a = polar_arrays_of<T>(call);
    if (!aligned_alike(a.rho1, a.theta1, a.rho2, a.theta2, a.d))
        return launch_polar_one_per_thread<T, Distance>(call);
    chunked<T> cut = cut_into_chunks(a.rho1, call->n);
    polar_vector4<<<grid_for(call, cut.threads()), call->block, 0, stream_of(call)>>>(
        a, cut, Distance<T>());
    return cudaGetLastError();
}

/* ---- what the harness calls ------------------------------------------------------------------ */

extern "C" int gaussian_pdf_double_literals(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, launch_one_per_thread<T, double_literals>(call))
}

extern "C" int gaussian_pdf_float_literals(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, launch_one_per_thread<T, float_literals>(call))
}

extern "C" int gaussian_pdf_hoisted(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, launch_one_per_thread<T, hoisted>(call))
}

extern "C" int gaussian_pdf_fast_math(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, launch_one_per_thread<T, fast_math>(call))
}

/* With hoisted, not with fast_math: once memory is the limit, accuracy costs nothing. */
extern "C" int gaussian_pdf_vector4(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, launch_vector4<T, hoisted>(call))
}

extern "C" int polar_distance_pair(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, launch_polar_one_per_thread<T, pair>(call))
}

extern "C" int polar_distance_sincos(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, launch_polar_one_per_thread<T, sincos_pair>(call))
}

extern "C" int polar_distance_half_angle(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, launch_polar_one_per_thread<T, half_angle>(call))
}

extern "C" int polar_distance_vector4(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, launch_polar_vector4<T, half_angle>(call))
}
