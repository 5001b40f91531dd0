// Cooperative groups of a block and of a warp: ranks, shuffles, votes, partitions and collectives.
#include "check.h"

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

enum { THREADS = 96 };

// ---- the block ----

struct place {
    unsigned rank, size, x, y, z, block_x, block_y, dim_x, dim_y;
    unsigned group_rank, group_size, free_rank, free_size;
};

__device__ unsigned total_of(cg::thread_group group, int *cells, unsigned value)
{
    unsigned rank = (unsigned)group.thread_rank();
    cells[rank] = (int)value;
    group.sync();
    unsigned total = 0;
    for (unsigned i = 0; i < group.size(); i++) {
        total += (unsigned)cells[i];
    }
    group.sync();
    return total;
}

__global__ void block(struct place *out, unsigned *totals)
{
    __shared__ int cells[THREADS];
    cg::thread_block b = cg::this_thread_block();
    cg::thread_group any = b;
    unsigned at = (blockIdx.x + blockIdx.y * gridDim.x) * b.num_threads() + b.thread_rank();
    struct place p = {b.thread_rank(),
                      b.size(),
                      b.thread_index().x,
                      b.thread_index().y,
                      b.thread_index().z,
                      b.group_index().x,
                      b.group_index().y,
                      b.dim_threads().x,
                      b.group_dim().y,
                      (unsigned)any.thread_rank(),
                      (unsigned)any.size(),
                      (unsigned)cg::thread_rank(b),
                      (unsigned)cg::group_size(b)};
    out[at] = p;
    totals[at] = total_of(b, cells, at);
    cg::sync(b);
    auto token = b.barrier_arrive();
    b.barrier_wait(static_cast<decltype(token) &&>(token));
}

static void check_block(void)
{
    enum { N = 6 * THREADS };
    dim3 grid(3, 2), shape(8, 4, 3);
    struct place got[N], *device = check_device<struct place>(N);
    unsigned totals[N], *totals_device = check_device<unsigned>(N);
    block<<<grid, shape>>>(device, totals_device);
    CHECK_LAUNCH();
    check_take(got, device, N);
    check_take(totals, totals_device, N);
    for (unsigned i = 0; i < N; i++) {
        unsigned thread = i % THREADS, of_block = i / THREADS;
        CHECK_EQ_AT(got[i].rank, thread, i);
        CHECK_EQ_AT(got[i].group_rank, thread, i);
        CHECK_EQ_AT(got[i].free_rank, thread, i);
        CHECK_EQ_AT(got[i].size, (unsigned)THREADS, i);
        CHECK_EQ_AT(got[i].group_size, (unsigned)THREADS, i);
        CHECK_EQ_AT(got[i].free_size, (unsigned)THREADS, i);
        CHECK_EQ_AT(got[i].x, thread % 8, i);
        CHECK_EQ_AT(got[i].y, thread / 8 % 4, i);
        CHECK_EQ_AT(got[i].z, thread / 32, i);
        CHECK_EQ_AT(got[i].block_x, of_block % 3, i);
        CHECK_EQ_AT(got[i].block_y, of_block / 3, i);
        CHECK_EQ_AT(got[i].dim_x, 8u, i);
        CHECK_EQ_AT(got[i].dim_y, 4u, i);
        unsigned first = of_block * THREADS;
        CHECK_EQ_AT(totals[i], THREADS * first + THREADS * (THREADS - 1) / 2, i);
    }
}

// ---- tiles of a warp ----

struct pair {
    double a;
    int b;
};

struct tiled {
    unsigned rank, size, meta_rank, meta_size, ballot, same, all_same;
    int up, down, exclusive_or, from, any, all, all_equal;
    struct pair moved;
};

template <unsigned Size> __global__ void tiles(struct tiled *out)
{
    auto b = cg::this_thread_block();
    cg::thread_block_tile<Size> tile = cg::tiled_partition<Size>(b);
    int i = (int)b.thread_rank();
    struct tiled t;
    struct pair mine = {i + 0.5, -i};
    t.rank = tile.thread_rank();
    t.size = tile.size();
    t.meta_rank = tile.meta_group_rank();
    t.meta_size = tile.meta_group_size();
    t.up = tile.shfl_up(i, 3);
    t.down = tile.shfl_down(i, 3);
    t.exclusive_or = tile.shfl_xor(i, 1);
    t.from = tile.shfl(i, (int)tile.size() - 1);
    t.any = tile.any(i % 16 == 5) != 0;
    t.all = tile.all(i < 64) != 0;
    t.ballot = tile.ballot(i % 3 == 0);
    t.same = tile.match_any(i % 3);
    t.all_same = tile.match_all(i / 8, t.all_equal);
    t.all_equal = t.all_equal != 0;
    t.moved = tile.shfl(mine, 0);
    tile.sync();
    out[i] = t;
}

