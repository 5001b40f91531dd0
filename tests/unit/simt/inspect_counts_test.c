/* What requests and copies cost, held against the numbers that a GPU's profiler gives for the usual
 * patterns, and against counting in the plainest way. */
#include "test.h"

#include "counts.h"
#include "draw.h"
#include "margin.h"
#include "name.h"
#include "source.h"

#include <stdio.h>
#include <stdlib.h>

enum { WARP = SIMT_WARP_SIZE };

#define BASE UINT64_C(0x10000)

/* A random number, the next of its sequence. */
static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* ---- one request ----------------------------------------------------------------------------- */

/* Lane i accesses `width` bytes at first + i * stride. */
static struct simt_warp_request strided(uint32_t active, unsigned width, uintptr_t first,
                                        int64_t stride)
{
    struct simt_warp_request request = {.active = active, .width = width};
    for (unsigned lane = 0; lane < WARP; lane++)
        request.addresses[lane] = first + (uintptr_t)(stride * lane);
    return request;
}

static void assert_sectors(struct simt_warp_request request, unsigned sectors,
                           unsigned distinct_bytes)
{
    unsigned bytes;
    assert_int_equal(simt_warp_request_sectors(&request, &bytes), sectors);
    assert_int_equal(bytes, distinct_bytes);
}

static void known_patterns_touch_known_sectors(void **state)
{
    (void)state;
    uint32_t all = UINT32_MAX;
    assert_sectors(strided(all, 4, BASE, 4), 4, 128);
    assert_sectors(strided(all, 4, BASE, 8), 8, 128);
    assert_sectors(strided(all, 4, BASE, 32), 32, 128);
    assert_sectors(strided(all, 4, BASE, 128), 32, 128);
    assert_sectors(strided(all, 4, BASE, 1 << 20), 32, 128);
    assert_sectors(strided(all, 4, BASE + 4, 4), 5, 128);
    assert_sectors(strided(all, 4, BASE + 2, 4), 5, 128); /* across the ends of sectors */
    assert_sectors(strided(all, 16, BASE, 16), 16, 512);
    assert_sectors(strided(all, 8, BASE, 8), 8, 256);
    assert_sectors(strided(all, 1, BASE, 1), 1, 32);
    assert_sectors(strided(all, 4, BASE, 0), 1, 4);
    assert_sectors(strided(all, 4, BASE + 124, -4), 4, 128);
    assert_sectors(strided(0xffff, 4, BASE, 4), 2, 64);
    assert_sectors(strided(1, 4, BASE, 4), 1, 4);
    assert_sectors(strided(0x80000001, 4, BASE, 4), 2, 8);
    assert_sectors(strided(all, 16, BASE + 24, 64), 64, 512); /* each lane in two */
}

static void assert_wavefronts(struct simt_warp_request request, unsigned wavefronts, unsigned ideal)
{
    unsigned least;
    assert_int_equal(simt_warp_request_wavefronts(&request, &least, NULL), wavefronts);
    assert_int_equal(least, ideal);
}

static void known_patterns_take_known_wavefronts(void **state)
{
    (void)state;
    uint32_t all = UINT32_MAX;
    assert_wavefronts(strided(all, 4, BASE, 4), 1, 1);
    assert_wavefronts(strided(all, 4, BASE + 20, 4), 1, 1);
    assert_wavefronts(strided(all, 4, BASE, 0), 1, 1);       /* a broadcast */
    assert_wavefronts(strided(all, 4, BASE, 8), 2, 1);       /* 2-way */
    assert_wavefronts(strided(all, 4, BASE, 32), 8, 1);      /* 8-way */
    assert_wavefronts(strided(all, 4, BASE, 32 * 4), 32, 1); /* a column */
    assert_wavefronts(strided(all, 4, BASE, 33 * 4), 1, 1);  /* a column of padded rows */
    assert_wavefronts(strided(0xff, 4, BASE, 32 * 4), 8, 1);
    assert_wavefronts(strided(all, 1, BASE, 1), 1, 1);
    assert_wavefronts(strided(all, 2, BASE, 2), 1, 1);
    assert_wavefronts(strided(all, 8, BASE, 8), 2, 2);
    assert_wavefronts(strided(0xffff, 8, BASE, 8), 1, 1);
    assert_wavefronts(strided(all, 8, BASE, 16), 4, 2);
    assert_wavefronts(strided(all, 8, BASE, 0), 1, 1); /* neighbours share: halves go as one */
    assert_wavefronts(strided(0x55555555, 8, BASE, 8), 2, 1); /* halves go as one, and conflict */
    assert_wavefronts(strided(all, 8, BASE, 33 * 8), 2, 2);
    assert_wavefronts(strided(all, 8, BASE, 32 * 8), 32, 2);
    assert_wavefronts(strided(all, 16, BASE, 16), 4, 4);
    assert_wavefronts(strided(0xff, 16, BASE, 16), 1, 1);
    assert_wavefronts(strided(all, 16, BASE, 32), 8, 4);
    assert_wavefronts(strided(all, 16, BASE, 0), 2, 2);
    assert_wavefronts(strided(all, 16, BASE, 128), 32, 4);
}

