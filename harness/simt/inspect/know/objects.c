#define _GNU_SOURCE /* reallocarray, MAP_ANONYMOUS */
#include "objects.h"

#include "source.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    cache_slots = 1024, /* sites that access memory */
    bits_slack = 8,     /* bits are read four bytes at a time */
};

struct cached {
    const void *site;
    struct simt_object *object; /* living; null: unknown */
};

static struct {
    struct simt_object **living; /* by base */
    size_t n, capacity;
    struct simt_object *freed[SIMT_SPACE_KEPT]; /* a ring */
    size_t n_freed;                             /* since the beginning */
    struct cached cache[cache_slots];
    size_t searches;
    const void **sites; /* of allocations, in the order in which they came */
    size_t n_sites, sites_capacity;
    char **texts; /* kept */
    size_t n_texts, texts_capacity;
} table;

/* Where an object was freed, if nobody knows. */
static const char somewhere[] = "";

/* Room for one more; false: no memory. */
static bool grow(void **items, size_t n, size_t *capacity, size_t item_bytes)
{
    size_t more = *capacity ? 2 * *capacity : 64;
    void *moved;

    if (n < *capacity)
        return true;
    moved = reallocarray(*items, more, item_bytes);
    if (!moved)
        return false;
    *items = moved;
    *capacity = more;
    return true;
}

const char *simt_objects_keep(const char *text)
{
    char *copy;

    for (size_t i = 0; i < table.n_texts; i++)
        if (!strcmp(table.texts[i], text))
            return table.texts[i];
    if (!grow((void **)&table.texts, table.n_texts, &table.texts_capacity, sizeof(*table.texts)))
        return NULL;
    copy = strdup(text);
    if (copy)
        table.texts[table.n_texts++] = copy;
    return copy;
}

/* ---- what an object holds ---- */

static size_t bits_bytes(size_t bytes)
{
    return bytes / 8 + 1 + bits_slack;
}

uint8_t *simt_written_new(size_t bytes)
{
    void *map = mmap(NULL, bits_bytes(bytes), PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    return map == MAP_FAILED ? NULL : map;
}

void simt_written_free(uint8_t *written, size_t bytes)
{
    if (written)
        (void)munmap(written, bits_bytes(bytes));
}

void simt_object_strip(struct simt_object *object)
{
    if (object->history)
        simt_history_free(object->history);
    simt_written_free(object->written, object->bytes);
    object->history = NULL;
    object->written = NULL;
}

/* ---- living objects ---- */

/* The first object whose base is above the address. */
static size_t above(uintptr_t address)
{
    size_t low = 0, high = table.n;

    table.searches++;
    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (table.living[middle]->base <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool holds(const struct simt_object *object, uintptr_t address)
{
    return address - object->base < object->bytes;
}

struct simt_object *simt_objects_find(uintptr_t address)
{
    size_t at = above(address);

    return at && holds(table.living[at - 1], address) ? table.living[at - 1] : NULL;
}

static struct cached *cached_at(const void *site)
{
    uintptr_t bits = (uintptr_t)site;

    return &table.cache[(bits ^ bits >> 10) % cache_slots];
}

struct simt_object *simt_objects_find_from(const void *site, uintptr_t address)
{
    struct cached *cached = cached_at(site);
    struct simt_object *object = cached->object;

    if (__builtin_expect(object && cached->site == site && holds(object, address), 1))
        return object;
    object = simt_objects_find(address);
    if (object)
        *cached = (struct cached){site, object};
    return object;
}

struct simt_object *simt_objects_last(const void *site)
{
    const struct cached *cached = cached_at(site);

    return cached->site == site ? cached->object : NULL;
}

size_t simt_objects_searches(void)
{
    return table.searches;
}

size_t simt_objects_count(void)
{
    return table.n;
}

struct simt_object *simt_objects_get(size_t index)
{
    return table.living[index];
}

static void note_site(const void *site)
{
    for (size_t i = table.n_sites; site && i-- > 0;)
        if (table.sites[i] == site)
            return;
    if (site &&
        grow((void **)&table.sites, table.n_sites, &table.sites_capacity, sizeof(*table.sites)))
        table.sites[table.n_sites++] = site;
}

unsigned simt_objects_site_order(const void *site)
{
    struct simt_position here = simt_source_find(site);
    unsigned order = 0;

    for (size_t i = 0; i < table.n_sites && table.sites[i] != site; i++) {
        struct simt_position other = simt_source_find(table.sites[i]);

        if (other.line == here.line && !strcmp(other.file, here.file))
            order++;
    }
    return order;
}

static void remove_overlapped(uintptr_t base, size_t bytes)
{
    for (size_t at = above(base); at < table.n && table.living[at]->base - base < bytes;)
        simt_objects_remove(table.living[at], NULL);
    for (struct simt_object *object = simt_objects_find(base); object;
         object = simt_objects_find(base))
        simt_objects_remove(object, NULL);
}

struct simt_object *simt_objects_add(uintptr_t base, size_t bytes, enum simt_object_kind kind,
                                     const void *site)
{
    struct simt_object *object;
    size_t at;

    remove_overlapped(base, bytes);
    if (!grow((void **)&table.living, table.n, &table.capacity, sizeof(struct simt_object *)))
        return NULL;
    object = calloc(1, sizeof(*object));
    if (!object)
        return NULL;
    *object = (struct simt_object){.base = base, .bytes = bytes, .kind = kind, .site = site};
    at = above(base);
    memmove(&table.living[at + 1], &table.living[at],
            (table.n - at) * sizeof(struct simt_object *));
    table.living[at] = object;
    table.n++;
    note_site(site);
    return object;
}

/* ---- freed objects ---- */

static void uncache(const struct simt_object *object)
{
    for (size_t i = 0; i < cache_slots; i++)
        if (table.cache[i].object == object)
            table.cache[i].object = NULL;
}

void simt_objects_remove(struct simt_object *object, const void *site)
{
    struct simt_object **oldest = &table.freed[table.n_freed % SIMT_SPACE_KEPT];
    size_t at = above(object->base);

    while (at && table.living[at - 1] != object)
        at--;
    if (!at)
        return;
    memmove(&table.living[at - 1], &table.living[at],
            (table.n - at) * sizeof(struct simt_object *));
    table.n--;
    uncache(object);
    simt_object_strip(object);
    object->freed = site ? site : somewhere;
    free(*oldest);
    *oldest = object;
    table.n_freed++;
}

struct simt_object *simt_objects_find_freed(uintptr_t address)
{
    size_t first = table.n_freed > SIMT_SPACE_KEPT ? table.n_freed - SIMT_SPACE_KEPT : 0;

    for (size_t i = table.n_freed; i-- > first;) {
        struct simt_object *object = table.freed[i % SIMT_SPACE_KEPT];

        if (holds(object, address))
            return object;
    }
    return NULL;
}

struct simt_object *simt_objects_find_any(uintptr_t address)
{
    struct simt_object *object = simt_objects_find(address);

    return object ? object : simt_objects_find_freed(address);
}
