/*
 * The threads of lesson 5's `staged`, before a device that does nothing until somebody waits for
 * it, which is as late as any device may be. A slot that is filled again too early, or emptied
 * before its result is there, gives a wrong result here at once.
 */
#include "test.h"

#include "call.h"
#include "dtype.h"
#include "lesson.h"
#include "transfer.h"

#include <omp.h>
#include <stdlib.h>

enum { X, Y, OUT, ARRAYS };
enum { MOST_WAITING = 8, CANARY = 64, REFUSED = 77 };

gs_run_fn hidden_layer_staged;

/* What waits in the stream of a slot: copies, and one kernel. */
struct operation {
    void *to;
    const void *from;
    size_t bytes; /* 0: the kernel, over elements [begin, begin + count) */
    const struct gs_call *call;
    size_t begin, count;
};

struct stream {
    struct operation waiting[MOST_WAITING];
    size_t count;
    size_t in_bytes, out_bytes;
};

/* The host's arrays, the device's, and the slots between them. */
struct setting {
    struct gs_call call;
    void *host[ARRAYS], *device[ARRAYS];
    struct stream streams[GS_SLOTS];
    struct gs_slot slots[GS_SLOTS];
};

/* Elements from here on are refused by the kernel's launch, or by the copy of the results. */
static size_t refused_kernel, refused_copy;

static void queue(void *to_stream, struct operation operation)
{
    struct stream *stream = to_stream;
    assert_true(stream->count < MOST_WAITING);
    stream->waiting[stream->count++] = operation;
}

/* out = x + 2 y. */
static void run_kernel(const struct operation *kernel)
{
    void *const *a = kernel->call->arrays;
    for (size_t i = kernel->begin; i < kernel->begin + kernel->count; i++) {
        if (kernel->call->dtype == GS_F32)
            ((float *)a[OUT])[i] = ((float *)a[X])[i] + 2 * ((float *)a[Y])[i];
        else
            ((double *)a[OUT])[i] = ((double *)a[X])[i] + 2 * ((double *)a[Y])[i];
    }
}

/* ---- in the place of the harness's, and of the kernel ---------------------------------------- */

int __wrap_gs_copy_in_from(const struct gs_call *call, size_t array, size_t begin, size_t count,
                           const void *from, void *stream);
int __wrap_gs_copy_out_to(const struct gs_call *call, size_t array, size_t begin, size_t count,
                          void *to, void *stream);
int __wrap_gs_copy_wait(void *stream);
int __wrap_hidden_layer_chunk(const struct gs_call *call, size_t begin, size_t count, void *stream);

int __wrap_gs_copy_in_from(const struct gs_call *call, size_t array, size_t begin, size_t count,
                           const void *from, void *stream)
{
    size_t size = gs_dtype_bytes(call->dtype);
    queue(stream, (struct operation){.to = (char *)call->arrays[array] + begin * size,
                                     .from = from,
                                     .bytes = count * size});
    ((struct stream *)stream)->in_bytes += count * size;
    return 0;
}

int __wrap_gs_copy_out_to(const struct gs_call *call, size_t array, size_t begin, size_t count,
                          void *to, void *stream)
{
    size_t size = gs_dtype_bytes(call->dtype);
    if (begin >= refused_copy)
        return REFUSED;
    queue(stream, (struct operation){.to = to,
                                     .from = (char *)call->arrays[array] + begin * size,
                                     .bytes = count * size});
    ((struct stream *)stream)->out_bytes += count * size;
    return 0;
}

int __wrap_hidden_layer_chunk(const struct gs_call *call, size_t begin, size_t count, void *stream)
{
    if (begin >= refused_kernel)
        return REFUSED;
    queue(stream, (struct operation){.call = call, .begin = begin, .count = count});
    return 0;
}

int __wrap_gs_copy_wait(void *stream)
{
    struct stream *waited = stream;
    for (size_t i = 0; i < waited->count; i++) {
        const struct operation *operation = &waited->waiting[i];
        if (operation->bytes == 0)
            run_kernel(operation);
        else
            memcpy(operation->to, operation->from, operation->bytes);
    }
    waited->count = 0;
    return 0;
}