static void known_patterns_collide_as_known(void **state)
{
    (void)state;
    unsigned distinct;
    struct simt_warp_request request = strided(UINT32_MAX, 4, BASE, 0);
    assert_int_equal(simt_warp_request_collisions(&request, &distinct), 32);
    assert_int_equal(distinct, 1);
    request = strided(UINT32_MAX, 4, BASE, 4);
    assert_int_equal(simt_warp_request_collisions(&request, &distinct), 1);
    assert_int_equal(distinct, 32);
    request.addresses[31] = request.addresses[7] = request.addresses[3];
    assert_int_equal(simt_warp_request_collisions(&request, &distinct), 3);
    assert_int_equal(distinct, 30);
    request.active = 0x7fffffff;
    assert_int_equal(simt_warp_request_collisions(&request, &distinct), 2);
}

/* ---- random requests, counted plainly -------------------------------------------------------- */

enum { MEMORY = 1 << 14, MOST_STRIDE = 40 };

/* Units of each size that the lanes' bytes fall into. */
static unsigned naive_units(const struct simt_warp_request *request, uint32_t lanes, unsigned unit,
                            uint8_t touched[MEMORY])
{
    unsigned number = 0;
    memset(touched, 0, MEMORY);
    for (unsigned lane = 0; lane < WARP; lane++) {
        for (unsigned byte = 0; lanes >> lane & 1 && byte < request->width; byte++) {
            uint8_t *seen = &touched[(request->addresses[lane] - BASE + byte) / unit];
            number += *seen == 0;
            *seen = 1;
        }
    }
    return number;
}

static unsigned naive_worst_bank(const struct simt_warp_request *request, uint32_t lanes)
{
    uint8_t words[MEMORY];
    unsigned banks[32] = {0}, most = 0;
    naive_units(request, lanes, 4, words);
    for (unsigned word = 0; word < MEMORY; word++) {
        banks[word % 32] += words[word];
        most = most > banks[word % 32] ? most : banks[word % 32];
    }
    return most;
}

static bool naive_merge(const struct simt_warp_request *request, unsigned begin, unsigned end,
                        unsigned flip)
{
    for (unsigned i = begin; i < end; i++) {
        unsigned j = i ^ flip;
        bool both = request->active >> i & 1 && request->active >> j & 1;
        if (both && request->addresses[i] != request->addresses[j])
            return false;
    }
    return true;
}

static unsigned naive_wavefronts(const struct simt_warp_request *request)
{
    unsigned step = request->width <= 4 ? 32 : 32 * 4 / request->width, wavefronts = 0;
    for (unsigned i = 0; i < WARP; i += step) {
        uint32_t part = step == 32 ? UINT32_MAX : ((1u << step) - 1) << i;
        unsigned first = i / step % 2 == 0 ? i : i - step;
        if (step < 32 && (naive_merge(request, first, first + 2 * step, 1) ||
                          naive_merge(request, first, first + 2 * step, 2))) {
            part |= i == first ? part << step : 0;
            part = i == first ? part : 0;
        }
        wavefronts += naive_worst_bank(request, part & request->active);
    }
    return wavefronts;
}

static unsigned naive_collisions(const struct simt_warp_request *request)
{
    unsigned most = 0;
    for (unsigned i = 0; i < WARP; i++) {
        unsigned same = 0;
        for (unsigned j = 0; j < WARP; j++)
            same += request->active >> i & request->active >> j & 1 &&
                    request->addresses[i] == request->addresses[j];
        most = most > same ? most : same;
    }
    return most;
}

