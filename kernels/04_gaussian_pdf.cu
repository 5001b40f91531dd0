/*
 * Lesson 4, gaussian_pdf and polar_distance: some arithmetic for every element.
 *
 * gaussian_pdf reads n elements and writes n; polar_distance reads 4 n and writes n. Neighbouring
 * threads work on neighbouring elements, so memory is used as in lesson 3, and the variants differ
 * in what they compute: in which precision, how often, and with which functions.
 */
#include "04_gaussian_pdf.h"
#include "call.h"

#include <cuda_runtime.h>
#include <stdint.h>

static constexpr double PI = 3.14159265358979323846;

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
    struct constants<T> c;

    __device__ T operator()(T x) const
    {
        T z = (x - c.mean) / c.sigma;
        return exp(-0.5 * z * z) / (c.sigma * sqrt(2.0 * PI));
    }
};

/* The same with every literal in the type of the data: 0.5f, where that is float. */
template <typename T> struct float_literals {
    struct constants<T> c;

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
    struct constants<T> c;

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
    struct constants<T> c;

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

/* 16 bytes that travel as one access. */
template <typename T> struct alignas(16) chunk {
    enum { count = 16 / sizeof(T), in_four = 4 / count };
    T element[count];
};

/* n elements: `head` before the first 16-byte boundary, whole chunks, and a tail. */
struct span {
    size_t n, head, chunks;
};

/*
 * The element of the head or the tail that thread i does beside its chunks; span.n where there is
 * none. Both are shorter than a chunk, and the first threads take them, one element each.
 */
template <typename T> static __device__ size_t end_element(struct span span, size_t i)
{
    size_t in_chunks = span.chunks * chunk<T>::count;
    if (i >= span.n - in_chunks)
        return span.n;
    return i < span.head ? i : i + in_chunks;
}

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
    vector4(const T *x, T *p, struct span span, Density density)
{
    enum { FOUR = 4, COUNT = chunk<T>::count, CHUNKS = chunk<T>::in_four };
    enum { AT_ONCE = sizeof(T) == 4 ? FOUR : 1 };
    const struct chunk<T> *from = (const struct chunk<T> *)(x + span.head);
    struct chunk<T> *to = (struct chunk<T> *)(p + span.head), c[CHUNKS];
    size_t first = (size_t)blockIdx.x * (blockDim.x * CHUNKS) + threadIdx.x;
    if (first < span.chunks) {
#pragma unroll
        for (unsigned k = 0; k < CHUNKS; k++) {
            size_t i = first + k * blockDim.x;
            c[k] = i < span.chunks ? from[i] : chunk<T>{};
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
            if (i < span.chunks)
                to[i] = c[k];
        }
    }

    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t end = end_element<T>(span, i);
    if (end < span.n)
        p[end] = density(x[end]);
}

/* ---- polar_distance: the device functions --------------------------------------------------- */

/* Two numbers returned as one: a struct, which the compiler keeps in registers. */
template <typename T> struct point {
    T x, y;
};

template <typename T> static __device__ struct point<T> to_cartesian(T rho, T theta) {
    struct point<T> p = {
        rho *cos(theta), rho *sin(theta)
    };
    return p;
}

/* The same point. Most of a sine's work is to bring the angle near 0, and a cosine's is the same:
 * sincos() does it once. */
template <typename T>
static __device__ struct point<T> to_cartesian_at_once(T rho, T theta) {
    T sine, cosine;
    sincos(theta, &sine, &cosine);
    struct point<T> p = {
        rho *cosine, rho *sine
    };
    return p;
}

template <typename T>
static __device__ T distance_between(struct point<T> p, struct point<T> q)
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
    polar_one_per_thread(struct polar_arrays<T> a, size_t n, Distance distance)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a.d[i] = distance(a.rho1[i], a.theta1[i], a.rho2[i], a.theta2[i]);
}

/* 16 bytes from each of four arrays: 64 under way a thread. */
template <typename T, typename Distance>
static __global__ void __launch_bounds__(1024)
    polar_vector4(struct polar_arrays<T> a, struct span span, Distance distance)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < span.chunks) {
        struct chunk<T> rho1 = ((const chunk<T> *)(a.rho1 + span.head))[i];
        struct chunk<T> theta1 = ((const chunk<T> *)(a.theta1 + span.head))[i];
        struct chunk<T> rho2 = ((const chunk<T> *)(a.rho2 + span.head))[i];
        struct chunk<T> theta2 = ((const chunk<T> *)(a.theta2 + span.head))[i];
        struct chunk<T> d;
        for (int k = 0; k < chunk<T>::count; k++)
            d.element[k] =
                distance(rho1.element[k], theta1.element[k], rho2.element[k], theta2.element[k]);
        ((chunk<T> *)(a.d + span.head))[i] = d;
    }

    size_t end = end_element<T>(span, i);
    if (end < span.n)
        a.d[end] = distance(a.rho1[end], a.theta1[end], a.rho2[end], a.theta2[end]);
}

/* ---- launchers ------------------------------------------------------------------------------ */

/* Elements from p to the next 16-byte boundary. */
static size_t elements_to_boundary(const void *p, size_t element)
{
    return (16 - (uintptr_t)p % 16) % 16 / element;
}

