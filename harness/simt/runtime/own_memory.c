#include "own_memory.h"

#include "fiber.h"
#include "own_call.h"
#include "wall.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { line_bytes = 64, alignment_of_known = 1 << 16 };

static size_t round_up(size_t bytes, size_t to)
{
    return (bytes + to - 1) / to * to;
}

/* ---- structures ---- */

/* One that was given back. */
struct piece {
    struct piece *next;
    size_t bytes;
};

/* Hidden values that were given back: their addresses. */
enum { most_spare = 64 };

/* What is known of all is the first structure. */
struct area {
    size_t used;
    struct piece *free_ones;
    char *hidden; /* hidden values lie there, one behind the other */
    size_t hidden_used;
    struct spare {
        char *at;
        size_t bytes;
    } spare[most_spare];
};

/* Only addresses, until they are used. */
static const size_t most_bytes = (size_t)1 << 31, most_hidden = (size_t)1 << 36;

/* Can only be read once the wall stands. */
static _Alignas(alignment_of_known) union {
    struct area *area; /* null: it does not stand, and structures are plain memory */
    char pages[alignment_of_known];
} known;

/* Of whoever makes or deletes one. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* No more than is used: who limits a program's memory counts what can be written. */
static size_t open_bytes(void)
{
    return round_up(known.area->used, (size_t)sysconf(_SC_PAGESIZE));
}

static void *reserve(size_t bytes)
{
    void *map = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (map == MAP_FAILED)
        abort();
    return map;
}

/* LeakSanitizer would not find there what structures alone point to. */
#if defined(SIMT_ASAN)
static const bool is_checked_for_leaks = true;
#else
static const bool is_checked_for_leaks = false;
#endif

void simt_structures_prepare(void)
{
    struct area *area;

    if (is_checked_for_leaks)
        return;
    /* Beside memory that can be touched, one change of the two would take another mapping, which
     * the system may refuse. */
    area = (struct area *)((char *)reserve(alignment_of_known + most_bytes) + alignment_of_known);
    simt_own_protect_or_end(area, round_up(sizeof(*area), (size_t)sysconf(_SC_PAGESIZE)),
                            PROT_READ | PROT_WRITE);
    area->used = round_up(sizeof(*area), line_bytes);
    area->hidden = reserve(most_hidden);
    known.area = area;
    simt_own_protect_or_end(&known, sizeof(known), PROT_READ);
    simt_structures_close();
}

void simt_structures_open(void)
{
    if (known.area)
        simt_own_protect_or_end(known.area, open_bytes(), PROT_READ | PROT_WRITE);
}

void simt_structures_close(void)
{
    if (known.area)
        simt_own_protect_or_end(known.area, open_bytes(), PROT_READ);
}

static void *take_free(size_t bytes)
{
    for (struct piece **at = &known.area->free_ones; *at; at = &(*at)->next) {
        struct piece *piece = *at;

        if (piece->bytes != bytes)
            continue;
        *at = piece->next;
        return memset(piece, 0, bytes);
    }
    return NULL;
}

static void *take_new(size_t bytes)
{
    struct area *area = known.area;
    const size_t before = open_bytes(), at = area->used;

    if (bytes > most_bytes - area->used)
        return NULL;
    area->used += bytes;
    if (open_bytes() > before &&
        simt_own_protect((char *)area + before, open_bytes() - before, PROT_READ | PROT_WRITE)) {
        area->used = at;
        return NULL;
    }
    return (char *)area + at;
}

void *simt_structure_new(size_t bytes)
{
    const size_t whole = round_up(bytes, line_bytes);
    void *structure;

    if (!known.area) {
        structure = aligned_alloc(line_bytes, whole);
        return structure ? memset(structure, 0, bytes) : NULL;
    }
    (void)pthread_mutex_lock(&lock);
    structure = take_free(whole);
    if (!structure)
        structure = take_new(whole);
    (void)pthread_mutex_unlock(&lock);
    return structure;
}

void simt_structure_delete(void *structure, size_t bytes)
{
    struct piece *piece = structure;

    if (!known.area) {
        free(structure);
    } else if (structure) {
        (void)pthread_mutex_lock(&lock);
        *piece = (struct piece){known.area->free_ones, round_up(bytes, line_bytes)};
        known.area->free_ones = piece;
        (void)pthread_mutex_unlock(&lock);
    }
}

bool simt_structure_is_here(const void *address)
{
    return !known.area || (uintptr_t)address - (uintptr_t)known.area < known.area->used;
}

bool simt_structure_offset(const void *address, size_t *offset)
{
    *offset = (uintptr_t)address - (uintptr_t)known.area;
    return known.area && *offset < known.area->used;
}

bool simt_structure_is_among(const void *base, size_t bytes)
{
    const uintptr_t begin = (uintptr_t)base, area = (uintptr_t)known.area;

    return known.area && begin < area + most_bytes && begin + bytes > area;
}

/* ---- hidden values ---- */

static size_t hidden_bytes(size_t bytes)
{
    return round_up(bytes ? bytes : 1, (size_t)sysconf(_SC_PAGESIZE));
}

/* What keeps them may lie where the host has put another address in its place. */
static void check(const void *hidden, size_t bytes)
{
    const size_t at = (uintptr_t)hidden - (uintptr_t)known.area->hidden;

    if (at > known.area->hidden_used || bytes > known.area->hidden_used - at)
        abort();
}

static void *take_hidden(struct area *area, size_t bytes)
{
    void *hidden = area->hidden + area->hidden_used;

    for (unsigned i = 0; i < most_spare; i++) {
        struct spare *spare = &area->spare[i];

        if (spare->bytes != bytes)
            continue;
        hidden = spare->at;
        *spare = (struct spare){0};
        return hidden;
    }
    if (bytes > most_hidden - area->hidden_used)
        return NULL;
    area->hidden_used += bytes;
    return hidden;
}

void *simt_hidden_new(size_t bytes)
{
    void *hidden;

    if (!known.area)
        return calloc(1, bytes ? bytes : 1);
    simt_wall_open_structures();
    (void)pthread_mutex_lock(&lock);
    hidden = take_hidden(known.area, hidden_bytes(bytes));
    (void)pthread_mutex_unlock(&lock);
    simt_wall_close_structures();
    return hidden;
}

/* The memory goes back to the system, so that it holds zeros. */
void simt_hidden_delete(void *hidden, size_t bytes)
{
    const size_t whole = hidden_bytes(bytes);
    unsigned i = 0;

    if (!known.area)
        free(hidden);
    if (!known.area || !hidden)
        return;
    check(hidden, whole);
    (void)simt_own_map(hidden, whole, PROT_NONE, MAP_PRIVATE | MAP_NORESERVE);
    simt_wall_open_structures();
    (void)pthread_mutex_lock(&lock);
    while (i < most_spare && known.area->spare[i].bytes)
        i++;
    if (i < most_spare)
        known.area->spare[i] = (struct spare){hidden, whole};
    (void)pthread_mutex_unlock(&lock);
    simt_wall_close_structures();
}

void simt_hidden_set_open(void *hidden, size_t bytes, bool open)
{
    if (!known.area)
        return;
    check(hidden, hidden_bytes(bytes));
    simt_own_protect_or_end(hidden, hidden_bytes(bytes), open ? PROT_READ | PROT_WRITE : PROT_NONE);
}