static struct simt_warp_request random_request(uint64_t *random)
{
    unsigned width = 1u << next(random) % 5;
    uintptr_t first = BASE + width * (next(random) % 64);
    struct simt_warp_request request =
        strided(UINT32_MAX, width, first, (int64_t)(width * (next(random) % MOST_STRIDE / 4)));
    uint64_t kind = next(random) % 6;
    for (unsigned lane = 0; lane < WARP; lane++) {
        unsigned other = (unsigned)(next(random) % (lane + 1));
        uintptr_t kept = request.addresses[lane];
        if (kind == 0) { /* a permutation */
            request.addresses[lane] = request.addresses[other];
            request.addresses[other] = kept;
        } else if (kind == 1) { /* anywhere */
            request.addresses[lane] = BASE + width * (next(random) % (MEMORY / 2 / width));
        } else if (kind == 2) { /* few cells */
            request.addresses[lane] = BASE + width * (next(random) % 5);
        } else if (kind == 3) { /* neighbours share */
            request.addresses[lane] = request.addresses[lane & ~1u];
        }
    }
    uint64_t some = next(random) % 4;
    if (some != 0)
        request.active = (uint32_t)(some == 1 ? next(random) : UINT32_MAX >> next(random) % 32);
    request.active |= request.active == 0;
    return request;
}

static void random_requests_agree_with_plain_counting(void **state)
{
    (void)state;
    uint64_t random = 5;
    for (unsigned i = 0; i < 20000; i++) {
        struct simt_warp_request request = random_request(&random);
        unsigned bytes, ideal, distinct;
        uint8_t touched[MEMORY];
        assert_int_equal(simt_warp_request_sectors(&request, &bytes),
                         naive_units(&request, request.active, 32, touched));
        assert_int_equal(bytes, naive_units(&request, request.active, 1, touched));
        assert_int_equal(simt_warp_request_wavefronts(&request, &ideal, NULL),
                         naive_wavefronts(&request));
        assert_int_equal(simt_warp_request_collisions(&request, &distinct),
                         naive_collisions(&request));
    }
}

/* ---- counted by line ------------------------------------------------------------------------- */

/* A kernel's source; a site is the address of its line's number in here. */
static const char *const source[] = {
    "__global__ void k(float *a, const float *b)",
    "{",
    "    __shared__ float tile[32][32];",
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;",
    "    tile[threadIdx.x][0] = b[32 * i];",
    "    __syncthreads();",
    "    if (threadIdx.x % 2 == 0)",
    "        a[i] += tile[0][threadIdx.x];",
    "    atomicAdd(&sum, a[i]);",
    "}",
};
enum { LINES = sizeof(source) / sizeof(source[0]) };

static char lines[LINES + 1];

struct simt_position simt_source_find(const void *site)
{
    struct simt_position position = {.file = "k.cu", .path = "k.cu", .function = "k"};
    position.line = (int)((const char *)site - lines);
    return position;
}

const char *simt_source_whole_line(const char *path, int line)
{
    assert_string_equal(path, "k.cu");
    return line >= 1 && line <= (int)LINES ? source[line - 1] : NULL;
}

const char *simt_first_request_name(const struct simt_first_request *first)
{
    return first->name[0] == '\0' && first->allocated == &lines[3] ? "tile" : first->name;
}

static const struct simt_launch_info launch = {.number = 1, .kernel = "k"};

/* The lanes of `active` access memory in the line, as strided() says. */
static void request(int line, enum simt_access_kind kind, enum simt_object_kind object_kind,
                    struct simt_warp_request lanes)
{
    struct simt_access accesses[WARP] = {0};
    const struct simt_object object = {.base = BASE,
                                       .bytes = MEMORY,
                                       .kind = object_kind,
                                       .name = object_kind == SIMT_OBJECT_DEVICE ? "b" : NULL,
                                       .site = &lines[3],
                                       .type = "float",
                                       .element_bytes = 4};
    for (unsigned lane = 0; lane < WARP; lane++) {
        if (lanes.active >> lane & 1)
            accesses[lane] = (struct simt_access){.address = lanes.addresses[lane],
                                                  .bytes = lanes.width,
                                                  .kind = kind,
                                                  .site = &lines[line]};
    }
    struct simt_thread_id first = {.thread = (unsigned)__builtin_ctz(lanes.active)};
    simt_counts_request(accesses, lanes.active, UINT32_MAX, &object, first, &launch);
}

