/*
 * Lesson 10, scan: all sums on the way. inclusive_sum: b[i] = a[0] + ... + a[i]; exclusive_sum: the
 * same without a[i] itself; compact: the elements above 0, one behind the other, for which each
 * has to know how many stand before it.
 *
 * An element of b depends on all elements of a before it, and still most of the work can be done at
 * once: a tile needs no more of what stands before it than one number. The variants differ in how
 * often they go through memory. step_by_step reads and writes all of it log2 n times, blelloch and
 * warp_shuffle twice; three_kernels reads it twice and writes it once; single_pass reads and writes
 * it once.
 *
 * A tile is what one block scans, and where blocks begin anywhere in an array depends on n and the
 * block alone.
 */
#include "common.cuh"

#include <string.h>

/* ---- every element by itself ----------------------------------------------------------------- */

/*
 * A step of Hillis and Steele: each element takes in the one `distance` before it. After the steps
 * 1, 2, 4 and so on up to s an element has the sum of 2 s elements. Nobody may read what another
 * thread has changed, so a step reads one array and writes another.
 */
template <typename T>
static __global__ void take_in(const T *from, T *to, size_t n, size_t distance)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = i >= distance ? from[i - distance] + from[i] : from[i];
}

/* Each element one further on, and 0 for the first: the inclusive sums of this are exclusive. */
template <typename T> static __global__ void move_on(const T *from, T *to, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = i > 0 ? from[i - 1] : T(0);
}

/* ---- a tree in shared memory ----------------------------------------------------------------- */

/*
 * Blelloch's scan of a tile of 2 * half elements, half a power of two. On the way up, pairs are
 * added as in a reduction: the last element becomes the sum of all. On the way down it starts as 0,
 * and each node hands on what stands before it: to its left child as it is, to its right child with
 * the left child's sum. These are 2 additions an element, where the steps above make log2 n. The
 * elements of a level lie a power of two apart, so that many lanes come to the same bank.
 */
template <typename T, bool INCLUSIVE>
static __global__ void blelloch(const T *a, T *b, T *sums, size_t n, unsigned half)
{
    extern __shared__ __align__(8) unsigned char shared[];
    T *part = (T *)shared;
    const unsigned t = threadIdx.x;
    const size_t first = 2 * (size_t)half * blockIdx.x + t;
    T own[2] = {};

    for (unsigned k = 0; k < 2 && t < half; k++) {
        if (first + k * half < n)
            own[k] = a[first + k * half];
        part[t + k * half] = own[k];
    }
    __syncthreads();
    for (unsigned step = 1; step <= half; step *= 2) { /* up */
        unsigned left = (2 * t + 1) * step - 1;
        if (t < half / step)
            part[left + step] += part[left];
        __syncthreads();
    }
    if (t == 0) {
        sums[blockIdx.x] = part[2 * half - 1];
        part[2 * half - 1] = 0;
    }
    __syncthreads();
    for (unsigned step = half; step > 0; step /= 2) { /* down */
        unsigned left = (2 * t + 1) * step - 1;
        if (t < half / step) {
            T sum_of_left = part[left];
            part[left] = part[left + step];
            part[left + step] += sum_of_left;
        }
        __syncthreads();
    }
    for (unsigned k = 0; k < 2 && t < half; k++) {
        if (first + k * half < n)
            b[first + k * half] = INCLUSIVE ? part[t + k * half] + own[k] : part[t + k * half];
    }
}

/* ---- registers of a warp --------------------------------------------------------------------- */

/* Lanes of this thread's warp: a block's last warp may have fewer than 32. */
static __device__ unsigned lanes_of_warp()
{
    return min(blockDim.x - threadIdx.x / 32 * 32, 32u);
}

static __device__ unsigned mask_of(unsigned lanes)
{
    return 0xffffffffu >> (32 - lanes);
}

/* The steps of Hillis and Steele in registers: the sum over the lanes up to this one. A lane gets
 * the register of another by itself: no memory, and no barrier. */
template <typename T> static __device__ T warp_scan(T value, unsigned lanes)
{
    for (unsigned distance = 1; distance < 32; distance *= 2) {
        T before = __shfl_up_sync(mask_of(lanes), value, distance);
        if (threadIdx.x % 32 >= distance)
            value += before;
    }
    return value;
}

