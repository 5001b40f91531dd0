#include "place.h"

enum {
    near_device = 64 * 1024, /* what lies between allocations */
    near_program = 256,      /* beside variables, other memory of the program begins soon */
    farthest_bits = 35,      /* an index of 32 bits, elements of 8 bytes */
};

struct simt_place simt_place_of(struct simt_object *object, uintptr_t address, uint32_t bytes)
{
    struct simt_place place = {.object = object, .element_bytes = object->element_bytes};
    long long offset = (long long)(address - object->base), size;

    /* Allocated as bytes, memory is of whatever type it is used as. */
    if (place.element_bytes <= 1)
        place.element_bytes = bytes ? bytes : 1;
    size = place.element_bytes;
    place.index = offset / size - (offset % size < 0);
    place.rest = (unsigned)(offset - place.index * size);
    place.past = place.index - (long long)object->bytes / size;
    if (offset >= 0 && (size_t)offset < object->bytes) {
        place.past = -1;
        if (bytes > object->bytes - (size_t)offset)
            place.outside = bytes - (uint32_t)(object->bytes - (size_t)offset);
    }
    return place;
}

static uintptr_t distance(const struct simt_object *object, uintptr_t address)
{
    if (address < object->base)
        return object->base - address;
    return address - object->base < object->bytes ? 0 : address - object->base - object->bytes;
}

static bool on_device(const struct simt_object *object)
{
    return object->kind == SIMT_OBJECT_DEVICE || object->kind == SIMT_OBJECT_MANAGED;
}

static struct simt_object *nearest_shared(struct simt_shared_space *shared, uintptr_t address)
{
    struct simt_object *best = NULL, *object;

    for (size_t i = 0; (object = simt_shared_space_get(shared, i)); i++)
        if (distance(object, address) <= near_device &&
            (!best || distance(object, address) < distance(best, address)))
            best = object;
    return best;
}

static struct simt_object *nearest_global(uintptr_t address)
{
    struct simt_object *best = NULL;

    for (size_t i = 0; i < simt_objects_count(); i++) {
        struct simt_object *object = simt_objects_get(i);

        if (!best || distance(object, address) < distance(best, address))
            best = object;
    }
    return best;
}

struct simt_object *simt_place_near(struct simt_shared_space *shared, uintptr_t address,
                                    const void *site)
{
    struct simt_object *near = nearest_shared(shared, address);
    struct simt_object *last = simt_objects_last(site);
    bool is_near;

    if (near)
        return near;
    near = nearest_global(address);
    is_near = near && distance(near, address) <= (on_device(near) ? near_device : near_program);
    /* An index that goes that far wrong may end nearer to another allocation than to its own. */
    if (last && distance(last, address) <= (uintptr_t)near_device * 256 &&
        !(is_near && distance(near, address) < near_program))
        return last;
    return is_near ? near : NULL;
}

/* As far as an index of 32 bits comes. */
static bool is_within_reach(const struct simt_object *object, uintptr_t address)
{
    return object && on_device(object) && distance(object, address) >> farthest_bits == 0;
}

struct simt_object *simt_place_far(uintptr_t address, const void *site)
{
    struct simt_object *far = simt_objects_last(site);

    if (!is_within_reach(far, address))
        far = nearest_global(address);
    return is_within_reach(far, address) ? far : NULL;
}
