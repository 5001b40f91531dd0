/* malloc(), new and their opposites, as the program's own code calls them under simt-cc --inspect.
 * Host code gets what it would get anyway. Kernels get memory of the device's heap, which outlives
 * the launch: an object of its own, with room around it that is nobody's. */
#include "host.h"
#include "inspect.h"
#include "objects.h"
#include "runtime/devices.h"
#include "space.h"

#include <stdlib.h>
#include <string.h>

enum {
    room = 128,       /* bytes before and behind, a multiple of what malloc() aligns to */
    unwritten = 0xff, /* what the memory holds at first: no number */
};

/* libstdc++'s functions. */
void *simt_plain_new(size_t bytes) __asm__("_Znwm");
void *simt_plain_new_array(size_t bytes) __asm__("_Znam");
void *simt_plain_try_new(size_t bytes, const void *how) __asm__("_ZnwmRKSt9nothrow_t");
void *simt_plain_try_new_array(size_t bytes, const void *how) __asm__("_ZnamRKSt9nothrow_t");
void simt_plain_delete(void *memory) __asm__("_ZdlPv");
void simt_plain_delete_array(void *memory) __asm__("_ZdaPv");

/* ---- the device's heap ---- */

/* Pieces of the device's memory, which host code cannot touch. */
enum { piece_bytes = 1024 * 1024, smallest_bits = 9, size_count = 40 };

struct free_block {
    struct free_block *next;
};

static struct {
    char *at, *end;                           /* what is left of the last piece */
    struct free_block *free_ones[size_count]; /* of 2^k bytes each, the first of a list */
    void *kept[SIMT_SPACE_KEPT];              /* freed ones, a ring */
    size_t kept_bytes[SIMT_SPACE_KEPT];
    unsigned freed;
} heap;

/* The k of the 2^k bytes that a block of so many has. */
static unsigned size_of(size_t bytes)
{
    unsigned k = smallest_bits;

    while (k < size_count && (size_t)1 << k < bytes)
        k++;
    return k;
}

static void *take(size_t bytes)
{
    unsigned k = size_of(bytes);
    struct free_block *block;
    char *memory;

    if (k == size_count)
        return NULL;
    block = heap.free_ones[k];
    if (block) {
        heap.free_ones[k] = block->next;
        return block;
    }
    if ((size_t)1 << k > piece_bytes / 2)
        return simt_region_alloc((size_t)1 << k, SIMT_REGION_DEVICE, 0, simt_device);
    if (!heap.at || (size_t)(heap.end - heap.at) < (size_t)1 << k) {
        memory = simt_region_alloc(piece_bytes, SIMT_REGION_DEVICE, 0, simt_device);
        if (!memory)
            return NULL;
        heap.at = memory;
        heap.end = memory + piece_bytes;
    }
    memory = heap.at;
    heap.at += (size_t)1 << k;
    return memory;
}

static void give_back(void *memory, size_t bytes)
{
    struct free_block *block = memory;
    unsigned k = size_of(bytes);

    block->next = heap.free_ones[k];
    heap.free_ones[k] = block;
}

static void *allocate(size_t bytes, const void *site)
{
    size_t whole;
    char *memory;

    if (!bytes)
        bytes = 1;
    if (__builtin_add_overflow(bytes, (size_t)2 * room, &whole))
        return NULL;
    memory = take(whole);
    if (!memory)
        return NULL;
    memory += room;
    memset(memory, unwritten, bytes);
    simt_space_allocated(memory, bytes, SIMT_OBJECT_HEAP, site);
    return memory;
}

/* The memory serves nothing else as long as its object is remembered as freed. */
static void keep_from_reuse(void *memory, size_t bytes)
{
    unsigned place = heap.freed++ % SIMT_SPACE_KEPT;

    if (heap.kept[place])
        give_back(heap.kept[place], heap.kept_bytes[place]);
    heap.kept[place] = (char *)memory - room;
    heap.kept_bytes[place] = bytes + (size_t)2 * room;
}

void simt_heap_forget(void)
{
    memset(&heap, 0, sizeof(heap));
}

static void release(void *memory, struct simt_thread_id thread, const void *site)
{
    struct simt_object *object = simt_objects_find((uintptr_t)memory);
    size_t bytes;

    if (!memory)
        return;
    if (!object || object->kind != SIMT_OBJECT_HEAP || object->base != (uintptr_t)memory) {
        simt_host_report_bad_free(
            (uintptr_t)memory,
            (struct simt_party){.site = site, .is_thread = true, .thread = thread},
            simt_inspect_launch());
        return;
    }
    bytes = object->bytes;
    simt_space_freed(memory, site);
    keep_from_reuse(memory, bytes);
}

/* ---- what the program calls ---- */

#define SITE __builtin_return_address(0)

/* True: the memory is CUDA's, so that it must not reach the host's heap. */
static bool is_cudas(const void *memory)
{
    struct simt_region region;

    if (!memory)
        return false;
    if (simt_region_find(memory, &region))
        return region.kind != SIMT_REGION_REGISTERED;
    return simt_region_in_arena(memory);
}

/* True: done; false: it is for the host's heap. */
static bool release_cudas(void *memory, const void *site)
{
    struct simt_thread_id thread;

    if (simt_inspect_thread(&thread)) {
        release(memory, thread, site);
        return true;
    }
    if (!simt_observer || !is_cudas(memory))
        return false;
    simt_observer->bad_host_free(memory, site);
    return true;
}

static bool in_kernel(void)
{
    struct simt_thread_id thread;

    return simt_inspect_thread(&thread);
}

void *simt_malloc(size_t bytes)
{
    return in_kernel() ? allocate(bytes, SITE) : malloc(bytes);
}

/* Kernels have no calloc(), but compilers make one of malloc() and memset(). */
void *simt_calloc(size_t n, size_t bytes)
{
    size_t whole;
    void *memory;

    if (!in_kernel())
        return calloc(n, bytes);
    if (__builtin_mul_overflow(n, bytes, &whole))
        return NULL;
    memory = allocate(whole, SITE);
    if (!memory)
        return NULL;
    memset(memory, 0, whole);
    simt_space_written(memory, whole);
    return memory;
}

void simt_free(void *memory)
{
    if (!release_cudas(memory, SITE))
        free(memory);
}

#define NEW(name, plain)                                                                           \
    void *name(size_t bytes)                                                                       \
    {                                                                                              \
        return in_kernel() ? allocate(bytes, SITE) : plain(bytes);                                 \
    }
NEW(simt_new, simt_plain_new)
NEW(simt_new_array, simt_plain_new_array)

#define TRY_NEW(name, plain)                                                                       \
    void *name(size_t bytes, const void *how)                                                      \
    {                                                                                              \
        return in_kernel() ? allocate(bytes, SITE) : plain(bytes, how);                            \
    }
TRY_NEW(simt_try_new, simt_plain_try_new)
TRY_NEW(simt_try_new_array, simt_plain_try_new_array)

#define DELETE(name, plain)                                                                        \
    void name(void *memory)                                                                        \
    {                                                                                              \
        if (!release_cudas(memory, SITE))                                                          \
            plain(memory);                                                                         \
    }
DELETE(simt_delete, simt_plain_delete)
DELETE(simt_delete_array, simt_plain_delete_array)