/* The sum over the lanes before this one, from the sum up to this one. To subtract the lane's own
 * value would round. */
template <typename T> static __device__ T without_own(T up_to_here, unsigned lanes)
{
    T before = __shfl_up_sync(mask_of(lanes), up_to_here, 1);
    return threadIdx.x % 32 > 0 ? before : T(0);
}

/* The last lane's value, in all lanes. */
template <typename T> static __device__ T of_last_lane(T value, unsigned lanes)
{
    return __shfl_sync(mask_of(lanes), value, lanes - 1);
}

/* What two sums of warps are: of those before this one, and of all in the block. */
template <typename T> struct sums_of_warps {
    T before, all;
};

/* From each warp's sum. All threads of the block call it; two calls need a barrier between. */
template <typename T> static __device__ sums_of_warps<T> add_warps(T sum_of_warp)
{
    __shared__ T of_warp[32];
    const unsigned warp = threadIdx.x / 32, warps = (blockDim.x + 31) / 32;
    if (threadIdx.x % 32 == 0)
        of_warp[warp] = sum_of_warp;
    __syncthreads();
    sums_of_warps<T> sums = {};
    for (unsigned w = 0; w < warps; w++) {
        if (w == warp)
            sums.before = sums.all;
        sums.all += of_warp[w];
    }
    return sums;
}

/* As blelloch, one element a thread, and one barrier. */
template <typename T, bool INCLUSIVE>
static __global__ void warp_shuffle(const T *a, T *b, T *sums, size_t n)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned lanes = lanes_of_warp();
    T up_to_here = warp_scan(i < n ? a[i] : T(0), lanes);
    sums_of_warps<T> warps = add_warps(of_last_lane(up_to_here, lanes));
    T result = INCLUSIVE ? up_to_here : without_own(up_to_here, lanes);
    if (i < n)
        b[i] = warps.before + result;
    if (threadIdx.x == 0)
        sums[blockIdx.x] = warps.all;
}

/* ---- many elements a thread ------------------------------------------------------------------ */

/* Of a tile, that a thread has in registers: as much as 64 of them, which leave room for two blocks
 * of 512, can hold. A chunk of one element needs some of its own. */
enum { THREAD_BYTES_IN_CHUNKS = 176, THREAD_BYTES_ONE_BY_ONE = 128 };

/*
 * A thread's part of a tile: rows of chunks. Each warp has a piece of the tile to itself, and in
 * each row of it the lanes have neighbouring chunks, so that an access is coalesced. With chunks of
 * 16 bytes a thread has eleven loads under way, each as wide as there are. Chunks of one element do
 * where arrays begin anywhere, or where a warp is not full.
 */
template <typename T, int COUNT> struct part_of_tile {
    enum { bytes = COUNT > 1 ? THREAD_BYTES_IN_CHUNKS : THREAD_BYTES_ONE_BY_ONE };
    enum { rows = bytes / (int)sizeof(T) / COUNT, items = rows * COUNT };
    chunk<T, COUNT> row[rows];
};

/*
 * n elements, counted from the 16-byte boundary at or before the first of them: element e is at
 * a[e - skip], and there are those from `skip` on.
 */
