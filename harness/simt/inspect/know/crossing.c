#include "crossing.h"

#include "runtime/own_memory.h"

#include <stdlib.h>
#include <string.h>

enum { word_bytes = sizeof(uint32_t) };

/* ---- sets of words ---- */

struct words {
    uint32_t *slots; /* 0: free */
    size_t size;     /* of them, a power of two; at most half are taken */
    size_t count;
};

static size_t slot_of(const struct words *set, uint32_t word)
{
    size_t slot = (uint32_t)(word * UINT32_C(2654435769)) & (set->size - 1);

    while (set->slots[slot] && set->slots[slot] != word)
        slot = (slot + 1) & (set->size - 1);
    return slot;
}

static bool contains(const struct words *set, uint32_t word)
{
    return set->size && set->slots[slot_of(set, word)] == word;
}

static bool make_room(struct words *set)
{
    struct words larger = {.size = set->size ? 2 * set->size : 1024};

    if (2 * (set->count + 1) <= set->size)
        return true;
    larger.slots = calloc(larger.size, sizeof(*larger.slots));
    if (!larger.slots)
        return false;
    for (size_t i = 0; i < set->size; i++)
        if (set->slots[i])
            larger.slots[slot_of(&larger, set->slots[i])] = set->slots[i];
    larger.count = set->count;
    free(set->slots);
    *set = larger;
    return true;
}

/* True: it is a new one. Without memory for it it counts as known, so that nobody is blamed. */
static bool add(struct words *set, uint32_t word)
{
    size_t slot;

    if (!word || !make_room(set))
        return false;
    slot = slot_of(set, word);
    if (set->slots[slot])
        return false;
    set->slots[slot] = word;
    set->count++;
    return true;
}

static void forget(struct words *set)
{
    free(set->slots);
    memset(set, 0, sizeof(*set));
}

/* ---- what is kept ---- */

/* Bytes that a kernel stores where the host reaches them. */
struct range {
    const unsigned char *begin;
    size_t bytes;
};

/* An array of the device: the bytes that copies took there from arrays that a harness has named. */
enum { LEFT_BY_COPY = 1, STORED_OVER };
struct carried {
    uintptr_t base;
    size_t bytes;
    unsigned char *values, *marks; /* a mark is 0 where no copy came */
};

static struct {
    struct simt_crossings totals;
    struct words down, up;
    struct words loaded; /* of `up`: by kernels, from memory that the host reaches */
    struct range *stored;
    size_t stored_count, stored_capacity;
    struct carried *carried;
    size_t carried_count;
    bool is_over;
    bool in_launch; /* what is carried is open */
} seen;

/* To keep the words of large arrays takes longer than most kernels do. */
static bool is_unwanted;

void simt_crossing_unwanted(void)
{
    is_unwanted = true;
}

static bool is_closed(void)
{
    return is_unwanted || seen.is_over;
}

static uint32_t word_at(const unsigned char *bytes, size_t left)
{
    uint32_t word = 0;

    memcpy(&word, bytes, left < word_bytes ? left : word_bytes);
    return word;
}

static void count(struct simt_crossing *crossing, size_t bytes, const void *site, bool by_kernel)
{
    if (!crossing->bytes) {
        crossing->site = site;
        crossing->by_kernel = by_kernel;
    }
    crossing->bytes += bytes;
}

static void add_down(const unsigned char *bytes, size_t number)
{
    for (size_t i = 0; i < number; i += word_bytes)
        (void)add(&seen.down, word_at(bytes + i, number - i));
}

/* A word that comes from the host, and is not 0. */
static void comes_up(uint32_t word, const void *site, bool by_kernel)
{
    (void)add(&seen.up, word);
    count(&seen.totals.up, word_bytes, site, by_kernel);
    if (seen.totals.down.bytes && !contains(&seen.down, word))
        count(&seen.totals.made, word_bytes, site, by_kernel);
}

/* ---- what copies of the device's took out of arrays that a harness has named ---- */

static struct carried *carried_of(const struct simt_object *object)
{
    for (size_t i = 0; i < seen.carried_count; i++)
        if (seen.carried[i].base == object->base && seen.carried[i].bytes == object->bytes)
            return &seen.carried[i];
    return NULL;
}

/* Values, and behind them the marks. */
static size_t hidden_bytes(size_t bytes)
{
    return 2 * bytes;
}

/* What stands there is nothing for the host to read or change. Null: there is nothing. */
static void set_open(const struct carried *carried, bool open)
{
    if (carried)
        simt_hidden_set_open(carried->values, hidden_bytes(carried->bytes), open);
}

