/*
 * Every variant of every lesson over arrays that start at any element behind a boundary, the same
 * distance for all or different ones, with guarded memory around each. The baselines take their
 * path for large arrays too: the linker puts the cache's size below in place of the machine's.
 */
#include "test.h"
#include "test_device.h"

#include "cpu.h"
#include "device.h"
#include "dtype.h"
#include "registry.h"
#include "workload.h"

#include <malloc.h>
#include <omp.h>
#include <stdlib.h>

enum { MARGIN = 256, GUARD = 0xa5, UNWRITTEN = 0xff };

static size_t cache_bytes;

size_t __wrap_gs_cpu_cache_bytes(void);
size_t __wrap_gs_cpu_cache_bytes(void)
{
    return cache_bytes;
}

/* One array inside a block that starts at a boundary and has a margin on both sides. */
struct placed {
    unsigned char *host, *want; /* want: the block as it must come back, but for an output's data */
    void *device;
    size_t begin, bytes, block_bytes;
};

struct setting {
    struct gs_device *device; /* NULL: a baseline */
    const struct gs_workload *workload;
    enum gs_dtype dtype;
    size_t n;
    size_t offsets[GS_MOST_ARRAYS]; /* elements behind the boundary */
    struct placed placed[GS_MOST_ARRAYS];
    void *host_data[GS_MOST_ARRAYS], *device_data[GS_MOST_ARRAYS];
    double scalars[GS_MOST_SCALARS];
    void *reference;
};

static const uint64_t seed = 5;

static struct gs_data data_of(struct setting *s, const struct gs_variant *variant, unsigned block)
{
    return (struct gs_data){.variant = variant,
                            .dtype = s->dtype,
                            .n = s->n,
                            .grid = s->workload->grid,
                            .block = block,
                            .seed = seed,
                            .scalars = s->scalars,
                            .arrays = s->host_data,
                            .reference = s->reference};
}

static enum gs_role role_of(const struct setting *s, size_t array)
{
    return s->workload->arrays[array].role;
}

/* Room that the harness makes, at a boundary always. */
static bool is_scratch(const struct setting *s, size_t array)
{
    return role_of(s, array) == GS_SCRATCH || role_of(s, array) == GS_ZEROED;
}

static void place(struct setting *s, size_t array)
{
    struct placed *p = &s->placed[array];
    struct gs_error error;
    size_t element = gs_dtype_bytes(gs_workload_dtype(s->workload, array, s->dtype)),
           length = gs_workload_length(s->workload, array, s->n);
    p->begin = MARGIN + (is_scratch(s, array) ? 0 : s->offsets[array] * element);
    p->bytes = length * element;
    p->block_bytes = (p->begin + p->bytes + 2 * MARGIN) / MARGIN * MARGIN;
    p->host = aligned_alloc(MARGIN, p->block_bytes);
    p->want = malloc(p->block_bytes);
    assert_true(p->host != NULL && p->want != NULL);
    s->host_data[array] = p->host + p->begin;
    if (s->device == NULL)
        return;
    assert_int_equal(gs_device_alloc(s->device, p->block_bytes, &p->device, &error), GS_OK);
    assert_int_equal((uintptr_t)p->device % MARGIN, 0);
    s->device_data[array] = (char *)p->device + p->begin;
}

/* Inputs filled, outputs unwritten, guards around; on the device too. */
static void lay(struct setting *s)
{
    for (size_t a = 0; a < s->workload->array_count; a++) {
        struct placed *p = &s->placed[a];
        struct gs_data data = data_of(s, NULL, 0);
        struct gs_error error;
        memset(p->host, GUARD, p->block_bytes);
        if (role_of(s, a) == GS_INPUT || role_of(s, a) == GS_UPDATED)
            gs_workload_fill(s->workload, &data, a, 0, gs_workload_length(s->workload, a, s->n));
        else
            memset(p->host + p->begin, role_of(s, a) == GS_ZEROED ? 0 : UNWRITTEN, p->bytes);
        memcpy(p->want, p->host, p->block_bytes);
        if (s->device != NULL)
            assert_int_equal(
                gs_device_copy_in(s->device, p->device, p->host, p->block_bytes, &error), GS_OK);
    }
}

