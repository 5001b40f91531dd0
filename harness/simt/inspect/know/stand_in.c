#define _GNU_SOURCE /* memmem */
#include "stand_in.h"

#include "crossing.h"
#include "objects.h"
#include "runtime/own_call.h"
#include "runtime/own_memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    word_bytes = 4,
    window_bytes = 16, /* as many are the same by chance hardly ever */
    most_arrays = 8,
    most_numbers = 16,
    most_searches = 256, /* of a copy */
    few_bytes = 64,      /* may be constants, which are the same as a word by chance */
};

static struct stand_in {
    const unsigned char *shown, *real;
    size_t bytes;
    size_t next; /* where the last run that was found ended */
} arrays[most_arrays];
static unsigned n_arrays;

static struct number {
    const unsigned char *shown, *real;
} numbers[most_numbers];
static unsigned n_numbers;
static bool gave_number;

enum {
    number_bytes = 8,
    telling = 4096, /* smaller words are the same by chance, as numbers of threads are */
};

/* The words that are not known: of all copies, the copy of most of them, and what a launch finds in
 * memory that the host shares, at the most. */
static struct {
    size_t copied, most, shared;
    const void *site;
} other;

void simt_stand_in_add(const void *shown, const void *real, size_t bytes)
{
    if (n_arrays < most_arrays && bytes)
        arrays[n_arrays++] = (struct stand_in){.shown = shown, .real = real, .bytes = bytes};
}

void simt_stand_in_add_number(const void *shown, const void *real, size_t bytes)
{
    if (n_numbers < most_numbers && bytes == number_bytes)
        numbers[n_numbers++] = (struct number){.shown = shown, .real = real};
}

bool simt_stand_in_gave_number(void)
{
    return gave_number;
}

/* The number that is shown as these bytes are; null: none. */
static const struct number *find_number(const unsigned char *bytes, size_t left)
{
    for (unsigned i = 0; i < n_numbers && left >= number_bytes; i++)
        if (!memcmp(numbers[i].shown, bytes, number_bytes))
            return &numbers[i];
    return NULL;
}

/* ---- where words stand ---- */

static struct place {
    uint32_t word;
    struct stand_in *of; /* null: the slot is free */
    size_t offset;
} * places;
static size_t n_slots; /* a power of two; half of them are free */

static uint32_t word_at(const unsigned char *bytes)
{
    uint32_t word;

    memcpy(&word, bytes, sizeof(word));
    return word;
}

static size_t slot_of(uint32_t word)
{
    size_t slot = (uint32_t)(word * UINT32_C(2654435769)) & (n_slots - 1);

    while (places[slot].of && places[slot].word != word)
        slot = (slot + 1) & (n_slots - 1);
    return slot;
}

/* The first place of each word. False: no memory. */
static bool know_places(void)
{
    size_t words = 1;

    if (places)
        return true;
    for (unsigned i = 0; i < n_arrays; i++)
        words += arrays[i].bytes / word_bytes;
    for (n_slots = 2; n_slots < 2 * words; n_slots *= 2)
        ;
    places = calloc(n_slots, sizeof(*places));
    for (unsigned i = 0; places && i < n_arrays; i++)
        for (size_t at = 0; at + word_bytes <= arrays[i].bytes; at += word_bytes) {
            uint32_t word = word_at(arrays[i].shown + at);
            struct place *place = &places[slot_of(word)];

            if (!place->of)
                *place = (struct place){word, &arrays[i], at};
        }
    return places != NULL;
}

/* ---- what is shown, in other memory ---- */

/* A run of what is shown. */
struct run {
    struct stand_in *of; /* null: there is none */
    size_t offset, bytes;
};

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static bool is_zero(const unsigned char *word)
{
    static const unsigned char zero[word_bytes];

    return !memcmp(word, zero, word_bytes);
}

static struct run run_from(struct stand_in *of, size_t offset, const unsigned char *bytes,
                           size_t left)
{
    size_t most = least(left, of->bytes - offset), same = 0;

    while (same + word_bytes <= most &&
           !memcmp(of->shown + offset + same, bytes + same, word_bytes))
        same += word_bytes;
    return (struct run){same ? of : NULL, offset, same};
}

