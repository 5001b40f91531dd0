/* The objects as the runtime reports them, and the check of each access. */
#include "space.h"

#include "program_memory.h"
#include "runtime/region.h"
#include "source.h"
#include "touches.h"

#include <stdio.h>
#include <string.h>

/* ---- memory of the device ---- */

void simt_space_allocated(const void *base, size_t bytes, enum simt_object_kind kind,
                          const void *site)
{
    struct simt_object *object = simt_objects_find((uintptr_t)base);

    /* A variable that is known by name. */
    if (object && kind == SIMT_OBJECT_VARIABLE)
        return;
    object = simt_objects_add((uintptr_t)base, bytes, kind, site);
    /* What the host itself can write, it may have written unseen. */
    if (!object ||
        (kind != SIMT_OBJECT_DEVICE && kind != SIMT_OBJECT_HEAP && kind != SIMT_OBJECT_CONDITION))
        return;
    object->written = simt_written_new(bytes);
    if (object->written)
        object->unwritten = bytes;
}

static struct simt_object *at_base(const void *base)
{
    struct simt_object *object = simt_objects_find((uintptr_t)base);

    return object && object->base == (uintptr_t)base ? object : NULL;
}

void simt_space_typed(const void *base, const char *type, unsigned element_bytes)
{
    struct simt_object *object = at_base(base);

    if (!object)
        return;
    object->type = type ? simt_objects_keep(type) : NULL;
    object->element_bytes = element_bytes;
}

void simt_space_named(const void *base, const char *name)
{
    struct simt_object *object = at_base(base);

    if (object)
        object->name = simt_objects_keep(name);
}

/* Of one of C's; 0: unknown. */
static unsigned bytes_of_type(const char *type)
{
    static const struct {
        const char *name;
        unsigned bytes;
    } types[] = {
        {"float", sizeof(float)},   {"double", sizeof(double)},
        {"char", sizeof(char)},     {"short", sizeof(short)},
        {"int", sizeof(int)},       {"long", sizeof(long)},
        {"unsigned", sizeof(int)},  {"long long", sizeof(long long)},
        {"size_t", sizeof(size_t)},
    };
    const char *plain = strchr(type, ' ');
    unsigned bits;

    if (sscanf(type, "int%u_t", &bits) == 1 || sscanf(type, "uint%u_t", &bits) == 1)
        return bits / 8;
    if (plain && (!strncmp(type, "unsigned ", 9) || !strncmp(type, "signed ", 7)))
        type = plain + 1;
    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
        if (!strcmp(types[i].name, type))
            return types[i].bytes;
    return 0;
}

void simt_space_labelled(const void *base, const char *name, const char *type)
{
    struct simt_object *object = at_base(base);

    if (!object)
        return;
    object->is_labelled = true;
    object->name = simt_objects_keep(name);
    object->type = simt_objects_keep(type);
    object->element_bytes = bytes_of_type(type);
}

void simt_space_freed(const void *base, const void *site)
{
    struct simt_object *object = at_base(base);

    if (!object)
        return;
    simt_touches_forget(object->base, object->bytes);
    simt_objects_remove(object, site);
}

void simt_space_is_of(const void *base, const struct simt_region *region)
{
    struct simt_object *object = at_base(base);

    if (!object)
        return;
    object->device = region->device;
    object->is_pooled = simt_region_is_pooled(region);
    object->is_reserved = simt_region_is_reserved(region);
}

void simt_space_reset(int device, const void *site)
{
    for (size_t i = simt_objects_count(); i-- > 0;) {
        struct simt_object *object = simt_objects_get(i);

        if (object->kind == SIMT_OBJECT_HEAP ||
            (object->device == device && !object->is_reserved &&
             (object->kind == SIMT_OBJECT_DEVICE || object->kind == SIMT_OBJECT_MANAGED ||
              object->kind == SIMT_OBJECT_CONDITION)))
            simt_objects_remove(object, site);
    }
}

/* All variables lie from `low` on, in `span` bytes. */
static struct {
    uintptr_t low, span;
} variables;

bool simt_space_among_variables(uintptr_t address)
{
    return address - variables.low < variables.span;
}

static void widen(uintptr_t base, size_t bytes)
{
    uintptr_t end = variables.low + variables.span;

    if (!variables.span || base < variables.low)
        variables.low = base;
    if (!variables.span || base + bytes > end)
        end = base + bytes;
    variables.span = end - variables.low;
}

