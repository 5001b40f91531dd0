#define _GNU_SOURCE /* recursive mutexes */
#include "wall.h"

#include "devices.h"
#include "own_call.h"
#include "own_memory.h"
#include "region.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { junk = 0xff }; /* no number, and no address */

/* A variable, in three parts: whole pages, and what is before and behind them. */
struct variable {
    char *base, *pages, *behind, *end; /* pages == behind: there are none */
    char *kept;                        /* of known.edges: the bytes of both edges while the wall is
                                        * closed; null: there are none */
};

/* The lock is held while the wall opens or closes, and all the time that it is open for a copy: so
 * nobody closes it under one. */
static struct {
    pthread_mutex_t lock;
    atomic_int depth; /* how many want all of it open */
} wall = {.lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};

/* How often this thread wants all of it open; for handlers of signals. */
static __thread volatile unsigned held;

enum { most_variables = 1 << 14, alignment_of_known = 1 << 16 };

/* Can only be read while host code runs, for what stands here says where their bytes go. */
static struct {
    _Alignas(alignment_of_known) bool raised; /* so that it ends with a page, too */
    char *edges;                              /* most_edges bytes that host code cannot reach */
    size_t edges_used;
    size_t n;
    struct variable variables[most_variables];
} known;

static void let_change(bool begins)
{
    (void)simt_own_protect(&known, sizeof(known), begins ? PROT_READ | PROT_WRITE : PROT_READ);
}

/* Only addresses, until they are used. */
static const size_t most_edges = (size_t)1 << 28;

static void let_edges(bool open)
{
    const size_t used = (known.edges_used + alignment_of_known - 1) / alignment_of_known;

    if (used)
        simt_own_protect_or_end(known.edges, used * alignment_of_known,
                                open ? PROT_READ | PROT_WRITE : PROT_NONE);
}

/* ---- variables ---- */

/* With known.edges open. */
static void close_edges(struct variable *variable)
{
    size_t before = (size_t)(variable->pages - variable->base);
    size_t behind = (size_t)(variable->end - variable->behind);

    memcpy(variable->kept, variable->base, before);
    memcpy(variable->kept + before, variable->behind, behind);
    memset(variable->base, junk, before);
    memset(variable->behind, junk, behind);
}

static void open_edges(struct variable *variable)
{
    size_t before = (size_t)(variable->pages - variable->base);
    size_t behind = (size_t)(variable->end - variable->behind);

    memcpy(variable->base, variable->kept, before);
    memcpy(variable->behind, variable->kept + before, behind);
}

static void close_variable(struct variable *variable)
{
    if (variable->kept)
        close_edges(variable);
    if (variable->behind > variable->pages)
        simt_own_protect_or_end(variable->pages, (size_t)(variable->behind - variable->pages),
                                PROT_NONE);
}

static void open_variable(struct variable *variable)
{
    if (variable->kept)
        open_edges(variable);
    if (variable->behind > variable->pages)
        simt_own_protect_or_end(variable->pages, (size_t)(variable->behind - variable->pages),
                                PROT_READ | PROT_WRITE);
}

/* While the others are closed. */
static void move_variable(struct variable *variable, bool open)
{
    let_edges(true);
    (open ? open_variable : close_variable)(variable);
    let_edges(false);
}

static struct variable *find_variable(const void *address)
{
    for (size_t i = 0; i < known.n; i++)
        if ((const char *)address >= known.variables[i].base &&
            (const char *)address < known.variables[i].end)
            return &known.variables[i];
    return NULL;
}

/* The end of the last whole page before an address, or the begin of the first one behind it. */
static char *page_near(char *address, bool up)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), into = (uintptr_t)address % page;

    return into && up ? address + (page - into) : address - into;
}

void simt_wall_add_variable(void *base, size_t bytes)
{
    struct variable variable = {.base = base, .end = (char *)base + bytes};
    size_t edges;

    if (!known.raised || find_variable(base))
        return;
    variable.pages = page_near(variable.base, true);
    variable.behind = page_near(variable.end, false);
    if (variable.behind <= variable.pages)
        variable.pages = variable.behind = variable.end;
    if (known.n == most_variables)
        abort();
    edges = bytes - (size_t)(variable.behind - variable.pages);
    if (edges > most_edges - known.edges_used)
        abort();
    variable.kept = edges ? known.edges + known.edges_used : NULL;
    let_change(true);
    known.edges_used += edges;
    known.variables[known.n++] = variable;
    let_change(false);
    if (!atomic_load(&wall.depth))
        move_variable(&variable, false);
}

/* ---- all of it ---- */

void simt_wall_raise(void)
{
    void *edges =
        mmap(NULL, most_edges, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (edges == MAP_FAILED)
        abort();
    known.edges = edges;
    known.raised = true;
    simt_structures_prepare();
    let_change(false);
    simt_region_seal();
}

bool simt_wall_is_raised(void)
{
    return known.raised;
}

bool simt_wall_is_closed(void)
{
    return known.raised && !atomic_load(&wall.depth);
}

void simt_wall_open(void)
{
    if (!known.raised)
        return;
    (void)pthread_mutex_lock(&wall.lock);
    if (!atomic_fetch_add(&wall.depth, 1)) {
        simt_structures_open();
        simt_region_open_all();
        let_edges(true);
        for (size_t i = 0; i < known.n; i++)
            open_variable(&known.variables[i]);
    }
    held = held + 1;
    (void)pthread_mutex_unlock(&wall.lock);
}

void simt_wall_close(void)
{
    if (!known.raised)
        return;
    (void)pthread_mutex_lock(&wall.lock);
    held = held - 1; /* first: a signal may come as soon as something is closed */
    if (atomic_fetch_sub(&wall.depth, 1) == 1) {
        for (size_t i = 0; i < known.n; i++)
            close_variable(&known.variables[i]);
        let_edges(false);
        simt_region_close_all();
        simt_structures_close();
    }
    (void)pthread_mutex_unlock(&wall.lock);
}

bool simt_wall_holds(void)
{
    return held > 0;
}

/* ---- parts of it ---- */

void simt_wall_open_structures(void)
{
    (void)pthread_mutex_lock(&wall.lock);
    if (!atomic_load(&wall.depth))
        simt_structures_open();
}

void simt_wall_close_structures(void)
{
    if (!atomic_load(&wall.depth))
        simt_structures_close();
    (void)pthread_mutex_unlock(&wall.lock);
}

static void move_part(const void *address, bool open)
{
    struct variable *variable = find_variable(address);

    if (variable)
        move_variable(variable, open);
    else
        simt_region_set_open(address, open);
}

void simt_wall_open_for(const void *one, const void *other)
{
    simt_devices_lock();
    if (!known.raised)
        return;
    (void)pthread_mutex_lock(&wall.lock);
    if (atomic_load(&wall.depth))
        return;
    move_part(one, true);
    /* Both may lie in the same variable, which opens once. */
    if (!find_variable(other) || find_variable(other) != find_variable(one))
        move_part(other, true);
}

void simt_wall_close_for(const void *one, const void *other)
{
    if (known.raised && !atomic_load(&wall.depth)) {
        move_part(one, false);
        if (!find_variable(other) || find_variable(other) != find_variable(one))
            move_part(other, false);
    }
    if (known.raised)
        (void)pthread_mutex_unlock(&wall.lock);
    simt_devices_unlock();
}