template <unsigned Size> static void check_tiles(void)
{
    struct tiled got[THREADS], *device = check_device<struct tiled>(THREADS);
    tiles<Size><<<1, THREADS>>>(device);
    CHECK_LAUNCH();
    check_take(got, device, THREADS);
    for (int i = 0; i < THREADS; i++) {
        const int size = (int)Size, rank = i % size, first = i - rank;
        unsigned ballot = 0, same = 0, all = 0;
        bool any = false, equal = true;
        for (int j = 0; j < size; j++) {
            ballot |= (unsigned)((first + j) % 3 == 0) << j;
            same |= (unsigned)((first + j) % 3 == i % 3) << j;
            all |= 1u << j;
            any |= (first + j) % 16 == 5;
            equal &= (first + j) / 8 == i / 8;
        }
        CHECK_EQ_AT(got[i].rank, (unsigned)rank, i);
        CHECK_EQ_AT(got[i].size, Size, i);
        CHECK_EQ_AT(got[i].meta_rank, (unsigned)(i / size), i);
        CHECK_EQ_AT(got[i].meta_size, (unsigned)(THREADS / size), i);
        CHECK_EQ_AT(got[i].up, rank >= 3 ? i - 3 : i, i);
        CHECK_EQ_AT(got[i].down, rank + 3 < size ? i + 3 : i, i);
        if (size > 1) // there is no other lane in a tile of one
            CHECK_EQ_AT(got[i].exclusive_or, i ^ 1, i);
        CHECK_EQ_AT(got[i].from, first + size - 1, i);
        CHECK_EQ_AT(got[i].any, (int)any, i);
        CHECK_EQ_AT(got[i].all, (int)(i < 64), i);
        CHECK_EQ_AT(got[i].ballot, ballot, i);
        CHECK_EQ_AT(got[i].same, same, i);
        CHECK_EQ_AT(got[i].all_equal, (int)equal, i);
        CHECK_EQ_AT(got[i].all_same, equal ? all : 0u, i);
        CHECK_EQ_AT(got[i].moved.a, first + 0.5, i);
        CHECK_EQ_AT(got[i].moved.b, -first, i);
    }
}

// ---- parts of parts, and tiles whose size is known at run time ----

__global__ void parts(unsigned *out)
{
    __shared__ int cells[THREADS];
    auto b = cg::this_thread_block();
    auto half = cg::tiled_partition<16>(b);
    auto quarter = cg::tiled_partition<4>(half);
    cg::thread_group dynamic = cg::tiled_partition(b, 8);
    cg::thread_group smaller = cg::tiled_partition(dynamic, 2);
    unsigned i = b.thread_rank(), *mine = out + i * 8;
    mine[0] = quarter.thread_rank();
    mine[1] = quarter.meta_group_rank();
    mine[2] = quarter.meta_group_size();
    mine[3] = (unsigned)dynamic.thread_rank();
    mine[4] = (unsigned)dynamic.size();
    mine[5] = total_of(dynamic, cells + i / 8 * 8, i);
    mine[6] = (unsigned)smaller.thread_rank();
    mine[7] = total_of(smaller, cells + i / 2 * 2, i);
}

static void check_parts(void)
{
    unsigned got[THREADS * 8], *device = check_device<unsigned>(THREADS * 8);
    parts<<<1, THREADS>>>(device);
    CHECK_LAUNCH();
    check_take(got, device, THREADS * 8);
    for (unsigned i = 0; i < THREADS; i++) {
        const unsigned *mine = got + i * 8;
        CHECK_EQ_AT(mine[0], i % 4, i);
        CHECK_EQ_AT(mine[1], i % 16 / 4, i);
        CHECK_EQ_AT(mine[2], 4u, i);
        CHECK_EQ_AT(mine[3], i % 8, i);
        CHECK_EQ_AT(mine[4], 8u, i);
        CHECK_EQ_AT(mine[5], i / 8 * 64 + 28, i);
        CHECK_EQ_AT(mine[6], i % 2, i);
        CHECK_EQ_AT(mine[7], i / 2 * 4 + 1, i);
    }
}

// ---- groups with gaps ----

struct member {
    unsigned rank, size, up, down, first, ballot, total, before, label_rank, label_size, meta_rank,
        meta_size, set_size, set_rank, piece_rank, piece_size;
};