static void requests_of_a_site_add_up(void **state)
{
    (void)state;
    simt_counts_reset();
    request(5, SIMT_ACCESS_READ, SIMT_OBJECT_DEVICE, strided(UINT32_MAX, 4, BASE, 4));
    request(5, SIMT_ACCESS_VOLATILE_READ, SIMT_OBJECT_DEVICE, strided(0xff, 4, BASE, 128));
    request(5, SIMT_ACCESS_WRITE, SIMT_OBJECT_DYNAMIC_SHARED, strided(0xff, 4, BASE, 128));
    request(9, SIMT_ACCESS_ATOMIC, SIMT_OBJECT_VARIABLE, strided(0xff, 4, BASE, 0));
    simt_counts_sync(&lines[6], true, 0xff, UINT32_MAX, &launch);

    const struct simt_count *count = simt_counts_get(0);
    assert_int_equal(count->space, SIMT_COUNT_GLOBAL);
    assert_int_equal(count->kind, SIMT_COUNT_LOAD);
    assert_int_equal(count->tally.requests, 2);
    assert_int_equal(count->tally.active_lanes, 40);
    assert_int_equal(count->tally.idle_lanes, 24);
    assert_int_equal(count->tally.sectors, 12);
    assert_int_equal(count->tally.ideal_sectors, 5);
    assert_int_equal(count->tally.bytes, 160);
    assert_int_equal(count->tally.wavefronts, 0);
    assert_int_equal(count->first.active, UINT32_MAX);
    count = simt_counts_get(1);
    assert_int_equal(count->space, SIMT_COUNT_SHARED);
    assert_int_equal(count->kind, SIMT_COUNT_STORE);
    assert_int_equal(count->tally.wavefronts, 8);
    assert_int_equal(count->tally.ideal_wavefronts, 1);
    assert_int_equal(count->tally.sectors, 0);
    count = simt_counts_get(2);
    assert_int_equal(count->kind, SIMT_COUNT_ATOMIC);
    assert_int_equal(count->tally.atomic_serial, 8);
    assert_int_equal(count->tally.distinct_bytes, 4);
    count = simt_counts_get(3);
    assert_int_equal(count->kind, SIMT_COUNT_BARRIER);
    assert_int_equal(count->tally.idle_lanes, 24);
    assert_null(simt_counts_get(4));
    assert_int_equal(simt_counts_launches("k"), 1);
}

/* A struct of three floats is read by three instructions, one of six doubles' size by six of 8. */
static void wide_accesses_are_several_requests(void **state)
{
    (void)state;
    simt_counts_reset();
    request(5, SIMT_ACCESS_READ, SIMT_OBJECT_DEVICE, strided(UINT32_MAX, 12, BASE, 12));
    request(6, SIMT_ACCESS_READ, SIMT_OBJECT_DEVICE, strided(UINT32_MAX, 24, BASE, 24));
    request(7, SIMT_ACCESS_READ, SIMT_OBJECT_DEVICE, strided(UINT32_MAX, 64, BASE, 64));
    const struct simt_tally *tally = &simt_counts_get(0)->tally;
    assert_int_equal(tally->requests, 3);
    assert_int_equal(tally->sectors, 3 * 12);
    assert_int_equal(tally->ideal_sectors, 3 * 4);
    assert_int_equal(simt_counts_get(1)->tally.requests, 3);
    assert_int_equal(simt_counts_get(2)->tally.requests, 4);
    assert_int_equal(simt_counts_get(2)->tally.bytes, 64 * 32);
}

/* One call of memcpy() can move more for some lanes than for others. */
static void lanes_of_a_request_may_differ_in_size(void **state)
{
    (void)state;
    struct simt_access accesses[WARP] = {
        {.address = BASE, .bytes = 16, .site = lines},
        {.address = BASE + 64, .bytes = 4, .site = lines},
    };
    const struct simt_object object = {.base = BASE, .bytes = MEMORY, .kind = SIMT_OBJECT_DEVICE};
    simt_counts_reset();
    simt_counts_request(accesses, 3, 3, &object, (struct simt_thread_id){0, 0}, &launch);
    assert_int_equal(simt_counts_get(0)->tally.requests, 4);
    assert_int_equal(simt_counts_get(0)->tally.active_lanes, 5);
    assert_int_equal(simt_counts_get(0)->tally.bytes, 20);
    assert_int_equal(simt_counts_get(0)->tally.sectors, 5);
}