/* The address itself is in an array. */
static struct run run_at(const unsigned char *address, size_t left)
{
    for (unsigned i = 0; i < n_arrays; i++) {
        size_t offset = (size_t)(address - arrays[i].shown);

        if (offset < arrays[i].bytes)
            return (struct run){&arrays[i], offset, least(left, arrays[i].bytes - offset)};
    }
    return (struct run){NULL, 0, 0};
}

/* The longest that goes on where one ended before. */
static struct run run_that_goes_on(const unsigned char *bytes, size_t left)
{
    struct run longest = {NULL, 0, 0};

    for (unsigned i = 0; i < n_arrays; i++) {
        struct run run = run_from(&arrays[i], arrays[i].next, bytes, left);

        if (run.bytes > longest.bytes)
            longest = run;
    }
    return longest;
}

/* One that begins anywhere with all of a window. */
static struct run run_anywhere(const unsigned char *bytes, size_t left)
{
    size_t window = least(left, window_bytes);

    for (unsigned i = 0; i < n_arrays && !is_zero(bytes); i++) {
        const unsigned char *from = arrays[i].shown, *end = from + arrays[i].bytes, *at;

        while ((at = memmem(from, (size_t)(end - from), bytes, window)) != NULL) {
            if ((size_t)(at - arrays[i].shown) % word_bytes == 0)
                return run_from(&arrays[i], (size_t)(at - arrays[i].shown), bytes, left);
            from = at + 1;
        }
    }
    return (struct run){NULL, 0, 0};
}

/* A word that is not 0 and stands somewhere, in whatever order the host has put it: what comes of
 * it need not be right, and is not what the host sees. */
static struct run run_of_word(const unsigned char *bytes)
{
    uint32_t word = word_at(bytes);
    size_t slot;

    if (!word || !know_places())
        return (struct run){NULL, 0, 0};
    slot = slot_of(word);
    return (struct run){places[slot].of, places[slot].offset, places[slot].of ? word_bytes : 0};
}

/* `to` holds what stands, or stood, at `from`. Returns how many words are neither shown nor 0. */
static size_t translate(unsigned char *to, const unsigned char *from, size_t bytes, bool by_word)
{
    size_t at = 0, unknown = 0;
    unsigned searches = 0;

    while (at + word_bytes <= bytes) {
        const struct number *number = find_number(to + at, bytes - at);
        struct run run = run_at(from + at, bytes - at);

        if (number) {
            memcpy(to + at, number->real, number_bytes);
            gave_number = true;
            at += number_bytes;
            continue;
        }

        if (!run.of)
            run = run_that_goes_on(to + at, bytes - at);
        if (!run.of && searches < most_searches) {
            searches++;
            run = run_anywhere(to + at, bytes - at);
        }
        if (!run.of && by_word)
            run = run_of_word(to + at);
        if (!run.of) {
            unknown += !is_zero(to + at);
            at += word_bytes;
            continue;
        }
        memcpy(to + at, run.of->real + run.offset, run.bytes);
        run.of->next = run.offset + run.bytes;
        at += run.bytes;
    }
    return unknown;
}

static void open_pages(const unsigned char *bytes, size_t number, bool open)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uintptr_t begin = (uintptr_t)bytes / page * page;
    uintptr_t end = ((uintptr_t)bytes + number + page - 1) / page * page;

    /* NOLINTNEXTLINE(performance-no-int-to-ptr): it is an address */
    (void)simt_own_protect((void *)begin, end - begin, open ? PROT_READ : PROT_NONE);
}

/* What is real may be hidden from the program: it is open for that time alone. */
static void open_real(bool open)
{
    for (unsigned i = 0; i < n_arrays; i++)
        open_pages(arrays[i].real, arrays[i].bytes, open);
    for (unsigned i = 0; i < n_numbers; i++)
        open_pages(numbers[i].real, number_bytes, open);
}

/* ---- copies ---- */

static bool is_devices(const void *address)
{
    const struct simt_object *object = simt_objects_find((uintptr_t)address);

    return object && simt_object_is_devices(object);
}

