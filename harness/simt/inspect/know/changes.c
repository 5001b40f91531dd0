#include "changes.h"

#include "objects.h"

#include <stdlib.h>
#include <string.h>

/* Of more arrays, or larger ones, it is not told what changes in them. */
enum { most_arrays = 32, most_bytes = 1 << 26, value_bits = 46 };

/* The arrays as they were when the launch began. */
static struct {
    struct copy {
        const struct simt_object *object;
        size_t at;
    } arrays[most_arrays];
    size_t count, bytes;
    unsigned char *memory;
    size_t capacity;
} before;

static bool make_room(size_t bytes)
{
    unsigned char *memory;

    if (bytes <= before.capacity)
        return true;
    memory = bytes > most_bytes ? NULL : realloc(before.memory, bytes);
    if (!memory)
        return false;
    before.memory = memory;
    before.capacity = bytes;
    return true;
}

static bool is_of_interest(const struct simt_object *object)
{
    return object->is_labelled && object->kind == SIMT_OBJECT_DEVICE && object->name &&
           object->bytes > 0;
}

void simt_changes_begin(void)
{
    before.count = before.bytes = 0;
    for (size_t i = 0; i < simt_objects_count() && before.count < most_arrays; i++) {
        const struct simt_object *object = simt_objects_get(i);

        if (!is_of_interest(object) || !make_room(before.bytes + object->bytes))
            continue;
        memcpy(before.memory + before.bytes, (const void *)object->base, object->bytes);
        before.arrays[before.count++] = (struct copy){object, before.bytes};
        before.bytes += object->bytes;
    }
}

static size_t count_changed(const unsigned char *old, const unsigned char *now, size_t bytes,
                            size_t element_bytes)
{
    size_t changed = 0;

    if (memcmp(old, now, bytes) == 0)
        return 0;
    for (size_t at = 0; at < bytes; at += element_bytes)
        changed += memcmp(old + at, now + at, element_bytes) != 0;
    return changed;
}

/* FNV-1a. */
uint64_t simt_hash_of_bytes(const void *from, size_t count)
{
    const unsigned char *bytes = from;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < count; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash >> (64 - value_bits);
}

size_t simt_changes_end(struct simt_change **changes)
{
    size_t count = 0;

    *changes = before.count > 0 ? calloc(before.count, sizeof(**changes)) : NULL;
    for (size_t i = 0; *changes && i < before.count; i++) {
        const struct simt_object *object = before.arrays[i].object;
        const unsigned char *now = (const unsigned char *)object->base;
        const size_t width = object->element_bytes ? object->element_bytes : 1;
        const size_t elements =
            count_changed(before.memory + before.arrays[i].at, now, object->bytes, width);

        if (elements == 0)
            continue;
        (*changes)[count++] = (struct simt_change){simt_objects_keep(object->name), elements,
                                                   simt_hash_of_bytes(now, object->bytes)};
    }
    /* The copy lies where host code may look. */
    if (before.bytes > 0)
        memset(before.memory, 0, before.bytes);
    before.count = before.bytes = 0;
    return count;
}