static void many_sites_are_told_apart(void **state)
{
    (void)state;
    static char sites[3000];
    const struct simt_object object = {.base = BASE, .bytes = MEMORY, .kind = SIMT_OBJECT_DEVICE};
    struct simt_launch_info other = launch;
    simt_counts_reset();
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned i = 0; i < sizeof(sites); i++) {
            struct simt_access accesses[WARP] = {{.address = BASE, .bytes = 4, .site = &sites[i]}};
            struct simt_thread_id thread = {.block = 1 - round};
            simt_counts_request(accesses, 1, 1, &object, thread, &other);
        }
    }
    for (unsigned i = 0; i < sizeof(sites); i++) {
        assert_ptr_equal(simt_counts_get(i)->site, &sites[i]);
        assert_int_equal(simt_counts_get(i)->tally.requests, 2);
        assert_int_equal(simt_counts_get(i)->first.thread.block, 0); /* the first, though later */
    }
    assert_null(simt_counts_get(sizeof(sites)));
}

/* What a request costs does not depend on what was requested there before. */
static void requests_cost_the_same_each_time(void **state)
{
    static const unsigned strides[] = {0, 1, 2, 3, 4, 8, 12, 33, 64};
    (void)state;
    for (unsigned shared = 0; shared < 2; shared++) {
        uint64_t sectors = 0, bytes = 0, wavefronts = 0, ideals = 0;
        simt_counts_reset();
        for (unsigned i = 0; i < 2000; i++) {
            unsigned width = 1U << i / 8 % 5, stride = strides[i / 40 % 9], distinct, ideal;
            uint32_t active = i / 4 % 3 == 2 ? 0x0ff0f00f : UINT32_MAX;
            uintptr_t first = BASE + (uintptr_t)width * (i * 7 % 50);
            struct simt_warp_request one =
                strided(active, width, first, (long)stride * (long)width);
            request(5, SIMT_ACCESS_READ, shared ? SIMT_OBJECT_STATIC_SHARED : SIMT_OBJECT_DEVICE,
                    one);
            sectors += simt_warp_request_sectors(&one, &distinct);
            bytes += distinct;
            wavefronts += simt_warp_request_wavefronts(&one, &ideal, NULL);
            ideals += ideal;
        }
        const struct simt_tally *tally = &simt_counts_get(0)->tally;
        assert_int_equal(tally->distinct_bytes, bytes);
        assert_int_equal(tally->sectors, shared ? 0 : sectors);
        assert_int_equal(tally->wavefronts, shared ? wavefronts : 0);
        assert_int_equal(tally->ideal_wavefronts, shared ? ideals : 0);
    }
}

/* ---- copies ---------------------------------------------------------------------------------- */

enum { SITE_IN = 1, SITE_OUT = 2 };

/* Copies and tells whether that was redundant. */
static bool copy(void *dst, const void *src, size_t bytes, bool to_device)
{
    const void *site = &lines[to_device ? SITE_IN : SITE_OUT];
    const struct simt_copy_count *count = NULL;
    uint64_t before = 0, after = 0;
    for (size_t i = 0; (count = simt_counts_get_copy(i)) != NULL; i++)
        before += count->redundant_bytes;
    simt_counts_copy(dst, src, bytes, to_device, site);
    memmove(dst, src, bytes);
    for (size_t i = 0; (count = simt_counts_get_copy(i)) != NULL; i++)
        after += count->redundant_bytes;
    assert_true(after == before || after == before + bytes);
    return after != before;
}

static void copies_that_move_nothing_new_are_known(void **state)
{
    (void)state;
    char host[64], other[64] = {0}, device[64] = {0};
    simt_counts_reset();
    memset(host, 1, sizeof(host));
    assert_false(copy(device, other, 64, true)); /* equal by chance */
    assert_false(copy(device, host, 64, true));
    assert_true(copy(device, host, 64, true)); /* went twice */
    host[63] = 2;
    assert_false(copy(device, host, 64, true));
    assert_true(copy(host, device, 64, false)); /* came back unchanged */
    assert_false(copy(other, device, 64, false));
    assert_true(copy(other, device, 64, false));
    other[3] = 9; /* the host's own change is undone by the next copy */
    assert_false(copy(other, device, 64, false));

    device[8] = 5;
    simt_counts_device_wrote(&device[8], 1);
    assert_false(copy(other, device, 64, false));
    assert_true(copy(other, device, 64, false));
    simt_counts_device_wrote(device, 64); /* the same values: it is not sure */
    assert_false(copy(other, device, 64, false));
    const struct simt_copy_count *in = simt_counts_get_copy(0);
    assert_int_equal(in->copies, 4);
    assert_int_equal(in->bytes, 256);
    assert_int_equal(in->redundant, 1);
    assert_true(in->to_device);
}

