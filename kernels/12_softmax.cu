/*
 * Lesson 12, softmax of rows: y = exp(x - m) / s, where m is the largest element of the row, and s
 * the sum of all its exp(x - m).
 *
 * m leaves the answer as it is, and keeps exp() from becoming infinite. Every element of a row
 * depends on all others, so a row is read before the first of its results is known. The variants
 * differ in who has a row (a thread, a warp, a block), and in how often it is read: three times,
 * twice where m and s come of one pass, or once where it stays in registers.
 */
#include "12_softmax.h"
#include "common.cuh"

enum { X, Y };
enum { WARP = 32, MOST_BLOCK = 1024 };

/* Below all numbers, and not infinite: the difference of two such is 0, and not NaN. */
static __device__ float lowest(float)
{
    return -3.402823466e+38f;
}

static __device__ double lowest(double)
{
    return -1.7976931348623157e+308;
}

/* ---- the largest element and the sum in one pass --------------------------------------------- */

/*
 * Of some elements: the largest one, and the sum of exp(x - largest). Where a larger element comes,
 * the sum is brought down to it: exp(x - old) exp(old - new) is exp(x - new). (Milakov and
 * Gimelshein, Online normalizer calculation for softmax, 2018.)
 */
template <typename T> struct online {
    T largest = lowest(T()), sum = 0;

    __device__ void add(T x)
    {
        /* One of the two factors is 1: the exponential is that of the other. */
        const T down = exp(-fabs(x - largest));
        if (x > largest) {
            sum = sum * down + 1;
            largest = x;
        } else {
            sum += down;
        }
    }

    /* What `other` was made of, too. */
    __device__ online with(online other) const
    {
        online both;
        both.largest = max(largest, other.largest);
        both.sum =
            sum * exp(largest - both.largest) + other.sum * exp(other.largest - both.largest);
        return both;
    }
};

/* ---- a thread has a row ---------------------------------------------------------------------- */

/* Neighbouring threads read elements that lie a whole row apart. */
template <typename T> static __global__ void three_passes(const T *x, T *y, shape m)
{
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x; row < m.rows; row += stride) {
        const T *from = x + row * m.columns;
        T *to = y + row * m.columns;
        T largest = from[0], sum = 0;
        for (size_t k = 1; k < m.columns; k++)
            largest = max(largest, from[k]);
        for (size_t k = 0; k < m.columns; k++)
            sum += exp(from[k] - largest);
        for (size_t k = 0; k < m.columns; k++)
            to[k] = exp(from[k] - largest) / sum;
    }
}

template <typename T> static __global__ void online_passes(const T *x, T *y, shape m)
{
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x; row < m.rows; row += stride) {
        const T *from = x + row * m.columns;
        T *to = y + row * m.columns;
        online<T> all;
        for (size_t k = 0; k < m.columns; k++)
            all.add(from[k]);
        for (size_t k = 0; k < m.columns; k++)
            to[k] = exp(from[k] - all.largest) / all.sum;
    }
}

/* ---- threads that share a row ---------------------------------------------------------------- */

/*
 * A team is some neighbouring lanes of a warp: `width` of them, a power of two that divides the
 * block, so that every team is whole. In a block of whole warps it can be a warp.
 */
static inline unsigned widest_team(unsigned block)
{
    unsigned width = 1;
    while (width < WARP && block != 0 && block % (2 * width) == 0)
        width *= 2;
    return width;
}

/* The lane `distance` away: lanes of a pair have each other's value. */
template <typename T> static __device__ T from_lane(unsigned mask, T value, unsigned distance)
{
    return __shfl_xor_sync(mask, value, distance);
}

template <typename T>
static __device__ online<T> from_lane(unsigned mask, online<T> value, unsigned distance)
{
    value.largest = __shfl_xor_sync(mask, value.largest, distance);
    value.sum = __shfl_xor_sync(mask, value.sum, distance);
    return value;
}

struct take_sum {
    template <typename T> __device__ T operator()(T x, T y) const
    {
        return x + y;
    }
};