void simt_space_variable(const void *address, size_t bytes, bool constant, const char *name,
                         const char *type, unsigned element_bytes)
{
    enum simt_object_kind kind = constant ? SIMT_OBJECT_CONSTANT : SIMT_OBJECT_VARIABLE;
    struct simt_object *object = at_base(address);

    if (object && object->kind == kind && object->bytes == bytes)
        return;
    object = simt_objects_add((uintptr_t)address, bytes, kind, NULL);
    if (!object)
        return;
    widen((uintptr_t)address, bytes);
    object->name = name ? simt_objects_keep(name) : NULL;
    object->type = type ? simt_objects_keep(type) : NULL;
    object->element_bytes = element_bytes;
}

/* ---- which bytes were written ---- */

/* All is written: the bits have done their work. Those of shared memory serve the next block. */
static void complete(struct simt_object *object)
{
    if (!simt_object_is_shared(object))
        simt_written_free(object->written, object->bytes);
    object->written = NULL;
}

/* Sets bits of one byte of them. */
static void set_bits(struct simt_object *object, size_t at, unsigned bits)
{
    unsigned fresh = bits & ~(unsigned)object->written[at];

    object->written[at] = (uint8_t)(object->written[at] | bits);
    object->unwritten -= (unsigned)__builtin_popcount(fresh);
}

/* Bytes [begin, end) of an object that has bits. */
static void mark(struct simt_object *object, size_t begin, size_t end)
{
    size_t first = begin / 8, last = end / 8;
    unsigned head = 0xffU << begin % 8 & 0xff, tail = (1U << end % 8) - 1;

    if (first == last) {
        set_bits(object, first, head & tail);
    } else {
        set_bits(object, first, head);
        for (size_t i = first + 1; i < last; i++)
            set_bits(object, i, 0xff);
        set_bits(object, last, tail);
    }
    if (!object->unwritten)
        complete(object);
}

void simt_space_written(const void *address, size_t bytes)
{
    struct simt_object *object = simt_objects_find((uintptr_t)address);
    size_t begin;

    if (!object || !object->written)
        return;
    begin = (uintptr_t)address - object->base;
    if (bytes > object->bytes - begin)
        bytes = object->bytes - begin;
    if (bytes == object->bytes)
        complete(object);
    else
        mark(object, begin, begin + bytes);
}

static bool is_written(const struct simt_object *object, size_t at)
{
    return object->written[at / 8] >> at % 8 & 1;
}

void simt_space_copied(const void *dst, const void *src, size_t bytes)
{
    struct simt_object *from = simt_objects_find((uintptr_t)src);
    size_t offset, begin, end = 0;

    if (!from || !from->written) {
        simt_space_written(dst, bytes);
        return;
    }
    offset = (uintptr_t)src - from->base;
    if (bytes > from->bytes - offset)
        bytes = from->bytes - offset;
    /* A copy within one array may write the last of it. */
    while (end < bytes && from->written) {
        for (begin = end; begin < bytes && !is_written(from, offset + begin); begin++)
            ;
        for (end = begin; end < bytes && is_written(from, offset + end); end++)
            ;
        if (end > begin)
            simt_space_written((const char *)dst + begin, end - begin);
    }
}

static bool any_written(const struct simt_object *object, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        if (is_written(object, i))
            return true;
    return false;
}

void simt_space_unwritten(const void *base)
{
    struct simt_object *object = at_base(base);

    if (!object)
        return;
    if (object->written)
        simt_written_free(object->written, object->bytes);
    object->written = simt_written_new(object->bytes);
    object->unwritten = object->written ? object->bytes : 0;
}

bool simt_space_never_written(const void *address, size_t bytes)
{
    const struct simt_object *object = simt_objects_find((uintptr_t)address);
    size_t begin;

    if (!object || !object->written)
        return false;
    begin = (uintptr_t)address - object->base;
    if (bytes > object->bytes - begin)
        bytes = object->bytes - begin;
    return object->unwritten == object->bytes || !any_written(object, begin, begin + bytes);
}

/* An access in an object that has bits, which are set where it writes. True: it reads what nothing
 * wrote. */
static bool reads_unwritten(struct simt_object *object, const struct simt_access *access)
{
    size_t begin = access->address - object->base;
    bool wrong = false;
    uint32_t window, bits;

    if (access->bytes > 16) {
        wrong =
            simt_access_reads(access->kind) && !any_written(object, begin, begin + access->bytes);
        if (wrong || simt_access_writes(access->kind))
            mark(object, begin, begin + access->bytes);
    } else {
        memcpy(&window, object->written + begin / 8, sizeof(window));
        bits = ((1U << access->bytes) - 1) << begin % 8;
        wrong = simt_access_reads(access->kind) && !(window & bits);
        if ((bits & ~window) && (wrong || simt_access_writes(access->kind))) {
            object->unwritten -= (unsigned)__builtin_popcount(bits & ~window);
            window |= bits;
            memcpy(object->written + begin / 8, &window, sizeof(window));
            if (!object->unwritten)
                complete(object);
        }
    }
    return wrong;
}