__global__ void gaps(struct member *out)
{
    unsigned i = threadIdx.x;
    struct member m = {};
    if (i % 3 != 1) {
        cg::coalesced_group active = cg::coalesced_threads();
        m.rank = active.thread_rank();
        m.size = active.size();
        m.up = active.shfl_up(i, 1);
        m.down = active.shfl_down(i, 2);
        m.first = active.shfl(i, 0);
        m.ballot = active.ballot(i % 2 == 0);
        m.total = cg::reduce(active, i, cg::plus<unsigned>());
        m.before = cg::exclusive_scan(active, i);
        cg::coalesced_group label = cg::labeled_partition(active, (int)(i / 10));
        m.label_rank = label.thread_rank();
        m.label_size = label.size();
        m.meta_rank = label.meta_group_rank();
        m.meta_size = label.meta_group_size();
        cg::coalesced_group set = cg::binary_partition(active, i % 2 == 0);
        m.set_rank = set.meta_group_rank();
        m.set_size = set.size();
        cg::coalesced_group piece = cg::tiled_partition(active, 4);
        m.piece_rank = piece.thread_rank();
        m.piece_size = piece.size();
        active.sync();
    }
    out[i] = m;
}

static void check_gaps(void)
{
    struct member got[32], *device = check_device<struct member>(32);
    gaps<<<1, 32>>>(device);
    CHECK_LAUNCH();
    check_take(got, device, 32);
    unsigned members[32], size = 0, total = 0, before = 0, ballot = 0;
    for (unsigned i = 0; i < 32; i++) {
        if (i % 3 != 1) {
            ballot |= (unsigned)(i % 2 == 0) << size;
            members[size++] = i;
            total += i;
        }
    }
    for (unsigned rank = 0; rank < size; rank++) {
        unsigned i = members[rank], label_rank = 0, label_size = 0, set_size = 0;
        for (unsigned j = 0; j < size; j++) {
            label_rank += j < rank && members[j] / 10 == i / 10;
            label_size += members[j] / 10 == i / 10;
            set_size += members[j] % 2 == i % 2;
        }
        CHECK_EQ_AT(got[i].rank, rank, i);
        CHECK_EQ_AT(got[i].size, size, i);
        CHECK_EQ_AT(got[i].up, rank > 0 ? members[rank - 1] : i, i);
        CHECK_EQ_AT(got[i].down, rank + 2 < size ? members[rank + 2] : i, i);
        CHECK_EQ_AT(got[i].first, members[0], i);
        CHECK_EQ_AT(got[i].ballot, ballot, i);
        CHECK_EQ_AT(got[i].total, total, i);
        CHECK_EQ_AT(got[i].before, before, i);
        CHECK_EQ_AT(got[i].label_rank, label_rank, i);
        CHECK_EQ_AT(got[i].label_size, label_size, i);
        CHECK_EQ_AT(got[i].meta_rank, i / 10, i);
        CHECK_EQ_AT(got[i].meta_size, 4u, i);
        CHECK_EQ_AT(got[i].set_rank, (unsigned)(i % 2 == 0), i);
        CHECK_EQ_AT(got[i].set_size, set_size, i);
        CHECK_EQ_AT(got[i].piece_rank, rank % 4, i);
        CHECK_EQ_AT(got[i].piece_size, size - rank / 4 * 4 < 4 ? size - rank / 4 * 4 : 4u, i);
        before += i;
    }
}

// ---- collectives over tiles, of a warp and of several ----

struct collected {
    int sum, least, greatest, inclusive, exclusive, product;
    unsigned both, either, odd;
    int from, any, all;
};

template <unsigned Size> __global__ void collect(struct collected *out, const int *in)
{
    __shared__ cg::block_tile_memory<256> scratch;
    auto b = cg::this_thread_block(scratch);
    auto tile = cg::tiled_partition<Size>(b);
    int i = (int)b.thread_rank(), value = in[i];
    struct collected c;
    c.sum = cg::reduce(tile, value, cg::plus<int>());
    c.least = cg::reduce(tile, value, cg::less<int>());
    c.greatest = cg::reduce(tile, value, cg::greater<int>());
    c.inclusive = cg::inclusive_scan(tile, value);
    c.exclusive = cg::exclusive_scan(tile, value, cg::plus<int>());
    c.product = cg::reduce(tile, value, [](int x, int y) { return x * y % 1009; });
    c.both = cg::reduce(tile, (unsigned)value, cg::bit_and<unsigned>());
    c.either = cg::reduce(tile, (unsigned)value, cg::bit_or<unsigned>());
    c.odd = cg::reduce(tile, (unsigned)value, cg::bit_xor<unsigned>());
    c.from = tile.shfl(value, Size / 2);
    c.any = tile.any(value == in[3]) != 0;
    c.all = tile.all(value < 900) != 0;
    tile.sync();
    out[i] = c;
}