/* ---- the tests ------------------------------------------------------------------------------- */

static void put(const struct setting *s, void *array, size_t i, double value)
{
    if (s->call.dtype == GS_F32)
        ((float *)array)[i] = (float)value;
    else
        ((double *)array)[i] = value;
}

static struct setting *make(enum gs_dtype dtype, size_t n)
{
    struct setting *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->call = (struct gs_call){.dtype = dtype,
                               .n = n,
                               .block = 256,
                               .arrays = s->device,
                               .host = s->host,
                               .slots = s->slots};
    for (size_t a = 0; a < ARRAYS; a++) {
        s->host[a] = calloc(n + 1, sizeof(double));
        s->device[a] = calloc(n + 1, sizeof(double));
        assert_true(s->host[a] != NULL && s->device[a] != NULL);
    }
    for (size_t i = 0; i < n; i++) {
        put(s, s->host[X], i, (double)(i % 1000));
        put(s, s->host[Y], i, (double)(i % 77));
    }
    for (size_t i = 0; i < GS_SLOTS; i++) {
        s->slots[i] = (struct gs_slot){calloc(GS_SLOT_BYTES + CANARY, 1), &s->streams[i]};
        assert_non_null(s->slots[i].memory);
    }
    refused_kernel = refused_copy = SIZE_MAX;
    return s;
}

/* All is home, and no slot was written behind its end. */
static void release(struct setting *s)
{
    static const char untouched[CANARY];
    for (size_t i = 0; i < GS_SLOTS; i++) {
        assert_int_equal(s->streams[i].count, 0);
        assert_memory_equal((char *)s->slots[i].memory + GS_SLOT_BYTES, untouched, CANARY);
        free(s->slots[i].memory);
    }
    for (size_t a = 0; a < ARRAYS; a++) {
        free(s->host[a]);
        free(s->device[a]);
    }
    free(s);
}

static size_t wrong_elements(const struct setting *s)
{
    size_t wrong = 0;
    for (size_t i = 0; i < s->call.n; i++) {
        double want = (double)(i % 1000) + 2.0 * (double)(i % 77);
        double got = s->call.dtype == GS_F32 ? (double)((float *)s->host[OUT])[i]
                                             : ((double *)s->host[OUT])[i];
        wrong += got != want;
    }
    return wrong;
}

static void a_late_device_is_waited_for(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 2, 1023, 65537, 262144, 262145, 1000003};
    static const int threads[] = {1, 2, 3, 16, 40};
    for (size_t k = 0; k < GS_COUNT(sizes) * GS_COUNT(threads) * 2; k++) {
        size_t n = sizes[k / 2 % GS_COUNT(sizes)], in_bytes = 0, out_bytes = 0;
        struct setting *s = make(k % 2 == 0 ? GS_F32 : GS_F64, n);
        omp_set_num_threads(threads[k / 2 / GS_COUNT(sizes)]);
        assert_int_equal(hidden_layer_staged(&s->call), 0);
        assert_int_equal(wrong_elements(s), 0);
        for (size_t i = 0; i < GS_SLOTS; i++) {
            in_bytes += s->streams[i].in_bytes;
            out_bytes += s->streams[i].out_bytes;
        }
        assert_int_equal(in_bytes, 2 * n * gs_dtype_bytes(s->call.dtype));
        assert_int_equal(out_bytes, n * gs_dtype_bytes(s->call.dtype));
        release(s);
    }
}

/* Whoever meets the error, it is the run's, and nothing is left behind in a slot. */
static void an_error_ends_the_run(void **state)
{
    (void)state;
    static const size_t starts[] = {0, 500000, 900000};
    for (size_t k = 0; k < 2 * GS_COUNT(starts); k++) {
        struct setting *s = make(GS_F32, 1000003);
        omp_set_num_threads(3);
        *(k % 2 == 0 ? &refused_kernel : &refused_copy) = starts[k / 2];
        assert_int_equal(hidden_layer_staged(&s->call), REFUSED);
        release(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_late_device_is_waited_for),
        cmocka_unit_test(an_error_ends_the_run),
    };
    return cmocka_run_group_tests_name("staged", tests, NULL, NULL);
}