template <typename T, int COUNT> struct cut_in_tiles {
    typedef part_of_tile<T, COUNT> part;
    size_t n, skip;

    /* With chunks of several elements, warps are full: then the compiler knows the masks. */
    static __device__ unsigned lanes()
    {
        return COUNT > 1 ? 32 : lanes_of_warp();
    }

    /* The first element of this thread in a tile; in each further row it is a step further on. */
    __device__ size_t first(size_t tile) const
    {
        size_t warp = tile * blockDim.x + threadIdx.x / 32 * 32;
        return warp * part::items + threadIdx.x % 32 * COUNT;
    }
    static __device__ unsigned step()
    {
        return lanes() * COUNT;
    }

    /* Whether all elements of a tile are there. */
    __device__ bool has_all(size_t tile) const
    {
        size_t begin = tile * blockDim.x * part::items;
        return begin >= skip && begin + blockDim.x * part::items <= skip + n;
    }
    __device__ bool has(size_t element) const
    {
        return element >= skip && element < skip + n;
    }
    __device__ bool has_chunk(size_t element) const
    {
        return has(element) && has(element + COUNT - 1);
    }

    __device__ void load(const T *a, size_t tile, part &x) const
    {
        size_t e = first(tile);
        if (has_all(tile)) {
            for (int r = 0; r < part::rows; r++)
                x.row[r] = *(const chunk<T, COUNT> *)(a + (e - skip + r * step()));
            return;
        }
        for (int r = 0; r < part::rows; r++, e += step()) {
            if (has_chunk(e)) {
                x.row[r] = *(const chunk<T, COUNT> *)(a + (e - skip));
                continue;
            }
            for (int k = 0; k < COUNT; k++)
                x.row[r].element[k] = has(e + k) ? a[e + k - skip] : T(0);
        }
    }

    __device__ void store_row(T *b, size_t tile, int r, const chunk<T, COUNT> &row) const
    {
        size_t e = first(tile) + r * step();
        if (has_all(tile) || has_chunk(e)) {
            store_streaming((chunk<T, COUNT> *)(b + (e - skip)), row);
            return;
        }
        for (int k = 0; k < COUNT; k++)
            if (has(e + k))
                b[e + k - skip] = row.element[k];
    }
};

/* The sum of what a warp has of a tile, in all lanes. */
template <typename T, int COUNT>
static __device__ T sum_of_warp(const part_of_tile<T, COUNT> &x, unsigned lanes)
{
    T sum = 0;
    for (int r = 0; r < x.rows; r++)
        for (int k = 0; k < COUNT; k++)
            sum += x.row[r].element[k];
    return of_last_lane(warp_scan(sum, lanes), lanes);
}

/*
 * Stores the sum of all elements up to each one of a tile, with it or without, from the sum of
 * those before the warp on. The rows' shuffles do not wait for each other, only their last
 * additions do. A row is stored as soon as it is done: what it takes of registers is free then.
 */
template <bool INCLUSIVE, typename T, int COUNT>
static __device__ void store_sums(T *b, size_t tile, part_of_tile<T, COUNT> &x, T before_warp,
                                  cut_in_tiles<T, COUNT> cut)
{
    const unsigned lanes = cut.lanes();
    for (int r = 0; r < x.rows; r++) {
        T *element = x.row[r].element, sum = element[0];
        for (int k = 1; k < COUNT; k++)
            sum += element[k];
        T up_to_here = warp_scan(sum, lanes);
        T before = before_warp + without_own(up_to_here, lanes);
        before_warp += of_last_lane(up_to_here, lanes);
        for (int k = 0; k < COUNT; k++) {
            T with_own = before + element[k];
            element[k] = INCLUSIVE ? with_own : before;
            before = with_own;
        }
        cut.store_row(b, tile, r, x.row[r]);
    }
}

/* ---- three kernels --------------------------------------------------------------------------- */