static void parts_of_copies_are_known(void **state)
{
    (void)state;
    char host[64], device[64] = {0};
    simt_counts_reset();
    memset(host, 1, sizeof(host));
    for (unsigned i = 0; i < 64; i += 16)
        assert_false(copy(device + i, host + i, 16, true));
    assert_true(copy(host, device, 64, false));
    device[20] = 7;
    simt_counts_device_wrote(device + 20, 1);
    assert_true(copy(host, device, 20, false));
    assert_true(copy(host + 21, device + 21, 43, false));
    assert_false(copy(host + 10, device + 10, 20, false));
    assert_true(copy(host, device, 64, false));
    assert_false(copy(host, device + 1, 8, false)); /* equal, but from elsewhere */
}

static void kernels_that_write_make_copies_useful(void **state)
{
    (void)state;
    char host[64] = {0}, device[64] = {0};
    struct simt_warp_request written = strided(0xff, 2, (uintptr_t)device, 2);
    simt_counts_reset();
    copy(device, host, 64, true);
    request(5, SIMT_ACCESS_READ, SIMT_OBJECT_DEVICE, written);
    request(5, SIMT_ACCESS_WRITE, SIMT_OBJECT_STATIC_SHARED, written);
    assert_true(copy(host, device, 64, false));
    request(5, SIMT_ACCESS_WRITE, SIMT_OBJECT_DEVICE, written);
    assert_true(copy(host + 16, device + 16, 48, false));
    assert_false(copy(host, device, 64, false));
    request(5, SIMT_ACCESS_ATOMIC, SIMT_OBJECT_DEVICE, strided(1, 4, (uintptr_t)device + 60, 0));
    assert_false(copy(host, device, 64, false));
}

/* Random copies and writes, against a byte-by-byte account of which bytes are as copied. */
static void random_copies_agree_with_plain_account(void **state)
{
    (void)state;
    enum { SIZE = 200 };
    char host[SIZE] = {0}, device[SIZE] = {0};
    bool linked[SIZE] = {false};
    uint64_t random = 11;
    simt_counts_reset();
    for (unsigned i = 0; i < 20000; i++) {
        size_t begin = next(&random) % SIZE, bytes = 1 + next(&random) % 60;
        bytes = begin + bytes > SIZE ? SIZE - begin : bytes;
        uint64_t what = next(&random) % 4;
        if (what == 0) {
            device[begin]++;
            linked[begin] = false;
            simt_counts_device_wrote(&device[begin], 1);
        } else if (what == 1) {
            host[begin]++;
        } else {
            bool expected = memcmp(&host[begin], &device[begin], bytes) == 0;
            for (size_t j = begin; j < begin + bytes; j++) {
                expected = expected && linked[j];
                linked[j] = true;
            }
            bool redundant = what == 2 ? copy(&device[begin], &host[begin], bytes, true)
                                       : copy(&host[begin], &device[begin], bytes, false);
            assert_int_equal(redundant, expected);
        }
    }
}

/* ---- what is shown --------------------------------------------------------------------------- */

static char *shown; /* the last text; the test's to free */

static FILE *show(size_t *size)
{
    free(shown);
    FILE *stream = open_memstream(&shown, size);
    assert_non_null(stream);
    return stream;
}

static void run_the_kernel(void)
{
    simt_counts_reset();
    uint32_t all = UINT32_MAX, even = 0x55555555;
    request(5, SIMT_ACCESS_READ, SIMT_OBJECT_DEVICE, strided(all, 4, BASE, 128));
    request(5, SIMT_ACCESS_WRITE, SIMT_OBJECT_STATIC_SHARED, strided(all, 4, BASE, 128));
    simt_counts_sync(&lines[6], true, all, all, &launch);
    request(8, SIMT_ACCESS_READ, SIMT_OBJECT_STATIC_SHARED, strided(even, 4, BASE, 4));
    request(8, SIMT_ACCESS_READ, SIMT_OBJECT_DEVICE, strided(even, 4, BASE, 4));
    request(8, SIMT_ACCESS_WRITE, SIMT_OBJECT_DEVICE, strided(even, 4, BASE, 4));
    request(9, SIMT_ACCESS_ATOMIC, SIMT_OBJECT_VARIABLE, strided(all, 4, BASE, 0));
}