/* ---- checks ---- */

struct simt_object *simt_space_find(struct simt_shared_space *shared, uintptr_t address)
{
    struct simt_object *object = simt_shared_space_find(shared, address);

    return object ? object : simt_objects_find(address);
}

struct simt_object *simt_space_find_from(struct simt_shared_space *shared, const void *site,
                                         uintptr_t address)
{
    struct simt_object *object = simt_shared_space_find(shared, address);

    return object ? object : simt_objects_find_from(site, address);
}

/* The same; constants in kernels' text become known here. */
static struct simt_object *find(struct simt_shared_space *shared, uintptr_t address,
                                const void *site)
{
    struct simt_object *object = simt_space_find_from(shared, site, address);
    uintptr_t base;
    size_t bytes;

    if (!object && simt_program_constants(address, &base, &bytes))
        object = simt_objects_add(base, bytes, SIMT_OBJECT_CONSTANT, NULL);
    return object;
}

/* Whether 16 bytes at a multiple of 8, as two halves of 8 bytes that each are aligned, are written
 * in the source as one vector: the compiler announces a structure of two doubles in the same way.
 */
static bool is_vector(const struct simt_object *object, const void *site)
{
    static const char *const vectors[] = {"int4", "float4", "int2", "long2", "double2", "long4"};
    const char *text;

    if (object->element_bytes)
        return object->element_bytes <= 8;
    text = simt_source_text(site);
    for (size_t i = 0; text && i < sizeof(vectors) / sizeof(vectors[0]); i++)
        if (strstr(text, vectors[i]))
            return true;
    return false;
}

static bool misaligned(const struct simt_object *object, const struct simt_access *access)
{
    uint32_t bytes = access->bytes;

    if (access->parts || !(access->address & (bytes - 1)) || bytes > 16 || bytes & (bytes - 1))
        return false;
    return bytes < 16 || access->address % 8 || is_vector(object, access->site);
}

struct simt_object *simt_space_check(struct simt_shared_space *shared,
                                     const struct simt_access *access, enum simt_misuse *misuse)
{
    struct simt_object *object = find(shared, access->address, access->site);

    *misuse = SIMT_MISUSE_NONE;
    if (!object || access->bytes > object->bytes - (access->address - object->base))
        *misuse = SIMT_MISUSE_OUTSIDE;
    else if (object->kind == SIMT_OBJECT_CONSTANT && simt_access_writes(access->kind))
        *misuse = SIMT_MISUSE_CONSTANT;
    else if (misaligned(object, access))
        *misuse = SIMT_MISUSE_MISALIGNED;
    else if (object->written && reads_unwritten(object, access))
        *misuse = SIMT_MISUSE_UNWRITTEN;
    if (__builtin_expect(object && !object->history, 0))
        object->history = simt_history_new(object->bytes);
    return object;
}

/* ---- the lanes of a warp ---- */

/* Whether an access is plain, and of bytes that are cells of a history. */
static bool is_usual(const struct simt_access *access)
{
    return (access->kind == SIMT_ACCESS_READ || access->kind == SIMT_ACCESS_WRITE) &&
           !access->parts && (access->bytes == 4 || access->bytes == 8 || access->bytes == 16);
}

/* Whether it reads what was written, in an object that has bits. */
static bool reads_written(const struct simt_object *object, const struct simt_access *access)
{
    size_t begin = access->address - object->base;
    uint32_t window;

    memcpy(&window, object->written + begin / 8, sizeof(window));
    return window >> begin % 8 & ((1U << access->bytes) - 1);
}

uint32_t simt_space_check_together(const struct simt_object *object,
                                   const struct simt_access accesses[], uint32_t lanes)
{
    const struct simt_access *first = &accesses[__builtin_ctz(lanes)];
    const bool reads = first->kind == SIMT_ACCESS_READ;
    const uint32_t bytes = first->bytes;
    uint32_t rest = lanes;

    if (!is_usual(first) || !object->history || object->bytes < bytes || object->base % 4 ||
        (!reads && object->kind == SIMT_OBJECT_CONSTANT))
        return 0;
    for (; rest; rest &= rest - 1) {
        const struct simt_access *access = &accesses[__builtin_ctz(rest)];
        size_t begin = access->address - object->base;

        if (begin > object->bytes - bytes || access->address & (bytes - 1) ||
            (reads && object->written && !reads_written(object, access)))
            break;
    }
    return lanes & ~rest;
}

void simt_space_written_together(struct simt_object *object, const struct simt_access accesses[],
                                 uint32_t lanes)
{
    for (; lanes && object->written; lanes &= lanes - 1)
        (void)reads_unwritten(object, &accesses[__builtin_ctz(lanes)]);
}