static const char *run(struct setting *s, const struct gs_variant *variant, unsigned block)
{
    struct gs_call call = {.dtype = s->dtype,
                           .n = s->n,
                           .grid = s->workload->grid,
                           .block = block,
                           .scalars = s->scalars,
                           .arrays = s->host_data};
    if (s->device == NULL) {
        variant->run(&call);
        return NULL;
    }
    call.arrays = s->device_data;
    call.host = s->host_data;
    struct gs_job job = {.run = variant->run, .traits = variant->traits, .call = call};
    struct gs_outcome outcome = gs_device_run(s->device, &job);
    bool own = variant->traits & GS_OWN_COPIES; /* its results are on the host */
    for (size_t a = 0; outcome.failure == NULL && !own && a < s->workload->array_count; a++) {
        struct placed *p = &s->placed[a];
        struct gs_error error;
        assert_int_equal(gs_device_copy_out(s->device, p->host, p->device, p->block_bytes, &error),
                         GS_OK);
    }
    return outcome.unsupported && variant->needs != NULL ? "" : outcome.failure;
}

/* What is wrong with the arrays as they came back, or NULL. */
static const char *fault_of(struct setting *s, const struct gs_variant *variant, unsigned block)
{
    struct gs_data data = data_of(s, variant, block);
    struct gs_match found = {0};
    for (size_t a = 0; a < s->workload->array_count; a++) {
        const struct placed *p = &s->placed[a];
        size_t end = p->begin + p->bytes;
        if (memcmp(p->host, p->want, p->begin) != 0)
            return "wrote before an array";
        if (memcmp(p->host + end, p->want + end, p->block_bytes - end) != 0)
            return "wrote behind an array";
        if (role_of(s, a) == GS_INPUT &&
            memcmp(p->host + p->begin, p->want + p->begin, p->bytes) != 0)
            return "changed an input";
    }
    s->workload->compare(&data, 0, gs_workload_results(s->workload, s->n), &found);
    return found.wrong > 0 ? "computed a wrong element" : NULL;
}

static void check_variant(struct setting *s, const struct gs_variant *variant, unsigned block)
{
    lay(s);
    const char *failure = run(s, variant, block);
    failure = failure != NULL ? failure : fault_of(s, variant, block);
    if (failure != NULL && failure[0] != '\0')
        fail_msg("%s %s %s n=%zu block %u, arrays %zu %zu %zu ... elements behind a boundary: %s",
                 s->workload->name, variant->name, gs_dtype_name(s->dtype), s->n, block,
                 s->offsets[0], s->offsets[1], s->offsets[2], failure);
}

static void make(struct setting *s)
{
    for (size_t a = 0; a < s->workload->array_count; a++)
        place(s, a);
    if (s->workload->scalars != NULL)
        s->workload->scalars(s->n, s->scalars);
    /* Of one size: the inputs are the same wherever they lie. */
    if (s->workload->refer == NULL || s->reference != NULL)
        return;
    lay(s);
    s->reference = malloc(gs_workload_reference_bytes(s->workload, s->n));
    assert_non_null(s->reference);
    struct gs_data data = data_of(s, NULL, 0);
    s->workload->refer(&data, s->reference);
}

static void release(struct setting *s)
{
    for (size_t a = 0; a < s->workload->array_count; a++) {
        free(s->placed[a].host);
        free(s->placed[a].want);
        if (s->device != NULL)
            gs_device_release(s->device, s->placed[a].device);
    }
}

/* A variant that is wrong on purpose may be wrong here too. Those of several devices have arrays of
 * the harness's on each of them, at a boundary always. */
static bool is_checked(const struct setting *s, const struct gs_variant *variant)
{
    return (variant->place == GS_DEVICE) == (s->device != NULL) && variant->flaw == GS_SOUND &&
           variant->devices <= 1;
}

static void check_variants(struct setting *s, unsigned block)
{
    make(s);
    for (size_t v = 0; v < s->workload->variant_count; v++) {
        const struct gs_variant *variant = &s->workload->variants[v];
        if (is_checked(s, variant))
            check_variant(s, variant, block);
    }
    release(s);
}

/* Where arrays have been put, so that nothing is tried twice: a single array is put to the same
 * place by each of the forms below. */