static void the_margin_says_what_lines_cost(void **state)
{
    (void)state;
    static const char *const expected[] = {
        "k, 1 launch: k.cu\n",
        "                                 |   1| __global__ void k(float *a, const float *b)\n",
        "!ld          1   32 (4) sec   32 |   5|     tile[threadIdx.x][0] = b[32 * i];\n",
        "each warp's 32 loads touch 32 sectors, 4 would do: they lie 32 floats apart; ",
        "!st          1    32 (1) wf   32 |    |\n",
        "32-way bank conflict: threads 32 floats apart share a bank; pad the row to 33",
        " bar         1                32 |   6|     __syncthreads();\n",
        "!ld+st       2    4 (2) sec   16 |   8|         a[i] += tile[0][threadIdx.x];\n",
        "half of the lanes wait here: the branch splits warps\n",
        "!at          1    1 (1) sec   32 |   9|     atomicAdd(&sum, a[i]);\n",
        "32 lanes update one address and take turns: combine in the warp first\n",
        "!in         2       128        64 |   1| __global__ void k(",
        "1 of these 2 copies took to the device what was already there\n",
    };
    char host[64] = {0}, device[64];
    size_t size;
    run_the_kernel();
    copy(device, host, 64, true);
    copy(device, host, 64, true);
    FILE *stream = show(&size);
    simt_margin_print(stream, true);
    simt_margin_summary(stream);
    fclose(stream);
    for (unsigned i = 0; i < sizeof(expected) / sizeof(expected[0]); i++)
        assert_contains(shown, expected[i]);
    const char *half = strstr(shown, "half of the lanes");
    assert_null(strstr(half + 1, "half of the lanes")); /* said once of a line */
    assert_contains(shown, "simt-inspect: 3 of 4 lines in 1 kernel cost more than they must; "
                           "1 of 2 copies moved nothing new\n");
    for (char *line = strtok(shown, "\n"); line != NULL; line = strtok(NULL, "\n"))
        assert_true(strlen(line) <= 100);
}

/* What simt_margin_summary() prints; valid until the next text is shown. */
static const char *summary(void)
{
    size_t size;
    FILE *stream = show(&size);
    simt_margin_summary(stream);
    fclose(stream);
    return shown;
}

static void the_summary_tells_only_what_is_wrong(void **state)
{
    (void)state;
    char host[64] = {0}, device[64];
    simt_counts_reset();
    assert_string_equal(summary(), "");
    request(5, SIMT_ACCESS_READ, SIMT_OBJECT_DEVICE, strided(UINT32_MAX, 4, BASE, 4));
    copy(device, host, 64, true);
    assert_string_equal(summary(), "");
    copy(device, host, 64, true);
    assert_string_equal(summary(), "simt-inspect: 1 of 2 copies moved nothing new\n");

    simt_counts_reset();
    request(5, SIMT_ACCESS_READ, SIMT_OBJECT_DEVICE, strided(UINT32_MAX, 4, BASE, 128));
    assert_string_equal(summary(),
                        "simt-inspect: 1 of 1 line in 1 kernel costs more than it must\n");
    request(8, SIMT_ACCESS_WRITE, SIMT_OBJECT_DEVICE, strided(UINT32_MAX, 4, BASE, 128));
    assert_string_equal(summary(),
                        "simt-inspect: 2 of 2 lines in 1 kernel cost more than they must\n");
}

/* What is printed next begins a paragraph. */
static void the_margin_ends_with_an_empty_line(void **state)
{
    (void)state;
    char host[64] = {0}, device[64];
    size_t size;
    for (unsigned what = 0; what < 4; what++) {
        simt_counts_reset();
        if (what & 1)
            request(5, SIMT_ACCESS_READ, SIMT_OBJECT_DEVICE, strided(UINT32_MAX, 4, BASE, 4));
        if (what & 2)
            copy(device, host, 64, true);
        FILE *stream = show(&size);
        simt_margin_print(stream, true);
        fclose(stream);
        if (what == 0)
            assert_string_equal(shown, "");
        else
            assert_string_equal(shown + size - 2, "\n\n");
    }
}

static void json_has_what_was_counted(void **state)
{
    (void)state;
    char host[64] = {0}, device[64];
    run_the_kernel();
    copy(device, host, 64, true);
    json_t *json = simt_counts_json();
    assert_non_null(json);
    json_t *accesses = json_object_get(json, "accesses");
    assert_int_equal(json_array_size(accesses), 7);
    const json_t *first = json_array_get(accesses, 0);
    assert_string_equal(json_string_value(json_object_get(first, "kernel")), "k");
    assert_string_equal(json_string_value(json_object_get(first, "space")), "global");
    assert_string_equal(json_string_value(json_object_get(first, "kind")), "load");
    assert_int_equal(json_integer_value(json_object_get(first, "line")), 5);
    assert_int_equal(json_integer_value(json_object_get(first, "sectors")), 32);
    assert_int_equal(json_integer_value(json_object_get(first, "ideal_sectors")), 4);
    assert_int_equal(json_array_size(json_object_get(first, "notes")), 1);
    const json_t *in = json_array_get(json_object_get(json, "copies"), 0);
    assert_string_equal(json_string_value(json_object_get(in, "direction")), "to-device");
    json_decref(json);
}