/* The first: the sum of each tile. It reads all elements and writes next to nothing. */
template <typename T, int COUNT>
static __global__ void __launch_bounds__(1024)
    sum_tiles(const T *a, T *sums, cut_in_tiles<T, COUNT> cut)
{
    part_of_tile<T, COUNT> x;
    cut.load(a, blockIdx.x, x);
    T sum = add_warps(sum_of_warp(x, cut.lanes())).all;
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

/* The second: exclusive sums of these, in place, by one block that goes through all of them. */
template <typename T> static __global__ void __launch_bounds__(1024) scan_sums(T *sums, size_t n)
{
    const cut_in_tiles<T, 1> cut = {n, 0};
    const size_t tile_elements = (size_t)blockDim.x * cut_in_tiles<T, 1>::part::items;
    T before_tile = 0;
    for (size_t tile = 0; tile * tile_elements < n; tile++) {
        part_of_tile<T, 1> x;
        cut.load(sums, tile, x);
        sums_of_warps<T> warps = add_warps(sum_of_warp(x, cut.lanes()));
        store_sums<false>(sums, tile, x, before_tile + warps.before, cut);
        before_tile += warps.all;
        __syncthreads(); /* all have read the warps' sums */
    }
}

/* The third, behind kernels that have scanned each tile by itself: adds what stands before it. */
template <typename T> static __global__ void add_sums(T *b, const T *sums, size_t n, unsigned width)
{
    const size_t begin = (size_t)blockIdx.x * width, end = min(begin + width, n);
    for (size_t i = begin + threadIdx.x; i < end; i += blockDim.x)
        b[i] += sums[blockIdx.x];
}

/* Or the third behind sum_tiles(): reads all elements again, and scans each tile from its sum on.
 */
template <typename T, int COUNT, bool INCLUSIVE>
static __global__ void __launch_bounds__(1024)
    scan_tiles(const T *a, T *b, const T *sums, cut_in_tiles<T, COUNT> cut)
{
    part_of_tile<T, COUNT> x;
    cut.load(a, blockIdx.x, x);
    sums_of_warps<T> warps = add_warps(sum_of_warp(x, cut.lanes()));
    store_sums<INCLUSIVE>(b, blockIdx.x, x, sums[blockIdx.x] + warps.before, cut);
}

/* ---- one pass, with decoupled look-back ------------------------------------------------------ */

/*
 * What a tile tells the tiles behind it (Merrill and Garland): first the sum of its own elements,
 * as soon as it has them, and later the sum of all elements up to its end. Four bytes of a sum and
 * what it is a sum of are one word, which is written in one access: whoever sees the one has the
 * other, and nothing need be ordered. A sum of eight bytes is two words. `volatile` keeps each
 * access as it is, and sends it to L2, where all blocks see the same.
 */
typedef volatile unsigned long long post;
enum { NOTHING_YET, OF_THE_TILE, OF_ALL_SO_FAR };

template <typename T> static __device__ void send(post *posts, size_t tile, unsigned what, T sum)
{
    unsigned words[sizeof(T) / sizeof(unsigned)];
    memcpy(words, &sum, sizeof sum);
    for (size_t w = 0; w < sizeof words / sizeof *words; w++)
        posts[tile * (sizeof words / sizeof *words) + w] =
            (unsigned long long)what << 32 | words[w];
}

/* Waits until a tile has told something; returns what. Two words of different sums are none. A
 * short sleep before each further look leaves L2 to those who have something to tell. */
template <typename T> static __device__ unsigned receive(post *posts, size_t tile, T *sum)
{
    unsigned words[sizeof(T) / sizeof(unsigned)], what;
    for (;;) {
        what = NOTHING_YET;
        for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
            unsigned long long word = posts[tile * (sizeof words / sizeof *words) + w];
            words[w] = (unsigned)word;
            what = w == 0 || what == word >> 32 ? (unsigned)(word >> 32) : NOTHING_YET;
        }
        if (what != NOTHING_YET)
            break;
        __nanosleep(40);
    }
    memcpy(sum, words, sizeof words);
    return what;
}

/*
 * The sum of all elements before a tile, by one warp, in all lanes. Each lane asks one of the tiles
 * before; the nearest that knows the sum of all so far ends the search, and those in between give
 * their own. While nobody knows, the warp goes on to the tiles before those: it waits for a tile to
 * be read, not for it to know what stands before it.
 */
template <typename T> static __device__ T look_back(post *posts, size_t tile, unsigned lanes)
{
    const unsigned lane = threadIdx.x % 32;
    T before = 0;
    for (size_t left = tile; left > 0; left -= lanes) {
        T sum = 0;
        unsigned what = lane < left ? receive(posts, left - 1 - lane, &sum) : NOTHING_YET;
        unsigned know_all = __ballot_sync(mask_of(lanes), what == OF_ALL_SO_FAR);
        if (know_all != 0 && lane >= (unsigned)__ffs((int)know_all))
            sum = 0;
        before += of_last_lane(warp_scan(sum, lanes), lanes);
        if (know_all != 0)
            break;
    }
    return before;
}

/* A tile's part in the above, by the first warp: tells the tile's sum, and returns what stands
 * before it. */