static struct carried *keep_carried(const struct simt_object *object)
{
    struct carried *more = carried_of(object);

    if (more)
        return more;
    more = realloc(seen.carried, (seen.carried_count + 1) * sizeof(*more));
    if (!more)
        return NULL;
    seen.carried = more;
    more += seen.carried_count;
    *more = (struct carried){.base = object->base,
                             .bytes = object->bytes,
                             .values = simt_hidden_new(hidden_bytes(object->bytes))};
    if (!more->values)
        return NULL;
    more->marks = more->values + object->bytes;
    seen.carried_count++;
    return more;
}

static bool lies_in(const struct simt_object *object, const void *begin, size_t bytes)
{
    size_t at = (uintptr_t)begin - object->base;

    return at <= object->bytes && bytes <= object->bytes - at;
}

static bool arrays_are_named(void)
{
    for (size_t i = 0; i < simt_objects_count(); i++)
        if (simt_objects_get(i)->is_labelled)
            return true;
    return false;
}

/* Out of an array of the program's own come those bytes that copies put there, and nobody changed.
 */
static void carry(const struct simt_object *from, const struct simt_object *to, const void *dst,
                  const void *src, size_t bytes, const void *site)
{
    struct carried *into = NULL;
    const struct carried *out_of = NULL;
    const unsigned char *at = src;
    size_t first = (uintptr_t)dst - to->base, second = (uintptr_t)src - from->base;

    if (lies_in(to, dst, bytes) && lies_in(from, src, bytes) &&
        (from->is_labelled || carried_of(from)))
        into = keep_carried(to);
    if (!into)
        return;
    if (!from->is_labelled)
        out_of = carried_of(from);
    set_open(into, true);
    set_open(out_of, true);
    for (size_t i = 0; i < bytes; i++) {
        into->values[first + i] = at[i];
        into->marks[first + i] =
            !out_of || (out_of->marks[second + i] && out_of->values[second + i] == at[i])
                ? LEFT_BY_COPY
                : 0;
    }
    set_open(into, seen.in_launch);
    set_open(out_of, seen.in_launch);
    if (to->is_labelled && !seen.totals.carried.site)
        seen.totals.carried.site = site;
}

/* A kernel stores over what a copy has left. */
static void store_over(const struct simt_object *object, const struct simt_access *access)
{
    const struct carried *carried = carried_of(object);
    size_t at = access->address - object->base;

    for (size_t i = at; carried && i < at + access->bytes && i < carried->bytes; i++) {
        if (carried->marks[i])
            carried->marks[i] = STORED_OVER;
    }
}

/*
 * The harness reads an array when all is over: what is still as copies left it. By whole words: one
 * byte of another number is often the same. What a kernel has stored is its own work, also where
 * the value was there already. But where three quarters of the array are as copies left them all
 * the same, it has stored in vain.
 */
static void count_carried(const struct simt_object *object, const unsigned char *at, size_t bytes)
{
    const struct carried *carried = lies_in(object, at, bytes) ? carried_of(object) : NULL;
    size_t first = (uintptr_t)at - object->base, left = 0, same = 0;

    set_open(carried, true);
    for (size_t i = 0; carried && i < bytes; i += word_bytes) {
        size_t count = bytes - i < word_bytes ? bytes - i : word_bytes;
        const unsigned char *marks = carried->marks + first + i;

        if (memchr(marks, 0, count) || memcmp(carried->values + first + i, at + i, count) != 0)
            continue;
        same += count;
        left += memchr(marks, STORED_OVER, count) ? 0 : count;
    }
    set_open(carried, seen.in_launch);
    seen.totals.carried.bytes += same >= bytes - bytes / 4 ? same : left;
}

/* ---- what happens is told ---- */

void simt_crossing_row(const void *dst, const void *src, size_t bytes, const void *site)
{
    const struct simt_object *from = simt_objects_find((uintptr_t)src);
    struct simt_object *to = simt_objects_find((uintptr_t)dst);
    bool from_device = from && simt_object_is_devices(from);
    bool to_device = to && simt_object_is_devices(to);
    const unsigned char *at = src;

    if (!is_closed() && from_device && to_device && from != to)
        carry(from, to, dst, src, bytes, site);
    if (from_device && to_device && to->kind == SIMT_OBJECT_CONSTANT && arrays_are_named())
        to->holds_array = true;
    if (seen.is_over && from_device && from->is_labelled)
        count_carried(from, src, bytes);
    if (is_closed() || from_device == to_device)
        return;
    if (from_device) {
        count(&seen.totals.down, bytes, site, false);
        add_down(at, bytes);
        return;
    }
    for (size_t i = 0; i < bytes; i += word_bytes) {
        uint32_t word = word_at(at + i, bytes - i);

        if (!word)
            continue;
        comes_up(word, site, false);
        if (to->is_labelled)
            count(&seen.totals.given, word_bytes, site, false);
    }
}