/* False where not all of the call's arrays reach a 16-byte boundary at the same element. */
template <typename T>
static bool cut_into_chunks(const struct gs_call *call, int arrays, struct span *out)
{
    size_t head = elements_to_boundary(call->arrays[0], sizeof(T));
    for (int k = 1; k < arrays; k++) {
        if (elements_to_boundary(call->arrays[k], sizeof(T)) != head)
            return false;
    }
    out->n = call->n;
    out->head = head < call->n ? head : call->n;
    out->chunks = (call->n - out->head) / chunk<T>::count;
    return true;
}

/* Blocks of threads that do `each` chunks, and an element of head or tail where those are more. */
template <typename T> static unsigned blocks_for(struct span span, unsigned block, unsigned each)
{
    size_t ends = span.n - span.chunks * chunk<T>::count, threads = (span.chunks + each - 1) / each;
    return gs_blocks_for(ends > threads ? ends : threads, block);
}

template <typename T> static struct constants<T> constants_of(const struct gs_call *call) {
    struct gaussian g = gaussian_of(call->scalars);
    return {(T)g.mean, (T)g.sigma, (T)g.inverse, (T)g.peak};
}

template <typename T, template <typename> class Density>
static int launch_one_per_thread(const struct gs_call *call)
{
    Density<T> density = {constants_of<T>(call)};
    if (call->n == 0)
        return cudaSuccess;
    one_per_thread<<<gs_blocks_for(call->n, call->block), call->block, 0,
                     (cudaStream_t)call->stream>>>((const T *)call->arrays[0], (T *)call->arrays[1],
                                                   call->n, density);
    return cudaGetLastError();
}

template <typename T, template <typename> class Density>
static int launch_vector4(const struct gs_call *call)
{
    Density<T> density = {constants_of<T>(call)};
    struct span span;
    if (!cut_into_chunks<T>(call, 2, &span))
        return launch_one_per_thread<T, Density>(call);
    if (call->n == 0)
        return cudaSuccess;
    unsigned blocks = blocks_for<T>(span, call->block, chunk<T>::in_four);
    vector4<<<blocks, call->block, 0, (cudaStream_t)call->stream>>>(
        (const T *)call->arrays[0], (T *)call->arrays[1], span, density);
    return cudaGetLastError();
}

template <typename T> static struct polar_arrays<T> polar_arrays_of(const struct gs_call *call) {
    return {(const T *)call->arrays[0], (const T *)call->arrays[1], (const T *)call->arrays[2],
            (const T *)call->arrays[3], (T *)call->arrays[4]};
}

template <typename T, template <typename> class Distance>
static int launch_polar_one_per_thread(const struct gs_call *call)
{
    if (call->n == 0)
        return cudaSuccess;
    polar_one_per_thread<<<gs_blocks_for(call->n, call->block), call->block, 0,
                           (cudaStream_t)call->stream>>>(polar_arrays_of<T>(call), call->n,
                                                         Distance<T>());
    return cudaGetLastError();
}

template <typename T, template <typename> class Distance>
static int launch_polar_vector4(const struct gs_call *call)
{
    struct span span;
    if (!cut_into_chunks<T>(call, 5, &span))
        return launch_polar_one_per_thread<T, Distance>(call);
    if (call->n == 0)
        return cudaSuccess;
    polar_vector4<<<blocks_for<T>(span, call->block, 1), call->block, 0,
                    (cudaStream_t)call->stream>>>(polar_arrays_of<T>(call), span, Distance<T>());
    return cudaGetLastError();
}

/* Calls launch<T, function>(call) with the T of call->dtype. */
#define DISPATCH(launch, function, call)                                                           \
    switch ((call)->dtype) {                                                                       \
    case GS_F32:                                                                                   \
        return launch<float, function>(call);                                                      \
    case GS_F64:                                                                                   \
        return launch<double, function>(call);                                                     \
    default:                                                                                       \
        return cudaErrorInvalidValue;                                                              \
    }

extern "C" int gaussian_pdf_double_literals(const struct gs_call *call)
{
    DISPATCH(launch_one_per_thread, double_literals, call)
}

extern "C" int gaussian_pdf_float_literals(const struct gs_call *call)
{
    DISPATCH(launch_one_per_thread, float_literals, call)
}

extern "C" int gaussian_pdf_hoisted(const struct gs_call *call)
{
    DISPATCH(launch_one_per_thread, hoisted, call)
}

extern "C" int gaussian_pdf_fast_math(const struct gs_call *call)
{
    DISPATCH(launch_one_per_thread, fast_math, call)
}

/* With hoisted, not with fast_math: once memory is the limit, accuracy costs nothing. */
extern "C" int gaussian_pdf_vector4(const struct gs_call *call)
{
    DISPATCH(launch_vector4, hoisted, call)
}

extern "C" int polar_distance_pair(const struct gs_call *call)
{
    DISPATCH(launch_polar_one_per_thread, pair, call)
}

extern "C" int polar_distance_sincos(const struct gs_call *call)
{
    DISPATCH(launch_polar_one_per_thread, sincos_pair, call)
}

extern "C" int polar_distance_half_angle(const struct gs_call *call)
{
    DISPATCH(launch_polar_one_per_thread, half_angle, call)
}

extern "C" int polar_distance_vector4(const struct gs_call *call)
{
    DISPATCH(launch_polar_vector4, half_angle, call)
}