struct take_largest {
    template <typename T> __device__ T operator()(T x, T y) const
    {
        return max(x, y);
    }
};

struct take_both {
    template <typename T> __device__ online<T> operator()(online<T> x, online<T> y) const
    {
        return x.with(y);
    }
};

/* The values of a team joined, in all of its lanes: after a step each has those of twice as many.
 */
template <typename V, typename Join>
static __device__ V join_team(V value, unsigned width, Join join)
{
    if (width == WARP) { /* a mask that the compiler knows costs no instructions */
        for (unsigned distance = WARP / 2; distance > 0; distance /= 2)
            value = join(value, from_lane(0xffffffffu, value, distance));
        return value;
    }
    const unsigned first = threadIdx.x % WARP / width * width;
    const unsigned mask = 0xffffffffu >> (WARP - width) << first;
    for (unsigned distance = width / 2; distance > 0; distance /= 2)
        value = join(value, from_lane(mask, value, distance));
    return value;
}

/* The values of a block joined, in all of its threads: in teams, then those of the teams. The next
 * call with the same `parts` needs a barrier in between. */
template <typename V, typename Join>
static __device__ V join_block(V value, V *parts, unsigned width, Join join)
{
    value = join_team(value, width, join);
    if (threadIdx.x % width == 0)
        parts[threadIdx.x / width] = value;
    __syncthreads();
    value = parts[0];
    for (unsigned team = 1; team < blockDim.x / width; team++)
        value = join(value, parts[team]);
    return value;
}

/* ---- a warp or a block has a row, and reads it twice ----------------------------------------- */

template <typename T> static __global__ void warp(const T *x, T *y, shape m, unsigned width)
{
    const unsigned teams = blockDim.x / width, lane = threadIdx.x % width;
    const size_t stride = (size_t)gridDim.x * teams;
    for (size_t row = (size_t)blockIdx.x * teams + threadIdx.x / width; row < m.rows;
         row += stride) {
        const T *from = x + row * m.columns;
        T *to = y + row * m.columns;
        online<T> own;
        for (size_t k = lane; k < m.columns; k += width)
            own.add(from[k]);
        const online<T> all = join_team(own, width, take_both());
        for (size_t k = lane; k < m.columns; k += width)
            to[k] = exp(from[k] - all.largest) / all.sum;
    }
}

/* The largest element of all threads is known first, and each brings its own sum down to it. The
 * barrier within one joining lies between two uses of the other's shared memory. */
template <typename T> static __global__ void block(const T *x, T *y, shape m, unsigned width)
{
    __shared__ T largest[MOST_BLOCK], sums[MOST_BLOCK];
    for (size_t row = blockIdx.x; row < m.rows; row += gridDim.x) {
        const T *from = x + row * m.columns;
        T *to = y + row * m.columns;
        online<T> own;
        for (size_t k = threadIdx.x; k < m.columns; k += blockDim.x)
            own.add(from[k]);
        const T most = join_block(own.largest, largest, width, take_largest());
        const T sum = join_block(own.sum * exp(own.largest - most), sums, width, take_sum());
        for (size_t k = threadIdx.x; k < m.columns; k += blockDim.x)
            to[k] = exp(from[k] - most) / sum;
    }
}

/* ---- a row stays in registers ---------------------------------------------------------------- */

/*
 * A row is read once, into the registers of those who share it: each has `accesses` chunks, or
 * elements where a chunk is one. What is behind the end of the row is so low that it adds nothing.
 * The exponentials take the place of the elements that they are made of. __launch_bounds__() keeps
 * the kernels at 64 registers a thread, so that a multiprocessor can have a block of 1024.
 */