/* The value has up to 4 bytes, and comes with the call. */
void simt_crossing_filled(const void *begin, size_t bytes)
{
    const struct simt_object *to = simt_objects_find((uintptr_t)begin);
    const uint32_t word = word_at(begin, bytes);

    if (!is_closed() && to && simt_object_is_devices(to) && word && !contains(&seen.up, word))
        comes_up(word, NULL, false);
}

/* It is there when the kernel has ended. Threads that follow each other store side by side. */
static void stores(const unsigned char *begin, size_t bytes)
{
    struct range *last = seen.stored_count ? &seen.stored[seen.stored_count - 1] : NULL;

    if (last && last->begin + last->bytes == begin) {
        last->bytes += bytes;
        return;
    }
    if (!seen.stored || seen.stored_count == seen.stored_capacity) {
        size_t capacity = seen.stored_capacity ? 2 * seen.stored_capacity : 64;
        struct range *stored = realloc(seen.stored, capacity * sizeof(*stored));

        if (!stored)
            return;
        seen.stored = stored;
        seen.stored_capacity = capacity;
    }
    seen.stored[seen.stored_count++] = (struct range){begin, bytes};
}

bool simt_crossing_wants(const struct simt_object *object, bool write)
{
    return !is_closed() && (!simt_object_is_devices(object) || (seen.carried_count && write));
}

void simt_crossing_access(const struct simt_object *object, const struct simt_access *access)
{
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): it is an address */
    const unsigned char *at = (const unsigned char *)access->address;

    if (!simt_crossing_wants(object, simt_access_writes(access->kind)))
        return;
    if (simt_object_is_devices(object)) {
        store_over(object, access);
        return;
    }
    for (size_t i = 0; simt_access_reads(access->kind) && i < access->bytes; i += word_bytes) {
        uint32_t word = word_at(at + i, access->bytes - i);

        if (add(&seen.loaded, word))
            comes_up(word, access->site, true);
    }
    if (simt_access_writes(access->kind)) {
        count(&seen.totals.down, access->bytes, access->site, true);
        stores(at, access->bytes);
    }
}

void simt_crossing_arguments(const void *arguments, size_t bytes)
{
    for (size_t i = 0; !is_closed() && i < bytes; i += word_bytes)
        (void)add(&seen.up, word_at((const unsigned char *)arguments + i, bytes - i));
}

void simt_crossing_launch_begins(void)
{
    seen.in_launch = true;
    for (size_t i = 0; i < seen.carried_count; i++)
        set_open(&seen.carried[i], true);
}

void simt_crossing_launch_ends(void)
{
    seen.in_launch = false;
    for (size_t i = 0; i < seen.carried_count; i++)
        set_open(&seen.carried[i], false);
    for (size_t i = 0; i < seen.stored_count; i++)
        add_down(seen.stored[i].begin, seen.stored[i].bytes);
    seen.stored_count = 0;
}

void simt_crossing_results(const void *base, size_t bytes)
{
    for (size_t i = 0; !is_closed() && i < bytes; i += word_bytes) {
        uint32_t word = word_at((const unsigned char *)base + i, bytes - i);

        seen.totals.results += word != 0;
        seen.totals.made_results += word && !contains(&seen.down, word);
    }
}

void simt_crossing_forget(void)
{
    forget(&seen.down);
    forget(&seen.up);
    forget(&seen.loaded);
    free(seen.stored);
    for (size_t i = 0; i < seen.carried_count; i++)
        simt_hidden_delete(seen.carried[i].values, hidden_bytes(seen.carried[i].bytes));
    free(seen.carried);
    memset(&seen, 0, sizeof(seen));
}

void simt_crossing_end(void)
{
    seen.is_over = true;
}

/* ---- what crossed ---- */

const struct simt_crossings *simt_crossings(void)
{
    return &seen.totals;
}

size_t simt_crossing_handed(void)
{
    return seen.up.count;
}

size_t simt_crossing_words(uint32_t *words, size_t most)
{
    size_t number = 0;

    for (size_t i = 0; i < seen.up.size && number < most; i++)
        if (seen.up.slots[i])
            words[number++] = seen.up.slots[i];
    return number;
}