template <typename T>
static __device__ T exchange_sums(post *posts, size_t tile, T sum, unsigned lanes)
{
    T before = 0;
    if (tile > 0) {
        if (threadIdx.x == 0)
            send(posts, tile, OF_THE_TILE, sum);
        before = look_back<T>(posts, tile, lanes);
    }
    if (threadIdx.x == 0)
        send(posts, tile, OF_ALL_SO_FAR, before + sum);
    return before;
}

/*
 * The number of this block's tile, for all its threads: blocks take tiles in the order in which
 * they start. So those that a block waits for have started too, whatever order the blocks of a grid
 * come in, and no block ever waits for one that waits for its place.
 */
static __device__ size_t next_tile(unsigned *ticket)
{
    __shared__ unsigned tile;
    if (threadIdx.x == 0)
        tile = atomicAdd(ticket, 1u);
    __syncthreads();
    return tile;
}

/* Each element is read once and written once. A tile tells its sum before it scans its elements:
 * others wait for it. */
template <typename T, int COUNT, bool INCLUSIVE>
static __global__ void __launch_bounds__(1024)
    single_pass(const T *a, T *b, unsigned *ticket, post *posts, cut_in_tiles<T, COUNT> cut)
{
    __shared__ T before_tile;
    const size_t tile = next_tile(ticket);
    part_of_tile<T, COUNT> x;

    cut.load(a, tile, x);
    sums_of_warps<T> warps = add_warps(sum_of_warp(x, cut.lanes()));
    if (threadIdx.x < 32) {
        T sum = exchange_sums(posts, tile, warps.all, cut.lanes());
        if (threadIdx.x == 0)
            before_tile = sum;
    }
    __syncthreads();
    store_sums<INCLUSIVE>(b, tile, x, before_tile + warps.before, cut);
}

/* ---- compaction ------------------------------------------------------------------------------ */

/* Integers come as unsigned: their bits are what counts. */
static __device__ bool is_positive(float x)
{
    return x > 0;
}

static __device__ bool is_positive(double x)
{
    return x > 0;
}

static __device__ bool is_positive(uint32_t x)
{
    return (int32_t)x > 0;
}

static __device__ bool is_positive(uint64_t x)
{
    return (int64_t)x > 0;
}

/* 1 for each element that is kept: the exclusive sums of these say where each one goes. */
template <typename T> static __global__ void mark(const T *a, unsigned *marks, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        marks[i] = is_positive(a[i]) ? 1 : 0;
}

/* Each element that is kept to its place, and how many there are. */
template <typename T>
static __global__ void scatter(const T *a, const unsigned *places, T *b, unsigned long long *count,
                               size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    bool kept = i < n && is_positive(a[i]);
    if (kept)
        b[places[i]] = a[i];
    if (i + 1 == n)
        *count = places[i] + (kept ? 1 : 0);
    if (n == 0 && i == 0)
        *count = 0;
}

/*
 * All of it in one pass. A row of a warp has one bit for each lane, by a vote; how many stand
 * before a lane are the bits below its own. What a warp keeps of a row it stores side by side.
 */
template <typename T>
static __global__ void __launch_bounds__(1024)
    compact_single_pass(const T *a, T *b, unsigned long long *count, unsigned *ticket, post *posts,
                        cut_in_tiles<T, 1> cut)
{
    __shared__ unsigned long long before_tile;
    const size_t tile = next_tile(ticket);
    const unsigned lanes = cut.lanes(), lane = threadIdx.x % 32;
    part_of_tile<T, 1> x;
    unsigned kept[part_of_tile<T, 1>::rows];

    cut.load(a, tile, x); /* what is not there is 0, and not kept */
    unsigned in_warp = 0;
    for (int r = 0; r < x.rows; r++) {
        kept[r] = __ballot_sync(mask_of(lanes), is_positive(x.row[r].element[0]));
        in_warp += (unsigned)__popc(kept[r]);
    }
    sums_of_warps<unsigned> warps = add_warps(in_warp);
    if (threadIdx.x < 32) {
        unsigned long long sum = exchange_sums<unsigned long long>(posts, tile, warps.all, lanes);
        if (threadIdx.x == 0)
            before_tile = sum;
        if (threadIdx.x == 0 && tile == gridDim.x - 1)
            *count = sum + warps.all;
    }
    __syncthreads();
    size_t place = before_tile + warps.before;
    for (int r = 0; r < x.rows; r++) {
        if (kept[r] >> lane & 1)
            b[place + (unsigned)__popc(kept[r] & ((1u << lane) - 1))] = x.row[r].element[0];
        place += (unsigned)__popc(kept[r]);
    }
}