static void pictures_show_the_lanes(void **state)
{
    (void)state;
    size_t size;
    simt_counts_reset();
    request(5, SIMT_ACCESS_READ, SIMT_OBJECT_DEVICE, strided(0xffff, 4, BASE + 8, 4));
    request(5, SIMT_ACCESS_WRITE, SIMT_OBJECT_STATIC_SHARED, strided(7, 4, BASE + 256, -128));
    FILE *stream = show(&size);
    simt_draw_all_text(stream);
    fclose(stream);
    assert_contains(shown, "k, k.cu:5: global load of b, 4 bytes each, warp 0 of block 0\n");
    assert_contains(shown, "          b[0]   .    .    0    1    2    3    4    5\n");
    assert_contains(shown, "         b[16]  14   15    .    .    .    .    .    .\n");
    assert_true(strstr(shown, "b[0]") < strstr(shown, "b[16]"));
    assert_contains(shown, "16 lanes use 64 bytes of 3 sectors (96 bytes); 2 would do\n");
    assert_contains(shown, "    [32]  1 . . .");
    assert_contains(shown, "    [64]  0 . . .");
    assert_true(strstr(shown, "[32]") < strstr(shown, "[64]"));
    assert_contains(shown, "   words  3\n");
    assert_contains(shown, "3 lanes take 3 wavefronts, 1 would do: 3-way bank conflict\n");
    for (char *line = strtok(shown, "\n"); line != NULL; line = strtok(NULL, "\n"))
        assert_true(strlen(line) <= 80);

    stream = show(&size);
    simt_draw_svg(stream, simt_counts_get(1));
    fclose(stream);
    assert_contains(shown, "<svg xmlns=");
    assert_contains(shown, ">tile[32]</text>");
    assert_contains(shown, "3-way bank conflict</text>\n</svg>\n");
    unsigned number = 0;
    for (const char *at = shown; (at = strstr(at, "<rect class=\"bad\"")) != NULL; at++)
        number++;
    assert_int_equal(number, 3);
}

static void one_lane_is_one(void **state)
{
    (void)state;
    size_t size;
    simt_counts_reset();
    request(5, SIMT_ACCESS_READ, SIMT_OBJECT_DEVICE, strided(1, 4, BASE, 4));
    request(5, SIMT_ACCESS_WRITE, SIMT_OBJECT_STATIC_SHARED, strided(1, 4, BASE, 4));
    FILE *stream = show(&size);
    simt_draw_all_text(stream);
    fclose(stream);
    assert_contains(shown, "1 lane uses 4 bytes of 1 sector (32 bytes); 1 would do\n");
    assert_contains(shown, "1 lane takes 1 wavefront: no bank conflict\n");
}

/* ---------------------------------------------------------------------------------------------- */

static int forget(void **state)
{
    (void)state;
    free(shown);
    simt_counts_reset();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_patterns_touch_known_sectors),
        cmocka_unit_test(known_patterns_take_known_wavefronts),
        cmocka_unit_test(known_patterns_collide_as_known),
        cmocka_unit_test(random_requests_agree_with_plain_counting),
        cmocka_unit_test(requests_of_a_site_add_up),
        cmocka_unit_test(wide_accesses_are_several_requests),
        cmocka_unit_test(lanes_of_a_request_may_differ_in_size),
        cmocka_unit_test(many_sites_are_told_apart),
        cmocka_unit_test(requests_cost_the_same_each_time),
        cmocka_unit_test(copies_that_move_nothing_new_are_known),
        cmocka_unit_test(parts_of_copies_are_known),
        cmocka_unit_test(kernels_that_write_make_copies_useful),
        cmocka_unit_test(random_copies_agree_with_plain_account),
        cmocka_unit_test(the_margin_says_what_lines_cost),
        cmocka_unit_test(the_summary_tells_only_what_is_wrong),
        cmocka_unit_test(the_margin_ends_with_an_empty_line),
        cmocka_unit_test(json_has_what_was_counted),
        cmocka_unit_test(pictures_show_the_lanes),
        cmocka_unit_test(one_lane_is_one),
    };
    return cmocka_run_group_tests(tests, NULL, forget);
}