template <typename T, int COUNT, int ACCESSES> struct row_part {
    chunk<T, COUNT> own[ACCESSES];

    /* `first` is the number of this thread among those of the row, of which there are `sharers`. */
    __device__ void load(const T *from, unsigned chunks, unsigned first, unsigned sharers)
    {
        const chunk<T, COUNT> *row = (const chunk<T, COUNT> *)from;
        for (int a = 0; a < ACCESSES; a++) {
            const unsigned k = first + (unsigned)a * sharers;
            if (k < chunks) {
                own[a] = row[k];
            } else {
                for (int e = 0; e < COUNT; e++)
                    own[a].element[e] = -INFINITY;
            }
        }
    }

    __device__ T largest() const
    {
        T most = lowest(T());
        for (int a = 0; a < ACCESSES; a++)
            for (int e = 0; e < COUNT; e++)
                most = max(most, own[a].element[e]);
        return most;
    }

    /* Puts exp(x - largest) in the place of each x, and returns the sum. */
    __device__ T raise(T largest)
    {
        T sum = 0;
        for (int a = 0; a < ACCESSES; a++) {
            for (int e = 0; e < COUNT; e++) {
                own[a].element[e] = exp(own[a].element[e] - largest);
                sum += own[a].element[e];
            }
        }
        return sum;
    }

    __device__ void store(T *to, T factor, unsigned chunks, unsigned first, unsigned sharers)
    {
        chunk<T, COUNT> *row = (chunk<T, COUNT> *)to;
        for (int a = 0; a < ACCESSES; a++) {
            const unsigned k = first + (unsigned)a * sharers;
            for (int e = 0; e < COUNT; e++)
                own[a].element[e] *= factor;
            if (k < chunks)
                store_streaming(&row[k], own[a]);
        }
    }
};

/* A team has a row. */
template <typename T, int COUNT, int ACCESSES>
static __global__ void __launch_bounds__(MOST_BLOCK)
    team_registers(const T *x, T *y, shape m, unsigned width)
{
    const unsigned teams = blockDim.x / width, lane = threadIdx.x % width;
    const unsigned chunks = (unsigned)(m.columns / COUNT);
    const size_t stride = (size_t)gridDim.x * teams;
    for (size_t row = (size_t)blockIdx.x * teams + threadIdx.x / width; row < m.rows;
         row += stride) {
        row_part<T, COUNT, ACCESSES> part;
        part.load(x + row * m.columns, chunks, lane, width);
        const T largest = join_team(part.largest(), width, take_largest());
        const T sum = join_team(part.raise(largest), width, take_sum());
        part.store(y + row * m.columns, 1 / sum, chunks, lane, width);
    }
}

/* A block has a row. */
template <typename T, int COUNT, int ACCESSES>
static __global__ void __launch_bounds__(MOST_BLOCK)
    block_registers(const T *x, T *y, shape m, unsigned width)
{
    __shared__ T largest[MOST_BLOCK], sums[MOST_BLOCK];
    const unsigned chunks = (unsigned)(m.columns / COUNT);
    for (size_t row = blockIdx.x; row < m.rows; row += gridDim.x) {
        row_part<T, COUNT, ACCESSES> part;
        part.load(x + row * m.columns, chunks, threadIdx.x, blockDim.x);
        const T most = join_block(part.largest(), largest, width, take_largest());
        const T sum = join_block(part.raise(most), sums, width, take_sum());
        part.store(y + row * m.columns, 1 / sum, chunks, threadIdx.x, blockDim.x);
    }
}

/* ---- launches -------------------------------------------------------------------------------- */

/* Launches a kernel in which so many threads share a row. */
template <typename T, typename... Width>
static int launch(const struct gs_call *call, void (*kernel)(const T *, T *, shape, Width...),
                  unsigned sharers, Width... width)
{
    const shape m = shape_of(call->scalars);
    const unsigned rows_a_block = sharers == 0 ? 0 : call->block / sharers;
    const unsigned grid = call->grid != 0 ? call->grid : gs_blocks_for(m.rows, rows_a_block);
    kernel<<<grid, call->block, 0, stream_of(call)>>>(array<const T>(call, X), array<T>(call, Y), m,
                                                      width...);
    return cudaGetLastError();
}