/* ---- launchers ------------------------------------------------------------------------------- */

/* Their arrays, in this order. compact has `count` before the room. */
enum { A, B, SCAN_ROOM, COUNT_OF_KEPT = SCAN_ROOM, COMPACT_ROOM };

/* Bytes that a room has beyond one element of the call's type for each of n, or two. */
enum { SPARE_BYTES = 1 << 16 };

template <typename T, int COUNT>
static unsigned tiles_of(cut_in_tiles<T, COUNT> cut, unsigned block)
{
    return gs_blocks_for(cut.skip + cut.n, block * part_of_tile<T, COUNT>::items);
}

template <int COUNT, typename T> static cut_in_tiles<T, COUNT> cut_into_tiles(const T *a, size_t n)
{
    return {n, COUNT > 1 ? (uintptr_t)a % 16 / sizeof(T) : 0};
}

/* A ticket and a post for each tile, all of them zeros, in a room that may begin anywhere. */
struct board {
    unsigned *ticket;
    post *posts;
    cudaError_t error;
};

template <typename Sum> static board make_board(void *room, unsigned tiles, cudaStream_t stream)
{
    size_t words = sizeof(Sum) / sizeof(unsigned);
    unsigned long long *first = (unsigned long long *)(((uintptr_t)room + 7) / 8 * 8);
    cudaError_t error = cudaMemsetAsync(first, 0, (1 + tiles * words) * sizeof *first, stream);
    return {(unsigned *)first, first + 1, error};
}

template <bool INCLUSIVE, int COUNT, typename T>
static cudaError_t single_pass_over(const T *a, T *b, void *room, const struct gs_call *call)
{
    cut_in_tiles<T, COUNT> cut = cut_into_tiles<COUNT>(a, call->n);
    unsigned tiles = tiles_of(cut, call->block);
    board board = make_board<T>(room, tiles, stream_of(call));
    if (board.error != cudaSuccess)
        return board.error;
    single_pass<T, COUNT, INCLUSIVE>
        <<<tiles, call->block, 0, stream_of(call)>>>(a, b, board.ticket, board.posts, cut);
    return cudaGetLastError();
}

/* Whether warps are full, and chunks of 16 bytes begin at the same elements of both arrays. */
template <typename T> static bool in_chunks(const struct gs_call *call)
{
    return call->block % 32 == 0 && aligned_alike(array<T>(call, A), array<T>(call, B));
}

template <typename T, bool INCLUSIVE> static int launch_single_pass(const struct gs_call *call)
{
    const T *a = array<T>(call, A);
    T *b = array<T>(call, B), *room = array<T>(call, SCAN_ROOM);
    return in_chunks<T>(call) ? single_pass_over<INCLUSIVE, chunk<T>::count>(a, b, room, call)
                              : single_pass_over<INCLUSIVE, 1>(a, b, room, call);
}

template <typename T> static cudaError_t launch_scan_sums(const struct gs_call *call, size_t tiles)
{
    scan_sums<<<1, call->block, 0, stream_of(call)>>>(array<T>(call, SCAN_ROOM), tiles);
    return cudaGetLastError();
}

template <bool INCLUSIVE, int COUNT, typename T>
static cudaError_t three_kernels_over(const T *a, T *b, T *sums, const struct gs_call *call)
{
    cut_in_tiles<T, COUNT> cut = cut_into_tiles<COUNT>(a, call->n);
    unsigned tiles = tiles_of(cut, call->block);
    sum_tiles<<<tiles, call->block, 0, stream_of(call)>>>(a, sums, cut);
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess)
        error = launch_scan_sums<T>(call, tiles);
    if (error != cudaSuccess)
        return error;
    scan_tiles<T, COUNT, INCLUSIVE><<<tiles, call->block, 0, stream_of(call)>>>(a, b, sums, cut);
    return cudaGetLastError();
}