void simt_stand_in_row(void *dst, const void *src, size_t bytes, const void *site)
{
    size_t words;

    if ((!n_arrays && !n_numbers) || !is_devices(dst) || is_devices(src))
        return;
    open_real(true);
    words = translate(dst, src, bytes, bytes > few_bytes);
    open_real(false);
    other.copied += words;
    if (words > other.most) {
        other.most = words;
        other.site = site;
    }
}

size_t simt_stand_in_other_words(void)
{
    return other.copied + other.shared;
}

const void *simt_stand_in_other(void)
{
    return other.site;
}

/* ---- launches ---- */

static void give(unsigned char *to, const unsigned char *real, size_t bytes)
{
    open_real(true);
    memcpy(to, real, bytes);
    open_real(false);
    gave_number = true;
}

/* A generator may take its seed as two numbers of 4 bytes. */
static void give_half(unsigned char *to)
{
    const uint32_t word = word_at(to);

    for (unsigned i = 0; i < n_numbers && word > telling; i++)
        for (size_t half = 0; half < number_bytes; half += word_bytes)
            if (word == word_at(numbers[i].shown + half)) {
                give(to, numbers[i].real + half, word_bytes);
                return;
            }
}

void simt_stand_in_argument(void *value, size_t bytes)
{
    unsigned char *to = value;

    if (bytes == word_bytes)
        give_half(to);
    for (size_t at = 0; n_numbers && at + number_bytes <= bytes; at += word_bytes) {
        const struct number *number = find_number(to + at, bytes - at);

        if (!number)
            continue;
        give(to + at, number->real, number_bytes);
        at += number_bytes - word_bytes;
    }
}

/* Memory that kernels share with the host, as the host sees it and as kernels do. */
static struct shared {
    unsigned char *memory, *hosts, *kernels;
    size_t bytes;
    struct shared *next;
} * shared;

/* What kernels see is nothing for the host. */
static size_t shared_bytes(size_t bytes)
{
    return sizeof(struct shared) + 2 * bytes;
}

/* Returns how many words of it are not known. */
static size_t share(const struct simt_object *object)
{
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): it is an address */
    unsigned char *memory = (unsigned char *)object->base;
    struct shared *one = simt_hidden_new(shared_bytes(object->bytes));
    size_t unknown;

    if (!one)
        return 0;
    simt_hidden_set_open(one, shared_bytes(object->bytes), true);
    *one = (struct shared){.memory = memory,
                           .hosts = (unsigned char *)(one + 1),
                           .kernels = (unsigned char *)(one + 1) + object->bytes,
                           .bytes = object->bytes,
                           .next = shared};
    memcpy(one->hosts, memory, one->bytes);
    memcpy(one->kernels, memory, one->bytes);
    /* Of a variable it is not known whether it is the device's. */
    unknown = translate(one->kernels, memory, one->bytes, object->site != NULL);
    if (memcmp(one->kernels, memory, one->bytes) == 0) {
        simt_hidden_delete(one, shared_bytes(object->bytes));
        return unknown;
    }
    memcpy(memory, one->kernels, one->bytes);
    shared = one;
    return unknown;
}

void simt_stand_in_launch_begins(void)
{
    size_t words = 0;

    if (!n_arrays && !n_numbers)
        return;
    open_real(true);
    for (size_t i = 0; i < simt_objects_count(); i++) {
        const struct simt_object *object = simt_objects_get(i);
        size_t unknown = simt_object_is_devices(object) ? 0 : share(object);

        if (!object->is_labelled)
            words += unknown;
    }
    open_real(false);
    if (words > other.shared)
        other.shared = words;
}

/* What the kernel has stored stays. */
static void take_back(struct shared *one)
{
    for (size_t at = 0; at < one->bytes; at += word_bytes) {
        size_t length = least(word_bytes, one->bytes - at);

        if (!memcmp(one->memory + at, one->kernels + at, length))
            memcpy(one->memory + at, one->hosts + at, length);
    }
}

void simt_stand_in_launch_ends(void)
{
    while (shared) {
        struct shared *one = shared;

        shared = one->next;
        take_back(one);
        simt_hidden_delete(one, shared_bytes(one->bytes));
    }
}