template <typename T> static int launch_three_passes(const struct gs_call *call)
{
    return launch<T>(call, three_passes<T>, 1);
}

template <typename T> static int launch_online(const struct gs_call *call)
{
    return launch<T>(call, online_passes<T>, 1);
}

template <typename T> static int launch_warp(const struct gs_call *call)
{
    const unsigned width = widest_team(call->block);
    return launch<T>(call, warp<T>, width, width);
}

template <typename T> static int launch_block(const struct gs_call *call)
{
    return launch<T>(call, block<T>, call->block, widest_team(call->block));
}

/* Bytes of a row that a thread can have in registers. */
enum { FEW_BYTES = 32, SOME_BYTES = 64, MOST_BYTES = 128 };

template <typename T, int COUNT, int BYTES> static int launch_block_of(const struct gs_call *call)
{
    enum { ACCESSES = BYTES / (COUNT * (int)sizeof(T)) };
    return launch<T>(call, block_registers<T, COUNT, ACCESSES>, call->block,
                     widest_team(call->block));
}

/* The kernel with as few bytes a thread as hold a row; rows that no block can hold are read twice.
 */
template <typename T, int COUNT> static int launch_block_registers(const struct gs_call *call)
{
    const size_t chunks = shape_of(call->scalars).columns / COUNT;
    const size_t chunks_each = call->block > 0 ? (chunks + call->block - 1) / call->block : 0;
    const size_t bytes = chunks_each * COUNT * sizeof(T);
    if (bytes <= FEW_BYTES)
        return launch_block_of<T, COUNT, FEW_BYTES>(call);
    if (bytes <= SOME_BYTES)
        return launch_block_of<T, COUNT, SOME_BYTES>(call);
    if (bytes <= MOST_BYTES)
        return launch_block_of<T, COUNT, MOST_BYTES>(call);
    return launch_block<T>(call);
}

template <typename T> static int launch_registers(const struct gs_call *call)
{
    return launch_block_registers<T, 1>(call);
}

/* As many lanes as a row has use for; the block where a warp cannot hold it. A lane has four
 * accesses of 16 bytes, or 32 bytes one by one: with more, its registers do not suffice. */
template <typename T, int COUNT> static int launch_shortest(const struct gs_call *call)
{
    enum { BYTES = COUNT == 1 ? FEW_BYTES : SOME_BYTES, ELEMENTS = BYTES / (int)sizeof(T) };
    const size_t columns = shape_of(call->scalars).columns;
    const unsigned widest = widest_team(call->block);
    if (columns > (size_t)widest * ELEMENTS)
        return launch_block_registers<T, COUNT>(call);
    unsigned width = 1;
    while ((size_t)width * ELEMENTS < columns)
        width *= 2;
    return launch<T>(call, team_registers<T, COUNT, ELEMENTS / COUNT>, width, width);
}

template <typename T> static int launch_vector4(const struct gs_call *call)
{
    enum { COUNT = chunk<T>::count };
    const T *x = array<const T>(call, X), *y = array<const T>(call, Y);
    const bool aligned = elements_to_boundary(x) == 0 && elements_to_boundary(y) == 0 &&
                         shape_of(call->scalars).columns % COUNT == 0;
    return aligned ? launch_shortest<T, COUNT>(call) : launch_shortest<T, 1>(call);
}

/* ---- what the harness calls ------------------------------------------------------------------ */

/* Both workloads are computed by the same kernels: what differs is the shape. */
#define SOFTMAX_VARIANT(name)                                                                      \
    extern "C" int softmax_##name(const struct gs_call *call)                                      \
    {                                                                                              \
        DISPATCH_FLOATING_TYPES(call, launch_##name<T>(call))                                      \
    }

SOFTMAX_VARIANT(three_passes)
SOFTMAX_VARIANT(online)
SOFTMAX_VARIANT(warp)
SOFTMAX_VARIANT(block)
SOFTMAX_VARIANT(registers)
SOFTMAX_VARIANT(vector4)