template <typename T, bool INCLUSIVE> static int launch_three_kernels(const struct gs_call *call)
{
    const T *a = array<T>(call, A);
    T *b = array<T>(call, B), *sums = array<T>(call, SCAN_ROOM);
    return in_chunks<T>(call) ? three_kernels_over<INCLUSIVE, chunk<T>::count>(a, b, sums, call)
                              : three_kernels_over<INCLUSIVE, 1>(a, b, sums, call);
}

/* Behind a kernel that has scanned tiles of so many elements by themselves. */
template <typename T>
static cudaError_t add_tiles_before(const struct gs_call *call, unsigned tiles, unsigned width)
{
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess && tiles > 1)
        error = launch_scan_sums<T>(call, tiles);
    if (error != cudaSuccess || tiles == 1)
        return error;
    add_sums<<<tiles, call->block, 0, stream_of(call)>>>(
        array<T>(call, B), (const T *)array<T>(call, SCAN_ROOM), call->n, width);
    return cudaGetLastError();
}

template <typename T, bool INCLUSIVE> static int launch_warp_shuffle(const struct gs_call *call)
{
    unsigned tiles = gs_blocks_for(call->n, call->block);
    warp_shuffle<T, INCLUSIVE><<<tiles, call->block, 0, stream_of(call)>>>(
        array<T>(call, A), array<T>(call, B), array<T>(call, SCAN_ROOM), call->n);
    return add_tiles_before<T>(call, tiles, call->block);
}

template <typename T, bool INCLUSIVE> static int launch_blelloch(const struct gs_call *call)
{
    unsigned half = 1; /* the most threads that a tree takes */
    while (half <= call->block / 2)
        half *= 2;
    unsigned tiles = gs_blocks_for(call->n, 2 * half);
    blelloch<T, INCLUSIVE><<<tiles, call->block, 2 * half * sizeof(T), stream_of(call)>>>(
        array<T>(call, A), array<T>(call, B), array<T>(call, SCAN_ROOM), call->n, half);
    return add_tiles_before<T>(call, tiles, 2 * half);
}

/* A launch for each distance; for exclusive sums one before, in the place of a distance of 0. They
 * write to b and to the room in turns, the last one to b. */
template <typename T, bool INCLUSIVE> static int launch_step_by_step(const struct gs_call *call)
{
    const T *from = array<T>(call, A);
    const unsigned grid = gs_blocks_for(call->n, call->block);
    unsigned left = INCLUSIVE ? 0 : 1;
    for (size_t distance = 1; distance < call->n; distance *= 2)
        left++;
    left = left > 0 ? left : 1;

    cudaError_t error = cudaSuccess;
    size_t distance = INCLUSIVE ? 1 : 0;
    for (; left > 0 && error == cudaSuccess; left--) {
        T *to = array<T>(call, left % 2 == 1 ? B : SCAN_ROOM);
        if (distance == 0)
            move_on<<<grid, call->block, 0, stream_of(call)>>>(from, to, call->n);
        else
            take_in<<<grid, call->block, 0, stream_of(call)>>>(from, to, call->n, distance);
        error = cudaGetLastError();
        from = to;
        distance = distance > 0 ? 2 * distance : 1;
    }
    return error;
}

template <typename T> static int launch_compact_single_pass(const struct gs_call *call)
{
    const T *a = array<T>(call, A);
    cut_in_tiles<T, 1> cut = cut_into_tiles<1>(a, call->n);
    unsigned tiles = tiles_of(cut, call->block);
    board board =
        make_board<unsigned long long>(array<T>(call, COMPACT_ROOM), tiles, stream_of(call));
    if (board.error != cudaSuccess)
        return board.error;
    compact_single_pass<<<tiles, call->block, 0, stream_of(call)>>>(
        a, array<T>(call, B), array<unsigned long long>(call, COUNT_OF_KEPT), board.ticket,
        board.posts, cut);
    return cudaGetLastError();
}