struct tried {
    size_t (*places)[GS_MOST_ARRAYS];
    size_t count, room;
};

/* Whether they have not been there; then they have. */
static bool is_new(const struct setting *s, struct tried *tried)
{
    size_t place[GS_MOST_ARRAYS] = {0};
    for (size_t a = 0; a < s->workload->array_count; a++)
        place[a] = is_scratch(s, a) ? 0 : s->offsets[a];
    for (size_t i = 0; i < tried->count; i++) {
        if (memcmp(tried->places[i], place, sizeof place) == 0)
            return false;
    }
    assert_true(tried->count < tried->room);
    memcpy(tried->places[tried->count++], place, sizeof place);
    return true;
}

/*
 * Calls check_variants with every distance below `period` elements: for all arrays alike, for one
 * array while the others start at a boundary, and for all arrays differently.
 */
static void check_offsets(struct setting *s, size_t period, unsigned block)
{
    size_t arrays = s->workload->array_count;
    struct tried tried = {.room = period * (arrays + 2)};
    tried.places = calloc(tried.room, sizeof *tried.places);
    assert_non_null(tried.places);
    for (size_t offset = 0; offset < period; offset++) {
        for (size_t form = 0; form < arrays + 2; form++) {
            if (form < arrays && is_scratch(s, form))
                continue;
            for (size_t a = 0; a < arrays; a++) {
                if (form < arrays)
                    s->offsets[a] = a == form ? offset : 0;
                else
                    s->offsets[a] = form == arrays ? offset : (offset + a) % period;
            }
            if (is_new(s, &tried))
                check_variants(s, block);
        }
    }
    free(tried.places);
    free(s->reference);
    s->reference = NULL;
}

typedef void visit_fn(struct setting *s);

static void for_each_dtype(struct gs_device *device, visit_fn *visit)
{
    for (size_t i = 0; i < gs_lesson_count(); i++) {
        const struct gs_lesson *lesson = gs_lesson_at(i);
        for (size_t w = 0; w < lesson->workload_count; w++) {
            for (int dtype = 0; dtype < GS_DTYPE_COUNT; dtype++) {
                struct setting s = {.device = device,
                                    .workload = &lesson->workloads[w],
                                    .dtype = (enum gs_dtype)dtype};
                if (s.workload->dtypes & GS_DTYPE_BIT(s.dtype))
                    visit(&s);
            }
        }
    }
}

static void visit_kernels(struct setting *s)
{
    static const size_t sizes[] = {0, 1, 2, 3, 4, 5, 7, 9, 31, 33, 257};
    static const unsigned blocks[] = {32, 1, 256};
    for (size_t i = 0; i < GS_COUNT(sizes); i++) {
        for (size_t b = 0; b < (GS_TEST_EVERY_BLOCK ? GS_COUNT(blocks) : 1); b++) {
            s->n = sizes[i];
            check_offsets(s, 16 / gs_dtype_bytes(s->dtype), blocks[b]);
        }
    }
}

static void kernels_take_any_alignment(void **state)
{
    for_each_dtype(*state, visit_kernels);
}

static void visit_baselines(struct setting *s)
{
    static const size_t sizes[] = {0, 1, 3, 17, 100, 90001};
    for (size_t i = 0; i < GS_COUNT(sizes); i++) {
        s->n = sizes[i];
        bool launches = s->workload->grid > 0; /* whose work the baseline does too */
        if (!launches || s->n < 1000)
            check_offsets(s, 64 / gs_dtype_bytes(s->dtype), launches ? 32 : 0);
    }
}

/* Once as arrays that the cache holds, and once as those that it does not. */
static void baselines_take_any_alignment(void **state)
{
    (void)state;
    cache_bytes = SIZE_MAX;
    for_each_dtype(NULL, visit_baselines);
    cache_bytes = 1;
    for_each_dtype(NULL, visit_baselines);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_take_any_alignment),
        cmocka_unit_test(baselines_take_any_alignment),
    };
    /* Memory stays the program's: getting it anew for every offset takes longer than the work. */
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    omp_set_num_threads(3); /* parts that end at odd places */
    return cmocka_run_group_tests_name("alignment", tests, gs_test_open_device,
                                       gs_test_close_device);
}