template <unsigned Size> static void check_collect(void)
{
    enum { N = 256 };
    int in[N];
    uint64_t seed = Size;
    for (int i = 0; i < N; i++) {
        in[i] = (int)(check_random(&seed) % (i < 128 ? 900 : 1000)) + (i < 128 ? 0 : 1);
    }
    in[200] = 999;
    struct collected got[N], *device = check_device<struct collected>(N);
    int *in_device = check_upload(in, N);
    collect<Size><<<1, N>>>(device, in_device);
    CHECK_LAUNCH();
    check_take(got, device, N);
    CHECK_CUDA(cudaFree(in_device));
    for (int first = 0; first < N; first += (int)Size) {
        struct collected c = {0, 1 << 30, -1, 0, 0, 1, ~0u, 0, 0, in[first + (int)Size / 2], 0, 1};
        for (int i = first; i < first + (int)Size; i++) {
            CHECK_EQ_AT(got[i].exclusive, c.sum, i);
            c.sum += in[i];
            CHECK_EQ_AT(got[i].inclusive, c.sum, i);
            c.least = in[i] < c.least ? in[i] : c.least;
            c.greatest = in[i] > c.greatest ? in[i] : c.greatest;
            c.product = i == first ? in[i] : c.product * in[i] % 1009;
            c.both &= (unsigned)in[i];
            c.either |= (unsigned)in[i];
            c.odd ^= (unsigned)in[i];
            c.any |= in[i] == in[3];
            c.all &= in[i] < 900;
        }
        for (int i = first; i < first + (int)Size; i++) {
            CHECK_EQ_AT(got[i].sum, c.sum, i);
            CHECK_EQ_AT(got[i].least, c.least, i);
            CHECK_EQ_AT(got[i].greatest, c.greatest, i);
            CHECK_EQ_AT(got[i].product, c.product, i);
            CHECK_EQ_AT(got[i].both, c.both, i);
            CHECK_EQ_AT(got[i].either, c.either, i);
            CHECK_EQ_AT(got[i].odd, c.odd, i);
            CHECK_EQ_AT(got[i].from, c.from, i);
            CHECK_EQ_AT(got[i].any, c.any, i);
            CHECK_EQ_AT(got[i].all, c.all, i);
        }
    }
}

// ---- copies by a group ----

__global__ void copy(int *out, const int *in, int n)
{
    extern __shared__ int cells[];
    auto b = cg::this_thread_block();
    cg::memcpy_async(b, cells, in, sizeof(int) * (size_t)n);
    cg::wait(b);
    for (int i = (int)b.thread_rank(); i < n; i += (int)b.size()) {
        out[i] = cells[n - 1 - i];
    }
    b.sync();
    cg::memcpy_async(b, cells, (size_t)n, in + n / 2, (size_t)(n / 2));
    cg::wait_prior<0>(b);
    for (int i = (int)b.thread_rank(); i < n; i += (int)b.size()) {
        out[n + i] = cells[i];
    }
}

static void check_copies(void)
{
    enum { N = 1001 };
    int in[N], got[2 * N];
    uint64_t seed = 7;
    for (int i = 0; i < N; i++) {
        in[i] = (int)check_random(&seed);
    }
    int *in_device = check_upload(in, N), *device = check_device<int>(2 * N);
    copy<<<1, 64, sizeof(in)>>>(device, in_device, N);
    CHECK_LAUNCH();
    check_take(got, device, 2 * N);
    CHECK_CUDA(cudaFree(in_device));
    for (int i = 0; i < N; i++) {
        CHECK_EQ_AT(got[i], in[N - 1 - i], i);
    }
    for (int i = 0; i < N; i++) { // the fewer: the rest is as it was
        CHECK_EQ_AT(got[N + i], in[i < N / 2 ? N / 2 + i : i], i);
    }
}

int main(void)
{
    check_block();
    check_tiles<32>();
    check_tiles<16>();
    check_tiles<4>();
    check_tiles<1>();
    check_parts();
    check_gaps();
    check_collect<32>();
    check_collect<8>();
    check_collect<64>();
    check_collect<128>();
    check_collect<256>();
    check_copies();
    return check_end();
}
