#include "shared_space.h"

#include <stdlib.h>
#include <string.h>

/* A variable keeps its bits and history over blocks and launches: these come and go by thousands.
 */
struct entry {
    struct simt_object object;
    uint8_t *bits; /* object.written, also while all is written */
    bool here;     /* of this launch */
};

struct simt_shared_space {
    struct entry **entries;
    size_t n;
    uintptr_t low, span; /* all variables of this launch lie in there */
    struct simt_shared_space *next;
};

/* All of them. */
static struct simt_shared_space *spaces;

struct simt_shared_space *simt_shared_space_new(void)
{
    struct simt_shared_space *space = calloc(1, sizeof(*space));

    if (space) {
        space->next = spaces;
        spaces = space;
    }
    return space;
}

static void drop(struct entry *entry)
{
    entry->object.written = NULL;
    simt_object_strip(&entry->object);
    simt_written_free(entry->bits, entry->object.bytes);
    free(entry);
}

void simt_shared_space_free(struct simt_shared_space *space)
{
    struct simt_shared_space **link = &spaces;

    if (!space)
        return;
    while (*link != space)
        link = &(*link)->next;
    *link = space->next;
    for (size_t i = 0; i < space->n; i++)
        drop(space->entries[i]);
    free(space->entries);
    free(space);
}

static void unwrite(struct entry *entry)
{
    if (entry->bits && entry->object.unwritten < entry->object.bytes)
        memset(entry->bits, 0, entry->object.bytes / 8 + 1);
    entry->object.written = entry->bits;
    entry->object.unwritten = entry->object.bytes;
}

void simt_shared_space_begin(struct simt_shared_space *space, bool launch)
{
    for (size_t i = 0; i < space->n; i++) {
        struct entry *entry = space->entries[i];

        if (entry->here)
            unwrite(entry);
        if (launch)
            entry->here = false;
    }
    if (launch)
        space->low = space->span = 0;
}

/* The variable at the same place, or a new one; forgets old ones that lie in its way. Null: no
 * memory. */
static struct entry *enter(struct simt_shared_space *space, uintptr_t base, size_t bytes)
{
    struct entry *entry, **more;
    size_t kept = 0;

    for (size_t i = 0; i < space->n; i++)
        if (space->entries[i]->object.base == base && space->entries[i]->object.bytes == bytes)
            return space->entries[i];
    for (size_t i = 0; i < space->n; i++) {
        const struct simt_object *old = &space->entries[i]->object;

        if (old->base < base + bytes && base < old->base + old->bytes)
            drop(space->entries[i]);
        else
            space->entries[kept++] = space->entries[i];
    }
    space->n = kept;
    more = realloc(space->entries, (kept + 1) * sizeof(struct entry *));
    if (!more)
        return NULL;
    space->entries = more;
    entry = calloc(1, sizeof(*entry));
    if (!entry)
        return NULL;
    entry->object = (struct simt_object){.base = base, .bytes = bytes, .unwritten = bytes};
    entry->bits = simt_written_new(bytes);
    entry->object.written = entry->bits;
    return space->entries[space->n++] = entry;
}

void simt_shared_space_add(struct simt_shared_space *space, const void *base, size_t bytes,
                           bool dynamic, const char *name)
{
    struct entry *entry = enter(space, (uintptr_t)base, bytes);
    uintptr_t end = (uintptr_t)base + bytes;
    uintptr_t old_end = space->low + space->span;

    if (!entry || entry->here)
        return;
    unwrite(entry);
    entry->here = true;
    entry->object.kind = dynamic ? SIMT_OBJECT_DYNAMIC_SHARED : SIMT_OBJECT_STATIC_SHARED;
    entry->object.name = name ? simt_objects_keep(name) : NULL;
    if (!old_end || (uintptr_t)base < space->low)
        space->low = (uintptr_t)base;
    space->span = (end > old_end ? end : old_end) - space->low;
}

struct simt_object *simt_shared_space_get(struct simt_shared_space *space, size_t index)
{
    for (size_t i = 0; space && i < space->n; i++)
        if (space->entries[i]->here && !index--)
            return &space->entries[i]->object;
    return NULL;
}

struct simt_object *simt_shared_space_find(struct simt_shared_space *space, uintptr_t address)
{
    if (!space || address - space->low >= space->span)
        return NULL;
    for (size_t i = 0; i < space->n; i++) {
        struct entry *entry = space->entries[i];

        if (address - entry->object.base < entry->object.bytes && entry->here)
            return &entry->object;
    }
    return NULL;
}

struct simt_object *simt_shared_space_find_other(const struct simt_shared_space *space,
                                                 uintptr_t address)
{
    struct simt_object *found = NULL;

    for (struct simt_shared_space *other = spaces; other && !found; other = other->next)
        if (other != space)
            found = simt_shared_space_find(other, address);
    return found;
}