/* The places are scanned where they lie, by the kernel of exclusive_sum. */
template <typename T> static int launch_compact_scan_and_scatter(const struct gs_call *call)
{
    const T *a = array<T>(call, A);
    unsigned *places = array<unsigned>(call, COMPACT_ROOM);
    const unsigned grid = gs_blocks_for(call->n, call->block);
    mark<<<grid, call->block, 0, stream_of(call)>>>(a, places, call->n);
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess)
        error = call->block % 32 == 0
                    ? single_pass_over<false, 4>(places, places, places + call->n, call)
                    : single_pass_over<false, 1>(places, places, places + call->n, call);
    if (error != cudaSuccess)
        return error;
    scatter<<<grid, call->block, 0, stream_of(call)>>>(
        a, (const unsigned *)places, array<T>(call, B),
        array<unsigned long long>(call, COUNT_OF_KEPT), call->n);
    return cudaGetLastError();
}

/* ---- the library ----------------------------------------------------------------------------- */

#if defined(__NVCC__) && __has_include(<cub/device/device_scan.cuh>)
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

/* CUB is asked twice, for the bytes it needs and for the result: f(room, bytes). */
template <typename F> static cudaError_t ask_cub_twice(void *room, size_t room_bytes, F f)
{
    size_t bytes = 0;
    cudaError_t error = f(NULL, bytes);
    if (error == cudaSuccess && bytes > room_bytes)
        error = cudaErrorMemoryAllocation;
    return error == cudaSuccess ? f(room, bytes) : error;
}

template <typename T, bool INCLUSIVE> static int launch_cub(const struct gs_call *call)
{
    const T *a = array<T>(call, A);
    T *b = array<T>(call, B);
    return ask_cub_twice(
        call->arrays[SCAN_ROOM], call->n * sizeof(T) + SPARE_BYTES, [&](void *room, size_t &bytes) {
            return INCLUSIVE
                       ? cub::DeviceScan::InclusiveSum(room, bytes, a, b, call->n, stream_of(call))
                       : cub::DeviceScan::ExclusiveSum(room, bytes, a, b, call->n, stream_of(call));
        });
}

template <typename T> struct positive {
    __device__ bool operator()(T x) const
    {
        return is_positive(x);
    }
};

template <typename T> static int launch_compact_cub(const struct gs_call *call)
{
    return ask_cub_twice(call->arrays[COMPACT_ROOM], 2 * call->n * sizeof(T) + SPARE_BYTES,
                         [&](void *room, size_t &bytes) {
                             return cub::DeviceSelect::If(
                                 room, bytes, (const T *)array<T>(call, A), array<T>(call, B),
                                 array<unsigned long long>(call, COUNT_OF_KEPT), (int64_t)call->n,
                                 positive<T>(), stream_of(call));
                         });
}
#else
template <typename T, bool INCLUSIVE> static int launch_cub(const struct gs_call *)
{
    return cudaErrorNotSupported;
}

template <typename T> static int launch_compact_cub(const struct gs_call *)
{
    return cudaErrorNotSupported;
}
#endif

/* ---- what the harness calls ------------------------------------------------------------------ */

#define SCAN_VARIANT(name)                                                                         \
    extern "C" int inclusive_sum_##name(const struct gs_call *call)                                \
    {                                                                                              \
        DISPATCH_ALL_TYPES(call, launch_##name<T, true>(call))                                     \
    }                                                                                              \
    extern "C" int exclusive_sum_##name(const struct gs_call *call)                                \
    {                                                                                              \
        DISPATCH_ALL_TYPES(call, launch_##name<T, false>(call))                                    \
    }

#define COMPACT_VARIANT(name)                                                                      \
    extern "C" int compact_##name(const struct gs_call *call)                                      \
    {                                                                                              \
        DISPATCH_ALL_TYPES(call, launch_compact_##name<T>(call))                                   \
    }

SCAN_VARIANT(step_by_step)
SCAN_VARIANT(blelloch)
SCAN_VARIANT(warp_shuffle)
SCAN_VARIANT(three_kernels)
SCAN_VARIANT(single_pass)
SCAN_VARIANT(cub)

COMPACT_VARIANT(scan_and_scatter)
COMPACT_VARIANT(single_pass)
COMPACT_VARIANT(cub)
